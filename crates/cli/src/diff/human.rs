//! Changes for people.

use std::fmt::Write;

use anstyle::Style;
use robots_exclusion::Verdict;
use robots_exclusion::agents::Obedience;
use robots_exclusion_analysis::diff::{AgentEffect, Change, Effect, Impact};
use robots_exclusion_analysis::lint::Severity;

use super::row::ChangedVerdict;
use super::tally::Tally;
use super::{Report, section, severity};
use crate::crawlers;
use crate::failure::Failure;
use crate::output::{self, Output, paragraph, verdict_style, verdict_word};
use crate::shortened::CitedVerdict;
use crate::shown::printable;
use crate::tone::Tone;

/// Columns before the text of a line.
const INDENT: usize = 11;

fn style(impact: Impact) -> Style {
    match severity(impact) {
        Severity::Info => Style::new().bold(),
        severity => Tone::from(severity).style(),
    }
}

impl Report<'_> {
    /// Prints the effect of the whole edit, changes, verdicts and, last, who ignores `*` and who may
    /// ignore the file.
    pub(super) fn human(&self, output: &mut Output) -> Result<(), Failure> {
        if self.diff.changes().is_empty() && self.verdicts.is_empty() {
            return output.print("no change\n");
        }
        output.print(&self.summary())?;
        for ((impact, heading), changes) in section::sections(self.diff.changes()) {
            output.print("\n")?;
            let style = style(impact);
            output.print(&format!("{style}{impact}{style:#} {heading}\n"))?;
            for change in changes {
                output.print(&patch_line(change))?;
            }
        }
        if !self.verdicts.is_empty() {
            output.print("\n")?;
        }
        for changed in &self.verdicts {
            output.print(&verdict(changed))?;
        }
        // A file may name thousands of crawlers, which are looked up only where it is said.
        let ignoring = self.diff.agents().filter_map(|(name, _)| {
            let asked = self.naming.read(name);
            let ignores = asked.ignores_star(self.old) || asked.ignores_star(self.new);
            ignores.then(|| asked.crawler().to_owned())
        });
        let ignoring = crawlers::ignoring_star(&ignoring.collect::<Vec<_>>());
        let affected = self
            .diff
            .agents()
            .filter(|(_, effect)| effect.effect() != Effect::None);
        let affected = affected.map(|(name, _)| self.naming.read(name));
        let may_ignore = affected.filter(|asked| asked.obeys() == Obedience::MayIgnore);
        let may_ignore: Vec<String> = may_ignore.map(|asked| asked.crawler().to_owned()).collect();
        for note in ignoring.into_iter().chain(crawlers::may_ignore(&may_ignore)) {
            output.print(&format!("{note}\n"))?;
        }
        Ok(())
    }

    /// The effect of the whole edit on each crawler.
    fn summary(&self) -> String {
        let of_urls = self.tally.iter().flat_map(Tally::sentences);
        let of_urls: String = of_urls.map(|sentence| printable(&sentence) + "\n").collect();
        if self.diff.is_without_effect() {
            return format!("{}\n{of_urls}", self.nothing_changes());
        }
        let mut text = "In total:\n".to_owned();
        for (names, description, effect) in section::totals(&self.diff) {
            let style = effect.map_or(Style::new(), |effect| style(effect.impact()));
            // Writing to a string cannot fail.
            let reader = effect.and_then(|effect| effect.agents().first());
            let read_as = reader
                .map(|name| self.dialect_of(name))
                .filter(|name| *name != self.file_dialect());
            let read_as = read_as.map_or(String::new(), |name| format!(" (read as {name})"));
            let _ = write!(text, "  {style}{names}{style:#}{read_as}: {description}");
            let mut witnesses = effect.into_iter().flat_map(AgentEffect::witnesses);
            if let Some(witness) = witnesses.next() {
                let _ = write!(text, ", e.g. {}", printable(witness.url()));
            }
            if let Some(other) = witnesses.next() {
                // Also of a site that is blocked, or no longer is: the effect is about the rest of
                // it.
                let word = verdict_word(other.after().is_allowed());
                let _ = write!(text, "; but {} is now {word}", printable(other.url()));
            }
            text.push('\n');
        }
        text + &of_urls
    }
}

/// A change as a line of a patch, with the number of its line.
fn patch_line(change: &Change) -> String {
    let (sign, number, tone) = section::mark(change);
    let style = Style::new().fg_color(tone.and_then(|tone| tone.style().get_fg_color()));
    let text = section::line(change);
    let mut line = format!("  {style}{sign}{number:>6} | {text}{style:#}\n");
    for remark in section::remarks(change) {
        line.extend(std::iter::repeat_n(' ', INDENT));
        paragraph(&mut line, &printable(&remark), INDENT);
    }
    line
}

fn verdict(changed: &ChangedVerdict<'_>) -> String {
    let ChangedVerdict { url, change } = changed;
    let impact = change.impact();
    let style = style(impact);
    let (agent, url) = (printable(change.agent()), printable(url));
    let asked = format!("{style}{impact:8}{style:#} {agent} {url}:");
    let side = |verdict: &Verdict<'_>| {
        let style = verdict_style(verdict.is_allowed());
        let word = verdict_word(verdict.is_allowed());
        let why = printable(&CitedVerdict::from(verdict).why());
        format!("{style}{word}{style:#} ({why})")
    };
    let sides = [change.before(), change.after()].map(side).join(" -> ");
    let plain = anstream::adapter::strip_str(&format!("{asked}{sides}")).to_string();
    let is_wide = plain.chars().count() > output::width();
    let gap = if is_wide { "\n         " } else { " " };
    format!("{asked}{gap}{sides}\n")
}
