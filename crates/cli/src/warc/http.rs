//! HTTP responses as they were archived.

use std::borrow::Cow;
use std::io::Read;

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// The most of a body that is decoded.
const MAX_BODY: u64 = 16 << 20;

/// A response.
pub(super) struct Response<'b> {
    pub(super) status: Option<u16>,
    pub(super) body: Cow<'b, [u8]>,
    /// Whether it breaks off, or is longer than what was decoded.
    pub(super) is_truncated: bool,
}

impl<'b> Response<'b> {
    /// Reads a response; `None` if there is none, or its body is in a coding that is not decoded.
    pub(super) fn read(block: &'b [u8]) -> Option<Self> {
        if !block.starts_with(b"HTTP/") {
            return None;
        }
        // A head that breaks off has no body.
        let (head, body) = super::head_end(block).unwrap_or((block.len(), block.len()));
        let mut response = Self {
            status: status(&block[..head]),
            body: Cow::Borrowed(&block[body..]),
            is_truncated: body == block.len() && !block.ends_with(b"\n"),
        };
        let (mut is_chunked, mut length) = (false, None);
        let mut codings: Vec<&[u8]> = Vec::new();
        for (name, value) in super::fields(&block[..head]) {
            match &*name.to_ascii_lowercase() {
                b"transfer-encoding" => is_chunked |= value.to_ascii_lowercase().ends_with(b"chunked"),
                b"content-encoding" => {
                    codings.extend(value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii));
                }
                b"content-length" => {
                    length = std::str::from_utf8(value)
                        .ok()
                        .and_then(|text| text.parse::<usize>().ok());
                }
                _ => {}
            }
        }
        if is_chunked {
            response.join_chunks();
        } else if length.is_some_and(|length| response.body.len() < length) && codings.is_empty() {
            response.is_truncated = true;
        }
        for coding in codings.iter().rev() {
            response.decode(coding)?;
        }
        Some(response)
    }

    /// Joins chunks, if there are some: archives that joined them keep the field.
    fn join_chunks(&mut self) {
        let mut joined = Vec::new();
        let mut rest = &*self.body;
        let mut is_whole = false;
        while let Some((size, after)) = chunk_size(rest) {
            if size == 0 {
                is_whole = true;
                break;
            }
            let chunk = &after[..size.min(after.len())];
            joined.extend_from_slice(chunk);
            rest = &after[chunk.len()..];
            if chunk.len() < size {
                break;
            }
            rest = rest
                .strip_prefix(b"\r\n")
                .or(rest.strip_prefix(b"\n"))
                .unwrap_or(rest);
        }
        if is_whole || !joined.is_empty() {
            self.is_truncated |= !is_whole;
            self.body = Cow::Owned(joined);
        }
    }

    /// Decodes the body, if it is encoded as the field says: archives that decoded it may keep the
    /// field, and some servers send it although they do not mean it.
    fn decode(&mut self, coding: &[u8]) -> Option<()> {
        let body = &*self.body;
        let (decoded, is_whole) = match &*coding.to_ascii_lowercase() {
            b"" | b"identity" => return Some(()),
            b"gzip" | b"x-gzip" if body.starts_with(b"\x1f\x8b") => decoded(MultiGzDecoder::new(body)),
            b"deflate" => match decoded(ZlibDecoder::new(body)) {
                (text, false) if text.is_empty() => decoded(DeflateDecoder::new(body)),
                found => found,
            },
            b"gzip" | b"x-gzip" => return Some(()),
            // Text as it is, or a coding that is not decoded.
            _ if is_text(body) => return Some(()),
            _ => return None,
        };
        if decoded.is_empty() && !is_whole && is_text(body) {
            return Some(());
        }
        self.is_truncated |= !is_whole;
        self.body = Cow::Owned(decoded);
        Some(())
    }
}

/// The content, and whether that is all.
fn decoded(mut decoder: impl Read) -> (Vec<u8>, bool) {
    let mut content = Vec::new();
    let is_read = decoder.by_ref().take(MAX_BODY).read_to_end(&mut content).is_ok();
    let is_whole = is_read && matches!(decoder.read(&mut [0]), Ok(0));
    (content, is_whole)
}

/// Whether bytes are probably text: without control characters other than white space.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(512)];
    start
        .iter()
        .all(|byte| *byte >= b' ' || byte.is_ascii_whitespace())
        && std::str::from_utf8(start).map_or_else(|error| error.valid_up_to() + 4 > start.len(), |_| true)
}

fn status(head: &[u8]) -> Option<u16> {
    let line = head.split(|byte| *byte == b'\n').next()?;
    let mut words = line
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let code = words.nth(1).filter(|code| code.len() == 3)?;
    std::str::from_utf8(code).ok()?.parse().ok()
}

/// The size of the chunk that begins here, and what follows its line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(256)])?;
    let line = bytes[..end].split(|byte| *byte == b';').next()?.trim_ascii();
    let size = usize::from_str_radix(std::str::from_utf8(line).ok()?, 16).ok()?;
    Some((size, &bytes[end + 1..]))
}
