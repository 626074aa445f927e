//! What people are told about lines without effect.

use std::collections::{BTreeMap, BTreeSet};

use super::audience::{RuleLines, RulesOfLine};
use super::classify::{Class, known};
use super::{Change, Changed};
use crate::lint::Code;
use crate::lint::document::{Document, shown};
use crate::lint::findings::Findings;
use crate::lint::marks::Marks;
use crate::lint::mistaken_groups;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::pattern::PatternKey;
use robots_exclusion::dialect::RuleChoice;
use robots_exclusion::syntax::Span;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        DuplicateRule = "R035" "duplicate-rule"
            title: "the same rule twice"
            why: "It has no effect. Patterns that only differ in their percent-encoding are the same."
            source: "RFC 9309 section 2.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /~x\nDisallow: /%7Ex\n# robots-lint: ignore-file R046\n");
            good: Whole(b"User-agent: *\nDisallow: /~x\n");
        UnreachableRule = "R036" "unreachable-rule"
            title: "a rule that never decides"
            why: "Wherever it matches, other rules take precedence and say the opposite: longer ones, and Allow among equals; or, where the order counts, \
                  earlier ones. This is decided for all URLs; in JSON, `witness` is one that shows it."
            source: "RFC 9309 section 2.2.2; draft-koster-robots-00 section 3.2.2: the first match"
            dialect: "baidu"
            bad: Whole(b"User-agent: *\nDisallow: /x\nAllow: /x/y\n");
            good: Whole(b"User-agent: *\nAllow: /x/y\nDisallow: /x\n");
        RedundantRule = "R037" "redundant-rule"
            title: "a rule that has no effect"
            why: "Without the rule, every URL keeps its verdict for every crawler that reads it: another rule says the same, or nothing disallows what it allows. This is proved for all URLs, for the rule alone and for all reported rules together."
            source: "RFC 9309 section 2.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /x\nDisallow: /x/y\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        Contradiction = "R038" "contradiction"
            title: "the same pattern is allowed and disallowed"
            why: "RFC 9309 and Google then allow it; crawlers that go by the order use the first line, and those that follow the text of 1994 the Disallow."
            source: "RFC 9309 section 2.2.2: of equivalent rules, Allow is used; draft-koster-robots-00 section 3.2.2"
            bad: Whole(b"User-agent: *\nDisallow: /x\nAllow: /x\n");
            good: Whole(b"User-agent: *\nAllow: /x/y\nDisallow: /x\n");
    } };
}
pub(in crate::lint) use codes;

/// Reports the lines that can be removed, and marks them. Returns their numbers among the lines of
/// the component.
pub(super) fn changes(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    lines: &RuleLines<'_, '_>,
    found: &[(Changed, Class)],
    marks: &mut Marks,
) -> BTreeSet<usize> {
    let mut removed = BTreeSet::new();
    let is_mistaken = lines.read_any(&marks.mistaken_groups);
    for (changed, class) in found
        .iter()
        .filter(|(changed, _)| changed.change == Change::Remove)
    {
        let Some(code) = class.code else {
            continue;
        };
        let line = &lines.lines[changed.line];
        let other = class.other.map(|other| &lines.lines[other]);
        match (code, other) {
            (Code::Contradiction, Some(other)) => {
                contradiction(document, findings, line, other, class, !is_mistaken)
            }
            _ => without_effect(document, findings, code, line, other, class, !is_mistaken),
        }
        removed.insert(changed.line);
        marks.skip_checks[line.entry] = true;
    }
    removed
}

/// All paths of a line.
fn span(document: &Document<'_>, line: &RulesOfLine<'_, '_>) -> Span {
    let spans = line.rules.iter().map(|rule| document.span_of(rule.value));
    spans
        .reduce(|all, span| Span {
            start: all.start,
            end: span.end,
        })
        .unwrap_or_default()
}

/// A rule, as messages cite it.
fn cited(line: &RulesOfLine<'_, '_>) -> String {
    let rule = &line.rules[0];
    format!("`{}: {}`", rule.kind, shown(rule.value))
}

fn without_effect(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    code: Code,
    line: &RulesOfLine<'_, '_>,
    other: Option<&RulesOfLine<'_, '_>>,
    class: &Class,
    can_go: bool,
) {
    let message = || match (code, other) {
        (Code::DuplicateRule, Some(other)) => format!("duplicate of line {}", other.entry + 1),
        (Code::UnreachableRule, Some(other)) => format!(
            "this rule never decides: {} in line {} takes precedence",
            cited(other),
            other.entry + 1
        ),
        (Code::UnreachableRule, None) => "this rule never decides: others take precedence".into(),
        (_, Some(other)) => format!(
            "this rule has no effect: {} in line {} covers it",
            cited(other),
            other.entry + 1
        ),
        (_, None) if class.never_decides => {
            "this rule has no effect: others decide wherever it matches".into()
        }
        (_, None) if line.rules[0].kind == RuleKind::Allow => {
            "this rule has no effect: what it allows is allowed without it".into()
        }
        (_, None) => "this rule has no effect: others cover it".into(),
    };
    findings.report(code, span(document, line), message, |mut finding| {
        let help = match (code, document.dialect.rule_choice, other) {
            (Code::UnreachableRule, RuleChoice::Longest, _) => {
                "remove the line, or make the pattern longer than that of the other rule if it is meant"
                    .into()
            }
            (Code::UnreachableRule, _, Some(other)) => {
                format!(
                    "remove the line, or move it above line {} if it is meant",
                    other.entry + 1
                )
            }
            _ => String::from("remove the line"),
        };
        if let Some(other) = other {
            let what = match code {
                Code::DuplicateRule if other.entry < line.entry => "the first one is here",
                Code::DuplicateRule => "the other one is here",
                Code::UnreachableRule => "this rule takes precedence",
                _ => "this rule covers it",
            };
            finding = finding.related(document.entry(other.entry).line.span(), what);
        }
        let finding = finding.witness(class.witness.clone());
        if can_go {
            let lines = document.lines_span(line.entry, line.entry, true);
            finding.proved().correct(help, lines, Vec::new());
        } else {
            finding.help(mistaken_groups::HELP);
        }
    });
}

fn contradiction(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    loser: &RulesOfLine<'_, '_>,
    winner: &RulesOfLine<'_, '_>,
    class: &Class,
    can_go: bool,
) {
    let (later, earlier) = if loser.entry > winner.entry {
        (loser, winner)
    } else {
        (winner, loser)
    };
    findings.report(
        Code::Contradiction,
        span(document, later),
        || {
            format!(
                "`{}` is both allowed and disallowed: {} counts here, but other crawlers may choose {}",
                shown(later.rules[0].value),
                winner.rules[0].kind,
                loser.rules[0].kind
            )
        },
        |finding| {
            let finding = finding
                .related(
                    document.entry(earlier.entry).line.span(),
                    "the other rule is here",
                )
                .witness(class.witness.clone());
            if can_go {
                let help = format!(
                    "remove the {} in line {}, which has no effect here, or the {} if that is not meant",
                    loser.rules[0].kind,
                    loser.entry + 1,
                    winner.rules[0].kind
                );
                let lines = document.lines_span(loser.entry, loser.entry, true);
                finding.proved().correct(help, lines, Vec::new());
            } else {
                finding.help("remove one of them");
            }
        },
    );
}

/// Reports patterns that are allowed and disallowed by two lines of which neither is reported as
/// without effect.
pub(super) fn contradictions(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    lines: &RuleLines<'_, '_>,
    removed: &BTreeSet<usize>,
) {
    if !findings.wants(Code::Contradiction) {
        return;
    }
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    for audience in lines.audiences() {
        let known = known(document, lines, audience, |line| !removed.contains(&line));
        let mut others: BTreeMap<&PatternKey, usize> = BTreeMap::new();
        // Disallows come first, and each pattern comes once in each kind. So a pattern that comes
        // again is that of an Allow.
        for (rule, line) in &known {
            if let Some(disallow) = others.insert(&rule.pattern, *line) {
                pairs.insert((disallow, *line));
            }
        }
    }
    for (disallow, allow) in pairs {
        let (first, last) = (disallow.min(allow), disallow.max(allow));
        let (winner, loser) = match document.dialect.rule_choice {
            RuleChoice::Longest => (allow, disallow),
            RuleChoice::First => (first, last),
            RuleChoice::AnyDisallow => (disallow, allow),
        };
        // A line may have several paths, but all of them are allowed or all disallowed, so these are
        // two lines.
        let (winner, loser) = (&lines.lines[winner], &lines.lines[loser]);
        contradiction(document, findings, loser, winner, &Class::default(), false);
    }
}
