//! The facts about one crawler.

use super::operators::{self, Practice};
use super::sources::source_of;
use super::verification::verification_of;
use super::{
    Contradictions, Medium, NoArchive, Obedience, PageName, Purpose, RuleLimits, Source, Verification,
};
use crate::dialect::Dialect;
use crate::dialect::fetch_policy::FetchPolicy;
use crate::syntax::agent_list::AgentList;
use crate::syntax::directive::DirectiveKind;

/// A well-known crawler: its product token, and everything that its operator documents about how it
/// obeys a site.
///
/// | question | answer |
/// |---|---|
/// | Which groups of robots.txt apply to it? | [`tokens`](Self::tokens), [`obeys_star`](Self::obeys_star), together as a [`list`](Self::list) |
/// | How does it read the file? | [`dialect`](Self::dialect) |
/// | How much of it, and what if it cannot be fetched? | [`fetch_policy`](Self::fetch_policy) |
/// | Does it obey at all? | [`obeys`](Self::obeys) |
/// | How many rules, and how long ones? | [`rule_limits`](Self::rule_limits) |
/// | Which lines does it read that few crawlers read? | [`reads_key`](Self::reads_key), [`ignores_key`](Self::ignores_key) |
/// | Does a `Crawl-delay` of `*` reach it beside a group of its own? | [`reads_delay_of_star`](Self::reads_delay_of_star) |
/// | Which meta tags and header lines are for it? | [`page_names`](Self::page_names) |
/// | What if those contradict each other? | [`contradictions`](Self::contradictions) |
/// | What does `noarchive` mean to it? | [`noarchive`](Self::noarchive) |
/// | What does the row rest on? | [`source`](Self::source) |
/// | Is a visit really its own? | [`verification`](Self::verification) |
///
/// Pass `&agent` wherever an [`AgentList`] or a [`UserAgent`](super::UserAgent) is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Agent {
    /// The agent's own token, then the tokens it falls back to. Invariant: not empty.
    tokens: &'static [&'static str],
    operator: &'static str,
    purpose: Purpose,
    obedience: Obedience,
    obeys_star: bool,
    crawls: bool,
    is_former: bool,
    /// A second purpose.
    also: Option<Purpose>,
    /// Whether its own token is only a name that third parties use.
    is_nameless: bool,
    is_undecided_unless_named: bool,
    answers_in: Option<&'static str>,
    only_fetches: Option<Medium>,
}

impl Agent {
    /// The crawler's name: its product token, as the operator spells it. For a crawler [without a
    /// name](Self::is_nameless), the name that third parties use.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.tokens[0]
    }

    /// The agent's own token, then the tokens whose groups it obeys if no group names it, most
    /// preferred first.
    ///
    /// The groups for `*` come after all of these, if [`Agent::obeys_star`]. To ask about the
    /// agent, pass the agent or its [`list`](Agent::list), which take this into account; a list
    /// made of these tokens alone obeys `*`. The own token of a crawler that [has no
    /// name](Self::is_nameless) is not included.
    #[must_use]
    pub const fn tokens(&self) -> &'static [&'static str] {
        match self.tokens {
            [_, others @ ..] if self.is_nameless => others,
            tokens => tokens,
        }
    }

    /// Whether the operator says that the crawler sends no name of its own, and obeys the groups of
    /// another crawler: then no group of its [`name`](Self::name) applies to it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, agents};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Bravebot\nDisallow: /\n");
    /// assert!(agents::BRAVEBOT.is_nameless() && robots.is_allowed(&agents::BRAVEBOT, "/"));
    /// assert_eq!(agents::BRAVEBOT.tokens(), ["Googlebot"]);
    /// ```
    #[must_use]
    pub const fn is_nameless(&self) -> bool {
        self.is_nameless
    }

    /// Whether it is unknown which groups the crawler obeys if no group names it: its operator says
    /// that it then follows the groups of other crawlers, but does not say which. This crate then
    /// uses the groups of `*`, which may be wrong.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// assert!(agents::AMZN_SEARCHBOT.is_undecided_unless_named());
    /// assert!(!agents::AMAZONBOT.is_undecided_unless_named());
    /// ```
    #[must_use]
    pub const fn is_undecided_unless_named(&self) -> bool {
        self.is_undecided_unless_named
    }

    /// How the agent reads robots.txt according to its operator: the operator's own dialect, or
    /// [`Dialect::RFC_9309`] if no other dialect is documented.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{Dialect, ParseOptions, agents};
    ///
    /// let agent = agents::by_token("YandexBot").unwrap();
    /// assert_eq!(agent.dialect(), Dialect::YANDEX);
    /// let rules = ParseOptions::new().dialect(agent.dialect()).rules_for(b"User-agent: Yandex\nDisallow: /x\n", agent);
    /// assert!(!rules.is_allowed("/x"));
    /// assert_eq!(agents::BINGBOT.dialect(), Dialect::RFC_9309);
    /// ```
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.practice().dialect
    }

    /// How the agent treats an answer to its request for robots.txt: how many bytes it reads, which
    /// statuses disallow the whole site, and what happens while the file cannot be reached.
    ///
    /// This is the policy of its [`dialect`](Self::dialect), unless the operator documents another
    /// policy.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    /// use robots_exclusion::fetch::{Cause, Outcome, Reply};
    ///
    /// let outcome = |agent: agents::Agent| agent.fetch_policy().outcome(Reply::Status(503));
    /// assert_eq!(outcome(agents::GOOGLEBOT), Outcome::DisallowAll(Cause::Unreachable));
    /// // Amazon documents that its crawlers behave as if there were no robots.txt.
    /// assert_eq!(outcome(agents::AMAZONBOT), Outcome::AllowAll(Cause::LongUnreachable));
    /// ```
    #[must_use]
    pub fn fetch_policy(&self) -> FetchPolicy {
        let practice = self.practice();
        practice.fetch_policy.unwrap_or(practice.dialect.fetch_policy)
    }

    /// The agent's [`dialect`](Self::dialect) with its [`fetch_policy`](Self::fetch_policy): how it
    /// reads a file, and how it treats every other response.
    #[must_use]
    pub fn dialect_with_policy(&self) -> Dialect {
        self.dialect()
            .with(|custom| custom.fetch_policy = self.fetch_policy())
    }

    /// The tokens as a list, for example to store or change it. To ask a question, you can pass the
    /// agent itself (`&agents::BINGBOT`).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{RobotsTxt, agents};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x");
    /// assert!(robots.rules_for(&agents::APPLEBOT.list()).is_allowed("/"));
    /// assert!(!robots.rules_for(&agents::BINGBOT.list()).is_allowed("/"));
    /// assert!(robots.rules_for(&agents::ADSBOT_GOOGLE.list()).is_allowed("/"));
    /// ```
    #[must_use]
    pub fn list(&self) -> AgentList<'static> {
        self.list_of(AgentList::new(self.tokens()))
    }

    /// These tokens with the agent's options, such as [`obeys_star`](Self::obeys_star): for a
    /// member of the [family](super::FAMILIES) that the agent stands for, or for stored tokens.
    /// [`UserAgent::list`](super::UserAgent::list) is made in this way.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::{AgentList, agents};
    ///
    /// let list = agents::ADSBOT_GOOGLE.list_of(AgentList::from("AdsBot-Google"));
    /// assert_eq!(list, agents::ADSBOT_GOOGLE.list());
    /// ```
    #[must_use]
    pub fn list_of<'q>(&self, tokens: AgentList<'q>) -> AgentList<'q> {
        let list = if self.obeys_star {
            tokens
        } else {
            tokens.without_star()
        };
        if self.reads_delay_of_star() {
            list.with_delay_of_star()
        } else {
            list
        }
    }

    /// Who runs the crawler.
    #[must_use]
    pub const fn operator(&self) -> &'static str {
        self.operator
    }

    /// The purpose for which the crawler fetches pages; the main purpose, if there are several.
    #[must_use]
    pub const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// All purposes that a group for this agent is about, the main one first: the uses that a token
    /// [without a crawler](Self::crawls) controls, and the uses that others make of a crawler's
    /// data. Other crawlers have only their main purpose.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{self, Purpose};
    ///
    /// // Google documents both: training, and grounding, for which a model is given the page.
    /// assert!(agents::GOOGLE_EXTENDED.purposes().eq([Purpose::AiTraining, Purpose::AiSearch]));
    /// assert!(agents::APPLEBOT_EXTENDED.purposes().eq([Purpose::AiTraining]));
    /// // Common Crawl is an archive to its operator; many models are trained on it.
    /// assert!(agents::CCBOT.purposes().eq([Purpose::Archive, Purpose::AiTraining]));
    /// ```
    pub fn purposes(&self) -> impl Iterator<Item = Purpose> + use<> {
        [self.purpose].into_iter().chain(self.also)
    }

    /// What the operator says about obeying robots.txt.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::{self, Obedience};
    ///
    /// assert_eq!(agents::GPTBOT.obeys(), Obedience::Always);
    /// assert_eq!(agents::PERPLEXITY_USER.obeys(), Obedience::MayIgnore);
    /// ```
    #[must_use]
    pub const fn obeys(&self) -> Obedience {
        self.obedience
    }

    /// Whether the groups for `*` apply to this agent when no group names it.
    #[must_use]
    pub const fn obeys_star(&self) -> bool {
        self.obeys_star
    }

    /// Whether the operator says that the agent reads lines with this key. This is for keys that
    /// few crawlers read, such as `Crawl-delay`. Also `false` if the operator says nothing about
    /// the key.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    /// use robots_exclusion::syntax::DirectiveKind;
    ///
    /// assert!(agents::BINGBOT.reads_key(DirectiveKind::CrawlDelay));
    /// assert!(!agents::GOOGLEBOT.reads_key(DirectiveKind::CrawlDelay));
    /// assert!(agents::YANDEXBOT.reads_key(DirectiveKind::CleanParam));
    /// ```
    #[must_use]
    pub fn reads_key(&self, kind: DirectiveKind) -> bool {
        self.practice().keys.contains(&kind)
    }

    /// Whether the operator says that the agent ignores lines with this key. Also `false` if the
    /// operator says nothing about the key.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    /// use robots_exclusion::syntax::DirectiveKind;
    ///
    /// assert!(agents::GOOGLEBOT.ignores_key(DirectiveKind::CrawlDelay));
    /// assert!(!agents::GPTBOT.ignores_key(DirectiveKind::CrawlDelay));
    /// assert!(agents::DIFFBOT.ignores_key(DirectiveKind::Allow));
    /// ```
    #[must_use]
    pub fn ignores_key(&self, kind: DirectiveKind) -> bool {
        let practice = self.practice();
        practice.ignored_keys.contains(&kind)
            || kind == DirectiveKind::Allow && practice.dialect.ignores_allow()
    }

    /// How many rules of a file the agent reads, and how long they may be, if the operator
    /// documents such limits. The number of bytes that it reads is part of its
    /// [`fetch_policy`](Self::fetch_policy).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// let limits = agents::YANDEXBOT.rule_limits().unwrap();
    /// assert_eq!((limits.rules(), limits.characters()), (2_048, 1_024));
    /// assert_eq!(agents::GOOGLEBOT.rule_limits(), None);
    /// ```
    #[must_use]
    pub fn rule_limits(&self) -> Option<RuleLimits> {
        self.practice().rule_limits
    }

    /// The one kind of content that the agent fetches, if it fetches no pages. For a member of a
    /// [family](super::FAMILIES), ask [`UserAgent::only_fetches`](super::UserAgent::only_fetches).
    #[must_use]
    pub const fn only_fetches(&self) -> Option<Medium> {
        self.only_fetches
    }

    /// Whether a `Crawl-delay` in the group of `*` counts for this agent even if it has its own
    /// group, unless that group has one too; see [`AgentList::with_delay_of_star`].
    #[must_use]
    pub fn reads_delay_of_star(&self) -> bool {
        self.practice().reads_delay_of_star
    }

    /// The names of meta tags, and of sections of header fields such as `X-Robots-Tag`, that are for
    /// this agent, besides `robots`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// let names: Vec<&str> = agents::GOOGLEBOT_NEWS.page_names().map(|name| name.as_str()).collect();
    /// assert_eq!(names, ["Googlebot-News", "Googlebot", "google"]);
    /// // Applebot falls back to the groups of Googlebot in robots.txt, but not to its meta tags.
    /// assert!(agents::APPLEBOT.page_names().map(|name| name.as_str()).eq(["Applebot"]));
    /// ```
    pub fn page_names(&self) -> impl Iterator<Item = PageName> + use<> {
        let operator = self.operator;
        let is_own = move |token: &&'static str| operators::runs(operator, token);
        let tokens = self.tokens().iter().copied().filter(is_own);
        let of_operator = self.practice().page_names.iter().copied();
        tokens.map(PageName::new).chain(of_operator)
    }

    /// What happens if the rules of a page for this agent contradict each other.
    #[must_use]
    pub fn contradictions(&self) -> Contradictions {
        self.practice().contradictions
    }

    /// The meaning of the page rules `noarchive` and `nocache` for this agent.
    #[must_use]
    pub fn noarchive(&self) -> NoArchive {
        self.practice().noarchive
    }

    /// Whether `noindex` also keeps a page out of the answers of the operator's AI, as the operator
    /// documents.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// assert!(agents::GOOGLEBOT.noindex_refuses_answers() && agents::BINGBOT.noindex_refuses_answers());
    /// assert!(!agents::PERPLEXITYBOT.noindex_refuses_answers());
    /// ```
    #[must_use]
    pub fn noindex_refuses_answers(&self) -> bool {
        self.practice().noindex_refuses_answers
    }

    /// Whether `nosnippet` keeps the text of a page out of the answers of the operator's AI. This
    /// is assumed of every operator, because search engines document it, unless the operator's list
    /// of page rules lacks `nosnippet`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// assert!(agents::GOOGLEBOT.nosnippet_refuses_answers());
    /// assert!(!agents::AMZN_SEARCHBOT.nosnippet_refuses_answers());
    /// ```
    #[must_use]
    pub fn nosnippet_refuses_answers(&self) -> bool {
        self.practice().nosnippet_refuses_answers
    }

    /// The products whose answers a token [without a crawler](Self::crawls) controls, if it does
    /// not control all products of the operator.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// let products = agents::GOOGLE_EXTENDED.answers_in().unwrap();
    /// assert!(products.starts_with("Gemini Apps and Vertex AI"));
    /// assert_eq!(agents::YANDEXADDITIONAL.answers_in(), None);
    /// ```
    #[must_use]
    pub const fn answers_in(&self) -> Option<&'static str> {
        self.answers_in
    }

    /// Whether a crawler sends this token.
    ///
    /// Some tokens only appear in robots.txt files, to say how content fetched under another token
    /// may be used. [`UserAgent::parse`](super::UserAgent::parse) never finds such tokens.
    #[must_use]
    pub const fn crawls(&self) -> bool {
        self.crawls
    }

    /// The source of this row: a page of the operator, a sentence from the page, and the day on
    /// which it was read.
    #[must_use]
    pub fn source(&self) -> &'static Source {
        source_of(self.name(), self.operator)
    }

    /// How to distinguish the crawler from programs that only send its name, according to the
    /// operator; `None` if no documentation was found.
    #[must_use]
    pub fn verification(&self) -> Option<&'static Verification> {
        verification_of(self.name(), self.operator).filter(|_| self.crawls)
    }

    /// Whether the operator no longer runs the crawler, although files still name it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents;
    ///
    /// assert!(agents::SLURP.is_former() && !agents::BINGBOT.is_former());
    /// ```
    #[must_use]
    pub const fn is_former(&self) -> bool {
        self.is_former
    }

    fn practice(&self) -> &'static Practice {
        operators::practice(self.operator)
    }

    /// An agent that honors `*`, with the tokens it falls back to after its own.
    pub(super) const fn new(
        operator: &'static str,
        purpose: Purpose,
        obedience: Obedience,
        tokens: &'static [&'static str],
    ) -> Self {
        Self {
            tokens,
            operator,
            purpose,
            obedience,
            obeys_star: true,
            crawls: true,
            is_former: false,
            also: None,
            is_nameless: false,
            is_undecided_unless_named: false,
            answers_in: None,
            only_fetches: None,
        }
    }

    pub(super) const fn also_for_answers_in(self, products: &'static str) -> Self {
        Self {
            also: Some(Purpose::AiSearch),
            answers_in: Some(products),
            ..self
        }
    }

    pub(super) const fn also_for_training(self) -> Self {
        Self {
            also: Some(Purpose::AiTraining),
            ..self
        }
    }

    pub(super) const fn nameless(self) -> Self {
        Self {
            is_nameless: true,
            ..self
        }
    }

    pub(super) const fn undecided_unless_named(self) -> Self {
        Self {
            is_undecided_unless_named: true,
            ..self
        }
    }

    pub(super) const fn ignoring_star(self) -> Self {
        Self {
            obeys_star: false,
            ..self
        }
    }

    pub(super) const fn former(self) -> Self {
        Self {
            is_former: true,
            ..self
        }
    }

    pub(super) const fn fetching_images(self) -> Self {
        Self {
            only_fetches: Some(Medium::Image),
            ..self
        }
    }

    pub(super) const fn fetching_videos(self) -> Self {
        Self {
            only_fetches: Some(Medium::Video),
            ..self
        }
    }

    pub(super) const fn without_crawler(self) -> Self {
        Self {
            crawls: false,
            ..self
        }
    }
}

impl From<&Agent> for AgentList<'static> {
    /// Like [`Agent::list`].
    fn from(agent: &Agent) -> Self {
        agent.list()
    }
}
