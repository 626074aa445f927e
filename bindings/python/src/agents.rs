//! Crawlers: arguments that name one, and the table of well-known ones.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use robots_exclusion::AgentList;
use robots_exclusion::agents;

use crate::text::{Text, wrong_type};

/// An argument that names a crawler: a product token, several with the most preferred first, an `Agent`, or a `UserAgent`.
pub(crate) enum AgentArg<'a> {
    Token(Text<'a>),
    Tokens(Vec<String>),
    Known(&'static agents::Agent),
    Header { tokens: Vec<String>, obeys_star: bool },
}

impl AgentArg<'_> {
    /// Calls `ask` with the names.
    pub(crate) fn with_list<R>(&self, ask: impl FnOnce(AgentList<'_>) -> R) -> R {
        match self {
            Self::Token(token) => {
                let token: Cow<'_, str> = token.to_str();
                ask(AgentList::from(&*token))
            }
            Self::Tokens(tokens)
            | Self::Header {
                tokens,
                obeys_star: true,
            } => ask(AgentList::from(tokens)),
            Self::Header { tokens, .. } => ask(AgentList::from(tokens).without_star()),
            Self::Known(agent) => ask(agent.list()),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for AgentArg<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(token) = object.extract::<Text<'a>>() {
            return Ok(Self::Token(token));
        }
        if let Ok(agent) = object.cast::<Agent>() {
            return Ok(Self::Known(agent.get().0));
        }
        if let Ok(header) = object.cast::<UserAgent>() {
            let UserAgent {
                tokens, obeys_star, ..
            } = header.get();
            return Ok(Self::Header {
                tokens: tokens.clone(),
                obeys_star: *obeys_star,
            });
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            let mut tokens = Vec::new();
            for token in object.try_iter()? {
                let token = token?;
                tokens.push(token.extract::<Text<'_>>()?.to_str().into_owned());
            }
            return Ok(Self::Tokens(tokens));
        }
        Err(wrong_type(
            object,
            "a product token, a list of product tokens, Agent or UserAgent",
        ))
    }
}

/// A well-known crawler.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.agents")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Agent(&'static agents::Agent);

#[pymethods]
impl Agent {
    #[new]
    fn new(token: &str) -> PyResult<Self> {
        let known = agents::by_token(token);
        known.map(Self).ok_or_else(|| {
            PyValueError::new_err(format!("no well-known crawler has the product token {token:?}"))
        })
    }

    #[getter]
    fn token(&self) -> &'static str {
        self.0.token()
    }

    #[getter]
    fn tokens(&self) -> Vec<&'static str> {
        self.0.tokens().to_vec()
    }

    #[getter]
    fn operator(&self) -> &'static str {
        self.0.operator()
    }

    #[getter]
    fn purpose(&self) -> &'static str {
        self.0.purpose().as_str()
    }

    #[getter]
    fn obeys(&self) -> &'static str {
        self.0.obeys().as_str()
    }

    #[getter]
    fn obeys_star(&self) -> bool {
        self.0.obeys_star()
    }

    #[getter]
    fn crawls(&self) -> bool {
        self.0.crawls()
    }

    fn __str__(&self) -> &'static str {
        self.0.token()
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.0.token())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (py.get_type::<Self>().into_any(), (self.0.token(),))
    }
}

/// The names in a `User-Agent` header.
#[pyclass(frozen, module = "robots_exclusion.agents")]
pub(crate) struct UserAgent {
    #[pyo3(get)]
    header: String,
    agent: Option<&'static agents::Agent>,
    #[pyo3(get)]
    tokens: Vec<String>,
    #[pyo3(get)]
    obeys_star: bool,
}

#[pymethods]
impl UserAgent {
    #[new]
    fn new(header: Text<'_>) -> Self {
        let header = header.to_str().into_owned();
        let found = agents::UserAgent::parse(&header);
        let (agent, obeys_star) = (found.agent(), found.obeys_star());
        let tokens = found.tokens().iter().map(ToString::to_string).collect();
        Self {
            header,
            agent,
            tokens,
            obeys_star,
        }
    }

    #[getter]
    fn agent(&self) -> Option<Agent> {
        self.agent.map(Agent)
    }

    fn __repr__(&self) -> String {
        format!("UserAgent({:?})", self.header)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.header.clone(),))
    }
}

/// The well-known crawler with this product token, or none.
#[pyfunction]
fn agent_by_token(token: &str) -> Option<Agent> {
    agents::by_token(token).map(Agent)
}

/// The well-known crawler that sent this `User-Agent` header, or none.
#[pyfunction]
fn agent_find_in_header(header: &str) -> Option<Agent> {
    agents::find_in_header(header).map(Agent)
}

/// The well-known crawler of which this is a typo, or none.
#[pyfunction]
fn agent_near_miss(token: &str) -> Option<Agent> {
    agents::near_miss(token).map(Agent)
}

/// The product token that a crawler with this header most likely answers to.
#[pyfunction]
fn agent_product_token(header: &str) -> Option<&str> {
    agents::product_token(header)
}

/// The well-known crawlers of a named set.
#[pyfunction]
fn agent_set(name: &str) -> PyResult<Vec<Agent>> {
    match agents::set(name) {
        Some(agents) => Ok(agents.map(Agent).collect()),
        None => {
            let known: Vec<&str> = agents::SETS.iter().map(|(name, _)| *name).collect();
            let known = known.join(", ");
            Err(PyValueError::new_err(format!(
                "no set of crawlers is named {name:?}; there are {known}"
            )))
        }
    }
}

/// Every well-known crawler.
#[pyfunction]
fn agent_table() -> Vec<Agent> {
    agents::ALL.iter().map(Agent).collect()
}

/// Product tokens that operators no longer use, with those that replaced them.
#[pyfunction]
fn agent_retired() -> Vec<(&'static str, Vec<&'static str>)> {
    let retired = agents::RETIRED.iter();
    retired
        .map(|retired| (retired.token(), retired.successors().to_vec()))
        .collect()
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Agent>()?;
    module.add_class::<UserAgent>()?;
    module.add("SNAPSHOT_DATE", agents::SNAPSHOT_DATE)?;
    module.add_function(wrap_pyfunction!(agent_by_token, module)?)?;
    module.add_function(wrap_pyfunction!(agent_find_in_header, module)?)?;
    module.add_function(wrap_pyfunction!(agent_near_miss, module)?)?;
    module.add_function(wrap_pyfunction!(agent_product_token, module)?)?;
    module.add_function(wrap_pyfunction!(agent_set, module)?)?;
    module.add_function(wrap_pyfunction!(agent_table, module)?)?;
    module.add_function(wrap_pyfunction!(agent_retired, module)?)
}
