//! Every directive of a file as a row.

use std::collections::HashMap;

use robots_exclusion::RobotsTxt;
use robots_exclusion::syntax::DirectiveKind;
use serde::Serialize;

use crate::document::group_lines;
use crate::failure::Failure;
use crate::output::Rows;

/// A directive.
#[derive(Serialize)]
struct DirectiveRow<'a> {
    file: &'a str,
    line: u32,
    /// The key as it is written.
    directive: &'a str,
    value: &'a str,
    /// The first line of its group, if it is in one.
    group_line: Option<u32>,
    /// The crawlers that the group names, separated by line feeds.
    agents: Option<&'a str>,
    /// What the line is read as: `disallow` for `Dissallow` in a dialect that tolerates it, `unknown` for what is not read.
    kind: &'static str,
}

fn kind(kind: DirectiveKind) -> &'static str {
    match kind {
        DirectiveKind::UserAgent => "user-agent",
        DirectiveKind::Allow => "allow",
        DirectiveKind::Disallow => "disallow",
        DirectiveKind::Sitemap => "sitemap",
        DirectiveKind::CrawlDelay => "crawl-delay",
        DirectiveKind::RequestRate => "request-rate",
        DirectiveKind::VisitTime => "visit-time",
        DirectiveKind::RobotVersion => "robot-version",
        DirectiveKind::Comment => "comment",
        DirectiveKind::Host => "host",
        DirectiveKind::CleanParam => "clean-param",
        DirectiveKind::ContentSignal => "content-signal",
        DirectiveKind::ContentUsage => "content-usage",
        DirectiveKind::License => "license",
        DirectiveKind::Agentmap => "agentmap",
        DirectiveKind::Schemamap => "schemamap",
        DirectiveKind::LlmPolicy => "llm-policy",
        _ => "unknown",
    }
}

/// Writes every directive of a file.
pub(super) fn write(rows: &mut Rows, file: &str, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
    let names_of: HashMap<u32, String> = robots
        .groups()
        .map(|group| {
            let names: Vec<String> = group
                .agents()
                .map(|name| String::from_utf8_lossy(name).into_owned())
                .collect();
            (group.line(), names.join("\n"))
        })
        .collect();
    let group_lines = group_lines(robots);
    for directive in robots.directives() {
        let group_line = group_lines.get(&directive.line()).copied();
        let names = group_line.and_then(|line| names_of.get(&line));
        rows.write(&DirectiveRow {
            file,
            line: directive.line(),
            directive: &String::from_utf8_lossy(directive.key()),
            value: &String::from_utf8_lossy(directive.value()),
            group_line,
            agents: names.map(String::as_str),
            kind: kind(directive.kind()),
        })?;
    }
    Ok(())
}
