//! Rows of input, read in bounded memory.

use std::io::{self, Read};

/// The length of the longest row that is read, in bytes. The largest body that crawlers must read
/// (500 KiB) fits many times over, in any encoding.
pub(super) const MAX_ROW: usize = 64 << 20;

/// Rows that were read together, with their line ends; the last one of the input may have none.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Longer than the rows, so that it need not be filled with zeros for each read.
    buffer: Vec<u8>,
    end: usize,
}

impl Block {
    pub(super) fn rows(&self) -> &[u8] {
        &self.buffer[..self.end]
    }
}

/// Reads rows, block by block.
pub(super) struct RowReader<R> {
    input: R,
    /// How many bytes are asked for at a time.
    capacity: usize,
    max_row: usize,
    /// The beginning of a row whose end was not read yet.
    rest: Vec<u8>,
}

impl<R: Read> RowReader<R> {
    pub(super) fn new(input: R, capacity: usize, max_row: usize) -> Self {
        Self {
            input,
            capacity,
            max_row,
            rest: Vec::new(),
        }
    }

    /// Reads the rows that can be had without waiting for more input than one whole row needs; none
    /// at the end of the input. Of a row that is too long, no more is kept than shows that.
    pub(super) fn read(&mut self, block: &mut Block) -> io::Result<()> {
        let buffer = &mut block.buffer;
        let mut filled = self.rest.len();
        buffer.resize(buffer.len().max(filled), 0);
        buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        block.end = loop {
            buffer.resize(buffer.len().max(filled + self.capacity), 0);
            let count = match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break filled,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if let Some(last) = memchr::memrchr(b'\n', &buffer[filled..filled + count]) {
                let end = filled + last + 1;
                self.rest.extend_from_slice(&buffer[end..filled + count]);
                break end;
            }
            filled = (filled + count).min(self.max_row + 1);
        };
        Ok(())
    }
}

/// How many lines end in rows.
pub(super) fn count_lines(rows: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', rows).count() as u64
}

/// Rows in up to `count` parts of about the same length, in order.
pub(super) fn parts(mut rows: &[u8], count: usize) -> Vec<&[u8]> {
    let mut parts = Vec::with_capacity(count);
    for remaining in (2..=count).rev() {
        let about = rows.len() / remaining;
        let Some(at) = memchr::memchr(b'\n', &rows[about..]) else {
            break;
        };
        let part;
        (part, rows) = rows.split_at(about + at + 1);
        parts.push(part);
    }
    if !rows.is_empty() {
        parts.push(rows);
    }
    parts
}

/// Takes the first row off, without its line end.
pub(super) fn next_row<'b>(rows: &mut &'b [u8]) -> Option<&'b [u8]> {
    if rows.is_empty() {
        return None;
    }
    let end = memchr::memchr(b'\n', rows).unwrap_or(rows.len());
    let row = &rows[..end];
    *rows = rows.get(end + 1..).unwrap_or_default();
    Some(row)
}

#[cfg(test)]
mod tests {
    use std::iter;

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

    /// All rows of up to 8 bytes; `None` for the others.
    fn rows(input: &[u8], step: usize, capacity: usize) -> Vec<Option<Vec<u8>>> {
        let mut reader = RowReader::new(Slowly(input, step), capacity, 8);
        let (mut all, mut block) = (Vec::new(), Block::default());
        loop {
            reader.read(&mut block).unwrap();
            let block = block.rows();
            if block.is_empty() {
                return all;
            }
            let rows_of = |mut rows| iter::from_fn(move || next_row(&mut rows));
            let rows: Vec<&[u8]> = rows_of(block).collect();
            for count in 1..5 {
                let parts = parts(block, count);
                assert!((1..=count).contains(&parts.len()));
                let lines: u64 = parts.iter().map(|part| count_lines(part)).sum();
                assert_eq!(lines, count_lines(block));
                assert_eq!(parts.into_iter().flat_map(rows_of).collect::<Vec<_>>(), rows);
            }
            let is_short = |row: &&[u8]| row.len() <= 8;
            all.extend(
                rows.into_iter()
                    .map(|row| Some(row).filter(is_short).map(<[u8]>::to_vec)),
            );
        }
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
            let mut block = Block::default();
            let mut reader = RowReader::new(Slowly(&input, step), 16, 8);
            reader.read(&mut block).unwrap();
            let room = block.buffer.capacity();
            assert!(room <= 64, "{step} at a time: {room}");
        }
    }

    #[test]
    fn no_more_input_is_awaited_than_a_row_needs() {
        let mut reader = RowReader::new(Slowly(b"a\nb\nc\nd", 3), 64, 8);
        let mut block = Block::default();
        for expected in [&b"a\n"[..], b"b\nc\n", b"d", b""] {
            reader.read(&mut block).unwrap();
            assert_eq!(block.rows(), expected);
        }
    }

    #[test]
    fn parts_are_about_as_long_as_one_another() {
        let rows = b"one\ntwo\nthree\nfour\nfive\nsix\n";
        assert_eq!(
            parts(rows, 3),
            [&b"one\ntwo\nthree\n"[..], b"four\nfive\n", b"six\n"]
        );
        assert_eq!(parts(rows, 1), [rows]);
    }
}
