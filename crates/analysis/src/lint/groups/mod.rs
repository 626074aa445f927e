//! Groups: the lines that open, split, join and hide them.

pub(super) mod binds_nobody;
pub(super) mod ignores_star;
pub(super) mod mistaken_groups;
pub(super) mod names;

use std::collections::{BTreeMap, BTreeSet};

use super::{Code, Run, Severity};
use crate::decide::{Access, Budget, Policy};
use crate::lint::engine::document::{Document, Entry, Name, Section, first_of, shown};
use crate::lint::engine::findings::{Finding, Findings};
use crate::lint::engine::meant;
use crate::lint::engine::search_engines::is_search_engine;
use crate::lint::groups::names::{Labels, known_name, name_is_whole, repeated_name};
use crate::lint::keys::meant_keys::is_meant_as_user_agent;
use robots_exclusion::Dialect;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::Scope;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::{Key, Keys};
use robots_exclusion::dialect::GroupChoice;
use robots_exclusion::dialect::GroupEnd;
use robots_exclusion::dialect::RuleChoice;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// Reports mistakes in groups, and marks groups that should be removed, with their rules.
pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings, marks) = (run.document, &mut run.findings, &mut run.marks);
    orphans(document, findings);
    outside(document, findings);
    without_rule(document, findings);
    // No crawler of today needs the blank line. Those who choose a dialect may need it.
    if run.options.dialect.is_some() {
        not_separated(document, findings);
    }
    let star_restricts = marks.star_restricts;
    // For each name in lower case, the first group and line that has it.
    let mut named: BTreeMap<Vec<u8>, (usize, usize)> = BTreeMap::new();
    let labels = &Labels::of(document);
    // Names that were reported as typos or retired.
    let mut reported: BTreeSet<&[u8]> = BTreeSet::new();
    let mut outcomes = Outcomes::new();
    for (number, section) in document.sections.iter().enumerate() {
        blank_lines(document, findings, section, &mut outcomes, run.budget);
        fusions(document, findings, section, run.options.dialect.is_some());
        if star_restricts && section.rules.is_empty() {
            hides_star(document, findings, section, labels);
        }
        let above = duplicated(document, section, &named);
        let mut repeated = false;
        for name in &section.names {
            let count = findings.count();
            if marks.skip_checks[name.entry] || !name_is_whole(document, findings, name, labels) {
                continue;
            }
            known_name(document, findings, section, name, labels, &mut reported);
            let is_repeated = match named.get(&name.label.to_ascii_lowercase()) {
                None => {
                    named.insert(name.label.to_ascii_lowercase(), (number, name.entry));
                    false
                }
                Some(&(first, entry)) if first == number => repeated_name(document, findings, name, entry),
                Some(&(_, entry)) if !repeated => {
                    repeated = true;
                    match above.map(|above| &document.sections[above]) {
                        None => repeated_group(document, findings, section, name, entry),
                        // The group above has this name by accident, which is reported there. This
                        // group was written for the name.
                        Some(above) if !above.fusions.is_empty() => false,
                        Some(_) => {
                            let is_duplicate = duplicate_group(document, findings, section, name, entry);
                            if is_duplicate {
                                marks.duplicate_groups.push(number);
                                for rule in &section.rules {
                                    marks.skip_checks[rule.entry] = true;
                                }
                            }
                            is_duplicate
                        }
                    }
                }
                Some(_) => false,
            };
            // That finding says how the name is read.
            if is_repeated && name.label.len() < name.value.len() {
                findings.take_back(Code::NameSuffix, count);
                findings.take_back(Code::CutName, count);
            }
        }
    }
}

/// The group above that names all crawlers of this one and has the same rules. `None` also if this
/// group has no rules, or has lines of another kind, which may add something.
fn duplicated(
    document: &Document<'_>,
    section: &Section<'_>,
    named: &BTreeMap<Vec<u8>, (usize, usize)>,
) -> Option<usize> {
    let mut numbers = section.names.iter().map(|name| {
        named
            .get(&name.label.to_ascii_lowercase())
            .map(|(number, _)| *number)
    });
    let above = numbers.next()??;
    let other = &document.sections[above];
    let mut pairs = section.rules.iter().zip(&other.rules);
    let is_duplicate = numbers.all(|number| number == Some(above))
        && section.others.is_empty()
        && !section.rules.is_empty()
        && section.language == other.language
        && section.rules.len() == other.rules.len()
        && pairs.all(|(a, b)| (a.kind, a.value) == (b.kind, b.value));
    is_duplicate.then_some(above)
}

/// Reports a group that has the same rules for the same crawlers as one above. Returns whether it
/// was reported.
fn duplicate_group(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    name: &Name<'_>,
    first: usize,
) -> bool {
    let differing = differing(document, name, first);
    // The name above is the one to mend. This group is the one that every reader understands.
    if differing.is_some() && name.value.len() == name.label.len() {
        return false;
    }
    findings.report(
        Code::RepeatedName,
        document.span_of(name.value),
        || match differing {
            None => format!(
                "there is a group for `{}` with the same rules above",
                shown(name.label)
            ),
            Some(differing) => format!(
                "{} `{}`, and a group above has the same rules for it",
                differing,
                shown(name.label)
            ),
        },
        |finding| {
            // The comments and blank lines of the group stay.
            let mut text = Vec::new();
            for entry in document.entries_in(section.first..section.last + 1) {
                let whole = entry.line.full_span();
                match (entry.directive, entry.line.comment()) {
                    (None, _) => text.extend_from_slice(&document.body[whole.range()]),
                    (Some(_), Some(comment)) => {
                        let start = document.span_of(comment).start;
                        text.extend_from_slice(&document.body[start as usize..whole.end as usize]);
                    }
                    (Some(_), None) => {}
                }
            }
            let finding = finding.related(document.entry(first).line.span(), "it is named here");
            // A comment about the group would be left without it.
            let is_explained = document.has_comment_above(section.first) || text.contains(&b'#');
            let (finding, help) = match is_explained {
                true => (finding, "remove this group, and the comments that are about it"),
                false => (finding.unasked(), "remove this group"),
            };
            finding.offer(help, document.lines_span(section.first, section.last, true), text);
        },
    )
}

/// The beginning of a message about a name that is repeated, if one of the two is not written as it is
/// read: "`FooBot/2.1` is read as".
pub(super) fn differing(document: &Document<'_>, name: &Name<'_>, first: usize) -> Option<String> {
    if name.value.len() > name.label.len() {
        return Some(format!("`{}` is read as", shown(name.value)));
    }
    let above = document.entry(first).directive?.value();
    let is_alike = above.len() <= name.label.len() || document.dialect.several_names;
    (!is_alike).then(|| format!("`{}` in line {} is read as", shown(above), first + 1))
}

/// Reports runs of rules that belong to no group, or that only some crawlers apply.
fn orphans(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if let Some(section) = document.sections.first()
        && section.is_unnamed
        && let Some(first) = document.entry(section.first).directive
    {
        let span = Span {
            start: first.key_span().start,
            end: first.value_span().end,
        };
        let message = || "there is no User-agent line above; other crawlers ignore this rule".into();
        findings.report(Code::RuleOutsideGroup, span, message, |finding| {
            orphans_of_nobody(document, finding, section.first, section.rules.len());
        });
    }
    let mut rest = &document.orphans[..];
    while let [first, ..] = rest {
        // A run ends where a group begins.
        let next_group = document
            .sections
            .partition_point(|section| section.first < first.entry);
        let end = document
            .sections
            .get(next_group)
            .map_or(usize::MAX, |section| section.first);
        let count = rest.partition_point(|rule| rule.entry < end);
        // Each broken User-agent line begins a run of its own.
        let is_other = |entry: &Entry<'_>| entry.directive.is_none_or(|own| own.kind().rule_kind().is_none());
        let broken = document
            .entries_in(first.entry + 1..rest[count - 1].entry)
            .position(|entry| is_other(&entry) && is_meant_as_user_agent(&entry));
        let count = match broken {
            Some(offset) => {
                let broken = first.entry + 1 + offset;
                rest[..count].partition_point(|rule| rule.entry < broken)
            }
            None => count,
        };
        let last = rest[count - 1].entry;
        rest = &rest[count..];
        let directive = document.entry(first.entry).directive;
        let Some(directive) = directive else {
            continue;
        };
        let section = next_group.checked_sub(1).map(|last| &document.sections[last]);
        // If the rule comes after a record without rules, that record ended at a blank line.
        let names = &document.names_without_rule;
        let name = names[..names.partition_point(|name| *name < first.entry)].last();
        let name = name.filter(|name| section.is_none_or(|section| section.last < **name));
        let above = name.copied().or_else(|| section.map(|section| section.last));
        let span = Span {
            start: directive.key_span().start,
            end: directive.value_span().end,
        };
        let others: String = match count {
            1 => "this rule belongs".into(),
            2 => "this rule and the next belong".into(),
            count => format!("this rule and the {} after it belong", count - 1),
        };
        let message = || match above {
            None => match broken_name_above(document, first.entry) {
                Some((line, entry)) => format!(
                    "{}{others} to no group: line {}, which should say whom it is for, is no User-agent line",
                    if google_reads(&entry) {
                        "for most crawlers other than Google's, "
                    } else {
                        ""
                    },
                    line + 1
                ),
                None => format!("{others} to no group: there is no User-agent line above"),
            },
            Some(_) => format!("{others} to no group: a blank line ends the group above"),
        };
        findings.report(Code::RuleOutsideGroup, span, message, |finding| match above {
            None => orphans_of_nobody(document, finding, first.entry, count),
            Some(above) => {
                let (span, text) = without_blank_lines(document, above + 1, last, |_| true);
                finding
                    .related(
                        document.entry(above).line.span(),
                        "the group ends after this line",
                    )
                    .offer("remove the blank lines above it", span, text);
            }
        });
    }
}

/// Says what to do about `count` rules above all User-agent lines, from `entry` on: they were intended for
/// everyone, unless the line above them was intended as a User-agent line.
fn orphans_of_nobody(document: &Document<'_>, finding: Finding<'_, '_, '_>, entry: usize, count: usize) {
    match broken_name_above(document, entry) {
        Some(broken) => correct_name_first(finding, &broken),
        // A second group of `*` would count for some crawlers only.
        None => match document
            .sections
            .iter()
            .find(|section| !section.is_unnamed && section.has_star())
        {
            Some(star) => {
                let (them, are) = if count > 1 {
                    ("them", "they are")
                } else {
                    ("it", "it is")
                };
                finding.help(format!(
                    "move {them} into the group of `*`, which begins in line {}, if {are} for all crawlers",
                    star.first + 1
                ));
            }
            None => finding.write(entry, below_star(document, entry)),
        },
    }
}

/// Says of a line that belongs to no group that the User-agent line above it is to be corrected first.
fn correct_name_first(finding: Finding<'_, '_, '_>, (index, above): &(usize, Entry<'_>)) {
    let line = index + 1;
    let help = match characters_before_key(above) {
        Some(before) => format!(
            "delete `{}` before the key of line {line} first: it makes the line unreadable",
            shown(before)
        ),
        None => format!("correct line {line} first, which is meant to say whom this line is for"),
    };
    finding
        .related(above.line.span(), "this line is meant to name crawlers")
        .help(help);
}

/// The line that was intended as the User-agent line of a line that belongs to no group, with its index. Other
/// lines of groups may be between the two, which belong to none either.
fn broken_name_above<'b>(document: &Document<'b>, entry: usize) -> Option<(usize, Entry<'b>)> {
    /// More lines are not looked at: each line of no group looks.
    const FEW: usize = 16;
    let lines = (0..entry).rev().map(|index| (index, document.entry(index)));
    let mut lines = lines.filter(|(_, above)| !above.line.text().is_empty()).take(FEW);
    let is_between = |above: &Entry<'_>| {
        let kind = above.directive.map(|directive| directive.kind());
        kind.is_some_and(|kind| is_of_group(kind) && kind != DirectiveKind::UserAgent)
    };
    let above = lines.find(|(_, above)| !is_between(above));
    above.filter(|(_, above)| is_meant_as_user_agent(above))
}

/// Whether Google's library takes a line for a User-agent line, however its key is spelled.
fn google_reads(entry: &Entry<'_>) -> bool {
    let key = entry.directive.map(|directive| directive.key());
    key.is_some_and(|key| Keys::new(&Dialect::GOOGLE).classify(key) == DirectiveKind::UserAgent)
}

/// What is before the key of a line that is a User-agent line without it, such as a byte order mark
/// that was encoded twice.
fn characters_before_key<'b>(entry: &Entry<'b>) -> Option<&'b [u8]> {
    let key = entry.directive?.key();
    let start = key
        .iter()
        .position(u8::is_ascii_alphabetic)
        .filter(|start| *start > 0)?;
    let kind = Keys::exact().classify(&key[start..]);
    (kind == DirectiveKind::UserAgent).then_some(&key[..start])
}

/// The line `entry`, below a User-agent line that makes it a rule for every crawler.
fn below_star(document: &Document<'_>, entry: usize) -> Vec<u8> {
    let line = document.entry(entry).line.span();
    [
        b"User-agent: *",
        document.line_end().as_bytes(),
        &document.body[line.range()],
    ]
    .concat()
}

/// The span of the lines `first..=last`, and their text without the blank lines that `is_meant`
/// selects by their index.
fn without_blank_lines(
    document: &Document<'_>,
    first: usize,
    last: usize,
    is_meant: impl Fn(usize) -> bool,
) -> (Span, Vec<u8>) {
    let kept = (first..=last).filter(|&index| !(document.entry(index).line.is_blank() && is_meant(index)));
    let text = kept.flat_map(|index| &document.body[document.entry(index).line.full_span().range()]);
    (document.lines_span(first, last, true), text.copied().collect())
}

fn outside(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for &index in &document.outside {
        let Some(directive) = document.entry(index).directive else {
            continue;
        };
        // In some dialects, names without a rule below them are in no group. Such a User-agent line
        // is not in the wrong place.
        if is_of_group(directive.kind()) && directive.kind() != DirectiveKind::UserAgent {
            findings.report(
                Code::ExtensionOutsideGroup,
                directive.key_span(),
                || format!("this `{}` applies to no crawler", shown(directive.key())),
                |finding| match broken_name_above(document, index) {
                    Some(broken) => correct_name_first(finding, &broken),
                    None => {
                        finding
                            .help("move it below the User-agent line of the crawlers that it is meant for");
                    }
                },
            );
        }
    }
}

/// Whether lines with this key count for a group, and are ignored outside one.
pub(in crate::lint) fn is_of_group(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::Group)
}

/// Reports a blank line within a group, and the lines after it that are lost to crawlers for which
/// a blank line ends a group.
fn blank_lines(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    outcomes: &mut Outcomes,
    budget: &mut Budget,
) {
    if document.dialect.group_end.is_at_blank_lines() || !findings.wants(Code::BlankLineInGroup) {
        return;
    }
    // If a User-agent line joins the group by mistake, the blank lines between it and the directive
    // above it are right: they should end the group. They are not reported.
    let is_amiss = |index: usize| {
        let next = section.fusions.partition_point(|fusion| fusion.joining < index);
        section
            .fusions
            .get(next)
            .is_none_or(|fusion| index < fusion.between)
    };
    let ends_group = blanks_above_meant_names(document, section);
    let is_amiss = |index: usize| is_amiss(index) && !ends_group.contains(&index);
    let is_blank = |index: &usize| document.entry(*index).line.is_blank() && is_amiss(*index);
    let mut blanks = (section.first..section.last).filter(is_blank);
    let Some(first) = blanks.next() else {
        return;
    };
    let last = blanks.next_back().unwrap_or(first);
    let ends_there = |dialect: &Dialect| dialect.group_end.is_at_blank_lines();
    let mut readers = document.readers(section, ends_there).peekable();
    // Crawlers that are not known may follow the older texts.
    if readers.peek().is_none() && Document::names_known_alone(section) {
        return;
    }
    // Of the lines after the blank one, those that belong to the group, up to the next name.
    let mut lost: Vec<usize> = Vec::new();
    let mut next_name = None;
    for index in first..=section.last {
        let kind = document.entry(index).directive.map(|directive| directive.kind());
        match kind {
            Some(DirectiveKind::UserAgent) => {
                next_name = Some(index);
                break;
            }
            Some(kind) if is_of_group(kind) => lost.push(index),
            _ => {}
        }
    }
    // If a name comes right after the blank line, the names above lose all rules.
    let place = match (&lost[..], next_name) {
        ([first, ..], _) => *first,
        // A group without rules has none to lose.
        ([], Some(_)) if section.rules.is_empty() => return,
        ([], Some(_)) => first - 1,
        ([], None) => return,
    };
    let readers: Vec<&Agent> = readers.collect();
    let span = document.entry(place).line.span();
    let message = || {
        let who = meant::operators(readers.iter().copied(), "crawlers of the older texts");
        match lost.len() {
            0 => format!("for {who}, this name has no rules: the blank line after it ends the group"),
            1 => format!("for {who}, this line belongs to no group: a blank line ends the one above"),
            count => format!(
                "for {who}, this line and {} after it belong to no group: a blank line ends the one above",
                count - 1
            ),
        }
    };
    findings.report(Code::BlankLineInGroup, span, message, |finding| {
        let (span, text) = without_blank_lines(document, first, last, is_amiss);
        let finding = match next_name {
            Some(next) if lost.is_empty() => finding.related(
                document.entry(next).line.span(),
                "this line begins another group for those crawlers",
            ),
            _ => finding.related(
                document.entry(first).line.span(),
                "for those crawlers, this blank line ends the group",
            ),
        };
        let finding = match readers
            .iter()
            .any(|agent| is_outcome_changed(document, agent, outcomes, budget))
        {
            true => finding.weighing(Severity::Warning),
            false => finding,
        };
        // For these, an Allow below the Disallow to which it is an exception would not count.
        let takes_first = |agent: &&Agent| agent.dialect().rule_choice == RuleChoice::First;
        let first = readers.iter().copied().find(takes_first);
        let order = match first.and_then(|first| Some((first, late_exception(section)?))) {
            Some((first, [disallow, allow])) => format!(
                "; then move line {} above line {}, since for {} the first rule that matches counts",
                allow + 1,
                disallow + 1,
                first.operator()
            ),
            None => String::new(),
        };
        finding.unasked().offer(
            format!("remove the blank lines, or put a `#` in them{order}"),
            span,
            text,
        );
    });
}

/// The lines of the first Allow that is an exception to a Disallow above it, and of that Disallow: of
/// `/x/y` to `/x/`. Only the first few rules are looked at.
fn late_exception(section: &Section<'_>) -> Option<[usize; 2]> {
    const FEW: usize = 100;
    let rules = || section.rules.iter().take(FEW);
    rules()
        .filter(|rule| rule.kind == RuleKind::Allow)
        .find_map(|allow| {
            let mut above = rules().take_while(|rule| rule.entry < allow.entry);
            let disallow = above.find(|rule| {
                rule.kind == RuleKind::Disallow
                    && !is_empty_rule(rule.value)
                    && allow.value.starts_with(rule.value)
            })?;
            Some([disallow.entry, allow.entry])
        })
}

/// The blank lines of a group above a misspelled User-agent line, which was intended to begin another
/// group, so that the blank lines are right.
fn blanks_above_meant_names(document: &Document<'_>, section: &Section<'_>) -> BTreeSet<usize> {
    // The lines are visited from the last to the first, so that each is read once.
    let mut begins_group = false;
    let mut ends_group: BTreeSet<usize> = BTreeSet::new();
    for index in (section.first..=section.last).rev() {
        let entry = document.entry(index);
        if entry.line.is_blank() {
            if begins_group {
                ends_group.insert(index);
            }
        } else if !entry.line.text().is_empty() {
            begins_group =
                entry.of_kind(DirectiveKind::UserAgent).is_none() && is_meant_as_user_agent(&entry);
        }
    }
    ends_group
}

/// The results of [`is_outcome_changed`], by the names of crawlers. A result is about the whole
/// file, which may have a blank line in each of many groups.
type Outcomes = BTreeMap<&'static str, bool>;

/// Whether a crawler may fetch more or less because blank lines end groups. False if that is not
/// known.
fn is_outcome_changed(
    document: &Document<'_>,
    agent: &Agent,
    outcomes: &mut Outcomes,
    budget: &mut Budget,
) -> bool {
    if let Some(known) = outcomes.get(agent.name()) {
        return *known;
    }
    let changed = compare_outcomes(document, agent, budget);
    outcomes.insert(agent.name(), changed);
    changed
}

fn compare_outcomes(document: &Document<'_>, agent: &Agent, budget: &mut Budget) -> bool {
    if !budget.read(2 * document.body.len()) {
        return false;
    }
    let mut access = |dialect: Dialect| -> Option<Access> {
        let robots = RobotsTxt::options().dialect(dialect).parse(document.body);
        Policy::of(&robots, agent).access("/", budget)
    };
    let dialect = agent.dialect();
    let mut skipping = dialect;
    skipping.group_end = GroupEnd::UserAgentAfterRule;
    let (with, without) = (access(dialect), access(skipping));
    with.is_some() && without.is_some() && with != without
}

/// Reports User-agent lines without a rule, in dialects in which these do not form records.
fn without_rule(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for &index in &document.names_without_rule {
        // A run of names is one record.
        let is_next = |above: usize| document.names_without_rule.binary_search(&above).is_ok();
        if index.checked_sub(1).is_some_and(is_next) {
            continue;
        }
        findings.report(
            Code::RecordWithoutRule,
            document.entry(index).line.span(),
            || "this record has no Disallow line, so it is ignored".into(),
            |finding| finding.help("add the rules that are meant, or remove the record"),
        );
    }
}

/// Reports a User-agent line right below a rule, in dialects in which blank lines separate records.
fn not_separated(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !document.dialect.group_end.is_at_blank_lines() {
        return;
    }
    for pair in document.sections.windows(2) {
        let between = document.entries_in(pair[0].last + 1..pair[1].first);
        if between.into_iter().any(|entry| entry.line.is_blank()) {
            continue;
        }
        let line = document.entry(pair[1].first).line.span();
        findings.report(
            Code::RecordsNotSeparated,
            line,
            || "no blank line separates this record from the one above".into(),
            |finding| {
                let above = Span {
                    start: line.start,
                    end: line.start,
                };
                finding
                    .related(
                        document.entry(pair[0].first).line.span(),
                        "the record above begins here",
                    )
                    .unasked()
                    .offer("put a blank line above it", above, document.line_end().into());
            },
        );
    }
}

fn fusions(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    is_dialect_chosen: bool,
) {
    // The crawlers of the group above, such as Yandex's and Baidu's, for which it ends at a blank line.
    let ends_at_blank_lines = |label: &[u8]| {
        let has_name = |agent: &&Agent| {
            agent
                .tokens()
                .iter()
                .any(|token| token.as_bytes().eq_ignore_ascii_case(label))
        };
        let mut agents = agents::ALL.iter().filter(has_name).peekable();
        agents.peek().is_some() && agents.all(|agent| agent.dialect().group_end.is_at_blank_lines())
    };
    // Whether the rules below, which were intended for the last names, close the site.
    let closes = section.closes_everything();
    let closes_nothing = section.rules.iter().all(|rule| is_empty_rule(rule.value));
    let stars = section
        .names
        .iter()
        .filter(|name| name.label == crawler_name::STAR);
    let last_star = stars.map(|name| name.entry).max();
    if section.rules.is_empty() && is_said_alike(document, section) {
        return;
    }
    let mut begins = section.first;
    for fusion in &section.fusions {
        // The beginning of the intended group, which this name should not join.
        let start = core::mem::replace(&mut begins, fusion.joining);
        let (between, joining) = (&document.entry(fusion.between), &document.entry(fusion.joining));
        let (Some(key), Some(name)) = (between.directive, joining.directive) else {
            continue;
        };
        let first_below = section.names.partition_point(|name| name.entry <= fusion.between);
        let (above, below) = section.names.split_at(first_below);
        // Crawlers that are named on both sides get all rules either way.
        let are_in = |names: &[Name<'_>], others: &[Name<'_>]| {
            let is_in = |name: &Name<'_>| {
                others
                    .iter()
                    .any(|other| other.label.eq_ignore_ascii_case(name.label))
            };
            names.iter().all(is_in)
        };
        if are_in(above, below) && are_in(below, above) {
            continue;
        }
        // The names of the intended group above.
        let first_own = above.partition_point(|name| name.entry < start);
        let mut between_both = document.entries_in(fusion.between + 1..fusion.joining);
        let are_apart = !is_dialect_chosen
            && between_both.any(|entry| entry.line.is_blank())
            && above[first_own..]
                .iter()
                .all(|name| ends_at_blank_lines(name.label));
        if are_apart {
            continue;
        }
        findings.report(
            Code::FusedGroups,
            joining.line.span(),
            || {
                format!(
                    "`{}` joins the group above: by RFC 9309{}, `{}` does not end it{}",
                    shown(name.value()),
                    // Google's library reads some misspelled keys as rules, which end the names.
                    match key.kind() {
                        DirectiveKind::Unknown => "",
                        _ => " and for Google",
                    },
                    shown(key.key()),
                    match section.rules.is_empty() {
                        true => String::new(),
                        false => {
                            let own = above.get(first_own..).unwrap_or_default();
                            let names = own.iter().map(|name| format!("`{}`", shown(name.value)));
                            let have = if own.len() == 1 { "has" } else { "have" };
                            format!(", so that {} {have} the same rules", first_of(names, own.len(), 2))
                        }
                    }
                )
            },
            |finding| {
                let is_search = |name: &&Name<'_>| {
                    name.label == crawler_name::STAR || is_search_engine(name.label)
                };
                let engine = above[first_own..].iter().find(is_search).filter(|_| closes);
                let finding = match engine {
                    // An author who slows a search engine down wants it to crawl.
                    Some(_) => finding.weighing(Severity::Error),
                    None if closes_nothing => finding.weighing(Severity::Info),
                    None => finding,
                };
                let finding = finding.related(
                    document.entry(section.first).line.span(),
                    "the group begins here",
                );
                let line = fusion.between + 1;
                let own = engine.or_else(|| above.get(first_own));
                let consequence = match (section.closing_rule(), own) {
                    (Some(rule), Some(name)) if closes => format!(
                        "; as it is, `{}` in line {} closes the site for `{}` too",
                        shown(document.entry(rule.entry).line.text().trim_ascii()),
                        rule.entry + 1,
                        shown(name.label)
                    ),
                    _ => String::new(),
                };
                if section.rules.is_empty() {
                    finding.help(format!(
                        "write below line {line} the rules of the group above: those of `*` if they are meant for it too, or `Disallow:`{}",
                        ending_parsers(key.kind())
                    ));
                    return;
                }
                // The rules of everybody are no rules to share with a crawler that is named for its own sake.
                let joins_star = last_star.is_some_and(|star| star > fusion.between);
                let sharing = match joins_star {
                    true => "; leave it as it is if they are meant to have the same rules".into(),
                    false => format!(
                        "; if they are meant to have the same rules, move `{}` below these",
                        shown(key.key())
                    ),
                };
                finding.help(format!(
                    "to keep the two apart, write the rule of the group above below line {line}: `Disallow:` if it may fetch everything, \
                     `Disallow: /` if nothing{sharing}{consequence}{}",
                    ending_parsers(key.kind())
                ));
            },
        );
    }
}

/// The parsers for which a line of this kind ends the names of a group, as a remark after a help.
fn ending_parsers(kind: DirectiveKind) -> &'static str {
    match kind {
        DirectiveKind::CrawlDelay | DirectiveKind::RequestRate => {
            " (some parsers do end the group there: Python's `urllib.robotparser`, Moz's `rep-cpp`)"
        }
        _ => " (some parsers do end the group there: Moz's `rep-cpp`)",
    }
}

/// The lines of a group besides its names and rules, such as `Crawl-delay`. A `Sitemap` that stands
/// within it is not one of them.
fn lines_of_group<'b>(document: &Document<'b>, section: &Section<'_>) -> impl Iterator<Item = Directive<'b>> {
    let directives = section
        .others
        .iter()
        .filter_map(|&index| document.entry(index).directive);
    directives.filter(|directive| is_of_group(directive.kind()))
}

/// Whether the other lines of a group are the same for all of its names: each kind of line has the
/// same value wherever it is. Then it does not matter where one group ends and the next begins, as
/// in lists of crawlers that have the same `Crawl-delay` each.
fn is_said_alike(document: &Document<'_>, section: &Section<'_>) -> bool {
    let mut known: Vec<(DirectiveKind, &[u8])> = Vec::new();
    lines_of_group(document, section).all(|directive| {
        let own = (directive.kind(), directive.value());
        match known.iter().find(|(kind, _)| *kind == own.0) {
            Some(first) => *first == own,
            None => {
                known.push(own);
                true
            }
        }
    })
}

fn hides_star(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    labels: &Labels,
) {
    const NAMED: usize = 3;
    let obeys_star = |name: &&Name<'_>| {
        let token = core::str::from_utf8(name.label).unwrap_or_default();
        name.label != crawler_name::STAR && agents::by_token(token).is_none_or(Agent::obeys_star)
    };
    if !section.names.iter().any(|name| obeys_star(&name)) {
        return;
    }
    if section.has_star() {
        // The rules for all crawlers are in another group. Who is named there too has its rules.
        let is_alone = |name: &&Name<'_>| obeys_star(name) && labels.times(name.label) == 1;
        let alone: Vec<&Name<'_>> = section.names.iter().filter(is_alone).collect();
        let Some(first) = alone.first() else {
            return;
        };
        findings.report(
            Code::GroupHidesStar,
            document.span_of(first.value),
            || {
                let names = alone.iter().map(|name| format!("`{}`", shown(name.value)));
                format!(
                    "no rule applies to {}: this group has none, and the rules of the other group for `*` are for crawlers that no group names",
                    first_of(names, alone.len(), NAMED)
                )
            },
            |finding| {
                finding.help("repeat the rules of `*` in this group if they are meant for these crawlers too, or write `Disallow:` if they should have none");
            },
        );
        return;
    }
    findings.report(
        Code::GroupHidesStar,
        document.entry(section.first).line.span(),
        || match section.names.len() {
            0 | 1 => "this group has no rules, and the rules of `*` do not apply to it".into(),
            names => format!(
                "this group of {names} names has no rules, and the rules of `*` do not apply to it"
            ),
        },
        |mut finding| {
            // The lines that a reader may take for the beginnings of other groups.
            const SHOWN: usize = 8;
            for fusion in section.fusions.iter().take(SHOWN) {
                let joining = document.entry(fusion.joining).line.span();
                finding = finding.related(joining, "this name is in the same group: only a rule ends the names of a group");
            }
            let above = section.first.checked_sub(1).and_then(|line| document.section_at(line));
            // An author who slows a crawler down wants it to crawl.
            let is_slowed = lines_of_group(document, section).any(|line| line.kind() == DirectiveKind::CrawlDelay);
            let closes = above.is_some_and(|above| document.sections[above].closes_everything());
            let closed = match closes && !is_slowed {
                true => ", or `Disallow: /` if it should be closed as the group above is",
                false => "",
            };
            finding.help(format!(
                "repeat the rules of `*` here if they are meant for it too, or write `Disallow:` if it should have none{closed}"
            ));
        },
    );
}

fn repeated_group(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    name: &Name<'_>,
    first: usize,
) -> bool {
    let takes_first = |dialect: &Dialect| dialect.group_choice == GroupChoice::First;
    let mut readers = document.readers(section, takes_first).peekable();
    let merges = document.dialect.group_choice == GroupChoice::Merge;
    if merges && readers.peek().is_none() && Document::names_known_alone(section) {
        return false;
    }
    // Rules without a meaning have none in any place.
    let has_lines = lines_of_group(document, section).next().is_some();
    if merges && !has_lines && section.rules.iter().all(|rule| is_empty_rule(rule.value)) {
        return false;
    }
    // Since 1994, in the texts by which blank lines end a group, only one group may be for all crawlers.
    let is_forbidden = document.dialect.group_end.is_at_blank_lines() && name.label == crawler_name::STAR;
    let message = || match document.dialect.group_choice {
        GroupChoice::Merge if is_forbidden => {
            "there is another group for `*` above, and only one is allowed".into()
        }
        GroupChoice::Merge => format!(
            "{}; most crawlers merge the two, but for {} only the first counts",
            another_group(document, name, first),
            meant::operators(readers, "crawlers of the older texts")
        ),
        GroupChoice::First => format!("{}; this one is ignored", another_group(document, name, first)),
    };
    findings.report(
        Code::RepeatedGroup,
        document.span_of(name.value),
        message,
        |finding| {
            // If most crawlers merge the groups, the finding matters to few sites.
            let finding = match merges {
                _ if is_forbidden => finding.weighing(Severity::Error),
                true => finding.weighing(Severity::Info),
                false => finding,
            };
            let finding = finding.related(document.entry(first).line.span(), "it is named here");
            let above = document.section_at(first).map(|number| &document.sections[number]);
            // Whoever is named in one of the two alone would get, or lose, the rules that are moved.
            let labels = |section: &Section<'_>| -> BTreeSet<Vec<u8>> {
                section.labels().map(<[u8]>::to_ascii_lowercase).collect()
            };
            let are_alike = above.is_none_or(|above| labels(above) == labels(section));
            match (are_alike, inserted_block(document, section.first)) {
                (true, begin) => {
                    // Below a blank line some readers would lose them.
                    let moving = match above.map(|above| above.last + 1) {
                        Some(last) => format!(
                            "move the rules of this group directly below line {last}, with no blank line between, and remove its User-agent line"
                        ),
                        None => "move the rules of this group to the first one".to_owned(),
                    };
                    finding.help(match begin {
                        Some(begin) => format!(
                            "leave it if a plugin writes the block that line {} begins; otherwise {moving}",
                            begin + 1
                        ),
                        None => moving,
                    });
                }
                (false, _) => finding.help(format!(
                    "write one group for `{}` with the rules of both; other crawlers are named in one of the two alone, so leave them the rules that \
                     they have",
                    shown(name.label)
                )),
            }
        },
    )
}

/// The line of the comment that begins a block which a program has put into the file, such as
/// `# START WPFORMS BLOCK`, if a line is within it.
fn inserted_block(document: &Document<'_>, line: usize) -> Option<usize> {
    /// Longer blocks are not looked for: each repeated group looks.
    const LINES: usize = 64;
    let says = |index: usize, words: &[&[u8]]| {
        let comment = document.get_entry(index).and_then(|entry| entry.line.comment());
        comment.is_some_and(|comment| {
            let start = comment
                .iter()
                .position(u8::is_ascii_alphabetic)
                .unwrap_or(comment.len());
            let text = &comment[start..];
            words.iter().any(|word| {
                text.get(..word.len())
                    .is_some_and(|head| head.eq_ignore_ascii_case(word))
            })
        })
    };
    let begins = |index: &usize| says(*index, &[b"START ", b"BEGIN "]);
    let ends = |index: &usize| says(*index, &[b"END "]);
    let above = (line.saturating_sub(LINES)..line).rev();
    let begin = above.take_while(|index| !ends(index)).find(begins)?;
    (line..line + LINES).find(ends).map(|_| begin)
}

/// Says that a group above has the same name.
fn another_group(document: &Document<'_>, name: &Name<'_>, first: usize) -> String {
    let label = shown(name.label);
    match differing(document, name, first) {
        None => format!("there is another group for `{label}` above"),
        Some(differing) => format!("{differing} `{label}`, and there is another group for it above"),
    }
}
