//! Sorting up to 32 rules without branches.
//!
//! # The idea
//!
//! Compiling sorts rules by precedence. The processor cannot predict the result of a comparison,
//! and a misprediction costs as much as comparing a rule with all others. So the rank of each rule
//! is counted instead: the number of rules that come before it. The loops have no branches and
//! become vector code; 32 rules take 1,024 comparisons, eight or more at a time.
//!
//! # The layout
//!
//! A rule becomes one `i16` key. The high bits are the inverted precedence, and the low bits are
//! the index of the rule, so a smaller key comes first, rules of equal precedence keep their order,
//! and no two keys are equal. Unused places hold `i16::MAX`, which comes before nothing.
//!
//! # The invariants, and where they are checked
//!
//! - Every precedence is less than [`LIMIT`], so that no key overflows (patterns of less than 512
//!   bytes do not reach it), and there are at most [`MAX_SMALL`] rules. Otherwise `by_precedence`
//!   returns `None`, and the caller sorts with the standard library (test
//!   `the_greatest_first_and_equal_ones_in_their_order`).
//!
//! # What it bought
//!
//! Sorting random weights, against `sort_unstable_by_key`: 14 rules take 56 instead of 176 ns, 32
//! rules 184 instead of 614 ns. Compiling the rules of `*` in the 3,221 of 4,230 real files that have
//! at most 32: 13 % less time than with `sort_unstable_by` on the rules, and 5 % less than with
//! `sort_unstable` on the same keys (medians of five runs in turn, Intel Xeon).

use core::iter;

use crate::matching::precedence::Precedence;

/// How many rules are sorted this way at most.
pub(super) const MAX_SMALL: usize = 32;
const INDEX_BITS: u32 = MAX_SMALL.ilog2();
/// The least number of a precedence that does not fit a key.
const LIMIT: u64 = 1 << (i16::BITS - 1 - INDEX_BITS);

/// An order of up to [`MAX_SMALL`] things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SmallOrder {
    indices: [u8; MAX_SMALL],
    len: usize,
}

impl SmallOrder {
    /// From the greatest precedence to the least; equal ones keep their order. `None` if there are
    /// too many, or if one is too great.
    #[inline]
    pub(super) fn by_precedence(precedences: impl Iterator<Item = Precedence>) -> Option<Self> {
        // A smaller key means a greater precedence, or the same precedence and a smaller index.
        let mut keys = [i16::MAX; MAX_SMALL];
        let mut len = 0;
        for precedence in precedences {
            *keys.get_mut(len)? =
                ((LIMIT - 1).checked_sub(precedence.number())? << INDEX_BITS) as i16 | len as i16;
            len += 1;
        }
        let mut indices = [0; MAX_SMALL];
        let taken = taken(&keys, len);
        for (index, key) in iter::zip(0.., &keys[..len]) {
            let before = |other: &i16| u16::from(other < key);
            let rank: u16 = taken.iter().flatten().map(before).sum();
            indices[usize::from(rank)] = index;
        }
        Some(Self { indices, len })
    }

    /// The order of `len` things that are in order already.
    pub(super) fn of_sorted(len: usize) -> Self {
        debug_assert!(len <= MAX_SMALL);
        Self {
            indices: core::array::from_fn(|index| index as u8),
            len,
        }
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + Clone {
        self.indices[..self.len].iter().map(|index| usize::from(*index))
    }
}

/// Whether two of the numbers are equal; also true if there are more than [`MAX_SMALL`], or if one
/// is 0 and places are unused.
#[inline]
pub(super) fn any_equal(numbers: impl Iterator<Item = u16>) -> bool {
    let mut all = [0; MAX_SMALL];
    let mut len = 0;
    for number in numbers {
        let Some(place) = all.get_mut(len) else {
            return true;
        };
        *place = number;
        len += 1;
    }
    let mut pairs = [0; 8];
    for number in &all[..len] {
        for eight in taken(&all, len) {
            for (pairs, other) in iter::zip(&mut pairs, eight) {
                *pairs += u16::from(other == number);
            }
        }
    }
    // Each equals itself, and 0 also equals the unused places, so a false positive is possible.
    usize::from(pairs.iter().sum::<u16>()) > len
}

/// The first `len` numbers and some more, in chunks of eight, for which LLVM makes vector code.
#[inline(always)]
fn taken<T>(numbers: &[T; MAX_SMALL], len: usize) -> &[[T; 8]] {
    &numbers.as_chunks().0[..len.div_ceil(8)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::RuleChoice;
    use crate::syntax::directive::RuleKind;
    use alloc::vec::Vec;

    /// The order of rules whose precedences have these numbers.
    fn order(numbers: &[u64]) -> Option<Vec<usize>> {
        let precedence = |number: &u64| {
            let kind = [RuleKind::Disallow, RuleKind::Allow][(number & 1) as usize];
            let precedence = Precedence::of_counting(RuleChoice::Longest, kind, (number >> 1) as usize);
            assert_eq!(precedence.number(), *number);
            precedence
        };
        SmallOrder::by_precedence(numbers.iter().map(precedence)).map(|order| order.iter().collect())
    }

    #[test]
    fn the_greatest_first_and_equal_ones_in_their_order() {
        assert_eq!(order(&[]), Some(Vec::new()));
        assert_eq!(order(&[0]), Some([0].into()));
        assert_eq!(
            order(&[5, 7, 5, 0, 7, LIMIT - 1]),
            Some([5, 1, 4, 0, 2, 3].into())
        );
        assert_eq!(order(&[0, LIMIT]), None);
        let many: Vec<u64> = (0..MAX_SMALL as u64).map(|i| i * 37 % 11).collect();
        let mut sorted: Vec<usize> = (0..MAX_SMALL).collect();
        sorted.sort_by_key(|i| core::cmp::Reverse(many[*i]));
        assert_eq!(order(&many), Some(sorted));
        assert_eq!(order(&[many, [0].into()].concat()), None);
    }

    #[test]
    fn equal_numbers() {
        let many: Vec<u16> = (1..=MAX_SMALL as u16).collect();
        for len in 0..MAX_SMALL {
            assert!(!any_equal(many[..len].iter().copied()), "{len}");
            for again in &many[..len] {
                assert!(
                    any_equal([&many[..len], &[*again]].concat().into_iter()),
                    "{len} {again}"
                );
            }
        }
        assert!(!any_equal(many.iter().copied()));
        assert!(any_equal(0..=MAX_SMALL as u16));
    }
}
