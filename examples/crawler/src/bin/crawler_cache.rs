//! A crawler's cache: what is known about many sites, within a bound of bytes. Says for each URL
//! whether it may be fetched.
//!
//! ```console
//! cargo run -p robots-exclusion-crawler-example --bin crawler_cache -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::{error::Error, time::SystemTime};

use quick_cache::{Weighter, unsync::Cache};
use robots_exclusion::site::{Crawler, Decision, Site, ureq::Client};
use url::{Origin, Url};

#[derive(Clone)]
struct ByBytes;

impl Weighter<Origin, Site> for ByBytes {
    fn weight(&self, _: &Origin, site: &Site) -> u64 {
        (size_of::<(Origin, Site)>() + site.heap_bytes()) as u64
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let client = client.proxy(ureq::Proxy::try_from_env());
    let crawler = Crawler::new("ExampleCrawler");
    // A site for each origin: `http` and `https` have a robots.txt each.
    let mut sites = Cache::with_weighter(10_000, 64 << 20, ByBytes);
    for url in std::env::args().skip(1) {
        let url = Url::parse(&url)?;
        let mut site = match sites.remove(&url.origin()) {
            Some((_, site)) => site,
            None => Site::new(&url)?,
        };
        let mut decision = site.decide(&crawler, SystemTime::now(), &url);
        if decision == Decision::FetchRobots {
            site.on_robots_request(SystemTime::now());
            let fetched = site
                .robots_request(&crawler)
                .fetch(|request| client.send(request));
            println!("{}", site.on_response(&crawler, SystemTime::now(), &fetched));
            decision = site.decide(&crawler, SystemTime::now(), &url);
        }
        println!("{url}: {decision:?}");
        sites.insert(url.origin(), site);
    }
    Ok(())
}
