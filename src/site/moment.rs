//! A time in eight bytes.

use core::num::NonZeroU64;
use core::time::Duration;

use crate::timestamp::Timestamp;

/// A [`Timestamp`] in half the room, because a crawler keeps several for each of millions of sites.
/// It counts nanoseconds up to the year 2554; later times become the last one. The number that is
/// stored is one more, so it is never 0, and an `Option` takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(NonZeroU64);

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
    }
}
