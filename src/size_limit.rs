//! How much of a file is read, and where a longer file is cut.
//!
//! The limit of a download is [`FetchPolicy::max_bytes`](crate::fetch::FetchPolicy::max_bytes), by
//! default [`DEFAULT`]. The limit of a body that is in memory already is
//! [`ParseOptions::max_bytes`](crate::ParseOptions::max_bytes), by default [`MAX_BODY_BYTES`]. Both
//! use the functions here to cut.

/// How many bytes of a download are read: 500 KiB, the least that RFC 9309 section 2.5 allows, and
/// what Google's documentation names.
pub(crate) const DEFAULT: u32 = 500 * 1024;

/// How much of a body can be read at most: offsets in it are `u32`.
pub(crate) const MAX_BODY_BYTES: usize = u32::MAX as usize;

/// The part of a body that offsets can reach.
pub fn within_reach(body: &[u8]) -> &[u8] {
    &body[..body.len().min(MAX_BODY_BYTES)]
}

/// The whole lines that fit into the first `max_bytes` bytes of a body.
///
/// A body within the limit comes back as it is. A longer one is cut after the last line that ends
/// within the limit, so that no rule is cut in half and thereby widened: `Disallow: /private` must
/// not become `Disallow: /p`. If the first line is longer than the limit, nothing is left.
///
/// Takes O(length of the line that is cut).
pub(crate) fn whole_lines(body: &[u8], max_bytes: usize) -> &[u8] {
    if body.len() <= max_bytes {
        return body;
    }
    // If the first byte beyond the limit is a line end, the last line fits exactly.
    if matches!(body[max_bytes], b'\n' | b'\r') {
        return &body[..max_bytes];
    }
    let end = memchr::memrchr2(b'\n', b'\r', &body[..max_bytes]).map_or(0, |at| at + 1);
    &body[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lines_are_kept_whole() {
        let body = b"a\r\nbb\rccc\n";
        let kept: Vec<&[u8]> = (0..=body.len()).map(|limit| whole_lines(body, limit)).collect();
        let expected: [&[u8]; 11] = [
            b"",
            b"a",
            b"a\r",
            b"a\r\n",
            b"a\r\n",
            b"a\r\nbb",
            b"a\r\nbb\r",
            b"a\r\nbb\r",
            b"a\r\nbb\r",
            b"a\r\nbb\rccc",
            b"a\r\nbb\rccc\n",
        ];
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_line_over_the_limit_leaves_nothing() {
        assert_eq!(whole_lines(b"Disallow: /private", 12), b"");
    }
}
