//! The letters of a [`Universe`]: what its URLs are made of after their hosts, and how each
//! canonical form spells it.
//!
//! A token is one octet, raw or as a whole escape. Searching over tokens rather than bytes keeps
//! every witness a URL of the universe, and lets two dialects that spell the same URL differently
//! be searched side by side: after `/` and `%7E`, patterns of RFC 9309 have read `/~`, and those of
//! Google's library `/%7E`.
//!
//! No URL is missed: by the grammar of URLs, a path and query is a sequence of characters and
//! escapes, each of which is a token (test `spellings_are_those_of_targets` compares what each form
//! makes of them with what questions about one URL make of it).

use super::universe::Universe;
use robots_exclusion::companions::percent::{
    FIRST_SEALED, Spelled, Spelling, escaped, is_reserved, is_sealed, is_sealed_digit, is_unreserved, sealed,
};
use robots_exclusion::dialect::PercentMode;

/// One octet of a URL: raw, or an escape such as `%2F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Token(u16);

impl Token {
    const ESCAPE: u16 = 0x100;
    /// Of an escape: its first digit, or its second one, is a lower-case letter.
    const LOWER: [u16; 2] = [0x200, 0x400];
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

    /// All ways to write an octet, the usual ones first.
    fn spellings(octet: u8) -> impl Iterator<Item = Self> {
        let digits = [octet >> 4, octet & 15];
        let lower = (1..4u16).filter_map(move |which| {
            let places = (0..2).filter(|place| which >> place & 1 == 1);
            let mut token = Self::escape(octet);
            for place in places {
                token.0 |= Self::LOWER[place];
            }
            let is_letter = |place: usize| which >> place & 1 == 0 || digits[place] > 9;
            (is_letter(0) && is_letter(1)).then_some(token)
        });
        [Self::raw(octet), Self::escape(octet)].into_iter().chain(lower)
    }

    /// An escape with its digits in the case in which this token has them.
    fn with_case(self, escape: [u8; 3]) -> [u8; 3] {
        let [percent, mut high, mut low] = escape;
        if self.0 & Self::LOWER[0] != 0 {
            high = high.to_ascii_lowercase();
        }
        if self.0 & Self::LOWER[1] != 0 {
            low = low.to_ascii_lowercase();
        }
        [percent, high, low]
    }

    /// Whether URLs in normal form hold it: unreserved characters are always raw, reserved ones are
    /// raw or escaped, which may differ in meaning, and all others are always escaped (RFC 3986
    /// sections 2.2, 2.3 and 6.2.2). A raw `#` would begin a fragment.
    pub(super) const fn is_normal(self) -> bool {
        let octet = self.octet();
        let is_upper = self.0 & (Self::LOWER[0] | Self::LOWER[1]) == 0;
        if self.is_escape() {
            is_upper && !is_unreserved(octet)
        } else {
            is_unreserved(octet) || is_reserved(octet) && octet != b'#'
        }
    }

    /// Whether the URLs of a universe hold it.
    pub(super) const fn is_in(self, universe: Universe) -> bool {
        // Every escape is a request target's, in either case of its digits (RFC 3986 section 2.1).
        self.is_normal() || matches!(universe, Universe::Received) && self.is_escape()
    }

    /// All tokens of a universe, the most readable first.
    pub(super) fn all(universe: Universe) -> impl Iterator<Item = Self> {
        let letters = (b'a'..=b'z').rev().map(Self::raw);
        let others = (0..=u8::MAX)
            .filter(|octet| !octet.is_ascii_lowercase())
            .map(Self::raw);
        let escapes = (0..=u8::MAX).flat_map(|octet| Self::spellings(octet).skip(1));
        letters
            .chain(others)
            .chain(escapes)
            .filter(move |token| token.is_in(universe))
    }

    /// Appends the token as URLs hold it.
    pub(super) fn write(self, url: &mut String) {
        if self.is_escape() {
            let escape = self.with_case(escaped(self.octet()));
            url.extend(escape.map(char::from));
        } else {
            url.push(char::from(self.octet()));
        }
    }

    /// The tokens of a path and query, of which all escapes have upper-case digits.
    #[cfg(test)]
    pub(super) fn read(target: &str) -> Vec<Self> {
        let mut tokens = Vec::new();
        let mut rest = target.as_bytes();
        while let [first, after @ ..] = rest {
            match robots_exclusion::companions::percent::escape(rest) {
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
            // `RuleOnly` leaves targets as they are, so globs need no form of their own.
            glob: glob && mode != PercentMode::RuleOnly,
        }
    }

    /// Whether the texts of the form are [sealed](robots_exclusion::companions::percent::seal), so that no star
    /// of a pattern ends within an escape.
    pub(super) fn is_sealed(self) -> bool {
        !self.glob && is_sealed(self.mode)
    }

    /// How the form spells a token, in the path or from the first `?` on.
    #[inline]
    pub(super) fn spell(self, token: Token, in_query: bool) -> Spelled {
        let mut spelled =
            Spelling::new(self.mode, self.glob).octet(token.octet(), token.is_escape(), in_query);
        if self.is_sealed() {
            let is_raw = spelled.len == 1 && !is_sealed_digit(token.octet());
            if !is_raw {
                spelled = Spelled {
                    bytes: sealed(token.octet()),
                    len: 3,
                };
            }
        }
        // Only this mode keeps the case of digits; the others give all escapes the same case.
        if self.mode == PercentMode::RuleOnly && token.is_escape() {
            spelled.bytes = token.with_case(spelled.bytes);
        }
        spelled
    }

    /// Calls `add` for every token of a universe whose spelling may begin as `wanted` does.
    /// `wanted` holds the next octets of a pattern, up to the end of its literal text. At most
    /// three of them matter, since no spelling is longer.
    pub(super) fn tokens(self, universe: Universe, wanted: &[u32], in_query: bool, add: impl FnMut(Token)) {
        let Some(first) = wanted.first().and_then(|symbol| u8::try_from(*symbol).ok()) else {
            return;
        };
        let fits = |token: Token| {
            let spelled = self.spell(token, in_query);
            let bytes = spelled.as_slice();
            token.is_in(universe)
                && bytes
                    .iter()
                    .zip(wanted)
                    .all(|(byte, symbol)| u32::from(*byte) == *symbol)
        };
        if first != b'%' {
            Token::spellings(first).filter(|token| fits(*token)).for_each(add);
            return;
        }
        let digit = |at: usize| {
            let symbol = *wanted.get(at)?;
            if self.is_sealed() {
                let octet = u8::try_from(symbol).ok().filter(|octet| is_sealed_digit(*octet));
                return octet.map(|octet| u32::from(octet - FIRST_SEALED));
            }
            char::from_u32(symbol)?.to_digit(16)
        };
        if let (Some(high), Some(low)) = (digit(1), digit(2)) {
            let octet = (high << 4 | low) as u8;
            Token::spellings(octet).filter(|token| fits(*token)).for_each(add);
        } else if wanted.len() < 3 {
            // The literal text ends within an escape.
            Token::all(universe).filter(|token| fits(*token)).for_each(add);
        }
    }
}

/// Whether this octet, in the path of a URL, is the spelling of the same single token in every
/// form.
pub(super) fn is_spelled_alike(symbol: u32) -> bool {
    u8::try_from(symbol).is_ok_and(|byte| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte))
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
    use robots_exclusion::Dialect;
    use robots_exclusion::Target;
    use robots_exclusion::companions::percent::{Scratch, seal};
    use std::collections::BTreeSet;

    fn text(tokens: &[Token]) -> String {
        let mut url = String::new();
        tokens.iter().for_each(|token| token.write(&mut url));
        url
    }

    #[test]
    fn the_universe() {
        let all: Vec<Token> = Token::all(Universe::Normalized).collect();
        assert_eq!(all.len(), 66 + 17 + 190);
        // All escapes, each digit of which may be one of 22.
        let received: Vec<Token> = Token::all(Universe::Received).collect();
        assert_eq!(received.len(), 66 + 17 + 22 * 22);
        let texts: BTreeSet<String> = received.iter().map(|token| text(&[*token])).collect();
        assert_eq!(texts.len(), received.len());
        for escape in ["%61", "%2F", "%2f", "%aB", "%Ab", "%ab", "%AB", "%00"] {
            assert!(texts.contains(escape), "{escape}");
        }
        for octet in *b"%#\"<>\\^`{|} \x7F\0" {
            assert!(!received.contains(&Token::raw(octet)), "{octet}");
        }
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
                    for token in Token::all(Universe::Received) {
                        let prefix = if in_query { "/?" } else { "/" };
                        let url = [prefix, &text(&[token])].concat();
                        let spelled = form.spell(token, in_query);
                        let expected = Target::new(&url)
                            .split(robots_exclusion::dialect::TargetSyntax::Rfc3986)
                            .with_canonical(dialect.percent_mode(), glob, |text| {
                                let text = &text[prefix.len()..];
                                let mut sealed = Scratch::new();
                                seal(text, &mut sealed);
                                if form.is_sealed() {
                                    sealed.as_slice().to_vec()
                                } else {
                                    text.to_vec()
                                }
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
            form.tokens(Universe::Normalized, &symbols, in_query, |token| {
                tokens.push(token)
            });
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
        let received = |text: &[u8]| {
            let symbols: Vec<u32> = text.iter().map(|byte| u32::from(*byte)).collect();
            let mut tokens = Vec::new();
            google.tokens(Universe::Received, &symbols, false, |token| tokens.push(token));
            tokens
        };
        assert_eq!(received(b"%62"), [Token::escape(b'b')]);
        assert_eq!(received(b"%4").len(), 22);
        assert_eq!(received(b"%c").len(), 22);
    }
}
