//! Limits of single crawlers on the number and the length of rules.

use crate::lint::engine::document::shown;
use crate::lint::engine::search_engines::crawler_of;
use crate::lint::{Code, Run};
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::is_empty_rule;

/// Checks the limits that operators document, if the file is read in the dialect of one of their
/// crawlers or names one.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    let names = document.sections.iter().flat_map(|section| &section.names);
    let labels = names.map(|name| name.label);
    let labels = labels.chain(document.dialect.family.map(str::as_bytes));
    let mut known = labels.filter_map(crawler_of);
    let Some((operator, limits)) =
        known.find_map(|agent: &Agent| Some((agent.operator(), agent.rule_limits()?)))
    else {
        return;
    };
    let groups = document.sections.iter().flat_map(|section| &section.rules);
    let mut rules = groups.filter(|rule| !is_empty_rule(rule.value));
    let most = limits.rules();
    if let Some(rule) = rules.clone().nth(most) {
        let count = rules.clone().count();
        findings.report(
            Code::TooManyRules,
            document.entry(rule.entry).line.span(),
            || {
                format!(
                    "the file has {count} rules, and {operator} takes more than {most} for an error: it may not read this one and those below it"
                )
            },
            |finding| {
                finding.help(
                    "remove rules that have no effect, join those with a common beginning, and write the User-agent lines of groups with the same rules \
                     above one copy of them",
                );
            },
        );
    }
    let most = limits.characters();
    while let Some(rule) = rules.find(|rule| characters(rule.value) > most) {
        let count = characters(rule.value);
        findings.report(
            Code::LongRule,
            document.span_of(rule.value),
            || {
                format!(
                    "`{}` has {count} characters; {operator} reads rules of up to {most}",
                    shown(rule.value)
                )
            },
            |finding| finding.help("cut the pattern down to the part that tells the URLs apart"),
        );
    }
}

/// The number of characters of a value in UTF-8, in which only the second and further bytes of a
/// character are between 0x80 and 0xBF. In another encoding, bytes in that range do not count.
fn characters(value: &[u8]) -> usize {
    value.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}
