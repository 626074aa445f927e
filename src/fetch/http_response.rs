//! What an HTTP client returns.

use std::io;

use super::{Body, ResponseHead, read_body};

/// A response as a blocking HTTP client returns it: with a head that can be looked at, and a body
/// that can be read, once.
///
/// [`RobotsRequest::fetch`](super::RobotsRequest::fetch) and
/// [`Site::visit`](crate::site::Site::visit) take any type that implements this trait: a pair of
/// [`ResponseHead`] and a reader does, and with the feature `ureq` the response of that client. For
/// the response of another client, implement the trait for a type of your own that wraps it.
///
/// # Examples
///
/// A client whose body is a list of chunks:
///
/// ```
/// use std::io;
/// use robots_exclusion::fetch::{Body, BodyBuffer, HttpResponse, ResponseHead};
///
/// struct Response {
///     status: u16,
///     headers: Vec<(String, String)>,
///     chunks: Vec<Vec<u8>>,
/// }
///
/// impl HttpResponse for Response {
///     fn head(&self) -> ResponseHead {
///         ResponseHead::new(self.status, self.headers.iter().map(|(name, value)| (name, value)))
///     }
///
///     fn read_body(self, max_bytes: usize) -> io::Result<Body> {
///         let mut buffer = BodyBuffer::new(max_bytes);
///         let _ = self.chunks.iter().all(|chunk| buffer.push(chunk));
///         Ok(buffer.finish())
///     }
/// }
/// ```
pub trait HttpResponse {
    /// The status and the header fields.
    fn head(&self) -> ResponseHead;

    /// Reads the decompressed body up to so many bytes, as [`read_body`] does.
    ///
    /// # Errors
    ///
    /// If the body broke off, or took too long.
    fn read_body(self, max_bytes: usize) -> io::Result<Body>;
}

impl<R: io::Read> HttpResponse for (ResponseHead, R) {
    fn head(&self) -> ResponseHead {
        self.0.clone()
    }

    fn read_body(self, max_bytes: usize) -> io::Result<Body> {
        read_body(self.1, max_bytes)
    }
}

/// A response as an asynchronous HTTP client returns it: with a head that can be looked at, and a
/// body that comes in chunks.
///
/// [`RobotsRequest::fetch_async`](super::RobotsRequest::fetch_async) and
/// [`SharedSites::visit`](crate::site::SharedSites::visit) take any type that implements this
/// trait: with the feature `reqwest`, the response of that client. For the response of another
/// client, implement the trait for a type of your own that wraps it. No runtime is needed.
///
/// # Examples
///
/// A client whose body is a list of chunks:
///
/// ```
/// use std::io;
/// use robots_exclusion::fetch::{AsyncHttpResponse, ResponseHead};
///
/// struct Response {
///     status: u16,
///     headers: Vec<(String, String)>,
///     chunks: std::vec::IntoIter<Vec<u8>>,
/// }
///
/// impl AsyncHttpResponse for Response {
///     fn head(&self) -> ResponseHead {
///         ResponseHead::new(self.status, self.headers.iter().map(|(name, value)| (name, value)))
///     }
///
///     async fn next_chunk(&mut self) -> io::Result<Option<impl AsRef<[u8]>>> {
///         Ok(self.chunks.next())
///     }
/// }
/// ```
pub trait AsyncHttpResponse {
    /// The status and the header fields.
    fn head(&self) -> ResponseHead;

    /// The next chunk of the decompressed body; `None` at its end.
    ///
    /// If this future is `Send`, so is the future of a visit.
    ///
    /// # Errors
    ///
    /// If the body broke off, or took too long.
    fn next_chunk(&mut self) -> impl Future<Output = io::Result<Option<impl AsRef<[u8]>>>>;
}
