//! The limits of a sitemap file.

/// How large a sitemap file may be, and how much of a hostile file is read.
///
/// The first four fields are the protocol's; the rest bound the memory of a reader. Every limit is
/// the largest accepted value. [`Limits::CURRENT`] is the default.
///
/// Sources: <https://www.sitemaps.org/protocol.html>, and
/// <https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap>.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::Limits;
///
/// let mut limits = Limits::CURRENT;
/// limits.urls = 1_000;
/// assert_eq!(Limits::default().urls, 50_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// URLs in one sitemap.
    pub urls: u64,
    /// Bytes of one file, before compression. Reading stops there, even if a compressed file never
    /// ends.
    pub bytes: u64,
    /// Sitemaps in one index.
    pub index_entries: u64,
    /// Characters of one `loc`.
    pub loc_chars: usize,
    /// Bytes of one entry as written in the file, including extensions; a longer entry is dropped
    /// and reported.
    pub entry_bytes: u64,
    /// Bytes of one tag, text, comment or line. A longer comment is skipped; for other tokens, the
    /// entry around the token is dropped.
    pub token_bytes: usize,
    /// Elements open at once. A deeper file is refused.
    pub depth: usize,
    /// Problems in one file. Reading stops there, because a hostile file may have as many problems
    /// as bytes.
    pub problems: u64,
}

impl Limits {
    /// Today's limits: 50,000 URLs in 52,428,800 bytes, an index of 50,000 sitemaps.
    pub const CURRENT: Limits = Limits {
        urls: 50_000,
        bytes: 52_428_800,
        index_entries: 50_000,
        loc_chars: 2_047,
        entry_bytes: 1 << 20,
        token_bytes: 1 << 16,
        depth: 64,
        problems: 1_000_000,
    };

    /// The limits of the protocol in 2007: 10,485,760 bytes, an index of 1,000 sitemaps.
    pub const PROFILE_2007: Limits = Limits {
        bytes: 10_485_760,
        index_entries: 1_000,
        ..Limits::CURRENT
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits::CURRENT
    }
}
