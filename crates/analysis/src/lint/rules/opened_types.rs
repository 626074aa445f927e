//! Allows of a folder that open files of a kind which a Disallow closes everywhere, only because they
//! are longer.

use crate::lint::engine::document::{Document, RuleLine, Section, first_of, shown};
use crate::lint::engine::findings::Findings;
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
        let skips = &run.marks.skip_checks;
        let folders = section
            .rules
            .iter()
            .filter(|rule| is_folder(rule) && !skips[rule.entry]);
        let mut opened: Vec<Opened<'_, '_>> = Vec::new();
        for allow in folders.take(FOLDERS) {
            let kinds = opened_by(document, section, allow, &closed);
            let is_told = |kind: &[u8]| opened.iter().any(|first| first.has(kind));
            let new: Vec<_> = kinds.iter().copied().filter(|(_, kind)| !is_told(kind)).collect();
            if !new.is_empty() {
                opened.push(Opened {
                    allow,
                    kinds: new,
                    also: Vec::new(),
                });
            } else if let Some((_, kind)) = kinds.first()
                && let Some(first) = opened.iter_mut().find(|first| first.has(kind))
            {
                // Of a list of folders, the first tells of the others.
                first.also.push(allow);
            }
        }
        for one in &opened {
            report(document, findings, one);
        }
    }
}

/// An Allow that opens files of some kinds, each with the rule that closes it.
struct Opened<'s, 'b> {
    allow: &'s RuleLine<'b>,
    kinds: Vec<(&'s RuleLine<'b>, &'b [u8])>,
    /// The Allows below it that open files of one of these kinds, and of none that was not told of.
    also: Vec<&'s RuleLine<'b>>,
}

impl Opened<'_, '_> {
    fn has(&self, kind: &[u8]) -> bool {
        self.kinds.iter().any(|(_, known)| *known == kind)
    }
}

/// The kinds of files that an Allow of a folder opens.
fn opened_by<'s, 'b>(
    document: &Document<'_>,
    section: &Section<'b>,
    allow: &RuleLine<'b>,
    closed: &[(&'s RuleLine<'b>, &'b [u8])],
) -> Vec<(&'s RuleLine<'b>, &'b [u8])> {
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
    let is_opened = |(rule, kind): &(&RuleLine<'_>, &[u8])| {
        length > length_of(document, section, rule) && !is_settled(rule, kind)
    };
    closed.iter().copied().filter(is_opened).collect()
}

fn report(document: &Document<'_>, findings: &mut Findings<'_, '_>, opened: &Opened<'_, '_>) {
    let Opened { allow, kinds, also } = opened;
    let [(closing, kind), others @ ..] = &kinds[..] else {
        return;
    };
    let line = closing.entry + 1;
    findings.report(
        Code::TypeOpened,
        document.span_of(allow.value),
        || {
            let more = match also.len() {
                0 => String::new(),
                1 => "; another Allow does so too".to_owned(),
                count => format!("; {count} other Allows do so too"),
            };
            match others {
                [] => format!(
                    "this opens `{}*{}` too: the rule is longer than `{}: {}` in line {line}{more}",
                    shown(allow.value),
                    shown(kind),
                    closing.kind,
                    shown(closing.value)
                ),
                _ => format!(
                    "this opens files below `{}` that other rules close: it is longer than {}{more}",
                    shown(allow.value),
                    first_of(kinds.iter().map(|(rule, _)| format!("`{}`", shown(rule.value))), kinds.len(), SHOWN)
                ),
            }
        },
        |mut finding| {
            for (closing, _) in kinds.iter().take(SHOWN) {
                finding = finding.related(document.entry(closing.entry).line.span(), "this rule is shorter");
            }
            for other in also.iter().take(SHOWN) {
                finding = finding.related(document.entry(other.entry).line.span(), "so does this rule");
            }
            let each = match (others, &also[..]) {
                ([], []) => "",
                ([], _) => " for each folder, such as",
                (_, []) => " for each kind, such as",
                _ => " for each kind and folder, such as",
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
