//! The statements of a page, gathered in a form in which order and repetition do not matter, and
//! how they are resolved.

use core::fmt::Display;

use super::{
    date::UtcTime,
    license::Licenses,
    note::{NoteKind, Notes},
    page_rules::{ImagePreview, Limit, PageRules},
};
use robots_exclusion::agents::Contradictions;
use robots_exclusion::identifiers;

/// How to resolve contradictions of a page: `index, noindex` in one tag, or in two tags, or in a
/// tag and a header.
///
/// The default is `MostRestrictive`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Combination {
    /// Denials win, and of several limits or dates the smallest, so that a crawler never does more
    /// than every part of the page permits. Google documents this for its crawlers (*Robots meta
    /// tag specifications*).
    #[default]
    MostRestrictive,
    /// As the indexing workshop of 1996 proposed: `all` cancels all other rules, and the permitting
    /// one of two opposite terms holds (`follow, nofollow` is follow).
    ///
    /// The text left the choice between opposite terms to the robot, and suggested FOLLOW. Limits
    /// and dates, which are newer, combine as under `MostRestrictive` unless `all` cancels them.
    Workshop1996,
    /// Permissions win: `index`, `follow`, `archive` and `all` cancel only their opposites; of
    /// several limits or dates the largest holds.
    ///
    /// Yandex's help for site owners (*Robots meta tag and X-Robots-Tag HTTP header*) describes its
    /// robots this way for the permitting terms, which it lists only for meta tags. This crate
    /// assumes that these terms also count in headers, and that limits and dates combine in the
    /// same way.
    MostPermissive,
}

identifiers! {
    Combination {
        MostRestrictive = "most-restrictive",
        Workshop1996 = "workshop-1996",
        MostPermissive = "most-permissive",
    }
}

impl From<Contradictions> for Combination {
    /// The documented way of the operator of a crawler.
    fn from(contradictions: Contradictions) -> Self {
        match contradictions {
            Contradictions::MostPermissive => Self::MostPermissive,
            // Also values added later.
            _ => Self::MostRestrictive,
        }
    }
}

/// A permission that a page can give or take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Index,
    Follow,
    Archive,
    /// Denied by `nocache`, which some operators distinguish from `noarchive`.
    Cache,
    Snippet,
    Translate,
    ReadAloud,
    /// Denied by `noyaca`.
    Description,
    ImageIndex,
    Ai,
    ImageAi,
    Training,
    /// Unlike other flags, permitted only if the page says so.
    IndexIfEmbedded,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u16);

impl Flags {
    fn insert(&mut self, flag: Flag) {
        self.0 |= 1 << flag as u16;
    }

    fn contains(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u16) != 0
    }

    fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The smallest and the largest of the values so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds<T> {
    min: T,
    max: T,
}

impl<T: Ord + Copy> Bounds<T> {
    fn widen(bounds: &mut Option<Self>, by: Self) {
        *bounds = Some(match *bounds {
            Some(old) => Self {
                min: old.min.min(by.min),
                max: old.max.max(by.max),
            },
            None => by,
        });
    }

    fn add(bounds: &mut Option<Self>, value: T) {
        Self::widen(
            bounds,
            Self {
                min: value,
                max: value,
            },
        );
    }
}

impl<T: Display> Bounds<T> {
    fn shown(self) -> (String, String) {
        (self.min.to_string(), self.max.to_string())
    }
}

/// All rules for one audience.
///
/// Each field is a join of the statements (a union, or a widening of bounds). So neither the order
/// nor the repetition of statements matters, and the size does not grow with the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gathered {
    all: bool,
    allowed: Flags,
    denied: Flags,
    snippet: Option<Bounds<Limit>>,
    image_preview: Option<Bounds<ImagePreview>>,
    video_preview: Option<Bounds<Limit>>,
    unavailable_after: Option<Bounds<UtcTime>>,
    licenses: Licenses,
    data_nosnippet: bool,
    notes: Notes,
}

impl Gathered {
    pub(super) fn all(&mut self) {
        self.all = true;
    }

    pub(super) fn allow(&mut self, flag: Flag) {
        self.allowed.insert(flag);
    }

    pub(super) fn license(&mut self, url: &str) {
        self.licenses.add(url);
    }

    pub(super) fn data_nosnippet(&mut self) {
        self.data_nosnippet = true;
    }

    pub(super) fn deny(&mut self, flag: Flag) {
        self.denied.insert(flag);
    }

    pub(super) fn max_snippet(&mut self, limit: Limit) {
        Bounds::add(&mut self.snippet, limit);
    }

    pub(super) fn max_image_preview(&mut self, preview: ImagePreview) {
        Bounds::add(&mut self.image_preview, preview);
    }

    pub(super) fn max_video_preview(&mut self, limit: Limit) {
        Bounds::add(&mut self.video_preview, limit);
    }

    pub(super) fn unavailable_after(&mut self, date: UtcTime) {
        Bounds::add(&mut self.unavailable_after, date);
    }

    pub(super) fn note(&mut self, kind: NoteKind, text: &str) {
        self.notes.add(kind, text);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.all |= other.all;
        self.allowed.0 |= other.allowed.0;
        self.denied.0 |= other.denied.0;
        if let Some(bounds) = other.snippet {
            Bounds::widen(&mut self.snippet, bounds);
        }
        if let Some(bounds) = other.image_preview {
            Bounds::widen(&mut self.image_preview, bounds);
        }
        if let Some(bounds) = other.video_preview {
            Bounds::widen(&mut self.video_preview, bounds);
        }
        if let Some(bounds) = other.unavailable_after {
            Bounds::widen(&mut self.unavailable_after, bounds);
        }
        self.licenses.merge(&other.licenses);
        self.data_nosnippet |= other.data_nosnippet;
        self.notes.merge(&other.notes);
    }

    /// Notes contradictions.
    fn note_contradictions(&mut self) {
        // The flags that a page can both give and take, by the names of both rules.
        for (flag, allowing, denying) in [
            (Flag::Index, "index", "noindex"),
            (Flag::Follow, "follow", "nofollow"),
            (Flag::Archive, "archive", "noarchive"),
            (Flag::Cache, "archive", "nocache"),
        ] {
            let by_all = self.all && matches!(flag, Flag::Index | Flag::Follow);
            if self.denied.contains(flag) && (by_all || self.allowed.contains(flag)) {
                let allowing = if self.allowed.contains(flag) {
                    allowing
                } else {
                    "all"
                };
                self.notes
                    .add(NoteKind::Contradiction, &format!("{allowing}, {denying}"));
            }
        }
        let mut limits = |name: &str, bounds: Option<(String, String)>| {
            if let Some((min, max)) = bounds.filter(|(min, max)| min != max) {
                self.notes
                    .add(NoteKind::Contradiction, &format!("{name}:{min}, {name}:{max}"));
            }
        };
        limits("max-snippet", self.snippet.map(Bounds::shown));
        limits("max-image-preview", self.image_preview.map(Bounds::shown));
        limits("max-video-preview", self.video_preview.map(Bounds::shown));
        limits("unavailable_after", self.unavailable_after.map(Bounds::shown));
    }

    /// The effective rules, with contradictions resolved by `combination`.
    pub(super) fn resolve(mut self, combination: Combination) -> PageRules {
        self.note_contradictions();
        if self.all {
            self.allow(Flag::Index);
            self.allow(Flag::Follow);
        }
        let (denied, permissive) = match combination {
            Combination::MostRestrictive => (self.denied, false),
            Combination::Workshop1996 if self.all => {
                return PageRules {
                    licenses: self.licenses,
                    data_nosnippet: self.data_nosnippet,
                    notes: self.notes,
                    ..PageRules::default()
                };
            }
            Combination::Workshop1996 => (self.denied.without(self.allowed), false),
            Combination::MostPermissive => (self.denied.without(self.allowed), true),
        };
        let index = !denied.contains(Flag::Index);
        let max_snippet = choose(self.snippet, permissive);
        PageRules {
            index,
            follow: !denied.contains(Flag::Follow),
            noarchive: denied.contains(Flag::Archive),
            nocache: denied.contains(Flag::Cache),
            snippet: !denied.contains(Flag::Snippet) && max_snippet != Some(Limit::AtMost(0)),
            translate: !denied.contains(Flag::Translate),
            read_aloud: !denied.contains(Flag::ReadAloud),
            description: !denied.contains(Flag::Description),
            image_index: !denied.contains(Flag::ImageIndex),
            ai: !denied.contains(Flag::Ai),
            image_ai: !denied.contains(Flag::ImageAi),
            training: !denied.contains(Flag::Training),
            index_if_embedded: !index && self.allowed.contains(Flag::IndexIfEmbedded),
            max_snippet,
            max_image_preview: choose(self.image_preview, permissive),
            max_video_preview: choose(self.video_preview, permissive),
            unavailable_after: choose(self.unavailable_after, permissive),
            licenses: self.licenses,
            data_nosnippet: self.data_nosnippet,
            notes: self.notes,
        }
    }
}

fn choose<T>(bounds: Option<Bounds<T>>, permissive: bool) -> Option<T> {
    bounds.map(|bounds| if permissive { bounds.max } else { bounds.min })
}
