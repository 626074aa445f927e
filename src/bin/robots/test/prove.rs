//! Proving the assertions of a policy.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, equivalent};
use robots_exclusion::diff::{AgentEffect, DiffOptions, Effect};
use robots_exclusion::sitemap::{EntryKind, Error, Item, ReadOptions};
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, RuleKind, Target};
use serde::Serialize;

use super::policy_file::{Assert, Claim, SitePolicy};
use crate::audience::{group_bytes, policy};
use crate::crawlers::{CrawlerQuery, Naming};
use crate::credentials::hide_credentials;
use crate::dialects;
use crate::diff::{OTHERS, undecided_of_others};
use crate::failure::Failure;
use crate::fetch::{Client, Exchanges};
use crate::input::{Input, RobotsFile};
use crate::options::Reading;
use crate::outcome::{Outcome, WORK_LIMIT};
use crate::shortened::{CitedDecision, cited_rule};

/// One statement about one crawler, and what is known about it.
#[derive(Serialize)]
pub(super) struct Proven {
    pub(super) assertion: usize,
    pub(super) agent: String,
    /// The first of the crawler's product tokens; `None` if the row is about several.
    pub(super) crawler: Option<String>,
    /// The pattern, or the file that is compared with.
    pub(super) pattern: String,
    pub(super) expected: &'static str,
    #[serde(flatten)]
    pub(super) found: Proof,
    pub(super) dialect: &'static str,
    /// The line of the assertion in the policy.
    pub(super) policy_line: u32,
    /// How many questions, from this assertion on, were not asked or not answered, because all
    /// answers together would be too long. This row is about all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_out: Option<u64>,
    /// Whether the crawler ignores the groups for `*`, which would apply to it otherwise.
    #[serde(skip)]
    pub(super) ignores_star: bool,
}

impl Proven {
    pub(super) fn holds(&self) -> bool {
        self.found.outcome == Outcome::Proved
    }

    /// The line of the rule that decides about the witness.
    pub(super) fn line_of_rule(&self) -> Option<u32> {
        let witness = self.found.witness.as_ref();
        witness.and_then(|witness| witness.decision.line)
    }
}

/// What was found, for all crawlers to which the same groups apply.
#[derive(Clone, Serialize)]
pub(super) struct Proof {
    pub(super) outcome: Outcome,
    pub(super) witness: Option<Witness>,
    /// How the verdict comes about, sentence by sentence, if explanations are wanted.
    #[serde(skip)]
    pub(super) explanation: Vec<String>,
}

/// A URL for which an assertion is not true.
#[derive(Clone, Serialize)]
pub(super) struct Witness {
    pub(super) url: String,
    #[serde(flatten)]
    pub(super) decision: CitedDecision,
}

/// Proves what a policy says of a file.
pub(super) struct Prover<'p> {
    policy: &'p SitePolicy,
    /// How the file is read where an assertion names no dialect.
    dialect: Dialect,
    /// How crawlers are named.
    naming: Naming,
    /// Whether to explain how verdicts come about.
    explain: bool,
    /// The file under test as each dialect of the policy reads it.
    subjects: HashMap<Dialect, Rc<RobotsTxt<'static>>>,
    /// The files that it is compared with, by their names, as each dialect reads them.
    others: HashMap<(&'p str, Dialect), Rc<RobotsTxt<'static>>>,
    /// The URLs of sitemaps, by the names of these.
    sitemaps: HashMap<&'p str, Vec<String>>,
    /// For everything: questions, files that are read, and rows that are printed.
    /// Questions are the product of patterns and crawlers, so a policy of 500 KiB may ask a
    /// billion.
    budget: Budget,
    /// The rules of audiences that were asked about.
    policies: HashMap<Reader, Rc<Policy>>,
    /// How many bytes of groups these were compiled from.
    kept: usize,
    proven: Vec<Proven>,
    /// What is not asked.
    left_out: Option<Proven>,
}

/// A dialect, and an audience of the file under test in it.
type Reader = (Dialect, Audience);

/// What a row costs besides its texts, in bytes: all rows are in memory at once.
const ROW: usize = 500;

fn audience(robots: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Audience {
    let audience = robots.audience(asked.list());
    audience.expect("an indexed file in a preset")
}

impl<'p> Prover<'p> {
    /// A prover of a policy about a file. Both, and the files that it is compared with, are read
    /// in each dialect that the policy names, and each sitemap once.
    ///
    /// # Errors
    ///
    /// If another file that the policy names cannot be read.
    pub(super) fn new(
        policy: &'p SitePolicy,
        file: &RobotsFile,
        reading: &Reading,
        client: &Client,
        naming: Naming,
        explain: bool,
    ) -> Result<Self, Failure> {
        /// Each question adds to the limit, so that a policy is not undecided because it is long.
        const STEPS_FOR_EACH: u64 = 100_000;
        /// No policy takes longer than about two seconds.
        const MAX_STEPS: u64 = 100_000_000;
        let questions: u64 = policy.assertions.iter().map(Assert::questions).sum();
        let steps = STEPS_FOR_EACH.saturating_mul(questions);
        let steps = Budget::DEFAULT_STEPS.saturating_add(steps).min(MAX_STEPS);
        let mut prover = Self {
            policy,
            dialect: reading.dialect(),
            naming,
            explain,
            subjects: HashMap::new(),
            others: HashMap::new(),
            sitemaps: HashMap::new(),
            budget: Budget::new(steps).with_each(Budget::DEFAULT_STEPS_EACH),
            policies: HashMap::new(),
            kept: 0,
            proven: Vec::new(),
            left_out: None,
        };
        let parse = |file: &RobotsFile, dialect| {
            let robots = reading.limits.parse(&file.body, dialect);
            Rc::new(robots.into_owned().into_indexed())
        };
        let mut exchanges = Exchanges::default();
        for assert in &policy.assertions {
            let dialect = prover.dialect_of(assert);
            let subject = prover.subjects.entry(dialect);
            subject.or_insert_with(|| parse(file, dialect));
            for claim in &assert.claims {
                match claim {
                    Claim::Pattern(..) => {}
                    Claim::Equivalent(name, other) => {
                        if let Entry::Vacant(vacant) = prover.others.entry((name, dialect)) {
                            let other = other.robots_among(dialect, client, &mut exchanges)?;
                            vacant.insert(parse(&other.or_failure()?, dialect));
                        }
                    }
                    Claim::Sitemap(name, input) => {
                        if let Entry::Vacant(vacant) = prover.sitemaps.entry(name) {
                            vacant.insert(urls_of_sitemap(input, client)?);
                        }
                    }
                }
            }
        }
        Ok(prover)
    }

    fn dialect_of(&self, assert: &Assert) -> Dialect {
        assert.dialect.unwrap_or(self.dialect)
    }

    /// Proves what the policy says, claim by claim, each for every crawler that it names.
    pub(super) fn prove(mut self) -> Vec<Proven> {
        for assert in &self.policy.assertions {
            for claim in &assert.claims {
                self.prove_claim(assert, claim);
            }
        }
        self.proven.extend(self.left_out);
        self.proven
    }

    fn prove_claim(&mut self, assert: &Assert, claim: &'p Claim) {
        let dialect = self.dialect_of(assert);
        let robots = self.subjects[&dialect].clone();
        let everyone = [CrawlerQuery::named("*")];
        let agents = assert.agents.as_deref().unwrap_or(&everyone);
        let (pattern, expected) = match claim {
            Claim::Pattern(RuleKind::Allow, pattern) => (pattern.clone(), "allowed"),
            Claim::Pattern(RuleKind::Disallow, pattern) => (pattern.clone(), "disallowed"),
            Claim::Equivalent(name, _) => (hide_credentials(name), "equivalent"),
            Claim::Sitemap(name, _) => (hide_credentials(name), "allowed"),
        };
        let row_of_some = |agents: &str, found| Proven {
            assertion: assert.number,
            agent: agents.to_owned(),
            crawler: None,
            pattern: pattern.clone(),
            expected,
            found,
            dialect: dialects::name_of(dialect),
            policy_line: assert.line,
            left_out: None,
            ignores_star: false,
        };
        let row = |asked: &CrawlerQuery, found| Proven {
            crawler: Some(asked.crawler().to_owned()),
            ignores_star: asked.ignores_star(&robots),
            ..row_of_some(asked.name(), found)
        };
        if self.budget.remaining() == 0 {
            let found = Proof::new(Outcome::Undecided);
            return self.leave_out(agents.len(), row_of_some("", found));
        }
        if let (Claim::Equivalent(name, _), None) = (claim, &assert.agents) {
            // For everyone: what [`diff`](robots_exclusion::diff) finds.
            let options = DiffOptions::new().as_tokens(self.naming.as_token);
            let other = &self.others[&(&**name, dialect)];
            let diff = options.compare_within(&robots, other, &mut self.budget);
            for (agent, effect) in diff.agents() {
                let found = self.effect(effect);
                self.keep(row(&self.naming.read(agent), found));
            }
            if let Some(change) = undecided_of_others(&diff) {
                let mut found = Proof::new(Outcome::Undecided);
                self.say(&mut found, || format!("It is undecided: {}.", change.text()));
                self.keep(row_of_some(OTHERS, found));
            }
            return;
        }
        // Each audience is asked about once.
        let mut known: HashMap<Audience, Proof> = HashMap::new();
        for asked in agents {
            let reader = (dialect, audience(&robots, asked));
            let known = known.entry(reader.1);
            let found = match claim {
                Claim::Pattern(kind, pattern) => known
                    .or_insert_with(|| self.holds(reader, *kind, pattern, &assert.except))
                    .clone(),
                Claim::Sitemap(name, _) => known.or_insert_with(|| self.allows(reader, name)).clone(),
                Claim::Equivalent(name, _) => self.equivalent(reader, name, asked),
            };
            self.keep(row(asked, found));
        }
    }

    /// Keeps a row, unless all rows together would be too long.
    fn keep(&mut self, row: Proven) {
        let bytes = ROW + row.pattern.len() + row.agent.len() + row.found.bytes();
        if self.budget.keep(bytes) {
            self.proven.push(row);
        } else {
            self.leave_out(1, row);
        }
    }

    /// Counts questions that are not answered. The first of them says where they begin.
    fn leave_out(&mut self, count: usize, first: Proven) {
        let all = self.left_out.get_or_insert_with(|| Proven {
            agent: String::new(),
            crawler: None,
            ignores_star: false,
            pattern: String::new(),
            found: Proof::new(Outcome::Undecided),
            left_out: Some(0),
            ..first
        });
        all.left_out = all.left_out.map(|known| known + count as u64);
    }

    /// Adds a sentence, if explanations are wanted.
    fn say(&self, found: &mut Proof, sentence: impl FnOnce() -> String) {
        if self.explain {
            found.explanation.push(sentence());
        }
    }

    /// Nothing is known about a crawler that was not looked at.
    fn skipped(&self) -> Proof {
        let mut found = Proof::new(Outcome::Undecided);
        self.say(&mut found, || format!("Skipped: {WORK_LIMIT}."));
        found
    }

    /// It starts as proved.
    fn found(&self, (dialect, audience): Reader) -> Proof {
        let mut found = Proof::new(Outcome::Proved);
        let groups = self.subjects[&dialect].groups_of(audience);
        self.say(&mut found, || apply(&groups.collect::<Vec<_>>()));
        found
    }

    /// The rules of a reader, if the budget allows to read them.
    fn policy(&mut self, reader: Reader) -> Option<Rc<Policy>> {
        /// How many bytes of groups may be kept compiled, which takes some thirty times as many.
        /// All groups of nearly every real file fit.
        const MAX_KEPT: usize = 2_000_000;
        if let Some(policy) = self.policies.get(&reader) {
            return Some(policy.clone());
        }
        let (robots, audience) = (&self.subjects[&reader.0], reader.1);
        let policy = Rc::new(policy(robots, audience, &mut self.budget)?);
        let bytes = group_bytes(robots, audience);
        if self.kept + bytes <= MAX_KEPT {
            self.kept += bytes;
            self.policies.insert(reader, policy.clone());
        }
        Some(policy)
    }

    /// Proves that all URLs that match a pattern are allowed, or disallowed.
    fn holds(&mut self, reader: Reader, kind: RuleKind, pattern: &str, except: &[String]) -> Proof {
        let Some(policy) = self.policy(reader) else {
            return self.skipped();
        };
        let assertion = Assertion::new(kind, pattern, reader.0);
        let assertion = except
            .iter()
            .fold(assertion, |assertion, except| assertion.except(except));
        let answer = policy.holds(&assertion, &mut self.budget);
        self.answer(reader, &answer)
    }

    /// Compares with another file, for one crawler.
    fn equivalent(&mut self, reader: Reader, other: &'p str, asked: &CrawlerQuery) -> Proof {
        let other = &self.others[&(other, reader.0)];
        let Some(others) = policy(other, audience(other, asked), &mut self.budget) else {
            return self.skipped();
        };
        let Some(own) = self.policy(reader) else {
            return self.skipped();
        };
        let answer = equivalent(&own, &others, &mut self.budget);
        let mut found = self.answer(reader, &answer);
        if let Some(witness) = answer.witness() {
            self.say_of_other(&mut found, witness.after().into());
        }
        found
    }

    /// Asks about every URL of a sitemap.
    fn allows(&mut self, reader: Reader, sitemap: &'p str) -> Proof {
        /// What a question about a URL costs besides its length, in bytes that are read.
        const URL: usize = 100;
        let (dialect, audience) = reader;
        let mut found = self.found(reader);
        let robots = &self.subjects[&dialect];
        if !self.budget.read(group_bytes(robots, audience)) {
            return self.skipped();
        }
        let rules = robots.rules_of(audience);
        let urls = &self.sitemaps[sitemap];
        for url in urls.iter() {
            if !self.budget.read(URL + url.len()) {
                found.outcome = Outcome::Undecided;
                break;
            }
            let verdict = rules.check(Target::for_dialect(url.as_bytes(), &dialect));
            // One URL is enough.
            if !verdict.is_allowed() {
                found.outcome = Outcome::Refuted;
                found.witness = Some(Witness {
                    url: url.clone(),
                    decision: (&robots.as_written(verdict)).into(),
                });
                break;
            }
        }
        self.say(&mut found, || format!("The sitemap lists {} URLs.", urls.len()));
        found
    }

    /// What the effect of another file in place of this one means.
    fn effect(&self, effect: &AgentEffect) -> Proof {
        let mut found = Proof::new(match effect.effect() {
            Effect::None => Outcome::Proved,
            Effect::Undecided => Outcome::Undecided,
            _ => Outcome::Refuted,
        });
        if let Some(evidence) = effect.witnesses().first() {
            found.witness = Some(Witness {
                url: evidence.url().to_owned(),
                decision: evidence.before().into(),
            });
            self.say_of_other(&mut found, evidence.after().into());
        }
        found
    }

    /// Adds what the other file says about the witness.
    fn say_of_other(&self, found: &mut Proof, decision: CitedDecision) {
        self.say(found, || format!("In the other file it is {decision}."));
    }

    /// What an answer means.
    fn answer(&mut self, reader: Reader, answer: &Answer<'_>) -> Proof {
        let mut found = self.found(reader);
        match answer {
            Answer::Proved => {}
            Answer::Undecided => {
                found.outcome = Outcome::Undecided;
                self.say(&mut found, || format!("It is undecided: {WORK_LIMIT}."));
            }
            Answer::Refuted(witness) => {
                found.outcome = Outcome::Refuted;
                let witness = Witness {
                    url: witness.url().to_owned(),
                    decision: witness.before().into(),
                };
                if self.explain {
                    let robots = &self.subjects[&reader.0];
                    let sentences = explain(robots, reader.1, &witness, &mut self.budget);
                    found.explanation.extend(sentences);
                }
                found.witness = Some(witness);
            }
        }
        found
    }
}

/// Reads the URLs of a sitemap.
fn urls_of_sitemap(input: &Input, client: &Client) -> Result<Vec<String>, Failure> {
    let malformed = |message: String| Failure::malformed(input.name(), message);
    let mut urls = Vec::new();
    let mut reader = ReadOptions::new().read(input.open(client)?);
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
        if let Err(error) = Target::parse(&entry.loc) {
            return Err(malformed(format!("{:?} is not a URL: {error}", entry.loc)));
        }
        urls.push(entry.loc);
    }
    Ok(urls)
}

/// Which groups apply to a crawler, in words.
fn apply(groups: &[Group<'_>]) -> String {
    /// The sentence is printed for every assertion, and a file may have thousands of groups for one
    /// crawler.
    const MAX: usize = 100;
    let rules: usize = groups.iter().map(|group| group.rules().count()).sum();
    let listed = groups.iter().take(MAX).map(|group| group.line().to_string());
    let mut lines: Vec<String> = listed.collect();
    if groups.len() > MAX {
        lines.push(format!("and {} more", groups.len() - MAX));
    }
    // The report names the crawlers before this sentence.
    match &lines[..] {
        [] => "No group applies.".to_owned(),
        [line] => format!("The group at line {line} applies; rules: {rules}."),
        lines => format!("The groups at lines {} apply; rules: {rules}.", lines.join(", ")),
    }
}

impl Proof {
    fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            witness: None,
            explanation: Vec::new(),
        }
    }

    /// The length of its texts, in bytes.
    fn bytes(&self) -> usize {
        let witness = self.witness.iter();
        let cited =
            witness.map(|witness| witness.url.len() + witness.decision.rule.as_ref().map_or(0, String::len));
        cited.chain(self.explanation.iter().map(String::len)).sum()
    }
}

/// Which rules match a URL, in words.
fn explain(
    robots: &RobotsTxt<'_>,
    audience: Audience,
    witness: &Witness,
    budget: &mut Budget,
) -> Vec<String> {
    if witness.decision.line.is_none() {
        return vec![format!("No rule matches {}, so it is allowed.", witness.url)];
    }
    // To find all that match, every rule of the crawler is read, for each of thousands of
    // assertions.
    if !budget.read(group_bytes(robots, audience)) {
        return vec![format!(
            "Which other rules match was not looked up: {WORK_LIMIT}."
        )];
    }
    let target = Target::for_dialect(witness.url.as_bytes(), &robots.dialect());
    let explanation = robots.explain_of(audience, target);
    let matching = explanation.rules().iter().enumerate().map(|(at, matching)| {
        let rule = matching.rule();
        let place = if at == 0 { "decides" } else { "also matches" };
        format!(
            "Line {} {place}: `{}` (length {}).",
            rule.line(),
            cited_rule(rule),
            rule.length()
        )
    });
    let matching: Vec<String> = matching.collect();
    budget.read(matching.iter().map(String::len).sum());
    matching
}
