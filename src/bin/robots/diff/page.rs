//! Changes as a page: what opens and what closes, for whom, with URLs that show it.

use robots_exclusion::Dialect;
use robots_exclusion::diff::{AgentEffect, Change, Diff, Effect, Evidence, Impact};

use super::row::{Side, VerdictRow};
use super::section::{self, Mark, Section};
use super::severity;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::page::sections::public_names;
use crate::report::page::{self, Markup};
use crate::report::{Cell, Piece, Table, Tone};

/// Prints the page.
pub(super) fn print(
    output: &mut Output,
    diff: &Diff,
    verdicts: &[VerdictRow],
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
    let (changed, unchanged) = section::totals(diff);
    let changed = changed.into_iter().map(|effect| {
        vec![
            section::names(effect.agents()).into(),
            Cell::from(effect.description()).with_tone(tone(effect)),
            label(effect.impact()).into(),
            Cell::lines(effect.witnesses().iter().map(example)),
        ]
    });
    table.rows.extend(changed);
    let without = |crawlers: String, effect: &str| vec![crawlers.into(), effect.into(), "".into(), "".into()];
    if !unchanged.is_empty() {
        table
            .rows
            .push(without(section::names(&unchanged), Effect::None.description()));
    }
    if let Some(change) = section::undecided_of_others(diff) {
        table
            .rows
            .push(without(section::OTHERS.to_owned(), change.effect_description()));
    }
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
    let verdict = section::word(evidence.after().is_allowed());
    vec![
        Piece::Code(evidence.url().to_owned()),
        format!(" is now {verdict}").into(),
    ]
}

fn label(impact: Impact) -> Piece {
    Piece::Label(severity(impact).into(), impact.to_string())
}

/// The verdicts that change on URLs that were asked about.
fn asked(verdicts: &[VerdictRow]) -> Table {
    let side = |side: &Side| {
        let why = match (side.line, &side.rule) {
            (Some(line), Some(rule)) => vec![format!("line {line}: ").into(), Piece::Code(rule.to_string())],
            _ => vec![side.reason.into()],
        };
        Cell::lines([vec![section::word(side.allowed).into()], why]).with_tone(Tone::of_verdict(side.allowed))
    };
    let mut table = Table::new(["Crawler", "URL", "Impact", "Before", "After"]);
    table.rows.extend(verdicts.iter().map(|row| {
        vec![
            (*row.agent).into(),
            Piece::Code(row.url.to_string()).into(),
            label(row.rank).into(),
            side(&row.old),
            side(&row.new),
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
    let (mark, number) = section::mark(change);
    let tone = match mark {
        Mark::Removed => Some(Tone::Error),
        Mark::Added => Some(Tone::Good),
        Mark::Both => None,
    };
    let number = number.map_or(String::new(), |number| number.to_string());
    lines.line(&format!("{} {number}", mark.sign()), &section::line(change), tone);
    let mut remarks = section::remarks(change).peekable();
    if remarks.peek().is_some() {
        lines.note(severity(change.impact()).into(), None, |note| {
            remarks.for_each(|remark| note.paragraph(&[Piece::Prose(remark)]));
        });
    }
}
