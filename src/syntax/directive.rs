//! Directives: the key and the value of one line, and what the key means.

use core::fmt;

use super::key_spelling::Keys;
pub use super::kind::{DirectiveKind, RuleKind};
use crate::dialect::Dialect;
use crate::shown::Shown;
use crate::syntax::line::Line;
use crate::syntax::span::Span;

/// Key and value of one line.
///
/// # Examples
///
/// ```
/// use robots_exclusion::syntax::DirectiveKind;
/// use robots_exclusion::RobotsTxt;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nNoindex: /x");
/// let unknown = robots.directives().last().unwrap();
/// assert_eq!(unknown.kind(), DirectiveKind::Unknown);
/// assert_eq!((unknown.line(), unknown.key(), unknown.value()), (2, &b"Noindex"[..], &b"/x"[..]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Directive<'a> {
    kind: DirectiveKind,
    line: u32,
    key: &'a [u8],
    value: &'a [u8],
    key_span: Span,
    value_span: Span,
    is_missing_colon: bool,
}

impl fmt::Debug for Directive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directive")
            .field("kind", &self.kind)
            .field("line", &self.line)
            .field("key", &Shown(self.key))
            .field("value", &Shown(self.value))
            .finish_non_exhaustive()
    }
}

impl<'a> Directive<'a> {
    /// The directive of a line, if it has one. Allocates nothing.
    #[must_use]
    pub fn of(line: &Line<'a>, dialect: &Dialect) -> Option<Self> {
        Self::read(line, Keys::new(dialect))
    }

    #[inline]
    pub(crate) fn read(line: &Line<'a>, keys: Keys) -> Option<Self> {
        let split = line.split()?;
        let (key, value) = (split.key, split.value());
        Some(Self {
            kind: keys.classify(key),
            line: line.number(),
            key,
            value,
            key_span: line.span_of(key),
            value_span: line.span_of(value),
            is_missing_colon: split.is_missing_colon,
        })
    }

    /// What the key means in the dialect.
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

    /// Where the key is in the body.
    #[must_use]
    pub fn key_span(&self) -> Span {
        self.key_span
    }

    /// Where the value is in the body.
    #[must_use]
    pub fn value_span(&self) -> Span {
        self.value_span
    }

    /// Whether white space takes the place of the colon, which the dialect forgives.
    #[must_use]
    pub fn is_missing_colon(&self) -> bool {
        self.is_missing_colon
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_kind_has_a_key() {
        let keys = Keys::new(&Dialect::RFC_9309);
        for kind in DirectiveKind::ALL {
            let read = kind.key().map(|key| keys.classify(key.as_bytes()));
            assert_eq!(read, (*kind != DirectiveKind::Unknown).then_some(*kind));
        }
    }

    #[test]
    fn a_key_may_go_on_after_its_end() {
        for dialect in [Dialect::GOOGLE, Dialect::LENIENT] {
            for (text, kind) in [
                ("User-agents: x", DirectiveKind::UserAgent),
                ("Disallows: /", DirectiveKind::Disallow),
                ("Sitemaps: https://example.com/", DirectiveKind::Sitemap),
            ] {
                let line = crate::syntax::line::Lines::new(text.as_bytes(), dialect).next();
                let directive = Directive::of(&line.unwrap(), &dialect).unwrap();
                assert_eq!(directive.kind(), kind, "{text}");
            }
        }
    }

    #[test]
    fn what_a_dialect_forgives() {
        use DirectiveKind::{Allow, CrawlDelay, Disallow, Sitemap, UserAgent};
        // line, kind, no colon
        let table: [(&[u8], DirectiveKind, bool); 10] = [
            (b"User-agent: x", UserAgent, false),
            (b"User-agents: x", UserAgent, false),
            (b"useragent: x", UserAgent, false),
            (b"Disallow /x", Disallow, true),
            (b"Dissallow /x", Disallow, true),
            (b"Disallowed: /x", Disallow, false),
            (b"Allowed: /x", Allow, false),
            (b"Sitemaps: /x", Sitemap, false),
            (b"Site-map: /x", Sitemap, false),
            (b"Crawl-delay 1", CrawlDelay, true),
        ];
        for (text, kind, is_missing_colon) in table {
            let line = crate::syntax::line::Lines::new(text, Dialect::GOOGLE)
                .next()
                .unwrap();
            let directive = Directive::of(&line, &Dialect::GOOGLE).unwrap();
            assert_eq!(
                (directive.kind(), directive.is_missing_colon()),
                (kind, is_missing_colon),
                "{:?}",
                text.escape_ascii()
            );
        }
    }
}
