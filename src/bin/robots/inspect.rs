//! `robots inspect`: what a file says.

use std::fmt::Write;

use anstyle::Style;
use clap::Args;

use crate::Status;
use crate::document::{Document, GroupDocument, Kind, Seconds};
use crate::failure::Failure;
use crate::input::Input;
use crate::options::Reading;
use crate::output::{DocumentFormat, Output, printable, verdict_style};

/// Prints what a robots.txt says: its groups, rules, extensions, sitemaps.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots inspect robots.txt
  robots inspect robots.txt -a Googlebot --format json | jq .agent.group.rules
  robots inspect old.txt --format json | jq 'del(.groups[0])' | robots generate > new.txt")]
pub(crate) struct Inspect {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of its site
    #[arg(value_name = "FILE")]
    file: Input,

    /// Also print the merged group that speaks for this crawler
    #[arg(short, long, value_name = "AGENT")]
    agent: Option<String>,

    #[command(flatten)]
    reading: Reading,

    /// How to print
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<DocumentFormat>,
}

impl Inspect {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let (robots, file) = self.reading.parse_file(&self.file)?;
        let mut document = Document::new(&robots, file.body.len());
        if let Some(report) = file.fetched {
            document.truncated |= report.truncated;
            document.fetch = Some(report);
        }
        if let Some(token) = &self.agent {
            document = document.with_agent(&robots, token);
        }
        let mut output = Output::new();
        match DocumentFormat::or_default(self.format) {
            DocumentFormat::Json => output.json(&document)?,
            DocumentFormat::Human => output.print(&human(&file.name, &document))?,
        }
        output.flush()?;
        Ok(Status::Clean)
    }
}

const HEADING: Style = Style::new().bold();

/// The document for people.
fn human(name: &str, document: &Document) -> String {
    let mut text = String::new();
    line(
        &mut text,
        format_args!(
            "{HEADING}{}{HEADING:#}: {}, {}, {}{}",
            printable(name),
            count(document.bytes, "byte"),
            count(document.lines, "line"),
            count(document.groups.len(), "group"),
            if document.truncated { ", truncated" } else { "" }
        ),
    );
    if let Some(agent) = &document.agent {
        match &agent.group {
            Some(group) => {
                let heading = format!("{} is spoken for by", printable(&agent.token));
                group_text(&mut text, &heading, group);
            }
            None => line(
                &mut text,
                format_args!(
                    "\nNo group speaks for {}: everything is allowed.",
                    printable(&agent.token)
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
    let clean = |line: &crate::document::CleanParamLine| {
        format!(
            "{} {}",
            line.params.join("&"),
            line.path.as_deref().unwrap_or_default()
        )
    };
    list("Clean-params", document.clean_params.iter().map(clean).collect());
    let pair = |(key, value): (&String, &String)| format!("{key}={value}");
    list(
        "Content signals of the site",
        document.content_signals.iter().map(pair).collect(),
    );
    list("Licenses of the site", document.licenses.clone());
    let unknown =
        |line: &crate::document::UnknownLine| format!("line {}: {}: {}", line.line, line.key, line.value);
    list("Unknown keys", document.unknown.iter().map(unknown).collect());
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
            Kind::Allow => ("Allow", verdict_style(true)),
            Kind::Disallow => ("Disallow", verdict_style(false)),
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
    for (key, value) in &group.content_signals {
        extension("Content-Signal", format!("{key}={value}"));
    }
    for usage in &group.content_usage {
        let said: Vec<String> = usage
            .preferences
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
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

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
