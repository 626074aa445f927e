//! The units of a glob, each of which matches one octet of the target. They are read from the text
//! of the glob while it is matched.

use crate::dialect::PercentMode;
use crate::matching::percent::{Spelling, escape};

/// A unit of a glob: it matches one octet of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit<'p> {
    /// This octet.
    Octet(u8),
    /// Any octet.
    Any,
    /// An octet of a set.
    Set(Set<'p>),
}

/// The inside of `[…]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<'p> {
    pub(super) members: &'p [u8],
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
    pub fn bits(self) -> [u64; 4] {
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

/// The number of bytes from the first `[` of a glob that no `]` closes to its end.
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
#[derive(Clone, Copy, Debug)]
pub struct Units<'p> {
    text: &'p [u8],
    /// The number of bytes from the first unclosed `[` to the end of the text. No `[` after that
    /// one is closed either, and searching for the end of each again would take quadratic time.
    unclosed: usize,
    spelling: &'static Spelling,
    in_query: bool,
    /// A literal that is spelled in several octets, and how many of its octets remain.
    spelled: [u8; 3],
    remaining: u8,
}

impl<'p> Units<'p> {
    /// The units of a glob in canonical form.
    #[must_use]
    pub fn new(text: &'p [u8], mode: PercentMode) -> Self {
        Self {
            text,
            unclosed: unclosed(text),
            spelling: Spelling::new(mode, true),
            in_query: false,
            spelled: [0; 3],
            remaining: 0,
        }
    }

    /// Skips stars.
    pub fn skip_stars(&mut self) {
        let stars = self.text.iter().take_while(|byte| **byte == b'*').count();
        self.text = &self.text[stars..];
    }

    /// Whether nothing is left, not even a star.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.remaining == 0
    }

    /// A literal octet, in its canonical spelling.
    fn literal(&mut self, octet: u8, escaped: bool) -> Unit<'p> {
        let spelled = self.spelling.octet(octet, escaped, self.in_query);
        self.in_query |= octet == b'?' && !escaped;
        self.spelled = spelled.bytes;
        self.remaining = spelled.len - 1;
        Unit::Octet(spelled.bytes[3 - usize::from(spelled.len)])
    }
}

impl<'p> Iterator for Units<'p> {
    type Item = Unit<'p>;

    /// The next unit; `None` at a star and at the end.
    fn next(&mut self) -> Option<Unit<'p>> {
        if self.remaining > 0 {
            self.remaining -= 1;
            return Some(Unit::Octet(self.spelled[2 - usize::from(self.remaining)]));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_that_none_closes() {
        for (glob, expected) in [
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
            ("/[a]", 0),
            ("/a[b]c[d", 2),
            (r"ab\[", 0),
            (r"ab\\[z", 2),
        ] {
            assert_eq!(unclosed(glob.as_bytes()), expected, "{glob}");
        }
    }
}
