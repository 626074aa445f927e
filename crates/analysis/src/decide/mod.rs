//! Questions about all URLs, decided rather than sampled.
//!
//! The URLs that a crawler may fetch form a regular language in every [`Dialect`](robots_exclusion::Dialect):
//! every pattern language is regular, and precedence is an order. So questions about *all* URLs
//! have answers. A [`Policy`] holds the rules that apply to one crawler, and can be asked:
//!
//! | question | |
//! |---|---|
//! | do two policies give the same verdict on every URL? | [`equivalent`] |
//! | where do they disagree, and by which rules? | [`differences`] |
//! | which of several policies agree, and where do the others disagree? | [`Division`] |
//! | does a rule decide about any URL at all? | [`Policy::is_unreachable`] |
//! | does removing a rule change any verdict? several together? | [`Policy::is_redundant`], [`Policy::are_redundant`] |
//! | are all URLs that match a pattern allowed, or disallowed? | [`Policy::holds`] with an [`Assertion`] |
//! | is a site open to a crawler, in part, or closed? to many crawlers, file after file? | [`Access::of`], [`Census`] |
//! | is a directory? | [`Policy::access`] |
//! | which lines can be removed together? | [`minimize()`] |
//!
//! A [`Conclusion`] is [`Proved`](Conclusion::Proved), [`Refuted`](Conclusion::Refuted) with a
//! [`Witness`], which is a URL that can be pasted, or [`Undecided`](Conclusion::Undecided) if the
//! [`Budget`] ran out. No question about a known real file comes near the default budget.
//!
//! # What "proved" means
//!
//! A proved statement is true for every URL of a [`Universe`], without exception and without limit
//! on length. Unless another universe is chosen, these are all request targets that the dialect can
//! receive. No verdict depends on the `https://` or `http://` and the host before it. Where a
//! dialect does not decode URLs, like Google's library, every spelling is a different URL: `/%61`
//! differs from `/a`, and a raw `|`, which browsers send, differs from `%7C`.
//!
//! A comparison of a dialect that decodes URLs with one that does not is about URLs whose escapes are
//! in normal form. [`Universe::of`] says which URLs a question is about, and [`Policy::in_universe`]
//! chooses.
//!
//! The policies are compared by the verdicts that [`RobotsTxt::check`](robots_exclusion::RobotsTxt::check)
//! gives on such URLs. Other contents of a file (crawl delays, sitemaps) are not compared.
//!
//! # Examples
//!
//! What an edit changes for one crawler:
//!
//! ```
//! use robots_exclusion_analysis::decide::{Budget, Policy, differences};
//! use robots_exclusion::{RobotsTxt, agents};
//!
//! let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /search\nDisallow: /*?sort=\n");
//! let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /search/\nDisallow: /*sort=\n");
//! let (old, new) = (Policy::of(&old, &agents::GOOGLEBOT), Policy::of(&new, &agents::GOOGLEBOT));
//! let mut budget = Budget::default();
//! for difference in differences(&old, &new, &mut budget) {
//!     println!("{}: {}", if difference.opens() { "opens" } else { "closes" }, difference.witness());
//! }
//! ```
//!
//! # How it works
//!
//! Every question is made of many small ones: is there a URL that these one to three patterns match
//! and none of those patterns? Each is a breadth-first search over the positions of all these
//! patterns. A state is dropped if every text that leads from it to an answer also leads from an
//! earlier state to an answer, and only characters that advance a pattern are tried. On real files
//! nearly all of these searches end after a few states. Deciding is hard in general, however:
//! patterns can be made for which the states double with each character. Hence the budget.

// The modules in layers, the lowest first: a file uses only files of its own layer and of the
// layers before it, and no two files use each other. For each layer, the statement that it proves
// and the argument:

// 1. The tokens of URLs. Every URL of a universe is a sequence of tokens and every such sequence is
//    a URL of the universe, so a search over tokens covers all URLs and finds only URLs.
mod universe;
mod url_octet;

// 2. Patterns as automata that take a token at a time. Text between stars may be found at its
//    leftmost place, because the star after it can match all that lies between that place and a
//    later one. So one number, the place in the pattern, says both how much has matched and what
//    may still match.
mod pattern;
mod trie;

// 3. The tokens that suffice. Two tokens that no pattern distinguishes can replace each other in
//    every answer, so one of each kind is tried.
mod alphabet;

// 4. The rules of a crawler, in one order of rank. Of the rules that match a URL the highest
//    decides, so a rule decides about a URL if it matches and no higher rule does. So every
//    question becomes: is there a URL that these patterns match and those do not?
mod policy;

// 5. Whether there is a URL that some patterns match and others do not. All combinations of
//    positions are searched, breadth first. A combination is dropped if an earlier combination
//    leads to an answer whenever it does (`search`), and patterns that cannot match any target of
//    the search are dropped too (`reach`).
mod budget;
mod reach;
mod search;

// 6. Which pairs of rules have to be searched for: patterns that begin differently match no URL
//    together. And if a third rule ranks above one rule of a pair, and matches every URL that one
//    of the two matches, there is no URL on which both rules of the pair decide.
mod changed;
mod cover;
mod engine;
mod overlap;
mod sides;

// 7. The questions. Each chooses the pairs to search for. Answers can be checked: both policies
//    decide again about the URL of a witness.
mod access;
mod assertion;
mod census;
mod comparison;
mod division;
mod minimize;
mod rule_effect;
mod witness;

pub use access::Access;
pub use assertion::{Assertion, AssertionError};
pub use budget::Budget;
pub use census::{Census, CrawlerAccess};
pub use comparison::{Difference, Differences, differences, equivalent};
pub use division::{Disagreement, Division};
pub use minimize::{Because, Minimization, Removal, minimize};
pub use policy::Policy;
pub use universe::Universe;
pub use witness::{Conclusion, Witness};
