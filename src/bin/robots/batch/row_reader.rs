//! Rows of input, one at a time, in bounded memory.

use std::io::{self, Read};

/// The length of the longest row that is read, in bytes. The largest body that crawlers must read
/// (500 KiB) fits many times over, in any encoding.
pub(super) const MAX_ROW: usize = 64 << 20;

/// Consecutive rows. It goes through them in order, without their line ends; `None` is a row that is
/// longer than [`MAX_ROW`].
#[derive(Clone, Debug)]
pub(super) struct Rows<'b> {
    /// The rows with their line ends; the last one of the input may have none.
    text: &'b [u8],
    max_row: usize,
}

impl<'b> Rows<'b> {
    /// How many bytes they take.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// How many lines end in them.
    pub(super) fn count_lines(&self) -> u64 {
        memchr::memchr_iter(b'\n', self.text).count() as u64
    }

    /// The rows in up to `count` parts of about the same length, in order.
    pub(super) fn parts(mut self, count: usize) -> Vec<Self> {
        let mut parts = Vec::with_capacity(count);
        for remaining in (2..=count).rev() {
            let about = self.text.len() / remaining;
            let Some(at) = memchr::memchr(b'\n', &self.text[about..]) else {
                break;
            };
            let (text, rest) = self.text.split_at(about + at + 1);
            parts.push(Self { text, ..self });
            self.text = rest;
        }
        if !self.is_empty() {
            parts.push(self);
        }
        parts
    }

    /// Whether no row is left.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl<'b> Iterator for Rows<'b> {
    type Item = Option<&'b [u8]>;

    fn next(&mut self) -> Option<Option<&'b [u8]>> {
        if self.is_empty() {
            return None;
        }
        let row;
        (row, self.text) = match memchr::memchr(b'\n', self.text) {
            Some(at) => (&self.text[..at], &self.text[at + 1..]),
            None => (self.text, &[][..]),
        };
        Some((row.len() <= self.max_row).then_some(row))
    }
}

/// Rows that were read together. It can be filled again with others.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Its length is how much it can hold.
    buffer: Vec<u8>,
    /// Where the rows end in it.
    end: usize,
    max_row: usize,
}

impl Block {
    pub(super) fn rows(&self) -> Rows<'_> {
        Rows {
            text: &self.buffer[..self.end],
            max_row: self.max_row,
        }
    }
}

/// Cuts a stream into rows at line feeds.
pub(super) struct RowReader<R> {
    input: R,
    /// What came after the rows that were read last: the beginning of a row.
    rest: Vec<u8>,
    is_at_end: bool,
    capacity: usize,
    max_row: usize,
}

impl<R: Read> RowReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self::with_limits(input, 1 << 20, MAX_ROW)
    }

    fn with_limits(input: R, capacity: usize, max_row: usize) -> Self {
        Self {
            input,
            rest: Vec::new(),
            is_at_end: false,
            capacity,
            max_row,
        }
    }

    /// Fills a block with the rows that can be had without waiting for more input than one whole
    /// row needs. `false` at the end of the input.
    ///
    /// # Errors
    ///
    /// Any error of reading.
    pub(super) fn read(&mut self, block: &mut Block) -> io::Result<bool> {
        block.max_row = self.max_row;
        let buffer = &mut block.buffer;
        let mut filled = self.rest.len();
        buffer.resize(buffer.len().max(self.capacity).max(filled), 0);
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        // No line feed lies before this.
        let mut searched = filled;
        block.end = loop {
            if self.is_at_end {
                break filled;
            }
            // Of a row that is too long, no more is kept than shows that.
            if filled > self.max_row {
                filled = self.max_row + 1;
                searched = filled;
            }
            if filled == buffer.len() {
                buffer.resize(buffer.len() * 2, 0);
            }
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => self.is_at_end = true,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if let Some(last) = memchr::memrchr(b'\n', &buffer[searched..filled]) {
                break searched + last + 1;
            }
            searched = filled;
        };
        self.rest.extend_from_slice(&buffer[block.end..filled]);
        Ok(block.end > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns at most `step` bytes per call.
    struct Slowly<'a>(&'a [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn rows(input: &[u8], step: usize, capacity: usize) -> Vec<Option<Vec<u8>>> {
        let mut reader = RowReader::with_limits(Slowly(input, step), capacity, 8);
        let mut block = Block::default();
        let mut rows = Vec::new();
        let mut lines = 0;
        while reader.read(&mut block).unwrap() {
            let some = block.rows();
            let owned = |row: Option<&[u8]>| row.map(<[u8]>::to_vec);
            let these: Vec<_> = some.clone().map(owned).collect();
            lines += some.count_lines();
            for count in 1..5 {
                let parts = some.clone().parts(count);
                assert!((1..=count).contains(&parts.len()));
                let of_parts: Vec<_> = parts.into_iter().flatten().map(owned).collect();
                assert_eq!(of_parts, these);
            }
            rows.extend(these);
        }
        assert_eq!(lines, input.iter().filter(|byte| **byte == b'\n').count() as u64);
        rows
    }

    #[test]
    fn rows_are_cut_wherever_reads_end() {
        let input = b"one\n\ntwo two\ntoo long by far\n12345678\n123456789\nlast";
        let expected: [Option<&[u8]>; 7] = [
            Some(b"one"),
            Some(b""),
            Some(b"two two"),
            None,
            Some(b"12345678"),
            None,
            Some(b"last"),
        ];
        for step in 1..input.len() + 1 {
            for capacity in [1, 2, 7, 8, 9, 64] {
                let rows = rows(input, step, capacity);
                let rows: Vec<Option<&[u8]>> = rows.iter().map(Option::as_deref).collect();
                assert_eq!(rows, expected, "{step} {capacity}");
            }
        }
        assert_eq!(rows(b"too long at the end", 3, 4), [None]);
        assert_eq!(rows(b"a\n", 3, 4), [Some(b"a".to_vec())]);
        assert!(rows(b"", 3, 4).is_empty());
    }

    #[test]
    fn a_row_that_is_too_long_takes_no_more_room_than_one_that_is_not() {
        for step in [1, 7, 64] {
            let input = [&[b'x'; 10_000][..], b"\nshort\n"].concat();
            let mut reader = RowReader::with_limits(Slowly(&input, step), 16, 8);
            let mut block = Block::default();
            while reader.read(&mut block).unwrap() {
                let room = block.buffer.len();
                assert!(room <= 64, "{room} bytes for rows of up to 8, {step} at a time");
            }
        }
    }

    #[test]
    fn no_more_input_is_awaited_than_a_row_needs() {
        let mut reader = RowReader::with_limits(Slowly(b"a\nb\nc\nd", 3), 64, 8);
        let mut next = || {
            let mut block = Block::default();
            let is_read = reader.read(&mut block).unwrap();
            is_read.then(|| block.rows().text.to_vec())
        };
        assert_eq!(next().unwrap(), b"a\n");
        assert_eq!(next().unwrap(), b"b\nc\n");
        assert_eq!(next().unwrap(), b"d");
        assert_eq!(next(), None);
    }

    #[test]
    fn parts_are_about_as_long_as_one_another() {
        let input = b"one\ntwo\nthree\nfour\nfive\nsix\n";
        let rows = Rows {
            text: input,
            max_row: 8,
        };
        let parts: Vec<&[u8]> = rows.clone().parts(3).iter().map(|part| part.text).collect();
        assert_eq!(parts, [&b"one\ntwo\nthree\n"[..], b"four\nfive\n", b"six\n"]);
        assert_eq!(rows.parts(1)[0].len(), input.len());
    }
}
