//! Rules for when there is no file to read.

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
}
