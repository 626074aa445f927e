//! URLs and paths of rules as Python's `urllib.parse` takes them apart and puts them together: see
//! [`TargetSyntax::PythonUrllib`](crate::dialect::TargetSyntax::PythonUrllib).
//!
//! `urllib.robotparser` quotes the results on both sides. Quoting spells an octet the same way wherever it is, so comparing the octets
//! themselves gives the same answers. Only `%` is escaped here, so that it stands for itself where percent-encoding is compared.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::syntax::decoding::percent_decoded;

/// Schemes whose URLs have an authority (`uses_netloc`).
const WITH_AUTHORITY: [&str; 25] = [
    "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews",
    "prospero", "rtsp", "rtsps", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws",
    "wss",
];

/// Schemes whose URLs have parameters after a `;` (`uses_params`); so have URLs without a scheme.
const WITH_PARAMETERS: [&str; 16] = [
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips",
    "mms", "sftp", "tel",
];

/// The parts of a URL. Missing ones are empty.
struct Parts<'t> {
    scheme: String,
    authority: &'t str,
    path: &'t str,
    parameters: &'t str,
    query: &'t str,
    fragment: &'t str,
}

impl<'t> Parts<'t> {
    /// Takes apart a text that [`decoded`] returned.
    fn of(text: &'t str) -> Self {
        let (scheme, mut rest) = split_scheme(text);
        let scheme = scheme.to_ascii_lowercase();
        let mut authority = "";
        if let Some(after) = rest.strip_prefix("//") {
            (authority, rest) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        }
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (mut path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let mut parameters = "";
        if WITH_PARAMETERS.contains(&&*scheme) {
            // Only the last segment of a path has parameters.
            let segment = path.rfind('/').unwrap_or(0);
            if let Some(at) = path[segment..].find(';') {
                (path, parameters) = (&path[..segment + at], &path[segment + at + 1..]);
            }
        }
        Self {
            scheme,
            authority,
            path,
            parameters,
            query,
            fragment,
        }
    }

    /// Puts together what comes after the authority.
    fn push_rest(&self, out: &mut String) {
        out.push_str(self.path);
        for (mark, part) in [(';', self.parameters), ('?', self.query), ('#', self.fragment)] {
            if !part.is_empty() {
                out.push(mark);
                out.push_str(part);
            }
        }
    }

    /// Puts everything together.
    fn join(&self) -> String {
        // Everything, with the marks between.
        let parts = [
            self.authority,
            self.path,
            self.parameters,
            self.query,
            self.fragment,
        ];
        let length: usize = parts.into_iter().map(str::len).sum();
        let mut out = String::with_capacity(self.scheme.len() + length + "://;?#/".len());
        if !self.scheme.is_empty() {
            out.push_str(&self.scheme);
            out.push(':');
        }
        let after_scheme = out.len();
        self.push_rest(&mut out);
        let end_of_path = after_scheme
            + self.path.len()
            + if self.parameters.is_empty() {
                0
            } else {
                1 + self.parameters.len()
            };
        let path = &out[after_scheme..end_of_path];
        let has_authority =
            !self.authority.is_empty() || WITH_AUTHORITY.contains(&&*self.scheme) && !path.starts_with("//");
        if has_authority {
            let slash = if path.is_empty() || path.starts_with('/') {
                ""
            } else {
                "/"
            };
            let authority = ["//", self.authority, slash].concat();
            out.insert_str(after_scheme, &authority);
        }
        out
    }
}

/// The scheme of a URL, if it has one, and what comes after its colon.
fn split_scheme(text: &str) -> (&str, &str) {
    match text.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)) =>
        {
            (scheme, rest)
        }
        _ => ("", text),
    }
}

/// A URL or a path, percent-decoded, without what is removed before it is taken apart.
fn decoded(text: &[u8]) -> String {
    let mut text = percent_decoded(text);
    let start = text.find(|c: char| c > ' ').unwrap_or(text.len());
    text.drain(..start);
    text.retain(|c| !matches!(c, '\t' | '\r' | '\n'));
    text
}

/// Turns a text in which every `%` is a percent sign into one in which each is an escape.
fn escaped(text: &str) -> Vec<u8> {
    let signs = memchr::memchr_iter(b'%', text.as_bytes()).count();
    let mut escaped = Vec::with_capacity(text.len() + 2 * signs);
    for byte in text.bytes() {
        escaped.push(byte);
        if byte == b'%' {
            escaped.extend(b"25");
        }
    }
    escaped
}

/// The path of a rule as it is compared. Linear in the path.
pub(crate) fn path_of_rule(path: &[u8]) -> Cow<'_, [u8]> {
    let is_kept = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-._~*$=&,".contains(byte);
    // Most paths are like this; nothing is removed from them.
    if path.first() == Some(&b'/') && path.get(1) != Some(&b'/') && path.iter().all(is_kept) {
        return Cow::Borrowed(path);
    }
    let text = decoded(path);
    Cow::Owned(escaped(&Parts::of(&text).join()))
}

/// The target of a URL. Linear in the URL.
pub(crate) fn target(url: &[u8]) -> Vec<u8> {
    let text = decoded(url);
    let mut target = String::new();
    Parts::of(&text).push_rest(&mut target);
    if target.is_empty() {
        return b"/".to_vec();
    }
    escaped(&target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_rules() {
        // As `quote(urlunparse(urlparse(unquote(path))))` of Python 3.11.7 has them, decoded again.
        for (path, expected) in [
            ("/a", "/a"),
            ("/a%2Fb%20c", "/a/b c"),
            ("/a;", "/a"),
            ("/a;b/c;", "/a;b/c"),
            ("/a;b;c", "/a;b;c"),
            ("/a?", "/a"),
            ("/a?#", "/a"),
            ("/a?b#", "/a?b"),
            ("/a#b", "/a#b"),
            ("/a??", "/a??"),
            ("?", ""),
            (";", ""),
            ("//", ""),
            ("//h/a", "//h/a"),
            ("///a", "/a"),
            ("////a", "//a"),
            ("HTTP://H/a", "http://H/a"),
            ("http:a", "http:///a"),
            ("http:", "http://"),
            ("http:;a", "http:///;a"),
            ("mailto:a;", "mailto:a;"),
            ("Foo:b?", "foo:b"),
            ("1:b", "1:b"),
            ("%20/a%09b", "/ab"),
            ("/100%", "/100%25"),
            ("/%2525", "/%2525"),
            ("*", "*"),
        ] {
            let found = path_of_rule(path.as_bytes());
            assert_eq!(String::from_utf8_lossy(&found), expected, "{path}");
        }
    }

    #[test]
    fn targets() {
        for (url, expected) in [
            ("https://e.com", "/"),
            ("https://e.com/a%2Fb?c#d", "/a/b?c#d"),
            ("https://e.com?", "/"),
            ("https://e.com?q", "?q"),
            ("https://e.com/%3F", "/"),
            ("/a", "/a"),
            ("//a/b", "/b"),
            ("a", "a"),
            ("https://[bad/x", "/x"),
            ("https%3A//e.com/x;", "/x"),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&target(url.as_bytes())),
                expected,
                "{url}"
            );
        }
    }
}
