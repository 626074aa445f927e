//! Whether each of several crawlers may fetch all, some or none of a site, for many files.

use super::{Access, Budget};
use robots_exclusion::agents::{Agent, UserAgent};
use robots_exclusion::dialect::NameTest;
use robots_exclusion::fetch::{FetchPolicy, Outcome, Reply};
use robots_exclusion::{AgentList, Dialect, ParseOptions, RobotsTxt, RuleKind};

/// A list of crawlers, to be asked about their access to many sites.
///
/// A body is read once for each dialect of the crawlers, up to their size limit, and each question
/// is decided once for all crawlers to which the same groups apply. The answers equal
/// [`Access::of`]: they are proved for all URLs.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents::UserAgent;
/// use robots_exclusion_analysis::decide::{Access, Census};
///
/// let crawlers = ["GPTBot", "Googlebot", "FooBot"].map(UserAgent::resolve);
/// let census = crawlers.iter().fold(Census::new(None), Census::user_agent);
/// let mut answers = Vec::new();
/// census.access(b"User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n", |crawler| {
///     answers.push((crawler.access, crawler.is_named()));
/// });
/// assert_eq!(answers, [(Some(Access::Closed), true), (Some(Access::Partial), false), (Some(Access::Partial), false)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Census {
    chosen: Option<Dialect>,
    max_bytes: Option<usize>,
    crawlers: Vec<Crawler>,
    readings: Vec<Reading>,
}

#[derive(Clone, Debug)]
struct Crawler {
    list: AgentList<'static>,
    /// How the crawler treats responses of servers.
    policy: FetchPolicy,
    /// The index of the crawler's way to read files.
    reading: usize,
}

/// A way to read files.
#[derive(Clone, Debug)]
struct Reading {
    /// Of the fetch policy, only the size limit is kept.
    dialect: Dialect,
    max_bytes: usize,
    /// The index of an earlier way that differs only in which rule decides.
    like: Option<usize>,
    names: Names,
}

/// The answer of a file for one crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrawlerAccess<'a> {
    /// How much of the site the crawler may fetch, proved for all URLs; `None` if a [`Budget`] of
    /// the default size was spent first, which no known real file causes.
    pub access: Option<Access>,
    /// The name of the groups that apply to the crawler, as first written in a User-agent line, or
    /// `*`; `None` if no group applies, or there is no file.
    pub group: Option<&'a [u8]>,
}

impl CrawlerAccess<'_> {
    /// Whether a group names the crawler, so that it does not follow `*`.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.group.is_some_and(|group| group != b"*")
    }
}

impl Census {
    /// A census without crawlers. Crawlers read in this dialect; with `None`, each in its own.
    #[must_use]
    pub fn new(dialect: impl Into<Option<Dialect>>) -> Self {
        Self {
            chosen: dialect.into(),
            ..Self::default()
        }
    }

    /// Reads at most this many bytes of a body for each crawler, dropping a partial last line. By
    /// default each crawler reads as much as its dialect's limit
    /// ([`FetchPolicy::max_bytes`](robots_exclusion::fetch::FetchPolicy::max_bytes)).
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = Some(max_bytes);
        let crawlers = std::mem::take(&mut self.crawlers);
        let readings = std::mem::take(&mut self.readings);
        for Crawler {
            list,
            policy,
            reading,
        } in crawlers
        {
            let dialect = readings[reading].dialect;
            self.add(list, dialect.with(|custom| custom.fetch_policy = policy));
        }
        self
    }

    /// Adds a crawler. A well-known crawler reads files, and treats responses of servers, as its
    /// operator documents.
    #[must_use]
    pub fn user_agent(self, crawler: &UserAgent<'_>) -> Self {
        let documented = crawler.agent().map(Agent::dialect_with_policy);
        self.crawler(crawler.list(), documented.unwrap_or_default())
    }

    /// Adds a crawler with these names. The dialect is ignored if one was chosen for all crawlers.
    #[must_use]
    pub fn crawler<'q>(mut self, list: impl Into<AgentList<'q>>, dialect: Dialect) -> Self {
        let dialect = self.chosen.unwrap_or(dialect);
        self.add(list.into().into_owned(), dialect);
        self
    }

    fn add(&mut self, list: AgentList<'static>, dialect: Dialect) {
        let policy = dialect.fetch_policy;
        let max_bytes = self.max_bytes.unwrap_or(policy.max_bytes as usize);
        // Of the fetch policy, only the size limit affects how a file is read.
        let size = FetchPolicy::new().with(|custom| {
            if policy.oversized_allows {
                custom.oversized_allows = true;
                custom.max_bytes = policy.max_bytes;
            }
        });
        let dialect = dialect.with(|custom| custom.fetch_policy = size);
        let mut readings = self.readings.iter();
        let known = readings.position(|one| one.dialect == dialect && one.max_bytes == max_bytes);
        let reading = known.unwrap_or(self.readings.len());
        if known.is_none() {
            let is_like = |one: &Reading| {
                let other = one
                    .dialect
                    .with(|custom| custom.rule_choice = dialect.rule_choice);
                other == dialect && one.max_bytes == max_bytes
            };
            self.readings.push(Reading {
                dialect,
                max_bytes,
                like: self.readings.iter().position(is_like),
                names: Names::new(&dialect),
            });
        }
        let mut own = Some(reading);
        while let Some(place) = own {
            // Its crawlers may be asked about in the file of the way that it is like.
            self.readings[place].names.add(&list, &dialect);
            own = self.readings[place].like;
        }
        self.crawlers.push(Crawler {
            list,
            policy,
            reading,
        });
    }

    /// The number of crawlers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.crawlers.len()
    }

    /// Whether there are no crawlers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.crawlers.is_empty()
    }

    /// Reads a file, and calls `tell` with the answer for each crawler, in the order in which the
    /// crawlers were added.
    pub fn access(&self, body: &[u8], mut tell: impl FnMut(CrawlerAccess<'_>)) {
        self.tell(None, body, &mut tell);
    }

    /// Like [`access`](Self::access), but also takes the server's reply into account. If there is
    /// no file, or the file is larger than a crawler reads, the result is how each crawler treats
    /// the reply, if nothing is known of earlier replies.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::agents::UserAgent;
    /// use robots_exclusion::fetch::Reply;
    /// use robots_exclusion_analysis::decide::{Access, Census};
    ///
    /// let crawlers = ["Googlebot", "Amazonbot"].map(UserAgent::resolve);
    /// let census = crawlers.iter().fold(Census::new(None), Census::user_agent);
    /// let mut answers = Vec::new();
    /// census.access_after(Reply::Status(503), b"Service Unavailable", |crawler| answers.push(crawler.access));
    /// // Amazon documents that its crawlers behave as if there were no robots.txt.
    /// assert_eq!(answers, [Some(Access::Closed), Some(Access::Open)]);
    /// ```
    pub fn access_after(&self, reply: Reply, body: &[u8], mut tell: impl FnMut(CrawlerAccess<'_>)) {
        self.tell(Some(reply), body, &mut tell);
    }

    /// Not generic, so that it is compiled only once.
    fn tell(&self, reply: Option<Reply>, body: &[u8], tell: &mut dyn FnMut(CrawlerAccess<'_>)) {
        let reply = reply.unwrap_or(Reply::Status(200));
        let has_file = reply.is_success() || reply == Reply::Oversized;
        let mut files: Vec<File<'_>> = Vec::new();
        // For each way to read, its file.
        let mut places: Vec<usize> = Vec::new();
        for reading in self.readings.iter().filter(|_| has_file) {
            // Where only the rule that decides is another, the lines need not be read again.
            let like = reading.like.map(|like| places[like]);
            places.push(match like {
                // Without an Allow, the site is open where no Disallow matches, whichever decides.
                Some(place) if !files[place].has_allow() => place,
                like => {
                    let robots = match like {
                        Some(place) => files[place].robots.in_dialect(reading.dialect),
                        None => reading.parse(body),
                    };
                    files.push(reading.file(robots));
                    files.len() - 1
                }
            });
        }
        // One budget for all questions about the site, so that a hostile file takes about a second
        // at most.
        let mut budget = Budget::default();
        for crawler in &self.crawlers {
            let decided = crawler.decided_by(reply);
            tell(match (decided, places.get(crawler.reading)) {
                (None, Some(place)) => files[*place].ask(&crawler.list, &mut budget),
                (decided, _) => CrawlerAccess {
                    access: decided,
                    group: None,
                },
            });
        }
    }
}

impl Crawler {
    /// The crawler's access if the server's reply decides instead of a file.
    fn decided_by(&self, reply: Reply) -> Option<Access> {
        match self.policy.outcome(reply) {
            // Without earlier replies there is no copy, so no outcome uses one.
            Outcome::Parse | Outcome::UseCopy(_) => None,
            Outcome::AllowAll(_) => Some(Access::Open),
            Outcome::DisallowAll(_) | Outcome::TryLater(_) => Some(Access::Closed),
        }
    }
}

impl Reading {
    fn parse<'b>(&self, body: &'b [u8]) -> RobotsTxt<'b> {
        let options = ParseOptions::new()
            .dialect(self.dialect)
            .max_bytes(self.max_bytes);
        options.parse(body)
    }

    fn file<'b>(&self, robots: RobotsTxt<'b>) -> File<'b> {
        let is_named = self.names.may_be_in(&robots);
        File {
            robots: match is_named {
                true => robots.into_indexed(),
                false => robots,
            },
            is_named,
            of_star: None,
            known: Vec::new(),
        }
    }
}

/// A file as some of the crawlers read it.
struct File<'b> {
    robots: RobotsTxt<'b>,
    /// Whether groups may name some of the crawlers. Otherwise all crawlers get the same answer,
    /// and indexing the groups would take longer than answering.
    is_named: bool,
    /// If no crawler is named: the answer for crawlers that obey `*`, and whether groups apply to
    /// them.
    of_star: Option<(Option<Access>, bool)>,
    /// The answers, by the number of the audience.
    known: Vec<Option<Option<Access>>>,
}

impl File<'_> {
    fn has_allow(&self) -> bool {
        let mut rules = self.robots.groups().flat_map(|group| group.rules());
        rules.any(|rule| rule.kind() == RuleKind::Allow)
    }

    fn ask(&mut self, list: &AgentList<'_>, budget: &mut Budget) -> CrawlerAccess<'_> {
        if self.is_named {
            self.ask_by_name(list, budget)
        } else if list.obeys_star() {
            let (access, has_group) = *self.of_star.get_or_insert_with(|| {
                let selection = self.robots.select(AgentList::new(&[]));
                let access = Access::of_selection(&selection, budget);
                (access, selection.name().is_some())
            });
            CrawlerAccess {
                access,
                group: has_group.then_some(b"*"),
            }
        } else {
            CrawlerAccess {
                access: Some(Access::Open),
                group: None,
            }
        }
    }

    fn ask_by_name(&mut self, list: &AgentList<'_>, budget: &mut Budget) -> CrawlerAccess<'_> {
        let Self { robots, known, .. } = self;
        let Some((audience, name)) = robots.audience_and_name(list) else {
            let selection = robots.select(list);
            return CrawlerAccess {
                access: Access::of_selection(&selection, budget),
                group: selection.name(),
            };
        };
        if known.is_empty() {
            known.resize(robots.audience_count(), None);
        }
        let ask = || Access::of_audience(robots, audience, budget);
        CrawlerAccess {
            access: *known[audience.number()].get_or_insert_with(ask),
            group: name,
        }
    }
}

/// The names of crawlers, for a quick check whether a file names any of them.
#[derive(Clone, Debug, Default)]
struct Names {
    /// In lower case, as the dialect compares them, by their first byte; `None` if comparing names
    /// requires an index.
    by_first: Option<Vec<Vec<Vec<u8>>>>,
}

impl Names {
    fn new(dialect: &Dialect) -> Self {
        let is_by_equality = match dialect.name_test {
            NameTest::ProductToken | NameTest::LettersWhole => true,
            NameTest::ValueInName | NameTest::NameInValue => false,
        };
        let mut names = Self {
            by_first: is_by_equality.then(|| vec![Vec::new(); 1 << u8::BITS]),
        };
        if let Some(family) = dialect.family {
            names.insert(family.as_bytes());
        }
        names
    }

    fn add(&mut self, list: &AgentList<'_>, dialect: &Dialect) {
        for token in list.compared_in(dialect).tokens() {
            match token {
                // Groups of `*` do not name a crawler.
                "*" => {}
                // A crawler without a name, which lines can name under this test.
                "" if dialect.name_test == NameTest::LettersWhole => self.by_first = None,
                name => self.insert(name.as_bytes()),
            }
        }
    }

    fn insert(&mut self, name: &[u8]) {
        let name = name.to_ascii_lowercase();
        if let (Some(by_first), Some(first)) = (&mut self.by_first, name.first().copied()) {
            by_first[usize::from(first)].push(name);
        }
    }

    /// Whether a group may name one of the crawlers.
    fn may_be_in(&self, robots: &RobotsTxt<'_>) -> bool {
        let Some(by_first) = &self.by_first else {
            return true;
        };
        let is_one = |label: &[u8]| {
            let first = label.first().map_or(0, u8::to_ascii_lowercase);
            let mut names = by_first[usize::from(first)].iter();
            names.any(|name| name.eq_ignore_ascii_case(label))
        };
        robots.groups().flat_map(|group| group.agents()).any(is_one)
    }
}
