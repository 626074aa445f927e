//! Which lines form a group, and what a group holds: spans of the body, no meaning of patterns.

use crate::agent;
use crate::dialect::{Dialect, GroupEnd, PatternLanguage};
use crate::directive::{Directive, DirectiveKind};
use crate::tape::{self, Record, Step, Tag};
use crate::tokenizer::{Span, byte_order_mark};
use crate::verdict::{Rule, RuleKind};

/// Where the lines of a body stand with regard to groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first group, or behind a blank line that ended one: rules here belong to nobody.
    Outside,
    /// In the User-agent lines of a group.
    Header,
    /// Behind them.
    Body,
}

/// Follows the directives of a body, one call each, and tells which of them begin, join or miss a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupTracker {
    group_end: GroupEnd,
    state: State,
    /// The last directive was a User-agent line.
    fresh: bool,
}

impl GroupTracker {
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            group_end: dialect.group_end(),
            state: State::Outside,
            fresh: false,
        }
    }

    /// Whether blank lines need be reported.
    pub(crate) fn wants_blank_lines(dialect: &Dialect) -> bool {
        dialect.group_end() == GroupEnd::BlankLine
    }

    /// A User-agent line; `true` if it begins a group.
    #[inline]
    pub(crate) fn user_agent(&mut self) -> bool {
        self.fresh = true;
        let begins = self.state != State::Header;
        self.state = State::Header;
        begins
    }

    /// An Allow or Disallow line; `true` if it belongs to a group.
    #[inline]
    pub(crate) fn rule(&mut self) -> bool {
        self.fresh = false;
        if self.state == State::Header {
            self.state = State::Body;
        }
        self.state == State::Body
    }

    /// Any other directive; `true` if it stands in a group, directly behind its User-agent lines.
    #[inline]
    pub(crate) fn other(&mut self) -> bool {
        let fresh = self.fresh;
        self.fresh = false;
        if self.group_end == GroupEnd::UserAgent && self.state == State::Header {
            self.state = State::Body;
        }
        fresh && self.state != State::Outside
    }

    /// A blank line; `true` if it ends a group.
    #[inline]
    pub(crate) fn blank(&mut self) -> bool {
        if self.group_end != GroupEnd::BlankLine {
            return false;
        }
        let ended = self.state != State::Outside;
        self.state = State::Outside;
        ended
    }

    /// Whether the last directive was a User-agent line.
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Follows one step; `true` if it is a directive other than a User-agent line and a rule, and stands in no group.
    pub(crate) fn is_outside(&mut self, step: Step<'_>) -> bool {
        match step {
            Step::UserAgent(_) => {
                self.user_agent();
            }
            Step::Rule(..) => {
                self.rule();
            }
            Step::Blank => {
                self.blank();
            }
            Step::RobotVersion2 | Step::Other => {
                self.other();
                return !self.is_open();
            }
        }
        false
    }

    /// Whether a group is open.
    pub(crate) fn is_open(&self) -> bool {
        self.state != State::Outside
    }
}

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
                .map(|word| agent::label(dialect.name_test(), word))
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
            let line = tape::line_at(body, start, record.line(), dialect)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of a script: `u` User-agent, `r` rule, `o` other, ` ` blank. Each group as the indices of its lines.
    fn groups(group_end: GroupEnd, script: &str) -> alloc::vec::Vec<alloc::string::String> {
        let mut tracker = GroupTracker::new(&Dialect::RFC_9309.with_group_end(group_end));
        let mut groups = alloc::vec::Vec::new();
        for (i, line) in script.chars().enumerate() {
            let index = char::from_digit(i as u32, 36).unwrap();
            match line {
                'u' => {
                    if tracker.user_agent() {
                        groups.push(alloc::string::String::new());
                    }
                    groups.last_mut().unwrap().push(index);
                }
                'r' => {
                    if tracker.rule() {
                        groups.last_mut().unwrap().push(index);
                    }
                }
                'o' => {
                    tracker.other();
                }
                _ => {
                    tracker.blank();
                }
            }
        }
        groups
    }

    #[test]
    fn the_same_lines_under_each_group_end() {
        use GroupEnd::*;
        // lines, user-agent after rule, blank line, user-agent
        let table = [
            ("uru", "01|2", "01|2", "01|2"),
            ("uur", "012", "012", "012"),
            ("u ur", "023", "0|23", "023"),
            ("u r", "02", "0", "02"),
            ("uour", "023", "023", "0|23"),
            ("rur r", "124", "12", "124"),
        ];
        for (script, after_rule, blank_line, user_agent) in table {
            assert_eq!(
                groups(UserAgentAfterRule, script).join("|"),
                after_rule,
                "{script:?}"
            );
            assert_eq!(groups(BlankLine, script).join("|"), blank_line, "{script:?}");
            assert_eq!(groups(UserAgent, script).join("|"), user_agent, "{script:?}");
        }
    }
}
