//! Which tokens a search must try.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::policy::Policy;
use super::token::{ByteSet, Form, Token};

/// The tokens that searches over some policies must try besides those that patterns ask for.
#[derive(Clone, Debug, Default)]
pub(super) struct Alphabet {
    filler: Option<Token>,
    tries_query: bool,
    /// The tokens that two forms spell differently, in the path and in the query, and the octets of all their spellings.
    ambiguous: [Vec<Token>; 2],
    ambiguous_bytes: ByteSet,
    /// One token of each class that no pattern tells apart, in the path and in the query; empty where fillers suffice.
    classes: [Vec<Token>; 2],
}

impl Alphabet {
    pub(super) fn new(policies: &[&Policy]) -> Self {
        let mut mentioned = ByteSet::default();
        let forms = forms(policies);
        let mut has_sets = false;
        for policy in policies {
            mentioned.extend(&policy.mentioned);
            has_sets |= policy.patterns.has_sets;
        }
        let filler = FILLERS.iter().find(|byte| !mentioned.contains(**byte));
        let filler = filler.map(|byte| Token::raw(*byte));
        let classes = if has_sets || filler.is_none() {
            [false, true].map(|in_query| classes(policies, &mentioned, &forms, in_query))
        } else {
            Default::default()
        };
        let mut ambiguous_bytes = ByteSet::default();
        let ambiguous = [false, true].map(|in_query| ambiguous(&forms, in_query, &mut ambiguous_bytes));
        Self {
            filler,
            ambiguous,
            ambiguous_bytes,
            tries_query: forms.len() > 1 && forms.iter().any(|form| form.is_contextual()),
            classes,
        }
    }

    /// A token that no pattern mentions.
    pub(super) fn filler(&self) -> Option<Token> {
        self.filler
    }

    /// Whether a `?` must be tried where none is asked for, since what follows it is spelled differently, and not in all forms alike.
    pub(super) fn tries_query(&self) -> bool {
        self.tries_query
    }

    /// The tokens that two forms spell differently.
    pub(super) fn ambiguous(&self, in_query: bool) -> &[Token] {
        &self.ambiguous[usize::from(in_query)]
    }

    /// The octets of all spellings of these.
    pub(super) fn ambiguous_bytes(&self) -> &ByteSet {
        &self.ambiguous_bytes
    }

    /// One token of each class that no pattern tells apart.
    pub(super) fn classes(&self, in_query: bool) -> &[Token] {
        &self.classes[usize::from(in_query)]
    }
}

/// Characters that every form spells raw, wherever they are; the most readable first.
const FILLERS: &[u8] = b"xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW0123456789-_.~!'(),;+=&";

/// The tokens that two of these forms spell differently. Adds the octets of their spellings to `bytes`.
pub(super) fn ambiguous(forms: &[Form], in_query: bool, bytes: &mut ByteSet) -> Vec<Token> {
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
    Token::all().filter(&mut is_ambiguous).collect()
}

/// The canonical forms of some policies.
pub(super) fn forms(policies: &[&Policy]) -> Vec<Form> {
    let mut forms = Vec::new();
    for part in policies.iter().flat_map(|policy| &policy.parts) {
        if !forms.contains(&part.form) {
            forms.push(part.form);
        }
    }
    forms
}

fn classes(policies: &[&Policy], mentioned: &ByteSet, forms: &[Form], in_query: bool) -> Vec<Token> {
    let classes = byte_classes(policies, mentioned);
    let mut seen = BTreeSet::new();
    let is_new = |token: &Token| {
        let mut spelling = Vec::new();
        for form in forms {
            let spelled = form.spell(*token, in_query);
            spelling.extend(spelled.as_slice().iter().map(|byte| classes[usize::from(*byte)]));
            spelling.push(usize::MAX);
        }
        // What follows a `?` may be spelled differently.
        let begins_query = *token == Token::QUESTION_MARK && !in_query;
        seen.insert((begins_query, spelling))
    };
    Token::all().filter(is_new).collect()
}

/// The class of every byte. One that is mentioned is a class of its own; others are told apart by the sets that hold them.
fn byte_classes(policies: &[&Policy], mentioned: &ByteSet) -> [usize; 256] {
    let mut classes = core::array::from_fn(|byte| if mentioned.contains(byte as u8) { byte } else { 256 });
    for set in policies.iter().flat_map(|policy| policy.patterns.sets()) {
        // The first byte of each class that is outside the set, and inside, is what the classes are called after.
        let mut names = [[None; 257]; 2];
        for byte in 0..=u8::MAX {
            let class = &mut classes[usize::from(byte)];
            let name = &mut names[usize::from(set.contains(byte))][*class];
            *class = *name.get_or_insert(usize::from(byte));
        }
    }
    classes
}
