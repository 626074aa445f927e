//! One verdict as a row of output.

use std::borrow::Cow;

use robots_exclusion::Rule;
use serde::Serialize;

use crate::fetch::SubstituteVerdict;

/// The name of a group or the pattern of a rule, as answers cite it. There may be thousands of
/// answers by one rule, which in a hostile file is as long as the file; the longest rule of any
/// real file that we know of has 572 characters.
pub(crate) fn cited(text: &[u8]) -> String {
    /// In bytes.
    const LONGEST: usize = 2_000;
    if text.len() <= LONGEST {
        return String::from_utf8_lossy(text).into_owned();
    }
    // No character is cut, where the text is UTF-8.
    let is_boundary = |at: &usize| text[*at] & 0xC0 != 0x80;
    let end = (LONGEST - 3..=LONGEST).rfind(is_boundary).unwrap_or(LONGEST);
    String::from_utf8_lossy(&text[..end]).into_owned() + "…"
}

/// A rule, as answers cite it.
pub(crate) fn cited_rule(rule: &Rule<'_>) -> String {
    let colon = if rule.is_missing_colon() { "" } else { ":" };
    format!("{}{colon} {}", cited(rule.key()), cited(rule.pattern()))
}

/// Why something was skipped or is undecided, wherever a command says so.
pub(crate) const WORK_LIMIT: &str = "work limit reached";

/// What is known about a statement on all URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// It is true for every URL.
    Proved,
    /// There is a URL for which it is not true.
    Refuted,
    /// It was not decided within the work limit.
    Undecided,
}

impl Outcome {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// The row of a verdict, as `check` prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Row<'a> {
    /// Present if several files are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    pub(crate) agent: Cow<'a, str>,
    pub(crate) url: Cow<'a, str>,
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    /// As written in the file, if it is not [too long](cited).
    pub(crate) rule: Option<String>,
    pub(crate) group: Option<String>,
    /// Present if each crawler has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dialect: Option<&'a str>,
    /// Present if a verdict is expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) as_expected: Option<bool>,
    /// Present if less than the whole file was read. Tables, in which every row has the same
    /// fields, leave it to the warning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) truncated: Option<bool>,
    /// The first of the crawler's product tokens.
    pub(crate) crawler: Cow<'a, str>,
}

impl Row<'_> {
    /// The row if the file could not be fetched, and there is something else that decides.
    pub(crate) fn or_substitute(self, substitute: Option<SubstituteVerdict>) -> Self {
        match substitute {
            Some(substitute) => Self {
                allowed: substitute.verdict(&self.url).0,
                reason: substitute.verdict(&self.url).1,
                line: None,
                rule: None,
                group: None,
                ..self
            },
            None => self,
        }
    }

    /// Whether the verdict comes from a failure to fetch the file.
    pub(crate) fn is_substitute(&self) -> bool {
        matches!(self.reason, "unreachable" | "unavailable")
    }
}

/// Whether a number goes without saying.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
pub(crate) fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_citations_end_early() {
        let of = |text: &str| cited(text.as_bytes());
        assert_eq!(of("/é"), "/é");
        let exact = "a".repeat(2_000);
        assert_eq!(of(&exact), exact);
        assert_eq!(of(&"é".repeat(1_001)), "é".repeat(1_000) + "…");
        assert_eq!(
            of(&format!("a{}", "é".repeat(1_000))),
            format!("a{}…", "é".repeat(999))
        );
        assert_eq!(
            of(&format!("aaa{}", "😀".repeat(500))),
            format!("aaa{}…", "😀".repeat(499))
        );
        assert_eq!(cited(&[0xBF; 2_001]), "\u{FFFD}".repeat(2_000) + "…");
    }
}
