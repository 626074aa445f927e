//! Verdicts on given URLs, before and after.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{Effect, Impact};
use crate::matching::verdict::Verdict;
use crate::robots_txt::RobotsTxt;
use crate::rules::Rules;

/// The rules of several crawlers in two files, to be asked about URLs.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::diff::{Impact, UrlDiff};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
/// let diff = UrlDiff::new(&old, &new, &["FooBot", "Googlebot"]);
/// let changes: Vec<_> = diff.changes("https://www.example.com/b/c").collect();
/// assert_eq!(changes.len(), 2);
/// assert_eq!(changes[1].agent(), "Googlebot");
/// assert!(changes[1].before().is_allowed() && !changes[1].after().is_allowed());
/// assert_eq!(changes[1].impact(), Impact::Major);
/// assert_eq!(diff.changes("/c").count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct UrlDiff {
    crawlers: Vec<(String, Rules, Rules)>,
}

impl UrlDiff {
    /// Compiles the rules of these crawlers in both files.
    #[must_use]
    pub fn new(old: &RobotsTxt<'_>, new: &RobotsTxt<'_>, agents: &[&str]) -> Self {
        let crawlers = agents
            .iter()
            .map(|agent| (agent.to_string(), old.rules_for(agent), new.rules_for(agent)));
        Self {
            crawlers: crawlers.collect(),
        }
    }

    /// The crawlers whose verdict on a URL changes, in the order in which they were given.
    pub fn changes<'d>(&'d self, url: &str) -> impl Iterator<Item = UrlChange<'d>> {
        self.crawlers.iter().filter_map(move |(agent, old, new)| {
            let target = crate::Target::from(url);
            let change = UrlChange {
                agent,
                is_home: target.as_bytes() == b"/",
                old: old.check(target),
                new: new.check(url),
            };
            (change.old.is_allowed() != change.new.is_allowed()).then_some(change)
        })
    }
}

/// A verdict that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlChange<'d> {
    agent: &'d str,
    is_home: bool,
    old: Verdict<'d>,
    new: Verdict<'d>,
}

impl<'d> UrlChange<'d> {
    /// The crawler.
    #[must_use]
    pub fn agent(&self) -> &'d str {
        self.agent
    }

    /// The verdict in the old file.
    pub fn before(&self) -> &Verdict<'d> {
        &self.old
    }

    /// The verdict in the new file.
    pub fn after(&self) -> &Verdict<'d> {
        &self.new
    }

    /// What the change does. On the URL of the start page, the site counts as opened or closed.
    #[must_use]
    pub fn effect(&self) -> Effect {
        match (self.new.is_allowed(), self.is_home) {
            (true, true) => Effect::OpensSite,
            (true, false) => Effect::Opens,
            (false, true) => Effect::ClosesSite,
            (false, false) => Effect::Closes,
        }
    }

    /// How severe it is.
    #[must_use]
    pub fn impact(&self) -> Impact {
        Impact::of(self.effect(), self.agent)
    }
}

impl fmt::Display for UrlChange<'_> {
    /// In one line: `major: Googlebot may no longer fetch it, by line 2 (`Disallow: /b`)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.new.is_allowed() {
            "may fetch"
        } else {
            "may no longer fetch"
        };
        write!(f, "{}: {} {word} it", self.impact(), self.agent)?;
        match self.new.rule() {
            Some(rule) => write!(f, ", by line {} (`{rule}`)", rule.line()),
            None => Ok(()),
        }
    }
}
