//! Text percent-decoded as UTF-8.

use alloc::string::String;

/// A text with all its escapes decoded. What is not UTF-8 becomes U+FFFD, in the text as in the octets that its escapes stand for.
///
/// Octets of escapes form a character only with one another and with ASCII between them: a raw byte and an escape never do.
pub(crate) fn percent_decoded(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut decoded = String::with_capacity(text.len());
    let mut rest = &*text;
    while !rest.is_empty() {
        let ascii = rest.find(|c: char| !c.is_ascii()).unwrap_or(rest.len());
        let (run, after) = rest.split_at(ascii);
        decoded.push_str(&percent_encoding::percent_decode_str(run).decode_utf8_lossy());
        let raw = after.find(|c: char| c.is_ascii()).unwrap_or(after.len());
        decoded.push_str(&after[..raw]);
        rest = &after[raw..];
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_utf8_among_themselves() {
        for (text, decoded) in [
            (&b"a%41%2f%"[..], "aA/%"),
            (b"%%41%4", "%A%4"),
            (b"%C3%A9\xC3\xA9", "\u{e9}\u{e9}"),
            // Half of a character each, raw and escaped.
            (b"\xC3%A9", "\u{fffd}\u{fffd}"),
            (b"%C3\xC3\xA9%A9", "\u{fffd}\u{e9}\u{fffd}"),
            (b"%E2%82x", "\u{fffd}x"),
            (b"", ""),
        ] {
            assert_eq!(percent_decoded(text), decoded, "{}", text.escape_ascii());
        }
    }
}
