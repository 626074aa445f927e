//! Allows of a folder that open files of a kind which a Disallow closes everywhere, only because they
//! are longer.

use crate::lint::engine::document::{Document, RuleLine, Section, first_of, shown};
use crate::lint::{Code, Run};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::pattern::RuleSyntax;
use robots_exclusion::dialect::{PatternLanguage, RuleChoice};

/// How many rules a finding names.
const SHOWN: usize = 5;

/// Of a group, so many folders are looked at, and so many rules below each, so that the time is linear in the
/// file.
const FOLDERS: usize = 50;
const BELOW: usize = 1_000;

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    if !findings.wants(Code::TypeOpened) || document.dialect.rule_choice != RuleChoice::Longest {
        return;
    }
    let sections = document.sections.iter();
    for section in sections.filter(|section| section.language == PatternLanguage::Wildcard) {
        let closed = closed_types(document, section);
        if closed.is_empty() {
            continue;
        }
        let mut told: Vec<&[u8]> = Vec::new();
        let skips = &run.marks.skip_checks;
        let folders = section
            .rules
            .iter()
            .filter(|rule| is_folder(rule) && !skips[rule.entry]);
        for allow in folders.take(FOLDERS) {
            let length = length_of(document, section, allow);
            let below: Vec<&RuleLine<'_>> = section
                .rules
                .iter()
                .filter(|rule| rule.value.starts_with(allow.value))
                .take(BELOW)
                .collect();
            // Who wrote the same kind below the folder has thought of it.
            let is_settled = |closing: &RuleLine<'_>, kind: &[u8]| {
                let mut others = below.iter().filter(|rule| rule.entry != closing.entry);
                others.any(|rule| memchr::memmem::find(rule.value, kind).is_some())
            };
            let opened: Vec<(&RuleLine<'_>, &[u8])> = closed
                .iter()
                .copied()
                // Of a list of folders, the first is enough.
                .filter(|(rule, kind)| length > length_of(document, section, rule) && !told.contains(kind))
                .filter(|(rule, kind)| !is_settled(rule, kind))
                .collect();
            let [(closing, kind), others @ ..] = &opened[..] else {
                continue;
            };
            told.extend(opened.iter().map(|(_, kind)| kind));
            let line = closing.entry + 1;
            findings.report(
                Code::TypeOpened,
                document.span_of(allow.value),
                || match others {
                    [] => format!(
                        "this opens `{}*{}` too: the rule is longer than `{}: {}` in line {line}",
                        shown(allow.value),
                        shown(kind),
                        closing.kind,
                        shown(closing.value)
                    ),
                    _ => format!(
                        "this opens files below `{}` that other rules close: it is longer than {}",
                        shown(allow.value),
                        first_of(opened.iter().map(|(rule, _)| format!("`{}`", shown(rule.value))), opened.len(), SHOWN)
                    ),
                },
                |mut finding| {
                    for (closing, _) in opened.iter().take(SHOWN) {
                        finding = finding.related(document.entry(closing.entry).line.span(), "this rule is shorter");
                    }
                    let each = match others {
                        [] => "",
                        _ => " for each kind, such as",
                    };
                    finding.help(format!(
                        "leave the rules if the folder is an exception; if such files should stay closed there too, add{each} \
                         `Disallow: {}*{}`",
                        shown(allow.value),
                        shown(kind)
                    ));
                },
            );
        }
    }
}

/// The Disallows of a kind of files wherever they are, such as `/*.pdf$`, and their endings.
fn closed_types<'s, 'b>(
    document: &Document<'_>,
    section: &'s Section<'b>,
) -> Vec<(&'s RuleLine<'b>, &'b [u8])> {
    /// A group with more of them is a list that nobody wrote by hand.
    const MAX: usize = 20;
    let ending = |rule: &'s RuleLine<'b>| {
        let kind = closed_type(rule.value).filter(|_| rule.kind == RuleKind::Disallow)?;
        Some((rule, kind))
    };
    let mut closed: Vec<_> = section.rules.iter().filter_map(ending).take(MAX).collect();
    // The shortest are overruled first.
    closed.sort_by_key(|(rule, _)| length_of(document, section, rule));
    closed
}

/// The ending of the files that a pattern is about wherever they are, with its dot and its `$`: `.pdf$` in
/// `/*.pdf$`.
pub(in crate::lint) fn closed_type(pattern: &[u8]) -> Option<&[u8]> {
    let rest = pattern.strip_prefix(b"/").unwrap_or(pattern).strip_prefix(b"*")?;
    let name = rest.strip_prefix(b".")?;
    let name = name.strip_suffix(b"$").unwrap_or(name);
    let is_type = (2..=5).contains(&name.len()) && name.iter().all(u8::is_ascii_alphanumeric);
    is_type.then_some(rest)
}

/// Whether a rule allows a folder, and says nothing about kinds of files.
fn is_folder(rule: &RuleLine<'_>) -> bool {
    rule.kind == RuleKind::Allow
        && rule.value.len() > 1
        && rule.value.starts_with(b"/")
        && rule.value.ends_with(b"/")
        && !rule.value.iter().any(|byte| matches!(byte, b'*' | b'$'))
}

fn length_of(document: &Document<'_>, section: &Section<'_>, rule: &RuleLine<'_>) -> u32 {
    RuleSyntax::new(&document.dialect).length(rule.value, section.language)
}
