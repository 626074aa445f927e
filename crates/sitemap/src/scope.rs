//! Which URLs a sitemap may list.

use std::borrow::Cow;

use url::Url;

use robots_exclusion::companions::percent;

/// The URLs that a sitemap at a given place may list.
///
/// A sitemap may list URLs of its own directory and everything below, on the same scheme, host and
/// port. If the robots.txt of a site lists the sitemap, the sitemap may list all URLs of that site,
/// wherever the sitemap is ([`allow_site_of`](Scope::allow_site_of)).
///
/// Sources: <https://www.sitemaps.org/protocol.html#location> and
/// <https://www.sitemaps.org/protocol.html#sitemaps_cross_submits>.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::Scope;
/// use url::Url;
///
/// let scope = Scope::of(&Url::parse("http://example.net/art/new/sitemap.xml")?);
/// assert!(scope.contains(&Url::parse("http://example.net/art/new/a.html")?));
/// assert!(!scope.contains(&Url::parse("http://example.net/other/")?));
/// assert!(!scope.contains(&Url::parse("https://example.net/art/new/a.html")?));
///
/// let scope = scope.allow_site_of(&Url::parse("http://example.org/robots.txt")?);
/// assert!(scope.contains(&Url::parse("http://example.org/anything")?));
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    areas: Vec<Area>,
    /// The sitemap itself, without a fragment.
    sitemap: Url,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Area {
    /// The scheme, host and port as `Url` serializes them, without a default port:
    /// `http://example.com`.
    origin: String,
    /// A path that ends in a slash, as [`normalized`] makes it.
    directory: String,
    /// `origin` and `directory` together.
    prefix: String,
}

impl Area {
    fn new(url: &Url, directory: &str) -> Self {
        let origin = origin(url);
        let directory = normalized(directory).into_owned();
        Area {
            prefix: format!("{origin}{directory}"),
            origin,
            directory,
        }
    }

    fn contains(&self, url: &Url) -> bool {
        origin(url) == self.origin && normalized(url.path()).starts_with(&self.directory)
    }
}

impl Scope {
    /// The URLs that the sitemap at this URL may list without any robots.txt.
    pub fn of(sitemap: &Url) -> Self {
        let path = sitemap.path();
        // A URL with a host has a path that begins with a slash; other URLs have no scope.
        let end = path.rfind('/').map_or(0, |slash| slash + 1);
        let areas = vec![Area::new(sitemap, &path[..end])];
        let mut sitemap = sitemap.clone();
        sitemap.set_fragment(None);
        Scope { areas, sitemap }
    }

    /// Adds the whole site of a robots.txt file that names this sitemap.
    ///
    /// This does not check that the file lists the sitemap: only the scheme, host and port of
    /// `robots_txt` are used.
    #[must_use]
    pub fn allow_site_of(mut self, robots_txt: &Url) -> Self {
        self.areas.push(Area::new(robots_txt, "/"));
        self
    }

    /// Whether the sitemap may list this URL.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the URL, for each site added.
    #[must_use]
    pub fn contains(&self, url: &Url) -> bool {
        self.areas.iter().any(|area| area.contains(url))
    }

    /// Whether the sitemap lies at this URL.
    pub(super) fn is_of(&self, url: &Url) -> bool {
        let mut url = url.clone();
        url.set_fragment(None);
        url == self.sitemap
    }

    /// Like [`contains`](Self::contains), but for a URL that is not parsed yet. False if it cannot
    /// be parsed.
    pub(super) fn contains_loc(&self, loc: &str) -> bool {
        // A URL that begins with the prefix of the scope is within it, unless the rest could lead
        // out of it: by a dot segment, plain or encoded; by a backslash, which the URL parser turns
        // into a slash; or by a control character, which it removes.
        let within = |rest: &str| {
            rest.bytes()
                .all(|byte| byte > b' ' && byte < 0x7f && byte != b'\\')
                && !has_dot_segment(rest.as_bytes())
        };
        self.areas
            .iter()
            .any(|area| loc.strip_prefix(&area.prefix).is_some_and(within))
            || Url::parse(loc).is_ok_and(|url| self.contains(&url))
    }
}

/// Whether a segment may be `.` or `..`, plain or encoded. Also true for segments that only begin
/// like a dot segment, which then take the slower path.
fn has_dot_segment(rest: &[u8]) -> bool {
    let begins = |segment: &[u8]| matches!(segment, [b'.', ..] | [b'%', b'2', b'e' | b'E', ..]);
    begins(rest) || memchr::memchr_iter(b'/', rest).any(|slash| begins(&rest[slash + 1..]))
}

fn origin(url: &Url) -> String {
    let (scheme, host) = (url.scheme(), url.host_str().unwrap_or_default());
    // `port` is `None` for the scheme's default, written or not.
    match url.port() {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    }
}

/// Decodes characters that never need encoding, and writes other escapes in upper case, so that
/// `%7E` equals `~`, and `%c3` equals `%C3`: RFC 3986, section 6.2.2.
fn normalized(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return Cow::Borrowed(path);
    }
    let mut decoded = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        let (before, escape) = rest.split_at(at);
        decoded.push_str(before);
        match percent::escape(escape.as_bytes()) {
            Some(byte) if percent::is_unreserved(byte) => {
                decoded.push(char::from(byte));
                rest = &escape[3..];
            }
            Some(byte) => {
                decoded.extend(percent::escaped(byte).map(char::from));
                rest = &escape[3..];
            }
            None => {
                decoded.push('%');
                rest = &escape[1..];
            }
        }
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_asking_agree() {
        let scope = Scope::of(&Url::parse("http://example.net/art/%6Eew/sitemap.xml").unwrap());
        for (loc, expected) in [
            ("http://example.net/art/new/a.html", true),
            ("http://example.net/art/new/", true),
            ("http://EXAMPLE.net:80/art/new/a", true),
            ("http://example.net/art/n%65w/a", true),
            ("http://example.net/art/new/.well-known/a", true),
            ("http://example.net/art/new/../new/a", true),
            ("http://example.net/art/new", false),
            ("http://example.net/art/newer/a", false),
            ("http://example.net/art/new/../old/a", false),
            ("http://example.net/art/new/%2e%2E/old/a", false),
            ("http://example.net/art/new/x\\..\\..\\..\\old", false),
            ("http://example.net/art/new/.\t./old", false),
            ("http://example.net/", false),
            ("https://example.net/art/new/a", false),
            ("http://example.net:81/art/new/a", false),
            ("http://www.example.net/art/new/a", false),
            ("http://example.net.evil.example/art/new/a", false),
        ] {
            assert_eq!(scope.contains_loc(loc), expected, "{loc}");
            assert_eq!(scope.contains(&Url::parse(loc).unwrap()), expected, "{loc}");
        }
        assert!(!scope.contains_loc("art/new/a"));
        // The digits of an escape may be in either case.
        for (home, loc) in [
            ("%C3%BC", "%c3%bc"),
            ("%c3%bc", "%C3%BC"),
            ("%2f", "%2F"),
            ("a%zz%", "a%zz%"),
            ("a%", "%61%"),
            ("ü", "%c3%BC"),
        ] {
            let scope = Scope::of(&Url::parse(&format!("http://example.net/{home}/s.txt")).unwrap());
            let loc = format!("http://example.net/{loc}/x");
            assert!(scope.contains_loc(&loc), "{home}: {loc}");
            assert!(scope.contains(&Url::parse(&loc).unwrap()), "{home}: {loc}");
        }
    }

    #[test]
    fn an_escape_is_a_part_of_its_directory() {
        for (home, loc) in [("a%2Fb", "ab"), ("a%2Fb", "a/b"), ("a%zz", "azz"), ("a%", "a")] {
            let scope = Scope::of(&Url::parse(&format!("http://example.net/{home}/s.txt")).unwrap());
            let loc = format!("http://example.net/{loc}/x");
            assert!(!scope.contains_loc(&loc), "{home}: {loc}");
            assert!(!scope.contains(&Url::parse(&loc).unwrap()), "{home}: {loc}");
        }
    }

    #[test]
    fn a_site_that_names_the_sitemap_is_in_scope() {
        let scope = Scope::of(&Url::parse("http://host2.example/sitemaps/host1.xml").unwrap())
            .allow_site_of(&Url::parse("http://www.host1.example:80/robots.txt").unwrap());
        assert!(scope.contains_loc("http://www.host1.example/a"));
        assert!(scope.contains_loc("http://host2.example/sitemaps/a"));
        assert!(!scope.contains_loc("http://host2.example/a"));
        assert!(!scope.contains_loc("https://www.host1.example/a"));
    }
}
