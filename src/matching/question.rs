//! One question, answered from a stream of directives: the decision that one-shot questions and
//! [`RobotsTxt`](crate::RobotsTxt) share, and the order of precedence that [`Rules`](crate::Rules) compiles.
//!
//! # Precedence
//!
//! 1. `/robots.txt` itself is allowed, where the dialect says so (RFC 9309 section 2.2.2).
//! 2. Each group has a [rank](crate::syntax::names::Rank): that of the most preferred token on its User-agent lines. The groups of the best rank
//!    in the file speak, all of them or the first; the others are as if they did not exist (section 2.2.1).
//! 3. Of their rules that match, the longest decides, Allow before Disallow on equal length, then the first in the file
//!    (section 2.2.2); or the first; or any Disallow.
//! 4. Otherwise the target is allowed.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::selection::{Selected, Selection};
use crate::dialect::{Dialect, PatternLanguage, RuleChoice};
use crate::matching::pattern;
use crate::matching::percent::{PLAIN, Scratch, Spelling};
use crate::matching::target::Target;
use crate::matching::verdict::{Reason, Rule, Verdict};
use crate::syntax::directive::RuleKind;
use crate::syntax::names::AgentList;
use crate::syntax::reader::Listener;
use crate::syntax::record::{Record, Step};
use crate::syntax::whitespace::words;

/// The rule that decides so far.
#[derive(Clone, Copy, Debug)]
struct Deciding<'b> {
    kind: RuleKind,
    value: &'b [u8],
    line: u32,
    length: u32,
}

/// Whether a glance shows that a rule cannot match, as it does for most: `byte` stands behind its first `/`, or behind its end, and `second`
/// behind the target's.
#[inline(always)]
fn differs(byte: u8, second: u8) -> bool {
    // Nor can the directory of an `/index.htm…`, which is `/` alone or begins with these two bytes.
    byte != second && PLAIN[usize::from(byte)]
}

/// Which rules mean nothing to a question: what was found out with the first rule of a run holds for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    /// None that is known of.
    None,
    /// All whose second byte [differs] from this one.
    Early(u8),
    /// All, since they speak for others.
    All,
}

/// A question to one body.
pub(crate) struct Question<'q, 'b> {
    selection: Selection<'q, 'b>,
    dialect: &'q Dialect,
    target: Target<'q>,
    /// The target in canonical form.
    text: &'q [u8],
    /// The same for globs, made when the first one is met.
    glob_text: &'q mut Option<Scratch>,
    /// The pairs of octets in the target, once they were asked for.
    pairs: Option<u64>,
    /// Rules whose second byte is plain and not this one, the target's, cannot match. (No byte, where more must be looked at.)
    second: Option<u8>,
    /// Which rules mean nothing, after the last line.
    passing: Passing,
    deciding: Option<Deciding<'b>>,
    effort: pattern::Effort,
}

impl<'q, 'b> Question<'q, 'b> {
    /// Asks `answer` a question; it must hear all directives of the body. Answers at once where the target
    /// is `/robots.txt` itself.
    #[inline]
    pub(crate) fn ask(
        dialect: &'q Dialect,
        list: AgentList<'q>,
        target: Target<'q>,
        answer: impl FnOnce(Question<'_, 'b>) -> Verdict<'b>,
    ) -> Verdict<'b> {
        let mode = dialect.percent_mode();
        target.with_canonical(mode, false, |text| {
            if is_robots_txt(dialect.robots_txt_allowed(), text) {
                return Verdict {
                    reason: Reason::RobotsTxtItself,
                    rule: None,
                    group: None,
                };
            }
            answer(Question::new(dialect, list, target, text, &mut None))
        })
    }

    fn new(
        dialect: &'q Dialect,
        list: AgentList<'q>,
        target: Target<'q>,
        text: &'q [u8],
        glob_text: &'q mut Option<Scratch>,
    ) -> Self {
        Self {
            selection: Selection::new(dialect, list),
            dialect,
            target,
            text,
            glob_text,
            pairs: None,
            second: text.get(1).copied().filter(|_| !dialect.several_values()),
            passing: Passing::None,
            deciding: None,
            effort: pattern::Effort::default(),
        }
    }

    #[inline]
    pub(crate) fn hear_step(&mut self, step: Step<'b>, line: u32) {
        match self.selection.step(step) {
            Selected::Restart => self.deciding = None,
            Selected::Speaks(language) => {
                if let Step::Rule(kind, value) = step
                    && !matches!((value, self.early()), ([b'/', byte, ..], Some(second)) if differs(*byte, second))
                {
                    self.weigh_line(kind, value, line, language);
                }
            }
            Selected::Within | Selected::Outside | Selected::Nothing => {}
        }
    }

    /// The byte from which that behind a rule's first `/` must not [differ](differs), where rules are looked at that way.
    #[inline(always)]
    fn early(&self) -> Option<u8> {
        self.second
            .filter(|_| self.selection.group_language() != PatternLanguage::Glob)
    }

    /// Which rules mean nothing behind a line that was heard.
    #[inline(always)]
    fn passing_behind(&self, is_rule: bool) -> Passing {
        match self.early() {
            _ if !self.selection.speaks() => Passing::All,
            Some(second) if is_rule => Passing::Early(second),
            _ => Passing::None,
        }
    }

    /// Whether the literal octets behind a leading star show that a rule cannot match: two of them are no neighbours in the target.
    fn lacks_a_pair(&mut self, value: &[u8]) -> bool {
        /// More would seldom be found.
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
        if self.dialect.several_values() {
            for path in words(value) {
                self.weigh(kind, path, line, language);
            }
        } else if !value.is_empty() {
            let is_plain_wildcard = language == PatternLanguage::Wildcard && !self.dialect.index_html();
            if !(is_plain_wildcard && self.lacks_a_pair(value)) {
                self.weigh(kind, value, line, language);
            }
        }
    }

    #[inline]
    fn weigh(&mut self, kind: RuleKind, value: &'b [u8], line: u32, language: PatternLanguage) {
        match (self.dialect.rule_choice(), self.deciding) {
            (RuleChoice::First | RuleChoice::AnyDisallow, Some(_)) => return,
            (RuleChoice::AnyDisallow, None) if kind == RuleKind::Allow => return,
            // Canonical form makes no octet longer than three.
            (RuleChoice::Longest, Some(best)) if value.len().saturating_mul(3) < best.length as usize => {
                return;
            }
            _ => {}
        }
        let Some(length) = self.match_length(kind, value, language) else {
            return;
        };
        let wins = self.deciding.is_none_or(|best| {
            length > best.length
                || length == best.length && kind == RuleKind::Allow && best.kind == RuleKind::Disallow
        });
        if wins {
            self.deciding = Some(Deciding {
                kind,
                value,
                line,
                length,
            });
        }
    }

    /// The length by which a rule is weighed, if it matches.
    #[inline]
    fn match_length(&mut self, kind: RuleKind, value: &[u8], language: PatternLanguage) -> Option<u32> {
        let mode = self.dialect.percent_mode();
        let length = if language == PatternLanguage::Glob {
            self.match_glob(value)
        } else {
            pattern::match_written(value, language, mode, self.text, &mut self.effort)
        };
        match length {
            None if kind == RuleKind::Allow
                && self.dialect.index_html()
                && language == PatternLanguage::Wildcard =>
            {
                self.match_index_html(value)
            }
            length => length,
        }
    }

    #[cold]
    fn match_glob(&mut self, glob: &[u8]) -> Option<u32> {
        let (target, mode) = (self.target, self.dialect.percent_mode());
        let text = self.glob_text.get_or_insert_with(|| {
            let mut text = Scratch::new();
            target.write_canonical(mode, true, &mut text);
            text
        });
        pattern::match_written(
            glob,
            PatternLanguage::Glob,
            mode,
            text.as_slice(),
            &mut self.effort,
        )
    }

    /// Google's second chance for `Allow: /dir/index.htm…`.
    fn match_index_html(&self, value: &[u8]) -> Option<u32> {
        if pattern::index_html(value).is_none() && !value.contains(&b'%') {
            return None;
        }
        let mut scratch = Scratch::new();
        Spelling::new(self.dialect.percent_mode(), false).wildcard(value, &mut scratch);
        let pattern = scratch.as_slice();
        let directory = &pattern[..pattern::index_html(pattern)?];
        let matches = match memchr::memchr(b'*', directory) {
            None => self.text == directory,
            Some(star) => self
                .text
                .strip_prefix(&directory[..star])
                .is_some_and(|rest| pattern::wildcard::matches_rest(&directory[star + 1..], true, rest)),
        };
        matches.then_some(directory.len() as u32 + 1)
    }

    pub(crate) fn verdict(self) -> Verdict<'b> {
        let group = self.selection.label();
        match self.deciding {
            Some(Deciding {
                kind, value, line, ..
            }) => Verdict {
                reason: Reason::Rule,
                rule: Some(Rule {
                    kind,
                    pattern: value.into(),
                    line,
                }),
                group,
            },
            None => {
                let reason = if group.is_some() {
                    Reason::NoMatchingRule
                } else {
                    Reason::NoGroup
                };
                Verdict {
                    reason,
                    rule: None,
                    group,
                }
            }
        }
    }
}

impl<'b> Listener<'b> for Question<'_, 'b> {
    #[inline(always)]
    fn passes_over_rule(&mut self, byte: u8) -> bool {
        match self.passing {
            Passing::None => false,
            Passing::Early(second) => differs(byte, second),
            Passing::All => {
                self.selection.rule();
                true
            }
        }
    }

    #[inline(always)]
    fn passes_over_user_agent(&mut self, byte: u8) -> bool {
        let passes_over = self.selection.passes_over_user_agent(byte);
        self.passing = self.passing_behind(false);
        passes_over
    }

    #[inline(always)]
    fn passes_over_sitemap(&mut self) -> bool {
        self.selection.sitemap();
        true
    }

    #[inline(always)]
    fn hear(&mut self, step: Step<'b>, record: Record) {
        self.hear_step(step, record.line());
        self.passing = self.passing_behind(matches!(step, Step::Rule(..)));
    }
}

/// A rule that matches a target, as [`matching`] finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match<'b> {
    pub(crate) kind: RuleKind,
    pub(crate) value: &'b [u8],
    pub(crate) line: u32,
    pub(crate) length: u32,
}

/// Every rule that speaks for the crawler and matches the target, in order of precedence: the first is the one that a
/// [`Question`] would find.
pub(crate) fn matching<'b>(
    dialect: &Dialect,
    list: AgentList<'_>,
    target: Target<'_>,
    steps: impl Iterator<Item = (Step<'b>, u32)>,
) -> Vec<Match<'b>> {
    let mut matches = Vec::new();
    target.with_canonical(dialect.percent_mode(), false, |text| {
        if is_robots_txt(dialect.robots_txt_allowed(), text) {
            return;
        }
        let mut glob_text = None;
        let mut question = Question::new(dialect, list, target, text, &mut glob_text);
        for (step, line) in steps {
            match (question.selection.step(step), step) {
                (Selected::Restart, _) => matches.clear(),
                (Selected::Speaks(language), Step::Rule(kind, value)) => {
                    let mut weigh = |value: &'b [u8]| {
                        if let Some(length) = question.match_length(kind, value, language) {
                            matches.push(Match {
                                kind,
                                value,
                                line,
                                length,
                            });
                        }
                    };
                    if dialect.several_values() {
                        words(value).for_each(weigh);
                    } else if !value.is_empty() {
                        weigh(value);
                    }
                }
                _ => {}
            }
        }
    });
    match dialect.rule_choice() {
        // Stable, so that the first in the file stays first among equals.
        RuleChoice::Longest => {
            matches.sort_by_key(|rule| (Reverse(rule.length), rule.kind == RuleKind::Disallow));
        }
        RuleChoice::First => {}
        RuleChoice::AnyDisallow => matches.retain(|rule| rule.kind == RuleKind::Disallow),
    }
    matches
}

/// Whether the target is `/robots.txt` itself, in a dialect that always allows that.
#[inline]
pub(crate) fn is_robots_txt(is_allowed: bool, text: &[u8]) -> bool {
    is_allowed && text == b"/robots.txt"
}
