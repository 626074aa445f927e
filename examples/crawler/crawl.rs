//! The crawl: workers take URLs from the frontier, ask the rules, fetch, and bring back links.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use robots_exclusion::Dialect;
use robots_exclusion::fetch::{CacheHeaders, Outcome};
use robots_exclusion::page::PageRules;
use url::Url;

use super::frontier::{Frontier, Task, Turn};
use super::http::Http;
use super::links::links;
use super::robots_cache::{RobotsCache, Site};

pub(crate) struct Options {
    /// The product token that robots.txt files know this crawler by.
    pub(crate) agent: String,
    /// What the crawler calls itself in requests; holds the product token.
    pub(crate) user_agent: String,
    /// How robots.txt is read, and what it means when it cannot be.
    pub(crate) dialect: Dialect,
    /// The pause between two requests to a site that asks for none itself.
    pub(crate) delay: Duration,
    /// How long the crawl may take.
    pub(crate) time: Duration,
    /// How long one request may take.
    pub(crate) timeout: Duration,
    pub(crate) max_pages: usize,
    pub(crate) max_page_bytes: usize,
    pub(crate) workers: usize,
    /// The bound for all cached rules.
    pub(crate) cache_bytes: u64,
    pub(crate) proxy: Option<ureq::Proxy>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            agent: "ExampleCrawler".to_owned(),
            user_agent: concat!(
                "ExampleCrawler/",
                env!("CARGO_PKG_VERSION"),
                " (+https://example.com/crawler)"
            )
            .to_owned(),
            // Where the standard leaves a choice, the polite one: a server that says "too many requests" means it, and a
            // robots.txt that may not be cached is not fetched more than once a minute for that.
            dialect: Dialect::RFC_9309.with_fetch_policy(
                Dialect::RFC_9309
                    .fetch_policy()
                    .with_treat_429_as_unreachable(true)
                    .with_min_lifetime(Duration::from_secs(60)),
            ),
            delay: Duration::from_secs(1),
            time: Duration::from_secs(5 * 60),
            timeout: Duration::from_secs(20),
            max_pages: 1000,
            max_page_bytes: 1 << 20,
            workers: 8,
            cache_bytes: 64 << 20,
            proxy: None,
        }
    }
}

/// What happens on the way, for whoever watches.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    /// A robots.txt was asked for; the outcome holds for some time.
    Robots {
        page: &'a Url,
        outcome: Outcome,
        holds: Duration,
    },
    /// Links were found, or URLs given.
    Found { urls: usize },
    /// A page was fetched.
    Fetched { url: &'a Url, status: u16, bytes: usize },
    /// The rules forbid a URL.
    Disallowed { url: &'a Url },
    /// The site, or the robots.txt of it, wants to be asked later.
    Later { url: &'a Url, wait: Duration },
    /// A request failed.
    Failed { url: &'a Url, error: String },
    /// Time or the number of pages ran out before the turn of this URL.
    Left { url: &'a Url },
}

struct Crawl<'a> {
    options: &'a Options,
    http: Http,
    robots: RobotsCache,
    frontier: Frontier,
    /// The sites of the seeds: links are followed within them.
    sites: Vec<url::Origin>,
    observe: &'a (dyn Fn(Event<'_>) + Sync),
}

/// Crawls from the seeds within their sites, and tells `observe` of everything that happens.
///
/// Returns how many bytes the cached rules took at the end.
pub(crate) fn crawl(seeds: &[Url], options: &Options, observe: &(dyn Fn(Event<'_>) + Sync)) -> u64 {
    let crawl = Crawl {
        options,
        http: Http::new(&options.user_agent, options.timeout, options.proxy.clone()),
        robots: RobotsCache::new(&options.agent, options.dialect, options.cache_bytes),
        frontier: Frontier::new(options.max_pages, Instant::now() + options.time),
        sites: seeds.iter().map(Url::origin).collect(),
        observe,
    };
    let urls = seeds
        .iter()
        .filter(|seed| crawl.frontier.add(Task::new((*seed).clone())))
        .count();
    observe(Event::Found { urls });
    thread::scope(|scope| {
        for _ in 0..options.workers {
            scope.spawn(|| {
                while let Some(turn) = crawl.frontier.next() {
                    crawl.visit(turn);
                }
            });
        }
    });
    for task in crawl.frontier.rest() {
        observe(Event::Left { url: &task.url });
    }
    crawl.robots.bytes()
}

/// The time since the Unix epoch, a midnight in UTC, from which the times of day in robots.txt can be counted.
fn now() -> Duration {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("the clock is past 1970")
}

impl Crawl<'_> {
    fn visit(&self, mut turn: Turn) {
        let url = turn.task.url.clone();
        let (site, fresh) = match self.robots.site(&url, &self.http) {
            Ok(found) => found,
            Err(error) => {
                (self.observe)(Event::Failed {
                    url: &url,
                    error: error.to_string(),
                });
                return self.frontier.done(turn, Duration::ZERO, None);
            }
        };
        let until_expiry = site.expires.saturating_duration_since(Instant::now());
        if fresh {
            (self.observe)(Event::Robots {
                page: &url,
                outcome: site.outcome,
                holds: until_expiry,
            });
        }
        if site.outcome.is_failure() && !matches!(site.outcome, Outcome::AllowAll(_) | Outcome::UseCopy(_)) {
            // The site may be well again when its robots.txt is due: until then the URL waits.
            return self.later(turn, until_expiry);
        }
        if !site.rules.is_allowed(url.as_str()) {
            (self.observe)(Event::Disallowed { url: &url });
            let wait = self.wait(&turn, &site);
            return self.frontier.done(turn, wait, None);
        }
        let wait = self.wait(&turn, &site);
        if wait > Duration::ZERO {
            return self.later(turn, wait);
        }
        turn.last = Some(now());
        self.fetch(turn, &url, &site);
    }

    /// How long to wait before the next request to a site: for its crawl delay or request rate, or until visiting is
    /// allowed.
    fn wait(&self, turn: &Turn, site: &Site) -> Duration {
        let now = now();
        let pacing = site.rules.pacing();
        pacing
            .next_fetch(now, turn.last, self.options.delay)
            .saturating_sub(now)
    }

    fn fetch(&self, mut turn: Turn, url: &Url, site: &Site) {
        let (head, body) = match self.http.get(url, self.options.max_page_bytes) {
            Ok(response) => response,
            Err(error) => {
                (self.observe)(Event::Failed {
                    url,
                    error: error.to_string(),
                });
                let wait = self.wait(&turn, site);
                return self.frontier.done(turn, wait, None);
            }
        };
        if matches!(head.status, 429 | 503) && turn.task.attempts < 2 {
            turn.task.attempts += 1;
            let asked = CacheHeaders::from_fields(&head.fields).retry_after(head.received);
            return self.later(turn, self.options.dialect.fetch_policy().retry_after(asked));
        }
        (self.observe)(Event::Fetched {
            url,
            status: head.status,
            bytes: body.bytes.len(),
        });
        match head.status {
            200..=299 if head.is_html() => {
                let mut page = PageRules::builder(&self.options.agent);
                for (name, value) in &head.fields {
                    page.header(name, value);
                }
                if page.html(&body.bytes).rules().follow() {
                    self.add(links(url, &body.bytes), 0);
                }
            }
            301 | 302 | 303 | 307 | 308 if turn.task.redirects < 5 => {
                // The target is a URL like any other: it waits for its turn, and its own site's rules decide.
                let target = head
                    .location()
                    .and_then(|location| url.join(str::from_utf8(location).ok()?).ok());
                self.add(target.into_iter().collect(), turn.task.redirects + 1);
            }
            _ => {}
        }
        let wait = self.wait(&turn, site);
        self.frontier.done(turn, wait, None);
    }

    fn later(&self, turn: Turn, wait: Duration) {
        (self.observe)(Event::Later {
            url: &turn.task.url,
            wait,
        });
        let Task {
            ref url,
            redirects,
            attempts,
        } = turn.task;
        let again = Task {
            url: url.clone(),
            redirects,
            attempts: attempts + 1,
        };
        self.frontier.done(turn, wait, Some(again));
    }

    /// Adds what was found: links within the seeds' sites, the targets of redirects anywhere.
    fn add(&self, urls: Vec<Url>, redirects: u8) {
        let new = urls
            .into_iter()
            .filter(|url| redirects > 0 || self.sites.contains(&url.origin()))
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .filter(|url| {
                self.frontier.add(Task {
                    redirects,
                    ..Task::new(url.clone())
                })
            })
            .count();
        (self.observe)(Event::Found { urls: new });
    }
}
