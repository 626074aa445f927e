//! The crawlers that files name, sorted by the groups that apply to them.

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::{Group, GroupIndex};

use crate::crawlers::Asked;

/// The lower bound of [`most_read`], in bytes.
const MOST_READ: usize = 10_000_000;
/// What finding a group costs, counted in bytes.
const FOUND: usize = 16;

/// How many bytes of groups may be read for all crawlers together, or to explain verdicts, in files of `bytes` bytes in total, or in
/// one file as several dialects read it. Where groups overlap, so that each of thousands of crawlers has some
/// lines of its own and thousands in common with others, the work would otherwise grow with their product. No
/// real file that we know of takes more than nine million.
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

/// Sorts crawlers by the groups that apply to them: in several files, or in one file as several dialects read it. `left` is how much of [`most_read`] is
/// left, before and after.
pub(crate) fn audiences<'i, 'r: 'i>(
    files: impl Iterator<Item = &'i GroupIndex<'r>> + Clone,
    asked: Vec<Asked>,
    left: &mut usize,
) -> Audiences {
    let mut numbers: BTreeMap<Vec<Vec<u32>>, usize> = BTreeMap::new();
    let (mut audiences, mut members): (Vec<Audience>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let mut asked = asked.into_iter();
    while *left > 0
        && let Some(next) = asked.next()
    {
        let agents = next.list();
        let groups: Vec<Vec<Group<'_>>> = files.clone().map(|index| index.groups_for(&agents)).collect();
        *left = left.saturating_sub(FOUND * groups.iter().map(Vec::len).sum::<usize>());
        let lines = |groups: &Vec<Group<'_>>| groups.iter().map(Group::line).collect();
        let key = groups.iter().map(lines).collect();
        let number = *numbers.entry(key).or_insert(audiences.len());
        if number == audiences.len() {
            // This reads the groups, which may be long, so it is done for the first crawler only.
            *left = left.saturating_sub(bytes(groups.iter().flatten()));
            audiences.push(Audience {
                agents: Vec::new(),
                asked: next.clone(),
            });
        }
        let agents = &mut audiences[number].agents;
        members.push((number, agents.len()));
        agents.push(next.name().to_owned());
    }
    // In the order of the groups.
    let mut places = vec![0; audiences.len()];
    for (place, number) in numbers.into_values().enumerate() {
        places[number] = place;
    }
    members
        .iter_mut()
        .for_each(|(number, _)| *number = places[*number]);
    let mut placed = places.into_iter();
    audiences.sort_by_cached_key(|_| placed.next());
    Audiences {
        audiences,
        members,
        left_out: asked.map(|asked| asked.name().to_owned()).collect(),
    }
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
