//! Marks that checks share about lines and groups, so that one mistake is one finding.

use robots_exclusion::RuleKind;

use crate::decide::{Assertion, Budget, Conclusion, Policy};
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
    /// The rules of the groups of `*`, once they were needed, unless the budget was spent.
    of_star: Option<Option<Policy>>,
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
            of_star: None,
        }
    }

    /// Whether the groups of `*` close any URL that a pattern matches. False if that is not known.
    pub(in crate::lint) fn is_closed_by_star(
        &mut self,
        document: &Document<'_>,
        pattern: &[u8],
        budget: &mut Budget,
    ) -> bool {
        if !self.star_restricts {
            return false;
        }
        let of_star = self.of_star.get_or_insert_with(|| {
            let is_within = budget.read(document.body.len());
            is_within.then(|| Policy::of_unnamed(document.robots()))
        });
        let (Some(policy), Ok(pattern)) = (of_star, core::str::from_utf8(pattern)) else {
            return false;
        };
        let assertion = Assertion::new(RuleKind::Allow, pattern, document.dialect);
        matches!(policy.holds_for_all(&assertion, budget), Conclusion::Refuted(_))
    }
}
