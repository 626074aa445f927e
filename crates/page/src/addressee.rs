//! Which crawlers a meta tag, or a part of a header field, is for.

use super::rule_names::is_rule_name;
use robots_exclusion::agents::PageName;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::crawler_name::is_token_byte;
use robots_exclusion::dialect::NameTest;

/// The crawlers that a part of a page's statements addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addressee {
    Everyone,
    /// The crawler of the builder. The rules in the list count, or all rules if the list is empty.
    Us(&'static [&'static str]),
    Others,
}

/// A name of the crawler of the builder.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// Matches nothing if it is empty.
    token: Box<str>,
    /// The only rules that count in a meta tag of this name; if empty, all rules count.
    only: &'static [&'static str],
}

impl Name {
    /// A product token. A version and what follows it are ignored.
    pub(super) fn token(written: &str) -> Self {
        Self {
            token: product_token(written).into(),
            only: &[],
        }
    }
}

impl From<PageName> for Name {
    fn from(name: PageName) -> Self {
        Self {
            token: name.as_str().into(),
            only: name.only().unwrap_or_default(),
        }
    }
}

/// The addressee of a meta tag with this name, for a crawler with these names.
pub(super) fn of_meta_tag(names: &[Name], name: &[u8]) -> Addressee {
    if name.eq_ignore_ascii_case(b"robots") {
        Addressee::Everyone
    } else {
        of_name(names, name)
    }
}

/// The addressee of the part of a header field after this name.
pub(super) fn of_section(names: &[Name], name: &str) -> Addressee {
    if name == "*" {
        return Addressee::Everyone;
    }
    match of_name(names, product_token(name).as_bytes()) {
        // Names under which only some rules count are documented only for meta tags.
        Addressee::Us([_, ..]) => Addressee::Others,
        addressee => addressee,
    }
}

fn of_name(names: &[Name], name: &[u8]) -> Addressee {
    let mut names = names.iter().filter(|own| !own.token.is_empty());
    let own = names.find(|own| name.eq_ignore_ascii_case(own.token.as_bytes()));
    own.map_or(Addressee::Others, |own| Addressee::Us(own.only))
}

/// The crawler's name before the separator, and what follows it, if the text can be such a name and
/// is not the name of a rule.
pub(super) fn agent_before(piece: &str, separator: char) -> Option<(&str, &str)> {
    let (name, rest) = piece.split_once(separator)?;
    let name = name.trim_end();
    let is_name = |byte: u8| is_token_byte(byte) || byte == b'/';
    let named = name == "*" || (!name.is_empty() && name.bytes().all(is_name) && !is_rule_name(name));
    named.then(|| (name, rest.trim_start()))
}

/// The product token that a crawler's name begins with: `FooBot` in `FooBot/1.0
/// (+https://example.com)`.
pub(super) fn product_token(name: &str) -> &str {
    let name = name.trim();
    let token = crawler_name::cut(NameTest::ProductToken, name.as_bytes());
    &name[..token.len()]
}
