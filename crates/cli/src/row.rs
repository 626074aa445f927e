//! One verdict as a row of output.

use std::borrow::Cow;

use robots_exclusion::Verdict;
use serde::Serialize;

use crate::status::Status;

/// The row of a verdict, as `check` prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct AnswerRow<'a> {
    /// Present if several files are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    pub(crate) agent: Cow<'a, str>,
    pub(crate) url: Cow<'a, str>,
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    /// As written in the file, if it is not [too long](crate::shortened::cited).
    pub(crate) rule: Option<String>,
    pub(crate) group: Option<String>,
    /// Present if a verdict is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) as_expected: Option<bool>,
    /// Present if less than the whole file was read. Tables, in which every row has the same
    /// fields, leave it to the warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) truncated: Option<bool>,
    /// The first of the crawler's product tokens.
    pub(crate) crawler: Cow<'a, str>,
    /// How the file was read for it; `None` in rows that are not printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dialect: Option<&'a str>,
    /// What its operator says about obeying robots.txt.
    pub(crate) obeys: &'static str,
}

impl AnswerRow<'_> {
    /// Whether the crawler has no file to obey: it could not be fetched, or is too large for it.
    pub(crate) fn is_substitute(&self) -> bool {
        matches!(self.reason, "unreachable" | "unavailable")
    }
}

/// The exit status that a verdict leads to where none is expected.
pub(crate) fn status(verdict: &Verdict<'_>) -> Status {
    let mut status = Status::of_findings(!verdict.is_allowed());
    status.raise_if(verdict.cause().is_some(), Status::NotFetched);
    status
}

/// The reason of a verdict. For one without a file, RFC 9309 section 2.3.1 has two words.
pub(crate) fn reason(verdict: &Verdict<'_>) -> &'static str {
    match verdict.cause() {
        Some(cause) if cause.is_failure() => "unreachable",
        Some(_) => "unavailable",
        None => verdict.reason().as_str(),
    }
}

/// Whether a number goes without saying.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn is_zero(number: &usize) -> bool {
    *number == 0
}
