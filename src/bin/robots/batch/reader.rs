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
    /// The row is longer than [`MAX_ROW`].
    TooLong,
}

/// Consecutive rows, which it goes through in order.
#[derive(Clone, Debug)]
pub(super) struct Rows<'b> {
    /// The rows with their line ends; the last one of the input may have none.
    text: &'b [u8],
    /// Whether this is only the end of the first row, whose beginning was too long to keep.
    begins_too_long: bool,
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
        for left in (2..=count).rev() {
            let about = self.text.len() / left;
            let Some(at) = memchr::memchr(b'\n', &self.text[about..]) else {
                break;
            };
            let (text, rest) = self.text.split_at(about + at + 1);
            parts.push(Self { text, ..self });
            (self.text, self.begins_too_long) = (rest, false);
        }
        if !self.is_empty() {
            parts.push(self);
        }
        parts
    }

    /// Whether no row is left.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && !self.begins_too_long
    }
}

impl<'b> Iterator for Rows<'b> {
    type Item = InputRow<'b>;

    fn next(&mut self) -> Option<InputRow<'b>> {
        if self.is_empty() {
            return None;
        }
        let row;
        (row, self.text) = match memchr::memchr(b'\n', self.text) {
            Some(at) => (&self.text[..at], &self.text[at + 1..]),
            None => (self.text, &[][..]),
        };
        let is_too_long = std::mem::take(&mut self.begins_too_long) || row.len() > self.max_row;
        Some(if is_too_long {
            InputRow::TooLong
        } else {
            InputRow::Row(row)
        })
    }
}

/// Cuts a stream into rows at line feeds.
pub(super) struct RowReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// The part of the buffer that is filled and not yet handed out. Where rows were handed out, it begins with a row.
    start: usize,
    end: usize,
    /// No line feed lies before this.
    searched: usize,
    is_at_end: bool,
    max_row: usize,
}

impl<R: Read> RowReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self::with_limits(input, 1 << 20, MAX_ROW)
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

    /// The rows that can be had without waiting for more input than one whole row needs; `None` at the end.
    ///
    /// # Errors
    ///
    /// Any error of reading.
    pub(super) fn next_rows(&mut self) -> io::Result<Option<Rows<'_>>> {
        let mut begins_too_long = false;
        loop {
            let end = if self.is_at_end {
                Some(self.end)
            } else {
                let last = memchr::memrchr(b'\n', &self.buffer[self.searched..self.end]);
                last.map(|at| self.searched + at + 1)
            };
            if let Some(end) = end {
                let text = self.start..end;
                (self.start, self.searched) = (end, end);
                return Ok((begins_too_long || !text.is_empty()).then(|| Rows {
                    text: &self.buffer[text],
                    begins_too_long,
                    max_row: self.max_row,
                }));
            }
            if self.end - self.start > self.max_row {
                begins_too_long = true;
                self.start = self.end;
            }
            self.searched = self.end;
            self.make_room();
            loop {
                match self.input.read(&mut self.buffer[self.end..]) {
                    Ok(0) => self.is_at_end = true,
                    Ok(count) => self.end += count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => return Err(error),
                }
                break;
            }
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
        let mut lines = 0;
        while let Some(some) = reader.next_rows().unwrap() {
            let owned = |row| match row {
                InputRow::Row(row) => Some(<[u8]>::to_vec(row)),
                InputRow::TooLong => None,
            };
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
    fn no_more_input_is_awaited_than_a_row_needs() {
        let mut reader = RowReader::with_limits(Slowly(b"a\nb\nc\nd", 3), 64, 8);
        let mut next = || {
            let rows = reader.next_rows().unwrap()?;
            Some(rows.text.to_vec())
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
            begins_too_long: false,
            max_row: 8,
        };
        let parts: Vec<&[u8]> = rows.clone().parts(3).iter().map(|part| part.text).collect();
        assert_eq!(parts, [&b"one\ntwo\nthree\n"[..], b"four\nfive\n", b"six\n"]);
        assert_eq!(rows.parts(1)[0].len(), input.len());
    }
}
