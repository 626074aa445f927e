//! An Allow of everything above all other rules, which decides alone where the first match counts.

use crate::lint::engine::document::{Document, Section, shown_line};
use crate::lint::{Code, Run, Severity};
use robots_exclusion::RuleKind;
use robots_exclusion::agents::{self, Agent};
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;
use robots_exclusion::dialect::RuleChoice;

/// Reports the Disallow rules below such an Allow for crawlers of that dialect, in a file that is
/// read in one where the longest match counts.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let document = run.document;
    let is_own = run.options.dialect.is_none() && document.dialect.rule_choice == RuleChoice::Longest;
    if !is_own || !run.findings.wants(Code::UnreachableRule) {
        return;
    }
    let takes_first = |agent: &&Agent| !agent.is_former() && agent.dialect().rule_choice == RuleChoice::First;
    let mut reported: Vec<usize> = Vec::new();
    for agent in agents::ALL.iter().filter(takes_first) {
        // Only the first group counts for them.
        let Some(section) = document
            .sections
            .iter()
            .find(|section| document.is_for(section, agent))
        else {
            continue;
        };
        if reported.contains(&section.first) {
            continue;
        }
        let Some((allow, disallows)) = decided(document, section, agent) else {
            continue;
        };
        reported.push(section.first);
        let (operator, allow_line) = (agent.operator(), document.entry(allow).line);
        let others = match disallows.len() {
            1 => "this rule never decides".to_owned(),
            2 => "this rule and the next Disallow never decide".to_owned(),
            count => format!(
                "this rule and the {} Disallow rules after it never decide",
                count - 1
            ),
        };
        let (them, they) = match disallows.len() {
            1 => ("it", "it is"),
            _ => ("them", "they are"),
        };
        run.findings.report(
            Code::UnreachableRule,
            document.entry(disallows[0]).line.span(),
            || {
                format!(
                    "for {operator}, {others}: `{}` in line {} comes first, and the first rule that matches counts",
                    shown_line(allow_line.text().trim_ascii()),
                    allow + 1
                )
            },
            |finding| {
                finding
                    .weighing(Severity::Info)
                    .related(allow_line.span(), "this rule comes first")
                    .help(format!(
                        "move line {} below {them} if {they} meant for {operator} too; for crawlers that take the longest match it makes no \
                         difference",
                        allow + 1
                    ));
            },
        );
    }
}

/// The line of an Allow of everything that comes first in a group, as a crawler reads it, and the lines
/// of the Disallow rules below it.
fn decided(document: &Document<'_>, section: &Section<'_>, agent: &Agent) -> Option<(usize, Vec<usize>)> {
    let rules = || section.rules.iter().filter(|rule| !is_empty_rule(rule.value));
    let first = rules().next()?;
    if first.kind != RuleKind::Allow || !pattern::matches_all(first.value, section.language) {
        return None;
    }
    let ends_at_blank = agent.dialect().group_end.is_at_blank_lines();
    let mut lines = section.first..=section.last;
    let is_blank = |index: &usize| ends_at_blank && document.entry(*index).line.is_blank();
    let end = lines.find(is_blank).unwrap_or(section.last + 1);
    let disallows = rules().filter(|rule| rule.kind == RuleKind::Disallow && rule.entry < end);
    let disallows: Vec<usize> = disallows.map(|rule| rule.entry).collect();
    (first.entry < end && !disallows.is_empty()).then_some((first.entry, disallows))
}
