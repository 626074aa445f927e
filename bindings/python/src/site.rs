//! `Crawler` and `Site`: what a crawler remembers about a site; `RobotsRequest` and `Fetched`: how
//! it asks for robots.txt.

use std::time::{Duration, SystemTime};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{BodyBuffer, FetchPolicy, Reply, ResponseHead, Step};
use robots_exclusion::{Target, fetch, site};
use url::Url;

use crate::agents::AgentArg;
use crate::dialect::DialectArg;
use crate::page::pairs;
use crate::rules::Rules;
use crate::text::Text;
use crate::{Reduced, record};

/// Seconds that are neither negative nor infinite.
struct Seconds(Duration);

impl<'a, 'py> FromPyObject<'a, 'py> for Seconds {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let seconds: f64 = object.extract()?;
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map(Self).map_err(|_| {
            PyValueError::new_err(format!("expected seconds that are not negative, not {seconds}"))
        })
    }
}

/// The time that is given, as `time.time()` counts it, or else what the clock says.
fn time(now: Option<Seconds>) -> Timestamp {
    now.map_or_else(
        || SystemTime::now().into(),
        |Seconds(since_epoch)| Timestamp::from_unix(since_epoch),
    )
}

/// A time as `time.time()` counts it, never a little before it: what may happen at the time may
/// happen at the number.
fn number(time: Timestamp) -> f64 {
    let exact = time.since_unix_epoch();
    let near = exact.as_secs_f64();
    match Duration::try_from_secs_f64(near) {
        Ok(rounded) if rounded < exact => near.next_up(),
        _ => near,
    }
}

fn head(status: u16, headers: Option<&Bound<'_, PyAny>>, decoded: bool) -> PyResult<ResponseHead> {
    let head = ResponseHead::new(status, pairs(headers)?);
    Ok(if decoded { head.decoded() } else { head })
}

fn policy(dialect: Option<DialectArg<'_, '_>>) -> FetchPolicy {
    dialect.unwrap_or_default().dialect().fetch_policy()
}

/// The fields of the record `Outcome`.
#[derive(IntoPyObject)]
struct OutcomeFields {
    action: &'static str,
    cause: Option<&'static str>,
    text: String,
}

fn outcome_record(py: Python<'_>, outcome: fetch::Outcome) -> PyResult<Bound<'_, PyAny>> {
    let fields = OutcomeFields {
        action: outcome.name(),
        cause: outcome.cause().map(fetch::Cause::as_str),
        text: outcome.to_string(),
    };
    record(py, "Outcome", fields)
}

/// The fields of the record `Decision`.
#[derive(IntoPyObject)]
struct DecisionFields {
    action: &'static str,
    until: Option<f64>,
}

/// A request for a robots.txt, followed through redirects; your HTTP client sends it, with its own
/// handling of redirects switched off.
///
/// :param url: any URL of the site; one without a host raises ``ValueError``.
/// :param dialect: whose limits count; those of RFC 9309 by default.
#[pyclass(module = "robots_exclusion.fetch")]
pub(crate) struct RobotsRequest(fetch::RobotsRequest);

#[pymethods]
impl RobotsRequest {
    #[new]
    #[pyo3(signature = (url, *, dialect = None))]
    fn new(url: &str, dialect: Option<DialectArg<'_, '_>>) -> PyResult<Self> {
        let error = |error: String| PyValueError::new_err(format!("{url:?}: {error}"));
        let url = Url::parse(url).map_err(|found| error(found.to_string()))?;
        let request = fetch::RobotsRequest::new(&url, &policy(dialect));
        request.map(Self).map_err(|found| error(found.to_string()))
    }

    /// The URL to request now.
    #[getter]
    fn url(&self) -> &str {
        self.0.url().as_str()
    }

    /// The header fields to send besides your own, so that the server can answer 304 (Not
    /// Modified).
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        for (name, value) in self.0.fields() {
            fields.set_item(name, value)?;
        }
        Ok(fields)
    }

    /// How many bytes of the body are read.
    #[getter]
    fn max_bytes(&self) -> usize {
        self.0.max_bytes()
    }

    /// Takes in the status and the header fields of a response. Returns whether it is a redirect to
    /// follow: then request :attr:`url` again.
    ///
    /// :param decoded: whether the body is decompressed whatever ``Content-Encoding`` says, as it
    ///     is by httpx, requests and aiohttp. Otherwise a body with that field counts as
    ///     unreachable, because no rule can be found in it.
    #[pyo3(signature = (status, headers = None, *, decoded = false))]
    fn on_response(
        &mut self,
        status: u16,
        headers: Option<&Bound<'_, PyAny>>,
        decoded: bool,
    ) -> PyResult<bool> {
        let head = head(status, headers, decoded)?;
        Ok(self.0.on_response(&head) == Step::Follow)
    }

    /// Takes in a part of the body, decompressed. Returns whether more is wanted.
    fn push(&mut self, chunk: Text<'_>) -> bool {
        self.0.push(&chunk.0)
    }

    /// The result, after the last part of the body. Without a response, or after one to follow,
    /// robots.txt could not be reached.
    fn finish(&mut self) -> Fetched {
        Fetched(self.0.finish())
    }
}

/// The result of requesting a robots.txt: what was answered last, after redirects, and the body,
/// decompressed.
///
/// :param decoded: as for :meth:`RobotsRequest.on_response`.
/// :param dialect: how much of the body is read; as much as RFC 9309 asks for by default.
#[pyclass(frozen, module = "robots_exclusion.fetch")]
pub(crate) struct Fetched(fetch::Fetched);

#[pymethods]
impl Fetched {
    #[new]
    #[pyo3(signature = (status, headers = None, body = None, *, decoded = false, dialect = None))]
    fn new(
        status: u16,
        headers: Option<&Bound<'_, PyAny>>,
        body: Option<Text<'_>>,
        decoded: bool,
        dialect: Option<DialectArg<'_, '_>>,
    ) -> PyResult<Self> {
        let mut buffer = BodyBuffer::new(policy(dialect).max_bytes as usize);
        if let Some(body) = body {
            buffer.push(&body.0);
        }
        let head = head(status, headers, decoded)?;
        Ok(Self(fetch::Fetched::new(
            Reply::Status(status),
            &head,
            buffer.finish(),
        )))
    }

    /// The result of a request that got no answer, or whose body broke off.
    #[staticmethod]
    fn unreachable() -> Self {
        Self(fetch::Fetched::unreachable())
    }

    /// The status of the last response.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.0.status()
    }

    /// The body, cut after the last whole line that fits.
    #[getter]
    fn body(&self) -> &[u8] {
        self.0.body()
    }

    /// Whether the body was cut.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.0.is_truncated()
    }

    /// What a crawler may do that knows nothing else about the site.
    #[pyo3(signature = (*, dialect = None))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        dialect: Option<DialectArg<'_, '_>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        outcome_record(py, policy(dialect).outcome(self.0.reply()))
    }

    fn __repr__(&self) -> String {
        match self.0.status() {
            Some(status) => format!("<Fetched: status {status}, {} bytes>", self.0.body().len()),
            None => "<Fetched: no answer>".to_owned(),
        }
    }
}

/// A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does
/// not say. It is polite, unless it is ``strict``: RFC 9309 to the letter.
///
/// A polite crawler obeys what sites misspell, converts files in UTF-16, waits a second between
/// pages, and takes 429 (Too Many Requests) for a failure. A crawler of another name, or with
/// another dialect, is told to fetch robots.txt again; delays may change at any time.
///
/// :param agent: a string is a product token, a header, or the name of a well-known crawler, with
///     the names that it falls back to.
/// :param dialect: how files are read, and what an answer means, instead of ``Dialect.LENIENT``, or
///     ``Dialect.RFC_9309`` if strict.
/// :param default_delay: seconds between the starts of two fetches where a site asks for none.
/// :param max_delay: the longest delay that is kept if a site asks for one.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.site")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Crawler(site::Crawler);

#[pymethods]
impl Crawler {
    #[new]
    #[pyo3(signature = (agent, *, strict = false, dialect = None, default_delay = None, max_delay = None))]
    fn new(
        agent: AgentArg<'_>,
        strict: bool,
        dialect: Option<DialectArg<'_, '_>>,
        default_delay: Option<Seconds>,
        max_delay: Option<Seconds>,
    ) -> Self {
        let make = if strict {
            site::Crawler::strict
        } else {
            site::Crawler::new
        };
        let mut crawler = match agent {
            AgentArg::Text(text) => make((&*text).into()),
            AgentArg::List(list) => make(list),
        };
        if let Some(dialect) = dialect {
            crawler = crawler.dialect(*dialect.dialect());
        }
        if let Some(Seconds(delay)) = default_delay {
            crawler = crawler.default_delay(delay);
        }
        if let Some(Seconds(delay)) = max_delay {
            crawler = crawler.max_delay(delay);
        }
        Self(crawler)
    }

    /// The crawler's product token: the first of its names, without a version. ``*`` if it has
    /// none.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn __repr__(&self) -> String {
        format!("<Crawler {:?}>", self.0.name())
    }
}

/// What a crawler knows about one site (scheme, host and port), without I/O and without a clock:
/// where no time is given, it is ``time.time()``. One that is no URL of a site raises
/// ``ValueError``.
#[pyclass(eq, module = "robots_exclusion.site")]
#[derive(PartialEq)]
pub(crate) struct Site(site::Site);

#[pymethods]
impl Site {
    #[new]
    fn new(url: Text<'_>) -> PyResult<Self> {
        let site = site::Site::new(Target::from_bytes(&url.0));
        site.map(Self)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Scheme, host and port.
    #[getter]
    fn origin(&self) -> &str {
        self.0.origin()
    }

    /// What to do about a URL of this site now. Changes nothing: tell the site what you then do.
    #[pyo3(signature = (crawler, url, now = None))]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        crawler: &Crawler,
        url: Text<'_>,
        now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let decision = self.0.decide(&crawler.0, time(now), Target::from_bytes(&url.0));
        let until = match decision {
            site::Decision::WaitUntil(time, _) => Some(number(time)),
            _ => None,
        };
        let fields = DecisionFields {
            action: decision.name(),
            until,
        };
        record(py, "Decision", fields)
    }

    /// When the next page may be fetched, as far as delays, pauses and hours are concerned.
    #[pyo3(signature = (crawler, now = None))]
    fn next_page_at(&self, crawler: &Crawler, now: Option<Seconds>) -> f64 {
        number(self.0.next_page_at(&crawler.0, time(now)))
    }

    /// The request for robots.txt to send.
    fn robots_request(&self, crawler: &Crawler) -> RobotsRequest {
        RobotsRequest(self.0.robots_request(&crawler.0))
    }

    /// Records the result of a request for robots.txt, and returns what it means.
    #[pyo3(signature = (crawler, fetched, now = None))]
    fn on_response<'py>(
        &mut self,
        py: Python<'py>,
        crawler: &Crawler,
        fetched: &Fetched,
        now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        outcome_record(py, self.0.on_response(&crawler.0, time(now), &fetched.0))
    }

    /// Records that a request for robots.txt failed without an answer, and returns what it means.
    #[pyo3(signature = (crawler, now = None))]
    fn on_failure<'py>(
        &mut self,
        py: Python<'py>,
        crawler: &Crawler,
        now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        outcome_record(py, self.0.on_failure(&crawler.0, time(now)))
    }

    /// Records that a page of the site is being requested now. The next delay counts from here.
    #[pyo3(signature = (now = None))]
    fn on_page_request(&mut self, now: Option<Seconds>) {
        self.0.on_page_request(time(now));
    }

    /// Records how the site answered a request for a page: 429 and 503 slow the crawler down, and
    /// ``Retry-After`` stops it for a while.
    #[pyo3(signature = (status, headers = None, now = None))]
    fn on_page_response(
        &mut self,
        status: u16,
        headers: Option<&Bound<'_, PyAny>>,
        now: Option<Seconds>,
    ) -> PyResult<()> {
        self.0.on_page_response(time(now), &head(status, headers, true)?);
        Ok(())
    }

    /// The rules in force for a crawler, or ``None`` if robots.txt was never requested for it.
    fn rules(&self, crawler: &Crawler) -> Option<Rules> {
        self.0.rules(&crawler.0).map(|rules| Rules((**rules).clone()))
    }

    /// The Sitemap lines of the rules in force.
    fn sitemaps(&self, crawler: &Crawler) -> Vec<String> {
        let rules = self.0.rules(&crawler.0);
        rules
            .into_iter()
            .flat_map(|rules| rules.sitemaps())
            .map(crate::text::lossy)
            .collect()
    }

    /// The outcome of the last request for robots.txt, or ``None`` if there was none.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0
            .outcome()
            .map(|outcome| outcome_record(py, outcome))
            .transpose()
    }

    /// When to request robots.txt again: 0 if it never was.
    #[getter]
    fn next_fetch_at(&self) -> f64 {
        number(self.0.next_fetch_at())
    }

    /// Since when robots.txt has been unreachable, or ``None`` if the last request was answered.
    #[getter]
    fn failing_since(&self) -> Option<f64> {
        self.0.failing_since().map(number)
    }

    /// The site as JSON, for :meth:`restore`, here or in another language.
    fn save(&self) -> PyResult<String> {
        serde_json::to_string(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Reads what :meth:`save` returned; another text raises ``ValueError``.
    #[staticmethod]
    fn restore(text: Text<'_>) -> PyResult<Self> {
        let site = serde_json::from_slice(&text.0);
        site.map(Self)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        format!("<Site {}>", self.0.origin())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        let restore = py.get_type::<Self>().getattr("restore")?;
        Ok((restore, (self.save()?,)))
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RobotsRequest>()?;
    module.add_class::<Fetched>()?;
    module.add_class::<Crawler>()?;
    module.add_class::<Site>()
}
