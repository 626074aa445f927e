//! `robots inspect`.

use serde_json::{Value, json};

use crate::{ROBOTS, run, run_with, status, stderr, stdout};

const EVERYTHING: &str = "\
Content-Signal: search=yes
Host: www.example.com

User-agent: FooBot
User-agent: BarBot/2.0
Robot-version: 2.0
Disallow: /x
Allow: /y
Crawl-delay: soon
Crawl-delay: 2
Request-rate: 1/10m 1300-1659
Request-rate: 5
Visit-time: 0600-0845
Content-Signal: ai-train=no, search=no
Content-Usage: /x train-ai=n, search=y
Content-Usage: train-ai=y
Comment: ask first
Clean-param: ref&sid /forum/
Noindex: /z

User-agent: foobot
Disallow: /second
Sitemap: https://example.com/a.xml
Sitemap: /b.xml
";

fn inspect(arguments: &[&str], body: &[u8]) -> Value {
    let output = run_with(&[&["inspect", "-", "--format", "json"], arguments].concat(), body);
    assert_eq!(status(&output), 0);
    serde_json::from_str(stdout(&output)).unwrap()
}

#[test]
fn everything_a_file_says() {
    let expected = json!({
        "bytes": EVERYTHING.len(),
        "lines": 24,
        "truncated": false,
        "sitemaps": ["https://example.com/a.xml", "/b.xml"],
        "hosts": ["www.example.com"],
        "clean_params": [{"params": ["ref", "sid"], "path": "/forum/"}],
        "content_signals": {"search": "yes"},
        "licenses": [],
        "groups": [
            {
                "agents": ["FooBot", "BarBot"],
                "line": 4,
                "rules": [
                    {"kind": "disallow", "pattern": "/x", "line": 7},
                    {"kind": "allow", "pattern": "/y", "line": 8}
                ],
                "crawl_delay": 2,
                "request_rates": [{"documents": 1, "seconds": 600, "window": ["1300", "1659"]}],
                "visit_times": [["0600", "0845"]],
                "robot_version": "2.0",
                "content_signals": {"ai-train": "no", "search": "no"},
                "licenses": [],
                "content_usage": [
                    {"path": "/x", "preferences": {"train-ai": "n", "search": "y"}},
                    {"path": null, "preferences": {"train-ai": "y"}}
                ],
                "comments": ["ask first"]
            },
            {
                "agents": ["foobot"],
                "line": 21,
                "rules": [{"kind": "disallow", "pattern": "/second", "line": 22}],
                "crawl_delay": null,
                "request_rates": [],
                "visit_times": [],
                "robot_version": null,
                "content_signals": {},
                "licenses": [],
                "content_usage": [],
                "comments": []
            }
        ],
        "unknown": [{"line": 19, "key": "Noindex", "value": "/z"}],
        "other": [
            {"line": 9, "group_line": 4, "key": "Crawl-delay", "value": "soon"},
            {"line": 12, "group_line": 4, "key": "Request-rate", "value": "5"}
        ]
    });
    assert_eq!(inspect(&[], EVERYTHING.as_bytes()), expected);
}

#[test]
fn the_group_of_an_agent_is_merged() {
    let document = inspect(&["-a", "FooBot"], EVERYTHING.as_bytes());
    let agent = &document["agent"];
    assert_eq!(agent["token"], "FooBot");
    let patterns: Vec<&str> = agent["group"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| rule["pattern"].as_str().unwrap())
        .collect();
    assert_eq!(patterns, ["/x", "/y", "/second"]);
    assert_eq!(agent["group"]["crawl_delay"], 2);
    assert_eq!(agent["group"]["agents"], json!(["FooBot", "BarBot", "foobot"]));

    let nobody = inspect(&["-a", "QuxBot"], EVERYTHING.as_bytes());
    assert_eq!(
        nobody["agent"],
        json!({"token": "QuxBot", "crawler": "QuxBot", "group": null})
    );
    let star = inspect(&["-a", "QuxBot"], ROBOTS.as_bytes());
    assert_eq!(star["agent"]["group"]["crawl_delay"], 1.5);
}

#[test]
fn odd_bytes_stay_valid_json() {
    let document = inspect(
        &[],
        b"User-agent: \xE9\nDisallow: /caf\xE9\0\nSitemap: \xFF\nX\xE9: \x01\n",
    );
    assert_eq!(document["groups"][0]["rules"][0]["pattern"], "/caf%E9\0");
    assert_eq!(document["sitemaps"][0], "%FF");
    assert_eq!(document["unknown"][0]["value"], "\u{1}");
}

#[test]
fn truncation_is_reported() {
    let document = inspect(&["--max-bytes", "20"], ROBOTS.as_bytes());
    assert_eq!(document["truncated"], true);
    assert_eq!(document["bytes"], ROBOTS.len());
    assert_eq!(document["lines"], 1);
}

#[test]
fn for_people() {
    let output = run_with(&["inspect", "-", "-f", "human"], EVERYTHING.as_bytes());
    assert_eq!(status(&output), 0);
    for line in [
        "standard input: 488 bytes, 24 lines, 2 groups",
        "Line 4: FooBot, BarBot",
        "     7  Disallow /x",
        "        Content-Usage: train-ai=y",
        "        Request-rate: 1 in 600 s, 1300-1659 UTC",
        "  /b.xml",
        "  line 19: Noindex: /z",
    ] {
        assert!(
            stdout(&output).lines().any(|own| own == line),
            "{line}\n{}",
            stdout(&output)
        );
    }
    assert_eq!(status(&run(&["inspect", "/nowhere"])), 2);
}

#[test]
fn the_names_of_a_large_group_are_not_repeated_for_ever() {
    let body: String = (0..5_000).map(|i| format!("User-agent: Bot{i}\n")).collect();
    let body = body + "Disallow: /a\n\nUser-agent: b\nDisallow: /\n";
    let output = run_with(&["inspect", "-", "--format", "csv"], body.as_bytes());
    assert_eq!(status(&output), 0);
    let mut reader = csv::Reader::from_reader(stdout(&output).as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().unwrap();
    let agents = |row: usize| rows[row].get(5).unwrap();
    assert_eq!(rows.len(), 5_003);
    assert_eq!(agents(0).lines().count(), 5_000);
    assert_eq!(agents(1), agents(0));
    assert_eq!(agents(5_000), "");
    assert_eq!(
        rows[5_000].get(4),
        Some("1"),
        "it still tells which group it is in"
    );
    assert_eq!((agents(5_001), agents(5_002)), ("b", "b"));
    let left_out = rows.iter().filter(|row| row[5].is_empty()).count();
    assert!(
        stderr(&output).contains(&format!("{left_out} rows without the crawlers")),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).len() < 17_000_000);
}

/// A name that does not count because its record has no Disallow is in one of the lists, and `check`
/// says why it does not count.
#[test]
fn a_name_without_a_record() {
    let body = b"User-agent: A\n\nUser-agent: *\nDisallow: /x\n";
    let document = inspect(&["-d", "revisited"], body);
    assert_eq!(
        document["other"],
        json!([{"line": 1, "group_line": null, "key": "User-agent", "value": "A"}])
    );
    assert_eq!(inspect(&["-d", "rfc9309"], body)["other"], json!([]));
    let note = "line 1 names A, but no Disallow follows it before the record ends";
    for (body, has_note) in [
        (&body[..], true),
        (b"User-agent: A\n\nUser-agent: B\nDisallow: /x\n", true),
        (b"User-agent: *\nDisallow: /x\n", false),
        (b"User-agent: A\n\nUser-agent: A\nDisallow: /x\n", false),
    ] {
        let output = run_with(
            &["check", "-", "A", "/x", "-d", "revisited", "--format", "human"],
            body,
        );
        assert_eq!(stdout(&output).contains(note), has_note, "{}", stdout(&output));
    }
}
