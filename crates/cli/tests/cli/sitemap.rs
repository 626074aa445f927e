//! `robots sitemap`.

use std::time::Duration;

use serde_json::{Value, json};

use crate::fetch::robots;
use crate::server::{Reply, Request, Server};
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
    // The entries are read nevertheless, and as many problems are counted.
    assert!(stdout(&output).ends_with("3 entries, 3 problems\n"));
    let output = run_with(&["sitemap", "-"], spaced.as_bytes());
    assert_eq!((rows(&output).len(), status(&output)), (3, 0));
    assert_eq!(
        stderr(&output),
        "warning: standard input has 3 problems (see --check)\n"
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
        stderr(&output).contains("standard input: this is an HTML page and no sitemap"),
        "{}",
        stderr(&output)
    );
    for (document, what) in [
        (&html[..], "an HTML page"),
        (b"{\"urls\": []}", "a JSON document"),
        (
            b"User-agent: *\nDisallow: /x\nSitemap: https://e.com/s.xml\n",
            "a robots.txt",
        ),
    ] {
        let checked = run_with(&["sitemap", "-", "--check"], document);
        assert_eq!(status(&checked), 1, "{what}");
        let rows = rows(&checked);
        assert_eq!(rows.len(), 1, "{what}");
        assert_eq!(rows[0]["code"], "not-a-sitemap");
        assert_eq!(rows[0]["message"], format!("this is {what} and no sitemap"));
    }
    // Another document of XML is not known by its beginning.
    let checked = run_with(&["sitemap", "-", "--check"], b"<kml></kml>");
    assert_eq!(rows(&checked).last().unwrap()["code"], "unknown-root");
}

/// What lies outside the scope is told by its cause.
#[test]
fn causes_of_urls_that_may_not_be_listed() {
    let body =
        "https://e.com/a\nhttp://e.com/a\nhttps://www.e.com/a\nhttps://e.org/a\nhttps://e.com/maps/a\n";
    let output = run_with(
        &["sitemap", "-", "--check", "--at", "https://e.com/maps/s.txt"],
        body.as_bytes(),
    );
    let messages: Vec<String> = rows(&output)
        .iter()
        .map(|row| row["message"].as_str().unwrap().to_owned())
        .collect();
    let begins = [
        "the sitemap lies in /maps/ and may list what is below it: move it to the root, or name it in",
        "http instead of https, by which the sitemap is served",
        "www.e.com instead of e.com, on which the sitemap lies",
        "another site than the sitemap's: list it in a sitemap there, or name this one in a Sitemap line of https://e.org/robots.txt",
    ];
    assert_eq!(messages.len(), begins.len(), "{messages:?}");
    for (message, begin) in messages.iter().zip(begins) {
        assert!(message.starts_with(begin), "{message}");
    }
    let twice = run_with(
        &["sitemap", "-", "--check"],
        b"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://e.com/?a=1&amp;amp;b=2</loc></url></urlset>",
    );
    assert_eq!(rows(&twice)[0]["code"], "escaped-twice");
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

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn urlset(paths: &[&str], at: &str) -> String {
    let entries: String = paths
        .iter()
        .map(|path| format!("<url><loc>{at}{path}</loc></url>"))
        .collect();
    format!("<urlset xmlns='{NAMESPACE}'>{entries}</urlset>")
}

fn index(locs: &[String]) -> String {
    let entries: String = locs
        .iter()
        .map(|loc| format!("<sitemap><loc>{loc}</loc></sitemap>"))
        .collect();
    format!("<sitemapindex xmlns='{NAMESPACE}'>{entries}</sitemapindex>")
}

/// A site with an index of two sitemaps, one of which has a wrong date.
fn site() -> Server {
    Server::start(|request: &Request| {
        let at = format!("http://{}", request.header("Host").unwrap());
        match request.path.as_str() {
            "/robots.txt" => Reply::text(format!(
                "User-agent: *\nDisallow: /private/\nSitemap: {at}/maps/index.xml\nSitemap: nonsense\n"
            )),
            "/maps/index.xml" => Reply::text(index(&[
                format!("{at}/maps/1.xml"),
                format!("{at}/maps/2.xml"),
                format!("{at}/maps/1.xml"),
            ])),
            "/maps/1.xml" => Reply::text(urlset(&["/a", "/private/b"], &at)),
            "/maps/2.xml" => {
                Reply::text(urlset(&["/c"], &at).replace("</url>", "<lastmod>2020-13</lastmod></url>"))
            }
            "/maps/nested.xml" => Reply::text(index(&[format!("{at}/maps/index.xml")])),
            "/maps/deep.xml" => Reply::text(index(&[format!("{at}/maps/nested.xml")])),
            "/maps/fragments.xml" => Reply::text(index(&[
                format!("{at}/maps/1.xml#1"),
                format!("{at}/maps/1.xml#2"),
            ])),
            _ => Reply::status(404),
        }
    })
}

#[test]
fn an_index_is_followed() {
    let server = site();
    let at = |path: &str| format!("{}{path}", server.url());
    let listed = robots(
        &["sitemap", &at("/maps/index.xml"), "--follow", "--pace", "0"],
        "",
    );
    let locs: Vec<Value> = listed
        .output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| json!([row["file"], row["loc"]]))
        .collect();
    // The children may list the whole site, since a person has named their index.
    assert_eq!(locs.len(), 6, "{}", listed.output);
    let checked = robots(
        &["sitemap", &server.url(), "--check", "--follow", "--pace", "0"],
        "",
    );
    assert_eq!(checked.status, Some(1));
    let codes: Vec<Value> = checked
        .output
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|row| json!([row["file"], row["code"]]))
        .collect();
    assert_eq!(
        codes,
        [
            json!([at("/maps/index.xml"), "repeated-loc"]),
            json!([at("/maps/2.xml"), "invalid-lastmod"]),
        ]
    );
    checked.assert_complains("`nonsense` is not the URL of a sitemap");
    // Each file is read once.
    assert_eq!(
        server
            .paths("127.0.0.1")
            .iter()
            .filter(|path| *path == "/maps/1.xml")
            .count(),
        2
    );
}

#[test]
fn an_index_that_was_not_followed_is_never_green() {
    let server = site();
    let index = format!("{}/maps/index.xml", server.url());
    let run = robots(&["sitemap", &index, "--check", "-f", "human"], "");
    assert_eq!(run.status, Some(1));
    assert!(
        run.output
            .ends_with("3 entries, 1 problem, 3 sitemaps of an index were not read\n"),
        "{}",
        run.output
    );
    run.assert_complains("--follow");
    // Whoever asks for it gets the index alone, but is not told that nothing is disallowed.
    let run = robots(
        &[
            "sitemap",
            &index,
            "--robots",
            &server.url(),
            "--no-follow",
            "-f",
            "human",
        ],
        "",
    );
    assert_eq!(run.status, Some(0), "{}", run.complaints);
    assert!(
        run.output
            .contains("nothing known to be disallowed, 3 sitemaps of an index were not read"),
        "{}",
        run.output
    );
    let run = robots(
        &[
            "sitemap",
            &server.url(),
            "--robots",
            &server.url(),
            "-f",
            "human",
            "--pace",
            "0",
        ],
        "",
    );
    assert_eq!(run.status, Some(1), "{}", run.complaints);
    assert!(run.output.contains("disallowed * "), "{}", run.output);
    assert!(
        run.output.ends_with("6 entries, 1 disallowed\n"),
        "{}",
        run.output
    );
    // An index of an index is read, and reported.
    let nested = format!("{}/maps/nested.xml", server.url());
    let run = robots(&["sitemap", &nested, "--check", "--follow", "--pace", "0"], "");
    assert!(run.output.contains("nested-index"), "{}", run.output);
}

/// Two indexes may lead to a sitemap. What a third one leads to is not read, and counted.
#[test]
fn indexes_of_indexes_are_followed_twice() {
    for (name, is_read) in [("nested.xml", true), ("deep.xml", false)] {
        let server = site();
        let address = format!("{}/maps/{name}", server.url());
        let run = robots(&["sitemap", &address, "--check", "--follow", "-f", "human"], "");
        assert_eq!(run.status, Some(1), "{}", run.complaints);
        let paths = server.paths("127.0.0.1");
        let count = |path: &str| paths.iter().filter(|known| *known == path).count();
        assert_eq!(count("/maps/index.xml"), 1, "{paths:?}");
        assert_eq!(count("/maps/1.xml"), usize::from(is_read), "{paths:?}");
        assert_eq!(count("/maps/2.xml"), usize::from(is_read), "{paths:?}");
        let is_incomplete = run.output.ends_with(", 3 sitemaps of an index were not read\n");
        assert_eq!(is_incomplete, !is_read, "{}", run.output);
    }
}

/// Addresses that differ in their fragment alone are one file.
#[test]
fn a_sitemap_with_two_fragments_is_read_once() {
    let server = site();
    let address = format!("{}/maps/fragments.xml", server.url());
    let run = robots(&["sitemap", &address, "--follow"], "");
    assert_eq!(run.status, Some(0), "{}", run.complaints);
    assert_eq!(
        server.paths("127.0.0.1"),
        ["/maps/fragments.xml", "/robots.txt", "/maps/1.xml"]
    );
    assert_eq!(run.output.lines().count(), 4, "{}", run.output);
}

/// A crawler cannot read a sitemap that its site disallows. What another site disallows is not known.
#[test]
fn a_robots_txt_that_disallows_its_sitemap_is_a_warning() {
    let server = Server::start(|request: &Request| {
        let at = format!("http://{}", request.header("Host").unwrap());
        match request.path.as_str() {
            "/robots.txt" => Reply::text(format!(
                "User-agent: *\nDisallow: /maps/\nSitemap: {at}/maps/1.xml\nSitemap: {at}/2.xml\n\
                Sitemap: {}/maps/3.xml\n",
                at.replace("127.0.0.1", "localhost")
            )),
            _ => Reply::text(urlset(&["/a"], &at)),
        }
    });
    let run = robots(&["sitemap", &server.url()], "");
    let warnings: Vec<&str> = run
        .complaints
        .lines()
        .filter(|line| line.contains(" disallows "))
        .collect();
    assert_eq!(warnings.len(), 1, "{}", run.complaints);
    let expected = format!(
        "disallows {}/maps/1.xml for crawlers that no group names",
        server.url()
    );
    assert!(warnings[0].ends_with(&expected), "{}", run.complaints);
}

#[test]
fn a_child_that_cannot_be_read_fails() {
    let server = site();
    let listing = index(&[
        format!("{}/missing.xml", server.url()),
        format!("{}/maps/1.xml", server.url()),
    ]);
    let path = file("sitemap_child", "index.xml", listing);
    let run = robots(&["sitemap", &path, "--robots", &server.url()], "");
    assert_eq!(run.status, Some(2));
    run.assert_complains("/missing.xml");
    assert!(
        run.output.contains("/private/b") || run.output.is_empty(),
        "{}",
        run.output
    );
}

#[test]
fn sitemaps_of_a_robots_txt() {
    let server = site();
    for address in [
        server.url(),
        format!("{}/", server.url()),
        format!("{}/robots.txt", server.url()),
    ] {
        let run = robots(&["sitemap", &address], "");
        assert_eq!(run.status, Some(0), "{}", run.complaints);
        assert_eq!(run.output.lines().count(), 3, "{}", run.output);
    }
    let none = file("sitemap_none", "robots.txt", "User-agent: *\nDisallow:\n");
    let run = robots(&["sitemap", &none], "");
    assert_eq!(run.status, Some(2));
    run.assert_complains("it names no sitemap");
    let some = file(
        "sitemap_some",
        "robots.txt",
        format!("Sitemap: {}/maps/2.xml\n", server.url()),
    );
    let run = robots(&["sitemap", &some, "--check"], "");
    assert!(run.output.contains("invalid-lastmod"), "{}", run.output);
}

#[test]
fn images_and_videos_are_asked_about() {
    let rules = "User-agent: Googlebot\nDisallow: /img/\n\nUser-agent: Googlebot-Image\nDisallow: /private\n";
    let rules = file("sitemap_media", "robots.txt", rules);
    let google = "http://www.google.com/schemas";
    let map = format!(
        "<urlset xmlns='{NAMESPACE}' xmlns:image='{google}/sitemap-image/1.1' xmlns:video='{google}/sitemap-video/1.1'>\
        <url><loc>https://e.com/private</loc>\
        <image:image><image:loc>https://e.com/img/a.png</image:loc></image:image>\
        <image:image><image:loc>https://e.com/private.png</image:loc></image:image>\
        <video:video><video:thumbnail_loc>https://e.com/img/v.png</video:thumbnail_loc></video:video></url></urlset>"
    );
    let output = run_with(
        &[
            "sitemap",
            "-",
            "--robots",
            &rules,
            "-a",
            "Googlebot",
            "-a",
            "Googlebot-Image",
        ],
        map.as_bytes(),
    );
    let found: Vec<Value> = rows(&output)
        .iter()
        .map(|row| json!([row["agent"], row["medium"], row["loc"], row["page"]]))
        .collect();
    let page = "https://e.com/private";
    assert_eq!(
        found,
        [
            json!(["Googlebot", "image", "https://e.com/img/a.png", page]),
            json!(["Googlebot-Image", "image", "https://e.com/private.png", page]),
            json!(["Googlebot", "video", "https://e.com/img/v.png", page]),
        ]
    );
    assert_eq!(status(&output), 1);
}

#[test]
fn return_links_are_checked_within_all_files() {
    let page = |own: &str, other: &str, links: bool| {
        let link = |language: &str| {
            format!("<xhtml:link rel='alternate' hreflang='{language}' href='https://e.com/{language}'/>")
        };
        let other = if links { link(other) } else { String::new() };
        format!(
            "<urlset xmlns='{NAMESPACE}' xmlns:xhtml='http://www.w3.org/1999/xhtml'>\n\
            <url><loc>https://e.com/{own}</loc>{}{other}</url></urlset>",
            link(own)
        )
    };
    let en = file("sitemap_return", "en.xml", page("en", "de", true));
    let de = crate::file_in(
        std::path::Path::new(&en).parent().unwrap(),
        "de.xml",
        page("de", "en", false),
    );
    let output = run(&["sitemap", &en, &de, "--check"]);
    assert_eq!(
        rows(&output),
        [json!({"file": en, "code": "missing-return-link", "line": 2,
            "message": "the other version does not link back to this page", "entry_dropped": false,
            "excerpt": "https://e.com/de"})]
    );
    assert_eq!((status(&output), stderr(&output)), (1, ""));
    let alone = run(&["sitemap", &en, "--check"]);
    assert_eq!((status(&alone), stdout(&alone)), (0, ""));
    assert!(stderr(&alone).contains("1 link leads to versions of a page that none of these files lists"));
    let table = run(&["sitemap", &en, &de, "--check", "-f", "csv"]);
    assert!(stdout(&table).starts_with("file,code,line,message,entry_dropped,excerpt\n"));
}

#[test]
fn what_is_not_checked_is_named() {
    let map = format!(
        "<urlset xmlns='{NAMESPACE}' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url>\
        <loc>https://e.com/</loc><image:image><image:loc>https://e.com/a.png</image:loc><image:title>T</image:title>\
        </image:image></url></urlset>"
    );
    let output = run_with(&["sitemap", "-", "--check"], map.as_bytes());
    assert_eq!((status(&output), stdout(&output)), (0, ""));
    assert!(stderr(&output).contains("image:title (1)"), "{}", stderr(&output));
}

#[test]
fn the_limits_of_2007() {
    let entries: Vec<String> = (0..1_001)
        .map(|number| format!("https://e.com/{number}.xml"))
        .collect();
    let index = index(&entries);
    let check = |profile: &str| {
        let arguments = ["sitemap", "-", "--check", "--no-follow", "--profile", profile];
        run_with(&arguments, index.as_bytes())
    };
    assert_eq!(status(&check("current")), 0);
    let then = check("2007");
    assert_eq!(
        (status(&then), rows(&then)[0]["code"].as_str()),
        (1, Some("too-many-entries"))
    );
}

#[test]
fn links_of_a_feed_are_completed() {
    let feed = "<rss><channel><item><link>/a</link></item></channel></rss>";
    let output = run_with(
        &["sitemap", "-", "--at", "https://e.com/feed.xml"],
        feed.as_bytes(),
    );
    assert_eq!(rows(&output)[0]["loc"], "https://e.com/a");
    // Nothing was listed, so that this is no success.
    let output = run_with(&["sitemap", "-"], feed.as_bytes());
    assert_eq!((status(&output), stdout(&output)), (1, ""));
}

/// Sitemaps are requested as pages are: as far apart as robots.txt asks, and no longer once the
/// server asks for a longer pause than a minute.
#[test]
fn sitemaps_are_requested_as_fast_as_the_site_asks() {
    let paced = Server::start(|request: &Request| {
        let at = format!("http://{}", request.header("Host").unwrap());
        match request.path.as_str() {
            "/robots.txt" => Reply::text("User-agent: *\nDisallow: /closed/\nCrawl-delay: 0.4\n"),
            "/index.xml" => Reply::text(index(&[
                format!("{at}/1.xml"),
                format!("{at}/closed/2.xml"),
                format!("{at}/3.xml"),
            ])),
            _ => Reply::text(urlset(&["/a"], &at)),
        }
    });
    let run = robots(
        &[
            "sitemap",
            &format!("{}/index.xml", paced.url()),
            "--follow",
            "--pace",
            "0",
        ],
        "",
    );
    // A sitemap that only another file names, and that robots.txt disallows, is not read.
    run.assert_complains("its site disallows it");
    assert_eq!(run.output.lines().count(), 5, "{}", run.output);
    let requests = paced.requests("127.0.0.1");
    let paths: Vec<&str> = requests.iter().map(|request| request.path.as_str()).collect();
    assert_eq!(paths, ["/index.xml", "/robots.txt", "/1.xml", "/3.xml"]);
    for pair in requests[1..].windows(2) {
        assert!(
            pair[1].at - pair[0].at >= Duration::from_millis(350),
            "{requests:?}"
        );
    }
    // A second, unless something else is said.
    let run = robots(
        &[
            "sitemap",
            &format!("{}/3.xml", paced.url()),
            &format!("{}/1.xml", paced.url()),
        ],
        "",
    );
    assert_eq!(run.status, Some(0), "{}", run.complaints);
    let requests = paced.requests("127.0.0.1");
    let again = &requests[4..];
    assert_eq!(again.len(), 3, "{again:?}");
    for pair in again.windows(2) {
        assert!(pair[1].at - pair[0].at >= Duration::from_millis(900), "{again:?}");
    }
}

#[test]
fn a_site_that_asks_for_a_long_pause_is_given_up() {
    let served = robots_exclusion_nasty_sites::NastySites::start().expect("free ports");
    let name = "sitemaps-503-hour";
    let run = robots(&["sitemap", &served.url(name), "--follow", "--pace", "0"], "");
    assert_eq!(run.status, Some(3), "{}", run.complaints);
    run.assert_complains("503");
    run.assert_complains("the server asked for a pause for 60 minutes, so nothing more of 127.0.0.1 is read");
    run.assert_complains("2998 sitemaps were not read because of that; 3000 entries had been read");
    assert_eq!(run.output.lines().count(), 3000);
    let requests = served.requests(name);
    let paths: Vec<&str> = requests.iter().map(|request| request.path.as_str()).collect();
    assert_eq!(paths, ["/robots.txt", "/index.xml", "/0.xml"]);
    // A robots.txt that cannot be reached forbids what only an index names.
    for name in ["robots-500", "robots-429-hour", "robots-silence"] {
        let index = index(&[
            format!("{}/1.xml", served.url(name)),
            format!("{}/2.xml", served.url(name)),
        ]);
        let path = file("sitemap_unreachable", format!("{name}.xml"), index);
        let run = robots(&["sitemap", &path, "--follow"], "");
        assert_eq!(run.status, Some(3), "{name}: {}", run.complaints);
        run.assert_complains("nothing more of 127.0.0.1 is read");
        run.assert_complains("1 sitemap was not read because of that");
        assert!(
            served
                .requests(name)
                .iter()
                .all(|request| request.path == "/robots.txt"),
            "{name}"
        );
    }
}

/// A public site, which is reached through a proxy, leads to private addresses: by Sitemap lines, by
/// a redirect, and by an index, whose entries on other hosts are not followed at all.
#[test]
fn a_public_site_leads_nowhere_private() {
    let inside = Server::start(|_| Reply::text("http://site.example/secret\n"));
    let secret = format!("{}/secret.txt", inside.url());
    let outside = Server::start(move |request: &Request| match request.path.as_str() {
        "/robots.txt" => Reply::text(format!("User-agent: *\nSitemap: {secret}\n")),
        "/moved.xml" => Reply::redirect(302, secret.clone()),
        _ => Reply::text(index(std::slice::from_ref(&secret))),
    });
    let ask = |arguments: &[&str]| {
        let output = crate::feed(
            crate::robots()
                .args(arguments)
                .args(["--pace", "0"])
                .env("http_proxy", outside.url())
                .env("NO_PROXY", "127.0.0.1"),
            b"",
        );
        (output.status.code(), crate::stderr(&output).to_owned())
    };
    for (page, said) in [
        ("http://site.example/", "is not a public address"),
        ("http://site.example/moved.xml", "is not a public address"),
        ("http://site.example/index.xml", "1 problem (see --check)"),
    ] {
        let (_, complaints) = ask(&["sitemap", page, "--follow"]);
        assert!(complaints.contains(said), "{page}: {complaints}");
        assert!(inside.paths("127.0.0.1").is_empty(), "{page}");
    }
    let (status, complaints) = ask(&["sitemap", "http://site.example/", "--allow-private"]);
    assert_eq!(status, Some(0), "{complaints}");
    assert_eq!(inside.paths("127.0.0.1").last().unwrap(), "/secret.txt");
}

/// The fields of `--header` are for the site that the user named, and not for one to which it leads.
#[test]
fn another_site_is_not_sent_the_header_fields() {
    let other = Server::start(|_| Reply::text("http://127.0.0.1/page\n"));
    let address = other.url().replace("127.0.0.1", "localhost");
    let named = Server::start(move |request: &Request| match request.path.as_str() {
        "/robots.txt" => {
            let host = request.header("Host").unwrap();
            Reply::text(format!(
                "Sitemap: {address}/a.txt\nSitemap: http://{host}/b.txt\n"
            ))
        }
        _ => Reply::text("http://127.0.0.1/page\n"),
    });
    let run = robots(
        &[
            "sitemap",
            &named.url(),
            "--header",
            "X-Key: secret",
            "--pace",
            "0",
        ],
        "",
    );
    let sent = |server: &Server, host: &str| {
        let requests = server.requests(host);
        requests
            .iter()
            .map(|request| (request.path.clone(), request.header("X-Key").is_some()))
            .collect::<Vec<_>>()
    };
    let known = |path: &str, is_sent| (path.to_owned(), is_sent);
    assert_eq!(
        sent(&named, "127.0.0.1"),
        [known("/robots.txt", true), known("/b.txt", true)],
        "{}",
        run.complaints
    );
    assert_eq!(
        sent(&other, "localhost"),
        [known("/a.txt", false)],
        "{}",
        run.complaints
    );
}

/// The pages that sitemaps list, in order.
fn pages(files: &[&str]) -> Vec<String> {
    let output = run(&[&["sitemap", "--no-follow"], files].concat());
    let rows = rows(&output).into_iter();
    rows.map(|row| row["loc"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_list_of_urls_is_written_as_sitemaps_and_their_index() {
    let folder = crate::directory("sitemap_write").join("new/public");
    let place = folder.to_str().unwrap();
    let urls: String = (0..50_001)
        .map(|page| format!("https://example.com/a/{page}\n"))
        .collect();
    let arguments = [
        "sitemap",
        "-",
        "--write",
        place,
        "--at",
        "https://example.com/a?x#y",
    ];
    let output = run_with(&arguments, urls.as_bytes());
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    assert_eq!(stderr(&output), "50001 entries in 2 sitemaps and 1 index\n");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (first, second, index) = (
        path("sitemap-1.xml"),
        path("sitemap-2.xml"),
        path("sitemap-index.xml"),
    );
    // The index is last, so that it never lists a file that is not there.
    assert_eq!(
        rows(&output),
        [
            json!({"file": first, "loc": "https://example.com/a/sitemap-1.xml", "kind": "sitemap"}),
            json!({"file": second, "loc": "https://example.com/a/sitemap-2.xml", "kind": "sitemap"}),
            json!({"file": index, "loc": "https://example.com/a/sitemap-index.xml", "kind": "index"}),
        ]
    );
    assert_eq!(pages(&[&first, &second]), urls.lines().collect::<Vec<_>>());
    assert_eq!(
        pages(&[&index]),
        [
            "https://example.com/a/sitemap-1.xml",
            "https://example.com/a/sitemap-2.xml"
        ]
    );
    let check = run(&[
        "sitemap",
        "--check",
        &index,
        "--no-follow",
        "--at",
        "https://example.com/a/sitemap-index.xml",
    ]);
    assert_eq!(status(&check), 0, "{}", stdout(&check));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any new file: the server may be another user.
        let plain = file("sitemap_write_mode", "plain", "");
        let mode = |path: &str| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&first), mode(&plain));
    }
    // The files of before are replaced, and no others are left.
    let output = run_with(
        &[&arguments[..], &["--gzip"]].concat(),
        b"https://example.com/a/b\n",
    );
    assert_eq!(status(&output), 0, "{}", stderr(&output));
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "sitemap-1.xml",
            "sitemap-1.xml.gz",
            "sitemap-2.xml",
            "sitemap-index.xml",
            "sitemap-index.xml.gz"
        ]
    );
    assert_eq!(pages(&[&path("sitemap-1.xml.gz")]), ["https://example.com/a/b"]);
}

#[test]
fn what_does_not_belong_into_a_written_sitemap_is_left_out_and_told() {
    let folder = crate::directory("sitemap_write_parts");
    let place = folder.to_str().unwrap();
    let output = run_with(
        &["sitemap", "-", "--write", place, "--at", "https://example.com/"],
        SITEMAP.as_bytes(),
    );
    assert_eq!(status(&output), 1);
    let told = stderr(&output);
    assert!(
        told.contains("2 entries were not written: the first is line 5: loc is not an absolute URL"),
        "{told}"
    );
    let written = std::fs::read_to_string(folder.join("sitemap-1.xml")).unwrap();
    assert!(
        written
            .contains("<lastmod>2007-11-02</lastmod><changefreq>daily</changefreq><priority>0.8</priority>"),
        "{written}"
    );
    let to_place = ["sitemap", "-", "--write", place, "--at", "https://example.com/"];
    let output = run_with(&to_place, b"https://example.com/b\nhttps://other.example/c\n");
    assert_eq!(status(&output), 1);
    let told = stderr(&output);
    assert!(
        told.contains(
            "1 entry was not written: https://other.example/c: it is not below https://example.com/"
        ),
        "{told}"
    );
    let written = std::fs::read_to_string(folder.join("sitemap-1.xml")).unwrap();
    // An index of which not all is read is no list of the whole site.
    let index = b"<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
        <sitemap><loc>file:///etc/passwd</loc></sitemap></sitemapindex>";
    let output = run_with(&to_place, index);
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    // What cannot be replaced leaves all as it was.
    std::fs::create_dir(folder.join("sitemap-2.xml")).unwrap();
    let urls: String = (0..50_001)
        .map(|page| format!("https://example.com/{page}\n"))
        .collect();
    let output = run_with(&to_place, urls.as_bytes());
    assert_eq!(status(&output), 2, "{}", stderr(&output));
    std::fs::remove_dir(folder.join("sitemap-2.xml")).unwrap();
    assert_eq!(
        std::fs::read_to_string(folder.join("sitemap-1.xml")).unwrap(),
        written
    );
    // With nothing to write, or a file that cannot be read, what is there stays.
    for (files, code) in [(&["-"][..], 1), (&["-", "/nonexistent/urls.txt"], 2)] {
        let arguments = [
            &["sitemap"],
            files,
            &["--write", place, "--at", "https://example.com/"],
        ]
        .concat();
        let body: &[u8] = if code == 1 {
            b"https://other.example/\n"
        } else {
            b"https://example.com/new\n"
        };
        let output = run_with(&arguments, body);
        assert_eq!(status(&output), code, "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
        assert_eq!(
            std::fs::read_to_string(folder.join("sitemap-1.xml")).unwrap(),
            written
        );
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    }
    for arguments in [
        &["sitemap", "-", "--write", place][..],
        &["sitemap", "-", "--gzip"],
        &[
            "sitemap",
            "-",
            "--write",
            place,
            "--at",
            "https://example.com/",
            "--check",
        ],
    ] {
        assert_eq!(status(&run_with(arguments, b"")), 2, "{arguments:?}");
    }
}
