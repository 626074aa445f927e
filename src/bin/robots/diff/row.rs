//! Changes as rows.

use robots_exclusion::diff::{AgentEffect, Change, Decision, Evidence, Fallback, Impact};
use serde::Serialize;

use crate::row::Row;

/// A change.
#[derive(Serialize)]
pub(super) struct ChangeRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agents: &'a [String],
    text: &'a str,
    old_line: Option<u32>,
    new_line: Option<u32>,
    witnesses: Vec<WitnessRow<'a>>,
    /// The rules of `*` that crawlers stop or begin to follow where a group of their own comes or goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<FallbackRow<'a>>,
}

#[derive(Serialize)]
struct FallbackRow<'a> {
    group: &'a str,
    followed: bool,
    rules: usize,
    patterns: &'a [String],
}

impl<'a> From<&'a Change> for ChangeRow<'a> {
    fn from(change: &'a Change) -> Self {
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents(),
            text: change.text(),
            old_line: change.line_before(),
            new_line: change.line_after(),
            witnesses: change.witnesses().iter().map(WitnessRow::from).collect(),
            fallback: change.fallback().map(FallbackRow::from),
        }
    }
}

impl<'a> From<&'a Fallback> for FallbackRow<'a> {
    fn from(fallback: &'a Fallback) -> Self {
        Self {
            group: fallback.group(),
            followed: !fallback.is_left(),
            rules: fallback.count(),
            patterns: fallback.patterns(),
        }
    }
}

/// A URL whose verdict changes.
#[derive(Serialize)]
struct WitnessRow<'a> {
    agent: &'a str,
    url: &'a str,
    before: DecisionRow<'a>,
    after: DecisionRow<'a>,
}

#[derive(Serialize)]
struct DecisionRow<'a> {
    allowed: bool,
    line: Option<u32>,
    rule: Option<&'a str>,
}

impl<'a> From<&'a Evidence> for WitnessRow<'a> {
    fn from(evidence: &'a Evidence) -> Self {
        Self {
            agent: evidence.agent(),
            url: evidence.url(),
            before: evidence.before().into(),
            after: evidence.after().into(),
        }
    }
}

impl<'a> From<&'a Decision> for DecisionRow<'a> {
    fn from(decision: &'a Decision) -> Self {
        Self {
            allowed: decision.is_allowed(),
            line: decision.line(),
            rule: decision.rule(),
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
    effect: &'static str,
    witness: Option<WitnessRow<'a>>,
}

impl<'a> SummaryRow<'a> {
    pub(super) fn new(agents: impl Iterator<Item = (&'a str, &'a AgentEffect)>) -> Self {
        let row = |(agent, effect): (&'a str, &'a AgentEffect)| AgentRow {
            agent,
            effect: effect.effect().as_str(),
            witness: effect.witnesses().first().map(|evidence| WitnessRow {
                // The crawlers that share an effect share its witnesses.
                agent,
                ..evidence.into()
            }),
        };
        Self {
            kind: "summary",
            agents: agents.map(row).collect(),
        }
    }
}

/// A verdict that changes on a URL that was asked about.
#[derive(Serialize)]
pub(super) struct VerdictRow {
    pub(super) kind: &'static str,
    pub(super) impact: &'static str,
    pub(super) effect: &'static str,
    pub(super) agent: String,
    pub(super) url: String,
    pub(super) old: Side,
    pub(super) new: Side,
    #[serde(skip)]
    pub(super) rank: Impact,
}

/// A verdict in one of the files.
#[derive(Serialize)]
pub(super) struct Side {
    pub(super) allowed: bool,
    pub(super) reason: &'static str,
    pub(super) line: Option<u32>,
    pub(super) rule: Option<String>,
    pub(super) group: Option<String>,
}

impl Side {
    pub(super) fn new(row: &Row<'_>) -> Self {
        Self {
            allowed: row.allowed,
            reason: row.reason,
            line: row.line,
            rule: row.rule.as_deref().map(str::to_owned),
            group: row.group.as_deref().map(str::to_owned),
        }
    }
}

/// Any of these, for formats without nesting.
#[derive(Serialize)]
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
    old_rule: Option<&'a str>,
    new_rule: Option<&'a str>,
}

impl<'a> FlatRow<'a> {
    pub(super) fn of_change(change: &'a Change) -> Self {
        Self {
            text: Some(change.text()),
            old_line: change.line_before(),
            new_line: change.line_after(),
            ..Self::new(
                change.kind().as_str(),
                change.impact(),
                change.effect().as_str(),
                change.agents(),
                change.witnesses().first(),
            )
        }
    }

    pub(super) fn of_effect(effect: &'a AgentEffect) -> Self {
        Self::new(
            "summary",
            effect.impact(),
            effect.effect().as_str(),
            effect.agents(),
            effect.witnesses().first(),
        )
    }

    fn new(
        kind: &'static str,
        impact: Impact,
        effect: &'static str,
        agents: &[String],
        witness: Option<&'a Evidence>,
    ) -> Self {
        Self {
            kind,
            impact: impact.as_str(),
            effect,
            agents: agents.join(" "),
            url: witness.map(Evidence::url),
            text: None,
            old_line: None,
            new_line: None,
            old_allowed: witness.map(|witness| witness.before().is_allowed()),
            new_allowed: witness.map(|witness| witness.after().is_allowed()),
            old_rule: witness.and_then(|witness| witness.before().rule()),
            new_rule: witness.and_then(|witness| witness.after().rule()),
        }
    }

    pub(super) fn of_verdict(row: &'a VerdictRow) -> Self {
        Self {
            kind: row.kind,
            impact: row.impact,
            effect: row.effect,
            agents: row.agent.clone(),
            url: Some(&row.url),
            text: None,
            old_line: row.old.line,
            new_line: row.new.line,
            old_allowed: Some(row.old.allowed),
            new_allowed: Some(row.new.allowed),
            old_rule: row.old.rule.as_deref(),
            new_rule: row.new.rule.as_deref(),
        }
    }
}
