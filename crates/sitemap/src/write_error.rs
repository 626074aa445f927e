//! Why an entry was not written.

use core::fmt;
use std::io;

/// Why an entry was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    Io(io::Error),
    /// The file is at its limits; the entry belongs in another file.
    Full,
    /// The `loc` is not an absolute URL.
    LocNotAbsolute,
    /// The `loc` is not below the address at which the sitemaps are served.
    OutOfScope,
    /// The `loc`, percent-encoded, has more characters than
    /// [`Limits::loc_chars`](super::Limits::loc_chars).
    LocTooLong,
    /// A page in an index, a sitemap among pages, or a sitemap with more than `loc` and `lastmod`.
    WrongKind,
    /// The entry is longer than [`Limits::entry_bytes`](super::Limits::entry_bytes), or contains a
    /// value longer than [`Limits::token_bytes`](super::Limits::token_bytes).
    EntryTooLong,
    /// An extension of kind [`Other`](super::ExtensionKind::Other), whose namespace is unknown.
    UnknownExtension,
    /// The path of an extension's field is not made of XML names, goes deeper than
    /// [`Limits::depth`](super::Limits::depth), or has a name too long for
    /// [`Limits::token_bytes`](super::Limits::token_bytes); or the field is an attribute that the
    /// extension already has, or that comes after its content.
    InvalidField,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WriteError::Io(error) => return write!(f, "cannot write the sitemap: {error}"),
            WriteError::Full => "the sitemap is at its limits",
            WriteError::LocNotAbsolute => "loc is not an absolute URL",
            WriteError::OutOfScope => "loc is not below the address of the sitemaps",
            WriteError::LocTooLong => "loc has too many characters",
            WriteError::WrongKind => "the entry does not belong in this kind of file",
            WriteError::EntryTooLong => "the entry is too long",
            WriteError::UnknownExtension => "the namespace of the extension is not known",
            WriteError::InvalidField => "the path of a field cannot be written",
        })
    }
}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        WriteError::Io(error)
    }
}
