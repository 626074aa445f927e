//! Changes for people.

use std::collections::HashMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use robots_exclusion::diff::{Change, ChangeKind, Decision, Diff, Effect, Evidence, Impact};

use super::row::{Side, VerdictRow};
use crate::failure::Failure;
use crate::output::{self, Output, fill, printable, verdict_style, width};

/// Columns before what is said about a line.
const INDENT: usize = 11;

fn style(impact: Impact) -> Style {
    let color = match impact {
        Impact::Critical => AnsiColor::Red,
        Impact::Major => AnsiColor::Yellow,
        _ => return Style::new().bold(),
    };
    Style::new().bold().fg_color(Some(color.into()))
}

/// Some names, and how many more there are.
pub(crate) fn names(agents: &[String]) -> String {
    const MOST: usize = 4;
    let names: Vec<String> = agents.iter().take(MOST).map(|name| printable(name)).collect();
    match agents.len().saturating_sub(MOST) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// How severe a change is, and what it does to whom.
fn heading(change: &Change) -> String {
    let style = style(change.impact());
    let names = names(change.agents());
    let whom = match (change.kind().is_about_rules(), names.is_empty()) {
        (_, true) => "the file".to_owned(),
        (true, false) => format!("{names}: {}", change.effect().description()),
        (false, false) => format!("{names}: no rule is concerned"),
    };
    format!("{style}{}{style:#} {whom}\n", change.impact())
}

/// A change as a line of a patch, with the number of its line. Long ones are cut.
fn line(change: &Change) -> String {
    const MOST: usize = 300;
    let text = match change.kind() {
        ChangeKind::GroupAdded | ChangeKind::GroupRemoved => "the whole group".to_owned(),
        ChangeKind::RulesReordered => "the rules in another order".to_owned(),
        ChangeKind::FormatChanged => format!("is now {}", change.text()),
        _ => printable(change.text()),
    };
    let text = match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    let (sign, color, number) = match (change.line_before(), change.line_after()) {
        (Some(old), None) => ('-', Some(AnsiColor::Red.into()), Some(old)),
        (None, Some(new)) => ('+', Some(AnsiColor::Green.into()), Some(new)),
        (_, new) => ('~', None, new),
    };
    let style = Style::new().fg_color(color);
    let number = number.map_or(String::new(), |number| number.to_string());
    let mut line = format!("  {style}{sign}{number:>6} | {text}{style:#}\n");
    if let Some(fallback) = change.fallback() {
        paragraph(&mut line, &fallback.to_string());
    }
    for witness in change.witnesses() {
        paragraph(&mut line, &format!("e.g. {}", evidence(witness)));
    }
    line
}

fn paragraph(text: &mut String, paragraph: &str) {
    text.extend(std::iter::repeat_n(' ', INDENT));
    fill(text, &printable(paragraph), INDENT, width());
    text.push('\n');
}

/// A URL whose verdict changes, with the lines that decide.
fn evidence(evidence: &Evidence) -> String {
    let side = |decision: &Decision| {
        let word = if decision.is_allowed() {
            "allowed"
        } else {
            "disallowed"
        };
        match (decision.line(), decision.rule()) {
            (Some(line), Some(rule)) => format!("{word} (line {line}, `{rule}`)"),
            _ => format!("{word} (no rule)"),
        }
    };
    format!(
        "{}: {} -> {}",
        evidence.url(),
        side(evidence.before()),
        side(evidence.after())
    )
}

/// Prints changes and verdicts.
///
/// `is_exhaustive` if the crawlers that were compared represent all.
pub(super) fn print(
    mut output: Output,
    diff: &Diff,
    verdicts: &[VerdictRow],
    is_exhaustive: bool,
) -> Result<(), Failure> {
    if diff.changes().is_empty() && verdicts.is_empty() {
        output.print("no change\n")?;
        return output.flush();
    }
    // Those that do the same to the same crawlers, under one heading.
    let mut sections: Vec<(String, Vec<&Change>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for change in diff.changes() {
        let heading = heading(change);
        let place = *places.entry(heading.clone()).or_insert_with(|| {
            sections.push((heading, Vec::new()));
            sections.len() - 1
        });
        sections[place].1.push(change);
    }
    for (heading, changes) in &sections {
        output.print(heading)?;
        for change in changes {
            output.print(&line(change))?;
        }
    }
    if !verdicts.is_empty() {
        output.print("\n")?;
    }
    for row in verdicts {
        output.print(&verdict(row))?;
    }
    output.print(&summary(diff, is_exhaustive))?;
    output.flush()
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
        let word = if side.allowed { "allowed" } else { "disallowed" };
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
fn summary(diff: &Diff, is_exhaustive: bool) -> String {
    if diff.is_without_effect() {
        let whom = if is_exhaustive {
            "for any crawler"
        } else {
            "for the crawlers in the files and those given by -a"
        };
        return format!("\nproved: no verdict changes, {whom}\n");
    }
    let mut text = "\nIn total:\n".to_owned();
    let mut effects: Vec<_> = diff.effects().iter().collect();
    effects.sort_by_key(|effect| std::cmp::Reverse((effect.impact(), effect.effect())));
    let (unchanged, changed): (Vec<_>, Vec<_>) = effects
        .into_iter()
        .partition(|effect| effect.effect() == Effect::None);
    for effect in changed {
        let style = style(effect.impact());
        let names = names(effect.agents());
        let mut line = format!("  {style}{names}{style:#}: {}", effect.effect().description());
        if let Some(witness) = effect.witnesses().first() {
            let _ = write!(line, ", e.g. {}", printable(witness.url()));
        }
        text.push_str(&line);
        text.push('\n');
    }
    let unchanged: Vec<String> = unchanged
        .iter()
        .flat_map(|effect| effect.agents().iter().cloned())
        .collect();
    if !unchanged.is_empty() {
        let _ = writeln!(text, "  {}: {}", names(&unchanged), Effect::None.description());
    }
    text
}
