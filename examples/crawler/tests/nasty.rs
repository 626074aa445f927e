//! The crawl of one site that `guide::crawler` shows, against sites that misbehave: it ends in time,
//! and requests nothing that it may not.

include!("../src/bin/one_site.rs");

use std::collections::HashMap;
use std::time::{Duration, Instant};

use robots_exclusion_nasty_sites::{NastySites, SITES};

/// The sites whose robots.txt allows everything, as far as a crawler can tell, or whose answer
/// clients understand in different ways.
const WITHOUT_RULES: [&str; 13] = [
    "robots-401",
    "robots-403",
    "robots-404",
    "robots-410",
    "robots-loop",
    "robots-onward",
    "robots-to-file",
    "robots-to-data",
    "robots-to-line-end",
    "robots-two-lengths",
    "robots-negative-length",
    "robots-to-integer",
    "robots-to-hex",
];

/// For one site, with three pages, one of which is disallowed.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn every_crawl_ends_and_obeys() {
    let served = NastySites::start().expect("free ports");
    let crawl_one = |name: &str, base: &str| {
        let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)")
            .timeout(Duration::from_secs(2))
            .private_addresses(true);
        let memory = std::env::temp_dir().join(format!("nasty-{name}-{}.json", std::process::id()));
        let memory = memory.to_str().expect("UTF-8");
        let urls = ["/a", "/x/secret", "/b"].map(|path| Url::parse(&format!("{base}{path}")).expect("a URL"));
        let started = Instant::now();
        crawl(&client, urls.to_vec(), memory).expect("it ends well");
        let took = started.elapsed();
        assert!(took < LIMIT, "{name}: {took:?}");
        // What is known was saved, and is read again.
        let saved = fs::read(memory).expect("a file");
        serde_json::from_slice::<Site>(&saved).expect("a site");
        fs::remove_file(memory).expect("it is there");
        took
    };
    // Those with sitemaps are for whoever reads them. The one that redirects to ever more pages is
    // left after a thousand, at one a second.
    let is_for_crawls = |name: &str| !name.starts_with("sitemaps") && name != "pages-onward";
    let sites: Vec<_> = served.sites().filter(|(name, _)| is_for_crawls(name)).collect();
    let took: HashMap<&str, Duration> = thread::scope(|scope| {
        let crawls: Vec<_> = sites
            .iter()
            .map(|(name, base)| (*name, scope.spawn(|| crawl_one(name, base))))
            .collect();
        let ended =
            |(name, crawl): (_, thread::ScopedJoinHandle<'_, _>)| (name, crawl.join().expect("an end"));
        crawls.into_iter().map(ended).collect()
    });
    for site in SITES {
        let requests = served.requests(site.name);
        let is_robots = |path: &str| path.starts_with("/robots");
        let pages: Vec<_> = requests
            .iter()
            .filter(|request| !is_robots(&request.path))
            .collect();
        if !site.is_open {
            assert!(pages.is_empty(), "{}: {pages:?}", site.name);
        }
        if !WITHOUT_RULES.contains(&site.name) {
            let disallowed = pages.iter().find(|request| request.path.starts_with("/x"));
            assert!(disallowed.is_none(), "{}: {disallowed:?}", site.name);
        }
        // Each page comes a second after the page before it, and the first after robots.txt. On a
        // busy machine, the server may see two of them closer together.
        if let Some(took) = took.get(site.name) {
            let least = Duration::from_secs(pages.len() as u64);
            assert!(
                *took >= least,
                "{}: {took:?} for {} pages",
                site.name,
                pages.len()
            );
        }
    }
}

/// A file of which half was written is a clear message, and no lost crawl.
#[test]
fn a_memory_that_cannot_be_read() {
    let memory = std::env::temp_dir().join(format!("nasty-half-{}.json", std::process::id()));
    let memory = memory.to_str().expect("UTF-8");
    fs::write(memory, "{\"origin\":\"https://exa").expect("a file");
    let url = Url::parse("https://example.com/").expect("a URL");
    let error = crawl(&Client::new("ExampleCrawler"), vec![url], memory).expect_err("half a file");
    let text = error.to_string();
    assert!(
        text.starts_with(memory) && text.ends_with("; delete it"),
        "{text}"
    );
    fs::remove_file(memory).expect("it is there");
}
