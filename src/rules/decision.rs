//! Making rules, and deciding by them.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use super::compiler;
use super::default_verdict::DefaultVerdict;
use super::literal::{Literal, MatchedLiteral};
use super::wildcards::{Candidates, Wildcard, Wildcards};
use crate::dialect::Dialect;
use crate::extension::CrawlDelay;
use crate::matching::group_rank::Names;
use crate::matching::precedence::{Precedence, in_file};
use crate::matching::robots_txt_itself::is_robots_txt;
use crate::matching::selection::{Chosen, FileGroups};
use crate::matching::target::{PathAndQuery, Target};
use crate::matching::verdict::{Rule, Verdict};
use crate::rules::extensions::Extensions;
use crate::rules::extensions::SiteLines;
use crate::shown::Shown;
use crate::size_limit::{MAX_BODY_BYTES, whole_lines};
use crate::syntax::agent_list::AgentList;
use crate::syntax::directive::RuleKind;
use crate::syntax::reader;

use super::Rules;

/// The rule that decided.
enum Deciding<'r> {
    Literal(MatchedLiteral),
    Wildcard(Wildcard<'r>),
}

impl Deciding<'_> {
    fn kind(&self) -> RuleKind {
        match self {
            Self::Literal(matched) => matched.kind,
            Self::Wildcard(rule) => rule.kind,
        }
    }
}

/// The rule that decides among those that were compared, and its precedence.
type Best<'r> = Option<(Precedence, Deciding<'r>)>;

impl Rules {
    /// Compiles the rules that apply to a crawler straight from a body, under RFC 9309;
    /// [`ParseOptions::rules_for`](crate::ParseOptions::rules_for) does so for other dialects.
    ///
    /// At most 4 GiB of patterns are compiled; the rest are ignored.
    ///
    /// # Complexity
    ///
    /// Linear in the body, and `n log n` in the number of the crawler's rules.
    #[must_use]
    pub fn parse<'q>(body: &(impl AsRef<[u8]> + ?Sized), agents: impl Into<AgentList<'q>>) -> Self {
        let body = body.as_ref();
        let read = whole_lines(body, MAX_BODY_BYTES);
        let rules = Self::compile_body(read, &Dialect::RFC_9309, &agents.into());
        rules.truncated(read.len() < body.len())
    }

    /// Compiles straight from a body of at most 4 GiB.
    pub(crate) fn compile_body(body: &[u8], dialect: &Dialect, agents: &AgentList<'_>) -> Self {
        let grouped = reader::read(body, dialect);
        let file = FileGroups {
            body,
            dialect,
            grouped: &grouped,
        };
        let names = Names::new(dialect, agents);
        Self::compile(file, &file.select(&names), Some(&names))
    }

    /// Compiles the rules of the groups that were chosen; `names` are the names that chose them.
    pub(crate) fn compile(file: FileGroups<'_>, chosen: &Chosen<'_>, names: Option<&Names<'_>>) -> Self {
        compiler::compile(file, chosen, names)
    }

    /// The same without the values of other lines.
    pub(crate) fn compile_rules(
        file: FileGroups<'_>,
        chosen: &Chosen<'_>,
        names: Option<&Names<'_>>,
    ) -> Self {
        compiler::compile_rules(file, chosen, names)
    }

    /// Rules that allow everything: for a robots.txt that does not exist (RFC 9309 section
    /// 2.3.1.3).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Rules;
    ///
    /// assert!(Rules::allow_all().is_allowed("/x"));
    /// ```
    #[must_use]
    pub fn allow_all() -> Self {
        compiler::compile_nothing(&Dialect::RFC_9309)
    }

    /// Rules that disallow everything except `/robots.txt`: for a robots.txt that cannot be reached
    /// (RFC 9309 section 2.3.1.4).
    ///
    /// The verdict cites no rule, because there is none: its reason is
    /// [`Reason::Unreachable`](crate::Reason::Unreachable).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Reason, Rules};
    ///
    /// let verdict = Rules::disallow_all();
    /// let verdict = verdict.check("/x");
    /// assert!(!verdict.is_allowed());
    /// assert_eq!((verdict.reason(), verdict.line()), (Reason::Unreachable, None));
    /// ```
    #[must_use]
    pub fn disallow_all() -> Self {
        Self {
            default_verdict: DefaultVerdict::DISALLOW,
            ..Self::allow_all()
        }
    }

    /// Whether the crawler may fetch the URL: an absolute one, or a path that begins with `/`.
    ///
    /// Other strings are not an error; see [`Target`] for how they are understood.
    ///
    /// # Complexity
    ///
    /// Linear in the URL, plus one quick comparison for each pattern with a star inside that may
    /// decide. Each pattern that passes it takes time linear in its length and the URL's. When more
    /// than a few hundred have passed, the URL is indexed, and the remaining patterns are compared
    /// at 64 of its places at once: a segment between two stars then takes at most its length × the
    /// URL's length ÷ 64 steps, and only as many as it has bytes if it occurs early or has an octet
    /// that the URL lacks. Nothing is allocated otherwise, unless the URL is over 512 bytes long
    /// and must be rewritten.
    #[must_use]
    #[inline]
    pub fn is_allowed<'u>(&self, url: impl Into<Target<'u>>) -> bool {
        let target = url.into();
        match target.as_unsplit() {
            None => self.allows(target.split(self.syntax)),
            Some(url) => {
                let path = PathAndQuery::begin_in(url, self.syntax);
                // The usual answer on most sites, which have literal rules alone, without reading
                // all of the URL.
                self.is_undecided(path) || self.allows(PathAndQuery::without_fragment(path, self.syntax))
            }
        }
    }

    #[inline]
    fn is_undecided(&self, path: &[u8]) -> bool {
        self.wildcards.is_none()
            && self.globs.is_none()
            && self.default_verdict.allows()
            && self.literals.excludes(path)
    }

    fn allows(&self, target: PathAndQuery<'_>) -> bool {
        target.with_canonical(self.mode, false, |text| {
            if is_robots_txt(self.default_verdict.exempts_robots_txt(), text) {
                return true;
            }
            // The one place where engines are chosen.
            let allow = match (self.candidates(text), &self.globs) {
                (None, None) => self.literals.allow(self.choice, text),
                (candidates, _) => self
                    .best(text, target, candidates)
                    .map(|(_, rule)| rule.kind() == RuleKind::Allow),
            };
            allow.unwrap_or(self.default_verdict.allows())
        })
    }

    /// The verdict on a URL, with the rule that decided: its pattern in canonical form, because no
    /// body is kept. [`RobotsTxt::as_written`](crate::RobotsTxt::as_written) finds it as the file
    /// spells it.
    pub fn check<'u>(&self, url: impl Into<Target<'u>>) -> Verdict<'_> {
        let target = url.into().split(self.syntax);
        if self.default_verdict.says_more() {
            self.check_and_say_more(target)
        } else {
            self.check_split(target)
        }
    }

    /// A function of its own, so that the usual verdict is not copied in order to be changed.
    #[cold]
    #[inline(never)]
    fn check_and_say_more(&self, target: PathAndQuery<'_>) -> Verdict<'_> {
        let mut verdict = self.check_split(target);
        self.default_verdict.say(&mut verdict);
        verdict
    }

    #[inline(always)]
    fn check_split(&self, target: PathAndQuery<'_>) -> Verdict<'_> {
        target.with_canonical(self.mode, false, |text| {
            if is_robots_txt(self.default_verdict.exempts_robots_txt(), text) {
                return Verdict::robots_txt_itself();
            }
            let rule = match self.best(text, target, self.candidates(text)) {
                None if self.default_verdict.lacks_a_file() => {
                    return Verdict::without_file(
                        self.default_verdict.allows(),
                        self.default_verdict.cause(),
                    );
                }
                None => return Verdict::without_rule(self.group_name()),
                // The text of a literal pattern is what it matched.
                Some((_, Deciding::Literal(matched))) => {
                    let pattern = [&text[..matched.depth], matched.end.suffix()].concat();
                    Rule::compiled(matched.kind, pattern, self.literals.id(matched))
                }
                Some((_, Deciding::Wildcard(rule))) => Rule::compiled(rule.kind, rule.pattern, rule.id),
            };
            Verdict::by_rule(rule, self.group_name())
        })
    }

    /// The wildcards that a text may match.
    #[inline]
    fn candidates(&self, text: &[u8]) -> Option<Candidates<'_>> {
        self.wildcards.as_ref()?.candidates(text)
    }

    /// The best rule of all that match.
    #[inline(never)]
    fn best<'r>(
        &'r self,
        text: &[u8],
        target: PathAndQuery<'_>,
        candidates: Option<Candidates<'r>>,
    ) -> Best<'r> {
        let literal = self.literals.best(self.choice, text);
        let mut best = literal.map(|(precedence, matched)| (precedence, Deciding::Literal(matched)));
        if let Some(candidates) = candidates {
            self.improve(&mut best, candidates, text);
        }
        if let Some(globs) = &self.globs {
            target.with_canonical(self.mode, true, |text| {
                if let Some(candidates) = globs.candidates(text) {
                    self.improve(&mut best, candidates, text);
                }
            });
        }
        best
    }

    /// Replaces the best rule so far with a pattern that matches and precedes it, if there is one.
    fn improve<'r>(&self, best: &mut Best<'r>, candidates: Candidates<'r>, text: &[u8]) {
        let found = candidates.find(text, |rule| match best {
            None => false,
            Some((best, deciding)) => {
                let precedence = rule.precedence(self.choice);
                let place = in_file(rule.id, rule.pattern.len());
                precedence < *best || precedence == *best && place >= self.place(deciding)
            }
        });
        if let Some(rule) = found {
            *best = Some((rule.precedence(self.choice), Deciding::Wildcard(rule)));
        }
    }

    /// The key that [orders](in_file) rules of equal precedence.
    fn place(&self, deciding: &Deciding<'_>) -> (u32, Reverse<usize>, u32) {
        match deciding {
            Deciding::Literal(matched) => in_file(self.literals.id(*matched), matched.length()),
            Deciding::Wildcard(rule) => in_file(rule.id, rule.pattern.len()),
        }
    }

    /// Number of compiled rules. Of several rules with the same pattern, only the one that can
    /// decide is compiled. But if there are at most 32 wildcards or globs, these are compiled with
    /// repetitions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are no rules, so everything is allowed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The compiled rules, with their patterns in canonical form: literals in order of their bytes,
    /// then wildcards and globs in order of precedence.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Rules;
    ///
    /// let rules = Rules::parse(b"User-agent: *\nDisallow: /*.php$\nAllow: /%7Ejoe\n", "FooBot");
    /// let listed: Vec<String> = rules.iter().map(|rule| rule.to_string()).collect();
    /// assert_eq!(listed, ["Allow: /~joe", "Disallow: /*.php$"]);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + DoubleEndedIterator {
        let mut rules = Vec::with_capacity(self.len());
        self.literals.for_each(|Literal { text, end, kind, id }| {
            rules.push(Rule::compiled(kind, [text, end.suffix()].concat(), id));
        });
        for patterns in [&self.wildcards, &self.globs].into_iter().flatten() {
            rules.extend(
                patterns
                    .iter()
                    .map(|Wildcard { pattern, kind, id }| Rule::compiled(kind, pattern, id)),
            );
        }
        rules.into_iter()
    }

    /// The name of the groups that apply to the crawler, as the first User-agent line that names it
    /// spells it, or `*`; `None` if no group applies.
    #[must_use]
    pub fn group_name(&self) -> Option<&[u8]> {
        self.group.as_deref()
    }

    /// Bytes that these rules own on the heap, for caches with a limit in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let boxed = |patterns: &Option<Box<Wildcards>>| {
            patterns
                .as_ref()
                .map_or(0, |patterns| size_of::<Wildcards>() + patterns.heap_bytes())
        };
        let group = self.group.as_ref().map_or(0, |group| group.len());
        let extensions = self.extensions.as_ref();
        let extensions = extensions.map_or(0, |extensions| size_of::<Extensions>() + extensions.heap_bytes());
        self.literals.heap_bytes() + boxed(&self.wildcards) + boxed(&self.globs) + group + extensions
    }

    /// Whether only the beginning of the file was read
    /// ([`ParseOptions::max_bytes`](crate::ParseOptions::max_bytes),
    /// [`ParseOptions::truncated`](crate::ParseOptions::truncated)).
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.default_verdict.is_truncated()
    }

    /// Remembers whether the file was cut.
    pub(crate) fn truncated(mut self, yes: bool) -> Self {
        self.default_verdict = self.default_verdict.truncated(yes);
        self
    }

    /// Keeps lines that belong to the whole file, if there are any.
    pub(crate) fn keep_site_lines(&mut self, lines: SiteLines) {
        if lines != SiteLines::default() {
            self.extensions.get_or_insert_default().site_lines = Some(Box::new(lines));
        }
    }

    /// Takes this delay, unless the crawler's groups have one.
    pub(crate) fn or_crawl_delay(mut self, delay: Option<CrawlDelay>) -> Self {
        if delay.is_some() && self.extensions().is_none_or(|said| said.crawl_delay.is_none()) {
            self.extensions.get_or_insert_default().crawl_delay = delay;
        }
        self
    }

    pub(crate) fn extensions(&self) -> Option<&Extensions> {
        self.extensions.as_deref()
    }

    /// How the rules compare percent-encoding. For `Content-Usage` paths, which are matched like
    /// the paths of rules.
    #[doc(hidden)]
    pub fn percent_mode(&self) -> crate::dialect::PercentMode {
        self.mode
    }

    /// How a URL becomes the target that the rules match.
    #[doc(hidden)]
    pub fn target_syntax(&self) -> crate::dialect::TargetSyntax {
        self.syntax
    }
}

impl fmt::Debug for Rules {
    /// The group and the rules as text, in the order of [`Rules::iter`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules")
            .field("group", &self.group_name().map(Shown))
            .field("rules", &self.iter().collect::<Vec<_>>())
            .field("default_verdict", &self.default_verdict)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseOptions;

    #[test]
    fn what_rules_take_on_the_heap() {
        let body = b"User-agent: foobot\nDisallow: /a\nDisallow: /*b*c\nRequest-rate: 1/5s 0900-1700\n\n\
            User-agent: foobot\nRobot-version: 2.0\nDisallow: /[ab]*\n";
        let rules = ParseOptions::new()
            .dialect(Dialect::SEZNAM)
            .rules_for(body, "FooBot");
        let (Some(wildcards), Some(globs)) = (&rules.wildcards, &rules.globs) else {
            panic!("{rules:?}");
        };
        let extensions = rules.extensions().unwrap();
        assert_eq!((wildcards.len(), globs.len()), (1, 1));
        let boxed = 2 * size_of::<Wildcards>() + size_of::<Extensions>();
        let owned = rules.literals.heap_bytes() + wildcards.heap_bytes() + globs.heap_bytes();
        let group = "foobot".len();
        assert!(extensions.heap_bytes() > 0);
        assert_eq!(
            rules.heap_bytes(),
            boxed + owned + group + extensions.heap_bytes()
        );
    }
}
