//! What crawlers fetch pages for, and the named sets of crawlers by purpose.

use super::{ALL, Agent};
use crate::identifier::identifiers;

/// What a crawler fetches pages for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// A search index.
    Search,
    /// The training of AI models.
    Training,
    /// A search index from which an AI model answers.
    AiSearch,
    /// Answers to a person's question while they wait.
    Assistant,
    /// An archive or a public collection of web pages.
    Archive,
    /// Advertising: the quality of landing pages, the choice of advertisements.
    Ads,
    /// Data about sites and links for search engine optimization.
    Seo,
    /// Previews of links that people share.
    Preview,
    /// Something else, or several products of the operator.
    Other,
}

identifiers! {
    Purpose {
        Search = "search",
        Training = "training",
        AiSearch = "ai-search",
        Assistant = "assistant",
        Archive = "archive",
        Ads = "ads",
        Seo = "seo",
        Preview = "preview",
        Other = "other",
    }
}

impl Purpose {
    /// What such crawlers fetch pages for, in words that complete "crawlers for …".
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::Purpose;
    ///
    /// assert_eq!(Purpose::Training.description(), "training of AI models");
    /// ```
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Search => "search indexes",
            Self::Training => "training of AI models",
            Self::AiSearch => "search indexes from which an AI model answers",
            Self::Assistant => "pages that a person asked an assistant about",
            Self::Archive => "web archives",
            Self::Ads => "advertising",
            Self::Seo => "data for search engine optimization",
            Self::Preview => "previews of shared links",
            Self::Other => "other purposes",
        }
    }
}

/// The names of the sets that [`set`] knows, each with the purpose that its crawlers have in
/// common.
pub const SETS: &[(&str, Purpose)] = &[
    ("search", Purpose::Search),
    ("ai-training", Purpose::Training),
    ("ai-search", Purpose::AiSearch),
    ("user", Purpose::Assistant),
    ("preview", Purpose::Preview),
    ("seo", Purpose::Seo),
    ("archive", Purpose::Archive),
    ("ads", Purpose::Ads),
];

/// The agents of a named set: those of [`ALL`] that serve one purpose, in the table's order; `None`
/// if there is no such set.
///
/// Tokens without a crawler, such as `Google-Extended`, belong to the sets as well: sites write
/// groups for them. [`Agent::crawls`] tells them apart. Retired tokens do not belong to any set.
///
/// # Complexity
///
/// O(table).
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let training = agents::set("ai-training").expect("a known set");
/// assert!(training.clone().any(|agent| *agent == agents::GPTBOT));
/// assert!(!training.clone().any(|agent| *agent == agents::OAI_SEARCHBOT));
/// assert!(agents::set("@search").is_none());
/// ```
#[must_use]
pub fn set(name: &str) -> Option<impl Iterator<Item = &'static Agent> + Clone + use<>> {
    let purpose = SETS.iter().find(|(known, _)| *known == name)?.1;
    Some(ALL.iter().filter(move |agent| agent.purpose() == purpose))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_has_agents_and_no_two_share_one() {
        for (name, purpose) in SETS {
            let agents = set(name).unwrap();
            assert!(agents.clone().count() >= 3, "{name}");
            assert!(agents.clone().all(|agent| agent.purpose() == *purpose));
            assert_eq!(SETS.iter().filter(|(_, other)| other == purpose).count(), 1);
        }
        assert!(set("").is_none() && set("Search").is_none() && set("other").is_none());
    }

    #[test]
    fn purposes_pad_as_strings_do() {
        assert_eq!(alloc::format!("{:>10}", Purpose::AiSearch), " ai-search");
    }
}
