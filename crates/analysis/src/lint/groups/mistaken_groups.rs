//! Mistakes that must be corrected before other rules are removed.
//!
//! If a rule is lost because of a misspelled key, if a value holds two paths or another directive,
//! if two groups run together by accident, or if everything is blocked by mistake, then other rules
//! for the same crawlers may have no effect only because of it. They would have an effect again once
//! the mistake is corrected, so they should not be removed before.
//!
//! This concerns only the rules that the mistake can touch:
//!
//! - a mistake that decides which rules a group has (a name or the end of a group that is lost)
//!   touches all rules of the group;
//! - a rule that will match other URLs once it is corrected touches the rules that it makes
//!   needless now;
//! - a rule that is added by the correction touches the rules of the other kind. One more Disallow
//!   makes no difference to a Disallow that has no effect beside other rules, but an Allow may.

use std::collections::{BTreeMap, BTreeSet};

use crate::lint::Code;
use crate::lint::engine::document::{Document, RuleLine};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::engine::mistakes::Mistakes;
use crate::lint::keys::meant_keys::nearest;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::DirectiveKind;

/// The mistakes that touch each group, by its number: the mistakes in the group itself, and in the
/// groups that share a name with it.
pub(in crate::lint) fn sections(
    document: &Document<'_>,
    findings: &Findings<'_, '_>,
    marks: &Marks,
) -> Vec<Mistakes> {
    let mut own = vec![Mistakes::default(); document.sections.len()];
    let mut add = |number: Option<usize>, mistakes: Mistakes| {
        if let Some(section) = number.and_then(|number| own.get_mut(number)) {
            *section = section.with(mistakes);
        }
    };
    // Lines whose value holds another directive, which may be of any kind.
    let mut mixed: BTreeSet<usize> = BTreeSet::new();
    for (code, span) in findings.places() {
        let line = document.position(span.start).line as usize - 1;
        let after = document.sections.partition_point(|section| section.first <= line);
        let before = after.checked_sub(1);
        match code {
            Code::MisspelledKey | Code::MissingColon | Code::ByteOrderMark => {
                let entry = document.entry(line);
                let is_lost = entry
                    .directive
                    .is_none_or(|directive| directive.kind() == DirectiveKind::Unknown);
                // A byte order mark does no harm to most readers.
                if !is_lost || entry.line.text().is_empty() {
                    continue;
                }
                let mistakes = of_lost_line(document.entry(line).line.text(), line);
                // A line that opens no group may belong to the next one.
                add(before, mistakes);
                add(Some(after), mistakes);
            }
            Code::RuleOutsideGroup => lost_rules(document, line, before, after, &mut add),
            Code::FusedGroups => add(
                before,
                Mistakes {
                    group: Some(line),
                    ..Mistakes::default()
                },
            ),
            Code::EverythingBlocked => add(
                before,
                Mistakes {
                    closing: Some(line),
                    ..Mistakes::default()
                },
            ),
            Code::TwoDirectives => drop(mixed.insert(line)),
            _ => {}
        }
    }
    for (number, section) in document.sections.iter().enumerate() {
        // The rules of a group that should be removed are marked too.
        if marks.duplicate_groups.binary_search(&number).is_ok() {
            continue;
        }
        let is_marked = |rule: &&RuleLine<'_>| marks.skip_checks[rule.entry];
        for rule in section.rules.iter().filter(is_marked) {
            let line = rule.entry;
            add(
                Some(number),
                match mixed.contains(&line) {
                    true => Mistakes {
                        group: Some(line),
                        ..Mistakes::default()
                    },
                    false => Mistakes::of_rule(rule.kind, line),
                },
            );
        }
    }
    share(document, &mut own);
    own
}

/// The mistakes from a lost line with this key. Lines with other keys than these touch no
/// rules.
fn of_lost_line(text: &[u8], line: usize) -> Mistakes {
    let is_end = |byte: &u8| is_blank(*byte) || *byte == b':';
    let word = text.split(is_end).next().unwrap_or_default();
    // `User agent: x` has its key in two words.
    let key = text.split(|byte| *byte == b':').next().unwrap_or_default();
    let near = nearest(word, Keys::exact()).or_else(|| nearest(key, Keys::exact()));
    match near.map(|near| near.key) {
        Some("Allow") => Mistakes::of_rule(RuleKind::Allow, line),
        Some("Disallow") => Mistakes::of_rule(RuleKind::Disallow, line),
        Some("User-agent") | None => Mistakes {
            group: Some(line),
            ..Mistakes::default()
        },
        Some(_) => Mistakes::default(),
    }
}

/// Adds the mistakes of the rules from a line on that belong to no group, between the groups of these
/// numbers.
fn lost_rules(
    document: &Document<'_>,
    line: usize,
    before: Option<usize>,
    after: usize,
    add: &mut impl FnMut(Option<usize>, Mistakes),
) {
    if before.is_some_and(|number| document.sections[number].is_unnamed) {
        let group = Some(line);
        add(
            before,
            Mistakes {
                group,
                ..Mistakes::default()
            },
        );
    }
    let end = document
        .sections
        .get(after)
        .map_or(usize::MAX, |section| section.first);
    let lost = document
        .orphans
        .iter()
        .filter(|rule| (line..end).contains(&rule.entry));
    for rule in lost {
        add(before, Mistakes::of_rule(rule.kind, line));
        // Below a group, or below names that a blank line parts from it, a rule was written
        // for these.
        if before.is_none()
            && document
                .names_without_rule
                .first()
                .is_none_or(|name| *name > line)
        {
            add(Some(after), Mistakes::of_rule(rule.kind, line));
        }
    }
}

/// Adds to the mistakes of each group those of the groups that share a name with it.
fn share(document: &Document<'_>, own: &mut [Mistakes]) {
    if own.iter().all(|mistakes| mistakes.any().is_none()) {
        return;
    }
    let mut by_name: BTreeMap<Vec<u8>, Mistakes> = BTreeMap::new();
    for (section, mistakes) in document.sections.iter().zip(own.iter()) {
        if mistakes.any().is_some() {
            for label in section.labels() {
                let known = by_name.entry(label.to_ascii_lowercase()).or_default();
                *known = known.with(*mistakes);
            }
        }
    }
    for (section, mistakes) in document.sections.iter().zip(own) {
        for label in section.labels() {
            if let Some(shared) = by_name.get(&label.to_ascii_lowercase()) {
                *mistakes = mistakes.with(*shared);
            }
        }
    }
}
