//! Ways into the crate: by what you want to write, and by the library that you come from.
//!
//! Nothing here is code; the module exists in the documentation only. [`coming_from`] lists other
//! libraries' calls and their equivalents in this one.
//!
//! # Choose your way
//!
//! ## You write a crawler
//!
//! Keep one [`Site`](crate::site::Site) for each origin (scheme, host and port) and crawler. It
//! does no I/O and has no clock: you report what the server answered and what time it is, and it
//! decides whether to fetch a URL now, later, or never, and when to ask for robots.txt again. With
//! the feature `ureq`, [`site::ureq`](crate::site::ureq) is a client for it. `examples/crawler`
//! (threads) and `examples/async` (tokio) are whole crawlers around it.
//!
//! If your crawler already keeps such a state for each origin, compile [`Rules`](crate::Rules) and
//! keep those. They own what they need, can be sent to other threads, and know how many bytes they
//! take:
//!
//! ```
//! use robots_exclusion::{Dialect, ParseOptions};
//!
//! // Reads what sites misspell, too, and no more than 500 KiB.
//! let options = ParseOptions::new().dialect(Dialect::LENIENT).max_bytes(512_000);
//! let rules = options.rules_for(b"User Agent: *\nDisalow: /cart\nCrawl-delay: 2\n", "FooBot");
//! assert!(!rules.is_allowed("https://example.com/cart"));
//! assert_eq!(rules.crawl_delay().map(|delay| delay.as_secs()), Some(2));
//! assert!(rules.heap_bytes() < 500);
//! ```
//!
//! * The name that you pass is the product token, `FooBot`, and nothing else, even if a well-known
//!   crawler has it. From a whole `User-Agent` header,
//!   [`UserAgent::parse`](crate::agents::UserAgent::parse) takes the names.
//! * [`fetch`](crate::fetch) says what a status, a redirect or a timeout means: a missing
//!   robots.txt allows everything, an unreachable one nothing.
//! * [`Rules::pacing`](crate::Rules::pacing) combines the delays that a site asks for into one
//!   answer.
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
//! * Why a rule decides, and why each of the other matches lost:
//!   [`RobotsTxt::explain`](crate::RobotsTxt::explain).
//! * What is wrong with a file, with corrections, and which search engines and AI crawlers it shuts
//!   out: the package `robots-exclusion-analysis`, module `lint`.
//! * How another robot reads the same file: [`Dialect`](crate::Dialect), see the table below. One
//!   pattern alone: [`Pattern`](crate::Pattern).
//! * What a well-known crawler does: the next section.
//! * To write files: [`RobotsTxtBuilder`](crate::write::RobotsTxtBuilder).
//!
//! The dialect of a robot, and the document that describes it:
//!
//! | your robot | your document | the dialect | in short |
//! |---|---|---|---|
//! | any robot of today | RFC 9309 (2022) | [`RFC_9309`](crate::Dialect::RFC_9309) | the longest rule decides, `*` and `$` |
//! | a polite crawler of your own | RFC 9309 | [`LENIENT`](crate::Dialect::LENIENT) | also obeys misspelled keys, and rules above the first group |
//! | Googlebot | Google's robots.txt library | [`GOOGLE`](crate::Dialect::GOOGLE) | bug for bug; escapes are not decoded |
//! | YandexBot | Yandex's help | [`YANDEX`](crate::Dialect::YANDEX) | a blank line ends a group |
//! | Baiduspider | Baidu's help | [`BAIDU`](crate::Dialect::BAIDU) | a blank line ends a group; the first rule that matches decides |
//! | SeznamBot | Seznam's help | [`SEZNAM`](crate::Dialect::SEZNAM) | groups with `Robot-version: 2.0` hold globs |
//! | one with globs in every group | Conner's extended standard (1996) | [`SEZNAM_2`](crate::Dialect::SEZNAM_2) | needs no `Robot-version: 2.0` |
//! | Slurp | Yahoo's help | [`SLURP`](crate::Dialect::SLURP) | the draft of 1996 with `*` and `$` |
//! | a robot of 1994 | "A Standard for Robot Exclusion" | [`ORIGINAL_1994`](crate::Dialect::ORIGINAL_1994) | no `Allow`, no wildcards |
//! | a robot of the later 1990s | the Internet-Draft of 1996 | [`DRAFT_1996`](crate::Dialect::DRAFT_1996) | `Allow`; the first rule that matches decides |
//! | Lycos and its contemporaries | Kollar, Leavitt and Mauldin (1996) | [`REVISITED`](crate::Dialect::REVISITED) | several names and paths on a line |
//!
//! ## You ask about somebody else's crawler
//!
//! What Googlebot or Bingbot may do depends on more than its name: which groups it falls back to,
//! whether it obeys `*`, how it reads the file, and how it treats a failed request. All of that is
//! in its [`Agent`](crate::agents::Agent), which
//! [`UserAgent::resolve`](crate::agents::UserAgent::resolve) finds from a token, a header, or the
//! name of a member of a family, such as `YandexVideo`:
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
//! * Names from people or from rows of data:
//!   [`UserAgent::resolve_all`](crate::agents::UserAgent::resolve_all), which also reads sets such
//!   as `@ai-training` and refuses what cannot be a name. [`UserAgent::warning`](crate::agents::UserAgent::warning)
//!   has a sentence about typos, retired names and names that no operator documents.
//! * A site, as such a crawler visits it: [`Crawler::as_agent`](crate::site::Crawler::as_agent).
//!
//! ## You check a file in continuous integration
//!
//! The program does it without code: `robots lint` finds mistakes, `robots diff OLD NEW` says what
//! an edit opens and closes, and `robots test POLICY` checks a file against a policy: what must be
//! allowed or disallowed. The documentation of `lint` has the lines for pre-commit and for GitHub
//! Actions.
//!
//! In a test of your own, `diff::compare` of the package `robots-exclusion-analysis` takes the
//! deployed and the edited file, each as a [`RobotsTxt`](crate::RobotsTxt), and returns every change
//! with its impact, proved for all URLs. The documentation of that module has an example.
//!
//! ## You run a service that answers questions
//!
//! One question about one body needs neither parsing nor compiling, and allocates nothing:
//! [`is_allowed`](crate::is_allowed), or [`ParseOptions::check`](crate::ParseOptions::check) for
//! other dialects and the deciding line. URLs that people type are better read with
//! [`Target::parse`](crate::Target::parse), which refuses what is not a URL:
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
//! and read again. Any bytes may be sent: no input makes the crate panic, and
//! [`Rules::is_allowed`](crate::Rules::is_allowed) says how long a hostile file can take.

pub mod coming_from;
