//! A body as a list of small records, one for each line that has a meaning. The records hold
//! everything that questions need, in one allocation.

use super::kind::{DirectiveKind, RuleKind};
use super::span::offset_in;
use super::whitespace::trim_end;

/// The part of a line that selecting groups and rules needs.
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

/// What a line does to groups, regardless of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It names a crawler.
    UserAgent,
    /// It is a rule: Allow or Disallow.
    Rule,
    /// It has another key, known or not.
    Other,
    /// It is blank, which in some dialects ends a group. A comment is not blank.
    Blank,
}

impl DirectiveKind {
    /// What the line does to groups.
    #[doc(hidden)]
    pub fn role(self) -> Role {
        match self {
            Self::UserAgent => Role::UserAgent,
            Self::Allow | Self::Disallow => Role::Rule,
            _ => Role::Other,
        }
    }
}

/// The kind of a line, as a record holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    /// `User-agent`.
    UserAgent,
    /// `Allow`, where it is a rule.
    Allow,
    /// `Disallow`.
    Disallow,
    /// `Sitemap`.
    Sitemap,
    /// `Robot-version: 2.0`.
    RobotVersion2,
    /// Any other key that is known.
    Other,
    /// A key that is not known.
    Unknown,
    /// No key at all.
    Blank,
}

impl Tag {
    const BITS: u32 = 3;

    #[inline(always)]
    pub(super) fn step(self, value: &[u8]) -> Step<'_> {
        match self {
            Self::UserAgent => Step::UserAgent(value),
            Self::Allow => Step::Rule(RuleKind::Allow, value),
            Self::Disallow => Step::Rule(RuleKind::Disallow, value),
            Self::RobotVersion2 => Step::RobotVersion2,
            Self::Sitemap | Self::Other | Self::Unknown => Step::Other,
            Self::Blank => Step::Blank,
        }
    }

    /// What the line does to groups.
    #[inline(always)]
    pub(crate) fn role(self) -> Role {
        match self {
            Self::UserAgent => Role::UserAgent,
            Self::Allow | Self::Disallow => Role::Rule,
            Self::Sitemap | Self::RobotVersion2 | Self::Other | Self::Unknown => Role::Other,
            Self::Blank => Role::Blank,
        }
    }

    /// The tag of a line with a key of this kind, and with this value, trimmed.
    pub(super) fn of_line(kind: DirectiveKind, value: &[u8]) -> Self {
        match kind {
            DirectiveKind::UserAgent => Self::UserAgent,
            DirectiveKind::Allow => Self::Allow,
            DirectiveKind::Disallow => Self::Disallow,
            DirectiveKind::Sitemap => Self::Sitemap,
            DirectiveKind::RobotVersion if is_robot_version_2(value) => Self::RobotVersion2,
            _ => Self::Other,
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
            6 => Self::Unknown,
            _ => Self::Blank,
        }
    }
}

/// The identity of a rule in its file.
///
/// A file finds the rule in its records by the line, and in the value of that line by the offset,
/// however many paths are on it. Sorting by this gives the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    /// The number of its line, counted from 1.
    pub line: u32,
    /// Where its path begins in the value of the line, in bytes: 0, except for the further paths of
    /// a line that holds several.
    pub(crate) offset: u32,
}

impl RuleId {
    /// The identity of the first rule of a line, which is nearly always the only one.
    #[inline(always)]
    pub fn first_of(line: u32) -> Self {
        Self { line, offset: 0 }
    }

    /// The identity of the rule of a path, which is a slice of the value of its line.
    #[inline]
    pub fn of_path(line: u32, value: &[u8], path: &[u8]) -> Self {
        let offset = offset_in(value, path) as u32;
        Self { line, offset }
    }
}

/// One meaningful line: its tag, the kind of its key, its value and its number, in twelve bytes.
/// The number and a place in the value are the identity of a [rule](RuleId).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// Offset of the value; for a blank line or an unknown key, of the line.
    start: u32,
    /// In the high bits, the length of the value in bytes; then the kind, which only counts if the
    /// tag is `Other`; in the low bits the tag. A length of [`Self::LONG`] stands for all longer
    /// lengths too.
    len_kind_tag: u32,
    line: u32,
}

impl Record {
    const KIND_BITS: u32 = 5;
    const BELOW_LEN: u32 = Tag::BITS + Self::KIND_BITS;
    const LONG: u32 = u32::MAX >> Self::BELOW_LEN;

    /// The kind only has to be right if the tag is `Other`.
    #[inline]
    pub(super) fn new(tag: Tag, kind: DirectiveKind, start: usize, len: usize, line: u32) -> Self {
        let len = (len as u32).min(Self::LONG);
        Self {
            start: start as u32,
            len_kind_tag: len << Self::BELOW_LEN | (kind as u32) << Tag::BITS | tag as u32,
            line,
        }
    }

    /// The kind of the line.
    #[inline]
    #[must_use]
    pub(crate) fn tag(self) -> Tag {
        Tag::from_bits(self.len_kind_tag)
    }

    /// What the rule does, if the line is a rule.
    // Compares numbers: a match on the whole tag is a jump that is often mispredicted, and each
    // question calls this for each line of a group.
    #[inline(always)]
    pub(crate) fn rule_kind(self) -> Option<RuleKind> {
        const ALLOW: u32 = Tag::Allow as u32;
        const DISALLOW: u32 = Tag::Disallow as u32;
        match self.len_kind_tag & 7 {
            DISALLOW => Some(RuleKind::Disallow),
            ALLOW => Some(RuleKind::Allow),
            _ => None,
        }
    }

    /// Whether it is a User-agent line.
    #[inline(always)]
    pub(crate) fn is_name(self) -> bool {
        self.len_kind_tag & 7 == Tag::UserAgent as u32
    }

    /// What the key means; `None` for a blank line.
    pub(crate) fn kind(self) -> Option<DirectiveKind> {
        match self.tag() {
            Tag::UserAgent => Some(DirectiveKind::UserAgent),
            Tag::Allow => Some(DirectiveKind::Allow),
            Tag::Disallow => Some(DirectiveKind::Disallow),
            Tag::Sitemap => Some(DirectiveKind::Sitemap),
            Tag::RobotVersion2 => Some(DirectiveKind::RobotVersion),
            Tag::Other => {
                let kind = self.len_kind_tag >> Tag::BITS & ((1 << Self::KIND_BITS) - 1);
                DirectiveKind::ALL.get(kind as usize).copied()
            }
            Tag::Unknown => Some(DirectiveKind::Unknown),
            Tag::Blank => None,
        }
    }

    /// Three numbers with another meaning, stored instead of a record.
    pub(super) fn from_words([start, len_kind_tag, line]: [u32; 3]) -> Self {
        Self {
            start,
            len_kind_tag,
            line,
        }
    }

    /// The numbers that [`from_words`](Self::from_words) was given.
    pub(super) fn to_words(self) -> [u32; 3] {
        [self.start, self.len_kind_tag, self.line]
    }

    /// Whether the line may open or end a group by itself: a User-agent line, or a blank line where
    /// these are recorded.
    #[inline(always)]
    pub(super) fn is_mark(self) -> bool {
        // Tags are numbered so that one comparison finds both.
        const MARKS: u32 = Tag::Blank as u32 - Tag::UserAgent as u32;
        self.len_kind_tag.wrapping_add(1) & MARKS <= 1
    }

    /// Turns a User-agent line into a line that names no crawler, because no rule follows it in a
    /// dialect in which [groups need rules](crate::Dialect::groups_need_rules).
    pub(super) fn ignore_name(&mut self) {
        let kind = DirectiveKind::UserAgent as u32;
        let below_len = (1 << Self::BELOW_LEN) - 1;
        self.len_kind_tag = self.len_kind_tag & !below_len | kind << Tag::BITS | Tag::Other as u32;
    }

    /// Whether it is a User-agent line that names no crawler. It belongs to no group, and the
    /// grammar of groups does not see it.
    pub(crate) fn is_ignored_name(self) -> bool {
        const BITS: u32 = (DirectiveKind::UserAgent as u32) << Tag::BITS | Tag::Other as u32;
        self.len_kind_tag & ((1 << Self::BELOW_LEN) - 1) == BITS
    }

    /// The number of the line, counted from 1.
    #[inline]
    #[must_use]
    pub(crate) fn line(self) -> u32 {
        self.line
    }

    /// Offset of the value; for a blank line or an unknown key, of the line.
    #[inline]
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    /// The value, trimmed; empty if the line is blank or its key is unknown.
    #[inline]
    pub(crate) fn value(self, body: &[u8]) -> &[u8] {
        let start = self.start as usize;
        match self.len_kind_tag >> Self::BELOW_LEN {
            Self::LONG => Self::long_value(&body[start..]),
            len => &body[start..start + len as usize],
        }
    }

    /// The value, if it has about sixteen megabytes or more, so that its length does not fit in a
    /// record: its end is searched for again.
    #[cold]
    fn long_value(rest: &[u8]) -> &[u8] {
        let value = &rest[..memchr::memchr3(b'\n', b'\r', b'#', rest).unwrap_or(rest.len())];
        trim_end(value)
    }
}

/// The values of the lines of one kind.
pub(crate) fn values<'b>(
    body: &'b [u8],
    records: &'b [Record],
    kind: DirectiveKind,
) -> impl Iterator<Item = &'b [u8]> {
    let of_kind = records.iter().filter(move |record| record.kind() == Some(kind));
    of_kind.map(|record| record.value(body))
}

/// Whether the value of a `Robot-version` line asks for version 2.0, in either spelling.
pub fn is_robot_version_2(value: &[u8]) -> bool {
    matches!(value, b"2.0" | b"2.0.0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_takes_twelve_bytes() {
        assert_eq!(size_of::<Record>(), 12);
    }

    #[test]
    fn a_record_tells_the_kind() {
        let record = |kind, value| Record::new(Tag::of_line(kind, value), kind, 7, 2, 1);
        for kind in DirectiveKind::ALL {
            for value in [&b"2.0"[..], b"1.0"] {
                assert_eq!(record(*kind, value).kind(), Some(*kind));
            }
        }
        let version = |value| record(DirectiveKind::RobotVersion, value).tag();
        assert_eq!(
            (version(b"2.0"), version(b"1.0")),
            (Tag::RobotVersion2, Tag::Other)
        );
        let blank = Record::new(Tag::Blank, DirectiveKind::Unknown, 7, 0, 1);
        assert_eq!(blank.kind(), None);
    }

    #[test]
    fn long_values_are_read_to_their_end() {
        let body = b"Disallow: /abc \t# x";
        let record = Record {
            start: 10,
            len_kind_tag: Record::LONG << Record::BELOW_LEN | Tag::Disallow as u32,
            line: 1,
        };
        assert_eq!(record.value(body), b"/abc");
    }
}
