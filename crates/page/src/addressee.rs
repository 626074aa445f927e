//! Whom a meta tag, or a part of a header field, is for.

use super::rule_names::is_rule_name;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::crawler_name::is_token_byte;
use robots_exclusion::dialect::NameTest;

/// Whom a part of a page's statements addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Addressee {
    Everyone,
    /// The crawler in question.
    Us,
    Others,
}

/// Whom a meta tag with this name addresses, seen from the crawler with these product tokens.
pub(super) fn of_meta_tag(agents: &[Box<str>], name: &[u8]) -> Addressee {
    if name.eq_ignore_ascii_case(b"robots") {
        Addressee::Everyone
    } else if is_one_of(agents, name) {
        Addressee::Us
    } else {
        Addressee::Others
    }
}

/// Whom the part of a header field behind this name addresses.
pub(super) fn of_section(agents: &[Box<str>], name: &str) -> Addressee {
    if name == "*" {
        Addressee::Everyone
    } else if is_one_of(agents, product_token(name).as_bytes()) {
        Addressee::Us
    } else {
        Addressee::Others
    }
}

/// The empty token matches nothing.
fn is_one_of(agents: &[Box<str>], name: &[u8]) -> bool {
    let mut agents = agents.iter().filter(|agent| !agent.is_empty());
    agents.any(|agent| name.eq_ignore_ascii_case(agent.as_bytes()))
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
