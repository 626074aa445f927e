//! Places in a body.

use core::ops::Range;

/// A byte range of the body: offsets from its first byte, end exclusive.
///
/// Offsets are `u32`: a body is read up to 4 GiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from the first byte to the byte after the last.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end && end <= u32::MAX as usize);
        Self {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The span as a range to index the body with. If you made a span yourself, its end may be
    /// before its start or after the end of the body: use `get` instead of an index.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Length in bytes; 0 if the end is before the start.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the span holds no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl From<Span> for Range<usize> {
    /// The same as [`Span::range`].
    fn from(span: Span) -> Self {
        span.range()
    }
}

/// Where `part`, a slice of `body`, lies in it.
#[inline]
pub fn offset_in(body: &[u8], part: &[u8]) -> usize {
    let offset = (part.as_ptr() as usize).wrapping_sub(body.as_ptr() as usize);
    debug_assert!(offset + part.len() <= body.len());
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        let span = Span::new(3, 7);
        assert_eq!((span.len(), span.is_empty(), span.range()), (4, false, 3..7));
        assert_eq!(Range::from(span), 3..7);
        assert!(Span::new(3, 3).is_empty());
        let backwards = Span { start: 5, end: 1 };
        assert_eq!((backwards.len(), backwards.is_empty()), (0, true));
    }
}
