//! Workflow commands of GitHub Actions, which shows them at their lines in a pull request.

use robots_exclusion_analysis::lint::Severity;

use super::Finding;
use crate::shown::printable;

/// The command of a finding.
pub(super) fn command(file: &str, finding: &Finding) -> String {
    let command = match finding.severity {
        Severity::Info => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let ((line, column), (end_line, end_column)) = (finding.start, finding.end);
    // `endColumn` only counts within one line, and is inclusive.
    let columns = if line == end_line {
        let last = end_column.saturating_sub(1).max(column);
        format!(",col={column},endColumn={last}")
    } else {
        String::new()
    };
    format!(
        "::{command} file={},line={line},endLine={end_line}{columns},title={}::{}\n",
        property(file),
        property(&format!("{} {}", finding.code, finding.name)),
        data(&format!(
            "{}{}",
            finding.message,
            finding.help_between("\nHelp: ", "")
        )),
    )
}

/// Escaped as the runner unescapes it: only these bytes end a message. It shows its log to people,
/// so that other control characters are escaped as everywhere.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text)
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_is_a_command() {
        let finding = Finding::example();
        assert_eq!(
            command("a,b:c.txt", &finding),
            "::warning file=a%2Cb%3Ac.txt,line=3,endLine=3,col=2,endColumn=4,title=R012 some-name::`a|b` is 100%25%0Aodd, \
             <b>%0AHelp: write `c`\n"
        );
        let hostile = Finding {
            message: "\x1B]0;title\x07 \u{9B}31m\t".to_owned(),
            ..finding
        };
        let line = command("\x1B[31m.txt", &hostile);
        assert!(line.starts_with("::warning file=\\u{1b}[31m.txt,"), "{line}");
        assert!(
            line.contains("::\\u{1b}]0;title\\u{7} \\u{9b}31m\\t%0AHelp"),
            "{line}"
        );
    }
}
