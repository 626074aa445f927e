//! Key spelling to [`DirectiveKind`], with the tolerance that a dialect grants.

use crate::dialect::{Dialect, KeySpelling};
use crate::tokenizer::{Line, Span};

/// What a line's key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DirectiveKind {
    /// `User-agent`: names a crawler.
    UserAgent,
    /// `Allow`, in dialects that have it.
    Allow,
    /// `Disallow`.
    Disallow,
    /// `Sitemap`.
    Sitemap,
    /// `Crawl-delay`.
    CrawlDelay,
    /// `Request-rate`.
    RequestRate,
    /// `Visit-time`.
    VisitTime,
    /// `Robot-version`.
    RobotVersion,
    /// `Comment`, a text for the crawler's operator.
    Comment,
    /// `Host`.
    Host,
    /// `Clean-param`.
    CleanParam,
    /// `Content-Signal`.
    ContentSignal,
    /// `Content-Usage`.
    ContentUsage,
    /// Any other key.
    Unknown,
}

const USER_AGENT: &[&[u8]] = &[b"user-agent"];
const USER_AGENT_MISSPELT: &[&[u8]] = &[b"useragent", b"user agent"];
const ALLOW: &[&[u8]] = &[b"allow"];
const DISALLOW: &[&[u8]] = &[b"disallow"];
const DISALLOW_MISSPELT: &[&[u8]] = &[b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"];
const SITEMAP: &[&[u8]] = &[b"sitemap"];
const SITEMAP_MISSPELT: &[&[u8]] = &[b"site-map"];

/// The keys that only correct spelling makes known: they decide no verdict, and so no dialect forgives them.
const EXTENSIONS: [(&[u8], DirectiveKind); 9] = [
    (b"crawl-delay", DirectiveKind::CrawlDelay),
    (b"request-rate", DirectiveKind::RequestRate),
    (b"visit-time", DirectiveKind::VisitTime),
    (b"robot-version", DirectiveKind::RobotVersion),
    (b"comment", DirectiveKind::Comment),
    (b"host", DirectiveKind::Host),
    (b"clean-param", DirectiveKind::CleanParam),
    (b"content-signal", DirectiveKind::ContentSignal),
    (b"content-usage", DirectiveKind::ContentUsage),
];

/// How keys are read: what of a dialect this module heeds.
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

    /// The kind of a non-empty key.
    pub(crate) fn classify(self, key: &[u8]) -> DirectiveKind {
        if self.spells(key, USER_AGENT, USER_AGENT_MISSPELT) {
            DirectiveKind::UserAgent
        } else if self.allow_lines && self.spells(key, ALLOW, &[]) {
            DirectiveKind::Allow
        } else if self.spells(key, DISALLOW, DISALLOW_MISSPELT) {
            DirectiveKind::Disallow
        } else if self.spells(key, SITEMAP, SITEMAP_MISSPELT) {
            DirectiveKind::Sitemap
        } else {
            let known = EXTENSIONS.iter().find(|(name, _)| key.eq_ignore_ascii_case(name));
            known.map_or(DirectiveKind::Unknown, |(_, kind)| *kind)
        }
    }

    fn spells(self, key: &[u8], correct: &[&[u8]], misspelt: &[&[u8]]) -> bool {
        let whole = |name: &&[u8]| key.eq_ignore_ascii_case(name);
        let prefix = |name: &&[u8]| {
            key.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        match self.spelling {
            KeySpelling::Exact => correct.iter().any(whole),
            KeySpelling::Misspelt => correct.iter().chain(misspelt).any(whole),
            KeySpelling::Prefix => correct.iter().chain(misspelt).any(prefix),
        }
    }

    /// Whether the key is understood only because the dialect forgives a misspelling.
    fn is_misspelt(self, key: &[u8]) -> bool {
        let starts = |name: &&[u8]| {
            key.get(..name.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        let kind = self.classify(key);
        match kind {
            DirectiveKind::UserAgent => !USER_AGENT.iter().any(starts),
            DirectiveKind::Disallow => !DISALLOW.iter().any(starts),
            DirectiveKind::Sitemap => !SITEMAP.iter().any(starts),
            _ => false,
        }
    }
}

/// Key and value of one line.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{DirectiveKind, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nNoindex: /x");
/// let unknown = robots.directives().last().unwrap();
/// assert_eq!(unknown.kind(), DirectiveKind::Unknown);
/// assert_eq!((unknown.line(), unknown.key(), unknown.value()), (2, &b"Noindex"[..], &b"/x"[..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive<'a> {
    kind: DirectiveKind,
    line: u32,
    key: &'a [u8],
    value: &'a [u8],
    key_span: Span,
    value_span: Span,
    is_misspelt: bool,
    is_missing_colon: bool,
}

impl<'a> Directive<'a> {
    /// The directive of a line, if it has one. Allocates nothing.
    #[must_use]
    pub fn of(line: &Line<'a>, dialect: &Dialect) -> Option<Self> {
        let (key, value) = line.key_value()?;
        let keys = Keys::new(dialect);
        Some(Self {
            kind: keys.classify(key),
            line: line.number(),
            key,
            value,
            key_span: line.span_of(key),
            value_span: line.span_of(value),
            is_misspelt: keys.is_misspelt(key),
            is_missing_colon: line.is_missing_colon(),
        })
    }

    /// What the key means in the dialect at hand.
    #[must_use]
    pub fn kind(&self) -> DirectiveKind {
        self.kind
    }

    /// The line's number, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The key as written, trimmed.
    #[must_use]
    pub fn key(&self) -> &'a [u8] {
        self.key
    }

    /// The value as written, trimmed, without the comment.
    #[must_use]
    pub fn value(&self) -> &'a [u8] {
        self.value
    }

    /// Where the key stands in the body.
    #[must_use]
    pub fn key_span(&self) -> Span {
        self.key_span
    }

    /// Where the value stands in the body.
    #[must_use]
    pub fn value_span(&self) -> Span {
        self.value_span
    }

    /// Whether the key is a misspelling that the dialect forgives.
    #[must_use]
    pub fn is_misspelt(&self) -> bool {
        self.is_misspelt
    }

    /// Whether white space stands where the colon should, which the dialect forgives.
    #[must_use]
    pub fn is_missing_colon(&self) -> bool {
        self.is_missing_colon
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_under_each_spelling() {
        use DirectiveKind::*;
        // key, exact, misspelt, prefix
        let table: [(&[u8], _, _, _); 14] = [
            (b"User-Agent", UserAgent, UserAgent, UserAgent),
            (b"useragent", Unknown, UserAgent, UserAgent),
            (b"user  agent", Unknown, Unknown, Unknown),
            (b"user_agent", Unknown, Unknown, Unknown),
            (b"User-agents", Unknown, Unknown, UserAgent),
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
        for (key, exact, misspelt, prefix) in table {
            for (spelling, expected) in [
                (KeySpelling::Exact, exact),
                (KeySpelling::Misspelt, misspelt),
                (KeySpelling::Prefix, prefix),
            ] {
                assert_eq!(
                    Keys {
                        spelling,
                        allow_lines: true
                    }
                    .classify(key),
                    expected,
                    "{key:?} {spelling:?}"
                );
            }
        }
        assert_eq!(
            Keys {
                spelling: KeySpelling::Exact,
                allow_lines: false
            }
            .classify(b"allow"),
            Unknown
        );
    }

    #[test]
    fn what_a_dialect_forgives() {
        // line, misspelt, no colon
        let table: [(&[u8], bool, bool); 10] = [
            (b"User-agent: x", false, false),
            (b"User-agents: x", false, false),
            (b"useragent: x", true, false),
            (b"Disallow /x", false, true),
            (b"Dissallow /x", true, true),
            (b"Disallowed: /x", false, false),
            (b"Allowed: /x", false, false),
            (b"Sitemaps: /x", false, false),
            (b"Site-map: /x", true, false),
            (b"Crawl-delay 1", false, true),
        ];
        for (text, is_misspelt, is_missing_colon) in table {
            let line = crate::tokenizer::Lines::new(text, Dialect::GOOGLE)
                .next()
                .unwrap();
            let directive = Directive::of(&line, &Dialect::GOOGLE).unwrap();
            assert_eq!(
                (directive.is_misspelt(), directive.is_missing_colon()),
                (is_misspelt, is_missing_colon),
                "{:?}",
                text.escape_ascii()
            );
        }
    }
}
