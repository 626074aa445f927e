//! Bytes to lines: the text, comment, key, value and number of each line.
//!
//! This stage cannot fail. Where the lines begin and end is found by the
//! [scanner](crate::syntax::line_scanner), where a key ends by the
//! [separator](crate::syntax::separator).

use core::fmt;
use core::iter::FusedIterator;

use super::byte_order_mark::byte_order_mark;
use super::separator::{Leniency, Split, find_early};
use super::span::{Span, offset_in};
use crate::dialect::Dialect;
use crate::shown::Shown;
use crate::size_limit::within_reach;
use crate::syntax::line_scanner::{RawLine, Scanner};

/// The parts of a dialect that the tokenizer depends on.
#[derive(Clone, Copy, Debug)]
pub struct Syntax {
    /// Bytes of a line that are read; `usize::MAX` for all.
    pub(super) max_line_bytes: usize,
    /// Whether a NUL ends the line's text. Only set if the body holds a NUL.
    nul_ends_line: bool,
    /// A line of at most this many bytes is not shortened by either option above, so that one
    /// comparison tests for both.
    pub(super) whole_line_bytes: usize,
    pub(super) leniency: Leniency,
}

impl Syntax {
    /// How the dialect reads the lines of a body.
    #[must_use]
    pub fn new(dialect: &Dialect, body: &[u8]) -> Self {
        let max_line_bytes = dialect.max_line_bytes.map_or(usize::MAX, |n| n as usize);
        let nul_ends_line = dialect.nul_ends_line && memchr::memchr(0, body).is_some();
        Self {
            max_line_bytes,
            nul_ends_line,
            whole_line_bytes: if nul_ends_line { 0 } else { max_line_bytes },
            leniency: Leniency::new(dialect, body),
        }
    }

    /// One past the last byte that is read, for a line that may be shortened.
    #[cold]
    fn read_end(&self, body: &[u8], raw: RawLine) -> usize {
        let end = raw.end.min(raw.start.saturating_add(self.max_line_bytes));
        let nul = self
            .nul_ends_line
            .then(|| find_early(0, body, raw.start, end))
            .flatten();
        nul.unwrap_or(end)
    }
}

/// One line of a body: its text, its comment and its place.
///
/// Every line is a value; a broken line is a line without key and value.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    body: &'a [u8],
    raw: RawLine,
    number: u32,
    /// One past the last byte that is read: `raw.end`, or less where the dialect cuts the line.
    read_end: usize,
    leniency: Leniency,
}

impl fmt::Debug for Line<'_> {
    /// The line as text; the body may be long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("number", &self.number)
            .field("text", &Shown(self.text()))
            .field("comment", &self.comment().map(Shown))
            .finish_non_exhaustive()
    }
}

impl<'a> Line<'a> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn new(body: &'a [u8], mut raw: RawLine, number: u32, syntax: Syntax) -> Self {
        let mut read_end = raw.end;
        if raw.end - raw.start > syntax.whole_line_bytes {
            read_end = syntax.read_end(body, raw);
            raw.text_end = raw.text_end.min(read_end);
        }
        Self {
            body,
            raw,
            number,
            read_end,
            leniency: syntax.leniency,
        }
    }

    /// The offsets of the line, from which [`Line::new`] can make it again.
    #[doc(hidden)]
    pub fn raw(&self) -> RawLine {
        self.raw
    }

    /// The line's number, counted from 1; empty lines count.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The whole line without its line end.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(self.raw.start, self.raw.end)
    }

    /// The line with its line end. Together, these spans cover the body without gaps, except for
    /// its byte order mark.
    #[must_use]
    pub fn full_span(&self) -> Span {
        let mut end = self.raw.end;
        if self.body.get(end) == Some(&b'\r') {
            end += 1;
        }
        if self.body.get(end) == Some(&b'\n') {
            end += 1;
        }
        Span::new(self.raw.start, end)
    }

    /// The bytes before the comment, trimmed of ASCII white space, and in dialects that [trim
    /// them](Dialect::trims_invisible), of invisible characters.
    #[must_use]
    pub fn text(&self) -> &'a [u8] {
        self.leniency.trim(&self.body[self.raw.start..self.raw.text_end])
    }

    /// The comment with its `#`, to the end of the line.
    #[must_use]
    pub fn comment(&self) -> Option<&'a [u8]> {
        (self.raw.text_end < self.read_end).then(|| &self.body[self.raw.text_end..self.read_end])
    }

    /// Whether nothing remains of the line after trimming, as in [`text`](Self::text). A line with
    /// a comment is not blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.raw.text_end == self.read_end && self.text().is_empty()
    }

    /// Whether bytes at the line's end were left unread, as the dialect's
    /// [`max_line_bytes`](Dialect::max_line_bytes) requires, or because a NUL ended the line
    /// ([`nul_ends_line`](Dialect::nul_ends_line)).
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.read_end < self.raw.end
    }

    /// Key and value, trimmed; `None` for a line that has no separator or no key.
    ///
    /// The separator is the first `:`. In dialects that forgive its absence, a line of exactly two
    /// words is a key and a value too, and a line that [is intended to name a
    /// crawler](crate::dialect::KeySpelling::Misspelled) may have other forms.
    #[must_use]
    pub fn key_value(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.split().map(|split| (split.key, split.value()))
    }

    /// Whether white space or another character separates key and value, because the colon is
    /// missing.
    #[must_use]
    pub fn is_missing_colon(&self) -> bool {
        self.split().is_some_and(|split| split.is_missing_colon)
    }

    /// Key and value, if the line has both.
    #[inline(always)]
    pub(super) fn split(&self) -> Option<Split<'a>> {
        self.leniency.split(self.body, self.raw.start, self.raw.text_end)
    }

    /// Where `part`, a slice of this line, is in the body.
    pub(crate) fn span_of(&self, part: &[u8]) -> Span {
        let start = offset_in(self.body, part);
        Span::new(start, start + part.len())
    }
}

/// Iterates over the [`Line`]s of a body, including junk and blank lines.
///
/// # Complexity
///
/// Linear in the body; nothing is allocated.
///
/// # Examples
///
/// ```
/// use robots_exclusion::syntax::Lines;
/// use robots_exclusion::Dialect;
///
/// let mut lines = Lines::new(b"User-agent: *\r\n\r\nDisallow: /x # secret", Dialect::RFC_9309);
/// assert_eq!(lines.next().unwrap().key_value(), Some((&b"User-agent"[..], &b"*"[..])));
/// assert!(lines.next().unwrap().is_blank());
/// let rule = lines.next().unwrap();
/// assert_eq!(rule.number(), 3);
/// assert_eq!(rule.key_value(), Some((&b"Disallow"[..], &b"/x"[..])));
/// assert_eq!(rule.comment(), Some(&b"# secret"[..]));
/// assert!(lines.next().is_none());
/// ```
#[derive(Clone)]
pub struct Lines<'a> {
    body: &'a [u8],
    scanner: Scanner<'a>,
    syntax: Syntax,
    number: u32,
}

impl<'a> Lines<'a> {
    /// The lines of `body`, as `dialect` reads them. Only the first 4 GiB of a body are read.
    #[must_use]
    pub fn new(body: &'a [u8], dialect: Dialect) -> Self {
        let body = within_reach(body);
        let mark = byte_order_mark(body, &dialect);
        Self {
            body,
            scanner: Scanner::new(body, mark),
            syntax: Syntax::new(&dialect, body),
            number: 0,
        }
    }

    #[inline(always)]
    fn advance(&mut self) -> Option<Line<'a>> {
        let raw = self.scanner.next()?;
        self.number += 1;
        Some(Line::new(self.body, raw, self.number, self.syntax))
    }
}

impl fmt::Debug for Lines<'_> {
    /// The position of the iterator; there may be many lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("bytes", &self.body.len())
            .field("read", &self.number)
            .finish_non_exhaustive()
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.advance()
    }

    /// Faster than calling `next`: there is no call for each line, and only what the closure uses
    /// is computed.
    fn fold<B, F: FnMut(B, Line<'a>) -> B>(mut self, start: B, mut add: F) -> B {
        let mut sum = start;
        while let Some(line) = self.advance() {
            sum = add(sum, line);
        }
        sum
    }
}

impl FusedIterator for Lines<'_> {}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn lines_are_the_same_in_a_loop_and_folded() {
        let body = b"a: b # c\r\n\n\xEF\xBB\xBF#\rUser-agent: *\nlong\0line that is cut: x\nlast";
        for (name, dialect) in Dialect::PRESETS {
            for dialect in [*dialect, dialect.with(|custom| custom.max_line_bytes = Some(9))] {
                let mut looped = Vec::new();
                for line in Lines::new(body, dialect) {
                    looped.push(alloc::format!("{} {line:?}", line.number()));
                }
                let mut folded = Vec::new();
                Lines::new(body, dialect)
                    .for_each(|line| folded.push(alloc::format!("{} {line:?}", line.number())));
                assert_eq!(looped, folded, "{name}");
                assert_eq!(looped.len(), 6);
            }
        }
    }

    #[test]
    fn a_line_stays_small() {
        assert!(size_of::<RawLine>() <= 24);
        assert!(size_of::<Line<'_>>() <= 56);
    }

    #[test]
    fn a_key_ends_at_white_space_before_what_is_clearly_a_value() {
        let table: [(&[u8], &[u8], &[u8]); 6] = [
            (b"Disallow /a:b", b"Disallow", b"/a:b"),
            (
                b"Sitemap HTTPS://example.com/",
                b"Sitemap",
                b"HTTPS://example.com/",
            ),
            (b"User agent: a", b"User agent", b"a"),
            (b"User agent:a", b"User agent", b"a"),
            (b"Disallow a:b", b"Disallow a", b"b"),
            (b"Disallow: /a", b"Disallow", b"/a"),
        ];
        for (text, key, value) in table {
            let line = Lines::new(text, Dialect::LENIENT).next().unwrap();
            assert_eq!(line.key_value(), Some((key, value)), "{:?}", text.escape_ascii());
        }
    }

    #[test]
    fn what_a_line_says_of_itself() {
        let dialect = Dialect::GOOGLE.with(|custom| custom.max_line_bytes = Some(12));
        type Expected<'a> = (Option<&'a [u8]>, [bool; 3]);
        // line, comment, cut, no colon, blank
        let table: [(&[u8], Expected<'_>); 11] = [
            (b"                Allow: /x", (None, [true, false, true])),
            (b"Allow: /x", (None, [false, false, false])),
            (b"Allow /x #", (Some(b"#"), [false, true, false])),
            (b"Allow: /x #y", (Some(b"#y"), [false, false, false])),
            (b"Allow: /x  #", (Some(b"#"), [false, false, false])),
            (b"Allow: /x   #", (None, [true, false, false])),
            (b"Allow /1234567", (None, [true, true, false])),
            (b"Allow", (None, [false, false, false])),
            (b"a b c", (None, [false, false, false])),
            (b" \t", (None, [false, false, true])),
            (b" #", (Some(b"#"), [false, false, false])),
        ];
        for (text, expected) in table {
            let line = Lines::new(text, dialect).next().unwrap();
            let flags = [line.is_cut(), line.is_missing_colon(), line.is_blank()];
            assert_eq!((line.comment(), flags), expected, "{:?}", text.escape_ascii());
        }
        let is_cut = |dialect| Lines::new(&[b'a'; 20_000], dialect).next().unwrap().is_cut();
        assert!(is_cut(Dialect::GOOGLE) && !is_cut(Dialect::RFC_9309));
    }
}
