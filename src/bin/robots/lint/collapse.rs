//! Findings that say the same thing, as one.

use std::collections::HashMap;

use robots_exclusion::lint::{Code, Diagnostic, Severity};
use robots_exclusion::syntax::Span;

/// A finding, and the lines of those that say the same.
pub(super) struct Collapsed<'d> {
    pub(super) finding: &'d Diagnostic,
    /// The lines of the others, in order.
    pub(super) also: Vec<u32>,
}

/// What makes findings the same: the code and, for those that are more than a remark about style, what they
/// say. A redundant rule belongs to the rule that makes it redundant.
#[derive(PartialEq, Eq, Hash)]
struct Key<'d> {
    code: Code,
    related: Option<(u32, u32)>,
    message: Option<&'d str>,
}

impl<'d> Key<'d> {
    fn of(finding: &'d Diagnostic) -> Self {
        let related = finding.related().first().map(|related| related.span());
        let is_minor = finding.code().default_severity() == Severity::Info;
        Self {
            code: finding.code(),
            related: related.map(|Span { start, end, .. }| (start, end)),
            message: (!is_minor).then(|| finding.message()),
        }
    }
}

/// Joins findings that say the same, each at the place of the first.
pub(super) fn collapse(found: &[Diagnostic]) -> Vec<Collapsed<'_>> {
    let mut places: HashMap<Key<'_>, usize> = HashMap::new();
    let mut collapsed: Vec<Collapsed<'_>> = Vec::new();
    for finding in found {
        let place = *places.entry(Key::of(finding)).or_insert_with(|| {
            collapsed.push(Collapsed {
                finding,
                also: Vec::new(),
            });
            collapsed.len() - 1
        });
        let Collapsed { finding: first, also } = &mut collapsed[place];
        if !std::ptr::eq(*first, finding) && also.last() != Some(&finding.line()) {
            also.push(finding.line());
        }
    }
    collapsed
}

impl Collapsed<'_> {
    /// Where else it is, in words.
    pub(super) fn note(&self) -> Option<String> {
        const SHOWN: usize = 12;
        if self.also.is_empty() {
            return None;
        }
        let lines: Vec<String> = self.also.iter().take(SHOWN).map(u32::to_string).collect();
        let more = match self.also.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let s = if self.also.len() == 1 { "" } else { "s" };
        Some(format!("the same on line{s} {}{more}", lines.join(", ")))
    }
}
