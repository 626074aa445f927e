//! Patterns and rules in the form in which they are compared: equal ones match the same URLs.

use alloc::vec::Vec;

use super::expand::RuleSyntax;
use super::written::canonical;
use crate::dialect::PatternLanguage;
use crate::matching::percent::Scratch;
use crate::syntax::directive::RuleKind;

/// A pattern. Within a dialect, equal ones match the same URLs with the same length.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PatternKey {
    /// Whether it is a glob. Two globs that are spelled differently may match the same URLs; keys
    /// do not detect that.
    pub is_glob: bool,
    /// In canonical form; a glob as the dialect reads it.
    canonical: Vec<u8>,
}

impl PatternKey {
    /// The key of one path of a rule line. Linear in the path.
    pub(crate) fn new(path: &[u8], language: PatternLanguage, syntax: RuleSyntax) -> Self {
        let path = syntax.read(path);
        if language == PatternLanguage::Glob {
            return Self {
                is_glob: true,
                canonical: path.into_owned(),
            };
        }
        let mut scratch = Scratch::new();
        canonical(&path, language, syntax.mode, &mut scratch);
        Self {
            is_glob: false,
            canonical: scratch.as_slice().to_vec(),
        }
    }
}

/// A rule. Disallow rules come before Allow rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleKey {
    is_allow: bool,
    /// The pattern, in one fixed spelling.
    pub pattern: PatternKey,
}

impl RuleKey {
    /// The key of one path of a rule line. Linear in the path.
    pub fn new(kind: RuleKind, path: &[u8], language: PatternLanguage, syntax: RuleSyntax) -> Self {
        Self {
            is_allow: kind == RuleKind::Allow,
            pattern: PatternKey::new(path, language, syntax),
        }
    }

    /// Whether it allows or disallows.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        if self.is_allow {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        }
    }
}
