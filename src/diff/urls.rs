//! Verdicts on given URLs, before and after.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::effect::is_vital;
use super::{Effect, Impact};
use crate::matching::target::Target;
use crate::matching::verdict::Verdict;
use crate::robots_txt::RobotsTxt;
use crate::robots_txt::group_index::{Applying, GroupIndex};
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
    audiences: Vec<Audience>,
    old: GroupIndex<'r>,
    new: GroupIndex<'r>,
}

#[derive(Clone, Debug)]
struct Crawler<'r> {
    name: String,
    list: AgentList<'static>,
    /// The number of its audience.
    audience: usize,
    /// The names by which its groups apply, where they are known without reading the groups again.
    labels: (Option<&'r [u8]>, Option<&'r [u8]>),
}

/// Crawlers with the same groups in both files, which get the same verdicts.
#[derive(Clone, Debug)]
struct Audience {
    /// One of them.
    list: AgentList<'static>,
    old: Groups,
    new: Groups,
}

/// The groups that apply to some crawlers in one file.
#[derive(Clone, Debug)]
struct Groups {
    applying: Applying,
    /// Unless compiling would take too much memory.
    rules: Option<Rules>,
}

/// Lines that are compiled, for each line of a file. Where groups overlap, so that each of many crawlers has some lines of its own and many in common with others, the
/// rest are read again for each question.
const COMPILED_FOR_EACH: usize = 8;

impl Groups {
    fn new(index: &GroupIndex<'_>, applying: Applying, agents: &AgentList<'_>, room: &mut usize) -> Self {
        let count = index.records(&applying).count();
        let rules = room.checked_sub(count).map(|rest| {
            *room = rest;
            index.rules_of(&applying, agents)
        });
        Self { applying, rules }
    }

    fn is_allowed(&self, index: &GroupIndex<'_>, url: Target<'_>, agents: &AgentList<'_>) -> bool {
        match &self.rules {
            Some(rules) => rules.is_allowed(url),
            None => self.check(index, url, agents).is_allowed(),
        }
    }

    /// The verdict for one of the crawlers, which cites the rule as written.
    fn check<'d>(&self, index: &'d GroupIndex<'_>, url: Target<'_>, agents: &AgentList<'_>) -> Verdict<'d> {
        index.check_of(&self.applying, agents, url)
    }

    /// The verdict for another crawler of the audience: the same by another name.
    fn check_for<'d>(
        &self,
        index: &'d GroupIndex<'_>,
        url: Target<'_>,
        agents: &AgentList<'_>,
        label: Option<&'d [u8]>,
        verdict: &Verdict<'d>,
    ) -> Verdict<'d> {
        match label {
            // No group applies to any of them, or the target is `/robots.txt`.
            _ if verdict.group_name().is_none() => verdict.clone(),
            Some(label) => Verdict {
                group: Some(label.into()),
                ..verdict.clone()
            },
            None => self.check(index, url, agents),
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
        let room = |robots: &RobotsTxt<'_>| COMPILED_FOR_EACH * robots.records().len();
        let (mut old_room, mut new_room) = (room(old), room(new));
        let (old, new) = (GroupIndex::new(old), GroupIndex::new(new));
        let mut numbers: BTreeMap<(Applying, Applying), usize> = BTreeMap::new();
        let mut audiences: Vec<Audience> = Vec::new();
        let crawlers = crawlers.into_iter().map(|(name, list)| {
            let pair = (old.applying(&list), new.applying(&list));
            let labels = (old.label(&list, &pair.0), new.label(&list, &pair.1));
            let audience = *numbers.entry(pair).or_insert_with_key(|(before, after)| {
                audiences.push(Audience {
                    list: list.clone().into_owned(),
                    old: Groups::new(&old, before.clone(), &list, &mut old_room),
                    new: Groups::new(&new, after.clone(), &list, &mut new_room),
                });
                audiences.len() - 1
            });
            Crawler {
                name: name.to_string(),
                list: list.into_owned(),
                audience,
                labels,
            }
        });
        Self {
            crawlers: crawlers.collect(),
            audiences,
            old,
            new,
        }
    }

    /// The crawlers whose verdict on a URL changes, in the order in which they were given.
    pub fn changes<'d, 'u>(&'d self, url: impl Into<Target<'u>>) -> impl Iterator<Item = UrlChange<'d>> {
        let url: Target<'_> = url.into();
        let is_home = url.as_bytes() == b"/";
        let changed = |audience: &Audience| {
            let Audience { list, old, new } = audience;
            let is_changed = old.is_allowed(&self.old, url, list) != new.is_allowed(&self.new, url, list);
            is_changed.then(|| (old.check(&self.old, url, list), new.check(&self.new, url, list)))
        };
        let verdicts: Vec<Option<(Verdict<'d>, Verdict<'d>)>> = self.audiences.iter().map(changed).collect();
        let mut changes = Vec::new();
        for crawler in &self.crawlers {
            let Some((before, after)) = &verdicts[crawler.audience] else {
                continue;
            };
            let Audience { old, new, .. } = &self.audiences[crawler.audience];
            let (list, labels) = (&crawler.list, crawler.labels);
            changes.push(UrlChange {
                agent: &crawler.name,
                is_home,
                old: old.check_for(&self.old, url, list, labels.0, before),
                new: new.check_for(&self.new, url, list, labels.1, after),
            });
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
