//! Reports in every format.

use robots_exclusion::Dialect;
use robots_exclusion_analysis::lint::{
    Code, FindingSummary, OutcomeSummary, Severity, summarize, summarize_outcomes,
};

use super::LintedFile;
use super::human::{self, Summary};
use super::page::Page;
use super::row::{self, LintRow};
use crate::failure::Failure;
use crate::report::format::{CONCISE, CSV, Choice, GITHUB, JSON, JSON_LINES, JUNIT, MARKDOWN, TSV};
use crate::report::{Finding, Format, Sink};
use crate::status::Status;

pub(super) const FORMATS: &[Choice] = &[
    Format::Human.help("The way compilers print them, with a summary; the default"),
    CONCISE,
    JSON,
    JSON_LINES,
    CSV,
    TSV,
    Format::Sarif.help("SARIF 2.1.0, which code hosts show in pull requests"),
    GITHUB,
    JUNIT,
    MARKDOWN,
    Format::Html.help("One self-contained page: each file with its findings and corrections"),
];

/// In place of a code, in a row that says what a file means for a crawler.
pub(crate) const OUTCOME: &str = "outcome";

/// Prints reports one by one.
pub(super) struct Printer {
    sink: Sink,
    page: Option<Page>,
    /// Whether each finding is printed by itself.
    is_each: bool,
}

impl Printer {
    /// Findings that say the same are printed as one, unless `is_each`.
    pub(super) fn new(format: Format, is_each: bool) -> Self {
        Self {
            is_each,
            sink: Sink::new(format, "robots lint"),
            page: (format == Format::Html).then(Page::default),
        }
    }

    /// Prints one. `shut_out` are the crawlers that may crawl nothing, and for which that is to fail.
    pub(super) fn print(
        &mut self,
        report: &LintedFile,
        dialect: Dialect,
        shut_out: &[&str],
    ) -> Result<(), Failure> {
        let LintedFile {
            file,
            found,
            outcomes,
            ..
        } = report;
        let summaries = || match self.is_each {
            true => found.chunks(1).flat_map(summarize).collect(),
            false => summarize(found),
        };
        match (&mut self.sink, &mut self.page) {
            (_, Some(page)) => page.add(report, dialect),
            (Sink::Text(output), _) => {
                human::print(output, file, &summaries(), outcomes, dialect)?;
            }
            (Sink::Rows(rows), _) => {
                for item in outcomes {
                    let (kind, file) = ("outcome", &file.name);
                    rows.write_columns(&LintRow { kind, file, item }, row::COLUMNS)?;
                }
                for finding in found {
                    let item = &row::finding(finding, &file.body);
                    let (kind, file) = ("finding", &file.name);
                    rows.write_columns(&LintRow { kind, file, item }, row::COLUMNS)?;
                }
            }
            (Sink::Findings(reporter), _) => {
                let alike = summarize_outcomes(outcomes);
                let outcomes = alike
                    .iter()
                    .map(|alike| outcome_of(alike, severity_of(alike, shut_out)));
                let findings: Vec<_> = outcomes.chain(summaries().iter().map(finding_of)).collect();
                reporter.file(&file.name, &findings)?;
            }
            (Sink::Sarif(log), _) => {
                let alike = summarize_outcomes(outcomes);
                let outcomes: Vec<_> = alike
                    .iter()
                    .map(|alike| (alike, severity_of(alike, shut_out)))
                    .collect();
                log.file(&file.name, &file.body, found, &outcomes)?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self, summary: &Summary) -> Result<(), Failure> {
        match (self.page, self.sink.text()) {
            (Some(page), Some(output)) => page.finish(output, summary)?,
            // "Nothing found" about no file at all would sound like praise.
            (None, Some(output)) if summary.files().0 > 0 => output.print(&summary.text())?,
            _ => {}
        }
        self.sink.finish()
    }
}

/// The severity of an outcome for some crawlers: an error if the command fails because of it, since
/// they are among the crawlers that are `shut_out`, or may be so because of `*`. Otherwise a
/// notice: if it is worse, a finding with a code of its own says so.
fn severity_of(alike: &OutcomeSummary<'_>, shut_out: &[&str]) -> Severity {
    let is_among = |agent: &str| shut_out.contains(&agent) || (agent == "*" && !shut_out.is_empty());
    let fails = alike.is_closed() && alike.outcomes().iter().any(|one| is_among(one.agent()));
    if fails { Severity::Error } else { Severity::Info }
}

/// The outcome of a file for some crawlers, as a finding.
fn outcome_of(alike: &OutcomeSummary<'_>, severity: Severity) -> Finding {
    let line = alike.line().unwrap_or(1);
    Finding {
        severity,
        code: OUTCOME,
        name: if alike.is_closed() {
            "closed"
        } else {
            alike.access().as_str()
        },
        start: (line, 1),
        end: (line, 1),
        message: alike.to_string(),
        help: match severity {
            Severity::Error => {
                "remove the rule or write `Disallow:` if these crawlers should read the site; \
                                if this is meant, leave them out of --fail-on-closed"
                    .to_owned()
            }
            _ => String::new(),
        },
        test: format!("{OUTCOME} {}", alike.outcomes()[0].agent()),
    }
}

/// A finding as all commands report them.
fn finding_of(summary: &FindingSummary<'_>) -> Finding {
    let finding = summary.finding();
    let also = summary.note().map(|also| format!("; {also}"));
    Finding {
        severity: finding.severity(),
        code: finding.code().as_str(),
        name: finding.code().name(),
        start: (finding.line(), finding.column()),
        end: (finding.end_line(), finding.end_column()),
        message: summary.message().to_owned() + &also.unwrap_or_default(),
        help: summary.help().to_owned(),
        test: format!("{} {}", finding.code(), finding.code().name()),
    }
}

/// Prints the codes.
pub(super) fn list(format: Format) -> Result<Status, Failure> {
    if !matches!(
        format,
        Format::Human | Format::Json | Format::Jsonl | Format::Csv | Format::Tsv
    ) {
        return Err(Failure::Usage(
            "the list of codes can be printed as human, json, jsonl, csv or tsv".to_owned(),
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
                remedy: code.remedy().as_str(),
            })?;
        }
    }
    sink.finish()?;
    Ok(Status::Clean)
}
