//! Where in a document a meta tag counts.

use robots_exclusion::identifiers;

/// Where in a document a meta tag counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MetaPlace {
    /// Only in the head, where the tag belongs (HTML Standard, "metadata content"). Reading stops
    /// at the end of the head.
    ///
    /// The head ends where a browser ends it: at the first tag or text that cannot be in it. A meta
    /// tag between `</head>` and `<body>` still counts.
    Head,
    /// In head and body, as Google reads it.
    HeadAndBody,
}

identifiers! {
    MetaPlace {
        Head = "head",
        HeadAndBody = "head-and-body",
    }
}

impl MetaPlace {
    pub(super) const DEFAULT: Self = Self::HeadAndBody;

    /// Whether tags count in this part of the document.
    pub(super) fn reads_on(self, is_in_head: bool) -> bool {
        is_in_head || self != Self::Head
    }
}

impl Default for MetaPlace {
    fn default() -> Self {
        Self::DEFAULT
    }
}
