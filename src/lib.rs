#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
//! Parse and match robots.txt: RFC 9309, Google's library bug for bug, and the dialects since 1994.
//!
//! A robots.txt tells crawlers which URLs of a host they may fetch. This crate answers whether a
//! file allows a crawler to fetch a URL:
//!
//! ```
//! let body = b"User-agent: *\nDisallow: /private/\n";
//! assert!(!robots_exclusion::is_allowed(body, "FooBot", "https://example.com/private/x"));
//! ```
//!
//! # Three ways to ask
//!
//! | | for | cost |
//! |---|---|---|
//! | [`is_allowed`], [`ParseOptions::check`] | one question about a body | one pass over the body, nothing kept |
//! | [`RobotsTxt`] | tools that need the whole file: every group, every line, any crawler | one pass to parse, then the names of the file and the rules of the crawler's groups for each question |
//! | [`Rules`] | crawlers: many questions by one crawler, many hosts | one pass to read and compile, then one traversal of the URL for each question |
//!
//! All three always agree, in the verdict and in the line that decides. A [`Verdict`] cites the
//! deciding rule, its line, and the group that applies. Each takes a crawler as an [`AgentList`],
//! made from one name or several, and a URL as a [`Target`], made from a string, bytes or a `Url`.
//! A tool that asks on behalf of many crawlers parses a file with [`ParseOptions::indexed`] and
//! keeps its results by [`Audience`]: crawlers of one audience get the same verdicts.
//!
//! # Where to begin
//!
//! * [You write a crawler](guide::crawler).
//! * [You write a tool that looks at files](guide#you-write-a-tool-that-looks-at-files), for search
//!   engine optimization, say.
//! * [You ask about somebody else's crawler](guide#you-ask-about-somebody-elses-crawler).
//! * [You check a file in continuous
//!   integration](guide#you-check-a-file-in-continuous-integration).
//! * [You run a service that answers questions](guide#you-run-a-service-that-answers-questions).
//! * [You come from another library](guide::coming_from): its calls, and their equivalents here.
//! * [Which dialect a robot reads](guide::dialects), and [figures](guide::figures).
//!
//! # How it works
//!
//! ```text
//! bytes ─▶ lines and groups ─▶ select(names) ─▶ the groups that apply ─┬─▶ the first match: a Verdict
//!          (RobotsTxt)                          (Selection)            ├─▶ Rules, compiled
//! URL ───▶ Target ─────────────────────────────────────────────────────┴─▶ an Explanation, Pacing, …
//! ```
//!
//! 1. The tokenizer turns bytes into [`Line`](syntax::Line)s. It cannot fail: a broken line is a
//!    line without a key or value.
//! 2. Keys become [`DirectiveKind`](syntax::DirectiveKind)s, with the misspellings that the dialect
//!    accepts.
//! 3. The grammar of groups is followed once, while reading. After that, a [`Group`] is a range of
//!    lines: its names, and its rules and values.
//! 4. [`RobotsTxt::select`] ranks the names of an [`AgentList`] and finds the groups that apply.
//!    This [`Selection`] answers everything that a file says to a crawler.
//! 5. A URL becomes a [`Target`]: its path and query, which are compared in canonical
//!    percent-encoding, like patterns.
//! 6. Patterns are matched in linear time, and the rule of the highest precedence decides.
//!
//! # Dialects
//!
//! A [`Dialect`] is a small value made of independent options; presets such as [`Dialect::GOOGLE`]
//! are constants. The default is [`Dialect::RFC_9309`]. To read a file as another robot does:
//!
//! ```
//! use robots_exclusion::{Dialect, RobotsTxt};
//!
//! let body = b"User-agent: *\nDisallow: /\nAllow: /open/\n";
//! let rfc = RobotsTxt::parse(body);
//! let original = RobotsTxt::options().dialect(Dialect::ORIGINAL_1994).parse(body);
//! assert!(rfc.is_allowed("FooBot", "/open/x"));
//! assert!(!original.is_allowed("FooBot", "/open/x")); // 1994 had no Allow
//! ```
//!
//! # Input of any kind
//!
//! Bodies are bytes: Latin-1, NULs and broken UTF-8 are matched, not dropped. Parsing has no
//! errors, no input makes a function panic, and parsing takes time and memory linear in the input.
//! The patterns of a hostile file are compared with 64 places of a URL at once
//! ([`Rules::is_allowed`] says how long that may take). Invalid URLs ([`Target`] says how they are
//! read) and empty agent names still get a defined answer. To limit how much of a body is read, see
//! [`ParseOptions::max_bytes`] and [`fetch`].
//!
//! # Beyond the rules
//!
//! * [`extension`]: `Crawl-delay`, `Request-rate`, `Visit-time`, `Clean-param`, `Content-Signal`,
//!   `License`, and one answer on [pacing](extension::Pacing).
//! * [`fetch`]: where a site's robots.txt is, what an HTTP status means, how long an answer is
//!   valid.
//! * [`site`]: what a crawler remembers about one site: rules, last good copy, next fetch, pacing.
//! * [`agents`]: well-known crawlers, and the product tokens they fall back to.
//! * [`write`](mod@write) makes files.
//!
//! Separate packages build on this one:
//!
//! * `robots-exclusion-analysis` has `decide`: questions about all URLs, such as whether two files
//!   are equivalent, or what a rule changes; `lint`: typos, ignored lines, redundant rules and
//!   likely mistakes in a file, with corrections; `diff`: the effect of an edit, proved for all
//!   URLs, most severe first.
//! * `robots-exclusion-page` reads robots meta tags, `X-Robots-Tag` and `Content-Usage`, and has
//!   `signals`: one answer for each use of a page, such as AI training, from everything that a site
//!   says.
//! * `robots-exclusion-sitemap` reads, checks and writes sitemap files, and finds the sitemaps of
//!   a site.
//! * `robots-exclusion-cli` is the program `robots`.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | none | | parsing, matching, compiled rules, in every dialect; well-known crawlers; lines other than rules; what HTTP answers mean; a site's memory; writing files |
//! | `std` | yes | clocks, readers, and cache lifetimes from HTTP headers |
//! | `url` | yes | a [`Target`] from a `Url`, the robots.txt URL of a URL, tests of scope |
//! | `serde` | | compiled rules and a site's memory, saved and read; verdicts and explanations, serialized |
//! | `ureq` | | the blocking HTTP client ureq, set up for a crawler: deadlines, no redirects, no private addresses; enables `std` and `url` |
//! | `reqwest` | | the same for the asynchronous client reqwest, whose own features choose how it does TLS; enables `std` and `url` |
//!
//! Without features the crate is `no_std` with `alloc` and has two dependencies, three on x86-64.
//! No feature changes a verdict.
//!
//! `url` takes half of the build time, and most crawlers depend on the crate anyway. `cargo update
//! -p idna_adapter --precise 1.1.0` removes nearly all of that time. In a clone,
//! `.ci/feature-costs` measures what each feature costs.

extern crate alloc;

pub mod agents;
#[doc(hidden)]
pub mod companions;
pub mod dialect;
mod edit_distance;
/// Errors from reading anything other than a robots.txt: names, URLs, compiled rules.
pub mod error {
    pub use crate::identifier::ParseNameError;
    pub use crate::matching::target_error::TargetError;
    pub use crate::rules::DecodeRulesError;
    #[cfg(feature = "std")]
    pub use crate::timestamp::TimestampOutOfRange;
}
/// The reasons for a verdict: the rules that match, and why each but the first does not decide.
pub mod explanation {
    pub use crate::robots_txt::explanation::{Explanation, LostBy, MatchingRule};
}
pub mod extension;
pub mod fetch;
#[cfg(any(doc, doctest))]
pub mod guide;
mod identifier;
#[cfg(feature = "std")]
mod interrupted;
mod matching;
// Declared before the modules that add methods to `Rules`, so that rustdoc lists the methods
// of this module first.
mod rules;

mod robots_txt;
mod shown;
pub mod site;
mod size_limit;
mod sorting;
mod swar;
pub mod syntax;
mod timestamp;
pub mod write;

#[doc(inline)]
pub use dialect::Dialect;
#[doc(inline)]
pub use explanation::Explanation;
pub use matching::pattern::Pattern;
pub use matching::target::Target;
pub use matching::verdict::{Reason, Rule, Verdict};
pub use robots_txt::group::{Group, Run};
pub use robots_txt::index::Audience;
pub use robots_txt::selection::{SelectedBy, Selection};
pub use robots_txt::{ParseOptions, RobotsTxt, is_allowed};
pub use rules::Rules;
pub use syntax::agent_list::AgentList;
pub use syntax::directive::RuleKind;
pub use timestamp::Timestamp;
/// The crate whose `Url` appears in signatures of this crate. Exported so that you can use the same
/// version.
#[cfg(feature = "url")]
#[cfg_attr(docsrs, doc(cfg(feature = "url")))]
pub use url;

/// The code blocks of the README, run as tests. One block needs an HTTP client.
#[cfg(all(doctest, feature = "ureq"))]
#[doc = include_str!("../README.md")]
struct Readme;
