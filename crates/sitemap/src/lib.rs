//! Sitemap files: reading, checking and writing.
//!
//! [`Reader`] streams the entries of a sitemap in constant memory, in any format: an XML `urlset`
//! or `sitemapindex`, a list of URLs in plain text, an RSS or Atom feed, optionally compressed with
//! gzip. Violations of the protocol are reported as [`Problem`]s with their lines, and the rest is
//! read. [`Writer`] writes one file, [`SplitWriter`] as many as the limits require, and their
//! index; with the feature `folder`, `FolderWriter` writes these into a folder, all of them or
//! none. [`Discovery`] finds the URLs that a crawler may visit, through the sitemaps of a
//! robots.txt.
//!
//! The protocol: <https://www.sitemaps.org/protocol.html>.
//!
//! # What is refused
//!
//! Sitemaps are untrusted input. Reading ends with an [`Error`] at the [`Limits`] of the protocol,
//! which compressed files cannot evade, and at elements nested too deeply. Most errors are about
//! the whole file and have no line; [`Problem`]s, which do not end reading, have a line. Entities
//! that a file declares are never expanded, and nothing that a file refers to is fetched. The
//! memory a reader takes is bounded by its buffers (under one megabyte) and the limits on one token
//! and one entry.
//!
//! # Examples
//!
//! ```
//! use robots_exclusion_sitemap::Reader;
//!
//! let file = br#"<?xml version="1.0" encoding="UTF-8"?>
//! <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
//!   <url><loc>https://example.com/?a=1&amp;b=2</loc><lastmod>2007-11-02</lastmod></url>
//! </urlset>"#;
//! for entry in Reader::new(file.as_slice()) {
//!     let entry = entry?;
//!     assert_eq!(entry.loc, "https://example.com/?a=1&b=2");
//!     assert_eq!(entry.lastmod.unwrap().year(), 2007);
//! }
//! # Ok::<(), robots_exclusion_sitemap::Error>(())
//! ```

mod alternates;
mod codes;
mod datetime;
mod discovery;
mod document;
mod entry;
mod entry_builder;
mod error;
mod escape;
mod extension_check;
#[cfg(feature = "folder")]
mod folder;
mod format;
mod frequency;
mod limits;
mod loc;
mod output;
mod priority;
mod problem;
mod reader;
mod render;
mod scope;
#[cfg(feature = "serde")]
mod serialize;
mod source;
mod split;
mod text;
mod value_error;
mod well_formed;
mod write_error;
mod writer;
mod xml;

pub use alternates::ReturnLinks;
pub use datetime::W3cDateTime;
pub use discovery::{DiscoveredUrl, DiscoveredUrls, Discovery, DiscoveryError, LeftOut};
pub use entry::{Entry, EntryKind, Extension, ExtensionKind};
pub use error::Error;
#[cfg(feature = "folder")]
pub use folder::{FolderError, FolderWriter, WrittenFile, WrittenFolder};
pub use format::Format;
pub use frequency::ChangeFrequency;
pub use limits::Limits;
pub use output::Item;
pub use priority::Priority;
pub use problem::{Problem, ProblemKind};
pub use reader::{ReadOptions, Reader};
pub use robots_exclusion;
pub use scope::Scope;
pub use split::{SplitWriter, Written};
pub use value_error::ValueError;
pub use write_error::WriteError;
pub use writer::{WriteOptions, Writer};

/// The code blocks of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
