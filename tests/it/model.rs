//! A reference model: what a robots.txt file says, read byte by byte in the plainest way we could
//! think of.
//!
//! It shares nothing with the library except the names of the options, and prefers the obvious to
//! the fast: everything is copied into vectors, every question reads the file again, and a pattern
//! is a list of pieces that is tried at every position of the target. The property tests compare
//! the library with it.

mod line;
mod pattern;
mod percent;
mod target;

use std::cmp::Reverse;

use robots_exclusion::Dialect;
use robots_exclusion::dialect::{GroupChoice, GroupEnd, NameTest, PatternLanguage, RuleChoice};

use line::{Directive, Kind, before, directive, is_white, lines, lower, trim, words};
use pattern::match_length;
pub(crate) use pattern::{canonical_pattern, matches};
pub(crate) use percent::{Spelling, canonical};
pub(crate) use target::target;

/// Why the model decided as it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A rule decided, the one on [`ModelVerdict::line`].
    Rule,
    /// Groups applied to the crawler, but none of their rules decided.
    NoMatchingRule,
    /// No group applied to the crawler.
    NoGroup,
    /// The target is `/robots.txt`, which the dialect always allows.
    RobotsTxtItself,
}

/// What the model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelVerdict {
    pub(crate) allowed: bool,
    pub(crate) reason: Reason,
    /// The line of the deciding rule, from 1.
    pub(crate) line: Option<u32>,
}

/// May a crawler with these names, best first, fetch `url`?
///
/// `honor_star` says whether the groups for `*` apply when no group names the crawler.
pub(crate) fn check(
    dialect: Dialect,
    body: &[u8],
    agents: &[&str],
    honor_star: bool,
    url: &str,
) -> ModelVerdict {
    let asker = Asker {
        agents,
        honor_star,
        pooled: false,
    };
    decide(dialect, &groups(dialect, body), &asker, url)
}

/// Who asks.
pub(crate) struct Asker<'q> {
    pub(crate) agents: &'q [&'q str],
    pub(crate) honor_star: bool,
    /// All names have the same rank.
    pub(crate) pooled: bool,
}

/// Like [`check`], but with the groups that [`groups`] found.
pub(crate) fn decide(dialect: Dialect, groups: &[Group], asker: &Asker<'_>, url: &str) -> ModelVerdict {
    let target = target(dialect.target_syntax, url.as_bytes());
    let (reason, rule) = if is_robots_txt(dialect, &target) {
        (Reason::RobotsTxtItself, None)
    } else if applying(dialect, groups, asker).is_empty() {
        (Reason::NoGroup, None)
    } else {
        match matching(dialect, groups, asker, &target).first() {
            Some((rule, _)) => (Reason::Rule, Some(*rule)),
            None => (Reason::NoMatchingRule, None),
        }
    };
    ModelVerdict {
        allowed: rule.is_none_or(|rule| rule.allow),
        reason,
        line: rule.map(|rule| rule.line),
    }
}

fn is_robots_txt(dialect: Dialect, target: &[u8]) -> bool {
    dialect.robots_txt_allowed && canonical(dialect.percent_mode, Spelling::Target, target) == b"/robots.txt"
}

/// The rules that apply to the crawler and match, the deciding one first, each with its length.
pub(crate) fn matching<'g>(
    dialect: Dialect,
    groups: &'g [Group],
    asker: &Asker<'_>,
    target: &[u8],
) -> Vec<(&'g Rule, usize)> {
    let mut matching = Vec::new();
    if is_robots_txt(dialect, target) {
        return matching;
    }
    for group in applying(dialect, groups, asker) {
        let language = if group.version_2 {
            PatternLanguage::Glob
        } else {
            dialect.pattern_language
        };
        for rule in &group.rules {
            if let Some(length) = match_length(dialect, language, rule.allow, &rule.pattern, target) {
                matching.push((rule, length));
            }
        }
    }
    // Of several paths on a line, which have one kind, the longest is cited.
    matching.sort_by_key(|&(rule, length)| (rule.line, Reverse(length)));
    match dialect.rule_choice {
        RuleChoice::First => {}
        RuleChoice::AnyDisallow => matching.retain(|(rule, _)| !rule.allow),
        // In file order among equals: the sort is stable.
        RuleChoice::Longest => matching.sort_by_key(|&(rule, length)| (Reverse(length), !rule.allow)),
    }
    matching
}

pub(crate) struct Rule {
    pub(crate) line: u32,
    pub(crate) allow: bool,
    /// As written.
    pub(crate) pattern: Vec<u8>,
}

/// A group: its names, its rules.
#[derive(Default)]
pub(crate) struct Group {
    /// The values of its User-agent lines, one by one where a line may hold several.
    names: Vec<Vec<u8>>,
    pub(crate) rules: Vec<Rule>,
    /// `Robot-version: 2.0` is the first directive after its User-agent lines.
    pub(crate) version_2: bool,
}

/// All groups of a body, in file order.
pub(crate) fn groups(dialect: Dialect, body: &[u8]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // Whether the last of `groups` still takes lines.
    let mut open = false;
    let mut rule_seen = false;
    let mut last_was_agent = false;
    for line in lines(dialect, body) {
        let at_blank_lines = matches!(
            dialect.group_end,
            GroupEnd::BlankLine | GroupEnd::BlankLineOrUserAgent
        );
        if line.blank && at_blank_lines {
            if open && !rule_seen && dialect.groups_need_rules {
                groups.pop();
            }
            open = false;
        }
        let Some(Directive { kind, key, value }) = directive(dialect, &line.text) else {
            continue;
        };
        let values = if kind == Kind::UserAgent && dialect.several_names {
            let with_blanks: Vec<u8> = value
                .iter()
                .map(|&byte| if byte == b',' { b' ' } else { byte })
                .collect();
            words(&with_blanks)
        } else if kind != Kind::UserAgent && dialect.several_paths {
            words(&value)
        } else {
            vec![value.clone()]
        };
        match kind {
            Kind::UserAgent => {
                let is_separated = match dialect.group_end {
                    GroupEnd::UserAgentAfterRule | GroupEnd::BlankLine => rule_seen,
                    GroupEnd::UserAgent | GroupEnd::BlankLineOrUserAgent => !last_was_agent,
                };
                if !open || is_separated {
                    if open && !rule_seen && dialect.groups_need_rules {
                        groups.pop();
                    }
                    groups.push(Group::default());
                    open = true;
                    rule_seen = false;
                }
                let group = groups.last_mut().unwrap();
                group.names.extend(values);
                group.version_2 = false;
            }
            Kind::Allow | Kind::Disallow => {
                rule_seen = true;
                if groups.is_empty() && dialect.rules_before_groups {
                    groups.push(Group {
                        names: vec![b"*".to_vec()],
                        ..Group::default()
                    });
                    open = true;
                }
                if open {
                    for pattern in values {
                        if !pattern.is_empty() {
                            let rule = Rule {
                                line: line.number,
                                allow: kind == Kind::Allow,
                                pattern,
                            };
                            groups.last_mut().unwrap().rules.push(rule);
                        }
                    }
                }
            }
            Kind::Other => {
                let is_version_2 = lower(&key) == b"robot-version" && (value == b"2.0" || value == b"2.0.0");
                if dialect.robot_version && last_was_agent && is_version_2 && open {
                    groups.last_mut().unwrap().version_2 = true;
                }
            }
        }
        last_was_agent = kind == Kind::UserAgent;
    }
    if open && !rule_seen && dialect.groups_need_rules {
        groups.pop();
    }
    groups
}

/// The groups that apply to a crawler.
fn applying<'g>(dialect: Dialect, groups: &'g [Group], asker: &Asker<'_>) -> Vec<&'g Group> {
    let mut callers: Vec<Vec<u8>> = asker
        .agents
        .iter()
        .map(|agent| agent.as_bytes().to_vec())
        .collect();
    if let Some(family) = dialect.family {
        let family = lower(family.as_bytes());
        let belongs = |caller: &Vec<u8>| contains(&name_of(dialect.name_test, caller), &family);
        if callers.iter().any(belongs) {
            callers.push(family);
        }
    }
    // The rank of each group: the first of the caller's names that one of its lines names, and
    // after all of them `*`.
    let mut ranks: Vec<Option<usize>> = Vec::new();
    for group in groups {
        let mut rank = None;
        for (index, caller) in callers.iter().enumerate() {
            let named = group
                .names
                .iter()
                .any(|name| names(dialect.name_test, name, caller));
            if named && rank.is_none() {
                let is_pooled = asker.pooled && index < asker.agents.len();
                rank = Some(if is_pooled { 0 } else { index });
            }
        }
        let star = group.names.iter().any(|name| is_star(dialect.name_test, name));
        if rank.is_none() && star && asker.honor_star {
            rank = Some(callers.len());
        }
        ranks.push(rank);
    }
    let Some(best) = ranks.iter().flatten().min() else {
        return Vec::new();
    };
    let mut applying = Vec::new();
    for (group, rank) in groups.iter().zip(&ranks) {
        if *rank == Some(*best) {
            applying.push(group);
        }
    }
    match dialect.group_choice {
        GroupChoice::Merge => {}
        GroupChoice::First => applying.truncate(1),
    }
    applying
}

/// Does this value of a User-agent line mean every crawler?
fn is_star(test: NameTest, value: &[u8]) -> bool {
    match test {
        NameTest::ProductToken | NameTest::LettersWhole => {
            value.first() == Some(&b'*') && value.get(1).is_none_or(|&next| is_white(next))
        }
        NameTest::ValueInName | NameTest::NameInValue => value == b"*",
    }
}

/// Does this value of a User-agent line name this crawler?
fn names(test: NameTest, value: &[u8], caller: &[u8]) -> bool {
    let caller = name_of(test, caller);
    // `*` is nobody's name, on either side.
    if is_star(test, value) || caller == b"*" {
        return false;
    }
    let value = lower(value);
    match test {
        NameTest::ProductToken => {
            let value = product_token(&value);
            !value.is_empty() && value == caller
        }
        NameTest::LettersWhole => {
            leading(&value, |byte| {
                byte.is_ascii_alphabetic() || byte == b'_' || byte == b'-'
            }) == caller
        }
        NameTest::ValueInName => {
            let value = trim(&before(&value, b"/"));
            !value.is_empty() && contains(&caller, &value)
        }
        NameTest::NameInValue => !caller.is_empty() && contains(&value, &caller),
    }
}

/// The part of the caller's string that is compared, in lower case.
fn name_of(test: NameTest, caller: &[u8]) -> Vec<u8> {
    let caller = lower(caller);
    match test {
        NameTest::ProductToken => product_token(&trim(&caller)),
        NameTest::LettersWhole => caller,
        NameTest::ValueInName => trim(&before(&caller, b"/")),
        NameTest::NameInValue => before(&trim(&caller), b"/ \t\n\x0B\x0C\r"),
    }
}

/// The token that a text begins with; empty if a non-ASCII byte makes it part of a longer word.
fn product_token(text: &[u8]) -> Vec<u8> {
    let token = leading(text, is_token_byte);
    if text.get(token.len()).is_some_and(|byte| !byte.is_ascii()) {
        return Vec::new();
    }
    token
}

fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte == b'-'
}

fn leading(text: &[u8], belongs: impl Fn(u8) -> bool) -> Vec<u8> {
    let mut kept = Vec::new();
    for &byte in text {
        if !belongs(byte) {
            break;
        }
        kept.push(byte);
    }
    kept
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    (0..=text.len()).any(|start| text[start..].starts_with(part))
}
