//! W3C date and time, in all its lengths.

use core::fmt;
use core::str::FromStr;

use jiff::civil::Date;

use super::value_error::ValueError;

/// A moment or a stretch of time as sitemaps write it: a year, a month, a day, or a time of day
/// with its zone.
///
/// The value keeps how precisely it was written: `2007-11` is the whole of November, and prints as
/// `2007-11` again. A time without a zone breaks the format but is common; it is read as UTC, and a
/// reader reports it ([`ProblemKind::LastmodWithoutZone`](super::ProblemKind::LastmodWithoutZone)).
///
/// There is no `Ord`, because values of different precision have no natural order. To compare them
/// with each other, or with other kinds of time such as [`Timestamp`](robots_exclusion::Timestamp), take
/// [`unix_seconds`](W3cDateTime::unix_seconds), the beginning of each.
///
/// Source: <https://www.w3.org/TR/NOTE-datetime>, which sitemaps.org names for `lastmod`.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::W3cDateTime;
///
/// let modified: W3cDateTime = "2007-11-02T18:50:24+01:00".parse()?;
/// assert_eq!(modified.unix_seconds(), 1_194_025_824);
/// assert_eq!(modified.to_string(), "2007-11-02T18:50:24+01:00");
///
/// let month: W3cDateTime = "2007-11".parse()?;
/// assert_eq!((month.year(), month.month(), month.day()), (2007, Some(11), None));
/// assert!("2007-13".parse::<W3cDateTime>().is_err());
/// # Ok::<(), robots_exclusion_sitemap::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct W3cDateTime {
    /// At most 9999.
    year: u16,
    /// 1 to 12, or 0 where none was written. Zero implies that `day` is zero.
    month: u8,
    /// 1 to 31 and within the month, or 0 where none was written. Zero implies that `time` is
    /// `None`.
    day: u8,
    time: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Time {
    hour: u8,
    minute: u8,
    second: Option<u8>,
    /// Nonzero only with a second.
    nanosecond: u32,
    /// Minutes east of UTC, within a day; `None` where no zone was written.
    offset: Option<i16>,
}

impl W3cDateTime {
    /// Reads the date of an RSS item (`Fri, 02 Nov 2007 18:50:24 GMT`); a wrong day of the week is
    /// ignored.
    pub(super) fn parse_rfc_822(text: &str) -> Result<Self, ValueError> {
        static PARSER: jiff::fmt::rfc2822::DateTimeParser =
            jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true);
        let zoned = PARSER.parse_zoned(text).map_err(|_| ValueError::Form)?;
        let (date, time, offset) = (zoned.date(), zoned.time(), zoned.offset().seconds() / 60);
        if offset.abs() >= 24 * 60 {
            return Err(ValueError::OutOfRange);
        }
        Ok(W3cDateTime {
            year: u16::try_from(date.year()).map_err(|_| ValueError::OutOfRange)?,
            month: date.month().unsigned_abs(),
            day: date.day().unsigned_abs(),
            time: Some(Time {
                hour: time.hour().unsigned_abs(),
                minute: time.minute().unsigned_abs(),
                second: Some(time.second().unsigned_abs()),
                nanosecond: 0,
                offset: Some(offset as i16),
            }),
        })
    }

    /// The moment `seconds` after 1970-01-01T00:00:00Z (before it, where negative), to the second,
    /// in UTC.
    ///
    /// `None` outside the years 0 to 9999; the last moment that it makes is 9999-12-30T22:00:00Z.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let moment = jiff::Timestamp::from_second(seconds).ok()?;
        let civil = jiff::tz::Offset::UTC.to_datetime(moment);
        Some(W3cDateTime {
            year: u16::try_from(civil.year()).ok()?,
            month: civil.month().unsigned_abs(),
            day: civil.day().unsigned_abs(),
            time: Some(Time {
                hour: civil.hour().unsigned_abs(),
                minute: civil.minute().unsigned_abs(),
                second: Some(civil.second().unsigned_abs()),
                nanosecond: 0,
                offset: Some(0),
            }),
        })
    }

    /// The year, 0 to 9999, in the zone that was written.
    pub fn year(&self) -> u16 {
        self.year
    }

    /// The month, 1 to 12, if one was written.
    pub fn month(&self) -> Option<u8> {
        (self.month != 0).then_some(self.month)
    }

    /// The day of the month, from 1, if one was written.
    pub fn day(&self) -> Option<u8> {
        (self.day != 0).then_some(self.day)
    }

    /// Whether a time was written without the zone that the format requires, and is therefore taken
    /// for UTC.
    pub(super) fn is_zone_assumed(&self) -> bool {
        self.time.is_some_and(|time| time.offset.is_none())
    }

    /// Seconds from 1970-01-01T00:00:00Z to the beginning of this value; negative before 1970.
    ///
    /// A date begins at midnight UTC, a month on its first day, a year on 1 January. Fractions of a
    /// second are cut off.
    pub fn unix_seconds(&self) -> i64 {
        let date = Date::constant(self.year as i16, self.month.max(1) as i8, self.day.max(1) as i8);
        // Dates have no time zone, so the time between two of them is whole days of 24 hours, even
        // when clocks are changed.
        let days = Date::constant(1970, 1, 1).duration_until(date).as_hours() / 24;
        let within = self.time.map_or(0, |time| {
            i64::from(time.hour) * 3600 + i64::from(time.minute) * 60 + i64::from(time.second.unwrap_or(0))
                - i64::from(time.offset.unwrap_or(0)) * 60
        });
        days * 86_400 + within
    }

    /// The nanoseconds of the written fraction of a second, 0 to 999,999,999.
    pub fn subsec_nanos(&self) -> u32 {
        self.time.map_or(0, |time| time.nanosecond)
    }
}

impl FromStr for W3cDateTime {
    type Err = ValueError;

    /// Reads a W3C date or time.
    ///
    /// Digits of a fraction beyond the ninth are cut off.
    ///
    /// # Errors
    ///
    /// [`ValueError`] when the text has none of the six forms of the W3C note, or is not a real
    /// date or time.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut scan = Scan {
            rest: text.as_bytes(),
        };
        let year = scan.digits(4)?;
        let mut value = W3cDateTime {
            year,
            month: 0,
            day: 0,
            time: None,
        };
        if !scan.at_end() {
            scan.literal(b'-')?;
            value.month = scan.ranged(1, 12)?;
        }
        if !scan.at_end() {
            scan.literal(b'-')?;
            value.day = scan.ranged(1, 31)?;
            // The day must exist in its month: both fields were checked to fit their types.
            Date::new(year as i16, value.month as i8, value.day as i8).map_err(|_| ValueError::OutOfRange)?;
        }
        if !scan.at_end() {
            scan.literal(b'T')?;
            value.time = Some(scan.time()?);
        }
        Ok(value)
    }
}

impl fmt::Display for W3cDateTime {
    /// Writes the value as precisely as it was read; an assumed zone stays unwritten.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month != 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day != 0 {
            write!(f, "-{:02}", self.day)?;
        }
        let Some(time) = self.time else { return Ok(()) };
        write!(f, "T{:02}:{:02}", time.hour, time.minute)?;
        if let Some(second) = time.second {
            write!(f, ":{second:02}")?;
        }
        if time.nanosecond != 0 {
            let digits: String = format!("{:09}", time.nanosecond);
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        match time.offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                write!(
                    f,
                    "{sign}{:02}:{:02}",
                    offset.unsigned_abs() / 60,
                    offset.unsigned_abs() % 60
                )
            }
        }
    }
}

/// What is left of the text being read.
struct Scan<'t> {
    rest: &'t [u8],
}

impl Scan<'_> {
    fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn literal(&mut self, byte: u8) -> Result<(), ValueError> {
        if self.accept(byte) {
            Ok(())
        } else {
            Err(ValueError::Form)
        }
    }

    /// Exactly `count` digits, four at most.
    fn digits(&mut self, count: usize) -> Result<u16, ValueError> {
        let (digits, rest) = self.rest.split_at_checked(count).ok_or(ValueError::Form)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(ValueError::Form);
        }
        self.rest = rest;
        Ok(digits
            .iter()
            .fold(0, |value, digit| value * 10 + u16::from(digit - b'0')))
    }

    /// Two digits within a range.
    fn ranged(&mut self, low: u8, high: u8) -> Result<u8, ValueError> {
        let value = self.digits(2)? as u8;
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(ValueError::OutOfRange)
        }
    }

    /// Everything after the `T`.
    fn time(&mut self) -> Result<Time, ValueError> {
        let hour = self.ranged(0, 23)?;
        self.literal(b':')?;
        let minute = self.ranged(0, 59)?;
        let mut time = Time {
            hour,
            minute,
            second: None,
            nanosecond: 0,
            offset: None,
        };
        if self.accept(b':') {
            // The note allows 00 to 59, so there is no leap second.
            time.second = Some(self.ranged(0, 59)?);
            if self.accept(b'.') {
                time.nanosecond = self.fraction()?;
            }
        }
        if self.accept(b'Z') {
            time.offset = Some(0);
        } else if let Some(sign) = self
            .rest
            .first()
            .copied()
            .filter(|byte| matches!(byte, b'+' | b'-'))
        {
            self.accept(sign);
            let hours = i16::from(self.ranged(0, 23)?);
            self.literal(b':')?;
            let minutes = hours * 60 + i16::from(self.ranged(0, 59)?);
            time.offset = Some(if sign == b'-' { -minutes } else { minutes });
        }
        if self.at_end() {
            Ok(time)
        } else {
            Err(ValueError::Form)
        }
    }

    /// One digit or more, in nanoseconds.
    fn fraction(&mut self) -> Result<u32, ValueError> {
        let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Err(ValueError::Form);
        }
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        let padded = digits.iter().copied().chain(core::iter::repeat(b'0'));
        Ok(padded
            .take(9)
            .fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<W3cDateTime, ValueError> {
        text.parse()
    }

    #[test]
    fn every_length_prints_as_it_was_read() {
        for text in [
            "1997",
            "1997-07",
            "1997-07-16",
            "1997-07-16T19:20+01:00",
            "1997-07-16T19:20Z",
            "1997-07-16T19:20:30+01:00",
            "1997-07-16T19:20:30.45-05:30",
            "2007-11-02T18:50:24",
            "2008-02-29",
        ] {
            assert_eq!(read(text).map(|value| value.to_string()), Ok(text.to_string()));
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "97",
            "19970716",
            "1997-7-16",
            "1997-07-16 ",
            " 1997",
            "1997-",
            "1997-07-16T",
            "1997-07-16T19",
            "1997-07-16 19:20Z",
            "1997-07-16t19:20z",
            "1997-07-16T19:20:30.Z",
            "1997-07-16T19:20+0100",
            "1997-07-16T19:20+01",
            "1997Z",
            "16/07/1997",
            "-1997",
            "１９９７",
            "1997-07-16T19:20ZZ",
        ] {
            assert_eq!(read(text), Err(ValueError::Form), "{text:?}");
        }
        for text in [
            "1997-13",
            "1997-00",
            "1997-02-29",
            "1997-04-31",
            "1997-07-16T24:00Z",
            "1997-07-16T19:60Z",
            "1997-07-16T19:20:60Z",
            "1997-07-16T19:20+24:00",
        ] {
            assert_eq!(read(text), Err(ValueError::OutOfRange), "{text:?}");
        }
    }

    #[test]
    fn beginnings_in_seconds() {
        for (text, seconds) in [
            ("1970", 0),
            ("1970-01-02", 86_400),
            ("1969-12-31T23:59:59Z", -1),
            ("2007-11-02T18:50:24Z", 1_194_029_424),
            ("2007-11-02T18:50:24", 1_194_029_424),
            ("2007-11-02T19:50:24+01:00", 1_194_029_424),
            ("2007-11-02T18:50:24.999Z", 1_194_029_424),
            ("0000", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] {
            assert_eq!(read(text).unwrap().unix_seconds(), seconds, "{text}");
        }
        let moment = W3cDateTime::from_unix_seconds(1_194_029_424).unwrap();
        assert_eq!(moment.to_string(), "2007-11-02T18:50:24Z");
        let last = W3cDateTime::from_unix_seconds(253_402_207_200).unwrap();
        assert_eq!(last.to_string(), "9999-12-30T22:00:00Z");
        assert_eq!(W3cDateTime::from_unix_seconds(253_402_207_201), None);
    }

    #[test]
    fn a_missing_zone_is_remembered() {
        assert!(read("2007-11-02T18:50:24").unwrap().is_zone_assumed());
        assert!(!read("2007-11-02T18:50:24Z").unwrap().is_zone_assumed());
        assert!(!read("2007-11-02").unwrap().is_zone_assumed());
    }

    #[test]
    fn feed_dates_become_w3c_dates() {
        let date = W3cDateTime::parse_rfc_822("Fri, 02 Nov 2007 18:50:24 +0100").unwrap();
        assert_eq!(date.to_string(), "2007-11-02T18:50:24+01:00");
        assert!(W3cDateTime::parse_rfc_822("Mon, 02 Nov 2007 18:50:24 GMT").is_ok());
        assert!(W3cDateTime::parse_rfc_822("yesterday").is_err());
        // No zone is a day or more away from UTC.
        for (offset, read) in [
            ("+2359", true),
            ("-2359", true),
            ("+2400", false),
            ("-2500", false),
        ] {
            let date = W3cDateTime::parse_rfc_822(&format!("02 Nov 2007 18:50:24 {offset}"));
            assert_eq!(date.is_ok(), read, "{offset}");
        }
    }
}
