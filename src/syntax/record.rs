//! A body as a list of small records, one for each line that means something: all that questions need, in one allocation.

use super::directive::RuleKind;
use super::whitespace::trim_end;

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

/// What a line does to groups, whatever its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It names a crawler.
    UserAgent,
    /// It is a rule: Allow or Disallow.
    Rule,
    /// It has another key, known or not.
    Other,
    /// It is blank, which in some dialects ends a group. A comment is not blank.
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
    pub(super) fn step(self, value: &[u8]) -> Step<'_> {
        match self {
            Self::UserAgent => Step::UserAgent(value),
            Self::Allow => Step::Rule(RuleKind::Allow, value),
            Self::Disallow => Step::Rule(RuleKind::Disallow, value),
            Self::RobotVersion2 => Step::RobotVersion2,
            Self::Sitemap | Self::Other => Step::Other,
            Self::Blank => Step::Blank,
        }
    }

    /// What the line does to groups.
    #[inline(always)]
    pub(crate) fn role(self) -> Role {
        match self {
            Self::UserAgent => Role::UserAgent,
            Self::Allow | Self::Disallow => Role::Rule,
            Self::Sitemap | Self::RobotVersion2 | Self::Other => Role::Other,
            Self::Blank => Role::Blank,
        }
    }

    /// What a rule does, if the line is one.
    #[inline(always)]
    pub(crate) fn rule_kind(self) -> Option<RuleKind> {
        match self {
            Self::Allow => Some(RuleKind::Allow),
            Self::Disallow => Some(RuleKind::Disallow),
            _ => None,
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
    /// Length of the value in bytes, and the tag in the low bits. [`Self::LONG`] means any greater length.
    len_tag: u32,
    line: u32,
}

impl Record {
    const LONG: u32 = u32::MAX >> Tag::BITS;

    #[inline]
    pub(super) fn new(tag: Tag, start: usize, end: usize, line: u32) -> Self {
        let len = ((end - start) as u32).min(Self::LONG);
        Self {
            start: start as u32,
            len_tag: len << Tag::BITS | tag as u32,
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
