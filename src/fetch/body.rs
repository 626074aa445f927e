//! The body of a robots.txt response: how much of it to read, and whether it is one.

use alloc::vec::Vec;

/// How many bytes of a robots.txt file are read unless you say otherwise: 500 KiB, the least that RFC 9309 section 2.5
/// allows as a limit, and what Google's documentation names.
pub const MAX_BYTES: usize = 500 * 1024;

/// A body that was read up to a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The bytes, cut after the last whole line that fits.
    pub bytes: Vec<u8>,
    /// Whether something was cut.
    pub truncated: bool,
}

/// The whole lines that fit into the first `max_bytes` bytes of a body.
///
/// A body within the limit comes back as it is. A longer one is cut after the last line that ends within the limit, so that no
/// rule is cut in half and thereby widened: `Disallow: /private` must not become `Disallow: /p`. One line longer than
/// the limit leaves nothing.
///
/// # Complexity
///
/// O(length of the line that is cut).
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::whole_lines;
///
/// let body = b"User-agent: *\nDisallow: /private\n";
/// assert_eq!(whole_lines(body, 25), b"User-agent: *\n");
/// assert_eq!(whole_lines(body, 1000), body);
/// ```
#[must_use]
pub fn whole_lines(body: &[u8], max_bytes: usize) -> &[u8] {
    if body.len() <= max_bytes {
        return body;
    }
    // A line that fits exactly, its line end being the first byte beyond the limit, is whole.
    if matches!(body[max_bytes], b'\n' | b'\r') {
        return &body[..max_bytes];
    }
    let end = memchr::memrchr2(b'\n', b'\r', &body[..max_bytes]).map_or(0, |at| at + 1);
    &body[..end]
}

/// Reads a body to its end or to `max_bytes`, whichever comes first, and cuts it as [`whole_lines`] does.
///
/// At most one byte more than `max_bytes` is taken from the reader, so an endless body ends here. Bound the time with your HTTP
/// client. Of a compressed response, pass the decompressed stream: the limit is for what comes out.
///
/// # Errors
///
/// Those of the reader. A body that broke off is a failure of the network ([`Answer::Unreachable`]), not a shorter file:
/// the rules that got lost may be the ones that forbid.
///
/// [`Answer::Unreachable`]: super::Answer::Unreachable
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::{MAX_BYTES, read_body};
///
/// let body = read_body(std::io::repeat(b'\n'), MAX_BYTES)?;
/// assert!(body.truncated);
/// assert_eq!(body.bytes.len(), MAX_BYTES);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
pub fn read_body(reader: impl std::io::Read, max_bytes: usize) -> std::io::Result<Body> {
    use std::io::Read as _;

    let mut bytes = Vec::new();
    reader
        .take((max_bytes as u64).saturating_add(1))
        .read_to_end(&mut bytes)?;
    let kept = whole_lines(&bytes, max_bytes).len();
    let truncated = kept < bytes.len();
    bytes.truncate(kept);
    Ok(Body { bytes, truncated })
}

/// Whether a body is a web page (or another document in markup) rather than a robots.txt file.
///
/// Many servers answer a request for a robots.txt that they do not have with 200 and a page. Parsing such a body is
/// harmless, as its lines are no rules; it is worth a warning, since the site has no robots.txt.
///
/// A byte order mark, blanks and markup comments at the start are skipped; then a `<` followed by a letter, `!` or `?`
/// is the start of a page. No line of a robots.txt begins so.
///
/// # Complexity
///
/// O(length of the blanks and comments at the start).
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::looks_like_html;
///
/// assert!(looks_like_html(b"<!DOCTYPE html>\n<title>Not found</title>"));
/// assert!(!looks_like_html(b"<!-- revision 7 -->\nUser-agent: *\nDisallow: /x"));
/// ```
#[must_use]
pub fn looks_like_html(body: &[u8]) -> bool {
    let mut rest = body
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(body)
        .trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        match memchr::memmem::find(comment, b"-->") {
            Some(end) => rest = comment[end + 3..].trim_ascii_start(),
            None => return true,
        }
    }
    matches!(rest, [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_whole() {
        let body = b"a\r\nbb\rccc\n";
        let kept: Vec<&[u8]> = (0..=body.len()).map(|limit| whole_lines(body, limit)).collect();
        let expected: [&[u8]; 11] = [
            b"",
            b"a",
            b"a\r",
            b"a\r\n",
            b"a\r\n",
            b"a\r\nbb",
            b"a\r\nbb\r",
            b"a\r\nbb\r",
            b"a\r\nbb\r",
            b"a\r\nbb\rccc",
            b"a\r\nbb\rccc\n",
        ];
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_line_over_the_limit_leaves_nothing() {
        assert_eq!(whole_lines(b"Disallow: /private", 12), b"");
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
