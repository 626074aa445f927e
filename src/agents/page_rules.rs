//! The documentation of an operator about rules of pages for its crawlers.

use crate::identifiers;

/// A name of meta tags, and of sections of header fields such as `X-Robots-Tag`, that is for a
/// crawler; see [`Agent::page_names`](super::Agent::page_names).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageName {
    name: &'static str,
    /// The only rules that count under this name; if empty, all rules count.
    only: &'static [&'static str],
}

impl PageName {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, only: &[] }
    }

    pub(super) const fn limited(name: &'static str, only: &'static [&'static str]) -> Self {
        Self { name, only }
    }

    /// The name, which is compared in any case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// The only rules that count under this name, or `None` if all rules count.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// // `<meta name="google" content="notranslate">` counts, `<meta name="google" content="noindex">` does not.
    /// let google = agents::GOOGLEBOT.page_names().find(|name| name.as_str() == "google").unwrap();
    /// assert!(google.only().unwrap().contains(&"notranslate"));
    /// ```
    #[must_use]
    pub const fn only(self) -> Option<&'static [&'static str]> {
        if self.only.is_empty() {
            None
        } else {
            Some(self.only)
        }
    }
}

/// What a crawler does if the rules of a page contradict each other: `index, noindex`, in one tag
/// or in several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Contradictions {
    /// Denials win. Google documents this; it is also the default without documentation.
    #[default]
    MostRestrictive,
    /// Permissions win. Yandex documents this.
    MostPermissive,
}

identifiers! {
    Contradictions {
        MostRestrictive = "most-restrictive",
        MostPermissive = "most-permissive",
    }
}

/// The meaning of the page rules `noarchive` and `nocache` for a crawler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NoArchive {
    /// They only concern cached copies, if they have any meaning.
    #[default]
    Copies,
    /// `noarchive` also refuses the training of AI models on the page. Amazon documents this.
    Training,
    /// `noarchive` refuses the training of AI models on the page and its use in AI answers;
    /// `nocache` limits both to the address, title and snippet, so it refuses training on the text.
    /// If a page has both, `nocache` counts. Microsoft documents this.
    TrainingAndAnswers,
}

identifiers! {
    NoArchive {
        Copies = "copies",
        Training = "training",
        TrainingAndAnswers = "training-and-answers",
    }
}
