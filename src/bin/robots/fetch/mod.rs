//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this module sends the requests.

mod arguments;
mod client;
mod report;

use std::time::SystemTime;

use robots_exclusion::Dialect;
use robots_exclusion::fetch::{
    Answer, Body, CacheHeaders, FetchPolicy, Outcome, ResponseHead, RobotsRequest, RobotsUrlError, Step,
    read_body,
};
use ureq::http::header::CONTENT_TYPE;
use url::Url;

use client::{Private, is_refused};

pub(crate) use arguments::Web;
pub(crate) use client::Client;
pub(crate) use report::{Report, SubstituteVerdict};

/// Whether an argument is meant as a URL and not as a path.
pub(crate) fn is_url(argument: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        argument
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
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
            outcome: outcome.name(),
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
