//! Parts of a file as answers cite them: shortened where they are very long.

use std::borrow::Cow;
use std::fmt;

use robots_exclusion::{Rule, Verdict};
use robots_exclusion_analysis::diff::Decision;
use serde::Serialize;

use crate::output::verdict_word;

/// The longest text that is cited whole, in bytes.
const LONGEST: usize = 2_000;

/// The name of a crawler, as answers cite it.
pub(crate) fn cited_name(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST {
        return name.into();
    }
    cited(name.as_bytes()).into()
}

/// The name of a group or the pattern of a rule, as answers cite it. There may be thousands of
/// answers by one rule, which in a hostile file is as long as the file; the longest rule of any
/// real file that we know of has 572 characters.
pub(crate) fn cited(text: &[u8]) -> String {
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

/// A verdict, as answers cite it.
#[derive(Serialize)]
pub(crate) struct CitedVerdict {
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    pub(crate) rule: Option<String>,
    pub(crate) group: Option<String>,
}

impl CitedVerdict {
    /// What decides: `line 3, Allow: /x`, or the reason if no rule does.
    pub(crate) fn why(&self) -> String {
        match (self.line, &self.rule) {
            (Some(line), Some(rule)) => format!("line {line}, {rule}"),
            _ => self.reason.to_owned(),
        }
    }
}

impl From<&Verdict<'_>> for CitedVerdict {
    fn from(verdict: &Verdict<'_>) -> Self {
        Self {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: verdict.rule().map(cited_rule),
            group: verdict.group_name().map(cited),
        }
    }
}

/// What decides about a URL, as answers cite it.
#[derive(Clone, Serialize)]
pub(crate) struct CitedDecision {
    pub(crate) allowed: bool,
    pub(crate) line: Option<u32>,
    pub(crate) rule: Option<String>,
}

impl fmt::Display for CitedDecision {
    /// ``allowed by line 3 (`Allow: /x`)``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(verdict_word(self.allowed))?;
        match (self.line, &self.rule) {
            (Some(line), Some(rule)) => write!(f, " by line {line} (`{rule}`)"),
            _ => f.write_str(", as no rule matches"),
        }
    }
}

impl From<&Verdict<'_>> for CitedDecision {
    fn from(verdict: &Verdict<'_>) -> Self {
        Self {
            allowed: verdict.is_allowed(),
            line: verdict.line(),
            rule: verdict.rule().map(cited_rule),
        }
    }
}

impl From<&Decision> for CitedDecision {
    fn from(decision: &Decision) -> Self {
        Self {
            allowed: decision.is_allowed(),
            line: decision.line(),
            rule: decision.rule().map(|rule| cited(rule.as_bytes())),
        }
    }
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
        // Wherever the cut is within the last character of four bytes.
        for before in ["", "a", "aa", "aaa"] {
            let kept = (2_000 - before.len()) / 4;
            let text = format!("{before}{}", "😀".repeat(501));
            assert_eq!(of(&text), format!("{before}{}…", "😀".repeat(kept)));
        }
        assert_eq!(cited(&[0xBF; 2_001]), "\u{FFFD}".repeat(2_000) + "…");
    }
}
