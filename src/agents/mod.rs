//! Well-known crawlers: their product tokens, operators and purposes, and which groups they obey if
//! no group names them.
//!
//! Each row of [`ALL`] is an [`Agent`]: everything that its operator documents about how it obeys a
//! site. The rows are a snapshot, taken on [`SNAPSHOT_DATE`], of what operators document and third
//! parties report. The rows are not complete, and do not guarantee how a crawler behaves. Anyone
//! can send any name: verify a crawler's address before you trust its name.
//!
//! | question | answer |
//! |---|---|
//! | who is asking, given a token, a header, a well-known name or a set? | [`UserAgent::resolve`], [`UserAgent::resolve_all`] |
//! | the same, where one crawler is expected; where it has several names | [`UserAgent::resolve_one`], [`NamedCrawler`] |
//! | which well-known crawler sent this `User-Agent` header? | [`UserAgent::parse`], [`UserAgent::agent`] |
//! | a product token that stands for itself alone; the same, if it can be one | [`Token`], [`UserAgent::resolve_token`] |
//! | which crawler sends this `User-Agent` header, known or not? | [`UserAgent::parse`], [`UserAgent::resolve_header`] |
//! | which crawler has this token? | [`by_token`] |
//! | to which family of crawlers does this name belong? | [`family_of`], [`FAMILIES`] |
//! | which crawlers serve this purpose? | [`set`] |
//! | what is known about this name: known, retired, misspelled …? | [`standing()`] |
//! | which tokens are retired, and what replaced them? | [`RETIRED`] |
//! | which names does no operator document? | [`UNDOCUMENTED`] |
//! | which names do only lists of third parties have? | [`REPORTED`] |
//! | is this a typo of a crawler's name? | [`near_miss()`] |
//! | which name does this header hold, known or not? | [`product_token`] |
//! | which controls of AI were announced, or are in no file? | [`ANNOUNCED`] |
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

mod agent;
mod announced;
mod crawler_sets;
mod families;
mod lookup;
mod medium;
mod named_crawler;
mod near_miss;
mod operators;
mod page_rules;
mod purpose;
pub(crate) mod reach;
mod reported;
mod retired;
mod rule_limits;
mod sources;
mod standing;
mod table;
mod undocumented;
mod user_agent;
mod user_agent_header;
mod verification;

use crate::dialect::Dialect;
use crate::identifiers;

pub use agent::Agent;
pub use announced::{ANNOUNCED, Announced};
pub use crawler_sets::{NameError, SETS, set};
pub use families::{FAMILIES, Family, family_of};
pub use lookup::by_token;
pub use medium::Medium;
pub use named_crawler::NamedCrawler;
pub use near_miss::near_miss;
pub use page_rules::{Contradictions, NoArchive, PageName};
pub use purpose::Purpose;
pub use reported::{REPORTED, Reported, reported};
pub use retired::{RETIRED, Retired, retired};
pub use rule_limits::RuleLimits;
pub use sources::{Reading, Source};
pub use standing::{Standing, standing};
pub use table::*;
pub use undocumented::{UNDOCUMENTED, Undocumented, undocumented};
pub use user_agent::{Token, UserAgent};
pub use user_agent_header::product_token;
pub use verification::Verification;

/// The day on which the tables were compiled, as `YYYY-MM-DD`.
pub const SNAPSHOT_DATE: &str = "2026-11-29";

/// The token under which a site states whether its pages may train AI models, for every crawler: an
/// ordinary group, in which `Disallow` refuses the training on the paths it matches, and `Allow`
/// permits it (draft-kelley-aipref-training-preference-signal-00, "Machine-Readable Training
/// Preference Signal", of October 2026). No crawler has this name.
///
/// The row of this token is [`USAGE_AI_TRAINING`]. Its spelling is from a report on the draft; the
/// examples in the draft itself were not read.
pub const TRAINING_PREFERENCE: &str = "__usage_ai-training";

/// What the operator says about obeying robots.txt.
///
/// This repeats the operator's documentation, and was not measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Obedience {
    /// The operator says that the crawler obeys the groups that apply to it; [`Agent::obeys_star`]
    /// says whether these include `*`.
    Always,
    /// The operator reserves the right to ignore robots.txt, usually because a person asked for the
    /// page.
    MayIgnore,
    /// The operator says nothing about obeying robots.txt, or no statement was found.
    Unknown,
}

impl Obedience {
    /// A sentence about a crawler of this name for display, without a period: `None` unless the
    /// crawler may ignore robots.txt.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// let note = agents::CHATGPT_USER.obeys().note("ChatGPT-User").unwrap();
    /// assert_eq!(note, "ChatGPT-User may ignore robots.txt, its operator says");
    /// assert_eq!(agents::GPTBOT.obeys().note("GPTBot"), None);
    /// ```
    #[must_use]
    pub fn note(self, name: &str) -> Option<alloc::string::String> {
        (self == Self::MayIgnore).then(|| alloc::format!("{name} may ignore robots.txt, its operator says"))
    }
}

identifiers! {
    Obedience {
        Always = "always",
        MayIgnore = "may-ignore",
        Unknown = "unknown",
    }
}

/// The dialects in which files are read today, with their names: [`Dialect::RFC_9309`],
/// [`Dialect::LENIENT`], and those that the operators of crawlers in [`ALL`] document, except
/// [former](Agent::is_former) crawlers. In the order of [`Dialect::PRESETS`].
///
/// If this crate says that a change, such as a correction of `lint`, changes no verdict, this holds
/// in all of these dialects.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let names: Vec<&str> = agents::living_dialects().map(|(name, _)| name).collect();
/// assert_eq!(names, ["rfc9309", "google", "seznam", "yandex", "baidu", "diffbot", "lenient"]);
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
    use alloc::vec::Vec;

    use super::*;
    use crate::fetch::{Cause, Outcome, Reply};

    #[test]
    fn table_is_sound() {
        assert_eq!(SNAPSHOT_DATE.len(), 10);
        for (index, agent) in ALL.iter().enumerate() {
            let token = agent.name();
            assert!(
                token.bytes().all(crate::syntax::crawler_name::is_token_byte),
                "{token}"
            );
            assert!(!agent.operator().is_empty());
            assert_eq!(by_token(token), Some(agent), "{token} is listed twice");
            let found = UserAgent::parse(token).agent();
            assert_eq!(found, agent.crawls().then_some(agent), "{token}");
            for fallback in &agent.tokens()[1..] {
                let known = by_token(fallback).or_else(|| family_of(fallback));
                assert!(
                    known.is_some_and(|found| found != agent) || retired(fallback).is_some(),
                    "{token} falls back to {fallback}"
                );
            }
            assert_eq!(ALL.iter().position(|other| other == agent), Some(index));
        }
    }

    #[test]
    fn operators_that_document_something_else_than_the_standard() {
        for (agent, contradictions, noarchive, reads_delay_of_star) in [
            (
                GOOGLEBOT,
                Contradictions::MostRestrictive,
                NoArchive::Copies,
                false,
            ),
            (
                YANDEXBOT,
                Contradictions::MostPermissive,
                NoArchive::Copies,
                false,
            ),
            (
                AMAZONBOT,
                Contradictions::MostRestrictive,
                NoArchive::Training,
                false,
            ),
            (
                BINGBOT,
                Contradictions::MostRestrictive,
                NoArchive::TrainingAndAnswers,
                true,
            ),
            (GPTBOT, Contradictions::MostRestrictive, NoArchive::Copies, false),
        ] {
            assert_eq!(agent.contradictions(), contradictions, "{}", agent.name());
            assert_eq!(agent.noarchive(), noarchive, "{}", agent.name());
            assert_eq!(
                agent.reads_delay_of_star(),
                reads_delay_of_star,
                "{}",
                agent.name()
            );
        }
    }

    #[test]
    fn names_of_meta_tags_are_those_of_the_same_operator() {
        let names = |agent: &Agent| agent.page_names().map(PageName::as_str).collect::<Vec<_>>();
        assert_eq!(names(&YANDEXBOT), ["YandexBot", "Yandex"]);
        assert_eq!(names(&GOOGLEBOT_NEWS), ["Googlebot-News", "Googlebot", "google"]);
        assert_eq!(names(family_of("YandexVideo").unwrap()), ["Yandex"]);
        assert_eq!(names(&APPLEBOT), ["Applebot"]);
        assert_eq!(names(&KAGIBOT), ["Kagibot"]);
        assert_eq!(names(&COCCOCBOT_WEB), ["coccocbot-web", "coccocbot"]);
        let limits = |agent: &Agent| agent.page_names().filter_map(PageName::only).count();
        assert_eq!((limits(&GOOGLEBOT), limits(&YANDEXBOT)), (1, 0));
    }

    #[test]
    fn what_single_operators_document_about_keys_rules_and_media() {
        use crate::syntax::DirectiveKind::CrawlDelay;
        let operators = |is_so: &dyn Fn(&Agent) -> bool| {
            let mut found: Vec<&str> = Vec::new();
            for agent in ALL.iter().filter(|agent| is_so(agent)) {
                if !found.contains(&agent.operator()) {
                    found.push(agent.operator());
                }
            }
            found
        };
        assert_eq!(
            operators(&|agent| agent.ignores_key(CrawlDelay)),
            ["Google", "Amazon", "Yandex", "Mojeek"]
        );
        assert!(
            ALL.iter()
                .all(|agent| !(agent.ignores_key(CrawlDelay) && agent.reads_key(CrawlDelay)))
        );
        assert_eq!(operators(&|agent| agent.rule_limits().is_some()), ["Yandex"]);
        let of = |medium| {
            let agents = ALL.iter().filter(|agent| agent.only_fetches() == Some(medium));
            agents.map(Agent::name).collect::<Vec<_>>()
        };
        assert_eq!(
            of(Medium::Image),
            ["Googlebot-Image", "GoogleOther-Image", "YandexImages"]
        );
        assert_eq!(of(Medium::Video), ["Googlebot-Video", "GoogleOther-Video"]);
    }

    /// A dialect that only a former crawler reads, such as Yahoo's, is not included.
    #[test]
    fn dialects_that_are_read_today() {
        let names: Vec<&str> = living_dialects().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            [
                "rfc9309", "google", "seznam", "yandex", "baidu", "diffbot", "lenient"
            ]
        );
    }

    #[test]
    fn what_cannot_be_fetched_means_to_each_operator() {
        let policy = |agent: &Agent| agent.fetch_policy();
        assert!(policy(&GOOGLEBOT).is_429_unreachable && !policy(&BINGBOT).is_429_unreachable);
        assert!(policy(&YANDEXBOT).oversized_allows && !policy(&GOOGLEBOT).oversized_allows);
        assert_eq!(policy(&GPTBOT), Dialect::RFC_9309.fetch_policy);
        assert_eq!(policy(&AMAZONBOT).disallow_seconds, 0);
        // A site that answers at all is open without a file, and one that does not is left alone.
        let coc_coc = policy(&COCCOCBOT_WEB);
        assert_eq!(
            coc_coc.outcome(Reply::Status(503)),
            Outcome::AllowAll(Cause::Unreachable)
        );
        assert_eq!(
            coc_coc.outcome(Reply::Unreachable),
            Outcome::TryLater(Cause::Unreachable)
        );
        for agent in ALL {
            assert_eq!(agent.dialect_with_policy().fetch_policy, agent.fetch_policy());
            assert!(
                Dialect::PRESETS
                    .iter()
                    .any(|(_, preset)| *preset == agent.dialect())
            );
        }
    }
}
