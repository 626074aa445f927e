//! The beginnings of patterns, compared with that of a target as numbers.
//!
//! Patterns and targets begin with `/`, so the bytes after it tell them apart. The *head* is the
//! four bytes after the `/`, or fewer if a pattern has fewer.

use crate::matching::percent::PLAIN;
use crate::swar::{first_mark, marks, word};

/// Bytes of a text that a head is read from: the `/` and the head.
pub(super) const BEGIN: usize = 5;

/// The beginning of a target, if it is long enough to have a whole head.
pub(super) type Begin = [u8; BEGIN];

/// The beginning of a URL without its authority, if it is plain: then nothing in it is rewritten,
/// and it is also the beginning of the target.
#[inline(always)]
pub(super) fn plain_begin(url: &[u8]) -> Option<&Begin> {
    let begin: &Begin = url.first_chunk()?;
    let is_plain = begin
        .iter()
        .fold(true, |plain, byte| plain & PLAIN[usize::from(*byte)]);
    (begin[0] == b'/' && is_plain).then_some(begin)
}

/// The head of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// Its bytes, the first one lowest; zeros in the place of missing ones.
    pub(super) bytes: u32,
    /// Ones in the place of each byte that it has.
    pub(super) mask: u32,
    /// How many these are.
    pub(super) len: usize,
}

impl Head {
    /// The head of a text that begins with `/`.
    #[inline(always)]
    pub(super) fn of(text: &[u8]) -> Self {
        Self::of_word(word(text), text.len())
    }

    /// The head of the literal text before the first star of a pattern. It has no bytes if there is
    /// no such text, or if the text does not begin with `/`.
    #[inline(always)]
    fn before_star(pattern: &[u8]) -> Self {
        let word = word(pattern);
        let star = first_mark(marks(word, b'*'));
        // A pattern without a star that is no longer than a word may end in `$`, which is not
        // literal, so it gets no head.
        let has_head = word as u8 == b'/' && (star < 8 || pattern.len() > 8);
        Self::of_word(word, star * usize::from(has_head))
    }

    /// The head of a text that is the first `len` bytes of a word.
    #[inline(always)]
    fn of_word(word: u64, len: usize) -> Self {
        let len = len.clamp(1, BEGIN) - 1;
        let mask = ((1_u64 << (8 * len)) - 1) as u32;
        Self {
            bytes: (word >> 8) as u32 & mask,
            mask,
            len,
        }
    }
}

/// The head of a target.
#[inline(always)]
pub(super) fn head(&[_, a, b, c, d]: &Begin) -> u32 {
    u32::from_le_bytes([a, b, c, d])
}

/// The heads of a set of patterns. Many patterns often have few heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heads {
    bytes: [u32; Self::LANES],
    masks: [u32; Self::LANES],
}

impl Heads {
    const LANES: usize = 4;

    /// The heads of no patterns.
    // With mask 0, `target & mask` is 0, which never equals 1: no target agrees.
    pub(super) const NONE: Self = Self {
        bytes: [1; Self::LANES],
        masks: [0; Self::LANES],
    };

    /// Adds the head of a wildcard pattern. Returns `false` if there are too many heads, or if the
    /// pattern has none, since every target would agree with it.
    #[inline(always)]
    pub(super) fn add(&mut self, pattern: &[u8]) -> bool {
        let Head { bytes, mask, .. } = Head::before_star(pattern);
        for (lane_bytes, lane_mask) in self.bytes.iter_mut().zip(&mut self.masks) {
            if *lane_mask == 0 {
                (*lane_bytes, *lane_mask) = (bytes, mask);
                return mask != 0;
            }
            if (*lane_bytes, *lane_mask) == (bytes, mask) {
                return true;
            }
        }
        false
    }

    /// Whether a target that begins so may match one of the patterns.
    #[inline(always)]
    pub(super) fn agree(&self, begin: &Begin) -> bool {
        let head = head(begin);
        // Without branches, so that it becomes vector code.
        (0..Self::LANES).fold(false, |any, lane| {
            any | (head & self.masks[lane] == self.bytes[lane])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_agree_with_what_they_begin_with() {
        let table: [(&[&str], &[&str], &[&str]); 10] = [
            (&[], &[], &["/abcd", "/*/*/"]),
            (&["/abcdef*g"], &["/abcd", "/abcde"], &["/abce", "/xbcd"]),
            (&["/ab*g", "/ab*h"], &["/abcd", "/ab*/"], &["/acbd"]),
            (
                &["/ab*g", "/b*h", "/c*$", "/d*i"],
                &["/abcd", "/b/cd", "/cccc", "/d///"],
                &["/axxx", "/eeee"],
            ),
            (
                &["/a*z", "/b*z", "/c*z", "/d*z", "/e*z"],
                &["/a///", "/zzzz"],
                &[],
            ),
            (&["/a*z", "/*b"], &["/a///", "/zzzz"], &[]),
            (&["/a*z", "*b"], &["/a///", "/zzzz"], &[]),
            (&["/a$"], &["/a$//", "/a///"], &[]),
            (&["/abcde$"], &["/abcd", "/zzzz"], &[]),
            (&["/abcdefghi$"], &["/abcd"], &["/abce"]),
        ];
        for (patterns, agreeing, others) in table {
            let mut heads = Heads::NONE;
            let are_added = patterns.iter().all(|pattern| heads.add(pattern.as_bytes()));
            assert_eq!(are_added, !others.is_empty(), "{patterns:?}");
            for (targets, expected) in [(agreeing, true), (others, false)] {
                for target in targets {
                    let begin = target.as_bytes().first_chunk().unwrap();
                    assert_eq!(
                        !are_added || heads.agree(begin),
                        expected,
                        "{patterns:?} {target}"
                    );
                }
            }
        }
    }

    #[test]
    fn heads_of_short_texts() {
        for (text, bytes, mask, len) in [
            ("/", [0; 4], 0, 0),
            ("/a", [b'a', 0, 0, 0], 0xFF, 1),
            ("/abc", [b'a', b'b', b'c', 0], 0xFF_FFFF, 3),
            ("/abcde", [b'a', b'b', b'c', b'd'], !0, 4),
        ] {
            let bytes = u32::from_le_bytes(bytes);
            assert_eq!(Head::of(text.as_bytes()), Head { bytes, mask, len }, "{text}");
        }
    }
}
