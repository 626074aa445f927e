//! Names of crawlers: where a product token ends, and whether a User-agent line names a crawler, in
//! each [test](NameTest).

use alloc::vec::Vec;

use super::whitespace::{is_blank, is_space, trim};
use crate::dialect::NameTest;

/// The value of a User-agent line that names every crawler.
pub const STAR: &[u8] = b"*";

/// The names on a User-agent line: its value, which may be empty, or, in dialects with several
/// names on a line, the parts of the value between spaces, tabs and commas.
///
/// The text of "revisited" separates names by white space alone. Sites also write commas, and no
/// crawler's name contains a comma.
pub fn listed(value: &[u8], several: bool) -> impl Iterator<Item = &[u8]> {
    value
        .split(move |byte| several && (is_blank(*byte) || *byte == b','))
        .filter(move |name| !several || !name.is_empty())
}

/// The part of a User-agent value that is the name; empty if it names no crawler.
pub fn label(test: NameTest, value: &[u8]) -> &[u8] {
    if is_star(test, value) {
        return value.strip_prefix(b"*").map_or(STAR, |_| &value[..1]);
    }
    match test {
        NameTest::ProductToken => product_token(value),
        NameTest::LettersWhole => leading(value, is_letter_byte),
        NameTest::ValueInName | NameTest::NameInValue => value,
    }
}

/// Whether a label names any crawler. An empty label does so in one test
/// ([`NameTest::LettersWhole`]): there it names crawlers without a name.
pub(crate) fn is_name(test: NameTest, label: &[u8]) -> bool {
    match test {
        NameTest::LettersWhole => true,
        NameTest::ProductToken | NameTest::ValueInName | NameTest::NameInValue => !label.is_empty(),
    }
}

/// The product token that a text begins with; empty if there is none.
///
/// A byte beyond ASCII does not end a token but makes it empty: `Jävla-Foobot` names no crawler. If
/// the token were cut there, it would be `J`, like the tokens of all names that begin with `J` and
/// such a byte, and so name all of these crawlers.
fn product_token(text: &[u8]) -> &[u8] {
    let token = leading(text, is_token_byte);
    match text.get(token.len()) {
        Some(0x80..) => b"",
        _ => token,
    }
}

/// Cuts the string of a caller to the name that is compared.
pub fn cut(test: NameTest, agent: &[u8]) -> &[u8] {
    match test {
        NameTest::ProductToken => product_token(trim(agent)),
        NameTest::LettersWhole => agent,
        NameTest::ValueInName => trim(before_slash(agent)),
        NameTest::NameInValue => leading(trim(agent), |byte| byte != b'/' && !is_space(byte)),
    }
}

/// Whether the User-agent value names the crawler whose cut name is `name`.
#[inline]
pub(crate) fn names(test: NameTest, value: &[u8], name: &[u8]) -> bool {
    match test {
        NameTest::ProductToken => {
            // The token may be followed by anything except a byte beyond ASCII, which would make it
            // a part of a longer word.
            !name.is_empty() && starts_as_token(value, name, |byte| is_token_byte(byte) || byte >= 0x80)
        }
        NameTest::LettersWhole => starts_as_token(value, name, is_letter_byte) && !is_star(test, value),
        NameTest::ValueInName => {
            let text = trim(before_slash(value));
            !text.is_empty()
                && contains_ignoring_case(name, text)
                && !is_star(test, value)
                && !is_star(test, name)
        }
        NameTest::NameInValue => {
            !name.is_empty() && contains_ignoring_case(value, name) && !is_star(test, name)
        }
    }
}

/// A value in the form in which tests by containment compare it. `None` if it names no crawler, or
/// all crawlers as `*` does.
pub(crate) fn compared(test: NameTest, value: &[u8]) -> Option<Vec<u8>> {
    if is_star(test, value) {
        return None;
    }
    match test {
        NameTest::ValueInName => {
            // The value is cut in the same way as the crawler's name that is looked for in it.
            let text = cut(test, value);
            (!text.is_empty()).then(|| text.to_ascii_lowercase())
        }
        NameTest::ProductToken | NameTest::LettersWhole | NameTest::NameInValue => {
            Some(value.to_ascii_lowercase())
        }
    }
}

/// A crawler's name, which was [`cut`], in the form in which tests by containment compare it.
/// `None` if no value names it.
pub(crate) fn compared_name(test: NameTest, name: &[u8]) -> Option<Vec<u8>> {
    // Google's library matches the empty name of a line such as `008` with a crawler that has no
    // name.
    let is_named = (!name.is_empty() || test == NameTest::LettersWhole) && !is_star(test, name);
    is_named.then(|| name.to_ascii_lowercase())
}

/// The longest crawler names that a [`compared`] value matches. In the test in which a name may be
/// a part of the value, these are the words of the value, since such a name holds neither white
/// space nor a slash.
pub(crate) fn words_of_a_crawler(test: NameTest, value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = value.split(move |byte| test == NameTest::NameInValue && (*byte == b'/' || is_space(*byte)));
    words.filter(|word| !word.is_empty())
}

/// Whether the leading run of token bytes of `value` equals `name`, ignoring case.
#[inline]
fn starts_as_token(value: &[u8], name: &[u8], is_token: impl Fn(u8) -> bool) -> bool {
    value.len() >= name.len()
        && value[..name.len()].eq_ignore_ascii_case(name)
        && value.get(name.len()).is_none_or(|byte| !is_token(*byte))
        // A caller's string that is not cut may hold bytes that no token holds.
        && name.iter().all(|byte| is_token(*byte))
}

/// Whether a User-agent value names every crawler.
pub(crate) fn is_star(test: NameTest, value: &[u8]) -> bool {
    match test {
        NameTest::ProductToken | NameTest::LettersWhole => match value {
            [b'*'] => true,
            [b'*', next, ..] => is_space(*next),
            _ => false,
        },
        NameTest::ValueInName | NameTest::NameInValue => value == STAR,
    }
}

/// RFC 9309 allows only `[A-Za-z_-]`, but MJ12bot, 360Spider and archive.org_bot exist.
pub const fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

const fn is_letter_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-')
}

fn leading(bytes: &[u8], keep: impl Fn(u8) -> bool) -> &[u8] {
    &bytes[..bytes.iter().position(|byte| !keep(*byte)).unwrap_or(bytes.len())]
}

fn before_slash(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr::memchr(b'/', bytes).unwrap_or(bytes.len())]
}

/// Whether a text contains another, in any case.
///
/// Names are short, so a plain search is fastest. In a hostile file names may be long; then copies
/// in lower case are searched in linear time.
pub(crate) fn contains_ignoring_case(haystack: &[u8], needle: &[u8]) -> bool {
    const LONG: usize = 64;
    if needle.len() >= LONG && needle.len() <= haystack.len() {
        let (haystack, needle) = (haystack.to_ascii_lowercase(), needle.to_ascii_lowercase());
        return memchr::memmem::find(&haystack, &needle).is_some();
    }
    haystack
        .windows(needle.len().max(1))
        .any(|window| window.eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_contain_one_another_as_short_ones_do() {
        for length in [1, 3, 63, 64, 65, 200] {
            let needle: Vec<u8> = (0..length).map(|i| b"aB-c"[i % 4]).collect();
            let other = [&needle[..length - 1], b"x"].concat();
            for haystack in [
                needle.to_ascii_uppercase(),
                [b"y", &needle[..], b"z"].concat(),
                other.clone(),
                [&other[..], &needle[..]].concat(),
                Vec::new(),
            ] {
                let expected = haystack
                    .to_ascii_lowercase()
                    .windows(length)
                    .any(|window| *window == needle.to_ascii_lowercase()[..]);
                assert_eq!(contains_ignoring_case(&haystack, &needle), expected, "{length}");
            }
        }
    }
}
