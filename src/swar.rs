//! Working on eight bytes at a time, as one number ("SIMD within a register").

/// A number with the lowest bit of each byte set.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The first eight bytes of a text as a number, the first byte lowest. A shorter text is padded
/// with zeros.
#[inline(always)]
pub(crate) fn word(text: &[u8]) -> u64 {
    if let Some(eight) = text.first_chunk() {
        return u64::from_le_bytes(*eight);
    }
    match (text.first_chunk(), text.last_chunk()) {
        // Two halves that overlap.
        (Some(low), Some(high)) => {
            u64::from(u32::from_le_bytes(*low))
                | u64::from(u32::from_le_bytes(*high)) << (8 * (text.len() - 4))
        }
        _ if text.is_empty() => 0,
        // The first, the middle and the last byte, two of which may be one.
        _ => [0, text.len() / 2, text.len() - 1]
            .iter()
            .fold(0, |word, at| word | u64::from(text[*at]) << (8 * at)),
    }
}

/// How many bytes two texts have in common at their beginnings.
#[inline]
pub(crate) fn common_len(a: &[u8], b: &[u8]) -> usize {
    let ((a_words, _), (b_words, _)) = (a.as_chunks(), b.as_chunks());
    for (i, (a, b)) in core::iter::zip(a_words, b_words).enumerate() {
        let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differ != 0 {
            return 8 * i + first_mark(differ);
        }
    }
    let (len, at) = (a.len().min(b.len()), 8 * a_words.len().min(b_words.len()));
    len.min(at + first_mark(word(&a[at..]) ^ word(&b[at..])))
}

/// A text from which words can be read at any place, without a branch for places near its end.
pub(crate) struct Words<'t> {
    text: &'t [u8],
    /// The word of a text of less than eight bytes.
    short: u64,
    /// Where the last eight bytes begin.
    last_at: usize,
}

impl<'t> Words<'t> {
    #[inline(always)]
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            short: if text.len() < 8 { word(text) } else { 0 },
            last_at: text.len().saturating_sub(8),
        }
    }

    /// The word at a place within the text, or at its end; zeros where the text is shorter.
    #[inline(always)]
    pub(crate) fn at(&self, at: usize) -> u64 {
        let from = at.min(self.last_at);
        let eight = self.text[from..].first_chunk();
        let word = eight.map_or(self.short, |eight| u64::from_le_bytes(*eight));
        word.checked_shr(8 * (at - from) as u32).unwrap_or(0)
    }
}

/// At least this many bytes follow a text that [`padded_word`] reads.
pub(crate) const PADDING: usize = 8;

/// The first eight bytes of a text that has at least eight, usually because it is padded.
#[inline(always)]
pub(crate) fn padded_word(text: &[u8]) -> u64 {
    text.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// Sets the highest bit of each byte of a word that equals `byte`. Only the lowest mark is certain
/// to be right: a borrow from an equal byte may set marks above it.
#[inline(always)]
pub(crate) fn marks(word: u64, byte: u8) -> u64 {
    let differ = word ^ (ONES * u64::from(byte));
    differ.wrapping_sub(ONES) & !differ & (ONES << 7)
}

/// The index of the lowest byte with a mark; 8 if there is none.
#[inline(always)]
pub(crate) fn first_mark(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_short_texts() {
        let text = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        for len in 0..=text.len() {
            let mut eight = [0; 8];
            eight[..len.min(8)].copy_from_slice(&text[..len.min(8)]);
            assert_eq!(word(&text[..len]), u64::from_le_bytes(eight), "{len}");
        }
    }

    #[test]
    fn common_beginnings() {
        let text = [0, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 0, 17];
        for len in 0..=text.len() {
            for other_len in 0..=text.len() {
                assert_eq!(common_len(&text[..len], &text[..other_len]), len.min(other_len));
            }
            for at in 0..len {
                let mut other = text;
                other[at] ^= 0x80;
                assert_eq!(common_len(&text[..len], &other[..len]), at);
                assert_eq!(common_len(&text, &other[..len]), at);
            }
        }
    }

    #[test]
    fn words_wherever_one_begins() {
        let text = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        for len in 0..=text.len() {
            let words = Words::new(&text[..len]);
            for at in 0..=len {
                assert_eq!(words.at(at), word(&text[at..len]), "{at} of {len}");
            }
        }
    }

    #[test]
    fn the_lowest_mark_is_the_first_place() {
        for byte in [0, 1, b'/', 0x7F, 0x80, 0xFF] {
            for near in [byte.wrapping_sub(1), byte.wrapping_add(1), byte ^ 0x80] {
                assert_eq!(marks(u64::from_le_bytes([near; 8]), byte), 0);
                for at in 0..8 {
                    let mut text = [near; 8];
                    text[at..].fill(byte);
                    assert_eq!(first_mark(marks(u64::from_le_bytes(text), byte)), at);
                }
            }
        }
    }
}
