//! A point in time that needs no clock.

use core::time::Duration;

/// A point in time, kept as the time since the Unix epoch (1970-01-01 00:00 UTC).
///
/// This crate never reads a clock: wherever an answer depends on the time, you pass it in. With the
/// standard library, every function that takes a time also takes a
/// [`SystemTime`](std::time::SystemTime), because this type implements `From<SystemTime>`. It is a
/// separate type so that a time cannot be confused with a length of time ([`Duration`]).
///
/// Times before the epoch do not exist here: they become the epoch.
///
/// Dates in the rules of a page or in a sitemap have types of their own: `page::UtcTime` and
/// `sitemap::W3cDateTime`. To compare one with a timestamp, take its seconds since the Unix epoch
/// (`as_unix_seconds`, `unix_seconds`) and [`since_unix_epoch`](Self::since_unix_epoch).
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Timestamp;
///
/// let noon = Timestamp::from_unix(Duration::from_secs(12 * 3600));
/// let later = noon.saturating_add(Duration::from_secs(90));
/// assert_eq!(later.duration_since(noon), Duration::from_secs(90));
/// assert_eq!(noon.duration_since(later), Duration::ZERO);
/// # #[cfg(feature = "std")]
/// assert!(Timestamp::from(std::time::SystemTime::now()) > later);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Timestamp(Duration);

impl Timestamp {
    /// 1970-01-01 00:00 UTC.
    pub const UNIX_EPOCH: Self = Self(Duration::ZERO);

    /// The latest time there is, some 580 billion years from now; it serves as "never".
    pub const MAX: Self = Self(Duration::MAX);

    /// The time that lies this long after the Unix epoch.
    ///
    /// Where only the time of day matters, as for [`Pacing`](crate::extension::Pacing), you may
    /// count from any other midnight in UTC.
    #[must_use]
    pub const fn from_unix(since_epoch: Duration) -> Self {
        Self(since_epoch)
    }

    /// The time since the Unix epoch.
    #[must_use]
    pub const fn since_unix_epoch(self) -> Duration {
        self.0
    }

    /// The time from `earlier` to `self`, or zero if `earlier` is in fact later.
    #[must_use]
    pub const fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time `duration` after `self`, or [`MAX`](Self::MAX) if there is no such time.
    #[must_use]
    pub const fn saturating_add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl From<std::time::SystemTime> for Timestamp {
    /// Times before the Unix epoch become the epoch.
    fn from(time: std::time::SystemTime) -> Self {
        let since_epoch = time.duration_since(std::time::SystemTime::UNIX_EPOCH);
        Self(since_epoch.unwrap_or(Duration::ZERO))
    }
}

#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
impl TryFrom<Timestamp> for std::time::SystemTime {
    type Error = TimestampOutOfRange;

    /// # Examples
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use robots_exclusion::Timestamp;
    ///
    /// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_795_164_359);
    /// assert_eq!(SystemTime::try_from(Timestamp::from(time)), Ok(time));
    /// assert!(SystemTime::try_from(Timestamp::MAX).is_err());
    /// ```
    fn try_from(time: Timestamp) -> Result<Self, TimestampOutOfRange> {
        Self::UNIX_EPOCH.checked_add(time.0).ok_or(TimestampOutOfRange)
    }
}

/// A [`Timestamp`] that is too far off for [`SystemTime`](std::time::SystemTime).
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TimestampOutOfRange;

#[cfg(feature = "std")]
impl core::fmt::Display for TimestampOutOfRange {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the time is too far off for the system's clock")
    }
}

#[cfg(feature = "std")]
impl core::error::Error for TimestampOutOfRange {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn times_of_the_system_come_back() {
        for seconds in [0, 1_795_164_359] {
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(SystemTime::try_from(Timestamp::from(time)), Ok(time));
        }
        let early = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
        assert_eq!(
            SystemTime::try_from(Timestamp::from(early)),
            Ok(SystemTime::UNIX_EPOCH)
        );
        assert_eq!(SystemTime::try_from(Timestamp::MAX), Err(TimestampOutOfRange));
    }
}
