//! Literal patterns, and how a match in their [trie](super::trie) is represented.

use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// What follows a pattern's literal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// Nothing: the target may go on.
    Open,
    /// A `*`, which changes nothing but the pattern's length.
    Star,
    /// A `$`: the target ends here.
    Anchor,
}

impl End {
    /// Its text in a pattern.
    pub(super) fn suffix(self) -> &'static [u8] {
        match self {
            Self::Open => b"",
            Self::Star => b"*",
            Self::Anchor => b"$",
        }
    }

    /// The flag of a node at which a pattern with this end stops; the next higher flag says that it
    /// is an Allow.
    pub(super) fn flag(self) -> u8 {
        match self {
            Self::Open => 1,
            Self::Star => 4,
            Self::Anchor => 16,
        }
    }
}

/// A pattern without a star, except perhaps at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal<'t> {
    pub(super) text: &'t [u8],
    pub(super) end: End,
    pub(super) kind: RuleKind,
    pub(super) id: RuleId,
}

/// A literal that matches a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MatchedLiteral {
    /// How many bytes of the target it matches: the length of its text.
    pub(super) depth: usize,
    pub(super) end: End,
    pub(super) kind: RuleKind,
    /// Where the identities of its node begin, and how many of them come before its own.
    pub(super) ids_at: usize,
    pub(super) others: u8,
}

impl MatchedLiteral {
    /// The length of its pattern.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.depth + self.end.suffix().len()
    }
}
