//! Status and header fields of a response.

use alloc::boxed::Box;

#[cfg(feature = "url")]
use super::redirects;
use super::{CacheHeaders, Reply, Validators};

/// What matters about the start of an HTTP response: its status, where it redirects to, whether its
/// body can be read, and how long it stays fresh.
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::ResponseHead;
///
/// let head = ResponseHead::new(301, [("Location", "https://example.com/robots.txt")]);
/// assert_eq!(head.location(), Some(&b"https://example.com/robots.txt"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResponseHead {
    status: u16,
    location: Option<Box<[u8]>>,
    is_encoded: bool,
    cache_headers: CacheHeaders,
    validators: Option<Validators>,
}

impl ResponseHead {
    /// Reads a status and header fields, given as name and value. Names are compared in any case;
    /// fields that do not matter are skipped.
    ///
    /// The header map of the `http` crate, which most clients use, can be passed as it is:
    /// `ResponseHead::new(response.status().as_u16(), response.headers())`. Freshness is read with
    /// the feature `std`.
    pub fn new<N: AsRef<str>, V: AsRef<[u8]>>(status: u16, fields: impl IntoIterator<Item = (N, V)>) -> Self {
        let mut head = Self::from_status(status);
        // If a field is repeated, the first one counts.
        let (mut etag, mut last_modified) = (None, None);
        for (name, value) in fields {
            let (name, value) = (name.as_ref(), value.as_ref());
            if name.eq_ignore_ascii_case("etag") {
                etag.get_or_insert_with(|| Box::<[u8]>::from(value));
            } else if name.eq_ignore_ascii_case("last-modified") {
                last_modified.get_or_insert_with(|| Box::<[u8]>::from(value));
            } else if name.eq_ignore_ascii_case("location") {
                head.location.get_or_insert_with(|| value.into());
            } else if name.eq_ignore_ascii_case("content-encoding") {
                head.is_encoded |= value.split(|byte| *byte == b',').any(is_coding);
            } else {
                #[cfg(feature = "std")]
                head.cache_headers.field(name, value);
            }
        }
        head.validators = Validators::new(etag.as_deref(), last_modified.as_deref());
        head
    }

    /// A response whose status alone is known.
    #[must_use]
    pub const fn from_status(status: u16) -> Self {
        Self {
            status,
            location: None,
            is_encoded: false,
            cache_headers: CacheHeaders::SILENT,
            validators: None,
        }
    }

    /// Says that the body is decoded, whatever `Content-Encoding` says.
    ///
    /// Without this call, if `Content-Encoding` names anything but `identity`, the body counts as
    /// still encoded: compressed, or in an encoding that the client does not know. No rule can be
    /// found in such a body. Read as text it would allow everything, so
    /// [`RobotsRequest::on_response`](super::RobotsRequest::on_response) and
    /// [`Fetched::new`](super::Fetched::new) treat it as unreachable.
    ///
    /// Clients that decompress a body usually remove the field (`ureq` and `reqwest` do). Call this
    /// for one that leaves it in place.
    #[must_use]
    pub const fn decoded(mut self) -> Self {
        self.is_encoded = false;
        self
    }

    /// The HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// The value of `Location`, the first if there are several.
    #[must_use]
    pub fn location(&self) -> Option<&[u8]> {
        self.location.as_deref()
    }

    /// Where a response to a request for `from` redirects to: the target of a 301, 302, 303, 307 or
    /// 308, without credentials and fragment. `None` if it is not a redirect, or leads to a place
    /// where no crawler can go.
    ///
    /// Redirects of robots.txt are followed by [`RobotsRequest`](super::RobotsRequest). The
    /// redirect of a page leads to a URL like any other: ask the [`Site`](crate::site::Site) that
    /// it belongs to.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::ResponseHead;
    /// use url::Url;
    ///
    /// let page = Url::parse("https://example.com/a/b")?;
    /// let head = ResponseHead::new(302, [("Location", "../c#top")]);
    /// assert_eq!(head.redirect(&page), Some(Url::parse("https://example.com/c")?));
    /// assert_eq!(ResponseHead::from_status(302).redirect(&page), None);
    /// # Ok::<(), url::ParseError>(())
    /// ```
    #[cfg(feature = "url")]
    #[cfg_attr(docsrs, doc(cfg(feature = "url")))]
    #[must_use]
    pub fn redirect(&self, from: &url::Url) -> Option<url::Url> {
        if !redirects::is_redirect(self.status) {
            return None;
        }
        redirects::target(from, self.location()?)
    }

    /// The reply, or [`Reply::Unreadable`] if it is a success whose body is still encoded.
    pub(super) fn readable(&self, answer: Reply) -> Reply {
        if answer.is_success() && self.is_encoded {
            Reply::Unreadable
        } else {
            answer
        }
    }

    /// The response's `ETag` and `Last-Modified`, if at least one of the two is valid.
    #[must_use]
    pub const fn validators(&self) -> Option<&Validators> {
        self.validators.as_ref()
    }

    /// How long the response stays fresh. Says nothing without the feature `std`.
    #[must_use]
    pub const fn cache_headers(&self) -> &CacheHeaders {
        &self.cache_headers
    }
}

/// Whether an element of `Content-Encoding` names a coding that changes the body (RFC 9110 section
/// 8.4.1).
fn is_coding(element: &[u8]) -> bool {
    let name = element.trim_ascii();
    !name.is_empty() && !name.eq_ignore_ascii_case(b"identity")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings() {
        for (values, encoded) in [
            (&[][..], false),
            (&["identity"][..], false),
            (&["Identity , IDENTITY,"], false),
            (&[""], false),
            (&["br"], true),
            (&["gzip, gzip"], true),
            (&["gzip", "br"], true),
            (&["gzip, identity"], true),
            (&["identity, gzip"], true),
            (&["br", "identity"], true),
            (&["identity", "x-unknown"], true),
        ] {
            let head = ResponseHead::new(200, values.iter().map(|value| ("content-ENCODING", *value)));
            let found = Reply::Status(200);
            let answer = if encoded { Reply::Unreadable } else { found };
            assert_eq!(head.readable(found), answer, "{values:?}");
            assert_eq!(head.decoded().readable(found), found);
        }
    }

    #[cfg(feature = "url")]
    #[test]
    fn only_some_statuses_redirect() {
        let from = url::Url::parse("https://example.com/a").expect("a URL");
        for (status, expected) in [
            (200, None),
            (201, None),
            (300, None),
            (301, Some("https://example.com/b")),
            (302, Some("https://example.com/b")),
            (303, Some("https://example.com/b")),
            (304, None),
            (305, None),
            (306, None),
            (307, Some("https://example.com/b")),
            (308, Some("https://example.com/b")),
            (309, None),
            (404, None),
        ] {
            let head = ResponseHead::new(status, [("Location", "/b")]);
            let target = head.redirect(&from);
            assert_eq!(target.as_ref().map(url::Url::as_str), expected, "{status}");
        }
    }

    #[test]
    fn the_first_of_several_counts() {
        let head = ResponseHead::new(301, [("LOCATION", "/a"), ("location", "/b")]);
        assert_eq!(head.location(), Some(&b"/a"[..]));
        let (first, second) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Mon, 07 Nov 1994 08:49:37 GMT");
        let head = ResponseHead::new(
            200,
            [
                ("last-modified", first),
                ("Last-Modified", second),
                ("etag", "\"1\""),
                ("ETag", "\"2\""),
            ],
        );
        let validators = head.validators().expect("both are valid");
        assert_eq!(
            (validators.etag(), validators.last_modified()),
            (Some("\"1\""), Some(first))
        );
        assert_eq!(ResponseHead::from_status(301).location(), None);
    }
}
