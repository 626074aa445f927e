//! Writing one sitemap or index.

use core::fmt;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::entry::{Entry, EntryKind, ExtensionKind};
use super::limits::Limits;
use super::render;
use super::write_error::WriteError;

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 16;

/// How to write sitemaps.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Entry, Reader, WriteOptions};
///
/// let mut writer = WriteOptions::new().gzip(true).sitemap(Vec::new())?;
/// writer.write(&Entry::new("https://example.com/"))?;
/// let file = writer.finish()?;
/// assert!(file.starts_with(&[0x1f, 0x8b]));
/// assert_eq!(Reader::new(file.as_slice()).count(), 1);
/// # Ok::<(), robots_exclusion_sitemap::WriteError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    pub(super) limits: Limits,
    pub(super) gzip: bool,
    pub(super) declared: Vec<ExtensionKind>,
}

impl WriteOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits of a file. The default is [`Limits::CURRENT`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether to compress the files. By default they are not compressed; limits always count bytes
    /// before compression.
    #[must_use]
    pub fn gzip(mut self, yes: bool) -> Self {
        self.gzip = yes;
        self
    }

    /// Declares the namespaces of these extensions once for the file. By default each extension
    /// declares its own, which takes more bytes.
    #[must_use]
    pub fn declare(mut self, extensions: &[ExtensionKind]) -> Self {
        for &kind in extensions {
            if kind.vocabulary().is_some() && !self.declared.contains(&kind) {
                self.declared.push(kind);
            }
        }
        self
    }

    /// Begins a sitemap of pages.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn sitemap<W: Write>(self, output: W) -> io::Result<Writer<W>> {
        Writer::begin(self, EntryKind::Page, output)
    }

    /// Begins an index of sitemaps.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn index<W: Write>(self, output: W) -> io::Result<Writer<W>> {
        Writer::begin(self, EntryKind::Sitemap, output)
    }
}

/// Writes one sitemap, or one index, in XML.
///
/// Addresses are percent-encoded and then escaped; the file never violates the protocol or exceeds
/// the limits. The writer buffers by itself. A file is complete only after
/// [`finish`](Writer::finish).
///
/// # Complexity
///
/// Time linear in the text that is written. Memory for one entry and a buffer.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Entry, Writer};
///
/// let mut writer = Writer::new(Vec::new())?;
/// writer.write(&Entry::new("http://www.example.com/ümlat.php&q=name").with_lastmod("2007-11-02".parse().unwrap()))?;
/// assert_eq!(
///     String::from_utf8(writer.finish()?).unwrap(),
///     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
///      <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
///      <url><loc>http://www.example.com/%C3%BCmlat.php&amp;q=name</loc><lastmod>2007-11-02</lastmod></url>\n\
///      </urlset>\n",
/// );
/// # Ok::<(), robots_exclusion_sitemap::WriteError>(())
/// ```
pub struct Writer<W: Write> {
    output: Output<W>,
    options: WriteOptions,
    kind: EntryKind,
    /// Bytes of the file so far, before compression, including `pending`.
    bytes: u64,
    entries: u64,
    /// Whole entries that have not been written yet.
    pending: String,
}

enum Output<W: Write> {
    Plain(W),
    Gzip(Box<GzEncoder<W>>),
}

impl<W: Write> Writer<W> {
    /// Begins an uncompressed sitemap of pages with today's limits; see [`WriteOptions`].
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn new(output: W) -> io::Result<Self> {
        WriteOptions::new().sitemap(output)
    }

    fn begin(options: WriteOptions, kind: EntryKind, output: W) -> io::Result<Self> {
        let mut pending = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<");
        pending.push_str(root_name(kind));
        pending.push_str(" xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"");
        if kind == EntryKind::Page {
            for (namespace, prefix, _) in options.declared.iter().filter_map(|kind| kind.vocabulary()) {
                pending.extend([" xmlns:", prefix, "=\"", namespace, "\""]);
            }
        }
        pending.push_str(">\n");
        let output = match options.gzip {
            false => Output::Plain(output),
            true => Output::Gzip(Box::new(GzEncoder::new(output, Compression::default()))),
        };
        Ok(Writer {
            output,
            options,
            kind,
            bytes: pending.len() as u64,
            entries: 0,
            pending,
        })
    }

    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the entry cannot be in this file; no part of it is written, and another
    /// entry may follow. [`WriteError::Full`] means that the file is at its limits. After
    /// [`WriteError::Io`] the file is lost.
    pub fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let limits = &self.options.limits;
        if entry.kind != self.kind {
            return Err(WriteError::WrongKind);
        }
        let max = match self.kind {
            EntryKind::Page => limits.urls,
            EntryKind::Sitemap => limits.index_entries,
        };
        // Whether an entry fits depends on its length after escaping and encoding. So it is
        // rendered into the buffer first, and removed again if it does not fit.
        let start = self.pending.len();
        let mut rendered = render::entry(entry, &self.options.declared, limits, &mut self.pending);
        let length = (self.pending.len() - start) as u64;
        let end = end_tag(self.kind).len() as u64;
        if rendered.is_ok() && (self.entries >= max || self.bytes + length + end > limits.bytes) {
            rendered = Err(WriteError::Full);
        }
        if rendered.is_err() {
            self.pending.truncate(start);
            return rendered;
        }
        self.bytes += length;
        self.entries += 1;
        if self.pending.len() >= BUFFER {
            self.pass_on()?;
        }
        Ok(())
    }

    /// How many entries were written.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// How many bytes the file will have, before compression.
    pub fn bytes(&self) -> u64 {
        self.bytes + end_tag(self.kind).len() as u64
    }

    /// Ends the file, flushes the output, and returns it.
    ///
    /// # Errors
    ///
    /// The errors of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.pending.push_str(end_tag(self.kind));
        self.pass_on()?;
        let mut output = match self.output {
            Output::Plain(output) => output,
            Output::Gzip(encoder) => encoder.finish()?,
        };
        output.flush()?;
        Ok(output)
    }

    fn pass_on(&mut self) -> io::Result<()> {
        match &mut self.output {
            Output::Plain(output) => output.write_all(self.pending.as_bytes())?,
            Output::Gzip(encoder) => encoder.write_all(self.pending.as_bytes())?,
        }
        self.pending.clear();
        Ok(())
    }
}

impl<W: Write> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("kind", &self.kind)
            .field("bytes", &self.bytes())
            .field("entries", &self.entries)
            .finish_non_exhaustive()
    }
}

fn root_name(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Page => "urlset",
        EntryKind::Sitemap => "sitemapindex",
    }
}

fn end_tag(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Page => "</urlset>\n",
        EntryKind::Sitemap => "</sitemapindex>\n",
    }
}
