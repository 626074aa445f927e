//! What separates key and value: the first colon, and, in dialects that forgive a missing colon,
//! white space, or a sign such as `=` after a key that names a crawler.

use super::key_spelling::crawler_key;
use super::span::offset_in;
use super::whitespace::{is_space, trim, trim_end, trim_unseen, words};
use crate::dialect::{Dialect, KeySpelling};
use crate::swar;

/// The mistakes in a line that the dialect forgives: bits in one byte, since every line keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leniency(u8);

/// A line of two words without a colon is a key and a value.
const COLON_IS_OPTIONAL: u8 = 1;
/// Like [`COLON_IS_OPTIONAL`], but also if the value contains a colon.
const COLON_MAY_BE_OF_VALUE: u8 = 1 << 1;
/// Invisible characters are trimmed like white space. Only set if the body holds bytes beyond
/// ASCII.
const TRIMS_INVISIBLE: u8 = 1 << 2;

impl Leniency {
    pub(super) fn new(dialect: &Dialect, body: &[u8]) -> Self {
        let colon = match dialect.key_spelling {
            KeySpelling::Exact => 0,
            KeySpelling::Prefix => COLON_IS_OPTIONAL,
            KeySpelling::Misspelled => COLON_IS_OPTIONAL | COLON_MAY_BE_OF_VALUE,
        };
        let trims = if dialect.trims_invisible && !body.is_ascii() {
            TRIMS_INVISIBLE
        } else {
            0
        };
        Self(colon | trims)
    }

    #[inline(always)]
    fn requires_colon(self) -> bool {
        self.0 & COLON_IS_OPTIONAL == 0
    }

    #[inline(always)]
    pub(crate) fn colon_may_be_of_value(self) -> bool {
        self.0 & COLON_MAY_BE_OF_VALUE != 0
    }

    #[inline(always)]
    pub(crate) fn trims_invisible(self) -> bool {
        self.0 & TRIMS_INVISIBLE != 0
    }

    /// A part of a line as the dialect trims it.
    #[inline(always)]
    pub(super) fn trim(self, part: &[u8]) -> &[u8] {
        if self.trims_invisible() {
            trim_unseen(part)
        } else {
            trim(part)
        }
    }

    /// Key and value of the text between two places of a body, if it is a line with both.
    #[inline(always)]
    pub(super) fn split(self, body: &[u8], start: usize, end: usize) -> Option<Split<'_>> {
        if self.trims_invisible() {
            return self.split_unseen(body, start, end);
        }
        self.split_between(body, start, end)
    }

    /// Like [`split`](Self::split), in dialects that trim invisible characters. Not inlined, so
    /// that the usual lines do not take longer.
    #[cold]
    #[inline(never)]
    fn split_unseen(self, body: &[u8], start: usize, end: usize) -> Option<Split<'_>> {
        let text = trim_unseen(&body[start..end]);
        let start = offset_in(body, text);
        let split = self.split_between(body, start, start + text.len())?;
        let key = trim_unseen(split.key);
        let untrimmed = trim_unseen(split.untrimmed);
        (!key.is_empty()).then_some(Split {
            key,
            untrimmed,
            ..split
        })
    }

    /// Like [`split`](Self::split), if only white space is trimmed.
    #[inline(always)]
    fn split_between(self, body: &[u8], mut start: usize, end: usize) -> Option<Split<'_>> {
        while start < end && is_space(body[start]) {
            // Pages that sites serve instead of a robots.txt file are indented. A step of eight may
            // go past `end`; then only spaces follow.
            let is_indented = body[start..].starts_with(b"        ");
            start += if is_indented { 8 } else { 1 };
        }
        if start >= end {
            return None;
        }
        let colon = find_early(b':', body, start, end);
        let split = match colon {
            Some(colon) if !self.colon_may_be_of_value() => Split::at(body, start, colon, end),
            None if self.requires_colon() => return None,
            _ => self.split_at_words(body, start, colon, end)?,
        };
        (!split.key.is_empty()).then_some(split)
    }

    /// Like [`split`](Self::split), in dialects in which white space may separate key and value,
    /// even if a colon follows that is part of the value.
    #[inline]
    fn split_at_words(
        self,
        body: &[u8],
        start: usize,
        colon: Option<usize>,
        end: usize,
    ) -> Option<Split<'_>> {
        let text = trim_end(&body[start..end]);
        if self.colon_may_be_of_value()
            && let Some((key, value)) = self.crawler_and_name(text)
        {
            return Some(Split {
                key,
                untrimmed: value,
                is_missing_colon: true,
            });
        }
        let words = two_words(text);
        let words = words.filter(|(key, value)| {
            colon.is_none_or(|colon| key.len() < colon - start && begins_a_value(value))
        });
        match (words, colon) {
            (Some((key, value)), _) => Some(Split {
                key: trim(key),
                untrimmed: value,
                is_missing_colon: true,
            }),
            (None, Some(colon)) => Some(Split::at(body, start, colon, end)),
            (None, None) => None,
        }
    }

    /// Key and name of a text that is intended to name a crawler, and has no colon after the key:
    /// `User-agent = FooBot`, `User-agent Foo Bot`. If only white space separates the two, a name
    /// of more than two words is prose.
    #[cold]
    #[inline(never)]
    fn crawler_and_name(self, text: &[u8]) -> Option<(&[u8], &[u8])> {
        const MAX_WORDS: usize = 2;
        // Signs beyond ASCII: typographic dashes, and the full-width colon.
        const SIGNS: [&[u8]; 3] = [
            "\u{2013}".as_bytes(),
            "\u{2014}".as_bytes(),
            "\u{FF1A}".as_bytes(),
        ];
        let (key, after) = text.split_at(crawler_key(text)?);
        let mut name = self.trim(after);
        if name.first() == Some(&b':') {
            return None;
        }
        let is_apart = name.len() < after.len();
        let mut has_sign = false;
        loop {
            name = match name {
                [b'=' | b';' | b',' | b'-' | b'>' | b'|' | b':', rest @ ..] => self.trim(rest),
                _ => match SIGNS.iter().find_map(|sign| name.strip_prefix(*sign)) {
                    Some(rest) => self.trim(rest),
                    None => break,
                },
            };
            has_sign = true;
        }
        let is_name = has_sign || name.is_empty() || is_apart && words(name).count() <= MAX_WORDS;
        is_name.then_some((key, name))
    }
}

/// A line as key and value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split<'a> {
    /// Trimmed, and not empty.
    pub(super) key: &'a [u8],
    /// The text after the separator. It is trimmed only when the value is needed, which for most of
    /// these keys is never.
    untrimmed: &'a [u8],
    pub(super) is_missing_colon: bool,
}

impl<'a> Split<'a> {
    #[inline(always)]
    fn at(body: &'a [u8], start: usize, colon: usize, end: usize) -> Self {
        Self {
            key: trim_end(&body[start..colon]),
            untrimmed: &body[colon + 1..end],
            is_missing_colon: false,
        }
    }

    /// The value, trimmed.
    #[inline]
    pub(super) fn value(&self) -> &'a [u8] {
        trim(self.untrimmed)
    }
}

/// The key of a rule line, as written, and whether a colon follows it. `head` ends where the value
/// begins, and may begin at any place before the key: at the start of the body, or within the line.
/// Linear in the key.
///
/// The dialect is not needed: the line is known to be a rule, so what comes before the value is its
/// key and a separator.
pub(crate) fn key_before_value(head: &[u8]) -> (&[u8], bool) {
    let start = memchr::memrchr2(b'\n', b'\r', head).map_or(0, |end| end + 1);
    let head = &head[start..];
    // Only white space, invisible characters and a byte order mark, or a part of one, can come
    // before the key, and the keys of all rules begin with a letter.
    let before = head.iter().position(u8::is_ascii_alphabetic);
    let head = &head[before.unwrap_or(head.len())..];
    match memchr::memchr(b':', head) {
        Some(colon) => (trim_unseen(&head[..colon]), true),
        None => (trim_unseen(head), false),
    }
}

/// The first place, from `start` to `end`, of a byte that is usually near the start, where a vector
/// search would not pay off.
///
/// Reads whole words, since lines are short. A word may go beyond `end`; a byte that is found there
/// does not count.
#[inline(always)]
pub(super) fn find_early(byte: u8, body: &[u8], start: usize, end: usize) -> Option<usize> {
    /// The number of words to try before a vector search: no key is longer.
    const WORDS: usize = 2;
    let mut at = start;
    for _ in 0..WORDS {
        if at >= end {
            return None;
        }
        let Some(eight) = body[at..].first_chunk() else {
            let found = body[at..end].iter().position(|other| *other == byte);
            return found.map(|found| at + found);
        };
        let marks = swar::marks(u64::from_le_bytes(*eight), byte);
        if marks != 0 {
            let found = at + swar::first_mark(marks);
            return (found < end).then_some(found);
        }
        at += 8;
    }
    let rest = body.get(at..end)?;
    memchr::memchr(byte, rest).map(|found| at + found)
}

/// The words of a text that has exactly two.
fn two_words(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut words = words(text);
    let two = (words.next()?, words.next()?);
    words.next().is_none().then_some(two)
}

/// Whether a text is clearly a value rather than part of a key: a path, a pattern or a URL.
fn begins_a_value(text: &[u8]) -> bool {
    let has_scheme = |scheme: &[u8]| {
        text.get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    matches!(text.first(), Some(b'/' | b'*')) || has_scheme(b"http://") || has_scheme(b"https://")
}
