//! Proving the assertions of a policy.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use robots_exclusion::agents::Obedience;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, RuleKind, Target};
use robots_exclusion_analysis::decide;
use robots_exclusion_analysis::decide::{Assertion, Budget, Conclusion, Policy, equivalent};
use robots_exclusion_analysis::diff::{AgentEffect, Effect};
use robots_exclusion_analysis::lint::is_closed;
use robots_exclusion_page::signals::{Permission, Signals, Use};
use robots_exclusion_sitemap::{EntryKind, Error, Item, Problem, ProblemKind, ReadOptions};
use serde::{Serialize, Serializer};

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
use crate::output::verdict_word;
use crate::proof_result::{ProofResult, WORK_LIMIT};
use crate::readings::{Readings, other_dialects};
use crate::report::alike;
use crate::shortened::{CitedDecision, cited_rule};

/// One statement about one crawler, and its result.
#[derive(Serialize)]
pub(super) struct Proven {
    pub(super) assertion: usize,
    /// What the policy calls the assertion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    /// Why the site wants it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
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
    /// Whether the crawler ignores the groups for `*`, which would apply to it otherwise.
    #[serde(skip)]
    pub(super) ignores_star: bool,
    /// Whether it is about what the crawler may fetch, and not known [which
    /// groups](CrawlerQuery::is_undecided) it follows.
    #[serde(skip)]
    follows_unknown: bool,
    /// What its operator says about obeying robots.txt.
    #[serde(serialize_with = "identifier")]
    pub(super) obeys: Obedience,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn identifier<S: Serializer>(obeys: &Obedience, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(obeys.as_str())
}

impl Proven {
    /// A claim about some crawlers, before anything is known about it.
    fn new((assert, claim): (&Assert, &Claim), agents: &str, dialect: Dialect) -> Self {
        let (pattern, expected) = match claim {
            Claim::Pattern(kind, pattern) => (pattern.clone(), verdict_word(*kind == RuleKind::Allow)),
            Claim::Equivalent(name, _) => (hide_credentials(name), "equivalent"),
            Claim::Sitemap(name, _) => (hide_credentials(name), "allowed"),
            Claim::Use(purpose, Permission::Refused) => (purpose.to_string(), "refused"),
            Claim::Use(purpose, _) => (purpose.to_string(), "permitted"),
            Claim::Closed(true) => ("the site".to_owned(), "closed"),
            Claim::Closed(false) => ("the site".to_owned(), "not closed"),
            Claim::CrawlDelay(seconds) => (format!("Crawl-delay: {seconds}"), "said"),
        };
        Self {
            assertion: assert.number,
            name: assert.name.clone(),
            reason: assert.reason.clone(),
            agent: agents.to_owned(),
            crawler: None,
            pattern,
            expected,
            found: Proof::undecided(WORK_LIMIT),
            dialect: dialects::name_of(dialect),
            policy_line: assert.line,
            ignores_star: false,
            follows_unknown: false,
            obeys: Obedience::Unknown,
        }
    }

    /// The same about one crawler.
    fn about(asked: &CrawlerQuery, robots: &RobotsTxt<'_>, claim: (&Assert, &Claim)) -> Self {
        Self {
            crawler: Some(asked.crawler().to_owned()),
            ignores_star: asked.ignores_star(robots),
            follows_unknown: !matches!(claim.1, Claim::Equivalent(..)) && asked.is_undecided(robots),
            obeys: asked.obeys(),
            ..Self::new(claim, asked.name(), robots.dialect())
        }
    }

    pub(super) fn holds(&self) -> bool {
        self.found.outcome == ProofResult::Proved
    }

    /// Whether the result is about what the crawler may not do, while it may ignore the file.
    pub(super) fn may_be_ignored(&self) -> bool {
        self.obeys == Obedience::MayIgnore && matches!(self.expected, "disallowed" | "refused" | "closed")
    }

    /// The line of the rule that decides about the witness.
    pub(super) fn line_of_rule(&self) -> Option<u32> {
        let witness = self.found.witness.as_ref();
        witness.and_then(|witness| witness.decision.line)
    }
}

/// The result for all crawlers to which the same groups apply.
#[derive(Clone, Serialize)]
pub(super) struct Proof {
    pub(super) outcome: ProofResult,
    pub(super) witness: Option<Witness>,
    /// How the verdict comes about, sentence by sentence.
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

/// The files that a policy names, each read once.
#[derive(Default)]
pub(super) struct Files<'p> {
    /// The file under test, without a name, and the files that it is compared with, as each dialect
    /// reads them.
    robots: HashMap<(Option<&'p str>, Dialect), RobotsTxt<'static>>,
    /// The URLs of sitemaps.
    sitemaps: HashMap<&'p str, Vec<String>>,
}

impl<'p> Files<'p> {
    /// Reads the file under test, and the others, in each dialect that the policy names.
    ///
    /// # Errors
    ///
    /// If another file that the policy names cannot be read.
    pub(super) fn read(
        policy: &'p SitePolicy,
        file: &RobotsFile,
        reading: &Reading,
        client: &Client,
    ) -> Result<Self, Failure> {
        let mut files = Self::default();
        let parse = |file: &RobotsFile, dialect| {
            let robots = reading.limits.parse(&file.body, dialect);
            robots.into_owned().into_indexed()
        };
        let mut exchanges = Exchanges::default();
        for (assert, claim) in policy.claims() {
            for &dialect in &assert.dialects {
                let subject = files.robots.entry((None, dialect));
                subject.or_insert_with(|| parse(file, dialect));
                if let Claim::Equivalent(name, other) = claim
                    && let Entry::Vacant(vacant) = files.robots.entry((Some(name), dialect))
                {
                    let other = other.robots_among(dialect, client, &mut exchanges)?;
                    vacant.insert(parse(&other.or_failure()?, dialect));
                }
            }
            match claim {
                Claim::Pattern(..)
                | Claim::Use(..)
                | Claim::Equivalent(..)
                | Claim::Closed(_)
                | Claim::CrawlDelay(_) => {}
                Claim::Sitemap(name, input) => {
                    if let Entry::Vacant(vacant) = files.sitemaps.entry(name) {
                        vacant.insert(urls_of_sitemap(input, client)?);
                    }
                }
            }
        }
        Ok(files)
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
            // Which URLs it lists is then not known, so nothing could be proved of all of them.
            Ok(Item::Problem(Problem {
                kind,
                line,
                entry_dropped,
                ..
            })) if entry_dropped || kind.stops_xml_parsers() || kind == ProblemKind::Empty => {
                let message = format!("line {line}: {} (see robots sitemap --check)", kind.message());
                return Err(malformed(message));
            }
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

/// Proves what a policy says, claim by claim, each for every crawler that it names. Also returns how
/// many questions, the last ones, were skipped, because all rows together would be too long.
pub(super) fn prove(
    policy: &SitePolicy,
    files: &Files<'_>,
    naming: Naming,
    explain: bool,
) -> (Vec<Proven>, u64) {
    /// Each question adds to the limit, so that a policy is not undecided because it is long.
    const STEPS_FOR_EACH: u64 = 100_000;
    /// No policy takes longer than about two seconds.
    const MAX_STEPS: u64 = 100_000_000;
    let claims: Vec<(&Assert, &Claim)> = policy.claims().collect();
    let questions: u64 = claims.iter().map(|(assert, _)| assert.crawlers()).sum();
    let steps = STEPS_FOR_EACH.saturating_mul(questions);
    let steps = Budget::DEFAULT_STEPS.saturating_add(steps).min(MAX_STEPS);
    let mut prover = Prover {
        files,
        naming,
        budget: Budget::new(steps).with_each(Budget::DEFAULT_STEPS_EACH),
        room: Budget::new(MAX_STEPS),
        rows: Vec::new(),
        questions: Vec::new(),
        skipped: 0,
    };
    for (number, claim) in claims.iter().enumerate() {
        prover.list(number, *claim);
    }
    prover.answer(&claims, explain);
    // What holds of the file is not enough where the policy wants it to be obeyed.
    let needs_obedience = |row: &Proven| policy.assertions[row.assertion - 1].needs_obedience;
    for row in &mut prover.rows {
        if row.follows_unknown {
            row.found = Proof::undecided("its operator does not say whose groups it follows");
        }
        if row.holds() && row.may_be_ignored() && needs_obedience(row) {
            row.found = Proof {
                outcome: ProofResult::Refuted,
                witness: None,
                explanation: Vec::new(),
            };
        }
    }
    (prover.rows, prover.skipped)
}

struct Prover<'f> {
    files: &'f Files<'f>,
    /// How crawlers are named.
    naming: Naming,
    /// For questions, files that are read, and answers, which are in memory too.
    budget: Budget,
    /// For rows, which are all in memory at once.
    room: Budget,
    rows: Vec<Proven>,
    questions: Vec<Question>,
    /// How many questions have no row. All are the product of patterns and crawlers, so a policy of
    /// 500 KiB may ask a billion.
    skipped: u64,
}

/// The question for a row.
struct Question {
    /// The dialect, and the audience of the file under test in it.
    reader: (Dialect, Audience),
    /// The number of the claim, and the audience of the file that it compares with.
    claim: (usize, Option<Audience>),
    row: usize,
}

fn audience(robots: &RobotsTxt<'_>, asked: &CrawlerQuery) -> Audience {
    let audience = robots.audience(asked.list());
    audience.expect("an indexed file in a preset")
}

impl Prover<'_> {
    /// Makes the rows of a claim, and notes the questions for them.
    fn list(&mut self, number: usize, claim: (&Assert, &Claim)) {
        let assert = claim.0;
        let files = self.files;
        let file = |name, dialect| &files.robots[&(name, dialect)];
        let other = |dialect| match claim.1 {
            Claim::Equivalent(name, _) => Some(file(Some(&**name), dialect)),
            Claim::Pattern(..)
            | Claim::Sitemap(..)
            | Claim::Use(..)
            | Claim::Closed(_)
            | Claim::CrawlDelay(_) => None,
        };
        let of_file = assert.dialect.for_file();
        if self.skipped > 0 {
            self.skipped += assert.crawlers();
        } else if let Claim::Use(purpose, expected) = claim.1 {
            for (asked, dialect) in &assert.readers {
                let robots = file(None, *dialect);
                let mut row = Proven::about(asked, robots, claim);
                if self.budget.read(robots.body().len()) {
                    row.found = self.use_of(robots, asked, *purpose, *expected);
                }
                self.push(row);
            }
        } else if let Claim::Closed(_) | Claim::CrawlDelay(_) = claim.1 {
            for (asked, dialect) in &assert.readers {
                let robots = file(None, *dialect);
                let mut row = Proven::about(asked, robots, claim);
                if self.budget.read(robots.body().len()) {
                    row.found = match claim.1 {
                        Claim::CrawlDelay(seconds) => delay_of(robots, asked, *seconds),
                        _ => self.extent_of(robots, asked, matches!(claim.1, Claim::Closed(true))),
                    };
                }
                self.push(row);
            }
        } else if let (Some(of_other), true) = (other(of_file), assert.is_for_everyone) {
            // For everyone, each as it reads: what `diff` finds.
            let others = other_dialects(assert.dialect, self.naming);
            let others = others.into_iter();
            let readings = Readings {
                choice: assert.dialect,
                naming: self.naming,
                of_file: (file(None, of_file), of_other),
                others: others
                    .filter_map(|dialect| Some((dialect, file(None, dialect), other(dialect)?)))
                    .collect(),
            };
            let diff = readings.compare(&[], &mut self.budget);
            for (agent, effect) in diff.agents() {
                let asked = self.naming.read(agent);
                let robots = file(None, asked.dialect(assert.dialect));
                self.push(Proven {
                    found: effect.into(),
                    ..Proven::about(&asked, robots, claim)
                });
            }
            if let Some(change) = undecided_of_others(&diff) {
                self.push(Proven {
                    found: Proof::undecided(change.text()),
                    ..Proven::new(claim, OTHERS, of_file)
                });
            }
        } else {
            for (asked, dialect) in &assert.readers {
                let robots = file(None, *dialect);
                if self.push(Proven::about(asked, robots, claim)) {
                    self.questions.push(Question {
                        reader: (*dialect, audience(robots, asked)),
                        claim: (number, other(*dialect).map(|other| audience(other, asked))),
                        row: self.rows.len() - 1,
                    });
                }
            }
        }
    }

    /// Whether the site is closed to a crawler, as it is expected to be, or not to be.
    fn extent_of(&mut self, robots: &RobotsTxt<'_>, asked: &CrawlerQuery, is_expected: bool) -> Proof {
        let closed = is_closed(robots, asked.list(), asked.only_fetches(), &mut self.budget);
        let (outcome, sentence) = match closed {
            None => return Proof::undecided(WORK_LIMIT),
            Some(closed) => (
                ProofResult::of(closed == is_expected),
                if closed {
                    "No page may be fetched."
                } else {
                    "Some pages may be fetched."
                },
            ),
        };
        let mut found = Proof {
            outcome,
            witness: None,
            explanation: vec![sentence.to_owned()],
        };
        // Of a site that is not closed, the start page is the page that says most.
        let start = format!("{}/", decide::Witness::ORIGIN);
        let verdict = robots.check(asked.list(), &start);
        if closed == Some(false) && is_expected && verdict.is_allowed() {
            found.refute(&start, &verdict);
        }
        found
    }

    /// What the file says to a crawler about a use of the site's pages: of the start page, and of the
    /// paths that Content-Usage lines name.
    fn use_of(
        &self,
        robots: &RobotsTxt<'_>,
        asked: &CrawlerQuery,
        purpose: Use,
        expected: Permission,
    ) -> Proof {
        let mut found = Proof {
            outcome: ProofResult::Proved,
            witness: None,
            explanation: Vec::new(),
        };
        let usage = robots.directives();
        let usage = usage.filter(|line| line.kind() == DirectiveKind::ContentUsage);
        let paths = usage.filter_map(|line| {
            let text = String::from_utf8_lossy(line.value());
            let path = text
                .split_ascii_whitespace()
                .next()?
                .trim_end_matches('$')
                .to_owned();
            path.starts_with('/').then(|| path.replace('*', "x"))
        });
        for path in ["/".to_owned()].into_iter().chain(paths) {
            let url = format!("{}{path}", decide::Witness::ORIGIN);
            let mut signals = Signals::new(self.naming.user_agent(asked.name()));
            signals.robots_txt(robots, &url);
            let answer = signals.answer(purpose);
            let mut statements = answer.statements().iter();
            let deciding = statements.find(|statement| statement.permission() == answer.permission());
            if answer.permission() != expected {
                let decision = CitedDecision {
                    allowed: answer.permission() == Permission::Allowed,
                    line: deciding.and_then(|statement| statement.line()),
                    rule: deciding.map(|statement| statement.says().to_owned()),
                };
                found.refute(&url, decision);
                break;
            }
            found.explanation.extend(deciding.map(|statement| {
                let line = statement
                    .line()
                    .map_or(String::new(), |line| format!("Line {line} says "));
                format!("{line}`{}`.", statement.says())
            }));
        }
        found
    }

    /// Adds a row, unless all rows together would be too long.
    fn push(&mut self, row: Proven) -> bool {
        /// The cost of a row besides its texts, in bytes.
        const ROW: usize = 500;
        let bytes = ROW + row.pattern.len() + row.agent.len() + row.found.bytes();
        let has_room = self.skipped == 0 && self.room.keep(bytes);
        if has_room {
            self.rows.push(row);
        } else {
            self.skipped += 1;
        }
        has_room
    }

    /// Answers the questions, audience by audience, so that the rules of each are compiled once,
    /// and only the rules of one are in memory. If the budget is spent, the remaining questions
    /// stay undecided.
    fn answer(&mut self, claims: &[(&Assert, &Claim)], explain: bool) {
        let questions = std::mem::take(&mut self.questions).into_iter();
        let by_reader = alike(questions.map(|question| (question.reader, question)));
        for ((dialect, audience), questions) in by_reader {
            let robots = &self.files.robots[&(None, dialect)];
            let Some(policy) = policy(robots, audience, &mut self.budget) else {
                continue;
            };
            let reader = Reader {
                robots,
                audience,
                policy,
                explain,
                proved: Proof {
                    outcome: ProofResult::Proved,
                    witness: None,
                    explanation: vec![apply(
                        &robots.select_audience(audience).groups().collect::<Vec<_>>(),
                    )],
                },
            };
            let questions = questions.iter();
            for ((number, other), rows) in alike(questions.map(|question| (question.claim, question.row))) {
                let Some(found) = reader.ask(claims[number], other, self.files, &mut self.budget) else {
                    continue;
                };
                for row in rows {
                    if self.budget.keep(found.bytes()) {
                        self.rows[row].found = found.clone();
                    }
                }
            }
        }
    }
}

/// What an audience of the file under test reads.
struct Reader<'r> {
    robots: &'r RobotsTxt<'static>,
    audience: Audience,
    policy: Policy,
    /// Whether to look up which rules match.
    explain: bool,
    /// A claim that holds, with a sentence on the groups that apply.
    proved: Proof,
}

impl Reader<'_> {
    /// The result of a claim; `other` is the audience of the file that it compares with. `None` if
    /// the budget is spent.
    fn ask(
        &self,
        claim: (&Assert, &Claim),
        other: Option<Audience>,
        files: &Files<'_>,
        budget: &mut Budget,
    ) -> Option<Proof> {
        if budget.remaining() == 0 {
            return None;
        }
        let assert = claim.0;
        match claim.1 {
            Claim::Pattern(kind, pattern) => {
                let assertion = Assertion::new(*kind, pattern, self.robots.dialect());
                let except = assert.except.iter();
                let assertion = except.fold(assertion, |assertion, except| assertion.except(except));
                Some(match self.policy.holds(&assertion, budget) {
                    Ok(answer) => self.proof(&answer, budget),
                    // The policy file was refused if it has such an assertion.
                    Err(error) => {
                        let mut found = self.proof(&Conclusion::Undecided, budget);
                        found.explanation = vec![error.to_string()];
                        found
                    }
                })
            }
            Claim::Equivalent(name, _) => {
                let file = &files.robots[&(Some(&**name), self.robots.dialect())];
                let others = policy(file, other?, budget)?;
                let answer = equivalent(&self.policy, &others, budget);
                let mut found = self.proof(&answer, budget);
                if let Some(witness) = answer.witness() {
                    found.say_of_other(witness.after());
                }
                Some(found)
            }
            Claim::Sitemap(name, _) => self.allows(&files.sitemaps[&**name], budget),
            Claim::Use(..) | Claim::Closed(_) | Claim::CrawlDelay(_) => {
                unreachable!("these claims are answered when they are listed")
            }
        }
    }

    /// What an answer means.
    fn proof(&self, answer: &Conclusion<'_>, budget: &mut Budget) -> Proof {
        let mut found = self.proved.clone();
        match answer {
            Conclusion::Proved => {}
            Conclusion::Undecided => {
                found.outcome = ProofResult::Undecided;
                found.explanation.push(format!("It is undecided: {WORK_LIMIT}."));
            }
            Conclusion::Refuted(witness) => {
                found.refute(witness.url(), witness.before());
                if self.explain {
                    found.explanation.extend(self.matching(witness, budget));
                }
            }
        }
        found
    }

    /// Which rules match a URL, in words.
    fn matching(&self, witness: &decide::Witness<'_>, budget: &mut Budget) -> Vec<String> {
        if witness.before().line().is_none() {
            return vec![format!("No rule matches {}, so it is allowed.", witness.url())];
        }
        // To find all that match, every rule of the crawler is read, for each of thousands of
        // assertions.
        if !budget.read(group_bytes(self.robots, self.audience)) {
            return vec![format!(
                "Which other rules match was not looked up: {WORK_LIMIT}."
            )];
        }
        let target = Target::for_dialect(witness.url().as_bytes(), &self.robots.dialect());
        let explanation = self.robots.select_audience(self.audience).explain(target);
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

    /// Whether every URL of a sitemap is allowed.
    fn allows(&self, urls: &[String], budget: &mut Budget) -> Option<Proof> {
        /// The cost of a question about a URL besides its length, in bytes that are read.
        const URL: usize = 100;
        let rules = budget
            .read(group_bytes(self.robots, self.audience))
            .then(|| self.robots.select_audience(self.audience).compile_rules())?;
        let mut found = self.proved.clone();
        found
            .explanation
            .push(format!("The sitemap lists {} URLs.", urls.len()));
        for url in urls {
            budget.read(URL + url.len()).then_some(())?;
            let verdict = rules.check(Target::for_dialect(url.as_bytes(), &self.robots.dialect()));
            // One URL is enough.
            if !verdict.is_allowed() {
                found.refute(url, &self.robots.as_written(verdict));
                break;
            }
        }
        Some(found)
    }
}

/// Whether a file asks a crawler for this delay.
fn delay_of(robots: &RobotsTxt<'_>, asked: &CrawlerQuery, seconds: f64) -> Proof {
    let found = robots.crawl_delay_for(asked.list());
    let is_so = found.is_some_and(|delay| (delay.as_secs_f64() - seconds).abs() < 1e-6);
    let sentence = match found {
        Some(delay) => format!("The file asks for {} seconds.", delay.as_secs_f64()),
        None => "The file asks for no delay.".to_owned(),
    };
    Proof {
        outcome: ProofResult::of(is_so),
        witness: None,
        explanation: vec![sentence],
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
    fn undecided(why: &str) -> Self {
        Self {
            outcome: ProofResult::Undecided,
            witness: None,
            explanation: vec![format!("It is undecided: {why}.")],
        }
    }

    /// It is not true of a URL.
    fn refute(&mut self, url: &str, decision: impl Into<CitedDecision>) {
        self.outcome = ProofResult::Refuted;
        self.witness = Some(Witness {
            url: url.to_owned(),
            decision: decision.into(),
        });
    }

    /// Adds the verdict of the other file on the witness.
    fn say_of_other(&mut self, decision: impl Into<CitedDecision>) {
        let decision = decision.into();
        self.explanation
            .push(format!("In the other file it is {decision}."));
    }

    /// The length of its texts, in bytes.
    fn bytes(&self) -> usize {
        let witness = self.witness.iter();
        let cited =
            witness.map(|witness| witness.url.len() + witness.decision.rule.as_ref().map_or(0, String::len));
        cited.chain(self.explanation.iter().map(String::len)).sum()
    }
}

impl From<&AgentEffect> for Proof {
    /// The meaning of the effect of replacing this file by another one.
    fn from(effect: &AgentEffect) -> Self {
        let mut found = Self {
            outcome: ProofResult::Proved,
            witness: None,
            explanation: Vec::new(),
        };
        if let Some(evidence) = effect.witnesses().first() {
            found.refute(evidence.url(), evidence.before());
            found.say_of_other(evidence.after());
        }
        found.outcome = match effect.effect() {
            Effect::None => ProofResult::Proved,
            Effect::Undecided => ProofResult::Undecided,
            _ => ProofResult::Refuted,
        };
        found
    }
}
