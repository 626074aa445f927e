//! Header fields that say how long an answer stays fresh.

use super::CacheHeaders;
use super::cache_headers::Expires;
use super::retry_after::RetryAfter;
use super::time_values::{delta_seconds, http_date};

impl CacheHeaders {
    pub(super) fn field(&mut self, name: &str, value: &[u8]) {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("cache-control") {
            directives(value, |name, argument| self.cache_control(name, argument));
        } else if is("expires") {
            // If there are several, the earliest counts. RFC 9111 lets a cache take the first or
            // consider the response stale; the earliest is never fresher than the first.
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
            self.retry_after = RetryAfter::parse(value).or(self.retry_after);
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
            // `no-cache` with field names as its argument applies only to those fields (RFC 9111
            // section 5.2.2.4).
            self.stale |= argument.is_none();
        }
    }
}

/// Calls `each` with name and argument of every directive of a `Cache-Control` value: a list
/// separated by commas, in which an argument is a token or a quoted string, and a quoted string may
/// hold commas.
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
        start = at + 1;
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
    use core::time::Duration;

    use super::*;
    use crate::fetch::ResponseHead;
    use crate::timestamp::Timestamp;

    fn headers<V: AsRef<[u8]>>(fields: impl IntoIterator<Item = (&'static str, V)>) -> CacheHeaders {
        *ResponseHead::new(200, fields).cache_headers()
    }

    const NOW: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    fn now() -> Timestamp {
        http_date(NOW.as_bytes()).expect("a date")
    }

    fn fresh(fields: &[(&'static str, &str)]) -> Option<u64> {
        headers(fields.iter().copied())
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
            (&[("Cache-Control", "No-Store, max-age=60")], Some(0)),
            (&[("Cache-Control", "No-Cache, max-age=60")], Some(0)),
            (&[("Cache-Control", "no-store, no-cache, max-age=60")], Some(0)),
            // What makes an answer stale stays, whatever follows.
            (
                &[("Cache-Control", "no-store, no-cache=\"set-cookie\", max-age=60")],
                Some(0),
            ),
            (
                &[("Cache-Control", "no-cache, no-cache=\"set-cookie\", max-age=60")],
                Some(0),
            ),
            (&[("Cache-Control", "max-age=soon, max-age=60")], Some(0)),
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
                Some(u32::MAX.into()),
            ),
            (&[("Cache-Control", ",,=,max-age=60,")], Some(60)),
            // Outside of quotation marks, a backslash is an ordinary character.
            (&[("Cache-Control", "a=\\, max-age=60")], Some(60)),
            (&[("Cache-Control", "max-age=60, private=\"open")], Some(60)),
            (&[("Cache-Control", "max-age=\"60")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Age", "20")], Some(40)),
            (&[("Cache-Control", "max-age=60"), ("Age", "2000")], Some(0)),
            (&[("Cache-Control", "max-age=60"), ("Age", "old")], Some(60)),
            // The greatest of several, whichever comes first (RFC 9111 section 5.1 has one).
            (
                &[("Cache-Control", "max-age=60"), ("Age", "20"), ("Age", "30")],
                Some(30),
            ),
            (
                &[("Cache-Control", "max-age=60"), ("Age", "30"), ("Age", "20")],
                Some(30),
            ),
            (
                &[("Cache-Control", "max-age=60"), ("Age", "30"), ("Age", "old")],
                Some(30),
            ),
            // How long ago the response was made is what `Age` says, not `Date`.
            (
                &[
                    ("Cache-Control", "max-age=60"),
                    ("Date", "Sat, 05 Nov 1994 08:49:37 GMT"),
                ],
                Some(60),
            ),
            (&[("Cache-Control", "max-age=60"), ("Expires", "0")], Some(60)),
            (&[("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")], Some(3600)),
            (&[("EXPIRES", "\t Sun, 06 Nov 1994 09:49:37 GMT ")], Some(3600)),
            (
                &[("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", NOW)],
                Some(3600),
            ),
            // The difference between `Expires` and `Date` counts, not the clock of either side.
            (
                &[
                    ("Expires", "Sunday, 06-Nov-94 12:00:00 GMT"),
                    ("Date", "Sun Nov  6 11:00:00 1994"),
                ],
                Some(3600),
            ),
            // The last `Date` that can be read counts.
            (
                &[
                    ("Expires", "Sun, 06 Nov 1994 12:00:00 GMT"),
                    ("Date", "Sun, 06 Nov 1994 09:00:00 GMT"),
                    ("Date", "Sun, 06 Nov 1994 11:00:00 GMT"),
                    ("Date", "today"),
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
                &[
                    ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"),
                    ("Expires", "Sun, 06 Nov 1994 08:59:37 GMT"),
                    ("Expires", "Mon, 07 Nov 1994 08:49:37 GMT"),
                ],
                Some(600),
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
    fn bytes_that_are_not_text() {
        let headers = headers([
            ("expires", &b"\xFF"[..]),
            ("retry-after", b"\xFF"),
            ("date", b"\xFF"),
        ]);
        assert_eq!(headers.fresh_for(now()), Some(Duration::ZERO));
        assert_eq!(headers.retry_after(now()), None);
    }

    #[test]
    fn retry_after() {
        let retry = |value| headers([("Retry-After", value)]).retry_after(now());
        assert_eq!(retry("120"), Some(Duration::from_secs(120)));
        assert_eq!(
            retry("Sun, 06 Nov 1994 08:59:37 GMT"),
            Some(Duration::from_secs(600))
        );
        assert_eq!(retry("Sun, 06 Nov 1994 07:59:37 GMT"), Some(Duration::ZERO));
        assert_eq!(retry("tomorrow"), None);
        assert_eq!(headers([("X-Retry-After", "120")]).retry_after(now()), None);
        assert_eq!(retry(" "), None);
        // The last that can be read counts.
        for (values, expected) in [
            (["120", "60"], 60),
            (["60", "120"], 120),
            (["60", "tomorrow"], 60),
        ] {
            let several = headers(values.map(|value| ("Retry-After", value)));
            assert_eq!(
                several.retry_after(now()),
                Some(Duration::from_secs(expected)),
                "{values:?}"
            );
        }
    }
}
