//! How answers to page requests slow a crawler down.

use core::time::Duration;

use super::moment::Moment;
use crate::timestamp::Timestamp;

/// The longest that a server can ask for with `Retry-After`: one odd header should not make a
/// crawler lose a site.
const MAX_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest delay that doubling leads to.
const MAX_DELAY: Duration = Duration::from_secs(60 * 60);

/// How often the delay is doubled at most: enough to turn a second into more than an hour.
const MAX_LEVEL: u8 = 12;

/// How many answers in a row without a complaint take back one doubling.
const CALM: u8 = 10;

/// How the delay between pages is stretched. Not at all by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Slowdown {
    /// How often the delay is doubled.
    level: u8,
    /// Answers since the last complaint, or since a doubling was last taken back. 0 while there is
    /// none.
    calm: u8,
}

impl Slowdown {
    /// Takes in the status of an answer to a page request. Returns whether it asks for fewer
    /// requests.
    pub(super) fn on_response(&mut self, status: u16) -> bool {
        let is_complaint = matches!(status, 429 | 503);
        if is_complaint {
            self.level = (self.level + 1).min(MAX_LEVEL);
            self.calm = 0;
        } else if self.level > 0 {
            self.calm += 1;
            if self.calm >= CALM {
                self.level -= 1;
                self.calm = 0;
            }
        }
        is_complaint
    }

    pub(super) fn is_slow(self) -> bool {
        self.level > 0
    }

    /// The delay to keep in place of `delay`.
    pub(super) fn slowed(self, delay: Duration) -> Duration {
        if self.level == 0 {
            return delay;
        }
        let doubled = delay.max(Duration::from_secs(1)).saturating_mul(1 << self.level);
        // The limit never makes the delay shorter than the one that the site itself asks for.
        doubled.min(MAX_DELAY.max(delay))
    }

    /// The two numbers to save.
    #[cfg(feature = "serde")]
    pub(super) fn to_saved(self) -> (u8, u8) {
        (self.level, self.calm)
    }

    /// What was saved, within bounds even if someone else wrote it.
    #[cfg(feature = "serde")]
    pub(super) fn from_saved((level, calm): (u8, u8)) -> Self {
        let level = level.min(MAX_LEVEL);
        let calm = if level == 0 { 0 } else { calm.min(CALM - 1) };
        Self { level, calm }
    }
}

/// The end of the pause if a server that complains now asks to wait this long. No pause is longer
/// than [`MAX_PAUSE`].
pub(super) fn pause_until(now: Timestamp, wait: Duration) -> Moment {
    now.saturating_add(wait.min(MAX_PAUSE)).into()
}

/// The end of a pause, if it is still to come. If it is further off than the longest pause, the
/// clock was set back, and the pause is ignored.
pub(super) fn pause_end(until: Moment, now: Timestamp) -> Option<Timestamp> {
    let until = Timestamp::from(until);
    (until > now && until.duration_since(now) <= MAX_PAUSE).then_some(until)
}
