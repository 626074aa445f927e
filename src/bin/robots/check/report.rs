//! How verdicts are printed, and what they add up to.

use std::fmt::Write;

use anstyle::Style;
use robots_exclusion::error::TargetError;
use serde::Serialize;

use super::Expected;
use super::explain::{explain, explain_substitute};
use crate::crawlers::{self, CrawlerQuery};
use crate::credentials::hide_credentials;
use crate::dialects::name_of;
use crate::failure::Failure;
use crate::output;
use crate::report::{Cell, Format, Sink, Table, Tone, alike};
use crate::row::AnswerRow;
use crate::shown::printable;
use crate::status::Status;
use crate::views::{View, Views};

/// The parts of a question that affect the layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// About several files.
    pub(super) are_several: bool,
    /// One question (about each file).
    pub(super) is_one_question: bool,
    /// Each crawler has its own dialect.
    pub(super) is_auto: bool,
}

/// Prints verdicts as they come.
pub(super) struct VerdictPrinter<'a> {
    pub(super) asked: &'a [CrawlerQuery],
    sink: Sink,
    layout: Layout,
    shape: Shape,
    expect: Option<Expected>,
    /// For people: which crawlers ignore the groups for `*` that would apply to them otherwise.
    note: Option<String>,
    status: Status,
}

/// How people get their answers.
enum Layout {
    /// The verdict in the file, with carets.
    Explanation,
    /// URLs down, crawlers across.
    Table(Table),
    /// Below each URL the verdicts, with the crawlers that get them.
    Listing,
    /// One line for each file.
    Line,
}

impl Layout {
    fn of(shape: Shape, asked: &[CrawlerQuery]) -> Self {
        if shape.is_one_question {
            return match shape.are_several {
                true => Self::Line,
                false => Self::Explanation,
            };
        }
        let head = |asked: &CrawlerQuery| match shape.is_auto {
            true => format!("{} ({})", asked.name(), name_of(asked.documented_dialect())),
            false => asked.name().to_owned(),
        };
        let heads: Vec<String> = asked.iter().map(head).collect();
        if fit_across(&heads) {
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

impl<'a> VerdictPrinter<'a> {
    pub(super) fn new(
        format: Format,
        shape: Shape,
        expect: Option<Expected>,
        asked: &'a [CrawlerQuery],
    ) -> Self {
        let format = match format {
            // One object and not an array of one.
            Format::Json if shape.is_one_question && !shape.are_several => Format::Jsonl,
            format => format,
        };
        Self {
            asked,
            sink: Sink::new(format, "robots check"),
            layout: Layout::of(shape, asked),
            shape,
            expect,
            note: None,
            status: Status::default(),
        }
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, views: &Views) -> Result<(), Failure> {
        let Some(output) = self.sink.text() else {
            return Ok(());
        };
        let ignores = |(asked, view): (&CrawlerQuery, &View)| {
            let ignores = view.substitute.is_none() && asked.ignores_star(&view.robots);
            ignores.then(|| asked.crawler().to_owned())
        };
        let pairs = self.asked.iter().zip(views.by_crawler());
        let ignoring: Vec<String> = pairs.filter_map(ignores).collect();
        self.note = crawlers::ignoring_star(&ignoring);
        if !self.shape.are_several || self.shape.is_one_question {
            return Ok(());
        }
        let bold = Style::new().bold();
        output.print(&format!("{bold}{}{bold:#}\n", printable(&views.name)))
    }

    /// The verdicts on a URL, in the order of the crawlers.
    pub(super) fn url(&mut self, views: &Views, url: &[u8], rows: Vec<AnswerRow<'_>>) -> Result<(), Failure> {
        for row in &rows {
            self.tally(row);
        }
        if let Some(sink) = self.sink.rows() {
            for (mut row, view) in rows.into_iter().zip(views.by_crawler()) {
                row.file = self.shape.are_several.then_some(&views.name);
                row.dialect = self.shape.is_auto.then(|| view.dialect_name());
                row.as_expected = self.expect.map(|expected| expected.is(row.allowed));
                row.truncated = (view.is_truncated && !sink.is_flat()).then_some(true);
                sink.write(&row)?;
            }
            return Ok(());
        }
        let (Some(output), Some(first)) = (self.sink.text(), rows.first()) else {
            return Ok(());
        };
        match &mut self.layout {
            Layout::Explanation => {
                let view = &views.views[0];
                output.print(&match view.substitute {
                    Some(_) if first.is_substitute() => explain_substitute(first, &view.why_substitute),
                    _ => {
                        let note = self.shape.is_auto.then(|| view.dialect_name());
                        explain(&views.name, &view.robots, &self.asked[0], url, note)
                    }
                })
            }
            Layout::Line => {
                let style = output::verdict_style(first.allowed);
                let (word, name) = (verdict(first), printable(&views.name));
                let note = self
                    .note
                    .as_ref()
                    .map_or(String::new(), |note| format!(" ({note})"));
                output.print(&format!("{style}{word:24}{style:#} {name}{note}\n"))
            }
            Layout::Listing => output.print(&listing(url, &rows)),
            Layout::Table(table) => {
                // In parts, so that a list of any length can be shown.
                const ROWS: usize = 500;
                let verdict = |row| Cell::from(verdict(row)).with_tone(Tone::of_verdict(row.allowed));
                let url = String::from_utf8_lossy(url).into_owned();
                table
                    .rows
                    .push([url.into()].into_iter().chain(rows.iter().map(verdict)).collect());
                if table.rows.len() == ROWS {
                    output.print(&table.on_terminal())?;
                    table.rows.clear();
                }
                Ok(())
            }
        }
    }

    /// A line of the list that is not a URL. Standard error has it already.
    pub(super) fn bad_line(&mut self, url: &[u8], line: u64, error: TargetError) -> Result<(), Failure> {
        self.status.raise(Status::BadInput);
        let Some(rows) = self.sink.rows().filter(|rows| !rows.is_flat()) else {
            return Ok(());
        };
        rows.write(&BadLineRow {
            url: &hide_credentials(&String::from_utf8_lossy(url)),
            error: error.to_string(),
            input_line: line,
        })
    }

    /// Ends a file.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let note = self.note.take().map(|note| note + "\n").unwrap_or_default();
        let Some(output) = self.sink.text() else {
            return Ok(());
        };
        match &mut self.layout {
            Layout::Table(table) if !table.rows.is_empty() => {
                output.print(&table.on_terminal())?;
                table.rows.clear();
            }
            Layout::Table(_) | Layout::Listing => {}
            Layout::Explanation | Layout::Line => return Ok(()),
        }
        output.print(&note)?;
        output.print(if self.shape.are_several { "\n" } else { "" })
    }

    /// Ends the report.
    pub(super) fn finish(self) -> Result<Status, Failure> {
        self.sink.finish()?;
        Ok(self.status)
    }

    fn tally(&mut self, row: &AnswerRow<'_>) {
        let expected = self.expect.unwrap_or(Expected::Allowed);
        self.status.raise_if(!expected.is(row.allowed), Status::Findings);
        // A site that gives no robots.txt answers the question whether something is allowed. One
        // that cannot be reached does not.
        let is_not_fetched = match self.expect {
            None => row.is_substitute(),
            Some(_) => row.reason == "unreachable",
        };
        self.status.raise_if(is_not_fetched, Status::NotFetched);
    }
}

/// Whether a table has room for every crawler.
fn fit_across(heads: &[String]) -> bool {
    const URL: usize = 24;
    const VERDICT: usize = "disallowed by line 123".len();
    const GAP: usize = 2;
    let widths = heads
        .iter()
        .map(|head| printable(head).chars().count().max(VERDICT) + GAP);
    URL + widths.sum::<usize>() <= output::width()
}

/// A verdict in words.
fn verdict(row: &AnswerRow<'_>) -> String {
    let word = if row.allowed { "allowed" } else { "disallowed" };
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
