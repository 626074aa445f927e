//! Patterns with `*` and a final `$` (RFC 9309 section 2.2.3), in canonical form.

/// Whether the pattern matches a prefix of the target, or all of it when it ends in `$`.
///
/// # Complexity
///
/// Linear in pattern and target.
pub(crate) fn matches(pattern: &[u8], target: &[u8]) -> bool {
    let (pattern, anchored) = match pattern {
        [pattern @ .., b'$'] => (pattern, true),
        _ => (pattern, false),
    };
    let Some(star) = next_star(pattern) else {
        return if anchored {
            pattern == target
        } else {
            target.starts_with(pattern)
        };
    };
    match target.strip_prefix(&pattern[..star]) {
        Some(rest) => matches_behind_star(&pattern[star + 1..], anchored, rest),
        None => false,
    }
}

/// Whether a pattern that does not end in `$` matches the whole target, as if it did.
pub(crate) fn matches_to_end(pattern: &[u8], target: &[u8]) -> bool {
    match next_star(pattern) {
        None => pattern == target,
        Some(star) => target
            .strip_prefix(&pattern[..star])
            .is_some_and(|rest| matches_behind_star(&pattern[star + 1..], true, rest)),
    }
}

/// Whether the rest of a pattern, behind its first star, matches somewhere in the rest of the target.
pub(crate) fn matches_behind_star(mut pattern: &[u8], anchored: bool, mut text: &[u8]) -> bool {
    while let Some(star) = next_star(pattern) {
        let segment = &pattern[..star];
        pattern = &pattern[star + 1..];
        if segment.len() > text.len() {
            return false;
        }
        match find(segment, text) {
            Some(at) => text = &text[at + segment.len()..],
            None => return false,
        }
    }
    if anchored {
        text.ends_with(pattern)
    } else {
        find(pattern, text).is_some()
    }
}

#[inline]
fn next_star(pattern: &[u8]) -> Option<usize> {
    // Segments are short: a loop is done before a vector search has begun.
    let (near, far) = pattern.split_at(pattern.len().min(24));
    match near.iter().position(|byte| *byte == b'*') {
        None if !far.is_empty() => memchr::memchr(b'*', far).map(|at| near.len() + at),
        at => at,
    }
}

/// Whether a two-way search is the faster one. It costs the sum of both lengths, after tables are made; comparing at every place where the first
/// byte stands costs up to their product, but starts at once.
#[inline]
fn is_worth_tables(needle: &[u8], text: &[u8]) -> bool {
    const FEW_COMPARISONS: usize = 4096;
    needle.len() * text.len() > FEW_COMPARISONS
}

/// The leftmost place of `needle` in `text`.
#[inline]
pub(crate) fn find(needle: &[u8], text: &[u8]) -> Option<usize> {
    let [first, rest @ ..] = needle else {
        return Some(0);
    };
    if needle.len() > text.len() {
        return None;
    }
    if rest.is_empty() {
        return memchr::memchr(*first, text);
    }
    if is_worth_tables(needle, text) {
        return memchr::memmem::find(text, needle);
    }
    let last_place = text.len() - needle.len();
    let mut at = 0;
    while at <= last_place {
        at += memchr::memchr(*first, &text[at..=last_place])?;
        if text[at + 1..].starts_with(rest) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Tries every length for every star.
    fn naive(pattern: &[u8], target: &[u8]) -> bool {
        match pattern {
            [] => true,
            [b'$'] => target.is_empty(),
            [b'*', rest @ ..] => (0..=target.len()).any(|skip| naive(rest, &target[skip..])),
            [byte, rest @ ..] => target.first() == Some(byte) && naive(rest, &target[1..]),
        }
    }

    fn words(alphabet: &[u8], max_len: usize) -> Vec<Vec<u8>> {
        let mut words = alloc::vec![Vec::new()];
        let mut from = 0;
        for _ in 0..max_len {
            let to = words.len();
            for i in from..to {
                for byte in alphabet {
                    let mut word = words[i].clone();
                    word.push(*byte);
                    words.push(word);
                }
            }
            from = to;
        }
        words
    }

    #[test]
    fn all_short_patterns_against_all_short_targets() {
        let targets = words(b"ab", 5);
        for pattern in words(b"ab*$", 5) {
            for target in &targets {
                assert_eq!(
                    matches(&pattern, target),
                    naive(&pattern, target),
                    "{pattern:?} {target:?}"
                );
            }
        }
    }

    #[test]
    fn a_pattern_without_end_is_no_burden() {
        let target = [b'a'; 10_000];
        let pattern: Vec<u8> = b"*a".repeat(125_000);
        assert!(!matches(&pattern, &target));
        let pattern: Vec<u8> = b"/"
            .iter()
            .chain(b"*a".repeat(4_999).iter())
            .chain(b"*b")
            .copied()
            .collect();
        assert!(!matches(&pattern, &target));
    }

    #[test]
    fn both_searches_agree() {
        let text: Vec<u8> = (0..3000u32).map(|i| (i * i % 7) as u8).collect();
        for len in [2, 5, 50, 700] {
            for at in [0, 13, 1500, 3000 - len] {
                let needle = &text[at..at + len];
                let expected = text.windows(len).position(|window| window == needle);
                assert_eq!(find(needle, &text), expected);
                assert_eq!(
                    find(needle, &text[..len + 1]),
                    text[..len + 1].windows(len).position(|w| w == needle)
                );
            }
        }
    }
}
