//! The order in which changes are listed.

use core::cmp::Ordering;

use super::change::{Change, ChangeKind};

/// By impact and effect, the most severe first, then by kind and line. A User-agent
/// line explains changes of groups and rules, and that no group is left, so it comes before them. A
/// change of the format explains all other changes of its impact.
pub(super) fn most_severe_first(a: &Change, b: &Change) -> Ordering {
    let explains = |change: &Change| match change.kind {
        kind if kind.is_cause() => 2,
        kind => u8::from(kind == ChangeKind::FormatChanged),
    };
    (b.impact, explains(b), b.effect)
        .cmp(&(a.impact, explains(a), a.effect))
        .then(a.kind.cmp(&b.kind))
        .then((a.line_after, a.line_before).cmp(&(b.line_after, b.line_before)))
}
