//! Where dialects disagree, decided for all URLs.

use std::collections::BTreeSet;

use robots_exclusion::RobotsTxt;
use robots_exclusion::decide::{Budget, Division};

use crate::audience::{Audiences, audiences_of, policy};
use crate::outcome::Outcome;

/// Steps that may be spent on each changed rule of a pair: about a tenth of a second. Of 213 real
/// files over 8 KiB, seven have pairs that are not decided.
const STEPS_EACH: u64 = 10_000_000;
/// How many examples are looked for where two dialects disagree about a crawler.
const EXAMPLES: usize = 1_000;

/// What the whole command may spend.
pub(super) fn budget() -> Budget {
    Budget::default().with_each(STEPS_EACH)
}

/// Two dialects, by number, and what is known about them.
pub(super) struct Pair {
    pub(super) dialects: (usize, usize),
    /// An audience, by number, and a URL on which they disagree.
    pub(super) witness: Option<(usize, String)>,
    /// Whether each way to disagree was found.
    pub(super) is_complete: bool,
}

impl Pair {
    /// Proved if they agree on every URL, for every crawler. Undecided if no disagreement was
    /// found, which proves nothing.
    pub(super) fn outcome(&self) -> Outcome {
        match (&self.witness, self.is_complete) {
            (Some(_), _) => Outcome::Refuted,
            (None, true) => Outcome::Proved,
            (None, false) => Outcome::Undecided,
        }
    }
}

/// What was found about a file.
pub(super) struct Proof {
    pub(super) pairs: Vec<Pair>,
    /// URLs on which dialects disagree, with the number of the audience.
    pub(super) witnesses: Vec<(usize, String)>,
}

/// Compares each pair of dialects, for each crawler.
pub(super) fn compare(
    dialects: &[(&str, RobotsTxt<'_>)],
    audiences: &Audiences,
    budget: &mut Budget,
) -> Proof {
    let numbers = 0..dialects.len();
    let mut pairs: Vec<Pair> = numbers
        .clone()
        .flat_map(|first| (first + 1..dialects.len()).map(move |second| (first, second)))
        .map(|dialects| Pair {
            dialects,
            witness: None,
            is_complete: audiences.skipped == 0,
        })
        .collect();
    // A question that is asked in all dialects may read the file in each. Examples take nothing
    // from proofs.
    let bytes: usize = dialects.iter().map(|(_, robots)| robots.body().len()).sum();
    let mut examples = Budget::default();
    let mut witnesses = Vec::new();
    for (number, readers) in audiences.readers.iter().enumerate() {
        let files = dialects.iter().zip(audiences_of(&readers.askers));
        let policies: Option<Vec<_>> = files
            .map(|((_, robots), audience)| policy(robots, audience, budget))
            .collect();
        let Some(policies) = policies else {
            pairs.iter_mut().for_each(|pair| pair.is_complete = false);
            break;
        };
        let division = Division::of(policies, EXAMPLES, budget);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for pair in &mut pairs {
            let (first, second) = pair.dialects;
            let Some(disagreement) = division.between(first, second) else {
                continue;
            };
            pair.is_complete &= disagreement.is_complete();
            for url in disagreement.urls() {
                // Each pair gets one at least.
                let is_first = pair.witness.is_none();
                pair.witness.get_or_insert_with(|| (number, url.clone()));
                // Not all that is found need be shown.
                if seen.insert(url) && (examples.read(bytes) || is_first) {
                    witnesses.push((number, url.clone()));
                }
            }
        }
    }
    Proof { pairs, witnesses }
}

/// Dialects that agree, in sets: agreement on every URL is transitive.
pub(super) fn agreeing(count: usize, pairs: &[Pair]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for dialect in 0..count {
        let agrees = |other: &usize| {
            pairs
                .iter()
                .any(|pair| pair.dialects == (*other, dialect) && pair.outcome() == Outcome::Proved)
        };
        match sets.iter_mut().find(|set| set.first().is_some_and(agrees)) {
            Some(set) => set.push(dialect),
            None => sets.push(vec![dialect]),
        }
    }
    sets
}
