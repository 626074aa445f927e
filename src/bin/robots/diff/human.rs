//! Changes for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use robots_exclusion::Verdict;
use robots_exclusion::diff::{AgentEffect, Change, Diff, Impact};

use super::row::ChangedVerdict;
use super::section;
use crate::failure::Failure;
use crate::output::{self, Output, paragraph, verdict_style, verdict_word};
use crate::shortened::cited_rule;
use crate::shown::printable;
use crate::tone::Tone;

/// Columns before what is said about a line.
const INDENT: usize = 11;

fn style(impact: Impact) -> Style {
    match impact {
        Impact::Critical => Tone::Error.style(),
        Impact::Major => Tone::Warning.style(),
        _ => Style::new().bold(),
    }
}

/// A change as a line of a patch, with the number of its line.
fn patch_line(change: &Change) -> String {
    let (sign, number) = section::mark(change);
    let color = match sign {
        '-' => Some(AnsiColor::Red.into()),
        '+' => Some(AnsiColor::Green.into()),
        _ => None,
    };
    let style = Style::new().fg_color(color);
    let text = section::line(change);
    let mut line = format!("  {style}{sign}{number:>6} | {text}{style:#}\n");
    for remark in section::remarks(change) {
        line.extend(std::iter::repeat_n(' ', INDENT));
        paragraph(&mut line, &printable(&remark), INDENT);
    }
    line
}

/// Prints changes and verdicts.
///
/// `proved` says what is proved if nothing changes. `note` comes last.
pub(super) fn print(
    output: &mut Output,
    diff: &Diff,
    verdicts: &[ChangedVerdict<'_>],
    proved: &str,
    note: Option<&str>,
) -> Result<(), Failure> {
    if diff.changes().is_empty() && verdicts.is_empty() {
        return output.print("no change\n");
    }
    for section in section::sections(diff.changes()) {
        let style = style(section.impact);
        output.print(&format!(
            "{style}{}{style:#} {}\n",
            section.impact, section.heading
        ))?;
        for change in section.changes {
            output.print(&patch_line(change))?;
        }
    }
    if !verdicts.is_empty() {
        output.print("\n")?;
    }
    for changed in verdicts {
        output.print(&verdict(changed))?;
    }
    output.print(&summary(diff, proved))?;
    if let Some(note) = note {
        output.print(&format!("{note}\n"))?;
    }
    Ok(())
}

fn verdict(changed: &ChangedVerdict<'_>) -> String {
    let ChangedVerdict { url, change } = changed;
    let impact = change.impact();
    let style = style(impact);
    let mut line = format!(
        "{style}{impact:8}{style:#} {} {}:",
        printable(change.agent()),
        printable(url)
    );
    let side = |verdict: &Verdict<'_>| {
        let style = verdict_style(verdict.is_allowed());
        let word = verdict_word(verdict.is_allowed());
        let why = match verdict.rule() {
            Some(rule) => format!("line {}, {}", rule.line(), printable(&cited_rule(rule))),
            None => verdict.reason().as_str().to_owned(),
        };
        format!("{style}{word}{style:#} ({why})")
    };
    let sides = format!("{} -> {}", side(change.before()), side(change.after()));
    let plain = anstream::adapter::strip_str(&format!("{line}{sides}")).to_string();
    let gap = if plain.chars().count() > output::width() {
        "\n         "
    } else {
        " "
    };
    // Writing to a string cannot fail.
    let _ = writeln!(line, "{gap}{sides}");
    line
}

/// The effect of the whole edit on each crawler.
fn summary(diff: &Diff, proved: &str) -> String {
    if diff.is_without_effect() {
        return format!("\n{proved}\n");
    }
    let mut text = "\nIn total:\n".to_owned();
    for (names, description, effect) in section::totals(diff) {
        let style = effect.map_or(Style::new(), |effect| style(effect.impact()));
        let _ = write!(text, "  {style}{names}{style:#}: {description}");
        let mut witnesses = effect.into_iter().flat_map(AgentEffect::witnesses);
        if let Some(witness) = witnesses.next() {
            let _ = write!(text, ", e.g. {}", printable(witness.url()));
        }
        if let Some(other) = witnesses.next() {
            // Also of a site that is blocked, or no longer is: the effect is about the rest of it.
            let _ = write!(
                text,
                "; but {} is now {}",
                printable(other.url()),
                verdict_word(other.after().is_allowed())
            );
        }
        text.push('\n');
    }
    text
}
