//! Groups that open what the groups of `*` disallow.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Code;
use super::document::{Document, RuleLine, Section, shown};
use super::findings::Findings;
use super::redundancy::groups_by_name;
use crate::agents::{self, Agent};
use crate::decide::{Budget, Difference, Policy, differences};
use crate::dialect::GroupChoice;
use crate::matching::pattern;
use crate::robots_txt::RobotsTxt;
use crate::syntax::names;

/// What all questions about one file may cost, in steps of [`Budget`].
const STEPS: u64 = 20_000_000;
/// What one question may cost.
const STEPS_EACH: u64 = 200_000;
/// How many rules are compared, in total over all groups.
const MOST_RULES: usize = 200_000;
/// How many rules a message names.
const NAMED: usize = 3;

pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let compares_names = !document.dialect.name_test().is_by_containment();
    let ignores = document.dialect.group_choice() != GroupChoice::MergeWithStar;
    if !findings.wants(Code::IgnoresStar) || !compares_names || !ignores {
        return;
    }
    let names = groups_by_name(document, &[]);
    let Some((_, of_star)) = names.iter().find(|(name, _)| name == names::STAR) else {
        return;
    };
    if !of_star
        .iter()
        .any(|section| document.sections[*section].restricts())
    {
        return;
    }
    // Each list of groups once, with a crawler that reads it and would otherwise obey `*`.
    let mut audiences: BTreeMap<&[usize], &[u8]> = BTreeMap::new();
    for (name, groups) in &names {
        let token = core::str::from_utf8(name).unwrap_or_default();
        if groups != of_star && agents::by_token(token).is_none_or(Agent::obeys_star) {
            audiences.entry(&groups[..]).or_insert(name);
        }
    }
    let robots = RobotsTxt::options()
        .dialect(document.dialect)
        .parse(document.body);
    let star = Policy::of_unnamed(&robots);
    let mut budget = Budget::new(STEPS).with_each(STEPS_EACH);
    let mut left = MOST_RULES;
    for (groups, name) in audiences {
        let sections = || groups.iter().map(|group| &document.sections[*group]);
        if !may_open(sections()) {
            continue;
        }
        let count: usize = sections().map(|section| section.rules.len()).sum();
        let Some(rest) = left.checked_sub(count + star.rules().len()) else {
            return;
        };
        left = rest;
        let policy = policy(document, sections());
        let mut differences = differences(&star, &policy, &mut budget);
        let mut ignored: BTreeSet<usize> = BTreeSet::new();
        let mut witness: Option<String> = None;
        // What an Allow of the group opens is opened on purpose.
        let is_silent = |difference: &Difference<'_>| difference.opens() && difference.after().is_none();
        for difference in differences.by_ref().filter(is_silent) {
            let ignores = difference.before().filter(|rule| !blocks_all(&star, *rule));
            if let Some(rule) = ignores {
                ignored.insert(rule);
                witness.get_or_insert_with(|| difference.witness().url().to_string());
            }
        }
        if differences.is_complete() && !ignored.is_empty() {
            report(document, findings, sections(), name, &star, &ignored, witness);
        }
    }
}

/// Whether groups may open anything without saying so: they have rules, none of which blocks or allows everything.
fn may_open<'s, 'b: 's>(sections: impl Iterator<Item = &'s Section<'b>>) -> bool {
    let mut has_rules = false;
    for section in sections {
        for rule in section.rules.iter().filter(|rule| !rule.value.is_empty()) {
            has_rules = true;
            if pattern::matches_all(rule.value, section.language) {
                return false;
            }
        }
    }
    has_rules
}

/// Whether a rule blocks everything. A group below `Disallow: /` for all others is how a site lets a crawler
/// in, and such a group never repeats that rule.
fn blocks_all(star: &Policy, rule: usize) -> bool {
    let language = star.dialect().pattern_language();
    star.rule(rule)
        .is_some_and(|rule| pattern::matches_all(rule.pattern(), language))
}

/// The rules of groups.
fn policy<'s, 'b: 's>(document: &Document<'_>, sections: impl Iterator<Item = &'s Section<'b>>) -> Policy {
    let mut body = Vec::new();
    for section in sections {
        body.extend_from_slice(b"User-agent: *\n");
        if section.language != document.dialect.pattern_language() {
            body.extend_from_slice(b"Robot-version: 2.0\n");
        }
        let mut last = None;
        for RuleLine { entry, .. } in &section.rules {
            if last != Some(*entry) {
                last = Some(*entry);
                body.extend_from_slice(&document.body[document.entry(*entry).line.span().range()]);
                body.push(b'\n');
            }
        }
    }
    Policy::of_unnamed(&RobotsTxt::options().dialect(document.dialect).parse(&body))
}

fn report<'s, 'b: 's>(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    mut sections: impl Iterator<Item = &'s Section<'b>>,
    name: &[u8],
    star: &Policy,
    ignored: &BTreeSet<usize>,
    witness: Option<String>,
) {
    let Some(section) = sections.next() else {
        return;
    };
    let named = section
        .names
        .iter()
        .find(|own| own.label.eq_ignore_ascii_case(name));
    let span = named.map_or(document.entry(section.first).line.span(), |own| {
        document.span_of(own.value)
    });
    let rules = || ignored.iter().filter_map(|rule| star.rule(*rule));
    findings.report(
        Code::IgnoresStar,
        span,
        || {
            let patterns: Vec<String> = rules()
                .take(NAMED)
                .map(|rule| format!("`{}`", shown(rule.pattern())))
                .collect();
            let more = match ignored.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!(
                "this group ignores {} of `*`: {}{more}",
                match ignored.len() {
                    1 => "a rule".into(),
                    count => format!("{count} rules"),
                },
                patterns.join(", ")
            )
        },
        |mut finding| {
            for rule in rules().take(NAMED) {
                let line = document.entry(rule.line() as usize - 1).line.span();
                finding = finding.related(line, "this rule does not apply to the group");
            }
            finding
                .witness(witness)
                .help("repeat the rules in this group if they are meant for it too");
        },
    );
}
