//! Proving the assertions of a policy.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, equivalent};
use robots_exclusion::diff::{ChangeKind, DiffOptions, Effect};
use robots_exclusion::sitemap::{EntryKind, Error, Item, ReadOptions};
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, RuleKind, Target, Verdict};
use serde::Serialize;

use super::policy::{Assert, Claim, SitePolicy};
use crate::answer::{Compiled, Crawler};
use crate::audience::{group_bytes, policy};
use crate::crawlers::{CrawlerQuery, Naming};
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::row::cited_rule;
use crate::shown::hide_credentials;

/// What is known about an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    /// It is true for every URL.
    Proved,
    /// There is a URL for which it is not true.
    Refuted,
    /// It was not decided, which counts as failed.
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
    /// The token by which the crawler goes first; `None` if the row is about several.
    pub(super) crawler: Option<String>,
    /// The pattern, or the file that is compared with.
    pub(super) pattern: String,
    pub(super) expected: &'static str,
    pub(super) outcome: Outcome,
    pub(super) witness: Option<Witness>,
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
}

/// A file under test, as the dialects of a policy read it.
pub(super) struct Prover<'f> {
    client: &'f Client,
    /// For assertions that name no dialect.
    dialect: Dialect,
    /// How crawlers are named.
    naming: Naming,
    /// Whether to explain how verdicts come about.
    explain: bool,
    subjects: Vec<Subject<'f>>,
    /// The files that it is compared with.
    others: &'f [Compared],
    /// For everything: questions, files and sitemaps that are read, and rows that are printed.
    /// Questions are the product of patterns and crawlers, so a policy of 500 KiB may ask a
    /// billion.
    budget: RefCell<Budget>,
    /// What is not asked.
    left_out: RefCell<Option<Proven>>,
    /// What was found about sitemaps.
    listed: RefCell<HashMap<Listed, Found>>,
}

/// The number of a subject, and an audience there.
type Reader = (usize, Audience);

/// A sitemap by its name, the number of a subject, and an audience.
type Listed = (String, usize, Audience);

/// What a row costs besides its texts, in bytes: all rows are in memory at once.
const ROW: usize = 500;

/// A file as one dialect reads it.
struct Subject<'f> {
    robots: &'f RobotsTxt<'f>,
    /// The rules of audiences that were asked about.
    policies: RefCell<BTreeMap<Audience, Rc<Policy>>>,
    /// How many bytes of groups these were compiled from.
    kept: Cell<usize>,
}

/// A file that a policy compares with, as one dialect reads it.
pub(super) struct Compared {
    name: String,
    robots: RobotsTxt<'static>,
}

/// Reads each file that a policy compares with, once for each dialect.
///
/// # Errors
///
/// If one cannot be read.
pub(super) fn compared(
    policy: &SitePolicy,
    dialect: Dialect,
    limits: &Limits,
    client: &Client,
) -> Result<Vec<Compared>, Failure> {
    let mut seen = HashSet::new();
    let mut compared = Vec::new();
    for assert in &policy.assertions {
        let dialect = assert.dialect.unwrap_or(dialect);
        for claim in &assert.claims {
            let Claim::Equivalent(name, other) = claim else {
                continue;
            };
            if seen.insert((name, dialect)) {
                let file = other.robots_quietly(dialect, client)?.or_failure()?;
                compared.push(Compared {
                    name: name.clone(),
                    robots: limits.parse(&file.body, dialect).into_owned().into_indexed(),
                });
            }
        }
    }
    Ok(compared)
}

impl<'f> Subject<'f> {
    fn new(robots: &'f RobotsTxt<'f>) -> Self {
        Self {
            robots,
            policies: RefCell::default(),
            kept: Cell::new(0),
        }
    }

    fn audience(&self, asked: &CrawlerQuery) -> Audience {
        self.robots
            .audience(asked.list())
            .expect("an indexed file in a preset")
    }

    /// The rules of an audience, if the budget allows to read them.
    fn policy(&self, audience: Audience, budget: &mut Budget) -> Option<Rc<Policy>> {
        /// How many bytes of groups may be kept compiled, which takes some thirty times as many.
        /// All groups of nearly every real file fit.
        const MAX_KEPT: usize = 2_000_000;
        if let Some(policy) = self.policies.borrow().get(&audience) {
            return Some(policy.clone());
        }
        let policy = Rc::new(policy(self.robots, audience, budget)?);
        let bytes = group_bytes(self.robots, audience);
        if self.kept.get() + bytes <= MAX_KEPT {
            self.kept.set(self.kept.get() + bytes);
            self.policies.borrow_mut().insert(audience, policy.clone());
        }
        Some(policy)
    }
}

/// A file as all dialects of a policy read it.
pub(super) fn read<'f>(
    file: &'f RobotsFile,
    limits: &Limits,
    dialects: impl Iterator<Item = Dialect>,
) -> Vec<RobotsTxt<'f>> {
    let mut read: Vec<RobotsTxt<'f>> = Vec::new();
    for dialect in dialects {
        if !read.iter().any(|robots| robots.dialect() == dialect) {
            read.push(limits.parse(&file.body, dialect).into_indexed());
        }
    }
    read
}

impl<'f> Prover<'f> {
    /// A prover of assertions about a file that was [`read`], for so many questions.
    pub(super) fn new(
        read: &'f [RobotsTxt<'f>],
        compared: &'f [Compared],
        client: &'f Client,
        dialect: Dialect,
        naming: Naming,
        explain: bool,
        questions: u64,
    ) -> Self {
        /// So that a long policy about a large file is not undecided merely because it is long.
        const STEPS_FOR_EACH: u64 = 100_000;
        /// No policy takes longer than about two seconds.
        const MAX_STEPS: u64 = 100_000_000;
        let steps = STEPS_FOR_EACH.saturating_mul(questions);
        let steps = Budget::DEFAULT_STEPS.saturating_add(steps).min(MAX_STEPS);
        Self {
            client,
            dialect,
            naming,
            explain,
            subjects: read.iter().map(Subject::new).collect(),
            others: compared,
            budget: RefCell::new(Budget::new(steps).with_each(Budget::DEFAULT_STEPS_EACH)),
            left_out: RefCell::default(),
            listed: RefCell::default(),
        }
    }

    /// The number of the subject that an assertion is about.
    fn subject_of(&self, assert: &Assert) -> usize {
        let dialect = assert.dialect.unwrap_or(self.dialect);
        let mut subjects = self.subjects.iter();
        let place = subjects.position(|subject| subject.robots.dialect() == dialect);
        place.expect("the file was read in every dialect of the policy")
    }

    /// Proves what a policy says, claim by claim, each for every crawler that it names.
    ///
    /// # Errors
    ///
    /// If a file that it names cannot be read.
    pub(super) fn prove(&self, policy: &SitePolicy) -> Result<Vec<Proven>, Failure> {
        self.read_sitemaps(policy)?;
        let mut proven = Vec::new();
        for assert in &policy.assertions {
            self.prove_assertion(assert, &mut proven);
        }
        proven.extend(self.left_out.take());
        Ok(proven)
    }

    fn prove_assertion(&self, assert: &Assert, proven: &mut Vec<Proven>) {
        let number = self.subject_of(assert);
        let subject = &self.subjects[number];
        let dialect = subject.robots.dialect();
        let everyone = [CrawlerQuery::named("*")];
        let named = assert.agents.as_deref();
        let agents = named.unwrap_or(&everyone);
        for claim in &assert.claims {
            let (pattern, expected) = match claim {
                Claim::Pattern(RuleKind::Allow, pattern) => (pattern.clone(), "allowed"),
                Claim::Pattern(RuleKind::Disallow, pattern) => (pattern.clone(), "disallowed"),
                Claim::Equivalent(name, _) => (hide_credentials(name), "equivalent"),
                Claim::Sitemap(name, _) => (hide_credentials(name), "allowed"),
            };
            let row = |found: Found| Proven {
                assertion: assert.number,
                agent: found.agent,
                crawler: found.crawler,
                ignores_star: found.ignores_star,
                pattern: pattern.clone(),
                expected,
                outcome: found.outcome,
                witness: found.witness.as_deref().cloned(),
                dialect: dialect.name().unwrap_or("custom"),
                policy_line: assert.line,
                left_out: None,
                explanation: found.explanation.as_deref().cloned().unwrap_or_default(),
            };
            let leave_out = |count: usize| {
                let mut left_out = self.left_out.borrow_mut();
                let all = left_out.get_or_insert_with(|| Proven {
                    pattern: String::new(),
                    left_out: Some(0),
                    ..row(Found::skipped("", None, false))
                });
                all.left_out = all.left_out.map(|known| known + count as u64);
            };
            if self.budget.borrow().remaining() == 0 {
                leave_out(agents.len());
                continue;
            }
            let found: Vec<Found> = match claim {
                Claim::Pattern(kind, pattern) => {
                    let assertion = Assertion::new(*kind, pattern, dialect);
                    let excepts = assert.except.iter();
                    let assertion = excepts.fold(assertion, |assertion, except| assertion.except(except));
                    self.for_each_audience(subject, agents, |asked| self.holds(subject, asked, &assertion))
                }
                Claim::Equivalent(name, _) => {
                    let is_meant =
                        |other: &&Compared| other.name == *name && other.robots.dialect() == dialect;
                    let other = self.others.iter().find(is_meant);
                    let other = &other
                        .expect("all files that the policy compares with were read")
                        .robots;
                    match named {
                        Some(agents) => agents
                            .iter()
                            .map(|asked| self.equivalent(subject, other, asked))
                            .collect(),
                        None => self.equivalent_for_all(subject, other),
                    }
                }
                Claim::Sitemap(name, _) => {
                    let listed = self.listed.borrow();
                    let found = |asked: &CrawlerQuery| match listed.get(&(
                        name.clone(),
                        number,
                        subject.audience(asked),
                    )) {
                        Some(found) => found.clone(),
                        None => Found::of_skipped(asked, self.explain),
                    };
                    self.for_each_audience(subject, agents, found)
                }
            };
            for found in found {
                let bytes = ROW + pattern.len() + found.bytes();
                if !self.budget.borrow_mut().keep(bytes) {
                    leave_out(1);
                    continue;
                }
                proven.push(row(found));
            }
        }
    }

    /// Asks about each audience once, and answers for each crawler.
    fn for_each_audience(
        &self,
        subject: &Subject<'_>,
        agents: &[CrawlerQuery],
        ask: impl Fn(&CrawlerQuery) -> Found,
    ) -> Vec<Found> {
        let mut known: HashMap<Audience, Found> = HashMap::new();
        let answer = |asked: &CrawlerQuery| Found {
            agent: asked.name().to_owned(),
            crawler: Some(asked.crawler().to_owned()),
            ..known
                .entry(subject.audience(asked))
                .or_insert_with(|| ask(asked))
                .clone()
        };
        agents.iter().map(answer).collect()
    }

    /// Proves an assertion for one crawler.
    fn holds(&self, subject: &Subject<'_>, asked: &CrawlerQuery, assertion: &Assertion) -> Found {
        let mut budget = self.budget.borrow_mut();
        let Some(policy) = subject.policy(subject.audience(asked), &mut budget) else {
            return Found::of_skipped(asked, self.explain);
        };
        let answer = policy.holds(assertion, &mut budget);
        let mut found = self.found(subject, asked);
        found.answer(subject, asked, &answer, &mut budget);
        found
    }

    /// Reads each sitemap that a policy names once, and asks every crawler about every URL in it.
    /// Crawlers to which the same groups apply share one answer.
    fn read_sitemaps(&self, policy: &SitePolicy) -> Result<(), Failure> {
        // By name, each sitemap and whose questions are about it.
        let mut wanted: BTreeMap<&str, (&Input, BTreeSet<Reader>)> = BTreeMap::new();
        let mut askers: HashMap<Reader, CrawlerQuery> = HashMap::new();
        for assert in &policy.assertions {
            let number = self.subject_of(assert);
            let everyone = [CrawlerQuery::named("*")];
            for claim in &assert.claims {
                let Claim::Sitemap(name, input) = claim else {
                    continue;
                };
                let (_, asked_of) = wanted.entry(name).or_insert_with(|| (input, BTreeSet::new()));
                for asked in assert.agents.as_deref().unwrap_or(&everyone) {
                    let key = (number, self.subjects[number].audience(asked));
                    asked_of.insert(key);
                    askers.entry(key).or_insert_with(|| asked.clone());
                }
            }
        }
        for (name, (input, keys)) in wanted {
            let crawler = |key: Reader| {
                let asked = &askers[&key];
                (
                    key,
                    Crawler::of(asked.clone()),
                    self.found(&self.subjects[key.0], asked),
                )
            };
            let mut crawlers: Vec<_> = keys.into_iter().map(crawler).collect();
            self.read_sitemap(input, &mut crawlers)?;
            let found = crawlers
                .into_iter()
                .map(|((number, audience), _, found)| ((name.to_owned(), number, audience), found));
            self.listed.borrow_mut().extend(found);
        }
        Ok(())
    }

    fn read_sitemap(&self, input: &Input, crawlers: &mut [(Reader, Crawler, Found)]) -> Result<(), Failure> {
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
                if !self.budget.borrow_mut().read(URL + url.len()) {
                    is_whole = false;
                    continue;
                }
                let row = crawler.ask(self.subjects[*number].robots, &mut compiled, url.as_bytes());
                if !row.allowed {
                    found.outcome = Outcome::Refuted;
                    found.witness = Some(Rc::new(Witness {
                        url: url.to_owned(),
                        allowed: false,
                        line: row.line,
                        rule: row.rule,
                    }));
                }
            }
        }
        for (_, _, found) in crawlers {
            if !is_whole && found.witness.is_none() {
                found.outcome = Outcome::Undecided;
            }
            found.explain(|| format!("The sitemap lists {count} URLs."));
        }
        Ok(())
    }

    /// Compares two files for one crawler.
    fn equivalent(&self, subject: &Subject<'_>, other: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Found {
        let others = other
            .audience(asked.list())
            .and_then(|audience| policy(other, audience, &mut self.budget.borrow_mut()));
        let Some(others) = others else {
            return Found::of_skipped(asked, self.explain);
        };
        let mut budget = self.budget.borrow_mut();
        let Some(own) = subject.policy(subject.audience(asked), &mut budget) else {
            return Found::of_skipped(asked, self.explain);
        };
        let answer = equivalent(&own, &others, &mut budget);
        let mut found = self.found(subject, asked);
        found.answer(subject, asked, &answer, &mut budget);
        if let Some(witness) = answer.witness() {
            let after = Witness::new(witness.url(), witness.after());
            found.explain(|| format!("In the other file it is {}.", after.verdict()));
        }
        found
    }

    /// Compares two files for everyone: what [`diff`](robots_exclusion::diff) finds.
    fn equivalent_for_all(&self, subject: &Subject<'_>, other: &RobotsTxt<'_>) -> Vec<Found> {
        let options = DiffOptions::new().as_tokens(self.naming.as_token);
        let diff = options.compare_within(subject.robots, other, &mut self.budget.borrow_mut());
        let is_rearranged = |kind| kind == ChangeKind::GroupsRearranged;
        let rearranged = diff.changes().iter().find(|change| is_rearranged(change.kind()));
        let of_agents = diff.agents().map(|(agent, effect)| {
            let mut found = Found {
                agent: agent.to_owned(),
                crawler: Some(self.naming.user_agent(agent).name().to_owned()),
                ignores_star: self.naming.read(agent).ignores_star(subject.robots),
                outcome: match effect.effect() {
                    Effect::None => Outcome::Proved,
                    Effect::Undecided => Outcome::Undecided,
                    _ => Outcome::Refuted,
                },
                witness: None,
                explanation: self.explain.then(Rc::default),
            };
            if let Some(evidence) = effect.witnesses().first() {
                let witness = |decision: &robots_exclusion::diff::Decision| Witness {
                    url: evidence.url().to_owned(),
                    allowed: decision.is_allowed(),
                    line: decision.line(),
                    rule: decision.rule().map(|rule| crate::row::cited(rule.as_bytes())),
                };
                found.witness = Some(Rc::new(witness(evidence.before())));
                found.explain(|| format!("In the other file it is {}.", witness(evidence.after()).verdict()));
            }
            found
        });
        let mut found: Vec<Found> = of_agents.collect();
        found.extend(rearranged.map(|change| {
            let mut found = Found::skipped("crawlers that are not listed", None, self.explain);
            found.explain(|| format!("It is undecided: {}.", change.text()));
            found
        }));
        found
    }

    /// It starts as proved.
    fn found(&self, subject: &Subject<'_>, asked: &CrawlerQuery) -> Found {
        let sentence = || {
            apply(
                &subject
                    .robots
                    .groups_of(subject.audience(asked))
                    .collect::<Vec<_>>(),
            )
        };
        Found {
            agent: asked.name().to_owned(),
            crawler: Some(asked.crawler().to_owned()),
            ignores_star: asked.ignores_star(subject.robots),
            outcome: Outcome::Proved,
            witness: None,
            explanation: self.explain.then(|| Rc::new(vec![sentence()])),
        }
    }
}

/// Which groups apply to a crawler, in words.
fn apply(groups: &[Group<'_>]) -> String {
    /// This is said of each assertion, and a file may have thousands of groups for a crawler.
    const MAX: usize = 100;
    let rules: usize = groups.iter().map(|group| group.rules().count()).sum();
    let listed = groups.iter().take(MAX).map(|group| group.line().to_string());
    let mut lines: Vec<String> = listed.collect();
    if groups.len() > MAX {
        lines.push(format!("and {} more", groups.len() - MAX));
    }
    // The crawlers of which it is true are named in front.
    match &lines[..] {
        [] => "No group applies.".to_owned(),
        [line] => format!("The group at line {line} applies; rules: {rules}."),
        lines => format!("The groups at lines {} apply; rules: {rules}.", lines.join(", ")),
    }
}

/// What was found for one crawler. Many share what is long.
#[derive(Clone)]
struct Found {
    agent: String,
    crawler: Option<String>,
    ignores_star: bool,
    outcome: Outcome,
    witness: Option<Rc<Witness>>,
    /// `None` if no explanations are wanted.
    explanation: Option<Rc<Vec<String>>>,
}

impl Found {
    /// Nothing is known about a crawler that was not looked at.
    fn skipped(agent: &str, crawler: Option<&str>, explain: bool) -> Self {
        let mut found = Self {
            agent: agent.to_owned(),
            crawler: crawler.map(str::to_owned),
            ignores_star: false,
            outcome: Outcome::Undecided,
            witness: None,
            explanation: explain.then(Rc::default),
        };
        found.explain(|| "Skipped: the work limit was reached.".to_owned());
        found
    }

    fn of_skipped(asked: &CrawlerQuery, explain: bool) -> Self {
        Self::skipped(asked.name(), Some(asked.crawler()), explain)
    }

    /// Adds a sentence, if explanations are wanted.
    fn explain(&mut self, sentence: impl FnOnce() -> String) {
        if let Some(explanation) = &mut self.explanation {
            Rc::make_mut(explanation).push(sentence());
        }
    }

    /// The length of the texts in its row, in bytes.
    fn bytes(&self) -> usize {
        let witness = self.witness.iter();
        let cited = witness.map(|witness| witness.url.len() + witness.rule.as_ref().map_or(0, String::len));
        let sentences = self.explanation.iter().flat_map(|sentences| &**sentences);
        self.agent.len() + cited.chain(sentences.map(String::len)).sum::<usize>()
    }

    /// What an answer means.
    fn answer(
        &mut self,
        subject: &Subject<'_>,
        asked: &CrawlerQuery,
        answer: &Answer<'_>,
        budget: &mut Budget,
    ) {
        match answer {
            Answer::Proved => {}
            Answer::Undecided => {
                self.outcome = Outcome::Undecided;
                self.explain(|| "It is undecided: the work limit was reached.".to_owned());
            }
            Answer::Refuted(witness) => {
                self.outcome = Outcome::Refuted;
                let refuted = Witness::new(witness.url(), witness.before());
                if let Some(sentences) = &mut self.explanation {
                    explain(Rc::make_mut(sentences), subject, asked, &refuted, budget);
                }
                self.witness = Some(Rc::new(refuted));
            }
        }
    }
}

/// Which rules match a URL, in words.
fn explain(
    sentences: &mut Vec<String>,
    subject: &Subject<'_>,
    asked: &CrawlerQuery,
    witness: &Witness,
    budget: &mut Budget,
) {
    if witness.line.is_none() {
        sentences.push(format!("No rule matches {}, so it is allowed.", witness.url));
        return;
    }
    // To find all that match, every rule of the crawler is read, for each of thousands of
    // assertions.
    let audience = subject.audience(asked);
    if !budget.read(group_bytes(subject.robots, audience)) {
        sentences.push("Which other rules match was not looked up: the work limit was reached.".to_owned());
        return;
    }
    let target = Target::for_dialect(witness.url.as_bytes(), &subject.robots.dialect());
    let explanation = subject.robots.explain_of(audience, target);
    let matching = explanation.rules().iter().enumerate().map(|(at, matching)| {
        let rule = matching.rule();
        let place = if at == 0 { "decides" } else { "also matches" };
        format!(
            "Line {} {place}: `{}` (length {}).",
            rule.line(),
            cited_rule(rule),
            matching.length()
        )
    });
    let matching: Vec<String> = matching.collect();
    budget.read(matching.iter().map(String::len).sum());
    sentences.extend(matching);
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
