//! Many sites, and which of them is due next.

use core::cmp::Reverse;
use core::hash::BuildHasher;
use core::ops::Bound;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BinaryHeap};

use alloc::vec::Vec;

use super::at_rest::{AtRest, Common};
use super::moment::Moment;
use super::origin::Origin;
use super::{Crawler, NotASite, Pace, Site};
use crate::matching::target::Target;
use crate::timestamp::Timestamp;

/// The sites of a crawl within a bound of bytes: what is known about each, the pace of each host,
/// and which site is due next.
///
/// A site is looked up by any of its URLs, and made when it is first [updated](Self::update). Sites
/// of one host, such as `http` and `https`, share its [`Pace`]. URLs are yours to keep:
/// [schedule](Self::schedule) their site, and take one of its URLs when the site [is
/// due](Self::pop_due).
///
/// If the sites take more memory than they may, [`evict`](Self::evict) hands them out, so that they
/// can be saved (feature `serde`) and [inserted](Self::insert) again. `site_store` in the folder
/// `examples/crawler` of the repository does so with a store on disk.
///
/// # Memory
///
/// The sites that were used last, a few thousand, are kept as they are. The others are at rest: one
/// allocation for each, with its rules compressed. A million sites then take some 240 bytes each, if two of
/// five have no file ([figures](crate::guide::figures)); in a bound below 1 MiB none is at rest. A site wakes
/// when it is asked for, which takes some ten microseconds, and milliseconds for the rules of a file of 500
/// KB; otherwise nobody can tell. But [`Rules`](crate::Rules) that you keep
/// from before are not shared with it any more. [`heap_bytes`](Self::heap_bytes) is what was asked of
/// the allocator, which takes some more, so choose a bound below what there is.
///
/// # Complexity
///
/// To look a site up and to change it is logarithmic in the number of sites, however many ports of a
/// host are sites. If it is at rest, it is also linear in its rules (and `n` log `n` in their number), and
/// so it is for each of a few sites that go to rest in its place.
///
/// # Examples
///
/// ```
/// use std::collections::HashMap;
/// use std::time::Duration;
/// use robots_exclusion::Timestamp;
/// use robots_exclusion::fetch::{Body, Fetched, Reply, ResponseHead};
/// use robots_exclusion::site::{Crawler, Decision, Sites};
///
/// let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
/// let crawler = Crawler::new("FooBot");
/// let mut sites = Sites::new(64 << 20);
/// for url in ["http://example.com/", "https://example.com/"] {
///     sites.schedule(url, &crawler, at(0))?;
/// }
/// let first = sites.pop_due(&crawler, at(0)).expect("a site that is due").origin().to_owned();
/// let head = ResponseHead::from_status(404);
/// let missing = Fetched::new(Reply::Status(404), &head, Body::default());
/// sites.update(first.as_str(), |site| site.on_response(&crawler, at(0), &missing))?;
/// // They share a host, so the other one has to wait for a second.
/// assert!(sites.pop_due(&crawler, at(0)).is_none());
/// assert_eq!(sites.next_due(&crawler, at(0)), Some(at(1)));
/// assert_ne!(sites.pop_due(&crawler, at(1)).expect("the other site").origin(), first);
/// # Ok::<(), robots_exclusion::site::NotASite>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sites {
    /// The sites of a host are next to each other, and the first of them has its pace. The others have
    /// the pace of when they were last used, and get the current one before they are used again.
    sites: BTreeMap<Key, Slot>,
    /// The sites that are awake, in no particular order.
    awake: Vec<Awake>,
    common: Common,
    hasher: RandomState,
    /// The sites that are scheduled, and a time before which each is not due. The latest moment stands
    /// for all times after it.
    due: BinaryHeap<Reverse<(Moment, Key)>>,
    /// What the sites at rest take on the heap.
    bytes_at_rest: usize,
    /// What those that are awake take, with their places in `awake`.
    awake_bytes: usize,
    /// What these may take before one of them is put to rest.
    max_awake_bytes: usize,
    max_bytes: usize,
    /// The site after which the search for one to evict goes on.
    hand: Key,
    /// The place in `awake` where the search for one to put to rest goes on.
    awake_hand: usize,
}

/// What the sites that are awake may take: enough for some 3,000 with ordinary files. It is a quarter of a smaller
/// bound, and in one below `SMALL`, which what puts sites to rest would take a good part of, no site need be
/// at rest.
const MAX_AWAKE_BYTES: usize = 4 << 20;
const SMALL: usize = 1 << 20;

/// How many sites are put to rest at most when one is asked for, so that no single call takes long.
const RESTS: usize = 4;

/// Hashes of a host and of one of its origins, under a key that nobody outside knows. With 128 bits,
/// no two sites have the same. Two hosts in a hundred thousand crawls of ten million may have the same
/// hash, and share their pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    host: u64,
    origin: u64,
}

impl Key {
    /// All keys of a host.
    fn of_host(host: u64) -> core::ops::RangeInclusive<Self> {
        Self { host, origin: 0 }..=Self {
            host,
            origin: u64::MAX,
        }
    }
}

/// Where a site is.
#[derive(Clone, Debug)]
enum Slot {
    /// At this place among those that are awake.
    Awake(usize),
    AtRest(AtRest),
}

/// A site that can be used.
#[derive(Clone, Debug)]
struct Awake {
    key: Key,
    site: Site,
    /// What the site took on the heap when it was last changed.
    bytes: u32,
    /// Whether it was used since the search for a site to evict passed.
    is_used: bool,
    is_scheduled: bool,
    /// Whether it was asked for again since it came, and since the search for a site to put to rest
    /// passed.
    was_asked_again: bool,
}

impl Sites {
    /// No sites yet, and the number of bytes that they may take before [`evict`](Self::evict) hands
    /// any out.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self {
            sites: BTreeMap::new(),
            awake: Vec::new(),
            common: Common::default(),
            hasher: RandomState::new(),
            due: BinaryHeap::new(),
            bytes_at_rest: 0,
            awake_bytes: 0,
            max_awake_bytes: match max_bytes {
                ..SMALL => MAX_AWAKE_BYTES,
                _ => MAX_AWAKE_BYTES.min(max_bytes / 4),
            },
            max_bytes,
            hand: Key { host: 0, origin: 0 },
            awake_hand: 0,
        }
    }

    /// How many sites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether there are no sites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// The memory on the heap that this takes, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        // The nodes of the tree are two thirds full on average.
        let entry = size_of::<(Key, Slot)>() * 3 / 2;
        let free = self.awake.capacity() - self.awake.len();
        self.bytes_at_rest
            + self.awake_bytes
            + free * size_of::<Awake>()
            + self.common.heap_bytes()
            + self.sites.len() * entry
            + self.due.capacity() * size_of::<Reverse<(Moment, Key)>>()
    }

    /// The site of a URL, if it is known.
    #[must_use]
    pub fn get<'u>(&mut self, url: impl Into<Target<'u>>) -> Option<&Site> {
        let key = self.key_of(&Origin::of(url.into()).ok()?);
        let place = self.wake(key)?;
        Some(&self.awake[place].site)
    }

    /// A copy of each site, in no particular order. Those at rest are not woken, so this takes no more
    /// memory than what you keep of it.
    pub fn iter(&self) -> impl Iterator<Item = Site> {
        let mut last = None;
        self.sites.iter().map(move |(key, slot)| {
            let mut site = match slot {
                Slot::Awake(place) => self.awake[*place].site.clone(),
                Slot::AtRest(at_rest) => at_rest.wake(&self.common),
            };
            match last {
                Some((host, pace)) if host == key.host => site.set_pace(pace),
                _ => last = Some((key.host, site.pace())),
            }
            site
        })
    }

    /// Changes the site of a URL, which is made if it is not known: [visits](Site::visit) it, or
    /// records what was requested and answered. Its pace is then that of all sites of its host.
    ///
    /// # Errors
    ///
    /// If the URL is not an absolute `http` or `https` URL.
    pub fn update<'u, R>(
        &mut self,
        url: impl Into<Target<'u>>,
        change: impl FnOnce(&mut Site) -> R,
    ) -> Result<R, NotASite> {
        let origin = Origin::of(url.into())?;
        let place = self.wake_or_make(&origin);
        let awake = &mut self.awake[place];
        awake.is_used = true;
        let pace = awake.site.pace();
        let result = change(&mut awake.site);
        if awake.site.origin() == origin.as_str() {
            self.on_change(place);
        } else {
            // Another site was put in its place.
            let other = core::mem::replace(&mut awake.site, Site::of(origin));
            awake.site.set_pace(pace);
            self.on_change(place);
            self.insert(other);
        }
        Ok(result)
    }

    /// Adds a site, such as one that was saved, in place of the one that is known. The pace of its
    /// host is the [slower](super::Pace::merge) of the two.
    pub fn insert(&mut self, site: Site) {
        let place = self.wake_or_make(&site.origin);
        let awake = &mut self.awake[place];
        awake.is_used = true;
        let pace = site.pace().merge(awake.site.pace());
        awake.site = site;
        awake.site.set_pace(pace);
        self.on_change(place);
    }

    /// Puts the site of a URL into the queue of the sites that are wanted, where it is at most once.
    /// It is made if it is not known, and is not evicted as long as it is there.
    ///
    /// # Errors
    ///
    /// If the URL is not an absolute `http` or `https` URL.
    pub fn schedule<'u>(
        &mut self,
        url: impl Into<Target<'u>>,
        crawler: &Crawler,
        now: impl Into<Timestamp>,
    ) -> Result<(), NotASite> {
        let origin = Origin::of(url.into())?;
        let key = self.key_of(&origin);
        if let Some(Slot::AtRest(at_rest)) = self.sites.get(&key)
            && at_rest.is_scheduled()
        {
            return Ok(());
        }
        let place = self.wake_or_make(&origin);
        let awake = &mut self.awake[place];
        if !awake.is_scheduled {
            awake.is_scheduled = true;
            let due = awake.site.next_due(crawler, now);
            self.due.push(Reverse((due.into(), key)));
        }
        Ok(())
    }

    /// When the next of the [scheduled](Self::schedule) sites is due, from `now` on
    /// ([`Site::next_due`]); `None` if none is scheduled.
    ///
    /// # Complexity
    ///
    /// Logarithmic, and as much again for each scheduled site that was put off since: after a request,
    /// the other scheduled sites of its host.
    pub fn next_due(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Option<Timestamp> {
        let now = now.into();
        loop {
            let Reverse((time, key)) = *self.due.peek()?;
            // What was recorded since may have put it off.
            let due = match self.wake(key) {
                Some(place) => self.awake[place].site.next_due(crawler, now),
                None => now,
            };
            let time = time.max(now.into());
            if Moment::from(due) <= time {
                // Only the site knows a time that is later than any moment.
                return Some(due.max(time.into()).max(now));
            }
            if let Some(mut first) = self.due.peek_mut() {
                *first = Reverse((due.into(), key));
            }
        }
    }

    /// Takes the site that is due first from the queue, unless nothing is due yet. After its URL was
    /// visited, [schedule](Self::schedule) it again if there are more.
    ///
    /// # Complexity
    ///
    /// Like [`next_due`](Self::next_due).
    pub fn pop_due(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Option<&Site> {
        let now = now.into();
        self.next_due(crawler, now).filter(|time| *time <= now)?;
        let Reverse((_, key)) = self.due.pop()?;
        let place = self.wake(key)?;
        let awake = &mut self.awake[place];
        (awake.is_scheduled, awake.is_used) = (false, true);
        Some(&awake.site)
    }

    /// If the sites take more bytes than they may, takes out one that was not used for long and is
    /// not scheduled. `None` if they do not, or if there is no such site.
    ///
    /// Dropping it forgets its robots.txt and, unless another site of the host is known, the host's
    /// pace. A site that was saved has the pace of when it was taken out, so [insert](Self::insert) those
    /// of a host together.
    ///
    /// # Complexity
    ///
    /// Logarithmic on average; `n` log `n` at most, for `n` sites.
    pub fn evict(&mut self) -> Option<Site> {
        if self.heap_bytes() <= self.max_bytes {
            return None;
        }
        let count = self.sites.len();
        for step in 0..3 * count {
            let after_hand = (Bound::Excluded(self.hand), Bound::Unbounded);
            let next = self.sites.range(after_hand).next();
            let (key, _) = next.or_else(|| self.sites.first_key_value())?;
            self.hand = *key;
            let (was_used, is_scheduled) = match self.sites.get_mut(&self.hand)? {
                Slot::Awake(place) => {
                    let awake = &mut self.awake[*place];
                    (core::mem::take(&mut awake.is_used), awake.is_scheduled)
                }
                Slot::AtRest(at_rest) => {
                    let was_used = at_rest.is_used();
                    at_rest.set_unused();
                    (was_used, at_rest.is_scheduled())
                }
            };
            if was_used || is_scheduled {
                continue;
            }
            // Somebody waits for its answer, or has forgotten to tell.
            let is_busy = self.pace_of(self.hand.host)?.open > 0;
            if !is_busy || step >= 2 * count {
                return self.remove(self.hand);
            }
        }
        None
    }

    fn remove(&mut self, key: Key) -> Option<Site> {
        let pace = self.pace_of(key.host)?;
        let mut site = match self.sites.remove(&key)? {
            Slot::Awake(place) => self.take_awake(place).site,
            Slot::AtRest(at_rest) => {
                self.bytes_at_rest -= at_rest.heap_bytes();
                at_rest.wake(&self.common)
            }
        };
        site.set_pace(pace);
        // It may have been the first of its host.
        self.set_pace(key.host, pace);
        Some(site)
    }

    fn key_of(&self, origin: &Origin) -> Key {
        Key {
            host: self.hasher.hash_one(origin.host()),
            origin: self.hasher.hash_one(origin.as_str()),
        }
    }

    /// Where a site is that is known, awake and with the pace of its host. The place holds until another
    /// is asked for.
    fn wake(&mut self, key: Key) -> Option<usize> {
        // Sites that are awake grow when they are answered.
        self.put_some_to_rest();
        let (first, slot) = self.sites.range(Key::of_host(key.host)).next()?;
        let (slot, pace) = if *first == key {
            (slot, None)
        } else {
            (self.sites.get(&key)?, Some(self.pace_in(slot)))
        };
        let place = match slot {
            Slot::Awake(place) => {
                let place = *place;
                self.awake[place].was_asked_again = true;
                place
            }
            Slot::AtRest(at_rest) => {
                let (is_used, is_scheduled) = (at_rest.is_used(), at_rest.is_scheduled());
                let site = at_rest.wake(&self.common);
                self.bytes_at_rest -= at_rest.heap_bytes();
                self.add_awake(key, site, is_used, is_scheduled)
            }
        };
        if let Some(pace) = pace {
            self.awake[place].site.set_pace(pace);
        }
        Some(place)
    }

    /// The same for a site that is made if it is not known.
    fn wake_or_make(&mut self, origin: &Origin) -> usize {
        let key = self.key_of(origin);
        if let Some(place) = self.wake(key) {
            return place;
        }
        let mut site = Site::of(origin.clone());
        site.set_pace(self.pace_of(key.host).unwrap_or_default());
        self.add_awake(key, site, true, false)
    }

    /// Adds a site to those that are awake, for which others may go to rest.
    fn add_awake(&mut self, key: Key, site: Site, is_used: bool, is_scheduled: bool) -> usize {
        self.put_some_to_rest();
        let place = self.awake.len();
        let bytes = bytes_of(&site);
        self.awake_bytes += size_of::<Awake>() + bytes as usize;
        self.awake.push(Awake {
            key,
            site,
            bytes,
            is_used,
            is_scheduled,
            was_asked_again: false,
        });
        self.sites.insert(key, Slot::Awake(place));
        place
    }

    /// Puts sites to rest if those that are awake take more than they may.
    fn put_some_to_rest(&mut self) {
        for _ in 0..RESTS {
            if self.awake_bytes <= self.max_awake_bytes || self.awake.is_empty() {
                return;
            }
            self.put_one_to_rest();
        }
    }

    /// Puts one of the sites to rest that were not asked for lately.
    fn put_one_to_rest(&mut self) {
        let place = loop {
            let place = self.awake_hand % self.awake.len();
            // The site that gets its place is the one that came last, so its turn is not next.
            self.awake_hand = place + 1;
            if !core::mem::take(&mut self.awake[place].was_asked_again) {
                break place;
            }
        };
        let awake = self.take_awake(place);
        let at_rest = AtRest::new(&awake.site, awake.is_used, awake.is_scheduled, &mut self.common);
        self.bytes_at_rest += at_rest.heap_bytes();
        self.sites.insert(awake.key, Slot::AtRest(at_rest));
    }

    /// Takes a site from those that are awake. The last of them gets its place.
    fn take_awake(&mut self, place: usize) -> Awake {
        let awake = self.awake.swap_remove(place);
        self.awake_bytes -= size_of::<Awake>() + awake.bytes as usize;
        if let Some(moved) = self.awake.get(place) {
            self.sites.insert(moved.key, Slot::Awake(place));
        }
        awake
    }

    /// The pace of a host, if one of its sites is known.
    fn pace_of(&self, host: u64) -> Option<Pace> {
        let (_, first) = self.sites.range(Key::of_host(host)).next()?;
        Some(self.pace_in(first))
    }

    fn pace_in(&self, slot: &Slot) -> Pace {
        match slot {
            Slot::Awake(place) => self.awake[*place].site.pace(),
            Slot::AtRest(at_rest) => at_rest.pace(),
        }
    }

    fn set_pace(&mut self, host: u64, pace: Pace) {
        match self.sites.range_mut(Key::of_host(host)).next() {
            Some((_, Slot::Awake(place))) => self.awake[*place].site.set_pace(pace),
            Some((_, Slot::AtRest(at_rest))) => {
                self.bytes_at_rest -= at_rest.heap_bytes();
                at_rest.set_pace(pace, &mut self.common);
                self.bytes_at_rest += at_rest.heap_bytes();
            }
            None => {}
        }
    }

    /// Counts the bytes of a site anew, and gives its pace to its host.
    fn on_change(&mut self, place: usize) {
        let awake = &mut self.awake[place];
        let bytes = bytes_of(&awake.site);
        self.awake_bytes = self.awake_bytes - awake.bytes as usize + bytes as usize;
        awake.bytes = bytes;
        let (host, pace) = (awake.key.host, awake.site.pace());
        self.set_pace(host, pace);
    }
}

fn bytes_of(site: &Site) -> u32 {
    u32::try_from(site.heap_bytes()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use proptest::prelude::*;

    use super::*;
    use crate::fetch::{Body, Fetched, Reply, ResponseHead};

    /// However many ports a host has, no more than two of its sites are changed when one is used.
    #[test]
    fn a_use_changes_two_sites_at_most() {
        let crawler = Crawler::new("FooBot");
        let at = |seconds| Timestamp::from_unix(Duration::from_secs(seconds));
        let url = |port: u64| format!("http://example.com:{port}/");
        let mut sites = Sites::new(0);
        for port in 1..=500 {
            sites
                .schedule(url(port).as_str(), &crawler, at(0))
                .expect("a site");
        }
        let sites_of = |sites: &Sites| -> Vec<Site> {
            let of_slot = |slot: &Slot| match slot {
                Slot::Awake(place) => sites.awake[*place].site.clone(),
                Slot::AtRest(at_rest) => at_rest.wake(&sites.common),
            };
            sites.sites.values().map(of_slot).collect()
        };
        for time in 1..=500 {
            let url = url(time * 7 % 500 + 1);
            let before = sites_of(&sites);
            sites
                .update(url.as_str(), |site| site.on_page_request(at(time)))
                .expect("a site");
            assert_eq!(
                sites.get(url.as_str()).expect("a site").pace(),
                sites_of(&sites)[0].pace()
            );
            let changed = before
                .iter()
                .zip(sites_of(&sites))
                .filter(|(old, new)| *old != new);
            assert!(changed.count() <= 2, "{url}");
        }
        let pace = sites_of(&sites)[0].pace();
        assert!(sites.iter().all(|site| site.pace() == pace));
    }

    const URLS: [&str; 7] = [
        "http://example.com/",
        "https://example.com/",
        "https://example.com:8080/",
        "http://a.example/",
        "https://a.example/",
        "https://b.example/",
        "https://xn--bcher-kva.example/",
    ];

    const FILES: [&str; 5] = [
        "",
        "User-agent: *\nDisallow: /a\n",
        "User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\nDisallow: /*?q=é\n",
        "User-agent: foobot\nCrawl-delay: 7\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml",
        "User-agent: *\nVisit-time: 0600-0845\nRequest-rate: 1/20\nDisallow: /x*y$\n",
    ];

    /// Something that a crawler does. Returns all that it is told.
    fn act(sites: &mut Sites, action: u8, choice: usize, seconds: u64) -> String {
        let now = Timestamp::from_unix(Duration::new(1_771_200_000 + seconds, seconds as u32 % 3));
        let crawler = match choice % 11 {
            0 => Crawler::new("BarBot"),
            _ => Crawler::new("FooBot"),
        };
        let url = URLS[choice % URLS.len()];
        let fetched = |status, headers: &[(&str, &str)]| {
            let bytes = FILES[choice % FILES.len()].into();
            let body = Body {
                bytes,
                truncated: choice.is_multiple_of(13),
            };
            Fetched::new(
                Reply::Status(status),
                &ResponseHead::new(status, headers.to_vec()),
                body,
            )
        };
        let mut change = |with: &dyn Fn(&mut Site)| {
            let told = sites.update(url, |site| {
                with(site);
                (site.clone(), site.decide(&crawler, now, url))
            });
            format!("{told:?}")
        };
        match action {
            0 => change(&|site| _ = site.on_response(&crawler, now, &fetched(200, &[]))),
            1 => {
                let headers = [
                    ("ETag", "\"a-1\""),
                    ("Cache-Control", "max-age=7200"),
                    ("Retry-After", "9"),
                ];
                change(&|site| _ = site.on_response(&crawler, now, &fetched(200, &headers)))
            }
            2 => {
                let fetched = || fetched(200, &[("Last-Modified", "Tue, 06 Jan 2026 08:49:37 GMT")]);
                let from = "https://www.example.com/robots.txt";
                change(&|site| _ = site.on_response_from(&crawler, now, from, fetched()))
            }
            3 => {
                let headers = [("Expires", "Sun, 15 Feb 2026 08:00:00 GMT")];
                change(&|site| _ = site.on_response(&crawler, now, &fetched(304, &headers)))
            }
            4 => change(&|site| _ = site.on_response(&crawler, now, &fetched(404, &[]))),
            5 => change(&|site| _ = site.on_response(&crawler, now, &fetched(503, &[("Retry-After", "77")]))),
            6 => change(&|site| _ = site.on_failure(&crawler, now)),
            7 => change(&|site| site.on_robots_request(now)),
            8 => change(&|site| site.on_page_request(now)),
            9 => change(&|site| site.on_page_response(now, &ResponseHead::from_status(200))),
            10 => change(&|site| site.on_page_failure(now)),
            11 => change(&|site| site.expire()),
            12 => change(&|site| *site = Site::new(URLS[(choice + 1) % URLS.len()]).expect("a site")),
            13 => {
                let mut site = Site::new(url).expect("a site");
                site.on_page_failure(now);
                sites.insert(site);
                String::new()
            }
            14 => format!("{:?}", sites.schedule(url, &crawler, now)),
            15 => format!("{:?}", sites.next_due(&crawler, now)),
            16 => format!("{:?}", sites.pop_due(&crawler, now)),
            17 => format!("{:?}", sites.evict()),
            _ => format!("{:?}", sites.get(url)),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Nobody can tell which sites are at rest.
        #[test]
        fn sites_at_rest_answer_as_if_they_were_awake(
            actions in proptest::collection::vec((0..20_u8, 0..1000_usize, 0..200_u64), 1..120),
        ) {
            let mut awake = Sites::new(0);
            let mut at_rest = awake.clone();
            // Only the one that was used last.
            at_rest.max_awake_bytes = 0;
            let mut time = 0;
            for (action, choice, seconds) in actions {
                // Now and then the clock is set back.
                time = if seconds > 190 { time / 2 } else { time + seconds * seconds / 20 };
                let told = [&mut awake, &mut at_rest].map(|sites| act(sites, action, choice, time));
                prop_assert_eq!(&told[0], &told[1]);
                prop_assert!(awake.iter().eq(at_rest.iter()));
                prop_assert_eq!(awake.len(), at_rest.len());
                prop_assert!(at_rest.awake.len() <= 1);
                check_bytes(&at_rest);
            }
        }
    }

    /// The bytes that are counted are those that there are, and every place is right.
    fn check_bytes(sites: &Sites) {
        let (mut at_rest, mut awake) = (0, 0);
        for (key, slot) in &sites.sites {
            match slot {
                Slot::AtRest(site) => at_rest += site.heap_bytes(),
                Slot::Awake(place) => {
                    assert_eq!(sites.awake[*place].key, *key);
                    awake += size_of::<Awake>() + sites.awake[*place].site.heap_bytes();
                }
            }
        }
        assert_eq!((sites.bytes_at_rest, sites.awake_bytes), (at_rest, awake));
    }

    /// Those that are asked for again and again stay awake, and the others do not take more than they
    /// may.
    #[test]
    fn the_sites_that_are_used_are_awake() {
        let crawler = Crawler::new("FooBot");
        let mut sites = Sites::new(usize::MAX);
        sites.max_awake_bytes = 20_000;
        let key = |sites: &Sites, url: &str| sites.key_of(&Origin::of(Target::new(url)).expect("a site"));
        for number in 0..2000 {
            let url = format!("https://{number}.example/");
            let fetched = Fetched::new(
                Reply::Status(200),
                &ResponseHead::from_status(200),
                Body {
                    bytes: FILES[number % FILES.len()].into(),
                    truncated: false,
                },
            );
            let answer = |site: &mut Site| site.on_response(&crawler, Timestamp::UNIX_EPOCH, &fetched);
            sites.update(url.as_str(), answer).expect("a site");
            let used = key(&sites, "https://0.example/");
            assert!(matches!(sites.sites[&used], Slot::Awake(_)), "{number}");
            assert!(sites.get("https://0.example/").is_some());
            assert!(sites.awake_bytes < 22_000, "{}", sites.awake_bytes);
        }
        check_bytes(&sites);
        assert!((20..200).contains(&sites.awake.len()), "{}", sites.awake.len());
        // An entry in the tree has no room for more.
        #[cfg(target_pointer_width = "64")]
        assert_eq!(size_of::<Slot>(), 16);
    }

    /// A crawl begins with its URLs: their sites are awake and small, and grow where they are.
    #[test]
    fn sites_that_grow_while_they_are_awake_come_to_rest() {
        const MAX: usize = 1 << 20;
        let crawler = Crawler::new("FooBot");
        let mut sites = Sites::new(usize::MAX);
        sites.max_awake_bytes = MAX;
        let url = |number: u32| format!("https://{number}.example/");
        for number in 0..2000 {
            sites
                .schedule(url(number).as_str(), &crawler, Timestamp::UNIX_EPOCH)
                .expect("a site");
        }
        assert!(sites.awake.len() == 2000 && sites.awake_bytes < MAX);
        let file = format!("User-agent: *\nDisallow: /{}\n", "a/".repeat(1000));
        for number in 0..2000 {
            let body = Body {
                bytes: file.as_str().into(),
                truncated: false,
            };
            let fetched = Fetched::new(Reply::Status(200), &ResponseHead::from_status(200), body);
            let answer = |site: &mut Site| site.on_response(&crawler, Timestamp::UNIX_EPOCH, &fetched);
            sites.update(url(number).as_str(), answer).expect("a site");
        }
        assert!(sites.awake_bytes < MAX + MAX / 4, "{}", sites.awake_bytes);
        check_bytes(&sites);
    }

    /// What the text to compress with holds is rules, and what is said of it.
    #[test]
    fn the_usual_rules_are_a_robots_txt() {
        let text = include_str!("usual.txt");
        let (said, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        assert!(!said.is_empty() && lines.len() > 100);
        for line in lines {
            let is_known = [
                "User-agent: ",
                "Allow: ",
                "Disallow: ",
                "Crawl-delay: ",
                "Sitemap: ",
            ]
            .iter()
            .any(|key| line.starts_with(key));
            assert!(is_known || line.is_empty(), "{line}");
        }
    }
}
