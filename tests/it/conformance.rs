//! The conformance suite of `tests/conformance`, which is for every library: what this one answers,
//! and that the tables on its page are those of its results.
//!
//! `CONFORMANCE=write cargo test --all-features --test it conformance` writes this library's results and the
//! tables again, after a case or the results of another library changed.

mod tables;

use std::collections::BTreeMap;
use std::path::PathBuf;

use base64::Engine;
use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt};
use serde_json::{Value, json};

use crate::ask::check;

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/conformance", file]
        .iter()
        .collect()
}

fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn rows(file: &str) -> Vec<Value> {
    let rows: Vec<Value> = read(file)
        .lines()
        .map(|row| serde_json::from_str(row).expect("a row of JSON"))
        .collect();
    assert!(!rows.is_empty(), "{file}");
    rows
}

fn text<'r>(row: &'r Value, key: &str) -> &'r str {
    row[key].as_str().unwrap_or_else(|| panic!("{key} of {row}"))
}

/// A list of texts, each with how often it is repeated, joined.
fn joined(parts: &Value) -> String {
    let parts = parts.as_array().expect("parts").iter().map(|part| {
        let times = part[1].as_u64().expect("a number");
        part[0]
            .as_str()
            .expect("a text")
            .repeat(usize::try_from(times).expect("it fits"))
    });
    parts.collect()
}

fn body(row: &Value) -> Vec<u8> {
    match (row["body"].as_str(), row["body_b64"].as_str()) {
        (Some(text), _) => text.into(),
        (None, Some(encoded)) => base64::prelude::BASE64_STANDARD.decode(encoded).expect("base64"),
        (None, None) => joined(&row["body_parts"]).into(),
    }
}

fn url(row: &Value) -> String {
    match row["url"].as_str() {
        Some(url) => url.to_owned(),
        None => joined(&row["url_parts"]),
    }
}

/// The verdict and the deciding line, which are the same whichever way the question is put.
fn answer(row: &Value) -> (bool, Option<u32>) {
    let (body, agent, url) = (body(row), text(row, "agent"), url(row));
    let robots = RobotsTxt::parse(&body);
    let verdict = robots.check(agent, &url);
    assert_eq!(
        verdict,
        check(&body, &AgentList::new(&[agent]), &url, Dialect::RFC_9309),
        "{row}"
    );
    let rules = ParseOptions::new().rules_for(&body, agent);
    let compiled = rules.check(&url);
    assert_eq!(
        (verdict.is_allowed(), verdict.line()),
        (compiled.is_allowed(), compiled.line()),
        "{row}"
    );
    (verdict.is_allowed(), verdict.line())
}

fn word(allowed: bool) -> &'static str {
    if allowed { "allowed" } else { "disallowed" }
}

#[test]
fn every_case_its_verdict_and_its_line() {
    let cases = rows("cases.jsonl");
    assert_eq!(cases.len(), 301);
    let (mut verdicts, mut lines) = (Vec::new(), Vec::new());
    for case in &cases {
        let (allowed, line) = answer(case);
        if case["allowed"] != json!(allowed) {
            verdicts.push(text(case, "id"));
        }
        let is_right = match case["line"].as_array() {
            Some(several) => several.contains(&json!(line)),
            None => case["line"] == json!(line),
        };
        if !is_right {
            lines.push(text(case, "id"));
        }
    }
    assert!(verdicts.is_empty(), "verdicts: {verdicts:?}");
    assert!(lines.is_empty(), "lines: {lines:?}");
}

/// Every identifier is there once and belongs to a requirement of the same section; what is open
/// has no answer, and everything else has one.
#[test]
fn every_case_belongs_to_a_requirement() {
    let requirements: BTreeMap<String, Value> = rows("requirements.jsonl")
        .into_iter()
        .map(|row| (text(&row, "id").to_owned(), row))
        .collect();
    let mut cited = BTreeMap::new();
    for file in [
        "cases.jsonl",
        "open.jsonl",
        "fetch.jsonl",
        "clock.jsonl",
        "addresses.jsonl",
    ] {
        for row in rows(file) {
            let id = text(&row, "id");
            let requirement = id.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
            let found = requirements
                .get(requirement)
                .unwrap_or_else(|| panic!("{id} has no requirement"));
            assert_eq!(found["section"], row["section"], "{id}");
            let answer = ["allowed", "robots_url", "events"].map(|key| !row[key].is_null());
            let is_open = row["level"] == "OPEN";
            assert_eq!(
                is_open,
                !answer.contains(&true) || file == "clock.jsonl" && is_open,
                "{id}"
            );
            assert!(!text(&row, "why").is_empty(), "{id}");
            assert!(
                cited.insert(id.to_owned(), requirement.to_owned()).is_none(),
                "{id} twice"
            );
        }
    }
    for (id, requirement) in &requirements {
        assert!(
            cited.values().any(|cited| cited == id),
            "no case is about {id}: {requirement}"
        );
        assert_eq!(
            requirement["level"] == "reference",
            requirement["sentence"].is_string(),
            "{id}"
        );
    }
}

/// What this library answers where the text has no answer is written down, and so are its answers
/// about fetching.
#[test]
fn answers_to_open_points_are_those_on_file() {
    let mut open: BTreeMap<String, &str> = rows("open.jsonl")
        .iter()
        .map(|row| (text(row, "id").to_owned(), word(answer(row).0)))
        .collect();
    #[cfg(all(feature = "std", feature = "url"))]
    open.extend(fetching::answers());
    let found = json!({
        "library": "robots-exclusion",
        "version": env!("CARGO_PKG_VERSION"),
        "language": "Rust, Python, JavaScript, C",
        "by": "cargo test --all-features --test it conformance",
        "wrong": [],
        "wrong_lines": [],
        "open": open,
    });
    if cfg!(all(feature = "std", feature = "url")) {
        tables::written("results/robots-exclusion.json", &tables::pretty(&found));
    }
}

#[test]
fn tables_are_those_of_the_results() {
    let page = read("README.md");
    let page = tables::replaced(&page, "results", &tables::by_section());
    let page = tables::replaced(&page, "open", &tables::open_points());
    tables::written("README.md", &page);
    let front = std::fs::read_to_string(path("../../README.md")).expect("README.md");
    let front = tables::replaced(&front, "conformance", &tables::by_section());
    tables::written("../../README.md", &front);
}

/// What the answers to requests for robots.txt mean, and for how long.
#[cfg(all(feature = "std", feature = "url"))]
mod fetching {
    use std::time::Duration;

    use robots_exclusion::Timestamp;
    use robots_exclusion::fetch::{Fetched, ResponseHead, RobotsRequest, Step, robots_url};
    use robots_exclusion::site::{Crawler, Decision, Site, WaitReason};
    use serde_json::{Value, json};
    use url::Url;

    use super::{rows, text};

    const ROBOTS_URL: &str = "https://example.com/robots.txt";

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_unix(Duration::from_secs(20_500 * 24 * 3600 + seconds))
    }

    fn head(step: &Value) -> ResponseHead {
        let status = step["status"].as_u64().expect("a status");
        let mut fields: Vec<(String, String)> = Vec::new();
        match step["location"].as_str() {
            Some("other") => fields.push(("Location".into(), "https://example.net/robots.txt".into())),
            Some(location) => fields.push(("Location".into(), location.into())),
            None => {}
        }
        let is_typed = step.get("type") != Some(&Value::Null);
        if is_typed {
            let media_type = step["type"].as_str().unwrap_or("text/plain; charset=utf-8");
            fields.push(("Content-Type".into(), media_type.into()));
        }
        for field in step["headers"].as_array().into_iter().flatten() {
            let [name, value] = [0, 1].map(|at| field[at].as_str().expect("a text").to_owned());
            fields.push((name, value));
        }
        ResponseHead::new(u16::try_from(status).expect("a status"), fields)
    }

    /// Answers a request for robots.txt with the responses of `steps`, one after the other.
    fn fetched(steps: &[Value], crawler: &Crawler) -> Fetched {
        let url = Url::parse(ROBOTS_URL).expect("a URL");
        let mut request = RobotsRequest::new(&url, &crawler.fetch_policy()).expect("a host");
        for step in steps {
            if step.is_string() || step["failure"].is_string() || step["cut"] == true {
                return Fetched::unreachable();
            }
            match request.on_response(&head(step)) {
                Step::Follow => {}
                Step::ReadBody => {
                    request.push(step["body"].as_str().unwrap_or_default().as_bytes());
                    return request.finish();
                }
                Step::Done => return request.finish(),
            }
        }
        panic!("{steps:?} ends with a redirect");
    }

    fn decision(site: &Site, crawler: &Crawler, seconds: u64, path: &str) -> &'static str {
        match site.decide(crawler, at(seconds), path) {
            Decision::FetchPage => "allowed",
            Decision::FetchRobots => "fetch",
            Decision::Skip
            | Decision::WaitUntil(_, WaitReason::RobotsUnreachable)
            | Decision::GiveUpUntil(_, WaitReason::RobotsUnreachable) => "disallowed",
            other => panic!("{other:?}"),
        }
    }

    /// The answers to all cases about fetching; the open ones and those that permit several are
    /// compared with the file of results.
    pub(super) fn answers() -> Vec<(String, &'static str)> {
        // It does what RFC 9309 says and no more.
        let crawler = Crawler::strict("FooBot");
        let mut open = Vec::new();
        for row in rows("fetch.jsonl") {
            let mut site = Site::new(ROBOTS_URL).expect("a site");
            let steps = row["steps"].as_array().expect("steps");
            site.on_response(&crawler, at(0), &fetched(steps, &crawler));
            // Until robots.txt is to be requested again, these rules hold, also for robots.txt itself.
            let rules = site.rules(&crawler).expect("the answer is known");
            let found = super::word(rules.is_allowed(text(&row, "path")));
            match row["allowed"].as_bool() {
                Some(allowed) => assert_eq!(found, super::word(allowed), "{row}"),
                None => open.push((text(&row, "id").to_owned(), found)),
            }
        }
        for row in rows("clock.jsonl") {
            let mut site = Site::new(ROBOTS_URL).expect("a site");
            let events = row["events"].as_array().expect("events");
            for (number, event) in events.iter().enumerate() {
                let seconds = event["at"].as_u64().expect("a time");
                if let Some(path) = event["ask"].as_str() {
                    let found = decision(&site, &crawler, seconds, path);
                    let expected = event["expect"].as_array().expect("a list");
                    assert!(expected.contains(&json!(found)), "{found}: {row}");
                    let is_last = number + 1 == events.len();
                    if is_last {
                        open.push((text(&row, "id").to_owned(), found));
                    }
                } else {
                    let fetched = fetched(std::slice::from_ref(event), &crawler);
                    site.on_response(&crawler, at(seconds), &fetched);
                }
            }
        }
        open
    }

    #[test]
    fn every_address() {
        for row in rows("addresses.jsonl") {
            let url = Url::parse(text(&row, "url")).expect("a URL");
            let found = robots_url(&url).expect("a host");
            if let Some(expected) = row["robots_url"].as_str() {
                assert_eq!(found.as_str(), expected, "{row}");
            }
            assert_eq!(found.path(), "/robots.txt", "{row}");
            assert_eq!(found.host_str(), url.host_str(), "{row}");
        }
    }
}
