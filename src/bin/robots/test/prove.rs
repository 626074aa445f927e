//! Proving the assertions of a policy.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use robots_exclusion::decide::{Answer, Assertion, Budget, Policy, equivalent};
use robots_exclusion::sitemap::{EntryKind, Error, Item, ReadOptions};
use robots_exclusion::{AgentList, Dialect, Group, GroupIndex, RobotsTxt, RuleKind, Target, Verdict};
use serde::Serialize;

use super::policy::{Assert, Claim, SitePolicy};
use crate::answer::{Compiled, Crawler};
use crate::audience::{Audience, audiences, cost, most_read, named};
use crate::crawlers::Asked;
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::{Input, RobotsFile};
use crate::options::Limits;
use crate::row::cited_rule;

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
    /// The pattern, or the file that is compared with.
    pub(super) pattern: String,
    pub(super) expected: &'static str,
    pub(super) outcome: Outcome,
    pub(super) witness: Option<Witness>,
    pub(super) dialect: &'static str,
    /// The line of the assertion in the policy.
    pub(super) policy_line: u32,
    /// How many questions, from this assertion on, were not asked or not answered, because all answers together would be too long. This row is about all
    /// of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) left_out: Option<u64>,
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
    /// Whether to explain how verdicts come about.
    explain: bool,
    subjects: Vec<Subject<'f>>,
    /// The files that it is compared with.
    others: Vec<(&'f str, GroupIndex<'f>)>,
    /// For all assertions together.
    budget: RefCell<Budget>,
    /// How much of [`MOST_WORK`] is left.
    left: Cell<usize>,
    /// What is not asked.
    left_out: RefCell<Option<Proven>>,
    sitemaps: RefCell<Sitemaps>,
    /// What is known about other files.
    equivalents: RefCell<HashMap<Equivalence, Rc<[Found]>>>,
}

/// Which file, in which dialect, and the crawlers, if the assertion names any: their names, and whether they have the names that
/// they fall back to, too.
type Equivalence = (String, Dialect, Option<Vec<(String, bool)>>);

/// A sitemap by its name, a dialect, and the number of an [`Applied`].
type Listed = (String, Dialect, usize);

/// What is known about sitemaps.
#[derive(Default)]
struct Sitemaps {
    found: HashMap<Listed, Found>,
    times_read: HashMap<String, usize>,
}

/// How much work may be done that is not counted in steps, for all assertions together: in bytes that are read or written. Questions
/// are the product of patterns and crawlers, so a policy of 500 KiB may ask a billion.
const MOST_WORK: usize = 20_000_000;
/// What a question costs, counted in bytes: an answer takes about as many in memory.
const QUESTION: usize = 500;

/// A file as one dialect reads it.
struct Subject<'f> {
    index: GroupIndex<'f>,
    kept: RefCell<Kept>,
    /// How much may still be read to compile what is not kept.
    unread: Cell<usize>,
    /// How much of [`most_read`] is left to explain verdicts.
    left: Cell<usize>,
}

/// What is compiled already.
#[derive(Default)]
struct Kept {
    /// What applies to each crawler. Thousands of assertions may be about the same crawler, to which thousands of groups apply.
    of_crawlers: HashMap<AgentList<'static>, Rc<Applied>>,
    /// The same by the lines of the groups, which many crawlers have in common.
    of_groups: BTreeMap<Vec<u32>, Rc<Applied>>,
    /// What it cost to read these.
    cost: usize,
    /// How many were compiled so far.
    count: usize,
}

impl Kept {
    /// How much may be read for what is kept, each byte of which takes some thirty when it is compiled. All groups of nearly every
    /// real file fit.
    const MOST: usize = 2_000_000;
}

/// The groups that apply to a crawler.
struct Applied {
    policy: Policy,
    /// Which groups they are, in words.
    sentence: String,
    /// What it costs to read them.
    cost: usize,
    /// Different for any others.
    number: usize,
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
                    robots: limits.parse(&file.body, dialect).into_owned(),
                });
            }
        }
    }
    Ok(compared)
}

impl<'f> Subject<'f> {
    fn new(robots: &'f RobotsTxt<'f>) -> Self {
        /// How often the same may be read for one assertion after another.
        const TIMES_READ: usize = 16;
        Self {
            index: GroupIndex::new(robots),
            kept: RefCell::default(),
            unread: Cell::new(TIMES_READ * most_read(robots.body().len())),
            left: Cell::new(most_read(robots.body().len())),
        }
    }

    /// What applies to a crawler, or `None` if too much was read already: where groups overlap, so that each of thousands of crawlers
    /// has some lines of its own and thousands in common with others.
    fn applied(&self, agents: &AgentList<'_>) -> Option<Rc<Applied>> {
        let mut kept = self.kept.borrow_mut();
        if let Some(applied) = kept.of_crawlers.get(agents) {
            return Some(applied.clone());
        }
        let groups = self.index.groups_for(agents);
        let lines: Vec<u32> = groups.iter().map(Group::line).collect();
        let applied = if let Some(applied) = kept.of_groups.get(&lines) {
            applied.clone()
        } else {
            let unread = self.unread.get();
            if unread == 0 {
                return None;
            }
            let cost = cost(&groups);
            self.unread.set(unread.saturating_sub(cost));
            if kept.cost + cost > Kept::MOST {
                *kept = Kept {
                    count: kept.count,
                    ..Kept::default()
                };
            }
            kept.cost += cost;
            let applied = Rc::new(Applied {
                policy: Policy::of_index(&self.index, agents),
                sentence: apply(&groups),
                cost,
                number: kept.count,
            });
            kept.count += 1;
            kept.of_groups.insert(lines, applied.clone());
            applied
        };
        kept.of_crawlers
            .insert(agents.clone().into_owned(), applied.clone());
        Some(applied)
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
            read.push(limits.parse(&file.body, dialect));
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
        explain: bool,
        questions: u64,
    ) -> Self {
        /// So that a long policy about a large file is not undecided merely because it is long.
        const STEPS_FOR_EACH: u64 = 100_000;
        /// No policy takes longer than about two seconds.
        const MOST_STEPS: u64 = 100_000_000;
        let steps = STEPS_FOR_EACH.saturating_mul(questions);
        let steps = Budget::DEFAULT_STEPS.saturating_add(steps).min(MOST_STEPS);
        let others = compared.iter();
        Self {
            client,
            dialect,
            explain,
            subjects: read.iter().map(Subject::new).collect(),
            others: others
                .map(|other| (&*other.name, GroupIndex::new(&other.robots)))
                .collect(),
            budget: RefCell::new(Budget::new(steps).with_each(Budget::DEFAULT_STEPS_EACH)),
            left: Cell::new(MOST_WORK),
            left_out: RefCell::default(),
            sitemaps: RefCell::default(),
            equivalents: RefCell::default(),
        }
    }

    /// Proves what one assertion says, for each of its crawlers.
    ///
    /// # Errors
    ///
    /// If a file that it names cannot be read.
    pub(super) fn prove(&self, assert: &Assert) -> Result<Vec<Proven>, Failure> {
        let dialect = assert.dialect.unwrap_or(self.dialect);
        let is_read = |subject: &&Subject<'_>| subject.index.robots().dialect() == dialect;
        let subject = self.subjects.iter().find(is_read);
        let subject = subject.expect("the file was read in every dialect of the policy");
        let everyone = [Asked::named("*")];
        let named = assert.agents.as_deref();
        let mut proven = Vec::new();
        for claim in &assert.claims {
            let (pattern, expected) = match claim {
                Claim::Pattern(RuleKind::Allow, pattern) => (pattern, "allowed"),
                Claim::Pattern(RuleKind::Disallow, pattern) => (pattern, "disallowed"),
                Claim::Equivalent(name, _) => (name, "equivalent"),
                Claim::Sitemap(name, _) => (name, "allowed"),
            };
            let row = |found: Found| Proven {
                assertion: assert.number,
                agent: found.agent,
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
                    ..row(Found::left_out("", false))
                });
                all.left_out = all.left_out.map(|known| known + count as u64);
            };
            let agents = named.unwrap_or(&everyone);
            let (agents, rest) = agents.split_at(agents.len().min(self.left.get() / QUESTION));
            if !rest.is_empty() {
                leave_out(rest.len());
            }
            if agents.is_empty() {
                continue;
            }
            let found = match claim {
                Claim::Pattern(kind, pattern) => {
                    self.patterns(subject, *kind, pattern, &assert.except, agents)
                }
                Claim::Equivalent(name, _) => self.equivalents(subject, name, named.map(|_| agents)),
                Claim::Sitemap(name, sitemap) => self.sitemap(subject, name, sitemap, agents)?,
            };
            for found in found {
                let work = QUESTION + pattern.len() + found.bytes();
                if work > self.left.get() {
                    leave_out(1);
                } else {
                    proven.push(row(found));
                }
                self.spend(work);
            }
        }
        Ok(proven)
    }

    /// The questions that were left out, if there are any.
    pub(super) fn left_out(&self) -> Option<Proven> {
        self.left_out.take()
    }

    fn spend(&self, work: usize) {
        self.left.set(self.left.get().saturating_sub(work));
    }

    /// Asks about every URL of a sitemap. Crawlers to which the same groups apply share one answer.
    fn sitemap(
        &self,
        subject: &Subject<'_>,
        name: &str,
        input: &Input,
        agents: &[Asked],
    ) -> Result<Vec<Found>, Failure> {
        let dialect = subject.index.robots().dialect();
        let key = |asked: &Asked| {
            let applied = subject.applied(&asked.list())?;
            Some((name.to_owned(), dialect, applied.number))
        };
        let keys: Vec<Option<Listed>> = agents.iter().map(key).collect();
        let mut sitemaps = self.sitemaps.borrow_mut();
        let Sitemaps { found, times_read } = &mut *sitemaps;
        let mut crawlers: HashMap<Listed, (Crawler, Found)> = HashMap::new();
        for (asked, key) in agents.iter().zip(&keys) {
            if let Some(key) = key
                && !found.contains_key(key)
                && let Entry::Vacant(new) = crawlers.entry(key.clone())
            {
                new.insert((Crawler::of(asked.clone()), self.found(subject, asked)));
            }
        }
        if !crawlers.is_empty() {
            let times_read = times_read.entry(name.to_owned()).or_default();
            self.read_sitemap(subject, input, &mut crawlers, *times_read)?;
            *times_read += 1;
            found.extend(crawlers.into_iter().map(|(key, (_, found))| (key, found)));
        }
        let answer =
            |(asked, key): (&Asked, &Option<Listed>)| match key.as_ref().and_then(|key| found.get(key)) {
                Some(found) => Found {
                    agent: asked.name().to_owned(),
                    ..found.clone()
                },
                None => Found::left_out(asked.name(), self.explain),
            };
        Ok(agents.iter().zip(&keys).map(answer).collect())
    }

    /// Asks these crawlers about every URL of a sitemap, which was read so many times before for others.
    fn read_sitemap(
        &self,
        subject: &Subject<'_>,
        input: &Input,
        crawlers: &mut HashMap<Listed, (Crawler, Found)>,
        times_read: usize,
    ) -> Result<(), Failure> {
        /// Any sitemap may be read so many times, however long it is.
        const TIMES_READ: usize = 8;
        /// What a URL costs besides its length.
        const URL: usize = 100;
        let malformed = |message: String| Failure::Malformed {
            name: input.name(),
            message,
        };
        let mut compiled = Compiled::default();
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
            if times_read >= TIMES_READ {
                self.spend(URL + url.len());
            }
            for (crawler, found) in crawlers.values_mut() {
                // One URL is enough.
                if found.witness.is_some() {
                    continue;
                }
                let row = crawler.ask(&subject.index, &mut compiled, url.as_bytes());
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
        for (_, found) in crawlers.values_mut() {
            found.explain(|| format!("The sitemap lists {count} URLs."));
        }
        Ok(())
    }

    /// Proves that all URLs that match a pattern are allowed, or disallowed. Crawlers to which the same groups apply share one
    /// answer.
    fn patterns(
        &self,
        subject: &Subject<'_>,
        kind: RuleKind,
        pattern: &str,
        except: &[String],
        agents: &[Asked],
    ) -> Vec<Found> {
        let assertion = Assertion::new(kind, pattern, subject.index.robots().dialect());
        let assertion = except
            .iter()
            .fold(assertion, |assertion, except| assertion.except(except));
        let bytes = pattern.len() + except.iter().map(String::len).sum::<usize>();
        let mut known: HashMap<usize, Found> = HashMap::new();
        let prove = |asked: &Asked| {
            let Some(applied) = subject.applied(&asked.list()) else {
                return Found::left_out(asked.name(), self.explain);
            };
            let found = known.entry(applied.number).or_insert_with(|| {
                self.spend(bytes);
                let mut budget = self.budget.borrow_mut();
                let answer = match budget.left() {
                    // To prepare a question takes time too.
                    0 => Answer::Undecided,
                    _ => applied.policy.holds(&assertion, &mut budget),
                };
                let mut found = self.found(subject, asked);
                found.answer(subject, asked, &answer);
                found
            });
            Found {
                agent: asked.name().to_owned(),
                ..found.clone()
            }
        };
        agents.iter().map(prove).collect()
    }

    /// Proves that two files give the same verdicts: to these crawlers, or to all.
    fn equivalents(&self, subject: &Subject<'_>, name: &str, agents: Option<&[Asked]>) -> Vec<Found> {
        let dialect = subject.index.robots().dialect();
        let crawler = |asked: &Asked| (asked.name().to_owned(), asked.agent().is_some());
        let crawlers = |agents: &[Asked]| agents.iter().map(crawler).collect();
        let key = (name.to_owned(), dialect, agents.map(crawlers));
        let mut equivalents = self.equivalents.borrow_mut();
        let found = equivalents.entry(key).or_insert_with(|| {
            let is_meant = |(other, index): &&(&str, GroupIndex<'_>)| {
                *other == name && index.robots().dialect() == dialect
            };
            let other = self.others.iter().find(is_meant);
            let (_, other) = other.expect("all files that the policy compares with were read");
            self.compare(subject, other, agents).into()
        });
        found.to_vec()
    }

    /// Compares two files. Crawlers to which the same groups apply share one answer.
    fn compare(&self, subject: &Subject<'_>, other: &GroupIndex<'_>, agents: Option<&[Asked]>) -> Vec<Found> {
        let files = [&subject.index, other].into_iter();
        let asked = agents.map_or_else(|| named(files.clone()), <[Asked]>::to_vec);
        let bytes: usize = files.clone().map(|index| index.robots().body().len()).sum();
        let most = most_read(bytes);
        let mut left = most;
        let audiences = audiences(files, asked, &mut left);
        self.spend(most - left);
        let mut budget = self.budget.borrow_mut();
        let prove = |audience: &Audience| {
            let agents = audience.asked.list();
            let Some(own) = subject.applied(&agents) else {
                return Found::left_out(audience.asked.name(), self.explain);
            };
            let others = Policy::of_index(other, &agents);
            let answer = equivalent(&own.policy, &others, &mut budget);
            let mut found = self.found(subject, &audience.asked);
            found.answer(subject, &audience.asked, &answer);
            if let Some(witness) = answer.witness() {
                let after = Witness::new(witness.url(), witness.after());
                found.explain(|| format!("In the other file it is {}.", after.verdict()));
            }
            found
        };
        let proven: Vec<Found> = audiences.audiences.iter().map(prove).collect();
        let members = audiences.members.iter().map(|(audience, agent)| Found {
            agent: audiences.audiences[*audience].agents[*agent].clone(),
            ..proven[*audience].clone()
        });
        let left_out = audiences.left_out.iter();
        members
            .chain(left_out.map(|agent| Found::left_out(agent, self.explain)))
            .collect()
    }

    /// Nothing found against it so far.
    fn found(&self, subject: &Subject<'_>, asked: &Asked) -> Found {
        let sentence = || match subject.applied(&asked.list()) {
            Some(applied) => applied.sentence.clone(),
            None => "Which groups apply is not known, because there is too much to read.".to_owned(),
        };
        Found {
            agent: asked.name().to_owned(),
            outcome: Outcome::Proved,
            witness: None,
            explanation: self.explain.then(|| Rc::new(vec![sentence()])),
        }
    }
}

/// Which groups apply to a crawler, in words.
fn apply(groups: &[Group<'_>]) -> String {
    /// This is said of each assertion, and a file may have thousands of groups for a crawler.
    const MOST: usize = 100;
    let rules: usize = groups.iter().map(|group| group.rules().count()).sum();
    let listed = groups.iter().take(MOST).map(|group| group.line().to_string());
    let mut lines: Vec<String> = listed.collect();
    if groups.len() > MOST {
        lines.push(format!("and {} more", groups.len() - MOST));
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
    outcome: Outcome,
    witness: Option<Rc<Witness>>,
    /// `None` if no explanations are wanted.
    explanation: Option<Rc<Vec<String>>>,
}

impl Found {
    /// Nothing is known about a crawler that was not looked at.
    fn left_out(agent: &str, explain: bool) -> Self {
        let mut found = Self {
            agent: agent.to_owned(),
            outcome: Outcome::Undecided,
            witness: None,
            explanation: explain.then(Rc::default),
        };
        found.explain(|| "The crawler was left out, because there are too many.".to_owned());
        found
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
    fn answer(&mut self, subject: &Subject<'_>, asked: &Asked, answer: &Answer<'_>) {
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
                    explain(Rc::make_mut(sentences), subject, asked, &refuted);
                }
                self.witness = Some(Rc::new(refuted));
            }
        }
    }
}

/// Which rules match a URL, in words.
fn explain(sentences: &mut Vec<String>, subject: &Subject<'_>, asked: &Asked, witness: &Witness) {
    /// So many bytes are read in the time that it takes to say one.
    const READ: usize = 10;
    if witness.line.is_none() {
        sentences.push(format!("No rule matches {}, so it is allowed.", witness.url));
        return;
    }
    // To find all that match, every rule of the crawler is read, for each of thousands of assertions.
    let left = subject.left.get();
    let applied = subject.applied(&asked.list()).filter(|_| left > 0);
    let Some(applied) = applied else {
        sentences.push("Which other rules match is not known, because there is too much to read.".to_owned());
        return;
    };
    let target = Target::for_dialect(witness.url.as_bytes(), &subject.index.robots().dialect());
    let explanation = subject.index.explain(asked.list(), target);
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
    let cost = applied.cost / READ + matching.iter().map(String::len).sum::<usize>();
    subject.left.set(left.saturating_sub(cost));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_known_when_nothing_more_may_be_read() {
        let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n");
        let subject = Subject::new(&robots);
        let rules = |agent| {
            let applied = subject.applied(&AgentList::from(agent))?;
            Some(applied.policy.rules().len())
        };
        assert_eq!(rules("a"), Some(1));
        subject.unread.set(0);
        assert_eq!(rules("a"), Some(1));
        assert_eq!(rules("b"), None);
    }
}
