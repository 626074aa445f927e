//! Many sites, visited by one thread.

#[path = "../../../crates/cli/tests/cli/server.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod server;

use std::process::Command;
use std::time::Duration;

use server::{Reply, Server};

#[test]
fn sites_of_one_host_share_a_pace_and_others_wait_for_none() {
    let pages = || {
        Server::start(|request| match request.path.as_str() {
            "/robots.txt" => Reply::text("User-agent: *\nDisallow: /x"),
            _ => Reply::html(""),
        })
    };
    // Two sites of one host: they have two ports.
    let (one, two) = (pages(), pages());
    let failing = Server::start(|_| Reply::status(503));
    let failing_url = failing.url().replace("127.0.0.1", "localhost");
    let url = |base: &str, path: &str| format!("{base}{path}");
    let output = Command::new(env!("CARGO_BIN_EXE_many_sites"))
        .args([
            url(&one.url(), "/a"),
            url(&one.url(), "/x"),
            url(&two.url(), "/b"),
            url(&failing_url, "/c"),
        ])
        .env("ALLOW_PRIVATE", "1")
        .output()
        .expect("the example runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    for line in [
        format!("{}: 200 OK", url(&one.url(), "/a")),
        format!("{}: disallowed", url(&one.url(), "/x")),
        format!("{}: 200 OK", url(&two.url(), "/b")),
        format!("{}: left", url(&failing_url, "/c")),
    ] {
        assert!(printed.contains(&line), "{line}: {printed}");
    }
    let host = "127.0.0.1";
    assert_eq!(one.paths(host), ["/robots.txt", "/a"]);
    assert_eq!(two.paths(host), ["/robots.txt", "/b"]);
    assert_eq!(failing.paths("localhost"), ["/robots.txt"]);
    let mut times: Vec<_> = [&one, &two]
        .into_iter()
        .flat_map(|server| server.requests(host))
        .collect();
    times.sort_by_key(|request| request.at);
    for pair in times.windows(2) {
        assert!(pair[1].at - pair[0].at >= Duration::from_millis(900), "{times:?}");
    }
}
