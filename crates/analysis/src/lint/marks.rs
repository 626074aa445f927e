//! What checks tell one another about lines and groups.

/// A flag for each line, and the numbers of groups.
pub(super) struct Marks {
    /// Lines that need no further checks: the value is not what was meant, or the line should be
    /// removed.
    pub(super) skip_checks: Vec<bool>,
    /// Lines whose pattern needs the stars at its end, because its length affects precedence.
    pub(super) needs_length: Vec<bool>,
    /// Numbers of the groups that should be removed, ascending.
    pub(super) duplicate_groups: Vec<usize>,
    /// Numbers of the groups that do not say what was meant, or not to whom it was meant,
    /// ascending: see [`mistaken_groups`](super::mistaken_groups).
    pub(super) mistaken_groups: Vec<usize>,
}
