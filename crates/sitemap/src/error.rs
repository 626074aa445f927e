//! The errors that end the reading of a sitemap.

use core::fmt;
use std::io;

/// Why a sitemap cannot be read, or cannot be read any further.
///
/// Entries returned before the error are still valid.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The input failed, or its compression is broken.
    Io(io::Error),
    /// The file has more bytes than [`Limits::bytes`](super::Limits::bytes), the value here.
    TooManyBytes(u64),
    /// The file has more entries than [`Limits::urls`](super::Limits::urls) or, for an index,
    /// [`Limits::index_entries`](super::Limits::index_entries): the value here.
    TooManyEntries(u64),
    /// The file has more problems than [`Limits::problems`](super::Limits::problems), the value
    /// here.
    TooManyProblems(u64),
    /// More elements are open at once than [`Limits::depth`](super::Limits::depth).
    TooDeep {
        /// The line of the element that is too deep, from 1.
        line: u64,
    },
    /// A document type declaration is longer than
    /// [`Limits::token_bytes`](super::Limits::token_bytes).
    Doctype {
        /// The line on which the declaration begins, from 1.
        line: u64,
    },
    /// The file is encoded in UTF-16 or UTF-32; sitemaps are UTF-8.
    Utf16,
    /// The file is compressed more than twice over.
    NestedGzip,
    /// The file is XML, or HTML, but not a sitemap or feed.
    UnknownRoot {
        /// The name of the root element, cut after 120 characters.
        name: String,
    },
}

impl Error {
    /// The error's name, which is stable, such as `too-many-bytes`; `unreadable` if the input
    /// failed.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_sitemap::Error;
    ///
    /// assert_eq!(Error::Utf16.code(), "utf-16");
    /// assert_eq!(Error::TooDeep { line: 3 }.code(), "too-deep");
    /// ```
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Error::Io(_) => "unreadable",
            Error::TooManyBytes(_) => "too-many-bytes",
            Error::TooManyEntries(_) => "too-many-entries",
            Error::TooManyProblems(_) => "too-many-problems",
            Error::TooDeep { .. } => "too-deep",
            Error::Doctype { .. } => "doctype-too-long",
            Error::Utf16 => "utf-16",
            Error::NestedGzip => "nested-gzip",
            Error::UnknownRoot { .. } => "unknown-root",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => write!(f, "cannot read the sitemap: {error}"),
            Error::TooManyBytes(limit) => write!(f, "the sitemap has more than {limit} bytes"),
            Error::TooManyEntries(limit) => write!(f, "the sitemap has more than {limit} entries"),
            Error::TooManyProblems(limit) => write!(f, "the sitemap has more than {limit} problems"),
            Error::TooDeep { line } => write!(f, "line {line}: elements are nested too deeply"),
            Error::Doctype { line } => write!(f, "line {line}: the document type declaration is too long"),
            Error::Utf16 => f.write_str("the sitemap is encoded in UTF-16 or UTF-32, not in UTF-8"),
            Error::NestedGzip => f.write_str("the sitemap is compressed more than twice over"),
            Error::UnknownRoot { name } => {
                write!(f, "the root element {name:?} belongs to no sitemap or feed")
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
