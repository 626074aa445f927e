//! The result of a request for robots.txt, and what is known from earlier ones.
//! [`http_status`](super::http_status) decides what each status means.

use core::time::Duration;

#[cfg(doc)]
use super::FetchPolicy;

/// What came back from a request for a robots.txt file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reply {
    /// A final HTTP status: the last one, after redirects that were followed.
    Status(u16),
    /// More redirects than [`FetchPolicy::max_redirects`] allows, or one to a place where no
    /// crawler can follow.
    BadRedirect,
    /// A successful status whose body exceeds [`FetchPolicy::max_bytes`].
    Oversized,
    /// No HTTP response: the name did not resolve, the connection failed or broke off, time ran out.
    Unreachable,
    /// A response that cannot be read: its body broke off, is in a `Content-Encoding` that was not
    /// decoded, or is other compressed data, or it is a 304 (Not Modified) that nobody asked for. It
    /// counts like a server that fails.
    Unreadable,
}

impl Reply {
    /// Whether the status is one of success (2xx), so there is a body to read.
    #[must_use]
    pub const fn is_success(self) -> bool {
        matches!(self, Self::Status(200..=299))
    }
}

/// What is known about a site from earlier requests for its robots.txt. [`Site`](crate::site::Site)
/// keeps it for you.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Cause, History, Outcome, Reply};
///
/// let day = Duration::from_secs(24 * 3600);
/// let policy = Dialect::GOOGLE.fetch_policy;
/// let mut history = History::new();
/// history.failing_for = day;
/// history.copy_age = Some(2 * day);
/// assert_eq!(
///     policy.outcome_after(Reply::Status(500), history),
///     Outcome::UseCopy(Cause::LongUnreachable),
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct History {
    /// For how long requests for robots.txt have failed without a success in between: from the
    /// first failure until now. The default is zero.
    pub failing_for: Duration,
    /// How old the last good copy is, if its rules were kept: the time since it was fetched or
    /// confirmed. The default is `None`.
    pub copy_age: Option<Duration>,
    /// Whether the site is known to answer requests for other URLs while robots.txt fails. The
    /// default is `false`.
    pub site_available: bool,
}

impl History {
    /// A site that was never asked before.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            failing_for: Duration::ZERO,
            copy_age: None,
            site_available: false,
        }
    }
}
