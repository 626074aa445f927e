//! What happens to sites, step by step, and what to do then: the scenarios of
//! `tests/data/sites.jsonl`, which the bindings run too.
//!
//! Each row is one step, with its time in seconds since a midnight (`MIDNIGHT`). Rows of one
//! scenario are about one site, `https://example.com`. `crawler`, `mode` (`polite` or `strict`),
//! `dialect`, `delay`, `min_delay`, `max_delay` and `max_wait` (in seconds) say who asks: FooBot,
//! which is polite and may have any number of requests open, unless they say otherwise. What happens is an `event`:
//!
//! - `robots`: robots.txt was answered, with a status, perhaps header fields, and a body as text or
//!   base64. Expected is the outcome with its cause.
//! - `failure`: robots.txt was not answered. Expected is the same.
//! - `ask`: a URL is to be fetched. Expected is the decision, with its `reason` if it is to wait or
//!   to give up, and with the `delay_asked` for, in seconds, if the site is too slow.
//! - `robots-request`: robots.txt is requested. Scenarios without it tell the answer alone.
//! - `robots-abort`: the crawler has given up that request.
//! - `page-request`, `page-response`, `page-failure`: a page is requested, was answered, was not.
//! - `validators`: robots.txt is about to be requested. Expected are the header fields to send.
//!
//! Each row of `tests/data/saved_sites.jsonl` has such `steps`, the text as which the site is
//! `saved` after them, to the letter, and what the site that is restored from that text answers
//! (`asks`). So a site that one language saves can be restored in every other.

use std::time::Duration;

use base64::Engine;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::fetch::{Body, Fetched, Outcome, Reply, ResponseHead};
use robots_exclusion::site::{Crawler, Decision, Site};
use robots_exclusion::{Dialect, Timestamp};
use serde_json::Value;

/// The midnight from which the times count: 2026-02-16, UTC.
const MIDNIGHT: u64 = 20_500 * 24 * 3600;

fn at(seconds: u64) -> Timestamp {
    Timestamp::from_unix(Duration::from_secs(MIDNIGHT + seconds))
}

fn seconds(row: &Value, key: &str) -> Option<Duration> {
    row[key].as_u64().map(Duration::from_secs)
}

fn crawler(row: &Value) -> Crawler {
    let name = row["crawler"].as_str().unwrap_or("FooBot");
    let mut crawler = match row["mode"].as_str() {
        None | Some("polite") => Crawler::new(UserAgent::resolve(name)),
        Some("strict") => Crawler::strict(UserAgent::resolve(name)),
        Some(other) => panic!("no mode is named {other}"),
    };
    if let Some(name) = row["dialect"].as_str() {
        crawler = crawler.dialect(Dialect::from_name(name).expect("the name of a dialect"));
    }
    // Scenarios need not tell the end of each request.
    crawler = crawler.max_open(u8::MAX);
    if let Some(delay) = seconds(row, "delay") {
        crawler = crawler.default_delay(delay);
    }
    if let Some(delay) = seconds(row, "min_delay") {
        crawler = crawler.min_delay(delay);
    }
    if let Some(delay) = seconds(row, "max_delay") {
        crawler = crawler.max_delay(delay);
    }
    match seconds(row, "max_wait") {
        Some(wait) => crawler.max_wait(wait),
        None => crawler,
    }
}

fn head(row: &Value) -> ResponseHead {
    let status = row["status"]
        .as_u64()
        .and_then(|status| u16::try_from(status).ok());
    let fields = row["headers"].as_array().into_iter().flatten();
    ResponseHead::new(
        status.expect("a status"),
        fields.map(|field| {
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            (text(&field[0]), text(&field[1]))
        }),
    )
}

fn fetched(row: &Value) -> Fetched {
    let head = head(row);
    let bytes = match (row["body"].as_str(), row["body_base64"].as_str()) {
        (Some(text), _) => text.into(),
        (None, Some(encoded)) => base64::prelude::BASE64_STANDARD.decode(encoded).expect("base64"),
        (None, None) => Vec::new(),
    };
    let body = Body {
        bytes,
        truncated: false,
    };
    Fetched::new(Reply::Status(head.status()), &head, body)
}

fn outcome_text(outcome: Outcome) -> String {
    match outcome.cause() {
        Some(cause) => format!("{} {cause}", outcome.name()),
        None => outcome.name().to_owned(),
    }
}

fn decision_text(decision: Decision, row: &Value) -> String {
    let (reason, delay) = match decision {
        Decision::WaitUntil(_, why) | Decision::GiveUpUntil(_, why) => (Some(why.as_str()), None),
        Decision::TooSlow(asked) => (None, Some(asked.as_secs())),
        _ => (None, None),
    };
    assert_eq!(row["reason"].as_str(), reason, "{row}");
    assert_eq!(row["delay_asked"].as_u64(), delay, "{row}");
    match decision {
        Decision::WaitUntil(time, _) | Decision::GiveUpUntil(time, _) => {
            let wait = time.duration_since(at(0));
            assert_eq!(wait.subsec_nanos(), 0, "whole seconds");
            format!("{} {}", decision.name(), wait.as_secs())
        }
        decision => decision.name().to_owned(),
    }
}

/// Makes a step, and returns what the site says.
fn step(site: &mut Site, row: &Value) -> Option<String> {
    let crawler = crawler(row);
    let now = at(row["at"].as_u64().expect("a time"));
    match row["event"].as_str().expect("an event") {
        "robots" => Some(outcome_text(site.on_response(&crawler, now, &fetched(row)))),
        "failure" => Some(outcome_text(site.on_failure(&crawler, now))),
        "ask" => {
            let decision = site.decide(&crawler, now, row["url"].as_str().expect("a URL"));
            Some(decision_text(decision, row))
        }
        "robots-request" => {
            site.on_robots_request(now);
            None
        }
        "robots-abort" => {
            site.on_robots_abort();
            None
        }
        "page-failure" => {
            site.on_page_failure(now);
            None
        }
        "page-request" => {
            site.on_page_request(now);
            None
        }
        "page-response" => {
            site.on_page_response(now, &head(row));
            None
        }
        "validators" => {
            let validators = site.validators(&crawler);
            let fields = validators.iter().flat_map(|validators| validators.fields());
            Some(
                fields
                    .map(|(name, value)| format!("{name}: {value}"))
                    .collect::<Vec<_>>()
                    .join("\n"),
            )
        }
        other => panic!("no event is named {other}"),
    }
}

#[test]
fn every_step_is_as_expected() {
    let text = include_str!("../data/sites.jsonl");
    let rows = text
        .lines()
        .map(|row| serde_json::from_str::<Value>(row).expect("JSON"));
    let mut scenario = Value::Null;
    let mut sites = [None, None];
    let mut scenarios = 0;
    for (number, row) in (1..).zip(rows) {
        if row["scenario"] != scenario {
            scenario = row["scenario"].clone();
            sites = [0; 2].map(|_| Some(Site::new("https://example.com/").expect("the URL of a site")));
            scenarios += 1;
        }
        // One of the two is saved and restored after each step, as if the crawler started anew.
        for site in sites.iter_mut().flatten() {
            assert_eq!(
                step(site, &row).as_deref(),
                row["expect"].as_str(),
                "line {number}: {row}"
            );
        }
        sites[1] = sites[1].as_ref().map(crate::site::restored);
        assert_eq!(sites[0], sites[1], "line {number}: {row}");
    }
    assert!(scenarios > 20, "{scenarios} scenarios");
}

/// What is saved is the same in every language, and so is what a restored site answers.
#[cfg(feature = "serde")]
#[test]
fn saved_sites_are_those_of_every_language() {
    for row in include_str!("../data/saved_sites.jsonl").lines() {
        let row: Value = serde_json::from_str(row).expect("JSON");
        let list = |key: &str| row[key].as_array().expect("a list").iter();
        let mut site = Site::new("https://example.com/").expect("the URL of a site");
        for made in list("steps") {
            assert_eq!(
                step(&mut site, made).as_deref(),
                made["expect"].as_str(),
                "{made}"
            );
        }
        let saved = row["saved"].as_str().expect("a text");
        assert_eq!(serde_json::to_string(&site).expect("JSON"), saved);
        let restored: Site = serde_json::from_str(saved).expect("a saved site");
        assert_eq!(restored, site);
        ask_all(&restored, list("asks"));
    }
}

#[cfg(feature = "serde")]
fn ask_all<'r>(site: &Site, asks: impl Iterator<Item = &'r Value>) {
    for asked in asks {
        let decision = site.decide(
            &crawler(asked),
            at(asked["at"].as_u64().expect("a time")),
            asked["url"].as_str().expect("a URL"),
        );
        let expected = asked["expect"].as_str();
        assert_eq!(Some(decision_text(decision, asked).as_str()), expected, "{asked}");
    }
}

/// The number of the crawler has 64 bits, which JavaScript would round, so that JSON has it as text.
#[cfg(feature = "serde")]
#[test]
fn the_crawler_of_a_saved_site_is_a_text() {
    let mut saved: Value =
        serde_json::to_value(Site::new("https://example.com").expect("a site")).expect("JSON");
    for (reader, is_read) in [
        (serde_json::json!(u64::MAX), false),
        (serde_json::json!("18446744073709551615"), true),
        (serde_json::json!("18446744073709551616"), false),
        (serde_json::json!(-1), false),
        (serde_json::json!(null), false),
    ] {
        saved["reader"] = reader;
        assert_eq!(
            serde_json::from_value::<Site>(saved.clone()).is_ok(),
            is_read,
            "{saved}"
        );
    }
}
