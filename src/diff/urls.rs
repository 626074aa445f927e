//! Verdicts on given URLs, before and after.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::applying::{Index, Shared};
use super::effect::is_vital;
use super::{Effect, Impact};
use crate::matching::precedence::Standing;
use crate::matching::target::Target;
use crate::matching::verdict::{Reason, Verdict};
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
    /// What to call the crawlers.
    agents: Vec<String>,
    old: File<'r>,
    new: File<'r>,
}

/// What applies to a crawler in one file.
#[derive(Clone, Copy, Debug)]
struct Followed<'r> {
    /// The number of its list of parts.
    list: usize,
    /// The name by which they apply.
    label: Option<&'r [u8]>,
}

/// A file, and what applies to each crawler in it.
///
/// Where groups overlap, so that each of thousands of crawlers has some lines of its own and thousands in common with others, to compile the rules of
/// each crawler would take time and memory quadratic in the file. So the groups are divided into parts; each is compiled once, and asked once about a URL.
#[derive(Clone, Debug)]
struct File<'r> {
    index: Index<'r>,
    /// The rules of each part: of groups each of which applies to the same crawlers as the others.
    parts: Vec<Rules>,
    /// The parts that apply to the same crawlers, by their numbers.
    lists: Vec<Vec<usize>>,
    /// In the order of the crawlers.
    followed: Vec<Followed<'r>>,
}

/// What decides about a URL, ordered by what precedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Decided {
    standing: Standing,
    part: usize,
}

impl<'r> File<'r> {
    fn new<'a>(robots: &'r RobotsTxt<'r>, crawlers: impl Iterator<Item = &'a AgentList<'a>>) -> Self {
        let mut index = Index::new(robots);
        let mut numbers: BTreeMap<Shared, usize> = BTreeMap::new();
        let mut askers: Vec<&AgentList<'_>> = Vec::new();
        let followed = crawlers.map(|agents| {
            let (applying, _) = index.shared(agents);
            let label = index.label(agents, &applying);
            let list = *numbers.entry(applying).or_insert(askers.len());
            if list == askers.len() {
                askers.push(agents);
            }
            Followed { list, label }
        });
        let followed = followed.collect();
        // In one order for all groups, so that the same lists are equal.
        let mut lists_of_groups: Vec<Vec<usize>> = vec![Vec::new(); index.groups().len()];
        for (applying, list) in &numbers {
            applying
                .groups
                .iter()
                .for_each(|group| lists_of_groups[*group].push(*list));
        }
        let mut divided: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for (group, lists) in lists_of_groups.into_iter().enumerate() {
            divided.entry(lists).or_default().push(group);
        }
        // Groups that apply to none of the crawlers.
        divided.remove(&[][..]);
        let mut lists = vec![Vec::new(); askers.len()];
        let parts = divided.into_iter().enumerate().map(|(number, (own, groups))| {
            own.iter().for_each(|list| lists[*list].push(number));
            // Whether a group applies takes longer to find out for a long name.
            let bytes = |list: &usize| askers[*list].tokens().map(str::len).sum::<usize>();
            let asker = own.into_iter().min_by_key(bytes).unwrap_or_default();
            index.rules_of(&groups, askers[asker])
        });
        Self {
            parts: parts.collect(),
            lists,
            followed,
            index,
        }
    }

    /// What decides about a URL for each list of parts.
    fn decide(&self, url: Target<'_>) -> Vec<Option<Decided>> {
        let dialect = self.index.robots().dialect();
        let target = url.split(dialect.target_syntax());
        let decided: Vec<Option<Decided>> = target.with_canonical(dialect.percent_mode(), false, |text| {
            let parts = self.parts.iter().zip(0..);
            let decided = |(rules, part): (&Rules, usize)| {
                let standing = rules.standing(text, target)?;
                Some(Decided { standing, part })
            };
            parts.map(decided).collect()
        });
        let of_list = |parts: &Vec<usize>| parts.iter().filter_map(|part| decided[*part]).max();
        self.lists.iter().map(of_list).collect()
    }

    /// The verdict of a part, citing the rule as written.
    fn check(&self, part: usize, url: Target<'_>) -> Verdict<'_> {
        self.index.robots().as_written(self.parts[part].check(url))
    }
}

/// The verdicts of a file on one URL.
struct Verdicts<'d, 'u> {
    file: &'d File<'d>,
    url: Target<'u>,
    decided: Vec<Option<Decided>>,
    /// What each part says, found when it is first needed.
    of_parts: Vec<Option<Verdict<'d>>>,
    /// The verdict if no group applies.
    of_none: Verdict<'d>,
}

impl<'d, 'u> Verdicts<'d, 'u> {
    fn new(file: &'d File<'d>, url: Target<'u>) -> Self {
        Self {
            file,
            url,
            decided: file.decide(url),
            of_parts: vec![None; file.parts.len()],
            of_none: file.index.check_of(&[], &AgentList::new(&[]), url),
        }
    }

    /// Whether a crawler, by its number, may fetch it.
    fn is_allowed(&self, crawler: usize) -> bool {
        let decided = self.decided[self.file.followed[crawler].list];
        decided.is_none_or(|decided| decided.standing.allows())
    }

    /// The verdict for a crawler.
    fn of(&mut self, crawler: usize) -> Verdict<'d> {
        let file = self.file;
        let Followed { list, label } = file.followed[crawler];
        match self.decided[list] {
            Some(Decided { part, .. }) => {
                let check = || file.check(part, self.url);
                Verdict {
                    group: label.map(Cow::Borrowed),
                    ..self.of_parts[part].get_or_insert_with(check).clone()
                }
            }
            None if self.of_none.reason() == Reason::NoGroup => Verdict::without_rule(label),
            None => self.of_none.clone(),
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
        let crawlers: Vec<(&str, AgentList<'q>)> = crawlers.into_iter().collect();
        let lists = || crawlers.iter().map(|(_, list)| list);
        let (old, new) = (File::new(old, lists()), File::new(new, lists()));
        Self {
            agents: crawlers.iter().map(|(name, _)| (*name).to_string()).collect(),
            old,
            new,
        }
    }

    /// The crawlers whose verdict on a URL changes, in the order in which they were given.
    pub fn changes<'d, 'u>(&'d self, url: impl Into<Target<'u>>) -> impl Iterator<Item = UrlChange<'d>> {
        let url: Target<'_> = url.into();
        let is_home = url.as_bytes() == b"/";
        let (mut old, mut new) = (Verdicts::new(&self.old, url), Verdicts::new(&self.new, url));
        let mut changes = Vec::new();
        for (crawler, agent) in self.agents.iter().enumerate() {
            if old.is_allowed(crawler) != new.is_allowed(crawler) {
                changes.push(UrlChange {
                    agent,
                    is_home,
                    old: old.of(crawler),
                    new: new.of(crawler),
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
