//! Times of day and windows between two of them, in UTC.

use core::{error::Error, fmt, time::Duration};

use super::{split_digits, trim, trim_start};

const MINUTES_A_DAY: u16 = 24 * 60;
const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// A minute of the day in UTC, 00:00 to 23:59, written `HHMM`.
///
/// It stands for the whole minute: 08:45:59 is within `0845`.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::TimeOfDay;
///
/// let time = TimeOfDay::new(8, 45).unwrap();
/// assert_eq!(time.to_string(), "0845");
/// assert_eq!(TimeOfDay::new(24, 0), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    /// Invariant: below [`MINUTES_A_DAY`].
    minute: u16,
}

impl TimeOfDay {
    /// 00:00.
    pub const MIDNIGHT: Self = Self { minute: 0 };

    /// The time at `hour` (0 to 23) and `minute` (0 to 59), or `None` if either is out of range.
    #[must_use]
    pub const fn new(hour: u8, minute: u8) -> Option<Self> {
        if hour < 24 && minute < 60 {
            Some(Self {
                minute: hour as u16 * 60 + minute as u16,
            })
        } else {
            None
        }
    }

    /// The time of day that lies `elapsed` after a midnight in UTC.
    ///
    /// Any midnight will do; with the standard library, the time since the Unix epoch is
    /// `SystemTime::now().duration_since(UNIX_EPOCH)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::extension::TimeOfDay;
    ///
    /// // 2026-11-20T08:45:59Z
    /// assert_eq!(TimeOfDay::at(Duration::from_secs(1_795_164_359)), TimeOfDay::new(8, 45).unwrap());
    /// ```
    #[must_use]
    pub const fn at(elapsed: Duration) -> Self {
        // The remainder of a day in minutes is below 1,440, so the cast loses nothing.
        Self {
            minute: (elapsed.as_secs() % SECONDS_A_DAY / 60) as u16,
        }
    }

    /// The hour, 0 to 23.
    #[must_use]
    pub const fn hour(self) -> u8 {
        (self.minute / 60) as u8
    }

    /// The minute of the hour, 0 to 59.
    #[must_use]
    pub const fn minute(self) -> u8 {
        (self.minute % 60) as u8
    }

    /// The minutes since midnight, 0 to 1,439.
    #[must_use]
    pub const fn minutes_since_midnight(self) -> u16 {
        self.minute
    }

    /// The time `minute` minutes after midnight, counted round the clock.
    pub(super) const fn from_minute(minute: u16) -> Self {
        Self {
            minute: minute % MINUTES_A_DAY,
        }
    }

    /// The minutes from `self` forward to `later`, 0 to 1,439.
    const fn minutes_until(self, later: Self) -> u16 {
        (later.minute + MINUTES_A_DAY - self.minute) % MINUTES_A_DAY
    }

    /// Reads the four digits `HHMM` at the start of `value`, and returns the rest.
    fn split(value: &[u8]) -> Result<(Self, &[u8]), TimeWindowError> {
        let (digits, rest) = split_digits(value);
        let &[h1, h2, m1, m2] = digits else {
            return Err(TimeWindowError::NotFourDigits);
        };
        let (hour, minute) = ((h1 - b'0') * 10 + (h2 - b'0'), (m1 - b'0') * 10 + (m2 - b'0'));
        Self::new(hour, minute)
            .map(|time| (time, rest))
            .ok_or(TimeWindowError::NoSuchTime { hour, minute })
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.hour(), self.minute())
    }
}

/// A daily window of time in UTC, written `HHMM-HHMM`.
///
/// Both ends are within it. A window whose end comes before its start wraps round midnight: `1700-0459` is the evening
/// and the night. Every window is at least a minute long.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::{TimeOfDay, TimeWindow};
///
/// let night = TimeWindow::parse(b"1700-0459")?;
/// assert!(night.contains(TimeOfDay::new(23, 59).unwrap()));
/// assert!(night.contains(TimeOfDay::new(4, 59).unwrap()));
/// assert!(!night.contains(TimeOfDay::new(5, 0).unwrap()));
/// # Ok::<(), robots_exclusion::extension::TimeWindowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeWindow {
    first: TimeOfDay,
    last: TimeOfDay,
}

impl TimeWindow {
    /// The window from `first` to `last`, both within it, wrapping round midnight if `last` is the earlier one.
    #[must_use]
    pub const fn new(first: TimeOfDay, last: TimeOfDay) -> Self {
        Self { first, last }
    }

    /// Reads `HHMM-HHMM`, with blanks allowed at the ends and round the dash.
    ///
    /// # Errors
    ///
    /// If a time is not four digits or does not exist, the dash is missing, or text follows.
    pub fn parse(value: &[u8]) -> Result<Self, TimeWindowError> {
        let (first, rest) = TimeOfDay::split(trim_start(value))?;
        let rest = trim_start(rest)
            .strip_prefix(b"-")
            .ok_or(TimeWindowError::NoDash)?;
        let (last, rest) = TimeOfDay::split(trim_start(rest))?;
        if trim(rest).is_empty() {
            Ok(Self::new(first, last))
        } else {
            Err(TimeWindowError::TrailingText)
        }
    }

    /// The first minute of the window.
    #[must_use]
    pub const fn first(self) -> TimeOfDay {
        self.first
    }

    /// The last minute of the window, which is still within it.
    #[must_use]
    pub const fn last(self) -> TimeOfDay {
        self.last
    }

    /// Whether the minute `at` lies within the window.
    #[must_use]
    pub const fn contains(self, at: TimeOfDay) -> bool {
        self.first.minutes_until(at) <= self.first.minutes_until(self.last)
    }

    /// How long the window is closed from `now` on: zero if `now` lies within it.
    ///
    /// `now` is the time since any midnight in UTC, as for [`TimeOfDay::at`]. `now` plus the answer lies within the
    /// window, exactly at its start if it was closed.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::extension::TimeWindow;
    ///
    /// let window = TimeWindow::parse(b"0600-0845")?;
    /// let now = Duration::from_secs(5 * 3600 + 59 * 60 + 30);
    /// assert_eq!(window.until_open(now), Duration::from_secs(30));
    /// # Ok::<(), robots_exclusion::extension::TimeWindowError>(())
    /// ```
    #[must_use]
    pub fn until_open(self, now: Duration) -> Duration {
        let at = TimeOfDay::at(now);
        if self.contains(at) {
            return Duration::ZERO;
        }
        let since_minute = Duration::new(now.as_secs() % 60, now.subsec_nanos());
        // `first` differs from `at`, so at least a whole minute is subtracted from.
        Duration::from_secs(u64::from(at.minutes_until(self.first)) * 60) - since_minute
    }
}

impl fmt::Display for TimeWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Why a value is not a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeWindowError {
    /// A time is not written as four digits.
    NotFourDigits,
    /// The four digits name no time of the day.
    NoSuchTime {
        /// The first two digits, 0 to 99.
        hour: u8,
        /// The last two digits, 0 to 99.
        minute: u8,
    },
    /// No `-` follows the first time.
    NoDash,
    /// Text follows the second time.
    TrailingText,
}

impl fmt::Display for TimeWindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFourDigits => f.write_str("a time is written as four digits, as in 0845"),
            Self::NoSuchTime { hour, minute } => write!(f, "there is no time {hour:02}:{minute:02}"),
            Self::NoDash => f.write_str("two times are parted by '-', as in 0600-0845"),
            Self::TrailingText => f.write_str("text follows the second time"),
        }
    }
}

impl Error for TimeWindowError {}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn window(text: &str) -> Result<TimeWindow, TimeWindowError> {
        TimeWindow::parse(text.as_bytes())
    }

    #[test]
    fn reads_what_sites_write() {
        assert_eq!(window("0600-0845").unwrap().to_string(), "0600-0845");
        assert_eq!(window(" 0100 \t-  0800 ").unwrap().to_string(), "0100-0800");
    }

    #[test]
    fn says_what_is_wrong() {
        use TimeWindowError as E;

        assert_eq!(window(""), Err(E::NotFourDigits));
        assert_eq!(window("600-845"), Err(E::NotFourDigits));
        assert_eq!(window("06:00-08:45"), Err(E::NotFourDigits));
        assert_eq!(window("00600-0845"), Err(E::NotFourDigits));
        assert_eq!(window("0600-"), Err(E::NotFourDigits));
        assert_eq!(window("0660-0700"), Err(E::NoSuchTime { hour: 6, minute: 60 }));
        assert_eq!(window("2560-1900"), Err(E::NoSuchTime { hour: 25, minute: 60 }));
        assert_eq!(window("0000-2400"), Err(E::NoSuchTime { hour: 24, minute: 0 }));
        assert_eq!(window("0600 0845"), Err(E::NoDash));
        assert_eq!(window("1800"), Err(E::NoDash));
        assert_eq!(window("0600-0845 UTC"), Err(E::TrailingText));
    }

    #[test]
    fn one_minute_and_whole_day() {
        let minute = window("1200-1200").unwrap();
        let day = window("0500-0459").unwrap();
        for m in 0..MINUTES_A_DAY {
            let at = TimeOfDay::from_minute(m);
            assert_eq!(minute.contains(at), m == 720, "{at}");
            assert!(day.contains(at), "{at}");
        }
    }

    #[test]
    fn opens_at_the_start_of_its_first_minute() {
        let noon = window("1200-1230").unwrap();
        for (now, expected) in [
            (0, 12 * 3600),
            (12 * 3600 - 1, 1),
            (12 * 3600, 0),
            (12 * 3600 + 30 * 60 + 59, 0),
            (12 * 3600 + 31 * 60, 24 * 3600 - 31 * 60),
            (24 * 3600 - 1, 12 * 3600 + 1),
        ] {
            assert_eq!(
                noon.until_open(Duration::from_secs(now)),
                Duration::from_secs(expected),
                "{now}"
            );
        }
        assert_eq!(
            noon.until_open(Duration::new(11 * 3600 + 3599, 1)),
            Duration::from_nanos(999_999_999)
        );
    }
}
