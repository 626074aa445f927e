//! Changes as rows.

use std::borrow::Cow;
use std::rc::Rc;

use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::diff::{
    AgentEffect, Change, Effect, Evidence, Fallback, Impact, Regrouped, UrlChange,
};
use serde::Serialize;

use super::Report;
use super::tally::Tally;
use crate::dialects;
use crate::failure::Failure;
use crate::report::Rows;
use crate::shortened::{CitedDecision, CitedVerdict, cited_name};
use crate::shown::and_more;

/// The columns of a table, with the places of what a row has elsewhere. A change, and the effect of
/// the whole edit, are shown with the first URL whose verdict changes.
const COLUMNS: &[&str] = &[
    "kind",
    "impact",
    "effect",
    "agents /agent",
    "url /witnesses/0/url",
    "text",
    "old_line /old/line",
    "new_line /new/line",
    "old_allowed /old/allowed /witnesses/0/before/allowed",
    "new_allowed /new/allowed /witnesses/0/after/allowed",
    "old_rule /old/rule /witnesses/0/before/rule",
    "new_rule /new/rule /witnesses/0/after/rule",
    "crawler",
    "dialect",
];

/// A change, or in a table the effect of the whole edit on some crawlers.
#[derive(Default, Serialize)]
struct ChangeRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    /// In a table, one text.
    agents: Cow<'a, [String]>,
    /// Crawlers that are not listed.
    #[serde(skip_serializing_if = "crate::row::is_zero")]
    more_agents: usize,
    text: Option<&'a str>,
    old_line: Option<u32>,
    new_line: Option<u32>,
    witnesses: Vec<WitnessRow<'a>>,
    /// The rules of `*` that crawlers stop or begin to follow where a group of their own comes or
    /// goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<&'a Fallback>,
    /// Where the rules below a User-agent line are in the file that lacks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    regrouped: Option<&'a Regrouped>,
    /// In a table: the first product token of each crawler, and the dialects in which they read.
    #[serde(skip_serializing_if = "Option::is_none")]
    crawler: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<String>,
}

/// A URL whose verdict changes.
#[derive(Serialize)]
struct WitnessRow<'a> {
    /// Thousands of rows may show the same crawler, so a long name is shortened.
    agent: Cow<'a, str>,
    /// The first of its product tokens.
    crawler: Cow<'a, str>,
    url: &'a str,
    before: CitedDecision,
    after: CitedDecision,
}

/// The effect of the whole edit.
#[derive(Serialize)]
struct SummaryRow<'a> {
    kind: &'static str,
    agents: Vec<AgentRow<'a>>,
    /// The sums of the URLs that were asked about, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    urls: Option<&'a Tally>,
}

#[derive(Serialize)]
struct AgentRow<'a> {
    agent: &'a str,
    crawler: &'a str,
    dialect: &'static str,
    /// What its operator says about obeying robots.txt.
    obeys: &'static str,
    effect: Effect,
    /// `None` if nothing changes, or if the witnesses of the crawlers listed before are too long
    /// already; the effect tells which.
    witness: Option<WitnessRow<'a>>,
}

/// A verdict that changes on a URL from the command line. It does not become a row before it is
/// printed: all changes are kept until they are sorted, and millions of them may cite one long
/// rule.
pub(super) struct ChangedVerdict<'d> {
    pub(super) url: Rc<str>,
    pub(super) change: UrlChange<'d>,
}

/// The row of such a verdict.
#[derive(Serialize)]
struct VerdictRow<'a> {
    kind: &'static str,
    impact: Impact,
    effect: Effect,
    agent: &'a str,
    /// The first of its product tokens.
    crawler: &'a str,
    url: &'a str,
    old: CitedVerdict,
    new: CitedVerdict,
    dialect: &'static str,
}

impl Report<'_> {
    /// Writes all rows.
    pub(super) fn rows(&self, rows: &mut Rows) -> Result<(), Failure> {
        let is_flat = rows.is_flat();
        let mut budget = Budget::default();
        let mut listing = Listing::default();
        for change in self.diff.changes() {
            let listed = self.listed(change.agents(), is_flat, &mut budget, &mut listing);
            rows.write_columns(
                &change_row(change, listed, self.witnesses(change.witnesses())),
                COLUMNS,
            )?;
        }
        for verdict in &self.verdicts {
            rows.write_columns(&self.verdict_row(verdict), COLUMNS)?;
        }
        if !is_flat {
            return rows.write(&self.summary_row());
        }
        for effect in self.diff.effects() {
            let listed = self.listed(effect.agents(), is_flat, &mut budget, &mut listing);
            rows.write_columns(
                &effect_row(effect, listed, self.witnesses(effect.witnesses())),
                COLUMNS,
            )?;
        }
        Ok(())
    }

    /// The crawlers that a row lists.
    fn listed<'a>(
        &self,
        agents: &'a [String],
        is_flat: bool,
        budget: &mut Budget,
        last: &mut Listing<'a>,
    ) -> Listed<'a> {
        let count = listed_count(agents, budget);
        let (listed, more) = (&agents[..count], agents.len() - count);
        if !is_flat {
            return Listed {
                agents: listed.into(),
                more,
                ..Listed::default()
            };
        }
        // Neighbors in the order of rows often concern the same crawlers.
        if last.row.is_none() || !std::ptr::eq(last.agents, listed) {
            let names = listed
                .iter()
                .map(|agent| self.naming.user_agent(agent).name().to_owned());
            let names: Vec<String> = names.collect();
            let mut dialects: Vec<&str> = Vec::new();
            // Where no name is listed, as all are long, the dialects are those of all crawlers.
            let read = if listed.is_empty() { agents } else { listed };
            for dialect in read.iter().map(|agent| self.dialect_of(agent)) {
                if !dialects.contains(&dialect) {
                    dialects.push(dialect);
                }
            }
            if dialects.is_empty() {
                dialects.push(self.file_dialect());
            }
            let all = |names: &[String]| names.join(" ") + &and_more(more);
            *last = Listing {
                agents: listed,
                row: Some(Listed {
                    agents: vec![all(listed)].into(),
                    more,
                    crawler: Some(all(&names)),
                    dialect: Some(dialects.join(" ")),
                }),
            };
        }
        last.row.clone().unwrap_or_default()
    }

    fn verdict_row<'a>(&self, verdict: &'a ChangedVerdict<'a>) -> VerdictRow<'a> {
        let change = &verdict.change;
        VerdictRow {
            kind: "verdict",
            impact: change.impact(),
            effect: change.effect(),
            agent: change.agent(),
            crawler: self.naming.user_agent(change.agent()).name(),
            url: &verdict.url,
            old: change.before().into(),
            new: change.after().into(),
            dialect: self.dialect_of(change.agent()),
        }
    }

    /// The effect of the whole edit on each crawler.
    fn summary_row<'a>(&'a self) -> SummaryRow<'a> {
        // There may be thousands of crawlers, and a witness may be as long as the file.
        let mut budget = Budget::default();
        let row = |(agent, effect): (&'a str, &'a AgentEffect)| {
            let evidence = effect.witnesses().first();
            let evidence = evidence.filter(|evidence| budget.keep(evidence.url().len()));
            AgentRow {
                agent,
                crawler: self.naming.user_agent(agent).name(),
                dialect: self.dialect_of(agent),
                obeys: self.naming.user_agent(agent).obeys().as_str(),
                effect: effect.effect(),
                witness: evidence.map(|evidence| self.witness(agent, evidence)),
            }
        };
        SummaryRow {
            kind: "summary",
            agents: self.diff.agents().map(row).collect(),
            urls: self.tally.as_ref(),
        }
    }

    /// The dialect in which a crawler of this name reads.
    pub(super) fn dialect_of(&self, agent: &str) -> &'static str {
        dialects::name_of(self.naming.read(agent).dialect(self.choice))
    }

    /// The dialect of crawlers about which nothing else is known.
    pub(super) fn file_dialect(&self) -> &'static str {
        dialects::name_of(self.choice.for_file())
    }

    fn witnesses<'a>(&self, evidence: &'a [Evidence]) -> Vec<WitnessRow<'a>> {
        let witnesses = evidence.iter();
        let rows = witnesses.map(|evidence| self.witness(evidence.agent(), evidence));
        rows.collect()
    }

    /// Crawlers that share an effect share its witnesses: `agent` is one of them.
    fn witness<'a>(&self, agent: &'a str, evidence: &'a Evidence) -> WitnessRow<'a> {
        WitnessRow {
            agent: cited_name(agent),
            crawler: cited_name(self.naming.user_agent(agent).name()),
            url: evidence.url(),
            before: evidence.before().into(),
            after: evidence.after().into(),
        }
    }
}

fn change_row<'a>(change: &'a Change, listed: Listed<'a>, witnesses: Vec<WitnessRow<'a>>) -> ChangeRow<'a> {
    ChangeRow {
        kind: change.kind().as_str(),
        impact: change.impact().as_str(),
        effect: change.effect().as_str(),
        agents: listed.agents,
        more_agents: listed.more,
        text: Some(change.text()),
        old_line: change.line_before(),
        new_line: change.line_after(),
        witnesses,
        fallback: change.fallback(),
        regrouped: change.regrouped(),
        crawler: listed.crawler,
        dialect: listed.dialect,
    }
}

/// The effect of the whole edit on some crawlers.
fn effect_row<'a>(
    effect: &'a AgentEffect,
    listed: Listed<'a>,
    witnesses: Vec<WitnessRow<'a>>,
) -> ChangeRow<'a> {
    ChangeRow {
        kind: "summary",
        impact: effect.impact().as_str(),
        effect: effect.effect().as_str(),
        agents: listed.agents,
        witnesses,
        crawler: listed.crawler,
        dialect: listed.dialect,
        ..ChangeRow::default()
    }
}

/// The crawlers that a row lists.
#[derive(Clone, Default)]
struct Listed<'a> {
    agents: Cow<'a, [String]>,
    /// How many more there are.
    more: usize,
    /// In a table: the first product token of each, and the dialects in which they read; of a change
    /// of the whole file, the dialect in which it is read.
    crawler: Option<String>,
    dialect: Option<String>,
}

/// The crawlers of the last row of a table.
#[derive(Default)]
struct Listing<'a> {
    agents: &'a [String],
    row: Option<Listed<'a>>,
}

/// How many crawlers a row lists. Where thousands of crawlers share thousands of rules, the rows would
/// grow with the product if each listed all. The summary has all of them.
fn listed_count(agents: &[String], budget: &mut Budget) -> usize {
    /// The least cost of a name, in bytes.
    const NAME: usize = 75;
    /// How many names a row lists once all rows together would list too many; fewer if they are long.
    const FIRST: usize = 10;
    let cost = |name: &String| name.len().max(NAME);
    if budget.keep(agents.iter().map(cost).sum()) {
        return agents.len();
    }
    let mut left = FIRST * NAME;
    let is_listed = |name: &&String| {
        let rest = left.checked_sub(cost(name));
        left = rest.unwrap_or(left);
        rest.is_some()
    };
    agents.iter().take_while(is_listed).count()
}
