//! A body as a tape of small records, one for each line that means something: all that the questions need, in one
//! allocation.

use alloc::vec::Vec;

use crate::dialect::Dialect;
use crate::directive::{DirectiveKind, Keys};
use crate::group::GroupTracker;
#[cfg(feature = "simd")]
use crate::scanner::Wide;
use crate::scanner::{Masker, Portable, RawLine, Scanner};
use crate::tokenizer::{Line, Syntax, byte_order_mark, is_space};
use crate::verdict::RuleKind;

/// What a line is to the group builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step<'b> {
    /// A User-agent line and its value.
    UserAgent(&'b [u8]),
    /// An Allow or Disallow line and its value, which may be empty.
    Rule(RuleKind, &'b [u8]),
    /// `Robot-version: 2.0`, or `2.0.0`.
    RobotVersion2,
    /// Any other key.
    Other,
    /// A blank line, in dialects where it ends a group.
    Blank,
}

/// The step's kind, as a record holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    UserAgent,
    Allow,
    Disallow,
    Sitemap,
    RobotVersion2,
    Other,
    Blank,
}

impl Tag {
    const BITS: u32 = 3;

    #[inline(always)]
    fn step(self, value: &[u8]) -> Step<'_> {
        match self {
            Self::UserAgent => Step::UserAgent(value),
            Self::Allow => Step::Rule(RuleKind::Allow, value),
            Self::Disallow => Step::Rule(RuleKind::Disallow, value),
            Self::RobotVersion2 => Step::RobotVersion2,
            Self::Sitemap | Self::Other => Step::Other,
            Self::Blank => Step::Blank,
        }
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        match bits & 7 {
            0 => Self::UserAgent,
            1 => Self::Allow,
            2 => Self::Disallow,
            3 => Self::Sitemap,
            4 => Self::RobotVersion2,
            5 => Self::Other,
            _ => Self::Blank,
        }
    }
}

/// One meaningful line: its tag, its value and its number, in twelve bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Offset of the value; of the line, where the tag is `Other`.
    start: u32,
    /// Length of the value in bytes, and the tag in the low bits. [`Self::LONG`] stands for any greater length.
    len_tag: u32,
    line: u32,
}

impl Record {
    const LONG: u32 = u32::MAX >> Tag::BITS;

    #[inline]
    fn new(found: Found, line: u32) -> Self {
        let len = ((found.end - found.start) as u32).min(Self::LONG);
        Self {
            start: found.start as u32,
            len_tag: len << Tag::BITS | found.tag as u32,
            line,
        }
    }

    #[inline]
    pub(crate) fn tag(self) -> Tag {
        Tag::from_bits(self.len_tag)
    }

    #[inline]
    pub(crate) fn line(self) -> u32 {
        self.line
    }

    /// Offset of the value; of the line, where the tag is `Other`.
    #[inline]
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    #[inline]
    pub(crate) fn value(self, body: &[u8]) -> &[u8] {
        let start = self.start as usize;
        match self.len_tag >> Tag::BITS {
            Self::LONG => Self::long_value(&body[start..]),
            len => &body[start..start + len as usize],
        }
    }

    /// A value of half a gigabyte or more: read again to its end.
    #[cold]
    fn long_value(rest: &[u8]) -> &[u8] {
        let value = &rest[..memchr::memchr3(b'\n', b'\r', b'#', rest).unwrap_or(rest.len())];
        trim_end(value)
    }

    #[inline]
    pub(crate) fn step(self, body: &[u8]) -> Step<'_> {
        self.tag().step(self.value(body))
    }
}

/// A meaningful line, before it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    tag: Tag,
    /// Of the value; of the line, where the tag is `Other`.
    start: usize,
    end: usize,
}

#[inline]
fn trim_end(mut value: &[u8]) -> &[u8] {
    while let [rest @ .., last] = value
        && is_space(*last)
    {
        value = rest;
    }
    value
}

/// Turns lines into records.
#[derive(Clone, Copy, Debug)]
struct Reader<'a> {
    body: &'a [u8],
    syntax: Syntax,
    keys: Keys,
    allow_lines: bool,
    blank_lines: bool,
    /// Nothing shortens a line before its end.
    whole_lines: bool,
}

impl<'a> Reader<'a> {
    fn new(body: &'a [u8], dialect: &Dialect) -> Self {
        let syntax = Syntax::new(dialect, body);
        Self {
            body,
            syntax,
            keys: Keys::new(dialect),
            allow_lines: dialect.allow_lines(),
            blank_lines: GroupTracker::wants_blank_lines(dialect),
            whole_lines: !syntax.nul_ends_line && body.len() <= syntax.max_line_bytes,
        }
    }

    /// What a line holds; `None` if it means nothing.
    #[inline(always)]
    fn read(&self, raw: RawLine) -> Option<Found> {
        // The four keys that make up most of a body, known by their first bytes. They hold no line end and no `#`, so that a
        // line that begins with them is at least as long.
        const DISALLOW: u64 = u64::from_le_bytes(*b"disallow");
        const USER_AGE: u64 = u64::from_le_bytes(*b"user-age");
        const ALLOW: u64 = u64::from_le_bytes(*b"allow\0\0\0");
        const SITEMAP: u64 = u64::from_le_bytes(*b"sitemap:");
        const FIVE_BYTES: u64 = (1 << 40) - 1;
        // Sets the bit that tells lower from upper case. It would also make a `-` of a CR, hence the test for that byte.
        const LOWER: u64 = 0x2020_2020_2020_2020;
        if let Some(head) = self.body.get(raw.start..).and_then(<[u8]>::first_chunk::<11>) {
            let [a, b, c, d, e, f, g, h, colon, t, last] = *head;
            let word = u64::from_le_bytes([a, b, c, d, e, f, g, h]) | LOWER;
            let (tag, key_len) = if word == DISALLOW && colon == b':' {
                (Tag::Disallow, 9)
            } else if word & FIVE_BYTES == ALLOW && f == b':' && self.allow_lines {
                (Tag::Allow, 6)
            } else if word == USER_AGE
                && e == b'-'
                && colon | 0x20 == b'n'
                && t | 0x20 == b't'
                && last == b':'
            {
                (Tag::UserAgent, 11)
            } else if word == SITEMAP && h == b':' {
                (Tag::Sitemap, 8)
            } else {
                (Tag::Other, 0)
            };
            if key_len > 0 && self.whole_lines {
                let mut start = raw.start + key_len;
                let end = raw.text_end;
                while start < end && is_space(self.body[start]) {
                    start += 1;
                }
                let end = start + trim_end(&self.body[start..end]).len();
                return Some(Found { tag, start, end });
            }
        }
        if raw.text_end == raw.start && !self.blank_lines {
            // Nothing at all, or a comment alone.
            return None;
        }
        self.read_any(raw)
    }

    /// [`Self::read`] for whatever is out of the ordinary.
    #[inline(never)]
    fn read_any(&self, raw: RawLine) -> Option<Found> {
        // The number is not asked for.
        let line = Line::new(self.body, raw, 0, self.syntax);
        let whole = |tag| Found {
            tag,
            start: raw.start,
            end: raw.start,
        };
        let Some((key, value)) = line.key_value() else {
            return (self.blank_lines && line.is_blank()).then(|| whole(Tag::Blank));
        };
        let tag = match self.keys.classify(key) {
            DirectiveKind::UserAgent => Tag::UserAgent,
            DirectiveKind::Allow => Tag::Allow,
            DirectiveKind::Disallow => Tag::Disallow,
            DirectiveKind::Sitemap => Tag::Sitemap,
            DirectiveKind::RobotVersion if matches!(value, b"2.0" | b"2.0.0") => Tag::RobotVersion2,
            _ => return Some(whole(Tag::Other)),
        };
        let span = line.span_of(value).range();
        Some(Found {
            tag,
            start: span.start,
            end: span.end,
        })
    }
}

/// Calls `each` with every meaningful line of `body` and its number, found with the widest vectors at hand.
#[inline(always)]
fn for_each_line(body: &[u8], dialect: &Dialect, each: impl FnMut(Found, u32)) {
    #[cfg(feature = "simd")]
    fearless_simd::dispatch!(fearless_simd::Level::new(), simd => drive(body, dialect, Wide(simd), each));
    #[cfg(not(feature = "simd"))]
    drive(body, dialect, Portable, each);
}

#[inline(always)]
fn drive(body: &[u8], dialect: &Dialect, masker: impl Masker, mut each: impl FnMut(Found, u32)) {
    let reader = Reader::new(body, dialect);
    let mut number = 0;
    for raw in Scanner::new(body, byte_order_mark(body, dialect.partial_bom()), masker) {
        number += 1;
        if let Some(found) = reader.read(raw) {
            each(found, number);
        }
    }
}

/// The records of `body`, which is at most 4 GiB long.
pub(crate) fn records(body: &[u8], dialect: &Dialect) -> Vec<Record> {
    // The mean line of real files is some 25 bytes long.
    let mut records = Vec::with_capacity(body.len() / 24 + 4);
    for_each_line(body, dialect, |found, line| {
        // A blank line says all that those behind it could; a body may hold nothing else.
        let repeats = found.tag == Tag::Blank
            && records
                .last()
                .is_some_and(|last: &Record| last.tag() == Tag::Blank);
        if !repeats {
            records.push(Record::new(found, line));
        }
    });
    records
}

/// Calls `each` with every step of `body` and its record, without keeping any.
#[inline(always)]
pub(crate) fn for_each_step<'b>(body: &'b [u8], dialect: &Dialect, mut each: impl FnMut(Step<'b>, Record)) {
    for_each_line(
        body,
        dialect,
        #[inline(always)]
        |found, line| {
            each(
                found.tag.step(&body[found.start..found.end]),
                Record::new(found, line),
            )
        },
    );
}

/// The line that begins at `start`, read again.
pub(crate) fn line_at<'b>(body: &'b [u8], start: usize, number: u32, dialect: &Dialect) -> Option<Line<'b>> {
    let raw = Scanner::new(body, start, Portable).next()?;
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
    use crate::dialect::GroupEnd;

    #[test]
    fn blank_lines_are_recorded_once_and_where_they_part_groups() {
        let body = b"\n\na:\n \n\nb:\n";
        let tags = |group_end| -> Vec<Tag> {
            let dialect = Dialect::RFC_9309.with_group_end(group_end);
            records(body, &dialect)
                .iter()
                .map(|record| record.tag())
                .collect()
        };
        assert_eq!(tags(GroupEnd::UserAgentAfterRule), [Tag::Other; 2]);
        assert_eq!(
            tags(GroupEnd::BlankLine),
            [Tag::Blank, Tag::Other, Tag::Blank, Tag::Other]
        );
    }

    #[test]
    fn a_record_takes_twelve_bytes() {
        assert_eq!(size_of::<Record>(), 12);
    }

    #[test]
    fn long_values_are_read_to_their_end() {
        let body = b"Disallow: /abc \t# x";
        let record = Record {
            start: 10,
            len_tag: Record::LONG << Tag::BITS | Tag::Disallow as u32,
            line: 1,
        };
        assert_eq!(record.step(body), Step::Rule(RuleKind::Disallow, b"/abc"));
    }

    #[test]
    fn the_quick_way_reads_what_the_other_reads() {
        let lines: [&[u8]; 16] = [
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
        ];
        for (_, dialect) in Dialect::PRESETS {
            for line in lines {
                for suffix in [&b""[..], b"\nAllow: /padding to fill the line"] {
                    let body = [line, suffix].concat();
                    let reader = Reader::new(&body, &dialect);
                    for raw in Scanner::new(&body, 0, Portable) {
                        assert_eq!(
                            reader.read(raw),
                            reader.read_any(raw),
                            "{:?}",
                            line.escape_ascii()
                        );
                    }
                }
            }
        }
    }
}
