//! A FILE that is a URL: asking a site for its robots.txt, and other files from the web.
//!
//! The library decides what an answer means; this module sends the requests.

mod arguments;
mod client;
mod report;

use std::collections::HashMap;
use std::error::Error;
use std::time::SystemTime;

use robots_exclusion::fetch::{
    Body, Fetched, Outcome, Reply, ResponseHead, RobotsRequest, names_private_host, read_body,
};
use robots_exclusion::{Dialect, RobotsTxt};
use ureq::http::header::CONTENT_TYPE;
use url::Url;

use client::{Session, is_refused};

pub(crate) use arguments::{Web, seconds_or_none};
pub(crate) use client::{Client, Leader, Opened, Turn};
pub(crate) use report::FetchReport;

impl Client {
    /// Requests the robots.txt of the site that `page` belongs to, and decides what the answer
    /// means in the dialect. The body is the one to parse; empty if there is no file.
    ///
    /// Answers that `exchanges` holds are not requested again.
    ///
    /// # Errors
    ///
    /// If it is not a URL, or a URL to which no robots.txt applies. Any later error is an outcome.
    pub(crate) fn robots(
        &self,
        page: &str,
        dialect: Dialect,
        exchanges: &mut Exchanges,
    ) -> Result<(Vec<u8>, FetchReport), Box<dyn Error + Send + Sync>> {
        let policy = dialect.fetch_policy;
        let mut page = Url::parse(page)?;
        let session = self.session(&mut page);
        let mut request = RobotsRequest::new(&page, &policy)?;
        let (asked, fetched) = self.request_robots(&mut request, &session, exchanges);
        let exchange = &exchanges.0[&asked];
        let outcome = policy.outcome(fetched.reply());
        let (headers, at) = (fetched.cache_headers(), exchange.at);
        let error = exchange.body.as_ref().err();
        let status = exchange.head.as_ref().map(ResponseHead::status);
        let report = FetchReport {
            url: request.robots_url().to_string(),
            final_url: request.url().to_string(),
            redirects: request.redirects(),
            status,
            outcome: outcome.name(),
            truncated: fetched.is_truncated(),
            explanation: outcome.to_string(),
            is_not_asked: status.is_none()
                && (names_private_host(request.url()) || error.is_some_and(|error| is_refused(error))),
            is_forbidden: error.is_some_and(|error| is_refused(error)),
            error: error.cloned(),
            retry_after_seconds: headers.retry_after(at).map(|wait| wait.as_secs()),
            content_type: exchange.content_type.clone().filter(|_| error.is_none()),
            holds_seconds: policy.refetch_after(outcome, headers, at).as_secs(),
            substitute: RobotsTxt::for_outcome(outcome),
        };
        let body = match outcome {
            Outcome::Parse => fetched.into_body().bytes,
            _ => Vec::new(),
        };
        Ok((body, report))
    }

    /// Sends a request for the robots.txt of a site that is visited, to its end.
    pub(crate) fn fetch_robots(&self, mut request: RobotsRequest, leader: &Leader) -> Fetched {
        let session = self.led_session(&mut request.url().clone(), leader);
        self.request_robots(&mut request, &session, &mut Exchanges::default())
            .1
    }

    /// Sends a request for robots.txt, and follows redirects. Also returns which exchange was the last.
    fn request_robots(
        &self,
        request: &mut RobotsRequest,
        session: &Session,
        exchanges: &mut Exchanges,
    ) -> (ExchangeKey, Fetched) {
        loop {
            let key = (request.url().clone(), request.max_bytes());
            let exchange = exchanges.0.entry(key.clone());
            let exchange =
                exchange.or_insert_with_key(|(url, max_bytes)| self.exchange(url, session, *max_bytes));
            let (Some(head), Ok(body)) = (&exchange.head, &exchange.body) else {
                return (key, Fetched::unreachable());
            };
            request.on_response(head);
            // There is no reply before all redirects are followed.
            if let Some(reply) = request.reply() {
                return (key, Fetched::new(reply, head, body.clone()));
            }
        }
    }

    /// Sends one request, and reads the body if there is one to parse.
    fn exchange(&self, url: &Url, session: &Session, max_bytes: usize) -> Exchange {
        let response = self.get(url, session);
        let mut exchange = Exchange {
            head: None,
            body: Ok(Body::default()),
            content_type: None,
            at: SystemTime::now(),
        };
        let response = match response {
            Ok(response) => response,
            Err(error) => {
                exchange.body = Err(error);
                return exchange;
            }
        };
        // An encoding that the client leaves in place is decoded, or refused, with the body.
        let head = ResponseHead::new(response.status().as_u16(), response.headers()).decoded();
        let content_type = response.headers().get(CONTENT_TYPE);
        exchange.content_type =
            content_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        if Reply::Status(head.status()).is_success() {
            let broke_off = |error| format!("the response ended early: {error}");
            let body = self.decoded(response);
            exchange.body = body.and_then(|body| match read_body(body, max_bytes).map_err(broke_off)? {
                body if body.is_compressed() => Err("the response is compressed data".to_owned()),
                body => Ok(body),
            });
        }
        exchange.head = Some(head);
        exchange
    }
}

/// One request and what came of it.
struct Exchange {
    /// `None` if nothing answered.
    head: Option<ResponseHead>,
    /// Or the reason why there is no answer, or no body that can be read.
    body: Result<Body, String>,
    content_type: Option<String>,
    /// When the answer came.
    at: SystemTime,
}

/// The answer of a site about a URL, with this many bytes of its body. It is kept, so that the site
/// is asked once: dialects differ in how many redirects they follow, and in what an answer means to
/// them, but not in what they request.
#[derive(Default)]
pub(crate) struct Exchanges(HashMap<ExchangeKey, Exchange>);

/// A URL, and how many bytes of its body are read.
type ExchangeKey = (Url, usize);
