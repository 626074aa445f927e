//! The requests for a robots.txt file: follows redirects, up to a limit.

use url::Url;

use super::redirects;
use super::{Answer, Body, FetchPolicy, Fetched, ResponseHead, RobotsUrlError, Validators, robots_url};

/// What to do after a response. The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Request [`RobotsRequest::url`] again: it has changed.
    Follow,
    /// There is an answer. If it [is a success](Answer::is_success), read the body next, with
    /// [`BodyBuffer`](super::BodyBuffer) or [`read_body`](super::read_body), and put both together
    /// with [`RobotsRequest::fetched`].
    Done(Answer),
}

/// A GET request that your HTTP client is to send: what [`RobotsRequest::fetch`] and
/// [`Site::visit`](crate::site::Site::visit) ask of a blocking client, for robots.txt and for pages
/// alike.
///
/// Send it with the client's own handling of redirects switched off.
///
/// # Examples
///
/// A function that sends it with `ureq`:
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
/// Request [`url`](Self::url), with its [`fields`](Self::fields), with your HTTP client *with its
/// own handling of redirects switched off*, pass the head of each response to
/// [`on_response`](Self::on_response), and repeat while it returns [`Step::Follow`]. A blocking
/// client can leave the loop to [`fetch`](Self::fetch).
///
/// # Examples
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Answer, ResponseHead, RobotsRequest, Step};
/// use url::Url;
///
/// let page = Url::parse("http://example.com/a/page")?;
/// let mut request = RobotsRequest::new(&page, &Dialect::RFC_9309.fetch_policy)?;
/// assert_eq!(request.url().as_str(), "http://example.com/robots.txt");
///
/// let moved = ResponseHead::new(301, [("location", "https://example.com/robots.txt")]);
/// assert_eq!(request.on_response(&moved), Step::Follow);
/// assert_eq!(request.url().as_str(), "https://example.com/robots.txt");
///
/// let found = ResponseHead::new(200, [("content-type", "text/plain")]);
/// assert_eq!(request.on_response(&found), Step::Done(Answer::Status(200)));
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
}

impl RobotsRequest {
    /// A request for the robots.txt file that applies to `url`.
    ///
    /// # Errors
    ///
    /// Those of [`robots_url`].
    pub fn new(url: &Url, policy: &FetchPolicy) -> Result<Self, RobotsUrlError> {
        Ok(Self {
            robots: robots_url(url)?,
            moved: None,
            redirects: 0,
            policy: *policy,
            validators: None,
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

    /// The header fields to send now besides your own, as names and values: none, or `If-None-Match`
    /// and `If-Modified-Since`. After a redirect there are none.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.request().fields()
    }

    /// What to send now. Validators are sent to the URL from which they come, and to no other (RFC
    /// 9110 section 13.1).
    pub(super) fn request(&self) -> Request<'_> {
        Request {
            url: self.url(),
            validators: self.validators.as_ref().filter(|_| self.moved.is_none()),
        }
    }

    /// The result, once [`on_response`](Self::on_response) has returned the answer: `head` is that
    /// of the last response.
    ///
    /// After a redirect the result has no validators. The URL that is requested first the next time
    /// has sent none, and if it has a file of its own by then, it must not be taken for unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{BodyBuffer, ResponseHead, RobotsRequest, Step};
    /// use url::Url;
    ///
    /// let page = Url::parse("https://example.com/a/page")?;
    /// let mut request = RobotsRequest::new(&page, &Dialect::RFC_9309.fetch_policy)?;
    /// let head = ResponseHead::new(200, [("etag", "\"1\"")]);
    /// let Step::Done(answer) = request.on_response(&head) else { panic!() };
    /// let fetched = request.fetched(answer, &head, BodyBuffer::new(request.max_bytes()).finish());
    /// assert!(fetched.validators().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fetched(&self, answer: Answer, head: &ResponseHead, body: Body) -> Fetched {
        let fetched = Fetched::new(answer, head, body);
        if self.moved.is_some() {
            fetched.without_validators()
        } else {
            fetched
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
        self.policy.max_bytes()
    }

    /// Takes in the head of a response.
    ///
    /// 301, 302, 303, 307 and 308 are followed, even to other hosts, up to the number that
    /// [`FetchPolicy::max_redirects`] allows, if `Location` is an `http` or `https` URL, absolute
    /// or relative to the current one. Everything else is the answer. Redirects by other means,
    /// such as a page that refreshes itself or a script, are not followed. A successful response
    /// whose body [is still encoded](ResponseHead::decoded) is [`Answer::Unreachable`].
    ///
    /// If there was no response at all, the answer is [`Answer::Unreachable`]
    /// ([`Fetched::unreachable`](super::Fetched::unreachable)).
    pub fn on_response(&mut self, head: &ResponseHead) -> Step {
        if !redirects::is_redirect(head.status()) {
            return Step::Done(head.readable(Answer::Status(head.status())));
        }
        let Some(next) = redirects::next(self.url(), head.location(), self.redirects, &self.policy) else {
            return Step::Done(Answer::BadRedirect);
        };
        self.redirects += 1;
        self.moved = Some(next);
        Step::Follow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(status: u16, location: Option<&[u8]>) -> ResponseHead {
        ResponseHead::new(status, location.map(|location| ("Location", location)))
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
        assert_eq!(
            request.clone().on_response(&head(200, None)),
            Step::Done(Answer::Status(200))
        );
        assert_eq!(
            request.on_response(&head(302, Some(b"/once-more"))),
            Step::Done(Answer::BadRedirect)
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
        ] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                request.on_response(&head(308, Some(location.as_bytes()))),
                Step::Follow,
                "{location}"
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
            Some(b"\xFF"),
            Some(b"data:,x"),
        ] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                request.on_response(&head(301, location)),
                Step::Done(Answer::BadRedirect),
                "{location:?}"
            );
        }
    }

    #[test]
    fn other_statuses_end_the_chain() {
        for status in [200, 204, 300, 304, 305, 404, 503] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                request.on_response(&head(status, Some(b"/elsewhere"))),
                Step::Done(Answer::Status(status))
            );
        }
    }

    #[test]
    fn an_encoded_body_is_out_of_reach() {
        let mut request = request("http://example.com/x");
        for (status, answer) in [
            (200, Answer::Unreachable),
            (206, Answer::Unreachable),
            (404, Answer::Status(404)),
        ] {
            let head = ResponseHead::new(status, [("content-encoding", "br")]);
            assert_eq!(request.on_response(&head), Step::Done(answer));
            assert_eq!(
                request.on_response(&head.decoded()),
                Step::Done(Answer::Status(status))
            );
        }
    }
}
