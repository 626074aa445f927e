//! The tokens that a search tries besides the tokens in patterns.
//!
//! Take two tokens that have the same spelling as each other in every form, or spellings that
//! differ only in octets that no pattern distinguishes. They can replace each other in any target:
//! the same patterns match. So one of each class is enough, and where there are no sets, one
//! *filler* is all that is needed: a letter that occurs in no pattern. With `Disallow: /a` and
//! `Allow: /*b`, `x` represents every token except `/`, `a` and `b`.
//!
//! One filler is not enough in two cases. In the first, two forms spell a token differently (an
//! *ambiguous* token): `%7E` is one octet, `~`, in one dialect, and three octets in another, which
//! three `?` match. Such tokens are tried in addition to the filler, where this matters. In the
//! second, every possible filler occurs in some pattern. Then a token of each class is tried.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::pattern::{Patterns, add_form};
use super::universe::Universe;
use super::url_octet::{ByteSet, Form, Letters, Token};

/// The tokens that searches over some policies try besides the tokens in patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Alphabet {
    letters: Letters,
    filler: Option<Token>,
    tries_query: bool,
    ambiguous: Arc<Ambiguous>,
    /// For patterns with `?` or sets: the ambiguous tokens that some form spells with several
    /// octets, one of each class that no pattern distinguishes.
    long: [Vec<Token>; 2],
    /// The tokens that fill gaps where patterns have sets: for each class of octets that no set
    /// distinguishes, a filler, or, if the class has none, the tokens of `classes` whose octets are
    /// in it. Empty if all of `classes` must be tried.
    set_fillers: [Vec<Token>; 2],
    /// One token of each class that no pattern distinguishes, in the path and in the query; empty
    /// where fillers suffice.
    classes: [Vec<Token>; 2],
}

/// The tokens that two forms spell differently.
#[derive(Clone, Debug, Default)]
struct Ambiguous {
    /// The tokens, in the path and in the query.
    tokens: [Vec<Token>; 2],
    /// The octets of all their spellings.
    bytes: ByteSet,
}

/// The ambiguous tokens of some lists of forms. Kept, because finding them takes longer than most
/// questions, and there are few such lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Ambiguities(Vec<(Vec<Form>, Arc<Ambiguous>)>);

impl Ambiguities {
    fn of(&mut self, forms: &[Form]) -> Arc<Ambiguous> {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| known == forms) {
            return known.clone();
        }
        let mut bytes = ByteSet::default();
        let tokens = [false, true].map(|in_query| ambiguous(forms, in_query, &mut bytes));
        let found = Arc::new(Ambiguous { tokens, bytes });
        self.0.push((forms.to_vec(), found.clone()));
        found
    }
}

impl Alphabet {
    pub(super) fn new(universe: Universe, patterns: &[&Patterns], ambiguities: &mut Ambiguities) -> Self {
        let mut alphabet = Self::unread(universe, patterns, ambiguities);
        alphabet.read(patterns, &mut 0);
        alphabet
    }

    /// The part of an alphabet that depends only on the forms of the patterns, not on the patterns
    /// themselves: the ambiguous tokens. Call [`read`](Self::read) before searching with the
    /// alphabet.
    pub(super) fn unread(universe: Universe, patterns: &[&Patterns], ambiguities: &mut Ambiguities) -> Self {
        let forms = forms(patterns);
        let ambiguous = ambiguities.of(&forms);
        Self {
            letters: Letters::of(universe, &forms),
            tries_query: ambiguous.tokens[0] != ambiguous.tokens[1],
            ambiguous,
            ..Self::default()
        }
    }

    /// Adds the part that depends on the patterns: fillers and classes. Pass the same patterns as
    /// to [`unread`](Self::unread).
    pub(super) fn read(&mut self, patterns: &[&Patterns], work: &mut u64) {
        /// The cost of finding the class of a token, in steps.
        const STEPS: u64 = 8;
        let mut mentioned = ByteSet::default();
        let forms = forms(patterns);
        for patterns in patterns {
            mentioned.extend(patterns.mentioned());
        }
        let letters = self.letters;
        let filler = FILLERS.iter().map(|byte| Token::raw(*byte)).find(|token| {
            // A token that may come after any other. A hex digit may make an escape of a `%`.
            let is_free = letters != Letters::NormalOrRaw || !token.octet().is_ascii_hexdigit();
            is_free && !mentioned.contains(token.octet())
        });
        let has_sets = patterns.iter().any(|patterns| !patterns.sets().is_empty());
        let mut count = |_: &Token| *work += STEPS;
        self.filler = filler;
        self.long = [false, true].map(|in_query| {
            let long = long(patterns, &self.ambiguous.tokens[usize::from(in_query)], in_query);
            classes(
                patterns,
                &mentioned,
                (&forms, letters),
                in_query,
                long.inspect(&mut count),
            )
        });
        if has_sets || filler.is_none() {
            self.classes = [false, true].map(|in_query| {
                let all = Token::all(letters).inspect(&mut count);
                classes(patterns, &mentioned, (&forms, letters), in_query, all)
            });
        }
        if has_sets {
            self.set_fillers = [false, true].map(|in_query| {
                fill_sets(
                    patterns,
                    &mentioned,
                    letters,
                    &self.classes[usize::from(in_query)],
                )
            });
        }
    }

    /// The kind of tokens that targets consist of.
    pub(super) fn letters(&self) -> Letters {
        self.letters
    }

    /// A token that no pattern mentions.
    pub(super) fn filler(&self) -> Option<Token> {
        self.filler
    }

    /// Whether a `?` must be tried even where no pattern has one: the forms spell octets after it
    /// in different ways.
    pub(super) fn tries_query(&self) -> bool {
        self.tries_query
    }

    /// The tokens that two forms spell differently.
    pub(super) fn ambiguous(&self, in_query: bool) -> &[Token] {
        &self.ambiguous.tokens[usize::from(in_query)]
    }

    /// The octets in all spellings of the ambiguous tokens.
    pub(super) fn ambiguous_bytes(&self) -> &ByteSet {
        &self.ambiguous.bytes
    }

    /// The ambiguous tokens that count as several octets for patterns with `?` or sets, so a filler
    /// cannot take their place.
    pub(super) fn long(&self, in_query: bool) -> &[Token] {
        &self.long[usize::from(in_query)]
    }

    /// The tokens that fill gaps where patterns have sets. Empty if such tokens would not suffice.
    pub(super) fn set_fillers(&self, in_query: bool) -> &[Token] {
        &self.set_fillers[usize::from(in_query)]
    }

    /// One token of each class that no pattern distinguishes.
    pub(super) fn classes(&self, in_query: bool) -> &[Token] {
        &self.classes[usize::from(in_query)]
    }
}

/// Characters that every form spells raw, wherever they are; the most readable first.
const FILLERS: &[u8] = b"xyzghijklmnopqrstuvwabcdefXYZGHIJKLMNOPQRSTUVWABCDEF0123456789-_.~!'(),;+=&";

/// The tokens that two of these forms spell differently. Adds the octets of their spellings to
/// `bytes`.
fn ambiguous(forms: &[Form], in_query: bool, bytes: &mut ByteSet) -> Vec<Token> {
    let [first, others @ ..] = forms else {
        return Vec::new();
    };
    if others.is_empty() {
        return Vec::new();
    }
    let mut is_ambiguous = |token: &Token| {
        let spelled = first.spell(*token, in_query);
        let differs = |form: &Form| form.spell(*token, in_query).as_slice() != spelled.as_slice();
        let found = others.iter().any(differs);
        if found {
            for form in forms {
                let spelled = form.spell(*token, in_query);
                spelled.as_slice().iter().for_each(|byte| bytes.insert(*byte));
            }
        }
        found
    };
    // If there are several forms, the universe makes no difference.
    Token::all(Letters::of(Universe::Normalized, forms))
        .filter(&mut is_ambiguous)
        .collect()
}

/// The canonical forms of the patterns of some policies.
fn forms(patterns: &[&Patterns]) -> Vec<Form> {
    let mut forms = Vec::new();
    let all = patterns.iter().flat_map(|patterns| patterns.forms());
    all.for_each(|form| add_form(&mut forms, *form));
    forms
}

/// The tokens that a form of some pattern with `?` or sets spells with several octets.
fn long<'t>(
    patterns: &[&Patterns],
    tokens: &'t [Token],
    in_query: bool,
) -> impl Iterator<Item = Token> + use<'t> {
    let mut forms: Vec<Form> = Vec::new();
    let all = patterns.iter().flat_map(|patterns| patterns.forms_with_any());
    all.for_each(|form| add_form(&mut forms, *form));
    let is_long = move |token: &Token| {
        let mut forms = forms.iter();
        forms.any(|form| form.spell(*token, in_query).len > 1)
    };
    tokens.iter().copied().filter(is_long)
}

/// Tokens that fill gaps where patterns have sets, given one token of each class that no pattern
/// distinguishes.
///
/// Octets that no set distinguishes form a class. If an octet is in no literal text and raw in
/// every form, it can stand for its whole class; a class without such an octet needs all of its
/// members. The octets of an escape can be replaced in the same way, each by the filler of its
/// class, unless no filler is in the same sets as `%`.
fn fill_sets(patterns: &[&Patterns], mentioned: &ByteSet, letters: Letters, tokens: &[Token]) -> Vec<Token> {
    let classes = byte_classes(patterns, &ByteSet::default(), letters);
    let mut fillers = Vec::new();
    let mut seen = BTreeSet::new();
    for class in classes {
        if !seen.insert(class) {
            continue;
        }
        let is_member = |byte: u8| classes[usize::from(byte)] == class;
        let mut unmentioned = FILLERS.iter().filter(|byte| !mentioned.contains(**byte));
        match unmentioned.find(|byte| is_member(**byte)) {
            Some(byte) => fillers.push(Token::raw(*byte)),
            None if is_member(b'%') => return Vec::new(),
            None => fillers.extend(tokens.iter().filter(|token| is_member(token.octet()))),
        }
    }
    fillers
}

/// One of each class of some tokens that no pattern distinguishes.
fn classes(
    patterns: &[&Patterns],
    mentioned: &ByteSet,
    (forms, letters): (&[Form], Letters),
    in_query: bool,
    tokens: impl Iterator<Item = Token>,
) -> Vec<Token> {
    let mut tokens = tokens.peekable();
    if tokens.peek().is_none() {
        return Vec::new();
    }
    let mut mentioned = *mentioned;
    if letters == Letters::NormalOrRaw {
        // A `%` is a separate class, because only some tokens may follow it.
        mentioned.insert(b'%');
    }
    let classes = byte_classes(patterns, &mentioned, letters);
    let mut seen: BTreeSet<(bool, Vec<usize>)> = BTreeSet::new();
    // Many tokens have the same key, so one vector is reused for all tokens.
    let mut key = (false, Vec::new());
    let is_new = |token: &Token| {
        let (begins_query, spelling) = &mut key;
        spelling.clear();
        for form in forms {
            let spelled = form.spell(*token, in_query);
            spelling.extend(spelled.as_slice().iter().map(|byte| classes[usize::from(*byte)]));
            spelling.push(usize::MAX);
        }
        // Tokens after a `?` may be spelled differently.
        *begins_query = *token == Token::QUESTION_MARK && !in_query;
        !seen.contains(&key) && seen.insert(key.clone())
    };
    tokens.filter(is_new).collect()
}

/// The class of every byte. Each mentioned byte is a separate class; the others are distinguished
/// by the sets that contain them, and, where not every octet may follow a `%`, as hex digits or not.
fn byte_classes(patterns: &[&Patterns], mentioned: &ByteSet, letters: Letters) -> [usize; 256] {
    let mut classes = core::array::from_fn(|byte| if mentioned.contains(byte as u8) { byte } else { 256 });
    let digits = (0..=u8::MAX).filter(u8::is_ascii_hexdigit).collect();
    let digits = (letters == Letters::NormalOrRaw).then_some(&digits);
    for set in patterns.iter().flat_map(|patterns| patterns.sets()).chain(digits) {
        // A set splits each class in two: its bytes outside the set and those inside. Each part is
        // named after its first byte.
        let mut names = [[None; 257]; 2];
        for byte in 0..=u8::MAX {
            let class = &mut classes[usize::from(byte)];
            let name = &mut names[usize::from(set.contains(byte))][*class];
            *class = *name.get_or_insert(usize::from(byte));
        }
    }
    classes
}
