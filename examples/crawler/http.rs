//! HTTP: one request at a time, bounded in time and size, redirects left to the caller.

use std::time::{Duration, SystemTime};

use robots_exclusion::fetch::{Answer, Body, CacheHeaders, FetchPolicy, Request, Step, read_body};
use ureq::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue, LOCATION};
use url::Url;

pub(crate) struct Http {
    agent: ureq::Agent,
}

/// What a server sent, without its body.
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) fields: HeaderMap,
    pub(crate) received: SystemTime,
}

impl Head {
    pub(crate) fn location(&self) -> Option<&[u8]> {
        self.fields.get(LOCATION).map(HeaderValue::as_bytes)
    }

    /// Whether this is a page; one that does not say what it is, is taken for one.
    pub(crate) fn is_html(&self) -> bool {
        let is_html = |value: &HeaderValue| {
            value
                .as_bytes()
                .get(..9)
                .is_some_and(|kind| kind.eq_ignore_ascii_case(b"text/html"))
        };
        self.fields.get(CONTENT_TYPE).is_none_or(is_html)
    }
}

/// What asking for a robots.txt came to.
pub(crate) struct Robots {
    pub(crate) answer: Answer,
    pub(crate) body: Body,
    pub(crate) headers: CacheHeaders,
    pub(crate) received: SystemTime,
}

impl Http {
    /// A client that names itself `user_agent` and gives each request `timeout` from connecting to the last byte.
    pub(crate) fn new(user_agent: &str, timeout: Duration, proxy: Option<ureq::Proxy>) -> Self {
        let config = ureq::Agent::config_builder()
            .user_agent(user_agent)
            .timeout_global(Some(timeout))
            .proxy(proxy)
            // Each hop may lead to another site, whose own robots.txt decides.
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        Self { agent: config.into() }
    }

    /// Asks for a URL and reads at most `max_bytes` of a successful answer's body.
    pub(crate) fn get(&self, url: &Url, max_bytes: usize) -> Result<(Head, Body), ureq::Error> {
        let response = self.agent.get(url.as_str()).call()?;
        let head = Head {
            status: response.status().as_u16(),
            fields: response.headers().clone(),
            received: SystemTime::now(),
        };
        let body = if response.status().is_success() {
            read_body(response.into_body().into_reader(), max_bytes)?
        } else {
            Body::default()
        };
        Ok((head, body))
    }

    /// Asks for the robots.txt that speaks for `page`, following redirects as the policy grants.
    pub(crate) fn robots(&self, mut request: Request, policy: &FetchPolicy) -> Robots {
        loop {
            let (head, body) = match self.get(request.url(), policy.max_bytes()) {
                Ok(response) => response,
                // A name that does not resolve, a connection that breaks, time that runs out: all one to the policy.
                Err(_) => {
                    return Robots {
                        answer: Answer::Unreachable,
                        body: Body::default(),
                        headers: CacheHeaders::default(),
                        received: SystemTime::now(),
                    };
                }
            };
            match request.respond(head.status, head.location()) {
                Step::Follow => {}
                Step::Done(answer) => {
                    let answer = if body.truncated { Answer::Oversized } else { answer };
                    return Robots {
                        answer,
                        body,
                        headers: CacheHeaders::from_fields(&head.fields),
                        received: head.received,
                    };
                }
                step => unreachable!("{step:?} is none of the steps this program was written for"),
            }
        }
    }
}
