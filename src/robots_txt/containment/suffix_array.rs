//! The suffixes of a text in order, in linear time.
//!
//! Sorting by comparison would take quadratic time in a text that repeats itself. This is the algorithm of Nong, Zhang and Chan ("Linear
//! suffix array construction by almost pure induced-sorting", 2009). A suffix is *smaller* if it comes before the suffix that begins one
//! letter later, otherwise *larger*. The *leftmost* smaller ones are those that follow a larger one. From the order of these, at most half of all, one pass
//! over the array gives the order of the larger ones, and another that of the smaller ones. The leftmost ones
//! themselves are ordered by the pieces of the text that they cut it into, which are the letters of a shorter text.

use alloc::vec;
use alloc::vec::Vec;

/// No suffix yet.
const NONE: u32 = u32::MAX;

/// Where the suffixes of a text begin, in order; the end of the text comes before all letters. No letter is above `highest`.
pub(super) fn suffix_array(text: &[u32], highest: u32) -> Vec<u32> {
    if text.len() < 2 {
        return (0..text.len() as u32).collect();
    }
    let sorter = Sorter::new(text, highest);
    let is_leftmost = |start: usize| start > 0 && sorter.is_smaller[start] && !sorter.is_smaller[start - 1];
    let leftmost: Vec<u32> = (0..text.len())
        .filter(|start| is_leftmost(*start))
        .map(|start| start as u32)
        .collect();
    // In the order of their pieces: in a piece, only the larger suffixes of its own matter.
    let mut suffixes = sorter.induce(&leftmost);
    if leftmost.len() < 2 {
        return suffixes;
    }
    suffixes.retain(|start| is_leftmost(*start as usize));
    let (pieces, count) = pieces(text, &leftmost, &suffixes);
    drop(suffixes);
    let order = suffix_array(&pieces, count);
    drop(pieces);
    let sorted: Vec<u32> = order.iter().map(|piece| leftmost[*piece as usize]).collect();
    sorter.induce(&sorted)
}

/// The text of pieces: each is the letters from one of the leftmost suffixes to the next. Pieces are numbered in their order, and equal ones
/// alike. Returns the highest number too.
fn pieces(text: &[u32], leftmost: &[u32], sorted: &[u32]) -> (Vec<u32>, u32) {
    // For each of the leftmost suffixes, which one it is. There is a letter between any two.
    let mut place = vec![NONE; text.len() / 2 + 1];
    for (number, start) in leftmost.iter().enumerate() {
        place[*start as usize / 2] = number as u32;
    }
    let piece = |start: u32| {
        let next = place[start as usize / 2] as usize + 1;
        // The letter at which the next begins is part of it.
        let end = leftmost.get(next).map_or(text.len(), |end| *end as usize + 1);
        &text[start as usize..end]
    };
    let mut pieces = vec![0; leftmost.len()];
    let mut highest = 0;
    for pair in sorted.windows(2) {
        // The last piece of the text ends with it, and so equals no other.
        let ends_text = |start: u32| leftmost.last() == Some(&start);
        let is_equal = !ends_text(pair[0]) && !ends_text(pair[1]) && piece(pair[0]) == piece(pair[1]);
        highest += u32::from(!is_equal);
        pieces[place[pair[1] as usize / 2] as usize] = highest;
    }
    (pieces, highest)
}

/// What the passes over a text need to know.
struct Sorter<'t> {
    text: &'t [u32],
    /// Whether each suffix comes before the one that begins one letter later.
    is_smaller: Vec<bool>,
    /// Where in the array the suffixes begin that begin with each letter, and the end of the last. Larger ones come before smaller ones, as
    /// the former are followed by a lower letter than the latter, or by as many equal ones and then by a lower one.
    starts: Vec<u32>,
    /// Where the smaller ones among them begin.
    smaller_starts: Vec<u32>,
}

impl<'t> Sorter<'t> {
    fn new(text: &'t [u32], highest: u32) -> Self {
        let mut is_smaller = vec![false; text.len()];
        for (start, pair) in text.windows(2).enumerate().rev() {
            is_smaller[start] = pair[0] < pair[1] || pair[0] == pair[1] && is_smaller[start + 1];
        }
        let letters = highest as usize + 1;
        let (mut starts, mut smaller_starts) = (vec![0; letters + 1], vec![0; letters]);
        for (letter, is_smaller) in text.iter().zip(&is_smaller) {
            // Counted for now.
            starts[*letter as usize + 1] += 1;
            smaller_starts[*letter as usize] += u32::from(!is_smaller);
        }
        for letter in 0..letters {
            smaller_starts[letter] += starts[letter];
            starts[letter + 1] += starts[letter];
        }
        Self {
            text,
            is_smaller,
            starts,
            smaller_starts,
        }
    }

    /// All suffixes in order, if the leftmost ones are given in order; otherwise, the leftmost ones among them are in the order of their pieces.
    fn induce(&self, leftmost: &[u32]) -> Vec<u32> {
        let mut suffixes = vec![NONE; self.text.len()];
        let letter = |start: u32| self.text[start as usize] as usize;
        let mut free = self.smaller_starts.clone();
        for start in leftmost {
            let place = &mut free[letter(*start)];
            suffixes[*place as usize] = *start;
            *place += 1;
        }
        // Larger ones, from the first: what follows the first letter of one is before it.
        let mut free = self.starts.clone();
        let mut put = |suffixes: &mut [u32], start: u32| {
            let place = &mut free[letter(start)];
            suffixes[*place as usize] = start;
            *place += 1;
        };
        put(&mut suffixes, self.text.len() as u32 - 1);
        for place in 0..suffixes.len() {
            if let Some(start) = self.one_before(suffixes[place])
                && !self.is_smaller[start as usize]
            {
                put(&mut suffixes, start);
            }
        }
        // Smaller ones, from the last, also the leftmost ones anew.
        let mut free = self.starts.clone();
        for place in (0..suffixes.len()).rev() {
            if let Some(start) = self.one_before(suffixes[place])
                && self.is_smaller[start as usize]
            {
                let place = &mut free[letter(start) + 1];
                *place -= 1;
                suffixes[*place as usize] = start;
            }
        }
        suffixes
    }

    /// The suffix that begins one letter before another.
    fn one_before(&self, suffix: u32) -> Option<u32> {
        if suffix == NONE {
            None
        } else {
            suffix.checked_sub(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted_by_comparison(text: &[u32]) -> Vec<u32> {
        let mut sorted: Vec<u32> = (0..text.len() as u32).collect();
        sorted.sort_unstable_by_key(|start| &text[*start as usize..]);
        sorted
    }

    /// Among these are all ways to have no leftmost smaller suffix, one, or two.
    #[test]
    fn all_short_texts() {
        let mut texts: Vec<Vec<u32>> = vec![Vec::new()];
        for len in 0..7 {
            let longest: Vec<Vec<u32>> = texts.iter().filter(|text| text.len() == len).cloned().collect();
            texts.extend(
                longest
                    .iter()
                    .flat_map(|text| (0..3).map(|letter| [&text[..], &[letter]].concat())),
            );
        }
        assert_eq!(texts.len(), 3_280);
        for text in texts {
            assert_eq!(suffix_array(&text, 2), sorted_by_comparison(&text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn as_sorted_by_comparison(
            text in prop_oneof![
                prop::collection::vec(0..4_u32, 0..60),
                prop::collection::vec(0..2_u32, 0..60),
                (prop::collection::vec(0..3_u32, 1..6), 0..30_usize).prop_map(|(part, count)| part.repeat(count)),
            ]
        ) {
            prop_assert_eq!(suffix_array(&text, 3), sorted_by_comparison(&text));
        }
    }
}
