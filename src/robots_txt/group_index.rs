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
use crate::syntax::names::{AgentList, Names, Rank};
#[cfg(any(test, feature = "diff"))]
use crate::syntax::record::Record;

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
    let ranked = candidates.filter_map(|(number, group)| {
        let values = group.agent_values();
        let ranks = values.filter_map(|value| names.rank(value).map(|(rank, _)| rank));
        ranks.min().map(|rank| (number, rank, group))
    });
    best_of(dialect, &names, ranked)
}

/// Chooses among some groups, given in file order with their numbers and ranks.
fn best_of<G>(
    dialect: &Dialect,
    names: &Names<'_>,
    ranked: impl Iterator<Item = (usize, Rank, G)>,
) -> (Applying, Vec<G>) {
    let mut best = BestGroups::new(dialect);
    let mut named = Vec::new();
    for (number, rank, group) in ranked {
        // A group takes a line of its own at least, and there are less than 4 GiB of them.
        if best.consider(number as u32, rank) {
            named.clear();
        }
        named.push((number, rank, group));
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
#[derive(Clone, Debug)]
pub(crate) struct GroupIndex<'r> {
    robots: &'r RobotsTxt<'r>,
    dialect: Dialect,
    groups: Vec<Group<'r>>,
    /// By name in lower case: the name as first written, and the numbers of its groups.
    by_name: BTreeMap<Vec<u8>, (&'r [u8], Vec<usize>)>,
    /// Where names contain one another, the bytes of each name, in the order of [`by_name`](Self::by_name).
    bytes: Vec<Bytes>,
}

/// Which bytes a text holds, of 64 kinds: a text that is contained in another holds nothing that the other does not. This tells nearly all
/// names apart before they are compared.
#[cfg(any(test, feature = "diff"))]
#[derive(Clone, Copy, Debug)]
struct Bytes(u64);

#[cfg(any(test, feature = "diff"))]
impl Bytes {
    fn of(text: &[u8]) -> Self {
        let bits = text.iter().map(|byte| 1 << (byte.to_ascii_lowercase() & 63));
        Self(bits.fold(0, |all, bit: u64| all | bit))
    }

    fn may_contain(self, part: Self) -> bool {
        part.0 & !self.0 == 0
    }
}

#[cfg(any(test, feature = "diff"))]
impl<'r> GroupIndex<'r> {
    /// Linear in the file, and `n log n` in the number of names.
    pub(crate) fn new(robots: &'r RobotsTxt<'r>) -> Self {
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
        let dialect = robots.dialect();
        let bytes = match dialect.name_test() {
            NameTest::ProductToken | NameTest::LettersWhole => Vec::new(),
            // What is contained in a crawler's name is cut as that is.
            test @ NameTest::ValueInName => {
                let names = by_name.keys();
                names.map(|name| Bytes::of(names::cut(test, name))).collect()
            }
            NameTest::NameInValue => by_name.keys().map(|name| Bytes::of(name)).collect(),
        };
        Self {
            robots,
            dialect,
            groups,
            by_name,
            bytes,
        }
    }

    pub(crate) fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    /// The lines of some groups. To a crawler to which these groups apply, they say what the whole file says: lines of other
    /// groups are skipped anyway, and where two groups become neighbors, so that they count as one, both applied already.
    pub(crate) fn records<'i>(&'i self, applying: &'i Applying) -> impl Iterator<Item = Record> + 'i {
        let groups = applying.groups.iter().map(|number| &self.groups[*number]);
        groups.flat_map(|group| group.records().iter().copied())
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
    /// Where whole names are compared, `n log n` in the number of groups that have one of the crawler's names or `*`, however many names they have;
    /// where names contain one another, linear in the number of names, of which few are compared.
    pub(crate) fn applying(&self, agents: &AgentList<'_>) -> Applying {
        let names = Names::new(&self.dialect, agents);
        let mut candidates: Vec<(usize, Rank)> = Vec::new();
        match self.dialect.name_test() {
            NameTest::ProductToken | NameTest::LettersWhole => {
                for (label, numbers) in self.entries(agents) {
                    let Some((rank, _)) = names.rank(label) else {
                        continue;
                    };
                    // Entries come in the order of their ranks, so that no better one follows.
                    if candidates.first().is_some_and(|(_, best)| rank > *best) {
                        break;
                    }
                    candidates.extend(numbers.iter().map(|number| (*number, rank)));
                }
            }
            test @ (NameTest::ValueInName | NameTest::NameInValue) => {
                let own = agents.tokens().map(|token| names::cut(test, token.as_bytes()));
                let family = self.dialect.family().map(str::as_bytes);
                let own: Vec<Bytes> = own.chain(family).map(Bytes::of).collect();
                for ((label, numbers), bytes) in self.by_name.values().zip(&self.bytes) {
                    let may_name = |own: &Bytes| match test {
                        NameTest::ValueInName => own.may_contain(*bytes),
                        _ => bytes.may_contain(*own),
                    };
                    if (*label == b"*" || own.iter().any(may_name))
                        && let Some((rank, _)) = names.rank(label)
                    {
                        candidates.extend(numbers.iter().map(|number| (*number, rank)));
                    }
                }
            }
        }
        // The best rank of each group.
        candidates.sort_unstable();
        candidates.dedup_by_key(|(number, _)| *number);
        let ranked = candidates.into_iter().map(|(number, rank)| (number, rank, ()));
        best_of(&self.dialect, &names, ranked).0
    }

    /// The entries of the names that a crawler may go by, where whole names are compared, in the order of their ranks.
    fn entries(&self, agents: &AgentList<'_>) -> impl Iterator<Item = &(&'r [u8], Vec<usize>)> {
        let test = self.dialect.name_test();
        let tokens = agents
            .tokens()
            .map(move |token| names::cut(test, token.as_bytes()).to_ascii_lowercase());
        let family = self
            .dialect
            .family()
            .map(|family| family.to_ascii_lowercase().into_bytes());
        let names = tokens.chain(family).chain([b"*".to_vec()]);
        names.filter_map(|name| self.by_name.get(&name))
    }

    /// The name by which groups apply to a crawler, as a verdict cites it. `None` where no group applies, and where names contain one another.
    pub(crate) fn label(&self, agents: &AgentList<'_>, applying: &Applying) -> Option<&'r [u8]> {
        if matches!(
            self.dialect.name_test(),
            NameTest::ValueInName | NameTest::NameInValue
        ) {
            return None;
        }
        let first = applying.groups.first()?;
        let named = |(_, numbers): &&(&[u8], Vec<usize>)| numbers.binary_search(first).is_ok();
        self.entries(agents).find(named).map(|(label, _)| *label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_what_a_question_finds() {
        let body = b"User-agent: Yandex\nDisallow: /1\nUser-agent: a\nUser-agent: *\nDisallow: /2\n\n\
            User-agent: YandexBot\nDisallow: /3\nUser-agent: ab\nDisallow: /4\nUser-agent: A\nDisallow: /5\n\nUser-agent: 008\nDisallow: /6\n\n\
            User-agent: b/2.1 c\nDisallow: /7\n\nUser-agent: bc ab\nDisallow: /8\n";
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
                "bc",
                "B/3",
                "c ab/1",
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
                for url in ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/robots.txt"] {
                    let own = robots.check_records(index.records(&found), agents, url.into());
                    assert_eq!(own, robots.check(agents, url), "{name} {agent} {url}");
                    if let Some(label) = index.label(agents, &found)
                        && url != "/robots.txt"
                    {
                        assert_eq!(own.group_name(), Some(label), "{name} {agent} {url}");
                    }
                }
            }
        }
    }
}
