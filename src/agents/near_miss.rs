//! Typos of crawlers' names, by edit distance.

use super::{ALL, Agent, by_token, retired};

/// Names below this length are not compared: too many words differ from them by one letter.
const SHORTEST: usize = 6;
/// Names from this length on may differ by two edits.
const LONG: usize = 9;
/// Names of other crawlers that happen to be close to one of the table. Found in real files.
const OTHERS: &[&str] = &["aipbot", "AmazonAdBot", "Roverbot", "WotBot"];
/// Longer than any name in the table by more than any distance counted here.
const LONGEST: usize = 32;

/// The known agent whose token `token` most likely misspells: `Googelbot` for `Googlebot`. `None` if it is a known or retired
/// token, a variant of one (`SemrushBot-XY`), the name of another crawler that is close by chance, or not close to any.
///
/// Names are close if at most one letter is missing, added, replaced or swapped with its neighbor, or two in names of nine and
/// more letters. Case does not count. Shorter names than six letters are not compared. Of equally close names, the first of
/// [`ALL`] is taken.
///
/// # Complexity
///
/// O(table · token); at most 32 bytes of `token` are compared.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::near_miss("Googelbot"), Some(&agents::GOOGLEBOT));
/// assert_eq!(agents::near_miss("ahrefsbbot"), Some(&agents::AHREFSBOT));
/// assert_eq!(agents::near_miss("Googlebot"), None);
/// assert_eq!(agents::near_miss("FooBot"), None);
/// ```
#[must_use]
pub fn near_miss(token: &str) -> Option<&'static Agent> {
    let bytes = token.as_bytes();
    if !(SHORTEST..=LONGEST).contains(&bytes.len()) || is_known(token) {
        return None;
    }
    let allowed = if bytes.len() >= LONG { 2 } else { 1 };
    let mut best: Option<(usize, &'static Agent)> = None;
    for agent in ALL {
        let name = agent.token().as_bytes();
        if name.len() < SHORTEST || name.len().abs_diff(bytes.len()) > allowed {
            continue;
        }
        let distance = distance(bytes, name);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, agent));
        }
    }
    best.map(|(_, agent)| agent)
}

/// Whether a token is known, retired, or one of these with a suffix of its own.
fn is_known(token: &str) -> bool {
    let known = |name: &str| by_token(name).is_some() || retired(name).is_some();
    let is_other = |name: &&str| name.eq_ignore_ascii_case(token);
    known(token)
        || OTHERS.iter().any(is_other)
        || token
            .match_indices(['-', '_'])
            .any(|(end, _)| known(&token[..end]))
}

/// The number of letters to insert, delete, replace or swap with their neighbors to make `a` of `b`, ignoring case (optimal
/// string alignment). `b` has at most [`LONGEST`] bytes.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut two_back = [0_usize; LONGEST + 1];
    let mut back: [usize; LONGEST + 1] = core::array::from_fn(|column| column);
    let mut row = [0_usize; LONGEST + 1];
    let same = |x: u8, y: u8| x.eq_ignore_ascii_case(&y);
    for i in 1..=a.len() {
        row[0] = i;
        for j in 1..=b.len() {
            let replaced = back[j - 1] + usize::from(!same(a[i - 1], b[j - 1]));
            row[j] = replaced.min(back[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]) {
                row[j] = row[j].min(two_back[j - 2] + 1);
            }
        }
        two_back = back;
        back = row;
    }
    back[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::*;

    #[test]
    fn every_name_fits_the_table_of_distances() {
        assert!(ALL.iter().all(|agent| agent.token().len() + 2 <= LONGEST));
    }

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "ABC", 0),
            ("abc", "acb", 1),
            ("abc", "cab", 2),
            ("kitten", "sitting", 3),
            ("Googelbot", "Googlebot", 1),
            ("jooblebot", "Googlebot", 2),
        ] {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(distance(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
        }
    }

    #[test]
    fn typos_and_names_of_others() {
        for (token, expected) in [
            ("Googelbot", Some(GOOGLEBOT)),
            ("Gogolebot", Some(GOOGLEBOT)),
            ("google-bot", Some(GOOGLEBOT)),
            ("jooblebot", Some(GOOGLEBOT)),
            ("ahrefsbbot", Some(AHREFSBOT)),
            ("Claude-Bot", Some(CLAUDEBOT)),
            ("biingbot", Some(BINGBOT)),
            ("Googlebot-Images", None),
            ("msnbot-media", None),
            ("msnbot", None),
            ("Googlebot_x", None),
            ("GPTBot", None),
            ("Aipbot", None),
            ("acebookexternalhit", Some(FACEBOOKEXTERNALHIT)),
            ("CBot", None),
            ("", None),
            ("Mozilla", None),
            ("Wget", None),
            (
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                None,
            ),
            ("Гуглбот", None),
        ] {
            assert_eq!(near_miss(token).copied(), expected, "{token}");
        }
    }
}
