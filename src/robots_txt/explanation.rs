//! The reasons for a verdict: the groups that apply to a crawler, and every rule that matches.

use alloc::vec::Vec;
use core::fmt;

use super::RobotsTxt;
use super::group::Group;
use crate::dialect::RuleChoice;
use crate::identifiers;
use crate::matching::group_rank::Names;
use crate::matching::pattern::{RuleSyntax, expand};
use crate::matching::question::matching;
use crate::matching::selection::Chosen;
use crate::matching::target::Target;
use crate::matching::verdict::{Rule, Verdict};
use crate::shown::Shown;
use crate::syntax::agent_list::AgentList;

/// A verdict with everything that led to it; see [`RobotsTxt::explain`].
///
/// With the feature `serde` it can be serialized.
#[derive(Clone, Debug)]
pub struct Explanation<'r> {
    verdict: Verdict<'r>,
    groups: Vec<Group<'r>>,
    omitted_groups: usize,
    rules: Vec<MatchingRule<'r>>,
    omitted_rules: usize,
}

impl<'r> Explanation<'r> {
    /// The maximum number of matching rules that are listed, in order of precedence. The limit
    /// keeps the answer readable and small even for a hostile file.
    pub const MAX_RULES: usize = 1_000;

    /// The maximum number of groups that are listed, for the same reason.
    pub const MAX_GROUPS: usize = 1_000;

    /// The verdict.
    pub fn verdict(&self) -> &Verdict<'r> {
        &self.verdict
    }

    /// The groups that apply to the crawler, in file order. Empty if no group names the crawler or
    /// `*`. Only the first [`MAX_GROUPS`](Self::MAX_GROUPS) are listed; [`RobotsTxt::groups_for`]
    /// returns all groups.
    #[must_use]
    pub fn groups(&self) -> &[Group<'r>] {
        &self.groups
    }

    /// The number of groups that apply but are not in [`groups`](Self::groups); 0 unless more than
    /// [`MAX_GROUPS`](Self::MAX_GROUPS) apply. Their rules count, and are listed, like the rules of
    /// the listed groups.
    #[must_use]
    pub fn omitted_groups(&self) -> usize {
        self.omitted_groups
    }

    /// The rules of these groups that match the target, in order of precedence: the first one
    /// decides, the second would decide without it, and so on. Only the first
    /// [`MAX_RULES`](Self::MAX_RULES) are listed.
    ///
    /// Empty if no rule is consulted, as for `/robots.txt` itself. Rules of a kind that never
    /// decides in the dialect are left out.
    #[must_use]
    pub fn rules(&self) -> &[MatchingRule<'r>] {
        &self.rules
    }

    /// The number of rules that match but are not in [`rules`](Self::rules); 0 unless more than
    /// [`MAX_RULES`](Self::MAX_RULES) match.
    #[must_use]
    pub fn omitted_rules(&self) -> usize {
        self.omitted_rules
    }
}

/// Why a rule comes after the one that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LostBy {
    /// Its pattern is shorter (RFC 9309 section 2.2.2).
    Length,
    /// Its pattern is equally long, but the rule disallows, and the rule that decides allows.
    Kind,
    /// It comes later in the file.
    Order,
}

identifiers! {
    LostBy {
        Length = "length",
        Kind = "kind",
        Order = "order",
    }
}

/// A rule that matches a target, in an [`Explanation`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MatchingRule<'r> {
    rule: Rule<'r>,
    /// The pattern in the form that is compared with the target, percent-encoding normalized; a
    /// glob as written.
    canonical: Vec<u8>,
    lost_by: Option<LostBy>,
}

impl fmt::Debug for MatchingRule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchingRule")
            .field("rule", &self.rule)
            .field("canonical_pattern", &Shown(&self.canonical))
            .field("lost_by", &self.lost_by)
            .finish()
    }
}

impl<'r> MatchingRule<'r> {
    /// The rule, its pattern as written.
    #[must_use]
    pub fn rule(&self) -> &Rule<'r> {
        &self.rule
    }

    /// Why the rule does not decide; `None` for the rule that does.
    #[must_use]
    pub fn lost_by(&self) -> Option<LostBy> {
        self.lost_by
    }
}

impl RobotsTxt<'_> {
    /// The verdict on a question with everything that led to it: the groups that apply, and every
    /// rule that matches.
    ///
    /// # Complexity
    ///
    /// Linear in the number of lines, plus, for each rule of the crawler's groups, the length of
    /// its pattern and of the target, and `n log n` in the number of rules that match.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::explanation::LostBy;
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\n");
    /// let explanation = robots.explain("FooBot", "/a/b/c");
    /// assert!(explanation.verdict().is_allowed());
    /// assert_eq!(explanation.groups()[0].line(), 1);
    /// let rules: Vec<_> = explanation
    ///     .rules()
    ///     .iter()
    ///     .map(|found| (found.rule().to_string(), found.rule().length(), found.lost_by()))
    ///     .collect();
    /// assert_eq!(rules, [("Allow: /a/b".into(), 4, None), ("Disallow: /a".into(), 2, Some(LostBy::Length))]);
    /// ```
    #[must_use]
    pub fn explain<'q>(
        &self,
        agents: impl Into<AgentList<'q>>,
        url: impl Into<Target<'q>>,
    ) -> Explanation<'_> {
        self.select(agents).explain(url)
    }

    /// The explanation by the groups that were chosen; `names` are the names that chose them.
    pub(super) fn explanation<'r>(
        &'r self,
        chosen: &Chosen<'r>,
        names: Option<&Names<'_>>,
        mut groups: Vec<Group<'r>>,
        target: Target<'_>,
    ) -> Explanation<'r> {
        let dialect = self.dialect();
        let target_parts = target.split(dialect.target_syntax);
        let found = matching(self.grouped_file(), chosen, names, target_parts);
        let first = found.first().map(|first| (first.length, first.kind));
        let rules = found
            .iter()
            .enumerate()
            .take(Explanation::MAX_RULES)
            .map(|(index, found)| {
                let mut canonical = Vec::new();
                expand(
                    RuleSyntax::new(&dialect),
                    found.kind,
                    found.language,
                    found.value,
                    &mut |alternative| {
                        if !alternative.is_second_chance {
                            canonical = alternative.pattern.to_vec();
                        }
                    },
                );
                let lost_by = match (dialect.rule_choice, first) {
                    _ if index == 0 => None,
                    (RuleChoice::Longest, Some((length, _))) if found.length < length => Some(LostBy::Length),
                    (RuleChoice::Longest, Some((_, kind))) if found.kind != kind => Some(LostBy::Kind),
                    _ => Some(LostBy::Order),
                };
                MatchingRule {
                    rule: Rule::measured(self.body(), found.kind, found.value, found.id, found.length),
                    canonical,
                    lost_by,
                }
            });
        let omitted_groups = groups.len().saturating_sub(Explanation::MAX_GROUPS);
        groups.truncate(Explanation::MAX_GROUPS);
        groups.shrink_to_fit();
        Explanation {
            rules: rules.collect(),
            omitted_groups,
            omitted_rules: found.len().saturating_sub(Explanation::MAX_RULES),
            groups,
            verdict: self.verdict(chosen, names, target),
        }
    }

    /// The groups that apply to a crawler, in file order: the groups of its first token that has
    /// any, or the groups of `*`.
    ///
    /// # Complexity
    ///
    /// Linear in the names of the file; with an index, in the groups that apply, after
    /// [`audience`](Self::audience).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /y\nUser-agent: A\nDisallow: /z");
    /// let lines = |agent| robots.groups_for(agent).iter().map(|group| group.line()).collect::<Vec<_>>();
    /// assert_eq!(lines("a"), [1, 5]);
    /// assert_eq!(lines("b"), [3]);
    /// ```
    #[must_use]
    pub fn groups_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Vec<Group<'_>> {
        let agents = agents.into();
        match self.audience(&agents) {
            Some(audience) => self.select_audience(audience).groups().collect(),
            None => self.select(agents).groups().collect(),
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use alloc::string::String;
    use serde::ser::{SerializeSeq, SerializeStruct};
    use serde::{Serialize, Serializer};

    use super::{Explanation, MatchingRule};

    impl Serialize for MatchingRule<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("MatchingRule", 5)?;
            fields.serialize_field("rule", &self.rule)?;
            fields.serialize_field("start", &self.rule.span().unwrap_or_default().start)?;
            fields.serialize_field("canonical_pattern", &String::from_utf8_lossy(&self.canonical))?;
            fields.serialize_field("length", &(self.rule.length() as u32))?;
            fields.serialize_field("lost_by", &self.lost_by)?;
            fields.end()
        }
    }

    /// The lines on which groups begin.
    struct GroupLines<'e>(&'e Explanation<'e>);

    impl Serialize for GroupLines<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let groups = self.0.groups();
            let mut lines = serializer.serialize_seq(Some(groups.len()))?;
            for group in groups {
                lines.serialize_element(&group.line())?;
            }
            lines.end()
        }
    }

    impl Serialize for Explanation<'_> {
        /// The verdict, the lines on which its groups begin (`group_lines`), the rules that match,
        /// and how many groups and rules are not listed.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Explanation", 5)?;
            fields.serialize_field("verdict", self.verdict())?;
            fields.serialize_field("group_lines", &GroupLines(self))?;
            fields.serialize_field("omitted_groups", &self.omitted_groups)?;
            fields.serialize_field("rules", self.rules())?;
            fields.serialize_field("omitted_rules", &self.omitted_rules)?;
            fields.end()
        }
    }
}
