//! Answers.
#![allow(unsafe_code, reason = "the names of exported functions")]

use std::mem::MaybeUninit;
use std::sync::OnceLock;

use crate::border::Str;
use crate::status::{Status, free, guard};

/// The reason for a verdict. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Reason {
    /// A rule decided.
    Rule = 0,
    /// Groups apply to the crawler, but none of their rules matches: allowed.
    NoMatchingRule = 1,
    /// No group applies to the crawler: allowed.
    NoGroup = 2,
    /// The URL is the robots.txt itself, which is always allowed (RFC 9309 section 2.2.2).
    RobotsTxtItself = 3,
    /// There is no file to ask, because it cannot be reached: disallowed (RFC 9309 section
    /// 2.3.1.4).
    Unreachable = 4,
    /// A reason that this interface has no number for; robots_verdict_text tells it.
    Other = 5,
    /// There is no file to ask, because the server refuses to give it: disallowed.
    Forbidden = 6,
    /// There is no file to ask, and everything is allowed (RFC 9309 section 2.3.1.3).
    Unavailable = 7,
    /// The name of the crawler is a URL: agent and URL were probably given in the wrong order.
    AgentIsUrl = 8,
}

impl From<library::Reason> for Reason {
    fn from(reason: library::Reason) -> Self {
        match reason {
            library::Reason::Rule => Self::Rule,
            library::Reason::NoMatchingRule => Self::NoMatchingRule,
            library::Reason::NoGroup => Self::NoGroup,
            library::Reason::RobotsTxtItself => Self::RobotsTxtItself,
            library::Reason::Unreachable => Self::Unreachable,
            library::Reason::Forbidden => Self::Forbidden,
            library::Reason::Unavailable => Self::Unavailable,
            library::Reason::AgentIsUrl => Self::AgentIsUrl,
            _ => Self::Other,
        }
    }
}

/// Whether a rule allows or disallows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum RuleKind {
    /// Allow.
    Allow = 0,
    /// Disallow.
    Disallow = 1,
}

impl From<library::RuleKind> for RuleKind {
    fn from(kind: library::RuleKind) -> Self {
        match kind {
            library::RuleKind::Allow => Self::Allow,
            library::RuleKind::Disallow => Self::Disallow,
        }
    }
}

/// Why a rule that matches lost to the one that decides. Later versions may add values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum LostBy {
    /// Nothing: it decides.
    Nothing = 0,
    /// Its pattern is shorter (RFC 9309 section 2.2.2).
    Length = 1,
    /// Its pattern is equally long, but it disallows, and the rule that decides allows.
    Kind = 2,
    /// It comes later in the file.
    Order = 3,
    /// Something that this interface has no number for.
    Other = 4,
}

impl From<library::explanation::LostBy> for LostBy {
    fn from(lost_by: library::explanation::LostBy) -> Self {
        match lost_by {
            library::explanation::LostBy::Length => Self::Length,
            library::explanation::LostBy::Kind => Self::Kind,
            library::explanation::LostBy::Order => Self::Order,
            _ => Self::Other,
        }
    }
}

/// A rule that matches a URL.
#[repr(C)]
pub struct Rule<'v> {
    /// The key: as the file spells it if a file was asked, such as "disallow" or "Disalow"; "Allow"
    /// or "Disallow" if compiled rules were. It lives as long as the verdict.
    pub key: Str<'v>,
    /// The pattern: as the file has it if a file was asked, in canonical percent-encoding if
    /// compiled rules were. It lives as long as the verdict.
    pub pattern: Str<'v>,
    /// The number of its line, counted from 1.
    pub line: u32,
    /// Whether it allows or disallows.
    pub kind: RuleKind,
    /// Why it does not decide.
    pub lost_by: LostBy,
}

impl<'v> Rule<'v> {
    pub(crate) fn new(rule: &'v library::Rule<'_>, lost_by: LostBy) -> Self {
        Self {
            key: Str::new(rule.key()),
            pattern: Str::new(rule.pattern()),
            line: rule.line(),
            kind: rule.kind().into(),
            lost_by,
        }
    }
}

/// An answer in short, which owns no memory.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Answer {
    /// Whether the crawler may fetch the URL.
    pub allowed: bool,
    /// Why.
    pub reason: Reason,
    /// The number of the line that decided, counted from 1, or 0 if no rule did.
    pub line: u32,
}

impl From<&library::Verdict<'_>> for Answer {
    fn from(verdict: &library::Verdict<'_>) -> Self {
        Self {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().into(),
            line: verdict.line().unwrap_or(0),
        }
    }
}

/// Whether a crawler may fetch a URL, and why. It stays valid when the file or the rules that it
/// came from are freed.
pub struct Verdict {
    verdict: library::Verdict<'static>,
    /// Rules that match too, in order of precedence.
    others: Vec<(library::Rule<'static>, LostBy)>,
    text: OnceLock<String>,
}

impl Verdict {
    pub(crate) fn new(verdict: library::Verdict<'_>) -> Self {
        Self {
            verdict: verdict.into_owned(),
            others: Vec::new(),
            text: OnceLock::new(),
        }
    }

    pub(crate) fn explained(explanation: &library::Explanation<'_>) -> Self {
        let rules = explanation.rules().iter();
        let others =
            rules.filter_map(|found| Some((found.rule().clone().into_owned(), found.lost_by()?.into())));
        Self {
            others: others.collect(),
            ..Self::new(explanation.verdict().clone())
        }
    }
}

/// Frees a verdict, and with it the text that it returned. NULL is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_free(verdict: Option<Box<Verdict>>) {
    free(verdict);
}

/// The answer in short: whether the crawler may fetch the URL, why, by which line.
///
/// Fails with ROBOTS_STATUS_INVALID_ARGUMENT only.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_answer(
    verdict: Option<&Verdict>,
    answer: Option<&mut MaybeUninit<Answer>>,
) -> Status {
    let (Some(verdict), Some(answer)) = (verdict, answer) else {
        return Status::InvalidArgument;
    };
    answer.write(Answer::from(&verdict.verdict));
    Status::Ok
}

/// Whether the crawler may fetch the URL. False if the verdict is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_is_allowed(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.verdict.is_allowed())
}

/// The verdict in one line, with the rule as the file spells it if a file was asked, such as
/// "disallowed by `Disallow: /x` on line 2, in the group of FooBot": for people, in UTF-8. It may
/// be reworded in any version. It lives as long as the verdict.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_text(verdict: Option<&Verdict>) -> Str<'_> {
    let Some(Verdict { verdict, text, .. }) = verdict else {
        return Str::NONE;
    };
    guard(Str::NONE, || {
        Str::new(text.get_or_init(|| verdict.to_string()).as_bytes())
    })
}

/// The name of the group that applies to the crawler, as the file spells it, or "*"; data is NULL
/// if no group applies. It lives as long as the verdict.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_group(verdict: Option<&Verdict>) -> Str<'_> {
    let group = verdict.and_then(|verdict| verdict.verdict.group_name());
    group.map_or(Str::NONE, Str::new)
}

/// A rule that matches the URL, counted from 0, in order of precedence: writes it and returns true,
/// or returns false if the index is out of range.
///
/// The first one decided. robots_txt_explain finds the first thousand, other functions no more than
/// the first. There are no rules if the reason is not ROBOTS_REASON_RULE.
#[unsafe(no_mangle)]
pub extern "C" fn robots_verdict_rule<'v>(
    verdict: Option<&'v Verdict>,
    index: usize,
    rule: Option<&mut MaybeUninit<Rule<'v>>>,
) -> bool {
    let (Some(verdict), Some(out)) = (verdict, rule) else {
        return false;
    };
    let found = match index.checked_sub(1) {
        None => verdict.verdict.rule().map(|rule| (rule, LostBy::Nothing)),
        Some(index) => verdict.others.get(index).map(|(rule, lost_by)| (rule, *lost_by)),
    };
    let Some((rule, lost_by)) = found else {
        return false;
    };
    out.write(Rule::new(rule, lost_by));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_library_has_a_number() {
        for reason in library::Reason::ALL {
            assert_ne!(Reason::from(*reason), Reason::Other, "{reason}");
        }
        for lost_by in library::explanation::LostBy::ALL {
            assert_ne!(LostBy::from(*lost_by), LostBy::Other, "{lost_by}");
        }
    }
}
