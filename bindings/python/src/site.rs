//! `Crawler` and `Site`: what a crawler remembers about a site; `RobotsRequest` and `Fetched`: how
//! it asks for robots.txt.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt};
use robots_exclusion::fetch::{Body, BodyBuffer, FetchPolicy, Reply, ResponseHead, Validators};
use robots_exclusion::{AgentList, Target, Timestamp, fetch, site};
use url::Url;

use crate::agents::AgentArg;
use crate::argument::{Argument, Callable, Seconds, Status, arg, printed, quoted, wrong_type, wrong_value};
use crate::dialect::{Dialect, DialectArg, wrap};
use crate::page::{HeaderFields, Pairs};
use crate::rules::Rules;
use crate::text::Text;
use crate::{Reduced, record};

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

/// The head of a response as it was given, from which the library's is made, again after pickling.
#[derive(Clone, PartialEq, Eq, Hash, FromPyObject, IntoPyObject)]
struct Head {
    status: u16,
    fields: Pairs,
    decoded: bool,
}

impl Head {
    fn new(Status(status): Status, headers: Option<HeaderFields>, decoded: bool) -> Self {
        Self {
            status,
            fields: headers.unwrap_or_default().0,
            decoded,
        }
    }

    fn head(&self) -> ResponseHead {
        let fields = self.fields.iter().map(|(name, value)| (name, value));
        let head = ResponseHead::new(self.status, fields);
        if self.decoded { head.decoded() } else { head }
    }
}

/// Whether an IP address belongs to the public Internet: not to a private network, this machine, or
/// a range for documentation.
#[pyfunction]
fn is_public_address(#[pyo3(from_py_with = arg::address)] address: &str) -> PyResult<bool> {
    let parsed: Result<IpAddr, _> = address.parse();
    let parsed = parsed.map_err(|_| wrong_value("address", "an IP address", quoted(address)))?;
    Ok(fetch::is_public_address(parsed))
}

/// Whether a URL is that of a private host as it is written: by a private address, or as this machine.
/// Nothing is resolved.
#[pyfunction]
fn _names_private_host(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| fetch::names_private_host(&url))
}

/// Reads the arguments of `avisit` as `Site.visit` does, and returns the timeout in seconds.
#[pyfunction]
#[pyo3(signature = (site, crawler, url, send, timeout, allow_private, clock))]
#[expect(unused_variables, reason = "what is wrong with one of them is an error")]
fn _visit_timeout(
    #[pyo3(from_py_with = arg::site)] site: &Site,
    #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
    #[pyo3(from_py_with = arg::url)] url: &str,
    #[pyo3(from_py_with = arg::send)] send: Callable<'_, '_>,
    #[pyo3(from_py_with = arg::timeout)] timeout: Option<f64>,
    #[pyo3(from_py_with = arg::allow_private)] allow_private: bool,
    #[pyo3(from_py_with = arg::clock)] clock: Option<Callable<'_, '_>>,
) -> Option<f64> {
    timeout
}

/// Where the answer to a request for a page redirects to, if a crawler can go there.
#[pyfunction]
fn _page_redirect(
    url: &str,
    #[pyo3(from_py_with = arg::status)] status: Status,
    #[pyo3(from_py_with = arg::headers)] headers: HeaderFields,
) -> Option<String> {
    let head = Head::new(status, Some(headers), true).head();
    let target = Url::parse(url).ok().and_then(|url| head.redirect(&url));
    target.map(String::from)
}

fn policy(dialect: Option<DialectArg<'_, '_>>) -> FetchPolicy {
    dialect.unwrap_or_default().dialect().fetch_policy
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
    reason: Option<&'static str>,
    delay: Option<f64>,
}

impl From<site::Decision> for DecisionFields {
    fn from(decision: site::Decision) -> Self {
        Self {
            action: decision.name(),
            until: decision.until().map(number),
            reason: decision.reason().map(|why| why.as_str()),
            delay: decision.delay().map(|delay| delay.as_secs_f64()),
        }
    }
}

/// A request for a robots.txt, followed through redirects; your HTTP client sends it, with its own
/// handling of redirects switched off.
///
/// :param url: any URL of the site; one without a host raises ``ValueError``.
/// :param dialect: whose limits count; RFC 9309 by default.
#[pyclass(frozen, eq, weakref, module = "robots_exclusion.fetch")]
pub(crate) struct RobotsRequest(Mutex<RequestState>);

#[derive(Clone)]
struct RequestState {
    request: fetch::RobotsRequest,
    /// Whose limits count.
    dialect: robots_exclusion::Dialect,
    /// The responses so far.
    heads: Vec<Head>,
    /// The next step after the last of them, until the result was taken.
    answer: Option<Reply>,
    /// As much of the body as is looked at.
    body: Vec<u8>,
    /// Whether a redirect led to another origin, at least for a while.
    is_cross_origin: bool,
}

impl PartialEq for RequestState {
    fn eq(&self, other: &Self) -> bool {
        let key = |state: &Self| (state.request.robots_url().clone(), state.dialect, state.answer);
        key(self) == key(other)
            && self.request.validators() == other.request.validators()
            && self.heads == other.heads
            && self.body == other.body
    }
}

impl PartialEq for RobotsRequest {
    fn eq(&self, other: &Self) -> bool {
        // One after the other, so that two threads cannot wait for each other.
        let own = self.state().clone();
        let others = other.state().clone();
        own == others
    }
}

impl RequestState {
    fn new(request: fetch::RobotsRequest, dialect: robots_exclusion::Dialect) -> Self {
        Self {
            request,
            dialect,
            heads: Vec::new(),
            answer: None,
            body: Vec::new(),
            is_cross_origin: false,
        }
    }

    fn on_response(&mut self, given: Head) -> bool {
        self.request.on_response(&given.head());
        self.heads.push(given);
        self.body.clear();
        self.answer = self.request.reply();
        self.is_cross_origin |= self.request.url().origin() != self.request.robots_url().origin();
        self.answer.is_none()
    }

    fn push(&mut self, chunk: &[u8]) -> bool {
        if !self.answer.is_some_and(|answer| answer.is_success()) {
            return false;
        }
        let mut buffer = BodyBuffer::new(self.request.max_bytes().saturating_sub(self.body.len()));
        let is_wanted = buffer.push(chunk);
        // One byte more says that there is more.
        let room = (self.request.max_bytes() + 1).saturating_sub(self.body.len());
        self.body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        is_wanted
    }

    fn finish(&mut self) -> Fetched {
        let mut buffer = BodyBuffer::new(self.request.max_bytes());
        buffer.push(&std::mem::take(&mut self.body));
        let (Some(answer), Some(head)) = (self.answer.take(), self.heads.last()) else {
            return Fetched::unreachable();
        };
        let url = (self.request.redirects() > 0).then(|| self.request.url().to_string());
        Fetched::of(answer, head.clone(), buffer.finish(), url)
    }
}

impl RobotsRequest {
    fn state(&self) -> MutexGuard<'_, RequestState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The arguments of [`_robots_request`].
type RequestFields<'py> = (
    String,
    Dialect,
    KeptValidators,
    Vec<(u16, Pairs, bool)>,
    bool,
    Bound<'py, PyBytes>,
);

/// `ETag`, `Last-Modified`, and where a redirect led that has sent them.
type KeptValidators = [Option<String>; 3];

#[pymethods]
impl RobotsRequest {
    #[new]
    #[pyo3(signature = (url, *, dialect = None))]
    fn new(
        #[pyo3(from_py_with = arg::url)] url: &str,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    ) -> PyResult<Self> {
        let error = |error: String| {
            wrong_value(
                "url",
                "the URL of a page or a site",
                format_args!("{}: {error}", quoted(url)),
            )
        };
        let url = Url::parse(url).map_err(|found| error(found.to_string()))?;
        let dialect = *dialect.unwrap_or_default().dialect();
        let request = fetch::RobotsRequest::new(&url, &dialect.fetch_policy);
        let request = request.map_err(|found| error(found.to_string()))?;
        Ok(Self(Mutex::new(RequestState::new(request, dialect))))
    }

    /// The URL to request now.
    #[getter]
    fn url(&self) -> String {
        self.state().request.url().to_string()
    }

    /// The URL that was requested first: the site's robots.txt.
    #[getter]
    fn robots_url(&self) -> String {
        self.state().request.robots_url().to_string()
    }

    /// Whether a redirect led to another scheme, host or port, which the site chose: send no
    /// credentials, no cookies, and nothing else that was meant for the site.
    #[getter]
    fn is_cross_origin(&self) -> bool {
        self.state().is_cross_origin
    }

    /// The header fields to send now besides your own, so that the server can answer 304 (Not
    /// Modified). They may appear after a redirect, and disappear: each is sent to the URL that has
    /// sent it, and to no other.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let request = self.state().request.clone();
        let fields = PyDict::new(py);
        for (name, value) in request.fields() {
            fields.set_item(name, value)?;
        }
        Ok(fields)
    }

    /// How many bytes of the body are read.
    #[getter]
    fn max_bytes(&self) -> usize {
        self.state().request.max_bytes()
    }

    /// Takes in the status and the header fields of a response. Returns whether it is a redirect to
    /// follow: then request :attr:`url` again.
    ///
    /// :param decoded: whether the body is decompressed whatever ``Content-Encoding`` says, as it
    ///     is by httpx, requests and aiohttp. Otherwise a body with that field counts as
    ///     unreachable, because no rule can be found in it.
    #[pyo3(signature = (status, headers = None, *, decoded = false))]
    fn on_response(
        &self,
        #[pyo3(from_py_with = arg::status)] status: Status,
        #[pyo3(from_py_with = arg::headers)] headers: Option<HeaderFields>,
        #[pyo3(from_py_with = arg::decoded)] decoded: bool,
    ) -> bool {
        let head = Head::new(status, headers, decoded);
        self.state().on_response(head)
    }

    /// Takes in a part of the body, decompressed. Returns whether more is wanted.
    fn push(&self, #[pyo3(from_py_with = arg::chunk)] chunk: Text<'_>) -> bool {
        self.state().push(&chunk.0)
    }

    /// The result, after the last part of the body. Without a response, or after one to follow,
    /// robots.txt could not be reached.
    fn finish(&self) -> Fetched {
        self.state().finish()
    }

    fn __repr__(&self) -> String {
        format!("<RobotsRequest {}>", self.state().request.url())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, RequestFields<'py>> {
        let restore = py
            .import("robots_exclusion._native")?
            .getattr("_robots_request")?;
        let state = self.state().clone();
        let kept = state.request.validators();
        let kept = [Validators::etag, Validators::last_modified, Validators::sent_from]
            .map(|part| kept.and_then(part).map(str::to_owned));
        let heads = state.heads.into_iter();
        Ok((
            restore,
            (
                state.request.robots_url().to_string(),
                wrap(state.dialect),
                kept,
                heads
                    .map(|head| (head.status, head.fields, head.decoded))
                    .collect(),
                state.answer.is_some(),
                PyBytes::new(py, &state.body),
            ),
        ))
    }
}

/// What `RobotsRequest.__reduce__` refers to.
#[pyfunction]
fn _robots_request(
    url: &str,
    #[pyo3(from_py_with = arg::dialect)] dialect: DialectArg<'_, '_>,
    validators: KeptValidators,
    heads: Vec<(u16, Pairs, bool)>,
    is_answered: bool,
    body: Vec<u8>,
) -> PyResult<RobotsRequest> {
    let request = RobotsRequest::new(url, Some(dialect))?;
    let mut state = request.state().clone();
    let [etag, last_modified, sent_from] = validators;
    let bytes = |part: &Option<String>| part.as_ref().map(|part| part.clone().into_bytes());
    let mut kept = Validators::new(bytes(&etag).as_deref(), bytes(&last_modified).as_deref());
    if let Some(url) = sent_from {
        kept = kept.and_then(|kept| kept.sent_by(&url));
    }
    state = RequestState::new(state.request.unless_unchanged(kept), state.dialect);
    for (status, fields, decoded) in heads {
        state.on_response(Head {
            status,
            fields,
            decoded,
        });
    }
    if !is_answered {
        state.answer = None;
    }
    state.body = body;
    Ok(RobotsRequest(Mutex::new(state)))
}

/// The result of requesting a robots.txt: the last answer, after redirects, and the body,
/// decompressed.
///
/// :param decoded: as for :meth:`RobotsRequest.on_response`.
/// :param dialect: how much of the body is read; as much as RFC 9309 asks for by default.
/// :param url: the URL that answered, if redirects of robots.txt led there: its ``ETag`` and
///     ``Last-Modified`` are sent to this URL alone.
#[pyclass(frozen, eq, hash, module = "robots_exclusion.fetch")]
pub(crate) struct Fetched {
    fetched: fetch::Fetched,
    /// What it was made of: `None` if nothing was answered.
    made_of: Option<(Reply, Head)>,
    /// Where redirects led.
    url: Option<String>,
}

impl PartialEq for Fetched {
    fn eq(&self, other: &Self) -> bool {
        self.made_of == other.made_of
            && self.url == other.url
            && self.is_truncated() == other.is_truncated()
            && self.fetched.body() == other.fetched.body()
    }
}

impl Eq for Fetched {}

impl std::hash::Hash for Fetched {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.made_of, &self.url, self.fetched.body()).hash(state);
    }
}

impl Fetched {
    fn of(answer: Reply, head: Head, body: Body, url: Option<String>) -> Self {
        Self {
            fetched: fetch::Fetched::new(answer, &head.head(), body),
            made_of: Some((answer, head)),
            url,
        }
    }

    /// A copy of the library's, which a site takes.
    fn copied(&self) -> fetch::Fetched {
        let Some((answer, head)) = &self.made_of else {
            return fetch::Fetched::unreachable();
        };
        let body = Body {
            bytes: self.fetched.body().to_vec(),
            truncated: self.fetched.is_truncated(),
        };
        fetch::Fetched::new(*answer, &head.head(), body)
    }
}

/// The arguments of [`_fetched`].
type FetchedFields<'py> = (
    Option<&'static str>,
    Option<(u16, Pairs, bool)>,
    Bound<'py, PyBytes>,
    bool,
    Option<String>,
);

/// The answers that are no status.
const NO_STATUS: [(&str, Reply); 2] = [
    ("bad-redirect", Reply::BadRedirect),
    ("unreadable", Reply::Unreadable),
];

/// What `Fetched.__reduce__` refers to.
#[pyfunction]
fn _fetched(
    answer: Option<&str>,
    head: Option<(u16, Pairs, bool)>,
    body: Vec<u8>,
    truncated: bool,
    url: Option<String>,
) -> Fetched {
    let Some((status, fields, decoded)) = head else {
        return Fetched::unreachable();
    };
    let answer = NO_STATUS.iter().find(|(name, _)| answer == Some(*name));
    let answer = answer.map_or(Reply::Status(status), |(_, answer)| *answer);
    let head = Head {
        status,
        fields,
        decoded,
    };
    Fetched::of(
        answer,
        head,
        Body {
            bytes: body,
            truncated,
        },
        url,
    )
}

#[pymethods]
impl Fetched {
    #[new]
    #[pyo3(signature = (status, headers = None, body = None, *, decoded = false, dialect = None, url = None))]
    fn new(
        #[pyo3(from_py_with = arg::status)] status: Status,
        #[pyo3(from_py_with = arg::headers)] headers: Option<HeaderFields>,
        #[pyo3(from_py_with = arg::body)] body: Option<Text<'_>>,
        #[pyo3(from_py_with = arg::decoded)] decoded: bool,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
        #[pyo3(from_py_with = arg::url)] url: Option<&str>,
    ) -> Self {
        let mut buffer = BodyBuffer::new(policy(dialect).max_bytes as usize);
        if let Some(body) = body {
            buffer.push(&body.0);
        }
        let head = Head::new(status, headers, decoded);
        Self::of(
            Reply::Status(head.status),
            head,
            buffer.finish(),
            url.map(str::to_string),
        )
    }

    /// The result of a request that got no answer, or whose body broke off.
    #[staticmethod]
    fn unreachable() -> Self {
        Self {
            fetched: fetch::Fetched::unreachable(),
            made_of: None,
            url: None,
        }
    }

    /// The status of the last response.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.fetched.status()
    }

    /// The body, cut after the last whole line that fits.
    #[getter]
    fn body(&self) -> &[u8] {
        self.fetched.body()
    }

    /// Whether the body was cut.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.fetched.is_truncated()
    }

    /// The outcome for a crawler that knows nothing else about the site.
    #[pyo3(signature = (*, dialect = None))]
    fn outcome<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        outcome_record(py, policy(dialect).outcome(self.fetched.reply()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, FetchedFields<'py>> {
        let restore = py.import("robots_exclusion._native")?.getattr("_fetched")?;
        let answer = self.made_of.as_ref().map(|(answer, _)| *answer);
        let answer = NO_STATUS.iter().find(|(_, other)| answer == Some(*other));
        let head = self.made_of.as_ref();
        let head = head.map(|(_, head)| (head.status, head.fields.clone(), head.decoded));
        let body = PyBytes::new(py, self.body());
        Ok((
            restore,
            (
                answer.map(|(name, _)| *name),
                head,
                body,
                self.is_truncated(),
                self.url.clone(),
            ),
        ))
    }

    fn __repr__(&self) -> String {
        match self.fetched.status() {
            Some(status) => format!("<Fetched: status {status}, {} bytes>", self.fetched.body().len()),
            None => "<Fetched: no answer>".to_owned(),
        }
    }
}

/// A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does
/// not say. It is polite, unless it is ``strict``: RFC 9309 to the letter.
///
/// A polite crawler obeys misspelled lines, converts files in UTF-16, waits a second between pages,
/// and takes 429 (Too Many Requests) for a failure. A crawler of another name, or with another
/// dialect, has to fetch robots.txt again; delays may change at any time.
///
/// :param agent: a string is a product token, a header, or the name of a well-known crawler, with
///     the names that it falls back to.
/// :param dialect: how files are read, and what an answer means, instead of ``Dialect.LENIENT``, or
///     ``Dialect.RFC_9309`` if strict.
/// :param default_delay: seconds between two fetches, from the end of one to the start of the next,
///     where a site asks for none: one by default, and none if strict.
/// :param min_delay: the least delay in seconds where a site asks for one: one by default, and none
///     if strict. ``Crawl-delay: 0`` does not mean a thousand requests a second.
/// :param max_delay: the longest delay in seconds that is kept: an hour by default, twelve hours at
///     most. A site that asks for a longer one, at all times at which it may be visited, is
///     skipped (``too-slow``): it has not permitted a faster pace.
/// :param max_wait: the longest wait in seconds that is worth waiting for: a minute by default. A
///     longer one, other than the delay that the site asks for, is ``give-up-until`` instead of
///     ``wait-until``.
/// :param max_open: how many requests may be open at a time, robots.txt included, from 1 to 254;
///     without a limit by default. With 1, a server that needs half a minute for a page gets one
///     request in that time. Visits say when each page has ended; if you record requests yourself,
///     say it too, since one that is never reported counts as lost five minutes after the last
///     request, and until then the site waits for it.
#[pyclass(frozen, eq, hash, weakref, module = "robots_exclusion.site")]
pub(crate) struct Crawler {
    inner: site::Crawler,
    made_of: CrawlerOptions,
}

impl PartialEq for Crawler {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for Crawler {}

impl std::hash::Hash for Crawler {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

/// The parts of a crawler besides its names.
#[derive(Clone, Copy)]
struct CrawlerOptions {
    strict: bool,
    dialect: Option<Dialect>,
    default_delay: Option<Duration>,
    min_delay: Option<Duration>,
    max_delay: Option<Duration>,
    max_wait: Option<Duration>,
    max_open: Option<u8>,
}

impl Crawler {
    fn of(list: AgentList<'_>, made_of: CrawlerOptions) -> Self {
        let mut inner = match made_of.strict {
            true => site::Crawler::strict(list),
            false => site::Crawler::new(list),
        };
        inner = inner.max_open(made_of.max_open.unwrap_or(u8::MAX));
        if let Some(dialect) = made_of.dialect {
            inner = inner.dialect(dialect.inner);
        }
        if let Some(delay) = made_of.default_delay {
            inner = inner.default_delay(delay);
        }
        if let Some(delay) = made_of.min_delay {
            inner = inner.min_delay(delay);
        }
        if let Some(delay) = made_of.max_delay {
            inner = inner.max_delay(delay);
        }
        if let Some(wait) = made_of.max_wait {
            inner = inner.max_wait(wait);
        }
        Self { inner, made_of }
    }

    /// How it reads files.
    fn read_in(&self) -> robots_exclusion::Dialect {
        match self.made_of.dialect {
            Some(dialect) => dialect.inner,
            None if self.made_of.strict => robots_exclusion::Dialect::RFC_9309,
            None => robots_exclusion::Dialect::LENIENT,
        }
    }
}

/// A number of requests that may be open at a time.
struct Open(u8);

impl<'a> Argument<'a, '_> for Open {
    fn read(name: &str, object: &'a Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(number) = object.cast::<PyInt>() else {
            return Err(wrong_type(name, "an int", object));
        };
        match number.extract::<u8>() {
            // The last one stands for no limit.
            Ok(number @ 1..=254) => Ok(Self(number)),
            _ => Err(wrong_value(
                name,
                "from 1 to 254, or None for no limit",
                printed(object),
            )),
        }
    }
}

/// The arguments of [`_crawler`].
type CrawlerFields = (
    Vec<String>,
    bool,
    bool,
    bool,
    Option<Dialect>,
    [Option<Duration>; 4],
    Option<u8>,
);

/// What `Crawler.__reduce__` refers to.
#[pyfunction]
fn _crawler(
    tokens: Vec<String>,
    obeys_star: bool,
    reads_delay_of_star: bool,
    strict: bool,
    #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
    delays: [Option<Duration>; 4],
    max_open: Option<u8>,
) -> Crawler {
    let [default_delay, min_delay, max_delay, max_wait] = delays;
    let list: AgentList<'static> = tokens.into_iter().collect();
    let list = if obeys_star { list } else { list.without_star() };
    let list = if reads_delay_of_star {
        list.with_delay_of_star()
    } else {
        list
    };
    let made_of = CrawlerOptions {
        strict,
        dialect: dialect.map(|dialect| dialect.object()),
        default_delay,
        min_delay,
        max_delay,
        max_wait,
        max_open,
    };
    Crawler::of(list, made_of)
}

#[pymethods]
impl Crawler {
    #[new]
    #[pyo3(signature = (agent, *, strict = false, dialect = None, default_delay = None, min_delay = None, max_delay = None, max_wait = None, max_open = None))]
    #[expect(clippy::too_many_arguments, reason = "Python has them by name")]
    fn new(
        #[pyo3(from_py_with = arg::agent)] agent: AgentArg<'_>,
        #[pyo3(from_py_with = arg::strict)] strict: bool,
        #[pyo3(from_py_with = arg::dialect)] dialect: Option<DialectArg<'_, '_>>,
        #[pyo3(from_py_with = arg::default_delay)] default_delay: Option<Seconds>,
        #[pyo3(from_py_with = arg::min_delay)] min_delay: Option<Seconds>,
        #[pyo3(from_py_with = arg::max_delay)] max_delay: Option<Seconds>,
        #[pyo3(from_py_with = arg::max_wait)] max_wait: Option<Seconds>,
        #[pyo3(from_py_with = arg::max_open)] max_open: Option<Open>,
    ) -> Self {
        let made_of = CrawlerOptions {
            strict,
            dialect: dialect.map(|dialect| dialect.object()),
            default_delay: default_delay.map(|delay| delay.0),
            min_delay: min_delay.map(|delay| delay.0),
            max_delay: max_delay.map(|delay| delay.0),
            max_wait: max_wait.map(|wait| wait.0),
            max_open: max_open.map(|open| open.0),
        };
        agent.with_list(|list| Self::of(list, made_of))
    }

    /// The crawler's product token: the first of its names, without a version. ``*`` if it has no
    /// name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, CrawlerFields> {
        let restore = py.import("robots_exclusion._native")?.getattr("_crawler")?;
        let agents = self.inner.agents();
        let CrawlerOptions {
            strict,
            dialect,
            default_delay,
            min_delay,
            max_delay,
            max_wait,
            max_open,
        } = self.made_of;
        let tokens = agents.tokens().map(str::to_string).collect();
        Ok((
            restore,
            (
                tokens,
                agents.obeys_star(),
                agents.reads_delay_of_star(),
                strict,
                dialect,
                [default_delay, min_delay, max_delay, max_wait],
                max_open,
            ),
        ))
    }

    fn __repr__(&self) -> String {
        format!("<Crawler {:?}>", self.inner.name())
    }
}

/// The memory of a crawler about one site (scheme, host and port), without I/O and without a clock:
/// if no time is given, it is ``time.time()``. A URL that no site can have raises ``ValueError``.
///
/// Threads may share a site: each call is done before the next begins.
#[pyclass(frozen, eq, weakref, module = "robots_exclusion.site")]
pub(crate) struct Site {
    site: Mutex<site::Site>,
    /// A `threading.Lock`, held while `visit` fetches robots.txt.
    fetching: PyOnceLock<Py<PyAny>>,
    /// What went wrong when `visit` fetched robots.txt last.
    last_error: Mutex<Option<String>>,
}

impl PartialEq for Site {
    fn eq(&self, other: &Self) -> bool {
        // One after the other, so that two threads cannot wait for each other.
        let own = self.site().clone();
        let others = other.site().clone();
        own == others
    }
}

impl Site {
    fn of(site: site::Site) -> Self {
        Self {
            site: Mutex::new(site),
            fetching: PyOnceLock::new(),
            last_error: Mutex::new(None),
        }
    }

    /// The site itself. No Python object is made or called while it is held: then another thread
    /// could run, wait for it, and never let this one go on.
    fn site(&self) -> MutexGuard<'_, site::Site> {
        self.site.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn error(&self) -> MutexGuard<'_, Option<String>> {
        self.last_error.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Site {
    #[new]
    fn new(#[pyo3(from_py_with = arg::url)] url: Text<'_>) -> PyResult<Self> {
        let site = site::Site::new(Target::from_bytes(&url.0));
        site.map(Self::of).map_err(|error| {
            wrong_value(
                "url",
                "the URL of a site",
                format_args!("{}: {error}", quoted(&url.to_str())),
            )
        })
    }

    /// Scheme, host and port.
    #[getter]
    fn origin(&self) -> String {
        self.site().origin().to_string()
    }

    /// What to do about a URL of this site now. Changes nothing: tell the site what you then do.
    #[pyo3(signature = (crawler, url, now = None))]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::url)] url: Text<'_>,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let decision = self
            .site()
            .decide(&crawler.inner, time(now), Target::from_bytes(&url.0));
        record(py, "Decision", DecisionFields::from(decision))
    }

    /// Decides, and records the request for the page that the decision allows: no other thread can
    /// be allowed one in between.
    #[pyo3(signature = (crawler, url, now))]
    fn _begin_page<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::url)] url: Text<'_>,
        #[pyo3(from_py_with = arg::now)] now: Seconds,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (target, now) = (Target::from_bytes(&url.0), time(Some(now)));
        let decision = {
            let mut site = self.site();
            let decision = site.decide(&crawler.inner, now, target);
            if decision == site::Decision::FetchPage {
                site.on_page_request(now);
            }
            decision
        };
        record(py, "Decision", DecisionFields::from(decision))
    }

    /// When to look at this site again: the earliest time, from ``now`` on, at which
    /// :meth:`decide` may ask for a request, whatever the URL. For schedulers that keep sites in a
    /// queue by time.
    #[pyo3(signature = (crawler, now = None))]
    fn next_due(
        &self,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) -> f64 {
        number(self.site().next_due(&crawler.inner, time(now)))
    }

    /// When the next page may be fetched, considering only delays, pauses and hours.
    #[pyo3(signature = (crawler, now = None))]
    fn next_page_at(
        &self,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) -> f64 {
        number(self.site().next_page_at(&crawler.inner, time(now)))
    }

    /// The request for robots.txt to send.
    fn robots_request(&self, #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler) -> RobotsRequest {
        let request = self.site().robots_request(&crawler.inner);
        RobotsRequest(Mutex::new(RequestState::new(request, crawler.read_in())))
    }

    /// Records that robots.txt is being requested now. The next delay counts from its answer, or from
    /// here. Until :meth:`on_response` or :meth:`on_failure`, for a minute at most, any other task
    /// that asks has to wait (``robots-in-flight``).
    #[pyo3(signature = (now = None))]
    fn on_robots_request(&self, #[pyo3(from_py_with = arg::now)] now: Option<Seconds>) {
        self.site().on_robots_request(time(now));
    }

    /// Records that the crawler itself has given up a request for robots.txt before there was an
    /// answer. Nothing is known about the site then, and no other task has to wait for the answer.
    /// The delay counts from the request.
    fn on_robots_abort(&self) {
        self.site().on_robots_abort();
    }

    /// Records the result of a request for robots.txt, and returns its outcome.
    #[pyo3(signature = (crawler, fetched, now = None))]
    fn on_response<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::fetched)] fetched: &Fetched,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let outcome = {
            let mut site = self.site();
            let url = match &fetched.url {
                Some(url) => url.clone(),
                None => format!("{}/robots.txt", site.origin()),
            };
            site.on_response_from(&crawler.inner, time(now), &url, fetched.copied())
        };
        outcome_record(py, outcome)
    }

    /// Records that a request for robots.txt failed without an answer, and returns the outcome.
    #[pyo3(signature = (crawler, now = None))]
    fn on_failure<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let outcome = self.site().on_failure(&crawler.inner, time(now));
        outcome_record(py, outcome)
    }

    /// Records that a page of the site is being requested now. The next delay counts from its answer,
    /// or from here.
    #[pyo3(signature = (now = None))]
    fn on_page_request(&self, #[pyo3(from_py_with = arg::now)] now: Option<Seconds>) {
        self.site().on_page_request(time(now));
    }

    /// Records how the site answered a request for a page: 429 and 5xx slow the crawler down, and
    /// ``Retry-After`` stops it for a while. A status below 200 means that there was no answer, as
    /// :meth:`on_page_failure` does.
    #[pyo3(signature = (status, headers = None, now = None))]
    fn on_page_response(
        &self,
        #[pyo3(from_py_with = arg::status)] status: Status,
        #[pyo3(from_py_with = arg::headers)] headers: Option<HeaderFields>,
        #[pyo3(from_py_with = arg::now)] now: Option<Seconds>,
    ) {
        let head = Head::new(status, headers, true).head();
        self.site().on_page_response(time(now), &head);
    }

    /// Records that a request for a page failed without an answer, or that its body broke off: no
    /// connection, a reset one, no answer in time. It slows the crawler down as 503 does.
    #[pyo3(signature = (now = None))]
    fn on_page_failure(&self, #[pyo3(from_py_with = arg::now)] now: Option<Seconds>) {
        self.site().on_page_failure(time(now));
    }

    /// Records that the crawler itself has given up a request for a page before there was an answer.
    /// It says nothing about the server, and the page is not open any more. The delay counts from
    /// the request.
    fn on_page_abort(&self) {
        self.site().on_page_abort();
    }

    /// Visits a page with a blocking client: fetches robots.txt if that is due, decides, and
    /// requests the page if it may be requested now. Every step is recorded in the site. It never
    /// sleeps. Threads that visit one site fetch its robots.txt once: the other threads wait for
    /// it.
    ///
    /// ``send(request)`` sends a request, for robots.txt and for pages alike, without following
    /// redirects, and returns the response of requests, httpx, urllib or urllib3, or a tuple of
    /// status, header fields and decompressed body. A request has ``url``, ``headers`` to send
    /// besides your own, and ``is_cross_origin``: if it is true, the site led to another host, and
    /// what was meant for the site must not be sent. ``OSError`` and the exceptions of the client
    /// mean that the server was not reached: for a robots.txt that is an answer
    /// (:attr:`last_error`); for a page they slow the crawler down as 503 does, and are raised. All
    /// other exceptions are the caller's, and are raised. If the page's body breaks off later, tell
    /// :meth:`on_page_failure`; :meth:`Visit.read` does.
    ///
    /// :param timeout: how many seconds robots.txt may take, with its redirects and its body, and
    ///     how many the page may take up to the end of its head. A client's own timeout is most
    ///     often for each part, and a server can send one a second for ever. So ``send`` is called
    ///     in a thread of its own; with ``None`` it is called here, for as long as it takes.
    /// :param allow_private: whether the site may lead to hosts that are not public: by a redirect
    ///     of its robots.txt, which counts as unreachable otherwise, by that of a page, or by what
    ///     its name resolves to (:mod:`robots_exclusion.public`). A site that is private by its
    ///     name may, such as ``http://10.0.0.1``.
    /// :param clock: what tells the time instead of ``time.time``.
    #[pyo3(signature = (crawler, url, send, *, timeout = 60.0, allow_private = false, clock = None))]
    fn visit<'py>(
        slf: &Bound<'py, Self>,
        crawler: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arg::url)] url: &str,
        #[pyo3(from_py_with = arg::send)] send: Callable<'_, 'py>,
        #[pyo3(from_py_with = arg::timeout)] timeout: Option<f64>,
        #[pyo3(from_py_with = arg::allow_private)] allow_private: bool,
        #[pyo3(from_py_with = arg::clock)] clock: Option<Callable<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        <&Crawler>::read("crawler", crawler)?;
        let py = slf.py();
        let lock = slf.get().fetching.get_or_try_init(py, || {
            let lock = py.import("threading")?.call_method0("Lock")?;
            Ok::<_, PyErr>(lock.unbind())
        })?;
        let visit = py.import("robots_exclusion._visit")?.getattr("visit")?;
        let clock = clock.map(|clock| clock.0);
        visit.call1((slf, lock, crawler, url, send.0, timeout, allow_private, clock))
    }

    /// What went wrong when :meth:`visit` fetched robots.txt last: the exception as a text, or
    /// ``None`` if there was an answer. It is not saved.
    #[getter]
    fn last_error(&self) -> Option<String> {
        self.error().clone()
    }

    fn _set_last_error(&self, error: Option<String>) {
        *self.error() = error;
    }

    /// The rules in force for a crawler, or ``None`` if robots.txt was never requested for it.
    fn rules(&self, #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler) -> Option<Rules> {
        self.site()
            .rules(&crawler.inner)
            .map(|rules| Rules((**rules).clone()))
    }

    /// The Sitemap lines of the rules in force.
    fn sitemaps(&self, #[pyo3(from_py_with = arg::crawler)] crawler: &Crawler) -> Vec<String> {
        let site = self.site();
        let rules = site.rules(&crawler.inner);
        rules
            .into_iter()
            .flat_map(|rules| rules.sitemaps())
            .map(crate::text::lossy)
            .collect()
    }

    /// The outcome of the last request for robots.txt, or ``None`` if there was none.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let outcome = self.site().outcome();
        outcome.map(|outcome| outcome_record(py, outcome)).transpose()
    }

    /// When to request robots.txt again: 0 if it never was.
    #[getter]
    fn next_fetch_at(&self) -> f64 {
        number(self.site().next_fetch_at())
    }

    /// Since when robots.txt has been unreachable, or ``None`` if the last request was answered.
    #[getter]
    fn failing_since(&self) -> Option<f64> {
        self.site().failing_since().map(number)
    }

    /// The site as JSON, for :meth:`restore`, here or in another language.
    fn save(&self) -> PyResult<String> {
        serde_json::to_string(&*self.site()).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Reads what :meth:`save` returned; another text raises ``ValueError``.
    #[staticmethod]
    fn restore(#[pyo3(from_py_with = arg::text)] text: Text<'_>) -> PyResult<Self> {
        let site = serde_json::from_slice(&text.0);
        site.map(Self::of)
            .map_err(|error| wrong_value("text", "what save returned", format_args!("this text: {error}")))
    }

    fn __sizeof__(&self) -> usize {
        size_of::<Self>() + self.site().heap_bytes()
    }

    fn __repr__(&self) -> String {
        format!("<Site {}>", self.site().origin())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (String,)> {
        let restore = py.get_type::<Self>().getattr("restore")?;
        Ok((restore, (self.save()?,)))
    }
}

pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_robots_request, module)?)?;
    module.add_function(wrap_pyfunction!(_fetched, module)?)?;
    module.add_function(wrap_pyfunction!(_crawler, module)?)?;
    module.add_function(wrap_pyfunction!(_page_redirect, module)?)?;
    module.add_function(wrap_pyfunction!(_visit_timeout, module)?)?;
    module.add_function(wrap_pyfunction!(is_public_address, module)?)?;
    module.add_function(wrap_pyfunction!(_names_private_host, module)?)?;
    module.add_class::<RobotsRequest>()?;
    module.add_class::<Fetched>()?;
    module.add_class::<Crawler>()?;
    module.add_class::<Site>()
}
