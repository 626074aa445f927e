//! Dialects as data: a dialect is a set of options that are independent of each other. A preset is
//! a constant made of these options (`presets.rs`).
//!
//! The code that reads files never checks which preset is in use, only how an option is set.

pub(crate) mod fetch_policy;
mod presets;

use core::fmt;

use self::fetch_policy::FetchPolicy;
use crate::extension::RequestRate;
use crate::identifiers;

/// Where a group of lines that share rules ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupEnd {
    /// At a User-agent line that follows a rule (RFC 9309 section 2.1). Blank lines and other keys
    /// do not end a group.
    UserAgentAfterRule,
    /// At a blank line, or at a User-agent line that follows a rule (1994).
    ///
    /// A line that holds only a comment is not blank. Rules between a blank line and the next
    /// User-agent line belong to no group.
    BlankLine,
    /// At a blank line, or at a User-agent line that does not directly follow another User-agent
    /// line: any line with a key in between separates the two (1996, whose grammar counts extension
    /// lines among the rules).
    BlankLineOrUserAgent,
    /// At every User-agent line that does not directly follow another User-agent line (Seznam's
    /// sections): any line with a key in between separates the two. A line without a key, such as a
    /// line without a colon, does not.
    UserAgent,
}

impl GroupEnd {
    /// Whether blank lines end groups.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// assert!(Dialect::YANDEX.group_end.is_at_blank_lines());
    /// assert!(!Dialect::RFC_9309.group_end.is_at_blank_lines());
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn is_at_blank_lines(self) -> bool {
        matches!(self, Self::BlankLine | Self::BlankLineOrUserAgent)
    }

    /// Whether any line with a key, not only a rule, ends the User-agent lines of a group.
    #[inline(always)]
    pub(crate) const fn is_header_ended_by_any_key(self) -> bool {
        matches!(self, Self::UserAgent | Self::BlankLineOrUserAgent)
    }
}

identifiers! {
    GroupEnd {
        UserAgentAfterRule = "user-agent-after-rule",
        BlankLine = "blank-line",
        BlankLineOrUserAgent = "blank-line-or-user-agent",
        UserAgent = "user-agent",
    }
}

/// How the value of a User-agent line is compared with the crawler's name.
///
/// Every test ignores ASCII case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameTest {
    /// The leading run of `[A-Za-z0-9_.-]` of the line equals the same run of the caller's name
    /// (RFC 9309 section 2.2.1, with the digits and dots that real crawlers use). Versions, spaces
    /// and all that follows are ignored on both sides.
    ProductToken,
    /// The leading run of `[A-Za-z_-]` of the line equals the caller's whole string.
    ///
    /// This is what Google's library does: the line `MJ12bot` names `MJ`, and no line names a
    /// caller `FooBot/1.0`. Every line that does not begin with one of these characters, such as
    /// `008`, names a caller whose string is empty.
    LettersWhole,
    /// The line's value, cut at the first `/`, is contained in the caller's name, cut at the first
    /// `/` (1994). Both may hold any bytes; if either is empty, nothing matches.
    ValueInName,
    /// The caller's name, cut at the first `/` or white space, is contained in the line's value
    /// (1996). Both may hold any other bytes; an empty name matches nothing.
    NameInValue,
}

identifiers! {
    NameTest {
        ProductToken = "product-token",
        LettersWhole = "letters-whole",
        ValueInName = "value-in-name",
        NameInValue = "name-in-value",
    }
}

impl NameTest {
    /// Whether names match if one contains the other. Then no list of names represents all
    /// crawlers: two crawlers whose names are not in a file may still get different groups.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::dialect::{Dialect, NameTest};
    ///
    /// assert!(NameTest::ValueInName.is_by_containment());
    /// assert!(!Dialect::GOOGLE.name_test.is_by_containment());
    /// ```
    #[must_use]
    pub const fn is_by_containment(self) -> bool {
        match self {
            Self::ProductToken | Self::LettersWhole => false,
            Self::ValueInName | Self::NameInValue => true,
        }
    }
}

/// Which groups apply to a crawler when several name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroupChoice {
    /// All groups that name the crawler, merged into one. If there are none, all groups for `*`,
    /// merged in the same way.
    Merge,
    /// The first group that names the crawler. If there is none, the first group for `*`.
    First,
}

identifiers! {
    GroupChoice {
        Merge = "merge",
        First = "first",
    }
}

/// Which of the rules that match a target decides the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleChoice {
    /// The longest pattern in octets of its canonical form; Allow on a tie (RFC 9309 section
    /// 2.2.2).
    Longest,
    /// The first rule in the file that matches.
    First,
    /// Any Disallow that matches disallows.
    AnyDisallow,
}

identifiers! {
    RuleChoice {
        Longest = "longest",
        First = "first",
        AnyDisallow = "any-disallow",
    }
}

/// How a rule's path expression is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PatternLanguage {
    /// A literal prefix; no byte is special.
    Prefix,
    /// A prefix in which `*` is any run of octets, and a final `$` the end of the target.
    Wildcard,
    /// A glob over the whole target: `*`, `?`, `\c`, `[set]`, `[!set]`, `[^set]`.
    Glob,
}

identifiers! {
    PatternLanguage {
        Prefix = "prefix",
        Wildcard = "wildcard",
        Glob = "glob",
    }
}

/// How percent-encoding is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PercentMode {
    /// RFC 9309 section 2.2.2, on both sides: octets that are not allowed in URLs are escaped,
    /// escapes of unreserved characters are decoded, all other escapes are kept with upper-case
    /// digits. `%2A` and `%24` are literal `*` and `$`. After the first `?`, `:`, `/`, `?` and `@`
    /// equal their escapes. A `%` that does not begin an escape is a percent sign, and equals
    /// `%25`. The texts are compared in this escaped form, and the length of a pattern is counted
    /// in it: a literal `$` within a pattern counts three, and `/*2F` matches `/a%2Fb`, as in
    /// Google's library.
    Rfc9309,
    /// The 1996 draft: escapes are decoded on both sides, except `%2F`, which never equals `/`. A
    /// `%` that does not begin an escape equals `%25`. A literal `*`, `$` or `%`, and `%2F`, are
    /// compared as one unit each, and a `*` in a pattern cannot match a part of a unit: `/*A` does
    /// not match `/x*`, although `/x*` is `/x%2A` in canonical form.
    Draft1996,
    /// Google's library: in the rule, bytes over 0x7F are escaped and the digits of escapes
    /// upper-cased; nothing is decoded, and the target is left as it is.
    RuleOnly,
}

identifiers! {
    PercentMode {
        Rfc9309 = "rfc9309",
        Draft1996 = "draft1996",
        RuleOnly = "rule-only",
    }
}

/// Which spellings of a key are understood. Case never matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeySpelling {
    /// The correct spelling alone.
    Exact,
    /// Also the common misspellings (`user-agnet`, `useg-agent`, `ser-agent`, `alow`, `dissallow`,
    /// `dissalow`, `disalow`, `diasllow`, `disallaw`, `desallow`, `dssalow`, `dsallow`, `diallow`,
    /// `disallows`, `disllow`, `disllaow`, `site-map`, `site map`, `sitemaps`, `crawl delay`,
    /// `crawldelay`, `clawl-delay`, `craw-delay`, `crawl-deley`) and a key and a value without a
    /// colon between them (`Disallow /x`, also if the value contains a colon: `Disallow /x:y`,
    /// `Sitemap https://example.com/s.xml`). The key is still compared whole.
    ///
    /// A line that was intended to name a crawler counts as a User-agent line even in further
    /// spellings, because the rules below it are for no other crawler: its key may be `user` or
    /// `users` and `agent`, `agents`, `agen` or `agens`, with nothing between them or a few spaces,
    /// tabs, hyphens, underscores, dots or typographic signs (`useragent`, `user agents`,
    /// `user_agent`). After the key there may be a sign other than a colon (`User-agent = FooBot`,
    /// `User-agent; FooBot`), or a name of at most two words without a sign (`User-agent Foo Bot`),
    /// or nothing.
    Misspelled,
    /// The misspellings of Google's library (`useragent`, `user agent`, `dissallow`, `dissalow`,
    /// `disalow`, `diasllow`, `disallaw`, `site-map`), two words without a colon (`Disallow /x`),
    /// and keys that only *begin* with a known spelling: `Disallowed: /x` is a Disallow, and so is
    /// `DisallowAITraining: /`.
    Prefix,
}

identifiers! {
    KeySpelling {
        Exact = "exact",
        Misspelled = "misspelled",
        Prefix = "prefix",
    }
}

/// How a URL becomes a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TargetSyntax {
    /// RFC 3986: the authority ends at `/`, `?` or `#`; a string that begins with `/` is a path.
    Rfc3986,
    /// Google's library: the authority ends at `/`, `?` or `;`, an initial `//` is skipped, and the
    /// target ends at a NUL.
    GoogleLibrary,
}

identifiers! {
    TargetSyntax {
        Rfc3986 = "rfc3986",
        GoogleLibrary = "google-library",
    }
}

macro_rules! options {
    ($($(#[$doc:meta])* $name:ident: $type:ty;)*) => {
        /// How a robots.txt file is read: a preset, or your own combination of options.
        ///
        /// Each preset documents what it follows. A custom dialect is a copy of a preset with some
        /// fields changed; [`with`](Self::with) makes one in one expression.
        ///
        /// # Examples
        ///
        /// ```
        /// use robots_exclusion::dialect::KeySpelling;
        /// use robots_exclusion::{Dialect, RobotsTxt};
        ///
        /// let mut forgiving = Dialect::RFC_9309;
        /// forgiving.key_spelling = KeySpelling::Misspelled;
        /// let robots = RobotsTxt::options().dialect(forgiving).parse("user agent: *\ndissallow /x");
        /// assert!(!robots.is_allowed("FooBot", "/x"));
        /// assert!(RobotsTxt::parse("user agent: *\ndissallow /x").is_allowed("FooBot", "/x"));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct Dialect {
            $($(#[$doc])* pub $name: $type,)*
        }

        impl fmt::Debug for Dialect {
            /// The name of the preset. For any other dialect, the options that differ from
            /// [`Dialect::RFC_9309`].
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if let Some(name) = self.name() {
                    return write!(f, "Dialect({name})");
                }
                let mut out = f.debug_struct("Dialect");
                $(
                    if self.$name != Self::RFC_9309.$name {
                        out.field(stringify!($name), &self.$name);
                    }
                )*
                out.finish_non_exhaustive()
            }
        }
    };
}

options! {
    /// Where a group ends.
    group_end: GroupEnd;
    /// Whether Allow and Disallow lines before the first User-agent line form a group for `*`, as
    /// if `User-agent: *` were written above the first of them. Otherwise they belong to no group
    /// (RFC 9309 section 2.1).
    rules_before_groups: bool;
    /// Whether a group counts only if it has an Allow or Disallow line, which may be empty
    /// ("revisited"). Otherwise User-agent lines alone form a group, in which nothing is
    /// disallowed.
    groups_need_rules: bool;
    /// How names are compared.
    name_test: NameTest;
    /// A family of crawlers, by a part of their names. If no group names a crawler whose name
    /// contains this token (in any case), it falls back to the groups of this token, and only then
    /// to `*`.
    family: Option<&'static str>;
    /// Which groups apply.
    group_choice: GroupChoice;
    /// Which rule decides.
    rule_choice: RuleChoice;
    /// The pattern language.
    pattern_language: PatternLanguage;
    /// Whether `Robot-version: 2.0` (or `2.0.0`), directly after a group's User-agent lines, makes
    /// that group's patterns globs.
    robot_version: bool;
    /// How percent-encoding is compared.
    percent_mode: PercentMode;
    /// Which spellings of keys are understood.
    key_spelling: KeySpelling;
    /// Whether Allow is a rule. Otherwise the line has an unknown key.
    allow_lines: bool;
    /// Whether a User-agent line may hold several names, separated by spaces, tabs or commas. The
    /// grammar of "revisited" separates them by spaces and tabs only. We accept commas too, because
    /// sites write them, and no crawler's name contains one.
    several_names: bool;
    /// Whether a rule line may hold several paths, separated by spaces or tabs.
    several_paths: bool;
    /// Whether a path that begins neither with `/` nor with `*` is read as if `/` came before it.
    /// Otherwise such a path matches no target, except that a glob may begin with `?`, a set or a
    /// backslash, so that it can match the `/`.
    supplies_leading_slash: bool;
    /// Whether `/robots.txt` is always allowed.
    robots_txt_allowed: bool;
    /// How a URL becomes a target.
    target_syntax: TargetSyntax;
    /// Whether `Allow: /dir/index.htm…` also allows exactly `/dir/` (Google's library).
    index_html: bool;
    /// Whether a Disallow also matches with all its reserved characters escaped, and with all of them
    /// raw, so that `Disallow: /wiki/Foo_(bar)` blocks `/wiki/Foo_%28bar%29` too, and the other way
    /// round, in paths and in queries. RFC 9309 section 2.2.2 can be read so. `/`, `?`, `#`, `*` and `$` differ from their
    /// escapes in any case, and an Allow and a glob match as they are written. For precedence, the
    /// longest spelling that matches counts.
    both_spellings: bool;
    /// Whether invisible characters before and after a key or a value are ignored like white space:
    /// no-break spaces (also in Latin-1), soft hyphens, typographic spaces, and marks without width
    /// such as U+200B, U+200E and U+FEFF. Within a key or a value they are ordinary characters, and
    /// they do not separate the names or paths of a line.
    trims_invisible: bool;
    /// How many bytes of a line are read; the rest is ignored.
    max_line_bytes: Option<u32>;
    /// Whether a NUL byte ends the text of its line.
    nul_ends_line: bool;
    /// Whether Crawl-delay lines count.
    crawl_delay_lines: bool;
    /// Whether Request-rate and Visit-time lines count.
    request_rate_lines: bool;
    /// The slowest rate that the crawler accepts. A slower Request-rate is raised to this rate,
    /// within the same window.
    slowest_request_rate: Option<RequestRate>;
    /// Whether the first one or two bytes of a UTF-8 byte order mark are skipped, like the whole
    /// mark.
    partial_bom: bool;
    /// How to treat the response to a request for robots.txt: redirects, statuses, failures, size,
    /// cache lifetime.
    fetch_policy: FetchPolicy;
}

impl Dialect {
    /// A changed copy of the dialect.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// let strict = Dialect::GOOGLE.with(|dialect| dialect.index_html = false);
    /// assert_eq!((strict.index_html, strict.name()), (false, None));
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether Allow lines are rules, none of which ever decides.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// assert!(Dialect::DIFFBOT.ignores_allow());
    /// // Here the line has an unknown key.
    /// assert!(!Dialect::ORIGINAL_1994.ignores_allow());
    /// ```
    #[must_use]
    pub const fn ignores_allow(&self) -> bool {
        self.allow_lines && matches!(self.rule_choice, RuleChoice::AnyDisallow)
    }

    /// Whether a file should be read in this dialect only if the file asks for it, as with
    /// `Robot-version: 2.0`. This holds if the dialect reads the patterns of every group as globs
    /// ([`PatternLanguage::Glob`]), and few files are written as globs. Comparing the dialect with
    /// other dialects only makes sense for those files.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    ///
    /// let opted: Vec<&str> = Dialect::PRESETS.iter().filter(|(_, dialect)| dialect.needs_opt_in()).map(|(name, _)| *name).collect();
    /// assert_eq!(opted, ["seznam2"]);
    /// ```
    #[must_use]
    pub const fn needs_opt_in(&self) -> bool {
        matches!(self.pattern_language, PatternLanguage::Glob)
    }
}
