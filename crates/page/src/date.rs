//! The date of `unavailable_after`, in its three forms.

use core::fmt;

use jiff::{
    Timestamp,
    fmt::{rfc2822, temporal},
    tz::Offset,
};

/// The maximum length of a date in any form, in bytes (RFC 850 with the longest weekday, month and
/// zone has 43).
const MAX_DATE: usize = 64;

/// The first second of the year 0, where RFC 3339 begins.
const FIRST_SECOND: i64 = -62_167_219_200;

const WEEKDAYS: [&str; 7] = [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A moment in Coordinated Universal Time, to the second, in the years 0 to 9999.
///
/// This is the value of `unavailable_after`, displayed in the form of RFC 3339, always with `Z`. To
/// compare it with another kind of time, such as [`Timestamp`](robots_exclusion::Timestamp), use
/// [`as_unix_seconds`](Self::as_unix_seconds).
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::UtcTime;
///
/// let time = UtcTime::from_unix_seconds(1_277_506_800).unwrap();
/// assert_eq!(time.to_string(), "2010-06-25T23:00:00Z");
/// assert_eq!(time.as_unix_seconds(), 1_277_506_800);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime {
    /// Seconds since 1970-01-01T00:00:00Z without leap seconds, from [`FIRST_SECOND`] to the last
    /// one of [`Timestamp`].
    seconds: i64,
}

impl UtcTime {
    /// The moment this many seconds after 1970-01-01T00:00:00Z (before it, if negative), not
    /// counting leap seconds.
    ///
    /// `None` outside the years 0 to 9999; the last representable moment is 9999-12-30T22:00:00Z.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        (FIRST_SECOND..=Timestamp::MAX.as_second())
            .contains(&seconds)
            .then_some(Self { seconds })
    }

    /// Seconds since 1970-01-01T00:00:00Z, not counting leap seconds; negative before it.
    #[must_use]
    pub fn as_unix_seconds(self) -> i64 {
        self.seconds
    }

    /// Reads a date as `unavailable_after` allows it: RFC 822 (`25 Jun 2010 15:00:00 PST`), RFC 850
    /// (`Friday, 25-Jun-10 15:00:00 GMT`) or ISO 8601 (`2010-06-25T15:00:00-08:00`).
    ///
    /// Weekdays are skipped, right or wrong. Years of two digits follow RFC 2822 section 4.3 (00 to
    /// 49 are 2000 to 2049), as do the zones: the names of RFC 822 are known, and any other name,
    /// or no zone, is read as UTC. A date without a time means its first second. Fractions of a
    /// second are dropped. A date after the last representable moment, in the last hours of the
    /// year 9999, becomes that moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::UtcTime;
    ///
    /// let time = UtcTime::parse("Friday, 25-Jun-10 15:00:00 GMT").unwrap();
    /// assert_eq!(Some(time), UtcTime::parse("25 Jun 2010 15:00 UT"));
    /// assert_eq!(Some(time), UtcTime::parse("2010-06-25T16:00:00+01:00"));
    /// assert_eq!(None, UtcTime::parse("25 June"));
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > MAX_DATE || !text.is_ascii() {
            return None;
        }
        let timestamp = iso_8601(text).or_else(|| rfc_822_or_850(text))?;
        // `as_second` alone would round towards zero, and so move a date before 1970 with a
        // fraction forward.
        let floor = timestamp.as_second() - i64::from(timestamp.subsec_nanosecond() < 0);
        Self::from_unix_seconds(floor)
    }

    /// Whether the text is the name of a day, in full or its first three letters. In the older
    /// forms, it comes before the first comma.
    pub(super) fn is_weekday(text: &str) -> bool {
        abbreviates(text, &WEEKDAYS).is_some()
    }
}

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Timestamp::from_second(self.seconds) {
            Ok(timestamp) => fmt::Display::fmt(&timestamp, f),
            // Cannot happen, by the invariant of `seconds`.
            Err(_) => Err(fmt::Error),
        }
    }
}
impl From<std::time::SystemTime> for UtcTime {
    /// The second in which the moment lies; the nearest one in range if it is out of range.
    fn from(time: std::time::SystemTime) -> Self {
        let whole = |distance: core::time::Duration| i64::try_from(distance.as_secs()).unwrap_or(i64::MAX);
        let seconds = match time.duration_since(std::time::UNIX_EPOCH) {
            Ok(since) => whole(since),
            Err(before) => {
                let distance = before.duration();
                -whole(distance).saturating_add(i64::from(distance.subsec_nanos() > 0))
            }
        };
        Self {
            seconds: seconds.clamp(FIRST_SECOND, Timestamp::MAX.as_second()),
        }
    }
}

fn iso_8601(text: &str) -> Option<Timestamp> {
    // Suffixes such as `[Europe/Berlin]` (RFC 9557) need a time zone database.
    if text.contains('[') {
        return None;
    }
    let pieces = temporal::Pieces::parse(text).ok()?;
    let civil = pieces.date().to_datetime(pieces.time().unwrap_or_default());
    let offset = pieces.to_numeric_offset().unwrap_or(Offset::UTC);
    if is_beyond_a_day(offset) {
        return None;
    }
    // A date out of range in a positive year comes after the last moment.
    let last = (civil.year() > 0).then_some(Timestamp::MAX);
    offset.to_timestamp(civil).ok().or(last)
}

/// Both forms are split into day, month, year, time and zone; they are joined again in the only
/// spelling that the parser of RFC 2822 (the successor of RFC 822) accepts.
fn rfc_822_or_850(text: &str) -> Option<Timestamp> {
    let mut rest = text;
    let word = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    if UtcTime::is_weekday(&rest[..word]) {
        rest = rest[word..].trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    // Day and month end at a hyphen or at any amount of white space (RFC 822 section 3.1.4); only
    // the three parts of the date are separated by hyphens.
    let is_end = |c: char| c.is_ascii_whitespace() || c == '-';
    let (day, rest) = rest.split_once(is_end)?;
    let (month, rest) = rest.trim_start().split_once(is_end)?;
    let month = &abbreviates(month, &MONTHS)?[..3];
    let mut words = rest.split_ascii_whitespace();
    let year = words.next()?;
    let time = words.next().unwrap_or("00:00");
    let zone: String = words
        .next()
        .unwrap_or("UT")
        .chars()
        .filter(|&c| c != ':')
        .collect();
    if words.next().is_some() {
        return None;
    }
    let parser = rfc2822::DateTimeParser::new();
    let in_year = |year| {
        let text = format!("{day} {month} {year} {time} {zone}");
        let zoned = parser.parse_zoned(text).ok()?;
        (!is_beyond_a_day(zoned.offset())).then(|| zoned.timestamp())
    };
    // If a date cannot be read in the year 9999, but can in 9998, which has the same days, it comes
    // after the last moment.
    let after_all = || (year == "9999" && in_year("9998").is_some()).then_some(Timestamp::MAX);
    in_year(year).or_else(after_all)
}

/// Whether an offset from UTC is a day or more. The parsers accept such offsets, but no zone has
/// them.
fn is_beyond_a_day(offset: Offset) -> bool {
    offset.seconds().abs() >= 24 * 60 * 60
}

/// The name that begins with `text`, which must have at least three letters. Case does not matter.
fn abbreviates(text: &str, names: &[&'static str]) -> Option<&'static str> {
    if text.len() < 3 {
        return None;
    }
    let begins = |name: &&str| {
        name.get(..text.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(text))
    };
    names.iter().copied().find(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_moment_in_every_form() {
        for text in [
            "25 Jun 2010 15:00:00 PST",
            "Fri, 25 Jun 2010 15:00:00 PST",
            "fri, 25 jun 2010 15:00:00 pst",
            "25 Jun 10 15:00 PST",
            "25 June 2010 15:00:00 -0800",
            "25 Jun 2010 15:00:00 -08:00",
            "Friday, 25-Jun-10 15:00:00 PST",
            "Friday, 25-Jun-2010 15:00:00 PST",
            "25-Jun-2010 15:00:00 PST",
            "Friday 25-Jun-10 23:00:00 GMT",
            "25 Jun 2010 23:00:00",
            "25 Jun 2010 23:00:00 XYZ",
            "25  Jun\t\n 2010\r\n 15:00:00  PST",
            "Fri,\n25\nJun\n2010 15:00:00 PST",
            "2010-06-25T15:00:00-08:00",
            "2010-06-25T23:00:00Z",
            "2010-06-25T23:00:00.9Z",
            "2010-06-25T23:00:00,9Z",
            "2010-06-25 23:00:00",
            "20100625T230000Z",
            "  2010-06-25T23:00Z ",
        ] {
            let time = UtcTime::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(time.to_string(), "2010-06-25T23:00:00Z", "{text}");
        }
    }

    #[test]
    fn a_date_alone_is_its_first_second() {
        for text in ["2010-06-25", "25 Jun 2010", "Fri, 25 Jun 2010", "25-Jun-10"] {
            let time = UtcTime::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(time.to_string(), "2010-06-25T00:00:00Z", "{text}");
        }
    }

    #[test]
    fn what_is_no_date() {
        for text in [
            "",
            "Friday",
            "Friday,",
            "25",
            "25 Jun",
            "25 Ju 2010",
            "25 Junk 2010",
            "Someday, 25-Jun-10 15:00:00 GMT",
            "Fr, 25 Jun 2010",
            "31 Feb 2010",
            "31 Dec 10000",
            "31 Dec now",
            "2010-02-30",
            "2010-06-25T25:00:00Z",
            "2010-06-25T15:00:00+24:00",
            "2010-06-25T15:00:00-25:00",
            "25 Jun 2010 15:00:00 +2500",
            "25 Jun 2010 15:00:00 PST noindex",
            "2010-06-25T15:00[Europe/Berlin]",
            "-000001-01-01",
            "25 Jün 2010",
            "25 Jun 2010 15:00:00 ١",
        ] {
            assert_eq!(UtcTime::parse(text), None, "{text}");
        }
        assert_eq!(UtcTime::parse(&"1".repeat(100_000)), None);
        // White space between the words counts towards the length.
        let padded = |length: usize| format!("25 Jun 2010{:>1$}", "15:00", length - 11);
        assert!(UtcTime::parse(&padded(MAX_DATE)).is_some());
        assert_eq!(UtcTime::parse(&padded(MAX_DATE + 1)), None);
    }

    #[test]
    fn an_offset_is_less_than_a_day() {
        for (text, expected) in [
            ("2010-06-25T15:00:00+23:59", "2010-06-24T15:01:00Z"),
            ("2010-06-25T15:00:00-23:59", "2010-06-26T14:59:00Z"),
            ("25 Jun 2010 15:00:00 +2359", "2010-06-24T15:01:00Z"),
            ("25 Jun 2010 15:00:00 -23:59", "2010-06-26T14:59:00Z"),
        ] {
            let time = UtcTime::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(time.to_string(), expected, "{text}");
        }
        for text in ["2010-06-25T15:00:00+24:00", "25 Jun 2010 15:00:00 -2400"] {
            assert_eq!(UtcTime::parse(text), None, "{text}");
        }
    }

    #[test]
    fn two_digit_years() {
        assert!(
            UtcTime::parse("1 Jan 49")
                .unwrap()
                .to_string()
                .starts_with("2049")
        );
        assert!(
            UtcTime::parse("1 Jan 50")
                .unwrap()
                .to_string()
                .starts_with("1950")
        );
    }

    #[test]
    fn the_ends_of_the_range() {
        let first = UtcTime::from_unix_seconds(FIRST_SECOND).unwrap();
        assert_eq!(first.to_string(), "0000-01-01T00:00:00Z");
        assert_eq!(UtcTime::from_unix_seconds(FIRST_SECOND - 1), None);
        let last = UtcTime::from_unix_seconds(Timestamp::MAX.as_second()).unwrap();
        assert_eq!(last.to_string(), "9999-12-30T22:00:00Z");
        for text in [
            "9999-12-31",
            "9999-12-30T22:00:01Z",
            "9999-12-31T23:59:59-12:00",
            "31 Dec 9999",
            "Friday, 31-Dec-9999 23:59:59 PST",
        ] {
            assert_eq!(UtcTime::parse(text), Some(last), "{text}");
        }
        for text in ["9999-12-32", "32 Dec 9999", "10000-01-01", "31 Dec 9999 24:00"] {
            assert_eq!(UtcTime::parse(text), None, "{text}");
        }
        assert_eq!(UtcTime::from_unix_seconds(i64::MAX), None);
        assert_eq!(UtcTime::from_unix_seconds(i64::MIN), None);
        assert_eq!(
            UtcTime::parse("1969-12-31T23:59:58.5Z")
                .unwrap()
                .as_unix_seconds(),
            -2
        );
    }
}
