//! What applies to a crawler in one file, in a form that can be compared.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;
use core::fmt;

use crate::decide::Policy;
use crate::dialect::{Dialect, PatternLanguage, RuleChoice};
use crate::extension::{CrawlDelay, RequestRate, TimeWindow};
use crate::matching::pattern::{RuleSyntax, expand};
use crate::matching::verdict::Verdict;
use crate::robots_txt::RobotsTxt;
use crate::robots_txt::audience::Audience;
use crate::sorting::gathered;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::keys::{Key, Scope};
use crate::syntax::record::Role;

/// Lines other than rules, by what they say, with their numbers.
pub(super) type Lines = BTreeMap<Item, u32>;

/// A line other than a rule.
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
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Written {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Item {
    fn new(directive: &Directive<'_>) -> Self {
        let value = directive.value();
        let normal = match directive.kind() {
            DirectiveKind::CrawlDelay => CrawlDelay::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::RequestRate => RequestRate::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::VisitTime => TimeWindow::parse(value).ok().map(|value| value.to_string()),
            _ => None,
        };
        let written = String::from_utf8_lossy(value).into_owned();
        Self {
            key: match directive.kind() {
                // In any spelling that the dialect tolerates.
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

/// Lines that belong to no group.
pub(super) fn file_lines(robots: &RobotsTxt<'_>) -> Lines {
    let mut in_groups = BTreeSet::new();
    for group in robots.groups() {
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
    gathered(file_lines)
}

fn is_rule(kind: DirectiveKind) -> bool {
    kind.role() != Role::Other
}

fn is_for_file(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::File)
}

/// A rule as it is compared. Rules of equal keys mean the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RuleKey {
    is_allow: bool,
    /// A glob as written.
    canonical: Vec<u8>,
    is_glob: bool,
}

/// A rule as it is written in the file, where it comes first.
#[derive(Clone, Debug)]
pub(super) struct WrittenRule {
    pub(super) line: u32,
    pub(super) text: String,
}

/// A rule by its place in the file.
#[derive(Clone, Debug)]
pub(super) struct PlacedRule {
    pub(super) key: RuleKey,
    pub(super) line: u32,
    pub(super) pattern: Vec<u8>,
}

/// What the groups of an audience say together.
pub(super) struct Content<'r> {
    robots: &'r RobotsTxt<'r>,
    audience: Audience,
    pub(super) rules: BTreeMap<RuleKey, WrittenRule>,
    /// All rules in file order, numbered as [`Policy`] does.
    pub(super) sequence: Vec<PlacedRule>,
    pub(super) lines: Lines,
    /// Of the first group.
    pub(super) first_line: Option<u32>,
    /// How many lines were read, those that repeat others among them.
    read: usize,
    order_decides: bool,
    policy: OnceCell<Policy>,
}

impl<'r> Content<'r> {
    pub(super) fn new(robots: &'r RobotsTxt<'r>, audience: Audience) -> Self {
        let dialect = &robots.dialect();
        let mut rules = BTreeMap::new();
        let mut sequence = Vec::new();
        let mut lines = Lines::new();
        let mut first_line = None;
        let mut read = 0;
        for group in robots.groups_of(audience) {
            first_line.get_or_insert(group.line());
            let language = group.pattern_language();
            for rule in group.rules() {
                let key = RuleKey::new(rule.kind(), rule.pattern(), language, dialect);
                sequence.push(PlacedRule {
                    key: key.clone(),
                    line: rule.line(),
                    pattern: rule.pattern().to_vec(),
                });
                rules.entry(key).or_insert_with(|| WrittenRule {
                    line: rule.line(),
                    text: rule.to_string(),
                });
            }
            for directive in group.directives() {
                read += 1;
                if !is_rule(directive.kind()) && !is_for_file(directive.kind()) {
                    lines.entry(Item::new(&directive)).or_insert(directive.line());
                }
            }
        }
        Self {
            robots,
            audience,
            rules,
            sequence,
            lines,
            first_line,
            read,
            order_decides: dialect.rule_choice() == RuleChoice::First,
            policy: OnceCell::new(),
        }
    }

    /// About how many steps of a budget it took to read it.
    pub(super) fn reading(&self) -> u64 {
        self.work() + 32 * self.read as u64
    }

    /// About how many steps it takes to compare it.
    pub(super) fn work(&self) -> u64 {
        let texts = self.sequence.iter().map(|rule| rule.pattern.len() as u64 + 32);
        texts.sum::<u64>() + 32 * self.lines.len() as u64 + 32
    }

    /// The rules of the audience, compiled for questions about all URLs.
    pub(super) fn policy(&self) -> &Policy {
        let policy = self
            .policy
            .get_or_init(|| Policy::of_audience(self.robots, self.audience));
        debug_assert!(
            policy
                .rules()
                .map(|rule| rule.line())
                .eq(self.sequence.iter().map(|rule| rule.line)),
            "rules are numbered alike"
        );
        policy
    }

    /// The verdict on a URL.
    pub(super) fn check(&self, url: &str) -> Verdict<'_> {
        self.robots.check_of(self.audience, url)
    }

    /// The file.
    pub(super) fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    /// Whether some rules are globs.
    pub(super) fn has_globs(&self) -> bool {
        self.sequence.iter().any(|rule| rule.key.is_glob)
    }

    /// Whether the rules mean the same as others.
    pub(super) fn is_same_rules(&self, other: &Self) -> bool {
        self.rules.keys().eq(other.rules.keys()) && !self.is_reordered(other)
    }

    /// Whether the rules that both have are in an order that may decide otherwise: an Allow and a Disallow changed places.
    pub(super) fn is_reordered(&self, other: &Self) -> bool {
        fn runs<'c>(content: &'c Content<'_>, other: &Content<'_>) -> Vec<BTreeSet<&'c RuleKey>> {
            let mut seen = BTreeSet::new();
            let mut runs: Vec<BTreeSet<&RuleKey>> = Vec::new();
            for rule in &content.sequence {
                let key = &rule.key;
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
        (self.order_decides || other.order_decides) && runs(self, other) != runs(other, self)
    }
}

impl RuleKey {
    fn new(kind: RuleKind, pattern: &[u8], language: PatternLanguage, dialect: &Dialect) -> Self {
        let mut canonical = Vec::new();
        expand(
            RuleSyntax::new(dialect),
            kind,
            language,
            pattern,
            &mut |alternative| {
                if !alternative.is_second_chance {
                    canonical = alternative.pattern.to_vec();
                }
            },
        );
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
}
