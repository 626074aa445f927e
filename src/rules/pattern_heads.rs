//! The beginnings of patterns, compared with the beginning of a target as numbers.
//!
//! Patterns and targets begin with `/`, so the bytes after it make the difference. The *head* is
//! the four bytes after the `/`, or fewer if a pattern has fewer.

use crate::matching::percent::PLAIN;
use crate::swar::word;

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
    /// How many bytes it has.
    pub(super) len: usize,
}

impl Head {
    /// The head of a text that begins with `/`.
    #[inline(always)]
    pub(super) fn of(text: &[u8]) -> Self {
        let len = text.len().clamp(1, BEGIN) - 1;
        let mask = ((1_u64 << (8 * len)) - 1) as u32;
        Self {
            bytes: (word(text) >> 8) as u32 & mask,
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

#[cfg(test)]
mod tests {
    use super::*;

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
