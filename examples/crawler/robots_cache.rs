//! The rules of each site: fetched once, held as long as the site allows, within a bound of bytes for all.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quick_cache::Weighter;
use quick_cache::sync::{Cache, EntryAction, EntryResult};
use robots_exclusion::fetch::{FetchPolicy, History, Outcome, Request, RobotsUrlError};
use robots_exclusion::{Dialect, RobotsTxt, Rules};
use url::Url;

use super::http::Http;

/// What one site's robots.txt came to.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) outcome: Outcome,
    /// What to obey until then. For a site that is not to be visited now, these rules disallow everything.
    pub(crate) rules: Arc<Rules>,
    pub(crate) expires: Instant,
    /// Since when robots.txt cannot be reached, and the rules of the last time that it could.
    failing_since: Option<Instant>,
    copy: Option<Arc<Rules>>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, Arc<Site>> for ByBytes {
    fn weight(&self, robots_url: &String, site: &Arc<Site>) -> u64 {
        let copy = match &site.copy {
            // Most of the time they are the same rules.
            Some(copy) if !Arc::ptr_eq(copy, &site.rules) => size_of::<Rules>() + copy.heap_bytes(),
            _ => 0,
        };
        let rules = size_of::<Rules>() + site.rules.heap_bytes();
        (size_of::<String>() + robots_url.capacity() + size_of::<Site>() + rules + copy) as u64
    }
}

pub(crate) struct RobotsCache {
    cache: Cache<String, Arc<Site>, ByBytes>,
    agent: String,
    dialect: Dialect,
    policy: FetchPolicy,
}

impl RobotsCache {
    /// A cache of at most `max_bytes` for the rules that speak for `agent`.
    pub(crate) fn new(agent: &str, dialect: Dialect, max_bytes: u64) -> Self {
        // A typical site's rules take about a kilobyte; the estimate need not be good.
        let sites = usize::try_from(max_bytes / 1024).unwrap_or(usize::MAX).max(16);
        Self {
            cache: Cache::with_weighter(sites, max_bytes, ByBytes),
            agent: agent.to_owned(),
            dialect,
            policy: dialect.fetch_policy(),
        }
    }

    /// The bytes that the cached rules take now.
    pub(crate) fn bytes(&self) -> u64 {
        self.cache.weight()
    }

    /// What the robots.txt of `page` came to, and whether it was asked for just now.
    ///
    /// Of many threads that want the same site, one fetches and the others wait for it.
    pub(crate) fn site(&self, page: &Url, http: &Http) -> Result<(Arc<Site>, bool), RobotsUrlError> {
        let request = Request::new(page, &self.policy)?;
        let key = request.robots_url().as_str().to_owned();
        let now = Instant::now();
        let (guard, old) = match self.cache.entry(&key, None, |_, site| {
            if now < site.expires {
                EntryAction::Retain(Arc::clone(site))
            } else {
                EntryAction::ReplaceWithGuard
            }
        }) {
            EntryResult::Retained(site) => return Ok((site, false)),
            EntryResult::Replaced(guard, old) => (guard, Some(old)),
            EntryResult::Vacant(guard) => (guard, None),
            EntryResult::Removed(..) | EntryResult::Timeout => unreachable!("asked for neither"),
        };
        let site = Arc::new(self.fetch(request, old.as_deref(), http));
        // An error would mean that another thread put in an answer of its own, which is as good.
        let _ = guard.insert(Arc::clone(&site));
        Ok((site, true))
    }

    fn fetch(&self, request: Request, old: Option<&Site>, http: &Http) -> Site {
        let robots = http.robots(request, &self.policy);
        let now = Instant::now();
        let failing_since = old.and_then(|old| old.failing_since);
        let copy = old.and_then(|old| old.copy.clone());
        let history = History::new()
            .failing_for(failing_since.map_or(Duration::ZERO, |since| now - since))
            .copy(copy.is_some());
        let outcome = self.policy.outcome_after(robots.answer, history);
        let rules = match (outcome, &copy) {
            (Outcome::UseCopy(_), Some(copy)) => Arc::clone(copy),
            _ => Arc::new(outcome.rules().unwrap_or_else(|| {
                RobotsTxt::options()
                    .dialect(self.dialect)
                    .parse(&robots.body.bytes)
                    .rules_for(&self.agent)
            })),
        };
        Site {
            outcome,
            copy: if outcome.is_failure() {
                copy
            } else {
                Some(Arc::clone(&rules))
            },
            rules,
            expires: now + self.policy.next_fetch(outcome, &robots.headers, robots.received),
            failing_since: outcome.is_failure().then(|| failing_since.unwrap_or(now)),
        }
    }
}
