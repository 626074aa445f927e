//! White space at the ends of values, and between their words.

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
