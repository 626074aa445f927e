//! One change, and the URLs that show its effect.

use core::fmt;
use std::sync::Arc;

use super::effect::Effect;
use super::impact::Impact;
use crate::decide::Witness;
use robots_exclusion::Verdict;
use robots_exclusion::identifiers;

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// A User-agent line was added above rules that the old file has for other crawlers, or for
    /// none: [`Change::regrouped`] says which. It is listed before the changes that it causes.
    UserAgentAdded,
    /// A User-agent line was removed, misspelled or turned into a comment, and the new file still
    /// has the rules below it, for other crawlers or for none: [`Change::regrouped`] says which. It
    /// is listed before the changes that it causes. Where more than 1,000 lines were removed or added
    /// so, none is listed: the file was written anew.
    UserAgentRemoved,
    /// The crawlers had no group of their own, so they obeyed the group of `*`, if there was one.
    /// Now they have one.
    GroupAdded,
    /// The crawlers had a group of their own. Now they have none, so they obey the group of `*`, if
    /// there is one.
    GroupRemoved,
    /// A rule was added.
    RuleAdded,
    /// A rule was removed.
    RuleRemoved,
    /// The same rules are in another order, in a dialect where the order decides.
    RulesReordered,
    /// A line was added that is not a rule for any crawler: an extension, a key that is not known,
    /// or any line of a group that no crawler reads.
    LineAdded,
    /// Such a line was removed.
    LineRemoved,
    /// A Sitemap line was added.
    SitemapAdded,
    /// A Sitemap line was removed.
    SitemapRemoved,
    /// The file has another format than before: it is an HTML page, for example.
    FormatChanged,
    /// The groups of these crawlers were not compared: the work allowed was spent, or the dialect
    /// lets a crawler follow the groups of several names
    /// ([`RobotsTxt::audience`](robots_exclusion::RobotsTxt::audience)).
    NotCompared,
    /// Only in dialects where names match by containment. With [`Effect::Undecided`]: groups come
    /// in another order or have other names, and it is not known what changes for crawlers that are
    /// not listed. With [`Effect::None`]: only lines of groups that no crawler reads have changed.
    GroupsRearranged,
}

identifiers! {
    ChangeKind {
        UserAgentAdded = "user-agent-added",
        UserAgentRemoved = "user-agent-removed",
        GroupAdded = "group-added",
        GroupRemoved = "group-removed",
        RuleAdded = "rule-added",
        RuleRemoved = "rule-removed",
        RulesReordered = "rules-reordered",
        LineAdded = "line-added",
        LineRemoved = "line-removed",
        SitemapAdded = "sitemap-added",
        SitemapRemoved = "sitemap-removed",
        FormatChanged = "format-changed",
        NotCompared = "not-compared",
        GroupsRearranged = "groups-rearranged",
    }
}

impl ChangeKind {
    /// Whether changes of this kind can change which URLs crawlers may fetch, so that the effect is
    /// worth showing.
    #[must_use]
    pub const fn is_about_rules(self) -> bool {
        matches!(
            self,
            Self::UserAgentAdded
                | Self::UserAgentRemoved
                | Self::GroupAdded
                | Self::GroupRemoved
                | Self::RuleAdded
                | Self::RuleRemoved
                | Self::RulesReordered
                | Self::NotCompared
                | Self::GroupsRearranged
        )
    }

    /// Whether a change of this kind is the cause of others.
    pub(super) const fn is_cause(self) -> bool {
        matches!(self, Self::UserAgentAdded | Self::UserAgentRemoved)
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    pub(super) kind: ChangeKind,
    pub(super) impact: Impact,
    pub(super) effect: Effect,
    /// Shared by the changes that concern the same crawlers: a group may have thousands of names.
    pub(super) agents: Arc<[String]>,
    pub(super) line_before: Option<u32>,
    pub(super) line_after: Option<u32>,
    pub(super) text: String,
    pub(super) witnesses: Vec<Evidence>,
    pub(super) fallback: Option<Fallback>,
    pub(super) regrouped: Option<Regrouped>,
    pub(super) is_partly_open: bool,
}

impl Change {
    /// The effect on a crawler, to be written after its name: `can crawl less`. If Allow rules open
    /// a part of a blocked site, the text does not say that the whole site is blocked.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::diff::DiffOptions;
    ///
    /// let old = RobotsTxt::parse(b"User-agent: *\nAllow: /a\n");
    /// let new = RobotsTxt::parse(b"User-agent: *\nAllow: /a\nDisallow: /\n");
    /// let diff = DiffOptions::new().compare(&old, &new);
    /// assert_eq!(diff.changes()[0].effect_description(), "blocked from all but what Allow rules open");
    /// ```
    #[must_use]
    pub fn effect_description(&self) -> &'static str {
        self.effect.described(self.is_partly_open)
    }

    /// What was changed.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// The severity for the crawler that is hit hardest. For a User-agent line, this may be one of
    /// the crawlers whose rules are now, or were, below it.
    #[must_use]
    pub fn impact(&self) -> Impact {
        self.impact
    }

    /// The effect on the URLs about which the removed rule decided, or about which the added one
    /// now decides. For a group or a User-agent line that was added or removed, the effect of the
    /// whole edit on its crawlers. Changes of other lines and of the format have no effect of their own.
    ///
    /// Several changes may contribute to one effect: where an Allow was replaced by a shorter one,
    /// both have a share.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    /// The crawlers concerned, by name, and `*` for all that no group names; empty if the change
    /// concerns the file as a whole.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// The line in the old file that is gone, counted from 1; for a removed group, and for rules in
    /// another order, the line on which the first group of the crawlers begins.
    #[must_use]
    pub fn line_before(&self) -> Option<u32> {
        self.line_before
    }

    /// The line in the new file that was added, counted from 1; for an added group, and for rules
    /// in another order, the line on which the first group of the crawlers begins.
    #[must_use]
    pub fn line_after(&self) -> Option<u32> {
        self.line_after
    }

    /// The rule or line as it is spelled in the file, without its comment and with one space after
    /// the colon. For a group, the names of its crawlers; for rules in another order, nothing; for
    /// other changes that are not about one line, a few words that say what changed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// URLs whose verdict changes: one that is closed and one that is opened, if there are any.
    /// They show the effect. The opened URL comes first if the site is no longer blocked
    /// ([`Effect::OpensSite`]). With [`Effect::KeepsOpen`] and [`Effect::KeepsClosed`], a URL whose
    /// verdict would change without the rule.
    #[must_use]
    pub fn witnesses(&self) -> &[Evidence] {
        &self.witnesses
    }

    /// The rules that the crawlers of an added group no longer follow, or that the crawlers of a
    /// removed group now follow. `None` for other kinds of changes, and where no rule is concerned.
    #[must_use]
    pub fn fallback(&self) -> Option<&Fallback> {
        self.fallback.as_ref()
    }

    /// Where the rules below a User-agent line are in the file that lacks the line. `None` for
    /// other kinds of changes.
    #[must_use]
    pub fn regrouped(&self) -> Option<&Regrouped> {
        self.regrouped.as_ref()
    }
}

impl fmt::Display for Change {
    /// In one line: ``critical: * is blocked from the whole site: `Disallow: /` was added``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.impact)?;
        match &self.agents[..] {
            [] => {}
            [one] => f.write_str(one)?,
            [one, other] => write!(f, "{one} and {other}")?,
            [one, rest @ ..] => write!(f, "{one} and {} others", rest.len())?,
        }
        let verb = match (self.effect, self.agents.len()) {
            (Effect::ClosesSite | Effect::OpensSite, 1) => "is ",
            (Effect::ClosesSite | Effect::OpensSite, _) => "are ",
            _ => "",
        };
        match self.effect {
            _ if self.agents.is_empty() => {}
            Effect::None | Effect::Undecided | Effect::KeepsOpen | Effect::KeepsClosed => {
                f.write_str(": ")?
            }
            effect => write!(f, " {verb}{}: ", effect.described(self.is_partly_open))?,
        }
        let text = &self.text;
        match self.kind {
            ChangeKind::GroupAdded => f.write_str("a group was added")?,
            ChangeKind::GroupRemoved => f.write_str("the group was removed")?,
            ChangeKind::UserAgentAdded
            | ChangeKind::RuleAdded
            | ChangeKind::LineAdded
            | ChangeKind::SitemapAdded => write!(f, "`{text}` was added")?,
            ChangeKind::UserAgentRemoved
            | ChangeKind::RuleRemoved
            | ChangeKind::LineRemoved
            | ChangeKind::SitemapRemoved => write!(f, "`{text}` was removed")?,
            ChangeKind::RulesReordered => f.write_str("the rules are in another order")?,
            ChangeKind::FormatChanged => write!(f, "the file is now {text}")?,
            ChangeKind::NotCompared | ChangeKind::GroupsRearranged => f.write_str(text)?,
        }
        if let Some(fallback) = &self.fallback {
            write!(f, "; {fallback}")?;
        }
        if let Some(regrouped) = &self.regrouped {
            write!(f, "; {regrouped}")?;
        }
        match (self.effect, self.witnesses.first()) {
            (Effect::KeepsOpen, Some(kept)) => write!(f, ", keeps {} open", kept.target()),
            (Effect::KeepsClosed, Some(kept)) => write!(f, ", keeps {} closed", kept.target()),
            (Effect::None | Effect::Undecided, _) if self.kind.is_about_rules() => {
                write!(f, ", {}", self.effect.description())
            }
            _ => Ok(()),
        }
    }
}

/// The rules of other groups that crawlers stop or begin to follow when a group of their own comes
/// or goes: rules for `*`, or for a name that the crawler falls back to.
///
/// Only rules that decide about a URL whose verdict changes are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fallback {
    pub(super) is_followed: bool,
    pub(super) group: String,
    pub(super) count: usize,
    pub(super) patterns: Vec<String>,
}

impl Fallback {
    /// How many patterns are kept at most.
    pub(super) const MAX_PATTERNS: usize = 10;

    /// Whether the crawlers now follow these rules; otherwise they no longer do.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// The name of these groups, such as `*`.
    #[must_use]
    pub fn group(&self) -> &str {
        &self.group
    }

    /// The number of rules.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The patterns of the first few of these rules, in file order. There may be more rules than
    /// patterns.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }
}

impl fmt::Display for Fallback {
    /// ``no longer follows 3 rules of `*`: /checkout, /account, /cart``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.is_followed { "now" } else { "no longer" };
        let rules = if self.count == 1 { "rule" } else { "rules" };
        write!(f, "{verb} follows {} {rules} of `{}`: ", self.count, self.group)?;
        for (at, pattern) in self.patterns.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{pattern}")?;
        }
        match self.count.saturating_sub(self.patterns.len()) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Where the rules below a User-agent line are in the file that lacks the line.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
/// use robots_exclusion_analysis::diff::{ChangeKind, compare};
///
/// let old = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b\n");
/// let new = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\n\nUser agent FooBot\nDisallow: /b\n");
/// let diff = compare(&old, &new);
/// let cause = &diff.changes()[0];
/// assert_eq!(cause.kind(), ChangeKind::UserAgentRemoved);
/// let regrouped = cause.regrouped().unwrap();
/// assert_eq!((regrouped.rules(), regrouped.line(), regrouped.names()), (1, 5, &["*".to_string()][..]));
/// assert_eq!(regrouped.instead(), Some((4, "User agent FooBot")));
/// assert_eq!(regrouped.to_string(), "line 4 is now `User agent FooBot`, and its rule is now for *");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regrouped {
    pub(super) is_removed: bool,
    pub(super) rules: usize,
    pub(super) line: u32,
    pub(super) names: Vec<String>,
    pub(super) more_names: usize,
    pub(super) instead: Option<(u32, String)>,
    /// The name of the dialect in which the rules are so, unless that is RFC 9309.
    pub(super) dialect: Option<&'static str>,
}

impl Regrouped {
    /// How many names are kept at most.
    pub(super) const MAX_NAMES: usize = 10;

    /// The number of rules below the User-agent line that the other file has too, in one group or
    /// in none.
    #[must_use]
    pub fn rules(&self) -> usize {
        self.rules
    }

    /// The line of the first of these rules in the other file, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The names of the group to which these rules belong in the other file, or the first ten, of each
    /// at most 200 characters; empty if they belong to no group.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The line of the other file in the place of the User-agent line, with its number, if it looks
    /// like one: it is misspelled, or a comment.
    #[must_use]
    pub fn instead(&self) -> Option<(u32, &str)> {
        let (line, text) = self.instead.as_ref()?;
        Some((*line, text))
    }
}

impl fmt::Display for Regrouped {
    /// `its 2 rules are now for *`. In other dialects than RFC 9309 the text names the dialect.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, text)) = &self.instead {
            let verb = if self.is_removed { "is now" } else { "was" };
            write!(f, "line {line} {verb} `{text}`, and ")?;
        }
        let (rules, verb) = match (self.rules, self.is_removed) {
            (1, true) => ("its rule".to_owned(), "is now"),
            (1, false) => ("its rule".to_owned(), "was"),
            (count, true) => (format!("its {count} rules"), "are now"),
            (count, false) => (format!("its {count} rules"), "were"),
        };
        write!(f, "{rules} {verb} ")?;
        if self.names.is_empty() {
            f.write_str("in no group")?;
        } else {
            write!(f, "for {}", self.names.join(", "))?;
        }
        if self.more_names > 0 {
            write!(f, " and {} more", self.more_names)?;
        }
        match self.dialect {
            Some(dialect) => write!(f, ", as read in the dialect {dialect}"),
            None => Ok(()),
        }
    }
}

/// A URL whose verdict changes for a crawler.
///
/// It is absolute and can be pasted; its host is `example.com`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    /// Thousands of changes may concern one crawler, whose name may be long.
    pub(super) agent: Arc<str>,
    url: String,
    before: Decision,
    after: Decision,
}

/// One file's verdict on a URL.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    is_allowed: bool,
    line: Option<u32>,
    rule: Option<String>,
}

impl Evidence {
    pub(super) fn new(agent: &Arc<str>, witness: &Witness<'_>) -> Self {
        Self::between(agent, witness.url(), witness.before(), witness.after())
    }

    pub(super) fn between(agent: &Arc<str>, url: &str, before: &Verdict<'_>, after: &Verdict<'_>) -> Self {
        Self {
            agent: Arc::clone(agent),
            url: url.to_string(),
            before: Decision::new(before),
            after: Decision::new(after),
        }
    }

    /// The path and query of the URL.
    fn target(&self) -> &str {
        &self.url[Witness::ORIGIN.len()..]
    }

    /// A crawler whose verdict changes; `*` for one that no group names.
    #[must_use]
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// The URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The verdict in the old file.
    #[must_use]
    pub fn before(&self) -> &Decision {
        &self.before
    }

    /// The verdict in the new file.
    #[must_use]
    pub fn after(&self) -> &Decision {
        &self.after
    }
}

impl fmt::Display for Evidence {
    /// ``https://example.com/js/a.css: allowed -> disallowed, was `Allow: *.css`, now `Disallow:
    /// /js` ``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |decision: &Decision| {
            if decision.is_allowed {
                "allowed"
            } else {
                "disallowed"
            }
        };
        write!(f, "{}: {} -> {}", self.url, word(&self.before), word(&self.after))?;
        if let Some(rule) = self.before.rule() {
            write!(f, ", was `{rule}`")?;
        }
        match self.after.rule() {
            Some(rule) => write!(f, ", now `{rule}`"),
            None => Ok(()),
        }
    }
}

impl Decision {
    fn new(verdict: &Verdict<'_>) -> Self {
        Self {
            is_allowed: verdict.is_allowed(),
            line: verdict.line(),
            rule: verdict.rule().map(ToString::to_string),
        }
    }

    /// Whether the crawler may fetch the URL.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.is_allowed
    }

    /// The line of the rule that decides, counted from 1; `None` if no rule does.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.line
    }

    /// The rule that decides, as written in the file; `None` if no rule does.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }
}
