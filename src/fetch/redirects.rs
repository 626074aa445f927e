//! Which redirects are followed, how many of them, and where to.

#[cfg(feature = "url")]
use url::Url;

#[cfg(feature = "url")]
use super::FetchPolicy;

/// Whether a response with this status says where else the file is.
#[cfg(feature = "url")]
pub(super) const fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// Where a `Location` leads from a URL, after `followed` redirects. `None` if the policy allows no
/// further one, or if a crawler cannot go there.
#[cfg(feature = "url")]
pub(super) fn next(from: &Url, location: Option<&[u8]>, followed: u8, policy: &FetchPolicy) -> Option<Url> {
    if followed >= policy.max_redirects() {
        return None;
    }
    let mut next = from.join(core::str::from_utf8(location?).ok()?).ok()?;
    if !matches!(next.scheme(), "http" | "https") {
        return None;
    }
    // A fragment means nothing to a server. Credentials are not sent, because a server might put
    // them there to make a crawler try passwords on another host.
    next.set_fragment(None);
    let dropped = next.set_username("").and_then(|()| next.set_password(None));
    debug_assert!(dropped.is_ok(), "http URLs have a host");
    Some(next)
}
