//! Typos of crawlers' names, by edit distance.

use super::families::is_header_name;
use super::{ALL, Agent, RETIRED, Retired, by_token, family_of, reported, retired, undocumented};
use crate::edit_distance::{LONGEST, edit_distance};

/// Names below this length are not compared: too many words differ from them by one letter.
const SHORTEST: usize = 6;
/// Names from this length on may differ by two edits.
const LONG: usize = 9;
/// Names of other crawlers that happen to be close to a name in the table, found in real files.
/// `Jooblebot` is the crawler of Jooble, a search engine for jobs, `MSRBot` is a crawler of
/// Microsoft Research, and `factbot` was that of FactBites.
const OTHERS: &[&str] = &[
    "aipbot",
    "AmazonAdBot",
    "factbot",
    "Jooblebot",
    "MSRBot",
    "Roverbot",
    "WotBot",
];

/// Names of products and operators that people mistake for the token of a crawler, each with the
/// token that is most often intended.
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
/// if it is a known or retired token, a variant of such a token (`SemrushBot-XY`), a name that no
/// operator documents or that only third parties list, a name that a crawler sends in its header
/// instead of its token (`Pinterest`), the name of another crawler that is close by chance, or not
/// close to any token; [`standing()`](super::standing()) distinguishes these cases.
///
/// Names are close if at most one letter is missing, added, replaced or swapped with its neighbor,
/// or two such edits in names of nine or more letters. Case does not count. Names of fewer than six
/// letters are not compared. Of equally close names, the first of [`ALL`] is taken. If no name is
/// that close, the result is the first name that begins with `token`, if `token` has six letters or
/// more: `Google-Inspection` for `Google-InspectionTool`. A token of four letters or more that is
/// followed by `bot` stands for itself: `YetiBot` for `Yeti`. For a typo of a retired token, the result
/// is the successor of that token. The name of a product or an operator, such as `ChatGPT` or
/// `Bing`, stands for the crawler that is most often intended.
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
/// assert_eq!(agents::near_miss("Google-Inspection"), Some(&agents::GOOGLE_INSPECTION_TOOL));
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
    // `YetiBot`, where the token itself does not end so.
    let stem = token
        .len()
        .checked_sub(3)
        .and_then(|end| token.split_at_checked(end));
    let stem = stem.filter(|(stem, end)| stem.len() > 3 && end.eq_ignore_ascii_case("bot"));
    if let Some(agent) = stem.and_then(|(stem, _)| by_token(stem)) {
        return Some(agent);
    }
    let allowed = if bytes.len() >= LONG { 2 } else { 1 };
    let mut best: Option<(usize, &'static Agent)> = None;
    let successor = |old: &'static Retired| Some((old.name(), by_token(old.successors().first()?)?));
    let names = ALL.iter().map(|agent| (agent.name(), agent));
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
    let begins = |agent: &&Agent| {
        let start = agent.name().as_bytes().get(..bytes.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(bytes))
    };
    best.map(|(_, agent)| agent).or_else(|| ALL.iter().find(begins))
}

/// Whether a name is known, with or without its suffix.
fn is_known(token: &str) -> bool {
    let known = |name: &str| by_token(name).is_some() || retired(name).is_some();
    let is_other = |name: &&str| name.eq_ignore_ascii_case(token);
    let is_family = family_of(token).is_some_and(|family| family.name().eq_ignore_ascii_case(token));
    known(token)
        || is_family
        || reported(token).is_some()
        || undocumented(token).is_some()
        || is_header_name(token)
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
        assert!(ALL.iter().all(|agent| agent.name().len() + 2 <= LONGEST));
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
            ("FactBot", None),
            ("gooblebot", Some(GOOGLEBOT)),
            ("ahrefsbbot", Some(AHREFSBOT)),
            ("YetiBot", Some(YETI)),
            ("slurpbot", Some(SLURP)),
            ("Claude-Bot", Some(CLAUDEBOT)),
            ("biingbot", Some(BINGBOT)),
            ("Googlebot-Images", None),
            ("msnbot-media", None),
            ("msnbot", None),
            ("Googlebot-Mobile", None),
            ("Facebot", None),
            ("Google-Inspection", Some(GOOGLE_INSPECTION_TOOL)),
            ("mediapartners", Some(MEDIAPARTNERS_GOOGLE)),
            // The name of a family, and names of crawlers that others list.
            ("coccocbot", None),
            ("ExaBot", None),
            ("GrokBot", None),
            // The first six letters of a name are enough, but five are not.
            ("Telegr", Some(TELEGRAMBOT)),
            ("Teleg", None),
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
        for row in UNDOCUMENTED {
            let is_product = PRODUCTS
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case(row.name()));
            assert!(is_product || near_miss(row.name()).is_none(), "{}", row.name());
        }
    }
}
