//! The effect of a change on crawlers.

use robots_exclusion::identifiers;

/// The effect of a change on the URLs that crawlers may fetch.
///
/// Effects are proved for all URLs: see [the module](crate::diff#what-is-proved).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// The verdict on every URL stays the same, with and without this change.
    None,
    /// The verdict on every URL stays the same, but some URLs stay allowed only because of this
    /// change: an Allow was added, and the rule that allowed them before is gone.
    KeepsOpen,
    /// The verdict on every URL stays the same, but some URLs stay disallowed only because of this
    /// change. Where `Disallow: /cart` takes the place of `Disallow: /`, it keeps `/cart` closed.
    KeepsClosed,
    /// URLs are allowed that were not.
    Opens,
    /// URLs are disallowed that were not.
    Closes,
    /// Some URLs are allowed that were not, and others disallowed that were not.
    Both,
    /// The effect is not known: the work allowed was spent first, or in this dialect the crawlers
    /// that it concerns cannot be listed
    /// ([`ChangeKind::NotCompared`](crate::diff::ChangeKind::NotCompared),
    /// [`ChangeKind::GroupsRearranged`](crate::diff::ChangeKind::GroupsRearranged)). Treat it as
    /// [`Effect::Both`].
    Undecided,
    /// The site was blocked except for what Allow rules match, and no longer is. If some URLs are
    /// now disallowed, the second witness is one of them.
    OpensSite,
    /// The site is now blocked except for what Allow rules match, and was not before. If some URLs
    /// are now allowed, the second witness is one of them.
    ClosesSite,
}

identifiers! {
    Effect {
        None = "none",
        KeepsOpen = "keeps-open",
        KeepsClosed = "keeps-closed",
        Opens = "opens",
        Closes = "closes",
        Both = "both",
        Undecided = "undecided",
        OpensSite = "opens-site",
        ClosesSite = "closes-site",
    }
}

impl Effect {
    /// Like [`description`](Self::description), given whether Allow rules open a part of the site
    /// that is, or was, blocked.
    pub(super) const fn described(self, is_partly_open: bool) -> &'static str {
        match self {
            Self::OpensSite if is_partly_open => "no longer blocked from all but what Allow rules open",
            Self::ClosesSite if is_partly_open => "blocked from all but what Allow rules open",
            effect => effect.description(),
        }
    }

    /// The effect on a crawler, to be written after its name: `can crawl less`.
    ///
    /// [`Change::effect_description`](crate::diff::Change::effect_description) and
    /// [`AgentEffect::description`](crate::diff::AgentEffect::description) are more exact: they
    /// know whether Allow rules open a part of a blocked site.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::None => "no effect (proved)",
            Self::KeepsOpen => "keeps open what was open",
            Self::KeepsClosed => "keeps closed what was closed",
            Self::Opens => "can crawl more",
            Self::Closes => "can crawl less",
            Self::Both => "can crawl less here and more there",
            Self::Undecided => "effect not decided",
            Self::OpensSite => "no longer blocked from the whole site",
            Self::ClosesSite => "blocked from the whole site",
        }
    }
}
