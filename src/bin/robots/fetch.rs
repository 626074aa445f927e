//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this is the asking.

use std::fmt::{self, Display};
use std::io::{self, Read};
use std::time::{Duration, Instant, SystemTime};

use robots_exclusion::fetch::{
    Answer, Body, CacheHeaders, FetchPolicy, Outcome, ResponseHead, RobotsRequest, RobotsUrlError, Step,
    read_body,
};
use robots_exclusion::{Dialect, PatternLanguage, Rules};
use serde::Serialize;
use ureq::config::ConfigBuilder;
use ureq::http::Response;
use ureq::typestate::AgentScope;
use url::Url;

/// For a robots.txt, from the first connection to the last byte, redirects included; for other files, for each step.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Whether an argument is meant as a URL and not as a path.
pub(crate) fn is_url(argument: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        argument
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// A robots.txt as a site gave it, or what stands in its place.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// What to parse. Where the outcome itself decides, a file that says so.
    pub(crate) body: Vec<u8>,
    pub(crate) report: Report,
}

/// How a robots.txt was fetched.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// Where the file of the site lies.
    pub(crate) url: String,
    /// Where redirects led.
    pub(crate) final_url: String,
    pub(crate) redirects: u8,
    /// Of the last answer, if there was one.
    pub(crate) status: Option<u16>,
    pub(crate) outcome: &'static str,
    /// Whether the file is longer than what is read of one.
    pub(crate) truncated: bool,
    /// The outcome and its reason for people.
    pub(crate) explanation: String,
    /// What went wrong on the way, where something did.
    pub(crate) error: Option<String>,
    /// For how long the outcome holds, in seconds.
    pub(crate) holds_seconds: u64,
}

impl Report {
    /// Whether the site gave a file, whose rules decide.
    pub(crate) fn is_file(&self) -> bool {
        self.outcome == name(Outcome::Parse)
    }
}

impl Display for Report {
    /// What became of the request, as a complaint wants it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.final_url)?;
        match (&self.error, self.status) {
            (Some(error), _) => write!(f, "{error}")?,
            (None, Some(status)) => write!(f, "HTTP {status}")?,
            (None, None) => f.write_str("no answer")?,
        }
        if self.redirects > 0 {
            let s = if self.redirects == 1 { "" } else { "s" };
            write!(f, " after {} redirect{s} from {}", self.redirects, self.url)?;
        }
        match self.truncated {
            true if self.is_file() => f.write_str(": the file is too large; the end of it is not read"),
            _ => write!(f, ": {}", self.explanation),
        }
    }
}

/// Asks for the robots.txt that speaks for `page`, and decides as the dialect does what the answer means.
///
/// # Errors
///
/// If no robots.txt can speak for the URL. Whatever goes wrong later is an outcome.
pub(crate) fn robots(page: &Url, dialect: Dialect) -> Result<Fetched, RobotsUrlError> {
    let policy = dialect.fetch_policy();
    let mut request = RobotsRequest::new(page, &policy)?;
    let Received {
        answer,
        status,
        headers,
        body,
        error,
    } = receive(&mut request, &policy);
    let outcome = policy.outcome(answer);
    let report = Report {
        url: request.robots_url().to_string(),
        final_url: request.url().to_string(),
        redirects: request.redirects(),
        status,
        outcome: name(outcome),
        truncated: body.truncated,
        explanation: outcome.to_string(),
        error,
        holds_seconds: policy
            .refetch_after(outcome, &headers, SystemTime::now())
            .as_secs(),
    };
    Ok(Fetched {
        body: stand_in(outcome, dialect).unwrap_or(body.bytes),
        report,
    })
}

/// The end of a chain of requests.
struct Received {
    answer: Answer,
    status: Option<u16>,
    headers: CacheHeaders,
    body: Body,
    error: Option<String>,
}

impl Received {
    fn failure(status: Option<u16>, error: String) -> Self {
        let (headers, body) = (CacheHeaders::default(), Body::default());
        Self {
            answer: Answer::Unreachable,
            status,
            headers,
            body,
            error: Some(error),
        }
    }
}

/// Follows redirects to the end, and reads a body that is to be parsed.
fn receive(request: &mut RobotsRequest, policy: &FetchPolicy) -> Received {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        // Redirects are counted by the request.
        let agent = config()
            .timeout_global(Some(left))
            .max_redirects(0)
            .build()
            .into();
        let response = match get(&agent, request.url()) {
            Ok(response) => response,
            Err(error) => return Received::failure(None, error),
        };
        let status = response.status().as_u16();
        let head = ResponseHead::new(status, response.headers());
        let Step::Done(answer) = request.on_response(&head) else {
            continue;
        };
        let headers = *head.cache_headers();
        let received = Received {
            answer,
            status: Some(status),
            headers,
            body: Body::default(),
            error: None,
        };
        if policy.outcome(answer) != Outcome::Parse {
            return received;
        }
        return match read_body(response.into_body().into_reader(), policy.max_bytes()) {
            Ok(body) => Received {
                answer: answer.with_body(&body),
                body,
                ..received
            },
            Err(error) => Received::failure(Some(status), format!("the answer broke off: {error}")),
        };
    }
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Parse => "parse",
        Outcome::AllowAll(_) => "allow-all",
        Outcome::DisallowAll(_) => "disallow-all",
        Outcome::TryLater(_) => "try-later",
        // Nothing was fetched before, so there is no copy.
        Outcome::UseCopy(_) => unreachable!("there is no copy to use"),
    }
}

/// The file that says what an outcome means, in a dialect; `None` where the site's own file does.
fn stand_in(outcome: Outcome, dialect: Dialect) -> Option<Vec<u8>> {
    let allows = Rules::for_outcome(outcome)?.is_allowed("/");
    let everything = match dialect.pattern_language() {
        // The whole target has to match.
        PatternLanguage::Glob => "/*",
        _ => "/",
    };
    let reason = outcome
        .cause()
        .map(|reason| reason.to_string())
        .unwrap_or_default();
    Some(if allows {
        format!("# {reason}\n").into_bytes()
    } else {
        format!("User-agent: *\nDisallow: {everything} # {reason}\n").into_bytes()
    })
}

/// Opens a file on the web that is no robots.txt, following redirects.
///
/// # Errors
///
/// If there is no answer, or none with a status of success.
pub(crate) fn open(url: &Url) -> io::Result<impl Read + use<>> {
    let config = config()
        .timeout_connect(Some(TIMEOUT))
        .timeout_recv_response(Some(TIMEOUT));
    let agent = config.timeout_per_read(Some(TIMEOUT)).build().into();
    let response = get(&agent, url).map_err(io::Error::other)?;
    if !response.status().is_success() {
        return Err(io::Error::other(format!("HTTP {}", response.status().as_u16())));
    }
    Ok(response.into_body().into_reader())
}

fn config() -> ConfigBuilder<AgentScope> {
    ureq::Agent::config_builder()
        .user_agent(concat!(
            "robots/",
            env!("CARGO_PKG_VERSION"),
            " (",
            env!("CARGO_PKG_REPOSITORY"),
            ")"
        ))
        .http_status_as_error(false)
}

/// Asks, or says why there is no answer.
fn get(agent: &ureq::Agent, url: &Url) -> Result<Response<ureq::Body>, String> {
    agent.get(url.as_str()).call().map_err(|error| match error {
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::Timeout(_) => format!("no answer within {} seconds", TIMEOUT.as_secs()),
        error => error.to_string(),
    })
}
