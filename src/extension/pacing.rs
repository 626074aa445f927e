//! When the next fetch may start.

use alloc::{vec, vec::Vec};
use core::time::Duration;

use super::{RequestRate, TimeOfDay, TimeWindow};
use crate::sorting::sort_by_key;
use crate::timestamp::Timestamp;

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// How fast, and when, a site may be visited: its crawl delay, request rates and visit times as one
/// answer.
///
/// Where both a crawl delay and a request rate apply, the longer delay counts. If neither applies,
/// the crawler's own default counts. The default does not count if the site asks for a shorter
/// delay. A rate applies to a fetch that *starts* within its window.
///
/// Times are [`Timestamp`]s; with the standard library, pass a `SystemTime`. A site can ask for any
/// delay: see [`shortest_delay`](Self::shortest_delay).
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Timestamp;
/// use robots_exclusion::extension::{Pacing, RequestRate, TimeWindow};
///
/// let pacing = Pacing::new(
///     None,
///     &[RequestRate::parse(b"1/20s 0600-0659")?],
///     &[TimeWindow::parse(b"0600-0845").unwrap()],
/// );
/// let clock = |hour: u64, minute: u64, second: u64| {
///     Timestamp::from_unix(Duration::from_secs((hour * 60 + minute) * 60 + second))
/// };
/// let default = Duration::from_secs(1);
///
/// // Visiting is not allowed before six.
/// assert_eq!(pacing.next_fetch_at(clock(5, 0, 0), None, default), clock(6, 0, 0));
/// // Until seven, one document in twenty seconds; afterwards, the crawler's default.
/// assert_eq!(pacing.next_fetch_at(clock(6, 0, 0), Some(clock(6, 0, 0)), default), clock(6, 0, 20));
/// assert_eq!(pacing.next_fetch_at(clock(7, 0, 0), Some(clock(7, 0, 0)), default), clock(7, 0, 1));
/// // A delay that would end after the window has closed lasts until six the next morning.
/// assert_eq!(pacing.next_fetch_at(clock(8, 45, 59), Some(clock(8, 45, 59)), default), clock(30, 0, 0));
/// # Ok::<(), robots_exclusion::extension::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pacing {
    /// The day in parts, with a new part wherever the answer changes.
    ///
    /// Invariants: not empty; the first part starts at minute 0; starts ascend and are below 1,440;
    /// at least one part is open.
    parts: Vec<DayPart>,
}

/// A part of the day in which the answer is the same. It ends where the next part starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DayPart {
    /// Minutes since midnight.
    start: u16,
    open: bool,
    /// `None` where the site says nothing.
    delay: Option<Duration>,
}

impl Pacing {
    /// Combines what a site says for one crawler.
    ///
    /// No visit times means that visiting is always allowed; several each open a window.
    ///
    /// # Complexity
    ///
    /// O(w · min(w, 1,440)) for w rates and visit times.
    #[must_use]
    pub fn new(crawl_delay: Option<Duration>, rates: &[RequestRate], visit_times: &[TimeWindow]) -> Self {
        let windows = rates
            .iter()
            .filter_map(RequestRate::window)
            .chain(visit_times.iter().copied());
        let mut starts = vec![TimeOfDay::MIDNIGHT];
        for window in windows {
            starts.extend([
                window.first(),
                TimeOfDay::from_minute(window.last().minutes_since_midnight() + 1),
            ]);
        }
        sort_by_key(&mut starts, |start| *start);
        starts.dedup();
        let mut parts: Vec<DayPart> = Vec::with_capacity(starts.len());
        for at in starts {
            let part = DayPart {
                start: at.minutes_since_midnight(),
                open: visit_times.is_empty() || visit_times.iter().any(|visit| visit.contains(at)),
                // `None` is less than any delay, so the longer one is the maximum.
                delay: crawl_delay.max(RequestRate::in_force(rates, at).map(RequestRate::delay)),
            };
            parts.push(part);
        }
        Self::from_parts(parts)
    }

    /// Joins consecutive parts that have the same answer.
    fn from_parts(mut parts: Vec<DayPart>) -> Self {
        parts.dedup_by_key(|part| (part.open, part.delay));
        debug_assert!(parts[0].start == 0 && parts.iter().any(|part| part.open));
        Self { parts }
    }

    /// The memory on the heap that this takes, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.parts.capacity() * size_of::<DayPart>()
    }

    /// The shortest delay that the site asks for at a time at which it may be visited, or `None` if
    /// it sets no delay at such a time.
    ///
    /// If this is longer than you are ready to wait, skip the site instead of visiting it faster
    /// than it asks; [`Site`](crate::site::Site) does so.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::time::Duration;
    /// use robots_exclusion::extension::{Pacing, RequestRate};
    ///
    /// let rate = |text: &[u8]| RequestRate::parse(text).unwrap();
    /// let night_only = [rate(b"1/12h 0600-2159"), rate(b"1/30s 2200-0559")];
    /// let pacing = Pacing::new(None, &night_only, &[]);
    /// assert_eq!(pacing.shortest_delay(), Some(Duration::from_secs(30)));
    /// ```
    #[must_use]
    pub fn shortest_delay(&self) -> Option<Duration> {
        // `None` is less than any delay.
        let open = self.parts.iter().filter(|part| part.open);
        open.map(|part| part.delay).min().flatten()
    }

    /// Whether the site may be visited in the minute `at`.
    #[must_use]
    pub fn is_open_at(&self, at: TimeOfDay) -> bool {
        self.parts[self.part_at(at)].open
    }

    /// Whether the site sets no delay at any time, and no visit times.
    pub(crate) fn is_unrestricted(&self) -> bool {
        self.parts.iter().all(|part| part.open && part.delay.is_none())
    }

    /// The delay between the starts of two fetches that the site asks for in the minute `at`, or
    /// `None` if it asks for no delay then.
    #[must_use]
    pub fn delay_at(&self, at: TimeOfDay) -> Option<Duration> {
        self.parts[self.part_at(at)].delay
    }

    /// The earliest time, from `now` on, at which a fetch may start.
    ///
    /// `previous` is when the last fetch started, `None` before the first; `default` is the delay
    /// where the site says nothing. A time too far off to be counted is [`Timestamp::MAX`].
    ///
    /// # Complexity
    ///
    /// O(w) for w rates and visit times, however long the delay.
    #[must_use]
    pub fn next_fetch_at(
        &self,
        now: impl Into<Timestamp>,
        previous: Option<Timestamp>,
        default: Duration,
    ) -> Timestamp {
        let now = now.into();
        let ready = |part: &DayPart| {
            let delay = part.delay.unwrap_or(default);
            previous
                .map_or(now, |previous| previous.saturating_add(delay))
                .max(now)
        };
        // No fetch can start before the shortest delay of all open parts is over, so the search
        // begins then. The part with this delay comes around within a day, so the loop below visits
        // each part at most twice.
        let Some(mut time) = self.parts.iter().filter(|part| part.open).map(ready).min() else {
            return Timestamp::MAX;
        };
        loop {
            let index = self.part_at(TimeOfDay::at(time.since_unix_epoch()));
            let part = &self.parts[index];
            let ready = ready(part);
            if part.open && ready <= time {
                return time;
            }
            let end = self
                .parts
                .get(index + 1)
                .map_or(SECONDS_A_DAY, |next| u64::from(next.start) * 60);
            let seconds = time.since_unix_epoch().as_secs();
            let midnight = seconds - seconds % SECONDS_A_DAY;
            let Some(end) = midnight.checked_add(end) else {
                return Timestamp::MAX;
            };
            let end = Timestamp::from_unix(Duration::from_secs(end));
            time = if part.open { ready.min(end) } else { end };
        }
    }

    /// The index of the part that holds `at`.
    fn part_at(&self, at: TimeOfDay) -> usize {
        // The first part starts at minute 0, so at least one starts no later than `at`.
        self.parts
            .partition_point(|part| part.start <= at.minutes_since_midnight())
            - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pacing(delay: Option<u64>, rates: &[&str], visits: &[&str]) -> Pacing {
        let rates: Vec<_> = rates
            .iter()
            .map(|rate| RequestRate::parse(rate.as_bytes()).unwrap())
            .collect();
        let visits: Vec<_> = visits
            .iter()
            .map(|visit| TimeWindow::parse(visit.as_bytes()).unwrap())
            .collect();
        Pacing::new(delay.map(Duration::from_secs), &rates, &visits)
    }

    fn clock(hour: u64, minute: u64, second: u64) -> Timestamp {
        Timestamp::from_unix(Duration::from_secs((hour * 60 + minute) * 60 + second))
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn nothing_said() {
        let pacing = pacing(None, &[], &[]);
        assert!(pacing.is_unrestricted());
        assert_eq!(pacing.delay_at(TimeOfDay::MIDNIGHT), None);
        assert_eq!(pacing.next_fetch_at(clock(3, 0, 0), None, SECOND), clock(3, 0, 0));
        assert_eq!(
            pacing.next_fetch_at(clock(3, 0, 0), Some(clock(3, 0, 0)), SECOND),
            clock(3, 0, 1)
        );
        assert_eq!(
            pacing.next_fetch_at(clock(9, 0, 0), Some(clock(3, 0, 0)), SECOND),
            clock(9, 0, 0)
        );
    }

    #[test]
    fn the_longer_delay_counts_and_the_default_is_no_floor() {
        let both = pacing(Some(10), &["1/5s", "1/20s 0000-0059"], &[]);
        assert_eq!(both.delay_at(TimeOfDay::MIDNIGHT), Some(Duration::from_secs(20)));
        assert_eq!(
            both.delay_at(TimeOfDay::new(1, 0).unwrap()),
            Some(Duration::from_secs(10))
        );
        let fast = pacing(Some(0), &[], &[]);
        assert_eq!(
            fast.next_fetch_at(clock(1, 0, 0), Some(clock(1, 0, 0)), SECOND),
            clock(1, 0, 0)
        );
        assert!(!fast.is_unrestricted());
    }

    #[test]
    fn a_faster_rate_that_begins_meanwhile_counts() {
        let pacing = pacing(None, &["1/1h 0000-0559", "1/10s 0600-2359"], &[]);
        assert_eq!(
            pacing.next_fetch_at(clock(5, 59, 55), Some(clock(5, 59, 55)), SECOND),
            clock(6, 0, 5)
        );
        assert_eq!(
            pacing.next_fetch_at(clock(5, 30, 0), Some(clock(5, 30, 0)), SECOND),
            clock(6, 0, 0)
        );
        // If a slower part begins meanwhile, its longer delay counts.
        assert_eq!(
            pacing.next_fetch_at(clock(23, 59, 55), Some(clock(23, 59, 55)), SECOND),
            clock(24, 59, 55)
        );
    }

    #[test]
    fn long_delays_take_few_steps() {
        let year = 365 * 24 * 3600;
        let slow = pacing(Some(1000 * year), &[], &["0600-0600"]);
        let next = slow.next_fetch_at(clock(6, 0, 30), Some(clock(6, 0, 30)), SECOND);
        assert_eq!(
            next,
            clock(6, 0, 30).saturating_add(Duration::from_secs(1000 * year))
        );
        let never = pacing(Some(u64::MAX), &[], &["0600-0600"]);
        assert_eq!(
            never.next_fetch_at(clock(6, 0, 0), Some(clock(6, 0, 0)), SECOND),
            Timestamp::MAX
        );
    }

    #[test]
    fn the_shortest_delay_is_that_of_open_hours() {
        let shortest = |delay, rates: &[&str], visits: &[&str]| {
            pacing(delay, rates, visits)
                .shortest_delay()
                .map(|delay| delay.as_secs())
        };
        assert_eq!(shortest(None, &[], &[]), None);
        assert_eq!(shortest(Some(9), &[], &["0600-0700"]), Some(9));
        assert_eq!(
            shortest(Some(5), &["1/1h 0000-0559", "1/10s 0600-0659"], &[]),
            Some(5)
        );
        assert_eq!(
            shortest(Some(5), &["1/1h 0000-0559", "1/10s 0600-0659"], &["0000-0629"]),
            Some(10)
        );
        // No rate applies at seven.
        assert_eq!(shortest(None, &["1/1h 0000-0659"], &["0600-0700"]), None);
        let noon = pacing(None, &[], &["1200-1230"]);
        let is_open = |hour, minute| noon.is_open_at(TimeOfDay::new(hour, minute).unwrap());
        assert!(!is_open(11, 59) && is_open(12, 0) && is_open(12, 30) && !is_open(12, 31));
    }

    #[test]
    fn windows_add_up() {
        let pacing = pacing(None, &[], &["2200-0159", "0200-0300", "1200-1200"]);
        let next_open = |now| pacing.next_fetch_at(now, None, SECOND);
        assert_eq!(next_open(clock(3, 1, 0)), clock(12, 0, 0));
        assert_eq!(next_open(clock(12, 0, 59)), clock(12, 0, 59));
        assert_eq!(next_open(clock(12, 1, 0)), clock(22, 0, 0));
        assert_eq!(next_open(clock(25, 59, 59)), clock(25, 59, 59));
        assert_eq!(next_open(clock(26, 0, 0)), clock(26, 0, 0));
    }

    #[test]
    fn opens_at_the_start_of_the_first_minute() {
        let noon = pacing(None, &[], &["1200-1230"]);
        let next_open = |now| noon.next_fetch_at(now, None, SECOND);
        assert_eq!(next_open(clock(0, 0, 0)), clock(12, 0, 0));
        assert_eq!(next_open(clock(11, 59, 59)), clock(12, 0, 0));
        assert_eq!(next_open(clock(12, 30, 59)), clock(12, 30, 59));
        assert_eq!(next_open(clock(12, 31, 0)), clock(36, 0, 0));
        assert_eq!(next_open(clock(23, 59, 59)), clock(36, 0, 0));
        let nanosecond = Duration::from_nanos(1);
        let early = clock(11, 59, 59).saturating_add(nanosecond);
        assert_eq!(next_open(early), clock(12, 0, 0));
        let late = clock(12, 0, 0).saturating_add(nanosecond);
        assert_eq!(next_open(late), late);
    }
}
