//! What header fields say about how long an answer stays fresh (RFC 9111).

use core::time::Duration;

use super::retry_after::RetryAfter;
use super::{FetchPolicy, Outcome};
use crate::timestamp::Timestamp;

/// What the headers of a response say about how long it holds: `Cache-Control`, `Expires`, `Date`,
/// `Age`, and `Retry-After`.
///
/// They are read once ([`ResponseHead::new`](super::ResponseHead::new), feature `std`)
/// and kept as a few numbers. The default says nothing, which is right for a request that got no
/// answer.
///
/// `max-age` takes precedence over `Expires`, and `no-store` and `no-cache` over both. The
/// response's `Age` is subtracted. A value that cannot be read means that the response is stale.
/// `s-maxage` is for caches that many users share, and does not count. Numbers saturate at 136
/// years.
///
/// `Date` is only what `Expires` is compared with. It does not make a response older: RFC 9111
/// section 4.2.3 allows a recipient to use `Age` alone (`corrected_age_value`). By that section the
/// time since `Date` (`apparent_age`) is an age only if the recipient's clock is reasonably well
/// synchronized with the server's, which a crawler of many servers does not know, and the larger of
/// the two is for very old caches that might not send `Age` correctly. Counting it, all answers of
/// a server whose clock is hours behind would be stale on arrival. Unlike `corrected_age_value`,
/// what is subtracted here does not include the seconds that the request itself took.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "std")] {
/// use std::time::{Duration, SystemTime};
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Outcome, ResponseHead};
///
/// let head = ResponseHead::new(200, [("cache-control", "public, max-age=7200"), ("age", "200")]);
/// let policy = Dialect::RFC_9309.fetch_policy;
/// let wait = policy.refetch_after(Outcome::Parse, head.cache_headers(), SystemTime::now());
/// assert_eq!(wait, Duration::from_secs(7000));
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CacheHeaders {
    /// `no-store` or `no-cache`, or a `max-age` that cannot be read.
    pub(super) stale: bool,
    /// The least `max-age`, in seconds.
    pub(super) max_age: Option<u64>,
    pub(super) expires: Option<Expires>,
    pub(super) date: Option<Timestamp>,
    /// In seconds.
    pub(super) age: u64,
    pub(super) retry_after: Option<RetryAfter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "std"), expect(dead_code, reason = "only header fields say so"))]
pub(super) enum Expires {
    At(Timestamp),
    /// `0`, or anything else that is not a date, means the past (RFC 9111 section 5.3).
    Past,
}

/// How long a response is fresh. A cache keeps this with the response, because a 304 that says
/// nothing about it leaves it as it was (RFC 9111 section 4.3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Freshness {
    #[default]
    Unsaid,
    /// So many seconds since the server made it or confirmed it.
    For(u32),
    /// Until this time by our clock, in seconds since the Unix epoch.
    Until(u32),
}

impl Freshness {
    /// For how long the response stays fresh from `now` on, or `None` if it does not say. `now` is
    /// when it arrived or was confirmed, and `age` how old it was then, in seconds.
    pub(crate) fn left(self, now: Timestamp, age: u64) -> Option<Duration> {
        match self {
            Self::Unsaid => None,
            Self::For(seconds) => Some(Duration::from_secs(u64::from(seconds).saturating_sub(age))),
            Self::Until(seconds) => {
                Some(Timestamp::from_unix(Duration::from_secs(seconds.into())).duration_since(now))
            }
        }
    }
}

impl CacheHeaders {
    /// Headers that say nothing.
    pub(super) const SILENT: Self = Self {
        stale: false,
        max_age: None,
        expires: None,
        date: None,
        age: 0,
        retry_after: None,
    };

    /// For how long the response is fresh, or `None` if it does not say. `received` is when the
    /// response arrived.
    pub(super) fn fresh_for(&self, received: impl Into<Timestamp>) -> Option<Duration> {
        let received = received.into();
        self.freshness(received).left(received, self.age)
    }

    /// What the response says about how long it is fresh. `received` is when it arrived.
    pub(crate) fn freshness(&self, received: Timestamp) -> Freshness {
        match (self.max_age, self.expires) {
            _ if self.stale => Freshness::For(0),
            (Some(seconds), _) => Freshness::For(u32::try_from(seconds).unwrap_or(u32::MAX)),
            // `Expires` is compared with the server's own `Date`, if there is one, since our clock
            // may be wrong.
            (None, Some(Expires::At(expires))) => {
                let lifetime = expires.duration_since(self.date.unwrap_or(received));
                let left = lifetime.saturating_sub(Duration::from_secs(self.age));
                let until = received.saturating_add(left).since_unix_epoch().as_secs();
                Freshness::Until(u32::try_from(until).unwrap_or(u32::MAX))
            }
            (None, Some(Expires::Past)) => Freshness::For(0),
            (None, None) => Freshness::Unsaid,
        }
    }

    /// How old the response was when it arrived, in seconds.
    pub(crate) fn age(&self) -> u64 {
        self.age
    }

    /// How long the server asks to wait before the next request (`Retry-After`), or `None` if it
    /// does not say.
    #[must_use]
    pub fn retry_after(&self, received: impl Into<Timestamp>) -> Option<Duration> {
        self.retry_after.map(|retry| retry.wait(received.into()))
    }
}

impl FetchPolicy {
    /// How long to act on an outcome before asking for robots.txt again.
    ///
    /// After a [failure](Outcome::is_failure) this is what `Retry-After` says, or the [retry
    /// interval](Self::retry_seconds) if there is no such header: never less than a minute, which
    /// is this crate's choice, and never more than the [maximum lifetime](Self::max_lifetime_seconds), or a
    /// day if there is none, because one odd header should not make a crawler lose a site.
    ///
    /// Otherwise it is for how long the headers say that the response is fresh, or the [default
    /// lifetime](Self::default_lifetime_seconds) if they do not say: never less than the
    /// [minimum](Self::min_lifetime_seconds) and never more than the maximum. `received` is when the
    /// response arrived.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use std::time::{Duration, SystemTime};
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Reply, ResponseHead};
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy;
    /// let head = ResponseHead::new(503, [("Retry-After", "120")]);
    /// let outcome = policy.outcome(Reply::Status(503));
    /// let wait = policy.refetch_after(outcome, head.cache_headers(), SystemTime::now());
    /// assert_eq!(wait, Duration::from_secs(120));
    /// # }
    /// ```
    #[must_use]
    pub fn refetch_after(
        &self,
        outcome: Outcome,
        headers: &CacheHeaders,
        received: impl Into<Timestamp>,
    ) -> Duration {
        if outcome.is_failure() {
            self.retry_after(headers.retry_after(received))
        } else {
            self.lifetime(headers.fresh_for(received))
        }
    }
}
