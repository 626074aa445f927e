//! Where dialects disagree about a file.

use robots_exclusion::decide::{Budget, Policy, differences};
use robots_exclusion::{Dialect, ParseOptions};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents;
use crate::plain;
use crate::rules::parse_options;

/// Steps that may be spent on all pairs, and on each changed rule of one.
const STEPS: u64 = 30_000_000;
const STEPS_EACH: u64 = 2_000_000;
/// How many ways to disagree are looked at for a pair.
const MOST_OF_PAIR: usize = 20;

/// Two dialects, and what is known about them.
#[derive(Clone, Serialize)]
struct Pair {
    dialects: [String; 2],
    outcome: &'static str,
    /// A URL on which they disagree.
    url: Option<String>,
    /// Whether each way to disagree was found.
    complete: bool,
}

/// What was found about one crawler.
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
    obeys_star: bool,
    dialects: Vec<String>,
    most_urls: usize,
) -> Result<JsValue, JsError> {
    let options: Result<Vec<ParseOptions>, JsError> = dialects
        .iter()
        .map(|name| parse_options(name, None, false))
        .collect();
    let crawler = agents::list(&tokens, obeys_star);
    let policies: Vec<Policy> = options?
        .iter()
        .map(|options| Policy::of(&options.parse(body), &crawler))
        .collect();
    let mut budget = Budget::new(STEPS).with_each(STEPS_EACH);
    let mut comparison = Comparison {
        pairs: Vec::new(),
        urls: Vec::new(),
    };
    // Of dialects that are proved to agree, the first is compared for all: the same is true of the others.
    let mut first_alike: Vec<usize> = (0..policies.len()).collect();
    for (number, policy) in policies.iter().enumerate() {
        for (other_number, other) in policies.iter().enumerate().skip(number + 1) {
            let names = [dialects[number].clone(), dialects[other_number].clone()];
            let first = first_alike[number];
            if first != number {
                let known = comparison.pairs.iter();
                let known =
                    known.filter(|pair| pair.dialects == [dialects[first].as_str(), &dialects[other_number]]);
                let known: Vec<Pair> = known.take(1).cloned().collect();
                comparison.pairs.extend(known.into_iter().map(|pair| Pair {
                    dialects: names.clone(),
                    ..pair
                }));
                continue;
            }
            let mut found = differences(policy, other, &mut budget);
            let mut pair = Pair {
                dialects: names,
                outcome: "proved",
                url: None,
                complete: true,
            };
            let mut count = 0;
            for difference in found.by_ref().take(MOST_OF_PAIR) {
                count += 1;
                let url = difference.witness().url();
                pair.url.get_or_insert_with(|| url.to_string());
                if comparison.urls.len() < most_urls && !comparison.urls.iter().any(|seen| seen == url) {
                    comparison.urls.push(url.to_string());
                }
            }
            pair.complete = count < MOST_OF_PAIR && found.is_complete();
            pair.outcome = match (&pair.url, pair.complete) {
                (Some(_), _) => "refuted",
                (None, true) => "proved",
                (None, false) => "undecided",
            };
            if pair.outcome == "proved" {
                first_alike[other_number] = number;
            }
            comparison.pairs.push(pair);
        }
    }
    plain(&comparison)
}

/// The dialects in which a file is compared unless others are named: all that files need not opt into, and those that this file opts
/// into. Those in which nothing can be decided about all URLs are left out.
#[wasm_bindgen(js_name = comparedDialects)]
pub fn compared_dialects(body: &[u8]) -> Vec<String> {
    let robots = ParseOptions::new().dialect(Dialect::SEZNAM).parse(body);
    let language = robots.dialect().pattern_language();
    let is_marked = robots.groups().any(|group| group.pattern_language() != language);
    let presets = Dialect::PRESETS.iter();
    presets
        .filter(|(_, dialect)| dialect.is_decidable() && (is_marked || !dialect.needs_opt_in()))
        .map(|(name, _)| (*name).to_string())
        .collect()
}
