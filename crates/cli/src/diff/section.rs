//! What people read about an edit, in a terminal and on a page: changes that do the same to the
//! same crawlers under one heading, and the effect of the whole.

use std::cmp::Reverse;

use robots_exclusion_analysis::diff::{
    AgentEffect, Change, ChangeKind, Decision, Diff, Effect, Evidence, Impact,
};

use super::Report;
use crate::output::verdict_word;
use crate::report::{Tone, alike};
use crate::shown::{first, printable, printable_name};

/// Changes that do the same to the same crawlers, after their impact and what they do to whom.
pub(super) type Section<'a> = ((Impact, String), Vec<&'a Change>);

/// The sections of changes, in the order of the first change of each. User-agent lines of several
/// crawlers share a section.
pub(super) fn sections<'a>(changes: impl IntoIterator<Item = &'a Change>) -> Vec<Section<'a>> {
    let keyed = |change: &'a Change| {
        let (impact, cause) = (change.impact(), change.regrouped().map(|_| change.kind()));
        let key = match cause {
            Some(_) => change.effect_description().to_owned(),
            None => heading(change, change.agents()),
        };
        ((impact, cause, key), change)
    };
    let headed =
        |((impact, cause, key), changes): ((Impact, Option<ChangeKind>, String), Vec<&'a Change>)| {
            let heading = match (cause, changes.first()) {
                (Some(_), Some(first)) => {
                    let agents = changes.iter().flat_map(|change| change.agents());
                    heading(first, &agents.cloned().collect::<Vec<_>>())
                }
                _ => key,
            };
            ((impact, heading), changes)
        };
    let sections = alike(changes.into_iter().map(keyed)).into_iter();
    sections.map(headed).collect()
}

/// Some names, and how many more there are.
pub(crate) fn names(agents: &[String]) -> String {
    first(agents.iter().map(|name| printable_name(name)), 4)
}

fn heading(change: &Change, agents: &[String]) -> String {
    let names = names(agents);
    match (change.kind().is_about_rules(), names.is_empty()) {
        (_, true) if change.effect() == Effect::Undecided => {
            format!("the file: {}", change.effect_description())
        }
        (_, true) => "the file".to_owned(),
        (true, false) => format!("{names}: {}", change.effect_description()),
        (false, false) => format!("{names}: no rule changes"),
    }
}

/// The sign of a change, as in a patch, the number of its line, and their color: `-` and `+` for a
/// line of one of the files, `~` for one of both or of neither.
pub(super) fn mark(change: &Change) -> (char, String, Option<Tone>) {
    let (sign, number, tone) = match (change.line_before(), change.line_after()) {
        (Some(old), None) => ('-', Some(old), Some(Tone::Error)),
        (None, Some(new)) => ('+', Some(new), Some(Tone::Good)),
        (_, new) => ('~', new, None),
    };
    let number = number.map_or(String::new(), |number| number.to_string());
    (sign, number, tone)
}

/// The line of a change, or a replacement. Long ones are cut.
pub(super) fn line(change: &Change) -> String {
    const MAX: usize = 300;
    let text = match change.kind() {
        ChangeKind::GroupAdded | ChangeKind::GroupRemoved => "the whole group".to_owned(),
        ChangeKind::RulesReordered => "the rules in another order".to_owned(),
        ChangeKind::FormatChanged => format!("is now {}", change.text()),
        _ => printable(change.text()),
    };
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Further remarks on a change: the rules of `*` that come or go with a group, where the rules below
/// a User-agent line are, and URLs whose verdict changes.
pub(super) fn remarks(change: &Change) -> impl Iterator<Item = String> {
    let fallback = change.fallback().map(ToString::to_string);
    let regrouped = change.regrouped().map(ToString::to_string);
    let witnesses = change.witnesses().iter();
    fallback
        .into_iter()
        .chain(regrouped)
        .chain(witnesses.map(|witness| format!("e.g. {}", evidence(witness))))
}

/// A URL whose verdict changes, with the lines that decide.
fn evidence(evidence: &Evidence) -> String {
    let side = |decision: &Decision| {
        let word = verdict_word(decision.is_allowed());
        match (decision.line(), decision.rule()) {
            (Some(line), Some(rule)) => format!("{word} (line {line}, `{rule}`)"),
            _ => format!("{word} (no rule)"),
        }
    };
    let sides = [evidence.before(), evidence.after()].map(side);
    format!("{}: {}", evidence.url(), sides.join(" -> "))
}

/// The names of crawlers, the effect of the whole edit on them, and details if something changes.
pub(super) type Total<'d> = (String, &'static str, Option<&'d AgentEffect>);

/// The effect of the whole edit: on the crawlers for which something changes, the worst first, then
/// on the others.
pub(super) fn totals(diff: &Diff) -> impl Iterator<Item = Total<'_>> {
    let is_changed = |effect: &&AgentEffect| effect.effect() != Effect::None;
    let (mut changed, others): (Vec<_>, Vec<_>) = diff.effects().iter().partition(is_changed);
    changed.sort_by_key(|effect| Reverse((effect.impact(), effect.effect())));
    let changed = changed
        .into_iter()
        .map(|effect| (names(effect.agents()), effect.description(), Some(effect)));
    let others = others.into_iter().flat_map(AgentEffect::agents);
    let others: Vec<String> = others.cloned().collect();
    let unchanged = (!others.is_empty()).then(|| (names(&others), Effect::None.description(), None));
    let undecided =
        undecided_of_others(diff).map(|change| (OTHERS.to_owned(), change.effect_description(), None));
    changed.chain(unchanged).chain(undecided)
}

/// The crawlers that [`undecided_of_others`] is about.
pub(crate) const OTHERS: &str = "crawlers that are not listed";

/// The change whose effect on crawlers that are not listed is unknown.
pub(crate) fn undecided_of_others(diff: &Diff) -> Option<&Change> {
    let is_of_others = |change: &&Change| change.agents().is_empty() && change.effect() == Effect::Undecided;
    diff.changes().iter().find(is_of_others)
}

impl Report<'_> {
    /// The statement that is proved if nothing changes.
    pub(super) fn nothing_changes(&self) -> String {
        let whom = if self.old.dialect().name_test.is_by_containment() {
            "for the crawlers in the files and those given by -a"
        } else if self.naming.as_token {
            "for every crawler of one name"
        } else {
            // A crawler of several names follows the first that a file names, which the edit may
            // change.
            "for every crawler of one name and every well-known one"
        };
        format!("proved: no verdict changes on any URL, {whom}")
    }
}
