//! How far apart two short texts are, to recognize typos of keys and names.

/// The longest second text that is compared, in bytes. It is at least the length of the longest key
/// or name in a table plus the greatest distance that is asked about, so a longer text is never
/// close.
pub(crate) const LONGEST: usize = 32;

/// The number of letters to insert, delete, replace or swap with their neighbors to turn `b` into
/// `a`, ignoring case (optimal string alignment). `b` has at most `LONGEST` bytes. Allocates
/// nothing.
pub fn edit_distance(a: &[u8], b: &[u8]) -> usize {
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

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "ABC", 0),
            ("abc", "acb", 1),
            ("abc", "cab", 2),
            ("kitten", "sitting", 3),
            ("Googelbot", "Googlebot", 1),
            ("jooblebot", "Googlebot", 2),
            ("disalow", "Disallow", 1),
            ("diasllow", "disallow", 1),
            ("dissalow", "disallow", 2),
            ("allow", "disallow", 3),
        ] {
            assert_eq!(edit_distance(a.as_bytes(), b.as_bytes()), expected, "{a} {b}");
            assert_eq!(edit_distance(b.as_bytes(), a.as_bytes()), expected, "{b} {a}");
        }
    }
}
