//! The members of a gzip file, one at a time.

use std::io::Read;

use flate2::bufread::GzDecoder;
use memchr::memmem;

/// What a member begins with: the magic number, and the only method there is.
const MAGIC: &[u8] = b"\x1f\x8b\x08";

/// Whether a file is compressed. It may begin with the rest of a damaged member.
pub(super) fn is_compressed(file: &[u8]) -> bool {
    !file.trim_ascii_start().starts_with(b"WARC/") && next_member(file, 0) < file.len()
}

/// Where a member may begin, from a place on; the end of the file if none does.
fn next_member(file: &[u8], from: usize) -> usize {
    let rest = file.get(from..).unwrap_or_default();
    memmem::find_iter(rest, MAGIC)
        .map(|at| from + at)
        // The upper bits of the flags are reserved, and zero.
        .find(|at| file.get(at + MAGIC.len()).is_some_and(|flags| flags & 0xE0 == 0))
        .unwrap_or(file.len())
}

/// The members of a file.
pub(super) struct Members<'f> {
    file: &'f [u8],
    at: usize,
    /// The content of the last member.
    bytes: Vec<u8>,
    max: usize,
}

impl<'f> Members<'f> {
    /// Of each member at most this many bytes are kept.
    pub(super) fn new(file: &'f [u8], max: usize) -> Self {
        Self {
            file,
            at: 0,
            bytes: Vec::new(),
            max,
        }
    }

    /// The content of the next member, and whether it is damaged or longer; `Some(None)` for bytes
    /// that belong to no member.
    pub(super) fn next_member(&mut self) -> Option<Option<(&[u8], bool)>> {
        if self.at >= self.file.len() {
            return None;
        }
        let start = self.at;
        if next_member(self.file, start) != start {
            self.at = next_member(self.file, start);
            return Some(None);
        }
        if let Some(end) = self.inflate(start, self.file.len()) {
            self.at = end;
            return Some(Some((&self.bytes, false)));
        }
        // The next member is none of its business: what seemed to be in it may be of its neighbor.
        self.at = next_member(self.file, start + MAGIC.len());
        self.inflate(start, self.at);
        Some(Some((&self.bytes, true)))
    }

    /// Decompresses the member at a place, from no more than the bytes up to another. Returns where
    /// it ends if it is whole.
    fn inflate(&mut self, start: usize, end: usize) -> Option<usize> {
        self.bytes.clear();
        let mut decoder = GzDecoder::new(&self.file[start..end]);
        let max = self.max as u64;
        let is_whole = decoder.by_ref().take(max).read_to_end(&mut self.bytes).is_ok()
            && matches!(decoder.read(&mut [0]), Ok(0));
        is_whole.then(|| end - decoder.into_inner().len())
    }
}
