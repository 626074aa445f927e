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
