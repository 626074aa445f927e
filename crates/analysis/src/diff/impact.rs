//! How severe a change is.

use super::effect::Effect;
use robots_exclusion::agents;
use robots_exclusion::agents::Purpose;
use robots_exclusion::identifiers;

/// How severe a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Impact {
    /// No verdict changes.
    Info,
    /// A crawler other than a search engine's can crawl more or less; or a line about the use of
    /// pages has changed.
    Minor,
    /// All crawlers or a search engine can crawl more or less; or any crawler is no longer blocked
    /// from the whole site, or one that is not a search engine's is; or a use of pages is no longer
    /// refused, or a license is on another host; or the file has lost all its groups.
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
    /// [`Effect::Undecided`] is treated as [`Effect::Both`], since it may be that.
    pub(super) fn of(effect: Effect, is_vital: bool) -> Self {
        match effect {
            Effect::ClosesSite if is_vital => Self::Critical,
            Effect::ClosesSite => Self::Major,
            Effect::OpensSite => Self::Major,
            Effect::Closes | Effect::Opens | Effect::Both | Effect::Undecided if is_vital => Self::Major,
            Effect::Closes | Effect::Opens | Effect::Both | Effect::Undecided => Self::Minor,
            Effect::KeepsClosed | Effect::KeepsOpen | Effect::None => Self::Info,
        }
    }
}

/// Whether a crawler is vital to a site: the crawler of a search engine, or `*` for all.
pub(super) fn is_vital(agent: &str) -> bool {
    agent == "*" || agents::by_token(agent).is_some_and(|agent| agent.purpose() == Purpose::Search)
}
