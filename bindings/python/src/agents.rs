//! Crawlers: arguments that name one, and the table of well-known ones.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use robots_exclusion::AgentList;
use robots_exclusion::agents;

use crate::Reduced;
use crate::text::{Text, wrong_type};

/// An argument that names a crawler: a text, which is a product token or a whole header, several
/// with the most preferred first, an `Agent`, or a `UserAgent`.
pub(crate) enum AgentArg<'a> {
    Text(Cow<'a, str>),
    List(AgentList<'static>),
}

impl AgentArg<'_> {
    /// Calls `ask` with the names.
    pub(crate) fn with_list<R>(&self, ask: impl FnOnce(AgentList<'_>) -> R) -> R {
        match self {
            Self::Text(text) => ask(agents::UserAgent::token_or_header(text).list()),
            Self::List(list) => ask(list.into()),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for AgentArg<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.extract::<Text<'a>>() {
            return Ok(Self::Text(match text.0 {
                Cow::Borrowed(text) => String::from_utf8_lossy(text),
                Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
            }));
        }
        if let Ok(agent) = object.cast::<Agent>() {
            return Ok(Self::List(agent.get().0.into()));
        }
        if let Ok(header) = object.cast::<UserAgent>() {
            return Ok(Self::List(header.get().list().into_owned()));
        }
        if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            // Each is read as it would be alone, and whoever ignores `*` does so in company too.
            let mut tokens = Vec::new();
            let mut obeys_star = true;
            for crawler in object.try_iter()? {
                let crawler = crawler?;
                crawler.extract::<AgentArg<'_>>()?.with_list(|list| {
                    tokens.extend(list.tokens().map(str::to_string));
                    obeys_star &= list.obeys_star();
                });
            }
            let list: AgentList<'static> = tokens.into_iter().collect();
            return Ok(Self::List(if obeys_star { list } else { list.without_star() }));
        }
        Err(wrong_type(
            object,
            "a product token or a User-Agent header as str or bytes, a list of them, Agent or UserAgent",
        ))
    }
}

/// A well-known crawler, by its product token; an unknown one raises ``ValueError``.
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

    /// Its product token.
    #[getter]
    fn token(&self) -> &'static str {
        self.0.name()
    }

    /// Its own token, then those whose groups it falls back to.
    #[getter]
    fn tokens(&self) -> Vec<&'static str> {
        self.0.tokens().to_vec()
    }

    /// Who runs it.
    #[getter]
    fn operator(&self) -> &'static str {
        self.0.operator()
    }

    /// What it crawls for, such as ``search``.
    #[getter]
    fn purpose(&self) -> &'static str {
        self.0.purpose().as_str()
    }

    /// What the operator says about obeying robots.txt.
    #[getter]
    fn obeys(&self) -> &'static str {
        self.0.obeys().as_str()
    }

    /// Whether groups for ``*`` apply to it.
    #[getter]
    fn obeys_star(&self) -> bool {
        self.0.obeys_star()
    }

    /// Whether it sends requests; some tokens only control the use of what others fetched.
    #[getter]
    fn crawls(&self) -> bool {
        self.0.crawls()
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.0.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (py.get_type::<Self>().into_any(), (self.0.name(),))
    }
}

/// The names of a crawler, by its whole ``User-Agent`` header; pass it wherever a crawler is asked
/// for.
///
/// Names that browsers send, such as ``Mozilla``, are none of the crawler's. A well-known crawler
/// has the names that its operator documents.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.agents")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct UserAgent {
    /// The text that it was made from.
    #[pyo3(get)]
    header: String,
    agent: Option<&'static agents::Agent>,
    /// The names, most preferred first; none if no group names the crawler.
    #[pyo3(get)]
    tokens: Vec<String>,
    is_header: bool,
}

impl UserAgent {
    fn of(written: &str, found: &agents::UserAgent<'_>, is_header: bool) -> Self {
        Self {
            header: written.to_string(),
            agent: found.agent(),
            tokens: found.tokens().iter().map(ToString::to_string).collect(),
            is_header,
        }
    }

    fn list(&self) -> AgentList<'_> {
        let list = AgentList::from(&self.tokens);
        if self.obeys_star() {
            list
        } else {
            list.without_star()
        }
    }
}

#[pymethods]
impl UserAgent {
    #[new]
    fn new(header: Text<'_>) -> Self {
        let header = header.to_str();
        Self::of(&header, &agents::UserAgent::parse(&header), true)
    }

    /// What a person writes to name a crawler: a product token, a whole header, or a well-known
    /// crawler's name, which is then read as its operator documents it, with the names it falls
    /// back to.
    #[staticmethod]
    fn resolve(written: Text<'_>) -> Self {
        let written = written.to_str();
        Self::of(&written, &agents::UserAgent::resolve(&written), false)
    }

    /// The well-known crawler that this is.
    #[getter]
    fn agent(&self) -> Option<Agent> {
        self.agent.map(Agent)
    }

    /// Whether groups for ``*`` apply to it.
    #[getter]
    fn obeys_star(&self) -> bool {
        self.agent.is_none_or(agents::Agent::obeys_star)
    }

    /// The first of the names, or ``*``.
    #[getter]
    fn name(&self) -> &str {
        self.tokens.first().map_or("*", String::as_str)
    }

    fn __repr__(&self) -> String {
        let way = if self.is_header { "" } else { ".resolve" };
        format!("UserAgent{way}({:?})", self.header)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        let class = py.get_type::<Self>();
        let restore = if self.is_header {
            class.into_any()
        } else {
            class.getattr("resolve")?
        };
        Ok((restore, (self.header.clone(),)))
    }
}

/// The well-known crawler with this product token.
#[pyfunction]
fn agent_by_token(token: &str) -> Option<Agent> {
    agents::by_token(token).map(Agent)
}

/// The well-known crawler that sent this ``User-Agent`` header.
#[pyfunction]
fn agent_find_in_header(header: &str) -> Option<Agent> {
    agents::UserAgent::parse(header).agent().map(Agent)
}

/// The well-known crawler of which this is a typo.
#[pyfunction]
fn agent_near_miss(token: &str) -> Option<Agent> {
    agents::near_miss(token).map(Agent)
}

/// The product token that a crawler with this ``User-Agent`` header most likely answers to.
#[pyfunction]
fn agent_product_token(header: &str) -> Option<&str> {
    agents::product_token(header)
}

/// The well-known crawlers of a set: ``search``, ``ai-training``, ``ai-search``, ``user``,
/// ``preview``, ``seo``, ``archive``, ``ads``.
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

/// Product tokens that are no longer in use, each with those that replaced it.
#[pyfunction]
fn agent_retired() -> Vec<(&'static str, Vec<&'static str>)> {
    let retired = agents::RETIRED.iter();
    retired
        .map(|retired| (retired.name(), retired.successors().to_vec()))
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
