//! The format of a body: plain text, or something else.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::byte_order_mark::byte_order_mark;
use super::directive::DirectiveKind;
use super::key_spelling::Keys;
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
    /// UTF-32, little endian, by its byte order mark. None of its lines are understood.
    Utf32Le,
    /// UTF-32, big endian.
    Utf32Be,
    /// A sitemap or an index of sitemaps in XML.
    Sitemap,
    /// Another document in XML, such as the error of a storage service.
    Xml,
    /// A document in JSON, such as the error of an API.
    Json,
    /// A file that was compressed once more than its `Content-Encoding` says.
    Gzip,
    /// An image: PNG, JPEG, GIF or WebP.
    Image,
    /// A short text without a single directive or comment, such as "404 page not found".
    Prose,
}

identifiers! {
    BodyFormat {
        Text = "text",
        Html = "html",
        Utf16Le = "utf-16le",
        Utf16Be = "utf-16be",
        Utf32Le = "utf-32le",
        Utf32Be = "utf-32be",
        Sitemap = "sitemap",
        Xml = "xml",
        Json = "json",
        Gzip = "gzip",
        Image = "image",
        Prose = "prose",
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
    /// skipped; a `<` after them starts a page or another document, because no line of a robots.txt
    /// begins with `<`.
    ///
    /// # Complexity
    /// Linear in the white space and comments at the start, or in the first few kilobytes if there
    /// are none.
    pub fn detect(body: &[u8]) -> Self {
        match Self::of_start(body) {
            Self::Text if is_prose(body) => Self::Prose,
            format => format,
        }
    }

    /// Like [`detect`](Self::detect), but takes [prose](Self::Prose) for text, since only the first
    /// bytes are read. Parsing asks this of every file.
    pub(crate) fn of_start(body: &[u8]) -> Self {
        match body {
            [0xFF, 0xFE, 0, 0, ..] if is_utf32(&body[4..], u32::from_le_bytes) => return Self::Utf32Le,
            [0, 0, 0xFE, 0xFF, ..] if is_utf32(&body[4..], u32::from_be_bytes) => return Self::Utf32Be,
            [0x1F, 0x8B, 8, ..] => return Self::Gzip,
            [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, 0xFF, ..] | [b'G', b'I', b'F', b'8', ..] => {
                return Self::Image;
            }
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => return Self::Image,
            [0xFF, 0xFE, text @ ..] if is_utf16(text, u16::from_le_bytes) => return Self::Utf16Le,
            [0xFE, 0xFF, text @ ..] if is_utf16(text, u16::from_be_bytes) => return Self::Utf16Be,
            _ => {}
        }
        match markup(body) {
            Some(root) => Self::of_markup(root),
            None if is_json(body) => Self::Json,
            None => Self::Text,
        }
    }

    /// The format of a document in markup, by its beginning.
    fn of_markup(root: &[u8]) -> Self {
        /// In bytes, after the XML declaration.
        const HEAD: usize = 1024;
        let head = root[..root.len().min(HEAD)].to_ascii_lowercase();
        let has = |part: &[u8]| memchr::memmem::find(&head, part).is_some();
        if has(b"<urlset") || has(b"<sitemapindex") {
            Self::Sitemap
        } else if (head.starts_with(b"<?xml") || head.starts_with(b"<error"))
            && !has(b"<html")
            && !has(b"<!doctype html")
        {
            Self::Xml
        } else {
            Self::Html
        }
    }

    /// What the body is, in words that complete the phrase "this is …".
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(br#"{"error": "not found"}"#);
    /// assert_eq!(robots.format().description(), "a JSON document");
    /// ```
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Html => "an HTML page",
            Self::Utf16Le | Self::Utf16Be => "in UTF-16",
            Self::Utf32Le | Self::Utf32Be => "in UTF-32",
            Self::Sitemap => "a sitemap",
            Self::Xml => "an XML document",
            Self::Json => "a JSON document",
            Self::Gzip => "a gzip file",
            Self::Image => "an image",
            Self::Prose => "a text without directives",
        }
    }
}

/// Whether the bytes after a byte order mark are UTF-32: most of the first characters are valid.
fn is_utf32(text: &[u8], unit: fn([u8; 4]) -> u32) -> bool {
    let units = text.chunks_exact(4).take(SAMPLE);
    let units = units.map(|four| unit([four[0], four[1], four[2], four[3]]));
    let (valid, all) = units.fold((0, 0), |(valid, all), unit| {
        let is_character = unit != 0 && char::from_u32(unit).is_some();
        (valid + usize::from(is_character), all + 1)
    });
    valid * 2 >= all
}

/// Whether a body begins like a JSON object or list, and unlike any line of a robots.txt.
fn is_json(body: &[u8]) -> bool {
    let text = body[byte_order_mark(body, &Dialect::RFC_9309)..].trim_ascii_start();
    match text {
        [b'{', rest @ ..] => matches!(rest.trim_ascii_start(), [b'"' | b'}', ..]),
        [b'[', rest @ ..] => matches!(rest.trim_ascii_start(), [b'"' | b'{' | b']', ..]),
        _ => false,
    }
}

/// Whether a short body has words, but no line that looks like a directive or a comment.
fn is_prose(body: &[u8]) -> bool {
    /// In bytes. Servers that answer with prose instead of a robots.txt write little.
    const LONGEST: usize = 2048;
    /// Parts of keys that people write with mistakes, without a colon, or in sentences about them.
    const PARTS: [&[u8]; 5] = [b"allow", b"agent", b"sitemap", b"crawl", b"robots-lint"];
    if body.len() > LONGEST || !body.iter().any(u8::is_ascii_alphabetic) || body.contains(&0) {
        return false;
    }
    let lower = body.to_ascii_lowercase();
    if PARTS
        .iter()
        .any(|part| memchr::memmem::find(&lower, part).is_some())
    {
        return false;
    }
    let keys = Keys::new(&Dialect::LENIENT);
    let is_directive = |line: &[u8]| {
        let line = line.trim_ascii();
        let key = memchr::memchr(b':', line).map(|colon| line[..colon].trim_ascii_end());
        line.starts_with(b"#") || key.is_some_and(|key| keys.classify(key) != DirectiveKind::Unknown)
    };
    let mut lines = body.split(|byte| matches!(byte, b'\n' | b'\r'));
    !lines.any(is_directive)
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

/// The start of a document in markup, after the byte order mark, white space and comments, as
/// [`BodyFormat::detect`] describes; `None` if the body is not markup.
fn markup(body: &[u8]) -> Option<&[u8]> {
    let mut rest = body[byte_order_mark(body, &Dialect::RFC_9309)..].trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        match memchr::memmem::find(comment, b"-->") {
            Some(end) => rest = comment[end + 3..].trim_ascii_start(),
            None => return Some(rest),
        }
    }
    let is_markup =
        matches!(rest, [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'!' | b'?' | b'%'));
    is_markup.then_some(rest)
}

/// Converts a body in UTF-16 to UTF-8 without its byte order mark; returns any other body as it is.
pub(crate) fn transcode(body: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match BodyFormat::of_start(&body) {
        BodyFormat::Utf16Le => Cow::Owned(transcode_utf16(&body[2..], u16::from_le_bytes)),
        BodyFormat::Utf16Be => Cow::Owned(transcode_utf16(&body[2..], u16::from_be_bytes)),
        _ => body,
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
            assert_eq!(BodyFormat::of_start(&little), BodyFormat::Utf16Le, "{text}");
            assert_eq!(BodyFormat::of_start(&big), BodyFormat::Utf16Be, "{text}");
            if text.len() > 2 {
                for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
                    assert_eq!(
                        BodyFormat::of_start(&[mark, text.as_bytes()].concat()),
                        BodyFormat::Text,
                        "{text}"
                    );
                }
            }
        }
        // Neither one stray NUL nor a wrong mark makes a body UTF-16.
        assert_eq!(
            BodyFormat::of_start(b"\xFF\xFEUser-\0agent: *\nDisallow: /x"),
            BodyFormat::Text
        );
        let wrong = [&b"\xFE\xFF"[..], &encode("User-agent: *", u16::to_le_bytes)].concat();
        assert_eq!(BodyFormat::of_start(&wrong), BodyFormat::Text);
        assert_eq!(BodyFormat::of_start(b"\xFF\xFE<html>"), BodyFormat::Text);
    }

    #[test]
    fn a_quarter_of_the_first_characters_of_utf16_is_ascii() {
        // ASCII characters, others before them, the format.
        for (ascii, others, expected) in [
            (3, 7, BodyFormat::Utf16Le),
            (1, 3, BodyFormat::Utf16Le),
            (1, 4, BodyFormat::Text),
            (SAMPLE / 4, SAMPLE * 3 / 4, BodyFormat::Utf16Le),
            // What comes after the sample does not count.
            (SAMPLE, SAMPLE, BodyFormat::Text),
        ] {
            let units = core::iter::repeat_n(0x416_u16, others).chain(core::iter::repeat_n(0x7F, ascii));
            let text: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
            let body = [b"\xFF\xFE", &text[..]].concat();
            assert_eq!(BodyFormat::of_start(&body), expected, "{ascii} and {others}");
        }
        // NUL and characters beyond DEL do not count as ASCII here.
        for unit in [0_u16, 0x80] {
            let body = [[0xFE, 0xFF], unit.to_be_bytes()].concat();
            assert_eq!(BodyFormat::of_start(&body), BodyFormat::Text, "{unit}");
        }
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
            b"<%@ page language=\"java\" %>",
        ] {
            assert_eq!(
                BodyFormat::detect(page),
                BodyFormat::Html,
                "{}",
                page.escape_ascii()
            );
        }
        for file in [
            &b""[..],
            b"# <",
            b"< html>\nAllow: /",
            b"User-agent: *\nDisallow: /<html>",
            b"# <html>\nUser-agent: *",
            b"<!-- Id -->\nUser-agent: *\nDisallow: /",
            b"<3 robots\nUser-agent: *",
        ] {
            assert_eq!(
                BodyFormat::detect(file),
                BodyFormat::Text,
                "{}",
                file.escape_ascii()
            );
        }
    }

    #[test]
    fn what_is_no_robots_txt_is_named() {
        let utf32: Vec<u8> = "\u{FEFF}User-agent: *\n"
            .chars()
            .flat_map(|character| u32::from(character).to_le_bytes())
            .collect();
        for (body, expected) in [
            (&b"<Error><Code>AccessDenied</Code></Error>"[..], BodyFormat::Xml),
            (
                b"<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code></Error>",
                BodyFormat::Xml,
            ),
            (
                b"<?xml version=\"1.0\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
                BodyFormat::Sitemap,
            ),
            (b"{\"error\": 404}", BodyFormat::Json),
            (b"[ {\"a\": 1} ]", BodyFormat::Json),
            (b"\x1F\x8B\x08\0\0", BodyFormat::Gzip),
            (b"\x89PNG\r\n\x1A\n", BodyFormat::Image),
            (b"404 page not found\n", BodyFormat::Prose),
            (b"Error: no such file", BodyFormat::Prose),
            (&utf32, BodyFormat::Utf32Le),
            // Neither JSON nor a line of a robots.txt.
            (b"{id}", BodyFormat::Prose),
            (b"Host: a.example", BodyFormat::Text),
            (b"Disallow /x", BodyFormat::Text),
            (b"# nothing", BodyFormat::Text),
            (b"", BodyFormat::Text),
        ] {
            assert_eq!(BodyFormat::detect(body), expected, "{}", body.escape_ascii());
        }
    }

    #[test]
    fn how_far_a_body_is_looked_at() {
        // Prose is short.
        for (len, expected) in [(2048, BodyFormat::Prose), (2049, BodyFormat::Text)] {
            assert_eq!(
                BodyFormat::detect(&b"error ".repeat(400)[..len]),
                expected,
                "{len}"
            );
        }
        // The root element of a sitemap is near the beginning.
        for (end, expected) in [(1024, BodyFormat::Sitemap), (1025, BodyFormat::Xml)] {
            let (start, element) = ("<?xml version=\"1.0\"?>", "<urlset");
            let spaces = " ".repeat(end - start.len() - element.len());
            let body = [start, &spaces, element].concat();
            assert_eq!(BodyFormat::detect(body.as_bytes()), expected, "{end}");
        }
        // A file is binary if more than one in 16 of its first 1024 bytes is a control character.
        for (controls, len, expected) in [
            (64, 1024, false),
            (65, 1024, true),
            (64, 1023, true),
            (65, 1025, true),
        ] {
            let body = [alloc::vec![1; controls], alloc::vec![b'x'; len - controls]].concat();
            assert_eq!(is_binary(&body), expected, "{controls} of {len}");
        }
    }
}
