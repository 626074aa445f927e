//! How much matching many patterns with one target has cost, and when an index of the target pays.
//!
//! # The idea
//!
//! On an ordinary site, few patterns come close to matching a URL, and it is fastest to search the
//! URL again for each of them. A hostile site has tens of thousands of such patterns. Both are
//! matched in the same way at first, and steps are counted. After too many steps, the target is
//! indexed once ([`OctetPlaces`]), and the segments of all further wildcards and globs are looked
//! up at 64 places at once. So ordinary sites only pay for a counter.
//!
//! # What it bought
//!
//! 34,000 rules `/*a!` and a URL of 2 KB took 310 ms from the bytes, and take 1.5 ms. The worst
//! input that we found, 500 KiB of short segments whose octets are next to each other nearly
//! everywhere in the URL but in another order, takes 13 ms for a URL of 2 KB, 55 ms for one of 10
//! KB and 0.3 s for one of 64 KB. A suffix automaton of the target, which served wildcards before,
//! took 7, 11 and 18 ms, but 400 lines more, 100 bytes for each octet of the target, and 12 s where
//! that was too long for it (1 MB), against 5 s.

use alloc::boxed::Box;

use super::target_index::OctetPlaces;
use crate::matching::percent::{self, Scratch};

/// The cost so far of matching with one target, or with its canonical form for globs: see the head
/// of this file.
///
/// Small, because every question has one.
#[derive(Debug, Default)]
pub struct Effort {
    /// Comparisons of octets with units of globs, plus [`PASS`](Self::PASS) for each wildcard that
    /// was searched for in the target.
    spent: u32,
    indexes: Option<Box<Indexes>>,
}

#[derive(Debug, Default)]
struct Indexes {
    octets: Option<OctetPlaces>,
    sealed: Option<Sealed>,
}

/// A target whose escapes are [sealed](percent::seal).
#[derive(Debug)]
struct Sealed {
    /// `None` if the target has no escapes.
    text: Option<Box<[u8]>>,
    /// The cost so far of matching with this text.
    effort: Effort,
}

impl Effort {
    /// The number of comparisons after which the target is indexed, which allocates. It equals the
    /// cost of 256 wildcards, which take about as long as building the index. It is lower if debug
    /// assertions are enabled, so that tests and fuzzing use the index although their inputs are
    /// small.
    const LIMIT: u32 = Self::PASS as u32 * if cfg!(debug_assertions) { 2 } else { 256 };

    /// The cost of searching for one wildcard in the target, in comparisons. It is small, since
    /// such a search looks at many octets at a time.
    pub(super) const PASS: usize = 16;

    /// Counts comparisons that are about to be made. Returns false if the limit is exceeded.
    #[inline]
    pub(super) fn spend(&mut self, count: usize) -> bool {
        // `count` may be the length of a set. One that does not fit in 32 bits exceeds the limit
        // anyway.
        self.spent = self
            .spent
            .saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        !self.is_spent()
    }

    /// Whether there have been so many comparisons that an index pays.
    #[inline]
    pub(super) fn is_spent(&self) -> bool {
        self.spent > Self::LIMIT
    }

    /// `target`, which is in canonical form, with its escapes [sealed](percent::seal), and the cost
    /// so far of matching with that text; `None` if it has no escapes. The text is made once, so
    /// the total time stays linear.
    #[cold]
    pub(super) fn sealed(&mut self, target: &[u8]) -> Option<(&[u8], &mut Effort)> {
        let indexes = self.indexes.get_or_insert_default();
        let sealed = indexes.sealed.get_or_insert_with(|| Sealed {
            text: target.contains(&b'%').then(|| {
                let mut text = Scratch::new();
                percent::seal(target, &mut text);
                text.as_slice().into()
            }),
            effort: Effort::default(),
        });
        Some((sealed.text.as_deref()?, &mut sealed.effort))
    }

    /// The places of octets in `target`.
    pub(super) fn octets(&mut self, target: &[u8]) -> &mut OctetPlaces {
        let indexes = self.indexes.get_or_insert_default();
        indexes.octets.get_or_insert_with(|| OctetPlaces::new(target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::PercentMode;
    use crate::matching::pattern::{keeps_escapes, seznam_glob, wildcard};
    use alloc::vec::Vec;

    /// Passes over the target before it is indexed.
    const PASSES: usize = Effort::LIMIT as usize / Effort::PASS;

    /// One that has not begun, and one that uses an index at once.
    fn efforts() -> [Effort; 2] {
        let exhausted = Effort {
            spent: Effort::LIMIT + 1,
            ..Effort::default()
        };
        [Effort::default(), exhausted]
    }

    fn has_octets(effort: &Effort) -> bool {
        let indexes = effort.indexes.as_ref();
        indexes.is_some_and(|indexes| indexes.octets.is_some())
    }

    /// Tries every length for every star. The other units match one octet, and `$` the end.
    fn naive(units: &[&str], target: &[u8], is_anchored: bool) -> bool {
        let Some((unit, units)) = units.split_first() else {
            return !is_anchored || target.is_empty();
        };
        if *unit == "*" {
            return (0..=target.len()).any(|skip| naive(units, &target[skip..], is_anchored));
        }
        target.split_first().is_some_and(|(octet, rest)| {
            let matches = match *unit {
                "?" => true,
                "[ab]" => b"ab".contains(octet),
                "[!a]" => *octet != b'a',
                unit => unit.as_bytes() == [*octet],
            };
            matches && naive(units, rest, is_anchored)
        })
    }

    /// All sequences of units up to some length.
    fn sequences(units: &[&'static str], max_len: usize) -> Vec<Vec<&'static str>> {
        let mut sequences = alloc::vec![Vec::new()];
        let mut from = 0;
        for _ in 0..max_len {
            let to = sequences.len();
            for at in from..to {
                for unit in units {
                    let longer = [&sequences[at][..], &[*unit]].concat();
                    sequences.push(longer);
                }
            }
            from = to;
        }
        sequences
    }

    #[test]
    fn all_short_wildcards_match_with_an_index_and_without() {
        let patterns = sequences(&["a", "b", "*"], 5);
        for target in sequences(&["a", "b"], 6).iter().map(|octets| octets.concat()) {
            let [mut direct, mut indexed] = efforts();
            for pattern in &patterns {
                for end in ["", "$"] {
                    direct.spent = 0;
                    let text = pattern.concat() + end;
                    let expected = naive(pattern, target.as_bytes(), end == "$");
                    for effort in [&mut direct, &mut indexed] {
                        assert_eq!(
                            wildcard::matches(text.as_bytes(), target.as_bytes(), effort),
                            expected,
                            "{text} {target}"
                        );
                    }
                }
            }
            assert!(direct.indexes.is_none());
            assert!(has_octets(&indexed));
        }
    }

    #[test]
    fn all_short_globs_match_with_an_index_and_without() {
        let globs = sequences(&["a", "b", "*", "?", "[ab]", "[!a]"], 4);
        for target in sequences(&["a", "b", "c"], 4)
            .iter()
            .map(|octets| octets.concat())
        {
            let [_, mut indexed] = efforts();
            for glob in &globs {
                let text = glob.concat();
                let expected = naive(glob, target.as_bytes(), true);
                // Comparing place by place ends sooner or later, perhaps within a segment.
                let mut halfway = Effort {
                    spent: Effort::LIMIT - 2,
                    ..Effort::default()
                };
                for effort in [&mut indexed, &mut halfway, &mut Effort::default()] {
                    assert_eq!(
                        seznam_glob::match_written(
                            text.as_bytes(),
                            PercentMode::Rfc9309,
                            target.as_bytes(),
                            effort
                        ),
                        expected,
                        "{text} {target}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_target_is_sealed_once() {
        let address = |sealed: Option<(&[u8], &mut Effort)>| sealed.map(|(text, _)| text.as_ptr());
        assert!(Effort::default().sealed(b"/a").is_none());
        let mut effort = Effort::default();
        let target = b"/x%2A%2A";
        let first = address(effort.sealed(target));
        assert!(first.is_some());
        // The sealed text is made only once, although many patterns are matched with it, and it
        // gets an index of its own when that pays.
        for _ in 0..=PASSES {
            let matches = keeps_escapes(
                b"/*A",
                PercentMode::Draft1996,
                target,
                &mut effort,
                wildcard::matches,
            );
            assert!(!matches);
        }
        assert_eq!(address(effort.sealed(target)), first);
        assert!(effort.sealed(target).is_some_and(|(_, spent)| has_octets(spent)));
        assert!(!has_octets(&effort));
    }

    #[test]
    fn a_few_patterns_cost_no_index() {
        let mut effort = Effort::default();
        for _ in 0..PASSES {
            assert!(!wildcard::matches(b"/*b", b"/aaa", &mut effort));
        }
        // A pattern whose beginning does not match is not searched for, so it costs nothing.
        assert!(!wildcard::matches(b"/b*b", b"/aaa", &mut effort));
        assert!(effort.indexes.is_none());
        assert!(!wildcard::matches(b"/*b", b"/aaa", &mut effort));
        assert!(has_octets(&effort));
    }
}
