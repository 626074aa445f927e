//! Line ends of tables.

use std::io::{self, Read};

/// A text whose lines all end in LF, which end in CR LF, LF or CR in the file, or with it. A quote that
/// is never closed is closed with the file.
///
/// The reader of tables counts the LFs that it has read. After a row that ends in CR LF, it has not
/// read the LF, and in a file whose lines end in CR there are none. A last row within a quote would
/// have no end.
pub(super) struct LineEnds<R> {
    inner: R,
    delimiter: u8,
    /// The last byte of the file that was read; at first, and at last, an LF.
    last: u8,
    place: Place,
}

/// Where the next byte is, as the reader of tables understands it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning of a cell, where a quote opens it.
    Start,
    Plain,
    Quoted,
    /// After a quote in a quoted cell: the end of the quote, or the first of two.
    AfterQuote,
}

impl Place {
    fn after(self, byte: u8, delimiter: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'"') | (Self::AfterQuote, b'"') => Self::Quoted,
            (Self::Quoted, b'"') => Self::AfterQuote,
            (Self::Quoted, _) => Self::Quoted,
            (_, b'\r' | b'\n') => Self::Start,
            (_, byte) if byte == delimiter => Self::Start,
            _ => Self::Plain,
        }
    }
}

impl<R> LineEnds<R> {
    pub(super) fn new(inner: R, delimiter: u8) -> Self {
        Self {
            inner,
            delimiter,
            last: b'\n',
            place: Place::Start,
        }
    }

    /// The byte that the end of the file lacks.
    fn missing(&self) -> Option<u8> {
        match self.place {
            Place::Quoted => Some(b'"'),
            _ if !matches!(self.last, b'\r' | b'\n') => Some(b'\n'),
            _ => None,
        }
    }
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.inner.read(buffer)?;
            if count == 0 {
                let (Some(end), Some(byte)) = (buffer.first_mut(), self.missing()) else {
                    return Ok(0);
                };
                *end = byte;
                self.last = byte;
                self.place = self.place.after(byte, self.delimiter);
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
                self.place = self.place.after(byte, self.delimiter);
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
                ("\"a\"\n\"b\nc", "\"a\"\n\"b\nc\"\n"),
                ("a,\"b\"\"\r", "a,\"b\"\"\n\"\n"),
                ("a\"b\n\"c\"d", "a\"b\n\"c\"d\n"),
                ("\"c\"", "\"c\"\n"),
            ] {
                let mut read = String::new();
                LineEnds::new(Few(text.as_bytes(), few), b',')
                    .read_to_string(&mut read)
                    .unwrap();
                assert_eq!(read, expected, "{text:?} {few}");
            }
        }
    }
}
