//! Patterns that a trie cannot hold, wildcards and globs, in order of precedence and with a filter.
//!
//! # The idea
//!
//! A pattern can only match a target in which all pairs of neighboring octets of its literal
//! segments occur. The pairs are hashed to a mask of 63 bits, for each pattern when it is compiled
//! and for the target once for each question. A pattern whose mask is not a subset of the target's
//! is skipped after one comparison, up to 32 patterns at a time. The others are matched in order of
//! precedence, until one matches or the best rule so far precedes the rest.
//!
//! The hashes of pairs may collide, so a pattern that passes need not match, and in a hostile file
//! every pattern may pass. Therefore equal patterns are merged when there are many, and matching
//! counts its [`Effort`]: after some hundred patterns it looks the rest up in an index of the
//! target, at 64 of its places at once.
//!
//! The masks are compared one after another, without an index over them: of 4,064 real sites only
//! two have more than 256 wildcards.
//!
//! # The layout
//!
//! Three arrays. The masks; in each of them bit 63 says that the rule allows. For each pattern,
//! where it ends in the text (it begins where the one before ends) and its line. The text of all
//! patterns. If any pattern is not the first on its line, a fourth array has the offsets of all
//! patterns on their lines ([`RuleId`]).
//!
//! # The invariants, and where they are checked
//!
//! - The filter skips nothing that matches: tests `the_filter_skips_nothing_that_matches` and
//!   `every_one_of_many_is_found`.
//! - Patterns are in order of precedence: `pack` sorts, and [`super::encoding`] refuses bytes in
//!   another order.
//! - The text is at most 4 GiB: the compiler admits no more patterns
//!   ([`has_room`](super::trie::has_room)).
//!
//! # What it bought
//!
//! 1,000 wildcards take 140 ns, where matching each takes 10.8 µs.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::text_sort::sort_by_text;
use crate::dialect::{PercentMode, RuleChoice};
use crate::matching::pattern::unit::{Unit, Units};
use crate::matching::pattern::{Effort, keeps_escapes, literal_pairs, pair, pairs, seznam_glob, wildcard};
use crate::matching::precedence::{Precedence, in_file};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// Which language a set of patterns is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Wildcard(PercentMode),
    Glob(PercentMode),
}

/// Up to this many patterns are kept with their copies.
const FEW: usize = 32;

/// Set in a filter whose rule allows.
const ALLOWS: u64 = 1 << 63;

/// See the [module](self). Sixteen bytes a pattern, besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wildcards {
    language: Language,
    /// The mask of each pattern, and [`ALLOWS`].
    filters: Box<[u64]>,
    /// Where each pattern ends in the text (it begins where the one before ends), and its line.
    places: Box<[(u32, u32)]>,
    text: Box<[u8]>,
    /// The offset of each pattern on its line; empty if all are 0.
    offsets: Box<[u32]>,
}

/// One pattern of [`Wildcards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wildcard<'t> {
    pub(super) pattern: &'t [u8],
    pub(super) kind: RuleKind,
    pub(super) id: RuleId,
}

impl Wildcard<'_> {
    #[inline]
    pub(super) fn precedence(&self, choice: RuleChoice) -> Precedence {
        Precedence::of_counting(choice, self.kind, self.pattern.len())
    }

    /// The key that sorts patterns: the smallest key has the highest precedence.
    #[inline]
    pub(super) fn key(&self, choice: RuleChoice) -> impl Ord + use<> {
        (
            Reverse(self.precedence(choice)),
            in_file(self.id, self.pattern.len()),
        )
    }
}

impl Wildcards {
    /// Compiles patterns in any order. If there are more than [`FEW`], equal patterns are merged, so
    /// that a file with many copies does not slow down questions. If there are fewer, looking for
    /// copies would cost more than the copies do.
    pub(super) fn pack(
        choice: RuleChoice,
        mut patterns: Vec<Wildcard<'_>>,
        language: Language,
    ) -> Option<Box<Self>> {
        if patterns.is_empty() {
            return None;
        }
        if patterns.len() > FEW {
            sort_by_text(&mut patterns, |rule| rule.pattern, |rule| rule.key(choice));
            patterns.dedup_by_key(|rule| rule.pattern);
        }
        patterns.sort_unstable_by_key(|rule| rule.key(choice));
        Some(Box::new(Self::new(patterns.iter().copied(), language)))
    }

    /// Compiles patterns that are in order of precedence.
    pub(super) fn new<'t>(patterns: impl Iterator<Item = Wildcard<'t>> + Clone, language: Language) -> Self {
        let (mut count, mut bytes, mut has_offsets) = (0, 0, false);
        for rule in patterns.clone() {
            count += 1;
            bytes += rule.pattern.len();
            has_offsets |= rule.id.offset != 0;
        }
        let mut text = Vec::with_capacity(bytes);
        let mut filters = Vec::with_capacity(count);
        let mut places = Vec::with_capacity(count);
        for rule in patterns.clone() {
            text.extend_from_slice(rule.pattern);
            let mask = match language {
                Language::Wildcard(_) => literal_pairs(rule.pattern),
                Language::Glob(mode) => glob_pairs(rule.pattern, mode),
            };
            let allows = if rule.kind == RuleKind::Allow { ALLOWS } else { 0 };
            filters.push(mask & !ALLOWS | allows);
            places.push((text.len() as u32, rule.id.line));
        }
        let offsets = if has_offsets {
            patterns.map(|rule| rule.id.offset).collect()
        } else {
            Box::default()
        };
        Self {
            language,
            filters: filters.into(),
            places: places.into(),
            offsets,
            text: text.into(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.filters.len()
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.filters)
            + size_of_val(&*self.places)
            + size_of_val(&*self.offsets)
            + self.text.len()
    }

    fn start(&self, index: usize) -> usize {
        if index == 0 {
            0
        } else {
            self.places[index - 1].0 as usize
        }
    }

    fn get(&self, index: usize) -> Wildcard<'_> {
        let (end, line) = self.places[index];
        let kind = if self.filters[index] & ALLOWS != 0 {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        };
        Wildcard {
            pattern: &self.text[self.start(index)..end as usize],
            kind,
            id: RuleId {
                line,
                offset: self.offsets.get(index).copied().unwrap_or(0),
            },
        }
    }

    /// The patterns in order of precedence.
    pub(super) fn iter(&self) -> impl Iterator<Item = Wildcard<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The patterns that a target may match, in order of precedence.
    ///
    /// Takes time linear in the target, and one comparison for each pattern skipped.
    #[inline]
    pub(super) fn candidates(&self, target: &[u8]) -> Option<Candidates<'_>> {
        let absent = !(pairs(target) | ALLOWS);
        let first = self.next_candidate(0, absent)?;
        Some(Candidates {
            patterns: self,
            absent,
            first,
        })
    }

    /// The first pattern from `at` on that requires no absent pair.
    #[inline]
    fn next_candidate(&self, mut at: usize, absent: u64) -> Option<usize> {
        // Large chunks take the fewest instructions; small ones then narrow down the place.
        at += hopeless::<32>(&self.filters[at..], absent);
        at += hopeless::<8>(&self.filters[at..], absent);
        let rest = &self.filters[at..];
        rest.iter()
            .position(|filter| filter & absent == 0)
            .map(|i| at + i)
    }
}

/// The number of filters, in whole chunks from the beginning, that all require an absent pair.
#[inline(always)]
fn hopeless<const CHUNK: usize>(filters: &[u64], absent: u64) -> usize {
    // `x.wrapping_sub(1)` has its top bit set only for `x == 0` (bit 63 of x is clear): OR the
    // chunk and test once.
    let is_hopeless = |filters: &&[u64; CHUNK]| {
        let less = |filter: &u64| (filter & absent).wrapping_sub(1);
        filters.iter().fold(0, |all, filter| all | less(filter)) >> 63 == 0
    };
    CHUNK * filters.as_chunks().0.iter().take_while(is_hopeless).count()
}

/// The patterns of [`Wildcards`] that a target may match; at least one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates<'t> {
    patterns: &'t Wildcards,
    /// The pairs that the target lacks.
    absent: u64,
    first: usize,
}

impl<'t> Candidates<'t> {
    /// The first pattern that matches the target; `None` if a pattern before it `is_beaten` by the
    /// best rule so far.
    ///
    /// Takes time linear in pattern and target for each of the first few hundred that are tried,
    /// and pattern × target ÷ 64 at most for each further pattern.
    pub(super) fn find(
        self,
        target: &[u8],
        mut is_beaten: impl FnMut(&Wildcard<'_>) -> bool,
    ) -> Option<Wildcard<'t>> {
        let Self {
            patterns,
            absent,
            mut first,
        } = self;
        let mut effort = Effort::default();
        loop {
            let rule = patterns.get(first);
            if is_beaten(&rule) {
                return None;
            }
            let matches = match patterns.language {
                Language::Wildcard(mode) => {
                    wildcard::matches(rule.pattern, target, &mut effort)
                        && keeps_escapes(rule.pattern, mode, target, &mut effort, wildcard::matches)
                }
                Language::Glob(mode) => seznam_glob::match_written(rule.pattern, mode, target, &mut effort),
            };
            if matches {
                return Some(rule);
            }
            first = patterns.next_candidate(first + 1, absent)?;
        }
    }
}

/// The pairs that a glob requires: its neighboring literal octets.
fn glob_pairs(pattern: &[u8], mode: PercentMode) -> u64 {
    let mut units = Units::new(pattern, mode);
    let mut mask = 0;
    loop {
        let mut before = None;
        for unit in units.by_ref() {
            let octet = if let Unit::Octet(octet) = unit {
                Some(octet)
            } else {
                None
            };
            if let (Some(first), Some(second)) = (before, octet) {
                mask |= pair(first, second);
            }
            before = octet;
        }
        if units.is_empty() {
            return mask;
        }
        units.skip_stars();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules<'t>(patterns: &[&'t str]) -> Vec<Wildcard<'t>> {
        let rule = |(i, pattern): (usize, &&'t str)| Wildcard {
            pattern: pattern.as_bytes(),
            kind: if i % 2 == 0 {
                RuleKind::Allow
            } else {
                RuleKind::Disallow
            },
            id: RuleId::first_of(i as u32),
        };
        patterns.iter().enumerate().map(rule).collect()
    }

    fn find<'t>(
        patterns: &'t Wildcards,
        target: &[u8],
        is_beaten: impl FnMut(&Wildcard<'_>) -> bool,
    ) -> Option<Wildcard<'t>> {
        patterns.candidates(target)?.find(target, is_beaten)
    }

    #[test]
    fn the_filter_skips_nothing_that_matches() {
        let patterns = rules(&["/*longest-of-all$", "/*.php$", "*", "/*?a=*&b=", "/a**b", "/*$"]);
        let compiled = Wildcards::new(patterns.iter().copied(), Language::Wildcard(PercentMode::Rfc9309));
        assert_eq!(compiled.iter().collect::<Vec<_>>(), patterns);
        for target in [
            "/",
            "/x.php",
            "/x?a=1&b=2",
            "/ab",
            "/a/b",
            "/xx-longest-of-all",
            "a",
        ]
        .map(str::as_bytes)
        {
            for from in 0..patterns.len() {
                let expected = patterns[from..]
                    .iter()
                    .find(|rule| wildcard::matches(rule.pattern, target, &mut Effort::default()));
                let compiled = Wildcards::new(
                    patterns[from..].iter().copied(),
                    Language::Wildcard(PercentMode::Rfc9309),
                );
                assert_eq!(
                    find(&compiled, target, |_| false).as_ref(),
                    expected,
                    "{}",
                    target.escape_ascii()
                );
                assert_eq!(find(&compiled, target, |_| true), None);
            }
        }
    }

    #[test]
    fn every_one_of_many_is_found() {
        let rule = |pattern: &'static str, kind| Wildcard {
            pattern: pattern.as_bytes(),
            kind,
            id: RuleId::first_of(1),
        };
        for kind in [RuleKind::Allow, RuleKind::Disallow] {
            // The pair `aF` at the end of the last text hashes to bit 63. In filters this bit says
            // whether the rule allows, so it is not used for pairs.
            for text in ["/x*ab", "/x*#+", "/x*aF"] {
                let target = text.replace('*', "/");
                for count in 1..=20 {
                    for (first, second) in (0..count).flat_map(|at| [(at, at), (at, count - 1)]) {
                        let mut patterns = alloc::vec![rule("/y*zz", kind); count];
                        patterns[second] = rule(text, RuleKind::Allow);
                        patterns[first] = rule(text, kind);
                        let compiled = Wildcards::new(
                            patterns.iter().copied(),
                            Language::Wildcard(PercentMode::Rfc9309),
                        );
                        let found = find(&compiled, target.as_bytes(), |_| false);
                        assert_eq!(found.as_ref(), Some(&patterns[first]), "{count} {first} {text}");
                        assert_eq!(find(&compiled, b"/x/ba", |_| false), None);
                    }
                }
            }
        }
    }

    #[test]
    fn of_many_copies_the_first_by_precedence_is_left() {
        let copies = rules(&["/a*b"; FEW + 2]);
        for (choice, first) in [(RuleChoice::Longest, copies[2]), (RuleChoice::First, copies[1])] {
            for (count, left) in [(FEW, FEW), (FEW + 1, 1)] {
                let compiled = Wildcards::pack(
                    choice,
                    copies[1..=count].to_vec(),
                    Language::Wildcard(PercentMode::Rfc9309),
                )
                .unwrap();
                assert_eq!(compiled.len(), left);
                assert_eq!(compiled.iter().next(), Some(first), "{choice:?}");
            }
        }
    }

    #[test]
    fn of_several_paths_on_a_line_the_longest_comes_first() {
        let patterns = rules(&["/a*b", "/a*bc"]);
        for (line, expected) in [(0, ["/a*bc", "/a*b"]), (1, ["/a*b", "/a*bc"])] {
            let patterns = alloc::vec![
                patterns[0],
                Wildcard {
                    id: RuleId::first_of(line),
                    ..patterns[1]
                }
            ];
            let compiled = Wildcards::pack(
                RuleChoice::First,
                patterns,
                Language::Wildcard(PercentMode::Rfc9309),
            )
            .unwrap();
            let order: Vec<&[u8]> = compiled.iter().map(|rule| rule.pattern).collect();
            assert_eq!(order, expected.map(str::as_bytes), "{line}");
        }
    }

    #[test]
    fn what_they_take_on_the_heap() {
        for texts in [&["/a*b"][..], &["/*.php$", "/*?x"]] {
            let bytes: usize = texts.iter().map(|text| text.len()).sum();
            let compiled = Wildcards::new(rules(texts).into_iter(), Language::Wildcard(PercentMode::Rfc9309));
            assert_eq!(compiled.heap_bytes(), bytes + 16 * texts.len());
            let mut shared = rules(texts);
            shared[0].id.offset = 7;
            let compiled = Wildcards::new(shared.iter().copied(), Language::Wildcard(PercentMode::Rfc9309));
            assert_eq!(compiled.iter().collect::<Vec<_>>(), shared);
            assert_eq!(compiled.heap_bytes(), bytes + 20 * texts.len());
        }
    }

    #[test]
    fn globs_are_filtered_by_their_literals() {
        let mode = PercentMode::Rfc9309;
        let patterns = rules(&["/ab[cd]ef*gh", "/a?c", "/\\*x", "*%2fy*", "*"]);
        for target in ["/abcefgh", "/abxefgh", "/axc", "/*x", "/a%2Fy"].map(str::as_bytes) {
            let ranges = (0..patterns.len()).flat_map(|from| [from..from + 1, from..patterns.len()]);
            for range in ranges {
                let patterns = &patterns[range];
                let expected = patterns.iter().find(|rule| {
                    seznam_glob::match_written(rule.pattern, mode, target, &mut Effort::default())
                });
                let compiled = Wildcards::new(patterns.iter().copied(), Language::Glob(mode));
                assert_eq!(
                    find(&compiled, target, |_| false).as_ref(),
                    expected,
                    "{}",
                    target.escape_ascii()
                );
            }
        }
    }
}
