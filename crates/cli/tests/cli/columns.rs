//! `robots inspect` and the columns of `robots-exclusion-arrow` say the same of each file.

use std::collections::HashSet;
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, UInt32Type, UInt64Type};
use arrow_array::{BinaryArray, RecordBatch, StringArray};
use robots_exclusion::{Dialect, ParseOptions, RobotsTxt};
use robots_exclusion_arrow::Inspector;
use robots_exclusion_page::ContentUsage;
use serde_json::{Value, json};

use crate::{directory, file_in, rows, run, status, stderr};

/// Each text once.
fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut known = HashSet::new();
    texts.filter(|text| known.insert(text.clone())).collect()
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value[name].as_array().expect("a list").iter()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn signals(value: &Value) -> Vec<String> {
    let signals = value["content_signals"].as_object().expect("an object");
    let pairs = signals
        .iter()
        .map(|(key, value)| format!("{key}={}", text(value)));
    pairs.collect()
}

/// Path and preferences, as the program prints them.
fn usage_of_line(line: &ContentUsage) -> Value {
    let said = line.preferences().iter();
    let said = said.filter_map(|(category, said)| Some((category.to_string(), json!(said.token()?))));
    let path = line.path().map(|path| String::from_utf8_lossy(path).into_owned());
    json!({"path": path, "preferences": Value::Object(said.collect())})
}

/// What the document of a file says, as the columns have it. Maps of JSON are sorted, so that signals
/// are.
fn of_document(document: &Value) -> Value {
    let groups = || list(document, "groups");
    let rules = |kind: &str| {
        let rules = groups().flat_map(|group| list(group, "rules"));
        rules.filter(|rule| rule["kind"] == kind).count()
    };
    let mut signals: Vec<String> = signals(document)
        .into_iter()
        .chain(groups().flat_map(signals))
        .collect();
    signals.sort();
    signals.dedup();
    let of_groups = groups().flat_map(|group| list(group, "licenses"));
    let usage = groups().flat_map(|group| list(group, "content_usage"));
    let usage = usage.filter(|usage| usage["preferences"] != json!({}));
    json!({
        "bytes": document["bytes"],
        "is_truncated": document["truncated"],
        "lines": document["lines"],
        "groups": groups().count(),
        "rules": {"allow": rules("allow"), "disallow": rules("disallow")},
        "agents": once(groups().flat_map(|group| list(group, "agents")).map(text)),
        "sitemaps": once(list(document, "sitemaps").map(text)),
        "unknown_keys": once(list(document, "unknown").map(|line| text(&line["key"]))),
        "content_signals": signals,
        "content_usage": once(usage.map(Value::to_string)),
        "licenses": once(list(document, "licenses").chain(of_groups).map(text)),
    })
}

/// A row of the columns.
fn of_row(batch: &RecordBatch, row: usize) -> Value {
    let count = |name: &str| batch[name].as_primitive::<UInt32Type>().value(row);
    let texts = |name: &str| {
        let texts = batch[name].as_list::<i32>().value(row);
        let texts = texts.as_string::<i32>().iter();
        texts
            .map(|text| text.expect("a text").to_owned())
            .collect::<Vec<_>>()
    };
    let mut signals = texts("content_signals");
    signals.sort();
    let usage = texts("content_usage");
    let usage = usage
        .iter()
        .map(|line| usage_of_line(&ContentUsage::parse(line.as_bytes())));
    let usage = usage.filter(|usage| usage["preferences"] != json!({}));
    let rules = batch["rules"].as_struct();
    let rules = |kind: &str| rules[kind].as_primitive::<UInt32Type>().value(row);
    json!({
        "bytes": batch["bytes"].as_primitive::<UInt64Type>().value(row),
        "is_truncated": batch["is_truncated"].as_boolean().value(row),
        "lines": count("lines"),
        "groups": count("groups"),
        "rules": {"allow": rules("allow"), "disallow": rules("disallow")},
        "agents": texts("agents"),
        "sitemaps": texts("sitemaps"),
        "unknown_keys": texts("unknown_keys"),
        "content_signals": signals,
        "content_usage": once(usage.map(|usage| usage.to_string())),
        "licenses": texts("licenses"),
    })
}

/// Compares each file of a folder.
fn assert_alike(folder: &str) {
    let output = run(&["inspect", folder, "--any-name", "--format", "json"]);
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let documents = rows(&output);
    assert!(documents.len() > 10);
    let bodies = documents.iter().map(|document| {
        let path = PathBuf::from(text(&document["file"]));
        std::fs::read(&path).expect("the file")
    });
    let bodies: Vec<Vec<u8>> = bodies.collect();
    let most = Dialect::RFC_9309.fetch_policy.max_bytes as usize;
    let options = ParseOptions::new().max_bytes(most);
    let column = BinaryArray::from_iter_values(&bodies);
    let batch = Inspector::new(options)
        .inspect(&column, None)
        .expect("a column of bytes");
    assert_eq!(batch.num_rows(), documents.len());
    let formats = batch["format"].as_dictionary::<Int8Type>();
    let formats = formats.downcast_dict::<StringArray>().expect("texts");
    let directives = batch["directives"].as_struct();
    for (row, ((document, body), format)) in documents.iter().zip(&bodies).zip(formats).enumerate() {
        let name = &document["file"];
        assert_eq!(of_row(&batch, row), of_document(document), "{name}");
        let robots: RobotsTxt<'_> = options.parse(body);
        assert_eq!(format, Some(robots.format().as_str()), "{name}");
        for (column, kind) in directives.columns().iter().zip(directives.column_names()) {
            let lines = robots.directives().filter(|line| line.kind().as_str() == kind);
            let found = column.as_primitive::<UInt32Type>().value(row);
            assert_eq!(found as usize, lines.count(), "{name}: {kind}");
        }
    }
}

#[test]
fn generated_files() {
    let folder = directory("columns");
    let long = format!(
        "User-agent: *\n{}Sitemap: /last.xml\n",
        "Disallow: /a\n".repeat(60_000)
    );
    let names: String = (0..2000)
        .map(|name| format!("User-agent: bot{}\n", name % 1500))
        .collect();
    let utf_16: Vec<u8> = "\u{FEFF}User-agent: *\nDisallow: /\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let files: [&[u8]; 16] = [
        b"",
        b"\n\n# only a comment\n",
        b"<!doctype html><title>Not found</title>",
        b"{\"error\": 404}",
        b"404 page not found",
        b"User-agent: *\nDisallow:\n",
        b"User-agent: J\xE9\nDisallow: /\xFF\nSitemap: /\xFF.xml\nN\xF6index: /\n",
        b"Disallow: /before\nCrawl-delay: 2\nUser-agent: a\nUser-agent: A\nAllow: /\n\nUser-agent: a\nDisallow: /x\nCrawl-delay: 1\n",
        b"Sitemap: /a.xml\nSITEMAP: /a.xml\nSitemap:\nUser-agent: *\nSitemap: /b.xml\n",
        b"Noindex: /x\nnoindex: /y\nNoindex: /z\nUser-agent: *\nFoo: bar\nDissallow: /\n",
        b"Content-Signal: search=yes,ai-train=no\nUser-agent: *\nContent-Signal: ai-train=no, ai-input=yes\nContent-Signal: junk\n",
        b"User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /x  train-ai=n,search=y\nContent-Usage: ?=\nContent-Usage: other=y\n",
        b"License: https://a.example/l.xml\nUser-agent: *\nLicense: https://a.example/l.xml\nLicense: https://b.example/\nLicense: nothing\n",
        long.as_bytes(),
        names.as_bytes(),
        &utf_16,
    ];
    for (number, body) in files.iter().enumerate() {
        file_in(&folder, format!("{number:02}.txt"), body);
    }
    assert_alike(folder.to_str().expect("UTF-8"));
}

#[test]
#[ignore = "needs the corpora under ROBOTS_SHARED"]
fn real_files() {
    let shared =
        std::env::var_os("ROBOTS_SHARED").expect("ROBOTS_SHARED names the directory with the corpora");
    for corpus in ["corpus", "corpus-2025"] {
        assert_alike(PathBuf::from(&shared).join(corpus).to_str().expect("UTF-8"));
    }
}
