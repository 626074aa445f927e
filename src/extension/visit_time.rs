//! `Visit-time`.

use core::{fmt, time::Duration};

use super::{ParseError, TimeOfDay, TimeWindow};

/// The value of a `Visit-time` line: the daily window in UTC within which a crawler may visit.
///
/// From Conner's extended standard of 1996. The site says when it *may* be visited; without such a line, that is always.
/// Where several lines apply, each opens a window of its own.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::{TimeOfDay, VisitTime};
///
/// let visit = VisitTime::parse(b"0600-0845")?;
/// assert!(visit.is_open_at(TimeOfDay::new(8, 45).unwrap()));
/// assert!(!visit.is_open_at(TimeOfDay::new(8, 46).unwrap()));
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VisitTime(TimeWindow);

impl VisitTime {
    /// Visits within `window`.
    #[must_use]
    pub const fn new(window: TimeWindow) -> Self {
        Self(window)
    }

    /// Reads a window as [`TimeWindow::parse`] does.
    ///
    /// # Errors
    ///
    /// If the value is not a window of time.
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        TimeWindow::parse(value).map(Self)
    }

    /// Whether a value is a window of time that is not written `HHMM-HHMM`; see [`TimeWindow::is_misspelled`].
    #[must_use]
    pub fn is_misspelled(value: &[u8]) -> bool {
        TimeWindow::is_misspelled(value)
    }

    /// The window within which visits are allowed.
    #[must_use]
    pub const fn window(self) -> TimeWindow {
        self.0
    }

    /// Whether a visit is allowed in the minute `at`.
    #[must_use]
    pub const fn is_open_at(self, at: TimeOfDay) -> bool {
        self.0.contains(at)
    }

    /// How long to wait until a visit is allowed, from `now` (the time since any midnight in UTC) on; see
    /// [`TimeWindow::until_open`].
    #[must_use]
    pub fn until_open(self, now: Duration) -> Duration {
        self.0.until_open(now)
    }
}

impl fmt::Display for VisitTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
