//! `robots lint`: what is wrong with robots.txt files.

mod baseline;
mod fixing;
mod human;
mod page;
mod printer;
mod row;

use std::path::{Path, PathBuf};

use clap::Args;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::lint::{Code, Diagnostic, LintOptions, Outcome, Severity, is_closed};
use url::Url;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::credentials::url_of_place;
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::{Client, Web};
use crate::files;
use crate::input::{Input, RobotsFile};
use crate::output::{self, Output};
use crate::report::Format;
use crate::report::format::among;
use crate::severity::{FailOn, code, code_and_level};
use crate::shown::printable;
use crate::status::Status;

use baseline::Baseline;
use fixing::{Corrected, Fixing};
use human::Summary;
pub(crate) use printer::OUTCOME;
use printer::Printer;

/// Finds typos, ignored lines, redundant rules and likely mistakes in robots.txt files.
///
/// First it says which search engines, AI crawlers and archives may crawl nothing, or another part
/// than everybody else. Every kind of finding has a code; --explain describes it. A comment `#
/// robots-lint: ignore R012` switches a code off: at the end of a line for that line, on a line of
/// its own for the next one; `# robots-lint: ignore-file R012` does so for the whole file. Findings
/// that say the same thing are shown once, with all their lines.
///
/// A correction is a change that a careful expert makes without asking: it removes no sign of the author's
/// intention, and it is proved to change no verdict for any URL that clients send: the characters of RFC
/// 3986, the ones that browsers leave raw besides (\ ^ ` { | }), and % with or without two hex digits
/// after it. --fix makes the corrections. All other changes are suggestions: the help shows them, and
/// --also makes the suggestions for the codes that you name.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots lint robots.txt
  robots lint https://www.example.com --fail-on error
  robots lint --severity trailing-star=off,R028=error robots.txt
  robots lint --format github robots.txt
  robots lint --format html robots.txt > report.html
  robots lint --write-baseline known.json robots.txt
  robots lint --baseline known.json robots.txt
  robots lint --fix --diff robots.txt
  robots lint --fix robots.txt
  robots lint --fix --also misspelled-name,R010 robots.txt
  robots lint --fail-on-closed @search robots.txt
  robots lint --explain R012")]
pub(crate) struct Lint {
    /// robots.txt files: paths, folders, - for standard input, or URLs, which mean the robots.txt
    /// of their sites
    #[arg(value_name = "FILE", required_unless_present_any = ["explain", "list"])]
    files: Vec<Input>,

    /// The dialect to read the file in, for every crawler [default: auto: what is said of a well-known
    /// crawler as its operator documents it, all else as in rfc9309]. --fix keeps the verdicts of this
    /// dialect besides those of every dialect in use
    #[arg(short, long, ignore_case = true, value_parser = dialects::choices())]
    dialect: Option<DialectChoice>,

    /// With --fix: keep the verdicts of the historic dialects too
    #[arg(long, requires = "fix")]
    all_dialects: bool,

    /// End with status 1 only if there are findings of at least this severity [default: error]
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,

    /// End with status 1 if a crawler of this set, or of this name, may crawl nothing, or only
    /// files that are not pages; may be repeated. `reported` stands for the crawlers for which R028
    /// or R082 reports this as a warning or an error, unless it is ignored or in the baseline, and
    /// `none` for nobody [default: reported, or none with --fail-on never]
    #[arg(long, value_name = "SET")]
    fail_on_closed: Vec<String>,

    /// Report a code at another severity (error, warning, info), or not at all (off); may be
    /// repeated
    #[arg(long, value_name = "CODE=SEVERITY", value_delimiter = ',', value_parser = code_and_level)]
    severity: Vec<(Code, Option<Severity>)>,

    /// Report only findings of at least this severity [default: info]
    #[arg(long, value_name = "SEVERITY", value_parser = str::parse::<Severity>)]
    min_severity: Option<Severity>,

    /// Print each finding by itself. By default, findings of a file that say the same are printed
    /// once, with all their lines. JSON, CSV, SARIF and their like have each in any case
    #[arg(long)]
    all: bool,

    /// Do not report the findings in this file, which --write-baseline wrote
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write all findings to this file, as a baseline for later runs, instead of reporting them
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,

    /// Make the corrections, which change no verdict for the crawlers that the files name, * and
    /// all well-known crawlers, and report the remaining findings. Standard input is corrected to
    /// standard output
    #[arg(long, conflicts_with = "write_baseline")]
    fix: bool,

    /// With --fix: print the corrections as a patch, and write nothing; the status is 1 if there
    /// are any
    #[arg(long, requires = "fix")]
    diff: bool,

    /// With --fix: also make the suggestions for this code, where a finding has exactly one. They
    /// may change verdicts, but a suggestion that closes the site for a search engine is never
    /// made; may be repeated
    #[arg(long, value_name = "CODE", requires = "fix", value_delimiter = ',', value_parser = code)]
    also: Vec<Code>,

    /// The URL under which the file is served, to compare sitemaps with; known if FILE is a URL
    #[arg(long, value_name = "URL", value_parser = url_of_place)]
    url: Option<Url>,

    /// In a folder, take all files, not only those whose names end in robots.txt
    #[arg(long)]
    any_name: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(printer::FORMATS), default_value = "human")]
    format: Format,

    /// Describe a code, with an example; without CODE, list all codes
    #[arg(long, value_name = "CODE", value_parser = code, num_args = 0..=1, conflicts_with_all = ["files", "list"])]
    explain: Option<Option<Code>>,

    /// List all codes
    #[arg(long, conflicts_with = "files")]
    list: bool,

    #[command(flatten)]
    web: Web,
}

/// A file and the findings in it.
struct LintedFile {
    file: RobotsFile,
    found: Vec<Diagnostic>,
    outcomes: Vec<Outcome>,
    /// If the file was corrected: `file` and `found` are about the result.
    corrected: Option<Corrected>,
}

impl LintedFile {
    /// The file as a crawler reads it.
    fn robots_for(&self, crawler: &CrawlerQuery, choice: DialectChoice) -> RobotsTxt<'_> {
        let options = RobotsTxt::options().dialect(crawler.dialect(choice));
        options.parse(&self.file.body)
    }
}

impl Lint {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        if let Some(Some(code)) = self.explain {
            let mut output = Output::new();
            output.print(&human::explain(code))?;
            output.flush()?;
            return Ok(Status::Clean);
        }
        if self.list || self.explain.is_some() {
            return printer::list(self.format);
        }
        let choice = self.dialect.or(config.dialect).unwrap_or_default();
        let dialect = choice.for_file();
        let options = self.options(config, choice);
        let known = self.baseline.as_ref().or(config.lint.baseline.as_ref());
        let mut baseline = match (&self.write_baseline, known) {
            (Some(path), _) => Baseline::new(path),
            (None, Some(path)) => Baseline::read(path)?,
            (None, None) => Baseline::new(Path::new("")),
        };

        let mut status = Status::default();
        let inputs = files::expand(&self.files, self.any_name, "lint", &[], &mut status)?;
        let fail_on = self.fail_on.or(config.lint.fail_on).unwrap_or(FailOn::Error);
        let (is_reported_watched, named) = self.watched(config, fail_on);
        let watched = Naming { as_token: false }.expand(&named)?;
        let mut closed: Vec<String> = Vec::new();
        let unknown = watched.iter().filter(|crawler| crawler.agent().is_none());
        let mut unnamed: Vec<&CrawlerQuery> = unknown.collect();
        let fixing = self.fix.then(|| Fixing::new(self.diff, &inputs));
        let mut fixing = fixing.transpose()?;
        let client = self.web.client();
        let is_printing = fixing.as_ref().is_some_and(Fixing::is_printing);
        let is_reporting = !is_printing && self.write_baseline.is_none();
        let mut printer = is_reporting.then(|| Printer::new(self.format, self.all));
        let mut summary = Summary::default();
        let read = files::for_each(
            &inputs,
            false,
            |input| self.lint(input, &options, dialect, &client),
            |mut report| {
                match self.write_baseline {
                    Some(_) => baseline.add(&report),
                    None => baseline.subtract(&mut report),
                }
                if let Some(fixing) = &mut fixing {
                    fixing.write(&report)?;
                }
                summary.add(&report.found, &report.outcomes);
                let shut_out = closed_to(&report, choice, &watched);
                unnamed.retain(|crawler| !crawler.is_named_in(&report.robots_for(crawler, choice)));
                let file = printable(&report.file.name);
                closed.extend(
                    shut_out
                        .iter()
                        .map(|name| format!("{file} is closed to {}", printable(name))),
                );
                if is_reported_watched {
                    let told = report.found.iter().filter(|finding| is_told_closed(finding));
                    closed.extend(told.map(|finding| format!("{file}: {}", printable(finding.message()))));
                }
                match &mut printer {
                    Some(printer) => printer.print(&report, dialect, &shut_out),
                    None => Ok(()),
                }
            },
        )?;
        status.raise(read);
        if let Some(path) = &self.write_baseline {
            baseline.write(path)?;
            return Ok(status);
        }
        if let Some(printer) = printer {
            printer.finish(&summary)?;
        }
        let is_corrected = fixing.map_or(Ok(false), Fixing::finish)?;
        // A patch has all corrections, however severe the findings are.
        let fails = match self.diff {
            true => is_corrected && fail_on.includes(Severity::Error),
            false => summary.severities().any(|severity| fail_on.includes(severity)),
        };
        crawlers::warn_of_guarded_nobody("--fail-on-closed", unnamed);
        for closed in &closed {
            output::inform(closed);
        }
        status.raise_if(fails || !closed.is_empty(), Status::Findings);
        Ok(status)
    }

    /// Whether a site may not be closed to the crawlers that findings name, and to whom else.
    fn watched(&self, config: &Config, fail_on: FailOn) -> (bool, Vec<String>) {
        let configured = config.lint.fail_on_closed.as_deref();
        let given = match &self.fail_on_closed[..] {
            [] => configured.unwrap_or(&[]),
            given => given,
        };
        if given.is_empty() {
            return (fail_on != FailOn::Never, Vec::new());
        }
        let named = given.iter().filter(|set| ![REPORTED, NOBODY].contains(&&set[..]));
        (given.iter().any(|set| set == REPORTED), named.cloned().collect())
    }

    /// The codes that are reported, and their severities.
    fn options(&self, config: &Config, choice: DialectChoice) -> LintOptions {
        // The chosen dialect is kept besides.
        let kept = dialects::kept(&[], self.all_dialects);
        let kept = kept.into_iter().map(|(_, dialect)| dialect);
        let mut options = LintOptions::new().keep(kept);
        if let Some(dialect) = choice.preset() {
            options = options.dialect(dialect);
        }
        for (code, severity) in config.lint.severity.iter().chain(&self.severity) {
            options = match severity {
                Some(severity) => options.severity(*code, *severity),
                None => options.disable(*code),
            };
        }
        let least = self.min_severity.or(config.lint.min_severity);
        options = options.min_severity(least.unwrap_or(Severity::Info));
        match &self.url {
            Some(url) => options.url(url.clone()),
            None => options,
        }
    }

    /// The findings in a file, or the findings that remain after its corrections.
    fn lint(
        &self,
        input: &Input,
        options: &LintOptions,
        dialect: Dialect,
        client: &Client,
    ) -> Result<LintedFile, Failure> {
        let mut file = input.existing_robots(dialect, client)?;
        let mut options = options.clone();
        if let Some(report) = &file.fetched {
            if let Some(kind) = &report.content_type
                && !kind.trim_ascii().to_ascii_lowercase().starts_with("text/plain")
            {
                output::warn(&format_args!(
                    "{} is served as {}, which some crawlers do not read as a robots.txt; serve it as text/plain",
                    printable(&file.name),
                    printable(kind)
                ));
            }
            if let (None, Ok(own)) = (&self.url, Url::parse(&report.url)) {
                options = options.url(own);
            }
        }
        let (corrected, found) = match self.fix {
            true => fixing::correct(input, &mut file, &options, &self.also),
            false => (None, options.lint(&file.body)),
        };
        Ok(LintedFile {
            outcomes: options.outcomes(&file.body),
            file,
            found,
            corrected,
        })
    }
}

/// In place of a set of crawlers: those of which a finding says that the site is closed to them.
const REPORTED: &str = "reported";

/// In place of a set of crawlers: none.
const NOBODY: &str = "none";

/// Whether a finding says that a site is closed to crawlers that many people or all search with.
fn is_told_closed(finding: &Diagnostic) -> bool {
    let is_about_it = matches!(
        finding.code(),
        Code::EverythingBlocked | Code::SearchEngineBlocked
    );
    is_about_it && finding.severity() >= Severity::Warning
}

/// The names of the crawlers among these to which the site is closed.
fn closed_to<'q>(report: &LintedFile, choice: DialectChoice, watched: &'q [CrawlerQuery]) -> Vec<&'q str> {
    let mut closed = Vec::new();
    let mut budget = Budget::default();
    for crawler in watched {
        let robots = report.robots_for(crawler, choice);
        if is_closed(&robots, crawler.list(), crawler.only_fetches(), &mut budget) == Some(true) {
            closed.push(crawler.name());
        }
    }
    closed
}
