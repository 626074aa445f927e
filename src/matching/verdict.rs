//! The answer to a question, and what it rests on.

use alloc::borrow::Cow;
use core::fmt;

use crate::syntax::directive::RuleKind;

/// Why a verdict is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// A rule decided.
    Rule,
    /// Groups speak for the crawler, but none of their rules matches.
    NoMatchingRule,
    /// No group speaks for the crawler.
    NoGroup,
    /// The target is `/robots.txt`, which the dialect always allows (RFC 9309 section 2.2.2).
    RobotsTxtItself,
}

impl Reason {
    /// The reason as the command line writes it: `rule`, `no-matching-rule`, `no-group` or `robots-txt-itself`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::NoMatchingRule => "no-matching-rule",
            Self::NoGroup => "no-group",
            Self::RobotsTxtItself => "robots-txt-itself",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One Allow or Disallow, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<'r> {
    pub(crate) kind: RuleKind,
    pub(crate) pattern: Cow<'r, [u8]>,
    pub(crate) line: u32,
}

impl Rule<'_> {
    /// Whether it allows or disallows.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// The pattern: as written when the rule comes from a [`RobotsTxt`](crate::RobotsTxt), in canonical form when it comes
    /// from compiled [`Rules`](crate::Rules).
    #[must_use]
    pub fn pattern(&self) -> &[u8] {
        &self.pattern
    }

    /// The line's number, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The same with a copy of the pattern, free of what it was borrowed from.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, Rule};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /x\n");
    /// let rule: Option<Rule<'static>> = robots.check("FooBot", "/x").rule().cloned().map(Rule::into_owned);
    /// drop(robots);
    /// assert_eq!(rule.unwrap().to_string(), "Disallow: /x");
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Rule<'static> {
        Rule {
            kind: self.kind,
            pattern: Cow::Owned(self.pattern.into_owned()),
            line: self.line,
        }
    }
}

impl fmt::Display for Rule<'_> {
    /// The rule as a line of a robots.txt: `Disallow: /x`. Bytes that are not UTF-8 are shown as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}",
            self.kind,
            alloc::string::String::from_utf8_lossy(&self.pattern)
        )
    }
}

/// May the crawler fetch the target, and why.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Reason, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /x\nAllow: /x/y\n");
/// let verdict = robots.check("FooBot", "https://example.com/x/z");
/// assert!(!verdict.is_allowed());
/// assert_eq!(verdict.reason(), Reason::Rule);
/// assert_eq!(verdict.line(), Some(2));
/// assert_eq!(verdict.rule().unwrap().to_string(), "Disallow: /x");
/// assert_eq!(verdict.group(), Some(&b"FooBot"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Verdict<'r> {
    pub(crate) reason: Reason,
    pub(crate) rule: Option<Rule<'r>>,
    pub(crate) group: Option<&'r [u8]>,
}

impl<'r> Verdict<'r> {
    /// The target is `/robots.txt`, which the dialect always allows.
    pub(crate) const fn robots_txt_itself() -> Self {
        Self {
            reason: Reason::RobotsTxtItself,
            rule: None,
            group: None,
        }
    }

    /// A rule of the group decides.
    pub(crate) const fn by_rule(rule: Rule<'r>, group: Option<&'r [u8]>) -> Self {
        Self {
            reason: Reason::Rule,
            rule: Some(rule),
            group,
        }
    }

    /// No rule matches; `group` is `None` if no group applies.
    pub(crate) const fn without_rule(group: Option<&'r [u8]>) -> Self {
        let reason = match group {
            Some(_) => Reason::NoMatchingRule,
            None => Reason::NoGroup,
        };
        Self {
            reason,
            rule: None,
            group,
        }
    }

    /// Whether the crawler may fetch the target.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.kind == RuleKind::Allow)
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// The rule that decided; `None` unless the reason is [`Reason::Rule`].
    #[must_use]
    pub fn rule(&self) -> Option<&Rule<'r>> {
        self.rule.as_ref()
    }

    /// The number of the line that decided, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.rule.as_ref().map(|rule| rule.line)
    }

    /// The name of the group that speaks for the crawler, as the first User-agent line that names it spells it, or `*`.
    #[must_use]
    pub fn group(&self) -> Option<&'r [u8]> {
        self.group
    }
}
