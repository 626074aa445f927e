//! What people are told of problems whose cause lies outside the file: another kind of document, and
//! URLs that the sitemap may not list.

use std::io::{self, Cursor, Read};

use robots_exclusion::RobotsTxt;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion_sitemap::{Problem, ProblemKind};
use serde::Serialize;
use url::Url;

/// A row of `--check`.
#[derive(Serialize)]
pub(super) struct ProblemRow<'a> {
    pub(super) code: &'a str,
    pub(super) line: Option<u64>,
    pub(super) message: String,
    pub(super) entry_dropped: bool,
    pub(super) excerpt: Option<&'a str>,
}

impl<'a> ProblemRow<'a> {
    /// A problem of the sitemap at this address.
    pub(super) fn new(problem: &'a Problem, at: Option<&Url>) -> Self {
        Self {
            code: problem.kind.as_str(),
            line: Some(problem.line),
            message: message(problem, at),
            entry_dropped: problem.entry_dropped,
            excerpt: Some(&*problem.excerpt).filter(|excerpt| !excerpt.is_empty()),
        }
    }

    /// The whole file is something else.
    pub(super) fn of_another_document(what: &str) -> Self {
        Self {
            code: "not-a-sitemap",
            line: None,
            message: format!("this is {what} and no sitemap"),
            entry_dropped: false,
            excerpt: None,
        }
    }
}

/// What is wrong, in words that name the cause if the sitemap's address tells it.
fn message(problem: &Problem, at: Option<&Url>) -> String {
    let url = Url::parse(&problem.excerpt).ok();
    let (ProblemKind::OutOfScope, Some(at), Some(url)) = (problem.kind, at, url) else {
        return problem.kind.message().to_owned();
    };
    let hosts = [&url, at].map(|url| url.host_str().unwrap_or_default());
    let bare = hosts.map(|host| host.strip_prefix("www.").unwrap_or(host));
    let [host, own] = hosts;
    if hosts[0] == hosts[1] && url.scheme() != at.scheme() {
        return format!(
            "{} instead of {}, by which the sitemap is served",
            url.scheme(),
            at.scheme()
        );
    }
    if hosts[0] != hosts[1] && bare[0] == bare[1] {
        return format!("{host} instead of {own}, on which the sitemap lies");
    }
    if url.origin() != at.origin() {
        let site = url.origin().ascii_serialization();
        return format!(
            "another site than the sitemap's: list it in a sitemap there, or name this one in a Sitemap line of {site}/robots.txt"
        );
    }
    let folder = at.path().rfind('/').map_or("/", |slash| &at.path()[..=slash]);
    format!(
        "the sitemap lies in {folder} and may list what is below it: move it to the root, or name it in a Sitemap line of robots.txt"
    )
}

/// Reads the beginning of a file. Also returns what it is, if that is no sitemap.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn another_document(
    mut reader: Box<dyn Read>,
) -> io::Result<(Box<dyn Read>, Option<&'static str>)> {
    const BYTES: u64 = 4 << 10;
    let mut head = Vec::new();
    reader.by_ref().take(BYTES).read_to_end(&mut head)?;
    let what = kind(&head);
    Ok((Box::new(Cursor::new(head).chain(reader)), what))
}

fn kind(head: &[u8]) -> Option<&'static str> {
    let text = head
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(head)
        .trim_ascii_start();
    let begins = |start: &[u8]| {
        text.get(..start.len())
            .is_some_and(|text| text.eq_ignore_ascii_case(start))
    };
    if begins(b"<!doctype html") || begins(b"<html") {
        return Some("an HTML page");
    }
    // Of a ZIP archive, a PDF, and pictures.
    let binary: [(&[u8], &str); 5] = [
        (
            b"PK\x03\x04",
            "a ZIP archive, and sitemaps are compressed with gzip",
        ),
        (b"%PDF-", "a PDF document"),
        (b"\x89PNG", "a picture"),
        (b"\xFF\xD8\xFF", "a picture"),
        (b"GIF8", "a picture"),
    ];
    if let Some((_, what)) = binary.iter().find(|(start, _)| head.starts_with(start)) {
        return Some(what);
    }
    if text.starts_with(b"<") {
        return None;
    }
    let robots = RobotsTxt::parse(text);
    if matches!(robots.format(), BodyFormat::Json) || text.starts_with(b"{") || text.starts_with(b"[") {
        return Some("a JSON document");
    }
    robots.groups().next().map(|_| "a robots.txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_called_what_they_are() {
        for (head, what) in [
            ("<!DOCTYPE html>\n<html>", Some("an HTML page")),
            ("\u{feff}\n <HTML lang=en>", Some("an HTML page")),
            ("{\"urls\": []}", Some("a JSON document")),
            ("[\"https://e.com/\"]", Some("a JSON document")),
            ("# x\nUser-agent: *\nDisallow: /x\n", Some("a robots.txt")),
            ("<?xml version=\"1.0\"?><urlset>", None),
            ("<urlset>", None),
            ("https://e.com/\n", None),
            ("", None),
            ("\x1f\u{8b}", None),
            ("not a url\n", None),
            ("%PDF-1.7", Some("a PDF document")),
            (
                "PK\x03\x04x",
                Some("a ZIP archive, and sitemaps are compressed with gzip"),
            ),
        ] {
            assert_eq!(kind(head.as_bytes()), what, "{head}");
        }
    }
}
