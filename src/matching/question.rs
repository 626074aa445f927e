//! One question: the decision that one-shot questions and [`RobotsTxt`](crate::RobotsTxt) share.
//!
//! The [selection](super::selection) says which groups apply, the [precedence](super::precedence)
//! which of their matching rules decides. A parsed file has its groups at hand; a body that is read
//! for this question alone is [selected from while it is read](super::streamed). What makes a question fast is that nearly every line is
//! dismissed before it is read. Three tests do that, cheapest first:
//!
//! 1. **Lines for others.** Once a User-agent line has shown that the group does not apply, its
//!    rules are skipped by their first sixteen bytes ([`StreamedQuestion::passes_over`]), without
//!    looking for their end.
//! 2. **The second byte.** Patterns and targets both begin with `/`, so the byte after it is the
//!    first that can differ. A rule whose second byte is [plain](PLAIN) and differs from the
//!    target's cannot match ([`differs`]). Escapes and wildcards are not plain, so they always
//!    pass. On real files this dismisses four rules in five. Testing the third byte in the same way
//!    would not pay: it is one more test for every rule that is left, and the full comparison of
//!    these rules ends at their first different byte anyway.
//! 3. **Pairs of octets.** A pattern such as `/*?sort=` begins with a star and passes the second
//!    test. The target's pairs of neighboring octets are hashed into 64 bits once; a pattern that
//!    needs a pair whose bit is not set cannot match ([`Question::lacks_a_pair`]). False positives
//!    are possible and cost one comparison; false negatives are not, because only plain octets are
//!    looked at, which no canonicalization changes.
//!
//! A test may let a rule pass that does not match, but must never dismiss one that does. The
//! property tests and the fuzz target `ask` compare the answers with a plain model.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::pattern::{self, RuleSyntax};
use super::percent::{PLAIN, Scratch};
use super::precedence::{Precedence, in_file};
use super::robots_txt_itself::is_robots_txt;
use super::selection::{Chosen, FileGroups};
use super::streamed::{Selected, StreamedSelection};
use super::target::PathAndQuery;
use super::verdict::{Rule, Verdict};
use crate::dialect::{Dialect, PatternLanguage, RuleChoice};
use crate::matching::group_rank::Names;
use crate::sorting::sort_by_key;
use crate::syntax::directive::RuleKind;
use crate::syntax::reader::{Head, Listener, read_to};
use crate::syntax::record::{Record, RuleId, Step, Tag};
use crate::syntax::rule_value::is_empty_rule;

/// The best rule so far.
#[derive(Clone, Copy, Debug)]
struct Deciding<'b> {
    kind: RuleKind,
    value: &'b [u8],
    id: RuleId,
    precedence: Precedence,
    length: u32,
}

/// True if a rule that begins with `/` and `byte` cannot match a target that begins with `/` and
/// `second`. If the rule is `/` alone, `byte` is the byte after its value, such as a line end,
/// which is not plain, so the rule is not skipped.
#[inline(always)]
fn differs(byte: u8, second: u8) -> bool {
    // A plain byte is its own canonical form in every dialect, so the rule as written and the
    // target in canonical form can be compared. The second chance of a rule begins with the same
    // two bytes: `/a/` for `/a/index.html`. For `/index.html` it is exactly `/`, and a target with
    // a second byte does not equal it; for a target without one, this test is not made.
    byte != second && PLAIN[usize::from(byte)]
}

/// Which of the next rules can be skipped. It is determined at the first rule of a run and holds
/// for the rest of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// No rule can be skipped, or it is not known yet.
    None,
    /// Those whose second byte [differs] from this one.
    Early(u8),
    /// All: the group does not apply.
    All,
}

/// A target in the form that globs are compared with, and the cost so far of matching with it.
struct GlobText {
    text: Scratch,
    /// Counted for this text only: it may hold an index, which covers the octets of one text.
    effort: pattern::Effort,
}

/// A question, and the best rule for it so far: weighs the rules that apply to a crawler.
struct Question<'q, 'b> {
    syntax: RuleSyntax,
    choice: RuleChoice,
    target: PathAndQuery<'q>,
    /// The target in canonical form.
    text: &'q [u8],
    /// The same for globs, made when the first one is reached.
    glob_text: &'q mut Option<GlobText>,
    /// The pairs of neighboring octets in the target, once they have been needed.
    pairs: Option<u64>,
    /// Second byte of the target; a rule whose second byte is plain and different cannot match.
    /// `None` disables the filter.
    second: Option<u8>,
    deciding: Option<Deciding<'b>>,
    effort: pattern::Effort,
}

/// A [question](Question) to a body that is read line by line.
struct StreamedQuestion<'q, 'b> {
    question: Question<'q, 'b>,
    selection: StreamedSelection<'q, 'b>,
    /// Which rules can be skipped after the last line.
    passing: Passing,
}

/// The verdict on one question to a parsed file, by the groups that [were
/// chosen](FileGroups::select). `names` are the names that chose them. Answers at once if the target
/// is `/robots.txt` itself.
#[inline]
pub(crate) fn first_match<'f>(
    file: FileGroups<'f>,
    chosen: &Chosen<'f>,
    names: Option<&Names<'_>>,
    target: PathAndQuery<'_>,
) -> Verdict<'f> {
    let dialect = file.dialect;
    target.with_canonical(dialect.percent_mode, false, |text| {
        if is_robots_txt(dialect.robots_txt_allowed, text) {
            return Verdict::robots_txt_itself();
        }
        let mut glob_text = None;
        let mut question = Question::new(dialect, target, text, &mut glob_text);
        let lines = file.grouped.lines();
        for group in file.chosen(chosen, names) {
            let language = group.language(dialect);
            let second = question.second_for(language);
            for line in &lines[group.body()] {
                if let Some(kind) = line.rule_kind() {
                    question.hear_rule(kind, line.value(file.body), line.line(), language, second);
                }
            }
        }
        question.verdict(file.body, chosen.name(), chosen.agent_is_url())
    })
}

/// The verdict on one question, straight from a body.
#[inline]
pub(crate) fn first_match_streamed<'b>(
    body: &'b [u8],
    dialect: &Dialect,
    names: Names<'_>,
    target: PathAndQuery<'_>,
) -> Verdict<'b> {
    target.with_canonical(dialect.percent_mode, false, |text| {
        if is_robots_txt(dialect.robots_txt_allowed, text) {
            return Verdict::robots_txt_itself();
        }
        let mut glob_text = None;
        let mut streamed = StreamedQuestion {
            question: Question::new(dialect, target, text, &mut glob_text),
            selection: StreamedSelection::new(dialect, names),
            passing: Passing::None,
        };
        read_to(body, dialect, &mut streamed);
        let StreamedQuestion {
            question, selection, ..
        } = streamed;
        question.verdict(body, selection.label(), selection.agent_is_url())
    })
}

impl<'q, 'b> Question<'q, 'b> {
    fn new(
        dialect: &Dialect,
        target: PathAndQuery<'q>,
        text: &'q [u8],
        glob_text: &'q mut Option<GlobText>,
    ) -> Self {
        let syntax = RuleSyntax::new(dialect);
        Self {
            syntax,
            choice: dialect.rule_choice,
            target,
            text,
            glob_text,
            pairs: None,
            second: text
                .get(1)
                .copied()
                .filter(|_| syntax.reads_as_written() && !syntax.may_respell()),
            deciding: None,
            effort: pattern::Effort::default(),
        }
    }

    /// The byte that the second byte of a rule is compared with. `None` if the pattern language does
    /// not permit this test.
    #[inline(always)]
    fn second_for(&self, language: PatternLanguage) -> Option<u8> {
        self.second.filter(|_| language != PatternLanguage::Glob)
    }

    /// A rule that applies to the crawler; `second` is the byte [for its
    /// language](Self::second_for).
    #[inline(always)]
    fn hear_rule(
        &mut self,
        kind: RuleKind,
        value: &'b [u8],
        line: u32,
        language: PatternLanguage,
        second: Option<u8>,
    ) {
        if !matches!((value, second), ([b'/', byte, ..], Some(second)) if differs(*byte, second)) {
            self.weigh_line(kind, value, line, language);
        }
    }

    /// True if the literal octets after a leading star show that a rule cannot match: two of them
    /// are not neighbors anywhere in the target.
    fn lacks_a_pair(&mut self, value: &[u8]) -> bool {
        /// How many pairs are looked at. More pairs would seldom dismiss more rules.
        const PAIRS: usize = 4;
        let ([b'/', b'*', segment @ ..] | [b'*', segment @ ..]) = value else {
            return false;
        };
        let target = *self.pairs.get_or_insert_with(|| pattern::pairs(self.text));
        segment
            .windows(2)
            .take(PAIRS)
            .take_while(|pair| PLAIN[usize::from(pair[0])] && PLAIN[usize::from(pair[1])])
            .any(|pair| pattern::pair(pair[0], pair[1]) & target == 0)
    }

    #[inline(never)]
    fn weigh_line(&mut self, kind: RuleKind, value: &'b [u8], line: u32, language: PatternLanguage) {
        if !self.syntax.reads_as_written() {
            self.weigh_paths(kind, value, line, language);
        } else if !is_empty_rule(value) {
            // A rule with a second chance may match targets that its pattern does not match, so its
            // pairs show nothing.
            let may_lack_a_pair =
                language == PatternLanguage::Wildcard && !self.syntax.has_second_chance(kind, language);
            if !(may_lack_a_pair && self.lacks_a_pair(value)) {
                self.weigh::<false>(kind, value, value, RuleId::first_of(line), language);
            }
        }
    }

    /// Considers the paths of a line whose value is not simply a pattern.
    #[inline(never)]
    fn weigh_paths(&mut self, kind: RuleKind, value: &'b [u8], line: u32, language: PatternLanguage) {
        for path in self.syntax.paths(value) {
            let id = RuleId::of_path(line, value, path);
            self.weigh::<true>(kind, path, &self.syntax.read(path), id, language);
        }
    }

    /// Compares a path of a rule with the best rule so far. The path is `value` as written, and
    /// `read` as the dialect reads it. `SEVERAL` says that there may be several paths on a line.
    #[inline]
    fn weigh<const SEVERAL: bool>(
        &mut self,
        kind: RuleKind,
        value: &'b [u8],
        read: &[u8],
        id: RuleId,
        language: PatternLanguage,
    ) {
        let is_beaten = |best: Deciding<'_>| {
            best.precedence.exceeds_written(self.choice, read.len()) && !(SEVERAL && best.id.line == id.line)
        };
        if !Precedence::counts(self.choice, kind) || self.deciding.is_some_and(is_beaten) {
            return;
        }
        let Some(length) = self.match_length(kind, read, language) else {
            return;
        };
        let precedence = Precedence::of_counting(self.choice, kind, length as usize);
        let wins = self.deciding.is_none_or(|best| {
            // Between equal precedences, the rule that was found first stays; but of several paths
            // on a line, the longest is cited.
            precedence > best.precedence
                || SEVERAL && precedence == best.precedence && id.line == best.id.line && length > best.length
        });
        if wins {
            self.deciding = Some(Deciding {
                kind,
                value,
                id,
                precedence,
                length,
            });
        }
    }

    /// The length that counts for precedence, if the rule matches.
    // Inlined, since a call for each rule would make questions about plain rules 4 % slower. Code
    // that only few rules need stays out of line, to keep this small.
    #[inline(always)]
    fn match_length(&mut self, kind: RuleKind, value: &[u8], language: PatternLanguage) -> Option<u32> {
        let length = if language == PatternLanguage::Glob {
            self.match_glob(value)
        } else {
            pattern::match_written(value, language, self.syntax.mode, self.text, &mut self.effort)
        };
        // The second chance of an Allow is shorter than its pattern, and counts only if that does not match.
        let asks_again = kind == RuleKind::Disallow || length.is_none();
        if asks_again && self.syntax.may_have_second_chance(kind, language, value) {
            length.max(self.match_second_chances(kind, value, language))
        } else {
            length
        }
    }

    #[cold]
    fn match_glob(&mut self, glob: &[u8]) -> Option<u32> {
        let (target, mode) = (self.target, self.syntax.mode);
        let GlobText { text, effort } = self.glob_text.get_or_insert_with(|| {
            let mut text = Scratch::new();
            target.write_canonical(mode, true, &mut text);
            GlobText {
                text,
                effort: pattern::Effort::default(),
            }
        });
        pattern::match_written(glob, PatternLanguage::Glob, mode, text.as_slice(), effort)
    }

    #[inline(never)]
    fn match_second_chances(
        &mut self,
        kind: RuleKind,
        value: &[u8],
        language: PatternLanguage,
    ) -> Option<u32> {
        let mut scratch = Scratch::new();
        pattern::canonical(value, language, self.syntax.mode, &mut scratch);
        let chances = self.syntax.second_chances(kind, language, scratch.as_slice());
        let lengths = chances.map(|pattern| {
            pattern::match_written(&pattern, language, self.syntax.mode, self.text, &mut self.effort)
        });
        lengths.max().flatten()
    }

    /// The verdict, when all rules have been read, for a crawler to which groups apply by the name
    /// `group`.
    fn verdict(self, body: &'b [u8], group: Option<&'b [u8]>, agent_is_url: bool) -> Verdict<'b> {
        let mut verdict = match self.deciding {
            Some(Deciding {
                kind,
                value,
                id,
                length,
                ..
            }) => Verdict::by_rule(Rule::measured(body, kind, value, id, length), group),
            None => Verdict::without_rule(group),
        };
        if agent_is_url {
            verdict.set_agent_is_url();
        }
        verdict
    }
}

impl<'b> StreamedQuestion<'_, 'b> {
    #[inline]
    fn hear_step(&mut self, step: Step<'b>, line: u32) {
        match self.selection.step(step) {
            Selected::Restart => self.question.deciding = None,
            Selected::Applies(language) => {
                if let Step::Rule(kind, value) = step {
                    self.question.hear_rule(kind, value, line, language, self.early());
                }
            }
            Selected::Nothing => {}
        }
    }

    /// The byte that the second byte of a rule of the current group is compared with.
    #[inline(always)]
    fn early(&self) -> Option<u8> {
        self.question.second_for(self.selection.group_language())
    }

    /// Which rules can be skipped after a line.
    #[inline(always)]
    fn passing_after(&self, is_rule: bool) -> Passing {
        match self.early() {
            _ if self.selection.ignores_rules() => Passing::All,
            Some(second) if is_rule => Passing::Early(second),
            _ => Passing::None,
        }
    }
}

impl<'b> Listener<'b> for StreamedQuestion<'_, 'b> {
    #[inline(always)]
    fn passes_over(&mut self, head: Head) -> bool {
        match (head.tag, self.passing) {
            (Tag::UserAgent, _) => {
                let passes_over = self.selection.passes_over_user_agent(head.next()[0]);
                self.passing = self.passing_after(false);
                passes_over
            }
            (Tag::Sitemap, _) => {
                self.selection.sitemap();
                true
            }
            (_, Passing::None) => false,
            (_, Passing::Early(second)) => {
                let [first, byte] = head.next();
                first == b'/' && differs(byte, second)
            }
            (_, Passing::All) => {
                self.selection.rule();
                true
            }
        }
    }

    #[inline(always)]
    fn on_line(&mut self, step: Step<'b>, record: Record) {
        self.hear_step(step, record.line());
        self.passing = self.passing_after(matches!(step, Step::Rule(..)));
    }
}

/// A rule that matches a target, as [`matching`] finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match<'b> {
    pub(crate) kind: RuleKind,
    pub(crate) language: PatternLanguage,
    pub(crate) value: &'b [u8],
    pub(crate) id: RuleId,
    pub(crate) length: u32,
}

/// Every rule of the groups that were chosen that matches the target, in order of precedence: the
/// first is the one that [`first_match`] finds.
pub(crate) fn matching<'f>(
    file: FileGroups<'f>,
    chosen: &Chosen<'f>,
    names: Option<&Names<'_>>,
    target: PathAndQuery<'_>,
) -> Vec<Match<'f>> {
    let dialect = file.dialect;
    let mut matches: Vec<(Precedence, Match<'f>)> = Vec::new();
    target.with_canonical(dialect.percent_mode, false, |text| {
        if is_robots_txt(dialect.robots_txt_allowed, text) {
            return;
        }
        let mut glob_text = None;
        let mut question = Question::new(dialect, target, text, &mut glob_text);
        for group in file.chosen(chosen, names) {
            let language = group.language(dialect);
            for line in &file.grouped.lines()[group.body()] {
                let Some(kind) = line.rule_kind() else {
                    continue;
                };
                let value = line.value(file.body);
                for path in question.syntax.paths(value) {
                    let length = question.match_length(kind, &question.syntax.read(path), language);
                    let found = length.and_then(|length| {
                        let precedence = Precedence::of(question.choice, kind, length as usize)?;
                        let found = Match {
                            kind,
                            language,
                            value: path,
                            id: RuleId::of_path(line.line(), value, path),
                            length,
                        };
                        Some((precedence, found))
                    });
                    matches.extend(found);
                }
            }
        }
    });
    sort_by_key(&mut matches, |(precedence, found)| {
        (Reverse(*precedence), in_file(found.id, found.length as usize))
    });
    matches.into_iter().map(|(_, found)| found).collect()
}
