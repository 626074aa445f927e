//! The two sides of a question, whose verdicts are compared: two policies, or one policy with and
//! without some of its rules.

use super::policy::Policy;
use super::search::{Mark, Marks};
use super::url_octet::Token;

/// Two sides whose verdicts are compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sides<'p> {
    /// Two policies.
    Two(&'p Policy, &'p Policy),
    /// A policy with and without the rules that are on [trial](Mark::Trial); rules that are
    /// [gone](Mark::Gone) are on neither side.
    Trial(&'p Policy, Marks<'p>),
}

/// One of the two sides. In a trial, the old side is the policy with the rules on trial, and the
/// new side is the policy without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Old,
    New,
}

impl<'p> Sides<'p> {
    pub(super) fn policy(self, side: Side) -> &'p Policy {
        match (self, side) {
            (Self::Two(old, _), Side::Old) => old,
            (Self::Two(_, new), Side::New) => new,
            (Self::Trial(policy, _), _) => policy,
        }
    }

    /// Whether a side lacks a rule of its policy.
    pub(super) fn lacks(self, side: Side, rule: u32) -> bool {
        let Self::Trial(_, marks) = self else {
            return false;
        };
        match marks.of(rule) {
            Mark::None => false,
            Mark::Gone => true,
            Mark::Trial => side == Side::New,
        }
    }

    /// The alternative by which a side decides about a target.
    pub(super) fn decide(self, side: Side, target: &[Token], work: &mut u64) -> usize {
        self.policy(side)
            .decide(target, |rule| self.lacks(side, rule), work)
    }
}
