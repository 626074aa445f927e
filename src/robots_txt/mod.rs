//! The facade: a parsed robots.txt.

pub(crate) mod builder;
pub(crate) mod explanation;
mod extensions;
pub(crate) mod group;
pub(crate) mod group_index;

use alloc::borrow::Cow;
use alloc::vec::Vec;

use self::group::{Group, Groups};
use crate::dialect::Dialect;
use crate::matching::question::Question;
use crate::matching::target::Target;
use crate::matching::verdict::Verdict;
use crate::rules::Rules;
use crate::syntax::body::{BodyFormat, transcode_utf16, whole_lines};
use crate::syntax::directive::Directive;
use crate::syntax::line::Lines;
use crate::syntax::names::AgentList;
use crate::syntax::reader;
use crate::syntax::record::{Record, Tag};

/// Whether `agent` may fetch `url`, straight from a body, under RFC 9309.
///
/// One pass over the body, nothing is kept. For a second question about the same body, [`RobotsTxt`] or [`Rules`] are
/// cheaper. No body, agent or URL is an error: [`RobotsTxt`], [`AgentList`] and [`Target`] say what is made of odd ones.
///
/// # Complexity
///
/// Linear in the body, plus for each rule of the crawler's groups that may decide the length of its pattern and of the target. Nothing is
/// allocated, unless the URL or a rule is over 512 bytes long and must be rewritten to be compared.
///
/// # Examples
///
/// ```
/// let body = b"User-agent: *\nDisallow: /private/\n";
/// assert!(robots_exclusion::is_allowed(body, "FooBot", "https://example.com/about"));
/// assert!(!robots_exclusion::is_allowed(body, "FooBot", "https://example.com/private/x"));
/// ```
#[must_use]
pub fn is_allowed(body: &[u8], agent: &str, url: &str) -> bool {
    check(body, &AgentList::new(&[agent]), url, Dialect::RFC_9309).is_allowed()
}

/// As [`is_allowed`], for a list of tokens, in any dialect, with the verdict whole.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{AgentList, Dialect, check};
///
/// let body = b"User-agent: *\nDisallow: /a\nAllow: /a/b\n";
/// let agents = AgentList::new(&["FooBot"]);
/// assert!(check(body, &agents, "/a/b", Dialect::RFC_9309).is_allowed());
/// assert_eq!(check(body, &agents, "/a/b", Dialect::DRAFT_1996).line(), Some(2));
/// ```
pub fn check<'b>(body: &'b [u8], agents: &AgentList<'_>, url: &str, dialect: Dialect) -> Verdict<'b> {
    let body = &body[..body.len().min(u32::MAX as usize)];
    let target = Target::for_dialect(url.as_bytes(), &dialect);
    Question::ask(&dialect, *agents, target, |mut question| {
        reader::read_to(body, &dialect, &mut question);
        question.verdict()
    })
}

/// How a body is parsed. Made by [`RobotsTxt::options`].
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Dialect, RobotsTxt};
///
/// let robots = RobotsTxt::options().dialect(Dialect::GOOGLE).max_bytes(512_000).parse(b"disalow: /");
/// assert_eq!(robots.dialect(), Dialect::GOOGLE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    dialect: Dialect,
    max_bytes: Option<usize>,
    transcode_utf16: bool,
}

impl Options {
    /// Reads the body in this dialect. The default is [`Dialect::RFC_9309`].
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Reads no more than this many bytes of the body, cut behind the last line that fits whole, so that no rule is cut in half.
    /// If not even the first line fits, nothing is read. Of a transcoded body the bytes of the result are counted.
    /// By default the whole body is read, up to 4 GiB. [`RobotsTxt::is_truncated`] tells whether anything was cut.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = Some(max_bytes);
        self
    }

    /// Transcodes a body that begins with a byte order mark of UTF-16 to UTF-8. Spans then refer to the transcoded
    /// [`body`](RobotsTxt::body), which lacks the mark. A lone surrogate becomes U+FFFD, and an odd byte at the end is dropped.
    /// By default such a body is read as it is, and no line of it means anything.
    #[must_use]
    pub fn transcode_utf16(mut self, transcode: bool) -> Self {
        self.transcode_utf16 = transcode;
        self
    }

    /// Parses a body. This cannot fail.
    #[must_use]
    pub fn parse<'a>(&self, body: &'a [u8]) -> RobotsTxt<'a> {
        let format = BodyFormat::of(body);
        let whole = match (self.transcode_utf16, format) {
            (true, BodyFormat::Utf16Le) => Cow::Owned(transcode_utf16(&body[2..], u16::from_le_bytes)),
            (true, BodyFormat::Utf16Be) => Cow::Owned(transcode_utf16(&body[2..], u16::from_be_bytes)),
            _ => Cow::Borrowed(body),
        };
        let limit = self.max_bytes.unwrap_or(usize::MAX).min(u32::MAX as usize);
        let fits = whole_lines(&whole, limit).len();
        let is_truncated = fits < whole.len();
        let body = match whole {
            Cow::Borrowed(body) => Cow::Borrowed(&body[..fits]),
            Cow::Owned(mut body) => {
                body.truncate(fits);
                Cow::Owned(body)
            }
        };
        let records = reader::records(&body, &self.dialect);
        RobotsTxt {
            body,
            records,
            dialect: self.dialect,
            format,
            is_truncated,
        }
    }
}

/// A parsed robots.txt: every group, every rule, for any crawler.
///
/// It borrows the body and keeps a record of twelve bytes for each line that means something. Questions are answered from those; for many
/// questions by one crawler, compile its [`Rules`] first.
///
/// Any bytes are a robots.txt. A line that means nothing is skipped, and a body without a line that means something allows
/// everything. Lines may be of any length, unless the dialect cuts them ([`Dialect::max_line_bytes`]). Octets that are no UTF-8,
/// and NULs ([`Dialect::nul_ends_line`] aside), stand in rules as they are, and match themselves and their escapes in a URL as the
/// dialect compares escapes. An HTML page is read line by line too; [`RobotsTxt::format`] tells it from a file.
///
/// Two are equal if they hold the same bytes, read in the same dialect and with the same outcome of the options.
///
/// # Examples
///
/// ```
/// use robots_exclusion::RobotsTxt;
///
/// let robots = RobotsTxt::parse(b"User-agent: FooBot\nDisallow: /x\n\nSitemap: https://example.com/s.xml\n");
/// assert!(!robots.is_allowed("FooBot", "https://example.com/x"));
/// assert!(robots.is_allowed("BarBot", "https://example.com/x"));
/// assert_eq!(robots.sitemaps().next(), Some(&b"https://example.com/s.xml"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsTxt<'a> {
    body: Cow<'a, [u8]>,
    records: Vec<Record>,
    dialect: Dialect,
    format: BodyFormat,
    is_truncated: bool,
}

impl<'a> RobotsTxt<'a> {
    /// Parses the whole body under [`Dialect::RFC_9309`]. This cannot fail.
    ///
    /// # Complexity
    ///
    /// Time and memory are linear in the body.
    #[must_use]
    pub fn parse(body: &'a [u8]) -> Self {
        Self::options().parse(body)
    }

    /// Options to parse with.
    #[must_use]
    pub fn options() -> Options {
        Options::default()
    }

    /// Whether the crawler `agent` may fetch `url`, an absolute URL or a path that begins with `/`.
    ///
    /// See [`Target`] for what becomes of other strings, and [`AgentList`] for what is made of `agent`; none is an error.
    ///
    /// # Complexity
    ///
    /// Linear in the number of lines, plus for each rule of the crawler's groups that may decide the length of its pattern and of the
    /// target. Nothing is allocated, unless the URL or a rule is over 512 bytes long and must be rewritten to be compared.
    #[must_use]
    pub fn is_allowed(&self, agent: &str, url: &str) -> bool {
        self.check(agent, url).is_allowed()
    }

    /// The verdict on a question, with the rule that decided, its line and its group.
    pub fn check(&self, agent: &str, url: &str) -> Verdict<'_> {
        self.check_list(&AgentList::new(&[agent]), url)
    }

    /// As [`RobotsTxt::check`], for an ordered list of tokens.
    pub fn check_list(&self, agents: &AgentList<'_>, url: &str) -> Verdict<'_> {
        self.check_target(agents, &Target::for_dialect(url.as_bytes(), &self.dialect))
    }

    /// As [`RobotsTxt::check_list`], for a target that was split off before.
    pub fn check_target(&self, agents: &AgentList<'_>, target: &Target<'_>) -> Verdict<'_> {
        Question::ask(&self.dialect, *agents, *target, |mut question| {
            for record in &self.records {
                question.hear_step(record.step(&self.body), record.line());
            }
            question.verdict()
        })
    }

    /// Compiles the rules that speak for `agent`.
    #[must_use]
    pub fn rules_for(&self, agent: &str) -> Rules {
        self.rules_for_list(&AgentList::new(&[agent]))
    }

    /// Compiles the rules that speak for the first of these tokens that has a group, or those of `*`.
    #[must_use]
    pub fn rules_for_any(&self, agents: &[&str]) -> Rules {
        self.rules_for_list(&AgentList::new(agents))
    }

    /// As [`RobotsTxt::rules_for_any`], with the choice whether `*` speaks.
    #[must_use]
    pub fn rules_for_list(&self, agents: &AgentList<'_>) -> Rules {
        Rules::compile(&self.body, &self.records, &self.dialect, *agents)
    }

    /// The groups in file order.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nAllow: /\n");
    /// let group = robots.groups().next().unwrap();
    /// assert_eq!(group.agents().collect::<Vec<_>>(), [b"a", b"b"]);
    /// assert_eq!(group.rules().next().unwrap().to_string(), "Disallow: /x");
    /// assert_eq!(robots.groups().count(), 2);
    /// ```
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        Groups::new(&self.body, &self.dialect, &self.records)
    }

    /// The values of the Sitemap lines, as written.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        self.records
            .iter()
            .filter(|record| record.tag() == Tag::Sitemap)
            .map(|record| record.value(&self.body))
    }

    pub(crate) fn records(&self) -> &[Record] {
        &self.records
    }

    /// All lines, junk and blank ones included.
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.body, self.dialect)
    }

    /// All lines that have a key, known or not.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'_>> {
        self.lines()
            .filter_map(|line| Directive::of(&line, &self.dialect))
    }

    /// The body that was read: without what [`Options::max_bytes`] cut, and transcoded if it was.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The dialect it was parsed in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What the body looked like.
    #[must_use]
    pub fn format(&self) -> BodyFormat {
        self.format
    }

    /// Whether the body was longer than what was read.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The same with a copy of the body, free of the borrow.
    #[must_use]
    pub fn into_owned(self) -> RobotsTxt<'static> {
        let Self {
            body,
            records,
            dialect,
            format,
            is_truncated,
        } = self;
        RobotsTxt {
            body: Cow::Owned(body.into_owned()),
            records,
            dialect,
            format,
            is_truncated,
        }
    }
}
