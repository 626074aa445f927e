//! Globs of robots.txt 2.0 (Seznam, after Conner 1996): the whole target must match.
//!
//! `*` is any run of octets, `?` any one, `\c` a literal `c`, `[set]` one of a set with ranges,
//! `[!set]` and `[^set]` one outside it. A `]` that comes first in a set belongs to it; a `[` that
//! no `]` closes is literal. Both wildcards and sets match `/`.
//!
//! A glob is not compiled, but read from its text while it is matched, as segments of [`Unit`]s.
//! Each unit matches one octet of the target. A segment is searched for by comparing it at one
//! place after another. When that has cost too much, the remaining segments are searched for at 64
//! places at once (`target_index.rs`).

use super::unit::{Unit, Units, unit_matches};
use super::when_to_index::Effort;
use crate::dialect::PercentMode;

/// Matches a glob, as written, with the whole of a target in canonical form.
///
/// # Complexity
///
/// Linear in glob and target while comparing segments place by place suffices, as it does for all
/// but hostile globs; otherwise the time of
/// `OctetPlaces::matches_after_star`.
pub fn match_written(glob: &[u8], mode: PercentMode, target: &[u8], effort: &mut Effort) -> bool {
    let mut units = Units::new(glob, mode);
    let mut text = target;
    // The units before the first star must match at the start of the target.
    for unit in units.by_ref() {
        match text.split_first() {
            Some((octet, rest)) if unit_matches(unit, *octet) => text = rest,
            _ => return false,
        }
    }
    if units.is_empty() {
        return text.is_empty();
    }
    let indexed =
        |effort: &mut Effort, segment, from| effort.octets(target).matches_after_star(segment, from);
    loop {
        units.skip_stars();
        if units.is_empty() {
            return true;
        }
        let segment = units;
        if effort.is_spent() {
            return indexed(effort, segment, target.len() - text.len());
        }
        let Some(len) = measure(&mut units, text.len()) else {
            return false;
        };
        if units.is_empty() {
            // The units after the last star must match at the end of the target.
            return segment
                .zip(&text[text.len() - len..])
                .all(|(unit, octet)| unit_matches(unit, *octet));
        }
        match find(segment, len, text, effort) {
            SegmentSearch::At(at) => text = &text[at + len..],
            SegmentSearch::Nowhere => return false,
            SegmentSearch::NotBefore(at) => return indexed(effort, segment, target.len() - text.len() + at),
        }
    }
}

/// The length of the next segment; `None` if it exceeds `limit`. Moves the units past the segment.
fn measure(units: &mut Units<'_>, limit: usize) -> Option<usize> {
    let mut len = 0;
    for _ in units {
        len += 1;
        if len > limit {
            return None;
        }
    }
    Some(len)
}

/// What a search for a segment found.
enum SegmentSearch {
    /// The leftmost place.
    At(usize),
    Nowhere,
    /// There is no match before this place, and going on place by place would cost too much.
    NotBefore(usize),
}

/// The leftmost place of a segment.
fn find(segment: Units<'_>, len: usize, text: &[u8], effort: &mut Effort) -> SegmentSearch {
    'places: for at in 0..=text.len() - len {
        for (unit, octet) in segment.zip(&text[at..at + len]) {
            // The cost of comparing with a set grows with the length of its text.
            let cost = if let Unit::Set(set) = unit {
                1 + set.members.len()
            } else {
                1
            };
            if !effort.spend(cost) {
                return SegmentSearch::NotBefore(at);
            }
            if !unit_matches(unit, *octet) {
                continue 'places;
            }
        }
        return SegmentSearch::At(at);
    }
    SegmentSearch::Nowhere
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn matches(glob: &str, target: &str) -> bool {
        match_written(
            glob.as_bytes(),
            PercentMode::Rfc9309,
            target.as_bytes(),
            &mut Effort::default(),
        )
    }

    #[test]
    fn metacharacters() {
        // glob, target, matches
        let table = [
            ("/helpme", "/helpme", true),
            ("/helpme", "/helpme2", false),
            ("/helpme*", "/helpme2", true),
            ("/", "/x", false),
            ("*", "/x", true),
            ("", "/", false),
            ("/file?", "/files", true),
            ("/file?", "/file", false),
            ("/file\\?", "/file?", true),
            ("/file\\?", "/files", false),
            ("/x[0-9]y", "/x5y", true),
            ("/x[0-9]y", "/xay", false),
            ("/x[!0-9]y", "/xay", true),
            ("/x[^0-9]y", "/x5y", false),
            ("/x[]a]y", "/x]y", true),
            ("/x[!]a]y", "/x]y", false),
            ("/x[\\]a]y", "/xay", true),
            ("/x[a-]y", "/x-y", true),
            ("/x[z-a]y", "/xmy", false),
            ("/a[bc", "/a[bc", true),
            ("/a[bc", "/ab", false),
            ("/a[]", "/a[]", true),
            ("/[a][b", "/a[b", true),
            ("/\\[a]\\[[b", "/[a][[b", true),
            ("/[a\\][*[b]", "/*", true),
            ("/[a\\][*[b]", "/[", true),
            ("/[]*[!\\]", "/[]x[!]", true),
            ("/a\\", "/a%5C", false),
            ("/a\\", "/a\\", true),
            ("/*/b?/[x-z]*!", "/a/a/bb/yes!", true),
            ("/*ab", "/abaab", true),
            ("/*ab*ab", "/ab", false),
            ("/a%41\\%", "/aA%25", true),
            ("/a%2fb", "/a%2Fb", true),
            // In a query a colon equals its escape, and another question mark does not end the
            // query.
            ("/%3A", "/:", false),
            ("/\\?%3A", "/?:", true),
            ("/\\?\\?%3A", "/??:", true),
            ("/a[*]b", "/a*b", true),
        ];
        for (glob, target, expected) in table {
            assert_eq!(matches(glob, target), expected, "{glob:?} {target:?}");
        }
    }

    #[test]
    fn a_lone_percent_is_escaped_where_the_target_s_is() {
        // mode, target, matches
        let table = [
            (PercentMode::Rfc9309, "/a%25b", true),
            (PercentMode::Rfc9309, "/a%b", false),
            (PercentMode::RuleOnly, "/a%25b", false),
            (PercentMode::RuleOnly, "/a%b", true),
        ];
        for (mode, target, expected) in table {
            assert_eq!(
                match_written(b"/a%b", mode, target.as_bytes(), &mut Effort::default()),
                expected,
                "{mode:?} {target}"
            );
        }
    }

    #[test]
    fn costly_globs_come_to_an_end() {
        let target = [&b"/"[..], &[b'a'; 10_000]].concat();
        for glob in [
            b"*".iter()
                .chain(b"?".repeat(5_000).iter())
                .chain(b"b*")
                .copied()
                .collect::<Vec<u8>>(),
            [&b"*["[..], &b"b".repeat(10_000), b"]*"].concat(),
            b"*[!b]".repeat(20_000),
            b"*".repeat(100_000),
        ] {
            let all_stars = glob.iter().all(|byte| *byte == b'*');
            assert_eq!(
                match_written(&glob, PercentMode::Rfc9309, &target, &mut Effort::default()),
                all_stars
            );
        }
        // Each of them might begin a set.
        let brackets = b"[".repeat(200_000);
        assert!(match_written(
            &brackets,
            PercentMode::Rfc9309,
            &brackets,
            &mut Effort::default()
        ));
    }
}
