//! The groups that apply to a crawler, and everything that they say to it.

use core::fmt;
use core::time::Duration;

use super::explanation::Explanation;
use super::file::RobotsTxt;
use super::group::Group;
use super::index::Audience;
use crate::extension::{ContentSignal, CrawlDelay, Pacing};
use crate::identifiers;
use crate::matching::group_rank::{Names, Standing};
use crate::matching::question::first_match;
use crate::matching::selection::Chosen;
use crate::matching::target::Target;
use crate::matching::verdict::{Reason, Rule, Verdict};
use crate::rules::Rules;
use crate::rules::extensions::{Extensions, collect};
use crate::shown::Shown;
use crate::syntax::agent_list::AgentList;

/// Why groups apply to a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SelectedBy {
    /// A group names the crawler, by its first token or by one that it falls back to.
    Name,
    /// A group names the crawler's family, in dialects that have one
    /// ([`Dialect::family`](crate::Dialect::family)).
    Family,
    /// No group names the crawler, and the groups of `*` apply.
    Star,
    /// No group applies: no group names the crawler, and there is no group of `*`, or the crawler
    /// does not obey `*`.
    Nothing,
}

identifiers! {
    SelectedBy {
        Name = "name",
        Family = "family",
        Star = "star",
        Nothing = "nothing",
    }
}

/// The groups of a file that apply to a crawler: see [`RobotsTxt::select`].
///
/// Everything that a file says to one crawler can be asked here. The groups are looked for once, so
/// that several questions for one crawler cost less than calls of [`RobotsTxt::check`] and similar
/// functions, each of which selects the groups again.
#[derive(Clone)]
pub struct Selection<'r, 'q> {
    robots: &'r RobotsTxt<'r>,
    /// The crawler; `None` for an audience.
    agents: Option<AgentList<'q>>,
    chosen: Chosen<'r>,
}

impl fmt::Debug for Selection<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selection")
            .field("name", &self.name().map(Shown))
            .field("groups", &self.groups().count())
            .finish_non_exhaustive()
    }
}

impl RobotsTxt<'_> {
    /// The groups that apply to a crawler, and by which name: the groups of its first token that
    /// has any, or the groups of `*`.
    ///
    /// # Complexity
    ///
    /// Linear in the names of the file. Nothing is allocated.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, SelectedBy};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /y\nUser-agent: A\nDisallow: /z");
    /// let selection = robots.select("a");
    /// assert_eq!(selection.name(), Some(&b"a"[..]));
    /// assert!(selection.groups().map(|group| group.line()).eq([1, 5]));
    /// assert!(!selection.check("/z").is_allowed());
    /// assert_eq!(robots.select("b").by(), SelectedBy::Star);
    /// ```
    #[must_use]
    pub fn select<'q>(&self, agents: impl Into<AgentList<'q>>) -> Selection<'_, 'q> {
        let agents = agents.into();
        let chosen = self
            .grouped_file()
            .select(&Names::new(self.dialect_ref(), &agents));
        Selection {
            robots: self,
            agents: Some(agents),
            chosen,
        }
    }

    /// The groups of an audience: what [`select`](Self::select) finds for each of its crawlers,
    /// except that the [name](Selection::name) is the first name of the first group.
    ///
    /// # Complexity
    ///
    /// O(1).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::options().indexed(true).parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\n");
    /// let both = robots.select_audience(robots.audience("b").unwrap());
    /// assert!(!both.check("/x").is_allowed());
    /// assert!(!both.compile().is_allowed("/x"));
    /// ```
    #[must_use]
    pub fn select_audience(&self, audience: Audience) -> Selection<'_, 'static> {
        let file = self.grouped_file();
        let list = self.index().map(|index| index.list(audience));
        let chosen = list.map_or(Chosen::NONE, |(numbers, name)| file.listed(numbers, name));
        Selection {
            robots: self,
            agents: None,
            chosen,
        }
    }
}

impl<'r, 'q> Selection<'r, 'q> {
    fn with_names<T>(&self, ask: impl FnOnce(Option<&Names<'_>>) -> T) -> T {
        match &self.agents {
            Some(agents) => ask(Some(&Names::new(self.robots.dialect_ref(), agents))),
            None => ask(None),
        }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    /// The name by which the groups apply, as the first User-agent line that names the crawler
    /// spells it, or `*`; `None` where no group applies.
    #[must_use]
    pub fn name(&self) -> Option<&'r [u8]> {
        self.chosen.name()
    }

    /// Why these groups apply.
    #[must_use]
    pub fn by(&self) -> SelectedBy {
        match self.with_names(|names| self.chosen.standing(names)) {
            None => SelectedBy::Nothing,
            Some(Standing::Token) => SelectedBy::Name,
            Some(Standing::Family) => SelectedBy::Family,
            Some(Standing::Star) => SelectedBy::Star,
        }
    }

    /// The groups, in file order.
    ///
    /// # Complexity
    ///
    /// Linear in the number of groups that apply, up to six; where more apply, in the names of the
    /// file.
    pub fn groups(&self) -> impl Iterator<Item = Group<'r>> + use<'r, 'q> {
        let robots = self.robots;
        let file = robots.grouped_file();
        let groups: alloc::vec::Vec<_> = self.with_names(|names| file.chosen(&self.chosen, names).collect());
        groups.into_iter().map(move |group| robots.group(group))
    }

    /// The rules of these groups in file order, without empty ones.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'r>> + use<'r, 'q> {
        self.groups().flat_map(|group| group.rules())
    }

    /// The verdict on a URL, with the rule that decided, its line and its group.
    ///
    /// # Complexity
    ///
    /// For each rule of the groups that may decide, the length of its pattern and of the target.
    /// Allocates only where [`RobotsTxt::is_allowed`] does.
    pub fn check<'t>(&self, url: impl Into<Target<'t>>) -> Verdict<'r> {
        let target = url.into();
        self.with_names(|names| self.robots.verdict(&self.chosen, names, target))
    }

    /// The verdict on a URL with everything that led to it.
    ///
    /// # Complexity
    ///
    /// For each rule of the groups, the length of its pattern and of the target, and `n log n` in
    /// the number of rules that match.
    #[must_use]
    pub fn explain<'t>(&self, url: impl Into<Target<'t>>) -> Explanation<'r> {
        let target = url.into();
        let groups = self.groups().collect();
        self.with_names(|names| self.robots.explanation(&self.chosen, names, groups, target))
    }

    /// The rules, compiled. The rules of an audience lack the lines about the whole site, which
    /// [`ParseOptions::keep_site_lines`](crate::ParseOptions::keep_site_lines) asks for.
    ///
    /// # Complexity
    ///
    /// Linear in the lines of these groups, and `n log n` in the number of their rules.
    #[must_use]
    pub fn compile(&self) -> Rules {
        if let Some(rules) = self.robots.outcome_rules() {
            return rules;
        }
        let file = self.robots.grouped_file();
        let rules = self.with_names(|names| Rules::compile(file, &self.chosen, names));
        let rules = rules
            .or_crawl_delay(self.delay_of_star())
            .truncated(self.robots.is_truncated());
        match self.agents {
            Some(_) => self.robots.with_site_lines(rules),
            None => rules,
        }
    }

    /// The rules alone, compiled: without a crawl delay and the values of other lines. For verdicts
    /// of many crawlers: where other lines are between the names of a group, looking for those of
    /// one name takes time linear in all.
    ///
    /// # Complexity
    ///
    /// Linear in the rules of these groups and the lines below them, and `n log n` in the number of
    /// the rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x\n");
    /// let rules = robots.select("a").compile_rules();
    /// assert!(!rules.is_allowed("/x"));
    /// assert_eq!(rules.crawl_delay(), None);
    /// ```
    #[must_use]
    pub fn compile_rules(&self) -> Rules {
        if let Some(rules) = self.robots.outcome_rules() {
            return rules;
        }
        let file = self.robots.grouped_file();
        let rules = self.with_names(|names| Rules::compile_rules(file, &self.chosen, names));
        rules.truncated(self.robots.is_truncated())
    }

    /// The extension lines that count for the crawler, as [`Rules`] keep them.
    fn extensions(&self) -> Extensions {
        let file = self.robots.grouped_file();
        let said = self.with_names(|names| collect(file, &self.chosen, names));
        let mut said = said.map(|said| *said).unwrap_or_default();
        said.crawl_delay = said.crawl_delay.or(self.delay_of_star());
        said
    }

    /// The crawl delay of the groups of `*`, if it counts for a crawler whose own groups have none.
    fn delay_of_star(&self) -> Option<CrawlDelay> {
        let reads_it = self.agents.as_ref().is_some_and(AgentList::reads_delay_of_star);
        reads_it.then(|| self.robots.select(AgentList::new(&[])).extensions().crawl_delay)?
    }

    /// The crawl delay: see [`Rules::crawl_delay`].
    ///
    /// # Complexity
    ///
    /// Linear in the lines of these groups, and in the lines of no group.
    #[must_use]
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.extensions().crawl_delay.map(CrawlDelay::duration)
    }

    /// Crawl delay, request rates and visit times as one answer: see [`Rules::pacing`].
    ///
    /// # Complexity
    ///
    /// Like [`crawl_delay`](Self::crawl_delay) and [`Pacing::new`] together.
    #[must_use]
    pub fn pacing(&self) -> Pacing {
        let said = self.extensions();
        let delay = said.crawl_delay.map(CrawlDelay::duration);
        Pacing::new(delay, &said.request_rates, &said.visit_times)
    }

    /// The content signals: see [`Rules::content_signal`].
    ///
    /// # Complexity
    ///
    /// Like [`crawl_delay`](Self::crawl_delay).
    #[must_use]
    pub fn content_signal(&self) -> Option<ContentSignal> {
        self.extensions().content_signal
    }
}

impl RobotsTxt<'_> {
    /// The verdict by the groups that were chosen; `names` are the names that chose them.
    #[inline]
    pub(super) fn verdict<'r>(
        &'r self,
        chosen: &Chosen<'r>,
        names: Option<&Names<'_>>,
        target: Target<'_>,
    ) -> Verdict<'r> {
        let file = self.grouped_file();
        let target = target.split(self.dialect_ref().target_syntax);
        let mut verdict = first_match(file, chosen, names, target);
        if let Some(by_outcome) = self.outcome_verdict()
            && verdict.reason() != Reason::RobotsTxtItself
        {
            verdict = by_outcome;
        }
        verdict.set_truncated(self.is_truncated());
        verdict
    }
}
