//! The pairs of neighboring octets in patterns and targets, hashed to masks. If a pattern has a
//! pair that the target lacks, it cannot match; this dismisses most patterns without trying them.

use crate::matching::anchor::split_anchor;
use crate::swar::ONES;

/// The bit of a pair of neighboring octets.
#[inline]
pub(crate) fn pair(first: u8, second: u8) -> u64 {
    // Three instructions for each pair. A better hash would dismiss a few more patterns, but cost
    // more than trying these.
    1 << ((u32::from(first) + 5 * u32::from(second)) & 63)
}

/// The pairs that occur in a text.
#[inline]
pub(crate) fn pairs(text: &[u8]) -> u64 {
    let Some([before @ .., _]) = text.last_chunk::<9>() else {
        let windows = text.windows(2);
        return windows.fold(0, |mask, window| mask | pair(window[0], window[1]));
    };
    let (firsts, _) = text.as_chunks();
    let (seconds, _) = text[1..].as_chunks();
    // The last eight pairs, some of which may have been counted already.
    let mut mask = eight_pairs(before, text.last_chunk().unwrap_or(before));
    for (first, second) in firsts.iter().zip(seconds) {
        mask |= eight_pairs(first, second);
        // A long text may have all pairs, so the loop can end early. This exit also keeps the
        // compiler from making vector code of the loop, which would be slower.
        if mask == u64::MAX {
            break;
        }
    }
    mask
}

/// The pairs that occur in the literal segments of a wildcard pattern.
pub(crate) fn literal_pairs(pattern: &[u8]) -> u64 {
    let (text, _) = split_anchor(pattern);
    text.windows(2).fold(0, |mask, window| {
        let (first, second) = (window[0], window[1]);
        let is_literal = first != b'*' && second != b'*';
        // Without a branch, because the processor cannot predict where the stars are.
        mask | (pair(first, second) * u64::from(is_literal))
    })
}

/// The pairs of eight octets and the octet after each.
#[inline(always)]
fn eight_pairs(first: &[u8; 8], second: &[u8; 8]) -> u64 {
    let (first, second) = (u64::from_le_bytes(*first), u64::from_le_bytes(*second));
    // As in `pair`, but on eight pairs at once. Of each octet only six bits are kept, so no sum
    // exceeds 255 or carries into the next byte.
    let numbers = (first & (ONES * 63)) + (second & (ONES * 63)) + (second << 2 & (ONES * 60));
    (0..8).fold(0, |mask, i| mask | 1 << (numbers >> (8 * i) & 63))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn pairs_of_a_pattern_are_those_of_its_segments() {
        let pairs = |pairs: &[&[u8; 2]]| pairs.iter().fold(0, |mask, [a, b]| mask | pair(*a, *b));
        assert_eq!(literal_pairs(b""), 0);
        assert_eq!(literal_pairs(b"a$"), 0);
        assert_eq!(literal_pairs(b"abab"), pairs(&[b"ab", b"ba"]));
        assert_eq!(literal_pairs(b"ab*cd$"), pairs(&[b"ab", b"cd"]));
    }

    #[test]
    fn pairs_eight_at_a_time() {
        let text: Vec<u8> = (0..60u32).map(|i| (i * i * 37 % 251) as u8).collect();
        for start in 0..text.len() {
            for end in start..=text.len() {
                let text = &text[start..end];
                let one_by_one = text
                    .windows(2)
                    .fold(0, |mask, window| mask | pair(window[0], window[1]));
                assert_eq!(pairs(text), one_by_one, "{start} {end}");
            }
        }
        let all: Vec<u8> = (0..64).flat_map(|first| [first, 0]).collect();
        assert_eq!(pairs(&all), u64::MAX);
    }

    #[test]
    fn pairs_of_literal_segments() {
        for (pattern, segments) in [
            (&b""[..], &[&b""[..]][..]),
            (b"*", &[]),
            (b"/ab*cd*/e$", &[b"/ab", b"cd", b"/e"]),
            (b"*ab**c*$", &[b"ab"]),
            (b"/a$b$", &[b"/a$b"]),
            (b"/ab/ab*/ab*", &[b"/ab/ab", b"/ab"]),
            (b"$", &[]),
        ] {
            let expected = segments.iter().fold(0, |mask, segment| mask | pairs(segment));
            assert_eq!(literal_pairs(pattern), expected, "{:?}", pattern.escape_ascii());
        }
    }
}
