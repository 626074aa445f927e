//! A crawler's cache: what is known about many sites, within a bound of bytes. Says for each URL
//! whether it may be fetched.
//!
//! ```console
//! cargo run --manifest-path examples/crawler/Cargo.toml --bin crawler_cache -- https://example.com/ https://example.com/about https://example.org/
//! ```

use std::{error::Error, io, time::SystemTime};

use quick_cache::{Weighter, unsync::Cache};
use robots_exclusion::fetch::ResponseHead;
use robots_exclusion::site::{Crawler, Decision, Site};
use url::{Origin, Url};

#[derive(Clone)]
struct ByBytes;

impl Weighter<Origin, Site> for ByBytes {
    fn weight(&self, _: &Origin, site: &Site) -> u64 {
        (size_of::<(Origin, Site)>() + site.heap_bytes()) as u64
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let config = ureq::Agent::config_builder()
        .max_redirects(0)
        .http_status_as_error(false);
    let client: ureq::Agent = config.build().into();
    let crawler = Crawler::new("ExampleCrawler");
    let mut sites = Cache::with_weighter(10_000, 64 << 20, ByBytes);
    for url in std::env::args().skip(1) {
        let url = Url::parse(&url)?;
        let mut site = match sites.remove(&url.origin()) {
            Some((_, site)) => site,
            None => Site::new(&url)?,
        };
        let mut decision = site.decide(&crawler, SystemTime::now(), &url);
        if decision == Decision::FetchRobots {
            let fetched = site.robots_request(&crawler).fetch(|request| {
                let get = client.get(request.url().as_str());
                let get = request.fields().fold(get, |get, (k, v)| get.header(k, v));
                let (parts, body) = get.call().map_err(io::Error::other)?.into_parts();
                let head = ResponseHead::new(parts.status.as_u16(), &parts.headers);
                Ok((head, body.into_reader()))
            });
            println!("{}", site.on_response(&crawler, SystemTime::now(), &fetched));
            decision = site.decide(&crawler, SystemTime::now(), &url);
        }
        println!("{url}: {decision:?}");
        sites.insert(url.origin(), site);
    }
    Ok(())
}
