//! Findings as rows.

use serde::Serialize;

/// A finding, or what a file means for a crawler, with all that the library serializes of it.
#[derive(Serialize)]
pub(super) struct LintRow<'a, T> {
    pub(super) kind: &'static str,
    pub(super) file: &'a str,
    #[serde(flatten)]
    pub(super) item: &'a T,
}

/// The columns of a finding in a table.
pub(super) const COLUMNS: &[&str] = &[
    "file",
    "code",
    "name",
    "severity",
    "line",
    "column",
    "end_line",
    "end_column",
    "message",
    "help",
];

/// A code and what there is to know of it.
#[derive(Serialize)]
pub(super) struct CodeRow {
    pub(super) code: &'static str,
    pub(super) name: &'static str,
    pub(super) severity: &'static str,
    pub(super) title: &'static str,
    pub(super) explanation: &'static str,
    pub(super) source: &'static str,
}
