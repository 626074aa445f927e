//! Making corrections, and suggestions that a person asked for.

pub(super) mod closing;
pub(super) mod safe_fixes;

use std::collections::BTreeSet;

use super::engine::search_engines::closed_engines;
use super::{Code, Diagnostic, Edit, LintOptions};
use crate::decide::Budget;
use crate::lint::engine::document::Document;
use crate::lint::engine::readings::Readings;
use robots_exclusion::companions::sort_by_key;
use robots_exclusion::companions::within_reach;

/// A corrected file. Made by [`LintOptions::fix`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fixed {
    body: Vec<u8>,
    rounds: Vec<Vec<Diagnostic>>,
    remaining: Vec<Diagnostic>,
    is_complete: bool,
}

impl Fixed {
    /// The corrected file.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The corrected file.
    #[must_use]
    pub fn into_body(self) -> Vec<u8> {
        self.body
    }

    /// The findings that were corrected, by rounds. The places in the first round refer to the
    /// original file, the places in every other round to the result of the round before.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<Diagnostic>] {
        &self.rounds
    }

    /// The findings in the corrected file, as [`LintOptions::lint`](super::LintOptions::lint) would
    /// find them with the rest of the budget.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let fixed = LintOptions::new().fix(b"User-agent: *\nDisallow: /a*\nDisalow: /c\n", &[]);
    /// assert_eq!(fixed.remaining()[0].code(), Code::MisspelledKey);
    /// ```
    #[must_use]
    pub fn remaining(&self) -> &[Diagnostic] {
        &self.remaining
    }

    /// The corrected file, and the findings in it.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Vec<Diagnostic>) {
        (self.body, self.remaining)
    }

    /// Whether the work allowed sufficed for all rounds. If not, another run may correct more,
    /// since it is allowed as much work again, unless this run corrected nothing. The limit on the
    /// number of rounds (see [`LintOptions::fix`]) does not count here.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::LintOptions;
    ///
    /// let fixed = LintOptions::new().fix(b"User-agent: *\nDisallow: /a*\n", &[]);
    /// assert!(fixed.is_complete());
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// One correction may make room for another, so there are several rounds, usually one or two.
/// Suggestions may undo one another, so the number of rounds is limited.
const MAX_ROUNDS: usize = 32;

/// The cost of a round besides proofs, in steps of a [`Budget`] for each byte of the file (about
/// 500 nanoseconds). It is counted so that a long file has few rounds.
const ROUND: u64 = 40;

impl LintOptions {
    /// Makes [corrections](Diagnostic::correction) until there is nothing left to correct, or the
    /// work allowed is spent. Before them, it makes the [suggestions](Diagnostic::suggestions) for
    /// findings of the codes in `also`, where there is exactly one: at most one a line in each
    /// round, so that no two are merged. Suggestions that would close the whole site for a search
    /// engine are left to a person.
    ///
    /// Corrections change no verdict, for the crawlers that the file names, the crawlers that
    /// follow `*`, and all well-known ones, on any URL, in the dialect of the options and in the
    /// dialects that are [kept](LintOptions::keep). Suggestions usually do: review the result.
    /// Findings that are disabled or ignored are not corrected.
    ///
    /// # Complexity
    ///
    /// The complexity of [`LintOptions::lint`](super::LintOptions::lint), for each of at most 32
    /// rounds and once more for the remaining findings. All share one budget, and each round takes
    /// 40 steps a byte.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, LintOptions};
    ///
    /// let body = b"User-agent: a\nDisallow: /a*\nDisallow: /a/b\n\nUser-agent: b\nDisallow: /c\nDisalow: /d\n";
    /// let fixed = LintOptions::new().fix(body, &[]);
    /// assert_eq!(fixed.body(), b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\nDisalow: /d\n");
    /// let fixed = LintOptions::new().fix(body, &[Code::MisspelledKey]);
    /// assert_eq!(fixed.body(), b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\nDisallow: /d\n");
    /// ```
    #[must_use]
    pub fn fix(&self, body: &(impl AsRef<[u8]> + ?Sized), also: &[Code]) -> Fixed {
        let mut fixed = Fixed {
            body: body.as_ref().to_vec(),
            rounds: Vec::new(),
            remaining: Vec::new(),
            is_complete: true,
        };
        // The budget for the proofs of all rounds together. Once it is spent, nothing more is
        // corrected.
        let mut budget = Budget::default();
        loop {
            let mut found = self.lint_within(&fixed.body, &mut budget);
            budget.spend(ROUND * fixed.body.len() as u64);
            let is_last = fixed.rounds.len() == MAX_ROUNDS || budget.remaining() == 0;
            let edit = |finding: &Diagnostic| -> Option<Edit> {
                let asked = finding.suggestions.first();
                let may_be_made = finding.suggestions.len() == 1 && !finding.closes_site;
                let asked = asked.filter(|_| may_be_made && also.contains(&finding.code));
                asked.cloned()
            };
            // The suggestions that a person asked for come first: a rule that seems to be redundant
            // may turn out to be needed once a misspelled key is corrected.
            let edits = self.one_a_line(&fixed.body, found.iter().map(edit));
            let mut edits = self.without_closing(&fixed.body, edits, &mut budget);
            if edits.iter().all(Option::is_none) {
                edits = found.iter().map(|finding| finding.correction.clone()).collect();
            }
            if is_last || edits.iter().all(Option::is_none) {
                fixed.remaining = found;
                fixed.is_complete = budget.remaining() > 0;
                return fixed;
            }
            fixed.body = apply(&fixed.body, edits.iter().flatten());
            let mut is_made = edits.iter().map(Option::is_some);
            found.retain(|_| is_made.next().unwrap_or_default());
            fixed.rounds.push(found);
        }
    }

    /// Leaves out suggestions that close the site for a search engine, though none of them does alone.
    fn without_closing(
        &self,
        body: &[u8],
        mut edits: Vec<Option<Edit>>,
        budget: &mut Budget,
    ) -> Vec<Option<Edit>> {
        let wanted: Vec<usize> = (0..edits.len()).filter(|&at| edits[at].is_some()).collect();
        if wanted.is_empty() {
            return edits;
        }
        let readings = Readings::new(within_reach(body), self.dialect);
        let before = closed_engines(&readings, budget);
        let mut closes_none = |chosen: &[usize]| {
            let after = apply(body, chosen.iter().filter_map(|&at| edits[at].as_ref()));
            budget.read(64 * after.len())
                && closed_engines(&readings.of_body(within_reach(&after)), budget).is_subset(&before)
        };
        let kept = largest(&wanted, &mut closes_none, &mut { MAX_TRIES });
        for at in wanted {
            if kept.binary_search(&at).is_err() {
                edits[at] = None;
            }
        }
        edits
    }

    /// Keeps an edit only if no earlier kept edit changes one of its lines. The edits are in the
    /// order of their places.
    fn one_a_line(&self, body: &[u8], edits: impl Iterator<Item = Option<Edit>>) -> Vec<Option<Edit>> {
        let edits: Vec<Option<Edit>> = edits.collect();
        if edits.iter().all(Option::is_none) {
            return edits;
        }
        let document = Document::read(body, self.file_dialect());
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        let is_first = |edit: &Edit| {
            let first = document.lines_until(edit.span.start);
            let last = document.lines_until(edit.span.end.max(edit.span.start + 1) - 1);
            let is_free = taken.range(first..=last).next().is_none();
            if is_free {
                taken.extend(first..=last);
            }
            is_free
        };
        let mut is_first = is_first;
        edits.into_iter().map(|edit| edit.filter(&mut is_first)).collect()
    }
}

/// How many sets and halves of sets [`largest`] may try. Each is a question that reads the whole
/// file again. To find one bad correction among a hundred takes about seven halvings, and so about
/// fifteen questions; joining the good halves again takes some more, which are not counted.
pub(super) const MAX_TRIES: u32 = 64;

/// Finds as many of the `wanted` corrections as possible that may be made together. If all may,
/// that takes one question; otherwise each half is tried in the same way, and then both results
/// together. If both results may not be made together, the result of the first half is returned.
/// `tries` is how many more sets and halves may be tried; corrections that were not tried are left
/// out.
pub(super) fn largest(
    wanted: &[usize],
    may_be_made: &mut impl FnMut(&[usize]) -> bool,
    tries: &mut u32,
) -> Vec<usize> {
    let Some(remaining) = tries.checked_sub(1) else {
        return Vec::new();
    };
    *tries = remaining;
    if wanted.is_empty() || may_be_made(wanted) {
        return wanted.to_vec();
    }
    let (first, second) = wanted.split_at(wanted.len() / 2);
    if first.is_empty() {
        return Vec::new();
    }
    let mut chosen = largest(first, may_be_made, tries);
    let others = largest(second, may_be_made, tries);
    let both = [&chosen[..], &others].concat();
    if chosen.is_empty() || others.is_empty() || may_be_made(&both) {
        chosen = both;
    }
    chosen
}

/// Chooses findings whose corrections do not overlap; if two do, the one that comes first in
/// `wanted`. Returns their places in `found`, ascending.
pub(super) fn without_overlaps(found: &[Diagnostic], wanted: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut chosen: std::collections::BTreeMap<(u32, u32), usize> = std::collections::BTreeMap::new();
    for at in wanted {
        let Some(correction) = found[at].correction() else {
            continue;
        };
        let span = correction.span();
        let before = chosen.range(..=(span.start, u32::MAX)).next_back();
        let after = chosen.range((span.start, 0)..).next();
        // Two insertions at the same place have no order, so only one of them is made. If one was
        // chosen at `span.start` already, it is found as `before`.
        let is_free = before.is_none_or(|(&(start, end), _)| end <= span.start && start < span.start)
            && after.is_none_or(|(&(start, _), _)| span.end <= start);
        if is_free {
            chosen.insert((span.start, span.end), at);
        }
    }
    let mut chosen: Vec<usize> = chosen.into_values().collect();
    chosen.sort_unstable();
    chosen
}

/// The body with these edits made. They must not overlap.
pub(super) fn apply<'e>(body: &[u8], edits: impl Iterator<Item = &'e Edit>) -> Vec<u8> {
    let mut edits: Vec<&Edit> = edits.collect();
    sort_by_key(&mut edits, |edit| edit.span.start);
    let mut after = Vec::with_capacity(body.len());
    let mut from = 0;
    for edit in edits {
        let range = edit.span.range();
        debug_assert!(from <= range.start);
        after.extend_from_slice(&body[from..range.start]);
        after.extend_from_slice(&edit.text);
        from = range.end;
    }
    after.extend_from_slice(&body[from..]);
    after
}
