//! Questions and what every dialect says.

use std::collections::HashMap;
use std::fmt::Write;

use robots_exclusion::RobotsTxt;
use serde::Serialize;

use super::proof::{Proof, agreeing};
use crate::answer::Compiled;
use crate::audience::{Audiences, Readers};
use crate::crawlers;
use crate::failure::Failure;
use crate::outcome::{Outcome, WORK_LIMIT};
use crate::output::{paragraph, verdict_style, verdict_word};
use crate::report::{Format, Sink, alike};
use crate::shown::printable;
use crate::status::Status;

/// How many examples of a kind of disagreement people are shown.
const MAX_EXAMPLES: u32 = 3;

/// A question and what every dialect says.
#[derive(Serialize)]
struct UrlRow<'a> {
    kind: &'static str,
    agent: &'a str,
    /// The crawlers to which the same groups apply, in every dialect.
    agents: &'a [String],
    url: &'a str,
    /// Whether the dialects disagree.
    differs: bool,
    verdicts: &'a [DialectVerdict<'a>],
    /// The first product token of `agent`.
    crawler: &'a str,
}

/// What one dialect says.
#[derive(Serialize)]
struct DialectVerdict<'d> {
    dialect: &'d str,
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
}

/// What a line of a table has before the verdict of a dialect.
#[derive(Serialize)]
struct Question<'a> {
    agent: &'a str,
    url: &'a str,
}

/// What it has after that.
#[derive(Serialize)]
struct Asker<'a> {
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

/// Asks questions under every dialect and prints them.
pub(super) struct DialectReport<'d> {
    dialects: &'d [(&'d str, RobotsTxt<'d>)],
    audiences: &'d Audiences,
    compiled: Compiled,
    examples: Examples,
    sink: Sink,
    /// How often each division of the dialects was shown.
    divisions: HashMap<Vec<bool>, u32>,
    hidden: u64,
    asked: u64,
    differing: u64,
}

impl<'d> DialectReport<'d> {
    pub(super) fn new(
        dialects: &'d [(&'d str, RobotsTxt<'d>)],
        audiences: &'d Audiences,
        examples: Examples,
        format: Format,
    ) -> Self {
        Self {
            dialects,
            audiences,
            compiled: Compiled::default(),
            examples,
            sink: Sink::new(format, "robots compare"),
            divisions: HashMap::new(),
            hidden: 0,
            asked: 0,
            differing: 0,
        }
    }

    /// Asks every crawler's question about a URL, in the order in which they were given.
    pub(super) fn ask_all(&mut self, url: &[u8]) -> Result<(), Failure> {
        let audiences = self.audiences;
        // Answers are kept from the question of an audience's first member to that of its last:
        // most audiences have one, and the answers to thousands of crawlers take more memory than
        // all else.
        let mut kept: HashMap<usize, Vec<DialectVerdict<'_>>> = HashMap::new();
        for (audience, agent) in &audiences.members {
            let Readers { agents, crawlers, .. } = &audiences.readers[*audience];
            let known = kept.remove(audience);
            let verdicts = known.unwrap_or_else(|| self.answers(*audience, url));
            let agents_of_one = std::slice::from_ref(&agents[*agent]);
            self.say(agents_of_one, &crawlers[*agent], url, &verdicts)?;
            if agent + 1 < agents.len() {
                kept.insert(*audience, verdicts);
            }
        }
        Ok(())
    }

    /// Asks the question of an audience, by number, about a URL.
    pub(super) fn ask(&mut self, audience: usize, url: &[u8]) -> Result<(), Failure> {
        let verdicts = self.answers(audience, url);
        let Readers { agents, crawlers, .. } = &self.audiences.readers[audience];
        self.say(agents, &crawlers[0], url, &verdicts)
    }

    /// The verdict of each dialect.
    fn answers(&mut self, audience: usize, url: &[u8]) -> Vec<DialectVerdict<'d>> {
        let askers = self.audiences.readers[audience].askers.iter();
        let verdicts = askers.zip(self.dialects).map(|(crawler, (dialect, robots))| {
            let row = crawler.ask(robots, &mut self.compiled, url);
            DialectVerdict {
                dialect,
                allowed: row.allowed,
                reason: row.reason,
                line: row.line,
                rule: row.rule,
                group: row.group,
            }
        });
        verdicts.collect()
    }

    /// Prints the verdicts for some crawlers. `crawler` is the first product token of the first
    /// one.
    fn say(
        &mut self,
        agents: &[String],
        crawler: &str,
        url: &[u8],
        verdicts: &[DialectVerdict<'_>],
    ) -> Result<(), Failure> {
        self.asked += 1;
        let shown = String::from_utf8_lossy(url);
        let differs = verdicts.windows(2).any(|pair| pair[0].allowed != pair[1].allowed);
        self.differing += u64::from(differs);
        if !differs && self.examples != Examples::All {
            return Ok(());
        }
        let agent = agents.first().map_or("", String::as_str);
        if let Some(output) = self.sink.text() {
            if self.examples == Examples::FewOfAKind {
                let division = verdicts.iter().map(|verdict| verdict.allowed).collect();
                let count = self.divisions.entry(division).or_default();
                *count += 1;
                if *count > MAX_EXAMPLES {
                    self.hidden += 1;
                    return Ok(());
                }
            }
            output.print(&human(agents, &shown, verdicts))?;
        }
        let Some(output) = self.sink.rows() else {
            return Ok(());
        };
        if output.is_flat() {
            // The columns are the fields of all three.
            return verdicts.iter().try_for_each(|verdict| {
                let question = Question { agent, url: &shown };
                output.write(&(question, verdict, Asker { crawler }))
            });
        }
        output.write(&UrlRow {
            kind: "url",
            agent,
            agents,
            url: &shown,
            differs,
            crawler,
            verdicts,
        })
    }

    /// Ends a report on the URLs that were given, or on all: then with what is proved, and for which
    /// crawlers.
    pub(super) fn finish(mut self, proof: Option<(&Proof, &str)>) -> Result<Status, Failure> {
        if let Some(output) = self.sink.text() {
            if self.hidden > 0 {
                output.print(&format!(
                    "{} more examples of these kinds of disagreement; --format csv prints them all\n",
                    self.hidden
                ))?;
            }
            output.print(&match proof {
                Some((proof, scope)) => conclusion(self.dialects, proof, scope),
                None => format!(
                    "{} questions, {} on which dialects disagree\n",
                    self.asked, self.differing
                ),
            })?;
            output.print(&ignoring_star(self.dialects, self.audiences))?;
        }
        let pairs = proof.map_or(&[][..], |(proof, _)| &proof.pairs);
        if let Some(rows) = self.sink.rows().filter(|rows| !rows.is_flat()) {
            for pair in pairs {
                let witness = pair.witness.as_ref();
                let readers = witness.map(|(audience, _)| &self.audiences.readers[*audience]);
                rows.write(&PairRow {
                    kind: "pair",
                    dialects: [self.dialects[pair.dialects.0].0, self.dialects[pair.dialects.1].0],
                    outcome: pair.outcome(),
                    agent: readers.map(|readers| &*readers.agents[0]),
                    crawler: readers.map(|readers| &*readers.crawlers[0]),
                    url: witness.map(|(_, url)| url.as_str()),
                    complete: pair.is_complete,
                })?;
            }
        }
        self.sink.finish()?;
        let all_agree = pairs.iter().all(|pair| pair.outcome() == Outcome::Proved);
        Ok(Status::of_findings(
            !all_agree || self.differing > 0 || self.audiences.skipped > 0,
        ))
    }
}

/// Which crawlers ignore `*` where its groups would apply to them otherwise, in some dialect.
fn ignoring_star(dialects: &[(&str, RobotsTxt<'_>)], audiences: &Audiences) -> String {
    let ignores = |readers: &&Readers| {
        let mut askers = readers.askers.iter().zip(dialects);
        askers.any(|(asker, (_, robots))| asker.asked().ignores_star(robots))
    };
    let ignoring: Vec<&String> = audiences
        .readers
        .iter()
        .filter(ignores)
        .flat_map(|readers| &readers.crawlers)
        .collect();
    crawlers::ignoring_star(&ignoring).map_or(String::new(), |sentence| sentence + "\n")
}

/// What is proved and what is not.
fn conclusion(dialects: &[(&str, RobotsTxt<'_>)], proof: &Proof, scope: &str) -> String {
    let sets = agreeing(dialects.len(), &proof.pairs);
    let name = |dialect: &usize| dialects[*dialect].0;
    if sets.len() == 1 {
        return format!("proved: these dialects agree on this file, for {scope}\n");
    }
    let mut text = String::new();
    for set in sets.iter().filter(|set| set.len() > 1) {
        let names: Vec<&str> = set.iter().map(name).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "proved: {} agree on this file", names.join(", "));
    }
    let of = |outcome| {
        let pairs = proof.pairs.iter();
        pairs.filter(move |pair| pair.outcome() == outcome)
    };
    for pair in of(Outcome::Undecided) {
        let (first, second) = (name(&pair.dialects.0), name(&pair.dialects.1));
        let _ = writeln!(text, "undecided: {first} and {second}: {WORK_LIMIT}");
    }
    let _ = writeln!(text, "compared for {scope}");
    let _ = writeln!(
        text,
        "{} pairs of dialects: {} agree (proved), {} disagree, {} undecided",
        proof.pairs.len(),
        of(Outcome::Proved).count(),
        of(Outcome::Refuted).count(),
        of(Outcome::Undecided).count()
    );
    text
}

/// One question for people: the dialects that say the same on one line.
fn human(agents: &[String], url: &str, verdicts: &[DialectVerdict<'_>]) -> String {
    /// Columns before what is said about a verdict.
    const INDENT: usize = 13;
    // The group is not shown.
    let said = verdicts.iter().map(|verdict| {
        (
            (verdict.allowed, verdict.reason, verdict.line, &verdict.rule),
            verdict.dialect,
        )
    });
    let mut answers = alike(said);
    answers.sort_by_key(|((allowed, ..), _)| *allowed);
    let mut text = String::new();
    let heading = format!("{} {}", crate::diff::names(agents), printable(url));
    paragraph(&mut text, &heading, 0);
    for ((allowed, reason, line, rule), dialects) in answers {
        let style = verdict_style(allowed);
        let word = verdict_word(allowed);
        let why = match (line, rule) {
            (Some(line), Some(rule)) => format!("line {line}, {}", printable(rule)),
            _ => reason.to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{word:10}{style:#} ");
        paragraph(&mut text, &format!("{why} ({})", dialects.join(", ")), INDENT);
    }
    text.push('\n');
    text
}
