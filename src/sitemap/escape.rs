//! Characters that XML reserves.

use alloc::borrow::Cow;
use alloc::string::String;

/// Replaces the five characters that XML reserves by their entities: `& < > " '`.
///
/// Nothing is allocated where none occurs. Characters that XML cannot express at all (most control characters)
/// become U+FFFD; a carriage return becomes `&#13;`, because a plain one would be read as a line feed.
///
/// # Complexity
///
/// Linear in the text.
///
/// # Examples
///
/// ```
/// use robots_exclusion::sitemap::escape_xml;
///
/// assert_eq!(escape_xml("a<b & 'c'"), "a&lt;b &amp; &apos;c&apos;");
/// ```
pub fn escape_xml(text: &str) -> Cow<'_, str> {
    let mut escaped = String::new();
    let mut kept = 0;
    for (at, character) in text.char_indices() {
        let entity = match character {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&apos;",
            '\r' => "&#13;",
            '\t' | '\n' => continue,
            // XML 1.0, section 2.2: all but the ranges of Char.
            '\0'..'\u{20}' | '\u{FFFE}' | '\u{FFFF}' => "\u{FFFD}",
            _ => continue,
        };
        escaped.push_str(&text[kept..at]);
        escaped.push_str(entity);
        kept = at + character.len_utf8();
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    escaped.push_str(&text[kept..]);
    Cow::Owned(escaped)
}

/// The character for one of XML's five predefined entities.
pub(super) fn predefined_entity(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}
