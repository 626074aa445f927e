//! One crawler, however it is named, through every command.

use serde_json::{Value, json};

use crate::{directory, feed, robots, rows, run_with};

const FILE: &str = "User-agent: FooBot\nDisallow: /\n\nUser-agent: Mozilla\nUser-agent: Safari\nDisallow: /m\n\n\
                    User-agent: Googlebot\nDisallow: /g\n\nUser-agent: bingbot\nDisallow: /b\n\nUser-agent: *\nDisallow: /star\n";

/// What is written, the token that is used, and the group that applies.
const TABLE: &[(&str, &str, Option<&str>)] = &[
    ("FooBot", "FooBot", Some("FooBot")),
    ("FooBot/2.1", "FooBot/2.1", Some("FooBot")),
    (
        "Mozilla/5.0 (compatible; FooBot/1.0; +http://example.com/)",
        "FooBot",
        Some("FooBot"),
    ),
    ("MyCrawler (compatible; FooBot/1.0)", "FooBot", Some("FooBot")),
    ("Opera/9.80 (compatible; FooBot/1.0)", "FooBot", Some("FooBot")),
    ("Googlebot-Image", "Googlebot-Image", Some("Googlebot")),
    ("AdsBot-Google", "AdsBot-Google", None),
    (
        "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
        "bingbot",
        Some("bingbot"),
    ),
    (
        "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "*",
        Some("*"),
    ),
    ("Mozilla", "Mozilla", Some("Mozilla")),
    ("*", "*", Some("*")),
];

/// A path that only the rules of this group disallow.
fn closed(group: Option<&str>) -> &'static str {
    match group {
        Some("FooBot") => "/f",
        Some("Mozilla") => "/m",
        Some("Googlebot") => "/g",
        Some("bingbot") => "/b",
        _ => "/star",
    }
}

fn asked(arguments: &[&str]) -> Vec<Value> {
    rows(&run_with(arguments, FILE.as_bytes()))
}

#[test]
fn every_command_means_the_same_crawler() {
    let folder = directory("crawlers");
    let sitemap = folder.join("s.txt");
    let empty = folder.join("empty.txt");
    std::fs::write(&empty, "").unwrap();
    let (sitemap, empty) = (sitemap.to_str().unwrap(), empty.to_str().unwrap());
    for (written, token, group) in TABLE {
        let url = closed(*group);
        let is_allowed = group.is_none();

        let row = &asked(&["check", "-", written, url, "--format", "jsonl"])[0];
        assert_eq!((&row["agent"], &row["crawler"]), (&json!(written), &json!(token)));
        assert_eq!(
            (&row["group"], &row["allowed"]),
            (&json!(group), &json!(is_allowed)),
            "check {written}"
        );

        let row = &asked(&["audit", "-", "-a", written, "--format", "json"])[0];
        assert_eq!((&row["agent"], &row["crawler"]), (&json!(written), &json!(token)));
        assert_eq!(row["group"], json!(group), "audit {written}");

        let arguments = [
            "compare", "-", "-a", written, url, "--all", "-d", "rfc9309", "-d", "google", "--format", "jsonl",
        ];
        let row = &asked(&arguments)[0];
        assert_eq!(row["verdicts"][0]["group"], json!(group), "compare {written}");

        let document = &asked(&["inspect", "-", "-a", written, "--format", "jsonl"]);
        assert!(!document.is_empty(), "{written}");
        let output = run_with(
            &["inspect", "-", "-a", written, "--format", "json"],
            FILE.as_bytes(),
        );
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["agent"]["crawler"], json!(token), "inspect {written}");
        assert_eq!(
            document["agent"]["group"].is_null(),
            is_allowed,
            "inspect {written}"
        );

        let output = asked(&["diff", "-", empty, "-a", written, url, "--format", "json"]);
        let changed = output.iter().any(|row| row["kind"] == "verdict");
        assert_eq!(changed, !is_allowed, "diff {written}");

        std::fs::write(sitemap, format!("https://example.com{url}\n")).unwrap();
        let found = asked(&[
            "sitemap", sitemap, "--robots", "-", "-a", written, "--format", "jsonl",
        ]);
        assert_eq!(found.is_empty(), is_allowed, "sitemap {written}");

        let policy = folder.join("policy.toml");
        std::fs::write(
            &policy,
            format!("[[assert]]\ndisallowed = [\"{url}\"]\nagents = [{written:?}]\n"),
        )
        .unwrap();
        let file = folder.join("robots.txt");
        std::fs::write(&file, FILE).unwrap();
        let output = feed(robots().arg("test").arg(&policy).arg(&file), b"");
        assert_eq!(output.status.success(), !is_allowed, "test {written}: {output:?}");

        // A row's token is nothing but itself.
        let question = json!({"agent": written, "url": url, "robots": FILE}).to_string();
        let row = &rows(&run_with(&["batch"], question.as_bytes()))[0];
        let group = match *written {
            "Googlebot-Image" | "AdsBot-Google" => json!("*"),
            _ => json!(group),
        };
        assert_eq!(
            (&row["crawler"], &row["group"]),
            (&json!(token), &group),
            "batch {written}"
        );
    }
}

#[test]
fn as_token_asks_for_the_bare_token() {
    let arguments = [
        "check",
        "-",
        "AdsBot-Google",
        "/star",
        "--as-token",
        "--format",
        "jsonl",
    ];
    let row = &asked(&arguments)[0];
    assert_eq!((&row["group"], &row["allowed"]), (&json!("*"), &json!(false)));
}

#[test]
fn mentions_of_one_crawler_are_one() {
    let header = "Mozilla/5.0 (compatible; FooBot/1.0)";
    for agents in [
        ["@ads", "AdsBot-Google"],
        ["AdsBot-Google", "@ads"],
        ["FooBot", header],
    ] {
        let output = asked(&["audit", "-", "-a", agents[0], "-a", agents[1], "--format", "json"]);
        let mut tokens: Vec<String> = output.iter().map(|row| row["crawler"].to_string()).collect();
        let all = tokens.len();
        tokens.sort();
        tokens.dedup();
        assert_eq!(tokens.len(), all, "{agents:?}");
    }
}
