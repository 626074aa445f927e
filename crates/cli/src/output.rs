//! Where results go: streams, paragraphs, warnings, progress.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use anstream::ColorChoice;
use anstyle::Style;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::failure::Failure;
use crate::shown::{printable, printable_lines};
use crate::tone::Tone;

/// Standard output.
pub(crate) struct Output {
    pub(crate) writer: BufWriter<StdoutLock<'static>>,
    is_colored: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let is_colored = anstream::AutoStream::choice(&stdout) != ColorChoice::Never;
        Self {
            writer: BufWriter::with_capacity(64 * 1024, stdout),
            is_colored,
        }
    }

    /// Writes text that may hold styles; they are dropped where colors are not wanted.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_colored {
            self.write(text.as_bytes())
        } else {
            let plain = anstream::adapter::strip_str(text).to_string();
            self.write(plain.as_bytes())
        }
    }

    /// Writes bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(bytes).map_err(Failure::Output)
    }

    /// Writes a document as JSON, indented, with a line end.
    pub(crate) fn json(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut self.writer, document)
            .map_err(|error| Failure::Output(error.into()))?;
        self.write(b"\n")
    }

    /// Writes a row as one line of JSON.
    pub(crate) fn json_line(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.writer, row).map_err(|error| Failure::Output(error.into()))?;
        self.write(b"\n")
    }

    /// Writes out what is buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(Failure::Output)
    }
}

/// Writes bytes as they are, and nothing else, to standard output.
pub(crate) fn write_alone(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::new();
    output.write(bytes)?;
    output.flush()
}

/// Writes an error message to standard error.
pub(crate) fn complain(message: &dyn Display) {
    labelled("error", Tone::Error, message);
}

/// Error messages about the lines of an input. Only the first few are written.
#[derive(Default)]
pub(crate) struct Complaints {
    count: usize,
}

impl Complaints {
    /// How many are written.
    pub(crate) const MAX: usize = 20;

    /// Writes a message, or in the place of the first one too many that there are more.
    pub(crate) fn add(&mut self, message: &dyn Display, there_are_more: &dyn Display) {
        self.count += 1;
        if self.count <= Self::MAX {
            complain(message);
        } else if self.count == Self::MAX + 1 {
            complain(there_are_more);
        }
    }

    /// Whether there was one.
    pub(crate) fn is_any(&self) -> bool {
        self.count > 0
    }
}

/// Writes a warning to standard error.
pub(crate) fn warn(message: &dyn Display) {
    labelled("warning", Tone::Warning, message);
}

fn labelled(label: &str, tone: Tone, message: &dyn Display) {
    let style = tone.style();
    let message = printable_lines(message);
    // Nothing can be done if standard error is closed too.
    let _ = writeln!(anstream::stderr().lock(), "{style}{label}:{style:#} {message}");
}

/// Writes to standard error what was done.
pub(crate) fn inform(message: &dyn Display) {
    let _ = writeln!(anstream::stderr().lock(), "{}", printable_lines(message));
}

/// The style of an allowed verdict, or of a disallowed one.
pub(crate) fn verdict_style(allowed: bool) -> Style {
    Tone::of_verdict(allowed).style()
}

/// A verdict in a word.
pub(crate) fn verdict_word(allowed: bool) -> &'static str {
    if allowed { "allowed" } else { "disallowed" }
}

/// Columns of the terminal; `COLUMNS` or 100 without one.
pub(crate) fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    terminal_size::terminal_size()
        .map(|(width, _)| usize::from(width.0))
        .or_else(columns)
        .unwrap_or(100)
}

/// Appends a paragraph, broken at spaces into lines of up to `max` columns, but never within
/// backticks. All lines begin in column `indent`.
pub(crate) fn fill(text: &mut String, paragraph: &str, indent: usize, max: usize) {
    let mut column = indent;
    let mut in_code = false;
    let units = paragraph.split(|character| {
        in_code ^= character == '`';
        character == ' ' && !in_code
    });
    for unit in units {
        let len = unit.chars().count();
        if column > indent && column + 1 + len > max {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(unit);
        column += len;
    }
}

/// Appends a paragraph as wide as the terminal, whose lines begin in column `indent`. The first line
/// has got there already.
pub(crate) fn paragraph(text: &mut String, paragraph: &str, indent: usize) {
    fill(text, paragraph, indent, width());
    text.push('\n');
}

/// The columns before a note or a help text in a report that shows lines up to this number.
pub(crate) fn before_note(line: u32) -> usize {
    // `12 | `, and below `   = note: `
    line.to_string().len() + 9
}

/// A text of a report, safe to show and wrapped for the terminal; each line comes after `before`
/// columns.
pub(crate) fn report_lines(text: &str, before: usize) -> String {
    let mut lines = String::new();
    fill(&mut lines, &printable(text), 0, width().saturating_sub(before));
    lines
}

/// A progress bar on standard error, if that is a terminal and standard output is not: there, rows
/// show the progress.
pub(crate) fn progress(bytes: Option<u64>) -> ProgressBar {
    let template = match bytes {
        Some(_) => "{elapsed_precise} [{bar:40}] {bytes}/{total_bytes}, {msg} rows, {eta} left",
        None => "{elapsed_precise} {spinner} {bytes}, {msg} rows",
    };
    bar(bytes, template)
}

/// A progress bar on standard error, if that is a terminal and standard output is not, that shows
/// how long something takes and a message.
pub(crate) fn progress_of_reading() -> ProgressBar {
    bar(None, "{elapsed_precise} {spinner} {msg}")
}

/// A progress bar that counts files, on standard error if that is a terminal.
pub(crate) fn progress_of_files(files: usize) -> ProgressBar {
    bar(
        Some(files as u64),
        "{elapsed_precise} [{bar:40}] {pos} of {len} files, {eta} left",
    )
}

fn bar(len: Option<u64>, template: &str) -> ProgressBar {
    if io::stdout().is_terminal() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr_with_hz(5)).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_outside_of_code() {
        let mut text = String::new();
        fill(&mut text, "write `Disallow: /a b c` or nothing at all", 0, 10);
        assert_eq!(text, "write\n`Disallow: /a b c`\nor nothing\nat all");
        let mut text = "by: ".to_owned();
        fill(&mut text, "google, yandex, baidu", 4, 18);
        assert_eq!(text, "by: google,\n    yandex, baidu");
    }
}
