//! Which of a crawler's names a User-agent line has, and so how much its group is preferred: the
//! first token before the others, then the family, then `*`.

use alloc::vec::Vec;

use crate::dialect::{Dialect, NameTest};
use crate::syntax::agent_list::AgentList;
#[cfg(doc)]
use crate::syntax::crawler_name::compared;
use crate::syntax::crawler_name::{
    compared_name, contains_ignoring_case, cut, is_star, label, listed, names,
};

/// How much a group is preferred: 0 for the first token, one more for each further one, then the
/// family, then `*`.
pub(crate) type Rank = u32;

/// What a [`Rank`] says of the name that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// One of the crawler's tokens.
    Token,
    Family,
    Star,
}

/// An [`AgentList`] under one dialect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'q> {
    list: &'q AgentList<'q>,
    /// The first token, already cut as names are compared. Kept apart, because it is nearly always
    /// the only one.
    first: &'q [u8],
    test: NameTest,
    several: bool,
    family: Option<&'static str>,
    /// If all User-agent values that name the crawler begin with the same byte, that byte in lower
    /// case.
    begins_as_only: Option<u8>,
}

impl<'q> Names<'q> {
    /// The names of a list, as the dialect compares them.
    #[must_use]
    pub(crate) fn new(dialect: &Dialect, list: &'q AgentList<'q>) -> Self {
        let test = dialect.name_test;
        let family = dialect.family.filter(|family| {
            let belongs =
                |token: &str| contains_ignoring_case(cut(test, token.as_bytes()), family.as_bytes());
            list.tokens().any(belongs)
        });
        let first = list
            .tokens
            .get(0)
            .map_or(&b""[..], |token| cut(test, token.as_bytes()));
        let several = dialect.several_names;
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
        }
    }

    /// Whether one of the names is a URL of the web, which cannot be the name of a crawler.
    #[inline]
    pub(crate) fn hold_a_url(&self) -> bool {
        // Only `://` at offset 4 or 5 is looked for, after `http` or `https`, since every question
        // about a crawler that no group names comes here, and this takes two comparisons. A
        // User-Agent header whose comment holds a URL is not mistaken for one: there, `://` comes
        // later.
        let is_url = |token: &str| {
            let token = token.as_bytes();
            [4, 5].iter().any(|&end| token.get(end..end + 3) == Some(b"://"))
        };
        self.list.tokens().any(is_url)
    }

    /// The rank that the User-agent line `value` gives to its group, and the name on the line that
    /// gives it.
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
        let count = self.list.tokens.len();
        if count > 0 && names(self.test, value, self.first) {
            return Some(0);
        }
        for i in 1..count {
            let token = self.list.tokens.get(i).unwrap_or_default();
            if names(self.test, value, cut(self.test, token.as_bytes())) {
                return Some(if self.list.is_merged() { 0 } else { i as Rank });
            }
        }
        let last = self.list.tokens.len() as Rank;
        if self
            .family
            .is_some_and(|family| names(self.test, value, family.as_bytes()))
        {
            return Some(last);
        }
        (self.list.obeys_star() && is_star(self.test, value)).then_some(last + 1)
    }

    /// The kind of name that gave a group this rank.
    pub(crate) fn standing(&self, rank: Rank) -> Standing {
        let tokens = self.list.tokens.len() as Rank;
        match rank {
            rank if rank < tokens => Standing::Token,
            rank if rank == tokens => Standing::Family,
            _ => Standing::Star,
        }
    }

    /// Whether the first byte of a User-agent value shows that the value matches none of the
    /// crawler's names. It shows this for most values.
    #[inline]
    pub(crate) fn is_for_another(&self, byte: u8) -> bool {
        match self.begins_as_only {
            Some(first) => byte.to_ascii_lowercase() != first && byte != b'*',
            None => false,
        }
    }

    /// The crawler's names, the most preferred first, in the form in which they are compared with
    /// [`compared`] values: depending on the [`NameTest`], a value must equal the name, contain it,
    /// or be contained in it.
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
            let dialect = Dialect::RFC_9309.with(|custom| custom.name_test = test);
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
        // Whichever of the names is of the family.
        assert_eq!(rank(Dialect::YANDEX, &["Other", "YandexBot"], "Yandex"), Some(2));
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
