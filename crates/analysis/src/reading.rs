//! The content of groups and files in a form that can be compared: which crawlers read which rules,
//! however the rules are spelled.
//!
//! This is the one place that knows which spellings mean the same. It asks no questions about URLs:
//! whether two lists of different rules have the same effect is a question for
//! [`decide`](crate::decide).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use crate::decide::Budget;
use robots_exclusion::companions::Role;
use robots_exclusion::companions::gathered;
use robots_exclusion::companions::name_key;
use robots_exclusion::companions::pattern::{RuleKey, RuleSyntax};
use robots_exclusion::companions::{Key, Scope};
use robots_exclusion::dialect::{GroupChoice, RuleChoice};
use robots_exclusion::extension::{CrawlDelay, RequestRate, TimeWindow};
use robots_exclusion::syntax::{Directive, DirectiveKind};
use robots_exclusion::{Dialect, Group, RobotsTxt};

/// Lines other than rules, by their meaning, with their numbers.
pub(crate) type OtherLines = BTreeMap<OtherLine, u32>;

/// A line other than a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OtherLine {
    /// The key in its usual spelling, if the dialect knows it; otherwise in lower case, as keys are
    /// compared.
    key: String,
    /// The value. If it is understood, in one fixed spelling.
    value: String,
    /// If there are lines between the names of its group, the names right above this line, as they
    /// are compared: it applies only to these.
    meant_for: Option<Rc<BTreeSet<Vec<u8>>>>,
    written: Written,
}

/// A line as it is written. This is shown, but not compared.
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

impl OtherLine {
    fn new(directive: &Directive<'_>) -> Self {
        let value = directive.value();
        let normal = match directive.kind() {
            DirectiveKind::CrawlDelay => CrawlDelay::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::RequestRate => RequestRate::parse(value).ok().map(|value| value.to_string()),
            DirectiveKind::VisitTime => TimeWindow::parse(value).ok().map(|value| value.to_string()),
            _ => None,
        };
        let written = String::from_utf8_lossy(value).into_owned();
        let key = String::from_utf8_lossy(directive.key());
        let known = directive.kind().key();
        Self {
            key: known.map_or_else(|| key.to_ascii_lowercase(), ToString::to_string),
            value: normal.unwrap_or_else(|| written.clone()),
            meant_for: None,
            written: Written(format!("{key}: {written}")),
        }
    }

    pub(crate) fn is_of(&self, kind: DirectiveKind) -> bool {
        kind.key() == Some(&self.key)
    }

    pub(crate) fn value(&self) -> &str {
        &self.value
    }

    /// Whether the line applies to a crawler that follows its group by one of these names, or by `*`.
    pub(crate) fn is_for<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> bool {
        self.meant_for.as_ref().is_none_or(|meant| {
            let mut names = names.into_iter().chain(["*"]);
            names.any(|name| meant.contains(name.to_ascii_lowercase().as_bytes()))
        })
    }
}

impl fmt::Display for OtherLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written.0)
    }
}

fn is_rule(kind: DirectiveKind) -> bool {
    kind.role() != Role::Other
}

fn is_for_file(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::File)
}

/// A rule as it is written at its first place in the file.
#[derive(Clone, Debug)]
pub(crate) struct WrittenRule {
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// A rule by its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct PlacedRule {
    pub(crate) key: RuleKey,
    pub(crate) line: u32,
    pub(crate) pattern: Vec<u8>,
}

/// The combined content of some groups, for a crawler that reads them all.
pub(crate) struct Reading {
    pub(crate) rules: BTreeMap<RuleKey, WrittenRule>,
    /// All rules in file order, numbered as [`Policy`](crate::decide::Policy) does.
    pub(crate) sequence: Vec<PlacedRule>,
    pub(crate) lines: OtherLines,
    /// The line on which the first group begins.
    pub(crate) first_line: Option<u32>,
    /// How many lines were read, including repeated ones.
    line_count: usize,
    order_decides: bool,
}

impl Reading {
    /// Reads groups of a file. `n log n` in their length.
    pub(crate) fn new<'r>(robots: &RobotsTxt<'_>, groups: impl Iterator<Item = Group<'r>>) -> Self {
        let dialect = &robots.dialect();
        let syntax = RuleSyntax::new(dialect);
        let mut reading = Self {
            rules: BTreeMap::new(),
            sequence: Vec::new(),
            lines: OtherLines::new(),
            first_line: None,
            line_count: 0,
            order_decides: dialect.rule_choice == RuleChoice::First,
        };
        for group in groups {
            reading.first_line.get_or_insert(group.line());
            let language = group.pattern_language();
            for rule in group.rules() {
                let key = RuleKey::new(rule.kind(), rule.pattern(), language, syntax);
                reading.sequence.push(PlacedRule {
                    key: key.clone(),
                    line: rule.line(),
                    pattern: rule.pattern().to_vec(),
                });
                reading.rules.entry(key).or_insert_with(|| WrittenRule {
                    line: rule.line(),
                    text: rule.to_string(),
                });
            }
            for run in group.runs() {
                reading.line_count += run.agents().count();
                let meant_for = group.is_fused().then(|| Rc::new(names(dialect, run.agents())));
                for directive in run.directives() {
                    reading.line_count += 1;
                    if !is_rule(directive.kind()) && !is_for_file(directive.kind()) {
                        let line = OtherLine {
                            meant_for: meant_for.clone(),
                            ..OtherLine::new(&directive)
                        };
                        reading.lines.entry(line).or_insert(directive.line());
                    }
                }
            }
        }
        reading
    }

    /// About how many steps of a budget reading took: as many as [comparing](Self::work), plus 32
    /// for each line, for parsing and keeping it.
    pub(crate) fn cost(&self) -> u64 {
        self.work() + 32 * self.line_count as u64
    }

    /// About how many steps comparing takes, including 32 for looking up each rule or line.
    pub(crate) fn work(&self) -> u64 {
        let texts = self.sequence.iter().map(|rule| rule.pattern.len() as u64 + 32);
        texts.sum::<u64>() + 32 * self.lines.len() as u64 + 32
    }

    /// Whether some rules are globs.
    pub(crate) fn has_globs(&self) -> bool {
        self.sequence.iter().any(|rule| rule.key.pattern.is_glob)
    }

    /// Whether both have the same rules and lines.
    fn is_same(&self, other: &Self) -> bool {
        self.is_same_rules(other) && self.lines.keys().eq(other.lines.keys())
    }

    /// Whether the rules are the same as another's, in the same order where it matters.
    pub(crate) fn is_same_rules(&self, other: &Self) -> bool {
        self.rules.keys().eq(other.rules.keys()) && !self.is_reordered(other)
    }

    /// Whether the rules that both have are in an order that may change verdicts: an Allow and a
    /// Disallow changed places.
    pub(crate) fn is_reordered(&self, other: &Self) -> bool {
        fn runs<'c>(reading: &'c Reading, other: &Reading) -> Vec<BTreeSet<&'c RuleKey>> {
            let mut seen = BTreeSet::new();
            let mut runs: Vec<BTreeSet<&RuleKey>> = Vec::new();
            for rule in &reading.sequence {
                let key = &rule.key;
                if !other.rules.contains_key(key) || !seen.insert(key) {
                    continue;
                }
                match runs.last_mut() {
                    Some(run) if run.first().is_some_and(|first| first.kind() == key.kind()) => {
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

/// Names as they are compared.
fn names<'r>(dialect: &Dialect, labels: impl Iterator<Item = &'r [u8]>) -> BTreeSet<Vec<u8>> {
    labels
        .filter_map(|label| name_key(dialect.name_test, label))
        .collect()
}

/// Lines that belong to no group, or to a group that nobody reads: it has no name, or, in dialects
/// where only the first group of a name applies, all its names are on earlier groups.
pub(crate) fn file_lines(robots: &RobotsTxt<'_>) -> OtherLines {
    let dialect = robots.dialect();
    let (test, is_first) = (dialect.name_test, dialect.group_choice == GroupChoice::First);
    let mut named = BTreeSet::new();
    let mut is_for_somebody = |group: &Group<'_>| {
        let mut is_read = false;
        for key in group.agents().filter_map(|name| name_key(test, name)) {
            is_read |= !is_first || named.insert(key);
        }
        is_read
    };
    let mut in_groups = BTreeSet::new();
    let mut of_nobody = BTreeSet::new();
    for group in robots.groups() {
        if !is_for_somebody(&group) {
            of_nobody.extend(group.directives().map(|directive| directive.line()));
            continue;
        }
        in_groups.extend(
            group
                .directives()
                .filter(|directive| !is_for_file(directive.kind()))
                .map(|directive| directive.line()),
        );
    }
    let file_lines = robots
        .directives()
        .filter(|directive| {
            of_nobody.contains(&directive.line())
                || !is_rule(directive.kind()) && !in_groups.contains(&directive.line())
        })
        .map(|directive| (OtherLine::new(&directive), directive.line()));
    gathered(file_lines)
}

/// Whether two files, read in one dialect, say the same to every crawler, so that they differ
/// at most in spelling: each name has the same rules and the same other lines, and so has the
/// file as a whole.
///
/// Differences in spelling are the case of keys and escapes, comments and blank lines, repeated
/// or empty lines, and the order of groups and lines where it decides nothing. In dialects
/// where names match by containment
/// ([`NameTest::is_by_containment`](robots_exclusion::dialect::NameTest::is_by_containment)), groups are
/// compared one by one, in order. Nothing is asked about URLs: `false` does not mean that any
/// verdict differs. For that, see [`decide`](crate::decide) and [`diff`](crate::diff).
///
/// # Complexity
///
/// `n log n` in the length of both files if their groups are alike one by one. Otherwise names
/// are compared. Since many names may share many groups, that is limited to the steps of the
/// default [`Budget`], about a second; if they do not suffice, the answer is `false`.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::read_alike;
///
/// let old = RobotsTxt::parse("User-agent: a\nDisallow: /café\n\nUser-agent: A\nCrawl-delay: 1.0\nDisallow: /b\n".as_bytes());
/// let new = RobotsTxt::parse(b"user-agent: a\ndisallow: /b\ncrawl-delay: 1\ndisallow: /caf%c3%a9\n");
/// assert!(read_alike(&old, &new));
/// assert!(!read_alike(&old, &RobotsTxt::parse(b"User-agent: a\nDisallow: /b\n")));
/// ```
#[must_use]
pub fn read_alike(own: &RobotsTxt<'_>, other: &RobotsTxt<'_>) -> bool {
    // Limits the time, since each line may be read several times, and each reading costs
    // several steps.
    let mut remaining = Budget::DEFAULT_STEPS;
    let mut spend = |steps| {
        remaining = remaining.saturating_sub(steps);
        remaining > 0
    };
    own.format() == other.format()
        && is_alike(own, other, Reading::is_same, &mut spend)
        && file_lines(own).keys().eq(file_lines(other).keys())
}

/// Whether two files have the same rules for every crawler. See [`read_alike`].
/// `spend` counts steps, and says whether any are left.
pub(crate) fn have_rules_alike(
    own: &RobotsTxt<'_>,
    other: &RobotsTxt<'_>,
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    is_alike(own, other, Reading::is_same_rules, spend)
}

fn is_alike(
    own: &RobotsTxt<'_>,
    other: &RobotsTxt<'_>,
    is_same: impl Fn(&Reading, &Reading) -> bool,
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    own.dialect() == other.dialect()
        && (is_alike_by_groups(own, other, &is_same)
            || !own.dialect().name_test.is_by_containment() && is_alike_by_names(own, other, &is_same, spend))
}

/// Whether the groups of both files, one by one, say the same to the same names. If so, the
/// files say the same, in every dialect.
fn is_alike_by_groups(
    own: &RobotsTxt<'_>,
    other: &RobotsTxt<'_>,
    is_same: impl Fn(&Reading, &Reading) -> bool,
) -> bool {
    let dialect = own.dialect();
    let names = |group: &Group<'_>| names(&dialect, group.agents());
    let read = |group| Reading::new(own, core::iter::once(group));
    own.groups().len() == other.groups().len()
        && own
            .groups()
            .zip(other.groups())
            .all(|(own, others)| names(&own) == names(&others) && is_same(&read(own), &read(others)))
}

/// Whether each name has the same rules and lines, whichever groups it is in. If so, the files
/// say the same, in dialects that compare whole names.
fn is_alike_by_names(
    own: &RobotsTxt<'_>,
    other: &RobotsTxt<'_>,
    is_same: impl Fn(&Reading, &Reading) -> bool,
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let (own, others) = (own.indexed_view(), other.indexed_view());
    let have_same_names = own
        .indexed_names()
        .map(|(name, _)| name)
        .eq(others.indexed_names().map(|(name, _)| name));
    if !have_same_names {
        return false;
    }
    let audiences = own.indexed_names().zip(others.indexed_names());
    let pairs: BTreeSet<_> = audiences.map(|((_, own), (_, other))| (own, other)).collect();
    pairs.into_iter().all(|(audience, other)| {
        let own = Reading::new(&own, own.select_audience(audience).groups());
        let others = Reading::new(&others, others.select_audience(other).groups());
        spend(own.cost() + others.cost()) && is_same(&own, &others)
    })
}
