//! How long a robots.txt holds before it is requested again: the defaults, and the bounds for what
//! a server says.

use core::time::Duration;

/// In seconds.
pub(super) const DAY: u32 = 24 * 60 * 60;

/// For how many seconds an answer holds if its headers do not say.
pub(super) const DEFAULT_SECONDS: u32 = DAY;

/// For how many seconds an answer holds at most, whatever it says: RFC 9309 section 2.4 has
/// crawlers not use a copy for more than 24 hours.
pub(super) const MAX_SECONDS: u32 = DAY;

/// How long a copy can be used while its file cannot be reached (RFC 9309 section 2.4).
pub(crate) const MAX_COPY_AGE: Duration = Duration::from_secs(DAY as u64);

/// How many seconds after a failure to ask again if the server does not say. No standard or
/// documentation gives a number.
pub(super) const RETRY_SECONDS: u32 = 60 * 60;

/// How soon [`Site`](crate::site::Site) asks again after the first failure that follows a good
/// answer, if the server does not say: most connections that break are whole again by then.
#[cfg(feature = "site")]
pub(crate) const FIRST_RETRY: Duration = Duration::from_secs(30);

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
    let max = max_lifetime.unwrap_or(MAX_COPY_AGE).max(MIN_RETRY);
    wanted.clamp(MIN_RETRY, max)
}
