//! A parsed file, and the options to read one with.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::index::Index;
use crate::dialect::Dialect;
use crate::matching::group_rank::Names;
use crate::matching::outcome::Outcome;
use crate::matching::pattern::RuleSyntax;
use crate::matching::question::{first_match, first_match_streamed};
use crate::matching::selection::FileGroups;
use crate::matching::target::Target;
use crate::matching::verdict::{Rule, Verdict};
use crate::rules::Rules;
use crate::rules::extensions::SiteLines;
use crate::size_limit::{MAX_BODY_BYTES, whole_lines};
use crate::syntax::agent_list::AgentList;
use crate::syntax::body_format::{BodyFormat, transcode};
use crate::syntax::directive::{Directive, DirectiveKind};
use crate::syntax::groups::Grouped;
use crate::syntax::key_spelling::Keys;
use crate::syntax::line::Lines;
use crate::syntax::reader;
use crate::syntax::record::{self, Record};

/// Whether a crawler may fetch a URL, straight from a body, under RFC 9309.
///
/// One pass over the body, nothing is kept. For a second question about the same body,
/// [`RobotsTxt`] or [`Rules`] are cheaper; for other dialects, or for the reason, see
/// [`ParseOptions::check`]. The body may be bytes or text. A body, agent or URL is never an error:
/// [`RobotsTxt`], [`AgentList`] and [`Target`] say how odd values are understood.
///
/// # Complexity
///
/// Linear in the body, plus, for each rule of the crawler's groups that may decide, the length of
/// its pattern and of the target. Nothing is allocated, unless the URL or a rule is over 512 bytes
/// long and must be rewritten to be compared, or after some 256 rules with a star inside, for which
/// the URL is indexed.
///
/// # Examples
///
/// ```
/// let body = b"User-agent: *\nDisallow: /private/\n";
/// assert!(robots_exclusion::is_allowed(body, "FooBot", "https://example.com/about"));
/// assert!(!robots_exclusion::is_allowed(body, "FooBot", "https://example.com/private/x"));
/// ```
#[must_use]
pub fn is_allowed<'q>(
    body: &(impl AsRef<[u8]> + ?Sized),
    agents: impl Into<AgentList<'q>>,
    url: impl Into<Target<'q>>,
) -> bool {
    ParseOptions::new().check(body, agents, url).is_allowed()
}

/// How a body is read, for each way to use it: parsing all of it, compiling the rules for one
/// crawler, or asking one question.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// let options = ParseOptions::new().dialect(Dialect::GOOGLE).max_bytes(512_000);
/// let body = b"user-agent: *\ndisalow: /x";
/// assert!(!options.parse(body).is_allowed("FooBot", "/x"));
/// assert!(!options.rules_for(body, "FooBot").is_allowed("/x"));
/// assert_eq!(options.check(body, "FooBot", "/x").line(), Some(2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParseOptions {
    dialect: Dialect,
    max_bytes: Option<usize>,
    transcode_utf16: bool,
    keep_site_lines: bool,
    truncated: bool,
    is_indexed: bool,
}

impl ParseOptions {
    /// The defaults: the whole body, under [`Dialect::RFC_9309`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the body in this dialect, for every crawler. The default is [`Dialect::RFC_9309`];
    /// [`UserAgent::dialect`](crate::agents::UserAgent::dialect) is the dialect of a well-known
    /// crawler.
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    pub(crate) const fn chosen_dialect(&self) -> Dialect {
        self.dialect
    }

    /// Reads at most this many bytes of the body, cut after the last line that fits whole, so that
    /// no rule is cut in half. If not even the first line fits, nothing is read. For a transcoded
    /// body, the bytes of the result are counted. By default the whole body is read, up to 4 GiB.
    /// [`RobotsTxt::is_truncated`] says whether anything was cut.
    #[must_use]
    pub const fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = Some(max_bytes);
        self
    }

    /// Transcodes a body in UTF-16 to UTF-8 ([`BodyFormat`] says how it is recognized). Spans then
    /// refer to the transcoded [`body`](RobotsTxt::body), which lacks the byte order mark. A lone
    /// surrogate becomes U+FFFD, and an odd byte at the end is dropped. By default such a body is
    /// read as it is, and none of its lines are understood.
    #[must_use]
    pub const fn transcode_utf16(mut self, transcode: bool) -> Self {
        self.transcode_utf16 = transcode;
        self
    }

    /// Says whether the body was already cut, for example because
    /// [`Body::truncated`](crate::fetch::Body::truncated) is true. Verdicts then say so
    /// ([`Verdict::is_truncated`]). The default is `false`.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use robots_exclusion::ParseOptions;
    /// use robots_exclusion::fetch::read_body;
    ///
    /// let body = read_body(&b"User-agent: *\nDisallow: /x\nDisallow: /y\n"[..], 30)?;
    /// let rules = ParseOptions::new().truncated(body.truncated).rules_for(&body.bytes, "FooBot");
    /// assert!(rules.check("/y").is_truncated());
    /// # }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
    }

    /// Keeps the values of Sitemap and Host lines in compiled [`Rules`], for [`Rules::sitemaps`]
    /// and [`Rules::hosts`]. The values take memory, and the body is read a second time if it is
    /// compiled without parsing it. By default they are not kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::ParseOptions;
    ///
    /// let body = b"User-agent: *\nDisallow: /x\nSitemap: https://example.com/s.xml\n";
    /// let rules = ParseOptions::new().keep_site_lines(true).rules_for(body, "FooBot");
    /// assert!(rules.sitemaps().eq([b"https://example.com/s.xml"]));
    /// assert_eq!(ParseOptions::new().rules_for(body, "FooBot").sitemaps().count(), 0);
    /// ```
    #[must_use]
    pub const fn keep_site_lines(mut self, keep: bool) -> Self {
        self.keep_site_lines = keep;
        self
    }

    /// Keeps an index of the groups by the names on them, for [`RobotsTxt::audience`] and questions
    /// by many crawlers: it finds the groups of each crawler without reading the file again. It
    /// takes up to thirty times the memory of the names. By default there is no index.
    #[must_use]
    pub const fn indexed(mut self, indexed: bool) -> Self {
        self.is_indexed = indexed;
        self
    }

    /// Parses a body. This cannot fail, and copies nothing unless the body is transcoded.
    ///
    /// The body may be a `&[u8]`, a `&str`, or a reference to whatever else holds bytes.
    ///
    /// # Complexity
    ///
    /// Time and memory are linear in the body.
    #[must_use]
    pub fn parse<'a>(&self, body: &'a (impl AsRef<[u8]> + ?Sized)) -> RobotsTxt<'a> {
        self.parse_cow(Cow::Borrowed(body.as_ref()))
    }

    /// Like [`parse`](Self::parse), but keeps the body, so that the result borrows nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{ParseOptions, RobotsTxt};
    ///
    /// let downloaded: Vec<u8> = b"User-agent: *\nDisallow: /x".to_vec();
    /// let robots: RobotsTxt<'static> = ParseOptions::new().parse_owned(downloaded);
    /// assert!(!robots.is_allowed("FooBot", "/x"));
    /// ```
    #[must_use]
    pub fn parse_owned(&self, body: impl Into<Vec<u8>>) -> RobotsTxt<'static> {
        self.parse_cow(Cow::Owned(body.into()))
    }

    /// Not generic, so that it is compiled only once.
    fn parse_cow<'a>(&self, body: Cow<'a, [u8]>) -> RobotsTxt<'a> {
        let format = BodyFormat::of_start(&body);
        let bytes = u32::try_from(body.len()).unwrap_or(u32::MAX);
        let (body, is_truncated) = self.prepare(body);
        let outcome = self.dialect.fetch_policy.outcome_of_size(bytes as usize);
        let robots = RobotsTxt {
            grouped: grouped_unless(outcome, &body, &self.dialect),
            body,
            bytes,
            index: None,
            dialect: self.dialect,
            format,
            is_truncated,
            keep_site_lines: self.keep_site_lines,
            outcome,
        };
        if self.is_indexed {
            robots.into_indexed()
        } else {
            robots
        }
    }

    /// Compiles the rules that apply to a crawler straight from a body.
    ///
    /// # Complexity
    ///
    /// Linear in the body, and `n log n` in the number of the crawler's rules.
    #[must_use]
    pub fn rules_for<'q>(
        &self,
        body: &(impl AsRef<[u8]> + ?Sized),
        agents: impl Into<AgentList<'q>>,
    ) -> Rules {
        self.compile(body.as_ref(), &agents.into())
    }

    /// Not generic, so that it is compiled only once.
    fn compile(&self, body: &[u8], agents: &AgentList<'_>) -> Rules {
        let is_parsed = self.keep_site_lines || agents.reads_delay_of_star() || self.is_oversized(body);
        if is_parsed {
            return self.parse(body).rules_for(agents);
        }
        let (body, is_truncated) = self.prepare(Cow::Borrowed(body));
        Rules::compile_body(&body, &self.dialect, agents).truncated(is_truncated)
    }

    /// The verdict on one question, straight from a body: like [`is_allowed`], but with the
    /// deciding rule, its line and its group.
    ///
    /// # Complexity
    ///
    /// Like [`is_allowed`].
    pub fn check<'b, 'q>(
        &self,
        body: &'b (impl AsRef<[u8]> + ?Sized),
        agents: impl Into<AgentList<'q>>,
        url: impl Into<Target<'q>>,
    ) -> Verdict<'b> {
        self.check_body(body.as_ref(), &agents.into(), url.into())
    }

    /// Not generic, so that it is compiled only once.
    fn check_body<'b>(&self, body: &'b [u8], agents: &AgentList<'_>, target: Target<'_>) -> Verdict<'b> {
        if self.is_oversized(body) {
            return self.parse(body).check(agents, target).into_owned();
        }
        let (body, is_truncated) = self.prepare(Cow::Borrowed(body));
        let mut verdict = match body {
            Cow::Borrowed(body) => self.check_prepared(body, agents, target),
            // A transcoded body is dropped at the end of this function, so the verdict must not
            // borrow from it.
            Cow::Owned(body) => self.check_prepared(&body, agents, target).into_owned(),
        };
        verdict.set_truncated(is_truncated);
        verdict
    }

    fn check_prepared<'b>(&self, body: &'b [u8], agents: &AgentList<'_>, target: Target<'_>) -> Verdict<'b> {
        let dialect = &self.dialect;
        let target = target.split(dialect.target_syntax);
        let names = Names::new(dialect, agents);
        if !dialect.groups_need_rules {
            return first_match_streamed(body, dialect, names, target);
        }
        // Here a line may decide whether a name above it counts.
        let grouped = reader::read(body, dialect);
        let file = FileGroups {
            body,
            dialect,
            grouped: &grouped,
        };
        first_match(file, &file.select(&names), Some(&names), target).into_owned()
    }

    /// Whether the body is so large that the dialect reads none of it.
    #[inline]
    fn is_oversized(&self, body: &[u8]) -> bool {
        self.dialect.fetch_policy.outcome_of_size(body.len()).is_some()
    }

    /// The body as these options require it to be read, and whether it was cut.
    #[inline]
    fn prepare<'a>(&self, body: Cow<'a, [u8]>) -> (Cow<'a, [u8]>, bool) {
        let whole = if self.transcode_utf16 {
            transcode(body)
        } else {
            body
        };
        let limit = self.max_bytes.unwrap_or(usize::MAX).min(MAX_BODY_BYTES);
        let fits = whole_lines(&whole, limit).len();
        let is_truncated = self.truncated || fits < whole.len();
        let body = match whole {
            Cow::Borrowed(body) => Cow::Borrowed(&body[..fits]),
            Cow::Owned(mut body) => {
                body.truncate(fits);
                Cow::Owned(body)
            }
        };
        (body, is_truncated)
    }
}

/// The lines of a body and their groups; none if an outcome decides.
#[inline]
fn grouped_unless(outcome: Option<Outcome>, body: &[u8], dialect: &Dialect) -> Grouped {
    match outcome {
        Some(_) => Grouped::default(),
        None => reader::read(body, dialect),
    }
}

/// A parsed robots.txt: every group, every rule, for any crawler.
///
/// It borrows the body and keeps a record of twelve bytes for each line that has a meaning.
/// Questions are answered from these records; for many questions by one crawler, compile its
/// [`Rules`] first.
///
/// Any bytes are a robots.txt. A line without a meaning is skipped, and a body of such lines allows
/// everything. Lines may be of any length, unless the dialect cuts them
/// ([`Dialect::max_line_bytes`]). Octets that are not UTF-8, and NULs ([`Dialect::nul_ends_line`]
/// aside), are kept in rules as they are, and match themselves and their escapes in a URL as the
/// dialect compares escapes. An HTML page is read line by line too; [`RobotsTxt::format`]
/// recognizes one.
///
/// In a dialect that treats a file over a certain size as allowing everything
/// ([`FetchPolicy::oversized_allows`](crate::fetch::FetchPolicy::oversized_allows), as Yandex
/// does), a longer body has no groups, and [`RobotsTxt::outcome`] decides.
///
/// Two files are equal if they hold the same bytes, were read in the same dialect, and the options
/// had the same effect.
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
#[derive(Clone, PartialEq, Eq)]
pub struct RobotsTxt<'a> {
    body: Cow<'a, [u8]>,
    /// The size of the body before it was cut or transcoded, if that is under 4 GiB.
    bytes: u32,
    grouped: Grouped,
    index: Option<Box<Index>>,
    dialect: Dialect,
    format: BodyFormat,
    is_truncated: bool,
    keep_site_lines: bool,
    /// The outcome of the request, if it decides because there is no file, or the file is too
    /// large.
    outcome: Option<Outcome>,
}

impl<'a> RobotsTxt<'a> {
    /// Parses the whole body under [`Dialect::RFC_9309`]. This cannot fail.
    ///
    /// The body may be a `&[u8]`, a `&str`, or a reference to whatever else holds bytes.
    ///
    /// # Complexity
    ///
    /// Time and memory are linear in the body.
    #[must_use]
    pub fn parse(body: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self::options().parse(body)
    }

    /// The result of a request for robots.txt that returned no file, if its outcome decides by
    /// itself. `None` if a file decides: the body ([`Outcome::Parse`]) or the last good copy
    /// ([`Outcome::UseCopy`]).
    ///
    /// Like [`Rules::for_outcome`], but for any crawler. The result has no lines and no groups;
    /// verdicts and compiled rules allow or disallow everything, and say why ([`Verdict::cause`]).
    /// Questions about all URLs (`decide`, `diff`) look only at lines, so they treat the result as
    /// an empty file.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, Reason, RobotsTxt};
    /// use robots_exclusion::fetch::Reply;
    ///
    /// let outcome = Dialect::GOOGLE.fetch_policy.outcome(Reply::Status(503));
    /// let robots = RobotsTxt::for_outcome(outcome).unwrap();
    /// assert_eq!(robots.check("FooBot", "/x").reason(), Reason::Unreachable);
    /// assert!(!robots.rules_for("FooBot").is_allowed("/x"));
    /// ```
    #[must_use]
    pub fn for_outcome(outcome: Outcome) -> Option<RobotsTxt<'static>> {
        outcome.decides()?;
        Some(RobotsTxt {
            outcome: Some(outcome),
            ..RobotsTxt::default()
        })
    }

    /// The same file, read in another dialect, without an index. The body stays as the options cut
    /// and transcoded it, and keeps its original size.
    ///
    /// # Complexity
    ///
    /// Like [`ParseOptions::parse`], or a copy if the dialects only differ in which rule decides; the
    /// body is copied if this file owns it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nAllow: /a\n\nDisallow: /b\n");
    /// assert!(!robots.is_allowed("YandexBot", "/b"));
    /// assert!(robots.in_dialect(Dialect::YANDEX).is_allowed("YandexBot", "/b"));
    /// ```
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Self {
        // Without a body, the file is the outcome of a request, in any dialect.
        let outcome = match self.bytes {
            0 => self.outcome,
            bytes => dialect.fetch_policy.outcome_of_size(bytes as usize),
        };
        // Which rule decides, and what answers of a server mean, are asked when lines have been read.
        let reads_alike = dialect.with(|custom| {
            custom.rule_choice = self.dialect.rule_choice;
            custom.fetch_policy = self.dialect.fetch_policy;
        }) == self.dialect;
        Self {
            body: self.body.clone(),
            bytes: self.bytes,
            grouped: if reads_alike && outcome == self.outcome {
                self.grouped.clone()
            } else {
                grouped_unless(outcome, &self.body, &dialect)
            },
            index: None,
            dialect,
            format: self.format,
            is_truncated: self.is_truncated,
            keep_site_lines: self.keep_site_lines,
            outcome,
        }
    }

    /// The outcome that decides instead of rules: of a request that returned no file
    /// ([`for_outcome`](Self::for_outcome)), or because the file is larger than its dialect reads.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::fetch::{Cause, Outcome};
    /// use robots_exclusion::{Dialect, ParseOptions};
    ///
    /// let body = format!("User-agent: *\nDisallow: /\n{}", "# more\n".repeat(100_000));
    /// let yandex = ParseOptions::new().dialect(Dialect::YANDEX).parse(&body);
    /// assert_eq!(yandex.outcome(), Some(Outcome::AllowAll(Cause::Oversized)));
    /// assert!(yandex.is_allowed("YandexBot", "/x"));
    /// assert_eq!(ParseOptions::new().parse(&body).outcome(), None);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Options to parse with.
    #[must_use]
    pub fn options() -> ParseOptions {
        ParseOptions::new()
    }

    /// Whether a crawler may fetch a URL, which is absolute or a path that begins with `/`.
    ///
    /// See [`Target`] for other strings, and [`AgentList`] for the names of a crawler; neither is
    /// ever an error.
    ///
    /// # Complexity
    ///
    /// Linear in the names of the file, plus, for each rule of the crawler's groups that may decide,
    /// the length of its pattern and of the target. Nothing is allocated, unless the URL or a rule
    /// is over 512 bytes long and must be rewritten to be compared, or after some 256 rules with a
    /// star inside, for which the URL is indexed.
    #[must_use]
    pub fn is_allowed<'q>(&self, agents: impl Into<AgentList<'q>>, url: impl Into<Target<'q>>) -> bool {
        self.check(agents, url).is_allowed()
    }

    /// The verdict on a question, with the rule that decided, its line and its group.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Googlebot\nDisallow: /x\n");
    /// let verdict = robots.check(["Googlebot-Image", "Googlebot"], "https://example.com/x/1.png");
    /// assert!(!verdict.is_allowed());
    /// assert_eq!(verdict.line(), Some(2));
    /// ```
    pub fn check<'q>(&self, agents: impl Into<AgentList<'q>>, url: impl Into<Target<'q>>) -> Verdict<'_> {
        let agents = agents.into();
        let names = Names::new(&self.dialect, &agents);
        let chosen = self.grouped_file().select(&names);
        self.verdict(&chosen, Some(&names), url.into())
    }

    /// The file as its groups.
    #[inline]
    pub(crate) fn grouped_file(&self) -> FileGroups<'_> {
        FileGroups {
            body: &self.body,
            dialect: &self.dialect,
            grouped: &self.grouped,
        }
    }

    pub(super) fn dialect_ref(&self) -> &Dialect {
        &self.dialect
    }

    /// The verdict for the outcome of the request, if it decides because there is no file.
    pub(super) fn outcome_verdict(&self) -> Option<Verdict<'static>> {
        self.outcome.and_then(Verdict::by_outcome)
    }

    /// Takes a verdict of rules that were compiled from this file, and returns it with the rule as
    /// the file spells it, as [`RobotsTxt::check`] cites it.
    ///
    /// Compiled [`Rules`] keep no body, so they cite the canonical form of a pattern. Keep the file
    /// too if you want to show the rule that decided.
    ///
    /// # Complexity
    ///
    /// Like [`RobotsTxt::rule_as_written`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\ndisallow: /café # closed\n".as_bytes());
    /// let rules = robots.rules_for("FooBot");
    /// let verdict = rules.check("/caf%C3%A9/menu");
    /// assert_eq!(verdict.rule().unwrap().to_string(), "Disallow: /caf%C3%A9");
    /// assert_eq!(robots.as_written(verdict).rule().unwrap().to_string(), "disallow: /café");
    /// ```
    pub fn as_written<'v>(&'v self, mut verdict: Verdict<'v>) -> Verdict<'v> {
        let written = verdict.rule().and_then(|cited| self.rule_as_written(cited));
        verdict.rule = written.or(verdict.rule);
        verdict
    }

    /// Takes a rule of rules that were compiled from this file, such as one of [`Rules::iter`], and
    /// returns it as the file spells it. For a whole verdict, use [`as_written`](Self::as_written).
    ///
    /// The rule is found by its line number, so a rule of another file leads to an unrelated rule
    /// or to `None`.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /café # closed\n".as_bytes());
    /// let rules = robots.rules_for("FooBot");
    /// let verdict = rules.check("/caf%C3%A9/menu");
    /// let rule = robots.rule_as_written(verdict.rule().unwrap()).unwrap();
    /// assert_eq!(&robots.body()[rule.span().unwrap().range()], "/café".as_bytes());
    /// ```
    #[must_use]
    pub fn rule_as_written(&self, cited: &Rule<'_>) -> Option<Rule<'_>> {
        let id = cited.id();
        let lines = self.grouped.lines();
        let from = lines.partition_point(|record| record.line() < id.line);
        let mut of_line = lines[from..].iter().take_while(|record| record.line() == id.line);
        let (kind, value) =
            of_line.find_map(|record| Some((record.rule_kind()?, record.value(&self.body))))?;
        let path = RuleSyntax::new(&self.dialect).path_at(value, id.offset as usize)?;
        Some(Rule::measured(&self.body, kind, path, id, cited.length() as u32))
    }

    /// Compiles the rules that apply to a crawler.
    ///
    /// # Complexity
    ///
    /// Linear in the names of the file and in the lines of the crawler's groups, and `n log n` in
    /// the number of the crawler's rules.
    #[must_use]
    pub fn rules_for<'q>(&self, agents: impl Into<AgentList<'q>>) -> Rules {
        self.select(agents).compile()
    }

    /// The rules for the outcome of the request, if it decides because there is no file.
    pub(super) fn outcome_rules(&self) -> Option<Rules> {
        self.outcome.and_then(Rules::for_outcome)
    }

    /// The rules, with the lines about the whole site if the options ask for these lines.
    pub(super) fn with_site_lines(&self, mut rules: Rules) -> Rules {
        if self.keep_site_lines {
            let hosts = self.hosts().map(|host| host.as_bytes());
            rules.keep_site_lines(SiteLines::new(self.sitemaps(), hosts));
        }
        rules
    }

    /// The User-agent lines that name no crawler because no rule follows them in their record, each
    /// with its line number, in file order. Only in dialects in which [a group needs a
    /// rule](Dialect::groups_need_rules); in other dialects, a group without rules allows
    /// everything.
    ///
    /// # Complexity
    ///
    /// Linear in the lines, in such a dialect.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// let body = b"User-agent: A\n\nUser-agent: B\nDisallow: /x\n";
    /// let robots = RobotsTxt::options().dialect(Dialect::REVISITED).parse(body);
    /// assert_eq!(robots.names_without_rules(), [(1, &b"A"[..])]);
    /// assert!(RobotsTxt::parse(body).names_without_rules().is_empty());
    /// ```
    #[must_use]
    pub fn names_without_rules(&self) -> Vec<(u32, &[u8])> {
        let ignored = self.grouped.lines().iter().filter(|line| line.is_ignored_name());
        ignored
            .map(|line| (line.line(), line.value(&self.body)))
            .collect()
    }

    /// The values of the Sitemap lines, as written, for display. Lines without a value are left
    /// out. [`RobotsTxt::sitemap_lines`] returns only the values that are absolute URLs.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        record::values(&self.body, self.grouped.lines(), DirectiveKind::Sitemap)
            .filter(|value| !value.is_empty())
    }

    /// The same file with an index of the groups by the names on them: see
    /// [`ParseOptions::indexed`].
    ///
    /// If you know before parsing that you will ask for many crawlers, set that option instead.
    #[must_use]
    pub fn into_indexed(mut self) -> Self {
        if self.index.is_none() {
            self.index = Some(Box::new(Index::new(&self, &[])));
        }
        self
    }

    /// A view of the file with an index, which is made if the file has none.
    #[doc(hidden)]
    pub fn indexed_view(&self) -> RobotsTxt<'_> {
        let view = RobotsTxt {
            body: Cow::Borrowed(&self.body),
            grouped: self.grouped.clone(),
            index: self.index.clone(),
            ..*self
        };
        view.into_indexed()
    }

    /// The names in the index, in the form in which they are compared, each with its audience;
    /// empty without an index.
    #[doc(hidden)]
    pub fn indexed_names(&self) -> impl Iterator<Item = (&[u8], super::index::Audience)> {
        self.index().into_iter().flat_map(Index::names)
    }

    pub(super) fn index(&self) -> Option<&Index> {
        self.index.as_deref()
    }

    pub(crate) fn records(&self) -> &[Record] {
        self.grouped.lines()
    }

    /// All lines, including junk and blank lines.
    #[must_use]
    pub fn lines(&self) -> Lines<'_> {
        Lines::new(&self.body, self.dialect)
    }

    /// All lines that have a key, known or not.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'_>> {
        let keys = Keys::new(&self.dialect);
        self.lines().filter_map(move |line| Directive::read(&line, keys))
    }

    /// The body that was read: cut to [`ParseOptions::max_bytes`], and after transcoding, if there
    /// was any.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// The dialect it was parsed in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The format of the body, judged by its first bytes.
    ///
    /// # Complexity
    ///
    /// O(length of the body) for a short one without a directive, and O(1) for most others.
    #[must_use]
    pub fn format(&self) -> BodyFormat {
        match self.format {
            BodyFormat::Text => BodyFormat::detect(&self.body),
            format => format,
        }
    }

    /// Whether only the beginning of the body was read.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// The same file with a copy of the body, so that it borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> RobotsTxt<'static> {
        let Self {
            body,
            bytes,
            grouped,
            index,
            dialect,
            format,
            is_truncated,
            keep_site_lines,
            outcome,
        } = self;
        RobotsTxt {
            body: Cow::Owned(body.into_owned()),
            bytes,
            grouped,
            index,
            dialect,
            format,
            is_truncated,
            keep_site_lines,
            outcome,
        }
    }
}

impl fmt::Debug for RobotsTxt<'_> {
    /// The dialect and the size; the file itself may be long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RobotsTxt")
            .field("dialect", &self.dialect)
            .field("bytes", &self.body.len())
            .field("groups", &self.groups().len())
            .finish_non_exhaustive()
    }
}

impl Default for RobotsTxt<'_> {
    /// An empty file, which allows everything.
    fn default() -> Self {
        Self::parse("")
    }
}

impl From<Vec<u8>> for RobotsTxt<'static> {
    /// Parses a body and keeps it: [`ParseOptions::parse_owned`] with the defaults.
    fn from(body: Vec<u8>) -> Self {
        ParseOptions::new().parse_owned(body)
    }
}
