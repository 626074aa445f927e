//! Which redirects are followed, how many of them, and where to.

use alloc::string::String;

use percent_encoding::percent_encode_byte;
use url::Url;

/// Whether a response with this status redirects to another URL.
pub(super) const fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// Where a `Location` leads from a URL, or `None` if a crawler cannot go there.
///
/// Bytes beyond ASCII are percent-encoded one by one, as browsers do, whatever their encoding: a
/// server that writes a path in Latin-1 understands its own bytes.
pub(super) fn target(from: &Url, location: &[u8]) -> Option<Url> {
    let mut ascii = String::with_capacity(location.len());
    for byte in location {
        match byte {
            0..0x80 => ascii.push(char::from(*byte)),
            0x80.. => ascii.push_str(percent_encode_byte(*byte)),
        }
    }
    let mut next = from.join(&ascii).ok()?;
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
