//! Sorts many rules by their texts.
//!
//! Texts are compared seven bytes at a time, as numbers: all by their first seven, then each run of
//! equal ones by the next. Rules of large sites have long beginnings in common, which comparisons of
//! whole texts would read again and again.
//!
//! # What it bought
//!
//! Compared with `sort_unstable_by` of whole texts from the standard library, compiling every fourth
//! real file for one crawler takes 14 % fewer instructions. Only [`FEW`] rules are sorted in this
//! plain way, which saves the allocations.

use alloc::vec::Vec;

use crate::swar::word;

/// How many bytes are compared at a time.
const STEP: usize = 7;

/// Up to this many items, whole texts are compared.
const FEW: usize = 10;

/// Sorts by text, and items with equal texts by `then`.
///
/// # Complexity
///
/// `n log n` comparisons of numbers for each seven bytes that texts have in common.
pub(super) fn sort_by_text<T: Copy, K: Ord>(
    items: &mut Vec<T>,
    text: impl for<'i> Fn(&'i T) -> &'i [u8],
    then: impl Fn(&T) -> K,
) {
    if items.len() <= FEW {
        return items.sort_unstable_by(|a, b| text(a).cmp(text(b)).then_with(|| then(a).cmp(&then(b))));
    }
    // For each item, a number and its index. The number consists of the next bytes of the text,
    // first byte highest, and ends with the count of these bytes, so that a text comes before a
    // longer one that goes on with a NUL.
    let mut order: Vec<(u64, usize)> = (0..items.len()).map(|index| (0, index)).collect();
    // Ranges of texts that are equal up to a depth. Each text goes on after that,
    // so the depth is never past the end of a text.
    let mut runs = Vec::from([(0, items.len(), 0)]);
    while let Some((start, end, depth)) = runs.pop() {
        for (key, index) in &mut order[start..end] {
            let rest = &text(&items[*index])[depth..];
            *key = word(rest).swap_bytes() & !0xFF | rest.len().min(STEP + 1) as u64;
        }
        order[start..end].sort_unstable_by_key(|(key, _)| *key);
        let mut from = start;
        while from < end {
            let key = order[from].0;
            let len = order[from..end]
                .iter()
                .take_while(|(other, _)| *other == key)
                .count();
            let run = &mut order[from..from + len];
            if len > 1 {
                if key as u8 as usize > STEP {
                    runs.push((from, from + len, depth + STEP));
                } else {
                    run.sort_unstable_by_key(|(_, index)| then(&items[*index]));
                }
            }
            from += len;
        }
    }
    *items = order.iter().map(|(_, index)| items[*index]).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_sorts_by_text_and_then(
            texts in proptest::collection::vec("[a\0]{0,3}(abcdefg){0,3}[a\0\u{FF}]{0,9}", 0..50),
        ) {
            let mut items: Vec<(&str, usize)> = texts.iter().map(|text| &text[..]).zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(text, number)| (text.as_bytes(), core::cmp::Reverse(*number)));
            sort_by_text(&mut items, |(text, _)| text.as_bytes(), |(_, number)| core::cmp::Reverse(*number));
            prop_assert_eq!(items, expected);
        }
    }

    #[test]
    fn a_beginning_of_any_length_in_common() {
        let long = [b'a'; 200_000];
        let mut items = [&long[..], &long[1..]].to_vec();
        for count in [2, FEW, FEW + 1] {
            items.resize(count, &long[..]);
            sort_by_text(&mut items, |text| text, |_| ());
            assert_eq!(
                items.split_first(),
                Some((&&long[1..], &alloc::vec![&long[..]; count - 1][..]))
            );
        }
    }
}
