//! One pattern against one target, in time linear in both.
//!
//! A pattern consists of literal segments between stars. Segments are searched for from left to
//! right, each at its leftmost place. No place has to be tried again, because a star matches
//! whatever was skipped.
//!
//! Many patterns against one target share an [`Effort`], and when that is spent an index of the
//! target, so that no number of them takes long.

mod dialect_pattern;
mod effort;
mod expand;
pub(crate) mod glob;
#[cfg(feature = "decide")]
mod key;
mod octets;
pub(crate) mod unit;
pub(crate) mod wildcard;

pub use self::dialect_pattern::Pattern;
pub(crate) use self::effort::Effort;
pub(crate) use self::expand::{RuleSyntax, expand};
#[cfg(feature = "lint")]
pub(crate) use self::key::PatternKey;
#[cfg(feature = "decide")]
pub(crate) use self::key::RuleKey;
use crate::dialect::{PatternLanguage, PercentMode};
use crate::matching::anchor::split_anchor;
use crate::matching::percent::{self, PLAIN, Scratch, Spelling, all_plain_or_star};
use crate::swar::ONES;

/// Matches the value of a rule, as written, with a target in canonical form.
///
/// Returns the pattern's length for the longest-match rule, or `None`. Allocates only for patterns
/// that must be rewritten and are over 512 bytes long, and for hostile globs.
#[inline]
pub(crate) fn match_written(
    value: &[u8],
    language: PatternLanguage,
    mode: PercentMode,
    target: &[u8],
    effort: &mut Effort,
) -> Option<u32> {
    if language == PatternLanguage::Glob {
        return glob::match_written(value, mode, target, effort).then_some(value.len() as u32);
    }
    // As long as pattern and target agree in plain bytes there is nothing to rewrite, and most
    // rules differ there.
    let mut at = 0;
    while at < value.len() && PLAIN[value[at] as usize] {
        if target.get(at) != Some(&value[at]) {
            return None;
        }
        at += 1;
    }
    if at == value.len() {
        return Some(at as u32);
    }
    match_odd(value, at, language, mode, target, effort)
}

/// The rest of [`match_written`], from the first byte that is not plain.
fn match_odd(
    value: &[u8],
    at: usize,
    language: PatternLanguage,
    mode: PercentMode,
    target: &[u8],
    effort: &mut Effort,
) -> Option<u32> {
    let rest = &value[at..];
    if language == PatternLanguage::Wildcard && is_canonical_wildcard(rest) {
        let matches = wildcard::matches_from(at, rest, target, effort)
            && keeps_escapes(value, mode, target, effort, wildcard::matches);
        return matches.then_some(value.len() as u32);
    }
    let mut scratch = Scratch::new();
    canonical(value, language, mode, &mut scratch);
    let pattern = scratch.as_slice();
    let matches = match language {
        PatternLanguage::Prefix => target.starts_with(pattern),
        PatternLanguage::Wildcard | PatternLanguage::Glob => {
            wildcard::matches(pattern, target, effort)
                && keeps_escapes(pattern, mode, target, effort, wildcard::matches)
        }
    };
    matches.then_some(pattern.len() as u32)
}

/// Whether a wildcard pattern that `matches`, both in canonical form, does so without a star that
/// ends within an escape, where that [is one unit](percent::is_sealed): `matches` is asked again,
/// about the texts with their escapes sealed.
///
/// # Complexity
///
/// Linear in pattern and target; for many patterns, in each pattern and once in the target, if
/// `matches` is (see [`Effort`]).
#[inline(always)]
pub(crate) fn keeps_escapes(
    pattern: &[u8],
    mode: PercentMode,
    target: &[u8],
    effort: &mut Effort,
    matches: fn(&[u8], &[u8], &mut Effort) -> bool,
) -> bool {
    !percent::is_sealed(mode) || matches_sealed(pattern, target, effort, matches)
}

/// See [`keeps_escapes`].
#[cold]
fn matches_sealed(
    pattern: &[u8],
    target: &[u8],
    effort: &mut Effort,
    matches: fn(&[u8], &[u8], &mut Effort) -> bool,
) -> bool {
    // What has no escapes has none in which a star could end.
    effort.sealed(target).is_none_or(|(target, effort)| {
        let mut sealed = Scratch::new();
        percent::seal(pattern, &mut sealed);
        matches(sealed.as_slice(), target, effort)
    })
}

/// Whether a wildcard pattern holds nothing but plain bytes, stars and a final `$`, and so is its
/// own canonical form.
pub(crate) fn is_canonical_wildcard(pattern: &[u8]) -> bool {
    all_plain_or_star(split_anchor(pattern).0)
}

/// Appends the canonical form of a literal or wildcard pattern.
pub(crate) fn canonical(value: &[u8], language: PatternLanguage, mode: PercentMode, out: &mut Scratch) {
    debug_assert!(language != PatternLanguage::Glob);
    let spelling = Spelling::new(mode, false);
    match language {
        PatternLanguage::Prefix => spelling.literal(value, out),
        PatternLanguage::Wildcard | PatternLanguage::Glob => spelling.wildcard(value, out),
    }
}

/// The bit of a pair of neighboring octets.
#[inline]
pub(crate) fn pair(first: u8, second: u8) -> u64 {
    // Three instructions a pair; a better hash would cost more than the few patterns that it keeps
    // from being tried.
    1 << ((u32::from(first) + 5 * u32::from(second)) & 63)
}

/// The pairs that occur in a text.
#[inline]
pub(crate) fn pairs(text: &[u8]) -> u64 {
    let Some([before @ .., _]) = text.last_chunk::<9>() else {
        let windows = text.windows(2);
        return windows.fold(0, |mask, window| mask | pair(window[0], window[1]));
    };
    let (firsts, _) = text.as_chunks();
    let (seconds, _) = text[1..].as_chunks();
    // The last ones, some of them perhaps for the second time.
    let mut mask = eight_pairs(before, text.last_chunk().unwrap_or(before));
    for (first, second) in firsts.iter().zip(seconds) {
        mask |= eight_pairs(first, second);
        // A long text may have them all. (And a loop that may end here does not become vector code,
        // which would be slower.)
        if mask == u64::MAX {
            break;
        }
    }
    mask
}

/// The pairs that occur in the literal segments of a wildcard pattern.
pub(crate) fn literal_pairs(pattern: &[u8]) -> u64 {
    let (text, _) = split_anchor(pattern);
    text.windows(2).fold(0, |mask, window| {
        let (first, second) = (window[0], window[1]);
        let is_literal = first != b'*' && second != b'*';
        // Without a branch, because where the stars are cannot be predicted.
        mask | (pair(first, second) * u64::from(is_literal))
    })
}

/// The pairs of eight octets and the octet after each.
#[inline(always)]
fn eight_pairs(first: &[u8; 8], second: &[u8; 8]) -> u64 {
    let (first, second) = (u64::from_le_bytes(*first), u64::from_le_bytes(*second));
    // As in `pair`, six bits of each; no sum carries into the next byte.
    let numbers = (first & (ONES * 63)) + (second & (ONES * 63)) + (second << 2 & (ONES * 60));
    (0..8).fold(0, |mask, i| mask | 1 << (numbers >> (8 * i) & 63))
}

/// Whether a pattern, as written, matches every target.
#[cfg(any(test, feature = "lint"))]
pub(crate) fn matches_all(value: &[u8], language: PatternLanguage) -> bool {
    match language {
        PatternLanguage::Prefix => value == b"/",
        PatternLanguage::Wildcard => {
            let unanchored = value.strip_suffix(b"*$").unwrap_or(value);
            let stars = |text: &[u8]| text.iter().all(|byte| *byte == b'*');
            match unanchored {
                [b'/', rest @ ..] => stars(rest),
                rest => !value.is_empty() && stars(rest),
            }
        }
        PatternLanguage::Glob => matches!(value, b"*" | b"/*"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn written_patterns() {
        use PatternLanguage::*;
        use PercentMode::*;
        let table: [(&[u8], _, _, &[u8], Option<u32>); 14] = [
            (b"/a", Wildcard, Rfc9309, b"/ab", Some(2)),
            (b"/a", Wildcard, Rfc9309, b"/", None),
            (b"/a*c$", Wildcard, Rfc9309, b"/abcc", Some(5)),
            (b"/a*c$", Wildcard, Rfc9309, b"/abcd", None),
            (b"/%61*%63$", Wildcard, Rfc9309, b"/abcc", Some(5)),
            (b"/a$b", Wildcard, Rfc9309, b"/a%24b", Some(6)),
            (b"/a$b", Wildcard, RuleOnly, b"/a$b", Some(4)),
            (b"/a$$", Wildcard, RuleOnly, b"/a$", Some(4)),
            (b"$", Wildcard, Rfc9309, b"/", None),
            (b"/a*", Prefix, Draft1996, b"/a%2Ab", Some(5)),
            (b"/a$", Prefix, Draft1996, b"/a%24", Some(5)),
            (b"/a b", Prefix, Draft1996, b"/a b", Some(4)),
            (b"/a b", Wildcard, Rfc9309, b"/a%20b", Some(6)),
            (b"/a?b", Glob, Rfc9309, b"/axb", Some(4)),
        ];
        for (value, language, mode, target, expected) in table {
            assert_eq!(
                match_written(value, language, mode, target, &mut Effort::default()),
                expected,
                "{:?}",
                value.escape_ascii()
            );
        }
    }

    #[test]
    fn pairs_of_a_pattern_are_those_of_its_segments() {
        let pairs = |pairs: &[&[u8; 2]]| pairs.iter().fold(0, |mask, [a, b]| mask | pair(*a, *b));
        assert_eq!(literal_pairs(b""), 0);
        assert_eq!(literal_pairs(b"a$"), 0);
        assert_eq!(literal_pairs(b"abab"), pairs(&[b"ab", b"ba"]));
        assert_eq!(literal_pairs(b"ab*cd$"), pairs(&[b"ab", b"cd"]));
    }

    #[test]
    fn patterns_that_match_everything() {
        use PatternLanguage::*;
        for (value, prefix, wildcard, glob) in [
            ("/", true, true, false),
            ("/*", false, true, true),
            ("*", false, true, true),
            ("/**", false, true, false),
            ("*$", false, true, false),
            ("/*$", false, true, false),
            ("/$", false, false, false),
            ("$", false, false, false),
            ("", false, false, false),
            ("/a", false, false, false),
            ("/*a", false, false, false),
        ] {
            for (language, expected) in [(Prefix, prefix), (Wildcard, wildcard), (Glob, glob)] {
                assert_eq!(
                    matches_all(value.as_bytes(), language),
                    expected,
                    "{value} {language:?}"
                );
            }
        }
    }

    #[test]
    fn pairs_eight_at_a_time() {
        let text: Vec<u8> = (0..60u32).map(|i| (i * i * 37 % 251) as u8).collect();
        for start in 0..text.len() {
            for end in start..=text.len() {
                let text = &text[start..end];
                let one_by_one = text
                    .windows(2)
                    .fold(0, |mask, window| mask | pair(window[0], window[1]));
                assert_eq!(pairs(text), one_by_one, "{start} {end}");
            }
        }
        let all: Vec<u8> = (0..64).flat_map(|first| [first, 0]).collect();
        assert_eq!(pairs(&all), u64::MAX);
    }

    #[test]
    fn pairs_of_literal_segments() {
        for (pattern, segments) in [
            (&b""[..], &[&b""[..]][..]),
            (b"*", &[]),
            (b"/ab*cd*/e$", &[b"/ab", b"cd", b"/e"]),
            (b"*ab**c*$", &[b"ab"]),
            (b"/a$b$", &[b"/a$b"]),
            (b"/ab/ab*/ab*", &[b"/ab/ab", b"/ab"]),
            (b"$", &[]),
        ] {
            let expected = segments.iter().fold(0, |mask, segment| mask | pairs(segment));
            assert_eq!(literal_pairs(pattern), expected, "{:?}", pattern.escape_ascii());
        }
    }
}
