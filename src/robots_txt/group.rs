//! Which lines form a group, and what a group holds, as parts of the body. Patterns are not
//! interpreted here.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::dialect::{Dialect, PatternLanguage};
use crate::matching::pattern::RuleSyntax;
use crate::matching::verdict::Rule;
use crate::shown::Shown;
use crate::syntax::crawler_name;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::grouping::{GroupLanguage, Grouping, Place};
use crate::syntax::reader;
use crate::syntax::record::{self, Record, RuleId, Step, Tag};
use crate::syntax::span::Span;

/// One group: its User-agent lines and the rules they share.
#[derive(Clone, Copy)]
pub struct Group<'r> {
    body: &'r [u8],
    dialect: &'r Dialect,
    records: &'r [Record],
}

impl fmt::Debug for Group<'_> {
    /// Names and rules as text; the body may be long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group")
            .field("line", &self.line())
            .field("agents", &self.agents().map(Shown).collect::<Vec<_>>())
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl<'r> Group<'r> {
    /// The names on its User-agent lines, as the dialect reads them: product tokens, or `*`. Rules
    /// above all User-agent lines have the name `*` where they form a group
    /// ([`Dialect::rules_before_groups`]). Values that name no crawler are left out; an empty one
    /// does name a crawler in the dialect of Google's library
    /// ([`NameTest`](crate::dialect::NameTest)).
    pub fn agents(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let (test, several) = (self.dialect.name_test, self.dialect.several_names);
        let listed = self
            .agent_values()
            .flat_map(move |value| crawler_name::listed(value, several));
        let labels = listed.map(move |name| crawler_name::label(test, name));
        labels.filter(move |label| crawler_name::is_name(test, label))
    }

    /// The values of its User-agent lines; `*` for a group that begins with a rule
    /// ([`Dialect::rules_before_groups`]).
    pub(crate) fn agent_values(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let body = self.body;
        let named = move |(index, record): (usize, &Record)| match record.tag() {
            Tag::UserAgent => Some(record.value(body)),
            _ => (index == 0).then_some(crawler_name::STAR),
        };
        self.records.iter().enumerate().filter_map(named)
    }

    pub(crate) fn records(&self) -> &'r [Record] {
        self.records
    }

    /// The number of its first User-agent line, counted from 1. For a group that begins with a rule
    /// ([`Dialect::rules_before_groups`]), the number of the line of that rule.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.records.first().map_or(0, |record| record.line())
    }

    /// Its rules in file order, without empty ones.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + use<'r> {
        let (body, syntax) = (self.body, RuleSyntax::new(self.dialect));
        let language = self.pattern_language();
        let lines = self.rule_lines();
        lines.flat_map(move |(kind, value, line): (RuleKind, &'r [u8], u32)| {
            syntax.paths(value).map(move |path| {
                let id = RuleId::of_path(line, value, path);
                if syntax.reads_as_written() {
                    Rule::written(body, kind, path, id, syntax.mode, language)
                } else {
                    Rule::measured(body, kind, path, id, syntax.length(path, language))
                }
            })
        })
    }

    /// Its Allow and Disallow lines: kind, value and number.
    fn rule_lines(&self) -> impl Iterator<Item = (RuleKind, &'r [u8], u32)> + use<'r> {
        let body = self.body;
        let rule = move |record: &Record| match record.step(body) {
            Step::Rule(kind, value) => Some((kind, value, record.line())),
            _ => None,
        };
        self.records.iter().filter_map(rule)
    }

    /// The pattern language of its rules: the language of the dialect, or globs by `Robot-version:
    /// 2.0`.
    #[must_use]
    pub fn pattern_language(&self) -> PatternLanguage {
        let mut language = GroupLanguage::new(self.dialect);
        let mut grouping = Grouping::new(self.dialect);
        for record in self.records {
            let place = grouping.follow(record.tag().role());
            match record.tag() {
                Tag::UserAgent => language.user_agent(),
                Tag::RobotVersion2 => language.robot_version_2(place),
                _ => {}
            }
        }
        language.current()
    }

    /// Whether there are other lines between its names. Such a line applies only to the names right
    /// above it.
    #[doc(hidden)]
    pub fn is_fused(&self) -> bool {
        let names = |record: &Record| record.tag() == Tag::UserAgent;
        let mut below = self.records.iter().skip_while(|record| names(record));
        below.any(names)
    }

    /// All lines with a key from its first to its last directive, extensions and foreign keys
    /// included.
    ///
    /// # Complexity
    ///
    /// Linear in the lines of the group.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'r>> + use<'r> {
        let (body, dialect) = (self.body, self.dialect);
        let of = move |record: &Record| Directive::of(&reader::line_of(body, record, dialect)?, dialect);
        self.records.iter().filter_map(of)
    }

    /// The span from its first line to the end of its last directive.
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

    /// The values of its lines of one kind.
    pub(super) fn values(&self, kind: DirectiveKind) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        record::values(self.body, self.records, kind)
    }
}

/// Cuts the records into groups.
pub(crate) struct Groups<'r> {
    body: &'r [u8],
    dialect: &'r Dialect,
    records: &'r [Record],
    grouping: Grouping,
    /// The next record to follow.
    at: usize,
    /// The first record of a group whose beginning was already read, while looking for the end of
    /// the group before it.
    opened: Option<usize>,
}

impl<'r> Groups<'r> {
    pub(crate) fn new(body: &'r [u8], dialect: &'r Dialect, records: &'r [Record]) -> Self {
        Self {
            body,
            dialect,
            records,
            grouping: Grouping::new(dialect),
            at: 0,
            opened: None,
        }
    }
}

impl<'r> Iterator for Groups<'r> {
    type Item = Group<'r>;

    fn next(&mut self) -> Option<Group<'r>> {
        let records = self.next_range()?;
        Some(self.group(records))
    }
}

impl<'r> Groups<'r> {
    /// The records of the next group.
    pub(super) fn next_range(&mut self) -> Option<Range<usize>> {
        let (first, end) = loop {
            let at = self.at;
            let Some(record) = self.records.get(at) else {
                break (self.opened.take()?, at);
            };
            self.at += 1;
            match self.grouping.follow(record.tag().role()) {
                Place::Opens => {
                    if let Some(first) = self.opened.replace(at) {
                        break (first, at);
                    }
                }
                Place::Ends => {
                    if let Some(first) = self.opened.take() {
                        break (first, at);
                    }
                }
                Place::Joins { .. } | Place::Within { .. } | Place::Outside => {}
            }
        };
        Some(first..end)
    }

    /// The group that these records form.
    pub(super) fn group(&self, records: Range<usize>) -> Group<'r> {
        Group {
            body: self.body,
            dialect: self.dialect,
            records: &self.records[records],
        }
    }
}
