//! How often a page changes: the `changefreq` element.

use core::fmt;
use core::str::FromStr;

macro_rules! frequencies {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// How often a page is expected to change.
        ///
        /// Source: <https://www.sitemaps.org/protocol.html#changefreqdef>.
        ///
        /// # Examples
        ///
        /// ```
        /// use robots_exclusion::sitemap::ChangeFrequency;
        ///
        /// assert_eq!("weekly".parse(), Ok(ChangeFrequency::Weekly));
        /// assert_eq!(ChangeFrequency::Weekly.to_string(), "weekly");
        /// assert!("fortnightly".parse::<ChangeFrequency>().is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ChangeFrequency {
            $($(#[$doc])* $name,)*
        }

        impl ChangeFrequency {
            /// All values, from the most frequent to the least.
            pub const ALL: &'static [ChangeFrequency] = &[$(ChangeFrequency::$name),*];

            /// The word for this value in a sitemap.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ChangeFrequency::$name => $text,)*
                }
            }
        }
    };
}

frequencies! {
    /// Different at every visit.
    Always = "always",
    /// Every hour.
    Hourly = "hourly",
    /// Every day.
    Daily = "daily",
    /// Every week.
    Weekly = "weekly",
    /// Every month.
    Monthly = "monthly",
    /// Every year.
    Yearly = "yearly",
    /// An archived page.
    Never = "never",
}

impl ChangeFrequency {
    /// Reads a word written in any mixture of cases, of which only lower case is correct.
    pub(super) fn parse_any_case(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|value| value.as_str().eq_ignore_ascii_case(text))
    }
}

impl FromStr for ChangeFrequency {
    type Err = ChangeFrequencyError;

    /// Reads one of the seven words, in lower case as the protocol writes them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|value| value.as_str() == text)
            .ok_or(ChangeFrequencyError)
    }
}

impl fmt::Display for ChangeFrequency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text is none of the seven words of [`ChangeFrequency`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChangeFrequencyError;

impl fmt::Display for ChangeFrequencyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of always, hourly, daily, weekly, monthly, yearly, never")
    }
}

impl core::error::Error for ChangeFrequencyError {}
