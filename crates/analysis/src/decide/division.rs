//! Dividing several policies by their verdicts.
//!
//! Agreement on every URL is an equivalence relation, so policies fall into sets whose members all
//! agree. Each policy is only compared with one member of each set that is known so far, its
//! *leader*. With hundreds of crawlers and a handful of different sets, that takes a few
//! comparisons for each crawler instead of hundreds.

use std::collections::BTreeMap;

use super::budget::Budget;
use super::comparison::{Difference, differences, equivalent};
use super::policy::Policy;
use super::universe::Universe;

/// A division of policies by their verdicts: sets of policies that agree on every URL, and URLs on
/// which different sets disagree.
///
/// Made for one crawler and one file under several dialects, most of which usually read the file
/// alike. Agreement on every URL is transitive, so each policy is compared only with one policy of
/// each set that agrees, and the result of comparing two policies holds for all policies in their
/// sets. That leaves far fewer questions than there are pairs, and only one policy of each set is
/// kept in memory.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Budget, Division, Policy};
/// use robots_exclusion::{Dialect, RobotsTxt};
///
/// let body = b"User-agent: *\nAllow: /ab\nDisallow: /a\n";
/// let dialects = [Dialect::RFC_9309, Dialect::GOOGLE, Dialect::ORIGINAL_1994];
/// let policies = dialects.map(|dialect| Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(body)));
///
/// let division = Division::of(policies, 10, &mut Budget::default());
/// // The dialect of 1994 has no Allow.
/// assert_eq!(division.agree(0, 1), Some(true));
/// assert_eq!(division.agree(1, 2), Some(false));
/// assert_eq!(division.between(1, 2).unwrap().urls(), ["https://example.com/ab"]);
/// ```
#[derive(Clone, Debug)]
pub struct Division {
    /// For each policy, the first policy that it agrees with.
    leaders: Vec<usize>,
    /// How any two leaders disagree; the key has the lower number first. Also has pairs with
    /// policies that are not leaders, if they were compared before it was found that they agree
    /// with another leader.
    between: BTreeMap<(usize, usize), Disagreement>,
}

/// The URLs on which two policies of a [`Division`] disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    urls: Vec<String>,
    is_complete: bool,
}

impl Disagreement {
    /// URLs on which the two disagree: one for each pair of rules, one from each policy, that
    /// decide differently. If a policy agrees with an earlier policy, the rules of the earlier
    /// policy are used instead. Empty if no URL was found before the budget was spent.
    #[must_use]
    pub fn urls(&self) -> &[String] {
        &self.urls
    }

    /// Whether the URLs show every pair of rules that decide differently.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl Division {
    /// Compares policies, which are numbered from 0, on [URLs in normal
    /// form](Universe::Normalized). At most `max` URLs, but at least one, are looked for between
    /// two policies.
    ///
    /// # Complexity
    ///
    /// Reading the policies is linear in their rules for each set of policies that agree; the rest
    /// is bounded by the budget.
    #[must_use]
    pub fn of(policies: impl IntoIterator<Item = Policy>, max: usize, budget: &mut Budget) -> Self {
        let max = max.max(1);
        let mut leading: Vec<(usize, Policy)> = Vec::new();
        let mut division = Self {
            leaders: Vec::new(),
            between: BTreeMap::new(),
        };
        for (number, policy) in policies.into_iter().enumerate() {
            // Two policies that agree with a third one agree with each other only if all three are
            // compared on the same URLs, so all get one universe.
            let policy = policy.in_universe(Universe::Normalized);
            // With no steps to spend, only policies with the same rules in the same order of
            // precedence are proved to agree.
            let same = budget.with_nothing(|nothing| {
                let is_same =
                    |(_, leader): &&(usize, Policy)| equivalent(leader, &policy, nothing).is_proved();
                leading.iter().find(is_same)
            });
            let mut leader = same.map(|(leader, _)| *leader);
            if leader.is_none() {
                leader =
                    leading
                        .iter()
                        .map(|(other, leader)| (*other, leader))
                        .find_map(|(other, leader)| {
                            let disagreement = disagreement(leader, &policy, max, budget);
                            let agrees = disagreement.is_complete && disagreement.urls.is_empty();
                            division.between.insert((other, number), disagreement);
                            agrees.then_some(other)
                        });
            }
            division.leaders.push(leader.unwrap_or(number));
            if leader.is_none() {
                leading.push((number, policy));
            }
        }
        division
    }

    /// Whether two policies, by their numbers, agree on every URL: `Some(true)` if that is proved,
    /// `Some(false)` if there is a URL on which they disagree, `None` if the budget was spent
    /// before either was known.
    ///
    /// # Panics
    ///
    /// If there are no policies with these numbers.
    #[must_use]
    pub fn agree(&self, first: usize, second: usize) -> Option<bool> {
        match self.between(first, second) {
            None => Some(true),
            Some(disagreement) => (!disagreement.urls.is_empty()).then_some(false),
        }
    }

    /// Where two policies, by their numbers, disagree. `None` if they are proved to agree.
    ///
    /// # Panics
    ///
    /// If there are no policies with these numbers.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Option<&Disagreement> {
        let (first, second) = (self.leaders[first], self.leaders[second]);
        let pair = (first.min(second), first.max(second));
        (first != second).then(|| &self.between[&pair])
    }
}

fn disagreement(first: &Policy, second: &Policy, max: usize, budget: &mut Budget) -> Disagreement {
    let mut found = differences(first, second, budget);
    let url = |difference: Difference<'_>| difference.witness().url().to_owned();
    let urls: Vec<String> = found.by_ref().take(max).map(url).collect();
    // If the maximum was found, there may be more.
    let is_complete = urls.len() < max && found.is_complete();
    Disagreement { urls, is_complete }
}
