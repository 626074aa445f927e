//! What a pattern is matched against: path and query of a URL, without its fragment.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::dialect::{Dialect, PercentMode, TargetSyntax};
use crate::matching::percent::{Scratch, Spelling, all_plain};
use crate::matching::target_error::{TargetError, begins_with_host};
use crate::swar::{ONES, first_mark, marks};

/// The URL that a verdict is about. Only its path and query count.
///
/// Functions that take a target accept a `&str`, a `&[u8]`, a `&Url` or a `Target`. The dialect
/// decides which part of the URL counts, so a target keeps the URL. [`Target::new`] also extracts
/// path and query at once, for repeated checks of one URL under several rules.
///
/// # Which part of the URL
///
/// A URL is absolute, or a path that begins with `/`. Other strings still get a defined answer;
/// [`Target::parse`] refuses them instead.
///
/// | input | target |
/// |---|---|
/// | `https://user@example.com:8080/a?b#c` | `/a?b` |
/// | `https://example.com`, `https://example.com#c` | `/` |
/// | `https://example.com?b` | `/?b` |
/// | `/a/b`, `//a/b` | itself |
/// | `example.com/a` (no scheme) | `/a` |
/// | `https:///a`, `file:///a` (no host) | `/a` |
/// | the empty string, `mailto:x`, `https://` | `/` |
///
/// Google's library reads some of them in its own way ([`TargetSyntax::GoogleLibrary`]): `//a/b` is
/// `/b` there.
///
/// The URL is taken as it would be requested: dot segments are not removed, nothing but
/// percent-encoding is normalized. Parse with the `url` crate first where URLs come from pages.
///
/// # Complexity
///
/// Making a target is linear in the URL and allocates nothing.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Rules, Target};
///
/// let rules = Rules::parse(b"User-agent: *\nDisallow: /a?b", "FooBot");
/// let target = Target::new("https://example.com/a?b=1#top");
/// assert_eq!(target.as_bytes(), b"/a?b=1");
/// assert!(!rules.is_allowed(target));
/// ```
#[derive(Clone, Copy)]
pub struct Target<'u> {
    url: &'u [u8],
    /// Path and query, if they have been extracted already, and in which syntax.
    split: Option<(TargetSyntax, PathAndQuery<'u>)>,
}

impl<'u> Target<'u> {
    /// The target of an absolute URL, or of a path that begins with `/`.
    ///
    /// Every question takes the string or the bytes themselves. Make a target where one URL is
    /// asked about several times, or where the type must be named.
    #[inline]
    #[must_use]
    pub fn new(url: &'u str) -> Self {
        Self::from_bytes(url.as_bytes())
    }

    /// Like [`Target::new`], but for a URL that may hold any bytes.
    #[inline]
    #[must_use]
    pub fn from_bytes(url: &'u [u8]) -> Self {
        Self::in_syntax(url, TargetSyntax::Rfc3986)
    }

    /// Like [`Target::from_bytes`], but extracts path and query as `dialect` does, for a URL that
    /// is checked several times in this dialect. A dialect with another [`TargetSyntax`] extracts
    /// them again.
    #[inline]
    #[must_use]
    pub fn for_dialect(url: &'u [u8], dialect: &Dialect) -> Self {
        Self::in_syntax(url, dialect.target_syntax)
    }

    #[inline]
    fn in_syntax(url: &'u [u8], syntax: TargetSyntax) -> Self {
        Self {
            url,
            split: Some((syntax, PathAndQuery::of(url, syntax))),
        }
    }

    /// A URL whose path and query have not been extracted yet.
    #[inline]
    fn unsplit(url: &'u [u8]) -> Self {
        Self { url, split: None }
    }

    /// Path and query in a syntax.
    #[doc(hidden)]
    #[inline]
    pub fn split(&self, syntax: TargetSyntax) -> PathAndQuery<'u> {
        match self.split {
            Some((known, split)) if known == syntax => split,
            _ => PathAndQuery::of(self.url, syntax),
        }
    }

    /// The URL, if path and query have not been extracted yet.
    #[inline]
    pub(crate) fn as_unsplit(&self) -> Option<&'u [u8]> {
        match self.split {
            None => Some(self.url),
            Some(_) => None,
        }
    }

    /// The URL as it was given.
    #[must_use]
    pub fn url(&self) -> &'u [u8] {
        self.url
    }

    /// Reads a URL that a person typed: an absolute `http` or `https` URL, or a path that begins
    /// with `/`. Anything else is an error; [`Target::new`] would take it for a path, probably not
    /// the intended one.
    ///
    /// Scheme, host and port are checked; the path may hold any bytes, which are taken as they are.
    ///
    /// # Complexity
    ///
    /// Linear in the URL; allocates nothing.
    ///
    /// # Errors
    ///
    /// A [`TargetError`], whose text says what to write instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::error::TargetError;
    /// use robots_exclusion::Target;
    ///
    /// assert_eq!(Target::parse("https://example.com/a#b")?.as_bytes(), b"/a");
    /// assert_eq!(Target::parse("/a")?.as_bytes(), b"/a");
    /// assert_eq!(Target::parse("checkout/pay"), Err(TargetError::Relative));
    /// assert_eq!(Target::parse("https:/www.example.com/a"), Err(TargetError::Slashes));
    /// assert_eq!(Target::parse("http://[bad"), Err(TargetError::Host));
    /// # Ok::<(), TargetError>(())
    /// ```
    #[inline]
    pub fn parse(url: &'u str) -> Result<Self, TargetError> {
        Self::parse_bytes(url.as_bytes())
    }

    /// Like [`Target::parse`], but for a URL that may hold any bytes. Where this is an error,
    /// [`Target::from_bytes`] takes the URL for a path, probably not the intended one.
    ///
    /// # Errors
    ///
    /// The errors of [`Target::parse`].
    #[inline]
    pub fn parse_bytes(url: &'u [u8]) -> Result<Self, TargetError> {
        let authority_end = authority_end::<false>(url);
        match TargetError::find(url, authority_end) {
            Some(error) => Err(error),
            None => Ok(Self {
                url,
                split: Some((
                    TargetSyntax::Rfc3986,
                    PathAndQuery::without_fragment(&url[authority_end..], TargetSyntax::Rfc3986),
                )),
            }),
        }
    }

    /// Checks a URL as [`Target::parse_bytes`] does, without making a target: a question takes the
    /// bytes themselves. This is faster where a URL is asked about once, because its path is not
    /// looked at.
    ///
    /// # Complexity
    ///
    /// Linear in the part before the path.
    ///
    /// # Errors
    ///
    /// The errors of [`Target::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::error::TargetError;
    /// use robots_exclusion::Target;
    ///
    /// assert_eq!(Target::validate(b"https://example.com/a"), Ok(()));
    /// assert_eq!(Target::validate(b"example.com/a"), Err(TargetError::Relative));
    /// ```
    pub fn validate(url: &[u8]) -> Result<(), TargetError> {
        // Nearly always, it is a path or has the name of a host and nothing else before its path.
        let host = url
            .strip_prefix(b"https://")
            .or_else(|| url.strip_prefix(b"http://"));
        if url.first() == Some(&b'/') || host.is_some_and(begins_with_host) {
            return Ok(());
        }
        match TargetError::find(url, authority_end::<false>(url)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Path and query as they are in the URL. If the path is empty, no `/` is added. The dialect of
    /// [`Target::for_dialect`] says what they are; without it, RFC 3986.
    #[must_use]
    pub fn as_bytes(&self) -> &'u [u8] {
        let syntax = self.split.map_or(TargetSyntax::Rfc3986, |(syntax, _)| syntax);
        self.split(syntax).as_bytes()
    }

    /// The form in which `dialect` compares the target with its patterns: percent-encoding
    /// normalized as its [`percent_mode`](Dialect::percent_mode) requires. Globs are compared with
    /// a form of their own.
    ///
    /// # Complexity
    ///
    /// Linear in the target.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, Target};
    ///
    /// let target = Target::new("https://example.com/%7ejoe/\u{fc}?%2f");
    /// assert_eq!(target.to_canonical(&Dialect::RFC_9309), b"/~joe/%C3%BC?/");
    /// assert_eq!(target.to_canonical(&Dialect::GOOGLE), "/%7ejoe/\u{fc}?%2f".as_bytes());
    /// ```
    #[must_use]
    pub fn to_canonical(&self, dialect: &Dialect) -> Vec<u8> {
        self.split(dialect.target_syntax)
            .with_canonical(dialect.percent_mode, false, <[u8]>::to_vec)
    }
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({})", self.url.escape_ascii())
    }
}

impl PartialEq for Target<'_> {
    /// Two are equal if their [URLs](Target::url) are, so as keys of a map they keep sites apart.
    /// To compare what the rules are matched against, compare [`Target::as_bytes`].
    fn eq(&self, other: &Self) -> bool {
        self.url == other.url
    }
}

impl Eq for Target<'_> {}

impl Hash for Target<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.url.hash(state);
    }
}

impl<'u> From<&'u str> for Target<'u> {
    #[inline]
    fn from(url: &'u str) -> Self {
        Self::unsplit(url.as_bytes())
    }
}

impl<'u> From<&'u &'u str> for Target<'u> {
    #[inline]
    fn from(url: &'u &'u str) -> Self {
        Self::unsplit(url.as_bytes())
    }
}

impl<'u> From<&'u &'u String> for Target<'u> {
    #[inline]
    fn from(url: &'u &'u String) -> Self {
        Self::unsplit(url.as_bytes())
    }
}

impl<'u> From<&'u String> for Target<'u> {
    #[inline]
    fn from(url: &'u String) -> Self {
        Self::unsplit(url.as_bytes())
    }
}

impl<'u> From<&'u [u8]> for Target<'u> {
    #[inline]
    fn from(url: &'u [u8]) -> Self {
        Self::unsplit(url)
    }
}

impl<'u, const N: usize> From<&'u [u8; N]> for Target<'u> {
    #[inline]
    fn from(url: &'u [u8; N]) -> Self {
        Self::unsplit(url)
    }
}

impl<'u> From<&Target<'u>> for Target<'u> {
    #[inline]
    fn from(target: &Target<'u>) -> Self {
        *target
    }
}

#[cfg(feature = "url")]
impl<'u> From<&'u url::Url> for Target<'u> {
    /// The target of a parsed URL; `/` for one that has no host, such as `mailto:x`.
    #[inline]
    fn from(url: &'u url::Url) -> Self {
        Self::unsplit(url.as_str().as_bytes())
    }
}

/// The path and query of a URL, as one dialect extracts them.
#[derive(Clone, Copy, Debug)]
pub struct PathAndQuery<'u> {
    text: &'u [u8],
    /// The text lacks its first `/`.
    needs_slash: bool,
    /// The text is its own canonical form in every mode.
    is_plain: bool,
}

impl<'u> PathAndQuery<'u> {
    #[inline]
    pub(crate) fn of(url: &'u [u8], syntax: TargetSyntax) -> Self {
        Self::without_fragment(Self::begin_in(url, syntax), syntax)
    }

    /// Where path, query and fragment of a URL begin.
    #[inline]
    pub(crate) fn begin_in(url: &[u8], syntax: TargetSyntax) -> &[u8] {
        match syntax {
            TargetSyntax::Rfc3986 => &url[authority_end::<false>(url)..],
            TargetSyntax::GoogleLibrary => begin_in_google_library(url),
        }
    }

    /// The target in a text that [begins](Self::begin_in) with it.
    #[inline]
    pub(crate) fn without_fragment(text: &'u [u8], syntax: TargetSyntax) -> Self {
        // A byte that ends a target (`#`, and NUL in Google's library) is not plain, so nothing is
        // to be cut off a plain text.
        if all_plain(text) {
            return Self::whole(text, true);
        }
        let end = match syntax {
            TargetSyntax::GoogleLibrary => memchr::memchr2(b'#', 0, text),
            TargetSyntax::Rfc3986 => memchr::memchr(b'#', text),
        };
        match end {
            Some(end) => Self::whole(&text[..end], all_plain(&text[..end])),
            None => Self::whole(text, false),
        }
    }

    #[inline]
    fn whole(text: &'u [u8], is_plain: bool) -> Self {
        let text = if text.is_empty() { b"/" } else { text };
        let needs_slash = text.first() != Some(&b'/');
        Self {
            text,
            needs_slash,
            is_plain: is_plain && !needs_slash,
        }
    }

    pub(crate) fn as_bytes(&self) -> &'u [u8] {
        self.text
    }

    /// Calls `ask` with the canonical form of the target. Allocates only if that differs from the
    /// text and is over 512 bytes long.
    #[inline]
    pub fn with_canonical<R>(&self, mode: PercentMode, glob: bool, ask: impl FnOnce(&[u8]) -> R) -> R {
        if self.is_plain {
            return ask(self.text);
        }
        self.with_rewritten(mode, glob, ask)
    }

    #[cold]
    fn with_rewritten<R>(&self, mode: PercentMode, glob: bool, ask: impl FnOnce(&[u8]) -> R) -> R {
        // The buffer is filled in place: returning it would copy it, which takes longer than
        // writing a short target.
        let mut scratch = Scratch::new();
        self.write_canonical(mode, glob, &mut scratch);
        ask(scratch.as_slice())
    }

    /// Appends the canonical form.
    pub(crate) fn write_canonical(&self, mode: PercentMode, glob: bool, out: &mut Scratch) {
        if self.needs_slash {
            out.push(b'/');
        }
        match mode {
            PercentMode::RuleOnly => out.extend(self.text),
            _ => Spelling::new(mode, glob).literal(self.text, out),
        }
    }
}

/// Where the authority of a URL ends: at the first `/`, `?` or `#` after the `://` of its scheme,
/// or in the whole text if there is no scheme. A `://` after a `?` or `#` does not end a scheme.
///
/// In Google's library a `;` ends it too (`SEMICOLON`). The library works in another way, with the
/// same result. It looks for the first `#` in the whole URL, and accepts `://` only before the
/// first `/`, `?` or `;`. In a URL with a scheme, the first `/` belongs to the `://` itself; and if
/// a `#` comes before the path, the path is `/` either way.
#[inline]
fn authority_end<const SEMICOLON: bool>(url: &[u8]) -> usize {
    match url.strip_prefix(b"https://") {
        Some(rest) => url.len() - rest.len() + path_begin::<SEMICOLON>(rest),
        None => any_authority_end::<SEMICOLON>(url),
    }
}

/// Like [`authority_end`], for URLs of other schemes and those without a scheme. A function of its
/// own, to keep the usual case small.
#[inline(never)]
fn any_authority_end<const SEMICOLON: bool>(url: &[u8]) -> usize {
    let first = path_begin::<SEMICOLON>(url);
    if first > 0 && url[first - 1] == b':' && url[first..].starts_with(b"//") {
        first + 2 + path_begin::<SEMICOLON>(&url[first + 2..])
    } else {
        first
    }
}

/// Where path, query and fragment begin in Google's library, which skips the first `//`. Not
/// inlined, so that the other syntax can be.
#[inline(never)]
fn begin_in_google_library(url: &[u8]) -> &[u8] {
    let url = url.strip_prefix(b"//").unwrap_or(url);
    &url[authority_end::<true>(url)..]
}

/// The place of the first `/`, `?` or `#` (or `;`), or the end.
#[inline]
fn path_begin<const SEMICOLON: bool>(text: &[u8]) -> usize {
    // Hosts are short, so a search by words of eight bytes ends before a vector search would be set
    // up.
    let (words, rest) = text.as_chunks();
    for (i, eight) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*eight);
        // With this bit set, `/` (0x2F) becomes `?` (0x3F), and no other byte does, so one search
        // finds both.
        let mut found = marks(word | (ONES * 0x10), b'?') | marks(word, b'#');
        if SEMICOLON {
            found |= marks(word, b';');
        }
        if found != 0 {
            return 8 * i + first_mark(found);
        }
    }
    let ends = |byte: &u8| matches!(byte, b'/' | b'?' | b'#') || SEMICOLON && *byte == b';';
    rest.iter()
        .position(ends)
        .map_or(text.len(), |at| 8 * words.len() + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<'u>(url: impl Into<Target<'u>>, syntax: TargetSyntax) -> String {
        let mut out = Scratch::new();
        let split = url.into().split(syntax);
        split.write_canonical(PercentMode::RuleOnly, false, &mut out);
        String::from_utf8_lossy(out.as_slice()).into()
    }

    #[test]
    fn targets_of_urls() {
        // URL, target, target by Google's library
        let table = [
            ("", "/", "/"),
            ("/", "/", "/"),
            ("http://e.com", "/", "/"),
            ("http://e.com#/a", "/", "/"),
            ("http://e.com?x", "/?x", "/?x"),
            ("http://e.com;p", "/", "/;p"),
            ("http://e.com/a?b#c", "/a?b", "/a?b"),
            ("http://u:p@e.com:80/a", "/a", "/a"),
            ("http://[::1]:80/a", "/a", "/a"),
            ("http://[::1]", "/", "/"),
            ("http://u?p@h/x", "/?p@h/x", "/?p@h/x"),
            ("http://u;p@e.com/x", "/x", "/;p@e.com/x"),
            ("/a?u=http://b/c", "/a?u=http://b/c", "/a?u=http://b/c"),
            ("//a/b", "//a/b", "/b"),
            ("///a", "///a", "/a"),
            ("e.com/a", "/a", "/a"),
            ("a", "/", "/"),
            ("mailto:x", "/", "/"),
            ("mailto:x?y", "/?y", "/?y"),
            ("file:///a", "/a", "/a"),
            ("https://e.com//a", "//a", "//a"),
            ("https://e.com/a/../b", "/a/../b", "/a/../b"),
            ("://a/b", "/b", "/b"),
            ("a;b://c/d", "/d", "/;b://c/d"),
            ("http:/a", "/a", "/a"),
            ("/a#b#c", "/a", "/a"),
            ("#", "/", "/"),
        ];
        for (url, rfc, google) in table {
            // Whether it was extracted before, in which syntax, or not at all.
            for target in [
                Target::from(url),
                Target::new(url),
                Target::for_dialect(url.as_bytes(), &Dialect::GOOGLE),
            ] {
                assert_eq!(text(target, TargetSyntax::Rfc3986), rfc, "{url:?}");
                assert_eq!(text(target, TargetSyntax::GoogleLibrary), google, "{url:?}");
            }
        }
        assert_eq!(text(b"/a\0b", TargetSyntax::GoogleLibrary), "/a");
        for (url, as_written) in [
            ("http://e.com", "/"),
            ("http://e.com?x", "?x"),
            ("/a%20#b", "/a%20"),
        ] {
            assert_eq!(Target::new(url).as_bytes(), as_written.as_bytes());
        }
    }

    #[test]
    fn a_path_begins_at_few_bytes_and_no_other() {
        for byte in 0..=u8::MAX {
            for (before, behind) in [(0, 0), (3, 9), (7, 1), (8, 8), (13, 2)] {
                let text = [&[b'a'; 13][..before], &[byte], &[b'?'; 9][..behind]].concat();
                let place = |ends: &[u8]| before + usize::from(!ends.contains(&byte));
                assert_eq!(
                    path_begin::<false>(&text),
                    place(b"/?#"),
                    "{byte:#x} {before} {behind}"
                );
                assert_eq!(
                    path_begin::<true>(&text),
                    place(b"/?#;"),
                    "{byte:#x} {before} {behind}"
                );
            }
        }
    }

    #[cfg(feature = "url")]
    #[test]
    fn targets_of_parsed_urls() {
        for (url, expected) in [
            ("https://example.com", "/"),
            ("https://example.com/a b?c#d", "/a%20b?c"),
            ("mailto:x", "/"),
        ] {
            let url = url::Url::parse(url).unwrap();
            assert_eq!(text(&url, TargetSyntax::Rfc3986), expected);
        }
    }
}
