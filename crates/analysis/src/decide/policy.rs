//! What one crawler may fetch, compiled for questions about all URLs.
//!
//! A rule becomes one [`Alternative`] or two: in Google's dialect, `Allow: /a/index.html` matches
//! `/a/` itself too. The alternatives of all rules, and a default that allows, have ranks that are
//! all different: where rules tie, the rank decides which rule is cited. So the matching
//! alternative of the highest rank has the rule that decides. This holds for every dialect, so a
//! search need not know how a dialect weighs rules. With `Disallow: /a`, `Allow: /ab` and
//! `Disallow: /ab` under RFC 9309, the ranks are 1, 3 and 2: longer patterns rank higher, and of
//! equal lengths the Allow.

use core::cmp::Reverse;
use core::fmt;

use super::alphabet::{Alphabet, Ambiguities};
use super::pattern::{DEAD, DONE, Kind, Pattern, Patterns};
use super::trie::{End, Trie};
use super::universe::Universe;
use super::url_octet::{ByteSet, Form, Token};
use robots_exclusion::AgentList;
use robots_exclusion::Audience;
use robots_exclusion::Dialect;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::companions::Precedence;
use robots_exclusion::companions::RuleId;
use robots_exclusion::companions::Shown;
use robots_exclusion::companions::pattern::{Effort, RuleSyntax, canonical, seznam_glob};
use robots_exclusion::companions::percent::Scratch;
use robots_exclusion::companions::robots_txt_itself;
use robots_exclusion::companions::sort_by_key;
use robots_exclusion::dialect::{PatternLanguage, PercentMode, RuleChoice};
use robots_exclusion::{Rule, Selection, Verdict};

/// Used instead of the number of a rule: the alternative does not belong to any line of the file.
pub(super) const NO_RULE: u32 = u32::MAX;
/// The alternative that decides if no other matches.
pub(super) const DEFAULT: usize = 0;

/// What one crawler may fetch, compiled for questions about all URLs.
///
/// A policy owns the rules of the groups that apply to the crawler, in file order, and knows how
/// its [`Dialect`] reads and weighs them. Rules are numbered from 0 in that order; a line that
/// holds several paths gives several rules. A policy is made by [`Policy::of`]; the methods and
/// functions of [this module](crate::decide) answer questions about it.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::decide::{Conclusion, Budget, Policy};
/// use robots_exclusion::RobotsTxt;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /*.css\n");
/// let policy = Policy::of(&robots, "FooBot");
/// let rules: Vec<String> = policy.rules().map(|rule| rule.to_string()).collect();
/// assert_eq!(rules, ["Disallow: /a", "Disallow: /a/b", "Allow: /*.css"]);
///
/// let mut budget = Budget::default();
/// assert!(policy.is_redundant(1, &mut budget).is_proved());
/// let Conclusion::Refuted(witness) = policy.is_redundant(2, &mut budget) else { panic!() };
/// assert_eq!(witness.url(), "https://example.com/a/b.css");
/// ```
#[derive(Clone)]
pub struct Policy {
    dialect: Dialect,
    group: Option<Box<[u8]>>,
    rules: Vec<Stored>,
    /// The keys and patterns as written.
    text: Vec<u8>,
    pub(super) patterns: Patterns,
    /// The first is the default; the alternatives of rules follow in file order.
    pub(super) alternatives: Vec<Alternative>,
    /// One for each canonical form.
    pub(super) parts: Vec<Part>,
    /// The URLs that questions are about.
    universe: Universe,
    /// For searches over this policy alone.
    pub(super) alphabet: Alphabet,
}

/// A rule as the file states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stored {
    kind: RuleKind,
    language: PatternLanguage,
    id: RuleId,
    /// How many bytes of the text before the pattern are the key and the separator.
    head: u32,
    /// Where the pattern begins in the text.
    start: u32,
    len: u32,
}

/// One way in which a rule may match. Most rules have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alternative {
    pub(super) rule: u32,
    /// The matching alternative of the highest rank decides. All ranks are different, and the
    /// default has rank 0.
    pub(super) rank: u32,
    /// The length that the longest-match rule compares.
    pub(super) length: u32,
    pub(super) allows: bool,
    pub(super) pattern: Pattern,
}

/// The patterns of one canonical form.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) form: Form,
    pub(super) trie: Trie,
    /// The patterns that are not literal, in descending order of rank.
    pub(super) wilds: Vec<Wild>,
}

/// A pattern that is not literal. The fields that a search reads first are kept together here,
/// since it reads them for all patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wild {
    pub(super) alternative: u32,
    pub(super) rank: u32,
    pub(super) rule: u32,
    pub(super) allows: bool,
    pub(super) has_sets: bool,
    /// The pattern's literal octets.
    pub(super) bytes: ByteSet,
}

impl fmt::Debug for Policy {
    /// The group and the rules as text, without the compiled patterns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("dialect", &self.dialect)
            .field("group", &self.group.as_deref().map(Shown))
            .field("rules", &self.rules().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl Policy {
    /// The rules that apply to a crawler, which may be passed as a product token, an
    /// [`Agent`](robots_exclusion::agents::Agent) or any other type that converts to an
    /// [`AgentList`].
    ///
    /// Groups are selected as [`RobotsTxt::rules_for`] selects them. An empty list represents every
    /// crawler that no group names: [`Policy::of_unnamed`].
    ///
    /// # Complexity
    ///
    /// Linear in the file and `n log n` in the number of rules.
    #[must_use]
    pub fn of<'q>(robots: &RobotsTxt<'_>, agents: impl Into<AgentList<'q>>) -> Self {
        Self::of_selection(&robots.select(agents))
    }

    /// The rules that apply to an audience of the file. The [name of the group](Self::group) is the
    /// first name of the first group.
    ///
    /// # Complexity
    ///
    /// Linear in the groups that apply, and `n log n` in the number of their rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::{Budget, Policy, equivalent};
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let body = b"User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /x\nDisallow: /x/y\n";
    /// let robots = RobotsTxt::options().indexed(true).parse(body);
    /// let [own, everyone] = ["a", "b"].map(|agent| Policy::of_audience(&robots, robots.audience(agent).unwrap()));
    /// assert!(equivalent(&own, &everyone, &mut Budget::default()).is_proved());
    /// ```
    #[must_use]
    pub fn of_audience(robots: &RobotsTxt<'_>, audience: Audience) -> Self {
        Self::of_selection(&robots.select_audience(audience))
    }

    /// The rules of the groups that were selected.
    ///
    /// # Complexity
    ///
    /// Linear in the groups that apply, and `n log n` in the number of their rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::Policy;
    /// use robots_exclusion::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /x\n");
    /// let selection = robots.select("FooBot");
    /// assert_eq!(Policy::of_selection(&selection).rules().len(), 1);
    /// ```
    #[must_use]
    pub fn of_selection(selection: &Selection<'_, '_>) -> Self {
        let (mut rules, mut text) = (Vec::new(), Vec::new());
        for group in selection.groups() {
            let language = group.pattern_language();
            for rule in group.rules() {
                let before = text.len();
                rule.write_head(&mut text);
                rules.push(Stored {
                    kind: rule.kind(),
                    language,
                    id: rule.id(),
                    head: (text.len() - before) as u32,
                    start: text.len() as u32,
                    len: rule.pattern().len() as u32,
                });
                text.extend_from_slice(rule.pattern());
            }
        }
        let name = selection.name().map(Box::from);
        Self::build(selection.file().dialect(), name, rules, text)
    }

    /// The rules that apply to a crawler that no group names: the rules of `*`.
    ///
    /// In dialects whose names match by containment
    /// ([`NameTest::ValueInName`](robots_exclusion::dialect::NameTest::ValueInName) and
    /// [`NameTest::NameInValue`](robots_exclusion::dialect::NameTest::NameInValue)) no list of
    /// names represents all crawlers: a line also names crawlers whose names contain its value, or
    /// are contained in it. In these dialects, ask about the crawlers that you know of.
    #[must_use]
    pub fn of_unnamed(robots: &RobotsTxt<'_>) -> Self {
        Self::of(robots, AgentList::new(&[]))
    }

    /// A Disallow for each of some patterns, which are read in a dialect.
    pub(super) fn of_patterns<'t>(dialect: Dialect, patterns: impl Iterator<Item = &'t str>) -> Self {
        let (mut rules, mut text) = (Vec::new(), Vec::new());
        for pattern in patterns.filter(|pattern| !pattern.is_empty()) {
            rules.push(Stored {
                kind: RuleKind::Disallow,
                language: dialect.pattern_language,
                id: RuleId::first_of(0),
                head: 0,
                start: text.len() as u32,
                len: pattern.len() as u32,
            });
            text.extend_from_slice(pattern.as_bytes());
        }
        Self::build(dialect, None, rules, text)
    }

    fn build(dialect: Dialect, group: Option<Box<[u8]>>, rules: Vec<Stored>, text: Vec<u8>) -> Self {
        let syntax = RuleSyntax::new(&dialect);
        let mode = dialect.percent_mode;
        let mut patterns = Patterns::default();
        let mut alternatives = Vec::with_capacity(rules.len() + 2);
        let mut push = |rule: u32, allows: bool, pattern: Option<(Pattern, u32)>| {
            if let Some((pattern, length)) = pattern {
                alternatives.push(Alternative {
                    rule,
                    rank: 0,
                    length,
                    allows,
                    pattern,
                });
            }
        };
        push(NO_RULE, true, patterns.add(b"/", PatternLanguage::Prefix, mode));
        for (rule, number) in rules.iter().zip(0..) {
            let allows = rule.kind == RuleKind::Allow;
            if !Precedence::counts(dialect.rule_choice, rule.kind) {
                continue;
            }
            let value = &syntax.read(&text[rule.start as usize..][..rule.len as usize]);
            push(number, allows, patterns.add(value, rule.language, mode));
            for pattern in second_chances(rule, value, syntax) {
                push(number, allows, patterns.add(&pattern, rule.language, mode));
            }
        }
        rank(&mut alternatives, dialect.rule_choice);
        if dialect.robots_txt_allowed
            && let Some((pattern, length)) =
                patterns.add(robots_txt_itself::PATTERN, PatternLanguage::Wildcard, mode)
        {
            alternatives.push(Alternative {
                rule: NO_RULE,
                rank: alternatives.len() as u32,
                length,
                allows: true,
                pattern,
            });
        }
        let parts = parts(&patterns, &alternatives);
        let universe = Universe::default();
        let alphabet = Alphabet::new(universe, &[&patterns], &mut Ambiguities::default());
        Self {
            dialect,
            group,
            rules,
            text,
            patterns,
            alternatives,
            parts,
            universe,
            alphabet,
        }
    }

    /// The dialect in which the file was read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The same policy for questions about the URLs of a universe. By default, questions are about
    /// [`Universe::Received`].
    ///
    /// Questions about several policies are about the universe that [`Universe::of`] returns for
    /// them.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::{Budget, Policy, Universe};
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// // Google's library decodes nothing: the second line decides about `/%61`, but about no URL in normal form.
    /// let google = RobotsTxt::options().dialect(Dialect::GOOGLE).parse(b"User-agent: *\nDisallow: /%61\n");
    /// let policy = Policy::of_unnamed(&google);
    /// assert!(!policy.is_redundant(0, &mut Budget::default()).is_proved());
    /// let policy = policy.in_universe(Universe::Normalized);
    /// assert!(policy.is_redundant(0, &mut Budget::default()).is_proved());
    /// ```
    #[must_use]
    pub fn in_universe(mut self, universe: Universe) -> Self {
        if self.universe != universe {
            self.universe = universe;
            self.alphabet = Alphabet::new(universe, &[&self.patterns], &mut Ambiguities::default());
        }
        self
    }

    /// The URLs that questions are about; see [`in_universe`](Self::in_universe).
    #[must_use]
    pub fn universe(&self) -> Universe {
        self.universe
    }

    /// The name of the groups that apply, as the first User-agent line that names the crawler
    /// spells it, or `*`; `None` if no group applies.
    #[must_use]
    pub fn group(&self) -> Option<&[u8]> {
        self.group.as_deref()
    }

    /// The rules in file order, with their patterns as written.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        (0..self.rules.len()).map(|number| self.stored(number))
    }

    /// The rule with this number.
    #[must_use]
    pub fn rule(&self, number: usize) -> Option<Rule<'_>> {
        (number < self.rules.len()).then(|| self.stored(number))
    }

    pub(super) fn rule_allows(&self, rule: usize) -> bool {
        self.rules[rule].kind == RuleKind::Allow
    }

    /// Kind, language and pattern of a rule. Two rules for which these are equal match the same
    /// URLs and have the same effect; the first of the two is cited.
    pub(super) fn said_by(&self, rule: usize) -> (bool, PatternLanguage, &[u8]) {
        let Stored {
            start, len, language, ..
        } = self.rules[rule];
        let pattern = &self.text[start as usize..(start + len) as usize];
        (self.rule_allows(rule), language, pattern)
    }

    fn stored(&self, number: usize) -> Rule<'_> {
        let rule = &self.rules[number];
        let text = &self.text[(rule.start - rule.head) as usize..(rule.start + rule.len) as usize];
        Rule::kept(
            rule.kind,
            text,
            rule.head,
            rule.id,
            self.dialect.percent_mode,
            rule.language,
        )
    }

    /// The numbers of the rules of a line, counted from 1. More than one if the dialect reads
    /// [several paths](Dialect::several_paths) on a line; none if the line is not a rule that
    /// applies to the crawler.
    #[must_use]
    pub fn rules_of_line(&self, line: u32) -> core::ops::Range<usize> {
        // Rules are in file order.
        let from = self.rules.partition_point(|rule| rule.id.line < line);
        let to = self.rules.partition_point(|rule| rule.id.line <= line);
        from..to
    }

    /// The same policy without the rules of some lines, to find the effect of a correction.
    ///
    /// Groups stay as they are. (In a file, removing the last rule between two User-agent lines may
    /// join their groups; if you edit files, parse the result and compare the policies of both
    /// files.)
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion_analysis::decide::{Budget, Policy, equivalent};
    ///
    /// let policy = Policy::of_unnamed(&RobotsTxt::parse(b"User-agent: *\nDisallow: /a\nDisallow: /a/b\n"));
    /// let corrected = policy.without_lines(&[3]);
    /// assert_eq!(corrected.rules().len(), 1);
    /// assert!(equivalent(&policy, &corrected, &mut Budget::default()).is_proved());
    /// ```
    #[must_use]
    pub fn without_lines(&self, lines: &[u32]) -> Self {
        let mut lines = lines.to_vec();
        lines.sort_unstable();
        let rules = self.rules.iter().copied();
        let kept = rules.filter(|rule| lines.binary_search(&rule.id.line).is_err());
        Self::build(
            self.dialect,
            self.group.clone(),
            kept.collect(),
            self.text.clone(),
        )
        .in_universe(self.universe)
    }

    /// Whether every question has the same answer for both, except for the [name of the
    /// group](Self::group) that a witness cites: the same rules at the same lines, which both
    /// dialects read and weigh alike, as [`Dialect::RFC_9309`] and [`Dialect::LENIENT`] do.
    ///
    /// This does not need a [`Budget`](super::Budget). Policies that are not interchangeable may
    /// still be [`equivalent`](super::equivalent).
    ///
    /// # Complexity
    ///
    /// Linear in the rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::Policy;
    /// use robots_exclusion::{Dialect, RobotsTxt};
    ///
    /// let policy = |body: &'static str, dialect| Policy::of_unnamed(&RobotsTxt::options().dialect(dialect).parse(body.as_bytes()));
    /// let plain = "User-agent: *\nDisallow: /a\n";
    /// assert!(policy(plain, Dialect::RFC_9309).is_interchangeable(&policy(plain, Dialect::LENIENT)));
    /// let wildcard = "User-agent: *\nDisallow: /*.pdf\n";
    /// assert!(!policy(wildcard, Dialect::RFC_9309).is_interchangeable(&policy(wildcard, Dialect::ORIGINAL_1994)));
    /// // The same group by two names.
    /// let robots = RobotsTxt::parse(b"User-agent: a\nUser-agent: b\nDisallow: /a\n");
    /// let [a, b] = ["a", "b"].map(|agent| Policy::of(&robots, agent));
    /// assert!(a.is_interchangeable(&b) && a.group() != b.group());
    /// ```
    #[must_use]
    pub fn is_interchangeable(&self, other: &Self) -> bool {
        // Everything else in which dialects differ is part of the compiled patterns and
        // alternatives; answers cite the rules as written. The group is left out, since a file may
        // have thousands of groups without rules, which differ only in their names.
        self.dialect.rule_choice == other.dialect.rule_choice
            && self.universe == other.universe
            && self.rules == other.rules
            && self.text == other.text
            && self.alternatives == other.alternatives
            && self.patterns == other.patterns
    }

    /// The alternatives of a rule.
    pub(super) fn alternatives_of(&self, rule: u32) -> core::ops::Range<usize> {
        // After the default, alternatives are in the order of their rules. The alternative for
        // `/robots.txt` comes last: it has no rule, and [`NO_RULE`] is greater than every number.
        let rules = &self.alternatives[1..];
        let from = rules.partition_point(|alternative| alternative.rule < rule);
        let to = rules.partition_point(|alternative| alternative.rule <= rule);
        from + 1..to + 1
    }

    /// The number of the alternative that decides about a target, among those whose rules are not
    /// `gone`.
    pub(super) fn decide(&self, target: &[Token], gone: impl Fn(u32) -> bool, work: &mut u64) -> usize {
        let mut best = DEFAULT;
        for part in &self.parts {
            let text = spell(target, part.form);
            let mut node = Trie::ROOT;
            for (i, byte) in text.iter().enumerate() {
                node = part.trie.step(node, *byte, work);
                if node == DEAD {
                    break;
                }
                for end in part.trie.ends(node) {
                    if (end.is_open || i + 1 == text.len())
                        && end.rank > self.alternatives[best].rank
                        && !gone(end.rule)
                    {
                        best = end.alternative as usize;
                    }
                }
            }
            if part.wilds.is_empty() {
                continue;
            }
            let bytes: ByteSet = text.iter().copied().collect();
            for wild in &part.wilds {
                *work += 1;
                if wild.rank < self.alternatives[best].rank {
                    break;
                }
                if wild.bytes.is_subset(&bytes)
                    && !gone(wild.rule)
                    && self.matches(&self.alternatives[wild.alternative as usize], &text, work)
                {
                    best = wild.alternative as usize;
                    break;
                }
            }
        }
        best
    }

    /// Whether an alternative matches a target, spelled in its form.
    fn matches(&self, alternative: &Alternative, text: &[u8], work: &mut u64) -> bool {
        let pattern = &alternative.pattern;
        if pattern.kind == Kind::Sets {
            let rule = self.stored(alternative.rule as usize);
            *work += text.len() as u64;
            let mode = self.dialect.percent_mode;
            let glob = RuleSyntax::new(&self.dialect).read(rule.pattern());
            return seznam_glob::match_written(&glob, mode, text, &mut Effort::default());
        }
        let mut at = self.patterns.begin(pattern);
        for byte in text {
            at = self.patterns.step(pattern, at, *byte, work);
            if at == DEAD || at == DONE {
                break;
            }
        }
        self.patterns.ends(pattern, at)
    }

    /// The verdict that an alternative gives.
    pub(super) fn verdict(&self, alternative: usize) -> Verdict<'_> {
        let rule = self.alternatives[alternative].rule;
        match (alternative, rule) {
            (DEFAULT, _) => Verdict::without_rule(self.group()),
            (_, NO_RULE) => Verdict::robots_txt_itself(),
            (_, rule) => Verdict::by_rule(self.stored(rule as usize), self.group()),
        }
    }
}

impl Universe {
    /// The universe of a question about all of these policies.
    #[must_use]
    pub fn of(policies: &[&Policy]) -> Self {
        let decodes = |policy: &Policy| policy.dialect().percent_mode != PercentMode::RuleOnly;
        let is_chosen = |policy: &&Policy| policy.universe() == Self::Normalized;
        let decoding = policies.iter().filter(|policy| decodes(policy)).count();
        let is_mixed = 0 < decoding && decoding < policies.len();
        if is_mixed || policies.iter().any(is_chosen) {
            Self::Normalized
        } else {
            Self::Received
        }
    }
}

/// The further patterns by which a rule matches, as `Allow: /a/index.html` matches `/a/` in Google's
/// library.
fn second_chances(rule: &Stored, value: &[u8], syntax: RuleSyntax) -> Vec<Vec<u8>> {
    if !syntax.has_second_chance(rule.kind, rule.language) {
        return Vec::new();
    }
    let mut scratch = Scratch::new();
    canonical(value, rule.language, syntax.mode, &mut scratch);
    let found = syntax.second_chances(rule.kind, rule.language, scratch.as_slice());
    found.collect()
}

/// Gives every alternative its rank, in the order of [`Precedence`].
fn rank(alternatives: &mut [Alternative], choice: RuleChoice) {
    let mut order: Vec<usize> = (1..alternatives.len()).collect();
    sort_by_key(&mut order, |&at| {
        let alternative = &alternatives[at];
        let kind = match alternative.allows {
            true => RuleKind::Allow,
            false => RuleKind::Disallow,
        };
        let precedence = Precedence::of_counting(choice, kind, alternative.length as usize);
        // If precedences are equal, the rule that comes first in the file ranks higher.
        (precedence, Reverse(at))
    });
    for (at, rank) in order.into_iter().zip(1..) {
        alternatives[at].rank = rank;
    }
}

fn parts(patterns: &Patterns, alternatives: &[Alternative]) -> Vec<Part> {
    let part = |form: Form| {
        let mut literals = Vec::new();
        let mut wilds = Vec::new();
        for (alternative, number) in alternatives.iter().zip(0..).skip(1) {
            let pattern = &alternative.pattern;
            if pattern.form != form {
                continue;
            }
            if pattern.kind == Kind::Literal {
                let end = End {
                    alternative: number,
                    rank: alternative.rank,
                    rule: alternative.rule,
                    allows: alternative.allows,
                    is_open: !patterns.is_exact(pattern),
                };
                literals.push((patterns.head(pattern), end));
            } else {
                wilds.push(Wild {
                    alternative: number,
                    rank: alternative.rank,
                    rule: alternative.rule,
                    allows: alternative.allows,
                    has_sets: pattern.has_sets,
                    bytes: patterns.bytes(pattern),
                });
            }
        }
        sort_by_key(&mut wilds, |wild| Reverse(wild.rank));
        Part {
            form,
            trie: Trie::new(literals),
            wilds,
        }
    };
    patterns.forms().iter().copied().map(part).collect()
}

/// A target as a form spells it.
pub(super) fn spell(target: &[Token], form: Form) -> Vec<u8> {
    let mut in_query = false;
    let mut text = Vec::with_capacity(target.len() + 8);
    for token in target {
        text.extend_from_slice(form.spell(*token, in_query).as_slice());
        in_query |= *token == Token::QUESTION_MARK;
    }
    text
}
