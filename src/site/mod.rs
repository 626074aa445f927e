//! One site's memory for a crawler: what its robots.txt said, for how long that holds, and when to visit.
//!
//! Every crawler has to combine the same things: the rules, the last good copy of them while robots.txt fails, since when it has
//! failed, when to request it again, and when the site may be visited next. [`Site`] keeps them, without I/O and without a clock:
//! you fetch, and you say what time it is. It is an ordinary value that you can keep in a queue, a cache or a database (with the
//! feature `serde`).
//!
//! This module connects [`fetch`](crate::fetch), which knows nothing about rules, and [`Rules`], which know nothing about
//! HTTP.
//!
//! # Examples
//!
//! Ask the site what to do about a URL, do it, and tell the site. `get` is a placeholder for your HTTP client:
//!
//! ```
//! # #[cfg(all(feature = "std", feature = "url"))] {
//! use std::time::{Duration, SystemTime};
//! use robots_exclusion::Timestamp;
//! use robots_exclusion::fetch::{ResponseHead, RobotsRequest};
//! use robots_exclusion::site::{Crawler, Decision, Site};
//! use url::Url;
//!
//! # fn get(url: &Url) -> std::io::Result<(ResponseHead, &'static [u8])> {
//! #     assert_eq!(url.path(), "/robots.txt");
//! #     Ok((ResponseHead::from_status(200), b"User-agent: *\nDisallow: /private/\nCrawl-delay: 10"))
//! # }
//! let crawler = Crawler::new("FooBot").max_delay(Duration::from_secs(60));
//! let mut site = Site::new();
//! let mut log = Vec::new();
//! let mut now = Timestamp::from(SystemTime::now());
//! for url in ["https://example.com/a", "https://example.com/private/b", "https://example.com/c"] {
//!     let url = Url::parse(url).unwrap();
//!     loop {
//!         let decision = site.decide(&crawler, now, url.as_str());
//!         log.push(decision);
//!         match decision {
//!             Decision::FetchRobots => {
//!                 let mut request = RobotsRequest::new(&url, &crawler.fetch_policy()).expect("a host");
//!                 site.on_response(&crawler, now, &request.fetch(get));
//!             }
//!             Decision::FetchPage => {
//!                 site.on_page_request(now);
//!                 // Fetch the page here; then:
//!                 site.on_page_response();
//!                 break;
//!             }
//!             Decision::Skip => break,
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

use alloc::boxed::Box;
use core::time::Duration;

pub use self::crawler::Crawler;
use crate::extension::Pacing;
use crate::fetch::{Answer, CacheHeaders, Fetched, History, Outcome};
use crate::rules::Rules;
use crate::timestamp::Timestamp;

/// How long an answer holds at least. Without this minimum, an answer that must not be cached would be stale before the first
/// page could be fetched, and robots.txt would be requested again and again.
const MIN_LIFETIME: Duration = Duration::from_secs(60);

/// What to do about a URL now. The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Fetch the site's robots.txt first: it has never been fetched, or the answer no longer holds. Tell
    /// [`Site::on_response`], and ask again.
    FetchRobots,
    /// Fetch the URL now. Tell [`Site::on_page_request`].
    FetchPage,
    /// Do not fetch the URL: the rules disallow it.
    Skip,
    /// Ask again at this time, and not before: the site has asked for a delay or for certain hours, or its robots.txt cannot
    /// be reached and is due again then.
    WaitUntil(Timestamp),
}

/// What a crawler knows about one site (scheme, host and port). See [the module](self) for an example.
///
/// It is meant to be used by one thread at a time, as a site should be visited by one at a time. Cloning it copies the rules.
///
/// With the feature `serde` it can be saved and restored. What is saved is what the site said, not the crawler's settings,
/// which may differ the next time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Saved"))]
pub struct Site {
    /// The rules in force: those of the last good answer, or while robots.txt fails, perhaps others in their place.
    rules: Rules,
    /// The rules of the last good answer, while others are in force.
    copy: Option<Box<Rules>>,
    /// That of `rules`. Derived, so it is not saved.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    pacing: Pacing,
    /// The outcome of the last request; `None` before the first.
    outcome: Option<Outcome>,
    /// When the last request was answered, or failed.
    asked_at: Timestamp,
    next_fetch_at: Timestamp,
    /// When the last good answer came, or was confirmed.
    good_at: Option<Timestamp>,
    /// When the first failure after the last good answer came.
    failing_since: Option<Timestamp>,
    /// Whether a page of the site was answered since then.
    answers_pages: bool,
    last_page_at: Option<Timestamp>,
}

impl Default for Site {
    /// [`Site::new`].
    fn default() -> Self {
        Self::new()
    }
}

impl Site {
    /// A site about which nothing is known. Until its robots.txt has been fetched, everything is disallowed.
    #[must_use]
    pub fn new() -> Self {
        let rules = Rules::disallow_all();
        Self {
            pacing: rules.pacing(),
            rules,
            copy: None,
            outcome: None,
            asked_at: Timestamp::UNIX_EPOCH,
            next_fetch_at: Timestamp::UNIX_EPOCH,
            good_at: None,
            failing_since: None,
            answers_pages: false,
            last_page_at: None,
        }
    }

    /// What to do about a URL of this site now. Changes nothing: tell the site what you then do.
    ///
    /// `url` is an absolute URL or a path that begins with `/`. Make sure that it belongs to this site: only the path and query
    /// are looked at.
    ///
    /// # Complexity
    ///
    /// That of [`Rules::is_allowed`] and [`Pacing::next_fetch_at`].
    #[must_use]
    pub fn decide(&self, crawler: &Crawler, now: impl Into<Timestamp>, url: &str) -> Decision {
        let now = now.into();
        if !self.is_fresh(now) {
            return Decision::FetchRobots;
        }
        if self.is_put_off() {
            // The site may be well again by then, so its URLs are not lost.
            return Decision::WaitUntil(self.next_fetch_at);
        }
        if !self.rules.is_allowed(url) {
            return Decision::Skip;
        }
        let ready = self.next_page_at(crawler, now);
        if ready > now {
            Decision::WaitUntil(ready)
        } else {
            Decision::FetchPage
        }
    }

    /// When the next page may be fetched, from `now` on, as far as delays and hours are concerned.
    ///
    /// [`decide`](Self::decide) considers it; a scheduler can use it to put the site in its queue.
    #[must_use]
    pub fn next_page_at(&self, crawler: &Crawler, now: impl Into<Timestamp>) -> Timestamp {
        let now = now.into();
        // If the clock was set back, the last page would lie in the future, and so would the next.
        let previous = self.last_page_at.map(|last| last.min(now));
        self.pacing
            .next_fetch_within(now, previous, crawler.delay(), crawler.longest_delay())
    }

    /// Whether nothing may be fetched only because robots.txt cannot be.
    fn is_put_off(&self) -> bool {
        match self.outcome {
            Some(Outcome::TryLater(_)) => true,
            Some(Outcome::DisallowAll(cause)) => cause.is_failure(),
            Some(Outcome::Parse | Outcome::AllowAll(_) | Outcome::UseCopy(_)) | None => false,
        }
    }

    /// Whether the last answer still holds.
    fn is_fresh(&self, now: Timestamp) -> bool {
        // An answer from further in the future than it was to hold shows that the clock was set back.
        let lifetime = self.next_fetch_at.duration_since(self.asked_at);
        self.outcome.is_some() && now < self.next_fetch_at && self.asked_at.duration_since(now) <= lifetime
    }

    /// Records the result of a request for robots.txt, and returns what it means. `now` is when it was received.
    ///
    /// The answer then holds as long as [`FetchPolicy::refetch_after`](crate::fetch::FetchPolicy::refetch_after) says, and at
    /// least for a minute.
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
        self.take_in(
            crawler,
            now.into(),
            fetched.answer(),
            fetched.cache_headers(),
            fetched.body(),
        )
    }

    /// Records that a request for robots.txt failed without an answer: no connection, no response in time, a body that
    /// broke off.
    pub fn on_failure(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Outcome {
        let silent = CacheHeaders::default();
        self.take_in(crawler, now.into(), Answer::Unreachable, &silent, b"")
    }

    fn take_in(
        &mut self,
        crawler: &Crawler,
        now: Timestamp,
        answer: Answer,
        headers: &CacheHeaders,
        body: &[u8],
    ) -> Outcome {
        let policy = crawler.fetch_policy();
        let failing_for = self
            .failing_since
            .map_or(Duration::ZERO, |since| now.duration_since(since));
        let history = History::new()
            .failing_for(failing_for)
            .copy(self.good_at.is_some())
            .site_available(self.answers_pages);
        let outcome = policy.outcome_after(answer, history);
        match outcome {
            Outcome::Parse => self.obey(crawler.rules(body)),
            Outcome::UseCopy(_) => {
                if let Some(copy) = self.copy.take() {
                    self.obey(*copy);
                }
            }
            Outcome::AllowAll(cause) | Outcome::DisallowAll(cause) | Outcome::TryLater(cause) => {
                let rules = Rules::for_outcome(outcome).unwrap_or_else(Rules::disallow_all);
                if cause.is_failure() {
                    self.obey_for_now(rules);
                } else {
                    self.obey(rules);
                }
            }
        }
        if outcome.is_failure() {
            self.failing_since.get_or_insert(now);
        } else {
            self.good_at = Some(now);
            self.failing_since = None;
            self.answers_pages = false;
        }
        self.outcome = Some(outcome);
        self.asked_at = now;
        let holds = policy.refetch_after(outcome, headers, now).max(MIN_LIFETIME);
        self.next_fetch_at = now.saturating_add(holds);
        outcome
    }

    /// Puts the rules of a good answer in force.
    fn obey(&mut self, rules: Rules) {
        self.copy = None;
        self.pacing = rules.pacing();
        self.rules = rules;
    }

    /// Puts rules in force that replace a file that cannot be read, and keeps those of the last good answer.
    fn obey_for_now(&mut self, rules: Rules) {
        let before = core::mem::replace(&mut self.rules, rules);
        // After a second failure in a row, `before` are themselves only a replacement, and not worth keeping.
        let were_good = match self.outcome {
            Some(outcome) => !outcome.is_failure() || matches!(outcome, Outcome::UseCopy(_)),
            None => false,
        };
        if were_good {
            self.copy = Some(Box::new(before));
        }
        self.pacing = self.rules.pacing();
    }

    /// Records that a page of the site is being requested now. The next delay counts from here.
    pub fn on_page_request(&mut self, now: impl Into<Timestamp>) {
        self.last_page_at = Some(now.into());
    }

    /// Records that the site answered a request for a page, whatever the status.
    ///
    /// This matters while robots.txt fails: after a long time everything is allowed on a site that otherwise answers, and
    /// disallowed on one that does not ([`FetchPolicy::use_copy_for`](crate::fetch::FetchPolicy::use_copy_for)).
    pub fn on_page_response(&mut self) {
        self.answers_pages |= self.failing_since.is_some();
    }

    /// The rules in force, for questions other than the one that [`decide`](Self::decide) answers. They hold
    /// until [`next_fetch_at`](Self::next_fetch_at).
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The outcome of the last request for robots.txt, or `None` if there was none.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// When to request robots.txt again.
    #[must_use]
    pub fn next_fetch_at(&self) -> Timestamp {
        self.next_fetch_at
    }

    /// Since when robots.txt has been unreachable, or `None` if the last request was answered.
    #[must_use]
    pub fn failing_since(&self) -> Option<Timestamp> {
        self.failing_since
    }

    /// The age of the last good answer, or `None` if there never was one.
    ///
    /// Every answer that is not a failure is a good one, even that there is no robots.txt.
    #[must_use]
    pub fn age(&self, now: impl Into<Timestamp>) -> Option<Duration> {
        self.good_at.map(|good_at| now.into().duration_since(good_at))
    }

    /// The memory on the heap that this takes, in bytes, for caches bounded in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let copy = self.copy.as_ref();
        self.rules.heap_bytes()
            + self.pacing.heap_bytes()
            + copy.map_or(0, |copy| size_of::<Rules>() + copy.heap_bytes())
    }
}

/// [`Site`] as it is saved.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Site")]
struct Saved {
    rules: Rules,
    copy: Option<Box<Rules>>,
    outcome: Option<Outcome>,
    asked_at: Timestamp,
    next_fetch_at: Timestamp,
    good_at: Option<Timestamp>,
    failing_since: Option<Timestamp>,
    answers_pages: bool,
    last_page_at: Option<Timestamp>,
}

#[cfg(feature = "serde")]
impl From<Saved> for Site {
    fn from(saved: Saved) -> Self {
        Self {
            pacing: saved.rules.pacing(),
            rules: saved.rules,
            copy: saved.copy,
            outcome: saved.outcome,
            asked_at: saved.asked_at,
            next_fetch_at: saved.next_fetch_at,
            good_at: saved.good_at,
            failing_since: saved.failing_since,
            answers_pages: saved.answers_pages,
            last_page_at: saved.last_page_at,
        }
    }
}
