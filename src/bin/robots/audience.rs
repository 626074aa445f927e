//! The crawlers that files name, sorted by the groups that apply to them.

use std::collections::{BTreeSet, HashMap};

use robots_exclusion::{AgentList, Group, GroupIndex};

use crate::crawlers::Asked;

/// The lower bound of [`most_read`], in bytes.
const MOST_READ: usize = 16_000_000;
/// What finding a group costs, counted in bytes.
const FOUND: usize = 16;

/// How many bytes of groups, and of the names by which they apply, may be read for all crawlers together, or to explain verdicts, in
/// files of `bytes` bytes in total, or in one file as several dialects read it. Where groups overlap, so that each of thousands of crawlers
/// has some lines of its own and thousands in common with others, the work would otherwise grow with their product. No
/// real file that we know of takes more than twelve million.
pub(crate) fn most_read(bytes: usize) -> usize {
    MOST_READ.max(2 * bytes)
}

/// What it costs to find groups and to read them, counted in bytes.
pub(crate) fn cost(groups: &[Group<'_>]) -> usize {
    FOUND * groups.len() + bytes(groups)
}

/// How long groups are together.
fn bytes<'g, 'r: 'g>(groups: impl IntoIterator<Item = &'g Group<'r>>) -> usize {
    groups.into_iter().map(|group| group.span().range().len()).sum()
}

/// Crawlers to which the same groups apply, in each of some files.
pub(crate) struct Audience {
    /// Their names.
    pub(crate) agents: Vec<String>,
    /// One of them.
    pub(crate) asked: Asked,
}

/// All crawlers that were asked about.
pub(crate) struct Audiences {
    /// In the order of their groups.
    pub(crate) audiences: Vec<Audience>,
    /// For each crawler, in the order given: the number of its audience, and its place among the agents
    /// there.
    pub(crate) members: Vec<(usize, usize)>,
    /// The names of those that were left out because there are too many.
    pub(crate) left_out: Vec<String>,
}

/// Lists of groups that apply to crawlers in one file.
struct Lists<'i, 'r> {
    index: &'i GroupIndex<'r>,
    /// The numbers of the lists by the lines of their groups.
    numbers: HashMap<Vec<u32>, usize>,
    /// How long the groups of each are together.
    bytes: Vec<usize>,
    /// The last one that was asked for, by the crawler's names as they are compared, and how long the name is by which it applies: in some dialects a
    /// whole line of the names of others.
    last: Option<(AgentList<'static>, usize, usize)>,
}

impl<'i, 'r> Lists<'i, 'r> {
    fn new(index: &'i GroupIndex<'r>) -> Self {
        Self {
            index,
            numbers: HashMap::new(),
            bytes: Vec::new(),
            last: None,
        }
    }

    /// The number of the list that applies to a crawler, and what it cost to find it and costs to name it, counted in bytes.
    fn of(&mut self, agents: &AgentList<'_>) -> (usize, usize) {
        let compared = agents.compared_in(&self.index.robots().dialect());
        if let Some((known, number, named)) = &self.last
            && *known == compared
        {
            return (*number, *named);
        }
        let groups = self.index.groups_for(agents);
        let next = self.bytes.len();
        let lines = groups.iter().map(Group::line).collect();
        let number = *self.numbers.entry(lines).or_insert(next);
        if number == next {
            self.bytes.push(bytes(&groups));
        }
        let named = self.index.name_for(agents.clone()).map_or(0, <[u8]>::len);
        self.last = Some((compared, number, named));
        (number, FOUND * groups.len() + named)
    }

    /// For each list, its place among all of them in the order of their lines.
    fn places(self) -> Vec<usize> {
        places_of(self.numbers.into_iter().collect())
    }
}

/// Sorts crawlers by the groups that apply to them: in several files, or in one file as several dialects read it. `left` is how much of [`most_read`] is
/// left, before and after.
pub(crate) fn audiences<'i, 'r: 'i>(
    files: impl Iterator<Item = &'i GroupIndex<'r>>,
    asked: Vec<Asked>,
    left: &mut usize,
) -> Audiences {
    let mut files: Vec<Lists<'_, '_>> = files.map(Lists::new).collect();
    // Names that differ only in what no dialect compares come one after another, so that their groups, of which there may be thousands, are found once.
    let mut in_order: Vec<usize> = (0..asked.len()).collect();
    in_order.sort_by_cached_key(|number| asked[*number].name().to_ascii_lowercase());
    // The audiences by the numbers of their lists, and that of each crawler, as far as they are found.
    let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut of_crawlers: Vec<Option<usize>> = vec![None; asked.len()];
    for crawler in in_order {
        if *left == 0 {
            break;
        }
        let agents = asked[crawler].list();
        let mut cost = 0;
        let lists = files.iter_mut().map(|file| {
            let (list, found) = file.of(&agents);
            cost += found;
            list
        });
        let lists: Vec<usize> = lists.collect();
        *left = left.saturating_sub(cost);
        let next = numbers.len();
        let number = *numbers.entry(lists).or_insert_with_key(|lists| {
            // This reads the groups, which may be long, so it is done for the first crawler only.
            let bytes = files.iter().zip(lists).map(|(file, list)| file.bytes[*list]);
            *left = left.saturating_sub(bytes.sum());
            next
        });
        of_crawlers[crawler] = Some(number);
    }
    // In the order of the groups.
    let places: Vec<Vec<usize>> = files.into_iter().map(Lists::places).collect();
    let in_order = numbers.into_iter().map(|(mut lists, number)| {
        let places = places.iter().zip(&mut lists);
        places.for_each(|(places, list)| *list = places[*list]);
        (lists, number)
    });
    let places = places_of(in_order.collect());
    let mut audiences: Vec<Option<Audience>> = places.iter().map(|_| None).collect();
    let (mut members, mut left_out) = (Vec::new(), Vec::new());
    for (asked, number) in asked.into_iter().zip(of_crawlers) {
        let name = asked.name().to_owned();
        let Some(number) = number else {
            left_out.push(name);
            continue;
        };
        let place = places[number];
        let audience = audiences[place].get_or_insert_with(|| Audience {
            agents: Vec::new(),
            asked,
        });
        members.push((place, audience.agents.len()));
        audience.agents.push(name);
    }
    Audiences {
        audiences: audiences.into_iter().flatten().collect(),
        members,
        left_out,
    }
}

/// For numbers from 0, each with a key of its own, their places in the order of the keys.
fn places_of<K: Ord>(mut numbered: Vec<(K, usize)>) -> Vec<usize> {
    numbered.sort_unstable();
    let mut places = vec![0; numbered.len()];
    for (place, (_, number)) in numbered.into_iter().enumerate() {
        places[number] = place;
    }
    places
}

/// `*` for the crawlers that no group names, and those that files name, each once.
pub(crate) fn named<'i, 'r: 'i>(files: impl Iterator<Item = &'i GroupIndex<'r>>) -> Vec<Asked> {
    let mut seen = BTreeSet::from(["*".to_owned()]);
    let mut named = vec![Asked::named("*")];
    for name in files.flat_map(GroupIndex::names) {
        let name = String::from_utf8_lossy(name);
        if seen.insert(name.to_ascii_lowercase()) {
            named.push(Asked::named(name));
        }
    }
    named
}
