//! The effective rules of one page for one crawler.

use core::fmt;

use super::{
    PageRulesBuilder,
    date::UtcTime,
    license::Licenses,
    note::{Note, Notes},
};
use robots_exclusion::agents::UserAgent;
use robots_exclusion::identifiers;

/// The effective rules of one page for one crawler.
///
/// Made by a [`PageRulesBuilder`]. The default permits everything, like a page without any tag or
/// header.
///
/// With the feature `serde` it serializes to an object with the keys `index`, `follow`, `archive`
/// and so on, as `robots page` prints it.
///
/// # Examples
///
/// ```
/// use robots_exclusion_page::{Limit, PageRules};
///
/// let rules = PageRules::from_meta("NOINDEX, max-snippet:20");
/// assert!(!rules.may_index());
/// assert!(rules.may_follow());
/// assert_eq!(rules.max_snippet(), Some(Limit::AtMost(20)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageRules {
    pub(super) index: bool,
    pub(super) follow: bool,
    pub(super) noarchive: bool,
    pub(super) nocache: bool,
    /// Invariant: false if `max_snippet` is `AtMost(0)`.
    pub(super) snippet: bool,
    pub(super) translate: bool,
    pub(super) read_aloud: bool,
    pub(super) description: bool,
    pub(super) image_index: bool,
    pub(super) ai: bool,
    pub(super) image_ai: bool,
    pub(super) training: bool,
    /// Invariant: false unless `index` is.
    pub(super) index_if_embedded: bool,
    pub(super) max_snippet: Option<Limit>,
    pub(super) max_image_preview: Option<ImagePreview>,
    pub(super) max_video_preview: Option<Limit>,
    pub(super) unavailable_after: Option<UtcTime>,
    pub(super) licenses: Licenses,
    pub(super) data_nosnippet: bool,
    pub(super) notes: Notes,
}

impl Default for PageRules {
    fn default() -> Self {
        Self {
            index: true,
            follow: true,
            noarchive: false,
            nocache: false,
            snippet: true,
            translate: true,
            read_aloud: true,
            description: true,
            image_index: true,
            ai: true,
            image_ai: true,
            training: true,
            index_if_embedded: false,
            max_snippet: None,
            max_image_preview: None,
            max_video_preview: None,
            unavailable_after: None,
            licenses: Licenses::default(),
            data_nosnippet: false,
            notes: Notes::default(),
        }
    }
}

impl PageRules {
    /// A builder that gathers the statements of a page to this crawler: a product token, an
    /// [`Agent`](robots_exclusion::agents::Agent), or a [`UserAgent`]. A string is a product token,
    /// even if it is the name of a well-known crawler; for a name that a person wrote, pass the
    /// result of [`UserAgent::resolve`].
    ///
    /// In a string, a version and what follows it are ignored: `FooBot/1.0` is `FooBot`. An empty
    /// string stands for a crawler without a name, which obeys only the rules for everyone. A
    /// well-known crawler obeys the meta tags and sections that its operator documents, and
    /// resolves contradictions as documented
    /// ([`Agent::page_names`](robots_exclusion::agents::Agent::page_names),
    /// [`Agent::contradictions`](robots_exclusion::agents::Agent::contradictions)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    /// use robots_exclusion_page::PageRules;
    ///
    /// // Yandex documents that a tag may be named `yandex`, and that permissions win.
    /// let mut page = PageRules::builder(&agents::YANDEXBOT);
    /// page.meta("yandex", "noindex, nofollow").meta("robots", "follow");
    /// let rules = page.build();
    /// assert!(!rules.may_index() && rules.may_follow());
    /// // Of the product token, nothing else is known.
    /// assert!(PageRules::builder("YandexBot").meta("yandex", "noindex").build().may_index());
    /// ```
    #[must_use]
    pub fn builder<'q>(crawler: impl Into<UserAgent<'q>>) -> PageRulesBuilder {
        PageRulesBuilder::new(&crawler.into())
    }

    /// The rules of a page whose only tag is a robots meta tag with this content.
    #[must_use]
    pub fn from_meta(content: impl AsRef<[u8]>) -> Self {
        Self::builder("").meta("robots", content).build()
    }

    /// Whether the page may be indexed (`noindex`, `none`).
    ///
    /// [`may_index_if_embedded`](Self::may_index_if_embedded) and
    /// [`is_unavailable_at`](Self::is_unavailable_at) qualify the answer.
    #[must_use]
    pub fn may_index(&self) -> bool {
        self.index
    }

    /// Whether the page's links may be followed (`nofollow`, `none`).
    #[must_use]
    pub fn may_follow(&self) -> bool {
        self.follow
    }

    /// Whether a cached copy may be shown (`noarchive`, `nocache`). Google now ignores both names;
    /// other search engines do not.
    #[must_use]
    pub fn may_archive(&self) -> bool {
        !self.noarchive && !self.nocache
    }

    /// Whether the page says `noarchive`. Its meaning compared with `nocache` depends on the
    /// operator ([`Agent::noarchive`](robots_exclusion::agents::Agent::noarchive)).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::PageRules;
    ///
    /// let rules = PageRules::from_meta("noarchive");
    /// assert!(rules.has_noarchive() && !rules.has_nocache());
    /// ```
    #[must_use]
    pub fn has_noarchive(&self) -> bool {
        self.noarchive
    }

    /// Whether the page says `nocache`.
    #[must_use]
    pub fn has_nocache(&self) -> bool {
        self.nocache
    }

    /// How much of the page Bing uses in answers of its chat, and to train Microsoft's AI models.
    ///
    /// By Bing's announcement of September 2023: `noarchive` keeps the page out of both. `nocache`
    /// limits both to the page's URL, title and snippet. Both together mean `nocache`. Neither name
    /// affects search results.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::{BingChat, PageRules};
    ///
    /// assert_eq!(PageRules::from_meta("noarchive").bing_chat(), BingChat::Nothing);
    /// assert_eq!(PageRules::from_meta("nocache").bing_chat(), BingChat::Snippet);
    /// assert_eq!(PageRules::from_meta("noarchive, nocache").bing_chat(), BingChat::Snippet);
    /// ```
    #[must_use]
    pub fn bing_chat(&self) -> BingChat {
        match (self.nocache, self.noarchive) {
            (true, _) => BingChat::Snippet,
            (false, true) => BingChat::Nothing,
            (false, false) => BingChat::Everything,
        }
    }

    /// Whether a part of the page may be quoted in results (`nosnippet`, `max-snippet:0`).
    #[must_use]
    pub fn may_show_snippet(&self) -> bool {
        self.snippet
    }

    /// Whether a translation may be offered (`notranslate`).
    #[must_use]
    pub fn may_translate(&self) -> bool {
        self.translate
    }

    /// Whether the page may be read aloud (`nopagereadaloud`). Google documents the rule.
    #[must_use]
    pub fn may_read_aloud(&self) -> bool {
        self.read_aloud
    }

    /// Whether the page may be described in words chosen by the search engine (`noyaca`). Yandex
    /// documents the rule; other search engines ignore it.
    #[must_use]
    pub fn may_generate_description(&self) -> bool {
        self.description
    }

    /// Whether the page's images may be indexed (`noimageindex`).
    #[must_use]
    pub fn may_index_images(&self) -> bool {
        self.image_index
    }

    /// Whether the page's text may be used for AI (`noai`). An unofficial name that no standard
    /// defines. For one answer from all statements of a site, see [`signals`](crate::signals).
    #[must_use]
    pub fn may_use_for_ai(&self) -> bool {
        self.ai
    }

    /// Whether the page's images may be used for AI (`noimageai`). An unofficial name that no
    /// standard defines.
    #[must_use]
    pub fn may_use_images_for_ai(&self) -> bool {
        self.image_ai
    }

    /// Whether the page may be used to train models (`noml`). Mojeek proposed this name in 2023,
    /// and no standard defines it. Unlike `noai`, it does not restrict answers of AI models.
    #[must_use]
    pub fn may_use_for_training(&self) -> bool {
        self.training
    }

    /// Whether the page may be indexed as part of a page that embeds it, although it may not be
    /// indexed itself (`indexifembedded`). Never true for a page that may be indexed.
    #[must_use]
    pub fn may_index_if_embedded(&self) -> bool {
        self.index_if_embedded
    }

    /// The longest text, in characters, that may be quoted (`max-snippet`). `None` if the page does
    /// not say.
    #[must_use]
    pub fn max_snippet(&self) -> Option<Limit> {
        self.max_snippet
    }

    /// The largest preview of an image that may be shown (`max-image-preview`). `None` if the page
    /// does not say.
    #[must_use]
    pub fn max_image_preview(&self) -> Option<ImagePreview> {
        self.max_image_preview
    }

    /// The longest preview of a video, in seconds, that may be shown (`max-video-preview`); 0
    /// permits a still image. `None` if the page does not say.
    #[must_use]
    pub fn max_video_preview(&self) -> Option<Limit> {
        self.max_video_preview
    }

    /// The moment after which the page is not to be shown in results (`unavailable_after`). `None`
    /// if the page does not say.
    #[must_use]
    pub fn unavailable_after(&self) -> Option<UtcTime> {
        self.unavailable_after
    }

    /// Whether, at that moment, the page is past its
    /// [`unavailable_after`](Self::unavailable_after).
    ///
    /// For the present moment, pass `SystemTime::now().into()`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::{PageRules, UtcTime};
    ///
    /// let rules = PageRules::from_meta("unavailable_after: 2010-06-25");
    /// assert!(rules.is_unavailable_at(UtcTime::parse("2010-06-25T00:00:01Z").unwrap()));
    /// assert!(!rules.is_unavailable_at(UtcTime::parse("2010-06-24T23:59:59Z").unwrap()));
    /// ```
    #[must_use]
    pub fn is_unavailable_at(&self, now: UtcTime) -> bool {
        self.unavailable_after.is_some_and(|end| now > end)
    }

    /// The URLs of RSL licenses (rslstandard.org): from `Link` header fields and `<link>` elements
    /// with `rel="license"` and `type="application/rsl+xml"`. As written, so possibly relative;
    /// sorted, without duplicates.
    ///
    /// At most 16 URLs of at most 2,048 bytes are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_page::PageRules;
    ///
    /// let mut page = PageRules::builder("FooBot");
    /// page.header("Link", r#"<https://example.com/license.xml>; rel="license"; type="application/rsl+xml""#);
    /// assert!(page.build().licenses().eq(["https://example.com/license.xml"]));
    /// ```
    pub fn licenses(&self) -> impl Iterator<Item = &str> + Clone {
        self.licenses.iter()
    }

    /// Whether an element of the page has the attribute `data-nosnippet`, which keeps its text out
    /// of Google's snippets and AI overviews. Known only for a page that was read from HTML, head
    /// and body.
    #[must_use]
    pub fn has_data_nosnippet(&self) -> bool {
        self.data_nosnippet
    }

    /// Statements of the page without effect: unknown and obsolete names, values that cannot be
    /// read, rules under a name where they do not count, and rules that contradict others.
    ///
    /// Only rules for everyone or for the crawler of these rules are noted. Notes are sorted,
    /// without duplicates, at most 64; [`has_more_notes`](Self::has_more_notes) is true if there
    /// were more.
    pub fn notes(&self) -> impl Iterator<Item = &Note> + Clone {
        self.notes.iter()
    }

    /// Whether there were more notes than [`notes`](Self::notes) holds.
    #[must_use]
    pub fn has_more_notes(&self) -> bool {
        self.notes.overflow
    }

    /// Whether the rules have no effect. Notes do not count, and neither do limits that allow
    /// everything, such as `max-snippet:-1`.
    pub(super) fn is_unrestricted(&self) -> bool {
        let of_limit = |limit: Option<Limit>| limit.filter(|limit| *limit != Limit::Unlimited);
        let of_preview = |preview: &ImagePreview| *preview != ImagePreview::Large;
        let restrictions = Self {
            max_snippet: of_limit(self.max_snippet),
            max_image_preview: self.max_image_preview.filter(of_preview),
            max_video_preview: of_limit(self.max_video_preview),
            notes: Notes::default(),
            ..self.clone()
        };
        restrictions == Self::default()
    }
}

/// How much of a page Bing uses in answers of its chat, and to train AI models.
///
/// Ordered from the strictest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BingChat {
    /// Nothing: chat answers do not even link to the page.
    Nothing,
    /// The URL, the title and the snippet.
    Snippet,
    /// The whole page.
    Everything,
}

identifiers! {
    BingChat {
        Nothing = "nothing",
        Snippet = "snippet",
        Everything = "everything",
    }
}

/// A limit that a page sets: a number, or explicitly no limit.
///
/// Ordered from the strictest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// At most this many. Numbers too large for `u32` become its maximum.
    AtMost(u32),
    /// `-1`: as many as the crawler likes.
    Unlimited,
}

impl fmt::Display for Limit {
    /// The number as a page writes it: `-1` for `Unlimited`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(number) => number.fmt(f),
            Self::Unlimited => f.pad("-1"),
        }
    }
}

/// The largest preview of an image that a page permits (`max-image-preview`).
///
/// Ordered from the strictest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ImagePreview {
    /// No preview.
    None,
    /// A preview of the usual size.
    Standard,
    /// A preview up to the width of the screen.
    Large,
}

identifiers! {
    ImagePreview {
        None = "none",
        Standard = "standard",
        Large = "large",
    }
}
