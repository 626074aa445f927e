//! From an HTTP status or a failure to what a crawler may do (RFC 9309 section 2.3.1).

use super::lifetime::DAY;
use super::{Cause, FetchPolicy, History, Outcome, Reply, WhenUnreachable};

impl FetchPolicy {
    /// What a crawler may do after this answer, if nothing is known about earlier answers.
    ///
    /// The same as [`outcome_after`](Self::outcome_after) with [`History::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Reply, Outcome, Cause};
    ///
    /// let forbidden = Reply::Status(403);
    /// assert_eq!(
    ///     Dialect::RFC_9309.fetch_policy.outcome(forbidden),
    ///     Outcome::AllowAll(Cause::Unavailable),
    /// );
    /// assert_eq!(
    ///     Dialect::DRAFT_1996.fetch_policy.outcome(forbidden),
    ///     Outcome::DisallowAll(Cause::Forbidden),
    /// );
    /// ```
    #[must_use]
    pub const fn outcome(&self, answer: Reply) -> Outcome {
        self.outcome_after(answer, History::new())
    }

    /// What a crawler may do after this answer, given what is known from earlier ones.
    ///
    /// - 2xx: parse the body.
    /// - 304: use the copy, if there is one. Without a copy, no request has asked for a 304, so the
    ///   server has failed. (The same holds if there is a copy but no validators were sent, which
    ///   [`RobotsRequest`](super::RobotsRequest) and [`Site`](crate::site::Site) check.)
    /// - Other 3xx, too many redirects, and 4xx: the file is unavailable, so everything is allowed.
    ///   The exceptions are 401 and 403 ([`forbidden_disallows`](Self::forbidden_disallows)), and
    ///   429 ([`is_429_unreachable`](Self::is_429_unreachable)).
    /// - 5xx, numbers that are not a final HTTP status, no answer, or one that cannot be read: the file
    ///   is unreachable, and
    ///   [`when_unreachable`](Self::when_unreachable) decides. With
    ///   [`WhenUnreachable::DisallowAll`], everything is disallowed for
    ///   [`disallow_seconds`](Self::disallow_seconds), unless there is a copy of less than 24
    ///   hours that [may still be used](Self::keeps_fresh_copy). After that the copy is used
    ///   for [`use_copy_seconds`](Self::use_copy_seconds), or everything is allowed if there
    ///   is none. After that everything is allowed if the rest of the site is known to answer, and
    ///   disallowed if not.
    /// - No answer, if [`when_no_answer`](Self::when_no_answer) is set: what it says, but if it
    ///   allows everything, such a copy is still used.
    #[must_use]
    pub const fn outcome_after(&self, answer: Reply, history: History) -> Outcome {
        match answer {
            Reply::Status(200..=299) => Outcome::Parse,
            Reply::Status(304) if history.copy_age.is_some() => Outcome::UseCopy(Cause::NotModified),
            Reply::Status(304) => self.unreachable(self.when_unreachable, history),
            Reply::Status(300..=399) | Reply::BadRedirect => Outcome::AllowAll(Cause::BadRedirect),
            Reply::Status(401 | 403) if self.forbidden_disallows => Outcome::DisallowAll(Cause::Forbidden),
            Reply::Status(429) if self.is_429_unreachable => self.unreachable(self.when_unreachable, history),
            Reply::Status(400..=499) => Outcome::AllowAll(Cause::Unavailable),
            Reply::Oversized if self.oversized_allows => Outcome::AllowAll(Cause::Oversized),
            Reply::Oversized => Outcome::Parse,
            Reply::Unreachable => match self.when_no_answer {
                Some(WhenUnreachable::AllowAll) if self.has_fresh_copy(history) => {
                    Outcome::UseCopy(Cause::Unreachable)
                }
                Some(when) => self.unreachable(when, history),
                None => self.unreachable(self.when_unreachable, history),
            },
            Reply::Status(_) | Reply::Unreadable => self.unreachable(self.when_unreachable, history),
        }
    }

    /// Whether the last good copy is so new that it may be used although the file cannot be reached.
    const fn has_fresh_copy(&self, history: History) -> bool {
        match history.copy_age {
            Some(age) => self.keeps_fresh_copy && age.as_secs() < DAY.as_secs(),
            None => false,
        }
    }

    /// The outcome of a body of so many bytes, if it decides without the body.
    #[inline]
    pub(crate) fn outcome_of_size(&self, bytes: usize) -> Option<Outcome> {
        if bytes <= self.max_bytes as usize {
            return None;
        }
        let outcome = self.outcome(Reply::Oversized);
        outcome.decides().map(|_| outcome)
    }

    const fn unreachable(&self, when: WhenUnreachable, history: History) -> Outcome {
        match when {
            WhenUnreachable::AllowAll => return Outcome::AllowAll(Cause::Unreachable),
            WhenUnreachable::TryLater => return Outcome::TryLater(Cause::Unreachable),
            WhenUnreachable::DisallowAll => {}
        }
        // Whole seconds, as the policy keeps them.
        let age = history.failing_for.as_secs();
        let closed = self.disallow_seconds as u64;
        if age < closed {
            return match self.has_fresh_copy(history) {
                true => Outcome::UseCopy(Cause::Unreachable),
                false => Outcome::DisallowAll(Cause::Unreachable),
            };
        }
        if let Some(copied) = self.use_copy_seconds
            && age - closed >= copied as u64
        {
            return if history.site_available {
                Outcome::AllowAll(Cause::LongUnreachable)
            } else {
                Outcome::DisallowAll(Cause::SiteUnavailable)
            };
        }
        if history.copy_age.is_some() {
            Outcome::UseCopy(Cause::LongUnreachable)
        } else {
            Outcome::AllowAll(Cause::LongUnreachable)
        }
    }
}
