//! A user and a password in a URL are sent to its site, and printed by no command in any format.

use std::collections::BTreeMap;

use serde_json::json;

use crate::fetch::{Run, robots};
use crate::file;
use crate::server::{Reply, Request, Server};

/// Wherever it is, of what comes before the `@` nothing may be printed.
const SECRET: &str = "jane:s3cret%21@";

const RULES: &str = "User-agent: FooBot\nDisallow: /x\nDisalow: /y\nDisallow: /x/z\nSitemap: /s.xml\n";

const SITEMAP: &str = "<?xml version=\"1.0\"?>\n\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
    <url><loc>https://other.example/x</loc><lastmod>x</lastmod></url></urlset>\n";

fn assert_hidden(run: &Run, arguments: &[&str]) {
    for text in [&run.output, &run.complaints] {
        for word in ["jane", "s3cret"] {
            assert!(!text.contains(word), "{arguments:?} prints {word}: {text}");
        }
    }
}

/// The formats of a command, as it names them itself.
fn formats(command: &str) -> Vec<String> {
    let complaints = robots(&[command, "--format", "?"], "").complaints;
    let Some((_, values)) = complaints.split_once("[possible values: ") else {
        return Vec::new();
    };
    let values = values.split(']').next().unwrap_or_default();
    values.split(", ").map(str::to_owned).collect()
}

/// A site that answers who knows the password, and its URL with that.
fn guarded() -> (Server, String) {
    let server =
        Server::start(
            |request: &Request| match (request.header("authorization"), request.path.as_str()) {
                (Some("Basic amFuZTpzM2NyZXQh"), "/robots.txt") => Reply::text(RULES),
                (Some("Basic amFuZTpzM2NyZXQh"), "/s.xml") => Reply::text(SITEMAP),
                (Some("Basic amFuZTpzM2NyZXQh"), "/tdmrep.json") => {
                    Reply::text(r#"[{"location": "/x", "tdm-reservation": 1}]"#)
                }
                (Some("Basic amFuZTpzM2NyZXQh"), _) => Reply::html("<meta name=robots content=noindex>"),
                _ => Reply::status(401),
            },
        );
    let url = server.url().replace("://", &format!("://{SECRET}"));
    (server, url)
}

#[test]
fn no_command_prints_them_in_any_format() {
    let (_server, site) = guarded();
    let [x, y, sitemap, tdm] = ["/x", "/y", "/s.xml", "/tdmrep.json"].map(|path| format!("{site}{path}"));
    let list = file("credentials-list", "files.txt", format!("{site}\n{x}\n"));
    // The second is not a URL, because the password holds a slash.
    let bad = x.replace("s3cret", "s3cret/");
    let urls = file("credentials-urls", "urls.txt", format!("{x}\n{bad}\n{y}\n"));
    let old = file("credentials-old", "robots.txt", "User-agent: *\nDisallow: /y\n");
    let policy = format!(
        "file = {site:?}\n[[assert]]\nagents = [\"FooBot\"]\ndisallowed = [\"/y\"]\nallowed = [\"/x\"]\n\
         [[assert]]\nsitemap = {sitemap:?}\n[[assert]]\nequivalent-to = {x:?}\n"
    );
    let policy = file("credentials-policy", "robots-policy.toml", policy);
    let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
    for arguments in [
        &["check", &site, "FooBot", &x][..],
        &["check", &site, "FooBot", &x, "--lenient-urls"],
        &["check", &site, "-a", "FooBot", "-a", "*", &x, &y],
        &["check", &site, "FooBot", "--urls", &urls],
        &["check", "--files", &list, "--allow-private", "-a", "FooBot", &x],
        &["inspect", &site, "-a", "FooBot"],
        &["inspect", "--files", &list, "--allow-private"],
        &["lint", &site],
        &["lint", &site, "--url", &x],
        &["lint", &old, &site, "--fix", "--diff"],
        &["lint", "--url", &x, &old],
        &["audit", &site],
        &["audit", "--files", &list, "--allow-private"],
        &["audit", "--files", &list],
        &["diff", &old, &site],
        &["diff", &site, &old, "-a", "FooBot", &x, "--urls", &urls],
        &["compare", &site, "-a", "FooBot"],
        &["compare", &site, "-a", "FooBot", &x, "--urls", &urls, "--all"],
        &["test", &policy],
        &["test", &policy, &site],
        &["minimize", &site, "--dry-run"],
        &["fmt", &site, "--dry-run"],
        &["page", "--html", &x],
        &["signals", &site, "FooBot", &x, "--html", &x, "--tdmrep", &tdm],
        &["sitemap", &sitemap],
        &["sitemap", &sitemap, "--check", "--at", &y],
        &["sitemap", &sitemap, "--robots", &site, "-a", "FooBot"],
    ] {
        for format in formats(arguments[0]) {
            let run = robots(&[arguments, &["--format", &format]].concat(), "");
            assert_hidden(&run, arguments);
            // Lists of sites are not connected to private addresses.
            let is_refused = arguments.contains(&"--files") && !arguments.contains(&"--allow-private");
            assert!(
                !run.complaints.contains("401"),
                "{arguments:?}: {}",
                run.complaints
            );
            assert!(
                is_refused || run.status != Some(3),
                "{arguments:?}: {}",
                run.complaints
            );
            *runs.entry(arguments[0]).or_default() += usize::from(!run.output.is_empty());
        }
        // What goes wrong is said without them too: another password, and no such site.
        for (from, to) in [("s3cret%21", "s3cret"), ("127.0.0.1", "127.0.0.1.invalid")] {
            let arguments: Vec<String> = arguments.iter().map(|text| text.replace(from, to)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            assert_hidden(&robots(&arguments, ""), &arguments);
        }
    }
    let silent: Vec<_> = runs.iter().filter(|(_, printed)| **printed == 0).collect();
    assert!(silent.is_empty() && runs.len() == 12, "{runs:?}");
    for arguments in [
        &["minimize", &site][..],
        &["fmt", &site],
        &["generate", &x],
        &["batch", "--format", "tsv", &site],
    ] {
        assert_hidden(&robots(arguments, "FooBot\t/x\n"), arguments);
    }
}

#[test]
fn wrong_usage_is_said_without_them() {
    let with = |host: &str| format!("http://{SECRET}{host}");
    let (bad_port, no_scheme) = (with("a.example:x/"), format!("{SECRET}www.example.com"));
    let slash = with("a.example/x").replace("s3cret", "s3/cret");
    let option = format!("--url={bad_port}");
    for arguments in [
        &["check", &bad_port, "FooBot", "/x"][..],
        &["check", "-", "FooBot", &bad_port],
        &["check", "-", "FooBot", &slash],
        &["check", &slash, "FooBot", "/"],
        &["check", &no_scheme, "FooBot", "/x"],
        &["lint", "-", &option],
        &["lint", "-", "--url", &slash],
        &["sitemap", "-", "--at", &bad_port],
        &["lint", "--format", &bad_port],
    ] {
        let run = robots(arguments, "");
        assert_eq!(run.status, Some(2), "{arguments:?} {}", run.complaints);
        assert_hidden(&run, arguments);
        assert!(!run.complaints.contains("s3/"), "{}", run.complaints);
    }
    robots(&["lint", &no_scheme], "").assert_complains("for that site, write https://www.example.com");
}

#[test]
fn batch_repeats_what_a_row_says() {
    let url = format!("https://{SECRET}a.example/x");
    let row = json!({"agent": "FooBot", "url": url, "robots": RULES});
    let run = robots(&["batch"], &format!("{row}\n"));
    assert_eq!(run.json()["url"], json!(url));
    // What is said about a row is no key to look it up by.
    let row = json!({"agent": "FooBot", "url": url.replace("s3", "s/3"), "robots": RULES});
    let run = robots(&["batch"], &format!("{row}\n"));
    assert!(run.output.contains("is not a URL"), "{}", run.output);
    assert_hidden(&run, &["batch"]);
}
