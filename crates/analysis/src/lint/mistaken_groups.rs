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

use super::Code;
use super::document::{Document, RuleLine};
use super::findings::Findings;
use super::marks::Marks;
use super::meant_keys::nearest;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Keys;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::syntax::DirectiveKind;

/// The first line, by its index, of each kind of mistake that touches a group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mistakes {
    /// A mistake that changes which rules the group has, or to whom they apply.
    group: Option<usize>,
    /// An Allow that is lost, or matches other URLs than intended.
    allow: Option<usize>,
    /// A Disallow that is lost, or matches other URLs than intended.
    disallow: Option<usize>,
    /// A rule that closes everything, perhaps by mistake.
    closing: Option<usize>,
}

impl Mistakes {
    fn first(one: Option<usize>, other: Option<usize>) -> Option<usize> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            _ => one.or(other),
        }
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self {
            group: Self::first(self.group, other.group),
            allow: Self::first(self.allow, other.allow),
            disallow: Self::first(self.disallow, other.disallow),
            closing: Self::first(self.closing, other.closing),
        }
    }

    fn of_rule(kind: RuleKind, line: usize) -> Self {
        match kind {
            RuleKind::Allow => Self {
                allow: Some(line),
                ..Self::default()
            },
            RuleKind::Disallow => Self {
                disallow: Some(line),
                ..Self::default()
            },
        }
    }

    /// The mistakes from a lost line with this key. Lines with other keys than these touch no
    /// rules.
    fn of_lost(text: &[u8], line: usize) -> Self {
        let is_end = |byte: &u8| is_blank(*byte) || *byte == b':';
        let word = text.split(is_end).next().unwrap_or_default();
        // `User agent: x` has its key in two words.
        let key = text.split(|byte| *byte == b':').next().unwrap_or_default();
        let near = nearest(word, Keys::exact()).or_else(|| nearest(key, Keys::exact()));
        match near.map(|near| near.key) {
            Some("Allow") => Self::of_rule(RuleKind::Allow, line),
            Some("Disallow") => Self::of_rule(RuleKind::Disallow, line),
            Some("User-agent") | None => Self {
                group: Some(line),
                ..Self::default()
            },
            Some(_) => Self::default(),
        }
    }

    /// The mistake that changes which rules the group has.
    pub(super) fn group(self) -> Option<usize> {
        self.group
    }

    /// Any mistake that touches the group, of whatever kind.
    pub(super) fn any(self) -> Option<usize> {
        let rules = Self::first(self.allow, self.disallow);
        Self::first(Self::first(self.group, self.closing), rules)
    }

    /// The mistake because of which an empty rule may have no effect: not one that corrects, adds
    /// or loses other rules of the group, since an empty rule never has an effect beside other
    /// rules.
    pub(super) fn behind_empty_rule(self) -> Option<usize> {
        Self::first(self.group, self.closing)
    }

    /// The mistake because of which a rule of this kind may have no effect. `because` is the index
    /// of the line of the rule that makes it needless, or `None` if several rules do so together.
    pub(super) fn behind(
        self,
        kind: RuleKind,
        because: Option<usize>,
        is_mistaken: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let opposite = match kind {
            RuleKind::Allow => self.disallow,
            RuleKind::Disallow => self.allow,
        };
        let own = match because {
            Some(line) if is_mistaken(line) || self.closing == Some(line) => Some(line),
            Some(_) => None,
            None => self.any(),
        };
        own.or(self.group).or(opposite)
    }

    /// What to do about a rule that a mistake touches.
    pub(super) fn help(self, line: usize) -> String {
        let number = line + 1;
        match self.closing == Some(line) {
            true => format!(
                "decide about line {number} first, which blocks everything: without it, this rule may have an effect"
            ),
            false => format!("correct line {number} first: then this rule may have an effect"),
        }
    }
}

/// The mistakes that touch each group, by its number: the mistakes in the group itself, and in the
/// groups that share a name with it.
pub(super) fn sections(document: &Document<'_>, findings: &Findings<'_, '_>, marks: &Marks) -> Vec<Mistakes> {
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
                let mistakes = Mistakes::of_lost(document.entry(line).line.text(), line);
                // A line that opens no group may belong to the next one.
                add(before, mistakes);
                add(Some(after), mistakes);
            }
            Code::RuleOutsideGroup => {
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
                    add(Some(after), Mistakes::of_rule(rule.kind, line));
                }
            }
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
    if own.iter().all(|mistakes| mistakes.any().is_none()) {
        return own;
    }
    let mut by_name: BTreeMap<Vec<u8>, Mistakes> = BTreeMap::new();
    for (section, mistakes) in document.sections.iter().zip(&own) {
        if mistakes.any().is_some() {
            for label in section.labels() {
                let known = by_name.entry(label.to_ascii_lowercase()).or_default();
                *known = known.with(*mistakes);
            }
        }
    }
    for (section, mistakes) in document.sections.iter().zip(&mut own) {
        for label in section.labels() {
            if let Some(shared) = by_name.get(&label.to_ascii_lowercase()) {
                *mistakes = mistakes.with(*shared);
            }
        }
    }
    own
}
