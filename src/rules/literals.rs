//! The literal patterns of one crawler, and which of those that match decides.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::literal::{End, Literal, MatchedLiteral};
use super::text_sort::sort_by_text;
use super::trie::Trie;
use crate::dialect::RuleChoice;
use crate::matching::percent::PLAIN;
use crate::matching::precedence::{Precedence, in_file};
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

/// See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literals(Trie);

/// The key that sorts literals: the smallest key has the highest precedence.
fn precedence_key(choice: RuleChoice, rule: &Literal<'_>) -> impl Ord + use<> {
    let precedence = precedence(choice, rule.text.len(), rule.end, rule.kind);
    let length = rule.text.len() + rule.end.suffix().len();
    (Reverse(precedence), in_file(rule.id, length))
}

/// The precedence of a literal whose text has `len` bytes.
#[inline(always)]
fn precedence(choice: RuleChoice, len: usize, end: End, kind: RuleKind) -> Precedence {
    Precedence::of_counting(choice, kind, len + end.suffix().len())
}

impl Literals {
    /// Packs rules in any order. Of rules with the same text and end, only the first by precedence
    /// can decide, and is kept; returns how many are kept in total.
    pub(super) fn pack(choice: RuleChoice, mut rules: Vec<Literal<'_>>) -> (Self, usize) {
        sort_by_text(
            &mut rules,
            |rule| rule.text,
            |rule| (rule.end, precedence_key(choice, rule)),
        );
        rules.dedup_by(|next, kept| next.end == kept.end && next.text == kept.text);
        (Self::pack_sorted(&rules), rules.len())
    }

    /// Packs rules that are sorted by text and end, no two alike in both.
    pub(super) fn pack_sorted(sorted: &[Literal<'_>]) -> Self {
        Self(Trie::pack(sorted.iter().copied()))
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }

    /// Whether the first rule by precedence that matches `target` allows it; `None` if no rule
    /// matches.
    #[inline]
    pub(super) fn allow(&self, choice: RuleChoice, target: &[u8]) -> Option<bool> {
        if choice != RuleChoice::Longest {
            let best = self.best(choice, target);
            return best.map(|(_, matched)| matched.kind == RuleKind::Allow);
        }
        // With longest match, the precedence includes the kind, so nothing else has to be kept, and
        // no identity has to be decoded.
        let mut best = None;
        self.0.traverse(target, |matched| {
            best = best.max(Some(precedence(choice, matched.depth, matched.end, matched.kind)));
        });
        best.map(Precedence::allows_if_longest)
    }

    /// Whether it is clear from the first bytes of a path, as it is written in a URL, that no rule
    /// matches, so that nothing else of the URL has to be read.
    ///
    /// Plain bytes are in canonical form, and none of them ends a target.
    #[inline]
    pub(super) fn excludes(&self, path: &[u8]) -> bool {
        match path {
            [b'/', second, third, ..] => {
                !self.0.may_match(path) && PLAIN[usize::from(*second)] && PLAIN[usize::from(*third)]
            }
            _ => false,
        }
    }

    /// The first rule by precedence that matches `target`, and its precedence.
    #[inline]
    pub(super) fn best(&self, choice: RuleChoice, target: &[u8]) -> Option<(Precedence, MatchedLiteral)> {
        let mut best = None;
        self.0.traverse(target, |matched| {
            let precedence = precedence(choice, matched.depth, matched.end, matched.kind);
            let wins = match best {
                None => true,
                // Decoding the identity costs time, so it is only done to break a tie.
                Some((best, other)) => {
                    let place = |matched: MatchedLiteral| in_file(self.id(matched), matched.length());
                    precedence > best || precedence == best && place(matched) < place(other)
                }
            };
            if wins {
                best = Some((precedence, matched));
            }
        });
        best
    }

    /// The identity of a rule that matched.
    #[inline]
    pub(super) fn id(&self, matched: MatchedLiteral) -> RuleId {
        self.0.id(matched)
    }

    /// Calls `each` with every rule, in order of their texts.
    pub(super) fn for_each(&self, each: impl FnMut(Literal<'_>)) {
        self.0.for_each(each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::iter;

    fn rule(text: &'static [u8]) -> Literal<'static> {
        Literal {
            text,
            end: End::Open,
            kind: RuleKind::Disallow,
            id: RuleId::first_of(1),
        }
    }

    #[test]
    fn what_a_path_begins_with_excludes_rules() {
        let literals = |texts: &[&'static str]| {
            let rules = texts.iter().map(|text| rule(text.as_bytes())).collect();
            Literals::pack(RuleChoice::Longest, rules).0
        };
        let excludes = |texts: &[&'static str], path: &str| literals(texts).excludes(path.as_bytes());
        assert!(excludes(&["/ab", "/b"], "/ac%"));
        // It may match, it has too few bytes, or they may be rewritten or end the target.
        for path in [
            "/ab", "/abc", "/b", "/bx", "/a", "/", "", "/%6", "/a%", "/c#", "/\0a", "xac", "?ac",
        ] {
            assert!(!excludes(&["/ab", "/b"], path), "{path:?}");
        }
        for path in ["/ab", "/b?", "/xyz"] {
            assert!(excludes(&[], path), "{path:?}");
            for any in ["", "/", "x"] {
                assert!(!excludes(&["/q", any], path), "{path:?} {any:?}");
            }
        }
    }

    #[test]
    fn of_rules_that_are_alike_the_first_by_precedence_is_kept() {
        let texts: Vec<[u8; 2]> = (0..33).map(|i| [b'/', i]).collect();
        for count in [0, 1, 2, 5, 6, 33] {
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
                let (literals, left) = Literals::pack(choice, rules.clone());
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
            let pack = |rules: &[Literal<'_>]| Literals::pack(choice, rules.into()).0;
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
                let (literals, _) = Literals::pack(choice, rules.into());
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
