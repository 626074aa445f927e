//! Typos of crawlers' names, by edit distance.

use super::{ALL, Agent, RETIRED, Retired, by_token, retired};
use crate::edit_distance::{LONGEST, edit_distance};

/// Names below this length are not compared: too many words differ from them by one letter.
const SHORTEST: usize = 6;
/// Names from this length on may differ by two edits.
const LONG: usize = 9;
/// Names of other crawlers that happen to be close to one in the table, found in real files.
/// `Jooblebot` is the crawler of Jooble, a search engine for jobs, and `MSRBot` one of Microsoft
/// Research.
const OTHERS: &[&str] = &[
    "aipbot",
    "AmazonAdBot",
    "Jooblebot",
    "MSRBot",
    "Roverbot",
    "WotBot",
];

/// Names of products and operators that people mistake for the token of a crawler, each with the
/// token that is meant most often.
const PRODUCTS: &[(&str, &str)] = &[
    ("ChatGPT", "ChatGPT-User"),
    ("OpenAI", "GPTBot"),
    ("GPT", "GPTBot"),
    ("Perplexity", "PerplexityBot"),
    ("Bing", "bingbot"),
    ("Facebook", "facebookexternalhit"),
    ("Meta", "meta-externalagent"),
    ("Claude", "ClaudeBot"),
    ("Anthropic", "ClaudeBot"),
    ("Google", "Googlebot"),
    ("Gemini", "Google-Extended"),
    ("Bard", "Google-Extended"),
    ("Googlebot-Extended", "Google-Extended"),
    ("Apple", "Applebot"),
    ("Amazon", "Amazonbot"),
    ("Mistral", "MistralAI-Training"),
    ("MistralAI", "MistralAI-Training"),
    ("Naver", "Yeti"),
    ("Baidu", "Baiduspider"),
    ("DuckDuckGo", "DuckDuckBot"),
    ("Seznam", "SeznamBot"),
    ("CommonCrawl", "CCBot"),
    ("ByteDance", "Bytespider"),
    ("TikTok", "Bytespider"),
    ("Twitter", "Twitterbot"),
    ("LinkedIn", "LinkedInBot"),
    ("Semrush", "SemrushBot"),
    ("Ahrefs", "AhrefsBot"),
];

/// The known agent whose token `token` most likely misspells: `Googelbot` for `Googlebot`. `None`
/// if it is a known or retired token, a variant of one (`SemrushBot-XY`), the name of another
/// crawler that is close by chance, or not close to any.
///
/// Names are close if at most one letter is missing, added, replaced or swapped with its neighbor,
/// or two such edits in names of nine or more letters. Case does not count. Names of fewer than six
/// letters are not compared. Of equally close names, the first of [`ALL`] is taken. For a typo of a
/// retired token, the answer is the successor of that token. The name of a product or an operator,
/// such as `ChatGPT` or `Bing`, stands for the crawler that is meant most often.
///
/// # Complexity
///
/// O(table · token); at most 32 bytes of `token` are compared.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::near_miss("Googelbot"), Some(&agents::GOOGLEBOT));
/// assert_eq!(agents::near_miss("ahrefsbbot"), Some(&agents::AHREFSBOT));
/// assert_eq!(agents::near_miss("Bing"), Some(&agents::BINGBOT));
/// assert_eq!(agents::near_miss("Googlebot"), None);
/// assert_eq!(agents::near_miss("FooBot"), None);
/// ```
#[must_use]
pub fn near_miss(token: &str) -> Option<&'static Agent> {
    let bytes = token.as_bytes();
    let product = PRODUCTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(token));
    if let Some((_, agent)) = product {
        return by_token(agent);
    }
    if !(SHORTEST..=LONGEST).contains(&bytes.len()) || is_known(token) {
        return None;
    }
    let allowed = if bytes.len() >= LONG { 2 } else { 1 };
    let mut best: Option<(usize, &'static Agent)> = None;
    let successor = |old: &'static Retired| Some((old.token(), by_token(old.successors().first()?)?));
    let names = ALL.iter().map(|agent| (agent.token(), agent));
    for (name, agent) in names.chain(RETIRED.iter().filter_map(successor)) {
        let name = name.as_bytes();
        if name.len() < SHORTEST || name.len().abs_diff(bytes.len()) > allowed {
            continue;
        }
        let distance = edit_distance(bytes, name);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, agent));
        }
    }
    best.map(|(_, agent)| agent)
}

/// Whether a token is known or retired, or such a token with a suffix.
fn is_known(token: &str) -> bool {
    let known = |name: &str| by_token(name).is_some() || retired(name).is_some();
    let is_other = |name: &&str| name.eq_ignore_ascii_case(token);
    known(token)
        || OTHERS.iter().any(is_other)
        || token
            .match_indices(['-', '_'])
            .any(|(end, _)| known(&token[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::*;

    #[test]
    fn every_name_fits_the_table_of_distances() {
        assert!(ALL.iter().all(|agent| agent.token().len() + 2 <= LONGEST));
    }

    #[test]
    fn products_stand_for_known_agents() {
        for (product, token) in PRODUCTS {
            assert!(
                by_token(product).is_none() && retired(product).is_none(),
                "{product}"
            );
            assert!(by_token(token).is_some(), "{token}");
        }
    }

    #[test]
    fn typos_and_names_of_others() {
        for (token, expected) in [
            ("Googelbot", Some(GOOGLEBOT)),
            ("Gogolebot", Some(GOOGLEBOT)),
            ("google-bot", Some(GOOGLEBOT)),
            ("OmigiliBot", Some(OMGILI)),
            ("ChatGPT", Some(CHATGPT_USER)),
            ("openai", Some(GPTBOT)),
            ("Perplexity", Some(PERPLEXITYBOT)),
            ("Bing", Some(BINGBOT)),
            ("Mistral", Some(MISTRALAI_TRAINING)),
            ("Facebook", Some(FACEBOOKEXTERNALHIT)),
            ("Googlebot-Extended", Some(GOOGLE_EXTENDED)),
            ("jooblebot", None),
            ("msrbot", None),
            ("gooblebot", Some(GOOGLEBOT)),
            ("ahrefsbbot", Some(AHREFSBOT)),
            ("Claude-Bot", Some(CLAUDEBOT)),
            ("biingbot", Some(BINGBOT)),
            ("Googlebot-Images", None),
            ("msnbot-media", None),
            ("msnbot", None),
            ("Googlebot_x", None),
            ("GPTBot", None),
            ("Aipbot", None),
            ("acebookexternalhit", Some(FACEBOOKEXTERNALHIT)),
            ("CBot", None),
            ("", None),
            ("Mozilla", None),
            ("Wget", None),
            (
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                None,
            ),
            ("Гуглбот", None),
        ] {
            assert_eq!(near_miss(token).copied(), expected, "{token}");
        }
    }
}
