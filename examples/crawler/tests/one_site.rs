//! The loop that `guide::crawler` shows, against a server that behaves and many that do not: it ends, asks
//! no more often than it may, and requests nothing that is disallowed.

include!("../src/bin/one_site.rs");

#[path = "../../../crates/cli/tests/cli/server.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod server;

use std::time::{Duration, Instant};

use server::{Reply, Request, Server};

const RULES: &str = "User-agent: ExampleCrawler\nDisallow: /x\n";

fn private_client() -> Client {
    Client::new("ExampleCrawler/1.0 (+https://example.com/crawler)")
        .timeout(Duration::from_secs(1))
        .private_addresses(true)
}

/// A file of the name, to remember a site in.
fn memory(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("one_site-{name}-{}.json", std::process::id()));
    file.to_str().expect("UTF-8").to_owned()
}

fn urls(base: &str, paths: &[&str]) -> Vec<Url> {
    let url = |path: &&str| Url::parse(&format!("{base}{path}")).expect("a URL");
    paths.iter().map(url).collect()
}

/// Crawls some URLs of a server, and returns the paths that were requested.
fn requested(name: &str, client: &Client, server: &Server, paths: &[&str]) -> Vec<String> {
    let memory = memory(name);
    crawl(client, urls(&server.url(), paths), &memory).expect("it ends well");
    fs::remove_file(&memory).expect("it was saved");
    server.paths("127.0.0.1")
}

#[test]
fn the_guide_shows_it() {
    let source = include_str!("../src/bin/one_site.rs");
    let (shown, _) = source
        .split_once("\n// `src/guide/crawler.rs` shows")
        .expect("a mark");
    let guide: String = include_str!("../../../src/guide/crawler.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    assert!(guide.contains(shown), "the guide shows another program");
    let function = shown.split_once("\nfn ").expect("a function").1;
    assert!(function.lines().count() <= 55, "a whole crawl is short");
}

/// It fetches, decides, waits, and saves.
#[test]
fn a_site_that_behaves() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("User-agent: ExampleCrawler\nDisallow: /x\nCrawl-delay: 0.3"),
        _ => Reply::html("<p>Hello."),
    });
    let memory = memory("behaves");
    let run = |paths: &[&str]| {
        crawl(&private_client(), urls(&server.url(), paths), &memory).expect("it ends well");
    };
    run(&["/a", "/x/y", "/b"]);
    // The second time it knows the rules, and when it was there last.
    run(&["/x", "/c"]);
    fs::remove_file(&memory).expect("it was saved");
    let host = "127.0.0.1";
    assert_eq!(server.paths(host), ["/robots.txt", "/a", "/b", "/c"]);
    let requests = server.requests(host);
    for pair in requests.windows(2) {
        assert!(
            pair[1].at - pair[0].at >= Duration::from_millis(250),
            "{requests:?}"
        );
    }
}

/// Each case is the answers to `/robots.txt` and to pages, the URLs to crawl, and what is requested.
type Case = (
    &'static str,
    fn(&Request) -> Reply,
    &'static [&'static str],
    &'static [&'static str],
);

/// The rules, whatever a page answers.
fn ruled(request: &Request, page: impl Fn(&str) -> Reply) -> Reply {
    match request.path.as_str() {
        "/robots.txt" => Reply::text(RULES),
        path => page(path),
    }
}

/// A page, whatever robots.txt answers.
fn open(request: &Request, robots: impl Fn() -> Reply) -> Reply {
    match request.path.as_str() {
        "/robots.txt" => robots(),
        _ => Reply::html("<p>Hello."),
    }
}

const CASES: &[Case] = &[
    // robots.txt that allows everything, as far as anybody can tell.
    (
        "404",
        |request| open(request, || Reply::status(404)),
        &["/a", "/x"],
        &["/robots.txt", "/a", "/x"],
    ),
    (
        "a redirect in a circle",
        |request| open(request, || Reply::redirect(302, "/robots.txt")),
        &["/a"],
        &[
            "/robots.txt",
            "/robots.txt",
            "/robots.txt",
            "/robots.txt",
            "/robots.txt",
            "/robots.txt",
            "/a",
        ],
    ),
    // robots.txt that cannot be read: one request, and no page.
    (
        "500",
        |request| open(request, || Reply::status(500)),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    (
        "no answer",
        |request| open(request, || Reply::Hang),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    (
        "a closed connection",
        |request| open(request, || Reply::Silence),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    (
        "a byte at a time",
        |request| open(request, || Reply::Slow(RULES.into(), Duration::from_millis(100))),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    (
        "a body that breaks off",
        |request| open(request, || Reply::Broken(RULES.into())),
        &["/a"],
        &["/robots.txt"],
    ),
    (
        "a status line that is none",
        |request| {
            open(request, || {
                Reply::Raw(b"HTTP/1.1 OK\r\n\r\nUser-agent: *\nAllow: /\n")
            })
        },
        &["/a"],
        &["/robots.txt"],
    ),
    (
        "429",
        |request| open(request, || Reply::status(429).with("Retry-After", "120")),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    (
        "304 that nobody asked for",
        |request| open(request, || Reply::status(304)),
        &["/a"],
        &["/robots.txt"],
    ),
    (
        "a year between pages",
        |request| open(request, || Reply::text("User-agent: *\nCrawl-delay: 31536000")),
        &["/a", "/b"],
        &["/robots.txt"],
    ),
    // A huge file: the beginning counts.
    (
        "a file without end",
        |request| open(request, || Reply::Endless(RULES.into())),
        &["/x", "/a"],
        &["/robots.txt", "/a"],
    ),
    // Pages.
    (
        "a page that redirects into what is disallowed",
        |request| {
            ruled(request, |path| match path {
                "/a" => Reply::redirect(301, "/x/secret"),
                _ => Reply::html(""),
            })
        },
        &["/a", "/b"],
        &["/robots.txt", "/a", "/b"],
    ),
    (
        "pages that redirect in a circle",
        |request| {
            ruled(request, |path| {
                Reply::redirect(302, if path == "/a" { "/b" } else { "/a" })
            })
        },
        &["/a"],
        &["/robots.txt", "/a", "/b"],
    ),
    (
        "a page that redirects to another site",
        |request| ruled(request, |_| Reply::redirect(307, "http://127.0.0.1:9/")),
        &["/a"],
        &["/robots.txt", "/a"],
    ),
    (
        "a page that asks for a pause",
        |request| ruled(request, |_| Reply::status(503).with("Retry-After", "3600")),
        &["/a", "/b"],
        &["/robots.txt", "/a"],
    ),
    (
        "pages without an answer",
        |request| ruled(request, |_| Reply::Silence),
        &["/a", "/b"],
        &["/robots.txt", "/a", "/b"],
    ),
    (
        "pages without end",
        |request| ruled(request, |_| Reply::Endless("<p>".into())),
        &["/a"],
        &["/robots.txt", "/a"],
    ),
];

#[test]
fn servers_that_do_not_behave() {
    let crawl_one = |(name, answer, paths, expected): &Case| {
        let server = Server::start(*answer);
        let started = Instant::now();
        let file = name.replace(' ', "-");
        assert_eq!(
            &requested(&file, &private_client(), &server, paths),
            expected,
            "{name}"
        );
        assert!(
            started.elapsed() < Duration::from_secs(15),
            "{name}: {:?}",
            started.elapsed()
        );
        // A second between requests; the redirects of robots.txt are free.
        let mut paced = server.requests("127.0.0.1");
        paced.dedup_by(|next, first| next.path == "/robots.txt" && first.path == "/robots.txt");
        for pair in paced.windows(2) {
            assert!(
                pair[1].at - pair[0].at >= Duration::from_millis(900),
                "{name}: {paced:?}"
            );
        }
    };
    thread::scope(|scope| {
        for case in CASES {
            scope.spawn(|| crawl_one(case));
        }
    });
}

/// The rules of another origin, for this one; and no header field that is meant for this one alone.
#[test]
fn robots_txt_of_another_origin() {
    let other = Server::start(|_| Reply::text(RULES));
    let place = format!("{}/elsewhere.txt", other.url());
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => Reply::redirect(301, place.as_str()),
        _ => Reply::html(""),
    });
    let paths = requested("elsewhere", &private_client(), &server, &["/x", "/a"]);
    assert_eq!(paths, ["/robots.txt", "/a"]);
    let requests = other.requests("127.0.0.1");
    assert_eq!(requests.len(), 1);
    for field in ["authorization", "cookie", "if-none-match", "referer"] {
        assert_eq!(requests[0].header(field), None, "{field}");
    }
}

/// A public site sends crawlers to this machine, and nobody comes.
#[test]
fn a_redirect_to_a_private_address() {
    let private = Server::start(|_| Reply::text("User-agent: *\nAllow: /"));
    let port = private.url().rsplit_once(':').expect("a port").1.to_owned();
    for host in ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"] {
        let place = format!("http://{host}:{port}/robots.txt");
        let server = Server::start(move |request| match request.path.as_str() {
            "/robots.txt" => Reply::redirect(301, place.as_str()),
            _ => panic!("no page is requested"),
        });
        // The server is also the proxy, so that it is known by a public name.
        let proxy = ureq::Proxy::new(&server.url()).expect("a proxy URL");
        let client = private_client().private_addresses(false).proxy(Some(proxy));
        let memory = memory("private");
        crawl(&client, urls("http://public.test", &["/a"]), &memory).expect("it ends well");
        fs::remove_file(&memory).expect("it was saved");
        assert_eq!(server.paths("public.test"), ["/robots.txt"], "{host}");
    }
    assert!(private.requests("127.0.0.1").is_empty() && private.requests("localhost").is_empty());
    // Without a proxy, and without a redirect.
    let client = private_client().private_addresses(false);
    for base in [private.url(), private.url().replace("127.0.0.1", "localhost")] {
        let memory = memory("direct");
        crawl(&client, urls(&base, &["/a"]), &memory).expect("it ends well");
        fs::remove_file(&memory).expect("it was saved");
    }
    assert!(private.requests("127.0.0.1").is_empty() && private.requests("localhost").is_empty());
}
