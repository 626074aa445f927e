//! `robots sitemap`.

use serde_json::{Value, json};

use crate::{file, rows, run, run_with, status, stderr, stdout};

const SITEMAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2007-11-02</lastmod>
    <changefreq>daily</changefreq><priority>0.8</priority></url>
  <url><loc>/relative</loc></url>
  <url><loc>https://example.com/b</loc><priority>7</priority></url>
  <url><loc>https://other.example/c</loc></url>
</urlset>
"#;

#[test]
fn entries_as_rows() {
    let output = run_with(&["sitemap", "-"], SITEMAP.as_bytes());
    assert_eq!(status(&output), 0);
    assert_eq!(
        stderr(&output),
        "warning: standard input has 2 problems (see --check)\n"
    );
    assert_eq!(
        rows(&output)[0],
        json!({"loc": "https://example.com/?a=1&b=2", "lastmod": "2007-11-02", "changefreq": "daily",
            "priority": 0.8, "kind": "url", "line": 3, "extensions": []})
    );
    assert_eq!(
        rows(&output)[1],
        json!({"loc": "https://example.com/b", "lastmod": null, "changefreq": null, "priority": null, "kind": "url",
            "line": 6, "extensions": []})
    );
    assert_eq!(rows(&output).len(), 3);

    let csv = run_with(&["sitemap", "-", "--format", "csv"], SITEMAP.as_bytes());
    let lines: Vec<&str> = stdout(&csv).lines().collect();
    assert_eq!(lines[0], "loc,lastmod,changefreq,priority,kind");
    assert_eq!(lines[1], "https://example.com/?a=1&b=2,2007-11-02,daily,0.8,url");
    let human = run_with(&["sitemap", "-", "--format", "human"], SITEMAP.as_bytes());
    assert!(stdout(&human).starts_with("https://example.com/?a=1&b=2  2007-11-02  daily  priority 0.8\n"));
    let array = run_with(&["sitemap", "-", "--format", "json"], SITEMAP.as_bytes());
    assert_eq!(
        serde_json::from_str::<Value>(stdout(&array))
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn problems_as_rows() {
    let path = file("sitemap_check", "sitemap.xml", SITEMAP);
    let output = run(&[
        "sitemap",
        &path,
        "--check",
        "--at",
        "https://example.com/sitemap.xml",
    ]);
    assert_eq!(status(&output), 1);
    assert_eq!(stderr(&output), "");
    let found: Vec<(String, u64, bool)> = rows(&output)
        .iter()
        .map(|row| {
            (
                row["code"].as_str().unwrap().to_owned(),
                row["line"].as_u64().unwrap(),
                row["entry_dropped"].as_bool().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("loc-not-absolute".to_owned(), 5, true),
            ("priority-out-of-range".to_owned(), 6, false),
            ("out-of-scope".to_owned(), 7, true)
        ]
    );
    let human = run(&["sitemap", &path, "--check", "-f", "human"]);
    assert!(
        stdout(&human).contains("line 6: priority is not within 0.0 to 1.0 [priority-out-of-range]: 7\n")
    );
    assert!(stdout(&human).ends_with("3 entries, 2 problems\n"));
}

#[test]
fn what_an_xml_parser_refuses_is_a_problem() {
    let spaced = format!("\n{SITEMAP}");
    let output = run_with(&["sitemap", "-", "--check", "-f", "human"], spaced.as_bytes());
    assert_eq!(
        stdout(&output).lines().next(),
        Some(
            "line 2: the XML declaration must be the very first thing in the file, and there only once \
            [misplaced-declaration]"
        )
    );
    // The entries are read nevertheless, and without --check nothing more is said than before.
    let output = run_with(&["sitemap", "-"], spaced.as_bytes());
    assert_eq!(rows(&output).len(), 3);
    assert_eq!(
        stderr(&output),
        "warning: standard input has 2 problems (see --check)\n"
    );
}

#[test]
fn an_index_that_lists_itself() {
    let index = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
        <sitemap><loc>https://example.com/index.xml</loc></sitemap></sitemapindex>";
    let at = "https://example.com/index.xml";
    let output = run_with(&["sitemap", "-", "--check", "--at", at], index.as_bytes());
    assert_eq!(rows(&output)[0]["code"], "lists-itself");
    assert_eq!(status(&output), 1);
}

#[test]
fn nothing_to_report() {
    let output = run_with(
        &["sitemap", "-", "--check"],
        b"https://example.com/\nhttps://example.com/b\n",
    );
    assert_eq!((status(&output), stdout(&output), stderr(&output)), (0, "", ""));
}

#[test]
fn what_is_not_a_sitemap() {
    let html = b"<!doctype html><html><p>Not found</html>";
    let output = run_with(&["sitemap", "-"], html);
    assert_eq!(status(&output), 2);
    assert!(
        stderr(&output).contains("standard input: the root element \"html\""),
        "{}",
        stderr(&output)
    );
    let checked = run_with(&["sitemap", "-", "--check"], html);
    assert_eq!(status(&checked), 1);
    assert_eq!(rows(&checked).last().unwrap()["code"], "unknown-root");
}

#[test]
fn entries_that_a_robots_txt_forbids() {
    let robots_txt = crate::file(
        "sitemap_crossing",
        "robots.txt",
        "User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n",
    );
    let list = b"https://e.com/x/1\nhttps://e.com/y\nhttps://e.com/z\n";
    let cross = |agents: &[&str]| {
        run_with(
            &[&["sitemap", "-", "--robots", &robots_txt], agents].concat(),
            list,
        )
    };
    let output = cross(&["-a", "a", "-a", "b"]);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert_eq!(
        rows(&output),
        [
            serde_json::json!({
                "loc": "https://e.com/x/1", "problem": "disallowed", "agent": "a", "reason": "rule", "line": 2,
                "rule": "Disallow: /x", "group": "a", "crawler": "a", "message": "line 2 of the robots.txt disallows it: Disallow: /x"
            }),
            serde_json::json!({
                "loc": "https://e.com/y", "problem": "disallowed", "agent": "b", "reason": "rule", "line": 5,
                "rule": "Disallow: /y", "group": "*", "crawler": "b", "message": "line 5 of the robots.txt disallows it: Disallow: /y"
            }),
        ]
    );
    // Without `--agent`, the rules for crawlers that no group names apply.
    assert_eq!(rows(&cross(&[])).len(), 1);
    let human = cross(&["-a", "@search", "--format", "human"]);
    assert!(stdout(&human).contains("3 entries, "), "{}", stdout(&human));
    let clean = run_with(
        &["sitemap", "-", "--robots", &robots_txt, "--format", "human"],
        b"https://e.com/z\n",
    );
    assert_eq!((status(&clean), stdout(&clean)), (0, "1 entry, 0 disallowed\n"));
    assert_eq!(status(&run_with(&["sitemap", "-", "--robots", "-"], list)), 2);
}

#[test]
fn extensions_are_in_json() {
    let map = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1' \
        xmlns:xhtml='http://www.w3.org/1999/xhtml'><url><loc>https://example.com/</loc>\
        <image:image><image:loc>https://example.com/a.png</image:loc></image:image>\
        <xhtml:link rel='alternate' hreflang='de' href='https://example.com/de/'/></url></urlset>";
    let output = run_with(&["sitemap", "-"], map.as_bytes());
    let extensions = &rows(&output)[0]["extensions"];
    assert_eq!(
        *extensions,
        json!([
            {"kind": "image", "name": "image:image", "fields": [["loc", "https://example.com/a.png"]]},
            {"kind": "alternate", "name": "xhtml:link",
             "fields": [["@rel", "alternate"], ["@hreflang", "de"], ["@href", "https://example.com/de/"]]},
        ])
    );
}

/// What ends the reading is a problem like any other, and its line is said once.
#[test]
fn what_ends_the_reading_is_counted() {
    let deep = format!("<urlset>\n{}", "<a>".repeat(2_000));
    let doctype = format!("<!DOCTYPE a [{}]>", " ".repeat(8 << 20));
    let many: String = (0..50_001)
        .map(|page| format!("https://example.com/{page}\n"))
        .collect();
    for (input, end) in [
        (
            &b"\xFF\xFE<\0u\0"[..],
            "the sitemap is encoded in UTF-16 or UTF-32, not in UTF-8 [utf-16]\n0 entries, 1 problem\n",
        ),
        (
            deep.as_bytes(),
            "\nline 2: elements are nested too deeply [too-deep]\n0 entries, ",
        ),
        (
            doctype.as_bytes(),
            "line 1: the document type declaration is too long [doctype-too-long]\n0 entries, 1 problem\n",
        ),
        (
            many.as_bytes(),
            "the sitemap has more than 50000 entries [too-many-entries]\n50000 entries, 1 problem\n",
        ),
    ] {
        let output = run_with(&["sitemap", "-", "--check", "--format", "human"], input);
        assert_eq!((status(&output), stderr(&output)), (1, ""));
        let text = stdout(&output);
        assert!(format!("\n{text}").contains(end), "{text}");
        assert!(!text.contains(" 0 problems"), "{text}");
    }
    let rows = rows(&run_with(&["sitemap", "-", "--check"], deep.as_bytes()));
    let last = rows.last().unwrap();
    assert_eq!(
        (&last["line"], &last["message"]),
        (&json!(2), &json!("elements are nested too deeply"))
    );
}
