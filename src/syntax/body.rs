//! What a body is when it is not plain text: an HTML page, or UTF-16.

use alloc::string::String;
use alloc::vec::Vec;

use crate::fetch::looks_like_html;

/// What a body looks like, judged by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyFormat {
    /// Text, in ASCII or any encoding that extends it.
    Text,
    /// An HTML page, which some sites serve instead of a robots.txt. It is still read line by line.
    Html,
    /// UTF-16, little endian: its byte order mark, and NUL bytes where UTF-16 has them. None of its lines are understood unless it
    /// is transcoded.
    Utf16Le,
    /// UTF-16, big endian, judged in the same way.
    Utf16Be,
}

impl BodyFormat {
    /// Judges a body: UTF-16 first, then whether it [looks like HTML](looks_like_html).
    ///
    /// The byte order mark of UTF-16 alone proves nothing: some files have it before ASCII, and transcoding those would lose all their
    /// rules. Keys are ASCII, so at least a quarter of the first characters must be ASCII in UTF-16.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::BodyFormat;
    ///
    /// assert_eq!(BodyFormat::of(b"\n<!DOCTYPE html><html>"), BodyFormat::Html);
    /// assert_eq!(BodyFormat::of(b"User-agent: *"), BodyFormat::Text);
    /// assert_eq!(BodyFormat::of(b"\xFF\xFEU\0"), BodyFormat::Utf16Le);
    /// assert_eq!(BodyFormat::of(b"\xFF\xFEUser-agent: *"), BodyFormat::Text);
    /// ```
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        match body {
            [0xFF, 0xFE, text @ ..] if is_utf16(text, u16::from_le_bytes) => return Self::Utf16Le,
            [0xFE, 0xFF, text @ ..] if is_utf16(text, u16::from_be_bytes) => return Self::Utf16Be,
            _ => {}
        }
        if looks_like_html(body) {
            Self::Html
        } else {
            Self::Text
        }
    }
}

/// How many characters decide whether a text is UTF-16.
const SAMPLE: usize = 64;

/// Whether the bytes after a byte order mark are UTF-16: at least a quarter of the first characters are ASCII.
///
/// In ASCII text, two bytes make a character of UTF-16 that is not ASCII, as neither is NUL.
fn is_utf16(text: &[u8], unit: fn([u8; 2]) -> u16) -> bool {
    let units = text
        .chunks_exact(2)
        .take(SAMPLE)
        .map(|pair| unit([pair[0], pair[1]]));
    let (ascii, all) = units.fold((0, 0), |(ascii, all), unit| {
        (ascii + usize::from((1..0x80).contains(&unit)), all + 1)
    });
    ascii * 4 >= all
}

/// UTF-16 without its byte order mark as UTF-8. Unpaired surrogates become U+FFFD; an odd last byte is dropped.
pub(crate) fn transcode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let decoded = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    decoded.collect::<String>().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_before_other_text_is_not_utf16() {
        let encode = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        for text in [
            "User-agent: *\nDisallow: /",
            "# 这是我们网站的文件\nUser-agent: *",
            "\r\n",
            "é*: x",
            "",
        ] {
            let little = [&b"\xFF\xFE"[..], &encode(text, u16::to_le_bytes)].concat();
            let big = [&b"\xFE\xFF"[..], &encode(text, u16::to_be_bytes)].concat();
            assert_eq!(BodyFormat::of(&little), BodyFormat::Utf16Le, "{text}");
            assert_eq!(BodyFormat::of(&big), BodyFormat::Utf16Be, "{text}");
            if text.len() > 2 {
                for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
                    assert_eq!(
                        BodyFormat::of(&[mark, text.as_bytes()].concat()),
                        BodyFormat::Text,
                        "{text}"
                    );
                }
            }
        }
        // One stray NUL does not make it UTF-16, and the wrong mark does not either.
        assert_eq!(
            BodyFormat::of(b"\xFF\xFEUser-\0agent: *\nDisallow: /x"),
            BodyFormat::Text
        );
        let wrong = [&b"\xFE\xFF"[..], &encode("User-agent: *", u16::to_le_bytes)].concat();
        assert_eq!(BodyFormat::of(&wrong), BodyFormat::Text);
        assert_eq!(BodyFormat::of(b"\xFF\xFE<html>"), BodyFormat::Text);
    }
}
