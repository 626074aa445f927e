//! The body as lint sees it: its lines by number, its groups, and corrected forms of lines.

use core::cell::OnceCell;
use core::fmt;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::lint::diagnostic::Position;
pub(in crate::lint) use crate::lint::engine::lines::Entry;
use crate::lint::engine::lines::LineTable;
use robots_exclusion::Dialect;
use robots_exclusion::Group;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::pattern::RuleKey;
use robots_exclusion::companions::pattern::RuleSyntax;
use robots_exclusion::companions::rule_paths;
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// One name on a User-agent line.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct Name<'b> {
    /// Index of the line.
    pub(in crate::lint) entry: usize,
    /// As written.
    pub(in crate::lint) value: &'b [u8],
    /// The part of the value that is compared with the names of crawlers.
    pub(in crate::lint) label: &'b [u8],
}

/// One path of a rule line; an empty rule has one, which is empty.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct RuleLine<'b> {
    pub(in crate::lint) entry: usize,
    pub(in crate::lint) kind: RuleKind,
    pub(in crate::lint) value: &'b [u8],
}

impl RuleLine<'_> {
    /// The rule in the form in which rules are compared. Linear in the pattern.
    pub(in crate::lint) fn key(&self, document: &Document<'_>, language: PatternLanguage) -> RuleKey {
        RuleKey::new(
            self.kind,
            self.value,
            language,
            RuleSyntax::new(&document.dialect),
        )
    }
}

/// A User-agent line that joins the group above although other directives come between.
#[derive(Clone, Copy, Debug)]
pub(in crate::lint) struct Fusion {
    /// Index of the last of these directives.
    pub(in crate::lint) between: usize,
    /// Index of the User-agent line.
    pub(in crate::lint) joining: usize,
}

/// One group.
#[derive(Clone, Debug)]
pub(in crate::lint) struct Section<'b> {
    pub(in crate::lint) names: Vec<Name<'b>>,
    /// It begins with a rule rather than a User-agent line, and applies to every crawler
    /// ([`Dialect::rules_before_groups`]).
    pub(in crate::lint) is_unnamed: bool,
    pub(in crate::lint) rules: Vec<RuleLine<'b>>,
    pub(in crate::lint) fusions: Vec<Fusion>,
    pub(in crate::lint) language: PatternLanguage,
    /// Index of the line that it begins with.
    pub(in crate::lint) first: usize,
    /// Index of its last User-agent or rule line.
    pub(in crate::lint) last: usize,
    /// Indices of the other directives within it.
    pub(in crate::lint) others: Vec<usize>,
}

impl<'b> Section<'b> {
    fn new(first: usize, language: PatternLanguage) -> Self {
        Self {
            names: Vec::new(),
            is_unnamed: false,
            rules: Vec::new(),
            fusions: Vec::new(),
            language,
            first,
            last: first,
            others: Vec::new(),
        }
    }

    /// Empties it, for another group.
    fn begin(&mut self, first: usize, language: PatternLanguage) {
        self.names.clear();
        self.rules.clear();
        self.fusions.clear();
        self.others.clear();
        (self.first, self.last, self.language) = (first, first, language);
    }

    pub(in crate::lint) fn has_star(&self) -> bool {
        self.labels().any(|label| label == crawler_name::STAR)
    }

    /// The names of the crawlers that it is for.
    pub(in crate::lint) fn labels(&self) -> impl Iterator<Item = &'b [u8]> + '_ {
        let unwritten = self.is_unnamed.then_some(crawler_name::STAR);
        unwritten
            .into_iter()
            .chain(self.names.iter().map(|name| name.label))
    }

    /// Whether it disallows everything and allows nothing.
    pub(in crate::lint) fn closes_everything(&self) -> bool {
        let opens = |rule: &RuleLine<'_>| rule.kind == RuleKind::Allow && !is_empty_rule(rule.value);
        self.closing_rule().is_some() && !self.rules.iter().any(opens)
    }

    /// The first Disallow rule that matches every URL.
    pub(in crate::lint) fn closing_rule(&self) -> Option<&RuleLine<'b>> {
        self.rules.iter().find(|rule| {
            rule.kind == RuleKind::Disallow
                && !is_empty_rule(rule.value)
                && pattern::matches_all(rule.value, self.language)
        })
    }

    /// Whether it has a Disallow rule that is not empty.
    pub(in crate::lint) fn restricts(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| rule.kind == RuleKind::Disallow && !is_empty_rule(rule.value))
    }
}

/// The body with its lines and groups, which are found once, for all checks.
#[derive(Debug)]
pub(in crate::lint) struct Document<'b> {
    pub(in crate::lint) body: &'b [u8],
    pub(in crate::lint) dialect: Dialect,
    /// The lines; line number `n` is at index `n - 1`.
    lines: LineTable<'b>,
    pub(in crate::lint) sections: Vec<Section<'b>>,
    /// Rules that belong to no group.
    pub(in crate::lint) orphans: Vec<RuleLine<'b>>,
    /// Indices of the other directives outside of any group.
    pub(in crate::lint) outside: Vec<usize>,
    /// Indices of the Robot-version lines that are ignored because of their place.
    pub(in crate::lint) misplaced_versions: Vec<usize>,
    /// Indices of the User-agent lines that are ignored because no rule follows them.
    pub(in crate::lint) names_without_rule: Vec<usize>,
    robots: Rc<RobotsTxt<'b>>,
    names_in_folders: OnceCell<BTreeMap<&'b [u8], usize>>,
    /// The names on all groups, in lower case.
    labels: OnceCell<BTreeSet<Vec<u8>>>,
}

impl<'b> Document<'b> {
    /// Reads a body of at most 4 GiB. Linear in time and memory.
    pub(in crate::lint) fn read(body: &'b [u8], dialect: Dialect) -> Self {
        let robots = RobotsTxt::options().dialect(dialect).indexed(true).parse(body);
        Self::of(body, Rc::new(robots))
    }

    /// The document of a body that is parsed already, with an index.
    pub(in crate::lint) fn of(body: &'b [u8], robots: Rc<RobotsTxt<'b>>) -> Self {
        let dialect = robots.dialect();
        let mut document = Self {
            body,
            dialect,
            lines: LineTable::new(body, &dialect),
            sections: Vec::new(),
            orphans: Vec::new(),
            outside: Vec::new(),
            misplaced_versions: Vec::new(),
            names_without_rule: Vec::new(),
            robots: Rc::clone(&robots),
            names_in_folders: OnceCell::new(),
            labels: OnceCell::new(),
        };
        document.take_groups(&robots);
        document
    }

    /// The same file, parsed with an index that says which crawlers read which group. Its groups
    /// are the sections.
    pub(in crate::lint) fn robots(&self) -> &RobotsTxt<'b> {
        &self.robots
    }

    /// The index of the first rule whose path ends in a folder, or a file, of this name within
    /// another folder.
    pub(in crate::lint) fn line_with_name_in_folder(&self, name: &[u8]) -> Option<usize> {
        let names = self.names_in_folders.get_or_init(|| {
            let mut names = BTreeMap::new();
            let of_groups = self.sections.iter().flat_map(|section| &section.rules);
            for rule in of_groups.chain(&self.orphans) {
                let path = rule.value.split(|byte| *byte == b'?').next().unwrap_or_default();
                let end = path.iter().rposition(|byte| !matches!(byte, b'/' | b'*' | b'$'));
                let path = &path[..end.map_or(0, |end| end + 1)];
                let folder = memchr::memrchr(b'/', path).filter(|slash| *slash > 0);
                if let Some(slash) = folder
                    && path.starts_with(b"/")
                {
                    let first = names.entry(&path[slash + 1..]).or_insert(rule.entry);
                    *first = rule.entry.min(*first);
                }
            }
            names
        });
        names.get(name).copied()
    }

    pub(in crate::lint) fn line_count(&self) -> usize {
        self.lines.len()
    }

    pub(in crate::lint) fn get_entry(&self, index: usize) -> Option<Entry<'b>> {
        self.lines.get(index)
    }

    /// The line with an index that is less than [`line_count`](Self::line_count).
    pub(in crate::lint) fn entry(&self, index: usize) -> Entry<'b> {
        self.lines.get(index).expect("the index is that of a line")
    }

    pub(in crate::lint) fn entries(
        &self,
    ) -> impl DoubleEndedIterator<Item = Entry<'b>> + ExactSizeIterator + '_ {
        self.entries_in(0..self.line_count())
    }

    /// The lines with these indices.
    pub(in crate::lint) fn entries_in(
        &self,
        range: core::ops::Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Entry<'b>> + ExactSizeIterator + '_ {
        range.map(|index| self.entry(index))
    }

    /// The number of lines that start at or before an offset.
    pub(in crate::lint) fn lines_until(&self, offset: u32) -> usize {
        self.lines.starting_by(offset)
    }

    /// Sorts the lines by the groups of the parsed file.
    fn take_groups(&mut self, robots: &RobotsTxt<'_>) {
        // None of the lines count.
        if robots.outcome().is_some() {
            return;
        }
        let ignored = robots.names_without_rules();
        self.names_without_rule = ignored.iter().map(|(line, _)| *line as usize - 1).collect();
        self.sections.reserve_exact(robots.groups().len());
        // There are thousands of groups of one rule, in each of the dialects that the file is read in. A
        // list that is pushed to begins with room for four, and what it gives back is in small pieces; a
        // copy of it has no room to spare.
        let mut draft = Section::new(0, self.dialect.pattern_language);
        let mut next = 0;
        for group in robots.groups() {
            let lines = self.draft(&mut draft, &group);
            self.take_outside(next..draft.first);
            next = lines.end;
            self.misplaced_versions.extend(self.misplaced_versions_of(&draft));
            self.sections.push(draft.clone());
        }
        self.take_outside(next..self.line_count());
    }

    /// Makes a section of a group. Returns the indices of the lines from its first to its last
    /// directive.
    fn draft(&self, section: &mut Section<'b>, group: &Group<'_>) -> core::ops::Range<usize> {
        let mut lines = group.line_numbers().map(|line| line as usize - 1);
        let first = lines.next().unwrap_or_default();
        section.begin(first, group.pattern_language());
        let mut end = first;
        // The last directive that is neither a User-agent line nor a rule, unless one of these came
        // after it.
        let mut between = None;
        for index in core::iter::once(first).chain(lines) {
            end = index + 1;
            let Some(directive) = self.entry(index).directive else {
                continue;
            };
            let value = directive.value();
            match directive.kind().rule_kind() {
                None if directive.kind() == DirectiveKind::UserAgent && !self.is_ignored_name(index) => {
                    section.fusions.extend(between.map(|between| Fusion {
                        between,
                        joining: index,
                    }));
                    section.last = index;
                    section.names.extend(
                        or_empty(value, crawler_name::listed(value, self.dialect.several_names)).map(
                            |value| Name {
                                entry: index,
                                value,
                                label: crawler_name::label(self.dialect.name_test, value),
                            },
                        ),
                    );
                    between = None;
                }
                Some(kind) => {
                    section.last = index;
                    section.rules.extend(self.rule_lines(index, kind, value));
                    between = None;
                }
                None => {
                    section.others.push(index);
                    between = Some(index);
                }
            }
        }
        section.is_unnamed = section.names.is_empty();
        first..end
    }

    fn rule_lines(
        &self,
        entry: usize,
        kind: RuleKind,
        value: &'b [u8],
    ) -> impl Iterator<Item = RuleLine<'b>> + use<'b> {
        let values = or_empty(value, rule_paths(value, self.dialect.several_paths));
        values.map(move |value| RuleLine { entry, kind, value })
    }

    /// Whether a User-agent line names nobody, because no rule follows it in a dialect in which a
    /// group needs one.
    fn is_ignored_name(&self, index: usize) -> bool {
        self.names_without_rule.binary_search(&index).is_ok()
    }

    /// The Robot-version lines of a group that do not directly follow a name, in dialects that read
    /// such lines.
    fn misplaced_versions_of(&self, section: &Section<'_>) -> Vec<usize> {
        let is_name = |index: usize| {
            section
                .names
                .binary_search_by_key(&index, |name| name.entry)
                .is_ok()
        };
        let lines_with_keys = |index: &usize| self.entry(*index).directive.is_some();
        let is_misplaced = |index: &usize| {
            let version = self.entry(*index).directive;
            version.is_some_and(|line| line.kind() == DirectiveKind::RobotVersion)
                && (section.first..*index)
                    .rfind(lines_with_keys)
                    .is_some_and(|above| !is_name(above))
        };
        let others = section.others.iter().copied();
        let honors = self.dialect.robot_version;
        others.filter(|index| honors && is_misplaced(index)).collect()
    }

    /// Takes lines of no group.
    fn take_outside(&mut self, lines: core::ops::Range<usize>) {
        for index in lines {
            let Some(directive) = self.entry(index).directive else {
                continue;
            };
            match directive.kind().rule_kind() {
                Some(kind) => {
                    let rules = self.rule_lines(index, kind, directive.value());
                    self.orphans.extend(rules);
                }
                None => self.outside.push(index),
            }
        }
    }

    /// The number of the group that a line belongs to: the last one that begins at this line or
    /// above it, even if a blank line has ended it before this line.
    pub(in crate::lint) fn section_at(&self, index: usize) -> Option<usize> {
        let after = self.sections.partition_point(|section| section.first <= index);
        after.checked_sub(1)
    }

    /// The pattern language of the group that a line belongs to.
    pub(in crate::lint) fn language_at(&self, index: usize) -> PatternLanguage {
        let section = self.section_at(index).map(|number| &self.sections[number]);
        section.map_or(self.dialect.pattern_language, |section| section.language)
    }

    /// Whether a rule is the only one on its line.
    pub(in crate::lint) fn is_whole(&self, rule: &RuleLine<'_>) -> bool {
        let directive = self.entry(rule.entry).directive;
        directive.is_some_and(|directive| directive.value().len() == rule.value.len())
    }

    /// Line and column of an offset. Logarithmic in the number of lines.
    pub(in crate::lint) fn position(&self, offset: u32) -> Position {
        let index = self.lines_until(offset).saturating_sub(1);
        // A byte order mark comes before the first line, but belongs to it.
        let start = match index {
            0 => 0,
            _ => self.get_entry(index).map_or(0, |entry| entry.line.span().start),
        };
        Position {
            line: index as u32 + 1,
            column: offset - start + 1,
        }
    }

    /// Where `part`, a slice of the body, is.
    pub(in crate::lint) fn span_of(&self, part: &[u8]) -> Span {
        let start = robots_exclusion::companions::offset_in(self.body, part);
        Span::new(start, start + part.len())
    }

    /// Whether the line above a line is a comment, which may be about it.
    pub(in crate::lint) fn has_comment_above(&self, index: usize) -> bool {
        let above = index.checked_sub(1).map(|above| self.entry(above).line);
        above.is_some_and(|line| line.text().is_empty() && line.comment().is_some())
    }

    /// Whether a crawler reads a group: the group names it, or is for all that no group names.
    pub(in crate::lint) fn is_for(&self, section: &Section<'_>, agent: &Agent) -> bool {
        let is_own = |label: &[u8]| {
            let mut tokens = agent.tokens().iter();
            tokens.any(|token| label.eq_ignore_ascii_case(token.as_bytes()))
        };
        section.labels().any(is_own) || agent.obeys_star() && section.has_star() && !self.names(agent)
    }

    /// Whether some group names a crawler. The labels are collected once, as there may be as many
    /// groups of `*` as lines.
    fn names(&self, agent: &Agent) -> bool {
        let labels = self.labels.get_or_init(|| {
            let labels = self.sections.iter().flat_map(Section::labels);
            labels.map(<[u8]>::to_ascii_lowercase).collect()
        });
        let mut tokens = agent.tokens().iter();
        tokens.any(|token| labels.contains(token.to_ascii_lowercase().as_bytes()))
    }

    /// Whether a group of `*` disallows anything.
    pub(in crate::lint) fn has_restricting_star(&self) -> bool {
        self.sections
            .iter()
            .any(|section| section.has_star() && section.restricts())
    }

    /// The living crawlers that read a group, if their operators document a dialect of this kind.
    pub(in crate::lint) fn readers<'s>(
        &'s self,
        section: &'s Section<'_>,
        is_of_kind: impl Fn(&Dialect) -> bool + 's,
    ) -> impl Iterator<Item = &'static Agent> + 's {
        let agents = agents::ALL.iter().filter(|agent| !agent.is_former());
        agents.filter(move |agent| is_of_kind(&agent.dialect()) && self.is_for(section, agent))
    }

    /// Whether all crawlers that a group is for are well-known ones.
    pub(in crate::lint) fn names_known_alone(section: &Section<'_>) -> bool {
        let is_known = |label: &[u8]| {
            let token = core::str::from_utf8(label).unwrap_or_default();
            agents::by_token(token).is_some()
        };
        section.labels().all(is_known)
    }

    /// The line end for new lines: CR and LF if the first line ends in them, otherwise LF.
    pub(in crate::lint) fn line_end(&self) -> &'static str {
        let ends = self.get_entry(0).map_or(&b""[..], |entry| {
            &self.body[entry.line.span().end as usize..entry.line.full_span().end as usize]
        });
        if ends == b"\r\n" { "\r\n" } else { "\n" }
    }

    /// The text of line `index` with `part`, a slice of it, replaced by `text`.
    pub(in crate::lint) fn line_with(&self, index: usize, part: &[u8], text: &[u8]) -> Vec<u8> {
        let line = self.entry(index).line.span();
        let part = self.span_of(part);
        [
            &self.body[line.start as usize..part.start as usize],
            text,
            &self.body[part.end as usize..line.end as usize],
        ]
        .concat()
    }

    /// The lines `first..=last`, with or without the line end of the last one.
    pub(in crate::lint) fn lines_span(&self, first: usize, last: usize, with_end: bool) -> Span {
        let start = self.entry(first).line.span().start;
        let last = self.entry(last).line;
        let end = if with_end {
            last.full_span().end
        } else {
            last.span().end
        };
        Span { start, end }
    }
}

/// The `values` that were found in the `value` of a line, or one empty value if that is empty.
fn or_empty<'b>(value: &'b [u8], values: impl Iterator<Item = &'b [u8]>) -> impl Iterator<Item = &'b [u8]> {
    let mut values = values.peekable();
    let empty = Some(value).filter(|value| value.is_empty() && values.peek().is_none());
    empty.into_iter().chain(values)
}

/// Bytes in a message: as text, shortened, control characters escaped.
pub(in crate::lint) struct Shown<'b> {
    bytes: &'b [u8],
    /// In characters.
    max: usize,
}

/// A part of a line, as messages show it.
pub(in crate::lint) fn shown(bytes: &[u8]) -> Shown<'_> {
    Shown { bytes, max: 60 }
}

/// A corrected line, as help shows it.
pub(in crate::lint) fn shown_line(bytes: &[u8]) -> Shown<'_> {
    Shown { bytes, max: 200 }
}

/// The first of `count` items, no more than `most`: `a, b and 3 more`.
pub(in crate::lint) fn first_of<T: fmt::Display>(
    items: impl IntoIterator<Item = T>,
    count: usize,
    most: usize,
) -> String {
    let first: Vec<String> = items
        .into_iter()
        .take(most)
        .map(|item| item.to_string())
        .collect();
    let more = match count.saturating_sub(most) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    first.join(", ") + &more
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;

        // No character of UTF-8 takes more than four bytes, so this much has `max` characters and
        // one more, which shows that the text is longer.
        let head = &self.bytes[..self.bytes.len().min(4 * (self.max + 1))];
        for (count, c) in String::from_utf8_lossy(head).chars().enumerate() {
            if count == self.max {
                return f.write_str("...");
            }
            if c.is_control() {
                write!(f, "{}", c.escape_default())?;
            } else {
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}
