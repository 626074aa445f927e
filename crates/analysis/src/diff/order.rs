//! The order in which changes are listed.

use core::cmp::Ordering;

use super::change::{Change, ChangeKind};

/// By impact and effect, the most severe first, then by kind and line. A change of the format
/// explains all other changes of its impact, so it comes before them.
pub(super) fn most_severe_first(a: &Change, b: &Change) -> Ordering {
    let is_format = |change: &Change| change.kind == ChangeKind::FormatChanged;
    (b.impact, is_format(b), b.effect)
        .cmp(&(a.impact, is_format(a), a.effect))
        .then(a.kind.cmp(&b.kind))
        .then((a.line_after, a.line_before).cmp(&(b.line_after, b.line_before)))
}
