//! The names that a crawler answers to.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use super::crawler_name::cut;
use crate::dialect::Dialect;
#[cfg(doc)]
use crate::dialect::NameTest;

/// The names a crawler answers to, in order of preference.
///
/// The first token that any group names decides which groups apply; `*` comes last. This is how
/// Googlebot-Image falls back to Googlebot: `["Googlebot-Image", "Googlebot"]`. Functions that take
/// a list accept one name, several, or a list. A string is always a product token, even if it is
/// the name of a well-known crawler, and only this token is used: to ask as that crawler, pass the
/// [`Agent`](crate::agents::Agent), or the result of
/// [`UserAgent::resolve`](crate::agents::UserAgent::resolve).
///
/// | given as | the list |
/// |---|---|
/// | `"FooBot"`, `&String` | this token |
/// | `["FooBot", "BarBot"]`, `&["FooBot", "BarBot"]`, a slice, a `Vec`, also of `String`s | these tokens |
/// | `&agents::GOOGLEBOT_IMAGE` | the tokens that a well-known [`Agent`](crate::agents::Agent) answers to |
/// | `UserAgent`, `&UserAgent` | the names that a [`UserAgent`](crate::agents::UserAgent) was resolved to |
/// | [`Token("FooBot")`](crate::agents::Token) | this token; the same as the string, made explicit |
/// | an `AgentList`, `&AgentList` | itself |
///
/// A full User-Agent string such as `FooBot/2.1 (+https://foo.example)` is accepted where a token
/// is expected and cut to the token (`FooBot`), except in dialects that compare the caller's string
/// whole ([`NameTest::LettersWhole`]). A string that begins with `Mozilla/` would be cut to
/// `Mozilla`, which is not the name of any crawler: use
/// [`UserAgent::parse`](crate::agents::UserAgent::parse) for such strings. A token ends at the
/// first ASCII byte that is not allowed in tokens, such as a space or a NUL: `Foo Bar` is the token
/// `Foo`. A string that holds no name (empty, `*`, or a word with letters beyond ASCII) is named by
/// no group; the groups of `*` apply to it, as they do to an empty list. [`NameTest`] says what
/// counts as a name in other dialects.
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
    pub(crate) tokens: Tokens<'q>,
    obeys_star: bool,
    is_merged: bool,
    reads_delay_of_star: bool,
}

/// The tokens, borrowed in the form in which they were given, so that making a list allocates
/// nothing.
#[derive(Clone, Debug)]
pub(crate) enum Tokens<'q> {
    One(&'q str),
    Strs(&'q [&'q str]),
    Strings(&'q [String]),
    Owned(Vec<Cow<'q, str>>),
}

impl Tokens<'_> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Strs(tokens) => tokens.len(),
            Self::Strings(tokens) => tokens.len(),
            Self::Owned(tokens) => tokens.len(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&str> {
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
    /// A list of these tokens, most preferred first, and `*` after them. An empty list is a crawler
    /// without a name.
    #[must_use]
    pub const fn new(tokens: &'q [&'q str]) -> Self {
        Self::of(Tokens::Strs(tokens))
    }

    const fn of(tokens: Tokens<'q>) -> Self {
        Self {
            tokens,
            obeys_star: true,
            is_merged: false,
            reads_delay_of_star: false,
        }
    }

    /// Does not fall back to the groups of `*` (AdsBot-Google does not). By default it does.
    #[must_use]
    pub fn without_star(mut self) -> Self {
        self.obeys_star = false;
        self
    }

    /// Merges the groups of all tokens instead of preferring the first token with a group, like
    /// Google's library when it is asked about several agents at once. By default the order
    /// decides.
    #[must_use]
    pub fn merged(mut self) -> Self {
        self.is_merged = true;
        self
    }

    /// Takes the `Crawl-delay` of the groups of `*` if the crawler's own groups have none, as
    /// Bing's crawlers do. The rules of `*` still do not apply. By default, lines of `*` only count
    /// where its groups apply.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::{AgentList, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 5\n");
    /// let list = AgentList::from("FooBot").with_delay_of_star();
    /// assert_eq!(robots.crawl_delay_for("FooBot"), None);
    /// assert_eq!(robots.crawl_delay_for(&list), Some(Duration::from_secs(5)));
    /// ```
    #[must_use]
    pub fn with_delay_of_star(mut self) -> Self {
        self.reads_delay_of_star = true;
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

    /// Whether the `Crawl-delay` of `*` counts even if the crawler has its own groups.
    #[must_use]
    pub const fn reads_delay_of_star(&self) -> bool {
        self.reads_delay_of_star
    }

    /// The same list in the form in which a dialect compares it with User-agent lines: each token
    /// is cut to the name that is compared, in lower case. If the lists of two crawlers are equal
    /// in this form, the same groups apply to both, in every file.
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
        let test = dialect.name_test;
        let name = |token: &str| {
            // The cut is made at an ASCII byte, so it never splits a character.
            let name = String::from_utf8_lossy(cut(test, token.as_bytes()));
            Cow::Owned(name.to_ascii_lowercase())
        };
        AgentList {
            tokens: Tokens::Owned(self.tokens.iter().map(name).collect()),
            obeys_star: self.obeys_star,
            is_merged: self.is_merged,
            reads_delay_of_star: self.reads_delay_of_star,
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
            reads_delay_of_star: self.reads_delay_of_star,
        }
    }
}

impl<'q> From<&'q str> for AgentList<'q> {
    /// This product token alone. What is known about the crawler of this name is not used; see
    /// [`UserAgent::resolve`](crate::agents::UserAgent::resolve) for that.
    fn from(token: &'q str) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q &'q str> for AgentList<'q> {
    /// The same as for a `&str`: a product token.
    fn from(token: &'q &'q str) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q &'q String> for AgentList<'q> {
    /// The same as for a `&str`: a product token.
    fn from(token: &'q &'q String) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q String> for AgentList<'q> {
    /// The same as for a `&str`: a product token.
    fn from(token: &'q String) -> Self {
        Self::of(Tokens::One(token))
    }
}

impl<'q> From<&'q [&'q str]> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: &'q [&'q str]) -> Self {
        Self::new(tokens)
    }
}

impl<'q, const N: usize> From<&'q [&'q str; N]> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: &'q [&'q str; N]) -> Self {
        Self::new(tokens)
    }
}

impl<'q, const N: usize> From<[&'q str; N]> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: [&'q str; N]) -> Self {
        tokens.into_iter().collect()
    }
}

impl<'q> From<&'q [String]> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: &'q [String]) -> Self {
        Self::of(Tokens::Strings(tokens))
    }
}

impl<'q> From<&'q Vec<String>> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: &'q Vec<String>) -> Self {
        Self::of(Tokens::Strings(tokens))
    }
}

impl<'q> From<&'q Vec<&'q str>> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: &'q Vec<&'q str>) -> Self {
        Self::new(tokens)
    }
}

impl<'q, S: Into<Cow<'q, str>>> From<Vec<S>> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from(tokens: Vec<S>) -> Self {
        tokens.into_iter().collect()
    }
}

impl<'q> From<&AgentList<'q>> for AgentList<'q> {
    /// Copies the list, but not the tokens that it borrows.
    fn from(list: &AgentList<'q>) -> Self {
        list.clone()
    }
}

impl<'q, S: Into<Cow<'q, str>>> FromIterator<S> for AgentList<'q> {
    /// These product tokens, most preferred first; see [`AgentList::new`].
    fn from_iter<I: IntoIterator<Item = S>>(tokens: I) -> Self {
        Self::of(Tokens::Owned(tokens.into_iter().map(Into::into).collect()))
    }
}

#[cfg(test)]
mod tests {
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
    fn what_a_list_says_besides_names_stays_with_it() {
        let list = || AgentList::from("FooBot/2.1");
        let lists = [
            list(),
            list().without_star(),
            list().merged(),
            list().with_delay_of_star(),
        ];
        for (index, list) in lists.iter().enumerate() {
            let compared = list.compared_in(&Dialect::RFC_9309);
            assert_eq!(tokens(&compared), ["foobot"]);
            assert_eq!(&list.clone().into_owned(), list);
            for (other_index, other) in lists.iter().enumerate() {
                let is_same = index == other_index;
                assert_eq!(list == other, is_same);
                assert_eq!(compared == other.compared_in(&Dialect::RFC_9309), is_same);
            }
        }
    }

    /// FNV-1a: the hashers of the standard library are not in `core`.
    struct Fnv(u64);

    impl Default for Fnv {
        fn default() -> Self {
            Self(0xCBF2_9CE4_8422_2325)
        }
    }

    impl Hasher for Fnv {
        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
            }
        }

        fn finish(&self) -> u64 {
            self.0
        }
    }

    /// Sites are saved with a hash of the list.
    #[test]
    fn lists_that_differ_have_hashes_that_differ() {
        use core::hash::BuildHasher;

        let state = core::hash::BuildHasherDefault::<Fnv>::default();
        let hash = |list: &AgentList<'_>| state.hash_one(list);
        let two = || AgentList::new(&["a", "b"]);
        let lists = [
            two(),
            two().without_star(),
            two().merged(),
            two().with_delay_of_star(),
            two().without_star().merged(),
            two().without_star().with_delay_of_star(),
            AgentList::new(&["b", "a"]),
            AgentList::new(&["ab"]),
            AgentList::new(&["a"]),
            AgentList::new(&[]),
        ];
        for (index, list) in lists.iter().enumerate() {
            assert_eq!(hash(list), hash(&list.clone().into_owned()));
            for (other_index, other) in lists.iter().enumerate() {
                let is_same = index == other_index;
                assert_eq!((hash(list) == hash(other), list == other), (is_same, is_same));
            }
        }
        // The hash does not depend on what holds the names.
        assert_eq!(hash(&AgentList::from("a")), hash(&AgentList::new(&["a"])));
    }
}
