//! One pattern against one target, in time linear in both.
//!
//! A pattern consists of literal segments between stars. Segments are searched for from left to
//! right, each at its leftmost place. No place has to be tried again, because a star matches
//! whatever was skipped.
//!
//! When many patterns are matched against one target, they share an [`Effort`]. Once that is spent,
//! they share an index of the target, which limits the time however many patterns there are.

mod dialect_pattern;
mod expand;
#[cfg(feature = "decide")]
mod key;
mod pairs;
pub(crate) mod seznam_glob;
mod target_index;
pub(crate) mod unit;
mod when_to_index;
pub(crate) mod wildcard;
mod written;

pub use self::dialect_pattern::Pattern;
pub(crate) use self::expand::{RuleSyntax, expand};
#[cfg(feature = "lint")]
pub(crate) use self::key::PatternKey;
#[cfg(feature = "decide")]
pub(crate) use self::key::RuleKey;
pub(crate) use self::pairs::{literal_pairs, pair, pairs};
pub(crate) use self::when_to_index::Effort;
#[cfg(any(test, feature = "lint"))]
pub(crate) use self::written::matches_all;
pub(crate) use self::written::{canonical, is_canonical_wildcard, keeps_escapes, match_written};
