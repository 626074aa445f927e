//! Proving the assertions of a policy.

use std::collections::BTreeMap;

use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, equivalent};
use robots_exclusion::sitemap::{EntryKind, Error, Item, ReadOptions};
use robots_exclusion::{Dialect, RobotsTxt, RuleKind, Target, Verdict};
use serde::Serialize;

use super::policy::{Assert, Claim};
use crate::answer::Crawler;
use crate::crawlers::Asked;
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::{Input, RobotsFile};
use crate::options::Limits;

/// What is known about an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// It is true of every URL.
    Proved,
    /// It is not true of a URL.
    Refuted,
    /// The work allowed was spent first. It counts as failed.
    Undecided,
}

impl Outcome {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// One statement about one crawler, and what is known about it.
#[derive(Serialize)]
pub(super) struct Proven {
    pub(super) assertion: usize,
    pub(super) agent: String,
    /// The pattern, or the file that is compared with.
    pub(super) pattern: String,
    pub(super) expected: &'static str,
    pub(super) outcome: Outcome,
    pub(super) witness: Option<Witness>,
    pub(super) dialect: &'static str,
    /// The line of the assertion in the policy.
    pub(super) policy_line: u32,
    /// How the verdict comes about, sentence by sentence.
    #[serde(skip)]
    pub(super) explanation: Vec<String>,
}

/// A URL of which an assertion is not true.
#[derive(Serialize)]
pub(super) struct Witness {
    pub(super) url: String,
    pub(super) allowed: bool,
    pub(super) line: Option<u32>,
    pub(super) rule: Option<String>,
}

impl Witness {
    fn new(url: &str, verdict: &Verdict<'_>) -> Self {
        Self {
            url: url.to_owned(),
            allowed: verdict.is_allowed(),
            line: verdict.line(),
            rule: verdict.rule().map(ToString::to_string),
        }
    }
}

/// A file under test.
pub(super) struct Prover<'f> {
    pub(super) file: &'f RobotsFile,
    pub(super) limits: &'f Limits,
    pub(super) client: &'f Client,
    /// For assertions that name none.
    pub(super) dialect: Dialect,
}

impl Prover<'_> {
    /// Proves what one assertion says, for each of its crawlers.
    ///
    /// # Errors
    ///
    /// If a file that it names cannot be read.
    pub(super) fn prove(&self, assert: &Assert) -> Result<Vec<Proven>, Failure> {
        let dialect = assert.dialect.unwrap_or(self.dialect);
        let robots = self.limits.parse(&self.file.body, dialect);
        let everyone = [Asked::named("*")];
        let agents = assert.agents.as_deref();
        let mut proven = Vec::new();
        for claim in &assert.claims {
            let found = match claim {
                Claim::Pattern(kind, pattern) => patterns(
                    &robots,
                    *kind,
                    pattern,
                    &assert.except,
                    agents.unwrap_or(&everyone),
                ),
                Claim::Equivalent(_, other) => {
                    let file = other.robots_quietly(dialect, self.client)?.or_failure()?;
                    let other = self.limits.parse(&file.body, dialect);
                    match agents {
                        Some(agents) => equivalents(&robots, &other, agents),
                        None => equivalents(&robots, &other, &named(&robots, &other)),
                    }
                }
                Claim::Sitemap(_, sitemap) => self.sitemap(&robots, sitemap, agents.unwrap_or(&everyone))?,
            };
            let (pattern, expected) = match claim {
                Claim::Pattern(RuleKind::Allow, pattern) => (pattern, "allowed"),
                Claim::Pattern(RuleKind::Disallow, pattern) => (pattern, "disallowed"),
                Claim::Equivalent(name, _) => (name, "equivalent"),
                Claim::Sitemap(name, _) => (name, "allowed"),
            };
            proven.extend(found.into_iter().map(|found| Proven {
                assertion: assert.number,
                agent: found.agent,
                pattern: pattern.clone(),
                expected,
                outcome: found.outcome,
                witness: found.witness,
                dialect: dialect.name().unwrap_or("custom"),
                policy_line: assert.line,
                explanation: found.explanation,
            }));
        }
        Ok(proven)
    }

    /// Asks about every URL of a sitemap.
    fn sitemap(
        &self,
        robots: &RobotsTxt<'_>,
        input: &Input,
        agents: &[Asked],
    ) -> Result<Vec<Found>, Failure> {
        let malformed = |message: String| Failure::Malformed {
            name: input.name(),
            message,
        };
        let mut crawlers: Vec<(Crawler, Found)> = agents
            .iter()
            .map(|asked| (Crawler::of(asked.clone()), Found::new(robots, asked)))
            .collect();
        let mut count = 0_u64;
        let mut reader = ReadOptions::new().read(input.open(self.client)?);
        while let Some(item) = reader.next_item() {
            let entry = match item {
                Ok(Item::Entry(entry)) => entry,
                Ok(_) => continue,
                Err(Error::Io(error)) => return Err(input.failure(error)),
                Err(error) => return Err(malformed(error.to_string())),
            };
            if entry.kind == EntryKind::Sitemap {
                return Err(malformed(
                    "it is an index of sitemaps; name its sitemaps in assertions of their own".to_owned(),
                ));
            }
            let url = entry.loc.as_str();
            if let Err(error) = Target::parse(url) {
                return Err(malformed(format!("{url:?} is not a URL: {error}")));
            }
            count += 1;
            for (crawler, found) in &mut crawlers {
                let row = crawler.ask(robots, url.as_bytes());
                if !row.allowed && found.witness.is_none() {
                    found.outcome = Outcome::Refuted;
                    found.witness = Some(Witness {
                        url: url.to_owned(),
                        allowed: false,
                        line: row.line,
                        rule: row.rule.as_deref().map(str::to_owned),
                    });
                }
            }
        }
        let finish = |(_, mut found): (Crawler, Found)| {
            found.explanation.push(format!("The sitemap lists {count} URLs."));
            found
        };
        Ok(crawlers.into_iter().map(finish).collect())
    }
}

/// What was found for one crawler.
struct Found {
    agent: String,
    outcome: Outcome,
    witness: Option<Witness>,
    explanation: Vec<String>,
}

impl Found {
    /// Nothing against it so far.
    fn new(robots: &RobotsTxt<'_>, asked: &Asked) -> Self {
        let groups = robots.groups_for(asked.list());
        let lines: Vec<String> = groups.iter().map(|group| group.line().to_string()).collect();
        let rules: usize = groups.iter().map(|group| group.rules().count()).sum();
        let applies = match &lines[..] {
            [] => format!("No group applies to {}.", asked.name()),
            [line] => format!(
                "The group at line {line} applies to {}; rules: {rules}.",
                asked.name()
            ),
            lines => format!(
                "The groups at lines {} apply to {}; rules: {rules}.",
                lines.join(", "),
                asked.name()
            ),
        };
        Self {
            agent: asked.name().to_owned(),
            outcome: Outcome::Proved,
            witness: None,
            explanation: vec![applies],
        }
    }

    /// What an answer means. `verdict` picks the verdict to show from a witness.
    fn answer(&mut self, robots: &RobotsTxt<'_>, asked: &Asked, answer: &Answer<'_>) {
        match answer {
            Answer::Proved => {}
            Answer::Undecided => {
                self.outcome = Outcome::Undecided;
                self.explanation.push(
                    "The work allowed was spent before it was decided: too many wildcards overlap."
                        .to_owned(),
                );
            }
            Answer::Refuted(witness) => {
                self.outcome = Outcome::Refuted;
                self.witness = Some(Witness::new(witness.url(), witness.before()));
                let target = Target::for_dialect(witness.url().as_bytes(), &robots.dialect());
                let explanation = robots.explain(asked.list(), target);
                let matching = explanation.rules();
                if matching.is_empty() {
                    self.explanation
                        .push(format!("No rule matches {}, so it is allowed.", witness.url()));
                }
                for (at, matching) in matching.iter().enumerate() {
                    let rule = matching.rule();
                    let place = if at == 0 { "decides" } else { "also matches" };
                    self.explanation.push(format!(
                        "Line {} {place}: `{rule}` (length {}).",
                        rule.line(),
                        matching.length()
                    ));
                }
            }
        }
    }
}

/// Proves that all URLs that match a pattern are allowed, or disallowed.
fn patterns(
    robots: &RobotsTxt<'_>,
    kind: RuleKind,
    pattern: &str,
    except: &[String],
    agents: &[Asked],
) -> Vec<Found> {
    let assertion = Assertion::new(kind, pattern, robots.dialect());
    let assertion = except
        .iter()
        .fold(assertion, |assertion, except| assertion.except(except));
    let prove = |asked: &Asked| {
        let policy = Policy::of(robots, &asked.list());
        let answer = policy.holds(&assertion, &mut Budget::default());
        let mut found = Found::new(robots, asked);
        found.answer(robots, asked, &answer);
        found
    };
    agents.iter().map(prove).collect()
}

/// Proves that two files give the same verdicts.
fn equivalents(robots: &RobotsTxt<'_>, other: &RobotsTxt<'_>, agents: &[Asked]) -> Vec<Found> {
    let prove = |asked: &Asked| {
        let policy = |robots| Policy::of(robots, &asked.list());
        let (own, others) = (policy(robots), policy(other));
        let answer = equivalent(&own, &others, &mut Budget::default());
        let mut found = Found::new(robots, asked);
        found.answer(robots, asked, &answer);
        if let Some(witness) = answer.witness() {
            let after = Witness::new(witness.url(), witness.after());
            found
                .explanation
                .push(format!("In the other file it is {}.", after.verdict()));
        }
        found
    };
    agents.iter().map(prove).collect()
}

impl Witness {
    /// ``allowed by line 3 (`Allow: /x`)``.
    pub(super) fn verdict(&self) -> String {
        let word = if self.allowed { "allowed" } else { "disallowed" };
        match (self.line, &self.rule) {
            (Some(line), Some(rule)) => format!("{word} by line {line} (`{rule}`)"),
            _ => format!("{word}, as no rule matches"),
        }
    }
}

/// The crawlers that two files name, and `*` for all others.
fn named(robots: &RobotsTxt<'_>, other: &RobotsTxt<'_>) -> Vec<Asked> {
    let mut names = BTreeMap::from([("*".to_owned(), "*".to_owned())]);
    for group in robots.groups().chain(other.groups()) {
        for agent in group.agents() {
            let name = String::from_utf8_lossy(agent).into_owned();
            names.entry(name.to_ascii_lowercase()).or_insert(name);
        }
    }
    names.into_values().map(Asked::named).collect()
}
