//! The answer to a question, and the reasons for it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::num::NonZeroU32;

use crate::dialect::{PatternLanguage, PercentMode};
use crate::identifiers;
use crate::matching::outcome::{Cause, Outcome};
use crate::matching::pattern::canonical;
use crate::matching::percent::Scratch;
use crate::shown::Shown;
use crate::syntax::directive::RuleKind;
use crate::syntax::record::RuleId;
use crate::syntax::separator::key_before_value;
use crate::syntax::span::{Span, offset_in};

/// The reason for a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// A rule decided.
    Rule,
    /// Groups apply to the crawler, but none of their rules matches.
    NoMatchingRule,
    /// No group applies to the crawler.
    NoGroup,
    /// The target is `/robots.txt`, which the dialect always allows (RFC 9309 section 2.2.2).
    RobotsTxtItself,
    /// There is no file to ask, because robots.txt cannot be reached: everything else is disallowed
    /// (RFC 9309 section 2.3.1.4, [`Rules::disallow_all`](crate::Rules::disallow_all)).
    Unreachable,
    /// There is no file to ask, because the server refuses to give it (401, 403): everything else
    /// is disallowed. Only if the [policy](crate::fetch::FetchPolicy::forbidden_disallows) says
    /// that a refusal disallows.
    Forbidden,
    /// There is no file to ask, and everything is allowed (RFC 9309 section 2.3.1.3).
    /// [`Verdict::cause`] says why.
    Unavailable,
    /// The crawler's name is a URL of the web, which no group can name: the agent and the URL were
    /// probably given in the wrong order. The verdict is the one for a crawler without a name.
    AgentIsUrl,
}

identifiers! {
    Reason {
        Rule = "rule",
        NoMatchingRule = "no-matching-rule",
        NoGroup = "no-group",
        RobotsTxtItself = "robots-txt-itself",
        Unreachable = "unreachable",
        Forbidden = "forbidden",
        Unavailable = "unavailable",
        AgentIsUrl = "agent-is-url",
    }
}

/// One Allow or Disallow, and its line.
///
/// Two are equal if they have the same kind, pattern and line.
#[derive(Clone)]
pub struct Rule<'r> {
    kind: RuleKind,
    text: Text<'r>,
    line: NonZeroU32,
    /// Where the pattern begins in the value of the line.
    offset_in_value: u32,
    /// The length that counts for precedence, or [`UNMEASURED`].
    length: u32,
    /// How the pattern is read where its length is not known.
    mode: PercentMode,
    language: PatternLanguage,
}

/// Where a rule has its key and its pattern.
#[derive(Clone)]
enum Text<'r> {
    /// In a body, up to the end of the pattern, which begins at `start`. The key is only looked for
    /// when it is asked for, before the pattern.
    Written { body: &'r [u8], start: u32 },
    /// Without its body: the [head](Rule::write_head), `Disallow:`, and from `pattern_at` on the
    /// pattern. `start` is where the pattern began in the body, if that is known; never 0, because a
    /// key comes before every pattern.
    Copied {
        text: Cow<'r, [u8]>,
        pattern_at: u32,
        start: Option<NonZeroU32>,
    },
    /// The pattern alone, compiled.
    Compiled(Cow<'r, [u8]>),
}

/// The length of a pattern that has not been measured. No pattern has this length, since it is
/// shorter than its body, which is at most 4 GiB.
const UNMEASURED: u32 = u32::MAX;

/// The number of a line, which is never 0: lines are counted from 1, and compiled bytes with a line
/// 0 are refused.
fn numbered(line: u32) -> NonZeroU32 {
    NonZeroU32::new(line).unwrap_or(NonZeroU32::MIN)
}

impl<'r> Rule<'r> {
    /// A rule that is kept without its file. `text` is its [head](Self::write_head), which has
    /// `head` bytes, and the pattern.
    #[doc(hidden)]
    pub fn kept(
        kind: RuleKind,
        text: &'r [u8],
        head: u32,
        id: RuleId,
        mode: PercentMode,
        language: PatternLanguage,
    ) -> Self {
        Self {
            kind,
            text: Text::Copied {
                text: Cow::Borrowed(text),
                pattern_at: head,
                start: None,
            },
            line: numbered(id.line),
            offset_in_value: id.offset,
            length: UNMEASURED,
            mode,
            language,
        }
    }

    /// A rule that borrows its pattern from a body.
    #[inline]
    pub(crate) fn written(
        body: &'r [u8],
        kind: RuleKind,
        pattern: &[u8],
        id: RuleId,
        mode: PercentMode,
        language: PatternLanguage,
    ) -> Self {
        let start = offset_in(body, pattern);
        Self {
            kind,
            text: Text::Written {
                body: &body[..start + pattern.len()],
                start: start as u32,
            },
            line: numbered(id.line),
            offset_in_value: id.offset,
            length: UNMEASURED,
            mode,
            language,
        }
    }

    /// Like [`written`](Self::written), for a rule whose length is known.
    #[doc(hidden)]
    #[inline]
    pub fn measured(body: &'r [u8], kind: RuleKind, pattern: &[u8], id: RuleId, length: u32) -> Self {
        let (mode, language) = (PercentMode::Rfc9309, PatternLanguage::Wildcard);
        Self {
            length,
            ..Self::written(body, kind, pattern, id, mode, language)
        }
    }

    /// A compiled rule, whose pattern is in canonical form.
    pub(crate) fn compiled(kind: RuleKind, pattern: impl Into<Cow<'r, [u8]>>, id: RuleId) -> Self {
        let pattern = pattern.into();
        Self {
            kind,
            length: pattern.len() as u32,
            text: Text::Compiled(pattern),
            line: numbered(id.line),
            offset_in_value: id.offset,
            mode: PercentMode::Rfc9309,
            language: PatternLanguage::Wildcard,
        }
    }

    /// What comes before the pattern, without other patterns on its line: the key as written, and
    /// whether a colon follows it; `None` for a compiled rule.
    fn head(&self) -> Option<(&[u8], bool)> {
        let head = match &self.text {
            Text::Written { body, start } => &body[..(start - self.offset_in_value) as usize],
            Text::Copied { text, pattern_at, .. } => &text[..*pattern_at as usize],
            Text::Compiled(_) => &[],
        };
        (!head.is_empty()).then(|| key_before_value(head))
    }

    /// Appends the part of a rule that comes before its pattern, as a copy keeps it: the key, and a
    /// byte that separates the two.
    #[doc(hidden)]
    pub fn write_head(&self, out: &mut Vec<u8>) {
        if let Some((key, has_colon)) = self.head() {
            out.extend_from_slice(key);
            out.push(if has_colon { b':' } else { b' ' });
        }
    }
}

impl<'r> Rule<'r> {
    /// Whether it allows or disallows.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// The pattern: as written when the rule comes from a [`RobotsTxt`](crate::RobotsTxt), in
    /// canonical form when it comes from compiled [`Rules`](crate::Rules).
    #[must_use]
    pub fn pattern(&self) -> &[u8] {
        match &self.text {
            Text::Written { body, start } => &body[*start as usize..],
            Text::Copied { text, pattern_at, .. } => &text[*pattern_at as usize..],
            Text::Compiled(pattern) => pattern,
        }
    }

    /// The key: as written when the rule comes from a [`RobotsTxt`](crate::RobotsTxt), such as
    /// `disallow`, or `Disalow` in dialects that forgive it; `Allow` or `Disallow` when it comes
    /// from compiled [`Rules`](crate::Rules).
    ///
    /// # Complexity
    ///
    /// Linear in the key.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// let robots = RobotsTxt::options().dialect(Dialect::LENIENT).parse(b"User-agent: *\nDisalow: /x\n");
    /// let verdict = robots.check("FooBot", "/x");
    /// assert_eq!(verdict.rule().unwrap().key(), b"Disalow");
    /// assert_eq!(verdict.rule().unwrap().to_string(), "Disalow: /x");
    /// assert_eq!(robots.rules_for("FooBot").check("/x").rule().unwrap().key(), b"Disallow");
    /// ```
    #[must_use]
    pub fn key(&self) -> &[u8] {
        match self.head() {
            Some((key, _)) => key,
            None => self.kind.key().as_bytes(),
        }
    }

    /// Whether there is white space where the colon should be, which the dialect forgives.
    #[must_use]
    pub fn is_missing_colon(&self) -> bool {
        self.head().is_some_and(|(_, has_colon)| !has_colon)
    }

    /// The line's number, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line.get()
    }

    /// Where the pattern is in the [body](crate::RobotsTxt::body), if the rule comes from a
    /// [`RobotsTxt`](crate::RobotsTxt) or [`ParseOptions::check`](crate::ParseOptions::check);
    /// `None` if it comes from compiled [`Rules`](crate::Rules), which keep no body.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /x # secret\n");
    /// let verdict = robots.check("FooBot", "/x/y");
    /// let span = verdict.rule().and_then(|rule| rule.span()).unwrap();
    /// assert_eq!(&robots.body()[span.range()], b"/x");
    /// assert_eq!(robots.rules_for("FooBot").check("/x/y").rule().unwrap().span(), None);
    /// ```
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let start = match self.text {
            Text::Written { start, .. } => start as usize,
            Text::Copied { start, .. } => start?.get() as usize,
            Text::Compiled(_) => return None,
        };
        Some(Span::new(start, start + self.pattern().len()))
    }

    /// The length that decides in dialects in which the longest pattern wins (RFC 9309 section
    /// 2.2.2): the number of octets in the pattern's canonical form.
    ///
    /// For a rule that matched because Google's library gives `Allow: /dir/index.htm…` a second
    /// chance, it is the length of the pattern that matched in its place, `/dir/$`.
    ///
    /// # Complexity
    ///
    /// Linear in the pattern for the rules of a [`Group`](crate::Group); otherwise constant.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /é\nAllow: /%7Ejoe".as_bytes());
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.rules().map(|rule| rule.length()).collect::<Vec<_>>(), ["/%C3%A9".len(), "/~joe".len()]);
    /// ```
    #[must_use]
    pub fn length(&self) -> usize {
        match (self.length, self.language) {
            (UNMEASURED, PatternLanguage::Glob) => self.pattern().len(),
            (UNMEASURED, language) => {
                let mut scratch = Scratch::new();
                canonical(self.pattern(), language, self.mode, &mut scratch);
                scratch.as_slice().len()
            }
            (length, _) => length as usize,
        }
    }

    /// The same rule with copies of its key and pattern, which borrows nothing.
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
        let text = match self.text {
            Text::Written { start, .. } => {
                let mut text = Vec::new();
                self.write_head(&mut text);
                let pattern_at = text.len() as u32;
                text.extend_from_slice(self.pattern());
                Text::Copied {
                    text: Cow::Owned(text),
                    pattern_at,
                    start: NonZeroU32::new(start),
                }
            }
            Text::Copied {
                text,
                pattern_at,
                start,
            } => Text::Copied {
                text: Cow::Owned(text.into_owned()),
                pattern_at,
                start,
            },
            Text::Compiled(pattern) => Text::Compiled(Cow::Owned(pattern.into_owned())),
        };
        Rule { text, ..self }
    }

    /// Which rule of its file it is.
    #[doc(hidden)]
    #[must_use]
    pub fn id(&self) -> RuleId {
        RuleId {
            line: self.line(),
            offset: self.offset_in_value,
        }
    }

    fn identity(&self) -> (RuleKind, &[u8], NonZeroU32) {
        (self.kind, self.pattern(), self.line)
    }
}

impl PartialEq for Rule<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Rule<'_> {}

impl Hash for Rule<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({self}, line {})", self.line)
    }
}

impl fmt::Display for Rule<'_> {
    /// The rule as a line of a robots.txt: `Disallow: /x`. One that comes from a file is spelled as
    /// there: `Disalow: /x`, or `Disallow /x` without the colon. Bytes that are not UTF-8 are shown
    /// as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = alloc::string::String::from_utf8_lossy;
        let colon = if self.is_missing_colon() { "" } else { ":" };
        write!(f, "{}{colon} {}", text(self.key()), text(self.pattern()))
    }
}

/// The answer to a question: whether the crawler may fetch the target, and why.
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
/// assert_eq!(verdict.group_name(), Some(&b"FooBot"[..]));
/// assert_eq!(verdict.to_string(), "disallowed by `Disallow: /x` on line 2, in the group of FooBot");
/// ```
///
/// A verdict is what the file says. Whether the crawler obeys it is not in the file: for a well-known
/// crawler, [`Agent::obeys`](crate::agents::Agent::obeys) says what its operator documents, and
/// [`Obedience::note`](crate::agents::Obedience::note) is the sentence to print beside the verdict.
///
/// ```
/// use robots_exclusion::{RobotsTxt, agents};
///
/// let robots = RobotsTxt::parse(b"User-agent: ChatGPT-User\nDisallow: /\n");
/// let crawler = &agents::CHATGPT_USER;
/// assert!(!robots.check(crawler, "/").is_allowed());
/// let note = crawler.obeys().note(crawler.name());
/// assert_eq!(note.unwrap(), "ChatGPT-User may ignore robots.txt, its operator says");
/// ```
#[derive(Clone)]
#[must_use]
pub struct Verdict<'r> {
    pub(crate) reason: Reason,
    pub(crate) rule: Option<Rule<'r>>,
    pub(crate) group: Option<Cow<'r, [u8]>>,
    pub(crate) cause: Option<Cause>,
    pub(crate) is_truncated: bool,
}

impl fmt::Debug for Verdict<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict")
            .field("reason", &self.reason)
            .field("rule", &self.rule)
            .field("group", &self.group_name().map(Shown))
            .finish()
    }
}

impl<'r> Verdict<'r> {
    /// A verdict that cites no rule and no group.
    const fn bare(reason: Reason) -> Self {
        Self {
            reason,
            rule: None,
            group: None,
            cause: None,
            is_truncated: false,
        }
    }

    /// The target is `/robots.txt`, which the dialect always allows.
    #[doc(hidden)]
    pub const fn robots_txt_itself() -> Self {
        Self::bare(Reason::RobotsTxtItself)
    }

    /// There is no file to ask, so everything is allowed, or everything but `/robots.txt` is
    /// disallowed. The cause is `None` if it is not known.
    pub(crate) fn without_file(allows: bool, cause: Option<Cause>) -> Self {
        let reason = match (allows, cause) {
            (true, _) => Reason::Unavailable,
            (false, Some(Cause::Forbidden)) => Reason::Forbidden,
            (false, _) => Reason::Unreachable,
        };
        Self {
            cause,
            ..Self::bare(reason)
        }
    }

    /// The verdict if the outcome of a request decides by itself; `None` if a file decides.
    pub(crate) fn by_outcome(outcome: Outcome) -> Option<Self> {
        let (allows, cause) = outcome.decides()?;
        Some(Self::without_file(allows, Some(cause)))
    }

    /// Sets the reason to [`Reason::AgentIsUrl`], except on verdicts that are the same for every
    /// crawler.
    #[cold]
    pub(crate) fn set_agent_is_url(&mut self) {
        if self.reason != Reason::RobotsTxtItself {
            self.reason = Reason::AgentIsUrl;
        }
    }

    /// Says whether the file was cut before it was read.
    #[inline]
    pub(crate) const fn set_truncated(&mut self, yes: bool) {
        self.is_truncated = yes;
    }

    /// A rule of the group decides.
    #[doc(hidden)]
    pub fn by_rule(rule: Rule<'r>, group: Option<&'r [u8]>) -> Self {
        Self {
            rule: Some(rule),
            group: group.map(Cow::Borrowed),
            ..Self::bare(Reason::Rule)
        }
    }

    /// No rule matches; `group` is `None` if no group applies.
    #[doc(hidden)]
    pub fn without_rule(group: Option<&'r [u8]>) -> Self {
        let reason = match group {
            Some(_) => Reason::NoMatchingRule,
            None => Reason::NoGroup,
        };
        Self {
            group: group.map(Cow::Borrowed),
            ..Self::bare(reason)
        }
    }

    /// Whether the crawler may fetch the target.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        match &self.rule {
            Some(rule) => rule.kind == RuleKind::Allow,
            None => !matches!(self.reason, Reason::Unreachable | Reason::Forbidden),
        }
    }

    /// Why.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// If there is no file to ask, the cause. It is only known for verdicts of the results of
    /// [`Rules::for_outcome`](crate::Rules::for_outcome) and
    /// [`RobotsTxt::for_outcome`](crate::RobotsTxt::for_outcome); otherwise `None`.
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        self.cause
    }

    /// Whether only the beginning of the file was read, so that a rule further down might have
    /// decided otherwise. See [`ParseOptions::max_bytes`](crate::ParseOptions::max_bytes) and
    /// [`ParseOptions::truncated`](crate::ParseOptions::truncated).
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The rule that decided; `None` unless the reason is [`Reason::Rule`] or
    /// [`Reason::AgentIsUrl`].
    #[must_use]
    pub fn rule(&self) -> Option<&Rule<'r>> {
        self.rule.as_ref()
    }

    /// The number of the line that decided, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        self.rule.as_ref().map(Rule::line)
    }

    /// The name of the group that applies to the crawler, as the first User-agent line that names
    /// it spells it, or `*`.
    #[must_use]
    pub fn group_name(&self) -> Option<&[u8]> {
        self.group.as_deref()
    }

    /// The same verdict with another name for its group. For crawlers that share a verdict because
    /// the same groups apply to them, although they are named differently.
    #[doc(hidden)]
    pub fn in_group_named(self, label: Option<&'r [u8]>) -> Self {
        Self {
            group: self.group.as_ref().and(label.map(Cow::Borrowed)),
            ..self
        }
    }

    /// The same verdict with copies of everything that it borrows.
    pub fn into_owned(self) -> Verdict<'static> {
        Verdict {
            reason: self.reason,
            rule: self.rule.map(Rule::into_owned),
            group: self.group.map(|group| Cow::Owned(group.into_owned())),
            cause: self.cause,
            is_truncated: self.is_truncated,
        }
    }

    /// The fields that are compared by `==`.
    fn key(&self) -> (bool, Reason, Option<u32>, Option<&[u8]>) {
        (self.is_allowed(), self.reason, self.line(), self.group_name())
    }
}

impl PartialEq for Verdict<'_> {
    /// Two are equal if they have the same result, reason and line, and the same name of the group.
    /// The spelling of the pattern does not matter: a [`RobotsTxt`](crate::RobotsTxt) cites it as
    /// written, compiled [`Rules`](crate::Rules) in canonical form.
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Verdict<'_> {}

impl Hash for Verdict<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Display for Verdict<'_> {
    /// In one line: ``disallowed by `Disallow: /x` on line 2, in the group of FooBot``. Bytes that
    /// are not UTF-8 are shown as U+FFFD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = if self.is_allowed() {
            "allowed"
        } else {
            "disallowed"
        };
        let group = || alloc::string::String::from_utf8_lossy(self.group_name().unwrap_or_default());
        match (&self.rule, self.reason) {
            (Some(rule), _) => write!(
                f,
                "{access} by `{rule}` on line {}, in the group of {}",
                rule.line,
                group()
            ),
            (None, Reason::NoMatchingRule) => {
                write!(f, "{access}: no rule in the group of {} matches", group())
            }
            (None, Reason::RobotsTxtItself) => write!(f, "{access}: robots.txt itself is always allowed"),
            (None, Reason::Unreachable | Reason::Forbidden | Reason::Unavailable) => {
                let cause = self.cause.unwrap_or(Cause::Unreachable);
                write!(f, "{access}: {}", cause.description())
            }
            (None, Reason::NoGroup | Reason::Rule | Reason::AgentIsUrl) => {
                write!(f, "{access}: no group applies")
            }
        }?;
        if self.is_truncated {
            f.write_str(" (of a file that was too long to be read whole)")?;
        }
        if self.reason == Reason::AgentIsUrl {
            f.write_str(
                "; but the crawler's name is a URL: pass the name first, such as FooBot, and then the URL",
            )?;
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use alloc::string::{String, ToString};
    use serde::ser::SerializeStruct;
    use serde::{Serialize, Serializer};

    use super::{Rule, Verdict};

    impl Serialize for Rule<'_> {
        /// `kind` and `pattern` as text, and the `line`.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Rule", 3)?;
            fields.serialize_field("kind", self.kind.as_str())?;
            fields.serialize_field("pattern", &String::from_utf8_lossy(self.pattern()))?;
            fields.serialize_field("line", &self.line)?;
            fields.end()
        }
    }

    impl Serialize for Verdict<'_> {
        /// The fields that `robots check` prints: `allowed`, `reason`, `line`, `rule` and `group`.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Verdict", 5)?;
            fields.serialize_field("allowed", &self.is_allowed())?;
            fields.serialize_field("reason", &self.reason)?;
            fields.serialize_field("line", &self.line())?;
            fields.serialize_field("rule", &self.rule.as_ref().map(ToString::to_string))?;
            fields.serialize_field("group", &self.group_name().map(String::from_utf8_lossy))?;
            fields.end()
        }
    }
}
