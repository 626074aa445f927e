//! The part of a dialect that concerns fetching, as data: the options and their defaults.
//! [`fetch`](crate::fetch) applies them to an answer.

#[cfg(doc)]
use crate::fetch::History;
use crate::identifiers;
use crate::size_limit;

/// In seconds.
const DAY: u32 = 24 * 60 * 60;

/// How many redirects in a row are followed: the minimum of RFC 9309 section 2.3.1.2.
const DEFAULT_MAX_REDIRECTS: u8 = 5;

/// For how many seconds an answer is valid if its headers do not say.
const DEFAULT_LIFETIME: u32 = DAY;

/// For how many seconds an answer is valid at most, even if it says longer: by RFC 9309 section
/// 2.4, crawlers should not use a copy for more than 24 hours.
const MAX_LIFETIME: u32 = DAY;

/// How many seconds after a failure to ask again if the server does not say. No standard or
/// documentation gives a number.
const RETRY_INTERVAL: u32 = 60 * 60;

/// What a crawler does while a robots.txt file cannot be reached: the server fails (5xx), the
/// network fails, or no answer arrives in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WhenUnreachable {
    /// Everything is allowed, as if the site had no robots.txt.
    AllowAll,
    /// Everything is disallowed for [`FetchPolicy::disallow_seconds`]. After that the last good
    /// copy is used, or everything is allowed if there is none.
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

/// How to treat the response to a request for robots.txt: redirects, statuses, failures, size,
/// cache lifetime.
///
/// Every [`Dialect`](crate::Dialect) has one
/// ([`Dialect::fetch_policy`](crate::Dialect::fetch_policy)), and [`with`](Self::with) makes a
/// changed copy. Times are whole seconds, because every parsed file has a dialect, so that a policy
/// should be small.
///
/// # Examples
///
/// ```
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Cause, Outcome, Reply};
///
/// // Read literally, RFC 9309 allows everything after 429 (Too Many Requests), as after any 4xx. Google does not.
/// let literal = Dialect::RFC_9309.fetch_policy;
/// assert_eq!(literal.outcome(Reply::Status(429)), Outcome::AllowAll(Cause::Unavailable));
/// let careful = literal.with(|custom| custom.is_429_unreachable = true);
/// assert_eq!(careful.outcome(Reply::Status(429)), Outcome::DisallowAll(Cause::Unreachable));
/// let dialect = Dialect::RFC_9309.with(|custom| custom.fetch_policy = careful);
/// # assert_eq!(dialect.fetch_policy, careful);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FetchPolicy {
    /// How many redirects in a row are followed. After one more, the file counts as unavailable.
    ///
    /// RFC 9309 section 2.3.1.2 asks for at least five. Redirects may lead to other hosts; the
    /// rules still apply to the host that was asked first. The default is 5.
    pub max_redirects: u8,
    /// Whether everything is disallowed after 401 (Unauthorized) and 403 (Forbidden).
    ///
    /// The draft of 1996 recommends this; RFC 9309 section 2.3.1.3 treats both like any other 4xx.
    /// The default is `false`.
    pub forbidden_disallows: bool,
    /// Whether 429 (Too Many Requests) is a failure of the server, like 5xx, instead of allowing
    /// everything, like other 4xx.
    ///
    /// Google treats 429 as a failure. RFC 9309 section 2.3.1.3 names 400 to 499 without exception.
    /// Setting this is still a good idea: a server that asks for fewer requests should not get
    /// more. The default is `false`.
    pub is_429_unreachable: bool,
    /// Whether everything is allowed if the file is larger than [`max_bytes`](Self::max_bytes).
    /// Otherwise the part that fits is read. This also applies to a parsed body: if it is larger,
    /// none of its lines count ([`RobotsTxt::outcome`](crate::RobotsTxt::outcome)).
    ///
    /// The default is `false`.
    pub oversized_allows: bool,
    /// What a crawler does while the file cannot be reached.
    ///
    /// The default is [`WhenUnreachable::DisallowAll`] (RFC 9309 section 2.3.1.4).
    pub when_unreachable: WhenUnreachable,
    /// What a crawler does instead if there is no answer at all: the name does not resolve, the
    /// connection fails, time runs out. A server that fails (5xx), or sends what cannot be read, does
    /// answer. Even [`WhenUnreachable::AllowAll`] spares a fresh copy here
    /// ([`keeps_fresh_copy`](Self::keeps_fresh_copy)).
    ///
    /// RFC 9309 section 2.3.1.4 makes no difference between the two. The default is `None`: no
    /// answer counts as [`when_unreachable`](Self::when_unreachable) says.
    pub when_no_answer: Option<WhenUnreachable>,
    /// Whether [`WhenUnreachable::DisallowAll`] spares the last good copy of the file until it is
    /// 24 hours old.
    ///
    /// RFC 9309 section 2.4 lets a crawler use a copy for that long without asking again, so one
    /// failed request need not block a site whose rules were read a minute ago. Google documents
    /// that it stops crawling at once. The default is `true`.
    pub keeps_fresh_copy: bool,
    /// How many bytes of the file are read. RFC 9309 section 2.5 asks for at least 500 KiB.
    ///
    /// The default is 512,000 bytes (500 KiB), which is also Google's documented limit.
    pub max_bytes: u32,
    /// For how many seconds after the first failure [`WhenUnreachable::DisallowAll`] disallows
    /// everything.
    ///
    /// RFC 9309 section 2.3.1.4 says "a reasonably long period of time (for example, 30 days)",
    /// Google says 12 hours. The default is 30 days.
    pub disallow_seconds: u32,
    /// For how many seconds after [`disallow_seconds`](Self::disallow_seconds) the last good copy
    /// is used, or everything is allowed if there is none. After that everything is allowed if the
    /// rest of the site is known to answer, and otherwise disallowed ([`History::site_available`]).
    /// `None` means forever.
    ///
    /// RFC 9309 section 2.3.1.4 lets crawlers choose between using a copy and allowing everything;
    /// Google uses the copy for 30 days. The default is `None`.
    pub use_copy_seconds: Option<u32>,
    /// How many seconds after a failure the file is requested again if there is no `Retry-After`
    /// header.
    ///
    /// No source gives a number. The default is one hour.
    pub retry_seconds: u32,
    /// For how many seconds an answer is valid if its headers do not say.
    ///
    /// The default is 24 hours; the draft of 1996 says seven days.
    pub default_lifetime_seconds: u32,
    /// For how many seconds an answer is valid at least, even if its headers say less.
    ///
    /// Without a minimum, a server that marks every response `no-store` is asked for robots.txt
    /// before each request. If [`max_lifetime_seconds`](Self::max_lifetime_seconds) is shorter, the
    /// maximum counts. The default is zero; [`Site`](crate::site::Site) has a minimum of its own.
    pub min_lifetime_seconds: u32,
    /// For how many seconds an answer is valid at most, even if its headers say more. `None` means
    /// no maximum.
    ///
    /// RFC 9309 section 2.4 recommends 24 hours, and so does Google's documentation. The default is
    /// 24 hours.
    pub max_lifetime_seconds: Option<u32>,
}

impl FetchPolicy {
    /// The policy of RFC 9309 sections 2.3.1 and 2.4: five redirects are followed, any 4xx allows
    /// everything, 5xx and network failures disallow everything for 30 days, and nothing is cached
    /// for more than 24 hours.
    ///
    /// Where the RFC leaves a choice, each field documents its default.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            max_redirects: DEFAULT_MAX_REDIRECTS,
            forbidden_disallows: false,
            is_429_unreachable: false,
            oversized_allows: false,
            when_unreachable: WhenUnreachable::DisallowAll,
            when_no_answer: None,
            keeps_fresh_copy: true,
            max_bytes: size_limit::DEFAULT,
            disallow_seconds: 30 * DAY,
            use_copy_seconds: None,
            retry_seconds: RETRY_INTERVAL,
            default_lifetime_seconds: DEFAULT_LIFETIME,
            min_lifetime_seconds: 0,
            max_lifetime_seconds: Some(MAX_LIFETIME),
        }
    }
}

impl FetchPolicy {
    /// A changed copy of this policy; see [`Dialect::with`](crate::Dialect::with).
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
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

    /// Every parsed file has a dialect, and every dialect has a policy, so its size matters.
    #[test]
    fn a_policy_is_small() {
        assert!(size_of::<FetchPolicy>() <= 44, "{}", size_of::<FetchPolicy>());
    }
}
