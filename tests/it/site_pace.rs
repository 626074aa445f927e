//! Crawls of servers that are slow, or cannot keep up, by a virtual clock: how often they are asked,
//! and how many requests are open.

use std::collections::BinaryHeap;
use std::time::Duration;

use robots_exclusion::Timestamp;
use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site, WaitReason};

use crate::corpus::Numbers;

const HOUR: u64 = 3600;

fn at(seconds: u64) -> Timestamp {
    // Some day in 2026, so that there is a past.
    Timestamp::from_unix(Duration::from_secs(1_771_200_000 + seconds))
}

/// A site without a robots.txt, which a crawler has just found out.
fn site(crawler: &Crawler) -> Site {
    let mut site = Site::new("https://example.com/").expect("the URL of a site");
    let head = ResponseHead::from_status(404);
    site.on_response(
        crawler,
        at(0),
        &Fetched::new(Reply::Status(404), &head, Body::default()),
    );
    site
}

fn answer(site: &mut Site, now: u64, status: u16) {
    site.on_page_response(at(now), &ResponseHead::from_status(status));
}

/// What a server has seen.
#[derive(Debug)]
struct Seen {
    pages: u64,
    /// How many requests were open at a time, at most.
    open: usize,
}

/// A crawl with as many workers as there are pages to fetch. A page takes so many seconds, and has
/// the status that `status` says.
fn crawl(crawler: &Crawler, until: u64, latency: u64, mut status: impl FnMut() -> u16) -> Seen {
    let mut site = site(crawler);
    // When requests end, the next one first.
    let mut ends = BinaryHeap::new();
    let mut seen = Seen { pages: 0, open: 0 };
    let mut now = 0;
    while now < until {
        while let Some(end) = ends.pop_if_due(now) {
            answer(&mut site, end, status());
        }
        let again = match site.decide(crawler, at(now), "/") {
            Decision::FetchPage => {
                site.on_page_request(at(now));
                ends.push(std::cmp::Reverse(now + latency));
                seen.pages += 1;
                seen.open = seen.open.max(ends.len());
                now
            }
            Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
                time.duration_since(at(0)).as_secs()
            }
            other => panic!("{other:?}"),
        };
        let end = ends.peek().map_or(u64::MAX, |std::cmp::Reverse(end)| *end);
        now = again.min(end.max(now));
    }
    seen
}

trait PopIfDue {
    fn pop_if_due(&mut self, now: u64) -> Option<u64>;
}

impl PopIfDue for BinaryHeap<std::cmp::Reverse<u64>> {
    fn pop_if_due(&mut self, now: u64) -> Option<u64> {
        let is_due = self.peek().is_some_and(|end| end.0 <= now);
        is_due.then(|| self.pop().expect("it is there").0)
    }
}

/// A server that needs half a minute for a page: it got 60 requests a minute, of which thirty were
/// open, while the delay counted from the start of a request.
#[test]
fn a_slow_server_is_asked_when_it_has_answered() {
    let crawler = Crawler::new("FooBot");
    for (latency, pages) in [(0, 3599), (1, 1800), (9, 360), (30, 117), (200, 18)] {
        let seen = crawl(&crawler, HOUR, latency, || 200);
        assert_eq!((seen.pages, seen.open), (pages, 1), "{latency} s");
    }
    // A strict crawler has no delay, but waits for the answer too.
    let seen = crawl(&Crawler::strict("FooBot"), HOUR, 30, || 200);
    assert_eq!((seen.pages, seen.open), (120, 1));
    for (most, open) in [(0, 1), (2, 2), (5, 5), (u8::MAX, 30)] {
        let seen = crawl(&Crawler::new("FooBot").max_open(most), HOUR, 30, || 200);
        assert_eq!(seen.open, open, "{seen:?}");
    }
}

/// Nobody is asked sooner because an answer is not there yet: while a request is open, the time to
/// ask again moves on, and what it is moved to is never too late by more than the delay.
#[test]
fn an_open_request_is_waited_for() {
    let crawler = Crawler::new("FooBot").default_delay(Duration::from_secs(5));
    let mut site = site(&crawler);
    let wait = |until| Decision::WaitUntil(at(until), WaitReason::RequestInFlight);
    site.on_page_request(at(5));
    for now in [6, 10, 60, 299] {
        assert_eq!(site.decide(&crawler, at(now), "/"), wait(now + 5));
        assert_eq!(site.next_due(&crawler, at(now)), at(now + 5));
    }
    let mut answered = site.clone();
    answer(&mut answered, 299, 200);
    let delay = Decision::WaitUntil(at(304), WaitReason::Delay);
    assert_eq!(answered.decide(&crawler, at(299), "/"), delay);
    // The task that made the request has ended without a word.
    assert_eq!(site.decide(&crawler, at(304), "/"), wait(305));
    assert_eq!(site.decide(&crawler, at(305), "/"), Decision::FetchPage);
    site.on_page_request(at(305));
    answer(&mut site, 306, 200);
    assert_eq!(site.decide(&crawler, at(311), "/"), Decision::FetchPage);
    // Whoever gives a request up says so.
    site.on_page_request(at(311));
    site.on_page_abort();
    assert_eq!(site.decide(&crawler, at(316), "/"), Decision::FetchPage);
    // robots.txt waits for an answer, too, and a page for that of robots.txt.
    site.on_page_request(at(400));
    let other = Crawler::new("BarBot");
    assert_eq!(
        site.decide(&other, at(410), "/"),
        Decision::WaitUntil(at(411), WaitReason::RequestInFlight)
    );
    answer(&mut site, 420, 200);
    assert_eq!(site.decide(&other, at(421), "/"), Decision::FetchRobots);
    site.on_robots_request(at(421));
    assert_eq!(site.decide(&crawler, at(430), "/"), wait(435));
    // One that is lost is in nobody's way.
    assert_eq!(site.decide(&crawler, at(481), "/"), Decision::FetchPage);
    // A number that somebody else wrote, or a clock that was set back, stops nobody for long.
    site.on_page_request(at(100_000));
    assert_eq!(site.decide(&crawler, at(482), "/"), Decision::FetchRobots);
}

/// Ten pages that are open when a server fails are one complaint, not ten doublings, which were 1,023
/// seconds.
#[test]
fn a_burst_of_failures_is_one() {
    let crawler = Crawler::new("FooBot").max_open(u8::MAX);
    let ten_open = || {
        let mut site = site(&crawler);
        for second in 1..=10 {
            assert_eq!(site.decide(&crawler, at(second), "/"), Decision::FetchPage);
            site.on_page_request(at(second));
        }
        site
    };
    let mut at_once = ten_open();
    (0..10).for_each(|_| answer(&mut at_once, 15, 503));
    assert_eq!(at_once.next_page_at(&crawler, at(15)), at(17));
    let mut one_by_one = ten_open();
    (0..10).for_each(|second| one_by_one.on_page_failure(at(15 + second)));
    assert_eq!(one_by_one.next_page_at(&crawler, at(24)), at(26));
    // Whoever asks in spite of it gets the next complaint.
    for (level, wait) in [(2, 4), (3, 8), (4, 16)] {
        let now = 100 * level;
        at_once.on_page_request(at(now));
        answer(&mut at_once, now, 503);
        assert_eq!(at_once.next_page_at(&crawler, at(now)), at(now + wait));
    }
    // Requests that nobody recorded are not known to be a burst.
    let mut unrecorded = site(&crawler);
    (0..3).for_each(|_| unrecorded.on_page_failure(at(1)));
    assert_eq!(unrecorded.next_page_at(&crawler, at(1)), at(9));
}

/// A server that fails at every other page got 2,400 of them an hour. One of which some pages are
/// broken is asked nearly as often as one that is well.
#[test]
fn a_server_that_fails_at_half_of_its_pages() {
    let crawler = Crawler::new("FooBot");
    let mut count = 0;
    let seen = crawl(&crawler, HOUR, 0, || {
        count += 1;
        if count % 2 == 0 { 503 } else { 200 }
    });
    assert_eq!(seen.pages, 21, "by turns");
    let in_a_hundred = |failures: usize| {
        let mut pages = 0;
        for seed in 0..20 {
            let mut numbers = Numbers::new(seed);
            let seen = crawl(&crawler, HOUR, 0, || match numbers.below(100) {
                number if number < failures => 500,
                _ => 200,
            });
            pages += seen.pages;
        }
        pages / 20
    };
    let pages = [0, 5, 10, 20, 50, 100].map(in_a_hundred);
    println!("pages in an hour: {pages:?}");
    assert!(pages.is_sorted_by(|more, fewer| more > fewer), "{pages:?}");
    assert!(pages[0] == 3599 && pages[2] > 2400, "{pages:?}");
    assert!(pages[4] < 60 && pages[5] == 11, "{pages:?}");
}
