//! How long a robots.txt holds before it is asked for again: the defaults, and the bounds of what a
//! server says.

use core::time::Duration;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an answer holds that does not say.
pub(super) const DEFAULT_LIFETIME: Duration = DAY;

/// How long an answer holds at most, whatever it says: RFC 9309 section 2.4 has crawlers not use a
/// copy for more than 24 hours.
pub(super) const MAX_LIFETIME: Duration = DAY;

/// How soon to ask again after a failure that does not say. No source says how soon.
pub(super) const RETRY_INTERVAL: Duration = HOUR;

/// Nobody is asked again sooner than this after a failure, whatever `Retry-After` says.
const MIN_RETRY: Duration = Duration::from_secs(60);

/// The lifetime that is wanted, within its bounds. The upper one wins.
pub(super) fn bounded(wanted: Duration, min: Duration, max: Option<Duration>) -> Duration {
    let wanted = wanted.max(min);
    max.map_or(wanted, |max| wanted.min(max))
}

/// How soon to ask again after a failure: as is wanted, but neither at once nor, because of one odd
/// header, after more than the longest lifetime or a day.
pub(super) fn before_retry(wanted: Duration, max_lifetime: Option<Duration>) -> Duration {
    let max = max_lifetime.unwrap_or(MAX_LIFETIME).max(MIN_RETRY);
    wanted.clamp(MIN_RETRY, max)
}
