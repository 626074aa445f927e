//! Where each octet occurs in one target, as bits, so that segments of globs are searched for at 64 places at once.
//!
//! # The idea
//!
//! A segment of a glob may hold `?` and sets, which no search for substrings understands, and comparing it at every place
//! costs segment × target. For each octet that occurs in the target a row of bits says where. A segment matches at a place if for
//! each of its units, so much farther on, one of the unit's octets occurs: the rows, shifted, are combined with *and*, 64 places in one
//! step. A `?` asks for nothing, and so does a set that holds every octet of the target; a unit of which no octet occurs in the
//! target ends the search at once. The unit with the fewest places is asked first, after which most words are zero.
//!
//! # The layout
//!
//! The rows lie one after another in `rows`, each as long as the target in bits and two words more, which are zero, so that a word can be read
//! from any place that a unit may have.
//!
//! # What it bought
//!
//! 512 KB of `*??????????c*` and a URL of 2 KB took 850 ms. The figures after are in `benches/hostile.rs`.

use alloc::vec::Vec;

use super::glob::{Unit, Units};

/// A set of octets, as bits.
type Octets = [u64; 4];

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct OctetPlaces {
    /// Of each octet, the number of its row; [`NONE`] if it does not occur.
    row_of: [u16; 256],
    /// The octets that occur.
    present: Octets,
    /// Of each row, how many bits are set.
    counts: Vec<usize>,
    rows: Vec<u64>,
    /// Words of a row.
    width: usize,
    /// Of the segment that was read last.
    demands: Vec<Demand>,
    sets: Vec<Octets>,
}

const NONE: u16 = u16::MAX;

/// What a unit asks for.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// Units before it in its segment.
    offset: u32,
    /// The number of a row; or of a set, counted from [`SETS`](Demand::SETS).
    octets: u32,
}

impl Demand {
    const SETS: u32 = 256;
}

/// A segment, as far as it was read.
enum Segment {
    /// No place in the target matches.
    Hopeless,
    /// Its length, and whether the glob ends with it.
    Of(usize, bool),
}

impl OctetPlaces {
    /// Takes time linear in the target, and a row with a bit for each of its octets for every octet that
    /// occurs.
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
            width,
            demands: Vec::new(),
            sets: Vec::new(),
        }
    }

    /// Whether the rest of a glob, after a star, matches all of the target from `from` to its end, which is at `end`.
    ///
    /// # Complexity
    ///
    /// Linear in the glob, and for each segment its length × the places that are passed over ÷ 64.
    pub(super) fn matches_after_star(&mut self, mut units: Units<'_>, mut from: usize, end: usize) -> bool {
        loop {
            units.skip_stars();
            if units.is_empty() {
                return true;
            }
            let Segment::Of(len, is_last) = self.read(&mut units, end - from) else {
                return false;
            };
            if is_last {
                // It must be at the end.
                return self.word(end - len) & 1 == 1;
            }
            match self.find(from, end - len) {
                Some(at) => from = at + len,
                None => return false,
            }
        }
    }

    /// Reads a segment that is no longer than `limit`.
    fn read(&mut self, units: &mut Units<'_>, limit: usize) -> Segment {
        self.demands.clear();
        self.sets.clear();
        let mut len = 0;
        let (mut fewest, mut rarest) = (usize::MAX, 0);
        for unit in units.by_ref() {
            if len == limit {
                return Segment::Hopeless;
            }
            let demand = match unit {
                Unit::Any => None,
                Unit::Octet(octet) => match self.row_of[usize::from(octet)] {
                    NONE => return Segment::Hopeless,
                    row => Some((u32::from(row), self.counts[usize::from(row)])),
                },
                Unit::Set(set) => {
                    let bits = set.bits();
                    let octets: Octets = core::array::from_fn(|word| bits[word] & self.present[word]);
                    if octets == [0; 4] {
                        return Segment::Hopeless;
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
        Segment::Of(len, units.is_empty())
    }

    /// The number by which demands know a set.
    fn number(&mut self, octets: Octets) -> u32 {
        /// A set is looked for among this many of the last ones, so that a long segment of a few sets keeps
        /// each once.
        const RECENT: usize = 4;
        let old = self.sets.len().saturating_sub(RECENT);
        let at = match self.sets[old..].iter().position(|set| *set == octets) {
            Some(at) => old + at,
            None => {
                self.sets.push(octets);
                self.sets.len() - 1
            }
        };
        Demand::SETS + at as u32
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

    /// Of 64 places from `base` on, those at which the segment matches. Those at which it would pass the end of the target mean nothing.
    #[inline]
    fn word(&self, base: usize) -> u64 {
        let mut places = !0;
        for demand in &self.demands {
            let at = base + demand.offset as usize;
            places &= match demand.octets.checked_sub(Demand::SETS) {
                None => self.row_word(demand.octets as usize, at),
                Some(set) => self.set_word(self.sets[set as usize], at),
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
        let words = &self.rows[row * self.width + at / 64..];
        // Shifted twice, because a shift by 64 would be none.
        words[0] >> (at % 64) | words[1] << 1 << (63 - at % 64)
    }

    /// The same for a set: of its octets, or of those that it lacks if these are fewer.
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
    use crate::matching::pattern::glob::unit_matches;

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
                    let found = match places.read(&mut units(glob), len - from) {
                        Segment::Hopeless => None,
                        Segment::Of(units, is_last) => {
                            assert_eq!((units, is_last), (segment.len(), true));
                            places.find(from, len - units)
                        }
                    };
                    assert_eq!(found, expected, "{glob} from {from} of {len}");
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
                places.matches_after_star(units(rest), 0, target.len()),
                expected,
                "{rest} {target}"
            );
        }
    }

    #[test]
    fn a_set_of_most_octets_is_found_by_those_that_it_lacks() {
        let text: Vec<u8> = (0..=255).chain(0..=255).collect();
        let mut places = OctetPlaces::new(&text);
        assert!(matches!(
            places.read(&mut units("[!a]"), text.len()),
            Segment::Of(1, true)
        ));
        let a = usize::from(b'a');
        assert_eq!(places.find(a - 1, 511), Some(a - 1));
        assert_eq!(places.find(a, 511), Some(a + 1));
        assert_eq!(places.find(256 + a, 511), Some(256 + a + 1));
    }

    #[test]
    fn sets_are_kept_once() {
        let mut places = OctetPlaces::new(b"abc");
        let glob = "[ab][bc]".repeat(100);
        assert!(matches!(
            places.read(&mut units(&glob), 1_000),
            Segment::Of(200, true)
        ));
        assert_eq!((places.demands.len(), places.sets.len()), (200, 2));
    }
}
