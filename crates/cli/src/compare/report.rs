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
use crate::output::{paragraph, verdict_style, verdict_word};
use crate::proof_result::{ProofResult, WORK_LIMIT};
use crate::report::{Format, Sink, alike};
use crate::shortened::{CitedVerdict, cited};
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
    #[serde(flatten)]
    verdict: CitedVerdict,
}

/// The columns of a line before the verdict of a dialect.
#[derive(Serialize)]
struct Question<'a> {
    agent: &'a str,
    url: &'a str,
    dialect: &'a str,
}

/// The columns after it.
#[derive(Serialize)]
struct Asker<'a> {
    crawler: &'a str,
}

/// Asks questions under every dialect and prints them.
pub(super) struct DialectReport<'d> {
    dialects: &'d [(&'d str, RobotsTxt<'d>)],
    audiences: &'d Audiences,
    compiled: Compiled,
    /// Whether questions are printed on which all dialects agree.
    all: bool,
    sink: Sink,
    asked: u64,
    differing: u64,
}

impl<'d> DialectReport<'d> {
    pub(super) fn new(
        dialects: &'d [(&'d str, RobotsTxt<'d>)],
        audiences: &'d Audiences,
        all: bool,
        format: Format,
    ) -> Self {
        Self {
            dialects,
            audiences,
            compiled: Compiled::default(),
            all,
            sink: Sink::new(format, "robots compare"),
            asked: 0,
            differing: 0,
        }
    }

    /// Asks every crawler's question about a URL, in the order in which they were given.
    pub(super) fn ask_all(&mut self, url: &[u8]) -> Result<(), Failure> {
        let audiences = self.audiences;
        // Answers are kept from the question of an audience's first member to the question of its
        // last member: most audiences have one, and the answers to thousands of crawlers take more
        // memory than everything else.
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

    /// The verdict of each dialect for an audience, by number.
    fn answers(&mut self, audience: usize, url: &[u8]) -> Vec<DialectVerdict<'d>> {
        let mut verdicts = Vec::with_capacity(self.dialects.len());
        let askers = self.audiences.readers[audience].askers.iter();
        for (crawler, (dialect, robots)) in askers.zip(self.dialects) {
            let verdict = crawler.verdict(robots, &mut self.compiled, url);
            let verdict = CitedVerdict {
                group: crawler.group_name(&verdict).map(cited),
                ..(&robots.as_written(verdict)).into()
            };
            verdicts.push(DialectVerdict { dialect, verdict });
        }
        verdicts
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
        let mut allowed = verdicts.iter().map(|said| said.verdict.allowed);
        let first = allowed.next();
        let differs = allowed.any(|allowed| Some(allowed) != first);
        self.differing += u64::from(differs);
        if !differs && !self.all {
            return Ok(());
        }
        if let Some(output) = self.sink.text() {
            output.print(&human(agents, &shown, verdicts))?;
        }
        let agent = &agents[0];
        let Some(output) = self.sink.rows() else {
            return Ok(());
        };
        if output.is_flat() {
            // The columns are the fields of all three.
            return verdicts
                .iter()
                .try_for_each(|DialectVerdict { dialect, verdict }| {
                    let (url, dialect) = (&*shown, *dialect);
                    output.write(&(Question { agent, url, dialect }, verdict, Asker { crawler }))
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

    /// Ends a report on the URLs that were given.
    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        self.conclude(&format!(
            "{} questions, {} on which dialects disagree\n",
            self.asked, self.differing
        ))?;
        self.sink.finish()?;
        Ok(Status::of_findings(
            self.differing > 0 || self.audiences.skipped > 0,
        ))
    }

    /// Reports on all URLs: what is proved, for which crawlers, and examples. For people, only a
    /// few examples of each way to divide the dialects are shown.
    pub(super) fn prove(mut self, proof: &Proof<'_>, scope: &str) -> Result<Status, Failure> {
        let mut divisions: HashMap<Vec<bool>, u32> = HashMap::new();
        let mut hidden = 0;
        for (audience, url) in &proof.witnesses {
            let verdicts = self.answers(*audience, url.as_bytes());
            let division = verdicts.iter().map(|said| said.verdict.allowed).collect();
            let count = divisions.entry(division).or_default();
            *count += 1;
            if *count > MAX_EXAMPLES && self.sink.text().is_some() {
                hidden += 1;
                continue;
            }
            let Readers { agents, crawlers, .. } = &self.audiences.readers[*audience];
            self.say(agents, &crawlers[0], url.as_bytes(), &verdicts)?;
        }
        let mut text = String::new();
        if hidden > 0 {
            text = format!(
                "{hidden} more examples of these kinds of disagreement; --format csv prints them all\n"
            );
        }
        self.conclude(&(text + &conclusion(self.dialects, proof, scope)))?;
        if let Some(rows) = self.sink.rows().filter(|rows| !rows.is_flat()) {
            proof.pairs.iter().try_for_each(|pair| rows.write(pair))?;
        }
        self.sink.finish()?;
        let all_agree = proof.pairs.iter().all(|pair| pair.outcome == ProofResult::Proved);
        Ok(Status::of_findings(!all_agree))
    }

    /// Prints the sentences at the end of a report for people.
    fn conclude(&mut self, conclusion: &str) -> Result<(), Failure> {
        let Some(output) = self.sink.text() else {
            return Ok(());
        };
        output.print(conclusion)?;
        output.print(&ignoring_star(self.dialects, self.audiences))
    }
}

/// Which crawlers ignore `*` where its groups would apply to them otherwise, in some dialect.
fn ignoring_star(dialects: &[(&str, RobotsTxt<'_>)], audiences: &Audiences) -> String {
    let mut ignoring: Vec<&String> = Vec::new();
    for Readers { askers, crawlers, .. } in &audiences.readers {
        let mut files = askers.iter().zip(dialects);
        if files.any(|(asker, (_, robots))| asker.asked().ignores_star(robots)) {
            ignoring.extend(crawlers);
        }
    }
    crawlers::ignoring_star(&ignoring).map_or(String::new(), |sentence| sentence + "\n")
}

/// What is proved and what is not.
fn conclusion(dialects: &[(&str, RobotsTxt<'_>)], proof: &Proof<'_>, scope: &str) -> String {
    let sets = agreeing(dialects, &proof.pairs);
    if sets.len() == 1 {
        return format!("proved: these dialects agree on this file, for {scope}\n");
    }
    let mut text = String::new();
    for set in sets.iter().filter(|set| set.len() > 1) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "proved: {} agree on this file", set.join(", "));
    }
    let of = |outcome| {
        let pairs = proof.pairs.iter();
        pairs.filter(move |pair| pair.outcome == outcome)
    };
    for pair in of(ProofResult::Undecided) {
        let [first, second] = pair.dialects;
        let _ = writeln!(text, "undecided: {first} and {second}: {WORK_LIMIT}");
    }
    let _ = writeln!(text, "compared for {scope}");
    let _ = writeln!(
        text,
        "{} pairs of dialects: {} agree (proved), {} disagree, {} undecided",
        proof.pairs.len(),
        of(ProofResult::Proved).count(),
        of(ProofResult::Refuted).count(),
        of(ProofResult::Undecided).count()
    );
    text
}

/// One question for people: the dialects that say the same on one line.
fn human(agents: &[String], url: &str, verdicts: &[DialectVerdict<'_>]) -> String {
    /// Columns before the text about a verdict.
    const INDENT: usize = 13;
    let said = verdicts.iter().map(|DialectVerdict { dialect, verdict }| {
        let said = (verdict.allowed, verdict.why());
        (said, *dialect)
    });
    let mut answers = alike(said);
    answers.sort_by_key(|((allowed, _), _)| *allowed);
    let mut text = String::new();
    let heading = format!("{} {}", crate::diff::names(agents), printable(url));
    paragraph(&mut text, &heading, 0);
    for ((allowed, why), dialects) in answers {
        let (style, word) = (verdict_style(allowed), verdict_word(allowed));
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{word:10}{style:#} ");
        let dialects = dialects.join(", ");
        paragraph(&mut text, &format!("{} ({dialects})", printable(&why)), INDENT);
    }
    text.push('\n');
    text
}
