//! Changes as rows.

use std::rc::Rc;

use robots_exclusion::Verdict;
use robots_exclusion::decide::Budget;
use robots_exclusion::diff::{AgentEffect, Change, Evidence, Fallback, Impact, UrlChange};
use serde::Serialize;

use crate::crawlers::Naming;
use crate::shortened::{CitedDecision, cited, cited_rule};

/// The crawlers that a row lists, and how many more there are: where thousands of crawlers share
/// thousands of rules, the rows would otherwise grow with the product. The summary has all of them.
fn listed<'a>(agents: &'a [String], names: &mut Budget) -> (&'a [String], usize) {
    /// What a name costs, in bytes.
    const NAME: usize = 75;
    /// How many names a row lists once all rows together would list too many.
    const FIRST: usize = 10;
    let count = match names.keep(NAME * agents.len()) {
        true => agents.len(),
        false => agents.len().min(FIRST),
    };
    (&agents[..count], agents.len() - count)
}

/// A change.
#[derive(Serialize)]
pub(super) struct ChangeRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agents: &'a [String],
    /// Crawlers that are not listed.
    #[serde(skip_serializing_if = "crate::row::is_zero")]
    more_agents: usize,
    text: &'a str,
    old_line: Option<u32>,
    new_line: Option<u32>,
    witnesses: Vec<WitnessRow<'a>>,
    /// The rules of `*` that crawlers stop or begin to follow where a group of their own comes or
    /// goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'a Fallback>,
}

impl<'a> ChangeRow<'a> {
    pub(super) fn new(change: &'a Change, names: &mut Budget, naming: Naming) -> Self {
        let (agents, more_agents) = listed(change.agents(), names);
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents,
            more_agents,
            text: change.text(),
            old_line: change.line_before(),
            new_line: change.line_after(),
            witnesses: change
                .witnesses()
                .iter()
                .map(|evidence| WitnessRow::new(evidence.agent(), evidence, naming))
                .collect(),
            fallback: change.fallback(),
        }
    }
}

/// A URL whose verdict changes.
#[derive(Serialize)]
struct WitnessRow<'a> {
    agent: &'a str,
    /// The first of its product tokens.
    crawler: &'a str,
    url: &'a str,
    before: CitedDecision,
    after: CitedDecision,
}

impl<'a> WitnessRow<'a> {
    /// Crawlers that share an effect share its witnesses: `agent` is one of them.
    fn new(agent: &'a str, evidence: &'a Evidence, naming: Naming) -> Self {
        Self {
            agent,
            crawler: naming.user_agent(agent).name(),
            url: evidence.url(),
            before: evidence.before().into(),
            after: evidence.after().into(),
        }
    }
}

/// The effect of the whole edit.
#[derive(Serialize)]
pub(super) struct SummaryRow<'a> {
    kind: &'static str,
    agents: Vec<AgentRow<'a>>,
}

#[derive(Serialize)]
struct AgentRow<'a> {
    agent: &'a str,
    crawler: &'a str,
    effect: &'static str,
    /// `None` if nothing changes, or if the witnesses of the crawlers listed before are too long
    /// already; the effect tells which.
    witness: Option<WitnessRow<'a>>,
}

impl<'a> SummaryRow<'a> {
    pub(super) fn new(agents: impl Iterator<Item = (&'a str, &'a AgentEffect)>, naming: Naming) -> Self {
        // There may be thousands of crawlers, and a witness may be as long as the file.
        let mut budget = Budget::default();
        let row = |(agent, effect): (&'a str, &'a AgentEffect)| {
            let evidence = effect.witnesses().first();
            let evidence = evidence.filter(|evidence| budget.keep(evidence.url().len()));
            AgentRow {
                agent,
                crawler: naming.user_agent(agent).name(),
                effect: effect.effect().as_str(),
                witness: evidence.map(|evidence| WitnessRow::new(agent, evidence, naming)),
            }
        };
        Self {
            kind: "summary",
            agents: agents.map(row).collect(),
        }
    }
}

/// A verdict that changes on a URL that was asked about. It is no row yet: all are kept until they
/// are sorted, and millions of them may cite one long rule.
pub(super) struct ChangedVerdict<'d> {
    pub(super) url: Rc<str>,
    pub(super) change: UrlChange<'d>,
}

/// The row of such a verdict.
#[derive(Serialize)]
pub(super) struct VerdictRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agent: &'a str,
    /// The first of its product tokens.
    crawler: &'a str,
    url: &'a str,
    old: Side,
    new: Side,
}

impl<'a> VerdictRow<'a> {
    pub(super) fn new(verdict: &'a ChangedVerdict<'a>, naming: Naming) -> Self {
        let change = &verdict.change;
        Self {
            kind: "verdict",
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agent: change.agent(),
            crawler: naming.user_agent(change.agent()).name(),
            url: &verdict.url,
            old: change.before().into(),
            new: change.after().into(),
        }
    }
}

/// A verdict in one of the files.
#[derive(Serialize)]
struct Side {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
}

impl From<&Verdict<'_>> for Side {
    fn from(verdict: &Verdict<'_>) -> Self {
        Self {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: verdict.rule().map(cited_rule),
            group: verdict.group_name().map(cited),
        }
    }
}

/// Any of these, for formats without nesting.
#[derive(Default, Serialize)]
pub(super) struct FlatRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    /// Separated by spaces.
    agents: String,
    /// The URL that was asked about, or one whose verdict changes.
    url: Option<&'a str>,
    text: Option<&'a str>,
    old_line: Option<u32>,
    new_line: Option<u32>,
    old_allowed: Option<bool>,
    new_allowed: Option<bool>,
    old_rule: Option<String>,
    new_rule: Option<String>,
    /// The first product token of the crawler that was asked about.
    crawler: Option<&'a str>,
}

impl<'a> FlatRow<'a> {
    pub(super) fn of_change(change: &'a Change, names: &mut Budget) -> Self {
        Self {
            text: Some(change.text()),
            old_line: change.line_before(),
            new_line: change.line_after(),
            ..Self::new(
                change.kind().as_str(),
                change.impact(),
                change.effect().as_str(),
                listed(change.agents(), names),
                change.witnesses().first(),
            )
        }
    }

    pub(super) fn of_effect(effect: &'a AgentEffect, names: &mut Budget) -> Self {
        Self::new(
            "summary",
            effect.impact(),
            effect.effect().as_str(),
            listed(effect.agents(), names),
            effect.witnesses().first(),
        )
    }

    fn new(
        kind: &'static str,
        impact: Impact,
        effect: &'static str,
        (agents, more): (&[String], usize),
        witness: Option<&'a Evidence>,
    ) -> Self {
        let decisions = witness.map(|witness| (witness.before().into(), witness.after().into()));
        let (old, new): (Option<CitedDecision>, Option<CitedDecision>) = decisions.unzip();
        Self {
            kind,
            impact: impact.as_str(),
            effect,
            agents: match more {
                0 => agents.join(" "),
                more => format!("{} and {more} more", agents.join(" ")),
            },
            url: witness.map(Evidence::url),
            old_allowed: old.as_ref().map(|old| old.allowed),
            new_allowed: new.as_ref().map(|new| new.allowed),
            old_rule: old.and_then(|old| old.rule),
            new_rule: new.and_then(|new| new.rule),
            ..Self::default()
        }
    }

    pub(super) fn of_verdict(row: VerdictRow<'a>) -> Self {
        Self {
            kind: row.kind,
            impact: row.impact,
            effect: row.effect,
            agents: row.agent.to_owned(),
            url: Some(row.url),
            old_line: row.old.line,
            new_line: row.new.line,
            old_allowed: Some(row.old.allowed),
            new_allowed: Some(row.new.allowed),
            old_rule: row.old.rule,
            new_rule: row.new.rule,
            crawler: Some(row.crawler),
            ..Self::default()
        }
    }
}
