//! The presets: what the standard, its drafts and each search engine documents, with their figures.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

use super::fetch_policy::{FetchPolicy, WhenUnreachable};
use super::{
    Dialect, GroupChoice, GroupEnd, KeySpelling, NameTest, PatternLanguage, PercentMode, RuleChoice,
    TargetSyntax,
};
use crate::extension::RequestRate;
use crate::identifier::ParseNameError;

/// In seconds.
const HOUR: u32 = 60 * 60;
/// In seconds.
const DAY: u32 = 24 * HOUR;

impl Dialect {
    /// RFC 9309, the standard (September 2022), plus what its grammar omits: digits in product
    /// tokens and patterns that begin with `*` (erratum 7995). The default.
    ///
    /// Section 2.2.2 says that reserved characters are percent-encoded on both sides before they
    /// are compared, so that `(` would equal `%28`. But RFC 3986 says that the two differ, and
    /// figure 4 leaves `/`, `?` and `=` as they are. Here a reserved character differs from its
    /// escape, as in Google's library and most other libraries, except where the figures show them
    /// equal: `*` and `$`, and in queries `:`, `/`, `?` and `@`. To block both spellings, write
    /// both; [`Dialect::LENIENT`] blocks both for either. For the answers of other libraries, see 2.2.2-O3 in the conformance suite,
    /// `tests/conformance`.
    ///
    /// ```
    /// use robots_exclusion::is_allowed;
    ///
    /// let body = b"User-agent: *\nDisallow: /wiki/Foo_(bar)\n";
    /// assert!(!is_allowed(body, "FooBot", "/wiki/Foo_(bar)"));
    /// assert!(is_allowed(body, "FooBot", "/wiki/Foo_%28bar%29"));
    /// ```
    pub const RFC_9309: Self = Self {
        group_end: GroupEnd::UserAgentAfterRule,
        rules_before_groups: false,
        groups_need_rules: false,
        name_test: NameTest::ProductToken,
        family: None,
        group_choice: GroupChoice::Merge,
        rule_choice: RuleChoice::Longest,
        pattern_language: PatternLanguage::Wildcard,
        robot_version: false,
        percent_mode: PercentMode::Rfc9309,
        key_spelling: KeySpelling::Exact,
        allow_lines: true,
        several_names: false,
        several_paths: false,
        supplies_leading_slash: false,
        robots_txt_allowed: true,
        target_syntax: TargetSyntax::Rfc3986,
        index_html: false,
        both_spellings: false,
        trims_invisible: false,
        max_line_bytes: None,
        nul_ends_line: false,
        crawl_delay_lines: true,
        request_rate_lines: true,
        slowest_request_rate: None,
        partial_bom: false,
        fetch_policy: FetchPolicy::new(),
    };

    /// RFC 9309 for crawlers that prefer to obey too much rather than too little: keys with the
    /// common misspellings ([`KeySpelling::Misspelled`]), lines without a colon, lines that a NUL
    /// ends early, [invisible characters](Dialect::trims_invisible) around keys and values, and
    /// rules above the first User-agent line are all read as their authors probably intended. A
    /// delay, rate or visit time above the first User-agent line applies to all crawlers whose
    /// groups have none. A Disallow blocks [both spellings](Dialect::both_spellings) of reserved
    /// characters such as `(`. A server that answers 429 (Too Many Requests) [cannot be
    /// reached](FetchPolicy::is_429_unreachable).
    ///
    /// Rules below a line that was intended to name a crawler are never for everyone else: `User
    /// agents: FooBot`, `User-agent = FooBot` and `User-agent Foo Bot` begin a group like a correct
    /// line. If the name on such a line cannot be read, the rules below it apply to no crawler.
    ///
    /// The standard leaves such tolerance to the crawler (section 2.2). On real sites `User Agent:
    /// *`, `Disallow /x` and `Disalow:` have no effect under [`Dialect::RFC_9309`], although their
    /// authors intended one.
    pub const LENIENT: Self = Self {
        rules_before_groups: true,
        key_spelling: KeySpelling::Misspelled,
        trims_invisible: true,
        nul_ends_line: true,
        both_spellings: true,
        fetch_policy: FetchPolicy {
            is_429_unreachable: true,
            ..FetchPolicy::new()
        },
        ..Self::RFC_9309
    };

    /// Google's open-source C++ library, bug for bug: keys by prefix, misspellings, `index.htm`,
    /// lines cut after 16,663 bytes, URLs that are not normalized. Google reads User-agent, Allow,
    /// Disallow and Sitemap lines only, so Crawl-delay, Request-rate and Visit-time do not count.
    pub const GOOGLE: Self = Self {
        name_test: NameTest::LettersWhole,
        percent_mode: PercentMode::RuleOnly,
        key_spelling: KeySpelling::Prefix,
        robots_txt_allowed: false,
        target_syntax: TargetSyntax::GoogleLibrary,
        index_html: true,
        max_line_bytes: Some(16_663),
        nul_ends_line: true,
        crawl_delay_lines: false,
        request_rate_lines: false,
        partial_bom: true,
        // https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt, "Handling
        // of errors and HTTP status codes": 12 hours without crawling, then 30 days with the last
        // good copy.
        fetch_policy: FetchPolicy {
            is_429_unreachable: true,
            keeps_fresh_copy: false,
            disallow_seconds: 12 * HOUR,
            use_copy_seconds: Some(30 * DAY),
            ..FetchPolicy::new()
        },
        ..Self::RFC_9309
    };

    /// Martijn Koster's "A Standard for Robot Exclusion" of 1994: Disallow only, literal prefixes,
    /// records separated by blank lines, any matching Disallow denies.
    pub const ORIGINAL_1994: Self = Self {
        group_end: GroupEnd::BlankLine,
        name_test: NameTest::ValueInName,
        group_choice: GroupChoice::First,
        rule_choice: RuleChoice::AnyDisallow,
        pattern_language: PatternLanguage::Prefix,
        percent_mode: PercentMode::Draft1996,
        allow_lines: false,
        robots_txt_allowed: false,
        ..Self::RFC_9309
    };

    /// Koster's Internet-Draft of December 1996 (`draft-koster-robots-00`): adds Allow; the first
    /// rule that matches decides.
    ///
    /// Its grammar counts extension lines, such as Crawl-delay, among the rules of a record, so a
    /// User-agent line after an extension line begins another record.
    pub const DRAFT_1996: Self = Self {
        group_end: GroupEnd::BlankLineOrUserAgent,
        name_test: NameTest::NameInValue,
        rule_choice: RuleChoice::First,
        allow_lines: true,
        robots_txt_allowed: true,
        // Section 3.1 on statuses, section 3.4 on expiration. It asks to follow redirects "until
        // found", without a limit; 20 is ours. It also mentions "temporary failure"; 429, which did
        // not exist yet, is such a failure.
        fetch_policy: FetchPolicy {
            max_redirects: 20,
            forbidden_disallows: true,
            is_429_unreachable: true,
            when_unreachable: WhenUnreachable::TryLater,
            default_lifetime_seconds: 7 * DAY,
            max_lifetime_seconds: None,
            ..FetchPolicy::new()
        },
        ..Self::ORIGINAL_1994
    };

    /// "Standard for Robot Exclusion, revisited" (Kollar, Leavitt, Mauldin): like 1994, with
    /// several names on a User-agent line and several paths on a Disallow line. A record needs both
    /// lines: names without a Disallow line before the next blank line form no record. Commas
    /// separate names too: the text does not say so, but sites write them.
    pub const REVISITED: Self = Self {
        groups_need_rules: true,
        several_names: true,
        several_paths: true,
        ..Self::ORIGINAL_1994
    };

    /// SeznamBot: sections, order-free rules with `*` and `$`, and globs in sections marked
    /// `Robot-version: 2.0`.
    ///
    /// Request rates slower than 1 document in 10 seconds are raised to that rate, as Seznam's
    /// older help page says; a newer page says 30 seconds.
    pub const SEZNAM: Self = Self {
        group_end: GroupEnd::UserAgent,
        robot_version: true,
        slowest_request_rate: Some(RequestRate::new(
            NonZeroU32::MIN,
            NonZeroU32::new(10).unwrap(),
            None,
        )),
        robots_txt_allowed: false,
        ..Self::RFC_9309
    };

    /// SeznamBot with the pattern language of robots.txt 2.0 in every section. This is also the
    /// language of Conner's extended standard of 1996.
    pub const SEZNAM_2: Self = Self {
        pattern_language: PatternLanguage::Glob,
        ..Self::SEZNAM
    };

    /// Yandex: records end at blank lines; YandexBot and related crawlers read their own record,
    /// otherwise Yandex's, otherwise the record of `*`. Crawl-delay has been ignored since February
    /// 2018.
    pub const YANDEX: Self = Self {
        group_end: GroupEnd::BlankLine,
        family: Some("Yandex"),
        crawl_delay_lines: false,
        robots_txt_allowed: false,
        // If the file is too large, or the status is not 200, everything is allowed.
        fetch_policy: FetchPolicy {
            when_unreachable: WhenUnreachable::AllowAll,
            oversized_allows: true,
            ..FetchPolicy::new()
        },
        ..Self::RFC_9309
    };

    /// Baidu: records end at blank lines, the first rule that matches decides, with `*` and `$`.
    pub const BAIDU: Self = Self {
        group_end: GroupEnd::BlankLine,
        group_choice: GroupChoice::First,
        rule_choice: RuleChoice::First,
        robots_txt_allowed: false,
        ..Self::RFC_9309
    };

    /// Yahoo! Slurp, which no longer crawls: the 1996 draft with `*` and `$`.
    pub const SLURP: Self = Self {
        pattern_language: PatternLanguage::Wildcard,
        // If the file cannot be retrieved, everything is allowed. The rest follows the standard.
        fetch_policy: FetchPolicy {
            when_unreachable: WhenUnreachable::AllowAll,
            ..FetchPolicy::new()
        },
        ..Self::DRAFT_1996
    };

    /// Diffbot: RFC 9309, but no Allow rule counts: any Disallow that matches disallows.
    ///
    /// An Allow line still ends the User-agent lines of a group, about which Diffbot's page says
    /// nothing.
    pub const DIFFBOT: Self = Self {
        rule_choice: RuleChoice::AnyDisallow,
        ..Self::RFC_9309
    };

    /// Every preset with its name, as the command line spells it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// assert!(Dialect::PRESETS.contains(&("rfc9309", Dialect::RFC_9309)));
    /// ```
    pub const PRESETS: &'static [(&'static str, Self)] = &[
        ("rfc9309", Self::RFC_9309),
        ("google", Self::GOOGLE),
        ("original1994", Self::ORIGINAL_1994),
        ("draft1996", Self::DRAFT_1996),
        ("revisited", Self::REVISITED),
        ("seznam", Self::SEZNAM),
        ("seznam2", Self::SEZNAM_2),
        ("yandex", Self::YANDEX),
        ("baidu", Self::BAIDU),
        ("slurp", Self::SLURP),
        ("diffbot", Self::DIFFBOT),
        ("lenient", Self::LENIENT),
    ];

    /// The name of the preset that equals this dialect, or `None` for a custom dialect.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// assert_eq!(Dialect::GOOGLE.name(), Some("google"));
    /// assert_eq!(Dialect::GOOGLE.with(|custom| custom.index_html = false).name(), None);
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Self::PRESETS
            .iter()
            .find(|(_, preset)| preset == self)
            .map(|(name, _)| *name)
    }

    /// The preset of this name, as in [`Dialect::PRESETS`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// assert_eq!(Dialect::from_name("yandex"), Some(Dialect::YANDEX));
    /// assert_eq!(Dialect::from_name("altavista"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::PRESETS
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|(_, dialect)| *dialect)
    }
}

impl FromStr for Dialect {
    type Err = ParseNameError;

    /// Like [`Dialect::from_name`], but returns an error for an unknown name.
    fn from_str(name: &str) -> Result<Self, ParseNameError> {
        Self::from_name(name).ok_or(ParseNameError::new("no dialect has this name"))
    }
}

impl Default for Dialect {
    /// [`Dialect::RFC_9309`].
    fn default() -> Self {
        Self::RFC_9309
    }
}

impl fmt::Display for Dialect {
    /// The name of the preset, or `custom`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or("custom"))
    }
}
