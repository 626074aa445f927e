//! Product tokens: lists of them, and the tests of whether a User-agent line names one.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use super::whitespace::{is_blank, is_space, trim};
use crate::dialect::{Dialect, NameTest};

/// The names a crawler answers to, in order of preference.
///
/// The first token that any group names decides which groups apply; `*` comes last. This is how
/// Googlebot-Image falls back to Googlebot: `["Googlebot-Image", "Googlebot"]`. Whatever asks for a
/// list takes one name, several, or a list:
///
/// | given as | the list |
/// |---|---|
/// | `"FooBot"`, `&String` | this token |
/// | `["FooBot", "BarBot"]`, `&["FooBot", "BarBot"]`, a slice, a `Vec`, also of `String`s | these tokens |
/// | `&agents::GOOGLEBOT_IMAGE` | the tokens that a well-known [`Agent`](crate::agents::Agent) answers to |
/// | an `AgentList`, `&AgentList` | itself |
///
/// A full User-Agent string such as `FooBot/2.1 (+https://foo.example)` is accepted where a token
/// is expected and cut to the token (`FooBot`), except in dialects that compare the caller's string
/// whole ([`NameTest::LettersWhole`]). A string that begins with `Mozilla/` would be cut to
/// `Mozilla`, which is nobody's name: use [`AgentList::from_user_agent`] for such strings. A token
/// ends at the first ASCII byte that no token has, a space or a NUL for example: `Foo Bar` is the
/// token `Foo`. A string that holds no name (empty, `*`, or a word with letters beyond ASCII) is
/// named by no group; the groups of `*` apply to it, as they do to an empty list. [`NameTest`] says
/// what a name is in other dialects.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{AgentList, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n");
/// assert!(!robots.is_allowed(["Googlebot-Image", "Googlebot"], "/a"));
/// // A list can be kept, and made from any collection of names.
/// let ads: AgentList<'static> = ["AdsBot-Google".to_owned()].into_iter().collect::<AgentList<'_>>().without_star();
/// assert!(robots.is_allowed(&ads, "/b"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AgentList<'q> {
    tokens: Tokens<'q>,
    obeys_star: bool,
    is_merged: bool,
}

/// The tokens, borrowed in the shape in which they were given, so that asking allocates nothing.
#[derive(Clone, Debug)]
enum Tokens<'q> {
    One(&'q str),
    Strs(&'q [&'q str]),
    Strings(&'q [String]),
    Owned(Vec<Cow<'q, str>>),
}

impl Tokens<'_> {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Strs(tokens) => tokens.len(),
            Self::Strings(tokens) => tokens.len(),
            Self::Owned(tokens) => tokens.len(),
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Option<&str> {
        match self {
            Self::One(token) => (index == 0).then_some(token),
            Self::Strs(tokens) => tokens.get(index).copied(),
            Self::Strings(tokens) => tokens.get(index).map(String::as_str),
            Self::Owned(tokens) => tokens.get(index).map(AsRef::as_ref),
        }
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl PartialEq for Tokens<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tokens<'_> {}

impl Hash for Tokens<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        self.iter().for_each(|token| token.hash(state));
    }
}

impl<'q> AgentList<'q> {
    /// These tokens, most preferred first, and `*` after them. An empty list is a crawler without a
    /// name.
    #[must_use]
    pub const fn new(tokens: &'q [&'q str]) -> Self {
        Self::of(Tokens::Strs(tokens))
    }

    const fn of(tokens: Tokens<'q>) -> Self {
        Self {
            tokens,
            obeys_star: true,
            is_merged: false,
        }
    }

    /// Does not fall back to the groups of `*` (AdsBot-Google does not). By default it does.
    #[must_use]
    pub fn without_star(mut self) -> Self {
        self.obeys_star = false;
        self
    }

    /// Merges the groups of all tokens instead of preferring the first that has one, like Google's
    /// library when it is asked about several agents at once. By default the order decides.
    #[must_use]
    pub fn merged(mut self) -> Self {
        self.is_merged = true;
        self
    }

    /// The tokens in order.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter()
    }

    /// Whether the groups of all tokens are merged.
    pub(crate) const fn is_merged(&self) -> bool {
        self.is_merged
    }

    /// Whether the groups of `*` apply if no token is named.
    #[must_use]
    pub const fn obeys_star(&self) -> bool {
        self.obeys_star
    }

    /// The same list as a dialect compares it with User-agent lines: each token cut to the name
    /// that is compared, in lower case. The same groups of every file apply to crawlers whose lists
    /// are equal in this form.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{AgentList, Dialect};
    ///
    /// let [old, new] = ["FooBot/1", "foobot/2"].map(|agent| AgentList::from(agent).compared_in(&Dialect::RFC_9309));
    /// assert_eq!(old, new);
    /// ```
    #[must_use]
    pub fn compared_in(&self, dialect: &Dialect) -> AgentList<'static> {
        let test = dialect.name_test();
        let name = |token: &str| {
            // A cut leaves whole characters: it is made at bytes of ASCII.
            let name = String::from_utf8_lossy(cut(test, token.as_bytes()));
            Cow::Owned(name.to_ascii_lowercase())
        };
        AgentList {
            tokens: Tokens::Owned(self.tokens.iter().map(name).collect()),
            obeys_star: self.obeys_star,
            is_merged: self.is_merged,
        }
    }

    /// The only name, if the list is what a string converts to, and nothing more is known about it.
    pub(crate) fn as_string(&self) -> Option<&str> {
        match self.tokens {
            Tokens::One(token) if self.obeys_star && !self.is_merged => Some(token),
            _ => None,
        }
    }

    /// The same list with copies of its tokens, to keep.
    #[must_use]
    pub fn into_owned(self) -> AgentList<'static> {
        let tokens = self.tokens.iter().map(|token| Cow::Owned(token.into())).collect();
        AgentList {
            tokens: Tokens::Owned(tokens),
            obeys_star: self.obeys_star,
            is_merged: self.is_merged,
        }
    }
}

impl<'q> From<&'q str> for AgentList<'q> {
    fn from(token: &'q str) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q &'q str> for AgentList<'q> {
    fn from(token: &'q &'q str) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q &'q String> for AgentList<'q> {
    fn from(token: &'q &'q String) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q String> for AgentList<'q> {
    fn from(token: &'q String) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q [&'q str]> for AgentList<'q> {
    fn from(tokens: &'q [&'q str]) -> Self {
        Self::new(tokens)
    }
}

impl<'q, const N: usize> From<&'q [&'q str; N]> for AgentList<'q> {
    fn from(tokens: &'q [&'q str; N]) -> Self {
        Self::new(tokens)
    }
}

impl<'q, const N: usize> From<[&'q str; N]> for AgentList<'q> {
    fn from(tokens: [&'q str; N]) -> Self {
        tokens.into_iter().collect()
    }
}

impl<'q> From<&'q [String]> for AgentList<'q> {
    fn from(tokens: &'q [String]) -> Self {
        Self::of(Tokens::Strings(tokens))
    }
}

impl<'q> From<&'q Vec<String>> for AgentList<'q> {
    fn from(tokens: &'q Vec<String>) -> Self {
        Self::of(Tokens::Strings(tokens))
    }
}

impl<'q> From<&'q Vec<&'q str>> for AgentList<'q> {
    fn from(tokens: &'q Vec<&'q str>) -> Self {
        Self::new(tokens)
    }
}

impl<'q, S: Into<Cow<'q, str>>> From<Vec<S>> for AgentList<'q> {
    fn from(tokens: Vec<S>) -> Self {
        tokens.into_iter().collect()
    }
}

impl<'q> From<&AgentList<'q>> for AgentList<'q> {
    /// Copies the list, not what it borrows.
    fn from(list: &AgentList<'q>) -> Self {
        list.clone()
    }
}

impl<'q, S: Into<Cow<'q, str>>> FromIterator<S> for AgentList<'q> {
    fn from_iter<I: IntoIterator<Item = S>>(tokens: I) -> Self {
        Self::of(Tokens::Owned(tokens.into_iter().map(Into::into).collect()))
    }
}

/// How much a group is preferred: 0 for the first token, one more for each further one, then the
/// family, then `*`.
pub(crate) type Rank = u32;

/// An [`AgentList`] under one dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'q> {
    list: &'q AgentList<'q>,
    /// The first token, cut: it is nearly always the only one.
    first: &'q [u8],
    test: NameTest,
    several: bool,
    family: Option<&'static str>,
    /// The first byte, in lower case, of every User-agent value that names the crawler, where there
    /// is but one.
    begins_as_only: Option<u8>,
    is_everyone: bool,
}

impl<'q> Names<'q> {
    pub(crate) fn new(dialect: &Dialect, list: &'q AgentList<'q>) -> Self {
        let test = dialect.name_test();
        let family = dialect.family().filter(|family| {
            let belongs =
                |token: &str| contains_ignoring_case(cut(test, token.as_bytes()), family.as_bytes());
            list.tokens().any(belongs)
        });
        let first = list
            .tokens
            .get(0)
            .map_or(&b""[..], |token| cut(test, token.as_bytes()));
        let several = dialect.several_names();
        let begins_as_only = match (test, list.tokens.len(), first, family) {
            (NameTest::ProductToken | NameTest::LettersWhole, 1, [byte, ..], None) if !several => {
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
            is_everyone: false,
        }
    }

    /// Whether one of the names is a URL of the web, which can be no name.
    #[inline]
    pub(crate) fn hold_a_url(&self) -> bool {
        // `://` after the four letters of `http`, or the five of `https`: every question of a
        // crawler that no group names comes here, and two comparisons are next to nothing. A header
        // whose comment holds a URL has it further back.
        let is_url = |token: &str| {
            let token = token.as_bytes();
            [4, 5].iter().any(|&end| token.get(end..end + 3) == Some(b"://"))
        };
        self.list.tokens().any(is_url)
    }

    /// All names: every group that is looked at applies. For lines of groups that are known to
    /// apply.
    pub(crate) fn everyone(dialect: &Dialect) -> Self {
        static NOBODY: AgentList<'static> = AgentList::new(&[]);
        Self {
            is_everyone: true,
            ..Self::new(dialect, &NOBODY)
        }
    }

    /// The rank that the User-agent line `value` gives to its group, and the name on the line that
    /// does so.
    #[inline]
    pub(crate) fn rank<'v>(&self, value: &'v [u8]) -> Option<(Rank, &'v [u8])> {
        if !self.several {
            return self.rank_of_one(value).map(|rank| (rank, value));
        }
        listed(value, true)
            .filter_map(|word| self.rank_of_one(word).map(|rank| (rank, word)))
            .min_by_key(|(rank, _)| *rank)
    }

    /// The same for one of the [`listed`] names of a line, which may be empty.
    #[inline]
    pub(crate) fn rank_of_one(&self, value: &[u8]) -> Option<Rank> {
        if value.first().is_some_and(|byte| self.is_for_another(*byte)) {
            return None;
        }
        if self.is_everyone {
            return Some(0);
        }
        let count = self.list.tokens.len();
        if count > 0 && names(self.test, value, self.first) {
            return Some(0);
        }
        for i in 1..count {
            let token = self.list.tokens.get(i).unwrap_or_default();
            if names(self.test, value, cut(self.test, token.as_bytes())) {
                return Some(if self.list.is_merged { 0 } else { i as Rank });
            }
        }
        let last = self.list.tokens.len() as Rank;
        if self
            .family
            .is_some_and(|family| names(self.test, value, family.as_bytes()))
        {
            return Some(last);
        }
        (self.list.obeys_star && is_star(self.test, value)).then_some(last + 1)
    }

    /// Whether the first byte of a User-agent value alone tells that it names none of the list's
    /// names, as most do.
    #[inline]
    pub(crate) fn is_for_another(&self, byte: u8) -> bool {
        match self.begins_as_only {
            Some(first) => byte.to_ascii_lowercase() != first && byte != b'*',
            None => false,
        }
    }

    /// The crawler's names, the most preferred first, in the form in which [`compared`] values
    /// equal, contain, or are contained in them, as the test has it.
    pub(crate) fn sought(&self) -> impl Iterator<Item = Vec<u8>> {
        let tokens = self.list.tokens().map(|token| cut(self.test, token.as_bytes()));
        let names = tokens.chain(self.family.map(str::as_bytes));
        names.filter_map(|name| compared_name(self.test, name))
    }

    /// The part of a User-agent value that is its name: what a verdict cites.
    pub(crate) fn label<'v>(&self, value: &'v [u8]) -> &'v [u8] {
        label(self.test, value)
    }
}

/// The value of a User-agent line that names every crawler.
pub(crate) const STAR: &[u8] = b"*";

/// The names on a User-agent line: its value, which may be empty, or where the dialect has several
/// values on a line, those that spaces, tabs or commas separate.
///
/// The text of "revisited" separates names by white space alone. Sites write commas too, and no
/// crawler has one in its name.
pub(crate) fn listed(value: &[u8], several: bool) -> impl Iterator<Item = &[u8]> {
    value
        .split(move |byte| several && (is_blank(*byte) || *byte == b','))
        .filter(move |name| !several || !name.is_empty())
}

/// The part of a User-agent value that is its name; empty if it names no crawler.
pub(crate) fn label(test: NameTest, value: &[u8]) -> &[u8] {
    if is_star(test, value) {
        return value.strip_prefix(b"*").map_or(STAR, |_| &value[..1]);
    }
    match test {
        NameTest::ProductToken => product_token(value),
        NameTest::LettersWhole => leading(value, is_letter_byte),
        NameTest::ValueInName | NameTest::NameInValue => value,
    }
}

/// Whether a label names anybody. An empty one does in one test: it is the name of a crawler
/// without a name there.
pub(crate) fn is_name(test: NameTest, label: &[u8]) -> bool {
    match test {
        NameTest::LettersWhole => true,
        NameTest::ProductToken | NameTest::ValueInName | NameTest::NameInValue => !label.is_empty(),
    }
}

/// The product token that a text begins with; empty if there is none.
///
/// A byte beyond ASCII cuts no token off: `Jävla-Foobot` names no crawler rather than every one
/// whose name begins with `J` and such a byte.
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
            // What follows the token may be anything but a byte beyond ASCII, which would make it
            // part of a longer word.
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

/// A value in the form in which tests by containment compare it. `None` if it names nobody, or
/// everybody as `*` does.
pub(crate) fn compared(test: NameTest, value: &[u8]) -> Option<Vec<u8>> {
    if is_star(test, value) {
        return None;
    }
    match test {
        NameTest::ValueInName => {
            // It is cut in the same way as the name that it is looked for in.
            let text = cut(test, value);
            (!text.is_empty()).then(|| text.to_ascii_lowercase())
        }
        NameTest::ProductToken | NameTest::LettersWhole | NameTest::NameInValue => {
            Some(value.to_ascii_lowercase())
        }
    }
}

/// A crawler's name, which was [`cut`], in the form in which tests by containment compare it.
/// `None` if no value names it.
fn compared_name(test: NameTest, name: &[u8]) -> Option<Vec<u8>> {
    // Google's library takes the empty name of a line such as `008` for that of a crawler without a
    // name.
    let is_named = (!name.is_empty() || test == NameTest::LettersWhole) && !is_star(test, name);
    is_named.then(|| name.to_ascii_lowercase())
}

/// The longest names of crawlers that a [`compared`] value names: where a name may be a part of a
/// value, it holds neither white space nor a slash.
#[cfg(feature = "diff")]
pub(crate) fn words_of_a_crawler(test: NameTest, value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = value.split(move |byte| test == NameTest::NameInValue && (*byte == b'/' || is_space(*byte)));
    words.filter(|word| !word.is_empty())
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

/// Whether a User-agent value names every crawler.
pub(super) fn is_star(test: NameTest, value: &[u8]) -> bool {
    match test {
        NameTest::ProductToken | NameTest::LettersWhole => match value {
            [b'*'] => true,
            [b'*', next, ..] => is_space(*next),
            _ => false,
        },
        NameTest::ValueInName | NameTest::NameInValue => value == STAR,
    }
}

/// RFC 9309 has `[A-Za-z_-]`; MJ12bot, 360Spider and archive.org_bot exist nevertheless.
pub(crate) const fn is_token_byte(byte: u8) -> bool {
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

/// Whether a text contains another, in any case.
///
/// Names are short, so a plain search takes the least time. Those of a hostile file are not: a long
/// one is looked for in linear time, in copies.
fn contains_ignoring_case(haystack: &[u8], needle: &[u8]) -> bool {
    const LONG: usize = 64;
    if needle.len() >= LONG && needle.len() <= haystack.len() {
        let (haystack, needle) = (haystack.to_ascii_lowercase(), needle.to_ascii_lowercase());
        return memchr::memmem::find(&haystack, &needle).is_some();
    }
    haystack
        .windows(needle.len().max(1))
        .any(|window| window.eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(dialect: Dialect, tokens: &[&str], value: &str) -> Option<Rank> {
        let list = AgentList::new(tokens);
        Names::new(&dialect, &list)
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
        let merged = AgentList::new(&["a", "b"]).merged();
        assert_eq!(
            Names::new(&Dialect::GOOGLE, &merged).rank(b"b"),
            Some((0, &b"b"[..]))
        );
        let merged = merged.without_star();
        assert_eq!(Names::new(&Dialect::GOOGLE, &merged).rank(b"*"), None);
    }
}

#[cfg(test)]
mod list_tests {
    use super::*;
    use alloc::string::ToString;

    fn tokens<'q>(list: impl Into<AgentList<'q>>) -> Vec<String> {
        list.into().tokens().map(ToString::to_string).collect()
    }

    #[test]
    fn lists_from_whatever_holds_names() {
        let strings = alloc::vec!["a".to_string(), "b".to_string()];
        let strs = alloc::vec!["a", "b"];
        assert_eq!(tokens("a"), ["a"]);
        assert_eq!(tokens(&strings[0]), ["a"]);
        assert_eq!(tokens(["a", "b"]), strings);
        let array = ["a", "b"];
        assert_eq!(tokens(array), strings);
        assert_eq!(tokens(&strs[..]), strings);
        assert_eq!(tokens(&strs), strings);
        assert_eq!(tokens(strs.clone()), strings);
        assert_eq!(tokens(&strings), strings);
        assert_eq!(tokens(&strings[..]), strings);
        assert_eq!(tokens(strings.clone()), strings);
        let list: AgentList<'_> = strs.iter().copied().collect();
        assert_eq!(tokens(&list), strings);
        assert_eq!(list, AgentList::new(&strs));
        assert_eq!(list.into_owned(), AgentList::from(&strings));
    }

    #[test]
    fn long_names_contain_one_another_as_short_ones_do() {
        for length in [1, 3, 63, 64, 65, 200] {
            let needle: Vec<u8> = (0..length).map(|i| b"aB-c"[i % 4]).collect();
            let other = [&needle[..length - 1], b"x"].concat();
            for haystack in [
                needle.to_ascii_uppercase(),
                [b"y", &needle[..], b"z"].concat(),
                other.clone(),
                [&other[..], &needle[..]].concat(),
                Vec::new(),
            ] {
                let expected = haystack
                    .to_ascii_lowercase()
                    .windows(length)
                    .any(|window| *window == needle.to_ascii_lowercase()[..]);
                assert_eq!(contains_ignoring_case(&haystack, &needle), expected, "{length}");
            }
        }
    }
}
