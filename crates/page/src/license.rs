//! Links to licenses: the `Link` header field (RFC 8288) and the URLs that are kept.

use std::collections::BTreeSet;

/// URLs kept for one page.
const MAX_LICENSES: usize = 16;

/// The longest URL that is kept, in bytes. A longer URL is left out rather than cut, since a part
/// of a URL is a different URL.
const MAX_URL: usize = 2048;

/// The media type of a license in the format of RSL.
const RSL: &str = "application/rsl+xml";

/// The licenses of one page: a set, so that neither order nor repetition matters.
///
/// Invariant: at most [`MAX_LICENSES`] entries, always the smallest of all that were added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Licenses(BTreeSet<Box<str>>);

impl Licenses {
    pub(super) fn add(&mut self, url: &str) {
        let url = url.trim();
        if url.is_empty() || url.len() > MAX_URL {
            return;
        }
        self.0.insert(url.into());
        if self.0.len() > MAX_LICENSES {
            self.0.pop_last();
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|url| self.add(url));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|url| &**url)
    }
}

/// Whether a link with these attributes leads to a license in the format of RSL. `rel` is a list of
/// words.
pub(super) fn is_rsl(rel: &str, media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case(RSL)
        && rel
            .split_ascii_whitespace()
            .any(|word| word.eq_ignore_ascii_case("license"))
}

/// Calls `found` with the target of each license in the value of a `Link` field.
///
/// If a parameter is repeated, the first counts, as RFC 8288 section 3.3 says of `rel`. If the
/// grammar is broken, the rest of the value is skipped.
///
/// # Complexity
///
/// Linear in the value.
pub(super) fn read_link(value: &str, mut found: impl FnMut(&str)) {
    let mut rest = value;
    while let Some(start) = rest.trim_start_matches([',', ' ', '\t']).strip_prefix('<') {
        let Some((target, after)) = start.split_once('>') else {
            return;
        };
        let (mut rel, mut media_type) = (None, None);
        rest = after.trim_start();
        while let Some(parameter) = rest.strip_prefix(';') {
            let end = parameter.find(['=', ';', ',']).unwrap_or(parameter.len());
            let name = parameter[..end].trim();
            let (text, after) = match parameter[end..].strip_prefix('=') {
                Some(value) => parameter_value(value.trim_start()),
                None => ("", &parameter[end..]),
            };
            if name.eq_ignore_ascii_case("rel") {
                rel.get_or_insert(text);
            } else if name.eq_ignore_ascii_case("type") {
                media_type.get_or_insert(text);
            }
            rest = after.trim_start();
        }
        if is_rsl(rel.unwrap_or_default(), media_type.unwrap_or_default()) {
            found(target);
        }
        if !rest.starts_with(',') {
            return;
        }
    }
}

/// The value of a parameter, quoted or not, and what follows it. Escapes in a quoted value are kept
/// as written: relation types and media types never need any.
fn parameter_value(value: &str) -> (&str, &str) {
    let Some(quoted) = value.strip_prefix('"') else {
        let end = value.find([';', ',']).unwrap_or(value.len());
        return (value[..end].trim_end(), &value[end..]);
    };
    let mut escaped = false;
    let end = quoted.bytes().position(|byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    });
    match end {
        Some(end) => (&quoted[..end], &quoted[end + 1..]),
        None => (quoted, ""),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    fn links(value: &str) -> Vec<String> {
        let mut found = Vec::new();
        read_link(value, |url| found.push(url.into()));
        found
    }

    #[test]
    fn link_fields() {
        for (value, expected) in [
            (
                r#"<https://a.example/l.xml>; rel="license"; type="application/rsl+xml""#,
                &["https://a.example/l.xml"][..],
            ),
            ("</l.xml>;rel=license;type=application/rsl+xml", &["/l.xml"]),
            (
                r#"</l>; REL="next License"; Type="Application/RSL+XML; charset=utf-8""#,
                &["/l"],
            ),
            (
                r#"</a>; rel=preload; as="style", </l>; title="a, \"b\"; c"; rel=license; type=application/rsl+xml, </m>; rel=license"#,
                &["/l"],
            ),
            (
                "</a,b;c>; rel=license; type=application/rsl+xml , ,</d> ; type=application/rsl+xml ; rel=license",
                &["/a,b;c", "/d"],
            ),
            ("</l> ; rel = license ; type = application/rsl+xml", &["/l"]),
            (
                r#"</l>; rel="license" ; type=" application/rsl+xml ; q=1""#,
                &["/l"],
            ),
            (
                "</a>; rel=license; type=application/rsl+xml,\t</b>; rel=license; type=application/rsl+xml",
                &["/a", "/b"],
            ),
            (
                r#"</l>; title=""; rel=license; type=application/rsl+xml"#,
                &["/l"],
            ),
            (r#"</l>; rel= "license"; type =	"application/rsl+xml""#, &["/l"]),
            // A parameter may have no value.
            (
                "</l>; nofollow; rel=license; type=application/rsl+xml; x",
                &["/l"],
            ),
            ("</a>; x, </b>; rel=license; type=application/rsl+xml;", &["/b"]),
            // An escaped backslash does not escape a quote.
            (
                r#"</l>; title="a\\"; rel=license; type=application/rsl+xml"#,
                &["/l"],
            ),
            (r#"</l>; title="a\"; rel=license; type=application/rsl+xml"#, &[]),
            // Text after a mistake is skipped.
            ("</a> </b>; rel=license; type=application/rsl+xml", &[]),
            (
                "</a>; rel=license; type=application/rsl+xml </b>; rel=license; type=application/rsl+xml",
                &[],
            ),
            ("</l>; rel=license", &[]),
            ("</l>; type=application/rsl+xml", &[]),
            ("</l>; rel=next; rel=license; type=application/rsl+xml", &[]),
            ("</l>; rel=license; type=text/css; type=application/rsl+xml", &[]),
            (
                "</l>; rel=license; type=application/rsl+xml; type=text/css",
                &["/l"],
            ),
            ("</l>; rel=relicense; type=application/rsl+xml", &[]),
            ("https://a.example; rel=license", &[]),
            ("</l", &[]),
            (r#"</l>; rel="license; type=application/rsl+xml"#, &[]),
            ("", &[]),
        ] {
            assert_eq!(links(value), expected, "{value}");
        }
    }

    #[test]
    fn few_urls_are_kept() {
        let mut licenses = Licenses::default();
        for n in (0..100).rev() {
            licenses.add(&format!(" /{n:02} "));
        }
        licenses.add("");
        assert_eq!(licenses.iter().count(), MAX_LICENSES);
        assert_eq!(licenses.iter().next(), Some("/00"));
    }
}
