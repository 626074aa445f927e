//! A sitemap against a robots.txt: listed URLs that crawlers may not fetch.

use robots_exclusion::Target;
use robots_exclusion::agents::Medium;
use robots_exclusion::fetch::in_scope;
use robots_exclusion_sitemap::{Entry, ExtensionKind};
use serde::Serialize;
use url::Url;

use super::print;
use crate::failure::Failure;
use crate::output::verdict_style;
use crate::report::Sink;
use crate::row::AnswerRow;
use crate::shown::{count, printable};
use crate::status::Status;
use crate::views::Views;

/// The columns of a row in a table.
const COLUMNS: &[&str] = &[
    "loc", "problem", "agent", "reason", "line", "rule", "group", "message", "crawler", "medium", "page",
];
const COLUMNS_OF_FILES: &[&str] = &[
    "file", "loc", "problem", "agent", "reason", "line", "rule", "group", "message", "crawler", "medium",
    "page",
];

/// A robots.txt, and how many entries of sitemaps have each problem so far.
pub(super) struct Crossing {
    views: Views,
    disallowed: u64,
    out_of_scope: u64,
    not_urls: u64,
    /// Images and videos on other sites, to which the robots.txt does not apply.
    elsewhere: u64,
}

/// An address that crawlers may not fetch, or that the file says nothing about.
#[derive(Serialize)]
struct CrossingRow<'a> {
    loc: &'a str,
    /// `disallowed`, `out-of-scope`, `not-a-url`.
    problem: &'static str,
    agent: Option<&'a str>,
    reason: Option<&'static str>,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
    /// Why, in words.
    message: &'a str,
    /// The first of the crawler's product tokens.
    crawler: Option<&'a str>,
    /// `image` or `video`; absent for a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    medium: Option<&'static str>,
    /// The page of an image or video.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
}

/// Where an address is listed, and where rows about it go.
struct Place<'a> {
    entry: &'a Entry,
    /// The kind of file at the address; `None` for a page.
    medium: Option<Medium>,
    file: Option<&'a str>,
    names_files: bool,
}

impl Crossing {
    pub(super) fn new(views: Views) -> Self {
        Self {
            views,
            disallowed: 0,
            out_of_scope: 0,
            not_urls: 0,
            elsewhere: 0,
        }
    }

    /// Reports an entry, and its images and videos, if there is something to say.
    pub(super) fn entry(
        &mut self,
        entry: &Entry,
        file: Option<&str>,
        names_files: bool,
        sink: &mut Sink,
    ) -> Result<(), Failure> {
        let place = |medium| Place {
            entry,
            medium,
            file,
            names_files,
        };
        self.address(&entry.loc, &place(None), sink)?;
        for extension in &entry.extensions {
            let (medium, fields) = match extension.kind() {
                ExtensionKind::Image => (Medium::Image, &["loc"][..]),
                ExtensionKind::Video => (Medium::Video, &["thumbnail_loc", "content_loc", "player_loc"][..]),
                _ => continue,
            };
            for address in fields.iter().filter_map(|field| extension.get(field)) {
                self.address(address, &place(Some(medium)), sink)?;
            }
        }
        Ok(())
    }

    fn address(&mut self, loc: &str, place: &Place<'_>, sink: &mut Sink) -> Result<(), Failure> {
        // A sitemap lists whole URLs, so a path is not valid here.
        let url = Url::parse(loc).ok().filter(|_| Target::parse(loc).is_ok());
        match (url, &self.views.url) {
            (None, _) => {
                self.not_urls += 1;
                let message = "it is not a URL; list whole URLs that begin with https://";
                print_row(sink, loc, "not-a-url", message, None, place)
            }
            // Images and videos may be anywhere.
            (Some(url), Some(robots)) if !in_scope(&url, robots) && place.medium.is_some() => {
                self.elsewhere += 1;
                Ok(())
            }
            (Some(url), Some(robots)) if !in_scope(&url, robots) => {
                self.out_of_scope += 1;
                let message =
                    format!("{robots} does not apply to this host, scheme or port; its own robots.txt does");
                print_row(sink, loc, "out-of-scope", &message, None, place)
            }
            _ => self.ask(loc, place, sink),
        }
    }

    /// Asks about a URL that the file applies to, for every crawler that fetches such content.
    fn ask(&mut self, loc: &str, place: &Place<'_>, sink: &mut Sink) -> Result<(), Failure> {
        let rows = self.views.ask(loc.as_bytes());
        let crawlers = self.views.by_crawler().map(|(crawler, _)| crawler.asked());
        // Crawlers that fetch pages also fetch, as Google documents of its main crawler, whatever
        // belongs to them.
        let fetching = rows.iter().zip(crawlers).filter(|(row, asked)| {
            !row.allowed
                && asked
                    .only_fetches()
                    .is_none_or(|medium| place.medium == Some(medium))
        });
        for (row, _) in fetching {
            self.disallowed += 1;
            let message = match (row.line, &row.rule) {
                (Some(line), Some(rule)) => format!("line {line} of the robots.txt disallows it: {rule}"),
                _ => format!("robots.txt is {}", row.reason),
            };
            print_row(sink, loc, "disallowed", &message, Some(row), place)?;
        }
        Ok(())
    }

    /// How much was found, in words. That nothing was disallowed is only said once all sitemaps were
    /// read.
    pub(super) fn summary(&self, is_incomplete: bool) -> String {
        let mut parts = Vec::new();
        if self.disallowed > 0 || !is_incomplete {
            parts.push(format!("{} disallowed", self.disallowed));
        }
        if self.out_of_scope > 0 {
            parts.push(format!("{} out of scope", self.out_of_scope));
        }
        if self.not_urls > 0 {
            parts.push(count(self.not_urls, "not a URL", "not URLs"));
        }
        if self.elsewhere > 0 {
            parts.push(format!(
                "{} on other sites not asked about",
                count(self.elsewhere, "image or video", "images or videos")
            ));
        }
        if parts.is_empty() {
            parts.push("nothing known to be disallowed".to_owned());
        }
        parts.join(", ")
    }

    pub(super) fn status(&self) -> Status {
        let mut status = Status::of_findings(self.disallowed + self.out_of_scope + self.not_urls > 0);
        status.raise_if(self.views.is_not_fetched(), Status::NotFetched);
        status
    }
}

fn print_row(
    sink: &mut Sink,
    loc: &str,
    problem: &'static str,
    message: &str,
    answer: Option<&AnswerRow<'_>>,
    place: &Place<'_>,
) -> Result<(), Failure> {
    let row = CrossingRow {
        loc,
        problem,
        agent: answer.map(|answer| &*answer.agent),
        reason: answer.map(|answer| answer.reason),
        line: answer.and_then(|answer| answer.line),
        rule: answer.and_then(|answer| answer.rule.as_deref()),
        group: answer.and_then(|answer| answer.group.as_deref()),
        message,
        crawler: answer.map(|answer| &*answer.crawler),
        medium: place.medium.map(Medium::as_str),
        page: place.medium.map(|_| place.entry.loc.as_str()),
    };
    let style = verdict_style(false);
    let agent = row
        .agent
        .map_or(String::new(), |agent| format!(" {}", printable(agent)));
    let (loc, message) = (printable(loc), printable(message));
    let of_page = row.medium.zip(row.page).map_or(String::new(), |(medium, page)| {
        format!(" ({medium} of {})", printable(page))
    });
    let text = format!("{style}{problem}{style:#}{agent} {loc}{of_page}: {message}\n");
    let columns = if place.names_files {
        COLUMNS_OF_FILES
    } else {
        COLUMNS
    };
    print(sink, place.file, &row, columns, &text)
}
