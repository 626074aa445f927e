//! Where lines that an edit removed were, told by lines of the new file.

use std::time::{Duration, Instant};

use similar::{Algorithm, capture_diff_slices_deadline};

use crate::lines::LineStarts;

/// For each line of the old file, the line of the new one that stands in its place. Reports about a
/// pull request can only point at lines that it has.
pub(super) struct Places(Vec<u32>);

impl Places {
    pub(super) fn new(old: &[u8], new: &[u8]) -> Self {
        let (starts_of_old, starts_of_new) = (LineStarts::new(old), LineStarts::new(new));
        let (old, new) = (starts_of_old.lines(old), starts_of_new.lines(new));
        // If nearly all lines change, finding the shortest edit may take long.
        let deadline = Instant::now().checked_add(Duration::from_secs(1));
        let edit = capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline);
        let last = new.len().saturating_sub(1);
        let mut places = vec![1; old.len()];
        for step in edit {
            let (from, to) = (step.old_range(), step.new_range());
            for (offset, line) in from.enumerate() {
                let place = to.start + offset.min(to.len().saturating_sub(1));
                places[line] = u32::try_from(place.min(last) + 1).unwrap_or(u32::MAX);
            }
        }
        Self(places)
    }

    /// The line of the new file in the place of a line of the old one. Both are counted from 1.
    pub(super) fn of(&self, line: u32) -> u32 {
        let at = (line as usize).saturating_sub(1);
        self.0.get(at).or(self.0.last()).copied().unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removed_lines_are_where_their_successors_are() {
        let old = b"a\nb\nc\nd\ne\n";
        let of = |new: &[u8]| {
            (1..=5)
                .map(|line| Places::new(old, new).of(line))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(old), [1, 2, 3, 4, 5]);
        assert_eq!(of(b"a\nd\ne\n"), [1, 2, 2, 2, 3]);
        assert_eq!(of(b"a\nx\ny\nd\ne\n"), [1, 2, 3, 4, 5]);
        // At the end, the last line there is.
        assert_eq!(of(b"a\nb\n")[..2], [1, 2]);
        assert!(of(b"a\nb\n")[2..].iter().all(|line| *line <= 3));
        assert_eq!(of(b""), [1; 5]);
        assert_eq!(Places::new(b"", b"a\n").of(7), 1);
    }
}
