//! `Request-rate`.

use core::{fmt, num::NonZeroU32, time::Duration};

use super::{ParseError, TimeOfDay, TimeWindow, is_blank, number, split_digits, trim, trim_start};

const EMPTY: ParseError = ParseError::new("no rate is given");
const NO_DOCUMENTS: ParseError = ParseError::new("a rate begins with a number of documents, as in 1/10s");
const NO_SLASH: ParseError = ParseError::new("documents and time are separated by '/', as in 1/10s");
const NO_TIME: ParseError = ParseError::new("a time follows '/', as in 1/10s");
const ZERO_DOCUMENTS: ParseError = ParseError::new("a rate allows at least one document");
const ZERO_TIME: ParseError = ParseError::new("a rate spans at least one second");
const UNKNOWN_UNIT: ParseError = ParseError::new("the unit of time is one of s, m, h, d");
const NOT_WHOLE: ParseError = ParseError::new("the time is a whole number, as in 1/10s");
const NO_SPACE: ParseError =
    ParseError::new("a space separates the rate and its window, as in 1/10s 0600-0845");

/// The value of a `Request-rate` line: a number of documents per period, all day or within a
/// window.
///
/// From Conner's extended standard of 1996; read by SeznamBot. A line says nothing about times
/// outside its window.
///
/// With the feature `serde` it is serialized as `documents`, `seconds` and `window`.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::extension::RequestRate;
///
/// let rate = RequestRate::parse(b"100/15m 1800-1900")?;
/// assert_eq!(rate.documents(), 100);
/// assert_eq!(rate.period(), Duration::from_secs(900));
/// assert_eq!(rate.delay(), Duration::from_secs(9));
/// assert_eq!(rate.window().unwrap().to_string(), "1800-1900");
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RequestRate {
    documents: NonZeroU32,
    seconds: NonZeroU32,
    window: Option<TimeWindow>,
}

impl RequestRate {
    /// The rate of `documents` in `seconds`, within `window` or all day.
    #[must_use]
    pub const fn new(documents: NonZeroU32, seconds: NonZeroU32, window: Option<TimeWindow>) -> Self {
        Self {
            documents,
            seconds,
            window,
        }
    }

    /// Reads `documents/time`, then, after a space or tab, an optional window as
    /// [`TimeWindow::parse`] does.
    ///
    /// The time is a whole number with an optional unit, in either case: `s` for seconds (also
    /// without a unit), `m` for minutes, `h` for hours, `d` for days. Spaces and tabs are allowed
    /// at the ends and around the `/`.
    ///
    /// # Errors
    ///
    /// If the value does not have this form, or a number is zero. Numbers, and the time in seconds,
    /// saturate at 2<sup>32</sup> − 1.
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        let value = trim(value);
        if value.is_empty() {
            return Err(EMPTY);
        }
        let count = |digits: &[u8], missing, zero| {
            if digits.is_empty() {
                return Err(missing);
            }
            let number = u32::try_from(number(digits)).unwrap_or(u32::MAX);
            NonZeroU32::new(number).ok_or(zero)
        };
        let (digits, rest) = split_digits(value);
        let documents = count(digits, NO_DOCUMENTS, ZERO_DOCUMENTS)?;
        let rest = trim_start(rest).strip_prefix(b"/").ok_or(NO_SLASH)?;
        let (digits, rest) = split_digits(trim_start(rest));
        let number = count(digits, NO_TIME, ZERO_TIME)?;
        let (unit, rest) = match rest {
            [unit, rest @ ..] if !is_blank(*unit) => (unit.to_ascii_lowercase(), rest),
            _ => (b's', rest),
        };
        let unit = match unit {
            b's' => NonZeroU32::MIN,
            b'm' => const { NonZeroU32::new(60).unwrap() },
            b'h' => const { NonZeroU32::new(3_600).unwrap() },
            b'd' => const { NonZeroU32::new(86_400).unwrap() },
            unit if !unit.is_ascii_alphabetic() => return Err(NOT_WHOLE),
            _ => return Err(UNKNOWN_UNIT),
        };
        let seconds = number.saturating_mul(unit);
        let window = match rest {
            [] => None,
            [blank, rest @ ..] if is_blank(*blank) => Some(TimeWindow::parse(rest)?),
            [byte, ..] if byte.is_ascii_digit() => return Err(NO_SPACE),
            _ => return Err(UNKNOWN_UNIT),
        };
        Ok(Self::new(documents, seconds, window))
    }

    /// How many documents may be fetched in one period; at least 1.
    #[must_use]
    pub const fn documents(&self) -> u32 {
        self.documents.get()
    }

    /// The period, a whole number of seconds, at least 1.
    #[must_use]
    pub const fn period(&self) -> Duration {
        Duration::from_secs(self.seconds.get() as u64)
    }

    /// The window within which the rate applies, or `None` if it applies all day.
    #[must_use]
    pub const fn window(&self) -> Option<TimeWindow> {
        self.window
    }

    /// The time between the starts of two fetches that spreads the documents evenly over the
    /// period, rounded up to the next nanosecond.
    #[must_use]
    pub const fn delay(&self) -> Duration {
        // 2³² seconds are fewer than 2⁶⁴ nanoseconds.
        Duration::from_nanos(
            (self.seconds.get() as u64 * 1_000_000_000).div_ceil(self.documents.get() as u64),
        )
    }

    /// Whether the rate applies in the minute `at`.
    const fn applies_at(&self, at: TimeOfDay) -> bool {
        match self.window {
            Some(window) => window.contains(at),
            None => true,
        }
    }

    /// Whether this rate allows fewer documents in the same time than `other`. Windows are ignored.
    const fn is_slower_than(&self, other: &Self) -> bool {
        // documents / seconds < other.documents / other.seconds, without dividing.
        (self.documents.get() as u64) * (other.seconds.get() as u64)
            < (other.documents.get() as u64) * (self.seconds.get() as u64)
    }

    /// This rate, or `slowest` within the same window if this rate is slower.
    ///
    /// SeznamBot treats a slower rate than its own minimum as that minimum: 1 document in 10
    /// seconds by its older help page, 1 in 30 seconds by a newer one.
    pub(crate) const fn raised_to(self, slowest: Self) -> Self {
        if self.is_slower_than(&slowest) {
            Self {
                window: self.window,
                ..slowest
            }
        } else {
            self
        }
    }

    /// The rate in force in the minute `at`: the slowest of the rates that apply. `None` if no rate
    /// applies.
    pub(super) fn in_force(rates: &[Self], at: TimeOfDay) -> Option<&Self> {
        rates
            .iter()
            .filter(|rate| rate.applies_at(at))
            .reduce(|slowest, rate| {
                if rate.is_slower_than(slowest) {
                    rate
                } else {
                    slowest
                }
            })
    }
}

impl fmt::Display for RequestRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.seconds.get();
        let (number, unit) = [(86_400, 'd'), (3_600, 'h'), (60, 'm')]
            .into_iter()
            .find(|(unit, _)| seconds.is_multiple_of(*unit))
            .map_or((seconds, 's'), |(unit, name)| (seconds / unit, name));
        write!(f, "{}/{number}{unit}", self.documents)?;
        match self.window {
            Some(window) => write!(f, " {window}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn rate(text: &str) -> Result<RequestRate, ParseError> {
        RequestRate::parse(text.as_bytes())
    }

    #[test]
    fn reads_every_form() {
        for (text, display) in [
            ("1/5", "1/5s"),
            ("10/60", "10/1m"),
            ("100/15M", "100/15m"),
            ("400 / 1h", "400/1h"),
            ("9000/1d", "9000/1d"),
            ("1/90s", "1/90s"),
            ("5/1m  0500-1259", "5/1m 0500-1259"),
            (" 1/20m\t1700 - 0459 ", "1/20m 1700-0459"),
            ("4294967296/1", "4294967295/1s"),
            ("1/4294967295m", "1/4294967295s"),
            ("1/99999999999999999999999d", "1/4294967295s"),
        ] {
            assert_eq!(rate(text).unwrap().to_string(), display);
            assert_eq!(rate(display), rate(text));
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, error) in [
            ("", EMPTY),
            ("5", NO_SLASH),
            ("a/b", NO_DOCUMENTS),
            ("-1/5", NO_DOCUMENTS),
            ("/5", NO_DOCUMENTS),
            ("1/", NO_TIME),
            ("1/s", NO_TIME),
            ("1/0s", ZERO_TIME),
            ("0/10s", ZERO_DOCUMENTS),
            ("1/10x", UNKNOWN_UNIT),
            ("1/10ms", UNKNOWN_UNIT),
            ("1/10s1800-1900", NO_SPACE),
            ("1/1.5", NOT_WHOLE),
            ("1/1.5s", NOT_WHOLE),
            ("1/10s 1800", TimeWindow::parse(b"1800").unwrap_err()),
            ("1/10 s", TimeWindow::parse(b"s").unwrap_err()),
        ] {
            assert_eq!(rate(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn delay_never_exceeds_the_rate() {
        assert_eq!(
            rate("3/10s").unwrap().delay(),
            Duration::from_nanos(3_333_333_334)
        );
        assert_eq!(rate("4294967295/1").unwrap().delay(), Duration::from_nanos(1));
        assert_eq!(
            rate("1/4294967295").unwrap().delay(),
            Duration::from_secs(4_294_967_295)
        );
    }

    #[test]
    fn slowest_wins_on_overlap() {
        let rates = [
            rate("10/1m").unwrap(),
            rate("1/1m 2200-0600").unwrap(),
            rate("2/1m 0500-0700").unwrap(),
        ];
        for (hour, expected) in [(0, 1), (5, 1), (6, 1), (7, 2), (8, 0), (21, 0), (22, 1)] {
            let found = RequestRate::in_force(&rates, TimeOfDay::new(hour, 0).unwrap()).unwrap();
            assert_eq!(found, &rates[expected], "{hour}");
        }
        assert_eq!(RequestRate::in_force(&[], TimeOfDay::MIDNIGHT), None);
    }
}
