//! The crawlers that are asked about, sorted by the groups that apply to them.

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::agents::ALL;
use robots_exclusion::decide::{Budget, Policy};
use robots_exclusion::{Audience, RobotsTxt};

use crate::crawlers::Asked;

/// Crawlers to which the same groups apply, in each of some files.
pub(crate) struct Readers {
    /// Their names, as they were written.
    pub(crate) agents: Vec<String>,
    /// The tokens by which they go first, in the same order.
    pub(crate) crawlers: Vec<String>,
    /// One of them.
    pub(crate) asked: Asked,
    /// Their audience in each file.
    pub(crate) audiences: Vec<Audience>,
}

/// All crawlers that were asked about.
pub(crate) struct Audiences {
    pub(crate) readers: Vec<Readers>,
    /// For each crawler, in the order given: the number of its readers, and its place among the agents
    /// there.
    pub(crate) members: Vec<(usize, usize)>,
    /// How many were skipped, because the budget does not allow to cite the names by which groups apply to them.
    pub(crate) skipped: usize,
}

/// Sorts crawlers by the groups that apply to them: in several files, or in one file as several dialects read it. All of them are indexed.
pub(crate) fn audiences(files: &[&RobotsTxt<'_>], asked: Vec<Asked>, budget: &mut Budget) -> Audiences {
    let mut numbers: BTreeMap<Vec<Audience>, usize> = BTreeMap::new();
    let mut readers: Vec<Readers> = Vec::new();
    let mut skipped = 0;
    let members = asked.into_iter().filter_map(|asked| {
        // In some dialects a whole line of the names of others is one name, and each answer cites it.
        let label = |robots: &&RobotsTxt<'_>| robots.group_name_for(asked.list()).map_or(0, <[u8]>::len);
        if !budget.keep(files.iter().map(label).sum()) {
            skipped += 1;
            return None;
        }
        let audience = |robots: &&RobotsTxt<'_>| {
            robots
                .audience(asked.list())
                .expect("an indexed file in a preset")
        };
        let audiences: Vec<Audience> = files.iter().map(audience).collect();
        let (name, crawler) = (asked.name().to_owned(), asked.crawler().to_owned());
        let next = readers.len();
        let number = *numbers.entry(audiences.clone()).or_insert(next);
        if number == next {
            readers.push(Readers {
                agents: Vec::new(),
                crawlers: Vec::new(),
                asked,
                audiences,
            });
        }
        let Readers { agents, crawlers, .. } = &mut readers[number];
        agents.push(name);
        crawlers.push(crawler);
        Some((number, agents.len() - 1))
    });
    Audiences {
        members: members.collect(),
        readers,
        skipped,
    }
}

/// The crawlers of which a statement about a file is made, each once: `*` for those that no group names, those that the files name, which are read as their operators
/// document them, and all others that are well known, as far as groups apply to them that apply to none of these.
pub(crate) fn everyone(files: &[&RobotsTxt<'_>], as_tokens: bool) -> Vec<Asked> {
    let mut seen = BTreeSet::from(["*".to_owned()]);
    let mut everyone = vec![Asked::named("*")];
    for name in files.iter().flat_map(|robots| robots.names()) {
        let name = String::from_utf8_lossy(name);
        if seen.insert(name.to_ascii_lowercase()) {
            everyone.push(if as_tokens {
                Asked::named(name)
            } else {
                Asked::resolved(&name)
            });
        }
    }
    let audiences_of = |asked: &Asked| -> Vec<Option<Audience>> {
        files.iter().map(|robots| robots.audience(asked.list())).collect()
    };
    let mut reached: BTreeSet<Vec<Option<Audience>>> = everyone.iter().map(audiences_of).collect();
    for agent in ALL.iter().filter(|_| !as_tokens) {
        let asked = Asked::resolved(agent.token());
        let audiences = audiences_of(&asked);
        let has_groups = files.iter().zip(&audiences).any(|(robots, audience)| {
            audience.is_some_and(|audience| robots.groups_of(audience).next().is_some())
        });
        if has_groups && reached.insert(audiences) {
            everyone.push(asked);
        }
    }
    everyone
}

/// How long the groups of an audience are together.
pub(crate) fn group_bytes(robots: &RobotsTxt<'_>, audience: Audience) -> usize {
    let groups = robots.groups_of(audience);
    groups.map(|group| group.span().range().len()).sum()
}

/// The rules of an audience, if the budget allows to read them.
pub(crate) fn policy(robots: &RobotsTxt<'_>, audience: Audience, budget: &mut Budget) -> Option<Policy> {
    let bytes = group_bytes(robots, audience);
    budget.read(bytes).then(|| Policy::of_audience(robots, audience))
}
