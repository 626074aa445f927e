//! Marks that checks share about lines and groups, so that one mistake is one finding.

use super::document::Document;
use super::mistaken_groups::Mistakes;

/// A flag for each line, and the numbers of groups.
pub(super) struct Marks {
    /// Lines that need no further checks: the value is not the intended one, or another finding
    /// says everything about the line.
    pub(super) skip_checks: Vec<bool>,
    /// Lines whose pattern needs the stars at its end, because its length affects precedence.
    pub(super) needs_length: Vec<bool>,
    /// Numbers of the groups that repeat another one, ascending.
    pub(super) duplicate_groups: Vec<usize>,
    /// By the number of a group, the mistakes because of which its rules may have no effect. Empty
    /// until `rules::check` looks for them.
    pub(super) mistakes: Vec<Mistakes>,
}

impl Marks {
    pub(super) fn new(document: &Document<'_>) -> Self {
        Self {
            skip_checks: vec![false; document.line_count()],
            needs_length: vec![false; document.line_count()],
            duplicate_groups: Vec::new(),
            mistakes: Vec::new(),
        }
    }
}
