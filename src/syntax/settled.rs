//! The slow way from a body to records, for dialects in which later lines decide what a name means ([`GroupEnd::EmptyLine`]), or all of
//! Unicode counts as white space.
//!
//! The records can be read like those of any other dialect: names that count for nothing are left out, names come directly before the
//! first rule of their group, and a blank line is recorded wherever a group ends that would otherwise go on. So whatever reads records
//! agrees about the groups without knowing of this reader.

use alloc::vec::Vec;

use super::directive::DirectiveKind;
use super::grouping::Grouping;
use super::keys::Keys;
use super::line::{Line, Syntax, byte_order_mark};
use super::names::is_star;
use super::record::{Record, Tag};
use super::scanner::{Portable, RawLine, Scanner};
use super::whitespace::{trim_unicode, unicode_line_around, unicode_line_end};
use crate::dialect::{Dialect, GroupEnd};

/// Whether a dialect is read in this way.
#[inline(always)]
pub(crate) fn is_wanted(dialect: &Dialect) -> bool {
    dialect.group_end() == GroupEnd::EmptyLine || dialect.unicode_white_space()
}

/// The records of a body, which is at most 4 GiB long. Linear in it.
#[cold]
#[inline(never)]
pub(super) fn records(body: &[u8], dialect: &Dialect) -> Vec<Record> {
    let mut settler = Settler::new(body, dialect);
    let start = byte_order_mark(body, dialect);
    for (raw, number) in Scanner::new(body, start, Portable).zip(1..) {
        if dialect.unicode_white_space() {
            for_each_part(body, raw, |part| settler.read(part, number));
        } else {
            settler.read(raw, number);
        }
    }
    settler.records
}

/// Divides a line at the line ends that only Unicode has.
fn for_each_part(body: &[u8], raw: RawLine, mut each: impl FnMut(RawLine)) {
    let mut start = raw.start;
    let mut part = |start: usize, end: usize, next: usize| {
        let hash = memchr::memchr(b'#', &body[start..end]);
        each(RawLine {
            start,
            text_end: hash.map_or(end, |at| start + at),
            end,
            next,
        });
    };
    while let Some((at, len)) = unicode_line_end(&body[start..raw.end]) {
        part(start, start + at, start + at + len);
        start += at + len;
    }
    // What follows the last of them is a line of its own, unless the body ends there.
    if start < raw.next {
        part(start, raw.end, raw.next);
    }
}

/// The line that contains the byte at `at`, where all of Unicode's line ends count, without its end. The text begins at
/// `first`, after a byte order mark.
pub(super) fn part_at(body: &[u8], first: usize, at: usize) -> RawLine {
    let part = unicode_line_around(body, at);
    let start = part.start.max(first);
    let hash = memchr::memchr(b'#', &body[start..part.end]);
    RawLine {
        start,
        text_end: hash.map_or(part.end, |at| start + at),
        end: part.end,
        next: part.end,
    }
}

/// Where a line is among the groups that begin with their first rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    /// After names that have no rule yet.
    Names,
    /// After a rule.
    Rules,
}

/// Records lines, names when it is known that they count.
struct Settler<'b> {
    body: &'b [u8],
    dialect: &'b Dialect,
    syntax: Syntax,
    keys: Keys,
    records: Vec<Record>,
    place: Place,
    /// The names that have no rule yet.
    names: Vec<Record>,
    /// Any of them is `*`.
    has_star: bool,
    /// `Robot-version: 2.0` directly after the last of them.
    version: Option<Record>,
    /// Other lines among them.
    others: Vec<Record>,
    is_after_name: bool,
    /// A rule would open the first group, which is for `*`.
    awaits_rule: bool,
}

impl<'b> Settler<'b> {
    fn new(body: &'b [u8], dialect: &'b Dialect) -> Self {
        Self {
            body,
            dialect,
            syntax: Syntax::new(dialect, body),
            keys: Keys::new(dialect),
            records: Vec::new(),
            place: Place::Outside,
            names: Vec::new(),
            has_star: false,
            version: None,
            others: Vec::new(),
            is_after_name: false,
            awaits_rule: dialect.rules_before_groups(),
        }
    }

    fn trim<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        if self.dialect.unicode_white_space() {
            trim_unicode(text)
        } else {
            text
        }
    }

    fn read(&mut self, raw: RawLine, number: u32) {
        let line = Line::new(self.body, raw, number, self.syntax);
        let settles = self.dialect.group_end() == GroupEnd::EmptyLine;
        let is_blank = if settles {
            raw.start == raw.end
        } else {
            line.comment().is_none() && self.trim(line.text()).is_empty()
        };
        let at_line = |tag| Record::new(tag, DirectiveKind::Unknown, raw.start, raw.start, number);
        if is_blank {
            if settles {
                self.empty(at_line(Tag::Blank));
            } else if Grouping::wants_blank_lines(self.dialect)
                && self.records.last().map(|last| last.tag()) != Some(Tag::Blank)
            {
                self.records.push(at_line(Tag::Blank));
            }
            return;
        }
        let Some((key, value)) = line.key_value() else {
            return;
        };
        let (key, value) = (self.trim(key), self.trim(value));
        if key.is_empty() {
            return;
        }
        let kind = self.keys.classify(key);
        let record = if kind == DirectiveKind::Unknown {
            at_line(Tag::Unknown)
        } else {
            let span = line.span_of(value).range();
            Record::new(Tag::of_line(kind, value), kind, span.start, span.end, number)
        };
        if settles {
            self.settle(record, kind, value);
        } else {
            self.records.push(record);
        }
    }

    fn settle(&mut self, record: Record, kind: DirectiveKind, value: &[u8]) {
        let was_after_name = core::mem::replace(&mut self.is_after_name, kind == DirectiveKind::UserAgent);
        match kind {
            DirectiveKind::UserAgent => {
                if self.place == Place::Rules {
                    self.records.push(Record::new(
                        Tag::Blank,
                        DirectiveKind::Unknown,
                        record.start(),
                        record.start(),
                        record.line(),
                    ));
                }
                self.place = Place::Names;
                self.names.push(record);
                self.has_star |= is_star(self.dialect.name_test(), value);
                self.version = None;
            }
            DirectiveKind::Allow
            | DirectiveKind::Disallow
            | DirectiveKind::CrawlDelay
            | DirectiveKind::RequestRate => {
                let opens = self.awaits_rule && kind.rule_kind().is_some();
                match self.place {
                    Place::Names => self.begin(),
                    Place::Outside if opens => self.place = Place::Rules,
                    Place::Outside | Place::Rules => {}
                }
                self.awaits_rule &= !opens;
                self.records.push(record);
            }
            _ if self.place == Place::Names => {
                if record.tag() == Tag::RobotVersion2 && was_after_name {
                    self.version = Some(record);
                } else {
                    self.others.push(record);
                }
            }
            _ => self.records.push(record),
        }
    }

    /// A group begins: the names that wait count, or those among them that are `*`.
    fn begin(&mut self) {
        let (body, test, has_star) = (self.body, self.dialect.name_test(), self.has_star);
        let names = self.names.drain(..);
        self.records
            .extend(names.filter(|name| !has_star || is_star(test, name.value(body))));
        self.records.extend(self.version.take());
        self.records.append(&mut self.others);
        self.has_star = false;
        self.awaits_rule = false;
        self.place = Place::Rules;
    }

    /// An empty line: a group ends, or names that wait are forgotten.
    fn empty(&mut self, blank: Record) {
        match self.place {
            Place::Rules => self.records.push(blank),
            Place::Names => {
                self.names.clear();
                self.version = None;
                self.has_star = false;
                self.records.append(&mut self.others);
            }
            Place::Outside => {}
        }
        self.place = Place::Outside;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The records as letters, and the lines of User-agent lines.
    fn settled(body: &[u8], dialect: &Dialect) -> (String, Vec<u32>) {
        let records = records(body, dialect);
        let letters = records.iter().map(|record| match record.tag() {
            Tag::UserAgent => 'u',
            Tag::Allow | Tag::Disallow => 'r',
            Tag::Sitemap => 's',
            Tag::RobotVersion2 => 'v',
            Tag::Other | Tag::Unknown => 'o',
            Tag::Blank => ' ',
        });
        let names = records.iter().filter(|record| record.tag() == Tag::UserAgent);
        (letters.collect(), names.map(|record| record.line()).collect())
    }

    #[test]
    fn names_count_once_a_rule_follows() {
        let dialect = Dialect::RFC_9309.with_group_end(GroupEnd::EmptyLine);
        let table: [(&[u8], &str, &[u32]); 9] = [
            (b"User-agent: a\nAllow: /\n", "ur", &[1]),
            (b"User-agent: a\n\nAllow: /\n", "r", &[]),
            (b"User-agent: a\n \n#\nAllow: /\n", "ur", &[1]),
            (
                b"User-agent: a\nSitemap: x\nUser-agent: b\nAllow: /\n\n\n",
                "uusr ",
                &[1, 3],
            ),
            (
                b"User-agent: a\nCrawl-delay: x\nUser-agent: b\nAllow: /\n",
                "uo ur",
                &[1, 3],
            ),
            (b"User-agent: a\nHost: x\n\nUser-agent: b\n", "o", &[]),
            (
                b"User-agent: a\nUser-agent: *\nUser-agent: *\nAllow: /",
                "uur",
                &[2, 3],
            ),
            (b"User-agent: *\n\nUser-agent: a\nAllow: /", "ur", &[3]),
            (
                b"User-agent: a\nRobot-version: 2.0\nUser-agent: b\nAllow: /",
                "uur",
                &[1, 3],
            ),
        ];
        for (body, expected, lines) in table {
            let (found, names) = settled(body, &dialect);
            assert_eq!(
                (&*found, &names[..]),
                (expected, lines),
                "{}",
                body.escape_ascii()
            );
        }
        let version = b"User-agent: a\nRobot-version: 2.0\nSitemap: x\nAllow: /";
        assert_eq!(settled(version, &dialect).0, "uvsr");
    }

    #[test]
    fn rules_above_all_names_are_a_group() {
        let plain = Dialect::RFC_9309.with_group_end(GroupEnd::EmptyLine);
        let opening = plain.with_rules_before_groups(true);
        let table: [(&[u8], &str, &str); 4] = [
            (b"Allow: /\n\nAllow: /\n\nSitemap: x", "rrs", "r rs"),
            (b"Allow: /\nUser-agent: a\nAllow: /", "rur", "r ur"),
            (b"Crawl-delay: 1\n\nAllow: /\n\nSitemap: x", "ors", "or s"),
            (b"User-agent: a\nAllow: /\n\nAllow: /\n\n", "ur r", "ur r"),
        ];
        for (body, expected, opened) in table {
            let found = [plain, opening].map(|dialect| settled(body, &dialect).0);
            assert_eq!(found, [expected, opened], "{}", body.escape_ascii());
        }
    }

    #[test]
    fn parts_of_a_line() {
        let parts = |text: &str| {
            let body = text.as_bytes();
            let end = body.len() - usize::from(body.ends_with(b"\n"));
            let mut parts = Vec::new();
            let raw = RawLine {
                start: 1,
                text_end: end,
                end,
                next: body.len(),
            };
            for_each_part(body, raw, |part| {
                parts.push((part.start, part.text_end, part.end, part.next))
            });
            parts
        };
        assert_eq!(parts("-ab\n"), [(1, 3, 3, 4)]);
        assert_eq!(parts("-ab"), [(1, 3, 3, 3)]);
        assert_eq!(parts("-\n"), [(1, 1, 1, 2)]);
        assert_eq!(
            parts("-a#b\u{2028}c\x0B\n"),
            [(1, 2, 4, 7), (7, 8, 8, 9), (9, 9, 9, 10)]
        );
        // Where the body ends with a line end, no line follows.
        assert_eq!(parts("-a\u{2028}b\x0B"), [(1, 2, 2, 5), (5, 6, 6, 7)]);
    }

    #[test]
    fn lines_of_unicode() {
        let dialect = Dialect::RFC_9309.with_unicode_white_space(true);
        let body = "User-agent\u{a0}: a#\x0BAllow: /\u{3000}\u{2028}\x1FSitemap: x\u{85}\n\u{2029}";
        assert_eq!(settled(body.as_bytes(), &dialect).0, "urs");
        let values: Vec<_> = records(body.as_bytes(), &dialect)
            .iter()
            .map(|record| (record.value(body.as_bytes()).to_vec(), record.line()))
            .collect();
        assert_eq!(
            values,
            [(b"a".to_vec(), 1), (b"/".to_vec(), 1), (b"x".to_vec(), 1)]
        );
    }
}
