//! Where reports go. A command offers rows, findings and text; only what the format needs is made.

use std::io::{self, BufWriter, StdoutLock};

use serde::Serialize;
use serde_json::Value;

use super::Format;
use super::findings::{Finding, Reporter};
use super::sarif::SarifLog;
use crate::failure::Failure;
use crate::output::Output;

/// A report in one format.
pub(crate) enum Sink {
    /// For people, and pages.
    Text(Output),
    Rows(Rows),
    Findings(Reporter),
    Sarif(SarifLog),
}

impl Sink {
    /// `command` names the tool in formats that say who reports.
    pub(crate) fn new(format: Format, command: &'static str) -> Self {
        let output = Output::new();
        match format {
            Format::Human | Format::Html => Self::Text(output),
            Format::Json => Self::Rows(Rows::Json { output, count: 0 }),
            Format::Jsonl => Self::Rows(Rows::Jsonl(output)),
            Format::Csv => Self::Rows(Rows::table(output, b',')),
            Format::Tsv => Self::Rows(Rows::table(output, b'\t')),
            Format::Concise | Format::Github | Format::Junit | Format::Markdown => {
                Self::Findings(Reporter::new(output, format, command))
            }
            Format::Sarif => Self::Sarif(SarifLog::new(output, command)),
        }
    }

    /// For text, if the format is one of text.
    pub(crate) fn text(&mut self) -> Option<&mut Output> {
        match self {
            Self::Text(output) => Some(output),
            _ => None,
        }
    }

    /// For rows, if the format is one of rows.
    pub(crate) fn rows(&mut self) -> Option<&mut Rows> {
        match self {
            Self::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// Prints the findings in a file, if the format is one of findings.
    pub(crate) fn findings(
        &mut self,
        file: &str,
        findings: impl FnOnce() -> Vec<Finding>,
    ) -> Result<(), Failure> {
        match self {
            Self::Findings(reporter) => reporter.file(file, &findings()),
            _ => Ok(()),
        }
    }

    /// Ends the report.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Text(mut output) => output.flush(),
            Self::Rows(rows) => rows.finish(),
            Self::Findings(reporter) => reporter.finish(),
            Self::Sarif(log) => log.finish(),
        }
    }
}

/// Writes rows.
pub(crate) enum Rows {
    /// An array, one row a line.
    Json {
        output: Output,
        count: u64,
    },
    Jsonl(Output),
    Csv {
        writer: Box<csv::Writer<BufWriter<StdoutLock<'static>>>>,
        /// Whether [`Self::write_columns`] has written one; otherwise the writer takes it from the
        /// first row.
        has_header: bool,
    },
}

impl Rows {
    fn table(output: Output, delimiter: u8) -> Self {
        let mut builder = csv::WriterBuilder::new();
        Self::Csv {
            writer: Box::new(builder.delimiter(delimiter).from_writer(output.writer)),
            has_header: false,
        }
    }

    /// Whether a row is a line of a table, which holds no lists.
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self, Self::Csv { .. })
    }

    /// Writes a row that has more to it than a table can hold, which has these columns. A column is
    /// the name of a field and, after spaces, the places to look at in a row without that field, as
    /// JSON pointers.
    pub(crate) fn write_columns(&mut self, row: &impl Serialize, columns: &[&str]) -> Result<(), Failure> {
        let Self::Csv { writer, has_header } = self else {
            return self.write(row);
        };
        let row = serde_json::to_value(row).map_err(|error| Failure::Output(error.into()))?;
        let columns = columns.iter().map(|column| column.split(' '));
        if !std::mem::replace(has_header, true) {
            let names = columns
                .clone()
                .map(|mut column| column.next().unwrap_or_default());
            writer.write_record(names).map_err(csv_failure)?;
        }
        let value = |mut column: std::str::Split<'_, char>| {
            let field = row.get(column.next()?);
            field.or_else(|| column.find_map(|place| row.pointer(place)))
        };
        let cells = columns.map(|column| value(column).map_or(String::new(), cell));
        writer.write_record(cells).map_err(csv_failure)
    }

    /// Writes a row that a table holds as it is.
    pub(crate) fn write(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        match self {
            Self::Json { output, count } => {
                output.write(if *count == 0 { b"[\n" } else { b",\n" })?;
                *count += 1;
                serde_json::to_writer(&mut output.writer, row).map_err(|error| Failure::Output(error.into()))
            }
            Self::Jsonl(output) => output.json_line(row),
            Self::Csv { writer, .. } => writer.serialize(row).map_err(csv_failure),
        }
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Json { mut output, count } => {
                output.write(if count == 0 { b"[]\n" } else { b"\n]\n" })?;
                output.flush()
            }
            Self::Jsonl(mut output) => output.flush(),
            Self::Csv { mut writer, .. } => writer.flush().map_err(Failure::Output),
        }
    }
}

fn csv_failure(error: csv::Error) -> Failure {
    Failure::Output(match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    })
}

/// A value in a table; the parts of a list are separated by line feeds.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(cell).collect::<Vec<_>>().join("\n"),
        value => value.to_string(),
    }
}
