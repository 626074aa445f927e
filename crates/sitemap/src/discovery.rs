//! Finds the URLs in a site's sitemaps that a crawler may visit.

use core::fmt;
use std::collections::HashSet;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::Arc;

use url::Url;

use robots_exclusion::extension::SitemapLine;
use robots_exclusion::fetch::{RobotsUrlError, in_scope, robots_url};
use robots_exclusion::{AgentList, RobotsTxt, Rules};

use super::entry::{Entry, EntryKind};
use super::error::Error;
use super::limits::Limits;
use super::problem::excerpt;
use super::reader::{ReadOptions, Reader};
use super::scope::Scope;

/// Finds the URLs in the sitemaps of a site that a crawler may visit.
///
/// It begins at the `Sitemap` lines of a robots.txt, follows indexes, and returns each page of the
/// site that the rules allow. This crate performs no I/O: your function fetches.
///
/// A robots.txt applies to its own site only (scheme, host and port), so pages of other sites are
/// skipped, even if a sitemap on another host lists them; for such pages, check the robots.txt of
/// their own site. A sitemap on the site is only fetched if the rules allow it. Each file is
/// fetched once, however often it is listed; only `http` and `https` addresses are fetched. A page
/// that several sitemaps list is returned several times.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_sitemap::Discovery;
/// use url::Url;
///
/// let site = Url::parse("https://example.com/")?;
/// let robots = RobotsTxt::parse(b"Sitemap: https://example.com/pages.txt\nUser-agent: *\nDisallow: /private/");
/// let fetch = |url: &Url| {
///     assert_eq!(url.path(), "/pages.txt");
///     Ok(b"https://example.com/a\nhttps://example.com/private/b\n".as_slice())
/// };
/// let found: Vec<_> = Discovery::new(&robots, &site, "FooBot")?.urls(fetch).collect::<Result<_, _>>()?;
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].url.as_str(), "https://example.com/a");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Discovery {
    rules: Rules,
    robots_url: Url,
    /// The URL of each `Sitemap` line, or its value if it is not a URL to fetch.
    lines: Vec<Result<Url, String>>,
    limits: Limits,
    max_sitemaps: usize,
    max_depth: u32,
    max_urls: u64,
}

impl Discovery {
    /// Takes the sitemaps that a robots.txt names, and its rules for a crawler: a product token, a
    /// list of several, or a [well-known crawler](robots_exclusion::agents).
    ///
    /// `site` is the address of that robots.txt, or of any page to which it applies.
    ///
    /// # Errors
    ///
    /// [`RobotsUrlError`] if `site` cannot have a robots.txt.
    pub fn new<'q>(
        robots: &RobotsTxt<'_>,
        site: &Url,
        agents: impl Into<AgentList<'q>>,
    ) -> Result<Self, RobotsUrlError> {
        let lines = robots.sitemaps().map(|value| {
            let url = SitemapLine::parse(value)
                .and_then(SitemapLine::url)
                .ok()
                .filter(is_web);
            url.ok_or_else(|| excerpt(&String::from_utf8_lossy(value)))
        });
        Ok(Discovery {
            rules: robots.rules_for(agents),
            robots_url: robots_url(site)?,
            lines: lines.collect(),
            limits: Limits::CURRENT,
            max_sitemaps: 10_000,
            max_depth: 2,
            max_urls: 50_000_000,
        })
    }

    /// Sets the limits of each file. The default is [`Limits::CURRENT`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the maximum number of files to fetch, including indexes. The default is 10,000.
    #[must_use]
    pub fn max_sitemaps(mut self, count: usize) -> Self {
        self.max_sitemaps = count;
        self
    }

    /// Sets how many indexes may lead to a sitemap, one after the other. The default is 2; the
    /// protocol allows one.
    #[must_use]
    pub fn max_depth(mut self, indexes: u32) -> Self {
        self.max_depth = indexes;
        self
    }

    /// Sets the maximum number of pages to check, allowed or not. The default is 50,000,000.
    #[must_use]
    pub fn max_urls(mut self, count: u64) -> Self {
        self.max_urls = count;
        self
    }

    /// Begins the discovery. `fetch` is called with the address of each file, after all previous
    /// files have been read.
    ///
    /// `fetch` must follow redirects and check the status. It returns the body, and only
    /// decompresses HTTP compression (`Content-Encoding`), not a `.gz` file.
    pub fn urls<F, R>(mut self, fetch: F) -> DiscoveredUrls<F, R>
    where
        F: FnMut(&Url) -> io::Result<R>,
        R: Read,
    {
        let mut queue = Queue::default();
        for line in core::mem::take(&mut self.lines) {
            match line {
                Ok(url) => queue.add(url, 0, &self),
                Err(value) => queue.errors.push_back(DiscoveryError::Line(value)),
            }
        }
        DiscoveredUrls {
            discovery: self,
            fetch,
            queue,
            open: None,
            urls: 0,
            left_out: LeftOut::default(),
        }
    }

    fn allows(&self, url: &Url) -> bool {
        self.rules.is_allowed(url)
    }

    fn is_on_site(&self, url: &Url) -> bool {
        in_scope(url, &self.robots_url)
    }
}

/// The files still to be read.
#[derive(Default)]
struct Queue {
    /// The addresses of the files, and how many indexes led to each.
    waiting: VecDeque<(Url, u32)>,
    /// Every address listed so far, at most `max_sitemaps`.
    seen: HashSet<String>,
    /// Whether more addresses were listed.
    overflowed: bool,
    /// Errors that are returned before anything else.
    errors: VecDeque<DiscoveryError>,
}

impl Queue {
    /// Adds a file to the queue, unless it was added before or exceeds a limit.
    fn add(&mut self, mut url: Url, depth: u32, discovery: &Discovery) {
        url.set_fragment(None);
        if self.seen.contains(url.as_str()) {
            return;
        }
        if self.seen.len() >= discovery.max_sitemaps {
            if !self.overflowed {
                self.overflowed = true;
                self.errors
                    .push_back(DiscoveryError::TooManySitemaps(discovery.max_sitemaps));
            }
            return;
        }
        self.seen.insert(url.as_str().into());
        if discovery.is_on_site(&url) && !discovery.allows(&url) {
            self.errors.push_back(DiscoveryError::Disallowed(url));
        } else {
            self.waiting.push_back((url, depth));
        }
    }
}

/// Whether a URL can be fetched.
fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

/// A page that a sitemap lists and the rules allow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct DiscoveredUrl {
    /// The parsed address of the page, which was checked against the rules.
    pub url: Url,
    /// The entry in the sitemap.
    pub entry: Entry,
    /// The sitemap.
    pub sitemap: Arc<Url>,
}

/// How many pages were left out: see [`DiscoveredUrls::left_out`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LeftOut {
    /// Pages that the rules disallow.
    pub disallowed: u64,
    /// Pages of other sites.
    pub elsewhere: u64,
    /// Problems in the files. Most problems mean that an entry was dropped.
    pub problems: u64,
}

/// The pages that [`Discovery::urls`] finds, file by file.
///
/// An `Err` means that one file could not be read, or that a limit was exceeded. The remaining
/// files follow, unless the limit on pages is reached.
pub struct DiscoveredUrls<F, R: Read> {
    discovery: Discovery,
    fetch: F,
    queue: Queue,
    open: Option<Open<R>>,
    /// Pages checked so far.
    urls: u64,
    left_out: LeftOut,
}

/// The file that is being read.
struct Open<R: Read> {
    sitemap: Arc<Url>,
    depth: u32,
    reader: Reader<R>,
}

impl<F, R: Read> DiscoveredUrls<F, R> {
    /// How many pages were left out so far, and why; problems count once their file is done.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// How many files were listed so far, including files not fetched.
    pub fn sitemaps(&self) -> usize {
        self.queue.seen.len()
    }
}

impl<F, R> DiscoveredUrls<F, R>
where
    F: FnMut(&Url) -> io::Result<R>,
    R: Read,
{
    /// Opens the next file; `None` if no file is left.
    fn open_next(&mut self) -> Option<Result<Open<R>, DiscoveryError>> {
        let (url, depth) = self.queue.waiting.pop_front()?;
        let input = match (self.fetch)(&url) {
            Ok(input) => input,
            Err(error) => return Some(Err(DiscoveryError::Fetch(url, error))),
        };
        let scope = Scope::of(&url).allow_site_of(&self.discovery.robots_url);
        let reader = ReadOptions::new()
            .limits(self.discovery.limits)
            .scope(scope)
            .read(input);
        Some(Ok(Open {
            sitemap: Arc::new(url),
            depth,
            reader,
        }))
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.left_out.problems += open.reader.problems();
        }
    }
}

impl<F, R> Iterator for DiscoveredUrls<F, R>
where
    F: FnMut(&Url) -> io::Result<R>,
    R: Read,
{
    type Item = Result<DiscoveredUrl, DiscoveryError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.queue.errors.pop_front() {
                return Some(Err(error));
            }
            let Some(open) = &mut self.open else {
                match self.open_next()? {
                    Ok(open) => self.open = Some(open),
                    Err(error) => return Some(Err(error)),
                }
                continue;
            };
            let entry = match open.reader.next() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) => {
                    let sitemap = Url::clone(&open.sitemap);
                    self.close();
                    return Some(Err(DiscoveryError::Read(sitemap, error)));
                }
                None => {
                    self.close();
                    continue;
                }
            };
            let url = entry.url().filter(is_web);
            if entry.kind == EntryKind::Sitemap {
                let depth = open.depth + 1;
                if depth > self.discovery.max_depth {
                    let index = Url::clone(&open.sitemap);
                    self.close();
                    return Some(Err(DiscoveryError::TooDeep(index)));
                }
                match url.filter(|_| entry.loc.chars().count() <= self.discovery.limits.loc_chars) {
                    Some(url) => self.queue.add(url, depth, &self.discovery),
                    None => self
                        .queue
                        .errors
                        .push_back(DiscoveryError::Line(excerpt(&entry.loc))),
                }
                continue;
            }
            if self.urls >= self.discovery.max_urls {
                self.close();
                self.queue.waiting.clear();
                return Some(Err(DiscoveryError::TooManyUrls(self.discovery.max_urls)));
            }
            self.urls += 1;
            let Some(url) = url.filter(|url| self.discovery.is_on_site(url)) else {
                self.left_out.elsewhere += 1;
                continue;
            };
            if !self.discovery.rules.check(&url).is_allowed() {
                self.left_out.disallowed += 1;
                continue;
            }
            return Some(Ok(DiscoveredUrl {
                url,
                entry,
                sitemap: Arc::clone(&open.sitemap),
            }));
        }
    }
}

impl<F, R: Read> fmt::Debug for DiscoveredUrls<F, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DiscoveredUrls")
            .field("sitemaps", &self.sitemaps())
            .field("left_out", &self.left_out())
            .finish_non_exhaustive()
    }
}

/// Why a file was not read, or which limit was exceeded; see [`DiscoveredUrls`].
#[derive(Debug)]
#[non_exhaustive]
pub enum DiscoveryError {
    /// A `Sitemap` line, or an entry of an index, is not a URL to fetch; the value, cut after 120
    /// characters.
    Line(String),
    /// The rules disallow fetching this sitemap.
    Disallowed(Url),
    /// This sitemap could not be fetched.
    Fetch(Url, io::Error),
    /// This sitemap could not be read to its end.
    Read(Url, Error),
    /// This index lies deeper than [`Discovery::max_depth`]; the files that it lists are not
    /// fetched.
    TooDeep(Url),
    /// More files are listed than [`Discovery::max_sitemaps`], the value here; the rest are not
    /// fetched.
    TooManySitemaps(usize),
    /// There are more pages than [`Discovery::max_urls`], the value here; nothing more is read.
    TooManyUrls(u64),
}

impl fmt::Display for DiscoveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiscoveryError::Line(value) => write!(f, "no sitemap to fetch: {value:?}"),
            DiscoveryError::Disallowed(url) => write!(f, "{url}: the rules disallow this sitemap"),
            DiscoveryError::Fetch(url, error) => write!(f, "{url}: cannot fetch the sitemap: {error}"),
            DiscoveryError::Read(url, error) => write!(f, "{url}: {error}"),
            DiscoveryError::TooDeep(url) => write!(f, "{url}: too many indexes lead to this one"),
            DiscoveryError::TooManySitemaps(limit) => write!(f, "more than {limit} sitemaps are named"),
            DiscoveryError::TooManyUrls(limit) => write!(f, "the sitemaps list more than {limit} pages"),
        }
    }
}

impl core::error::Error for DiscoveryError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            DiscoveryError::Fetch(_, error) => Some(error),
            DiscoveryError::Read(_, error) => Some(error),
            _ => None,
        }
    }
}
