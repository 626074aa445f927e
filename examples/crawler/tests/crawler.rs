//! The crawler example, over real HTTP against a server with well-behaved and badly behaved sites.

#[path = "../../../crates/cli/tests/cli/server.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod server;

use std::io::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant, SystemTime};

use robots_exclusion::Dialect;
use robots_exclusion::fetch::{Cause, Outcome};
use url::Url;

use robots_exclusion_crawler_example::crawl::{Event, Options, crawl};
use server::{Reply, Request, Server};

const TIMEOUT: Duration = Duration::from_secs(2);
/// The pause between two requests to a site.
const DELAY: Duration = Duration::from_millis(100);
const SECRET: &str = "User-agent: ExampleCrawler\nDisallow: /secret\n";

/// A page with a link to everything that any site has.
fn page() -> Reply {
    Reply::html(
        "<a href=/a>a</a> <a href='b?x=1#y'>b</a> <A HREF=\"/secret\">secret</A> <a href=mailto:me@a.test>me</a>",
    )
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory does not fail");
    encoder.finish().expect("memory does not fail")
}

/// Three hours of the day, the first of which begins this many hours after the last full hour.
fn hours_from_now(hours: u64) -> String {
    let now = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("it is past 1970");
    let first = now.as_secs() / 3600 + hours;
    format!("{:02}00-{:02}59", first % 24, (first + 2) % 24)
}

/// Every site of the test. Apart from robots.txt they are the same, with a few exceptions.
fn sites(request: &Request) -> Reply {
    let site = request
        .host
        .strip_suffix(".test")
        .expect("all hosts are under .test");
    match (site, request.path.as_str()) {
        ("plain", "/robots.txt") => Reply::text(SECRET),
        ("misspelled", "/robots.txt") => Reply::text("User Agent: *\nDisallow /secret\n"),
        ("missing", "/robots.txt") => Reply::status(404),
        ("forbidden", "/robots.txt") => Reply::status(403),
        ("busy", "/robots.txt") => Reply::status(429).with("Retry-After", "7200"),
        // Asks for no pause.
        ("hurried", "/robots.txt") => Reply::status(429),
        ("failing", "/robots.txt") => Reply::status(503),
        // Five redirects and the file; six, and it is out of reach.
        ("five", "/robots.txt") => Reply::redirect(301, "/1"),
        ("five", "/5") => Reply::text(SECRET),
        ("six", "/robots.txt") => Reply::redirect(302, "/0"),
        ("six", "/5") => Reply::text("User-agent: *\nDisallow: /"),
        ("five" | "six", path) if let Ok(hop) = path[1..].parse::<u32>() => {
            Reply::redirect(307, (hop + 1).to_string())
        }
        ("loop", "/robots.txt") => Reply::redirect(308, "/robots.txt"),
        ("nowhere", "/robots.txt") => Reply::redirect(301, "gopher://nowhere.test/"),
        // The rules of another host, for this one.
        ("moved", "/robots.txt") => Reply::redirect(301, "http://rules.test/rules-of-moved.txt"),
        ("rules", "/rules-of-moved.txt") => Reply::text(SECRET),
        ("endless", "/robots.txt") => Reply::Endless(SECRET.into()),
        ("gzip", "/robots.txt") => Reply::text(gzip(SECRET)).with("Content-Encoding", "gzip"),
        ("slow", "/robots.txt") => Reply::Slow(SECRET.into(), Duration::from_millis(100)),
        ("patient", "/robots.txt") => Reply::Slow(SECRET.into(), Duration::from_millis(5)),
        ("broken", "/robots.txt") => Reply::Broken(SECRET.into()),
        ("silent", "/robots.txt") => Reply::Silence,
        ("page", "/robots.txt") => Reply::html("<!DOCTYPE html>\n<title>Not found</title>\n<p>Disallow: /"),
        ("paced", "/robots.txt") => Reply::text("User-agent: *\nCrawl-delay: 0.3"),
        ("rated", "/robots.txt") => Reply::text("User-agent: *\nRequest-rate: 5/1s"),
        ("asleep", "/robots.txt") => Reply::text(format!("User-agent: *\nVisit-time: {}", hours_from_now(2))),
        ("awake", "/robots.txt") => Reply::text(format!("User-agent: *\nVisit-time: {}", hours_from_now(0))),
        ("leaving", "/robots.txt") => Reply::status(404),
        ("leaving", "/") => Reply::redirect(302, "http://plain.test/secret/found-by-redirect"),
        ("tired", "/robots.txt") => Reply::text(""),
        ("tired", "/") => Reply::status(503).with("Retry-After", "100"),
        ("leaving", _) => page(),
        ("dead-end" | "quiet-end", "/robots.txt") => Reply::status(404),
        ("dead-end", "/") => Reply::html("<meta name=robots content='index, NoFollow'><a href=/a>a</a>"),
        ("quiet-end", "/") => page().with("X-Robots-Tag", "otherbot: noindex, examplecrawler: none"),
        (_, "/") => page(),
        _ => Reply::html("<p>Nothing more."),
    }
}

const SITES: [&str; 26] = [
    "plain",
    "misspelled",
    "missing",
    "forbidden",
    "busy",
    "failing",
    "five",
    "six",
    "loop",
    "nowhere",
    "moved",
    "endless",
    "gzip",
    "slow",
    "patient",
    "broken",
    "silent",
    "page",
    "paced",
    "leaving",
    "tired",
    "dead-end",
    "quiet-end",
    "rated",
    "asleep",
    "awake",
];

/// The results of one crawl of all sites.
struct Report {
    server: Server,
    /// For each site, the outcome of its robots.txt and how long that holds.
    outcomes: Vec<(String, Outcome, Duration)>,
    fetched: Vec<String>,
    disallowed: Vec<String>,
    failed: Vec<String>,
    left: Vec<String>,
    /// What is to be asked again, and after how long.
    later: Vec<(String, Duration)>,
    /// How many URLs were given or found.
    found: usize,
    rules_bytes: usize,
    took: Duration,
}

fn options(server: &Server) -> Options {
    Options {
        crawler: Options::default().crawler.default_delay(DELAY),
        time: Duration::from_secs(8),
        timeout: TIMEOUT,
        proxy: Some(ureq::Proxy::new(&server.url()).expect("a proxy URL")),
        ..Options::default()
    }
}

fn run(server: Server, hosts: &[&str], options: &Options) -> Report {
    let seeds: Vec<Url> = hosts
        .iter()
        .map(|host| Url::parse(&format!("http://{host}.test/")).expect("a URL"))
        .collect();
    let outcomes = Mutex::new(Vec::new());
    let [fetched, disallowed, failed, left] = std::array::from_fn(|_| Mutex::default());
    let (later, found) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let push = |list: &Mutex<Vec<String>>, url: &Url| list.lock().expect("no panics").push(url.to_string());
    let started = Instant::now();
    let rules_bytes = crawl(&seeds, options, &|event| match event {
        Event::Robots { page, outcome, holds } => {
            let host = page.host_str().expect("a host").to_owned();
            outcomes.lock().expect("no panics").push((host, outcome, holds));
        }
        Event::Disallowed { url } => push(&disallowed, url),
        Event::Failed { url, error } => {
            println!("{url}: {error}");
            push(&failed, url);
        }
        Event::Left { url } => push(&left, url),
        Event::Fetched { url, status, bytes } => {
            assert!(status != 200 || bytes > 0, "{url}");
            push(&fetched, url);
        }
        Event::Later { url, wait } => later.lock().expect("no panics").push((url.to_string(), wait)),
        Event::Found { urls } => _ = found.fetch_add(urls, Ordering::Relaxed),
    });
    let inner = |list: Mutex<Vec<String>>| {
        let mut list = list.into_inner().expect("no panics");
        list.sort();
        list
    };
    Report {
        server,
        outcomes: outcomes.into_inner().expect("no panics"),
        fetched: inner(fetched),
        disallowed: inner(disallowed),
        failed: inner(failed),
        left: inner(left),
        later: later.into_inner().expect("no panics"),
        found: found.into_inner(),
        rules_bytes,
        took: started.elapsed(),
    }
}

/// One crawl of all sites, which most tests below look at.
static REPORT: LazyLock<Report> = LazyLock::new(|| {
    let server = Server::start(sites);
    let options = options(&server);
    run(server, &SITES, &options)
});

impl Report {
    fn outcome(&self, site: &str) -> Outcome {
        let of_site: Vec<_> = self
            .outcomes
            .iter()
            .filter(|(host, ..)| *host == format!("{site}.test"))
            .collect();
        assert_eq!(
            of_site.len(),
            1,
            "robots.txt of {site} is asked for once: {of_site:?}"
        );
        of_site[0].1
    }

    /// The pages fetched from a site, without what belongs to robots.txt.
    fn pages(&self, site: &str) -> Vec<String> {
        let paths = self.server.paths(&format!("{site}.test"));
        let is_page =
            |path: &String| matches!(path.as_str(), "/" | "/a" | "/b?x=1") || path.starts_with("/secret");
        paths.into_iter().filter(is_page).collect()
    }

    /// The site was crawled, its secret page too.
    fn assert_open(&self, site: &str) {
        assert_eq!(self.pages(site), ["/", "/a", "/b?x=1", "/secret"], "{site}");
    }

    /// The site was crawled, except for its secret page.
    fn assert_obeyed(&self, site: &str) {
        assert_eq!(self.outcome(site), Outcome::Parse, "{site}");
        assert_eq!(self.pages(site), ["/", "/a", "/b?x=1"], "{site}");
        assert!(
            self.disallowed.contains(&format!("http://{site}.test/secret")),
            "{site}"
        );
    }

    /// No page of the site was asked for, and its start page was left for later.
    fn assert_put_off(&self, site: &str) {
        assert_eq!(
            self.outcome(site),
            Outcome::DisallowAll(Cause::Unreachable),
            "{site}"
        );
        assert_eq!(self.pages(site), [""; 0], "{site}");
        assert!(self.left.contains(&format!("http://{site}.test/")), "{site}");
    }
}

#[test]
fn rules_are_obeyed() {
    for site in ["plain", "misspelled", "five", "moved", "gzip", "patient"] {
        REPORT.assert_obeyed(site);
    }
}

#[test]
fn missing_files_leave_sites_open() {
    for site in ["missing", "forbidden"] {
        assert_eq!(
            REPORT.outcome(site),
            Outcome::AllowAll(Cause::Unavailable),
            "{site}"
        );
        REPORT.assert_open(site);
    }
}

#[test]
fn redirects_are_counted() {
    for site in ["six", "loop", "nowhere"] {
        assert_eq!(
            REPORT.outcome(site),
            Outcome::AllowAll(Cause::BadRedirect),
            "{site}"
        );
        REPORT.assert_open(site);
    }
    assert_eq!(
        REPORT.server.paths("five.test")[..6],
        ["/robots.txt", "/1", "/2", "/3", "/4", "/5"]
    );
    // The sixth redirect is seen, not followed.
    assert_eq!(
        REPORT.server.paths("six.test")[..6],
        ["/robots.txt", "/0", "/1", "/2", "/3", "/4"]
    );
    assert!(!REPORT.server.paths("six.test").contains(&"/5".to_owned()));
    assert_eq!(
        REPORT
            .server
            .paths("loop.test")
            .iter()
            .filter(|path| *path == "/robots.txt")
            .count(),
        6
    );
}

#[test]
fn another_host_may_keep_the_file() {
    assert_eq!(REPORT.server.paths("rules.test"), ["/rules-of-moved.txt"]);
}

#[test]
fn failures_put_a_site_off() {
    for site in ["busy", "failing", "slow", "broken", "silent"] {
        REPORT.assert_put_off(site);
    }
    let holds = |site: &str| {
        REPORT
            .outcomes
            .iter()
            .find(|(host, ..)| host == site)
            .expect("it was asked")
            .2
    };
    let hours = |hours: u64| Duration::from_secs(hours * 3600);
    // Retry-After counts; without it, an hour. Less the moment that has passed since.
    assert!(holds("busy.test") <= hours(2) && holds("busy.test") > hours(1));
    assert!(holds("failing.test") <= hours(1));
}

#[test]
fn an_endless_file_is_cut() {
    REPORT.assert_obeyed("endless");
    assert!(
        REPORT.rules_bytes < Dialect::RFC_9309.fetch_policy.max_bytes as usize,
        "{} bytes",
        REPORT.rules_bytes
    );
}

#[test]
fn a_page_in_place_of_the_file_forbids_nothing() {
    assert_eq!(REPORT.outcome("page"), Outcome::Parse);
    REPORT.assert_open("page");
}

#[test]
fn delays_are_kept() {
    for (site, delay) in [("plain", DELAY), ("paced", 3 * DELAY), ("rated", 2 * DELAY)] {
        let requests = REPORT.server.requests(&format!("{site}.test"));
        let pages: Vec<Instant> = requests
            .iter()
            .filter(|request| request.path != "/robots.txt")
            .map(|request| request.at)
            .collect();
        assert!(pages.len() >= 3, "{site}");
        for pair in pages.windows(2) {
            // The clock is the server's; a request may have been under way a little longer than the
            // one after it.
            assert!(pair[1] - pair[0] >= delay / 2, "{site}: {:?}", pair[1] - pair[0]);
        }
    }
}

#[test]
fn sites_are_visited_when_they_want_to_be() {
    assert_eq!(REPORT.outcome("asleep"), Outcome::Parse);
    assert_eq!(REPORT.pages("asleep"), [""; 0]);
    assert!(REPORT.left.contains(&"http://asleep.test/".to_owned()));
    let wait = REPORT
        .later
        .iter()
        .find(|(url, _)| url == "http://asleep.test/")
        .expect("it waits")
        .1;
    assert!(
        wait > Duration::from_secs(3500) && wait <= Duration::from_secs(2 * 3600),
        "{wait:?}"
    );
    REPORT.assert_open("awake");
}

#[test]
fn the_target_of_a_redirect_has_its_own_rules() {
    assert_eq!(REPORT.pages("leaving"), ["/"]);
    assert!(
        REPORT
            .disallowed
            .contains(&"http://plain.test/secret/found-by-redirect".to_owned())
    );
}

#[test]
fn the_crawl_ends_in_time() {
    assert!(REPORT.took < Duration::from_secs(20), "{:?}", REPORT.took);
    assert_eq!(REPORT.failed, [""; 0]);
    for site in SITES {
        for request in REPORT.server.requests(&format!("{site}.test")) {
            assert!(request.user_agent.starts_with("ExampleCrawler/"), "{request:?}");
        }
    }
}

#[test]
fn a_server_that_asks_for_rest_gets_it() {
    assert_eq!(REPORT.pages("tired"), ["/"]);
    assert!(REPORT.left.contains(&"http://tired.test/".to_owned()));
    assert!(
        REPORT
            .later
            .contains(&("http://tired.test/".to_owned(), Duration::from_secs(100)))
    );
}

#[test]
fn links_of_pages_that_say_nofollow_are_not_followed() {
    for site in ["dead-end", "quiet-end"] {
        assert_eq!(REPORT.pages(site), ["/"], "{site}");
    }
}

#[test]
fn every_url_is_accounted_for() {
    let ends = [&REPORT.fetched, &REPORT.disallowed, &REPORT.failed, &REPORT.left];
    assert_eq!(ends.iter().map(|list| list.len()).sum::<usize>(), REPORT.found);
    for list in ends {
        assert!(list.is_sorted_by(|one, next| one < next), "each once: {list:?}");
    }
}

/// The same answers mean other things under other dialects.
#[test]
fn dialects_differ() {
    let outcome = |dialect: Dialect, site: &str| {
        let server = Server::start(sites);
        let options = Options {
            crawler: options(&server).crawler.dialect(dialect),
            time: Duration::from_secs(3),
            ..options(&server)
        };
        let report = run(server, &[site], &options);
        (report.outcome(site), report.pages(site).len())
    };
    for (dialect, site, expected) in [
        (
            Dialect::DRAFT_1996,
            "forbidden",
            (Outcome::DisallowAll(Cause::Forbidden), 0),
        ),
        (
            Dialect::DRAFT_1996,
            "failing",
            (Outcome::TryLater(Cause::Unreachable), 0),
        ),
        (Dialect::DRAFT_1996, "six", (Outcome::Parse, 0)),
        (
            Dialect::RFC_9309,
            "hurried",
            (Outcome::AllowAll(Cause::Unavailable), 4),
        ),
        // What is allowed waits for two hours, as the server asks.
        (
            Dialect::RFC_9309,
            "busy",
            (Outcome::AllowAll(Cause::Unavailable), 0),
        ),
        (
            Dialect::GOOGLE,
            "busy",
            (Outcome::DisallowAll(Cause::Unreachable), 0),
        ),
        (
            Dialect::YANDEX,
            "failing",
            (Outcome::AllowAll(Cause::Unreachable), 4),
        ),
        (
            Dialect::YANDEX,
            "endless",
            (Outcome::AllowAll(Cause::Oversized), 4),
        ),
        (
            Dialect::SLURP,
            "silent",
            (Outcome::AllowAll(Cause::Unreachable), 4),
        ),
    ] {
        assert_eq!(outcome(dialect, site), expected, "{dialect} {site}");
    }
}

#[test]
fn a_cache_of_sites() {
    let server = Server::start(|request| match (request.host.as_str(), request.path.as_str()) {
        ("a.test", "/robots.txt") => Reply::text("User-agent: *\nDisallow: /x"),
        ("b.test", "/robots.txt") => Reply::status(503),
        _ => panic!("no page is fetched: {request:?}"),
    });
    let urls = [
        "http://a.test/x",
        "http://a.test/y",
        "http://b.test/",
        "http://a.test/z",
    ];
    let proxy = server.url();
    let output = Command::new(env!("CARGO_BIN_EXE_crawler_cache"))
        .args(urls)
        .envs([("http_proxy", &proxy), ("HTTP_PROXY", &proxy)])
        .output()
        .expect("the example runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<&str> = printed.lines().collect();
    let expected = [
        "the rules of robots.txt decide",
        "http://a.test/x: Skip",
        // robots.txt was requested a moment ago.
        "http://a.test/y: WaitUntil(",
        "disallow all: robots.txt cannot be reached",
        "http://b.test/: GiveUpUntil(",
        "http://a.test/z: WaitUntil(",
    ];
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
    assert_eq!(lines.len(), expected.len());
    assert!(
        lines[2].ends_with("Delay)") && lines[4].ends_with("RobotsUnreachable)"),
        "{printed}"
    );
    for host in ["a.test", "b.test"] {
        assert_eq!(server.paths(host), ["/robots.txt"]);
    }
}
