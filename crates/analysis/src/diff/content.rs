//! The groups that apply to the crawlers of an audience in one file.

use core::cell::OnceCell;
use core::ops::Deref;

use crate::decide::Policy;
use crate::reading::Reading;
use robots_exclusion::Audience;
use robots_exclusion::RobotsTxt;
use robots_exclusion::Verdict;

/// The lines and rules of all groups of an audience, and the questions that may be asked about
/// them.
pub(super) struct Content<'r> {
    robots: &'r RobotsTxt<'r>,
    audience: Audience,
    reading: Reading,
    policy: OnceCell<Policy>,
}

impl Deref for Content<'_> {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.reading
    }
}

impl<'r> Content<'r> {
    pub(super) fn new(robots: &'r RobotsTxt<'r>, audience: Audience) -> Self {
        Self {
            robots,
            audience,
            reading: Reading::new(robots, robots.select_audience(audience).groups()),
            policy: OnceCell::new(),
        }
    }

    /// The rules of the audience, compiled for questions about all URLs.
    pub(super) fn policy(&self) -> &Policy {
        let policy = self
            .policy
            .get_or_init(|| Policy::of_audience(self.robots, self.audience));
        debug_assert!(
            policy
                .rules()
                .map(|rule| rule.line())
                .eq(self.sequence.iter().map(|rule| rule.line)),
            "rules are numbered alike"
        );
        policy
    }

    /// The verdict on a URL.
    pub(super) fn check(&self, url: &str) -> Verdict<'_> {
        self.robots.select_audience(self.audience).check(url)
    }

    /// The file.
    pub(super) fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }
}
