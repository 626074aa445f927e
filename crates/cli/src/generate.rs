//! `robots generate`: from JSON to a robots.txt.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use std::time::Duration;

use clap::Args;
use robots_exclusion::extension::CleanParam;
use robots_exclusion::write::{GroupBuilder, RobotsTxtBuilder};
use robots_exclusion_page::ContentUsage;

use crate::document::{Document, GroupDocument, LineDocument, Usage};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::{Input, without_mark};
use crate::output;
use crate::report::alike;
use crate::status::Status;

/// Writes a robots.txt from JSON of the shape that `robots inspect` prints.
///
/// Every field is optional. A line in `unknown` goes to the group around its line number, a line in
/// `other` to the group that begins at its `group_line`; without such a group, it goes before all
/// groups.
///
/// What `inspect` does not print is not written: comments that begin with #, lines that are not
/// directives, parts of Content-Signal and Content-Usage lines that are not understood, User-agent
/// lines that name no crawler or belong to no group, how keys and numbers were spelled, and how
/// lines of different kinds were ordered.
#[derive(Args)]
#[command(after_long_help = r#"Examples:
  echo '{"groups":[{"agents":["*"],"comments":["hello"]}]}' | robots generate
  robots generate groups.json > robots.txt
  robots inspect robots.txt --format json | robots generate"#)]
pub(crate) struct Generate {
    /// The JSON: a path, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: Input,

    #[command(flatten)]
    web: Web,
}

impl Generate {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let malformed = |message: String| Failure::malformed(self.file.name(), message);
        let text = self.file.read(&self.web.client())?;
        let json = without_mark(&text);
        // An array would be accepted as the fields in order.
        if json.trim_ascii_start().first() == Some(&b'[') {
            return Err(malformed("expected a JSON object, found an array".to_owned()));
        }
        let document: Document =
            serde_json::from_slice(json).map_err(|error| malformed(error.to_string()))?;
        let builder = write(&document).map_err(malformed)?;
        output::write_alone(&builder.to_bytes())?;
        Ok(Status::Clean)
    }
}

/// The file that a document describes, or which of its values makes no sense.
fn write(document: &Document) -> Result<RobotsTxtBuilder, String> {
    let mut builder = RobotsTxtBuilder::new();
    if !document.content_signals.is_empty() {
        builder.content_signal(&document.content_signals);
    }
    for license in &document.licenses {
        builder.license(license);
    }
    // Unknown lines go where they were.
    let mut unknown: Vec<_> = document.unknown.iter().collect();
    unknown.sort_by_key(|line| line.line);
    let starts = document.groups.iter().map(|group| group.line);
    let starts: BTreeSet<u32> = starts.filter(|start| *start > 0).collect();
    let around = |line: &LineDocument| starts.range(..=line.line).next_back().copied();
    let unknown = unknown.into_iter().map(|line| (around(line), line));
    let other = document.other.iter();
    let other = other.map(|line| (line.group_line.flatten(), line));
    // By the line of the group that they go to; lines without a group come before all groups. Lines
    // that do not count come after lines that do, so that they do not count instead.
    let mut placed: HashMap<Option<u32>, Vec<&LineDocument>> =
        alike(unknown.chain(other)).into_iter().collect();
    for line in placed.remove(&None).unwrap_or_default() {
        builder.line(&line.key, &line.value);
    }
    for (index, group) in document.groups.iter().enumerate() {
        let mut names = group.agents.iter().filter(|agent| !agent.is_empty());
        // A group may have no names.
        let written = builder.group(names.next().map_or("", String::as_str));
        for agent in names {
            written.agent(agent);
        }
        write_group(written, group).map_err(|message| format!("groups[{index}].{message}"))?;
        // If other groups say that they begin on the same line, they get nothing.
        for line in placed.remove(&Some(group.line)).unwrap_or_default() {
            written.line(&line.key, &line.value);
        }
    }
    for host in &document.hosts {
        builder.host(host);
    }
    for (index, line) in document.clean_params.iter().enumerate() {
        let value = line.value();
        let line = CleanParam::parse(value.as_bytes());
        builder.clean_param(line.map_err(at(format!("clean_params[{index}]")))?);
    }
    for sitemap in &document.sitemaps {
        builder.sitemap(sitemap);
    }
    Ok(builder)
}

fn write_group(written: &mut GroupBuilder, group: &GroupDocument) -> Result<(), String> {
    let version = group.robot_version;
    let is_stray = group.robot_version_is_stray;
    if let Some(version) = version.filter(|_| !is_stray) {
        written.robot_version(version);
    }
    for rule in &group.rules {
        written.rule(rule.kind, &rule.pattern);
    }
    if let Some(version) = version.filter(|_| is_stray) {
        // Without rules, an empty one comes between.
        if group.rules.is_empty() {
            written.disallow("");
        }
        written.robot_version(version);
    }
    if let Some(seconds) = &group.crawl_delay {
        let delay = match seconds.as_u64() {
            Some(seconds) => Ok(Duration::from_secs(seconds)),
            None => Duration::try_from_secs_f64(seconds.as_f64().unwrap_or_default()),
        };
        written.crawl_delay(delay.map_err(at("crawl_delay"))?);
    }
    for rate in &group.request_rates {
        written.request_rate(*rate);
    }
    for window in &group.visit_times {
        written.visit_time(*window);
    }
    if !group.content_signals.is_empty() {
        written.content_signal(&group.content_signals);
    }
    for (index, usage) in group.content_usage.iter().enumerate() {
        written.content_usage(content_usage(usage).map_err(at(format!("content_usage[{index}]")))?);
    }
    for license in &group.licenses {
        written.license(license);
    }
    for comment in &group.comments {
        written.comment(comment);
    }
    Ok(())
}

/// Names the field that an error is about.
fn at<E: Display>(field: impl Display) -> impl Fn(E) -> String {
    move |error| format!("{field}: {error}")
}

fn content_usage(usage: &Usage) -> Result<String, String> {
    let value = usage.value();
    let line = ContentUsage::parse(value.as_bytes());
    // Values that are not understood would be left out.
    if Usage::from(&line) != *usage {
        return Err(format!(
            "{value:?} is not understood; write a path that begins with / and has no spaces, and preferences that are y or n"
        ));
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use robots_exclusion_analysis::lint::Code;

    use super::*;
    use robots_exclusion::{Dialect, RobotsTxt};

    /// Whether a line is written: one that names crawlers is not.
    fn is_written(line: &LineDocument) -> bool {
        RobotsTxtBuilder::new().line(&line.key, "x") != &RobotsTxtBuilder::new()
    }

    /// The content of a file without the places of its lines.
    fn said(body: &[u8], dialect: Dialect) -> Document {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let mut document = Document::new(&robots, 0);
        document.lines = 0;
        for group in &mut document.groups {
            group.line = 0;
            group.agents.retain(|agent| !agent.is_empty());
            for rule in &mut group.rules {
                rule.line = 0;
                // Invisible characters at the ends of a path are written as escapes, because some
                // readers trim them.
                let escaped = |byte: u8| match byte {
                    0x21..=0x7E => char::from(byte).to_string(),
                    _ => format!("%{byte:02X}"),
                };
                rule.pattern = rule.pattern.bytes().map(escaped).collect();
            }
        }
        document.other.retain(is_written);
        document.unknown.retain(is_written);
        for line in &mut document.other {
            line.line = 0;
            line.group_line = line.group_line.map(|line| line.map(|_| 0));
            line.value = line.value.chars().take(16_000).collect();
        }
        document
            .other
            .sort_by(|a, b| (&a.key, &a.value).cmp(&(&b.key, &b.value)));
        for line in &mut document.unknown {
            line.line = 0;
            // Google's library cuts long lines, and a key may have moved away from its value.
            line.value = line.value.chars().take(16_000).collect();
        }
        document
            .unknown
            .sort_by(|a, b| (&a.key, &a.value).cmp(&(&b.key, &b.value)));
        document
    }

    fn round_trip(body: &[u8], dialect: Dialect) {
        let robots = RobotsTxt::options().dialect(dialect).parse(body);
        let json = serde_json::to_vec(&Document::new(&robots, body.len())).unwrap();
        let document: Document = serde_json::from_slice(&json).unwrap();
        let text = write(&document).unwrap().to_bytes();
        let (before, after) = (said(body, dialect), said(&text, dialect));
        // Whole files would fill the screen.
        let part = |document: &Document| {
            let json = serde_json::to_string(document).unwrap();
            json.chars().take(2_000).collect::<String>()
        };
        assert!(before == after, "{dialect}\n{}\n{}", part(&before), part(&after));
    }

    #[test]
    fn what_is_inspected_is_generated() {
        for code in Code::ALL {
            let example = code.example();
            for (_, dialect) in Dialect::PRESETS.iter().copied() {
                round_trip(&example.bad(), dialect);
                round_trip(&example.good(), dialect);
            }
        }
        let everything = b"\
Disallow: /nobody
Crawl-delay: 1
Content-Signal: search=yes
Cache: x
User-agent: \xE9
User-agent: b
Robot-version: 2.0
Disallow: /\xE9 x
Crawl-delay: soon
Crawl-delay: .1
Crawl-delay: 2
Request-rate: often
Visit-time: late
Request-rate: 3/1d 0000-2359
Request-rate: 1/7
Visit-time: 2300-0100
Content-Usage: /a train-ai=n
Content-Usage: search=y
Comment: one
Noindex: /y
User-agent: c
Allow: /
Robot-version: 2.0
Robot-version: x
Agentmap: https://e.com/a

Disallow: /b
Host: a
Host:
Clean-param:
License: l
Clean-param: a&b /c
Sitemap: x";
        for (_, dialect) in Dialect::PRESETS.iter().copied() {
            round_trip(everything, dialect);
        }
    }

    #[test]
    #[ignore = "reads ROBOTS_SHARED"]
    fn real_files() {
        let shared = std::env::var_os("ROBOTS_SHARED").expect("ROBOTS_SHARED names the shared files");
        let corpus = std::path::PathBuf::from(shared).join("corpus");
        for (at, entry) in std::fs::read_dir(corpus).unwrap().enumerate() {
            let body = std::fs::read(entry.unwrap().path()).unwrap();
            // One dialect after the other.
            round_trip(&body, Dialect::PRESETS[at % Dialect::PRESETS.len()].1);
        }
    }

    #[test]
    fn values_that_make_no_sense_are_named() {
        let table = [
            (r#"{"groups":[{"crawl_delay":-1.5}]}"#, "groups[0].crawl_delay: "),
            (
                r#"{"groups":[{"content_usage":[{"preferences":{"train-ai":"maybe"}}]}]}"#,
                "groups[0].content_usage[0]: ",
            ),
            (r#"{"clean_params":[{"params":[]}]}"#, "clean_params[0]: "),
        ];
        for (json, place) in table {
            let document: Document = serde_json::from_str(json).unwrap();
            let message = write(&document).unwrap_err();
            assert!(message.starts_with(place), "{message}");
        }
    }

    #[test]
    fn unknown_lines_go_to_their_groups() {
        let json = r#"{
            "groups": [
                {"agents": ["a"], "line": 2, "rules": [{"kind": "disallow", "pattern": "/"}]},
                {"agents": ["b"], "line": 5}
            ],
            "unknown": [
                {"line": 6, "key": "In-b", "value": "1"},
                {"line": 4, "key": "In-a", "value": "2"},
                {"line": 1, "key": "First", "value": "3"},
                {"key": "Anywhere", "value": "4"}
            ]
        }"#;
        let document: Document = serde_json::from_str(json).unwrap();
        assert_eq!(
            write(&document).unwrap().to_string(),
            "Anywhere: 4\nFirst: 3\n\nUser-agent: a\nDisallow: /\nIn-a: 2\n\nUser-agent: b\nIn-b: 1\nDisallow:\n"
        );
    }
}
