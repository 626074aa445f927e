//! The lines other than rules that apply to one crawler, without compiling the rules.

use core::time::Duration;

use super::RobotsTxt;
use crate::extension::{ContentSignal, Pacing};
use crate::syntax::agent_list::AgentList;

/// # What a file says to one crawler
///
/// These give the same answers as the crawler's [`Rules`](crate::Rules), but compile nothing. Use
/// them for a single question; if you have the rules, use the rules.
impl RobotsTxt<'_> {
    /// The crawl delay for a crawler: see [`Rules::crawl_delay`](crate::Rules::crawl_delay).
    ///
    /// # Complexity
    ///
    /// Linear in the names of the file, and in the lines of the crawler's groups and outside any
    /// group.
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
        self.select(agents).crawl_delay()
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
        self.select(agents).pacing()
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
        self.select(agents).content_signal()
    }
}
