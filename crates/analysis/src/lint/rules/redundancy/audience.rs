//! Which groups apply together, and the policies of all crawlers that a line concerns.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::Policy;
use crate::lint::engine::document::{Document, RuleLine, Section};
use crate::lint::engine::mistakes::Mistakes;
use crate::lint::wildcards;
use robots_exclusion::Dialect;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern::RuleKey;
use robots_exclusion::dialect::GroupChoice;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::Lines;

/// Groups that share a crawler, directly or through other groups.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// Numbers of the groups, ascending.
    sections: Vec<usize>,
    /// The groups that apply to a crawler, for each kind of crawler.
    audiences: Vec<Vec<usize>>,
    /// Whether crawlers that are in none of the audiences may read any combination of the groups of
    /// the file.
    pub(super) has_unknown_audiences: bool,
}

/// Sorts groups into components. Groups that no crawler reads are in none, nor are groups whose
/// numbers are in `removed`, which is ascending.
///
/// The names in the file represent all crawlers. A crawler with several tokens obeys the groups of
/// the first of them that any group names, and no others, so this one name stands for the crawler.
/// The crawlers that no group names read the groups of `*`.
///
/// Where names are compared by containment, this does not hold: any name may contain several
/// others. There, every group is a component of its own, whether or not anybody reads it; if
/// several groups may apply at once, a finding must be true for every combination of them.
pub(super) fn components(document: &Document<'_>, removed: &[usize]) -> Vec<Component> {
    let dialect = &document.dialect;
    let sections = document.sections.iter().enumerate();
    let sections = sections.filter(|(number, _)| removed.binary_search(number).is_err());
    if dialect.name_test.is_by_containment() {
        let merges = dialect.group_choice != GroupChoice::First && document.sections.len() > 1;
        return sections
            .map(|(number, _)| Component {
                sections: [number].into(),
                audiences: [[number].into()].into(),
                has_unknown_audiences: merges,
            })
            .collect();
    }
    let audiences = document.robots().group_lists(removed);
    let mut joined = Joined((0..document.sections.len()).collect());
    for audience in &audiences {
        for pair in audience.windows(2) {
            joined.join(pair[0], pair[1]);
        }
    }
    let mut components: BTreeMap<usize, Component> = BTreeMap::new();
    for audience in audiences {
        let root = joined.root(audience[0]);
        let component = components.entry(root).or_insert_with(|| Component {
            sections: Vec::new(),
            audiences: Vec::new(),
            has_unknown_audiences: false,
        });
        component.sections.extend_from_slice(&audience);
        component.audiences.push(audience);
    }
    let mut components: Vec<Component> = components.into_values().collect();
    for component in &mut components {
        component.sections.sort_unstable();
        component.sections.dedup();
    }
    components
}

/// Disjoint sets.
struct Joined(Vec<usize>);

impl Joined {
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// A line that holds rules.
#[derive(Clone, Debug)]
pub(super) struct RulesOfLine<'d, 'b> {
    /// Index of the line.
    pub(super) entry: usize,
    pub(super) section: usize,
    /// Its paths; none is empty.
    pub(super) rules: &'d [RuleLine<'b>],
    /// The number of the line in the policies.
    pub(super) number: u32,
    /// The number, in the policies, of a second form of the line: without the stars at the end of
    /// its pattern.
    pub(super) shortened: Option<u32>,
    shortened_text: Vec<u8>,
    /// The index, among the lines, of an earlier line that has the same rule for all crawlers that
    /// read this one. If it is set, the policies leave this line out.
    pub(super) duplicate_of: Option<usize>,
}

/// The lines of a component, with numbers of their own. The same numbers are used in all policies
/// of the component.
#[derive(Clone, Debug)]
pub(super) struct RuleLines<'d, 'b> {
    document: &'d Document<'b>,
    component: &'d Component,
    /// In the order of the file.
    pub(super) lines: Vec<RulesOfLine<'d, 'b>>,
    /// One more than the highest number.
    end: u32,
    /// The length of all lines together, in bytes.
    text_len: usize,
}

/// How many lines come before the rules of a group: a User-agent line, and a `Robot-version` line
/// or a comment in its place.
const HEADER_LINES: u32 = 2;

impl<'d, 'b> RuleLines<'d, 'b> {
    /// A line of the same group that stays and has the same pattern as another, but for the case of escapes,
    /// where a line above has it in another spelling.
    pub(super) fn in_same_spelling(
        &self,
        at: usize,
        removed: &BTreeSet<usize>,
    ) -> Option<&RulesOfLine<'d, 'b>> {
        let own = &self.lines[at];
        let first = own.duplicate_of.map(|first| &self.lines[first])?;
        if first.rules[0].value.eq_ignore_ascii_case(own.rules[0].value) {
            return None;
        }
        let is_like = |(number, other): &(usize, &RulesOfLine<'_, '_>)| {
            *number != at
                && other.section == own.section
                && other.rules[0].kind == own.rules[0].kind
                && other.rules[0].value.eq_ignore_ascii_case(own.rules[0].value)
                && !removed.contains(number)
        };
        self.lines
            .iter()
            .enumerate()
            .find(is_like)
            .map(|(_, other)| other)
    }

    /// The lines of a component. If `skip_checks` is given, which has a flag for each line of the
    /// file, the lines whose flag is not set get a shortened form too, if they have stars to lose.
    pub(super) fn new(
        document: &'d Document<'b>,
        component: &'d Component,
        skip_checks: Option<&[bool]>,
    ) -> Self {
        let mut lines = Vec::new();
        let mut end = 1;
        let mut text_len = 0;
        for &section in &component.sections {
            end += HEADER_LINES;
            for rules in document.sections[section]
                .rules
                .chunk_by(|a, b| a.entry == b.entry)
            {
                let entry = rules[0].entry;
                if is_empty_rule(rules[0].value) {
                    continue;
                }
                let shortened_text = skip_checks
                    .filter(|skip_checks| !skip_checks[entry])
                    .and_then(|_| shortened(document, section, rules));
                text_len += document.entry(entry).line.text().len();
                let number = end;
                end += 1 + u32::from(shortened_text.is_some());
                lines.push(RulesOfLine {
                    entry,
                    section,
                    rules,
                    number,
                    shortened: shortened_text.is_some().then_some(number + 1),
                    shortened_text: shortened_text.unwrap_or_default(),
                    duplicate_of: None,
                });
            }
        }
        Self {
            document,
            component,
            lines,
            end,
            text_len,
        }
    }

    /// Marks lines with a single rule that an earlier line has too, for all crawlers that read the
    /// later one, if the later one `may_go` by the index of its line. It may then go whatever other
    /// rules there are. Every group keeps a line that is not marked. Only the first line with the
    /// rule is looked at.
    pub(super) fn mark_duplicates(&mut self, may_go: impl Fn(usize) -> bool) {
        let document = self.document;
        let mut audiences: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (audience, number) in self.component.audiences.iter().zip(0..) {
            for section in audience {
                audiences.entry(*section).or_default().push(number);
            }
        }
        let mut remaining: BTreeMap<usize, usize> = BTreeMap::new();
        for line in &self.lines {
            *remaining.entry(line.section).or_default() += 1;
        }
        let mut first: BTreeMap<RuleKey, usize> = BTreeMap::new();
        for at in 0..self.lines.len() {
            let line = &self.lines[at];
            let [rule] = line.rules else { continue };
            let language = document.sections[line.section].language;
            let key = rule.key(document, language);
            let Some(&above) = first.get(&key) else {
                first.insert(key, at);
                continue;
            };
            let (own, others) = (&audiences[&line.section], &audiences[&self.lines[above].section]);
            let remaining = remaining.entry(line.section).or_default();
            if *remaining > 1 && may_go(line.entry) && own.iter().all(|one| others.binary_search(one).is_ok())
            {
                *remaining -= 1;
                self.lines[at].duplicate_of = Some(above);
            }
        }
    }

    /// Whether crawlers that are not among the audiences may read any of the groups together.
    pub(super) fn has_unknown_audiences(&self) -> bool {
        self.component.has_unknown_audiences
    }

    /// The groups that apply to the crawlers of each policy.
    pub(super) fn audiences(&self) -> &'d [Vec<usize>] {
        &self.component.audiences
    }

    /// The total length of the text of all policies, and their total number of lines.
    pub(super) fn size(&self) -> (usize, usize) {
        let audiences = self.component.audiences.len();
        (self.text_len * audiences, self.end as usize * audiences)
    }

    /// Whether there is too much to be compared.
    pub(super) fn are_too_many(&self) -> bool {
        let (text, count) = self.size();
        text > super::MAX_TEXT.max(4 * self.document.body.len()) || count > super::MAX_LINES
    }

    /// The mistakes that touch any of the groups that a crawler of these lines may read.
    pub(super) fn mistakes(&self, of_groups: &[Mistakes]) -> Mistakes {
        let touched: &mut dyn Iterator<Item = &Mistakes> = match self.component.has_unknown_audiences {
            true => &mut of_groups.iter(),
            false => &mut self
                .component
                .sections
                .iter()
                .filter_map(|section| of_groups.get(*section)),
        };
        touched.fold(Mistakes::default(), |all, own| all.with(*own))
    }

    /// The line with a number, whether this is the number of the line itself or of its shortened
    /// form.
    pub(super) fn at(&self, number: u32) -> Option<usize> {
        let after = self.lines.partition_point(|line| line.number <= number);
        let line = after.checked_sub(1)?;
        let own = &self.lines[line];
        (own.number == number || own.shortened == Some(number)).then_some(line)
    }

    /// One policy for each kind of crawler.
    pub(super) fn policies(&self) -> Vec<Policy> {
        let audiences = self.component.audiences.iter();
        audiences
            .map(|audience| policy(&self.body(audience), self.document.dialect))
            .collect()
    }

    /// A policy in which each of these lines decides about some URL, so that
    /// [`minimize`](crate::decide::minimize()) keeps them.
    pub(super) fn guard(&self, numbers: &BTreeSet<u32>) -> Policy {
        let mut body = Vec::from(b"User-agent: *\n");
        for number in 2..self.end {
            if numbers.contains(&number) {
                body.extend_from_slice(format!("Disallow: /{number}$").as_bytes());
            }
            body.push(b'\n');
        }
        policy(&body, Dialect::RFC_9309)
    }

    /// A policy of some lines alone, with each path on a line of its own; if `kind` is given, all
    /// of them are rules of this kind. `lines` are in the order of the file. Also returns the
    /// number, in the policy, of the first line of each. `None` if the dialect cuts a line short:
    /// written in another way, it might be cut at another place.
    pub(super) fn alone(&self, lines: &[usize], kind: Option<RuleKind>) -> Option<(Policy, Vec<u32>)> {
        let (mut body, mut end, mut section) = (Vec::new(), 1, None);
        let mut numbers = Vec::new();
        for line in lines.iter().map(|line| &self.lines[*line]) {
            if section.replace(line.section) != Some(line.section) {
                self.push_header(line.section, &mut body);
                end += HEADER_LINES;
            }
            numbers.push(end);
            if self.document.entry(line.entry).line.is_cut() {
                return None;
            }
            for rule in line.rules {
                body.extend_from_slice(format!("{}: ", kind.unwrap_or(rule.kind)).as_bytes());
                body.extend_from_slice(rule.value);
                body.push(b'\n');
                end += 1;
            }
        }
        Some((policy(&body, self.document.dialect), numbers))
    }

    /// Writes the lines before the rules of a group.
    fn push_header(&self, section: usize, body: &mut Vec<u8>) {
        body.extend_from_slice(b"User-agent: *\n");
        let language = self.document.sections[section].language;
        let is_other = language != self.document.dialect.pattern_language;
        body.extend_from_slice(if is_other { b"Robot-version: 2.0\n" } else { b"#\n" });
    }

    /// A file in which the groups of an audience become groups of `*`, and lines for others are
    /// left out.
    fn body(&self, audience: &[usize]) -> Vec<u8> {
        let mut body = Vec::new();
        let mut lines = &self.lines[..];
        for section in &self.component.sections {
            let count = lines.partition_point(|line| line.section == *section);
            let (own, rest) = lines.split_at(count);
            lines = rest;
            let applies = audience.binary_search(section).is_ok();
            if applies {
                self.push_header(*section, &mut body);
            } else {
                body.extend_from_slice(b"#\n#\n");
            }
            for line in own {
                let span = self.document.entry(line.entry).line.span();
                let texts = [&self.document.body[span.range()], &line.shortened_text[..]];
                for text in &texts[..1 + usize::from(line.shortened.is_some())] {
                    // In place of a line that does not apply there is a comment, which keeps the
                    // numbers of the lines and ends no group in any dialect.
                    let applies = applies && line.duplicate_of.is_none();
                    body.extend_from_slice(if applies { text } else { b"#" });
                    body.push(b'\n');
                }
            }
        }
        body
    }
}

fn policy(body: &[u8], dialect: Dialect) -> Policy {
    Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(body))
}

/// A line of one path without the stars at its end, if these do not change which URLs match.
fn shortened(document: &Document<'_>, section: usize, rules: &[RuleLine<'_>]) -> Option<Vec<u8>> {
    let Section { language, .. } = document.sections[section];
    let [rule] = rules else {
        return None;
    };
    let own = document.entry(rule.entry).line;
    let stem = wildcards::without_trailing_star(rule, language).filter(|_| !own.is_cut())?;
    let text = document.line_with(rule.entry, rule.value, stem);
    // Written without its star, the pattern must still be read as it is written.
    let read = Lines::new(&text, document.dialect).next()?;
    let directive = Directive::of(&read, &document.dialect)?;
    (directive.value() == stem).then_some(text)
}
