//! The literal patterns of one crawler: a few that are scanned, or a trie.

use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::few::Few;
use super::trie::{End, Literal, Met, Trie};
use super::weight;
use crate::dialect::RuleChoice;
use crate::verdict::RuleKind;

/// Which of the two depends on what is packed alone, so that the same rules are packed alike, wherever they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literals {
    Few(Few),
    Trie(Trie),
}

/// Where a literal stands in the order in which the first that matches decides: by its weight, then by its line.
#[inline]
pub(super) fn precedence(choice: RuleChoice, len: usize, end: End, kind: RuleKind, line: u32) -> impl Ord {
    (Reverse(weight(choice, len + end.suffix().len(), kind)), line)
}

/// Puts the literals of a site in that order. No two of them are equal, so that there is only one.
fn by_precedence(choice: RuleChoice, a: &Literal<'_>, b: &Literal<'_>) -> Ordering {
    let precedence = |rule: &Literal<'_>| precedence(choice, rule.text.len(), rule.end, rule.kind, rule.line);
    precedence(a)
        .cmp(&precedence(b))
        .then_with(|| (a.end, a.text).cmp(&(b.end, b.text)))
}

impl Literals {
    /// Packs rules that are sorted by text and end, no two alike in both.
    pub(super) fn pack(choice: RuleChoice, sorted: &[Literal<'_>]) -> Self {
        if sorted.len() <= Few::MAX {
            let mut rules = Vec::from(sorted);
            rules.sort_unstable_by(|a, b| by_precedence(choice, a, b));
            if let Some(few) = Few::pack(rules.iter().copied()) {
                return Self::Few(few);
            }
        }
        Self::Trie(Trie::pack(sorted.iter().copied()).0)
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        match self {
            Self::Few(few) => few.heap_bytes(),
            Self::Trie(trie) => trie.heap_bytes(),
        }
    }

    /// The rule that precedes all others that match `target`, and its weight.
    #[inline]
    pub(super) fn best(&self, choice: RuleChoice, target: &[u8]) -> Option<(u64, Met)> {
        let weigh = |met: Met| weight(choice, met.depth + met.end.suffix().len(), met.kind);
        match self {
            Self::Few(few) => few.find(target).map(|met| (weigh(met), met)),
            Self::Trie(trie) => {
                let mut best = None;
                trie.walk(target, |met| {
                    let weight = weigh(met);
                    let wins = match best {
                        None => true,
                        // The line is only looked up where it matters.
                        Some((best, other)) => {
                            weight > best || weight == best && trie.line(met) < trie.line(other)
                        }
                    };
                    if wins {
                        best = Some((weight, met));
                    }
                });
                best
            }
        }
    }

    /// The line of a rule that was met.
    #[inline]
    pub(super) fn line(&self, met: Met) -> u32 {
        match self {
            Self::Few(few) => few.line(met),
            Self::Trie(trie) => trie.line(met),
        }
    }

    /// Calls `each` with every rule, in order of their texts.
    pub(super) fn for_each(&self, each: impl FnMut(Literal<'_>)) {
        match self {
            Self::Few(few) => few.for_each(each),
            Self::Trie(trie) => trie.for_each(each),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_scanned_and_more_walked() {
        let texts: Vec<[u8; 2]> = (0..=Few::MAX as u8).map(|i| [b'/', i]).collect();
        let rules: Vec<Literal<'_>> = texts
            .iter()
            .map(|text| Literal {
                text,
                end: End::Open,
                kind: RuleKind::Allow,
                line: 1,
            })
            .collect();
        let heap_bytes = |rules| match Literals::pack(RuleChoice::Longest, rules) {
            few @ Literals::Few(_) => (few.heap_bytes(), true),
            trie @ Literals::Trie(_) => (trie.heap_bytes(), false),
        };
        let few = Few::pack(rules[1..].iter().copied()).unwrap();
        assert_eq!(heap_bytes(&rules[1..]), (few.heap_bytes(), true));
        let trie = Trie::pack(rules.iter().copied()).0;
        assert_eq!(heap_bytes(&rules), (trie.heap_bytes(), false));
    }
}
