//! `Crawl-delay`.

use core::{fmt, time::Duration};

use super::{ParseError, number, split_digits, trim};

const EMPTY: ParseError = ParseError::new("no delay is given");
const NOT_A_NUMBER: ParseError = ParseError::new("a delay is a plain number of seconds, as in 10 or 0.5");

/// The value of a `Crawl-delay` line: the least time between the starts of two fetches, in seconds.
///
/// Never a standard; read by Slurp, Bing and many others as decimal seconds. The number is reported
/// as written, with no upper limit: whether a delay of 2,000 seconds is worth obeying is the
/// crawler's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrawlDelay(Duration);

impl CrawlDelay {
    /// A delay of `duration`.
    pub const fn new(duration: Duration) -> Self {
        Self(duration)
    }

    /// Reads decimal seconds: digits with at most one point among them (`10`, `1.5`, `.5`), spaces
    /// and tabs allowed at the ends.
    ///
    /// Digits after the ninth decimal place are dropped. A delay of 2<sup>64</sup> seconds or more
    /// becomes the longest that can be represented, because ignoring the line would mean no delay
    /// at all. An error if the value is empty, or has another form (signs, exponents and units are
    /// not understood).
    pub fn parse(value: &[u8]) -> Result<Self, ParseError> {
        let value = trim(value);
        if value.is_empty() {
            return Err(EMPTY);
        }
        let (whole, rest) = split_digits(value);
        let (fraction, rest) = match rest.strip_prefix(b".") {
            Some(rest) => split_digits(rest),
            None => (&rest[..0], rest),
        };
        if !rest.is_empty() || (whole.is_empty() && fraction.is_empty()) {
            return Err(NOT_A_NUMBER);
        }
        let seconds = number(whole);
        let mut unit = 100_000_000;
        let nanos = fraction.iter().take(9).fold(0, |nanos, &digit| {
            let nanos = nanos + u32::from(digit - b'0') * unit;
            unit /= 10;
            nanos
        });
        Ok(Self(Duration::new(seconds, nanos)))
    }

    /// The delay.
    pub const fn duration(self) -> Duration {
        self.0
    }
}

impl fmt::Display for CrawlDelay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        let mut nanos = self.0.subsec_nanos();
        if nanos == 0 {
            return Ok(());
        }
        let mut places = 9;
        while nanos.is_multiple_of(10) {
            nanos /= 10;
            places -= 1;
        }
        write!(f, ".{nanos:0places$}")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn reads_decimal_seconds() {
        for (text, secs, nanos, display) in [
            ("0", 0, 0, "0"),
            ("10", 10, 0, "10"),
            (" 10.0\t", 10, 0, "10"),
            (".5", 0, 500_000_000, "0.5"),
            ("5.", 5, 0, "5"),
            ("007", 7, 0, "7"),
            ("0.050", 0, 50_000_000, "0.05"),
            ("1.0000000019", 1, 1, "1.000000001"),
            (
                "18446744073709551615.999999999",
                u64::MAX,
                999_999_999,
                "18446744073709551615.999999999",
            ),
            ("18446744073709551616", u64::MAX, 0, "18446744073709551615"),
            (
                "99999999999999999999999.5",
                u64::MAX,
                500_000_000,
                "18446744073709551615.5",
            ),
        ] {
            let delay = CrawlDelay::parse(text.as_bytes()).unwrap();
            assert_eq!(delay.duration(), Duration::new(secs, nanos), "{text}");
            assert_eq!(delay.to_string(), display);
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, error) in [
            ("", EMPTY),
            (" ", EMPTY),
            ("soon", NOT_A_NUMBER),
            (".", NOT_A_NUMBER),
            ("-1", NOT_A_NUMBER),
            ("+1", NOT_A_NUMBER),
            ("1e3", NOT_A_NUMBER),
            ("1,5", NOT_A_NUMBER),
            ("10s", NOT_A_NUMBER),
            ("1.2.3", NOT_A_NUMBER),
            ("1 2", NOT_A_NUMBER),
        ] {
            assert_eq!(CrawlDelay::parse(text.as_bytes()), Err(error), "{text:?}");
        }
        assert_eq!(CrawlDelay::parse("１０".as_bytes()), Err(NOT_A_NUMBER));
    }
}
