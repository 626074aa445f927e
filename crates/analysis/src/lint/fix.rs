//! Making corrections.

use super::intent::Intent;
use super::{Code, Correction, Diagnostic, LintOptions};
use crate::decide::Budget;
use robots_exclusion::companions::sort_by_key;
use robots_exclusion::identifiers;

/// Which corrections [`LintOptions::fix`] makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fixes {
    /// Those that are [proved to change no verdict](Correction::changes_no_verdict).
    Proved,
    /// All of them. Most corrections that are not proved make a line say what was probably meant,
    /// and so change verdicts: review the result.
    All,
}

identifiers! {
    Fixes {
        Proved = "proved",
        All = "all",
    }
}

impl Fixes {
    /// The findings whose corrections can be made together, as their places in `found`, ascending:
    /// they do not overlap, and of two that would, one that is proved to change no verdict takes
    /// precedence. `found` is what lint found in one file.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n findings.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, Fixes, LintOptions};
    ///
    /// let found = LintOptions::new().lint(b"User-agent: *\nDisallow: /a*\nDisalow: /c\n");
    /// let codes = |fixes: Fixes| fixes.choose(&found).into_iter().map(|at| found[at].code()).collect::<Vec<_>>();
    /// assert_eq!(codes(Fixes::Proved), [Code::TrailingStar]);
    /// assert_eq!(codes(Fixes::All), [Code::TrailingStar, Code::MisspelledKey]);
    /// ```
    #[must_use]
    pub fn choose(self, found: &[Diagnostic]) -> Vec<usize> {
        let is_proved = |finding: &Diagnostic| {
            let correction = finding.correction();
            correction.is_some_and(Correction::changes_no_verdict)
        };
        let proved = (0..found.len()).filter(|&at| is_proved(&found[at]));
        let others = (0..found.len())
            .filter(|&at| self == Self::All && found[at].correction().is_some() && !is_proved(&found[at]));
        without_overlaps(found, proved.chain(others))
    }
}

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

    /// What was corrected, by rounds. The places of the first round are those of the file as it
    /// was, the places of the others those of the result of the round before.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<Diagnostic>] {
        &self.rounds
    }

    /// What is found in the corrected file, as [`LintOptions::lint`](super::LintOptions::lint)
    /// would find it with what is left of the budget.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Code, Fixes, LintOptions};
    ///
    /// let fixed = LintOptions::new().fix(b"User-agent: *\nDisallow: /a*\nDisalow: /c\n", Fixes::Proved);
    /// assert_eq!(fixed.remaining()[0].code(), Code::MisspelledKey);
    /// ```
    #[must_use]
    pub fn remaining(&self) -> &[Diagnostic] {
        &self.remaining
    }

    /// The corrected file, and what is found in it.
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
    /// use robots_exclusion_analysis::lint::{Fixes, LintOptions};
    ///
    /// let fixed = LintOptions::new().fix(b"User-agent: *\nDisallow: /a*\n", Fixes::Proved);
    /// assert!(fixed.is_complete());
    /// ```
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

/// Correcting one finding may bring up another one, so there are several rounds, usually one or
/// two. Corrections that are not proved may undo one another, so the number of rounds is limited.
const MAX_ROUNDS: usize = 32;

/// The cost of a round besides proofs, in steps of a [`Budget`] for each byte of the file (about
/// 500 nanoseconds). It is counted so that a long file has few rounds.
const ROUND: u64 = 40;

impl LintOptions {
    /// Makes corrections until there is nothing left to correct, or the work allowed is spent.
    ///
    /// With [`Fixes::Proved`] no verdict changes, for the crawlers that the file names, those that
    /// follow `*`, and all well-known ones, on any URL, in the dialect of the options and in those
    /// that are [kept](LintOptions::keep). With [`Fixes::All`] keys come first, then groups, then
    /// the rest; and no crawler that a group names and lets in everywhere is blocked from the whole
    /// site. Findings that are disabled or ignored are not corrected. Where two corrections
    /// overlap, one of them waits for the next round.
    ///
    /// # Complexity
    ///
    /// That of [`LintOptions::lint`](super::LintOptions::lint) for each of at most 32 rounds and
    /// once more for what remains, with one budget for all, of which each takes 40 steps a byte.
    /// With [`Fixes::All`], a quarter of that budget is added for asking whom corrections block.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::lint::{Fixes, LintOptions};
    ///
    /// let body = b"User-agent: a\nDisallow: /a*\nDisallow: /a/b\n\nUser-agent: b\nDisallow: /c\nDisalow: /d\n";
    /// let fixed = LintOptions::new().fix(body, Fixes::Proved);
    /// assert_eq!(fixed.body(), b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\nDisalow: /d\n");
    /// let fixed = LintOptions::new().fix(body, Fixes::All);
    /// assert_eq!(fixed.body(), b"User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /c\nDisallow: /d\n");
    /// ```
    #[must_use]
    pub fn fix(&self, body: &[u8], fixes: Fixes) -> Fixed {
        let mut fixed = Fixed {
            body: body.to_vec(),
            rounds: Vec::new(),
            remaining: Vec::new(),
            is_complete: true,
        };
        let intent = (fixes == Fixes::All).then(|| Intent::read(body, self.kept()));
        // The budget for the proofs of all rounds together. Once it is spent, nothing more is
        // corrected.
        let mut budget = Budget::default();
        // A separate budget for asking whether corrections may be made, so that these questions,
        // which read the whole file, take nothing from the proofs. It is about a quarter of a
        // second; with a second for proofs, and the rounds, the total stays below two seconds.
        let mut asking = Budget::new(Budget::DEFAULT_STEPS / 4);
        loop {
            let mut found = self.lint_within(&fixed.body, &mut budget);
            budget.spend(ROUND * fixed.body.len() as u64);
            let mut chosen = if fixed.rounds.len() < MAX_ROUNDS && budget.remaining() > 0 {
                fixes.choose(&found)
            } else {
                Vec::new()
            };
            if let Some(intent) = &intent {
                let before = intent.let_in(&fixed.body, &mut asking);
                // Whether every crawler that is let in on purpose, and could crawl before, still
                // can after these corrections.
                let mut is_kept = |chosen: &[usize]| {
                    let corrections = chosen.iter().filter_map(|&at| found[at].correction());
                    let after = intent.let_in(&apply(&fixed.body, corrections), &mut asking);
                    let (Some(before), Some(after)) = (&before, after) else {
                        return false;
                    };
                    before.iter().zip(after).all(|(before, after)| after || !before)
                };
                // The corrections of the first stage in which any may be made. A stage in which
                // none may be made is skipped, so it does not block the later ones.
                let mut of_stages = (0..=LAST_STAGE).map(|number| {
                    let is_of_stage = |at: &usize| stage(found[*at].code()) == number;
                    let of_stage: Vec<usize> = chosen.iter().copied().filter(is_of_stage).collect();
                    largest(&of_stage, &mut is_kept, &mut { MAX_TRIES })
                });
                let made = of_stages.find(|of_stage| !of_stage.is_empty());
                chosen = made.unwrap_or_default();
            }
            if chosen.is_empty() {
                fixed.remaining = found;
                fixed.is_complete = budget.remaining() > 0 && asking.remaining() > 0;
                return fixed;
            }
            let corrections = chosen.iter().filter_map(|&at| found[at].correction());
            fixed.body = apply(&fixed.body, corrections);
            let mut at = 0;
            found.retain(|_| {
                at += 1;
                chosen.binary_search(&(at - 1)).is_ok()
            });
            fixed.rounds.push(found);
        }
    }
}

/// The order of corrections with [`Fixes::All`]: first those that make lines what they were meant
/// to be, then those of groups, then the rest. A rule that seems to be redundant may turn out to be
/// needed once a misspelled key or a group is corrected.
fn stage(code: Code) -> u8 {
    match code {
        Code::CarriageReturn
        | Code::ByteOrderMark
        | Code::NulByte
        | Code::MisspelledKey
        | Code::ForgivenKey
        | Code::MissingColon
        | Code::ForgivenColon
        | Code::TwoDirectives
        | Code::UnmatchableName
        | Code::CutName
        | Code::SeveralPaths => 0,
        Code::RuleOutsideGroup | Code::FusedGroups | Code::GroupHidesStar => 1,
        _ => LAST_STAGE,
    }
}

const LAST_STAGE: u8 = 2;

/// How many sets and halves of sets [`largest`] may try. Each is a question that reads the whole
/// file again. To find one bad correction among a hundred takes about seven halvings, and so about
/// fifteen questions; joining the good halves again takes some more, which are not counted.
pub(super) const MAX_TRIES: u32 = 64;

/// As many of the `wanted` corrections as can be found that may be made together. If all may, that
/// takes one question; otherwise each half is tried in the same way, and then both results
/// together. If these may not be made together, the result of the first half is returned. `tries`
/// is how many more sets and halves may be tried; corrections that were not tried are left out.
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

/// Chooses findings whose corrections do not overlap; of two that do, the one that comes first in
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
        // Two insertions at the same place have no order, so only one of them is made. One that was
        // chosen at `span.start` is found as `before`.
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

/// The body with these corrections made. They must not overlap.
pub(super) fn apply<'c>(body: &[u8], corrections: impl Iterator<Item = &'c Correction>) -> Vec<u8> {
    let mut corrections: Vec<&Correction> = corrections.collect();
    sort_by_key(&mut corrections, |correction| correction.span.start);
    let mut after = Vec::with_capacity(body.len());
    let mut from = 0;
    for correction in corrections {
        let range = correction.span.range();
        debug_assert!(from <= range.start);
        after.extend_from_slice(&body[from..range.start]);
        after.extend_from_slice(&correction.text);
        from = range.end;
    }
    after.extend_from_slice(&body[from..]);
    after
}
