//! Marks that checks share about lines and groups, so that one mistake is one finding.

use crate::lint::engine::corrected::Corrected;
use crate::lint::engine::document::Document;
use crate::lint::engine::mistakes::Mistakes;

/// A flag for each line, and the numbers of groups.
pub(in crate::lint) struct Marks {
    /// Lines that need no further checks: the value is not the intended one, or another finding
    /// says everything about the line.
    pub(in crate::lint) skip_checks: Vec<bool>,
    /// Lines whose pattern needs the stars at its end, because its length affects precedence.
    pub(in crate::lint) needs_length: Vec<bool>,
    /// Numbers of the groups that repeat another one, ascending.
    pub(in crate::lint) duplicate_groups: Vec<usize>,
    /// By the number of a group, the mistakes because of which its rules may have no effect. Empty
    /// until `rules::check` looks for them.
    pub(in crate::lint) mistakes: Vec<Mistakes>,
    /// What was found out about the corrections of these mistakes.
    pub(in crate::lint) corrected: Corrected,
    /// Whether the file has a `Sitemap` line.
    pub(in crate::lint) has_sitemap: bool,
    /// Whether a group of `*` disallows anything.
    pub(in crate::lint) star_restricts: bool,
}

impl Marks {
    pub(in crate::lint) fn new(document: &Document<'_>) -> Self {
        Self {
            skip_checks: vec![false; document.line_count()],
            needs_length: vec![false; document.line_count()],
            duplicate_groups: Vec::new(),
            mistakes: Vec::new(),
            corrected: Corrected::default(),
            has_sitemap: document.robots().sitemaps().next().is_some(),
            star_restricts: document.has_restricting_star(),
        }
    }
}
