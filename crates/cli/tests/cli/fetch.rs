//! The command line with a URL for FILE, against a server that gives every answer a site may give.

use std::io::Write as _;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::file;
use crate::server::{Reply, Request, Server};

const RULES: &str = "User-agent: *\nDisallow: /private\n";

/// The results of one run of the program.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) output: String,
    pub(crate) complaints: String,
}

pub(crate) fn robots(arguments: &[&str], input: &str) -> Run {
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
    // A program that reads no input may have closed it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().expect("the program ends");
    Run {
        status: done.status.code(),
        output: String::from_utf8(done.stdout).expect("output is UTF-8"),
        complaints: String::from_utf8(done.stderr).expect("complaints are UTF-8"),
    }
}

impl Run {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|error| panic!("{error}: {}", self.output))
    }

    pub(crate) fn assert_complains(&self, what: &str) {
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
fn the_url_of_a_page_means_its_sites_robots_txt() {
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

/// A failed fetch is not a rule: the row says what failed and cites no rule, and the exit status is
/// 3.
#[test]
fn answers_mean_what_the_dialect_says() {
    for (status, dialect, allowed, reason, complaint) in [
        (
            404,
            "rfc9309",
            true,
            "unavailable",
            "HTTP 404: allow all: robots.txt is unavailable",
        ),
        (
            403,
            "rfc9309",
            true,
            "unavailable",
            "HTTP 403: allow all: robots.txt is unavailable",
        ),
        (
            403,
            "draft1996",
            false,
            "unavailable",
            "HTTP 403: disallow all: access to robots.txt is forbidden",
        ),
        (
            429,
            "rfc9309",
            true,
            "unavailable",
            "HTTP 429, too many requests: allow all: robots.txt is unavailable",
        ),
        (
            429,
            "google",
            false,
            "unreachable",
            "HTTP 429, too many requests: disallow all",
        ),
        (
            503,
            "rfc9309",
            false,
            "unreachable",
            "HTTP 503: disallow all: robots.txt cannot be reached",
        ),
        (503, "draft1996", false, "unreachable", "HTTP 503: try later"),
        (503, "seznam2", false, "unreachable", "HTTP 503: disallow all"),
        (503, "yandex", true, "unreachable", "HTTP 503: allow all"),
    ] {
        let server = site(move || Reply::status(status));
        let run = check(&server, dialect, "/some/path");
        assert_eq!(run.status, Some(3), "{status} {dialect}: {}", run.complaints);
        let row = json!({
            "agent": "FooBot", "url": "/some/path", "allowed": allowed, "reason": reason,
            "line": null, "rule": null, "group": null, "crawler": "FooBot", "dialect": dialect,
            "obeys": "unknown"
        });
        assert_eq!(run.json(), row, "{status} {dialect}");
        run.assert_complains(complaint);
        // `/robots.txt` itself stays allowed.
        assert_eq!(
            check(&server, dialect, "/robots.txt").json()["reason"],
            "robots-txt-itself"
        );
    }
}

/// Dialects differ in what an answer means, and each crawler gets the same result as if it were alone,
/// but the site is asked once.
#[test]
fn a_site_is_asked_once_for_all_dialects() {
    const CRAWLERS: [&str; 5] = ["Googlebot", "bingbot", "YandexBot", "SeznamBot", "Baiduspider"];
    for status in [200, 403, 429, 503] {
        let server = Server::start(move |request| match &*request.path {
            "/robots.txt" => Reply::redirect(301, "/moved"),
            "/moved" => Reply::redirect(302, "/here"),
            _ if status == 200 => Reply::text(RULES),
            _ => Reply::status(status).with("Retry-After", "Fri, 31 Dec 2100 23:59:59 GMT"),
        });
        let url = server.url();
        let ask = |crawlers: &[&str]| {
            let mut arguments = vec![
                "check",
                &url,
                "--dialect",
                "auto",
                "--format",
                "jsonl",
                "/private/x",
            ];
            arguments.extend(crawlers.iter().flat_map(|name| ["-a", name]));
            robots(&arguments, "")
        };
        let together = ask(&CRAWLERS);
        assert_eq!(
            server.paths("127.0.0.1"),
            ["/robots.txt", "/moved", "/here"],
            "{status}"
        );
        let alone = CRAWLERS.map(|name| ask(&[name]).output).concat();
        assert_eq!(together.output, alone, "{status}");
        // One answer is one warning, whatever time passes in between.
        assert_eq!(
            together.complaints.lines().count(),
            usize::from(status != 200),
            "{status}"
        );
    }
}

#[test]
fn a_policy_asks_a_site_once_for_all_dialects() {
    let server = site(|| Reply::text(RULES));
    let asserted = |dialect: &str| {
        format!(
            "[[assert]]\nequivalent-to = \"{}\"\ndialect = \"{dialect}\"\n",
            server.url()
        )
    };
    let policy = ["rfc9309", "google", "yandex"].map(asserted).concat();
    let policy = crate::file("fetch-policy", "policy.toml", &policy);
    let run = robots(&["test", &policy, "-"], RULES);
    assert_eq!(
        (run.status, run.complaints.as_str()),
        (Some(0), ""),
        "{}",
        run.output
    );
    assert_eq!(server.paths("127.0.0.1"), ["/robots.txt"]);
}

#[test]
fn every_command_says_that_there_is_no_file() {
    let server = site(|| Reply::status(503));
    let url = server.url();
    let inspected = robots(&["inspect", &url, "--format", "json"], "");
    assert_eq!(inspected.status, Some(3));
    assert_eq!(inspected.json()["groups"], json!([]));
    assert_eq!(inspected.json()["fetch"]["outcome"], "disallow-all");
    let text = robots(&["inspect", &url, "--format", "human"], "");
    assert!(text.output.contains("there is no file"), "{}", text.output);
    for arguments in [&["lint", &url][..], &["compare", &url], &["diff", &url, "-"]] {
        let run = robots(arguments, "User-agent: a");
        assert_eq!(run.status, Some(3), "{arguments:?} {}", run.output);
        run.assert_complains("robots.txt cannot be reached");
    }
    let run = robots(
        &[
            "audit",
            &url,
            "-a",
            "GPTBot",
            "--format",
            "jsonl",
            "--allow-private",
        ],
        "",
    );
    assert_eq!(run.status, Some(3));
    assert_eq!(run.json()["access"], "closed");
    assert_eq!(run.json()["reason"], "unreachable");
    // Once is enough, however many dialects its crawlers have.
    let several = ["GPTBot", "bingbot", "YandexBot", "SeznamBot", "Baiduspider"];
    let several = several.iter().flat_map(|agent| ["-a", agent]);
    let audit = ["audit", &url, "--allow-private"];
    let check = ["check", &url, "--allow-private", "--dialect", "auto", "/x"];
    for command in [&audit[..], &check] {
        let arguments: Vec<&str> = command.iter().copied().chain(several.clone()).collect();
        let said = robots(&arguments, "").complaints;
        assert_eq!(said.matches("HTTP 503").count(), 1, "{said}");
    }
    let run = robots(&["batch", "--format", "tsv", &url], "a\t/x\na\t/robots.txt\n");
    assert_eq!((run.status, run.output.as_str()), (Some(3), "false\t\ntrue\t\n"));
    let human = robots(&["check", &url, "FooBot", "/x", "--format", "human"], "");
    assert!(
        human.output.starts_with("disallowed: FooBot may not fetch /x\n"),
        "{}",
        human.output
    );
    assert!(
        human.output.contains("there is no file to read rules from"),
        "{}",
        human.output
    );
    assert!(!human.output.contains("Disallow"), "{}", human.output);
}

/// A site without a robots.txt allows everything, and that is an answer. A site that is down is
/// not.
#[test]
fn expectations_and_files_that_are_not_there() {
    for (status, expected, exit) in [
        (404, "allowed", 0),
        (404, "disallowed", 1),
        (503, "allowed", 3),
        (503, "disallowed", 3),
    ] {
        let server = site(move || Reply::status(status));
        let run = robots(
            &["check", &server.url(), "FooBot", "/x", "--expect", expected],
            "",
        );
        assert_eq!(run.status, Some(exit), "{status} {expected}");
    }
}

/// How much later than the deadline a run may end.
fn took_about(seconds: u64, started: Instant) {
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(seconds * 900), "{took:?}");
    assert!(took < Duration::from_secs(seconds + 3), "{took:?}");
}

#[test]
fn no_server_can_drip_past_the_deadline() {
    let drip = || Reply::Slow(RULES.repeat(20).into(), Duration::from_millis(200));
    let server = Server::start(move |_| drip());
    let url = server.url();
    for arguments in [
        &["check", &url, "FooBot", "/x"][..],
        &["page", "--html", &url],
        &["sitemap", &url],
        &["check", "-", "FooBot", "--urls", &url],
        &["lint", &url],
    ] {
        let started = Instant::now();
        let run = robots(&[arguments, &["--timeout", "1"]].concat(), "");
        took_about(1, started);
        assert!(
            matches!(run.status, Some(2 | 3)),
            "{arguments:?} {:?}",
            run.status
        );
        run.assert_complains("not complete within 1 seconds (see --timeout)");
    }
}

#[test]
fn nothing_endless_is_read_to_its_end() {
    let server = Server::start(|_| Reply::Endless(b"<html>".to_vec()));
    let started = Instant::now();
    let run = robots(&["page", "--html", &server.url(), "--timeout", "1"], "");
    // It ends at the deadline, or where too much was read.
    assert!(started.elapsed() < Duration::from_secs(4));
    assert_eq!(run.status, Some(2));
    let started = Instant::now();
    let run = robots(&["sitemap", &server.url(), "--timeout", "1", "--check"], "");
    assert!(started.elapsed() < Duration::from_secs(4));
    assert!(matches!(run.status, Some(1 | 2)), "{:?}", run.status);
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(body).expect("a vector takes it");
    encoder.finish().expect("a vector takes it")
}

fn deflate(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(body).expect("a vector takes it");
    encoder.finish().expect("a vector takes it")
}

/// A Brotli stream (RFC 7932 section 9) of one meta-block that is not compressed.
fn brotli(body: &[u8]) -> Vec<u8> {
    // A window of 16 bits (0), not the last block (0), 4 nibbles of length (00), the length less 1,
    // uncompressed (1).
    let header = ((body.len() as u32 - 1) << 4) | 1 << 20;
    let mut stream = header.to_le_bytes()[..3].to_vec();
    stream.extend_from_slice(body);
    // The last block is empty.
    stream.push(3);
    stream
}

#[test]
fn encodings_are_decoded_or_the_file_is_unreachable() {
    let rules = RULES.as_bytes();
    let encoded = |names: &'static [&'static str], body: Vec<u8>| {
        site(move || {
            let mut reply = Reply::text(body.clone());
            for name in names {
                reply = reply.with("Content-Encoding", *name);
            }
            reply
        })
    };
    for (names, body) in [
        (&[][..], rules.to_vec()),
        (&["identity"], rules.to_vec()),
        (&["gzip"], gzip(rules)),
        (&["br"], brotli(rules)),
        (&["deflate"], deflate(rules)),
        (&["Deflate"], deflate(rules)),
    ] {
        let run = check(&encoded(names, body), "rfc9309", "/private");
        assert_eq!(run.status, Some(1), "{names:?} {}", run.complaints);
        assert_eq!(run.json()["line"], 2);
    }
    for (names, body) in [
        // Not asked for, or unknown.
        (&["zstd"][..], b"\x28\xB5\x2F\xFD\x04\x00".to_vec()),
        (&["rot13"], rules.to_vec()),
        // Twice.
        (&["gzip, gzip"], gzip(&gzip(rules))),
        (&["gzip", "gzip"], gzip(&gzip(rules))),
        (&["gzip"], gzip(&gzip(rules))),
        (&["deflate, gzip"], gzip(&deflate(rules))),
        // Not what the header says.
        (&["gzip"], rules.to_vec()),
        (&["br"], rules.to_vec()),
        (&["deflate"], rules.to_vec()),
        (&["gzip"], gzip(rules)[..20].to_vec()),
        (&[], gzip(rules)),
    ] {
        let run = check(&encoded(names, body), "rfc9309", "/private");
        assert_eq!(run.status, Some(3), "{names:?} {}", run.output);
        assert_eq!(run.json()["reason"], "unreachable", "{names:?}");
        assert_eq!(run.json()["allowed"], false);
    }
}

/// A body that is small when compressed but large when decompressed is read only up to the limit.
#[test]
fn a_bomb_is_read_up_to_the_limit() {
    let bomb = gzip(&[RULES.as_bytes(), &vec![b'\n'; 64 << 20]].concat());
    assert!(bomb.len() < 1 << 20);
    let server = site(move || Reply::text(bomb.clone()).with("Content-Encoding", "gzip"));
    let run = check(&server, "rfc9309", "/private");
    assert_eq!(run.status, Some(1), "{}", run.complaints);
    run.assert_complains("too large");
}

#[test]
fn private_addresses_are_refused_on_request_and_for_lists() {
    let server = site(|| Reply::text(RULES));
    let port = server.url().rsplit_once(':').expect("it has a port").1.to_owned();
    let refused = "not a public address";
    for host in [
        "127.0.0.1",
        "localhost",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f.1",
    ] {
        let url = format!("http://{host}:{port}/");
        let run = robots(&["check", &url, "FooBot", "/x", "--public-only"], "");
        assert_eq!(run.status, Some(3), "{host}");
        run.assert_complains(refused);
        let run = robots(&["page", "--html", &url, "--public-only"], "");
        assert_eq!(run.status, Some(2), "{host}");
        run.assert_complains(refused);
    }
    let list = file("fetch_list", "sites.txt", format!("# sites\n{}\n", server.url()));
    for command in [&["audit"][..], &["inspect"], &["check", "-a", "FooBot", "/x"]] {
        let run = robots(&[command, &["--files", &list]].concat(), "");
        assert_eq!(run.status, Some(3), "{command:?}");
        run.assert_complains(refused);
    }
    assert!(server.paths("127.0.0.1").is_empty() && server.paths("localhost").is_empty());
    let run = robots(&["inspect", "--files", &list, "--allow-private"], "");
    assert_eq!(run.status, Some(0), "{}", run.complaints);
    assert_eq!(server.paths("127.0.0.1"), ["/robots.txt"]);
}

/// A public site redirects to this machine. It is reached through a proxy, so that its name needs
/// no resolver.
#[test]
fn redirects_to_this_machine_are_not_followed() {
    let inside = site(|| Reply::text(RULES));
    let target = format!("{}/secret", inside.url());
    let outside = Server::start(move |_| Reply::redirect(302, target.clone()));
    let ask = |arguments: &[&str]| {
        let output = crate::feed(
            crate::robots()
                .args(arguments)
                .env("http_proxy", outside.url())
                .env("NO_PROXY", "127.0.0.1"),
            b"",
        );
        (output.status.code(), crate::stderr(&output).to_owned())
    };
    let (status, complaints) = ask(&["check", "http://site.example/", "FooBot", "/x", "--public-only"]);
    assert_eq!(status, Some(3), "{complaints}");
    assert!(
        complaints.contains("127.0.0.1 is not a public address"),
        "{complaints}"
    );
    let (status, complaints) = ask(&["sitemap", "http://site.example/s.xml", "--public-only"]);
    assert_eq!(status, Some(2), "{complaints}");
    assert!(
        complaints.contains("127.0.0.1 is not a public address"),
        "{complaints}"
    );
    assert_eq!(outside.paths("site.example"), ["/robots.txt", "/s.xml"]);
    assert!(inside.paths("127.0.0.1").is_empty());
    // Nor without the option: a public site does not lead to a private address.
    let (status, complaints) = ask(&["check", "http://site.example/", "FooBot", "/x"]);
    assert_eq!(status, Some(3), "{complaints}");
    assert!(
        complaints.contains("127.0.0.1 is not a public address"),
        "{complaints}"
    );
    let (status, _) = ask(&["sitemap", "http://site.example/s.xml"]);
    assert_eq!(status, Some(2));
    assert!(inside.paths("127.0.0.1").is_empty());
    // Unless the user asks for it.
    let (status, _) = ask(&["check", "http://site.example/", "FooBot", "/x", "--allow-private"]);
    assert_eq!(
        (status, inside.paths("127.0.0.1")),
        (Some(3), vec!["/secret".to_owned()])
    );
}

/// A proxy resolves names itself: one that means this machine, by RFC 6761, is not sent to it.
#[test]
fn names_of_this_machine_are_refused_through_a_proxy() {
    let proxy = Server::start(|_| Reply::text(RULES));
    for (host, is_private) in [
        ("localhost", true),
        ("a.localhost", true),
        ("A.LOCALHOST", true),
        ("notlocalhost", false),
        ("localhost.example", false),
    ] {
        let output = crate::feed(
            crate::robots()
                .args([
                    "check",
                    &format!("http://{host}/"),
                    "FooBot",
                    "/x",
                    "--public-only",
                ])
                .env("http_proxy", proxy.url())
                .env_remove("NO_PROXY"),
            b"",
        );
        let complaints = crate::stderr(&output);
        assert_eq!(
            complaints.contains("is not a public address"),
            is_private,
            "{host}: {complaints}"
        );
        let status = if is_private { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(status), "{host}: {complaints}");
        let asked = proxy.paths(&host.to_ascii_lowercase());
        assert_eq!(asked.is_empty(), is_private, "{host}: {asked:?}");
    }
}

#[test]
fn redirects_are_followed_for_other_files_too() {
    let server = Server::start(|request: &Request| match request.path.as_str() {
        "/s.xml" => Reply::redirect(302, "/t.txt"),
        "/t.txt" => Reply::text("https://example.com/x\n"),
        "/loop" => Reply::redirect(302, "/loop"),
        "/away" => Reply::redirect(302, "ftp://example.com/"),
        _ => Reply::status(404),
    });
    let run = robots(
        &[
            "sitemap",
            &format!("{}/s.xml", server.url()),
            "--at",
            "https://example.com/s.xml",
        ],
        "",
    );
    assert_eq!(
        (run.status, run.json()["loc"].as_str()),
        (Some(0), Some("https://example.com/x"))
    );
    for (path, why) in [("loop", "redirects"), ("away", "ftp"), ("missing", "HTTP 404")] {
        let run = robots(&["sitemap", &format!("{}/{path}", server.url())], "");
        assert_eq!(run.status, Some(2), "{path}");
        run.assert_complains(why);
    }
}

#[test]
fn redirects_are_followed_and_counted() {
    let near = site(|| Reply::redirect(301, "/hop/4"));
    let run = check(&near, "rfc9309", "/private");
    assert_eq!((run.status, run.complaints.as_str()), (Some(1), ""));

    let far = site(|| Reply::redirect(301, "/hop/5"));
    let run = check(&far, "rfc9309", "/private");
    assert_eq!(
        (run.status, run.json()["allowed"].as_bool()),
        (Some(3), Some(true))
    );
    run.assert_complains("after 5 redirects from");
    run.assert_complains("redirects that cannot be followed");

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
    // The lifetime is that of the last answer, which has no cache headers.
    assert_eq!(fetch["holds_seconds"], 86_400);
}

#[test]
fn failures_of_the_network_are_outcomes() {
    let broken = site(|| Reply::Broken(RULES.into()));
    let run = check(&broken, "rfc9309", "/x");
    assert_eq!(run.status, Some(3));
    run.assert_complains("the response ended early");
    run.assert_complains("disallow all: robots.txt cannot be reached");

    let silent = site(|| Reply::Silence);
    assert_eq!(check(&silent, "rfc9309", "/x").json()["allowed"], false);
    assert_eq!(check(&silent, "slurp", "/x").json()["allowed"], true);

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
    assert_eq!((run.status, &run.json()["line"]), (Some(3), &Value::Null));
    run.assert_complains("disallow all: robots.txt cannot be reached");
}

#[test]
fn urls_of_other_sites_are_reported() {
    let server = site(|| Reply::text(RULES));
    let own = format!("{}/x", server.url());
    let run = robots(
        &["check", &own, "FooBot", &own, "https://other.example/x", "/x"],
        "",
    );
    assert_eq!(run.status, Some(0));
    run.assert_complains("does not apply to https://other.example/x");
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
fn broken_urls_are_errors() {
    for url in ["http://", "https://[::1", "http://exa mple.com/"] {
        let run = robots(&["check", url, "FooBot", "/x"], "");
        assert_eq!((run.status, run.output.as_str()), (Some(2), ""), "{url}");
        run.assert_complains(url);
    }
}

#[test]
fn a_private_address_is_not_asked_or_treated_as_any_other() {
    let server = site(|| Reply::text(RULES));
    let url = server.url();
    // As check and lint do, audit asks what is named on the command line.
    for arguments in [
        &["check", &url, "FooBot", "/x"][..],
        &["lint", &url],
        &["audit", &url, "-a", "FooBot"],
    ] {
        let run = robots(arguments, "");
        assert_ne!(run.status, Some(3), "{arguments:?} {}", run.complaints);
    }
    let list = file("fetch-private-list", "list.txt", format!("{url}\n"));
    // Nobody listens there any more.
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let closed = format!("http://{closed}/");
    for arguments in [
        &["audit", &url, "--public-only"][..],
        &["audit", "--files", &list],
        &["audit", &closed],
    ] {
        let run = robots(&[arguments, &["-a", "FooBot", "-f", "jsonl"]].concat(), "");
        assert_eq!(run.status, Some(3), "{}", run.complaints);
        assert_eq!(
            (&run.json()["access"], &run.json()["reason"]),
            (&json!("not-asked"), &json!("not-asked"))
        );
        let run = robots(arguments, "");
        let said = match arguments.contains(&&*closed) {
            true => ": no answer (Connection refused",
            false => ": not asked",
        };
        assert!(run.output.contains(said), "{}", run.output);
        assert!(!run.output.contains("closed"), "{}", run.output);
    }
}

#[test]
fn credentials_and_fields_are_sent_to_the_site_that_is_named_and_never_printed() {
    let other = Server::start(|request: &Request| {
        let is_private = request.header("authorization").or(request.header("x-key"));
        Reply::text(if is_private.is_some() {
            "User-agent: *\nDisallow: /\n"
        } else {
            RULES
        })
    });
    let there = format!("{}/robots.txt", other.url());
    let server = Server::start(move |request: &Request| {
        match (request.header("authorization"), request.header("x-key")) {
            (Some("Basic dXNlcjpwQHNz"), Some("1")) => Reply::redirect(302, there.clone()),
            _ => Reply::status(401),
        }
    });
    let url = server.url().replace("http://", "http://user:p%40ss@");
    let run = robots(
        &[
            "check", &url, "FooBot", "/x", "--header", "X-Key: 1", "-f", "json",
        ],
        "",
    );
    assert_eq!(run.json()["line"], Value::Null, "{}", run.output);
    assert_eq!(run.json()["allowed"], json!(true), "{}", run.output);
    // Refused for want of the field.
    for arguments in [
        &["check", &url, "FooBot", "/x"][..],
        &["inspect", &url],
        &["lint", &url],
        &["audit", &url],
        &["sitemap", &url],
    ] {
        let run = robots(arguments, "");
        assert!(run.complaints.contains("HTTP 401"), "{}", run.complaints);
        for text in [&run.output, &run.complaints] {
            assert!(!text.contains("p%40ss") && !text.contains("user"), "{text}");
        }
    }
    robots(&["check", &url, "F", "/", "--header", "no field"], "").assert_complains("NAME: VALUE");
    // Wrong usage, and what is taken for the name of a file.
    let ftp = url.replace("http://", "ftp://");
    for arguments in [
        &["page", &url][..],
        &["lint", &url, "--format", &url],
        &["test", &url, &url],
        &["lint", &ftp],
        &["check", &ftp, "FooBot", "/"],
    ] {
        let run = robots(arguments, "");
        assert_eq!(run.status, Some(2), "{arguments:?} {}", run.complaints);
        assert!(run.complaints.contains("://127.0.0.1:"), "{}", run.complaints);
        for text in [&run.output, &run.complaints] {
            assert!(!text.contains("p%40ss") && !text.contains("user"), "{text}");
        }
    }
    robots(&["lint", &ftp], "").assert_complains("only http:// and https:// URLs are fetched");
}

#[test]
fn what_went_wrong_is_said_in_words() {
    let busy = site(|| Reply::status(429).with("Retry-After", "120"));
    let run = robots(&["check", &busy.url(), "FooBot", "/x"], "");
    run.assert_complains("HTTP 429, too many requests (it asks to wait 120 seconds before the next request)");
    let run = robots(&["inspect", &busy.url(), "-f", "json"], "");
    assert_eq!(run.json()["fetch"]["retry_after_seconds"], json!(120));
    // Crawlers read this answer differently; each reading is reported with its dialect.
    let run = robots(&["audit", &busy.url()], "");
    run.assert_complains("disallow all: robots.txt cannot be reached (under google)");
    run.assert_complains("allow all: robots.txt is unavailable (under rfc9309, ");

    let html = site(|| Reply::html(RULES));
    robots(&["lint", &html.url()], "").assert_complains("is served as text/html");

    // A server without TLS answers the beginning of TLS like any other bad request.
    let plain = TcpListener::bind("127.0.0.1:0").unwrap();
    let tls = format!("https://{}/", plain.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in plain.incoming() {
            let mut stream = stream.unwrap();
            let _ = std::io::Read::read(&mut stream, &mut [0; 1_024]);
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        }
    });
    robots(&["check", &tls, "FooBot", "/x"], "").assert_complains("does not speak TLS; write http://");

    robots(&["check", "www.example.com", "FooBot", "/x"], "")
        .assert_complains("for that site, write https://www.example.com");
}

#[test]
fn a_misspelled_crawler_and_html_before_the_rules_are_named() {
    let body = format!("<br />\n<b>Warning</b>: in /x.php\n{RULES}");
    let path = file("fetch-warning", "robots.txt", body);
    let run = robots(&["check", &path, "Gogglebot", "/private"], "");
    run.assert_complains("did you mean `Googlebot`");
    run.assert_complains("contains HTML; those lines are ignored");
    assert!(!run.complaints.contains("looks like"), "{}", run.complaints);
    assert_eq!(run.status, Some(1));
}
