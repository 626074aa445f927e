//! Crawlers sorted by the groups that apply to them, and who stands for everyone.

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::agents::ALL;
use robots_exclusion::{Audience, RobotsTxt};
use robots_exclusion_analysis::decide::{Budget, Policy};

use crate::answer::PreparedCrawler;
use crate::crawlers::{CrawlerQuery, Naming};

/// Crawlers to which the same groups apply, in each of some files.
pub(crate) struct Readers {
    /// Their names, as they were written.
    pub(crate) agents: Vec<String>,
    /// The first product token of each, in the same order.
    pub(crate) crawlers: Vec<String>,
    /// One of them, for each file.
    pub(crate) askers: Vec<PreparedCrawler>,
}

/// All crawlers that were asked about.
#[derive(Default)]
pub(crate) struct Audiences {
    pub(crate) readers: Vec<Readers>,
    /// For each crawler, in the order given: the number of its readers, and its place among the
    /// agents there.
    pub(crate) members: Vec<(usize, usize)>,
    /// How many were skipped, because the budget does not allow to cite the names by which groups
    /// apply to them.
    pub(crate) skipped: usize,
    /// By their audience in each file, the number of those who share it.
    numbers: BTreeMap<Vec<Audience>, usize>,
}

impl Audiences {
    /// Sorts crawlers by the groups that apply to them: in several files, or in one file as several
    /// dialects read it. All of them are indexed.
    pub(crate) fn of(files: &[&RobotsTxt<'_>], asked: Vec<CrawlerQuery>, budget: &mut Budget) -> Self {
        let mut audiences = Self::default();
        for asked in asked {
            audiences.add(asked, files, budget);
        }
        audiences
    }

    /// All crawlers that matter for a statement about everyone, each once:
    ///
    /// 1. `*`, for crawlers that no group names;
    /// 2. the crawlers that the files name, read as their operators document them;
    /// 3. of the other well-known crawlers, only crawlers to which groups apply that apply to none
    ///    of the above: a file that names `Googlebot` alone says something of Googlebot-Image,
    ///    which falls back to that name, but nothing new.
    pub(crate) fn of_everyone(files: &[&RobotsTxt<'_>], naming: Naming, budget: &mut Budget) -> Self {
        let mut audiences = Self::default();
        let mut seen = BTreeSet::from(["*".to_owned()]);
        audiences.add(CrawlerQuery::named("*"), files, budget);
        for name in files.iter().flat_map(|robots| robots.names()) {
            let name = String::from_utf8_lossy(name);
            if seen.insert(name.to_ascii_lowercase()) {
                audiences.add(naming.read(&name), files, budget);
            }
        }
        for agent in ALL.iter().filter(|_| !naming.as_token) {
            let asked = CrawlerQuery::resolved(agent.name());
            let Some(askers) = find(&asked, files, budget) else {
                continue;
            };
            let found = audiences_of(&askers);
            let mut pairs = files.iter().zip(&found);
            let has_groups =
                pairs.any(|(robots, audience)| robots.select_audience(*audience).groups().next().is_some());
            if has_groups && !audiences.numbers.contains_key(&found) {
                audiences.insert(&asked, askers);
            }
        }
        audiences
    }

    fn add(&mut self, asked: CrawlerQuery, files: &[&RobotsTxt<'_>], budget: &mut Budget) {
        match find(&asked, files, budget) {
            Some(askers) => self.insert(&asked, askers),
            None => self.skipped += 1,
        }
    }

    fn insert(&mut self, asked: &CrawlerQuery, askers: Vec<PreparedCrawler>) {
        let next = self.readers.len();
        let number = *self.numbers.entry(audiences_of(&askers)).or_insert(next);
        let (name, crawler) = (asked.name().to_owned(), asked.crawler().to_owned());
        if number == next {
            self.readers.push(Readers {
                agents: Vec::new(),
                crawlers: Vec::new(),
                askers,
            });
        }
        let Readers { agents, crawlers, .. } = &mut self.readers[number];
        self.members.push((number, agents.len()));
        agents.push(name);
        crawlers.push(crawler);
    }
}

/// The audience of each of these, which ask indexed files in presets.
pub(crate) fn audiences_of(askers: &[PreparedCrawler]) -> Vec<Audience> {
    let readers = askers.iter().filter_map(PreparedCrawler::reader);
    readers.map(|((_, audience), _)| audience).collect()
}

/// The crawler as it asks each file, if the budget allows to look for it there, and to cite the
/// names by which groups apply to it.
fn find(asked: &CrawlerQuery, files: &[&RobotsTxt<'_>], budget: &mut Budget) -> Option<Vec<PreparedCrawler>> {
    // Where names contain one another, all of them are searched, some hundred bytes in the time
    // of a step.
    let searched = files
        .iter()
        .filter(|robots| robots.dialect().name_test.is_by_containment());
    let bytes: usize = searched.map(|robots| robots.body().len() / 16).sum();
    if !budget.read(bytes) {
        return None;
    }
    let prepared =
        |(number, robots): (usize, &&RobotsTxt<'_>)| PreparedCrawler::new(asked.clone(), number, robots);
    let askers: Vec<PreparedCrawler> = files.iter().enumerate().map(prepared).collect();
    // In some dialects a whole line of the names of others is one name, and each answer cites
    // it.
    let names = askers.iter().filter_map(|asker| asker.reader()?.1);
    let is_allowed = budget.keep(names.map(<[u8]>::len).sum());
    is_allowed.then_some(askers)
}

/// How long the groups of an audience are together.
pub(crate) fn group_bytes(robots: &RobotsTxt<'_>, audience: Audience) -> usize {
    let groups = robots.select_audience(audience).groups();
    groups.map(|group| group.span().range().len()).sum()
}

/// The rules of an audience, if the budget allows to read them.
pub(crate) fn policy(robots: &RobotsTxt<'_>, audience: Audience, budget: &mut Budget) -> Option<Policy> {
    let bytes = group_bytes(robots, audience);
    budget.read(bytes).then(|| Policy::of_audience(robots, audience))
}
