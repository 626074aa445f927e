//! One verdict as a row of output.

use std::borrow::Cow;

use serde::Serialize;

/// The row of a verdict, as `check` and `batch` print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row<'a> {
    pub(crate) agent: Cow<'a, str>,
    pub(crate) url: Cow<'a, str>,
    pub(crate) allowed: bool,
    pub(crate) reason: &'static str,
    pub(crate) line: Option<u32>,
    /// As written in the file.
    pub(crate) rule: Option<Cow<'a, str>>,
    pub(crate) group: Option<Cow<'a, str>>,
}
