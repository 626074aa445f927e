//! Times in header fields: dates, and numbers of seconds.

use crate::timestamp::Timestamp;

/// A date in one of the three forms of RFC 9110 section 5.6.7.
pub(super) fn http_date(value: &[u8]) -> Option<Timestamp> {
    let date = httpdate::parse_http_date(core::str::from_utf8(value).ok()?.trim());
    date.ok().map(Timestamp::from)
}

/// `delta-seconds` (RFC 9111 section 1.2.2), saturating.
pub(super) fn delta_seconds(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
    })
}
