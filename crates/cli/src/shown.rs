//! Words for people, and texts of others as a terminal may show them.

use std::fmt::Display;

/// The text as a terminal may show it. Escaped are control characters, which might be commands to
/// it, and characters that reorder or break a line.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || reorders_or_breaks(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a character changes the direction of text (Unicode Standard Annex #9), or separates
/// lines or paragraphs.
pub(crate) fn reorders_or_breaks(character: char) -> bool {
    matches!(character, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A crawler's name as a terminal may show it. To Google's library, a crawler may have none.
pub(crate) fn printable_name(name: &str) -> String {
    if name.is_empty() {
        "\"\"".to_owned()
    } else {
        printable(name)
    }
}

/// Like [`printable`], for a message that may have several lines, and quote files with their tabs.
pub(crate) fn printable_lines(message: &dyn Display) -> String {
    let message = message.to_string();
    message
        .split_inclusive(['\n', '\t'])
        .map(|part| {
            let end = part.trim_end_matches(['\n', '\t']).len();
            printable(&part[..end]) + &part[end..]
        })
        .collect()
}

/// How many more there are than a list shows; nothing if it shows all.
pub(crate) fn and_more(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// A number of things, such as `1 file`, `2 files`.
pub(crate) fn count(number: u64, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// A number as people read it: `4,210`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The first of these, at most this many, and how many more there are.
pub(crate) fn first(all: impl ExactSizeIterator<Item = impl ToString>, max: usize) -> String {
    let more = all.len().saturating_sub(max);
    let first: Vec<String> = all.take(max).map(|one| one.to_string()).collect();
    first.join(", ") + &and_more(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_groups_of_digits() {
        for (number, text) in [(0, "0"), (999, "999"), (4210, "4,210"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn messages_keep_their_lines_and_no_commands_to_a_terminal() {
        assert_eq!(
            printable_lines(&"a\x1B[31m\n\n\tb\u{9B}\r\n"),
            "a\\u{1b}[31m\n\n\tb\\u{9b}\\r\n"
        );
        assert_eq!(printable_lines(&""), "");
        assert_eq!(printable("/\u{202E}txt.a"), "/\\u{202e}txt.a");
    }
}
