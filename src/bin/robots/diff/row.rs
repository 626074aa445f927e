//! Changes as rows.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::rc::Rc;

use robots_exclusion::decide::Budget;
use robots_exclusion::diff::{AgentEffect, Change, Decision, Evidence, Fallback, Impact};
use robots_exclusion::{Rule, Verdict};
use serde::{Serialize, Serializer};

use crate::crawlers::Naming;
use crate::shortened::{cited, cited_rule};

/// How many more names all rows together may list in full: where thousands of crawlers share
/// thousands of rules, the rows would otherwise grow with the product.
pub(super) struct Names(usize);

impl Names {
    /// How many names a row lists once all rows together would list too many. The summary has all
    /// of them.
    const FIRST: usize = 10;

    pub(super) fn new() -> Self {
        Self(200_000)
    }

    /// The names to list, and how many more there are.
    fn list<'a>(&mut self, agents: &'a [String]) -> (&'a [String], usize) {
        match self.0.checked_sub(agents.len()) {
            Some(remaining) => {
                self.0 = remaining;
                (agents, 0)
            }
            None => {
                let first = &agents[..agents.len().min(Self::FIRST)];
                (first, agents.len() - first.len())
            }
        }
    }
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
    pub(super) fn new(change: &'a Change, names: &mut Names, naming: Naming) -> Self {
        let (agents, more_agents) = names.list(change.agents());
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
    before: DecisionRow,
    after: DecisionRow,
}

#[derive(Serialize)]
struct DecisionRow {
    allowed: bool,
    line: Option<u32>,
    rule: Option<String>,
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

/// The rule that decides, as answers cite it.
fn rule_of(decision: &Decision) -> Option<String> {
    decision.rule().map(|rule| cited(rule.as_bytes()))
}

impl From<&Decision> for DecisionRow {
    fn from(decision: &Decision) -> Self {
        Self {
            allowed: decision.is_allowed(),
            line: decision.line(),
            rule: rule_of(decision),
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

/// A text that rows share: rows are kept until all are known, and millions of them may cite one
/// long rule.
#[derive(Clone)]
pub(super) struct Text(Rc<str>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

/// The texts of rows, each once.
#[derive(Default)]
pub(super) struct Texts {
    names: HashSet<Rc<str>>,
    /// The last rule that was cited of each line, of the old file and of the new one. Few lines
    /// hold several.
    rules: [HashMap<u32, (Rule<'static>, Text)>; 2],
}

impl Texts {
    /// A text that is not looked for among others.
    pub(super) fn url(url: &str) -> Text {
        Text(url.into())
    }

    pub(super) fn name(&mut self, name: &str) -> Text {
        if let Some(known) = self.names.get(name) {
            return Text(known.clone());
        }
        let name: Rc<str> = name.into();
        self.names.insert(name.clone());
        Text(name)
    }

    fn rule(&mut self, is_new: bool, rule: &Rule<'_>) -> Text {
        let of_file = &mut self.rules[usize::from(is_new)];
        match of_file.get(&rule.line()) {
            Some((known, text)) if known == rule => text.clone(),
            _ => {
                let text = Text(cited_rule(rule).into());
                of_file.insert(rule.line(), (rule.clone().into_owned(), text.clone()));
                text
            }
        }
    }

    /// What a verdict of the old file or the new one says.
    pub(super) fn side(&mut self, is_new: bool, verdict: &Verdict<'_>) -> Side {
        Side {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: verdict.rule().map(|rule| self.rule(is_new, rule)),
            group: verdict.group_name().map(|name| self.name(&cited(name))),
        }
    }
}

/// A verdict that changes on a URL that was asked about.
#[derive(Serialize)]
pub(super) struct VerdictRow {
    pub(super) kind: &'static str,
    pub(super) impact: &'static str,
    pub(super) effect: &'static str,
    pub(super) agent: Text,
    /// The first of its product tokens.
    pub(super) crawler: Text,
    pub(super) url: Text,
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
    pub(super) rule: Option<Text>,
    pub(super) group: Option<Text>,
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
    old_rule: Option<Cow<'a, str>>,
    new_rule: Option<Cow<'a, str>>,
    /// The first product token of the crawler that was asked about.
    crawler: Option<&'a str>,
}

impl<'a> FlatRow<'a> {
    pub(super) fn of_change(change: &'a Change, names: &mut Names) -> Self {
        Self {
            text: Some(change.text()),
            old_line: change.line_before(),
            new_line: change.line_after(),
            ..Self::new(
                change.kind().as_str(),
                change.impact(),
                change.effect().as_str(),
                names.list(change.agents()),
                change.witnesses().first(),
            )
        }
    }

    pub(super) fn of_effect(effect: &'a AgentEffect, names: &mut Names) -> Self {
        Self::new(
            "summary",
            effect.impact(),
            effect.effect().as_str(),
            names.list(effect.agents()),
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
        Self {
            kind,
            impact: impact.as_str(),
            effect,
            agents: match more {
                0 => agents.join(" "),
                more => format!("{} and {more} more", agents.join(" ")),
            },
            url: witness.map(Evidence::url),
            old_allowed: witness.map(|witness| witness.before().is_allowed()),
            new_allowed: witness.map(|witness| witness.after().is_allowed()),
            old_rule: witness
                .and_then(|witness| rule_of(witness.before()))
                .map(Cow::Owned),
            new_rule: witness
                .and_then(|witness| rule_of(witness.after()))
                .map(Cow::Owned),
            ..Self::default()
        }
    }

    pub(super) fn of_verdict(row: &'a VerdictRow) -> Self {
        Self {
            kind: row.kind,
            impact: row.impact,
            effect: row.effect,
            agents: row.agent.to_string(),
            url: Some(&row.url),
            old_line: row.old.line,
            new_line: row.new.line,
            old_allowed: Some(row.old.allowed),
            new_allowed: Some(row.new.allowed),
            old_rule: row.old.rule.as_deref().map(Cow::Borrowed),
            new_rule: row.new.rule.as_deref().map(Cow::Borrowed),
            crawler: Some(&row.crawler),
            ..Self::default()
        }
    }
}
