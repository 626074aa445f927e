//! Compiles the rules of the groups that apply to a crawler.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Rules;
use super::default_verdict::DefaultVerdict;
use super::literal::{End, Literal};
use super::literals::Literals;
use super::trie::has_room;
use super::wildcards::{Language, Wildcard, Wildcards};
use crate::dialect::{Dialect, PatternLanguage};
use crate::matching::anchor::split_anchor;
use crate::matching::group_rank::Names;
use crate::matching::pattern::{self, RuleSyntax};
use crate::matching::percent::{Scratch, all_plain};
use crate::matching::precedence::Precedence;
use crate::matching::selection::{Chosen, FileGroups};
use crate::rules::extensions::collect;
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;
use crate::syntax::rule_value::is_empty_rule;

/// A literal or wildcard pattern in canonical form.
#[derive(Clone, Copy, Debug)]
enum Pattern<'s, 'b> {
    /// As written in the body.
    Written(&'b [u8]),
    Rewritten(&'s [u8]),
}

impl Pattern<'_, '_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Written(bytes) => bytes,
            Self::Rewritten(bytes) => bytes,
        }
    }
}

/// The lists of patterns.
#[derive(Clone, Copy, Debug)]
enum List {
    Literals,
    Wildcards,
    Globs,
}

/// The place of a rewritten pattern in its list. The compiler holds its text.
#[derive(Clone, Copy, Debug)]
struct Rewritten {
    list: List,
    index: usize,
    start: usize,
    end: usize,
}

/// Collects the rules that apply to a crawler.
struct Compiler<'q, 'b> {
    dialect: &'q Dialect,
    syntax: RuleSyntax,
    /// These three are in the order of their lines. The texts of rewritten patterns are empty until
    /// `finish`: they are kept one after the other in `text`, which may move while it grows, so
    /// nothing can borrow from it before the last one is in.
    literals: Vec<Literal<'b>>,
    wildcards: Vec<Wildcard<'b>>,
    globs: Vec<Wildcard<'b>>,
    rewritten: Vec<Rewritten>,
    text: Vec<u8>,
    /// Bytes of all patterns admitted so far.
    bytes: usize,
}

/// Compiles the rules of the groups that were chosen, and the values of their other lines. `names`
/// are the names that chose them.
///
/// Linear in the lines of the groups, and `n log n` in the number of their rules.
pub(super) fn compile(file: FileGroups<'_>, chosen: &Chosen<'_>, names: Option<&Names<'_>>) -> Rules {
    Rules {
        extensions: collect(file, chosen, names),
        ..compile_rules(file, chosen, names)
    }
}

/// The same without the values of other lines.
pub(super) fn compile_rules(file: FileGroups<'_>, chosen: &Chosen<'_>, names: Option<&Names<'_>>) -> Rules {
    let mut compiler = Compiler::new(file.dialect);
    for group in file.chosen(chosen, names) {
        let language = group.language(file.dialect);
        for line in &file.grouped.lines()[group.body()] {
            if let Some(kind) = line.rule_kind() {
                compiler.add_line(kind, line.value(file.body), line.line(), language);
            }
        }
    }
    compiler.finish(chosen)
}

/// Rules for a crawler to which no group applies.
pub(super) fn compile_nothing(dialect: &Dialect) -> Rules {
    Compiler::new(dialect).finish(&Chosen::NONE)
}

impl<'q, 'b> Compiler<'q, 'b> {
    fn new(dialect: &'q Dialect) -> Self {
        let syntax = RuleSyntax::new(dialect);
        Self {
            dialect,
            syntax,
            literals: Vec::new(),
            wildcards: Vec::new(),
            globs: Vec::new(),
            rewritten: Vec::new(),
            text: Vec::new(),
            bytes: 0,
        }
    }

    #[inline(never)]
    fn add_line(&mut self, kind: RuleKind, value: &'b [u8], line: u32, language: PatternLanguage) {
        if !self.syntax.reads_as_written() {
            self.add_paths(kind, value, line, language);
        } else if !is_empty_rule(value) {
            self.add(kind, value, RuleId::first_of(line), language);
        }
    }

    /// Adds the paths of a line that is not simply one of them.
    #[inline(never)]
    fn add_paths(&mut self, kind: RuleKind, value: &'b [u8], line: u32, language: PatternLanguage) {
        for path in self.syntax.paths(value) {
            let id = RuleId::of_path(line, value, path);
            match self.syntax.read(path) {
                Cow::Borrowed(_) => self.add(kind, path, id, language),
                Cow::Owned(read) if Precedence::counts(self.dialect.rule_choice, kind) => {
                    self.add_rewritten(kind, &read, id, language);
                }
                Cow::Owned(_) => {}
            }
        }
    }

    fn add(&mut self, kind: RuleKind, value: &'b [u8], id: RuleId, language: PatternLanguage) {
        if !Precedence::counts(self.dialect.rule_choice, kind) {
            return;
        }
        let written = Pattern::Written(value);
        let (text, end) = match language {
            PatternLanguage::Glob => return self.push_glob(kind, written, id),
            PatternLanguage::Wildcard => split_end(value),
            PatternLanguage::Prefix => (value, End::Open),
        };
        if all_plain(text) {
            self.push_literal(kind, Pattern::Written(text), end, id);
        } else if language == PatternLanguage::Wildcard && pattern::is_canonical_wildcard(value) {
            self.push_wildcard(kind, written, id);
        } else {
            return self.add_rewritten(kind, value, id, language);
        }
        self.add_second_chances(kind, value, id, language);
    }

    #[cold]
    fn add_rewritten(&mut self, kind: RuleKind, value: &[u8], id: RuleId, language: PatternLanguage) {
        if language == PatternLanguage::Glob {
            return self.push_glob(kind, Pattern::Rewritten(value), id);
        }
        let mut scratch = Scratch::new();
        pattern::canonical(value, language, self.dialect.percent_mode, &mut scratch);
        let canonical = scratch.as_slice();
        self.add_canonical(kind, canonical, id, language);
        self.add_second_chances(kind, canonical, id, language);
    }

    /// Adds the further patterns by which a rule matches. Its own, in canonical form, is `canonical`.
    #[inline(always)]
    fn add_second_chances(
        &mut self,
        kind: RuleKind,
        canonical: &[u8],
        id: RuleId,
        language: PatternLanguage,
    ) {
        if self.syntax.may_have_second_chance(kind, language, canonical) {
            self.add_those(kind, canonical, id, language);
        }
    }

    #[inline(never)]
    fn add_those(&mut self, kind: RuleKind, canonical: &[u8], id: RuleId, language: PatternLanguage) {
        for pattern in self.syntax.second_chances(kind, language, canonical) {
            self.add_canonical(kind, &pattern, id, language);
        }
    }

    /// Adds a pattern in canonical form that is not in the body.
    fn add_canonical(&mut self, kind: RuleKind, canonical: &[u8], id: RuleId, language: PatternLanguage) {
        let (text, end) = match language {
            PatternLanguage::Wildcard => split_end(canonical),
            PatternLanguage::Prefix | PatternLanguage::Glob => (canonical, End::Open),
        };
        if language == PatternLanguage::Wildcard && text.contains(&b'*') {
            self.push_wildcard(kind, Pattern::Rewritten(canonical), id);
        } else {
            self.push_literal(kind, Pattern::Rewritten(text), end, id);
        }
    }

    #[inline(always)]
    fn push_literal(&mut self, kind: RuleKind, pattern: Pattern<'_, 'b>, end: End, id: RuleId) {
        if let Some(text) = self.admit(pattern, List::Literals) {
            push(&mut self.literals, Literal { text, end, kind, id });
        }
    }

    #[inline(always)]
    fn push_wildcard(&mut self, kind: RuleKind, pattern: Pattern<'_, 'b>, id: RuleId) {
        if let Some(pattern) = self.admit(pattern, List::Wildcards) {
            push(&mut self.wildcards, Wildcard { pattern, kind, id });
        }
    }

    #[cold]
    fn push_glob(&mut self, kind: RuleKind, pattern: Pattern<'_, 'b>, id: RuleId) {
        if let Some(pattern) = self.admit(pattern, List::Globs) {
            push(&mut self.globs, Wildcard { pattern, kind, id });
        }
    }

    /// The text that a pattern gets in its list: its own, or an empty placeholder if it is
    /// rewritten. `None` if there is no room to pack it with the patterns before it.
    #[inline(always)]
    fn admit(&mut self, pattern: Pattern<'_, 'b>, list: List) -> Option<&'b [u8]> {
        let bytes = self.bytes + pattern.bytes().len();
        if !has_room(bytes, self.literals.len() + 1) {
            return None;
        }
        self.bytes = bytes;
        Some(match pattern {
            Pattern::Written(pattern) => pattern,
            Pattern::Rewritten(pattern) => self.keep(pattern, list),
        })
    }

    /// Stores a rewritten pattern; returns an empty placeholder that `finish` fills in.
    #[cold]
    fn keep(&mut self, pattern: &[u8], list: List) -> &'b [u8] {
        let index = match list {
            List::Literals => self.literals.len(),
            List::Wildcards => self.wildcards.len(),
            List::Globs => self.globs.len(),
        };
        let start = self.text.len();
        self.text.extend_from_slice(pattern);
        self.rewritten.push(Rewritten {
            list,
            index,
            start,
            end: self.text.len(),
        });
        &[]
    }

    fn finish(self, chosen: &Chosen<'_>) -> Rules {
        let choice = self.dialect.rule_choice;
        let mode = self.dialect.percent_mode;
        let (mut literals, mut wildcards, mut globs) = (self.literals, self.wildcards, self.globs);
        for rewritten in &self.rewritten {
            let pattern = &self.text[rewritten.start..rewritten.end];
            match rewritten.list {
                List::Literals => literals[rewritten.index].text = pattern,
                List::Wildcards => wildcards[rewritten.index].pattern = pattern,
                List::Globs => globs[rewritten.index].pattern = pattern,
            }
        }
        let syntax = self.dialect.target_syntax;
        let (literals, literal_count) = Literals::pack(choice, literals);
        let wildcards = Wildcards::pack(choice, wildcards, Language::Wildcard(mode));
        let globs = Wildcards::pack(choice, globs, Language::Glob(mode));
        let count = |list: &Option<Box<Wildcards>>| list.as_ref().map_or(0, |list| list.len());
        Rules {
            count: (literal_count + count(&wildcards) + count(&globs)) as u32,
            literals,
            wildcards,
            globs,
            group: chosen.name().map(Box::from),
            choice,
            mode,
            syntax,
            default_verdict: DefaultVerdict::allow(self.dialect.robots_txt_allowed)
                .with_agent_is_url(chosen.agent_is_url()),
            extensions: None,
        }
    }
}

#[inline(always)]
fn push<T>(list: &mut Vec<T>, rule: T) {
    if list.capacity() == 0 {
        // Enough for most sites, so that the list need not grow.
        list.reserve(32);
    }
    list.push(rule);
}

/// Splits the final `*` or `$` off a wildcard pattern that is otherwise a literal.
fn split_end(pattern: &[u8]) -> (&[u8], End) {
    match (split_anchor(pattern), pattern) {
        ((text, true), _) => (text, End::Anchor),
        (_, [text @ .., b'*']) => (text, End::Star),
        (_, text) => (text, End::Open),
    }
}
