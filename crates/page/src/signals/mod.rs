//! Whether a page may be used for a purpose: one answer for each purpose, from all statements of a
//! site.
//!
//! A site can say in many places that a page may not be used to train an AI model. [`Signals`]
//! collects all of them for one crawler and one URL, and answers for each [`Use`]. The most
//! restrictive statement wins.
//!
//! | source | purposes |
//! |---|---|
//! | robots.txt: `Disallow` for the crawler itself | all |
//! | robots.txt: `Disallow` for a control token of the crawler's operator ([`Agent::crawls`] is false) | `ai-train`, `ai-input`, or both; if it is about the answers of some products ([`Agent::answers_in`]), it is listed and does not count |
//! | robots.txt: a group for [`TRAINING_PREFERENCE`] | `ai-train`, for every crawler |
//! | robots.txt and HTTP: `Content-Signal` | `search`, `ai-input`, `ai-train`; `use` is listed for all three and does not count, because it says how far a use may go; outside the groups of robots.txt, a `yes` is no consent for a crawler that has a group of its own |
//! | robots.txt and HTTP: `Content-Usage` (AIPREF) | `search`, `ai-train` |
//! | robots.txt, HTTP and HTML: licenses (RSL) | `ai-input`, `ai-train`, `tdm`; they neither grant nor refuse by themselves |
//! | HTTP and HTML: robots rules such as `noindex`, `nosnippet`, `noai`, `noml`; `noimageai`, which is listed and does not count; `noarchive`, `nocache`, and `noindex` for answers, as the operator documents them ([`Agent::noarchive`], [`Agent::noindex_refuses_answers`]) | `search`, `ai-input`, `ai-train` |
//! | HTTP, HTML and `/.well-known/tdmrep.json`: TDM Reservation Protocol | `tdm` |
//!
//! A crawler that may not fetch the page never sees the statements of the page and its header. They
//! are listed, but do not count ([`Statement::is_seen`]).
//!
//! # Examples
//!
//! ```
//! use robots_exclusion::RobotsTxt;
//! use robots_exclusion_page::signals::{Permission, Signals, Use};
//!
//! let robots = RobotsTxt::parse(b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /");
//! let mut signals = Signals::new("FooBot");
//! signals.robots_txt(&robots, "https://example.com/x").header("X-Robots-Tag", "noindex");
//!
//! let training = signals.answer(Use::AiTrain);
//! assert_eq!(training.permission(), Permission::Refused);
//! assert_eq!(training.statements()[0].line(), Some(2));
//! // The header is more restrictive than the signal.
//! assert_eq!(signals.answer(Use::Search).permission(), Permission::Refused);
//! assert_eq!(signals.answer(Use::Tdm).permission(), Permission::Unsaid);
//! ```

mod tdm;

use crate::content_usage::{ContentUsage, UsageCategory, UsagePreference};
use crate::{Limit, PageRules, PageRulesBuilder};
use robots_exclusion::agents::{self, Agent, NoArchive, Purpose, TRAINING_PREFERENCE, UserAgent};
use robots_exclusion::extension::{ContentSignal, Signal, UrlLine};
use robots_exclusion::identifiers;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{AgentList, RobotsTxt};

use tdm::TdmDeclaration;
pub use tdm::{TdmFile, TdmFileError};

/// A purpose for which a page can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Use {
    /// To appear in search results.
    Search,
    /// As input to an AI model when it answers.
    AiInput,
    /// To train AI models.
    AiTrain,
    /// Text and data mining, as the law of the European Union defines it.
    Tdm,
}

identifiers! {
    Use {
        Search = "search",
        AiInput = "ai-input",
        AiTrain = "ai-train",
        Tdm = "tdm",
    }
}

/// Whether a use is permitted.
///
/// Ordered from the weakest statement to the strongest; the strongest one wins. No variant will be
/// added, so a match needs no catch-all arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// No statement is about this use.
    #[default]
    Unsaid,
    /// Expressly allowed.
    Allowed,
    /// Expressly refused.
    Refused,
}

identifiers! {
    Permission {
        Unsaid = "unsaid",
        Allowed = "allowed",
        Refused = "refused",
    }
}

impl Permission {
    const fn of(allowed: bool) -> Self {
        if allowed { Self::Allowed } else { Self::Refused }
    }
}

/// Where a statement was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// In robots.txt.
    RobotsTxt,
    /// In a field of the HTTP response.
    Header,
    /// In a meta tag or link of the page.
    Page,
    /// By the page's robots rules, in a field or a tag.
    PageRules,
    /// In `/.well-known/tdmrep.json`.
    TdmFile,
}

identifiers! {
    Source {
        RobotsTxt = "robots-txt",
        Header = "header",
        Page = "page",
        PageRules = "page-rules",
        TdmFile = "tdm-file",
    }
}

/// One statement about one use.
///
/// With the feature `serde` it can be serialized: `source`, `line`, `says` and `seen`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statement {
    source: Source,
    line: Option<u32>,
    #[cfg_attr(feature = "serde", serde(skip))]
    permission: Permission,
    says: String,
    seen: bool,
}

impl Statement {
    /// Where the statement was made.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The number of the statement's line in robots.txt, counted from 1.
    #[must_use]
    pub const fn line(&self) -> Option<u32> {
        self.line
    }

    /// The effect of the statement on the use.
    #[must_use]
    pub const fn permission(&self) -> Permission {
        self.permission
    }

    /// Whether the crawler sees the statement. If robots.txt disallows the page, the crawler does
    /// not see the statements of the page or of its header, and they do not count.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        self.seen
    }

    /// The content of the statement, in short, such as `ai-train=no`.
    #[must_use]
    pub fn says(&self) -> &str {
        &self.says
    }
}

/// The combined answer of all sources about one use.
///
/// With the feature `serde` it can be serialized: `purpose`, `answer` and `statements`, as
/// `robots signals` prints them.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use robots_exclusion_page::signals::{Signals, Use};
///
/// let mut signals = Signals::new("FooBot");
/// signals.header("Content-Signal", "search=yes");
/// let answer = serde_json::to_string(&signals.answer(Use::Search)).unwrap();
/// assert_eq!(
///     answer,
///     r#"{"purpose":"search","answer":"allowed","statements":[{"source":"header","line":null,"says":"search=yes","seen":true}]}"#,
/// );
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct UseAnswer {
    purpose: Use,
    #[cfg_attr(feature = "serde", serde(rename = "answer"))]
    permission: Permission,
    statements: Vec<Statement>,
}

impl UseAnswer {
    /// The use that this answer is about.
    #[must_use]
    pub const fn purpose(&self) -> Use {
        self.purpose
    }

    /// The answer: the most restrictive of the statements that the crawler sees.
    #[must_use]
    pub const fn permission(&self) -> Permission {
        self.permission
    }

    /// Every statement about the use: statements in robots.txt first, in the order in which they
    /// were read.
    #[must_use]
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }
}

/// Collects the statements of a site to one crawler about the use of one page.
///
/// Pass all available sources, in any order: robots.txt, header fields, meta tags, `tdmrep.json`. A
/// source that is not passed counts as empty.
///
/// Only one declaration about text and data mining counts: the one in the page's meta tags, or else in
/// the header fields, or else in `tdmrep.json`.
#[derive(Clone, Debug)]
pub struct Signals {
    list: AgentList<'static>,
    agent: Option<&'static Agent>,
    /// Whether robots.txt keeps the crawler from fetching the page.
    is_disallowed: bool,
    statements: Vec<(Use, Statement)>,
    page: PageRulesBuilder,
    /// Reads the `Link` fields, apart from the page, so that licenses are cited as those of the
    /// header.
    links: PageRulesBuilder,
    signal_fields: Vec<Vec<u8>>,
    usage_fields: Vec<Vec<u8>>,
    tdm_file: TdmDeclaration,
    tdm_header: TdmDeclaration,
    tdm_page: TdmDeclaration,
}

impl Signals {
    /// Collects for this crawler: a product token, an [`Agent`], or a [`UserAgent`]. A string is a
    /// product token, even if it is the name of a well-known crawler; for a name that a person
    /// wrote, pass the result of [`UserAgent::resolve`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::RobotsTxt;
    /// use robots_exclusion::agents::{self, UserAgent};
    /// use robots_exclusion_page::signals::{Permission, Signals, Use};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
    /// // As a token it is nothing but itself, while the crawler of this name ignores `*`.
    /// for (crawler, expected) in [
    ///     (UserAgent::from("AdsBot-Google"), Permission::Refused),
    ///     (UserAgent::from(&agents::ADSBOT_GOOGLE), Permission::Unsaid),
    /// ] {
    ///     let mut signals = Signals::new(crawler);
    ///     signals.robots_txt(&robots, "https://example.com/x");
    ///     assert_eq!(signals.answer(Use::Search).permission(), expected);
    /// }
    /// ```
    #[must_use]
    pub fn new<'q>(crawler: impl Into<UserAgent<'q>>) -> Self {
        let crawler = crawler.into();
        Self {
            page: PageRules::builder(&crawler),
            links: PageRules::builder(""),
            list: crawler.list().into_owned(),
            agent: crawler.agent(),
            is_disallowed: false,
            statements: Vec::new(),
            signal_fields: Vec::new(),
            usage_fields: Vec::new(),
            tdm_file: TdmDeclaration::default(),
            tdm_header: TdmDeclaration::default(),
            tdm_page: TdmDeclaration::default(),
        }
    }

    /// Reads the statements of robots.txt about a URL. A second call adds to the first.
    pub fn robots_txt(&mut self, robots: &RobotsTxt<'_>, url: &str) -> &mut Self {
        let list = &self.list;
        let rules = robots.rules_for(list);
        let verdict = rules.check(url);
        let mut found = Vec::new();
        let mut add = |purpose, line, permission, says: String| {
            let statement = Statement {
                source: Source::RobotsTxt,
                line,
                permission,
                says,
                seen: true,
            };
            found.push((purpose, statement));
        };
        // No crawler fetches pages under a control token, which only says how the operator may use
        // pages that another of its crawlers has fetched.
        let crawls = self.agent.is_none_or(|agent| agent.crawls());
        let is_disallowed = crawls && !verdict.is_allowed();
        self.is_disallowed |= is_disallowed;
        if is_disallowed {
            for purpose in Use::ALL {
                let says = "the crawler may not fetch the page".to_owned();
                add(*purpose, verdict.line(), Permission::Refused, says);
            }
        }
        // For signals and licenses, lines of the crawler's groups replace those outside any group,
        // which are for the whole site. Each kind is replaced separately: if a group has a License
        // but no Content-Signal, the signals of the site still apply.
        let groups = robots.groups_for(list);
        let of_groups = |kind: DirectiveKind| -> Vec<(u32, &[u8])> {
            let lines = groups.iter().flat_map(|group| group.directives());
            let lines = lines.filter(|directive| directive.kind() == kind);
            lines
                .map(|directive| (directive.line(), directive.value()))
                .collect()
        };
        // The second value says whether the lines are in the crawler's groups.
        let lines_of = |kind| {
            let lines = of_groups(kind);
            match lines.is_empty() {
                true => (robots.values_outside(kind).collect(), false),
                false => (lines, true),
            }
        };
        // A signal outside the groups may be intended for the groups of `*`, where the text about
        // signals is. For a crawler with its own group, such a signal can refuse, but not consent.
        let (signals, are_own) = lines_of(DirectiveKind::ContentSignal);
        let consents = are_own || rules.group_name().is_none_or(|group| group == b"*");
        for (line, value) in signals {
            for (purpose, permission, says) in content_signal(&ContentSignal::parse(value)) {
                if permission == Permission::Allowed && !consents {
                    let says = format!(
                        "{says} outside the groups, which is no consent for a crawler with a group of its own"
                    );
                    add(purpose, Some(line), Permission::Unsaid, says);
                } else {
                    add(purpose, Some(line), permission, says);
                }
            }
        }
        for (line, value) in lines_of(DirectiveKind::License).0 {
            if let Ok(url) = UrlLine::parse(value) {
                for purpose in LICENSED {
                    add(*purpose, Some(line), Permission::Unsaid, format!("license {url}"));
                }
            }
        }
        for (category, purpose) in CATEGORIES {
            let usage = crate::usage(&rules, *category, url);
            if let Some(permission) = of_preference(usage.preference()) {
                let token = usage.preference().token().unwrap_or_default();
                add(*purpose, usage.line(), permission, format!("{category}={token}"));
            }
        }
        // A Disallow for a control token lets the operator's crawlers fetch the page, but refuses
        // that models are trained on it, or given it when they answer. One token stands for all
        // crawlers.
        let controls = agents::ALL.iter().filter(|control| {
            let is_own = |agent: &Agent| agent.operator() == control.operator();
            !control.crawls() && (self.agent.is_some_and(is_own) || control.name() == TRAINING_PREFERENCE)
        });
        for control in controls {
            let rules = robots.rules_for(control.list());
            let verdict = rules.check(url);
            // If a group names the token, its answer counts either way. If only the group of `*`
            // applies, a Disallow counts as a refusal; but that group is about crawling, so a URL
            // that it allows is not thereby permitted for training.
            let is_named = rules.group_name().is_some_and(|group| group != b"*");
            if is_named || !verdict.is_allowed() {
                let permission = Permission::of(verdict.is_allowed());
                for purpose in control.purposes().map(controlled) {
                    let says = format!("{} is {permission}", control.name());
                    let products = control.answers_in().filter(|_| purpose == Use::AiInput);
                    let is_asked = self.agent == Some(control);
                    // A token for the answers of some products does not affect the answers of other
                    // products.
                    let counts = products.is_none() || is_asked;
                    add(
                        purpose,
                        verdict.line(),
                        if counts { permission } else { Permission::Unsaid },
                        match products {
                            Some(products) => format!("{says}, for {products}"),
                            None => says,
                        },
                    );
                }
            }
        }
        self.statements.extend(found);
        self
    }

    /// Reads a field of the HTTP response. Fields that say nothing about use change nothing, so all
    /// fields may be passed.
    pub fn header(&mut self, name: &str, value: impl AsRef<[u8]>) -> &mut Self {
        let (name, value) = (name.trim(), value.as_ref());
        if name.eq_ignore_ascii_case("link") {
            self.links.header(name, value);
        } else {
            self.page.header(name, value);
        }
        if name.eq_ignore_ascii_case("content-signal") {
            self.signal_fields.push(value.to_vec());
        } else if name.eq_ignore_ascii_case("content-usage") {
            self.usage_fields.push(value.to_vec());
        }
        self.tdm_header.take(name, &String::from_utf8_lossy(value));
        self
    }

    /// Reads a meta tag of the page. Tags that say nothing about use change nothing, so all tags
    /// may be passed.
    pub fn meta(&mut self, name: &str, content: impl AsRef<[u8]>) -> &mut Self {
        let content = content.as_ref();
        self.page.meta(name, content);
        self.tdm_page.take(name, &String::from_utf8_lossy(content));
        self
    }

    /// Reads the tags and links of a page.
    pub fn html(&mut self, html: impl AsRef<[u8]>) -> &mut Self {
        let html = html.as_ref();
        self.page.html(html);
        let tdm = &mut self.tdm_page;
        let result = crate::MetaScanner::new().scan(html, |item| {
            if let crate::PageItem::Meta(tag) = item {
                tdm.take(
                    &String::from_utf8_lossy(tag.name),
                    &String::from_utf8_lossy(tag.content),
                );
            }
        });
        debug_assert!(result.is_ok(), "reading from memory does not fail");
        self
    }

    /// Reads the declaration of `/.well-known/tdmrep.json` for a URL: the first rule whose location
    /// matches, as the protocol says. Locations match as robots.txt rules do for Google. A second
    /// call replaces the first.
    ///
    /// # Complexity
    ///
    /// O(rules · (location + URL)).
    pub fn tdm_file(&mut self, file: &TdmFile, url: &str) -> &mut Self {
        self.tdm_file = file.declaration(url).cloned().unwrap_or_default();
        self
    }

    /// The declarations about text and data mining that matter, and where each was made: in the
    /// meta tags of the page, or else in the header fields, or else in the file. If the page is not
    /// seen, the file's declaration follows the unseen declaration.
    fn tdm(&self) -> impl Iterator<Item = (Source, &TdmDeclaration)> {
        let layers = [
            (Source::Page, &self.tdm_page),
            (Source::Header, &self.tdm_header),
            (Source::TdmFile, &self.tdm_file),
        ];
        let mut declared = layers.into_iter().filter(|(_, said)| said.reserved.is_some());
        let first = declared.next();
        let is_unseen = first.is_some_and(|(source, _)| !self.is_seen(source));
        let file = declared
            .next_back()
            .filter(|(source, _)| is_unseen && self.is_seen(*source));
        first.into_iter().chain(file)
    }

    /// Whether the crawler sees statements from this source.
    fn is_seen(&self, source: Source) -> bool {
        !self.is_disallowed || matches!(source, Source::RobotsTxt | Source::TdmFile)
    }

    /// The answer for one use, from everything read so far. More can be read afterwards.
    #[must_use]
    pub fn answer(&self, purpose: Use) -> UseAnswer {
        let mut all = self.statements.clone();
        self.add_fields(&mut all);
        self.add_page_rules(&mut all);
        for (source, said) in self.tdm() {
            let reserved = said.reserved == Some(true);
            let policy = said.policy.as_deref().filter(|_| reserved);
            let mut says = format!("tdm-reservation={}", u8::from(reserved));
            if let Some(policy) = policy {
                says.push_str(" tdm-policy=");
                says.push_str(policy);
            }
            add(&mut all, Use::Tdm, source, Permission::of(!reserved), says);
        }
        let about = all.into_iter().filter(|(about, _)| *about == purpose);
        let statements: Vec<Statement> = about
            .map(|(_, statement)| Statement {
                seen: self.is_seen(statement.source),
                ..statement
            })
            .collect();
        let seen = statements.iter().filter(|statement| statement.seen);
        UseAnswer {
            purpose,
            permission: seen.map(Statement::permission).max().unwrap_or_default(),
            statements,
        }
    }

    fn add_fields(&self, all: &mut Vec<(Use, Statement)>) {
        let signal = ContentSignal::parse_all(self.signal_fields.iter().map(Vec::as_slice));
        for (purpose, permission, says) in content_signal(&signal) {
            add(all, purpose, Source::Header, permission, says);
        }
        let usage = ContentUsage::parse_fields(self.usage_fields.iter().map(Vec::as_slice));
        for (category, purpose) in CATEGORIES {
            let preference = usage.preferences().get(*category);
            if let Some(permission) = of_preference(preference) {
                let says = format!("{category}={}", preference.token().unwrap_or_default());
                add(all, *purpose, Source::Header, permission, says);
            }
        }
    }

    fn add_page_rules(&self, all: &mut Vec<(Use, Statement)>) {
        let rules = self.page.build();
        let mut refuse = |purpose, says: &str| {
            add(
                all,
                purpose,
                Source::PageRules,
                Permission::Refused,
                says.to_owned(),
            );
        };
        if !rules.may_index() {
            refuse(Use::Search, "noindex");
        }
        if !rules.may_index() && self.agent.is_some_and(Agent::noindex_refuses_answers) {
            refuse(Use::AiInput, "noindex");
        }
        // Text that may not be quoted may not be used for answers either, as search engines
        // document for their own answers.
        if !self.agent.is_none_or(Agent::nosnippet_refuses_answers) {
            // The crawler's operator does not.
        } else if rules.max_snippet() == Some(Limit::AtMost(0)) {
            refuse(Use::AiInput, "max-snippet:0");
        } else if !rules.may_show_snippet() {
            refuse(Use::AiInput, "nosnippet");
        }
        if !rules.may_use_for_ai() {
            refuse(Use::AiInput, "noai");
            refuse(Use::AiTrain, "noai");
        }
        if !rules.may_use_for_training() {
            refuse(Use::AiTrain, "noml");
        }
        let (noarchive, nocache) = (rules.has_noarchive(), rules.has_nocache());
        match self.agent.map_or(NoArchive::Copies, Agent::noarchive) {
            NoArchive::Training if noarchive => refuse(Use::AiTrain, "noarchive"),
            // Here `nocache` takes precedence: the title and the snippet may be used.
            NoArchive::TrainingAndAnswers if nocache => refuse(Use::AiTrain, "nocache"),
            NoArchive::TrainingAndAnswers if noarchive => {
                refuse(Use::AiInput, "noarchive");
                refuse(Use::AiTrain, "noarchive");
            }
            _ => {}
        }
        if !rules.may_use_images_for_ai() {
            for purpose in [Use::AiInput, Use::AiTrain] {
                let says = "noimageai, about the images of the page".to_owned();
                add(all, purpose, Source::PageRules, Permission::Unsaid, says);
            }
        }
        for (source, rules) in [(Source::Header, &self.links.build()), (Source::Page, &rules)] {
            for url in rules.licenses() {
                for purpose in LICENSED {
                    add(
                        all,
                        *purpose,
                        source,
                        Permission::Unsaid,
                        format!("license {url}"),
                    );
                }
            }
        }
    }
}

/// The use that a control token for this purpose controls.
fn controlled(purpose: Purpose) -> Use {
    match purpose {
        Purpose::AiTraining => Use::AiTrain,
        // The other purposes are about AI answers.
        _ => Use::AiInput,
    }
}

/// The uses that licenses in the format of RSL are about.
const LICENSED: &[Use] = &[Use::AiInput, Use::AiTrain, Use::Tdm];

/// The categories of AIPREF, each with the use that it is about.
const CATEGORIES: &[(UsageCategory, Use)] = &[
    (UsageCategory::Search, Use::Search),
    (UsageCategory::TrainAi, Use::AiTrain),
];

fn add(all: &mut Vec<(Use, Statement)>, purpose: Use, source: Source, permission: Permission, says: String) {
    let statement = Statement {
        source,
        line: None,
        permission,
        says,
        seen: true,
    };
    all.push((purpose, statement));
}

fn of_preference(preference: UsagePreference) -> Option<Permission> {
    match preference {
        UsagePreference::Unknown => None,
        UsagePreference::Allow => Some(Permission::Allowed),
        UsagePreference::Disallow => Some(Permission::Refused),
    }
}

/// The statements of content signals about each use.
fn content_signal(signal: &ContentSignal) -> Vec<(Use, Permission, String)> {
    /// Each signal has the same name as its use.
    const SIGNALS: [(Use, Signal); 3] = [
        (Use::Search, Signal::Search),
        (Use::AiInput, Signal::AiInput),
        (Use::AiTrain, Signal::AiTrain),
    ];
    let mut said = Vec::new();
    for (purpose, own) in SIGNALS {
        if let Some(allowed) = signal.permits(own) {
            let says = format!("{purpose}={}", if allowed { "yes" } else { "no" });
            said.push((purpose, Permission::of(allowed), says));
        }
        // This limits how far a use may go, and does not permit or refuse it.
        if let Some(reach) = signal.get("use") {
            said.push((purpose, Permission::Unsaid, format!("use={reach}")));
        }
    }
    said
}
