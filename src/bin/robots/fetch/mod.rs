//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this module sends the requests.

mod arguments;
mod client;
mod report;

use std::collections::HashMap;
use std::time::SystemTime;

use robots_exclusion::fetch::{
    Answer, Body, CacheHeaders, Outcome, ResponseHead, RobotsRequest, RobotsUrlError, Step, read_body,
};
use robots_exclusion::{Dialect, RobotsTxt};
use ureq::http::header::CONTENT_TYPE;
use url::Url;

use client::{Session, is_refused};

pub(crate) use arguments::Web;
pub(crate) use client::Client;
pub(crate) use report::FetchReport;

impl Client {
    /// Requests the robots.txt of the site that `page` belongs to, and decides what the answer
    /// means in the dialect. The body is what to parse; empty if there is no file.
    ///
    /// What `exchanges` holds is not requested again.
    ///
    /// # Errors
    ///
    /// If no robots.txt applies to the URL. Whatever goes wrong later is an outcome.
    pub(crate) fn robots(
        &self,
        page: &Url,
        dialect: Dialect,
        exchanges: &mut Exchanges,
    ) -> Result<(Vec<u8>, FetchReport), RobotsUrlError> {
        let policy = dialect.fetch_policy();
        let mut page = page.clone();
        let session = self.session(&mut page);
        let mut request = RobotsRequest::new(&page, &policy)?;
        let (answer, exchange) = loop {
            let key = (request.url().clone(), request.max_bytes());
            let exchange = exchanges.0.entry(key);
            let exchange =
                &*exchange.or_insert_with_key(|(url, max_bytes)| self.exchange(url, &session, *max_bytes));
            let (Some(head), Ok(body)) = (&exchange.head, &exchange.body) else {
                break (Answer::Unreachable, exchange);
            };
            if let Step::Done(answer) = request.on_response(head) {
                break (answer.with_body(body), exchange);
            }
        };
        let (head, body, at) = (&exchange.head, &exchange.body, exchange.at);
        let error = body.as_ref().err();
        let status = head.as_ref().map(ResponseHead::status);
        let headers = head.as_ref().filter(|_| error.is_none());
        let headers = headers.map_or_else(CacheHeaders::default, |head| *head.cache_headers());
        let outcome = policy.outcome(answer);
        let report = FetchReport {
            url: request.robots_url().to_string(),
            final_url: request.url().to_string(),
            redirects: request.redirects(),
            status,
            outcome: outcome.name(),
            truncated: body.as_ref().is_ok_and(|body| body.truncated),
            explanation: outcome.to_string(),
            is_not_asked: status.is_none()
                && (Self::is_private(request.url()) || error.is_some_and(|error| is_refused(error))),
            error: error.cloned(),
            retry_after_seconds: headers.retry_after(at).map(|wait| wait.as_secs()),
            content_type: exchange.content_type.clone().filter(|_| error.is_none()),
            holds_seconds: policy.refetch_after(outcome, &headers, at).as_secs(),
            substitute: RobotsTxt::for_outcome(outcome),
        };
        let body = match (outcome, body) {
            (Outcome::Parse, Ok(body)) => body.bytes.clone(),
            _ => Vec::new(),
        };
        Ok((body, report))
    }

    /// Sends one request, and reads the body if there is one to parse.
    fn exchange(&self, url: &Url, session: &Session, max_bytes: usize) -> Exchange {
        let response = self.get(url, session);
        let at = SystemTime::now();
        let response = match response {
            Ok(response) => response,
            Err(error) => {
                return Exchange {
                    head: None,
                    body: Err(error),
                    content_type: None,
                    at,
                };
            }
        };
        // What the client leaves encoded is decoded, or refused, with the body.
        let head = ResponseHead::new(response.status().as_u16(), response.headers()).decoded();
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type = content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let body = if Answer::Status(head.status()).is_success() {
            let broke_off = |error| format!("the response ended early: {error}");
            let body = self.decoded(response);
            body.and_then(|body| match read_body(body, max_bytes).map_err(broke_off)? {
                body if body.is_compressed() => Err("the response is compressed data".to_owned()),
                body => Ok(body),
            })
        } else {
            Ok(Body::default())
        };
        Exchange {
            head: Some(head),
            body,
            content_type,
            at,
        }
    }
}

/// One request and what came of it.
struct Exchange {
    /// `None` if nothing answered.
    head: Option<ResponseHead>,
    /// Or why there is no answer, or no body that can be read.
    body: Result<Body, String>,
    content_type: Option<String>,
    /// When the answer came.
    at: SystemTime,
}

/// What a site has answered about a URL, of whose body so many bytes are read, so that it is asked
/// once: dialects differ in how many redirects they follow, and in what an answer means to them,
/// but not in what they request.
#[derive(Default)]
pub(crate) struct Exchanges(HashMap<(Url, usize), Exchange>);
