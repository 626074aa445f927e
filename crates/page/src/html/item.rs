//! Statements of a document about the use of its page.

/// Bytes kept of each attribute of a link. A link with a longer attribute is skipped.
pub(super) const MAX_LINK: usize = 4 * 1024;

/// One meta tag with a name and a content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MetaTag<'a> {
    /// The `name` attribute with its character references replaced, as written, at most 256 bytes.
    pub name: &'a [u8],
    /// The `content` attribute with its character references replaced. If it is longer than 16 KiB,
    /// the part before the last comma within that length, so that no item is cut in half. Without
    /// such a comma, the tag is skipped; only a `description`, which is not a list, is cut
    /// anywhere.
    pub content: &'a [u8],
}

/// Something on a page that says how the page may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageItem<'a> {
    /// A meta tag with a name and a content.
    Meta(MetaTag<'a>),
    /// A `<link>` of HTML, not of SVG or MathML, with `rel` and `href`.
    #[non_exhaustive]
    Link {
        /// The `rel` attribute: words separated by white space.
        rel: &'a [u8],
        /// The `type` attribute: a media type. Empty if there is none.
        media_type: &'a [u8],
        /// The `href` attribute, as written.
        href: &'a [u8],
    },
    /// An element with the attribute `data-nosnippet`. Reported once for a page.
    DataNosnippet,
}
