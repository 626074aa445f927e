//! What speaks for a crawler in one file, in a form that can be compared.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::dialect::{Dialect, PatternLanguage, RuleChoice};
use crate::extension::{CrawlDelay, RequestRate, VisitTime};
use crate::matching::pattern::{self, RuleSyntax, expand};
use crate::robots_txt::group::Group;
use crate::robots_txt::group_index::{Applying, GroupIndex};
use crate::robots_txt::{ParseOptions, RobotsTxt};
use crate::rules::Rules;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::keys::{Key, Scope};
use crate::syntax::names::AgentList;
use crate::syntax::record::Role;

/// Lines beside the rules, by what they say, with their numbers.
pub(super) type Lines = BTreeMap<Item, u32>;

/// A line beside the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Item {
    /// In lower case, as keys are compared.
    key: String,
    /// In one spelling, where it is understood.
    value: String,
    written: Written,
}

/// How a line is written: what is shown, and not compared.
#[derive(Clone, Debug)]
struct Written(String);

impl PartialEq for Written {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Written {}

impl PartialOrd for Written {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Written {
    fn cmp(&self, _: &Self) -> core::cmp::Ordering {
        core::cmp::Ordering::Equal
    }
}

impl Item {
    fn new(directive: &Directive<'_>) -> Self {
        let value = directive.value();
        let normal = match directive.kind() {
            DirectiveKind::CrawlDelay => CrawlDelay::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::RequestRate => RequestRate::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::VisitTime => VisitTime::parse(value).ok().map(|value| value.to_string()),
            _ => None,
        };
        let written = String::from_utf8_lossy(value).into_owned();
        Self {
            key: match directive.kind() {
                // In any spelling that the dialect forgives.
                DirectiveKind::Sitemap => SITEMAP.to_string(),
                _ => String::from_utf8_lossy(directive.key()).to_ascii_lowercase(),
            },
            value: normal.unwrap_or_else(|| written.clone()),
            written: Written(format!("{}: {written}", String::from_utf8_lossy(directive.key()))),
        }
    }

    pub(super) fn is_sitemap(&self) -> bool {
        self.key == SITEMAP
    }
}

const SITEMAP: &str = "sitemap";

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written.0)
    }
}

/// The groups of a file, and the lines that belong to none.
pub(super) struct Groups<'r> {
    dialect: Dialect,
    index: GroupIndex<'r>,
    file_lines: Lines,
}

impl<'r> Groups<'r> {
    pub(super) fn new(robots: &'r RobotsTxt<'_>) -> Self {
        let index = GroupIndex::new(robots);
        let mut in_groups = BTreeSet::new();
        for group in index.groups() {
            in_groups.extend(
                group
                    .directives()
                    .filter(|directive| !is_for_file(directive.kind()))
                    .map(|directive| directive.line()),
            );
        }
        let file_lines = robots
            .directives()
            .filter(|directive| !is_rule(directive.kind()) && !in_groups.contains(&directive.line()))
            .map(|directive| (Item::new(&directive), directive.line()));
        Self {
            dialect: robots.dialect(),
            index,
            file_lines: file_lines.collect(),
        }
    }

    /// Every name in lower case, and as written.
    pub(super) fn names(&self) -> impl Iterator<Item = (&[u8], &'r [u8])> {
        self.index.names()
    }

    /// Lines that belong to no group.
    pub(super) fn file_lines(&self) -> &Lines {
        &self.file_lines
    }

    /// The groups that apply to a crawler of this name.
    pub(super) fn applying(&self, label: &[u8]) -> Applying {
        // A name that is not UTF-8 is no token that a crawler could have.
        let token = core::str::from_utf8(label).unwrap_or("\u{FFFD}");
        self.index.applying(&AgentList::from(token))
    }

    /// What groups say together.
    pub(super) fn content(&self, applying: &Applying) -> Content {
        Content::new(
            applying.groups.iter().map(|group| &self.index.groups()[*group]),
            &self.dialect,
        )
    }
}

fn is_rule(kind: DirectiveKind) -> bool {
    kind.role() != Role::Other
}

fn is_for_file(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::File)
}

/// A rule as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RuleKey {
    is_allow: bool,
    /// A glob as written.
    canonical: Vec<u8>,
    is_glob: bool,
}

/// A rule as it stands in the file, where it does so first.
#[derive(Clone, Debug)]
pub(super) struct WrittenRule {
    pub(super) line: u32,
    pub(super) text: String,
}

/// What some groups say together.
pub(super) struct Content {
    pub(super) rules: BTreeMap<RuleKey, WrittenRule>,
    /// In file order, where that decides.
    order: Vec<RuleKey>,
    pub(super) lines: Lines,
    pub(super) compiled: Rules,
    /// Of the first group.
    pub(super) first_line: Option<u32>,
    /// Number of the deciding rule, where one closes the site.
    site_rule: Option<u32>,
    closes_site: bool,
}

impl Content {
    fn new<'g, 'r: 'g>(groups: impl Iterator<Item = &'g Group<'r>>, dialect: &Dialect) -> Self {
        let mut rules = BTreeMap::new();
        let mut order = Vec::new();
        let mut lines = Lines::new();
        let mut first_line = None;
        // The groups again, for one crawler: what is compiled is what they say, and nothing else of the file. Each rule at
        // the line of the same number as its place in the list.
        let mut body: Vec<u8> = Vec::new();
        let mut places: Vec<u32> = Vec::new();
        let mut write = |text: &[&[u8]], line: u32| {
            text.iter().for_each(|part| body.extend_from_slice(part));
            body.push(b'\n');
            places.push(line);
        };
        for (count, group) in groups.enumerate() {
            first_line.get_or_insert(group.line());
            let language = group.pattern_language();
            if count == 0 || language != dialect.pattern_language() {
                write(&[b"User-agent: *"], group.line());
            }
            if language != dialect.pattern_language() {
                write(&[b"Robot-version: 2.0"], group.line());
            }
            for rule in group.rules() {
                let key = RuleKey::new(rule.kind(), rule.pattern(), language, dialect);
                let kind = rule.kind().to_string();
                write(&[kind.as_bytes(), b": ", rule.pattern()], rule.line());
                if dialect.rule_choice() == RuleChoice::First {
                    order.push(key.clone());
                }
                rules.entry(key).or_insert_with(|| WrittenRule {
                    line: rule.line(),
                    text: rule.to_string(),
                });
            }
            for directive in group.directives() {
                if !is_rule(directive.kind()) && !is_for_file(directive.kind()) {
                    lines.entry(Item::new(&directive)).or_insert(directive.line());
                }
            }
        }
        let compiled = ParseOptions::new().dialect(*dialect).rules_for(&body, "*");
        // No path of a site; only rules for all of them decide about it.
        let verdict = compiled.check("/%07%07");
        let deciding = verdict.rule();
        let closes_site = deciding.is_some_and(|rule| {
            let language = if rules.keys().any(|key| key.is_glob) {
                PatternLanguage::Glob
            } else {
                dialect.pattern_language()
            };
            !verdict.is_allowed() && pattern::matches_all(rule.pattern(), language)
        });
        let site_rule = deciding.and_then(|rule| places.get((rule.line() as usize).checked_sub(1)?).copied());
        Self {
            rules,
            order,
            lines,
            first_line,
            site_rule,
            closes_site,
            compiled,
        }
    }

    /// Whether no URL is allowed but by exception.
    pub(super) fn closes_site(&self) -> bool {
        self.closes_site
    }

    /// The line of the rule that decides about URLs that no rule is about in particular.
    pub(super) fn site_rule(&self) -> Option<u32> {
        self.site_rule
    }

    /// Whether the rules mean the same as others.
    pub(super) fn is_same_rules(&self, other: &Self) -> bool {
        self.rules.keys().eq(other.rules.keys()) && !self.is_reordered(other)
    }

    /// Whether the rules that both have stand in an order that may decide otherwise: an Allow and a Disallow changed places.
    pub(super) fn is_reordered(&self, other: &Self) -> bool {
        fn runs<'c>(content: &'c Content, other: &Content) -> Vec<BTreeSet<&'c RuleKey>> {
            let mut seen = BTreeSet::new();
            let mut runs: Vec<BTreeSet<&RuleKey>> = Vec::new();
            for key in &content.order {
                if !other.rules.contains_key(key) || !seen.insert(key) {
                    continue;
                }
                match runs.last_mut() {
                    Some(run) if run.first().is_some_and(|first| first.is_allow == key.is_allow) => {
                        run.insert(key);
                    }
                    _ => runs.push([key].into()),
                }
            }
            runs
        }
        runs(self, other) != runs(other, self)
    }
}

impl RuleKey {
    fn new(kind: RuleKind, pattern: &[u8], language: PatternLanguage, dialect: &Dialect) -> Self {
        let mut canonical = Vec::new();
        expand(RuleSyntax::new(dialect), kind, language, pattern, |alternative| {
            if !alternative.is_second_chance {
                canonical = alternative.pattern.to_vec();
            }
        });
        Self {
            is_allow: kind == RuleKind::Allow,
            is_glob: language == PatternLanguage::Glob,
            canonical,
        }
    }

    pub(super) fn kind(&self) -> RuleKind {
        if self.is_allow {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        }
    }

    /// A path that the pattern matches; of a glob one that it mostly does.
    pub(super) fn sample(&self) -> String {
        let text = String::from_utf8_lossy(&self.canonical);
        let sample = if self.is_glob {
            text.replace(['*', '\\'], "").replace('?', "x")
        } else {
            let text = text.strip_suffix('$').unwrap_or(&text);
            text.replace('*', "")
        };
        if sample.starts_with('/') {
            sample
        } else {
            format!("/{sample}")
        }
    }
}
