//! How long a robots.txt holds before it is requested again: the policy's bounds for what a server
//! says.

use core::time::Duration;

use super::FetchPolicy;
use crate::dialect::fetch_policy::MAX_LIFETIME;

/// The least time before asking again after a failure, whatever `Retry-After` says.
const MIN_RETRY: Duration = Duration::from_secs(60);

impl FetchPolicy {
    /// How long an answer holds. `fresh_for` is for how long it says that it is fresh, or `None` if
    /// it does not say.
    pub(super) fn lifetime(&self, fresh_for: Option<Duration>) -> Duration {
        let wanted = fresh_for.unwrap_or(self.default_lifetime());
        bounded(wanted, self.min_lifetime(), self.max_lifetime())
    }

    /// How soon to request the file again after a failure. `retry_after` is how long the server
    /// asked to wait, or `None` if it did not say.
    pub(super) fn retry_after(&self, retry_after: Option<Duration>) -> Duration {
        let wanted = retry_after.unwrap_or(self.retry_interval());
        before_retry(wanted, self.max_lifetime())
    }
}

/// The wanted lifetime, limited to its bounds. If the bounds contradict each other, the upper one
/// counts.
fn bounded(wanted: Duration, min: Duration, max: Option<Duration>) -> Duration {
    let wanted = wanted.max(min);
    max.map_or(wanted, |max| wanted.min(max))
}

/// How soon to ask again after a failure: the wanted time, but at least [`MIN_RETRY`], and at most
/// the maximum lifetime, or a day if there is none, so that one odd header cannot stop a crawler
/// for longer.
fn before_retry(wanted: Duration, max_lifetime: Option<Duration>) -> Duration {
    let max = max_lifetime.unwrap_or(MAX_LIFETIME).max(MIN_RETRY);
    wanted.clamp(MIN_RETRY, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 60 * 60);

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
