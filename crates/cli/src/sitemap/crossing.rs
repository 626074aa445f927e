//! A sitemap against a robots.txt: what is listed although crawlers may not fetch it.

use robots_exclusion::Target;
use robots_exclusion::fetch::in_scope;
use robots_exclusion_sitemap::Entry;
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

/// A robots.txt, and how many entries of a sitemap have each problem so far.
pub(super) struct Crossing {
    views: Views,
    disallowed: u64,
    out_of_scope: u64,
    not_urls: u64,
}

/// An entry that crawlers may not fetch, or that the file says nothing about.
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
}

impl Crossing {
    pub(super) fn new(views: Views) -> Self {
        Self {
            views,
            disallowed: 0,
            out_of_scope: 0,
            not_urls: 0,
        }
    }

    /// Reports an entry if there is something to say.
    pub(super) fn entry(&mut self, entry: &Entry, sink: &mut Sink) -> Result<(), Failure> {
        let loc = entry.loc.as_str();
        // A sitemap lists whole URLs, so a path is not valid here.
        let url = Url::parse(loc).ok().filter(|_| Target::parse(loc).is_ok());
        match (url, &self.views.url) {
            (None, _) => {
                self.not_urls += 1;
                let message = "it is not a URL; list whole URLs that begin with https://";
                print_row(sink, loc, "not-a-url", message, None)
            }
            (Some(url), Some(robots)) if !in_scope(&url, robots) => {
                self.out_of_scope += 1;
                let message =
                    format!("{robots} does not apply to this host, scheme or port; its own robots.txt does");
                print_row(sink, loc, "out-of-scope", &message, None)
            }
            _ => self.ask(loc, sink),
        }
    }

    /// Asks for every crawler about a URL that the file applies to.
    fn ask(&mut self, loc: &str, sink: &mut Sink) -> Result<(), Failure> {
        let rows = self.views.ask(loc.as_bytes());
        for row in rows.iter().filter(|row| !row.allowed) {
            self.disallowed += 1;
            let message = match (row.line, &row.rule) {
                (Some(line), Some(rule)) => format!("line {line} of the robots.txt disallows it: {rule}"),
                _ => format!("robots.txt is {}", row.reason),
            };
            print_row(sink, loc, "disallowed", &message, Some(row))?;
        }
        Ok(())
    }

    /// How much was found, in words.
    pub(super) fn summary(&self) -> String {
        let mut text = format!("{} disallowed", self.disallowed);
        if self.out_of_scope > 0 {
            text += &format!(", {} out of scope", self.out_of_scope);
        }
        if self.not_urls > 0 {
            text += &format!(", {}", count(self.not_urls, "not a URL", "not URLs"));
        }
        text
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
    };
    let style = verdict_style(false);
    let agent = row
        .agent
        .map_or(String::new(), |agent| format!(" {}", printable(agent)));
    let (loc, message) = (printable(loc), printable(message));
    let text = format!("{style}{problem}{style:#}{agent} {loc}: {message}\n");
    print(sink, &row, &text)
}
