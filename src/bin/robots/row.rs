//! One verdict as a row of output.

use std::borrow::Cow;

use serde::Serialize;

use crate::fetch::Instead;

/// The row of a verdict, as `check` and `batch` print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row<'a> {
    pub(crate) agent: Cow<'a, str>,
    pub(crate) url: Cow<'a, str>,
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    /// As written in the file.
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
