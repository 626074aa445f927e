//! Whether a crawler can fetch all of a site, some of it, or nothing.

use robots_exclusion::{RuleKind, Rules};
use serde::Serialize;

/// How much of a site, or of a section of it, a crawler can fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Access {
    Open,
    Partial,
    Closed,
}

impl Access {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Partial => "partial",
            Self::Closed => "closed",
        }
    }

    /// Everything, if it is allowed, or nothing.
    pub(super) fn of(allowed: bool) -> Self {
        if allowed { Self::Open } else { Self::Closed }
    }

    /// The answer for URLs with these verdicts, of which there is at least one.
    fn of_verdicts(verdicts: impl IntoIterator<Item = bool>) -> Option<Self> {
        verdicts
            .into_iter()
            .map(Self::of)
            .reduce(|sum, one| if sum == one { sum } else { Self::Partial })
    }
}

/// URLs that tell apart what rules can do: for each pattern, URLs that it matches and that few others do, and one that no pattern is
/// likely to match.
///
/// A verdict changes only where a pattern begins to match, so that a site whose probes agree is open or closed for all that the rules
/// say, except where patterns overlap in ways that no probe hits.
#[derive(Debug)]
pub(super) struct Probes {
    urls: Vec<String>,
}

impl Probes {
    pub(super) fn of(rules: &Rules) -> Self {
        let mut urls = vec!["/".to_owned(), "/q7x-no-such-page/".to_owned()];
        for rule in rules.to_vec() {
            let pattern = String::from_utf8_lossy(rule.pattern()).into_owned();
            let (pattern, is_anchored) = match pattern.strip_suffix('$') {
                Some(pattern) => (pattern.to_owned(), true),
                None => (pattern, false),
            };
            for star in ["", "q7x"] {
                let mut url = pattern.replace('*', star);
                if !url.starts_with('/') {
                    url.insert(0, '/');
                }
                if rule.kind() == RuleKind::Disallow || is_anchored {
                    urls.push(format!("{url}q7x"));
                }
                urls.push(url);
                if !pattern.contains('*') {
                    break;
                }
            }
        }
        // It is always allowed.
        urls.retain(|url| url != "/robots.txt");
        urls.sort();
        urls.dedup();
        Self { urls }
    }

    /// What a crawler with these rules can fetch of the URLs that begin with `prefix`.
    pub(super) fn access(&self, rules: &Rules, prefix: &str) -> Access {
        let within = self.urls.iter().filter(|url| url.starts_with(prefix));
        Access::of_verdicts(within.map(|url| rules.is_allowed(url)))
            .unwrap_or_else(|| Access::of(rules.is_allowed(&format!("{prefix}q7x"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(body: &str) -> Access {
        let rules = Rules::parse(body.as_bytes(), "a");
        Probes::of(&rules).access(&rules, "/")
    }

    #[test]
    fn open_closed_and_partial() {
        for (rules, expected) in [
            ("", Access::Open),
            ("Disallow:", Access::Open),
            ("Allow: /", Access::Open),
            ("Disallow: /\nAllow: /", Access::Open),
            ("Disallow: /x\nAllow: /x", Access::Open),
            ("Disallow: /", Access::Closed),
            ("Disallow: /*", Access::Closed),
            ("Disallow: *", Access::Closed),
            ("Disallow: /\nDisallow: /x", Access::Closed),
            ("Disallow: /\nAllow: /robots.txt", Access::Closed),
            ("Disallow: /\nAllow: /$", Access::Partial),
            ("Disallow: /\nAllow: /x", Access::Partial),
            ("Disallow: /x", Access::Partial),
            ("Disallow: /*.pdf$", Access::Partial),
            ("Disallow: /$", Access::Partial),
        ] {
            assert_eq!(access(&format!("User-agent: a\n{rules}\n")), expected, "{rules}");
        }
    }
}
