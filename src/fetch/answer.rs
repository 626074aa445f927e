//! The result of a request for robots.txt, and what is known from earlier ones.
//! [`http_status`](super::http_status) decides what each status means.

use core::time::Duration;

#[cfg(doc)]
use super::FetchPolicy;

/// The result of requesting a robots.txt file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Answer {
    /// A final HTTP status: the last one, after redirects that were followed.
    Status(u16),
    /// More redirects than [`FetchPolicy::max_redirects`] allows, or one to a place where no
    /// crawler can follow.
    BadRedirect,
    /// A successful status whose body exceeds [`FetchPolicy::max_bytes`].
    Oversized,
    /// No complete HTTP response: the name did not resolve, the connection failed or broke off,
    /// time ran out. Also a body in a `Content-Encoding` that was not decoded, and other compressed
    /// data.
    Unreachable,
}

impl Answer {
    /// Whether the status is one of success (2xx), so there is a body to read.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Status(200..=299))
    }
}

/// What is known about a site from earlier requests for its robots.txt. [`Site`](crate::site::Site)
/// keeps it for you.
///
/// By default nothing has failed before, there is no copy, and nothing is known about the rest of
/// the site.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Answer, History, Outcome, Cause};
///
/// let day = Duration::from_secs(24 * 3600);
/// let policy = Dialect::GOOGLE.fetch_policy;
/// let history = History::new().failing_for(day).copy(true);
/// assert_eq!(
///     policy.outcome_after(Answer::Status(500), history),
///     Outcome::UseCopy(Cause::LongUnreachable),
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct History {
    pub(super) failing_for: Duration,
    pub(super) copy: bool,
    pub(super) site_available: bool,
}

impl History {
    /// A site that was never asked before.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            failing_for: Duration::ZERO,
            copy: false,
            site_available: false,
        }
    }

    /// For how long requests for robots.txt have failed without a success in between: from the
    /// first failure until now. The default is zero.
    #[must_use]
    pub const fn failing_for(mut self, age: Duration) -> Self {
        self.failing_for = age;
        self
    }

    /// Whether the rules of the last good copy were kept. The default is `false`.
    #[must_use]
    pub const fn copy(mut self, kept: bool) -> Self {
        self.copy = kept;
        self
    }

    /// Whether the site is known to answer requests for other URLs while robots.txt fails. The
    /// default is `false`.
    #[must_use]
    pub const fn site_available(mut self, known: bool) -> Self {
        self.site_available = known;
        self
    }
}
