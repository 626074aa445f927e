//! Whether two policies are equivalent, and where they differ.
//!
//! They disagree about a URL if an Allow decides on one side and a Disallow on the other. At least
//! one of these two alternatives is [changed](super::changed): two alternatives that are on both
//! sides in the same order never disagree. So each changed alternative is fixed in turn, and
//! alternatives that may [clash](Engine::clashes) with it are looked for on the other side. If both
//! alternatives of a pair are changed, the pair is only examined when the one on the old side is
//! fixed.

use core::fmt;
use std::collections::BTreeSet;
use std::collections::VecDeque;

use super::budget::Budget;
use super::changed::{AlternativeChange, Changed};
use super::engine::{Engine, Precision};
use super::policy::{Alternative, NO_RULE, Policy};
use super::sides::{Side, Sides};
use super::url_octet::Token;
use super::witness::{Conclusion, Witness, witness};

/// An alternative that is changed, and the side that it is on.
type Task = (Side, usize);

/// The changed alternatives of both sides.
fn tasks(changed: &Changed) -> Vec<Task> {
    let of = |side: Side, changes: &[AlternativeChange]| -> Vec<Task> {
        let numbers = (0..changes.len()).filter(|number| changes[*number] == AlternativeChange::Changed);
        numbers.map(|number| (side, number)).collect()
    };
    [of(Side::Old, &changed.old), of(Side::New, &changed.new)].concat()
}

/// Whether an alternative of the other side may clash with the fixed alternative of a task. Pairs
/// of two changed alternatives belong to the tasks of the old side.
fn is_wanted(
    changed: &Changed,
    side: Side,
    fixed: &Alternative,
    number: u32,
    alternative: &Alternative,
) -> bool {
    let change = match side {
        Side::Old => changed.new[number as usize],
        Side::New => changed.old[number as usize],
    };
    match change {
        AlternativeChange::Copy => false,
        AlternativeChange::Changed => side == Side::Old,
        // A common alternative is also on the side of the fixed one. If it precedes the fixed
        // alternative there, the fixed one does not decide about any URL that both match.
        AlternativeChange::Common => !(alternative.rule != NO_RULE && changed.precedes(alternative, fixed)),
    }
}

fn two_sided<'p>(old: &'p Policy, new: &'p Policy, target: Vec<Token>, work: &mut u64) -> Witness<'p> {
    witness(target, (old, |_| false), (new, |_| false), |_| true, work)
}

/// Whether two policies give the same verdict on every URL.
///
/// The policies may be of different dialects. Their rules may differ, and different rules may
/// decide; only whether a URL is allowed counts.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy, equivalent};
/// use robots_exclusion::{Dialect, RobotsTxt};
///
/// let body = b"User-agent: *\nAllow: /ab\nDisallow: /a*z\n";
/// let longest = Policy::of_unnamed(&RobotsTxt::parse(body));
/// let baidu = Policy::of_unnamed(&RobotsTxt::options().dialect(Dialect::BAIDU).parse(body));
/// let Conclusion::Refuted(witness) = equivalent(&longest, &baidu, &mut Budget::default()) else { panic!() };
/// assert_eq!(witness.url(), "https://example.com/abz");
///
/// let other = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /a*z\nAllow: /ab\nAllow: /abc\nDisallow: /abc*z\nDisallow: /ab*z"));
/// assert!(equivalent(&longest, &other, &mut Budget::default()).is_proved());
/// ```
pub fn equivalent<'p>(old: &'p Policy, new: &'p Policy, budget: &mut Budget) -> Conclusion<'p> {
    let sides = Sides::Two(old, new);
    let mut engine = Engine::between(budget, old, new);
    let changed = Changed::new(old, new, engine.ambiguous_bytes());
    let mut is_undecided = false;
    for (side, fixed) in tasks(&changed) {
        let fixed_alternative = &sides.policy(side).alternatives[fixed];
        let mut found = None;
        let result = engine.clashes(
            sides,
            side,
            fixed,
            Precision::Verdict,
            |number, alternative| is_wanted(&changed, side, fixed_alternative, number, alternative),
            |target, _, _| {
                found = Some(target);
                false
            },
        );
        if let Some(target) = found {
            return Conclusion::Refuted(two_sided(old, new, target, engine.work()));
        }
        is_undecided |= result.is_err();
    }
    if is_undecided {
        Conclusion::Undecided
    } else {
        Conclusion::Proved
    }
}

/// How two policies disagree on some URLs: which rule decides in one, and which in the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Difference<'p> {
    before: Option<usize>,
    after: Option<usize>,
    witness: Witness<'p>,
}

impl<'p> Difference<'p> {
    /// The number of the rule of the first policy that decides about these URLs. `None` if no rule
    /// does, so they are allowed.
    #[must_use]
    pub fn before(&self) -> Option<usize> {
        self.before
    }

    /// The number of the rule of the second policy that decides about these URLs. `None` if no rule
    /// does, so they are allowed.
    #[must_use]
    pub fn after(&self) -> Option<usize> {
        self.after
    }

    /// One of these URLs, and not more than that: if it lies outside a directory, others may lie in
    /// it. For a directory, compare [`Policy::access`] before and after.
    #[must_use]
    pub fn witness(&self) -> &Witness<'p> {
        &self.witness
    }

    /// Whether the second policy allows these URLs and the first does not; otherwise it is the
    /// other way round.
    #[must_use]
    pub fn opens(&self) -> bool {
        self.witness.after().is_allowed()
    }
}

/// Every way in which two policies disagree: each pair of a rule of the first and a rule of the
/// second that decide differently about one URL, with such a URL.
///
/// None are left out unless the budget is spent: see [`Differences::is_complete`]. If there are no
/// differences and the answer is complete, the policies are [`equivalent`]; to find out only this,
/// `equivalent` is cheaper.
///
/// A [witness](Difference::witness) is one URL of many, so that none of them need lie in a directory
/// in which URLs change: to compare a directory, ask [`Policy::access`] of both.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::decide::{Budget, Policy, differences};
///
/// let old = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /js\nAllow: /*.css\n"));
/// let new = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /js/\nDisallow: /tmp\n"));
/// let mut budget = Budget::default();
/// let mut differences = differences(&old, &new, &mut budget);
/// let mut lines: Vec<String> = differences.by_ref().map(|difference| difference.witness().to_string()).collect();
/// assert!(differences.is_complete());
/// lines.sort();
/// assert_eq!(lines, [
///     "https://example.com/js/x.css: allowed by line 3 (`Allow: /*.css`), then disallowed by line 2 (`Disallow: /js/`)",
///     "https://example.com/js: disallowed by line 2 (`Disallow: /js`), then allowed",
///     "https://example.com/tmp.css: allowed by line 3 (`Allow: /*.css`), then disallowed by line 3 (`Disallow: /tmp`)",
///     "https://example.com/tmp: allowed, then disallowed by line 3 (`Disallow: /tmp`)",
/// ]);
/// ```
pub fn differences<'p, 'b>(old: &'p Policy, new: &'p Policy, budget: &'b mut Budget) -> Differences<'p, 'b> {
    let engine = Engine::between(budget, old, new);
    let changed = Changed::new(old, new, engine.ambiguous_bytes());
    let mut tasks = tasks(&changed);
    // Tasks are taken from the end.
    tasks.reverse();
    Differences {
        old,
        new,
        engine,
        changed,
        tasks,
        found: VecDeque::new(),
        seen: BTreeSet::new(),
        undecided: 0,
    }
}

/// The ways in which two policies disagree. Made by [`differences`].
pub struct Differences<'p, 'b> {
    old: &'p Policy,
    new: &'p Policy,
    engine: Engine<'b>,
    changed: Changed,
    tasks: Vec<Task>,
    found: VecDeque<(Vec<Token>, u32, u32)>,
    /// The pairs of rules that were found.
    seen: BTreeSet<(u32, u32)>,
    undecided: usize,
}

impl fmt::Debug for Differences<'_, '_> {
    /// How far the iterator is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Differences")
            .field("found", &self.seen.len())
            .field("changed_rules_left", &self.tasks.len())
            .field("undecided", &self.undecided)
            .finish_non_exhaustive()
    }
}

impl Differences<'_, '_> {
    /// Whether no pair of rules was left undecided so far. Call this after the iterator has ended;
    /// if it is false then, treat the policies as different.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.undecided == 0
    }

    /// The number of changed rules for which the budget was spent before all their differences were
    /// known.
    #[must_use]
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    fn run(&mut self, (side, fixed): Task) {
        let Self {
            old,
            new,
            engine,
            changed,
            found,
            seen,
            undecided,
            ..
        } = self;
        let sides = Sides::Two(old, new);
        let fixed_alternative = &sides.policy(side).alternatives[fixed];
        let result = engine.clashes(
            sides,
            side,
            fixed,
            Precision::Rule,
            |number, alternative| is_wanted(changed, side, fixed_alternative, number, alternative),
            |target, before, after| {
                let rules = (old.alternatives[before].rule, new.alternatives[after].rule);
                if seen.insert(rules) {
                    found.push_back((target, rules.0, rules.1));
                }
                true
            },
        );
        engine.end_question();
        *undecided += usize::from(result.is_err());
    }
}

impl<'p> Iterator for Differences<'p, '_> {
    type Item = Difference<'p>;

    fn next(&mut self) -> Option<Difference<'p>> {
        loop {
            if let Some((target, before, after)) = self.found.pop_front() {
                let rule = |number: u32| (number != NO_RULE).then_some(number as usize);
                return Some(Difference {
                    before: rule(before),
                    after: rule(after),
                    witness: two_sided(self.old, self.new, target, self.engine.work()),
                });
            }
            let task = self.tasks.pop()?;
            self.run(task);
        }
    }
}
