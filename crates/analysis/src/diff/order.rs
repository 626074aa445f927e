//! The order in which changes are listed.

use core::cmp::Ordering;

use super::change::Change;

/// By impact and effect, the most severe first, then by kind and line.
pub(super) fn most_severe_first(a: &Change, b: &Change) -> Ordering {
    (b.impact, b.effect)
        .cmp(&(a.impact, a.effect))
        .then(a.kind.cmp(&b.kind))
        .then((a.line_after, a.line_before).cmp(&(b.line_after, b.line_before)))
}
