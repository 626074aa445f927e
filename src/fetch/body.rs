//! The body of a response, read no further than needed.

use alloc::vec::Vec;
use core::fmt;

use super::Reply;
use crate::size_limit::whole_lines;

/// A body that was read up to a limit. Made by [`BodyBuffer`] and [`read_body`].
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Body {
    /// The bytes, cut after the last whole line that fits.
    pub bytes: Vec<u8>,
    /// Whether anything was cut.
    pub truncated: bool,
}

impl fmt::Debug for Body {
    /// The number of bytes, which may be many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("bytes", &self.bytes.len())
            .field("truncated", &self.truncated)
            .finish()
    }
}

impl Body {
    /// Whether this is compressed data: it begins like gzip (RFC 1952) or zstd (RFC 8878).
    ///
    /// Some servers compress twice, or do not say that they compress. No text begins this way. Read
    /// as a robots.txt, such a body would have no rules and allow everything.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::Body;
    ///
    /// let body = |bytes: &[u8]| Body { bytes: bytes.to_vec(), truncated: false };
    /// assert!(body(b"\x1F\x8B\x08").is_compressed());
    /// assert!(!body(b"User-agent: *").is_compressed());
    /// ```
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.bytes.starts_with(b"\x1F\x8B") || self.bytes.starts_with(b"\x28\xB5\x2F\xFD")
    }
}

impl Reply {
    /// The answer once the body of a successful response has been read:
    /// [`Oversized`](Self::Oversized) if it had to be cut, [`Unreadable`](Self::Unreadable) if it
    /// [is compressed](Body::is_compressed).
    ///
    /// [`Fetched`](super::Fetched) does this for you.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::{Reply, Body};
    ///
    /// let body = Body { bytes: b"User-agent: *\n".to_vec(), truncated: true };
    /// assert_eq!(Reply::Status(200).with_body(&body), Reply::Oversized);
    /// assert_eq!(Reply::Status(404).with_body(&body), Reply::Status(404));
    /// ```
    #[must_use]
    pub fn with_body(self, body: &Body) -> Self {
        match self {
            Self::Status(200..=299) if body.is_compressed() => Self::Unreadable,
            Self::Status(200..=299) if body.truncated => Self::Oversized,
            answer => answer,
        }
    }
}

/// Collects a body chunk by chunk, as asynchronous HTTP clients deliver it, and stops at a limit.
///
/// A body over the limit is cut after the last line that ends within it, so that no rule is cut in
/// half and thereby widened: `Disallow: /private` must not become `Disallow: /p`. A single line
/// longer than the limit leaves nothing. If the response is compressed, push the decompressed
/// bytes: the limit applies to them.
///
/// If the body breaks off with an error, do not use what came before: the rules that were lost may
/// be the ones that forbid. Such a response is [`Reply::Unreadable`].
///
/// To read from [`std::io::Read`], use [`read_body`].
///
/// [`Reply::Unreadable`]: super::Reply::Unreadable
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::BodyBuffer;
///
/// let chunks = [&b"User-agent: *\nDisa"[..], b"llow: /a\nDisallow: /private", b"/area\n"];
/// let mut buffer = BodyBuffer::new(40);
/// for chunk in chunks {
///     if !buffer.push(chunk) {
///         break;
///     }
/// }
/// let body = buffer.finish();
/// assert_eq!(body.bytes, b"User-agent: *\nDisallow: /a\n");
/// assert!(body.truncated);
/// ```
#[derive(Clone)]
pub struct BodyBuffer {
    /// Holds at most one byte more than `max_bytes`. If that byte is there, the body is too long;
    /// and if it is a line end, the last line within the limit is whole.
    bytes: Vec<u8>,
    max_bytes: usize,
}

impl fmt::Debug for BodyBuffer {
    /// The number of bytes, which may be many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BodyBuffer")
            .field("bytes", &self.bytes.len())
            .field("max_bytes", &self.max_bytes)
            .finish()
    }
}

impl BodyBuffer {
    /// An empty buffer that keeps at most `max_bytes` bytes.
    /// [`FetchPolicy::max_bytes`](super::FetchPolicy::max_bytes) says how many a dialect asks for.
    #[must_use]
    pub const fn new(max_bytes: usize) -> Self {
        Self {
            bytes: Vec::new(),
            max_bytes,
        }
    }

    /// Appends a chunk, and returns whether more bytes are wanted.
    ///
    /// Once this returns `false`, drop the response: the limit has been passed and further chunks
    /// are ignored.
    ///
    /// # Complexity
    ///
    /// Linear in the part of the chunk that is kept.
    pub fn push(&mut self, chunk: &[u8]) -> bool {
        let room = self.room().min(chunk.len());
        self.bytes.extend_from_slice(&chunk[..room]);
        self.room() > 0
    }

    /// How many more bytes are of interest.
    fn room(&self) -> usize {
        self.max_bytes.saturating_add(1) - self.bytes.len()
    }

    /// The body, after the last chunk or once no more was wanted.
    #[must_use]
    pub fn finish(self) -> Body {
        let Self { mut bytes, max_bytes } = self;
        let kept = whole_lines(&bytes, max_bytes).len();
        let truncated = kept < bytes.len();
        bytes.truncate(kept);
        Body { bytes, truncated }
    }
}

/// Reads a body to its end or to `max_bytes`, whichever comes first, and cuts it as [`BodyBuffer`]
/// does. [`RobotsRequest::fetch`](super::RobotsRequest::fetch) does this for you.
///
/// At most one byte more than `max_bytes` is taken from the reader, so an endless body ends here.
/// Limit the time with your HTTP client. If the response is compressed, pass the decompressed
/// stream: the limit applies to it.
///
/// # Errors
///
/// The errors of the reader. A body that broke off is a failure of the network
/// ([`Reply::Unreadable`]), not a shorter file: the rules that were lost may be the ones that
/// forbid.
///
/// [`Reply::Unreadable`]: super::Reply::Unreadable
///
/// # Examples
///
/// ```
/// use robots_exclusion::fetch::read_body;
///
/// let body = read_body(std::io::repeat(b'\n'), 1000)?;
/// assert!(body.truncated);
/// assert_eq!(body.bytes.len(), 1000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub fn read_body(reader: impl std::io::Read, max_bytes: usize) -> std::io::Result<Body> {
    use std::io::Read as _;

    let mut buffer = BodyBuffer::new(max_bytes);
    reader.take(buffer.room() as u64).read_to_end(&mut buffer.bytes)?;
    Ok(buffer.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_of_just_the_limit_is_whole() {
        for (chunks, wanted, expected, truncated) in [
            (&["ab", "c\n"][..], true, "abc\n", false),
            (&["ab", "c\n", ""], true, "abc\n", false),
            (&["ab", "c\n", "d"], false, "abc\n", true),
            (&["a\nbc"], true, "a\nbc", false),
            (&["a\nbc", "d"], false, "a\n", true),
            (&["a\nbc", "\n"], false, "a\nbc", true),
            (&["abcde"], false, "", true),
        ] {
            let mut buffer = BodyBuffer::new(4);
            let more = chunks.iter().fold(true, |_, chunk| buffer.push(chunk.as_bytes()));
            assert_eq!(more, wanted, "{chunks:?}");
            let body = buffer.finish();
            assert_eq!(
                (&*body.bytes, body.truncated),
                (expected.as_bytes(), truncated),
                "{chunks:?}"
            );
        }
    }
}
