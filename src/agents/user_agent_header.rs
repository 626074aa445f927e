//! The names of crawlers in a `User-Agent` header.

use alloc::vec::Vec;

use super::families::token_of_header_name;
use super::{Agent, by_token, family_of};
use crate::sorting::{sort_by, sort_by_key};
use crate::syntax::crawler_name::is_token_byte;

/// The known token, or the name of a member of a family, that appears in a `User-Agent` header as a
/// separate word, in any case, as [`UserAgent`](super::UserAgent) describes. In the header's
/// spelling.
pub(super) fn find_in_header(header: &str) -> Option<&str> {
    let mut best: Option<&str> = None;
    let mut after_comparison = false;
    let mut depth = 0_usize;
    for (part, end) in parts(header) {
        // In a comment, a name is the first word of its part, as in `compatible; FooBot/1.0`. Other
        // words are prose, such as `compatible with FooBot`.
        let mut may_name = true;
        // Split so that a URL or an e-mail address is one word, and can be skipped as a whole.
        let words = part.split(|c: char| c.is_ascii_whitespace() || "<>[]{}\"'".contains(c));
        for word in words.filter(|word| !word.is_empty()) {
            let compared = core::mem::replace(&mut after_comparison, is_comparison(word));
            let is_prose = depth > 0 && !may_name;
            may_name &= precedes_name(word);
            if compared || is_prose || is_address(word) {
                continue;
            }
            for name in word.split(|c: char| !(c.is_alphanumeric() || "-_.".contains(c))) {
                let name = name.trim_end_matches('.');
                let name = token_of_header_name(name, header).unwrap_or(name);
                if best.is_none_or(|longest| name.len() > longest.len())
                    && !is_of_browsers(name)
                    && by_token(name)
                        .or_else(|| family_of(name))
                        .is_some_and(Agent::crawls)
                {
                    best = Some(name);
                }
            }
        }
        match end {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    best
}

/// Whether a name may follow this word within a part of a comment: `Yahoo! DE Slurp`.
fn precedes_name(word: &str) -> bool {
    word.ends_with('!') || word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether the name after this word belongs to another crawler, as in `TelegramBot (like
/// TwitterBot)`.
fn is_comparison(word: &str) -> bool {
    ["like", "unlike", "following", "with", "simulates", "simulating"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether a word of a header is a URL, with or without its scheme, or an e-mail address.
fn is_address(word: &str) -> bool {
    let word = word.trim_start_matches('+');
    word.contains("://")
        || word.contains('@')
        || word
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("www."))
        || word
            .split_once('/')
            .is_some_and(|(host, path)| !begins_version(path) && is_host(host))
}

/// Whether a word looks like the name of a host: `github.com`, but not `archive.org_bot`.
fn is_host(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, top_level)| {
        top_level.len() > 1 && top_level.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}

/// The product token that a crawler with this `User-Agent` header most likely answers to: the first
/// of [`UserAgent::tokens`](super::UserAgent::tokens).
///
/// Unlike the first word of the header, it may be inside `(compatible; FooBot/1.0)`. `None` if the
/// header holds no name.
///
/// # Complexity
///
/// O(header · table).
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::product_token;
///
/// assert_eq!(product_token("FooBot/2.1 (+https://foo.example)"), Some("FooBot"));
/// assert_eq!(product_token("Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example)"), Some("FooBot"));
/// assert_eq!(product_token("(+https://foo.example)"), None);
/// ```
#[must_use]
pub fn product_token(user_agent: &str) -> Option<&str> {
    find_in_header(user_agent).or_else(|| names(user_agent).into_iter().next())
}

/// Whether text that names a crawler must be a header, because no product token has a comment in
/// parentheses or a version.
pub(super) fn is_header(written: &str) -> bool {
    let has_version = |word: &str| {
        word.split_once('/')
            .is_some_and(|(_, version)| begins_version(version))
    };
    written.contains('(') || written.split_ascii_whitespace().any(has_version)
}

/// The names in a header without a known crawler, most preferred first, without duplicates.
pub(super) fn names(header: &str) -> Vec<&str> {
    let mut tokens = ranked_tokens(header);
    if let Some(whole) = name_with_comment(header) {
        tokens.insert(0, (Kind::Compatible, whole));
    }
    // If names differ only in case, the most preferred name is kept: the sort is stable.
    let mut order: Vec<usize> = (0..tokens.len()).collect();
    sort_by(&mut order, |&a, &b| {
        compare_ignoring_case(tokens[a].1, tokens[b].1)
    });
    let mut repeated = alloc::vec![false; tokens.len()];
    for pair in order.windows(2) {
        repeated[pair[1]] = tokens[pair[0]].1.eq_ignore_ascii_case(tokens[pair[1]].1);
    }
    let mut repeated = repeated.into_iter();
    tokens.retain(|_| repeated.next() == Some(false));
    tokens.into_iter().map(|(_, token)| token).collect()
}

/// The name that a header begins with, if it has a part in parentheses that no space separates from
/// the rest: `Lycos_Spider_(Rex)/1.0`.
///
/// In a header such a part is a comment, and in most dialects the name ends before it. In dialects
/// in which a name may be a part of another name, the comment belongs to the name: `Rex` names this
/// crawler, as the text of "revisited" says.
fn name_with_comment(header: &str) -> Option<&str> {
    let word = header
        .trim_start()
        .split(|c: char| c.is_ascii_whitespace() || c == ',' || c == ';')
        .next()?;
    let whole = word.split_once('/').map_or(word, |(name, _)| name);
    let (name, comment) = whole.split_once('(')?;
    let comment = comment.strip_suffix(')')?;
    let is_token = |text: &str| !text.is_empty() && text.bytes().all(is_token_byte);
    (is_token(comment) && is_token(name) && name_of(name).is_some() && !is_of_browsers(name)).then_some(whole)
}

fn compare_ignoring_case(a: &str, b: &str) -> core::cmp::Ordering {
    let lower = |text: &str| {
        text.bytes()
            .map(|byte| byte.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    lower(a).cmp(&lower(b))
}

/// The kinds of product tokens, by how likely a token is the crawler's own name; the most likely
/// kind comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// After `compatible;`, usually in a comment.
    Compatible,
    /// Outside comments.
    Product,
    /// In a comment, with a version or the look of a crawler's name.
    Comment,
}

/// Product tokens of browsers, their engines and their platforms. Crawlers send them in addition to
/// their own names; none of them is the name of a crawler.
const BROWSERS: &[&str] = &[
    "Mozilla",
    "AppleWebKit",
    "Chrome",
    "Chromium",
    "CriOS",
    "HeadlessChrome",
    "Safari",
    "Mobile",
    "Version",
    "Gecko",
    "Firefox",
    "FxiOS",
    "MSIE",
    "Trident",
    "Edg",
    "Edge",
    "EdgA",
    "EdgiOS",
    "OPR",
    "Opera",
    "Presto",
    "KHTML",
    "Konqueror",
    "SamsungBrowser",
    "YaBrowser",
    "Yowser",
    "YandexSearch",
    "YandexSearchBrowser",
    "Build",
    "rv",
    // Browsers based on other browsers.
    "Avast",
    "AVG",
    "baiduboxapp",
    "BIDUBrowser",
    "Brave",
    "CCleaner",
    "Ddg",
    "DuckDuckGo",
    "Ecosia",
    "EdgW",
    "Electron",
    "Epiphany",
    "Falkon",
    "Focus",
    "Goanna",
    "GSA",
    "HeyTapBrowser",
    "HuaweiBrowser",
    "Klar",
    "Maxthon",
    "MiuiBrowser",
    "MQQBrowser",
    "OPiOS",
    "OPT",
    "OPX",
    "PaleMoon",
    "Puffin",
    "QQBrowser",
    "QtWebEngine",
    "Quark",
    "SeaMonkey",
    "Silk",
    "Sleipnir",
    "UCBrowser",
    "Vivaldi",
    "VivoBrowser",
    "Waterfox",
    "Whale",
    "YaApp_iOS",
    "YaApp_Android",
    // Apps that show pages, and tokens that they add.
    "AliApp",
    "AlipayClient",
    "App",
    "AppName",
    "ByteFullLocale",
    "ByteLocale",
    "BytedanceWebview",
    "Channel",
    "DingTalk",
    "Flipboard",
    "Instagram",
    "JsSdk",
    "KAKAOTALK",
    "Language",
    "Line",
    "LinkedInApp",
    "MicroMessenger",
    "musical_ly",
    "NAVER",
    "NetType",
    "Region",
    "Snapchat",
    "Store",
    "Twitter",
    "TwitterAndroid",
    "Viber",
    "WeChat",
    "Weibo",
    "WKWebView",
    "Zalo",
    // Systems and words.
    "Android",
    "Debian",
    "Fedora",
    "for",
    "iOS",
    "iPad",
    "iPhone",
    "Ubuntu",
    "Windows",
];

fn is_of_browsers(name: &str) -> bool {
    BROWSERS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The product tokens of a header by kind, each kind in the header's order.
fn ranked_tokens(header: &str) -> Vec<(Kind, &str)> {
    let mut tokens = Vec::new();
    let mut depth = 0_usize;
    let mut after_compatible = false;
    // Text in brackets describes the app.
    let mut is_in_brackets = false;
    for (part, end) in parts(header) {
        let mut is_first_word = true;
        let mut may_name = true;
        let mut after_comparison = false;
        for word in part.split_ascii_whitespace() {
            let compared = core::mem::replace(&mut after_comparison, is_comparison(word));
            let is_first_name = may_name;
            may_name &= precedes_name(word);
            is_in_brackets |= word.contains('[');
            let is_of_app = is_in_brackets;
            is_in_brackets &= !word.contains(']');
            if !compared
                && !is_of_app
                && let Some((name, has_version)) = name_of(word)
                && !is_comparison(name)
                && !name.eq_ignore_ascii_case("compatible")
            {
                let kind = if is_of_browsers(name) {
                    None
                } else if after_compatible && is_first_word {
                    Some(Kind::Compatible)
                } else if depth == 0 {
                    Some(Kind::Product)
                } else {
                    (is_first_name && (has_version || is_like_a_crawler(name))).then_some(Kind::Comment)
                };
                tokens.extend(kind.map(|kind| (kind, name)));
            }
            is_first_word = false;
        }
        after_compatible = part.trim().eq_ignore_ascii_case("compatible");
        match end {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    // The sort is stable, so each kind keeps the order of the header.
    sort_by_key(&mut tokens, |(kind, _)| *kind);
    tokens
}

/// The pieces of a header between parentheses, semicolons and commas, each with the character that
/// ends it.
fn parts(header: &str) -> impl Iterator<Item = (&str, char)> {
    header.split_inclusive(['(', ')', ';', ',']).map(|part| {
        let last = part.chars().next_back().unwrap_or(' ');
        match last {
            '(' | ')' | ';' | ',' => (&part[..part.len() - 1], last),
            _ => (part, ' '),
        }
    })
}

/// The product token in a word of a header, and whether a version follows it.
fn name_of(word: &str) -> Option<(&str, bool)> {
    if is_address(word) {
        return None;
    }
    let end = word
        .bytes()
        .position(|byte| !is_token_byte(byte))
        .unwrap_or(word.len());
    let (name, rest) = word.split_at(end);
    // A name that continues with non-ASCII characters does not count, since it would be cut to a
    // different name.
    let is_whole = rest.bytes().next().is_none_or(|byte| byte.is_ascii());
    let name = name.trim_end_matches('.');
    let is_name = name.bytes().any(|byte| byte.is_ascii_alphabetic()) && !is_version(name);
    (is_whole && is_name).then_some((name, rest.starts_with('/')))
}

/// Whether a word without a name before it is a version, such as `v1.4`.
fn is_version(word: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    word.strip_prefix(['v', 'V'])
        .is_some_and(|digits| !digits.is_empty() && is_digits(digits))
}

/// Whether the text after a name and a `/` is a version: `2.1`, `2.1b`, `v1.0-beta`.
pub(super) fn begins_version(text: &str) -> bool {
    let digits = text.strip_prefix(['v', 'V']).unwrap_or(text);
    digits.starts_with(|first: char| first.is_ascii_digit())
}

fn is_like_a_crawler(name: &str) -> bool {
    ["bot", "crawler", "spider"].iter().any(|end| {
        let start = name.len().checked_sub(end.len());
        start
            .and_then(|start| name.get(start..))
            .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::*;

    #[test]
    fn names_of_unknown_crawlers() {
        for (header, expected) in [
            ("FooBot", &["FooBot"][..]),
            ("FooBot/2.1 (+https://foo.example)", &["FooBot"]),
            ("Foo Bar", &["Foo", "Bar"]),
            (
                "Mozilla/5.0 (compatible; FooBot/2.1; +https://foo.example)",
                &["FooBot"],
            ),
            (
                "Mozilla/5.0 (compatible;FooBot/2.1;+https://foo.example)",
                &["FooBot"],
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; FooBot/1.0; x@foo.example) \
                 Chrome/1.2 Safari/537.36",
                &["FooBot"],
            ),
            // Some headers have no comment.
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; FooBot/1.1; +https://foo.example/bot",
                &["FooBot"],
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
                &[],
            ),
            (
                "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0; foo-spider)",
                &["foo-spider"],
            ),
            ("crawler (FooBot/1.0; like BarBot)", &["crawler", "FooBot"]),
            ("FooBot/1.0 foobot FOOBOT/2", &["FooBot"]),
            ("MJ13bot/v1.4.8", &["MJ13bot"]),
            ("3foo 1.0 v2", &["3foo"]),
            ("", &[]),
            ("*", &[]),
            ("()(;)", &[]),
            ("(((((FooBot/1", &["FooBot"]),
            ("ФооБот/1.0", &[]),
            ("FooБот/1.0", &[]),
            ("bot@foo.example", &[]),
            ("FooBot. Baz", &["FooBot", "Baz"]),
            ("FooBot/1.0 like BarBot", &["FooBot"]),
            // Of the words after `compatible`, the first is the name.
            ("Mozilla/5.0 (compatible; FooBot/1.0 on BarTool)", &["FooBot"]),
            // A name with a comment in it, but not a comment of a version or a browser.
            ("FooBot(bar) x", &["FooBot(bar)", "FooBot", "x"]),
            ("1.0(foo) FooBot", &["FooBot"]),
            ("Mozilla(foo) FooBot", &["FooBot"]),
            // Text before a version is a name, not a host, and no host ends in a single letter.
            ("Foo.Bot/1.0", &["Foo.Bot"]),
            ("Foo.x/beta", &["Foo.x"]),
            ("foo.example/beta FooBot", &["FooBot"]),
        ] {
            let found = UserAgent::parse(header);
            assert_eq!(found.agent(), None, "{header}");
            assert_eq!(found.tokens(), expected, "{header}");
            assert_eq!(product_token(header), expected.first().copied(), "{header}");
        }
    }

    #[test]
    fn names_of_known_crawlers() {
        let image = UserAgent::parse("Googlebot-Image/1.0");
        assert_eq!(image.tokens(), ["Googlebot-Image", "Googlebot"]);
        assert!(image.obeys_star());
        let ads = UserAgent::parse("AdsBot-Google (+http://www.google.com/adsbot.html)");
        assert!(!ads.obeys_star());
        assert!(!ads.list().obeys_star());
        // In the header's spelling.
        assert_eq!(
            product_token("Mozilla/5.0 (compatible; BINGBOT/2.0)"),
            Some("BINGBOT")
        );
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
            (
                "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)",
                Some(MISTRALAI_USER),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 \
                 (compatible; Google-GeminiNotebook; +https://developers.google.com/crawling/docs/crawlers-fetchers/x)",
                Some(GOOGLE_GEMININOTEBOOK),
            ),
            (
                "Mozilla/5.0 (compatible; Qwantbot/1.0_12345; +https://help.qwant.com/bot/)",
                Some(QWANTBOT),
            ),
            (
                "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
                Some(SLACKBOT_LINKEXPANDING),
            ),
            ("TelegramBot (like TwitterBot)", Some(TELEGRAMBOT)),
            (
                "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
                Some(LINKEDINBOT),
            ),
            (
                "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
                Some(SOGOU),
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
            ("FooBot/1.0 (like Googlebot)", None),
            (
                "Mozilla/5.0 (compatible; MSIE or Firefox mutant;) FooBot/4.0 (Following Mediapartners-Google)",
                None,
            ),
            ("Googlebotx/1.0", None),
            (
                "FooBot/1.0 (+www.example.com/googlebot; googlebot@example.com; http://example.com/?bingbot)",
                None,
            ),
            ("FooBot/1.0 (+www.example.com:8080/bingbot)", None),
            ("FooBot/1.0 (like  Googlebot)", None),
            ("FooBot/1.0 (Unlike Googlebot)", None),
            ("FooBot/1.0 (following Googlebot, bingbot)", Some(BINGBOT)),
            ("Google-Extended", None),
            ("ГуглGooglebot/1.0", None),
        ] {
            assert_eq!(
                find_in_header(header).and_then(by_token).copied(),
                expected,
                "{header}"
            );
        }
    }

    #[test]
    fn finds_tokens_in_any_case() {
        assert_eq!(find_in_header("SLURP"), Some("SLURP"));
        assert_eq!(find_in_header("googlebot."), Some("googlebot"));
        let header = "FooBot/1.0 (Slurpy; +http://example.com/about/googlebot)";
        assert_eq!(find_in_header(header), None);
    }

    #[test]
    fn finds_members_of_families() {
        for (header, expected) in [
            (
                "Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)",
                Some("Baiduspider-render"),
            ),
            (
                "Mozilla/5.0 (compatible; YandexMobileBot/3.0; +http://yandex.com/bots)",
                Some("YandexMobileBot"),
            ),
            ("Googlebot-Other/1.0", Some("Googlebot-Other")),
            // People use the app of a search engine.
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) YandexSearch/24.1 YandexSearchBrowser/24.1",
                None,
            ),
            ("FooBot/1.0 (like YandexVideo)", None),
        ] {
            assert_eq!(find_in_header(header), expected, "{header}");
        }
    }

    /// Each name that browsers send, alone: no such name in a header selects a group.
    #[test]
    fn names_that_browsers_send_are_nobodys() {
        for name in BROWSERS {
            let header = alloc::format!("{name}/1.0");
            assert!(UserAgent::parse(&header).tokens().is_empty(), "{name}");
            assert!(
                UserAgent::parse(&header.to_ascii_lowercase()).tokens().is_empty(),
                "{name}"
            );
            assert!(by_token(name).is_none() && family_of(name).is_none_or(|_| name.starts_with("Yandex")));
        }
    }

    /// Headers that people's browsers and apps send.
    #[test]
    fn headers_of_people_name_nobody() {
        let webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
        for (system, end) in [
            ("X11; Linux x86_64", "Chrome/130.0.0.0 Safari/537.36"),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Safari/537.36 Vivaldi/7.0",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Whale/4.28.282.11 Safari/537.36",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 YaBrowser/24.10.0.0 Safari/537.36",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Safari/537.36 Avast/130.0",
            ),
            (
                "Windows NT 10.0; Win64; x64",
                "Chrome/130.0.0.0 Electron/33.0 Safari/537.36",
            ),
            (
                "Macintosh; Intel Mac OS X 10_15_7",
                "Version/18.0 Safari/605.1.15 Ddg/18.0",
            ),
            (
                "Macintosh; Intel Mac OS X 10_15_7",
                "Chrome/130.0.0.0 Safari/537.36 DuckDuckGo/7",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Version/18.0 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 Instagram 350.0.0.0 (iPhone15,2; iOS 18_0; en_US)",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN",
            ),
            (
                "Linux; Android 14; SM-S918B; wv",
                "Version/4.0 Chrome/130.0 Mobile Safari/537.36 MMWEBID/1 WeChat/arm64 Weixin",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "GSA/340.3 Mobile/15E148 Safari/604.1",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "CriOS/130.0 Mobile/15E148 Safari/604.1",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "FxiOS/131.0 Mobile/15E148 Safari/605.1.15",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 [FBAN/FBIOS;FBAV/484.0;FBBV/1;FBDV/iPhone15,2;FBLC/en_US]",
            ),
            (
                "Linux; Android 14; SM-S918B; wv",
                "Version/4.0 Chrome/130.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/484.0;]",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 [Pinterest/iOS]",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 Twitter for iPhone/10.60",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 Snapchat/13.8 (like Safari/8618, panda)",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 [LinkedInApp]/9.30",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 Safari Line/14.16.0",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 KAKAOTALK 10.9.5",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 NAVER(inapp; search; 2000; 12.8.0; 15)",
            ),
            (
                "iPhone; CPU iPhone OS 18_0 like Mac OS X",
                "Mobile/15E148 musical_ly/36.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US",
            ),
            (
                "Linux; Android 14; SM-S918B",
                "SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36",
            ),
            (
                "Linux; U; Android 14; zh-CN",
                "Version/4.0 Chrome/100.0 UCBrowser/16.6 Mobile Safari/537.36",
            ),
            (
                "Linux; Android 14",
                "Chrome/110.0 HuaweiBrowser/15.0 Mobile Safari/537.36",
            ),
            (
                "Linux; Android 14",
                "Chrome/110.0 Mobile Safari/537.36 MQQBrowser/14.9",
            ),
            (
                "Linux; Android 14",
                "Chrome/110.0 Mobile Safari/537.36 EdgA/130.0",
            ),
            (
                "Linux; Android 9; KFMAWI",
                "Silk/130.1 like Chrome/130.0 Safari/537.36",
            ),
            (
                "Linux; Android 14",
                "Version/4.0 Focus/9.0 Chrome/110.0 Mobile Safari/537.36",
            ),
            (
                "Linux; Android 14",
                "Chrome/110.0 Mobile Safari/537.36 baiduboxapp/13.0",
            ),
        ] {
            let header = alloc::format!("Mozilla/5.0 ({system}) {webkit} {end}");
            let found = UserAgent::parse(&header);
            let tokens = found
                .tokens()
                .iter()
                .filter(|name| !["MMWEBID", "Weixin"].contains(name));
            assert_eq!(tokens.count(), 0, "{header}: {:?}", found.tokens());
        }
        for header in [
            "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0",
            "Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Goanna/6.7 PaleMoon/33.4",
            "Opera/9.80 (Windows NT 6.1; U; en) Presto/2.8.131 Version/11.10",
        ] {
            assert!(UserAgent::parse(header).tokens().is_empty(), "{header}");
        }
    }

    /// A name in a comment counts if it is the first word of a part of the comment.
    #[test]
    fn prose_names_nobody() {
        for (header, expected) in [
            (
                "SentiBot/1.0 www.sentibot.eu (compatible with Googlebot)",
                &["SentiBot"][..],
            ),
            ("FooBot/1.0 compatible with Googlebot", &["FooBot", "compatible"]),
            (
                "FooBot/2.0 (not affiliated with Googlebot; +https://foo.example)",
                &["FooBot"],
            ),
            ("FooTool/3 (a tool that simulates Googlebot-Image)", &["FooTool"]),
            ("FooTool/3 (for sites that bingbot/2.0 visits)", &["FooTool"]),
        ] {
            let found = UserAgent::parse(header);
            assert_eq!(found.agent(), None, "{header}");
            let tokens = found.tokens().iter().filter(|name| **name != "compatible");
            assert!(
                tokens.eq(expected.iter().filter(|name| **name != "compatible")),
                "{header}"
            );
        }
        for (header, expected) in [
            (
                "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
                SLURP,
            ),
            (
                "Mozilla/5.0 (compatible; Yahoo! DE Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
                SLURP,
            ),
            (
                "Mozilla/5.0 (compatible; bingbot/2.0 +http://www.bing.com/bingbot.htm)",
                BINGBOT,
            ),
            (
                "Pinterest/0.2 (+https://www.pinterest.com/bot.html)",
                PINTERESTBOT,
            ),
            (
                "Mozilla/5.0 (compatible; YaDirectFetcher/1.0; Dyatel; +http://yandex.com/bots)",
                YADIRECTFETCHER,
            ),
        ] {
            assert_eq!(UserAgent::parse(header).agent(), Some(&expected), "{header}");
        }
        let news =
            UserAgent::parse("Mozilla/5.0 (compatible; Qwantbot-news/2.0; +https://help.qwant.com/bot/)");
        assert_eq!(news.tokens(), ["Qwantbot-news", "Qwantbot"]);
        // Without the operator's URL, the name may be the app's name.
        assert_eq!(UserAgent::parse("Pinterest/0.2").agent(), None);
    }
}
