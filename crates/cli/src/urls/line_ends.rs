//! Line ends of tables.

use std::io::{self, Read};

/// A text whose lines all end in LF, which end in CR LF, LF or CR in the file, or with it.
///
/// The reader of tables counts the LFs that it has read. After a row that ends in CR LF, it has not
/// read the LF, and in a file whose lines end in CR there are none.
pub(super) struct LineEnds<R> {
    inner: R,
    /// The last byte of the file that was read; at first, and at last, an LF.
    last: u8,
}

impl<R> LineEnds<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, last: b'\n' }
    }
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.inner.read(buffer)?;
            if count == 0 {
                let is_open = !matches!(self.last, b'\r' | b'\n');
                let Some(end) = buffer.first_mut().filter(|_| is_open) else {
                    return Ok(0);
                };
                *end = b'\n';
                self.last = b'\n';
                return Ok(1);
            }
            let mut kept = 0;
            for at in 0..count {
                let byte = buffer[at];
                if byte != b'\n' || self.last != b'\r' {
                    buffer[kept] = if byte == b'\r' { b'\n' } else { byte };
                    kept += 1;
                }
                self.last = byte;
            }
            // No bytes would mean the end.
            if kept > 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader of a few bytes at a time.
    struct Few<'t>(&'t [u8], usize);

    impl Read for Few<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    #[test]
    fn every_line_ends_alike() {
        for few in 1..6 {
            for (text, expected) in [
                ("a\r\nb\nc\rd", "a\nb\nc\nd\n"),
                ("\r\n\r\n\n\r\r\n", "\n\n\n\n\n"),
                ("a\r\n", "a\n"),
                ("a\r", "a\n"),
                ("", ""),
            ] {
                let mut read = String::new();
                LineEnds::new(Few(text.as_bytes(), few))
                    .read_to_string(&mut read)
                    .unwrap();
                assert_eq!(read, expected, "{text:?} {few}");
            }
        }
    }
}
