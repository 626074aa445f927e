//! The library's internals that the companion crates and the bindings use. Not part of the public
//! API: an item may change or go in any release. So each crate of this workspace requires exactly
//! its own version of the other crates (`=0.1.0`).
//!
//! Everything in the library that tools for robots.txt files need is public elsewhere
//! ([`syntax`](crate::syntax), [`Pattern`](crate::Pattern)). Each line here says which crate uses
//! the items after it, and for what. The names leave out `robots-exclusion-`.

// All: enums with stable names.
pub use crate::identifier::place;
pub use crate::{identifiers, names};
pub use alloc::string::String;
// analysis, page: bytes of files in `Debug`.
pub use crate::shown::Shown;
// analysis: how much of a body offsets reach.
pub use crate::size_limit::within_reach;
// analysis: sorts that are compiled once, which keeps the WebAssembly module small.
pub use crate::sorting::{gathered, sort_by, sort_by_key};
// analysis (lint): which search engine is shut out, and how much that weighs.
pub use crate::agents::reach::{Reach, engine_of, reach_of};
// analysis: which known key a misspelled one is near (lint), and which name a broken line has (diff).
pub use crate::edit_distance::edit_distance;

// page, sitemap: reading that goes on after an interruption.
#[cfg(feature = "std")]
pub use crate::interrupted::read_on;

// bindings (C, JavaScript, Python): a parsed file that crawlers with different dialects share.
#[cfg(feature = "std")]
pub use crate::robots_txt::readings::Readings;

// bindings (C, JavaScript): whether a URL that was parsed elsewhere has a private host.
pub use crate::fetch::public_address::is_private_host;

// analysis (decide): `$` at the end of a pattern.
pub use crate::matching::anchor::split_anchor;
// analysis (decide, lint): the order in which rules decide.
pub use crate::matching::precedence::Precedence;
// analysis (decide, lint): what a line does to groups, and the rule a line holds.
pub use crate::syntax::record::{Role, RuleId, is_robot_version_2};
// analysis (lint): the table of keys.
pub use crate::syntax::key_spelling::Keys;
pub use crate::syntax::keys::{KEYS, Key, Repeats, Scope};
// analysis (lint): a line before its key is known.
pub use crate::syntax::line::Syntax;
pub use crate::syntax::line_scanner::RawLine;
// analysis: a name as the index of groups compares it.
pub use crate::robots_txt::index::key as name_key;
// analysis (lint): the paths of a rule's value.
pub use crate::syntax::rule_value::{is_empty_rule, rule_paths};
// analysis (lint): where a part of a line is.
pub use crate::syntax::span::offset_in;

/// Patterns as they are written (analysis; `match_written` also page).
pub mod pattern {
    pub use crate::matching::pattern::seznam_glob;
    pub use crate::matching::pattern::unit::{Unit, Units};
    pub use crate::matching::pattern::{
        Effort, PatternKey, RuleKey, RuleSyntax, canonical, expand, match_written, matches_all,
    };
}

/// Percent-encoding (analysis; `escape` also sitemap, `to_text` bindings in columns).
pub mod percent {
    pub use crate::matching::percent::{
        FIRST_SEALED, Scratch, Spelled, Spelling, escape, escaped, is_reserved, is_sealed, is_sealed_digit,
        is_unreserved, seal, sealed, to_text,
    };
}

/// The URL that rules do not decide about (analysis, sitemap).
pub mod robots_txt_itself {
    pub use crate::matching::robots_txt_itself::{PATH, PATTERN};
}

/// Names on User-agent lines (analysis; `is_token_byte` also page).
pub mod crawler_name {
    pub use crate::syntax::crawler_name::{STAR, cut, is_token_byte, label, listed};
}

/// White space, seen and unseen (analysis; `trim_blanks` and `trim_blanks_start` page).
pub mod whitespace {
    pub use crate::syntax::whitespace::{
        is_blank, is_space, trim_blanks, trim_blanks_start, trim_unseen, unseen,
    };
}
