//! Lists the URLs in a site's sitemaps that a crawler may visit.
//!
//! ```text
//! cargo run --manifest-path examples/crawler/Cargo.toml --bin sitemap_urls -- https://example.com/ FooBot
//! ```
//!
//! The site may also be a directory, which is then read as if it were `http://localhost/`: its
//! `robots.txt`, and the sitemaps named there.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, SystemTime};

use robots_exclusion::fetch::{Outcome, read_body};
use robots_exclusion::site::{Crawler, Site, Visit, ureq::Client};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_sitemap::Discovery;
use url::Url;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [site, agent] = arguments.as_slice() else {
        return Err("usage: sitemap_urls SITE AGENT".into());
    };
    if Path::new(site).is_dir() {
        let local = Url::parse("http://localhost/")?;
        let open = |url: &Url| File::open(Path::new(site).join(url.path().trim_start_matches('/')));
        let max_bytes = Dialect::RFC_9309.fetch_policy.max_bytes as usize;
        let robots = read_body(open(&local.join("robots.txt")?)?, max_bytes)?;
        return list(&local, &robots.bytes, agent, open, || None);
    }
    let client = Client::new(agent).timeout(Duration::from_secs(60));
    list_site(client, &Url::parse(site)?, agent)
}

/// Lists the URLs of a site on the web. Sitemaps are requested as pages are: through [`Site`], which
/// keeps the delay that each site asks for, and says when to give up.
fn list_site(client: Client, url: &Url, agent: &str) -> Result<(), Box<dyn Error>> {
    let crawler = Crawler::new(agent);
    let mut site = Site::new(url)?;
    site.on_robots_request(SystemTime::now());
    let fetched = site
        .robots_request(&crawler)
        .fetch(|request| client.send(request));
    match site.on_response(&crawler, SystemTime::now(), &fetched) {
        Outcome::Parse => {}
        outcome => return Err(format!("there is no robots.txt to start from: {outcome}").into()),
    }
    let sites = RefCell::new(Sites {
        client,
        crawler,
        known: HashMap::from([(site.origin().to_owned(), site)]),
        given_up: None,
    });
    let open = |url: &Url| sites.borrow_mut().open(url);
    list(url, fetched.body(), agent, open, || {
        sites.borrow().given_up.clone()
    })
}

/// The sites that sitemaps are on.
struct Sites {
    client: Client,
    crawler: Crawler,
    known: HashMap<String, Site>,
    /// Why no more is requested.
    given_up: Option<String>,
}

impl Sites {
    /// Opens a sitemap, after a few redirects at most.
    fn open(&mut self, url: &Url) -> io::Result<ureq::BodyReader<'static>> {
        let mut url = url.clone();
        for _ in 0..=5 {
            let new = Site::new(&url).map_err(io::Error::other)?;
            let site = self.known.entry(new.origin().to_owned()).or_insert(new);
            url = loop {
                let send = |request: robots_exclusion::fetch::Request<'_>| self.client.send(request);
                match site.visit(&self.crawler, SystemTime::now, &url, send)? {
                    Visit::Page(response) if response.status().is_success() => {
                        return Ok(response.into_body().into_reader());
                    }
                    Visit::Page(response) => {
                        return Err(io::Error::other(format!("HTTP {}", response.status().as_u16())));
                    }
                    Visit::Redirect(target, _) => break target,
                    Visit::WaitUntil(time, _) => thread::sleep(time.duration_since(SystemTime::now().into())),
                    Visit::GiveUpUntil(time, why) => {
                        let wait = time.duration_since(SystemTime::now().into());
                        let why = format!("{url}: in {wait:.0?}, since {}", why.description());
                        self.given_up = Some(why.clone());
                        return Err(io::Error::other(why));
                    }
                    Visit::TooSlow(delay) => {
                        let why = format!("{url}: the site asks for {delay:?} between pages");
                        self.given_up = Some(why.clone());
                        return Err(io::Error::other(why));
                    }
                    Visit::Skip => return Err(io::Error::other("disallowed")),
                    Visit::NotThisSite => return Err(io::Error::other("not a page of a site")),
                }
            };
        }
        Err(io::Error::other("too many redirects"))
    }
}

/// Prints the allowed URLs, and what went wrong and a summary to standard error. Ends where
/// `given_up` says why.
fn list<R: Read>(
    site: &Url,
    robots: &[u8],
    agent: &str,
    fetch: impl FnMut(&Url) -> io::Result<R>,
    given_up: impl Fn() -> Option<String>,
) -> Result<(), Box<dyn Error>> {
    let robots = RobotsTxt::parse(robots);
    let mut urls = Discovery::new(&robots, site, agent)?.urls(fetch);
    let mut output = BufWriter::new(io::stdout().lock());
    for found in urls.by_ref() {
        match found {
            Ok(found) => match found.entry.lastmod {
                Some(lastmod) => writeln!(output, "{}\t{lastmod}", found.url)?,
                None => writeln!(output, "{}", found.url)?,
            },
            Err(error) => eprintln!("{error}"),
        }
        if let Some(why) = given_up() {
            eprintln!("no more sitemaps are requested: {why}");
            break;
        }
    }
    output.flush()?;
    let left_out = urls.left_out();
    eprintln!(
        "{} sitemaps; left out: {} disallowed, {} of other sites; {} problems",
        urls.sitemaps(),
        left_out.disallowed,
        left_out.elsewhere,
        left_out.problems,
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use robots_exclusion_nasty_sites::NastySites;

    /// Of thousands of sitemaps that fail, none is requested after the first that asks for an hour.
    #[test]
    fn it_ends_where_a_site_asks_for_an_hour() {
        const SITE: &str = "sitemaps-503-hour";
        let served = NastySites::start().expect("free ports");
        let client = Client::new("ExampleCrawler")
            .timeout(Duration::from_secs(2))
            .private_addresses(true);
        let url = Url::parse(&served.url(SITE)).expect("a URL");
        list_site(client, &url, "ExampleCrawler").expect("it ends well");
        // robots.txt, the index, and the first sitemap.
        let requests = served.requests(SITE);
        assert_eq!(requests.len(), 3, "{requests:?}");
        for pair in requests.windows(2) {
            let apart = pair[1].at.saturating_sub(pair[0].at);
            assert!(apart >= Duration::from_millis(300), "{requests:?}");
        }
    }
}
