//! Crawlers: arguments that name one, and the table of well-known ones.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_exclusion::agents::{self, NameError, NamedCrawler, Obedience};
use robots_exclusion::{AgentList, Dialect};
use robots_exclusion_arrow::AccessJudge;

use crate::Reduced;
use crate::argument::{Argument, arg, is_list, quoted, wrong_type, wrong_value};
use crate::dialect;
use crate::text::Text;

/// An argument that names a crawler: a text, which is read as a person means it, several with the
/// most preferred first, an `Agent`, a `UserAgent`, or a `Token`. The only place that reads one:
/// every function and method takes this.
pub(crate) enum AgentArg<'a> {
    Text(Cow<'a, str>),
    /// What is known about a crawler that is given in another way.
    Named(NamedCrawler),
}

impl AgentArg<'_> {
    /// Calls `ask` with the names, and the dialect in which the crawler reads unless another was
    /// chosen: its operator's if it is well known, or else RFC 9309.
    pub(crate) fn with_dialect<R>(&self, ask: impl FnOnce(AgentList<'_>, Dialect) -> R) -> R {
        match self {
            Self::Text(text) => {
                let found = agents::UserAgent::resolve(text);
                ask(found.list(), found.dialect())
            }
            Self::Named(named) => ask(named.list(), named.dialect()),
        }
    }

    /// The crawler, for lists of them.
    fn named(&self) -> NamedCrawler {
        match self {
            Self::Text(text) => NamedCrawler::from(&agents::UserAgent::resolve(text)),
            Self::Named(named) => named.clone(),
        }
    }

    /// What is documented about obeying robots.txt.
    pub(crate) fn obeys(&self) -> Obedience {
        self.named().obeys()
    }

    /// Calls `ask` with the names.
    pub(crate) fn with_list<R>(&self, ask: impl FnOnce(AgentList<'_>) -> R) -> R {
        self.with_dialect(|list, _| ask(list))
    }

    /// The names, most preferred first.
    pub(crate) fn names(&self) -> Vec<String> {
        self.with_list(|list| list.tokens().map(str::to_string).collect())
    }
}

/// What a text has to be.
const ONE_CRAWLER: &str = "the name or the User-Agent header of one crawler";

/// The error of a text that names no crawler, or several.
#[cold]
fn refused(name: &str, text: &str, error: &NameError) -> PyErr {
    let text = quoted(text);
    let found = match error {
        NameError::Url => {
            format!("{text}, which is a URL: the crawler is the argument before the URL")
        }
        NameError::Set(_) => {
            format!("{text}, which is a set of crawlers: pass one of agents.crawlers(...)")
        }
        _ => format!("{text}: {error}"),
    };
    wrong_value(name, ONE_CRAWLER, found)
}

impl<'a> Argument<'a, '_> for AgentArg<'a> {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(text) = Text::of(object)? {
            let text = match text.0 {
                Cow::Borrowed(text) => String::from_utf8_lossy(text),
                Cow::Owned(text) => Cow::Owned(String::from_utf8_lossy(&text).into_owned()),
            };
            if let Err(error) = agents::UserAgent::resolve_one(&text) {
                return Err(refused(name, &text, &error));
            }
            return Ok(Self::Text(text));
        }
        if let Ok(agent) = object.cast::<Agent>() {
            let agent = agents::UserAgent::from(agent.get().0);
            return Ok(Self::Named(NamedCrawler::from(&agent)));
        }
        if let Ok(header) = object.cast::<UserAgent>() {
            let named = header.get().with_found(|found| NamedCrawler::from(&found));
            return Ok(Self::Named(named));
        }
        if let Ok(token) = object.cast::<Token>() {
            let token = agents::UserAgent::from(agents::Token(&token.get().0));
            return Ok(Self::Named(NamedCrawler::from(&token)));
        }
        if is_list(object) {
            let named = object
                .try_iter()?
                .map(|crawler| Ok(AgentArg::read(name, &crawler?)?.named()));
            let named = NamedCrawler::merge(named.collect::<PyResult<Vec<_>>>()?);
            return named.map(Self::Named).map_err(|_| {
                let found = "an empty list: write \"*\" for the crawlers that no group names";
                wrong_value(name, "a crawler", found)
            });
        }
        let expected = "a crawler's name or a User-Agent header as str or bytes, a list of them, Agent, UserAgent or Token";
        Err(wrong_type(name, expected, object))
    }
}

/// An argument that names crawlers: a list of what [`AgentArg`] takes, or one of them.
pub(crate) struct AgentArgs<'a>(pub(crate) Vec<AgentArg<'a>>);

impl<'a> Argument<'a, '_> for AgentArgs<'a> {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        if !is_list(object) {
            return Ok(Self(vec![AgentArg::read(name, object)?]));
        }
        let crawlers = object
            .try_iter()?
            .map(|crawler| match AgentArg::read(name, &crawler?)? {
                AgentArg::Text(text) => Ok(AgentArg::Text(Cow::Owned(text.into_owned()))),
                AgentArg::Named(named) => Ok(AgentArg::Named(named)),
            });
        crawlers.collect::<PyResult<_>>().map(Self)
    }
}

/// The argument `crawlers`.
const CRAWLERS: &str = "crawlers";

/// Adds the crawlers of an argument to a judge: a list of what [`AgentArg`] takes and of sets, or one
/// of these. Of a set, those that are there already are left out.
pub(crate) fn with_crawlers(mut judge: AccessJudge, crawlers: &Bound<'_, PyAny>) -> PyResult<AccessJudge> {
    if !is_list(crawlers) {
        return with_crawler(judge, crawlers);
    }
    for crawler in crawlers.try_iter()? {
        judge = with_crawler(judge, &crawler?)?;
    }
    Ok(judge)
}

fn with_crawler(mut judge: AccessJudge, crawler: &Bound<'_, PyAny>) -> PyResult<AccessJudge> {
    if let Some(text) = Text::of(crawler)?
        && text.to_str().trim_start().starts_with('@')
    {
        let set = text.to_str();
        let found = agents::UserAgent::resolve_all(&set).map_err(|error| {
            wrong_value(CRAWLERS, "a known set", format_args!("{}: {error}", quoted(&set)))
        })?;
        for one in found {
            if !judge.names().any(|name| name == one.name()) {
                judge = judge.user_agent(one.name(), &one);
            }
        }
        return Ok(judge);
    }
    let read = AgentArg::read(CRAWLERS, crawler)?;
    let name = match (&read, crawler.cast::<UserAgent>()) {
        (AgentArg::Text(text), _) => text.to_string(),
        (_, Ok(header)) => header.get().name(),
        _ => read.names().into_iter().next().unwrap_or_else(|| "*".to_string()),
    };
    if judge.names().any(|known| known == name) {
        let found = format!("{} twice", quoted(&name));
        return Err(wrong_value(CRAWLERS, "each crawler once", found));
    }
    if let AgentArg::Text(text) = &read {
        return Ok(judge.user_agent(name, &agents::UserAgent::resolve(text)));
    }
    if let Ok(agent) = crawler.cast::<Agent>() {
        return Ok(judge.user_agent(name, &agents::UserAgent::resolve(agent.get().0.name())));
    }
    if let Ok(header) = crawler.cast::<UserAgent>() {
        return Ok(header.get().with_found(|found| judge.user_agent(name, &found)));
    }
    Ok(read.with_dialect(|list, dialect| judge.crawler(name, list, dialect)))
}

/// A well-known crawler, by its product token; an unknown one raises ``ValueError``.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.agents")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Agent(&'static agents::Agent);

#[pymethods]
impl Agent {
    #[new]
    fn new(#[pyo3(from_py_with = arg::token)] token: &str) -> PyResult<Self> {
        let known = agents::by_token(token);
        known.map(Self).ok_or_else(|| {
            wrong_value(
                "token",
                "the product token of a well-known crawler",
                quoted(token),
            )
        })
    }

    /// Its product token.
    #[getter]
    fn token(&self) -> &'static str {
        self.0.name()
    }

    /// Its own token, then the tokens whose groups it falls back to. A crawler that sends no name of
    /// its own has only the latter.
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

    /// How it reads files, according to its operator; RFC 9309 if no other way is documented.
    #[getter]
    fn dialect(&self) -> dialect::Dialect {
        dialect::wrap(self.0.dialect())
    }

    /// Whether it sends requests; some tokens only control the use of what others fetched.
    #[getter]
    fn crawls(&self) -> bool {
        self.0.crawls()
    }

    /// What the row of the table rests on: ``page``, ``sentence`` and ``date`` (of the day on which it
    /// was read), and ``reading``, which is ``none`` if no sentence was read.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let source = self.0.source();
        let fields = PyDict::new(py);
        fields.set_item("page", source.page())?;
        fields.set_item("reading", source.reading().as_str())?;
        fields.set_item("sentence", source.sentence())?;
        fields.set_item("date", source.date())?;
        Ok(fields)
    }

    /// How a visit is verified, as the operator documents it: the addresses of its lists of
    /// addresses, and the ends of the names in reverse DNS. Both are empty if nothing was found.
    #[getter]
    fn verification<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let known = self.0.verification();
        let fields = PyDict::new(py);
        let lists = known.map_or(&[][..], agents::Verification::address_lists);
        fields.set_item("address_lists", lists)?;
        let suffixes = known.map_or(&[][..], agents::Verification::dns_suffixes);
        fields.set_item("dns_suffixes", suffixes)?;
        Ok(fields)
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

/// A product token and nothing but it: ``Token("Googlebot-Image")`` does not fall back to groups of
/// Googlebot, as the crawler of this name does.
///
/// :raises ValueError: if the text can be no product token: it is empty, a set, a URL, or several
///     names.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.agents")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Token(String);

#[pymethods]
impl Token {
    #[new]
    fn new(#[pyo3(from_py_with = arg::token)] token: Text<'_>) -> PyResult<Self> {
        let token = token.to_str();
        match agents::UserAgent::resolve_token(&token) {
            Ok(_) => Ok(Self(token.into_owned())),
            Err(error) => Err(refused("token", &token, &error)),
        }
    }

    fn __str__(&self) -> &str {
        &self.0
    }

    fn __repr__(&self) -> String {
        format!("Token({:?})", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&str,)) {
        (py.get_type::<Self>().into_any(), (&self.0,))
    }
}

/// The names of a crawler, by its whole ``User-Agent`` header; pass it wherever a crawler is asked
/// for.
///
/// Names that browsers send, such as ``Mozilla``, are not names of the crawler. A well-known
/// crawler has the names that its operator documents.
///
/// :raises ValueError: if the text is a URL.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.agents")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct UserAgent {
    /// The text that it was made from.
    #[pyo3(get)]
    header: String,
    agent: Option<&'static agents::Agent>,
    /// The names, most preferred first; empty if no group can name the crawler.
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

    /// What the library makes of the text again: it knows more of a crawler than its names.
    fn with_found<R>(&self, ask: impl FnOnce(agents::UserAgent<'_>) -> R) -> R {
        ask(if self.is_header {
            agents::UserAgent::parse(&self.header)
        } else {
            agents::UserAgent::resolve(&self.header)
        })
    }
}

#[pymethods]
impl UserAgent {
    #[new]
    fn new(#[pyo3(from_py_with = arg::header)] header: Text<'_>) -> PyResult<Self> {
        let header = header.to_str();
        match agents::UserAgent::resolve_header(&header) {
            Ok(found) => Ok(Self::of(&header, &found, true)),
            Err(error) => Err(refused("header", &header, &error)),
        }
    }

    /// The text that a person writes to name a crawler: a product token, a whole header, or a
    /// well-known crawler's name, which is then read as its operator documents it, with the names
    /// it falls back to.
    ///
    /// :raises ValueError: if the text names no crawler, or several.
    #[staticmethod]
    fn resolve(#[pyo3(from_py_with = arg::written)] written: Text<'_>) -> PyResult<Self> {
        let written = written.to_str();
        match agents::UserAgent::resolve_one(&written) {
            Ok(found) => Ok(Self::of(&written, &found, false)),
            Err(error) => Err(refused("written", &written, &error)),
        }
    }

    /// The well-known crawler that this is.
    #[getter]
    fn agent(&self) -> Option<Agent> {
        self.agent.map(Agent)
    }

    /// Whether groups for ``*`` apply to it.
    #[getter]
    fn obeys_star(&self) -> bool {
        self.with_found(|found| found.obeys_star())
    }

    /// A warning about the name: it may be a typo, no longer be in use, or not be documented by any
    /// operator. ``None`` if there is nothing to warn of.
    #[getter]
    fn warning(&self) -> Option<String> {
        agents::UserAgent::resolve(&self.header).warning()
    }

    /// The first of the names, or ``*``; of a well-known crawler that sends no name of its own, the
    /// name that others use.
    #[getter]
    fn name(&self) -> String {
        self.with_found(|found| found.name().to_string())
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
fn agent_by_token(#[pyo3(from_py_with = arg::token)] token: &str) -> Option<Agent> {
    agents::by_token(token).map(Agent)
}

/// The well-known crawler that sent this ``User-Agent`` header.
#[pyfunction]
fn agent_find_in_header(#[pyo3(from_py_with = arg::header)] header: &str) -> Option<Agent> {
    agents::UserAgent::parse(header).agent().map(Agent)
}

/// The well-known crawler whose name this misspells.
#[pyfunction]
fn agent_near_miss(#[pyo3(from_py_with = arg::token)] token: &str) -> Option<Agent> {
    agents::near_miss(token).map(Agent)
}

/// The product token that a crawler with this ``User-Agent`` header most likely answers to.
#[pyfunction]
fn agent_product_token(#[pyo3(from_py_with = arg::header)] header: &str) -> Option<&str> {
    agents::product_token(header)
}

/// The well-known crawlers of a set: ``search``, ``ai-training``, ``ai-search``, ``user``,
/// ``preview``, ``seo``, ``archive``, ``ads``.
#[pyfunction]
fn agent_set(#[pyo3(from_py_with = arg::name)] name: &str) -> PyResult<Vec<Agent>> {
    match agents::set(name) {
        Some(agents) => Ok(agents.map(Agent).collect()),
        None => {
            let known: Vec<&str> = agents::SETS.iter().map(|(name, _)| *name).collect();
            let expected = format!("a set of crawlers, one of {}", known.join(", "));
            Err(wrong_value("name", &expected, quoted(name)))
        }
    }
}

/// Every well-known crawler.
#[pyfunction]
fn agent_table() -> Vec<Agent> {
    agents::ALL.iter().map(Agent).collect()
}

/// Product tokens that are no longer in use, each with its successors.
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
    module.add_class::<Token>()?;
    module.add("SNAPSHOT_DATE", agents::SNAPSHOT_DATE)?;
    module.add_function(wrap_pyfunction!(agent_by_token, module)?)?;
    module.add_function(wrap_pyfunction!(agent_find_in_header, module)?)?;
    module.add_function(wrap_pyfunction!(agent_near_miss, module)?)?;
    module.add_function(wrap_pyfunction!(agent_product_token, module)?)?;
    module.add_function(wrap_pyfunction!(agent_set, module)?)?;
    module.add_function(wrap_pyfunction!(agent_table, module)?)?;
    module.add_function(wrap_pyfunction!(agent_retired, module)?)
}
