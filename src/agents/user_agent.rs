//! The crawler in a question: turns text into the names by which groups are looked up.

use alloc::string::String;
use alloc::vec::Vec;

use super::families::medium_of_member;
use super::user_agent_header::{begins_version, find_in_header, is_header, names};
use super::{Agent, Medium, Obedience, Standing, by_token, family_of, standing};
use crate::dialect::Dialect;
use crate::syntax::agent_list::AgentList;

/// A bare product token: the groups that name it, or else the groups of `*`. Facts about the
/// crawler of this name are not used.
///
/// `Token("Googlebot-Image")` does not fall back to the groups of Googlebot, and
/// `Token("AdsBot-Google")` obeys `*`. A `&str` passed as an [`AgentList`] or a [`UserAgent`] has
/// the same meaning; `Token` makes it explicit.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::{Token, UserAgent};
///
/// assert_eq!(UserAgent::from(Token("Googlebot-Image")).tokens(), ["Googlebot-Image"]);
/// assert_eq!(UserAgent::resolve("Googlebot-Image").tokens(), ["Googlebot-Image", "Googlebot"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token<'q>(pub &'q str);

impl<'q> From<Token<'q>> for AgentList<'q> {
    /// The same as for a `&str`: this product token, or else `*`.
    fn from(token: Token<'q>) -> Self {
        Self::from(token.0)
    }
}

impl<'q> From<&'q str> for UserAgent<'q> {
    /// The same as for a [`Token`]: this product token alone. Facts about the crawler of this name
    /// are not used; see [`UserAgent::resolve`] for that.
    fn from(token: &'q str) -> Self {
        Self::from(Token(token))
    }
}

impl<'q> From<&'q String> for UserAgent<'q> {
    /// The same as for a `&str`: a product token.
    fn from(token: &'q String) -> Self {
        Self::from(Token(token))
    }
}

impl<'q> From<&'q &'q str> for UserAgent<'q> {
    /// The same as for a `&str`: a product token.
    fn from(token: &'q &'q str) -> Self {
        Self::from(Token(token))
    }
}

impl From<&Agent> for UserAgent<'_> {
    /// The well-known crawler, as its operator documents it.
    fn from(agent: &Agent) -> Self {
        let name = agent.name();
        Self {
            // Agents are only made in the tables, so this finds the row that was copied.
            agent: by_token(name).or_else(|| family_of(name)),
            tokens: agent.tokens().to_vec(),
        }
    }
}

impl<'h> From<&UserAgent<'h>> for UserAgent<'h> {
    fn from(crawler: &UserAgent<'h>) -> Self {
        crawler.clone()
    }
}

impl<'q> From<Token<'q>> for UserAgent<'q> {
    /// A token alone, exactly as [`AgentList`] reads it. `*` stands for the crawlers that no group
    /// names.
    fn from(token: Token<'q>) -> Self {
        let tokens = match token.0.trim_ascii() {
            "*" => Vec::new(),
            _ => alloc::vec![token.0],
        };
        Self { agent: None, tokens }
    }
}

/// The crawler in a question: the names by which groups of a robots.txt are looked up, resolved
/// from text of a person or a program.
///
/// A function that takes an `impl Into<AgentList>` or an `impl Into<UserAgent>` accepts a name, a
/// [`Token`], a `&UserAgent` and a well-known [`Agent`] (`&agents::BINGBOT`). A `&str` is a product
/// token in both, even if it is the name of a well-known crawler; to ask as that crawler, resolve
/// the name. Functions take an `AgentList`, which can also be several names, if robots.txt alone
/// gives the answer. They take a `UserAgent` if the answer also depends on the operator's
/// documentation, for example on the names of meta tags.
///
/// [`resolve`](Self::resolve) reads text from a person or a program: a product token, a whole
/// header, or the name of a well-known crawler, which then behaves as its operator documents.
/// [`resolve_all`](Self::resolve_all) also returns errors, and reads the names of sets.
/// [`parse`](Self::parse) is for text that is known to be a `User-Agent` header, and [`Token`] for
/// a product token alone, without facts about the crawler of this name.
/// [`token_or_header`](Self::token_or_header) is a [`Token`], unless the text must be a header.
///
/// | written | `resolve` | `parse` | `token_or_header` |
/// |---|---|---|---|
/// | `FooBot` | `FooBot` | `FooBot` | `FooBot` |
/// | `FooBot/2.1` | `FooBot` | `FooBot` | `FooBot` |
/// | `Foo Bar` (one name where a dialect's names hold spaces, elsewhere `Foo`) | `Foo Bar` | `Foo`, `Bar` | `Foo Bar` |
/// | `FooBot/2.1 (+https://foo.example)` | `FooBot` | `FooBot` | `FooBot` |
/// | `Mozilla/5.0 (compatible; FooBot/2.1)` | `FooBot` | `FooBot` | `FooBot` |
/// | `MyCrawler (compatible; FooBot/1.0)` | `FooBot`, `MyCrawler` | `FooBot`, `MyCrawler` | `FooBot`, `MyCrawler` |
/// | `Mozilla/5.0 (X11; Linux) Firefox/128.0` | none: `*` | none: `*` | none: `*` |
/// | `Googlebot-Image` | `Googlebot-Image`, `Googlebot` | `Googlebot-Image`, `Googlebot` | `Googlebot-Image` |
/// | `Googlebot-Image/1.0`, its whole header | `Googlebot-Image`, `Googlebot` | `Googlebot-Image`, `Googlebot` | `Googlebot-Image`, `Googlebot` |
/// | `YandexVideo`, of a [family](super::FAMILIES) | `YandexVideo`, `Yandex` | `YandexVideo`, `Yandex` | `YandexVideo` |
/// | `AdsBot-Google` | `AdsBot-Google`, without `*` | `AdsBot-Google`, without `*` | `AdsBot-Google`, or else `*` |
/// | `AdsBot-Google 1.0` | `AdsBot-Google`, without `*` | `AdsBot-Google`, without `*` | `AdsBot-Google 1.0`, or else `*` |
/// | `Mozilla/5.0 (compatible; bingbot/2.0)` | `bingbot`, `msnbot` | `bingbot`, `msnbot` | `bingbot` |
/// | `Mozilla` | `Mozilla` | none: `*` | `Mozilla` |
/// | `*` | none: `*` | none: `*` | none: `*` |
/// | nothing | none: `*` | none: `*` | the empty token |
///
/// Text counts as a header if it has a comment in parentheses, or a product with a version. A
/// product token has neither. The names in a header are found in this way:
///
/// - If the header names a crawler of [`ALL`](super::ALL) or a member of a
///   [family](super::FAMILIES), the names are that crawler's tokens: its own, then those it falls
///   back to. The header names it if its token appears as a separate word, in any case:
///   `Googlebot-Image/1.0` is not Googlebot, and neither is `NotGooglebot`. In a comment, the token
///   is the first word of a part between semicolons, since other words are prose. URLs and e-mail
///   addresses in the header do not count, and neither do names after words such as `like`,
///   `following` and `with`. If several tokens occur, the longest is taken; of equally long ones,
///   the first.
/// - Otherwise the names are the header's product tokens, including those in comments, without
///   duplicates: first the name after `compatible;`; then the products outside comments (RFC 9110
///   section 10.1.5); then names in comments, which are recognized by a version (`FooBot/1.0`) or
///   by their ending (`bot`, `crawler`, `spider`). Each kind is in the header's order.
/// - Names that browsers send, such as `Mozilla` and `Safari`, do not count. They are not the
///   product token of any crawler (RFC 9309 section 2.2.1), although most crawlers send some of
///   them to look like a browser. The groups of such a name only apply if a caller passes it as a
///   token.
///
/// As with every [`AgentList`], the first name that occurs in a group decides.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::agents::{self, UserAgent};
///
/// let bing = UserAgent::resolve("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)");
/// assert_eq!(bing.agent(), Some(&agents::BINGBOT));
/// assert_eq!(bing.tokens(), ["bingbot", "msnbot"]);
///
/// let foo = UserAgent::resolve("Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example) Safari/537.36");
/// assert_eq!(foo.agent(), None);
/// assert_eq!(foo.tokens(), ["FooBot"]);
///
/// let robots = RobotsTxt::parse(b"User-agent: foobot\nDisallow: /\n\nUser-agent: Mozilla\nAllow: /");
/// assert!(!robots.is_allowed(&foo, "/"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UserAgent<'h> {
    agent: Option<&'static Agent>,
    tokens: Vec<&'h str>,
}

impl<'h> UserAgent<'h> {
    /// Reads the text that a person wrote to name a crawler: a product token, a whole header, or a
    /// well-known crawler's name.
    ///
    /// A well-known crawler behaves as its operator documents: with the tokens it falls back to,
    /// and without `*` if it ignores `*`. `*` stands for the crawlers that no group names.
    ///
    /// # Complexity
    ///
    /// Like [`parse`](Self::parse).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    ///
    /// assert_eq!(UserAgent::resolve("Googlebot-Image").tokens(), ["Googlebot-Image", "Googlebot"]);
    /// assert!(!UserAgent::resolve("adsbot-google").obeys_star());
    /// assert_eq!(UserAgent::resolve("Opera/9.80 (compatible; FooBot/1.0)").name(), "FooBot");
    /// ```
    #[must_use]
    pub fn resolve(written: &'h str) -> Self {
        let name = written.trim_ascii();
        if name.is_empty() {
            return Self::from(Token("*"));
        }
        // Most names are a single word, perhaps with a version, which is not part of the name:
        // `Googlebot/2.1` is Googlebot.
        if !name.contains([' ', '\t', '(']) {
            let product = name.split_once('/').map_or(name, |(product, _)| product);
            return Self::documented(product).unwrap_or_else(|| Self::token_or_header(name));
        }
        // In a header of several words, the crawler's name need not be the first.
        let found = Self::token_or_header(name);
        match product_alone(name).and_then(Self::documented) {
            Some(documented) if found.agent.is_none() => documented,
            _ => found,
        }
    }

    /// The well-known crawler with this token, or the member of a family.
    fn documented(token: &'h str) -> Option<Self> {
        match by_token(token) {
            Some(agent) => Some(Self::from(agent)),
            None => family_of(token).map(|family| Self::member(family, token)),
        }
    }

    /// Reads text from a row of data: as a header if the text cannot be a token, otherwise as a
    /// token, exactly as [`AgentList`] reads it.
    ///
    /// Unlike in [`resolve`](Self::resolve), a token stands only for itself, even if it is the name
    /// of a well-known crawler.
    ///
    /// # Complexity
    ///
    /// Like [`parse`](Self::parse).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    ///
    /// assert_eq!(UserAgent::token_or_header("Googlebot-Image").tokens(), ["Googlebot-Image"]);
    /// assert_eq!(UserAgent::token_or_header("Mozilla/5.0 (compatible; FooBot/1.0)").tokens(), ["FooBot"]);
    /// ```
    #[must_use]
    pub fn token_or_header(written: &'h str) -> Self {
        if is_header(written) {
            Self::parse(written)
        } else {
            Self::from(Token(written))
        }
    }

    /// A member of a family of crawlers, by its own token.
    fn member(family: &'static Agent, token: &'h str) -> Self {
        let own = (!token.eq_ignore_ascii_case(family.name())).then_some(token);
        Self {
            agent: Some(family),
            tokens: own.into_iter().chain(family.tokens().iter().copied()).collect(),
        }
    }

    /// The names in this header.
    ///
    /// # Complexity
    ///
    /// O(header · table + names · log names).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion::agents::UserAgent;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: bingbot\nDisallow: /x\n");
    /// let header = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
    /// assert!(!robots.is_allowed(&UserAgent::parse(header), "/x"));
    /// assert!(robots.is_allowed(header, "/x")); // Taken for a token, it is `Mozilla`.
    /// ```
    #[must_use]
    pub fn parse(header: &'h str) -> Self {
        if let Some(known) = find_in_header(header).and_then(Self::documented) {
            return known;
        }
        Self {
            agent: None,
            tokens: names(header),
        }
    }

    /// The row of this well-known crawler, or of the [family](super::FAMILIES) that it belongs to.
    /// The name of a member is [`name`](Self::name), not the name of its family.
    #[must_use]
    pub const fn agent(&self) -> Option<&'static Agent> {
        self.agent
    }

    /// The names, most preferred first. Empty if the text holds no name; the text then stands for
    /// the crawlers that no group names.
    #[must_use]
    pub fn tokens(&self) -> &[&'h str] {
        &self.tokens
    }

    /// The display name of the crawler: the first of its [`tokens`](Self::tokens), or `*` if there
    /// are no tokens. For a well-known crawler [without a name](Agent::is_nameless), the name that
    /// third parties use.
    #[must_use]
    pub fn name(&self) -> &'h str {
        match self.agent {
            Some(agent) if agent.is_nameless() => agent.name(),
            _ => self.tokens.first().copied().unwrap_or("*"),
        }
    }

    /// Whether groups for `*` apply if no group names one of the tokens: [`Agent::obeys_star`], or
    /// true for unknown crawlers.
    #[must_use]
    pub fn obeys_star(&self) -> bool {
        self.agent.is_none_or(Agent::obeys_star)
    }

    /// How the crawler reads robots.txt: the dialect that the operator of a well-known crawler
    /// documents ([`Agent::dialect`]), and [`Dialect::RFC_9309`] for any other crawler.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::agents::{Token, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve("YandexBot").dialect(), Dialect::YANDEX);
    /// assert_eq!(UserAgent::resolve("FooBot").dialect(), Dialect::RFC_9309);
    /// assert_eq!(UserAgent::from(Token("YandexBot")).dialect(), Dialect::RFC_9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.agent.map_or(Dialect::RFC_9309, Agent::dialect)
    }

    /// What the operator of a well-known crawler says about obeying robots.txt; [`Agent::obeys`].
    /// [`Obedience::Unknown`] for any other crawler.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{Obedience, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve("ChatGPT-User/1.0").obeys(), Obedience::MayIgnore);
    /// assert_eq!(UserAgent::resolve("FooBot").obeys(), Obedience::Unknown);
    /// ```
    #[must_use]
    pub fn obeys(&self) -> Obedience {
        self.agent.map_or(Obedience::Unknown, Agent::obeys)
    }

    /// The one kind of content that the crawler fetches, if its operator says that it fetches no
    /// pages. `None` for unknown crawlers.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{Medium, UserAgent};
    ///
    /// assert_eq!(UserAgent::resolve("YandexImages").only_fetches(), Some(Medium::Image));
    /// assert_eq!(UserAgent::resolve("baiduspider-video").only_fetches(), Some(Medium::Video));
    /// assert_eq!(UserAgent::resolve("Googlebot").only_fetches(), None);
    /// ```
    #[must_use]
    pub fn only_fetches(&self) -> Option<Medium> {
        let agent = self.agent?;
        agent.only_fetches().or_else(|| medium_of_member(self.name()))
    }

    /// The names as an [`AgentList`], for questions.
    #[must_use]
    pub fn list(&self) -> AgentList<'_> {
        let list = AgentList::new(&self.tokens);
        match self.agent {
            Some(agent) => agent.list_of(list),
            None => list,
        }
    }

    /// The status of the crawler's [name](Self::name).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{self, Standing, UserAgent};
    ///
    /// let typo = UserAgent::resolve("Gogglebot/2.1");
    /// assert_eq!(typo.standing(), Standing::Near(&agents::GOOGLEBOT));
    /// assert_eq!(typo.warning().unwrap(), "no crawler `Gogglebot` is known; did you mean `Googlebot`?");
    /// assert_eq!(UserAgent::resolve("FooBot").warning(), None);
    /// ```
    #[must_use]
    pub fn standing(&self) -> Standing {
        match self.tokens.first() {
            Some(name) => standing(name),
            None => Standing::Unknown,
        }
    }

    /// A warning about the name, in a sentence without a period: see [`Standing::warning`].
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.standing().warning(self.name())
    }
}

/// The product of a text that consists of a single product, with a version after a space, or a
/// comment in parentheses, or both: `AdsBot-Google 1.0 (x)`.
fn product_alone(name: &str) -> Option<&str> {
    let end = name.find([' ', '\t', '(', '/'])?;
    let (product, rest) = name.split_at(end);
    let rest = rest.strip_prefix('/').unwrap_or(rest).trim_ascii_start();
    let rest = match rest.find([' ', '\t', '(']) {
        _ if rest.starts_with('(') => rest,
        Some(end) if begins_version(rest) => rest[end..].trim_ascii_start(),
        None if begins_version(rest) => "",
        _ => return None,
    };
    (rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')'))).then_some(product)
}

impl<'a> From<&'a UserAgent<'_>> for AgentList<'a> {
    /// Like [`UserAgent::list`].
    fn from(crawler: &'a UserAgent<'_>) -> Self {
        crawler.list()
    }
}

impl<'q> From<UserAgent<'q>> for AgentList<'q> {
    /// Like [`UserAgent::list`].
    fn from(crawler: UserAgent<'q>) -> Self {
        let list = AgentList::from(crawler.tokens);
        match crawler.agent {
            Some(agent) => agent.list_of(list),
            None => list,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_read_what_is_written() {
        let image = &["Googlebot-Image", "Googlebot"][..];
        for (written, resolved, parsed, of_row) in [
            ("FooBot", &["FooBot"][..], &["FooBot"][..], &["FooBot"][..]),
            ("FooBot/2.1", &["FooBot"], &["FooBot"], &["FooBot"]),
            ("Foo Bar", &["Foo Bar"], &["Foo", "Bar"], &["Foo Bar"]),
            ("Foo/Bar baz", &["Foo/Bar baz"], &["Foo", "baz"], &["Foo/Bar baz"]),
            (
                "FooBot/2.1 (+https://foo.example)",
                &["FooBot"],
                &["FooBot"],
                &["FooBot"],
            ),
            ("FooBot (bar)", &["FooBot"], &["FooBot"], &["FooBot"]),
            ("FooBot/2.1b", &["FooBot"], &["FooBot"], &["FooBot"]),
            ("FooBot/v2.0-beta", &["FooBot"], &["FooBot"], &["FooBot"]),
            // Text after a host name is a path, even without a scheme.
            (
                "mytool/1.0 (github.com/jane/slurp)",
                &["mytool"],
                &["mytool"],
                &["mytool"],
            ),
            (
                "FooBot/1.0 (+example.com/docs/gptbot)",
                &["FooBot"],
                &["FooBot"],
                &["FooBot"],
            ),
            ("Mozilla/5.0 FooBot", &["FooBot"], &["FooBot"], &["FooBot"]),
            (
                "Qux/v1 FooBot",
                &["Qux", "FooBot"],
                &["Qux", "FooBot"],
                &["Qux", "FooBot"],
            ),
            (
                "Mozilla/5.0 (compatible; FooBot/1.0; +http://example.com/)",
                &["FooBot"],
                &["FooBot"],
                &["FooBot"],
            ),
            (
                "MyCrawler (compatible; FooBot/1.0)",
                &["FooBot", "MyCrawler"],
                &["FooBot", "MyCrawler"],
                &["FooBot", "MyCrawler"],
            ),
            (
                "Opera/9.80 (compatible; FooBot/1.0)",
                &["FooBot"],
                &["FooBot"],
                &["FooBot"],
            ),
            ("Mozilla/5.0 (X11; Linux) Firefox/128.0", &[], &[], &[]),
            ("Googlebot-Image", image, image, &["Googlebot-Image"]),
            (" googlebot-image/1.0 ", image, image, image),
            ("Googlebot-Image/1.0 (x)", image, image, image),
            (
                "Google-Extended",
                &["Google-Extended"],
                &["Google-Extended"],
                &["Google-Extended"],
            ),
            // A person may have intended a token without a crawler only if the header has no other
            // token.
            (
                "Google-Extended (Googlebot/2.1)",
                &["Googlebot"],
                &["Googlebot"],
                &["Googlebot"],
            ),
            ("Mozilla", &["Mozilla"], &[], &["Mozilla"]),
            ("Mozilla/5.0", &[], &[], &[]),
            ("FooBot/beta", &["FooBot/beta"], &["FooBot"], &["FooBot/beta"]),
            ("googlebot-image/beta", image, image, &["googlebot-image/beta"]),
            (" FooBot ", &["FooBot"], &["FooBot"], &[" FooBot "]),
            ("*", &[], &[], &[]),
            ("", &[], &[], &[""]),
            (" ", &[], &[], &[" "]),
            (
                "YandexVideo/3.0",
                &["YandexVideo", "Yandex"],
                &["YandexVideo", "Yandex"],
                &["YandexVideo", "Yandex"],
            ),
            (
                "baiduspider-render",
                &["baiduspider-render", "Baiduspider"],
                &["baiduspider-render", "Baiduspider"],
                &["baiduspider-render"],
            ),
            ("yandex", &["Yandex"], &["Yandex"], &["yandex"]),
            ("Googlebot x", &["Googlebot x"], &["Googlebot"], &["Googlebot x"]),
            (
                "AdsBot-Google 1.0",
                &["AdsBot-Google"],
                &["AdsBot-Google"],
                &["AdsBot-Google 1.0"],
            ),
        ] {
            assert_eq!(UserAgent::resolve(written).tokens(), resolved, "{written}");
            assert_eq!(UserAgent::parse(written).tokens(), parsed, "{written}");
            assert_eq!(UserAgent::token_or_header(written).tokens(), of_row, "{written}");
        }
    }

    #[test]
    fn whoever_ignores_star_does_so_however_it_is_named() {
        for written in [
            "AdsBot-Google",
            "adsbot-google",
            "AdsBot-Google/1.0",
            "AdsBot-Google 1.0",
            "AdsBot-Google\t1.0",
            "AdsBot-Google 1.0 (x)",
            "AdsBot-Google (+http://www.google.com/adsbot.html)",
        ] {
            let crawler = UserAgent::resolve(written);
            assert_eq!(crawler.agent(), Some(&crate::agents::ADSBOT_GOOGLE), "{written}");
            assert!(!crawler.list().obeys_star() && !crawler.obeys_star());
        }
        assert!(UserAgent::token_or_header("AdsBot-Google").obeys_star());
    }

    /// No header contains a token without a crawler, but a person may write such a token like a
    /// header.
    #[test]
    fn a_control_token_is_known_with_a_version_or_a_comment() {
        for written in [
            "YandexAdditional",
            "YandexAdditional/1.0",
            "YandexAdditional 1.0",
            "YandexAdditional (x)",
            "yandexadditional/1.0 (x)",
            "YandexAdditional/1.0/2",
            "YandexAdditional(x)",
            "YandexAdditional 1.0 (x y)",
        ] {
            let crawler = UserAgent::resolve(written);
            assert_eq!(crawler.name(), "YandexAdditional", "{written}");
            assert!(!crawler.obeys_star(), "{written}");
        }
        for written in [
            "YandexAdditional x",
            "YandexAdditional 1.0 x",
            "YandexAdditional 1.0\tx",
            "YandexAdditional 1.0(x",
            "YandexAdditional 1.0 x)",
            "YandexAdditional x (y)",
            "YandexAdditional (x) y",
            "YandexAdditional (x",
        ] {
            assert!(UserAgent::resolve(written).obeys_star(), "{written}");
        }
    }

    #[test]
    fn whatever_names_a_crawler_is_converted() {
        fn user_agent<'q>(crawler: impl Into<UserAgent<'q>>) -> UserAgent<'q> {
            crawler.into()
        }
        fn list<'q>(crawler: impl Into<AgentList<'q>>) -> AgentList<'q> {
            crawler.into()
        }
        let families = crate::agents::FAMILIES.iter().map(crate::agents::Family::agent);
        for agent in crate::agents::ALL.iter().chain(families) {
            let found = user_agent(agent);
            assert_eq!(found.agent(), Some(agent));
            assert_eq!(list(&found), agent.list());
            assert_eq!(list(found), list(agent));
        }
        let name = "AdsBot-Google";
        let token = UserAgent::from(Token(name));
        assert!(token.agent().is_none() && token.obeys_star());
        assert!(UserAgent::from(Token(" * ")).tokens().is_empty());
        let string = String::from(name);
        assert_eq!(user_agent(name), token);
        assert_eq!(user_agent(&string), token);
        assert!([name, name].iter().all(|name| user_agent(name) == token));
        assert_eq!(user_agent(&token), token);
        assert_eq!(list(name), list(&token));
        let resolved = UserAgent::resolve(name);
        assert!(!list(&resolved).obeys_star() && !list(resolved).obeys_star());
        assert!(list(UserAgent::resolve("bingbot")).reads_delay_of_star());
    }

    #[test]
    fn a_member_of_a_family_is_asked_as_its_operator_documents() {
        let video = UserAgent::resolve("YandexVideo");
        let family = video.agent().unwrap();
        assert_eq!((family.name(), video.name()), ("Yandex", "YandexVideo"));
        assert_eq!(family.dialect(), Dialect::YANDEX);
        assert!(matches!(video.standing(), Standing::Family(known) if known == family));
        let token = UserAgent::from(Token("YandexVideo"));
        assert_eq!((token.agent(), token.tokens()), (None, &["YandexVideo"][..]));
    }
}
