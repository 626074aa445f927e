//! The groups of a file by the names on them, to find those that apply to many crawlers.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::RobotsTxt;
use super::containment::Containment;
use super::explanation::Explanation;
use super::group::Group;
use crate::dialect::{Dialect, GroupChoice, NameTest};
use crate::matching::selection::BestGroups;
use crate::matching::target::Target;
use crate::matching::verdict::Verdict;
use crate::rules::Rules;
use crate::sorting::{sort_by, sort_by_key};
use crate::syntax::grouping::{Grouping, Place};
use crate::syntax::keys::{Key, Scope};
use crate::syntax::names::{self, AgentList, Names, Rank};
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
        // A group takes at least one line of its own, and lines take less than 4 GiB in total.
        if best.consider(number as u32, rank) && !best.adds_up() {
            named.clear();
        }
        named.push((number, rank, group));
    }
    named.retain(|(number, rank, _)| best.applies(*number as u32, *rank));
    let applying = Applying {
        groups: named.iter().map(|(number, ..)| *number).collect(),
        is_named: !named.is_empty() && !names.is_star_rank(best.rank()),
    };
    (applying, named.into_iter().map(|(_, _, group)| group).collect())
}

/// A name, and the groups that have it.
#[derive(Clone, Debug)]
struct Named<'r> {
    /// In lower case, or as it is [`compared`](names::compared).
    key: Vec<u8>,
    /// As first written.
    label: &'r [u8],
    /// Their numbers, ascending, and which of all names it is in each, counted through the file.
    groups: Vec<(usize, usize)>,
}

/// The names of a file where names contain one another.
///
/// Thousands of names may differ only in what is not compared, as `foo/1`, `foo/2` and so on. They are one name here, or each of thousands of
/// crawlers that contain it would have to be told all of them.
#[derive(Clone, Debug)]
struct Contained<'r> {
    /// Those that can be a crawler's name, in the order of what is compared; so `*` is none of them.
    names: Vec<Named<'r>>,
    /// Which of them contain a text or are contained in it, by number.
    containment: Containment,
}

impl<'r> Contained<'r> {
    fn new(test: NameTest, by_name: &[Named<'r>]) -> Option<Self> {
        if !test.is_by_containment() {
            return None;
        }
        let compared = by_name
            .iter()
            .filter_map(|name| Some((names::compared(test, &name.key)?, name)));
        let mut compared: Vec<(Vec<u8>, &Named<'r>)> = compared.collect();
        sort_by(&mut compared, |(a, _), (b, _)| a.cmp(b));
        let alike = compared.chunk_by(|(a, _), (b, _)| a == b);
        let names: Vec<Named<'r>> = alike.filter_map(joined).collect();
        let keys = names.iter().map(|name| &name.key[..]);
        let containment = match test {
            NameTest::NameInValue => Containment::around(keys),
            _ => Containment::inside(keys),
        };
        Some(Self { names, containment })
    }

    /// The numbers of the names that are a crawler's, with their ranks, in any order. A name was [`compared`](names::compared) if it can be a
    /// crawler's name; so each that is found is one, and has the rank of what it was found by.
    fn numbers(&self, names: &Names<'_>) -> Vec<(usize, Rank)> {
        let sought: Vec<(Rank, Vec<u8>)> = names.sought().collect();
        let found = sought.iter().flat_map(|(rank, name)| {
            let found = self.containment.of(name).into_iter();
            found.map(move |number| (number, *rank))
        });
        let mut found: Vec<(usize, Rank)> = found.collect();
        if sought.len() > 1 {
            // The best rank of each name.
            found.sort_unstable();
            found.dedup_by_key(|(number, _)| *number);
        }
        found
    }

    /// The names that have these numbers.
    fn named(&self, numbers: Vec<(usize, Rank)>) -> impl Iterator<Item = (&Named<'r>, Rank)> {
        let numbers = numbers.into_iter();
        numbers.map(|(number, rank)| (&self.names[number], rank))
    }
}

/// One name of all those that are compared as the same text.
fn joined<'r>(alike: &[(Vec<u8>, &Named<'r>)]) -> Option<Named<'r>> {
    let groups = alike.iter().flat_map(|(_, name)| name.groups.iter().copied());
    let mut groups: Vec<(usize, usize)> = groups.collect();
    groups.sort_unstable();
    groups.dedup_by_key(|(number, _)| *number);
    let position = |name: &Named<'_>| name.groups.first().map(|(_, position)| *position);
    let (key, first) = alike.iter().min_by_key(|(_, name)| position(name))?;
    Some(Named {
        key: key.clone(),
        label: first.label,
        groups,
    })
}

/// The groups of a file by the names on them, for questions by many crawlers.
///
/// [`RobotsTxt`] reads the whole file to find the groups that apply to a crawler. That is the fastest way for
/// a few crawlers; for thousands that a file names, it would take time quadratic in the file. The index finds
/// them without reading the file again, and its answers are those of [`RobotsTxt`].
///
/// # Examples
///
/// ```
/// use robots_exclusion::{GroupIndex, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n");
/// let index = GroupIndex::new(&robots);
/// let names = index.names().map(String::from_utf8_lossy);
/// let closed = names.filter(|name| !index.check(&**name, "/x").is_allowed());
/// assert_eq!(closed.collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[derive(Clone)]
pub struct GroupIndex<'r> {
    robots: &'r RobotsTxt<'r>,
    dialect: Dialect,
    groups: Vec<Group<'r>>,
    /// The names in the order of their letters in lower case.
    by_name: Vec<Named<'r>>,
    /// Those that can be a crawler's name, where names contain one another.
    contained: Option<Contained<'r>>,
    /// Lines of no group that a crawler's rules may hold, such as licenses.
    outside: Vec<Record>,
}

impl fmt::Debug for GroupIndex<'_> {
    /// What the file is, and how many names it has.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupIndex")
            .field("robots", self.robots)
            .field("names", &self.by_name.len())
            .finish_non_exhaustive()
    }
}

impl<'r> GroupIndex<'r> {
    /// Sorts the groups of a file by their names.
    ///
    /// # Complexity
    ///
    /// Linear in the file, and `n log n` in the number of names.
    #[must_use]
    pub fn new(robots: &'r RobotsTxt<'r>) -> Self {
        let groups: Vec<Group<'r>> = robots.groups().collect();
        let mut by_key: BTreeMap<Vec<u8>, Named<'r>> = BTreeMap::new();
        let mut count = 0;
        for (number, group) in groups.iter().enumerate() {
            // Also the empty name of a line such as `008`: Google's library takes it for that of a crawler without a name.
            for label in group.agents() {
                let key = label.to_ascii_lowercase();
                let named = by_key.entry(key).or_insert_with_key(|key| Named {
                    key: key.clone(),
                    label,
                    groups: Vec::new(),
                });
                if named.groups.last().is_none_or(|(last, _)| *last != number) {
                    named.groups.push((number, count));
                }
                count += 1;
            }
        }
        let by_name: Vec<Named<'r>> = by_key.into_values().collect();
        let dialect = robots.dialect();
        let mut grouping = Grouping::new(&dialect);
        // All others mean nothing there, and there may be thousands, for thousands of crawlers.
        let is_outside = |record: &&Record| {
            let place = grouping.follow(record.tag().role());
            let key = record.kind().and_then(Key::of);
            place == Place::Outside && key.is_some_and(|key| key.scope == Scope::GroupOrSite)
        };
        let outside = robots.records().iter().filter(is_outside).copied().collect();
        Self {
            robots,
            dialect,
            groups,
            contained: Contained::new(dialect.name_test(), &by_name),
            by_name,
            outside,
        }
    }

    /// The file.
    #[must_use]
    pub fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    /// The lines of some groups, by their numbers. To a crawler to which these groups apply, they say what the whole file says: lines of other
    /// groups are skipped anyway, and if two groups become neighbors and so count as one, both applied
    /// already.
    pub(crate) fn records<'i>(&'i self, groups: &'i [usize]) -> impl Iterator<Item = Record> + 'i {
        let groups = groups.iter().map(|number| &self.groups[*number]);
        groups.flat_map(|group| group.records().iter().copied())
    }

    #[cfg(any(test, feature = "diff"))]
    pub(crate) fn groups(&self) -> &[Group<'r>] {
        &self.groups
    }

    /// The names of all groups ([`Group::agents`]), `*` among them, in file order. A name that appears
    /// several times is listed once, as first written, whatever the case of its letters.
    ///
    /// # Complexity
    ///
    /// `n log n` in the number of names.
    pub fn names(&self) -> impl Iterator<Item = &'r [u8]> + use<'r> {
        let mut named: Vec<&Named<'r>> = self.by_name.iter().collect();
        sort_by_key(&mut named, |name| {
            name.groups.first().map(|(_, position)| *position)
        });
        let labels: Vec<&'r [u8]> = named.into_iter().map(|name| name.label).collect();
        labels.into_iter()
    }

    /// Every name in lower case, and as first written, in the order of the former; without that of a crawler without a name.
    #[cfg(feature = "diff")]
    pub(crate) fn sorted_names(&self) -> impl Iterator<Item = (&[u8], &'r [u8])> {
        let named = self.by_name.iter().filter(|name| !name.key.is_empty());
        named.map(|name| (&name.key[..], name.label))
    }

    /// The groups that apply to a crawler, as [`RobotsTxt::groups_for`] finds them.
    ///
    /// # Complexity
    ///
    /// Where whole names are compared, `n log n` in the number of groups that have one of the crawler's names or `*`, however many names they have;
    /// where names contain one another ([`NameTest`]), `n log n` in the length of the crawler's names and in the number of the names that contain
    /// them or are contained in them, and of the groups of these.
    #[must_use]
    pub fn groups_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Vec<Group<'r>> {
        let applying = self.applying(&agents.into());
        applying
            .groups
            .into_iter()
            .map(|number| self.groups[number])
            .collect()
    }

    /// The name by which groups apply to a crawler, as [`Verdict::group_name`] cites it: as the first User-agent line that names the crawler
    /// spells it, or `*`. `None` where no group applies.
    ///
    /// # Complexity
    ///
    /// That of [`groups_for`](Self::groups_for).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{GroupIndex, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /a\n\nUser-agent: foobot\nUser-agent: *\nDisallow: /b\n");
    /// let index = GroupIndex::new(&robots);
    /// assert_eq!(index.name_for("foobot"), Some(&b"FooBot"[..]));
    /// assert_eq!(index.name_for("BarBot"), Some(&b"*"[..]));
    /// ```
    #[must_use]
    pub fn name_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Option<&'r [u8]> {
        let agents = agents.into();
        let names = Names::new(&self.dialect, &agents);
        let ranked = self.ranked(&names, &agents);
        if is_unnamed(&names, &ranked) {
            return ranked.first().map(|(star, _)| star.label);
        }
        label_of(&ranked, &self.applying_of(&names, &ranked))
    }

    /// The verdict on one question, as [`RobotsTxt::check`] gives it.
    ///
    /// # Complexity
    ///
    /// That of [`groups_for`](Self::groups_for) and of [`RobotsTxt::check`] for a file of these groups alone.
    pub fn check<'q>(&self, agents: impl Into<AgentList<'q>>, url: impl Into<Target<'q>>) -> Verdict<'r> {
        let agents = agents.into();
        self.check_of(&self.applying(&agents).groups, &agents, url.into())
    }

    /// The verdict on one question and the rules that match, as [`RobotsTxt::explain`] gives them.
    ///
    /// # Complexity
    ///
    /// That of [`groups_for`](Self::groups_for) and of [`RobotsTxt::explain`] for a file of these groups alone.
    #[must_use]
    pub fn explain<'q>(
        &self,
        agents: impl Into<AgentList<'q>>,
        url: impl Into<Target<'q>>,
    ) -> Explanation<'r> {
        let agents = agents.into();
        let applying = self.applying(&agents);
        let groups = applying
            .groups
            .iter()
            .map(|number| self.groups[*number])
            .collect();
        let records: Vec<Record> = self.records(&applying.groups).collect();
        let explain = |names: Names<'_>| self.robots.explain_records(&records, groups, names, url.into());
        self.with_names(&agents, explain)
    }

    /// The rules that apply to a crawler, compiled, as [`RobotsTxt::rules_for`] compiles them.
    ///
    /// # Complexity
    ///
    /// That of [`groups_for`](Self::groups_for) and of [`RobotsTxt::rules_for`] for a file of these groups and of the lines outside all groups that
    /// mean something, `Sitemap` lines left out.
    #[must_use]
    pub fn rules_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Rules {
        let agents = agents.into();
        let applying = self.applying(&agents);
        // Lines outside all groups stay outside if they come before the first one.
        let records = self.outside.iter().copied().chain(self.records(&applying.groups));
        self.robots.with_site_lines(self.compile(records, &agents))
    }

    /// The verdict by groups that apply to a crawler: all of them, or some.
    pub(crate) fn check_of(
        &self,
        groups: &[usize],
        agents: &AgentList<'_>,
        target: Target<'_>,
    ) -> Verdict<'r> {
        self.with_names(agents, |names| {
            self.robots.check_records(self.records(groups), names, target)
        })
    }

    /// The rules of groups that apply to a crawler, all of them or some, without what is said outside groups.
    #[cfg(feature = "diff")]
    pub(crate) fn rules_of(&self, groups: &[usize], agents: &AgentList<'_>) -> Rules {
        self.compile(self.records(groups), agents)
    }

    fn compile(&self, records: impl Iterator<Item = Record>, agents: &AgentList<'_>) -> Rules {
        let records: Vec<Record> = records.collect();
        self.with_names(agents, |names| {
            Rules::compile(self.robots.body(), &records, &self.dialect, names)
        })
    }

    /// Asks for a crawler by its names, which know what the index knows.
    pub(crate) fn with_names<R>(&self, agents: &AgentList<'_>, ask: impl FnOnce(Names<'_>) -> R) -> R {
        let known = self.known(agents);
        ask(Names::new(&self.dialect, agents).knowing(known.as_deref()))
    }

    /// The names of the file that are a crawler's, if its own are so long that testing each name of a group for them would take
    /// long. They are what [`Names::knowing`] takes.
    pub(crate) fn known(&self, agents: &AgentList<'_>) -> Option<Vec<(&[u8], Rank)>> {
        /// A test takes time linear in the crawler's names, and finding a value among known ones about as long as a test for a name of this length.
        const LONG: usize = 64;
        let contained = self.contained.as_ref()?;
        let is_long = agents.tokens().map(str::len).sum::<usize>() > LONG;
        if !is_long || !contained.containment.is_inside() {
            return None;
        }
        let mut numbers = contained.numbers(&Names::new(&self.dialect, agents));
        // In the order of the names.
        numbers.sort_unstable();
        let named = contained.named(numbers);
        Some(named.map(|(name, rank)| (&name.key[..], rank)).collect())
    }

    /// Which groups apply to a crawler.
    pub(crate) fn applying(&self, agents: &AgentList<'_>) -> Applying {
        let names = Names::new(&self.dialect, agents);
        self.applying_of(&names, &self.ranked(&names, agents))
    }

    /// The same, and how many names and groups were looked at, which may be more than apply; `None` if no name is the crawler's, so that the same
    /// groups apply to it as to any other such crawler: those of `*`, if there are any.
    #[cfg(feature = "diff")]
    pub(crate) fn applying_by_name(&self, agents: &AgentList<'_>) -> Option<(Applying, usize)> {
        let names = Names::new(&self.dialect, agents);
        let ranked = self.ranked(&names, agents);
        let is_unnamed = agents.obeys_star() && is_unnamed(&names, &ranked);
        (!is_unnamed).then(|| {
            let applying = self.applying_of(&names, &ranked);
            let looked_at = ranked.len() + applying.groups.len();
            (applying, looked_at)
        })
    }

    fn applying_of(&self, names: &Names<'_>, ranked: &[(&Named<'r>, Rank)]) -> Applying {
        let best = ranked.iter().map(|(_, rank)| *rank).min();
        let choice = self.dialect.group_choice();
        let adds_up = choice == GroupChoice::MergeWithStar;
        let can_apply = ranked.iter().copied();
        let can_apply = can_apply.filter(|(_, rank)| adds_up || Some(*rank) == best);
        // There may be thousands of names, each of which has thousands of groups. Where one group applies, it is the first of all.
        let mut candidates: Vec<(usize, Rank)> = match choice {
            GroupChoice::First => {
                let firsts = can_apply.filter_map(|(name, rank)| Some((name.groups.first()?.0, rank)));
                firsts.min().into_iter().collect()
            }
            GroupChoice::Merge | GroupChoice::MergeWithStar => can_apply
                .flat_map(|(name, rank)| name.groups.iter().map(move |(number, _)| (*number, rank)))
                .collect(),
        };
        // The best rank of each group.
        candidates.sort_unstable();
        candidates.dedup_by_key(|(number, _)| *number);
        let ranked = candidates.into_iter().map(|(number, rank)| (number, rank, ()));
        best_of(&self.dialect, names, ranked).0
    }

    /// The names that are a crawler's or `*`, with their ranks.
    fn ranked(&self, names: &Names<'_>, agents: &AgentList<'_>) -> Vec<(&Named<'r>, Rank)> {
        let Some(contained) = &self.contained else {
            return self.ranked_alike(names, agents);
        };
        let mut ranked: Vec<_> = contained.named(contained.numbers(names)).collect();
        let star = names.star_rank().zip(self.written(names::STAR));
        ranked.extend(star.map(|(rank, name)| (name, rank)));
        ranked
    }

    /// The same where whole names are compared.
    fn ranked_alike(&self, names: &Names<'_>, agents: &AgentList<'_>) -> Vec<(&Named<'r>, Rank)> {
        self.alike(agents)
            .filter_map(|name| Some((name, names.rank_of_one(name.label)?)))
            .collect()
    }

    /// The names that are a crawler's whole names, or `*`.
    fn alike(&self, agents: &AgentList<'_>) -> impl Iterator<Item = &Named<'r>> {
        let test = self.dialect.name_test();
        let tokens = agents
            .tokens()
            .map(move |token| names::cut(test, token.as_bytes()).to_ascii_lowercase());
        let family = self
            .dialect
            .family()
            .map(|family| family.to_ascii_lowercase().into_bytes());
        let names = tokens.chain(family).chain([names::STAR.to_vec()]);
        names.filter_map(|name| self.written(&name))
    }

    /// The name that is written so, in lower case.
    fn written(&self, key: &[u8]) -> Option<&Named<'r>> {
        let found = self.by_name.binary_search_by(|own| own.key[..].cmp(key));
        found.ok().map(|number| &self.by_name[number])
    }

    /// The same where it is known which groups apply.
    #[cfg(any(test, feature = "diff"))]
    pub(crate) fn label(&self, agents: &AgentList<'_>, applying: &Applying) -> Option<&'r [u8]> {
        label_of(&self.ranked(&Names::new(&self.dialect, agents), agents), applying)
    }
}

/// Whether no name but `*` is the crawler's.
fn is_unnamed(names: &Names<'_>, ranked: &[(&Named<'_>, Rank)]) -> bool {
    ranked.iter().all(|(_, rank)| names.is_star_rank(*rank))
}

/// The name by which groups apply to a crawler, of those that are the crawler's.
fn label_of<'r>(ranked: &[(&Named<'r>, Rank)], applying: &Applying) -> Option<&'r [u8]> {
    let best = ranked.iter().map(|(_, rank)| *rank).min();
    let named = ranked.iter().filter(|(_, rank)| Some(*rank) == best);
    // The first name of the best rank. If one of the groups of such a name applies, its first one does: either all of them do, or only
    // the first group of all that have such a name.
    let labels = named.filter_map(|(name, _)| {
        let (number, position) = name.groups.first()?;
        let applies = applying.groups.binary_search(number).is_ok();
        applies.then_some((position, name.label))
    });
    labels.min().map(|(_, label)| label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::format;
    use alloc::string::String;
    use proptest::prelude::*;

    #[test]
    fn the_index_finds_what_a_question_finds() {
        let body = b"User-agent: Yandex\nDisallow: /1\nUser-agent: a\nUser-agent: *\nDisallow: /2\n\n\
            User-agent: YandexBot\nDisallow: /3\nUser-agent: ab\nDisallow: /4\nUser-agent: A\nDisallow: /5\n\nUser-agent: 008\nDisallow: /6\n\n\
            User-agent: b/2.1 c\nDisallow: /7\n\nUser-agent: bc ab\nDisallow: /8\n";
        let unnamed = [b"Disallow: /0\n", &body[..]].concat();
        let adding_up = Dialect::PRESETS.iter().map(|(name, dialect)| {
            let dialect = dialect.with_group_choice(GroupChoice::MergeWithStar);
            (*name, dialect.with_rules_before_groups(true), &unnamed[..])
        });
        let presets = Dialect::PRESETS
            .iter()
            .map(|(name, dialect)| (*name, *dialect, &body[..]));
        for (name, dialect, body) in presets.chain(adding_up) {
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
                for url in [
                    "/0",
                    "/1",
                    "/2",
                    "/3",
                    "/4",
                    "/5",
                    "/6",
                    "/7",
                    "/8",
                    "/robots.txt",
                ] {
                    let own = index.check(agents, url);
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

    /// A crawler that has this in its name is known by what it contains.
    const LONG: &str = "abBbaaBabbABabBAbaabbabBaABbabaabbAbabAbbbBabaaBBabaAbabbabBbbaBabaab";

    /// A crawler's name or a User-agent value: few letters, and whatever a test of names treats specially.
    fn name() -> impl Strategy<Value = String> {
        let parts = prop::sample::select(alloc::vec![
            "a", "b", "B", "ab", "*", "/", "%2A", "%61", "%C3%89", "\u{e9}", "\u{c9}", " ", ",", "Yan",
            "yandex", LONG, LONG
        ]);
        prop::collection::vec(parts, 0..4).prop_map(|parts| parts.concat())
    }

    fn dialect() -> impl Strategy<Value = Dialect> {
        let tests = prop::sample::select(alloc::vec![
            NameTest::ProductToken,
            NameTest::LettersWhole,
            NameTest::ValueInName,
            NameTest::NameInValue,
        ]);
        let choices = prop::sample::select(alloc::vec![
            GroupChoice::Merge,
            GroupChoice::First,
            GroupChoice::MergeWithStar,
        ]);
        let families = prop::sample::select(alloc::vec![
            None,
            None,
            Some("a"),
            Some("Yandex"),
            Some("*"),
            Some("")
        ]);
        (tests, choices, families, any::<bool>()).prop_map(|(test, choice, family, several)| {
            Dialect::RFC_9309
                .with_name_test(test)
                .with_group_choice(choice)
                .with_family(family)
                .with_several_names(several)
        })
    }

    proptest! {
        #[test]
        fn the_index_ranks_names_as_a_question_does(
            dialect in dialect(),
            names in prop::collection::vec((name(), any::<bool>()), 0..12),
            asked in prop::collection::vec(name(), 0..4),
            is_merged in any::<bool>(),
            obeys_star in any::<bool>(),
        ) {
            let mut body = String::new();
            for (name, ends_group) in &names {
                body += &format!("User-agent: {name}\n");
                if *ends_group {
                    body += &format!("Disallow: /{}\n", body.len());
                }
            }
            let robots = RobotsTxt::options().dialect(dialect).parse(body.as_bytes());
            let index = GroupIndex::new(&robots);
            let mut agents = AgentList::from(&asked);
            if is_merged {
                agents = agents.merged();
            }
            if !obeys_star {
                agents = agents.without_star();
            }
            let names = Names::new(&dialect, &agents);
            if let Some(contained) = &index.contained {
                let expected = contained.names.iter();
                let expected = expected.filter_map(|name| Some((name.label, names.rank_of_one(name.label)?)));
                let found = contained.named(contained.numbers(&names));
                let mut found: Vec<(&[u8], Rank)> = found.map(|(name, rank)| (name.label, rank)).collect();
                let mut expected: Vec<(&[u8], Rank)> = expected.collect();
                found.sort_unstable();
                expected.sort_unstable();
                prop_assert_eq!(found, expected);
                // All of these are compared as the one that is cited.
                let spelled = index.by_name.iter().filter(|name| name.label != names::STAR);
                let ranks = spelled.filter_map(|name| names.rank_of_one(name.label)).collect::<BTreeSet<_>>();
                prop_assert_eq!(contained.numbers(&names).iter().map(|(_, rank)| *rank).collect::<BTreeSet<_>>(), ranks);
            }
            let (expected, _) = applying(&dialect, &agents, robots.groups().enumerate());
            let found = index.applying(&agents);
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(index.check(&agents, "/4"), robots.check(&agents, "/4"));
            let label = index.label(&agents, &found);
            let verdict = robots.check(&agents, "/x");
            prop_assert_eq!(label, verdict.group_name());
            prop_assert_eq!(index.name_for(agents.clone()), label);
        }
    }
}
