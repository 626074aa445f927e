//! The model's patterns.

use robots_exclusion::Dialect;
use robots_exclusion::dialect::{PatternLanguage, PercentMode};

use super::percent::{Octets, Spelling, canonical, canonical_at, units, units_of};

/// Does one rule pattern, as written, match a target that [`target`](super::target) returned?
pub(crate) fn matches(
    dialect: Dialect,
    language: PatternLanguage,
    allow: bool,
    pattern: &[u8],
    target: &[u8],
) -> bool {
    match_length(dialect, language, allow, pattern, target).is_some()
}

/// A path as the dialect reads it.
fn read(dialect: Dialect, path: &[u8]) -> Vec<u8> {
    let mut read = path.to_vec();
    if dialect.supplies_leading_slash && !read.is_empty() && read[0] != b'/' && read[0] != b'*' {
        read.insert(0, b'/');
    }
    read
}

/// The canonical form of a prefix or wildcard pattern.
pub(crate) fn canonical_pattern(dialect: Dialect, path: &[u8]) -> Vec<u8> {
    let mode = dialect.percent_mode;
    let pattern = &read(dialect, path)[..];
    let pieces = match dialect.pattern_language {
        PatternLanguage::Prefix => return canonical(mode, Spelling::Pattern, pattern),
        PatternLanguage::Wildcard => wildcard_pieces(mode, pattern),
        other => panic!("{other:?} patterns have no canonical text"),
    };
    let octets = |piece: &Piece| match piece {
        Piece::Unit(unit) => unit.as_slice().to_vec(),
        Piece::Run => vec![b'*'],
        Piece::End => vec![b'$'],
        other => panic!("no wildcard pattern holds {other:?}"),
    };
    pieces.iter().flat_map(octets).collect()
}

/// What a pattern consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// This octet, or an escape that is one unit.
    Unit(Octets),
    /// Any run of octets, which may be empty.
    Run,
    /// Any one octet.
    One,
    /// One octet within, or outside, these ranges (both ends included).
    Set { outside: bool, ranges: Vec<(u8, u8)> },
    /// Nothing may follow.
    End,
}

/// How long the rule is if it matches.
pub(crate) fn match_length(
    dialect: Dialect,
    language: PatternLanguage,
    allow: bool,
    pattern: &[u8],
    target: &[u8],
) -> Option<usize> {
    let mode = dialect.percent_mode;
    let spelling = if language == PatternLanguage::Glob {
        Spelling::GlobTarget
    } else {
        Spelling::Target
    };
    let target = units(mode, spelling, target);
    let pattern = &read(dialect, pattern)[..];
    if dialect.both_spellings && !allow && language != PatternLanguage::Glob {
        let plain = dialect.with(|custom| custom.both_spellings = false);
        let spellings = [
            pattern.to_vec(),
            respelled(pattern, false),
            respelled(pattern, true),
        ];
        let lengths = spellings.map(|pattern| fitting_length(plain, language, &pattern, &target));
        return lengths.into_iter().flatten().max();
    }
    if let Some(length) = fitting_length(dialect, language, pattern, &target) {
        return Some(length);
    }
    let pieces = pieces_of(mode, language, pattern);
    if dialect.index_html && language == PatternLanguage::Wildcard && allow {
        let index = literal_pieces(b"/index.htm".map(Octets::raw).to_vec());
        let slash = pieces.iter().rposition(|piece| *piece == index[0])?;
        if pieces[slash..].starts_with(&index) {
            let mut directory = pieces[..=slash].to_vec();
            directory.push(Piece::End);
            if fits(&directory, &target) {
                return Some(length(&directory));
            }
        }
    }
    None
}

fn pieces_of(mode: PercentMode, language: PatternLanguage, pattern: &[u8]) -> Vec<Piece> {
    match language {
        PatternLanguage::Prefix => literal_pieces(units(mode, Spelling::Pattern, pattern)),
        PatternLanguage::Wildcard => wildcard_pieces(mode, pattern),
        PatternLanguage::Glob => glob_pieces(mode, pattern),
    }
}

/// How long a pattern is if it matches, without any second chance.
fn fitting_length(
    dialect: Dialect,
    language: PatternLanguage,
    pattern: &[u8],
    target: &[Octets],
) -> Option<usize> {
    let pieces = pieces_of(dialect.percent_mode, language, pattern);
    fits(&pieces, target).then(|| match language {
        PatternLanguage::Glob => pattern.len(),
        _ => length(&pieces),
    })
}

/// A pattern with each of the reserved characters that separate nothing and mean nothing in a
/// pattern escaped, or none.
fn respelled(pattern: &[u8], is_escaped: bool) -> Vec<u8> {
    let pairs = "!&'()+,;=:@[]"
        .chars()
        .map(|reserved| (reserved, format!("%{:02X}", reserved as u32)));
    let mut text: String = pattern.iter().map(|byte| char::from(*byte)).collect();
    for (reserved, escape) in pairs {
        if is_escaped {
            text = text.replace(reserved, &escape);
        } else {
            text = text
                .replace(&escape, &reserved.to_string())
                .replace(&escape.to_lowercase(), &reserved.to_string());
        }
    }
    text.chars().map(|byte| byte as u8).collect()
}

fn literal_pieces(units: impl IntoIterator<Item = Octets>) -> Vec<Piece> {
    units.into_iter().map(Piece::Unit).collect()
}

/// In octets of the canonical form.
fn length(pieces: &[Piece]) -> usize {
    let length = |piece: &Piece| match piece {
        Piece::Unit(unit) => unit.as_slice().len(),
        _ => 1,
    };
    pieces.iter().map(length).sum()
}

fn wildcard_pieces(mode: PercentMode, pattern: &[u8]) -> Vec<Piece> {
    let mut in_query = false;
    let mut pieces = Vec::new();
    let mut i = 0;
    while i < pattern.len() {
        if pattern[i] == b'*' {
            pieces.push(Piece::Run);
            i += 1;
        } else if pattern[i] == b'$' && i + 1 == pattern.len() {
            pieces.push(Piece::End);
            i += 1;
        } else {
            let (octets, read) = canonical_at(mode, Spelling::Pattern, in_query, pattern, i);
            pieces.extend(literal_pieces(units_of(mode, Spelling::Pattern, octets)));
            if pattern[i] == b'?' {
                in_query = true;
            }
            i += read;
        }
    }
    pieces
}

fn glob_pieces(mode: PercentMode, pattern: &[u8]) -> Vec<Piece> {
    let mut in_query = false;
    let mut pieces = Vec::new();
    let mut i = 0;
    while i < pattern.len() {
        if pattern[i] == b'*' {
            pieces.push(Piece::Run);
            i += 1;
        } else if pattern[i] == b'?' {
            pieces.push(Piece::One);
            i += 1;
        } else if pattern[i] == b'\\' && i + 1 < pattern.len() {
            // The octet is quoted alone, so that a quoted `%` begins no escape.
            pieces.extend(literal_pieces(units(
                mode,
                Spelling::GlobPattern,
                &pattern[i + 1..i + 2],
            )));
            if pattern[i + 1] == b'?' {
                // Any other `?` is a wildcard for one octet, and does not begin a query.
                in_query = true;
            }
            i += 2;
        } else if pattern[i] == b'['
            && let Some((set, read)) = glob_set(&pattern[i..])
        {
            pieces.push(set);
            i += read;
        } else {
            let (octets, read) = canonical_at(mode, Spelling::GlobPattern, in_query, pattern, i);
            pieces.extend(literal_pieces(units_of(mode, Spelling::GlobPattern, octets)));
            i += read;
        }
    }
    // A glob is about the whole target.
    pieces.push(Piece::End);
    pieces
}

/// The set that the text begins with and how many bytes it takes, or `None` if it never ends.
fn glob_set(text: &[u8]) -> Option<(Piece, usize)> {
    let mut i = 1;
    let outside = matches!(text.get(i)?, b'!' | b'^');
    if outside {
        i += 1;
    }
    let first = i;
    let mut ranges = Vec::new();
    loop {
        if *text.get(i)? == b']' && i > first {
            return Some((Piece::Set { outside, ranges }, i + 1));
        }
        let (low, read) = set_member(&text[i..])?;
        i += read;
        if text.get(i) == Some(&b'-') && *text.get(i + 1)? != b']' {
            let (high, read) = set_member(&text[i + 1..])?;
            i += 1 + read;
            ranges.push((low, high));
        } else {
            ranges.push((low, low));
        }
    }
}

fn set_member(text: &[u8]) -> Option<(u8, usize)> {
    match *text.first()? {
        b'\\' => Some((*text.get(1)?, 2)),
        octet => Some((octet, 1)),
    }
}

/// Can all the pieces be matched, from the start of the target? The rest of the target does not
/// matter.
fn fits(pieces: &[Piece], target: &[Octets]) -> bool {
    // All the numbers of units that the pieces so far can have consumed, in order.
    let mut reached = vec![0];
    for piece in pieces {
        let mut next = Vec::new();
        for &i in &reached {
            let unit = target.get(i);
            // Patterns with `?` and sets are matched octet by octet.
            let octet = unit.map(|unit| unit.as_slice()[0]);
            let one = match piece {
                Piece::Unit(wanted) => unit == Some(wanted),
                Piece::One => octet.is_some(),
                Piece::Set { outside, ranges } => octet.is_some_and(|octet| {
                    ranges.iter().any(|&(low, high)| low <= octet && octet <= high) != *outside
                }),
                Piece::Run | Piece::End => false,
            };
            if one {
                next.push(i + 1);
            }
            if *piece == Piece::End && octet.is_none() {
                next.push(i);
            }
        }
        if *piece == Piece::Run
            && let Some(&least) = reached.first()
        {
            next = (least..=target.len()).collect();
        }
        reached = next;
        if reached.is_empty() {
            return false;
        }
    }
    true
}
