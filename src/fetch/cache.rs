//! How long an answer stays fresh, from its HTTP headers (RFC 9111).

use core::time::Duration;
use std::time::SystemTime;

use super::{FetchPolicy, Outcome};

/// What the headers of a response say about how long it holds: `Cache-Control`, `Expires`, `Date`, `Age`, and
/// `Retry-After`.
///
/// Read once, kept as a few numbers. The default says nothing, which is right for a request that got no answer.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use robots_exclusion::Dialect;
/// use robots_exclusion::fetch::{CacheHeaders, Outcome};
///
/// let headers = CacheHeaders::from_fields([("cache-control", "public, max-age=7200"), ("age", "200")]);
/// let now = SystemTime::now();
/// assert_eq!(headers.fresh_for(now), Some(Duration::from_secs(7000)));
/// let policy = Dialect::RFC_9309.fetch_policy();
/// assert_eq!(policy.next_fetch(Outcome::Parse, &headers, now), Duration::from_secs(7000));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheHeaders {
    /// `no-store` or `no-cache`, or a `max-age` that cannot be read.
    stale: bool,
    /// The least `max-age`, in seconds.
    max_age: Option<u64>,
    expires: Option<Expires>,
    date: Option<SystemTime>,
    /// In seconds.
    age: u64,
    retry_after: Option<RetryAfter>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expires {
    At(SystemTime),
    /// `0` and whatever else is no date means the past (RFC 9111 section 5.3).
    Past,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RetryAfter {
    In(Duration),
    At(SystemTime),
}

impl CacheHeaders {
    /// Reads header fields, given as name and value; names in any case, other fields ignored.
    ///
    /// The headers of the `http` crate can be passed as they are: `CacheHeaders::from_fields(response.headers())`.
    pub fn from_fields<N: AsRef<str>, V: AsRef<[u8]>>(fields: impl IntoIterator<Item = (N, V)>) -> Self {
        let mut headers = Self::default();
        for (name, value) in fields {
            headers.field(name.as_ref(), value.as_ref());
        }
        headers
    }

    fn field(&mut self, name: &str, value: &[u8]) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("cache-control") {
            directives(value, |name, argument| self.cache_control(name, argument));
        } else if is("expires") {
            // Of several, the earliest: a cache may take the first or consider the response stale.
            let new = http_date(value).map_or(Expires::Past, Expires::At);
            self.expires = Some(match (self.expires, new) {
                (None, new) => new,
                (Some(Expires::At(old)), Expires::At(new)) => Expires::At(old.min(new)),
                _ => Expires::Past,
            });
        } else if is("date") {
            self.date = http_date(value).or(self.date);
        } else if is("age") {
            // An Age that cannot be read is ignored (RFC 9111 section 5.1).
            self.age = delta_seconds(value).unwrap_or(0).max(self.age);
        } else if is("retry-after") {
            self.retry_after = delta_seconds(value)
                .map(|seconds| RetryAfter::In(Duration::from_secs(seconds)))
                .or_else(|| http_date(value).map(RetryAfter::At))
                .or(self.retry_after);
        }
    }

    fn cache_control(&mut self, name: &[u8], argument: Option<&[u8]>) {
        if name.eq_ignore_ascii_case(b"max-age") {
            match argument.and_then(delta_seconds) {
                Some(seconds) => self.max_age = Some(self.max_age.map_or(seconds, |old| old.min(seconds))),
                None => self.stale = true,
            }
        } else if name.eq_ignore_ascii_case(b"no-store") {
            self.stale = true;
        } else if name.eq_ignore_ascii_case(b"no-cache") {
            // With field names as its argument it speaks of these fields only (RFC 9111 section 5.2.2.4).
            self.stale |= argument.is_none();
        }
    }

    /// For how long from now the response is fresh, or `None` if it does not say.
    ///
    /// `received` is when the response came in, which is now unless it waited. `max-age` counts before `Expires`,
    /// `no-store` and `no-cache` before both; the response's `Age` is taken off; a value that cannot be read means that
    /// the response is stale. `s-maxage` is for caches that many users share, and does not count.
    #[must_use]
    pub fn fresh_for(&self, received: SystemTime) -> Option<Duration> {
        if self.stale {
            return Some(Duration::ZERO);
        }
        let lifetime = match (self.max_age, self.expires) {
            (Some(seconds), _) => Duration::from_secs(seconds),
            (None, Some(Expires::At(expires))) => expires
                .duration_since(self.date.unwrap_or(received))
                .unwrap_or(Duration::ZERO),
            (None, Some(Expires::Past)) => Duration::ZERO,
            (None, None) => return None,
        };
        Some(lifetime.saturating_sub(Duration::from_secs(self.age)))
    }

    /// How long the server asks to wait before the next request (`Retry-After`), or `None` if it does not say.
    #[must_use]
    pub fn retry_after(&self, received: SystemTime) -> Option<Duration> {
        match self.retry_after? {
            RetryAfter::In(duration) => Some(duration),
            RetryAfter::At(at) => Some(at.duration_since(received).unwrap_or(Duration::ZERO)),
        }
    }
}

impl FetchPolicy {
    /// How long to act on an outcome before asking for robots.txt again.
    ///
    /// After a [failure](Outcome::is_failure), what `Retry-After` says within the bounds of
    /// [`retry_after`](Self::retry_after); otherwise what the headers say of the response's freshness within those of
    /// [`lifetime`](Self::lifetime). `received` is when the response came in.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::{Duration, SystemTime};
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion::fetch::{Answer, CacheHeaders};
    ///
    /// let policy = Dialect::RFC_9309.fetch_policy();
    /// let headers = CacheHeaders::from_fields([("Retry-After", "120")]);
    /// let outcome = policy.outcome(Answer::Status(503));
    /// assert_eq!(policy.next_fetch(outcome, &headers, SystemTime::now()), Duration::from_secs(120));
    /// ```
    #[must_use]
    pub fn next_fetch(&self, outcome: Outcome, headers: &CacheHeaders, received: SystemTime) -> Duration {
        if outcome.is_failure() {
            self.retry_after(headers.retry_after(received))
        } else {
            self.lifetime(headers.fresh_for(received))
        }
    }
}

fn http_date(value: &[u8]) -> Option<SystemTime> {
    httpdate::parse_http_date(core::str::from_utf8(value).ok()?.trim()).ok()
}

/// `delta-seconds` (RFC 9111 section 1.2.2), saturating.
fn delta_seconds(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, byte| {
        byte.is_ascii_digit()
            .then(|| number.saturating_mul(10).saturating_add(u64::from(byte - b'0')))
    })
}

/// Calls `each` with name and argument of every directive of a `Cache-Control` value: a comma list, in which an argument may
/// be a token or a quoted string, and a quoted string may hold commas.
fn directives(value: &[u8], mut each: impl FnMut(&[u8], Option<&[u8]>)) {
    let mut start = 0;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in value.iter().copied().chain([b',']).enumerate() {
        match byte {
            _ if at == value.len() => {}
            _ if escaped => {
                escaped = false;
                continue;
            }
            b'\\' if quoted => {
                escaped = true;
                continue;
            }
            b'"' => {
                quoted = !quoted;
                continue;
            }
            b',' if !quoted => {}
            _ => continue,
        }
        let directive = value[start..at].trim_ascii();
        start = (at + 1).min(value.len());
        if directive.is_empty() {
            continue;
        }
        match memchr::memchr(b'=', directive) {
            Some(equals) => {
                let argument = directive[equals + 1..].trim_ascii();
                let unquoted = argument
                    .strip_prefix(b"\"")
                    .and_then(|inner| inner.strip_suffix(b"\""));
                each(
                    directive[..equals].trim_ascii(),
                    Some(unquoted.unwrap_or(argument)),
                );
            }
            None => each(directive, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    fn now() -> SystemTime {
        http_date(NOW.as_bytes()).expect("a date")
    }

    fn fresh(fields: &[(&str, &str)]) -> Option<u64> {
        CacheHeaders::from_fields(fields.iter().copied())
            .fresh_for(now())
            .map(|duration| duration.as_secs())
    }

    #[test]
    fn freshness() {
        type Case = (&'static [(&'static str, &'static str)], Option<u64>);
        let cases: &[Case] = &[
            (&[], None),
            (&[("Cache-Control", "public")], None),
            (&[("Cache-Control", "max-age=60")], Some(60)),
            (&[("CACHE-CONTROL", "Public , MAX-AGE = 60")], Some(60)),
            (&[("Cache-Control", "max-age=\"60\"")], Some(60)),
            (&[("Cache-Control", "max-age=60, max-age=30")], Some(30)),
            (
                &[("Cache-Control", "max-age=60"), ("Cache-Control", "no-cache")],
                Some(0),
            ),
            (&[("Cache-Control", "max-age=60, no-store")], Some(0)),
            (
                &[("Cache-Control", "max-age=60, no-cache=\"set-cookie, max-age=1\"")],
                Some(60),
            ),
            (
                &[("Cache-Control", "private=\"a\\\", max-age=1\", max-age=60")],
                Some(60),
            ),
            (&[("Cache-Control", "s-maxage=5, max-age=60")], Some(60)),
            (&[("Cache-Control", "s-maxage=5")], None),
            (&[("Cache-Control", "max-age=soon")], Some(0)),
            (&[("Cache-Control", "max-age=-1")], Some(0)),
            (&[("Cache-Control", "max-age")], Some(0)),
            (
                &[("Cache-Control", "max-age=99999999999999999999999")],
                Some(u64::MAX),
            ),
            (&[("Cache-Control", ",,=,max-age=60,")], Some(60)),
            (&[("Cache-Control", "max-age=60, private=\"open")], Some(60)),
            (&[("Cache-Control", "max-age=60"), ("Age", "20")], Some(40)),
            (&[("Cache-Control", "max-age=60"), ("Age", "2000")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Age", "old")], Some(60)),
            (&[("Cache-Control", "max-age=60"), ("Expires", "0")], Some(60)),
            (&[("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")], Some(3600)),
            (
                &[("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", NOW)],
                Some(3600),
            ),
            // The difference counts, not the clock of either side.
            (
                &[
                    ("Expires", "Sunday, 06-Nov-94 12:00:00 GMT"),
                    ("Date", "Sun Nov  6 11:00:00 1994"),
                ],
                Some(3600),
            ),
            (&[("Expires", "Sun, 06 Nov 1994 08:00:00 GMT")], Some(0)),
            (&[("Expires", "0")], Some(0)),
            (&[("Expires", "-1")], Some(0)),
            (
                &[("Expires", "0"), ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")],
                Some(0),
            ),
            (
                &[("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Age", "600")],
                Some(3000),
            ),
        ];
        for (fields, expected) in cases {
            assert_eq!(fresh(fields), *expected, "{fields:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text() {
        let headers = CacheHeaders::from_fields([
            ("expires", &b"\xFF"[..]),
            ("retry-after", b"\xFF"),
            ("date", b"\xFF"),
        ]);
        assert_eq!(headers.fresh_for(now()), Some(Duration::ZERO));
        assert_eq!(headers.retry_after(now()), None);
    }

    #[test]
    fn retry_after() {
        let retry = |value| CacheHeaders::from_fields([("Retry-After", value)]).retry_after(now());
        assert_eq!(retry("120"), Some(Duration::from_secs(120)));
        assert_eq!(
            retry("Sun, 06 Nov 1994 08:59:37 GMT"),
            Some(Duration::from_secs(600))
        );
        assert_eq!(retry("Sun, 06 Nov 1994 07:59:37 GMT"), Some(Duration::ZERO));
        assert_eq!(retry("tomorrow"), None);
    }
}
