//! Changes as a page: what opens and what closes, for whom, with URLs that show it.

use robots_exclusion::Verdict;
use robots_exclusion_analysis::diff::{AgentEffect, Change, Diff, Effect, Evidence, Impact};

use super::row::ChangedVerdict;
use super::{Report, section, severity};
use crate::failure::Failure;
use crate::output::{Output, verdict_word};
use crate::report::page::sections::public_names;
use crate::report::page::{self, Markup};
use crate::report::{Cell, Piece, Table, Tone};
use crate::shortened::cited_rule;

impl Report<'_> {
    /// Prints the page.
    pub(super) fn page(&self, output: &mut Output) -> Result<(), Failure> {
        const HEADING: &str = "robots.txt changes";
        let mut names = public_names(self.names.iter().map(String::as_str)).into_iter();
        let mut name = || Piece::Code(names.next().unwrap_or_default());
        let about = ["From ".into(), name(), " to ".into(), name()];
        let mut body = Markup::default();
        body.heading(HEADING, &about, self.choice.preset());
        if self.diff.is_without_effect() {
            body.labels([(Tone::Good, self.nothing_changes())]);
        } else {
            body.table(&totals(&self.diff));
        }
        if let Some(tally) = &self.tally {
            let sentences = tally.sentences().into_iter();
            body.points(sentences.map(|sentence| vec![Piece::Prose(sentence)]));
        }
        if !self.verdicts.is_empty() {
            let mut table = Markup::default();
            table.table(&asked(&self.verdicts));
            body.section(None, &["URLs whose verdict changes".into()], &table);
        }
        for ((impact, heading), changes) in section::sections(self.diff.changes()) {
            let mut lines = Markup::default();
            lines.lines(|lines| changes.iter().for_each(|change| line(lines, change)));
            body.section(None, &[label(impact), " ".into(), heading.into()], &lines);
        }
        let remark = "Every effect is proved for all URLs, unless it says that it is undecided.";
        page::print(output, HEADING, &[&body], Some(remark))
    }
}

/// The effect of the whole edit on each crawler.
fn totals(diff: &Diff) -> Table {
    let row = |(names, description, effect): section::Total<'_>| {
        vec![
            names.into(),
            Cell::from(description).with_tone(effect.map(tone)),
            effect.map_or("".into(), |effect| label(effect.impact()).into()),
            Cell::lines(effect.into_iter().flat_map(AgentEffect::witnesses).map(example)),
        ]
    };
    let mut table = Table::new(["Crawlers", "Effect", "Impact", "For example"]);
    table.rows.extend(section::totals(diff).map(row));
    table
}

fn tone(effect: &AgentEffect) -> Tone {
    match effect.effect() {
        Effect::Opens | Effect::OpensSite => Tone::Good,
        Effect::Closes | Effect::ClosesSite => Tone::Error,
        _ => Tone::Warning,
    }
}

/// A URL with its new verdict.
fn example(evidence: &Evidence) -> Vec<Piece> {
    let verdict = verdict_word(evidence.after().is_allowed());
    vec![
        Piece::Code(evidence.url().to_owned()),
        format!(" is now {verdict}").into(),
    ]
}

fn label(impact: Impact) -> Piece {
    Piece::Label(severity(impact).into(), impact.to_string())
}

/// The verdicts that change on URLs that were asked about.
fn asked(verdicts: &[ChangedVerdict<'_>]) -> Table {
    let side = |verdict: &Verdict<'_>| {
        let is_allowed = verdict.is_allowed();
        let why = match verdict.rule() {
            Some(rule) => vec![
                format!("line {}: ", rule.line()).into(),
                Piece::Code(cited_rule(rule)),
            ],
            None => vec![verdict.reason().as_str().into()],
        };
        Cell::lines([vec![verdict_word(is_allowed).into()], why]).with_tone(Tone::of_verdict(is_allowed))
    };
    let row = |ChangedVerdict { url, change }: &ChangedVerdict<'_>| {
        vec![
            change.agent().into(),
            Piece::Code(url.to_string()).into(),
            label(change.impact()).into(),
            side(change.before()),
            side(change.after()),
        ]
    };
    let mut table = Table::new(["Crawler", "URL", "Impact", "Before", "After"]);
    table.rows.extend(verdicts.iter().map(row));
    table
}

/// A change as a line of a patch, with the remarks on it.
fn line(lines: &mut Markup, change: &Change) {
    let (sign, number, tone) = section::mark(change);
    lines.line(&format!("{sign} {number}"), &section::line(change), tone);
    let mut remarks = section::remarks(change).peekable();
    if remarks.peek().is_some() {
        lines.note(severity(change.impact()).into(), None, |note| {
            remarks.for_each(|remark| note.paragraph(&[Piece::Prose(remark)]));
        });
    }
}
