//! `Sitemap`.

use alloc::string::String;
use core::{error::Error, fmt};

use super::trim;

/// The value of a `Sitemap` line: the URL of a sitemap, for every crawler.
///
/// It belongs to the file, not to the group it stands in, and may name any host (sitemaps.org). The value is kept as it
/// stands, so that nothing is lost that a reader might still make sense of.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::{SitemapLine, SitemapLineError};
///
/// let line = SitemapLine::parse(b"https://example.com/sitemap.xml")?;
/// assert_eq!(line.as_bytes(), b"https://example.com/sitemap.xml");
/// assert_eq!(SitemapLine::parse(b"/sitemap.xml"), Err(SitemapLineError::Relative));
/// # Ok::<(), SitemapLineError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SitemapLine<'a>(&'a [u8]);

impl<'a> SitemapLine<'a> {
    /// Takes the value without the blanks at its ends, if it begins like an absolute URL.
    ///
    /// # Errors
    ///
    /// If nothing is left, or it does not begin with a scheme and `://`.
    pub fn parse(value: &'a [u8]) -> Result<Self, SitemapLineError> {
        let value = trim(value);
        if value.is_empty() {
            return Err(SitemapLineError::Empty);
        }
        // RFC 3986 section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
        let scheme = value
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))
            .unwrap_or(value.len());
        if value[0].is_ascii_alphabetic() && value[scheme..].starts_with(b"://") {
            Ok(Self(value))
        } else {
            Err(SitemapLineError::Relative)
        }
    }

    /// The value as it stands.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The value as a URL.
    ///
    /// Octets that are not UTF-8 are percent-encoded before the URL is parsed.
    ///
    /// # Errors
    ///
    /// [`SitemapLineError::NotAUrl`] if it cannot be parsed.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::SitemapLine;
    ///
    /// let line = SitemapLine::parse(b"https://example.com/s%20map.xml")?;
    /// assert_eq!(line.url()?.path(), "/s%20map.xml");
    /// # Ok::<(), robots_exclusion::extension::SitemapLineError>(())
    /// ```
    #[cfg(feature = "url")]
    pub fn url(self) -> Result<url::Url, SitemapLineError> {
        use alloc::format;

        let mut text = String::with_capacity(self.0.len());
        for chunk in self.0.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
        }
        url::Url::parse(&text).map_err(|_| SitemapLineError::NotAUrl)
    }
}

impl fmt::Display for SitemapLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.0))
    }
}

/// Why a value is not the URL of a sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SitemapLineError {
    /// The value is empty.
    Empty,
    /// The value has no scheme: the URL must be absolute.
    Relative,
    /// The value begins like an absolute URL but is none.
    NotAUrl,
}

impl fmt::Display for SitemapLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "no sitemap is given",
            Self::Relative => "a sitemap is given by its absolute URL, with scheme and host",
            Self::NotAUrl => "the sitemap's URL cannot be parsed",
        })
    }
}

impl Error for SitemapLineError {}

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
            assert!(SitemapLine::parse(value.as_bytes()).is_ok(), "{value}");
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
            assert_eq!(
                SitemapLine::parse(value.as_bytes()),
                Err(SitemapLineError::Relative),
                "{value}"
            );
        }
        assert_eq!(SitemapLine::parse(b" "), Err(SitemapLineError::Empty));
    }

    #[cfg(feature = "url")]
    #[test]
    fn urls_are_parsed() {
        use alloc::string::ToString;

        let line = SitemapLine::parse(b"http://example.com/caf\xE9").unwrap();
        assert_eq!(line.url().unwrap().as_str(), "http://example.com/caf%E9");
        assert_eq!(line.to_string(), "http://example.com/caf\u{FFFD}");
        assert_eq!(
            SitemapLine::parse(b"http://[x/").unwrap().url(),
            Err(SitemapLineError::NotAUrl)
        );
    }
}
