//! The order of a few rules, found without a branch for each comparison: how one turns out cannot be foreseen, and each wrong guess of the
//! processor costs as much as comparing with all.

use core::iter;

/// Rules that are few.
pub(super) const FEW: usize = 32;
const INDEX_BITS: u32 = FEW.ilog2();
/// The first weight that is too great.
const LIMIT: u64 = 1 << (i32::BITS - 1 - INDEX_BITS);

/// An order of up to [`FEW`] things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    indices: [u8; FEW],
    len: usize,
}

impl Order {
    /// From the greatest weight to the least; equal ones stay as they stand. `None` if there are too many, or if one is too great.
    #[inline]
    pub(super) fn by_weight(weights: impl Iterator<Item = u64>) -> Option<Self> {
        // Smaller is weightier, or else stands before.
        let mut keys = [i32::MAX; FEW];
        let mut len = 0;
        for weight in weights {
            *keys.get_mut(len)? = ((LIMIT - 1).checked_sub(weight)? << INDEX_BITS) as i32 | len as i32;
            len += 1;
        }
        let mut indices = [0; FEW];
        let taken = taken(&keys, len);
        for (index, key) in iter::zip(0.., &keys[..len]) {
            let rank: u32 = taken.iter().flatten().map(|other| u32::from(other < key)).sum();
            indices[rank as usize] = index;
        }
        Some(Self { indices, len })
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + Clone {
        self.indices[..self.len].iter().map(|index| usize::from(*index))
    }
}

/// Whether there are equal ones among up to [`FEW`] numbers. Of more it says so too.
#[inline]
pub(super) fn any_equal(numbers: impl Iterator<Item = u32>) -> bool {
    let mut all = [0; FEW];
    let mut len = 0;
    for number in numbers {
        let Some(place) = all.get_mut(len) else {
            return true;
        };
        *place = number;
        len += 1;
    }
    let taken = taken(&all, len);
    let equal = |number: &u32| -> u32 {
        taken
            .iter()
            .flatten()
            .map(|other| u32::from(other == number))
            .sum()
    };
    let pairs: u32 = all[..len].iter().map(equal).sum();
    // Each equals itself; a zero also the places that are left.
    pairs > len as u32
}

/// The first `len` numbers and some more: in eights, for which loops become vector code.
#[inline(always)]
fn taken<T>(numbers: &[T; FEW], len: usize) -> &[[T; 8]] {
    &numbers.as_chunks().0[..len.div_ceil(8)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn order(weights: &[u64]) -> Option<Vec<usize>> {
        Order::by_weight(weights.iter().copied()).map(|order| order.iter().collect())
    }

    #[test]
    fn heavy_ones_first_and_equal_ones_as_they_stand() {
        assert_eq!(order(&[]), Some(Vec::new()));
        assert_eq!(order(&[0]), Some([0].into()));
        assert_eq!(
            order(&[5, 7, 5, 0, 7, LIMIT - 1]),
            Some([5, 1, 4, 0, 2, 3].into())
        );
        assert_eq!(order(&[0, LIMIT]), None);
        let many: Vec<u64> = (0..FEW as u64).map(|i| i * 37 % 11).collect();
        let mut sorted: Vec<usize> = (0..FEW).collect();
        sorted.sort_by_key(|i| core::cmp::Reverse(many[*i]));
        assert_eq!(order(&many), Some(sorted));
        assert_eq!(order(&[many, [0].into()].concat()), None);
    }

    #[test]
    fn equal_numbers() {
        let many: Vec<u32> = (1..=FEW as u32).collect();
        for len in 0..FEW {
            assert!(!any_equal(many[..len].iter().copied()), "{len}");
            for again in &many[..len] {
                assert!(
                    any_equal([&many[..len], &[*again]].concat().into_iter()),
                    "{len} {again}"
                );
            }
        }
        assert!(!any_equal(many.iter().copied()));
        assert!(any_equal(0..=FEW as u32));
    }
}
