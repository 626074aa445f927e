//! How long a robots.txt holds before it is requested again: the defaults, and the bounds for what
//! a server says.

use core::time::Duration;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an answer holds if its headers do not say.
pub(super) const DEFAULT_LIFETIME: Duration = DAY;

/// How long an answer holds at most, whatever it says: RFC 9309 section 2.4 has crawlers not use a
/// copy for more than 24 hours.
pub(super) const MAX_LIFETIME: Duration = DAY;

/// How soon to ask again after a failure if the server does not say. No standard or documentation
/// gives a number.
pub(super) const RETRY_INTERVAL: Duration = HOUR;

/// The least time before asking again after a failure, whatever `Retry-After` says.
const MIN_RETRY: Duration = Duration::from_secs(60);

/// The wanted lifetime, limited to its bounds. If the bounds contradict each other, the upper one
/// counts.
pub(super) fn bounded(wanted: Duration, min: Duration, max: Option<Duration>) -> Duration {
    let wanted = wanted.max(min);
    max.map_or(wanted, |max| wanted.min(max))
}

/// How soon to ask again after a failure: the wanted time, but at least [`MIN_RETRY`], and at most
/// the maximum lifetime, or a day if there is none, so that one odd header cannot stop a crawler
/// for longer.
pub(super) fn before_retry(wanted: Duration, max_lifetime: Option<Duration>) -> Duration {
    let max = max_lifetime.unwrap_or(MAX_LIFETIME).max(MIN_RETRY);
    wanted.clamp(MIN_RETRY, max)
}
