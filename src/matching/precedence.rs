//! Which of the rules that match a target decides: the one order of rules.
//!
//! 1. `/robots.txt` itself is allowed, where the dialect says so
//!    ([`robots_txt_itself`](super::robots_txt_itself)). No rule is consulted.
//! 2. Of the rules that match, the one of the greatest [`Precedence`] decides, and of equal ones
//!    the first in the file. Several paths on a line decide alike; the longest of those that match
//!    is cited, and of equal ones the first ([`in_file`]).
//! 3. If none matches, the target is allowed.

use core::cmp::Reverse;

use crate::dialect::RuleChoice;
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// The rank of a rule among the rules that match the same target. The greatest decides; among equal
/// ones, the first in the file.
///
/// Where the longest pattern decides (RFC 9309 section 2.2.2), the rank is the length of the
/// pattern in octets, and for equal lengths whether the rule allows. Where the first rule or any
/// Disallow decides, all rules that count have the same rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Precedence(u64);

impl Precedence {
    /// The precedence of a rule whose pattern has this length in canonical form; `None` for a rule
    /// that never decides.
    #[inline]
    pub(crate) fn of(choice: RuleChoice, kind: RuleKind, length: usize) -> Option<Self> {
        Self::counts(choice, kind).then(|| Self::of_counting(choice, kind, length))
    }

    /// Whether rules of this kind count at all.
    #[inline]
    pub fn counts(choice: RuleChoice, kind: RuleKind) -> bool {
        choice != RuleChoice::AnyDisallow || kind == RuleKind::Disallow
    }

    /// Like `Precedence::of`, for a rule of a kind that is known to count.
    #[inline]
    pub fn of_counting(choice: RuleChoice, kind: RuleKind, length: usize) -> Self {
        debug_assert!(Self::counts(choice, kind));
        match choice {
            RuleChoice::Longest => Self((length as u64) << 1 | u64::from(kind == RuleKind::Allow)),
            RuleChoice::First | RuleChoice::AnyDisallow => Self(0),
        }
    }

    /// Whether no later rule can win if its pattern has this length as written, whatever its
    /// canonical form is. A later rule of equal precedence does not win.
    #[inline]
    pub(crate) fn exceeds_written(self, choice: RuleChoice, written_length: usize) -> bool {
        match choice {
            // In canonical form, an octet takes at most three. `<< 1 | 1` is the precedence of an
            // Allow, the greatest for that length.
            RuleChoice::Longest => self.0 >= (written_length as u64).saturating_mul(3) << 1 | 1,
            RuleChoice::First | RuleChoice::AnyDisallow => true,
        }
    }

    /// Whether the rule allows, where the longest pattern decides.
    #[inline]
    pub(crate) fn allows_if_longest(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The key that orders rules of equal precedence; the smallest decides. `length` is the length of
/// the pattern in canonical form.
#[inline(always)]
pub(crate) fn in_file(rule: RuleId, length: usize) -> (u32, Reverse<usize>, u32) {
    (rule.line, Reverse(length), rule.offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use RuleKind::{Allow, Disallow};

    #[test]
    fn the_longest_then_allow() {
        let of = |kind, length| Precedence::of(RuleChoice::Longest, kind, length);
        assert!(of(Disallow, 3) > of(Allow, 2));
        assert!(of(Allow, 2) > of(Disallow, 2));
        assert_eq!(of(Allow, 2), of(Allow, 2));
        assert!(of(Allow, 2).unwrap().allows_if_longest() && !of(Disallow, 2).unwrap().allows_if_longest());
        assert!(of(Disallow, 3).unwrap() > of(Allow, 2).unwrap());
    }

    #[test]
    fn the_first_of_those_that_count() {
        for choice in [RuleChoice::First, RuleChoice::AnyDisallow] {
            assert_eq!(
                Precedence::of(choice, Disallow, 1),
                Precedence::of(choice, Disallow, 9)
            );
        }
        assert_eq!(
            Precedence::of(RuleChoice::First, Allow, 1),
            Precedence::of(RuleChoice::First, Disallow, 9)
        );
        assert_eq!(Precedence::of(RuleChoice::AnyDisallow, Allow, 1), None);
    }

    #[test]
    fn a_written_length_bounds_what_it_may_become() {
        let best = |kind| Precedence::of(RuleChoice::Longest, kind, 7).unwrap();
        assert!(best(Disallow).exceeds_written(RuleChoice::Longest, 2));
        assert!(!best(Disallow).exceeds_written(RuleChoice::Longest, 3));
        let bound = |kind| Precedence::of(RuleChoice::Longest, kind, 6).unwrap();
        assert!(bound(Allow).exceeds_written(RuleChoice::Longest, 2));
        assert!(!bound(Disallow).exceeds_written(RuleChoice::Longest, 2));
        let first = Precedence::of(RuleChoice::First, Disallow, 1).unwrap();
        assert!(first.exceeds_written(RuleChoice::First, 100));
    }
}
