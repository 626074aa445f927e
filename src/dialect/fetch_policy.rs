//! The part of a dialect that concerns fetching, as data: the options and their defaults. What they
//! amount to for one answer is decided in [`fetch`](crate::fetch).
//!
//! Every dialect has a policy, even without the feature `fetch`, so this file does not depend on
//! that feature.

use core::time::Duration;

use crate::identifiers;
use crate::size_limit;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many redirects in a row are followed: the least that RFC 9309 section 2.3.1.2 asks for.
const DEFAULT_MAX_REDIRECTS: u8 = 5;

/// How long an answer holds if its headers do not say.
const DEFAULT_LIFETIME: Duration = DAY;

/// How long an answer holds at most, whatever it says: RFC 9309 section 2.4 has crawlers not use a
/// copy for more than 24 hours.
pub(crate) const MAX_LIFETIME: Duration = DAY;

/// How soon to ask again after a failure if the server does not say. No standard or documentation
/// gives a number.
const RETRY_INTERVAL: Duration = HOUR;

/// What a crawler does while a robots.txt file cannot be reached: the server fails (5xx), the
/// network does, or nothing answers in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WhenUnreachable {
    /// Everything is allowed, as if the site had no robots.txt.
    AllowAll,
    /// Everything is disallowed for [`FetchPolicy::disallow_for`]. After that the last good copy is
    /// used, or everything is allowed if there is none.
    DisallowAll,
    /// The site is not visited until robots.txt can be reached again.
    TryLater,
}

identifiers! {
    WhenUnreachable {
        AllowAll = "allow-all",
        DisallowAll = "disallow-all",
        TryLater = "try-later",
    }
}

/// Whole seconds in 32 bits, so that a dialect stays small. They saturate at 136 years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Seconds(u32);

impl Seconds {
    const fn new(duration: Duration) -> Self {
        let seconds = duration.as_secs();
        Self(if seconds > u32::MAX as u64 {
            u32::MAX
        } else {
            seconds as u32
        })
    }

    const fn get(self) -> Duration {
        Duration::from_secs(self.0 as u64)
    }
}

/// What the response to a request for robots.txt means: redirects, statuses, failures, size, cache
/// lifetime.
///
/// Every [`Dialect`](crate::Dialect) has one
/// ([`Dialect::fetch_policy`](crate::Dialect::fetch_policy)). Each setter changes one option and
/// keeps the rest. Durations are kept in whole seconds.
///
/// # Examples
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Answer, Cause, Outcome};
///
/// // Read literally, RFC 9309 allows everything after 429 (Too Many Requests), as after any 4xx. Google does not.
/// let literal = Dialect::RFC_9309.fetch_policy;
/// assert_eq!(literal.outcome(Answer::Status(429)), Outcome::AllowAll(Cause::Unavailable));
/// let careful = literal.with_treat_429_as_unreachable(true);
/// assert_eq!(careful.outcome(Answer::Status(429)), Outcome::DisallowAll(Cause::Unreachable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FetchPolicy {
    max_redirects: u8,
    forbidden_disallows: bool,
    is_429_unreachable: bool,
    oversized_allows: bool,
    when_unreachable: WhenUnreachable,
    max_bytes: u32,
    disallow_for: Seconds,
    use_copy_for: Option<Seconds>,
    retry_interval: Seconds,
    default_lifetime: Seconds,
    min_lifetime: Seconds,
    max_lifetime: Option<Seconds>,
}

impl FetchPolicy {
    /// The policy of RFC 9309 sections 2.3.1 and 2.4: five redirects are followed, any 4xx allows
    /// everything, 5xx and network failures disallow everything for 30 days, and nothing is cached
    /// for more than 24 hours.
    ///
    /// Where the RFC leaves a choice, each option below says what its default is.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_redirects: DEFAULT_MAX_REDIRECTS,
            forbidden_disallows: false,
            is_429_unreachable: false,
            oversized_allows: false,
            when_unreachable: WhenUnreachable::DisallowAll,
            max_bytes: size_limit::DEFAULT,
            disallow_for: Seconds(30 * 24 * 60 * 60),
            use_copy_for: None,
            retry_interval: Seconds::new(RETRY_INTERVAL),
            default_lifetime: Seconds::new(DEFAULT_LIFETIME),
            min_lifetime: Seconds(0),
            max_lifetime: Some(Seconds::new(MAX_LIFETIME)),
        }
    }

    /// How many redirects in a row are followed. One more, and the file counts as unavailable.
    ///
    /// RFC 9309 section 2.3.1.2 asks for at least five. They may lead to other hosts; the rules
    /// still apply to the host that was asked first. The default is 5.
    #[must_use]
    pub const fn max_redirects(&self) -> u8 {
        self.max_redirects
    }

    /// Sets [`max_redirects`](Self::max_redirects).
    #[must_use]
    pub const fn with_max_redirects(mut self, redirects: u8) -> Self {
        self.max_redirects = redirects;
        self
    }

    /// Whether everything is disallowed after 401 (Unauthorized) and 403 (Forbidden).
    ///
    /// The draft of 1996 recommends it; RFC 9309 section 2.3.1.3 treats them like any other 4xx.
    /// The default is `false`.
    #[must_use]
    pub const fn forbidden_disallows(&self) -> bool {
        self.forbidden_disallows
    }

    /// Sets [`forbidden_disallows`](Self::forbidden_disallows).
    #[must_use]
    pub const fn with_forbidden_disallows(mut self, yes: bool) -> Self {
        self.forbidden_disallows = yes;
        self
    }

    /// Whether 429 (Too Many Requests) is a failure of the server, like 5xx, rather than one of the
    /// 4xx that allow everything.
    ///
    /// Google treats it as a failure. RFC 9309 section 2.3.1.3 names 400 to 499 without exception.
    /// Setting this is still a good idea: a server that asks for fewer requests should not get more
    /// of them. The default is `false`.
    #[must_use]
    pub const fn is_429_unreachable(&self) -> bool {
        self.is_429_unreachable
    }

    /// Sets [`is_429_unreachable`](Self::is_429_unreachable).
    #[must_use]
    pub const fn with_treat_429_as_unreachable(mut self, yes: bool) -> Self {
        self.is_429_unreachable = yes;
        self
    }

    /// Whether everything is allowed if the file is larger than [`max_bytes`](Self::max_bytes).
    /// Otherwise the part that fits is read.
    ///
    /// The default is `false`.
    #[must_use]
    pub const fn oversized_allows(&self) -> bool {
        self.oversized_allows
    }

    /// Sets [`oversized_allows`](Self::oversized_allows).
    #[must_use]
    pub const fn with_oversized_allows(mut self, yes: bool) -> Self {
        self.oversized_allows = yes;
        self
    }

    /// What a crawler does while the file cannot be reached.
    ///
    /// The default is [`WhenUnreachable::DisallowAll`] (RFC 9309 section 2.3.1.4).
    #[must_use]
    pub const fn when_unreachable(&self) -> WhenUnreachable {
        self.when_unreachable
    }

    /// Sets [`when_unreachable`](Self::when_unreachable).
    #[must_use]
    pub const fn with_when_unreachable(mut self, what: WhenUnreachable) -> Self {
        self.when_unreachable = what;
        self
    }

    /// How many bytes of the file are read. RFC 9309 section 2.5 asks for at least 500 KiB.
    ///
    /// The default is 512,000 bytes (500 KiB), which is also what Google's
    /// documentation names.
    #[must_use]
    pub const fn max_bytes(&self) -> usize {
        self.max_bytes as usize
    }

    /// Sets [`max_bytes`](Self::max_bytes). Numbers of 4 GiB and more become 4 GiB less one byte.
    #[must_use]
    pub const fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = if bytes as u64 > u32::MAX as u64 {
            u32::MAX
        } else {
            bytes as u32
        };
        self
    }

    /// For how long after the first failure [`WhenUnreachable::DisallowAll`] disallows everything.
    ///
    /// RFC 9309 section 2.3.1.4 says "a reasonably long period of time (for example, 30 days)",
    /// Google says 12 hours. The default is 30 days.
    #[must_use]
    pub const fn disallow_for(&self) -> Duration {
        self.disallow_for.get()
    }

    /// Sets [`disallow_for`](Self::disallow_for).
    #[must_use]
    pub const fn with_disallow_for(mut self, duration: Duration) -> Self {
        self.disallow_for = Seconds::new(duration);
        self
    }

    /// For how long after [`disallow_for`](Self::disallow_for) the last good copy is used, or
    /// everything is allowed if there is none. After that everything is allowed if the rest of the
    /// site is known to answer, and disallowed if not
    /// ([`History::site_available`](crate::fetch::History::site_available)). `None` means without
    /// end.
    ///
    /// RFC 9309 section 2.3.1.4 leaves the choice between using a copy and allowing everything;
    /// Google does this for 30 days. The default is `None`.
    #[must_use]
    pub const fn use_copy_for(&self) -> Option<Duration> {
        match self.use_copy_for {
            Some(seconds) => Some(seconds.get()),
            None => None,
        }
    }

    /// Sets [`use_copy_for`](Self::use_copy_for).
    #[must_use]
    pub const fn with_use_copy_for(mut self, duration: Option<Duration>) -> Self {
        self.use_copy_for = match duration {
            Some(duration) => Some(Seconds::new(duration)),
            None => None,
        };
        self
    }

    /// How soon to request the file again after a failure without a `Retry-After` header.
    ///
    /// No source says how soon. The default is one hour.
    #[must_use]
    pub const fn retry_interval(&self) -> Duration {
        self.retry_interval.get()
    }

    /// Sets [`retry_interval`](Self::retry_interval).
    #[must_use]
    pub const fn with_retry_interval(mut self, duration: Duration) -> Self {
        self.retry_interval = Seconds::new(duration);
        self
    }

    /// How long an answer holds if its headers do not say.
    ///
    /// The default is 24 hours; the draft of 1996 says seven days.
    #[must_use]
    pub const fn default_lifetime(&self) -> Duration {
        self.default_lifetime.get()
    }

    /// Sets [`default_lifetime`](Self::default_lifetime).
    #[must_use]
    pub const fn with_default_lifetime(mut self, duration: Duration) -> Self {
        self.default_lifetime = Seconds::new(duration);
        self
    }

    /// How long an answer holds at least, whatever its headers say.
    ///
    /// Without it, a server that marks every response `no-store` is asked for robots.txt before
    /// each request. A minute is a polite choice for a crawler. If
    /// [`max_lifetime`](Self::max_lifetime) is shorter, that one counts. The default is zero.
    #[must_use]
    pub const fn min_lifetime(&self) -> Duration {
        self.min_lifetime.get()
    }

    /// Sets [`min_lifetime`](Self::min_lifetime).
    #[must_use]
    pub const fn with_min_lifetime(mut self, duration: Duration) -> Self {
        self.min_lifetime = Seconds::new(duration);
        self
    }

    /// How long an answer holds at most, whatever its headers say. `None` means as long as they
    /// say.
    ///
    /// RFC 9309 section 2.4 recommends 24 hours, and so does Google's documentation. The default is
    /// 24 hours.
    #[must_use]
    pub const fn max_lifetime(&self) -> Option<Duration> {
        match self.max_lifetime {
            Some(seconds) => Some(seconds.get()),
            None => None,
        }
    }

    /// Sets [`max_lifetime`](Self::max_lifetime).
    #[must_use]
    pub const fn with_max_lifetime(mut self, duration: Option<Duration>) -> Self {
        self.max_lifetime = match duration {
            Some(duration) => Some(Seconds::new(duration)),
            None => None,
        };
        self
    }
}

impl Default for FetchPolicy {
    /// [`FetchPolicy::new`].
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_saturate() {
        assert_eq!(
            Seconds::new(Duration::MAX).get(),
            Duration::from_secs(u64::from(u32::MAX))
        );
        assert_eq!(
            Seconds::new(Duration::from_millis(1900)).get(),
            Duration::from_secs(1)
        );
    }

    /// Every parsed file has a dialect, and every dialect has a policy, so its size matters.
    #[test]
    fn a_policy_is_small() {
        assert!(size_of::<FetchPolicy>() <= 44, "{}", size_of::<FetchPolicy>());
    }
}
