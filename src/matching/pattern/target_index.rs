//! Where each octet occurs in one target, as bits, so that segments of wildcards and globs are
//! searched for at 64 places at once.
//!
//! # The idea
//!
//! Searching the target again for each segment of each pattern costs patterns × target, and a
//! segment of a glob, which may hold `?` and sets, costs its length × target. For each octet that
//! occurs in the target, a row of bits says where. A segment matches at place `p` if, for each `i`,
//! one of the octets of its unit `i` occurs at `p + i`. So the row of each unit is shifted by `i`,
//! and all of them are combined with *and*, which tests 64 places in one step. A `?` needs no test,
//! nor does a set that holds every octet of the target; if none of a unit's octets occurs in the
//! target, the search ends at once. The unit whose octets occur least often is tested first, after
//! which most words are zero. Nothing is prepared for the patterns, so the index can be used with
//! compiled rules and with rules straight from the bytes.
//!
//! # The layout
//!
//! The rows are one after another in `rows`. Each has a bit for each octet of the target, and then
//! at least two words of zeros, so that 64 bits can be read from every place that a unit can have.
//!
//! # What it bought
//!
//! Every hostile input of `tests/hostile` takes less than 0.1 s. Without the index, 500 KiB of
//! globs and a URL of 2 KB take 3.7 s where the globs differ and 31 s from the bytes where they are
//! equal, which is more than the 2 s that anything may take; wildcards would take up to 0.1 s. A
//! limit on steps does not replace it: the slow comparison is the only one left to fall back to, as
//! the answer has to be exact. Nor are results kept for each segment and place: making them takes
//! as many steps as comparing does. The present figures are in `benches/hostile.rs`.

use alloc::vec::Vec;

use super::unit::{Unit, Units};

/// A set of octets, as bits.
type Octets = [u64; 4];

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct OctetPlaces {
    /// For each octet, the number of its row; [`NONE`] if the octet does not occur.
    row_of: [u16; 256],
    /// The octets that occur.
    present: Octets,
    /// For each row, how many bits are set.
    counts: Vec<usize>,
    rows: Vec<u64>,
    /// Octets of the target.
    len: usize,
    /// Words of a row.
    width: usize,
    /// The demands of the segment that was read last.
    demands: Vec<Demand>,
    sets: Vec<Octets>,
}

const NONE: u16 = u16::MAX;

/// What a unit of a segment requires of the target.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// Units before it in its segment.
    offset: u32,
    octets: Wanted,
}

#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// An octet, by the number of its row.
    Row(u32),
    /// An octet of a set, by the number of the set.
    Set(u32),
}

impl OctetPlaces {
    /// Indexes a target. Takes time linear in the target, and memory for one row of bits, as long
    /// as the target, for every different octet in it.
    pub(super) fn new(target: &[u8]) -> Self {
        let width = target.len() / 64 + 3;
        let mut row_of = [NONE; 256];
        let mut present = [0; 4];
        let mut counts: Vec<usize> = Vec::new();
        for octet in target {
            let row = &mut row_of[usize::from(*octet)];
            if *row == NONE {
                *row = counts.len() as u16;
                counts.push(0);
                present[usize::from(octet / 64)] |= 1 << (octet % 64);
            }
            counts[usize::from(*row)] += 1;
        }
        let mut rows = alloc::vec![0; counts.len() * width];
        for (at, octet) in target.iter().enumerate() {
            let row = usize::from(row_of[usize::from(*octet)]);
            rows[row * width + at / 64] |= 1 << (at % 64);
        }
        Self {
            row_of,
            present,
            counts,
            rows,
            len: target.len(),
            width,
            demands: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// Whether the rest of a glob, after a star, matches all of the target from `from` to its end.
    ///
    /// # Complexity
    ///
    /// Linear in the glob, plus, for each segment, its length × the number of places that are
    /// skipped ÷ 64.
    pub(super) fn matches_after_star(&mut self, mut units: Units<'_>, mut from: usize) -> bool {
        let end = self.len;
        loop {
            units.skip_stars();
            if units.is_empty() {
                return true;
            }
            let Some(len) = self.read(units.by_ref(), end - from) else {
                return false;
            };
            if units.is_empty() {
                // It must be at the end.
                return self.word(end - len) & 1 == 1;
            }
            match self.find(from, end - len) {
                Some(at) => from = at + len,
                None => return false,
            }
        }
    }

    /// The leftmost place of some octets at `from` or after it.
    ///
    /// # Complexity
    ///
    /// The number of octets × the number of places that are skipped ÷ 64.
    pub(super) fn find_literal(&mut self, octets: &[u8], from: usize) -> Option<usize> {
        let len = self.read(octets.iter().map(|octet| Unit::Octet(*octet)), self.len - from)?;
        self.find(from, self.len - len)
    }

    /// Reads a segment, and returns its length; `None` if no place in the target matches, or it is
    /// longer than `limit`.
    fn read<'p>(&mut self, units: impl Iterator<Item = Unit<'p>>, limit: usize) -> Option<usize> {
        self.demands.clear();
        self.sets.clear();
        let mut len = 0;
        let (mut fewest, mut rarest) = (usize::MAX, 0);
        for unit in units {
            if len == limit {
                return None;
            }
            let demand = match unit {
                Unit::Any => None,
                Unit::Octet(octet) => match self.row_of[usize::from(octet)] {
                    NONE => return None,
                    row => Some((Wanted::Row(u32::from(row)), self.counts[usize::from(row)])),
                },
                Unit::Set(set) => {
                    let bits = set.bits();
                    let octets: Octets = core::array::from_fn(|word| bits[word] & self.present[word]);
                    if octets == [0; 4] {
                        return None;
                    }
                    (octets != self.present).then(|| (self.number(octets), self.count(octets)))
                }
            };
            if let Some((octets, count)) = demand {
                if count < fewest {
                    (fewest, rarest) = (count, self.demands.len());
                }
                self.demands.push(Demand {
                    offset: len as u32,
                    octets,
                });
            }
            len += 1;
        }
        if !self.demands.is_empty() {
            self.demands.swap(0, rarest);
        }
        Some(len)
    }

    /// What is wanted of a set.
    fn number(&mut self, octets: Octets) -> Wanted {
        /// A set is looked for among this many of the last sets, so that a long segment with few
        /// different sets stores each only once.
        const RECENT: usize = 4;
        let old = self.sets.len().saturating_sub(RECENT);
        let at = match self.sets[old..].iter().position(|set| *set == octets) {
            Some(at) => old + at,
            None => {
                self.sets.push(octets);
                self.sets.len() - 1
            }
        };
        Wanted::Set(at as u32)
    }

    /// How often octets of a set occur.
    fn count(&self, octets: Octets) -> usize {
        members(octets)
            .map(|octet| self.counts[usize::from(self.row_of[octet])])
            .sum()
    }

    /// The first place from `from` to `last` at which the segment matches.
    fn find(&self, from: usize, last: usize) -> Option<usize> {
        for base in (from..=last).step_by(64) {
            let places = self.word(base);
            if places != 0 {
                return Some(base + places.trailing_zeros() as usize).filter(|place| *place <= last);
            }
        }
        None
    }

    /// A bit for each of the 64 places from `base` on, set if the segment matches there. Bits of
    /// places at which the segment would reach beyond the end of the target have no meaning.
    #[inline]
    fn word(&self, base: usize) -> u64 {
        let mut places = !0;
        for demand in &self.demands {
            let at = base + demand.offset as usize;
            places &= match demand.octets {
                Wanted::Row(row) => self.row_word(row as usize, at),
                Wanted::Set(set) => self.set_word(self.sets[set as usize], at),
            };
            if places == 0 {
                break;
            }
        }
        places
    }

    /// 64 bits of a row.
    #[inline]
    fn row_word(&self, row: usize, at: usize) -> u64 {
        let [low, high, ..] = self.rows[row * self.width + at / 64..] else {
            return 0;
        };
        // Shifted twice, because a shift by 64, which `at % 64 == 0` would need, is not allowed.
        low >> (at % 64) | high << 1 << (63 - at % 64)
    }

    /// Like [`row_word`](Self::row_word), for a set: combines the rows of the octets in the set. If
    /// fewer octets of the target are outside the set than in it, combines the rows of the octets
    /// outside, and inverts the result.
    fn set_word(&self, octets: Octets, at: usize) -> u64 {
        let lacking: Octets = core::array::from_fn(|word| self.present[word] & !octets[word]);
        let size = |octets: Octets| octets.iter().map(|word| word.count_ones()).sum::<u32>();
        let any = |octets: Octets| {
            members(octets).fold(0, |word, octet| {
                word | self.row_word(usize::from(self.row_of[octet]), at)
            })
        };
        if size(octets) <= size(lacking) {
            any(octets)
        } else {
            !any(lacking)
        }
    }
}

/// The octets of a set.
fn members(octets: Octets) -> impl Iterator<Item = usize> {
    (0..4).flat_map(move |word| {
        let mut bits: u64 = octets[word];
        core::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(64 * word + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::PercentMode;
    use crate::matching::pattern::unit::unit_matches;

    fn units(glob: &str) -> Units<'_> {
        Units::new(glob.as_bytes(), PercentMode::Rfc9309)
    }

    #[test]
    fn finds_what_comparing_place_by_place_finds() {
        let text: Vec<u8> = (0..900_u32).map(|i| b"abc"[(i * i % 11 % 3) as usize]).collect();
        let long = "?".repeat(130) + "b";
        let segments = [
            "a",
            "ab?[a-b]c",
            "c[!a]",
            "?????",
            "[abc]b[^b]",
            "ac?a?b?c",
            "cccc",
            "[a-z]",
            "[!a-z]",
            "d",
            "[d]",
            "b[a][b][c]",
            &long,
        ];
        for len in [0, 1, 63, 64, 65, 130, 900] {
            let text = &text[..len];
            let mut places = OctetPlaces::new(text);
            for glob in segments {
                let segment: Vec<Unit<'_>> = units(glob).collect();
                let matches = |at: usize| {
                    text.get(at..at + segment.len()).is_some_and(|octets| {
                        segment
                            .iter()
                            .zip(octets)
                            .all(|(unit, octet)| unit_matches(*unit, *octet))
                    })
                };
                for from in (0..=len).step_by(1 + len / 40) {
                    let expected = (from..len).find(|at| matches(*at));
                    let found = places.read(units(glob), len - from).and_then(|units| {
                        assert_eq!(units, segment.len());
                        places.find(from, len - units)
                    });
                    assert_eq!(found, expected, "{glob} from {from} of {len}");
                }
            }
        }
    }

    #[test]
    fn finds_text_as_a_search_of_the_target_does() {
        let mut texts: Vec<Vec<u8>> = [&b""[..], b"/", b"/abcbc", b"mississippi", b"aabab\0\xFFa"]
            .map(Vec::from)
            .into();
        texts.push([b"/", &[b'a'; 70][..], b"b", &[b'a'; 70]].concat());
        texts.push((0..300_u32).map(|i| b"abc"[(i * i % 11 % 3) as usize]).collect());
        texts.push((0..=255).collect());
        for text in &texts {
            let mut places = OctetPlaces::new(text);
            let suffixes = |other: &'_ Vec<u8>| {
                (0..other.len())
                    .step_by(3)
                    .map(|at| other[at..].to_vec())
                    .collect()
            };
            for needle in texts.iter().flat_map(|other| -> Vec<Vec<u8>> { suffixes(other) }) {
                for len in (0..=needle.len().min(9)).chain([needle.len()]) {
                    let needle = &needle[..len];
                    for from in (0..=text.len()).step_by(1 + text.len() / 20) {
                        let expected = (from..=text.len()).find(|at| text[*at..].starts_with(needle));
                        let message =
                            || alloc::format!("{} in {}", needle.escape_ascii(), text.escape_ascii());
                        assert_eq!(
                            places.find_literal(needle, from),
                            expected,
                            "{} from {from}",
                            message()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_rest_of_a_glob() {
        // The rest after a star, the target, whether they match.
        let table = [
            ("", "abc", true),
            ("c", "abc", true),
            ("b", "abc", false),
            ("b*", "abc", true),
            ("b**c", "abc", true),
            ("?b*[bc]", "abc", true),
            ("?b*?c", "abc", false),
            ("abcd*", "abc", false),
            ("[!c]*", "ccc", false),
            ("[!c]*", "cca", true),
            ("***", "", true),
            ("?", "", false),
        ];
        for (rest, target, expected) in table {
            let mut places = OctetPlaces::new(target.as_bytes());
            assert_eq!(
                places.matches_after_star(units(rest), 0),
                expected,
                "{rest} {target}"
            );
        }
    }

    #[test]
    fn a_set_of_most_octets_is_found_by_those_that_it_lacks() {
        let text: Vec<u8> = (0..=255).chain(0..=255).collect();
        let mut places = OctetPlaces::new(&text);
        assert_eq!(places.read(units("[!a]"), text.len()), Some(1));
        let a = usize::from(b'a');
        assert_eq!(places.find(a - 1, 511), Some(a - 1));
        assert_eq!(places.find(a, 511), Some(a + 1));
        assert_eq!(places.find(256 + a, 511), Some(256 + a + 1));
    }

    #[test]
    fn sets_are_kept_once() {
        let mut places = OctetPlaces::new(b"abc");
        let glob = "[ab][bc]".repeat(100);
        assert_eq!(places.read(units(&glob), 1_000), Some(200));
        assert_eq!((places.demands.len(), places.sets.len()), (200, 2));
    }
}
