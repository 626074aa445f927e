//! Findings that say the same thing, as one, and the order in which people read them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Code, Diagnostic, Severity};
use crate::lint::engine::document::first_of;
use crate::lint::rules::patterns;
use robots_exclusion::syntax::Span;

/// A finding, and the lines of the findings that say the same. Made by [`summarize`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingSummary<'d> {
    finding: &'d Diagnostic,
    /// The lines of the other findings, in order.
    also: Vec<u32>,
    /// For each of these lines, the line that its finding is related to, if it is one.
    because: Vec<Option<u32>>,
    without_effect: Vec<u32>,
    message: Cow<'d, str>,
    help: Cow<'d, str>,
}

/// Findings with the same key say the same.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'d> {
    code: Code,
    /// `None` for the codes [`OF_A_FILE`]: all findings of such a code are the same.
    wording: Option<Wording<'d>>,
}

/// Message, help, and the place that the finding is related to, if the finding is about that too.
type Wording<'d> = (&'d str, &'d str, Option<(u32, u32)>);

/// Codes with usually either hundreds of findings in a file or none. They are reported once for the
/// file.
const OF_A_FILE: [Code; 7] = [
    Code::TrailingStar,
    Code::RedundantRule,
    Code::DuplicateRule,
    Code::UnescapedNonAscii,
    Code::LowerCaseEscape,
    Code::NeedlessEscape,
    Code::OtherSpelling,
];

/// What a message says after the part of the file that it cites.
fn after_citation(message: &str) -> &str {
    message.rsplit_once("` ").map_or(message, |(_, rest)| rest)
}

impl<'d> Key<'d> {
    /// `has_few_patterns`: whether patterns that do not begin as paths do are reported one by one.
    fn of(finding: &'d Diagnostic, has_few_patterns: bool) -> Self {
        if finding.code() == Code::NoLeadingSlash && !has_few_patterns {
            return Self {
                code: finding.code(),
                wording: Some((after_citation(finding.message()), "", None)),
            };
        }
        // Related groups with the same message.
        let has_own = finding.code() != Code::AssetsBlocked;
        let related = finding
            .related()
            .first()
            .filter(|_| has_own)
            .map(|related| related.span());
        let related = related.map(|Span { start, end, .. }| (start, end));
        let is_of_file = OF_A_FILE.contains(&finding.code());
        Self {
            code: finding.code(),
            wording: (!is_of_file).then(|| (finding.message(), finding.help(), related)),
        }
    }
}

/// Codes of rules that another rule makes redundant. The single findings need no words of their
/// own.
const WITHOUT_EFFECT: [Code; 2] = [Code::DuplicateRule, Code::RedundantRule];

/// Joins findings that say the same into one, at the place of the first of them; its message is
/// true of each line. What affects a whole file or group comes first (everything is blocked, two
/// groups are read as one, the file is not a robots.txt), then other errors, and so on. Rules that
/// have no effect beside a rule that blocks everything are reported with that rule. Matters of
/// style, other rules without effect, and patterns that do not begin as paths do, if there are many,
/// are reported once for a file.
///
/// # Complexity
///
/// O(n log n) for n findings.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::lint::{LintOptions, summarize};
///
/// let found = LintOptions::new().lint(b"User-agent: *\nDisallow: /a*\nDisallow: /b*\nDisalow: /c\n");
/// let [typo, stars] = &summarize(&found)[..] else { panic!() };
/// assert_eq!(typo.message(), "unknown key `Disalow`; did you mean `Disallow`?");
/// assert_eq!((stars.finding().line(), stars.also()), (2, &[3][..]));
/// assert_eq!(stars.note().as_deref(), Some("the same on line 3"));
/// ```
#[must_use]
pub fn summarize(found: &[Diagnostic]) -> Vec<FindingSummary<'_>> {
    let mut places: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    let mut summaries: Vec<FindingSummary<'_>> = Vec::new();
    let blocking = found
        .iter()
        .filter(|finding| finding.code() == Code::EverythingBlocked);
    let mut without_effect: BTreeMap<u32, Vec<u32>> =
        blocking.map(|finding| (finding.line(), Vec::new())).collect();
    let patterns = found
        .iter()
        .filter(|finding| finding.code() == Code::NoLeadingSlash);
    let has_few_patterns = patterns.count() <= patterns::FEW;
    for finding in found {
        let other = finding.related().first().map(|related| related.line());
        if WITHOUT_EFFECT.contains(&finding.code())
            && let Some(lines) = other.and_then(|other| without_effect.get_mut(&other))
        {
            lines.push(finding.line());
            continue;
        }
        let place = *places
            .entry(Key::of(finding, has_few_patterns))
            .or_insert_with(|| {
                summaries.push(FindingSummary {
                    finding,
                    also: Vec::new(),
                    because: Vec::new(),
                    without_effect: Vec::new(),
                    message: finding.message().into(),
                    help: finding.help().into(),
                });
                summaries.len() - 1
            });
        let first = &mut summaries[place];
        if core::ptr::eq(first.finding, finding) {
            continue;
        }
        let last = first.also.last().copied().unwrap_or(first.finding.line());
        if last != finding.line() {
            first.also.push(finding.line());
            first.because.push(other);
        }
        if *first.message != *finding.message() {
            first.message = finding.code().title().into();
        }
        if first.help != finding.help() && first.help == first.finding.help() {
            first.help = format!("in line {}: {}", first.finding.line(), first.finding.help()).into();
        }
    }
    for summary in &mut summaries {
        if summary.finding.code() == Code::EverythingBlocked {
            let lines = core::iter::once(summary.finding.line()).chain(summary.also.iter().copied());
            let consequences = lines.filter_map(|line| without_effect.remove(&line));
            summary.without_effect = consequences.flatten().collect();
            summary.without_effect.sort_unstable();
        }
    }
    summaries.sort_by_key(|summary| core::cmp::Reverse(summary.weight()));
    summaries
}

/// How many lines are listed by number.
const SHOWN: usize = 12;

/// The lines in words, the first few of them by number; `None` if there are none.
fn listed(lines: &[u32]) -> Option<String> {
    if lines.is_empty() {
        return None;
    }
    let s = if lines.len() == 1 { "" } else { "s" };
    Some(format!("line{s} {}", first_of(lines, lines.len(), SHOWN)))
}

impl<'d> FindingSummary<'d> {
    /// The first of them.
    #[must_use]
    pub fn finding(&self) -> &'d Diagnostic {
        self.finding
    }

    /// The lines of the other findings, counted from 1, in order.
    #[must_use]
    pub fn also(&self) -> &[u32] {
        &self.also
    }

    /// The lines of rules that have no effect because of what was found, in order.
    #[must_use]
    pub fn without_effect(&self) -> &[u32] {
        &self.without_effect
    }

    /// A message that is true of all of these findings.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The help; if it differs between these findings, the help of the first.
    #[must_use]
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The key by which the summaries are sorted, the greatest first: whether the finding affects a
    /// whole file or group, as [`summarize`] says, and then its severity.
    fn weight(&self) -> (bool, Severity) {
        let shuts_out = matches!(
            self.finding.code(),
            Code::EverythingBlocked
                | Code::SearchEngineBlocked
                | Code::FusedGroups
                | Code::NotRobotsTxt
                | Code::Utf16
        );
        (shuts_out, self.finding.severity())
    }

    /// The other lines with the same finding, each beside the line that makes it redundant, which
    /// differs from line to line.
    fn paired(&self) -> Option<String> {
        let mut pairs: Vec<(Option<u32>, Vec<u32>)> = Vec::new();
        let mut places: BTreeMap<Option<u32>, usize> = BTreeMap::new();
        for (line, because) in self.also.iter().zip(&self.because).take(SHOWN) {
            let place = *places.entry(*because).or_insert_with(|| {
                pairs.push((*because, Vec::new()));
                pairs.len() - 1
            });
            pairs[place].1.push(*line);
        }
        let is_repeat = self.finding.code() == Code::DuplicateRule;
        // Shortened phrases come last: they leave out what was said.
        pairs.sort_by_key(|(because, _)| because.is_none());
        let parts = pairs.iter().enumerate().filter_map(|(index, (because, lines))| {
            let Some(because) = because else {
                let have = if lines.len() == 1 { "has" } else { "have" };
                return Some(format!("{} {have} no effect either", listed(lines)?));
            };
            let words = match (lines.len(), index) {
                (1, _) if is_repeat => "repeats",
                _ if is_repeat => "repeat",
                (1, 0) => "is covered by",
                (_, 0) => "are covered by",
                _ => "by",
            };
            Some(match index {
                0 => format!("{} {words} line {because}", listed(lines)?),
                _ => format!("{} {words} {because}", first_of(lines, lines.len(), SHOWN)),
            })
        });
        let mut parts: Vec<String> = parts.collect();
        let more = self.also.len().saturating_sub(SHOWN);
        if more > 0 {
            let lines = if more == 1 { "line" } else { "lines" };
            parts.push(format!("the same on {more} more {lines}"));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Other lines with the same finding, and its consequences, in words.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let same = match WITHOUT_EFFECT.contains(&self.finding.code()) {
            true => self.paired(),
            false => listed(&self.also).map(|lines| format!("the same on {lines}")),
        };
        let consequence = listed(&self.without_effect).map(|lines| {
            let s = if self.without_effect.len() == 1 { "" } else { "s" };
            let have = if self.without_effect.len() == 1 {
                "has"
            } else {
                "have"
            };
            format!("because of it, the rule{s} on {lines} {have} no effect")
        });
        let notes: Vec<String> = same.into_iter().chain(consequence).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}
