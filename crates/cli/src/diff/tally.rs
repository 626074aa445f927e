//! What an edit does to the URLs that the user gave: how many it opens and closes, and how much they
//! count.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasher;

use robots_exclusion_analysis::diff::UrlChange;
use serde::Serialize;

use super::section::names;
use crate::report::alike;
use crate::shown::grouped;

/// The sums of one crawler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct Sums {
    closed: u64,
    opened: u64,
    /// How much the closed ones count, in the unit of the list.
    closed_weight: f64,
    opened_weight: f64,
}

/// All URLs that were given, and the sums of the crawlers for which some verdict changes.
#[derive(Debug, Default, Serialize)]
pub(super) struct Tally {
    asked: u64,
    /// What the weights count, such as clicks; `None` if the list has none.
    unit: Option<String>,
    #[serde(serialize_with = "as_rows")]
    agents: BTreeMap<String, Sums>,
    /// The hashes of the URLs: tables of keywords have a row for each keyword of a page.
    #[serde(skip)]
    seen: HashSet<u64>,
    #[serde(skip)]
    hasher: RandomState,
}

fn as_rows<S: serde::Serializer>(agents: &BTreeMap<String, Sums>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row<'a> {
        agent: &'a str,
        #[serde(flatten)]
        sums: Sums,
    }
    serializer.collect_seq(agents.iter().map(|(agent, sums)| Row { agent, sums: *sums }))
}

impl Tally {
    pub(super) fn new(unit: Option<&str>) -> Self {
        Self {
            unit: unit.map(str::to_owned),
            ..Self::default()
        }
    }

    /// Counts a URL, unless it was counted. Returns whether it was not.
    pub(super) fn url(&mut self, url: &[u8]) -> bool {
        let is_new = self.seen.insert(self.hasher.hash_one(url));
        self.asked += u64::from(is_new);
        is_new
    }

    /// Counts a verdict that changes on it, and what another row says that it counts.
    pub(super) fn change(&mut self, change: &UrlChange<'_>, is_new: bool, weight: Option<f64>) {
        if !self.agents.contains_key(change.agent()) {
            self.agents.insert(change.agent().to_owned(), Sums::default());
        }
        let Some(sums) = self.agents.get_mut(change.agent()) else {
            return;
        };
        let weight = weight.unwrap_or_default();
        if change.after().is_allowed() {
            sums.opened += u64::from(is_new);
            sums.opened_weight += weight;
        } else {
            sums.closed += u64::from(is_new);
            sums.closed_weight += weight;
        }
    }

    /// A sentence for crawlers alike: `Googlebot, bingbot: closes 132 of your 1,000 URLs, 4,210
    /// clicks`.
    pub(super) fn sentences(&self) -> Vec<String> {
        let urls = format!("your {}", self.number_of_urls());
        if self.agents.is_empty() {
            return vec![format!("no verdict changes on {urls}")];
        }
        let keyed = self
            .agents
            .iter()
            .map(|(agent, sums)| (self.sentence(sums, &urls), agent.clone()));
        alike(keyed)
            .into_iter()
            .map(|(sentence, agents)| format!("{}: {sentence}", names(&agents)))
            .collect()
    }

    fn number_of_urls(&self) -> String {
        match self.asked {
            1 => "URL".to_owned(),
            asked => format!("{} URLs", grouped(asked)),
        }
    }

    fn sentence(&self, sums: &Sums, urls: &str) -> String {
        let part = |verb: &str, count: u64, weight: f64| {
            let weight = self.unit.as_ref().map_or(String::new(), |unit| {
                // The sums of what tools count are far below this limit.
                format!(", {} {unit}", grouped(weight.round() as u64))
            });
            let of_all = match self.asked {
                1 => String::new(),
                _ => format!("{} of ", grouped(count)),
            };
            (count > 0).then(|| format!("{verb} {of_all}{urls}{weight}"))
        };
        let closed = part("closes", sums.closed, sums.closed_weight);
        let opened = part("opens", sums.opened, sums.opened_weight);
        closed.into_iter().chain(opened).collect::<Vec<_>>().join("; ")
    }
}
