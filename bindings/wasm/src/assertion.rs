//! Assertions about all URLs that match a pattern, and about equivalence: `robots test`.

use robots_exclusion::RuleKind;
use robots_exclusion_analysis::decide::{Assertion, Budget, Conclusion, Policy, equivalent};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::Follows;
use crate::plain;
use crate::robots_txt::RobotsTxt;
use crate::verdict::Verdict;

/// The result of an assertion.
#[derive(Serialize)]
struct Outcome {
    outcome: &'static str,
    witness: Option<Witness>,
}

/// A URL that refutes an assertion.
#[derive(Serialize)]
struct Witness {
    url: String,
    verdict: Verdict,
    /// In the other file, where two are compared.
    other: Option<Verdict>,
}

impl Outcome {
    fn new(answer: &Conclusion<'_>, ask: impl FnOnce(&str) -> (Verdict, Option<Verdict>)) -> Self {
        let outcome = match answer {
            Conclusion::Proved => "proved",
            Conclusion::Refuted(_) => "refuted",
            Conclusion::Undecided => "undecided",
        };
        let witness = answer.witness().map(|witness| {
            let url = witness.url().to_string();
            let (verdict, other) = ask(&url);
            Witness { url, verdict, other }
        });
        Self { outcome, witness }
    }
}

impl RobotsTxt {
    /// The verdict with the place of the rule that decides, which the proof does not know.
    pub(crate) fn verdict(&self, tokens: &[String], follows: Follows, url: &str) -> Verdict {
        let (robots, agents) = self.asked(tokens, follows);
        Verdict::new(&robots.check(agents, url), robots.body(), &self.offsets)
    }
}

/// Whether all URLs that match a pattern, except URLs that match others, are allowed or disallowed
/// for a crawler.
#[wasm_bindgen]
pub fn holds(
    robots: &RobotsTxt,
    tokens: Vec<String>,
    follows: Follows,
    is_allow: bool,
    pattern: &str,
    except: Vec<String>,
) -> Result<JsValue, JsError> {
    let kind = if is_allow {
        RuleKind::Allow
    } else {
        RuleKind::Disallow
    };
    let (file, agents) = robots.asked(&tokens, follows);
    let assertion = Assertion::new(kind, pattern, file.dialect());
    let assertion = except
        .iter()
        .fold(assertion, |assertion, except| assertion.except(except));
    let policy = Policy::of(file, agents);
    let answer = policy
        .holds(&assertion, &mut Budget::default())
        .map_err(|error| JsError::new(&error.to_string()))?;
    plain(&Outcome::new(&answer, |url| {
        (robots.verdict(&tokens, follows, url), None)
    }))
}

/// Whether two files give a crawler the same verdict on every URL.
#[wasm_bindgen(js_name = isEquivalent)]
pub fn is_equivalent(
    robots: &RobotsTxt,
    other: &RobotsTxt,
    tokens: Vec<String>,
    follows: Follows,
) -> Result<JsValue, JsError> {
    let policy = |robots: &RobotsTxt| {
        let (file, agents) = robots.asked(&tokens, follows);
        Policy::of(file, agents)
    };
    let (own, others) = (policy(robots), policy(other));
    let answer = equivalent(&own, &others, &mut Budget::default());
    plain(&Outcome::new(&answer, |url| {
        (
            robots.verdict(&tokens, follows, url),
            Some(other.verdict(&tokens, follows, url)),
        )
    }))
}
