//! `Dialect::GOOGLE` compared with the answers of Google's library: those to generated files, which
//! are in `tests/data`, and, if `ROBOTS_SHARED` names the folder with them, those to real files.

use std::collections::BTreeMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use robots_exclusion::syntax::{Directive, DirectiveKind, Lines};
use robots_exclusion::{AgentList, Dialect, RobotsTxt, Rules, Target};

use crate::ask::check;
use serde_json::Value;

use crate::shared;

/// Kind, line, key of unknown directives, value.
type Event = (String, u64, Vec<u8>, Vec<u8>);

fn parse(body: &[u8]) -> RobotsTxt<'_> {
    RobotsTxt::options().dialect(Dialect::GOOGLE).parse(body)
}

/// Google's `matching_line` also names a rule that is empty and so decided nothing; such lines are
/// not compared.
fn line_is_empty_rule(body: &[u8], line: u32) -> bool {
    Lines::new(body, Dialect::GOOGLE)
        .nth(line as usize - 1)
        .and_then(|line| line.key_value().map(|(_, value)| value.is_empty()))
        .unwrap_or(true)
}

#[track_caller]
fn assert_answer(body: &[u8], robots: &RobotsTxt<'_>, agent: &str, url: &str, allowed: bool, line: u32) {
    let verdict = robots.check(agent, url);
    assert_eq!(verdict.is_allowed(), allowed, "{agent:?} {url:?} {verdict:?}");
    if line > 0 && !line_is_empty_rule(body, line) {
        assert_eq!(verdict.line(), Some(line), "{agent:?} {url:?}");
    } else {
        assert_eq!(verdict.line(), None, "{agent:?} {url:?}");
    }
    assert_eq!(
        check(body, &AgentList::new(&[agent]), url, Dialect::GOOGLE),
        verdict,
        "{agent:?} {url:?}"
    );
}

#[track_caller]
fn assert_compiled(rules: &Rules, url: &str, allowed: bool, line: Option<u32>) {
    let verdict = rules.check(url);
    assert_eq!((verdict.is_allowed(), verdict.line()), (allowed, line), "{url:?}");
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn verdicts_over_the_corpus() {
    verdicts("golden/google-verdicts.tsv", "corpus", 209_230);
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn verdicts_over_files_of_2025() {
    verdicts("golden/google-verdicts-2025.tsv", "corpus-2025", 43_500);
}

/// Compares every answer about the files of a folder.
fn verdicts(answers: &str, folder: &str, expected: usize) {
    let rows = shared::read_to_string(answers);
    let mut by_file: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
    for row in rows.lines().skip(1) {
        let mut fields: Vec<&str> = row.split('\t').collect();
        let file = fields.remove(0);
        by_file.entry(file).or_default().push(fields);
    }
    let mut count = 0;
    for (file, rows) in by_file {
        let body = shared::read(&format!("{folder}/{file}"));
        let robots = parse(&body);
        let mut rules: BTreeMap<&str, Rules> = BTreeMap::new();
        for row in rows {
            let [agent, url, allowed, line, _named] = row[..] else {
                panic!("{file}: {row:?}")
            };
            let (allowed, line) = (allowed == "1", line.parse().expect("a line number"));
            assert_answer(&body, &robots, agent, url, allowed, line);
            let rules = rules.entry(agent).or_insert_with(|| robots.rules_for(agent));
            assert_compiled(rules, url, allowed, robots.check(agent, url).line());
            count += 1;
        }
    }
    assert_eq!(count, expected);
}

/// 2,000 generated files full of quirks, and what Google's library (commit 22b355f) answers about
/// them: the parts of each file and line, and 22,000 verdicts with their lines.
#[test]
fn synthetic_bodies() {
    let packed = &include_bytes!("../data/google-synthetic.jsonl.gz")[..];
    let mut rows = String::new();
    GzDecoder::new(packed)
        .read_to_string(&mut rows)
        .expect("it is packed");
    let (mut count, mut lines) = (0, 0);
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row of JSON");
        let body = STANDARD
            .decode(row["robots_b64"].as_str().expect("a body"))
            .expect("base64");
        let robots = parse(&body);
        for case in row["cases"].as_array().expect("cases") {
            let (agent, url) = (
                case[0].as_str().expect("an agent"),
                case[1].as_str().expect("a URL"),
            );
            let (allowed, line) = (case[2] == 1, case[3].as_u64().expect("a line") as u32);
            assert_answer(&body, &robots, agent, url, allowed, line);
            assert_compiled(
                &robots.rules_for(agent),
                url,
                allowed,
                robots.check(agent, url).line(),
            );
            count += 1;
        }
        let expected: Vec<Event> = row["events"]
            .as_array()
            .expect("events")
            .iter()
            .map(|event| {
                // One character for each byte.
                let text = |i: usize| {
                    event[i]
                        .as_str()
                        .expect("text")
                        .chars()
                        .map(|c| c as u8)
                        .collect()
                };
                (
                    event[0].as_str().expect("a kind").into(),
                    event[1].as_u64().expect("a line"),
                    text(2),
                    text(3),
                )
            })
            .collect();
        assert_eq!(events(&body), expected);
        for (number, flags) in metadata(&body).into_iter().enumerate() {
            let expected = &row["meta"][number];
            assert_eq!(expected[0], number as u64 + 1);
            assert_eq!(
                expected[1],
                flags,
                "line {} of {:?}",
                number + 1,
                String::from_utf8_lossy(&body)
            );
            lines += 1;
        }
        assert_eq!(
            row["meta"].as_array().expect("metadata").len(),
            metadata(&body).len()
        );
    }
    println!("{count} cases, {lines} lines");
    assert!(count > 20_000);
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn specification_tests() {
    let rows = shared::read_to_string("golden/google-spec-test.jsonl");
    let mut count = 0;
    for row in rows.lines() {
        let case: Value = serde_json::from_str(row).expect("a row of JSON");
        let body = STANDARD
            .decode(case["robots_b64"].as_str().expect("a body"))
            .expect("base64");
        let (agent, url) = (
            case["agent"].as_str().expect("an agent"),
            case["url"].as_str().expect("a URL"),
        );
        let robots = parse(&body);
        assert_eq!(
            robots.is_allowed(agent, url),
            case["expected_allowed"] == true,
            "{}",
            case["source"]
        );
        count += 1;
    }
    assert!(count >= 400, "{count}");
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn paths_of_urls() {
    let rows = shared::read("golden/google-paths.tsv");
    let mut count = 0;
    for row in rows
        .split(|byte| *byte == b'\n')
        .skip(1)
        .filter(|row| !row.is_empty())
    {
        let tab = row.iter().position(|byte| *byte == b'\t').expect("two columns");
        let (url, expected) = (&row[..tab], &row[tab + 1..]);
        let target = Target::for_dialect(url, &Dialect::GOOGLE);
        let path = target.as_bytes();
        let path = if path.starts_with(b"/") {
            path.to_vec()
        } else {
            [b"/", path].concat()
        };
        assert_eq!(path, expected, "{:?}", url.escape_ascii().to_string());
        count += 1;
    }
    assert_eq!(count, 10_000);
}

#[test]
#[ignore = "reads ROBOTS_SHARED"]
fn parse_events_of_the_corpus() {
    let rows = shared::read_to_string("golden/google-events.tsv");
    let mut by_file: BTreeMap<&str, Vec<Event>> = BTreeMap::new();
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [file, line, kind, key, value] = fields[..] else {
            panic!("{row}")
        };
        let event = (
            kind.into(),
            line.parse().expect("a line"),
            unescape(key),
            unescape(value),
        );
        by_file.entry(file).or_default().push(event);
    }
    for (file, expected) in by_file {
        let body = shared::read(&format!("corpus/{file}"));
        assert_eq!(events(&body), expected, "{file}");
    }
}

/// What Google's parser reports: kind, line, key of unknown directives, value, escaped where it
/// escapes.
fn events(body: &[u8]) -> Vec<Event> {
    let directives =
        Lines::new(body, Dialect::GOOGLE).filter_map(|line| Directive::of(&line, &Dialect::GOOGLE));
    directives
        .map(|directive| {
            let (kind, key) = match directive.kind() {
                DirectiveKind::UserAgent => ("ua", &b""[..]),
                DirectiveKind::Allow => ("allow", &b""[..]),
                DirectiveKind::Disallow => ("disallow", &b""[..]),
                DirectiveKind::Sitemap => ("sitemap", &b""[..]),
                _ => ("unknown", directive.key()),
            };
            let value = match kind {
                "ua" | "sitemap" => directive.value().to_vec(),
                _ => escape_as_google_does(directive.value()),
            };
            (kind.to_owned(), u64::from(directive.line()), key.to_vec(), value)
        })
        .collect()
}

/// Google's escaping of values, written again here because it is not part of the public API.
fn escape_as_google_does(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < value.len() {
        match &value[i..] {
            [b'%', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                out.extend([b'%', a.to_ascii_uppercase(), b.to_ascii_uppercase()]);
                i += 3;
            }
            [byte @ 0x80..=0xFF, ..] => {
                out.extend(format!("%{byte:02X}").bytes());
                i += 1;
            }
            [byte, ..] => {
                out.push(*byte);
                i += 1;
            }
            [] => unreachable!("i is within the value"),
        }
    }
    out
}

/// Whether Google's library knows a key that does not begin with the name of any key.
fn is_misspelled(directive: Directive<'_>) -> bool {
    let begins = |name: &str| {
        let start = directive.key().get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
    };
    directive.kind().key().is_some_and(|name| !begins(name))
}

/// Per line: empty, has comment, is comment, has directive, typo, too long, missing colon. Google's
/// parser sees one more line after the last line end.
fn metadata(body: &[u8]) -> Vec<String> {
    let mut rows = Vec::new();
    let mut open_end = false;
    for line in Lines::new(body, Dialect::GOOGLE) {
        let directive = Directive::of(&line, &Dialect::GOOGLE);
        let has_comment = line.comment().is_some();
        let flags = [
            line.is_blank(),
            has_comment,
            has_comment && line.text().is_empty(),
            directive.is_some(),
            directive.is_some_and(is_misspelled),
            line.span().len() > 16_663,
            directive.is_some_and(|directive| directive.is_missing_colon()),
        ];
        rows.push(flags.map(|flag| if flag { '1' } else { '0' }).iter().collect());
        open_end = line.span() == line.full_span();
    }
    if !open_end {
        rows.push("1000000".into());
    }
    rows
}

/// Undoes `\xHH`.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        match (byte, after) {
            (b'\\', [b'x', high, low, after @ ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16).expect("a digit") as u8;
                out.push(digit(*high) << 4 | digit(*low));
                rest = after;
            }
            _ => {
                out.push(*byte);
                rest = after;
            }
        }
    }
    out
}
