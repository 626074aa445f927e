//! How much work questions may cost.

use super::alphabet::Ambiguities;
use super::search::Search;

/// How much work the questions of this module may cost, and the memory that they reuse.
///
/// Work is counted in steps. A step is, for example, to advance one pattern by one octet, or to
/// compare two positions. The count, unlike time, is the same on every machine. A question that
/// would exceed the budget is [`Undecided`](super::Conclusion::Undecided). Two limits apply: one
/// for each question to one policy or pair, so that a hard question leaves steps for others, and
/// one for all questions with the same budget.
///
/// A step takes 5 to 30 nanoseconds, and a search keeps about a byte for each of its steps, so the
/// default limits all questions about hostile files to 2 seconds and 100 MB. No question about any
/// of 4,230 real files comes near this limit.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy, equivalent};
///
/// let policy = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /*a*b\nAllow: /*b*a\n"));
/// let other = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nAllow: /*b*a\nDisallow: /*a*b*\n"));
/// assert_eq!(equivalent(&policy, &other, &mut Budget::new(10)), Conclusion::Undecided);
/// let mut budget = Budget::default();
/// assert!(matches!(equivalent(&policy, &other, &mut budget), Conclusion::Refuted(_)));
/// assert!(budget.spent() > 10);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    steps: u64,
    spent: u64,
    each: u64,
    pub(super) search: Search,
    pub(super) ambiguities: Ambiguities,
}

impl Budget {
    /// Steps of the default budget, for all questions together.
    pub const DEFAULT_STEPS: u64 = 60_000_000;
    /// Steps of the default budget for each question.
    pub const DEFAULT_STEPS_EACH: u64 = 30_000_000;

    /// A budget of this many steps for all questions together. A single question may use them all.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        Self {
            steps,
            spent: 0,
            each: steps,
            search: Search::default(),
            ambiguities: Ambiguities::default(),
        }
    }

    /// The same budget with a limit on the steps of each question.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy};
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /*a*b\nDisallow: /*a*c\n");
    /// let policy = Policy::of(&robots, "FooBot");
    /// // Too little for any question, however much is left for all.
    /// let mut budget = Budget::new(1_000_000).with_each(1);
    /// assert!(matches!(policy.is_redundant(0, &mut budget), Conclusion::Undecided));
    /// assert_eq!(budget.remaining() + budget.spent(), 1_000_000);
    /// ```
    #[must_use]
    pub fn with_each(mut self, steps: u64) -> Self {
        self.each = steps;
        self
    }

    /// Calls `ask` with this budget, and meanwhile limits each question to this many steps.
    pub(crate) fn with_at_most_each<R>(&mut self, steps: u64, ask: impl FnOnce(&mut Self) -> R) -> R {
        let each = self.each;
        self.each = each.min(steps);
        let answer = ask(self);
        self.each = each;
        answer
    }

    /// Steps spent so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Steps that remain for all further questions.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        self.steps - self.spent
    }

    /// The number of steps that one question may take.
    pub(super) fn allowance(&self) -> u64 {
        self.remaining().min(self.each)
    }

    /// Counts bytes that are read, such as the lines of a group: 16 bytes as a step. If the budget
    /// is spent, the result is `false`, and the bytes must not be read.
    pub fn read(&mut self, bytes: usize) -> bool {
        self.spend(1 + bytes as u64 / 16);
        self.remaining() > 0
    }

    /// Counts bytes that are kept until they are printed: four steps each, so that the default
    /// budget allows 15 MB. If fewer steps remain, nothing is counted, the result is `false`, and
    /// the bytes must not be kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::Budget;
    ///
    /// let mut budget = Budget::default();
    /// assert!(budget.keep(10_000_000));
    /// assert!(!budget.keep(10_000_000));
    /// assert!(budget.keep(1_000_000));
    /// assert!(!budget.keep(usize::MAX));
    /// ```
    pub fn keep(&mut self, bytes: usize) -> bool {
        let steps = (bytes as u64).saturating_mul(4);
        let is_allowed = steps <= self.remaining();
        if is_allowed {
            self.spend(steps);
        }
        is_allowed
    }

    /// Calls `ask` with no steps to spend, so that it only finds answers that need no search.
    pub(super) fn with_nothing<R>(&mut self, ask: impl FnOnce(&mut Self) -> R) -> R {
        let steps = core::mem::replace(&mut self.steps, self.spent);
        let answer = ask(self);
        self.steps = steps;
        answer
    }

    pub(crate) fn spend(&mut self, steps: u64) {
        self.spent = self.steps.min(self.spent.saturating_add(steps));
    }
}

impl Default for Budget {
    /// [`Budget::DEFAULT_STEPS`] in total, and [`Budget::DEFAULT_STEPS_EACH`] for each question.
    fn default() -> Self {
        Self::new(Self::DEFAULT_STEPS).with_each(Self::DEFAULT_STEPS_EACH)
    }
}
