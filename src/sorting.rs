//! Sorting where size counts more than speed.
//!
//! The standard library compiles its sorts for each type and each comparison, which takes 4 to 8 KB
//! every time. Here the comparison is called through a pointer and numbers are sorted, so there is
//! one sort for all types. What answers questions sorts with the standard library.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

/// Sorts, and keeps the order of equal items.
///
/// # Complexity
///
/// `n log n` comparisons, and a number of extra memory for each item.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    // The item for each place is swapped into it; the one that was there goes where the other came
    // from, and so on until the first one's place is found.
    for first in 0..order.len() {
        let mut at = first;
        while order[at] != first {
            let from = mem::replace(&mut order[at], at);
            items.swap(at, from);
            at = from;
        }
        order[at] = at;
    }
}

/// [`sort_by`] the order of keys.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Collects a map or a set. `collect` sorts first, with a sort for each type again.
#[cfg(feature = "decide")]
pub(crate) fn gathered<T, C: Default + Extend<T>>(items: impl Iterator<Item = T>) -> C {
    let mut collection = C::default();
    collection.extend(items);
    collection
}

fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|a, b| compare(*a, *b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(keys in proptest::collection::vec(0..20_u8, 0..60)) {
            let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            prop_assert_eq!(items, expected);
        }
    }
}
