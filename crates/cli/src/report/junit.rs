//! JUnit XML, as the [schema] of Jenkins' xUnit plugin has it, which is the strictest: a suite for
//! each file, a failed test for each finding.
//!
//! [schema]: https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd

use std::collections::HashMap;

use robots_exclusion_analysis::lint::Severity;

use super::Finding;
use crate::shown::reorders_or_breaks;

pub(super) const END: &str = "</testsuites>\n";

pub(super) fn begin(command: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
        text(command)
    )
}

/// The suite of one file. Infos pass, with their text as output; a file without findings has one
/// test, the command itself, which passes.
pub(super) fn suite(command: &str, file: &str, findings: &[Finding]) -> String {
    let failures = findings
        .iter()
        .filter(|finding| finding.severity > Severity::Info)
        .count();
    let name = text(file);
    let mut suite = format!(
        "  <testsuite name=\"{name}\" file=\"{name}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\">\n",
        findings.len().max(1)
    );
    if findings.is_empty() {
        suite += &format!(
            "    <testcase name=\"{}\" classname=\"{name}\"/>\n",
            text(command)
        );
    }
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for finding in findings {
        // Two tests of one name would be taken for one.
        let count = seen.entry(&finding.test).or_default();
        *count += 1;
        let test = match *count {
            1 => finding.test.clone(),
            count => format!("{} ({count})", finding.test),
        };
        let message = text(&finding.message);
        let help = finding.help_between("\nhelp: ", "");
        let body = escaped(&(finding.sentence(file) + &help));
        suite += &format!("    <testcase name=\"{}\" classname=\"{name}\">\n", text(&test));
        suite += &match finding.severity {
            Severity::Info => format!("      <system-out>{body}</system-out>\n"),
            severity => {
                format!("      <failure type=\"{severity}\" message=\"{message}\">{body}</failure>\n")
            }
        };
        suite += "    </testcase>\n";
    }
    suite + "  </testsuite>\n"
}

/// Text of an attribute, in which a line feed would become a space.
fn text(text: &str) -> String {
    escaped(text).replace('\n', "&#10;")
}

/// Text of an element. Replaces characters that XML 1.0 cannot hold, other control characters,
/// which it discourages, and characters that would reorder or break a line where a build server
/// shows it.
fn escaped(text: &str) -> String {
    let is_allowed = |character: char| matches!(character, '\t' | '\n' | ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    let text = text.replace(
        |character| !is_allowed(character) || reorders_or_breaks(character),
        "\u{FFFD}",
    );
    quick_xml::escape::escape(text.as_str()).into_owned()
}
