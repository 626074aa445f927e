//! `Content-Usage`: the vectors of `tests/data/extensions.jsonl`, and what holds for any value.

use proptest::prelude::*;
use robots_exclusion::Rules;
use robots_exclusion_page::{ContentUsage, UsageCategory, UsagePreference, UsagePreferences, usage};
use serde_json::Value;

/// The vectors of one kind: their id, input and expectation.
fn vectors(kind: &str) -> Vec<(String, Value, Value)> {
    let rows = include_str!("../../../../tests/data/extensions.jsonl").lines();
    let found: Vec<_> = rows
        .map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["kind"] == kind)
        .map(|row| {
            (
                row["id"].as_str().unwrap().to_owned(),
                row["in"].clone(),
                row["expect"].clone(),
            )
        })
        .collect();
    assert!(!found.is_empty(), "no vectors of kind {kind}");
    found
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn preferences_json(preferences: UsagePreferences) -> Value {
    preferences
        .iter()
        .map(|(category, preference)| (category.as_str(), preference.token().unwrap()))
        .collect()
}

/// The preferences of rules about one URL, in every category with a stated preference.
fn preferences_of_url(rules: &Rules, url: &str) -> Value {
    let said = UsageCategory::ALL.iter().filter_map(|category| {
        let verdict = usage(rules, *category, url);
        let token = verdict.preference().token();
        assert_eq!(verdict.line().is_some(), token.is_some());
        Some((category.as_str(), token?))
    });
    said.collect()
}

#[test]
fn usage_preferences() {
    for (id, input, expect) in vectors("usage-pref") {
        let preferences = UsagePreferences::parse(text(&input).as_bytes()).unwrap_or_default();
        assert_eq!(preferences_json(preferences), expect, "{id}");
    }
    for (id, input, expect) in vectors("usage-combine") {
        let mut body = String::from("User-agent: *\n");
        for one in input.as_array().unwrap() {
            let said = one.as_object().unwrap().iter();
            let line: Vec<_> = said.map(|(k, v)| format!("{k}={}", text(v))).collect();
            body += &format!("Content-Usage: {}\n", line.join(", "));
        }
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        assert_eq!(preferences_of_url(&rules, "/"), expect, "{id}");
    }
}

#[test]
fn content_usage_of_a_url() {
    for (id, input, expect) in vectors("content-usage") {
        let rules = Rules::parse(text(&input["robots"]).as_bytes(), text(&input["agent"]));
        assert_eq!(preferences_of_url(&rules, text(&input["path"])), expect, "{id}");
    }
}

/// A path is compared with the URL like a rule of robots.txt.
#[test]
fn paths_match_as_those_of_rules_do() {
    for (path, url, matches) in [
        ("/a%2A", "/a*b", true),
        ("/a%24", "/a$b", true),
        ("/a*c", "/abc", true),
        ("/a$", "/a", true),
        ("/a$", "/ab", false),
        ("/\u{fc}", "/%c3%BCx", true),
        ("/A", "/a", false),
        ("/a", "/a?b", true),
        ("/a?b", "/a?bc#d", true),
        ("/", "https://example.com", true),
        ("/b", "/a/b", false),
    ] {
        let body = format!("User-agent: *\nContent-Usage: search=y\nContent-Usage: {path} search=n\n");
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        let verdict = usage(&rules, UsageCategory::Search, url);
        let expected = match matches {
            true => (UsagePreference::Disallow, Some(3)),
            false => (UsagePreference::Allow, Some(2)),
        };
        assert_eq!((verdict.preference(), verdict.line()), expected, "{path} {url}");
    }
}

const SITE: &str = "User-agent: FooBot\nUser-agent: BarBot\nDisallow: /x\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n";

#[test]
fn usage_per_crawler() {
    let foo = Rules::parse(SITE.as_bytes(), "FooBot");
    let training = |url| {
        let verdict = usage(&foo, UsageCategory::TrainAi, url);
        (verdict.preference(), verdict.line())
    };
    assert_eq!(
        training("https://example.com/"),
        (UsagePreference::Disallow, Some(4))
    );
    assert_eq!(
        training("https://example.com/%6Fpen/a"),
        (UsagePreference::Allow, Some(5))
    );
    assert_eq!(training("/x"), (UsagePreference::Unknown, None));
    assert_eq!(
        usage(&foo, UsageCategory::Search, "/").preference(),
        UsagePreference::Unknown
    );
    assert_eq!(
        foo.content_usage().map(|(line, _)| line).collect::<Vec<_>>(),
        [4, 5]
    );
    assert_eq!(
        usage(&Rules::allow_all(), UsageCategory::TrainAi, "/").preference(),
        UsagePreference::Unknown
    );
}

/// If several lines agree, the first is cited; if they differ, a deciding line is cited.
#[test]
fn the_line_that_decides() {
    for (lines, expected) in [
        (["train-ai=n", "train-ai=n", "train-ai=n"], 2),
        (["train-ai=y", "train-ai=n", "train-ai=n"], 3),
        (["search=n", "train-ai=y", "/ train-ai=y"], 4),
        (["/ search=n", "/ train-ai=y", "train-ai=n"], 3),
        (["/b train-ai=n", "/ train-ai=y", "/ train-ai=y"], 3),
    ] {
        let lines = lines.map(|line| format!("Content-Usage: {line}\n"));
        let body = format!("User-agent: *\n{}", lines.concat());
        let rules = Rules::parse(body.as_bytes(), "FooBot");
        let verdict = usage(&rules, UsageCategory::TrainAi, "/a");
        assert_eq!(verdict.line(), Some(expected), "{body}");
    }
}

fn likely_value() -> impl Strategy<Value = Vec<u8>> {
    let piece = proptest::sample::select(vec![
        "1",
        "10",
        "0",
        "/",
        " ",
        "\t",
        "s",
        "m",
        "-",
        "0600",
        "2359",
        "2400",
        ".",
        "5",
        "&",
        "ref",
        "*",
        "train-ai",
        "search",
        "=",
        "y",
        "n",
        "no",
        "yes",
        ",",
        "use",
        "full",
        ";",
        "\"",
        "\u{e9}",
        "http://",
        "example.com",
        ":",
        "#",
        "?",
        "(",
        "18446744073709551616",
    ]);
    prop_oneof![
        proptest::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat().into_bytes()),
        proptest::collection::vec(any::<u8>(), 0..40),
    ]
}

proptest! {
    #[test]
    fn content_usage_round_trips(value in likely_value()) {
        let line = ContentUsage::parse(&value);
        prop_assert!(line.error().is_none() || line.preferences() == UsagePreferences::default());
        if core::str::from_utf8(&value).is_ok() && line.error().is_none() {
            prop_assert_eq!(ContentUsage::parse(line.to_string().as_bytes()), line);
        }
        // The order of the lines makes no difference.
        if !value.iter().any(|byte| matches!(byte, b'\r' | b'\n' | b'#')) {
            let preferences = |values: [&[u8]; 3]| {
                let lines = values.map(|value| [b"Content-Usage: ", value, b"\n"].concat()).concat();
                let rules = Rules::parse(&[b"User-agent: *\n", &lines[..]].concat(), "FooBot");
                let of = |category: &UsageCategory| usage(&rules, *category, "/1").preference();
                UsageCategory::ALL.iter().map(of).collect::<Vec<_>>()
            };
            let others: [&[u8]; 2] = [b"train-ai=y", b"/1 search=n, train-ai=n"];
            let forth = preferences([others[0], &value, others[1]]);
            prop_assert_eq!(forth, preferences([others[1], &value, others[0]]));
        }
    }
}
