//! The formats of sitemap files.

use robots_exclusion::identifiers;

/// The format of a sitemap file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// A list of pages in XML: `urlset`.
    UrlSet,
    /// A list of sitemaps in XML: `sitemapindex`.
    Index,
    /// One URL on each line.
    Text,
    /// An RSS feed, whose items' `link` and `pubDate` count.
    Rss,
    /// An Atom feed, whose entries' `link` and `updated` count.
    Atom,
}

identifiers! {
    Format {
        UrlSet = "urlset",
        Index = "index",
        Text = "text",
        Rss = "rss",
        Atom = "atom",
    }
}
