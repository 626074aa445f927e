//! Many sites: looked up, paced by host, taken by when they are due, and evicted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Pace, Site, Sites, WaitReason};

use crate::corpus::Numbers;
use crate::shared;
use crate::site::restored;

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(1_771_200_000 + seconds))
}

fn fetched(status: u16, body: &str) -> Fetched {
    let body = Body {
        bytes: body.into(),
        truncated: false,
    };
    Fetched::new(Reply::Status(status), &ResponseHead::from_status(status), body)
}

#[test]
fn a_site_is_found_by_any_of_its_urls() {
    let mut sites = Sites::new(1 << 20);
    assert!(sites.is_empty() && sites.get("https://example.com/").is_none());
    let origin = |site: &mut Site| site.origin().to_owned();
    for url in [
        "https://example.com/a",
        "https://EXAMPLE.com:443/b",
        "http://example.com/",
        "http://example.com:8080/",
        "https://example.org/",
    ] {
        let made = sites.update(url, origin).expect("a site");
        assert_eq!(sites.get(url).expect("a site").origin(), made);
    }
    assert_eq!(sites.len(), 4);
    let all: BTreeSet<String> = sites.iter().map(|site| site.origin().to_owned()).collect();
    assert_eq!(all.len(), 4);
    for none in ["/a", "mailto:me@example.com", ""] {
        assert!(sites.update(none, origin).is_err() && sites.get(none).is_none());
        assert!(sites.schedule(none, &Crawler::new("FooBot"), at(0)).is_err());
    }
    // A site that is put in place of another is found where it belongs.
    let swapped = |site: &mut Site| *site = Site::new("https://example.net/").expect("a site");
    sites.update("https://example.org/", swapped).expect("a site");
    for url in ["https://example.org/", "https://example.net/"] {
        assert!(sites.get(url).expect("a site").origin() == url.trim_end_matches('/'));
    }
    assert_eq!(sites.len(), 5);
}

#[test]
fn sites_of_a_host_share_its_pace() {
    let crawler = Crawler::new("FooBot");
    let mut sites = Sites::new(1 << 20);
    let urls = [
        "http://example.com/",
        "https://example.com/",
        "https://example.com:8080/",
    ];
    for (number, url) in (0..).zip(urls) {
        let now = at(number);
        let decided = sites
            .update(url, |site| site.decide(&crawler, now, url))
            .expect("a site");
        assert_eq!(decided, Decision::FetchRobots, "{url}");
        let answer = |site: &mut Site| site.on_response(&crawler, now, &fetched(404, ""));
        sites.update(url, answer).expect("a site");
    }
    // One that is made later has it too, and another host has not.
    let pace = sites.get(urls[0]).expect("a site").pace();
    for url in urls.into_iter().chain(["http://example.com:81/"]) {
        assert_eq!(sites.update(url, |site| site.pace()), Ok(pace), "{url}");
    }
    let other = sites.update("https://www.example.com/", |site| site.pace());
    assert_ne!(other, Ok(pace));
    // What was saved brings its own, if that is slower.
    let mut saved = Site::new("https://example.com/").expect("a site");
    saved.on_page_failure(at(5));
    let slower = saved.pace();
    sites.insert(saved);
    for url in urls {
        assert_eq!(sites.get(url).expect("a site").pace(), slower, "{url}");
    }
    sites.insert(Site::new("https://example.com/").expect("a site"));
    assert_eq!(sites.get(urls[0]).expect("a site").pace(), slower);
}

/// Each site is visited at its pace, by a crawler that does nothing but ask which is due.
#[test]
fn the_site_that_is_due_first_comes_next() {
    let crawler = Crawler::new("FooBot");
    let mut sites = Sites::new(1 << 20);
    assert_eq!(sites.next_due(&crawler, at(0)), None);
    let delays = [1, 2, 3, 7, 50];
    let mut left = BTreeMap::new();
    for delay in delays {
        let url = format!("https://{delay}.example/");
        // Once more changes nothing.
        sites.schedule(url.as_str(), &crawler, at(0)).expect("a site");
        sites.schedule(url.as_str(), &crawler, at(0)).expect("a site");
        left.insert(format!("https://{delay}.example"), (delay, 10));
    }
    let (mut now, mut requests) = (at(0), 0);
    while let Some(time) = sites.next_due(&crawler, now) {
        now = time;
        let origin = sites
            .pop_due(&crawler, now)
            .expect("what is due")
            .origin()
            .to_owned();
        let (delay, pages) = left.get_mut(&origin).expect("a site");
        let file = format!("User-agent: *\nCrawl-delay: {delay}");
        sites
            .update(origin.as_str(), |site| match site.decide(&crawler, now, "/") {
                Decision::FetchRobots => _ = site.on_response(&crawler, now, &fetched(200, &file)),
                Decision::FetchPage => {
                    site.on_page_request(now);
                    site.on_page_response(now, &ResponseHead::from_status(200));
                    *pages -= 1;
                }
                other => panic!("{other:?} for {origin}, which was due"),
            })
            .expect("a site");
        requests += 1;
        if *pages > 0 {
            sites.schedule(origin.as_str(), &crawler, now).expect("a site");
        }
    }
    assert_eq!((requests, now), (5 * 11, at(500)));
}

/// A site in the queue that is slowed down meanwhile comes later.
#[test]
fn what_is_recorded_puts_a_site_off() {
    let crawler = Crawler::new("FooBot");
    let mut sites = Sites::new(1 << 20);
    for url in ["https://a.example/", "https://b.example/"] {
        let answer = |site: &mut Site| site.on_response(&crawler, at(0), &fetched(404, ""));
        sites.update(url, answer).expect("a site");
        sites.schedule(url, &crawler, at(0)).expect("a site");
    }
    // Through another site of its host.
    let fail = |site: &mut Site| (0..4).for_each(|_| site.on_page_failure(at(0)));
    sites.update("http://a.example/", fail).expect("a site");
    assert_eq!(sites.next_due(&crawler, at(0)), Some(at(1)));
    let first = sites.pop_due(&crawler, at(1)).expect("b").origin();
    assert_eq!(first, "https://b.example");
    assert!(sites.pop_due(&crawler, at(15)).is_none());
    assert_eq!(sites.next_due(&crawler, at(15)), Some(at(16)));
    assert!(sites.pop_due(&crawler, at(16)).is_some());
    assert_eq!(sites.next_due(&crawler, at(16)), None);
}

#[test]
fn sites_stay_within_their_bytes() {
    const BOUND: usize = 200_000;
    let crawler = Crawler::new("FooBot");
    let mut sites = Sites::new(BOUND);
    assert!(sites.evict().is_none());
    let mut numbers = Numbers::new(1);
    let mut evicted = BTreeSet::new();
    sites
        .schedule("https://queued.example/", &crawler, at(0))
        .expect("a site");
    let open = |site: &mut Site| site.on_page_request(at(0));
    sites.update("https://open.example/", open).expect("a site");
    for number in 0..3000 {
        let url = format!("https://{number}.example/");
        let rules = "Disallow: /abc*d\n".repeat(numbers.below(40));
        let answer = |site: &mut Site| {
            site.on_response(&crawler, at(0), &fetched(200, &format!("User-agent: *\n{rules}")))
        };
        sites.update(url.as_str(), answer).expect("a site");
        // One that is in use all the time stays.
        sites.update("https://used.example/", |_| ()).expect("a site");
        while let Some(site) = sites.evict() {
            assert!(sites.get(site.origin()).is_none());
            assert!(evicted.insert(site.origin().to_owned()), "twice");
        }
        assert!(sites.heap_bytes() <= BOUND, "{} at {number}", sites.heap_bytes());
    }
    for origin in [
        "https://queued.example",
        "https://used.example",
        "https://open.example",
    ] {
        assert!(
            sites.get(origin).is_some() && !evicted.contains(origin),
            "{origin}"
        );
    }
    assert_eq!(sites.len() + evicted.len(), 3003);
    assert!(sites.len() > 100, "{}", sites.len());
    // Those that came last are there.
    let last =
        (2990..3000).filter(|number| sites.get(format!("https://{number}.example/").as_str()).is_some());
    assert!(last.count() >= 9);
    // If nothing can be evicted, nothing is.
    let mut small = Sites::new(0);
    small
        .schedule("https://queued.example/", &crawler, at(0))
        .expect("a site");
    assert!(small.evict().is_none() && small.len() == 1);
    // What nobody asked about for long is forgotten at last, although its answer was never told.
    let mut lost = Sites::new(0);
    lost.update("https://open.example/", open).expect("a site");
    assert!(lost.evict().is_some() && lost.is_empty());
    // A site of a host goes, and the others are found.
    let mut host = Sites::new(0);
    for port in 1..=5 {
        let url = format!("http://example.com:{port}/");
        host.update(url.as_str(), |_| ()).expect("a site");
    }
    for left in (0..5).rev() {
        let gone = host.evict().expect("a site").origin().to_owned();
        assert!(host.get(gone.as_str()).is_none() && host.len() == left);
        let origins: Vec<String> = host.iter().map(|site| site.origin().to_owned()).collect();
        assert_eq!(origins.len(), left);
        assert!(origins.iter().all(|origin| host.get(origin.as_str()).is_some()));
    }
}

/// Sites of real files take few bytes while others are used, and come back as they were.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn real_files_come_back_from_rest() {
    let crawler = Crawler::new("FooBot");
    let use_others = |sites: &mut Sites| {
        for number in 0..50_000 {
            let url = format!("https://other-{number}.example/");
            sites.update(url.as_str(), |_| ()).expect("a site");
        }
        sites.heap_bytes()
    };
    let bytes_of_others = use_others(&mut Sites::new(usize::MAX));
    for directory in ["corpus", "corpus-2025"] {
        let mut sites = Sites::new(usize::MAX);
        let known: Vec<Site> = (0_u64..)
            .zip(shared::list(directory))
            .map(|(number, name)| {
                let body = Body {
                    bytes: shared::read(&format!("{directory}/{name}")),
                    truncated: number.is_multiple_of(10),
                };
                let head = ResponseHead::new(200, [("ETag", format!("\"{number:x}\""))]);
                let file = Fetched::new(Reply::Status(200), &head, body);
                let url = format!("https://{number}.example/");
                let answer = |site: &mut Site| {
                    site.on_response(&crawler, at(number), &file);
                    site.clone()
                };
                sites.update(url.as_str(), answer).expect("a site")
            })
            .collect();
        let bytes = use_others(&mut sites) - bytes_of_others;
        let awake: usize = known
            .iter()
            .map(|site| size_of::<Site>() + site.heap_bytes())
            .sum();
        assert!(2 * bytes < awake, "{directory}: {bytes} of {awake} bytes");
        for site in &known {
            assert_eq!(sites.get(site.origin()), Some(site));
        }
    }
}

/// Sites come and go, and are used in any order: all of a host have the pace that the last of them got.
#[test]
fn the_pace_of_a_host_is_that_of_its_last_use() {
    let mut numbers = Numbers::new(7);
    let mut sites = Sites::new(0);
    let mut paces: BTreeMap<usize, Pace> = BTreeMap::new();
    let mut known: BTreeSet<(usize, usize)> = BTreeSet::new();
    let url_of = |host: usize, port: usize| format!("http://{host}.example:{port}");
    for time in 0..5_000 {
        let (host, port) = (numbers.below(5), 1 + numbers.below(6));
        let url = url_of(host, port);
        let now = at(time / 10);
        if numbers.below(10) == 0 {
            if let Some(gone) = sites.evict() {
                let (host, port) = *known
                    .iter()
                    .find(|(host, port)| url_of(*host, *port) == gone.origin())
                    .expect("a site that was made");
                known.remove(&(host, port));
                assert_eq!(gone.pace(), paces[&host]);
                if !known.iter().any(|(other, _)| *other == host) {
                    paces.remove(&host);
                }
            }
            continue;
        }
        let (event, is_saved) = (numbers.below(5), numbers.below(10) == 0);
        let use_it = |site: &mut Site| {
            match event {
                0 => site.on_page_request(now),
                1 => site.on_page_failure(now),
                2 => site.on_page_response(now, &ResponseHead::from_status(200)),
                3 => site.on_robots_request(now),
                _ => (),
            }
            site.pace()
        };
        let pace = if is_saved {
            let mut saved = Site::new(url.as_str()).expect("a site");
            let own = use_it(&mut saved);
            sites.insert(saved);
            own.merge(paces.get(&host).copied().unwrap_or_default())
        } else {
            sites.update(url.as_str(), use_it).expect("a site")
        };
        known.insert((host, port));
        paces.insert(host, pace);
        for (host, port) in &known {
            assert_eq!(
                sites.get(url_of(*host, *port).as_str()).expect("a site").pace(),
                paces[host]
            );
        }
        assert_eq!(sites.len(), known.len());
        assert!(sites.iter().all(|site| {
            let host = site.origin()[7..8].parse().expect("a number");
            site.pace() == paces[&host]
        }));
    }
}

/// However often other sites of its host are asked, a robots.txt that is never reported is lost after a
/// minute.
#[test]
fn a_lost_robots_txt_of_a_busy_host() {
    let crawler = Crawler::new("FooBot").max_open(8);
    let (lost, busy) = ("http://example.com/", "https://example.com/");
    let mut sites = Sites::new(1 << 20);
    sites
        .update(busy, |site| site.on_response(&crawler, at(0), &fetched(404, "")))
        .expect("a site");
    sites
        .update(lost, |site| site.on_robots_request(at(1)))
        .expect("a site");
    for second in 2..=60 {
        sites
            .update(busy, |site| {
                site.on_page_request(at(second));
                site.on_page_response(at(second), &ResponseHead::from_status(200));
            })
            .expect("a site");
        let site = sites.get(lost).expect("a site").clone();
        for site in [&site, &restored(&site)] {
            let decision = site.decide(&crawler, at(second), lost);
            assert_eq!(decision.until(), Some(at(61)), "{second}");
        }
    }
    let decision = |sites: &mut Sites| sites.get(lost).expect("a site").decide(&crawler, at(61), lost);
    assert_eq!(decision(&mut sites), Decision::FetchRobots);
    // It is requested once more, and that minute is its own.
    sites
        .update(lost, |site| site.on_robots_request(at(61)))
        .expect("a site");
    assert_eq!(
        decision(&mut sites),
        Decision::WaitUntil(at(121), WaitReason::RobotsInFlight)
    );
}
