//! One crawler's rules, compiled: owned, small, independent of the body.
//!
//! Literal patterns are by far the most common, and however many there are, they are a [`trie`].
//! Patterns with stars inside, and globs, are in a list with a filter ([`wildcards`]). The list is
//! in order of precedence, and is searched until the best literal precedes the next pattern. One
//! `match`, in `Rules::allows`, chooses what is asked ([`decision`]). Compiling ([`compiler`]) copies
//! no pattern that is in canonical form already.

// Declared first, so that rustdoc lists its constructors and questions before the methods of the
// other modules.
mod decision;

mod compiler;
mod default_verdict;
mod encoding;
mod extension_bytes;
pub(crate) mod extensions;
#[cfg(feature = "std")]
pub(crate) mod file_order;
mod literal;
mod literals;
mod text_sort;
mod trie;
mod trie_builder;
mod varint;
mod wildcards;
mod without_file;

use alloc::boxed::Box;

use self::default_verdict::DefaultVerdict;
pub use self::encoding::DecodeRulesError;
use self::extensions::Extensions;
use self::literals::Literals;
use self::wildcards::Wildcards;
use crate::dialect::{PercentMode, RuleChoice, TargetSyntax};

/// What one crawler may fetch, compiled for many questions.
///
/// `Rules` own everything they need and are `Send + Sync + Clone`, made for caches of millions of
/// hosts. They give the same answers as [`RobotsTxt`](crate::RobotsTxt), including the deciding
/// line.
///
/// # Examples
///
/// ```
/// use robots_exclusion::Rules;
///
/// let rules = Rules::parse(b"User-agent: *\nDisallow: /private/\nAllow: /private/press/\n", "FooBot");
/// assert!(rules.is_allowed("https://example.com/about"));
/// assert!(!rules.is_allowed("https://example.com/private/x"));
/// assert_eq!(rules.check("/private/press/1").line(), Some(3));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Rules {
    literals: Literals,
    wildcards: Option<Box<Wildcards>>,
    globs: Option<Box<Wildcards>>,
    /// The name by which groups apply to the crawler; `None` if no group does.
    group: Option<Box<[u8]>>,
    count: u32,
    choice: RuleChoice,
    mode: PercentMode,
    syntax: TargetSyntax,
    default_verdict: DefaultVerdict,
    /// The extension lines of the groups; most have none.
    extensions: Option<Box<Extensions>>,
}
