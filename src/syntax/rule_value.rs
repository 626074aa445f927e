//! What the value of an Allow or Disallow line holds: one path, several, or none.

use super::whitespace::words;

/// Whether a rule line has no path. `Disallow:` by itself blocks nothing, and `Allow:` by itself
/// allows nothing: neither matches any URL (`empty-pattern` in RFC 9309 section 2.2). A group whose
/// only rule is `Disallow:` therefore allows everything, but not because this line allows it: no
/// rule of the group matches.
///
/// The line is a rule all the same. It ends the User-agent lines of its group, and a crawler that
/// has this group no longer obeys the group of `*`.
#[inline(always)]
pub const fn is_empty_rule(value: &[u8]) -> bool {
    value.is_empty()
}

/// The paths of a rule line, from left to right, without empty paths: its words, if the dialect
/// allows `several` on a line, otherwise the whole value.
#[inline(always)]
pub fn rule_paths(value: &[u8], several: bool) -> impl Iterator<Item = &[u8]> {
    let (whole, list) = if several {
        (None, value)
    } else {
        (Some(value).filter(|value| !is_empty_rule(value)), &b""[..])
    };
    whole.into_iter().chain(words(list))
}
