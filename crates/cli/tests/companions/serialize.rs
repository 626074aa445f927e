//! The serialized form of what the crate answers.

use robots_exclusion::fetch::{Outcome, Reply};
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::diff::{DiffOptions, UrlDiff, compare};
use robots_exclusion_analysis::lint::LintOptions;
use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, Extension, ExtensionKind, Item, Priority, ReadOptions,
};
use serde::Serialize;
use serde_json::{Value, json};

fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).expect("it serializes")
}

#[test]
fn findings() {
    let found = LintOptions::new().lint(b"User-agent: *\nDissallow: /x\n");
    assert_eq!(
        value(&found),
        json!([{
            "code": "R010",
            "name": "misspelled-key",
            "severity": "error",
            "line": 2,
            "column": 1,
            "end_line": 2,
            "end_column": 10,
            "message": found[0].message(),
            "help": "write `Disallow: /x`",
            "related": [],
            "witness": null,
            "correction": null,
            "suggestions": [{"start": 17, "end": 18, "text": ""}],
        }])
    );
    let pair = LintOptions::new().lint(b"User-agent: *\nAllow: /a*/b\nDisallow: /a/b\n");
    assert_eq!(value(&pair[0])["witness"], "https://example.com/a/b");
    assert_eq!(value(&pair[0])["related"][0]["line"], pair[0].related()[0].line());
}

#[test]
fn changes_and_their_effects() {
    let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
    let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    let diff = compare(&old, &new);
    let added = diff.changes().iter().find(|change| change.line_after().is_some());
    let added = value(added.expect("a rule was added"));
    assert_eq!(added["kind"], "rule-added");
    assert_eq!(added["impact"], "critical");
    assert_eq!(added["effect"], "closes-site");
    assert_eq!(added["agents"], json!(["*"]));
    assert_eq!(added["text"], "Disallow: /");
    assert_eq!(
        (&added["old_line"], &added["new_line"]),
        (&Value::Null, &json!(2))
    );
    assert_eq!(
        added["witnesses"][0],
        json!({
            "agent": "*",
            "url": "https://example.com/",
            "before": {"allowed": true, "line": null, "rule": null},
            "after": {"allowed": false, "line": 2, "rule": "Disallow: /"},
        })
    );
    let diff = DiffOptions::new().compare(&old, &new);
    let effect = value(&diff.effects()[0]);
    assert_eq!(
        (&effect["agents"], &effect["effect"]),
        (&json!(["*"]), &json!("closes-site"))
    );
    let urls = UrlDiff::new(&old, &new, [("FooBot", "FooBot")]);
    let change = value(urls.changes("https://example.com/x").collect::<Vec<_>>());
    assert_eq!(
        (&change[0]["agent"], &change[0]["effect"]),
        (&json!("FooBot"), &json!("closes"))
    );
    assert_eq!(change[0]["after"]["rule"], "Disallow: /");
}

#[test]
fn entries() {
    let entry = Entry::new("https://example.com/")
        .with_change_frequency(ChangeFrequency::Daily)
        .with_priority(Priority::new(0.5).unwrap())
        .with_extension(Extension::new(ExtensionKind::Image).with("loc", "https://example.com/a.png"));
    assert_eq!(
        value(&entry),
        json!({
            "loc": "https://example.com/",
            "lastmod": null,
            "changefreq": "daily",
            "priority": 0.5,
            "kind": "url",
            "line": 0,
            "extensions": [{
                "kind": "image",
                "name": "image:image",
                "fields": [["loc", "https://example.com/a.png"]],
            }],
        })
    );
}

#[test]
fn problems_of_a_sitemap() {
    let mut reader = ReadOptions::new()
        .read(&b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n<url><loc>/a</loc></url>\n<url/></urlset>"[..]);
    let problems: Vec<Value> = std::iter::from_fn(|| reader.next_item())
        .map(|item| match item.unwrap() {
            Item::Problem(problem) => value(&problem),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        problems,
        [
            json!({
                "code": "loc-not-absolute",
                "line": 2,
                "message": "loc is not an absolute URL",
                "entry_dropped": true,
                "excerpt": "/a",
            }),
            json!({
                "code": "missing-loc",
                "line": 3,
                "message": "the entry has no loc",
                "entry_dropped": true,
                "excerpt": null,
            }),
        ]
    );
}

#[test]
fn outcomes_come_back() {
    let policy = Dialect::RFC_9309.fetch_policy;
    for (answer, expected) in [
        (Reply::Status(200), json!("parse")),
        (Reply::Status(404), json!({"allow-all": "unavailable"})),
        (Reply::Status(503), json!({"disallow-all": "unreachable"})),
    ] {
        let outcome = policy.outcome(answer);
        assert_eq!(value(outcome), expected);
        assert_eq!(serde_json::from_value::<Outcome>(expected).unwrap(), outcome);
        assert_eq!(serde_json::from_value::<Reply>(value(answer)).unwrap(), answer);
    }
}

/// Everything that cites a rule gives the same place and length.
#[test]
fn explanations() {
    let robots = RobotsTxt::parse("User-agent: *\nDisallow: /é\n".as_bytes());
    let explanation = robots.explain("FooBot", "/%C3%A9/x");
    let rule = explanation.rules()[0].rule();
    assert_eq!((rule.span().map(|span| span.start), rule.length()), (Some(24), 7));
    assert_eq!(
        value(&explanation)["rules"][0],
        json!({
            "rule": {"kind": "disallow", "pattern": "/é", "line": 2},
            "start": 24,
            "canonical_pattern": "/%C3%A9",
            "length": 7,
            "lost_by": null,
        })
    );
}
