//! How important a page is among the pages of its site: the `priority` element.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::value_error::ValueError;

/// The importance of a page among the pages of its own site, 0.0 to 1.0.
///
/// The default is 0.5.
///
/// Source: <https://www.sitemaps.org/protocol.html#prioritydef>.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::Priority;
///
/// let priority: Priority = "0.8".parse()?;
/// assert_eq!(priority.get(), 0.8);
/// assert_eq!(Priority::default().get(), 0.5);
/// assert!("1.1".parse::<Priority>().is_err());
/// # Ok::<(), robots_exclusion_sitemap::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Priority(
    /// Within 0.0 to 1.0, never a NaN, never negative zero.
    f64,
);

// Without NaN and negative zero the order is total, and equal values have equal bits.
impl Eq for Priority {}

impl PartialOrd for Priority {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Priority {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Priority {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Priority {
    /// The priority of this value; `None` outside 0.0 to 1.0.
    pub fn new(value: f64) -> Option<Self> {
        // Adding positive zero turns negative zero into positive zero.
        (0.0..=1.0).contains(&value).then_some(Priority(value + 0.0))
    }

    /// The value, 0.0 to 1.0.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Default for Priority {
    fn default() -> Self {
        Priority(0.5)
    }
}

impl FromStr for Priority {
    type Err = ValueError;

    /// Reads a decimal number: a sign, digits, a point, digits; no exponent.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Rust also accepts exponents, "inf" and "nan", which are not decimals in XML Schema.
        let decimal = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.'));
        let value: f64 = text.parse().ok().filter(|_| decimal).ok_or(ValueError::Form)?;
        Priority::new(value).ok_or(ValueError::OutOfRange)
    }
}

impl fmt::Display for Priority {
    /// Writes at least one digit after the point, as the protocol's examples do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.fract() == 0.0 {
            write!(f, "{:.1}", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_within_the_range() {
        for (text, value) in [
            ("0", 0.0),
            ("1", 1.0),
            ("1.0", 1.0),
            ("0.5", 0.5),
            ("+.25", 0.25),
            ("-0", 0.0),
        ] {
            assert_eq!(text.parse::<Priority>().map(Priority::get), Ok(value), "{text}");
        }
        for text in ["", ".", "1e-1", "nan", "inf", "0,5", "high", "0.5 ", "--0.5"] {
            assert_eq!(text.parse::<Priority>(), Err(ValueError::Form), "{text}");
        }
        for text in ["-0.1", "1.01", "10"] {
            assert_eq!(text.parse::<Priority>(), Err(ValueError::OutOfRange), "{text}");
        }
    }

    #[test]
    fn prints_what_reads_back() {
        for (value, expected) in [
            (0.0, "0.0"),
            (-0.0, "0.0"),
            (1.0, "1.0"),
            (0.1, "0.1"),
            (0.5, "0.5"),
            (0.25, "0.25"),
            (1e-12, "0.000000000001"),
        ] {
            let priority = Priority::new(value).unwrap();
            assert_eq!(priority.to_string(), expected);
            assert_eq!(expected.parse(), Ok(priority), "{expected}");
        }
    }
}
