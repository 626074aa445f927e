//! Rules without a value.

pub(super) mod comments;
pub(super) mod escapes;
pub(super) mod first_match;
pub(super) mod ignored_allow;
pub(super) mod opened_types;
pub(super) mod paths;
pub(super) mod patterns;
pub(super) mod redundancy;
pub(super) mod reserved;

use super::{Code, Run};
use crate::lint::engine::document::{RuleLine, Section};
use crate::lint::groups::mistaken_groups;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;

/// Reports rules without a value that have no meaning where they are.
///
/// An empty rule among rules that disallow something may be intended: its author may have wanted to
/// open the site. So it is removed without asking only if another rule of its group says the same.
pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    // The checks before this one have found what makes a group mistaken.
    run.marks.mistakes = mistaken_groups::sections(document, findings, &run.marks);
    let corrected = &mut run.marks.corrected;
    for (section, mistakes) in document.sections.iter().zip(&run.marks.mistakes) {
        let is_filled = section.rules.iter().any(|rule| !is_empty_rule(rule.value));
        // The empty rule that has a meaning if no other rule has one.
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
            // `Disallow:` has been the way to allow everything since 1994. Beside Allows alone,
            // only further empty rules are superfluous.
            let is_idiom = !section.restricts() && meant.is_some_and(|meant| meant.entry == rule.entry);
            if is_idiom {
                continue;
            }
            // Rules with the same meaning as an empty Disallow: everything is allowed.
            let says_same = |other: &RuleLine<'_>| {
                let is_same = other.kind == rule.kind && is_empty_rule(other.value);
                let opens =
                    other.kind == RuleKind::Allow && pattern::matches_all(other.value, section.language);
                other.entry != rule.entry && (is_same || rule.kind == RuleKind::Disallow && opens)
            };
            let is_repeat = section.rules.iter().any(says_same);
            let behind = mistakes.behind_empty_rule();
            let behind = behind
                .filter(|line| !corrected.is_needless(rule.entry, *line, *mistakes, findings, run.budget));
            findings.report(
                Code::EmptyRule,
                document.entry(rule.entry).line.span(),
                || format!("this empty `{}` has no effect", rule.kind),
                |finding| {
                    if let Some(line) = behind {
                        finding.help(mistakes.help(line));
                    } else if is_kept {
                        // Without this empty `Allow`, the group would have no rule.
                        finding.help(
                            "write `Disallow:` if everything should be allowed, or `Disallow: /` if nothing should",
                        );
                    } else if is_repeat {
                        finding.unasked().remove(rule.entry);
                    } else if rule.kind == RuleKind::Disallow && section.restricts() {
                        // `Mediapartners-Google`, `Disallow:` and what was below `User-agent: *`.
                        let is_lost_star =
                            section.rules[0].entry == rule.entry && !document.sections.iter().any(Section::has_star);
                        let first = section.rules.iter().find(|other| !is_empty_rule(other.value));
                        let help = match first.filter(|_| is_lost_star) {
                            Some(first) => format!(
                                "remove the line if the other rules are meant for this group: it does not cancel them; if they are meant for everybody, write \
                                 `User-agent: *` above line {}",
                                first.entry + 1
                            ),
                            None => "remove the line if the other rules of the group are meant: it does not cancel them".into(),
                        };
                        finding.remove_because(help, rule.entry);
                    } else {
                        finding.remove(rule.entry);
                    }
                },
            );
        }
    }
}
