//! Findings as other tools read them.

use std::mem;

use robots_exclusion_analysis::lint::Severity;

use super::{Format, github, junit, markdown};
use crate::failure::Failure;
use crate::output::Output;
use crate::shown::printable;

/// One finding of any command, or several that say the same.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// The code that people look up and switch off.
    pub(crate) code: &'static str,
    /// The code in words.
    pub(crate) name: &'static str,
    /// Lines and columns are counted from 1, columns in bytes; the end is exclusive.
    pub(crate) start: (u32, u32),
    pub(crate) end: (u32, u32),
    pub(crate) message: String,
    /// What to do about it. If this is several findings in one, it is true of each of them.
    pub(crate) help: String,
    /// The name of the test where findings are tests. Build servers track a test by its name from
    /// run to run, so it says what was checked, but neither the outcome nor a line number.
    pub(crate) test: String,
}

impl Finding {
    /// `robots.txt:3:1: warning R012 message`, not yet escaped.
    pub(super) fn sentence(&self, file: &str) -> String {
        let Self {
            severity,
            code,
            start: (line, column),
            message,
            ..
        } = self;
        format!("{file}:{line}:{column}: {severity} {code} {message}")
    }

    /// The help, if there is any, between these.
    pub(super) fn help_between(&self, before: &str, after: &str) -> String {
        match &self.help[..] {
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
    /// What comes before the first file, until it is printed.
    begin: String,
    /// Whether there was a finding.
    is_any: bool,
}

impl Reporter {
    pub(super) fn new(output: Output, format: Format, command: &'static str) -> Self {
        let begin = match format {
            Format::Junit => junit::begin(command),
            Format::Markdown => format!("# {command}\n"),
            _ => String::new(),
        };
        Self {
            output,
            format,
            command,
            begin,
            is_any: false,
        }
    }

    /// Prints the findings in one file; there may be none.
    pub(crate) fn file(&mut self, file: &str, findings: &[Finding]) -> Result<(), Failure> {
        self.is_any |= !findings.is_empty();
        let of_each = |print: fn(&str, &Finding) -> String| -> String {
            findings.iter().map(|finding| print(file, finding)).collect()
        };
        let text = match self.format {
            Format::Concise => of_each(concise),
            Format::Github => of_each(github::command),
            Format::Junit => junit::suite(self.command, file, findings),
            _ => markdown::findings(file, findings),
        };
        self.output.write(mem::take(&mut self.begin).as_bytes())?;
        self.output.write(text.as_bytes())
    }

    /// Ends the report.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let end = match self.format {
            Format::Junit => junit::END,
            Format::Markdown if !self.is_any => "\nNothing found.\n",
            _ => "",
        };
        self.output.write((self.begin + end).as_bytes())?;
        self.output.flush()
    }
}

/// `robots.txt:3:1: warning R012 message (help)`.
fn concise(file: &str, finding: &Finding) -> String {
    let help = finding.help_between(" (", ")");
    printable(&(finding.sentence(file) + &help)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Finding {
        /// With text that other tools might take for something else.
        pub(in crate::report) fn example() -> Self {
            Finding {
                severity: Severity::Warning,
                code: "R012",
                name: "some-name",
                start: (3, 2),
                end: (3, 5),
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
