//! HTTP: one request at a time, limited in time and size, redirects left to the caller.

use std::io;
use std::time::Duration;

use robots_exclusion::fetch::{Fetched, HttpResponse, Request, ResponseHead, RobotsRequest};
use robots_exclusion::site::ureq::Client;
use ureq::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use url::Url;

pub(crate) struct Http {
    client: Client,
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
    /// the last byte. The client of the library does not follow redirects, and refuses private
    /// addresses.
    pub(crate) fn new(user_agent: &str, timeout: Duration, proxy: Option<ureq::Proxy>) -> Self {
        let client = Client::new(user_agent).timeout(timeout).proxy(proxy);
        Self { client }
    }

    pub(crate) fn robots(&self, mut request: RobotsRequest) -> Fetched {
        request.fetch(|request| self.client.send(request))
    }

    /// Requests a page, and reads at most `max_bytes` of it.
    pub(crate) fn page(&self, url: &Url, max_bytes: usize) -> io::Result<Page> {
        let response = self.client.send(Request::new(url))?;
        let (head, fields) = (response.head(), response.headers().clone());
        let body = match head.status() {
            200..=299 => response.read_body(max_bytes)?.bytes,
            _ => Vec::new(),
        };
        Ok(Page { head, fields, body })
    }
}
