//! Entries, problems and errors as JSON: the keys of the command line.

use std::io;

use robots_exclusion_sitemap::{
    ChangeFrequency, Entry, Error, Extension, ExtensionKind, Priority, W3cDateTime,
};
use serde_json::{Value, json, to_value};

use super::read;

#[test]
fn an_entry() {
    let image = Extension::new(ExtensionKind::Image)
        .with("loc", "https://example.com/1.png")
        .with("loc", "https://example.com/2.png");
    let date: W3cDateTime = "2007-11-02T18:50".parse().unwrap();
    let entry = Entry::new("https://example.com/")
        .with_lastmod(date)
        .with_change_frequency(ChangeFrequency::Daily)
        .with_priority(Priority::new(0.25).unwrap())
        .with_extension(image)
        .with_extension(Extension::new(ExtensionKind::Other));
    assert_eq!(
        to_value(&entry).unwrap(),
        json!({
            "loc": "https://example.com/",
            "lastmod": "2007-11-02T18:50",
            "changefreq": "daily",
            "priority": 0.25,
            "kind": "url",
            "line": 0,
            "extensions": [
                {
                    "kind": "image",
                    "name": "image:image",
                    "fields": [["loc", "https://example.com/1.png"], ["loc", "https://example.com/2.png"]],
                },
                {"kind": "other", "name": "", "fields": []},
            ],
        })
    );
    let listed = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\n\
        <sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>";
    assert_eq!(
        to_value(&read(listed).entries[0]).unwrap(),
        json!({
            "loc": "https://example.com/1.xml",
            "lastmod": null,
            "changefreq": null,
            "priority": null,
            "kind": "sitemap",
            "line": 2,
            "extensions": [],
        })
    );
}

#[test]
fn a_problem() {
    let outcome = read("\nhttps://example.com/ \u{e4}\n/a");
    let found: Vec<Value> = outcome
        .problems
        .iter()
        .map(|problem| to_value(problem).unwrap())
        .collect();
    assert_eq!(
        found,
        [
            json!({
                "code": "loc-not-encoded",
                "line": 2,
                "message": "loc is not percent-encoded",
                "entry_dropped": false,
                "excerpt": "https://example.com/ \u{e4}",
            }),
            json!({
                "code": "loc-not-absolute",
                "line": 3,
                "message": "loc is not an absolute URL",
                "entry_dropped": true,
                "excerpt": "/a",
            }),
        ]
    );
    assert_eq!(to_value(&read("").problems[0]).unwrap()["excerpt"], Value::Null);
}

#[test]
fn an_error() {
    for (error, code, line, message) in [
        (
            Error::TooDeep { line: 3 },
            "too-deep",
            Some(3),
            "elements are nested too deeply",
        ),
        (
            Error::Doctype { line: 1 },
            "doctype-too-long",
            Some(1),
            "the document type declaration is too long",
        ),
        (
            Error::TooManyBytes(7),
            "too-many-bytes",
            None,
            "the sitemap has more than 7 bytes",
        ),
        (
            Error::Io(io::Error::other("line 1: no disk")),
            "unreadable",
            None,
            "cannot read the sitemap: line 1: no disk",
        ),
    ] {
        let expected = json!({
            "code": code,
            "line": line,
            "message": message,
            "entry_dropped": false,
            "excerpt": null,
        });
        assert_eq!(to_value(&error).unwrap(), expected);
    }
}
