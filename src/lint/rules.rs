//! Rules that repeat, contradict or cancel one another.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use super::Code;
use super::coverage;
use super::document::{Document, RuleLine, shown};
use super::findings::{Finding, Findings};
use super::keys::Marks;
use crate::dialect::{GroupChoice, NameTest, PatternLanguage, RuleChoice};
use crate::matching::pattern;
use crate::matching::percent::Scratch;
use crate::syntax::directive::RuleKind;
use crate::syntax::line::Span;

/// The rules of the groups that always speak together: one group, or several with the same names where they are merged.
pub(super) struct Unit<'b> {
    pub(super) rules: Vec<UnitRule<'b>>,
    pub(super) language: PatternLanguage,
    /// No other group ever speaks along with these.
    pub(super) is_alone: bool,
}

/// One rule of a unit; none is empty.
pub(super) struct UnitRule<'b> {
    pub(super) line: RuleLine<'b>,
    /// The group it stands in.
    pub(super) section: usize,
    /// The pattern in canonical form; a glob as written.
    pub(super) canonical: Vec<u8>,
    /// It may be taken away without changing a verdict.
    pub(super) is_gone: bool,
    /// That was reported.
    pub(super) is_reported: bool,
    /// Stars at its end make it long enough to go before another rule.
    pub(super) needs_length: bool,
}

/// How many rules each group would keep if all that is reported were taken away.
pub(super) struct Left(Vec<u32>);

impl Left {
    /// Whether a rule can be taken out of a group that keeps others, and if so, takes it. A group without rules would mean
    /// something else.
    pub(super) fn take(&mut self, section: usize) -> bool {
        let left = &mut self.0[section];
        let can = *left > 1;
        *left -= u32::from(can);
        can
    }
}

/// Reports what has no effect, and marks the lines that are to be removed, so that nobody corrects them.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, marks: &mut Marks) {
    empty_rules(document, findings);
    let filled = |rules: &[RuleLine<'_>]| rules.iter().filter(|rule| !rule.value.is_empty()).count() as u32;
    let mut left = Left(
        document
            .sections
            .iter()
            .map(|section| filled(&section.rules))
            .collect(),
    );
    for mut unit in units(document, &marks.twins) {
        duplicates(document, findings, &mut unit, &mut left);
        if unit.language != PatternLanguage::Glob {
            contradictions(document, findings, &mut unit, &mut left);
            coverage::check(document, findings, &mut unit, &mut left);
        }
        for rule in &unit.rules {
            marks.spoilt[rule.line.entry] |= rule.is_reported && is_whole(document, &rule.line);
            marks.needs_length[rule.line.entry] |= rule.needs_length;
        }
    }
}

/// What always speaks together; groups that are to be removed are no part of it.
fn units<'b>(document: &Document<'b>, removed: &[usize]) -> Vec<Unit<'b>> {
    let dialect = &document.dialect;
    let compares_tokens = matches!(
        dialect.name_test(),
        NameTest::ProductToken | NameTest::LettersWhole
    );
    let merges = dialect.group_choice() == GroupChoice::Merge;
    let mut units: Vec<(BTreeSet<Vec<u8>>, Unit<'b>)> = Vec::new();
    let mut by_names: BTreeMap<(BTreeSet<Vec<u8>>, bool), usize> = BTreeMap::new();
    let sections = document.sections.iter().enumerate();
    for (number, section) in sections.filter(|(number, _)| removed.binary_search(number).is_err()) {
        let names: BTreeSet<Vec<u8>> = section
            .names
            .iter()
            .map(|name| name.label.to_ascii_lowercase())
            .collect();
        let key = (names.clone(), section.language == PatternLanguage::Glob);
        let unit = match by_names.get(&key) {
            Some(unit) if merges && compares_tokens => *unit,
            _ => {
                by_names.insert(key, units.len());
                let unit = Unit {
                    rules: Vec::new(),
                    language: section.language,
                    is_alone: !merges || compares_tokens || document.sections.len() == 1,
                };
                units.push((names, unit));
                units.len() - 1
            }
        };
        let rules = section.rules.iter().filter(|rule| !rule.value.is_empty());
        units[unit].1.rules.extend(rules.map(|rule| UnitRule {
            line: *rule,
            section: number,
            canonical: canonical(document, rule.value, section.language),
            is_gone: false,
            is_reported: false,
            needs_length: false,
        }));
    }
    if merges {
        let mut uses: BTreeMap<&[u8], u32> = BTreeMap::new();
        for (names, _) in &units {
            for name in names {
                *uses.entry(name).or_default() += 1;
            }
        }
        let shared: Vec<bool> = units
            .iter()
            .map(|(names, _)| {
                names
                    .iter()
                    .any(|name| uses.get(&name[..]).is_some_and(|uses| *uses > 1))
            })
            .collect();
        for ((_, unit), shared) in units.iter_mut().zip(shared) {
            unit.is_alone &= !shared;
        }
    }
    units.into_iter().map(|(_, unit)| unit).collect()
}

fn canonical(document: &Document<'_>, value: &[u8], language: PatternLanguage) -> Vec<u8> {
    if language == PatternLanguage::Glob {
        return value.to_vec();
    }
    let mut scratch = Scratch::new();
    pattern::canonical(value, language, document.dialect.percent_mode(), &mut scratch);
    scratch.as_slice().to_vec()
}

/// Whether the line holds this rule and no other.
fn is_whole(document: &Document<'_>, rule: &RuleLine<'_>) -> bool {
    document.entries[rule.entry]
        .directive
        .is_some_and(|directive| directive.value() == rule.value)
}

/// What takes a rule away: the text in place of a span.
pub(super) fn removal(document: &Document<'_>, rule: &RuleLine<'_>) -> (Span, Vec<u8>) {
    let span = if is_whole(document, rule) {
        document.lines_span(rule.entry, rule.entry, true)
    } else {
        document.span_of(rule.value)
    };
    (span, Vec::new())
}

/// Adds the removal of a rule to its finding.
pub(super) fn remove(document: &Document<'_>, finding: Finding<'_, '_, '_>, rule: &RuleLine<'_>) {
    let help = if is_whole(document, rule) {
        "remove the line"
    } else {
        "remove it"
    };
    let (span, text) = removal(document, rule);
    finding.correct(help, span, text);
}

fn empty_rules(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    for section in &document.sections {
        let is_filled = section.rules.iter().any(|rule| !rule.value.is_empty());
        // The one that says something, where no other rule does.
        let meant = section.rules.iter().find(|rule| rule.kind == RuleKind::Disallow);
        let kept = if is_filled {
            None
        } else {
            meant.or(section.rules.first())
        };
        for rule in section.rules.iter().filter(|rule| rule.value.is_empty()) {
            let is_kept = kept.is_some_and(|kept| kept.entry == rule.entry);
            if is_kept && rule.kind == RuleKind::Disallow {
                continue;
            }
            findings.report(
                Code::EmptyRule,
                document.entries[rule.entry].line.span(),
                || format!("this empty `{}` has no effect", rule.kind),
                |finding| {
                    if is_kept {
                        finding.write(rule.entry, b"Disallow:".into());
                    } else {
                        finding.remove(rule.entry);
                    }
                },
            );
        }
    }
}

fn duplicates(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    unit: &mut Unit<'_>,
    left: &mut Left,
) {
    let mut first: BTreeMap<(bool, Vec<u8>), usize> = BTreeMap::new();
    for rule in &mut unit.rules {
        let key = (rule.line.kind == RuleKind::Allow, rule.canonical.clone());
        let Some(&above) = first.get(&key) else {
            first.insert(key, rule.line.entry);
            continue;
        };
        rule.is_gone = true;
        // The only rule of a group has a twin in another group of the same names, which is reported as such.
        if !left.take(rule.section) {
            continue;
        }
        rule.is_reported = findings.report(
            Code::DuplicateRule,
            document.span_of(rule.line.value),
            || {
                format!(
                    "`{}: {}` stands above already",
                    rule.line.kind,
                    shown(rule.line.value)
                )
            },
            |finding| {
                let finding = finding.related(document.entries[above].line.span(), "the first is here");
                remove(document, finding, &rule.line);
            },
        );
    }
}

fn contradictions(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    unit: &mut Unit<'_>,
    left: &mut Left,
) {
    let mut first: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for index in 0..unit.rules.len() {
        let rule = &unit.rules[index];
        if rule.is_gone {
            continue;
        }
        let Some(&above) = first.get(&rule.canonical) else {
            first.insert(rule.canonical.clone(), index);
            continue;
        };
        let other = &unit.rules[above];
        let loses = match document.dialect.rule_choice() {
            RuleChoice::Longest => rule.line.kind == RuleKind::Disallow,
            RuleChoice::First => true,
            RuleChoice::AnyDisallow => rule.line.kind == RuleKind::Allow,
        };
        let (winner, loser) = if loses { (above, index) } else { (index, above) };
        let can_go = left.take(unit.rules[loser].section);
        let is_reported = findings.report(
            Code::Contradiction,
            document.span_of(rule.line.value),
            || {
                format!(
                    "`{}` is allowed and disallowed; the {} is used here, and other crawlers may differ",
                    shown(rule.line.value),
                    unit.rules[winner].line.kind
                )
            },
            |finding| {
                let finding = finding.related(
                    document.entries[other.line.entry].line.span(),
                    "the other is here",
                );
                let (loser, winner) = (&unit.rules[loser].line, &unit.rules[winner].line);
                if can_go {
                    let help = format!(
                        "remove the {} in line {}, which has no effect here, or the {} if that is not meant",
                        loser.kind,
                        loser.entry + 1,
                        winner.kind
                    );
                    let (span, text) = removal(document, loser);
                    finding.correct(help, span, text);
                } else {
                    finding.help("remove one of them");
                }
            },
        );
        unit.rules[loser].is_gone = can_go;
        unit.rules[loser].is_reported = is_reported && can_go;
        first.insert(unit.rules[winner].canonical.clone(), winner);
    }
}
