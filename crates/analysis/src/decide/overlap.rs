//! Which alternatives of a policy may match a target together with a given alternative.
//!
//! Two patterns match a target together only if the literal beginning of one is a prefix of the
//! other's: `/a/b` overlaps with `/a`, `/a/b/c` and `/*z`, but not with `/a/c`. Literals are found
//! in the trie, along the text and below its end; all wildcards are checked. Between two forms,
//! text is compared up to the first octet that they may spell differently.

use core::cmp::Reverse;

use robots_exclusion::companions::sort_by_key;

use super::pattern::{DEAD, heads_agree};
use super::policy::{Alternative, DEFAULT, Policy};
use super::trie::{End, Trie};
use super::url_octet::is_spelled_alike;

/// Finds the alternatives of `policy` that are of one kind (Allow or Disallow) and may match
/// together with `fixed`, an alternative of `owner`, the highest rank first. Returns only
/// alternatives for which `is_wanted` is true. If `policy` is the policy of `fixed` itself, the
/// caller only wants alternatives that rank below `fixed`: where an alternative of a higher rank
/// matches, `fixed` does not decide. This saves searches with the longer patterns.
pub(super) fn overlapping(
    policy: &Policy,
    allows: bool,
    owner: &Policy,
    fixed: &Alternative,
    is_wanted: impl Fn(u32, &Alternative) -> bool,
    work: &mut u64,
) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    let mut consider = |number: u32| {
        let alternative = &policy.alternatives[number as usize];
        if alternative.allows == allows && is_wanted(number, alternative) {
            found.push(number);
        }
    };
    consider(DEFAULT as u32);
    let head = owner.patterns.head(&fixed.pattern);
    let is_exact = owner.patterns.is_exact(&fixed.pattern);
    for part in &policy.parts {
        let same_form = part.form == fixed.pattern.form;
        let mut node = Trie::ROOT;
        let mut visit = |end: &End| consider(end.alternative);
        for symbol in head {
            if !same_form && !is_spelled_alike(*symbol) {
                break;
            }
            let Ok(byte) = u8::try_from(*symbol) else { break };
            node = part.trie.step(node, byte, work);
            if node == DEAD {
                break;
            }
            // Anchored patterns end here, and do not match the longer text. Patterns that end where
            // the head ends are visited by `below`.
            part.trie
                .counted_ends(node, work)
                .iter()
                .filter(|end| end.is_open)
                .for_each(&mut visit);
        }
        if node != DEAD {
            let depth = if is_exact && same_form { 0 } else { usize::MAX };
            part.trie.below(node, depth, work, &mut |end: &End| visit(end));
        }
        for wild in &part.wilds {
            *work += 1;
            let pattern = &policy.alternatives[wild.alternative as usize].pattern;
            if heads_agree((&owner.patterns, &fixed.pattern), (&policy.patterns, pattern)) {
                consider(wild.alternative);
            }
        }
    }
    *work += 4 * found.len() as u64;
    sort_by_key(&mut found, |number| {
        Reverse(policy.alternatives[*number as usize].rank)
    });
    found.dedup();
    found
}
