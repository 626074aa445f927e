//! Reports in every format.

use clap::ValueEnum;
use robots_exclusion::Dialect;
use robots_exclusion::lint::{Code, Severity};

use super::collapse::{Collapsed, collapse};
use super::html::Page;
use super::human::{self, Summary};
use super::outcome;
use super::{Report, row, sarif};
use crate::failure::Failure;
use crate::output::{Output, RowFormat, Rows};
use crate::report::{Finding, Level, ReportFormat, Reporter};
use crate::status::Status;

/// How findings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum LintFormat {
    /// The way compilers print them, with a summary; the default
    #[default]
    Human,
    /// One line each: FILE:LINE:COLUMN: severity CODE message
    Concise,
    /// One JSON object per line
    #[value(alias = "jsonl")]
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// SARIF 2.1.0, which code hosts show in pull requests
    Sarif,
    /// Workflow commands of GitHub Actions, which appear at their lines in a pull request
    Github,
    /// JUnit XML, which most build servers show
    Junit,
    /// Markdown tables, for comments and job summaries
    Markdown,
    /// One self-contained page: each file with its findings and corrections
    Html,
}

/// Prints reports one by one.
pub(super) struct Printer {
    sink: Sink,
    summary: Summary,
}

enum Sink {
    Human(Output),
    Nested(Rows),
    Flat(Rows),
    Sarif(sarif::Log),
    Html(Output, Page),
    Report(Reporter),
}

impl Printer {
    pub(super) fn new(format: LintFormat) -> Self {
        let rows = |format| Output::new().rows(format);
        let report = |format| Sink::Report(Reporter::new(Output::new(), format, "robots lint"));
        let sink = match format {
            LintFormat::Human => Sink::Human(Output::new()),
            LintFormat::Concise => report(ReportFormat::Concise),
            LintFormat::Json => Sink::Nested(rows(RowFormat::Jsonl)),
            LintFormat::Csv => Sink::Flat(rows(RowFormat::Csv)),
            LintFormat::Tsv => Sink::Flat(rows(RowFormat::Tsv)),
            LintFormat::Sarif => Sink::Sarif(sarif::Log::new(Output::new())),
            LintFormat::Github => report(ReportFormat::Github),
            LintFormat::Junit => report(ReportFormat::Junit),
            LintFormat::Markdown => report(ReportFormat::Markdown),
            LintFormat::Html => Sink::Html(Output::new(), Page::default()),
        };
        Self {
            sink,
            summary: Summary::default(),
        }
    }

    pub(super) fn print(&mut self, report: &Report, dialect: Dialect) -> Result<(), Failure> {
        let Report { file, found, .. } = report;
        self.summary.add(found);
        let outcomes = match &self.sink {
            Sink::Human(_) | Sink::Nested(_) | Sink::Html(..) => outcome::of(file),
            _ => Vec::new(),
        };
        match &mut self.sink {
            Sink::Human(output) => human::print(output, file, &collapse(found), &outcomes, dialect),
            Sink::Nested(rows) => {
                outcomes
                    .iter()
                    .try_for_each(|outcome| rows.write(&row::OutcomeRow::new(file, outcome)))?;
                found
                    .iter()
                    .try_for_each(|finding| rows.write(&row::Nested::new(file, finding)))
            }
            Sink::Flat(rows) => found
                .iter()
                .try_for_each(|finding| rows.write(&row::Flat::new(file, finding))),
            Sink::Sarif(log) => log.add(file, found),
            Sink::Html(_, page) => {
                page.add(report, &outcomes, dialect);
                Ok(())
            }
            Sink::Report(reporter) => {
                let collapsed = collapse(found);
                let findings: Vec<Finding<'_>> = collapsed.iter().map(shared).collect();
                reporter.file(&file.name, &findings)
            }
        }
    }

    pub(super) fn finish(self, files: usize) -> Result<Summary, Failure> {
        match self.sink {
            Sink::Human(mut output) => {
                // "Nothing found" about no file at all would sound like praise.
                if files > 0 {
                    output.print(&self.summary.text(files))?;
                }
                output.flush()?;
            }
            Sink::Nested(rows) | Sink::Flat(rows) => rows.finish()?,
            Sink::Sarif(log) => log.finish()?,
            Sink::Html(output, page) => page.finish(output)?,
            Sink::Report(reporter) => reporter.finish()?,
        }
        Ok(self.summary)
    }
}

/// A finding as all commands report them.
fn shared<'d>(collapsed: &Collapsed<'d>) -> Finding<'d> {
    let finding = collapsed.finding;
    let message = match collapsed.note() {
        Some(also) => format!("{}; {also}", collapsed.message),
        None => collapsed.message.clone().into_owned(),
    };
    Finding {
        level: match finding.severity() {
            Severity::Info => Level::Info,
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        },
        code: finding.code().as_str(),
        name: finding.code().name(),
        line: finding.line(),
        column: finding.column(),
        end_line: finding.end_line(),
        end_column: finding.end_column(),
        message,
        help: finding.help(),
        test: format!("{} {}", finding.code(), finding.code().name()),
    }
}

/// Prints the codes.
pub(super) fn list(format: LintFormat) -> Result<Status, Failure> {
    let format = match format {
        LintFormat::Human => {
            let mut output = Output::new();
            output.print(&human::list())?;
            output.flush()?;
            return Ok(Status::Clean);
        }
        LintFormat::Json => RowFormat::Jsonl,
        LintFormat::Csv => RowFormat::Csv,
        LintFormat::Tsv => RowFormat::Tsv,
        _ => {
            return Err(Failure::Usage(
                "the list of codes can be printed as human, json, csv or tsv".to_owned(),
            ));
        }
    };
    let mut rows = Output::new().rows(format);
    for code in Code::ALL {
        rows.write(&row::CodeRow::new(*code))?;
    }
    rows.finish()?;
    Ok(Status::Clean)
}
