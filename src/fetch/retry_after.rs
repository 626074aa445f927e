//! `Retry-After`: how long a server asks to wait (RFC 9110 section 10.2.3).

use core::time::Duration;

use super::CacheHeaders;
#[cfg(feature = "cache-headers")]
use super::header_fields::{delta_seconds, http_date};
use crate::timestamp::Timestamp;

/// What the header says: how long to wait, or until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    not(feature = "cache-headers"),
    expect(dead_code, reason = "only header fields say so")
)]
pub(super) enum RetryAfter {
    In(Duration),
    At(Timestamp),
}

#[cfg(feature = "cache-headers")]
impl RetryAfter {
    /// Seconds, or a date; `None` if it is neither.
    pub(super) fn parse(value: &[u8]) -> Option<Self> {
        delta_seconds(value)
            .map(|seconds| Self::In(Duration::from_secs(seconds)))
            .or_else(|| http_date(value).map(Self::At))
    }
}

impl CacheHeaders {
    /// How long the server asks to wait before the next request (`Retry-After`), or `None` if it
    /// does not say.
    #[must_use]
    pub fn retry_after(&self, received: impl Into<Timestamp>) -> Option<Duration> {
        match self.retry_after? {
            RetryAfter::In(duration) => Some(duration),
            RetryAfter::At(at) => Some(at.duration_since(received.into())),
        }
    }
}
