//! `Host`.

use alloc::string::String;
use core::fmt;

use super::{ParseError, is_blank, trim};
use crate::shown::Shown;

const EMPTY: ParseError = ParseError::new("no host is given");
const SEVERAL_WORDS: ParseError = ParseError::new("a host is one word");

/// The value of a `Host` line: the name a site prefers among its mirrors.
///
/// Yandex read this line until March 2018; it now asks for a permanent redirect instead. The name
/// is kept as written, with a scheme or port if the line has one.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::HostLine;
///
/// let host = HostLine::parse(b"https://www.example.com:8443")?;
/// assert_eq!(host.as_bytes(), b"https://www.example.com:8443");
/// assert_eq!(host.name(), b"www.example.com");
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostLine<'a>(&'a [u8]);

impl fmt::Debug for HostLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("HostLine").field(&Shown(self.0)).finish()
    }
}

impl<'a> HostLine<'a> {
    /// Reads the value. Spaces and tabs at its ends are removed.
    ///
    /// # Errors
    ///
    /// If the rest is empty, or holds a space or tab.
    pub fn parse(value: &'a [u8]) -> Result<Self, ParseError> {
        let value = trim(value);
        if value.is_empty() {
            Err(EMPTY)
        } else if value.iter().any(|&byte| is_blank(byte)) {
            Err(SEVERAL_WORDS)
        } else {
            Ok(Self(value))
        }
    }

    /// The value as written.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The host name alone, without scheme, port and path.
    #[must_use]
    pub fn name(self) -> &'a [u8] {
        let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
        // The first `/`, `?` or `#` is in `://` only if the value begins with a scheme.
        let first = self.0.iter().position(is_end).and_then(|end| end.checked_sub(1));
        let scheme = first.filter(|&colon| self.0[colon..].starts_with(b"://"));
        let rest = scheme.map_or(self.0, |colon| &self.0[colon + 3..]);
        let place = &rest[..rest.iter().position(is_end).unwrap_or(rest.len())];
        // An IPv6 address contains colons, within brackets.
        let from = if place.starts_with(b"[") {
            memchr::memchr(b']', place)
        } else {
            None
        };
        let from = from.unwrap_or(0);
        let port = memchr::memchr(b':', &place[from..]);
        &place[..port.map_or(place.len(), |colon| from + colon)]
    }
}

impl fmt::Display for HostLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_stands_alone() {
        for (value, name) in [
            ("www.example.com", "www.example.com"),
            ("www.example.com:8080", "www.example.com"),
            ("https://example.com", "example.com"),
            ("http://example.com/", "example.com"),
            ("[::1]:80", "[::1]"),
            ("http://", ""),
            ("https://[::1]:80/x", "[::1]"),
            ("example.com:80/]", "example.com"),
            ("example.com/?u=http://x.com/", "example.com"),
            ("example.com?a:b", "example.com"),
            ("example.com#a:b", "example.com"),
            ("example.com#/a", "example.com"),
            ("example.com:/x", "example.com"),
            ("example.com?u=http://x.com/", "example.com"),
        ] {
            assert_eq!(HostLine::parse(value.as_bytes()).unwrap().name(), name.as_bytes());
        }
        assert_eq!(HostLine::parse(b" \t"), Err(EMPTY));
        assert_eq!(HostLine::parse(b"a b"), Err(SEVERAL_WORDS));
    }
}
