//! A pattern as it is written in a file: matched with a target, and in canonical form.

use super::when_to_index::Effort;
use super::{seznam_glob, wildcard};
use crate::dialect::{PatternLanguage, PercentMode};
use crate::matching::anchor::split_anchor;
use crate::matching::percent::{self, PLAIN, Scratch, Spelling, all_plain_or_star};

/// Matches the value of a rule, as written, with a target in canonical form.
///
/// Returns the pattern's length for the longest-match rule, or `None`. Allocates only for patterns
/// that must be rewritten and are over 512 bytes long, and for hostile globs.
#[inline]
pub fn match_written(
    value: &[u8],
    language: PatternLanguage,
    mode: PercentMode,
    target: &[u8],
    effort: &mut Effort,
) -> Option<u32> {
    if language == PatternLanguage::Glob {
        return seznam_glob::match_written(value, mode, target, effort).then_some(value.len() as u32);
    }
    // As long as the pattern has plain bytes that equal the target's, nothing has to be
    // rewritten, and most rules differ from the target there.
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

/// Whether a wildcard pattern that `matches` a target, both in canonical form, also matches if no
/// star may end within an escape. That is only required in modes in which an escape [is one
/// unit](percent::is_sealed): for those, `matches` is called again with the same texts, their
/// escapes sealed.
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
    // In a target without escapes no star can end within one.
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
pub fn canonical(value: &[u8], language: PatternLanguage, mode: PercentMode, out: &mut Scratch) {
    debug_assert!(language != PatternLanguage::Glob);
    let spelling = Spelling::new(mode, false);
    match language {
        PatternLanguage::Prefix => spelling.literal(value, out),
        PatternLanguage::Wildcard | PatternLanguage::Glob => spelling.wildcard(value, out),
    }
}

/// Whether a pattern, as written, matches every target.
pub fn matches_all(value: &[u8], language: PatternLanguage) -> bool {
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
}
