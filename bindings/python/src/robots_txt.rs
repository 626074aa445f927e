//! `RobotsTxt`: a parsed file; and single questions.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::Reduced;
use crate::agents::AgentArg;
use crate::dialect::{self, Dialect, DialectArg};
use crate::rules::{RequestRate, Rules, parse_options, request_rates};
use crate::text::{Body, Text, lossy};
use crate::verdict::{Rule, Verdict};

/// A parsed robots.txt.
#[pyclass(frozen, eq, module = "robots_exclusion")]
#[derive(PartialEq)]
pub(crate) struct RobotsTxt(pub(crate) robots_exclusion::RobotsTxt<'static>);

#[pymethods]
impl RobotsTxt {
    #[new]
    #[pyo3(signature = (robots, *, dialect = None, max_bytes = None, transcode_utf16 = false))]
    fn new(
        robots: Body<'_>,
        dialect: Option<DialectArg<'_, '_>>,
        max_bytes: Option<usize>,
        transcode_utf16: bool,
    ) -> Self {
        let options = parse_options(dialect, max_bytes, transcode_utf16);
        Self(options.parse(robots.0.into_owned()))
    }

    fn is_allowed(&self, agent: AgentArg<'_>, url: Text<'_>) -> bool {
        agent.with_list(|agents| self.0.is_allowed(agents, &*url.0))
    }

    fn check(&self, agent: AgentArg<'_>, url: Text<'_>) -> Verdict {
        agent.with_list(|agents| Verdict::new(self.0.check(agents, &*url.0)))
    }

    fn matching_rules(&self, agent: AgentArg<'_>, url: Text<'_>) -> Vec<(Rule, Option<&'static str>)> {
        agent.with_list(|agents| {
            let explanation = self.0.explain(agents, &*url.0);
            let rules = explanation.rules().iter();
            rules
                .map(|met| (Rule::new(met.rule()), met.lost_by().map(|lost| lost.as_str())))
                .collect()
        })
    }

    fn rules_for(&self, agent: AgentArg<'_>) -> Rules {
        Rules(agent.with_list(|agents| self.0.rules_for(agents)))
    }

    #[getter]
    fn groups(&self) -> Vec<Group> {
        self.0.groups().map(|group| Group::new(&group)).collect()
    }

    #[getter]
    fn sitemaps(&self) -> Vec<String> {
        self.0.sitemaps().map(lossy).collect()
    }

    #[getter]
    fn hosts(&self) -> Vec<String> {
        self.0.hosts().map(|host| lossy(host.as_bytes())).collect()
    }

    fn clean_url<'u>(&self, url: &'u str) -> std::borrow::Cow<'u, str> {
        self.0.clean_url(url)
    }

    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.body())
    }

    #[getter]
    fn dialect(&self) -> Dialect {
        dialect::wrap(self.0.dialect())
    }

    #[getter]
    fn is_truncated(&self) -> bool {
        self.0.is_truncated()
    }

    fn __repr__(&self) -> String {
        let groups = self.0.groups().count();
        format!(
            "<RobotsTxt: {groups} groups, {} bytes, dialect {}>",
            self.0.body().len(),
            self.0.dialect()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyBytes>, Dialect)> {
        let restore = py.import("robots_exclusion._native")?.getattr("_robots_txt")?;
        Ok((restore, (self.body(py), self.dialect())))
    }
}

/// What `RobotsTxt.__reduce__` refers to.
#[pyfunction]
fn _robots_txt(body: Body<'_>, dialect: DialectArg<'_, '_>) -> RobotsTxt {
    RobotsTxt::new(body, Some(dialect), None, false)
}

/// A group of a file.
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Group {
    #[pyo3(get)]
    agents: Vec<String>,
    #[pyo3(get)]
    line: u32,
    #[pyo3(get)]
    crawl_delay: Option<f64>,
    request_rates: Vec<robots_exclusion::extension::RequestRate>,
    rules: Vec<robots_exclusion::Rule<'static>>,
}

impl Group {
    fn new(group: &robots_exclusion::Group<'_>) -> Self {
        Self {
            agents: group.agents().map(lossy).collect(),
            line: group.line(),
            crawl_delay: group.crawl_delay().as_ref().map(Duration::as_secs_f64),
            request_rates: group.request_rates().collect(),
            rules: group.rules().map(robots_exclusion::Rule::into_owned).collect(),
        }
    }
}

#[pymethods]
impl Group {
    #[getter]
    fn rules(&self) -> Vec<Rule> {
        self.rules.iter().map(Rule::new).collect()
    }

    #[getter]
    fn request_rates<'py>(&self, py: Python<'py>) -> PyResult<Vec<RequestRate<'py>>> {
        request_rates(py, &self.request_rates)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Group of {}: {} rules>",
            self.agents.join(", "),
            self.rules.len()
        )
    }
}

#[pyfunction]
#[pyo3(signature = (robots, agent, url, *, dialect = None))]
fn is_allowed(
    robots: Body<'_>,
    agent: AgentArg<'_>,
    url: Text<'_>,
    dialect: Option<DialectArg<'_, '_>>,
) -> bool {
    let options = parse_options(dialect, None, false);
    agent.with_list(|agents| options.check(&robots.0, agents, &*url.0).is_allowed())
}

#[pyfunction]
#[pyo3(signature = (robots, agent, url, *, dialect = None))]
fn check(
    robots: Body<'_>,
    agent: AgentArg<'_>,
    url: Text<'_>,
    dialect: Option<DialectArg<'_, '_>>,
) -> Verdict {
    let options = parse_options(dialect, None, false);
    agent.with_list(|agents| Verdict::new(options.check(&robots.0, agents, &*url.0)))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RobotsTxt>()?;
    module.add_class::<Group>()?;
    module.add_function(wrap_pyfunction!(_robots_txt, module)?)?;
    module.add_function(wrap_pyfunction!(is_allowed, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}
