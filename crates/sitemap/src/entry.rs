//! One entry of a sitemap.

use core::fmt;

use url::Url;

use super::datetime::W3cDateTime;
use super::frequency::ChangeFrequency;
use super::priority::Priority;
use robots_exclusion::identifiers;

/// What an [`Entry`] points to. No variant will be added, so a match needs no catch-all arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A page: from a sitemap of any format.
    Page,
    /// A sitemap: from an index.
    Sitemap,
}

identifiers! {
    EntryKind {
        Page = "url",
        Sitemap = "sitemap",
    }
}

/// One entry of a sitemap: a page, or in an index another sitemap.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{ChangeFrequency, Entry, Extension, ExtensionKind};
///
/// let entry = Entry::new("https://example.com/")
///     .with_change_frequency(ChangeFrequency::Daily)
///     .with_extension(Extension::new(ExtensionKind::Image).with("loc", "https://example.com/logo.png"));
/// assert_eq!(entry.priority.unwrap_or_default().get(), 0.5);
/// assert_eq!(entry.images().collect::<Vec<_>>(), ["https://example.com/logo.png"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Entry {
    /// Whether this is a page or a sitemap.
    pub kind: EntryKind,
    /// The line on which the entry begins, from 1; 0 for an entry that was not read from a file.
    pub line: u64,
    /// The address, with entities resolved and surrounding white space removed, otherwise as
    /// written.
    pub loc: String,
    /// When the page was last modified.
    pub lastmod: Option<W3cDateTime>,
    /// How often the page is expected to change.
    pub change_frequency: Option<ChangeFrequency>,
    /// The importance, if it was written; otherwise the page has the [default](Priority::default),
    /// 0.5.
    pub priority: Option<Priority>,
    /// Images, videos, news, translations and other extensions.
    pub extensions: Vec<Extension>,
}

impl Entry {
    /// The entry of a page.
    pub fn new(loc: impl Into<String>) -> Self {
        Entry {
            kind: EntryKind::Page,
            line: 0,
            loc: loc.into(),
            lastmod: None,
            change_frequency: None,
            priority: None,
            extensions: Vec::new(),
        }
    }

    /// The entry of a sitemap in an index.
    pub fn sitemap(loc: impl Into<String>) -> Self {
        Entry {
            kind: EntryKind::Sitemap,
            ..Entry::new(loc)
        }
    }

    /// Sets when the page was last modified.
    #[must_use]
    pub fn with_lastmod(mut self, lastmod: W3cDateTime) -> Self {
        self.lastmod = Some(lastmod);
        self
    }

    /// Sets how often the page is expected to change.
    #[must_use]
    pub fn with_change_frequency(mut self, frequency: ChangeFrequency) -> Self {
        self.change_frequency = Some(frequency);
        self
    }

    /// Sets the importance of the page.
    #[must_use]
    pub fn with_priority(mut self, priority: Priority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Adds an extension.
    #[must_use]
    pub fn with_extension(mut self, extension: Extension) -> Self {
        self.extensions.push(extension);
        self
    }

    /// The address as a URL. `None` if the address is not a URL, which cannot happen for an entry
    /// that was read.
    pub fn url(&self) -> Option<Url> {
        Url::parse(&self.loc).ok()
    }

    /// The addresses of the images on the page.
    pub fn images(&self) -> impl Iterator<Item = &str> {
        self.extensions_of(ExtensionKind::Image)
            .filter_map(|image| image.get("loc"))
    }

    /// The other versions of the page: their `hreflang` (empty if missing) and address.
    pub fn alternates(&self) -> impl Iterator<Item = (&str, &str)> {
        self.extensions_of(ExtensionKind::Alternate)
            .filter_map(|link| Some((link.get("@hreflang").unwrap_or_default(), link.get("@href")?)))
    }

    /// The extensions of one kind, in order.
    fn extensions_of(&self, kind: ExtensionKind) -> impl Iterator<Item = &Extension> {
        self.extensions
            .iter()
            .filter(move |extension| extension.kind == kind)
    }
}

/// The vocabulary an [`Extension`] belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExtensionKind {
    /// `image:image`: <http://www.google.com/schemas/sitemap-image/1.1>.
    Image,
    /// `video:video`: <http://www.google.com/schemas/sitemap-video/1.1>.
    Video,
    /// `news:news`: <http://www.google.com/schemas/sitemap-news/0.9>.
    News,
    /// `xhtml:link`: another version of the page, most often in another language.
    Alternate,
    /// A `DataObject` in a `PageMap`: <http://www.google.com/schemas/sitemap-pagemap/1.0>. Each
    /// object is a separate extension, with its type as `@type`. For each attribute that has a
    /// name, the field `Attribute/@name` comes first, then its value: `Attribute/@value` or
    /// `Attribute`.
    PageMap,
    /// Anything else.
    Other,
}

identifiers! {
    ExtensionKind {
        Image = "image",
        Video = "video",
        News = "news",
        Alternate = "alternate",
        PageMap = "page-map",
        Other = "other",
    }
}

impl ExtensionKind {
    /// The namespace, usual prefix and name of the element directly within an entry; `None` for
    /// `Other`.
    pub(super) const fn vocabulary(self) -> Option<(&'static str, &'static str, &'static str)> {
        Some(match self {
            ExtensionKind::Image => (
                "http://www.google.com/schemas/sitemap-image/1.1",
                "image",
                "image",
            ),
            ExtensionKind::Video => (
                "http://www.google.com/schemas/sitemap-video/1.1",
                "video",
                "video",
            ),
            ExtensionKind::News => ("http://www.google.com/schemas/sitemap-news/0.9", "news", "news"),
            ExtensionKind::Alternate => ("http://www.w3.org/1999/xhtml", "xhtml", "link"),
            ExtensionKind::PageMap => (
                "http://www.google.com/schemas/sitemap-pagemap/1.0",
                "pagemap",
                "PageMap",
            ),
            ExtensionKind::Other => return None,
        })
    }

    /// For vocabularies in which each element within that element is a separate extension: the name
    /// of these elements.
    pub(super) const fn item(self) -> Option<&'static str> {
        match self {
            ExtensionKind::PageMap => Some("DataObject"),
            _ => None,
        }
    }

    const KNOWN: [ExtensionKind; 5] = [
        ExtensionKind::Image,
        ExtensionKind::Video,
        ExtensionKind::News,
        ExtensionKind::Alternate,
        ExtensionKind::PageMap,
    ];

    pub(super) fn of_namespace(namespace: &str) -> Option<Self> {
        Self::KNOWN
            .into_iter()
            .find(|kind| kind.vocabulary().is_some_and(|(known, ..)| known == namespace))
    }

    pub(super) fn of_prefix(prefix: &str) -> Option<Self> {
        Self::KNOWN
            .into_iter()
            .find(|kind| kind.vocabulary().is_some_and(|(_, usual, _)| usual == prefix))
    }
}

/// An element beyond the protocol within an entry, with its raw values.
///
/// A field is a path and a text. The path names elements without their prefixes, and attributes
/// after an `@`: for a video, `title`, `price` and `price/@currency`; for a link, `@hreflang` and
/// `@href`. The text of the element itself is the field `.`. In values, entities are resolved and
/// surrounding white space is removed; empty values are left out.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Extension, ExtensionKind};
///
/// let news = Extension::new(ExtensionKind::News)
///     .with("publication/name", "The Example Times")
///     .with("publication/language", "en")
///     .with("title", "Robots");
/// assert_eq!(news.get("publication/language"), Some("en"));
/// assert_eq!(news.fields().count(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Extension {
    kind: ExtensionKind,
    name: Box<str>,
    /// Paths and values, one after the other.
    text: String,
    /// Where in `text` each path ends and its value ends.
    ends: Vec<(u32, u32)>,
}

impl Extension {
    /// An extension without fields, under its usual name.
    ///
    /// An extension of kind [`Other`](ExtensionKind::Other) has an empty name.
    pub fn new(kind: ExtensionKind) -> Self {
        let name = match kind.vocabulary() {
            Some((_, prefix, local)) => format!("{prefix}:{}", kind.item().unwrap_or(local)).into_boxed_str(),
            None => Box::default(),
        };
        Extension {
            kind,
            name,
            text: String::new(),
            ends: Vec::new(),
        }
    }

    pub(super) fn named(kind: ExtensionKind, name: &str) -> Self {
        Extension {
            kind,
            name: name.into(),
            text: String::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a field; later fields may have the same path.
    #[must_use]
    pub fn with(mut self, path: &str, value: &str) -> Self {
        self.push(path, value);
        self
    }

    pub(super) fn push(&mut self, path: &str, value: &str) {
        let offset = |length: usize| u32::try_from(length).expect("an extension is far smaller than 4 GiB");
        self.text.push_str(path);
        let path_end = offset(self.text.len());
        self.text.push_str(value);
        self.ends.push((path_end, offset(self.text.len())));
    }

    /// Bytes that the extension takes in memory, as a reader counts them.
    pub(super) fn size(&self) -> usize {
        size_of::<Extension>() + self.name.len() + self.text.len() + size_of_val(self.ends.as_slice())
    }

    /// The vocabulary of the element.
    pub fn kind(&self) -> ExtensionKind {
        self.kind
    }

    /// The name of the element as written, with its prefix: `image:image`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of the first field with this path.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.fields()
            .find(|(name, _)| *name == path)
            .map(|(_, value)| value)
    }

    /// All paths and values, in document order, except that in a `PageMap` the name of an attribute
    /// comes before its value.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(path_end, value_end)| {
            let (path_end, value_end) = (path_end as usize, value_end as usize);
            let field = (&self.text[start..path_end], &self.text[path_end..value_end]);
            start = value_end;
            field
        })
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.name)?;
        f.debug_map().entries(self.fields()).finish()
    }
}
