//! Questions about all URLs, decided rather than sampled.
//!
//! The URLs that a crawler may fetch form a regular language in every [`Dialect`](crate::Dialect): every pattern language is regular, and
//! precedence is an order. So questions about *all* URLs have answers. A [`Policy`] holds the rules that apply to one crawler, and can be asked:
//!
//! | question | |
//! |---|---|
//! | do two policies give the same verdict on every URL? | [`equivalent`] |
//! | where do they disagree, and by which rules? | [`differences`] |
//! | which of several policies agree, and where do the others disagree? | [`Division`] |
//! | does a rule decide about any URL at all? | [`Policy::is_unreachable`] |
//! | does removing a rule change any verdict? several together? | [`Policy::is_redundant`], [`Policy::are_redundant`] |
//! | are all URLs that match a pattern allowed, or disallowed? | [`Policy::holds`] with an [`Assertion`] |
//! | which lines can be removed together? | [`minimize()`] |
//!
//! An [`Answer`] is [`Proved`](Answer::Proved), [`Refuted`](Answer::Refuted) with a [`Witness`], which is a URL that can be pasted, or
//! [`Undecided`](Answer::Undecided) if the [`Budget`] ran out, which no question about one real file that we know of comes near.
//!
//! # What "proved" means
//!
//! A statement that is proved is true of every URL of a [`Universe`], without exception and without limit on length: of every request target that
//! the dialect can receive, with `https://` or `http://` and a host before it, on which no verdict depends. Where a dialect does not decode URLs, as
//! Google's library does not, escaped unreserved characters (`/%61`) are among them.
//!
//! A comparison of two dialects that treat escapes differently is about URLs in normal form instead. [`Universe::of`] says which they are, and
//! [`Policy::in_universe`] chooses.
//!
//! The policies are compared by what [`RobotsTxt::check`](crate::RobotsTxt::check) says about such URLs. Whatever else a file says (crawl delays,
//! sitemaps) is not compared.
//!
//! # Examples
//!
//! What an edit changes for one crawler:
//!
//! ```
//! use robots_exclusion::decide::{Budget, Policy, differences};
//! use robots_exclusion::{AgentList, RobotsTxt};
//!
//! let agents = AgentList::new(&["Googlebot"]);
//! let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /search\nDisallow: /*?sort=\n");
//! let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /search/\nDisallow: /*sort=\n");
//! let (old, new) = (Policy::of(&old, &agents), Policy::of(&new, &agents));
//! let mut budget = Budget::default();
//! for difference in differences(&old, &new, &mut budget) {
//!     println!("{}: {}", if difference.opens() { "opens" } else { "closes" }, difference.witness());
//! }
//! ```
//!
//! # How it works
//!
//! Every question is made of many small ones: is there a URL that these one to three patterns match and none of those patterns? Each is a breadth-first search
//! over the positions of all these patterns, in which a state is dropped if an earlier one can do whatever it can, and only
//! characters that bring a pattern on are tried. On real files nearly all of these searches end after a few states. Deciding is hard in general, however: patterns
//! can be made for which the states double with each character. Hence the budget.

mod access;
mod alphabet;
mod assertion;
mod budget;
mod changed;
mod comparison;
mod cover;
mod division;
mod engine;
mod minimize;
mod overlap;
mod pattern;
mod policy;
mod reach;
mod rules;
mod search;
mod sides;
mod token;
mod trie;
mod universe;
mod witness;

pub use access::Access;
pub use assertion::Assertion;
pub use budget::Budget;
pub use comparison::{Difference, Differences, differences, equivalent};
pub use division::{Disagreement, Division};
pub use minimize::{Because, Minimization, Removal, minimize};
pub use policy::Policy;
pub use universe::Universe;
pub use witness::{Answer, Witness};
