//! The crawler's cache of rules: shared, bounded, expiring.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use robots_exclusion::Dialect;
use robots_exclusion::fetch::{Outcome, Reason};
use url::Url;

use super::TIMEOUT;
use super::http::Http;
use super::robots_cache::RobotsCache;
use crate::server::{Reply, Server};

const AGENT: &str = "ExampleCrawler";

fn http(server: &Server) -> Http {
    Http::new(
        AGENT,
        TIMEOUT,
        Some(ureq::Proxy::new(&server.url()).expect("a proxy URL")),
    )
}

fn url(text: &str) -> Url {
    Url::parse(text).expect("a URL")
}

#[test]
fn many_ask_and_one_fetches() {
    let server =
        Server::start(|_| Reply::Slow(b"User-agent: *\nDisallow: /x".into(), Duration::from_millis(5)));
    let (http, cache) = (http(&server), RobotsCache::new(AGENT, Dialect::RFC_9309, 1 << 20));
    let fresh = AtomicUsize::new(0);
    thread::scope(|scope| {
        for page in [
            "http://a.test/x",
            "http://a.test:80/y",
            "http://A.TEST/?z",
            "http://me@a.test",
        ]
        .repeat(2)
        {
            let (http, cache, fresh) = (&http, &cache, &fresh);
            scope.spawn(move || {
                let (site, new) = cache.site(&url(page), http).expect("a host");
                fresh.fetch_add(usize::from(new), Ordering::Relaxed);
                assert!(!site.rules.is_allowed("/x") && site.rules.is_allowed("/y"));
            });
        }
    });
    assert_eq!(server.paths("a.test"), ["/robots.txt"]);
    assert_eq!(fresh.into_inner(), 1);
    assert!(cache.site(&url("mailto:me@a.test"), &http).is_err());
}

#[test]
fn all_rules_together_keep_their_bound() {
    const BOUND: u64 = 40 << 10;
    let server = Server::start(|request| {
        let rules = (0..50).map(|rule| format!("Disallow: /{}/{rule}/*?\n", request.host));
        Reply::text(format!("User-agent: *\n{}", rules.collect::<String>()))
    });
    let (http, cache) = (http(&server), RobotsCache::new(AGENT, Dialect::RFC_9309, BOUND));
    let mut fetched = 0;
    for number in 0..60 {
        let page = url(&format!("http://{number}.test/"));
        let (site, fresh) = cache.site(&page, &http).expect("a host");
        assert!(!site.rules.is_allowed(&format!("/{number}.test/7/?")));
        fetched += u64::from(fresh) * site.rules.heap_bytes() as u64;
        assert!(cache.bytes() <= BOUND, "{} bytes", cache.bytes());
    }
    assert!(
        fetched > 2 * BOUND,
        "the bound was never reached: {fetched} bytes"
    );
    assert!(
        cache.bytes() > BOUND / 8,
        "almost nothing was kept: {} bytes",
        cache.bytes()
    );
}

#[test]
fn answers_expire_and_copies_outlive_failures() {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |_| match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Reply::text("User-agent: *\nDisallow: /x").with("Cache-Control", "no-store"),
        _ => Reply::status(503),
    });
    let http = http(&server);
    // From failure straight to the copy.
    let policy = Dialect::RFC_9309.fetch_policy().with_closed_for(Duration::ZERO);
    let cache = RobotsCache::new(AGENT, Dialect::RFC_9309.with_fetch_policy(policy), 1 << 20);
    let page = url("http://a.test/");

    let (first, fresh) = cache.site(&page, &http).expect("a host");
    assert!(fresh && first.outcome == Outcome::Parse && first.expires <= Instant::now());

    let (second, fresh) = cache.site(&page, &http).expect("a host");
    assert!(fresh);
    assert_eq!(second.outcome, Outcome::UseCopy(Reason::LongUnreachable));
    assert!(Arc::ptr_eq(&first.rules, &second.rules));
    assert!(second.expires > Instant::now() + Duration::from_secs(3000));

    let (_, fresh) = cache.site(&page, &http).expect("a host");
    assert!(!fresh);
    assert_eq!(server.paths("a.test").len(), 2);
}
