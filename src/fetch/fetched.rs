//! The whole result of requesting a robots.txt file.

use super::{Body, CacheHeaders, Reply, ResponseHead, Validators};

/// The result of requesting a robots.txt file: the answer, the body, and how long they stay fresh.
///
/// [`RobotsRequest::fetch`](super::RobotsRequest::fetch) makes one with a blocking client. With any
/// other client, [`RobotsRequest::finish`](super::RobotsRequest::finish) does.
/// [`Site::on_response`](crate::site::Site::on_response) takes it in.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::{Reply, BodyBuffer, Fetched, ResponseHead};
///
/// let head = ResponseHead::new(200, [("Cache-Control", "max-age=3600")]);
/// let mut buffer = BodyBuffer::new(30);
/// buffer.push(b"User-agent: *\nDisallow: /a-path-that-does-not-fit\n");
/// let fetched = Fetched::new(Reply::Status(200), &head, buffer.finish());
/// assert_eq!(fetched.reply(), Reply::Oversized);
/// assert_eq!(fetched.body(), b"User-agent: *\n");
/// ```
#[derive(Debug)]
pub struct Fetched {
    reply: Reply,
    status: Option<u16>,
    cache_headers: CacheHeaders,
    validators: Option<Validators>,
    body: Body,
    #[cfg(feature = "std")]
    error: Option<std::io::Error>,
}

impl Fetched {
    /// The result of a request that was answered without a redirect, or whose validators do not
    /// matter. `head` is the head of the last response. Leave `ETag` and `Last-Modified` out of it
    /// if your client has followed redirects by itself: they belong to another URL.
    ///
    /// [`Reply::with_body`] says how the body changes the answer. A successful response whose body
    /// [is still encoded](ResponseHead::decoded) is [`Reply::Unreadable`].
    #[must_use]
    pub fn new(reply: Reply, head: &ResponseHead, body: Body) -> Self {
        Self {
            reply: head.readable(reply).with_body(&body),
            status: Some(head.status()),
            cache_headers: *head.cache_headers(),
            validators: head.validators().cloned(),
            body,
            #[cfg(feature = "std")]
            error: None,
        }
    }

    /// The same from where a redirect led.
    pub(crate) fn sent_by(self, url: &str) -> Self {
        Self {
            validators: self.validators.and_then(|validators| validators.sent_by(url)),
            ..self
        }
    }

    /// The same, if it says that nothing has changed although nobody asked that.
    pub(crate) fn unasked(self) -> Self {
        Self {
            reply: Reply::Unreadable,
            ..self
        }
    }

    /// The result of a request that got no answer, or whose body broke off:
    /// [`Reply::Unreachable`].
    #[must_use]
    pub fn unreachable() -> Self {
        Self {
            reply: Reply::Unreachable,
            status: None,
            cache_headers: CacheHeaders::SILENT,
            validators: None,
            body: Body::default(),
            #[cfg(feature = "std")]
            error: None,
        }
    }

    /// The answer, which [`FetchPolicy::outcome`](super::FetchPolicy::outcome) turns into what a
    /// crawler may do.
    #[must_use]
    pub const fn reply(&self) -> Reply {
        self.reply
    }

    /// The status of the last response, or `None` if there was no response.
    #[must_use]
    pub const fn status(&self) -> Option<u16> {
        self.status
    }

    /// The body, cut if it was [too long](Self::is_truncated), whatever the answer is. Read it only
    /// if the outcome is [`Outcome::Parse`](super::Outcome::Parse).
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body.bytes
    }

    /// The body, without copying it.
    #[must_use]
    pub fn into_body(self) -> Body {
        self.body
    }

    /// Whether the body was longer than the policy reads.
    #[must_use]
    pub const fn is_truncated(&self) -> bool {
        self.body.truncated
    }

    /// What the headers of the last response say about how long it stays fresh.
    #[must_use]
    pub const fn cache_headers(&self) -> &CacheHeaders {
        &self.cache_headers
    }

    /// The `ETag` and `Last-Modified` of the last response.
    #[must_use]
    pub const fn validators(&self) -> Option<&Validators> {
        self.validators.as_ref()
    }

    /// What went wrong, if [`RobotsRequest::fetch`](super::RobotsRequest::fetch) met an error.
    #[cfg(feature = "std")]
    #[cfg_attr(docsrs, doc(cfg(feature = "std")))]
    #[must_use]
    pub const fn error(&self) -> Option<&std::io::Error> {
        self.error.as_ref()
    }
}

#[cfg(all(feature = "std", feature = "url"))]
impl Fetched {
    /// There was no response.
    fn unanswered(error: std::io::Error) -> Self {
        Self {
            error: Some(error),
            ..Self::unreachable()
        }
    }

    /// The body of a response could not be read to its end.
    fn broken_off(head: &super::ResponseHead, error: std::io::Error) -> Self {
        Self {
            reply: super::Reply::Unreadable,
            status: Some(head.status()),
            error: Some(error),
            ..Self::unreachable()
        }
    }
}

#[cfg(all(feature = "std", feature = "url"))]
impl super::RobotsRequest {
    /// Fetches the file with a blocking client: follows redirects, and reads the body of a
    /// successful response up to [`max_bytes`](Self::max_bytes).
    ///
    /// `send` sends one [`Request`](super::Request), without following redirects, and returns an
    /// [`HttpResponse`](super::HttpResponse), such as the head of the response and a reader of its
    /// decompressed body. Limit the time there. An error of `send` makes the answer
    /// [`Reply::Unreachable`], an error of the reader [`Reply::Unreadable`]; it is kept in
    /// [`Fetched::error`].
    ///
    /// # Examples
    ///
    /// With `ureq` ([`site::ureq`](crate::site::ureq), feature `ureq`):
    ///
    /// ```no_run
    /// # #[cfg(feature = "ureq")] {
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::RobotsRequest;
    /// use robots_exclusion::site::ureq::Client;
    /// use url::Url;
    ///
    /// let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    /// let policy = Dialect::RFC_9309.fetch_policy;
    /// let page = Url::parse("https://example.com/page")?;
    /// let fetched = RobotsRequest::new(&page, &policy)?.fetch(|request| client.send(request));
    /// println!("{}", policy.outcome(fetched.reply()));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(all(feature = "std", feature = "url"))))]
    pub fn fetch<R: super::HttpResponse>(
        &mut self,
        mut send: impl FnMut(super::Request<'_>) -> std::io::Result<R>,
    ) -> Fetched {
        loop {
            let response = match send(self.request()) {
                Ok(response) => response,
                Err(error) => return Fetched::unanswered(error),
            };
            let head = response.head();
            match self.on_response(&head) {
                super::Step::Follow => {}
                super::Step::Done => return self.finish(),
                super::Step::ReadBody => {
                    return match response.read_body(self.max_bytes()) {
                        Ok(body) => self.finish_with(body),
                        Err(error) => Fetched::broken_off(&head, error),
                    };
                }
            }
        }
    }

    /// Does everything with an asynchronous client, as [`fetch`](Self::fetch) does with a blocking
    /// one: `send` sends a [`Request`](super::Request) without following redirects, and its future
    /// is the response. [`site::reqwest`](crate::site::reqwest) (feature `reqwest`) has a client that
    /// does.
    ///
    /// The future does not borrow the request, so a client makes its own request first, and then the
    /// future: `|request| { let sent = client.send(request); async move { sent.await } }`. It has to
    /// end by itself: limit the time of the whole request.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// # #[cfg(feature = "reqwest")] {
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Fetched, RobotsRequest};
    /// use robots_exclusion::site::reqwest::Client;
    /// use url::Url;
    ///
    /// async fn fetch(client: &Client, page: &Url) -> Option<Fetched> {
    ///     let policy = Dialect::RFC_9309.fetch_policy;
    ///     let mut request = RobotsRequest::new(page, &policy).ok()?;
    ///     Some(request.fetch_async(|request| client.send(request)).await)
    /// }
    /// # }
    /// ```
    #[cfg_attr(docsrs, doc(cfg(all(feature = "std", feature = "url"))))]
    pub async fn fetch_async<R: super::AsyncHttpResponse, F: Future<Output = std::io::Result<R>>>(
        &mut self,
        mut send: impl FnMut(super::Request<'_>) -> F,
    ) -> Fetched {
        loop {
            let mut response = match send(self.request()).await {
                Ok(response) => response,
                Err(error) => return Fetched::unanswered(error),
            };
            let head = response.head();
            match self.on_response(&head) {
                super::Step::Follow => {}
                super::Step::Done => return self.finish(),
                super::Step::ReadBody => loop {
                    match response.next_chunk().await {
                        Ok(Some(chunk)) if self.push(chunk.as_ref()) => {}
                        Ok(_) => return self.finish(),
                        Err(error) => return Fetched::broken_off(&head, error),
                    }
                },
            }
        }
    }
}
