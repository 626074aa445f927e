//! Drafts of the edited file, which may be wrong: [`proof`](super::proof) checks them.

use std::collections::BTreeSet;

use robots_exclusion::companions::pattern::RuleSyntax;
use robots_exclusion::companions::{Key, Scope};
use robots_exclusion::dialect::{PatternLanguage, RuleChoice};
use robots_exclusion::syntax::{Directive, DirectiveKind, Lines};
use robots_exclusion::{Dialect, Group, RobotsTxt, RuleKind};

use super::Goal;
use super::crawlers::Crawler;

/// A line that an edit adds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Added {
    text: Vec<u8>,
    /// Whether the line is a rule that the edit asks for.
    is_asked: bool,
}

impl Added {
    fn copied(text: Vec<u8>) -> Self {
        Self {
            text,
            is_asked: false,
        }
    }

    fn asked(kind: RuleKind, path: &str) -> Self {
        let key = match kind {
            RuleKind::Allow => "Allow",
            _ => "Disallow",
        };
        Self {
            text: format!("{key}: {path}").into_bytes(),
            is_asked: true,
        }
    }
}

/// A line of the file.
#[derive(Debug)]
struct DraftLine<'b> {
    /// The line with its line end.
    full: &'b [u8],
    comment: Option<&'b [u8]>,
    end: &'b [u8],
    is_removed: bool,
    /// Lines that are added before it.
    before: Vec<Added>,
}

/// A group that is added.
#[derive(Debug)]
struct NewGroup {
    names: Vec<String>,
    lines: Vec<Added>,
}

#[derive(Debug)]
pub(super) struct Draft<'b> {
    lines: Vec<DraftLine<'b>>,
    groups: Vec<NewGroup>,
    /// Lines that are added to the last group.
    last: Vec<Added>,
    /// The index of the line after which the last group ends, if it has no rule: the names of a group
    /// below it would join it.
    open_end: Option<usize>,
    /// The index of the line on which the first group begins.
    first_group: Option<usize>,
    end: &'static [u8],
}

impl<'b> Draft<'b> {
    /// A file in which the goals may be met and the separated crawlers have their own groups.
    pub(super) fn new(body: &'b [u8], goals: &[Goal<'_>], separated: &[Crawler]) -> Self {
        let robots = RobotsTxt::parse(body);
        let lines: Vec<DraftLine<'b>> = Lines::new(body, Dialect::RFC_9309)
            .map(|line| {
                let start = if line.number() == 1 {
                    0
                } else {
                    line.full_span().start
                };
                let (start, end) = (start as usize, line.full_span().end as usize);
                DraftLine {
                    full: &body[start..end],
                    comment: line.comment(),
                    end: &body[line.span().end as usize..end],
                    is_removed: false,
                    before: Vec::new(),
                }
            })
            .collect();
        let ends_in = |end: &[u8]| lines.iter().any(|line| line.end == end);
        let end: &'static [u8] = match () {
            () if ends_in(b"\n") || !ends_in(b"\r\n") && !ends_in(b"\r") => b"\n",
            () if ends_in(b"\r\n") => b"\r\n",
            () => b"\r",
        };
        let mut draft = Self {
            first_group: robots.groups().next().map(|group| index(group.line())),
            lines,
            groups: Vec::new(),
            last: Vec::new(),
            open_end: robots
                .groups()
                .last()
                .filter(|group| group.rules().next().is_none())
                .and_then(|group| Some(index(group.directives().last()?.line()))),
            end,
        };
        let own: BTreeSet<Vec<u8>> = goals
            .iter()
            .map(|goal| goal.crawler.token().to_ascii_lowercase().into())
            .collect();
        let mut done = BTreeSet::new();
        for goal in goals {
            let robots = goal.crawler.parse(body);
            let groups = goal.crawler.groups(&robots);
            let is_own = |group: &Group<'_>| {
                let names: Vec<Vec<u8>> = group.agents().map(<[u8]>::to_ascii_lowercase).collect();
                !names.is_empty() && names.iter().all(|name| own.contains(name))
            };
            if !groups.is_empty() && groups.iter().all(is_own) {
                draft.change_groups(goal, &groups, &mut done);
            } else {
                draft.take_out(goal.crawler, &robots);
                draft.add_group(goal.crawler, goal.lines(&groups));
            }
        }
        for crawler in separated {
            let robots = crawler.parse(body);
            let groups = crawler.groups(&robots);
            let mut lines: Vec<Added> = copied(&groups).map(|(_, line)| line).collect();
            if lines.is_empty() {
                // No group applied, or only a group that allows everything.
                lines.push(Added::copied(b"Disallow:".to_vec()));
            }
            draft.add_group(crawler, lines);
        }
        draft
    }

    /// Changes the groups of a crawler, which apply only to crawlers of the edit.
    fn change_groups(&mut self, goal: &Goal<'_>, groups: &[Group<'_>], done: &mut BTreeSet<u32>) {
        let Some(first) = groups.first() else { return };
        if !done.insert(first.line()) {
            return;
        }
        let (mut place, mut kept, mut more) = (None, 0, Vec::new());
        let mut is_there = false;
        for group in groups {
            for directive in group.directives() {
                let Some(kind) = rule_kind(&directive) else {
                    continue;
                };
                let (at, value) = (index(directive.line()), directive.value());
                let is_dropped = goal.drops(kind, value);
                if is_dropped {
                    self.lines[at].is_removed = true;
                } else {
                    kept += 1;
                }
                // Where the first match decides, it counts where it is.
                let counts = place.is_none() || goal.crawler.dialect.rule_choice != RuleChoice::First;
                is_there |= !is_dropped && counts && kind == goal.kind && value == goal.path.as_bytes();
                if is_dropped || goal.comes_before(kind, value) {
                    place.get_or_insert(at);
                }
                more.extend(goal.narrowed(kind, value).filter(|_| !is_dropped));
            }
        }
        let asked = goal.asked(kept, groups).filter(|_| !is_there);
        let more: Vec<Added> = asked.chain(more).collect();
        if more.is_empty() {
            return;
        }
        // After the names of the first group if it has no rules.
        let last_name = first.directives().filter(is_name).last();
        let place = place.or_else(|| Some(index(last_name?.line()) + 1));
        match place.and_then(|place| self.lines.get_mut(place)) {
            Some(line) => line.before.extend(more),
            // The last line of the file names the group.
            None => self.last.extend(more),
        }
    }

    /// Removes the name of a crawler from its groups.
    fn take_out(&mut self, crawler: &Crawler, robots: &RobotsTxt<'_>) {
        for group in robots.groups() {
            let is_of_crawler = |name: &[u8]| name.eq_ignore_ascii_case(crawler.token().as_bytes());
            if !group.agents().any(is_of_crawler) {
                continue;
            }
            let is_alone = group.agents().all(is_of_crawler);
            let last_name = group.directives().filter(is_name).last();
            let last_name = last_name.map_or(0, |name| name.line());
            // Whether the names right above a line are all the crawler's. Lines such as `Crawl-delay` between
            // names are for the names above them alone.
            let (mut are_own, mut is_below_name) = (true, false);
            for directive in group.directives() {
                let names_it = is_name(&directive) && is_of_crawler(name_of(directive.value()));
                if is_name(&directive) {
                    are_own = (are_own || !is_below_name) && names_it;
                }
                is_below_name = is_name(&directive);
                let is_between = directive.line() < last_name && are_own;
                let is_moved = (is_alone || is_between) && !is_for_file(directive.kind());
                if names_it || is_moved {
                    self.lines[index(directive.line())].is_removed = true;
                }
            }
        }
    }

    /// Whether a rule is added below a line, or in its place.
    fn has_last_rule(&self, at: usize) -> bool {
        let below = self.lines[at..].iter().flat_map(|line| &line.before);
        self.lines[at].is_removed || below.chain(&self.last).any(|line| line.is_asked)
    }

    fn add_group(&mut self, crawler: &Crawler, lines: Vec<Added>) {
        let name = crawler.token().to_owned();
        match self.groups.iter_mut().find(|group| group.lines == lines) {
            Some(group) => group.names.push(name),
            None => self.groups.push(NewGroup {
                names: vec![name],
                lines,
            }),
        }
    }

    /// The file, and the numbers of the lines with the rules that the edit asks for. New groups are
    /// added at the end, or before the first group; `None` if they cannot be added there.
    pub(super) fn written(&self, is_at_end: bool) -> Option<(Vec<u8>, BTreeSet<u32>)> {
        let start = match is_at_end {
            true => None,
            // A byte order mark stays first.
            false => Some(
                self.first_group
                    .filter(|at| *at > 0 || !self.lines[0].full.starts_with(b"\xEF"))?,
            ),
        };
        let mut file = File {
            body: Vec::new(),
            lines: 0,
            asked: BTreeSet::new(),
            end: self.end,
        };
        let open_end = self.open_end.filter(|_| is_at_end && !self.groups.is_empty());
        for (number, line) in self.lines.iter().enumerate() {
            if Some(number) == start {
                self.groups.iter().for_each(|group| file.group(group));
            }
            line.before.iter().for_each(|added| file.add(added));
            match (line.is_removed, line.comment) {
                (false, _) => file.raw(&[line.full]),
                (true, Some(comment)) => file.raw(&[comment, line.end]),
                (true, None) => {}
            }
            if Some(number) == open_end && !self.has_last_rule(number) {
                file.end_line();
                file.add(&Added::copied(b"Disallow:".to_vec()));
            }
        }
        if !self.last.is_empty() {
            file.end_line();
            self.last.iter().for_each(|added| file.add(added));
        }
        if is_at_end {
            for group in &self.groups {
                file.end_line();
                file.blank_line();
                file.bare(group);
            }
        }
        Some((file.body, file.asked))
    }
}

/// A file that is being written.
struct File {
    body: Vec<u8>,
    /// The number of lines so far.
    lines: u32,
    asked: BTreeSet<u32>,
    end: &'static [u8],
}

impl File {
    fn raw(&mut self, parts: &[&[u8]]) {
        parts.iter().for_each(|part| self.body.extend_from_slice(part));
        self.lines += 1;
    }

    fn add(&mut self, added: &Added) {
        self.raw(&[&added.text, self.end]);
        if added.is_asked {
            self.asked.insert(self.lines);
        }
    }

    /// Ends the last line.
    fn end_line(&mut self) {
        if !self.body.is_empty() && !self.body.ends_with(b"\n") && !self.body.ends_with(b"\r") {
            self.body.extend_from_slice(self.end);
        }
    }

    /// Adds a blank line, unless the last line is blank.
    fn blank_line(&mut self) {
        let text = self.body.strip_suffix(self.end).unwrap_or(&self.body);
        if !text.is_empty() && !text.ends_with(b"\n") && !text.ends_with(b"\r") {
            self.raw(&[self.end]);
        }
    }

    fn bare(&mut self, group: &NewGroup) {
        for name in &group.names {
            self.raw(&[b"User-agent: ", name.as_bytes(), self.end]);
        }
        group.lines.iter().for_each(|line| self.add(line));
    }

    /// A group and a blank line.
    fn group(&mut self, group: &NewGroup) {
        self.bare(group);
        self.raw(&[self.end]);
    }
}

impl Goal<'_> {
    /// Whether a rule must be removed to meet the goal: an Allow under a path that is blocked, or a
    /// Disallow of a whole site that is allowed.
    fn drops(&self, kind: RuleKind, value: &[u8]) -> bool {
        match (self.kind, kind) {
            (RuleKind::Disallow, RuleKind::Allow) => self.is_within(value),
            (RuleKind::Allow, RuleKind::Disallow) => {
                value == self.path.as_bytes()
                    || self.path == "/" && self.is_broad(&String::from_utf8_lossy(value))
            }
            _ => false,
        }
    }

    /// Whether the rule of the goal must come before this rule, in dialects in which the first
    /// match decides.
    fn comes_before(&self, kind: RuleKind, value: &[u8]) -> bool {
        match self.kind {
            RuleKind::Allow => kind == RuleKind::Disallow && self.is_broad(&String::from_utf8_lossy(value)),
            _ => true,
        }
    }

    /// The rules that are added to a group that keeps this many rules: that of the goal, unless none is needed, or
    /// those of `*`.
    fn asked(&self, kept: usize, groups: &[Group<'_>]) -> impl Iterator<Item = Added> + '_ {
        let needs_rule = self.kind == RuleKind::Disallow || self.path != "/" || kept == 0;
        let are_globs = groups
            .iter()
            .any(|group| group.pattern_language() == PatternLanguage::Glob);
        let own = (needs_rule && self.inherited.is_empty()).then(|| match are_globs {
            // A glob matches whole paths.
            true => Added::asked(
                self.kind,
                &match self.path.strip_suffix('$') {
                    Some(path) => path.to_owned(),
                    None => format!("{}*", self.path.trim_end_matches('*')),
                },
            ),
            false => Added::asked(self.kind, self.path),
        });
        let inherited = self.inherited.iter();
        own.into_iter()
            .chain(inherited.map(|(kind, pattern)| Added::asked(*kind, pattern)))
    }

    /// The lines of a new group for a crawler that followed these groups.
    fn lines(&self, groups: &[Group<'_>]) -> Vec<Added> {
        let mut lines = Vec::new();
        let (mut place, mut kept) = (None, 0);
        let mut more = Vec::new();
        for (rule, line) in copied(groups) {
            let Some((kind, value)) = rule else {
                lines.push(line);
                continue;
            };
            let is_implied = self.kind == RuleKind::Disallow && self.is_within(&value);
            if self.drops(kind, &value) || is_implied {
                continue;
            }
            if self.comes_before(kind, &value) {
                place.get_or_insert(lines.len());
            }
            more.extend(self.narrowed(kind, &value));
            kept += 1;
            lines.push(line);
        }
        let place = place.unwrap_or(if kept == 0 { 0 } else { lines.len() });
        drop(lines.splice(place..place, self.asked(kept, groups).chain(more)));
        lines
    }

    /// For an Allow of any depth, such as `/*.css$`, or a path of any depth that is to be blocked, a longer
    /// Disallow for the URLs that both match.
    fn narrowed(&self, kind: RuleKind, value: &[u8]) -> Option<Added> {
        if self.kind != RuleKind::Disallow || kind != RuleKind::Allow {
            return None;
        }
        let value = core::str::from_utf8(value).ok()?;
        let rest = value.strip_prefix('/').unwrap_or(value);
        let is_literal = |pattern: &str| !pattern.contains(['*', '$']);
        if rest.starts_with('*') && is_literal(self.path) {
            return Some(Added::asked(RuleKind::Disallow, &format!("{}{rest}", self.path)));
        }
        // A shorter Allow loses anyway.
        let deep = self.path.strip_prefix('/').filter(|path| path.starts_with('*'))?;
        let length = |pattern: &str| {
            RuleSyntax::new(&self.crawler.dialect).length(pattern.as_bytes(), PatternLanguage::Wildcard)
        };
        let is_longer = is_literal(value) && length(value) >= length(self.path);
        is_longer.then(|| Added::asked(RuleKind::Disallow, &format!("{value}{deep}")))
    }
}

/// The lines of groups that apply to their crawlers, without names; for rules, also their kind and
/// value.
fn copied<'g>(groups: &'g [Group<'_>]) -> impl Iterator<Item = (Option<(RuleKind, Vec<u8>)>, Added)> + 'g {
    let directives = groups.iter().flat_map(Group::directives);
    let are_copied = |directive: &Directive<'_>| !is_name(directive) && !is_for_file(directive.kind());
    directives.filter(are_copied).map(|directive| {
        let key = directive.kind().key().map_or(directive.key(), str::as_bytes);
        let rule = rule_kind(&directive).map(|kind| (kind, directive.value().to_vec()));
        let text = [key, b": ", directive.value()].concat();
        (rule, Added::copied(text.trim_ascii_end().to_vec()))
    })
}

fn rule_kind(directive: &Directive<'_>) -> Option<RuleKind> {
    match directive.kind() {
        DirectiveKind::Allow => Some(RuleKind::Allow),
        DirectiveKind::Disallow => Some(RuleKind::Disallow),
        _ => None,
    }
}

fn is_for_file(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::File)
}

fn is_name(directive: &Directive<'_>) -> bool {
    directive.kind() == DirectiveKind::UserAgent
}

/// The token of a User-agent line.
fn name_of(value: &[u8]) -> &[u8] {
    let end = value
        .iter()
        .position(|byte| !robots_exclusion::companions::crawler_name::is_token_byte(*byte));
    &value[..end.unwrap_or(value.len())]
}

/// The index of a line, whose numbers begin with 1.
fn index(line: u32) -> usize {
    (line as usize).saturating_sub(1)
}
