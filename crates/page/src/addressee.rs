//! Whom a meta tag, or a part of a header field, is for.

use super::rule_names::is_rule_name;
use robots_exclusion::agents::PageName;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::crawler_name::is_token_byte;
use robots_exclusion::dialect::NameTest;

/// A name of the crawler in question.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// An empty one matches nothing.
    token: Box<str>,
    /// The only rules that count in a meta tag of this name; all do if there are none.
    only: &'static [&'static str],
}

impl Name {
    pub(super) fn new(agent: &str) -> Self {
        Self {
            token: product_token(agent).into(),
            only: &[],
        }
    }

    pub(super) fn documented(name: PageName) -> Self {
        Self {
            only: name.only().unwrap_or_default(),
            ..Self::new(name.as_str())
        }
    }
}

/// Whom a part of a page's statements addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addressee {
    Everyone,
    /// The crawler in question.
    Us,
    /// The crawler in question, but only these rules count.
    UsFor(&'static [&'static str]),
    Others,
}

/// Whom a meta tag with this name addresses, seen from the crawler with these names.
pub(super) fn of_meta_tag(agents: &[Name], name: &[u8]) -> Addressee {
    if name.eq_ignore_ascii_case(b"robots") {
        return Addressee::Everyone;
    }
    match find(agents, name) {
        Some([]) => Addressee::Us,
        Some(only) => Addressee::UsFor(only),
        None => Addressee::Others,
    }
}

/// Whom the part of a header field behind this name addresses.
pub(super) fn of_section(agents: &[Name], name: &str) -> Addressee {
    match find(agents, product_token(name).as_bytes()) {
        _ if name == "*" => Addressee::Everyone,
        Some([]) => Addressee::Us,
        // What only some rules count for is the name of meta tags alone.
        Some(_) | None => Addressee::Others,
    }
}

/// The only rules that count under a name, if it is one of these.
fn find(agents: &[Name], name: &[u8]) -> Option<&'static [&'static str]> {
    let mut agents = agents.iter().filter(|agent| !agent.token.is_empty());
    let found = agents.find(|agent| name.eq_ignore_ascii_case(agent.token.as_bytes()))?;
    Some(found.only)
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

/// The product token that a crawler's name begins with: what is left of `FooBot/1.0
/// (+https://example.com)` is `FooBot`.
pub(super) fn product_token(name: &str) -> &str {
    let name = name.trim();
    let token = crawler_name::cut(NameTest::ProductToken, name.as_bytes());
    &name[..token.len()]
}
