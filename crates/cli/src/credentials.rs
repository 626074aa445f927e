//! The user and password that a URL may hold: sent to its site, and printed nowhere.

use std::ops::Range;

use url::Url;

/// Where the user and password of a URL are, and the `@` after them.
fn credentials(url: &[u8]) -> Option<Range<usize>> {
    let start = authority_start(url)?;
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\');
    let end = url[start..].iter().position(is_end);
    let authority = &url[start..end.map_or(url.len(), |end| start + end)];
    let at = authority.iter().rposition(|byte| *byte == b'@')?;
    Some(start..start + at + 1)
}

/// Where the authority of a URL begins, or would if it had one. Like browsers, URLs are read with
/// any number of slashes.
fn authority_start(url: &[u8]) -> Option<usize> {
    let colon = url.windows(3).position(|text| text == b"://")?;
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    if !url[..colon].trim_ascii_start().iter().all(is_scheme) {
        return None;
    }
    let slashes = url[colon + 1..]
        .iter()
        .take_while(|byte| matches!(byte, b'/' | b'\\'));
    Some(colon + 1 + slashes.count())
}

/// Removes user and password from a URL that is asked about. No verdict depends on them, and they
/// must not be printed beside it.
pub(crate) fn remove_credentials(url: &mut Vec<u8>) {
    if let Some(range) = credentials(url) {
        url.drain(range);
    }
}

/// Like [`Url::parse`], without the user and password, for URLs that only name a place.
pub(crate) fn url_of_place(text: &str) -> Result<Url, url::ParseError> {
    let mut url = Url::parse(text)?;
    // Only URLs without a host refuse that, and they have neither.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(url)
}

/// A text that may be a URL, as messages may show it: without the user and password, also where
/// the URL cannot be read because the password holds `/`, `?` or `#`.
pub(crate) fn hide_credentials(text: &str) -> String {
    let hidden = hidden(text).unwrap_or(0..0);
    format!("{}{}", &text[..hidden.start], &text[hidden.end..])
}

/// Where a text holds what [`hide_credentials`] hides.
pub(crate) fn hidden(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    credentials(bytes).or_else(|| {
        let start = authority_start(bytes)?;
        let authority = text[start..].split(['/', '?', '#', '\\']).next()?;
        let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) || port.ends_with(']');
        let is_password = authority.rsplit_once(':').is_some_and(|(_, port)| !is_port(port));
        let at = text.rfind('@').filter(|at| *at > start && is_password)?;
        Some(start..at + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_not_printed() {
        let removed = |url: &str| {
            let mut bytes = url.as_bytes().to_vec();
            remove_credentials(&mut bytes);
            String::from_utf8(bytes).unwrap()
        };
        for (url, shown) in [
            ("https://user:p@ss@example.com/a@b", "https://example.com/a@b"),
            ("http://user@example.com?x@y", "http://example.com?x@y"),
            ("http:////user:pw@example.com/", "http:////example.com/"),
            ("HTTP://a:b@[::1]:80/", "HTTP://[::1]:80/"),
            ("http://example.com/", "http://example.com/"),
            ("http://example.com:80/@user", "http://example.com:80/@user"),
            ("http://[::1]/@user", "http://[::1]/@user"),
            ("/a://user:pw@b", "/a://user:pw@b"),
            ("/user:pw@b", "/user:pw@b"),
            ("", ""),
        ] {
            assert_eq!(hide_credentials(url), shown);
            assert_eq!(removed(url), shown);
        }
        for url in ["https://user:p/w@a.example/x", "https://user:p#?@w@a.example/x"] {
            assert_eq!(hide_credentials(url), "https://a.example/x");
            assert_eq!(removed(url), url);
        }
        assert_eq!(
            url_of_place("https://a:b@c.example/").unwrap().as_str(),
            "https://c.example/"
        );
    }
}
