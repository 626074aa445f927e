//! How often a page changes: the `changefreq` element.

use robots_exclusion::identifiers;

/// How often a page is expected to change, from most to least frequent.
///
/// The names are the words of a sitemap, which the protocol writes in lower case.
///
/// Source: <https://www.sitemaps.org/protocol.html#changefreqdef>.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::ChangeFrequency;
///
/// assert_eq!("weekly".parse(), Ok(ChangeFrequency::Weekly));
/// assert_eq!(ChangeFrequency::Weekly.to_string(), "weekly");
/// assert!("fortnightly".parse::<ChangeFrequency>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeFrequency {
    /// Different at every visit.
    Always,
    /// Every hour.
    Hourly,
    /// Every day.
    Daily,
    /// Every week.
    Weekly,
    /// Every month.
    Monthly,
    /// Every year.
    Yearly,
    /// An archived page.
    Never,
}

identifiers! {
    ChangeFrequency {
        Always = "always",
        Hourly = "hourly",
        Daily = "daily",
        Weekly = "weekly",
        Monthly = "monthly",
        Yearly = "yearly",
        Never = "never",
    }
}
