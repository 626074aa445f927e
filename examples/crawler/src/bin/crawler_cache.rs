//! A crawler's cache: what is known about many sites, within a bound of bytes. Says for each URL
//! whether it may be fetched.
//!
//! ```console
//! cargo run -p robots-exclusion-crawler-example --bin crawler_cache -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::{error::Error, time::SystemTime};

use robots_exclusion::site::{Crawler, Decision, Sites, ureq::Client};
use url::Url;

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let client = client.proxy(ureq::Proxy::try_from_env());
    let crawler = Crawler::new("ExampleCrawler");
    let mut sites = Sites::new(64 << 20);
    for url in std::env::args().skip(1) {
        let url = Url::parse(&url)?;
        let decision = sites.update(&url, |site| {
            let decision = site.decide(&crawler, SystemTime::now(), &url);
            if decision != Decision::FetchRobots {
                return decision;
            }
            site.on_robots_request(SystemTime::now());
            let fetched = site
                .robots_request(&crawler)
                .fetch(|request| client.send(request));
            println!("{}", site.on_response(&crawler, SystemTime::now(), &fetched));
            site.decide(&crawler, SystemTime::now(), &url)
        })?;
        println!("{url}: {decision:?}");
        // A crawler that runs for days saves them instead, as site_store does.
        while let Some(site) = sites.evict() {
            println!("forgotten: {}", site.origin());
        }
    }
    Ok(())
}
