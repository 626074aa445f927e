//! One answer for a URL: whether it may be crawled and, if so, the rules of its page.

use core::fmt;

use super::page_rules::PageRules;

/// One answer for a URL and a crawler: whether the URL may be crawled and, only if so, the rules of
/// its page.
///
/// A crawler that obeys robots.txt never fetches a page that is denied, and so never sees its tags
/// and headers. Above all, `noindex` on such a page has no effect: the URL can still be indexed
/// from links to it. To remove a page from the index, let crawlers fetch it.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::{PageAnswer, PageRules};
///
/// let rules = PageRules::from_meta("noindex");
///
/// let open = PageAnswer::new(true, rules.clone());
/// assert_eq!(open.may_index(), Some(false));
///
/// let denied = PageAnswer::new(false, rules);
/// assert!(denied.rules().is_none() && denied.hides_rules());
/// assert_eq!(denied.may_index(), None);
/// assert_eq!(denied.to_string(), "may not be crawled, so its page rules are not seen and have no effect");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageAnswer(Answer);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Answer {
    Crawlable(PageRules),
    Denied { hides_rules: bool },
}

impl PageAnswer {
    /// The answer for a URL whose page was fetched: `crawl_allowed` is what robots.txt says.
    ///
    /// For site owners and auditors, who can fetch pages that crawlers may not. The rules are
    /// dropped if crawling is denied.
    #[must_use]
    pub fn new(crawl_allowed: bool, rules: PageRules) -> Self {
        Self(if crawl_allowed {
            Answer::Crawlable(rules)
        } else {
            Answer::Denied {
                hides_rules: !rules.is_unrestricted(),
            }
        })
    }

    /// The answer for a URL whose page is fetched, by calling `page`, only if `crawl_allowed`: for
    /// crawlers.
    #[must_use]
    pub fn fetch(crawl_allowed: bool, page: impl FnOnce() -> PageRules) -> Self {
        Self(if crawl_allowed {
            Answer::Crawlable(page())
        } else {
            Answer::Denied { hides_rules: false }
        })
    }

    /// The page's rules; `None` if the URL may not be crawled.
    #[must_use]
    pub fn rules(&self) -> Option<&PageRules> {
        match &self.0 {
            Answer::Crawlable(rules) => Some(rules),
            Answer::Denied { .. } => None,
        }
    }

    /// Whether the page may be indexed; `None` if this cannot be known, because the URL may not be
    /// crawled.
    #[must_use]
    pub fn may_index(&self) -> Option<bool> {
        self.rules().map(PageRules::may_index)
    }

    /// Whether the page has rules that crawlers never see because robots.txt blocks the page:
    /// usually a mistake. Rules that restrict nothing do not count, such as `index` and
    /// `max-snippet:-1`.
    #[must_use]
    pub fn hides_rules(&self) -> bool {
        matches!(self.0, Answer::Denied { hides_rules: true })
    }
}

impl fmt::Display for PageAnswer {
    /// One line of text for display.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.0 {
            Answer::Crawlable(rules) => match (rules.may_index(), rules.may_follow()) {
                (true, true) => "may be crawled and indexed, and its links followed",
                (true, false) => "may be crawled and indexed, but its links not followed",
                (false, true) => "may be crawled, but not indexed; its links may be followed",
                (false, false) => "may be crawled, but neither indexed nor its links followed",
            },
            Answer::Denied { hides_rules: true } => {
                "may not be crawled, so its page rules are not seen and have no effect"
            }
            Answer::Denied { hides_rules: false } => "may not be crawled",
        })
    }
}
