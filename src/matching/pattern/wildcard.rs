//! Patterns with `*` and a final `$` (RFC 9309 section 2.2.3), in canonical form.

use super::when_to_index::Effort;
use crate::matching::anchor::split_anchor;

/// Whether the pattern matches a prefix of the target, or all of it when it ends in `$`.
///
/// # Complexity
///
/// Linear in pattern and target. Once an [`Effort`] that many patterns share is spent, each segment
/// takes the time of [`OctetPlaces::find_literal`](super::target_index::OctetPlaces::find_literal).
pub(crate) fn matches(pattern: &[u8], target: &[u8], effort: &mut Effort) -> bool {
    matches_from(0, pattern, target, effort)
}

/// Like [`matches()`], but with the part of the target from `at` on.
#[inline]
pub(super) fn matches_from(at: usize, pattern: &[u8], target: &[u8], effort: &mut Effort) -> bool {
    let text = &target[at..];
    let (pattern, anchored) = split_anchor(pattern);
    let Some(star) = next_star(pattern) else {
        return if anchored {
            pattern == text
        } else {
            text.starts_with(pattern)
        };
    };
    match text.strip_prefix(&pattern[..star]) {
        Some(rest) if effort.spend(Effort::PASS) => matches_rest(&pattern[star + 1..], anchored, rest),
        Some(rest) => look_up_rest(&pattern[star + 1..], anchored, rest, target, effort),
        None => false,
    }
}

/// Whether the rest of a pattern, after its first star, matches in the rest of the target.
#[inline]
pub(crate) fn matches_rest(pattern: &[u8], anchored: bool, text: &[u8]) -> bool {
    matches_segments(pattern, anchored, text, find)
}

/// Like [`matches_rest`], but with an index of the target, for a target that has been searched
/// often.
#[cold]
fn look_up_rest(pattern: &[u8], anchored: bool, text: &[u8], target: &[u8], effort: &mut Effort) -> bool {
    let places = effort.octets(target);
    matches_segments(pattern, anchored, text, |segment, rest| {
        let from = target.len() - rest.len();
        places.find_literal(segment, from).map(|at| at - from)
    })
}

/// Like [`matches_rest`], with a function that finds a segment: its leftmost place in what is left
/// of the target.
#[inline]
fn matches_segments(
    mut pattern: &[u8],
    anchored: bool,
    mut text: &[u8],
    mut find: impl FnMut(&[u8], &[u8]) -> Option<usize>,
) -> bool {
    while let Some(star) = next_star(pattern) {
        let segment = &pattern[..star];
        pattern = &pattern[star + 1..];
        if segment.is_empty() {
            pattern = past_stars(pattern);
            continue;
        }
        if segment.len() > text.len() {
            return false;
        }
        match find(segment, text) {
            Some(at) => text = &text[at + segment.len()..],
            None => return false,
        }
    }
    if anchored {
        text.ends_with(pattern)
    } else {
        find(pattern, text).is_some()
    }
}

/// The pattern without the stars at its beginning. Several stars mean the same as one, and a
/// hostile file may have a run of any length.
#[cold]
fn past_stars(mut pattern: &[u8]) -> &[u8] {
    while let Some((chunk, rest)) = pattern.split_first_chunk::<32>()
        && *chunk == [b'*'; 32]
    {
        pattern = rest;
    }
    let stars = pattern.iter().take_while(|byte| **byte == b'*');
    &pattern[stars.count()..]
}

#[inline]
fn next_star(pattern: &[u8]) -> Option<usize> {
    // Segments are short, so a simple loop ends before a vector search would be set up.
    let (near, far) = pattern.split_at(pattern.len().min(24));
    match near.iter().position(|byte| *byte == b'*') {
        None if !far.is_empty() => memchr::memchr(b'*', far).map(|at| near.len() + at),
        at => at,
    }
}

/// The leftmost place of `needle` in `text`.
///
/// # Complexity
///
/// Linear in both.
#[inline]
pub(crate) fn find(needle: &[u8], text: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [octet] => memchr::memchr(*octet, text),
        [first, rest @ ..] => find_several(needle, *first, rest, text),
    }
}

/// The same for a needle of several octets.
///
/// A two-way search is always linear, but has to build tables first. Most needles are found sooner
/// by comparing at each place where their first octet occurs, so that is tried a few times first.
fn find_several(needle: &[u8], first: u8, rest: &[u8], text: &[u8]) -> Option<usize> {
    /// The number of failed comparisons after which the two-way search begins. Each costs one call
    /// of `memchr`; a dozen cost as much as the tables.
    const FALSE_STARTS: usize = 16;
    /// For longer needles, the comparison itself is costly.
    const SHORT: usize = 64;
    let last_place = text.len().checked_sub(needle.len())?;
    let mut at = 0;
    if needle.len() <= SHORT {
        for _ in 0..FALSE_STARTS {
            let found = at + memchr::memchr(first, &text[at..=last_place])?;
            if text[found + 1..].starts_with(rest) {
                return Some(found);
            }
            at = found + 1;
            if at > last_place {
                return None;
            }
        }
    }
    memchr::memmem::find(&text[at..], needle).map(|found| at + found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Tries every length for every star.
    fn naive(pattern: &[u8], target: &[u8]) -> bool {
        match pattern {
            [] => true,
            [b'$'] => target.is_empty(),
            [b'*', rest @ ..] => (0..=target.len()).any(|skip| naive(rest, &target[skip..])),
            [byte, rest @ ..] => target.first() == Some(byte) && naive(rest, &target[1..]),
        }
    }

    fn words(alphabet: &[u8], max_len: usize) -> Vec<Vec<u8>> {
        let mut words = alloc::vec![Vec::new()];
        let mut from = 0;
        for _ in 0..max_len {
            let to = words.len();
            for i in from..to {
                for byte in alphabet {
                    let mut word = words[i].clone();
                    word.push(*byte);
                    words.push(word);
                }
            }
            from = to;
        }
        words
    }

    #[test]
    fn all_short_patterns_against_all_short_targets() {
        let targets = words(b"ab", 5);
        for pattern in words(b"ab*$", 5) {
            for target in &targets {
                assert_eq!(
                    matches(&pattern, target, &mut Effort::default()),
                    naive(&pattern, target),
                    "{pattern:?} {target:?}"
                );
            }
        }
    }

    #[test]
    fn a_pattern_without_end_is_no_burden() {
        let target = [b'a'; 10_000];
        let pattern: Vec<u8> = b"*a".repeat(125_000);
        assert!(!matches(&pattern, &target, &mut Effort::default()));
        let pattern: Vec<u8> = b"/"
            .iter()
            .chain(b"*a".repeat(4_999).iter())
            .chain(b"*b")
            .copied()
            .collect();
        assert!(!matches(&pattern, &target, &mut Effort::default()));
    }

    #[test]
    fn both_searches_agree() {
        let text: Vec<u8> = (0..3000u32).map(|i| (i * i % 7) as u8).collect();
        for len in [2, 5, 50, 700] {
            for at in [0, 13, 1500, 3000 - len] {
                let needle = &text[at..at + len];
                let expected = text.windows(len).position(|window| window == needle);
                assert_eq!(find(needle, &text), expected);
                assert_eq!(
                    find(needle, &text[..len + 1]),
                    text[..len + 1].windows(len).position(|w| w == needle)
                );
            }
        }
    }
}
