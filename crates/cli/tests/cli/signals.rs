//! `robots signals`.

use serde_json::{Value, json};

use crate::{run, run_with, status, stdout};

const ROBOTS: &str = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n";

#[test]
fn one_document_for_a_crawler() {
    let arguments = [
        "signals",
        "-",
        "FooBot",
        "/x",
        "--format",
        "json",
        "-H",
        "TDM-Reservation: 1",
    ];
    let output = run_with(&arguments, ROBOTS.as_bytes());
    assert_eq!(status(&output), 1);
    let document: Value = serde_json::from_str(stdout(&output)).unwrap();
    let statement = |source: &str, line: Option<u32>, says: &str| json!([{ "source": source, "line": line, "says": says, "seen": true }]);
    assert_eq!(
        document,
        json!({"agent": "FooBot", "crawler": "FooBot", "url": "/x", "obeys": "unknown", "answers": [
            {"purpose": "search", "answer": "allowed", "statements": statement("robots-txt", Some(2), "search=yes")},
            {"purpose": "ai-input", "answer": "unsaid", "statements": []},
            {"purpose": "ai-train", "answer": "refused", "statements": statement("robots-txt", Some(2), "ai-train=no")},
            {"purpose": "tdm", "answer": "refused", "statements": statement("header", None, "tdm-reservation=1")},
        ]})
    );
}

#[test]
fn for_people_and_without_refusals() {
    let output = run_with(
        &["signals", "-", "FooBot", "/x", "--format", "human"],
        b"User-agent: *\nAllow: /\n",
    );
    assert_eq!(status(&output), 0);
    assert!(
        stdout(&output).starts_with("search     nothing is said\n"),
        "{}",
        stdout(&output)
    );
    let output = run(&["signals", "-", "FooBot", "/x", "-H", "no colon"]);
    assert_eq!(status(&output), 2);
}

#[test]
fn sets_of_crawlers() {
    let robots = "User-agent: GPTBot\nDisallow: /\n";
    let output = run_with(
        &["signals", "-", "@ai-training", "/x", "-f", "json"],
        robots.as_bytes(),
    );
    let documents: Value = serde_json::from_str(stdout(&output)).unwrap();
    let documents = documents.as_array().unwrap();
    assert!(documents.len() > 5);
    let refused: Vec<&Value> = documents
        .iter()
        .filter(|document| document["answers"][0]["answer"] == "refused")
        .map(|document| &document["agent"])
        .collect();
    assert_eq!(refused, [&json!("GPTBot")]);
    let output = run_with(&["signals", "-", "GPTBot,CCBot", "/x"], robots.as_bytes());
    assert_eq!(status(&output), 2);
}

#[test]
fn a_table_of_operators() {
    let robots = "User-agent: GPTBot\nUser-agent: Google-Extended\nDisallow: /\n\n\
        User-agent: *\nContent-Signal: search=yes\nAllow: /\n";
    let output = run_with(&["signals", "-", "-f", "human"], robots.as_bytes());
    assert_eq!(status(&output), 1);
    let text = stdout(&output);
    let words = |crawler: &str| -> Vec<&str> {
        let line = text.lines().find(|line| line.contains(crawler));
        let line = line.unwrap_or_else(|| panic!("{crawler} is not in {text}"));
        line.split_whitespace().rev().take(4).collect()
    };
    assert_eq!(words("search "), ["tdm", "ai-train", "ai-input", "search"]);
    assert_eq!(words("GPTBot"), ["refused", "refused", "refused", "refused"]);
    assert_eq!(words("OAI-SearchBot"), ["-", "-", "-", "allowed"]);
    assert_eq!(words("Googlebot,"), ["-", "refused", "-", "allowed"]);
    assert!(text.contains("OpenAI "));
    let output = run_with(&["signals", "-", "-f", "json"], robots.as_bytes());
    let documents: Value = serde_json::from_str(stdout(&output)).unwrap();
    let document = documents
        .as_array()
        .unwrap()
        .iter()
        .find(|document| document["agent"] == "GPTBot")
        .unwrap();
    assert_eq!(
        (&document["operator"], &document["url"]),
        (&json!("OpenAI"), &json!("/"))
    );
}

#[test]
fn what_is_not_seen_is_said() {
    let robots = "User-agent: foobot\nDisallow: /a\n";
    let output = run_with(
        &[
            "signals",
            "-",
            "FooBot",
            "/a",
            "-H",
            "X-Robots-Tag: noindex",
            "-f",
            "human",
        ],
        robots.as_bytes(),
    );
    let text = stdout(&output);
    assert!(
        text.contains("page-rules: noindex (not seen, as the crawler may not fetch the page)\n"),
        "{text}"
    );
}

/// Yandex reads what comes after a blank line; a crawler that is not known does not.
#[test]
fn each_crawler_reads_the_file_as_its_operator_documents() {
    let robots = "User-agent: *\nDisallow: /x\n\nDisallow: /users/\n";
    let refused = |agent: &str| {
        let output = run_with(
            &["signals", "-", agent, "/users/", "-f", "json"],
            robots.as_bytes(),
        );
        let document: Value = serde_json::from_str(stdout(&output)).unwrap();
        document["answers"][0]["answer"] == "refused"
    };
    assert!(refused("FooBot"));
    assert!(!refused("YandexBot"));
}

#[test]
fn the_table_of_operators_fits_the_usual_terminal() {
    let output = run_with(
        &["signals", "-", "-f", "human"],
        b"User-agent: *\nContent-Signal: ai-train=no\n",
    );
    let table = stdout(&output).split("-: nothing is said").next().unwrap();
    assert!(table.lines().count() > 10);
    for line in table.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// Who is asked about, and of which page.
const ASKED: [&[&str]; 4] = [&[], &["Googlebot"], &["@ai-training", "/x"], &["@search", "/"]];

/// The lines that are wider than the usual terminal.
fn wide_lines(robots: &[u8], asked: &[&str]) -> Vec<String> {
    let arguments = [&["signals", "-"], asked, &["-f", "human"]].concat();
    let output = run_with(&arguments, robots);
    let lines = stdout(&output).lines();
    // Of a file that is no robots.txt only what is not said.
    assert!(lines.clone().count() >= 4, "{output:?}");
    lines
        .filter(|line| line.chars().count() > 100)
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_line_fits_the_usual_terminal() {
    let names: String = [
        "Google-Extended",
        "Applebot-Extended",
        "GPTBot",
        "ClaudeBot",
        "CCBot",
        "Amazonbot",
    ]
    .map(|name| format!("User-agent: {name}\n"))
    .concat();
    let robots = format!(
        "{names}Disallow: /\n\nUser-agent: *\nContent-Signal: ai-train=no, search=yes\nContent-Usage: train-ai=n\nAllow: /\n"
    );
    for asked in ASKED {
        assert_eq!(wide_lines(robots.as_bytes(), asked), [""; 0], "{asked:?}");
    }
}

/// Some real files (`ROBOTS_SHARED`).
#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn every_line_of_real_files_fits_the_usual_terminal() {
    for path in crate::corpus().iter().step_by(100) {
        let robots = std::fs::read(path).unwrap();
        for asked in ASKED {
            assert_eq!(wide_lines(&robots, asked), [""; 0], "{path:?} {asked:?}");
        }
    }
}
