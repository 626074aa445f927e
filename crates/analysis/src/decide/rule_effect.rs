//! The effects of single rules.
//!
//! A rule is redundant if removing it changes no verdict. Only URLs about which it decides can
//! change, and without it the next rule that matches decides. So a URL proves that a rule is needed
//! if the rule matches it, no higher rule matches it, and the highest of the other rules that match
//! it (or the default) is of the other kind. In `Disallow: /a`, `Allow: /a/b`, `Disallow: /a/b/c`
//! no line is redundant; without the second line, the third is redundant.

use super::budget::Budget;
use super::engine::Engine;
use super::policy::Policy;
use super::search::{Mark, Marks};
use super::sides::{Side, Sides};
use super::witness::{Conclusion, witness};

impl Policy {
    /// Whether a rule never decides.
    ///
    /// A rule decides about a URL if it matches and no rule that precedes it does. A rule that
    /// never decides can be removed without changing anything, even the rule that is cited. The
    /// answer is [`Proved`](Conclusion::Proved) if the rule is unreachable; a witness is a URL
    /// about which it decides.
    ///
    /// # Panics
    ///
    /// If the policy has no rule of this number.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nAllow: /*.js\nDisallow: /*j\nAllow: /a/*j\nDisallow: /a/*j\n");
    /// let policy = Policy::of_unnamed(&robots);
    /// let mut budget = Budget::default();
    /// let Conclusion::Refuted(witness) = policy.is_unreachable(1, &mut budget) else { panic!() };
    /// assert_eq!(witness.url(), "https://example.com/j");
    /// assert!(policy.is_unreachable(3, &mut budget).is_proved()); // As long as the line before it, which allows.
    /// ```
    pub fn is_unreachable(&self, rule: usize, budget: &mut Budget) -> Conclusion<'_> {
        self.assert_rule(rule);
        let mut engine = Engine::with_alphabet(budget, &self.alphabet);
        let mut is_undecided = false;
        for number in self.alternatives_of(rule as u32) {
            match engine.decided_by(self, &self.alternatives[number], Marks::default()) {
                Ok(Some(target)) => {
                    let side = || (self, |_| false);
                    return Conclusion::Refuted(witness(target, side(), side(), |_| true, engine.work()));
                }
                Ok(None) => {}
                Err(_) => is_undecided = true,
            }
        }
        if is_undecided {
            Conclusion::Undecided
        } else {
            Conclusion::Proved
        }
    }

    /// Whether a rule can be removed without changing the verdict on any URL.
    ///
    /// Each answer assumes that all other rules stay: each of two equal rules is redundant while
    /// the other remains. Ask [`Policy::are_redundant`] about rules that are removed together.
    ///
    /// # Panics
    ///
    /// If the policy has no rule of this number.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy};
    ///
    /// let policy = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /a/b*.css\n"));
    /// let mut budget = Budget::default();
    /// assert!(policy.is_redundant(1, &mut budget).is_proved());
    /// let Conclusion::Refuted(witness) = policy.is_redundant(0, &mut budget) else { panic!() };
    /// assert_eq!(witness.to_string(), "https://example.com/a: disallowed by line 2 (`Disallow: /a`), then allowed");
    /// ```
    pub fn is_redundant(&self, rule: usize, budget: &mut Budget) -> Conclusion<'_> {
        self.assert_rule(rule);
        let marks = Marks {
            rules: &[],
            trial: (rule as u32, rule as u32 + 1),
        };
        self.trial(core::iter::once(rule), marks, budget)
    }

    /// Whether some rules can be removed together without changing the verdict on any URL.
    ///
    /// # Panics
    ///
    /// If the policy has no rule of one of these numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Budget, Policy};
    ///
    /// let policy = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a*\n"));
    /// let mut budget = Budget::default();
    /// assert!(policy.is_redundant(0, &mut budget).is_proved());
    /// assert!(policy.is_redundant(1, &mut budget).is_proved());
    /// assert!(!policy.are_redundant(&[0, 1], &mut budget).is_proved());
    /// ```
    pub fn are_redundant(&self, rules: &[usize], budget: &mut Budget) -> Conclusion<'_> {
        let mut marks = vec![Mark::None; self.rules().len()];
        for rule in rules {
            self.assert_rule(*rule);
            marks[*rule] = Mark::Trial;
        }
        let marks = Marks {
            rules: &marks,
            trial: (0, 0),
        };
        self.trial(rules.iter().copied(), marks, budget)
    }

    fn trial(
        &self,
        rules: impl Iterator<Item = usize>,
        marks: Marks<'_>,
        budget: &mut Budget,
    ) -> Conclusion<'_> {
        let mut engine = Engine::with_alphabet(budget, &self.alphabet);
        match engine.trial(self, rules, marks) {
            Ok(None) => Conclusion::Proved,
            Err(_) => Conclusion::Undecided,
            Ok(Some(target)) => {
                let sides = Sides::Trial(self, marks);
                let before = (self, |rule| sides.lacks(Side::Old, rule));
                let after = (self, |rule| sides.lacks(Side::New, rule));
                Conclusion::Refuted(witness(target, before, after, |_| true, engine.work()))
            }
        }
    }

    fn assert_rule(&self, rule: usize) {
        let rules = self.rules().len();
        assert!(
            rule < rules,
            "there are {rules} rules, numbered from 0, and none is number {rule}"
        );
    }
}
