//! The purposes of crawlers. [`crawler_sets`](super::crawler_sets) has the sets of crawlers, such
//! as `@search`.

use crate::identifiers;

/// The purpose for which a crawler fetches pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// A search index.
    Search,
    /// The training of AI models.
    AiTraining,
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
    /// Another purpose, or several products of the operator.
    Other,
}

identifiers! {
    Purpose {
        Search = "search",
        AiTraining = "ai-training",
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
    /// The purpose in words that complete the phrase "crawlers for …".
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::Purpose;
    ///
    /// assert_eq!(Purpose::AiTraining.description(), "training of AI models");
    /// ```
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Search => "search indexes",
            Self::AiTraining => "training of AI models",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_pad_as_strings_do() {
        assert_eq!(alloc::format!("{:>10}", Purpose::AiSearch), " ai-search");
    }
    #[test]
    fn purposes_have_the_names_of_their_sets() {
        for (name, purpose) in crate::agents::SETS {
            // The name of the set of assistants is older than this rule.
            let expected = if *purpose == Purpose::Assistant {
                "user"
            } else {
                purpose.as_str()
            };
            assert_eq!(*name, expected);
        }
    }
}
