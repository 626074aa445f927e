#![cfg_attr(docsrs, feature(doc_cfg))]

//! What robots.txt files mean, beyond one verdict: statements about all URLs, findings, and the
//! effect of edits.
//!
//! * [`decide`]: questions about all URLs: whether two files mean the same, what a rule changes,
//!   whether an assertion holds. Each answer is proved, refuted with a URL, or undecided.
//! * [`lint`]: typos, ignored lines, redundant rules and likely mistakes in a file.
//! * [`diff`]: the effect of an edit, proved for all URLs, most severe first.
//! * [`edit`]: a file in which some crawlers are blocked or allowed, and nothing else changes, proved.
//! * [`read_alike`]: whether two files differ in more than spelling.
//!
//! The files are those that [`robots_exclusion`] parses.

pub mod decide;
pub mod diff;
pub mod edit;
pub mod lint;
mod reading;

pub use reading::read_alike;
pub use robots_exclusion;

/// The code blocks of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
