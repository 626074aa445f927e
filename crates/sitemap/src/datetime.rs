//! W3C date and time, in each of its forms.

use core::fmt;
use core::str::FromStr;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;
use jiff::{Timestamp, Zoned};

use super::value_error::ValueError;

/// A moment or a stretch of time as sitemaps write it: a year, a month, a day, or a time of day
/// with its zone.
///
/// The value keeps how precisely it was written: `2007-11` is the whole of November, and prints as
/// `2007-11` again. A time without a zone breaks the format but is common; it is read as UTC, and a
/// reader reports it ([`ProblemKind::LastmodWithoutZone`](super::ProblemKind::LastmodWithoutZone)).
///
/// There is no `Ord`, because values of different precision have no natural order. To compare them
/// with each other, or with other kinds of time such as [`Timestamp`](robots_exclusion::Timestamp),
/// use [`unix_seconds`](W3cDateTime::unix_seconds), the beginning of each.
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
    /// In the years 0 to 9999. Parts that were not written are 1.
    date: Date,
    written: Written,
    /// Midnight if no time was written.
    time: Time,
    /// Zero if no zone was written; always less than a day.
    offset: Offset,
}

/// How precisely a moment was written; each level includes the levels before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Written {
    Year,
    Month,
    Day,
    Minute { zone: bool },
    Second { zone: bool },
}

impl W3cDateTime {
    /// Reads the date of an RSS item (`Fri, 02 Nov 2007 18:50:24 GMT`); a wrong day of the week is
    /// ignored.
    pub(super) fn parse_rfc_822(text: &str) -> Result<Self, ValueError> {
        static PARSER: jiff::fmt::rfc2822::DateTimeParser =
            jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true);
        let zoned = PARSER.parse_zoned(text).map_err(|_| ValueError::Form)?;
        if zoned.offset().seconds().abs() >= 24 * 60 * 60 {
            return Err(ValueError::OutOfRange);
        }
        Self::of_zoned(&zoned).ok_or(ValueError::OutOfRange)
    }

    /// The moment `seconds` after 1970-01-01T00:00:00Z (before it, if negative), to the second, in
    /// UTC.
    ///
    /// `None` outside the years 0 to 9999; the last representable moment is 9999-12-30T22:00:00Z.
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let moment = Timestamp::from_second(seconds).ok()?;
        Self::of_zoned(&moment.to_zoned(jiff::tz::TimeZone::UTC))
    }

    /// The moment to the second; `None` before the year 0.
    fn of_zoned(zoned: &Zoned) -> Option<Self> {
        (zoned.year() >= 0).then(|| W3cDateTime {
            date: zoned.date(),
            written: Written::Second { zone: true },
            time: zoned.time(),
            offset: zoned.offset(),
        })
    }

    /// The year, 0 to 9999, in the zone that was written.
    pub fn year(&self) -> u16 {
        self.date.year().unsigned_abs()
    }

    /// The month, 1 to 12, if one was written.
    pub fn month(&self) -> Option<u8> {
        (self.written >= Written::Month).then(|| self.date.month().unsigned_abs())
    }

    /// The day of the month, from 1, if one was written.
    pub fn day(&self) -> Option<u8> {
        (self.written >= Written::Day).then(|| self.date.day().unsigned_abs())
    }

    /// Whether a time of day was written.
    pub(super) fn has_time(&self) -> bool {
        self.written > Written::Day
    }

    /// Whether a time was written without the zone that the format requires, and is therefore read
    /// as UTC.
    pub(super) fn is_zone_assumed(&self) -> bool {
        matches!(
            self.written,
            Written::Minute { zone: false } | Written::Second { zone: false }
        )
    }

    /// Seconds from 1970-01-01T00:00:00Z to the beginning of this value; negative before 1970.
    ///
    /// A date begins at midnight UTC, a month on its first day, a year on 1 January. Fractions of a
    /// second are cut off.
    pub fn unix_seconds(&self) -> i64 {
        // The last hours of the year 9999 are beyond jiff's timestamps, but not beyond its dates.
        let begin = self.date.to_datetime(self.time);
        let since_1970 = DateTime::constant(1970, 1, 1, 0, 0, 0, 0).duration_until(begin);
        // Before 1970, seconds and their fraction are negative.
        let whole = since_1970.as_secs() - i64::from(since_1970.subsec_nanos() < 0);
        whole - i64::from(self.offset.seconds())
    }

    /// The nanoseconds of the written fraction of a second, 0 to 999,999,999.
    pub fn subsec_nanos(&self) -> u32 {
        self.time.subsec_nanosecond().unsigned_abs()
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
    /// [`ValueError`] if the text has none of the six forms of the W3C note, or is not a real date
    /// or time.
    // The parsers of jiff accept forms that are not in the note, such as `19970716` and a time
    // after a space. So the text is split into numbers here, and jiff checks that they form a date.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (date, Some(time)),
            None => (text, None),
        };
        let mut parts = date.split('-');
        let year = digits(parts.next(), 4)?.ok_or(ValueError::Form)?;
        let (month, day) = (digits(parts.next(), 2)?, digits(parts.next(), 2)?);
        if parts.next().is_some() || time.is_some() && day.is_none() {
            return Err(ValueError::Form);
        }
        let part = |number: Option<u16>| number.unwrap_or(1) as i8;
        let date = Date::new(year as i16, part(month), part(day)).map_err(|_| ValueError::OutOfRange)?;
        let (time, has_second, offset) = match time {
            Some(time) => read_time(time)?,
            None => (Time::midnight(), false, None),
        };
        let written = match (month, day) {
            (None, _) => Written::Year,
            (_, None) => Written::Month,
            _ if !text.contains('T') => Written::Day,
            _ if has_second => Written::Second {
                zone: offset.is_some(),
            },
            _ => Written::Minute {
                zone: offset.is_some(),
            },
        };
        let offset = offset.unwrap_or(Offset::UTC);
        Ok(W3cDateTime {
            date,
            written,
            time,
            offset,
        })
    }
}

/// Reads the text after the `T`: the time, whether it has a second, and the zone.
fn read_time(text: &str) -> Result<(Time, bool, Option<Offset>), ValueError> {
    let (clock, offset) = if let Some(clock) = text.strip_suffix('Z') {
        (clock, Some(Offset::UTC))
    } else if let Some(at) = text.find(['+', '-']) {
        let (clock, zone) = text.split_at(at);
        let mut parts = zone[1..].split(':');
        // A zone has the form of a time of day, and the same bounds.
        let distance = time_of_day(parts.next(), parts.next(), None, 0)?;
        if parts.next().is_some() {
            return Err(ValueError::Form);
        }
        let seconds = distance.duration_since(Time::midnight()).as_secs() as i32;
        let seconds = if zone.starts_with('-') { -seconds } else { seconds };
        let offset = Offset::from_seconds(seconds).map_err(|_| ValueError::OutOfRange)?;
        (clock, Some(offset))
    } else {
        (text, None)
    };
    let (clock, fraction) = match clock.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (clock, None),
    };
    let mut parts = clock.split(':');
    let (hour, minute, second) = (parts.next(), parts.next(), parts.next());
    let nanosecond = match fraction {
        Some(fraction) if second.is_some() => nanoseconds(fraction)?,
        Some(_) => return Err(ValueError::Form),
        None => 0,
    };
    if parts.next().is_some() {
        return Err(ValueError::Form);
    }
    let time = time_of_day(hour, minute, second, nanosecond)?;
    Ok((time, second.is_some(), offset))
}

/// A time of day. The note allows the seconds 00 to 59, so there is no leap second.
fn time_of_day(
    hour: Option<&str>,
    minute: Option<&str>,
    second: Option<&str>,
    nanosecond: i32,
) -> Result<Time, ValueError> {
    let part = |text| digits(text, 2);
    let (hour, minute) = part(hour)?.zip(part(minute)?).ok_or(ValueError::Form)?;
    let second = part(second)?.unwrap_or(0);
    Time::new(hour as i8, minute as i8, second as i8, nanosecond).map_err(|_| ValueError::OutOfRange)
}

/// A number of exactly `length` digits, four at most.
fn digits(text: Option<&str>, length: usize) -> Result<Option<u16>, ValueError> {
    let Some(text) = text else { return Ok(None) };
    if text.len() != length || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ValueError::Form);
    }
    text.parse().map(Some).map_err(|_| ValueError::Form)
}

/// A fraction of a second: one digit or more.
fn nanoseconds(fraction: &str) -> Result<i32, ValueError> {
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ValueError::Form);
    }
    format!("{fraction:0<9.9}").parse().map_err(|_| ValueError::Form)
}

impl fmt::Display for W3cDateTime {
    /// Writes the value as precisely as it was read, without an assumed zone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (date, time) = (self.date.to_string(), self.time.to_string());
        let zone = match self.written {
            Written::Year => return f.write_str(&date[..4]),
            Written::Month => return f.write_str(&date[..7]),
            Written::Day => return f.write_str(&date),
            Written::Minute { zone } => {
                write!(f, "{date}T{}", &time[..5])?;
                zone
            }
            Written::Second { zone } => {
                write!(f, "{date}T{time}")?;
                zone
            }
        };
        match self.offset.seconds() / 60 {
            _ if !zone => Ok(()),
            0 => f.write_str("Z"),
            minutes => {
                let sign = if minutes < 0 { '-' } else { '+' };
                let minutes = minutes.abs();
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
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
            "1997T19:20Z",
            "1997-07T19:20Z",
            "1997-07-16-01",
            "1997-07-16T19:20:30:40Z",
            "1997-07-16T19:20+01:00:00",
            "1997-07-16T19:20+01:00+01:00",
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
            ("1969-12-31T23:59:59.5Z", -1),
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
        // Every zone is less than a day away from UTC.
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
