//! What each row of the table rests on.

/// How the page of an operator was read for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reading {
    /// The page itself, or a stored copy of it.
    Page,
    /// Quotations of the page by others.
    Quotation,
    /// Not read: the row rests on accounts of the page, or on reports.
    None,
}

crate::identifiers! {
    Reading {
        Page = "page",
        Quotation = "quotation",
        None = "none",
    }
}

/// What a row of the table rests on: a page of the operator, a sentence of it, and the day on which
/// that was read.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::{self, Reading};
///
/// let source = agents::PERPLEXITY_USER.source();
/// assert_eq!(source.reading(), Reading::Quotation);
/// assert!(source.sentence().unwrap().contains("generally ignores robots.txt rules"));
/// assert!(agents::MOJEEKBOT.source().sentence().is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    token: &'static str,
    reading: Reading,
    page: &'static str,
    /// Empty if no sentence was read.
    sentence: &'static str,
    /// Empty if no sentence was read.
    date: &'static str,
}

impl Source {
    /// How the page was read.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// The address of the page without a scheme, or what there is instead of a page.
    #[must_use]
    pub const fn page(&self) -> &'static str {
        self.page
    }

    /// A sentence of the page, or a part of a sentence; `None` if no sentence was read.
    #[must_use]
    pub const fn sentence(&self) -> Option<&'static str> {
        if self.sentence.is_empty() {
            return None;
        }
        Some(self.sentence)
    }

    /// The day on which the sentence was read, or quoted, as `YYYY-MM-DD`.
    #[must_use]
    pub const fn date(&self) -> Option<&'static str> {
        if self.date.is_empty() {
            return None;
        }
        Some(self.date)
    }

    const fn new(
        token: &'static str,
        reading: Reading,
        page: &'static str,
        sentence: &'static str,
        date: &'static str,
    ) -> Self {
        Self {
            token,
            reading,
            page,
            sentence,
            date,
        }
    }
}

/// The source of a row. A member of a family has the source of its operator's first crawler.
pub(super) fn source_of(token: &str, operator: &str) -> &'static Source {
    let own = SOURCES.iter().find(|source| source.token == token);
    own.unwrap_or_else(|| {
        let row = super::ALL.iter().position(|agent| agent.operator() == operator);
        &SOURCES[row.unwrap_or_default()]
    })
}

/// In the order of the table.
#[rustfmt::skip]
static SOURCES: &[Source] = &[
    Source::new("Googlebot", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "They always obey robots.txt rules when crawling automatically.", "2026-11-29"),
    Source::new("Googlebot-Image", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("Googlebot-Video", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("Googlebot-News", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("Storebot-Google", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "They always obey robots.txt rules when crawling automatically.", "2026-11-29"),
    Source::new("Google-InspectionTool", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("GoogleOther", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "They always obey robots.txt rules when crawling automatically.", "2026-11-29"),
    Source::new("GoogleOther-Image", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("GoogleOther-Video", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("Google-CloudVertexBot", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "Some crawlers have more than one user agent token; you need to match only one crawler token for a rule to apply.", "2026-11-29"),
    Source::new("Google-Extended", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers", "for grounding (providing content from the Google Search index to the model at prompt time to improve factuality and relevancy) in Gemini Apps and Grounding with Google Search on Vertex AI", "2026-11-29"),
    Source::new("AdsBot-Google", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "AdsBot ignores the global robots.txt user agent (*) with the ad publisher's permission.", "2026-11-29"),
    Source::new("AdsBot-Google-Mobile", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "AdsBot ignores the global robots.txt user agent (*) with the ad publisher's permission.", "2026-11-29"),
    Source::new("Mediapartners-Google", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "The global user agent (*) is ignored.", "2026-11-29"),
    Source::new("APIs-Google", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "The global user agent (*) is ignored.", "2026-11-29"),
    Source::new("Google-Safety", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers", "ignores robots.txt rules", "2026-11-29"),
    Source::new("Google-Agent", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("Google-GeminiNotebook", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("FeedFetcher-Google", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("Google-CWS", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("Google-Read-Aloud", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("GoogleProducer", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("Google-Site-Verification", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("Google-Pinpoint", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("GoogleMessages", Reading::Page, "developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers", "Because the fetch was requested by a user, these fetchers generally ignore robots.txt rules.", "2026-11-29"),
    Source::new("bingbot", Reading::Page, "www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0", "Bingbot is our standard crawler and handles most of our crawling needs each day.", "2026-11-29"),
    Source::new("adidxbot", Reading::Page, "www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0", "AdIdxBot is the crawler used by Bing Ads.", "2026-11-29"),
    Source::new("BingPreview", Reading::Page, "www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0", "BingPreview is used to generate page snapshots.", "2026-11-29"),
    Source::new("MicrosoftPreview", Reading::None, "aka.ms/MicrosoftPreview", "", ""),
    Source::new("Applebot", Reading::Quotation, "support.apple.com/119829", "If robots instructions don't mention Applebot but do mention Googlebot, the Apple robot will follow Googlebot instructions.", "2026-11-29"),
    Source::new("Applebot-Extended", Reading::Quotation, "support.apple.com/119829", "Applebot-Extended does not crawl webpages.", "2026-08-28"),
    Source::new("iTMS", Reading::None, "support.apple.com/119829", "", ""),
    Source::new("GPTBot", Reading::Quotation, "developers.openai.com/api/docs/bots", "Disallowing GPTBot indicates a site's content should not be used in training generative AI foundation models.", "2026-09-22"),
    Source::new("OAI-SearchBot", Reading::Quotation, "developers.openai.com/api/docs/bots", "Sites that are opted out of OAI-SearchBot will not be shown in ChatGPT search answers, though can still appear as navigational links.", "2026-09-22"),
    Source::new("ChatGPT-User", Reading::Quotation, "developers.openai.com/api/docs/bots", "Because these actions are initiated by a user, robots.txt rules may not apply.", "2026-09-22"),
    Source::new("OAI-AdsBot", Reading::Quotation, "developers.openai.com/api/docs/bots", "only visits pages submitted as ads", "2026-08-28"),
    Source::new("ClaudeBot", Reading::Quotation, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-09-22"),
    Source::new("Claude-User", Reading::Quotation, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-09-22"),
    Source::new("Claude-SearchBot", Reading::Quotation, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-09-22"),
    Source::new("PerplexityBot", Reading::Quotation, "docs.perplexity.ai/docs/resources/perplexity-crawlers", "we recommend allowing PerplexityBot in your site's robots.txt file", "2026-09-22"),
    Source::new("Perplexity-User", Reading::Quotation, "docs.perplexity.ai/docs/resources/perplexity-crawlers", "Since a user requested the fetch, this fetcher generally ignores robots.txt rules.", "2026-09-22"),
    Source::new("MistralAI-Training", Reading::None, "docs.mistral.ai/en/robots", "", ""),
    Source::new("MistralAI-Index", Reading::None, "docs.mistral.ai/en/robots", "", ""),
    Source::new("MistralAI-User", Reading::Page, "docs.mistral.ai/en/robots", "MistralAI-User governs which sites these user requests can be made to.", "2026-11-29"),
    Source::new("KimiBot", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("Kimi-SearchBot", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("Kimi-User", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("YouBot", Reading::None, "docs.you.com/youbot", "", ""),
    Source::new("Diffbot", Reading::Page, "docs.diffbot.com/docs/does-crawl-respect-robotstxt", "including the disallow and crawl-delay directives", "2026-11-29"),
    Source::new("Diffbot-User", Reading::None, "docs.diffbot.com/docs/does-crawl-respect-robotstxt", "", ""),
    Source::new("Amazonbot", Reading::Page, "developer.amazon.com/amazonbot", "Amazonbot respects the robots.txt protocol, honors the user-agent and the allow/disallow directives", "2026-11-29"),
    Source::new("Amzn-SearchBot", Reading::Quotation, "developer.amazon.com/amazonbot", "directives given to other search bots", "2026-11-29"),
    Source::new("Amzn-User", Reading::Quotation, "developer.amazon.com/amazonbot", "may not follow all robots.txt directives", "2026-11-29"),
    Source::new("meta-externalagent", Reading::Quotation, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "crawls the web for use cases such as training foundation AI models or improving products by indexing content directly", "2026-08-28"),
    Source::new("meta-externalfetcher", Reading::Quotation, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "may bypass robots.txt rules", "2026-08-28"),
    Source::new("meta-webindexer", Reading::None, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "", ""),
    Source::new("facebookexternalhit", Reading::Quotation, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "might bypass robots.txt when performing security or integrity checks", "2026-08-28"),
    Source::new("facebookcatalog", Reading::Quotation, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "might bypass robots.txt when performing security or integrity checks", "2026-08-28"),
    Source::new("meta-externalads", Reading::None, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "", ""),
    Source::new("YandexBot", Reading::None, "yandex.com/support/webmaster/en/robot-workings/user-agent", "", ""),
    Source::new("YandexImages", Reading::None, "yandex.com/support/webmaster/en/robot-workings/user-agent", "", ""),
    Source::new("YaDirectFetcher", Reading::None, "yandex.com/support/webmaster/robot-workings/check-yandex-robots.html", "", ""),
    Source::new("YandexAdditional", Reading::None, "yandex.com/support/webmaster/en/alice", "", ""),
    Source::new("YandexAdditionalBot", Reading::None, "yandex.com/support/webmaster/en/alice", "", ""),
    Source::new("DuckDuckBot", Reading::None, "duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "", ""),
    Source::new("DuckAssistBot", Reading::Quotation, "duckduckgo.com/duckduckgo-help-pages/results/duckassistbot", "will take effect after 72 hours and DuckAssistBot will stop crawling your site", "2026-11-29"),
    Source::new("DuckDuckBot-Https", Reading::None, "Several accounts of the headers", "", ""),
    Source::new("DuckDuckGo-Favicons-Bot", Reading::None, "Several accounts of the headers", "", ""),
    Source::new("SeznamBot", Reading::None, "o-seznam.cz/napoveda/vyhledavani/en/crawling-control", "", ""),
    Source::new("Baiduspider", Reading::None, "www.baidu.com/search/robots_english.html", "", ""),
    Source::new("PetalBot", Reading::None, "aspiegel.com/petalbot", "", ""),
    Source::new("Slurp", Reading::None, "help.yahoo.com", "", ""),
    Source::new("MojeekBot", Reading::None, "www.mojeek.com/bot.html", "", ""),
    Source::new("Qwantbot", Reading::Page, "help.qwant.com/bot", "The crawler respects the robots rules standard described at https://www.robotstxt.org/orig.html", "2026-11-29"),
    Source::new("Kagibot", Reading::None, "kagi.com/bot", "", ""),
    Source::new("Bravebot", Reading::Quotation, "search.brave.com/help/brave-search-crawler", "if a domain or page is not crawlable by Googlebot, then Brave Search's bot will not crawl it either", "2026-09-23"),
    Source::new("TavilyBot", Reading::Page, "docs.tavily.com/documentation/search-crawler", "if a domain or page is not crawlable by Googlebot, then Tavily Search's bot will not crawl it either", "2026-11-29"),
    Source::new("Yeti", Reading::None, "searchadvisor.naver.com", "", ""),
    Source::new("Daum", Reading::None, "cs.daum.net/faq/15/4118.html", "", ""),
    Source::new("Mail.RU_Bot", Reading::None, "help.mail.ru/webmaster/indexing/robots", "", ""),
    Source::new("Sogou", Reading::None, "Sogou's help pages for webmasters", "", ""),
    Source::new("360Spider", Reading::None, "The help pages of 360 Search for webmasters", "", ""),
    Source::new("coccocbot-web", Reading::None, "help.coccoc.com/en/search-engine/robots-txt", "", ""),
    Source::new("CCBot", Reading::None, "commoncrawl.org/faq", "", ""),
    Source::new("archive.org_bot", Reading::None, "archive.org/details/archive.org_bot", "", ""),
    Source::new("ia_archiver", Reading::None, "The Internet Archive's former guide to exclusion from the Wayback Machine", "", ""),
    Source::new("Bytespider", Reading::None, "github.com/ai-robots-txt/ai.robots.txt, table of bot metrics", "", ""),
    Source::new("TikTokSpider", Reading::None, "Several accounts of the header", "", ""),
    Source::new("ExaSearchBot", Reading::None, "exa.ai", "", ""),
    Source::new("AI2Bot", Reading::None, "allenai.org/crawler", "", ""),
    Source::new("omgili", Reading::None, "webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website", "", ""),
    Source::new("FirecrawlAgent", Reading::None, "The operator's published source code", "", ""),
    Source::new("ImagesiftBot", Reading::None, "imagesift.com/about", "", ""),
    Source::new("AhrefsBot", Reading::None, "ahrefs.com/robot", "", ""),
    Source::new("AhrefsSiteAudit", Reading::None, "ahrefs.com/robot", "", ""),
    Source::new("SemrushBot", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("SiteAuditBot", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("SemrushBot-BA", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("SemrushBot-SI", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("SemrushBot-SWA", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("SemrushBot-OCOB", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("MJ12bot", Reading::None, "mj12bot.com", "", ""),
    Source::new("DotBot", Reading::None, "moz.com/help/moz-procedures/crawlers/dotbot", "", ""),
    Source::new("rogerbot", Reading::None, "moz.com/help/moz-procedures/crawlers/rogerbot", "", ""),
    Source::new("DataForSeoBot", Reading::None, "dataforseo.com/dataforseo-bot", "", ""),
    Source::new("BLEXBot", Reading::None, "help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler", "", ""),
    Source::new("Barkrowler", Reading::Page, "babbar.tech/crawler", "We respect robots.txt file (using crawler-commons tool set) and disallow directives.", "2026-11-29"),
    Source::new("Slackbot-LinkExpanding", Reading::None, "api.slack.com/robots", "", ""),
    Source::new("Slackbot", Reading::None, "api.slack.com/robots", "", ""),
    Source::new("Twitterbot", Reading::None, "developer.x.com", "", ""),
    Source::new("Pinterestbot", Reading::None, "developers.pinterest.com/docs/reference/control-pinterestbot-access-to-your-site", "", ""),
    Source::new("Discordbot", Reading::None, "Discord's documentation of its fetcher", "", ""),
    Source::new("LinkedInBot", Reading::None, "Several accounts of the header", "", ""),
    Source::new("TelegramBot", Reading::None, "Several accounts of the header", "", ""),
    Source::new("WhatsApp", Reading::None, "Several accounts of the header", "", ""),
    Source::new("__usage_ai-training", Reading::None, "draft-kelley-aipref-training-preference-signal-00", "", ""),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{ALL, FAMILIES};

    #[test]
    fn each_row_has_a_source_and_each_sentence_a_date() {
        assert_eq!(SOURCES.len(), ALL.len());
        for (source, agent) in SOURCES.iter().zip(ALL) {
            assert_eq!(source.token, agent.name());
            assert_eq!(agent.source(), source);
            let is_read = source.reading != Reading::None;
            assert_eq!(
                (source.sentence().is_some(), source.date().is_some()),
                (is_read, is_read),
                "{}",
                source.token
            );
            assert!(
                source
                    .date()
                    .is_none_or(|date| date.len() == 10 && date <= super::super::SNAPSHOT_DATE)
            );
            assert!(!source.page.is_empty() && !source.page.starts_with("http"));
        }
        for family in FAMILIES {
            let source = family.agent().source();
            assert!(
                ALL.iter()
                    .any(|agent| agent.source() == source && agent.operator() == family.agent().operator())
            );
        }
    }
}
