//! Groups that open, without saying so, what the groups of `*` disallow.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::{Budget, Difference, Policy, differences};
use crate::lint::engine::document::{Document, Section, first_of, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::preferences;
use crate::lint::{Code, Run};
use robots_exclusion::AgentList;
use robots_exclusion::Audience;
use robots_exclusion::RobotsTxt;
use robots_exclusion::Rule;
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::pattern;

/// How many rules a message names.
const NAMED: usize = 3;

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    preferences::lost(run);
    ignored_rules(run.document, &mut run.findings, run.budget);
}

fn ignored_rules(document: &Document<'_>, findings: &mut Findings<'_, '_>, budget: &mut Budget) {
    let compares_names = !document.dialect.name_test.is_by_containment();
    if !findings.wants(Code::IgnoresStar) || !compares_names {
        return;
    }
    let robots = document.robots();
    let Some(of_star) = robots.audience(AgentList::new(&[])) else {
        return;
    };
    let is_disallow = |rule: Rule<'_>| rule.kind() == RuleKind::Disallow;
    if !robots
        .select_audience(of_star)
        .groups()
        .any(|group| group.rules().any(is_disallow))
    {
        return;
    }
    // Each audience once, with a crawler that is in it and would otherwise obey `*`.
    let mut audiences: BTreeMap<Audience, &[u8]> = BTreeMap::new();
    for name in robots.names().filter(|name| *name != crawler_name::STAR) {
        let Ok(token) = core::str::from_utf8(name) else {
            continue;
        };
        if let Some(audience) = robots.audience(token)
            && audience != of_star
            && agents::by_token(token).is_none_or(Agent::obeys_star)
        {
            audiences.entry(audience).or_insert(name);
        }
    }
    let star = Policy::of_audience(robots, of_star);
    let of_star: BTreeSet<Vec<u8>> = disallowed(robots, of_star).collect();
    for (audience, name) in audiences {
        if !may_open(robots, audience, &of_star) {
            continue;
        }
        let bytes = robots
            .select_audience(audience)
            .groups()
            .map(|group| group.span().range().len());
        if !budget.read(bytes.sum()) {
            return;
        }
        let policy = Policy::of_audience(robots, audience);
        let mut differences = differences(&star, &policy, budget);
        let mut ignored: BTreeSet<usize> = BTreeSet::new();
        let mut witness: Option<String> = None;
        // URLs that an Allow of the group opens are opened on purpose. The others are opened
        // because no rule of the group matches them, or only one that allows everything.
        let is_silent = |difference: &Difference<'_>| {
            let is_general = |rule| matches_all(&policy, rule);
            difference.opens() && difference.after().is_none_or(is_general)
        };
        for difference in differences.by_ref().filter(is_silent) {
            let ignores = difference.before().filter(|rule| !matches_all(&star, *rule));
            if let Some(rule) = ignores {
                ignored.insert(rule);
                witness.get_or_insert_with(|| difference.witness().url().to_string());
            }
        }
        if differences.is_complete() && !ignored.is_empty() {
            report(document, findings, audience, name, &star, &ignored, witness);
        }
    }
}

/// The patterns of the Disallows of an audience.
fn disallowed(robots: &RobotsTxt<'_>, audience: Audience) -> impl Iterator<Item = Vec<u8>> {
    let rules = robots
        .select_audience(audience)
        .groups()
        .flat_map(|group| group.rules());
    let disallows = rules.filter(|rule| rule.kind() == RuleKind::Disallow);
    disallows.map(|rule| rule.pattern().to_vec())
}

/// Whether an audience may open anything by mistake: its groups have rules, and none of these
/// blocks everything. If one allows everything, they repeat some of the Disallows of `*`, and so
/// were not intended to open the rest.
fn may_open(robots: &RobotsTxt<'_>, audience: Audience, of_star: &BTreeSet<Vec<u8>>) -> bool {
    let mut has_rules = false;
    let mut allows_all = false;
    for group in robots.select_audience(audience).groups() {
        let language = group.pattern_language();
        for rule in group.rules() {
            has_rules = true;
            if pattern::matches_all(rule.pattern(), language) {
                match rule.kind() {
                    RuleKind::Allow => allows_all = true,
                    RuleKind::Disallow => return false,
                }
            }
        }
    }
    let repeats =
        || disallowed(robots, audience).any(|path| !is_empty_rule(&path) && of_star.contains(&path));
    has_rules && (!allows_all || repeats())
}

/// Whether a rule matches everything. A group below `Disallow: /` for all others is how a site lets
/// a crawler in, and such a group never repeats that rule.
fn matches_all(policy: &Policy, rule: usize) -> bool {
    let language = policy.dialect().pattern_language;
    policy
        .rule(rule)
        .is_some_and(|rule| pattern::matches_all(rule.pattern(), language))
}

fn report(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    audience: Audience,
    name: &[u8],
    star: &Policy,
    ignored: &BTreeSet<usize>,
    witness: Option<String>,
) {
    let first_line = document.robots().select_audience(audience).groups().next();
    let first_line = first_line.map(|group| group.line() as usize - 1);
    let is_first = |section: &&Section<'_>| Some(section.first) == first_line;
    let Some(section) = document.sections.iter().find(is_first) else {
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
            let patterns = rules().map(|rule| format!("`{}`", shown(rule.pattern())));
            format!(
                "this group ignores {} of `*`: {}",
                match ignored.len() {
                    1 => "a rule".into(),
                    count => format!("{count} rules"),
                },
                first_of(patterns, ignored.len(), NAMED)
            )
        },
        |mut finding| {
            for rule in rules().take(NAMED) {
                let line = document.entry(rule.line() as usize - 1).line.span();
                finding = finding.related(line, "this rule does not apply to the group");
            }
            finding
                .witness(witness)
                .help("repeat the rules in this group if they are meant for it too; there is nothing to do if it is to have its own rules alone");
        },
    );
}
