//! What applies if a request for robots.txt returned no file. [`fetch`](crate::fetch) decides which
//! outcome an answer has.

use core::fmt;

use crate::identifiers;

/// The reason for an [`Outcome`]. It is displayed as an identifier (`unreachable`);
/// [`description`](Self::description) is a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The file did not change since the last good copy (304).
    NotModified,
    /// The server does not deliver the file: it does not exist, or the request is refused (4xx; RFC
    /// 9309 section 2.3.1.3).
    Unavailable,
    /// The server asks for credentials or forbids access (401, 403), and the policy applies that to
    /// the whole site.
    Forbidden,
    /// There were too many redirects, or one that cannot be followed (RFC 9309 section 2.3.1.2).
    BadRedirect,
    /// The file is larger than the policy reads.
    Oversized,
    /// The server or the network fails (5xx, 429 if the policy says so, no answer; RFC 9309 section
    /// 2.3.1.4). With [`Outcome::UseCopy`], the copy is less than 24 hours old.
    Unreachable,
    /// The server or the network has been failing for longer than
    /// [`FetchPolicy::disallow_seconds`](crate::fetch::FetchPolicy::disallow_seconds).
    LongUnreachable,
    /// The failure has also outlasted
    /// [`FetchPolicy::use_copy_seconds`](crate::fetch::FetchPolicy::use_copy_seconds), and nothing
    /// else on the site is known to answer.
    SiteUnavailable,
}

identifiers! {
    Cause {
        NotModified = "not-modified",
        Unavailable = "unavailable",
        Forbidden = "forbidden",
        BadRedirect = "bad-redirect",
        Oversized = "oversized",
        Unreachable = "unreachable",
        LongUnreachable = "long-unreachable",
        SiteUnavailable = "site-unavailable",
    }
}

impl Cause {
    /// The cause as a phrase for people, without a period. It may be reworded in any version.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::NotModified => "robots.txt has not changed",
            Self::Unavailable => "robots.txt is unavailable",
            Self::Forbidden => "access to robots.txt is forbidden",
            Self::BadRedirect => "robots.txt has redirects that cannot be followed",
            Self::Oversized => "robots.txt is too large",
            Self::Unreachable => "robots.txt cannot be reached",
            Self::LongUnreachable => "robots.txt has been unreachable for a long time",
            Self::SiteUnavailable => {
                "robots.txt and the rest of the site have been unreachable for a long time"
            }
        }
    }

    /// Whether this is a failure that may pass, so the file should be requested again soon, and the
    /// time since the first failure matters ([`History::failing_for`](crate::fetch::History::failing_for)).
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::LongUnreachable | Self::SiteUnavailable
        )
    }
}

/// What a crawler may do after requesting a robots.txt file.
///
/// The list is complete: a `match` needs no catch-all arm.
/// [`Rules::for_outcome`](crate::Rules::for_outcome) has the rules to obey, and
/// [`Site`](crate::site::Site) puts all of this together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Outcome {
    /// Read the body; its rules decide.
    Parse,
    /// Every URL of the site may be fetched.
    AllowAll(Cause),
    /// No URL of the site may be fetched, except robots.txt itself.
    DisallowAll(Cause),
    /// The rules of the last good copy decide.
    UseCopy(Cause),
    /// Do not visit the site for now, and request robots.txt again first.
    TryLater(Cause),
}

impl Outcome {
    /// Its name, without the cause: `parse`, `allow-all`, `disallow-all`, `use-copy` or
    /// `try-later`, as serialized with the feature `serde`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::{Cause, Outcome};
    ///
    /// assert_eq!(Outcome::AllowAll(Cause::Unavailable).name(), "allow-all");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::AllowAll(_) => "allow-all",
            Self::DisallowAll(_) => "disallow-all",
            Self::UseCopy(_) => "use-copy",
            Self::TryLater(_) => "try-later",
        }
    }

    /// Why, or `None` if there is a file to read.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::{Cause, Outcome};
    ///
    /// assert_eq!(Outcome::AllowAll(Cause::Unavailable).cause(), Some(Cause::Unavailable));
    /// assert_eq!(Outcome::Parse.cause(), None);
    /// ```
    #[must_use]
    pub const fn cause(self) -> Option<Cause> {
        match self {
            Self::Parse => None,
            Self::AllowAll(cause)
            | Self::DisallowAll(cause)
            | Self::UseCopy(cause)
            | Self::TryLater(cause) => Some(cause),
        }
    }

    /// If the outcome decides by itself: whether everything is allowed, and the cause. `None` if a
    /// file or a copy of it decides.
    pub(crate) const fn decides(self) -> Option<(bool, Cause)> {
        match self {
            Self::AllowAll(cause) => Some((true, cause)),
            Self::DisallowAll(cause) | Self::TryLater(cause) => Some((false, cause)),
            Self::Parse | Self::UseCopy(_) => None,
        }
    }

    /// Whether the cause is a failure that may pass; see [`Cause::is_failure`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::Reply;
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy;
    /// assert!(policy.outcome(Reply::Status(503)).is_failure());
    /// assert!(!policy.outcome(Reply::Status(404)).is_failure());
    /// ```
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self.cause() {
            Some(cause) => cause.is_failure(),
            None => false,
        }
    }
}

impl fmt::Display for Outcome {
    /// A clause without a full stop: `allow all: robots.txt is unavailable`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse => f.write_str("the rules of robots.txt decide"),
            Self::AllowAll(cause) => write!(f, "allow all: {}", cause.description()),
            Self::DisallowAll(cause) => write!(f, "disallow all: {}", cause.description()),
            Self::UseCopy(cause) => write!(f, "use the last good copy: {}", cause.description()),
            Self::TryLater(cause) => write!(f, "try later: {}", cause.description()),
        }
    }
}
