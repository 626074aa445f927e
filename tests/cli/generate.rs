//! `robots generate`.

use serde_json::Value;

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
fn values_that_make_no_sense() {
    for (json, culprit) in [
        ("{", "EOF"),
        ("[]", "expected"),
        (r#"{"groups": 1}"#, "sequence"),
        (
            r#"{"groups":[{"rules":[{"kind":"deny","pattern":"/"}]}]}"#,
            "deny",
        ),
        (r#"{"groups":[{"crawl_delay":-1}]}"#, "crawl_delay"),
        (r#"{"groups":[{"crawl_delay":1e300}]}"#, "crawl_delay"),
        (
            r#"{"groups":[{},{"visit_times":[["600","700"]]}]}"#,
            "groups[1].visit_times[0]",
        ),
    ] {
        let output = run_with(&["generate"], json.as_bytes());
        assert_eq!(status(&output), 2, "{json}");
        assert_eq!(stdout(&output), "", "{json}");
        assert!(stderr(&output).contains("standard input"), "{}", stderr(&output));
        assert!(stderr(&output).contains(culprit), "{}", stderr(&output));
    }
}
