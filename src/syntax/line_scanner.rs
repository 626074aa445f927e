//! Where lines begin and end, and where their first `#` is.
//!
//! The scanner looks at 64 bytes at a time: a [`Masker`] turns them into one bit mask of line ends
//! and one of `#`, from which the offsets of lines are read. The rest after the last whole block is
//! padded, with a line end after its last byte, so that it is read like a whole block. The same
//! loop runs with every masker: the one for wide vectors is chosen at run time.

/// Finds the interesting bytes of a 64-byte block: bit `i` represents byte `i`.
pub(crate) trait Masker: Copy {
    /// `(LF or CR, '#')`.
    fn masks(self, block: &[u8; 64]) -> (u64, u64);
}

/// The masker for every machine: comparisons that the compiler turns into vector code, gathered
/// eight at a time by a multiplication.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Portable;

impl Masker for Portable {
    #[inline(always)]
    fn masks(self, block: &[u8; 64]) -> (u64, u64) {
        let mut ends = [0u8; 64];
        let mut hashes = [0u8; 64];
        for i in 0..64 {
            ends[i] = u8::from((block[i] == b'\n') | (block[i] == b'\r'));
            hashes[i] = u8::from(block[i] == b'#');
        }
        (gather(&ends), gather(&hashes))
    }
}

/// Sixty-four bytes of 0 or 1 as a mask.
#[inline(always)]
fn gather(flags: &[u8; 64]) -> u64 {
    // The multiplication moves the low bit of byte `i` to bit `56 + i`. No two partial products
    // fall on the same bit, so nothing carries.
    const SPREAD: u64 = 0x0102_0408_1020_4080;
    let mut mask = 0;
    for (i, eight) in flags.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes([
            eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], eight[7],
        ]);
        mask |= (word.wrapping_mul(SPREAD) >> 56) << (8 * i);
    }
    mask
}

/// The masker for machines with wide vectors; `S` says which.
#[cfg(feature = "simd")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide<S>(pub(crate) S);

#[cfg(feature = "simd")]
impl<S: fearless_simd::Simd> Masker for Wide<S> {
    #[inline(always)]
    fn masks(self, block: &[u8; 64]) -> (u64, u64) {
        use fearless_simd::{SimdBase, SimdMask, u8x64};
        let bytes = u8x64::from_slice(self.0, block);
        let ends = bytes.simd_eq(u8x64::splat(self.0, b'\n')) | bytes.simd_eq(u8x64::splat(self.0, b'\r'));
        let hashes = bytes.simd_eq(u8x64::splat(self.0, b'#'));
        (ends.to_bitmask(), hashes.to_bitmask())
    }
}

/// The masker of iterators. A loop can be compiled for each kind of machine and chosen once, but an
/// iterator is called from code that is not, so it chooses at each block.
#[cfg(feature = "simd")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockMasker(fearless_simd::Level);

#[cfg(feature = "simd")]
impl Default for BlockMasker {
    fn default() -> Self {
        Self(fearless_simd::Level::new())
    }
}

#[cfg(feature = "simd")]
impl Masker for BlockMasker {
    #[inline(always)]
    fn masks(self, block: &[u8; 64]) -> (u64, u64) {
        fearless_simd::dispatch!(self.0, simd => Wide(simd).masks(block))
    }
}

#[cfg(not(feature = "simd"))]
pub(crate) type BlockMasker = Portable;

/// One line as the scanner finds it; offsets from the start of the body.
#[derive(Clone, Copy, Debug)]
pub struct RawLine {
    /// First byte.
    pub start: usize,
    /// First `#`, or `end`.
    pub text_end: usize,
    /// One past the last byte before the line end.
    pub end: usize,
    /// One past the line end.
    pub next: usize,
}

/// Iterates over the lines of a body.
///
/// A body that ends in a line end has no further line after it.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'a, M> {
    body: &'a [u8],
    masker: M,
    /// Line ends of the current block that are yet to be handled.
    ends: u64,
    /// `#` of the current block in or after the current line.
    hashes: u64,
    /// Offset of the current block.
    base: usize,
    /// Offset of the next block.
    ahead: usize,
    /// Start of the current line.
    start: usize,
    /// First `#` of the current line in an earlier block, or `usize::MAX`.
    hash: usize,
}

impl<'a, M: Masker> Scanner<'a, M> {
    #[inline(always)]
    pub(crate) fn new(body: &'a [u8], start: usize, masker: M) -> Self {
        Self {
            body,
            masker,
            ends: 0,
            hashes: 0,
            base: start,
            ahead: start,
            start,
            hash: usize::MAX,
        }
    }

    /// Where the next line begins, if there is one.
    #[inline(always)]
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Masks of the block at `ahead`; `false` after the last one.
    #[inline(always)]
    fn next_block(&mut self) -> bool {
        let body = self.body;
        if self.ahead >= body.len() {
            return false;
        }
        // No line end is left in this block, so a `#` that is left belongs to the current line.
        if self.hash == usize::MAX && self.hashes != 0 {
            self.hash = self.base + self.hashes.trailing_zeros() as usize;
        }
        self.base = self.ahead;
        self.ahead += 64;
        (self.ends, self.hashes) = match body.get(self.base..).and_then(<[u8]>::first_chunk::<64>) {
            Some(block) => self.masker.masks(block),
            None => {
                let tail = &body[self.base..];
                let mut block = [0; 64];
                block[..tail.len()].copy_from_slice(tail);
                let (ends, hashes) = self.masker.masks(&block);
                (ends | 1 << tail.len(), hashes)
            }
        };
        true
    }

    /// The start of the line after the line end at `end`, which is bit `bit` of its block. `None`
    /// if the body ends there.
    #[inline(always)]
    fn behind(&mut self, end: usize, bit: u32) -> Option<usize> {
        let mut next = end + 1;
        if *self.body.get(end)? == b'\r' && self.body.get(next) == Some(&b'\n') {
            next += 1;
            if bit < 63 {
                self.ends &= self.ends.wrapping_sub(1);
            } else if self.next_block() {
                self.ends &= !1;
            }
        }
        Some(next)
    }

    /// Skips a line. There must be one.
    #[inline(always)]
    pub(crate) fn skip_line(&mut self) {
        while self.ends == 0 {
            if !self.next_block() {
                self.start = self.body.len();
                return;
            }
        }
        let bit = self.ends.trailing_zeros();
        self.ends &= self.ends - 1;
        self.hash = usize::MAX;
        self.hashes &= u64::MAX << bit << 1;
        let end = self.base + bit as usize;
        self.start = self.behind(end, bit).unwrap_or(end);
    }
}

impl<M: Masker> Iterator for Scanner<'_, M> {
    type Item = RawLine;

    #[inline(always)]
    fn next(&mut self) -> Option<RawLine> {
        while self.ends == 0 {
            if !self.next_block() {
                // Reached if the body consists of whole blocks and has no final line end.
                if self.start >= self.body.len() {
                    return None;
                }
                let (start, end) = (self.start, self.body.len());
                let hash = match self.hashes {
                    0 => usize::MAX,
                    hashes => self.base + hashes.trailing_zeros() as usize,
                };
                self.start = end;
                self.hashes = 0;
                return Some(RawLine {
                    start,
                    text_end: self.hash.min(hash).min(end),
                    end,
                    next: end,
                });
            }
        }
        let bit = self.ends.trailing_zeros();
        self.ends &= self.ends - 1;
        let start = self.start;
        let end = self.base + bit as usize;
        let mut text_end = end;
        if self.hash != usize::MAX || self.hashes != 0 {
            let first = match self.hashes {
                0 => usize::MAX,
                hashes => self.base + hashes.trailing_zeros() as usize,
            };
            text_end = end.min(self.hash.min(first));
            self.hash = usize::MAX;
            // All `#` up to here have been passed. (A shift by 64 would overflow, hence two steps.)
            self.hashes &= u64::MAX << bit << 1;
        }
        let Some(next) = self.behind(end, bit) else {
            // This is the line end that was added as padding.
            self.start = end;
            return (start < end).then_some(RawLine {
                start,
                text_end,
                end,
                next: end,
            });
        };
        self.start = next;
        Some(RawLine {
            start,
            text_end,
            end,
            next,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The line rules again, one byte at a time.
    fn naive(body: &[u8]) -> Vec<(usize, usize, usize, usize)> {
        let (mut lines, mut start, mut i) = (Vec::new(), 0, 0);
        while start < body.len() {
            while i < body.len() && body[i] != b'\n' && body[i] != b'\r' {
                i += 1;
            }
            let end = i;
            let text_end = (start..end).find(|&at| body[at] == b'#').unwrap_or(end);
            if i < body.len() {
                i += if body[i] == b'\r' && body.get(i + 1) == Some(&b'\n') {
                    2
                } else {
                    1
                };
            }
            lines.push((start, text_end, end, i));
            start = i;
        }
        lines
    }

    fn scanned(body: &[u8]) -> Vec<(usize, usize, usize, usize)> {
        Scanner::new(body, 0, Portable)
            .map(|line| (line.start, line.text_end, line.end, line.next))
            .collect()
    }

    /// Like [`scanned`], without the lines whose number `skips` accepts.
    fn scanned_in_part(body: &[u8], skips: impl Fn(usize) -> bool) -> Vec<(usize, usize, usize, usize)> {
        let mut scanner = Scanner::new(body, 0, Portable);
        let mut lines = Vec::new();
        for number in 0.. {
            if skips(number) && scanner.start() < body.len() {
                scanner.skip_line();
            } else if let Some(line) = scanner.next() {
                lines.push((line.start, line.text_end, line.end, line.next));
            } else {
                break;
            }
        }
        lines
    }

    #[test]
    fn scanner_equals_the_naive_reading() {
        // Every length around the block borders, filled with a pattern that walks line ends and `#`
        // over them.
        for len in 0..200 {
            for seed in 0..60u32 {
                let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(len);
                let density = seed % 6 + 1;
                let body: Vec<u8> = (0..len)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        match (state >> 24) % (8 * density) {
                            0 => b'\n',
                            1 => b'\r',
                            2 => b'#',
                            _ => b'a',
                        }
                    })
                    .collect();
                let lines = naive(&body);
                assert_eq!(scanned(&body), lines, "{:?}", core::str::from_utf8(&body));
                for period in 2..4 {
                    let skips = |number: usize| !number.is_multiple_of(period);
                    let numbered = lines.iter().copied().enumerate();
                    let expected: Vec<_> = numbered
                        .filter(|(number, _)| !skips(*number))
                        .map(|(_, line)| line)
                        .collect();
                    assert_eq!(scanned_in_part(&body, skips), expected);
                }
            }
        }
    }

    #[test]
    fn carriage_return_and_line_feed_may_stand_on_both_sides_of_a_block_border() {
        for at in 60..68 {
            let mut body = [b'x'; 140];
            body[at] = b'\r';
            body[at + 1] = b'\n';
            assert_eq!(scanned(&body), naive(&body));
            body[at + 2] = b'\n';
            assert_eq!(scanned(&body), naive(&body));
        }
    }
}
