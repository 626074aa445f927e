//! The rules of groups as they are written, found by those that compiled rules cite.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::group::Group;
use crate::dialect::{PatternLanguage, PercentMode, TargetSyntax};
use crate::matching::pattern::{Effort, RuleSyntax, expand, glob, wildcard};
use crate::matching::target::Target;
use crate::matching::verdict::Rule;
use crate::sorting::{sort_by, sort_by_key};
use crate::syntax::directive::RuleKind;
use crate::syntax::line::offset_in;

/// The rules of groups as they are written, to be found by those that compiled [`Rules`](crate::Rules) cite.
///
/// Compiled rules keep no body, so what they cite is the canonical form of a pattern. Whoever asks them many questions and shows people what
/// decided keeps these and the body beside them. They hold places in the body: 16 bytes for each rule.
///
/// # Examples
///
/// ```
/// use robots_exclusion::{RobotsTxt, WrittenRules};
///
/// let robots = RobotsTxt::parse("User-agent: *\nDisallow: /café # closed\n".as_bytes());
/// let rules = robots.rules_for("FooBot");
/// let written = WrittenRules::new(robots.groups_for("FooBot"));
///
/// let verdict = rules.check("/caf%C3%A9/menu");
/// let cited = verdict.rule().unwrap();
/// assert_eq!(cited.to_string(), "Disallow: /caf%C3%A9");
/// let rule = written.find(robots.body(), cited, "/caf%C3%A9/menu").unwrap();
/// assert_eq!(rule.to_string(), "Disallow: /café");
/// assert_eq!(&robots.body()[rule.span().unwrap().range()], "/café".as_bytes());
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct WrittenRules {
    /// Those that have their lines to themselves, in the order of their lines.
    alone: Vec<Written>,
    /// The others, by [`Together::place`]; in one place in the order in which they are written.
    together: Vec<Together>,
    /// The canonical forms of the others.
    texts: Vec<u8>,
    /// How the dialect spells out what the others are compared with, if there are any.
    target: Option<(TargetSyntax, PercentMode)>,
}

/// The place of a rule in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    line: u32,
    start: u32,
    len: u32,
    kind: RuleKind,
}

/// A rule that shares its line with others, in one of the forms in which it may be cited.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Together {
    written: Written,
    language: PatternLanguage,
    /// Its canonical form among the texts.
    text: Range<usize>,
}

/// Where a rule is looked for: its line, its length, and its text if that is a literal, which only one text of this length can be.
type Place<'t> = (u32, usize, Option<&'t [u8]>);

impl Together {
    fn place<'t>(&self, texts: &'t [u8]) -> Place<'t> {
        let text = &texts[self.text.clone()];
        let is_literal = match self.language {
            PatternLanguage::Prefix => true,
            PatternLanguage::Wildcard => !text.contains(&b'*') && !text.ends_with(b"$"),
            PatternLanguage::Glob => false,
        };
        (self.written.line, text.len(), is_literal.then_some(text))
    }

    /// Whether it matches a target, if it is no literal.
    fn matches(&self, texts: &[u8], mode: PercentMode, target: &[u8], effort: &mut Effort) -> bool {
        let text = &texts[self.text.clone()];
        match self.language {
            PatternLanguage::Glob => glob::match_written(text, mode, target, effort),
            _ => wildcard::matches(text, target, effort),
        }
    }
}

impl WrittenRules {
    /// The rules of groups of one file: those that apply to a crawler, as [`RobotsTxt::groups_for`](crate::RobotsTxt::groups_for) finds them, or more.
    ///
    /// # Complexity
    ///
    /// Linear in the groups, and `n log n` in the rules that a line holds in the dialects in which it may hold [several](crate::Dialect::several_paths).
    pub fn new<'r>(groups: impl IntoIterator<Item = Group<'r>>) -> Self {
        let mut rules = Self::default();
        for group in groups {
            rules.add(&group);
        }
        let Self {
            alone,
            together,
            texts,
            ..
        } = &mut rules;
        // They are, but for groups in another order than that of the file.
        if !alone.is_sorted_by_key(|written| written.line) {
            sort_by_key(alone, |written| written.line);
        }
        sort_by(together, |a, b| a.place(texts).cmp(&b.place(texts)));
        rules
    }

    fn add(&mut self, group: &Group<'_>) {
        let (body, syntax) = (group.body(), RuleSyntax::new(group.dialect()));
        let language = group.pattern_language();
        for (kind, value, line) in group.rule_lines() {
            let written = |(kind, path): (RuleKind, &[u8])| Written {
                line,
                start: offset_in(body, path) as u32,
                len: path.len() as u32,
                kind,
            };
            let mut paths = syntax.paths(kind, value);
            let Some(first) = paths.next() else {
                continue;
            };
            let Some(second) = paths.next() else {
                self.alone.push(written(first));
                continue;
            };
            let dialect = group.dialect();
            self.target = Some((dialect.target_syntax(), dialect.percent_mode()));
            for path in [first, second].into_iter().chain(paths) {
                let written = written(path);
                expand(syntax, path.0, language, path.1, |form| {
                    let start = self.texts.len();
                    self.texts.extend_from_slice(form.pattern);
                    let text = start..self.texts.len();
                    self.together.push(Together {
                        written,
                        language,
                        text,
                    });
                });
            }
        }
    }

    /// The rule that a verdict of compiled rules on a URL cites, as it is written in the [body](crate::RobotsTxt::body) of the file; `None` if it is not
    /// among these, or the body is another one. It is what [`RobotsTxt::check`](crate::RobotsTxt::check) cites.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of rules. Where its line holds several, also linear in the URL, with one comparison for each wildcard or glob on the
    /// line that is as long as the cited rule: of those that match, the first is the one that decided.
    #[must_use]
    pub fn find<'b, 'u>(
        &self,
        body: &'b [u8],
        cited: &Rule<'_>,
        url: impl Into<Target<'u>>,
    ) -> Option<Rule<'b>> {
        let line = cited.line();
        let written = match self.alone.binary_search_by_key(&line, |written| written.line) {
            Ok(at) => &self.alone[at],
            Err(_) => self.find_together(line, cited.length(), url.into())?,
        };
        let start = written.start as usize;
        let pattern = body.get(start..start + written.len as usize)?;
        Some(Rule::measured(written.kind, pattern, line, cited.length() as u32).placed(body))
    }

    /// The first of the rules of a line that have this length and match.
    fn find_together(&self, line: u32, length: usize, url: Target<'_>) -> Option<&Written> {
        let from = |place: Place<'_>| {
            let is_before = |rule: &Together| rule.place(&self.texts) < place;
            self.together.partition_point(is_before)
        };
        // Those that are no literals come first.
        let others = &self.together[from((line, length, None))..from((line, length, Some(b"")))];
        let (syntax, mode) = self.target?;
        let target = url.split(syntax);
        let is_glob = matches!(others, [first, ..] if first.language == PatternLanguage::Glob);
        target.with_canonical(mode, is_glob, |target| {
            let mut effort = Effort::default();
            let matches = |rule: &&Together| rule.matches(&self.texts, mode, target, &mut effort);
            let other = others.iter().find(matches);
            let literal = target.get(..length).and_then(|text| {
                let place = (line, length, Some(text));
                let found = self.together.get(from(place));
                found.filter(|rule| rule.place(&self.texts) == place)
            });
            let found = other.into_iter().chain(literal).map(|rule| &rule.written);
            found.min_by_key(|written| written.start)
        })
    }

    /// Whether any line holds several of them: the number of a line does not tell then which rule decided.
    #[must_use]
    pub fn has_shared_lines(&self) -> bool {
        !self.together.is_empty()
    }

    /// Memory that they take on the heap, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.alone) + size_of_val(&*self.together) + self.texts.len()
    }
}

impl fmt::Debug for WrittenRules {
    /// How many there are; where they are in a body says little without it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenRules")
            .field("alone", &self.alone.len())
            .field("together", &self.together.len())
            .finish_non_exhaustive()
    }
}
