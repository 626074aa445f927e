//! Compresses short ASCII text of which much is known beforehand.
//!
//! A byte of text stands for itself, and a byte with the top bit begins a copy, of earlier text or of
//! a dictionary that everybody has:
//!
//! ```text
//! 0tttttttt                    a byte of text
//! 1dlllooo oooooooo            3 to 9 bytes (l is 0 to 6); an offset below 2048
//! 1d111ttt tttooooo oooooooo   3 to 65 bytes (t is 0 to 62); an offset below 8192
//! ```
//!
//! With `d`, the offset is a place in the dictionary; without it, how far back the copy begins, less
//! one. If `t` is 63, the length is 66 and the sum of the bytes that follow, up to the first that is
//! not 255: long runs of rules that the dictionary has take four bytes.
//!
//! Rules of real files take 3.3 bytes of text for each byte here. An entropy coder after this, or
//! `deflate` with the same dictionary, would make that 4 to 4.6, but would take several times as long
//! to wake a site, and as much code again or a dependency.

use alloc::vec::Vec;
use core::ops::Range;

/// Set in the first byte of a copy.
const COPY: u8 = 0x80;
const FROM_DICTIONARY: u8 = 0x40;

/// Shorter copies save nothing.
const MIN_LEN: usize = 3;
/// The lengths of short copies, and the offsets that they reach.
const SHORT: Range<usize> = MIN_LEN..MIN_LEN + 7;
const SHORT_REACH: usize = 1 << 11;
/// The offsets that all copies reach.
const REACH: usize = 1 << 13;
/// From this length on, the length is continued.
const LONG: usize = MIN_LEN + 63;

/// How many places of three bytes are compared at most to find a copy.
const MAX_PLACES: usize = 32;
const HASH_BITS: u32 = 12;
/// No place.
const NONE: u32 = u32::MAX;

/// A dictionary, with an index of its text.
#[derive(Debug)]
pub(super) struct Dictionary {
    index: Index,
}

/// The places of a text by the three bytes there.
#[derive(Clone, Debug)]
struct Index {
    text: Vec<u8>,
    /// The first place to look at, by the hash of three bytes.
    heads: Vec<u32>,
    /// The place to look at after each place.
    next: Vec<u32>,
}

/// What a compressor reuses.
#[derive(Clone, Debug, Default)]
pub(super) struct Workspace(Option<Index>);

impl Workspace {
    /// The memory on the heap that this takes, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |index| {
            index.text.capacity() + size_of::<u32>() * (index.heads.capacity() + index.next.capacity())
        })
    }
}

/// A copy that was found.
#[derive(Clone, Copy)]
struct Copy {
    is_known: bool,
    offset: usize,
    len: usize,
}

impl Copy {
    fn is_short(self) -> bool {
        SHORT.contains(&self.len) && self.offset < SHORT_REACH
    }

    /// The bytes that it saves, about.
    fn gain(self) -> usize {
        let cost = if self.is_short() {
            2
        } else {
            3 + usize::from(self.len >= LONG)
        };
        self.len.saturating_sub(cost)
    }

    fn write(self, out: &mut Vec<u8>) {
        let first = COPY | if self.is_known { FROM_DICTIONARY } else { 0 };
        if self.is_short() {
            let len = (self.len - MIN_LEN) as u8;
            out.extend([first | len << 3 | (self.offset >> 8) as u8, self.offset as u8]);
            return;
        }
        let len = self.len.min(LONG) - MIN_LEN;
        out.extend([
            first | 7 << 3 | (len >> 3) as u8,
            (len << 5) as u8 | (self.offset >> 8) as u8,
            self.offset as u8,
        ]);
        if let Some(mut more) = self.len.checked_sub(LONG) {
            while more >= 0xFF {
                out.push(0xFF);
                more -= 0xFF;
            }
            out.push(more as u8);
        }
    }
}

impl Index {
    fn hash(bytes: [u8; 3]) -> usize {
        let [a, b, c] = bytes.map(u32::from);
        ((a << 16 | b << 8 | c).wrapping_mul(0x9E37_79B1) >> (u32::BITS - HASH_BITS)) as usize
    }

    fn add(&mut self, place: usize) {
        if let Some(bytes) = self.text[place..].first_chunk() {
            let head = &mut self.heads[Self::hash(*bytes)];
            self.next[place] = core::mem::replace(head, place as u32);
        }
    }

    /// The copy of what is at a place that saves the most. The first `known` bytes are the dictionary.
    fn find(&self, at: usize, known: usize) -> Option<Copy> {
        let text = &self.text[at..];
        let mut best: Option<Copy> = None;
        let mut place = self.heads[Self::hash(*text.first_chunk()?)];
        for _ in 0..MAX_PLACES {
            if place == NONE {
                break;
            }
            let start = place as usize;
            let is_known = start < known;
            let (source, offset) = if is_known {
                (&self.text[start..known], start)
            } else {
                (&self.text[start..], at - start - 1)
            };
            place = self.next[start];
            // A shorter copy may be a byte cheaper, but that is rare.
            let longest = best.map_or(MIN_LEN - 1, |best| best.len);
            if offset >= REACH || source.get(longest) != text.get(longest) {
                continue;
            }
            let len = source.iter().zip(text).take_while(|(a, b)| a == b).count();
            let copy = Copy {
                is_known,
                offset,
                len,
            };
            if len >= MIN_LEN && best.is_none_or(|best| copy.gain() > best.gain()) {
                best = Some(copy);
            }
        }
        best.filter(|copy| copy.gain() > 0)
    }
}

impl Dictionary {
    /// What comes first in the text is copied in fewer bytes. Of more than 8 KiB, the rest is not used.
    pub(super) fn new(mut text: Vec<u8>) -> Self {
        text.truncate(REACH);
        let mut index = Index {
            heads: alloc::vec![NONE; 1 << HASH_BITS],
            next: alloc::vec![NONE; text.len()],
            text,
        };
        // The first places are looked at first.
        (0..index.text.len()).rev().for_each(|place| index.add(place));
        Self { index }
    }

    /// Appends the compressed form of ASCII text to `out`.
    ///
    /// Linear in the text.
    pub(super) fn compress(&self, text: &[u8], workspace: &mut Workspace, out: &mut Vec<u8>) {
        debug_assert!(text.is_ascii(), "other bytes begin copies");
        let known = self.index.text.len();
        let index = workspace.0.get_or_insert_with(|| self.index.clone());
        index.text.truncate(known);
        index.text.extend_from_slice(text);
        index.heads.copy_from_slice(&self.index.heads);
        index.next.truncate(known);
        index.next.resize(index.text.len(), NONE);
        let mut at = known;
        let mut found = index.find(at, known);
        while at < index.text.len() {
            index.add(at);
            // A byte later there may be a better copy, but hardly than one that is long.
            let later = match found {
                Some(copy) if !SHORT.contains(&copy.len) => None,
                _ => index.find(at + 1, known),
            };
            match found {
                Some(copy) if later.is_none_or(|later| copy.gain() >= later.gain()) => {
                    copy.write(out);
                    (at + 1..at + copy.len).for_each(|place| index.add(place));
                    at += copy.len;
                    found = index.find(at, known);
                }
                _ => {
                    out.push(index.text[at]);
                    at += 1;
                    found = later;
                }
            }
        }
        // A large text should not be kept with its index.
        if index.text.capacity() > 8 * REACH {
            workspace.0 = None;
        }
    }

    /// Appends the text whose compressed form this is to `out`. `None` if it is none.
    pub(super) fn decompress(&self, mut compressed: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let start = out.len();
        while let [first, rest @ ..] = compressed {
            if first & COPY == 0 {
                out.push(*first);
                compressed = rest;
                continue;
            }
            let (len, offset);
            let (short_len, high) = (usize::from(first >> 3 & 7), usize::from(first & 7));
            (len, offset, compressed) = match rest {
                [low, rest @ ..] if short_len < 7 => {
                    (MIN_LEN + short_len, high << 8 | usize::from(*low), rest)
                }
                [middle, low, rest @ ..] => {
                    let middle = usize::from(*middle);
                    let len = MIN_LEN + (high << 3 | middle >> 5);
                    (len, (middle & 0x1F) << 8 | usize::from(*low), rest)
                }
                _ => return None,
            };
            let mut len = len;
            while len >= LONG {
                let (more, rest) = compressed.split_first()?;
                compressed = rest;
                len += usize::from(*more);
                if *more != 0xFF {
                    break;
                }
            }
            if first & FROM_DICTIONARY != 0 {
                out.extend_from_slice(self.index.text.get(offset..offset + len)?);
            } else {
                let from = out.len().checked_sub(offset + 1).filter(|from| *from >= start)?;
                // The copy may overlap what it makes.
                (from..from + len).for_each(|place| out.push(out[place]));
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn returns(dictionary: &Dictionary, text: &[u8]) -> usize {
        let (mut compressed, mut back) = (Vec::new(), Vec::from(*b"x"));
        dictionary.compress(text, &mut Workspace::default(), &mut compressed);
        assert_eq!(dictionary.decompress(&compressed, &mut back), Some(()));
        assert_eq!(&back[1..], text);
        compressed.len()
    }

    #[test]
    fn text_comes_back() {
        let words: Vec<u8> = (0..3000_u32)
            .flat_map(|n| alloc::format!("{n}/").into_bytes())
            .collect();
        let dictionary = Dictionary::new(words.clone());
        for (text, most) in [
            (&b""[..], 0),
            (b"a", 1),
            (b"1/2/3/", 2),
            (&[b'a'; 9], 3),
            (&[b'a'; 1000], 8),
            (&words[..8000], 40),
            // What is beyond the reach of a copy.
            (&words[8000..], 5000),
        ] {
            let len = returns(&dictionary, text);
            assert!(len <= most, "{len} for {}", text.escape_ascii());
        }
        // Every length and every offset.
        for len in 0..600 {
            for offset in [0, 1, 2047, 2048, 8191 - 600] {
                returns(&dictionary, &words[offset..offset + len]);
            }
        }
        let again: Vec<u8> = words[8192..]
            .iter()
            .chain(b"__")
            .chain(&words[8192..])
            .copied()
            .collect();
        returns(&dictionary, &again);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_comes_back(known in "[ab/]{0,40}", text in "[ab/]{0,400}") {
            returns(&Dictionary::new(known.into_bytes()), text.as_bytes());
        }

        #[test]
        fn other_bytes_do_no_harm(bytes: Vec<u8>) {
            let dictionary = Dictionary::new(b"/admin/".to_vec());
            let mut out = Vec::new();
            let _ = dictionary.decompress(&bytes, &mut out);
        }
    }
}
