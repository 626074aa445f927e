//! White space at the ends of values, and between their words.

/// ASCII white space as defined by C's `isspace`.
#[inline]
pub const fn is_space(byte: u8) -> bool {
    // Most bytes are greater than every kind of white space, so the first comparison is usually
    // enough.
    byte <= b' ' && matches!(byte, b' ' | b'\t'..=b'\r')
}

/// `bytes` without ASCII white space at both ends.
#[inline]
pub(crate) fn trim(bytes: &[u8]) -> &[u8] {
    trim_end(trim_start(bytes))
}

/// `bytes` without ASCII white space at the start.
#[inline]
pub(crate) fn trim_start(mut bytes: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = bytes
        && is_space(*first)
    {
        bytes = rest;
    }
    bytes
}

/// `bytes` without ASCII white space at the end.
#[inline]
pub(crate) fn trim_end(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., last] = bytes
        && is_space(*last)
    {
        bytes = rest;
    }
    bytes
}

/// Whether a byte is a space or a tab, which separate words within a value.
#[inline]
pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `bytes` without spaces and tabs at the start.
pub fn trim_blanks_start(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !is_blank(*byte));
    &bytes[start.unwrap_or(bytes.len())..]
}

/// `bytes` without spaces and tabs at both ends.
pub fn trim_blanks(bytes: &[u8]) -> &[u8] {
    let bytes = trim_blanks_start(bytes);
    let end = bytes.iter().rposition(|byte| !is_blank(*byte));
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// The words of a value: its runs of bytes other than spaces and tabs.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    value
        .split(|byte| is_blank(*byte))
        .filter(|word| !word.is_empty())
}

/// Invisible characters, with their names: white space that parsers of robots.txt do not skip, and
/// marks without width.
///
/// They come with text that was copied from a page or written in a word processor, and are never
/// intended.
const UNSEEN: [(char, &str); 35] = [
    ('\u{A0}', "no-break space"),
    ('\u{AD}', "soft hyphen"),
    ('\u{61C}', "Arabic letter mark"),
    ('\u{1680}', "Ogham space mark"),
    ('\u{180E}', "Mongolian vowel separator"),
    ('\u{2000}', "en quad"),
    ('\u{2001}', "em quad"),
    ('\u{2002}', "en space"),
    ('\u{2003}', "em space"),
    ('\u{2004}', "three-per-em space"),
    ('\u{2005}', "four-per-em space"),
    ('\u{2006}', "six-per-em space"),
    ('\u{2007}', "figure space"),
    ('\u{2008}', "punctuation space"),
    ('\u{2009}', "thin space"),
    ('\u{200A}', "hair space"),
    ('\u{200B}', "zero-width space"),
    ('\u{200C}', "zero-width non-joiner"),
    ('\u{200D}', "zero-width joiner"),
    ('\u{200E}', "left-to-right mark"),
    ('\u{200F}', "right-to-left mark"),
    ('\u{2028}', "line separator"),
    ('\u{2029}', "paragraph separator"),
    ('\u{202A}', "left-to-right embedding"),
    ('\u{202B}', "right-to-left embedding"),
    ('\u{202C}', "end of embedding"),
    ('\u{202F}', "narrow no-break space"),
    ('\u{205F}', "medium mathematical space"),
    ('\u{2060}', "word joiner"),
    ('\u{2066}', "left-to-right isolate"),
    ('\u{2067}', "right-to-left isolate"),
    ('\u{2068}', "first strong isolate"),
    ('\u{2069}', "end of isolate"),
    ('\u{3000}', "ideographic space"),
    ('\u{FEFF}', "byte order mark"),
];

/// The name of an invisible character; `None` for any other character.
pub fn unseen(character: char) -> Option<&'static str> {
    let at = UNSEEN.binary_search_by_key(&character, |(unseen, _)| *unseen);
    at.ok().map(|at| UNSEEN[at].1)
}

/// The text without ASCII white space and invisible characters at both ends. Linear in the text.
#[cold]
#[inline(never)]
pub fn trim_unseen(text: &[u8]) -> &[u8] {
    trim_if(text, |character| unseen(character).is_some())
}

/// The text without ASCII white space and no-break spaces at both ends. Linear in the text.
pub(crate) fn trim_no_break_spaces(text: &[u8]) -> &[u8] {
    trim_if(text, |character| character == '\u{A0}')
}

/// `text` without, at both ends, ASCII white space, characters beyond ASCII that are `is_unseen`,
/// and the no-break space of Latin-1.
fn trim_if(text: &[u8], is_unseen: impl Fn(char) -> bool) -> &[u8] {
    let mut text = trim(text);
    while let Some(rest) = without_first(text, &is_unseen) {
        text = trim_start(rest);
    }
    while let Some(rest) = without_last(text, &is_unseen) {
        text = trim_end(rest);
    }
    text
}

/// The text after its first character, if that character is `is_unseen`.
fn without_first(text: &[u8], is_unseen: impl Fn(char) -> bool) -> Option<&[u8]> {
    match text {
        [] | [0..=0x7F, ..] => None,
        // In UTF-8 no character begins with this byte.
        [LATIN_NO_BREAK_SPACE, rest @ ..] => Some(rest),
        _ => {
            // No character takes more than four bytes.
            let head = text[..text.len().min(4)].utf8_chunks().next()?.valid();
            let first = head.chars().next()?;
            is_unseen(first).then(|| &text[first.len_utf8()..])
        }
    }
}

/// The text before its last character, if that character is `is_unseen`.
fn without_last(text: &[u8], is_unseen: impl Fn(char) -> bool) -> Option<&[u8]> {
    if text.last()?.is_ascii() {
        return None;
    }
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let tail = &text[text.len().saturating_sub(4)..];
    let start = tail.iter().rposition(|byte| !is_continuation(*byte)).unwrap_or(0);
    if let Ok(last) = core::str::from_utf8(&tail[start..]) {
        return last
            .chars()
            .all(is_unseen)
            .then(|| &text[..text.len() - last.len()]);
    }
    // A run of these bytes only counts as Latin-1 after an ASCII byte. After any other byte, the
    // first of the run may be part of a UTF-8 character.
    let kept = text.iter().rposition(|byte| *byte != LATIN_NO_BREAK_SPACE)?;
    (kept + 1 < text.len() && text[kept].is_ascii()).then(|| &text[..=kept])
}

/// U+00A0 in Latin-1.
const LATIN_NO_BREAK_SPACE: u8 = 0xA0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_at_the_ends() {
        assert!(UNSEEN.is_sorted_by_key(|(character, _)| *character));
        let table: [(&[u8], &[u8]); 12] = [
            ("\u{FEFF}\u{200B} /a\u{A0}\t\u{200E}".as_bytes(), b"/a"),
            ("\u{A0}\u{A0}".as_bytes(), b""),
            ("/a\u{200B}b".as_bytes(), "/a\u{200B}b".as_bytes()),
            ("/caf\u{E9}".as_bytes(), "/caf\u{E9}".as_bytes()),
            ("\u{E9}".as_bytes(), "\u{E9}".as_bytes()),
            (b"\xA0/a\xA0\xA0", b"/a"),
            (b"\xA0", b""),
            (b"/a \xA0\xA0 \xA0\xA0\xA0\xA0", b"/a"),
            (b"/caf\xE9\xA0", b"/caf\xE9\xA0"),
            (b"/a\xE2\x80", b"/a\xE2\x80"),
            (b"\x80\x80\x80\x80\x80", b"\x80\x80\x80\x80\x80"),
            (b"", b""),
        ];
        for (text, expected) in table {
            assert_eq!(trim_unseen(text), expected, "{}", text.escape_ascii());
        }
        assert_eq!(
            trim_no_break_spaces(" \u{A0}a\u{AD}\u{A0}".as_bytes()),
            "a\u{AD}".as_bytes()
        );
    }
}
