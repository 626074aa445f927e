//! `robots lint`: what is wrong with robots.txt files.

mod human;
mod row;
mod sarif;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rayon::prelude::*;
use robots_exclusion::Dialect;
use robots_exclusion::lint::{Code, Diagnostic, LintOptions, Severity, lint};
use url::Url;

use crate::Status;
use crate::failure::Failure;
use crate::input::{Input, RobotsFile};
use crate::options::dialects;
use crate::output::{self, Output, RowFormat, Rows};

use human::Summary;

/// Finds what is misspelt, lost, without effect or hardly meant in robots.txt files.
///
/// Every kind of finding has a code; --explain says what one is about. A comment `# robots-lint: ignore R012` in the file switches a code off for its line or the next one, `# robots-lint: ignore-file R012` for the whole file.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots lint robots.txt
  robots lint https://www.example.com --fail-on error
  robots lint --severity trailing-star=off,R028=error robots.txt
  robots lint --format sarif sites/ > robots.sarif
  robots lint --explain R012")]
pub(crate) struct Lint {
    /// robots.txt files: paths, folders, - for standard input, or URLs, which mean the robots.txt of their sites
    #[arg(value_name = "FILE", required_unless_present_any = ["explain", "list"])]
    files: Vec<Input>,

    /// Judge the files as this dialect reads them
    #[arg(short, long, default_value = "rfc9309", value_parser = dialects())]
    dialect: Dialect,

    /// End with status 1 only for findings that are at least this grave
    #[arg(long, value_name = "SEVERITY", default_value = "info")]
    fail_on: FailOn,

    /// Report a code at another severity (error, warning, info), or not (off); may be repeated
    #[arg(long, value_name = "CODE=SEVERITY", value_delimiter = ',', value_parser = level)]
    severity: Vec<(Code, Option<Severity>)>,

    /// Report nothing less grave than this
    #[arg(long, value_name = "SEVERITY", default_value = "info", value_parser = str::parse::<Severity>)]
    min_severity: Severity,

    /// The URL under which the file is served, to compare sitemaps with; known where FILE is a URL
    #[arg(long, value_name = "URL", value_parser = Url::parse)]
    url: Option<Url>,

    /// Of a folder, judge all files, not only those whose names end in robots.txt
    #[arg(long)]
    any_name: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<LintFormat>,

    /// Say what a code is about, with an example
    #[arg(long, value_name = "CODE", value_parser = code, conflicts_with_all = ["files", "list"])]
    explain: Option<Code>,

    /// List all codes
    #[arg(long, conflicts_with = "files")]
    list: bool,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// As compilers print them, with a summary; the default on a terminal
    Human,
    /// One JSON array
    Json,
    /// JSON Lines: one object a line; the default off a terminal
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// SARIF 2.1.0, for annotations in continuous integration
    Sarif,
}

/// What makes the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Any finding
    Info,
    /// A warning or an error
    Warning,
    /// An error
    Error,
    /// Nothing
    Never,
}

impl FailOn {
    fn includes(self, severity: Severity) -> bool {
        match self {
            Self::Info => true,
            Self::Warning => severity >= Severity::Warning,
            Self::Error => severity >= Severity::Error,
            Self::Never => false,
        }
    }
}

fn code(text: &str) -> Result<Code, String> {
    text.parse()
        .map_err(|error| format!("{error} (see robots lint --list)"))
}

/// `R012=warning`, `missing-colon=off`.
fn level(text: &str) -> Result<(Code, Option<Severity>), String> {
    let (name, level) = text.split_once('=').ok_or("write CODE=SEVERITY, as R012=off")?;
    let severity = match level {
        "off" => None,
        level => Some(level.parse().map_err(|error| format!("{error}, or off"))?),
    };
    Ok((code(name)?, severity))
}

/// A file and what was found in it.
struct Report {
    file: RobotsFile,
    found: Vec<Diagnostic>,
}

/// A file of a list: read already, or to be read.
enum Source {
    Read(RobotsFile),
    Path(PathBuf),
}

/// How many files are judged before their findings are printed.
const BATCH: usize = 256;

impl Lint {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        if let Some(code) = self.explain {
            let mut output = Output::new();
            output.print(&human::explain(code))?;
            output.flush()?;
            return Ok(Status::Clean);
        }
        if self.list {
            return list(self.format);
        }
        let mut options = LintOptions::new().dialect(self.dialect);
        for (code, severity) in &self.severity {
            options = match severity {
                Some(severity) => options.severity(*code, *severity),
                None => options.disable(*code),
            };
        }
        for code in Code::ALL {
            if options
                .level(*code)
                .is_some_and(|level| level < self.min_severity)
            {
                options = options.disable(*code);
            }
        }
        if let Some(url) = &self.url {
            options = options.url(url.clone());
        }

        let mut has_failed = false;
        let sources = self.sources(&mut has_failed);
        if sources.is_empty() && !has_failed {
            let named = "no file of theirs ends in robots.txt (see --any-name)";
            return Err(Failure::Usage(format!("there is nothing to judge: {named}")));
        }
        let count = sources.len();
        let mut printer = Printer::new(self.format);
        let bar = output::progress(None);
        let mut sources = sources.into_iter();
        let (mut bytes, mut files) = (0, 0);
        loop {
            let batch: Vec<Source> = sources.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                break;
            }
            let reports: Vec<Result<Report, Failure>> = batch
                .into_par_iter()
                .map(|source| report(source, &options, self.url.is_some()))
                .collect();
            for report in reports {
                match report {
                    Ok(report) => {
                        bytes += report.file.body.len() as u64;
                        printer.print(&report, self.dialect)?;
                    }
                    Err(failure) => {
                        output::complain(&failure);
                        has_failed = true;
                    }
                }
                files += 1;
            }
            bar.set_position(bytes);
            bar.set_message(files.to_string());
        }
        bar.finish_and_clear();
        let summary = printer.finish(count)?;
        Ok(if has_failed {
            Status::BadInput
        } else if summary.counts().any(|severity| self.fail_on.includes(severity)) {
            Status::Findings
        } else {
            Status::Clean
        })
    }

    /// The files that are meant. What cannot be read is complained about.
    fn sources(&self, has_failed: &mut bool) -> Vec<Source> {
        let mut sources = Vec::new();
        for input in &self.files {
            match input {
                Input::Path(path) if path.is_dir() => {
                    let mut paths = Vec::new();
                    if let Err(error) = walk(path, self.any_name, &mut paths) {
                        output::complain(&input.failure(error));
                        *has_failed = true;
                    }
                    paths.sort();
                    sources.extend(paths.into_iter().map(Source::Path));
                }
                Input::Path(path) => sources.push(Source::Path(path.clone())),
                Input::Stdin | Input::Url(_) => match input.robots(self.dialect) {
                    // What stands in the place of a file is not the site's.
                    Ok(file) if file.fetched.as_ref().is_some_and(|report| !report.is_file()) => {
                        *has_failed = true;
                    }
                    Ok(file) => sources.push(Source::Read(file)),
                    Err(failure) => {
                        output::complain(&failure);
                        *has_failed = true;
                    }
                },
            }
        }
        sources
    }
}

/// The files of a folder and of those in it; hidden ones are left out, and links to folders are not followed.
fn walk(folder: &Path, any_name: bool, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        if name.starts_with(b".") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), any_name, paths)?;
        } else if any_name || name.to_ascii_lowercase().ends_with(b"robots.txt") {
            paths.push(entry.path());
        }
    }
    Ok(())
}

fn report(source: Source, options: &LintOptions, url_is_known: bool) -> Result<Report, Failure> {
    let file = match source {
        Source::Read(file) => file,
        Source::Path(path) => Input::Path(path).robots(Dialect::default())?,
    };
    let own = file
        .fetched
        .as_ref()
        .and_then(|report| Url::parse(&report.url).ok());
    let found = match own.filter(|_| !url_is_known) {
        Some(url) => lint(&file.body, &options.clone().url(url)),
        None => lint(&file.body, options),
    };
    Ok(Report { file, found })
}

/// Prints reports one by one.
enum Printer {
    Human(Output, Summary),
    Nested(Rows, Summary),
    Flat(Rows, Summary),
    Sarif(Output, sarif::Log, Summary),
}

impl Printer {
    fn new(format: Option<LintFormat>) -> Self {
        let rows = |format| Output::new().rows(format);
        let summary = Summary::default();
        match format.unwrap_or_else(LintFormat::of_stream) {
            LintFormat::Human => Self::Human(Output::new(), summary),
            LintFormat::Json => Self::Nested(rows(RowFormat::Json), summary),
            LintFormat::Jsonl => Self::Nested(rows(RowFormat::Jsonl), summary),
            LintFormat::Csv => Self::Flat(rows(RowFormat::Csv), summary),
            LintFormat::Tsv => Self::Flat(rows(RowFormat::Tsv), summary),
            LintFormat::Sarif => Self::Sarif(Output::new(), sarif::Log::new(), summary),
        }
    }

    fn print(&mut self, report: &Report, dialect: Dialect) -> Result<(), Failure> {
        let Report { file, found } = report;
        let (Self::Human(_, summary)
        | Self::Nested(_, summary)
        | Self::Flat(_, summary)
        | Self::Sarif(_, _, summary)) = self;
        summary.add(found);
        match self {
            Self::Human(output, _) => human::print(output, file, found, dialect),
            Self::Nested(rows, _) => {
                let mut found = found.iter();
                found.try_for_each(|finding| rows.write(&row::Nested::new(file, finding)))
            }
            Self::Flat(rows, _) => {
                let mut found = found.iter();
                found.try_for_each(|finding| rows.write(&row::Flat::new(file, finding)))
            }
            Self::Sarif(_, log, _) => {
                log.add(file, found);
                Ok(())
            }
        }
    }

    fn finish(self, files: usize) -> Result<Summary, Failure> {
        match self {
            Self::Human(mut output, summary) => {
                output.print(&summary.text(files))?;
                output.flush()?;
                Ok(summary)
            }
            Self::Nested(rows, summary) | Self::Flat(rows, summary) => {
                rows.finish()?;
                Ok(summary)
            }
            Self::Sarif(mut output, log, summary) => {
                output.json_line(&log)?;
                output.flush()?;
                Ok(summary)
            }
        }
    }
}

impl LintFormat {
    fn of_stream() -> Self {
        match RowFormat::or_default(None) {
            RowFormat::Human => Self::Human,
            _ => Self::Jsonl,
        }
    }
}

/// Prints the codes.
fn list(format: Option<LintFormat>) -> Result<Status, Failure> {
    let format = match format.unwrap_or_else(LintFormat::of_stream) {
        LintFormat::Human => {
            let mut output = Output::new();
            output.print(&human::list())?;
            output.flush()?;
            return Ok(Status::Clean);
        }
        LintFormat::Json => RowFormat::Json,
        LintFormat::Jsonl => RowFormat::Jsonl,
        LintFormat::Csv => RowFormat::Csv,
        LintFormat::Tsv => RowFormat::Tsv,
        LintFormat::Sarif => {
            return Err(Failure::Usage(
                "the list of codes cannot be printed as SARIF".to_owned(),
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
