//! Finds the row of a token.

use super::{ALL, Agent};

/// At least twice the number of rows, so that a search ends after a few steps.
const SLOTS: usize = 512;
/// Marks an empty slot.
const EMPTY: u8 = u8::MAX;

/// The places of rows in [`ALL`], each in the slot of its token or in the next free slot.
///
/// Each name in a question is looked up, and for rows of data there is a name for each question. A
/// search through all rows would take longer than the question itself.
static INDEX: [u8; SLOTS] = index();

const _: () = assert!(ALL.len() * 2 <= SLOTS && ALL.len() < EMPTY as usize);

const fn index() -> [u8; SLOTS] {
    let mut index = [EMPTY; SLOTS];
    let mut row = 0;
    while row < ALL.len() {
        let mut slot = slot(ALL[row].name().as_bytes());
        while index[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = row as u8;
        row += 1;
    }
    index
}

/// The slot in which the search for a token begins, which does not depend on case.
const fn slot(token: &[u8]) -> usize {
    let mut hash: u32 = token.len() as u32;
    let mut i = 0;
    while i < token.len() {
        hash = hash.wrapping_mul(31).wrapping_add((token[i] | 0x20) as u32);
        i += 1;
    }
    hash as usize % SLOTS
}

/// The agent with this product token, in any case.
///
/// # Complexity
///
/// Linear in the token.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::by_token("googlebot"), Some(&agents::GOOGLEBOT));
/// assert_eq!(agents::by_token("Googlebot/2.1"), None);
/// ```
#[must_use]
pub fn by_token(token: &str) -> Option<&'static Agent> {
    let mut slot = slot(token.as_bytes());
    while INDEX[slot] != EMPTY {
        let agent = &ALL[INDEX[slot] as usize];
        if agent.name().eq_ignore_ascii_case(token) {
            return Some(agent);
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_in_any_case_and_nothing_else_is() {
        for agent in ALL {
            let name = agent.name();
            assert_eq!(by_token(name), Some(agent), "{name}");
            assert_eq!(by_token(&name.to_ascii_uppercase()), Some(agent), "{name}");
            for other in [&name[1..], &alloc::format!("{name}x"), &alloc::format!("x{name}")] {
                let listed = ALL.iter().any(|agent| agent.name().eq_ignore_ascii_case(other));
                assert_eq!(by_token(other).is_some(), listed, "{other}");
            }
        }
        assert_eq!(by_token(""), None);
    }

    #[test]
    fn a_search_takes_few_steps() {
        let longest = INDEX.split(|place| *place == EMPTY).map(<[u8]>::len).max();
        assert!(longest < Some(12), "{longest:?}");
    }
}
