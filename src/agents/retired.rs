//! Tokens that crawlers no longer use.

/// A token that sites still name, although its operator replaced or dropped it, or documents no
/// crawler with this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retired {
    name: &'static str,
    operator: &'static str,
    successors: &'static [&'static str],
}

impl Retired {
    /// The retired token, as its operator spelled it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Who ran the crawler.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        self.operator
    }

    /// The tokens of crawlers that now do the same work, the closest first; empty if there are
    /// none.
    #[must_use]
    pub const fn successors(&self) -> &'static [&'static str] {
        self.successors
    }

    const fn new(name: &'static str, operator: &'static str, successors: &'static [&'static str]) -> Self {
        Self {
            name,
            operator,
            successors,
        }
    }
}

// [R], [S] and [N] as in the table of agents.
/// The retired tokens that sites still name.
pub const RETIRED: &[Retired] = &[
    // [S] Reports on Anthropic's page of February 2026, which lists neither.
    Retired::new("anthropic-ai", "Anthropic", &["ClaudeBot"]),
    Retired::new("Claude-Web", "Anthropic", &["ClaudeBot", "Claude-User"]),
    // [S] docs.cohere.com/docs/cohere-web-crawlers, which lists no crawler.
    Retired::new("cohere-ai", "Cohere", &[]),
    Retired::new("cohere-training-data-crawler", "Cohere", &[]),
    // [R] Google's list of user-triggered fetchers, of October 2025 and of October 2026.
    Retired::new("Google-NotebookLM", "Google", &["Google-GeminiNotebook"]),
    // [R] Bing's announcement of bingbot, 2010, which still obeys the groups of this name.
    Retired::new("msnbot", "Microsoft", &["bingbot"]),
    // [R] help.qwant.com/bot, in an older and in the present edition.
    Retired::new("Qwantify", "Qwant", &["Qwantbot"]),
    // [R] www.mojeek.co.uk/bot.html, an older edition.
    Retired::new("citenikbot", "Mojeek", &["MojeekBot"]),
    // [S] github.com/ai-robots-txt/ai.robots.txt
    Retired::new("omgilibot", "Webz.io", &["omgili"]),
    // [R] Google's guide to its former crawler for feature phones, which says since 2016 that
    // Googlebot for phones answers to Googlebot.
    Retired::new("Googlebot-Mobile", "Google", &["Googlebot"]),
    // [R] Google's list of special-case crawlers, in older editions and without them today.
    Retired::new("AdsBot-Google-Mobile-Apps", "Google", &["AdsBot-Google-Mobile"]),
    Retired::new("DuplexWeb-Google", "Google", &[]),
    Retired::new("googleweblight", "Google", &[]),
    // [S] Google's list of user-triggered fetchers.
    Retired::new("GoogleAgent-Mariner", "Google", &["Google-Agent"]),
    // [S] Bing's lists of its crawlers, older and present.
    Retired::new("msnbot-media", "Microsoft", &["bingbot"]),
    // [S] Meta's guide to its crawlers, older and present.
    Retired::new("Facebot", "Meta", &["facebookexternalhit"]),
    Retired::new("FacebookBot", "Meta", &["meta-externalagent"]),
    // [S] Accounts of searchadvisor.naver.com, whose crawler is Yeti.
    Retired::new("NaverBot", "Naver", &["Yeti"]),
    // [R] cs.daum.net/faq/15/4118.html: earlier versions had this name.
    Retired::new("Daumoa", "Kakao", &["Daum"]),
    // [S] Lists of user agents of about 2015, with coccoc/1.0; help.coccoc.com has coccocbot- and a kind.
    Retired::new("coccoc", "Cốc Cốc", &["coccocbot-web"]),
    // [S] Accounts of www.semrush.com/bot, older and present.
    Retired::new("SemrushBot-SA", "Semrush", &["SiteAuditBot"]),
];

/// The retired token of this name, in any case.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let old = agents::retired("msnbot").unwrap();
/// assert_eq!((old.operator(), old.successors()), ("Microsoft", &["bingbot"][..]));
/// assert_eq!(agents::retired("bingbot"), None);
/// ```
#[must_use]
pub fn retired(token: &str) -> Option<&'static Retired> {
    RETIRED
        .iter()
        .find(|retired| retired.name.eq_ignore_ascii_case(token))
}

#[cfg(test)]
mod tests {
    use super::super::by_token;
    use super::*;

    #[test]
    fn successors_are_known_and_the_retired_are_not() {
        for old in RETIRED {
            assert!(by_token(old.name()).is_none(), "{}", old.name());
            assert_eq!(retired(old.name()), Some(old), "{} is listed twice", old.name());
            assert_eq!(retired(&old.name().to_ascii_uppercase()), Some(old));
            for successor in old.successors() {
                let agent = by_token(successor).unwrap_or_else(|| panic!("{successor} is not known"));
                assert_eq!(agent.operator(), old.operator());
            }
        }
    }
}
