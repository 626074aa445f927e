//! Findings as rows.

use robots_exclusion::lint::Code;
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
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    title: &'static str,
    explanation: &'static str,
    source: &'static str,
}

impl CodeRow {
    pub(super) fn new(code: Code) -> Self {
        Self {
            code: code.as_str(),
            name: code.name(),
            severity: code.default_severity().as_str(),
            title: code.title(),
            explanation: code.explanation(),
            source: code.source(),
        }
    }
}
