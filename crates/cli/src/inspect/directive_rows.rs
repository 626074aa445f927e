//! Every directive of a file as a row.

use std::collections::HashMap;

use robots_exclusion::RobotsTxt;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion_analysis::decide::Budget;
use serde::Serialize;

use crate::document::group_lines;
use crate::failure::Failure;
use crate::output::warn;
use crate::report::Rows;
use crate::shown::count;

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
    /// The crawlers that the group names, separated by line feeds; only in its first row where
    /// they would take too much.
    agents: Option<&'a str>,
    /// What the line is read as: `disallow` for `Dissallow` in a dialect that tolerates it,
    /// `unknown` for what is not read.
    kind: &'static str,
}

/// Writes every directive of a file.
pub(super) fn write(rows: &mut Rows, file: &str, robots: &RobotsTxt<'_>) -> Result<(), Failure> {
    let group_lines = group_lines(robots);
    let names = robots.groups().map(|group| {
        let names: Vec<_> = group.agents().map(String::from_utf8_lossy).collect();
        (group.line(), names.join("\n"))
    });
    // By the first lines of their groups.
    let names: HashMap<u32, String> = names.collect();
    // For names in rows other than the first of their groups. Where a group has thousands of names
    // and of lines, all rows together would be thousands of times as long as the file.
    let mut budget = Budget::default();
    let mut without_agents = 0_u64;
    for directive in robots.directives() {
        let line = directive.line();
        // Sitemap and Clean-param lines are for everyone, wherever they are.
        let is_of_group = !matches!(
            directive.kind(),
            DirectiveKind::Sitemap | DirectiveKind::CleanParam | DirectiveKind::Host
        );
        let group_line = group_lines.get(&line).copied().filter(|_| is_of_group);
        let names = group_line.and_then(|group_line| names.get(&group_line));
        let agents = names.filter(|names| group_line == Some(line) || budget.keep(names.len()));
        without_agents += u64::from(group_line.is_some() && agents.is_none());
        rows.write(&DirectiveRow {
            file,
            line,
            directive: &String::from_utf8_lossy(directive.key()),
            value: &String::from_utf8_lossy(directive.value()),
            group_line,
            agents: agents.map(String::as_str),
            kind: directive.kind().as_str(),
        })?;
    }
    if without_agents > 0 {
        warn(&format_args!(
            "{file}: {} without the crawlers of the group, which would be repeated too often: see the row of its first line",
            count(without_agents, "row", "rows")
        ));
    }
    Ok(())
}
