//! The rules of groups as they are written, found by those that compiled rules cite.

use alloc::vec::Vec;
use core::cmp::Ordering;
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
/// Compiled rules keep no body, so what they cite is the canonical form of a pattern. Keep these and the body beside them to show people the rule that
/// decided as the file spells it.
///
/// # Memory
///
/// 16 bytes for each rule. In the dialects in which a line may hold [several](crate::Dialect::several_paths), a rule that shares its line takes 40 bytes
/// where pointers have 64 bits, and its canonical form; twice that if it may be [an index file](crate::Dialect::index_html).
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
    sole: Vec<Written>,
    /// The others, by [`Shared::key`]; those of one key in the order in which they are written.
    shared: Vec<Shared>,
    /// The canonical forms of the others.
    texts: Vec<u8>,
    /// How URLs are split and percent-encoded to be compared with the others; `None` if there are no others.
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
struct Shared {
    written: Written,
    language: PatternLanguage,
    /// Whether it is literal text, except for a last `*` or `$` where these mean something.
    is_literal: bool,
    /// Its canonical form among the texts.
    text: Range<usize>,
}

/// What a rule is looked up by: its line, its length, and the text of a literal. A target has one prefix of each length, so that a literal is found by
/// binary search.
type Key<'t> = (u32, usize, Option<&'t [u8]>);

impl Shared {
    fn key<'t>(&self, texts: &'t [u8]) -> Key<'t> {
        let literal = self.is_literal.then(|| &texts[self.text.clone()]);
        (self.written.line, self.text.len(), literal)
    }

    #[inline(never)]
    fn compared_with(&self, key: Key<'_>, texts: &[u8]) -> Ordering {
        self.key(texts).cmp(&key)
    }

    /// Whether it matches a target.
    fn matches(&self, texts: &[u8], mode: PercentMode, target: &[u8], effort: &mut Effort) -> bool {
        let text = &texts[self.text.clone()];
        match self.language {
            PatternLanguage::Prefix => target.starts_with(text),
            PatternLanguage::Wildcard => wildcard::matches(text, target, effort),
            PatternLanguage::Glob => glob::match_written(text, mode, target, effort),
        }
    }
}

/// Whether a pattern in canonical form is a literal, or would be without its last `*` or `$`.
fn is_literal(pattern: &[u8], language: PatternLanguage) -> bool {
    match language {
        PatternLanguage::Prefix => true,
        PatternLanguage::Wildcard => {
            let text = pattern.strip_suffix(b"$").or(pattern.strip_suffix(b"*"));
            !text.unwrap_or(pattern).contains(&b'*')
        }
        PatternLanguage::Glob => false,
    }
}

impl WrittenRules {
    /// The rules of groups of one file: those that apply to a crawler, as [`RobotsTxt::groups_for`](crate::RobotsTxt::groups_for) finds them, or more.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the groups, and `n log n` in the number `n` of rules where the groups are not in the order of the file or lines hold several
    /// rules.
    #[must_use]
    pub fn new<'r>(groups: impl IntoIterator<Item = Group<'r>>) -> Self {
        let mut rules = Self::default();
        for group in groups {
            rules.add(&group);
        }
        rules.in_order()
    }

    fn in_order(mut self) -> Self {
        let Self {
            sole, shared, texts, ..
        } = &mut self;
        if !sole.is_sorted_by_key(|written| written.line) {
            sort_by_key(sole, |written| written.line);
        }
        sort_by(shared, |a, b| a.compared_with(b.key(texts), texts));
        sole.shrink_to_fit();
        shared.shrink_to_fit();
        texts.shrink_to_fit();
        self
    }

    fn add(&mut self, group: &Group<'_>) {
        let (body, dialect) = (group.body(), group.dialect());
        let (syntax, language) = (RuleSyntax::new(dialect), group.pattern_language());
        for (kind, value, line) in group.rule_lines() {
            let written = |path: &[u8]| Written {
                line,
                start: offset_in(body, path) as u32,
                len: path.len() as u32,
                kind,
            };
            let mut paths = syntax.paths(value);
            let Some(first) = paths.next() else {
                continue;
            };
            let Some(second) = paths.next() else {
                self.sole.push(written(first));
                continue;
            };
            self.target = Some((dialect.target_syntax(), dialect.percent_mode()));
            for path in [first, second].into_iter().chain(paths) {
                let written = written(path);
                expand(syntax, kind, language, path, &mut |form| {
                    let start = self.texts.len();
                    self.texts.extend_from_slice(form.pattern);
                    self.shared.push(Shared {
                        written,
                        language,
                        is_literal: is_literal(form.pattern, language),
                        text: start..self.texts.len(),
                    });
                });
            }
        }
    }

    /// The rule that a verdict of compiled rules on a URL cites, as it is written in the [body](crate::RobotsTxt::body) of the file: the one that
    /// [`RobotsTxt::check`](crate::RobotsTxt::check) cites. `None` if no such rule is among these.
    ///
    /// Line numbers and offsets mean nothing in another file. With a body, a verdict or a URL that does not belong to these rules, the answer is some other
    /// rule or `None`.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of rules. Where the line holds several, also linear in the URL, with one comparison for each pattern on the
    /// line that is as long as the cited one and has a star inside, or is a glob: of those that match, the first is the one that decided.
    #[must_use]
    pub fn find<'b, 'u>(
        &self,
        body: &'b [u8],
        cited: &Rule<'_>,
        url: impl Into<Target<'u>>,
    ) -> Option<Rule<'b>> {
        self.find_in(body, cited, url.into())
    }

    fn find_in<'b>(&self, body: &'b [u8], cited: &Rule<'_>, url: Target<'_>) -> Option<Rule<'b>> {
        let line = cited.line();
        let written = match self.sole.binary_search_by_key(&line, |written| written.line) {
            Ok(at) => &self.sole[at],
            Err(_) => self.find_shared(line, cited.length(), url)?,
        };
        let start = written.start as usize;
        let pattern = body.get(start..start + written.len as usize)?;
        Some(Rule::measured(written.kind, pattern, line, cited.length() as u32).placed(body))
    }

    /// The first of the rules of a line that have this length and match.
    fn find_shared(&self, line: u32, length: usize, url: Target<'_>) -> Option<&Written> {
        // Those that are no literals come first.
        let others = self.first_from((line, length, None))..self.first_from((line, length, Some(b"")));
        let others = &self.shared[others];
        let (syntax, mode) = self.target?;
        let target = url.split(syntax);
        let is_glob = matches!(others, [first, ..] if first.language == PatternLanguage::Glob);
        target.with_canonical(mode, is_glob, |target| {
            let mut effort = Effort::default();
            let mut matches = |rule: &&Shared| rule.matches(&self.texts, mode, target, &mut effort);
            let literal = |text: &[u8]| self.literal((line, length, Some(text)));
            let plain = target.get(..length).and_then(literal);
            let but_last = length.checked_sub(1).and_then(|len| target.get(..len));
            let ending = |end: &[u8]| but_last.and_then(|text| literal(&[text, end].concat()));
            let literals = [plain, ending(b"*"), ending(b"$")].into_iter().flatten();
            let other = others.iter().find(&mut matches);
            // A target may itself hold `*` and `$`, so that one of these may only look like its beginning.
            let found = literals.filter(matches).chain(other);
            found
                .map(|rule| &rule.written)
                .min_by_key(|written| written.start)
        })
    }

    /// The place of the first rule whose key is not below this one.
    #[inline(never)]
    fn first_from(&self, key: Key<'_>) -> usize {
        let is_before = |rule: &Shared| rule.compared_with(key, &self.texts).is_lt();
        self.shared.partition_point(is_before)
    }

    /// The first rule of a key.
    #[inline(never)]
    fn literal(&self, key: Key<'_>) -> Option<&Shared> {
        let rule = self.shared.get(self.first_from(key))?;
        rule.compared_with(key, &self.texts).is_eq().then_some(rule)
    }

    /// Whether any line holds several of them, so that its number does not tell which one decided. Takes constant time.
    #[must_use]
    pub fn has_shared_lines(&self) -> bool {
        !self.shared.is_empty()
    }

    /// Memory that they take on the heap, in bytes. Takes constant time.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.sole) + size_of_val(&*self.shared) + self.texts.len()
    }
}

impl fmt::Debug for WrittenRules {
    /// How many there are; where they are in a body says little without it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WrittenRules")
            .field("sole", &self.sole.len())
            .field("shared", &self.shared.len())
            .finish_non_exhaustive()
    }
}
