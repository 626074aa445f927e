//! What matching many patterns with one target has cost, and what speeds up the rest of it.
//!
//! An ordinary site has a few patterns that come close to a URL, and reading the URL again for each of them is the fastest way. A
//! hostile one has tens of thousands. Both begin alike, and steps are counted; when there have been too many, the target
//! is indexed ([`Substrings`], [`OctetPlaces`]), which takes time linear in the target once, and the patterns that are left are looked up in
//! the index. So the ordinary case pays for a counter, and the total is linear: a bounded number of passes over the
//! target, and one over the patterns.

use alloc::boxed::Box;

use super::octets::OctetPlaces;
use super::substrings::Substrings;
use super::wildcard::{self, Directly};

/// See the [module](self). For one target; of globs, for its canonical form for globs.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    /// Wildcards that were searched for in the target itself.
    passes: usize,
    substrings: Index<Substrings>,
    /// Comparisons of octets with units of globs.
    comparisons: usize,
    octets: Option<Box<OctetPlaces>>,
}

/// An index of a target.
#[derive(Debug, Default)]
enum Index<I> {
    /// Not built yet.
    #[default]
    Later,
    /// It cannot be built.
    Never,
    Built(Box<I>),
}

impl Effort {
    /// Passes over the target before it is indexed: together they take about as long as building the index.
    const PASSES: usize = 256;

    /// Comparisons with units of globs before the target is indexed.
    const COMPARISONS: usize = 4096;

    /// Whether the rest of a wildcard, after its first star, matches in the rest of `target`.
    #[inline]
    pub(super) fn matches_after_star(
        &mut self,
        pattern: &[u8],
        anchored: bool,
        rest: &[u8],
        target: &[u8],
    ) -> bool {
        if self.passes < Self::PASSES {
            self.passes += 1;
            return wildcard::matches_after_star(pattern, anchored, rest, &Directly);
        }
        self.look_up_after_star(pattern, anchored, rest, target)
    }

    #[cold]
    fn look_up_after_star(&mut self, pattern: &[u8], anchored: bool, rest: &[u8], target: &[u8]) -> bool {
        if let Index::Later = self.substrings {
            self.substrings = match Substrings::new(target) {
                Some(built) => Index::Built(Box::new(built)),
                None => Index::Never,
            };
        }
        match &self.substrings {
            Index::Built(substrings) => wildcard::matches_after_star(pattern, anchored, rest, &**substrings),
            _ => wildcard::matches_after_star(pattern, anchored, rest, &Directly),
        }
    }

    /// Counts comparisons with a unit of a glob; whether there have been too many.
    #[inline]
    pub(super) fn compare(&mut self, count: usize) -> bool {
        self.comparisons += count;
        self.comparisons > Self::COMPARISONS
    }

    /// Whether there have been too many comparisons with units of globs.
    #[inline]
    pub(super) fn has_compared_much(&self) -> bool {
        self.comparisons > Self::COMPARISONS
    }

    /// The places of octets in `target`.
    pub(super) fn octets(&mut self, target: &[u8]) -> &mut OctetPlaces {
        self.octets
            .get_or_insert_with(|| Box::new(OctetPlaces::new(target)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::PercentMode;
    use crate::matching::pattern::glob;
    use alloc::vec::Vec;

    /// Neither index built, either, or both.
    fn efforts() -> [Effort; 2] {
        let exhausted = Effort {
            passes: Effort::PASSES,
            comparisons: Effort::COMPARISONS + 1,
            ..Effort::default()
        };
        [Effort::default(), exhausted]
    }

    /// All texts over an alphabet up to some length.
    fn texts(alphabet: &[u8], max_len: usize) -> Vec<Vec<u8>> {
        let mut texts = alloc::vec![Vec::new()];
        let mut from = 0;
        for _ in 0..max_len {
            let to = texts.len();
            for at in from..to {
                texts.extend(
                    alphabet
                        .iter()
                        .map(|byte| [&texts[at][..], &[*byte]].concat())
                        .collect::<Vec<_>>(),
                );
            }
            from = to;
        }
        texts
    }

    #[test]
    fn all_short_patterns_match_the_same_with_an_index_and_without() {
        let patterns = texts(b"ab*$", 5);
        for target in texts(b"ab", 6) {
            let [mut direct, mut indexed] = efforts();
            for pattern in &patterns {
                direct.passes = 0;
                assert_eq!(
                    wildcard::matches(pattern, &target, &mut indexed),
                    wildcard::matches(pattern, &target, &mut direct),
                    "{} {}",
                    pattern.escape_ascii(),
                    target.escape_ascii()
                );
            }
            assert!(
                matches!(direct.substrings, Index::Later) && matches!(indexed.substrings, Index::Built(_))
            );
        }
    }

    #[test]
    fn all_short_globs_match_the_same_with_an_index_and_without() {
        let sets = ["a", "b", "*", "?", "[ab]", "[!a]"];
        let mut globs = alloc::vec![Vec::new()];
        for at in 0..sets.len().pow(4) {
            let indices = (0..4).scan(at, |at, _| {
                let index = *at % sets.len();
                *at /= sets.len();
                Some(index)
            });
            globs.push(indices.flat_map(|index| sets[index].bytes()).collect::<Vec<u8>>());
        }
        for target in texts(b"abc", 4) {
            let [mut direct, mut indexed] = efforts();
            for glob in &globs {
                direct.comparisons = 0;
                // And given up on the way.
                let mut halfway = Effort {
                    comparisons: Effort::COMPARISONS - 2,
                    ..Effort::default()
                };
                let expected = glob::match_written(glob, PercentMode::Rfc9309, &target, &mut direct);
                for effort in [&mut indexed, &mut halfway] {
                    assert_eq!(
                        glob::match_written(glob, PercentMode::Rfc9309, &target, effort),
                        expected,
                        "{} {}",
                        glob.escape_ascii(),
                        target.escape_ascii()
                    );
                }
            }
        }
    }

    #[test]
    fn a_few_patterns_cost_no_index() {
        let mut effort = Effort::default();
        for _ in 0..Effort::PASSES {
            assert!(!wildcard::matches(b"/*b", b"/aaa", &mut effort));
        }
        // What has another beginning is not searched for at all.
        assert!(!wildcard::matches(b"/b*b", b"/aaa", &mut effort));
        assert!(matches!(effort.substrings, Index::Later));
        assert!(!wildcard::matches(b"/*b", b"/aaa", &mut effort));
        assert!(matches!(effort.substrings, Index::Built(_)));
    }
}
