//! Groups: what opens, splits, joins and hides them.

use std::collections::{BTreeMap, BTreeSet};

use super::Code;
use super::document::{Document, Name, Section, shown};
use super::findings::{Finding, Findings};
use super::marks::Marks;
use super::meant;
use super::meant_keys::is_meant_as_user_agent;
use super::names::{Labels, known_name, name_is_whole, repeated_name};
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::{Key, Scope};
use robots_exclusion::dialect::GroupChoice;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        RuleOutsideGroup = "R020" "rule-outside-group"
            title: "a rule that belongs to no group"
            why: "A rule applies to the crawlers that the User-agent lines above it name. Without such a line it applies to nobody. In dialects \
                  whose groups end at a blank line, the rules after one are ignored too."
            source: "RFC 9309 section 2.1; A Standard for Robot Exclusion (1994): blank lines separate records; Yandex Webmaster help: errors"
            bad: Whole(b"Disallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        BlankLineInGroup = "R021" "blank-line-in-group"
            title: "a blank line within a group"
            why: "RFC 9309 and Google skip it, but for robots of the 1994 and 1996 texts, for Yandex and Baidu it ends the group: they ignore the rules \
                  after it, and a User-agent line above it has no rules. A line with only a `#` is not blank."
            source: "RFC 9309 section 2.2, ABNF (group); draft-koster-robots-00 section 3.3; Yandex Webmaster help"
            bad: Whole(b"User-agent: *\n\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        RepeatedGroup = "R022" "repeated-group"
            title: "two groups for the same crawler"
            why: "RFC 9309 and Google merge them, so both apply. Crawlers that follow older texts only read the first one."
            source: "RFC 9309 section 2.2.1; draft-koster-robots-00 section 3.2.1"
            bad: Whole(b"User-agent: FooBot\nDisallow: /x\n\nUser-agent: FooBot\nDisallow: /y\n");
            good: Whole(b"User-agent: FooBot\nDisallow: /x\nDisallow: /y\n");
        GroupHidesStar = "R024" "group-hides-star"
            title: "a group without rules hides the rules of `*`"
            why: "A crawler that is named obeys its own group alone and does not inherit the rules of `*`, so it may fetch everything. An \
                  explicit `Disallow:` says that this is meant."
            source: "RFC 9309 sections 2.1 and 2.2.1"
            bad: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n\nUser-agent: FooBot\nDisallow:\n");
        FusedGroups = "R025" "fused-groups"
            title: "two groups are read as one"
            why: "Only a rule ends the User-agent lines of a group. `Sitemap`, `Crawl-delay` and other lines do not, and neither do blank lines. The \
                  next User-agent line joins the group above, and the rules below it apply to both."
            source: "RFC 9309 section 2.2.4: other records do not interfere; google/robotstxt, commit c8ac4b1 (2021)"
            bad: Whole(b"User-agent: FooBot\nSitemap: https://www.example.com/sitemap.xml\nUser-agent: BarBot\nDisallow: /x\n");
            good: Whole(b"User-agent: FooBot\nDisallow:\n\nUser-agent: BarBot\nDisallow: /x\n\nSitemap: https://www.example.com/sitemap.xml\n");
        ExtensionOutsideGroup = "R071" "extension-outside-group"
            title: "a line for a group is outside any group"
            why: "`Crawl-delay`, `Request-rate`, `Visit-time` and `Robot-version` apply to the crawlers that the User-agent lines above them name."
            source: "Conner, An Extended Standard for Robot Exclusion (1996); Seznam help"
            bad: Whole(b"Crawl-delay: 10\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
    } };
}
pub(super) use codes;

/// Reports what is wrong with groups, and marks those that should be removed, with their rules.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, marks: &mut Marks) {
    orphans(document, findings);
    outside(document, findings);
    let star_restricts = document
        .sections
        .iter()
        .any(|section| section.has_star() && section.restricts());
    // For each name in lower case, the first group and line that has it.
    let mut named: BTreeMap<Vec<u8>, (usize, usize)> = BTreeMap::new();
    let labels = &Labels::of(document);
    // Names that were reported as typos or retired.
    let mut reported: BTreeSet<&[u8]> = BTreeSet::new();
    for (number, section) in document.sections.iter().enumerate() {
        blank_lines(document, findings, section);
        fusions(document, findings, section, labels);
        if star_restricts && section.rules.is_empty() && !section.has_star() {
            hides_star(document, findings, section);
        }
        let above = duplicated(document, section, &named);
        let mut repeated = false;
        for name in &section.names {
            if marks.skip_checks[name.entry] || !name_is_whole(document, findings, name, labels) {
                continue;
            }
            known_name(document, findings, name, labels, &mut reported);
            match named.get(&name.label.to_ascii_lowercase()) {
                None => {
                    named.insert(name.label.to_ascii_lowercase(), (number, name.entry));
                }
                Some(&(first, entry)) if first == number => repeated_name(document, findings, name, entry),
                Some(&(_, entry)) if !repeated => {
                    repeated = true;
                    if above.is_none() {
                        repeated_group(document, findings, name, entry);
                    } else if duplicate_group(document, findings, section, name, entry) {
                        marks.duplicate_groups.push(number);
                        for rule in &section.rules {
                            marks.skip_checks[rule.entry] = true;
                        }
                    }
                }
                Some(_) => {}
            }
        }
    }
}

/// The group above that names all crawlers of this one and has the same rules. `None` also if this
/// group has no rules, or lines of another kind, with which it may say more than the one above.
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
            // The comments and blank lines of the group stay. The line `last` is none of these: it
            // is a rule, or names a crawler.
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

/// Says what to do about a rule above all User-agent lines: it was meant for everyone, unless the
/// line above it was meant to be a User-agent line.
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
                |finding| {
                    finding.help("move it below the User-agent line of the crawlers that it is meant for")
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
    // A misspelled User-agent line was meant to begin another group, so the blank line before it is
    // right. The lines are visited from the last to the first, so that each is read once.
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
    // The finding points at the line above the blank one, since an empty span is hard to see.
    let above = document.entry(first - 1).line;
    findings.report(
        Code::BlankLineInGroup,
        above.span(),
        || {
            let readers = meant::operators(|dialect| dialect.group_end.is_at_blank_lines());
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
                // If both groups name the same crawler, separating them changes nothing for it:
                // they are read as one again. A name that appears anywhere else counts as such a
                // name.
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

fn repeated_group(document: &Document<'_>, findings: &mut Findings<'_, '_>, name: &Name<'_>, first: usize) {
    let message = || match document.dialect.group_choice {
        GroupChoice::Merge => format!(
            "there is another group for `{}` above; most crawlers merge the two, but {} reads only the first",
            shown(name.label),
            meant::operators(|dialect| dialect.group_choice == GroupChoice::First)
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
