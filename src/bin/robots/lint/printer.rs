//! Reports in every format.

use robots_exclusion::Dialect;
use robots_exclusion::lint::{Code, FindingSummary, outcomes, summarize};

use super::LintedFile;
use super::human::{self, Summary};
use super::page::Page;
use super::row::{self, LintRow};
use crate::failure::Failure;
use crate::report::format::{
    CONCISE, CSV, Choice, GITHUB, JSON_LINES, JUNIT, MARKDOWN, TSV, for_people, page,
};
use crate::report::{Finding, Format, Sink};
use crate::status::Status;

pub(super) const FORMATS: &[Choice] = &[
    for_people("The way compilers print them, with a summary; the default"),
    CONCISE,
    JSON_LINES,
    CSV,
    TSV,
    (
        "sarif",
        Format::Sarif,
        "SARIF 2.1.0, which code hosts show in pull requests",
    ),
    GITHUB,
    JUNIT,
    MARKDOWN,
    page("One self-contained page: each file with its findings and corrections"),
];

/// Prints reports one by one.
pub(super) struct Printer {
    sink: Sink,
    page: Option<Page>,
    pub(super) summary: Summary,
}

impl Printer {
    pub(super) fn new(format: Format) -> Self {
        Self {
            sink: Sink::new(format, "robots lint"),
            page: (format == Format::Html).then(Page::default),
            summary: Summary::default(),
        }
    }

    pub(super) fn print(&mut self, report: &LintedFile, dialect: Dialect) -> Result<(), Failure> {
        let LintedFile { file, found, .. } = report;
        self.summary.add(found);
        if let Some(page) = &mut self.page {
            page.add(report, &outcomes(&file.body), dialect);
        } else if let Some(output) = self.sink.text() {
            human::print(output, file, &summarize(found), &outcomes(&file.body), dialect)?;
        }
        if let Some(rows) = self.sink.rows() {
            if !rows.is_flat() {
                for item in &outcomes(&file.body) {
                    let (kind, file) = ("outcome", &file.name);
                    rows.write(&LintRow { kind, file, item })?;
                }
            }
            for item in found {
                let (kind, file) = ("finding", &file.name);
                rows.write_columns(&LintRow { kind, file, item }, row::COLUMNS)?;
            }
        }
        self.sink.diagnostics(&file.name, &file.body, found)?;
        self.sink
            .findings(&file.name, || summarize(found).iter().map(finding_of).collect())
    }

    pub(super) fn finish(mut self, files: usize) -> Result<Summary, Failure> {
        match (self.page, self.sink.text()) {
            (Some(page), Some(output)) => page.finish(output, &self.summary)?,
            // "Nothing found" about no file at all would sound like praise.
            (None, Some(output)) if files > 0 => output.print(&self.summary.text(files))?,
            _ => {}
        }
        self.sink.finish()?;
        Ok(self.summary)
    }
}

/// A finding as all commands report them.
fn finding_of<'d>(summary: &FindingSummary<'d>) -> Finding<'d> {
    let finding = summary.finding();
    let message = match summary.note() {
        Some(also) => format!("{}; {also}", summary.message()),
        None => summary.message().to_owned(),
    };
    Finding {
        severity: finding.severity(),
        code: finding.code().as_str(),
        name: finding.code().name(),
        line: finding.line(),
        column: finding.column(),
        end_line: finding.end_line(),
        end_column: finding.end_column(),
        message,
        help: summary.help().to_owned().into(),
        test: format!("{} {}", finding.code(), finding.code().name()),
    }
}

/// Prints the codes.
pub(super) fn list(format: Format) -> Result<Status, Failure> {
    if !matches!(format, Format::Human | Format::Jsonl | Format::Csv | Format::Tsv) {
        return Err(Failure::Usage(
            "the list of codes can be printed as human, json, csv or tsv".to_owned(),
        ));
    }
    let mut sink = Sink::new(format, "robots lint");
    if let Some(output) = sink.text() {
        output.print(&human::list())?;
    }
    if let Some(rows) = sink.rows() {
        for code in Code::ALL {
            rows.write(&row::CodeRow {
                code: code.as_str(),
                name: code.name(),
                severity: code.default_severity().as_str(),
                title: code.title(),
                explanation: code.explanation(),
                source: code.source(),
            })?;
        }
    }
    sink.finish()?;
    Ok(Status::Clean)
}
