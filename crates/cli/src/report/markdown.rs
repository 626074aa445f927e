//! Markdown, for comments and job summaries.

use super::Finding;
use super::table::{Cell, Piece, Table};
use crate::shown::printable;

/// The heading of a file.
pub(crate) fn heading(file: &str) -> String {
    format!("## {}\n\n", escaped(file, false))
}

/// A table.
pub(crate) fn table(table: &Table) -> String {
    let mut text = head(&table.headings, 0);
    text.extend(table.rows.iter().map(|cells| row(cells.iter().map(content))));
    text
}

/// The lines before the rows. This many columns, the first ones, are aligned on the right, as
/// numbers are.
fn head(headings: &[Piece], numbers: usize) -> String {
    let mut text = row(headings.iter().map(piece));
    for column in 0..headings.len() {
        text.push_str(if column < numbers { "|---:" } else { "|---" });
    }
    text + "|\n"
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for cell in cells {
        text.extend(["| ", &cell, " "]);
    }
    text + "|\n"
}

/// The findings in a file. There may be as many as lines of a few bytes, so that the table is not
/// made before its text.
pub(super) fn findings(file: &str, findings: &[Finding]) -> String {
    let cells = |finding: &Finding| {
        [
            finding.start.0.to_string().into(),
            finding.severity.as_str().into(),
            finding.code.into(),
            Piece::Prose(finding.message.clone()).into(),
            Piece::Prose(finding.help.clone()).into(),
        ]
    };
    if findings.is_empty() {
        return String::new();
    }
    let headings = ["Line", "Severity", "Code", "Finding", "What to do"].map(Piece::from);
    let mut text = format!("\n{}{}", heading(file), head(&headings, 1));
    let rows = findings.iter().map(cells);
    text.extend(rows.map(|cells| row(cells.iter().map(content))));
    text
}

fn content(cell: &Cell) -> String {
    cell.pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) | Piece::Label(_, text) | Piece::Link { text, .. } => escaped(text, false),
        Piece::Prose(text) => escaped(text, true),
        Piece::Code(text) => escaped(&format!("`{text}`"), true),
        Piece::LineEnd => ", ".to_owned(),
    }
}

/// Text in which nothing is markup, but for code in backticks, if `has_code`.
///
/// Code ends at as many backticks as it begins with. If a file has several backticks next to each
/// other, it is unclear what is code, so nothing is.
fn escaped(text: &str, has_code: bool) -> String {
    let text = printable(text);
    let mut escaped = String::with_capacity(text.len());
    let has_code = has_code && !text.contains("``") && text.matches('`').count().is_multiple_of(2);
    let mut in_code = false;
    for character in text.chars() {
        match character {
            '`' if has_code => in_code = !in_code,
            // Tables are cut into cells before code is recognized.
            '|' => escaped.push('\\'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '@' | '&' | '$' if !in_code => {
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

    #[test]
    fn tables_hold_any_text() {
        let table = findings("a_b.txt", &[Finding::example()]);
        assert!(
            table.starts_with("\n## a\\_b.txt\n\n| Line | Severity | Code |"),
            "{table}"
        );
        assert!(table.contains("|---:|---|---|---|---|\n"), "{table}");
        assert_eq!(
            escaped("``<b>`` `[x](y)`", true),
            "\\`\\`\\<b\\>\\`\\` \\`\\[x\\](y)\\`"
        );
        assert_eq!(escaped("`a` $b$ &amp;", true), "`a` \\$b\\$ \\&amp;");
        assert_eq!(escaped("`a`", false), "\\`a\\`");
        assert!(
            table.contains("| 3 | warning | R012 | `a\\|b` is 100%\\\\nodd, \\<b\\> | write `c` |"),
            "{table}"
        );
    }
}
