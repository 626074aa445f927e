//! The effect of an edit of a robots.txt file: for which crawlers, what changes, and how severely.
//!
//! [`compare`] compares two files by their rules for each crawler that either file names, and for
//! all other crawlers. The order of groups, of sitemaps, and of rules where it decides nothing does
//! not matter, nor does how lines are spelled as long as they mean the same, nor how groups are
//! divided: two crawlers may share a group or have one each. [`DiffOptions`] compares for more
//! crawlers, and gives the effect of the whole edit on each. [`UrlDiff`] compares the verdicts on
//! URLs that you have.
//!
//! Every change has an [`Effect`], an [`Impact`] that depends on the crawlers concerned, and
//! witnesses: URLs whose verdict changes. The most severe impact is [`Impact::Critical`]: the site
//! now blocks everyone or a search engine.
//!
//! A User-agent line that is deleted or misspelled hands its rules over to the group above, or to
//! nobody. Where the rules are still in the file, the line is listed before all changes that it
//! causes, with where the rules went ([`ChangeKind::UserAgentRemoved`], and
//! [`ChangeKind::UserAgentAdded`] for the reverse edit).
//!
//! # What is proved
//!
//! Effects are decided for all URLs by [`decide`](crate::decide), not sampled: [`Effect::None`]
//! says that no URL's verdict changes, in the sense of [that
//! module](crate::decide#what-proved-means). An effect that cannot be decided within a fixed amount
//! of work is [`Effect::Undecided`]. This may happen with tens of thousands of rules; we know of no
//! smaller file where it does, unless it was made for that.
//!
//! Crawlers that no group names all get the same verdicts, so one of them, called `*`, represents
//! all. In dialects whose names match by containment
//! ([`NameTest::ValueInName`](robots_exclusion::dialect::NameTest::ValueInName),
//! [`NameTest::NameInValue`](robots_exclusion::dialect::NameTest::NameInValue)) a crawler may be
//! named by a part of its name; there, the answer is about the names in the files, the crawlers
//! that [`DiffOptions::agent`] adds, and crawlers that no group names.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::RobotsTxt;
//! use robots_exclusion_analysis::diff::{Impact, compare};
//!
//! let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /private/\n");
//! let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /private/\nDisallow: /\n");
//! let diff = compare(&old, &new);
//! let changes = diff.changes();
//! assert_eq!(changes.len(), 1);
//! assert_eq!(changes[0].impact(), Impact::Critical);
//! assert_eq!(changes[0].to_string(), "critical: * is blocked from the whole site: `Disallow: /` was added");
//! assert_eq!(
//!     changes[0].witnesses()[0].to_string(),
//!     "https://example.com/: allowed -> disallowed, now `Disallow: /`"
//! );
//! ```

mod change;
mod comparison;
mod content;
mod effect;
mod impact;
mod judge;
mod lost_lines;
mod order;
mod readings;
#[cfg(feature = "serde")]
mod serialize;
mod signals;
mod urls;

pub use change::{Change, ChangeKind, Decision, Evidence, Fallback, Regrouped};
pub use comparison::{AgentEffect, Diff, DiffOptions, compare};
pub use effect::Effect;
pub use impact::Impact;
pub use urls::{UrlChange, UrlDiff};
