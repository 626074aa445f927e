//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this module sends the requests.

mod arguments;
mod client;
mod report;

use std::time::SystemTime;

use robots_exclusion::Dialect;
use robots_exclusion::fetch::{
    Answer, Body, CacheHeaders, Outcome, ResponseHead, RobotsRequest, RobotsUrlError, Step, read_body,
};
use ureq::http::header::CONTENT_TYPE;
use url::Url;

use client::{Deadline, Private, is_refused};

pub(crate) use arguments::Web;
pub(crate) use client::Client;
pub(crate) use report::{FetchReport, SubstituteVerdict};

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
        let private = self.private(&mut page);
        let mut request = RobotsRequest::new(&page, &policy)?;
        let deadline = self.deadline();
        let (answer, exchange) = loop {
            let (url, max_bytes) = (request.url().clone(), request.max_bytes());
            let exchange = exchanges.find_or(url, max_bytes, |url| {
                self.exchange(url, &private, deadline, max_bytes)
            });
            let step = match (&exchange.head, &exchange.error) {
                (Some(head), None) => request.on_response(head),
                _ => Step::Done(Answer::Unreachable),
            };
            if let Step::Done(answer) = step {
                break (answer.with_body(&exchange.body), exchange);
            }
        };
        let Exchange {
            head,
            body,
            error,
            content_type,
            at,
        } = exchange;
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
            truncated: body.truncated,
            explanation: outcome.to_string(),
            is_not_asked: status.is_none()
                && (Self::is_private(request.url()) || is_refused(error.as_deref())),
            error: error.clone(),
            retry_after_seconds: headers.retry_after(*at).map(|wait| wait.as_secs()),
            content_type: content_type.clone(),
            holds_seconds: policy.refetch_after(outcome, &headers, *at).as_secs(),
            substitute: SubstituteVerdict::of(outcome),
        };
        let body = match outcome {
            Outcome::Parse => body.bytes.clone(),
            _ => Vec::new(),
        };
        Ok((body, report))
    }

    /// Sends one request, and reads the body if there is one to parse.
    fn exchange(&self, url: &Url, private: &Private, deadline: Deadline, max_bytes: usize) -> Exchange {
        let mut exchange = Exchange {
            head: None,
            body: Body::default(),
            error: None,
            content_type: None,
            at: SystemTime::now(),
        };
        let response = match self.get(url, private, deadline) {
            Ok(response) => response,
            Err(error) => {
                exchange.error = Some(error);
                return exchange;
            }
        };
        // What the client leaves encoded is decoded, or refused, with the body.
        let head = ResponseHead::new(response.status().as_u16(), response.headers()).decoded();
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type = content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        exchange.at = SystemTime::now();
        if Answer::Status(head.status()).is_success() {
            let broke_off = |error| format!("the response ended early: {error}");
            let body = client::decoded(response, deadline)
                .and_then(|body| read_body(body, max_bytes).map_err(broke_off));
            match body {
                Ok(body) if body.is_compressed() => {
                    exchange.error = Some("the response is compressed data".to_owned());
                }
                Ok(body) => exchange.body = body,
                Err(error) => exchange.error = Some(error),
            }
        }
        exchange.content_type = content_type.filter(|_| exchange.error.is_none());
        exchange.head = Some(head);
        exchange
    }
}

/// One request and what came of it.
struct Exchange {
    /// `None` if nothing answered.
    head: Option<ResponseHead>,
    body: Body,
    /// Why there is no answer, or no body that can be read.
    error: Option<String>,
    content_type: Option<String>,
    /// When the answer came.
    at: SystemTime,
}

/// What a site has answered, so that it is asked once: dialects differ in how many redirects they
/// follow, and in what an answer means to them, but not in what they request.
#[derive(Default)]
pub(crate) struct Exchanges(Vec<(Url, usize, Exchange)>);

impl Exchanges {
    /// The exchange about a URL, of whose body up to `max_bytes` are read.
    fn find_or(&mut self, url: Url, max_bytes: usize, ask: impl FnOnce(&Url) -> Exchange) -> &Exchange {
        let is_meant = |(asked, max, _): &(Url, usize, Exchange)| *asked == url && *max == max_bytes;
        let place = self.0.iter().position(is_meant).unwrap_or_else(|| {
            let exchange = ask(&url);
            self.0.push((url, max_bytes, exchange));
            self.0.len() - 1
        });
        &self.0[place].2
    }
}
