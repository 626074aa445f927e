//! `diff`: what an edit changes.

use pyo3::prelude::*;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::{AgentList, Dialect, RobotsTxt};
use robots_exclusion_analysis::diff::{
    AgentEffect as LibraryEffect, Change as LibraryChange, Decision, DiffOptions, Evidence,
};

use crate::agents::{AgentArg, AgentArgs};
use crate::argument::arg;
use crate::dialect::{DialectArg, chosen};
use crate::interrupt::interruptible;
use crate::record;
use crate::text::Body;

/// The fields of a `Witness`.
#[derive(IntoPyObject)]
struct Witness<'d> {
    agent: &'d str,
    url: &'d str,
    allowed_before: bool,
    allowed_after: bool,
    rule_before: Option<String>,
    rule_after: Option<String>,
    text: String,
}

fn witnesses<'py>(py: Python<'py>, evidence: &[Evidence]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let rule = |decision: &Decision| decision.rule().map(ToString::to_string);
    let witness = |evidence: &Evidence| {
        let fields = Witness {
            agent: evidence.agent(),
            url: evidence.url(),
            allowed_before: evidence.before().is_allowed(),
            allowed_after: evidence.after().is_allowed(),
            rule_before: rule(evidence.before()),
            rule_after: rule(evidence.after()),
            text: evidence.to_string(),
        };
        record(py, "Witness", fields)
    };
    evidence.iter().map(witness).collect()
}

/// The fields of a `Change`.
#[derive(IntoPyObject)]
struct Change<'d, 'py> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agents: &'d [String],
    line_before: Option<u32>,
    line_after: Option<u32>,
    text: &'d str,
    witnesses: Vec<Bound<'py, PyAny>>,
    shown: String,
}

/// The fields of an `AgentEffect`.
#[derive(IntoPyObject)]
struct AgentEffect<'d, 'py> {
    agents: &'d [String],
    effect: &'static str,
    impact: &'static str,
    witnesses: Vec<Bound<'py, PyAny>>,
}

/// The fields of a `Diff`.
#[derive(IntoPyObject)]
struct Diff<'py> {
    changes: Vec<Bound<'py, PyAny>>,
    effects: Vec<Bound<'py, PyAny>>,
    is_without_effect: bool,
    is_undecided: bool,
}

/// What to call a crawler that is given by a list.
fn name_of(list: &AgentList<'_>) -> String {
    list.tokens().next().unwrap_or("*").to_string()
}

/// What an edit changes, decided for all URLs.
///
/// :param agents: crawlers to compare for, besides those that the files name. A list within the
///     list is one crawler.
/// :param dialect: how both files are read. If not given, a well-known crawler reads them as its
///     operator documents, any other as RFC 9309 says.
#[pyfunction]
#[pyo3(signature = (old, new, *, agents = None, dialect = None))]
fn diff<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arg::old)] old: Body<'_>,
    #[pyo3(from_py_with = arg::new)] new: Body<'_>,
    #[pyo3(from_py_with = arg::agents)] agents: Option<AgentArgs<'_>>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let dialect = chosen(dialect);
    let (old, new) = (old.bytes.into_owned(), new.bytes.into_owned());
    let agents = agents.map_or(Vec::new(), |agents| agents.0);
    let asked = agents
        .iter()
        .fold(DiffOptions::new(), |asked, agent| match agent {
            // By name, as the files name crawlers.
            AgentArg::Text(name) => asked.agent(UserAgent::resolve(name)),
            AgentArg::Named(named) => asked.crawler(&name_of(&named.list()), named.list()),
        });
    // A crawler by its name reads as it does in the files, and one by a list as that.
    let listed = agents.iter().filter_map(|agent| match agent {
        AgentArg::Named(named) => Some((name_of(&named.list()), named.dialect())),
        AgentArg::Text(_) => None,
    });
    let listed: Vec<(String, Dialect)> = listed.collect();
    let found = interruptible(py, move || match dialect {
        Some(dialect) => {
            let options = RobotsTxt::options().dialect(dialect);
            asked.compare(&options.parse(&old), &options.parse(&new))
        }
        None => asked.compare_as_read(&old, &new, |name| {
            let listed = listed.iter().find(|(known, _)| known == name);
            listed.map_or_else(|| UserAgent::resolve(name).dialect(), |(_, dialect)| *dialect)
        }),
    })?;
    let effect = |effect: &LibraryEffect| {
        let fields = AgentEffect {
            agents: effect.agents(),
            effect: effect.effect().as_str(),
            impact: effect.impact().as_str(),
            witnesses: witnesses(py, effect.witnesses())?,
        };
        record(py, "AgentEffect", fields)
    };
    let change = |change: &LibraryChange| {
        let fields = Change {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents(),
            line_before: change.line_before(),
            line_after: change.line_after(),
            text: change.text(),
            witnesses: witnesses(py, change.witnesses())?,
            shown: change.to_string(),
        };
        record(py, "Change", fields)
    };
    let fields = Diff {
        changes: found.changes().iter().map(change).collect::<PyResult<_>>()?,
        effects: found.effects().iter().map(effect).collect::<PyResult<_>>()?,
        is_without_effect: found.is_without_effect(),
        is_undecided: found.is_undecided(),
    };
    record(py, "Diff", fields)
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(diff, module)?)
}
