//! Which groups apply to a crawler: the one answer, for questions, compiled rules, explanations,
//! lint and diff.
//!
//! Each group has a [`Rank`], which its most preferred User-agent line gives it. The groups of the
//! best rank in the file apply: all of them, or only the first, depending on the dialect. All other
//! groups are ignored (RFC 9309 section 2.2.1).

use crate::dialect::{Dialect, GroupChoice, PatternLanguage};
use crate::matching::group_rank::{Names, Rank};
use crate::syntax::crawler_name;
use crate::syntax::grouping::{GroupLanguage, Grouping, Place};
use crate::syntax::record::{Role, Step};

/// No group applies: worse than the rank of any group.
const NO_RANK: Rank = Rank::MAX;

/// The best groups so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestGroups {
    choice: GroupChoice,
    rank: Rank,
    /// Number of the first group that has the rank.
    first: u32,
}

impl BestGroups {
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            choice: dialect.group_choice,
            rank: NO_RANK,
            first: 0,
        }
    }

    /// Considers a group of this rank. Returns true if it is better than all groups before it,
    /// which then do not apply.
    #[inline]
    pub(crate) fn consider(&mut self, group: u32, rank: Rank) -> bool {
        let is_better = rank < self.rank;
        if is_better {
            self.rank = rank;
            self.first = group;
        }
        is_better
    }

    /// Whether a group that was considered applies, unless a better one follows.
    #[inline]
    pub(crate) fn applies(&self, group: u32, rank: Rank) -> bool {
        rank != NO_RANK
            && match self.choice {
                GroupChoice::Merge => rank == self.rank,
                GroupChoice::First => rank == self.rank && group == self.first,
            }
    }

    fn is_none(&self) -> bool {
        self.rank == NO_RANK
    }
}

/// What a line means to a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selected {
    /// A better group began: nothing that came before applies.
    Restart,
    /// The rule applies.
    Applies(PatternLanguage),
    /// Another line of a group that applies, after User-agent lines that name the crawler.
    Within,
    /// Another line that belongs to no group.
    Outside,
    /// Nothing.
    Nothing,
}

/// Follows the lines of a body and decides which of them apply to a crawler.
#[derive(Clone, Copy, Debug)]
pub struct Selection<'q, 'b> {
    names: Names<'q>,
    grouping: Grouping,
    /// Number of the current group.
    group: u32,
    /// Rank of the current group.
    rank: Rank,
    /// Rank of the current run of consecutive User-agent lines.
    run_rank: Rank,
    language: GroupLanguage,
    best: BestGroups,
    /// The name that gave the best groups their rank.
    label: &'b [u8],
    /// The current group applies.
    applies: bool,
}

impl<'q, 'b> Selection<'q, 'b> {
    /// Before the first line of a file.
    #[must_use]
    pub fn new(dialect: &Dialect, names: Names<'q>) -> Self {
        Self {
            names,
            grouping: Grouping::new(dialect),
            group: 0,
            rank: NO_RANK,
            run_rank: NO_RANK,
            language: GroupLanguage::new(dialect),
            best: BestGroups::new(dialect),
            label: b"",
            applies: false,
        }
    }

    /// Takes the next line.
    #[inline(always)]
    pub fn step(&mut self, step: Step<'b>) -> Selected {
        match step {
            Step::UserAgent(value) => self.user_agent(value),
            Step::Rule(..) => {
                if self.rule() {
                    Selected::Applies(self.language.current())
                } else {
                    Selected::Nothing
                }
            }
            Step::RobotVersion2 | Step::Other => self.other(step == Step::RobotVersion2),
            Step::Blank => {
                self.grouping.follow(Role::Blank);
                Selected::Nothing
            }
        }
    }

    /// Returns whether a rule applies to the crawler. Idempotent: it may be called again for the
    /// same line.
    #[inline(always)]
    pub(crate) fn rule(&mut self) -> bool {
        match self.grouping.follow(Role::Rule) {
            Place::Opens => self.open_for_all(),
            place => place != Place::Outside && self.applies,
        }
    }

    /// Whether the next rules can be skipped.
    #[inline(always)]
    pub(crate) fn ignores_rules(&self) -> bool {
        !self.applies && !self.grouping.awaits_rule()
    }

    /// A rule above all groups opens one, as a User-agent line for `*` would have done.
    #[cold]
    fn open_for_all(&mut self) -> bool {
        self.name(crawler_name::STAR, Role::Rule);
        self.applies
    }

    /// The pattern language of the current group.
    #[inline]
    pub(crate) fn group_language(&self) -> PatternLanguage {
        self.language.current()
    }

    /// A Sitemap line, which is for every crawler.
    #[inline(always)]
    pub(crate) fn sitemap(&mut self) {
        self.grouping.follow(Role::Other);
    }

    // This and the next are kept out of line, so that the loop over the lines stays small: most
    // lines are rules.
    #[inline(never)]
    fn other(&mut self, is_robot_version_2: bool) -> Selected {
        let place = self.grouping.follow(Role::Other);
        if is_robot_version_2 {
            self.language.robot_version_2(place);
        }
        if place == Place::Outside {
            Selected::Outside
        } else if self.applies && self.best.applies(self.group, self.run_rank) {
            Selected::Within
        } else {
            Selected::Nothing
        }
    }

    fn user_agent(&mut self, value: &'b [u8]) -> Selected {
        self.name(value, Role::UserAgent)
    }

    /// A name of the current group, and the kind of line that names it. A selection ranks names
    /// only here, so that the ranking is inlined, and only once.
    #[inline(never)]
    fn name(&mut self, value: &'b [u8], by: Role) -> Selected {
        if by == Role::UserAgent {
            self.begin_names();
        } else {
            self.grouping.follow(by);
        }
        let mut selected = Selected::Nothing;
        if let Some((rank, name)) = self.names.rank(value) {
            self.rank = self.rank.min(rank);
            self.run_rank = self.run_rank.min(rank);
            if self.best.consider(self.group, rank) {
                self.label = self.names.label(name);
                selected = Selected::Restart;
            }
        }
        self.applies = self.best.applies(self.group, self.rank);
        selected
    }

    /// Decides from the first byte of the value (or the byte in its place) whether the line names
    /// another crawler; if so, the line has been processed.
    #[inline]
    pub(crate) fn passes_over_user_agent(&mut self, byte: u8) -> bool {
        let is_for_another = byte > b'#' && self.names.is_for_another(byte);
        // After another User-agent line of the same group, a line for another crawler changes
        // nothing.
        if is_for_another && !self.grouping.is_among_user_agents() {
            self.user_agent_for_another();
        }
        is_for_another
    }

    #[inline(never)]
    fn user_agent_for_another(&mut self) {
        self.begin_names();
        self.applies = self.best.applies(self.group, self.rank);
    }

    /// A User-agent line, whatever name it holds.
    #[inline]
    fn begin_names(&mut self) {
        match self.grouping.follow(Role::UserAgent) {
            Place::Joins { directly: true } => {}
            Place::Joins { directly: false } => self.run_rank = NO_RANK,
            _ => {
                self.group += 1;
                self.rank = NO_RANK;
                self.run_rank = NO_RANK;
            }
        }
        self.language.user_agent();
    }

    /// Whether the dialect reads lines above the first group, and no group has begun yet.
    pub(crate) fn is_above_groups(&self) -> bool {
        self.grouping.awaits_rule()
    }

    /// Whether the crawler's name is a URL, which no group can name. Only looked at if no group
    /// named the crawler, so that the others pay nothing.
    #[inline]
    pub(crate) fn agent_is_url(&self) -> bool {
        (self.best.is_none() || self.label == crawler_name::STAR) && self.names.hold_a_url()
    }

    /// The name by which the groups were selected; `None` when none applies.
    pub fn label(&self) -> Option<&'b [u8]> {
        (!self.best.is_none()).then_some(self.label)
    }
}
