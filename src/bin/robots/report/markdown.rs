//! Markdown, for comments and job summaries.

use super::Finding;
use super::table::{Cell, Piece, Table};
use crate::shown::printable;

/// The heading of a file.
pub(crate) fn heading(file: &str) -> String {
    format!("## {}\n\n", escaped(file))
}

/// A table. Columns of numbers are aligned on the right.
pub(crate) fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = row(table.headings.iter().map(piece).collect());
    let is_of_numbers = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        cells.all(|cell| content(cell).parse::<u64>().is_ok())
    };
    for column in 0..table.headings.len() {
        text.push_str(if is_of_numbers(column) { "|---:" } else { "|---" });
    }
    text.push_str("|\n");
    text.extend(
        table
            .rows
            .iter()
            .map(|cells| row(cells.iter().map(content).collect())),
    );
    text
}

/// The findings in a file.
pub(super) fn findings(file: &str, findings: &[Finding<'_>]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let mut all = Table::new(["Line", "Severity", "Code", "Finding", "What to do"]);
    all.rows.extend(findings.iter().map(|finding| {
        vec![
            finding.line.to_string().into(),
            finding.severity.as_str().into(),
            finding.code.into(),
            Piece::Prose(finding.message.clone()).into(),
            Piece::Prose(finding.help.to_string()).into(),
        ]
    }));
    format!("\n{}{}", heading(file), table(&all))
}

fn content(cell: &Cell) -> String {
    cell.pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) | Piece::Prose(text) | Piece::Label(_, text) | Piece::Link { text, .. } => {
            escaped(text)
        }
        Piece::Code(text) => escaped(&format!("`{text}`")),
        Piece::LineEnd => ", ".to_owned(),
    }
}

/// Text in a cell. Messages quote parts of files in backticks, and those stay code; nothing else is
/// markup.
fn escaped(text: &str) -> String {
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

    #[test]
    fn tables_hold_any_text() {
        let table = findings("a_b.txt", &[Finding::example()]);
        assert!(
            table.starts_with("\n## a\\_b.txt\n\n| Line | Severity | Code |"),
            "{table}"
        );
        assert!(table.contains("|---:|---|---|---|---|\n"), "{table}");
        assert!(
            table.contains("| 3 | warning | R012 | `a\\|b` is 100%\\\\nodd, \\<b\\> | write `c` |"),
            "{table}"
        );
    }
}
