//! What a crawler is and wants, on every site alike.

use alloc::string::String;
use alloc::vec::Vec;
use core::time::Duration;

use crate::dialect::Dialect;
use crate::fetch::FetchPolicy;
use crate::robots_txt::ParseOptions;
use crate::rules::Rules;

/// A crawler: which rules apply to it, how it reads them, and how fast it goes where a site does not say.
///
/// One value serves all sites. [`Site`](super::Site) asks for it in every call instead of keeping a copy, so that what is kept for
/// each site stays small, and settings can change while sites are kept.
///
/// # Examples
///
/// ```
/// use core::time::Duration;
/// use robots_exclusion::Dialect;
/// use robots_exclusion::site::Crawler;
///
/// // A server that answers "too many requests" should not be given more of them.
/// let policy = Dialect::RFC_9309.fetch_policy().with_treat_429_as_unreachable(true);
/// let crawler = Crawler::new("FooBot")
///     .dialect(Dialect::RFC_9309.with_fetch_policy(policy))
///     .default_delay(Duration::from_secs(2))
///     .max_delay(Duration::from_secs(120));
/// assert!(crawler.fetch_policy().is_429_unreachable());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    tokens: Vec<String>,
    dialect: Dialect,
    default_delay: Duration,
    max_delay: Option<Duration>,
}

impl Crawler {
    /// A crawler with this product token, which reads files by [`Dialect::RFC_9309`] and waits one second between two fetches.
    #[must_use]
    pub fn new(agent: &str) -> Self {
        Self {
            tokens: [String::from(agent)].into(),
            dialect: Dialect::RFC_9309,
            default_delay: Duration::from_secs(1),
            max_delay: None,
        }
    }

    /// How files are read, and what an answer to a request for one means ([`Dialect::fetch_policy`]). The default is
    /// [`Dialect::RFC_9309`].
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The delay between the starts of two fetches where a site asks for none. The default is one second.
    #[must_use]
    pub fn default_delay(mut self, delay: Duration) -> Self {
        self.default_delay = delay;
        self
    }

    /// The longest delay that is kept if a site asks for one; see
    /// [`Pacing::with_max_delay`](crate::extension::Pacing::with_max_delay). By default there is no limit.
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = Some(delay);
        self
    }

    /// What an answer to a request for robots.txt means: that of the dialect.
    #[must_use]
    pub fn fetch_policy(&self) -> FetchPolicy {
        self.dialect.fetch_policy()
    }

    /// The rules of a body for this crawler.
    pub(super) fn rules(&self, body: &[u8]) -> Rules {
        ParseOptions::new()
            .dialect(self.dialect)
            .rules_for(body, &self.tokens)
    }

    pub(super) fn delay(&self) -> Duration {
        self.default_delay
    }

    pub(super) fn longest_delay(&self) -> Option<Duration> {
        self.max_delay
    }
}
