//! The links of a page.

use html5gum::{Token, Tokenizer};
use url::Url;

/// The `http` and `https` URLs that the page at `page` links to, without fragments, in the order of the page.
pub(crate) fn links(page: &Url, html: &[u8]) -> Vec<Url> {
    let mut base = page.clone();
    let mut found = Vec::new();
    for Ok(token) in Tokenizer::new(html) {
        let Token::StartTag(tag) = token else { continue };
        let Some(href) = tag.attributes.get(&b"href"[..]) else {
            continue;
        };
        let Ok(mut url) = base.join(&String::from_utf8_lossy(href)) else {
            continue;
        };
        url.set_fragment(None);
        match &tag.name[..] {
            b"base" => base = url,
            b"a" | b"area" if matches!(url.scheme(), "http" | "https") => found.push(url),
            _ => {}
        }
    }
    found
}
