//! The column `access` of an audit: whether a crawler can fetch all of a site, some of it, or nothing.

use robots_exclusion_analysis::decide;
use serde::Serialize;

use crate::report::Tone;

/// How much of a site, or of a section of it, a crawler can fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Access {
    Open,
    Partial,
    Undecided,
    Closed,
    /// The site was not asked.
    NotAsked,
}

impl Access {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Partial => "partial",
            Self::Undecided => "undecided",
            Self::Closed => "closed",
            Self::NotAsked => "not-asked",
        }
    }

    pub(super) fn tone(self) -> Tone {
        match self {
            Self::Open => Tone::Good,
            Self::Partial | Self::Undecided | Self::NotAsked => Tone::Warning,
            Self::Closed => Tone::Error,
        }
    }
}

impl From<Option<decide::Access>> for Access {
    /// Each answer is proved, except for `undecided`: the budget ran out, which no real file comes
    /// near.
    fn from(proved: Option<decide::Access>) -> Self {
        match proved {
            Some(decide::Access::Open) => Self::Open,
            Some(decide::Access::Partial) => Self::Partial,
            Some(decide::Access::Closed) => Self::Closed,
            None => Self::Undecided,
        }
    }
}
