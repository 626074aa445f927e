//! Writing as many sitemaps as the limits require, and their index.

use core::fmt;
use std::io::{self, Write};

use url::Url;

use super::datetime::W3cDateTime;
use super::entry::Entry;
use super::write_error::WriteError;
use super::writer::{WriteOptions, Writer};

/// Whether the file of this name is an index: the names are those of [`SplitWriter`].
#[cfg(feature = "folder")]
pub(super) fn is_index(name: &str) -> bool {
    name.starts_with("sitemap-index")
}

/// Writes pages into as many sitemaps as the limits require, and an index of the sitemaps.
///
/// The files are `sitemap-1.xml`, `sitemap-2.xml` and so on, and `sitemap-index.xml`; if the index
/// is full, `sitemap-index-2.xml` and so on follow. Names of compressed files end in `.xml.gz`.
/// Your function is called with each name, and opens the output. In the index each sitemap has the
/// latest `lastmod` of its entries, if any.
///
/// A sitemap may only list URLs at or below its own directory, which is not checked here: see
/// [`Scope`](super::Scope).
///
/// # Complexity
///
/// Time linear in the text that is written. Memory for two buffers, for any number of files.
///
/// # Examples
///
/// ```
/// use std::cell::RefCell;
/// use std::collections::BTreeMap;
///
/// use robots_exclusion_sitemap::{Entry, Limits, WriteOptions};
/// use url::Url;
///
/// let mut limits = Limits::CURRENT;
/// limits.urls = 2;
/// let names = RefCell::new(Vec::new());
/// let base = Url::parse("https://example.com/").unwrap();
/// let mut writer = WriteOptions::new().limits(limits).split(&base, |name| {
///     names.borrow_mut().push(name.to_owned());
///     Ok(std::io::sink())
/// });
/// for page in ["a", "b", "c"] {
///     writer.write(&Entry::new(format!("https://example.com/{page}")))?;
/// }
/// let written = writer.finish()?;
/// assert_eq!((written.entries, written.sitemaps, written.indexes), (3, 2, 1));
/// assert_eq!(names.into_inner(), ["sitemap-1.xml", "sitemap-index.xml", "sitemap-2.xml"]);
/// # Ok::<(), robots_exclusion_sitemap::WriteError>(())
/// ```
pub struct SplitWriter<W: Write, F> {
    options: WriteOptions,
    base: Url,
    open: F,
    /// The sitemap being written, and the latest modification in it.
    sitemap: Option<(Writer<W>, Option<W3cDateTime>)>,
    index: Option<Writer<W>>,
    /// Files begun so far, and entries in them.
    written: Written,
}

/// How much a [`SplitWriter`] wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Written {
    /// Pages.
    pub entries: u64,
    /// Sitemaps of pages.
    pub sitemaps: u64,
    /// Indexes of sitemaps.
    pub indexes: u64,
}

impl WriteOptions {
    /// Begins a series of sitemaps, and their index: see [`SplitWriter`].
    pub fn split<W, F>(self, base: &Url, open: F) -> SplitWriter<W, F>
    where
        W: Write,
        F: FnMut(&str) -> io::Result<W>,
    {
        SplitWriter::new(self, base, open)
    }
}

impl<W, F> SplitWriter<W, F>
where
    W: Write,
    F: FnMut(&str) -> io::Result<W>,
{
    pub(super) fn new(options: WriteOptions, base: &Url, open: F) -> Self {
        let base = base.clone();
        SplitWriter {
            options,
            base,
            open,
            sitemap: None,
            index: None,
            written: Written::default(),
        }
    }

    /// Writes an entry, into a new sitemap if the current sitemap is full.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the entry cannot be written at all: no part of it is written, and another
    /// entry may follow. After [`WriteError::Io`], also from the function that opens files, the
    /// files are lost.
    pub fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let result = match &mut self.sitemap {
            Some((writer, _)) => writer.write(entry),
            None => Err(WriteError::Full),
        };
        match result {
            Err(WriteError::Full) => self.begin_sitemap(entry)?,
            result => result?,
        }
        if let Some((_, latest)) = &mut self.sitemap {
            let later =
                |known: W3cDateTime| Some(known.unix_seconds()) < entry.lastmod.map(|new| new.unix_seconds());
            if latest.is_none_or(later) {
                *latest = entry.lastmod;
            }
        }
        self.written.entries += 1;
        Ok(())
    }

    /// Begins a new sitemap with an entry, once the current sitemap is full.
    fn begin_sitemap(&mut self, entry: &Entry) -> Result<(), WriteError> {
        // The entry is first written to a sink: if it cannot be written at all, the current file
        // must stay open, and no empty file may be created.
        let mut trial = self.options.clone().gzip(false).sitemap(io::sink())?;
        match trial.write(entry) {
            // An entry that does not fit into an empty file does not fit into any file.
            Err(WriteError::Full) => return Err(WriteError::EntryTooLong),
            result => result?,
        }
        self.finish_sitemap()?;
        let name = self.file_name("sitemap", self.written.sitemaps + 1);
        let mut writer = self.options.clone().sitemap((self.open)(&name)?)?;
        self.written.sitemaps += 1;
        writer.write(entry)?;
        self.sitemap = Some((writer, None));
        Ok(())
    }

    /// Ends all files, and says how many there are. If nothing was written, there are no files.
    ///
    /// # Errors
    ///
    /// The errors of the outputs, as [`WriteError::Io`].
    pub fn finish(mut self) -> Result<Written, WriteError> {
        self.finish_sitemap()?;
        if let Some(index) = self.index.take() {
            index.finish()?;
        }
        Ok(self.written)
    }

    /// Ends the current sitemap and lists it in the index.
    fn finish_sitemap(&mut self) -> Result<(), WriteError> {
        let Some((writer, lastmod)) = self.sitemap.take() else {
            return Ok(());
        };
        writer.finish()?;
        let name = self.file_name("sitemap", self.written.sitemaps);
        let loc = self.base.join(&name).map_err(|_| WriteError::LocNotAbsolute)?;
        let entry = Entry {
            lastmod,
            ..Entry::sitemap(loc)
        };
        // If the index is full, the sitemap goes into the next index; if it does not fit into a new
        // index, it never will.
        let mut fresh = false;
        loop {
            let index = match &mut self.index {
                Some(index) => index,
                None => {
                    fresh = true;
                    let name = match self.written.indexes {
                        0 => self.file_name("sitemap", "index"),
                        before => self.file_name("sitemap-index", before + 1),
                    };
                    let index = self.options.clone().index((self.open)(&name)?)?;
                    self.written.indexes += 1;
                    self.index.insert(index)
                }
            };
            match index.write(&entry) {
                Err(WriteError::Full) if !fresh => {
                    if let Some(full) = self.index.take() {
                        full.finish()?;
                    }
                }
                result => return result,
            }
        }
    }

    fn file_name(&self, stem: &str, suffix: impl fmt::Display) -> String {
        format!(
            "{stem}-{suffix}.xml{}",
            if self.options.gzip { ".gz" } else { "" }
        )
    }
}

impl<W: Write, F> fmt::Debug for SplitWriter<W, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitWriter")
            .field("base", &self.base.as_str())
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}
