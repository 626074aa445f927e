//! `/robots.txt` itself, the one URL that rules do not decide about: in dialects that say so, it is
//! always allowed (RFC 9309 section 2.2.2: implicitly allowed).
//!
//! Crawlers that may fetch nothing else still fetch it, so its verdict never depends on what a file
//! holds.

/// Its path.
pub const PATH: &[u8] = b"/robots.txt";

/// The pattern that matches it alone, where `$` means the end.
pub const PATTERN: &[u8] = b"/robots.txt$";

/// Whether a target, in canonical form, is `/robots.txt` itself, in a dialect that always allows
/// that.
#[inline]
pub(crate) fn is_robots_txt(is_allowed: bool, text: &[u8]) -> bool {
    is_allowed && text == PATH
}
