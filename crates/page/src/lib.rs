//! Page-level rules: the robots meta tag, `X-Robots-Tag` and the draft `Robots-Tag` field.
//!
//! A robots.txt file says what may be *fetched*. The page itself says what may be done with it
//! afterwards (index, follow, quote, keep), in its HTML or in the fields of its HTTP response. This
//! crate reads both into one model, [`PageRules`]: the effective rules of one page for one crawler.
//!
//! 1. [`PageRulesBuilder`] takes all statements of a page, in any order:
//!    [`meta`](PageRulesBuilder::meta) tags, [`header`](PageRulesBuilder::header) fields, or a
//!    whole [`html`](PageRulesBuilder::html) document.
//! 2. [`Combination`] decides what happens when a page contradicts itself.
//! 3. [`PageRules`] answers questions; its [`notes`](PageRules::notes) list what was not understood
//!    or is obsolete.
//! 4. [`PageAnswer`] takes robots.txt into account: crawlers never see the rules of a page that
//!    they may not fetch.
//!
//! ```
//! use robots_exclusion_page::PageRules;
//!
//! let rules = PageRules::builder("FooBot/1.0")
//!     .meta("robots", "noarchive, max-snippet:80")
//!     .meta("otherbot", "noindex")
//!     .header("X-Robots-Tag", "foobot: nofollow, unavailable_after: Friday, 25-Jun-2010 15:00:00 PST")
//!     .build();
//!
//! assert!(rules.may_index() && !rules.may_follow() && !rules.may_archive());
//! assert_eq!(rules.unavailable_after().unwrap().to_string(), "2010-06-25T23:00:00Z");
//! ```
//!
//! # Which tags apply to a crawler
//!
//! The meta tag named `robots`, and a header value (or a part of it) without a crawler's name
//! before it, apply to everyone. A meta tag named after a crawler, and the rules after `name:` in a
//! header value, apply only to that crawler. In the robots meta tag and `X-Robots-Tag` both kinds
//! *add up*: a crawler obeys the rules for everyone and the rules for itself ([Google], "combined
//! indexing and serving rules"). In the draft `Robots-Tag` field a crawler's own section *replaces*
//! the rules for everyone (draft-illyes-repext-00).
//!
//! # Names
//!
//! Names and values ignore ASCII case. White space around a comma, colon or name is ignored. A
//! semicolon is not a separator in a meta tag.
//!
//! | name | effect |
//! |---|---|
//! | `all`; `index`, `follow`, `archive` | the default; matters only where a page contradicts itself |
//! | `none` | `noindex` and `nofollow` |
//! | `noindex`, `nofollow`, `nosnippet`, `notranslate`, `noimageindex`, `nopagereadaloud` | deny what they name |
//! | `noyaca` | no description but the page's own words |
//! | `noarchive`, `nocache` | no cached copy; Bing distinguishes them, see [`PageRules::bing_chat`] |
//! | `noai`, `noimageai` | unofficial: no use of the page, or of its images, for AI |
//! | `noml` | unofficial: no use of the page to train models (Mojeek's proposal of 2023, noml.info) |
//! | `indexifembedded` | relaxes `noindex` for a page embedded in another one; nothing without `noindex` |
//! | `max-snippet:N`, `max-video-preview:N` | at most N characters, or seconds; `-1` is no limit |
//! | `max-image-preview:V` | `none`, `standard` or `large` |
//! | `unavailable_after:DATE` | not to be shown after a date in the form of RFC 822, RFC 850 or ISO 8601 |
//! | `noodp`, `noydir`, `nositelinkssearchbox` | obsolete: no effect, noted |
//!
//! Besides these rules, links to licenses (`rel="license"`, RSL) and the attribute `data-nosnippet`
//! are recorded.
//!
//! With `noindex` alone, links may still be followed. One of the texts of 1996 says otherwise, but
//! no later text does.
//!
//! [Google]: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag

mod addressee;
mod answer;
mod builder;
mod combination;
mod content_usage;
mod date;
mod document_tags;
mod header;
mod html;
mod license;
mod note;
mod page_rules;
mod rule_names;
#[cfg(feature = "serde")]
mod serialize;
pub mod signals;

pub use answer::PageAnswer;
pub use builder::PageRulesBuilder;
pub use combination::Combination;
pub use content_usage::{
    ContentUsage, UsageCategory, UsagePreference, UsagePreferences, UsageVerdict, usage,
};
pub use date::UtcTime;
pub use document_tags::DocumentTags;
pub use html::{MetaPlace, MetaScanner, MetaTag, PageItem};
pub use note::{Note, NoteKind};
pub use page_rules::{BingChat, ImagePreview, Limit, PageRules};
pub use robots_exclusion;

/// The code blocks of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
