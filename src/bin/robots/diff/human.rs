//! Changes for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use robots_exclusion::diff::{Change, Diff, Effect, Impact};

use super::row::{Side, VerdictRow};
use super::section::{self, Mark};
use crate::failure::Failure;
use crate::output::{self, Output, fill, verdict_style, width};
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
    let (mark, number) = section::mark(change);
    let color = match mark {
        Mark::Removed => Some(AnsiColor::Red.into()),
        Mark::Added => Some(AnsiColor::Green.into()),
        Mark::Both => None,
    };
    let style = Style::new().fg_color(color);
    let number = number.map_or(String::new(), |number| number.to_string());
    let (sign, text) = (mark.sign(), section::line(change));
    let mut line = format!("  {style}{sign}{number:>6} | {text}{style:#}\n");
    for remark in section::remarks(change) {
        paragraph(&mut line, &remark);
    }
    line
}

fn paragraph(text: &mut String, paragraph: &str) {
    text.extend(std::iter::repeat_n(' ', INDENT));
    fill(text, &printable(paragraph), INDENT, width());
    text.push('\n');
}

/// Prints changes and verdicts.
///
/// `proved` says what is proved if nothing changes. `note` comes last.
pub(super) fn print(
    output: &mut Output,
    diff: &Diff,
    verdicts: &[VerdictRow],
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
    for row in verdicts {
        output.print(&verdict(row))?;
    }
    output.print(&summary(diff, proved))?;
    if let Some(note) = note {
        output.print(&format!("{note}\n"))?;
    }
    Ok(())
}

fn verdict(row: &VerdictRow) -> String {
    let style = style(row.rank);
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        line,
        "{style}{:8}{style:#} {} {}:",
        row.rank,
        printable(&row.agent),
        printable(&row.url)
    );
    let side = |side: &Side| {
        let style = verdict_style(side.allowed);
        let word = section::word(side.allowed);
        let why = match (side.line, &side.rule) {
            (Some(line), Some(rule)) => format!("line {line}, {}", printable(rule)),
            _ => side.reason.to_owned(),
        };
        format!("{style}{word}{style:#} ({why})")
    };
    let sides = format!("{} -> {}", side(&row.old), side(&row.new));
    let plain = anstream::adapter::strip_str(&format!("{line}{sides}")).to_string();
    let gap = if plain.chars().count() > output::width() {
        "\n         "
    } else {
        " "
    };
    let _ = writeln!(line, "{gap}{sides}");
    line
}

/// The effect of the whole edit on each crawler.
fn summary(diff: &Diff, proved: &str) -> String {
    if diff.is_without_effect() {
        return format!("\n{proved}\n");
    }
    let mut text = "\nIn total:\n".to_owned();
    let (changed, unchanged) = section::totals(diff);
    for effect in changed {
        let style = style(effect.impact());
        let names = section::names(effect.agents());
        let mut line = format!("  {style}{names}{style:#}: {}", effect.description());
        if let Some(witness) = effect.witnesses().first() {
            let _ = write!(line, ", e.g. {}", printable(witness.url()));
        }
        if let Some(other) = effect.witnesses().get(1) {
            // Also of a site that is blocked, or no longer is: the effect is about the rest of it.
            let _ = write!(
                line,
                "; but {} is now {}",
                printable(other.url()),
                section::word(other.after().is_allowed())
            );
        }
        text.push_str(&line);
        text.push('\n');
    }
    if !unchanged.is_empty() {
        let names = section::names(&unchanged);
        let _ = writeln!(text, "  {names}: {}", Effect::None.description());
    }
    if let Some(change) = section::undecided_of_others(diff) {
        let _ = writeln!(text, "  {}: {}", section::OTHERS, change.effect_description());
    }
    text
}
