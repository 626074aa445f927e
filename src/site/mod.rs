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
//! value that you can keep in a queue, a cache or a database (with the feature `serde`). There are
//! two ways to use it:
//!
//! - With a blocking client, [`Site::visit`] does everything in one call. You pass the clock, and a
//!   function that sends requests.
//! - With an asynchronous client, or if a queue decides before anything is fetched, ask
//!   [`Site::decide`], do what it says, and tell the site what you did and what was answered. The
//!   folder `examples/async` of the repository does so with tokio and reqwest.
//!
//! # Examples
//!
//! The second way. `get` is a placeholder for your HTTP client:
//!
//! ```
//! # #[cfg(all(feature = "std", feature = "url"))] {
//! use std::time::{Duration, SystemTime};
//! use robots_exclusion::Timestamp;
//! use robots_exclusion::fetch::{Request, ResponseHead};
//! use robots_exclusion::site::{Crawler, Decision, Site};
//!
//! # fn get(request: Request<'_>) -> std::io::Result<(ResponseHead, &'static [u8])> {
//! #     assert_eq!(request.url().path(), "/robots.txt");
//! #     Ok((ResponseHead::from_status(200), b"User-agent: *\nDisallow: /private/\nCrawl-delay: 10"))
//! # }
//! let crawler = Crawler::new("FooBot").max_delay(Duration::from_secs(60));
//! let mut site = Site::new("https://example.com/").expect("the URL of a site");
//! let mut log = Vec::new();
//! let mut now = Timestamp::from(SystemTime::now());
//! for url in ["https://example.com/a", "https://example.com/private/b", "https://example.com/c"] {
//!     loop {
//!         let decision = site.decide(&crawler, now, url);
//!         log.push(decision);
//!         match decision {
//!             Decision::FetchRobots => {
//!                 let fetched = site.robots_request(&crawler).fetch(get);
//!                 site.on_response(&crawler, now, &fetched);
//!             }
//!             Decision::FetchPage => {
//!                 site.on_page_request(now);
//!                 // Fetch the page here; then:
//!                 site.on_page_response(now, &ResponseHead::from_status(200));
//!                 break;
//!             }
//!             Decision::Skip | Decision::NotThisSite => break,
//!             // A real crawler turns to another site until then.
//!             Decision::WaitUntil(time) => now = time,
//!         }
//!     }
//! }
//! assert_eq!(log[..3], [Decision::FetchRobots, Decision::FetchPage, Decision::Skip]);
//! assert!(matches!(log[3..], [Decision::WaitUntil(_), Decision::FetchPage]));
//! # }
//! ```

mod crawler;
mod moment;
mod origin;
#[cfg(feature = "serde")]
mod saved;
mod slowdown;
#[cfg(all(feature = "std", feature = "url"))]
mod visit;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::time::Duration;

pub use self::crawler::Crawler;
use self::moment::Moment;
pub use self::origin::NotASite;
use self::origin::Origin;
use self::slowdown::{Slowdown, pause_end, pause_until};
#[cfg(all(feature = "std", feature = "url"))]
#[cfg_attr(docsrs, doc(cfg(all(feature = "std", feature = "url"))))]
pub use self::visit::Visit;
use crate::extension::{Pacing, TimeOfDay};
use crate::fetch::{Answer, Fetched, History, Outcome, ResponseHead, Validators};
use crate::matching::target::Target;
use crate::rules::Rules;
use crate::timestamp::Timestamp;

/// How long an answer holds at least. Without this minimum, an answer that must not be cached would
/// be stale before the first page could be fetched, and robots.txt would be requested again and
/// again.
const MIN_LIFETIME: Duration = Duration::from_secs(60);

/// What to do about a URL now. The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Fetch the site's robots.txt first: it has never been fetched for this crawler, or the answer
    /// no longer holds. Tell [`Site::on_response`], and ask again.
    FetchRobots,
    /// Fetch the URL now. Tell [`Site::on_page_request`] and [`Site::on_page_response`].
    FetchPage,
    /// Do not fetch the URL: the rules disallow it.
    Skip,
    /// Ask again at this time, and not before: the site has asked for a delay, a pause or certain
    /// hours, or its robots.txt cannot be reached and is due again then.
    WaitUntil(Timestamp),
    /// The URL does not belong to this site: its scheme, host or port is different, or it is not
    /// clear where a request for it would go. Ask the [`Site`] that it belongs to.
    NotThisSite,
}

impl Decision {
    /// Its name, without the time: `fetch-robots`, `fetch-page`, `skip`, `wait-until` or
    /// `not-this-site`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::Decision;
    ///
    /// assert_eq!(Decision::WaitUntil(Timestamp::UNIX_EPOCH).name(), "wait-until");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FetchRobots => "fetch-robots",
            Self::FetchPage => "fetch-page",
            Self::Skip => "skip",
            Self::WaitUntil(_) => "wait-until",
            Self::NotThisSite => "not-this-site",
        }
    }
}

/// What a crawler knows about one site (scheme, host and port). See [the module](self) for an
/// example.
///
/// It is meant to be used by one crawler, and by one thread at a time, as a site should be visited
/// by one at a time. A crawler of another name, or one that reads files in another way, is told to
/// fetch robots.txt again, and what was known before is forgotten.
///
/// # Memory
///
/// At most 200 bytes besides the rules and the [pacing](Rules::pacing) that they ask for, with a
/// host and an `ETag` of ordinary length. Cloning it shares the rules.
///
/// # Saving
///
/// With the feature `serde` it can be saved and restored. What is saved is what the site said and
/// for which crawler, not the crawler's settings, which may differ the next time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Scheme, host and port; and the validators of the last good answer, if it had a body.
    origin: Origin,
    /// The rules in force: those of the last good answer or, while robots.txt fails, rules that
    /// replace them for now.
    rules: Arc<Rules>,
    /// The rules of the last good answer, while other rules are in force.
    copy: Option<Arc<Rules>>,
    /// The pacing of `rules`, if they ask for any.
    pacing: Option<Box<Pacing>>,
    /// The [fingerprint](Crawler::fingerprint) of the crawler whose rules these are.
    reader: u64,
    /// When the last request was answered, or failed.
    asked_at: Option<Moment>,
    next_fetch_at: Option<Moment>,
    /// When the last good answer came, or was confirmed.
    good_at: Option<Moment>,
    /// When the first failure after the last good answer came.
    failing_since: Option<Moment>,
    last_page_at: Option<Moment>,
    paused_until: Option<Moment>,
    slowdown: Slowdown,
    /// The outcome of the last request; `None` before the first.
    outcome: Option<Outcome>,
    /// Whether a page of the site was answered since it began to fail.
    answers_pages: bool,
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
        Ok(Self {
            origin: Origin::of(url.into())?,
            rules: Arc::new(Rules::disallow_all()),
            copy: None,
            pacing: None,
            reader: 0,
            asked_at: None,
            next_fetch_at: None,
            good_at: None,
            failing_since: None,
            last_page_at: None,
            paused_until: None,
            slowdown: Slowdown::default(),
            outcome: None,
            answers_pages: false,
        })
    }

    /// Scheme, host and port: `https://example.com`, in lower case and without the scheme's default
    /// port.
    ///
    /// Its robots.txt is at this and `/robots.txt`. An international host name is in Punycode with
    /// the feature `url`, and as it was given without.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.origin.as_str()
    }

    /// What to do about a URL of this site now. This does not change the site: tell it what you
    /// then do.
    ///
    /// `url` is an absolute URL, or a path that begins with one `/`. For URLs of other sites, the
    /// answer is [`Decision::NotThisSite`].
    ///
    /// # Complexity
    ///
    /// That of [`Rules::is_allowed`] and [`Pacing::next_fetch_at`].
    #[must_use]
    pub fn decide<'u>(
        &self,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
        url: impl Into<Target<'u>>,
    ) -> Decision {
        let (now, target) = (now.into(), url.into());
        if !self.origin.holds(target.url()) {
            return Decision::NotThisSite;
        }
        if !self.is_fresh(crawler, now) {
            return Decision::FetchRobots;
        }
        if self.is_put_off() {
            // The site may work again by then, so its URLs are not skipped.
            return Decision::WaitUntil(self.next_fetch_at());
        }
        if !self.rules.is_allowed(target) {
            return Decision::Skip;
        }
        let ready = self.next_page_at(crawler, now);
        if ready > now {
            Decision::WaitUntil(ready)
        } else {
            Decision::FetchPage
        }
    }

    /// When the next page may be fetched, from `now` on, as far as delays, pauses and hours are
    /// concerned.
    ///
    /// [`decide`](Self::decide) considers it; a scheduler can use it to put the site in its queue.
    #[must_use]
    pub fn next_page_at(&self, crawler: &Crawler, now: impl Into<Timestamp>) -> Timestamp {
        let now = now.into();
        // If the clock was set back, the time of the last page may be in the future, and would put
        // off the next page. So it counts as now at the latest.
        let previous = self.last_page_at.map(|last| Timestamp::from(last).min(now));
        let pause = self.paused_until.and_then(|until| pause_end(until, now));
        let from = pause.unwrap_or(now);
        let next = self.next_by_rules(crawler, from, previous);
        match previous {
            Some(previous) if self.slowdown.is_slow() => {
                let slowed = self.slowdown.slowed(self.delay_after(crawler, previous));
                self.next_by_rules(crawler, next.max(previous.saturating_add(slowed)), Some(previous))
            }
            _ => next,
        }
    }

    /// Like [`next_page_at`](Self::next_page_at), but answers to page requests do not count: there
    /// are neither pauses nor longer delays after complaints.
    fn next_by_rules(&self, crawler: &Crawler, from: Timestamp, previous: Option<Timestamp>) -> Timestamp {
        match &self.pacing {
            Some(pacing) if self.is_for(crawler) => {
                pacing.next_fetch_within(from, previous, crawler.delay(), crawler.longest_delay())
            }
            _ => previous.map_or(from, |previous| {
                previous.saturating_add(crawler.delay()).max(from)
            }),
        }
    }

    /// The delay after a page that was requested at this time, without the wait for a visit time.
    fn delay_after(&self, crawler: &Crawler, previous: Timestamp) -> Duration {
        let pacing = self.pacing.as_ref().filter(|_| self.is_for(crawler));
        let minute = TimeOfDay::at(previous.since_unix_epoch());
        match pacing.and_then(|pacing| pacing.delay_at(minute)) {
            Some(asked) => crawler.longest_delay().map_or(asked, |max| asked.min(max)),
            None => crawler.delay(),
        }
    }

    /// Whether what the site has kept was fetched for this crawler.
    fn is_for(&self, crawler: &Crawler) -> bool {
        self.outcome.is_some() && self.reader == crawler.fingerprint()
    }

    /// Whether nothing may be fetched only because robots.txt cannot be reached for now.
    fn is_put_off(&self) -> bool {
        match self.outcome {
            Some(Outcome::TryLater(_)) => true,
            Some(Outcome::DisallowAll(cause)) => cause.is_failure(),
            Some(Outcome::Parse | Outcome::AllowAll(_) | Outcome::UseCopy(_)) | None => false,
        }
    }

    /// Whether the last answer still holds for this crawler.
    fn is_fresh(&self, crawler: &Crawler, now: Timestamp) -> bool {
        let Some(asked_at) = self.asked_at.map(Timestamp::from) else {
            return false;
        };
        let next_fetch_at = self.next_fetch_at();
        // If the answer comes from the future, by more than its lifetime, the clock was set back,
        // and the answer does not count as fresh.
        let lifetime = next_fetch_at.duration_since(asked_at);
        self.is_for(crawler) && now < next_fetch_at && asked_at.duration_since(now) <= lifetime
    }

    /// The request for robots.txt to send: of this site, under the crawler's policy, and with the
    /// [validators](Self::validators) of the last answer.
    #[cfg(feature = "url")]
    #[cfg_attr(docsrs, doc(cfg(feature = "url")))]
    #[must_use]
    pub fn robots_request(&self, crawler: &Crawler) -> crate::fetch::RobotsRequest {
        crate::fetch::RobotsRequest::of_origin(self.origin(), &crawler.fetch_policy())
            .unless_unchanged(self.validators(crawler))
    }

    /// The validators to send with the next request for robots.txt, so that it can be answered by
    /// 304: those of the last good answer for this crawler, as long as its rules are kept.
    ///
    /// [`robots_request`](Self::robots_request) does this for you.
    #[must_use]
    pub fn validators(&self, crawler: &Crawler) -> Option<Validators> {
        self.origin.validators().filter(|_| self.is_for(crawler))
    }

    /// Records the result of a request for robots.txt, and returns what it means. `now` is when it
    /// was received.
    ///
    /// The answer then holds as long as
    /// [`FetchPolicy::refetch_after`](crate::fetch::FetchPolicy::refetch_after) says, and at least
    /// for a minute. A body that is not text counts as unreachable: what cannot be read is no
    /// permission.
    ///
    /// # Complexity
    ///
    /// That of [`Rules::parse`] if there is a body to read.
    pub fn on_response(
        &mut self,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
        fetched: &Fetched,
    ) -> Outcome {
        let now = now.into();
        if !self.is_for(crawler) {
            self.forget(crawler);
        }
        let policy = crawler.fetch_policy();
        // A failure that seems to have begun later than now was recorded before the clock was set
        // back.
        self.failing_since = self.failing_since.map(|since| since.min(now.into()));
        let failing_for = self
            .failing_since
            .map_or(Duration::ZERO, |since| now.duration_since(since.into()));
        let history = History::new()
            .failing_for(failing_for)
            .copy(self.good_at.is_some())
            .site_available(self.answers_pages);
        let mut outcome = policy.outcome_after(fetched.answer(), history);
        let mut read = None;
        if outcome == Outcome::Parse {
            read = crawler.read(fetched.body(), fetched.is_truncated());
            if read.is_none() {
                outcome = policy.outcome_after(Answer::Unreachable, history);
            }
        }
        if let Some(rules) = read.or_else(|| Rules::for_outcome(outcome)) {
            self.obey(rules, outcome.is_failure());
        } else if let Some(copy) = self.copy.take() {
            self.set_rules(copy);
        }
        if outcome.is_failure() {
            self.failing_since.get_or_insert(now.into());
        } else {
            self.good_at = Some(now.into());
            self.failing_since = None;
            self.answers_pages = false;
            match outcome {
                // A 304 may have new validators for the file that it confirms (RFC 9111 section
                // 3.2); if it has none, the old ones stay.
                // None are taken from a 304 that nobody asked for: with them, a server that sends
                // it in place of a file would confirm for good that there is none.
                Outcome::UseCopy(_)
                    if fetched.validators().is_none() || self.origin.validators().is_none() => {}
                Outcome::UseCopy(_) | Outcome::Parse => self.origin.set_validators(fetched.validators()),
                _ => self.origin.set_validators(None),
            }
        }
        self.outcome = Some(outcome);
        self.asked_at = Some(now.into());
        let holds = policy
            .refetch_after(outcome, fetched.cache_headers(), now)
            .max(MIN_LIFETIME);
        self.next_fetch_at = Some(now.saturating_add(holds).into());
        outcome
    }

    /// Records that a request for robots.txt failed without an answer: no connection, no response
    /// in time, a body that broke off.
    pub fn on_failure(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Outcome {
        self.on_response(crawler, now, &Fetched::unreachable())
    }

    /// Forgets what robots.txt said, since it was read for another crawler. When pages were
    /// fetched, and since when robots.txt fails, is kept, since it is the same for all crawlers.
    fn forget(&mut self, crawler: &Crawler) {
        self.set_rules(Arc::new(Rules::disallow_all()));
        self.copy = None;
        self.origin.set_validators(None);
        self.good_at = None;
        self.outcome = None;
        self.reader = crawler.fingerprint();
    }

    /// Puts rules in force: those of a good answer, or, if `for_now`, rules that replace a file
    /// that cannot be read. In the second case the rules of the last good answer are kept as the
    /// copy.
    fn obey(&mut self, rules: Rules, for_now: bool) {
        // After a second failure in a row, the rules in force are themselves only a replacement,
        // and not worth keeping.
        let are_good = match self.outcome {
            Some(outcome) => !outcome.is_failure() || matches!(outcome, Outcome::UseCopy(_)),
            None => false,
        };
        if !for_now {
            self.copy = None;
        } else if are_good {
            self.copy = Some(Arc::clone(&self.rules));
        }
        self.set_rules(Arc::new(rules));
    }

    fn set_rules(&mut self, rules: Arc<Rules>) {
        self.pacing = Self::pacing_of(&rules);
        self.rules = rules;
    }

    /// Records that a page of the site is being requested now. The next delay counts from here.
    pub fn on_page_request(&mut self, now: impl Into<Timestamp>) {
        self.last_page_at = Some(now.into().into());
    }

    /// Records how the site answered a request for a page. `now` is when the answer was received;
    /// [`ResponseHead::from_status`] will do if only the status is known.
    ///
    /// - After 429 (Too Many Requests) and 503 (Service Unavailable) the delay between two pages is
    ///   doubled, and doubled again after each further such answer, up to an hour. A delay of less
    ///   than a second counts as a second. If the answer has a `Retry-After`, no page is fetched
    ///   until then, for a day at most; robots.txt is, if it is due.
    /// - Ten other answers in a row take back one doubling. There are at most twelve doublings at a
    ///   time.
    /// - An answer other than 5xx shows that the site can be reached. This matters while robots.txt
    ///   fails: after a long time everything is allowed on a site that otherwise answers, and
    ///   disallowed on one that does not
    ///   ([`FetchPolicy::use_copy_for`](crate::fetch::FetchPolicy::use_copy_for)).
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
    /// assert_eq!(site.next_page_at(&crawler, at(130)), at(132));
    /// # }
    /// ```
    pub fn on_page_response(&mut self, now: impl Into<Timestamp>, head: &ResponseHead) {
        let now = now.into();
        let status = head.status();
        self.answers_pages |= self.failing_since.is_some() && !(500..600).contains(&status);
        let is_complaint = self.slowdown.on_response(status);
        if is_complaint && let Some(wait) = head.cache_headers().retry_after(now) {
            // A pause that is ignored, since the clock was set back, must not outlast this one.
            let paused = self.paused_until.filter(|until| pause_end(*until, now).is_some());
            self.paused_until = paused.max(Some(pause_until(now, wait)));
        }
    }

    /// The rules in force for a crawler, for questions other than the one that
    /// [`decide`](Self::decide) answers; `None` if robots.txt was never requested for it. They hold
    /// until [`next_fetch_at`](Self::next_fetch_at).
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

    /// When to request robots.txt again: the Unix epoch if it never was.
    #[must_use]
    pub fn next_fetch_at(&self) -> Timestamp {
        self.next_fetch_at.map_or(Timestamp::UNIX_EPOCH, Timestamp::from)
    }

    /// Since when robots.txt has been unreachable, or `None` if the last request was answered.
    #[must_use]
    pub fn failing_since(&self) -> Option<Timestamp> {
        self.failing_since.map(Timestamp::from)
    }

    /// The age of the last good answer, or `None` if there never was one.
    ///
    /// Every answer that is not a failure is a good one, even that there is no robots.txt.
    #[must_use]
    pub fn age(&self, now: impl Into<Timestamp>) -> Option<Duration> {
        self.good_at
            .map(|good_at| now.into().duration_since(good_at.into()))
    }

    /// The memory on the heap that this takes, in bytes, for caches bounded in bytes. Rules that
    /// are shared with clones count in each.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        // An `Arc` also holds two counters.
        let shared = |rules: &Arc<Rules>| 2 * size_of::<usize>() + size_of::<Rules>() + rules.heap_bytes();
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
