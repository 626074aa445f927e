//! One crawler's rules, compiled: owned, small, independent of the body.
//!
//! Literal patterns are by far the most common. Up to 32 of them, as most sites have, are compared
//! with the target [all at once](literal_scan); more become a [`trie`]. Patterns with stars inside,
//! and globs, are in a list with a filter ([`wildcards`]), which is followed down to the first
//! pattern that the best literal precedes. Which way is taken is decided when compiling: up to 32
//! literals, a scan takes less time than the mispredicted branches of a traversal. Compiling
//! ([`compiler`]) copies no pattern that is in canonical form already, and sorts few rules [without
//! branches](small_sort).

// First, so that rustdoc lists constructors and the plain questions before what the other modules
// add.
mod decision;

mod compiler;
mod encoding;
#[cfg(feature = "extensions")]
mod extension_bytes;
#[cfg(feature = "extensions")]
pub(crate) mod extensions;
#[cfg(not(feature = "extensions"))]
#[path = "no_extensions.rs"]
pub(crate) mod extensions;
mod heads;
mod literal;
mod literal_scan;
mod literals;
mod otherwise;
mod small_sort;
mod text_sort;
mod trie;
mod trie_builder;
mod varint;
mod wildcards;
mod without_file;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

pub use self::encoding::DecodeRulesError;
use self::extensions::Extensions;
use self::literals::Literals;
use self::otherwise::Otherwise;
use self::wildcards::Wildcards;
use crate::dialect::{PercentMode, RuleChoice, TargetSyntax};
use crate::shown::Shown;

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
    otherwise: Otherwise,
    /// The extension lines of the groups; most have none.
    extensions: Option<Box<Extensions>>,
}

impl fmt::Debug for Rules {
    /// The group and the rules as text, in the order of [`Rules::iter`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("group", &self.group_name().map(Shown))
            .field("rules", &self.iter().collect::<Vec<_>>())
            .field("otherwise", &self.otherwise)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "extensions"))]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::robots_txt::ParseOptions;

    #[test]
    fn what_rules_take_on_the_heap() {
        let body = b"User-agent: foobot\nDisallow: /a\nDisallow: /*b*c\nRequest-rate: 1/5s 0900-1700\n\n\
            User-agent: foobot\nRobot-version: 2.0\nDisallow: /[ab]*\n";
        let rules = ParseOptions::new()
            .dialect(Dialect::SEZNAM)
            .rules_for(body, "FooBot");
        let (Some(wildcards), Some(globs)) = (&rules.wildcards, &rules.globs) else {
            panic!("{rules:?}");
        };
        let extensions = rules.extensions().unwrap();
        assert_eq!((wildcards.len(), globs.len()), (1, 1));
        let boxed = 2 * size_of::<Wildcards>() + size_of::<Extensions>();
        let owned = rules.literals.heap_bytes() + wildcards.heap_bytes() + globs.heap_bytes();
        let group = "foobot".len();
        assert!(extensions.heap_bytes() > 0);
        assert_eq!(
            rules.heap_bytes(),
            boxed + owned + group + extensions.heap_bytes()
        );
    }
}
