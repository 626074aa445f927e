//! Removing all lines without an effect.
//!
//! Lines are removed one by one, each only if the rules that are left are equivalent with and
//! without it. So the result is equivalent to the original file, however many lines are removed.
//! The order decides which lines can go: of `Disallow: /a` and `Disallow: /a*` either can be
//! removed, but not both. Long patterns are tried first, because a short pattern often makes
//! several long patterns redundant. After a rule is removed, only rules of the other kind can
//! become redundant, namely rules that were needed to overrule the removed rule. So only lines that
//! hold rules of the other kind are tried again.

use std::collections::{BTreeMap, BTreeSet};

use super::budget::Budget;
use super::engine::{Engine, OutOfBudget};
use super::policy::Policy;
use super::search::{Mark, Marks};
use super::sides::{Side, Sides};

/// Why a line can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Because {
    /// No URL matches the line.
    MatchesNothing,
    /// The line never decides: every URL that it matches is matched by rules that precede it.
    NeverDecides,
    /// If the line is removed, its URLs get the same verdict from another rule, or by default.
    SameVerdict {
        /// The line of a rule that decides in its place about one of these URLs. `None` if no rule
        /// does, so the URL is allowed anyway.
        by: Option<u32>,
    },
}

/// A line that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Removal {
    line: u32,
    because: Because,
}

impl Removal {
    /// The line's number, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Why it can be removed. Assumes that the lines before it in the list are already removed.
    #[must_use]
    pub fn because(&self) -> Because {
        self.because
    }
}

/// Lines that can be removed together. Made by [`minimize`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Minimization {
    removals: Vec<Removal>,
    undecided: Vec<u32>,
}

impl Minimization {
    /// The lines that can be removed together, in the order in which this was proved.
    #[must_use]
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// The lines for which the budget was spent before it was known whether they can be removed.
    /// They are kept.
    #[must_use]
    pub fn undecided(&self) -> &[u32] {
        &self.undecided
    }
}

/// Finds lines that can be removed together without changing the verdict of any of these policies
/// on any URL.
///
/// The policies come from one file: for several crawlers, since groups may be shared, or in several
/// dialects. The search is greedy, the longest patterns first, and among equally long patterns the
/// last line first. Each step is proved for all policies, given the steps before it, so that in the
/// end no remaining line is redundant, unless it is [undecided](Minimization::undecided). A line
/// that holds several paths is removed with all of them or not at all.
///
/// Groups stay as they are. An editor that removes the lines from the file should parse the result
/// and check it with [`equivalent`](super::equivalent): a group that loses all its rules may be
/// joined to the next one.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::decide::{Because, Budget, Policy, minimize};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a/b/c\nDisallow: /a\nAllow: /c\nDisallow: /a/*.gif$\n");
/// let minimized = minimize(&[Policy::of_unnamed(&robots)], &mut Budget::default());
/// let removals: Vec<_> = minimized.removals().iter().map(|removal| (removal.line(), removal.because())).collect();
/// assert_eq!(removals, [
///     (5, Because::SameVerdict { by: Some(3) }),
///     (2, Because::SameVerdict { by: Some(3) }),
///     (4, Because::SameVerdict { by: None }),
/// ]);
/// ```
#[must_use]
pub fn minimize(policies: &[Policy], budget: &mut Budget) -> Minimization {
    let mut marks: Vec<Vec<Mark>> = policies
        .iter()
        .map(|policy| vec![Mark::None; policy.rules().len()])
        .collect();
    let mut minimization = Minimization::default();
    let holders = holders(policies);
    let mut lines = lines(policies);
    // Copies of an earlier line are found without a search.
    let copies = copies(policies, &holders);
    lines.retain(|line| !copies.contains(line));
    for &line in &copies {
        let because = Because::NeverDecides;
        minimization.removals.push(Removal { line, because });
        for &holder in &holders[&line] {
            marks[holder][policies[holder].rules_of_line(line)].fill(Mark::Gone);
        }
    }
    while !lines.is_empty() {
        minimization.undecided.retain(|line| !lines.contains(line));
        // By kind: Disallow, Allow.
        let mut removed = [false; 2];
        lines.retain(
            |&line| match is_redundant(policies, &marks, &holders[&line], line, budget) {
                Ok(true) => {
                    let because = because(policies, &marks, &holders[&line], line, budget);
                    minimization.removals.push(Removal { line, because });
                    for &holder in &holders[&line] {
                        let (policy, marks) = (&policies[holder], &mut marks[holder]);
                        let rules = policy.rules_of_line(line);
                        rules
                            .clone()
                            .for_each(|rule| removed[usize::from(policy.rule_allows(rule))] = true);
                        marks[rules].fill(Mark::Gone);
                    }
                    false
                }
                Ok(false) => true,
                Err(OutOfBudget) => {
                    minimization.undecided.push(line);
                    true
                }
            },
        );
        // A rule that was needed to overrule another rule may no longer be needed once the other
        // rule is removed.
        lines.retain(|&line| {
            let overrules = |policy: &Policy| {
                let mut rules = policy.rules_of_line(line);
                rules.any(|rule| removed[usize::from(!policy.rule_allows(rule))])
            };
            holders[&line].iter().any(|holder| overrules(&policies[*holder]))
        });
    }
    minimization
}

/// All lines that hold rules, the longest patterns first, and among equally long patterns the last
/// line first.
fn lines(policies: &[Policy]) -> Vec<u32> {
    let mut lengths: BTreeMap<u32, usize> = BTreeMap::new();
    for rule in policies.iter().flat_map(Policy::rules) {
        let length = lengths.entry(rule.line()).or_default();
        *length = rule.pattern().len().max(*length);
    }
    let mut lines: Vec<(usize, u32)> = lengths.into_iter().map(|(line, length)| (length, line)).collect();
    lines.sort_unstable();
    lines.into_iter().rev().map(|(_, line)| line).collect()
}

/// The lines that repeat an earlier line in every policy that has them.
fn copies(policies: &[Policy], holders: &BTreeMap<u32, Vec<usize>>) -> BTreeSet<u32> {
    let rules = |line: u32, holder: &usize| policies[*holder].rules_of_line(line);
    let mut firsts = BTreeMap::new();
    let mut copies = BTreeSet::new();
    for (&line, holders) in holders {
        let said_by = |holder| rules(line, holder).map(|rule| policies[*holder].said_by(rule));
        let said: Vec<_> = holders.iter().flat_map(said_by).collect();
        let first = *firsts.entry((holders, said)).or_insert(line);
        // A copy never decides if its rules come after the rules of the first such line in every
        // policy that has them. In policies of one file this holds; otherwise the line does not
        // count as a copy.
        let is_later = |holder: &usize| rules(first, holder).end <= rules(line, holder).start;
        if first != line && holders.iter().all(is_later) {
            copies.insert(line);
        }
    }
    copies
}

/// For each line, the numbers of the policies that have rules of this line. Thousands of policies
/// may each have their own lines, so checking all policies for each line would take too long.
fn holders(policies: &[Policy]) -> BTreeMap<u32, Vec<usize>> {
    let mut holders: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (number, policy) in policies.iter().enumerate() {
        for rule in policy.rules() {
            let holders = holders.entry(rule.line()).or_default();
            if holders.last() != Some(&number) {
                holders.push(number);
            }
        }
    }
    holders
}

/// The rules of a line, and the marks for a question that also leaves out these rules.
fn trial<'m>(policy: &Policy, gone: &'m [Mark], line: u32) -> (core::ops::Range<usize>, Marks<'m>) {
    let rules = policy.rules_of_line(line);
    let trial = (rules.start as u32, rules.end as u32);
    (rules, Marks { rules: gone, trial })
}

/// Whether a line is redundant in all policies that have it.
fn is_redundant(
    policies: &[Policy],
    marks: &[Vec<Mark>],
    holders: &[usize],
    line: u32,
    budget: &mut Budget,
) -> Result<bool, OutOfBudget> {
    for (policy, gone) in holders.iter().map(|holder| (&policies[*holder], &marks[*holder])) {
        let (rules, marks) = trial(policy, gone, line);
        let mut engine = Engine::with_alphabet(budget, &policy.alphabet);
        if engine.trial(policy, rules, marks)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Why a redundant line is redundant, in the first policy in which it decides.
fn because(
    policies: &[Policy],
    marks: &[Vec<Mark>],
    holders: &[usize],
    line: u32,
    budget: &mut Budget,
) -> Because {
    let mut because = Because::MatchesNothing;
    for (policy, gone) in holders.iter().map(|holder| (&policies[*holder], &marks[*holder])) {
        let (rules, marks) = trial(policy, gone, line);
        let sides = Sides::Trial(policy, marks);
        let mut engine = Engine::with_alphabet(budget, &policy.alphabet);
        for number in rules.flat_map(|rule| policy.alternatives_of(rule as u32)) {
            because = Because::NeverDecides;
            let found = engine.decided_by(policy, &policy.alternatives[number], marks);
            if let Ok(Some(target)) = found {
                let substitute = sides.decide(Side::New, &target, engine.work());
                let rule = policy.rule(policy.alternatives[substitute].rule as usize);
                return Because::SameVerdict {
                    by: rule.map(|rule| rule.line()),
                };
            }
        }
    }
    because
}
