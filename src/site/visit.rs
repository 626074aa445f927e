//! A visit with a blocking client: everything that a decision asks for, done in one call. With an
//! asynchronous client, `shared.rs` does the same.

use core::time::Duration;
use std::io;

use url::Url;

use super::crawler::Crawler;
use super::{Decision, Site, WaitReason};
use crate::fetch::{HttpResponse, Request, ResponseHead};
use crate::timestamp::Timestamp;

/// The result of a [visit](Site::visit). The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Visit<R> {
    /// The page was requested, and this is what the client returned, with all header fields and a
    /// body to read. Look at the status: it may be 404 or 503. If reading the body fails, tell
    /// [`Site::on_page_failure`].
    Page(R),
    /// The page was requested, and the server redirects to this URL. The redirect was not followed:
    /// its target is a URL like any other, of this site or of another, and the rules of the
    /// target's own site decide. Visit it, unless it was visited before: redirects can go in
    /// circles.
    Redirect(Url, R),
    /// The page was not requested: the rules disallow it.
    Skip,
    /// The page was not requested: skip the whole site, which asks for this delay. See
    /// [`Decision::TooSlow`].
    TooSlow(Duration),
    /// The page was not requested: visit it again at this time, and not before. A crawler of one
    /// site can sleep until then; a crawler of many visits others meanwhile.
    WaitUntil(Timestamp, WaitReason),
    /// The page was not requested: drop it for now, or keep it until this time. robots.txt cannot
    /// be reached, or the wait is longer than [`Crawler::max_wait`].
    GiveUpUntil(Timestamp, WaitReason),
    /// The page was not requested: the URL belongs to another [`Site`].
    NotThisSite,
}

impl Site {
    /// Visits a page with a blocking client: fetches robots.txt if that is due, decides, and
    /// requests the page if it may be requested now. Every step is recorded in the site.
    ///
    /// This is the whole protocol of [`decide`](Self::decide),
    /// [`on_robots_request`](Self::on_robots_request), [`on_response`](Self::on_response),
    /// [`on_page_request`](Self::on_page_request), [`on_page_response`](Self::on_page_response) and
    /// [`on_page_failure`](Self::on_page_failure) in one call, so that no step can be forgotten.
    /// Call those yourself if a queue decides before anything is fetched. With an asynchronous client,
    /// [`SharedSites::visit`](super::SharedSites::visit) does the same.
    ///
    /// `clock` says what time it is: [`SystemTime::now`](std::time::SystemTime::now), except in
    /// tests. It is asked before and after every request. `send` sends a [`Request`], for
    /// robots.txt and for pages alike, without following redirects: redirects of robots.txt are
    /// followed here, and counted. It returns any [`HttpResponse`]. [`site::ureq`](super::ureq)
    /// (feature `ureq`) has a client that does all of this; with another, switch off redirects and
    /// errors for statuses such as 404, limit the time, and refuse private addresses
    /// ([Services](crate::fetch#services)).
    ///
    /// This never waits: a site may ask for a pause of hours, and meanwhile a crawler can visit
    /// other sites. The first visit of a site fetches its robots.txt, and most often returns
    /// [`Visit::WaitUntil`], since the delay is kept after that request, too. A loop that sleeps
    /// then, and drops a URL after [`Visit::GiveUpUntil`], comes to an end, whatever the server
    /// does.
    ///
    /// # Errors
    ///
    /// The error of `send` if the page could not be requested. The request counts for the delay,
    /// and the failure slows the crawler down. A robots.txt that cannot be reached is not an error:
    /// the site answers [`Visit::GiveUpUntil`], and remembers
    /// ([`failing_since`](Self::failing_since)).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::{cell::Cell, time::Duration};
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{Request, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Site, Visit, WaitReason};
    /// use url::Url;
    ///
    /// // Placeholders for an HTTP client and a clock.
    /// let send = |request: Request<'_>| {
    ///     let body: &[u8] = match request.url().path() {
    ///         "/robots.txt" => b"User-agent: *\nDisallow: /private/\n",
    ///         _ => b"<p>Hello.",
    ///     };
    ///     Ok((ResponseHead::from_status(200), body))
    /// };
    /// let seconds = Cell::new(0);
    /// let clock = || Timestamp::from_unix(Duration::from_secs(seconds.get()));
    ///
    /// let crawler = Crawler::new("FooBot");
    /// let mut site = Site::new("https://example.com/")?;
    /// let mut visit = |url| site.visit(&crawler, clock, &Url::parse(url).unwrap(), send);
    ///
    /// // robots.txt was fetched, and a second has not passed yet.
    /// assert!(matches!(visit("https://example.com/a")?, Visit::WaitUntil(_, WaitReason::Delay)));
    /// seconds.set(1);
    /// assert!(matches!(visit("https://example.com/a")?, Visit::Page((head, b"<p>Hello.")) if head.status() == 200));
    /// assert!(matches!(visit("https://example.com/private/b")?, Visit::Skip));
    /// assert!(matches!(visit("https://example.org/")?, Visit::NotThisSite));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit<T: Into<Timestamp>, R: HttpResponse>(
        &mut self,
        crawler: &Crawler,
        mut clock: impl FnMut() -> T,
        url: &Url,
        mut send: impl FnMut(Request<'_>) -> io::Result<R>,
    ) -> io::Result<Visit<R>> {
        let mut now = clock().into();
        let mut decision = self.decide(crawler, now, url);
        if decision == Decision::FetchRobots {
            self.on_robots_request(now);
            let fetched = self.robots_request(crawler).fetch(&mut send);
            now = clock().into();
            self.on_response(crawler, now, &fetched);
            decision = self.decide(crawler, now, url);
        }
        Ok(match decision {
            Decision::FetchPage => {
                self.on_page_request(now);
                let response = match send(Request::new(url)) {
                    Ok(response) => response,
                    Err(error) => {
                        self.on_page_failure(clock());
                        return Err(error);
                    }
                };
                let head = response.head();
                self.on_page_response(clock(), &head);
                Visit::of_page(url, &head, response)
            }
            other => self.not_requested(other),
        })
    }

    /// What a decision other than to request the page comes to, once robots.txt was fetched.
    pub(super) fn not_requested<R>(&self, decision: Decision) -> Visit<R> {
        match decision {
            Decision::Skip => Visit::Skip,
            Decision::TooSlow(asked) => Visit::TooSlow(asked),
            Decision::WaitUntil(time, why) => Visit::WaitUntil(time, why),
            Decision::GiveUpUntil(time, why) => Visit::GiveUpUntil(time, why),
            Decision::NotThisSite => Visit::NotThisSite,
            // Cannot happen, except at the very end of the range of time: robots.txt was just
            // fetched, and an answer holds for at least a minute.
            Decision::FetchRobots | Decision::FetchPage => {
                Visit::GiveUpUntil(self.next_fetch_at(), WaitReason::RobotsUnreachable)
            }
        }
    }
}

impl<R> Visit<R> {
    /// The page that was requested at a URL, or where it redirects to.
    pub(super) fn of_page(url: &Url, head: &ResponseHead, response: R) -> Self {
        match head.redirect(url) {
            Some(target) => Self::Redirect(target, response),
            None => Self::Page(response),
        }
    }
}
