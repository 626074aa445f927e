//! Well-known crawlers by their names, and those of search engines: which there are, how many people search with them, and which of
//! them may crawl a site.

use std::collections::BTreeSet;

use crate::decide::Budget;
use crate::lint::Severity;
use crate::lint::engine::readings::{Extents, Readings};
use robots_exclusion::agents;
use robots_exclusion::agents::{Agent, Purpose};
use robots_exclusion::companions::{Reach, gathered, reach_of};

/// The crawlers of search engines that are active today.
pub(in crate::lint) fn search_engines() -> impl Iterator<Item = &'static Agent> {
    let is_engine =
        |agent: &&Agent| agent.purpose() == Purpose::Search && agent.crawls() && !agent.is_former();
    agents::ALL.iter().filter(is_engine)
}

/// The well-known crawler, or the family of crawlers, such as `Yandex`, that a name stands for.
pub(in crate::lint) fn crawler_of(label: &[u8]) -> Option<&'static Agent> {
    let token = core::str::from_utf8(label).unwrap_or_default();
    agents::by_token(token).or_else(|| agents::family_of(token))
}

/// Whether a name belongs to the crawler of a search engine.
pub(in crate::lint) fn is_search_engine(label: &[u8]) -> bool {
    let token = core::str::from_utf8(label).unwrap_or_default();
    agents::by_token(token).is_some_and(|agent| agent.purpose() == Purpose::Search && !agent.is_former())
}

/// The names of the search engines to which the site is closed, as they read the file.
pub(in crate::lint) fn closed_engines(
    readings: &Readings<'_>,
    budget: &mut Budget,
) -> BTreeSet<&'static str> {
    let mut extents = Extents::new(readings);
    let is_closed = |agent: &&Agent| extents.is_closed(agent, budget);
    gathered(search_engines().filter(is_closed).map(Agent::name))
}

/// The severity of closing a site to a search engine.
pub(in crate::lint) fn weight_of(agent: &Agent) -> Severity {
    match reach_of(agent) {
        Reach::Most => Severity::Error,
        Reach::Many => Severity::Warning,
        Reach::Few => Severity::Info,
    }
}
