//! From an HTTP status or a failure to what a crawler may do.

use core::fmt;
use core::time::Duration;

use super::{FetchPolicy, WhenUnreachable};
use crate::Rules;

/// What asking for a robots.txt file came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Answer {
    /// A final HTTP status: the last one, after redirects that were followed.
    Status(u16),
    /// More redirects than [`FetchPolicy::max_redirects`], or one that leads nowhere a crawler could follow.
    Redirects,
    /// A successful status whose body exceeds [`FetchPolicy::max_bytes`].
    Oversized,
    /// No HTTP answer, or none that was whole: the name did not resolve, the connection failed or broke, time ran out.
    Unreachable,
}

/// Why an [`Outcome`] is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The file did not change since the last good copy (304).
    NotModified,
    /// There is no such file, or none for us (4xx; RFC 9309 section 2.3.1.3).
    Unavailable,
    /// The server asks for credentials or forbids access (401, 403), and the policy takes that for the whole site.
    Forbidden,
    /// Redirects were too many or led nowhere (RFC 9309 section 2.3.1.2).
    Redirects,
    /// The file is larger than the policy reads.
    Oversized,
    /// The server or the network fails (5xx, 429 if the policy says so, no answer; RFC 9309 section 2.3.1.4).
    Unreachable,
    /// The server or the network has been failing for longer than [`FetchPolicy::closed_for`].
    LongUnreachable,
    /// The failure outlasted [`FetchPolicy::copy_for`] too, and nothing else of the site is known to answer.
    SiteUnavailable,
}

impl Reason {
    /// Whether this is a failure that may pass, so that the file should be asked for again soon and its age counted
    /// ([`History::failing_for`]).
    #[must_use]
    pub const fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Unreachable | Self::LongUnreachable | Self::SiteUnavailable
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotModified => "robots.txt has not changed",
            Self::Unavailable => "there is no robots.txt",
            Self::Forbidden => "access to robots.txt is forbidden",
            Self::Redirects => "robots.txt is behind redirects that cannot be followed",
            Self::Oversized => "robots.txt is too large",
            Self::Unreachable => "robots.txt cannot be reached",
            Self::LongUnreachable => "robots.txt has not been reachable for long",
            Self::SiteUnavailable => "neither robots.txt nor the site has been reachable for long",
        })
    }
}

/// What a crawler may do after asking for a robots.txt file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// Read the body; its rules decide.
    Parse,
    /// Every URL of the site may be fetched.
    AllowAll(Reason),
    /// No URL of the site may be fetched, but for robots.txt itself.
    DisallowAll(Reason),
    /// The rules of the last good copy decide.
    UseCopy(Reason),
    /// Put off visiting the site, and ask for robots.txt again before.
    TryLater(Reason),
}

impl Outcome {
    /// Why, or `None` if the file is there to be read.
    #[must_use]
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Self::Parse => None,
            Self::AllowAll(reason)
            | Self::DisallowAll(reason)
            | Self::UseCopy(reason)
            | Self::TryLater(reason) => Some(reason),
        }
    }

    /// Whether a failure stands behind this that may pass; see [`Reason::is_failure`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::Answer;
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy();
    /// assert!(policy.outcome(Answer::Status(503)).is_failure());
    /// assert!(!policy.outcome(Answer::Status(404)).is_failure());
    /// ```
    #[must_use]
    pub const fn is_failure(self) -> bool {
        match self.reason() {
            Some(reason) => reason.is_failure(),
            None => false,
        }
    }

    /// The rules to obey where the outcome itself decides, or `None` where a file does: the body ([`Parse`](Self::Parse)) or
    /// the last good copy ([`UseCopy`](Self::UseCopy)).
    ///
    /// A site whose visit is [put off](Self::TryLater) is closed until then.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, Rules};
    /// use robots_exclusion::fetch::Answer;
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy();
    /// let rules = |status, body: &[u8]| {
    ///     policy.outcome(Answer::Status(status)).rules().unwrap_or_else(|| Rules::parse(body, "FooBot"))
    /// };
    /// assert!(rules(404, b"").is_allowed("/x"));
    /// assert!(!rules(503, b"").is_allowed("/x"));
    /// assert!(!rules(200, b"User-agent: *\nDisallow: /x").is_allowed("/x"));
    /// ```
    #[must_use]
    pub fn rules(self) -> Option<Rules> {
        match self {
            Self::AllowAll(_) => Some(Rules::allow_all()),
            Self::DisallowAll(_) | Self::TryLater(_) => Some(Rules::disallow_all()),
            Self::Parse | Self::UseCopy(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// A clause without a full stop: `allow all: there is no robots.txt`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse => f.write_str("the rules of robots.txt decide"),
            Self::AllowAll(reason) => write!(f, "allow all: {reason}"),
            Self::DisallowAll(reason) => write!(f, "disallow all: {reason}"),
            Self::UseCopy(reason) => write!(f, "use the last good copy: {reason}"),
            Self::TryLater(reason) => write!(f, "try later: {reason}"),
        }
    }
}

/// What is known of a site from earlier requests for its robots.txt.
///
/// The default: nothing failed before, there is no copy, and nothing is known of the rest of the site.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{Answer, History, Outcome, Reason};
///
/// let day = Duration::from_secs(24 * 3600);
/// let policy = Dialect::GOOGLE.fetch_policy();
/// let history = History::new().failing_for(day).copy(true);
/// assert_eq!(
///     policy.outcome_after(Answer::Status(500), history),
///     Outcome::UseCopy(Reason::LongUnreachable),
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct History {
    failing_for: Duration,
    copy: bool,
    site_available: bool,
}

impl History {
    /// A site never asked before.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            failing_for: Duration::ZERO,
            copy: false,
            site_available: false,
        }
    }

    /// For how long requests for robots.txt have failed without a success between: from the first failure until now.
    /// The default is zero.
    #[must_use]
    pub const fn failing_for(mut self, age: Duration) -> Self {
        self.failing_for = age;
        self
    }

    /// Whether the rules of the last good copy are at hand. The default is `false`.
    #[must_use]
    pub const fn copy(mut self, at_hand: bool) -> Self {
        self.copy = at_hand;
        self
    }

    /// Whether the site is known to answer requests for other URLs while robots.txt fails. The default is `false`.
    #[must_use]
    pub const fn site_available(mut self, known: bool) -> Self {
        self.site_available = known;
        self
    }
}

impl FetchPolicy {
    /// What a crawler may do after this answer, when nothing is known of earlier ones.
    ///
    /// The same as [`outcome_after`](Self::outcome_after) with [`History::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Answer, Outcome, Reason};
    ///
    /// let forbidden = Answer::Status(403);
    /// assert_eq!(
    ///     Dialect::RFC_9309.fetch_policy().outcome(forbidden),
    ///     Outcome::AllowAll(Reason::Unavailable),
    /// );
    /// assert_eq!(
    ///     Dialect::DRAFT_1996.fetch_policy().outcome(forbidden),
    ///     Outcome::DisallowAll(Reason::Forbidden),
    /// );
    /// ```
    #[must_use]
    pub const fn outcome(&self, answer: Answer) -> Outcome {
        self.outcome_after(answer, History::new())
    }

    /// What a crawler may do after this answer, given what went before.
    ///
    /// - 2xx: parse.
    /// - 304: the copy, if there is one; a server that says so unasked fails.
    /// - Other 3xx, too many redirects, and 4xx: the file is unavailable, so all is allowed. Not so 401, 403 and 429 where
    ///   the policy [says](Self::forbidden_disallows) [otherwise](Self::treat_429_as_unreachable).
    /// - 5xx, numbers that are no final HTTP status, no answer: the file is unreachable, and
    ///   [`when_unreachable`](Self::when_unreachable) decides. With [`WhenUnreachable::DisallowAll`], the site is closed
    ///   for [`closed_for`](Self::closed_for); then the copy speaks, or the site is open if there is none, for
    ///   [`copy_for`](Self::copy_for); then the site is open if it is known to answer otherwise, and closed if not.
    #[must_use]
    pub const fn outcome_after(&self, answer: Answer, history: History) -> Outcome {
        match answer {
            Answer::Status(200..=299) => Outcome::Parse,
            Answer::Status(304) if history.copy => Outcome::UseCopy(Reason::NotModified),
            Answer::Status(304) => self.unreachable(history),
            Answer::Status(300..=399) | Answer::Redirects => Outcome::AllowAll(Reason::Redirects),
            Answer::Status(401 | 403) if self.forbidden_disallows() => {
                Outcome::DisallowAll(Reason::Forbidden)
            }
            Answer::Status(429) if self.treat_429_as_unreachable() => self.unreachable(history),
            Answer::Status(400..=499) => Outcome::AllowAll(Reason::Unavailable),
            Answer::Oversized if self.oversized_allows() => Outcome::AllowAll(Reason::Oversized),
            Answer::Oversized => Outcome::Parse,
            Answer::Status(_) | Answer::Unreachable => self.unreachable(history),
        }
    }

    const fn unreachable(&self, history: History) -> Outcome {
        match self.when_unreachable() {
            WhenUnreachable::AllowAll => return Outcome::AllowAll(Reason::Unreachable),
            WhenUnreachable::TryLater => return Outcome::TryLater(Reason::Unreachable),
            WhenUnreachable::DisallowAll => {}
        }
        // Whole seconds, as the policy keeps them.
        let age = history.failing_for.as_secs();
        let closed = self.closed_for().as_secs();
        if age < closed {
            return Outcome::DisallowAll(Reason::Unreachable);
        }
        if let Some(copy_for) = self.copy_for()
            && age - closed >= copy_for.as_secs()
        {
            return if history.site_available {
                Outcome::AllowAll(Reason::LongUnreachable)
            } else {
                Outcome::DisallowAll(Reason::SiteUnavailable)
            };
        }
        if history.copy {
            Outcome::UseCopy(Reason::LongUnreachable)
        } else {
            Outcome::AllowAll(Reason::LongUnreachable)
        }
    }
}
