//! Well-known crawlers: their product tokens, operators and purposes, and whose rules they obey when they have none.
//!
//! [`TABLE`] is a snapshot of what operators say and others report, taken on [`TABLE_DATE`]; it is neither complete nor a promise of
//! how a crawler behaves, and anyone can send any name. Verify an address before you trust a name.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::agents;
//!
//! assert_eq!(agents::GOOGLEBOT_IMAGE.tokens(), ["Googlebot-Image", "Googlebot"]);
//! assert!(!agents::ADSBOT_GOOGLE.obeys_star());
//!
//! let header = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
//! assert_eq!(agents::find(header), Some(&agents::BINGBOT));
//! ```

mod table;

use core::fmt;

use crate::syntax::names::AgentList;

pub use table::*;

/// The day on which [`TABLE`] was compiled, as `YYYY-MM-DD`.
pub const TABLE_DATE: &str = "2026-11-20";

/// What a crawler fetches pages for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// A search index.
    Search,
    /// The training of AI models.
    Training,
    /// Answers to a person's question while they wait.
    Assistant,
    /// An archive or a public collection of web pages.
    Archive,
    /// Advertising: the quality of landing pages, the choice of advertisements.
    Ads,
    /// Data about sites and links for search engine optimisation.
    Seo,
    /// Previews of links that people share.
    Preview,
    /// Something else, or several products of the operator.
    Other,
}

impl From<&Agent> for AgentList<'static> {
    /// Like [`Agent::list`].
    fn from(agent: &Agent) -> Self {
        agent.list()
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search => "search",
            Self::Training => "training",
            Self::Assistant => "assistant",
            Self::Archive => "archive",
            Self::Ads => "ads",
            Self::Seo => "seo",
            Self::Preview => "preview",
            Self::Other => "other",
        })
    }
}

/// A well-known product token and what its operator says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    /// The agent's own token, then those it falls back to. Invariant: not empty.
    tokens: &'static [&'static str],
    operator: &'static str,
    purpose: Purpose,
    obeys_star: bool,
    crawls: bool,
}

impl Agent {
    /// The product token, as its operator spells it.
    #[must_use]
    pub const fn token(&self) -> &'static str {
        self.tokens[0]
    }

    /// The agent's own token, then those whose groups it obeys if it has none, in that order.
    ///
    /// The groups for `*` come after all of these, if [`Agent::obeys_star`].
    #[must_use]
    pub const fn tokens(&self) -> &'static [&'static str] {
        self.tokens
    }

    /// These tokens as a crawler asks with them.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, agents};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x");
    /// assert!(robots.rules_for(&agents::APPLEBOT.list()).is_allowed("/"));
    /// assert!(!robots.rules_for(&agents::BINGBOT.list()).is_allowed("/"));
    /// assert!(robots.rules_for(&agents::ADSBOT_GOOGLE.list()).is_allowed("/"));
    /// ```
    #[must_use]
    pub fn list(&self) -> AgentList<'static> {
        let list = AgentList::new(self.tokens);
        if self.obeys_star {
            list
        } else {
            list.without_star()
        }
    }

    /// Who runs the crawler.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        self.operator
    }

    /// What the crawler fetches pages for; the main purpose, if there are several.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Whether the groups for `*` speak for this agent when no group names it.
    #[must_use]
    pub const fn obeys_star(&self) -> bool {
        self.obeys_star
    }

    /// Whether a crawler sends this token. Some tokens only stand in robots.txt files, to say how content fetched under
    /// another token may be used; [`find`] never finds those.
    #[must_use]
    pub const fn crawls(&self) -> bool {
        self.crawls
    }

    /// An agent that honours `*`, with the tokens it falls back to after its own.
    const fn new(operator: &'static str, purpose: Purpose, tokens: &'static [&'static str]) -> Self {
        Self {
            tokens,
            operator,
            purpose,
            obeys_star: true,
            crawls: true,
        }
    }

    const fn ignoring_star(self) -> Self {
        Self {
            obeys_star: false,
            ..self
        }
    }

    const fn without_crawler(self) -> Self {
        Self {
            crawls: false,
            ..self
        }
    }
}

/// The agent with this product token, in any case.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::by_token("googlebot"), Some(&agents::GOOGLEBOT));
/// assert_eq!(agents::by_token("Googlebot/2.1"), None);
/// ```
#[must_use]
pub fn by_token(token: &str) -> Option<&'static Agent> {
    TABLE
        .iter()
        .find(|agent| agent.token().eq_ignore_ascii_case(token))
}

/// The agent whose token stands in a `User-Agent` header as a word of its own, in any case.
///
/// URLs and e-mail addresses in the header do not count. If several tokens occur, the longest one is taken, and the first
/// among equally long ones. `Googlebot-Image/1.0` is not Googlebot, and neither is `NotGooglebot`.
///
/// # Complexity
///
/// O(header · table).
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::find("Googlebot-Image/1.0"), Some(&agents::GOOGLEBOT_IMAGE));
/// assert_eq!(agents::find("FooBot/1.0 (unlike Slurpy; +http://example.com/about/googlebot)"), None);
/// ```
#[must_use]
pub fn find(user_agent: &str) -> Option<&'static Agent> {
    // A word is what blanks and the punctuation of the header's comments leave; a URL or an address is one as well.
    let words = user_agent.split(|c: char| c.is_ascii_whitespace() || "()<>[]{},;\"'".contains(c));
    words
        .filter(|word| !is_address(word))
        .flat_map(|word| word.split(|c: char| !(c.is_alphanumeric() || "-_.".contains(c))))
        .filter_map(|name| by_token(name.trim_end_matches('.')))
        .filter(|agent| agent.crawls())
        // `max_by_key` would take the last of equals.
        .reduce(|best, agent| if agent.token().len() > best.token().len() { agent } else { best })
}

/// Whether a word of a header is a URL or an e-mail address.
fn is_address(word: &str) -> bool {
    let word = word.trim_start_matches('+');
    word.contains("://")
        || word.contains('@')
        || word
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("www."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sound() {
        assert_eq!(TABLE_DATE.len(), 10);
        for (index, agent) in TABLE.iter().enumerate() {
            let token = agent.token();
            assert!(
                token
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)),
                "{token}"
            );
            assert!(!agent.operator().is_empty());
            assert_eq!(by_token(token), Some(agent), "{token} is listed twice");
            assert_eq!(find(token), agent.crawls().then_some(agent), "{token}");
            for fallback in &agent.tokens()[1..] {
                // Yandex is a family, not an agent of its own.
                let known = by_token(fallback).is_some_and(|found| found != agent);
                assert!(known || *fallback == "Yandex", "{token} falls back to {fallback}");
            }
            assert_eq!(TABLE.iter().position(|other| other == agent), Some(index));
        }
    }

    #[test]
    fn documented_fallbacks() {
        for agent in [GOOGLEBOT_IMAGE, GOOGLEBOT_VIDEO, GOOGLEBOT_NEWS, APPLEBOT] {
            assert_eq!(agent.tokens(), [agent.token(), "Googlebot"]);
            assert!(agent.obeys_star());
        }
        assert_eq!(YANDEXBOT.tokens(), ["YandexBot", "Yandex"]);
        assert!(!ADSBOT_GOOGLE.obeys_star());
        assert!(!GOOGLE_EXTENDED.crawls() && !APPLEBOT_EXTENDED.crawls());
    }

    #[test]
    fn finds_tokens_in_real_headers() {
        for (header, expected) in [
            (
                "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/1.2.3.4 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                Some(GOOGLEBOT),
            ),
            ("Googlebot/2.1 (+http://www.google.com/bot.html)", Some(GOOGLEBOT)),
            ("Googlebot-Image/1.0", Some(GOOGLEBOT_IMAGE)),
            (
                "AdsBot-Google (+http://www.google.com/adsbot.html)",
                Some(ADSBOT_GOOGLE),
            ),
            (
                "Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 \
                 (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)",
                Some(ADSBOT_GOOGLE_MOBILE),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; Storebot-Google/1.0) AppleWebKit/537.36",
                Some(STOREBOT_GOOGLE),
            ),
            (
                "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
                Some(BINGBOT),
            ),
            (
                "Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)",
                Some(ADIDXBOT),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 \
                 Safari/600.2.5 (Applebot/0.1)",
                Some(APPLEBOT),
            ),
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.1; +https://openai.com/gptbot",
                Some(GPTBOT),
            ),
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
                Some(CLAUDEBOT),
            ),
            (
                "Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)",
                Some(ARCHIVE_ORG_BOT),
            ),
            ("ia_archiver", Some(IA_ARCHIVER)),
            (
                "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)",
                Some(MJ12BOT),
            ),
            (
                "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
                Some(META_EXTERNALAGENT),
            ),
            (
                "DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)",
                Some(DUCKASSISTBOT),
            ),
            (
                "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
                Some(YANDEXBOT),
            ),
            // Several: the longest.
            (
                "Mozilla/5.0 (compatible; Googlebot/2.1) Googlebot-Image/1.0",
                Some(GOOGLEBOT_IMAGE),
            ),
            // None.
            ("", None),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                None,
            ),
            ("NotGooglebot/1.0", None),
            ("Googlebotx/1.0", None),
            ("Googlebot-Other/1.0", None),
            (
                "FooBot/1.0 (+www.example.com/googlebot; googlebot@example.com; http://example.com/?bingbot)",
                None,
            ),
            ("Google-Extended", None),
            ("ГуглGooglebot/1.0", None),
        ] {
            assert_eq!(find(header).copied(), expected, "{header}");
        }
    }

    #[test]
    fn finds_tokens_in_any_case() {
        assert_eq!(find("SLURP"), Some(&SLURP));
        assert_eq!(find("googlebot."), Some(&GOOGLEBOT));
    }
}
