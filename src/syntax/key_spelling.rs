//! Which of the [keys](super::keys) a text is, in the spellings that a dialect reads.

use super::keys::KEYS;
use super::kind::DirectiveKind;
use crate::dialect::{Dialect, KeySpelling};
use crate::swar;

/// The number of spellings in the table.
const SPELLINGS: usize = {
    let (mut count, mut row) = (0, 0);
    while row < KEYS.len() {
        count += 1 + KEYS[row].google_misspellings.len() + KEYS[row].common_misspellings.len();
        row += 1;
    }
    count
};

/// A set of spellings: bit `i` represents the spelling `i`.
type SpellingSet = u64;

/// The spellings of the table, in its order, with the sets of spellings that have a certain first
/// letter or length. With these sets, a key is compared with only a few spellings, often one or
/// none.
struct Spellings {
    texts: [Prefix; SPELLINGS],
    /// For each spelling, the row of its key.
    rows: [u8; SPELLINGS],
    /// From `a`.
    by_first_letter: [SpellingSet; 26],
    by_len: [SpellingSet; Prefix::MAX_LEN + 1],
    names: SpellingSet,
    of_google_library: SpellingSet,
    common: SpellingSet,
    /// The spellings that a key may merely begin with, in dialects that read keys by prefix.
    by_prefix: SpellingSet,
    allow: SpellingSet,
}

static OF_KEYS: Spellings = {
    let mut all = Spellings {
        texts: [Prefix::EMPTY; SPELLINGS],
        rows: [0; SPELLINGS],
        by_first_letter: [0; 26],
        by_len: [0; Prefix::MAX_LEN + 1],
        names: 0,
        of_google_library: 0,
        common: 0,
        by_prefix: 0,
        allow: 0,
    };
    let (mut count, mut row) = (0, 0);
    while row < KEYS.len() {
        let key = &KEYS[row];
        let before = count;
        count = all.push(count, row, &[key.name]);
        let (named, forgiven) = (count, all.push(count, row, key.google_misspellings));
        count = all.push(forgiven, row, key.common_misspellings);
        all.names |= between(before, named);
        all.of_google_library |= between(named, forgiven);
        all.common |= between(forgiven, count);
        if key.is_by_prefix {
            all.by_prefix |= between(before, count);
        }
        if matches!(key.kind, DirectiveKind::Allow) {
            all.allow |= between(before, count);
        }
        row += 1;
    }
    all
};

/// The spellings from `start` up to, but not including, `end`.
const fn between(start: usize, end: usize) -> SpellingSet {
    (1 << end) - (1 << start)
}

impl Spellings {
    /// The kind of key that a spelling belongs to.
    #[inline]
    fn kind(&self, at: usize) -> DirectiveKind {
        KEYS[usize::from(self.rows[at])].kind
    }

    /// Adds spellings of a row to the first `count`, and counts them.
    const fn push(&mut self, mut count: usize, row: usize, spellings: &[&str]) -> usize {
        let mut i = 0;
        while i < spellings.len() {
            let text = spellings[i].as_bytes();
            self.texts[count].push(spellings[i]);
            self.rows[count] = row as u8;
            self.by_first_letter[(text[0].to_ascii_lowercase() - b'a') as usize] |= 1 << count;
            self.by_len[text.len()] |= 1 << count;
            count += 1;
            i += 1;
        }
        count
    }
}

/// How keys are read: the part of a dialect that this module needs.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    /// The spellings that are read.
    read: SpellingSet,
    /// The spellings in `read` with which a key may merely begin; also holds the flag
    /// [`NAMES_CRAWLERS`]. A value of two words can be passed in registers.
    by_prefix: SpellingSet,
}

/// A flag instead of a spelling: keys that [are intended to name a crawler](crawler_key) are read
/// too.
const NAMES_CRAWLERS: SpellingSet = 1 << (SpellingSet::BITS - 1);
const _: () = assert!((OF_KEYS.names | OF_KEYS.of_google_library | OF_KEYS.common) & NAMES_CRAWLERS == 0);

impl Keys {
    /// The keys that the dialect understands.
    #[must_use]
    pub fn new(dialect: &Dialect) -> Self {
        Self::of(dialect.key_spelling, dialect.allow_lines)
    }

    /// Reads every key, and only in its correct spelling.
    pub fn exact() -> Self {
        Self::of(KeySpelling::Exact, true)
    }

    fn of(spelling: KeySpelling, allow_lines: bool) -> Self {
        let read = OF_KEYS.names
            | match spelling {
                KeySpelling::Exact => 0,
                KeySpelling::Misspelled => OF_KEYS.of_google_library | OF_KEYS.common,
                KeySpelling::Prefix => OF_KEYS.of_google_library,
            };
        // `Allow` in a dialect without it is an unknown key rather than a rule, so it neither opens
        // nor ends a group. Extensions that a dialect's crawlers ignore keep their kind, so that
        // tools can still read them.
        let read = if allow_lines { read } else { read & !OF_KEYS.allow };
        let by_prefix = match spelling {
            KeySpelling::Prefix => OF_KEYS.by_prefix,
            KeySpelling::Misspelled => NAMES_CRAWLERS,
            KeySpelling::Exact => 0,
        };
        Self { read, by_prefix }
    }

    fn names_crawlers(self) -> bool {
        self.by_prefix & NAMES_CRAWLERS != 0
    }

    /// The kind of a key.
    #[inline]
    pub fn classify(self, key: &[u8]) -> DirectiveKind {
        let Some(first) = key.first() else {
            return DirectiveKind::Unknown;
        };
        // A short key is padded with zeros, which no spelling contains, so no longer spelling
        // matches it.
        let words = || [swar::word(key), swar::word(key.get(8..).unwrap_or_default())];
        match self.spelling(*first, key.len(), words) {
            Some(at) => OF_KEYS.kind(at),
            None if self.names_crawlers() => read_crawler_key(key),
            None => DirectiveKind::Unknown,
        }
    }

    /// The number of the spelling that a key has or, in dialects that read by prefix, begins with.
    /// It is found by the key's first byte and length, and by its first sixteen bytes, which are
    /// only read if the first two leave any spelling.
    #[inline(always)]
    fn spelling(self, first: u8, len: usize, words: impl FnOnce() -> [u64; 2]) -> Option<usize> {
        let letter = usize::from((first | 0x20).wrapping_sub(b'a'));
        let of_its_length = OF_KEYS.by_len.get(len).copied().unwrap_or(0);
        let mut remaining =
            OF_KEYS.by_first_letter.get(letter)? & self.read & (of_its_length | self.by_prefix);
        if remaining == 0 {
            return None;
        }
        let words = words();
        while remaining != 0 {
            let at = remaining.trailing_zeros() as usize;
            if OF_KEYS.texts[at].begins(words) {
                return Some(at);
            }
            remaining &= remaining - 1;
        }
        None
    }
}

/// The kind of a key without a known spelling, in dialects that read keys that are intended to name
/// a crawler.
#[cold]
#[inline(never)]
fn read_crawler_key(key: &[u8]) -> DirectiveKind {
    if crawler_key(key) == Some(key.len()) {
        DirectiveKind::UserAgent
    } else {
        DirectiveKind::Unknown
    }
}

/// If a text begins with a key that is intended to name a crawler, the length of this key. Such a
/// key consists of `user` or `users`, then at most four bytes, then `agent`, `agents`, `agen` or
/// `agens`. Each byte in between is a space, a tab, `-`, `_`, `.` or beyond ASCII (a typographic
/// dash takes three). No letter or digit follows.
#[cold]
#[inline(never)]
pub(super) fn crawler_key(text: &[u8]) -> Option<usize> {
    const MAX_BETWEEN: usize = 4;
    let after = |at: usize, word: &[u8]| {
        let rest = text.get(at..at + word.len())?;
        rest.eq_ignore_ascii_case(word).then_some(at + word.len())
    };
    let optional = |at: usize, word: &[u8]| after(at, word).unwrap_or(at);
    let users = optional(after(0, b"user")?, b"s");
    let between = text[users..].iter().take(MAX_BETWEEN);
    let between = between.take_while(|byte| matches!(byte, b' ' | b'\t' | b'-' | b'_' | b'.' | 0x80..));
    let agen = after(users + between.count(), b"agen")?;
    let end = optional(optional(agen, b"t"), b"s");
    let goes_on = text.get(end).is_some_and(u8::is_ascii_alphanumeric);
    (!goes_on).then_some(end)
}

/// A text that many lines begin with, ignoring case, prepared so that one comparison of sixteen
/// bytes shows whether a line begins with it.
///
/// Made at compile time from the table: `bits` holds the text in lower case, `case` the bit 0x20 of
/// every letter, and `mask` all bits of every byte that is compared. In the line, the bit 0x20 is
/// only set at places of letters, since elsewhere it would turn a CR into a `-`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    bits: [u64; 2],
    case: [u64; 2],
    mask: [u64; 2],
    pub(super) len: usize,
}

impl Prefix {
    /// The longest text that fits.
    pub(super) const MAX_LEN: usize = 16;

    const EMPTY: Self = Self {
        bits: [0; 2],
        case: [0; 2],
        mask: [0; 2],
        len: 0,
    };

    /// The name of a key, and what follows it.
    pub(super) const fn of(kind: DirectiveKind, separator: &str) -> Self {
        let mut prefix = Self::EMPTY;
        let mut row = 0;
        while KEYS[row].kind as u8 != kind as u8 {
            row += 1;
        }
        prefix.push(KEYS[row].name);
        prefix.push(separator);
        prefix
    }

    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() {
            let (word, shift) = (self.len / 8, self.len % 8 * 8);
            self.bits[word] |= (text[i].to_ascii_lowercase() as u64) << shift;
            if text[i].is_ascii_alphabetic() {
                self.case[word] |= 0x20 << shift;
            }
            self.mask[word] |= 0xFF << shift;
            self.len += 1;
            i += 1;
        }
    }

    /// Whether the first sixteen bytes of a line begin with this text.
    #[inline(always)]
    pub(super) fn begins(&self, head: [u64; 2]) -> bool {
        (head[0] | self.case[0]) & self.mask[0] == self.bits[0]
            && (head[1] | self.case[1]) & self.mask[1] == self.bits[1]
    }
}

/// The beginnings of nearly all lines.
const DISALLOW: Prefix = Prefix::of(DirectiveKind::Disallow, ":");
const ALLOW: Prefix = Prefix::of(DirectiveKind::Allow, ":");
const USER_AGENT: Prefix = Prefix::of(DirectiveKind::UserAgent, ":");
const SITEMAP: Prefix = Prefix::of(DirectiveKind::Sitemap, ":");

/// The kind of the key that a line begins with, and where its colon ends, if it is one of the four
/// keys that nearly all lines have, with the colon right after it. The comparison reads sixteen
/// bytes, which may go beyond the line. But a key and its colon hold no line end and no `#`, so if
/// they match, they are within the line.
#[inline(always)]
pub(super) fn common(words: [u64; 2]) -> Option<(DirectiveKind, usize)> {
    if DISALLOW.begins(words) {
        Some((DirectiveKind::Disallow, DISALLOW.len))
    } else if ALLOW.begins(words) {
        Some((DirectiveKind::Allow, ALLOW.len))
    } else if USER_AGENT.begins(words) {
        Some((DirectiveKind::UserAgent, USER_AGENT.len))
    } else if SITEMAP.begins(words) {
        Some((DirectiveKind::Sitemap, SITEMAP.len))
    } else {
        None
    }
}

/// The sixteen bytes at a place of a body, if there are that many.
#[inline(always)]
pub(super) fn head_at(body: &[u8], start: usize) -> Option<[u64; 2]> {
    let head = body.get(start..)?.first_chunk::<{ Prefix::MAX_LEN }>()?;
    // Read as two words, since LLVM would copy an array of sixteen bytes.
    let (first, second) = (head.first_chunk()?, head.last_chunk()?);
    Some([u64::from_le_bytes(*first), u64::from_le_bytes(*second)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_under_each_spelling() {
        use DirectiveKind::*;
        // key, exact, misspelled, prefix
        let table: [(&[u8], _, _, _); 16] = [
            (b"User-Agent", UserAgent, UserAgent, UserAgent),
            (b"useragent", Unknown, UserAgent, UserAgent),
            (b"user  agent", Unknown, UserAgent, Unknown),
            (b"user_agent", Unknown, UserAgent, Unknown),
            (b"User-agents", Unknown, UserAgent, UserAgent),
            (b"ser-agent", Unknown, UserAgent, Unknown),
            (b"user-agentss", Unknown, Unknown, UserAgent),
            (b"ALLOW", Allow, Allow, Allow),
            (b"allowed", Unknown, Unknown, Allow),
            (b"dissallow", Unknown, Disallow, Disallow),
            (b"DisallowAITraining", Unknown, Unknown, Disallow),
            (b"site-map", Unknown, Sitemap, Sitemap),
            (b"sitemap_index", Unknown, Unknown, Sitemap),
            (b"noallow", Unknown, Unknown, Unknown),
            (b"Crawl-Delay", CrawlDelay, CrawlDelay, CrawlDelay),
            (b"crawl-delays", Unknown, Unknown, Unknown),
        ];
        for (key, exact, misspelled, prefix) in table {
            for (spelling, expected) in [
                (KeySpelling::Exact, exact),
                (KeySpelling::Misspelled, misspelled),
                (KeySpelling::Prefix, prefix),
            ] {
                assert_eq!(
                    Keys::of(spelling, true).classify(key),
                    expected,
                    "{:?} {spelling:?}",
                    key.escape_ascii()
                );
            }
        }
        let without_allow = Keys::of(KeySpelling::Exact, false);
        assert_eq!(without_allow.classify(b"allow"), Unknown);
        assert_eq!(without_allow.classify(b""), Unknown);
    }

    #[test]
    fn keys_that_mean_to_name_a_crawler() {
        for (text, key) in [
            ("User-agent", Some("User-agent")),
            ("USER_AGENTS: x", Some("USER_AGENTS")),
            ("user\u{2013}agent: x", Some("user\u{2013}agent")),
            ("Users Agen x", Some("Users Agen")),
            ("useragent=x", Some("useragent")),
            ("User - agent", Some("User - agent")),
            ("User    agent", Some("User    agent")),
            ("User     agent", None),
            ("User.\u{2013}agent", Some("User.\u{2013}agent")),
            ("User..\u{2013}agent", None),
            ("User  --  agent", None),
            ("User-agentless", None),
            ("User-agent2", None),
            ("User: agent", None),
            ("User", None),
            ("agent", None),
        ] {
            assert_eq!(
                crawler_key(text.as_bytes()).map(|len| &text[..len]),
                key,
                "{text}"
            );
        }
    }

    #[test]
    fn prefixes_ignore_the_case_of_letters_alone() {
        let prefix = Prefix::of(DirectiveKind::UserAgent, ": ");
        assert_eq!(prefix.len, 12);
        let head = |text: &[u8; 16]| {
            let (first, second) = text.split_at(8);
            [first, second].map(|half| u64::from_le_bytes(half.try_into().unwrap()))
        };
        assert!(prefix.begins(head(b"User-agent: abcd")));
        assert!(prefix.begins(head(b"USER-AGENT: \0\0\0\0")));
        for (at, byte) in [(4, b'\r'), (10, 0x1A), (11, 0), (0, b'u' ^ 0x40)] {
            let mut text = *b"User-agent: abcd";
            text[at] = byte;
            assert!(!prefix.begins(head(&text)), "{at}");
        }
    }
}
