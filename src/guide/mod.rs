//! Ways into the crate: by what you want to write, and by the library that you come from.
//!
//! This module has no code; it exists only in the documentation.
//!
//! * [`crawler`]: a whole crawl, and a cache of compiled rules.
//! * [`dialects`]: which robot reads which dialect.
//! * [`coming_from`]: other libraries, what they have, and the equivalents of their calls.
//! * [`figures`]: how correct and how fast this library is, and how this was measured.
//!
//! # Choose your way
//!
//! ## You write a crawler
//!
//! Keep one [`Site`](crate::site::Site) for each origin (scheme, host and port) and crawler. It
//! does no I/O and has no clock: you report what the server answered and what time it is, and it
//! decides whether to fetch a URL now, later, or never, and when to ask for robots.txt again. If
//! your crawler already keeps this state itself, compile [`Rules`](crate::Rules) for each origin.
//! [`crawler`] has code for both.
//!
//! ## You write a tool that looks at files
//!
//! Parse once, and ask about any crawler. [`RobotsTxt`](crate::RobotsTxt) keeps every line, so its
//! answers cite lines and their places:
//!
//! ```
//! use robots_exclusion::RobotsTxt;
//!
//! let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a # all of it\nAllow: /a/b\n");
//! let verdict = robots.check("FooBot", "https://example.com/a/c");
//! assert_eq!(verdict.to_string(), "disallowed by `Disallow: /a` on line 2, in the group of *");
//! let place = verdict.rule().and_then(|rule| rule.span()).unwrap();
//! assert_eq!(&robots.body()[place.range()], b"/a");
//! ```
//!
//! The same file in another dialect, where Google's library reads the misspelled key:
//!
//! ```
//! use robots_exclusion::{Dialect, Reason, RobotsTxt};
//!
//! let robots = RobotsTxt::options()
//!     .dialect(Dialect::GOOGLE)
//!     .parse(b"user-agent: googlebot\ndisalow: /a # misspelled\nallow: /a/b\n");
//! let verdict = robots.check("Googlebot", "https://example.com/a/c");
//! assert!(!verdict.is_allowed());
//! assert_eq!(verdict.reason(), Reason::Rule);
//! assert_eq!(verdict.line(), Some(2));
//! ```
//!
//! * Why one rule decides, and why the other matching rules do not:
//!   [`RobotsTxt::explain`](crate::RobotsTxt::explain).
//! * What is wrong with a file, with corrections, and which search engines and AI crawlers it shuts
//!   out: the package `robots-exclusion-analysis`, module `lint`.
//! * How another robot reads the same file: see the table in [`dialects`]. A single pattern:
//!   [`Pattern`](crate::Pattern).
//! * How a well-known crawler behaves: see the next section.
//! * To write files: [`RobotsTxtBuilder`](crate::write::RobotsTxtBuilder).
//!
//! ## You ask about somebody else's crawler
//!
//! What Googlebot or Bingbot may do depends on more than its name: which groups it falls back to,
//! whether it obeys `*`, how it reads the file, and how it treats a failed request. Its
//! [`Agent`](crate::agents::Agent) has all of these facts;
//! [`UserAgent::resolve`](crate::agents::UserAgent::resolve) finds it from a token, a header, or
//! the name of a member of a family, such as `YandexVideo`:
//!
//! ```
//! use robots_exclusion::agents::{Agent, Token, UserAgent};
//! use robots_exclusion::{Dialect, ParseOptions};
//!
//! let body = b"User-agent: Yandex\nDisallow: /x\n\nUser-agent: *\nAllow: /\n";
//! let allowed = |crawler: &UserAgent<'_>| {
//!     let dialect = crawler.agent().map_or(Dialect::RFC_9309, Agent::dialect_with_policy);
//!     ParseOptions::new().dialect(dialect).check(body, crawler, "/x").is_allowed()
//! };
//! assert!(!allowed(&UserAgent::resolve("YandexVideo/3.0")));
//! // A bare token is nothing but itself.
//! assert!(allowed(&UserAgent::from(Token("YandexVideo"))));
//! ```
//!
//! Crawlers with several names fall back in order, as Google documents for its crawlers:
//!
//! ```
//! use robots_exclusion::{RobotsTxt, agents};
//!
//! let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n");
//! let rules = robots.rules_for(&agents::GOOGLEBOT_IMAGE);
//! assert!(!rules.is_allowed("/x"));
//! assert!(rules.is_allowed("/y"));
//! // AdsBot-Google ignores `*`.
//! assert!(robots.rules_for(&agents::ADSBOT_GOOGLE).is_allowed("/x"));
//! ```
//!
//! * Names typed by people or read from data:
//!   [`UserAgent::resolve_all`](crate::agents::UserAgent::resolve_all), which also reads sets such
//!   as `@ai-training` and rejects values that cannot be names.
//!   [`UserAgent::warning`](crate::agents::UserAgent::warning) has a sentence about typos, retired
//!   names and names that no operator documents.
//! * To visit a site as such a crawler: [`Crawler::as_agent`](crate::site::Crawler::as_agent).
//!
//! ## You check a file in continuous integration
//!
//! The program needs no code: `robots lint` finds mistakes, `robots diff OLD NEW` shows which URLs
//! an edit allows or disallows, and `robots test POLICY` checks a file against a policy: what must
//! be allowed or disallowed. The documentation of `lint` has configurations for pre-commit and
//! GitHub Actions.
//!
//! In a test of your own, `diff::compare` of the package `robots-exclusion-analysis` takes the
//! deployed and the edited file, each as a [`RobotsTxt`](crate::RobotsTxt), and returns every change
//! with its impact, proved for all URLs. The documentation of that module has an example.
//!
//! ## You run a service that answers questions
//!
//! One question about one body needs neither parsing nor compiling, and allocates nothing:
//! [`is_allowed`](crate::is_allowed), or [`ParseOptions::check`](crate::ParseOptions::check) for
//! other dialects and the deciding line. For URLs that people type, use
//! [`Target::parse`](crate::Target::parse), which rejects anything that is not a URL:
//!
//! ```
//! use robots_exclusion::{Dialect, ParseOptions, Target};
//!
//! let options = ParseOptions::new().dialect(Dialect::GOOGLE).max_bytes(512_000);
//! let body = b"user-agent: googlebot\ndisallow: /x\n";
//! let target = Target::parse("https://example.com/x/1")?;
//! assert_eq!(options.check(body, "Googlebot", target).line(), Some(2));
//! assert!(Target::parse("example.com/x").is_err());
//! # Ok::<(), robots_exclusion::error::TargetError>(())
//! ```
//!
//! With the feature `serde`, verdicts and explanations serialize, and compiled rules can be stored
//! and read again. You can pass untrusted bytes: no input makes the crate panic, and
//! [`Rules::is_allowed`](crate::Rules::is_allowed) says how long a hostile file can take.

pub mod coming_from;
pub mod crawler;
#[doc = include_str!("dialects.md")]
pub mod dialects {}
#[doc = include_str!("figures.md")]
pub mod figures {}
