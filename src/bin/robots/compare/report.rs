//! Questions and what every dialect says.

use std::collections::HashMap;
use std::fmt::Write;

use robots_exclusion::RobotsTxt;
use serde::Serialize;

use super::proof::{Outcome, Proof, agreeing};
use crate::answer::{Compiled, Crawler};
use crate::audience::{Audiences, Readers};
use crate::crawlers::{self, CrawlerQuery};
use crate::failure::Failure;
use crate::output::{fill, verdict_style, width};
use crate::report::{Format, Sink};
use crate::row::Row;
use crate::shown::printable;
use crate::status::Status;

/// How many examples of a kind of disagreement people are shown.
const MAX_EXAMPLES: u32 = 3;

/// A question and what every dialect says.
#[derive(Serialize)]
struct Comparison<'a> {
    kind: &'static str,
    agent: &'a str,
    /// The crawlers to which the same groups apply, in every dialect.
    agents: &'a [String],
    url: &'a str,
    /// Whether the dialects disagree.
    differs: bool,
    verdicts: Vec<DialectVerdict<'a>>,
    /// The token by which `agent` goes first.
    crawler: &'a str,
}

#[derive(Serialize)]
struct DialectVerdict<'a> {
    dialect: &'a str,
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
}

/// The name of a dialect, and its verdict.
type DialectRow<'a> = (&'a str, Row<'a>);

/// One dialect's verdict, for formats without nesting.
#[derive(Serialize)]
struct FlatRow<'a> {
    agent: &'a str,
    url: &'a str,
    dialect: &'a str,
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
    crawler: &'a str,
}

/// What is known about two dialects.
#[derive(Serialize)]
struct PairRow<'a> {
    kind: &'static str,
    dialects: [&'a str; 2],
    outcome: Outcome,
    agent: Option<&'a str>,
    crawler: Option<&'a str>,
    url: Option<&'a str>,
    /// Whether every way in which they disagree is listed.
    complete: bool,
}

/// Which questions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Examples {
    /// All.
    All,
    /// Those on which dialects disagree.
    Differing,
    /// A few of those that divide the dialects in the same way, for people.
    FewOfAKind,
}

/// The crawlers that dialects are compared for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Those that the user named.
    Given,
    /// Those that the file names, and `*`.
    Named,
}

impl Scope {
    fn as_str(self) -> &'static str {
        match self {
            Self::Given => "the crawlers that were asked about",
            // Some dialects also apply a group to crawlers whose names contain its own, or are part
            // of it.
            Self::Named => "each crawler that it names, and for all that it does not name",
        }
    }
}

/// What is known of an audience's answers about a URL.
enum CachedAnswer<'a> {
    /// None yet: whom to ask, in each dialect.
    NotAsked(&'a mut [Crawler]),
    Rows(Vec<DialectRow<'a>>),
}

/// Asks questions under every dialect and prints them.
pub(super) struct Report<'d> {
    dialects: &'d [(&'d str, RobotsTxt<'d>)],
    audiences: &'d Audiences,
    /// Who asks for each audience, in each dialect.
    askers: Vec<Vec<Crawler>>,
    compiled: Compiled,
    examples: Examples,
    sink: Sink,
    /// How often each division of the dialects was shown.
    divisions: HashMap<Vec<bool>, u32>,
    hidden: u64,
    asked: u64,
    differing: u64,
}

impl<'d> Report<'d> {
    pub(super) fn new(
        dialects: &'d [(&'d str, RobotsTxt<'d>)],
        audiences: &'d Audiences,
        examples: Examples,
        format: Format,
    ) -> Self {
        let asker = |asked: &CrawlerQuery| dialects.iter().map(|_| Crawler::of(asked.clone())).collect();
        let asked = audiences.readers.iter().map(|audience| &audience.asked);
        Self {
            dialects,
            audiences,
            askers: asked.map(asker).collect(),
            compiled: Compiled::default(),
            examples,
            sink: Sink::new(format, "robots compare"),
            divisions: HashMap::new(),
            hidden: 0,
            asked: 0,
            differing: 0,
        }
    }

    pub(super) fn asked(&self) -> u64 {
        self.asked
    }

    /// Asks every crawler's question about a URL, in the order in which they were given.
    pub(super) fn ask_all(&mut self, url: &[u8]) -> Result<(), Failure> {
        let audiences = self.audiences;
        let mut askers = std::mem::take(&mut self.askers);
        // Answers are kept from the question of an audience's first member to that of its last:
        // most audiences have one, and the answers to thousands of crawlers take more memory than
        // all else.
        let mut cached: Vec<CachedAnswer<'_>> = askers
            .iter_mut()
            .map(|asker| CachedAnswer::NotAsked(asker))
            .collect();
        let outcome = audiences.members.iter().try_for_each(|(audience, agent)| {
            let Readers { agents, crawlers, .. } = &audiences.readers[*audience];
            let cached = &mut cached[*audience];
            let rows = match std::mem::replace(cached, CachedAnswer::Rows(Vec::new())) {
                CachedAnswer::NotAsked(asker) => answers(self.dialects, asker, url, &mut self.compiled),
                CachedAnswer::Rows(rows) => rows,
            };
            let outcome = self.say(
                std::slice::from_ref(&agents[*agent]),
                &crawlers[*agent],
                url,
                &rows,
            );
            if agent + 1 < agents.len() {
                *cached = CachedAnswer::Rows(rows);
            }
            outcome
        });
        drop(cached);
        self.askers = askers;
        outcome
    }

    /// Asks the question of an audience, by number, about a URL.
    pub(super) fn ask(&mut self, audience: usize, url: &[u8]) -> Result<(), Failure> {
        let mut asker = std::mem::take(&mut self.askers[audience]);
        let answers = answers(self.dialects, &mut asker, url, &mut self.compiled);
        let Readers { agents, crawlers, .. } = &self.audiences.readers[audience];
        let outcome = self.say(agents, &crawlers[0], url, &answers);
        drop(answers);
        self.askers[audience] = asker;
        outcome
    }

    /// Prints what was answered to some crawlers, the first of which goes by the token `crawler`.
    fn say(
        &mut self,
        agents: &[String],
        crawler: &str,
        url: &[u8],
        rows: &[DialectRow<'_>],
    ) -> Result<(), Failure> {
        self.asked += 1;
        let shown = String::from_utf8_lossy(url);
        let differs = rows.windows(2).any(|pair| pair[0].1.allowed != pair[1].1.allowed);
        self.differing += u64::from(differs);
        if !differs && self.examples != Examples::All {
            return Ok(());
        }
        let agent = agents.first().map_or("", String::as_str);
        if let Some(output) = self.sink.text() {
            if self.examples == Examples::FewOfAKind {
                let division = rows.iter().map(|(_, row)| row.allowed).collect();
                let count = self.divisions.entry(division).or_default();
                *count += 1;
                if *count > MAX_EXAMPLES {
                    self.hidden += 1;
                    return Ok(());
                }
            }
            output.print(&human(agents, &shown, rows))?;
        }
        let Some(output) = self.sink.rows() else {
            return Ok(());
        };
        if output.is_flat() {
            return rows.iter().try_for_each(|(dialect, row)| {
                output.write(&FlatRow {
                    agent,
                    url: &shown,
                    dialect,
                    allowed: row.allowed,
                    reason: row.reason,
                    line: row.line,
                    rule: row.rule.as_deref(),
                    group: row.group.as_deref(),
                    crawler,
                })
            });
        }
        let verdicts = rows.iter().map(|(dialect, row)| DialectVerdict {
            dialect,
            allowed: row.allowed,
            reason: row.reason,
            line: row.line,
            rule: row.rule.as_deref(),
            group: row.group.as_deref(),
        });
        output.write(&Comparison {
            kind: "url",
            agent,
            agents,
            url: &shown,
            differs,
            crawler,
            verdicts: verdicts.collect(),
        })
    }

    /// Ends a report on the URLs that were given.
    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        if let Some(output) = self.sink.text() {
            let (asked, differing) = (self.asked, self.differing);
            output.print(&format!(
                "{asked} questions, {differing} on which dialects disagree\n"
            ))?;
            output.print(&ignoring_star(self.dialects, self.audiences))?;
        }
        self.sink.finish()?;
        Ok(Status::of_findings(
            self.differing > 0 || self.audiences.skipped > 0,
        ))
    }

    /// Ends a report on all URLs.
    pub(super) fn finish_proof(mut self, proof: &Proof, scope: Scope) -> Result<Status, Failure> {
        if let Some(output) = self.sink.text() {
            if self.hidden > 0 {
                output.print(&format!(
                    "{} more examples of these kinds of disagreement; --format csv prints them all\n",
                    self.hidden
                ))?;
            }
            output.print(&conclusion(self.dialects, proof, scope))?;
            output.print(&ignoring_star(self.dialects, self.audiences))?;
        }
        if let Some(rows) = self.sink.rows().filter(|rows| !rows.is_flat()) {
            for pair in &proof.pairs {
                let witness = pair.witness.as_ref();
                let readers = witness.map(|(audience, _)| &self.audiences.readers[*audience]);
                rows.write(&PairRow {
                    kind: "pair",
                    dialects: [self.dialects[pair.dialects.0].0, self.dialects[pair.dialects.1].0],
                    outcome: pair.outcome,
                    agent: readers.map(|readers| &*readers.agents[0]),
                    crawler: readers.map(|readers| &*readers.crawlers[0]),
                    url: witness.map(|(_, url)| url.as_str()),
                    complete: pair.is_complete,
                })?;
            }
        }
        self.sink.finish()?;
        let agree = proof.pairs.iter().all(|pair| pair.outcome == Outcome::Proved);
        Ok(Status::of_findings(!agree))
    }
}

/// Which crawlers ignore `*` where its groups would apply to them otherwise, in some dialect.
fn ignoring_star(dialects: &[(&str, RobotsTxt<'_>)], audiences: &Audiences) -> String {
    let ignores = |readers: &&Readers| {
        dialects
            .iter()
            .any(|(_, robots)| readers.asked.ignores_star(robots))
    };
    let ignoring: Vec<&String> = audiences
        .readers
        .iter()
        .filter(ignores)
        .flat_map(|readers| &readers.crawlers)
        .collect();
    crawlers::ignoring_star(&ignoring).map_or(String::new(), |sentence| sentence + "\n")
}

/// The verdict of each dialect.
fn answers<'a>(
    dialects: &'a [(&'a str, RobotsTxt<'a>)],
    asker: &'a mut [Crawler],
    url: &'a [u8],
    compiled: &mut Compiled,
) -> Vec<DialectRow<'a>> {
    let answers = asker.iter_mut().zip(dialects);
    answers
        .map(|(crawler, (name, robots))| (*name, crawler.ask(robots, compiled, url)))
        .collect()
}

/// What is proved and what is not.
fn conclusion(dialects: &[(&str, RobotsTxt<'_>)], proof: &Proof, scope: Scope) -> String {
    let sets = agreeing(dialects.len(), &proof.pairs);
    let name = |dialect: &usize| dialects[*dialect].0;
    if sets.len() == 1 {
        return format!(
            "proved: these dialects agree on this file, for {}\n",
            scope.as_str()
        );
    }
    let mut text = String::new();
    for set in sets.iter().filter(|set| set.len() > 1) {
        let names: Vec<&str> = set.iter().map(name).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "proved: {} agree on this file", names.join(", "));
    }
    for pair in proof
        .pairs
        .iter()
        .filter(|pair| pair.outcome == Outcome::Undecided)
    {
        let _ = writeln!(
            text,
            "undecided: {} and {}; the work limit was reached before a disagreement was found",
            name(&pair.dialects.0),
            name(&pair.dialects.1),
        );
    }
    let _ = writeln!(text, "compared for {}", scope.as_str());
    let count = |outcome| proof.pairs.iter().filter(|pair| pair.outcome == outcome).count();
    let _ = writeln!(
        text,
        "{} pairs of dialects: {} agree (proved), {} disagree, {} undecided",
        proof.pairs.len(),
        count(Outcome::Proved),
        count(Outcome::Refuted),
        count(Outcome::Undecided)
    );
    text
}

/// One question for people: the dialects that say the same on one line.
fn human(agents: &[String], url: &str, rows: &[DialectRow<'_>]) -> String {
    /// Columns before what is said about a verdict.
    const INDENT: usize = 13;
    let mut answers: Vec<(&Row<'_>, Vec<&str>)> = Vec::new();
    for (dialect, row) in rows {
        // Neither agent nor group are shown.
        let is_same = |answer: &Row<'_>| {
            (answer.allowed, answer.reason, answer.line, &answer.rule)
                == (row.allowed, row.reason, row.line, &row.rule)
        };
        match answers.iter_mut().find(|(answer, _)| is_same(answer)) {
            Some((_, dialects)) => dialects.push(dialect),
            None => answers.push((row, vec![dialect])),
        }
    }
    answers.sort_by_key(|(row, _)| row.allowed);
    let mut text = String::new();
    let heading = format!("{} {}", crate::diff::names(agents), printable(url));
    fill(&mut text, &heading, 0, width());
    text.push('\n');
    for (row, dialects) in answers {
        let style = verdict_style(row.allowed);
        let word = if row.allowed { "allowed" } else { "disallowed" };
        let why = match (row.line, &row.rule) {
            (Some(line), Some(rule)) => format!("line {line}, {}", printable(rule)),
            _ => row.reason.to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{word:10}{style:#} ");
        fill(
            &mut text,
            &format!("{why} ({})", dialects.join(", ")),
            INDENT,
            width(),
        );
        text.push('\n');
    }
    text.push('\n');
    text
}
