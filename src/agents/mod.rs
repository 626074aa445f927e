//! Well-known crawlers: their product tokens, operators and purposes, and which groups they obey if
//! no group names them.
//!
//! [`ALL`] is a snapshot of what operators document and others report, taken on [`SNAPSHOT_DATE`].
//! It is not complete, and it does not promise how a crawler behaves. Anyone can send any name:
//! verify a crawler's address before you trust its name.
//!
//! | question | answer |
//! |---|---|
//! | which crawler has this token? | [`by_token`] |
//! | who is asking, given a token, a header or a well-known name? | [`UserAgent::resolve`] |
//! | which well-known crawler sent this `User-Agent` header? | [`UserAgent::parse`], [`UserAgent::agent`] |
//! | which name does this header hold, known or not? | [`product_token`] |
//! | which crawlers serve this purpose? | [`set`] |
//! | which tokens are retired, and what replaced them? | [`RETIRED`] |
//! | is this a typo of a crawler's name? | [`near_miss()`] |
//! | which dialects are read today? | [`living_dialects`] |
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
//! assert_eq!(agents::UserAgent::parse(header).agent(), Some(&agents::BINGBOT));
//! ```

mod crawler_sets;
mod near_miss;
mod purpose;
mod retired;
mod table;
mod user_agent;
mod user_agent_header;

use crate::dialect::Dialect;
use crate::identifiers;
use crate::syntax::agent_list::AgentList;

pub use crawler_sets::{SETS, UnknownSet, set};
pub use near_miss::near_miss;
pub use purpose::Purpose;
pub use retired::retired;
pub use retired::{RETIRED, Retired};
pub use table::*;
pub use user_agent::UserAgent;
pub use user_agent_header::product_token;

/// The day on which [`ALL`] was compiled, as `YYYY-MM-DD`.
pub const SNAPSHOT_DATE: &str = "2026-11-27";

/// What the operator says about obeying robots.txt.
///
/// This repeats the operator's documentation; nothing was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Obedience {
    /// The operator says that the crawler obeys the groups that apply to it; [`Agent::obeys_star`]
    /// says whether `*` is among them.
    Always,
    /// The operator reserves the right to ignore robots.txt, usually because a person asked for the
    /// page.
    MayIgnore,
    /// The operator says nothing about it, or no statement was found.
    Unknown,
}

identifiers! {
    Obedience {
        Always = "always",
        MayIgnore = "may-ignore",
        Unknown = "unknown",
    }
}

impl From<&Agent> for AgentList<'static> {
    /// Like [`Agent::list`].
    fn from(agent: &Agent) -> Self {
        agent.list()
    }
}

/// A well-known product token and what its operator says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    /// The agent's own token, then those it falls back to. Invariant: not empty.
    tokens: &'static [&'static str],
    operator: &'static str,
    purpose: Purpose,
    obedience: Obedience,
    obeys_star: bool,
    crawls: bool,
    is_former: bool,
}

impl Agent {
    /// The product token, as its operator spells it.
    #[must_use]
    pub const fn token(&self) -> &'static str {
        self.tokens[0]
    }

    /// The agent's own token, then the tokens whose groups it obeys if no group names it, most
    /// preferred first.
    ///
    /// The groups for `*` come after all of these, if [`Agent::obeys_star`]. To ask about the
    /// agent, pass it or its [`list`](Agent::list), which take that into account; a list made of
    /// these tokens alone obeys `*`.
    #[must_use]
    pub const fn tokens(&self) -> &'static [&'static str] {
        self.tokens
    }

    /// How the agent reads robots.txt according to its operator: the operator's own dialect, or
    /// [`Dialect::RFC_9309`] if no other is documented.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, ParseOptions, agents};
    ///
    /// let agent = agents::by_token("YandexBot").unwrap();
    /// assert_eq!(agent.dialect(), Dialect::YANDEX);
    /// let rules = ParseOptions::new().dialect(agent.dialect()).rules_for(b"User-agent: Yandex\nDisallow: /x\n", agent);
    /// assert!(!rules.is_allowed("/x"));
    /// assert_eq!(agents::BINGBOT.dialect(), Dialect::RFC_9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self.operator {
            "Google" => Dialect::GOOGLE,
            "Yandex" => Dialect::YANDEX,
            "Baidu" => Dialect::BAIDU,
            "Seznam" => Dialect::SEZNAM,
            "Yahoo" => Dialect::SLURP,
            _ => Dialect::RFC_9309,
        }
    }

    /// The tokens as a list, for example to keep or change it. To ask a question, you can pass the
    /// agent itself (`&agents::BINGBOT`).
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

    /// What the operator says about obeying robots.txt.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{self, Obedience};
    ///
    /// assert_eq!(agents::GPTBOT.obeys(), Obedience::Always);
    /// assert_eq!(agents::PERPLEXITY_USER.obeys(), Obedience::MayIgnore);
    /// ```
    #[must_use]
    pub const fn obeys(&self) -> Obedience {
        self.obedience
    }

    /// Whether the groups for `*` apply to this agent when no group names it.
    #[must_use]
    pub const fn obeys_star(&self) -> bool {
        self.obeys_star
    }

    /// Whether a crawler sends this token.
    ///
    /// Some tokens only appear in robots.txt files, to say how content fetched under another token
    /// may be used. [`UserAgent::parse`] never finds those.
    #[must_use]
    pub const fn crawls(&self) -> bool {
        self.crawls
    }

    /// Whether the operator no longer runs the crawler. Files still name it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// assert!(agents::SLURP.is_former() && !agents::BINGBOT.is_former());
    /// ```
    #[must_use]
    pub const fn is_former(&self) -> bool {
        self.is_former
    }

    /// An agent that honors `*`, with the tokens it falls back to after its own.
    const fn new(
        operator: &'static str,
        purpose: Purpose,
        obedience: Obedience,
        tokens: &'static [&'static str],
    ) -> Self {
        Self {
            tokens,
            operator,
            purpose,
            obedience,
            obeys_star: true,
            crawls: true,
            is_former: false,
        }
    }

    const fn ignoring_star(self) -> Self {
        Self {
            obeys_star: false,
            ..self
        }
    }

    const fn former(self) -> Self {
        Self {
            is_former: true,
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
/// # Complexity
///
/// O(table).
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
    ALL.iter().find(|agent| agent.token().eq_ignore_ascii_case(token))
}

/// The dialects in which files are read today, with their names: [`Dialect::RFC_9309`],
/// [`Dialect::LENIENT`], and those that the operators of crawlers in [`ALL`] document, except
/// [former](Agent::is_former) ones. In the order of [`Dialect::PRESETS`].
///
/// If this crate says that a change, such as a correction of `lint`, changes no verdict, that is
/// true in all of these dialects.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let names: Vec<&str> = agents::living_dialects().map(|(name, _)| name).collect();
/// assert_eq!(names, ["rfc9309", "google", "seznam", "yandex", "baidu", "lenient"]);
/// ```
pub fn living_dialects() -> impl Iterator<Item = (&'static str, Dialect)> {
    let presets = Dialect::PRESETS.iter().copied();
    presets.filter(|(_, dialect)| {
        let reads = |agent: &Agent| !agent.is_former() && agent.dialect() == *dialect;
        [Dialect::RFC_9309, Dialect::LENIENT].contains(dialect) || ALL.iter().any(reads)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sound() {
        assert_eq!(SNAPSHOT_DATE.len(), 10);
        for (index, agent) in ALL.iter().enumerate() {
            let token = agent.token();
            assert!(
                token.bytes().all(crate::syntax::crawler_name::is_token_byte),
                "{token}"
            );
            assert!(!agent.operator().is_empty());
            assert_eq!(by_token(token), Some(agent), "{token} is listed twice");
            let found = UserAgent::parse(token).agent();
            assert_eq!(found, agent.crawls().then_some(agent), "{token}");
            for fallback in &agent.tokens()[1..] {
                // These two fallbacks are the names of families, and have no entry in the table.
                let is_family = ["Yandex", "coccocbot"].contains(fallback);
                let known = by_token(fallback).is_some_and(|found| found != agent);
                assert!(known || is_family, "{token} falls back to {fallback}");
            }
            assert_eq!(ALL.iter().position(|other| other == agent), Some(index));
        }
    }

    #[test]
    fn documented_fallbacks() {
        for agent in [
            GOOGLEBOT_IMAGE,
            GOOGLEBOT_VIDEO,
            GOOGLEBOT_NEWS,
            APPLEBOT,
            KAGIBOT,
        ] {
            assert_eq!(agent.tokens(), [agent.token(), "Googlebot"]);
            assert!(agent.obeys_star());
        }
        assert_eq!(YANDEXBOT.tokens(), ["YandexBot", "Yandex"]);
        assert!(!ADSBOT_GOOGLE.obeys_star());
        assert!(!GOOGLE_EXTENDED.crawls() && !APPLEBOT_EXTENDED.crawls() && !YANDEXADDITIONAL.crawls());
    }
}
