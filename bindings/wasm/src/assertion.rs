//! Assertions about all URLs that match a pattern, and about equivalence: `robots test`.

use robots_exclusion::{AgentList, RuleKind};
use robots_exclusion_analysis::decide::{Assertion, Budget, Conclusion, Policy, equivalent};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::agents::{self, Follows, Obeys};
use crate::failure::Failure;
use crate::plain;
use crate::robots_txt::RobotsTxt;
use crate::verdict::Verdict;

type LibraryFile = robots_exclusion::RobotsTxt<'static>;

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
    fn verdict(&self, asked: &(&LibraryFile, AgentList<'_>), obeys: &Obeys, url: &str) -> Verdict {
        let (robots, agents) = asked;
        let verdict = robots.check(agents, url);
        Verdict::new(&verdict, robots.body(), &self.offsets).of(obeys.clone())
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
) -> Result<JsValue, Failure> {
    let kind = if is_allow {
        RuleKind::Allow
    } else {
        RuleKind::Disallow
    };
    let asked = robots.asked(&tokens, follows)?;
    let (file, agents) = &asked;
    let assertion = Assertion::new(kind, pattern, file.dialect());
    let assertion = except
        .iter()
        .fold(assertion, |assertion, except| assertion.except(except));
    let policy = Policy::of(file, agents);
    let answer = policy
        .holds(&assertion, &mut Budget::default())
        .map_err(Failure::value)?;
    let obeys = agents::obedience(&tokens, follows)?;
    let outcome = Outcome::new(&answer, |url| (robots.verdict(&asked, &obeys, url), None));
    plain(&outcome)
}

/// Whether two files give a crawler the same verdict on every URL.
#[wasm_bindgen(js_name = isEquivalent)]
pub fn is_equivalent(
    robots: &RobotsTxt,
    other: &RobotsTxt,
    tokens: Vec<String>,
    follows: Follows,
) -> Result<JsValue, Failure> {
    let (asked, asked_of_other) = (robots.asked(&tokens, follows)?, other.asked(&tokens, follows)?);
    let policy = |(file, agents): &(&'_ LibraryFile, AgentList<'_>)| Policy::of(file, agents);
    let (own, others) = (policy(&asked), policy(&asked_of_other));
    let answer = equivalent(&own, &others, &mut Budget::default());
    let obeys = agents::obedience(&tokens, follows)?;
    let outcome = Outcome::new(&answer, |url| {
        (
            robots.verdict(&asked, &obeys, url),
            Some(other.verdict(&asked_of_other, &obeys, url)),
        )
    });
    plain(&outcome)
}
