//! Times in few bytes, because a crawler keeps several for each of millions of sites.

use core::num::{NonZeroU32, NonZeroU64};
use core::time::Duration;

use crate::timestamp::Timestamp;

/// A [`Timestamp`] in half the room. It counts nanoseconds up to the year 2554; later times become
/// the last one. The number that is stored is one more, so it is never 0, and an `Option` takes no
/// more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(NonZeroU64);

#[cfg(feature = "std")]
impl Moment {
    /// A number that is not 0.
    pub(super) fn to_bits(self) -> u64 {
        self.0.get()
    }

    /// `None` for 0.
    pub(super) fn from_bits(bits: u64) -> Option<Self> {
        NonZeroU64::new(bits).map(Self)
    }
}

impl From<Timestamp> for Moment {
    fn from(time: Timestamp) -> Self {
        let nanos = u64::try_from(time.since_unix_epoch().as_nanos()).unwrap_or(u64::MAX);
        Self(NonZeroU64::MIN.saturating_add(nanos))
    }
}

impl From<Moment> for Timestamp {
    fn from(moment: Moment) -> Self {
        Self::from_unix(Duration::from_nanos(moment.0.get() - 1))
    }
}

/// A time in whole seconds, rounded down, up to the year 2106; later times become the last one. For
/// times that are compared in hours and days. Stored like [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Second(NonZeroU32);

#[cfg(feature = "std")]
impl Second {
    /// A number that is not 0.
    pub(super) fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// `None` for 0.
    pub(super) fn from_bits(bits: u32) -> Option<Self> {
        NonZeroU32::new(bits).map(Self)
    }
}

impl From<Timestamp> for Second {
    fn from(time: Timestamp) -> Self {
        let seconds = u32::try_from(time.since_unix_epoch().as_secs()).unwrap_or(u32::MAX);
        Self(NonZeroU32::MIN.saturating_add(seconds))
    }
}

impl From<Second> for Timestamp {
    fn from(second: Second) -> Self {
        Self::from_unix(Duration::from_secs(u64::from(second.0.get() - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_back() {
        for nanos in [0, 1, 1_795_164_359_123_456_789, u64::MAX - 1] {
            let time = Timestamp::from_unix(Duration::from_nanos(nanos));
            assert_eq!(Timestamp::from(Moment::from(time)), time);
        }
        assert_eq!(size_of::<Option<Moment>>(), 8);
        let latest = Timestamp::from(Moment::from(Timestamp::MAX));
        assert_eq!(latest, Timestamp::from_unix(Duration::from_nanos(u64::MAX - 1)));

        let second =
            |nanos: u64| Timestamp::from(Second::from(Timestamp::from_unix(Duration::from_nanos(nanos))));
        for seconds in [0, 1, 1_795_164_359, u64::from(u32::MAX) - 1] {
            let time = Timestamp::from_unix(Duration::from_secs(seconds));
            assert_eq!(second(seconds * 1_000_000_000), time);
            assert_eq!(second(seconds * 1_000_000_000 + 999_999_999), time);
        }
        assert_eq!(size_of::<Option<Second>>(), 4);
        assert!(Second::from(Timestamp::MAX) > Second::from(Timestamp::UNIX_EPOCH));
    }
}
