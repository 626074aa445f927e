//! From the rules of the groups that speak for a crawler to [`Rules`].

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::few::Few;
use super::literals::{Literals, precedence};
use super::trie::{End, Literal, NODE_BYTES, Trie};
use super::wildcards::{Language, Wildcard, Wildcards};
use super::{Rules, weight};
use crate::agent::AgentList;
use crate::ask::{Selected, Selection, paths};
use crate::dialect::{Dialect, PatternLanguage, RuleChoice};
use crate::extension::Collector;
use crate::pattern;
use crate::percent::{Scratch, all_plain};
use crate::tape::{Listener, Record, Step};
use crate::verdict::RuleKind;

/// A rule whose pattern stands in the compiler's text, without the `*` or `$` at the end of a literal.
#[derive(Clone, Copy, Debug)]
struct Collected {
    start: u32,
    len: u32,
    line: u32,
    kind: RuleKind,
    end: End,
}

impl Collected {
    fn pattern<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..][..self.len as usize]
    }

    fn literal<'t>(&self, text: &'t [u8]) -> Literal<'t> {
        Literal {
            text: self.pattern(text),
            end: self.end,
            kind: self.kind,
            line: self.line,
        }
    }
}

/// How a pattern is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Literal(End),
    Wildcard,
    Glob,
}

/// Collects the rules that speak for a crawler.
pub(super) struct Compiler<'q, 'b> {
    body: &'b [u8],
    dialect: &'q Dialect,
    selection: Selection<'q, 'b>,
    /// The patterns in canonical form, globs as written.
    text: Vec<u8>,
    literals: Vec<Collected>,
    wildcards: Vec<Collected>,
    globs: Vec<Collected>,
    extensions: Collector<'q>,
}

impl<'q, 'b> Compiler<'q, 'b> {
    pub(super) fn new(body: &'b [u8], dialect: &'q Dialect, agents: AgentList<'q>) -> Self {
        Self {
            body,
            dialect,
            selection: Selection::new(dialect, agents),
            text: Vec::new(),
            literals: Vec::new(),
            wildcards: Vec::new(),
            globs: Vec::new(),
            extensions: Collector::new(dialect),
        }
    }

    #[inline]
    pub(super) fn hear_step(&mut self, step: Step<'b>, line: u32) -> Selected {
        let selected = self.selection.step(step);
        match selected {
            Selected::Restart => {
                self.text.clear();
                self.literals.clear();
                self.wildcards.clear();
                self.globs.clear();
                self.extensions.restart();
            }
            Selected::Speaks(language) => {
                if let Step::Rule(kind, value) = step {
                    if self.dialect.several_values() {
                        paths(value).for_each(|path| self.add(kind, path, line, language));
                    } else if !value.is_empty() {
                        self.add(kind, value, line, language);
                    }
                }
            }
            Selected::Within | Selected::Outside | Selected::Nothing => {}
        }
        selected
    }

    fn add(&mut self, kind: RuleKind, value: &[u8], line: u32, language: PatternLanguage) {
        if self.dialect.rule_choice() == RuleChoice::AnyDisallow && kind == RuleKind::Allow {
            return;
        }
        if language == PatternLanguage::Glob {
            self.push(kind, value, line, Form::Glob);
        } else if all_plain(value) {
            self.push(kind, value, line, Form::Literal(End::Open));
            self.add_index_html(kind, value, line, language);
        } else if language == PatternLanguage::Wildcard && pattern::is_canonical_wildcard(value) {
            let (text, form) = split_end(value);
            self.push(kind, text, line, form);
            self.add_index_html(kind, value, line, language);
        } else {
            let mut scratch = Scratch::new();
            pattern::canonical(value, language, self.dialect.percent_mode(), &mut scratch);
            let (text, form) = match language {
                PatternLanguage::Wildcard => split_end(scratch.as_slice()),
                PatternLanguage::Prefix | PatternLanguage::Glob => {
                    (scratch.as_slice(), Form::Literal(End::Open))
                }
            };
            self.push(kind, text, line, form);
            self.add_index_html(kind, scratch.as_slice(), line, language);
        }
    }

    /// Adds the second chance that Google's library gives `Allow: /dir/index.htm…`.
    #[inline]
    fn add_index_html(&mut self, kind: RuleKind, canonical: &[u8], line: u32, language: PatternLanguage) {
        if self.dialect.index_html()
            && kind == RuleKind::Allow
            && language == PatternLanguage::Wildcard
            && let Some(len) = pattern::index_html(canonical)
        {
            let directory = &canonical[..len];
            if directory.contains(&b'*') {
                self.push(kind, &[directory, b"$"].concat(), line, Form::Wildcard);
            } else {
                self.push(kind, directory, line, Form::Literal(End::Anchor));
            }
        }
    }

    fn push(&mut self, kind: RuleKind, pattern: &[u8], line: u32, form: Form) {
        if !has_room(self.text.len() + pattern.len(), self.literals.len() + 1) {
            return;
        }
        let (list, end) = match form {
            Form::Literal(end) => (&mut self.literals, end),
            Form::Wildcard => (&mut self.wildcards, End::Open),
            Form::Glob => (&mut self.globs, End::Open),
        };
        if self.text.capacity() == 0 {
            // Enough for most sites, so that their rules are collected without growing.
            self.text.reserve(512);
            list.reserve(16);
        }
        list.push(Collected {
            start: self.text.len() as u32,
            len: pattern.len() as u32,
            line,
            kind,
            end,
        });
        self.text.extend_from_slice(pattern);
    }

    pub(super) fn finish(mut self) -> Rules {
        let choice = self.dialect.rule_choice();
        let (literals, literal_count) = self.literals();
        let text = &self.text;
        let precedence =
            |rule: &Collected| (Reverse(weight(choice, rule.len as usize, rule.kind)), rule.line);
        let list = |mut rules: Vec<Collected>, language: Language| {
            rules.sort_unstable_by_key(precedence);
            let patterns: Vec<Wildcard<'_>> = rules
                .iter()
                .map(|rule| Wildcard {
                    pattern: rule.pattern(text),
                    kind: rule.kind,
                    line: rule.line,
                })
                .collect();
            (!patterns.is_empty()).then(|| Box::new(Wildcards::new(&patterns, language)))
        };
        Rules {
            count: (literal_count + self.wildcards.len() + self.globs.len()) as u32,
            literals,
            wildcards: list(self.wildcards, Language::Wildcard),
            globs: list(self.globs, Language::Glob(self.dialect.percent_mode())),
            group: self.selection.label().map(Box::from),
            choice,
            mode: self.dialect.percent_mode(),
            syntax: self.dialect.target_syntax(),
            robots_txt_allowed: self.dialect.robots_txt_allowed(),
            extensions: self.extensions.finish(),
        }
    }

    /// The literals, packed, and how many differ: of those alike but for kind and line, the first by precedence decides.
    fn literals(&mut self) -> (Literals, usize) {
        let choice = self.dialect.rule_choice();
        let text = &self.text;
        let rules = &mut self.literals;
        let precedence =
            |rule: &Collected| precedence(choice, rule.len as usize, rule.end, rule.kind, rule.line);
        let by_precedence = |a: &Collected, b: &Collected| {
            precedence(a)
                .cmp(&precedence(b))
                .then_with(|| (a.end, a.pattern(text)).cmp(&(b.end, b.pattern(text))))
        };
        let alike = |a: &Collected, b: &Collected| {
            a.len == b.len && a.end == b.end && a.pattern(text) == b.pattern(text)
        };
        if rules.len() <= Few::MAX {
            rules.sort_unstable_by(by_precedence);
            let mut distinct = 0;
            for i in 0..rules.len() {
                if !rules[..distinct].iter().any(|other| alike(other, &rules[i])) {
                    rules.swap(distinct, i);
                    distinct += 1;
                }
            }
            rules.truncate(distinct);
        } else {
            sort_by_pattern(rules, text, |a, b| {
                a.end.cmp(&b.end).then_with(|| by_precedence(a, b))
            });
            let distinct = rules.chunk_by(alike).take(Few::MAX + 1).count();
            if distinct > Few::MAX {
                let (trie, count) = Trie::pack(rules.iter().map(|rule| rule.literal(text)));
                return (Literals::Trie(trie), count);
            }
            rules.dedup_by(|b, a| alike(a, b));
            rules.sort_unstable_by(by_precedence);
        }
        match Few::pack(rules.iter().map(|rule| rule.literal(text))) {
            Some(few) => (Literals::Few(few), rules.len()),
            None => {
                sort_by_pattern(rules, text, |a, b| a.end.cmp(&b.end));
                let (trie, count) = Trie::pack(rules.iter().map(|rule| rule.literal(text)));
                (Literals::Trie(trie), count)
            }
        }
    }
}

impl<'b> Listener<'b> for Compiler<'_, 'b> {
    #[inline(always)]
    fn passes_over_rule(&mut self, _: u8) -> bool {
        !self.selection.rule()
    }

    #[inline(always)]
    fn passes_over_user_agent(&mut self, byte: u8) -> bool {
        self.selection.passes_over_user_agent(byte)
    }

    #[inline(always)]
    fn hear(&mut self, step: Step<'b>, record: Record) {
        match self.hear_step(step, record.line()) {
            Selected::Within => self.extensions.hear_within(self.body, record),
            Selected::Outside => self.extensions.hear_outside(self.body, record),
            Selected::Restart | Selected::Speaks(_) | Selected::Nothing => {}
        }
    }
}

/// Whether so many rules, with patterns of so many bytes in all, can be packed.
fn has_room(bytes: usize, rules: usize) -> bool {
    bytes as u64 + NODE_BYTES as u64 * rules as u64 <= u64::from(u32::MAX)
}

/// Sorts rules by their patterns, and those with equal patterns by `equals`.
///
/// Patterns are compared eight bytes at a time: all by their first eight, then each run of equal ones by the next. Sites have many
/// rules with long common beginnings, which a comparison from the start would read again and again.
fn sort_by_pattern(
    rules: &mut [Collected],
    text: &[u8],
    equals: impl Fn(&Collected, &Collected) -> Ordering,
) {
    // Eight bytes, or fewer at the end; which of them are there tells `a` from `a` and a NUL.
    let key = |rule: &Collected, depth: usize| -> (u64, usize) {
        let rest = &rule.pattern(text)[depth..];
        match rest.first_chunk() {
            Some(eight) => (u64::from_be_bytes(*eight), 8),
            None => {
                let mut eight = [0; 8];
                eight[..rest.len()].copy_from_slice(rest);
                (u64::from_be_bytes(eight), rest.len())
            }
        }
    };
    let mut keyed = Vec::with_capacity(rules.len());
    let mut runs = alloc::vec![(0, rules.len(), 0)];
    while let Some((from, to, depth)) = runs.pop() {
        keyed.clear();
        keyed.extend(rules[from..to].iter().map(|rule| (key(rule, depth), *rule)));
        keyed.sort_unstable_by_key(|(key, _)| *key);
        let mut at = from;
        for run in keyed.chunk_by(|a, b| a.0 == b.0) {
            let end = at + run.len();
            for (place, (_, rule)) in rules[at..end].iter_mut().zip(run) {
                *place = *rule;
            }
            if run.len() > 1 {
                if run[0].0.1 == 8 {
                    runs.push((at, end, depth + 8));
                } else {
                    rules[at..end].sort_unstable_by(&equals);
                }
            }
            at = end;
        }
    }
}

/// Splits a canonical wildcard pattern into what is compiled and how.
fn split_end(pattern: &[u8]) -> (&[u8], Form) {
    let (text, end) = match pattern {
        [text @ .., b'$'] => (text, End::Anchor),
        [text @ .., b'*'] => (text, End::Star),
        text => (text, End::Open),
    };
    match memchr::memchr(b'*', text) {
        None => (text, Form::Literal(end)),
        Some(_) => (pattern, Form::Wildcard),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_gibibytes_are_room_enough() {
        const LIMIT: usize = u32::MAX as usize;
        assert!(has_room(LIMIT - 2 * NODE_BYTES, 2));
        assert!(!has_room(LIMIT - 2 * NODE_BYTES + 1, 2));
        assert!(has_room(0, LIMIT / NODE_BYTES));
        assert!(!has_room(0, LIMIT / NODE_BYTES + 1));
    }

    #[test]
    fn sorting_by_eight_bytes_is_sorting() {
        let patterns: [&[u8]; 12] = [
            b"/abcdefgh/1",
            b"/abcdefgh",
            b"/",
            b"",
            b"/abcdefg",
            b"/abcdefg\0",
            b"/abcdefgh/0",
            b"/b",
            b"/abcdefgh/1",
            b"/abcdefghabcdefgh",
            b"/abcdefghabcdefg",
            b"\xFF",
        ];
        let text = patterns.concat();
        let mut start = 0;
        let mut rules: Vec<Collected> = patterns
            .iter()
            .enumerate()
            .map(|(i, pattern)| {
                let rule = Collected {
                    start,
                    len: pattern.len() as u32,
                    line: i as u32,
                    kind: RuleKind::Allow,
                    end: End::Open,
                };
                start += pattern.len() as u32;
                rule
            })
            .collect();
        sort_by_pattern(&mut rules, &text, |a, b| b.line.cmp(&a.line));
        let sorted: Vec<(&[u8], Reverse<u32>)> = rules
            .iter()
            .map(|rule| (rule.pattern(&text), Reverse(rule.line)))
            .collect();
        assert!(sorted.is_sorted(), "{sorted:?}");
    }
}
