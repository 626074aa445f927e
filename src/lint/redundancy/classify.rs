//! Why a line that can be removed has no effect.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::audience::{Lines, RulesOfLine};
use super::{Change, Changed, Search};
use crate::decide::{Answer, Assertion, Because, Policy};
use crate::lint::Code;
use crate::lint::document::{Canonical, Document};
use crate::matching::precedence::Precedence;
use crate::syntax::directive::RuleKind;

/// What to report about a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// `None` if there is nothing to report.
    pub(super) code: Option<Code>,
    /// The line because of which the change has no effect, by its number among the lines of the component. It stays.
    pub(super) other: Option<usize>,
    /// A URL that shows it.
    pub(super) witness: Option<String>,
}

/// The first line of an audience that has each rule.
pub(super) type Known = BTreeMap<(bool, Canonical), usize>;

/// The rules of an audience in the lines that are wanted.
pub(super) fn known(
    document: &Document<'_>,
    lines: &Lines<'_, '_>,
    audience: &[usize],
    is_wanted: impl Fn(usize) -> bool,
) -> Known {
    let mut known = Known::new();
    for (line, number) in lines.lines.iter().zip(0..) {
        if audience.binary_search(&line.section).is_err() || !is_wanted(number) {
            continue;
        }
        let language = document.sections[line.section].language;
        for rule in line.rules {
            let key = (rule.kind == RuleKind::Allow, rule.canonical(document, language));
            known.entry(key).or_insert(number);
        }
    }
    known
}

/// What is left of one policy.
struct Kept {
    policy: Policy,
    known: Known,
}

impl Search<'_, '_, '_> {
    /// What to report about each change.
    pub(super) fn classified(&mut self, changes: &[Changed]) -> Vec<(Changed, Class)> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut is_removed = alloc::vec![false; self.lines.lines.len()];
        for change in changes {
            let line = &self.lines.lines[change.line];
            numbers.push(line.number);
            if change.change == Change::Remove {
                numbers.extend(line.shortened);
                is_removed[change.line] = true;
            }
        }
        let mut kept: Vec<Option<Kept>> = self.policies.iter().map(|_| None).collect();
        let mut found = Vec::new();
        for change in changes {
            let class = match change.change {
                Change::Shorten => Class {
                    code: Some(Code::TrailingStar),
                    ..Class::default()
                },
                Change::Remove => self.class(change, &numbers, &is_removed, &mut kept),
            };
            found.push((*change, class));
        }
        found
    }

    fn class(
        &mut self,
        change: &Changed,
        numbers: &[u32],
        is_removed: &[bool],
        kept: &mut [Option<Kept>],
    ) -> Class {
        let line = &self.lines.lines[change.line];
        let language = self.document.sections[line.section].language;
        let applies = |policy: &Policy| !policy.rules_of_line(line.number).is_empty();
        let Some(first) = self.policies.iter().position(applies) else {
            return Class::default();
        };
        let kept = kept[first].get_or_insert_with(|| Kept {
            policy: self.policies[first].without_lines(numbers),
            known: known(
                self.document,
                self.lines,
                &self.lines.audiences()[first],
                |line| !is_removed[line] && self.lines.lines[line].duplicate_of.is_none(),
            ),
        });
        let same = |allows: bool| {
            let mut others = line
                .rules
                .iter()
                .map(|rule| kept.known.get(&(allows, rule.canonical(self.document, language))));
            let first = *others.next()??;
            others.all(|other| other.is_some()).then_some(first)
        };
        let allows = line.rules[0].kind == RuleKind::Allow;
        if let Some(other) = same(allows) {
            return Class {
                code: Some(Code::DuplicateRule),
                other: Some(other),
                witness: None,
            };
        }
        if let Some(other) = same(!allows) {
            return Class {
                code: Some(Code::Contradiction),
                other: Some(other),
                witness: self.witness(&kept.policy, line, allows).map(|(url, _)| url),
            };
        }
        if !Precedence::counts(self.document.dialect.rule_choice(), line.rules[0].kind) {
            return Class::default();
        }
        for policy in &self.policies {
            for rule in policy.rules_of_line(line.number) {
                // The witness is a URL about which it decides.
                if let Answer::Refuted(witness) = policy.is_unreachable(rule, self.budget) {
                    let by = match change.because {
                        Because::SameVerdict { by } => by,
                        _ => None,
                    };
                    return Class {
                        code: Some(Code::RedundantRule),
                        other: by
                            .and_then(|number| self.lines.at(number))
                            .filter(|other| !is_removed[*other]),
                        witness: Some(witness.url().to_string()),
                    };
                }
            }
        }
        // It never decides: does a rule of the other kind?
        for (is_opposed, code) in [(true, Code::UnreachableRule), (false, Code::RedundantRule)] {
            if let Some((url, by)) = self.witness(&kept.policy, line, allows == is_opposed) {
                return Class {
                    code: Some(code),
                    other: by.and_then(|number| self.lines.at(number)),
                    witness: Some(url),
                };
            }
        }
        Class::default()
    }

    /// A URL that a line's pattern matches and that is not allowed, or not disallowed; and the line that decides about it.
    fn witness(
        &mut self,
        policy: &Policy,
        line: &RulesOfLine<'_, '_>,
        allowed: bool,
    ) -> Option<(String, Option<u32>)> {
        let language = self.document.sections[line.section].language;
        let dialect = self.document.dialect.with_pattern_language(language);
        let kind = if allowed {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        };
        line.rules.iter().find_map(|rule| {
            let pattern = core::str::from_utf8(rule.value).ok()?;
            let assertion = Assertion::new(kind, pattern, dialect);
            let Answer::Refuted(witness) = policy.holds(&assertion, self.budget) else {
                return None;
            };
            let by = witness.before().rule().map(|rule| rule.line());
            Some((witness.url().to_string(), by))
        })
    }
}
