//! The errors of dates and priorities.

use core::error::Error;
use core::fmt;

/// Why a text is not a [`W3cDateTime`](super::W3cDateTime) or not a [`Priority`](super::Priority).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueError {
    /// The text has none of the six forms of the W3C note, or is not a decimal number.
    Form,
    /// A part of the date lies outside its range, the month has no such day, or the number is below
    /// 0.0 or above 1.0.
    OutOfRange,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Form => "not written as the sitemap protocol requires",
            Self::OutOfRange => "out of range",
        })
    }
}

impl Error for ValueError {}
