//! Compiled rules as bytes, for caches that outlive a process.
//!
//! ```text
//! "RBXR" · version · choice, percent mode, target syntax, default verdict, has group · [group] · literals · wildcards · globs · extensions · checksum
//! ```
//!
//! A rule is written as a byte of flags, its line, its offset on the line if that is not 0, and its
//! text. Numbers are [varints](super::varint), and each text is preceded by its length. The rules
//! are written, not the packed trie: it is built again when they are read, so that no bytes, not
//! even forged ones, can lead a traversal out of bounds.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::Rules;
use super::default_verdict::DefaultVerdict;
use super::literal::{End, Literal};
use super::literals::Literals;
use super::trie::has_room;
use super::varint::{Decoder, Encoder};
use super::wildcards::{Language, Wildcard, Wildcards};
use crate::dialect::{PercentMode, RuleChoice, TargetSyntax};
use crate::matching::precedence::Precedence;
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;

const MAGIC: &[u8; 4] = b"RBXR";
const VERSION: u8 = 1;

/// Set in the flags of a rule whose offset on its line follows the line, because it is not 0.
const HAS_OFFSET: u8 = 8;

/// Why bytes are not compiled rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeRulesError {
    /// The bytes were not written by [`Rules::to_bytes`].
    Foreign,
    /// A version of this crate that uses another format wrote them; this is the number of that
    /// format.
    Version(u8),
    /// They were changed or cut after they were written.
    Corrupt,
}

impl fmt::Display for DecodeRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("these bytes are not compiled rules"),
            Self::Version(version) => {
                write!(f, "these compiled rules are of format {version}, not {VERSION}")
            }
            Self::Corrupt => f.write_str("these compiled rules are corrupt"),
        }
    }
}

impl core::error::Error for DecodeRulesError {}

impl Rules {
    pub(super) fn head(&self) -> Head {
        Head {
            choice: self.choice,
            mode: self.mode,
            syntax: self.syntax,
            default_verdict: self.default_verdict,
        }
    }

    /// Writes the rules as bytes, to be read again with [`Rules::from_bytes`].
    ///
    /// The format has a version and does not depend on the machine. It takes the bytes of the
    /// patterns and about four more for each rule.
    ///
    /// With the feature `serde`, `Rules` serialize as these bytes, in base64 in formats for people.
    /// Use `to_bytes` where there is no such format in between.
    ///
    /// # Complexity
    ///
    /// Linear in the patterns.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Rules;
    ///
    /// let rules = Rules::parse(b"User-agent: *\nDisallow: /x\nCrawl-delay: 2\n", "FooBot");
    /// let kept = rules.to_bytes();
    /// assert_eq!(Rules::from_bytes(&kept), Ok(rules));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Encoder(Vec::new());
        out.0.extend_from_slice(MAGIC);
        out.0.push(VERSION);
        out.0.extend_from_slice(&self.head().to_bytes());
        out.0.push(u8::from(self.group.is_some()));
        if let Some(group) = &self.group {
            out.text(group);
        }
        let lists = [&self.wildcards, &self.globs];
        let in_lists: usize = lists
            .iter()
            .filter_map(|list| list.as_ref())
            .map(|list| list.len())
            .sum();
        out.number(self.len() - in_lists);
        self.literals
            .for_each(|rule| out.rule(rule.text, rule.kind, rule.end as u8, rule.id));
        for list in lists {
            out.number(list.as_ref().map_or(0, |list| list.len()));
            for rule in list.iter().flat_map(|list| list.iter()) {
                out.rule(rule.pattern, rule.kind, 0, rule.id);
            }
        }
        out.extensions(self.extensions.as_deref());
        let checksum = checksum(&out.0);
        out.0.extend_from_slice(&checksum.to_le_bytes());
        out.0
    }

    /// Reads rules that [`Rules::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// Bytes that come from elsewhere, are of another version, or were cut or changed anywhere are
    /// rejected.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::error::DecodeRulesError;
    /// use robots_exclusion::Rules;
    ///
    /// let mut kept = Rules::disallow_all().to_bytes();
    /// kept[6] ^= 1;
    /// assert_eq!(Rules::from_bytes(&kept), Err(DecodeRulesError::Corrupt));
    /// assert_eq!(Rules::from_bytes(b"User-agent: *"), Err(DecodeRulesError::Foreign));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeRulesError> {
        let Some([version, _rest @ ..]) = bytes.strip_prefix(MAGIC) else {
            return Err(DecodeRulesError::Foreign);
        };
        if *version != VERSION {
            return Err(DecodeRulesError::Version(*version));
        }
        match bytes.split_last_chunk() {
            Some((body, sum)) if checksum(body) == u64::from_le_bytes(*sum) => {
                Decoder(&body[MAGIC.len() + 1..])
                    .rules()
                    .ok_or(DecodeRulesError::Corrupt)
            }
            _ => Err(DecodeRulesError::Corrupt),
        }
    }
}

/// How rules are read, whatever they are.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) choice: RuleChoice,
    pub(super) mode: PercentMode,
    pub(super) syntax: TargetSyntax,
    pub(super) default_verdict: DefaultVerdict,
}

impl Head {
    pub(super) fn to_bytes(self) -> [u8; 4] {
        let choice = match self.choice {
            RuleChoice::Longest => 0,
            RuleChoice::First => 1,
            RuleChoice::AnyDisallow => 2,
        };
        let mode = match self.mode {
            PercentMode::Rfc9309 => 0,
            PercentMode::Draft1996 => 1,
            PercentMode::RuleOnly => 2,
        };
        let syntax = match self.syntax {
            TargetSyntax::Rfc3986 => 0,
            TargetSyntax::GoogleLibrary => 1,
        };
        [choice, mode, syntax, self.default_verdict.to_bits()]
    }

    pub(super) fn from_bytes([choice, mode, syntax, default_verdict]: [u8; 4]) -> Option<Self> {
        Some(Self {
            choice: match choice {
                0 => RuleChoice::Longest,
                1 => RuleChoice::First,
                2 => RuleChoice::AnyDisallow,
                _ => return None,
            },
            mode: match mode {
                0 => PercentMode::Rfc9309,
                1 => PercentMode::Draft1996,
                2 => PercentMode::RuleOnly,
                _ => return None,
            },
            syntax: match syntax {
                0 => TargetSyntax::Rfc3986,
                1 => TargetSyntax::GoogleLibrary,
                _ => return None,
            },
            default_verdict: DefaultVerdict::from_bits(default_verdict)?,
        })
    }

    /// Rules of no name and without extension lines. Each list is in its order.
    pub(super) fn with_lists(
        self,
        literals: &[Literal<'_>],
        wildcards: Option<Box<Wildcards>>,
        globs: Option<Box<Wildcards>>,
    ) -> Rules {
        let in_lists = [&wildcards, &globs].into_iter().flatten().map(|list| list.len());
        Rules {
            count: (literals.len() + in_lists.sum::<usize>()) as u32,
            literals: Literals::pack_sorted(literals),
            wildcards,
            globs,
            group: None,
            choice: self.choice,
            mode: self.mode,
            syntax: self.syntax,
            default_verdict: self.default_verdict,
            extensions: None,
        }
    }
}

/// FNV-1a in 64 bits. Every step is a bijection of the state, so a change in a single place is
/// always detected.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

impl Encoder {
    fn rule(&mut self, text: &[u8], kind: RuleKind, end: u8, id: RuleId) {
        let has_offset = if id.offset == 0 { 0 } else { HAS_OFFSET };
        self.0
            .push(has_offset | end << 1 | u8::from(kind == RuleKind::Allow));
        self.number(id.line as usize);
        if id.offset != 0 {
            self.number(id.offset as usize);
        }
        self.text(text);
    }
}

impl<'a> Decoder<'a> {
    /// Text, kind, end and identity of a rule.
    fn rule(&mut self, choice: RuleChoice) -> Option<(&'a [u8], RuleKind, End, RuleId)> {
        let flags = self.byte()?;
        let kind = if flags & 1 == 1 {
            RuleKind::Allow
        } else {
            RuleKind::Disallow
        };
        // Rules that never decide are not compiled.
        if !Precedence::counts(choice, kind) {
            return None;
        }
        let end = match (flags & !HAS_OFFSET) >> 1 {
            0 => End::Open,
            1 => End::Star,
            2 => End::Anchor,
            _ => return None,
        };
        let line = self.number()?;
        // Lines are counted from 1.
        if line == 0 {
            return None;
        }
        let offset = if flags & HAS_OFFSET == 0 {
            0
        } else {
            self.number()?
        };
        Some((self.text()?, kind, end, RuleId { line, offset }))
    }

    fn rules(mut self) -> Option<Rules> {
        let head = Head::from_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?])?;
        let Head { choice, mode, .. } = head;
        let group = match self.byte()? {
            0 => None,
            1 => Some(Box::from(self.text()?)),
            _ => return None,
        };

        let count = self.number()?;
        let mut literals = Vec::new();
        for _ in 0..count {
            let (text, kind, end, id) = self.rule(choice)?;
            literals.push(Literal { text, end, kind, id });
        }
        let bytes = literals.iter().map(|rule| rule.text.len()).sum();
        if !has_room(bytes, literals.len())
            || !literals.is_sorted_by(|a, b| (a.text, a.end) < (b.text, b.end))
        {
            return None;
        }
        // Stored bytes may have been written by anybody, so this is checked: a raw `#` begins a
        // comment, so a pattern can hold one only if escapes are decoded.
        if mode != PercentMode::Draft1996 && literals.iter().any(|rule| rule.text.contains(&b'#')) {
            return None;
        }
        let wildcards = self.list(choice, Language::Wildcard(mode))?;
        let globs = self.list(choice, Language::Glob(mode))?;
        let extensions = self.extensions()?;
        self.0.is_empty().then(|| Rules {
            group,
            extensions,
            ..head.with_lists(&literals, wildcards, globs)
        })
    }

    /// Wildcards or globs. The outer `Option` is `None` unless they are in order of precedence.
    fn list(&mut self, choice: RuleChoice, language: Language) -> Option<Option<Box<Wildcards>>> {
        let count = self.number()?;
        let mut patterns = Vec::new();
        for _ in 0..count {
            let (pattern, kind, _, id) = self.rule(choice)?;
            patterns.push(Wildcard { pattern, kind, id });
        }
        if !patterns.is_sorted_by_key(|rule| rule.key(choice)) {
            return None;
        }
        let compiled = || Box::new(Wildcards::new(patterns.iter().copied(), language));
        Some((!patterns.is_empty()).then(compiled))
    }
}

#[cfg(feature = "serde")]
mod serde {
    use core::fmt;

    use alloc::vec::Vec;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Rules;

    /// The bytes of [`Rules::to_bytes`]; in formats for people, such as JSON, as text in base64
    /// (RFC 4648 section 4).
    impl Serialize for Rules {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let bytes = self.to_bytes();
            if serializer.is_human_readable() {
                serializer.serialize_str(&STANDARD.encode(bytes))
            } else {
                serializer.serialize_bytes(&bytes)
            }
        }
    }

    /// Reads what `Serialize` wrote; fails where [`Rules::from_bytes`] fails.
    impl<'de> Deserialize<'de> for Rules {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if deserializer.is_human_readable() {
                deserializer.deserialize_str(FromBytes)
            } else {
                deserializer.deserialize_bytes(FromBytes)
            }
        }
    }

    struct FromBytes;

    impl<'de> Visitor<'de> for FromBytes {
        type Value = Rules;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("compiled rules, as bytes or in base64")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Rules, E> {
            let bytes = STANDARD.decode(text).map_err(E::custom)?;
            self.visit_bytes(&bytes)
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Rules, E> {
            Rules::from_bytes(bytes).map_err(E::custom)
        }

        /// For formats that have no type for bytes, and write them as a sequence of numbers.
        fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Rules, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = numbers.next_element()? {
                bytes.push(byte);
            }
            self.visit_bytes(&bytes)
        }
    }
}
