//! Findings as other tools read them.

use std::borrow::Cow;

use robots_exclusion::lint::{Diagnostic, Severity};

use super::{Format, github, junit, markdown, sarif};
use crate::failure::Failure;
use crate::output::Output;
use crate::shown::printable;

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
    /// The name of the test where findings are tests. Build servers track a test by its name from
    /// run to run, so it says what was checked, but neither the outcome nor a line number.
    pub(crate) test: String,
}

impl Finding<'_> {
    /// `robots.txt:3:1: warning R012 message`, not yet escaped.
    pub(super) fn sentence(&self, file: &str) -> String {
        let Self {
            severity,
            code,
            line,
            column,
            message,
            ..
        } = self;
        format!("{file}:{line}:{column}: {severity} {code} {message}")
    }

    /// The help, if there is any, between these.
    pub(super) fn help_between(&self, before: &str, after: &str) -> String {
        match &*self.help {
            "" => String::new(),
            help => format!("{before}{help}{after}"),
        }
    }
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
    pub(super) fn new(output: Output, format: Format, command: &'static str) -> Self {
        Self {
            output,
            format,
            command,
            has_begun: false,
            found: 0,
        }
    }

    pub(super) fn has_corrections(&self) -> bool {
        self.format == Format::Sarif
    }

    /// Prints the findings in one file with their corrections; there may be none.
    pub(super) fn diagnostics(
        &mut self,
        file: &str,
        body: &[u8],
        found: &[Diagnostic],
    ) -> Result<(), Failure> {
        self.begin()?;
        sarif::results(&mut self.output, self.found > 0, file, body, found)?;
        self.found += found.len() as u64;
        Ok(())
    }

    /// Prints the findings in one file; there may be none.
    pub(super) fn file(&mut self, file: &str, findings: &[Finding<'_>]) -> Result<(), Failure> {
        self.begin()?;
        self.found += findings.len() as u64;
        let text = match self.format {
            Format::Concise => findings.iter().map(|finding| concise(file, finding)).collect(),
            Format::Github => findings
                .iter()
                .map(|finding| github::command(file, finding))
                .collect(),
            Format::Junit => junit::suite(self.command, file, findings),
            _ => markdown::findings(file, findings),
        };
        self.output.write(text.as_bytes())
    }

    /// Ends the report.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.begin()?;
        match self.format {
            Format::Junit => self.output.write(junit::END.as_bytes())?,
            Format::Sarif => self.output.write(sarif::END.as_bytes())?,
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
            Format::Sarif => self.output.write(sarif::begin(self.command).as_bytes()),
            Format::Markdown => self.output.write(format!("# {}\n", self.command).as_bytes()),
            _ => Ok(()),
        }
    }
}

/// `robots.txt:3:1: warning R012 message (help)`.
fn concise(file: &str, finding: &Finding<'_>) -> String {
    let help = finding.help_between(" (", ")");
    printable(&(finding.sentence(file) + &help)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Finding<'static> {
        /// With text that other tools might take for something else.
        pub(in crate::report) fn example() -> Self {
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
    }

    #[test]
    fn one_line_each() {
        assert_eq!(
            concise("a.txt", &Finding::example()),
            "a.txt:3:2: warning R012 `a|b` is 100%\\nodd, <b> (write `c`)\n"
        );
    }
}
