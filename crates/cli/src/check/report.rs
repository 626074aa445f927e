//! How verdicts are printed, and the exit status that they lead to.

use std::fmt::Write;

use anstyle::Style;
use robots_exclusion::Dialect;
use robots_exclusion::fetch::in_scope;
use serde::Serialize;
use url::Url;

use super::explain::explain;
use crate::crawlers::CrawlerQuery;
use crate::credentials::hide_credentials;
use crate::dialects::name_of;
use crate::failure::Failure;

use crate::output::{self, Output};
use crate::report::{Cell, Sink, Table, Tone, alike};
use crate::row::AnswerRow;
use crate::shown::printable;
use crate::status::Status;
use crate::urls::Urls;
use crate::views::Views;

/// Prints verdicts as they come.
pub(super) struct VerdictPrinter {
    pub(super) sink: Sink,
    pub(super) layout: Layout,
    /// Whether several files are asked.
    pub(super) are_several: bool,
    /// Whether each crawler has its own dialect.
    pub(super) is_auto: bool,
    /// Whether all are expected to be allowed, if a verdict is expected.
    pub(super) expect: Option<bool>,
    pub(super) status: Status,
}

/// How people get their answers.
#[derive(Debug)]
pub(super) enum Layout {
    /// For one question about one file: the verdict in the file, with carets.
    Explanation,
    /// For one question about several files: one line for each file.
    Line,
    /// URLs down, crawlers across.
    Table(Table),
    /// Below each URL the verdicts, with the crawlers that get them.
    Listing,
}

impl Layout {
    /// The table for many questions about a file, if it has room for every crawler.
    pub(super) fn of_many(asked: &[CrawlerQuery], is_auto: bool) -> Self {
        let head = |asked: &CrawlerQuery| match name_of(asked.documented_dialect()) {
            dialect if is_auto && dialect != name_of(Dialect::RFC_9309) => {
                format!("{} ({dialect})", asked.name())
            }
            _ => asked.name().to_owned(),
        };
        const URL: usize = 24;
        const VERDICT: usize = "disallowed by line 123".len();
        const GAP: usize = 2;
        let heads: Vec<String> = asked.iter().map(head).collect();
        let width = |head: &String| printable(head).chars().count().max(VERDICT) + GAP;
        if URL + heads.iter().map(width).sum::<usize>() <= output::width() {
            Self::Table(Table::new(["URL".to_owned()].into_iter().chain(heads)))
        } else {
            Self::Listing
        }
    }
}

/// The row of a line that is not a URL.
#[derive(Serialize)]
struct BadLineRow<'a> {
    url: &'a str,
    error: String,
    input_line: u64,
}

impl VerdictPrinter {
    /// Asks one file about the URLs of the command line, and about the URLs of a list that is too
    /// long to keep. Only one file can be asked about such a list.
    pub(super) fn file(
        &mut self,
        views: &Views,
        urls: &[Vec<u8>],
        lines: Option<&mut Urls>,
    ) -> Result<(), Failure> {
        warn_out_of_scope(views, urls);
        let is_for_many = matches!(self.layout, Layout::Table(_) | Layout::Listing);
        if let Some(output) = self.sink.text().filter(|_| is_for_many && self.are_several) {
            let bold = Style::new().bold();
            output.print(&format!("{bold}{}{bold:#}\n", printable(&views.name)))?;
        }
        for url in urls {
            self.url(views, url)?;
        }
        if let Some(lines) = lines {
            lines.for_each(|line| match line.error {
                None => self.url(views, line.url),
                Some(error) => self.bad_line(line.url, line.number, error),
            })?;
        }
        let Some(output) = self.sink.text().filter(|_| is_for_many) else {
            return Ok(());
        };
        if let Layout::Table(table) = &mut self.layout {
            print_rows(table, output)?;
        }
        let notes: String = views.notes().iter().map(|note| format!("{note}\n")).collect();
        output.print(&(notes + if self.are_several { "\n" } else { "" }))
    }

    /// The verdicts on a URL, in the order of the crawlers.
    fn url(&mut self, views: &Views, url: &[u8]) -> Result<(), Failure> {
        let rows = views.ask(url);
        for row in &rows {
            self.tally(row);
        }
        if let Some(sink) = self.sink.rows() {
            for (mut row, (_, view)) in rows.into_iter().zip(views.by_crawler()) {
                row.file = self.are_several.then_some(&views.name);
                row.dialect = Some(view.dialect_name());
                row.as_expected = self.expect.map(|expected| expected == row.allowed);
                row.truncated = (view.is_truncated() && !sink.is_flat()).then_some(true);
                sink.write(&row)?;
            }
            return Ok(());
        }
        let (Some(output), Some(first)) = (self.sink.text(), rows.first()) else {
            return Ok(());
        };
        match &mut self.layout {
            Layout::Explanation => views.by_crawler().try_for_each(|(crawler, view)| {
                output.print(&explain(&views.name, view, crawler.asked(), url, self.is_auto))
            }),
            Layout::Line => {
                let style = output::verdict_style(first.allowed);
                let (word, name) = (verdict(first), printable(&views.name));
                let note = match &views.notes()[..] {
                    [] => String::new(),
                    notes => format!(" ({})", notes.join("; ")),
                };
                output.print(&format!("{style}{word:24}{style:#} {name}{note}\n"))
            }
            Layout::Listing => output.print(&listing(url, &rows)),
            Layout::Table(table) => {
                // In parts, so that a list of any length can be shown.
                const ROWS: usize = 500;
                let verdict = |row| Cell::from(verdict(row)).with_tone(Tone::of_verdict(row.allowed));
                let url = String::from_utf8_lossy(url).into_owned();
                let verdicts = rows.iter().map(verdict);
                table
                    .rows
                    .push([url.into()].into_iter().chain(verdicts).collect());
                match table.rows.len() {
                    ROWS => print_rows(table, output),
                    _ => Ok(()),
                }
            }
        }
    }

    /// A line of the list that is not a URL. Standard error has it already.
    fn bad_line(&mut self, url: &[u8], line: u64, error: String) -> Result<(), Failure> {
        self.status.raise(Status::BadInput);
        let Some(rows) = self.sink.rows().filter(|rows| !rows.is_flat()) else {
            return Ok(());
        };
        rows.write(&BadLineRow {
            url: &hide_credentials(&String::from_utf8_lossy(url)),
            error,
            input_line: line,
        })
    }

    /// Ends the report.
    pub(super) fn finish(self) -> Result<Status, Failure> {
        self.sink.finish()?;
        Ok(self.status)
    }

    fn tally(&mut self, row: &AnswerRow<'_>) {
        let expected = self.expect.unwrap_or(true);
        self.status.raise_if(row.allowed != expected, Status::Findings);
        // A site that gives no robots.txt answers the question whether something is allowed. One
        // that cannot be reached does not.
        let is_not_fetched = match self.expect {
            None => row.is_substitute(),
            Some(_) => row.reason == "unreachable",
        };
        self.status.raise_if(is_not_fetched, Status::NotFetched);
    }
}

/// Warns about URLs that the file does not apply to, because it was fetched from another site.
fn warn_out_of_scope(views: &Views, urls: &[Vec<u8>]) {
    let Some(robots) = &views.url else { return };
    let parsed = urls
        .iter()
        .filter_map(|url| Url::parse(std::str::from_utf8(url).ok()?).ok());
    for url in parsed.filter(|url| !in_scope(url, robots)) {
        output::warn(&format_args!(
            "{robots} does not apply to {url}; the robots.txt of that host does"
        ));
    }
}

/// Prints the rows of a table that are not printed yet, if there are any.
fn print_rows(table: &mut Table, output: &mut Output) -> Result<(), Failure> {
    if !table.rows.is_empty() {
        output.print(&table.on_terminal())?;
        table.rows.clear();
    }
    Ok(())
}

/// A verdict in words.
fn verdict(row: &AnswerRow<'_>) -> String {
    let word = output::verdict_word(row.allowed);
    match row.line {
        Some(line) => format!("{word} by line {line}"),
        None if row.is_substitute() => format!("{word} ({})", row.reason),
        None => word.to_owned(),
    }
}

/// A URL, and below it the verdicts, with the crawlers that get them.
fn listing(url: &[u8], rows: &[AnswerRow<'_>]) -> String {
    let verdicts = alike(rows.iter().map(|row| (verdict(row), row)));
    let mut text = printable(&String::from_utf8_lossy(url));
    text.push('\n');
    let column = verdicts
        .iter()
        .map(|(words, _)| words.len())
        .max()
        .unwrap_or_default();
    for (words, rows) in verdicts {
        let style = output::verdict_style(rows[0].allowed);
        let agents: Vec<String> = rows.iter().map(|row| printable(&row.agent)).collect();
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{words:column$}{style:#}  ");
        output::fill(&mut text, &agents.join(", "), column + 4, output::width());
        text.push('\n');
    }
    text
}
