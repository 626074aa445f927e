//! `diff`: what an edit changes.

use pyo3::prelude::*;
use robots_exclusion::diff::{Change as LibraryChange, Decision, DiffOptions, Evidence};

use crate::dialect::DialectArg;
use crate::rules::parse_options;
use crate::text::Body;

/// A URL whose verdict changes.
#[pyclass(frozen, eq, module = "robots_exclusion")]
#[derive(Clone, PartialEq)]
pub(crate) struct Witness {
    #[pyo3(get)]
    agent: String,
    #[pyo3(get)]
    url: String,
    #[pyo3(get)]
    allowed_before: bool,
    #[pyo3(get)]
    allowed_after: bool,
    #[pyo3(get)]
    rule_before: Option<String>,
    #[pyo3(get)]
    rule_after: Option<String>,
    text: String,
}

impl Witness {
    fn all(evidence: &[Evidence]) -> Vec<Self> {
        let rule = |decision: &Decision| decision.rule().map(ToString::to_string);
        let witness = |evidence: &Evidence| Self {
            agent: evidence.agent().to_string(),
            url: evidence.url().to_string(),
            allowed_before: evidence.before().is_allowed(),
            allowed_after: evidence.after().is_allowed(),
            rule_before: rule(evidence.before()),
            rule_after: rule(evidence.after()),
            text: evidence.to_string(),
        };
        evidence.iter().map(witness).collect()
    }
}

#[pymethods]
impl Witness {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Witness {}>", self.text)
    }
}

/// One change of a file.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Change {
    #[pyo3(get)]
    kind: &'static str,
    #[pyo3(get)]
    impact: &'static str,
    #[pyo3(get)]
    effect: &'static str,
    #[pyo3(get)]
    agents: Vec<String>,
    #[pyo3(get)]
    line_before: Option<u32>,
    #[pyo3(get)]
    line_after: Option<u32>,
    #[pyo3(get)]
    text: String,
    #[pyo3(get)]
    witnesses: Vec<Witness>,
    shown: String,
}

impl Change {
    fn new(change: &LibraryChange) -> Self {
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents().to_vec(),
            line_before: change.line_before(),
            line_after: change.line_after(),
            text: change.text().to_string(),
            witnesses: Witness::all(change.witnesses()),
            shown: change.to_string(),
        }
    }
}

#[pymethods]
impl Change {
    fn __str__(&self) -> &str {
        &self.shown
    }

    fn __repr__(&self) -> String {
        format!("<Change {}>", self.shown)
    }
}

/// The effect of a whole edit on crawlers that it affects alike.
#[pyclass(frozen, module = "robots_exclusion")]
#[derive(Clone)]
pub(crate) struct AgentEffect {
    #[pyo3(get)]
    agents: Vec<String>,
    #[pyo3(get)]
    effect: &'static str,
    #[pyo3(get)]
    impact: &'static str,
    #[pyo3(get)]
    witnesses: Vec<Witness>,
}

#[pymethods]
impl AgentEffect {
    fn __repr__(&self) -> String {
        format!("<AgentEffect {} on {}>", self.effect, self.agents.join(", "))
    }
}

/// All that an edit changes.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Diff {
    #[pyo3(get)]
    changes: Vec<Py<Change>>,
    effects: Vec<AgentEffect>,
    #[pyo3(get)]
    is_without_effect: bool,
    #[pyo3(get)]
    is_undecided: bool,
}

#[pymethods]
impl Diff {
    #[getter]
    fn effects(&self) -> Vec<AgentEffect> {
        self.effects.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Diff: {} changes>", self.changes.len())
    }
}

#[pyfunction]
#[pyo3(signature = (old, new, *, agents = None, dialect = None))]
fn diff(
    py: Python<'_>,
    old: Body<'_>,
    new: Body<'_>,
    agents: Option<Vec<String>>,
    dialect: Option<DialectArg<'_, '_>>,
) -> PyResult<Diff> {
    let options = parse_options(dialect, None, false);
    let (old, new) = (&*old.0, &*new.0);
    let found = py.detach(|| {
        let agents = agents.unwrap_or_default();
        let asked = agents
            .iter()
            .fold(DiffOptions::new(), |options, agent| options.agent(agent));
        asked.compare(&options.parse(old), &options.parse(new))
    });
    let effects = found.effects().iter().map(|effect| AgentEffect {
        agents: effect.agents().to_vec(),
        effect: effect.effect().as_str(),
        impact: effect.impact().as_str(),
        witnesses: Witness::all(effect.witnesses()),
    });
    let changes = found
        .changes()
        .iter()
        .map(|change| Py::new(py, Change::new(change)));
    Ok(Diff {
        changes: changes.collect::<PyResult<_>>()?,
        effects: effects.collect(),
        is_without_effect: found.is_without_effect(),
        is_undecided: found.is_undecided(),
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Witness>()?;
    module.add_class::<Change>()?;
    module.add_class::<AgentEffect>()?;
    module.add_class::<Diff>()?;
    module.add_function(wrap_pyfunction!(diff, module)?)
}
