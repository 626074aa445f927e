//! The crawlers of an edit, and everybody else.

use robots_exclusion::agents::{Agent, Obedience, UserAgent};
use robots_exclusion::{AgentList, Dialect, Group, RobotsTxt};

/// A crawler, and how it reads.
#[derive(Clone, Debug)]
pub(super) struct Crawler {
    /// What to call it.
    pub(super) name: String,
    /// By which groups are selected; the first is the name of its own group.
    pub(super) list: AgentList<'static>,
    pub(super) dialect: Dialect,
    pub(super) obeys: Option<Obedience>,
}

impl Crawler {
    pub(super) fn new(found: &UserAgent<'_>) -> Self {
        Self {
            name: found.name().to_owned(),
            list: found.list().into_owned(),
            dialect: found.dialect(),
            obeys: found.agent().map(Agent::obeys),
        }
    }

    /// A crawler that no group names, in a dialect.
    pub(super) fn unnamed(dialect: Dialect) -> Self {
        Self {
            name: "*".to_owned(),
            list: AgentList::new(&[]),
            dialect,
            obeys: None,
        }
    }

    /// The name of its own group.
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

    /// The groups that apply to it, in a file that it has parsed.
    pub(super) fn groups<'r>(&self, robots: &'r RobotsTxt<'_>) -> Vec<Group<'r>> {
        robots.groups_for(&self.list)
    }
}
