//! The column `access` of an audit: whether a crawler can fetch all of a site, some of it, or nothing.

use robots_exclusion_analysis::decide;
use robots_exclusion_analysis::decide::{Budget, Policy};
use serde::Serialize;

use crate::report::Tone;

/// How much of a site, or of a section of it, a crawler can fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Access {
    Open,
    Partial,
    Undecided,
    Closed,
    /// The site was not asked.
    NotAsked,
}

impl Access {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Partial => "partial",
            Self::Undecided => "undecided",
            Self::Closed => "closed",
            Self::NotAsked => "not-asked",
        }
    }

    pub(super) fn tone(self) -> Tone {
        match self {
            Self::Open => Tone::Good,
            Self::Partial | Self::Undecided | Self::NotAsked => Tone::Warning,
            Self::Closed => Tone::Error,
        }
    }

    /// How many of the URLs that begin with `prefix` the rules leave open, apart from `/robots.txt`
    /// itself.
    ///
    /// Each answer is proved, except for `undecided`: the budget ran out, which no real file comes
    /// near, or the dialect is one in which such questions are not decided.
    pub(super) fn to(prefix: &str, policy: &Policy, budget: &mut Budget) -> Self {
        match policy.access(prefix, budget) {
            Some(decide::Access::Open) => Self::Open,
            Some(decide::Access::Partial) => Self::Partial,
            Some(decide::Access::Closed) => Self::Closed,
            None => Self::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use robots_exclusion::RobotsTxt;

    fn access(rules: &str, prefix: &str) -> Access {
        let body = format!("User-agent: a\n{rules}\n");
        let robots = RobotsTxt::parse(body.as_bytes());
        let policy = Policy::of(&robots, "a");
        Access::to(prefix, &policy, &mut Budget::default())
    }

    #[test]
    fn open_closed_and_partial() {
        for (rules, expected) in [
            ("", Access::Open),
            ("Disallow:", Access::Open),
            ("Allow: /", Access::Open),
            ("Disallow: /\nAllow: /", Access::Open),
            ("Disallow: /x\nAllow: /x", Access::Open),
            ("Disallow: /x*y\nAllow: /x*y", Access::Open),
            ("Disallow: /", Access::Closed),
            ("Disallow: /*", Access::Closed),
            ("Disallow: *", Access::Closed),
            ("Disallow: /\nDisallow: /x", Access::Closed),
            ("Disallow: /\nAllow: /robots.txt$", Access::Closed),
            ("Disallow: /*\nAllow: /", Access::Closed),
            ("Disallow: /\nAllow: /$", Access::Partial),
            ("Disallow: /\nAllow: /x", Access::Partial),
            ("Disallow: /x", Access::Partial),
            ("Disallow: /*.pdf$", Access::Partial),
            ("Disallow: /$", Access::Partial),
        ] {
            assert_eq!(access(rules, "/"), expected, "{rules}");
        }
    }

    #[test]
    fn undecided_without_steps() {
        let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a*b\nAllow: /a*c\n");
        let policy = Policy::of(&robots, "a");
        assert_eq!(Access::to("/", &policy, &mut Budget::new(0)), Access::Undecided);
    }

    #[test]
    fn sections() {
        let rules = "Disallow: /admin\nDisallow: /shop/cart\nAllow: /admin/public";
        for (section, expected) in [
            ("/", Access::Partial),
            ("/admin", Access::Partial),
            ("/admin/x", Access::Closed),
            ("/admin/public", Access::Open),
            ("/shop/", Access::Partial),
            ("/blog/", Access::Open),
        ] {
            assert_eq!(access(rules, section), expected, "{section}");
        }
    }
}
