//! Characters that XML reserves.

use std::borrow::Cow;

use super::problem::ProblemKind;

/// Replaces the five characters that XML reserves with their entities: `& < > " '`.
///
/// Nothing is allocated if none occurs. Characters that XML cannot express at all (most control
/// characters) become U+FFFD; a carriage return becomes `&#13;`, because an unescaped carriage
/// return would be read as a line feed.
pub(super) fn escape_xml(text: &str) -> Cow<'_, str> {
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

/// The character of a reference, or the error in it.
pub(super) fn resolve(reference: &str) -> Result<char, ProblemKind> {
    if let Some(number) = reference.strip_prefix('#') {
        let (digits, radix) = match number.strip_prefix('x') {
            Some(digits) => (digits, 16),
            None => (number, 10),
        };
        let sign = digits.starts_with(['+', '-']);
        let code = u32::from_str_radix(digits, radix).ok().filter(|_| !sign);
        // XML 1.0, section 2.2: all but the ranges of Char.
        return code
            .and_then(char::from_u32)
            .filter(|&character| is_character(character))
            .ok_or(ProblemKind::InvalidCharacter);
    }
    predefined_entity(reference).ok_or_else(|| {
        // If the text up to the semicolon cannot be a name, the ampersand is a plain
        // character.
        let name =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | ':');
        if reference.starts_with(char::is_alphabetic) && reference.chars().all(name) {
            ProblemKind::UndefinedEntity
        } else {
            ProblemKind::BareAmpersand
        }
    })
}

/// XML 1.0, section 2.2.
pub(super) fn is_character(character: char) -> bool {
    !matches!(character, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        for (text, expected) in [
            ("a\0b\u{1}c\u{1f}d", "a\u{fffd}b\u{fffd}c\u{fffd}d"),
            ("\u{b}\u{c}", "\u{fffd}\u{fffd}"),
            ("\u{fffe}\u{ffff}", "\u{fffd}\u{fffd}"),
            (
                "\t\n \u{7f}\u{85}\u{fffd}\u{10ffff}",
                "\t\n \u{7f}\u{85}\u{fffd}\u{10ffff}",
            ),
            ("\r", "&#13;"),
            ("&<>\"'", "&amp;&lt;&gt;&quot;&apos;"),
            ("a<b & 'c'", "a&lt;b &amp; &apos;c&apos;"),
        ] {
            assert_eq!(escape_xml(text), expected, "{text:?}");
        }
    }
}
