//! Rules that never decide, that change nothing, or that contradict one another: decided for all
//! URLs and all crawlers.
//!
//! A line may be removed if that changes the verdict of no crawler on any URL. The lines that are
//! reported as without effect can be removed one by one, and all together: both are proved by
//! [`decide`](crate::decide). Neither follows from the other. Of two equal rules either can be
//! removed, but not both; and if a Disallow never decides because an Allow has the same pattern,
//! the Allow can be removed after the Disallow, but not before it.
//!
//! A group is never left without rules, since its User-agent lines might then be joined to the
//! User-agent lines of the next group. Lines without a proof within the budget are not reported.

mod audience;
mod classify;
mod confirm;
mod report;
mod signs;

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::{Because, Budget, Policy, minimize};
use crate::lint::engine::document::{Document, RuleLine};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::rules::{first_match, ignored_allow};
use crate::lint::wildcards::without_trailing_star;
use crate::lint::{Code, Run};
use audience::{Component, RuleLines, RulesOfLine, components};
use classify::Class;
pub(in crate::lint) use confirm::{Confirmed, unconfirmed};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::gathered;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::pattern::RuleSyntax;
use robots_exclusion::companions::sort_by_key;
use robots_exclusion::dialect::RuleChoice;

/// How many bytes of text the policies of one component may have together, if four times the file
/// is not more. Where many kinds of crawlers share many rules, each has a policy with its own copy
/// of them.
const MAX_TEXT: usize = 4 << 20;
/// How many lines these policies may have together.
const MAX_LINES: usize = 1_000_000;
/// The maximum number of searches. After a search finds changes that must not be made, it is
/// repeated without them. If the last search still finds such changes, only duplicates are
/// reported.
const PASSES: usize = 4;

/// What happens to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Remove,
    /// The stars at the ends of its patterns are removed.
    Shorten,
}

/// A line that is changed, and why that changes no verdict, given the changes before it.
#[derive(Clone, Copy, Debug)]
struct Changed {
    /// Number among the lines of the component.
    line: usize,
    change: Change,
    because: Because,
}

/// Reports rules that have no effect and marks their lines. Also marks trailing stars that affect
/// precedence.
pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    ignored_allow::check(run);
    first_match::check(run);
    let (document, findings) = (run.document, &mut run.findings);
    let (marks, budget) = (&mut run.marks, &mut *run.budget);
    let codes = [
        Code::DuplicateRule,
        Code::UnreachableRule,
        Code::RedundantRule,
        Code::FailedException,
        Code::Contradiction,
        Code::TrailingStar,
    ];
    if !codes.iter().any(|code| findings.wants(*code)) {
        return;
    }
    let mut components = components(document, &marks.duplicate_groups);
    // The small components come first, so that a hard one cannot spend the budget before they are
    // checked.
    components.sort_by_cached_key(|component| RuleLines::new(document, component, None).size());
    for component in &components {
        component_of(document, findings, marks, component, budget);
    }
}

fn component_of(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    marks: &mut Marks,
    component: &Component,
    budget: &mut Budget,
) {
    let plain = RuleLines::new(document, component, None);
    let differ = |pair: &[RulesOfLine<'_, '_>]| pair[0].rules[0].kind != pair[1].rules[0].kind;
    let has_both_kinds = plain.lines.windows(2).any(differ);
    // Whether the length of a pattern can affect a verdict.
    let lengths_matter = document.dialect.rule_choice == RuleChoice::Longest
        && (has_both_kinds || component.has_unknown_audiences);
    let mut lines = if lengths_matter {
        RuleLines::new(document, component, Some(&marks.skip_checks))
    } else {
        plain
    };
    let is_too_much = lines.are_too_many();
    let mut found = Vec::new();
    let mut lines_stay = false;
    if !is_too_much {
        lines.mark_duplicates(|entry| {
            let span = document.entry(entry).line.span();
            !marks.skip_checks[entry] && findings.will_report(Code::DuplicateRule, span)
        });
        let can_change = |pair: &[RulesOfLine<'_, '_>]| pair[0].section == pair[1].section;
        if lines.lines.windows(2).any(can_change) || lines.lines.iter().any(|line| line.shortened.is_some()) {
            let policies = lines.policies();
            let starred = starred(document, &lines);
            let mut search = Search {
                document,
                lines: &lines,
                skip_checks: &marks.skip_checks,
                starred: &starred,
                policies,
                budget,
                alone: BTreeMap::new(),
            };
            found = search.run(findings);
        }
        found.extend(duplicates(&lines));
        let reported = report::changes(document, findings, &lines, &found, marks, budget);
        lines_stay = reported.holds_back;
        report::contradictions(document, findings, &lines, &reported.removed);
    }
    for line in lines.lines.iter().filter(|line| line.shortened.is_some()) {
        marks.needs_length[line.entry] = true;
    }
    // The stars were proved to have no effect once the other lines are removed. If any of those lines
    // stays for now, because of a mistake, the stars stay too. In `Allow: /**`, `Disallow: /a$` and
    // `Allow: /a*`, the Disallow never decides, but it would if both lines lost their stars.
    let is_shortened = |(changed, _): &&(Changed, Class)| changed.change == Change::Shorten;
    for (changed, _) in found.iter().filter(is_shortened).filter(|_| !lines_stay) {
        marks.needs_length[lines.lines[changed.line].entry] = false;
    }
}

fn starred(document: &Document<'_>, lines: &RuleLines<'_, '_>) -> Starred {
    let syntax = RuleSyntax::new(&document.dialect);
    let mut starred = Starred::new();
    for (line, number) in lines.lines.iter().zip(0..) {
        let language = document.sections[line.section].language;
        for rule in line.rules {
            if rule.kind == RuleKind::Disallow && rule.value.contains(&b'*') {
                let length = syntax.length(rule.value, language);
                starred.entry((line.section, length)).or_default().push(number);
            }
        }
    }
    starred
}

/// The lines that are duplicates, as changes.
fn duplicates(lines: &RuleLines<'_, '_>) -> Vec<(Changed, Class)> {
    let numbered = lines.lines.iter().zip(0..);
    let changes = numbered.filter_map(|(own, line)| {
        let changed = Changed {
            line,
            change: Change::Remove,
            because: Because::NeverDecides,
        };
        let class = Class {
            code: Some(Code::DuplicateRule),
            other: Some(own.duplicate_of?),
            ..Class::default()
        };
        Some((changed, class))
    });
    changes.collect()
}

/// The numbers of lines with a Disallow that has wildcards, by their group and the length of the
/// pattern.
type Starred = BTreeMap<(usize, u32), Vec<usize>>;

/// The search for lines that can be changed, in one component.
struct Search<'s, 'd, 'b> {
    document: &'d Document<'b>,
    lines: &'s RuleLines<'d, 'b>,
    /// A flag for each line of the file: whether its value is not the intended one.
    skip_checks: &'s [bool],
    starred: &'s Starred,
    policies: Vec<Policy>,
    budget: &'s mut Budget,
    /// Whether a change alone changes no verdict, for the changes that were asked about.
    alone: BTreeMap<(usize, Change), bool>,
}

impl Search<'_, '_, '_> {
    /// The changes to be reported, proved one by one and together, in an order in which each is
    /// proved given the changes before it. None if [`PASSES`] searches do not find a set of changes
    /// that can all be made.
    fn run(&mut self, findings: &Findings<'_, '_>) -> Vec<(Changed, Class)> {
        // The lines that stay, and the shortened forms that stand for lines which may only be
        // shortened, by their numbers in the policies.
        let mut kept: BTreeSet<u32> = BTreeSet::new();
        for _ in 0..PASSES {
            let changes = if self.lines.has_unknown_audiences() {
                self.never_deciding(&kept)
            } else {
                self.minimized(&kept)
            };
            let count = kept.len();
            self.keep_groups(&changes, &mut kept);
            for change in &changes {
                if self.is_meant(change) || !self.is_harmless_alone(change) {
                    self.keep(change, &mut kept);
                }
            }
            if kept.len() > count {
                continue;
            }
            let found = self.classified(&changes);
            for (change, class) in &found {
                let span = self
                    .document
                    .entry(self.lines.lines[change.line].entry)
                    .line
                    .span();
                if class.code.is_some_and(|code| !findings.will_report(code, span)) {
                    self.keep(change, &mut kept);
                }
            }
            if kept.len() == count {
                return found;
            }
        }
        Vec::new()
    }

    /// All lines that can be changed if some lines stay.
    fn minimized(&mut self, kept: &BTreeSet<u32>) -> Vec<Changed> {
        self.policies.push(self.lines.guard(kept));
        let minimized = minimize(&self.policies, self.budget);
        self.policies.pop();
        let removals = minimized.removals().iter().zip(0usize..);
        let removals = removals.map(|(removal, order)| (removal.line(), (order, removal.because())));
        let removals: BTreeMap<u32, (usize, Because)> = gathered(removals);
        let mut changes = Vec::new();
        for (own, line) in self.lines.lines.iter().zip(0..) {
            let Some((order, because)) = removals.get(&own.number).copied() else {
                continue;
            };
            let shortened = own.shortened.map(|number| removals.get(&number).copied());
            let (order, change, because) = match shortened {
                Some(None) => (order, Change::Shorten, because),
                // The line can be removed once both forms can, so the reason for the later one is
                // its reason.
                Some(Some((last, other))) if last > order => (last, Change::Remove, other),
                _ => (order, Change::Remove, because),
            };
            changes.push((
                order,
                Changed {
                    line,
                    change,
                    because,
                },
            ));
        }
        sort_by_key(&mut changes, |(order, _)| *order);
        changes.into_iter().map(|(_, change)| change).collect()
    }

    /// The lines that never decide in their own group. Such a line never decides in a combination
    /// of groups either, since more rules can only precede it. All such lines may be removed
    /// together, since the rules that decide instead of them are not among them.
    fn never_deciding(&mut self, kept: &BTreeSet<u32>) -> Vec<Changed> {
        let mut changes = Vec::new();
        for (own, line) in self.lines.lines.iter().zip(0..) {
            let decides = self.policies.iter().any(|policy| {
                let mut rules = policy.rules_of_line(own.number);
                rules.any(|rule| !policy.is_unreachable(rule, self.budget).is_proved())
            });
            // Of duplicates only the first is in the policies. The others are reported by themselves.
            if !decides
                && own.duplicate_of.is_none()
                && !kept.contains(&own.number)
                && !own.shortened.is_some_and(|short| kept.contains(&short))
            {
                changes.push(Changed {
                    line,
                    change: Change::Remove,
                    because: Because::NeverDecides,
                });
            }
        }
        changes
    }

    /// In every group that would lose its last line, keeps the line that was removed last.
    fn keep_groups(&self, changes: &[Changed], kept: &mut BTreeSet<u32>) {
        let mut remaining: BTreeMap<usize, usize> = BTreeMap::new();
        for line in self.lines.lines.iter().filter(|line| line.duplicate_of.is_none()) {
            *remaining.entry(line.section).or_default() += 1;
        }
        for change in changes.iter().filter(|change| change.change == Change::Remove) {
            let count = remaining
                .entry(self.lines.lines[change.line].section)
                .or_default();
            *count -= 1;
            if *count == 0 {
                self.keep(change, kept);
            }
        }
    }

    /// Keeps a change from being made again.
    fn keep(&self, changed: &Changed, kept: &mut BTreeSet<u32>) {
        let line = &self.lines.lines[changed.line];
        let number = match changed.change {
            Change::Remove => line.shortened.unwrap_or(line.number),
            Change::Shorten => line.number,
        };
        kept.insert(number);
    }

    /// Whether a line should stay as it is although it has no effect: its value is not the intended
    /// one, or it means something to people or to other crawlers.
    fn is_meant(&mut self, changed: &Changed) -> bool {
        let line = &self.lines.lines[changed.line];
        match changed.change {
            Change::Remove if self.skip_checks[line.entry] => true,
            // `Allow: /` is written for its own sake, even where nothing is disallowed.
            Change::Remove if changed.because == (Because::SameVerdict { by: None }) => {
                let language = self.document.sections[line.section].language;
                let allows_all = |rule: &RuleLine<'_>| {
                    rule.kind == RuleKind::Allow && pattern::matches_all(rule.value, language)
                };
                line.rules.iter().any(allows_all)
            }
            Change::Remove => false,
            Change::Shorten => self.would_tie(changed.line),
        }
    }

    /// Whether an Allow without the stars at its end is as long as a Disallow with wildcards to
    /// which it is an exception: crawlers differ about that
    /// ([`EqualLength`](crate::lint::Code::EqualLength)). Also true if the budget is spent before that is
    /// known.
    fn would_tie(&mut self, own: usize) -> bool {
        let line = &self.lines.lines[own];
        let language = self.document.sections[line.section].language;
        let [rule] = line.rules else { return false };
        let Some(short) = without_trailing_star(rule, language).filter(|_| rule.kind == RuleKind::Allow)
        else {
            return false;
        };
        let length = RuleSyntax::new(&self.document.dialect).length(short, language);
        let mut others = self.starred.get(&(line.section, length)).into_iter().flatten();
        others.any(|other| self.covers(*other, own) || self.budget.remaining() == 0)
    }

    /// Whether a change changes no verdict if it is the only one.
    fn is_harmless_alone(&mut self, changed: &Changed) -> bool {
        // Then all changes come from `never_deciding`, which holds for each line alone.
        if self.lines.has_unknown_audiences() {
            return true;
        }
        let key = (changed.line, changed.change);
        if let Some(known) = self.alone.get(&key) {
            return *known;
        }
        let line = &self.lines.lines[changed.line];
        let mut numbers = Vec::from([line.number]);
        if changed.change == Change::Remove {
            numbers.extend(line.shortened);
        }
        let is_harmless = self.policies.iter().all(|policy| {
            let rules = numbers.iter().flat_map(|number| policy.rules_of_line(*number));
            let rules: Vec<usize> = rules.collect();
            rules.is_empty() || policy.are_redundant(&rules, self.budget).is_proved()
        });
        self.alone.insert(key, is_harmless);
        is_harmless
    }
}
