//! The source of each row of the table.

/// How the page of an operator was read for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reading {
    /// The page itself, or a stored copy of it.
    Page,
    /// Quotations of the page by others.
    Quotation,
    /// Not read: the row is based on accounts of the page, or on reports.
    None,
}

crate::identifiers! {
    Reading {
        Page = "page",
        Quotation = "quotation",
        None = "none",
    }
}

/// The source of a row of the table: a page of the operator, a sentence from the page, and the day
/// on which it was read.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::{self, Reading};
///
/// let source = agents::PERPLEXITY_USER.source();
/// assert_eq!(source.reading(), Reading::Page);
/// assert!(source.sentence().unwrap().contains("generally ignores robots.txt rules"));
/// assert!(agents::BYTESPIDER.source().sentence().is_none());
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

    /// The address of the page without a scheme, or a description of another source.
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

/// The source of a row. The source of a member of a family is that of its operator's first crawler.
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
    Source::new("iTMS", Reading::Quotation, "support.apple.com/119829", "The iTMS user agent does not follow robots.txt, as it is not a general search crawler.", "2026-11-29"),
    Source::new("GPTBot", Reading::Page, "developers.openai.com/api/docs/bots", "Disallowing GPTBot indicates a site's content should not be used in training generative AI foundation models.", "2026-11-29"),
    Source::new("OAI-SearchBot", Reading::Page, "developers.openai.com/api/docs/bots", "Sites that are opted out of OAI-SearchBot will not be shown in ChatGPT search answers, though can still appear as navigational links.", "2026-11-29"),
    Source::new("ChatGPT-User", Reading::Page, "developers.openai.com/api/docs/bots", "Because these actions are initiated by a user, robots.txt rules may not apply.", "2026-11-29"),
    Source::new("OAI-AdsBot", Reading::Quotation, "developers.openai.com/api/docs/bots", "only visits pages submitted as ads", "2026-08-28"),
    Source::new("ClaudeBot", Reading::Page, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-11-29"),
    Source::new("Claude-User", Reading::Page, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-11-29"),
    Source::new("Claude-SearchBot", Reading::Page, "support.claude.com/en/articles/8896518", "Anthropic's Bots respect \"do not crawl\" signals by honoring industry standard directives in robots.txt.", "2026-11-29"),
    Source::new("PerplexityBot", Reading::Page, "docs.perplexity.ai/docs/resources/perplexity-crawlers", "we recommend allowing PerplexityBot in your site's robots.txt file", "2026-11-29"),
    Source::new("Perplexity-User", Reading::Page, "docs.perplexity.ai/docs/resources/perplexity-crawlers", "Since a user requested the fetch, this fetcher generally ignores robots.txt rules.", "2026-11-29"),
    Source::new("MistralAI-Training", Reading::Page, "docs.mistral.ai/en/robots", "MistralAI-Training crawls web content to help build datasets for training Mistral generative AI models.", "2026-11-29"),
    Source::new("MistralAI-Index", Reading::Page, "docs.mistral.ai/en/robots", "MistralAI-Index is for automated crawling of the web for indexing purposes only.", "2026-11-29"),
    Source::new("MistralAI-User", Reading::Page, "docs.mistral.ai/en/robots", "MistralAI-User governs which sites these user requests can be made to.", "2026-11-29"),
    Source::new("KimiBot", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("Kimi-SearchBot", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("Kimi-User", Reading::None, "www.kimi.com/policies/kimi-crawlers", "", ""),
    Source::new("YouBot", Reading::Page, "docs.you.com/youbot", "It respects robots.txt directives and crawl rate preferences to ensure minimal impact on web servers", "2026-11-29"),
    Source::new("Diffbot", Reading::Page, "docs.diffbot.com/docs/does-crawl-respect-robotstxt", "including the disallow and crawl-delay directives", "2026-11-29"),
    Source::new("Diffbot-User", Reading::Page, "docs.diffbot.com/docs/does-crawl-respect-robotstxt", "This is used by requests originating on behalf of a human user browsing a URL using Diffbot software, in response to their input.", "2026-11-29"),
    Source::new("Amazonbot", Reading::Page, "developer.amazon.com/amazonbot", "Amazonbot respects the robots.txt protocol, honors the user-agent and the allow/disallow directives", "2026-11-29"),
    Source::new("Amzn-SearchBot", Reading::Quotation, "developer.amazon.com/amazonbot", "directives given to other search bots", "2026-11-29"),
    Source::new("Amzn-User", Reading::Quotation, "developer.amazon.com/amazonbot", "may not follow all robots.txt directives", "2026-11-29"),
    Source::new("meta-externalagent", Reading::Page, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "crawls the web for use cases such as training foundation AI models or improving products by indexing content directly", "2026-11-29"),
    Source::new("meta-externalfetcher", Reading::Page, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "may bypass robots.txt rules", "2026-11-29"),
    Source::new("meta-webindexer", Reading::Page, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "Allowing Meta-WebIndexer in your robots.txt file helps us cite and link to your content in Meta AI's responses.", "2026-11-29"),
    Source::new("facebookexternalhit", Reading::Page, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "might bypass robots.txt when performing security or integrity checks", "2026-11-29"),
    Source::new("facebookcatalog", Reading::Quotation, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "might bypass robots.txt when performing security or integrity checks", "2026-08-28"),
    Source::new("meta-externalads", Reading::Page, "developers.facebook.com/docs/sharing/webmasters/web-crawlers", "The Meta-ExternalAds crawler crawls the web for use cases such as improving advertising and other business-related products and services.", "2026-11-29"),
    Source::new("YandexBot", Reading::Page, "yandex.com/support/webmaster/en/robot-workings/user-agent", "User-agent: Yandex # will be used by all Yandex bots", "2026-11-29"),
    Source::new("YandexImages", Reading::Page, "yandex.com/support/webmaster/en/robot-workings/user-agent", "User-agent: Yandex # will be used by all Yandex bots", "2026-11-29"),
    Source::new("YaDirectFetcher", Reading::Quotation, "yandex.com/support/webmaster/robot-workings/check-yandex-robots.html", "Yandex.Direct robot, interprets robots.txt in a special way", "2026-11-29"),
    Source::new("YandexAdditional", Reading::Page, "yandex.com/support/webmaster/en/alice", "If you don't want the content of your website to appear in Search with Alice, add a YandexAdditional or YandexAdditionalBot restriction in the robots.txt file.", "2026-11-29"),
    Source::new("YandexAdditionalBot", Reading::Page, "yandex.com/support/webmaster/en/alice", "If you don't want the content of your website to appear in Search with Alice, add a YandexAdditional or YandexAdditionalBot restriction in the robots.txt file.", "2026-11-29"),
    Source::new("DuckDuckBot", Reading::Page, "duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "It respects WWW::RobotRules and originates from these IP addresses", "2026-11-29"),
    Source::new("DuckAssistBot", Reading::Page, "duckduckgo.com/duckduckgo-help-pages/results/duckassistbot", "will take effect after 72 hours and DuckAssistBot will stop crawling your site", "2026-11-29"),
    Source::new("DuckDuckBot-Https", Reading::Page, "duckduckgo.com/duckduckgo-help-pages/results/duckduckbot", "The crawlers user agent will appear as DuckDuckBot-Https/1.1; (+https://duckduckgo.com/duckduckbot).", "2026-11-29"),
    Source::new("DuckDuckGo-Favicons-Bot", Reading::None, "Several accounts of the headers", "", ""),
    Source::new("SeznamBot", Reading::Page, "o-seznam.cz/napoveda/vyhledavani/en/crawling-control", "SeznamBot fully complies with the robots exclusion standard", "2026-11-29"),
    Source::new("Baiduspider", Reading::Page, "www.baidu.com/search/robots_english.html", "Baidu will not crawl, index or show the content of pages blocked by robots.txt.", "2026-11-29"),
    Source::new("PetalBot", Reading::Page, "aspiegel.com/petalbot", "PetalBot complies with the Internet robots protocol.", "2026-11-29"),
    Source::new("Slurp", Reading::Page, "help.yahoo.com/l/us/yahoo/search/webcrawler/slurp-02.html", "Yahoo! Slurp obeys the Robot Exclusion Standard.", "2026-11-29"),
    Source::new("MojeekBot", Reading::Page, "www.mojeek.com/bot.html", "MojeekBot obeys the Robot Exclusion Standard.", "2026-11-29"),
    Source::new("Qwantbot", Reading::Page, "help.qwant.com/bot", "The crawler respects the robots rules standard described at https://www.robotstxt.org/orig.html", "2026-11-29"),
    Source::new("Kagibot", Reading::Page, "kagi.com/bot", "If there is no rule targeting kagibot, but there is a rule targeting Googlebot, then Kagibot will follow the Googlebot directives.", "2026-11-29"),
    Source::new("Bravebot", Reading::Quotation, "search.brave.com/help/brave-search-crawler", "if a domain or page is not crawlable by Googlebot, then Brave Search's bot will not crawl it either", "2026-09-23"),
    Source::new("TavilyBot", Reading::Page, "docs.tavily.com/documentation/search-crawler", "if a domain or page is not crawlable by Googlebot, then Tavily Search's bot will not crawl it either", "2026-11-29"),
    Source::new("Yeti", Reading::Quotation, "searchadvisor.naver.com", "네이버 검색로봇은 robots.txt에 작성된 규칙을 준수하며", "2026-11-29"),
    Source::new("Daum", Reading::Page, "cs.daum.net/faq/15/4118.html", "카카오 웹문서 수집 로봇은 수집 과정에서 “http://www.robotstxt.org/”에 명시된, 방문하는 사이트에서 요구하는 로봇 규칙을 준수합니다.", "2026-11-29"),
    Source::new("Mail.RU_Bot", Reading::None, "help.mail.ru/webmaster/indexing/robots", "", ""),
    Source::new("Sogou", Reading::Quotation, "Sogou's help pages for webmasters", "sogou spider 支持 robots 协议", "2026-11-29"),
    Source::new("360Spider", Reading::Quotation, "The help pages of 360 Search for webmasters", "360搜索支持user-agent命令,包括使用通配符的user-agent命令。", "2026-11-29"),
    Source::new("coccocbot-web", Reading::Page, "help.coccoc.com/en/search-engine/robots-txt", "Every Coc Coc robot tries to find the User-agent directive that most closely matches its name.", "2026-11-29"),
    Source::new("CCBot", Reading::Page, "commoncrawl.org/faqs", "We obey the Crawl-delay parameter for robots.txt.", "2026-11-29"),
    Source::new("archive.org_bot", Reading::Page, "blog.archive.org/2017/04/17/robots-txt-meant-for-search-engines-dont-work-well-for-web-archives", "A few months ago we stopped referring to robots.txt files on U.S. government and military web sites", "2026-11-29"),
    Source::new("ia_archiver", Reading::Page, "webdoc.gwdg.de/ebook/aw/1999/webcrawler/mailing-lists/robots/1384.html", "User-agent is \"ia_archiver\"", "2026-11-29"),
    Source::new("Bytespider", Reading::None, "github.com/ai-robots-txt/ai.robots.txt, table of bot metrics", "", ""),
    Source::new("TikTokSpider", Reading::None, "Several accounts of the header", "", ""),
    Source::new("ExaSearchBot", Reading::None, "exa.ai", "", ""),
    Source::new("AI2Bot", Reading::Quotation, "allenai.org/crawler", "used to train open language models", "2026-11-29"),
    Source::new("omgili", Reading::None, "webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website", "", ""),
    Source::new("FirecrawlAgent", Reading::Page, "github.com/mendableai/firecrawl, apps/api/src/lib/robots-txt.ts", "userAgents: string[] = [\"FireCrawlAgent\", \"FirecrawlAgent\"]", "2026-11-29"),
    Source::new("ImagesiftBot", Reading::Page, "imagesift.com/about", "If there is no rule targeting ImagesiftBot, but there is a rule targeting Googlebot, then ImagesiftBot will follow the Googlebot directives.", "2026-11-29"),
    Source::new("AhrefsBot", Reading::Page, "help.ahrefs.com/en/articles/78158-how-do-i-control-your-bot-s-crawling-behaviour", "AhrefsBot strictly respects robots.txt, both disallow and allow rules.", "2026-11-29"),
    Source::new("AhrefsSiteAudit", Reading::Page, "ahrefs.com/pl/robot", "Obeys robots.txt: Yes by default (website owners can request to disobey robots.txt on their sites)", "2026-11-29"),
    Source::new("SemrushBot", Reading::Page, "zh.semrush.com/bot", "the public backlink search engine index maintained as a dedicated tool called Backlink Analytics (webgraph of links)", "2026-11-29"),
    Source::new("SiteAuditBot", Reading::Page, "zh.semrush.com/bot", "the Site Audit tool, which analyzes on-page SEO, technical and usability issues", "2026-11-29"),
    Source::new("SemrushBot-BA", Reading::Page, "zh.semrush.com/bot", "the Backlink Audit tool, which helps discover and clean up potentially dangerous backlinks of your profile", "2026-11-29"),
    Source::new("SemrushBot-SI", Reading::Page, "zh.semrush.com/bot", "the On Page SEO Checker and SEO Content template tools reports", "2026-11-29"),
    Source::new("SemrushBot-SWA", Reading::Page, "zh.semrush.com/bot", "the SEO Writing Assistant tool to check if URL is accessible", "2026-11-29"),
    Source::new("SemrushBot-OCOB", Reading::None, "www.semrush.com/bot", "", ""),
    Source::new("MJ12bot", Reading::Page, "www.majestic12.co.uk/projects/dsearch/wiki/index.php?title=MJ12Bot", "MJ12bot adheres to robots.txt standard.", "2026-11-29"),
    Source::new("DotBot", Reading::Page, "moz.com/help/guides/moz-procedures/what-is-rogerbot", "To talk directly to rogerbot, or our other crawler, dotbot, you can call them out by their name, also called the User-agent.", "2026-11-29"),
    Source::new("rogerbot", Reading::Page, "moz.com/help/moz-procedures/crawlers/rogerbot", "Rogerbot is built to obey robots.txt files.", "2026-11-29"),
    Source::new("DataForSeoBot", Reading::None, "dataforseo.com/dataforseo-bot", "", ""),
    Source::new("BLEXBot", Reading::Page, "help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler", "BLEXbot respects the rules you specify in your robots.txt file.", "2026-11-29"),
    Source::new("Barkrowler", Reading::Page, "babbar.tech/crawler", "We respect robots.txt file (using crawler-commons tool set) and disallow directives.", "2026-11-29"),
    Source::new("Slackbot-LinkExpanding", Reading::Page, "api.slack.com/robots", "This robot responds to links that Slack users post into their channels.", "2026-11-29"),
    Source::new("Slackbot", Reading::Page, "api.slack.com/robots", "Anytime we need to make an HTTP request that is not covered by the above, we use this robot.", "2026-11-29"),
    Source::new("Twitterbot", Reading::Page, "developer.twitter.com/en/docs/twitter-for-websites/cards/guides/getting-started", "Twitter’s crawler respects Google’s robots.txt specification when scanning URLs.", "2026-11-29"),
    Source::new("Pinterestbot", Reading::Page, "help.pinterest.com/sv/business/article/pinterest-crawler", "Pinterests sökrobot respekterar Robots Exclusion Standard (robots.txt)", "2026-11-29"),
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
