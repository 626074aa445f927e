//! The groups of a file by the names on them, to find those that apply to many crawlers.

#[cfg(any(test, feature = "diff"))]
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

#[cfg(any(test, feature = "diff"))]
use super::RobotsTxt;
use super::group::Group;
use crate::dialect::Dialect;
#[cfg(any(test, feature = "diff"))]
use crate::dialect::NameTest;
use crate::matching::selection::BestGroups;
#[cfg(any(test, feature = "diff"))]
use crate::syntax::names;
use crate::syntax::names::{AgentList, Names};

/// The groups that apply to a crawler.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Applying {
    /// Their numbers in file order, ascending from 0.
    pub(crate) groups: Vec<usize>,
    /// They name the crawler, or its family; otherwise they are those of `*`.
    pub(crate) is_named: bool,
}

/// Chooses among some groups, given in file order with their numbers, those that apply to a crawler.
pub(super) fn applying<'r>(
    dialect: &Dialect,
    agents: &AgentList<'_>,
    candidates: impl Iterator<Item = (usize, Group<'r>)>,
) -> (Applying, Vec<Group<'r>>) {
    let names = Names::new(dialect, agents);
    let mut best = BestGroups::new(dialect);
    let mut named = Vec::new();
    for (number, group) in candidates {
        let ranks = group
            .agent_values()
            .filter_map(|value| names.rank(value).map(|(rank, _)| rank));
        if let Some(rank) = ranks.min() {
            // A group takes a line of its own at least, and there are less than 4 GiB of them.
            if best.consider(number as u32, rank) {
                named.clear();
            }
            named.push((number, rank, group));
        }
    }
    named.retain(|(number, rank, _)| best.applies(*number as u32, *rank));
    let applying = Applying {
        groups: named.iter().map(|(number, ..)| *number).collect(),
        is_named: named
            .first()
            .is_some_and(|(_, rank, _)| !names.is_star_rank(*rank)),
    };
    (applying, named.into_iter().map(|(_, _, group)| group).collect())
}

/// The groups of a file, by name.
#[cfg(any(test, feature = "diff"))]
pub(crate) struct GroupIndex<'r> {
    dialect: Dialect,
    groups: Vec<Group<'r>>,
    /// By name in lower case: the name as first written, and the numbers of its groups.
    by_name: BTreeMap<Vec<u8>, (&'r [u8], Vec<usize>)>,
}

#[cfg(any(test, feature = "diff"))]
impl<'r> GroupIndex<'r> {
    /// Linear in the file, and `n log n` in the number of names.
    pub(crate) fn new(robots: &'r RobotsTxt<'_>) -> Self {
        let groups: Vec<Group<'r>> = robots.groups().collect();
        let mut by_name: BTreeMap<Vec<u8>, (&[u8], Vec<usize>)> = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            // Also the empty name of a line such as `008`: Google's library takes it for that of a crawler without a name.
            for label in group.agents() {
                let (_, own) = by_name
                    .entry(label.to_ascii_lowercase())
                    .or_insert((label, Vec::new()));
                if own.last() != Some(&number) {
                    own.push(number);
                }
            }
        }
        Self {
            dialect: robots.dialect(),
            groups,
            by_name,
        }
    }

    pub(crate) fn groups(&self) -> &[Group<'r>] {
        &self.groups
    }

    /// Every name in lower case, and as first written.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&[u8], &'r [u8])> {
        let named = self.by_name.iter().filter(|(name, _)| !name.is_empty());
        named.map(|(name, (label, _))| (&name[..], *label))
    }

    /// The groups that apply to a crawler.
    ///
    /// # Complexity
    ///
    /// Where whole names are compared, linear in the groups that have one of the crawler's names or `*`; where names contain one
    /// another, in all groups.
    pub(crate) fn applying(&self, agents: &AgentList<'_>) -> Applying {
        let test = self.dialect.name_test();
        let numbered = |number: usize| (number, self.groups[number]);
        let (applying, _) = match test {
            NameTest::ProductToken | NameTest::LettersWhole => {
                let tokens = agents.tokens().map(|token| names::cut(test, token.as_bytes()));
                let family = self.dialect.family().map(str::as_bytes);
                let mut candidates: Vec<usize> = tokens
                    .chain(family)
                    .chain([&b"*"[..]])
                    .filter_map(|name| self.by_name.get(&name.to_ascii_lowercase()))
                    .flat_map(|(_, numbers)| numbers.iter().copied())
                    .collect();
                candidates.sort_unstable();
                candidates.dedup();
                applying(&self.dialect, agents, candidates.into_iter().map(numbered))
            }
            NameTest::ValueInName | NameTest::NameInValue => {
                applying(&self.dialect, agents, self.groups.iter().copied().enumerate())
            }
        };
        applying
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_what_a_question_finds() {
        let body = b"User-agent: Yandex\nDisallow: /1\nUser-agent: a\nUser-agent: *\nDisallow: /2\n\n\
            User-agent: YandexBot\nDisallow: /3\nUser-agent: ab\nDisallow: /4\nUser-agent: A\nDisallow: /5\n\nUser-agent: 008\nDisallow: /6\n";
        for (name, dialect) in Dialect::PRESETS.iter().copied() {
            let robots = RobotsTxt::options().dialect(dialect).parse(body);
            let index = GroupIndex::new(&robots);
            for agent in [
                "a",
                "ab",
                "abc",
                "b",
                "YandexBot",
                "YandexImages",
                "Yandex",
                "*",
                "",
            ] {
                let agents = &AgentList::from(agent);
                let (expected, _) = applying(&dialect, agents, robots.groups().enumerate());
                let found = index.applying(agents);
                assert_eq!(found, expected, "{name} {agent}");
                let lines = |applying: &Applying| -> Vec<u32> {
                    applying
                        .groups
                        .iter()
                        .map(|&number| index.groups()[number].line())
                        .collect()
                };
                let by_question: Vec<u32> = robots.groups_for(agents).iter().map(Group::line).collect();
                assert_eq!(lines(&found), by_question, "{name} {agent}");
            }
        }
    }
}
