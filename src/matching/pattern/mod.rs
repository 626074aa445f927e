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
mod key;
mod pairs;
pub mod seznam_glob;
mod target_index;
pub(crate) mod unit;
mod when_to_index;
pub(crate) mod wildcard;
mod written;

pub use self::dialect_pattern::Pattern;
pub use self::expand::{RuleSyntax, expand};
pub use self::key::PatternKey;
pub use self::key::RuleKey;
pub(crate) use self::pairs::{literal_pairs, pair, pairs};
pub use self::when_to_index::Effort;
pub use self::written::{canonical, match_written, matches_all};
pub(crate) use self::written::{is_canonical_wildcard, keeps_escapes};
