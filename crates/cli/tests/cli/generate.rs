//! `robots generate`.

use serde_json::{Value, json};

use crate::{ROBOTS, run_with, status, stderr, stdout};

#[test]
fn json_by_hand() {
    let json = r##"{
        "groups": [
            {"agents": ["FooBot", "BarBot"], "rules": [
                {"kind": "disallow", "pattern": "/x#y\nAllow: /"},
                {"kind": "allow", "pattern": "/é"}
            ], "crawl_delay": 0.5, "request_rates": [{"documents": 1, "seconds": 60}]},
            {"agents": ["*"]}
        ],
        "sitemaps": ["https://example.com/s.xml"]
    }"##;
    let output = run_with(&["generate"], json.as_bytes());
    assert_eq!(status(&output), 0);
    assert_eq!(stderr(&output), "");
    assert_eq!(
        stdout(&output),
        "\
User-agent: FooBot
User-agent: BarBot
Disallow: /x%23y%0AAllow: /
Allow: /é
Crawl-delay: 0.5
Request-rate: 1/1m

User-agent: *
Disallow:

Sitemap: https://example.com/s.xml
"
    );
}

#[test]
fn what_inspect_prints_is_read_back() {
    let inspect = |body: &[u8]| -> Vec<u8> {
        let output = run_with(&["inspect", "-", "-a", "FooBot", "-f", "json"], body);
        assert_eq!(status(&output), 0);
        output.stdout
    };
    let first = inspect(ROBOTS.as_bytes());
    let generated = run_with(&["generate", "-"], &first);
    assert_eq!(status(&generated), 0);
    let second = inspect(&generated.stdout);
    let said = |json: &[u8]| {
        let mut document: Value = serde_json::from_slice(json).unwrap();
        for key in ["bytes", "lines"] {
            document[key].take();
        }
        document
    };
    // All lines stay in place, except that a blank line is inserted before the sitemap.
    assert_eq!(said(&first), said(&second));
    assert_eq!(stdout(&generated), ROBOTS.replace("Sitemap", "\nSitemap"));
}

#[test]
fn lines_that_do_not_count_are_kept() {
    let body = "\
Disallow: /early
User-agent: a
Crawl-delay: soon
Crawl-delay: 2
Crawl-delay: 3
Request-rate: often
Disallow: /x
Agentmap: https://example.com/a

User-agent: b
Disallow: /y
Visit-time: late
";
    let inspected = run_with(&["inspect", "-", "-f", "json"], body.as_bytes());
    let mut document: Value = serde_json::from_slice(&inspected.stdout).unwrap();
    assert_eq!(
        document["other"][0],
        json!({"line": 1, "group_line": null, "key": "Disallow", "value": "/early"})
    );
    let generate = |document: &Value| {
        let output = run_with(&["generate"], document.to_string().as_bytes());
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    assert_eq!(
        generate(&document),
        "\
Disallow: /early

User-agent: a
Disallow: /x
Crawl-delay: 2
Crawl-delay: soon
Crawl-delay: 3
Request-rate: often
Agentmap: https://example.com/a

User-agent: b
Disallow: /y
Visit-time: late
"
    );
    // Those of a group go with it.
    document["groups"].as_array_mut().unwrap().remove(0);
    assert_eq!(
        generate(&document),
        "Disallow: /early\n\nUser-agent: b\nDisallow: /y\nVisit-time: late\n"
    );
}

#[test]
fn values_that_make_no_sense() {
    for (json, culprit) in [
        ("{", "EOF"),
        ("[]", "expected"),
        (r#"{"groups": 1}"#, "sequence"),
        (
            r#"{"groups":[{"rules":[{"kind":"deny","pattern":"/"}]}]}"#,
            "\"deny\" is not one of allow, disallow",
        ),
        (r#"{"groups":[{"crawl_delay":-1}]}"#, "crawl_delay"),
        (r#"{"groups":[{"crawl_delay":1e300}]}"#, "crawl_delay"),
        (
            r#"{"groups":[{},{"visit_times":[["600","700"]]}]}"#,
            "a time is written as four digits, as in 0845 at line 1 column",
        ),
    ] {
        let output = run_with(&["generate"], json.as_bytes());
        assert_eq!(status(&output), 2, "{json}");
        assert_eq!(stdout(&output), "", "{json}");
        assert!(stderr(&output).contains("standard input"), "{}", stderr(&output));
        assert!(stderr(&output).contains(culprit), "{}", stderr(&output));
    }
}
