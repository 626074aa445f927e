//! How long a robots.txt holds before it is asked for again: what the bounds of a
//! [policy](super::policy) make of what a server says.

use core::time::Duration;

use super::policy::FetchPolicy;
#[cfg(feature = "fetch")]
use super::{CacheHeaders, Outcome};
#[cfg(feature = "fetch")]
use crate::timestamp::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Nobody is asked again sooner than this after a failure, whatever `Retry-After` says.
const MIN_RETRY: Duration = Duration::from_secs(60);

impl FetchPolicy {
    /// How long an answer holds that says it is fresh for `fresh_for`, or that does not say
    /// (`None`), in which case the [default](Self::default_lifetime) is taken. Never less than the
    /// [minimum](Self::min_lifetime) and never more than the [maximum](Self::max_lifetime).
    ///
    /// With the feature `cache-headers`, [`refetch_after`](Self::refetch_after) finds `fresh_for`
    /// from the response's headers.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Dialect;
    ///
    /// const HOUR: Duration = Duration::from_secs(3600);
    /// let policy = Dialect::RFC_9309.fetch_policy();
    /// assert_eq!(policy.lifetime(Some(2 * HOUR)), 2 * HOUR);
    /// assert_eq!(policy.lifetime(Some(1000 * HOUR)), 24 * HOUR);
    /// assert_eq!(Dialect::DRAFT_1996.fetch_policy().lifetime(None), 7 * 24 * HOUR);
    /// ```
    #[must_use]
    pub fn lifetime(&self, fresh_for: Option<Duration>) -> Duration {
        let wanted = fresh_for
            .unwrap_or(self.default_lifetime())
            .max(self.min_lifetime());
        self.max_lifetime().map_or(wanted, |max| wanted.min(max))
    }

    /// How soon to request the file again after a failure, if the server asked to wait for
    /// `retry_after`, or did not say (`None`), in which case the [retry
    /// interval](Self::retry_interval) is taken.
    ///
    /// Never less than a minute, which is this crate's choice, and never more than the [maximum
    /// lifetime](Self::max_lifetime), or a day if there is none: one odd header should not make a
    /// crawler lose a site.
    #[must_use]
    pub fn retry_after(&self, retry_after: Option<Duration>) -> Duration {
        let max = self.max_lifetime().unwrap_or(DAY).max(MIN_RETRY);
        retry_after.unwrap_or(self.retry_interval()).clamp(MIN_RETRY, max)
    }

    /// How long to act on an outcome before asking for robots.txt again.
    ///
    /// After a [failure](Outcome::is_failure) this is what `Retry-After` says, within the bounds of
    /// [`retry_after`](Self::retry_after). Otherwise it is what the headers say about the
    /// response's freshness, within those of [`lifetime`](Self::lifetime). `received` is when the
    /// response arrived.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "cache-headers")] {
    /// use std::time::{Duration, SystemTime};
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Answer, CacheHeaders};
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy();
    /// let headers = CacheHeaders::from_fields([("Retry-After", "120")]);
    /// let outcome = policy.outcome(Answer::Status(503));
    /// assert_eq!(policy.refetch_after(outcome, &headers, SystemTime::now()), Duration::from_secs(120));
    /// # }
    /// ```
    #[cfg(feature = "fetch")]
    #[cfg_attr(docsrs, doc(cfg(feature = "fetch")))]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_lifetime_wins() {
        let policy = FetchPolicy::new().with_min_lifetime(2 * DAY);
        assert_eq!(policy.lifetime(Some(Duration::ZERO)), DAY);
        assert_eq!(
            policy.with_max_lifetime(None).lifetime(Some(Duration::ZERO)),
            2 * DAY
        );
    }

    #[test]
    fn retries_neither_hammer_nor_forget() {
        let policy = FetchPolicy::new();
        assert_eq!(policy.retry_after(None), Duration::from_secs(3600));
        assert_eq!(policy.retry_after(Some(Duration::ZERO)), Duration::from_secs(60));
        assert_eq!(policy.retry_after(Some(Duration::MAX)), DAY);
        assert_eq!(
            policy.with_max_lifetime(Some(Duration::ZERO)).retry_after(None),
            Duration::from_secs(60)
        );
    }
}
