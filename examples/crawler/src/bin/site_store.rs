//! A crawler of more sites than fit in memory: those that were not used for long are kept in a file,
//! by their origin, and come back when one of their URLs does. Says for each URL whether it may be
//! fetched, and fetches only robots.txt, which the next run knows.
//!
//! ```console
//! cargo run -p robots-exclusion-crawler-example --bin site_store -- sites.redb https://example.com/ https://example.org/
//! ```
//!
//! The store is redb, a file with keys and values. Any other does: with Redis, `save` is `SET` with
//! the origin as the key, and `load` is `GET`.

use std::borrow::Borrow;
use std::error::Error;
use std::iter::from_fn;
use std::time::SystemTime;

use redb::{Database, ReadableDatabase as _, TableDefinition};
use robots_exclusion::site::{Crawler, Decision, Site, Sites, ureq::Client};
use url::Url;

const SITES: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("sites");

/// Sites in a file, by their origin.
struct Store(Database);

impl Store {
    fn open(path: &str) -> Result<Self, Box<dyn Error>> {
        let store = Self(Database::create(path)?);
        store.save(Vec::<Site>::new())?;
        Ok(store)
    }

    fn save(&self, sites: impl IntoIterator<Item: Borrow<Site>>) -> Result<(), Box<dyn Error>> {
        let change = self.0.begin_write()?;
        let mut saved = change.open_table(SITES)?;
        for site in sites {
            let site = site.borrow();
            saved.insert(site.origin(), &*serde_json::to_vec(site)?)?;
        }
        drop(saved);
        Ok(change.commit()?)
    }

    fn load(&self, origin: &str) -> Result<Option<Site>, Box<dyn Error>> {
        let saved = self.0.begin_read()?.open_table(SITES)?.get(origin)?;
        Ok(saved
            .map(|site| serde_json::from_slice(site.value()))
            .transpose()?)
    }
}

/// Saves the sites that there is no room for, and then has a site in memory, if it was saved. In this
/// order, the site that is wanted is not among those that go.
fn make_room(sites: &mut Sites, store: &Store, url: &Url) -> Result<(), Box<dyn Error>> {
    // All at once: a change of the file takes longer than what it writes.
    let evicted: Vec<Site> = from_fn(|| sites.evict()).collect();
    if !evicted.is_empty() {
        store.save(evicted)?;
    }
    // The sites of a host share its pace, so that one comes back with the other.
    for scheme in ["http", "https"] {
        let mut own = url.clone();
        if own.set_scheme(scheme).is_ok()
            && sites.get(&own).is_none()
            && let Some(site) = store.load(&own.origin().ascii_serialization())?
        {
            sites.insert(site);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let store = Store::open(&arguments.next().ok_or("usage: site_store FILE URL...")?)?;
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let client = client.proxy(ureq::Proxy::try_from_env());
    let crawler = Crawler::new("ExampleCrawler");
    let mut sites = Sites::new(64 << 20);
    for url in arguments {
        let url = Url::parse(&url)?;
        make_room(&mut sites, &store, &url)?;
        let decision = sites.update(&url, |site| {
            let now = SystemTime::now;
            if site.decide(&crawler, now(), &url) == Decision::FetchRobots {
                site.on_robots_request(now());
                let fetched = site
                    .robots_request(&crawler)
                    .fetch(|request| client.send(request));
                site.on_response(&crawler, now(), &fetched);
            }
            site.decide(&crawler, now(), &url)
        })?;
        println!("{url}: {decision:?}");
    }
    store.save(sites.iter())
}

#[cfg(test)]
mod tests {
    use robots_exclusion::Timestamp;
    use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};

    use super::*;

    /// A file that is gone with the test.
    struct Scratch(String);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("site-store-{name}-{}.redb", std::process::id());
            Self(
                std::env::temp_dir()
                    .join(name)
                    .to_str()
                    .expect("UTF-8")
                    .to_owned(),
            )
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn sites_come_back_as_they_were() {
        const BOUND: usize = 20_000;
        let file = Scratch::new("back");
        let crawler = Crawler::new("ExampleCrawler");
        let url = |number: u32| Url::parse(&format!("https://{number}.example/")).expect("a URL");
        let mut answered: Vec<Site> = Vec::new();
        {
            let store = Store::open(&file.0).expect("a new file");
            let mut sites = Sites::new(BOUND);
            for number in 0..300 {
                make_room(&mut sites, &store, &url(number)).expect("a store");
                assert!(sites.heap_bytes() <= BOUND + 2_000);
                let body = format!("User-agent: *\nDisallow: /{number}\nCrawl-delay: {number}\n");
                let body = Body {
                    bytes: body.into(),
                    truncated: false,
                };
                let head = ResponseHead::new(200, [("ETag", "\"1\"")]);
                let fetched = Fetched::new(Reply::Status(200), &head, body);
                let site = sites.update(&url(number), |site| {
                    site.on_response(&crawler, Timestamp::UNIX_EPOCH, &fetched);
                    site.clone()
                });
                answered.push(site.expect("a site"));
            }
            assert!(sites.len() < 200, "{}", sites.len());
            store.save(sites.iter()).expect("a store");
        }
        // By another run of the program.
        let store = Store::open(&file.0).expect("the file");
        let mut sites = Sites::new(BOUND);
        for (number, answered) in (0_u32..300).zip(&answered).rev() {
            make_room(&mut sites, &store, &url(number)).expect("a store");
            assert_eq!(sites.get(&url(number)), Some(answered), "{number}");
        }
        make_room(&mut sites, &store, &url(300)).expect("a store");
        assert_eq!(sites.get(&url(300)), None);
    }
}
