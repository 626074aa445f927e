//! The keys: one table of everything that is known about them, and how a dialect reads their spelling.

use super::directive::DirectiveKind;
use crate::dialect::{Dialect, KeySpelling};

/// Where lines with a key count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// For the whole file, wherever they appear.
    File,
    /// For the group they appear in; outside any group nobody reads them.
    Group,
    /// For the group they appear in; outside any group, for the whole site.
    GroupOrSite,
}

/// Which of several lines with the same key count in one group, or in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// All of them add up.
    AddUp,
    /// The first one that has a valid value; the rest are ignored.
    FirstValid,
}

/// One row of the table of [`KEYS`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) kind: DirectiveKind,
    /// The spelling to write, and in any case the correct one to read.
    pub(crate) name: &'static str,
    /// Misspellings in lower case that Google's library accepts too.
    google_misspellings: &'static [&'static str],
    /// Further misspellings in lower case: those common on real sites, and those that crawler-commons reads
    /// (<https://github.com/crawler-commons/crawler-commons>, `SimpleRobotRulesParser`), which collected them from a crawl of the web.
    common_misspellings: &'static [&'static str],
    pub(crate) scope: Scope,
    pub(crate) repeats: Repeats,
    /// The option of the dialect that makes its crawlers read these lines.
    is_read: fn(&Dialect) -> bool,
    /// The key belongs to Google's library, which accepts whatever begins with it.
    is_by_prefix: bool,
}

const fn always(_: &Dialect) -> bool {
    true
}

impl Key {
    /// A key whose lines count for a group, all of them, in every dialect.
    const fn new(kind: DirectiveKind, name: &'static str) -> Self {
        Self {
            kind,
            name,
            google_misspellings: &[],
            common_misspellings: &[],
            scope: Scope::Group,
            repeats: Repeats::AddUp,
            is_read: always,
            is_by_prefix: false,
        }
    }

    const fn of_google_library(mut self, misspellings: &'static [&'static str]) -> Self {
        self.google_misspellings = misspellings;
        self.is_by_prefix = true;
        self
    }

    const fn misspelled(mut self, misspellings: &'static [&'static str]) -> Self {
        self.common_misspellings = misspellings;
        self
    }

    const fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    const fn repeats(mut self, repeats: Repeats) -> Self {
        self.repeats = repeats;
        self
    }

    const fn read_if(mut self, is_read: fn(&Dialect) -> bool) -> Self {
        self.is_read = is_read;
        self
    }

    /// The row of a kind; `None` for [`DirectiveKind::Unknown`].
    pub(crate) fn of(kind: DirectiveKind) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.kind == kind)
    }

    /// Whether the dialect's crawlers read these lines.
    pub(crate) fn is_read(&self, dialect: &Dialect) -> bool {
        (self.is_read)(dialect)
    }
}

/// Every known key, in the order in which they are recognized.
///
/// The directive, the reader, the builder, the extensions, lint and diff all ask this table; the quick comparisons at the start of
/// a line ([`Prefix`]) are derived from it.
pub(crate) static KEYS: [Key; 17] = [
    Key::new(DirectiveKind::UserAgent, "User-agent")
        .of_google_library(&["useragent", "user agent"])
        .misspelled(&[
            "useg-agent",
            "ser-agent",
            "users-agent",
            "user-agnet",
            "user-agents",
        ]),
    // Google's library accepts no misspelling of Allow.
    Key::new(DirectiveKind::Allow, "Allow")
        .of_google_library(&[])
        .misspelled(&["alow"])
        .read_if(Dialect::allow_lines),
    Key::new(DirectiveKind::Disallow, "Disallow")
        .of_google_library(&["dissallow", "dissalow", "disalow", "diasllow", "disallaw"])
        .misspelled(&[
            "desallow",
            "dssalow",
            "dsallow",
            "diallow",
            "disallows",
            "disllow",
        ]),
    Key::new(DirectiveKind::Sitemap, "Sitemap")
        .of_google_library(&["site-map"])
        .misspelled(&["site map", "sitemaps"])
        .scope(Scope::File),
    // A broken line before or after a valid one takes nothing away from it.
    Key::new(DirectiveKind::CrawlDelay, "Crawl-delay")
        .misspelled(&[
            "crawl delay",
            "crawldelay",
            "clawl-delay",
            "craw-delay",
            "crawl-deley",
        ])
        .repeats(Repeats::FirstValid)
        .read_if(Dialect::crawl_delay_lines),
    Key::new(DirectiveKind::RequestRate, "Request-rate").read_if(Dialect::request_rate_lines),
    Key::new(DirectiveKind::VisitTime, "Visit-time").read_if(Dialect::request_rate_lines),
    Key::new(DirectiveKind::RobotVersion, "Robot-version")
        .repeats(Repeats::FirstValid)
        .read_if(Dialect::robot_version),
    Key::new(DirectiveKind::Comment, "Comment"),
    Key::new(DirectiveKind::Host, "Host").scope(Scope::File),
    Key::new(DirectiveKind::CleanParam, "Clean-param").scope(Scope::File),
    Key::new(DirectiveKind::ContentSignal, "Content-Signal").scope(Scope::GroupOrSite),
    Key::new(DirectiveKind::ContentUsage, "Content-Usage"),
    Key::new(DirectiveKind::License, "License").scope(Scope::GroupOrSite),
    Key::new(DirectiveKind::Agentmap, "Agentmap").scope(Scope::File),
    Key::new(DirectiveKind::Schemamap, "Schemamap").scope(Scope::File),
    Key::new(DirectiveKind::LlmPolicy, "LLM-Policy").scope(Scope::File),
];

/// For each letter, the rows of the table that have a spelling beginning with it, one bit each: most keys are
/// ruled out by their first letter.
static ROWS_BY_LETTER: [u32; 26] = {
    let mut rows = [0; 26];
    let mut i = 0;
    while i < KEYS.len() {
        mark(&mut rows, &[KEYS[i].name], i, Mark::Letter);
        mark(&mut rows, KEYS[i].google_misspellings, i, Mark::Letter);
        mark(&mut rows, KEYS[i].common_misspellings, i, Mark::Letter);
        i += 1;
    }
    rows
};

/// What a table of rows is indexed by.
#[derive(Clone, Copy)]
enum Mark {
    /// The first letter, from `a`.
    Letter,
    Length,
}

/// Notes a row for each of its spellings.
const fn mark(rows: &mut [u32], spellings: &[&str], row: usize, by: Mark) {
    let mut i = 0;
    while i < spellings.len() {
        let spelling = spellings[i].as_bytes();
        let at = match by {
            Mark::Letter => (spelling[0].to_ascii_lowercase() - b'a') as usize,
            Mark::Length => spelling.len(),
        };
        rows[at] |= 1 << row;
        i += 1;
    }
}

/// For each length, the rows of the table that have a spelling of that length, one bit each: most of the
/// remaining keys are ruled out by it.
static ROWS_BY_LENGTH: [u32; 17] = {
    let mut rows = [0; 17];
    let mut i = 0;
    while i < KEYS.len() {
        mark(&mut rows, &[KEYS[i].name], i, Mark::Length);
        mark(&mut rows, KEYS[i].google_misspellings, i, Mark::Length);
        mark(&mut rows, KEYS[i].common_misspellings, i, Mark::Length);
        i += 1;
    }
    rows
};

/// How keys are read: the part of a dialect that this module needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    spelling: KeySpelling,
    allow_lines: bool,
}

impl Keys {
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            spelling: dialect.key_spelling(),
            allow_lines: dialect.allow_lines(),
        }
    }

    /// Reads every key, and only in its correct spelling.
    #[cfg(any(test, feature = "lint"))]
    pub(crate) fn exact() -> Self {
        Self {
            spelling: KeySpelling::Exact,
            allow_lines: true,
        }
    }

    /// The kind of a key.
    #[inline]
    pub(crate) fn classify(self, key: &[u8]) -> DirectiveKind {
        self.read(key).0
    }

    /// The kind of a key, and whether the key is understood only because the dialect forgives a misspelling.
    #[inline]
    pub(super) fn read(self, key: &[u8]) -> (DirectiveKind, bool) {
        match self.row(key) {
            Some(row) => (row.kind, !begins_with(key, row.name)),
            None => (DirectiveKind::Unknown, false),
        }
    }

    /// The same for one of the [common] keys.
    #[inline]
    pub(super) fn read_common(self, kind: DirectiveKind) -> (DirectiveKind, bool) {
        let is_read = kind != DirectiveKind::Allow || self.allow_lines;
        (if is_read { kind } else { DirectiveKind::Unknown }, false)
    }

    #[inline]
    fn row(self, key: &[u8]) -> Option<&'static Key> {
        let letter = usize::from((key.first()? | 0x20).wrapping_sub(b'a'));
        let mut rows = *ROWS_BY_LETTER.get(letter)?;
        if self.spelling != KeySpelling::Prefix {
            rows &= ROWS_BY_LENGTH.get(key.len())?;
        }
        while rows != 0 {
            let row = &KEYS[rows.trailing_zeros() as usize];
            // A key that a dialect lacks is an unknown one, which opens and closes nothing. Extensions that a dialect's crawlers
            // ignore keep their kind, so that tools can still read them.
            if self.is_spelled(row, key) && (row.kind != DirectiveKind::Allow || self.allow_lines) {
                return Some(row);
            }
            rows &= rows - 1;
        }
        None
    }

    fn is_spelled(self, row: &Key, key: &[u8]) -> bool {
        let may_go_on = self.spelling == KeySpelling::Prefix && row.is_by_prefix;
        // The lengths first: they tell most keys apart.
        let reads = |name: &str| (may_go_on || key.len() == name.len()) && begins_with(key, name);
        reads(row.name)
            || self.spelling != KeySpelling::Exact && row.google_misspellings.iter().any(|name| reads(name))
            || self.spelling == KeySpelling::Misspelled
                && row.common_misspellings.iter().any(|name| reads(name))
    }
}

fn begins_with(key: &[u8], name: &str) -> bool {
    key.get(..name.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
}

/// A text that many lines begin with, in any case, prepared so that one comparison of sixteen bytes tells whether a line does.
///
/// Made at compile time from the table: `bits` holds the text in lower case, `case` the bit 0x20 of every letter, and `mask` all
/// bits of every byte that is compared. The bit 0x20 is set in the line for letters alone: it would turn a CR into a `-`.
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

    /// The name of a key, and what follows it.
    pub(super) const fn of(kind: DirectiveKind, separator: &str) -> Self {
        let mut prefix = Self {
            bits: [0; 2],
            case: [0; 2],
            mask: [0; 2],
            len: 0,
        };
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

    /// The byte of the line after this text, which is at least eight and less than sixteen bytes long.
    #[inline(always)]
    pub(super) const fn next_byte(&self, head: [u64; 2]) -> u8 {
        (head[1] >> (8 * (self.len - 8))) as u8
    }
}

/// The beginnings of nearly all lines.
const DISALLOW: Prefix = Prefix::of(DirectiveKind::Disallow, ":");
const ALLOW: Prefix = Prefix::of(DirectiveKind::Allow, ":");
const USER_AGENT: Prefix = Prefix::of(DirectiveKind::UserAgent, ":");
const SITEMAP: Prefix = Prefix::of(DirectiveKind::Sitemap, ":");

/// The kind of the key that a line begins with, and where its colon ends, if it is one of the four keys that nearly all lines have,
/// with the colon right after it. They hold no line end and no `#`, so a line that begins with one is at
/// least as long.
#[inline(always)]
pub(super) fn common(head: &[u8; Prefix::MAX_LEN]) -> Option<(DirectiveKind, usize)> {
    let words = head_words(head);
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

#[inline(always)]
fn head_words(head: &[u8; Prefix::MAX_LEN]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *head;
    [
        u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        u64::from_le_bytes([i, j, k, l, m, n, o, p]),
    ]
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
            (b"user  agent", Unknown, Unknown, Unknown),
            (b"user_agent", Unknown, Unknown, Unknown),
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
                let keys = Keys {
                    spelling,
                    allow_lines: true,
                };
                assert_eq!(
                    keys.classify(key),
                    expected,
                    "{:?} {spelling:?}",
                    key.escape_ascii()
                );
            }
        }
        let without_allow = Keys {
            spelling: KeySpelling::Exact,
            allow_lines: false,
        };
        assert_eq!(without_allow.classify(b"allow"), Unknown);
        assert_eq!(without_allow.classify(b""), Unknown);
    }

    #[test]
    fn the_table_is_sound() {
        for row in &KEYS {
            assert_eq!(Keys::exact().classify(row.name.as_bytes()), row.kind);
            assert_eq!(Key::of(row.kind).unwrap().name, row.name);
            for misspelling in row.google_misspellings.iter().chain(row.common_misspellings) {
                assert_eq!(*misspelling, misspelling.to_ascii_lowercase());
                assert_eq!(
                    Keys::exact().classify(misspelling.as_bytes()),
                    DirectiveKind::Unknown
                );
            }
        }
        assert!(Key::of(DirectiveKind::Unknown).is_none());
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
