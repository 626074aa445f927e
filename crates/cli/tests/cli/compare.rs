//! `robots compare`.

use robots_exclusion::agents::UserAgent;
use robots_exclusion::{Dialect, RobotsTxt};
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
    // All but those that files opt into.
    assert_eq!(verdicts.len(), Dialect::PRESETS.len() - 1);
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
fn agreement_is_not_reported() {
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

/// Rows of one kind.
fn of_kind(output: &std::process::Output, kind: &str) -> Vec<Value> {
    let rows = rows(output).into_iter();
    rows.filter(|row| row["kind"] == kind).collect()
}

#[test]
fn all_urls_are_compared_if_none_are_given() {
    let body = b"User-agent: *\nAllow: /ab\nDisallow: /a*z\n";
    let output = run_with(&["compare", "-", "-d", "rfc9309", "-d", "baidu"], body);
    assert_eq!(status(&output), 1);
    let urls = of_kind(&output, "url");
    assert_eq!(urls.len(), 1);
    assert_eq!(urls[0]["url"], "https://example.com/abz");
    let pairs = of_kind(&output, "pair");
    assert_eq!(
        pairs,
        [serde_json::json!({
            "kind": "pair", "dialects": ["rfc9309", "baidu"], "outcome": "refuted", "agent": "*", "crawler": "*",
            "url": "https://example.com/abz", "complete": true
        })]
    );
    let output = run_with(&["compare", "-", "-d", "rfc9309", "-d", "yandex"], body);
    assert_eq!(status(&output), 0);
    assert_eq!(rows(&output)[0]["outcome"], "proved");
    let output = run_with(
        &[
            "compare", "-", "-d", "rfc9309", "-d", "yandex", "--format", "human",
        ],
        body,
    );
    assert_eq!(
        stdout(&output),
        "proved: these dialects agree on this file, for each crawler that it names, and for `*`\n"
    );
    assert_eq!(
        status(&run_with(
            &["compare", "-", "-d", "rfc9309", "-d", "rfc9309"],
            body
        )),
        2
    );
}

#[test]
fn crawlers_that_only_one_dialect_names() {
    let body = b"Useragent: ab\nAllow: /\nUser-agent: *\nDisallow: /\n";
    let output = run_with(&["compare", "-", "-d", "rfc9309", "-d", "lenient"], body);
    assert_eq!(status(&output), 1);
    assert_eq!(of_kind(&output, "pair")[0]["agent"], "ab");
    assert_eq!(of_kind(&output, "url")[0]["agent"], "ab");
}

#[test]
fn dialects_that_files_opt_into() {
    let names = |body: &[u8]| {
        let output = run_with(&["compare", "-"], body);
        let mut pairs = of_kind(&output, "pair").into_iter();
        pairs.any(|pair| pair["dialects"][1] == "seznam2" || pair["dialects"][0] == "seznam2")
    };
    assert!(!names(b"User-agent: *\nDisallow: /a?b\n"));
    assert!(names(b"User-agent: *\nRobot-version: 2.0\nDisallow: /a?b\n"));
}

#[test]
fn people_are_shown_some_examples_of_a_kind() {
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
    let all = ask(&["jsonl"])
        .lines()
        .filter(|line| line.contains("\"kind\":\"url\""))
        .count();
    let asked = |text: &str| text.lines().filter(|line| line.starts_with("* ")).count();
    assert!(asked(&shown) < 13, "{shown}");
    let left_out = all - asked(&shown);
    let notice =
        format!("\n{left_out} more examples of these kinds of disagreement; --format csv prints them all\n");
    assert!(shown.contains(&notice), "{shown}");
    assert!(shown.contains("\nproved: rfc9309, "), "{shown}");
    // If URLs are given, every one is reported.
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
    assert_eq!(csv.lines().count(), Dialect::PRESETS.len());
    assert!(csv.contains("FooBot,/x/y,rfc9309,true,rule,4,Allow: /x/y,FooBot,FooBot\n"));
    let human = ask("human");
    assert!(
        human.starts_with("FooBot /x/y\n  disallowed line 3, Disallow: /x (original1994, "),
        "{human}"
    );
    assert!(human.ends_with("2 questions, 1 on which dialects disagree\n"));
}

/// Some real files (`ROBOTS_SHARED`): the dialects disagree about every URL shown, as
/// reported.
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn examples_on_real_files_are_true() {
    let mut shown = 0;
    for path in crate::some_of_the_corpus(12) {
        let body = std::fs::read(&path).unwrap();
        let output = crate::run(&["compare", &path]);
        assert!(status(&output) < 2, "{path}: {}", crate::stderr(&output));
        for row in of_kind(&output, "url") {
            shown += 1;
            let (agent, url) = (row["agent"].as_str().unwrap(), row["url"].as_str().unwrap());
            assert_eq!(row["differs"], true, "{path} {url}");
            for verdict in row["verdicts"].as_array().unwrap() {
                let dialect = Dialect::from_name(verdict["dialect"].as_str().unwrap()).unwrap();
                let robots = RobotsTxt::options().dialect(dialect).parse(&body[..]);
                assert_eq!(
                    robots.is_allowed(UserAgent::resolve(agent), url),
                    verdict["allowed"].as_bool().unwrap(),
                    "{path} {url}"
                );
            }
        }
        for pair in of_kind(&output, "pair") {
            assert_ne!(pair["outcome"], "undecided", "{path} {pair}");
        }
    }
    println!("{shown} examples");
}

/// Files of thousands of names are sorted by the groups that apply, and nobody is left out. If the
/// file were read again for each of them, this test would take minutes.
#[test]
fn thousands_of_names() {
    let names = |count: usize| (0..count).map(|number| format!("User-agent: Bot{number}\n"));
    let one_group: String = names(5_000).chain(["Disallow: /a\n".to_owned()]).collect();
    let of_one_name: String = names(1_000)
        .map(|name| name + "Disallow: /a\nDisallow: /*b\n\n")
        .collect();
    for (body, names) in [(one_group, 5_000), (of_one_name, 1_000)] {
        let output = run_with(&["compare", "-"], body.as_bytes());
        let pairs = of_kind(&output, "pair");
        // A pair that agrees as far as was looked would be undecided if any crawler were left out.
        assert!(pairs.iter().any(|pair| pair["outcome"] == "proved"));
        assert!(pairs.iter().all(|pair| pair["outcome"] != "undecided"));
        let output = run_with(&["compare", "-", "/a", "--all"], body.as_bytes());
        let agents: Vec<String> = rows(&output)
            .iter()
            .map(|row| row["agent"].as_str().unwrap().to_owned())
            .collect();
        // In the order of the file; then the crawler that Google's library takes all of them for.
        assert_eq!(agents.len(), names + 2);
        assert_eq!(agents[..3], ["*", "Bot0", "Bot1"]);
        assert_eq!(agents[names], format!("Bot{}", names - 1));
        assert_eq!(agents[names + 1], "Bot");
    }
}

/// Where all names are on one line, some dialects take the line for one name, which the answer to
/// each crawler would repeat.
#[test]
fn thousands_of_names_on_one_line() {
    let names: String = (0..8_000).map(|number| format!(" b{number:05}")).collect();
    let body = format!("User-agent:{names}\nDisallow: /x\n");
    let output = run_with(&["compare", "-", "/x", "-f", "csv"], body.as_bytes());
    assert_eq!(status(&output), 1);
    assert!(crate::stderr(&output).contains("crawlers: work limit reached"));
    let written = output.stdout.len();
    assert!((1_000_000..20_000_000).contains(&written), "{written}");
}

/// However large a file is, nobody is left out whose groups are in it once.
#[test]
fn groups_of_a_megabyte() {
    let remarks = "# Please be kind to our servers.\n".repeat(40_000);
    let body =
        format!("User-agent: *\nDisallow: /a\n{remarks}Disallow: /b\n\nUser-agent: Bot\nDisallow: /c\n");
    let output = run_with(&["compare", "-", "-f", "human"], body.as_bytes());
    let text = stdout(&output);
    assert!(
        text.contains("0 undecided") || text.starts_with("proved:"),
        "{text}"
    );
    assert!(!text.contains("skipped"), "{text}");
}
