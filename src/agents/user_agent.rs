//! Who is asking: turns text into the names by which groups are looked up.

use alloc::vec::Vec;

use super::user_agent_header::{find_in_header, is_header, names};
use super::{Agent, by_token};
use crate::syntax::agent_list::AgentList;

/// Who is asking: the names by which groups of a robots.txt are looked up, resolved from what a
/// person or a program wrote.
///
/// Three functions read three kinds of text. [`resolve`](Self::resolve) is for what a person
/// writes: a product token, a whole header, or the name of a well-known crawler, which then is read
/// as its operator documents it. [`parse`](Self::parse) is for text that is known to be a
/// `User-Agent` header. [`token_or_header`](Self::token_or_header) is for rows of data in which
/// most crawlers are tokens, and takes these as they are. [`resolve_all`](Self::resolve_all) is
/// like `resolve`, but also reads the names of sets.
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
/// | `AdsBot-Google` | `AdsBot-Google`, without `*` | `AdsBot-Google`, without `*` | `AdsBot-Google`, or else `*` |
/// | `Mozilla/5.0 (compatible; bingbot/2.0)` | `bingbot` | `bingbot` | `bingbot` |
/// | `Mozilla` | `Mozilla` | none: `*` | `Mozilla` |
/// | `*` | none: `*` | none: `*` | none: `*` |
///
/// Text counts as a header if it has a comment in parentheses, or a product with a version, neither
/// of which a product token has. The names in a header are found in this way:
///
/// - If the header names a crawler of [`ALL`](super::ALL), the names are that crawler's tokens, its
///   own before those it falls back to. It is named where its token appears as a separate word, in
///   any case: `Googlebot-Image/1.0` is not Googlebot, and neither is `NotGooglebot`. URLs and
///   e-mail addresses in the header do not count, nor do names after `like`, `unlike` or
///   `following`. If several tokens occur, the longest is taken; of equally long ones, the first.
/// - Otherwise they are the header's product tokens, comments included, without repetition: first
///   the name after `compatible;`; then the products outside comments (RFC 9110 section 10.1.5);
///   then names in comments, which are recognized by a version (`FooBot/1.0`) or by their ending
///   (`bot`, `crawler`, `spider`). Each kind is in the header's order.
/// - Names that browsers send, such as `Mozilla` and `Safari`, do not count. They are not the
///   product token of any crawler (RFC 9309 section 2.2.1), although most crawlers send some of
///   them in order to look like a browser. The groups of such a name only apply if a caller passes
///   it as a token.
///
/// As always with an [`AgentList`], the first of the names that a group names decides.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::agents::{self, UserAgent};
///
/// let bing = UserAgent::resolve("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)");
/// assert_eq!(bing.agent(), Some(&agents::BINGBOT));
/// assert_eq!(bing.tokens(), ["bingbot"]);
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
    /// What a person wrote to name a crawler: a product token, a whole header, or a well-known
    /// crawler's name.
    ///
    /// A well-known crawler is read as its operator documents it: with the tokens it falls back to,
    /// and without `*` if it ignores that. `*` stands for the crawlers that no group names.
    ///
    /// # Complexity
    ///
    /// That of [`parse`](Self::parse).
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
        // A version is not a part of the crawler's name: `Googlebot/2.1` is Googlebot.
        let product = name.split_once('/').map_or(name, |(product, _)| product);
        match by_token(product) {
            // Of a header with several words, others may be the crawler's name.
            Some(agent) if !name.contains([' ', '\t', '(']) => Self::known(agent),
            _ => Self::token_or_header(name),
        }
    }

    /// Reads text from a row of data: a token, exactly as [`AgentList`] takes it, or a header, if
    /// the text cannot be a token.
    ///
    /// Unlike with [`resolve`](Self::resolve), a token stands only for itself, even if it is that
    /// of a well-known crawler.
    ///
    /// # Complexity
    ///
    /// That of [`parse`](Self::parse).
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
            Self::token(written)
        }
    }

    /// A token and nothing else, exactly as [`AgentList`] takes it. `*` stands for the crawlers
    /// that no group names.
    #[must_use]
    pub fn token(token: &'h str) -> Self {
        let tokens = match token.trim_ascii() {
            "*" => Vec::new(),
            _ => alloc::vec![token],
        };
        Self { agent: None, tokens }
    }

    /// A well-known crawler, as its operator documents it. To ask questions, the [`Agent`] itself
    /// will do.
    #[must_use]
    pub fn known(agent: &'static Agent) -> Self {
        Self {
            agent: Some(agent),
            tokens: agent.tokens().to_vec(),
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
        if let Some(agent) = find_in_header(header) {
            return Self::known(agent);
        }
        Self {
            agent: None,
            tokens: names(header),
        }
    }

    /// The well-known crawler that this is.
    #[must_use]
    pub const fn agent(&self) -> Option<&'static Agent> {
        self.agent
    }

    /// The names, most preferred first. Empty if the text has none: then it stands for the crawlers
    /// that no group names.
    #[must_use]
    pub fn tokens(&self) -> &[&'h str] {
        &self.tokens
    }

    /// What to call the crawler: the first of its [`tokens`](Self::tokens), or `*` if it has none.
    #[must_use]
    pub fn name(&self) -> &'h str {
        self.tokens.first().copied().unwrap_or("*")
    }

    /// Whether groups for `*` apply if no group names one of the tokens: [`Agent::obeys_star`], and
    /// always for crawlers that are not known.
    #[must_use]
    pub fn obeys_star(&self) -> bool {
        self.agent.is_none_or(Agent::obeys_star)
    }

    /// The names as an [`AgentList`], to ask questions with.
    #[must_use]
    pub fn list(&self) -> AgentList<'_> {
        let list = AgentList::new(&self.tokens);
        if self.obeys_star() {
            list
        } else {
            list.without_star()
        }
    }
}

impl<'a> From<&'a UserAgent<'_>> for AgentList<'a> {
    /// Like [`UserAgent::list`].
    fn from(crawler: &'a UserAgent<'_>) -> Self {
        crawler.list()
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
            // What comes after a host name is a path, also without a scheme.
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
            ("Mozilla", &["Mozilla"], &[], &["Mozilla"]),
            ("Mozilla/5.0", &[], &[], &[]),
            ("FooBot/beta", &["FooBot/beta"], &["FooBot"], &["FooBot/beta"]),
            ("googlebot-image/beta", image, image, &["googlebot-image/beta"]),
            (" FooBot ", &["FooBot"], &["FooBot"], &[" FooBot "]),
            ("*", &[], &[], &[]),
            ("", &[""], &[], &[""]),
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
            "AdsBot-Google (+http://www.google.com/adsbot.html)",
        ] {
            let crawler = UserAgent::resolve(written);
            assert_eq!(crawler.agent(), Some(&crate::agents::ADSBOT_GOOGLE), "{written}");
            assert!(!crawler.list().obeys_star() && !crawler.obeys_star());
        }
        assert!(UserAgent::token_or_header("AdsBot-Google").obeys_star());
    }
}
