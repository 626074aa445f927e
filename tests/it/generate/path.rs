//! Patterns, URLs related to them, and other spellings of both.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A short piece of a path expression.
pub(crate) fn fragment() -> impl Strategy<Value = &'static [u8]> {
    #[rustfmt::skip]
    let plain: [&[u8]; 10] = [
        b"a", b"b", b"ab", b"aa", b"/", b"/a", b"b/", b"x", b".gif", b"-",
    ];
    #[rustfmt::skip]
    let special: [&[u8]; 12] = [
        b"*", b"**", b"?", b"?", b"$", b"*a", b"/*", b"[ab]", b"[!a]", b"[^b-", b"]", b"\\",
    ];
    #[rustfmt::skip]
    let spelling: [&[u8]; 22] = [
        b"%61", b"%2F", b"%2f", b"%3A", b"%3f", b"%2a", b"%24", b"%25", b"%", b"%4", b"%zz", b"%7e", b"~",
        b"%41", b"A", b"%C3%A9", b"\xC3\xA9", b"%c3%a9", b"%20", b"%5B", b"%5c", b"%23",
    ];
    #[rustfmt::skip]
    let odd: [&[u8]; 18] = [
        b":", b"@", b"=", b"&", b";", b"+", b"<", b"|", b"!", b"\xFF", b"\x80", b"\x7F", b"\0", b"\x01",
        b"index.htm", b"/index.html", b"robots.txt", b"[a-c]",
    ];
    prop_oneof![
        6 => select(plain.to_vec()),
        3 => select(special.to_vec()),
        2 => select(spelling.to_vec()),
        1 => select(odd.to_vec()),
    ]
}

/// A stem that the rules of a file share.
fn stem() -> impl Strategy<Value = Vec<u8>> {
    let roots: [&[u8]; 4] = [b"/a", b"*", b"", b"/*"];
    let root = prop_oneof![4 => Just(&b"/"[..]), 1 => select(roots.to_vec())];
    (root, prop::collection::vec(fragment(), 0..4)).prop_map(|(root, rest)| [root, &rest.concat()].concat())
}

/// One path expression, but for its stem: how much of which stem it takes, and what follows.
#[derive(Clone, Debug)]
pub(crate) struct PatternParts {
    stem: Index,
    keep: Index,
    rest: Vec<&'static [u8]>,
    tail: &'static [u8],
}

pub(crate) fn pattern_parts() -> impl Strategy<Value = PatternParts> {
    let tails: [&[u8]; 4] = [b"$", b"*", b"*$", b"$$"];
    let tail = prop_oneof![3 => Just(&b""[..]), 1 => select(tails.to_vec())];
    (
        any::<Index>(),
        any::<Index>(),
        prop::collection::vec(fragment(), 0..4),
        tail,
    )
        .prop_map(|(stem, keep, rest, tail)| PatternParts {
            stem,
            keep,
            rest,
            tail,
        })
}

impl PatternParts {
    pub(crate) fn written(&self, stems: &[Vec<u8>]) -> Vec<u8> {
        let stem = &stems[self.stem.index(stems.len())];
        // Most rules begin as a stem does; not all of them take the whole of it.
        let keep = self.keep.index(stem.len() + 2).max(1).min(stem.len());
        [&stem[..keep], &self.rest.concat(), self.tail].concat()
    }
}

pub(crate) fn stems() -> impl Strategy<Value = Vec<Vec<u8>>> {
    prop::collection::vec(stem(), 1..4)
}

/// How to make a URL that matches a pattern, or just misses it.
#[derive(Clone, Debug)]
pub(crate) struct UrlParts {
    front: &'static str,
    pattern: Index,
    /// What replaces `*` and the like.
    fill: Vec<&'static [u8]>,
    edits: Vec<Edit>,
    /// Which octets are spelled differently; see [`respell`].
    respelling: Vec<u8>,
    back: &'static str,
}

#[derive(Clone, Debug)]
enum Edit {
    Append(&'static [u8]),
    Truncate(Index),
    Insert(Index, &'static [u8]),
    Replace(Index, &'static [u8]),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        fragment().prop_map(Edit::Append),
        any::<Index>().prop_map(Edit::Truncate),
        (any::<Index>(), fragment()).prop_map(|(at, what)| Edit::Insert(at, what)),
        (any::<Index>(), fragment()).prop_map(|(at, what)| Edit::Replace(at, what)),
    ]
}

pub(crate) fn url_parts() -> impl Strategy<Value = UrlParts> {
    let fronts = vec!["HTTP://u:p@e.com:80", "e.com", "//e.com", "x:", "a;b://c"];
    let front = prop_oneof![4 => Just(""), 2 => Just("https://e.com"), 1 => select(fronts)];
    (
        front,
        any::<Index>(),
        prop::collection::vec(fragment(), 0..3),
        prop_oneof![3 => Just(Vec::new()), 2 => prop::collection::vec(edit(), 1..3)],
        prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(0..12u8, 1..12)],
        select(vec!["", "", "", "", "", "", "#a", "?", "?a=/b", ";a"]),
    )
        .prop_map(|(front, pattern, fill, edits, respelling, back)| UrlParts {
            front,
            pattern,
            fill,
            edits,
            respelling,
            back,
        })
}

impl UrlParts {
    pub(crate) fn written(&self, patterns: &[Vec<u8>]) -> String {
        let pattern = match patterns.len() {
            0 => b"/".to_vec(),
            len => patterns[self.pattern.index(len)].clone(),
        };
        let pattern = pattern.strip_suffix(b"$").unwrap_or(&pattern);
        let mut fills = self.fill.iter().cycle();
        let mut path = Vec::new();
        for &byte in pattern {
            if byte == b'*' {
                path.extend(fills.next().into_iter().copied().flatten());
            } else {
                path.push(byte);
            }
        }
        if path.first() != Some(&b'/') {
            path.insert(0, b'/');
        }
        for edit in &self.edits {
            match *edit {
                Edit::Append(what) => path.extend(what),
                Edit::Truncate(at) => path.truncate(at.index(path.len() + 1)),
                Edit::Insert(at, what) => {
                    let at = at.index(path.len() + 1);
                    path.splice(at..at, what.iter().copied());
                }
                Edit::Replace(at, what) => {
                    let at = at.index(path.len() + 1);
                    let end = (at + 1).min(path.len());
                    path.splice(at..end, what.iter().copied());
                }
            }
        }
        let mut spelled = Vec::new();
        let mut respelling = self.respelling.iter().cycle();
        for byte in path {
            match respelling.next() {
                Some(2) => spelled.extend(format!("%{byte:02X}").into_bytes()),
                Some(3) => spelled.extend(format!("%{byte:02x}").into_bytes()),
                _ => spelled.push(byte),
            }
        }
        format!("{}{}{}", self.front, text(spelled), self.back)
    }
}

/// As text; where it is not UTF-8, the bytes beyond ASCII are escaped.
pub(crate) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let escaped = |byte: u8| {
            if byte < 0x80 {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        };
        error.as_bytes().iter().map(|&byte| escaped(byte)).collect()
    })
}

/// A URL that is made from no rule.
pub(crate) fn odd_url() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    let urls = [
        "", "/", "a", "a/b", "mailto:x", "mailto:x?y", "e.com", "e.com?x", "e.com#/a", "e.com;p/a",
        "//h/a", "///a", "//a", "http:/a", "http://", "https://e.com;p", "http://u?p@h/x",
        "http://u;p@h/x", "a;b://c/d", "a?b://c/a", "a#b://c/a", "://a/b", "/robots.txt",
        "https://e.com/robots.txt", "/%72obots.txt", "/robots.txt?a", "/ROBOTS.TXT", "/a\0b", "/a#b\0c",
        "http://e.com\\a", "/a://b/c", "/?", "?a", "#", "https://e.com?a#b?c", "é/a", "https://é/a",
    ];
    select(urls.to_vec()).prop_map(str::to_owned)
}

/// Spells a path expression (or the path and query of a URL) in another way that means the same
/// under RFC 9309.
///
/// Section 2.2.2: an escape of an unreserved character equals the character; an octet that no URL
/// may hold equals its escape; the digits of an escape may have either case; a reserved character
/// does not equal its escape, except that after the first `?` this library treats `:`, `/`, `?` and
/// `@` as equal to their escapes. A `%` that begins no escape means `%25`.
pub(crate) fn respell(text: &[u8], pattern: bool, choices: &mut impl Iterator<Item = u8>) -> Vec<u8> {
    let mut respelt = Vec::new();
    let mut in_query = false;
    let mut at = 0;
    while at < text.len() {
        let escaped = text[at] == b'%'
            && text.get(at + 1).is_some_and(u8::is_ascii_hexdigit)
            && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
        let octet = if escaped {
            u8::from_str_radix(std::str::from_utf8(&text[at + 1..at + 3]).unwrap(), 16).unwrap()
        } else {
            text[at]
        };
        let special = pattern && !escaped && (octet == b'*' || octet == b'$' && at + 1 == text.len());
        let unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        let (may_be_raw, may_be_escaped) = match octet {
            _ if special => (true, false),
            _ if unreserved => (true, true),
            // A `#` would begin a comment or a fragment.
            b'#' => (false, true),
            b':' | b'/' | b'@' if in_query => (true, true),
            // The first `?` is what begins the query.
            b'?' if in_query => (true, true),
            b':' | b'/' | b'?' | b'[' | b']' | b'@' | b'!' | b'&' | b'\'' | b'(' | b')' | b'+' | b','
            | b';' | b'=' => (!escaped, escaped),
            b'%' => (false, true),
            // Raw they are special in a pattern; so is a `$` only at the very end, but leave it.
            b'*' | b'$' if pattern => (!escaped, true),
            b'*' | b'$' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0x01 | 0x7F => {
                (true, true)
            }
            // A URL is text; half of a character is not.
            0x80.. => (!escaped && pattern, true),
            // White space would be trimmed.
            _ => (!escaped, true),
        };
        let choice = choices.next().unwrap();
        if may_be_raw && (!may_be_escaped || choice < 2) {
            respelt.push(octet);
        } else if choice.is_multiple_of(2) {
            respelt.extend(format!("%{octet:02X}").into_bytes());
        } else {
            respelt.extend(format!("%{octet:02x}").into_bytes());
        }
        in_query |= octet == b'?' && !escaped;
        at += if escaped { 3 } else { 1 };
    }
    respelt
}
