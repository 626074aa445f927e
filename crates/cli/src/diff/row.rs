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
use crate::shortened::{CitedDecision, CitedVerdict};
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
        let mut listed = |agents| listed(agents, is_flat, &mut budget);
        for change in self.diff.changes() {
            let row = self.change_row(change, listed(change.agents()));
            rows.write_columns(&row, COLUMNS)?;
        }
        for verdict in &self.verdicts {
            rows.write_columns(&self.verdict_row(verdict), COLUMNS)?;
        }
        if !is_flat {
            return rows.write(&self.summary_row());
        }
        for effect in self.diff.effects() {
            let row = self.effect_row(effect, listed(effect.agents()));
            rows.write_columns(&row, COLUMNS)?;
        }
        Ok(())
    }

    fn change_row<'a>(&self, change: &'a Change, (agents, more_agents): Listed<'a>) -> ChangeRow<'a> {
        ChangeRow {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents,
            more_agents,
            text: Some(change.text()),
            old_line: change.line_before(),
            new_line: change.line_after(),
            witnesses: self.witnesses(change.witnesses()),
            fallback: change.fallback(),
            regrouped: change.regrouped(),
        }
    }

    /// The effect of the whole edit on some crawlers.
    fn effect_row<'a>(&self, effect: &'a AgentEffect, (agents, _): Listed<'a>) -> ChangeRow<'a> {
        ChangeRow {
            kind: "summary",
            impact: effect.impact().as_str(),
            effect: effect.effect().as_str(),
            agents,
            witnesses: self.witnesses(effect.witnesses()),
            ..ChangeRow::default()
        }
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
        dialects::name_of(self.choice.for_crawler(&self.naming.read(agent)))
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
            agent,
            crawler: self.naming.user_agent(agent).name(),
            url: evidence.url(),
            before: evidence.before().into(),
            after: evidence.after().into(),
        }
    }
}

/// The crawlers that a row lists, and how many more there are.
type Listed<'a> = (Cow<'a, [String]>, usize);

/// Where thousands of crawlers share thousands of rules, the rows would grow with the product if each
/// listed all. The summary has all of them.
fn listed<'a>(agents: &'a [String], is_flat: bool, budget: &mut Budget) -> Listed<'a> {
    /// The cost of a name, in bytes.
    const NAME: usize = 75;
    /// How many names a row lists once all rows together would list too many.
    const FIRST: usize = 10;
    let count = match budget.keep(NAME * agents.len()) {
        true => agents.len(),
        false => agents.len().min(FIRST),
    };
    let (listed, more) = (&agents[..count], agents.len() - count);
    match is_flat {
        true => (vec![listed.join(" ") + &and_more(more)].into(), more),
        false => (listed.into(), more),
    }
}
