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
/// `s-maxage` is for caches that many users share, and does not count.
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

    /// For how long the response is fresh, or `None` if it does not say.
    ///
    /// `received` is when the response arrived. It only matters for an `Expires` without a `Date`.
    pub(super) fn fresh_for(&self, received: impl Into<Timestamp>) -> Option<Duration> {
        if self.stale {
            return Some(Duration::ZERO);
        }
        let lifetime = match (self.max_age, self.expires) {
            (Some(seconds), _) => Duration::from_secs(seconds),
            // `Expires` is compared with the server's own `Date`, if there is one, since our clock
            // may be wrong.
            (None, Some(Expires::At(expires))) => {
                expires.duration_since(self.date.unwrap_or(received.into()))
            }
            (None, Some(Expires::Past)) => Duration::ZERO,
            (None, None) => return None,
        };
        Some(lifetime.saturating_sub(Duration::from_secs(self.age)))
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
    /// interval](Self::retry_interval) if there is no such header: never less than a minute, which
    /// is this crate's choice, and never more than the [maximum lifetime](Self::max_lifetime), or a
    /// day if there is none, because one odd header should not make a crawler lose a site.
    ///
    /// Otherwise it is for how long the headers say that the response is fresh, or the [default
    /// lifetime](Self::default_lifetime) if they do not say: never less than the
    /// [minimum](Self::min_lifetime) and never more than the maximum. `received` is when the
    /// response arrived.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use std::time::{Duration, SystemTime};
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Answer, ResponseHead};
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy;
    /// let head = ResponseHead::new(503, [("Retry-After", "120")]);
    /// let outcome = policy.outcome(Answer::Status(503));
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
