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
    /// An HTML page, as sites do serve instead of a robots.txt. It is read line by line all the same.
    Html,
    /// UTF-16, little endian, by its byte order mark. No line of it means anything unless it is transcoded.
    Utf16Le,
    /// UTF-16, big endian, by its byte order mark.
    Utf16Be,
}

impl BodyFormat {
    /// Judges a body: byte order marks of UTF-16 first, then whether it [looks like HTML](looks_like_html).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::BodyFormat;
    ///
    /// assert_eq!(BodyFormat::of(b"\n<!DOCTYPE html><html>"), BodyFormat::Html);
    /// assert_eq!(BodyFormat::of(b"User-agent: *"), BodyFormat::Text);
    /// assert_eq!(BodyFormat::of(b"\xFF\xFEU\0"), BodyFormat::Utf16Le);
    /// ```
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        match body {
            [0xFF, 0xFE, ..] => return Self::Utf16Le,
            [0xFE, 0xFF, ..] => return Self::Utf16Be,
            _ => {}
        }
        if looks_like_html(body) {
            Self::Html
        } else {
            Self::Text
        }
    }
}

/// UTF-16 without its byte order mark as UTF-8. What is no text becomes U+FFFD; an odd last byte is dropped.
pub(crate) fn transcode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let decoded = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    decoded.collect::<String>().into_bytes()
}
