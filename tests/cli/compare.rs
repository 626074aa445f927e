//! `robots compare`.

use robots_exclusion::Dialect;
use serde_json::Value;

use crate::{ROBOTS, file, rows, run_with, status, stdout};

#[test]
fn dialects_that_disagree() {
    let output = run_with(
        &["compare", "-", "-a", "FooBot", "/x/y", "/q", "/x"],
        ROBOTS.as_bytes(),
    );
    assert_eq!(status(&output), 1);
    let rows = rows(&output);
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (&rows[0]["agent"], &rows[0]["url"]),
        (&"FooBot".into(), &"/x/y".into())
    );
    assert_eq!(rows[0]["differs"], true);
    let verdicts = rows[0]["verdicts"].as_array().unwrap();
    assert_eq!(verdicts.len(), Dialect::PRESETS.len());
    let of = |dialect: &str| {
        let verdict = verdicts
            .iter()
            .find(|verdict| verdict["dialect"] == dialect)
            .unwrap();
        (verdict["allowed"].as_bool().unwrap(), verdict["line"].as_u64())
    };
    assert_eq!(of("rfc9309"), (true, Some(4)));
    assert_eq!(of("original1994"), (false, Some(3)));
    assert_eq!(of("draft1996"), (false, Some(3)));
}

#[test]
fn agreement_is_nothing_to_report() {
    let output = run_with(&["compare", "-", "-a", "FooBot", "/q"], ROBOTS.as_bytes());
    assert_eq!(status(&output), 0);
    assert_eq!(stdout(&output), "");
    let output = run_with(
        &["compare", "-", "-a", "FooBot", "/q", "--all"],
        ROBOTS.as_bytes(),
    );
    assert_eq!(status(&output), 0);
    assert_eq!(rows(&output)[0]["differs"], false);
}

#[test]
fn questions_come_from_the_file_if_none_are_asked() {
    let output = run_with(&["compare", "-", "--all"], ROBOTS.as_bytes());
    let asked: Vec<(String, String)> = rows(&output)
        .iter()
        .map(|row| {
            (
                row["agent"].as_str().unwrap().to_owned(),
                row["url"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    for agent in ["FooBot", "barbot", "*"] {
        for url in ["/x", "/x/y", "/.pdf", "/*.pdf$"] {
            assert!(
                asked.contains(&(agent.to_owned(), url.to_owned())),
                "{agent} {url}"
            );
        }
    }
}

#[test]
fn people_are_shown_some_of_the_questions_that_divide_dialects_alike() {
    let rules: String = (0..20).map(|number| format!("Allow: /{number:02}\n")).collect();
    let body = format!("User-agent: *\nDisallow: /\n{rules}");
    let ask = |arguments: &[&str]| {
        let output = run_with(
            &[&["compare", "-", "--format"], arguments].concat(),
            body.as_bytes(),
        );
        assert_eq!(status(&output), 1);
        stdout(&output).to_owned()
    };
    let shown = ask(&["human"]);
    let rows = ask(&["jsonl"]).lines().count();
    let asked = |text: &str| text.lines().filter(|line| line.starts_with("* /")).count();
    assert!(asked(&shown) < 10, "{shown}");
    let left_out = rows - asked(&shown);
    let notice =
        format!("\n{left_out} more divide the dialects in one of these ways; --format csv prints them all\n");
    assert!(shown.contains(&notice), "{shown}");
    // Whoever names URLs is told of each.
    assert_eq!(asked(&ask(&["human", "/01", "/02", "/03", "/04", "/05"])), 5);
}

#[test]
fn every_format() {
    let list = file("compare", "urls", "/x/y\n/x\n");
    let ask = |format: &str| {
        let arguments = [
            "compare", "-", "-a", "FooBot", "--urls", &list, "--format", format,
        ];
        let output = run_with(&arguments, ROBOTS.as_bytes());
        assert_eq!(status(&output), 1, "{format}");
        stdout(&output).to_owned()
    };
    assert_eq!(
        serde_json::from_str::<Value>(&ask("json"))
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let csv = ask("csv");
    assert_eq!(csv.lines().count(), 1 + Dialect::PRESETS.len());
    assert!(csv.contains("FooBot,/x/y,rfc9309,true,rule,4,Allow: /x/y,FooBot\n"));
    let human = ask("human");
    assert!(
        human.starts_with("FooBot /x/y\n  disallowed line 3, Disallow: /x (original1994, "),
        "{human}"
    );
    assert!(human.ends_with("2 questions, 1 on which dialects disagree\n"));
}
