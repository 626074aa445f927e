//! `lint` and `fix`.

use robots_exclusion_analysis::lint::{
    Code, Diagnostic, Edit, FindingSummary, LintOptions, outcome_lines, summarize,
};
use serde::{Serialize, Serializer};
use wasm_bindgen::prelude::*;

use crate::dialect;
use crate::failure::Failure;
use crate::plain;
use crate::text::{Offsets, Place, lossy};

/// One finding.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'f> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    span: Place,
    message: &'f str,
    help: &'f str,
    witness: Option<&'f str>,
    related: Vec<Related>,
    correction: Option<Change<'f>>,
    suggestions: Vec<Change<'f>>,
}

/// Another place that a finding is about.
#[derive(Serialize)]
struct Related {
    line: u32,
    span: Place,
    message: &'static str,
}

/// A correction or a suggestion.
#[derive(Serialize)]
struct Change<'f> {
    start: u32,
    end: u32,
    text: Replacement<'f>,
}

/// The text that a change writes: a string in a string, and bytes in bytes.
enum Replacement<'f> {
    Text(&'f [u8]),
    Bytes(&'f [u8]),
}

impl Serialize for Replacement<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(&lossy(text)),
            Self::Bytes(bytes) => serializer.serialize_bytes(bytes),
        }
    }
}

impl<'f> Finding<'f> {
    fn new(finding: &'f Diagnostic, body: &[u8], is_text: bool, offsets: &Offsets) -> Self {
        let span = finding.span();
        let place = offsets.place(body, span);
        // Columns count what offsets count. A place that was moved to the start of a character takes
        // its column with it, but not out of its line.
        let column = |at: u32, offset: u32, column: u32| {
            1 + at.saturating_sub(offsets.at(body, offset.saturating_sub(column.saturating_sub(1))))
        };
        let change = |edit: &'f Edit| {
            let Place { start, end } = offsets.place(body, edit.span());
            let text = edit.text();
            Change {
                start,
                end,
                text: if is_text {
                    Replacement::Text(text)
                } else {
                    Replacement::Bytes(text)
                },
            }
        };
        let related = finding.related().iter().map(|related| Related {
            line: related.line(),
            span: offsets.place(body, related.span()),
            message: related.message(),
        });
        Self {
            code: finding.code().as_str(),
            name: finding.code().name(),
            severity: finding.severity().as_str(),
            line: finding.line(),
            column: column(place.start, span.start, finding.column()),
            end_line: finding.end_line(),
            end_column: column(place.end, span.end, finding.end_column()),
            span: place,
            message: finding.message(),
            help: finding.help(),
            witness: finding.witness(),
            related: related.collect(),
            correction: finding.correction().map(change),
            suggestions: finding.suggestions().iter().map(change).collect(),
        }
    }
}

fn options(dialect: Option<&str>, disable: &[String]) -> Result<LintOptions, Failure> {
    let options = match dialect::chosen(dialect)? {
        Some(dialect) => LintOptions::new().dialect(dialect),
        None => LintOptions::new(),
    };
    let codes = codes(disable)?;
    Ok(codes.into_iter().fold(options, LintOptions::disable))
}

/// Codes by their numbers or names.
fn codes(names: &[String]) -> Result<Vec<Code>, Failure> {
    let code = |name: &String| {
        let code: Result<Code, _> = name.parse();
        code.map_err(|error| Failure::value(format!("{error}: {name:?}")))
    };
    names.iter().map(code).collect()
}

#[wasm_bindgen]
pub fn lint(
    body: &[u8],
    is_text: bool,
    dialect: Option<String>,
    disable: Vec<String>,
) -> Result<JsValue, Failure> {
    let found = options(dialect.as_deref(), &disable)?.lint(body);
    let offsets = Offsets::new(body, is_text);
    let findings = found.iter();
    let findings = findings.map(|finding| Finding::new(finding, body, is_text, &offsets));
    plain(&findings.collect::<Vec<_>>())
}

/// Findings that say the same, as one.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary<'f> {
    code: &'static str,
    name: &'static str,
    severity: &'static str,
    line: u32,
    also: &'f [u32],
    without_effect: &'f [u32],
    message: &'f str,
    help: &'f str,
    note: Option<String>,
}

impl<'f> From<&'f FindingSummary<'_>> for Summary<'f> {
    fn from(alike: &'f FindingSummary<'_>) -> Self {
        let finding = alike.finding();
        Self {
            code: finding.code().as_str(),
            name: finding.code().name(),
            severity: finding.severity().as_str(),
            line: finding.line(),
            also: alike.also(),
            without_effect: alike.without_effect(),
            message: alike.message(),
            help: alike.help(),
            note: alike.note(),
        }
    }
}

/// The report of a file for people.
#[derive(Serialize)]
struct Report<'f> {
    outcomes: Vec<String>,
    summary: Vec<Summary<'f>>,
    findings: Vec<Finding<'f>>,
}

/// The findings of `lint`, with findings that say the same joined, after the crawlers that the file
/// shuts out.
#[wasm_bindgen]
pub fn report(
    body: &[u8],
    is_text: bool,
    dialect: Option<String>,
    disable: Vec<String>,
) -> Result<JsValue, Failure> {
    let options = options(dialect.as_deref(), &disable)?;
    let found = options.lint(body);
    let offsets = Offsets::new(body, is_text);
    let findings = found.iter();
    let findings = findings.map(|finding| Finding::new(finding, body, is_text, &offsets));
    let alike = summarize(&found);
    plain(&Report {
        outcomes: outcome_lines(&options.outcomes(body)),
        summary: alike.iter().map(Summary::from).collect(),
        findings: findings.collect(),
    })
}

/// The body with corrections made, and the suggestions for some codes.
#[wasm_bindgen]
pub fn fix(
    body: &[u8],
    also: Vec<String>,
    dialect: Option<String>,
    disable: Vec<String>,
) -> Result<Vec<u8>, Failure> {
    let also = codes(&also)?;
    Ok(options(dialect.as_deref(), &disable)?
        .fix(body, &also)
        .into_body())
}
