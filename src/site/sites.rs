//! Many sites, and which of them is due next.

use core::cmp::Reverse;
use core::hash::BuildHasher;
use core::ops::Bound;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BinaryHeap};

use alloc::boxed::Box;

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
/// Nearly all of it is compiled rules: a site without a file takes a seventh of what one with an
/// ordinary file takes ([figures](crate::guide::figures)). They are not kept in another form, since
/// [their bytes](crate::Rules::to_bytes) are as many. [`heap_bytes`](Self::heap_bytes) is what was asked
/// of the allocator, which takes some more, so choose a bound below what there is.
///
/// # Complexity
///
/// To look a site up and to change it is logarithmic in the number of sites, however many ports of a
/// host are sites.
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
    sites: BTreeMap<Key, Box<Slot>>,
    hasher: RandomState,
    /// The sites that are scheduled, and a time before which each is not due.
    due: BinaryHeap<Reverse<(Timestamp, Key)>>,
    /// What the sites take on the heap, besides their slots.
    site_bytes: usize,
    max_bytes: usize,
    /// The site after which the search for one to evict goes on.
    hand: Key,
}

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

#[derive(Clone, Debug)]
struct Slot {
    site: Site,
    /// What the site took on the heap when it was last changed.
    bytes: u32,
    /// Whether it was used since the search for a site to evict passed.
    is_used: bool,
    is_scheduled: bool,
}

impl Sites {
    /// No sites yet, and the number of bytes that they may take before [`evict`](Self::evict) hands
    /// any out.
    #[must_use]
    pub fn new(max_bytes: usize) -> Self {
        Self {
            sites: BTreeMap::new(),
            hasher: RandomState::new(),
            due: BinaryHeap::new(),
            site_bytes: 0,
            max_bytes,
            hand: Key { host: 0, origin: 0 },
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
        let entry = size_of::<(Key, Box<Slot>)>() * 3 / 2;
        self.site_bytes
            + self.sites.len() * (size_of::<Slot>() + entry)
            + self.due.capacity() * size_of::<Reverse<(Timestamp, Key)>>()
    }

    /// The site of a URL, if it is known.
    #[must_use]
    pub fn get<'u>(&mut self, url: impl Into<Target<'u>>) -> Option<&Site> {
        let key = self.key_of(&Origin::of(url.into()).ok()?);
        self.slot(key).map(|slot| &slot.site)
    }

    /// All sites, in no particular order.
    pub fn iter(&mut self) -> impl Iterator<Item = &Site> {
        let mut last = None;
        self.sites.iter_mut().map(move |(key, slot)| {
            match last {
                Some((host, pace)) if host == key.host => slot.site.set_pace(pace),
                _ => last = Some((key.host, slot.site.pace())),
            }
            &slot.site
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
        let (key, slot) = self.slot_or_new(&origin);
        slot.is_used = true;
        let pace = slot.site.pace();
        let result = change(&mut slot.site);
        if slot.site.origin() == origin.as_str() {
            self.on_change(key);
        } else {
            // Another site was put in its place.
            let other = core::mem::replace(&mut slot.site, Site::of(origin));
            slot.site.set_pace(pace);
            self.on_change(key);
            self.insert(other);
        }
        Ok(result)
    }

    /// Adds a site, such as one that was saved, in place of the one that is known. The pace of its
    /// host is the [slower](super::Pace::merge) of the two.
    pub fn insert(&mut self, site: Site) {
        let (key, slot) = self.slot_or_new(&site.origin);
        slot.is_used = true;
        let pace = site.pace().merge(slot.site.pace());
        slot.site = site;
        slot.site.set_pace(pace);
        self.on_change(key);
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
        let (key, slot) = self.slot_or_new(&Origin::of(url.into())?);
        if !slot.is_scheduled {
            slot.is_scheduled = true;
            let due = slot.site.next_due(crawler, now);
            self.due.push(Reverse((due, key)));
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
            let due = self
                .slot(key)
                .map_or(now, |slot| slot.site.next_due(crawler, now));
            if due <= time.max(now) {
                return Some(time.max(now));
            }
            if let Some(mut first) = self.due.peek_mut() {
                *first = Reverse((due, key));
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
        let slot = self.slot(key)?;
        (slot.is_scheduled, slot.is_used) = (false, true);
        Some(&slot.site)
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
            let slot = self.slot(self.hand)?;
            let was_used = core::mem::take(&mut slot.is_used);
            // Somebody waits for its answer, or has forgotten to tell.
            let is_busy = slot.site.pace.open > 0 && step < 2 * count;
            if !slot.is_scheduled && !was_used && !is_busy {
                return self.remove(self.hand);
            }
        }
        None
    }

    fn remove(&mut self, key: Key) -> Option<Site> {
        let slot = self.sites.remove(&key)?;
        self.site_bytes -= slot.bytes as usize;
        // It may have been the first of its host.
        self.set_pace(key.host, slot.site.pace());
        Some(slot.site)
    }

    fn key_of(&self, origin: &Origin) -> Key {
        Key {
            host: self.hasher.hash_one(origin.host()),
            origin: self.hasher.hash_one(origin.as_str()),
        }
    }

    /// A site that is known, with the pace of its host.
    fn slot(&mut self, key: Key) -> Option<&mut Slot> {
        let pace = self.pace_of(key.host)?;
        let slot = self.sites.get_mut(&key)?;
        slot.site.set_pace(pace);
        Some(slot)
    }

    /// A site with the pace of its host. It is made if it is not known.
    fn slot_or_new(&mut self, origin: &Origin) -> (Key, &mut Slot) {
        let key = self.key_of(origin);
        let pace = self.pace_of(key.host).unwrap_or_default();
        let slot = self.sites.entry(key).or_insert_with(|| {
            let site = Site::of(origin.clone());
            let bytes = bytes_of(&site);
            self.site_bytes += bytes as usize;
            Box::new(Slot {
                site,
                bytes,
                is_used: true,
                is_scheduled: false,
            })
        });
        slot.site.set_pace(pace);
        (key, slot)
    }

    /// The pace of a host, if one of its sites is known.
    fn pace_of(&self, host: u64) -> Option<Pace> {
        let (_, first) = self.sites.range(Key::of_host(host)).next()?;
        Some(first.site.pace())
    }

    fn set_pace(&mut self, host: u64, pace: Pace) {
        if let Some((_, first)) = self.sites.range_mut(Key::of_host(host)).next() {
            first.site.set_pace(pace);
        }
    }

    /// Counts the bytes of a site anew, and gives its pace to its host.
    fn on_change(&mut self, key: Key) {
        if let Some(slot) = self.sites.get_mut(&key) {
            let (bytes, pace) = (bytes_of(&slot.site), slot.site.pace());
            self.site_bytes = self.site_bytes - slot.bytes as usize + bytes as usize;
            slot.bytes = bytes;
            self.set_pace(key.host, pace);
        }
    }
}

fn bytes_of(site: &Site) -> u32 {
    u32::try_from(site.heap_bytes()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use alloc::format;
    use alloc::vec::Vec;

    use super::*;

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
            let sites = sites.sites.values();
            sites.map(|slot| slot.site.clone()).collect()
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
}
