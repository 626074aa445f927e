//! Why a line that can be removed has no effect.

use std::collections::BTreeMap;

use super::audience::{RuleLines, RulesOfLine};
use super::{Change, Changed, Search};
use crate::decide::{Assertion, Because, Conclusion, Policy, Witness, equivalent};
use crate::lint::Code;
use crate::lint::engine::document::{Document, RuleLine};
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Precedence;
use robots_exclusion::companions::pattern::RuleKey;

/// The finding to report about a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    /// `None` if there is nothing to report.
    pub(super) code: Option<Code>,
    /// The line because of which the change has no effect, by its index among the lines of the
    /// component. It stays, except that the line which a duplicate repeats may go for another
    /// reason.
    pub(super) other: Option<usize>,
    /// A URL that shows that the change has no effect.
    pub(super) witness: Option<String>,
    /// Whether other rules are known to decide wherever the line matches.
    pub(super) never_decides: bool,
    /// Whether an Allow would have no effect either if no other Allow were there: where a Disallow matches
    /// what it matches, the Disallow decides. Otherwise other Allows open what it opens. `None` if that
    /// is not known.
    pub(super) opens_nothing: Option<bool>,
}

/// For each rule of an audience, the first line that has it.
pub(super) type Known = BTreeMap<RuleKey, usize>;

/// The rules of an audience in the lines that are wanted.
pub(super) fn known(
    document: &Document<'_>,
    lines: &RuleLines<'_, '_>,
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
            let key = rule.key(document, language);
            known.entry(key).or_insert(number);
        }
    }
    known
}

/// The policy of an audience without the lines that go, and the rules that it has left.
struct Kept {
    policy: Policy,
    known: Known,
}

impl Search<'_, '_, '_> {
    /// What to report about each change.
    pub(super) fn classified(&mut self, changes: &[Changed]) -> Vec<(Changed, Class)> {
        let mut numbers: Vec<u32> = Vec::new();
        let mut is_removed = vec![false; self.lines.lines.len()];
        for change in changes {
            let line = &self.lines.lines[change.line];
            numbers.push(line.number);
            if change.change == Change::Remove {
                numbers.extend(line.shortened);
                is_removed[change.line] = true;
            }
        }
        let mut kept: Vec<Option<Kept>> = self.policies.iter().map(|_| None).collect();
        let mut closing: Vec<Option<Policy>> = self.policies.iter().map(|_| None).collect();
        let mut found = Vec::new();
        for change in changes {
            let class = match change.change {
                Change::Shorten => Class {
                    code: Some(Code::TrailingStar),
                    ..Class::default()
                },
                Change::Remove => self.class(change, &numbers, &is_removed, &mut kept, &mut closing),
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
        closing: &mut [Option<Policy>],
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
        let same = |kind: RuleKind| {
            let mut others = line.rules.iter().map(|rule| {
                kept.known
                    .get(&RuleLine { kind, ..*rule }.key(self.document, language))
            });
            let first = *others.next()??;
            others.all(|other| other.is_some()).then_some(first)
        };
        let kind = line.rules[0].kind;
        let allows = kind == RuleKind::Allow;
        let opposite = if allows {
            RuleKind::Disallow
        } else {
            RuleKind::Allow
        };
        if let Some(other) = same(kind) {
            return Class {
                code: Some(Code::DuplicateRule),
                other: Some(other),
                ..Class::default()
            };
        }
        if let Some(other) = same(opposite) {
            return Class {
                code: Some(Code::Contradiction),
                other: Some(other),
                witness: match self.witness(&kept.policy, line, allows) {
                    Deciding::Url(url, _) => Some(url),
                    Deciding::Nothing | Deciding::Unknown => None,
                },
                ..Class::default()
            };
        }
        // Where any Disallow that matches decides, an Allow never counts, so there is nothing to
        // say about this one.
        if !Precedence::counts(self.document.dialect.rule_choice, line.rules[0].kind) {
            return Class::default();
        }
        for policy in &self.policies {
            for rule in policy.rules_of_line(line.number) {
                // The witness is a URL about which it decides.
                if let Conclusion::Refuted(witness) = policy.is_unreachable(rule, self.budget) {
                    let url = Some(witness.url().to_string());
                    let by = match change.because {
                        Because::SameVerdict { by } => by,
                        _ => None,
                    };
                    let by = by.and_then(|number| self.lines.at(number));
                    let by = by.filter(|other| !is_removed[*other] && self.covers(*other, change.line));
                    let by = by.or_else(|| self.kept_cover(&kept.policy, change.line, allows));
                    let failed = match by {
                        None if allows => self.failed_exception(&kept.policy, change.line),
                        _ => None,
                    };
                    let opens_nothing = match allows && by.is_none() && failed.is_none() {
                        true => self.opens_nothing(change.line, closing),
                        false => None,
                    };
                    return failed.unwrap_or(Class {
                        code: Some(Code::RedundantRule),
                        other: by,
                        witness: url,
                        never_decides: false,
                        opens_nothing,
                    });
                }
            }
        }
        self.class_of_undecided(&kept.policy, change.line, allows)
    }

    /// [`Class::opens_nothing`] of a line. `closing` has the policies without their Allow rules, once they
    /// were needed.
    fn opens_nothing(&mut self, line: usize, closing: &mut [Option<Policy>]) -> Option<bool> {
        let line = &self.lines.lines[line];
        let lines = &self.lines.lines;
        let allows_but = move |own: u32| -> Vec<u32> {
            let allows = lines.iter().filter(|line| line.rules[0].kind == RuleKind::Allow);
            let others = allows.filter(|line| line.number != own);
            others
                .flat_map(|line| [Some(line.number), line.shortened])
                .flatten()
                .collect()
        };
        for number in 0..closing.len() {
            if self.policies[number].rules_of_line(line.number).is_empty() {
                continue;
            }
            let closing = closing[number]
                .get_or_insert_with(|| self.policies[number].without_lines(&allows_but(u32::MAX)));
            // In most files no Disallow matches any of it.
            if matches!(self.witness(closing, line, true), Deciding::Nothing) {
                continue;
            }
            // A copy of all rules, for this line alone.
            let rules = &self.policies[number];
            self.budget.spend(rules.rules().len() as u64 * 16);
            if self.budget.remaining() == 0 {
                return None;
            }
            let alone = rules.without_lines(&allows_but(line.number));
            let forms = [Some(line.number), line.shortened].into_iter().flatten();
            let own: Vec<usize> = forms.flat_map(|form| alone.rules_of_line(form)).collect();
            match alone.are_redundant(&own, self.budget) {
                Conclusion::Proved => {}
                Conclusion::Refuted(_) => return Some(false),
                Conclusion::Undecided => return None,
            }
        }
        Some(true)
    }

    /// What to report about a line that never decides: is it preceded by one rule of the other kind, or
    /// do several of them together decide wherever it matches?
    fn class_of_undecided(&mut self, kept: &Policy, number: usize, allows: bool) -> Class {
        let line = &self.lines.lines[number];
        let opposed = self.witness(kept, line, allows);
        if let Deciding::Url(url, Some(other)) = &opposed
            && self.precedes(*other, number)
        {
            return Class {
                code: Some(Code::UnreachableRule),
                other: Some(*other),
                witness: Some(url.clone()),
                never_decides: true,
                ..Class::default()
            };
        }
        if allows && let Some(failed) = self.failed_exception(kept, number) {
            return failed;
        }
        let (code, other, witness) = match (opposed, self.witness(kept, line, !allows)) {
            (Deciding::Url(url, _), Deciding::Nothing) => (Code::UnreachableRule, None, url),
            (_, Deciding::Url(url, by)) => (
                Code::RedundantRule,
                by.filter(|other| self.covers(*other, number)),
                url,
            ),
            (Deciding::Url(url, _), Deciding::Unknown) => (Code::RedundantRule, None, url),
            (Deciding::Nothing | Deciding::Unknown, Deciding::Nothing | Deciding::Unknown) => {
                return Class::default();
            }
        };
        Class {
            code: Some(code),
            other,
            witness: Some(witness),
            never_decides: true,
            ..Class::default()
        }
    }

    /// The finding to report about an Allow that has no effect, if it looks like an exception: the
    /// Disallow that it does not cover disallows a page right at the path of the Allow, such as
    /// `/docs/x.html` of `Allow: /docs/`, or `/page.htm` of `Allow: /page`. This is required
    /// because nearly every two patterns with stars match some common URL: a plain permission such
    /// as `Allow: /careers/` is not an exception to a Disallow of `plugins/` in any folder, nor
    /// `Allow: *.js` to `Disallow: /customers`.
    fn failed_exception(&mut self, kept: &Policy, line: usize) -> Option<Class> {
        /// In bytes: `.xhtml`.
        const LONGEST_EXTENSION: usize = 5;
        let Deciding::Url(url, Some(other)) = self.witness(kept, &self.lines.lines[line], true) else {
            return None;
        };
        let pattern = self.lines.lines[line].rules.first()?.value;
        let path = url.strip_prefix(Witness::ORIGIN).unwrap_or(&url);
        let name = path.as_bytes().strip_prefix(pattern)?;
        // A page is a letter, which stands for any name, and an extension.
        let dot = name
            .iter()
            .position(|byte| *byte == b'.')
            .filter(|dot| *dot <= 1)?;
        let extension = &name[dot + 1..];
        if extension.len() > LONGEST_EXTENSION || !extension.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        // In `Allow: /a` and `Disallow: /a/b`, the Disallow is the exception.
        (!self.covers(line, other)).then_some(Class {
            code: Some(Code::FailedException),
            other: Some(other),
            witness: Some(url),
            ..Class::default()
        })
    }

    /// A line that stays and covers a line that is removed. Only one candidate is tried: the line
    /// that, after the removals, decides in the same way about a URL which the removed line
    /// matches.
    fn kept_cover(&mut self, kept: &Policy, line: usize, allows: bool) -> Option<usize> {
        match self.witness(kept, &self.lines.lines[line], !allows) {
            Deciding::Url(_, by) => by.filter(|other| self.covers(*other, line)),
            Deciding::Nothing | Deciding::Unknown => None,
        }
    }

    /// [`RuleLines::alone`] within the budget: one long line may be compared with thousands of
    /// others.
    fn alone(&mut self, lines: &[usize], kind: Option<RuleKind>) -> Option<(Policy, Vec<u32>)> {
        let rules = lines.iter().flat_map(|line| self.lines.lines[*line].rules);
        let bytes: usize = rules.map(|rule| rule.value.len()).sum();
        if self.budget.remaining() == 0 {
            return None;
        }
        self.budget.spend(bytes as u64);
        self.lines.alone(lines, kind)
    }

    /// Whether a line alone matches every URL that another one matches.
    pub(super) fn covers(&mut self, other: usize, line: usize) -> bool {
        let kind = Some(RuleKind::Disallow);
        let both = self.alone(&[other.min(line), other.max(line)], kind);
        let (Some((both, _)), Some((one, _))) = (both, self.alone(&[other], kind)) else {
            return false;
        };
        equivalent(&both, &one, self.budget).is_proved()
    }

    /// Whether a line alone decides about every URL that another one matches.
    fn precedes(&mut self, other: usize, line: usize) -> bool {
        let alone = self.alone(&[other.min(line), other.max(line)], None);
        let Some((policy, numbers)) = alone else {
            return false;
        };
        let first = numbers[usize::from(other < line)];
        let paths = self.lines.lines[line].rules.len() as u32;
        let rules = (first..first + paths).flat_map(|number| policy.rules_of_line(number));
        let rules: Vec<usize> = rules.collect();
        let never_decides = |rule: &usize| policy.is_unreachable(*rule, self.budget).is_proved();
        rules.len() as u32 == paths && rules.iter().all(never_decides)
    }

    /// A URL that a line's pattern matches and that the policy disallows if `allowed` is set, or
    /// allows if it is not; and the line that decides about it.
    fn witness(&mut self, policy: &Policy, line: &RulesOfLine<'_, '_>, allowed: bool) -> Deciding {
        let language = self.document.sections[line.section].language;
        let dialect = self
            .document
            .dialect
            .with(|custom| custom.pattern_language = language);
        let kind = if allowed {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        };
        let mut found = Deciding::Nothing;
        for rule in line.rules {
            let Ok(pattern) = core::str::from_utf8(rule.value) else {
                found = Deciding::Unknown;
                continue;
            };
            match policy.holds_for_all(&Assertion::new(kind, pattern, dialect), self.budget) {
                Conclusion::Proved => {}
                Conclusion::Refuted(witness) => {
                    let by = witness.before().rule().map(|rule| rule.line());
                    let by = by.and_then(|number| self.lines.at(number));
                    return Deciding::Url(witness.url().to_string(), by);
                }
                Conclusion::Undecided => found = Deciding::Unknown,
            }
        }
        found
    }
}

/// The answer to a question about the pattern of a line.
enum Deciding {
    /// A URL that it matches, and the line that decides about it.
    Url(String, Option<usize>),
    /// There is no such URL.
    Nothing,
    /// The budget was spent first, or a pattern is not UTF-8.
    Unknown,
}
