//! The table of well-known agents.

use super::{Agent, Obedience, Purpose, TRAINING_PREFERENCE};

macro_rules! agents {
    ($($(#[doc = $doc:literal])* $name:ident = $operator:literal, $purpose:ident, $obeys:ident, [$($token:expr),+] $(, $change:ident $(($argument:literal))?)*;)+) => {
        $(
            $(#[doc = $doc])*
            pub const $name: Agent = Agent::new($operator, Purpose::$purpose, Obedience::$obeys, &[$($token),+])$(.$change($($argument)?))*;
        )+

        /// Every agent of this module.
        pub const ALL: &[Agent] = &[$($name),+];
    };
}

// The comment above each block names its sources. [R]: the page, or a stored copy of it, was read for
// this table. [S]: only other people's accounts of the page were read. [N]: the page that the operator
// names, which was not read; name, operator and purpose are as commonly reported. A fallback is
// listed only where [R] or [S] supports it. `Always` and `MayIgnore` are listed only where [R] or
// [S] says so; all else is `Unknown`.
agents! {
    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers: tokens and
    // products. [S] The specialized Googlebots obey the groups of Googlebot if no group names them.
    /// Google's search crawler, for phones and desktops.
    GOOGLEBOT = "Google", Search, Always, ["Googlebot"];
    /// Google's crawler for images; obeys the groups of Googlebot if none names it.
    GOOGLEBOT_IMAGE = "Google", Search, Always, ["Googlebot-Image", "Googlebot"], fetching_images;
    /// Google's crawler for videos; obeys the groups of Googlebot if none names it.
    GOOGLEBOT_VIDEO = "Google", Search, Always, ["Googlebot-Video", "Googlebot"], fetching_videos;
    /// Google News; obeys the groups of Googlebot if none names it. Its requests have Googlebot's
    /// header.
    GOOGLEBOT_NEWS = "Google", Search, Always, ["Googlebot-News", "Googlebot"];
    /// Google Shopping.
    STOREBOT_GOOGLE = "Google", Search, Always, ["Storebot-Google"];
    /// Google's testing tools, such as the URL inspection of Search Console; obeys the groups of
    /// Googlebot if none names it.
    GOOGLE_INSPECTION_TOOL = "Google", Other, Always, ["Google-InspectionTool", "Googlebot"];
    /// Google's generic crawler for research and other products.
    GOOGLE_OTHER = "Google", Other, Always, ["GoogleOther"];
    // [S] Quotations of the page, of 2024 and of October 2026, for the second tokens of these three.
    /// GoogleOther, fetching images; obeys the groups of GoogleOther if none names it.
    GOOGLE_OTHER_IMAGE = "Google", Other, Always, ["GoogleOther-Image", "GoogleOther"], fetching_images;
    /// GoogleOther, fetching videos; obeys the groups of GoogleOther if none names it.
    GOOGLE_OTHER_VIDEO = "Google", Other, Always, ["GoogleOther-Video", "GoogleOther"], fetching_videos;
    /// Crawls a site at the request of its owner, for an agent built with Vertex AI; obeys the groups
    /// of Googlebot if none names it.
    GOOGLE_CLOUDVERTEXBOT = "Google", Other, Always, ["Google-CloudVertexBot", "Googlebot"];
    // [S] Ten quotations: the AI Overviews and the AI Mode of Google Search are controlled by the groups
    // of Googlebot.
    /// Whether content that Google crawled may train its Gemini models and ground their answers; a
    /// token without a crawler.
    GOOGLE_EXTENDED = "Google", AiTraining, Always, ["Google-Extended"], without_crawler,
        also_for_answers_in("Gemini Apps and Vertex AI, not for AI Overviews and AI Mode, which the groups of Googlebot control");

    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers: each
    // of these says "The global user agent (*) is ignored".
    /// Google's check of landing pages of advertisements; ignores `*`.
    ADSBOT_GOOGLE = "Google", Ads, Always, ["AdsBot-Google"], ignoring_star;
    /// Google's check of landing pages of advertisements on phones; ignores `*`.
    ADSBOT_GOOGLE_MOBILE = "Google", Ads, Always, ["AdsBot-Google-Mobile"], ignoring_star;
    /// Google's advertising products for publishers, such as AdSense and Ad Manager; ignores `*`.
    MEDIAPARTNERS_GOOGLE = "Google", Ads, Always, ["Mediapartners-Google"], ignoring_star;
    /// Google's push notifications; ignores `*`.
    APIS_GOOGLE = "Google", Other, Always, ["APIs-Google"], ignoring_star;
    // [S] The same page: Google-Safety ignores robots.txt.
    /// Google's search for malware and abuse; ignores robots.txt.
    GOOGLE_SAFETY = "Google", Other, MayIgnore, ["Google-Safety"], ignoring_star;

    // [R] developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers:
    // these "generally ignore robots.txt rules". [S] Google-Agent.
    /// Google's agents, which visit pages and act on them at their user's request.
    GOOGLE_AGENT = "Google", Assistant, MayIgnore, ["Google-Agent"];
    /// Gemini Notebook (formerly NotebookLM), fetching the sources that its user adds.
    GOOGLE_GEMININOTEBOOK = "Google", Assistant, MayIgnore, ["Google-GeminiNotebook"];
    /// Google News and WebSub, fetching the feeds that their users follow.
    FEEDFETCHER_GOOGLE = "Google", Other, MayIgnore, ["FeedFetcher-Google"];
    /// The Chrome Web Store, fetching the addresses in the descriptions of extensions.
    GOOGLE_CWS = "Google", Other, MayIgnore, ["Google-CWS"];
    // [S] The same page, but this part of it was not read.
    /// Google's products that read a page aloud to their user.
    GOOGLE_READ_ALOUD = "Google", Assistant, MayIgnore, ["Google-Read-Aloud"];
    /// Google Publisher Center, fetching the feeds that publishers hand in.
    GOOGLEPRODUCER = "Google", Other, MayIgnore, ["GoogleProducer"];
    /// Google's check that a site belongs to the user who claims it.
    GOOGLE_SITE_VERIFICATION = "Google", Other, MayIgnore, ["Google-Site-Verification"];
    /// Google Pinpoint, fetching the documents that its user adds.
    GOOGLE_PINPOINT = "Google", Other, MayIgnore, ["Google-Pinpoint"];
    /// Google Messages' previews of links.
    GOOGLEMESSAGES = "Google", Preview, MayIgnore, ["GoogleMessages"];

    // [R] www.bing.com/webmaster/help/which-crawlers-does-bing-use-8c184ec0; for msnbot, whose
    // groups still count if no group is for bingbot,
    // blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon
    /// Microsoft's search crawler.
    BINGBOT = "Microsoft", Search, Always, ["bingbot", "msnbot"];
    /// Microsoft's check of landing pages of advertisements.
    ADIDXBOT = "Microsoft", Ads, Unknown, ["adidxbot"];
    /// Microsoft's page snapshots.
    BING_PREVIEW = "Microsoft", Preview, Unknown, ["BingPreview"];
    // [S] aka.ms/MicrosoftPreview, named in the crawler's header
    /// Microsoft's page snapshots for its products.
    MICROSOFT_PREVIEW = "Microsoft", Preview, Unknown, ["MicrosoftPreview"];

    // [S] support.apple.com/119829: Applebot obeys the instructions for Googlebot if there are none
    // for Applebot; Applebot-Extended does not crawl.
    /// Apple's search crawler (Spotlight, Siri, Safari); obeys the groups of Googlebot if none
    /// names it.
    APPLEBOT = "Apple", Search, Always, ["Applebot", "Googlebot"];
    /// Whether content that Applebot crawled may train Apple's AI models; a token without a
    /// crawler.
    APPLEBOT_EXTENDED = "Apple", AiTraining, Always, ["Applebot-Extended"], without_crawler;
    /// Apple Podcasts, fetching the feeds that publishers registered; ignores robots.txt.
    ITMS = "Apple", Other, MayIgnore, ["iTMS"];

    // [R] developers.openai.com/api/docs/bots, which does not say whether OAI-AdsBot obeys
    // robots.txt
    /// OpenAI's crawler for training data.
    GPTBOT = "OpenAI", AiTraining, Always, ["GPTBot"];
    /// OpenAI's crawler for search in ChatGPT.
    OAI_SEARCHBOT = "OpenAI", AiSearch, Always, ["OAI-SearchBot"];
    /// ChatGPT, fetching a page at its user's request.
    CHATGPT_USER = "OpenAI", Assistant, MayIgnore, ["ChatGPT-User"];
    /// OpenAI's check of landing pages of advertisements.
    OAI_ADSBOT = "OpenAI", Ads, Unknown, ["OAI-AdsBot"];

    // [R] support.claude.com/en/articles/8896518; all three also obey Crawl-delay
    /// Anthropic's crawler for training data.
    CLAUDEBOT = "Anthropic", AiTraining, Always, ["ClaudeBot"];
    /// Claude, fetching a page at its user's request.
    CLAUDE_USER = "Anthropic", Assistant, Always, ["Claude-User"];
    /// Anthropic's crawler for search in Claude.
    CLAUDE_SEARCHBOT = "Anthropic", AiSearch, Always, ["Claude-SearchBot"];

    // [R] docs.perplexity.ai/docs/resources/perplexity-crawlers
    /// Perplexity's search crawler.
    PERPLEXITYBOT = "Perplexity", AiSearch, Always, ["PerplexityBot"];
    /// Perplexity, fetching a page at its user's request.
    PERPLEXITY_USER = "Perplexity", Assistant, MayIgnore, ["Perplexity-User"];

    // [R] docs.mistral.ai/en/robots
    /// Mistral's crawler for training data.
    MISTRALAI_TRAINING = "Mistral AI", AiTraining, Always, ["MistralAI-Training"];
    /// Mistral's crawler for the search index of its assistant.
    MISTRALAI_INDEX = "Mistral AI", AiSearch, Always, ["MistralAI-Index"];
    /// Mistral's assistant, fetching a page at its user's request.
    MISTRALAI_USER = "Mistral AI", Assistant, Always, ["MistralAI-User"];

    // [R] www.kimi.com/policies/kimi-crawlers
    /// Moonshot AI's crawler for training data of Kimi.
    KIMIBOT = "Moonshot AI", AiTraining, Always, ["KimiBot"];
    /// Moonshot AI's crawler for search in Kimi.
    KIMI_SEARCHBOT = "Moonshot AI", AiSearch, Always, ["Kimi-SearchBot"];
    /// Kimi, fetching a page at its user's request.
    KIMI_USER = "Moonshot AI", Assistant, MayIgnore, ["Kimi-User"];

    // [R] docs.you.com/youbot
    /// You.com's search crawler.
    YOUBOT = "You.com", AiSearch, Always, ["YouBot"];

    // [R] docs.diffbot.com/docs/does-crawl-respect-robotstxt: obeys by default, "including the disallow
    // and crawl-delay directives", unless the site agreed otherwise
    /// Diffbot's crawler for its knowledge graph and search.
    DIFFBOT = "Diffbot", AiSearch, Always, ["Diffbot"];
    /// Diffbot's software, fetching a page at its user's request.
    DIFFBOT_USER = "Diffbot", Assistant, Unknown, ["Diffbot-User"];

    // [R] developer.amazon.com/amazonbot, the edition that lists three agents, says that they obey,
    // and says that Crawl-delay is ignored. [S] Copies of its edition of September 2026: Amzn-User
    // "may not follow all robots.txt directives", and Amzn-SearchBot, if no group mentions it,
    // follows "the directives given to other search bots", which the page does not name.
    /// Amazon's crawler for its products, including AI models.
    AMAZONBOT = "Amazon", AiTraining, Always, ["Amazonbot"];
    /// Amazon's search crawler (Alexa, Rufus). If no group names it, it follows the groups of other
    /// search crawlers; its operator does not say which.
    AMZN_SEARCHBOT = "Amazon", AiSearch, Always, ["Amzn-SearchBot"], undecided_unless_named;
    /// Amazon's assistants, fetching a page at their user's request.
    AMZN_USER = "Amazon", Assistant, MayIgnore, ["Amzn-User"];

    // [R] developers.facebook.com/docs/sharing/webmasters/web-crawlers
    /// Meta's crawler for training data and for its products.
    META_EXTERNALAGENT = "Meta", AiTraining, Always, ["meta-externalagent"];
    /// Meta's assistants, fetching a page at their user's request.
    META_EXTERNALFETCHER = "Meta", Assistant, MayIgnore, ["meta-externalfetcher"];
    /// Meta's crawler for search in Meta AI.
    META_WEBINDEXER = "Meta", AiSearch, Always, ["meta-webindexer"];
    /// Meta's previews of links shared on Facebook, Instagram and Messenger.
    FACEBOOKEXTERNALHIT = "Meta", Preview, MayIgnore, ["facebookexternalhit"];
    /// Meta's product catalogs; a second header of the previews.
    FACEBOOKCATALOG = "Meta", Preview, MayIgnore, ["facebookcatalog"];
    /// Meta's crawler for advertising and business products.
    META_EXTERNALADS = "Meta", Ads, Always, ["meta-externalads"];

    // [R] yandex.com/support/webmaster/en/robot-workings/user-agent: a record for Yandex is used by
    // all of its robots that no record names. Those without a row here are members of a family. The
    // page says that some robots may ignore general records, and refers to another page for their
    // names, which was not read.
    /// Yandex's search crawler; obeys the groups of Yandex if none names it.
    YANDEXBOT = "Yandex", Search, Always, ["YandexBot", "Yandex"];
    /// Yandex's crawler for images; obeys the groups of Yandex if none names it.
    YANDEXIMAGES = "Yandex", Search, Always, ["YandexImages", "Yandex"], fetching_images;
    // [S] Accounts of the header, which has the URL of yandex.com/bots; whether it obeys is
    // unknown.
    /// Yandex's check of landing pages of advertisements; obeys the groups of Yandex if none names it.
    YADIRECTFETCHER = "Yandex", Ads, Unknown, ["YaDirectFetcher", "Yandex"];
    // [R] yandex.com/support/webmaster/en/alice. [S] that neither obeys `*`.
    /// Whether Yandex's AI answers may use what YandexBot indexed; a token without a crawler.
    YANDEXADDITIONAL = "Yandex", AiSearch, Always, ["YandexAdditional"], without_crawler, ignoring_star;
    /// A second name for [`YANDEXADDITIONAL`].
    YANDEXADDITIONALBOT = "Yandex", AiSearch, Always, ["YandexAdditionalBot"], without_crawler, ignoring_star;

    // [R] duckduckgo.com/duckduckgo-help-pages/results/duckassistbot and duckduckbot; both obey
    /// DuckDuckGo's search crawler.
    DUCKDUCKBOT = "DuckDuckGo", Search, Always, ["DuckDuckBot"];
    /// DuckDuckGo's assistant, fetching pages for its answers.
    DUCKASSISTBOT = "DuckDuckGo", Assistant, Always, ["DuckAssistBot"];
    // [S] Several accounts of the headers. [R] The page on DuckDuckBot gives DuckDuckBot-Https/1.1 as the
    // header of a crawler that obeys; no page of the operator was found on the icons.
    /// DuckDuckGo's check of whether sites can be reached over HTTPS.
    DUCKDUCKBOT_HTTPS = "DuckDuckGo", Other, Always, ["DuckDuckBot-Https"];
    /// DuckDuckGo's fetches of the icons of sites.
    DUCKDUCKGO_FAVICONS_BOT = "DuckDuckGo", Other, Unknown, ["DuckDuckGo-Favicons-Bot"];

    // [R] o-seznam.cz/napoveda/vyhledavani/en/crawling-control
    /// Seznam's search crawler.
    SEZNAMBOT = "Seznam", Search, Always, ["SeznamBot"];
    // [R] www.baidu.com/search/robots_english.html
    /// Baidu's search crawler.
    BAIDUSPIDER = "Baidu", Search, Always, ["Baiduspider"];
    // [R] aspiegel.com/petalbot, today webmaster.petalsearch.com/site/petalbot
    /// Huawei's search crawler (Petal Search).
    PETALBOT = "Huawei", Search, Always, ["PetalBot"];
    // [R] help.yahoo.com, on Slurp (archived)
    /// Yahoo's former search crawler.
    SLURP = "Yahoo", Search, Always, ["Slurp"], former;

    // [R] www.mojeek.com/bot.html
    /// Mojeek's search crawler.
    MOJEEKBOT = "Mojeek", Search, Always, ["MojeekBot"];
    // [R] help.qwant.com/bot, which refers to the text of 1994
    /// Qwant's search crawler.
    QWANTBOT = "Qwant", Search, Always, ["Qwantbot"];
    // [R] kagi.com/bot
    /// Kagi's search crawler; obeys the groups of Googlebot if none names it.
    KAGIBOT = "Kagi", Search, Always, ["Kagibot", "Googlebot"];
    // [S] search.brave.com/help/brave-search-crawler: the crawler sends no name of its own, and
    // crawls no page that Googlebot may not crawl.
    /// Brave's search crawler; obeys the groups of Googlebot, but not groups of its own name. Its
    /// requests do not contain this name.
    BRAVEBOT = "Brave", Search, Always, ["Bravebot", "Googlebot"], nameless;
    // [R] docs.tavily.com/documentation/search-crawler says the same. The name is from lists of
    // third parties.
    /// Tavily's search crawler; obeys the groups of Googlebot, but not groups of its own name. Its
    /// requests do not contain this name.
    TAVILYBOT = "Tavily", AiSearch, Always, ["TavilyBot", "Googlebot"], nameless;
    // [S] searchadvisor.naver.com
    /// Naver's search crawler.
    YETI = "Naver", Search, Always, ["Yeti"];
    // [R] cs.daum.net/faq/15/4118.html: the crawler is called Daum and obeys robots.txt. Earlier
    // versions called themselves Daumoa.
    /// Daum's search crawler.
    DAUM = "Kakao", Search, Always, ["Daum"];
    // [S] help.mail.ru/webmaster/indexing/robots, named in the crawler's header
    /// The search crawler of VK (Mail.ru).
    MAIL_RU_BOT = "VK", Search, Always, ["Mail.RU_Bot"];
    // [S] Sogou's help pages for webmasters. Its names, such as `Sogou web spider`, share their
    // first word, which is the token.
    /// Sogou's search crawler.
    SOGOU = "Sogou", Search, Always, ["Sogou"];
    // [S] The help pages of 360 Search for webmasters.
    /// The search crawler of 360 Search (so.com).
    SPIDER_360 = "Qihoo 360", Search, Always, ["360Spider"];
    // [R] help.coccoc.com/en/search-engine/robots-txt: each robot obeys the name nearest to its
    // own; help.coccoc.com/en/search-engine/coccoc-robots: the names.
    /// Cốc Cốc's search crawler; obeys the groups of coccocbot if none names it.
    COCCOCBOT_WEB = "Cốc Cốc", Search, Always, ["coccocbot-web", "coccocbot"];

    // [R] commoncrawl.org/faq, which documents Crawl-delay too
    /// Common Crawl's crawler; its collection is public, and often used to train AI models.
    CCBOT = "Common Crawl", Archive, Always, ["CCBot"], also_for_training;
    // [R] blog.archive.org of 2017-04-17: the files of some sites are no longer followed, and more
    // sites may be added. [S] archive.org/details/archive.org_bot
    /// The Internet Archive's crawler.
    ARCHIVE_ORG_BOT = "Internet Archive", Archive, MayIgnore, ["archive.org_bot"];
    // [S] The Internet Archive's former guide to exclusion from the Wayback Machine.
    /// The older token of the Wayback Machine.
    IA_ARCHIVER = "Internet Archive", Archive, Unknown, ["ia_archiver"];

    // [S] github.com/ai-robots-txt/ai.robots.txt, table of bot metrics; no page of ByteDance's is
    // known.
    /// ByteDance's crawler for training data.
    BYTESPIDER = "ByteDance", AiTraining, Unknown, ["Bytespider"];
    // [S] Several accounts of the header, which say that the crawler fetches links that are shared
    // on TikTok; no page of ByteDance's is known.
    /// ByteDance's previews of links shared on TikTok.
    TIKTOKSPIDER = "ByteDance", Preview, Unknown, ["TikTokSpider"];
    // [N] exa.ai; only lists of third parties have the name.
    /// Exa's search crawler.
    EXASEARCHBOT = "Exa", AiSearch, Unknown, ["ExaSearchBot"];
    // [S] allenai.org/crawler
    /// Ai2's crawler for training data of open language models.
    AI2BOT = "Ai2", AiTraining, Always, ["AI2Bot"];
    // [S] webz.io/blog/web-data/what-is-the-omgili-bot-and-why-is-it-crawling-your-website
    /// Webz.io's crawler; its data is sold, also to train AI models.
    OMGILI = "Webz.io", AiTraining, Always, ["omgili"];
    // [R] The operator's published source code: it looks for this name in robots.txt, and its
    // customers can disable this.
    /// Firecrawl's crawler, on behalf of its customers.
    FIRECRAWL_AGENT = "Firecrawl", Other, MayIgnore, ["FirecrawlAgent"];
    // [R] imagesift.com/about, which documents Crawl-delay too
    /// ImageSift's crawler for an index of images; obeys the groups of Googlebot if none names it.
    IMAGESIFTBOT = "ImageSift", Other, Always, ["ImagesiftBot", "Googlebot"];

    // [R] help.ahrefs.com/en/articles/78158-how-do-i-control-your-bot-s-crawling-behaviour
    /// Ahrefs' link index.
    AHREFSBOT = "Ahrefs", Seo, Always, ["AhrefsBot"];
    // [R] ahrefs.com/robot: only the verified owner of a site can have its robots.txt ignored.
    /// Ahrefs' site audits.
    AHREFS_SITE_AUDIT = "Ahrefs", Seo, Always, ["AhrefsSiteAudit"];
    // [R] www.semrush.com/bot: the products. [S] the tokens.
    /// Semrush's link index.
    SEMRUSHBOT = "Semrush", Seo, Always, ["SemrushBot"];
    /// Semrush's site audits.
    SITEAUDITBOT = "Semrush", Seo, Always, ["SiteAuditBot"];
    /// Semrush's audits of links to a site.
    SEMRUSHBOT_BA = "Semrush", Seo, Always, ["SemrushBot-BA"];
    /// Semrush's On Page SEO Checker.
    SEMRUSHBOT_SI = "Semrush", Seo, Always, ["SemrushBot-SI"];
    /// Semrush's SEO Writing Assistant.
    SEMRUSHBOT_SWA = "Semrush", Seo, Always, ["SemrushBot-SWA"];
    /// Semrush's ContentShake.
    SEMRUSHBOT_OCOB = "Semrush", Seo, Always, ["SemrushBot-OCOB"];
    // [R] mj12bot.com, which documents Crawl-delay too
    /// Majestic's link index.
    MJ12BOT = "Majestic", Seo, Always, ["MJ12bot"];
    // [S] moz.com/help/moz-procedures/crawlers/dotbot. [R] Moz's page on rogerbot: the name.
    /// Moz's link index.
    DOTBOT = "Moz", Seo, Always, ["DotBot"];
    // [R] moz.com/help/moz-procedures/crawlers/rogerbot
    /// Moz's site audits.
    ROGERBOT = "Moz", Seo, Always, ["rogerbot"];
    // [N] dataforseo.com/dataforseo-bot
    /// DataForSEO's link index.
    DATAFORSEOBOT = "DataForSEO", Seo, Unknown, ["DataForSeoBot"];
    // [R] help.seranking.com/hc/en-us/articles/17126130916636-BLEXBot-Crawler
    /// SE Ranking's link index.
    BLEXBOT = "SE Ranking", Seo, Always, ["BLEXBot"];
    // [R] babbar.tech/crawler, which documents Crawl-delay too
    /// Babbar's link graph.
    BARKROWLER = "Babbar", Seo, Always, ["Barkrowler"];

    // [R] api.slack.com/robots: what each fetches. [S] That neither reads robots.txt.
    /// Slack's previews of shared links.
    SLACKBOT_LINKEXPANDING = "Slack", Preview, MayIgnore, ["Slackbot-LinkExpanding"];
    /// Slack's other fetches.
    SLACKBOT = "Slack", Preview, MayIgnore, ["Slackbot"];
    // [R] developer.twitter.com (today developer.x.com), on cards: the crawler respects robots.txt
    // as Google specifies it.
    /// The cards of links shared on X.
    TWITTERBOT = "X", Preview, Always, ["Twitterbot"];
    // [R] developers.pinterest.com/docs/reference/control-pinterestbot-access-to-your-site, and
    // help.pinterest.com/business/article/pinterest-crawler: the crawler obeys robots.txt
    /// Pinterest's crawler of the pages behind Pins.
    PINTERESTBOT = "Pinterest", Preview, Always, ["Pinterestbot"];
    // [S] Discord's documentation of its fetcher
    /// Discord's previews of shared links.
    DISCORDBOT = "Discord", Preview, Always, ["Discordbot"];
    // [S] Several accounts of the header; no page of the operators was found for these three.
    /// LinkedIn's previews of shared links.
    LINKEDINBOT = "LinkedIn", Preview, Unknown, ["LinkedInBot"];
    /// Telegram's previews of shared links.
    TELEGRAMBOT = "Telegram", Preview, Unknown, ["TelegramBot"];
    /// WhatsApp's previews of shared links.
    WHATSAPP = "Meta", Preview, Unknown, ["WhatsApp"];

    // [S] draft-kelley-aipref-training-preference-signal-00. [R] Google intends to support it:
    // developers.google.com/crawling/docs/changelog (30 October 2026). For the spelling, see the
    // constant. A group of `*` is about crawling, so it does not count as a statement about
    // training.
    /// Whether AI models may be trained on pages, for the crawlers of every operator; see
    /// [`TRAINING_PREFERENCE`]. A token without a crawler.
    USAGE_AI_TRAINING = "any operator", AiTraining, Unknown, [TRAINING_PREFERENCE], without_crawler, ignoring_star;
}
