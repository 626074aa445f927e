//! One verdict as a row of output.

use std::borrow::Cow;

use serde::Serialize;

use crate::fetch::Instead;

/// A rule or the name of a group, as answers cite it. There may be thousands of answers by one rule, which in a hostile file is as long as the file; the
/// longest rule of any real file that we know of has 572 characters.
pub(crate) fn cited(mut text: String) -> String {
    /// In bytes.
    const LONGEST: usize = 2_000;
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rfind(|at| text.is_char_boundary(*at));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}

/// The row of a verdict, as `check` and `batch` print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row<'a> {
    pub(crate) agent: Cow<'a, str>,
    pub(crate) url: Cow<'a, str>,
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    /// As written in the file, if it is not [too long](cited).
    pub(crate) rule: Option<String>,
    pub(crate) group: Option<String>,
}

impl Row<'_> {
    /// The row if the file could not be fetched, and there is something else that decides.
    pub(crate) fn or_instead(self, instead: Option<Instead>) -> Self {
        match instead {
            Some(instead) => Self {
                allowed: instead.verdict(&self.url).0,
                reason: instead.verdict(&self.url).1,
                line: None,
                rule: None,
                group: None,
                ..self
            },
            None => self,
        }
    }

    /// Whether the verdict comes from a failure to fetch the file.
    pub(crate) fn is_instead(&self) -> bool {
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
        assert_eq!(cited("Disallow: /é".to_owned()), "Disallow: /é");
        let exact = "a".repeat(2_000);
        assert_eq!(cited(exact.clone()), exact);
        let long = cited("é".repeat(1_001));
        assert_eq!(long, "é".repeat(1_000) + "…");
        assert_eq!(
            cited(format!("a{}", "é".repeat(1_000))),
            format!("a{}…", "é".repeat(999))
        );
    }
}
