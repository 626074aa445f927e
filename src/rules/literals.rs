//! The literal patterns of one crawler: a few that are scanned, or a trie.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::literal::{End, Literal, MatchedLiteral};
use super::literal_scan::LiteralScan;
use super::text_sort::sort_by_text;
use super::trie::Trie;
use crate::dialect::{PercentMode, RuleChoice, TargetSyntax};
use crate::matching::precedence::{Precedence, in_file};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// Which of the two is used depends on the rules alone, so that equal rules are packed in the same
/// way, whether they were compiled or decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literals {
    Scan(LiteralScan),
    Trie(Trie),
}

/// The key that sorts literals: the smallest key has the highest precedence.
fn precedence_key(choice: RuleChoice, rule: &Literal<'_>) -> impl Ord + use<> {
    let precedence = precedence(choice, rule.text.len(), rule.end, rule.kind);
    let length = rule.text.len() + rule.end.suffix().len();
    (Reverse(precedence), in_file(rule.id, length), rule.end)
}

/// The precedence of a literal whose text has `len` bytes.
#[inline(always)]
fn precedence(choice: RuleChoice, len: usize, end: End, kind: RuleKind) -> Precedence {
    Precedence::of_counting(choice, kind, len + end.suffix().len())
}

/// Whether two literals have the same text and end. Then only the first of them by precedence can
/// decide.
fn are_alike(a: &Literal<'_>, b: &Literal<'_>) -> bool {
    a.text.len() == b.text.len() && a.end == b.end && a.text == b.text
}

impl Literals {
    /// Packs rules in any order. Of rules that are alike, one is kept; returns how many are kept in
    /// total. `may_end_targets` is the result of [`may_end_targets`].
    pub(super) fn pack(
        choice: RuleChoice,
        may_end_targets: bool,
        mut rules: Vec<Literal<'_>>,
    ) -> (Self, usize) {
        if let Some((scan, count)) = pack_scan(choice, may_end_targets, &rules) {
            return (Self::Scan(scan), count);
        }
        sort_by_text(
            &mut rules,
            |rule| rule.text,
            |rule| (rule.end, precedence_key(choice, rule)),
        );
        rules.dedup_by(|next, kept| are_alike(next, kept));
        (Self::pack_sorted(choice, may_end_targets, &rules), rules.len())
    }

    /// Packs rules that are sorted by text and end, no two alike.
    pub(super) fn pack_sorted(choice: RuleChoice, may_end_targets: bool, sorted: &[Literal<'_>]) -> Self {
        match pack_scan(choice, may_end_targets, sorted) {
            Some((scan, _)) => Self::Scan(scan),
            None => Self::Trie(Trie::pack(sorted.iter().copied())),
        }
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Scan(scan) => scan.heap_bytes(),
            Self::Trie(trie) => trie.heap_bytes(),
        }
    }

    /// Whether the first rule by precedence that matches `target` allows it; `None` if no rule
    /// matches.
    #[inline]
    pub(super) fn allow(&self, choice: RuleChoice, target: &[u8]) -> Option<bool> {
        match (self, choice) {
            (Self::Scan(scan), _) => scan.find(target).map(|matched| matched.kind == RuleKind::Allow),
            (Self::Trie(trie), RuleChoice::Longest) => {
                let mut best = None;
                trie.traverse(target, |matched| {
                    best = best.max(Some(precedence(choice, matched.depth, matched.end, matched.kind)))
                });
                // With longest match, the precedence includes the kind, so nothing else has to be
                // kept, and no identity has to be decoded.
                best.map(Precedence::allows_if_longest)
            }
            _ => self
                .best(choice, target)
                .map(|(_, matched)| matched.kind == RuleKind::Allow),
        }
    }

    /// The first rule by precedence that matches `target`, and its precedence.
    #[inline]
    pub(super) fn best(&self, choice: RuleChoice, target: &[u8]) -> Option<(Precedence, MatchedLiteral)> {
        let precedence =
            |matched: MatchedLiteral| precedence(choice, matched.depth, matched.end, matched.kind);
        match self {
            Self::Scan(scan) => scan.find(target).map(|matched| (precedence(matched), matched)),
            Self::Trie(trie) => {
                let mut best = None;
                trie.traverse(target, |matched| {
                    let precedence = precedence(matched);
                    let wins = match best {
                        None => true,
                        // Decoding the identity costs time, so it is only done to break a tie.
                        Some((best, other)) => {
                            let place = |matched: MatchedLiteral| in_file(trie.id(matched), matched.length());
                            precedence > best || precedence == best && place(matched) < place(other)
                        }
                    };
                    if wins {
                        best = Some((precedence, matched));
                    }
                });
                best
            }
        }
    }

    /// The identity of a rule that matched.
    #[inline]
    pub(super) fn id(&self, matched: MatchedLiteral) -> RuleId {
        match self {
            Self::Scan(scan) => RuleId::first_of(scan.line(matched)),
            Self::Trie(trie) => trie.id(matched),
        }
    }

    /// Calls `each` with every rule, in order of their texts.
    pub(super) fn for_each(&self, each: impl FnMut(Literal<'_>)) {
        match self {
            Self::Scan(scan) => scan.for_each(each),
            Self::Trie(trie) => trie.for_each(each),
        }
    }
}

/// Whether a pattern may hold a byte at which targets end. A raw `#` begins a comment, so a pattern
/// can hold a `#` only if escapes are decoded. A NUL may be written as it is, but it ends targets
/// only in Google's library.
pub(super) fn may_end_targets(mode: PercentMode, syntax: TargetSyntax) -> bool {
    mode == PercentMode::Draft1996 || syntax == TargetSyntax::GoogleLibrary
}

/// Packs rules for a scan, if there are few enough and a [scan can hold them](LiteralScan::pack).
/// Of rules that are alike, one is kept; returns how many are kept.
fn pack_scan(
    choice: RuleChoice,
    may_end_targets: bool,
    rules: &[Literal<'_>],
) -> Option<(LiteralScan, usize)> {
    if rules.len() > LiteralScan::MAX {
        return None;
    }
    let mut sorted = Vec::from(rules);
    sorted.sort_by(|a, b| {
        let by_precedence = precedence_key(choice, a).cmp(&precedence_key(choice, b));
        by_precedence.then_with(|| a.text.cmp(b.text))
    });
    let mut distinct: Vec<Literal<'_>> = Vec::with_capacity(sorted.len());
    for rule in &sorted {
        if !distinct.iter().any(|other| are_alike(other, rule)) {
            distinct.push(*rule);
        }
    }
    let scan = LiteralScan::pack(&distinct, may_end_targets)?;
    Some((scan, distinct.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::iter;

    #[test]
    fn a_few_are_scanned_and_more_become_a_trie() {
        let texts: Vec<[u8; 2]> = (0..=LiteralScan::MAX as u8).map(|i| [b'/', i]).collect();
        let rules: Vec<Literal<'_>> = texts
            .iter()
            .map(|text| Literal {
                text,
                end: End::Open,
                kind: RuleKind::Allow,
                id: RuleId::first_of(1),
            })
            .collect();
        let heap_bytes = |rules| match Literals::pack_sorted(RuleChoice::Longest, true, rules) {
            scan @ Literals::Scan(_) => (scan.heap_bytes(), true),
            trie @ Literals::Trie(_) => (trie.heap_bytes(), false),
        };
        let scan = LiteralScan::pack(&rules[1..], true).unwrap();
        assert_eq!(heap_bytes(&rules[1..]), (scan.heap_bytes(), true));
        let trie = Trie::pack(rules.iter().copied());
        assert_eq!(heap_bytes(&rules), (trie.heap_bytes(), false));
    }
    #[test]
    fn of_rules_that_are_alike_the_first_by_precedence_is_kept() {
        let texts: Vec<[u8; 2]> = (0..=LiteralScan::MAX as u8).map(|i| [b'/', i]).collect();
        for count in [
            0,
            1,
            2,
            LiteralScan::MAX - 4,
            LiteralScan::MAX - 3,
            LiteralScan::MAX,
            LiteralScan::MAX + 1,
        ] {
            let rule = |text, end, kind, line| Literal {
                text,
                end,
                kind,
                id: RuleId::first_of(line),
            };
            let others = &texts[..count];
            let mut rules: Vec<Literal<'_>> = iter::zip(others, 20..)
                .map(|(text, line)| rule(text, End::Open, RuleKind::Disallow, line))
                .collect();
            let (star, anchor) = (End::Star, End::Anchor);
            rules.push(rule(b"/twin", star, RuleKind::Disallow, 100));
            rules.push(rule(b"/twin", anchor, RuleKind::Allow, 101));
            rules.push(rule(b"/twin", star, RuleKind::Allow, 103));
            rules.push(rule(b"/twin", star, RuleKind::Allow, 102));
            rules.push(rule(b"/twin", star, RuleKind::Disallow, 99));
            for (choice, expected) in [
                (RuleChoice::Longest, (RuleKind::Allow, 102)),
                (RuleChoice::First, (RuleKind::Disallow, 99)),
            ] {
                let (literals, left) = Literals::pack(choice, true, rules.clone());
                assert_eq!(left, count + 2);
                let mut all = Vec::new();
                literals.for_each(|rule| all.push((rule.text.to_vec(), rule.end, rule.kind, rule.id.line)));
                assert_eq!(all.len(), left);
                let (kind, line) = expected;
                assert_eq!(all[count], (b"/twin".to_vec(), star, kind, line));
                assert_eq!(all[count + 1], (b"/twin".to_vec(), anchor, RuleKind::Allow, 101));
            }
        }
    }

    #[test]
    fn rules_of_one_line_are_packed_alike_in_any_order() {
        let rule = |text: &'static [u8], line, offset| Literal {
            text,
            end: End::Open,
            kind: RuleKind::Disallow,
            id: RuleId { line, offset },
        };
        let [a, b, c] = [rule(b"/a", 1, 0), rule(b"/b", 1, 3), rule(b"/c", 2, 0)];
        for choice in [RuleChoice::Longest, RuleChoice::First] {
            let pack = |rules: &[Literal<'_>]| Literals::pack(choice, true, rules.into()).0;
            assert_eq!(pack(&[a, b, c]), pack(&[b, a, c]), "{choice:?}");
            assert_eq!(pack(&[a, b]), pack(&[b, a]), "{choice:?}");
        }
    }

    #[test]
    fn of_equal_rules_of_one_line_the_first_decides() {
        let rule = |end, offset| Literal {
            text: b"/x",
            end,
            kind: RuleKind::Disallow,
            id: RuleId { line: 1, offset },
        };
        for choice in [RuleChoice::Longest, RuleChoice::First] {
            for (star, anchor) in [(0, 4), (4, 0)] {
                let rules = [rule(End::Star, star), rule(End::Anchor, anchor)];
                let (literals, _) = Literals::pack(choice, true, rules.into());
                let (_, matched) = literals.best(choice, b"/x").unwrap();
                assert_eq!(
                    literals.id(matched),
                    RuleId { line: 1, offset: 0 },
                    "{choice:?} {star}"
                );
            }
        }
    }
}
