//! Verdicts and rules.

use robots_exclusion::RuleKind;
use serde::Serialize;

use crate::agents::Obeys;
use crate::text::{Offsets, Place, lossy};

/// The answer to a question, and the reasons for it.
#[derive(Serialize)]
pub(crate) struct Verdict {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
    span: Option<Place>,
    text: String,
    #[serde(flatten)]
    obeys: Obeys,
}

impl Verdict {
    /// With what is known about the crawler.
    pub(crate) fn of(self, obeys: Obeys) -> Self {
        Self { obeys, ..self }
    }

    /// A verdict about a file whose `body` was read.
    pub(crate) fn new(verdict: &robots_exclusion::Verdict<'_>, body: &[u8], offsets: &Offsets) -> Self {
        let rule = verdict.rule();
        let span = rule.and_then(robots_exclusion::Rule::span);
        Self {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: rule.map(ToString::to_string),
            group: verdict.group_name().map(|name| lossy(name).into_owned()),
            span: span.map(|span| offsets.place(body, span)),
            text: verdict.to_string(),
            obeys: Obeys::default(),
        }
    }
}

/// One Allow or Disallow.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule {
    is_allow: bool,
    pattern: String,
    line: u32,
    span: Option<Place>,
    text: String,
}

impl Rule {
    pub(crate) fn new(rule: &robots_exclusion::Rule<'_>, body: &[u8], offsets: &Offsets) -> Self {
        Self {
            is_allow: rule.kind() == RuleKind::Allow,
            pattern: lossy(rule.pattern()).into_owned(),
            line: rule.line(),
            span: rule.span().map(|span| offsets.place(body, span)),
            text: rule.to_string(),
        }
    }
}

/// A rule that matches a URL, and why another was preferred.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchingRule {
    #[serde(flatten)]
    rule: Rule,
    lost_by: Option<&'static str>,
}

impl MatchingRule {
    pub(crate) fn new(
        met: &robots_exclusion::explanation::MatchingRule<'_>,
        body: &[u8],
        offsets: &Offsets,
    ) -> Self {
        Self {
            rule: Rule::new(met.rule(), body, offsets),
            lost_by: met.lost_by().map(|lost| lost.as_str()),
        }
    }
}
