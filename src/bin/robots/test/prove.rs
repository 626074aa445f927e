//! Proving the assertions of a policy.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, equivalent};
use robots_exclusion::diff::{AgentEffect, Decision, DiffOptions, Effect};
use robots_exclusion::sitemap::{EntryKind, Error, Item, ReadOptions};
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, RuleKind, Target, Verdict};
use serde::Serialize;

use super::policy::{Assert, Claim, SitePolicy};
use crate::answer::{Compiled, PreparedCrawler};
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
use crate::shortened::{cited, cited_rule};

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
            rule: verdict.rule().map(cited_rule),
        }
    }

    fn of(url: &str, decision: &Decision) -> Self {
        Self {
            url: url.to_owned(),
            allowed: decision.is_allowed(),
            line: decision.line(),
            rule: decision.rule().map(|rule| cited(rule.as_bytes())),
        }
    }

    /// ``allowed by line 3 (`Allow: /x`)``.
    pub(super) fn verdict(&self) -> String {
        let word = if self.allowed { "allowed" } else { "disallowed" };
        match (self.line, &self.rule) {
            (Some(line), Some(rule)) => format!("{word} by line {line} (`{rule}`)"),
            _ => format!("{word}, as no rule matches"),
        }
    }
}

/// Proves what a policy says of a file.
pub(super) struct Prover<'p> {
    policy: &'p SitePolicy,
    reading: &'p Reading,
    client: &'p Client,
    /// How crawlers are named.
    naming: Naming,
    /// Whether to explain how verdicts come about.
    explain: bool,
    subjects: Vec<Subject>,
    /// The files that it is compared with, by their names, as each dialect reads them.
    others: HashMap<(&'p str, Dialect), Rc<RobotsTxt<'static>>>,
    /// For everything: questions, files and sitemaps that are read, and rows that are printed.
    /// Questions are the product of patterns and crawlers, so a policy of 500 KiB may ask a
    /// billion.
    budget: Budget,
    /// What was found about sitemaps, by their names.
    listed: HashMap<(&'p str, Reader), Proof>,
    proven: Vec<Proven>,
    /// What is not asked.
    left_out: Option<Proven>,
}

/// The number of a subject, and an audience there.
type Reader = (usize, Audience);

/// What a row costs besides its texts, in bytes: all rows are in memory at once.
const ROW: usize = 500;

/// The file under test as one dialect reads it.
struct Subject {
    robots: Rc<RobotsTxt<'static>>,
    /// The rules of audiences that were asked about.
    policies: HashMap<Audience, Rc<Policy>>,
    /// How many bytes of groups these were compiled from.
    kept: usize,
}

impl Subject {
    /// The rules of an audience, if the budget allows to read them.
    fn policy(&mut self, audience: Audience, budget: &mut Budget) -> Option<Rc<Policy>> {
        /// How many bytes of groups may be kept compiled, which takes some thirty times as many.
        /// All groups of nearly every real file fit.
        const MAX_KEPT: usize = 2_000_000;
        if let Some(policy) = self.policies.get(&audience) {
            return Some(policy.clone());
        }
        let policy = Rc::new(policy(&self.robots, audience, budget)?);
        let bytes = group_bytes(&self.robots, audience);
        if self.kept + bytes <= MAX_KEPT {
            self.kept += bytes;
            self.policies.insert(audience, policy.clone());
        }
        Some(policy)
    }
}

fn audience(robots: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Audience {
    let audience = robots.audience(asked.list());
    audience.expect("an indexed file in a preset")
}

impl<'p> Prover<'p> {
    /// A prover of a policy about a file. Both, and the files that it is compared with, are read
    /// in each dialect that the policy names.
    ///
    /// # Errors
    ///
    /// If a file that the policy compares with cannot be read.
    pub(super) fn new(
        policy: &'p SitePolicy,
        file: &RobotsFile,
        reading: &'p Reading,
        client: &'p Client,
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
            reading,
            client,
            naming,
            explain,
            subjects: Vec::new(),
            others: HashMap::new(),
            budget: Budget::new(steps).with_each(Budget::DEFAULT_STEPS_EACH),
            listed: HashMap::new(),
            proven: Vec::new(),
            left_out: None,
        };
        let parse = |file: &RobotsFile, dialect| {
            let robots = reading.limits.parse(&file.body, dialect);
            Rc::new(robots.into_owned().into_indexed())
        };
        let mut exchanges = Exchanges::default();
        for assert in &policy.assertions {
            let dialect = assert.dialect.unwrap_or(reading.dialect());
            if prover
                .subjects
                .iter()
                .all(|subject| subject.robots.dialect() != dialect)
            {
                prover.subjects.push(Subject {
                    robots: parse(file, dialect),
                    policies: HashMap::new(),
                    kept: 0,
                });
            }
            for claim in &assert.claims {
                if let Claim::Equivalent(name, other) = claim
                    && let Entry::Vacant(vacant) = prover.others.entry((name, dialect))
                {
                    let other = other
                        .robots_among(dialect, client, &mut exchanges)?
                        .or_failure()?;
                    vacant.insert(parse(&other, dialect));
                }
            }
        }
        Ok(prover)
    }

    /// The number of the subject that an assertion is about.
    fn subject_of(&self, assert: &Assert) -> usize {
        let dialect = assert.dialect.unwrap_or(self.reading.dialect());
        let mut subjects = self.subjects.iter();
        let place = subjects.position(|subject| subject.robots.dialect() == dialect);
        place.expect("the file was read in every dialect of the policy")
    }

    /// Proves what the policy says, claim by claim, each for every crawler that it names.
    ///
    /// # Errors
    ///
    /// If a sitemap that it names cannot be read.
    pub(super) fn prove(mut self) -> Result<Vec<Proven>, Failure> {
        self.read_sitemaps()?;
        for assert in &self.policy.assertions {
            for claim in &assert.claims {
                self.prove_claim(assert, claim);
            }
        }
        self.proven.extend(self.left_out);
        Ok(self.proven)
    }

    fn prove_claim(&mut self, assert: &Assert, claim: &'p Claim) {
        let number = self.subject_of(assert);
        let robots = self.subjects[number].robots.clone();
        let dialect = robots.dialect();
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
            let found = self.skipped();
            return self.leave_out(agents.len(), row_of_some("", found));
        }
        match claim {
            Claim::Pattern(kind, pattern) => {
                let assertion = Assertion::new(*kind, pattern, dialect);
                let excepts = assert.except.iter();
                let assertion = excepts.fold(assertion, |assertion, except| assertion.except(except));
                // Each audience is asked about once.
                let mut known: HashMap<Audience, Proof> = HashMap::new();
                for asked in agents {
                    let found = known.entry(audience(&robots, asked));
                    let found = found.or_insert_with(|| self.holds(number, asked, &assertion));
                    self.keep(row(asked, found.clone()));
                }
            }
            Claim::Equivalent(name, _) => {
                let other = self.others[&(&**name, dialect)].clone();
                if assert.agents.is_some() {
                    for asked in agents {
                        let found = self.equivalent(number, &other, asked);
                        self.keep(row(asked, found));
                    }
                    return;
                }
                // For everyone: what [`diff`](robots_exclusion::diff) finds.
                let options = DiffOptions::new().as_tokens(self.naming.as_token);
                let diff = options.compare_within(&robots, &other, &mut self.budget);
                for (agent, effect) in diff.agents() {
                    let found = self.effect(effect);
                    self.keep(row(&self.naming.read(agent), found));
                }
                if let Some(change) = undecided_of_others(&diff) {
                    let mut found = Proof::new(Outcome::Undecided);
                    self.say(&mut found, || format!("It is undecided: {}.", change.text()));
                    self.keep(row_of_some(OTHERS, found));
                }
            }
            Claim::Sitemap(name, _) => {
                for asked in agents {
                    let listed = self.listed.get(&(name, (number, audience(&robots, asked))));
                    let found = listed.cloned().unwrap_or_else(|| self.skipped());
                    self.keep(row(asked, found));
                }
            }
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
    fn found(&self, number: usize, audience: Audience) -> Proof {
        let mut found = Proof::new(Outcome::Proved);
        let groups = self.subjects[number].robots.groups_of(audience);
        self.say(&mut found, || apply(&groups.collect::<Vec<_>>()));
        found
    }

    /// Proves an assertion for one crawler.
    fn holds(&mut self, number: usize, asked: &CrawlerQuery, assertion: &Assertion) -> Proof {
        let audience = audience(&self.subjects[number].robots, asked);
        match self.subjects[number].policy(audience, &mut self.budget) {
            Some(policy) => {
                let answer = policy.holds(assertion, &mut self.budget);
                self.answer(number, audience, &answer)
            }
            None => self.skipped(),
        }
    }

    /// Compares two files for one crawler.
    fn equivalent(&mut self, number: usize, other: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Proof {
        let Some(others) = policy(other, audience(other, asked), &mut self.budget) else {
            return self.skipped();
        };
        let audience = audience(&self.subjects[number].robots, asked);
        let Some(own) = self.subjects[number].policy(audience, &mut self.budget) else {
            return self.skipped();
        };
        let answer = equivalent(&own, &others, &mut self.budget);
        let mut found = self.answer(number, audience, &answer);
        if let Some(witness) = answer.witness() {
            let after = Witness::new(witness.url(), witness.after());
            self.say(&mut found, || {
                format!("In the other file it is {}.", after.verdict())
            });
        }
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
            found.witness = Some(Witness::of(evidence.url(), evidence.before()));
            let after = Witness::of(evidence.url(), evidence.after());
            self.say(&mut found, || {
                format!("In the other file it is {}.", after.verdict())
            });
        }
        found
    }

    /// What an answer means.
    fn answer(&mut self, number: usize, audience: Audience, answer: &Answer<'_>) -> Proof {
        let mut found = self.found(number, audience);
        match answer {
            Answer::Proved => {}
            Answer::Undecided => {
                found.outcome = Outcome::Undecided;
                self.say(&mut found, || format!("It is undecided: {WORK_LIMIT}."));
            }
            Answer::Refuted(witness) => {
                found.outcome = Outcome::Refuted;
                let refuted = Witness::new(witness.url(), witness.before());
                if self.explain {
                    let robots = &self.subjects[number].robots;
                    explain(
                        &mut found.explanation,
                        robots,
                        audience,
                        &refuted,
                        &mut self.budget,
                    );
                }
                found.witness = Some(refuted);
            }
        }
        found
    }

    /// Reads each sitemap that the policy names once, and asks every crawler about every URL in it.
    /// Crawlers to which the same groups apply share one answer.
    fn read_sitemaps(&mut self) -> Result<(), Failure> {
        // By name, each sitemap and whose questions are about it.
        let mut wanted: BTreeMap<&str, (&Input, BTreeMap<Reader, CrawlerQuery>)> = BTreeMap::new();
        let everyone = [CrawlerQuery::named("*")];
        for assert in &self.policy.assertions {
            let number = self.subject_of(assert);
            for claim in &assert.claims {
                let Claim::Sitemap(name, input) = claim else {
                    continue;
                };
                let (_, readers) = wanted.entry(name).or_insert_with(|| (input, BTreeMap::new()));
                for asked in assert.agents.as_deref().unwrap_or(&everyone) {
                    let reader = (number, audience(&self.subjects[number].robots, asked));
                    readers.entry(reader).or_insert_with(|| asked.clone());
                }
            }
        }
        for (name, (input, readers)) in wanted {
            let crawler = |(reader, asked): (Reader, CrawlerQuery)| {
                (reader, PreparedCrawler::of(asked), self.found(reader.0, reader.1))
            };
            let mut crawlers: Vec<_> = readers.into_iter().map(crawler).collect();
            self.read_sitemap(input, &mut crawlers)?;
            let found = crawlers.into_iter();
            self.listed
                .extend(found.map(|(reader, _, found)| ((name, reader), found)));
        }
        Ok(())
    }

    fn read_sitemap(
        &mut self,
        input: &Input,
        crawlers: &mut [(Reader, PreparedCrawler, Proof)],
    ) -> Result<(), Failure> {
        /// What a question about a URL costs besides its length, in bytes that are read.
        const URL: usize = 100;
        let malformed = |message: String| Failure::malformed(input.name(), message);
        let mut compiled = Compiled::default();
        let mut count = 0_u64;
        let mut is_whole = true;
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
            for ((number, _), crawler, found) in crawlers.iter_mut() {
                // One URL is enough.
                if found.witness.is_some() {
                    continue;
                }
                if !self.budget.read(URL + url.len()) {
                    is_whole = false;
                    continue;
                }
                let row = crawler.ask(&self.subjects[*number].robots, &mut compiled, url.as_bytes());
                if !row.allowed {
                    found.outcome = Outcome::Refuted;
                    found.witness = Some(Witness {
                        url: url.to_owned(),
                        allowed: false,
                        line: row.line,
                        rule: row.rule,
                    });
                }
            }
        }
        for (_, _, found) in crawlers {
            if !is_whole && found.witness.is_none() {
                found.outcome = Outcome::Undecided;
            }
            self.say(found, || format!("The sitemap lists {count} URLs."));
        }
        Ok(())
    }
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
        let cited = witness.map(|witness| witness.url.len() + witness.rule.as_ref().map_or(0, String::len));
        cited.chain(self.explanation.iter().map(String::len)).sum()
    }
}

/// Which rules match a URL, in words.
fn explain(
    sentences: &mut Vec<String>,
    robots: &RobotsTxt<'_>,
    audience: Audience,
    witness: &Witness,
    budget: &mut Budget,
) {
    if witness.line.is_none() {
        sentences.push(format!("No rule matches {}, so it is allowed.", witness.url));
        return;
    }
    // To find all that match, every rule of the crawler is read, for each of thousands of
    // assertions.
    if !budget.read(group_bytes(robots, audience)) {
        sentences.push(format!(
            "Which other rules match was not looked up: {WORK_LIMIT}."
        ));
        return;
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
    sentences.extend(matching);
}
