//! The [`Letters`] of a [`Universe`]: the tokens of its URLs after the host, and how each canonical
//! form spells them.
//!
//! A token is one octet, raw or as a whole escape. Searching over tokens rather than bytes keeps
//! every witness a URL of the universe, and lets two dialects that spell the same URL differently
//! be searched side by side: after `/` and `%7C`, patterns of RFC 9309 and of Google's library have
//! read `/%7C`; after `/` and a raw `|`, the first have read `/%7C`, and the second `/|`.
//!
//! No URL is missed: a path and query is a sequence of octets, and each `%` either begins an escape
//! or does not, so each octet or escape is a token. The test `spellings_are_those_of_targets`
//! compares the spelling of each form with the canonical form that questions about one URL use.

use super::universe::Universe;
use robots_exclusion::companions::percent::{
    FIRST_SEALED, Spelled, Spelling, escaped, is_reserved, is_sealed, is_sealed_digit, is_unreserved, sealed,
};
use robots_exclusion::dialect::PercentMode;

/// The tokens that the targets of a search consist of.
///
/// A question about a [`Universe`] can be answered with fewer tokens than its URLs are made of,
/// depending on the [forms](Form) that read them:
///
/// | the forms | the tokens of `/%7e\|%` | |
/// |---|---|---|
/// | decode escapes | `/` `~` `%7C` `%25` | every URL has the verdict of its normal form |
/// | do not, all targets | `/` `%` `7` `e` `\|` `%` | a target is a string of octets, and an escape is three of them |
/// | do not, normal form; or some do | `/` `~` `\|` `%` | one form distinguishes `\|` and `%7C`, so both are tokens |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Letters {
    /// The tokens of URLs in normal form.
    #[default]
    Normal,
    /// Every octet that can be raw in a target. There are no escapes: `%41` is three tokens.
    Octets,
    /// Both, except that no raw `%` comes before two raw hex digits: together they would be an
    /// escape, and `%41` is not in normal form. [`Place`] ensures this.
    NormalOrRaw,
}

impl Letters {
    /// The tokens that suffice for a universe, given the forms that read its URLs.
    pub(super) fn of(universe: Universe, forms: &[Form]) -> Self {
        let decodes = |form: &Form| form.mode != PercentMode::RuleOnly;
        if forms.iter().all(decodes) {
            Self::Normal
        } else if universe == Universe::Received && !forms.iter().any(decodes) {
            Self::Octets
        } else {
            Self::NormalOrRaw
        }
    }
}

/// The facts about a target on which the tokens that may follow it depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(u32);

impl Place {
    const QUERY: u32 = 1;
    /// The last token is a raw `%`.
    const PERCENT: u32 = 2;
    /// The last two tokens are a raw `%` and a raw hex digit.
    const DIGIT: u32 = 4;

    /// The place that this number stands for.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the target has a `?`.
    pub(super) const fn is_in_query(self) -> bool {
        self.0 & Self::QUERY != 0
    }

    /// The place after one more token. `None` if no target of these letters has the token there.
    #[inline]
    pub(super) fn after(self, token: Token, letters: Letters) -> Option<Self> {
        let mut next = self.0 & Self::QUERY;
        if token == Token::QUESTION_MARK {
            next = Self::QUERY;
        }
        if letters == Letters::NormalOrRaw {
            let is_digit = !token.is_escape() && token.octet().is_ascii_hexdigit();
            match self.0 {
                bits if is_digit && bits & Self::DIGIT != 0 => return None,
                bits if is_digit && bits & Self::PERCENT != 0 => next |= Self::DIGIT,
                _ if token == Token::PERCENT => next |= Self::PERCENT,
                _ => {}
            }
        }
        Some(Self(next))
    }
}

/// One octet of a URL: raw, or an escape such as `%2F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Token(u16);

impl Token {
    const ESCAPE: u16 = 0x100;
    pub(super) const SLASH: Self = Self::raw(b'/');
    pub(super) const QUESTION_MARK: Self = Self::raw(b'?');
    const PERCENT: Self = Self::raw(b'%');

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

    /// Whether URLs in normal form contain this token: unreserved characters are always raw,
    /// reserved characters are raw or escaped, which may differ in meaning, and all other octets
    /// are always escaped (RFC 3986 sections 2.2, 2.3 and 6.2.2). A raw `#` would begin a fragment.
    const fn is_normal(self) -> bool {
        let octet = self.octet();
        if self.is_escape() {
            !is_unreserved(octet)
        } else {
            is_unreserved(octet) || is_reserved(octet) && octet != b'#'
        }
    }

    pub(super) const fn is_in(self, letters: Letters) -> bool {
        let is_raw = !self.is_escape() && Universe::is_raw(self.octet());
        match letters {
            Letters::Normal => self.is_normal(),
            Letters::Octets => is_raw,
            Letters::NormalOrRaw => self.is_normal() || is_raw,
        }
    }

    /// All tokens, the most readable first.
    pub(super) fn all(letters: Letters) -> impl Iterator<Item = Self> {
        let lower = (b'a'..=b'z').rev().map(Self::raw);
        let others = (0..=u8::MAX)
            .filter(|octet| !octet.is_ascii_lowercase())
            .map(Self::raw);
        let escapes = (0..=u8::MAX).map(Self::escape);
        lower
            .chain(others)
            .chain(escapes)
            .filter(move |token| token.is_in(letters))
    }

    /// Appends the token as written in URLs.
    pub(super) fn write(self, url: &mut String) {
        if self.is_escape() {
            url.extend(escaped(self.octet()).map(char::from));
        } else {
            url.push(char::from(self.octet()));
        }
    }

    /// The tokens of a path and query, whose escapes all have upper-case digits.
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
            // `RuleOnly` leaves targets as they are, so globs do not need a separate form.
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
        spelled
    }

    /// Calls `add` for every token whose spelling may begin as `wanted` does. `wanted` holds the
    /// next octets of a pattern, up to the end of its literal text. At most three of them matter,
    /// since no spelling is longer.
    pub(super) fn tokens(self, letters: Letters, wanted: &[u32], in_query: bool, add: impl FnMut(Token)) {
        let Some(first) = wanted.first().and_then(|symbol| u8::try_from(*symbol).ok()) else {
            return;
        };
        let fits = |token: &Token| {
            let spelled = self.spell(*token, in_query);
            let mut pairs = spelled.as_slice().iter().zip(wanted);
            token.is_in(letters) && pairs.all(|(byte, symbol)| u32::from(*byte) == *symbol)
        };
        let both = |octet: u8| [Token::raw(octet), Token::escape(octet)].into_iter();
        if first != b'%' || letters == Letters::Octets {
            both(first).filter(fits).for_each(add);
        } else if let Some(octet) = self.escape(wanted) {
            // A raw `%` that is spelled raw would form an escape with the octets after it.
            let is_whole = |token: &Token| self.spell(*token, in_query).len == 3;
            both(octet).filter(fits).filter(is_whole).for_each(add);
        } else if wanted.len() < 3 {
            // The literal text ends within an escape, or after a raw `%`.
            Token::all(letters).filter(fits).for_each(add);
        } else {
            [Token::PERCENT].into_iter().filter(fits).for_each(add);
        }
    }

    /// The octet of the escape with which the literal text of a pattern begins.
    pub(super) fn escape(self, text: &[u32]) -> Option<u8> {
        let digit = |symbol: u32| {
            if self.is_sealed() {
                let octet = u8::try_from(symbol).ok().filter(|octet| is_sealed_digit(*octet));
                return octet.map(|octet| u32::from(octet - FIRST_SEALED));
            }
            char::from_u32(symbol)?.to_digit(16)
        };
        match *text {
            [percent, high, low, ..] if percent == u32::from(b'%') => {
                Some((digit(high)? << 4 | digit(low)?) as u8)
            }
            _ => None,
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

    fn text(tokens: &[Token]) -> String {
        let mut url = String::new();
        tokens.iter().for_each(|token| token.write(&mut url));
        url
    }

    #[test]
    fn what_targets_are_made_of() {
        let all = |letters| Token::all(letters).collect::<Vec<_>>();
        let [normal, octets, both] = [Letters::Normal, Letters::Octets, Letters::NormalOrRaw].map(all);
        assert_eq!(normal.len(), 66 + 17 + 190);
        assert_eq!(octets.len(), 66 + 17 + 7);
        assert_eq!(both.len(), 66 + 17 + 190 + 7);
        for octet in *b"\\^`{|}%" {
            let raw = Token::raw(octet);
            assert!(
                octets.contains(&raw) && both.contains(&raw) && !normal.contains(&raw),
                "{octet}"
            );
        }
        for octet in *b"#\"<> \x7F\0\xFF" {
            assert!(!both.contains(&Token::raw(octet)), "{octet}");
        }
        assert!(!octets.iter().any(|token| token.is_escape()));
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
            assert_eq!(normal.contains(&token), is_normal, "{token:?}");
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

    #[test]
    fn letters_of_forms() {
        let [rfc, draft, google] = [
            PercentMode::Rfc9309,
            PercentMode::Draft1996,
            PercentMode::RuleOnly,
        ]
        .map(|mode| Form::new(mode, false));
        for (forms, received, normalized) in [
            (&[rfc][..], Letters::Normal, Letters::Normal),
            (&[rfc, draft], Letters::Normal, Letters::Normal),
            (&[google], Letters::Octets, Letters::NormalOrRaw),
            (&[rfc, google], Letters::NormalOrRaw, Letters::NormalOrRaw),
        ] {
            assert_eq!(Letters::of(Universe::Received, forms), received);
            assert_eq!(Letters::of(Universe::Normalized, forms), normalized);
        }
    }

    /// The sequences of tokens that places allow are exactly those that are read back as the same
    /// tokens.
    #[test]
    fn places_keep_raw_percent_signs_from_becoming_escapes() {
        let pieces = [
            Token::PERCENT,
            Token::raw(b'4'),
            Token::raw(b'f'),
            Token::raw(b'x'),
            Token::escape(b'%'),
            Token::QUESTION_MARK,
        ];
        let mut sequences = vec![(Vec::new(), Some(Place::default()))];
        for at in 0.. {
            let Some((sequence, place)) = sequences.get(at).cloned() else {
                break;
            };
            let is_read_back = Token::read(&text(&sequence)) == sequence;
            assert_eq!(place.is_some(), is_read_back, "{}", text(&sequence));
            let has_query = sequence.contains(&Token::QUESTION_MARK);
            assert!(place.is_none_or(|place| place.is_in_query() == has_query));
            if sequence.len() < 5 {
                sequences.extend(pieces.map(|token| {
                    let place = place.and_then(|place| place.after(token, Letters::NormalOrRaw));
                    ([&sequence[..], &[token]].concat(), place)
                }));
            }
        }
    }

    /// Spelled token by token, a target equals the result of the crate's canonicalizer.
    #[test]
    fn spellings_are_those_of_targets() {
        for (_, dialect) in Dialect::PRESETS {
            for in_query in [false, true] {
                for glob in [false, true] {
                    let form = Form::new(dialect.percent_mode, glob);
                    for token in Token::all(Letters::NormalOrRaw) {
                        let prefix = if in_query { "/?" } else { "/" };
                        let url = [prefix, &text(&[token])].concat();
                        let spelled = form.spell(token, in_query);
                        let expected = Target::new(&url)
                            .split(robots_exclusion::dialect::TargetSyntax::Rfc3986)
                            .with_canonical(dialect.percent_mode, glob, |text| {
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
            form.tokens(Letters::Normal, &symbols, in_query, |token| tokens.push(token));
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
        let raw = |letters, text: &[u8]| {
            let symbols: Vec<u32> = text.iter().map(|byte| u32::from(*byte)).collect();
            let mut tokens = Vec::new();
            google.tokens(letters, &symbols, false, |token| tokens.push(token));
            tokens
        };
        let percent = Token::PERCENT;
        for text in [&b"%"[..], b"%4", b"%62", b"%zz"] {
            assert_eq!(raw(Letters::Octets, text), [percent]);
        }
        let both = |text| raw(Letters::NormalOrRaw, text);
        assert_eq!(both(b"%62"), []);
        assert_eq!(both(b"%2A"), [Token::escape(b'*')]);
        assert_eq!(both(b"%25"), [Token::escape(b'%')]);
        assert_eq!(both(b"%zz"), [percent]);
        assert_eq!(both(b"%4"), [percent, Token::escape(b'@')]);
        assert_eq!(both(b"|"), [Token::raw(b'|')]);
        let mut tokens = Vec::new();
        let symbols = b"%25".map(u32::from);
        rfc.tokens(Letters::NormalOrRaw, &symbols, false, |token| tokens.push(token));
        assert_eq!(tokens, [percent, Token::escape(b'%')]);
    }
}
