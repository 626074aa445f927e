//! What one robots.txt applies to: scheme, host and port.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::fetch::Validators;
use crate::matching::target::Target;

/// Why a [`Site`](super::Site) cannot be made from a string: it is not an absolute `http` or
/// `https` URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NotASite;

impl fmt::Display for NotASite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the URL of a site; write one such as `https://example.com/`")
    }
}

impl core::error::Error for NotASite {}

/// An origin: `https://example.com`, in lower case, without the scheme's default port. The
/// validators of its robots.txt may follow after a line feed. Both are in one text to save memory,
/// because crawlers keep millions of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin(Box<str>);

/// An absolute URL up to its path.
#[derive(Clone, Copy)]
struct Parts<'u> {
    is_https: bool,
    host: &'u [u8],
    /// Empty for the scheme's own.
    port: &'u [u8],
}

impl<'u> Parts<'u> {
    /// `None` unless it is clear where a request for the URL would go. It is not clear if there is
    /// a backslash, white space or a control character before the path, since parsers disagree
    /// about those.
    fn of(url: &'u [u8]) -> Option<Self> {
        let colon = memchr::memchr(b':', url)?;
        let (scheme, rest) = (&url[..colon], url[colon..].strip_prefix(b"://")?);
        let is_https = scheme.eq_ignore_ascii_case(b"https");
        if !is_https && !scheme.eq_ignore_ascii_case(b"http") {
            return None;
        }
        let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let authority = &rest[..end.unwrap_or(rest.len())];
        if authority
            .iter()
            .any(|byte| *byte == b'\\' || byte.is_ascii_whitespace() || byte.is_ascii_control())
        {
            return None;
        }
        let place = match memchr::memrchr(b'@', authority) {
            Some(at) => &authority[at + 1..],
            None => authority,
        };
        // The colons of an IPv6 address are inside brackets.
        let after_address = memchr::memrchr(b']', place).map_or(0, |end| end + 1);
        let (host, port) = match memchr::memchr(b':', &place[after_address..]) {
            Some(colon) => (
                &place[..after_address + colon],
                &place[after_address + colon + 1..],
            ),
            None => (place, &b""[..]),
        };
        let default: &[u8] = if is_https { b"443" } else { b"80" };
        let port = match port.iter().position(|digit| *digit != b'0') {
            Some(start) => &port[start..],
            None => port,
        };
        Some(Self {
            is_https,
            host,
            port: if port == default { b"" } else { port },
        })
        .filter(|parts| !parts.host.is_empty())
    }
}

impl Origin {
    pub(super) fn of(url: Target<'_>) -> Result<Self, NotASite> {
        let url = url.url();
        let is_path = url.starts_with(b"/");
        if is_path || Target::parse_bytes(url).is_err() {
            return Err(NotASite);
        }
        let parts = Parts::of(url).ok_or(NotASite)?;
        Self::of_parts(url, parts).ok_or(NotASite)
    }

    /// `None` if no request can go to the host, such as `256.256.256.256`.
    #[cfg(feature = "url")]
    fn of_parts(url: &[u8], _: Parts<'_>) -> Option<Self> {
        Some(Self(canonical(url)?.into()))
    }

    #[cfg(not(feature = "url"))]
    fn of_parts(_: &[u8], parts: Parts<'_>) -> Option<Self> {
        let mut origin = String::from(if parts.is_https { "https://" } else { "http://" });
        origin.push_str(core::str::from_utf8(parts.host).ok()?);
        origin.make_ascii_lowercase();
        if !parts.port.is_empty() {
            origin.push(':');
            origin.push_str(core::str::from_utf8(parts.port).ok()?);
        }
        Some(Self(origin.into()))
    }

    /// Whether a URL is one of the site's: a path that begins with one `/`, or an absolute URL of
    /// the same scheme, host and port.
    pub(super) fn holds(&self, url: &[u8]) -> bool {
        match url {
            // If a program joins a path to the origin, a path that begins with `//`, or with `/\`,
            // leads to another host. Tabs and line ends between the two are ignored.
            [b'/', path @ ..] => {
                let mut path = path.iter().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
                !matches!(path.next(), Some(b'/' | b'\\'))
            }
            _ => self.is_that_of(url),
        }
    }

    fn is_that_of(&self, url: &[u8]) -> bool {
        let (Some(own), Some(other)) = (Parts::of(self.as_str().as_bytes()), Parts::of(url)) else {
            return false;
        };
        if own.is_https == other.is_https
            && own.host.eq_ignore_ascii_case(other.host)
            && own.port == other.port
        {
            return true;
        }
        // The host may be spelled differently: an international name, with an escape, or as an
        // address in another notation.
        #[cfg(feature = "url")]
        if own.port == other.port && other.host.iter().any(|byte| !byte.is_ascii_alphabetic()) {
            return canonical(url).is_some_and(|origin| origin == self.as_str());
        }
        false
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.split_once('\n').map_or(&*self.0, |(origin, _)| origin)
    }

    /// The host, without a port.
    #[cfg(feature = "std")]
    pub(super) fn host(&self) -> &str {
        let place = self.as_str().split_once("://").map_or("", |(_, place)| place);
        match place.rsplit_once(':') {
            // The colons of an IPv6 address are inside brackets.
            Some((host, port)) if !port.ends_with(']') => host,
            _ => place,
        }
    }

    /// The origin and the validators in one text, for [`from_text`](Self::from_text).
    #[cfg(feature = "std")]
    pub(super) fn as_text(&self) -> &str {
        &self.0
    }

    /// Restores what [`as_text`](Self::as_text) returned. Nothing else may be passed, since it is not
    /// checked.
    #[cfg(feature = "std")]
    pub(super) fn from_text(text: String) -> Self {
        Self(text.into())
    }

    pub(super) fn validators(&self) -> Option<Validators> {
        let (_, text) = self.0.split_once('\n')?;
        Some(Validators::from_text(text))
    }

    pub(super) fn set_validators(&mut self, validators: Option<&Validators>) {
        let mut text = String::from(self.as_str());
        if let Some(validators) = validators {
            text.push('\n');
            text.push_str(validators.as_text());
        }
        self.0 = text.into();
    }

    /// The memory on the heap that this takes, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

#[cfg(feature = "url")]
fn canonical(url: &[u8]) -> Option<String> {
    let url = url::Url::parse(core::str::from_utf8(url).ok()?).ok()?;
    Some(url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "std")]
    fn hosts_have_no_port() {
        for (url, host) in [
            ("https://example.com/a:1", "example.com"),
            ("http://Example.com:8080", "example.com"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("http://[::1]", "[::1]"),
            ("http://[::1]:8080/", "[::1]"),
        ] {
            assert_eq!(Origin::of(Target::new(url)).unwrap().host(), host, "{url}");
        }
    }

    #[test]
    fn urls_of_the_site_and_of_others() {
        let origin = |url: &str| Origin::of(Target::new(url));
        let site = origin("https://me@Example.COM:443/x?y").unwrap();
        assert_eq!(site.as_str(), "https://example.com");
        for own in [
            "/a",
            "/",
            "https://example.com",
            "HTTPS://EXAMPLE.com/a",
            "https://example.com:443/a",
            "https://example.com:0443/a",
            "https://example.com:/a",
            "https://example.com?b",
            "https://other.example@example.com/",
            "https://me:secret@example.com/",
        ] {
            assert!(site.holds(own.as_bytes()), "{own}");
        }
        for other in [
            "",
            "a",
            "//example.com/a",
            "//other.example/a",
            "/\\other.example/a",
            "/\t/other.example/a",
            "/\r\n\\other.example/a",
            "http://example.com/",
            "https://example.com:80/",
            "https://example.com:8443/",
            "https://www.example.com/",
            "https://example.com./",
            "https://example.com@other.example/",
            "https://other.example\\@example.com/",
            "https://exam\tple.com/",
            "https:///example.com/",
            "https:example.com/",
            "mailto:me@example.com",
            "https://[::1]/",
        ] {
            assert!(!site.holds(other.as_bytes()), "{other}");
        }
        for (url, same) in [
            ("http://[::1]:8080/", "http://[::1]:8080/x"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/x"),
            ("http://a.example:80", "http://A.example/x"),
        ] {
            assert!(origin(url).unwrap().holds(same.as_bytes()), "{url}");
        }
        #[cfg(feature = "url")]
        {
            let site = origin("https://Bücher.example/").unwrap();
            assert_eq!(site.as_str(), "https://xn--bcher-kva.example");
            assert!(site.holds("https://bücher.example/a".as_bytes()));
            assert!(site.holds(b"https://xn--bcher-kva.example/a"));
            // A target may have such a host, but no request can go there.
            for none in [
                "http://256.256.256.256/",
                "http://1.2.3.4.5/",
                "http://[1:2]/",
                "http://a%00b/",
                "http://xn--/",
                "http://foo.0x/",
                "http://%/",
            ] {
                assert!(Target::parse(none).is_ok(), "{none}");
                assert_eq!(origin(none), Err(NotASite), "{none}");
            }
        }
        for none in [
            "",
            "/a",
            "example.com",
            "ftp://example.com/",
            "https://",
            "https:/example.com",
            "https://a b/",
        ] {
            assert_eq!(origin(none), Err(NotASite), "{none}");
        }
    }
}
