//! The reader of sitemaps in any format.

use core::fmt;
use core::mem;
use std::io::{BufRead, Read};
use std::time::{SystemTime, UNIX_EPOCH};

use url::Url;

use super::entry::Entry;
use super::error::Error;
use super::format::Format;
use super::limits::Limits;
use super::output::{CheckOptions, Item, Output};
use super::problem::ProblemKind;
use super::scope::Scope;
use super::source::Source;
use super::text::Text;
use super::xml::Xml;

/// How to read a sitemap.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Limits, ReadOptions, Scope};
/// use url::Url;
///
/// let home = Url::parse("https://example.com/blog/sitemap.txt")?;
/// let file = "https://example.com/blog/a\nhttps://example.com/shop/b\n";
/// let reader = ReadOptions::new().limits(Limits::PROFILE_2007).scope(Scope::of(&home)).read(file.as_bytes());
/// assert_eq!(reader.count(), 1);
/// # Ok::<(), url::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    limits: Limits,
    scope: Option<Scope>,
    base: Option<Url>,
    now: Option<SystemTime>,
    in_index: bool,
    strict: bool,
}

impl ReadOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits of a file. The default is [`Limits::CURRENT`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Drops and reports entries that the sitemap may not list. By default it may list any URL.
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    /// Sets the address of the file, to which the links of RSS and Atom may be relative. An
    /// `xml:base` within the file takes precedence. By default, a relative link is reported and its
    /// entry dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_sitemap::ReadOptions;
    /// use url::Url;
    ///
    /// let feed = "<rss><channel><item><link>/news/1</link></item></channel></rss>";
    /// let options = ReadOptions::new().base(Url::parse("https://example.com/feed.xml")?);
    /// let entry = options.read(feed.as_bytes()).next().unwrap()?;
    /// assert_eq!(entry.loc, "https://example.com/news/1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn base(mut self, base: Url) -> Self {
        self.base = Some(base);
        self
    }

    /// Sets the present moment for checks of past and future dates, if these are
    /// [requested](Self::strict). The default is when reading begins.
    #[must_use]
    pub fn now(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

    /// Says whether an index lists the file. If so, the file must not be an index itself; otherwise
    /// this is reported. The default is false.
    #[must_use]
    pub fn in_index(mut self, in_index: bool) -> Self {
        self.in_index = in_index;
        self
    }

    /// Also reports errors at which XML parsers stop, and content that search engines ignore or
    /// advise against. By default these problems are not looked for.
    ///
    /// In XML: a declaration in the wrong place, prefixes that are not declared, attributes that
    /// are repeated or not in quotes, `--` in comments, characters that XML does not allow, and
    /// errors outside entries. In any format: URLs listed twice or with a fragment, and dates in
    /// the future. In a `urlset` or an index: no entries, and quotes in `loc` that are not written
    /// as entities. In extensions: wrong namespaces, and violations of Google's documentation of
    /// images, videos, news and links to other versions of a page ([`Reader::unread`] lists
    /// elements that are not checked). In an index: entries for the index itself, if the
    /// [scope](Self::scope) gives its address, and for a robots.txt. This does not change which
    /// entries are read. Without such a [problem](ProblemKind::stops_xml_parsers) an XML parser
    /// reads the file, unless it has a document type declaration or a token that is too long, which
    /// are always reported.
    ///
    /// # Complexity
    ///
    /// Takes about twice the time, and 16 bytes for each entry.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_sitemap::{Item, ProblemKind, ReadOptions};
    ///
    /// let file = "\n<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
    ///     <url><loc>https://example.com/</loc></url></urlset>";
    /// let mut reader = ReadOptions::new().strict(true).read(file.as_bytes());
    /// let first = reader.next_item().unwrap()?;
    /// assert!(matches!(first, Item::Problem(problem) if problem.kind == ProblemKind::MisplacedDeclaration));
    /// assert!(matches!(reader.next_item().unwrap()?, Item::Entry(_)));
    /// # Ok::<(), robots_exclusion_sitemap::Error>(())
    /// ```
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// A reader of this input, which is not read before the first entry is requested.
    ///
    /// The reader buffers by itself; give it an unbuffered file.
    pub fn read<R: Read>(self, input: R) -> Reader<R> {
        Reader {
            state: State::Unopened(input),
            format: None,
            entries: 0,
            problems: 0,
            output: Output::new(CheckOptions {
                limits: self.limits,
                scope: self.scope,
                base: self.base,
                now: unix_seconds(self.now.unwrap_or_else(SystemTime::now)),
                in_index: self.in_index,
                strict: self.strict,
            }),
            error: None,
        }
    }
}

/// Reads a sitemap of any format, entry by entry, in constant memory.
///
/// As an iterator it yields the entries and skips [`Problem`](super::Problem)s;
/// [`next_item`](Reader::next_item) yields the problems too. After an error it yields nothing more.
///
/// The format is detected from the content: gzip by its first bytes, XML by a `<` and its kind by
/// the root element; anything else is text. XML names may have any prefixes in sitemaps and Atom;
/// in RSS they must have the usual prefixes (none, and `dc` for the date of Dublin Core). In an
/// index an entry is a sitemap, otherwise a page; nothing is fetched here. A `loc` that needs
/// percent-encoding, or has an ampersand that is not written as an entity, is reported, and the
/// entry is returned. Repeated URLs are looked for only if this is
/// [requested](ReadOptions::strict), because it takes memory.
///
/// # Complexity
///
/// Time linear in the decompressed bytes, which [`Limits::bytes`] bounds. Memory constant.
///
/// # Examples
///
/// ```
/// use robots_exclusion_sitemap::{Format, Reader};
///
/// let file = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
///     <sitemap><loc>https://example.com/1.xml</loc></sitemap></sitemapindex>";
/// let mut reader = Reader::new(file.as_bytes());
/// assert_eq!(reader.next().unwrap()?.loc, "https://example.com/1.xml");
/// assert_eq!(reader.format(), Some(Format::Index));
/// assert!(reader.next().is_none());
/// # Ok::<(), robots_exclusion_sitemap::Error>(())
/// ```
pub struct Reader<R: Read> {
    state: State<R>,
    format: Option<Format>,
    entries: u64,
    problems: u64,
    output: Output,
    /// The error that ended reading, until it is returned.
    error: Option<Error>,
}

enum State<R: Read> {
    Unopened(R),
    Xml(Box<Xml<R>>),
    Text(Text<R>),
    Done,
}

impl<R: Read> Reader<R> {
    /// Reads with today's limits, and lets the sitemap list any URL; see [`ReadOptions`].
    pub fn new(input: R) -> Self {
        ReadOptions::new().read(input)
    }

    /// The format, once it is known: in XML from the root element on, which may come after a
    /// problem; otherwise from the first item on.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// How many entries have been returned so far.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// How many problems have been found so far, including those that were skipped.
    pub fn problems(&self) -> u64 {
        self.problems
    }

    /// The names of elements and attributes in entries that search engines do not read (any more,
    /// for `image:title`), or that this crate does not check (`pagemap:DataObject`), each with how
    /// often it has occurred so far. Empty unless [requested](ReadOptions::strict); at most 64
    /// names.
    pub fn unread(&self) -> impl Iterator<Item = (&str, u64)> {
        self.output.unread_names()
    }

    /// Reads the next entry or problem; `None` at the end and after an error.
    ///
    /// # Errors
    ///
    /// [`Error`] if the input fails or the file exceeds its limits.
    pub fn next_item(&mut self) -> Option<Result<Item, Error>> {
        loop {
            if let Some(item) = self.output.pop() {
                match item {
                    Item::Entry(_) => self.entries += 1,
                    Item::Problem(_) => self.problems += 1,
                }
                return Some(Ok(item));
            }
            if let Some(error) = self.error.take() {
                return Some(Err(error));
            }
            if matches!(self.state, State::Done) {
                return None;
            }
            // Results from just before the end, or before an error, are returned first.
            let more = self.advance();
            if matches!(more, Ok(false)) {
                let source = match &self.state {
                    State::Xml(xml) => Some(xml.source()),
                    State::Text(text) => Some(text.source()),
                    State::Unopened(_) | State::Done => None,
                };
                if let Some(source) = source
                    && source.has_trailing_bytes()
                {
                    let line = source.line();
                    self.output.problem(ProblemKind::TrailingBytes, line, false, "");
                }
            }
            if !matches!(more, Ok(true)) {
                self.state = State::Done;
                self.error = more.err();
            }
        }
    }

    /// Continues reading; false at the end.
    fn advance(&mut self) -> Result<bool, Error> {
        match &mut self.state {
            State::Unopened(_) => {
                let State::Unopened(input) = mem::replace(&mut self.state, State::Done) else {
                    unreachable!("matched above")
                };
                self.state = self.open(input)?;
                Ok(true)
            }
            State::Xml(xml) => {
                let more = xml.advance(&mut self.output);
                self.format = xml.format();
                more
            }
            State::Text(text) => text.advance(&mut self.output),
            State::Done => Ok(false),
        }
    }

    fn open(&mut self, input: R) -> Result<State<R>, Error> {
        let limits = self.output.options.limits;
        let failed = |error| Error::of_read(error, &limits);
        let mut source = Source::open(input, &limits)?;
        // The format is detected after leading white space. (XML forbids white space before its
        // declaration; that is reported elsewhere.)
        let mut form_feed = false;
        let first = loop {
            source.begin_token();
            let available = source.fill_buf().map_err(failed)?;
            let blank = available
                .iter()
                .take_while(|byte| byte.is_ascii_whitespace())
                .count();
            match available.get(blank).copied() {
                None if available.is_empty() => break None,
                first => {
                    if self.output.options.strict && available[..blank].contains(&b'\x0c') {
                        form_feed = true;
                    }
                    source.consume(blank);
                    if first.is_some() {
                        break first;
                    }
                }
            }
        };
        Ok(if first == Some(b'<') {
            if form_feed {
                self.output.problem(ProblemKind::ForbiddenCharacter, 1, false, "");
            }
            State::Xml(Box::new(Xml::new(source, self.output.options.strict)))
        } else {
            if first.is_none() {
                self.output.problem(ProblemKind::Empty, 1, false, "");
            }
            self.format = Some(Format::Text);
            State::Text(Text::new(source))
        })
    }
}

/// Seconds since 1970; 0 before.
fn unix_seconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_item()? {
                Ok(Item::Entry(entry)) => return Some(Ok(entry)),
                Ok(Item::Problem(_)) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<R: Read> core::iter::FusedIterator for Reader<R> {}

impl<R: Read> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.format)
            .field("entries", &self.entries)
            .field("problems", &self.problems)
            .finish_non_exhaustive()
    }
}
