//! A body as bytes: whether it is plain text at all.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::byte_order_mark::byte_order_mark;
use crate::dialect::Dialect;
use crate::identifiers;

/// What a body looks like, judged by its first bytes
/// ([`RobotsTxt::format`](crate::RobotsTxt::format)).
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::syntax::BodyFormat;
///
/// assert_eq!(RobotsTxt::parse(b"\n<!DOCTYPE html><html>").format(), BodyFormat::Html);
/// assert_eq!(RobotsTxt::parse(b"User-agent: *").format(), BodyFormat::Text);
/// assert_eq!(RobotsTxt::parse(b"\xFF\xFEU\0").format(), BodyFormat::Utf16Le);
/// assert_eq!(RobotsTxt::parse(b"\xFF\xFEUser-agent: *").format(), BodyFormat::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BodyFormat {
    /// Text, in ASCII or any encoding that extends it.
    Text,
    /// A web page or another document in markup, which many servers send with status 200 instead of
    /// a robots.txt. It is read line by line all the same: its lines are not rules, so reading it
    /// is harmless, but the site has no robots.txt.
    Html,
    /// UTF-16, little endian: its byte order mark, and NUL bytes where UTF-16 has them. None of its
    /// lines are understood unless it is transcoded.
    Utf16Le,
    /// UTF-16, big endian, judged in the same way.
    Utf16Be,
}

identifiers! {
    BodyFormat {
        Text = "text",
        Html = "html",
        Utf16Le = "utf-16le",
        Utf16Be = "utf-16be",
    }
}

impl BodyFormat {
    /// Judges a body by its first bytes.
    ///
    /// UTF-16 is looked for first. Its byte order mark alone is not enough: some files have it
    /// before ASCII text, and transcoding those would lose all their rules. Keys are ASCII, so a
    /// body only counts as UTF-16 if at least a quarter of its first characters, read as UTF-16,
    /// are ASCII.
    ///
    /// For markup, a byte order mark of UTF-8, white space and markup comments at the start are
    /// skipped; a `<` followed by a letter, `!` or `?` is then the start of a page, because no line
    /// of a robots.txt begins that way.
    ///
    /// # Complexity
    ///
    /// O(length of the white space and comments at the start).
    pub fn detect(body: &[u8]) -> Self {
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

/// Whether the bytes after a byte order mark are UTF-16: at least a quarter of the first characters
/// are ASCII.
///
/// In ASCII text no byte is NUL, so two bytes read as UTF-16 never give an ASCII character.
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

/// Whether the bytes are not text in any encoding that extends ASCII: more than one in sixteen of
/// the first thousand is a control character.
///
/// White space and two control characters that text may have, SUB and ESC, do not count. Of random
/// bytes, one in ten counts. Of ASCII text in UTF-16 or UTF-32, at least half of the bytes are NUL.
pub(crate) fn is_binary(body: &[u8]) -> bool {
    let sample = &body[..body.len().min(1024)];
    let controls = sample
        .iter()
        .filter(|byte| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1A | 0x1B));
    controls.count() * 16 > sample.len()
}

/// Whether a body is markup rather than a robots.txt file, as [`BodyFormat::detect`] describes.
fn looks_like_html(body: &[u8]) -> bool {
    let mut rest = body[byte_order_mark(body, &Dialect::RFC_9309)..].trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        match memchr::memmem::find(comment, b"-->") {
            Some(end) => rest = comment[end + 3..].trim_ascii_start(),
            None => return true,
        }
    }
    matches!(rest, [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'))
}

/// A body in UTF-16 as UTF-8 without its byte order mark; any other as it is.
pub(crate) fn transcode(body: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match BodyFormat::detect(&body) {
        BodyFormat::Utf16Le => Cow::Owned(transcode_utf16(&body[2..], u16::from_le_bytes)),
        BodyFormat::Utf16Be => Cow::Owned(transcode_utf16(&body[2..], u16::from_be_bytes)),
        BodyFormat::Text | BodyFormat::Html => body,
    }
}

/// UTF-16 without its byte order mark as UTF-8. Unpaired surrogates become U+FFFD; an odd last byte
/// is dropped.
fn transcode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
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
            assert_eq!(BodyFormat::detect(&little), BodyFormat::Utf16Le, "{text}");
            assert_eq!(BodyFormat::detect(&big), BodyFormat::Utf16Be, "{text}");
            if text.len() > 2 {
                for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
                    assert_eq!(
                        BodyFormat::detect(&[mark, text.as_bytes()].concat()),
                        BodyFormat::Text,
                        "{text}"
                    );
                }
            }
        }
        // Neither one stray NUL nor a wrong mark makes it UTF-16.
        assert_eq!(
            BodyFormat::detect(b"\xFF\xFEUser-\0agent: *\nDisallow: /x"),
            BodyFormat::Text
        );
        let wrong = [&b"\xFE\xFF"[..], &encode("User-agent: *", u16::to_le_bytes)].concat();
        assert_eq!(BodyFormat::detect(&wrong), BodyFormat::Text);
        assert_eq!(BodyFormat::detect(b"\xFF\xFE<html>"), BodyFormat::Text);
    }

    #[test]
    fn pages_are_told_from_files() {
        for page in [
            &b"<html>"[..],
            b"\n\t <HTML lang=en>",
            b"\xEF\xBB\xBF<!DOCTYPE html>",
            b"<?xml version=\"1.0\"?><!DOCTYPE html>",
            b"<!-- a --> <!-- b -->\r\n<head>",
            b"<!-- never closed",
            b"<div class=\"error\">",
            b"<Error><Code>AccessDenied</Code></Error>",
        ] {
            assert!(looks_like_html(page), "{}", page.escape_ascii());
        }
        for file in [
            &b""[..],
            b"<",
            b"< html>",
            b"User-agent: *\nDisallow: /<html>",
            b"# <html>\nUser-agent: *",
            b"<!-- Id -->\nUser-agent: *\nDisallow: /",
            b"<3 robots",
        ] {
            assert!(!looks_like_html(file), "{}", file.escape_ascii());
        }
    }
}
