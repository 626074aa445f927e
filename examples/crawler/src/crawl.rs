//! The crawl: workers take URLs from the frontier, ask the site what to do, do it, and bring back
//! links.

use std::thread;
use std::time::{Duration, Instant, SystemTime};

use robots_exclusion::Timestamp;
use robots_exclusion::fetch::Outcome;
use robots_exclusion::site::{Crawler, Decision};
use robots_exclusion_page::PageRules;
use url::Url;

use crate::frontier::{Frontier, Task, Turn};
use crate::http::{Http, Page};
use crate::links::links;

const AGENT: &str = "ExampleCrawler";

pub struct Options {
    /// What the crawler calls itself in requests; contains the product token.
    pub user_agent: String,
    pub crawler: Crawler,
    /// How long the crawl may take.
    pub time: Duration,
    /// How long one request may take.
    pub timeout: Duration,
    pub max_pages: usize,
    pub max_page_bytes: usize,
    pub workers: usize,
    pub proxy: Option<ureq::Proxy>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            user_agent: concat!(
                "ExampleCrawler/",
                env!("CARGO_PKG_VERSION"),
                " (+https://example.com/crawler)"
            )
            .to_owned(),
            crawler: Crawler::new(AGENT),
            time: Duration::from_secs(5 * 60),
            timeout: Duration::from_secs(20),
            max_pages: 1000,
            max_page_bytes: 1 << 20,
            workers: 8,
            proxy: None,
        }
    }
}

/// The events of a crawl, for a program that shows its progress.
#[derive(Debug)]
pub enum Event<'a> {
    /// A robots.txt was requested; the outcome holds for some time.
    Robots {
        page: &'a Url,
        outcome: Outcome,
        holds: Duration,
    },
    /// Links were found, or URLs given.
    Found { urls: usize },
    /// A page was fetched.
    Fetched { url: &'a Url, status: u16, bytes: usize },
    /// The rules forbid a URL, or the site asks for too long a delay.
    Disallowed { url: &'a Url },
    /// The site, or its robots.txt, wants to be asked later.
    Later { url: &'a Url, wait: Duration },
    /// A request failed.
    Failed { url: &'a Url, error: String },
    /// Time ran out, or the number of pages, before it was this URL's turn.
    Left { url: &'a Url },
}

struct Crawl<'a> {
    options: &'a Options,
    http: Http,
    frontier: Frontier,
    /// The sites of the seeds: links are followed within them.
    sites: Vec<url::Origin>,
    observe: &'a (dyn Fn(Event<'_>) + Sync),
}

/// Crawls from the seeds within their sites, and tells `observe` about everything that happens.
///
/// Returns how many bytes the rules of all sites took at the end.
pub fn crawl(seeds: &[Url], options: &Options, observe: &(dyn Fn(Event<'_>) + Sync)) -> usize {
    let crawl = Crawl {
        options,
        http: Http::new(&options.user_agent, options.timeout, options.proxy.clone()),
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
    let bytes = crawl.frontier.site_bytes();
    for task in crawl.frontier.rest() {
        observe(Event::Left { url: &task.url });
    }
    bytes
}

fn now() -> Timestamp {
    SystemTime::now().into()
}

impl Crawl<'_> {
    fn visit(&self, mut turn: Turn) {
        let crawler = &self.options.crawler;
        let url = turn.task.url.clone();
        loop {
            let asked = now();
            match turn.site.decide(crawler, asked, &url) {
                Decision::FetchRobots => {
                    turn.site.on_robots_request(asked);
                    let fetched = self.http.robots(turn.site.robots_request(crawler));
                    let outcome = turn.site.on_response(crawler, now(), &fetched);
                    let holds = turn.site.next_fetch_at().duration_since(now());
                    (self.observe)(Event::Robots {
                        page: &url,
                        outcome,
                        holds,
                    });
                }
                Decision::FetchPage => return self.fetch(turn, &url),
                Decision::Skip | Decision::TooSlow(_) | Decision::NotThisSite => {
                    (self.observe)(Event::Disallowed { url: &url });
                    return self.done(turn);
                }
                // The frontier has other sites meanwhile; a wait beyond the end of the crawl is
                // never over.
                Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                    return self.later(turn, time.duration_since(asked));
                }
            }
        }
    }

    fn fetch(&self, mut turn: Turn, url: &Url) {
        turn.site.on_page_request(now());
        let page = match self.http.page(url, self.options.max_page_bytes) {
            Ok(page) => page,
            Err(error) => {
                turn.site.on_page_failure(now());
                return self.failed(turn, url, error);
            }
        };
        let (answered, status) = (now(), page.head.status());
        turn.site.on_page_response(answered, &page.head);
        if matches!(status, 429 | 503) && turn.task.attempts < 2 {
            turn.task.attempts += 1;
            let next = turn.site.next_due(&self.options.crawler, answered);
            return self.later(turn, next.duration_since(answered));
        }
        (self.observe)(Event::Fetched {
            url,
            status,
            bytes: page.body.len(),
        });
        match status {
            200..=299 if page.is_html() => self.follow(url, &page),
            // The target is a URL like any other: it waits for its turn, and its own site's rules
            // decide.
            300..=399 if turn.task.redirects < 5 => {
                let target = page.head.redirect(url);
                self.add(target.into_iter().collect(), turn.task.redirects + 1);
            }
            _ => {}
        }
        self.done(turn);
    }

    /// Adds the links of a page that lets them be followed.
    fn follow(&self, url: &Url, page: &Page) {
        let mut rules = PageRules::builder(self.options.crawler.name());
        for (name, value) in &page.fields {
            rules.header(name, value);
        }
        if rules.html(&page.body).build().may_follow() {
            self.add(links(url, &page.body), 0);
        }
    }

    fn failed(&self, turn: Turn, url: &Url, error: impl ToString) {
        (self.observe)(Event::Failed {
            url,
            error: error.to_string(),
        });
        self.done(turn);
    }

    /// Ends a turn; the site is looked at again when something may be requested.
    fn done(&self, turn: Turn) {
        let now = now();
        let next = turn.site.next_due(&self.options.crawler, now);
        self.frontier.done(turn, next.duration_since(now), None);
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
