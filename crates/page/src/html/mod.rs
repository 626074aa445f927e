//! The meta tags of an HTML document, as a stream and in bounded memory.

mod context;
mod flat_tags;
mod item;
mod letter_runs;
mod meta_place;
mod scan;

use std::io::{self, Read};

use html5gum::{IoReader, Tokenizer};

use self::{flat_tags::FlatTags, letter_runs::LetterRuns, scan::Scan};
use super::{builder::PageRulesBuilder, header};

pub use self::item::{MetaTag, PageItem};
pub use self::meta_place::MetaPlace;

/// Finds the meta tags of an HTML document.
///
/// Reads tags as a browser does: any order, case and quoting of attributes, character references,
/// the first of two attributes with one name. Nothing is read from comments, from the text of
/// `script`, `style`, `title`, `textarea`, `iframe`, `xmp`, `noembed`, `noframes` and `plaintext`,
/// or from a `template`, whose content is not part of the page. A tag with `http-equiv` in place of
/// `name` is not a named tag: `<meta http-equiv="X-Robots-Tag">` is not a header and means nothing.
///
/// The document is read by a tokenizer, which builds no tree, and keeps track of only as much of
/// the structure as is needed for this. It knows SVG and MathML, in which `style` and `title` are
/// ordinary elements. It does not know which wrongly nested elements a browser closes or moves.
///
/// The document may be in any encoding that extends ASCII. UTF-16 has to be decoded first.
///
/// # Complexity
///
/// Time linear in the document; memory and stack constant, well below 100 KiB, for any document. A
/// tag may have any number of attributes, and all are read.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::{DocumentTags, MetaScanner, PageItem, PageRules};
///
/// let html = "<!DOCTYPE html><title>Page</title><!-- <meta name=robots content=none> -->
///     <META CONTENT='no&#105;ndex' NAME=Robots><meta name=description content='A page.'>";
///
/// let mut page = PageRules::builder("FooBot");
/// let mut tags = DocumentTags::default();
/// MetaScanner::new().scan(html.as_bytes(), |item| {
///     if let PageItem::Meta(tag) = item {
///         page.meta(tag.name, tag.content);
///         tags.meta(tag.name, tag.content);
///     }
/// })?;
/// assert!(!page.build().may_index() && page.build().may_follow());
/// assert_eq!(tags.description(), Some("A page."));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MetaScanner {
    place: MetaPlace,
    scripting: bool,
}

impl MetaScanner {
    /// A scanner with the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            place: MetaPlace::DEFAULT,
            scripting: false,
        }
    }

    /// Where a meta tag counts. The default is [`MetaPlace::HeadAndBody`].
    #[must_use]
    pub const fn place(mut self, place: MetaPlace) -> Self {
        self.place = place;
        self
    }

    /// Whether the crawler runs scripts. To a crawler that runs scripts, the content of `noscript`
    /// is text; to any other crawler, a meta tag in it counts. The default is false.
    #[must_use]
    pub const fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Calls `found` with each item that says how the page may be used, in document order: meta
    /// tags that have a name and a content, links, and the attribute `data-nosnippet`.
    ///
    /// A buffer around `html` does not help: the scanner has its own.
    ///
    /// # Errors
    ///
    /// The errors of `html`, except [`io::ErrorKind::Interrupted`], after which reading goes on.
    /// Tags that were found before the error are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::{MetaScanner, PageItem};
    ///
    /// let html = b"<link rel=license type=application/rsl+xml href=/l.xml><p><span data-nosnippet>x</span>";
    /// let mut items = Vec::new();
    /// MetaScanner::new().scan(&html[..], |item| items.push(matches!(item, PageItem::DataNosnippet)))?;
    /// assert_eq!(items, [false, true]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn scan(&self, mut html: impl io::Read, found: impl FnMut(PageItem<'_>)) -> io::Result<()> {
        let scan = Scan::new(self.place, self.scripting, found);
        // A byte order mark at the start is skipped, because text would end the head.
        let mut start = Vec::new();
        html.by_ref().take(3).read_to_end(&mut start)?;
        let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start);
        let reader = FlatTags::new(IoReader::new(LetterRuns::new(start.chain(html))));
        let mut tokenizer = Tokenizer::new_with_emitter(reader, scan);
        // A `Scan` yields a single token, when nothing more can be found.
        tokenizer.next().transpose().map(|_| ())
    }
}

impl PageRulesBuilder {
    /// Reads all meta tags of an HTML document, in head and body, its links to licenses, and
    /// whether an element has `data-nosnippet`.
    ///
    /// See [`MetaScanner`] for what is read, and for the options that
    /// [`html_with`](Self::html_with) takes. For a file or a socket, use `html_with`, which reads
    /// in bounded memory and reports errors.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::PageRules;
    ///
    /// let rules = PageRules::builder("FooBot").html("<meta name=robots content=noindex>").build();
    /// assert!(!rules.may_index());
    /// ```
    pub fn html(&mut self, html: impl AsRef<[u8]>) -> &mut Self {
        let result = self.html_with(MetaScanner::new(), html.as_ref()).map(|_| ());
        debug_assert!(result.is_ok(), "reading from memory does not fail");
        self
    }

    /// Reads the meta tags of an HTML document from a reader, as the scanner's options say.
    ///
    /// # Errors
    ///
    /// The errors of `html`. The part that was read before the error counts.
    pub fn html_with(&mut self, scanner: MetaScanner, html: impl io::Read) -> io::Result<&mut Self> {
        scanner.scan(html, |item| match item {
            PageItem::Meta(tag) => {
                self.meta(tag.name, tag.content);
            }
            PageItem::Link {
                rel,
                media_type,
                href,
            } => {
                self.link(&header::text(rel), &header::text(media_type), &header::text(href));
            }
            PageItem::DataNosnippet => self.data_nosnippet(),
        })?;
        Ok(self)
    }
}
