//! `Retry-After`: how long a server asks to wait (RFC 9110 section 10.2.3).

use core::time::Duration;

#[cfg(feature = "std")]
use super::time_values::{delta_seconds, http_date};
use crate::timestamp::Timestamp;

/// What the header says: how long to wait, or until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "std"), expect(dead_code, reason = "only header fields say so"))]
pub(super) enum RetryAfter {
    In(Duration),
    At(Timestamp),
}

#[cfg(feature = "std")]
impl RetryAfter {
    /// Seconds, or a date; `None` if it is neither.
    pub(super) fn parse(value: &[u8]) -> Option<Self> {
        delta_seconds(value)
            .map(|seconds| Self::In(Duration::from_secs(seconds)))
            .or_else(|| http_date(value).map(Self::At))
    }
}

impl RetryAfter {
    /// How long to wait from `received` on, which is when the response arrived.
    pub(super) fn wait(self, received: Timestamp) -> Duration {
        match self {
            Self::In(duration) => duration,
            Self::At(at) => at.duration_since(received),
        }
    }
}
