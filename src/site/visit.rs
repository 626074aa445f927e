//! A visit with a blocking client: everything that a decision asks for, done in one call.

use std::io;

use url::Url;

use super::crawler::Crawler;
use super::{Decision, Site};
use crate::fetch::{Request, ResponseHead};
use crate::timestamp::Timestamp;

/// The result of a [visit](Site::visit). The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Visit<R> {
    /// The page was requested, and this is the answer: its head, and what the client returned to
    /// read the body from. Look at the status. A redirect was not followed: its target is a URL to
    /// visit, of this site or another.
    Page(ResponseHead, R),
    /// The page was not requested: the rules disallow it.
    Skip,
    /// The page was not requested: visit it again at this time, and not before. See
    /// [`Decision::WaitUntil`].
    WaitUntil(Timestamp),
    /// The page was not requested: the URL belongs to another [`Site`].
    NotThisSite,
}

impl Site {
    /// Visits a page with a blocking client: fetches robots.txt if that is due, decides, and
    /// requests the page if it may be requested now. The site is told of everything.
    ///
    /// This is the whole protocol of [`decide`](Self::decide), [`on_response`](Self::on_response),
    /// [`on_page_request`](Self::on_page_request) and [`on_page_response`](Self::on_page_response)
    /// in one call, so that no step can be forgotten. Call those yourself if your client is
    /// asynchronous, or if a queue decides before anything is fetched.
    ///
    /// `clock` says what time it is: [`SystemTime::now`](std::time::SystemTime::now), except in
    /// tests. It is asked before and after every request. `send` sends a [`Request`], for
    /// robots.txt and for pages alike, without following redirects: those of robots.txt are
    /// followed here, and counted. It returns the head of the response and a reader of its
    /// decompressed body. Limit the time there. `R` may be more than a reader, such as the whole
    /// response of `reqwest::blocking`.
    ///
    /// This never waits: a site may ask for a pause of hours, and meanwhile a crawler can visit
    /// other sites.
    ///
    /// # Errors
    ///
    /// That of `send` if the page could not be requested. The request counts for the delay. A
    /// robots.txt that cannot be reached is no error: the site answers [`Visit::WaitUntil`], and
    /// remembers ([`failing_since`](Self::failing_since)).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::SystemTime;
    /// use robots_exclusion::fetch::{Request, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Site, Visit};
    /// use url::Url;
    ///
    /// // A placeholder for an HTTP client.
    /// let send = |request: Request<'_>| {
    ///     let body: &[u8] = match request.url().path() {
    ///         "/robots.txt" => b"User-agent: *\nDisallow: /private/\n",
    ///         _ => b"<p>Hello.",
    ///     };
    ///     Ok((ResponseHead::from_status(200), body))
    /// };
    /// let crawler = Crawler::new("FooBot");
    /// let mut site = Site::new("https://example.com/")?;
    /// let mut visit = |url| site.visit(&crawler, SystemTime::now, &Url::parse(url).unwrap(), send);
    ///
    /// assert!(matches!(visit("https://example.com/a")?, Visit::Page(head, b"<p>Hello.") if head.status() == 200));
    /// assert!(matches!(visit("https://example.com/private/b")?, Visit::Skip));
    /// // A second has not passed yet.
    /// assert!(matches!(visit("https://example.com/c")?, Visit::WaitUntil(_)));
    /// assert!(matches!(visit("https://example.org/")?, Visit::NotThisSite));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit<T: Into<Timestamp>, R: io::Read>(
        &mut self,
        crawler: &Crawler,
        mut clock: impl FnMut() -> T,
        url: &Url,
        mut send: impl FnMut(Request<'_>) -> io::Result<(ResponseHead, R)>,
    ) -> io::Result<Visit<R>> {
        let mut now = clock().into();
        let mut decision = self.decide(crawler, now, url);
        if decision == Decision::FetchRobots {
            let fetched = self.robots_request(crawler).fetch(&mut send);
            now = clock().into();
            self.on_response(crawler, now, &fetched);
            decision = self.decide(crawler, now, url);
        }
        Ok(match decision {
            Decision::FetchPage => {
                self.on_page_request(now);
                let (head, body) = send(Request::new(url))?;
                self.on_page_response(clock(), &head);
                Visit::Page(head, body)
            }
            Decision::Skip => Visit::Skip,
            Decision::WaitUntil(time) => Visit::WaitUntil(time),
            Decision::NotThisSite => Visit::NotThisSite,
            // Cannot happen, except at the very end of the range of time: robots.txt was just
            // fetched, and an answer holds for at least a minute.
            Decision::FetchRobots => Visit::WaitUntil(self.next_fetch_at()),
        })
    }
}
