//! Many sites, and which of them is due next.

use core::cmp::Reverse;
use core::hash::BuildHasher;
use std::collections::hash_map::RandomState;
use std::collections::{BinaryHeap, HashMap};

use alloc::vec::Vec;

use super::origin::Origin;
use super::{Crawler, NotASite, Site};
use crate::matching::target::Target;
use crate::timestamp::Timestamp;

/// The sites of a crawl within a bound of bytes: what is known about each, the pace of each host,
/// and which site is due next.
///
/// A site is looked up by any of its URLs, and made when it is first [updated](Self::update). Sites
/// of one host, such as `http` and `https`, share its [`Pace`](super::Pace). URLs are yours to keep:
/// [schedule](Self::schedule) their site, and take one of its URLs when the site [is
/// due](Self::pop_due).
///
/// If the sites take more memory than they may, [`evict`](Self::evict) hands them out, so that they
/// can be saved (feature `serde`) and [inserted](Self::insert) again.
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
    slots: Vec<Slot>,
    /// The slots without a site.
    free: Vec<u32>,
    /// The first slot of each host, by a hash of its name. The slots of hosts whose hash is the
    /// same are one chain.
    hosts: HashMap<u64, u32>,
    hasher: RandomState,
    /// The sites that are scheduled, and a time before which each is not due.
    due: BinaryHeap<Reverse<(Timestamp, u32)>>,
    /// What the sites take on the heap, besides their slots.
    site_bytes: usize,
    max_bytes: usize,
    /// Where the search for a site to evict goes on.
    hand: usize,
}

/// No slot.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Slot {
    site: Option<Site>,
    /// The next slot of the chain.
    next: u32,
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
            slots: Vec::new(),
            free: Vec::new(),
            hosts: HashMap::new(),
            hasher: RandomState::new(),
            due: BinaryHeap::new(),
            site_bytes: 0,
            max_bytes,
            hand: 0,
        }
    }

    /// How many sites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether there are no sites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory on the heap that this takes, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        // A hash table has a byte besides each entry, and at most seven entries in eight places.
        let hosts = self.hosts.capacity() * 8 / 7 * (size_of::<(u64, u32)>() + 1);
        self.site_bytes
            + self.slots.capacity() * size_of::<Slot>()
            + self.free.capacity() * size_of::<u32>()
            + self.due.capacity() * size_of::<Reverse<(Timestamp, u32)>>()
            + hosts
    }

    /// The site of a URL, if it is known.
    #[must_use]
    pub fn get<'u>(&self, url: impl Into<Target<'u>>) -> Option<&Site> {
        let origin = Origin::of(url.into()).ok()?;
        let place = self.find(&origin)?;
        self.slots[place as usize].site.as_ref()
    }

    /// All sites, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Site> {
        self.slots.iter().filter_map(|slot| slot.site.as_ref())
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
        let place = self.find_or_make(&origin);
        let slot = &mut self.slots[place as usize];
        slot.is_used = true;
        let site = slot.site.get_or_insert_with(|| Site::of(origin.clone()));
        let result = change(site);
        if site.origin() != origin.as_str() {
            // Another site was put in its place.
            let other = core::mem::replace(site, Site::of(origin));
            self.measure(place);
            self.insert(other);
        } else {
            self.share_pace(place);
            self.measure(place);
        }
        Ok(result)
    }

    /// Adds a site, such as one that was saved, in place of the one that is known. The pace of its
    /// host is the [slower](super::Pace::merge) of the two.
    pub fn insert(&mut self, site: Site) {
        let place = self.find_or_make(&site.origin);
        let slot = &mut self.slots[place as usize];
        slot.is_used = true;
        let known = slot.site.replace(site);
        if let (Some(known), Some(site)) = (known, &mut slot.site) {
            site.set_pace(site.pace().merge(known.pace()));
        }
        self.share_pace(place);
        self.measure(place);
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
        let place = self.find_or_make(&Origin::of(url.into())?);
        let slot = &mut self.slots[place as usize];
        if let Some(site) = &slot.site
            && !slot.is_scheduled
        {
            slot.is_scheduled = true;
            self.due.push(Reverse((site.next_due(crawler, now), place)));
        }
        Ok(())
    }

    /// When the next of the [scheduled](Self::schedule) sites is due, from `now` on
    /// ([`Site::next_due`]); `None` if none is scheduled.
    pub fn next_due(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Option<Timestamp> {
        let now = now.into();
        loop {
            let mut first = self.due.peek_mut()?;
            let Reverse((time, place)) = *first;
            let site = self.slots[place as usize].site.as_ref();
            // What was recorded since may have put it off.
            let due = site.map_or(now, |site| site.next_due(crawler, now));
            if due <= time.max(now) {
                return Some(time.max(now));
            }
            *first = Reverse((due, place));
        }
    }

    /// Takes the site that is due first from the queue, unless nothing is due yet. After its URL was
    /// visited, [schedule](Self::schedule) it again if there are more.
    pub fn pop_due(&mut self, crawler: &Crawler, now: impl Into<Timestamp>) -> Option<&Site> {
        let now = now.into();
        self.next_due(crawler, now).filter(|time| *time <= now)?;
        let Reverse((_, place)) = self.due.pop()?;
        let slot = &mut self.slots[place as usize];
        (slot.is_scheduled, slot.is_used) = (false, true);
        slot.site.as_ref()
    }

    /// If the sites take more bytes than they may, takes out one that was not used for long and is
    /// not scheduled. `None` if they do not, or if there is no such site.
    ///
    /// Dropping it forgets its robots.txt and, unless another site of the host is known, the host's
    /// pace.
    ///
    /// # Complexity
    ///
    /// Constant on average; linear in the number of sites at most.
    pub fn evict(&mut self) -> Option<Site> {
        if self.heap_bytes() <= self.max_bytes {
            return None;
        }
        let count = self.slots.len();
        for step in 0..3 * count {
            let place = self.hand % count;
            self.hand = (place + 1) % count;
            let slot = &mut self.slots[place];
            let Some(site) = &slot.site else { continue };
            let was_used = core::mem::take(&mut slot.is_used);
            // Somebody waits for its answer, or has forgotten to tell.
            let is_busy = site.pace.open > 0 && step < 2 * count;
            if !slot.is_scheduled && !was_used && !is_busy {
                return self.remove(place as u32);
            }
        }
        None
    }

    fn remove(&mut self, place: u32) -> Option<Site> {
        let hash = self.hash_of(&self.slots[place as usize].site.as_ref()?.origin);
        let next = self.slots[place as usize].next;
        let first = self.hosts.get(&hash).copied().unwrap_or(NONE);
        let leads_there = |before: &u32| self.slots[*before as usize].next == place;
        let before = self.chain(first).find(leads_there);
        if let Some(before) = before {
            self.slots[before as usize].next = next;
        } else if next == NONE {
            self.hosts.remove(&hash);
        } else {
            self.hosts.insert(hash, next);
        }
        let slot = &mut self.slots[place as usize];
        let site = slot.site.take();
        self.site_bytes -= core::mem::take(&mut slot.bytes) as usize;
        self.free.push(place);
        site
    }

    fn hash_of(&self, origin: &Origin) -> u64 {
        self.hasher.hash_one(origin.host())
    }

    /// The places from one on.
    fn chain(&self, first: u32) -> impl Iterator<Item = u32> {
        let some = |place: u32| (place != NONE).then_some(place);
        core::iter::successors(some(first), move |place| some(self.slots[*place as usize].next))
    }

    fn find(&self, origin: &Origin) -> Option<u32> {
        let first = *self.hosts.get(&self.hash_of(origin))?;
        let is_it = |site: &Site| site.origin() == origin.as_str();
        self.chain(first)
            .find(|place| self.slots[*place as usize].site.as_ref().is_some_and(is_it))
    }

    /// The place of a site, which is made with the pace of its host if it is not known.
    fn find_or_make(&mut self, origin: &Origin) -> u32 {
        if let Some(place) = self.find(origin) {
            return place;
        }
        let hash = self.hash_of(origin);
        let first = self.hosts.get(&hash).copied().unwrap_or(NONE);
        let mut site = Site::of(origin.clone());
        let other = self.chain(first).find_map(|place| {
            let other = self.slots[place as usize].site.as_ref();
            other.filter(|other| other.origin.host() == origin.host())
        });
        if let Some(other) = other {
            site.set_pace(other.pace());
        }
        let slot = Slot {
            site: Some(site),
            next: first,
            bytes: 0,
            is_used: true,
            is_scheduled: false,
        };
        let place = self.free.pop().unwrap_or_else(|| {
            let place = u32::try_from(self.slots.len())
                .ok()
                .filter(|place| *place != NONE);
            place.expect("fewer than four thousand million sites")
        });
        match self.slots.get_mut(place as usize) {
            Some(free) => *free = slot,
            None => self.slots.push(slot),
        }
        self.hosts.insert(hash, place);
        self.measure(place);
        place
    }

    /// Gives the pace of a site to the other sites of its host.
    fn share_pace(&mut self, place: u32) {
        let Some(site) = &self.slots[place as usize].site else {
            return;
        };
        let (hash, pace) = (self.hash_of(&site.origin), site.pace());
        let mut other = self.hosts.get(&hash).copied().unwrap_or(NONE);
        // Most hosts have one site.
        while other != NONE {
            if other != place {
                let host = self.slots[place as usize]
                    .site
                    .as_ref()
                    .map(|site| site.origin.host());
                let sibling = self.slots[other as usize].site.as_ref();
                let is_of_host = sibling.map(|site| site.origin.host()) == host;
                if let Some(sibling) = self.slots[other as usize].site.as_mut().filter(|_| is_of_host) {
                    sibling.set_pace(pace);
                }
            }
            other = self.slots[other as usize].next;
        }
    }

    /// Counts the bytes of a site anew.
    fn measure(&mut self, place: u32) {
        let slot = &mut self.slots[place as usize];
        let bytes = slot.site.as_ref().map_or(0, Site::heap_bytes);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.site_bytes = self.site_bytes - slot.bytes as usize + bytes as usize;
        slot.bytes = bytes;
    }
}
