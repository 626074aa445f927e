//! Rules for when there is no file to read.

use alloc::sync::Arc;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use super::Rules;
use super::default_verdict::DefaultVerdict;
use crate::matching::outcome::Outcome;

impl Rules {
    /// The rules to obey if the outcome of a request for robots.txt decides by itself, or `None` if
    /// a file decides: the body ([`Outcome::Parse`]) or the last good copy ([`Outcome::UseCopy`]).
    ///
    /// Everything is disallowed while a site should be [tried later](Outcome::TryLater). Verdicts
    /// say why there is no file ([`Verdict::cause`](crate::Verdict::cause)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, Rules};
    /// use robots_exclusion::fetch::Reply;
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy;
    /// let rules = |status, body: &[u8]| {
    ///     let outcome = policy.outcome(Reply::Status(status));
    ///     Rules::for_outcome(outcome).unwrap_or_else(|| Rules::parse(body, "FooBot"))
    /// };
    /// assert!(rules(404, b"").is_allowed("/x"));
    /// assert!(!rules(503, b"").is_allowed("/x"));
    /// assert!(!rules(200, b"User-agent: *\nDisallow: /x").is_allowed("/x"));
    /// assert_eq!(rules(404, b"").check("/x").to_string(), "allowed: robots.txt is unavailable");
    /// ```
    #[must_use]
    pub fn for_outcome(outcome: Outcome) -> Option<Self> {
        let default_verdict = DefaultVerdict::of(outcome)?;
        Some(Self {
            default_verdict,
            ..Self::allow_all()
        })
    }

    /// The rules to share. Those of [`for_outcome`](Self::for_outcome) and the like are the same for
    /// many sites, which have one copy.
    pub(crate) fn into_shared(self) -> Arc<Self> {
        #[cfg(feature = "std")]
        {
            let default_verdict = self.default_verdict;
            let bare = Self {
                default_verdict,
                ..Self::allow_all()
            };
            if self == bare {
                return Arc::clone(SHARED[default_verdict.place()].get_or_init(|| Arc::new(bare)));
            }
        }
        Arc::new(self)
    }

    /// Whether rules are the copy that all have of them.
    pub(crate) fn is_shared(rules: &Arc<Self>) -> bool {
        #[cfg(feature = "std")]
        {
            let shared = SHARED[rules.default_verdict.place()].get();
            shared.is_some_and(|shared| Arc::ptr_eq(shared, rules))
        }
        #[cfg(not(feature = "std"))]
        {
            let _ = rules;
            false
        }
    }
}

/// Rules that hold nothing but the verdict where no rule decides, each at its place.
#[cfg(feature = "std")]
static SHARED: [OnceLock<Arc<Rules>>; DefaultVerdict::PLACES] =
    [const { OnceLock::new() }; DefaultVerdict::PLACES];
