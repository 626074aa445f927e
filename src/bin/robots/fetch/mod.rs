//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this module sends the requests.

mod client;

use std::fmt::{self, Display};
use std::time::{Duration, SystemTime};

use clap::Args;
use robots_exclusion::fetch::{
    Answer, Body, CacheHeaders, Cause, FetchPolicy, Outcome, ResponseHead, RobotsRequest, RobotsUrlError,
    Step, read_body,
};
use robots_exclusion::{Dialect, Rules};
use serde::Serialize;
use url::Url;

use crate::shown::count;
use client::{Private, is_refused};
use ureq::http::header::CONTENT_TYPE;

pub(crate) use client::Client;

/// How files from the web are fetched.
#[derive(Args, Clone, Debug)]
pub(crate) struct Web {
    /// Give up on a file from the web after this many seconds, from the first connection to the
    /// last byte, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds, help_heading = "Fetching")]
    timeout: Duration,

    /// Refuse private, loopback and other special addresses, also after redirects (default for
    /// lists)
    #[arg(long, conflicts_with = "allow_private", help_heading = "Fetching")]
    public_only: bool,

    /// Connect to private and loopback addresses, even for a list of sites
    #[arg(long, help_heading = "Fetching")]
    allow_private: bool,

    /// Send this header field, such as "Cookie: a=b", to the named site only, not to others that
    /// redirects lead to; may be repeated
    #[arg(id = "sent_header", long = "header", value_name = "NAME: VALUE", value_parser = header, help_heading = "Fetching")]
    headers: Vec<(String, String)>,
}

impl Web {
    /// The client for what the command line names.
    pub(crate) fn client(&self) -> Client {
        Client::new(self.timeout, self.public_only, self.headers.clone())
    }

    /// The client for a list of sites, which may come from anybody: addresses that are not public
    /// are refused unless they are asked for.
    pub(crate) fn client_for_list(&self) -> Client {
        Client::new(self.timeout, !self.allow_private, self.headers.clone())
    }
}

fn header(text: &str) -> Result<(String, String), String> {
    let field = text.split_once(':').and_then(|(name, value)| {
        let (name, value) = (name.trim(), value.trim());
        name.parse::<ureq::http::HeaderName>().ok()?;
        value.parse::<ureq::http::HeaderValue>().ok()?;
        Some((name.to_owned(), value.to_owned()))
    });
    field.ok_or_else(|| "write a header field as NAME: VALUE".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds.min(1e6)).ok())
        .ok_or_else(|| "write a number of seconds greater than 0, such as 30 or 2.5".to_owned())
}

/// Whether an argument is meant as a URL and not as a path.
pub(crate) fn is_url(argument: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        argument
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// How a robots.txt was fetched.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Report {
    /// The address of the site's robots.txt.
    pub(crate) url: String,
    /// Where redirects led.
    pub(crate) final_url: String,
    pub(crate) redirects: u8,
    /// Of the last answer, if there was one.
    pub(crate) status: Option<u16>,
    pub(crate) outcome: &'static str,
    /// Whether the file is longer than the part that was read.
    pub(crate) truncated: bool,
    /// The outcome and its reason for people.
    pub(crate) explanation: String,
    /// What went wrong on the way, if anything did.
    pub(crate) error: Option<String>,
    /// How long the server asks to wait before the next request, in seconds, if it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) retry_after_seconds: Option<u64>,
    /// The media type of the last answer, as the server names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) content_type: Option<String>,
    /// Whether nothing is known about what crawlers get there, because the address is private:
    /// connecting to it was not allowed, or nothing answers.
    #[serde(skip)]
    pub(crate) is_not_asked: bool,
    /// For how long the outcome holds, in seconds.
    pub(crate) holds_seconds: u64,
    /// What decides if there is no file.
    #[serde(skip)]
    pub(crate) substitute: Option<SubstituteVerdict>,
}

/// The verdict on every URL of a site whose robots.txt could not be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubstituteVerdict {
    pub(crate) allowed: bool,
    /// `unreachable` or `unavailable`, as RFC 9309 section 2.3.1 calls them.
    pub(crate) reason: &'static str,
}

impl SubstituteVerdict {
    /// Whether a URL may be fetched, and the reason.
    pub(crate) fn verdict(self, url: &str) -> (bool, &'static str) {
        // The one URL that is allowed even then.
        if Rules::disallow_all().is_allowed(url) {
            return (true, robots_exclusion::Reason::RobotsTxtItself.as_str());
        }
        (self.allowed, self.reason)
    }

    fn of(outcome: Outcome) -> Option<Self> {
        let reason = match outcome.cause()? {
            Cause::Unavailable | Cause::Forbidden | Cause::BadRedirect | Cause::Oversized => "unavailable",
            _ => "unreachable",
        };
        Some(Self {
            allowed: Rules::for_outcome(outcome)?.is_allowed("/"),
            reason,
        })
    }
}

impl Report {
    /// Whether the site gave a file, whose rules decide.
    pub(crate) fn is_file(&self) -> bool {
        self.outcome == name(Outcome::Parse)
    }

    /// Whether there is no file, or less than all of it, of which a person should know.
    pub(crate) fn is_incomplete(&self) -> bool {
        !self.is_file() || self.truncated
    }
}

/// The status of an answer that is not what was asked for, worded for an error message.
struct HttpStatus(u16);

impl Display for HttpStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            429 => f.write_str("HTTP 429, too many requests"),
            status => write!(f, "HTTP {status}"),
        }
    }
}

impl Report {
    /// What became of the request, in words.
    pub(crate) fn answer(&self) -> String {
        let mut text = match (&self.error, self.status) {
            (Some(error), _) => format!("{}: {error}", self.final_url),
            (None, Some(status)) => format!("{}: {}", self.final_url, HttpStatus(status)),
            (None, None) => format!("{}: no answer", self.final_url),
        };
        if let Some(seconds) = self.retry_after_seconds {
            let seconds = count(seconds, "second", "seconds");
            text += &format!(" (it asks to wait {seconds} before the next request)");
        }
        if self.redirects > 0 {
            let redirects = count(self.redirects.into(), "redirect", "redirects");
            text += &format!(" after {redirects} from {}", self.url);
        }
        text
    }

    /// What that means to a crawler, in words. Dialects differ in it.
    pub(crate) fn meaning(&self) -> &str {
        match self.truncated {
            true if self.is_file() => "the file is too large; the end of it is not read",
            _ => &self.explanation,
        }
    }
}

impl Display for Report {
    /// What became of the request, and what that means, worded for an error message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.answer(), self.meaning())
    }
}

impl Client {
    /// Requests the robots.txt of the site that `page` belongs to, and decides what the answer
    /// means in the dialect. The body is what to parse; empty if there is no file.
    ///
    /// # Errors
    ///
    /// If no robots.txt applies to the URL. Whatever goes wrong later is an outcome.
    pub(crate) fn robots(&self, page: &Url, dialect: Dialect) -> Result<(Vec<u8>, Report), RobotsUrlError> {
        let policy = dialect.fetch_policy();
        let mut page = page.clone();
        let private = self.private(&mut page);
        let mut request = RobotsRequest::new(&page, &policy)?;
        let Received {
            answer,
            status,
            headers,
            body,
            error,
            content_type,
        } = self.receive(&mut request, &private, &policy);
        let outcome = policy.outcome(answer);
        let report = Report {
            url: request.robots_url().to_string(),
            final_url: request.url().to_string(),
            redirects: request.redirects(),
            status,
            outcome: name(outcome),
            truncated: body.truncated,
            explanation: outcome.to_string(),
            is_not_asked: status.is_none()
                && (Self::is_private(request.url()) || is_refused(error.as_deref())),
            error,
            retry_after_seconds: headers.retry_after(SystemTime::now()).map(|wait| wait.as_secs()),
            content_type,
            holds_seconds: policy
                .refetch_after(outcome, &headers, SystemTime::now())
                .as_secs(),
            substitute: SubstituteVerdict::of(outcome),
        };
        let body = match outcome {
            Outcome::Parse => body.bytes,
            _ => Vec::new(),
        };
        Ok((body, report))
    }

    /// Follows redirects to the end, and reads a body that is to be parsed.
    fn receive(&self, request: &mut RobotsRequest, private: &Private, policy: &FetchPolicy) -> Received {
        let deadline = self.deadline();
        loop {
            let response = match self.get(request.url(), private, deadline) {
                Ok(response) => response,
                Err(error) => return Received::failure(None, error),
            };
            let status = response.status().as_u16();
            // What the client leaves encoded is decoded, or refused, with the body.
            let head = ResponseHead::new(status, response.headers()).decoded();
            let Step::Done(answer) = request.on_response(&head) else {
                continue;
            };
            let headers = *head.cache_headers();
            let content_type = response.headers().get(CONTENT_TYPE);
            let content_type =
                content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
            let received = Received {
                answer,
                status: Some(status),
                headers,
                body: Body::default(),
                error: None,
                content_type,
            };
            if policy.outcome(answer) != Outcome::Parse {
                return received;
            }
            let broke_off = |error| format!("the response ended early: {error}");
            let body = client::decoded(response, deadline)
                .and_then(|body| read_body(body, policy.max_bytes()).map_err(broke_off));
            return match body {
                Ok(body) if body.is_compressed() => {
                    Received::failure(Some(status), "the response is compressed data".to_owned())
                }
                Ok(body) => Received {
                    answer: answer.with_body(&body),
                    body,
                    ..received
                },
                Err(error) => Received::failure(Some(status), error),
            };
        }
    }
}

/// The end of a chain of requests.
struct Received {
    answer: Answer,
    status: Option<u16>,
    headers: CacheHeaders,
    body: Body,
    error: Option<String>,
    content_type: Option<String>,
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
            content_type: None,
        }
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
