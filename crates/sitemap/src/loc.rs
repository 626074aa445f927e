//! The address of an entry: which addresses are well-formed, and how to write them.

use std::borrow::Cow;

use url::Url;

use robots_exclusion::companions::percent;

/// Bytes that may be unencoded in the path, query and fragment of a URL: RFC 3986, section 3.3 to
/// 3.5 (`pchar / "/" / "?"`), and `#`. A percent sign needs two hexadecimal digits after it.
const fn is_plain(byte: u8) -> bool {
    matches!(byte,
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~'
        | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
        | b':' | b'@' | b'/' | b'?' | b'#')
}

const PLAIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_plain(byte as u8);
        byte += 1;
    }
    table
};

/// Splits a URL after `scheme://authority`. If it has no authority, the first part is empty.
fn split_authority(loc: &str) -> (&str, &str) {
    // RFC 3986, section 3.1.
    let scheme = loc
        .bytes()
        .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')));
    let Some(scheme) = scheme.filter(|&end| loc[end..].starts_with("://")) else {
        return ("", loc);
    };
    if !loc.as_bytes()[0].is_ascii_alphabetic() {
        return ("", loc);
    }
    let start = scheme + 3;
    let end = loc[start..]
        .find(['/', '?', '#'])
        .map_or(loc.len(), |length| start + length);
    loc.split_at(end)
}

/// Whether `loc` is an absolute URL with a host.
pub(super) fn is_absolute(loc: &str) -> bool {
    let (head, _) = split_authority(loc);
    let Some((scheme, authority)) = head.split_once("://") else {
        return false;
    };
    if authority.is_empty() {
        return false;
    }
    // The usual host is recognized without a URL parser, to save time. The parser accepts every
    // name of letters, digits, dots and hyphens, with two exceptions: if the last label begins with
    // a digit, the name may have to be an IPv4 address (`1.2.3.999` is refused), and if it contains
    // `--`, it may be an encoded international name (`xn--a` is refused).
    let bytes = authority.as_bytes();
    let usual = (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
        // A last label in hexadecimal also begins with a digit: `0x7f`.
        && authority
            .rsplit('.')
            .next()
            .is_some_and(|label| label.starts_with(|first: char| first.is_ascii_alphabetic()))
        && !authority.contains("--");
    usual || Url::parse(loc).is_ok_and(|url| url.has_host())
}

/// Whether all characters in an absolute `loc` that need percent-encoding are encoded.
pub(super) fn is_percent_encoded(loc: &str) -> bool {
    let (head, tail) = split_authority(loc);
    let is_encoded = |part: &[u8], allowed: &[u8]| {
        let mut bytes = part.iter().enumerate();
        bytes.all(|(at, byte)| PLAIN[usize::from(*byte)] || is_escape(&part[at..]) || allowed.contains(byte))
    };
    // The brackets of an IPv6 address.
    is_encoded(head.as_bytes(), b"[]") && is_encoded(tail.as_bytes(), b"")
}

fn is_escape(bytes: &[u8]) -> bool {
    percent::escape(bytes).is_some()
}

/// Percent-encodes characters that a URL may not contain, and leaves escapes as they are.
///
/// An international host name becomes its ASCII form (Punycode), because percent-encoding does not
/// work there. Nothing else is normalized: the result is the address of the same page, and nothing
/// is allocated if nothing changes.
pub(super) fn percent_encode_loc(loc: &str) -> Cow<'_, str> {
    if is_percent_encoded(loc) {
        return Cow::Borrowed(loc);
    }
    let (head, tail) = split_authority(loc);
    let mut encoded = ascii_head(head).into_owned();
    let bytes = tail.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        if PLAIN[usize::from(byte)] || is_escape(&bytes[at..]) {
            encoded.push(char::from(byte));
        } else {
            encoded.extend(percent::escaped(byte).map(char::from));
        }
    }
    Cow::Owned(encoded)
}

/// The scheme and authority with the host in ASCII, if it has such a form.
fn ascii_head(head: &str) -> Cow<'_, str> {
    if head.is_ascii() {
        return Cow::Borrowed(head);
    }
    let Ok(url) = Url::parse(head) else {
        return Cow::Borrowed(head);
    };
    // The parser appends the path "/".
    let ascii = url.as_str().strip_suffix('/').unwrap_or(url.as_str());
    Cow::Owned(ascii.to_string())
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn absolute_means_scheme_and_host() {
        for loc in [
            "http://example.com",
            "https://example.com/a?b#c",
            "HTTP://EXAMPLE.COM/",
            "http://127.0.0.1/",
            "http://example.com:8080/",
            "http://[::1]/",
            "ftp://example.com/",
            "http://xn--bcher-kva.example/",
            "http://user@example.com/",
            "http://bücher.example/",
            "http://example.com./",
            "h2://example.com/",
        ] {
            assert!(is_absolute(loc), "{loc}");
        }
        for loc in [
            "",
            "/a",
            "a",
            "//example.com/",
            "www.example.com/a",
            "http:/example.com/",
            "http:example.com",
            "http://",
            "http:///a",
            "http://?a",
            "mailto:a@example.com",
            "javascript:alert(1)",
            "http://exa mple.com/",
            "http://example.com:port/",
            "http://300.0.0.1/",
            "http://example.0x1f/",
            "://example.com",
            "1ttp://example.com/",
        ] {
            assert!(!is_absolute(loc), "{loc}");
        }
    }

    #[test]
    fn hosts_are_those_that_the_url_parser_accepts() {
        let mut hosts = vec![String::new()];
        let mut from = 0;
        for _ in 0..5 {
            let to = hosts.len();
            for at in from..to {
                let longer = "af0x9.-".chars().map(|next| format!("{}{next}", hosts[at]));
                let longer: std::vec::Vec<_> = longer.collect();
                hosts.extend(longer);
            }
            from = to;
        }
        for host in hosts {
            let loc = format!("http://{host}/");
            let expected = Url::parse(&loc).is_ok() && !host.is_empty();
            assert_eq!(is_absolute(&loc), expected, "{loc}");
        }
    }

    #[test]
    fn encoding_is_recognised_and_idempotent() {
        for (loc, encoded) in [
            ("http://example.com/%C3%BC", "http://example.com/%C3%BC"),
            ("http://example.com/ü", "http://example.com/%C3%BC"),
            ("http://example.com/a b", "http://example.com/a%20b"),
            ("http://example.com/100%", "http://example.com/100%25"),
            ("http://example.com/%zz%2", "http://example.com/%25zz%252"),
            ("http://example.com/?a[]=1|2", "http://example.com/?a%5B%5D=1%7C2"),
            (
                "http://example.com/ü b?c=%20&d=5%",
                "http://example.com/%C3%BC%20b?c=%20&d=5%25",
            ),
            ("http://[::1]/x", "http://[::1]/x"),
            ("http://example.com/[a]", "http://example.com/%5Ba%5D"),
            ("http://example.com#[a]", "http://example.com#%5Ba%5D"),
            ("http://a%40b@example.com/", "http://a%40b@example.com/"),
            (
                "http://bücher.example:81/ü",
                "http://xn--bcher-kva.example:81/%C3%BC",
            ),
            ("/\u{7f}\0", "/%7F%00"),
        ] {
            assert_eq!(percent_encode_loc(loc), encoded);
            assert_eq!(is_percent_encoded(loc), loc == encoded, "{loc}");
            assert_eq!(percent_encode_loc(encoded), encoded);
        }
    }
}
