//! The command line with a URL for FILE, against a server that plays every answer a site may give.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::server::{Reply, Request, Server};

const RULES: &str = "User-agent: *\nDisallow: /private\n";

/// What a run of the program left behind.
struct Run {
    status: Option<i32>,
    output: String,
    complaints: String,
}

fn robots(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_robots"))
        .args(arguments)
        .env("NO_PROXY", "127.0.0.1")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin
        .write_all(input.as_bytes())
        .expect("the program reads its input, or it is empty");
    drop(stdin);
    let done = child.wait_with_output().expect("the program ends");
    Run {
        status: done.status.code(),
        output: String::from_utf8(done.stdout).expect("output is UTF-8"),
        complaints: String::from_utf8(done.stderr).expect("complaints are UTF-8"),
    }
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}: {}", self.output))
    }

    fn assert_complains(&self, what: &str) {
        assert!(
            self.complaints.contains(what),
            "{what:?} is not in {:?}",
            self.complaints
        );
    }
}

/// A site whose robots.txt answers like this.
fn site(robots_txt: impl Fn() -> Reply + Send + Sync + 'static) -> Server {
    Server::start(move |request: &Request| match request.path.as_str() {
        "/robots.txt" => robots_txt(),
        "/moved" => Reply::text(RULES),
        "/list" => Reply::text("/x\n/private/y\n"),
        path => match path.strip_prefix("/hop/").and_then(|hop| hop.parse::<u32>().ok()) {
            Some(0) => Reply::text(RULES),
            Some(hop) => Reply::redirect(302, format!("/hop/{}", hop - 1)),
            None => Reply::status(404),
        },
    })
}

fn check(server: &Server, dialect: &str, path: &str) -> Run {
    let page = format!("{}/some/page?x", server.url());
    robots(
        &[
            "check",
            &page,
            "FooBot",
            path,
            "--dialect",
            dialect,
            "--format",
            "json",
        ],
        "",
    )
}

#[test]
fn a_page_stands_for_the_robots_txt_of_its_site() {
    let server = site(|| Reply::text(RULES));
    let allowed = check(&server, "rfc9309", "/x");
    assert_eq!((allowed.status, allowed.complaints.as_str()), (Some(0), ""));
    assert_eq!(allowed.json()["allowed"], true);
    let denied = check(&server, "rfc9309", "/private/x");
    assert_eq!((denied.status, denied.complaints.as_str()), (Some(1), ""));
    assert_eq!(denied.json()["rule"], "Disallow: /private");
    assert_eq!(server.paths("127.0.0.1"), ["/robots.txt", "/robots.txt"]);
    assert!(server.requests("127.0.0.1")[0].user_agent.starts_with("robots/"));
}

#[test]
fn answers_mean_what_the_dialect_says() {
    for (status, dialect, exit, complaint) in [
        (404, "rfc9309", 0, "HTTP 404: allow all: there is no robots.txt"),
        (403, "rfc9309", 0, "HTTP 403: allow all"),
        (
            403,
            "draft1996",
            1,
            "HTTP 403: disallow all: access to robots.txt is forbidden",
        ),
        (429, "rfc9309", 0, "HTTP 429: allow all"),
        (429, "google", 1, "HTTP 429: disallow all"),
        (
            503,
            "rfc9309",
            1,
            "HTTP 503: disallow all: robots.txt cannot be reached",
        ),
        (503, "draft1996", 1, "HTTP 503: try later"),
        (503, "seznam2", 1, "HTTP 503: disallow all"),
        (503, "yandex", 0, "HTTP 503: allow all"),
    ] {
        let server = site(move || Reply::status(status));
        let run = check(&server, dialect, "/some/path");
        assert_eq!(run.status, Some(exit), "{status} {dialect}: {}", run.complaints);
        assert_eq!(run.json()["allowed"], exit == 0);
        run.assert_complains(complaint);
    }
}

#[test]
fn redirects_are_followed_and_counted() {
    let near = site(|| Reply::redirect(301, "/hop/4"));
    let run = check(&near, "rfc9309", "/private");
    assert_eq!((run.status, run.complaints.as_str()), (Some(1), ""));

    let far = site(|| Reply::redirect(301, "/hop/5"));
    let run = check(&far, "rfc9309", "/private");
    assert_eq!(run.status, Some(0));
    run.assert_complains("after 5 redirects from");
    run.assert_complains("behind redirects that cannot be followed");

    // The rules of another site, for this one.
    let other = site(|| Reply::status(404));
    let target = format!("{}/moved", other.url());
    let moved = site(move || Reply::redirect(308, target.clone()));
    let run = check(&moved, "rfc9309", "/private");
    assert_eq!((run.status, run.complaints.as_str()), (Some(1), ""));
    assert_eq!(other.paths("127.0.0.1"), ["/moved"]);
}

#[test]
fn an_endless_file_is_read_in_part() {
    let server = site(|| Reply::Endless(RULES.into()));
    let run = robots(&["inspect", &server.url(), "--format", "json"], "");
    assert_eq!(run.status, Some(0));
    run.assert_complains("too large");
    let document = run.json();
    assert_eq!(document["truncated"], true);
    assert_eq!(document["fetch"]["truncated"], true);
    assert!(document["bytes"].as_u64().expect("a number") <= 512_000);
    assert_eq!(document["groups"][0]["rules"][0]["pattern"], "/private");
}

#[test]
fn inspect_says_how_the_file_was_fetched() {
    let server = site(|| Reply::redirect(301, "/hop/1").with("Cache-Control", "max-age=60"));
    let run = robots(
        &["inspect", &format!("{}/page", server.url()), "--format", "json"],
        "",
    );
    assert_eq!((run.status, run.complaints.as_str()), (Some(0), ""));
    let fetch = &run.json()["fetch"];
    assert_eq!(fetch["url"], format!("{}/robots.txt", server.url()));
    assert_eq!(fetch["final_url"], format!("{}/hop/0", server.url()));
    assert_eq!(fetch["redirects"], 2);
    assert_eq!(fetch["status"], 200);
    assert_eq!(fetch["outcome"], "parse");
    assert_eq!(fetch["error"], Value::Null);
    // What counts is how long the last answer holds, which says nothing about it.
    assert_eq!(fetch["holds_seconds"], 86_400);
}

#[test]
fn failures_of_the_network_are_outcomes() {
    let broken = site(|| Reply::Broken(RULES.into()));
    let run = check(&broken, "rfc9309", "/x");
    assert_eq!(run.status, Some(1));
    run.assert_complains("the answer broke off");
    run.assert_complains("disallow all: robots.txt cannot be reached");

    let silent = site(|| Reply::Silence);
    assert_eq!(check(&silent, "rfc9309", "/x").status, Some(1));
    assert_eq!(check(&silent, "slurp", "/x").status, Some(0));

    // Nobody listens where a listener has just gone.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    drop(listener);
    let run = robots(
        &[
            "check",
            &format!("http://{address}/"),
            "FooBot",
            "/x",
            "--format",
            "json",
        ],
        "",
    );
    assert_eq!((run.status, &run.json()["line"]), (Some(1), &Value::from(2)));
    run.assert_complains("disallow all: robots.txt cannot be reached");
}

#[test]
fn urls_of_other_sites_are_told() {
    let server = site(|| Reply::text(RULES));
    let own = format!("{}/x", server.url());
    let run = robots(
        &["check", &own, "FooBot", &own, "https://other.example/x", "/x"],
        "",
    );
    assert_eq!(run.status, Some(0));
    run.assert_complains("does not speak for https://other.example/x");
    assert_eq!(run.complaints.lines().count(), 1, "{}", run.complaints);
}

#[test]
fn lists_and_streams_take_urls_too() {
    let server = site(|| Reply::text(RULES));
    let list = format!("{}/list", server.url());
    let run = robots(
        &[
            "check",
            &server.url(),
            "-a",
            "FooBot",
            "--urls",
            &list,
            "--format",
            "jsonl",
        ],
        "",
    );
    assert_eq!(run.status, Some(1), "{}", run.complaints);
    assert_eq!(run.output.lines().count(), 2);

    let run = robots(
        &["batch", "--format", "tsv", &server.url()],
        "FooBot\t/x\nFooBot\t/private\n",
    );
    assert_eq!(run.output, "true\t\nfalse\t2\n", "{}", run.complaints);

    let missing = format!("{}/no-list", server.url());
    let run = robots(&["check", &server.url(), "-a", "FooBot", "--urls", &missing], "");
    assert_eq!(run.status, Some(2));
    run.assert_complains("HTTP 404");
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let server = site(|| Reply::status(503));
    let run = robots(&["compare", &server.url()], "");
    assert_eq!((run.status, run.output.as_str()), (Some(2), ""));
    run.assert_complains("robots.txt cannot be reached");
}

#[test]
fn broken_urls_are_errors() {
    for url in ["http://", "https://[::1", "http://exa mple.com/"] {
        let run = robots(&["check", url, "FooBot", "/x"], "");
        assert_eq!((run.status, run.output.as_str()), (Some(2), ""), "{url}");
        run.assert_complains(url);
    }
}
