//! The requests for a robots.txt file: follows redirects, up to a limit.

use url::Url;

use super::redirects;
use super::{
    Body, BodyBuffer, FetchPolicy, Fetched, Reply, ResponseHead, RobotsUrlError, Validators, robots_url,
};

/// What to do after the head of a response. The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Request [`RobotsRequest::url`] again: it has changed.
    Follow,
    /// Pass the body to [`RobotsRequest::push`], chunk by chunk, and then
    /// [finish](RobotsRequest::finish).
    ReadBody,
    /// There is nothing more to read: [finish](RobotsRequest::finish).
    Done,
}

/// A GET request that your HTTP client is to send: what [`RobotsRequest::fetch`] and
/// [`Site::visit`](crate::site::Site::visit) ask of a blocking client, for robots.txt and for pages
/// alike.
///
/// Send it with the client's own handling of redirects switched off.
///
/// # Examples
///
/// A function that sends it with `ureq`, without what
/// [`site::ureq::Client`](crate::site::ureq::Client) also takes care of:
///
/// ```
/// use std::io;
/// use robots_exclusion::fetch::{Request, ResponseHead};
///
/// fn send(client: &ureq::Agent, request: Request<'_>) -> io::Result<(ResponseHead, impl io::Read)> {
///     let get = client.get(request.url().as_str());
///     let get = request.fields().fold(get, |get, (k, v)| get.header(k, v));
///     let (parts, body) = get.call().map_err(io::Error::other)?.into_parts();
///     Ok((ResponseHead::new(parts.status.as_u16(), &parts.headers), body.into_reader()))
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request<'r> {
    url: &'r Url,
    validators: Option<&'r Validators>,
}

impl<'r> Request<'r> {
    /// A request for a page, without header fields besides your own.
    #[must_use]
    pub const fn new(url: &'r Url) -> Self {
        Self {
            url,
            validators: None,
        }
    }

    /// The URL to request.
    #[must_use]
    pub const fn url(self) -> &'r Url {
        self.url
    }

    /// The header fields to send besides your own, as names and values: none, or `If-None-Match`
    /// and `If-Modified-Since` for a robots.txt that is known.
    pub fn fields(self) -> impl Iterator<Item = (&'static str, &'r str)> {
        self.validators.into_iter().flat_map(Validators::fields)
    }
}

/// A request for the robots.txt file of a URL, followed through redirects without doing any I/O.
///
/// A blocking client can leave everything to [`fetch`](Self::fetch), and an asynchronous one to
/// [`fetch_async`](Self::fetch_async). With any other client, send
/// [`request`](Self::request) *with the client's own handling of redirects switched off*, and pass
/// on what comes back: the head of the response to [`on_response`](Self::on_response), which says
/// what to do next, and the chunks of the body to [`push`](Self::push). If the client reports an
/// error at any point, the result is [`Fetched::unreachable`].
///
/// # Examples
///
/// The whole loop, for a client that delivers chunks. The folder `examples/async` of the repository
/// has the same with `hyper` (`body.frame().await` gives a frame, and `frame.into_data()` its chunk):
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Fetched, Reply, Request, ResponseHead, RobotsRequest, Step};
/// use url::Url;
///
/// # type Response = (ResponseHead, std::vec::IntoIter<Result<&'static [u8], ()>>);
/// # fn send(request: Request<'_>) -> Result<Response, ()> {
/// #     let moved = ("location", "https://example.com/robots.txt");
/// #     Ok(match request.url().scheme() {
/// #         "http" => (ResponseHead::new(301, [moved]), vec![].into_iter()),
/// #         _ => (ResponseHead::from_status(200), vec![Ok(&b"User-agent: *\nDis"[..]), Ok(b"allow: /x\n")].into_iter()),
/// #     })
/// # }
/// fn fetch(mut request: RobotsRequest) -> Fetched {
///     loop {
///         // With an asynchronous client, here and below: `.await`.
///         let Ok((head, chunks)) = send(request.request()) else {
///             return Fetched::unreachable();
///         };
///         if request.on_response(&head) == Step::Follow {
///             continue;
///         }
///         for chunk in chunks {
///             match chunk {
///                 Ok(chunk) if request.push(chunk) => {}
///                 Ok(_) => break,
///                 Err(_) => return Fetched::unreachable(),
///             }
///         }
///         return request.finish();
///     }
/// }
///
/// let page = Url::parse("http://example.com/a/page")?;
/// let request = RobotsRequest::new(&page, &Dialect::RFC_9309.fetch_policy)?;
/// assert_eq!(request.url().as_str(), "http://example.com/robots.txt");
/// let fetched = fetch(request);
/// assert_eq!(fetched.reply(), Reply::Status(200));
/// assert_eq!(fetched.body(), b"User-agent: *\nDisallow: /x\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RobotsRequest {
    robots: Url,
    /// Where redirects led; `None` before the first.
    moved: Option<Url>,
    redirects: u8,
    policy: FetchPolicy,
    validators: Option<Validators>,
    /// The last response, unless it was a redirect to follow.
    answered: Option<Answered>,
}

/// A response that is not followed, and what has arrived of its body.
#[derive(Clone, Debug)]
struct Answered {
    reply: Reply,
    head: ResponseHead,
    body: BodyBuffer,
}

impl RobotsRequest {
    /// A request for the robots.txt file that applies to `url`.
    ///
    /// # Errors
    ///
    /// The errors of [`robots_url`].
    pub fn new(url: &Url, policy: &FetchPolicy) -> Result<Self, RobotsUrlError> {
        Ok(Self {
            robots: robots_url(url)?,
            moved: None,
            redirects: 0,
            policy: *policy,
            validators: None,
            answered: None,
        })
    }

    /// A request for the robots.txt file of an origin. The origin is known to be a URL, since it
    /// was checked when the [`Site`](crate::site::Site) was made.
    pub(crate) fn of_origin(origin: &str, policy: &FetchPolicy) -> Self {
        let url = Url::parse(origin)
            .ok()
            .and_then(|url| Self::new(&url, policy).ok());
        url.expect("an origin is a URL with a host")
    }

    /// Asks for the file only if it has changed since the response with these validators. Do so
    /// only if you have its rules: the server may answer 304. By default the file is asked for in
    /// any case.
    ///
    /// [`Site::robots_request`](crate::site::Site::robots_request) does this for you.
    #[must_use]
    pub fn unless_unchanged(mut self, validators: Option<Validators>) -> Self {
        self.validators = validators;
        self
    }

    /// The validators of [`unless_unchanged`](Self::unless_unchanged), for programs that save requests.
    /// What to send now is in [`fields`](Self::fields).
    #[must_use]
    pub fn validators(&self) -> Option<&Validators> {
        self.validators.as_ref()
    }

    /// The header fields to send now besides your own, as names and values: none, or `If-None-Match`
    /// and `If-Modified-Since`. They may appear after a redirect, and disappear.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.request().fields()
    }

    /// What to send now. Validators are sent to the URL from which they come, and to no other (RFC
    /// 9110 section 13.1).
    #[must_use]
    pub fn request(&self) -> Request<'_> {
        Request {
            url: self.url(),
            validators: self
                .validators
                .as_ref()
                .filter(|validators| validators.sent_from() == self.moved.as_ref().map(Url::as_str)),
        }
    }

    /// The URL to request now.
    #[must_use]
    pub fn url(&self) -> &Url {
        self.moved.as_ref().unwrap_or(&self.robots)
    }

    /// The URL that was requested first. The file applies to its scheme, host and port
    /// ([`in_scope`](super::in_scope)), wherever redirects led.
    #[must_use]
    pub fn robots_url(&self) -> &Url {
        &self.robots
    }

    /// How many redirects have been followed.
    #[must_use]
    pub fn redirects(&self) -> u8 {
        self.redirects
    }

    /// How many bytes of the body to read: [`FetchPolicy::max_bytes`].
    #[must_use]
    pub fn max_bytes(&self) -> usize {
        self.policy.max_bytes as usize
    }

    /// Takes in the head of a response, and returns what to do next.
    ///
    /// 301, 302, 303, 307 and 308 are followed, even to other hosts, up to the number that
    /// [`FetchPolicy::max_redirects`] allows, if `Location` is an `http` or `https` URL, absolute
    /// or relative to the current one. Bytes of it that are not ASCII are percent-encoded, as
    /// browsers do. Redirects by other means, such as a page that refreshes itself or a script, are
    /// not followed.
    ///
    /// Everything else is the [`reply`](Self::reply). A successful response whose body [is still
    /// encoded](ResponseHead::decoded) is [`Reply::Unreadable`], and so is a 304 (Not Modified) to
    /// a request without validators: nobody asked for it, so the server has failed.
    ///
    /// What a redirect leads to is up to the site that is crawled. Send it no header fields that
    /// are for that site alone, such as `Authorization` and `Cookie`, if its scheme, host or port
    /// is another, and refuse to connect to private addresses ([Services](super#services)).
    pub fn on_response(&mut self, head: &ResponseHead) -> Step {
        self.answered = None;
        let status = head.status();
        let reply = if redirects::is_redirect(status) {
            let next = head
                .redirect(self.url())
                .filter(|_| self.redirects < self.policy.max_redirects);
            if let Some(next) = next {
                self.redirects += 1;
                self.moved = Some(next);
                return Step::Follow;
            }
            Reply::BadRedirect
        } else if status == 304 && self.request().validators.is_none() {
            Reply::Unreadable
        } else {
            head.readable(Reply::Status(status))
        };
        self.answered = Some(Answered {
            reply,
            head: head.clone(),
            body: BodyBuffer::new(self.max_bytes()),
        });
        if reply.is_success() {
            Step::ReadBody
        } else {
            Step::Done
        }
    }

    /// The reply according to the head of the last response, without its body; `None` until there
    /// is a response that is not a redirect to follow. [`finish`](Self::finish) considers the body
    /// too.
    #[must_use]
    pub fn reply(&self) -> Option<Reply> {
        self.answered.as_ref().map(|answered| answered.reply)
    }

    /// Takes in a chunk of the decompressed body, and returns whether more bytes are wanted. Once
    /// this returns `false`, drop the response.
    ///
    /// A body over [`max_bytes`](Self::max_bytes) is cut as [`BodyBuffer`] does. Unless
    /// [`on_response`](Self::on_response) has returned [`Step::ReadBody`], nothing is wanted.
    pub fn push(&mut self, chunk: &[u8]) -> bool {
        match &mut self.answered {
            Some(answered) if answered.reply.is_success() => answered.body.push(chunk),
            _ => false,
        }
    }

    /// The result, after the last chunk of the body: [`Fetched::unreachable`] if there was no
    /// response, or only a redirect to follow. Do not call it if the body broke off.
    ///
    /// After a redirect the validators of the result belong to the URL that it led to
    /// ([`Validators::sent_from`]). If the URL that is requested first has a file of its own the next
    /// time, it must not be taken for unchanged.
    #[must_use]
    pub fn finish(&mut self) -> Fetched {
        match self.answered.take() {
            Some(Answered { reply, head, body }) => self.fetched(reply, &head, body.finish()),
            None => Fetched::unreachable(),
        }
    }

    fn fetched(&self, reply: Reply, head: &ResponseHead, body: Body) -> Fetched {
        let fetched = Fetched::new(reply, head, body);
        match &self.moved {
            Some(url) => fetched.sent_by(url.as_str()),
            None => fetched,
        }
    }

    /// The result once the whole body has been read.
    #[cfg(feature = "std")]
    pub(super) fn finish_with(&mut self, body: Body) -> Fetched {
        match self.answered.take() {
            Some(Answered { reply, head, .. }) => self.fetched(reply, &head, body),
            None => Fetched::unreachable(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(status: u16, location: Option<&[u8]>) -> ResponseHead {
        ResponseHead::new(status, location.map(|location| ("Location", location)))
    }

    fn reply(request: &mut RobotsRequest, head: &ResponseHead) -> Reply {
        assert_ne!(request.on_response(head), Step::Follow);
        request.reply().expect("a reply")
    }

    fn request(url: &str) -> RobotsRequest {
        RobotsRequest::new(&Url::parse(url).expect("a URL"), &FetchPolicy::new()).expect("a host")
    }

    #[test]
    fn five_redirects_and_no_more() {
        let mut request = request("http://example.com/");
        for hop in 1..=5 {
            let location = alloc::format!("http://{hop}.example.com/robots.txt");
            assert_eq!(
                request.on_response(&head(302, Some(location.as_bytes()))),
                Step::Follow
            );
            assert_eq!(request.url().as_str(), location);
            assert_eq!(request.redirects(), hop);
        }
        assert_eq!(reply(&mut request.clone(), &head(200, None)), Reply::Status(200));
        assert_eq!(
            reply(&mut request, &head(302, Some(b"/once-more"))),
            Reply::BadRedirect
        );
        assert_eq!(request.robots_url().as_str(), "http://example.com/robots.txt");
    }

    #[test]
    fn locations_are_resolved() {
        for (location, expected) in [
            ("/a", "http://example.com/a"),
            ("b?c#d", "http://example.com/b?c"),
            ("//other.example/robots.txt", "http://other.example/robots.txt"),
            ("https://me:secret@example.com/", "https://example.com/"),
            ("http://Müller.example/é", "http://xn--mller-kva.example/%C3%A9"),
            (" /a\tb ", "http://example.com/ab"),
            ("/%41?é#é", "http://example.com/%41?%C3%A9"),
        ]
        .map(|(location, expected)| (location.as_bytes(), expected))
        .into_iter()
        .chain([
            (&b"/caf\xE9"[..], "http://example.com/caf%E9"),
            (b"\xFF\xFE", "http://example.com/%FF%FE"),
        ]) {
            let mut request = request("http://example.com/x");
            assert_eq!(
                request.on_response(&head(308, Some(location))),
                Step::Follow,
                "{}",
                location.escape_ascii()
            );
            assert_eq!(request.url().as_str(), expected);
        }
    }

    #[test]
    fn redirects_that_lead_nowhere() {
        for location in [
            None,
            Some(&b"ftp://example.com/robots.txt"[..]),
            Some(b"http://"),
            Some(b"data:,x"),
        ] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                reply(&mut request, &head(301, location)),
                Reply::BadRedirect,
                "{location:?}"
            );
        }
    }

    #[test]
    fn other_statuses_end_the_chain() {
        for status in [200, 204, 300, 305, 404, 503] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                reply(&mut request, &head(status, Some(b"/elsewhere"))),
                Reply::Status(status)
            );
        }
    }

    #[test]
    fn a_304_is_an_answer_to_validators_only() {
        let unchanged = head(304, None);
        let mut asked =
            request("http://example.com/x").unless_unchanged(Validators::new(Some(b"\"1\""), None));
        assert_eq!(reply(&mut asked.clone(), &unchanged), Reply::Status(304));
        assert_eq!(
            reply(&mut request("http://example.com/x"), &unchanged),
            Reply::Unreadable
        );
        // Validators are not sent to where a redirect leads.
        assert_eq!(asked.on_response(&head(301, Some(b"/y"))), Step::Follow);
        assert_eq!(asked.fields().count(), 0);
        assert_eq!(reply(&mut asked, &unchanged), Reply::Unreadable);
        assert_eq!(asked.finish().reply(), Reply::Unreadable);
    }

    /// A redirect that stays the same, from `http` to `https` for instance.
    #[test]
    fn validators_return_to_where_they_came_from() {
        let tagged = ResponseHead::new(200, [("ETag", "\"1\"")]);
        let moved = head(301, Some(b"https://www.example.com/robots.txt"));
        let mut first = request("http://example.com/x");
        assert_eq!(first.on_response(&moved), Step::Follow);
        assert_eq!(first.on_response(&tagged), Step::ReadBody);
        let validators = first.finish().validators().cloned().expect("an ETag");
        assert_eq!(validators.sent_from(), Some("https://www.example.com/robots.txt"));

        let again = request("http://example.com/x").unless_unchanged(Some(validators));
        let fields = |request: &RobotsRequest| {
            request
                .fields()
                .map(|(_, value)| String::from(value))
                .collect::<Vec<_>>()
        };
        let mut same = again.clone();
        assert!(fields(&same).is_empty());
        assert_eq!(same.on_response(&moved), Step::Follow);
        assert_eq!(fields(&same), ["\"1\""]);
        assert_eq!(reply(&mut same, &head(304, None)), Reply::Status(304));
        // On the way there, and anywhere else, nobody has asked for it.
        assert_eq!(reply(&mut again.clone(), &head(304, None)), Reply::Unreadable);
        let mut other = again.clone();
        assert_eq!(
            other.on_response(&head(301, Some(b"https://example.com/robots.txt"))),
            Step::Follow
        );
        assert!(fields(&other).is_empty());
        assert_eq!(reply(&mut other, &head(304, None)), Reply::Unreadable);
        // A chain of redirects leads through there.
        let mut longer = same.clone();
        assert_eq!(longer.on_response(&head(302, Some(b"/elsewhere"))), Step::Follow);
        assert!(fields(&longer).is_empty());
        // What would take much memory is not kept.
        let mut far = request("http://example.com/x");
        let long = alloc::format!("/{}", "x".repeat(300));
        assert_eq!(far.on_response(&head(301, Some(long.as_bytes()))), Step::Follow);
        assert_eq!(far.on_response(&tagged), Step::ReadBody);
        assert_eq!(far.finish().validators(), None);
    }

    #[test]
    fn chunks_are_wanted_as_long_as_there_is_a_body_to_read() {
        let mut request = request("http://example.com/x");
        assert!(!request.push(b"early"));
        assert_eq!(request.finish().reply(), Reply::Unreachable);
        assert_eq!(request.on_response(&head(404, None)), Step::Done);
        assert!(!request.push(b"not found"));
        assert_eq!(request.finish().body(), b"");
        assert_eq!(request.on_response(&head(200, None)), Step::ReadBody);
        assert!(request.push(b"Disallow: /\n"));
        assert!(!request.push(&[b'x'; 600_000]));
        let fetched = request.finish();
        assert_eq!(
            (fetched.body(), fetched.reply()),
            (&b"Disallow: /\n"[..], Reply::Oversized)
        );
        // A new head begins a new body.
        assert_eq!(request.on_response(&head(200, None)), Step::ReadBody);
        assert_eq!(request.on_response(&head(302, Some(b"/y"))), Step::Follow);
        assert_eq!(request.reply(), None);
        assert_eq!(request.finish().reply(), Reply::Unreachable);
    }

    #[test]
    fn an_encoded_body_is_out_of_reach() {
        let mut request = request("http://example.com/x");
        for (status, expected) in [
            (200, Reply::Unreadable),
            (206, Reply::Unreadable),
            (404, Reply::Status(404)),
        ] {
            let head = ResponseHead::new(status, [("content-encoding", "br")]);
            assert_eq!(reply(&mut request, &head), expected);
            assert_eq!(reply(&mut request, &head.decoded()), Reply::Status(status));
        }
    }
}
