//! The reference model by itself: it must give the answers that were written down by hand, and
//! the answers of Google's library where its answers are available.

use base64::Engine as _;
use robots_exclusion::Dialect;
use serde_json::Value;

use crate::model::{self, ModelVerdict, Reason};
use crate::shared;

/// The dialect of a vector file. `kollar` is the name that the vectors use for
/// [`Dialect::REVISITED`].
pub(crate) fn dialect(name: &str) -> Dialect {
    if name == "kollar" {
        return Dialect::REVISITED;
    }
    Dialect::from_name(name).unwrap_or_else(|| panic!("no dialect {name}"))
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row[key]
        .as_str()
        .unwrap_or_else(|| panic!("no text {key} in {row}"))
}

fn body(row: &Value) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD
        .decode(text(row, "robots_b64"))
        .unwrap()
}

fn rows(jsonl: &str) -> Vec<Value> {
    jsonl
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_model_gives_the_answers_written_by_hand() {
    let rows = rows(include_str!("../data/verdicts.jsonl"));
    assert!(rows.len() > 900, "only {} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let (body, agent, url) = (text(row, "robots"), text(row, "agent"), text(row, "url"));
        let verdict = model::check(
            dialect(text(row, "dialect")),
            body.as_bytes(),
            &[agent],
            true,
            url,
        );
        if verdict.allowed != row["allowed"].as_bool().unwrap() {
            wrong.push(format!("{row}\n  model: {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_model_agrees_with_googles_specification_tests() {
    let file = shared::read_to_string("golden/google-spec-test.jsonl");
    let mut wrong = Vec::new();
    for row in rows(&file) {
        let verdict = model::check(
            Dialect::GOOGLE,
            &body(&row),
            &[text(&row, "agent")],
            true,
            text(&row, "url"),
        );
        if verdict.allowed != row["expected_allowed"].as_bool().unwrap() {
            wrong.push(format!("{row}\n  model: {verdict:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn asker<'q>(agents: &'q [&'q str]) -> model::Asker<'q> {
    model::Asker {
        agents,
        honor_star: true,
        pooled: false,
    }
}

/// Google's matching line, compared with the model's.
///
/// The library also reports the line of an empty rule, which decides nothing; the model has no such
/// rule, and then cites no line.
fn same(verdict: ModelVerdict, allowed: bool, line: u32) -> bool {
    let same_line = match verdict.reason {
        Reason::Rule => verdict.line == Some(line),
        _ => verdict.line.is_none(),
    };
    verdict.allowed == allowed && same_line
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_model_agrees_with_googles_library_on_generated_bodies() {
    let file = shared::read_to_string("golden/google-synthetic.jsonl");
    let mut cases = 0;
    let mut wrong = Vec::new();
    for row in rows(&file) {
        let groups = model::groups(Dialect::GOOGLE, &body(&row));
        for case in row["cases"].as_array().unwrap() {
            let (agent, url) = (case[0].as_str().unwrap(), case[1].as_str().unwrap());
            let (allowed, line) = (case[2].as_u64().unwrap() == 1, case[3].as_u64().unwrap() as u32);
            let verdict = model::decide(Dialect::GOOGLE, &groups, &asker(&[agent]), url);
            cases += 1;
            if !same(verdict, allowed, line) {
                wrong.push(format!(
                    "{case} of {:?}\n  model: {verdict:?}",
                    String::from_utf8_lossy(&body(&row))
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases} wrong, such as:\n{}",
        wrong.len(),
        wrong[0]
    );
    println!("{cases} cases");
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_model_agrees_with_googles_library_on_a_sample_of_real_files() {
    let file = shared::read_to_string("golden/google-verdicts.tsv");
    let mut cases = 0;
    let mut wrong = Vec::new();
    let mut read = (String::new(), Vec::new());
    // Every row of every tenth file; the model is slow.
    let names: std::collections::BTreeSet<&str> = file
        .lines()
        .skip(1)
        .map(|row| row.split('\t').next().unwrap())
        .collect();
    let sample: std::collections::BTreeSet<&str> = names.into_iter().step_by(10).collect();
    for row in file.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, agent, url, allowed, line, _named] = columns[..] else {
            panic!("not a row: {row:?}")
        };
        if !sample.contains(name) {
            continue;
        }
        if read.0 != name {
            let body = shared::read(&format!("corpus/{name}"));
            read = (name.to_owned(), model::groups(Dialect::GOOGLE, &body));
        }
        let verdict = model::decide(Dialect::GOOGLE, &read.1, &asker(&[agent]), url);
        cases += 1;
        if !same(verdict, allowed == "1", line.parse().unwrap()) {
            wrong.push(format!("{row}\n  model: {verdict:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cases} wrong, such as:\n{}",
        wrong.len(),
        wrong[0]
    );
    println!("{cases} cases");
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn the_models_targets_are_googles() {
    let file = shared::read("golden/google-paths.tsv");
    let mut wrong = Vec::new();
    for row in file
        .split(|&byte| byte == b'\n')
        .skip(1)
        .filter(|row| !row.is_empty())
    {
        let tab = row.iter().rposition(|&byte| byte == b'\t').unwrap();
        let (url, path) = (&row[..tab], &row[tab + 1..]);
        let target = model::target(robots_exclusion::dialect::TargetSyntax::GoogleLibrary, url);
        if target != path {
            wrong.push(format!(
                "{:?}: {:?}",
                String::from_utf8_lossy(row),
                String::from_utf8_lossy(&target)
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_model_matches_patterns_as_the_documents_say() {
    use robots_exclusion::dialect::PatternLanguage::{Glob, Prefix, Wildcard};

    let rfc = Dialect::RFC_9309;
    let google = Dialect::GOOGLE;
    let draft = Dialect::DRAFT_1996;
    let table = [
        // Google's library: the anchor, and what it cannot express.
        (google, Wildcard, "/x$y", "/x$y", true),
        (google, Wildcard, "/x$$", "/x$", true),
        (google, Wildcard, "/x$$", "/x$$", false),
        (google, Wildcard, "$", "/", false),
        (google, Wildcard, "*$", "/", true),
        (google, Wildcard, "x", "/x", false),
        (google, Wildcard, "/%2a", "/%2a", false),
        (google, Wildcard, "/%2a", "/%2A", true),
        (google, Wildcard, "/é", "/é", false),
        (google, Wildcard, "/é", "/%C3%A9", true),
        (google, Wildcard, "/a/index.html", "/a/", true),
        (google, Wildcard, "/a/index.html", "/a/b", false),
        (google, Wildcard, "/a/index.html/", "/a/", false),
        // RFC 9309: one spelling for both sides, and literal `*` and `$`.
        (rfc, Wildcard, "/%2a", "/*", true),
        (rfc, Wildcard, "/%24$", "/$", true),
        (rfc, Wildcard, "/%62", "/b", true),
        (rfc, Wildcard, "/a b", "/a%20b", true),
        (rfc, Wildcard, "/%2F", "//", false),
        (rfc, Wildcard, "/?%2F", "/?/", true),
        (rfc, Wildcard, "/%", "/%25", true),
        // The 1996 draft: everything but the slash is decoded.
        (draft, Prefix, "/a%3cd", "/a%3Cd", true),
        (draft, Prefix, "/a%2fb", "/a%2Fb", true),
        (draft, Prefix, "/a%2fb", "/a/b", false),
        (draft, Prefix, "/%7ejoe", "/~joe/", true),
        (draft, Prefix, "/*", "/%2a", true),
        // Globs match the whole target.
        (rfc, Glob, "/a", "/ab", false),
        (rfc, Glob, "/a?c", "/abc", true),
        (rfc, Glob, "/a?c", "/a%20c", true),
        (rfc, Glob, "/[]a-]", "/]", true),
        (rfc, Glob, "/[]a-]", "/-", true),
        (rfc, Glob, "/[!]a-]", "/b", true),
        (rfc, Glob, "/[^a]", "/a", false),
        (rfc, Glob, r"/[\]]", "/]", true),
        (rfc, Glob, "/[z-a]", "/m", false),
        (rfc, Glob, "/[a", "/[a", true),
        (rfc, Glob, r"/\*", "/*", true),
        (rfc, Glob, r"/\*", "/a", false),
        (rfc, Glob, r"/a\", r"/a\", true),
        (rfc, Glob, r"/\%41", "/A", false),
        (rfc, Glob, r"/\%41", "/%2541", true),
        (rfc, Glob, "/%41", "/A", true),
        // A `?` that is a wildcard begins no query, in which `%2F` would equal `/`.
        (rfc, Glob, "/a?%2F", "/ax%2F", true),
        (rfc, Glob, "/a?%2F", "/ax/", false),
        (rfc, Glob, r"/a\?%2F", "/a?/", true),
    ];
    for (dialect, language, pattern, target, expected) in table {
        let found = model::matches(dialect, language, true, pattern.as_bytes(), target.as_bytes());
        assert_eq!(
            found, expected,
            "{language:?} {pattern} on {target} under {dialect}"
        );
    }
}
