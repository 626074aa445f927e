//! Allow rules in a dialect in which none counts.

use crate::lint::{Code, Run};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;

/// Reports the first such rule of each group that disallows anything.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let document = run.document;
    if !document.dialect.ignores_allow() {
        return;
    }
    for section in document.sections.iter().filter(|section| section.restricts()) {
        let mut rules = section.rules.iter();
        let Some(rule) = rules.find(|rule| rule.kind == RuleKind::Allow && !is_empty_rule(rule.value)) else {
            continue;
        };
        run.findings.report(
            Code::UnreachableRule,
            document.entry(rule.entry).line.span(),
            || "this rule opens nothing: the crawlers of this group ignore `Allow`".to_owned(),
            |finding| {
                finding.help("if it is meant, write Disallow rules that leave out what it allows");
            },
        );
    }
}
