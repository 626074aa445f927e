//! Controls of AI that operators announced, or that are not in any file of a site.

/// A control of how an operator's AI uses a site, which cannot be read from the site's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Announced {
    operator: &'static str,
    what: &'static str,
}

impl Announced {
    /// The operator of the AI.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        self.operator
    }

    /// A description: a sentence without a period.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        self.what
    }
}

// [S] Quotations and reports of November 2026.
/// The controls that were announced by [`SNAPSHOT_DATE`](super::SNAPSHOT_DATE), or that are made
/// outside of files.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// let microsoft = agents::ANNOUNCED.iter().find(|control| control.operator() == "Microsoft").unwrap();
/// assert!(microsoft.what().ends_with("not in force"));
/// ```
pub const ANNOUNCED: &[Announced] = &[
    Announced {
        operator: "Google",
        what: "Search Console has a control of generative AI in Search, which no file of a site shows",
    },
    Announced {
        operator: "Microsoft",
        what: "a preference against training, to be written in robots.txt, is announced for early 2027 and not in force",
    },
];
