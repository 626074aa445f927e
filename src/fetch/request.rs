//! The chain of requests that a robots.txt file may take: redirects, counted.

use url::Url;

use super::{Answer, FetchPolicy, RobotsUrlError, robots_url};

/// What to do after a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Step {
    /// Ask for [`Request::url`], which has changed.
    Follow,
    /// The chain is over; [`FetchPolicy::outcome`] takes the answer.
    Done(Answer),
}

/// A request for the robots.txt file of a URL, followed through redirects without doing any I/O.
///
/// Ask your HTTP client for [`url`](Self::url) *with its own handling of redirects switched off*, hand status and
/// `Location` of each response to [`respond`](Self::respond), and go on while it says [`Step::Follow`].
///
/// # Examples
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Answer, Request, Step};
/// use url::Url;
///
/// let page = Url::parse("http://example.com/a/page")?;
/// let mut request = Request::new(&page, &Dialect::RFC_9309.fetch_policy())?;
/// assert_eq!(request.url().as_str(), "http://example.com/robots.txt");
///
/// assert_eq!(request.respond(301, Some(b"https://example.com/robots.txt")), Step::Follow);
/// assert_eq!(request.url().as_str(), "https://example.com/robots.txt");
///
/// assert_eq!(request.respond(200, None), Step::Done(Answer::Status(200)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    robots: Url,
    /// Where redirects led; `None` before the first.
    moved: Option<Url>,
    redirects: u8,
    max_redirects: u8,
}

impl Request {
    /// A request for the robots.txt file that speaks for `url`.
    ///
    /// # Errors
    ///
    /// Those of [`robots_url`].
    pub fn new(url: &Url, policy: &FetchPolicy) -> Result<Self, RobotsUrlError> {
        Ok(Self {
            robots: robots_url(url)?,
            moved: None,
            redirects: 0,
            max_redirects: policy.max_redirects(),
        })
    }

    /// The URL to ask for now.
    #[must_use]
    pub fn url(&self) -> &Url {
        self.moved.as_ref().unwrap_or(&self.robots)
    }

    /// The URL that was asked for first; its scheme, host and port are what the file speaks for
    /// ([`in_scope`](super::in_scope)), wherever redirects led.
    #[must_use]
    pub fn robots_url(&self) -> &Url {
        &self.robots
    }

    /// How many redirects were followed so far.
    #[must_use]
    pub fn redirects(&self) -> u8 {
        self.redirects
    }

    /// Takes in the status and the `Location` field of a response.
    ///
    /// 301, 302, 303, 307 and 308 are followed, as long as their number keeps within [`FetchPolicy::max_redirects`] and
    /// `Location` is an `http` or `https` URL, perhaps relative to the present one; across hosts, too. Everything else
    /// ends the chain. Redirects by other means (a page that refreshes itself, scripts) are not followed.
    pub fn respond(&mut self, status: u16, location: Option<&[u8]>) -> Step {
        if !matches!(status, 301 | 302 | 303 | 307 | 308) {
            return Step::Done(Answer::Status(status));
        }
        if self.redirects >= self.max_redirects {
            return Step::Done(Answer::Redirects);
        }
        let Some(next) = location.and_then(|location| self.resolve(location)) else {
            return Step::Done(Answer::Redirects);
        };
        self.redirects += 1;
        self.moved = Some(next);
        Step::Follow
    }

    /// The absolute form of a `Location` that a crawler can go to.
    fn resolve(&self, location: &[u8]) -> Option<Url> {
        let mut next = self.url().join(core::str::from_utf8(location).ok()?).ok()?;
        if !matches!(next.scheme(), "http" | "https") {
            return None;
        }
        // A fragment means nothing to a server. Credentials, which a server might plant to make a crawler try passwords
        // elsewhere, are not sent.
        next.set_fragment(None);
        let dropped = next.set_username("").and_then(|()| next.set_password(None));
        debug_assert!(dropped.is_ok(), "http URLs have a host");
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(url: &str) -> Request {
        Request::new(&Url::parse(url).expect("a URL"), &FetchPolicy::new()).expect("a host")
    }

    #[test]
    fn five_redirects_and_no_more() {
        let mut request = request("http://example.com/");
        for hop in 1..=5 {
            let location = alloc::format!("http://{hop}.example.com/robots.txt");
            assert_eq!(request.respond(302, Some(location.as_bytes())), Step::Follow);
            assert_eq!(request.url().as_str(), location);
            assert_eq!(request.redirects(), hop);
        }
        assert_eq!(
            request.clone().respond(200, None),
            Step::Done(Answer::Status(200))
        );
        assert_eq!(
            request.respond(302, Some(b"/once-more")),
            Step::Done(Answer::Redirects)
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
                request.respond(308, Some(location.as_bytes())),
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
                request.respond(301, location),
                Step::Done(Answer::Redirects),
                "{location:?}"
            );
        }
    }

    #[test]
    fn other_statuses_end_the_chain() {
        for status in [200, 204, 300, 304, 305, 404, 503] {
            let mut request = request("http://example.com/x");
            assert_eq!(
                request.respond(status, Some(b"/elsewhere")),
                Step::Done(Answer::Status(status))
            );
        }
    }
}
