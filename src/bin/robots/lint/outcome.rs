//! Which crawlers are blocked, before what was found.

use robots_exclusion::RobotsTxt;
use robots_exclusion::lint::{Outcome, outcomes};
use robots_exclusion::syntax::BodyFormat;

use crate::input::RobotsFile;

/// What a file means for the crawlers that matter most, if it is one.
pub(super) fn of(file: &RobotsFile) -> Vec<Outcome> {
    match RobotsTxt::parse(&file.body).format() {
        BodyFormat::Text => outcomes(&file.body),
        _ => Vec::new(),
    }
}

/// The outcomes in words: a line for all that are alike. Those to whom the same happens as to
/// everyone are not named again.
pub(super) fn lines(outcomes: &[Outcome]) -> Vec<String> {
    /// So many are named.
    const NAMED: usize = 8;
    let mut lines: Vec<(String, Vec<&str>)> = Vec::new();
    for outcome in outcomes {
        let reason = outcome.reason();
        let name = match outcome.agent() {
            "*" => "everyone",
            token => token,
        };
        match lines.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, names)) if names[0] == "everyone" => {}
            Some((_, names)) => names.push(name),
            None => lines.push((reason, vec![name])),
        }
    }
    let line = |(reason, names): (String, Vec<&str>)| {
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{}{more}: {reason}", names[..names.len().min(NAMED)].join(", "))
    };
    lines.into_iter().map(line).collect()
}
