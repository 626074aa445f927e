//! `robots inspect`: what a file says.

mod directive_rows;

use std::slice;

use anstyle::Style;
use clap::Args;
use robots_exclusion::RuleKind;
use robots_exclusion::extension::{ContentSignal, RequestRate, TimeWindow};
use serde_json::Number;

use crate::config::Config;
use crate::crawlers::{self, Naming};
use crate::document::{CleanParamLine, Document, GroupDocument, LineDocument, Usage};
use crate::failure::Failure;
use crate::files::{self, Files};
use crate::options::Reading;
use crate::output::{Output, verdict_style};
use crate::report::format::{Choice, among};
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

    #[arg(short, long, value_name = "AGENT", help = crawlers::help("Read the file as this crawler does, and also print the merged group that applies to this crawler"))]
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
    Format::Human.help("For people; the default on a terminal"),
    Format::Json.help("One JSON document; for several files, an array of them. The default off a terminal"),
    Format::Jsonl.help("A table of all directives as JSON Lines"),
    Format::Csv.help("A table of all directives as comma-separated values"),
    Format::Tsv.help("A table of all directives as tab-separated values"),
];

impl Inspect {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let reading = self.reading;
        let client = self.files.client(&reading.web);
        let asked = match &self.agent {
            None => None,
            Some(written) => match &self.naming.expand(slice::from_ref(written))?[..] {
                [asked] => Some(asked.clone()),
                _ => {
                    return Err(Failure::Usage(format!(
                        "{written} is a set, and a file is inspected for one crawler; name one, or see robots audit -a {written}"
                    )));
                }
            },
        };
        let choice = reading.choice();
        let dialect = asked
            .as_ref()
            .map_or(choice.for_file(), |asked| asked.dialect(choice));
        let mut status = Status::default();
        let is_one = self.files.are_one();
        let inputs = self.files.expand("inspect", &client, &mut status)?;
        let format = Format::or_default(self.format, Format::Json);
        let mut sink = match format {
            Format::Json if is_one => Sink::Text(Output::new()),
            format => Sink::new(format, "robots inspect"),
        };
        let read = files::for_each(
            &inputs,
            is_one,
            |input| {
                let file = input.robots(dialect, &client)?;
                let robots = reading.limits.parse_file(&file, dialect);
                Ok((file, robots))
            },
            |(file, robots)| {
                let is_file = file.fetched.as_ref().is_none_or(|report| report.is_file());
                status.raise_if(!is_file, Status::NotFetched);
                if let Some(rows) = sink.rows().filter(|_| format != Format::Json) {
                    return directive_rows::write(rows, &file.name, &robots);
                }
                let mut document = Document::new(&robots, file.body.len());
                if let Some(report) = file.fetched {
                    document.truncated |= report.truncated;
                    document.fetch = Some(report);
                }
                let mut note = None;
                if let Some(asked) = &asked {
                    note = crawlers::ignoring_star_of([(asked, &robots)]);
                    document = document.with_agent(&robots, asked);
                }
                if let Some(rows) = sink.rows() {
                    document.file = Some(file.name);
                    return rows.write(&document);
                }
                let Some(output) = sink.text() else {
                    return Ok(());
                };
                match format {
                    Format::Json => output.json(&document),
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
    let name = printable(name);
    if let Some(report) = document.fetch.as_ref().filter(|report| !report.is_file()) {
        let explanation = printable(&report.explanation);
        return format!("{HEADING}{name}{HEADING:#}: there is no file to read: {explanation}\n");
    }
    let mut text = format!(
        "{HEADING}{name}{HEADING:#}: {}, {}, {}{}\n",
        count(document.bytes as u64, "byte", "bytes"),
        count(document.lines as u64, "line", "lines"),
        count(document.groups.len() as u64, "group", "groups"),
        if document.truncated { ", truncated" } else { "" }
    );
    let agent = document.agent.as_ref();
    match agent.map(|agent| (printable(&agent.token), &agent.group)) {
        Some((token, Some(group))) => {
            text += &group_text(&format!("The group that applies to {token}:"), group);
        }
        Some((token, None)) => {
            let note = note.map_or(String::new(), |note| format!(" ({note})"));
            text += &format!("\nNo group applies to {token}{note}: everything is allowed.\n");
        }
        None => {
            let groups = document.groups.iter();
            text.extend(groups.map(|group| group_text(&format!("Line {}:", group.line), group)));
        }
    }
    let line = |own: &LineDocument| format!("line {}: {}: {}", own.line, own.key, own.value);
    let lists = [
        ("Sitemaps", document.sitemaps.clone()),
        ("Hosts", document.hosts.clone()),
        (
            "Clean-params",
            document.clean_params.iter().map(CleanParamLine::value).collect(),
        ),
        ("Content signals of the site", signals(&document.content_signals)),
        ("Licenses of the site", document.licenses.clone()),
        ("Unknown keys", document.unknown.iter().map(line).collect()),
        ("Other lines", document.other.iter().map(line).collect()),
    ];
    for (heading, values) in lists.into_iter().filter(|(_, values)| !values.is_empty()) {
        text += &format!("\n{HEADING}{heading}{HEADING:#}\n");
        text.extend(values.iter().map(|value| format!("  {}\n", printable(value))));
    }
    text
}

/// `key=value` for each signal.
fn signals(signals: &ContentSignal) -> Vec<String> {
    let pairs = signals.iter();
    pairs.map(|(key, value)| format!("{key}={value}")).collect()
}

fn group_text(heading: &str, group: &GroupDocument) -> String {
    let names: Vec<String> = group.agents.iter().map(|agent| printable(agent)).collect();
    let mut text = format!("\n{heading} {HEADING}{}{HEADING:#}\n", names.join(", "));
    for rule in &group.rules {
        let style = verdict_style(rule.kind == RuleKind::Allow);
        let (line, kind, pattern) = (rule.line, rule.kind.to_string(), printable(&rule.pattern));
        text += &format!("{line:>6}  {style}{kind:8}{style:#} {pattern}\n");
    }
    if group.rules.is_empty() {
        text += "        no rules: everything is allowed\n";
    }
    let rate = |rate: &RequestRate| {
        let window = rate.window();
        let window = window.map_or(String::new(), |window| format!(", {window} UTC"));
        format!("{} in {} s{window}", rate.documents(), rate.period().as_secs())
    };
    let visit = |window: &TimeWindow| format!("{window} UTC");
    let delay = |seconds: &Number| format!("{seconds} s");
    let extensions = [
        ("Crawl-delay", group.crawl_delay.iter().map(delay).collect()),
        ("Request-rate", group.request_rates.iter().map(rate).collect()),
        ("Visit-time", group.visit_times.iter().map(visit).collect()),
        (
            "Robot-version",
            group.robot_version.iter().map(ToString::to_string).collect(),
        ),
        ("Content-Signal", signals(&group.content_signals)),
        (
            "Content-Usage",
            group.content_usage.iter().map(Usage::value).collect(),
        ),
        ("License", group.licenses.clone()),
        ("Comment", group.comments.clone()),
    ];
    for (key, values) in extensions {
        let line = |value: &String| format!("        {key}: {}\n", printable(value));
        text.extend(values.iter().map(line));
    }
    text
}
