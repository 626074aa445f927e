//! Results about statements on all URLs, in words.

use serde::Serialize;

/// Why something was skipped or is undecided, wherever a command says so.
pub(crate) const WORK_LIMIT: &str = "work limit reached";

/// The result of a statement on all URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProofResult {
    /// It is true for every URL.
    Proved,
    /// There is a URL for which it is not true.
    Refuted,
    /// It was not decided within the work limit.
    Undecided,
}

impl ProofResult {
    /// The result of a statement that was decided.
    pub(crate) fn of(is_true: bool) -> Self {
        match is_true {
            true => Self::Proved,
            false => Self::Refuted,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}
