//! The content of a group, as parts of the body. Patterns are not interpreted here.

use alloc::vec::Vec;
use core::fmt;

use super::RobotsTxt;
use crate::dialect::{Dialect, PatternLanguage};
use crate::matching::pattern::RuleSyntax;
use crate::matching::selection::FileGroups;
use crate::matching::verdict::Rule;
use crate::shown::Shown;
use crate::syntax::crawler_name;
use crate::syntax::directive::{Directive, DirectiveKind, RuleKind};
use crate::syntax::groups::GroupLines;
use crate::syntax::reader;
use crate::syntax::record::{self, Record, RuleId};
use crate::syntax::span::Span;

/// One group: its User-agent lines and the rules they share.
#[derive(Clone, Copy)]
pub struct Group<'r> {
    file: FileGroups<'r>,
    lines: GroupLines,
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
    /// ([`Dialect::rules_before_groups`]). Values that name no crawler are left out; an empty value
    /// names a crawler in the dialect of Google's library ([`NameTest`](crate::dialect::NameTest)).
    pub fn agents(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        labels(self.file.dialect, self.file.values_of_names(self.lines))
    }

    /// All lines of the group.
    fn records(&self) -> &'r [Record] {
        &self.file.grouped.lines()[self.lines.all()]
    }

    /// The number of the first User-agent line, counted from 1. For a group that begins with a rule
    /// ([`Dialect::rules_before_groups`]), the number of the line of that rule.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.records().first().map_or(0, |record| record.line())
    }

    /// The rules in file order, without empty rules.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + use<'r> {
        let (body, syntax) = (self.file.body, RuleSyntax::new(self.file.dialect));
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

    /// The Allow and Disallow lines: kind, value and number.
    fn rule_lines(&self) -> impl Iterator<Item = (RuleKind, &'r [u8], u32)> + use<'r> {
        let body = self.file.body;
        let rule = move |line: &Record| Some((line.rule_kind()?, line.value(body), line.line()));
        self.file.grouped.lines()[self.lines.body()]
            .iter()
            .filter_map(rule)
    }

    /// The pattern language of the rules: the language of the dialect, or globs by `Robot-version:
    /// 2.0`.
    #[must_use]
    pub fn pattern_language(&self) -> PatternLanguage {
        self.lines.language(self.file.dialect)
    }

    /// Whether there are other lines between the names. Such a line applies only to the names right
    /// above it.
    #[must_use]
    pub fn is_fused(&self) -> bool {
        self.lines.is_fused()
    }

    /// The runs of the group: consecutive User-agent lines, and the lines below them. Rules apply
    /// to all names of the group, other lines only to the names right above them. Nearly every
    /// group [is not fused](Self::is_fused), so it is a single run.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n");
    /// let group = robots.groups().next().unwrap();
    /// let runs: Vec<_> = group.runs().map(|run| (run.agents().next().unwrap(), run.directives().count())).collect();
    /// assert_eq!(runs, [(&b"a"[..], 1), (b"b", 1)]);
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = Run<'r>> + use<'r> {
        let file = self.file;
        self.lines
            .runs(file.grouped.lines())
            .map(move |(names, below)| Run { file, names, below })
    }

    /// All lines with a key, from the first to the last directive, including extensions and unknown
    /// keys.
    ///
    /// # Complexity
    ///
    /// Linear in the lines of the group.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'r>> + use<'r> {
        directives(self.file, self.records())
    }

    /// The numbers of the lines with a key.
    #[doc(hidden)]
    pub fn line_numbers(&self) -> impl Iterator<Item = u32> + use<'r> {
        self.records().iter().map(|line| line.line())
    }

    /// The span from the first line to the end of the last directive.
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

    /// The values of the lines of one kind.
    pub(super) fn values(&self, kind: DirectiveKind) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        record::values(self.file.body, self.records(), kind)
    }
}

/// Some names of a group and the lines that apply to them; see [`Group::runs`].
#[derive(Clone, Copy)]
pub struct Run<'r> {
    file: FileGroups<'r>,
    names: &'r [Record],
    below: &'r [Record],
}

impl fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("agents", &self.agents().map(Shown).collect::<Vec<_>>())
            .field("directives", &self.directives().count())
            .finish()
    }
}

impl<'r> Run<'r> {
    /// The names, as [`Group::agents`] returns them.
    pub fn agents(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let body = self.file.body;
        let values = self.names.iter().map(move |line| line.value(body));
        let star = self.names.is_empty().then_some(crawler_name::STAR);
        labels(self.file.dialect, values.chain(star))
    }

    /// The lines below the names, up to the next name or the end of the group.
    ///
    /// # Complexity
    ///
    /// Linear in these lines.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'r>> + use<'r> {
        directives(self.file, self.below)
    }
}

/// The names on User-agent lines with these values.
fn labels<'r>(
    dialect: &'r Dialect,
    values: impl Iterator<Item = &'r [u8]>,
) -> impl Iterator<Item = &'r [u8]> {
    let (test, several) = (dialect.name_test, dialect.several_names);
    let listed = values.flat_map(move |value| crawler_name::listed(value, several));
    let labels = listed.map(move |name| crawler_name::label(test, name));
    labels.filter(move |label| crawler_name::is_name(test, label))
}

fn directives<'r>(
    file: FileGroups<'r>,
    lines: &'r [Record],
) -> impl Iterator<Item = Directive<'r>> + use<'r> {
    let of = move |record: &Record| {
        Directive::of(&reader::line_of(file.body, record, file.dialect)?, file.dialect)
    };
    lines.iter().filter(|line| !line.is_ignored_name()).filter_map(of)
}

impl RobotsTxt<'_> {
    pub(super) fn group(&self, lines: GroupLines) -> Group<'_> {
        Group {
            file: self.grouped_file(),
            lines,
        }
    }

    /// The groups in file order.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nAllow: /\n");
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.agents().collect::<Vec<_>>(), [b"a", b"b"]);
    /// assert_eq!(group.rules().next().unwrap().to_string(), "Disallow: /x");
    /// assert_eq!(robots.groups().len(), 2);
    /// ```
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> {
        self.grouped_file()
            .grouped
            .groups()
            .iter()
            .map(|group| self.group(group))
    }
}
