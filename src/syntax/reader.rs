//! Reads a body, line by line, into [records](super::record), or to a listener that keeps what it
//! needs.

use alloc::vec::Vec;
use core::ops::Range;

use super::byte_order_mark::byte_order_mark;
use super::grouping::{Grouping, retain_groups_with_rules};
use super::keys::{Keys, Prefix, common, head_at};
use super::kind::{DirectiveKind, RuleKind};
use super::line::{Line, Syntax};
#[cfg(feature = "simd")]
use super::line_scanner::Wide;
use super::line_scanner::{Masker, Portable, RawLine, Scanner};
use super::record::{Record, Step, Tag};
use super::span::offset_in;
use super::whitespace::{is_space, trim, trim_end};
use crate::dialect::Dialect;
use crate::swar;

/// A meaningful line, before it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MeaningfulLine {
    tag: Tag,
    /// The kind of the key, if the tag is `Other`.
    kind: DirectiveKind,
    /// Offset of the value; or of the line, if it is blank or its key is unknown.
    start: usize,
    end: usize,
}

impl MeaningfulLine {
    /// A line of which only the offset is kept.
    #[inline]
    fn whole(tag: Tag, raw: RawLine) -> Self {
        Self {
            tag,
            kind: DirectiveKind::Unknown,
            start: raw.start,
            end: raw.start,
        }
    }

    #[inline(always)]
    fn tell<'b>(self, body: &'b [u8], number: u32, listener: &mut impl Listener<'b>) {
        let step = self.tag.step(&body[self.start..self.end]);
        let record = Record::new(self.tag, self.kind, self.start, self.end, number);
        listener.on_line(step, record);
    }
}

/// The beginnings of nearly all lines, derived from the table of keys.
const DISALLOW_SLASH: Prefix = Prefix::of(DirectiveKind::Disallow, ": /");
const DISALLOW_NO_SPACE: Prefix = Prefix::of(DirectiveKind::Disallow, ":/");
const ALLOW_SLASH: Prefix = Prefix::of(DirectiveKind::Allow, ": /");
const USER_AGENT_SPACE: Prefix = Prefix::of(DirectiveKind::UserAgent, ": ");
const SITEMAP: Prefix = Prefix::of(DirectiveKind::Sitemap, ":");

/// What the first bytes of a line show about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    /// An Allow or Disallow line whose value begins with `/`.
    Rule {
        kind: RuleKind,
        /// Bytes of the line before the value.
        before: usize,
        /// The byte after the `/`. Where the value is `/` alone, that is white space, a line end or
        /// `#`.
        second: u8,
    },
    /// A User-agent line, and the byte after one space: the first of the value, or white space, a
    /// line end or `#`.
    UserAgent(u8),
    /// A Sitemap line.
    Sitemap,
    /// An empty line, or one with only a comment, if these have no meaning in the dialect.
    Nothing,
    /// A line of any kind, of which the first bytes do not show enough.
    Any,
}

impl Head {
    /// A rule that begins with a text, the last byte of which is the `/`.
    #[inline(always)]
    fn rule(kind: RuleKind, prefix: &Prefix, words: [u64; 2]) -> Self {
        Self::Rule {
            kind,
            before: prefix.len - 1,
            second: prefix.next_byte(words),
        }
    }
}

/// Turns lines into records.
#[derive(Clone, Copy, Debug)]
struct Reader<'a> {
    body: &'a [u8],
    syntax: Syntax,
    keys: Keys,
    allow_lines: bool,
    blank_lines: bool,
    /// Lines of at most this many bytes are not shortened, and only white space is trimmed from
    /// them.
    whole_line_bytes: usize,
    /// The body, if [`max_line_bytes`](Dialect::max_line_bytes) cuts no line before its sixteenth
    /// byte, and only white space is trimmed; otherwise empty, which turns off
    /// [`head`](Self::head).
    heads_of: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(body: &'a [u8], dialect: &Dialect) -> Self {
        let syntax = Syntax::new(dialect, body);
        Self {
            body,
            syntax,
            keys: Keys::new(dialect),
            allow_lines: dialect.allow_lines(),
            blank_lines: Grouping::wants_blank_lines(dialect),
            whole_line_bytes: if syntax.leniency.trims_invisible() {
                0
            } else {
                syntax.whole_line_bytes
            },
            heads_of: if syntax.max_line_bytes >= 16 && !syntax.leniency.trims_invisible() {
                body
            } else {
                &[]
            },
        }
    }

    /// What the first sixteen bytes of a line show about it, if it is spelled in the usual way.
    #[inline(always)]
    fn head(&self, start: usize) -> Head {
        let Some(words) = head_at(self.heads_of, start) else {
            return Head::Any;
        };
        if DISALLOW_SLASH.begins(words) {
            Head::rule(RuleKind::Disallow, &DISALLOW_SLASH, words)
        } else if DISALLOW_NO_SPACE.begins(words) {
            Head::rule(RuleKind::Disallow, &DISALLOW_NO_SPACE, words)
        } else if ALLOW_SLASH.begins(words) && self.allow_lines {
            Head::rule(RuleKind::Allow, &ALLOW_SLASH, words)
        } else if matches!(words[0] as u8, b'\n' | b'\r' | b'#') && !self.blank_lines {
            Head::Nothing
        } else if USER_AGENT_SPACE.begins(words) {
            Head::UserAgent(USER_AGENT_SPACE.next_byte(words))
        } else if SITEMAP.begins(words) {
            Head::Sitemap
        } else {
            Head::Any
        }
    }

    /// Whether a line is certainly not shortened.
    #[inline(always)]
    fn is_whole(&self, raw: RawLine) -> bool {
        raw.end - raw.start <= self.whole_line_bytes
    }

    /// The four keys that make up most of a body, known by their first bytes: the tag and where the
    /// value begins. `None` for anything else, and where a dialect may cut the line.
    #[inline(always)]
    fn glance(&self, raw: RawLine) -> Option<(Tag, usize)> {
        if !self.is_whole(raw) {
            return None;
        }
        let (kind, len) = common(head_at(self.body, raw.start)?)?;
        let tag = match kind {
            DirectiveKind::Disallow => Tag::Disallow,
            DirectiveKind::Allow if self.allow_lines => Tag::Allow,
            DirectiveKind::UserAgent => Tag::UserAgent,
            DirectiveKind::Sitemap => Tag::Sitemap,
            _ => return None,
        };
        Some((tag, raw.start + len))
    }

    /// The line whose key ends before `start`.
    #[inline(always)]
    fn read_value(&self, tag: Tag, mut start: usize, end: usize) -> MeaningfulLine {
        let before = &self.body[..end];
        while before.get(start).is_some_and(|byte| is_space(*byte)) {
            start += 1;
        }
        let end = start + trim_end(&before[start..]).len();
        MeaningfulLine {
            tag,
            kind: DirectiveKind::Unknown,
            start,
            end,
        }
    }

    /// Reads any line; `None` if it has no meaning.
    #[inline(always)]
    fn read_any(&self, raw: RawLine) -> Option<MeaningfulLine> {
        if let Some((kind, colon)) = self.plain_key(raw) {
            return Some(self.with_value(raw, kind, || trim(&self.body[colon + 1..raw.text_end])));
        }
        self.read_split(raw)
    }

    /// Like [`read_any`](Self::read_any), for lines with any key, separator or indentation.
    #[inline(always)]
    fn read_split(&self, raw: RawLine) -> Option<MeaningfulLine> {
        // The line number is not needed, so it is 0.
        let line = Line::new(self.body, raw, 0, self.syntax);
        let Some(split) = line.split_any() else {
            return (self.blank_lines && line.is_blank()).then(|| MeaningfulLine::whole(Tag::Blank, raw));
        };
        Some(self.with_value(raw, self.keys.classify(split.key), || split.value()))
    }

    /// The kind of a line's key, and where its colon is, for most lines: the line begins with the
    /// key, the key with a letter, and the colon follows right after the key, within the first
    /// sixteen bytes. `None` for anything else, and where a dialect may cut the line, or may read a
    /// key that ends before the colon.
    #[inline(always)]
    fn plain_key(&self, raw: RawLine) -> Option<(DirectiveKind, usize)> {
        if !self.is_whole(raw) || self.syntax.leniency.colon_may_be_of_value() {
            return None;
        }
        let head = head_at(self.body, raw.start)?;
        if !(head[0] as u8).is_ascii_alphabetic() {
            return None;
        }
        let len = match swar::marks(head[0], b':') {
            0 => 8 + swar::first_mark(swar::marks(head[1], b':')),
            marks => swar::first_mark(marks),
        };
        let colon = raw.start + len;
        let is_plain = len < Prefix::MAX_LEN && colon < raw.text_end && !is_space(self.body[colon - 1]);
        is_plain.then(|| (self.keys.classify_head(head, len), colon))
    }

    /// A line with a key of some kind. Nobody asks for the values of unknown keys.
    #[inline(always)]
    fn with_value(
        &self,
        raw: RawLine,
        kind: DirectiveKind,
        value: impl FnOnce() -> &'a [u8],
    ) -> MeaningfulLine {
        if kind == DirectiveKind::Unknown {
            return MeaningfulLine::whole(Tag::Unknown, raw);
        }
        let value = value();
        let start = offset_in(self.body, value);
        MeaningfulLine {
            tag: Tag::of_line(kind, value),
            kind,
            start,
            end: start + value.len(),
        }
    }
}

/// Receives the meaningful lines of a body, in order.
pub(crate) trait Listener<'b> {
    /// True if the listener never skips a line, so the reader need not ask.
    const HEARS_ALL: bool = false;

    /// Returns true to skip a rule of which only this is known: its value begins with `/`, and the
    /// next byte is this one. If the value is `/` alone, that byte is white space, a line end, `#`,
    /// or a NUL that ends the line's text.
    ///
    /// Most lines are such rules, and most of them are skipped before any more work is done.
    #[inline(always)]
    fn passes_over_rule(&mut self, _: u8) -> bool {
        false
    }

    /// Processes a User-agent line, if this [byte](Head::UserAgent) is all it needs to know.
    /// Otherwise the state is unchanged.
    #[inline(always)]
    fn passes_over_user_agent(&mut self, _: u8) -> bool {
        false
    }

    /// Processes a Sitemap line, if it does not need the value. Otherwise the state is unchanged.
    #[inline(always)]
    fn passes_over_sitemap(&mut self) -> bool {
        false
    }

    /// A rule that was not [passed over](Self::passes_over_rule), and the place of its value in the
    /// body.
    #[inline(always)]
    fn hear_rule(&mut self, kind: RuleKind, body: &'b [u8], value: Range<usize>, line: u32) {
        let tag = Tag::of_rule(kind);
        let record = Record::new(tag, DirectiveKind::Unknown, value.start, value.end, line);
        self.on_line(Step::Rule(kind, &body[value]), record);
    }

    /// Any other line.
    fn on_line(&mut self, step: Step<'b>, record: Record);
}

/// Keeps the records.
struct Recorder(Vec<Record>);

impl<'b> Listener<'b> for Recorder {
    const HEARS_ALL: bool = true;

    #[inline(always)]
    fn on_line(&mut self, step: Step<'b>, record: Record) {
        // Repeated blank lines change nothing, and a hostile body may consist of them, so only the
        // first is kept.
        let repeats = step == Step::Blank && self.0.last().is_some_and(|last| last.tag() == Tag::Blank);
        if !repeats {
            self.0.push(record);
        }
    }
}

/// Reads `body`, which is at most 4 GiB long, to a listener, with the widest vectors that the CPU
/// has. In dialects in which later lines decide whether a name counts
/// ([`Dialect::groups_need_rules`]), the listener also receives names that do not count;
/// [`records`] leaves them out.
#[inline(always)]
pub(crate) fn read_to<'b>(body: &'b [u8], dialect: &Dialect, listener: &mut impl Listener<'b>) {
    #[cfg(feature = "simd")]
    fearless_simd::dispatch!(fearless_simd::Level::new(), simd => drive(body, dialect, Wide(simd), listener));
    #[cfg(not(feature = "simd"))]
    drive(body, dialect, Portable, listener);
}

#[inline(always)]
fn drive<'b, L: Listener<'b>>(body: &'b [u8], dialect: &Dialect, masker: impl Masker, listener: &mut L) {
    let reader = Reader::new(body, dialect);
    let mut number = 0;
    let mut scanner = Scanner::new(body, byte_order_mark(body, dialect), masker);
    loop {
        let is_passed_over = !L::HEARS_ALL
            && match reader.head(scanner.start()) {
                Head::Rule { kind, before, second } => {
                    if !listener.passes_over_rule(second) {
                        let Some(raw) = scanner.next() else { break };
                        number += 1;
                        if reader.is_whole(raw) {
                            let start = raw.start + before;
                            let end = start + trim_end(&body[start..raw.text_end]).len();
                            listener.hear_rule(kind, body, start..end, number);
                        } else {
                            hear_any(&reader, raw, number, listener);
                        }
                        continue;
                    }
                    true
                }
                Head::UserAgent(byte) => listener.passes_over_user_agent(byte),
                Head::Sitemap => listener.passes_over_sitemap(),
                Head::Nothing => true,
                Head::Any => false,
            };
        if is_passed_over {
            scanner.skip_line();
            number += 1;
            continue;
        }
        let Some(raw) = scanner.next() else { break };
        number += 1;
        if raw.text_end == raw.start && !reader.blank_lines {
            // Nothing at all, or a comment alone.
            continue;
        }
        if raw.end == raw.start {
            MeaningfulLine::whole(Tag::Blank, raw).tell(body, number, listener);
            continue;
        }
        let Some((tag, start)) = reader.glance(raw) else {
            hear_any(&reader, raw, number, listener);
            continue;
        };
        reader
            .read_value(tag, start, raw.text_end)
            .tell(body, number, listener);
    }
}

/// Passes a line of any kind to a listener. Not inlined, to keep the loop small for the few kinds
/// that most lines are of.
#[inline(never)]
fn hear_any<'b, L: Listener<'b>>(reader: &Reader<'b>, raw: RawLine, number: u32, listener: &mut L) {
    if let Some(found) = reader.read_any(raw) {
        found.tell(reader.body, number, listener);
    }
}

/// The records of `body`, which is at most 4 GiB long.
pub fn records(body: &[u8], dialect: &Dialect) -> Vec<Record> {
    let mut records = all_records(body, dialect);
    if dialect.groups_need_rules() {
        retain_groups_with_rules(&mut records, dialect);
    }
    records
}

/// The same with the names of groups without a rule, even where [a group needs
/// one](Dialect::groups_need_rules).
pub(crate) fn all_records(body: &[u8], dialect: &Dialect) -> Vec<Record> {
    // The average line of real files is some 25 bytes long.
    let mut recorder = Recorder(Vec::with_capacity(body.len() / 24 + 4));
    read_to(body, dialect, &mut recorder);
    recorder.0
}

/// The line of a record, read again. Linear in the line.
pub(crate) fn line_of<'b>(body: &'b [u8], record: &Record, dialect: &Dialect) -> Option<Line<'b>> {
    let (at, number) = (record.start(), record.line());
    let mark = byte_order_mark(body, dialect);
    let start = memchr::memrchr2(b'\n', b'\r', &body[..at]).map_or(mark, |end| end + 1);
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
    use crate::dialect::{GroupEnd, KeySpelling};

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
        assert_eq!(tags(GroupEnd::UserAgentAfterRule), [Tag::Unknown; 2]);
        assert_eq!(
            tags(GroupEnd::BlankLine),
            [Tag::Blank, Tag::Unknown, Tag::Blank, Tag::Unknown]
        );
    }

    #[test]
    fn the_quick_way_reads_what_the_other_reads() {
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
            Dialect::GOOGLE.with_key_spelling(KeySpelling::Misspelled),
            Dialect::LENIENT.with_key_spelling(KeySpelling::Prefix),
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
                    for raw in Scanner::new(&body, 0, Portable) {
                        assert_eq!(
                            reader.read_any(raw),
                            reader.read_split(raw),
                            "{:?}",
                            line.escape_ascii()
                        );
                        if let Some((tag, start)) = reader.glance(raw) {
                            let any = reader.read_any(raw).map(|any| MeaningfulLine {
                                kind: DirectiveKind::Unknown,
                                ..any
                            });
                            assert_eq!(
                                Some(reader.read_value(tag, start, raw.text_end)),
                                any,
                                "{:?}",
                                line.escape_ascii()
                            );
                        }
                    }
                }
            }
        }
    }

    /// [`Reader::head`] again, plainly.
    fn head(line: &[u8]) -> Head {
        let lower = line.to_ascii_lowercase();
        let rule = |kind, before: usize| Head::Rule {
            kind,
            before,
            second: line[before + 1],
        };
        if lower.starts_with(b"disallow: /") {
            rule(RuleKind::Disallow, 10)
        } else if lower.starts_with(b"disallow:/") {
            rule(RuleKind::Disallow, 9)
        } else if lower.starts_with(b"allow: /") {
            rule(RuleKind::Allow, 7)
        } else if lower.starts_with(b"user-agent: ") {
            Head::UserAgent(line[12])
        } else if lower.starts_with(b"sitemap:") {
            Head::Sitemap
        } else if matches!(line[0], b'\n' | b'\r' | b'#') {
            Head::Nothing
        } else {
            Head::Any
        }
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
        for line in lines {
            for at in 0..line.len() {
                for byte in 0..=u8::MAX {
                    let mut body = [&line[..], b"\n"].concat();
                    body[at] = byte;
                    let found = Reader::new(&body, &Dialect::RFC_9309).head(0);
                    assert_eq!(found, head(&body), "{}", body.escape_ascii());
                }
            }
            let of = |dialect: Dialect| Reader::new(line, &dialect).head(0);
            assert_eq!(of(Dialect::RFC_9309.with_max_line_bytes(Some(15))), Head::Any);
            assert_eq!(Reader::new(line, &Dialect::RFC_9309).head(1), Head::Any);
            let expected = head(line);
            assert_eq!(of(Dialect::RFC_9309.with_max_line_bytes(Some(16))), expected);
            let without_allow = of(Dialect::RFC_9309.with_allow_lines(false));
            let is_allow = line.starts_with(b"ALLOW");
            assert_eq!(without_allow, if is_allow { Head::Any } else { expected });
            let with_blanks = of(Dialect::RFC_9309.with_group_end(GroupEnd::BlankLine));
            let is_comment = line.starts_with(b"#");
            assert_eq!(with_blanks, if is_comment { Head::Any } else { expected });
        }
    }

    #[test]
    fn a_glance_knows_four_keys() {
        let lines: [&[u8; 16]; 5] = [
            b"Disallow: /abcde",
            b"ALLOW:/abcdefghi",
            b"User-Agent:xyzab",
            b"sitemap:https://",
            b"Disallow /abcdef",
        ];
        let keys: [(&[u8], Tag); 4] = [
            (b"disallow:", Tag::Disallow),
            (b"allow:", Tag::Allow),
            (b"user-agent:", Tag::UserAgent),
            (b"sitemap:", Tag::Sitemap),
        ];
        for line in lines {
            for at in 0..line.len() {
                for byte in (0..=u8::MAX).filter(|byte| !b"\n\r#".contains(byte)) {
                    let mut body = *line;
                    body[at] = byte;
                    let expected = keys
                        .iter()
                        .find(|(key, _)| body[..key.len()].eq_ignore_ascii_case(key))
                        .map(|(key, tag)| (*tag, key.len()));
                    let raw = Scanner::new(&body, 0, Portable).next().unwrap();
                    let found = Reader::new(&body, &Dialect::RFC_9309).glance(raw);
                    assert_eq!(found, expected, "{}", body.escape_ascii());
                }
            }
            let raw = Scanner::new(line, 0, Portable).next().unwrap();
            let of =
                |bytes| Reader::new(line, &Dialect::RFC_9309.with_max_line_bytes(Some(bytes))).glance(raw);
            assert_eq!(of(15), None);
            assert_eq!(of(16), Reader::new(line, &Dialect::RFC_9309).glance(raw));
        }
    }
}
