//! `RobotsTxt`: a parsed file; and single questions.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use robots_exclusion::companions::Readings;
use robots_exclusion::syntax::Directive;
use robots_exclusion::{AgentList, ParseOptions};

use crate::agents::AgentArg;
use crate::argument::{Count, arg};
use crate::dialect::{self, Dialect, DialectArg, chosen};
use crate::rules::{RequestRate, Rules, parse_options, request_rates};
use crate::text::{Body, UrlArg, lossy};
use crate::verdict::{Rule, Verdict};
use crate::{Reduced, record};

/// A parsed robots.txt, for any crawler. Parsing cannot fail: any bytes are a robots.txt.
///
/// :param dialect: how the file is read, whoever asks. If not given, a well-known crawler reads it
///     as its operator documents, and any other as RFC 9309 says: the file is parsed again for a
///     dialect when such a crawler is first asked about. Properties and methods without a crawler
///     read it as RFC 9309 says.
/// :param max_bytes: read at most so many bytes, and no line in part.
/// :param transcode_utf16: understand a file in UTF-16; otherwise none of its lines are understood.
#[pyclass(frozen, eq, weakref, module = "robots_exclusion")]
pub(crate) struct RobotsTxt(Readings);

impl RobotsTxt {
    /// The file where no crawler is asked about.
    fn file(&self) -> &robots_exclusion::RobotsTxt<'static> {
        self.0.file()
    }

    /// Calls `ask` with the file as a crawler reads it, and the crawler's names.
    fn with_agent<R>(
        &self,
        agent: &AgentArg<'_>,
        ask: impl FnOnce(&robots_exclusion::RobotsTxt<'static>, AgentList<'_>) -> R,
    ) -> R {
        agent.with_dialect(|agents, dialect| ask(self.0.in_dialect(dialect), agents))
    }
}

/// Two are equal if they were read alike. Whether a file was in UTF-16 before it was converted is
/// forgotten when it is pickled.
impl PartialEq for RobotsTxt {
    fn eq(&self, other: &Self) -> bool {
        let key = |file: &Self| (file.0.chosen(), file.file().is_truncated());
        key(self) == key(other) && self.file().body() == other.file().body()
    }
}

#[pymethods]
impl RobotsTxt {
    #[new]
    #[pyo3(signature = (robots, *, dialect = None, max_bytes = None, transcode_utf16 = false))]
    fn new(
        #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
        #[pyo3(from_py_with = arg::max_bytes)] max_bytes: Option<Count>,
        #[pyo3(from_py_with = arg::transcode_utf16)] transcode_utf16: bool,
    ) -> Self {
        let options = parse_options(max_bytes, transcode_utf16);
        Self(Readings::new(&options, chosen(dialect), robots.bytes))
    }

    /// Whether a crawler may fetch a URL, an absolute one or a path that begins with ``/``.
    fn is_allowed(
        &self,
        #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
        #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    ) -> bool {
        self.with_agent(&agent, |file, agents| file.is_allowed(agents, url.target()))
    }

    /// The same, with the rule that decides, its line, and its group.
    fn check(
        &self,
        #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
        #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    ) -> Verdict {
        self.with_agent(&agent, |file, agents| {
            Verdict::of(&file.check(agents, url.target()), &agent)
        })
    }

    /// The rules that match, a thousand at most, and why each does not decide: ``None`` for the
    /// rule that decides.
    fn matching_rules(
        &self,
        #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
        #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    ) -> Vec<(Rule, Option<&'static str>)> {
        self.with_agent(&agent, |file, agents| {
            let explanation = file.explain(agents, url.target());
            let rules = explanation.rules().iter();
            rules
                .map(|met| (Rule::new(met.rule()), met.lost_by().map(|lost| lost.as_str())))
                .collect()
        })
    }

    /// Compiles the rules of a crawler, for many questions.
    fn rules_for(&self, #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>) -> Rules {
        Rules(self.with_agent(&agent, |file, agents| file.rules_for(agents)))
    }

    /// The groups in file order.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.file().groups().map(|found| group(py, &found)).collect()
    }

    /// Every line, whatever it holds: ``pandas.DataFrame(robots.lines)`` is a table of them.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let lines = self.file().lines();
        lines
            .map(|line| record(py, "Line", Line::new(&line, self.file())))
            .collect()
    }

    /// The values of the ``Sitemap`` lines.
    #[getter]
    fn sitemaps(&self) -> Vec<String> {
        self.file().sitemaps().map(lossy).collect()
    }

    /// The values of the ``Host`` lines.
    #[getter]
    fn hosts(&self) -> Vec<String> {
        self.file().hosts().map(|host| lossy(host.as_bytes())).collect()
    }

    /// The URLs of the ``License`` lines, of all groups and of none.
    #[getter]
    fn licenses(&self) -> Vec<String> {
        self.file()
            .licenses()
            .map(|license| lossy(license.as_bytes()))
            .collect()
    }

    /// The URL without the parameters that ``Clean-param`` lines call meaningless.
    fn clean_url<'u>(&self, #[pyo3(from_py_with = arg::url)] url: &'u str) -> std::borrow::Cow<'u, str> {
        self.file().clean_url(url)
    }

    /// The body that was read.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.file().body())
    }

    /// The dialect in which the file is read, whoever asks; ``None`` if each crawler reads it in
    /// its own.
    #[getter]
    fn dialect(&self) -> Option<Dialect> {
        self.0.chosen().map(dialect::wrap)
    }

    /// Whether only the beginning of the file was read.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.file().is_truncated()
    }

    fn __repr__(&self) -> String {
        let groups = self.file().groups().count();
        let bytes = self.file().body().len();
        let dialect = self
            .0
            .chosen()
            .map_or_else(String::new, |dialect| format!(", dialect {dialect}"));
        format!("<RobotsTxt: {groups} groups, {bytes} bytes{dialect}>")
    }

    /// For each dialect in which it was read the body, and about as much for its parsed lines.
    fn __sizeof__(&self) -> usize {
        size_of::<Self>() + 2 * self.0.count() * self.file().body().len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyBytes>, Option<Dialect>, bool)> {
        let restore = py.import("robots_exclusion._native")?.getattr("_robots_txt")?;
        Ok((restore, (self.body(py), self.dialect(), self.is_truncated())))
    }
}

/// What `RobotsTxt.__reduce__` refers to.
#[pyfunction]
#[pyo3(signature = (body, dialect, is_truncated = false))]
fn _robots_txt(
    body: Vec<u8>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    is_truncated: bool,
) -> RobotsTxt {
    let options = ParseOptions::new().truncated(is_truncated);
    RobotsTxt(Readings::new(&options, chosen(dialect), body))
}

/// The fields of a `Group`.
#[derive(IntoPyObject)]
struct Group<'py> {
    agents: Vec<String>,
    line: u32,
    crawl_delay: Option<f64>,
    request_rates: Vec<RequestRate<'py>>,
    rules: Vec<Rule>,
}

fn group<'py>(py: Python<'py>, group: &robots_exclusion::Group<'_>) -> PyResult<Bound<'py, PyAny>> {
    let fields = Group {
        agents: group.agents().map(lossy).collect(),
        line: group.line(),
        crawl_delay: group.crawl_delay().as_ref().map(Duration::as_secs_f64),
        request_rates: request_rates(py, &group.request_rates().collect::<Vec<_>>())?,
        rules: group.rules().map(|rule| Rule::new(&rule)).collect(),
    };
    record(py, "Group", fields)
}

/// The fields of a `Line`.
#[derive(IntoPyObject)]
struct Line {
    number: u32,
    kind: &'static str,
    key: Option<String>,
    value: Option<String>,
    comment: Option<String>,
    text: String,
}

impl Line {
    fn new(line: &robots_exclusion::syntax::Line<'_>, robots: &robots_exclusion::RobotsTxt<'_>) -> Self {
        let directive = Directive::of(line, &robots.dialect());
        let kind = match &directive {
            Some(directive) => directive.kind().key().unwrap_or("unknown"),
            None if line.is_blank() => "blank",
            None if line.text().is_empty() => "comment",
            None => "no-key",
        };
        Self {
            number: line.number(),
            kind,
            key: directive.map(|directive| lossy(directive.key())),
            value: directive.map(|directive| lossy(directive.value())),
            comment: line.comment().map(lossy),
            text: lossy(robots.body().get(line.span().range()).unwrap_or_default()),
        }
    }
}

/// Answers one question straight from a body.
fn ask<R>(
    robots: &Body<'_>,
    agent: &AgentArg<'_>,
    url: &UrlArg<'_>,
    dialect: Option<DialectArg<'_, '_>>,
    answer: impl FnOnce(&robots_exclusion::Verdict<'_>) -> R,
) -> R {
    agent.with_dialect(|agents, documented| {
        let dialect = dialect.as_ref().map_or(&documented, DialectArg::dialect);
        let options = ParseOptions::new().dialect(*dialect);
        answer(&options.check(&robots.bytes, agents, url.target()))
    })
}

/// Whether a crawler may fetch a URL, straight from a robots.txt.
///
/// One pass over the file; nothing is kept. For a second question about the same file use
/// :class:`Rules` or :class:`RobotsTxt`.
///
/// :param dialect: how the file is read, whoever asks. If not given, a well-known crawler reads it
///     as its operator documents, any other as RFC 9309 says.
/// :raises ValueError: if the crawler is a URL, or the URL is not one, perhaps because they were swapped.
#[pyfunction]
#[pyo3(signature = (robots, agent, url, *, dialect = None))]
fn is_allowed(
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
    #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
) -> bool {
    ask(&robots, &agent, &url, dialect, |verdict| verdict.is_allowed())
}

/// Like :func:`is_allowed`, with the rule that decides, its line, and its group.
#[pyfunction]
#[pyo3(signature = (robots, agent, url, *, dialect = None))]
fn check(
    #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
    #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
    #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
) -> Verdict {
    ask(&robots, &agent, &url, dialect, |verdict| {
        Verdict::of(verdict, &agent)
    })
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RobotsTxt>()?;
    module.add_function(wrap_pyfunction!(_robots_txt, module)?)?;
    module.add_function(wrap_pyfunction!(is_allowed, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
