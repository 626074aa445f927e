//! `robots signals`.

use serde_json::{Value, json};

use crate::{run, run_with, status, stdout};

const ROBOTS: &str = "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n";

#[test]
fn one_row_for_each_purpose() {
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
    let rows: Vec<Value> = stdout(&output)
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect();
    let statement = |source: &str, line: Option<u32>, says: &str| json!([{ "source": source, "line": line, "says": says }]);
    assert_eq!(
        rows,
        [
            json!({"purpose": "search", "answer": "allowed", "statements": statement("robots-txt", Some(2), "search=yes"), "crawler": "FooBot"}),
            json!({"purpose": "ai-input", "answer": "unsaid", "statements": [], "crawler": "FooBot"}),
            json!({"purpose": "ai-train", "answer": "refused", "statements": statement("robots-txt", Some(2), "ai-train=no"), "crawler": "FooBot"}),
            json!({"purpose": "tdm", "answer": "refused", "statements": statement("header", None, "tdm-reservation=1"), "crawler": "FooBot"}),
        ]
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
