//! What checks tell one another about lines and groups.

use alloc::vec::Vec;

/// A flag for each line, and the numbers of groups.
pub(super) struct Marks {
    /// The value is not what was meant, or the line should be removed: it needs no further checks.
    pub(super) skip_checks: Vec<bool>,
    /// Stars at the end of the pattern have an effect on precedence.
    pub(super) needs_length: Vec<bool>,
    /// Numbers of the groups that should be removed, ascending.
    pub(super) duplicate_groups: Vec<usize>,
    /// Numbers of the groups that do not say what was meant, or not to whom it was meant,
    /// ascending: see [`mistaken_groups`](super::mistaken_groups).
    pub(super) mistaken_groups: Vec<usize>,
}
