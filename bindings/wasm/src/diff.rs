//! `diff`: what an edit changes.

use robots_exclusion::agents::{UserAgent, by_token};
use robots_exclusion_analysis::diff;
use robots_exclusion_analysis::diff::{Decision, DiffOptions, Evidence};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::plain;
use crate::robots_txt::RobotsTxt;

/// A URL whose verdict changes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Witness<'d> {
    agent: &'d str,
    url: &'d str,
    allowed_before: bool,
    allowed_after: bool,
    rule_before: Option<&'d str>,
    rule_after: Option<&'d str>,
    line_before: Option<u32>,
    line_after: Option<u32>,
    text: String,
}

impl<'d> Witness<'d> {
    fn all(evidence: &'d [Evidence]) -> Vec<Self> {
        let line = |decision: &Decision| decision.line();
        let witness = |evidence: &'d Evidence| Self {
            agent: evidence.agent(),
            url: evidence.url(),
            allowed_before: evidence.before().is_allowed(),
            allowed_after: evidence.after().is_allowed(),
            rule_before: evidence.before().rule(),
            rule_after: evidence.after().rule(),
            line_before: line(evidence.before()),
            line_after: line(evidence.after()),
            text: evidence.to_string(),
        };
        evidence.iter().map(witness).collect()
    }
}

/// One change of a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'d> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agents: &'d [String],
    line_before: Option<u32>,
    line_after: Option<u32>,
    line: &'d str,
    witnesses: Vec<Witness<'d>>,
    text: String,
}

impl<'d> Change<'d> {
    fn new(change: &'d diff::Change) -> Self {
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents(),
            line_before: change.line_before(),
            line_after: change.line_after(),
            line: change.text(),
            witnesses: Witness::all(change.witnesses()),
            text: change.to_string(),
        }
    }
}

/// The effect of a whole edit on crawlers that it affects alike.
#[derive(Serialize)]
struct AgentEffect<'d> {
    agents: &'d [String],
    effect: &'static str,
    impact: &'static str,
    description: &'static str,
    witnesses: Vec<Witness<'d>>,
}

/// All that an edit changes.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Diff<'d> {
    changes: Vec<Change<'d>>,
    effects: Vec<AgentEffect<'d>>,
    is_without_effect: bool,
    is_undecided: bool,
}

/// What becomes of the first file's verdicts in the second, also for crawlers that neither names:
/// `known` are well-known ones.
#[wasm_bindgen]
pub fn diff(
    old: &RobotsTxt,
    new: &RobotsTxt,
    agents: Vec<String>,
    known: Vec<String>,
) -> Result<JsValue, Failure> {
    let options = agents.iter().fold(DiffOptions::new(), |options, agent| {
        options.agent(UserAgent::resolve(agent))
    });
    let options = known
        .iter()
        .filter_map(|token| by_token(token))
        .fold(options, DiffOptions::agent);
    let found = match old.chosen().or(new.chosen()) {
        Some(_) => options.compare(old.file(), new.file()),
        None => {
            let reads_in = |name: &str| UserAgent::resolve(name).dialect();
            options.compare_as_read(old.file().body(), new.file().body(), reads_in)
        }
    };
    let effects = found.effects().iter().map(|effect| AgentEffect {
        agents: effect.agents(),
        effect: effect.effect().as_str(),
        impact: effect.impact().as_str(),
        description: effect.description(),
        witnesses: Witness::all(effect.witnesses()),
    });
    plain(&Diff {
        changes: found.changes().iter().map(Change::new).collect(),
        effects: effects.collect(),
        is_without_effect: found.is_without_effect(),
        is_undecided: found.is_undecided(),
    })
}
