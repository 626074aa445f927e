//! How severe a change is.

use super::effect::Effect;
use robots_exclusion::agents;
use robots_exclusion::agents::Purpose;
use robots_exclusion::identifiers;
use robots_exclusion::syntax::BodyFormat;

/// How severe a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Impact {
    /// No verdict changes.
    Info,
    /// Crawlers can crawl more, or one that is not a search engine's can crawl less or is no longer
    /// blocked from the whole site.
    Minor,
    /// All crawlers or a search engine can crawl less, or are no longer blocked from the whole
    /// site; or another crawler is blocked from it.
    Major,
    /// All crawlers or a search engine are blocked from the whole site.
    Critical,
}

identifiers! {
    Impact {
        Info = "info",
        Minor = "minor",
        Major = "major",
        Critical = "critical",
    }
}

impl Impact {
    /// The impact of an effect on crawlers, given whether any of them is vital.
    /// [`Effect::Undecided`] is treated as [`Effect::Both`], which it may be.
    pub(super) fn of(effect: Effect, is_vital: bool) -> Self {
        match effect {
            Effect::ClosesSite if is_vital => Self::Critical,
            Effect::ClosesSite => Self::Major,
            Effect::Closes | Effect::Both | Effect::Undecided | Effect::OpensSite if is_vital => Self::Major,
            Effect::Closes | Effect::Both | Effect::Undecided | Effect::OpensSite | Effect::Opens => {
                Self::Minor
            }
            Effect::None => Self::Info,
        }
    }

    /// The impact of a file that now has another format. If that is not text, its rules are most
    /// likely lost, which is as bad as if they were removed.
    pub(super) fn of_format(format: BodyFormat) -> Self {
        match format {
            BodyFormat::Text => Self::Info,
            _ => Self::Major,
        }
    }
}

/// Whether a crawler is vital to a site: a search engine's, or `*` for all.
pub(super) fn is_vital(agent: &str) -> bool {
    agent == "*" || agents::by_token(agent).is_some_and(|agent| agent.purpose() == Purpose::Search)
}
