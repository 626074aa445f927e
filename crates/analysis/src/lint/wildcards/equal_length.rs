//! Allows that are exceptions to a Disallow with wildcards, and just as long.

use std::collections::BTreeMap;

use crate::decide::{Assertion, Budget, Conclusion, Policy};
use crate::lint::engine::document::{Document, RuleLine, Section, shown, shown_line};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::search_engines::crawler_of;
use crate::lint::wildcards::without_trailing_star;
use crate::lint::{Code, Run};
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern::RuleSyntax;
use robots_exclusion::companions::split_anchor;
use robots_exclusion::dialect::{PatternLanguage, RuleChoice};

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    if !findings.wants(Code::EqualLength) || document.dialect.rule_choice != RuleChoice::Longest {
        return;
    }
    for section in &document.sections {
        if section.language == PatternLanguage::Wildcard && !decides_ties(section) {
            check_group(document, findings, &run.marks.skip_checks, section, run.budget);
        }
    }
}

/// Whether a group only names crawlers whose operators say that an Allow decides over a Disallow of its
/// length.
fn decides_ties(section: &Section<'_>) -> bool {
    let says_so =
        |label: &[u8]| crawler_of(label).is_some_and(|agent| matches!(agent.operator(), "Google" | "Yandex"));
    section.labels().all(says_so)
}

/// The rules of a group whose patterns have the same length.
#[derive(Default)]
struct OneLength<'r, 'b> {
    allows: Vec<&'r RuleLine<'b>>,
    /// The Disallows that have wildcards.
    disallows: Vec<&'r RuleLine<'b>>,
    /// Other Disallows that have wildcards. They are not reported themselves, because another
    /// finding is about their lines.
    skipped: Vec<&'r RuleLine<'b>>,
}

fn check_group(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    skip_checks: &[bool],
    section: &Section<'_>,
    budget: &mut Budget,
) {
    let mut by_length: BTreeMap<u32, OneLength<'_, '_>> = BTreeMap::new();
    let syntax = RuleSyntax::new(&document.dialect);
    for rule in &section.rules {
        let is_skipped = skip_checks[rule.entry];
        if is_empty_rule(rule.value) || (is_skipped && rule.kind == RuleKind::Allow) {
            continue;
        }
        let length = syntax.length(rule.value, section.language);
        let own = by_length.entry(length).or_default();
        match rule.kind {
            RuleKind::Allow => own.allows.push(rule),
            RuleKind::Disallow if !rule.value.contains(&b'*') => {}
            RuleKind::Disallow if is_skipped => own.skipped.push(rule),
            RuleKind::Disallow => own.disallows.push(rule),
        }
    }
    for OneLength {
        allows,
        disallows,
        skipped,
    } in by_length.into_values()
    {
        if allows.is_empty() || disallows.is_empty() {
            continue;
        }
        let dialect = document.dialect.with(|custom| {
            custom.several_paths = false;
            custom.robots_txt_allowed = false;
        });
        // A file with some of these Disallows alone. If it disallows all that an Allow matches, the
        // Allow is an exception to them.
        let policy_of = |disallows: &[&RuleLine<'_>]| {
            let mut body = Vec::from(b"User-agent: *");
            for rule in disallows {
                body.extend_from_slice(b"\nDisallow: ");
                body.extend_from_slice(rule.value);
            }
            Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(&body))
        };
        let policy = policy_of(&disallows);
        for allow in allows {
            let Ok(text) = core::str::from_utf8(allow.value) else {
                continue;
            };
            let assertion = |kind| Assertion::new(kind, text, dialect);
            if !policy
                .holds_for_all(&assertion(RuleKind::Disallow), budget)
                .is_proved()
            {
                continue;
            }
            let Conclusion::Refuted(witness) = policy.holds_for_all(&assertion(RuleKind::Allow), budget)
            else {
                continue;
            };
            let Some(by) = witness
                .before()
                .line()
                .and_then(|line| disallows.get(line as usize - 2))
            else {
                continue;
            };
            // If the other Disallows of this length disallow all of it too, shortening one changes
            // nothing.
            let others: Vec<_> = [&disallows[..], &skipped]
                .concat()
                .into_iter()
                .filter(|other| other.entry != by.entry)
                .collect();
            let is_only_one = others.is_empty()
                || !policy_of(&others)
                    .holds_for_all(&assertion(RuleKind::Disallow), budget)
                    .is_proved();
            report(document, findings, allow, by, is_only_one, witness.url());
        }
    }
}

fn report(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    allow: &RuleLine<'_>,
    disallow: &RuleLine<'_>,
    is_only_one: bool,
    witness: &str,
) {
    // An Allow and a Disallow with the same pattern are reported as a contradiction instead.
    if allow.value == disallow.value {
        return;
    }
    findings.report(
        Code::EqualLength,
        document.span_of(allow.value),
        || {
            format!(
                "`{}: {}` in line {} is as long as this Allow and matches all that it opens: Google and Yandex take the Allow, other crawlers may not",
                disallow.kind,
                shown(disallow.value),
                disallow.entry + 1
            )
        },
        |finding| {
            // A star at the end changes nothing about what most patterns match, but counts in their
            // length. Without it, the Disallow is shorter than the Allow. In `/*$*` the star is
            // needed: `/*$` matches everything.
            let without_star = without_trailing_star(disallow, PatternLanguage::Wildcard)
                .filter(|rest| is_only_one && rest.len() < disallow.value.len());
            let line = disallow.entry + 1;
            let finding = finding
                .related(
                    document.entry(disallow.entry).line.span(),
                    "the rule to which this is an exception",
                )
                .witness(Some(witness.to_string()));
            match without_star {
                Some(rest) => finding.offer(
                    format!(
                        "in line {line}, write `{}: {}`, which matches the same and is shorter, so that every crawler takes the Allow for the \
                         more specific one",
                        disallow.kind,
                        shown(rest)
                    ),
                    document.span_of(disallow.value),
                    rest.to_vec(),
                ),
                None if split_anchor(allow.value).1 => {
                    finding.help(format!(
                        "crawlers differ about it; shorten the pattern in line {line} if you can"
                    ));
                }
                // A star at its end changes nothing about what it matches, and makes it longer.
                None => finding.offer(
                    format!(
                        "write `Allow: {}*`, which matches the same and is longer, so that every crawler that takes the longest rule takes this one",
                        shown_line(allow.value)
                    ),
                    document.span_of(allow.value),
                    [allow.value, b"*"].concat(),
                ),
            }
        },
    );
}
