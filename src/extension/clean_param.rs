//! `Clean-param`.

use alloc::{borrow::Cow, string::String};
use core::fmt;

use memchr::memmem;

use super::{ParseError, is_blank, trim, trim_start};
use crate::shown::Shown;

const EMPTY: ParseError = ParseError::new("no parameter is given");
const TOO_LONG: ParseError = ParseError::new("the value is longer than 500 characters");
const EMPTY_NAME: ParseError = ParseError::new("the name of a parameter is empty");
const RELATIVE_PATH: ParseError = ParseError::new("the path begins with '/' or '*'");
const TRAILING_TEXT: ParseError = ParseError::new("text follows the path");

/// The value of a `Clean-param` line: query parameters that do not change what a page shows.
///
/// Read by Yandex, which combines all such lines of the file, whatever groups they are in. Names
/// are case-sensitive. The path is a prefix in which `*` matches any run of octets; without one,
/// the line applies to every URL of the site.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::CleanParam;
///
/// let line = CleanParam::parse(b"ref /some_dir/get_book.pl")?;
/// assert_eq!(
///     line.apply("http://www.example.com/some_dir/get_book.pl?ref=site_1&book_id=123"),
///     "http://www.example.com/some_dir/get_book.pl?book_id=123"
/// );
/// assert_eq!(line.apply("http://www.example.com/?ref=site_1"), "http://www.example.com/?ref=site_1");
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CleanParam<'a> {
    /// Names separated by `&`. Invariant: there is at least one name, and none is empty.
    params: &'a [u8],
    /// Invariant: begins with `/` or `*`, and holds no space or tab.
    path: Option<&'a [u8]>,
}

impl fmt::Debug for CleanParam<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CleanParam")
            .field("params", &Shown(self.params))
            .field("path", &self.path.map(Shown))
            .finish()
    }
}

impl<'a> CleanParam<'a> {
    /// The most characters a value may have, by Yandex's help page.
    pub const MAX_CHARS: usize = 500;

    /// Reads `name[&name...]`, then, after a space or tab, an optional path.
    ///
    /// # Errors
    ///
    /// If the value is empty or over [`CleanParam::MAX_CHARS`] long, a name is empty, the path
    /// begins with neither `/` nor `*`, or text follows it.
    pub fn parse(value: &'a [u8]) -> Result<Self, ParseError> {
        let value = trim(value);
        if value.is_empty() {
            return Err(EMPTY);
        }
        // Counts characters: every byte except those that continue a UTF-8 character. Text in other
        // encodings may be counted too short.
        if value.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() > Self::MAX_CHARS {
            return Err(TOO_LONG);
        }
        let (params, rest) = value.split_at(
            value
                .iter()
                .position(|&byte| is_blank(byte))
                .unwrap_or(value.len()),
        );
        if params.split(|&byte| byte == b'&').any(<[u8]>::is_empty) {
            return Err(EMPTY_NAME);
        }
        let path = trim_start(rest);
        match path.first() {
            None => Ok(Self { params, path: None }),
            Some(b'/' | b'*') if path.iter().any(|&byte| is_blank(byte)) => Err(TRAILING_TEXT),
            Some(b'/' | b'*') => Ok(Self {
                params,
                path: Some(path),
            }),
            Some(_) => Err(RELATIVE_PATH),
        }
    }

    /// The names of the parameters, in the order of the line; at least one.
    pub fn params(self) -> impl Iterator<Item = &'a [u8]> + Clone {
        self.params.split(|&byte| byte == b'&')
    }

    /// The path, or `None` if the line applies to every URL.
    #[must_use]
    pub const fn path(self) -> Option<&'a [u8]> {
        self.path
    }

    /// Whether the line applies to URLs with this path (which begins with `/` and ends before the
    /// query).
    ///
    /// # Complexity
    ///
    /// O(path + pattern).
    fn applies_to(self, path: &str) -> bool {
        let Some(pattern) = self.path else { return true };
        let mut segments = pattern.split(|&byte| byte == b'*');
        let head = segments.next().unwrap_or_default();
        let Some(mut rest) = path.as_bytes().strip_prefix(head) else {
            return false;
        };
        // Matching each segment at its first place leaves the most text for later segments, so the
        // search never has to go back.
        for segment in segments {
            let Some(at) = memmem::find(rest, segment) else {
                return false;
            };
            rest = &rest[at + segment.len()..];
        }
        true
    }

    /// The URL without the parameters that this line names, if the line applies to it; otherwise
    /// the URL as it is.
    ///
    /// `url` is absolute or a path beginning with `/`. Names are compared octet by octet, escapes
    /// included. The remaining parameters keep their order; if none remain, the `?` is removed too.
    /// The fragment stays.
    ///
    /// # Complexity
    ///
    /// O(URL · names).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::CleanParam;
    ///
    /// let line = CleanParam::parse(b"sid&sort /forum/*.php")?;
    /// assert_eq!(line.apply("/forum/old/show.php?sid=1&t=2&sort=up#top"), "/forum/old/show.php?t=2#top");
    /// assert_eq!(line.apply("/forum/show.php?sid=1"), "/forum/show.php");
    /// # Ok::<(), robots_exclusion::extension::ParseError>(())
    /// ```
    #[must_use]
    pub fn apply(self, url: &str) -> Cow<'_, str> {
        let (before_fragment, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let Some((before_query, query)) = before_fragment.split_once('?') else {
            return Cow::Borrowed(url);
        };
        let is_named = |pair: &str| {
            let name = pair.split('=').next().unwrap_or_default();
            self.params().any(|param| param == name.as_bytes())
        };
        if !self.applies_to(path_of(before_query)) || !query.split('&').any(is_named) {
            return Cow::Borrowed(url);
        }
        let mut cleaned = String::with_capacity(url.len());
        cleaned.push_str(before_query);
        let mut separator = '?';
        for pair in query.split('&').filter(|pair| !is_named(pair)) {
            cleaned.push(separator);
            cleaned.push_str(pair);
            separator = '&';
        }
        cleaned.push_str(fragment);
        Cow::Owned(cleaned)
    }
}

/// The path of a URL that has neither query nor fragment; an empty path is `/`.
fn path_of(url: &str) -> &str {
    let path = match url.split_once("://") {
        // A `://` after a `/` is part of the path: without this test,
        // `/redirect/http://example.com/` would lose its beginning.
        Some((scheme, rest)) if !scheme.contains('/') => &rest[rest.find('/').unwrap_or(rest.len())..],
        _ => url,
    };
    if path.is_empty() { "/" } else { path }
}

impl fmt::Display for CleanParam<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.params))?;
        match self.path {
            Some(path) => write!(f, " {}", String::from_utf8_lossy(path)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::ToString, vec::Vec};

    use super::*;

    fn line(text: &str) -> Result<CleanParam<'_>, ParseError> {
        CleanParam::parse(text.as_bytes())
    }

    #[test]
    fn reads_names_and_path() {
        let found = line(" sid&sort \t /forum/*.php ").unwrap();
        assert_eq!(found.params().collect::<Vec<_>>(), [b"sid".as_slice(), b"sort"]);
        assert_eq!(found.path(), Some(b"/forum/*.php".as_slice()));
        assert_eq!(found.to_string(), "sid&sort /forum/*.php");
        assert_eq!(line("utm").unwrap().path(), None);
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, error) in [
            ("", EMPTY),
            ("&", EMPTY_NAME),
            ("a&&b", EMPTY_NAME),
            ("a&", EMPTY_NAME),
            ("a forum", RELATIVE_PATH),
            ("a & b", RELATIVE_PATH),
            ("a /x /y", TRAILING_TEXT),
        ] {
            assert_eq!(line(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn applies_by_path() {
        let wild = line("p */index.html").unwrap();
        assert!(wild.applies_to("/a/index.html") && wild.applies_to("/index.htmlx"));
        assert!(!wild.applies_to("/a/index.php"));
        let stars = line("p /*a*a*").unwrap();
        assert!(stars.applies_to("/banana") && !stars.applies_to("/ba"));
        assert!(line("p /").unwrap().applies_to("/"));
        assert!(!line("p /x").unwrap().applies_to("/"));
    }

    #[test]
    fn removes_no_more_than_named() {
        for (rule, url, expected) in [
            ("ref", "http://example.com?ref=1", "http://example.com"),
            ("ref /", "http://example.com?ref=1", "http://example.com"),
            (
                "ref",
                "http://example.com/?Ref=1&ref",
                "http://example.com/?Ref=1",
            ),
            (
                "ref",
                "http://example.com/?xref=1&refx=2",
                "http://example.com/?xref=1&refx=2",
            ),
            (
                "ref",
                "http://example.com/?a&&ref=1&b",
                "http://example.com/?a&&b",
            ),
            (
                "ref",
                "http://example.com/?a=ref#?ref=1",
                "http://example.com/?a=ref#?ref=1",
            ),
            ("ref /a", "http://a.example/a?ref=1#ref", "http://a.example/a#ref"),
            ("ref /a", "http://a.example/b?ref=1", "http://a.example/b?ref=1"),
            (
                "ref /to/",
                "/to/http://example.com/?ref=1",
                "/to/http://example.com/",
            ),
            (
                "u",
                "/?next=http://example.com/?u=2&u=3",
                "/?next=http://example.com/?u=2",
            ),
        ] {
            assert_eq!(line(rule).unwrap().apply(url), expected, "{rule}");
        }
    }
}
