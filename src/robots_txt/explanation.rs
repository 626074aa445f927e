//! Why a verdict is what it is: the groups that speak for a crawler, and every rule that matches.

use alloc::vec::Vec;

use crate::matching::question::matching;
use crate::matching::target::Target;
use crate::matching::verdict::Rule;
use crate::robots_txt::RobotsTxt;
use crate::robots_txt::group::Group;
use crate::robots_txt::group_index::applying;
use crate::syntax::names::AgentList;

/// A rule that matches a target, and its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchingRule<'r> {
    rule: Rule<'r>,
    length: u32,
}

impl<'r> MatchingRule<'r> {
    /// The rule, its pattern as written.
    #[must_use]
    pub fn rule(&self) -> &Rule<'r> {
        &self.rule
    }

    /// Octets of its pattern in canonical form: what the longest-match rule weighs (RFC 9309 section 2.2.2).
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }
}

impl RobotsTxt<'_> {
    /// Every rule that speaks for the crawler and matches the target, in order of precedence.
    ///
    /// The first is the one that [`RobotsTxt::check_target`] cites, the second is the one that would decide without it, and so
    /// on. None is listed where no rule is asked, as for `/robots.txt` itself, and rules that the dialect does not weigh are left out.
    ///
    /// # Complexity
    ///
    /// Linear in the number of lines, plus for each rule of the crawler's groups the length of its pattern and of the
    /// target, and `n log n` in the number of those that match.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{AgentList, RobotsTxt, Target};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\n");
    /// let rules = robots.matching_rules(&AgentList::new(&["FooBot"]), &Target::new("/a/b/c"));
    /// let rules: Vec<_> = rules.iter().map(|matching| (matching.rule().to_string(), matching.length())).collect();
    /// assert_eq!(rules, [("Allow: /a/b".into(), 4), ("Disallow: /a".into(), 2)]);
    /// ```
    #[must_use]
    pub fn matching_rules(&self, agents: &AgentList<'_>, target: &Target<'_>) -> Vec<MatchingRule<'_>> {
        let steps = self
            .records()
            .iter()
            .map(|record| (record.step(self.body()), record.line()));
        matching(&self.dialect(), *agents, *target, steps)
            .into_iter()
            .map(|found| MatchingRule {
                rule: Rule {
                    kind: found.kind,
                    pattern: found.value.into(),
                    line: found.line,
                },
                length: found.length,
            })
            .collect()
    }

    /// The groups that speak for the crawler, in file order: those of the first token that has any, or those of `*`.
    ///
    /// # Complexity
    ///
    /// Linear in the number of lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{AgentList, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /y\nUser-agent: A\nDisallow: /z");
    /// let lines = |agent| robots.groups_for(&AgentList::new(&[agent])).iter().map(|group| group.line()).collect::<Vec<_>>();
    /// assert_eq!(lines("a"), [1, 5]);
    /// assert_eq!(lines("b"), [3]);
    /// ```
    #[must_use]
    pub fn groups_for(&self, agents: &AgentList<'_>) -> Vec<Group<'_>> {
        let dialect = self.dialect();
        applying(&dialect, *agents, self.groups().enumerate()).1
    }
}
