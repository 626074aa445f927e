//! Rules without a value.

use super::Code;
use super::document::Document;
use super::findings::Findings;
use super::mistaken_groups;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        EmptyRule = "R034" "empty-rule"
            title: "an empty rule that has no effect"
            why: "An empty `Disallow:` disallows nothing, so it only matters in a group without other rules; it does not cancel them. An empty \
                  `Allow:` never has an effect."
            source: "RFC 9309 section 2.2, ABNF (empty-pattern); draft-koster-robots-00 section 3.2"
            bad: Whole(b"User-agent: *\nDisallow:\nDisallow: /x\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
    } };
}
pub(super) use codes;

/// Reports rules without a value that mean nothing where they are.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, mistaken_groups: &[usize]) {
    for (number, section) in document.sections.iter().enumerate() {
        let is_mistaken = mistaken_groups.binary_search(&number).is_ok();
        let is_filled = section.rules.iter().any(|rule| !is_empty_rule(rule.value));
        // The one that has a meaning, if no other rule has one.
        let meant = section.rules.iter().find(|rule| rule.kind == RuleKind::Disallow);
        let kept = if is_filled {
            None
        } else {
            meant.or(section.rules.first())
        };
        for rule in section.rules.iter().filter(|rule| is_empty_rule(rule.value)) {
            let is_kept = kept.is_some_and(|kept| kept.entry == rule.entry);
            if is_kept && rule.kind == RuleKind::Disallow {
                continue;
            }
            findings.report(
                Code::EmptyRule,
                document.entry(rule.entry).line.span(),
                || format!("this empty `{}` has no effect", rule.kind),
                |finding| {
                    if is_mistaken {
                        finding.help(mistaken_groups::HELP);
                    } else if is_kept {
                        // Without this empty `Allow`, the group would have no rule. `Disallow:` is
                        // the usual way to say the same.
                        finding.write(rule.entry, b"Disallow:".into());
                    } else {
                        finding.remove(rule.entry);
                    }
                },
            );
        }
    }
}
