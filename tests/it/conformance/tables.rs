//! The tables that are made of the files in `tests/conformance/results`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

use super::{path, rows, text};

/// What one library answered.
struct Results {
    name: String,
    language: String,
    /// For each section how many of its cases have the right verdict.
    right: BTreeMap<String, usize>,
    /// How many cases have the right line, where the library says lines.
    lines: Option<usize>,
    open: Value,
}

fn sections() -> Vec<(String, usize)> {
    let mut sections: Vec<(String, usize)> = Vec::new();
    for case in rows("cases.jsonl") {
        let section = text(&case, "section");
        match sections.iter_mut().find(|(name, _)| name == section) {
            Some((_, count)) => *count += 1,
            None => sections.push((section.to_owned(), 1)),
        }
    }
    sections
}

/// The results of all libraries: those with more right verdicts first, of equal ones those with
/// lines, and then by name.
fn results() -> Vec<Results> {
    let cases = rows("cases.jsonl");
    let mut results = Vec::new();
    for entry in std::fs::read_dir(path("results")).expect("a folder") {
        let text_of_file = std::fs::read_to_string(entry.expect("a file").path()).expect("text");
        let row: Value = serde_json::from_str(&text_of_file).expect("JSON");
        let mut right: BTreeMap<String, usize> = BTreeMap::new();
        if let Some(counts) = row["right"].as_object() {
            for (section, count) in counts {
                let count = count.as_u64().and_then(|count| usize::try_from(count).ok());
                right.insert(section.clone(), count.expect("a number"));
            }
        } else {
            let wrong = row["wrong"].as_array().expect("a list");
            for case in &cases {
                let is_right = !wrong.contains(&case["id"]);
                *right.entry(text(case, "section").to_owned()).or_default() += usize::from(is_right);
            }
            for id in wrong {
                assert!(
                    cases.iter().any(|case| case["id"] == *id),
                    "there is no case {id}"
                );
            }
        }
        results.push(Results {
            name: format!("{} {}", text(&row, "library"), text(&row, "version"))
                .trim()
                .to_owned(),
            language: text(&row, "language").to_owned(),
            right,
            lines: row["wrong_lines"]
                .as_array()
                .map(|wrong| cases.len() - wrong.len()),
            open: row["open"].clone(),
        });
    }
    results.sort_by_key(|results: &Results| {
        let total: usize = results.right.values().sum();
        (
            std::cmp::Reverse((total, results.lines)),
            results.name.to_lowercase(),
        )
    });
    results
}

pub(super) fn by_section() -> String {
    let sections = sections();
    let all: usize = sections.iter().map(|(_, count)| count).sum();
    let mut table = String::from("| library | language | verdicts |");
    for (section, _) in &sections {
        write!(table, " {section} |").expect("a string");
    }
    table.push_str(" lines |\n|---|---|---:|");
    table.push_str(&"---:|".repeat(sections.len() + 1));
    write!(table, "\n| *cases* | | *{all}* |").expect("a string");
    for (_, count) in &sections {
        write!(table, " *{count}* |").expect("a string");
    }
    writeln!(table, " *{all}* |").expect("a string");
    for library in results() {
        let total: usize = library.right.values().sum();
        write!(table, "| {} | {} | {total} |", library.name, library.language).expect("a string");
        for (section, count) in &sections {
            match library.right.get(section) {
                Some(right) if right == count => table.push_str(" |"),
                Some(right) => write!(table, " {right} |").expect("a string"),
                None => panic!("{} has no {section}", library.name),
            }
        }
        match library.lines {
            Some(lines) => writeln!(table, " {lines} |").expect("a string"),
            None => table.push_str(" |\n"),
        }
    }
    table
}

/// One table for each open point: what it asks, and what each library answers.
pub(super) fn open_points() -> String {
    let results = results();
    let cases = rows("open.jsonl");
    let mut page = String::new();
    for requirement in rows("requirements.jsonl") {
        let id = text(&requirement, "id");
        let mut of_this = cases
            .iter()
            .filter(|case| {
                text(case, "id").trim_end_matches(|letter: char| letter.is_ascii_lowercase()) == id
            })
            .peekable();
        if of_this.peek().is_none() {
            continue;
        }
        write!(page, "\n**{id}** {}", text(&requirement, "text")).expect("a string");
        if let Some(readings) = requirement["readings"].as_array() {
            let readings: Vec<&str> = readings.iter().filter_map(Value::as_str).collect();
            write!(page, " Readings: {}.", readings.join("; ")).expect("a string");
        }
        page.push_str("\n\n| library |");
        let cases: Vec<&Value> = of_this.collect();
        for case in &cases {
            let letter = &text(case, "id")[id.len()..];
            let why = text(case, "why").replace('|', "\\|");
            write!(page, " {letter}: {why} |").expect("a string");
        }
        page.push_str("\n|---|");
        page.push_str(&"---|".repeat(cases.len()));
        page.push('\n');
        for library in &results {
            write!(page, "| {} |", library.name).expect("a string");
            for case in &cases {
                let answer = library.open[text(case, "id")].as_str().unwrap_or_default();
                write!(page, " {answer} |").expect("a string");
            }
            page.push('\n');
        }
    }
    page
}

/// JSON with a line for each member, and for each answer to an open point.
pub(super) fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("JSON");
    text.push('\n');
    text
}

/// A page with the part between two comments, `<!-- NAME -->` and `<!-- /NAME -->`, replaced.
pub(super) fn replaced(page: &str, name: &str, part: &str) -> String {
    let [begin, end] = [format!("<!-- {name} -->\n"), format!("<!-- /{name} -->")];
    let (before, rest) = page
        .split_once(&begin)
        .unwrap_or_else(|| panic!("no {begin} on the page"));
    let (_, after) = rest
        .split_once(&end)
        .unwrap_or_else(|| panic!("no {end} on the page"));
    format!("{before}{begin}{part}{end}{after}")
}

/// Checks that a file is as it should be, or writes it if the environment variable `CONFORMANCE` is
/// `write`.
pub(super) fn written(file: &str, expected: &str) {
    if std::env::var("CONFORMANCE").is_ok_and(|value| value == "write") {
        std::fs::write(path(file), expected).expect("it can be written");
        return;
    }
    let found = std::fs::read_to_string(path(file)).unwrap_or_default();
    let differs = found
        .lines()
        .zip(expected.lines())
        .find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{file} is out of date, first at {differs:?}: CONFORMANCE=write cargo test --all-features --test it conformance"
    );
}
