//! Findings as rows.

use robots_exclusion::lint::{Code, Diagnostic, Outcome};
use serde::Serialize;

use crate::input::RobotsFile;

/// A finding with all that belongs to it, as the library serializes it.
#[derive(Serialize)]
pub(super) struct FindingRow<'a> {
    kind: &'static str,
    file: &'a str,
    #[serde(flatten)]
    finding: &'a Diagnostic,
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

/// What a file means for a crawler, as the library serializes it.
#[derive(Serialize)]
pub(super) struct OutcomeRow<'a> {
    kind: &'static str,
    file: &'a str,
    #[serde(flatten)]
    outcome: &'a Outcome,
}

impl<'a> OutcomeRow<'a> {
    pub(super) fn new(file: &'a RobotsFile, outcome: &'a Outcome) -> Self {
        Self {
            kind: "outcome",
            file: &file.name,
            outcome,
        }
    }
}

impl<'a> FindingRow<'a> {
    pub(super) fn new(file: &'a RobotsFile, finding: &'a Diagnostic) -> Self {
        Self {
            kind: "finding",
            file: &file.name,
            finding,
        }
    }
}

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
