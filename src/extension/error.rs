//! The error type of this module.

use core::{error::Error, fmt};

/// Why the value of a line, or an item of it, is not understood.
///
/// The `Display` text is for the person who wrote the line. It says what the value should look
/// like, in one phrase without a period. It may be reworded in any version.
///
/// # Examples
///
/// ```
/// use robots_exclusion::extension::RequestRate;
///
/// let error = RequestRate::parse(b"soon").unwrap_err();
/// assert_eq!(error.to_string(), "a rate begins with a number of documents, as in 1/10s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    message: &'static str,
}

impl ParseError {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(message: &'static str) -> Self {
        Self { message }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.message)
    }
}

impl Error for ParseError {}
