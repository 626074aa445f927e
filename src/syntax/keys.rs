//! The keys: one table of everything that is known about them. How a line is compared with it is in
//! [`key_spelling`](super::key_spelling).

use super::kind::DirectiveKind;
use crate::dialect::Dialect;

/// Where lines with a key count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// For the whole file, wherever they appear.
    File,
    /// For the group they appear in; ignored outside any group.
    Group,
    /// For the group they appear in; outside any group, for the whole site.
    GroupOrSite,
}

/// Which of several lines with the same key count in one group, or in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// All of them add up.
    AddUp,
    /// The first one that has a valid value; the rest are ignored.
    FirstValid,
}

/// One row of the table of [`KEYS`].
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// What the key means.
    pub kind: DirectiveKind,
    /// The correct spelling, which files should use. Case does not matter when reading.
    pub name: &'static str,
    /// Misspellings in lower case that Google's library accepts too.
    pub(super) google_misspellings: &'static [&'static str],
    /// Further misspellings in lower case: those common on real sites, and those that
    /// crawler-commons reads (<https://github.com/crawler-commons/crawler-commons>,
    /// `SimpleRobotRulesParser`), which collected them from a crawl of the web.
    pub(super) common_misspellings: &'static [&'static str],
    /// Which part of the file a line with this key applies to.
    pub scope: Scope,
    /// Whether a second line with this key counts.
    pub repeats: Repeats,
    /// The option of the dialect that makes its crawlers read these lines.
    is_read: fn(&Dialect) -> bool,
    /// Whether Google's library reads every key that begins with this key as this key.
    pub(super) is_by_prefix: bool,
}

const fn always(_: &Dialect) -> bool {
    true
}

impl Key {
    /// A key whose lines count for a group, all of them, in every dialect.
    const fn new(kind: DirectiveKind, name: &'static str) -> Self {
        Self {
            kind,
            name,
            google_misspellings: &[],
            common_misspellings: &[],
            scope: Scope::Group,
            repeats: Repeats::AddUp,
            is_read: always,
            is_by_prefix: false,
        }
    }

    const fn of_google_library(mut self, misspellings: &'static [&'static str]) -> Self {
        self.google_misspellings = misspellings;
        self.is_by_prefix = true;
        self
    }

    const fn misspelled(mut self, misspellings: &'static [&'static str]) -> Self {
        self.common_misspellings = misspellings;
        self
    }

    const fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    const fn repeats(mut self, repeats: Repeats) -> Self {
        self.repeats = repeats;
        self
    }

    const fn read_if(mut self, is_read: fn(&Dialect) -> bool) -> Self {
        self.is_read = is_read;
        self
    }

    /// The row of a kind; `None` for [`DirectiveKind::Unknown`].
    pub fn of(kind: DirectiveKind) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.kind == kind)
    }

    /// Whether the dialect's crawlers read these lines.
    pub(crate) fn is_read(&self, dialect: &Dialect) -> bool {
        (self.is_read)(dialect)
    }
}

impl DirectiveKind {
    /// The key as a file should spell it, such as `User-agent`; `None` for
    /// [`DirectiveKind::Unknown`].
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(robots_exclusion::syntax::DirectiveKind::CrawlDelay.key(), Some("Crawl-delay"));
    /// ```
    #[must_use]
    pub fn key(self) -> Option<&'static str> {
        Key::of(self).map(|key| key.name)
    }
}

/// Every known key, in the order in which they are recognized.
///
/// The directive, the reader, the builder, the extensions, lint and diff all ask this table; the
/// quick comparisons at the start of a line (`Prefix`) are derived from it.
pub static KEYS: [Key; 17] = [
    Key::new(DirectiveKind::UserAgent, "User-agent")
        .of_google_library(&["useragent", "user agent"])
        .misspelled(&["useg-agent", "ser-agent", "user-agnet"]),
    // Google's library accepts no misspelling of Allow.
    Key::new(DirectiveKind::Allow, "Allow")
        .of_google_library(&[])
        .misspelled(&["alow"])
        .read_if(|dialect| dialect.allow_lines),
    Key::new(DirectiveKind::Disallow, "Disallow")
        .of_google_library(&["dissallow", "dissalow", "disalow", "diasllow", "disallaw"])
        .misspelled(&[
            "desallow",
            "dssalow",
            "dsallow",
            "diallow",
            "disallows",
            "disllow",
            "disllaow",
        ]),
    Key::new(DirectiveKind::Sitemap, "Sitemap")
        .of_google_library(&["site-map"])
        .misspelled(&["site map", "sitemaps"])
        .scope(Scope::File),
    // The first valid line counts, even if broken lines come before or after it.
    Key::new(DirectiveKind::CrawlDelay, "Crawl-delay")
        .misspelled(&[
            "crawl delay",
            "crawldelay",
            "clawl-delay",
            "craw-delay",
            "crawl-deley",
        ])
        .repeats(Repeats::FirstValid)
        .read_if(|dialect| dialect.crawl_delay_lines),
    Key::new(DirectiveKind::RequestRate, "Request-rate").read_if(|dialect| dialect.request_rate_lines),
    Key::new(DirectiveKind::VisitTime, "Visit-time").read_if(|dialect| dialect.request_rate_lines),
    Key::new(DirectiveKind::RobotVersion, "Robot-version")
        .repeats(Repeats::FirstValid)
        .read_if(|dialect| dialect.robot_version),
    Key::new(DirectiveKind::Comment, "Comment"),
    Key::new(DirectiveKind::Host, "Host").scope(Scope::File),
    Key::new(DirectiveKind::CleanParam, "Clean-param").scope(Scope::File),
    Key::new(DirectiveKind::ContentSignal, "Content-Signal").scope(Scope::GroupOrSite),
    Key::new(DirectiveKind::ContentUsage, "Content-Usage"),
    Key::new(DirectiveKind::License, "License").scope(Scope::GroupOrSite),
    Key::new(DirectiveKind::Agentmap, "Agentmap").scope(Scope::File),
    Key::new(DirectiveKind::Schemamap, "Schemamap").scope(Scope::File),
    Key::new(DirectiveKind::LlmPolicy, "LLM-Policy").scope(Scope::File),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::key_spelling::Keys;

    #[test]
    fn the_table_is_sound() {
        for row in &KEYS {
            assert_eq!(Keys::exact().classify(row.name.as_bytes()), row.kind);
            assert_eq!(Key::of(row.kind).unwrap().name, row.name);
            for misspelling in row.google_misspellings.iter().chain(row.common_misspellings) {
                assert_eq!(*misspelling, misspelling.to_ascii_lowercase());
                assert_eq!(
                    Keys::exact().classify(misspelling.as_bytes()),
                    DirectiveKind::Unknown
                );
            }
        }
        assert!(Key::of(DirectiveKind::Unknown).is_none());
    }
}
