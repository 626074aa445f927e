//! The table of well-known agents.

use super::{Agent, Purpose};

macro_rules! agents {
    ($($(#[doc = $doc:literal])* $name:ident = $operator:literal, $purpose:ident, [$($token:literal),+] $(, $change:ident)*;)+) => {
        $(
            $(#[doc = $doc])*
            pub const $name: Agent = Agent::new($operator, Purpose::$purpose, &[$($token),+])$(.$change())*;
        )+

        /// Every agent of this module.
        pub const TABLE: &[Agent] = &[$($name),+];
    };
}

// Sources, by block. [R]: that page, or a copy of it, was read for this table. [S]: read in other people's accounts of that
// page. [N]: the page an operator names, not read; name, operator and purpose are as commonly reported. A fallback is listed
// only where [R] or [S] supports it.
agents! {
    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers: tokens and products. [S] that the
    // specialised Googlebots obey the groups of Googlebot where they have none of their own.
    /// Google's search crawler, for phones and desktops.
    GOOGLEBOT = "Google", Search, ["Googlebot"];
    /// Google's crawler for images; obeys the groups of Googlebot if none names it.
    GOOGLEBOT_IMAGE = "Google", Search, ["Googlebot-Image", "Googlebot"];
    /// Google's crawler for videos; obeys the groups of Googlebot if none names it.
    GOOGLEBOT_VIDEO = "Google", Search, ["Googlebot-Video", "Googlebot"];
    /// Google News; obeys the groups of Googlebot if none names it. Its requests carry Googlebot's header.
    GOOGLEBOT_NEWS = "Google", Search, ["Googlebot-News", "Googlebot"];
    /// Google Shopping.
    STOREBOT_GOOGLE = "Google", Search, ["Storebot-Google"];
    /// Google's testing tools, such as the URL inspection of Search Console.
    GOOGLE_INSPECTION_TOOL = "Google", Other, ["Google-InspectionTool"];
    /// Google's generic crawler for research and other products.
    GOOGLE_OTHER = "Google", Other, ["GoogleOther"];
    /// Whether content that Google crawled may train its AI models; a token without a crawler.
    GOOGLE_EXTENDED = "Google", Training, ["Google-Extended"], without_crawler;

    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers: "The global user agent (*) is
    // ignored" stands at each of these.
    /// Google's check of landing pages of advertisements; ignores `*`.
    ADSBOT_GOOGLE = "Google", Ads, ["AdsBot-Google"], ignoring_star;
    /// Google's check of landing pages of advertisements on phones; ignores `*`.
    ADSBOT_GOOGLE_MOBILE = "Google", Ads, ["AdsBot-Google-Mobile"], ignoring_star;
    /// Google AdSense, choosing advertisements for a page; ignores `*`.
    MEDIAPARTNERS_GOOGLE = "Google", Ads, ["Mediapartners-Google"], ignoring_star;
    /// Google's push notifications; ignores `*`.
    APIS_GOOGLE = "Google", Other, ["APIs-Google"], ignoring_star;

    // [R] www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0
    /// Microsoft's search crawler.
    BINGBOT = "Microsoft", Search, ["bingbot"];
    /// Microsoft's check of landing pages of advertisements.
    ADIDXBOT = "Microsoft", Ads, ["adidxbot"];
    /// Microsoft's page snapshots.
    BING_PREVIEW = "Microsoft", Preview, ["BingPreview"];

    // [S] support.apple.com/119829: Applebot obeys the instructions for Googlebot if there are none for Applebot;
    // Applebot-Extended does not crawl.
    /// Apple's search crawler (Spotlight, Siri, Safari); obeys the groups of Googlebot if none names it.
    APPLEBOT = "Apple", Search, ["Applebot", "Googlebot"];
    /// Whether content that Applebot crawled may train Apple's AI models; a token without a crawler.
    APPLEBOT_EXTENDED = "Apple", Training, ["Applebot-Extended"], without_crawler;

    // [S] developers.openai.com/api/docs/bots
    /// OpenAI's crawler for training data.
    GPTBOT = "OpenAI", Training, ["GPTBot"];
    /// OpenAI's crawler for search in ChatGPT.
    OAI_SEARCHBOT = "OpenAI", Search, ["OAI-SearchBot"];
    /// ChatGPT, fetching a page at its user's request.
    CHATGPT_USER = "OpenAI", Assistant, ["ChatGPT-User"];
    /// OpenAI's check of landing pages of advertisements.
    OAI_ADSBOT = "OpenAI", Ads, ["OAI-AdsBot"];

    // [S] support.anthropic.com/en/articles/8896518
    /// Anthropic's crawler for training data.
    CLAUDEBOT = "Anthropic", Training, ["ClaudeBot"];
    /// Claude, fetching a page at its user's request.
    CLAUDE_USER = "Anthropic", Assistant, ["Claude-User"];
    /// Anthropic's crawler for search in Claude.
    CLAUDE_SEARCHBOT = "Anthropic", Search, ["Claude-SearchBot"];

    // [S] docs.perplexity.ai/guides/bots
    /// Perplexity's search crawler.
    PERPLEXITYBOT = "Perplexity", Search, ["PerplexityBot"];
    /// Perplexity, fetching a page at its user's request.
    PERPLEXITY_USER = "Perplexity", Assistant, ["Perplexity-User"];

    // [R] developer.amazon.com/amazonbot, an older edition; [S] the newer one, with three agents
    /// Amazon's crawler for its products, AI models among them.
    AMAZONBOT = "Amazon", Training, ["Amazonbot"];
    /// Amazon's search crawler (Alexa, Rufus).
    AMZN_SEARCHBOT = "Amazon", Search, ["Amzn-SearchBot"];
    /// Amazon's assistants, fetching a page at their user's request.
    AMZN_USER = "Amazon", Assistant, ["Amzn-User"];

    // [S] developers.facebook.com/docs/sharing/webmasters/web-crawlers
    /// Meta's crawler for training data and for its products.
    META_EXTERNALAGENT = "Meta", Training, ["meta-externalagent"];
    /// Meta's assistants, fetching a page at their user's request.
    META_EXTERNALFETCHER = "Meta", Assistant, ["meta-externalfetcher"];
    /// Meta's crawler for search in Meta AI.
    META_WEBINDEXER = "Meta", Search, ["meta-webindexer"];
    /// Meta's previews of links shared on Facebook, Instagram and Messenger.
    FACEBOOKEXTERNALHIT = "Meta", Preview, ["facebookexternalhit"];

    // [R] yandex.com/support/webmaster/en/robot-workings/user-agent: a record for Yandex is used by all of its robots that have
    // none of their own.
    /// Yandex's search crawler; obeys the groups of Yandex if none names it.
    YANDEXBOT = "Yandex", Search, ["YandexBot", "Yandex"];
    /// Yandex's crawler for images; obeys the groups of Yandex if none names it.
    YANDEXIMAGES = "Yandex", Search, ["YandexImages", "Yandex"];

    // [R] duckduckgo.com/duckduckgo-help-pages/results/duckassistbot; [S] duckduckbot
    /// DuckDuckGo's search crawler.
    DUCKDUCKBOT = "DuckDuckGo", Search, ["DuckDuckBot"];
    /// DuckDuckGo's assistant, fetching pages for its answers.
    DUCKASSISTBOT = "DuckDuckGo", Assistant, ["DuckAssistBot"];

    // [N] o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler
    /// Seznam's search crawler.
    SEZNAMBOT = "Seznam", Search, ["SeznamBot"];
    // [S] help.baidu.com, on search robots
    /// Baidu's search crawler.
    BAIDUSPIDER = "Baidu", Search, ["Baiduspider"];
    // [N] webmaster.petalsearch.com/site/petalbot
    /// Huawei's search crawler (Petal Search).
    PETALBOT = "Huawei", Search, ["PetalBot"];
    // [R] help.yahoo.com, on Slurp (archived)
    /// Yahoo's former search crawler.
    SLURP = "Yahoo", Search, ["Slurp"];

    // [N] commoncrawl.org/ccbot
    /// Common Crawl's crawler; its collection is public, and much used to train AI models.
    CCBOT = "Common Crawl", Archive, ["CCBot"];
    // [S] archive.org/details/archive.org_bot
    /// The Internet Archive's crawler.
    ARCHIVE_ORG_BOT = "Internet Archive", Archive, ["archive.org_bot"];
    // [S] The Internet Archive's former guide to exclusion from the Wayback Machine.
    /// The older token of the Wayback Machine.
    IA_ARCHIVER = "Internet Archive", Archive, ["ia_archiver"];

    // [S] github.com/ai-robots-txt/ai.robots.txt, table of bot metrics; no page of ByteDance's is known.
    /// ByteDance's crawler for training data.
    BYTESPIDER = "ByteDance", Training, ["Bytespider"];
    // [S] allenai.org/crawler
    /// Ai2's crawler for training data of open language models.
    AI2BOT = "Ai2", Training, ["AI2Bot"];

    // [S] ahrefs.com/robot
    /// Ahrefs' link index.
    AHREFSBOT = "Ahrefs", Seo, ["AhrefsBot"];
    // [S] www.semrush.com/bot
    /// Semrush's link index.
    SEMRUSHBOT = "Semrush", Seo, ["SemrushBot"];
    // [N] mj12bot.com
    /// Majestic's link index.
    MJ12BOT = "Majestic", Seo, ["MJ12bot"];
    // [S] moz.com/help/moz-procedures/crawlers/dotbot
    /// Moz's link index.
    DOTBOT = "Moz", Seo, ["DotBot"];
    // [R] moz.com/help/moz-procedures/crawlers/rogerbot
    /// Moz's site audits.
    ROGERBOT = "Moz", Seo, ["rogerbot"];
}
