//! Where dialects disagree, decided for all URLs.

use std::collections::BTreeSet;

use robots_exclusion::RobotsTxt;
use robots_exclusion_analysis::decide::{Budget, Division};
use serde::Serialize;

use crate::audience::{Audiences, audiences_of, policy};
use crate::proof_result::ProofResult;

/// Steps that may be spent on each changed rule of a pair: about a tenth of a second. Of 213 real
/// files over 8 KiB, seven have pairs that are not decided.
pub(super) const STEPS_EACH: u64 = 10_000_000;
/// How many examples are looked for where two dialects disagree about a crawler.
const EXAMPLES: usize = 1_000;

/// Two dialects, and the result of comparing them.
#[derive(Serialize)]
pub(super) struct Pair<'d> {
    kind: &'static str,
    pub(super) dialects: [&'d str; 2],
    /// Proved if they agree on every URL, for every crawler. Undecided if no disagreement was
    /// found, which proves nothing.
    pub(super) outcome: ProofResult,
    /// A crawler, and a URL on which they disagree.
    agent: Option<&'d str>,
    crawler: Option<&'d str>,
    url: Option<String>,
    /// Whether every way in which they disagree was found.
    complete: bool,
    /// Of the dialects.
    #[serde(skip)]
    numbers: [usize; 2],
}

/// The results for a file.
pub(super) struct Proof<'d> {
    pub(super) pairs: Vec<Pair<'d>>,
    /// URLs on which dialects disagree, with the number of the audience.
    pub(super) witnesses: Vec<(usize, String)>,
}

/// Compares each pair of dialects, for each crawler.
pub(super) fn compare<'d>(
    dialects: &[(&'d str, RobotsTxt<'_>)],
    audiences: &'d Audiences,
    budget: &mut Budget,
) -> Proof<'d> {
    let numbers = 0..dialects.len();
    let numbers = numbers.flat_map(|first| (first + 1..dialects.len()).map(move |second| [first, second]));
    let pair = |numbers: [usize; 2]| Pair {
        kind: "pair",
        dialects: numbers.map(|number| dialects[number].0),
        outcome: ProofResult::Undecided,
        agent: None,
        crawler: None,
        url: None,
        complete: audiences.skipped == 0,
        numbers,
    };
    let mut pairs: Vec<Pair<'_>> = numbers.map(pair).collect();
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
            pairs.iter_mut().for_each(|pair| pair.complete = false);
            break;
        };
        let division = Division::of(policies, EXAMPLES, budget);
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for pair in &mut pairs {
            let [first, second] = pair.numbers;
            let Some(disagreement) = division.between(first, second) else {
                continue;
            };
            pair.complete &= disagreement.is_complete();
            for url in disagreement.urls() {
                // Each pair gets one at least.
                let is_first = pair.url.is_none();
                if is_first {
                    pair.agent = Some(&readers.agents[0]);
                    pair.crawler = Some(&readers.crawlers[0]);
                    pair.url = Some(url.clone());
                }
                // Not all that is found need be shown.
                if seen.insert(url) && (examples.read(bytes) || is_first) {
                    witnesses.push((number, url.clone()));
                }
            }
        }
    }
    for pair in &mut pairs {
        pair.outcome = match (&pair.url, pair.complete) {
            (Some(_), _) => ProofResult::Refuted,
            (None, true) => ProofResult::Proved,
            (None, false) => ProofResult::Undecided,
        };
    }
    Proof { pairs, witnesses }
}

/// Dialects that agree, in sets: agreement on every URL is transitive.
pub(super) fn agreeing<'d>(dialects: &[(&'d str, RobotsTxt<'_>)], pairs: &[Pair<'_>]) -> Vec<Vec<&'d str>> {
    let mut sets: Vec<Vec<&str>> = Vec::new();
    for (dialect, _) in dialects {
        let agrees = |set: &&mut Vec<&str>| {
            let mut proved = pairs.iter().filter(|pair| pair.outcome == ProofResult::Proved);
            proved.any(|pair| pair.dialects == [set[0], *dialect])
        };
        match sets.iter_mut().find(agrees) {
            Some(set) => set.push(dialect),
            None => sets.push(vec![dialect]),
        }
    }
    sets
}
