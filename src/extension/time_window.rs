//! Times of day and windows between two of them, in UTC.

use core::{fmt, time::Duration};

use super::{ParseError, is_blank, split_digits, trim, trim_start};

const NOT_A_TIME: ParseError = ParseError::new("a time is written as four digits, as in 0845");
const NO_SUCH_TIME: ParseError = ParseError::new("times run from 0000 to 2359");
const NO_DASH: ParseError = ParseError::new("two times are separated by '-', as in 0600-0845");
const TRAILING_TEXT: ParseError = ParseError::new("text follows the second time");

const MINUTES_A_DAY: u16 = 24 * 60;
const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// A minute of the day in UTC, 00:00 to 23:59, written `HHMM`.
///
/// It means the whole minute: 08:45:59 is within `0845`.
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
    /// It may be any midnight, such as the Unix epoch. With the standard library, the time since
    /// then is `SystemTime::now().duration_since(UNIX_EPOCH)`.
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
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::TimeOfDay;
    ///
    /// let time = TimeOfDay::new(6, 45).unwrap();
    /// assert_eq!((time.hour(), time.minute()), (6, 45));
    /// ```
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
    pub(crate) const fn minutes_since_midnight(self) -> u16 {
        self.minute
    }

    /// The time `minute` minutes after midnight, counted around the clock.
    pub(super) const fn from_minute(minute: u16) -> Self {
        Self {
            minute: minute % MINUTES_A_DAY,
        }
    }

    /// The minutes from `self` forward to `later`, 0 to 1,439.
    const fn minutes_until(self, later: Self) -> u16 {
        (later.minute + MINUTES_A_DAY - self.minute) % MINUTES_A_DAY
    }

    /// Reads a time at the start of `value`, and returns it and the rest.
    fn split(value: &[u8]) -> Result<(Self, &[u8]), ParseError> {
        let (digits, rest) = split_digits(value);
        let (hour, minute, rest) = match (digits, rest) {
            ([hours @ .., m1, m2], _) if hours.len() == 2 => (hours, [*m1, *m2], rest),
            ([_] | [_, _], [b':' | b'.', m1, m2, rest @ ..])
                if m1.is_ascii_digit()
                    && m2.is_ascii_digit()
                    && !rest.first().is_some_and(u8::is_ascii_digit) =>
            {
                (digits, [*m1, *m2], rest)
            }
            _ => return Err(NOT_A_TIME),
        };
        // Two digits at most, so that nothing overflows.
        let value_of = |digits: &[u8]| digits.iter().fold(0, |value, digit| value * 10 + (digit - b'0'));
        let time = Self::new(value_of(hour), value_of(&minute)).ok_or(NO_SUCH_TIME)?;
        Ok((time, rest))
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.hour(), self.minute())
    }
}

/// A daily window of time in UTC, written `HHMM-HHMM`.
///
/// It is the value of a `Visit-time` line, and the last part of a `Request-rate` (Conner's extended
/// standard of 1996). The line says when the site *may* be visited; without such a line, it may be
/// visited at any time. Where several lines apply, each opens its own window.
///
/// Both ends belong to the window. If its end comes before its start, it wraps around midnight:
/// `1700-0459` is the evening and the night. Every window is at least a minute long.
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
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeWindow {
    first: TimeOfDay,
    last: TimeOfDay,
}

impl TimeWindow {
    /// The window from `first` to `last`, both included, wrapping around midnight if `last` is
    /// earlier.
    #[must_use]
    pub const fn new(first: TimeOfDay, last: TimeOfDay) -> Self {
        Self { first, last }
    }

    /// Reads `HHMM-HHMM`, with spaces and tabs allowed at the ends and around the dash.
    ///
    /// Some sites write the times with a colon or period (`18:00-20:45`, `12.00-17.00`), also with
    /// one digit for the hour, or leave the dash out (`0200 0630`). These forms are read too.
    ///
    /// # Errors
    ///
    /// If a time is not written in one of these ways or does not exist, nothing separates the two,
    /// or text follows.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::extension::TimeWindow;
    ///
    /// assert_eq!(TimeWindow::parse(b"18:00-20:45")?, TimeWindow::parse(b"1800-2045")?);
    /// # Ok::<(), robots_exclusion::extension::ParseError>(())
    /// ```
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        let (first, rest) = TimeOfDay::split(trim_start(value))?;
        let rest = match trim_start(rest).strip_prefix(b"-") {
            Some(rest) => rest,
            // A space instead of a dash separates two times, but only if something follows it.
            None if rest.first().is_some_and(|&byte| is_blank(byte)) && !trim(rest).is_empty() => rest,
            None => return Err(NO_DASH),
        };
        let (last, rest) = TimeOfDay::split(trim_start(rest))?;
        if trim(rest).is_empty() {
            Ok(Self::new(first, last))
        } else {
            Err(TRAILING_TEXT)
        }
    }

    /// The first minute of the window.
    #[must_use]
    pub const fn first(self) -> TimeOfDay {
        self.first
    }

    /// The last minute of the window, which the window includes.
    #[must_use]
    pub const fn last(self) -> TimeOfDay {
        self.last
    }

    /// Whether the minute `at` lies within the window.
    #[must_use]
    pub const fn contains(self, at: TimeOfDay) -> bool {
        self.first.minutes_until(at) <= self.first.minutes_until(self.last)
    }
}

impl fmt::Display for TimeWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn window(text: &str) -> Result<TimeWindow, ParseError> {
        TimeWindow::parse(text.as_bytes())
    }

    #[test]
    fn reads_what_sites_write() {
        for (value, expected) in [
            ("0600-0845", "0600-0845"),
            (" 0100 \t-  0800 ", "0100-0800"),
            ("18:00-20:45", "1800-2045"),
            ("12.00-17.00", "1200-1700"),
            ("6:00 - 8:45", "0600-0845"),
            ("0600-08:45", "0600-0845"),
            ("06:00-0845", "0600-0845"),
            ("0200 0630", "0200-0630"),
            ("02:00\t0630", "0200-0630"),
        ] {
            assert_eq!(window(value).unwrap().to_string(), expected, "{value}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (value, error) in [
            ("", NOT_A_TIME),
            ("600-845", NOT_A_TIME),
            ("00600-0845", NOT_A_TIME),
            ("06:0-08:45", NOT_A_TIME),
            ("06:0 - 08:45", NOT_A_TIME),
            ("06:0x-08:45", NOT_A_TIME),
            ("06:x0-08:45", NOT_A_TIME),
            ("06:000-08:45", NOT_A_TIME),
            ("006:00-08:45", NOT_A_TIME),
            ("06;00-08:45", NOT_A_TIME),
            (":00-08:45", NOT_A_TIME),
            ("0600-", NOT_A_TIME),
            ("0600 UTC", NOT_A_TIME),
            ("0660-0700", NO_SUCH_TIME),
            ("2560-1900", NO_SUCH_TIME),
            ("25:60-1900", NO_SUCH_TIME),
            ("99:99-1900", NO_SUCH_TIME),
            ("0000-2400", NO_SUCH_TIME),
            ("06000845", NOT_A_TIME),
            ("1800", NO_DASH),
            ("1800 ", NO_DASH),
            ("18:00+20:00", NO_DASH),
            ("0600-0845 UTC", TRAILING_TEXT),
            ("0200 0630 0700", TRAILING_TEXT),
        ] {
            assert_eq!(window(value), Err(error), "{value:?}");
        }
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
}
