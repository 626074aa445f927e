//! Changes as a page: what opens and what closes, for whom, with URLs that show it.

use robots_exclusion::diff::{AgentEffect, Change, Diff, Effect, Evidence, Impact};
use robots_exclusion::{Dialect, Verdict};

use super::row::ChangedVerdict;
use super::section::{self, Section};
use super::severity;
use crate::failure::Failure;
use crate::output::{Output, verdict_word};
use crate::report::page::sections::public_names;
use crate::report::page::{self, Markup};
use crate::report::{Cell, Piece, Table, Tone};
use crate::shortened::cited_rule;

/// Prints the page.
pub(super) fn print(
    output: &mut Output,
    diff: &Diff,
    verdicts: &[ChangedVerdict<'_>],
    names: &(String, String),
    dialect: Dialect,
    proved: &str,
) -> Result<(), Failure> {
    const HEADING: &str = "robots.txt changes";
    let names = public_names([&names.0[..], &names.1].into_iter());
    let [old, new] = [0, 1].map(|number: usize| Piece::Code(names[number].clone()));
    let mut body = Markup::default();
    body.heading(HEADING, &["From ".into(), old, " to ".into(), new], Some(dialect));
    if diff.is_without_effect() {
        body.labels([(Tone::Good, proved.to_owned())]);
    } else {
        body.table(&totals(diff));
    }
    if !verdicts.is_empty() {
        let mut table = Markup::default();
        table.table(&asked(verdicts));
        body.section(None, &["URLs whose verdict changes".into()], &table);
    }
    for section in section::sections(diff.changes()) {
        changes(&mut body, &section);
    }
    let remark = "Every effect is proved for all URLs, unless it says that it is undecided.";
    page::print(output, HEADING, &[&body], Some(remark))
}

/// The effect of the whole edit on each crawler.
fn totals(diff: &Diff) -> Table {
    let mut table = Table::new(["Crawlers", "Effect", "Impact", "For example"]);
    table
        .rows
        .extend(section::totals(diff).map(|(names, description, effect)| {
            vec![
                names.into(),
                Cell::from(description).with_tone(effect.and_then(tone)),
                effect.map_or("".into(), |effect| label(effect.impact()).into()),
                Cell::lines(effect.into_iter().flat_map(AgentEffect::witnesses).map(example)),
            ]
        }));
    table
}

fn tone(effect: &AgentEffect) -> Option<Tone> {
    match effect.effect() {
        Effect::None => None,
        Effect::Opens | Effect::OpensSite => Some(Tone::Good),
        Effect::Closes | Effect::ClosesSite => Some(Tone::Error),
        _ => Some(Tone::Warning),
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
    let mut table = Table::new(["Crawler", "URL", "Impact", "Before", "After"]);
    table
        .rows
        .extend(verdicts.iter().map(|ChangedVerdict { url, change }| {
            vec![
                change.agent().into(),
                Piece::Code(url.to_string()).into(),
                label(change.impact()).into(),
                side(change.before()),
                side(change.after()),
            ]
        }));
    table
}

fn changes(body: &mut Markup, section: &Section<'_>) {
    let mut lines = Markup::default();
    lines.lines(|lines| section.changes.iter().for_each(|change| line(lines, change)));
    let heading = [label(section.impact), " ".into(), section.heading.as_str().into()];
    body.section(None, &heading, &lines);
}

/// A change as a line of a patch, with the remarks on it.
fn line(lines: &mut Markup, change: &Change) {
    let (sign, number) = section::mark(change);
    let tone = match sign {
        '-' => Some(Tone::Error),
        '+' => Some(Tone::Good),
        _ => None,
    };
    lines.line(&format!("{sign} {number}"), &section::line(change), tone);
    let mut remarks = section::remarks(change).peekable();
    if remarks.peek().is_some() {
        lines.note(severity(change.impact()).into(), None, |note| {
            remarks.for_each(|remark| note.paragraph(&[Piece::Prose(remark)]));
        });
    }
}
