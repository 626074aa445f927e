//! Verdicts on given URLs, before and after.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::applying::{Index, Shared};
use super::effect::is_vital;
use super::{Effect, Impact};
use crate::matching::target::Target;
use crate::matching::verdict::Verdict;
use crate::robots_txt::RobotsTxt;
use crate::rules::Rules;
use crate::syntax::names::AgentList;

/// Several crawlers in two files, to be asked about URLs.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion::diff::{Impact, UrlDiff};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
/// let diff = UrlDiff::new(&old, &new, &["FooBot", "Googlebot"]);
/// let changes: Vec<_> = diff.changes("https://www.example.com/b/c").collect();
/// assert_eq!(changes.len(), 2);
/// assert_eq!(changes[1].agent(), "Googlebot");
/// assert!(changes[1].before().is_allowed() && !changes[1].after().is_allowed());
/// assert_eq!(changes[1].impact(), Impact::Major);
/// assert_eq!(diff.changes("/c").count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct UrlDiff<'r> {
    crawlers: Vec<Crawler<'r>>,
    old: File<'r>,
    new: File<'r>,
}

#[derive(Clone, Debug)]
struct Crawler<'r> {
    name: String,
    old: Followed<'r>,
    new: Followed<'r>,
}

/// What applies to a crawler in one file.
#[derive(Clone, Copy, Debug)]
struct Followed<'r> {
    /// The number of its groups.
    groups: usize,
    /// The name by which they apply.
    label: Option<&'r [u8]>,
}

/// The groups that apply to some crawlers in one file.
#[derive(Clone, Debug)]
struct Groups {
    /// One of the crawlers.
    list: AgentList<'static>,
    applying: Shared,
    /// Unless compiling would take too much memory.
    rules: Option<Rules>,
}

/// Lines that are compiled, for each line of a file. Where groups overlap, so that each of many crawlers has some lines of its own and many in common with others, the
/// rest are read again for each question.
const COMPILED_FOR_EACH: usize = 8;

/// A file, and what applies to each crawler in it.
#[derive(Clone, Debug)]
struct File<'r> {
    index: Index<'r>,
    groups: Vec<Groups>,
    numbers: BTreeMap<Shared, usize>,
    /// Lines that may still be compiled.
    room: usize,
}

impl<'r> File<'r> {
    fn new(robots: &'r RobotsTxt<'r>) -> Self {
        Self {
            index: Index::new(robots),
            groups: Vec::new(),
            numbers: BTreeMap::new(),
            room: COMPILED_FOR_EACH * robots.records().len(),
        }
    }

    /// What applies to a crawler.
    fn followed_by(&mut self, agents: &AgentList<'_>) -> Followed<'r> {
        let applying = self.index.shared(agents);
        let next = self.groups.len();
        let number = *self.numbers.entry(applying.clone()).or_insert(next);
        if number == next {
            let count = self.index.records(&applying).count();
            let rules = self.room.checked_sub(count).map(|rest| {
                self.room = rest;
                self.index.rules_of(&applying, agents)
            });
            self.groups.push(Groups {
                list: agents.clone().into_owned(),
                applying,
                rules,
            });
        }
        Followed {
            groups: number,
            label: self.index.label(agents, &self.groups[number].applying),
        }
    }

    /// Whether each list of groups allows a URL.
    fn are_allowed(&self, url: Target<'_>) -> Vec<bool> {
        let is_allowed = |groups: &Groups| match &groups.rules {
            Some(rules) => rules.is_allowed(url),
            None => self.check(groups, url).is_allowed(),
        };
        self.groups.iter().map(is_allowed).collect()
    }

    /// The verdict for one of the crawlers, which cites the rule as written.
    fn check(&self, groups: &Groups, url: Target<'_>) -> Verdict<'_> {
        self.index.check_of(&groups.applying, &groups.list, url)
    }
}

/// The verdicts of a file on one URL. Each is found when it is first asked for, since crawlers whose verdict changes may have the same
/// thousands of lines to read in one of the files.
struct Verdicts<'d, 'u> {
    file: &'d File<'d>,
    url: Target<'u>,
    found: Vec<Option<Verdict<'d>>>,
}

impl<'d, 'u> Verdicts<'d, 'u> {
    fn new(file: &'d File<'d>, url: Target<'u>) -> Self {
        Self {
            file,
            url,
            found: vec![None; file.groups.len()],
        }
    }

    /// The verdict for a crawler.
    fn of(&mut self, followed: Followed<'d>) -> Verdict<'d> {
        let (file, url, number) = (self.file, self.url, followed.groups);
        let verdict = self.found[number].get_or_insert_with(|| file.check(&file.groups[number], url));
        match followed.label {
            // Without a name, no group applies to any of them, or the target is `/robots.txt`.
            Some(label) if verdict.group_name().is_some() => Verdict {
                group: Some(label.into()),
                ..verdict.clone()
            },
            _ => verdict.clone(),
        }
    }
}

impl<'r> UrlDiff<'r> {
    /// Compiles the rules of crawlers of one token each in both files.
    ///
    /// # Complexity
    ///
    /// `n log n` in the lengths of the files and the number of crawlers, which share the rules of the same groups.
    #[must_use]
    pub fn new(old: &'r RobotsTxt<'r>, new: &'r RobotsTxt<'r>, agents: &[&str]) -> Self {
        Self::for_crawlers(
            old,
            new,
            agents.iter().map(|agent| (*agent, AgentList::from(*agent))),
        )
    }

    /// The same for crawlers that go by several tokens, or do not obey `*`, each with a name to call it by.
    #[must_use]
    pub fn for_crawlers<'q>(
        old: &'r RobotsTxt<'r>,
        new: &'r RobotsTxt<'r>,
        crawlers: impl IntoIterator<Item = (&'q str, AgentList<'q>)>,
    ) -> Self {
        let (mut old, mut new) = (File::new(old), File::new(new));
        let crawlers = crawlers.into_iter().map(|(name, list)| Crawler {
            name: name.to_string(),
            old: old.followed_by(&list),
            new: new.followed_by(&list),
        });
        Self {
            crawlers: crawlers.collect(),
            old,
            new,
        }
    }

    /// The crawlers whose verdict on a URL changes, in the order in which they were given.
    pub fn changes<'d, 'u>(&'d self, url: impl Into<Target<'u>>) -> impl Iterator<Item = UrlChange<'d>> {
        let url: Target<'_> = url.into();
        let is_home = url.as_bytes() == b"/";
        let (before, after) = (self.old.are_allowed(url), self.new.are_allowed(url));
        let (mut old, mut new) = (Verdicts::new(&self.old, url), Verdicts::new(&self.new, url));
        let mut changes = Vec::new();
        for crawler in &self.crawlers {
            if before[crawler.old.groups] != after[crawler.new.groups] {
                changes.push(UrlChange {
                    agent: &crawler.name,
                    is_home,
                    old: old.of(crawler.old),
                    new: new.of(crawler.new),
                });
            }
        }
        changes.into_iter()
    }
}

/// A verdict that changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UrlChange<'d> {
    agent: &'d str,
    is_home: bool,
    old: Verdict<'d>,
    new: Verdict<'d>,
}

impl<'d> UrlChange<'d> {
    /// The crawler.
    #[must_use]
    pub fn agent(&self) -> &'d str {
        self.agent
    }

    /// The verdict in the old file.
    pub fn before(&self) -> &Verdict<'d> {
        &self.old
    }

    /// The verdict in the new file.
    pub fn after(&self) -> &Verdict<'d> {
        &self.new
    }

    /// What the change does. On the URL of the start page, the site counts as opened or closed.
    #[must_use]
    pub fn effect(&self) -> Effect {
        match (self.new.is_allowed(), self.is_home) {
            (true, true) => Effect::OpensSite,
            (true, false) => Effect::Opens,
            (false, true) => Effect::ClosesSite,
            (false, false) => Effect::Closes,
        }
    }

    /// How severe it is.
    #[must_use]
    pub fn impact(&self) -> Impact {
        Impact::of(self.effect(), is_vital(self.agent))
    }
}

impl fmt::Display for UrlChange<'_> {
    /// In one line: `major: Googlebot may no longer fetch it, by line 2 (`Disallow: /b`)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.new.is_allowed() {
            "may fetch"
        } else {
            "may no longer fetch"
        };
        write!(f, "{}: {} {word} it", self.impact(), self.agent)?;
        match self.new.rule() {
            Some(rule) => write!(f, ", by line {} (`{rule}`)", rule.line()),
            None => Ok(()),
        }
    }
}
