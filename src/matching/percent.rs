//! The one canonicalizer of percent-encoding, for patterns and targets alike.
//!
//! A [`Spelling`] gives every octet one canonical spelling, so that texts which mean the same
//! compare equal byte by byte. Canonical form is a fixed point: applying it again changes nothing.

use alloc::string::String;
use alloc::vec::Vec;

use crate::dialect::PercentMode;
use crate::matching::anchor::split_anchor;

/// How an octet is spelled in canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Class {
    /// Raw, whichever way it was written.
    Raw,
    /// Escaped, whichever way it was written.
    Escaped,
    /// As it was written; the two differ.
    Kept,
}

/// The canonical spelling of every octet.
#[derive(Debug)]
pub struct Spelling {
    path: [Class; 256],
    /// From the first `?` on.
    query: [Class; 256],
}

/// RFC 3986 section 2.3.
pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// RFC 3986 section 2.2.
pub const fn is_reserved(byte: u8) -> bool {
    matches!(byte, b':' | b'/' | b'?' | b'#' | b'[' | b']' | b'@') || is_sub_delim(byte)
}

/// RFC 3986 section 2.2, `sub-delims`: reserved characters that a host may contain.
pub(crate) const fn is_sub_delim(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
    )
}

/// Whether a reserved character may be meant by its escape as well: it separates neither segments nor
/// path, query and fragment, and has no meaning of its own in a pattern.
pub(crate) const fn has_two_spellings(byte: u8) -> bool {
    is_reserved(byte) && !matches!(byte, b'/' | b'?' | b'#' | b'*' | b'$')
}

const fn rfc9309(query: bool, glob: bool) -> [Class; 256] {
    let mut table = [Class::Escaped; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        table[i] = match byte {
            b'%' => Class::Escaped,
            // RFC 9309 section 2.2.3: `%2A` in a rule is a literal `*`, and equals one in the URL.
            b'*' | b'$' if !glob => Class::Escaped,
            b'*' | b'$' => Class::Raw,
            // Figure 4: in the query these equal their escapes.
            b':' | b'/' | b'?' | b'@' if query => Class::Raw,
            _ if is_unreserved(byte) => Class::Raw,
            _ if is_reserved(byte) => Class::Kept,
            // A glob's `?` and sets match one octet, so these octets must be raw: an escape would
            // count as three.
            _ if glob => Class::Raw,
            _ => Class::Escaped,
        };
        i += 1;
    }
    table
}

const fn draft1996(glob: bool) -> [Class; 256] {
    let mut table = [Class::Raw; 256];
    table[b'/' as usize] = Class::Kept;
    table[b'%' as usize] = Class::Escaped;
    if !glob {
        // A literal `*` or `$` is escaped in patterns and in targets. So the same texts match as
        // before, and a `*` that is left in a pattern is a wildcard.
        table[b'*' as usize] = Class::Escaped;
        table[b'$' as usize] = Class::Escaped;
    }
    table
}

const fn rule_only() -> [Class; 256] {
    let mut table = [Class::Kept; 256];
    let mut i = 128;
    while i < 256 {
        table[i] = Class::Escaped;
        i += 1;
    }
    table
}

static RFC_9309: Spelling = Spelling {
    path: rfc9309(false, false),
    query: rfc9309(true, false),
};
static RFC_9309_GLOB: Spelling = Spelling {
    path: rfc9309(false, true),
    query: rfc9309(true, true),
};
static DRAFT_1996: Spelling = Spelling {
    path: draft1996(false),
    query: draft1996(false),
};
static DRAFT_1996_GLOB: Spelling = Spelling {
    path: draft1996(true),
    query: draft1996(true),
};
static RULE_ONLY: Spelling = Spelling {
    path: rule_only(),
    query: rule_only(),
};

impl Spelling {
    /// The spelling of a mode. The one for globs treats the same texts as equal, but leaves more
    /// octets raw.
    pub fn new(mode: PercentMode, glob: bool) -> &'static Self {
        match (mode, glob) {
            (PercentMode::Rfc9309, false) => &RFC_9309,
            (PercentMode::Rfc9309, true) => &RFC_9309_GLOB,
            (PercentMode::Draft1996, false) => &DRAFT_1996,
            (PercentMode::Draft1996, true) => &DRAFT_1996_GLOB,
            (PercentMode::RuleOnly, _) => &RULE_ONLY,
        }
    }

    /// Appends the canonical form of `text`, all of it literal.
    pub(crate) fn literal(&self, text: &[u8], out: &mut Scratch) {
        self.write(text, text.len(), false, out);
    }

    /// Appends the canonical form of a pattern in which `*` and a final `$` are special.
    pub(crate) fn wildcard(&self, pattern: &[u8], out: &mut Scratch) {
        let literal_end = split_anchor(pattern).0.len();
        self.write(pattern, literal_end, true, out);
        out.extend(&pattern[literal_end..]);
    }

    fn write(&self, text: &[u8], end: usize, stars: bool, out: &mut Scratch) {
        let mut table = &self.path;
        let mut i = 0;
        while i < end {
            // Plain bytes stay as they are, wherever they occur.
            let plain = text[i..end]
                .iter()
                .take_while(|byte| PLAIN[usize::from(**byte)])
                .count();
            if plain > 0 {
                let run = &text[i..i + plain];
                out.extend(run);
                if run.contains(&b'?') {
                    table = &self.query;
                }
                i += plain;
                continue;
            }
            let (octet, width) = match text[i] {
                b'%' => match escape(&text[i..end]) {
                    Some(octet) => (octet, 3),
                    None => {
                        out.extend(self.lone_percent());
                        i += 1;
                        continue;
                    }
                },
                byte => (byte, 1),
            };
            let raw = match table[octet as usize] {
                Class::Raw => true,
                Class::Escaped => width == 1 && stars && octet == b'*',
                Class::Kept => width == 1,
            };
            if raw {
                // An escaped `?` may become raw, but begins no query.
                out.push(octet);
            } else {
                out.extend(&escaped(octet));
            }
            i += width;
        }
    }

    /// The canonical spelling of a `%` that begins no escape.
    #[inline]
    fn lone_percent(&self) -> &'static [u8] {
        match self.path[usize::from(b'%')] {
            Class::Escaped => b"%25",
            Class::Raw | Class::Kept => b"%",
        }
    }

    /// Whether the canonical spelling of one literal octet, in a path or after a `?`, is raw;
    /// otherwise it is an escape.
    #[inline]
    pub(crate) fn is_raw(&self, octet: u8, was_escaped: bool, in_query: bool) -> bool {
        let table = if in_query { &self.query } else { &self.path };
        match table[octet as usize] {
            Class::Raw => true,
            Class::Escaped => false,
            Class::Kept => !was_escaped,
        }
    }

    /// The canonical spelling of one literal octet, in a path or after a `?`.
    #[inline]
    pub fn octet(&self, octet: u8, was_escaped: bool, in_query: bool) -> Spelled {
        if self.is_raw(octet, was_escaped, in_query) {
            Spelled {
                bytes: [0, 0, octet],
                len: 1,
            }
        } else {
            Spelled {
                bytes: escaped(octet),
                len: 3,
            }
        }
    }
}

/// One octet as canonical form spells it: the last `len` bytes.
#[derive(Clone, Copy, Debug)]
pub struct Spelled {
    /// The octet, or its escape; unused bytes are zero.
    pub bytes: [u8; 3],
    /// How many of the bytes are used.
    pub len: u8,
}

impl Spelled {
    /// No octet at all.
    pub const EMPTY: Self = Self {
        bytes: [0; 3],
        len: 0,
    };

    /// The spelling.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[3 - usize::from(self.len)..]
    }
}

/// The octet of the escape that `text` begins with.
pub fn escape(text: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    match text {
        [b'%', high, low, ..] => Some((digit(*high)? << 4 | digit(*low)?) as u8),
        _ => None,
    }
}

/// A pattern in which every reserved character that [has two spellings](has_two_spellings) is escaped,
/// or none is.
pub(crate) fn with_reserved(pattern: &[u8], is_escaped: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(pattern.len());
    let mut rest = pattern;
    while let [first, after @ ..] = rest {
        let (octet, width) = match escape(rest) {
            Some(octet) => (octet, 3),
            None => (*first, 1),
        };
        match has_two_spellings(octet) {
            true if is_escaped => out.extend(escaped(octet)),
            true => out.push(octet),
            false => out.extend(&rest[..width]),
        }
        rest = &after[width - 1..];
    }
    out
}

/// Bytes as text. Bytes that are not UTF-8 become escapes, which match the same in a pattern or a
/// URL.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let invalid = chunk.invalid().iter();
        text.extend(invalid.map(|byte| percent_encoding::percent_encode_byte(*byte)));
    }
    text
}

/// An octet as an escape.
pub fn escaped(octet: u8) -> [u8; 3] {
    // The crate's table has upper-case digits.
    match *percent_encoding::percent_encode_byte(octet).as_bytes() {
        [percent, high, low] => [percent, high, low],
        _ => unreachable!("an escape has three bytes"),
    }
}

/// Whether canonical texts of a mode, in which `*` and `$` are special, are [sealed](seal) where a
/// star may match within them.
///
/// The draft of 1996 compares the octets that escapes stand for, so an escape that is left in
/// canonical form is one unit, in which no star may end. RFC 9309 section 2.2.2 compares the octets
/// of the escaped URL, as Google's library does: there `/*2F` matches `/a%2Fb`, and a literal `$`
/// within a pattern counts three octets.
#[inline(always)]
pub const fn is_sealed(mode: PercentMode) -> bool {
    matches!(mode, PercentMode::Draft1996)
}

/// The first of sixteen octets that are the digits of sealed escapes.
pub const FIRST_SEALED: u8 = 0x10;

/// Whether an octet is a digit of sealed escapes, and so is never raw in a sealed text.
pub const fn is_sealed_digit(octet: u8) -> bool {
    octet >= FIRST_SEALED && octet < FIRST_SEALED + 16
}

/// The sealed escape of an octet.
pub const fn sealed(octet: u8) -> [u8; 3] {
    [b'%', FIRST_SEALED + (octet >> 4), FIRST_SEALED + (octet & 15)]
}

/// Appends a text that is in canonical form, with its escapes sealed: their hex digits are replaced
/// with sixteen other octets, from [`FIRST_SEALED`] on, so that no star ends within an escape.
///
/// ```text
/// canonical    / a % 2  F  b            pattern `/*2F` matches: `2F` is found within the escape
/// sealed       / a % 12 1F b            `/*2F` does not match, and `/*%2F`, sealed in the same way, does
/// ```
///
/// A raw octet from 10 to 1F, which would look like a sealed digit, is written as a sealed escape
/// too: 12 becomes `%` 11 12. So these octets only occur as digits, after a `%`, and as text after a
/// star never begins with one, it is not found within an escape.
pub fn seal(canonical: &[u8], out: &mut Scratch) {
    let mut rest = canonical;
    while let [first, after @ ..] = rest {
        let escape = escape(rest);
        match escape {
            Some(octet) => out.extend(&sealed(octet)),
            None if is_sealed_digit(*first) => out.extend(&sealed(*first)),
            None => out.push(*first),
        }
        rest = if escape.is_some() { &after[2..] } else { after };
    }
}

/// Whether a byte is *plain*: in every spelling its canonical form is the byte itself, in patterns
/// and in targets.
// Without branches, so that a loop over it becomes vector code.
#[inline(always)]
pub(crate) const fn is_plain(byte: u8) -> bool {
    const fn within(byte: u8, first: u8, last: u8) -> bool {
        byte.wrapping_sub(first) <= last - first
    }
    within(byte, b'a', b'z')
        | within(byte, b'+', b';')
        | within(byte, b'?', b'[')
        | within(byte, b'&', b')')
        | (byte == b'_')
        | (byte == b'=')
        | (byte == b'~')
        | (byte == b'!')
        | (byte == b']')
}

/// [`is_plain`] as a table, for one byte at a time.
pub(crate) static PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = is_plain(i as u8);
        i += 1;
    }
    table
};

/// Whether all bytes are plain: a target that passes is in canonical form, and has no fragment.
#[inline]
pub(crate) fn all_plain(text: &[u8]) -> bool {
    all(text, is_plain)
}

/// Whether all bytes are plain, or stars.
#[inline]
pub(crate) fn all_plain_or_star(text: &[u8]) -> bool {
    all(text, |byte| is_plain(byte) | (byte == b'*'))
}

/// Whether a test passes for all bytes. Up to sixteen are tested at a time, and some of them twice,
/// to avoid a loop over single bytes.
#[inline(always)]
fn all(text: &[u8], test: impl Fn(u8) -> bool + Copy) -> bool {
    #[inline(always)]
    fn each<const N: usize>(bytes: &[u8; N], test: impl Fn(u8) -> bool) -> bool {
        bytes.iter().fold(true, |all, byte| all & test(*byte))
    }
    if let Some(last) = text.last_chunk::<16>() {
        let (sixteens, _) = text.as_chunks::<16>();
        sixteens.iter().all(|sixteen| each(sixteen, test)) && each(last, test)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        each(first, test) & each(last, test)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        each(first, test) & each(last, test)
    } else {
        text.iter().all(|byte| test(*byte))
    }
}

/// Bytes on the stack, or on the heap when they are many.
#[derive(Debug)]
pub struct Scratch {
    stack: [u8; Self::STACK],
    len: usize,
    heap: Vec<u8>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self::new()
    }
}

impl Scratch {
    /// Longer than nearly every URL.
    pub(crate) const STACK: usize = 512;

    /// Empty.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self {
            stack: [0; Self::STACK],
            len: 0,
            heap: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, byte: u8) {
        self.extend(&[byte]);
    }

    #[inline]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        match self.stack.get_mut(self.len..self.len + bytes.len()) {
            Some(room) if self.heap.is_empty() => {
                room.copy_from_slice(bytes);
                self.len += bytes.len();
            }
            _ => self.extend_heap(bytes),
        }
    }

    #[cold]
    fn extend_heap(&mut self, bytes: &[u8]) {
        if self.heap.is_empty() {
            self.heap.extend_from_slice(&self.stack[..self.len]);
        }
        self.heap.extend_from_slice(bytes);
    }

    /// The bytes written so far.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        if self.heap.is_empty() {
            &self.stack[..self.len]
        } else {
            &self.heap
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn form(spelling: &Spelling, text: &[u8], pattern: bool) -> String {
        let mut out = Scratch::new();
        if pattern {
            spelling.wildcard(text, &mut out)
        } else {
            spelling.literal(text, &mut out)
        }
        String::from_utf8_lossy(out.as_slice()).to_string()
    }

    #[test]
    fn canonical_forms() {
        // text, RFC 9309 target, RFC 9309 pattern, 1996 target, Google's pattern
        let table: [(&[u8], &str, &str, &str, &str); 11] = [
            (
                b"/~joe/%7ejoe",
                "/~joe/~joe",
                "/~joe/~joe",
                "/~joe/~joe",
                "/~joe/%7Ejoe",
            ),
            (
                b"/a%2fb%3Cd",
                "/a%2Fb%3Cd",
                "/a%2Fb%3Cd",
                "/a%2Fb<d",
                "/a%2Fb%3Cd",
            ),
            ("/é".as_bytes(), "/%C3%A9", "/%C3%A9", "/é", "/%C3%A9"),
            (b"/a b", "/a%20b", "/a%20b", "/a b", "/a b"),
            (b"/%%412%", "/%25A2%25", "/%25A2%25", "/%25A2%25", "/%%412%"),
            (b"/%%345", "/%25", "", "", ""),
            (
                b"/a?b=%3a%2F%3f%40%26",
                "/a?b=:/?@%26",
                "/a?b=:/?@%26",
                "/a?b=:%2F?@&",
                "/a?b=%3A%2F%3F%40%26",
            ),
            (b"/a%3fb=%3a", "/a%3Fb=%3A", "/a%3Fb=%3A", "/a?b=:", "/a%3Fb=%3A"),
            (
                b"/a*b$c$",
                "/a%2Ab%24c%24",
                "/a*b%24c$",
                "/a%2Ab%24c%24",
                "/a*b$c$",
            ),
            (b"/%2A%24", "/%2A%24", "/%2A%24", "/%2A%24", "/%2A%24"),
            (b"/%", "/%25", "/%25", "/%25", "/%"),
        ];
        for (text, target, pattern, draft, google) in table {
            if pattern.is_empty() {
                // If a lone `%` were kept, it might form an escape with the text that follows once
                // that is decoded; then canonical form would not be a fixed point.
                assert_eq!(form(&RFC_9309, text, false), "/%2545");
                continue;
            }
            assert_eq!(form(&RFC_9309, text, false), target);
            assert_eq!(form(&RFC_9309, text, true), pattern);
            assert_eq!(form(&DRAFT_1996, text, false), draft);
            assert_eq!(form(&RULE_ONLY, text, true), google);
        }
    }

    #[test]
    fn plain_bytes_are_their_own_canonical_form_everywhere() {
        for byte in 0..=255u8 {
            for prefix in ["/x", "/x?"] {
                let mut text = prefix.as_bytes().to_vec();
                text.push(byte);
                let unchanged = [
                    &RFC_9309,
                    &RFC_9309_GLOB,
                    &DRAFT_1996,
                    &DRAFT_1996_GLOB,
                    &RULE_ONLY,
                ]
                .iter()
                .all(|spelling| {
                    let mut out = Scratch::new();
                    spelling.literal(&text, &mut out);
                    out.as_slice() == text
                });
                if is_plain(byte) {
                    assert!(unchanged, "{byte:#x}");
                }
            }
        }
    }

    #[test]
    fn plain_bytes_are_told_from_others_wherever_they_stand() {
        let fill = *b"abcdefghijklmnopqrstuvwxyz/ABCDEFGHIJKLM";
        for len in 1..=fill.len() {
            for at in 0..len {
                for byte in 0..=255u8 {
                    let mut text = fill;
                    text[at] = byte;
                    let text = &text[..len];
                    assert_eq!(all_plain(text), is_plain(byte), "{byte:#x} at {at} of {len}");
                    assert_eq!(
                        all_plain_or_star(text),
                        is_plain(byte) || byte == b'*',
                        "{byte:#x} at {at} of {len}"
                    );
                }
            }
        }
        assert!(all_plain(b"") && all_plain_or_star(b""));
    }

    #[test]
    fn scratch_moves_to_the_heap() {
        let mut scratch = Scratch::new();
        let long = [b'x'; Scratch::STACK - 1];
        scratch.extend(&long);
        scratch.extend(b"yz");
        scratch.push(b'!');
        assert_eq!(scratch.as_slice(), [&long[..], b"yz!"].concat());
    }
}
