//! The robots.txt records of WARC files (ISO 28500), such as those that Common Crawl publishes.
//!
//! A compressed file is read one gzip member at a time, so that damage stays within its member: a
//! record that is cut or broken is marked as truncated or skipped, ends nothing, and never gets bytes
//! of its neighbor.

mod http;
mod members;

use std::borrow::Cow;

use memchr::memmem;

use members::Members;

/// What a site answered when it was asked for its robots.txt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) url: String,
    /// The host of the URL in lower case, with the port if the URL names one.
    pub(crate) host: String,
    /// When it was fetched, as the record says it.
    pub(crate) date: Option<String>,
    /// The status of the HTTP response, if it has one.
    pub(crate) status: Option<u16>,
    /// The content, decoded.
    pub(crate) body: Vec<u8>,
    /// Whether there was more than the body.
    pub(crate) is_truncated: bool,
}

/// What could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// Damaged records, and bytes between records.
    pub(crate) damaged: u64,
    /// Bodies in a coding that is not decoded.
    pub(crate) encoded: u64,
    /// Records of an answer that was the same as before, which leave its body out.
    pub(crate) revisits: u64,
}

/// The most of a member that is decompressed. A robots.txt has a hundredth of it.
const MAX_MEMBER: usize = 64 << 20;

/// Calls `each` with the robots.txt responses of a WARC file, in file order.
///
/// # Errors
///
/// Those of `each`, which end the file.
pub(crate) fn captures<E>(file: &[u8], mut each: impl FnMut(Capture) -> Result<(), E>) -> Result<Skipped, E> {
    let mut skipped = Skipped::default();
    if !members::is_compressed(file) {
        records(file, false, &mut skipped, &mut each)?;
        return Ok(skipped);
    }
    let mut members = Members::new(file, MAX_MEMBER);
    while let Some(member) = members.next_member() {
        match member {
            Some((bytes, is_damaged)) => records(bytes, is_damaged, &mut skipped, &mut each)?,
            None => skipped.damaged += 1,
        }
    }
    Ok(skipped)
}

/// The end of a head, which is a blank line, and where what follows begins.
fn head_end(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let end = from + memchr::memchr(b'\n', bytes.get(from..)?)?;
        match bytes[end + 1..] {
            [b'\n', ..] => return Some((end, end + 2)),
            [b'\r', b'\n', ..] => return Some((end, end + 3)),
            _ => from = end + 1,
        }
    }
}

/// The fields of a head below its first line. Lines that begin with white space continue the one
/// above.
fn fields(head: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let lines = head.split(|byte| *byte == b'\n').skip(1);
    lines.filter_map(|line| {
        let colon = memchr::memchr(b':', line)?;
        Some((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii()))
    })
}

/// Where the next record begins after a place within broken bytes.
fn next_record(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    memmem::find_iter(rest, b"\nWARC/")
        .map(|at| from + at + 1)
        .find(|at| is_record(&bytes[*at..]))
}

/// Whether a record begins here: `WARC/1.1` and the end of the line.
fn is_record(bytes: &[u8]) -> bool {
    let Some([major, b'.', minor, end, ..]) = bytes.strip_prefix(b"WARC/") else {
        return false;
    };
    major.is_ascii_digit() && minor.is_ascii_digit() && matches!(end, b'\r' | b'\n')
}

fn blank_lines(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| matches!(byte, b'\r' | b'\n'))
        .count()
}

/// The records of a member, or of a whole file that is not compressed.
fn records<E>(
    bytes: &[u8],
    is_damaged: bool,
    skipped: &mut Skipped,
    each: &mut impl FnMut(Capture) -> Result<(), E>,
) -> Result<(), E> {
    let mut at = blank_lines(bytes);
    if bytes.is_empty() && is_damaged {
        skipped.damaged += 1;
    }
    while at < bytes.len() {
        let start = at;
        let head = head_end(&bytes[start..]).filter(|_| is_record(&bytes[start..]));
        let Some((head_len, block)) = head else {
            skipped.damaged += 1;
            match next_record(bytes, start + 1) {
                Some(next) => at = next,
                None => break,
            }
            continue;
        };
        let (head, block) = (&bytes[start..start + head_len], start + block);
        let record = Head::of(head);
        let (end, is_whole) = block_end(bytes, block, record.length);
        // Only the last record of a damaged member can lack its end.
        let is_cut = !is_whole || is_damaged && end + blank_lines(&bytes[end..]) >= bytes.len();
        record.tell(&bytes[block..end], is_cut, skipped, each)?;
        at = end + blank_lines(&bytes[end..]);
    }
    Ok(())
}

/// Where a block of this length ends, and whether it is whole: what follows is the end, or another
/// record.
fn block_end(bytes: &[u8], block: usize, length: Option<usize>) -> (usize, bool) {
    let claimed = length.and_then(|length| block.checked_add(length));
    if let Some(end) = claimed.filter(|end| *end <= bytes.len()) {
        let after = end + blank_lines(&bytes[end..]);
        if after == bytes.len() || is_record(&bytes[after..]) {
            return (end, true);
        }
    }
    let next = next_record(bytes, block.saturating_sub(1));
    let mut end = next.unwrap_or(bytes.len()).max(block);
    if next.is_some() {
        // Two line ends are between records. What comes before is of the block.
        for _ in 0..2 {
            let rest = &bytes[block..end];
            let line_end = match rest.strip_suffix(b"\n") {
                Some(before) => 1 + usize::from(before.ends_with(b"\r")),
                None => 0,
            };
            end -= line_end;
        }
    }
    (end, false)
}

/// What the head of a record says.
#[derive(Default)]
struct Head<'b> {
    kind: &'b [u8],
    url: &'b [u8],
    date: Option<&'b [u8]>,
    length: Option<usize>,
    is_truncated: bool,
}

impl<'b> Head<'b> {
    fn of(head: &'b [u8]) -> Self {
        let mut found = Self::default();
        for (name, value) in fields(head) {
            match &*name.to_ascii_lowercase() {
                b"warc-type" => found.kind = value,
                // Some writers put it between angle brackets, as WARC 1.0 said.
                b"warc-target-uri" => {
                    let inner = value.strip_prefix(b"<").and_then(|url| url.strip_suffix(b">"));
                    found.url = inner.unwrap_or(value);
                }
                b"warc-date" => found.date = Some(value),
                b"warc-truncated" => found.is_truncated = true,
                b"content-length" => {
                    found.length = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok())
                }
                _ => {}
            }
        }
        found
    }

    /// Tells of a response for `/robots.txt`.
    fn tell<E>(
        &self,
        block: &[u8],
        is_cut: bool,
        skipped: &mut Skipped,
        each: &mut impl FnMut(Capture) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_revisit = self.kind.eq_ignore_ascii_case(b"revisit");
        let Some(host) = host_of_robots_txt(self.url) else {
            return Ok(());
        };
        if !is_revisit && !self.kind.eq_ignore_ascii_case(b"response") {
            return Ok(());
        }
        if is_revisit {
            skipped.revisits += 1;
            return Ok(());
        }
        let Some(response) = http::Response::read(block) else {
            match response_is_encoded(block) {
                true => skipped.encoded += 1,
                false => skipped.damaged += 1,
            }
            return Ok(());
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        each(Capture {
            url: text(self.url),
            host: text(host).to_lowercase(),
            date: self.date.map(text),
            status: response.status,
            is_truncated: is_cut || self.is_truncated || response.is_truncated,
            body: Cow::into_owned(response.body),
        })
    }
}

/// Whether a response has a head, so that its body could not be decoded.
fn response_is_encoded(block: &[u8]) -> bool {
    block.starts_with(b"HTTP/")
}

/// The host of the URL of a robots.txt, as it is written; `None` of any other URL. Broken hosts are
/// kept: what they answered is as good.
fn host_of_robots_txt(url: &[u8]) -> Option<&[u8]> {
    let scheme = memmem::find(url, b"://")?;
    let is_web = [&b"http"[..], b"https"]
        .iter()
        .any(|web| url[..scheme].eq_ignore_ascii_case(web));
    let rest = &url[scheme + 3..];
    let slash = memchr::memchr(b'/', rest)?;
    let authority = &rest[..slash];
    let host = memchr::memrchr(b'@', authority).map_or(authority, |at| &authority[at + 1..]);
    (is_web && &rest[slash..] == b"/robots.txt" && !host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests;
