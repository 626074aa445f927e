//! How the command line and `robots.toml` spell codes and severities.

use std::str::FromStr;

use clap::ValueEnum;
use robots_exclusion_analysis::lint::{Code, Severity};
use serde::Deserialize;

/// What makes the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FailOn {
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
    pub(crate) fn includes(self, severity: Severity) -> bool {
        least(self).is_some_and(|least| severity >= least)
    }
}

/// The least severity, or impact, that makes the exit status 1: the one that is called as the choice
/// is. There is none called `never`.
pub(crate) fn least<T: FromStr>(fail_on: impl ValueEnum) -> Option<T> {
    fail_on.to_possible_value()?.get_name().parse().ok()
}

/// `R012`, `12` or `missing-colon`.
pub(crate) fn code(text: &str) -> Result<Code, String> {
    let number = text.trim_start_matches(['R', 'r']).parse().ok();
    let by_number = number.map(|number: u16| format!("R{number:03}"));
    by_number
        .as_deref()
        .unwrap_or(text)
        .parse()
        .map_err(|error| format!("{error} (see robots lint --list)"))
}

/// `R012=warning`, `missing-colon=off`.
pub(crate) fn code_and_level(text: &str) -> Result<(Code, Option<Severity>), String> {
    let (name, severity) = text
        .split_once('=')
        .ok_or("there is no `=`; write CODE=SEVERITY, such as R012=off")?;
    level(name, severity)
}

/// A code and the severity it is to have; `None` is off.
pub(crate) fn level(name: &str, severity: &str) -> Result<(Code, Option<Severity>), String> {
    let severity = match severity {
        "off" => None,
        severity => Some(severity.parse().map_err(|error| format!("{error}, or off"))?),
    };
    Ok((code(name)?, severity))
}
