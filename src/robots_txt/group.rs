//! Which lines form a group, and what a group holds: spans of the body, no meaning of patterns.

use crate::dialect::{Dialect, PatternLanguage};
use crate::matching::verdict::Rule;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::grouping::GroupTracker;
use crate::syntax::line::{Span, byte_order_mark};
use crate::syntax::names;
use crate::syntax::reader;
use crate::syntax::record::{Record, Step, Tag};

/// One group: its User-agent lines and the rules they share.
#[derive(Clone, Copy, Debug)]
pub struct Group<'r> {
    body: &'r [u8],
    dialect: &'r Dialect,
    records: &'r [Record],
}

impl<'r> Group<'r> {
    /// The names on its User-agent lines, as the dialect reads them: product tokens, or `*`.
    pub fn agents(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let dialect = self.dialect;
        self.agent_values().flat_map(move |value| {
            let words = value.split(|byte| dialect.several_values() && matches!(byte, b' ' | b'\t'));
            words
                .filter(|word| !word.is_empty())
                .map(|word| names::label(dialect.name_test(), word))
        })
    }

    /// The values of its User-agent lines.
    pub(crate) fn agent_values(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let body = self.body;
        self.records
            .iter()
            .filter(|record| record.tag() == Tag::UserAgent)
            .map(move |record| record.value(body))
    }

    /// The line of its first User-agent, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.records.first().map_or(0, |record| record.line())
    }

    /// Its rules in file order, empty ones left out.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + use<'r> {
        let (body, several) = (self.body, self.dialect.several_values());
        let lines = self
            .records
            .iter()
            .filter_map(move |record| match record.step(body) {
                Step::Rule(kind, value) => Some((kind, value, record.line())),
                _ => None,
            });
        lines.flat_map(move |(kind, value, line): (RuleKind, &'r [u8], u32)| {
            let paths = value.split(move |byte| several && matches!(byte, b' ' | b'\t'));
            paths.filter(|path| !path.is_empty()).map(move |path| Rule {
                kind,
                pattern: path.into(),
                line,
            })
        })
    }

    /// The pattern language of its rules: that of the dialect, or globs by `Robot-version: 2.0`.
    #[must_use]
    pub fn pattern_language(&self) -> PatternLanguage {
        let marked = self.dialect.robot_version() && {
            let names = self
                .records
                .iter()
                .rposition(|record| record.tag() == Tag::UserAgent);
            names
                .and_then(|last| self.records.get(last + 1))
                .is_some_and(|record| record.tag() == Tag::RobotVersion2)
        };
        if marked {
            PatternLanguage::Glob
        } else {
            self.dialect.pattern_language()
        }
    }

    /// All its lines that have a key and stand from its first to its last directive, extensions and foreign keys included.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'r>> + use<'r> {
        let (body, dialect) = (self.body, self.dialect);
        let of = move |record: &Record| {
            // The line starts behind the line end before what is kept of it.
            let start = memchr::memrchr2(b'\n', b'\r', &body[..record.start()])
                .map_or_else(|| byte_order_mark(body, dialect.partial_bom()), |end| end + 1);
            let line = reader::line_at(body, start, record.line(), dialect)?;
            Directive::of(&line, dialect)
        };
        self.records.iter().filter_map(of)
    }

    /// From its first User-agent line to the end of its last directive.
    #[must_use]
    pub fn span(&self) -> Span {
        let mut directives = self.directives();
        let first = directives.next();
        let last = directives.last().or(first);
        match (first, last) {
            (Some(first), Some(last)) => Span {
                start: first.key_span().start,
                end: last.value_span().end,
            },
            _ => Span::default(),
        }
    }

    /// Whether it has directives of this kind.
    #[must_use]
    pub fn has(&self, kind: DirectiveKind) -> bool {
        self.directives().any(|directive| directive.kind() == kind)
    }
}

/// Cuts the tape into groups.
pub(crate) struct Groups<'r> {
    body: &'r [u8],
    dialect: &'r Dialect,
    records: &'r [Record],
    tracker: GroupTracker,
    at: usize,
}

impl<'r> Groups<'r> {
    pub(crate) fn new(body: &'r [u8], dialect: &'r Dialect, records: &'r [Record]) -> Self {
        Self {
            body,
            dialect,
            records,
            tracker: GroupTracker::new(dialect),
            at: 0,
        }
    }
}

impl<'r> Iterator for Groups<'r> {
    type Item = Group<'r>;

    fn next(&mut self) -> Option<Group<'r>> {
        // To the next User-agent line; what stands before it belongs to no group.
        loop {
            match self.records.get(self.at)?.step(self.body) {
                Step::UserAgent(_) => break,
                Step::Blank => {
                    self.tracker.blank();
                }
                Step::Rule(..) | Step::RobotVersion2 | Step::Other => {}
            }
            self.at += 1;
        }
        let first = self.at;
        self.tracker.user_agent();
        while let Some(record) = self.records.get(self.at) {
            match record.step(self.body) {
                Step::UserAgent(_) => {
                    let mut tracker = self.tracker;
                    if tracker.user_agent() {
                        break;
                    }
                    self.tracker = tracker;
                }
                Step::Rule(..) => {
                    self.tracker.rule();
                }
                Step::RobotVersion2 | Step::Other => {
                    self.tracker.other();
                }
                Step::Blank => {
                    if self.tracker.blank() {
                        break;
                    }
                }
            }
            self.at += 1;
        }
        Some(Group {
            body: self.body,
            dialect: self.dialect,
            records: &self.records[first..self.at],
        })
    }
}
