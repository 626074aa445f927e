//! Visits pages of many sites with one thread: whichever site is due first comes next, and no server
//! is asked faster than its sites allow.
//!
//! ```console
//! cargo run -p robots-exclusion-crawler-example --bin many_sites -- https://example.com/ https://example.com/about https://example.org/
//! ```
//!
//! With `ALLOW_PRIVATE` in the environment, servers on this machine are visited too.

use std::collections::{HashMap, VecDeque};
use std::time::SystemTime;
use std::{error::Error, thread};

use robots_exclusion::Timestamp;
use robots_exclusion::site::{Crawler, Sites, Visit, ureq::Client};
use url::Url;

fn now() -> Timestamp {
    SystemTime::now().into()
}

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let client = client.private_addresses(std::env::var_os("ALLOW_PRIVATE").is_some());
    let crawler = Crawler::new("ExampleCrawler");
    let mut sites = Sites::new(64 << 20);
    let mut left: HashMap<String, VecDeque<Url>> = HashMap::new();
    for url in std::env::args().skip(1) {
        let url = Url::parse(&url)?;
        sites.schedule(&url, &crawler, now())?;
        let urls = left.entry(url.origin().ascii_serialization()).or_default();
        urls.push_back(url);
    }
    while let Some(time) = sites.next_due(&crawler, now()) {
        thread::sleep(time.duration_since(now()));
        let site = sites.pop_due(&crawler, now());
        let Some(urls) = site.and_then(|site| left.get_mut(site.origin())) else {
            continue;
        };
        let Some(url) = urls.pop_front() else { continue };
        let visited = sites.update(&url, |site| {
            site.visit(&crawler, now, &url, |request| client.send(request))
        })?;
        match visited {
            Ok(Visit::Page(response)) => println!("{url}: {}", response.status()),
            // A crawler that follows it asks the site of the target.
            Ok(Visit::Redirect(target, _)) => println!("{url}: moved to {target}"),
            Ok(Visit::Skip | Visit::NotThisSite) => println!("{url}: disallowed"),
            Ok(Visit::WaitUntil(..)) => urls.push_front(url),
            // Nothing of the site can be fetched soon: all of it is left for another day.
            Ok(Visit::TooSlow(_)) => leave(url, urls, "too long a delay"),
            Ok(Visit::GiveUpUntil(_, why)) => leave(url, urls, why.description()),
            Err(error) => println!("{url}: {error}"),
        }
        if let Some(url) = urls.front() {
            sites.schedule(url, &crawler, now())?;
        }
    }
    Ok(())
}

fn leave(url: Url, urls: &mut VecDeque<Url>, why: &str) {
    for url in std::iter::once(url).chain(urls.drain(..)) {
        println!("{url}: left: {why}");
    }
}
