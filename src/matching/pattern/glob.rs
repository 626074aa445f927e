//! Globs of robots.txt 2.0 (Seznam, after Conner 1996): the whole target must match.
//!
//! `*` is any run of octets, `?` any one, `\c` a literal `c`, `[set]` one of a set with ranges, `[!set]` and `[^set]` one
//! outside it. A `]` that comes first in a set belongs to it; a `[` that no `]` closes is literal. Both wildcards and
//! sets match `/`.
//!
//! A glob is read from its text as it is matched: segments of [`Unit`]s, one octet of the target each. Plain
//! comparison finds most segments; when it has cost too much, the rest is searched for at 64 places at once ([`super::octets`]).

use super::effort::Effort;
use crate::dialect::PercentMode;
use crate::matching::percent::{Spelling, escape};

/// What matches one octet of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit<'p> {
    /// This octet.
    Octet(u8),
    /// Any octet.
    Any,
    /// An octet of a set.
    Set(Set<'p>),
}

/// The inside of `[…]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Set<'p> {
    members: &'p [u8],
    negated: bool,
}

impl<'p> Set<'p> {
    /// Splits a set off the text after its `[`.
    fn split(text: &'p [u8]) -> Option<(Self, &'p [u8])> {
        let negated = matches!(text.first(), Some(b'!' | b'^'));
        let text = &text[usize::from(negated)..];
        let mut at = 0;
        loop {
            match text.get(at)? {
                b']' if at > 0 => {
                    return Some((
                        Self {
                            members: &text[..at],
                            negated,
                        },
                        &text[at + 1..],
                    ));
                }
                // An escaped octet, which may be `]`.
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
    }

    /// Calls `range` for every range of members, single ones included.
    fn ranges(self, mut range: impl FnMut(u8, u8)) {
        let mut rest = self.members;
        while let Some(low) = member(&mut rest) {
            let mut behind = rest;
            match behind.first() {
                Some(b'-') if behind.len() > 1 => {
                    behind = &behind[1..];
                    let high = member(&mut behind).unwrap_or(low);
                    rest = behind;
                    range(low, high);
                }
                _ => range(low, low),
            }
        }
    }

    /// Whether an octet is in the set. Linear in the set's text.
    fn contains(self, octet: u8) -> bool {
        let mut found = false;
        self.ranges(|low, high| found |= (low..=high).contains(&octet));
        found != self.negated
    }

    /// The set as a table of 256 bits.
    pub(crate) fn bits(self) -> [u64; 4] {
        let mut bits = [0; 4];
        self.ranges(|low, high| {
            for octet in low..=high {
                bits[usize::from(octet >> 6)] |= 1 << (octet & 63);
            }
        });
        if self.negated {
            bits.map(|word: u64| !word)
        } else {
            bits
        }
    }
}

/// Takes one member off the text of a set.
fn member(text: &mut &[u8]) -> Option<u8> {
    let (octet, rest) = match *text {
        [b'\\', octet, rest @ ..] | [octet, rest @ ..] => (*octet, rest),
        [] => return None,
    };
    *text = rest;
    Some(octet)
}

/// How many bytes of a glob are left at its first `[` that no `]` closes.
fn unclosed(mut glob: &[u8]) -> usize {
    while let Some(at) = memchr::memchr2(b'[', b'\\', glob) {
        if glob[at] == b'\\' {
            glob = glob.get(at + 2..).unwrap_or_default();
        } else {
            match Set::split(&glob[at + 1..]) {
                Some((_, behind)) => glob = behind,
                None => return glob.len() - at,
            }
        }
    }
    0
}

/// The units of a glob up to its next star.
#[derive(Clone, Copy)]
pub(crate) struct Units<'p> {
    text: &'p [u8],
    /// How many bytes of the text are left at its first unclosed `[`. No `[` after that one is closed either, and searching for the end of
    /// each again would take quadratic time.
    unclosed: usize,
    spelling: &'static Spelling,
    in_query: bool,
    /// A literal that is spelled in several octets, and how many of them are left.
    spelled: [u8; 3],
    left: u8,
}

impl<'p> Units<'p> {
    pub(crate) fn new(text: &'p [u8], mode: PercentMode) -> Self {
        Self {
            text,
            unclosed: unclosed(text),
            spelling: Spelling::new(mode, true),
            in_query: false,
            spelled: [0; 3],
            left: 0,
        }
    }

    /// Skips stars.
    pub(crate) fn skip_stars(&mut self) {
        let stars = self.text.iter().take_while(|byte| **byte == b'*').count();
        self.text = &self.text[stars..];
    }

    /// Whether nothing is left, not even a star.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.left == 0
    }

    /// A literal octet, in its canonical spelling.
    fn literal(&mut self, octet: u8, escaped: bool) -> Unit<'p> {
        let spelled = self.spelling.octet(octet, escaped, self.in_query);
        self.in_query |= octet == b'?' && !escaped;
        self.spelled = spelled.bytes;
        self.left = spelled.len - 1;
        Unit::Octet(spelled.bytes[3 - usize::from(spelled.len)])
    }
}

impl<'p> Iterator for Units<'p> {
    type Item = Unit<'p>;

    /// The next unit; `None` at a star and at the end.
    fn next(&mut self) -> Option<Unit<'p>> {
        if self.left > 0 {
            self.left -= 1;
            return Some(Unit::Octet(self.spelled[2 - usize::from(self.left)]));
        }
        let (first, rest) = self.text.split_first()?;
        let unit;
        (unit, self.text) = match first {
            b'*' => return None,
            b'?' => (Unit::Any, rest),
            b'\\' if !rest.is_empty() => (self.literal(rest[0], false), &rest[1..]),
            b'[' if self.text.len() > self.unclosed => match Set::split(rest) {
                Some((set, rest)) => (Unit::Set(set), rest),
                None => (self.literal(b'[', false), rest),
            },
            b'%' => match escape(self.text) {
                Some(octet) => (self.literal(octet, true), &self.text[3..]),
                None => (self.literal(b'%', false), rest),
            },
            byte => (self.literal(*byte, false), rest),
        };
        Some(unit)
    }
}

#[inline]
pub(super) fn unit_matches(unit: Unit<'_>, octet: u8) -> bool {
    match unit {
        Unit::Octet(expected) => expected == octet,
        Unit::Any => true,
        Unit::Set(set) => set.contains(octet),
    }
}

/// Matches a glob, as written, with the whole of a target in canonical form.
///
/// # Complexity
///
/// Linear in glob and target while comparing segments place by place suffices, as it does for all but hostile globs; otherwise that
/// of [`OctetPlaces::matches_after_star`](super::octets::OctetPlaces::matches_after_star).
pub(crate) fn match_written(glob: &[u8], mode: PercentMode, target: &[u8], effort: &mut Effort) -> bool {
    let mut units = Units::new(glob, mode);
    let mut text = target;
    // The head, which is at the start.
    for unit in units.by_ref() {
        match text.split_first() {
            Some((octet, rest)) if unit_matches(unit, *octet) => text = rest,
            _ => return false,
        }
    }
    if units.is_empty() {
        return text.is_empty();
    }
    let indexed = |effort: &mut Effort, segment, from| {
        effort
            .octets(target)
            .matches_after_star(segment, from, target.len())
    };
    loop {
        units.skip_stars();
        if units.is_empty() {
            return true;
        }
        let segment = units;
        if effort.has_compared_much() {
            return indexed(effort, segment, target.len() - text.len());
        }
        let Some(len) = measure(&mut units, text.len()) else {
            return false;
        };
        if units.is_empty() {
            // The tail, which is at the end.
            return segment
                .zip(&text[text.len() - len..])
                .all(|(unit, octet)| unit_matches(unit, *octet));
        }
        match find(segment, len, text, effort) {
            Found::At(at) => text = &text[at + len..],
            Found::Nowhere => return false,
            Found::NotBefore(at) => return indexed(effort, segment, target.len() - text.len() + at),
        }
    }
}

/// The length of a segment, which the units are moved past; `None` when it exceeds `limit`.
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
enum Found {
    /// The leftmost place.
    At(usize),
    Nowhere,
    /// Nothing before this place. Going on place by place would cost too much.
    NotBefore(usize),
}

/// The leftmost place of a segment.
fn find(segment: Units<'_>, len: usize, text: &[u8], effort: &mut Effort) -> Found {
    'places: for at in 0..=text.len() - len {
        for (unit, octet) in segment.zip(&text[at..at + len]) {
            // A set costs as much as it is long.
            let cost = if let Unit::Set(set) = unit {
                1 + set.members.len()
            } else {
                1
            };
            if effort.compare(cost) {
                return Found::NotBefore(at);
            }
            if !unit_matches(unit, *octet) {
                continue 'places;
            }
        }
        return Found::At(at);
    }
    Found::Nowhere
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
    fn brackets_that_none_closes() {
        for (glob, left) in [
            ("", 0),
            ("/a", 0),
            ("[", 1),
            ("/a[", 1),
            ("/[a", 2),
            ("/[a]b", 0),
            ("/[a][b", 2),
            ("[]", 2),
            ("[]]", 0),
            ("[!]", 3),
            (r"\[", 0),
            (r"\[[", 1),
            (r"\\[", 1),
            (r"a\\\[b[c", 2),
            (r"[\]", 3),
            (r"[\]]", 0),
            (r"a\", 0),
        ] {
            assert_eq!(unclosed(glob.as_bytes()), left, "{glob}");
        }
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
            // In a query a colon equals its escape, and another question mark does not end the query.
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
    fn the_first_bracket_that_none_closes() {
        let table: [(&[u8], usize); 9] = [
            (b"", 0),
            (b"/a", 0),
            (b"/[a]", 0),
            (b"/a[b]c[d", 2),
            (b"/[", 1),
            (b"a\\[b[c", 2),
            (b"ab\\[", 0),
            (b"ab\\\\[z", 2),
            (b"/\\", 0),
        ];
        for (glob, expected) in table {
            assert_eq!(unclosed(glob), expected, "{:?}", glob.escape_ascii());
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
