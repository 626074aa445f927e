//! HTTP: one request at a time, limited in time and size, redirects left to the caller.

use std::io;
use std::time::Duration;

use robots_exclusion::fetch::{Fetched, Request, ResponseHead, RobotsRequest, read_body};
use ureq::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use url::Url;

pub(crate) struct Http {
    agent: ureq::Agent,
}

/// What a server sent for a page.
pub(crate) struct Page {
    pub(crate) head: ResponseHead,
    pub(crate) fields: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Page {
    /// Whether this is HTML. A response that does not say what it is counts as HTML.
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

impl Http {
    /// A client that calls itself `user_agent` and allows each request `timeout` from connecting to
    /// the last byte.
    pub(crate) fn new(user_agent: &str, timeout: Duration, proxy: Option<ureq::Proxy>) -> Self {
        let config = ureq::Agent::config_builder()
            .user_agent(user_agent)
            .timeout_global(Some(timeout))
            .proxy(proxy)
            // Each redirect may lead to another site, whose own robots.txt decides.
            .max_redirects(0)
            .http_status_as_error(false)
            .build();
        Self { agent: config.into() }
    }

    fn send(&self, request: Request<'_>) -> io::Result<(ResponseHead, HeaderMap, ureq::BodyReader<'static>)> {
        let get = self.agent.get(request.url().as_str());
        let get = request.fields().fold(get, |get, (k, v)| get.header(k, v));
        let (parts, body) = get.call().map_err(io::Error::other)?.into_parts();
        let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
        Ok((head, parts.headers, body.into_reader()))
    }

    pub(crate) fn robots(&self, mut request: RobotsRequest) -> Fetched {
        request.fetch(|request| {
            let (head, _, body) = self.send(request)?;
            Ok((head, body))
        })
    }

    /// Requests a page, and reads at most `max_bytes` of it.
    pub(crate) fn page(&self, url: &Url, max_bytes: usize) -> io::Result<Page> {
        let (head, fields, reader) = self.send(Request::new(url))?;
        let body = match head.status() {
            200..=299 => read_body(reader, max_bytes)?.bytes,
            _ => Vec::new(),
        };
        Ok(Page { head, fields, body })
    }
}
