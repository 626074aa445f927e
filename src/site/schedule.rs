//! What may be requested now, or else when.

use core::time::Duration;

use super::crawler::Crawler;
use super::decision::{Decision, Ready, WaitReason};
use super::pace::CLOCK_TOLERANCE;
use super::{Site, Timestamp};
use crate::extension::TimeOfDay;
use crate::fetch::lifetime::DAY;
use crate::fetch::{Cause, Outcome};
use crate::matching::target::Target;

/// How long after it was requested robots.txt counts as being fetched if no answer is recorded: the
/// task may have ended.
const FLIGHT: Duration = Duration::from_secs(60);

/// How often it is worth asking at most whether a request has ended.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

const NANOSECOND: Duration = Duration::from_nanos(1);

impl Site {
    /// What to do about a URL of this site now. This does not change the site: report to it what
    /// you do.
    ///
    /// `url` is an absolute URL, or a path that begins with one `/`. For URLs of other sites, the
    /// answer is [`Decision::NotThisSite`].
    ///
    /// A wait ends before robots.txt has to be fetched again, since the next file may ask for less.
    /// If the wait ends after that, as it may with [`WaitReason::VisitTime`], robots.txt is asked
    /// for so early that the delay after it is over by then.
    ///
    /// # Complexity
    ///
    /// Like [`Rules::is_allowed`](crate::Rules::is_allowed) and
    /// [`Pacing::next_fetch_at`](crate::extension::Pacing::next_fetch_at).
    #[must_use]
    pub fn decide<'u>(
        &self,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
        url: impl Into<Target<'u>>,
    ) -> Decision {
        let (now, target) = (now.into(), url.into());
        if !self.origin.holds(target.url()) {
            return Decision::NotThisSite;
        }
        if !self.is_fresh(crawler, now) {
            let robots = self.robots_ready(crawler, now);
            return self.when_ready(crawler, now, robots, Decision::FetchRobots);
        }
        if self.is_put_off(now) {
            // The site may work again by then, so its URLs are not skipped.
            let ready = self.robots_ready(crawler, now).at;
            return Decision::GiveUpUntil(ready, WaitReason::RobotsUnreachable);
        }
        if !self.rules.is_allowed(target) {
            return Decision::Skip;
        }
        if let Some(asked) = self.too_slow(crawler) {
            return Decision::TooSlow(asked);
        }
        let page = self.page_ready(crawler, now);
        if page.at <= now {
            return Decision::FetchPage;
        }
        match self.refresh_before(crawler, now, page) {
            Some(robots) => self.when_ready(crawler, now, robots, Decision::FetchRobots),
            None => self.when_ready(crawler, now, page, Decision::FetchPage),
        }
    }

    /// `then` if the time has come, otherwise to wait, or to give up.
    fn when_ready(&self, crawler: &Crawler, now: Timestamp, ready: Ready, then: Decision) -> Decision {
        if ready.at <= now {
            return then;
        }
        let patience = match ready.why {
            // A retry of robots.txt may come within a minute, but so may the next one, for ever.
            WaitReason::RobotsUnreachable => Duration::ZERO,
            // This is over within a minute, whoever fetches it.
            WaitReason::RobotsInFlight => FLIGHT,
            // So is this when the request has ended, or counts as lost.
            WaitReason::RequestInFlight => Duration::MAX,
            WaitReason::Pause | WaitReason::VisitTime => crawler.longest_wait(),
            // The delay that the site asks for is waited for, however long it is, but not what its
            // complaints have made of it.
            WaitReason::Delay => {
                let previous = self.pace.previous(now).unwrap_or(now);
                let delay = self.delay_after(crawler, previous);
                if self.pace.slowed(delay, previous) == delay {
                    Duration::MAX
                } else {
                    delay.max(crawler.longest_wait())
                }
            }
        };
        ready.wait(now, patience)
    }

    /// When to look at this site again: the earliest time, from `now` on, at which
    /// [`decide`](Self::decide) may ask for a request. It never does so sooner, whatever the URL,
    /// unless something is recorded in the meantime.
    ///
    /// This is the one question for a scheduler that keeps sites in a queue by time. A site without
    /// URLs need not be in the queue: robots.txt is due when a URL is.
    ///
    /// # Complexity
    ///
    /// Like [`Pacing::next_fetch_at`](crate::extension::Pacing::next_fetch_at).
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Crawler, Site};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (crawler, mut site) = (Crawler::new("FooBot"), Site::new("https://example.com").unwrap());
    /// assert_eq!(site.next_due(&crawler, at(100)), at(100));
    /// // robots.txt cannot be reached, and is tried again after an hour.
    /// site.on_failure(&crawler, at(100));
    /// assert_eq!(site.next_due(&crawler, at(100)), at(3700));
    /// ```
    #[must_use]
    pub fn next_due(&self, crawler: &Crawler, now: impl Into<Timestamp>) -> Timestamp {
        let now = now.into();
        if !self.is_fresh(crawler, now) || self.is_put_off(now) {
            return self.robots_ready(crawler, now).at;
        }
        let mut page = self.page_ready(crawler, now);
        if self.too_slow(crawler).is_some() {
            page.at = Timestamp::MAX;
        }
        self.refresh_before(crawler, now, page)
            .map_or(page.at, |robots| robots.at)
    }

    /// When the next page may be fetched, from `now` on, considering only delays, pauses and hours.
    /// A scheduler needs [`next_due`](Self::next_due) instead.
    #[must_use]
    pub fn next_page_at(&self, crawler: &Crawler, now: impl Into<Timestamp>) -> Timestamp {
        self.page_ready(crawler, now.into()).at
    }

    fn page_ready(&self, crawler: &Crawler, now: Timestamp) -> Ready {
        let mut ready = Ready {
            at: now,
            why: WaitReason::Delay,
        };
        let previous = self.pace.previous(now);
        if let Some(previous) = previous {
            let delay = self.delay_after(crawler, previous);
            let mut slowed = self.pace.slowed(delay, previous);
            if slowed == delay && self.pacing_for(crawler).is_some() {
                // The delay may end sooner than this if a faster rate begins meanwhile, which only
                // the pacing knows, but no rate is faster than the crawler's least delay.
                slowed = self.least_delay(crawler);
            }
            ready = ready.and(previous.saturating_add(slowed), WaitReason::Delay);
        }
        if let Some(end) = self.pace.pause_end(now) {
            ready = ready.and(end, WaitReason::Pause);
        }
        if self.pace.open > 0
            && let Some(at) = self.after_open_requests(crawler, now, self.robots_lost_at(now).is_none())
        {
            ready = ready.and(at, WaitReason::RequestInFlight);
        }
        let Some(pacing) = self.pacing_for(crawler) else {
            return ready;
        };
        let at = pacing.next_fetch_at(ready.at, previous, crawler.own_delay());
        let before = at.since_unix_epoch().saturating_sub(NANOSECOND);
        let opens = !pacing.is_open_at(TimeOfDay::at(before));
        ready.and(
            at,
            if opens {
                WaitReason::VisitTime
            } else {
                WaitReason::Delay
            },
        )
    }

    /// When robots.txt may be requested, from `now` on, if it is due.
    fn robots_ready(&self, crawler: &Crawler, now: Timestamp) -> Ready {
        let mut ready = Ready {
            at: now,
            why: WaitReason::Delay,
        };
        if let Some(previous) = self.pace.previous(now) {
            let delay = self.robots_delay(crawler, previous);
            ready = ready.and(previous.saturating_add(delay), WaitReason::Delay);
        }
        if let Some(end) = self.pace.pause_end(now) {
            ready = ready.and(end, WaitReason::Pause);
        }
        // This holds for every crawler: the server fails for all of them.
        if self.outcome.is_some_and(Outcome::is_failure) && !self.was_set_back(now) {
            ready = ready.and(self.next_fetch_at(), WaitReason::RobotsUnreachable);
        }
        if let Some(lost_at) = self.robots_lost_at(now) {
            ready = ready.and(lost_at, WaitReason::RobotsInFlight);
        }
        // The request for robots.txt itself is not waited for twice.
        if self.pace.open > 0
            && let Some(at) = self.after_open_requests(crawler, now, true)
        {
            ready = ready.and(at, WaitReason::RequestInFlight);
        }
        ready
    }

    /// When the answer to robots.txt counts as lost, if it is being fetched and that is still to come.
    /// Other sites of the host may be asked meanwhile, so this is no question to the pace.
    fn robots_lost_at(&self, now: Timestamp) -> Option<Timestamp> {
        let requested = Timestamp::from(self.fetching_since?);
        let lost_at = requested.saturating_add(FLIGHT);
        // A request that lies in the future was made before the clock was set back.
        (lost_at > now && requested.duration_since(now) <= CLOCK_TOLERANCE).then_some(lost_at)
    }

    /// When to ask again if no more requests may be open: one may end at once, but the delay comes
    /// after it. They may all be for pages, or one of them for robots.txt.
    fn after_open_requests(&self, crawler: &Crawler, now: Timestamp, only_pages: bool) -> Option<Timestamp> {
        let open = self.pace.open_at(now);
        let open = open.saturating_sub((only_pages && self.fetching_since.is_some()).into());
        if open < crawler.most_open() || crawler.most_open() == u8::MAX {
            return None;
        }
        let delay = self.delay_after(crawler, now).max(LOOK_AGAIN);
        let lost_at = self.pace.lost_at(now)?;
        Some(now.saturating_add(delay).min(lost_at))
    }

    /// When to fetch robots.txt before a page that may be fetched at another time, or `None` if the
    /// rules still hold then.
    fn refresh_before(&self, crawler: &Crawler, now: Timestamp, page: Ready) -> Option<Ready> {
        let hold_until = self
            .copy_until()
            .unwrap_or(Timestamp::MAX)
            .min(self.next_fetch_at());
        if page.at < hold_until {
            return None;
        }
        // robots.txt is a request, after which the page has to wait. If it was fetched only when
        // the rules no longer hold, a page that waits for a visit time might miss it every day. The
        // delay includes all doublings, so that the time does not change during the wait.
        let delay = self.delay_after(crawler, page.at).min(crawler.longest_delay());
        let delay = self.pace.slowed(delay, Timestamp::UNIX_EPOCH);
        let early = page.at.since_unix_epoch().saturating_sub(delay);
        let at = Timestamp::from_unix(early).min(hold_until);
        let mut ready = self.robots_ready(crawler, now);
        if at > ready.at {
            ready = Ready { at, why: page.why };
        }
        Some(ready)
    }

    /// The delay after a request at the time `previous`, without the wait for a visit time.
    fn delay_after(&self, crawler: &Crawler, previous: Timestamp) -> Duration {
        let minute = TimeOfDay::at(previous.since_unix_epoch());
        let asked = self
            .pacing_for(crawler)
            .and_then(|pacing| pacing.delay_at(minute));
        asked.map_or(crawler.own_delay(), |asked| asked.max(crawler.least_delay()))
    }

    /// The delay that is kept where the site asks for a shorter one at some time of the day.
    fn least_delay(&self, crawler: &Crawler) -> Duration {
        let asks = self
            .pacing_for(crawler)
            .is_some_and(|pacing| pacing.shortest_delay().is_some());
        if asks {
            crawler.least_delay()
        } else {
            Duration::ZERO
        }
    }

    /// The delay between robots.txt and the request before it, which was at the time `previous`. A
    /// site that asks for too long a delay is not visited, but may change its mind.
    pub(super) fn robots_delay(&self, crawler: &Crawler, previous: Timestamp) -> Duration {
        let delay = self.delay_after(crawler, previous).min(crawler.longest_delay());
        self.pace.slowed(delay, previous)
    }

    /// The delay that the site asks for, if it is longer than the crawler follows.
    fn too_slow(&self, crawler: &Crawler) -> Option<Duration> {
        let asked = self.pacing_for(crawler)?.shortest_delay()?;
        (asked > crawler.longest_delay()).then_some(asked)
    }

    fn pacing_for(&self, crawler: &Crawler) -> Option<&crate::extension::Pacing> {
        self.pacing.as_deref().filter(|_| self.is_for(crawler))
    }

    /// Whether nothing may be fetched only because robots.txt cannot be reached for now.
    fn is_put_off(&self, now: Timestamp) -> bool {
        match self.outcome {
            Some(Outcome::TryLater(_)) => true,
            Some(Outcome::DisallowAll(cause)) => cause.is_failure(),
            Some(Outcome::UseCopy(_)) => self.copy_until().is_some_and(|until| now >= until),
            Some(Outcome::Parse | Outcome::AllowAll(_)) | None => false,
        }
    }

    /// Until when the copy may be used, if it is used because robots.txt cannot be reached. `None`
    /// once the failure has lasted long.
    fn copy_until(&self) -> Option<Timestamp> {
        let is_spared = self.outcome == Some(Outcome::UseCopy(Cause::Unreachable));
        let good_at = self.good_at.filter(|_| is_spared)?;
        Some(Timestamp::from(good_at).saturating_add(DAY))
    }

    /// Whether the last answer still holds for this crawler.
    fn is_fresh(&self, crawler: &Crawler, now: Timestamp) -> bool {
        self.is_for(crawler) && now < self.next_fetch_at() && !self.was_set_back(now)
    }

    /// Whether the clock was set back since the last request, so that it is unknown for how long
    /// the last answer holds.
    fn was_set_back(&self, now: Timestamp) -> bool {
        let last = self.asked_at.max(self.pace.last_request_at);
        last.is_some_and(|last| Timestamp::from(last).duration_since(now) > CLOCK_TOLERANCE)
    }
}
