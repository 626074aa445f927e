//! Product tokens: the name tests, and which groups speak for a list of tokens.

use super::whitespace::{is_blank, is_space, trim};
use crate::dialect::{Dialect, NameTest};

/// The names a crawler answers to, in order of preference.
///
/// The first token that any group names decides which groups speak; `*` is asked last. This is how
/// Googlebot-Image falls back to Googlebot: `AgentList::new(&["Googlebot-Image", "Googlebot"])`.
///
/// A full User-Agent string such as `FooBot/2.1 (+https://foo.example)` is accepted where a token is expected and cut to the token
/// (`FooBot`), except in dialects that compare the caller's string whole
/// ([`NameTest::LettersWhole`]). A token ends at the first byte that no token holds, be it a blank, a NUL or a letter beyond ASCII:
/// `Foo Bar` is the token `Foo`. A string that holds no name (empty, `*`, or nothing but such bytes) is named by no group; `*` groups
/// speak for it, as they do for an empty list. [`NameTest`] says what a name is in other dialects.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{AgentList, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");
/// let image = AgentList::new(&["Googlebot-Image", "Googlebot"]);
/// assert!(!robots.rules_for_list(&image).is_allowed("/a"));
/// let ads = AgentList::new(&["AdsBot-Google"]).without_star();
/// assert!(robots.rules_for_list(&ads).is_allowed("/b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentList<'q> {
    tokens: &'q [&'q str],
    honour_star: bool,
    pooled: bool,
}

impl<'q> AgentList<'q> {
    /// These tokens, most preferred first, and `*` after them.
    #[must_use]
    pub const fn new(tokens: &'q [&'q str]) -> Self {
        Self {
            tokens,
            honour_star: true,
            pooled: false,
        }
    }

    /// Does not fall back to the groups of `*` (as AdsBot-Google does not). By default they are honoured.
    #[must_use]
    pub const fn without_star(mut self) -> Self {
        self.honour_star = false;
        self
    }

    /// Pools the groups of all tokens instead of preferring the first that has one: Google's library asked for several
    /// agents at once. By default the order decides.
    #[must_use]
    pub const fn pooled(mut self) -> Self {
        self.pooled = true;
        self
    }

    /// The tokens in order.
    #[must_use]
    pub const fn tokens(&self) -> &'q [&'q str] {
        self.tokens
    }

    /// Whether groups of `*` speak when no token is named.
    #[must_use]
    pub const fn honours_star(&self) -> bool {
        self.honour_star
    }
}

/// How much a group is preferred: 0 for the first token, one more for each further one, then the family, then `*`.
pub(crate) type Rank = u32;

/// An [`AgentList`] under one dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'q> {
    list: AgentList<'q>,
    /// The first token, cut: it is nearly always the only one.
    first: &'q [u8],
    test: NameTest,
    several: bool,
    family: Option<&'static str>,
    /// The first byte, in lower case, of every User-agent value that names the crawler, where there is but one.
    begins_as_only: Option<u8>,
}

impl<'q> Names<'q> {
    pub(crate) fn new(dialect: &Dialect, list: AgentList<'q>) -> Self {
        let test = dialect.name_test();
        let family = dialect.family().filter(|family| {
            let belongs =
                |token: &&str| contains_ignoring_case(cut(test, token.as_bytes()), family.as_bytes());
            list.tokens.iter().any(belongs)
        });
        let first = list
            .tokens
            .first()
            .map_or(&b""[..], |token| cut(test, token.as_bytes()));
        let several = dialect.several_values();
        let begins_as_only = match (test, list.tokens, first, family) {
            (NameTest::ProductToken | NameTest::LettersWhole, [_], [byte, ..], None) if !several => {
                Some(byte.to_ascii_lowercase())
            }
            _ => None,
        };
        Self {
            list,
            first,
            test,
            several,
            family,
            begins_as_only,
        }
    }

    /// The rank that the User-agent line `value` gives to its group, and the name on the line that does so.
    #[inline]
    pub(crate) fn rank<'v>(&self, value: &'v [u8]) -> Option<(Rank, &'v [u8])> {
        if !self.several {
            return self.rank_of_one(value).map(|rank| (rank, value));
        }
        listed(value, self.several)
            .filter_map(|word| self.rank_of_one(word).map(|rank| (rank, word)))
            .min_by_key(|(rank, _)| *rank)
    }

    #[inline]
    fn rank_of_one(&self, value: &[u8]) -> Option<Rank> {
        if value.first().is_some_and(|byte| self.is_for_another(*byte)) {
            return None;
        }
        if let [_, others @ ..] = self.list.tokens {
            if names(self.test, value, self.first) {
                return Some(0);
            }
            for (i, token) in others.iter().enumerate() {
                if names(self.test, value, cut(self.test, token.as_bytes())) {
                    return Some(if self.list.pooled { 0 } else { i as Rank + 1 });
                }
            }
        }
        let last = self.list.tokens.len() as Rank;
        if self
            .family
            .is_some_and(|family| names(self.test, value, family.as_bytes()))
        {
            return Some(last);
        }
        (self.list.honour_star && is_star(self.test, value)).then_some(last + 1)
    }

    /// Whether the first byte of a User-agent value alone tells that it names none of the list's names, as most do.
    #[inline]
    pub(crate) fn is_for_another(&self, byte: u8) -> bool {
        match self.begins_as_only {
            Some(first) => byte.to_ascii_lowercase() != first && byte != b'*',
            None => false,
        }
    }

    /// Whether a rank is that of `*`.
    pub(crate) fn is_star_rank(&self, rank: Rank) -> bool {
        rank > self.list.tokens.len() as Rank
    }

    /// The part of a User-agent value that is its name: what a verdict cites.
    pub(crate) fn label<'v>(&self, value: &'v [u8]) -> &'v [u8] {
        label(self.test, value)
    }
}

/// The names on a User-agent line: one, or where the dialect has several values on a line, those that spaces, tabs or commas
/// separate.
///
/// The text of "revisited" separates names by white space alone. Sites write commas too, and no crawler has one in its name.
pub(crate) fn listed(value: &[u8], several: bool) -> impl Iterator<Item = &[u8]> {
    value
        .split(move |byte| several && (is_blank(*byte) || *byte == b','))
        .filter(|name| !name.is_empty())
}

/// The part of a User-agent value that is its name; empty if it names no crawler.
pub(crate) fn label(test: NameTest, value: &[u8]) -> &[u8] {
    if is_star(test, value) {
        return &value[..1];
    }
    match test {
        NameTest::ProductToken => product_token(value),
        NameTest::LettersWhole => leading(value, is_letter_byte),
        NameTest::ValueInName | NameTest::NameInValue => value,
    }
}

/// The product token that a text begins with; empty if there is none.
///
/// A byte beyond ASCII cuts no token off: `Jävla-Foobot` names no crawler rather than every one whose name begins with `J` and such
/// a byte.
fn product_token(text: &[u8]) -> &[u8] {
    let token = leading(text, is_token_byte);
    match text.get(token.len()) {
        Some(0x80..) => b"",
        _ => token,
    }
}

/// The caller's string cut to the name that is compared.
pub(crate) fn cut(test: NameTest, agent: &[u8]) -> &[u8] {
    match test {
        NameTest::ProductToken => product_token(trim(agent)),
        NameTest::LettersWhole => agent,
        NameTest::ValueInName => trim(before_slash(agent)),
        NameTest::NameInValue => leading(trim(agent), |byte| byte != b'/' && !is_space(byte)),
    }
}

/// Whether the User-agent value names the crawler whose cut name is `name`.
#[inline]
fn names(test: NameTest, value: &[u8], name: &[u8]) -> bool {
    match test {
        NameTest::ProductToken => {
            // What follows the token may be anything but a byte beyond ASCII, which would make it part of a longer word.
            !name.is_empty() && starts_as_token(value, name, |byte| is_token_byte(byte) || byte >= 0x80)
        }
        NameTest::LettersWhole => starts_as_token(value, name, is_letter_byte) && !is_star(test, value),
        NameTest::ValueInName => {
            let text = trim(before_slash(value));
            !text.is_empty()
                && contains_ignoring_case(name, text)
                && !is_star(test, value)
                && !is_star(test, name)
        }
        NameTest::NameInValue => {
            !name.is_empty() && contains_ignoring_case(value, name) && !is_star(test, name)
        }
    }
}

/// Whether the leading run of token bytes of `value` equals `name`, ignoring case.
#[inline]
fn starts_as_token(value: &[u8], name: &[u8], is_token: impl Fn(u8) -> bool) -> bool {
    value.len() >= name.len()
        && value[..name.len()].eq_ignore_ascii_case(name)
        && value.get(name.len()).is_none_or(|byte| !is_token(*byte))
        // A caller's string that is taken whole may hold what no token holds.
        && name.iter().all(|byte| is_token(*byte))
}

/// Whether a User-agent value stands for every crawler.
fn is_star(test: NameTest, value: &[u8]) -> bool {
    match test {
        NameTest::ProductToken | NameTest::LettersWhole => match value {
            [b'*'] => true,
            [b'*', next, ..] => is_space(*next),
            _ => false,
        },
        NameTest::ValueInName | NameTest::NameInValue => value == b"*",
    }
}

/// RFC 9309 has `[A-Za-z_-]`; MJ12bot, 360Spider and archive.org_bot exist all the same.
const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

const fn is_letter_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-')
}

fn leading(bytes: &[u8], keep: impl Fn(u8) -> bool) -> &[u8] {
    &bytes[..bytes.iter().position(|byte| !keep(*byte)).unwrap_or(bytes.len())]
}

fn before_slash(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr::memchr(b'/', bytes).unwrap_or(bytes.len())]
}

/// Plain search: names are short.
fn contains_ignoring_case(haystack: &[u8], needle: &[u8]) -> bool {
    haystack
        .windows(needle.len().max(1))
        .any(|window| window.eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(dialect: Dialect, tokens: &[&str], value: &str) -> Option<Rank> {
        Names::new(&dialect, AgentList::new(tokens))
            .rank(value.as_bytes())
            .map(|(rank, _)| rank)
    }

    #[test]
    fn each_name_test() {
        use NameTest::*;
        // test, caller, line, named
        let table = [
            (ProductToken, "FooBot", "foobot", true),
            (
                ProductToken,
                "FooBot/2.1 (+https://foo.example)",
                "foobot/1",
                true,
            ),
            (ProductToken, "FooBot", "FooBot*", true),
            (ProductToken, "FooBot", "FooBot extra", true),
            (ProductToken, "FooBot", "Foo", false),
            (ProductToken, "Foo", "FooBot", false),
            (ProductToken, "MJ12bot/v1.4.8", "MJ12bot", true),
            (ProductToken, "", "", false),
            (ProductToken, "/", "/x", false),
            (LettersWhole, "MJ", "MJ12bot", true),
            (LettersWhole, "MJ12bot", "MJ12bot", false),
            (LettersWhole, "FooBot/1.0", "FooBot", false),
            (LettersWhole, "", "008", true),
            (LettersWhole, "", "*", false),
            (LettersWhole, "*", "*foo", false),
            (ValueInName, "FigTree/0.1 Robot", "fig", true),
            (ValueInName, "FigTree", "FigTree/2", true),
            (ValueInName, "Fig", "FigTree", false),
            (ValueInName, "FigTree", "", false),
            (ValueInName, "FigTree", "/1", false),
            // `*` is nobody's name, on either side.
            (ValueInName, "a*b", "*", false),
            (ValueInName, "*", "*/1", false),
            (NameInValue, "*", "* Foo", false),
            (NameInValue, "Slurp/3.0", "Yahoo! Slurp", true),
            (NameInValue, "FigTree", "fig", false),
            (NameInValue, "", "fig", false),
        ];
        for (test, caller, line, named) in table {
            let dialect = Dialect::RFC_9309.with_name_test(test);
            assert_eq!(
                rank(dialect, &[caller], line) == Some(0),
                named,
                "{test:?} {caller:?} {line:?}"
            );
        }
    }

    #[test]
    fn order_family_and_star() {
        let tokens = ["YandexBot", "Other"];
        assert_eq!(rank(Dialect::YANDEX, &tokens, "yandexbot"), Some(0));
        assert_eq!(rank(Dialect::YANDEX, &tokens, "other"), Some(1));
        assert_eq!(rank(Dialect::YANDEX, &tokens, "Yandex"), Some(2));
        assert_eq!(rank(Dialect::YANDEX, &tokens, "*"), Some(3));
        assert_eq!(rank(Dialect::YANDEX, &["FooBot"], "Yandex"), None);
        assert_eq!(rank(Dialect::REVISITED, &["Rex"], "Copernicus * Rex"), Some(0));
        assert_eq!(rank(Dialect::REVISITED, &["Fred"], "Rex *"), Some(2));
        assert_eq!(rank(Dialect::ORIGINAL_1994, &["Fred"], "Rex *"), None);
        let pooled = AgentList::new(&["a", "b"]).pooled();
        assert_eq!(
            Names::new(&Dialect::GOOGLE, pooled).rank(b"b"),
            Some((0, &b"b"[..]))
        );
        assert_eq!(
            Names::new(&Dialect::GOOGLE, pooled.without_star()).rank(b"*"),
            None
        );
    }
}
