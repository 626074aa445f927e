//! Rows of input, one at a time, in bounded memory.

use std::io::{self, Read};

/// The length of the longest row that is read, in bytes. The largest body that crawlers must read (500 KiB)
/// fits many times over, in any encoding.
pub(super) const MAX_ROW: usize = 64 << 20;

/// One row of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputRow<'b> {
    /// The row without its line end.
    Row(&'b [u8]),
    /// The row is longer than [`MAX_ROW`], and was skipped.
    TooLong,
}

/// Cuts a stream into rows at line feeds.
pub(super) struct RowReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The part of the buffer that is filled and not yet handed out.
    start: usize,
    end: usize,
    /// No line feed lies before this.
    searched: usize,
    is_at_end: bool,
    max_row: usize,
}

impl<R: Read> RowReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self::with_limits(input, 256 << 10, MAX_ROW)
    }

    fn with_limits(input: R, capacity: usize, max_row: usize) -> Self {
        Self {
            input,
            buffer: vec![0; capacity],
            start: 0,
            end: 0,
            searched: 0,
            is_at_end: false,
            max_row,
        }
    }

    /// The next row, or `None` at the end.
    ///
    /// Calls `before_waiting` before it reads more input, which may not come until all answers so far are out.
    ///
    /// # Errors
    ///
    /// Any error of reading or of `before_waiting`.
    pub(super) fn next_row<E>(
        &mut self,
        mut before_waiting: impl FnMut() -> Result<(), E>,
        reading_failed: impl FnOnce(io::Error) -> E,
    ) -> Result<Option<InputRow<'_>>, E> {
        let mut is_too_long = false;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.searched..self.end]) {
                let row = self.start..self.searched + at;
                self.start = row.end + 1;
                self.searched = self.start;
                return Ok(Some(self.row(row, is_too_long)));
            }
            self.searched = self.end;
            if self.is_at_end {
                let row = self.start..self.end;
                self.start = self.end;
                let is_row = is_too_long || !row.is_empty();
                return Ok(is_row.then(|| self.row(row, is_too_long)));
            }
            if self.end - self.start > self.max_row {
                is_too_long = true;
                self.start = self.end;
            }
            self.make_room();
            before_waiting()?;
            loop {
                match self.input.read(&mut self.buffer[self.end..]) {
                    Ok(0) => self.is_at_end = true,
                    Ok(count) => self.end += count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => return Err(reading_failed(error)),
                }
                break;
            }
        }
    }

    fn row(&self, row: std::ops::Range<usize>, is_too_long: bool) -> InputRow<'_> {
        if is_too_long || row.len() > self.max_row {
            InputRow::TooLong
        } else {
            InputRow::Row(&self.buffer[row])
        }
    }

    /// Leaves at least one byte free at the buffer's end.
    fn make_room(&mut self) {
        if self.start == self.end {
            (self.start, self.end, self.searched) = (0, 0, 0);
        } else if self.end == self.buffer.len() && self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
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
        let mut rows = Vec::new();
        while let Some(row) = reader.next_row(|| Ok(()), |error| error).unwrap() {
            rows.push(match row {
                InputRow::Row(row) => Some(row.to_vec()),
                InputRow::TooLong => None,
            });
        }
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
    fn answers_are_out_before_more_input_is_awaited() {
        let mut reader = RowReader::with_limits(Slowly(b"a\nb\nc\n", 2), 64, 8);
        let mut waits = 0;
        let mut seen = Vec::new();
        loop {
            let row = reader.next_row(
                || {
                    waits += 1;
                    Ok(())
                },
                |error: io::Error| error,
            );
            match row.unwrap() {
                Some(_) => seen.push(waits),
                None => break,
            }
        }
        assert_eq!(seen, [1, 2, 3]);
    }
}
