//! Editing access: blocks or allows some crawlers in a file, and changes nothing for other
//! crawlers.
//!
//! A group for a crawler replaces the groups of `*` and of every name that the crawler falls back
//! to. So a group that was written to block one crawler may allow URLs that `*` disallows, and may
//! block other crawlers that fall back to its name. [`AccessEdit`] writes groups that do exactly
//! what is asked: a new group keeps the previous rules of its crawlers, and other crawlers that
//! would follow it get their own group. Comments and the order of lines stay.
//!
//! # What is proved
//!
//! A result is only returned if it is proved, for all URLs in the sense of
//! [`decide`](crate::decide#what-proved-means):
//!
//! * For each crawler of the edit, as it reads the file: the edit has its effect, and no other
//!   verdict changes.
//! * For every other [well-known](robots_exclusion::agents::ALL) crawler, for each name in the file
//!   and for crawlers that no group names: no verdict changes, and neither do other lines that
//!   apply to them.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::agents::UserAgent;
//! use robots_exclusion_analysis::decide::Budget;
//! use robots_exclusion_analysis::edit::AccessEdit;
//!
//! let body = b"User-agent: *\nDisallow: /admin/\nCrawl-delay: 5\n";
//! let edit = AccessEdit::block().crawler(UserAgent::resolve("FooBot")).path("/search/");
//! let edited = edit.apply(body, &mut Budget::default())?;
//! assert_eq!(
//!     String::from_utf8_lossy(edited.body()),
//!     "User-agent: *\nDisallow: /admin/\nCrawl-delay: 5\n\n\
//!      User-agent: FooBot\nDisallow: /search/\nDisallow: /admin/\nCrawl-delay: 5\n"
//! );
//! # Ok::<(), robots_exclusion_analysis::edit::EditError>(())
//! ```

mod crawlers;
mod draft;
mod proof;

use std::collections::BTreeSet;
use std::fmt;

use robots_exclusion::agents::{self, FAMILIES, Obedience, UserAgent};
use robots_exclusion::companions::crawler_name;
use robots_exclusion::dialect::NameTest;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::{Dialect, RobotsTxt, RuleKind};

use crate::decide::Budget;
use crawlers::Crawler;
use draft::Draft;
use proof::{Everyone, Fault};

/// An edit that blocks crawlers, or allows them: see [the module](self).
#[derive(Clone, Debug)]
pub struct AccessEdit {
    kind: RuleKind,
    crawlers: Vec<Crawler>,
    /// Crawlers without a name of their own.
    nameless: Vec<Crawler>,
    path: String,
}

impl AccessEdit {
    /// The crawlers may no longer fetch the URLs under the path. Allow rules under it are dropped for
    /// them.
    #[must_use]
    pub fn block() -> Self {
        Self::of(RuleKind::Disallow)
    }

    /// The crawlers may fetch the URLs under the path, except URLs that narrower Disallow rules
    /// block. So if `*` has `Disallow: /` and `Disallow: /admin/`, an allowed crawler gets a group
    /// with only the second rule.
    #[must_use]
    pub fn allow() -> Self {
        Self::of(RuleKind::Allow)
    }

    fn of(kind: RuleKind) -> Self {
        Self {
            kind,
            crawlers: Vec::new(),
            nameless: Vec::new(),
            path: "/".to_owned(),
        }
    }

    /// Adds a crawler, which reads files as its operator documents. May be called repeatedly;
    /// adding a crawler twice has no effect. A crawler
    /// [without a name of its own](robots_exclusion::agents::Agent::is_nameless) can only be edited together with
    /// the one whose groups it follows; otherwise it is [left out](Edited::left_out).
    #[must_use]
    pub fn crawler<'q>(mut self, crawler: impl Into<UserAgent<'q>>) -> Self {
        let crawler = Crawler::new(&crawler.into());
        if crawler.is_nameless {
            if !self.nameless.iter().any(|other| other.name == crawler.name) {
                self.nameless.push(crawler);
            }
        } else if !self.crawlers.iter().any(|other| other.is_same(&crawler)) {
            self.crawlers.push(crawler);
        }
        self
    }

    /// Sets the URLs, as a pattern like those of rules. The default is `/`, the whole site.
    #[must_use]
    pub fn path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// Edits the file. The body is unchanged if the edit already holds.
    ///
    /// # Complexity
    ///
    /// Linear in the file for each crawler of the edit, plus the proofs, which the budget bounds.
    ///
    /// # Errors
    ///
    /// The reason why such a file does not exist, or was not found.
    pub fn apply(&self, body: &[u8], budget: &mut Budget) -> Result<Edited, EditError> {
        self.check(body)?;
        let is_followed = |nameless: &&Crawler| self.crawlers.iter().any(|crawler| crawler.is_same(nameless));
        let left_out: Vec<&Crawler> = self
            .nameless
            .iter()
            .filter(|nameless| !is_followed(nameless))
            .collect();
        if let (true, [first, ..]) = (self.crawlers.is_empty(), &left_out[..]) {
            return Err(EditError::Nameless {
                crawler: first.name.clone(),
                follows: first.token().to_owned(),
            });
        }
        let everyone = Everyone::of(body, &self.crawlers);
        let mut goals = Vec::new();
        let mut unchanged = Vec::new();
        for crawler in &self.crawlers {
            let goal = self.goal(body, crawler);
            match everyone.holds(&goal, budget) {
                Some(true) => unchanged.push(crawler.name.clone()),
                Some(false) => goals.push(goal),
                None => return Err(EditError::Undecided(crawler.name.clone())),
            }
        }
        let mut separated: Vec<Crawler> = Vec::new();
        let edited = if goals.is_empty() {
            body.to_vec()
        } else {
            self.proved(body, &goals, &everyone, &mut separated, budget)?
        };
        let of_edit = |obeys: Obedience| {
            let crawlers = self.crawlers.iter();
            let some = crawlers.filter(move |crawler| crawler.obeys == Some(obeys));
            some.map(|crawler| crawler.name.clone()).collect()
        };
        let families = FAMILIES.iter().filter(|family| {
            let is_of = |goal: &Goal<'_>| goal.crawler.is_named(family.agent().name());
            goals.iter().any(is_of)
        });
        let nameless = agents::ALL.iter().filter(|agent| {
            let follows = |goal: &Goal<'_>| agent.tokens().iter().any(|token| goal.crawler.is_named(token));
            agent.is_nameless() && goals.iter().any(follows)
        });
        Ok(Edited {
            left_out: left_out.into_iter().map(|crawler| crawler.name.clone()).collect(),
            nameless: nameless.map(|agent| agent.name()).collect(),
            body: edited,
            unchanged,
            separated: separated.into_iter().map(|crawler| crawler.name).collect(),
            families: families.map(|family| family.prefix()).collect(),
            may_ignore: of_edit(Obedience::MayIgnore),
        })
    }

    /// Whether the file can be edited.
    fn check(&self, body: &[u8]) -> Result<(), EditError> {
        let is_plain = |byte: u8| byte > b' ' && byte != b'#' && byte != 0x7F;
        if !self.path.starts_with('/') || !self.path.bytes().all(is_plain) {
            return Err(EditError::Path(self.path.clone()));
        }
        if self.crawlers.iter().any(|crawler| crawler.token() == "*") {
            return Err(EditError::Star);
        }
        // A group for such a name would be a group for nobody.
        let is_token = |crawler: &&Crawler| {
            let token = crawler.token().as_bytes();
            crawler_name::label(NameTest::ProductToken, token) == token
        };
        if let Some(crawler) = self.crawlers.iter().find(|crawler| !is_token(crawler)) {
            return Err(EditError::Name(crawler.token().to_owned()));
        }
        match RobotsTxt::parse(body).format() {
            BodyFormat::Text => Ok(()),
            format => Err(EditError::Format(format)),
        }
    }

    /// What the edit asks for one crawler.
    fn goal<'e>(&'e self, body: &[u8], crawler: &'e Crawler) -> Goal<'e> {
        let robots = crawler.parse(body);
        let groups = crawler.groups(&robots);
        let rules = groups.iter().flat_map(|group| group.rules());
        let mut goal = Goal {
            crawler,
            kind: self.kind,
            path: &self.path,
            narrower: BTreeSet::new(),
            inherited: Vec::new(),
        };
        if self.kind == RuleKind::Allow {
            for rule in rules.filter(|rule| rule.kind() == RuleKind::Disallow) {
                let pattern = String::from_utf8_lossy(rule.pattern());
                if !goal.is_broad(&pattern) {
                    goal.narrower.insert(pattern.into_owned());
                }
            }
            if goal.narrower.is_empty() && self.path == "/" && crawler.obeys_star {
                self.inherit(&mut goal, &robots);
            }
        }
        goal
    }

    /// Has a crawler whose own groups only block it obey the rules of `*` once it is allowed: what these
    /// keep from everybody is not meant to be open to it.
    fn inherit(&self, goal: &mut Goal<'_>, robots: &RobotsTxt<'_>) {
        let of_star = robots.groups_for("*");
        let rules = of_star.iter().flat_map(|group| group.rules());
        for rule in rules {
            let pattern = as_text(rule.pattern());
            if pattern.is_empty() || goal.is_broad(&pattern) {
                continue;
            }
            if rule.kind() == RuleKind::Disallow {
                goal.narrower.insert(pattern.clone());
            }
            goal.inherited.push((rule.kind(), pattern));
        }
        if goal.narrower.is_empty() {
            goal.inherited.clear();
        }
    }

    /// Drafts files until one is proved.
    fn proved(
        &self,
        body: &[u8],
        goals: &[Goal<'_>],
        everyone: &Everyone,
        separated: &mut Vec<Crawler>,
        budget: &mut Budget,
    ) -> Result<Vec<u8>, EditError> {
        // Other crawlers may fall back to a name that gets its own group, and so on.
        const ROUNDS: usize = 4;
        let mut first = None;
        for is_at_end in [true, false] {
            separated.clear();
            for _ in 0..ROUNDS {
                let draft = Draft::new(body, goals, separated);
                let Some((edited, added)) = draft.written(is_at_end) else {
                    break;
                };
                let fault = match everyone.prove(&edited, goals, &added, budget) {
                    Ok(()) => return Ok(edited),
                    Err(fault) => fault,
                };
                match fault {
                    Fault::Others(crawlers) => {
                        let are_new = crawlers
                            .iter()
                            .all(|crawler| !separated.iter().any(|other| other.is_same(crawler)));
                        if crawlers.is_empty() || !are_new {
                            break;
                        }
                        separated.extend(crawlers);
                    }
                    Fault::Error(error) => {
                        first.get_or_insert(error);
                        break;
                    }
                }
            }
        }
        Err(first.unwrap_or(EditError::Others))
    }
}

/// A pattern as text; bytes that are none are percent-encoded, and match the same.
fn as_text(pattern: &[u8]) -> String {
    match core::str::from_utf8(pattern) {
        Ok(text) => text.to_owned(),
        Err(_) => percent_encoding::percent_encode(pattern, &percent_encoding::AsciiSet::EMPTY).to_string(),
    }
}

/// What the edit asks for one crawler.
#[derive(Debug)]
struct Goal<'e> {
    crawler: &'e Crawler,
    kind: RuleKind,
    path: &'e str,
    /// Patterns of Disallow rules that stay, although URLs under the path match them.
    narrower: BTreeSet<String>,
    /// Rules of `*` for a crawler whose own groups have none that stays.
    inherited: Vec<(RuleKind, String)>,
}

impl Goal<'_> {
    /// Whether a pattern matches all URLs of the goal.
    fn is_broad(&self, pattern: &str) -> bool {
        // Simple cases need no proof: a file may have thousands of rules.
        let is_plain = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte))
        };
        if is_plain(pattern) && is_plain(self.path) && !pattern.is_empty() {
            return !self.crawler.dialect.needs_opt_in() && self.path.starts_with(pattern);
        }
        proof::covers(pattern, self.path, self.crawler.dialect)
    }

    /// Whether a pattern certainly matches only URLs of the goal.
    fn is_within(&self, pattern: &[u8]) -> bool {
        let is_literal = !self.path.contains(['*', '$', '%']);
        pattern == self.path.as_bytes()
            || is_literal && (pattern.starts_with(self.path.as_bytes()) || self.path == "/")
    }
}

/// An edited file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edited {
    body: Vec<u8>,
    unchanged: Vec<String>,
    separated: Vec<String>,
    families: Vec<&'static str>,
    nameless: Vec<&'static str>,
    left_out: Vec<String>,
    may_ignore: Vec<String>,
}

impl Edited {
    /// The file.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The crawlers of the edit for which the edit already held.
    #[must_use]
    pub fn unchanged(&self) -> &[String] {
        &self.unchanged
    }

    /// Other crawlers that would follow a group of the edit. They now have their own groups with
    /// their previous rules.
    #[must_use]
    pub fn separated(&self) -> &[String] {
        &self.separated
    }

    /// Prefixes of the names of further crawlers that follow a group of the edit: they fall back to
    /// its name, and cannot get their own groups, since their full names are unknown.
    #[must_use]
    pub fn families(&self) -> &[&'static str] {
        &self.families
    }

    /// Crawlers that send no name of their own and, according to their operators, follow a group of
    /// the edit, and so are blocked or allowed too
    /// ([`Agent::is_nameless`](robots_exclusion::agents::Agent::is_nameless)).
    #[must_use]
    pub fn nameless(&self) -> &[&'static str] {
        &self.nameless
    }

    /// The crawlers of the edit for which nothing was done: they have no name of their own, and follow
    /// the groups of a crawler that is not part of the edit.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The crawlers of the edit that, according to their operators, may ignore robots.txt
    /// ([`Obedience::MayIgnore`]).
    #[must_use]
    pub fn may_ignore(&self) -> &[String] {
        &self.may_ignore
    }
}

/// Why a file was not edited.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// The path does not begin with `/`, or has spaces, control characters or `#`, which end a
    /// pattern.
    Path(String),
    /// `*` is not a crawler.
    Star,
    /// This can be no product token.
    Name(String),
    /// The crawler has no name of its own, and follows the groups of another one.
    Nameless {
        /// The crawler.
        crawler: String,
        /// The name whose groups it follows.
        follows: String,
    },
    /// The body is not plain text.
    Format(BodyFormat),
    /// The file would be longer than crawlers read.
    TooLong {
        /// How many bytes of the file crawlers read.
        read: u32,
    },
    /// A verdict differs from what the edit asks for.
    NotMet {
        /// The crawler.
        crawler: String,
        /// A URL.
        url: String,
        /// The rule that decides about the URL.
        rule: String,
    },
    /// The edit would change a verdict that it does not ask for.
    Changes {
        /// The crawler.
        crawler: String,
        /// A URL.
        url: String,
    },
    /// The edit would change other lines that apply to a crawler, such as a crawl delay.
    Lines(String),
    /// Other crawlers follow the same groups, and cannot get their own groups.
    Others,
    /// The work allowed was spent first.
    Undecided(String),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(
                f,
                "the path {path:?} must begin with / and have no spaces, control characters or #; write those as %20 and so on"
            ),
            Self::Star => {
                f.write_str("`*` stands for all crawlers that no group names; name a crawler or a set")
            }
            Self::Name(name) => write!(
                f,
                "{name:?} is no product token, which has letters, digits, `-`, `_` and `.` alone"
            ),
            Self::Nameless { crawler, follows } => write!(
                f,
                "{crawler} has no name of its own and does what is written for {follows}: name {follows} if it is meant too"
            ),
            Self::Format(format) => write!(f, "the file looks like {}", format.description()),
            Self::TooLong { read } => write!(
                f,
                "the file would be longer than the {read} bytes that crawlers read"
            ),
            Self::NotMet { crawler, url, rule } => {
                write!(f, "{crawler}: `{rule}` would still decide about {url}")
            }
            Self::Changes { crawler, url } => write!(f, "{crawler}: the verdict on {url} would change too"),
            Self::Lines(crawler) => write!(
                f,
                "{crawler}: lines other than rules would no longer apply, or more would"
            ),
            Self::Others => {
                f.write_str("other crawlers follow the same groups and cannot be separated from them")
            }
            Self::Undecided(crawler) => write!(f, "{crawler}: not decided: work limit reached"),
        }
    }
}

impl std::error::Error for EditError {}

/// The dialects in which unknown crawlers may read.
const OF_STRANGERS: [Dialect; 2] = [Dialect::RFC_9309, Dialect::LENIENT];
