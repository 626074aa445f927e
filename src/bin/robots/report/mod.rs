//! What commands report, in every format: rows, text for people, pages, and findings in the formats
//! of other tools.

pub(crate) mod format;
pub(crate) mod html;
mod junit;
pub(crate) mod sections;
mod sink;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use robots_exclusion::lint::Severity;

use crate::failure::Failure;
use crate::output::Output;
use crate::shown::printable;

pub(crate) use format::Format;
pub(crate) use sink::{Rows, Sink};

/// One finding of any command, or several that say the same.
#[derive(Clone, Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) severity: Severity,
    /// The code that people look up and switch off.
    pub(crate) code: &'a str,
    /// The code in words.
    pub(crate) name: &'a str,
    /// Lines and columns are counted from 1, columns in bytes; the end is exclusive.
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
    pub(crate) message: String,
    /// What to do about it. If this is several findings in one, it is true of each of them.
    pub(crate) help: Cow<'a, str>,
    /// The name of the test that fails where findings are tests. Build servers follow a test by its
    /// name from run to run, so it says what was looked at: not what came out, and on no line, as
    /// lines move.
    pub(crate) test: String,
}

/// Items by what they have in common, their key, in the order in which each key was first seen:
/// people are told once what is the same for many.
pub(crate) fn alike<K: Clone + Eq + Hash, T>(items: impl Iterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut all: Vec<(K, Vec<T>)> = Vec::new();
    let mut places: HashMap<K, usize> = HashMap::new();
    for (key, item) in items {
        let place = *places.entry(key.clone()).or_insert(all.len());
        if place == all.len() {
            all.push((key, Vec::new()));
        }
        all[place].1.push(item);
    }
    all
}

/// The numbers of some lines, in words; `None` if there are none.
pub(crate) fn listed(lines: &[u32]) -> Option<String> {
    const SHOWN: usize = 12;
    if lines.is_empty() {
        return None;
    }
    let numbers: Vec<String> = lines.iter().take(SHOWN).map(u32::to_string).collect();
    let more = match lines.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let s = if lines.len() == 1 { "" } else { "s" };
    Some(format!("line{s} {}{more}", numbers.join(", ")))
}

/// Prints findings, file by file.
pub(crate) struct Reporter {
    output: Output,
    /// One of findings.
    format: Format,
    /// The name of the command, for formats that say who reports.
    command: &'static str,
    has_begun: bool,
    found: u64,
}

impl Reporter {
    pub(crate) fn new(output: Output, format: Format, command: &'static str) -> Self {
        Self {
            output,
            format,
            command,
            has_begun: false,
            found: 0,
        }
    }

    /// Prints the findings in one file; there may be none.
    pub(crate) fn file(&mut self, file: &str, findings: &[Finding<'_>]) -> Result<(), Failure> {
        self.begin()?;
        self.found += findings.len() as u64;
        let text = match self.format {
            Format::Concise => findings.iter().map(|finding| concise(file, finding)).collect(),
            Format::Github => findings.iter().map(|finding| github(file, finding)).collect(),
            Format::Junit => junit::suite(self.command, file, findings),
            _ => markdown(file, findings),
        };
        self.output.write(text.as_bytes())
    }

    /// Ends the report.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.begin()?;
        match self.format {
            Format::Junit => self.output.write(junit::END.as_bytes())?,
            Format::Markdown if self.found == 0 => self.output.write(b"\nNothing found.\n")?,
            _ => {}
        }
        self.output.flush()
    }

    /// Prints what comes before the first file, once.
    fn begin(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        match self.format {
            Format::Junit => self.output.write(junit::begin(self.command).as_bytes()),
            Format::Markdown => self.output.write(format!("# {}\n", self.command).as_bytes()),
            _ => Ok(()),
        }
    }
}

/// `robots.txt:3:1: warning R012 message (help)`.
fn concise(file: &str, finding: &Finding<'_>) -> String {
    let help = match &*finding.help {
        "" => String::new(),
        help => format!(" ({})", printable(help)),
    };
    format!(
        "{}:{}:{}: {} {} {}{help}\n",
        printable(file),
        finding.line,
        finding.column,
        finding.severity.as_str(),
        finding.code,
        printable(&finding.message),
    )
}

/// A workflow command of GitHub Actions, which shows it at the line in a pull request.
fn github(file: &str, finding: &Finding<'_>) -> String {
    let command = match finding.severity {
        Severity::Info => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    // `endColumn` only counts within one line, and is inclusive.
    let columns = if finding.line == finding.end_line {
        let last = finding.end_column.saturating_sub(1).max(finding.column);
        format!(",col={},endColumn={last}", finding.column)
    } else {
        String::new()
    };
    let help = match &*finding.help {
        "" => String::new(),
        help => format!("\nHelp: {help}"),
    };
    format!(
        "::{command} file={},line={},endLine={}{columns},title={}::{}\n",
        github_property(file),
        finding.line,
        finding.end_line,
        github_property(&format!("{} {}", finding.code, finding.name)),
        github_data(&format!("{}{help}", finding.message)),
    )
}

/// Escaped as the runner unescapes it: only these bytes end a message. It shows its log to people,
/// so that other control characters are escaped as everywhere.
fn github_data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text)
}

fn github_property(text: &str) -> String {
    github_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A table for a comment or a summary.
fn markdown(file: &str, findings: &[Finding<'_>]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n## {}\n\n| Line | Severity | Code | Finding | What to do |\n|---:|---|---|---|---|\n",
        markdown_text(file)
    );
    for finding in findings {
        text.push_str(&format!(
            "| {} | {} | {} | {} | {} |\n",
            finding.line,
            finding.severity.as_str(),
            finding.code,
            markdown_text(&finding.message),
            markdown_text(&finding.help),
        ));
    }
    text
}

/// Text in a cell. Messages quote parts of files in backticks, and those stay code; nothing else is
/// markup.
pub(crate) fn markdown_text(text: &str) -> String {
    let text = printable(text);
    let mut escaped = String::with_capacity(text.len());
    let is_balanced = text.matches('`').count().is_multiple_of(2);
    let mut in_code = false;
    for character in text.chars() {
        match character {
            '`' if is_balanced => in_code = !in_code,
            // Tables are cut into cells before code is recognized.
            '|' => escaped.push('\\'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '@' if !in_code => {
                escaped.push('\\')
            }
            _ => {}
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding() -> Finding<'static> {
        Finding {
            severity: Severity::Warning,
            code: "R012",
            name: "some-name",
            line: 3,
            column: 2,
            end_line: 3,
            end_column: 5,
            message: "`a|b` is 100%\nodd, <b>".to_owned(),
            help: "write `c`".into(),
            test: "R012 some-name".to_owned(),
        }
    }

    #[test]
    fn one_line_each() {
        assert_eq!(
            concise("a.txt", &finding()),
            "a.txt:3:2: warning R012 `a|b` is 100%\\nodd, <b> (write `c`)\n"
        );
        assert_eq!(
            github("a,b:c.txt", &finding()),
            "::warning file=a%2Cb%3Ac.txt,line=3,endLine=3,col=2,endColumn=4,title=R012 some-name::`a|b` is 100%25%0Aodd, \
             <b>%0AHelp: write `c`\n"
        );
        let hostile = Finding {
            message: "\x1B]0;title\x07 \u{9B}31m\t".to_owned(),
            ..finding()
        };
        let line = github("\x1B[31m.txt", &hostile);
        assert!(line.starts_with("::warning file=\\u{1b}[31m.txt,"), "{line}");
        assert!(
            line.contains("::\\u{1b}]0;title\\u{7} \\u{9b}31m\\t%0AHelp"),
            "{line}"
        );
    }

    #[test]
    fn tables_hold_any_text() {
        let table = markdown("a_b.txt", &[finding()]);
        assert!(table.contains("## a\\_b.txt"), "{table}");
        assert!(
            table.contains("| 3 | warning | R012 | `a\\|b` is 100%\\\\nodd, \\<b\\> | write `c` |"),
            "{table}"
        );
    }
}
