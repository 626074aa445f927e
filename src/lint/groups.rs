//! Groups: what opens, splits, joins and hides them, and the names on their User-agent lines.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Code;
use super::document::{Document, Name, Section, shown};
use super::findings::{Finding, Findings};
use super::keys::{Marks, is_meant_as_user_agent};
use super::meant;
use crate::agents::{self, Agent};
use crate::dialect::{GroupChoice, NameTest};
use crate::syntax::directive::DirectiveKind;
use crate::syntax::keys::{Key, Scope};
use crate::syntax::line::Span;
use crate::syntax::names;
use crate::syntax::whitespace::{is_blank, trim_unseen};

/// Reports what is wrong with groups, and marks the lines that should be removed.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, marks: &mut Marks) {
    orphans(document, findings);
    outside(document, findings);
    let star_restricts = document
        .sections
        .iter()
        .any(|section| section.has_star() && section.restricts());
    // By name in lower case, the group and line that first has it.
    let mut named: BTreeMap<Vec<u8>, (usize, usize)> = BTreeMap::new();
    let labels = &Labels::of(document);
    // Names that were reported as typos or retired.
    let mut told: BTreeSet<&[u8]> = BTreeSet::new();
    for (number, section) in document.sections.iter().enumerate() {
        blank_lines(document, findings, section);
        fusions(document, findings, section, labels);
        if star_restricts && section.rules.is_empty() && !section.has_star() {
            hides_star(document, findings, section);
        }
        let above = twin(document, section, &named);
        let mut repeated = false;
        for name in &section.names {
            if marks.spoilt[name.entry] || !name_is_whole(document, findings, name, labels) {
                continue;
            }
            known_name(document, findings, name, labels, &mut told);
            match named.get(&name.label.to_ascii_lowercase()) {
                None => {
                    named.insert(name.label.to_ascii_lowercase(), (number, name.entry));
                }
                Some(&(first, entry)) if first == number => repeated_name(document, findings, name, entry),
                Some(&(_, entry)) if !repeated => {
                    repeated = true;
                    if above.is_none() {
                        repeated_group(document, findings, name, entry);
                    } else if twin_group(document, findings, section, name, entry) {
                        marks.twins.push(number);
                        for rule in &section.rules {
                            marks.spoilt[rule.entry] = true;
                        }
                    }
                }
                Some(_) => {}
            }
        }
    }
}

/// The group above that names all crawlers of this one and has the same rules.
fn twin(
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
    let is_twin = numbers.all(|number| number == Some(above))
        && section.others.is_empty()
        && !section.rules.is_empty()
        && section.language == other.language
        && section.rules.len() == other.rules.len()
        && pairs.all(|(a, b)| (a.kind, a.value) == (b.kind, b.value));
    is_twin.then_some(above)
}

/// Reports a group that has the same rules for the same crawlers as one above. Returns whether it was reported.
fn twin_group(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    name: &Name<'_>,
    first: usize,
) -> bool {
    findings.report(
        Code::RepeatedName,
        document.span_of(name.value),
        || {
            format!(
                "there is a group for `{}` with the same rules above",
                shown(name.label)
            )
        },
        |finding| {
            // The last line is a rule, or names a crawler.
            let kept = document
                .entries_in(section.first..section.last)
                .filter(|entry| entry.directive.is_none());
            let text = kept.flat_map(|entry| &document.body[entry.line.full_span().range()]);
            finding
                .related(document.entry(first).line.span(), "it is named here")
                .correct(
                    "remove this group",
                    document.lines_span(section.first, section.last, true),
                    text.copied().collect(),
                );
        },
    )
}

/// Runs of rules that belong to no group, or only for crawlers that give them one.
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
            orphans_of_nobody(document, finding, section.first);
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
        let last = rest[count - 1].entry;
        rest = &rest[count..];
        let directive = document.entry(first.entry).directive;
        let Some(directive) = directive else {
            continue;
        };
        let section = next_group.checked_sub(1).map(|last| &document.sections[last]);
        let span = Span {
            start: directive.key_span().start,
            end: directive.value_span().end,
        };
        let others: String = match count {
            1 => "this rule belongs".into(),
            2 => "this rule and the next belong".into(),
            count => format!("this rule and the {} after it belong", count - 1),
        };
        let message = || match section {
            None => format!("{others} to no group: there is no User-agent line above"),
            Some(_) => format!("{others} to no group: a blank line ends the group above"),
        };
        findings.report(Code::RuleOutsideGroup, span, message, |finding| match section {
            None => orphans_of_nobody(document, finding, first.entry),
            Some(section) => {
                let (span, text) = without_blank_lines(document, section.last + 1, last, |_| true);
                finding
                    .related(
                        document.entry(section.last).line.span(),
                        "the group ends after this line",
                    )
                    .correct("remove the blank lines above it", span, text);
            }
        });
    }
}

/// What to do about a rule above all groups: it is for everyone, unless the line above was to say for whom it is.
fn orphans_of_nobody(document: &Document<'_>, finding: Finding<'_, '_, '_>, entry: usize) {
    let above = document
        .entries_in(0..entry)
        .rev()
        .find(|above| !above.line.text().is_empty());
    match above.filter(is_meant_as_user_agent) {
        Some(above) => finding
            .related(above.line.span(), "this line is meant to name crawlers")
            .help("correct the line above first, which is meant to say whom the rule is for"),
        None => finding.write(entry, below_star(document, entry)),
    }
}

/// A line below one that makes it a rule for every crawler.
fn below_star(document: &Document<'_>, entry: usize) -> Vec<u8> {
    let line = document.entry(entry).line.span();
    [
        b"User-agent: *",
        document.line_end().as_bytes(),
        &document.body[line.range()],
    ]
    .concat()
}

/// The lines `first..=last` without those that are blank and are meant.
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
        // Names above no rule are in no group in some dialects, which is no line in the wrong place.
        if is_of_group(directive.kind()) && directive.kind() != DirectiveKind::UserAgent {
            findings.report(
                Code::ExtensionOutsideGroup,
                directive.key_span(),
                || format!("this `{}` applies to no crawler", shown(directive.key())),
                |finding| {
                    finding.help(match directive.kind() {
                        // In a dialect in which a name without a rule counts for nothing.
                        DirectiveKind::UserAgent => "write a rule below it, without an empty line between",
                        _ => "move it below the User-agent line of the crawlers that it is meant for",
                    })
                },
            );
        }
    }
}

/// Whether lines with this key count for a group, and are ignored outside one.
fn is_of_group(kind: DirectiveKind) -> bool {
    Key::of(kind).is_some_and(|key| key.scope == Scope::Group)
}

fn blank_lines(document: &Document<'_>, findings: &mut Findings<'_, '_>, section: &Section<'_>) {
    if document.dialect.group_end().is_at_blank_lines() || !findings.wants(Code::BlankLineInGroup) {
        return;
    }
    // A blank line before a User-agent line that joins the group by mistake is as it should be.
    let is_amiss = |index: usize| {
        let next = section.fusions.partition_point(|fusion| fusion.joining < index);
        section
            .fusions
            .get(next)
            .is_none_or(|fusion| index < fusion.between)
    };
    // A line that is only misspelled begins another group in the eyes of its author, and the blank line is
    // meant. It is looked up from below, so that each line is read once.
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
    let is_amiss = |index: usize| is_amiss(index) && !ends_group.contains(&index);
    let is_blank = |index: &usize| document.entry(*index).line.is_blank() && is_amiss(*index);
    let mut blanks = (section.first..section.last).filter(is_blank);
    let Some(first) = blanks.next() else {
        return;
    };
    let last = blanks.next_back().unwrap_or(first);
    // The blank line itself may be empty; the line above it is easier to see.
    let above = document.entry(first - 1).line;
    findings.report(
        Code::BlankLineInGroup,
        above.span(),
        || {
            let readers = meant::operators(|dialect| dialect.group_end().is_at_blank_lines());
            format!("for {readers}, the blank line after this one ends the group")
        },
        |finding| {
            let (span, text) = without_blank_lines(document, first, last, is_amiss);
            let after = document.entries_in(first..section.last + 1).find(|entry| {
                entry
                    .directive
                    .is_some_and(|directive| is_of_group(directive.kind()))
            });
            let finding = match after {
                Some(entry) if entry.of_kind(DirectiveKind::UserAgent).is_some() => finding.related(
                    entry.line.span(),
                    "this line begins another group for those crawlers",
                ),
                Some(entry) => finding.related(entry.line.span(), "those crawlers ignore this line"),
                None => finding,
            };
            finding.correct("remove the blank lines, or put a `#` in them", span, text);
        },
    );
}

fn fusions(document: &Document<'_>, findings: &mut Findings<'_, '_>, section: &Section<'_>, labels: &Labels) {
    for fusion in &section.fusions {
        let (between, joining) = (&document.entry(fusion.between), &document.entry(fusion.joining));
        let (Some(key), Some(name)) = (between.directive, joining.directive) else {
            continue;
        };
        findings.report(
            Code::FusedGroups,
            joining.line.span(),
            || {
                format!(
                    "`{}` joins the group above: `{}` does not end it",
                    shown(name.value()),
                    shown(key.key())
                )
            },
            |finding| {
                let end = document.line_end().as_bytes();
                let line = &document.body[joining.line.span().range()];
                let finding = finding.related(
                    document.entry(section.first).line.span(),
                    "the group begins here",
                );
                let mut own = section.names.iter().filter(|own| own.entry == fusion.joining);
                // Two groups for one crawler are read as one again.
                if own.any(|own| labels.times(own.label) > 1) {
                    finding.help(format!(
                        "move `{}` elsewhere if both groups should share their rules, or these rules to the other group for `{}`",
                        shown(key.key()),
                        shown(name.value())
                    ));
                    return;
                }
                finding.correct(
                    format!(
                        "write `Disallow:` at the end of the group above if it should have no rules; move `{}` elsewhere if both \
                         groups should share their rules",
                        shown(key.key())
                    ),
                    joining.line.span(),
                    [b"Disallow:", end, end, line].concat(),
                );
            },
        );
    }
}

fn hides_star(document: &Document<'_>, findings: &mut Findings<'_, '_>, section: &Section<'_>) {
    let obeys_star = |name: &Name<'_>| {
        let token = core::str::from_utf8(name.label).unwrap_or_default();
        agents::by_token(token).is_none_or(Agent::obeys_star)
    };
    if !section.names.iter().any(obeys_star) {
        return;
    }
    let first = document.entry(section.first).line;
    let last = section
        .others
        .last()
        .copied()
        .unwrap_or(section.last)
        .max(section.last);
    findings.report(
        Code::GroupHidesStar,
        first.span(),
        || "this group has no rules, and the rules of `*` do not apply to it".into(),
        |finding| {
            let line = document.entry(last).line.span();
            let end = document.line_end().as_bytes();
            finding.correct(
                "repeat the rules of `*` here, or write `Disallow:` if everything should be allowed",
                line,
                [&document.body[line.range()], end, b"Disallow:"].concat(),
            );
        },
    );
}

/// Reports names that mean nothing, or less than they say. Returns whether the name, or what is left of it, is a name.
fn name_is_whole(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    let test = document.dialect.name_test();
    let value = name.value;
    let is_void = |label: &[u8]| match test {
        // `.*` is not a name either, though tokens may contain a dot.
        NameTest::ProductToken | NameTest::LettersWhole => {
            label != b"*" && !label.iter().any(u8::is_ascii_alphanumeric)
        }
        NameTest::ValueInName => label.is_empty() || label.starts_with(b"/"),
        NameTest::NameInValue => label.is_empty(),
    };
    let entry = &document.entry(name.entry);
    if is_void(name.label) {
        let span = if value.is_empty() {
            entry.line.span()
        } else {
            document.span_of(value)
        };
        // A token in quotes, between stars or after another mark was probably meant; the rest of an HTML tag was not.
        let outer = meant::unquoted(meant::without_spelled_ends(without_tags(trim_unseen(value))));
        let inner = trim_matches(outer, b"*\"'`<>()[].:+~ ");
        let is_token = !is_void(inner) && names::label(test, inner) == inner;
        let message = || {
            if value.is_empty() {
                "this line names no crawler".into()
            } else if let Some(unseen) = meant::unseen(value) {
                format!(
                    "there is an invisible character in the name `{}`: U+{:04X}, a {}",
                    shown(inner),
                    u32::from(unseen.character),
                    unseen.name
                )
            } else {
                format!("no crawler can have the name `{}`", shown(value))
            }
        };
        findings.report(Code::UnmatchableName, span, message, |finding| match inner {
            inner if is_token => finding.write(name.entry, document.line_with(name.entry, value, inner)),
            [] if value.contains(&b'*') => {
                finding.write(name.entry, document.line_with(name.entry, value, b"*"))
            }
            _ => finding.help("write the crawler's product token, or `*` for all crawlers"),
        });
        return false;
    }
    if matches!(test, NameTest::ProductToken | NameTest::LettersWhole) && name.label.len() < value.len() {
        if name_pattern(document, findings, name, labels) {
            return false;
        }
        // What all crawlers ignore is no loss.
        let is_suffix = name.label != b"*"
            && matches!(value[name.label.len()..], [b'/', ..] | [b'*'])
            && !lists_by_slashes(test, value)
            && !value.iter().any(|byte| is_blank(*byte) || *byte == b',');
        cut_name(
            document,
            findings,
            name,
            if is_suffix {
                Code::NameSuffix
            } else {
                Code::CutName
            },
            labels,
        );
        // A name of which something else was meant is not compared with others.
        return is_suffix || meant(test, name) == [name.label];
    }
    !everybody(document, findings, name, labels)
}

/// Whether a value is a list of known crawlers with slashes between: `GPTBot/ClaudeBot`.
fn lists_by_slashes(test: NameTest, value: &[u8]) -> bool {
    let is_known = |part: &[u8]| {
        let token = core::str::from_utf8(part).ok();
        names::label(test, part) == part && token.is_some_and(|token| agents::by_token(token).is_some())
    };
    value.contains(&b'/') && value.split(|byte| *byte == b'/').all(is_known)
}

/// Words that people write for all crawlers, and that are the name of none.
const EVERYBODY: [&str; 10] = [
    "all",
    "any",
    "robots",
    "robot",
    "bots",
    "crawlers",
    "spiders",
    "everyone",
    "everybody",
    "everything",
];

fn everybody(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    let is_word = |word: &&str| name.label.eq_ignore_ascii_case(word.as_bytes());
    if !EVERYBODY.iter().any(is_word) {
        return false;
    }
    findings.report(
        Code::MisspelledName,
        document.span_of(name.value),
        || {
            format!(
                "no crawler has the name `{}`; all crawlers are `*`",
                shown(name.label)
            )
        },
        |finding| match named_already(document, labels, name, &["*"]) {
            Some(help) => finding.help(help),
            None => finding.write(name.entry, document.line_with(name.entry, name.value, b"*")),
        },
    );
    true
}

/// By name in lower case, how often a crawler is named, and the number of the group that does so first.
struct Labels(BTreeMap<Vec<u8>, (u32, usize)>);

impl Labels {
    fn of(document: &Document<'_>) -> Self {
        let mut labels = BTreeMap::new();
        for (number, section) in document.sections.iter().enumerate() {
            for label in section.labels() {
                labels.entry(label.to_ascii_lowercase()).or_insert((0, number)).0 += 1;
            }
        }
        Self(labels)
    }

    fn times(&self, name: &[u8]) -> u32 {
        self.0
            .get(&name.to_ascii_lowercase())
            .map_or(0, |(times, _)| *times)
    }

    fn group(&self, name: &[u8]) -> Option<usize> {
        self.0.get(&name.to_ascii_lowercase()).map(|(_, group)| *group)
    }
}

/// What to do about a name that is meant for others, if the file names one of these already: to write it
/// once more would be no better.
fn named_already(
    document: &Document<'_>,
    labels: &Labels,
    name: &Name<'_>,
    meant: &[&str],
) -> Option<String> {
    let mut groups = meant
        .iter()
        .filter_map(|token| Some((token, labels.group(token.as_bytes())?)));
    let (token, group) = groups.next()?;
    let after = document
        .sections
        .partition_point(|section| section.first <= name.entry);
    Some(match after == group + 1 {
        true => format!("this group names `{token}` already; remove the line if that is meant"),
        false => format!("there is a group for `{token}`; move these rules there if that is meant"),
    })
}

/// `GPT*`, `Googlebot-*`: a pattern of names, of which there are none. A star after a whole name does no harm.
fn name_pattern(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    const NAMED: usize = 5;
    let stem = name
        .value
        .strip_suffix(b"*")
        .and_then(|stem| core::str::from_utf8(stem).ok());
    let Some(stem) = stem.filter(|stem| stem.len() > 1 && agents::by_token(stem).is_none()) else {
        return false;
    };
    let begins = |agent: &&Agent| {
        let head = agent.token().get(..stem.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(stem))
    };
    let known: Vec<&str> = agents::ALL
        .iter()
        .filter(begins)
        .map(|agent| agent.token())
        .collect();
    if known.is_empty() {
        return false;
    }
    findings.report(
        Code::MisspelledName,
        document.span_of(name.value),
        || {
            format!(
                "`{}` names no crawler: a name is not a pattern",
                shown(name.value)
            )
        },
        |finding| {
            let mut lines = document.line_with(name.entry, name.value, known[0].as_bytes());
            for other in &known[1..] {
                lines.extend_from_slice(document.line_end().as_bytes());
                lines.extend_from_slice(b"User-agent: ");
                lines.extend_from_slice(other.as_bytes());
            }
            if let Some(help) = named_already(document, labels, name, &known) {
                finding.help(help);
            } else if known.len() <= NAMED {
                finding.write(name.entry, lines);
            } else {
                finding.help(format!(
                    "name each crawler on a line of its own, such as `{}`",
                    known[..NAMED].join("`, `")
                ));
            }
        },
    );
    true
}

/// The name before the first HTML tag: `*` in `*<BR>`. Without a tag, the whole text.
fn without_tags(text: &[u8]) -> &[u8] {
    match memchr::memchr(b'<', text) {
        Some(tag) if text[tag..].contains(&b'>') && !text[..tag].trim_ascii().is_empty() => {
            text[..tag].trim_ascii()
        }
        _ => text,
    }
}

/// Reports names that known crawlers no longer have, or nearly have. Each once.
fn known_name<'b>(
    document: &Document<'b>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'b>,
    labels: &Labels,
    told: &mut BTreeSet<&'b [u8]>,
) {
    let Ok(token) = core::str::from_utf8(name.label) else {
        return;
    };
    if let Some(retired) = agents::retired(token) {
        if told.insert(retired.token().as_bytes()) {
            findings.report(
                Code::RetiredName,
                document.span_of(name.value),
                || {
                    format!(
                        "{} no longer uses the name `{}`",
                        retired.operator(),
                        retired.token()
                    )
                },
                |finding| {
                    let names: Vec<String> = retired
                        .successors()
                        .iter()
                        .map(|name| format!("`{name}`"))
                        .collect();
                    let is_named = |token: &&str| labels.times(token.as_bytes()) > 0;
                    finding.help(if names.is_empty() {
                        "remove the name if nothing else needs it".into()
                    } else if retired.successors().iter().all(is_named) {
                        format!(
                            "remove the name if nothing else needs it; its successor is named already: {}",
                            names.join(", ")
                        )
                    } else {
                        format!(
                            "name its successor too if the group is meant for it: {}",
                            names.join(", ")
                        )
                    });
                },
            );
        }
    } else if let Some(agent) = agents::near_miss(token)
        && told.insert(name.label)
    {
        findings.report(
            Code::MisspelledName,
            document.span_of(name.value),
            || {
                format!(
                    "no known crawler has the name `{token}`; did you mean `{}`?",
                    agent.token()
                )
            },
            |finding| match named_already(document, labels, name, &[agent.token()]) {
                Some(help) => finding.help(help),
                None => {
                    let line = document.line_with(name.entry, name.label, agent.token().as_bytes());
                    finding.write(name.entry, line);
                }
            },
        );
    }
}

/// `text` without these bytes at its ends.
fn trim_matches<'t>(mut text: &'t [u8], bytes: &[u8]) -> &'t [u8] {
    while let [first, rest @ ..] = text
        && bytes.contains(first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && bytes.contains(last)
    {
        text = rest;
    }
    text
}

fn cut_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    code: Code,
    labels: &Labels,
) {
    let value = name.value;
    let is_browser = is_browser(name.label);
    findings.report(
        code,
        document.span_of(value),
        || {
            let remark = if is_browser {
                ", which is the name of no crawler"
            } else {
                ""
            };
            format!("`{}` is read as `{}`{remark}", shown(value), shown(name.label))
        },
        |finding| {
            let names = meant(document.dialect.name_test(), name);
            if names.is_empty() {
                finding
                    .help("a product token is one word; check the documentation of the crawler's operator");
                return;
            }
            let others = names.iter().filter(|other| **other != name.label);
            let others: Vec<&str> = others
                .filter_map(|other| core::str::from_utf8(other).ok())
                .collect();
            if let Some(help) = named_already(document, labels, name, &others).filter(|_| names.len() == 1) {
                finding.help(help);
                return;
            }
            let mut first = names[0].to_vec();
            // `FooBot (https://example.com/#about)`, of which `#about)` is a comment.
            let end = document.span_of(value).end as usize;
            if document.body.get(end) == Some(&b'#') {
                first.push(b' ');
            }
            let mut text = document.line_with(name.entry, value, &first);
            for other in &names[1..] {
                text.extend_from_slice(document.line_end().as_bytes());
                text.extend_from_slice(b"User-agent: ");
                text.extend_from_slice(other);
            }
            finding.write(name.entry, text);
        },
    );
}

/// Whether this is the word with which the User-Agent headers of nearly all browsers and crawlers begin.
fn is_browser(label: &[u8]) -> bool {
    label.eq_ignore_ascii_case(b"Mozilla")
}

/// The product tokens that a value is probably meant to name; empty if that is unclear.
fn meant<'b>(test: NameTest, name: &Name<'b>) -> Vec<&'b [u8]> {
    let (value, label) = (name.value, name.label);
    let label_of = |word: &'b [u8]| names::label(test, word);
    let is_known = |word: &&[u8]| {
        let token = core::str::from_utf8(word).ok();
        token.is_some_and(|token| agents::by_token(token).is_some())
    };
    let rest = &value[label.len()..];
    if label == b"*" || without_tags(value) == label {
        return [label].into();
    }
    // `FooBot, BarBot/1.0`, `FooBot | BarBot`
    let is_separator = |byte: &u8| matches!(byte, b',' | b';' | b'|' | b'&');
    let parts = || {
        value
            .split(is_separator)
            .map(<[u8]>::trim_ascii)
            .filter(|part| !part.is_empty())
    };
    let is_name = |part: &'b [u8]| {
        let version = &part[label_of(part).len()..];
        version.len() < part.len()
            && version.iter().all(u8::is_ascii_graphic)
            && matches!(version, [] | [b'/', ..] | [b'*'])
    };
    if value.iter().any(is_separator) && parts().all(is_name) {
        return parts().map(label_of).collect();
    }
    if lists_by_slashes(test, value) {
        return value.split(|byte| *byte == b'/').collect();
    }
    // `Claude Bot`, `Google Extended`
    let joined = |between: &str| {
        let words: Vec<&[u8]> = value.split(|byte| is_blank(*byte)).collect();
        let joined = words.join(between.as_bytes());
        agents::by_token(core::str::from_utf8(&joined).ok()?)
    };
    if let Some(agent) = joined("").or_else(|| joined("-")) {
        return [agent.token().as_bytes()].into();
    }
    // `FooBot BarBot`, `FooBot and BarBot`, of which all are known or look like crawlers.
    let is_between =
        |word: &[u8]| word.eq_ignore_ascii_case(b"and") || word.eq_ignore_ascii_case(b"or") || word == b"+";
    let and = |word: &&[u8]| !word.is_empty() && !is_between(word);
    let listed: Vec<&[u8]> = value.split(|byte| is_blank(*byte)).filter(and).collect();
    let is_crawler =
        |word: &'b [u8]| is_name(word) && (is_known(&label_of(word)) || sounds_like_crawler(label_of(word)));
    if listed.len() > 1 && listed.iter().all(|word| is_crawler(word)) {
        return listed.into_iter().map(label_of).collect();
    }
    if is_known(&label) {
        // What is left out must not be another name.
        let others = rest
            .split(|byte| is_blank(*byte) || is_separator(byte))
            .map(label_of);
        let is_lost = others.into_iter().any(sounds_like_crawler) && !rest.contains(&b'(');
        return if is_lost { Vec::new() } else { [label].into() };
    }
    // `Yahoo! Slurp`, `Mozilla/5.0 (compatible; bingbot/2.0; ...)`
    // What a comment in parentheses names is another matter, unless it is the header of a browser.
    let outside = memchr::memchr(b'(', value)
        .filter(|_| !is_browser(label))
        .unwrap_or(value.len());
    let words = value[..outside].split(|byte| is_blank(*byte) || matches!(byte, b';' | b'(' | b')' | b','));
    let known: Vec<&[u8]> = words.map(label_of).filter(is_known).collect();
    if !known.is_empty() {
        return known;
    }
    if outside < value.len()
        && agents::ALL
            .iter()
            .any(|agent| agent.token().as_bytes().starts_with(label))
    {
        return Vec::new();
    }
    // `FooBot/1.0 Unix`, `FooBot 2.0`, `FooBot (https://example.com/bot)`
    let is_version = |word: &[u8]| {
        let number = word
            .strip_prefix(b"v")
            .or(word.strip_prefix(b"V"))
            .unwrap_or(word);
        word.is_empty() || number.first().is_some_and(u8::is_ascii_digit)
    };
    let is_plain = match rest.trim_ascii_start() {
        [b'/', ..] => rest[0] == b'/',
        [b'(', ..] | [b'*'] => true,
        rest => rest.split(|byte| is_blank(*byte)).all(is_version),
    };
    if is_plain && !is_browser(label) {
        [label].into()
    } else {
        Vec::new()
    }
}

/// Whether a word looks like the name of a crawler.
fn sounds_like_crawler(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    [&b"bot"[..], b"spider", b"crawler"]
        .iter()
        .any(|end| lower.ends_with(end) && lower.len() > end.len())
}

fn repeated_name(document: &Document<'_>, findings: &mut Findings<'_, '_>, name: &Name<'_>, first: usize) {
    if first == name.entry {
        return;
    }
    findings.report(
        Code::RepeatedName,
        document.span_of(name.value),
        || format!("`{}` is already named above", shown(name.label)),
        |finding| {
            finding
                .related(document.entry(first).line.span(), "it is named here")
                .remove(name.entry);
        },
    );
}

fn repeated_group(document: &Document<'_>, findings: &mut Findings<'_, '_>, name: &Name<'_>, first: usize) {
    let message = || match document.dialect.group_choice() {
        GroupChoice::Merge => format!(
            "there is another group for `{}` above; most crawlers merge the two, but {} reads only the first",
            shown(name.label),
            meant::operators(|dialect| dialect.group_choice() == GroupChoice::First)
        ),
        GroupChoice::First => format!(
            "there is another group for `{}` above; this one is ignored",
            shown(name.label)
        ),
    };
    findings.report(
        Code::RepeatedGroup,
        document.span_of(name.value),
        message,
        |finding| {
            finding
                .related(document.entry(first).line.span(), "it is named here")
                .help("move the rules of this group to the first one");
        },
    );
}
