//! What a file says to one crawler in lines other than rules, without compiling the rules.

use alloc::boxed::Box;
use core::time::Duration;

use super::RobotsTxt;
use crate::extension::{ContentSignal, CrawlDelay, Pacing};
use crate::matching::group_rank::Names;
use crate::matching::selection::{Selected, Selection};
use crate::rules::extensions::{Collector, Extensions};
use crate::syntax::agent_list::AgentList;

/// # What a file says to one crawler
///
/// These give the same answers as the crawler's [`Rules`](crate::Rules), but compile nothing. Use
/// them for a single question; if you have the rules, ask those.
impl RobotsTxt<'_> {
    /// The crawl delay of the groups of `*`, if it counts for a crawler whose own groups have none.
    pub(super) fn delay_of_star(&self, agents: &AgentList<'_>) -> Option<CrawlDelay> {
        let star = AgentList::new(&[]);
        let reads = agents.reads_delay_of_star();
        reads.then(|| self.extensions_of_groups(&star))??.crawl_delay
    }

    /// The extension lines that count for a crawler, as [`Rules`](crate::Rules) keep them.
    fn extensions_for(&self, agents: &AgentList<'_>) -> Option<Box<Extensions>> {
        let said = self.extensions_of_groups(agents);
        match self.delay_of_star(agents) {
            Some(delay) => {
                let mut said = said.unwrap_or_default();
                said.crawl_delay = said.crawl_delay.or(Some(delay));
                Some(said)
            }
            None => said,
        }
    }

    /// The extension lines of the groups that apply to a crawler.
    fn extensions_of_groups(&self, agents: &AgentList<'_>) -> Option<Box<Extensions>> {
        let dialect = self.dialect();
        let mut selection = Selection::new(&dialect, Names::new(&dialect, agents));
        let mut collector = Collector::new(&dialect);
        for record in self.records() {
            match selection.step(record.step(self.body())) {
                Selected::Restart => collector.restart(),
                Selected::Within => collector.hear_within(self.body(), *record),
                Selected::Outside => {
                    collector.hear_outside(self.body(), *record, selection.is_above_groups());
                }
                Selected::Applies(_) | Selected::Nothing => {}
            }
        }
        collector.finish()
    }

    /// The crawl delay for a crawler: see [`Rules::crawl_delay`](crate::Rules::crawl_delay).
    ///
    /// # Complexity
    ///
    /// Linear in the number of lines, and in the extension lines of the crawler's groups.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nCrawl-delay: 3\n\nUser-agent: *\nDisallow: /x\n");
    /// assert_eq!(robots.crawl_delay_for("FooBot"), Some(Duration::from_secs(3)));
    /// assert_eq!(robots.crawl_delay_for("BarBot"), None);
    /// ```
    #[must_use]
    pub fn crawl_delay_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Option<Duration> {
        self.extensions_for(&agents.into())?
            .crawl_delay
            .map(CrawlDelay::duration)
    }

    /// Crawl delay, request rates and visit times for a crawler as one answer: see
    /// [`Rules::pacing`](crate::Rules::pacing).
    ///
    /// # Complexity
    ///
    /// Like [`RobotsTxt::crawl_delay_for`] and [`Pacing::new`] together.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::{RobotsTxt, Timestamp};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nCrawl-delay: 3\nVisit-time: 0200-0630\n");
    /// let pacing = robots.pacing_for("FooBot");
    /// let (one, two) = (Timestamp::from_unix(Duration::from_secs(3600)), Timestamp::from_unix(Duration::from_secs(7200)));
    /// assert_eq!(pacing.next_fetch_at(one, None, Duration::ZERO), two);
    /// assert_eq!(pacing, robots.rules_for("FooBot").pacing());
    /// ```
    #[must_use]
    pub fn pacing_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Pacing {
        let said = self.extensions_for(&agents.into()).unwrap_or_default();
        let delay = said.crawl_delay.map(CrawlDelay::duration);
        Pacing::new(delay, &said.request_rates, &said.visit_times)
    }

    /// The content signals for a crawler: see
    /// [`Rules::content_signal`](crate::Rules::content_signal).
    ///
    /// # Complexity
    ///
    /// Like [`RobotsTxt::crawl_delay_for`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion::extension::Signal;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: FooBot\nContent-Signal: ai-train=no\nAllow: /\n");
    /// let signals = robots.content_signal_for("FooBot").unwrap();
    /// assert_eq!(signals.permits(Signal::AiTrain), Some(false));
    /// assert_eq!(robots.content_signal_for("BarBot"), None);
    /// ```
    #[must_use]
    pub fn content_signal_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Option<ContentSignal> {
        self.extensions_for(&agents.into())?.content_signal
    }
}
