//! Whether changes that change no verdict in one dialect change none in another.

use std::collections::{BTreeMap, BTreeSet};

use super::audience::{RuleLines, RulesOfLine, components};
use crate::decide::{Budget, Policy};
use crate::lint::engine::document::Document;
use crate::lint::fixes::safe_fixes::RuleEdit;
use robots_exclusion::dialect::RuleChoice;

/// The numbers of lines that are proved removable, each time with the policy of the proof. Kept,
/// since several dialects often read a file alike, and the proof then holds for all.
pub(in crate::lint) type Confirmed = Vec<(Vec<u32>, Policy)>;

/// Takes edits to the rules of lines, by the index of the line, and returns the indices of the
/// lines whose edits are not proved. A proved edit changes no verdict in the document's dialect,
/// for any crawler, alone or together with the other proved ones. Edits of the lines `alone` are
/// proved only alone, and are left out of the proof of all together.
///
/// This does not check whether groups stay as they are.
pub(in crate::lint) fn unconfirmed(
    document: &Document<'_>,
    edits: &BTreeMap<usize, RuleEdit>,
    alone: &BTreeSet<usize>,
    confirmed: &mut Confirmed,
    budget: &mut Budget,
) -> BTreeSet<usize> {
    let mut unconfirmed = BTreeSet::new();
    if edits.is_empty() {
        return unconfirmed;
    }
    // Flags of the lines that get no shortened form: all but those whose stars should go.
    let is_long: Vec<bool> = (0..document.line_count())
        .map(|line| edits.get(&line) != Some(&RuleEdit::Shorten))
        .collect();
    for component in components(document, &[]) {
        let mut lines = RuleLines::new(document, &component, Some(&is_long));
        if !lines.are_too_many() {
            lines.mark_duplicates(|entry| edits.get(&entry) == Some(&RuleEdit::Remove));
        }
        let edited = |line: &&RulesOfLine<'_, '_>| {
            // A duplicate may go whatever other rules there are, so it needs no proof.
            line.duplicate_of.is_none() && edits.contains_key(&line.entry)
        };
        let own: Vec<&RulesOfLine<'_, '_>> = lines.lines.iter().filter(edited).collect();
        if own.is_empty() {
            continue;
        }
        if lines.are_too_many() || lines.has_unknown_audiences() {
            unconfirmed.extend(own.iter().map(|line| line.entry));
            continue;
        }
        // If the length of a pattern does not affect precedence, neither does a star at its end.
        let first = &lines.lines[0].rules[0];
        let mut rules = lines.lines.iter().flat_map(|line| line.rules);
        let lengths_matter =
            document.dialect.rule_choice == RuleChoice::Longest && rules.any(|rule| rule.kind != first.kind);
        let mut asked: Vec<&RulesOfLine<'_, '_>> = Vec::new();
        for line in own {
            match (edits[&line.entry], line.shortened) {
                (RuleEdit::Shorten, Some(_)) if !lengths_matter => {}
                (RuleEdit::Shorten, None) => {
                    unconfirmed.insert(line.entry);
                }
                _ => asked.push(line),
            }
        }
        if !asked.is_empty() {
            let numbers: Vec<u32> = asked.iter().map(|line| line.number).collect();
            let is_confirmed = |policy: &Policy| {
                let mut known = confirmed.iter();
                known.any(|(own, known)| *own == numbers && known.is_interchangeable(policy))
            };
            let mut policies = lines.policies();
            policies.retain(|policy| !is_confirmed(policy));
            let count = unconfirmed.len();
            ask(&policies, &asked, alone, &mut unconfirmed, budget);
            if unconfirmed.len() == count {
                confirmed.extend(policies.into_iter().map(|policy| (numbers.clone(), policy)));
            }
        }
    }
    unconfirmed
}

/// Asks whether lines may be removed alone, and whether all of them except the lines `alone` may be
/// removed together. Adds the lines without a proof to `unconfirmed`; if they may not be removed
/// together, all of them.
fn ask(
    policies: &[Policy],
    lines: &[&RulesOfLine<'_, '_>],
    alone: &BTreeSet<usize>,
    unconfirmed: &mut BTreeSet<usize>,
    budget: &mut Budget,
) {
    let rules_of = |policy: &Policy, line: &RulesOfLine<'_, '_>| policy.rules_of_line(line.number);
    let mut remaining: Vec<&RulesOfLine<'_, '_>> = Vec::new();
    for line in lines {
        let is_harmless = policies.iter().all(|policy| {
            let rules: Vec<usize> = rules_of(policy, line).collect();
            rules.is_empty() || policy.are_redundant(&rules, budget).is_proved()
        });
        if is_harmless {
            remaining.push(line);
        } else {
            unconfirmed.insert(line.entry);
        }
    }
    remaining.retain(|line| !alone.contains(&line.entry));
    for policy in policies {
        let rules: Vec<usize> = remaining.iter().flat_map(|line| rules_of(policy, line)).collect();
        if rules.len() > 1 && !policy.are_redundant(&rules, budget).is_proved() {
            unconfirmed.extend(remaining.iter().map(|line| line.entry));
            return;
        }
    }
}
