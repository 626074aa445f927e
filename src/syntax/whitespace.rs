//! White space at the ends of values, and between their words.

use core::ops::Range;

/// ASCII white space as C's `isspace` has it.
#[inline]
pub(crate) const fn is_space(byte: u8) -> bool {
    // Most bytes are above all of them.
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
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// `bytes` without spaces and tabs at the start.
pub(crate) fn trim_blanks_start(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|byte| !is_blank(*byte));
    &bytes[start.unwrap_or(bytes.len())..]
}

/// `bytes` without spaces and tabs at both ends.
pub(crate) fn trim_blanks(bytes: &[u8]) -> &[u8] {
    let bytes = trim_blanks_start(bytes);
    let end = bytes.iter().rposition(|byte| !is_blank(*byte));
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// The values of a line: its words where the dialect has several on a line, otherwise the whole. None of them is empty.
#[inline(always)]
pub(crate) fn values(value: &[u8], several: bool) -> impl Iterator<Item = &[u8]> {
    let (whole, list) = if several {
        (None, value)
    } else {
        (Some(value).filter(|value| !value.is_empty()), &b""[..])
    };
    whole.into_iter().chain(words(list))
}

/// The words of a value: its runs of bytes other than spaces and tabs.
pub(crate) fn words(value: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    value
        .split(|byte| is_blank(*byte))
        .filter(|word| !word.is_empty())
}

/// `text` without white space at both ends, as Python's `str.strip` has it: that of Unicode, and U+001C to U+001F.
pub(crate) fn trim_unicode(mut text: &[u8]) -> &[u8] {
    while let Some(len) = (1..=3).find(|len| text.get(..*len).is_some_and(is_white)) {
        text = &text[len..];
    }
    while let Some(len) = (1..=3).find(|len| {
        let start = text.len().checked_sub(*len);
        start.is_some_and(|start| is_white(&text[start..]))
    }) {
        text = &text[..text.len() - len];
    }
    text
}

/// Whether the bytes are one character of white space, none of which has more than three.
fn is_white(bytes: &[u8]) -> bool {
    let mut characters = core::str::from_utf8(bytes).unwrap_or_default().chars();
    let first = characters.next();
    characters.next().is_none()
        && first.is_some_and(|first| first.is_whitespace() || matches!(first, '\x1C'..='\x1F'))
}

/// The place of the first line end that Python's `str.splitlines` knows besides LF and CR, and how many bytes
/// it takes.
pub(crate) fn unicode_line_end(text: &[u8]) -> Option<(usize, usize)> {
    (0..text.len()).find_map(|at| Some((at, unicode_end_len(&text[at..])?)))
}

/// How many bytes such a line end takes, if the text begins with one.
fn unicode_end_len(text: &[u8]) -> Option<usize> {
    match text {
        [0x0B | 0x0C | 0x1C..=0x1E, ..] => Some(1),
        [0xC2, 0x85, ..] => Some(2),
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => Some(3),
        _ => None,
    }
}

/// Where the line begins and ends that holds a byte of a text, which is not part of a line end, as Python's `str.splitlines` has it. Linear in the line.
pub(crate) fn unicode_line_around(text: &[u8], at: usize) -> Range<usize> {
    let end_len = |at: usize| match text[at] {
        b'\n' | b'\r' => Some(1),
        _ => unicode_end_len(&text[at..]),
    };
    let start = (0..at).rev().find_map(|end| Some(end + end_len(end)?));
    let end = (at..text.len()).find(|end| end_len(*end).is_some());
    start.unwrap_or(0)..end.unwrap_or(text.len())
}

/// Without ASCII white space, these characters, and the no-break space of Latin-1 at both ends. Linear in the text.
pub(crate) fn trim_unseen<'t>(mut text: &'t [u8], unseen: &[&str]) -> &'t [u8] {
    loop {
        let start = |unseen: &&str| text.strip_prefix(unseen.as_bytes());
        text = match text {
            [first, rest @ ..] if is_space(*first) => rest,
            // In UTF-8 no character begins with this byte.
            [LATIN_NO_BREAK_SPACE, rest @ ..] => rest,
            _ => match unseen.iter().find_map(start) {
                Some(rest) => rest,
                None => break,
            },
        };
    }
    loop {
        text = trim_end(text);
        let end = |unseen: &&str| text.strip_suffix(unseen.as_bytes());
        if let Some(rest) = unseen.iter().find_map(end) {
            text = rest;
            continue;
        }
        // After other bytes than ASCII the first of them is part of a character in UTF-8.
        let kept = text.iter().rposition(|byte| *byte != LATIN_NO_BREAK_SPACE);
        match kept {
            Some(last) if last + 1 < text.len() && text[last].is_ascii() => text = &text[..=last],
            _ => return text,
        }
    }
}

/// U+00A0 in Latin-1.
const LATIN_NO_BREAK_SPACE: u8 = 0xA0;
