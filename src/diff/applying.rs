//! Which groups apply to each of thousands of crawlers, of which most may be unnamed, and follow the same thousands of groups.

use alloc::sync::Arc;
use core::cmp::Ordering;
use core::ops::Deref;

use crate::robots_txt::RobotsTxt;
use crate::robots_txt::group_index::{Applying, GroupIndex};
use crate::syntax::names::AgentList;

/// The groups that apply to a crawler, shared with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shared(Arc<Applying>);

impl Deref for Shared {
    type Target = Applying;

    fn deref(&self) -> &Applying {
        &self.0
    }
}

impl PartialOrd for Shared {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Shared {
    fn cmp(&self, other: &Self) -> Ordering {
        // `Arc` has this for equality alone.
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.cmp(&other.0)
    }
}

/// The groups of a file by name.
#[derive(Clone, Debug)]
pub(super) struct Index<'r> {
    index: GroupIndex<'r>,
    unnamed: Shared,
    /// Of the last crawler that is named, by its names as they are compared. Those that are spelled alike are asked about one after another, and may
    /// have thousands of groups.
    last: Option<(AgentList<'static>, Shared)>,
}

impl<'r> Deref for Index<'r> {
    type Target = GroupIndex<'r>;

    fn deref(&self) -> &GroupIndex<'r> {
        &self.index
    }
}

impl<'r> Index<'r> {
    pub(super) fn new(robots: &'r RobotsTxt<'r>) -> Self {
        let index = GroupIndex::new(robots);
        Self {
            unnamed: Shared(Arc::new(index.applying(&AgentList::new(&[])))),
            last: None,
            index,
        }
    }

    /// The groups that apply to a crawler, and how many names and groups had to be looked at to find them.
    pub(super) fn shared(&mut self, agents: &AgentList<'_>) -> (Shared, usize) {
        let compared = agents.compared_in(&self.index.robots().dialect());
        if let Some((known, shared)) = &self.last
            && *known == compared
        {
            return (shared.clone(), 0);
        }
        let Some((applying, looked_at)) = self.index.applying_by_name(agents) else {
            return (self.unnamed.clone(), 0);
        };
        let shared = Shared(Arc::new(applying));
        self.last = Some((compared, shared.clone()));
        (shared, looked_at)
    }
}
