//! Lines whose value is an absolute URL: `Sitemap`, `License` and others.

use alloc::string::String;
use core::fmt;

use super::ParseError;
#[cfg(feature = "url")]
use crate::matching::percent;
use crate::shown::Shown;
use crate::syntax::whitespace::trim_no_break_spaces;

const EMPTY: ParseError = ParseError::new("no URL is given");
const RELATIVE: ParseError = ParseError::new("the URL is not absolute: it needs a scheme and a host");
#[cfg(feature = "url")]
const NOT_A_URL: ParseError = ParseError::new("the URL cannot be parsed");

/// The value of a line that holds an absolute URL.
///
/// | line | what the URL leads to | read by |
/// |---|---|---|
/// | `Sitemap` | a sitemap; belongs to the file, whatever group it is in (sitemaps.org) | search engines |
/// | `License` | license terms in the format of RSL (rslstandard.org) | AI crawlers that take part |
/// | `Agentmap` | a description of the site for AI agents | few |
/// | `Schemamap` | a list of the site's structured data | few |
/// | `LLM-Policy` | a policy for AI models | few |
///
/// The URL may be on any host. The value is kept as written, even if it cannot be parsed as a URL,
/// since a more lenient reader may still understand it.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::UrlLine;
///
/// let line = UrlLine::parse(b"https://example.com/license.xml")?;
/// assert_eq!(line.as_bytes(), b"https://example.com/license.xml");
/// assert!(UrlLine::parse(b"/license.xml").is_err());
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
///
/// All lines of one kind in a file:
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::extension::UrlLine;
/// use robots_exclusion::syntax::DirectiveKind;
///
/// let robots = RobotsTxt::parse(b"Agentmap: https://example.com/agents.json\nAgentmap: agents.json\n");
/// let urls: Vec<_> = robots
///     .directives()
///     .filter(|line| line.kind() == DirectiveKind::Agentmap)
///     .filter_map(|line| UrlLine::parse(line.value()).ok())
///     .collect();
/// assert_eq!(urls, [UrlLine::parse(b"https://example.com/agents.json").unwrap()]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UrlLine<'a>(&'a [u8]);

/// The value of a `Sitemap` line.
pub type SitemapLine<'a> = UrlLine<'a>;

impl fmt::Debug for UrlLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrlLine").field(&Shown(self.0)).finish()
    }
}

impl<'a> UrlLine<'a> {
    /// Takes the value without the spaces, tabs and no-break spaces at its ends, if it begins like
    /// an absolute URL.
    ///
    /// No-break spaces come with values that were copied from a web page. They are recognized in
    /// UTF-8 and Latin-1.
    ///
    /// # Errors
    ///
    /// If the rest is empty, or does not begin with a scheme and `://`.
    pub fn parse(value: &'a [u8]) -> Result<Self, ParseError> {
        let value = trim_no_break_spaces(value);
        if value.is_empty() {
            return Err(EMPTY);
        }
        // RFC 3986 section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
        let scheme = value
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))
            .unwrap_or(value.len());
        if value[0].is_ascii_alphabetic() && value[scheme..].starts_with(b"://") {
            Ok(Self(value))
        } else {
            Err(RELATIVE)
        }
    }

    /// The value as written.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The value as a URL.
    ///
    /// Bytes that are not UTF-8 are percent-encoded before the URL is parsed.
    ///
    /// # Errors
    ///
    /// If the value begins like an absolute URL but cannot be parsed as one.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::UrlLine;
    ///
    /// let line = UrlLine::parse(b"https://example.com/s%20map.xml")?;
    /// assert_eq!(line.url()?.path(), "/s%20map.xml");
    /// # Ok::<(), robots_exclusion::extension::ParseError>(())
    /// ```
    #[cfg(feature = "url")]
    #[cfg_attr(docsrs, doc(cfg(feature = "url")))]
    pub fn url(self) -> Result<url::Url, ParseError> {
        url::Url::parse(&percent::to_text(self.0)).map_err(|_| NOT_A_URL)
    }
}

impl fmt::Display for UrlLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_urls() {
        for value in [
            "https://example.com/s.xml",
            " HTTP://EXAMPLE.COM\t",
            "ftp://example.com/s",
            "a+b-c.1://x",
        ] {
            assert!(UrlLine::parse(value.as_bytes()).is_ok(), "{value}");
        }
        for value in [
            "/s.xml",
            "s.xml",
            "//example.com/s.xml",
            "example.com/s.xml",
            "1http://x",
            "http:/x",
            "://x",
            "http",
        ] {
            assert_eq!(UrlLine::parse(value.as_bytes()), Err(RELATIVE), "{value}");
        }
        assert_eq!(UrlLine::parse(b" "), Err(EMPTY));
        assert_eq!(UrlLine::parse(b" \xC2\xA0\xA0 "), Err(EMPTY));
        let table: [(&[u8], &[u8]); 4] = [
            (b"\xC2\xA0 http://x/\t\xC2\xA0", b"http://x/"),
            (b"\xA0http://x/a\xA0 \xA0", b"http://x/a"),
            ("http://x/à".as_bytes(), "http://x/à".as_bytes()),
            (b"http://x/a\xC2\xA0b", b"http://x/a\xC2\xA0b"),
        ];
        for (value, expected) in table {
            assert_eq!(UrlLine::parse(value).unwrap().as_bytes(), expected, "{value:?}");
        }
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls_are_parsed() {
        use alloc::string::ToString;

        let line = UrlLine::parse(b"http://example.com/caf\xE9").unwrap();
        assert_eq!(line.url().unwrap().as_str(), "http://example.com/caf%E9");
        assert_eq!(line.to_string(), "http://example.com/caf\u{FFFD}");
        assert_eq!(UrlLine::parse(b"http://[x/").unwrap().url(), Err(NOT_A_URL));
    }
}
