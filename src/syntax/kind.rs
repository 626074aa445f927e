//! What the keys of lines mean.

use core::fmt;

use crate::identifier::{identifiers, names};

/// Whether a rule allows or disallows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleKind {
    /// An Allow line.
    Allow,
    /// A Disallow line.
    Disallow,
}

names! {
    RuleKind {
        Allow = "allow",
        Disallow = "disallow",
    }
}

impl RuleKind {
    /// The key as a file should spell it.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Allow => "Allow",
            Self::Disallow => "Disallow",
        }
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

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
    /// `License`: the URL of license terms (RSL).
    License,
    /// `Agentmap`: the URL of a description for AI agents.
    Agentmap,
    /// `Schemamap`: the URL of a list of structured data.
    Schemamap,
    /// `LLM-Policy`: the URL of a policy for AI models.
    LlmPolicy,
    /// Any other key.
    Unknown,
}

identifiers! {
    DirectiveKind {
        UserAgent = "user-agent",
        Allow = "allow",
        Disallow = "disallow",
        Sitemap = "sitemap",
        CrawlDelay = "crawl-delay",
        RequestRate = "request-rate",
        VisitTime = "visit-time",
        RobotVersion = "robot-version",
        Comment = "comment",
        Host = "host",
        CleanParam = "clean-param",
        ContentSignal = "content-signal",
        ContentUsage = "content-usage",
        License = "license",
        Agentmap = "agentmap",
        Schemamap = "schemamap",
        LlmPolicy = "llm-policy",
        Unknown = "unknown",
    }
}

impl DirectiveKind {
    /// What the rule does, if the line is a rule.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RuleKind, syntax::DirectiveKind};
    ///
    /// assert_eq!(DirectiveKind::Allow.rule_kind(), Some(RuleKind::Allow));
    /// assert_eq!(DirectiveKind::Sitemap.rule_kind(), None);
    /// ```
    #[must_use]
    pub fn rule_kind(self) -> Option<RuleKind> {
        match self {
            Self::Allow => Some(RuleKind::Allow),
            Self::Disallow => Some(RuleKind::Disallow),
            _ => None,
        }
    }
}
