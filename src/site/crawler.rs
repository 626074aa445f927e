//! What does not depend on the site: a crawler's names, how it reads files, and its delays.

use core::hash::{Hash, Hasher};
use core::time::Duration;

use crate::agents::Agent;
#[cfg(doc)]
use crate::agents::UserAgent;
use crate::dialect::{Dialect, NameTest};
use crate::fetch::FetchPolicy;
use crate::robots_txt::ParseOptions;
use crate::rules::Rules;
use crate::syntax::agent_list::AgentList;
use crate::syntax::body_format::is_binary;
use crate::syntax::crawler_name::cut;
use crate::syntax::record::{Record, Tag};

/// A crawler: which rules apply to it, how it reads them, and how fast it goes if a site does not
/// say.
///
/// One value serves all sites. [`Site`](super::Site) asks for it in every call instead of keeping a
/// copy, so that what is kept for each site stays small, and settings can change while sites are
/// kept. Delays may change at any time. If the names, the way of reading or the
/// [policy](Dialect::fetch_policy) change, what a site has kept no longer applies, so the next
/// decision is to fetch robots.txt again.
///
/// There are two crawlers to start from:
///
/// | | [`new`](Self::new): a polite crawler | [`strict`](Self::strict): RFC 9309 to the letter |
/// |---|---|---|
/// | dialect | [`Dialect::LENIENT`] | [`Dialect::RFC_9309`] |
/// | `Disalow: /x`, `Disallow /x`, rules above all groups | obeyed as they were intended | ignored |
/// | robots.txt answered with 429 (Too Many Requests) | unreachable: nothing is fetched until `Retry-After` | unavailable, like any 4xx: everything is allowed for a day (section 2.3.1.3), but also not before `Retry-After` |
/// | robots.txt in UTF-16 | converted | unreachable: the file must be UTF-8 (section 2.2) |
/// | robots.txt that is not text | unreachable | unreachable |
/// | [delay](Self::default_delay) where a site asks for none | one second | none |
/// | [least delay](Self::min_delay) where it asks for one | one second | none |
/// | the shortest time between two requests for robots.txt, whatever its headers say (`no-cache`, `max-age=60`) | five minutes | one minute |
/// | 401, 403 and other 4xx, redirects, 5xx, cache lifetimes, size | RFC 9309 | RFC 9309 |
/// | `Crawl-delay`, `Request-rate`, `Visit-time` | obeyed, robots.txt included | the same |
/// | a delay of more than [an hour](Self::max_delay) | the site is skipped | the site is skipped |
/// | requests that are open [at a time](Self::max_open) | one | one |
/// | pages answered with 429 or 5xx, or not at all | [slows down](super::Site::on_page_response) | slows down |
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::site::Crawler;
///
/// let crawler = Crawler::new("FooBot/2.1 (+https://foo.example)")
///     .default_delay(Duration::from_secs(2))
///     .max_delay(Duration::from_secs(120));
/// assert_eq!(crawler.name(), "FooBot");
/// assert!(crawler.fetch_policy().is_429_unreachable);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    agents: AgentList<'static>,
    options: ParseOptions,
    default_delay: Duration,
    min_delay: Duration,
    max_delay: Duration,
    max_wait: Duration,
    max_open: u8,
    least_lifetime: Duration,
    fingerprint: u64,
}

/// The longest delay that a crawler follows by default.
const MAX_DELAY: Duration = Duration::from_secs(60 * 60);

/// The longest wait, other than a delay that the site asks for, that is worth waiting for.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The upper limit of [`Crawler::max_delay`]. Requests for robots.txt, which is fetched every day,
/// are paced too: with a longer delay there would be no time for a page in between.
const LONGEST_DELAY: Duration = Duration::from_secs(12 * 60 * 60);

impl Crawler {
    /// A polite crawler: it obeys misspelled lines as they were intended, waits a second between
    /// two requests, and slows down for a server that asks for fewer.
    ///
    /// `agents` names the crawler (see [`AgentList`]). A string is a product token, even if it is
    /// the name of a well-known crawler, and is cut where the token ends: pass your own
    /// `User-Agent` header, unless it begins with `Mozilla/`. For such a header, and for the name
    /// of a well-known crawler, pass the result of [`UserAgent::resolve`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{self, UserAgent};
    /// use robots_exclusion::site::Crawler;
    ///
    /// assert_eq!(Crawler::new("FooBot/2.1 (+https://foo.example)").name(), "FooBot");
    /// assert_eq!(Crawler::new(["FooBot-Images", "FooBot"]).name(), "FooBot-Images");
    /// let header = UserAgent::resolve("Mozilla/5.0 (compatible; FooBot/2.1)");
    /// assert_eq!(Crawler::new(&header).name(), "FooBot");
    /// // Both fall back to the groups for Googlebot, as Google documents.
    /// let image = UserAgent::resolve("Googlebot-Image");
    /// assert_eq!(Crawler::new(&image), Crawler::new(&agents::GOOGLEBOT_IMAGE));
    /// ```
    #[must_use]
    pub fn new<'q>(agents: impl Into<AgentList<'q>>) -> Self {
        let options = ParseOptions::new()
            .dialect(Dialect::LENIENT)
            .transcode_utf16(true);
        Self {
            default_delay: Duration::from_secs(1),
            min_delay: Duration::from_secs(1),
            least_lifetime: Duration::from_secs(5 * 60),
            ..Self::with(agents.into(), options)
        }
    }

    /// A crawler that does what RFC 9309 says and no more. See the table above. `agents` has the
    /// same meaning as in [`new`](Self::new).
    #[must_use]
    pub fn strict<'q>(agents: impl Into<AgentList<'q>>) -> Self {
        Self::with(agents.into(), ParseOptions::new())
    }

    /// A well-known crawler as its operator documents it: its names, its
    /// [dialect](Agent::dialect) and what an answer to a request for robots.txt means to it
    /// ([`Agent::fetch_policy`]). Use it to find out what another operator's crawler may do.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::site::Crawler;
    /// use robots_exclusion::{Dialect, agents};
    ///
    /// let google = Crawler::as_agent(&agents::GOOGLEBOT_IMAGE);
    /// assert_eq!(google.name(), "Googlebot-Image");
    /// assert_eq!(google.fetch_policy(), Dialect::GOOGLE.fetch_policy);
    /// ```
    #[must_use]
    pub fn as_agent(agent: &Agent) -> Self {
        let options = ParseOptions::new().dialect(agent.dialect_with_policy());
        Self::with(agent.list(), options)
    }

    fn with(agents: AgentList<'_>, options: ParseOptions) -> Self {
        let crawler = Self {
            agents: agents.into_owned(),
            options,
            default_delay: Duration::ZERO,
            min_delay: Duration::ZERO,
            max_delay: MAX_DELAY,
            max_wait: MAX_WAIT,
            max_open: 1,
            least_lifetime: Duration::from_secs(60),
            fingerprint: 0,
        };
        crawler.parse_options(options)
    }

    /// How files are read: the dialect with its [policy](Dialect::fetch_policy), how much is read,
    /// whether UTF-16 is converted. Replaces all that [`new`](Self::new) or
    /// [`strict`](Self::strict) chose. Sitemap and Host lines are always kept with the rules.
    #[must_use]
    pub fn parse_options(mut self, options: ParseOptions) -> Self {
        self.options = options.keep_site_lines(true);
        let mut hasher = Fnv::default();
        self.agents
            .compared_in(&self.options.chosen_dialect())
            .hash(&mut hasher);
        self.options.hash(&mut hasher);
        self.fingerprint = hasher.finish();
        self
    }

    /// How files are read, and what an answer to a request for one means
    /// ([`Dialect::fetch_policy`]). The remaining [options](Self::parse_options) stay. Call it
    /// after [`parse_options`](Self::parse_options), which would replace the dialect.
    #[must_use]
    pub fn dialect(self, dialect: Dialect) -> Self {
        let options = self.options.dialect(dialect);
        self.parse_options(options)
    }

    /// The delay between two fetches where a site asks for none, from the end of one to the start of
    /// the next. The default is one second, and none for a [`strict`](Self::strict) crawler.
    #[must_use]
    pub fn default_delay(mut self, delay: Duration) -> Self {
        self.default_delay = delay;
        self
    }

    /// The least delay between two fetches where a site asks for one: whoever writes
    /// `Crawl-delay: 0` does not expect a thousand requests a second. The default is one second,
    /// and none for a [`strict`](Self::strict) crawler; the limit is [`max_delay`](Self::max_delay).
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{BodyBuffer, Fetched, Reply, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Site};
    ///
    /// let mut body = BodyBuffer::new(1000);
    /// body.push(b"User-agent: *\nCrawl-delay: 0\n");
    /// let fetched = Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body.finish());
    /// let crawler = Crawler::new("FooBot").default_delay(Duration::from_secs(5));
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let mut site = Site::new("https://example.com/")?;
    /// site.on_response(&crawler, at(100), &fetched);
    /// assert_eq!(site.next_page_at(&crawler, at(100)), at(101));
    /// let faster = crawler.min_delay(Duration::ZERO);
    /// assert_eq!(site.next_page_at(&faster, at(100)), at(100));
    /// # Ok::<(), robots_exclusion::site::NotASite>(())
    /// ```
    #[must_use]
    pub fn min_delay(mut self, delay: Duration) -> Self {
        self.min_delay = delay;
        self
    }

    /// The longest delay that is followed. A site that asks for a longer one, at all times at which
    /// it may be visited, is skipped ([`Decision::TooSlow`](super::Decision::TooSlow)): it has not
    /// permitted a faster pace. The default is one hour; the limit is at most twelve hours, so that
    /// there is time for pages between two requests for robots.txt.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{BodyBuffer, Fetched, Reply, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Decision, Site};
    ///
    /// let mut body = BodyBuffer::new(1000);
    /// body.push(b"User-agent: *\nCrawl-delay: 600\n");
    /// let fetched = Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body.finish());
    /// let crawler = Crawler::new("FooBot").max_delay(Duration::from_secs(60));
    /// let (mut site, now) = (Site::new("https://example.com/")?, Timestamp::UNIX_EPOCH);
    /// site.on_response(&crawler, now, &fetched);
    /// let asked = Duration::from_secs(600);
    /// assert_eq!(site.decide(&crawler, now, "/"), Decision::TooSlow(asked));
    /// # Ok::<(), robots_exclusion::site::NotASite>(())
    /// ```
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay.min(LONGEST_DELAY);
        self
    }

    /// The longest wait that is worth waiting for. After a longer one, the decision is
    /// [`Decision::GiveUpUntil`](super::Decision::GiveUpUntil) instead of
    /// [`Decision::WaitUntil`](super::Decision::WaitUntil). The default is one minute.
    ///
    /// This limits pauses that the server asks for (`Retry-After`), hours of visit, and delays that
    /// have doubled after complaints of the server. The delay that the site asks for has its own
    /// limit, [`max_delay`](Self::max_delay), and a robots.txt that cannot be reached is never
    /// waited for.
    #[must_use]
    pub fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// How many requests may be open at a time to one server: to all that share a
    /// [`Pace`](super::Pace), robots.txt included. The default is 1, so a server that needs half a
    /// minute for a page gets one request in that time, and the delay counts from its answer; 0
    /// means 1, and 255 that there is no limit.
    ///
    /// With more than one, the delay counts from when the last of them began, until all have ended.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::Timestamp;
    /// use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
    /// use robots_exclusion::site::{Crawler, Decision, Site, WaitReason};
    ///
    /// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
    /// let (one, two) = (Crawler::new("FooBot"), Crawler::new("FooBot").max_open(2));
    /// let mut site = Site::new("https://example.com/")?;
    /// let no_file = ResponseHead::from_status(404);
    /// site.on_response(&one, at(0), &Fetched::new(Reply::Status(404), &no_file, Body::default()));
    /// site.on_page_request(at(1));
    /// // Twenty seconds later the page is not there yet.
    /// let wait = Decision::WaitUntil(at(21), WaitReason::RequestInFlight);
    /// assert_eq!(site.decide(&one, at(20), "/b"), wait);
    /// assert_eq!(site.decide(&two, at(20), "/b"), Decision::FetchPage);
    /// site.on_page_response(at(30), &ResponseHead::from_status(200));
    /// assert_eq!(site.next_page_at(&one, at(30)), at(31));
    /// # Ok::<(), robots_exclusion::site::NotASite>(())
    /// ```
    #[must_use]
    pub fn max_open(mut self, requests: u8) -> Self {
        self.max_open = requests.max(1);
        self
    }

    /// The crawler's product token: the first of its names, without a version. `*` if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        let first = self.agents.tokens().next().unwrap_or_default();
        let token = core::str::from_utf8(cut(NameTest::ProductToken, first.as_bytes())).unwrap_or(first);
        match (token, first) {
            ("", "") => "*",
            ("", first) => first,
            (token, _) => token,
        }
    }

    /// The names by which groups are looked up, most preferred first.
    #[must_use]
    pub fn agents(&self) -> &AgentList<'static> {
        &self.agents
    }

    /// The policy of the dialect, which says what an answer to a request for robots.txt means.
    #[must_use]
    pub fn fetch_policy(&self) -> FetchPolicy {
        self.options.chosen_dialect().fetch_policy
    }

    /// The rules of a body for this crawler; `None` if it is not text.
    pub(super) fn read(&self, body: &[u8], is_truncated: bool) -> Option<Rules> {
        let options = self.options.truncated(is_truncated);
        let robots = options.parse(body);
        // A file with any line that is understood counts as text, whatever its other lines are.
        let means_something = |record: &Record| !matches!(record.tag(), Tag::Unknown | Tag::Blank);
        if !robots.records().iter().any(means_something) && is_binary(robots.body()) {
            return None;
        }
        Some(robots.rules_for(&self.agents))
    }

    /// A hash of everything that rules depend on: two crawlers with the same fingerprint read the
    /// same rules from the same answer.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The delay where a site asks for none.
    pub(super) fn own_delay(&self) -> Duration {
        self.default_delay
    }

    /// The least delay where a site asks for one.
    pub(super) fn least_delay(&self) -> Duration {
        self.min_delay.min(self.max_delay)
    }

    pub(super) fn longest_delay(&self) -> Duration {
        self.max_delay
    }

    pub(super) fn longest_wait(&self) -> Duration {
        self.max_wait
    }

    /// How many requests may be open at a time; `u8::MAX` is no limit.
    pub(super) fn most_open(&self) -> u8 {
        self.max_open
    }

    /// How long a good answer holds at least, whatever its headers say. Without this, one that must
    /// not be cached would be stale before the first page could be fetched.
    pub(super) fn least_lifetime(&self) -> Duration {
        self.least_lifetime
    }
}

/// FNV-1a in 64 bits. Fingerprints are saved, so they must be the same in every process. Numbers of
/// any width are hashed as 64 bits, so that the hash does not depend on the machine either.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}
