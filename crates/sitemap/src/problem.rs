//! Violations of the protocol that do not end reading.

use core::fmt;

use robots_exclusion::identifiers;

macro_rules! problems {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// The kinds of [`Problem`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ProblemKind {
            $($(#[$doc])* $name,)*
        }

        identifiers! { ProblemKind { $($name = $code,)* } }

        impl ProblemKind {
            /// One sentence for display, without a period.
            pub const fn message(self) -> &'static str {
                match self { $(ProblemKind::$name => $text,)* }
            }
        }
    };
}

problems! {
    /// An entry has no `loc`, or an empty one. The entry is dropped.
    MissingLoc = "missing-loc", "the entry has no loc";
    /// A `loc` is not an absolute URL. The entry is dropped.
    LocNotAbsolute = "loc-not-absolute", "loc is not an absolute URL";
    /// A `loc` has more characters than [`Limits::loc_chars`](super::Limits::loc_chars).
    LocTooLong = "loc-too-long", "loc has too many characters";
    /// A `loc` contains characters that need percent-encoding.
    LocNotEncoded = "loc-not-encoded", "loc is not percent-encoded";
    /// The sitemap may not list this URL; see [`Scope`](super::Scope). The entry is dropped.
    OutOfScope = "out-of-scope", "the URL lies outside the sitemap's scope";
    /// An element occurs twice in an entry; the first counts.
    RepeatedElement = "repeated-element", "the element occurs twice in the entry";
    /// A `lastmod` is not a date; it is ignored.
    InvalidLastmod = "invalid-lastmod", "lastmod is not a date";
    /// A `lastmod` has a time without a zone; it is read as UTC.
    LastmodWithoutZone = "lastmod-without-zone", "lastmod has a time without a zone, read as UTC";
    /// A `changefreq` is not one of the seven words; it is ignored.
    InvalidChangefreq = "invalid-changefreq", "changefreq is not one of the seven words";
    /// A `changefreq` is not in lower case.
    ChangefreqCase = "changefreq-case", "changefreq is not in lower case";
    /// A `priority` is not a decimal number; it is ignored.
    InvalidPriority = "invalid-priority", "priority is not a decimal number";
    /// A `priority` is below 0.0 or above 1.0; it is ignored.
    PriorityOutOfRange = "priority-out-of-range", "priority is not within 0.0 to 1.0";
    /// An ampersand does not begin an entity; it is read literally.
    BareAmpersand = "bare-ampersand", "an ampersand must be written as &amp;";
    /// A reference to an entity other than XML's five. It is never expanded; in a `loc` the entry
    /// is dropped.
    UndefinedEntity = "undefined-entity", "only the five entities of XML are known";
    /// A character reference is not to a character of XML. In a `loc` the entry is dropped.
    InvalidCharacter = "invalid-character", "the reference names no character of XML";
    /// Bytes that are not UTF-8. The entry around them is dropped.
    InvalidUtf8 = "invalid-utf-8", "the text is not UTF-8";
    /// The XML declaration names an encoding other than UTF-8; the file is read as UTF-8.
    DeclaredEncoding = "declared-encoding", "a sitemap must be encoded in UTF-8";
    /// The file has a document type declaration; its declarations are ignored.
    Doctype = "doctype", "a document type declaration is ignored";
    /// The root element is not in the namespace of the protocol.
    WrongNamespace = "wrong-namespace", "the root element is not in the sitemap namespace";
    /// An element that does not belong where it is; it is ignored, or in an entry kept as an
    /// extension.
    UnexpectedElement = "unexpected-element", "the element does not belong here";
    /// Text between elements; it is ignored.
    UnexpectedText = "unexpected-text", "text between the elements is ignored";
    /// Markup that is not well-formed. An entry around it is dropped.
    MalformedMarkup = "malformed-markup", "the markup is not well-formed";
    /// An end tag does not close any open element; it is ignored.
    UnmatchedEndTag = "unmatched-end-tag", "the end tag closes nothing";
    /// An element is not closed before the element around it. An entry that contains it is dropped.
    UnclosedElement = "unclosed-element", "the element is not closed";
    /// The file ends before its elements are closed. An open entry is dropped.
    UnexpectedEnd = "unexpected-end", "the file ends too early";
    /// A tag, text or line is longer than [`Limits::token_bytes`](super::Limits::token_bytes). An
    /// entry around it is dropped.
    TokenTooLong = "token-too-long", "a tag, text or line is too long";
    /// An entry is longer than [`Limits::entry_bytes`](super::Limits::entry_bytes). It is dropped.
    EntryTooLong = "entry-too-long", "the entry is too long";
    /// An entry has more problems than are listed.
    MoreProblems = "more-problems", "the entry has more problems";
    /// Something comes before the XML declaration, which must be the first thing in the file, or
    /// the declaration is repeated. An XML parser stops there.
    MisplacedDeclaration = "misplaced-declaration", "the XML declaration must be the very first thing in the file, and there only once";
    /// An attribute is not a name, an equals sign and a value in quotes. An XML parser stops there.
    MalformedAttribute = "malformed-attribute", "an attribute must be written as name=\"value\"";
    /// A tag has an attribute twice. An XML parser stops there.
    RepeatedAttribute = "repeated-attribute", "the tag has an attribute twice";
    /// A prefix is not declared, or its declaration is not allowed. An XML parser stops there.
    UnboundPrefix = "unbound-prefix", "a prefix is not declared with xmlns";
    /// A comment contains two hyphens, or ends in one. An XML parser stops there.
    HyphensInComment = "hyphens-in-comment", "a comment must not contain -- or end in a hyphen";
    /// A control character, or another character that XML does not allow. An XML parser stops
    /// there.
    ForbiddenCharacter = "forbidden-character", "the character is not allowed in XML";
    /// Bytes after the end of the compressed data, which are not compressed; they are ignored.
    TrailingBytes = "trailing-bytes", "bytes that are not compressed come after the gzip data";
    /// The prefix of an extension is declared for a namespace that search engines do not support.
    WrongExtensionNamespace = "wrong-extension-namespace", "search engines do not know the namespace of the extension";
    /// A `hreflang` is missing or not a language, optionally with a script and a region, or
    /// `x-default`. A link to an app needs no `hreflang`.
    InvalidHreflang = "invalid-hreflang", "hreflang must be a language such as de or de-AT, by its ISO codes, or x-default";
    /// The `href` of another version of the page is missing or not an absolute URL.
    AlternateNotAbsolute = "alternate-not-absolute", "the href of another version must be an absolute URL";
    /// A link of XHTML leads to another version of the page only with `rel="alternate"`.
    AlternateWithoutRel = "alternate-without-rel", "search engines read a link only with rel=\"alternate\"";
    /// A `loc` occurred before in this file.
    RepeatedLoc = "repeated-loc", "the URL is already listed above";
    /// A `loc` has a fragment, which search engines ignore.
    LocFragment = "loc-fragment", "loc has a fragment, which search engines ignore";
    /// An ampersand in a `loc` is written as `&amp;amp;`, so that the URL has `&amp;` in it.
    EscapedTwice = "escaped-twice", "an ampersand in loc is escaped twice; write it as &amp; once";
    /// An index lists itself.
    ListsItself = "lists-itself", "the index lists itself";
    /// An index lists a robots.txt.
    ListsRobotsTxt = "lists-robots-txt", "a robots.txt is not a sitemap";
    /// The file is empty.
    Empty = "empty", "the file is empty";
    /// A `urlset` or an index without a single entry.
    NoEntries = "no-entries", "the file lists nothing";
    /// The file ends before its root element begins. An XML parser stops there.
    NoRoot = "no-root", "the file ends before its root element";
    /// Markup before the root element, or between it and a document type declaration, that is not
    /// well-formed. An XML parser stops there.
    MalformedProlog = "malformed-prolog", "the markup before the root element is not well-formed";
    /// The document type declaration does not end. An XML parser stops there.
    UnclosedDoctype = "unclosed-doctype", "the document type declaration is not closed";
    /// A quote or `>` in the `loc` of an XML file is not written as an entity, as the protocol
    /// requires.
    LocNotEscaped = "loc-not-escaped", "the protocol requires &apos;, &quot; and &gt; for ', \" and > in loc";
    /// A `lastmod` lies in the future.
    LastmodInFuture = "lastmod-in-future", "lastmod lies in the future";
    /// An entry has two other versions in one language.
    RepeatedHreflang = "repeated-hreflang", "another version has the same hreflang";
    /// A page that lists its versions does not list itself.
    MissingSelfReference = "missing-self-reference", "the versions of a page must include the page itself";
    /// A page that this page names as another version does not name this page. Search engines
    /// ignore both links. Found by [`ReturnLinks`](super::ReturnLinks).
    MissingReturnLink = "missing-return-link", "the other version does not link back to this page";
    /// The `loc` of an image is missing or not an absolute URL.
    ImageLoc = "image-loc", "an image needs a loc, which must be an absolute URL";
    /// An entry has more than 1,000 images.
    TooManyImages = "too-many-images", "an entry may have 1,000 images at most";
    /// A news element lacks a required field.
    NewsIncomplete = "news-incomplete", "news must have a publication with name and language, a publication_date and a title";
    /// The language of a publication is not a code of ISO 639.
    NewsLanguage = "news-language", "the language of a publication must be a code of ISO 639, or zh-cn or zh-tw";
    /// The date of an article is not a day or a moment.
    NewsDate = "news-date", "publication_date must be a day, or a day and a time with its zone";
    /// An article is older than two days.
    NewsTooOld = "news-too-old", "a news sitemap lists articles of the last two days only";
    /// An entry has more than one news element.
    RepeatedNews = "repeated-news", "an entry may have one news element only";
    /// A file has more than 1,000 news elements. Reported once.
    TooManyNews = "too-many-news", "a file may have 1,000 news elements at most";
    /// A video lacks a required field.
    VideoIncomplete = "video-incomplete", "a video must have a thumbnail_loc, a title, a description, and a content_loc or player_loc";
    /// An address of a video is not an absolute URL.
    VideoUrl = "video-url", "the addresses of a video must be absolute URLs";
    /// A video has the address of the page as its own.
    VideoIsPage = "video-is-page", "content_loc and player_loc must not be the address of the page";
    /// The description of a video is too long.
    VideoDescription = "video-description", "the description of a video may have 2,048 characters at most";
    /// The duration of a video is not 1 to 28,800 seconds.
    VideoDuration = "video-duration", "duration must be a whole number of seconds from 1 to 28800";
    /// The rating of a video is not 0.0 to 5.0.
    VideoRating = "video-rating", "rating must be a number from 0.0 to 5.0";
    /// The views of a video are not a number.
    VideoViews = "video-views", "view_count must be a whole number";
    /// A date of a video is not a day or a moment.
    VideoDate = "video-date", "a date of a video must be a day, or a day and a time with its zone";
    /// An element that must be yes or no has another value.
    VideoYesNo = "video-yes-no", "family_friendly, requires_subscription and live must be yes or no";
    /// The relationship of a restriction or platform is missing, or neither allow nor deny.
    VideoRelationship = "video-relationship", "restriction and platform need relationship=\"allow\" or \"deny\"";
    /// A restriction lists values other than countries.
    VideoCountries = "video-countries", "restriction must list countries as codes of ISO 3166, separated by spaces";
    /// A platform is unknown.
    VideoPlatforms = "video-platforms", "platform must list web, mobile or tv, separated by spaces";
    /// The name of a video's uploader is too long, or the address about the uploader is on another
    /// site than the page.
    VideoUploader = "video-uploader", "uploader may have 255 characters at most, and its info must be a URL on the host of the page";
    /// A video has more than 32 tags.
    VideoTags = "video-tags", "a video may have 32 tags at most";
    /// An index lists another index, which search engines do not read.
    NestedIndex = "nested-index", "an index must not list another index";
}

impl ProblemKind {
    /// Whether an XML parser stops reading at such a problem. Search engines that use an XML parser
    /// do not see the rest of the file, and most of them then ignore the whole file.
    ///
    /// The reader of this crate continues after such problems. Whether it reports all of them
    /// depends on [`ReadOptions::strict`](super::ReadOptions::strict).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_sitemap::ProblemKind;
    ///
    /// assert!(ProblemKind::BareAmpersand.stops_xml_parsers());
    /// assert!(!ProblemKind::InvalidLastmod.stops_xml_parsers());
    /// ```
    pub const fn stops_xml_parsers(self) -> bool {
        matches!(
            self,
            ProblemKind::BareAmpersand
                | ProblemKind::UndefinedEntity
                | ProblemKind::InvalidCharacter
                | ProblemKind::InvalidUtf8
                | ProblemKind::MalformedMarkup
                | ProblemKind::UnmatchedEndTag
                | ProblemKind::UnclosedElement
                | ProblemKind::UnexpectedEnd
                | ProblemKind::MisplacedDeclaration
                | ProblemKind::MalformedAttribute
                | ProblemKind::RepeatedAttribute
                | ProblemKind::UnboundPrefix
                | ProblemKind::HyphensInComment
                | ProblemKind::ForbiddenCharacter
                | ProblemKind::NoRoot
                | ProblemKind::MalformedProlog
                | ProblemKind::UnclosedDoctype
        )
    }
}

/// A violation of the protocol in a sitemap; reading continues after it.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Item, ProblemKind, Reader};
///
/// let text = "https://example.com/\nnot a URL\nhttps://example.com/b\n";
/// let mut problems = Vec::new();
/// let mut reader = Reader::new(text.as_bytes());
/// while let Some(item) = reader.next_item() {
///     if let Item::Problem(problem) = item? {
///         problems.push((problem.line, problem.kind, problem.entry_dropped));
///     }
/// }
/// assert_eq!(problems, [(2, ProblemKind::LocNotAbsolute, true)]);
/// # Ok::<(), robots_exclusion_sitemap::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The line of the element or text concerned, from 1.
    pub line: u64,
    /// Whether the entry is dropped because of this; a dropped entry is not returned.
    pub entry_dropped: bool,
    /// The beginning of the text with the problem, 120 characters at most; empty if there is no
    /// text.
    pub excerpt: String,
}

impl Problem {
    pub(super) fn new(kind: ProblemKind, line: u64, entry_dropped: bool, text: &str) -> Self {
        Problem {
            kind,
            line,
            entry_dropped,
            excerpt: excerpt(text),
        }
    }
}

/// With its line and the text: `line 4: lastmod is not a date: "yesterday"`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind.message())?;
        if !self.excerpt.is_empty() {
            write!(f, ": {:?}", self.excerpt)?;
        }
        Ok(())
    }
}

/// The most characters of a file that are cited: a wrong text may be megabytes long.
pub(super) const EXCERPT_CHARS: usize = 120;

/// The beginning of a text of a file, as problems and errors cite it.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT_CHARS).collect()
}
