//! Visits pages of many sites with one thread: whichever site is due first comes next, and no server
//! is asked faster than its sites allow.
//!
//! ```console
//! cargo run -p robots-exclusion-crawler-example --bin many_sites -- https://example.com/ https://example.com/about https://example.org/
//! ```
//!
//! With `ALLOW_PRIVATE` in the environment, servers on this machine are visited too.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::SystemTime;
use std::{error::Error, thread};

use robots_exclusion::Timestamp;
use robots_exclusion::site::{Crawler, Pace, Site, Visit, ureq::Client};
use url::{Origin, Url};

fn now() -> Timestamp {
    SystemTime::now().into()
}

fn main() -> Result<(), Box<dyn Error>> {
    let client = Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)");
    let client = client.private_addresses(std::env::var_os("ALLOW_PRIVATE").is_some());
    let crawler = Crawler::new("ExampleCrawler");
    // A site for each origin, and a pace for each host, which several origins share.
    let mut sites: HashMap<Origin, (Site, VecDeque<Url>)> = HashMap::new();
    let mut paces: HashMap<String, Pace> = HashMap::new();
    for url in std::env::args().skip(1) {
        let url = Url::parse(&url)?;
        let site = Site::new(&url)?;
        let (_, urls) = sites.entry(url.origin()).or_insert((site, VecDeque::new()));
        urls.push_back(url);
    }
    let mut sites: Vec<_> = sites.into_values().collect();
    let mut due: BinaryHeap<_> = (0..sites.len()).map(|index| Reverse((now(), index))).collect();
    while let Some(Reverse((time, index))) = due.pop() {
        thread::sleep(time.duration_since(now()));
        let (site, urls) = &mut sites[index];
        let Some(url) = urls.pop_front() else { continue };
        let pace = paces
            .entry(url.host_str().unwrap_or_default().to_owned())
            .or_default();
        site.set_pace(*pace);
        match site.visit(&crawler, now, &url, |request| client.send(request)) {
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
        *pace = site.pace();
        // A site without URLs is not waited for.
        if !urls.is_empty() {
            due.push(Reverse((site.next_due(&crawler, now()), index)));
        }
    }
    Ok(())
}

fn leave(url: Url, urls: &mut VecDeque<Url>, why: &str) {
    for url in std::iter::once(url).chain(urls.drain(..)) {
        println!("{url}: left: {why}");
    }
}
