//! `Rules`: one crawler's rules, compiled, and the extension lines of its groups.

use std::collections::BTreeMap;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTime};
use robots_exclusion::ParseOptions;
use robots_exclusion::extension::{ContentSignal, TimeOfDay, TimeWindow};
use robots_exclusion_page::{UsageCategory, UsagePreference};

use crate::Reduced;
use crate::agents::AgentArg;
use crate::argument::{Count, arg, quoted, wrong_value};
use crate::dialect::{DialectArg, chosen};
use crate::text::{Body, Buffer, Text, UrlArg, lossy};
use crate::verdict::{Rule, Verdict};

/// The library's options from Python's, apart from the dialect.
pub(crate) fn parse_options(max_bytes: Option<Count>, transcode_utf16: bool) -> ParseOptions {
    let options = ParseOptions::new().transcode_utf16(transcode_utf16);
    match max_bytes {
        Some(Count(max_bytes)) => options.max_bytes(max_bytes),
        None => options,
    }
}

/// One crawler's rules, compiled: small, independent of the file, safe to share between threads.
/// They can be pickled.
///
/// :param dialect: how the file is read, whoever the crawler is. If not given, a well-known crawler
///     reads it as its operator documents, any other as RFC 9309 says.
#[pyclass(frozen, eq, weakref, module = "robots_exclusion")]
#[derive(PartialEq)]
pub(crate) struct Rules(pub(crate) robots_exclusion::Rules);

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (robots, agent, *, dialect = None, max_bytes = None, transcode_utf16 = false))]
    fn new(
        #[pyo3(from_py_with = arg::robots)] robots: Body<'_>,
        #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
        #[pyo3(from_py_with = arg::max_bytes)] max_bytes: Option<Count>,
        #[pyo3(from_py_with = arg::transcode_utf16)] transcode_utf16: bool,
    ) -> Self {
        let options = parse_options(max_bytes, transcode_utf16);
        Self(agent.with_dialect(|agents, documented| {
            let options = options.dialect(chosen(dialect).unwrap_or(documented));
            options.rules_for(&robots.bytes, agents)
        }))
    }

    /// For a robots.txt that does not exist (RFC 9309 section 2.3.1.3).
    #[staticmethod]
    fn allow_all() -> Self {
        Self(robots_exclusion::Rules::allow_all())
    }

    /// For a robots.txt that cannot be reached (RFC 9309 section 2.3.1.4).
    #[staticmethod]
    fn disallow_all() -> Self {
        Self(robots_exclusion::Rules::disallow_all())
    }

    /// Reads what :meth:`to_bytes` returned; other bytes raise ``ValueError``.
    #[staticmethod]
    fn from_bytes(#[pyo3(from_py_with = arg::data)] data: Buffer<'_>) -> PyResult<Self> {
        let rules = robots_exclusion::Rules::from_bytes(&data.0);
        rules.map(Self).map_err(|error| {
            wrong_value(
                "data",
                "what to_bytes returned",
                format_args!("these bytes: {error}"),
            )
        })
    }

    /// The rules as bytes that any machine reads.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Whether the crawler may fetch a URL, an absolute one or a path that begins with ``/``.
    fn is_allowed(&self, #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>) -> bool {
        self.0.is_allowed(url.target())
    }

    /// The same, with the rule that decides, its line, and its group.
    fn check(&self, #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>) -> Verdict {
        Verdict::new(&self.0.check(url.target()))
    }

    /// Like :meth:`is_allowed`, for any string: one that is not a URL is taken for some path, as in
    /// the libraries whose interfaces this package offers.
    fn _is_allowed(&self, #[pyo3(from_py_with = arg::url)] url: Text<'_>) -> bool {
        self.0.is_allowed(&*url.0)
    }

    /// The name of the group that applies, or ``*``.
    #[getter]
    fn group(&self) -> Option<String> {
        self.0.group_name().map(lossy)
    }

    /// In seconds.
    #[getter]
    fn crawl_delay(&self) -> Option<f64> {
        self.0.crawl_delay().as_ref().map(Duration::as_secs_f64)
    }

    /// Requests, seconds, and the first and last minute of the time of the day, in UTC, or ``None``
    /// if it is always.
    #[getter]
    fn request_rates<'py>(&self, py: Python<'py>) -> PyResult<Vec<RequestRate<'py>>> {
        request_rates(py, self.0.request_rates())
    }

    /// The first and last minute of each, in UTC.
    #[getter]
    fn visit_times<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyTime>, Bound<'py, PyTime>)>> {
        let visits = self.0.visit_times().iter();
        visits.map(|visit| times(py, *visit)).collect()
    }

    /// The statements of the Content-Signal lines that apply, by name, such as ``{"ai-train":
    /// "no"}``; ``None`` if there are none.
    #[getter]
    fn content_signal(&self) -> Option<BTreeMap<String, &'static str>> {
        self.0.content_signal().map(signals_of)
    }

    /// The URLs of the License lines that apply.
    #[getter]
    fn licenses(&self) -> Vec<String> {
        self.0
            .licenses()
            .map(|license| lossy(license.as_bytes()))
            .collect()
    }

    /// The preference of the ``Content-Usage`` lines about a use of a URL
    /// (draft-ietf-aipref-attach): ``True`` if it is allowed, ``False`` if not, ``None`` if there
    /// is no preference, or the URL may not be fetched.
    ///
    /// :param category: ``"train-ai"`` or ``"search"``.
    fn usage(
        &self,
        #[pyo3(from_py_with = arg::category)] category: &str,
        #[pyo3(from_py_with = arg::url)] url: UrlArg<'_>,
    ) -> PyResult<Option<bool>> {
        let known = category.parse::<UsageCategory>();
        let known = known.map_err(|_| wrong_value("category", "train-ai or search", quoted(category)))?;
        let verdict = robots_exclusion_page::usage(&self.0, known, &lossy(url.target().url()));
        Ok(match verdict.preference() {
            UsagePreference::Allow => Some(true),
            UsagePreference::Disallow => Some(false),
            _ => None,
        })
    }

    /// The rules, with patterns in canonical form.
    fn to_list(&self) -> Vec<Rule> {
        self.0.iter().map(|rule| Rule::new(&rule)).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Rules are an answer, not a container: without any they still allow everything.
    fn __bool__(&self) -> bool {
        true
    }

    fn __sizeof__(&self) -> usize {
        size_of::<Self>() + self.0.heap_bytes()
    }

    fn __repr__(&self) -> String {
        match self.0.group_name() {
            Some(group) => format!("<Rules of group {:?}: {}>", lossy(group), self.0.len()),
            None => format!("<Rules: {}>", self.0.len()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (Bound<'py, PyBytes>,)> {
        let restore = py.get_type::<Self>().getattr("from_bytes")?;
        Ok((restore, (self.to_bytes(py),)))
    }
}

/// Signals by name.
fn signals_of(signals: &ContentSignal) -> BTreeMap<String, &'static str> {
    let signals = signals.iter();
    signals
        .map(|(name, value)| (name.to_string(), value.as_str()))
        .collect()
}

/// Documents, seconds, and the first and last minute of a window of the day.
pub(crate) type RequestRate<'py> = (u32, f64, Option<Bound<'py, PyTime>>, Option<Bound<'py, PyTime>>);

pub(crate) fn request_rates<'py>(
    py: Python<'py>,
    rates: &[robots_exclusion::extension::RequestRate],
) -> PyResult<Vec<RequestRate<'py>>> {
    let rate = |rate: &robots_exclusion::extension::RequestRate| {
        let window = rate.window().map(|window| times(py, window)).transpose()?;
        let (start, end) = window.unzip();
        Ok((rate.documents(), rate.period().as_secs_f64(), start, end))
    };
    rates.iter().map(rate).collect()
}

/// The first and the last minute of a window, in UTC.
fn times<'py>(py: Python<'py>, window: TimeWindow) -> PyResult<(Bound<'py, PyTime>, Bound<'py, PyTime>)> {
    let time = |time: TimeOfDay| PyTime::new(py, time.hour(), time.minute(), 0, 0, None);
    Ok((time(window.first())?, time(window.last())?))
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rules>()
}
