//! What to send back to a server so that it can answer that nothing has changed (RFC 9110 sections
//! 8.8 and 13.1).

use alloc::boxed::Box;
use alloc::string::String;

/// The `ETag` and `Last-Modified` of a response. Sent back with the next request, they let the
/// server answer 304 (Not Modified) instead of sending the same body again.
///
/// [`Site`](crate::site::Site) keeps them with the rules, and
/// [`RobotsRequest::fields`](super::RobotsRequest::fields) has the fields to send.
///
/// They are kept as the server wrote them. An `ETag` that is malformed or has more than 128 bytes
/// is not kept, and neither is a `Last-Modified` that has more than 64 bytes or a character that no
/// date has. So a server cannot smuggle a header line into a later request.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::ResponseHead;
///
/// let head = ResponseHead::new(200, [("ETag", "\"33a6\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")]);
/// let validators = head.validators().unwrap();
/// assert!(validators.fields().eq([
///     ("If-None-Match", "\"33a6\""),
///     ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"),
/// ]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Validators {
    /// The `ETag`, a line feed, and the `Last-Modified`; either may be empty, but not both. If a
    /// redirect led to them, another line feed and the URL that sent them. One text, because crawlers
    /// keep millions.
    text: Box<str>,
}

const MAX_ETAG_BYTES: usize = 128;
const MAX_DATE_BYTES: usize = 64;
const MAX_URL_BYTES: usize = 256;

impl Validators {
    /// The valid ones of the two; `None` if neither is valid.
    #[must_use]
    pub fn new(etag: Option<&[u8]>, last_modified: Option<&[u8]>) -> Option<Self> {
        let etag = etag.map(<[u8]>::trim_ascii).filter(|etag| is_etag(etag));
        let date = last_modified.map(<[u8]>::trim_ascii).filter(|date| is_date(date));
        if etag.is_none() && date.is_none() {
            return None;
        }
        let mut text = String::new();
        text.push_str(core::str::from_utf8(etag.unwrap_or_default()).ok()?);
        text.push('\n');
        text.push_str(core::str::from_utf8(date.unwrap_or_default()).ok()?);
        Some(Self { text: text.into() })
    }

    /// The same, [sent by](Self::sent_from) a URL to which a redirect of robots.txt led: to restore what
    /// was saved. `None` if the URL is empty, has a line end, or has more than 256 bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::Validators;
    ///
    /// let validators = Validators::new(Some(b"\"1\""), None).unwrap();
    /// assert_eq!(validators.sent_from(), None);
    /// let url = "https://www.example.com/robots.txt";
    /// assert_eq!(validators.sent_by(url).unwrap().sent_from(), Some(url));
    /// ```
    #[must_use]
    pub fn sent_by(mut self, url: &str) -> Option<Self> {
        let is_kept = !url.is_empty() && url.len() <= MAX_URL_BYTES && !url.contains(['\n', '\r']);
        let [etag, last_modified] = [self.etag(), self.last_modified()].map(Option::unwrap_or_default);
        self.text = [etag, last_modified, url].join("\n").into();
        Some(self).filter(|_| is_kept)
    }

    /// The part of the text at a place, if it is not empty.
    fn part(&self, place: usize) -> Option<&str> {
        self.text.split('\n').nth(place).filter(|part| !part.is_empty())
    }

    /// The `ETag`, with its quotation marks.
    #[must_use]
    pub fn etag(&self) -> Option<&str> {
        self.part(0)
    }

    /// The `Last-Modified`, as the server wrote it.
    #[must_use]
    pub fn last_modified(&self) -> Option<&str> {
        self.part(1)
    }

    /// The URL that sent them, if a redirect of robots.txt led there: they are for requests to this
    /// URL alone. `None` means the URL of robots.txt itself. After a redirect to a URL of more than
    /// 256 bytes none are kept.
    #[must_use]
    pub fn sent_from(&self) -> Option<&str> {
        self.part(2)
    }

    /// Names and values of the fields to send: `If-None-Match`, `If-Modified-Since`.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let etag = self.etag().map(|etag| ("If-None-Match", etag));
        let date = self.last_modified().map(|date| ("If-Modified-Since", date));
        etag.into_iter().chain(date)
    }

    /// Both in one text, for [`from_text`](Self::from_text).
    pub(crate) fn as_text(&self) -> &str {
        &self.text
    }

    /// Restores validators from what [`as_text`](Self::as_text) returned. Nothing else may be
    /// passed, since it is not checked.
    pub(crate) fn from_text(text: &str) -> Self {
        Self { text: text.into() }
    }
}

/// `entity-tag = [ "W/" ] DQUOTE *etagc DQUOTE` (RFC 9110 section 8.8.3), without its bytes beyond
/// ASCII.
fn is_etag(value: &[u8]) -> bool {
    let opaque = value.strip_prefix(b"W/").unwrap_or(value);
    let inner = opaque
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""));
    value.len() <= MAX_ETAG_BYTES
        && inner.is_some_and(|inner| inner.iter().all(|byte| matches!(byte, 0x21 | 0x23..=0x7E)))
}

/// Whether a value holds only bytes that dates are made of. The date itself is not checked, since
/// only the server that wrote it will read it.
fn is_date(value: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b" ,:+-".contains(byte);
    !value.is_empty() && value.len() <= MAX_DATE_BYTES && value.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_valid_is_kept() {
        // 128 bytes with its quotation marks, and one more.
        let longest = alloc::format!("\"{}\"", "x".repeat(126));
        let long = alloc::format!("\"{}\"", "x".repeat(127));
        for (etag, kept) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            (" \"\" ", true),
            ("a", false),
            ("\"a", false),
            ("w/\"a\"", false),
            ("\"a\"b\"", false),
            ("\"a\r\nHost: x\"", false),
            ("\"\u{7f}\"", false),
            ("\"é\"", false),
            (&longest, true),
            (&long, false),
        ] {
            let validators = Validators::new(Some(etag.as_bytes()), None);
            assert_eq!(validators.is_some(), kept, "{etag}");
            assert_eq!(
                validators.as_ref().and_then(Validators::etag),
                kept.then_some(etag.trim())
            );
        }
        let date = "Sun, 06 Nov 1994 08:49:37 GMT";
        let (longest, long) = ("1".repeat(64), "1".repeat(65));
        for (value, kept) in [
            (date, true),
            (" Sun, 06 Nov 1994 08:49:37 GMT\t", true),
            (&longest, true),
            (&long, false),
            ("", false),
            ("a\nb", false),
            ("\u{e9}", false),
        ] {
            let validators = Validators::new(Some(b"no"), Some(value.as_bytes()));
            assert_eq!(validators.is_some(), kept, "{value}");
            assert_eq!(
                validators.as_ref().and_then(Validators::last_modified),
                kept.then_some(value.trim())
            );
        }
        assert_eq!(Validators::new(None, None), None);
    }
}
