//! The letters of the universe: what a URL in normal form is made of after its host, and how each canonical form spells it.
//!
//! A token is one octet, raw or as a whole escape. Searching over tokens rather than bytes keeps every witness a URL in normal form, and lets two
//! dialects that spell the same URL differently be searched side by side.

use alloc::string::String;
#[cfg(test)]
use alloc::vec::Vec;

use crate::dialect::PercentMode;
use crate::matching::percent::{Spelled, Spelling, is_reserved, is_unreserved};

/// One octet of a URL: raw, or an escape such as `%2F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Token(u16);

impl Token {
    const ESCAPE: u16 = 0x100;
    pub(super) const SLASH: Self = Self::raw(b'/');
    pub(super) const QUESTION_MARK: Self = Self::raw(b'?');

    pub(super) const fn raw(octet: u8) -> Self {
        Self(octet as u16)
    }

    pub(super) const fn escape(octet: u8) -> Self {
        Self(octet as u16 | Self::ESCAPE)
    }

    pub(super) const fn octet(self) -> u8 {
        self.0 as u8
    }

    pub(super) const fn is_escape(self) -> bool {
        self.0 & Self::ESCAPE != 0
    }

    /// Whether URLs in normal form hold it: unreserved characters are always raw, reserved ones are raw or escaped, which may
    /// differ in meaning, and all others are always escaped (RFC 3986 sections 2.2, 2.3 and 6.2.2). A raw `#` would begin a fragment.
    pub(super) const fn is_normal(self) -> bool {
        let octet = self.octet();
        if self.is_escape() {
            !is_unreserved(octet)
        } else {
            is_unreserved(octet) || is_reserved(octet) && octet != b'#'
        }
    }

    /// All tokens of the universe, the most readable first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let letters = (b'a'..=b'z').rev().map(Self::raw);
        let others = (0..=u8::MAX)
            .filter(|octet| !octet.is_ascii_lowercase())
            .map(Self::raw);
        let escapes = (0..=u8::MAX).map(Self::escape);
        letters
            .chain(others)
            .chain(escapes)
            .filter(|token| token.is_normal())
    }

    /// Appends the token as URLs hold it.
    pub(super) fn write(self, url: &mut String) {
        if self.is_escape() {
            url.push_str(percent_encoding::percent_encode_byte(self.octet()));
        } else {
            url.push(char::from(self.octet()));
        }
    }

    /// The tokens of a path and query in normal form.
    #[cfg(test)]
    pub(super) fn read(target: &str) -> Vec<Self> {
        let mut tokens = Vec::new();
        let mut rest = target.as_bytes();
        while let [first, after @ ..] = rest {
            match crate::matching::percent::escape(rest) {
                Some(octet) => {
                    tokens.push(Self::escape(octet));
                    rest = &rest[3..];
                }
                None => {
                    tokens.push(Self::raw(*first));
                    rest = after;
                }
            }
        }
        tokens
    }
}

/// A canonical form in which targets are compared with patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    mode: PercentMode,
    glob: bool,
}

impl Form {
    pub(super) fn new(mode: PercentMode, glob: bool) -> Self {
        Self {
            mode,
            // The target is left as it is, for globs too.
            glob: glob && mode != PercentMode::RuleOnly,
        }
    }

    /// How the form spells a token, in the path or from the first `?` on.
    #[inline]
    pub(super) fn spell(self, token: Token, in_query: bool) -> Spelled {
        Spelling::new(self.mode, self.glob).octet(token.octet(), token.is_escape(), in_query)
    }

    /// Whether the form spells a token with its octet alone, and not as an escape.
    #[inline]
    pub(super) fn is_raw(self, token: Token, in_query: bool) -> bool {
        Spelling::new(self.mode, self.glob).is_raw(token.octet(), token.is_escape(), in_query)
    }

    /// Calls `add` for every token whose spelling may begin as `wanted` does. `wanted` holds the next octets of a pattern up to where its literal
    /// text ends, of which no more than three are looked at.
    pub(super) fn tokens(self, wanted: &[u32], in_query: bool, mut add: impl FnMut(Token)) {
        let Some(first) = wanted.first().and_then(|symbol| u8::try_from(*symbol).ok()) else {
            return;
        };
        let fits = |token: Token| {
            let spelled = self.spell(token, in_query);
            let bytes = spelled.as_slice();
            token.is_normal()
                && bytes
                    .iter()
                    .zip(wanted)
                    .all(|(byte, symbol)| u32::from(*byte) == *symbol)
        };
        if first != b'%' {
            for token in [Token::raw(first), Token::escape(first)] {
                if fits(token) {
                    add(token);
                }
            }
            return;
        }
        let digit = |at: usize| {
            let symbol = wanted.get(at)?;
            char::from_u32(*symbol)?.to_digit(16)
        };
        if let (Some(high), Some(low)) = (digit(1), digit(2)) {
            let octet = (high << 4 | low) as u8;
            for token in [Token::raw(octet), Token::escape(octet)] {
                if fits(token) {
                    add(token);
                }
            }
        } else if wanted.len() < 3 {
            // The literal text ends within an escape.
            Token::all().filter(|token| fits(*token)).for_each(add);
        }
    }
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteSet([u64; 4]);

impl ByteSet {
    /// The set whose 256 bits these are.
    pub(super) fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    pub(super) fn words(&self) -> [u64; 4] {
        self.0
    }

    #[inline]
    pub(super) fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    #[inline]
    pub(super) fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    #[inline]
    pub(super) fn extend(&mut self, other: &Self) {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(word, other)| word & !other == 0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u8> {
        let words = self.0.into_iter().zip((0..=u8::MAX).step_by(64));
        words.flat_map(|(mut word, first)| {
            core::iter::from_fn(move || {
                let bit = (word != 0).then_some(word.trailing_zeros() as u8)?;
                word &= word - 1;
                Some(first + bit)
            })
        })
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        let mut set = Self::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::matching::target::Target;

    fn text(tokens: &[Token]) -> String {
        let mut url = String::new();
        tokens.iter().for_each(|token| token.write(&mut url));
        url
    }

    #[test]
    fn the_universe() {
        let all: Vec<Token> = Token::all().collect();
        assert_eq!(all.len(), 66 + 17 + 190);
        for (token, is_normal) in [
            (Token::raw(b'a'), true),
            (Token::escape(b'a'), false),
            (Token::raw(b'/'), true),
            (Token::escape(b'/'), true),
            (Token::raw(b'#'), false),
            (Token::escape(b'#'), true),
            (Token::raw(b' '), false),
            (Token::escape(b' '), true),
            (Token::raw(b'%'), false),
            (Token::escape(b'%'), true),
            (Token::raw(0xC3), false),
            (Token::escape(0xC3), true),
        ] {
            assert_eq!(all.contains(&token), is_normal, "{token:?}");
        }
        assert_eq!(
            Token::read("/a%2F?"),
            [
                Token::SLASH,
                Token::raw(b'a'),
                Token::escape(b'/'),
                Token::QUESTION_MARK
            ]
        );
        assert_eq!(text(&Token::read("/a%2F?")), "/a%2F?");
    }

    /// Spelled token by token, a target is what the canonicalizer of the crate makes of it.
    #[test]
    fn spellings_are_those_of_targets() {
        for (_, dialect) in Dialect::PRESETS {
            for in_query in [false, true] {
                for glob in [false, true] {
                    let form = Form::new(dialect.percent_mode(), glob);
                    for token in Token::all() {
                        let prefix = if in_query { "/?" } else { "/" };
                        let url = [prefix, &text(&[token])].concat();
                        let spelled = form.spell(token, in_query);
                        let expected = Target::new(&url)
                            .split(crate::dialect::TargetSyntax::Rfc3986)
                            .with_canonical(dialect.percent_mode(), glob, |text| {
                                text[prefix.len()..].to_vec()
                            });
                        assert_eq!(spelled.as_slice(), expected, "{dialect} {glob} {url}");
                    }
                }
            }
        }
    }

    #[test]
    fn tokens_that_a_pattern_wants() {
        let wanted = |form: Form, text: &[u8], in_query| {
            let symbols: Vec<u32> = text.iter().map(|byte| u32::from(*byte)).collect();
            let mut tokens = Vec::new();
            form.tokens(&symbols, in_query, |token| tokens.push(token));
            tokens
        };
        let rfc = Form::new(PercentMode::Rfc9309, false);
        let google = Form::new(PercentMode::RuleOnly, false);
        assert_eq!(wanted(rfc, b"a", false), [Token::raw(b'a')]);
        assert_eq!(wanted(rfc, b"/x", false), [Token::SLASH]);
        assert_eq!(wanted(rfc, b"/x", true), [Token::SLASH, Token::escape(b'/')]);
        assert_eq!(
            wanted(rfc, b"%2A", false),
            [Token::raw(b'*'), Token::escape(b'*')]
        );
        assert_eq!(wanted(google, b"%2A", false), [Token::escape(b'*')]);
        assert_eq!(wanted(google, b"*", false), [Token::raw(b'*')]);
        assert_eq!(wanted(google, b"%zz", false), []);
        assert_eq!(wanted(google, b" ", false), []);
        assert_eq!(wanted(google, b"%4", false), [Token::escape(b'@')]);
        assert_eq!(wanted(google, b"%", false).len(), 190);
    }
}
