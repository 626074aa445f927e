//! Usage preferences from every source, and tolerated spellings: the vectors of
//! `tests/data/usage.jsonl`.

use robots_exclusion::extension::{ContentSignal, RequestRate, SignalValue, TimeWindow};
use serde_json::{Value, json};

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> impl Iterator<Item = (String, Value, Value)> {
    let rows: Vec<_> = include_str!("../data/usage.jsonl")
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .collect();
    assert!(!rows.is_empty(), "no vectors of kind {kind}");
    rows.into_iter().map(|row| {
        let id = row["id"].as_str().unwrap().to_owned();
        (id, row["in"].clone(), row["expect"].clone())
    })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

#[test]
fn windows_as_sites_write_them() {
    for (id, input, expect) in vectors("visit-time-written") {
        let value = text(&input).as_bytes();
        let window = TimeWindow::parse(value).ok().map(|window| window.to_string());
        assert_eq!(json!(window), expect, "{id}");
    }
    for (id, input, expect) in vectors("request-rate-written") {
        let value = text(&input).as_bytes();
        let rate = RequestRate::parse(value).ok().map(|rate| rate.to_string());
        assert_eq!(json!(rate), expect, "{id}");
    }
}

#[test]
fn levels_of_use() {
    for (id, input, expect) in vectors("content-signal-use") {
        let signal = ContentSignal::parse(text(&input).as_bytes());
        let permits = |level| json!(signal.get("use").map(|granted| level <= granted));
        let found = json!({
            "immediate": permits(SignalValue::Immediate),
            "reference": permits(SignalValue::Reference),
            "full": permits(SignalValue::Full),
        });
        assert_eq!(found, expect, "{id}");
    }
}

#[test]
fn licenses_of_files() {
    use robots_exclusion::{RobotsTxt, Rules};

    for (id, input, expect) in vectors("license") {
        let body = text(&input["robots"]).as_bytes();
        let rules = Rules::parse(body, text(&input["agent"]));
        let found: Vec<String> = rules.licenses().map(|url| url.to_string()).collect();
        assert_eq!(json!(found), expect, "{id}");
        // They survive being saved, and all of them belong to the file.
        let restored = Rules::from_bytes(&rules.to_bytes()).unwrap();
        assert!(restored.licenses().eq(rules.licenses()), "{id}");
        let robots = RobotsTxt::parse(body);
        let all: Vec<String> = robots.licenses().map(|url| url.to_string()).collect();
        assert!(found.iter().all(|url| all.contains(url)), "{id}");
        let grouped = robots
            .groups()
            .map(|group| group.licenses().count())
            .sum::<usize>();
        assert_eq!(all.len(), grouped + robots.site_licenses().count(), "{id}");
    }
}
