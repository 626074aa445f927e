//! Reads a body, line by line, into [records](super::record) and [groups](super::groups); or, for one
//! question, to a listener that keeps only what it needs.

use alloc::vec::Vec;

use super::byte_order_mark::byte_order_mark;
use super::grouping::Grouping;
use super::groups::{Grouped, Marks};
use super::key_spelling::{Keys, common, head_at};
use super::kind::DirectiveKind;
use super::line::{Line, Syntax};
use super::line_scanner::{RawLine, Scanner};
use super::record::{Record, Step, Tag};
use super::span::offset_in;
use super::whitespace::{is_space, trim_end};
use crate::dialect::Dialect;

/// A meaningful line, before it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MeaningfulLine<'b> {
    tag: Tag,
    /// The kind of the key, if the tag is `Other`.
    kind: DirectiveKind,
    /// Offset of the value; or of the line, if it is blank or its key is unknown.
    start: usize,
    /// Empty if the line is blank or its key is unknown.
    value: &'b [u8],
}

impl<'b> MeaningfulLine<'b> {
    /// A line of which only the offset is kept.
    #[inline]
    fn whole(tag: Tag, raw: RawLine) -> Self {
        Self {
            tag,
            kind: DirectiveKind::Unknown,
            start: raw.start,
            value: b"",
        }
    }

    #[inline(always)]
    fn tell(self, number: u32, listener: &mut impl Listener<'b>) {
        let step = self.tag.step(self.value);
        let record = Record::new(self.tag, self.kind, self.start, self.value.len(), number);
        listener.on_line(step, record);
    }
}

/// The first sixteen bytes of a line in the usual form: it begins with one of the [common] keys and
/// a colon, or has no text at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// `UserAgent`, `Allow`, `Disallow` or `Sitemap`; `Blank` for a line without text in a dialect
    /// in which such lines have no meaning.
    pub(crate) tag: Tag,
    /// Bytes of the line up to the end of the colon.
    len: usize,
    /// The sixteen bytes.
    words: [u64; 2],
}

impl Head {
    /// The first two bytes after the colon and one space, if there is one. The first begins the
    /// value, or is white space, a line end, `#`, or a NUL that ends the line's text.
    #[inline(always)]
    pub(crate) fn next(self) -> [u8; 2] {
        let [first, second] = self.words;
        let rest = (u128::from(first) | u128::from(second) << 64) >> (8 * self.len);
        let rest = if rest as u8 == b' ' { rest >> 8 } else { rest };
        [rest as u8, (rest >> 8) as u8]
    }
}

/// Turns lines into records, in one of two ways: by their [head](Self::head), which nearly all lines
/// have, or [in general](Self::read_any).
///
/// The first way is also what lets a [`Listener`] skip a line before its value is read. Recognizing
/// further keys in it, or keys with white space around them, would not pay off: of 1,509 real
/// files, 1.5 % of the instructions of parsing are spent on lines that are read in general. HTML
/// pages spend nearly all their time there.
#[derive(Clone, Copy, Debug)]
struct Reader<'a> {
    body: &'a [u8],
    syntax: Syntax,
    keys: Keys,
    allow_lines: bool,
    blank_lines: bool,
    /// The bytes in which lines have heads: the body if [`max_line_bytes`](Dialect::max_line_bytes)
    /// cuts no line before its sixteenth byte and only white space is trimmed, and otherwise none.
    heads: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(body: &'a [u8], dialect: &Dialect) -> Self {
        let syntax = Syntax::new(dialect, body);
        let has_heads = syntax.max_line_bytes >= 16 && !syntax.leniency.trims_invisible();
        Self {
            body,
            syntax,
            keys: Keys::new(dialect),
            allow_lines: dialect.allow_lines,
            blank_lines: Grouping::wants_blank_lines(dialect),
            heads: if has_heads { body } else { &[] },
        }
    }

    /// The head of the line that begins at `start`.
    #[inline(always)]
    fn head(&self, start: usize) -> Option<Head> {
        let words = head_at(self.heads, start)?;
        let Some((kind, len)) = common(words) else {
            let is_empty = matches!(words[0] as u8, b'\n' | b'\r' | b'#');
            return (is_empty && !self.blank_lines).then_some(Head {
                tag: Tag::Blank,
                len: 0,
                words,
            });
        };
        let tag = match kind {
            DirectiveKind::Disallow => Tag::Disallow,
            DirectiveKind::Allow if self.allow_lines => Tag::Allow,
            DirectiveKind::UserAgent => Tag::UserAgent,
            DirectiveKind::Sitemap => Tag::Sitemap,
            _ => return None,
        };
        Some(Head { tag, len, words })
    }

    /// Whether it is certain that a line is not cut.
    #[inline(always)]
    fn is_whole(&self, raw: RawLine) -> bool {
        raw.end - raw.start <= self.syntax.whole_line_bytes
    }

    /// Reads a line by its head, if it [is whole](Self::is_whole).
    #[inline(always)]
    fn read_value(&self, head: Head, raw: RawLine) -> MeaningfulLine<'a> {
        let before = &self.body[..raw.text_end];
        let mut start = raw.start + head.len;
        while before.get(start).is_some_and(|byte| is_space(*byte)) {
            start += 1;
        }
        MeaningfulLine {
            tag: head.tag,
            kind: DirectiveKind::Unknown,
            start,
            value: trim_end(&before[start..]),
        }
    }

    /// Reads any line; `None` if it has no meaning.
    #[inline(always)]
    fn read_any(&self, raw: RawLine) -> Option<MeaningfulLine<'a>> {
        // The line number is not needed, so it is 0.
        let line = Line::new(self.body, raw, 0, self.syntax);
        let Some(split) = line.split() else {
            return (self.blank_lines && line.is_blank()).then(|| MeaningfulLine::whole(Tag::Blank, raw));
        };
        let kind = self.keys.classify(split.key);
        if kind == DirectiveKind::Unknown {
            // The values of unknown keys are never needed.
            return Some(MeaningfulLine::whole(Tag::Unknown, raw));
        }
        let value = split.value();
        Some(MeaningfulLine {
            tag: Tag::of_line(kind, value),
            kind,
            start: offset_in(self.body, value),
            value,
        })
    }
}

/// Receives the meaningful lines of a body, in order.
pub(crate) trait Listener<'b> {
    /// Processes a line by its head, without reading the rest of it: most lines are for other
    /// crawlers, or are rules that cannot match. Returns false, with the state unchanged, if the
    /// head is not enough; then [`on_line`](Self::on_line) is called.
    #[inline(always)]
    fn passes_over(&mut self, _: Head) -> bool {
        false
    }

    /// Processes a line.
    fn on_line(&mut self, step: Step<'b>, record: Record);
}

/// Keeps the records, and where the first marks among them are.
struct Recorder {
    records: Vec<Record>,
    marks: Marks,
}

impl<'b> Listener<'b> for Recorder {
    #[inline(always)]
    fn on_line(&mut self, step: Step<'b>, record: Record) {
        // Repeated blank lines change nothing, and a hostile body may consist of them, so only the
        // first is kept.
        let repeats = step == Step::Blank && self.records.last().is_some_and(|last| last.tag() == Tag::Blank);
        if !repeats {
            self.marks.note(self.records.len(), record);
            self.records.push(record);
        }
    }
}

/// Passes the lines of `body`, which is at most 4 GiB long, to a listener. In dialects in which
/// later lines decide whether a name counts ([`Dialect::groups_need_rules`]), the listener also
/// receives names that do not count; [`read`] marks them.
#[inline(always)]
pub(crate) fn read_to<'b>(body: &'b [u8], dialect: &Dialect, listener: &mut impl Listener<'b>) {
    let reader = Reader::new(body, dialect);
    let scanner = Scanner::new(body, byte_order_mark(body, dialect));
    let mut number = 0;
    for raw in scanner {
        number += 1;
        match reader.head(raw.start) {
            Some(head) if head.tag == Tag::Blank || listener.passes_over(head) => {}
            Some(head) if reader.is_whole(raw) => reader.read_value(head, raw).tell(number, listener),
            _ => hear_any(&reader, raw, number, listener),
        }
    }
}

/// Passes a line of any kind to a listener. Not inlined, to keep the loop small for the few kinds
/// of line that are most frequent.
#[inline(never)]
fn hear_any<'b, L: Listener<'b>>(reader: &Reader<'b>, raw: RawLine, number: u32, listener: &mut L) {
    if let Some(found) = reader.read_any(raw) {
        found.tell(number, listener);
    }
}

/// The lines and groups of `body`, which is at most 4 GiB long.
pub(crate) fn read(body: &[u8], dialect: &Dialect) -> Grouped {
    // The average line of real files is some 25 bytes long.
    let mut recorder = Recorder {
        records: Vec::with_capacity(body.len() / 24 + 8),
        marks: Marks::default(),
    };
    read_to(body, dialect, &mut recorder);
    Grouped::new(recorder.records, &recorder.marks, dialect)
}

/// The line of a record, read again. Linear in the line.
pub(crate) fn line_of<'b>(body: &'b [u8], record: &Record, dialect: &Dialect) -> Option<Line<'b>> {
    let (at, number) = (record.start(), record.line());
    let mark = byte_order_mark(body, dialect);
    let start = memchr::memrchr2(b'\n', b'\r', &body[..at]).map_or(mark, |end| end + 1);
    let raw = Scanner::new(body, start).next()?;
    Some(Line::new(
        body,
        raw,
        number,
        Syntax::new(dialect, &body[raw.start..raw.end]),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{GroupEnd, KeySpelling};

    #[test]
    fn blank_lines_are_recorded_once_and_where_they_part_groups() {
        let body = b"\n\na:\n \n\nb:\n";
        let tags = |group_end| -> Vec<Tag> {
            let dialect = Dialect::RFC_9309.with(|custom| custom.group_end = group_end);
            read(body, &dialect)
                .lines()
                .iter()
                .map(|record| record.tag())
                .collect()
        };
        assert_eq!(tags(GroupEnd::UserAgentAfterRule), [Tag::Unknown; 2]);
        assert_eq!(
            tags(GroupEnd::BlankLine),
            [Tag::Blank, Tag::Unknown, Tag::Blank, Tag::Unknown]
        );
    }

    #[test]
    fn a_line_reads_the_same_by_its_head_and_in_general() {
        let lines: [&[u8]; 30] = [
            b"Disallow: /x",
            b"DISALLOW:/x # y",
            b"disallow:",
            b"Disallow : /x",
            b" Disallow: /x",
            b"Disallows: /x",
            b"Allow: /",
            b"allow:/long enough",
            b"Allowed: /long enough",
            b"User-agent: *",
            b"user-agent:\t\t* \t",
            b"User\x0dagent: x",
            b"User-agents: x",
            b"Sitemap: https://example.com/s.xml",
            b"Disallow:\x0b/x\x0c",
            b"Robot-version: 2.0",
            b"Robot-version: 1.0\x0b",
            b"Disalow: /x#y",
            b"Crawl-delays: 5",
            b"Crawl-delay : 5",
            b"Crawl-delay:5:6",
            b"Crawl delay#: 5",
            b"sitemaps: https://example.com/s.xml",
            b"Content-Signal:\t",
            b"Content-Signals: search=no",
            b"user agents of Google: x",
            b"a:",
            b"1:",
            b":",
            b"no colon at all here",
        ];
        let odd_keys = [
            Dialect::GOOGLE.with(|custom| custom.key_spelling = KeySpelling::Misspelled),
            Dialect::LENIENT.with(|custom| custom.key_spelling = KeySpelling::Prefix),
        ];
        for dialect in Dialect::PRESETS
            .iter()
            .map(|(_, dialect)| dialect)
            .chain(&odd_keys)
        {
            for line in lines {
                for suffix in [&b""[..], b"\nAllow: /padding to fill the line"] {
                    let body = [line, suffix].concat();
                    let reader = Reader::new(&body, dialect);
                    for raw in Scanner::new(&body, 0) {
                        let Some(head) = reader.head(raw.start).filter(|_| reader.is_whole(raw)) else {
                            continue;
                        };
                        let in_general = reader.read_any(raw);
                        if head.tag == Tag::Blank {
                            assert_eq!(in_general, None, "{:?}", line.escape_ascii());
                            continue;
                        }
                        let expected = in_general.map(|line| MeaningfulLine {
                            kind: DirectiveKind::Unknown,
                            ..line
                        });
                        let by_head = Some(reader.read_value(head, raw));
                        assert_eq!(by_head, expected, "{:?}", line.escape_ascii());
                    }
                }
            }
        }
    }

    /// A simple version of [`Reader::head`]: the tag, and the two bytes after colon and space.
    fn head(line: &[u8]) -> Option<(Tag, [u8; 2])> {
        let keys: [(&[u8], Tag); 4] = [
            (b"disallow:", Tag::Disallow),
            (b"allow:", Tag::Allow),
            (b"user-agent:", Tag::UserAgent),
            (b"sitemap:", Tag::Sitemap),
        ];
        if matches!(line[0], b'\n' | b'\r' | b'#') {
            return Some((Tag::Blank, [0; 2]));
        }
        let lower = line.to_ascii_lowercase();
        let (key, tag) = keys.into_iter().find(|(key, _)| lower.starts_with(key))?;
        let rest = &line[key.len()..];
        let rest = rest.strip_prefix(b" ").unwrap_or(rest);
        Some((tag, [rest[0], rest[1]]))
    }

    #[test]
    fn a_head_tells_lines_apart() {
        let lines: [&[u8; 16]; 8] = [
            b"Disallow: /abcde",
            b"disallow:/abcdef",
            b"ALLOW: /abcdefgh",
            b"User-Agent: abcd",
            b"sitemap: http://",
            b"#abcdefghijklmno",
            b"Disallow /abcdef",
            b"Noindex: /abcdef",
        ];
        let of = |body: &[u8], start: usize, dialect: Dialect| {
            let head = Reader::new(body, &dialect).head(start);
            let next = |head: Head| {
                if head.tag == Tag::Blank {
                    [0; 2]
                } else {
                    head.next()
                }
            };
            head.map(|head| (head.tag, next(head)))
        };
        for line in lines {
            for at in 0..line.len() {
                for byte in 0..=u8::MAX {
                    let mut body = [&line[..], b"\n"].concat();
                    body[at] = byte;
                    let found = of(&body, 0, Dialect::RFC_9309);
                    assert_eq!(found, head(&body), "{}", body.escape_ascii());
                }
            }
            let expected = head(line);
            let cut_after = |bytes| {
                of(
                    line,
                    0,
                    Dialect::RFC_9309.with(|custom| custom.max_line_bytes = Some(bytes)),
                )
            };
            assert_eq!((cut_after(15), cut_after(16)), (None, expected));
            assert_eq!(of(line, 1, Dialect::RFC_9309), None);
            let unless = |tag: Tag| expected.filter(|(other, _)| *other != tag);
            let without_allow = Dialect::RFC_9309.with(|custom| custom.allow_lines = false);
            assert_eq!(of(line, 0, without_allow), unless(Tag::Allow));
            let with_blanks = Dialect::RFC_9309.with(|custom| custom.group_end = GroupEnd::BlankLine);
            assert_eq!(of(line, 0, with_blanks), unless(Tag::Blank));
        }
    }
}
