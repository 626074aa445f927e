//! Findings as rows.

use robots_exclusion_analysis::lint::{Diagnostic, Edit};
use serde::Serialize;
use serde_json::Value;

/// A finding, or the outcome of a file for a crawler, with all fields that the library serializes.
#[derive(Serialize)]
pub(super) struct LintRow<'a, T> {
    pub(super) kind: &'static str,
    pub(super) file: &'a str,
    #[serde(flatten)]
    pub(super) item: &'a T,
}

/// A finding, with the lines that its suggestions write.
pub(super) fn finding(finding: &Diagnostic, body: &[u8]) -> Value {
    /// In bytes: a long line may have thousands of findings.
    const LONGEST: usize = 4_096;
    let mut row = serde_json::to_value(finding).unwrap_or_default();
    let is_short = |edit: &&Edit| edit.text().len() < LONGEST && finding.end_column() < LONGEST as u32;
    let lines = |edit: &Edit| Some(edit).filter(is_short).map(|edit| edit.lines(body));
    let written = finding
        .suggestions()
        .iter()
        .filter(|edit| str::from_utf8(edit.text()).is_ok());
    if let Some(rows) = row["suggestions"].as_array_mut() {
        for (row, edit) in rows.iter_mut().zip(written) {
            row["lines"] = lines(edit).into();
        }
    }
    row
}

/// The columns in a table of findings and outcomes.
pub(super) const COLUMNS: &[&str] = &[
    "file",
    "code /kind",
    "name /access",
    "severity",
    "line /because/line",
    "column",
    "end_line",
    "end_column",
    "message",
    "help",
    "agent",
];

/// A code and what is known about it.
#[derive(Serialize)]
pub(super) struct CodeRow {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) severity: &'static str,
    pub(super) title: &'static str,
    pub(super) explanation: &'static str,
    pub(super) source: &'static str,
    /// The most that its findings offer.
    pub(super) remedy: &'static str,
}
