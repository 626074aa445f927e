//! The `$` at the end of a wildcard pattern, which matches the end of the target.

/// A wildcard pattern without its final `$`, and whether it has one. A `$` anywhere else, as in
/// `/a$*`, is a literal character; so is every `$` in the patterns of other languages.
#[inline(always)]
pub const fn split_anchor(pattern: &[u8]) -> (&[u8], bool) {
    match pattern {
        [text @ .., b'$'] => (text, true),
        text => (text, false),
    }
}
