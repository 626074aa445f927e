//! Where the lines of a body begin.

use std::iter;

/// Offsets of the first bytes of lines, looked up in place of searching the body: there may be
/// thousands of findings on a long line.
pub(crate) struct LineStarts {
    /// A byte order mark is not part of the first.
    starts: Vec<usize>,
}

impl LineStarts {
    pub(crate) fn new(body: &[u8]) -> Self {
        let mark = if body.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let is_last = |at: &usize| body[*at] == b'\n' || body.get(at + 1) != Some(&b'\n');
        let ends = memchr::memchr2_iter(b'\r', b'\n', body).filter(is_last);
        let starts = iter::once(mark).chain(ends.map(|end| end + 1)).collect();
        Self { starts }
    }

    /// The lines of the body, with their ends.
    pub(crate) fn lines<'b>(&self, body: &'b [u8]) -> Vec<&'b [u8]> {
        let ends = self.starts[1..].iter().copied().chain([body.len()]);
        let lines = self
            .starts
            .iter()
            .zip(ends)
            .map(|(start, end)| &body[*start..end]);
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// The number of the line that holds an offset, counted from 1, and where it begins.
    pub(crate) fn at(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        (line, self.starts[line - 1].min(offset))
    }
}

/// Whether a byte ends a line, or is part of what ends it.
pub(crate) fn is_line_end(byte: &u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_end() {
        let lines = LineStarts::new(b"\xEF\xBB\xBFa\r\nb\rc\n\nd");
        let places = [0, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(|offset| lines.at(offset));
        let expected = [
            (1, 0),
            (1, 3),
            (1, 3),
            (1, 3),
            (2, 6),
            (2, 6),
            (3, 8),
            (3, 8),
            (4, 10),
            (5, 11),
        ];
        assert_eq!(places, expected);
    }
}
