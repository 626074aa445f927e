//! Other libraries' calls and their equivalents in this crate, and which answers change.
//!
//! The answers below were measured on 2026-11-22 with the versions named. "Right" is what the
//! standard says or, for Google's library, what that library does. For the answers of Google's
//! library, use [`Dialect::GOOGLE`](crate::Dialect::GOOGLE); to read misspelled lines as their
//! authors intended, use [`Dialect::LENIENT`](crate::Dialect::LENIENT).
//!
//! The conformance suite of this repository, `tests/conformance`, shows what each library gets
//! right of RFC 9309, section by section, and its answers where the text leaves the answer open.
//! The suite is data, so that you can test your own library too. [`figures`](super::figures) has
//! the speed of some of these libraries, and how often they agree with Google's library.
//!
//! # What each library has
//!
//! | | robots-exclusion | robotxt 0.7 | texting_robots 0.2 | robotstxt 0.3 | Protego (Python) |
//! |---|---|---|---|---|---|
//! | dialects | 11, and your own | 1 | 1 | 1 | 1 |
//! | the deciding line, and why | yes | | | through callbacks | |
//! | rules compiled once for a crawler | yes | yes | yes | | yes |
//! | Crawl-delay, Sitemap lines | yes | yes | yes | | yes |
//! | Request-rate, Visit-time, Clean-param, AI signals, licenses | yes | | | | the first two |
//! | what an HTTP status means; caching; pacing | yes | status | | | |
//! | sitemap files, page rules, lint, diff, proofs | yes | | | | |
//!
//! # What changes on your sites
//!
//! If your old library reads some files in its own way, your crawler will behave differently on the
//! sites that have such files. Before you switch, compare the answers of both libraries on your
//! files. Nearly all differences are of these kinds:
//!
//! | on the site | many libraries | this crate | why |
//! |---|---|---|---|
//! | `User-agent: *`, `Crawl-delay: 120`, and then `User-agent: 008`, `Disallow: /` (bitbucket.org) | only 008 is blocked | everyone is blocked | RFC 9309 section 2.2.1: a group begins at a User-agent line that follows a rule; no other line ends a group, so both names share the rules |
//! | `User-agent: *`, `Crawl-delay: 2`, `User-agent: Googlebot`, `Disallow: /search/` (congress.gov) | `/search/` is closed to Googlebot | `/search/` is closed to everyone | the same |
//! | a group `foo`, for the crawler `FooBot` | applies: `foo` is part of the name | does not apply | RFC 9309 section 2.2.1: product tokens are compared as a whole |
//! | `User-agent: FooBot, BarBot` | names both, or neither | names `FooBot` | the name of a line ends at the first character that is not a letter, a digit, `_`, `-` or `.`; the standard has neither digits nor dots, but real names do |
//! | `Allow: /index.html` under `Disallow: /` | ports of Google's library open `/` too | only `/index.html` is open | only Google's library reads `index.html` so: [`Dialect::GOOGLE`](crate::Dialect::GOOGLE) |
//! | `Disallow /x`, `Disalow: /x` | obeyed by some | ignored; obeyed if lenient | the standard leaves it to the crawler |
//!
//! In the first two rows, your old crawler did not do what the file says, but perhaps what the
//! file's author wanted. If you must keep the old answer,
//! [`Dialect::DRAFT_1996`](crate::Dialect::DRAFT_1996) ends groups at blank lines, and
//! [`group_end`](crate::Dialect::group_end) makes any dialect end groups there.
//! [`Site`](crate::site::Site) with [`Crawler::new`](crate::site::Crawler::new) is lenient.
//!
//! ```
//! use robots_exclusion::dialect::GroupEnd;
//! use robots_exclusion::{Dialect, ParseOptions};
//!
//! let allowed = |dialect, body: &str, agent, url| {
//!     ParseOptions::new().dialect(dialect).check(body.as_bytes(), agent, url).is_allowed()
//! };
//! let rfc = Dialect::RFC_9309;
//! let bitbucket = "User-agent: *\nCrawl-delay: 120\n\nUser-agent: 008\nDisallow: /\n";
//! assert!(!allowed(rfc, bitbucket, "FooBot", "/"));
//! assert!(allowed(rfc.with(|custom| custom.group_end = GroupEnd::BlankLine), bitbucket, "FooBot", "/"));
//! let congress = "User-Agent: *\nCrawl-delay: 2\nUser-Agent: Googlebot\nDisallow: /search/\n";
//! assert!(!allowed(rfc, congress, "FooBot", "/search/"));
//! assert!(allowed(rfc, "User-agent: foo\nDisallow: /\n", "FooBot", "/"));
//! let names = "User-agent: FooBot, BarBot\nDisallow: /\n";
//! assert!(!allowed(rfc, names, "FooBot", "/") && allowed(rfc, names, "BarBot", "/"));
//! let index = "User-agent: *\nDisallow: /\nAllow: /index.html\n";
//! assert!(!allowed(rfc, index, "FooBot", "/") && allowed(Dialect::GOOGLE, index, "FooBot", "/"));
//! for body in ["User-agent: *\nDisallow /x\n", "User-agent: *\nDisalow: /x\n"] {
//!     assert!(allowed(rfc, body, "FooBot", "/x") && !allowed(Dialect::LENIENT, body, "FooBot", "/x"));
//! }
//! ```
//!
//! # texting_robots 0.2
//!
//! | theirs | ours |
//! |---|---|
//! | `Robot::new("FooBot", body)?` | [`Rules::parse(body, "FooBot")`](crate::Rules::parse), which cannot fail |
//! | `robot.allowed(url)` | [`rules.is_allowed(url)`](crate::Rules::is_allowed) |
//! | `robot.delay` (seconds, `f32`) | [`rules.crawl_delay()`](crate::Rules::crawl_delay) (a `Duration`), or [`pacing`](crate::Rules::pacing) |
//! | `robot.sitemaps` | [`robots.sitemaps()`](crate::RobotsTxt::sitemaps); of rules after [`keep_site_lines`](crate::ParseOptions::keep_site_lines) |
//!
//! | file and question | theirs | ours | right |
//! |---|---|---|---|
//! | `Disallow: /x` before any User-agent line | disallowed | allowed; disallowed if lenient | RFC 9309: a rule without a group applies to nobody |
//! | `Disallow: /%7Ejoe`, asked about `/~joe` | allowed | disallowed | RFC 9309 section 2.2.2: both spell the same octets |
//! | `Disallow: /a$b`, asked about `/a$b` | allowed | disallowed | RFC 9309: `$` is special at the end only |
//! | `Disallow: /x$`, asked about `/x#top` | allowed | disallowed | RFC 3986: a fragment is not part of a request |
//! | group `foobot`, asked as `FooBot/2.1` | allowed | disallowed | RFC 9309: the product token is `FooBot` |
//! | `User agents: FooBot`, `User-agent = FooBot`, then `Disallow: /` | by the line above, or nobody | the same; if lenient, for FooBot | RFC 9309: such a line is not a User-agent line |
//! | `Disallow /x`, `Disalow: /x` | disallowed | allowed; disallowed if lenient | the standard leaves it to the crawler |
//!
//! ```
//! use robots_exclusion::{Dialect, ParseOptions, Rules};
//!
//! assert!(Rules::parse(b"Disallow: /x\n", "FooBot").is_allowed("/x"));
//! assert!(!Rules::parse(b"User-agent: *\nDisallow: /%7Ejoe\n", "FooBot").is_allowed("/~joe"));
//! assert!(!Rules::parse(b"User-agent: *\nDisallow: /a$b\n", "FooBot").is_allowed("/a$b"));
//! assert!(!Rules::parse(b"User-agent: *\nDisallow: /x$\n", "FooBot").is_allowed("/x#top"));
//! assert!(!Rules::parse(b"User-agent: foobot\nDisallow: /\n", "FooBot/2.1").is_allowed("/"));
//! for body in [b"User-agent: *\nDisallow /x\n", b"User-agent: *\nDisalow: /x", b"Disallow: /x"] as [&[u8]; 3] {
//!     assert!(Rules::parse(body, "FooBot").is_allowed("/x"));
//!     let lenient = ParseOptions::new().dialect(Dialect::LENIENT);
//!     assert!(!lenient.rules_for(body, "FooBot").is_allowed("/x"));
//! }
//! ```
//!
//! # robotstxt 0.3
//!
//! A port of Google's library to Rust.
//!
//! | theirs | ours, with `let options = ParseOptions::new().dialect(Dialect::GOOGLE)` |
//! |---|---|
//! | `DefaultMatcher::default().one_agent_allowed_by_robots(body, agent, url)` | `options.check(body, agent, url).is_allowed()` |
//! | `matcher.allowed_by_robots(body, vec!["FooBot", "BarBot"], url)` | `options.check(body, AgentList::new(&["FooBot", "BarBot"]).merged(), url)` |
//! | `matcher.matching_line()` | [`verdict.line()`](crate::Verdict::line) |
//! | a `RobotsParseHandler` | [`robots.directives()`](crate::RobotsTxt::directives), [`robots.lines()`](crate::RobotsTxt::lines) |
//!
//! Where no other rule matches, `matching_line()` names the line of an empty rule, such as
//! `Disallow:`. In this case, `verdict.line()` is `None`, because an empty rule matches nothing and
//! so decides nothing.
//!
//! Their body is a `str`, ours is bytes: files in Latin-1 need no conversion. In the default
//! dialect, RFC 9309, other answers change:
//!
//! ```
//! use robots_exclusion::{Dialect, ParseOptions};
//!
//! let allowed = |dialect, body: &[u8], agent, url| {
//!     ParseOptions::new().dialect(dialect).check(body, agent, url).is_allowed()
//! };
//! let closed = b"User-agent: *\nDisallow: /\nAllow: /index.html\n";
//! // Google's library takes `Allow: /index.html` for an Allow of `/` as well.
//! assert!(allowed(Dialect::GOOGLE, closed, "FooBot", "/"));
//! assert!(!allowed(Dialect::RFC_9309, closed, "FooBot", "/"));
//! // It does not exempt robots.txt itself; RFC 9309 section 2.2.2 does.
//! assert!(!allowed(Dialect::GOOGLE, closed, "FooBot", "/robots.txt"));
//! assert!(allowed(Dialect::RFC_9309, closed, "FooBot", "/robots.txt"));
//! // It compares the crawler's name as a whole: pass a product token.
//! let named = b"User-agent: foobot\nDisallow: /\n";
//! assert!(allowed(Dialect::GOOGLE, named, "FooBot/2.1", "/"));
//! assert!(!allowed(Dialect::RFC_9309, named, "FooBot/2.1", "/"));
//! ```
//!
//! # robotxt 0.7
//!
//! | theirs | ours |
//! |---|---|
//! | `Robots::parse(body, "FooBot")` | [`Rules::parse(body, "FooBot")`](crate::Rules::parse) |
//! | `robots.is_allowed("/path")`, `robots.is_url_allowed(&url)` | [`rules.is_allowed(..)`](crate::Rules::is_allowed), of either |
//! | `robots.matching_rule("/path")` | [`rules.check("/path")`](crate::Rules::check), whose verdict has the rule and its line |
//! | `Robots::allow_all()`, `disallow_all()` | [`Rules::allow_all`](crate::Rules::allow_all), [`Rules::disallow_all`](crate::Rules::disallow_all) |
//! | `Robots::from_access(access, agent)` | [`FetchPolicy::outcome`](crate::fetch::FetchPolicy::outcome) and [`Rules::for_outcome`](crate::Rules::for_outcome) |
//! | `RobotsBuilder` | [`RobotsTxtBuilder`](crate::write::RobotsTxtBuilder) |
//!
//! Two rows of the table of texting_robots apply: `FooBot/2.1` is not in the group `foobot` in that
//! library (by RFC 9309, it is), and `Disallow /x` and `Disalow: /x` are read as rules, as in
//! [`Dialect::LENIENT`](crate::Dialect::LENIENT).
//!
//! # Python's urllib.robotparser, and ports of it
//!
//! Measured with Python 3.11. The crate `robotparser` and the parser in `spider` have similar
//! methods. The module reads files as the draft of 1996 does: the first rule that matches decides,
//! and `*` and `$` are ordinary characters. This holds for Python up to 3.12, and for 3.13 and 3.14
//! before May 2026, when the module was rewritten to follow RFC 9309 (gh-138907). The new module
//! answers like [`Dialect::RFC_9309`](crate::Dialect::RFC_9309), so use that dialect.
//! [`Dialect::DRAFT_1996`](crate::Dialect::DRAFT_1996) is the closest to the old answers. The
//! module departed from the draft in three ways: it treated `/a%2Fb` as `/a/b`, let `foo` name
//! `FooBot`, and read empty lines within groups differently.
//!
//! | theirs | ours |
//! |---|---|
//! | `parser.parse(lines)` | [`RobotsTxt::parse(body)`](crate::RobotsTxt::parse) |
//! | `parser.can_fetch("FooBot", url)` | [`robots.is_allowed("FooBot", url)`](crate::RobotsTxt::is_allowed) |
//! | `parser.crawl_delay("FooBot")` | [`robots.crawl_delay_for("FooBot")`](crate::RobotsTxt::crawl_delay_for) |
//! | `parser.request_rate("FooBot")` | [`rules.request_rates()`](crate::Rules::request_rates), or [`robots.pacing_for("FooBot")`](crate::RobotsTxt::pacing_for) |
//! | `parser.site_maps()` | [`robots.sitemaps()`](crate::RobotsTxt::sitemaps), or [`sitemap_lines`](crate::RobotsTxt::sitemap_lines) |
//! | `parser.read()`, `mtime`, `modified` | [`fetch`](crate::fetch) and [`Site`](crate::site::Site), with your client and your clock |
//!
//! | file and question | theirs | ours | right |
//! |---|---|---|---|
//! | `Allow: /` and then `Disallow: /x` | allowed | disallowed | RFC 9309: the longest pattern decides |
//! | `Disallow: /a` and then `Allow: /a/b`, asked about `/a/b` | disallowed | allowed | the same |
//! | `Disallow: /*.php$`, asked about `/x.php` | allowed | disallowed | RFC 9309 has both |
//! | a blank line after `User-agent: *` | its rules are lost | disallowed | RFC 9309: blank lines mean nothing |
//! | two groups for `FooBot` | the first | both | RFC 9309: groups of one name are one |
//! | group `foo`, asked as `FooBot` | disallowed | allowed | RFC 9309: names are compared whole |
//!
//! ```
//! use robots_exclusion::is_allowed;
//!
//! assert!(!is_allowed(b"User-agent: *\nAllow: /\nDisallow: /x\n", "FooBot", "/x"));
//! assert!(is_allowed(b"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "FooBot", "/a/b"));
//! assert!(!is_allowed(b"User-agent: *\nDisallow: /*.php$\n", "FooBot", "/x.php"));
//! assert!(!is_allowed(b"User-agent: *\n\nDisallow: /x\n", "FooBot", "/x"));
//! let two = b"User-agent: FooBot\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /x\n";
//! assert!(!is_allowed(two, "FooBot", "/x"));
//! assert!(is_allowed(b"User-agent: foo\nDisallow: /\n", "FooBot", "/"));
//! ```
