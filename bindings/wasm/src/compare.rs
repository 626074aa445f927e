//! Where dialects disagree about a file.

use robots_exclusion::{Dialect, ParseOptions};
use robots_exclusion_analysis::decide::{Budget, Disagreement, Division, Policy};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows};
use crate::dialect;
use crate::failure::Failure;
use crate::plain;

/// Steps that may be spent on all pairs, and on each changed rule of one.
const STEPS: u64 = 30_000_000;
const STEPS_EACH: u64 = 2_000_000;
/// How many ways to disagree are looked at for a pair.
const MOST_OF_PAIR: usize = 20;

/// Two dialects, and the result of comparing them.
#[derive(Clone, Serialize)]
struct Pair {
    dialects: [String; 2],
    outcome: &'static str,
    /// A URL on which they disagree.
    url: Option<String>,
    /// Whether each way to disagree was found.
    complete: bool,
}

/// The results for one crawler.
#[derive(Serialize)]
struct Comparison {
    pairs: Vec<Pair>,
    /// URLs on which dialects disagree, each once, in the order in which they were found.
    urls: Vec<String>,
}

/// Compares each pair of dialects for one crawler, for all URLs.
#[wasm_bindgen(js_name = compareDialects)]
pub fn compare_dialects(
    body: &[u8],
    tokens: Vec<String>,
    follows: Follows,
    dialects: Vec<String>,
    most_urls: usize,
) -> Result<JsValue, Failure> {
    let options: Result<Vec<ParseOptions>, Failure> = dialects
        .iter()
        .map(|name| Ok(ParseOptions::new().dialect(dialect::named(name)?)))
        .collect();
    let crawler = agents::list(&tokens, follows)?;
    let options = options?;
    let policies = options
        .iter()
        .map(|options| Policy::of(&options.parse(body), &crawler));
    let mut budget = Budget::new(STEPS).with_each(STEPS_EACH);
    let division = Division::of(policies, MOST_OF_PAIR, &mut budget);
    let mut comparison = Comparison {
        pairs: Vec::new(),
        urls: Vec::new(),
    };
    for (first, name) in dialects.iter().enumerate() {
        for (second, other_name) in dialects.iter().enumerate().skip(first + 1) {
            let disagreement = division.between(first, second);
            let urls = disagreement.map_or(&[][..], Disagreement::urls);
            comparison.pairs.push(Pair {
                dialects: [name.clone(), other_name.clone()],
                outcome: match division.agree(first, second) {
                    Some(true) => "proved",
                    Some(false) => "refuted",
                    None => "undecided",
                },
                url: urls.first().cloned(),
                complete: disagreement.is_none_or(Disagreement::is_complete),
            });
            for url in urls {
                if comparison.urls.len() < most_urls && !comparison.urls.contains(url) {
                    comparison.urls.push(url.clone());
                }
            }
        }
    }
    plain(&comparison)
}

/// The dialects in which a file is compared unless others are named: all except dialects for which
/// a file must ask and this one does not.
#[wasm_bindgen(js_name = comparedDialects)]
pub fn compared_dialects(body: &[u8]) -> Vec<String> {
    let robots = ParseOptions::new().dialect(Dialect::SEZNAM).parse(body);
    let language = robots.dialect().pattern_language;
    let is_marked = robots.groups().any(|group| group.pattern_language() != language);
    let presets = Dialect::PRESETS.iter();
    presets
        .filter(|(_, dialect)| is_marked || !dialect.needs_opt_in())
        .map(|(name, _)| (*name).to_string())
        .collect()
}
