//! The model's percent-encoding.

use robots_exclusion::dialect::PercentMode;

/// Which kind of text is brought into canonical form, and for which matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// A target that is matched with prefixes and wildcards.
    Target,
    /// A target that is matched with globs: octets that would always be escaped are raw, so that
    /// `?` and sets see one octet.
    GlobTarget,
    /// The literal part of a prefix or wildcard pattern.
    Pattern,
    /// The literal part of a glob.
    GlobPattern,
}

/// Up to three octets: one, or an escape. Properties compare millions of them, so they are not on
/// the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Octets {
    octets: [u8; 3],
    len: usize,
}

impl Octets {
    fn new(text: &[u8]) -> Self {
        let mut octets = [0; 3];
        octets[..text.len()].copy_from_slice(text);
        Self {
            octets,
            len: text.len(),
        }
    }

    pub(crate) fn raw(octet: u8) -> Self {
        Self::new(&[octet])
    }

    fn escaped(octet: u8) -> Self {
        let digit = |number: u8| b"0123456789ABCDEF"[usize::from(number)];
        Self::new(&[b'%', digit(octet / 16), digit(octet % 16)])
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.octets[..self.len]
    }
}

/// The canonical form of a text in which nothing is special, such as a target.
pub(crate) fn canonical(mode: PercentMode, spelling: Spelling, text: &[u8]) -> Vec<u8> {
    let units = units(mode, spelling, text);
    units.iter().flat_map(Octets::as_slice).copied().collect()
}

/// The same as what patterns compare: octets, one by one; but in the draft of 1996, which compares
/// what escapes mean, an escape that is left is one unit.
pub(crate) fn units(mode: PercentMode, spelling: Spelling, text: &[u8]) -> Vec<Octets> {
    let mut units = Vec::with_capacity(text.len());
    let mut in_query = false;
    let mut i = 0;
    while i < text.len() {
        let (octets, read) = canonical_at(mode, spelling, in_query, text, i);
        units.extend(units_of(mode, spelling, octets));
        if text[i] == b'?' {
            in_query = true;
        }
        i += read;
    }
    units
}

/// The units of the canonical form of one octet or escape.
pub(crate) fn units_of(
    mode: PercentMode,
    spelling: Spelling,
    octets: Octets,
) -> impl Iterator<Item = Octets> {
    let is_glob = matches!(spelling, Spelling::GlobTarget | Spelling::GlobPattern);
    let size = if mode == PercentMode::Draft1996 && !is_glob {
        octets.len
    } else {
        1
    };
    (0..octets.len / size).map(move |i| Octets::new(&octets.as_slice()[i * size..][..size]))
}

/// The canonical form of the octet or escape at `at`, and how many bytes of the text it took.
///
/// `in_query` says whether a raw `?` comes before it.
pub(crate) fn canonical_at(
    mode: PercentMode,
    spelling: Spelling,
    in_query: bool,
    text: &[u8],
    at: usize,
) -> (Octets, usize) {
    let glob = matches!(spelling, Spelling::GlobTarget | Spelling::GlobPattern);
    let escape = hex_escape(text, at);
    let (octet, read) = match escape {
        Some(octet) => (octet, 3),
        None => (text[at], 1),
    };
    let (raw, escaped) = (Octets::raw(octet), Octets::escaped(octet));
    let octets = match mode {
        PercentMode::RuleOnly => {
            let pattern = matches!(spelling, Spelling::Pattern | Spelling::GlobPattern);
            if pattern && (escape.is_some() || octet >= 0x80) {
                escaped
            } else {
                Octets::new(&text[at..at + read])
            }
        }
        PercentMode::Draft1996 => match octet {
            b'%' => escaped,
            b'/' if escape.is_some() => escaped,
            b'*' | b'$' if !glob => escaped,
            _ => raw,
        },
        PercentMode::Rfc9309 => match octet {
            b'%' => escaped,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => raw,
            b':' | b'/' | b'?' | b'@' if in_query => raw,
            b':' | b'/' | b'?' | b'#' | b'[' | b']' | b'@' => {
                if escape.is_some() {
                    escaped
                } else {
                    raw
                }
            }
            b'!' | b'&' | b'\'' | b'(' | b')' | b'+' | b',' | b';' | b'=' => {
                if escape.is_some() {
                    escaped
                } else {
                    raw
                }
            }
            _ if glob => raw,
            _ => escaped,
        },
    };
    (octets, read)
}

/// The octet that a `%` and two hexadecimal digits at `at` encode.
fn hex_escape(text: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    if text[at] != b'%' {
        return None;
    }
    Some((digit(at + 1)? * 16 + digit(at + 2)?) as u8)
}
