//! Allow rules in a dialect in which none counts.

use crate::lint::{Code, Run};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::{Precedence, is_empty_rule};

/// Reports the first such rule of each group that disallows anything.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let document = run.document;
    let dialect = document.dialect;
    if !dialect.allow_lines || Precedence::counts(dialect.rule_choice, RuleKind::Allow) {
        return;
    }
    for section in document.sections.iter().filter(|section| section.restricts()) {
        let is_filled_allow = |kind, value| kind == RuleKind::Allow && !is_empty_rule(value);
        let mut rules = section.rules.iter();
        let Some(rule) = rules.find(|rule| is_filled_allow(rule.kind, rule.value)) else {
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
