//! How verdicts are printed, and what they add up to.

use std::collections::HashMap;
use std::fmt::Write;

use anstyle::Style;
use comfy_table::{Attribute, Cell, Color, Table};
use robots_exclusion::error::TargetError;
use serde::Serialize;

use super::Expected;
use super::explain::{explain, explain_substitute};
use crate::crawlers::{self, CrawlerQuery};
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::report::{Format, Rows};
use crate::row::Row;
use crate::shown::{hide_credentials, printable};
use crate::status::Status;
use crate::views::{View, Views};

/// What is asked, as far as it affects the layout.
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
pub(super) struct Report {
    sink: Sink,
    shape: Shape,
    expect: Option<Expected>,
    /// The names of the dialects in the order of the crawlers.
    dialects: Vec<&'static str>,
    /// For people: which crawlers ignore the groups for `*` that would apply to them otherwise.
    note: Option<String>,
    pub(super) status: Status,
}

enum Sink {
    Rows(Rows),
    /// For people.
    Human(Output, Layout),
}

/// How people get their answers.
enum Layout {
    /// Undecided until there is a file.
    Undecided,
    /// The verdict in the file, with carets.
    Explanation,
    /// URLs down, crawlers across.
    Table(Box<Across>),
    /// Below each URL the verdicts, with the crawlers that get them.
    Listing,
    /// One line for each file.
    Line,
}

/// A table as far as it has been filled.
struct Across {
    table: Table,
    header: Vec<Cell>,
}

/// The row of a line that is not a URL.
#[derive(Serialize)]
struct BadLineRow<'a> {
    url: &'a str,
    error: String,
    input_line: u64,
}

impl Report {
    pub(super) fn new(format: Format, shape: Shape, expect: Option<Expected>) -> Self {
        let output = Output::new();
        Self {
            sink: match format {
                Format::Human => Sink::Human(output, Layout::Undecided),
                // One object and not an array of one.
                Format::Json if shape.is_one_question && !shape.are_several => {
                    Sink::Rows(Rows::new(output, Format::Jsonl))
                }
                format => Sink::Rows(Rows::new(output, format)),
            },
            shape,
            expect,
            dialects: Vec::new(),
            note: None,
            status: Status::default(),
        }
    }

    /// Begins a file.
    pub(super) fn begin(&mut self, views: &Views, asked: &[CrawlerQuery]) -> Result<(), Failure> {
        let name = |view: &View| view.robots.dialect().name().unwrap_or("custom");
        self.dialects = views.by_crawler().map(name).collect();
        let Sink::Human(output, layout) = &mut self.sink else {
            return Ok(());
        };
        let ignores = |(asked, view): (&CrawlerQuery, &View)| {
            let ignores = view.substitute.is_none() && asked.ignores_star(&view.robots);
            ignores.then(|| asked.crawler().to_owned())
        };
        let ignoring: Vec<String> = asked.iter().zip(views.by_crawler()).filter_map(ignores).collect();
        self.note = crawlers::ignoring_star(&ignoring);
        if self.shape.is_one_question {
            *layout = if self.shape.are_several {
                Layout::Line
            } else {
                Layout::Explanation
            };
            return Ok(());
        }
        let heads: Vec<String> = asked
            .iter()
            .zip(&self.dialects)
            .map(|(asked, dialect)| {
                let name = printable(asked.name());
                if self.shape.is_auto {
                    format!("{name} ({dialect})")
                } else {
                    name
                }
            })
            .collect();
        if self.shape.are_several {
            let bold = Style::new().bold();
            output.print(&format!("{bold}{}{bold:#}\n", printable(&views.name)))?;
        }
        *layout = if fit_across(&heads) {
            let header: Vec<Cell> = ["URL".to_owned()]
                .into_iter()
                .chain(heads)
                .map(|text| Cell::new(text).add_attribute(Attribute::Bold))
                .collect();
            Layout::Table(Box::new(Across {
                table: new_table(&header),
                header,
            }))
        } else {
            Layout::Listing
        };
        Ok(())
    }

    /// The verdicts on a URL, in the order of the crawlers.
    pub(super) fn url(
        &mut self,
        views: &Views,
        asked: &[CrawlerQuery],
        url: &[u8],
        rows: Vec<Row<'_>>,
    ) -> Result<(), Failure> {
        for row in &rows {
            self.tally(row);
        }
        match &mut self.sink {
            Sink::Rows(sink) => {
                for ((mut row, dialect), view) in rows.into_iter().zip(&self.dialects).zip(views.by_crawler())
                {
                    row.file = self.shape.are_several.then_some(&views.name);
                    row.dialect = self.shape.is_auto.then_some(dialect);
                    row.as_expected = self.expect.map(|expected| expected.is(row.allowed));
                    row.truncated = (view.is_truncated && !sink.is_flat()).then_some(true);
                    sink.write(&row)?;
                }
                Ok(())
            }
            Sink::Human(output, layout) => match layout {
                Layout::Undecided => Ok(()),
                Layout::Explanation => {
                    let text = rows
                        .iter()
                        .zip(views.by_crawler())
                        .map(|(row, view)| match view.substitute {
                            Some(_) if row.is_substitute() => explain_substitute(row, &view.why_substitute),
                            _ => {
                                let note = self.shape.is_auto.then(|| self.dialects[0]);
                                explain(&views.name, &view.robots, &asked[0], url, note)
                            }
                        });
                    output.print(&text.collect::<String>())
                }
                Layout::Line => {
                    let text: String = rows
                        .iter()
                        .map(|row| {
                            let style = output::verdict_style(row.allowed);
                            let word = verdict(row);
                            let note = self
                                .note
                                .as_ref()
                                .map_or(String::new(), |note| format!(" ({note})"));
                            format!("{style}{word:24}{style:#} {}{note}\n", printable(&views.name))
                        })
                        .collect();
                    output.print(&text)
                }
                Layout::Listing => output.print(&listing(url, &rows)),
                Layout::Table(across) => {
                    let Across { table, header } = &mut **across;
                    // In parts, so that a list of any length can be shown.
                    const ROWS: usize = 500;
                    let mut cells = vec![output::cell(&printable(&String::from_utf8_lossy(url)))];
                    for row in &rows {
                        let color = if row.allowed { Color::Green } else { Color::Red };
                        cells.push(Cell::new(verdict(row)).fg(color));
                    }
                    table.add_row(cells);
                    if table.row_count() == ROWS {
                        let full = std::mem::replace(table, new_table(header));
                        output.print(&format!("{full}\n"))?;
                    }
                    Ok(())
                }
            },
        }
    }

    /// A line of the list that is not a URL. Standard error has it already.
    pub(super) fn bad_line(&mut self, url: &[u8], line: u64, error: TargetError) -> Result<(), Failure> {
        self.status.raise(Status::BadInput);
        match &mut self.sink {
            Sink::Rows(rows) if !rows.is_flat() => rows.write(&BadLineRow {
                url: &hide_credentials(&String::from_utf8_lossy(url)),
                error: error.to_string(),
                input_line: line,
            }),
            _ => Ok(()),
        }
    }

    /// Ends a file.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let note = self.note.take().map(|note| note + "\n").unwrap_or_default();
        match &mut self.sink {
            Sink::Human(output, Layout::Table(across)) => {
                let Across { table, header } = &mut **across;
                let last = std::mem::replace(table, new_table(header));
                if last.row_count() > 0 {
                    output.print(&format!("{last}\n"))?;
                }
                output.print(&note)?;
                if self.shape.are_several {
                    output.print("\n")?;
                }
                Ok(())
            }
            Sink::Human(output, Layout::Listing) => {
                output.print(&note)?;
                if self.shape.are_several {
                    output.print("\n")?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Ends the report.
    pub(super) fn finish(self) -> Result<Status, Failure> {
        match self.sink {
            Sink::Rows(rows) => rows.finish()?,
            Sink::Human(mut output, _) => output.flush()?,
        }
        Ok(self.status)
    }

    fn tally(&mut self, row: &Row<'_>) {
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
    let widths = heads.iter().map(|head| head.chars().count().max(VERDICT) + GAP);
    URL + widths.sum::<usize>() <= output::width()
}

fn new_table(header: &[Cell]) -> Table {
    let mut table = output::table();
    table.set_header(header.to_vec());
    table
}

/// A verdict in words.
fn verdict(row: &Row<'_>) -> String {
    let word = if row.allowed { "allowed" } else { "disallowed" };
    match row.line {
        Some(line) => format!("{word} by line {line}"),
        None if row.is_substitute() => format!("{word} ({})", row.reason),
        None => word.to_owned(),
    }
}

/// A URL, and below it the verdicts, with the crawlers that get them.
fn listing(url: &[u8], rows: &[Row<'_>]) -> String {
    let mut verdicts: Vec<(bool, String, Vec<String>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in rows {
        let words = verdict(row);
        let place = *places.entry(words.clone()).or_insert(verdicts.len());
        if place == verdicts.len() {
            verdicts.push((row.allowed, words, Vec::new()));
        }
        verdicts[place].2.push(printable(&row.agent));
    }
    let mut text = printable(&String::from_utf8_lossy(url));
    text.push('\n');
    let column = verdicts
        .iter()
        .map(|(_, words, _)| words.len())
        .max()
        .unwrap_or_default();
    for (allowed, words, agents) in verdicts {
        let style = output::verdict_style(allowed);
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{words:column$}{style:#}  ");
        output::fill(&mut text, &agents.join(", "), column + 4, output::width());
        text.push('\n');
    }
    text
}
