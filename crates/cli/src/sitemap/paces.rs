//! When sitemaps may be requested: as pages may, site by site, as their robots.txt asks.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::{Duration, SystemTime};

use indicatif::{HumanDuration, ProgressBar};
use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Pace, Site};
use url::{Origin, Url};

use crate::fetch::{Client, Leader, Turn};
use crate::output;

/// What is known about the sites that sitemaps were requested from.
pub(super) struct Paces {
    crawler: Crawler,
    sites: HashMap<Origin, Site>,
    /// The pace of each host, whose sites share it.
    hosts: HashMap<String, Pace>,
    /// How many requests to each host have failed in a row.
    failures: HashMap<String, u32>,
    /// The hosts of which nothing more is requested.
    stopped: HashSet<String>,
}

/// So many requests may fail in a row. A server that fails for each of thousands of sitemaps, and asks
/// for a minute each time, would take days.
const PATIENCE: u32 = 5;

impl Paces {
    /// Leaves at least so much time between two requests to a host.
    pub(super) fn new(least: Duration) -> Self {
        Self {
            crawler: Crawler::new("robots").default_delay(least).min_delay(least),
            sites: HashMap::new(),
            hosts: HashMap::new(),
            failures: HashMap::new(),
            stopped: HashSet::new(),
        }
    }

    /// A robots.txt was fetched in another way.
    pub(super) fn learn(&mut self, robots_url: &Url, body: &[u8]) {
        let Ok(mut site) = Site::new(robots_url) else {
            return;
        };
        let body = Body {
            bytes: body.to_vec(),
            truncated: false,
        };
        let fetched = Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body);
        site.on_response(&self.crawler, SystemTime::now(), &fetched);
        self.hosts.insert(host_of(robots_url), site.pace());
        self.sites.insert(robots_url.origin(), site);
    }

    /// Whether nothing more is requested of the URL's host.
    pub(super) fn is_stopped(&self, url: &Url) -> bool {
        self.stopped.contains(&host_of(url))
    }

    /// Counts an answer of a host, `None` if there was none. Returns whether it fails, or asks for fewer
    /// requests; after too many of these in a row, nothing more is requested of the host.
    fn count(&mut self, host: &str, status: Option<u16>) -> bool {
        if !status.is_none_or(|status| status == 429 || status >= 500) {
            self.failures.remove(host);
            return false;
        }
        let failures = self.failures.entry(host.to_owned()).or_default();
        *failures += 1;
        if *failures == PATIENCE && self.stopped.insert(host.to_owned()) {
            output::warn(&format_args!(
                "{PATIENCE} requests to {host} have failed in a row, so nothing more of it is read"
            ));
        }
        true
    }

    /// How long it takes to request so many more files of the host of this URL, as far as is known.
    pub(super) fn time_for(&self, files: usize, url: &Url) -> Duration {
        let site = self.sites.get(&url.origin());
        let now = SystemTime::now();
        let wait = site.map_or(Duration::ZERO, |site| {
            let asked = site.rules(&self.crawler).and_then(|rules| rules.crawl_delay());
            let next = site.next_page_at(&self.crawler, now);
            asked.unwrap_or_default().max(next.duration_since(now.into()))
        });
        wait.saturating_mul(u32::try_from(files).unwrap_or(u32::MAX))
    }

    /// The turn of a file that a person has named, or not.
    pub(super) fn turn<'t>(
        &'t mut self,
        client: &'t Client,
        bar: &'t ProgressBar,
        is_named: bool,
    ) -> FileTurn<'t> {
        FileTurn {
            paces: self,
            client,
            bar,
            is_named,
            is_refused: false,
        }
    }
}

fn host_of(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

/// The turn of one file.
pub(super) struct FileTurn<'t> {
    paces: &'t mut Paces,
    client: &'t Client,
    bar: &'t ProgressBar,
    is_named: bool,
    /// Whether the server fails, or asks for fewer requests, or for none.
    pub(super) is_refused: bool,
}

impl FileTurn<'_> {
    fn stop(&mut self, url: &Url, why: &str) -> String {
        self.is_refused = true;
        self.paces.stopped.insert(host_of(url));
        let host = host_of(url);
        format!("{why}, so nothing more of {host} is read")
    }
}

impl Turn for FileTurn<'_> {
    fn begin(&mut self, url: &Url, leader: &Leader) -> Result<(), String> {
        if self.paces.is_stopped(url) {
            return Err(self.stop(url, "it was given up"));
        }
        let pace = self.paces.hosts.get(&host_of(url)).copied().unwrap_or_default();
        let mut site = match self.paces.sites.remove(&url.origin()) {
            Some(site) => site,
            None => Site::new(url).map_err(|error| error.to_string())?,
        };
        site.set_pace(pace);
        let begun = self.wait(&mut site, url, leader);
        self.paces.hosts.insert(host_of(url), site.pace());
        self.paces.sites.insert(url.origin(), site);
        begun
    }

    fn end(&mut self, url: &Url, head: Option<&ResponseHead>) {
        let Some(site) = self.paces.sites.get_mut(&url.origin()) else {
            return;
        };
        let now = SystemTime::now();
        match head {
            Some(head) => site.on_page_response(now, head),
            None => site.on_page_failure(now),
        }
        self.paces.hosts.insert(host_of(url), site.pace());
        self.is_refused |= self.paces.count(&host_of(url), head.map(ResponseHead::status));
    }
}

impl FileTurn<'_> {
    /// Waits until the URL may be requested, and records that it is.
    fn wait(&mut self, site: &mut Site, url: &Url, leader: &Leader) -> Result<(), String> {
        // The first file that a person names is requested at once. From then on, the site says how
        // fast.
        let mut is_due = self.is_named && site.pace() == Pace::new();
        while !is_due {
            let crawler = &self.paces.crawler;
            let now = SystemTime::now();
            match site.decide(crawler, now, url) {
                Decision::FetchRobots => {
                    site.on_robots_request(now);
                    let fetched = self.client.fetch_robots(site.robots_request(crawler), leader);
                    site.on_response(crawler, SystemTime::now(), &fetched);
                }
                Decision::FetchPage => is_due = true,
                // Whoever names it has been warned, or knows.
                Decision::Skip if self.is_named => {
                    let next = site.next_page_at(crawler, now);
                    thread::sleep(next.duration_since(now.into()));
                    is_due = true;
                }
                Decision::Skip => return Err("its site disallows it".to_owned()),
                Decision::WaitUntil(time, _) => {
                    let wait = time.duration_since(now.into());
                    self.bar
                        .set_prefix(format!("waiting {} for {}", HumanDuration(wait), host_of(url)));
                    thread::sleep(wait);
                    self.bar.set_prefix("");
                }
                Decision::GiveUpUntil(time, why) => {
                    let wait = HumanDuration(time.duration_since(now.into()));
                    let why = format!("{} for {wait}", why.description());
                    return Err(self.stop(url, &why));
                }
                Decision::TooSlow(delay) => {
                    let why = format!("the site asks for {} between two requests", HumanDuration(delay));
                    return Err(self.stop(url, &why));
                }
                Decision::NotThisSite => return Err("it is no URL of its site".to_owned()),
            }
        }
        site.on_page_request(SystemTime::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_fails_again_and_again_is_given_up() {
        let url = Url::parse("https://example.com/1.xml").unwrap();
        let mut paces = Paces::new(Duration::ZERO);
        let mut answers = |answers: &[Option<u16>]| {
            let refused: Vec<bool> = answers
                .iter()
                .map(|status| paces.count("example.com", *status))
                .collect();
            (refused, paces.is_stopped(&url))
        };
        let bad = [Some(503), Some(429), None, Some(500)];
        assert_eq!(answers(&bad), (vec![true; 4], false));
        // Any other answer begins anew.
        assert_eq!(answers(&[Some(404)]), (vec![false], false));
        assert_eq!(answers(&bad), (vec![true; 4], false));
        assert_eq!(answers(&bad[..1]), (vec![true], true));
    }
}
