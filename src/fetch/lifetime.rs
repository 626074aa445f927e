//! How long a robots.txt holds before it is requested again: the policy's bounds for what a server
//! says.

use core::time::Duration;

use super::FetchPolicy;

/// For how long a copy can be used while its file cannot be reached (RFC 9309 section 2.4). Also
/// the longest wait before a new request after a failure, in a policy without a maximum lifetime.
pub(crate) const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How soon [`Site`](crate::site::Site) asks again after the first failure that follows a good
/// answer, if the server does not say: most broken connections work again by then.
pub(crate) const FIRST_RETRY: Duration = Duration::from_secs(30);

/// The least time before asking again after a failure, whatever `Retry-After` says.
const MIN_RETRY: Duration = Duration::from_secs(60);

impl FetchPolicy {
    /// How long an answer holds. `fresh_for` is for how long the answer says that it is fresh, or
    /// `None` if it does not say.
    pub(crate) fn lifetime(&self, fresh_for: Option<Duration>) -> Duration {
        let wanted = fresh_for.unwrap_or(seconds(self.default_lifetime_seconds));
        let max = self.max_lifetime_seconds.map(seconds);
        bounded(wanted, seconds(self.min_lifetime_seconds), max)
    }

    /// How soon to request the file again after a failure. `retry_after` is how long the server
    /// asked to wait, or `None` if it did not say.
    pub(crate) fn retry_after(&self, retry_after: Option<Duration>) -> Duration {
        let wanted = retry_after.unwrap_or(seconds(self.retry_seconds));
        before_retry(wanted, self.max_lifetime_seconds.map(seconds))
    }
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
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
    let max = max_lifetime.unwrap_or(DAY).max(MIN_RETRY);
    wanted.clamp(MIN_RETRY, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_lifetime_wins() {
        let mut policy = FetchPolicy::new();
        policy.min_lifetime_seconds = 2 * 24 * 3600;
        assert_eq!(policy.lifetime(Some(Duration::ZERO)), DAY);
        policy.max_lifetime_seconds = None;
        assert_eq!(policy.lifetime(Some(Duration::ZERO)), 2 * DAY);
    }

    #[test]
    fn retries_neither_hammer_nor_forget() {
        let mut policy = FetchPolicy::new();
        assert_eq!(policy.retry_after(None), Duration::from_secs(3600));
        assert_eq!(policy.retry_after(Some(Duration::ZERO)), Duration::from_secs(60));
        assert_eq!(policy.retry_after(Some(Duration::MAX)), DAY);
        policy.max_lifetime_seconds = None;
        assert_eq!(policy.retry_after(Some(2 * DAY)), DAY);
        policy.max_lifetime_seconds = Some(0);
        assert_eq!(policy.retry_after(None), Duration::from_secs(60));
    }
}
