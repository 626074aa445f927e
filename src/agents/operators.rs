//! The documentation of operators about all of their crawlers. No other file makes decisions by the
//! name of an operator.

use super::{Contradictions, NoArchive, PageName, RuleLimits, by_token, family_of};
use crate::dialect::Dialect;
use crate::dialect::fetch_policy::{FetchPolicy, WhenUnreachable};
use crate::syntax::directive::DirectiveKind;

/// The documentation of one operator about all of its crawlers.
pub(super) struct Practice {
    pub(super) dialect: Dialect,
    /// `None` for the policy of the dialect.
    pub(super) fetch_policy: Option<FetchPolicy>,
    /// Names of meta tags for all of the operator's crawlers, besides their tokens.
    pub(super) page_names: &'static [PageName],
    pub(super) contradictions: Contradictions,
    pub(super) noarchive: NoArchive,
    /// Whether `noindex` also keeps a page out of answers of the operator's AI.
    pub(super) noindex_refuses_answers: bool,
    /// The same for `nosnippet`, which is assumed if the operator does not list its page rules.
    pub(super) nosnippet_refuses_answers: bool,
    pub(super) reads_delay_of_star: bool,
    /// Keys that few crawlers read, and that the operator's crawlers do read.
    pub(super) keys: &'static [DirectiveKind],
    /// Keys that other crawlers read, and that the operator's crawlers ignore.
    pub(super) ignored_keys: &'static [DirectiveKind],
    pub(super) rule_limits: Option<RuleLimits>,
}

impl Practice {
    /// The default for operators without other documentation: RFC 9309.
    const fn standard() -> Self {
        Self {
            dialect: Dialect::RFC_9309,
            fetch_policy: None,
            page_names: &[],
            contradictions: Contradictions::MostRestrictive,
            noarchive: NoArchive::Copies,
            noindex_refuses_answers: false,
            nosnippet_refuses_answers: true,
            reads_delay_of_star: false,
            keys: &[],
            ignored_keys: &[],
            rule_limits: None,
        }
    }

    const fn reading_delays() -> Self {
        Self {
            keys: &[DirectiveKind::CrawlDelay],
            ..Self::standard()
        }
    }

    const fn reading(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::standard()
        }
    }
}

static STANDARD: Practice = Practice::standard();

// [R], [S] and [N] as in the table of agents.
/// The operators whose documentation differs from the standard.
static PRACTICES: &[(&str, Practice)] = &[
    (
        "Google",
        Practice {
            // [R] developers.google.com/search/docs/crawling-indexing/special-tags: these rules, and
            // no others, are written in a tag named `google`.
            page_names: &[PageName::limited(
                "google",
                &["notranslate", "nopagereadaloud", "nositelinkssearchbox"],
            )],
            // [S] developers.google.com/search/docs/crawling-indexing/robots/robots_txt: other fields,
            // such as crawl-delay, are not supported.
            ignored_keys: &[DirectiveKind::CrawlDelay],
            // [S] Quotations of its guide to AI features: these features are controlled by
            // nosnippet, data-nosnippet, max-snippet and noindex.
            noindex_refuses_answers: true,
            ..Practice::reading(Dialect::GOOGLE)
        },
    ),
    (
        "Yandex",
        Practice {
            // [S] yandex.com/support/webmaster/en/controlling-robot/meta-robots: a tag may be named
            // `yandex`, which is the token that all of its crawlers fall back to, and if rules
            // contradict each other, the permitting rule counts.
            contradictions: Contradictions::MostPermissive,
            keys: &[DirectiveKind::CleanParam],
            // [S] Since February 2018.
            ignored_keys: &[DirectiveKind::CrawlDelay],
            // [S] Yandex Webmaster help, robots.txt parsing errors.
            rule_limits: Some(RuleLimits::new(2_048, 1_024)),
            ..Practice::reading(Dialect::YANDEX)
        },
    ),
    ("Baidu", Practice::reading(Dialect::BAIDU)),
    (
        "Seznam",
        Practice {
            keys: &[DirectiveKind::RequestRate, DirectiveKind::RobotVersion],
            ..Practice::reading(Dialect::SEZNAM)
        },
    ),
    (
        "Yahoo",
        Practice {
            keys: &[DirectiveKind::CrawlDelay],
            ..Practice::reading(Dialect::SLURP)
        },
    ),
    // The table of agents cites the sources, next to the crawlers of these operators.
    ("Anthropic", Practice::reading_delays()),
    ("Common Crawl", Practice::reading_delays()),
    ("Ahrefs", Practice::reading_delays()),
    ("Semrush", Practice::reading_delays()),
    ("Majestic", Practice::reading_delays()),
    ("Moz", Practice::reading_delays()),
    ("SE Ranking", Practice::reading_delays()),
    ("Babbar", Practice::reading_delays()),
    ("ImageSift", Practice::reading_delays()),
    (
        "Diffbot",
        Practice {
            // [R] docs.diffbot.com: its crawl "does not adhere to the Allow directive".
            dialect: Dialect::DIFFBOT,
            ..Practice::reading_delays()
        },
    ),
    (
        "Mojeek",
        Practice {
            // [R] mojeek.com/bot.html: "does not support the nonstandard robots.txt crawl-delay directive at
            // this time".
            ignored_keys: &[DirectiveKind::CrawlDelay],
            ..Practice::standard()
        },
    ),
    (
        "Cốc Cốc",
        Practice {
            // [R] help.coccoc.com/en/search-engine/robots-txt: after "any response other than 200 OK" it has
            // "unrestricted access", and a site without any response is "excluded from crawling for a period
            // of time".
            fetch_policy: Some(FetchPolicy {
                when_unreachable: WhenUnreachable::AllowAll,
                when_no_answer: Some(WhenUnreachable::TryLater),
                ..FetchPolicy::new()
            }),
            // [R] help.coccoc.com/vi: Crawl-delay, of ten seconds at most.
            ..Practice::reading_delays()
        },
    ),
    // The card crawler reads robots.txt as specified by Google.
    ("X", Practice::reading(Dialect::GOOGLE)),
    // These operators crawl what Googlebot may crawl, so their crawlers read a file like Googlebot.
    ("Brave", Practice::reading(Dialect::GOOGLE)),
    ("Tavily", Practice::reading(Dialect::GOOGLE)),
    (
        "Microsoft",
        Practice {
            // [S] blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat
            noarchive: NoArchive::TrainingAndAnswers,
            // [S] Quotations of its guidelines: noindex where a page shall not appear in search, Copilot or
            // grounding results.
            noindex_refuses_answers: true,
            // [S] Frédéric Dubut of Bing, 2019: with a section for bingbot, all default directives are
            // ignored "except Crawl-Delay".
            reads_delay_of_star: true,
            ..Practice::reading_delays()
        },
    ),
    (
        "Amazon",
        Practice {
            // [R] developer.amazon.com/amazonbot: a copy from the last 30 days is used, and if there
            // is none, the site is crawled as if it had no robots.txt.
            fetch_policy: Some(FetchPolicy {
                disallow_seconds: 0,
                use_copy_seconds: Some(30 * 24 * 60 * 60),
                ..FetchPolicy::new()
            }),
            // [R] The same page: "do not use the page for model training".
            noarchive: NoArchive::Training,
            // [S] A copy of the page, of September 2026: it lists nofollow, noarchive, noindex and none.
            nosnippet_refuses_answers: false,
            // [S] The same page: crawl-delay is not supported.
            ignored_keys: &[DirectiveKind::CrawlDelay],
            ..Practice::standard()
        },
    ),
];

/// The documentation of the operator with this name.
pub(super) fn practice(operator: &str) -> &'static Practice {
    let known = PRACTICES.iter().find(|(name, _)| *name == operator);
    known.map_or(&STANDARD, |(_, practice)| practice)
}

/// Whether an operator runs the crawlers with this token.
pub(super) fn runs(operator: &str, token: &str) -> bool {
    let agent = by_token(token).or_else(|| family_of(token));
    agent.is_some_and(|agent| agent.operator() == operator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::ALL;

    #[test]
    fn each_operator_is_listed_once_and_runs_a_crawler() {
        for (index, (name, _)) in PRACTICES.iter().enumerate() {
            assert!(ALL.iter().any(|agent| agent.operator() == *name), "{name}");
            assert_eq!(PRACTICES.iter().position(|(other, _)| other == name), Some(index));
        }
    }
}
