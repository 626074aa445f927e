//! Whether a crawler may fetch all of a site, some of it, or nothing: two [assertions](Assertion),
//! each proved or refuted.

use super::{Assertion, Budget, Conclusion, Policy};
use robots_exclusion::Dialect;
use robots_exclusion::RuleKind;
use robots_exclusion::identifiers;

/// How much of a site, or of a part of it, a crawler may fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Everything.
    Open,
    /// Some of it.
    Partial,
    /// Nothing, except `/robots.txt` itself.
    Closed,
}

identifiers! {
    Access {
        Open = "open",
        Partial = "partial",
        Closed = "closed",
    }
}

impl Policy {
    /// Whether all, some or none of the URLs whose path begins with `prefix` may be fetched, apart
    /// from `/robots.txt` itself. Proved for all of them; `None` if the budget is spent first.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Access, Budget, Policy};
    ///
    /// let access = |body: &[u8]| Policy::of_unnamed(&RobotsTxt::parse(body)).access("/", &mut Budget::default());
    /// assert_eq!(access(b"User-agent: *\nAllow: /\nDisallow: /*\n"), Some(Access::Closed));
    /// assert_eq!(access(b"User-agent: *\nDisallow: /x\n"), Some(Access::Partial));
    /// assert_eq!(access(b"User-agent: *\nDisallow:\n"), Some(Access::Open));
    /// ```
    pub fn access(&self, prefix: &str, budget: &mut Budget) -> Option<Access> {
        // The prefix is one in every dialect, so it is read as RFC 9309 reads a pattern. But
        // escapes are compared as the policy compares them: otherwise the question would be about
        // URLs in normal form alone.
        let dialect = Dialect::RFC_9309.with(|custom| custom.percent_mode = self.dialect().percent_mode);
        let mut all_are = |kind| match self.holds(&Assertion::new(kind, prefix, dialect), budget) {
            Conclusion::Proved => Some(true),
            Conclusion::Refuted(_) => Some(false),
            Conclusion::Undecided => None,
        };
        match all_are(RuleKind::Allow) {
            Some(true) => Some(Access::Open),
            allowed => match (allowed, all_are(RuleKind::Disallow)) {
                (_, Some(true)) => Some(Access::Closed),
                (Some(false), Some(false)) => Some(Access::Partial),
                _ => None,
            },
        }
    }
}
