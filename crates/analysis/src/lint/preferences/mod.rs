//! Preferences that groups lose: a crawler that is named obeys its own group alone, with the lines
//! that are not rules.

pub(super) mod vocabulary;

use super::{Code, Run, Severity};
use crate::lint::engine::document::{Document, Section, first_of, shown};
use crate::lint::engine::findings::Findings;
use robots_exclusion::agents;
use robots_exclusion::syntax::DirectiveKind;

/// Lines about the use of content. Such a line at the end of a file looks as if it were for all
/// crawlers.
const OF_USE: [DirectiveKind; 3] = [
    DirectiveKind::ContentSignal,
    DirectiveKind::ContentUsage,
    DirectiveKind::License,
];

/// Whether a line of this kind under `*` is something that a group can lose.
fn is_preference(kind: DirectiveKind) -> bool {
    OF_USE.contains(&kind) || kind == DirectiveKind::CrawlDelay
}

/// Reports a `Content-Signal` above all groups, where readers that go by its text do not look for it.
pub(super) fn outside_groups(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let Some(first) = document.sections.first() else {
        return;
    };
    let mut above = document.outside.iter().take_while(|index| **index < first.first);
    let signal = above.find_map(|index| document.entry(*index).of_kind(DirectiveKind::ContentSignal));
    let Some(signal) = signal else {
        return;
    };
    findings.report(
        Code::ExtensionOutsideGroup,
        signal.key_span(),
        || "this `Content-Signal` stands above all groups, and by its text it belongs to one".into(),
        |finding| {
            finding.weighing(Severity::Info).help(
                "write it below `User-agent: *`, and into each group of a crawler that it is for: readers differ on whether it counts here",
            );
        },
    );
}

/// Reports the text about content signals that Cloudflare puts above a file, where no line says
/// anything in its terms.
pub(super) fn policy_without_signal(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    const POLICY: &[u8] = b"condition of accessing this website";
    let mut signals = document
        .entries()
        .filter_map(|entry| entry.of_kind(DirectiveKind::ContentSignal));
    let policy = document
        .entries()
        .filter_map(|entry| entry.line.comment())
        .find(|comment| memchr::memmem::find(comment, POLICY).is_some());
    let Some(policy) = policy.filter(|_| signals.next().is_none()) else {
        return;
    };
    findings.report(
        Code::PolicyWithoutSignal,
        document.span_of(policy),
        || "this text explains `Content-Signal`, and no line has one: nothing is granted or refused".into(),
        |finding| {
            finding.help("add the line that is meant below `User-agent: *`, or remove the text; the words are `search`, `ai-input`, `ai-train` and `use`");
        },
    );
}

/// Reports groups that lose the preferences of `*`.
pub(super) fn lost(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    if !findings.wants(Code::LostPreference) || document.dialect.name_test.is_by_containment() {
        return;
    }
    // The first line of each kind in a group of `*`.
    let mut of_star: Vec<(DirectiveKind, usize)> = Vec::new();
    for section in document.sections.iter().filter(|section| section.has_star()) {
        for (kind, index) in said(document, section) {
            // If crawlers may fetch nothing, a delay has no effect.
            if kind == DirectiveKind::CrawlDelay && section.closes_everything() {
                continue;
            }
            if of_star.iter().all(|(known, _)| *known != kind) {
                of_star.push((kind, index));
            }
        }
    }
    if of_star.is_empty() {
        return;
    }
    for (number, section) in document.sections.iter().enumerate() {
        // To a crawler that may fetch nothing, nothing else matters.
        if section.has_star() || section.closes_everything() {
            continue;
        }
        let Some(loser) = section.names.iter().find(|name| obeys_star(name.label)) else {
            continue;
        };
        // A crawler reads all groups that name it.
        let is_same = |other: &Section<'_>| {
            other
                .labels()
                .any(|label| label.eq_ignore_ascii_case(loser.label))
        };
        let has = |kind: DirectiveKind| {
            let own = document.sections.iter().filter(|other| is_same(other));
            own.flat_map(|other| said(document, other))
                .any(|(said, _)| said == kind)
        };
        let is_first = !document.sections[..number].iter().any(is_same);
        let reads = |kind: DirectiveKind| kind != DirectiveKind::CrawlDelay || reads_delay(loser.label);
        let is_lost = |kind: DirectiveKind| is_first && reads(kind) && !has(kind);
        for (kind, line) in of_star.iter().copied().filter(|(kind, _)| is_lost(*kind)) {
            report(document, findings, section, loser.value, kind, line);
        }
    }
}

fn report(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    name: &[u8],
    kind: DirectiveKind,
    line: usize,
) {
    let entry = document.entry(line);
    let Some(directive) = entry.directive else {
        return;
    };
    let key = kind.key().unwrap_or_default();
    findings.report(
        Code::LostPreference,
        document.span_of(name),
        || {
            format!(
                "the `{key}` of `*` in line {} does not apply to this group",
                line + 1
            )
        },
        |finding| {
            let end = document.line_end().as_bytes();
            let last = document.entry(section.last).line.span();
            let said = [key.as_bytes(), b": ", directive.value()].concat();
            let after = robots_exclusion::syntax::Span {
                start: last.end,
                end: last.end,
            };
            finding
                .related(entry.line.span(), "this line does not apply to the group")
                .offer(
                    format!(
                        "repeat `{}` in this group if it is meant for it too",
                        shown(&said)
                    ),
                    after,
                    [end, &said].concat(),
                );
        },
    );
}

/// The lines other than rules in a group whose values can be read: kinds and line numbers.
fn said<'d>(
    document: &'d Document<'_>,
    section: &'d Section<'_>,
) -> impl Iterator<Item = (DirectiveKind, usize)> + 'd {
    section.others.iter().filter_map(|&index| {
        let directive = document.entry(index).directive?;
        let is_said = is_preference(directive.kind()) && directive.value_error().is_none();
        is_said.then(|| (directive.kind(), index))
    })
}

/// Whether a crawler of this name reads `Crawl-delay` lines, and only in its own group.
fn reads_delay(label: &[u8]) -> bool {
    let token = core::str::from_utf8(label).unwrap_or_default();
    // Some read the delay of `*` beside their own group.
    agents::by_token(token)
        .is_some_and(|agent| agent.reads_key(DirectiveKind::CrawlDelay) && !agent.reads_delay_of_star())
}

/// Whether a crawler of this name would obey the groups of `*` if it had none of its own.
fn obeys_star(label: &[u8]) -> bool {
    let token = core::str::from_utf8(label).unwrap_or_default();
    agents::by_token(token).is_none_or(agents::Agent::obeys_star)
}

/// Reports preferences after a blank line below the rules of a group: they apply to its crawlers
/// alone, but look as if they were for all.
pub(super) fn stray(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for section in document.sections.iter().filter(|section| !section.has_star()) {
        // Rules that follow show that the line is within the group.
        let below = section.others.iter().filter(|index| **index > section.last);
        let of_use = |index: &&usize| {
            let kind = document
                .entry(**index)
                .directive
                .map(|directive| directive.kind());
            kind.is_some_and(|kind| OF_USE.contains(&kind))
        };
        let Some((&index, name)) = below.clone().find(of_use).zip(section.names.last()) else {
            continue;
        };
        let mut between = document.entries_in(section.last + 1..index);
        if !between.any(|entry| entry.line.is_blank()) {
            continue;
        }
        let entry = document.entry(index);
        let Some(directive) = entry.directive else {
            continue;
        };
        findings.report(
            Code::StrayPreference,
            directive.key_span(),
            || {
                let last = [format!("`{}`", shown(name.label))];
                let others = first_of(last, section.names.len(), 1);
                format!(
                    "this `{}` is for {others} alone: it belongs to the group above",
                    shown(directive.key())
                )
            },
            |finding| {
                finding
                    .related(document.entry(section.first).line.span(), "the group begins here")
                    .help("move it below `User-agent: *` if it is for all crawlers; remove the blank line above it if it is for this group");
            },
        );
    }
}
