//! Sorting for code in which the size of the program matters more than speed.
//!
//! The standard library compiles its sorts for each type and each comparison, which takes 4 to 8 KB
//! every time. Here the comparison is called through a pointer and numbers are sorted, so there is
//! one sort for all types. Code that answers questions uses the sorts of the standard library,
//! which are faster.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

/// Sorts, and keeps the order of equal items.
///
/// # Complexity
///
/// `n log n` comparisons, and extra memory of one number for each item.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Each item is swapped into its place. The item that was there goes to where the other came
    // from, which is the next place to fill, and so on until the cycle is closed.
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

/// Like [`sort_by`], in the order of keys.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Collects a map or a set by inserting the items one by one. `collect` would sort them first, and
/// the standard library's sort would be compiled again for each type.
pub fn gathered<T, C: Default + Extend<T>>(items: impl Iterator<Item = T>) -> C {
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
