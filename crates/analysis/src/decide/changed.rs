//! Which alternatives two policies have in common.
//!
//! Suppose that alternatives `a` and `b` are on both sides, in the same order of precedence, and
//! that a URL is decided by `a` on the old side and by `b` on the new one. Both match it, so `a`
//! precedes `b` on the old side, and `b` precedes `a` on the new one, which contradicts the same
//! order. So two common alternatives never disagree, and only pairs with at least one uncommon
//! alternative need to be examined.

use core::cmp::{Ordering, Reverse};
use core::ops::Range;

use super::policy::{Alternative, DEFAULT, NO_RULE, Policy};
use super::url_octet::ByteSet;
use robots_exclusion::companions::{sort_by, sort_by_key};
use robots_exclusion::dialect::RuleChoice;

/// How an alternative of one policy relates to the alternatives of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AlternativeChange {
    /// The other policy also has this alternative, in the same order of precedence.
    Common,
    Changed,
    /// An equal alternative precedes it in the same policy, so it never decides.
    Copy,
}

/// How the alternatives of two policies relate to each other.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub(super) old: Vec<AlternativeChange>,
    pub(super) new: Vec<AlternativeChange>,
    /// Precedence follows from length and kind alone, on both sides.
    is_intrinsic: bool,
}

/// The reason why common alternatives are in the same order on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Their lengths and kinds, if equal.
    Intrinsic,
    /// Their places, if no alternative is moved.
    Places,
    /// No order is needed: all alternatives disallow, except the default and the alternative for
    /// `/robots.txt`, so it does not matter which of them decides.
    Any,
}

impl Changed {
    /// `unstable` has the octets in the spelling of any token that the policies' forms spell
    /// differently.
    pub(super) fn new(old: &Policy, new: &Policy, unstable: &ByteSet) -> Self {
        let mut changed = Self {
            old: vec![AlternativeChange::Changed; old.alternatives.len()],
            new: vec![AlternativeChange::Changed; new.alternatives.len()],
            is_intrinsic: false,
        };
        changed.old[DEFAULT] = AlternativeChange::Common;
        changed.new[DEFAULT] = AlternativeChange::Common;
        let Some(order) = order(old, new) else {
            return changed;
        };
        changed.is_intrinsic = order == Order::Intrinsic;
        let is_same = |a: usize, b: usize| {
            let (a, b) = (&old.alternatives[a].pattern, &new.alternatives[b].pattern);
            a.form == b.form || !a.has_any && old.patterns.is_stable(a, unstable)
        };
        // Most edits leave nearly all rules in their places, so the alternatives at the beginning
        // and at the end are compared one by one, and only the part between them is sorted.
        let is_equal = |a: usize, b: usize| compare(order, (old, a), (new, b)).is_eq() && is_same(a, b);
        let (mut first, mut ends) = (DEFAULT + 1, (changed.old.len(), changed.new.len()));
        while first < ends.0.min(ends.1) && is_equal(first, first) {
            changed.old[first] = AlternativeChange::Common;
            changed.new[first] = AlternativeChange::Common;
            first += 1;
        }
        while first < ends.0.min(ends.1) && is_equal(ends.0 - 1, ends.1 - 1) {
            ends = (ends.0 - 1, ends.1 - 1);
            changed.old[ends.0] = AlternativeChange::Common;
            changed.new[ends.1] = AlternativeChange::Common;
        }
        let mut pairs = Vec::new();
        let (sorted, others) = (
            sorted(old, order, first..ends.0),
            sorted(new, order, first..ends.1),
        );
        let mut from = 0;
        for group in sorted.chunk_by(|a, b| compare(order, (old, *a), (old, *b)).is_eq()) {
            let Some(&first) = group.first() else { continue };
            let rest = &others[from..];
            from += rest.partition_point(|other| compare(order, (new, *other), (old, first)).is_lt());
            let rest = &others[from..];
            let equal = rest.partition_point(|other| compare(order, (new, *other), (old, first)).is_le());
            let equal = &rest[..equal];
            if order == Order::Places {
                let both = group.iter().zip(equal).map(|(a, b)| (*a, *b));
                pairs.extend(both.filter(|(a, b)| is_same(*a, *b)));
            } else {
                // All of these have the same pattern, so any two of one form are the same. It is
                // enough to compare one alternative of each form, however often the pattern is
                // repeated.
                let (before, after) = (distinct(old, group), distinct(new, equal));
                for &a in group {
                    if after.iter().any(|b| is_same(a, *b)) {
                        changed.old[a] = AlternativeChange::Common;
                    }
                }
                for &b in equal {
                    if before.iter().any(|a| is_same(*a, b)) {
                        changed.new[b] = AlternativeChange::Common;
                    }
                }
            }
        }
        if order == Order::Places {
            sort_by_key(&mut pairs, |pair| *pair);
            for (a, b) in longest_increasing(&pairs) {
                changed.old[a] = AlternativeChange::Common;
                changed.new[b] = AlternativeChange::Common;
            }
        }
        mark_copies(old, order, &sorted, &mut changed.old);
        mark_copies(new, order, &others, &mut changed.new);
        changed
    }

    /// Whether a common alternative precedes another alternative on both sides.
    pub(super) fn precedes(&self, common: &Alternative, other: &Alternative) -> bool {
        self.is_intrinsic && (common.length, common.allows) > (other.length, other.allows)
    }
}

fn order(old: &Policy, new: &Policy) -> Option<Order> {
    let only_denies = |policy: &Policy| {
        let mut alternatives = policy.alternatives.iter();
        alternatives.all(|alternative| !alternative.allows || alternative.rule == NO_RULE)
    };
    if only_denies(old) && only_denies(new) {
        return Some(Order::Any);
    }
    match (old.dialect().rule_choice, new.dialect().rule_choice) {
        (RuleChoice::Longest, RuleChoice::Longest) => Some(Order::Intrinsic),
        (RuleChoice::First, RuleChoice::First) => Some(Order::Places),
        _ => None,
    }
}

fn sorted(policy: &Policy, order: Order, alternatives: Range<usize>) -> Vec<usize> {
    let mut sorted: Vec<usize> = alternatives.collect();
    sort_by(&mut sorted, |a, b| compare(order, (policy, *a), (policy, *b)));
    sorted
}

/// Marks alternatives that are preceded by an equal alternative.
///
/// `sorted` need not have equal alternatives in their order of precedence: under [`Order::Any`],
/// the same pattern may be written with different lengths, like `[ab]` and `[a-b]`. So each run is
/// sorted by rank first.
fn mark_copies(policy: &Policy, order: Order, sorted: &[usize], changes: &mut [AlternativeChange]) {
    for equal in sorted.chunk_by(|a, b| compare(order, (policy, *a), (policy, *b)).is_eq()) {
        let mut equal = equal.to_vec();
        sort_by_key(&mut equal, |number| Reverse(policy.alternatives[*number].rank));
        let first = distinct(policy, &equal);
        for number in equal {
            if changes[number] == AlternativeChange::Changed && !first.contains(&number) {
                changes[number] = AlternativeChange::Copy;
            }
        }
    }
}

/// The first alternative of each form, among alternatives with the same pattern.
fn distinct(policy: &Policy, alternatives: &[usize]) -> Vec<usize> {
    let mut distinct: Vec<usize> = Vec::new();
    let of = |number: usize| policy.alternatives[number].pattern.form;
    for &number in alternatives {
        if !distinct.iter().any(|other| of(*other) == of(number)) {
            distinct.push(number);
        }
    }
    distinct
}

fn compare(
    order: Order,
    (policy, number): (&Policy, usize),
    (other, other_number): (&Policy, usize),
) -> Ordering {
    let (a, b) = (&policy.alternatives[number], &other.alternatives[other_number]);
    let length = |alternative: &Alternative| match order {
        // The alternative of `/robots.txt` precedes all others, regardless of length.
        Order::Intrinsic => (alternative.rule == NO_RULE, alternative.length),
        Order::Places | Order::Any => (alternative.rule == NO_RULE, 0),
    };
    let kinds = a.allows.cmp(&b.allows).then(length(a).cmp(&length(b)));
    kinds.then_with(|| policy.patterns.compare(&a.pattern, &other.patterns, &b.pattern))
}

/// A longest selection of pairs, sorted by their first halves, whose second halves increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair with the least second half that can end a selection of that length;
    // and for each pair, the one before it in the longest selection that it ends.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, new)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *new);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut selected = Vec::new();
    let mut last = ends.last().copied();
    while let Some(at) = last {
        selected.push(pairs[at]);
        last = before[at];
    }
    selected.reverse();
    selected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increasing_selections() {
        for (new, expected) in [
            (&[][..], &[][..]),
            (&[0, 1, 2], &[0, 1, 2]),
            (&[2, 1, 0], &[0]),
            (&[3, 0, 1, 2], &[0, 1, 2]),
            (&[1, 2, 3, 0], &[1, 2, 3]),
            (&[4, 0, 5, 1, 6, 2], &[0, 1, 2]),
        ] {
            let pairs: Vec<(usize, usize)> = new.iter().copied().enumerate().collect();
            let selected: Vec<usize> = longest_increasing(&pairs).iter().map(|pair| pair.1).collect();
            assert_eq!(selected, expected, "{new:?}");
        }
    }
}
