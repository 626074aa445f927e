//! What a crawler remembers about one site: what its robots.txt said, for how long that holds, and
//! when to visit.
//!
//! Every crawler has to combine the same things: the rules, the last good copy of them while
//! robots.txt fails, since when it has failed, when to request it again, and when the site may be
//! visited next. [`Site`] keeps them, without I/O and without a clock: you fetch, and you say what
//! time it is. [`Crawler`] says who asks and how. Start with these two. They combine
//! [`fetch`](crate::fetch), which knows nothing about rules, and [`Rules`], which know nothing
//! about HTTP, in the way that RFC 9309 and politeness ask for.
//!
//! Keep one [`Site`] for each origin (scheme, host and port) and each crawler. It is an ordinary
//! value that you can keep in a queue, a cache or a database (with the feature `serde`). Sites of
//! one host can share a [`Pace`]. There are three ways to use a site:
//!
//! - With a blocking client, [`Site::visit`] does everything in one call. You pass the clock, and a
//!   function that sends requests; [`ureq::Client`] is one (feature `ureq`).
//! - With an asynchronous client, [`SharedSites::visit`] does the same for tasks that share their
//!   sites; [`reqwest::Client`] sends requests (feature `reqwest`). The folder `examples/async` of the
//!   repository does so with tokio.
//! - If a queue decides before anything is fetched, ask [`Site::decide`], do what it says, and tell the
//!   site what you did and what was answered.
//!
//! [`Sites`] keeps many of them within a bound of bytes, shares the pace of each host among its
//! sites, and says which is due next. A scheduler of your own asks [`Site::next_due`].
//!
//! # Examples
//!
//! The third way. `get` is a placeholder for your HTTP client:
//!
//! ```
//! # #[cfg(all(feature = "std", feature = "url"))] {
//! use std::time::SystemTime;
//! use robots_exclusion::Timestamp;
//! use robots_exclusion::fetch::{Request, ResponseHead};
//! use robots_exclusion::site::{Crawler, Decision, Site};
//!
//! # fn get(request: Request<'_>) -> std::io::Result<(ResponseHead, &'static [u8])> {
//! #     assert_eq!(request.url().path(), "/robots.txt");
//! #     Ok((ResponseHead::from_status(200), b"User-agent: *\nDisallow: /private/\nCrawl-delay: 10"))
//! # }
//! let crawler = Crawler::new("FooBot");
//! let mut site = Site::new("https://example.com/").expect("the URL of a site");
//! let mut log = Vec::new();
//! let mut now = Timestamp::from(SystemTime::now());
//! for url in ["https://example.com/a", "https://example.com/private/b", "https://example.com/c"] {
//!     loop {
//!         let decision = site.decide(&crawler, now, url);
//!         log.push(decision);
//!         match decision {
//!             Decision::FetchRobots => {
//!                 site.on_robots_request(now);
//!                 let fetched = site.robots_request(&crawler).fetch(get);
//!                 site.on_response(&crawler, now, &fetched);
//!             }
//!             Decision::FetchPage => {
//!                 site.on_page_request(now);
//!                 // Fetch the page here; then:
//!                 site.on_page_response(now, &ResponseHead::from_status(200));
//!                 break;
//!             }
//!             Decision::Skip | Decision::TooSlow(_) | Decision::NotThisSite => break,
//!             // A real crawler turns to other sites until then, or sleeps.
//!             Decision::WaitUntil(time, _) => now = time,
//!             // It may be hours: a real crawler keeps the URL for later, or drops it.
//!             Decision::GiveUpUntil(..) => break,
//!         }
//!     }
//! }
//! let names: Vec<&str> = log.iter().map(|decision| decision.name()).collect();
//! // robots.txt is a request like any other, so the delay comes after it, too.
//! assert_eq!(names, ["fetch-robots", "wait-until", "fetch-page", "skip", "wait-until", "fetch-page"]);
//! # }
//! ```

#[cfg(feature = "std")]
mod at_rest;
#[cfg(any(feature = "ureq", feature = "reqwest"))]
mod client;
#[cfg(feature = "std")]
mod compression;
mod crawler;
mod decision;
mod moment;
mod origin;
mod pace;
#[cfg(feature = "reqwest")]
#[cfg_attr(docsrs, doc(cfg(feature = "reqwest")))]
pub mod reqwest;
#[cfg(feature = "serde")]
mod saved;
mod schedule;
#[cfg(all(feature = "std", feature = "url"))]
mod shared;
#[cfg(feature = "std")]
mod sites;
#[cfg(feature = "ureq")]
#[cfg_attr(docsrs, doc(cfg(feature = "ureq")))]
pub mod ureq;
#[cfg(all(feature = "std", feature = "url"))]
mod visit;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::time::Duration;

pub use self::crawler::Crawler;
pub use self::decision::{Decision, WaitReason};
use self::moment::{Moment, Second};
pub use self::origin::NotASite;
use self::origin::Origin;
use self::pace::CLOCK_TOLERANCE;
pub use self::pace::Pace;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub use self::sites::Sites;
#[cfg(all(feature = "std", feature = "url"))]
#[cfg_attr(docsrs, doc(cfg(all(feature = "std", feature = "url"))))]
pub use self::{shared::SharedSites, visit::Visit};
use crate::extension::Pacing;
use crate::fetch::cache_headers::Freshness;
use crate::fetch::lifetime::{DAY, FIRST_RETRY};
use crate::fetch::{Fetched, History, Outcome, Reply, ResponseHead, Validators};
use crate::matching::target::Target;
use crate::rules::Rules;
use crate::timestamp::Timestamp;

/// What a crawler knows about one site (scheme, host and port). See [the module](self) for an
/// example.
///
/// Use it for one crawler, and in one thread at a time: a site should get one request at a time. A
/// crawler of another name, or one that reads files in another way, has to fetch robots.txt again,
/// and the earlier rules are forgotten. The pace of the server is kept, and if robots.txt has
/// failed, also the time at which to request it again: these are the same for every crawler.
///
/// # Requests
///
/// The delay counts from the end of a request, as far as that was recorded, and one request is open
/// at a time ([`Crawler::max_open`]). So a slow server gets fewer of them.
///
/// robots.txt is a request like any other: the delay that the site asks for is kept before and
/// after it. Its redirects are free: they are followed at once, five of them at most. To leave room
/// for pages in between, an answer holds at least for two delays, and for five minutes (a strict
/// crawler: one minute), whatever its headers say.
///
/// # Failures of robots.txt
///
/// The first failure after a good answer is tried again after 30 seconds, unless the server says
/// otherwise (`Retry-After`); further ones after
/// [`FetchPolicy::retry_seconds`](crate::fetch::FetchPolicy::retry_seconds). Meanwhile the copy is
/// used until it is 24 hours old (RFC 9309 section 2.4). The 30 days after which an unreachable
/// file no longer forbids everything (section 2.3.1.4) are counted from request to request: a
/// crawler that asks once a day needs as many days as one that asks every hour, but a longer time
/// without requests counts as one day.
///
/// A `Retry-After` in the answer is a pause for pages too, even if the copy is used.
///
/// # Clocks
///
/// A request in the future means that the clock was set back since. If it is more than a minute in
/// the future, the age of the rules is unknown: robots.txt is fetched again, and the last request
/// and the failure are forgotten. So rules are used for 24 hours at most, by the old clock and by
/// the new one. A clock that is set back by less than the time since the last request cannot be
/// noticed.
///
/// # Memory
///
/// At most 210 bytes besides the rules and the [pacing](Rules::pacing) that they ask for, with a
/// host and an `ETag` of ordinary length. Cloning it shares the rules.
///
/// # Saving
///
/// With the feature `serde` it can be saved and restored. The crawler's settings are not saved,
/// since they may differ the next time; only a hash of its names and of how it reads files is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Scheme, host and port; and the validators of the last good answer, if it had a body.
    origin: Origin,
    /// The rules in force: the rules of the last good answer or, while robots.txt fails, rules that
    /// replace them for now.
    rules: Arc<Rules>,
    /// The rules of the last good answer, while other rules are in force.
    copy: Option<Arc<Rules>>,
    /// The pacing of `rules`, if they ask for any.
    pacing: Option<Box<Pacing>>,
    /// The [fingerprint](Crawler::fingerprint) of the crawler whose rules these are.
    reader: u64,
    /// When the last request for robots.txt was answered, or failed.
    asked_at: Option<Moment>,
    pace: Pace,
    /// For how many seconds after `asked_at` the answer holds, or robots.txt is not requested
    /// again.
    holds: u32,
    /// When the last good answer came, or was confirmed.
    good_at: Option<Second>,
    /// When the first failure after the last good answer came.
    failing_since: Option<Second>,
    /// What the last good answer said about how long it is fresh, for a 304 that does not say.
    freshness: Freshness,
    /// The outcome of the last request; `None` before the first.
    outcome: Option<Outcome>,
    /// Whether a page of the site was answered since it began to fail.
    answers_pages: bool,
    /// When robots.txt was requested, if it was not answered yet.
    fetching_since: Option<Second>,
}

impl Site {
    /// The site of a URL, about which nothing is known. Until its robots.txt has been fetched,
    /// everything is disallowed.
    ///
    /// # Errors
    ///
    /// If it is not an absolute `http` or `https` URL.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Crawler, Decision, Site};
    ///
    /// let site = Site::new("https://Example.com:443/a/page")?;
    /// assert_eq!(site.origin(), "https://example.com");
    /// let (crawler, now) = (Crawler::new("FooBot"), Timestamp::UNIX_EPOCH);
    /// assert_eq!(site.decide(&crawler, now, "https://example.com/b"), Decision::FetchRobots);
    /// assert_eq!(site.decide(&crawler, now, "http://example.com/b"), Decision::NotThisSite);
    /// # Ok::<(), robots_exclusion::site::NotASite>(())
    /// ```
    pub fn new<'u>(url: impl Into<Target<'u>>) -> Result<Self, NotASite> {
        Ok(Self::of(Origin::of(url.into())?))
    }

    fn of(origin: Origin) -> Self {
        Self {
            origin,
            rules: Rules::disallow_all().into_shared(),
            copy: None,
            pacing: None,
            reader: 0,
            asked_at: None,
            pace: Pace::new(),
            holds: 0,
            good_at: None,
            failing_since: None,
            freshness: Freshness::Unsaid,
            outcome: None,
            answers_pages: false,
            fetching_since: None,
        }
    }

    /// Scheme, host and port: `https://example.com`, in lower case and without the scheme's default
    /// port.
    ///
    /// The URL of its robots.txt is this text followed by `/robots.txt`. With the feature `url`, an
    /// international host name is in Punycode; without it, the name is as it was given.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.origin.as_str()
    }

    /// Whether what the site has kept was fetched for this crawler.
    fn is_for(&self, crawler: &Crawler) -> bool {
        self.outcome.is_some() && self.reader == crawler.fingerprint()
    }

    /// The request for robots.txt to send: of this site, under the crawler's policy, and with the
    /// [validators](Self::validators) of the last answer.
    #[cfg(feature = "url")]
    #[cfg_attr(docsrs, doc(cfg(feature = "url")))]
    #[must_use]
    pub fn robots_request(&self, crawler: &Crawler) -> crate::fetch::RobotsRequest {
        crate::fetch::RobotsRequest::of_origin(self.origin(), &crawler.fetch_policy())
            .unless_unchanged(self.kept_validators(crawler))
    }

    /// The validators to send with the next request for robots.txt, so that it can be answered by
    /// 304: the validators of the last good answer for this crawler, as long as its rules are kept,
    /// and unless they came from where a redirect led.
    ///
    /// [`robots_request`](Self::robots_request) does this for you, and follows redirects.
    #[must_use]
    pub fn validators(&self, crawler: &Crawler) -> Option<Validators> {
        let is_its_own = |validators: &Validators| validators.sent_from().is_none();
        self.kept_validators(crawler).filter(is_its_own)
    }

    /// The validators to send to a URL with the next request for robots.txt, if you follow redirects
    /// yourself: the URL is that of robots.txt, or one to which a redirect of it leads. They are sent
    /// to the URL that has sent them, and to no other (RFC 9110 section 13.1). Record the answer with
    /// [`on_response_from`](Self::on_response_from).
    #[must_use]
    pub fn validators_for(&self, crawler: &Crawler, url: &str) -> Option<Validators> {
        let sender = self.sender(url);
        self.kept_validators(crawler)
            .filter(|validators| validators.sent_from() == sender)
    }

    /// A URL that robots.txt came from, unless it is its own.
    fn sender<'u>(&self, url: &'u str) -> Option<&'u str> {
        let is_its_own = url.strip_prefix(self.origin()) == Some("/robots.txt");
        (!is_its_own).then_some(url)
    }

    /// The validators of the last good answer, wherever it came from.
    fn kept_validators(&self, crawler: &Crawler) -> Option<Validators> {
        self.origin.validators().filter(|_| self.is_for(crawler))
    }

    /// Records that robots.txt is being requested now. The next delay counts from its answer, or from
    /// here if there is none. Until [`on_response`](Self::on_response), for a minute at most, any other task that asks has to
    /// wait ([`WaitReason::RobotsInFlight`]).
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Crawler, Decision, Site, WaitReason};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// assert_eq!(site.decide(&crawler, at(100), "/"), Decision::FetchRobots);
    /// site.on_robots_request(at(100));
    /// let wait = Decision::WaitUntil(at(160), WaitReason::RobotsInFlight);
    /// assert_eq!(site.decide(&crawler, at(101), "/"), wait);
    /// ```
    pub fn on_robots_request(&mut self, now: impl Into<Timestamp>) {
        let now = now.into();
        // A second request comes only after the first counts as lost.
        if self.fetching_since.is_some() {
            self.pace.on_request_again(now);
        } else {
            self.pace.on_request(now);
        }
        self.fetching_since = Some(now.into());
    }

    /// Records the result of a request for robots.txt, and returns what it means. `now` is when it
    /// was received.
    ///
    /// The answer then holds as long as
    /// [`FetchPolicy::refetch_after`](crate::fetch::FetchPolicy::refetch_after) says; a 304 (Not
    /// Modified) that says nothing about it, as long as the answer that it confirms (RFC 9111
    /// section 4.3.4). It holds at least for the time that the [crawler](Crawler) leaves between
    /// two requests for robots.txt, and for two delays.
    ///
    /// A body that is not text counts as unreachable, because a body that cannot be read does not
    /// permit anything. So does a 304 if there were no [validators](Self::validators) to send.
    ///
    /// # Complexity
    ///
    /// Like [`Rules::parse`] if there is a body to read.
    pub fn on_response(
        &mut self,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
        fetched: &Fetched,
    ) -> Outcome {
        let now = now.into();
        if self.fetching_since.take().is_some() {
            self.pace.on_end(now);
        } else {
            self.pace.on_use(now);
        }
        let headers = fetched.cache_headers();
        if let Some(status) = fetched.status() {
            self.pace.on_retry_after(now, status, headers.retry_after(now));
        }
        if !self.is_for(crawler) {
            self.forget(crawler);
        }
        let policy = crawler.fetch_policy();
        let was_good = self.outcome.is_some_and(|outcome| !outcome.is_failure());
        let history = self.history(now);
        let mut outcome = match fetched.reply() {
            Reply::Status(304) if self.origin.validators().is_none() => {
                policy.outcome_after(Reply::Unreadable, history)
            }
            reply => policy.outcome_after(reply, history),
        };
        let mut read = None;
        if outcome == Outcome::Parse {
            read = crawler.read(fetched.body(), fetched.is_truncated());
            if read.is_none() {
                outcome = policy.outcome_after(Reply::Unreadable, history);
            }
        }
        if let Some(rules) = read.or_else(|| Rules::for_outcome(outcome)) {
            self.obey(rules, outcome.is_failure());
        } else if let Some(copy) = self.copy.take() {
            self.set_rules(copy);
        }
        self.outcome = Some(outcome);
        self.asked_at = Some(now.into());
        let holds = if outcome.is_failure() {
            self.failing_since.get_or_insert(now.into());
            match headers.retry_after(now) {
                None if was_good => policy.retry_after(None).min(FIRST_RETRY),
                asked => policy.retry_after(asked),
            }
        } else {
            self.good_at = Some(now.into());
            self.failing_since = None;
            self.answers_pages = false;
            self.keep_headers(outcome, fetched, now);
            let fresh = policy.lifetime(self.freshness.left(now, headers.age()));
            fresh
                .max(crawler.least_lifetime())
                .max(2 * self.robots_delay(crawler, now))
        };
        let seconds = holds.as_secs() + u64::from(holds.subsec_nanos() > 0);
        self.holds = u32::try_from(seconds).unwrap_or(u32::MAX);
        outcome
    }

    /// Like [`on_response`](Self::on_response), for an answer of this URL, if you follow redirects
    /// yourself: the URL is that of robots.txt, or one to which redirects of it have led. Its
    /// validators are kept for [that URL](Self::validators_for). A 304 (Not Modified) from a URL that
    /// has no validators counts as unreachable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Site};
    ///
    /// let (crawler, now) = (Crawler::new("FooBot"), Timestamp::UNIX_EPOCH);
    /// let mut site = Site::new("https://example.com/")?;
    /// let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    /// let fetched = Fetched::new(Reply::Status(200), &head, Body::default());
    /// site.on_response_from(&crawler, now, "https://www.example.com/robots.txt", fetched);
    /// let etag = |url| Some(site.validators_for(&crawler, url)?.etag()?.to_owned());
    /// assert_eq!(etag("https://example.com/robots.txt"), None);
    /// assert_eq!(etag("https://www.example.com/robots.txt").as_deref(), Some("\"1\""));
    /// # Ok::<(), robots_exclusion::site::NotASite>(())
    /// ```
    pub fn on_response_from(
        &mut self,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
        url: &str,
        fetched: Fetched,
    ) -> Outcome {
        let is_unasked = fetched.reply() == Reply::Status(304) && self.validators_for(crawler, url).is_none();
        let fetched = match self.sender(url) {
            _ if is_unasked => fetched.unasked(),
            Some(url) => fetched.sent_by(url),
            None => fetched,
        };
        self.on_response(crawler, now, &fetched)
    }

    /// What is known from earlier requests for robots.txt, for an answer that came now.
    fn history(&mut self, now: Timestamp) -> History {
        // A failure that seems to have begun later than now was recorded before the clock was set
        // back.
        if self.failing_since() > Some(now) {
            self.failing_since = None;
            self.answers_pages = false;
        }
        // Nothing is known about a time in which nobody asked, except that its ends are on
        // different days.
        if let (Some(since), Some(asked_at)) = (self.failing_since(), self.asked_at) {
            let unseen = now.duration_since(asked_at.into()).saturating_sub(DAY);
            self.failing_since = Some(since.saturating_add(unseen).into());
        }
        let mut history = History::new();
        history.failing_for = self
            .failing_since()
            .map_or(Duration::ZERO, |since| now.duration_since(since));
        history.copy_age = self.good_at.map(|good_at| {
            let good_at = Timestamp::from(good_at);
            if good_at.duration_since(now) > CLOCK_TOLERANCE {
                // Nobody knows how long ago that was.
                Duration::MAX
            } else {
                now.duration_since(good_at)
            }
        });
        history.site_available = self.answers_pages;
        history
    }

    /// Keeps the validators and the freshness of a good answer, for the next request.
    fn keep_headers(&mut self, outcome: Outcome, fetched: &Fetched, now: Timestamp) {
        let freshness = fetched.cache_headers().freshness(now);
        match outcome {
            // A 304 updates the fields that it brings, and leaves the others as they were (RFC 9111
            // section 3.2).
            Outcome::UseCopy(_) => {
                if fetched.validators().is_some() {
                    self.origin.set_validators(fetched.validators());
                }
                if freshness != Freshness::Unsaid {
                    self.freshness = freshness;
                }
            }
            Outcome::Parse => {
                self.origin.set_validators(fetched.validators());
                self.freshness = freshness;
            }
            _ => {
                self.origin.set_validators(None);
                self.freshness = freshness;
            }
        }
    }

    /// Records that a request for robots.txt failed without an answer: no connection, no response
    /// in time, a body that broke off.
    pub fn on_failure(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Outcome {
        self.on_response(crawler, now, &Fetched::unreachable())
    }

    /// Records that the crawler itself has given up a request for robots.txt
    /// ([`on_robots_request`](Self::on_robots_request)) before there was an answer: it is shut down,
    /// or its own code failed. Nothing is known about the site then, and other tasks need not wait
    /// for an answer. The delay still counts from the request.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Crawler, Decision, Site};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// site.on_robots_request(at(100));
    /// site.on_robots_abort();
    /// assert_eq!(site.decide(&crawler, at(101), "/"), Decision::FetchRobots);
    /// ```
    pub fn on_robots_abort(&mut self) {
        if self.fetching_since.take().is_some() {
            self.pace.on_abort();
        }
    }

    /// Lets the answer of robots.txt hold no longer: it is fetched again before the next page, as soon
    /// as the delay and a pause allow. Use it if you know that the file has changed, or to try again
    /// now after a failure. Its validators, the copy and the pace are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Decision, Site};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
    /// site.on_response(&crawler, at(0), &Fetched::new(Reply::Status(200), &head, Body::default()));
    /// assert_eq!(site.decide(&crawler, at(10), "/"), Decision::FetchPage);
    /// site.expire();
    /// assert_eq!(site.decide(&crawler, at(10), "/"), Decision::FetchRobots);
    /// assert_eq!(site.validators(&crawler).unwrap().etag(), Some("\"1\""));
    /// ```
    pub fn expire(&mut self) {
        self.holds = 0;
    }

    /// Forgets the answer of robots.txt, since it was read for another crawler. The pace is kept,
    /// and the time since when robots.txt fails: both are the same for all crawlers.
    fn forget(&mut self, crawler: &Crawler) {
        self.set_rules(Rules::disallow_all().into_shared());
        self.copy = None;
        self.origin.set_validators(None);
        self.good_at = None;
        self.freshness = Freshness::Unsaid;
        self.outcome = None;
        self.reader = crawler.fingerprint();
    }

    /// Puts rules in force: the rules of a good answer, or, if `for_now`, rules that replace a file
    /// that cannot be read. In the second case the rules of the last good answer are kept as the
    /// copy.
    fn obey(&mut self, rules: Rules, for_now: bool) {
        if !for_now {
            self.copy = None;
        } else if self.good_at.is_some() && self.copy.is_none() {
            // Once there was a good answer, its rules are either the copy or in force.
            self.copy = Some(Arc::clone(&self.rules));
        }
        self.set_rules(rules.into_shared());
    }

    fn set_rules(&mut self, rules: Arc<Rules>) {
        self.pacing = Self::pacing_of(&rules);
        self.rules = rules;
    }

    /// Records that a page of the site is being requested now. The next delay counts from its
    /// [answer](Self::on_page_response), or from here if there is none.
    pub fn on_page_request(&mut self, now: impl Into<Timestamp>) {
        self.pace.on_request(now.into());
    }

    /// Records how the site answered a request for a page. `now` is when the answer was received;
    /// [`ResponseHead::from_status`] will do if only the status is known.
    ///
    /// - After 429 (Too Many Requests) and 5xx (the server fails, or cannot keep up) the delay
    ///   between two requests is doubled, and doubled again after each further such answer, up to
    ///   an hour. A delay of less than a second counts as a second. There are at most twelve
    ///   doublings at a time.
    ///   Answers to requests that were open at the first of them are one: a server that cannot keep
    ///   up says so to all.
    /// - The second other answer in a row takes back one doubling, and so does each further one and
    ///   every hour without a change. So a server that fails at one page in ten is asked nearly as
    ///   often as one that is well, and one that fails at half of its pages some thirty times an hour.
    /// - If an answer of 3xx, 429 or 5xx has a `Retry-After`, nothing is fetched until then, for a
    ///   day at most.
    /// - A number that is not a status (0, which some clients return if there was no answer) is a
    ///   [failure](Self::on_page_failure), and so is any other number below 200.
    /// - An answer other than 5xx shows that the site can be reached. This matters while robots.txt
    ///   fails: after a long time everything is allowed on a site that otherwise answers, and
    ///   disallowed on one that does not
    ///   ([`FetchPolicy::use_copy_seconds`](crate::fetch::FetchPolicy::use_copy_seconds)).
    ///
    /// `Retry-After` is read with the feature `std`.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::ResponseHead;
    /// use robots_exclusion::site::{Crawler, Site};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// site.on_page_request(at(100));
    /// site.on_page_response(at(100), &ResponseHead::new(429, [("Retry-After", "30")]));
    /// assert_eq!(site.next_page_at(&crawler, at(100)), at(130));
    /// site.on_page_request(at(130));
    /// site.on_page_response(at(131), &ResponseHead::from_status(200));
    /// assert_eq!(site.next_page_at(&crawler, at(131)), at(133));
    /// # }
    /// ```
    pub fn on_page_response(&mut self, now: impl Into<Timestamp>, head: &ResponseHead) {
        let (now, status) = (now.into(), head.status());
        if status < 200 {
            return self.on_page_failure(now);
        }
        self.answers_pages |= self.failing_since.is_some() && status < 500;
        let retry_after = head.cache_headers().retry_after(now);
        self.pace.on_answer(now, status, retry_after);
    }

    /// Records that a request for a page failed without an answer, or that its body broke off: no
    /// connection, a reset one, no answer in time. It slows the crawler down as 503 does. `now` is
    /// when it failed.
    pub fn on_page_failure(&mut self, now: impl Into<Timestamp>) {
        self.pace.on_complaint(now.into());
    }

    /// Records that the crawler itself has given up a request for a page before there was an answer,
    /// as [`on_robots_abort`](Self::on_robots_abort) does for robots.txt. It says nothing about the
    /// server. The delay counts from the request.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Crawler, Site};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// site.on_page_request(at(100));
    /// assert_eq!(site.next_page_at(&crawler, at(130)), at(131));
    /// site.on_page_abort();
    /// assert_eq!(site.next_page_at(&crawler, at(130)), at(130));
    /// ```
    pub fn on_page_abort(&mut self) {
        self.pace.on_abort();
    }

    /// How fast the server is asked. See [`Pace`] for when to look at it.
    #[must_use]
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Goes on at the pace of another site of the same host. See [`Pace`].
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    /// The rules in force for a crawler, for questions other than the one that
    /// [`decide`](Self::decide) answers; `None` if robots.txt was never requested for it. They hold
    /// until [`next_fetch_at`](Self::next_fetch_at). If they are from a copy, while robots.txt
    /// fails, they hold until the copy is 24 hours old.
    ///
    /// They have the file's Sitemap and Host lines. Clone the `Arc` to keep them: that copies
    /// nothing.
    #[must_use]
    pub fn rules(&self, crawler: &Crawler) -> Option<&Arc<Rules>> {
        self.is_for(crawler).then_some(&self.rules)
    }

    /// The outcome of the last request for robots.txt, or `None` if there was none.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// When the last answer to a request for robots.txt stops holding, or the file is to be tried
    /// again after a failure: the Unix epoch if the file was never requested.
    /// [`next_due`](Self::next_due) also considers delays and pauses.
    #[must_use]
    pub fn next_fetch_at(&self) -> Timestamp {
        self.asked_at.map_or(Timestamp::UNIX_EPOCH, |asked_at| {
            Timestamp::from(asked_at).saturating_add(Duration::from_secs(self.holds.into()))
        })
    }

    /// Since when robots.txt has been unreachable, in whole seconds, or `None` if the last request
    /// was answered. More than a day without requests counts as one day, so this may be later than
    /// the first failure.
    #[must_use]
    pub fn failing_since(&self) -> Option<Timestamp> {
        self.failing_since.map(Timestamp::from)
    }

    /// The age of the last good answer, counted from a whole second, or `None` if there never was
    /// one.
    ///
    /// Every answer that is not a failure is good, including the answer that there is no
    /// robots.txt.
    #[must_use]
    pub fn age(&self, now: impl Into<Timestamp>) -> Option<Duration> {
        self.good_at
            .map(|good_at| now.into().duration_since(good_at.into()))
    }

    /// The memory on the heap that this takes, in bytes, for caches bounded in bytes. Rules that
    /// are shared with clones count in each; rules in place of a file, such as those after 404, are
    /// shared by all sites (feature `std`) and do not count.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        // An `Arc` also holds two counters.
        let shared = |rules: &Arc<Rules>| match Rules::is_shared(rules) {
            true => 0,
            false => 2 * size_of::<usize>() + size_of::<Rules>() + rules.heap_bytes(),
        };
        let pacing = |pacing: &Pacing| size_of::<Pacing>() + pacing.heap_bytes();
        shared(&self.rules)
            + self.copy.as_ref().map_or(0, shared)
            + self.pacing.as_deref().map_or(0, pacing)
            + self.origin.heap_bytes()
    }

    /// The pacing that rules ask for, if they ask for any.
    fn pacing_of(rules: &Rules) -> Option<Box<Pacing>> {
        let pacing = rules.pacing();
        (!pacing.is_unrestricted()).then(|| Box::new(pacing))
    }
}
