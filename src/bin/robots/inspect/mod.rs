//! `robots inspect`: what a file says.

mod directive_rows;

use std::fmt::Write;

use anstyle::Style;
use clap::Args;
use robots_exclusion::RuleKind;
use serde::Serialize;

use crate::config::Config;
use crate::crawlers::{self, Naming};
use crate::document::{CleanParamLine, Document, GroupDocument, OtherLine, Seconds, UnknownLine, pairs};
use crate::failure::Failure;
use crate::files::{self, Files};
use crate::options::Reading;
use crate::output::{Output, verdict_style};
use crate::report::format::{Choice, among, for_people};
use crate::report::{Format, Sink};
use crate::shown::{count, printable};
use crate::status::Status;

/// Prints what robots.txt files say: groups, rules, extensions, sitemaps.
///
/// As csv, tsv or jsonl, every directive of every file is a row, with the `agents` of its group. If
/// repeating these names would take more than 16 MB, or twice the size of a large file, only the
/// first row of a group has them, and a warning says so; the other rows refer to its `line` by
/// their `group_line`.
///
/// In JSON, `unknown` has the lines with unknown keys, and `other` the lines with known keys that
/// no other field holds: rules and group lines outside groups, values that are not understood,
/// repetitions that do not count, and keys that have no field, such as Agentmap.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots inspect robots.txt
  robots inspect robots.txt -a Googlebot --format json | jq .agent.group
  robots inspect sites/ --format csv > directives.csv
  robots inspect old.txt --format json | jq 'del(.groups[0])' |
    robots generate > new.txt")]
pub(crate) struct Inspect {
    #[command(flatten)]
    files: Files,

    #[arg(short, long, value_name = "AGENT", value_parser = crawlers::name, help = crawlers::help("Also print the merged group that applies to this crawler"))]
    agent: Option<String>,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    reading: Reading,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS))]
    format: Option<Format>,
}

const FORMATS: &[Choice] = &[
    for_people("For people; the default on a terminal"),
    (
        "json",
        Format::Json,
        "One JSON document; for several files, one per line. The default off a terminal",
    ),
    ("jsonl", Format::Jsonl, "A table of all directives as JSON Lines"),
    (
        "csv",
        Format::Csv,
        "A table of all directives as comma-separated values",
    ),
    (
        "tsv",
        Format::Tsv,
        "A table of all directives as tab-separated values",
    ),
];

/// The document of one of several files.
#[derive(Serialize)]
struct NamedDocument<'a> {
    file: &'a str,
    #[serde(flatten)]
    document: &'a Document,
}

impl Inspect {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let reading = self.reading;
        let client = self.files.client(&reading.web);
        let mut status = Status::default();
        let is_one = self.files.are_one();
        let inputs = self.files.expand("inspect", &client, &mut status)?;
        let format = Format::or_default(self.format, Format::Json);
        let mut sink = match format {
            Format::Json => Sink::Text(Output::new()),
            format => Sink::new(format, "robots inspect"),
        };
        let read = files::for_each(
            &inputs,
            is_one,
            |input| {
                let dialect = reading.dialect();
                let file = input.robots(dialect, &client)?;
                let robots = reading.limits.parse_file(&file, dialect);
                Ok((file, robots))
            },
            |(file, robots)| {
                let is_file = file.fetched.as_ref().is_none_or(|report| report.is_file());
                status.raise_if(!is_file, Status::NotFetched);
                if let Some(rows) = sink.rows() {
                    return directive_rows::write(rows, &file.name, &robots);
                }
                let mut document = Document::new(&robots, file.body.len());
                if let Some(report) = file.fetched {
                    document.truncated |= report.truncated;
                    document.fetch = Some(report);
                }
                let mut ignoring = None;
                if let Some(name) = &self.agent {
                    let asked = self.naming.read(name);
                    ignoring = asked.ignores_star(&robots).then(|| asked.crawler().to_owned());
                    document = document.with_agent(&robots, &asked);
                }
                let note = crawlers::ignoring_star(ignoring.as_slice());
                let Some(output) = sink.text() else {
                    return Ok(());
                };
                match format {
                    Format::Json if is_one => output.json(&document),
                    Format::Json => output.json_line(&NamedDocument {
                        file: &file.name,
                        document: &document,
                    }),
                    _ => {
                        output.print(&human(&file.name, &document, note.as_deref()))?;
                        output.print(if is_one { "" } else { "\n" })
                    }
                }
            },
        )?;
        status.raise(read);
        sink.finish()?;
        Ok(status)
    }
}

const HEADING: Style = Style::new().bold();

/// The document for people. `note` says why no group applies to the crawler that was asked about,
/// where that is not plain.
fn human(name: &str, document: &Document, note: Option<&str>) -> String {
    let mut text = String::new();
    if let Some(report) = document.fetch.as_ref().filter(|report| !report.is_file()) {
        line(
            &mut text,
            format_args!(
                "{HEADING}{}{HEADING:#}: there is no file to read: {}",
                printable(name),
                printable(&report.explanation)
            ),
        );
        return text;
    }
    line(
        &mut text,
        format_args!(
            "{HEADING}{}{HEADING:#}: {}, {}, {}{}",
            printable(name),
            count(document.bytes as u64, "byte", "bytes"),
            count(document.lines as u64, "line", "lines"),
            count(document.groups.len() as u64, "group", "groups"),
            if document.truncated { ", truncated" } else { "" }
        ),
    );
    if let Some(agent) = &document.agent {
        match &agent.group {
            Some(group) => {
                let heading = format!("The group that applies to {}:", printable(&agent.token));
                group_text(&mut text, &heading, group);
            }
            None => line(
                &mut text,
                format_args!(
                    "\nNo group applies to {}{}: everything is allowed.",
                    printable(&agent.token),
                    note.map_or(String::new(), |note| format!(" ({note})"))
                ),
            ),
        }
    } else {
        for group in &document.groups {
            group_text(&mut text, &format!("Line {}:", group.line), group);
        }
    }
    let mut list = |heading: &str, values: Vec<String>| {
        if !values.is_empty() {
            line(&mut text, format_args!("\n{HEADING}{heading}{HEADING:#}"));
            for value in values {
                line(&mut text, format_args!("  {}", printable(&value)));
            }
        }
    };
    list("Sitemaps", document.sitemaps.clone());
    list("Hosts", document.hosts.clone());
    let clean = |line: &CleanParamLine| {
        format!(
            "{} {}",
            line.params.join("&"),
            line.path.as_deref().unwrap_or_default()
        )
    };
    list("Clean-params", document.clean_params.iter().map(clean).collect());
    list("Content signals of the site", pairs(&document.content_signals));
    list("Licenses of the site", document.licenses.clone());
    let unknown = |line: &UnknownLine| format!("line {}: {}: {}", line.line, line.key, line.value);
    list("Unknown keys", document.unknown.iter().map(unknown).collect());
    let other = |line: &OtherLine| format!("line {}: {}: {}", line.line, line.key, line.value);
    list("Other lines", document.other.iter().map(other).collect());
    text
}

fn group_text(text: &mut String, heading: &str, group: &GroupDocument) {
    let names: Vec<String> = group.agents.iter().map(|agent| printable(agent)).collect();
    line(
        text,
        format_args!("\n{heading} {HEADING}{}{HEADING:#}", names.join(", ")),
    );
    for rule in &group.rules {
        let (word, style) = match rule.kind {
            RuleKind::Allow => ("Allow", verdict_style(true)),
            RuleKind::Disallow => ("Disallow", verdict_style(false)),
        };
        line(
            text,
            format_args!(
                "{:>6}  {style}{word:8}{style:#} {}",
                rule.line,
                printable(&rule.pattern)
            ),
        );
    }
    if group.rules.is_empty() {
        line(text, format_args!("        no rules: everything is allowed"));
    }
    let mut extension = |key: &str, value: String| {
        line(text, format_args!("        {key}: {}", printable(&value)));
    };
    match group.crawl_delay {
        Some(Seconds::Whole(seconds)) => extension("Crawl-delay", format!("{seconds} s")),
        Some(Seconds::Fraction(seconds)) => extension("Crawl-delay", format!("{seconds} s")),
        None => {}
    }
    let span = |window: &[String; 2]| format!("{}-{}", window[0], window[1]);
    for rate in &group.request_rates {
        let window = rate
            .window
            .as_ref()
            .map(|window| format!(", {} UTC", span(window)));
        extension(
            "Request-rate",
            format!(
                "{} in {} s{}",
                rate.documents,
                rate.seconds,
                window.unwrap_or_default()
            ),
        );
    }
    for window in &group.visit_times {
        extension("Visit-time", format!("{} UTC", span(window)));
    }
    if let Some(version) = &group.robot_version {
        extension("Robot-version", version.clone());
    }
    for pair in pairs(&group.content_signals) {
        extension("Content-Signal", pair);
    }
    for usage in &group.content_usage {
        let said = pairs(&usage.preferences);
        let path = usage.path.as_deref().unwrap_or_default();
        extension(
            "Content-Usage",
            format!("{path} {}", said.join(", ")).trim_start().to_owned(),
        );
    }
    for license in &group.licenses {
        extension("License", license.clone());
    }
    for comment in &group.comments {
        extension("Comment", comment.clone());
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{arguments}");
}
