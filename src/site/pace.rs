//! How fast a server is asked: when it was asked last, and how its answers slow a crawler down.

use core::time::Duration;

use super::moment::{Moment, Second};
use crate::timestamp::Timestamp;

/// The longest that a server can ask for with `Retry-After`: one odd header should not make a
/// crawler lose a site.
const MAX_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest delay that doubling leads to.
const MAX_DELAY: Duration = Duration::from_secs(60 * 60);

/// How often the delay is doubled at most: enough to turn a second into more than an hour.
const MAX_DOUBLINGS: u8 = 12;

/// How long after the last complaint one doubling is taken back without a page that was answered.
const CALM: Duration = Duration::from_secs(60 * 60);

/// From which good answer in a row on each takes back one doubling. With one, a server that fails at
/// every other page would be asked as if it were well; with three, so would hardly any of which some
/// pages are broken.
const ANSWERS_IN_A_ROW: u8 = 2;

/// How long after the last request began those that were not answered count as lost: the tasks that
/// made them may have ended. No client waits so long.
const LOST: Duration = Duration::from_secs(5 * 60);

/// How far a time that was recorded may lie in the future before it is not believed: clocks are
/// corrected by seconds all the time, and only a larger step means that the clock was wrong.
pub(super) const CLOCK_TOLERANCE: Duration = Duration::from_secs(60);

/// How fast a server is asked: when the last request was, how many are open, whether the server wants
/// a pause, and how much its complaints slow the crawler down.
///
/// Every [`Site`](super::Site) has one of its own, and most crawlers need not know. But one server
/// may have several sites: `http` and `https`, two ports, `www.` and the name without. Each has its
/// own robots.txt and so its own `Site`, and all of them together should not be asked faster than
/// one. Keep a pace for each host (or address), and lend it to the site that is visited:
///
/// ```
/// # #[cfg(all(feature = "std", feature = "url"))] {
/// use std::collections::HashMap;
/// use robots_exclusion::Timestamp;
/// use robots_exclusion::fetch::{Request, ResponseHead};
/// use robots_exclusion::site::{Crawler, Pace, Site, Visit, WaitReason};
/// use url::Url;
///
/// # let send = |_: Request<'_>| Ok((ResponseHead::from_status(404), &b""[..]));
/// # let now = || Timestamp::UNIX_EPOCH;
/// let crawler = Crawler::new("FooBot");
/// let mut sites: HashMap<url::Origin, Site> = HashMap::new();
/// let mut paces: HashMap<String, Pace> = HashMap::new();
/// let mut visits = Vec::new();
/// for url in ["http://example.com/", "https://example.com/"] {
///     let url = Url::parse(url)?;
///     let host = url.host_str().unwrap_or_default().to_owned();
///     let site = sites.entry(url.origin()).or_insert(Site::new(&url)?);
///     let pace = paces.entry(host).or_default();
///     site.set_pace(*pace);
///     visits.push(site.visit(&crawler, now, &url, send)?);
///     *pace = site.pace();
/// }
/// // A second has not passed since robots.txt of the first was fetched.
/// assert!(matches!(visits[1], Visit::WaitUntil(_, WaitReason::Delay)));
/// assert!(sites[&Url::parse("https://example.com/")?.origin()].outcome().is_none());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Visit the sites of one host one after the other, as you would a single one, or keep the pace
/// where you record a request and its answer. The site that is visited next determines the delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// When the last request began, for a page or for robots.txt, or when the last one that was open
    /// ended: whichever was later.
    pub(super) last_request_at: Option<Moment>,
    pub(super) paused_until: Option<Moment>,
    /// When `doublings` was changed last; `None` if there are none.
    pub(super) slowed_at: Option<Second>,
    /// How often the delay is doubled.
    pub(super) doublings: u8,
    /// How many answers in a row were good since the last complaint: at most [`ANSWERS_IN_A_ROW`],
    /// and 0 if there are no doublings.
    pub(super) answered: u8,
    /// How many requests have begun and not ended.
    pub(super) open: u8,
    /// Whether a request has begun since the last complaint that counted.
    pub(super) has_asked: bool,
}

impl Pace {
    /// The pace of a server that was never asked.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            last_request_at: None,
            paused_until: None,
            slowed_at: None,
            doublings: 0,
            answered: 0,
            open: 0,
            has_asked: false,
        }
    }

    /// The slower of two paces in every respect: for sites of one host that were saved with a pace
    /// each.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::site::{Pace, Site};
    ///
    /// let sites = ["http://example.com/", "https://example.com/"].map(|url| Site::new(url).unwrap());
    /// let pace = sites.iter().map(Site::pace).fold(Pace::new(), Pace::merge);
    /// assert_eq!(pace, Pace::new());
    /// ```
    #[must_use]
    pub fn merge(self, other: Self) -> Self {
        let slower = if self.doublings < other.doublings {
            other
        } else {
            self
        };
        Self {
            last_request_at: self.last_request_at.max(other.last_request_at),
            paused_until: self.paused_until.max(other.paused_until),
            open: self.open.max(other.open),
            ..slower
        }
    }

    /// A request begins.
    pub(super) fn on_request(&mut self, now: Timestamp) {
        self.open = self.open_at(now).saturating_add(1);
        self.begin(now);
    }

    /// A request begins in place of one that counts as lost.
    pub(super) fn on_request_again(&mut self, now: Timestamp) {
        self.open = self.open_at(now).max(1);
        self.begin(now);
    }

    fn begin(&mut self, now: Timestamp) {
        self.last_request_at = Some(now.into());
        self.has_asked = true;
    }

    /// A request that was recorded has ended, well or not.
    pub(super) fn on_end(&mut self, now: Timestamp) {
        self.open = self.open_at(now);
        // While others are open, the delay counts from when the last of them began.
        if self.open <= 1 {
            self.on_use(now);
        }
        self.on_abort();
    }

    /// The server was busy with a request up to now.
    pub(super) fn on_use(&mut self, now: Timestamp) {
        self.open = self.open_at(now);
        let previous = self.previous(now).unwrap_or(now);
        self.last_request_at = Some(previous.max(now).into());
    }

    /// The crawler itself has given up a request.
    pub(super) fn on_abort(&mut self) {
        self.open = self.open.saturating_sub(1);
    }

    /// Takes in the answer to a request for a page: its status, and how long the server asks to
    /// wait.
    pub(super) fn on_answer(&mut self, now: Timestamp, status: u16, retry_after: Option<Duration>) {
        match status {
            429 | 500.. => self.on_complaint(now),
            _ => self.on_good_answer(now),
        }
        self.on_retry_after(now, status, retry_after);
    }

    fn on_good_answer(&mut self, now: Timestamp) {
        self.on_end(now);
        let doublings = self.doublings_at(now);
        self.answered = (self.answered + 1).min(ANSWERS_IN_A_ROW);
        if doublings == 0 {
            self.set_doublings(now, 0);
        } else if self.answered == ANSWERS_IN_A_ROW {
            self.set_doublings(now, doublings - 1);
        }
    }

    /// Takes in how long the server asks to wait, in an answer of this status, about a page or
    /// robots.txt.
    pub(super) fn on_retry_after(&mut self, now: Timestamp, status: u16, retry_after: Option<Duration>) {
        // RFC 9110 section 10.2.3 has `Retry-After` in 503 and in redirects, RFC 6585 in 429; other
        // servers that fail send it too.
        if let (300..=399 | 429 | 500.., Some(wait)) = (status, retry_after) {
            let until = now.saturating_add(wait.min(MAX_PAUSE)).into();
            // A pause that is ignored, since the clock was set back, must not outlast this one.
            let paused = self.pause_end(now).map(Moment::from);
            self.paused_until = paused.max(Some(until));
        }
    }

    /// A request for a page has ended, and the server asks for fewer, or cannot keep up with them.
    pub(super) fn on_complaint(&mut self, now: Timestamp) {
        // A server that cannot keep up says so to every request that is open. That is one complaint,
        // unless a request was made in spite of it. A request that nobody recorded is one of its own.
        let is_repeated = !self.has_asked && self.open_at(now) > 0;
        self.on_end(now);
        self.answered = 0;
        if !is_repeated {
            self.has_asked = false;
            self.set_doublings(now, (self.doublings_at(now) + 1).min(MAX_DOUBLINGS));
        }
    }

    fn set_doublings(&mut self, now: Timestamp, doublings: u8) {
        self.doublings = doublings;
        if doublings == 0 {
            self.answered = 0;
        }
        self.slowed_at = (doublings > 0).then(|| now.into());
    }

    /// How often the delay is doubled at a time: once less for each hour without a change.
    fn doublings_at(&self, time: Timestamp) -> u8 {
        let Some(since) = self.slowed_at else {
            return 0;
        };
        let hours = time.duration_since(since.into()).as_secs() / CALM.as_secs();
        self.doublings
            .saturating_sub(u8::try_from(hours).unwrap_or(u8::MAX))
    }

    /// How many requests are open: none if the last one counts as lost.
    pub(super) fn open_at(&self, now: Timestamp) -> u8 {
        self.lost_at(now).map_or(0, |_| self.open)
    }

    /// When the requests that are open count as lost, if that is still to come.
    pub(super) fn lost_at(&self, now: Timestamp) -> Option<Timestamp> {
        let lost_at = self.previous(now)?.saturating_add(LOST);
        (lost_at > now).then_some(lost_at)
    }

    /// When the last request began, or ended; `None` if there was none, or if that lies in the
    /// future, because the clock was set back since.
    pub(super) fn previous(&self, now: Timestamp) -> Option<Timestamp> {
        let last = Timestamp::from(self.last_request_at?);
        (last.duration_since(now) <= CLOCK_TOLERANCE).then_some(last)
    }

    /// The delay after a request that ended at the time `previous` if the site asks for `delay`.
    pub(super) fn slowed(&self, delay: Duration, previous: Timestamp) -> Duration {
        let doublings = self.doublings_at(previous);
        if doublings == 0 {
            return delay;
        }
        let doubled = delay.max(Duration::from_secs(1)).saturating_mul(1 << doublings);
        // The limit never makes the delay shorter than the one that the site itself asks for.
        doubled.min(MAX_DELAY.max(delay))
    }

    /// The end of the pause, if it is still to come. If it is further off than the longest pause,
    /// the clock was set back, and the pause is ignored.
    pub(super) fn pause_end(&self, now: Timestamp) -> Option<Timestamp> {
        let until = Timestamp::from(self.paused_until?);
        (until > now && until.duration_since(now) <= MAX_PAUSE).then_some(until)
    }

    /// A pace to restore, whose numbers are within bounds even if someone else wrote them.
    #[cfg(feature = "serde")]
    pub(super) fn within_bounds(self) -> Self {
        // If there is no record of when the crawler was slowed down, it was long ago.
        let doublings = self.slowed_at.map_or(0, |_| self.doublings.min(MAX_DOUBLINGS));
        Self {
            slowed_at: self.slowed_at.filter(|_| doublings > 0),
            doublings,
            answered: if doublings > 0 {
                self.answered.min(ANSWERS_IN_A_ROW)
            } else {
                0
            },
            ..self
        }
    }
}
