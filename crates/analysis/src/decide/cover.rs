//! Patterns that *cover* another pattern: they match every target that the other pattern matches.
//!
//! If a pattern that must not match covers a pattern that must match, there is no target, and no
//! search is needed. Between two dialects this is the usual case: one reads a pattern as a prefix,
//! and the other reads the same pattern as a whole path, which the prefix covers.
//!
//! To see that `/a*` covers `/a/b*c`, the second pattern is read as if it were a target, with a
//! star standing for unknown text. If the first pattern matches this without using the unknown
//! text, it matches with any text in the place of the star. The test may miss a cover: then a
//! search follows, which is slower but gives the same answer.

use super::policy::{Alternative, Policy};
use super::sides::{Side, Sides};
use super::url_octet::ByteSet;

/// The highest rank of a Disallow, and of an Allow, that covers a certain alternative; 0 if there
/// is none.
type Ranks = [u32; 2];

/// For the alternatives of two policies, the patterns of both that cover them. Computed on first
/// use.
#[derive(Clone, Debug, Default)]
pub(super) struct Covers {
    /// For each alternative of the old side and of the new one, the ranks on both sides.
    known: [Vec<Option<[Ranks; 2]>>; 2],
}

impl Covers {
    /// Whether a pattern covers an alternative and ranks above a bound on its side.
    pub(super) fn covers(
        &mut self,
        sides: Sides<'_>,
        (side, number): (Side, usize),
        bounds: [Ranks; 2],
        ambiguous: &ByteSet,
        work: &mut u64,
    ) -> bool {
        let Sides::Two(old, new) = sides else {
            // A cover must not use rules that are gone or on trial, and the ranks do not
            // distinguish such rules from others.
            return false;
        };
        let owner = sides.policy(side);
        let known = &mut self.known[side as usize];
        if known.is_empty() {
            known.resize(owner.alternatives.len(), None);
        }
        let alternative = &owner.alternatives[number];
        let ranks = *known[number].get_or_insert_with(|| {
            [old, new].map(|policy| ranks(policy, owner, alternative, ambiguous, work))
        });
        let mut both = ranks.iter().flatten().zip(bounds.iter().flatten());
        both.any(|(rank, bound)| rank > bound)
    }
}

fn ranks(
    policy: &Policy,
    owner: &Policy,
    covered: &Alternative,
    ambiguous: &ByteSet,
    work: &mut u64,
) -> Ranks {
    let mut ranks = [0; 2];
    let is_stable = !covered.pattern.has_any && owner.patterns.is_stable(&covered.pattern, ambiguous);
    let bytes = owner.patterns.bytes(&covered.pattern);
    for part in &policy.parts {
        if part.form != covered.pattern.form && !is_stable {
            continue;
        }
        for wild in &part.wilds {
            *work += 1;
            let rank = &mut ranks[usize::from(wild.allows)];
            if wild.rank > *rank && wild.bytes.is_subset(&bytes) {
                let pattern = &policy.alternatives[wild.alternative as usize].pattern;
                let covered = (&owner.patterns, &covered.pattern);
                if policy.patterns.covers(pattern, covered, work) {
                    *rank = wild.rank;
                }
            }
        }
    }
    ranks
}
