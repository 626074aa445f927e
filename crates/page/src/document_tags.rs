//! The descriptive meta tags of 1996.

use super::header;

/// The meta tags that the indexing workshop of 1996 discussed together with the robots meta tag:
/// KEYWORDS, DESCRIPTION, DOCUMENT-STATE and URL. They describe a page and forbid nothing, and they
/// address every robot.
///
/// Of several tags with the same name, the first counts.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::DocumentTags;
///
/// let mut tags = DocumentTags::default();
/// tags.meta("Keywords", "robots, crawlers ,, exclusion");
/// tags.meta("URL", "https://example.com/original");
/// assert_eq!(tags.keywords(), ["robots", "crawlers", "exclusion"]);
/// assert_eq!(tags.url(), Some("https://example.com/original"));
/// assert_eq!(tags.document_state(), "STATIC");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentTags {
    keywords: Option<Vec<String>>,
    description: Option<String>,
    document_state: Option<String>,
    url: Option<String>,
}

impl DocumentTags {
    /// Reads a meta tag with this name, in any case, and this content. Other names change nothing.
    pub fn meta(&mut self, name: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> &mut Self {
        let name = name.as_ref().trim_ascii();
        let content = header::text(content.as_ref());
        let content = content.trim();
        if name.eq_ignore_ascii_case(b"keywords") {
            let phrases = content
                .split(',')
                .map(str::trim)
                .filter(|phrase| !phrase.is_empty());
            self.keywords
                .get_or_insert_with(|| phrases.map(String::from).collect());
        } else if name.eq_ignore_ascii_case(b"description") {
            self.description.get_or_insert_with(|| content.into());
        } else if name.eq_ignore_ascii_case(b"document-state") {
            self.document_state.get_or_insert_with(|| content.into());
        } else if name.eq_ignore_ascii_case(b"url") {
            self.url.get_or_insert_with(|| content.into());
        }
        self
    }

    /// The words and phrases that the page offers for its index, without white space around them
    /// (KEYWORDS).
    #[must_use]
    pub fn keywords(&self) -> &[String] {
        self.keywords.as_deref().unwrap_or_default()
    }

    /// The text that the page offers as its summary (DESCRIPTION).
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Whether the page's content will change, in the page's word (DOCUMENT-STATE). The default is
    /// `STATIC`.
    #[must_use]
    pub fn document_state(&self) -> &str {
        self.document_state.as_deref().unwrap_or("STATIC")
    }

    /// Whether the page needs to be indexed only once: whether its state is `STATIC`, ignoring
    /// case.
    #[must_use]
    pub fn is_static(&self) -> bool {
        self.document_state().eq_ignore_ascii_case("static")
    }

    /// The absolute URL of the original, if this page is a copy of it or generated from it (URL).
    /// Not checked.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }
}
