//! What to do about a URL, and why not now.

use core::time::Duration;

#[cfg(doc)]
use super::{Crawler, Site};
use crate::identifiers;
use crate::timestamp::Timestamp;

/// What to do about a URL now. The list is complete: a `match` needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Fetch the site's robots.txt first: it has never been fetched for this crawler, or the answer
    /// no longer holds. Tell [`Site::on_robots_request`] and [`Site::on_response`], and ask again.
    FetchRobots,
    /// Fetch the URL now. Tell [`Site::on_page_request`], and then [`Site::on_page_response`],
    /// [`Site::on_page_failure`] or [`Site::on_page_abort`]: otherwise the request counts as open
    /// for five minutes.
    FetchPage,
    /// Do not fetch the URL: the rules disallow it.
    Skip,
    /// Do not fetch the URL, nor any other of this site: the site asks for this delay, which is
    /// longer than [`Crawler::max_delay`], and visiting it more often would disregard that.
    TooSlow(Duration),
    /// Ask again at this time, and not before: nothing can be fetched for this URL until then. The
    /// wait is short, or it is the delay that the site asks for, so a crawler of one site can sleep.
    WaitUntil(Timestamp, WaitReason),
    /// Drop the URL for now, or put it back until this time: robots.txt cannot be reached, or the
    /// wait is longer than [`Crawler::max_wait`]. A loop that sleeps after every
    /// [`WaitUntil`](Self::WaitUntil) and drops a URL here comes to an end, whatever the server
    /// does.
    GiveUpUntil(Timestamp, WaitReason),
    /// The URL does not belong to this site: its scheme, host or port is different, or it is not
    /// clear where a request for it would go. Ask the [`Site`] that it belongs to.
    NotThisSite,
}

impl Decision {
    /// The name of the decision, without its values: `fetch-robots`, `fetch-page`, `skip`,
    /// `too-slow`, `wait-until`, `give-up-until` or `not-this-site`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Decision, WaitReason};
    ///
    /// let wait = Decision::WaitUntil(Timestamp::UNIX_EPOCH, WaitReason::Delay);
    /// assert_eq!(wait.name(), "wait-until");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FetchRobots => "fetch-robots",
            Self::FetchPage => "fetch-page",
            Self::Skip => "skip",
            Self::TooSlow(_) => "too-slow",
            Self::WaitUntil(..) => "wait-until",
            Self::GiveUpUntil(..) => "give-up-until",
            Self::NotThisSite => "not-this-site",
        }
    }

    /// When to ask again, if the answer is to [wait](Self::WaitUntil) or to
    /// [give up](Self::GiveUpUntil).
    #[must_use]
    pub const fn until(self) -> Option<Timestamp> {
        match self {
            Self::WaitUntil(time, _) | Self::GiveUpUntil(time, _) => Some(time),
            _ => None,
        }
    }

    /// Why to [wait](Self::WaitUntil) or to [give up](Self::GiveUpUntil), if that is the answer.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::site::{Decision, WaitReason};
    ///
    /// let wait = Decision::WaitUntil(Timestamp::UNIX_EPOCH, WaitReason::Delay);
    /// assert_eq!(wait.until(), Some(Timestamp::UNIX_EPOCH));
    /// assert_eq!(wait.reason(), Some(WaitReason::Delay));
    /// assert_eq!((Decision::Skip.reason(), wait.delay()), (None, None));
    /// ```
    #[must_use]
    pub const fn reason(self) -> Option<WaitReason> {
        match self {
            Self::WaitUntil(_, why) | Self::GiveUpUntil(_, why) => Some(why),
            _ => None,
        }
    }

    /// The delay that the site asks for, if it is [too slow](Self::TooSlow).
    #[must_use]
    pub const fn delay(self) -> Option<Duration> {
        match self {
            Self::TooSlow(delay) => Some(delay),
            _ => None,
        }
    }
}

/// Why nothing is requested before a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum WaitReason {
    /// The delay between two requests is not over: the delay that the site asks for, the crawler's
    /// own, or a longer one after complaints of the server.
    Delay,
    /// The server has asked for a pause (`Retry-After`).
    Pause,
    /// The site is to be visited at certain hours (`Visit-time`).
    VisitTime,
    /// robots.txt cannot be reached, so nothing may be fetched. It is requested again at this time.
    RobotsUnreachable,
    /// robots.txt is being fetched ([`Site::on_robots_request`]). Ask again as soon as its answer
    /// was recorded; at this time it counts as lost.
    RobotsInFlight,
    /// As many requests are open as the server gets at a time ([`Crawler::max_open`]). Ask again as
    /// soon as the end of one was recorded, or at this time: nothing can be requested before, since
    /// the delay counts from that end.
    RequestInFlight,
}

identifiers! {
    WaitReason {
        Delay = "delay",
        Pause = "pause",
        VisitTime = "visit-time",
        RobotsUnreachable = "robots-unreachable",
        RobotsInFlight = "robots-in-flight",
        RequestInFlight = "request-in-flight",
    }
}

impl WaitReason {
    /// The reason as a phrase for people, without a period. It may be reworded in any version.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Delay => "the delay between two requests is not over",
            Self::Pause => "the server asked for a pause",
            Self::VisitTime => "the site is to be visited at other hours",
            Self::RobotsUnreachable => "robots.txt cannot be reached",
            Self::RobotsInFlight => "robots.txt is being fetched",
            Self::RequestInFlight => "as many requests are open as the server gets at a time",
        }
    }
}

/// A time, and why nothing is requested before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) at: Timestamp,
    pub(super) why: WaitReason,
}

impl Ready {
    /// The later of the two.
    pub(super) fn and(self, at: Timestamp, why: WaitReason) -> Self {
        if at > self.at { Self { at, why } } else { self }
    }

    /// To wait, or to give up if the wait is longer than `patience`.
    pub(super) fn wait(self, now: Timestamp, patience: Duration) -> Decision {
        if self.at.duration_since(now) > patience {
            Decision::GiveUpUntil(self.at, self.why)
        } else {
            Decision::WaitUntil(self.at, self.why)
        }
    }
}
