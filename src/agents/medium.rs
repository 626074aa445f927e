//! Crawlers that fetch one kind of content.

use crate::identifiers;

/// The one kind of content that a crawler fetches; see
/// [`UserAgent::only_fetches`](super::UserAgent::only_fetches).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Medium {
    /// Images.
    Image,
    /// Videos, and their preview images.
    Video,
}

identifiers! {
    Medium {
        Image = "image",
        Video = "video",
    }
}
