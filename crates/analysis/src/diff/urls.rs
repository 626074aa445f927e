//! Verdicts on given URLs, before and after.

use core::fmt;
use std::collections::BTreeMap;

use super::impact::is_vital;
use super::{Effect, Impact};
use robots_exclusion::AgentList;
use robots_exclusion::Audience;
use robots_exclusion::RobotsTxt;
use robots_exclusion::Rules;
use robots_exclusion::Target;
use robots_exclusion::Verdict;

/// Several crawlers and two files, compared by their verdicts on given URLs.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::diff::{Impact, UrlDiff};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /b\n");
/// let crawlers = ["FooBot", "Googlebot"].map(|name| (name, name));
/// let diff = UrlDiff::new(&old, &new, crawlers);
/// let changes: Vec<_> = diff.changes("https://www.example.com/b/c").collect();
/// assert_eq!(changes.len(), 2);
/// assert_eq!(changes[1].agent(), "Googlebot");
/// assert!(changes[1].before().is_allowed() && !changes[1].after().is_allowed());
/// assert_eq!(changes[1].impact(), Impact::Major);
/// assert_eq!(diff.changes("/c").count(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct UrlDiff<'r> {
    /// The names of the crawlers in the report.
    agents: Vec<String>,
    old: File<'r>,
    new: File<'r>,
}

/// A crawler in one file.
#[derive(Clone, Debug)]
struct Follower {
    /// The index of its groups in the list of [`Followed`].
    followed: usize,
    /// The name by which groups apply to it.
    label: Option<Vec<u8>>,
}

/// Groups, and the crawlers to which they apply.
#[derive(Clone, Debug)]
struct Followed {
    /// All crawlers with the same groups; or, if the file has no audiences, the names of one
    /// crawler.
    who: Result<Audience, AgentList<'static>>,
    /// The compiled rules. `None` if they would take too much memory; then the file answers.
    rules: Option<Rules>,
}

/// A file, and the groups that apply to each crawler in it.
#[derive(Clone, Debug)]
struct File<'r> {
    robots: RobotsTxt<'r>,
    followed: Vec<Followed>,
    /// In the order of the crawlers.
    followers: Vec<Follower>,
}

impl<'r> File<'r> {
    fn new<'a>(robots: &'r RobotsTxt<'r>, crawlers: impl Iterator<Item = &'a AgentList<'a>>) -> Self {
        /// Once compiled rules take this many bytes, no more are compiled. If groups overlap, the
        /// rules of thousands of crawlers would take memory quadratic in the length of the file.
        const MAX_BYTES: usize = 25_000_000;
        let robots = robots.indexed_view();
        let mut numbers: BTreeMap<Audience, usize> = BTreeMap::new();
        let mut followed: Vec<Followed> = Vec::new();
        let mut bytes = 0;
        let followers = crawlers.map(|agents| {
            let audience = robots.audience(agents);
            let next = followed.len();
            let number = audience.map_or(next, |audience| *numbers.entry(audience).or_insert(next));
            if number == next {
                let rules = (bytes < MAX_BYTES).then(|| match audience {
                    Some(audience) => robots.select_audience(audience).compile_rules(),
                    None => robots.select(agents).compile_rules(),
                });
                bytes += rules.as_ref().map_or(0, Rules::heap_bytes);
                followed.push(Followed {
                    who: audience.ok_or_else(|| agents.clone().into_owned()),
                    rules,
                });
            }
            Follower {
                followed: number,
                label: robots.group_name_for(agents).map(<[u8]>::to_vec),
            }
        });
        Self {
            followers: followers.collect(),
            followed,
            robots,
        }
    }

    /// The verdicts on a URL, one for each of `followed`.
    fn check(&self, url: Target<'_>) -> Vec<Verdict<'_>> {
        let mut verdicts = Vec::with_capacity(self.followed.len());
        for Followed { who, rules } in &self.followed {
            verdicts.push(match (rules, who) {
                (Some(rules), _) => rules.check(url),
                (None, Ok(audience)) => self.robots.select_audience(*audience).check(url),
                (None, Err(agents)) => self.robots.check(agents, url),
            });
        }
        verdicts
    }

    /// The verdict for a crawler, selected from the verdicts that [`check`](Self::check) returned.
    fn verdict_for<'d>(&'d self, crawler: usize, verdicts: &[Verdict<'d>]) -> Verdict<'d> {
        let Follower { followed, label } = &self.followers[crawler];
        let verdict = self.robots.as_written(verdicts[*followed].clone());
        verdict.in_group_named(label.as_deref())
    }
}

impl<'r> UrlDiff<'r> {
    /// Compiles the rules of crawlers in both files. Each crawler has a name for the report, and is
    /// passed as a product token, several of them, an [`Agent`](robots_exclusion::agents::Agent) or
    /// any other type that converts to an [`AgentList`].
    ///
    /// # Complexity
    ///
    /// `n log n` in the lengths of the files and the number of crawlers, which share the rules of
    /// the same groups. Where groups overlap, the rules of each list of groups are compiled, until
    /// they take about 25 MB.
    #[must_use]
    pub fn new<'q, A: Into<AgentList<'q>>>(
        old: &'r RobotsTxt<'r>,
        new: &'r RobotsTxt<'r>,
        crawlers: impl IntoIterator<Item = (&'q str, A)>,
    ) -> Self {
        let crawlers = crawlers.into_iter().map(|(name, agents)| (name, agents.into()));
        let crawlers: Vec<(&str, AgentList<'q>)> = crawlers.collect();
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
        let (old, new) = (self.old.check(url), self.new.check(url));
        self.agents
            .iter()
            .enumerate()
            .filter_map(move |(crawler, agent)| {
                let is_allowed = |file: &File<'_>, verdicts: &[Verdict<'_>]| {
                    verdicts[file.followers[crawler].followed].is_allowed()
                };
                (is_allowed(&self.old, &old) != is_allowed(&self.new, &new)).then(|| UrlChange {
                    agent,
                    is_home,
                    old: self.old.verdict_for(crawler, &old),
                    new: self.new.verdict_for(crawler, &new),
                })
            })
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

    /// The effect of the change. On the URL of the start page, the site counts as opened or closed.
    #[must_use]
    pub fn effect(&self) -> Effect {
        match (self.new.is_allowed(), self.is_home) {
            (true, true) => Effect::OpensSite,
            (true, false) => Effect::Opens,
            (false, true) => Effect::ClosesSite,
            (false, false) => Effect::Closes,
        }
    }

    /// The severity of the change.
    #[must_use]
    pub fn impact(&self) -> Impact {
        Impact::of(self.effect(), is_vital(self.agent))
    }
}

impl fmt::Display for UrlChange<'_> {
    /// In one line: ``major: Googlebot may no longer fetch it, by line 2 (`Disallow: /b`)``.
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
