//! Texts of others as they may be shown: no command to a terminal, no password.

use std::fmt::Display;

/// The text as a terminal may show it: control characters, which might be commands to it, are
/// escaped.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
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

/// A URL without the user and password, which no message may print.
pub(crate) fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        Some(at) => format!("{scheme}://{}", &rest[at + 1..]),
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_keep_their_lines_and_no_commands_to_a_terminal() {
        assert_eq!(
            printable_lines(&"a\x1B[31m\n\n\tb\u{9B}\r\n"),
            "a\\u{1b}[31m\n\n\tb\\u{9b}\\r\n"
        );
        assert_eq!(printable_lines(&""), "");
    }

    #[test]
    fn credentials_are_not_printed() {
        for (url, shown) in [
            ("https://user:p@ss@example.com/a@b", "https://example.com/a@b"),
            ("http://user@example.com?x@y", "http://example.com?x@y"),
            ("http://example.com/", "http://example.com/"),
        ] {
            assert_eq!(without_credentials(url), shown);
        }
    }
}
