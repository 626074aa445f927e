//! Rules that never decide, or that change nothing.
//!
//! One pattern *covers* another if it matches whatever that matches. A rule is unreachable if a rule of the other kind that goes
//! before it covers it. It is redundant if one that says the same covers it and goes before it, or comes after it with none of the
//! other kind that overlaps it between; or if it allows what nothing disallows.
//!
//! Plain prefixes that cover a pattern are the prefixes of its literal head: they are found by sorting. Of patterns with stars, and of
//! prefixes nested in one another, up to [`BUDGET`] are looked at; where there are more the answer is "not known", and nothing is
//! reported. The time is thus `n log n` in the number of rules, with a constant of [`BUDGET`] comparisons for each.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use super::rules::{Left, Unit, removal, remove};
use crate::dialect::{PatternLanguage, RuleChoice};
use crate::matching::pattern::{RuleSyntax, expand, wildcard};
use crate::syntax::directive::RuleKind;

/// How many patterns with stars, nested prefixes, or longer patterns are compared with each pattern.
const BUDGET: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A prefix.
    Plain,
    /// A whole target.
    Exact,
    /// With stars.
    Wild,
}

/// What a pattern matches, written in one way only.
#[derive(Clone, Debug)]
struct Shape {
    /// Without a final `$`, without stars that do nothing.
    text: Vec<u8>,
    head_len: usize,
    form: Form,
    is_anchored: bool,
    /// The text with its stars replaced by [`STAR`]; empty if there is none.
    starred: Vec<u8>,
}

/// Stands for the stars of a pattern that another may cover: an octet that only a star there can match.
const STAR: u8 = 0xFF;

impl Shape {
    /// The shape of a canonical pattern; `None` if it matches nothing.
    fn new(canonical: &[u8], language: PatternLanguage) -> Option<Self> {
        if language == PatternLanguage::Prefix {
            return (canonical.first() == Some(&b'/')).then(|| Self {
                text: canonical.to_vec(),
                head_len: canonical.len(),
                form: Form::Plain,
                is_anchored: false,
                starred: Vec::new(),
            });
        }
        if !matches!(canonical.first(), Some(b'/' | b'*')) {
            return None;
        }
        let (body, mut is_anchored) = match canonical {
            [body @ .., b'$'] => (body, true),
            body => (body, false),
        };
        let mut text: Vec<u8> = body.to_vec();
        text.dedup_by(|byte, before| *byte == b'*' && *before == b'*');
        if text.last() == Some(&b'*') {
            text.pop();
            is_anchored = false;
        }
        if text.is_empty() {
            // Every target begins with a slash.
            text.push(b'/');
        }
        let star = memchr::memchr(b'*', &text);
        let form = match (star, is_anchored) {
            (Some(_), _) => Form::Wild,
            (None, true) => Form::Exact,
            (None, false) => Form::Plain,
        };
        let starred = match form {
            Form::Wild => text
                .iter()
                .map(|byte| if *byte == b'*' { STAR } else { *byte })
                .collect(),
            Form::Plain | Form::Exact => Vec::new(),
        };
        Some(Self {
            head_len: star.unwrap_or(text.len()),
            starred,
            text,
            form,
            is_anchored,
        })
    }

    fn head(&self) -> &[u8] {
        &self.text[..self.head_len]
    }

    /// The literal end, behind the last star.
    fn tail(&self) -> &[u8] {
        &self.text[memchr::memrchr(b'*', &self.text).map_or(0, |star| star + 1)..]
    }

    /// Whether it matches a text of literal octets.
    fn matches(&self, text: &[u8]) -> bool {
        match self.form {
            Form::Plain => text.starts_with(&self.text),
            Form::Exact => text == self.text,
            Form::Wild => text.strip_prefix(self.head()).is_some_and(|rest| {
                wildcard::matches_rest(&self.text[self.head_len + 1..], self.is_anchored, rest)
            }),
        }
    }

    /// Whether it matches whatever `other` matches.
    fn covers(&self, other: &Self) -> bool {
        match self.form {
            Form::Plain => other.head().starts_with(&self.text),
            Form::Exact => other.form == Form::Exact && other.text == self.text,
            Form::Wild => {
                if self.is_anchored && !other.is_anchored || memchr::memchr(STAR, &self.text).is_some() {
                    return false;
                }
                self.matches(if other.form == Form::Wild {
                    &other.starred
                } else {
                    &other.text
                })
            }
        }
    }

    /// Whether there is a target that both match.
    fn overlaps(&self, other: &Self) -> bool {
        match (self.form, other.form) {
            (Form::Exact, _) => other.matches(&self.text),
            (_, Form::Exact) => self.matches(&other.text),
            _ => {
                let compatible =
                    self.head().starts_with(other.head()) || other.head().starts_with(self.head());
                let ends = !self.is_anchored
                    || !other.is_anchored
                    || self.tail().ends_with(other.tail())
                    || other.tail().ends_with(self.tail());
                compatible && ends
            }
        }
    }
}

/// Which of two rules goes before the other: the lesser. Distinct for all rules of a unit.
type Precedence = (u32, bool, usize);

/// A rule as this module looks at it.
struct Part {
    /// Its place among the rules of the unit.
    rule: usize,
    kind: RuleKind,
    shape: Shape,
    precedence: Precedence,
    /// The second chance of an Allow for an index page: no rule of its own, and never reported.
    is_second: bool,
    /// Reported, and so as good as taken away.
    is_gone: bool,
    /// The nearest plain prefix of the same head, or of a shorter one, in the sorted order.
    parent: Option<usize>,
}

/// The rules of a unit, sorted by their literal heads.
struct Parts {
    sorted: Vec<Part>,
    /// Places of the patterns with stars.
    wild: Vec<usize>,
    /// Precedences of the patterns with stars, by kind: Allow, Disallow; sorted. Only where there are many.
    wild_precedences: [Vec<Precedence>; 2],
}

pub(super) fn check(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    unit: &mut Unit<'_>,
    left: &mut Left,
) {
    let wants = |findings: &Findings<'_, '_>, codes: &[Code]| codes.iter().any(|code| findings.wants(*code));
    if !wants(
        findings,
        &[Code::UnreachableRule, Code::RedundantRule, Code::EqualLength],
    ) {
        return;
    }
    let choice = document.dialect.rule_choice();
    let mut parts = Parts::new(document, unit, choice);
    // The longest first, so that of two rules that say the same it is the more special that goes; of equals, the later.
    let mut order: Vec<usize> = (0..parts.sorted.len()).collect();
    order.sort_by_key(|&at| {
        let part = &parts.sorted[at];
        core::cmp::Reverse((unit.rules[part.rule].canonical.len(), part.rule))
    });
    for at in order {
        let part = &parts.sorted[at];
        if part.is_second || part.has_second(document, unit) {
            continue;
        }
        let reason = match parts.unreachable(at) {
            // It says the same.
            Some(by) if parts.sorted[by].kind == part.kind => Reason::Redundant(Some(parts.sorted[by].rule)),
            Some(by) => Reason::Unreachable(parts.sorted[by].rule),
            None if unit.is_alone => match parts.redundant(at, choice) {
                Some(by) => Reason::Redundant(by.map(|by| parts.sorted[by].rule)),
                None => continue,
            },
            None => continue,
        };
        if left.take(unit.rules[part.rule].section) {
            let rule = parts.sorted[at].rule;
            unit.rules[rule].is_gone = true;
            unit.rules[rule].is_reported |= report(document, findings, unit, rule, reason);
            parts.sorted[at].is_gone = true;
        }
    }
    if choice == RuleChoice::Longest {
        equal_lengths(document, findings, unit, &parts);
        for at in 0..parts.sorted.len() {
            let part = &parts.sorted[at];
            if !part.is_second && !part.is_gone {
                unit.rules[part.rule].needs_length |= parts.needs_length(at, unit.is_alone);
            }
        }
    }
}

/// Why a rule may go, and the rule because of which.
enum Reason {
    Unreachable(usize),
    /// Without another: nothing disallows what it allows.
    Redundant(Option<usize>),
}

fn report(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    unit: &Unit<'_>,
    rule: usize,
    reason: Reason,
) -> bool {
    let line = &unit.rules[rule].line;
    let span = document.span_of(line.value);
    let name = |rule: usize| {
        let line = &unit.rules[rule].line;
        format!("`{}: {}`", line.kind, shown(line.value))
    };
    let place = |rule: usize| document.entries[unit.rules[rule].line.entry].line.span();
    match reason {
        Reason::Unreachable(by) => findings.report(
            Code::UnreachableRule,
            span,
            || {
                format!(
                    "this rule never decides: {} goes before it wherever it matches",
                    name(by)
                )
            },
            |finding| {
                let help = match document.dialect.rule_choice() {
                    RuleChoice::Longest => {
                        "remove it, or make the pattern the longer one if the rule is meant".into()
                    }
                    RuleChoice::First | RuleChoice::AnyDisallow => format!(
                        "remove it, or move it above line {} if it is meant",
                        unit.rules[by].line.entry + 1
                    ),
                };
                let (span, text) = removal(document, line);
                finding
                    .related(place(by), "this rule goes before it")
                    .correct(help, span, text);
            },
        ),
        Reason::Redundant(Some(by)) => findings.report(
            Code::RedundantRule,
            span,
            || format!("this rule changes nothing: {} covers it", name(by)),
            |finding| remove(document, finding.related(place(by), "this rule covers it"), line),
        ),
        Reason::Redundant(None) => findings.report(
            Code::RedundantRule,
            span,
            || "this rule changes nothing: no rule disallows what it allows".into(),
            |finding| remove(document, finding, line),
        ),
    }
}

impl Part {
    /// Whether its line also is a rule for a directory.
    fn has_second(&self, document: &Document<'_>, unit: &Unit<'_>) -> bool {
        RuleSyntax::new(&document.dialect)
            .second_chance(self.kind, unit.language, &unit.rules[self.rule].canonical)
            .is_some()
    }
}

impl Parts {
    fn new(document: &Document<'_>, unit: &Unit<'_>, choice: RuleChoice) -> Self {
        let precedence = |rule: usize, kind: RuleKind, len: usize| match choice {
            RuleChoice::Longest => (u32::MAX - len as u32, kind == RuleKind::Disallow, rule),
            RuleChoice::First | RuleChoice::AnyDisallow => (0, false, rule),
        };
        let mut sorted = Vec::new();
        for (rule, own) in unit.rules.iter().enumerate() {
            let kind = own.line.kind;
            if own.is_gone || !crate::matching::precedence::Precedence::counts(choice, kind) {
                continue;
            }
            let mut push = |canonical: &[u8], is_second: bool| {
                if let Some(shape) = Shape::new(canonical, unit.language) {
                    sorted.push(Part {
                        rule,
                        kind,
                        shape,
                        precedence: precedence(rule, kind, canonical.len()),
                        is_second,
                        is_gone: false,
                        parent: None,
                    });
                }
            };
            expand(
                RuleSyntax::new(&document.dialect),
                kind,
                unit.language,
                own.line.value,
                |alternative| push(alternative.pattern, alternative.is_second_chance),
            );
        }
        sorted.sort_by(|a, b| {
            let by_head = a.shape.head().cmp(b.shape.head());
            by_head
                .then(a.shape.form.cmp(&b.shape.form))
                .then(a.rule.cmp(&b.rule))
        });
        // The plain prefixes of the head at hand, each of the next.
        let mut open: Vec<usize> = Vec::new();
        for at in 0..sorted.len() {
            while let Some(&last) = open.last() {
                if sorted[at].shape.head().starts_with(&sorted[last].shape.text) {
                    break;
                }
                open.pop();
            }
            sorted[at].parent = open.last().copied();
            if sorted[at].shape.form == Form::Plain {
                open.push(at);
            }
        }
        let wild: Vec<usize> = (0..sorted.len())
            .filter(|&at| sorted[at].shape.form == Form::Wild)
            .collect();
        let mut wild_precedences = [Vec::new(), Vec::new()];
        if wild.len() > BUDGET {
            for &at in &wild {
                wild_precedences[usize::from(sorted[at].kind == RuleKind::Disallow)]
                    .push(sorted[at].precedence);
            }
            wild_precedences
                .iter_mut()
                .for_each(|precedences| precedences.sort_unstable());
        }
        Self {
            sorted,
            wild,
            wild_precedences,
        }
    }

    /// The plain prefixes above a pattern, the nearest first. Those with the same text that sort behind it are not among them.
    fn ancestors(&self, at: usize) -> impl Iterator<Item = usize> {
        core::iter::successors(self.sorted[at].parent, |&at| self.sorted[at].parent)
    }

    /// The patterns with the same text that sort behind a plain one.
    fn twins(&self, at: usize) -> impl Iterator<Item = usize> {
        let text = &self.sorted[at].shape.text;
        let is_plain = self.sorted[at].shape.form == Form::Plain;
        (at + 1..self.sorted.len())
            .take_while(move |&twin| {
                let shape = &self.sorted[twin].shape;
                is_plain && shape.form == Form::Plain && shape.text == *text
            })
            .take(BUDGET)
    }

    /// Patterns that cover another, as far as the budget goes.
    fn covering(&self, at: usize) -> impl Iterator<Item = usize> {
        let shape = &self.sorted[at].shape;
        let wild = self.wild.iter().copied().take(BUDGET);
        let wild = wild.filter(move |&other| other != at && self.sorted[other].shape.covers(shape));
        let plain = self.ancestors(at).take(BUDGET).chain(self.twins(at));
        plain.chain(wild).filter(|&other| !self.sorted[other].is_gone)
    }

    /// A pattern that covers another and goes before it: the first in the order of precedence.
    fn unreachable(&self, at: usize) -> Option<usize> {
        let own = self.sorted[at].precedence;
        self.covering(at)
            .filter(|&other| self.sorted[other].precedence < own)
            .min_by_key(|&other| self.sorted[other].precedence)
    }

    /// Whether a rule changes nothing; and the rule that covers it, unless it allows what is allowed anyway.
    fn redundant(&self, at: usize, choice: RuleChoice) -> Option<Option<usize>> {
        let part = &self.sorted[at];
        let by = self
            .covering(at)
            .filter(|&other| {
                self.sorted[other].kind == part.kind && self.sorted[other].precedence > part.precedence
            })
            .min_by_key(|&other| self.sorted[other].precedence);
        let until = match by {
            Some(by) => self.sorted[by].precedence,
            // `Allow: /` is said for its own sake.
            None if part.kind == RuleKind::Allow && part.shape.text != b"/" => (u32::MAX, true, usize::MAX),
            None => return None,
        };
        (!self.is_opposed(at, until, choice)).then_some(by)
    }

    /// Whether the stars at the end of a pattern put it before a rule of the other kind.
    fn needs_length(&self, at: usize, is_alone: bool) -> bool {
        let part = &self.sorted[at];
        let (len, kind, rule) = part.precedence;
        let written = (u32::MAX - len) as usize;
        let shortest = part.shape.text.len() + usize::from(part.shape.is_anchored);
        if written <= shortest {
            return false;
        }
        // Together with other groups there is no telling.
        !is_alone || self.is_opposed(at, (u32::MAX - shortest as u32, kind, rule), RuleChoice::Longest)
    }

    /// Whether a rule of the other kind that overlaps it comes behind it, and before `until`; or whether that is not known.
    fn is_opposed(&self, at: usize, until: Precedence, choice: RuleChoice) -> bool {
        let part = &self.sorted[at];
        let is_between = |precedence: Precedence| part.precedence < precedence && precedence < until;
        let opposes = |other: usize| {
            let other = &self.sorted[other];
            other.kind != part.kind && is_between(other.precedence) && other.shape.overlaps(&part.shape)
        };
        // Shorter patterns.
        if self.ancestors(at).take(BUDGET).any(opposes) || self.ancestors(at).nth(BUDGET).is_some() {
            return true;
        }
        // Patterns with stars.
        if self.wild.len() > BUDGET {
            let precedences = &self.wild_precedences[usize::from(part.kind == RuleKind::Allow)];
            let next = precedences.partition_point(|precedence| *precedence <= part.precedence);
            if precedences
                .get(next)
                .is_some_and(|precedence| is_between(*precedence))
            {
                return true;
            }
        } else if self.wild.iter().any(|&other| opposes(other)) {
            return true;
        }
        // Longer patterns. Where the longest decides, those go before a plain one as long as its text.
        let len = (u32::MAX - part.precedence.0) as usize;
        let is_first =
            choice == RuleChoice::Longest && part.shape.form != Form::Wild && len <= part.shape.text.len();
        if !is_first && part.shape.form != Form::Exact {
            let head = part.shape.head();
            let start = self.sorted.partition_point(|other| other.shape.head() < head);
            let longer = self.sorted[start..]
                .iter()
                .take_while(|other| other.shape.head().starts_with(head));
            for (count, (offset, _)) in longer.enumerate().map(|(i, other)| (i, (start + i, other))) {
                if count == BUDGET || opposes(offset) {
                    return true;
                }
            }
        }
        false
    }
}

/// Allows that are exceptions to a Disallow with stars, and no longer than it. Each Allow is reported once.
fn equal_lengths(document: &Document<'_>, findings: &mut Findings<'_, '_>, unit: &Unit<'_>, parts: &Parts) {
    if !findings.wants(Code::EqualLength) || parts.wild.is_empty() {
        return;
    }
    let mut by_len: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (at, part) in parts.sorted.iter().enumerate() {
        if !part.is_gone && !part.is_second && part.kind == RuleKind::Allow {
            by_len.entry(part.precedence.0).or_default().push(at);
        }
    }
    let mut reported = alloc::vec![false; parts.sorted.len()];
    for &wild in parts.wild.iter().take(BUDGET) {
        let own = &parts.sorted[wild];
        if own.is_gone || own.kind == RuleKind::Allow {
            continue;
        }
        for &at in by_len.get(&own.precedence.0).into_iter().flatten() {
            let other = &parts.sorted[at];
            if reported[at] || !own.shape.covers(&other.shape) {
                continue;
            }
            reported[at] = true;
            let (allow, disallow) = (&unit.rules[other.rule].line, &unit.rules[own.rule].line);
            findings.report(
                Code::EqualLength,
                document.span_of(allow.value),
                || {
                    format!(
                        "`{}: {}` is as long, and matches all that this rule allows",
                        disallow.kind,
                        shown(disallow.value)
                    )
                },
                |finding| {
                    finding
                        .related(
                            document.entries[disallow.entry].line.span(),
                            "the rule to which this is an exception",
                        )
                        .help(
                            "make this pattern longer, so that it is the more specific one for every crawler",
                        );
                },
            );
        }
    }
}
