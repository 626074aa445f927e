//! The crawlers of an edit, and all other crawlers.

use robots_exclusion::agents::{Agent, Obedience, UserAgent};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{AgentList, Dialect, Group, RobotsTxt};

/// A crawler, and how it reads.
#[derive(Clone, Debug)]
pub(super) struct Crawler {
    /// The display name.
    pub(super) name: String,
    /// The names that select groups; the first is the name of the crawler's own group.
    pub(super) list: AgentList<'static>,
    pub(super) dialect: Dialect,
    pub(super) obeys: Option<Obedience>,
    /// Whether it has no name of its own, so that no group can be for it alone.
    pub(super) is_nameless: bool,
    /// Whether it obeys the groups of `*` if none names it.
    pub(super) obeys_star: bool,
    agent: Option<&'static Agent>,
}

impl Crawler {
    pub(super) fn new(found: &UserAgent<'_>) -> Self {
        Self {
            name: found.name().to_owned(),
            list: found.list().into_owned(),
            dialect: found.dialect(),
            obeys: found.agent().map(Agent::obeys),
            is_nameless: found.agent().is_some_and(Agent::is_nameless),
            obeys_star: found.obeys_star(),
            agent: found.agent(),
        }
    }

    /// A crawler that no group names, in a dialect.
    pub(super) fn unnamed(dialect: Dialect) -> Self {
        Self {
            name: "*".to_owned(),
            list: AgentList::new(&[]),
            dialect,
            obeys: None,
            is_nameless: false,
            obeys_star: true,
            agent: None,
        }
    }

    /// Whether its operator says that it ignores lines of a kind.
    pub(super) fn ignores(&self, kind: DirectiveKind) -> bool {
        self.agent.is_some_and(|agent| agent.ignores_key(kind))
    }

    /// The name of the crawler's own group, or of the group of another that it follows.
    pub(super) fn token(&self) -> &str {
        self.list.tokens().next().unwrap_or("*")
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.token().eq_ignore_ascii_case(name)
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_named(other.token())
    }

    pub(super) fn parse<'b>(&self, body: &'b [u8]) -> RobotsTxt<'b> {
        RobotsTxt::options()
            .dialect(self.dialect)
            .indexed(true)
            .parse(body)
    }

    /// The groups that apply to the crawler, in a file parsed in its dialect.
    pub(super) fn groups<'r>(&self, robots: &'r RobotsTxt<'_>) -> Vec<Group<'r>> {
        robots.groups_for(&self.list)
    }
}
