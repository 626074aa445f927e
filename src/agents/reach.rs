//! How many people search with the engine that a crawler serves.

use super::{APPLEBOT, Agent, BINGBOT, DUCKDUCKBOT, GOOGLEBOT};

/// How many people find pages through the search engine of a crawler.
///
/// No operator documents this. It is a judgement from public statistics of search engines' shares of
/// visits (gs.statcounter.com/search-engine-market-share), all countries together, and no more than a
/// weight for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Few people, or those of one country, or nobody searches with it.
    Few,
    /// Many people, in some products and countries.
    Many,
    /// Most people: who closes a site to this engine nearly always errs.
    Most,
}

/// How many people search with the engine that an agent crawls for.
pub fn reach_of(agent: &Agent) -> Reach {
    if [GOOGLEBOT, BINGBOT].contains(agent) {
        Reach::Most
    } else if [DUCKDUCKBOT, APPLEBOT].contains(agent) {
        Reach::Many
    } else {
        Reach::Few
    }
}
