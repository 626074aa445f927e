//! Which rules of a body apply to a crawler, found line by line while the body is read: for the one
//! question that is answered without parsing.
//!
//! It takes the same [step](Grouping) as the list of groups, and ranks names as
//! [selection](super::selection) does. What it must do besides is forget: a rule may apply until a
//! better group begins.

use crate::dialect::{Dialect, GroupChoice, PatternLanguage};
use crate::matching::group_rank::{Names, Rank};
use crate::matching::selection::NO_RANK;
use crate::syntax::crawler_name;
use crate::syntax::grouping::{GroupLanguage, Grouping, Place};
use crate::syntax::record::{Role, Step};

/// The best groups so far.
#[derive(Clone, Copy, Debug)]
struct BestGroups {
    choice: GroupChoice,
    rank: Rank,
    /// Number of the first group that has the rank.
    first: u32,
}

impl BestGroups {
    fn new(dialect: &Dialect) -> Self {
        Self {
            choice: dialect.group_choice,
            rank: NO_RANK,
            first: 0,
        }
    }

    /// Considers a group of this rank. Returns true if it is better than all groups before it,
    /// which then do not apply.
    #[inline]
    fn consider(&mut self, group: u32, rank: Rank) -> bool {
        let is_better = rank < self.rank;
        if is_better {
            self.rank = rank;
            self.first = group;
        }
        is_better
    }

    /// Whether a group that was considered applies, unless a better one follows.
    #[inline]
    fn applies(&self, group: u32, rank: Rank) -> bool {
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
pub(super) enum Selected {
    /// A better group began: nothing that came before applies.
    Restart,
    /// The rule applies.
    Applies(PatternLanguage),
    /// Nothing.
    Nothing,
}

/// Follows the lines of a body and decides which of them apply to a crawler.
#[derive(Clone, Copy, Debug)]
pub(super) struct StreamedSelection<'q, 'b> {
    names: Names<'q>,
    grouping: Grouping,
    /// Number of the current group.
    group: u32,
    /// Rank of the current group.
    rank: Rank,
    language: GroupLanguage,
    best: BestGroups,
    /// The name that gave the best groups their rank.
    label: &'b [u8],
    /// The current group applies.
    applies: bool,
}

impl<'q, 'b> StreamedSelection<'q, 'b> {
    /// Before the first line of a file.
    pub(super) fn new(dialect: &Dialect, names: Names<'q>) -> Self {
        Self {
            names,
            grouping: Grouping::new(dialect),
            group: 0,
            rank: NO_RANK,
            language: GroupLanguage::new(dialect),
            best: BestGroups::new(dialect),
            label: b"",
            applies: false,
        }
    }

    /// Takes the next line.
    #[inline(always)]
    pub(super) fn step(&mut self, step: Step<'b>) -> Selected {
        match step {
            Step::UserAgent(value) => self.user_agent(value),
            Step::Rule(..) => {
                if self.rule() {
                    Selected::Applies(self.language.current())
                } else {
                    Selected::Nothing
                }
            }
            Step::RobotVersion2 | Step::Other => {
                self.other(step == Step::RobotVersion2);
                Selected::Nothing
            }
            Step::Blank => {
                self.grouping.follow(Role::Blank);
                Selected::Nothing
            }
        }
    }

    /// Returns whether a rule applies to the crawler. Idempotent: it may be called again for the
    /// same line.
    #[inline(always)]
    pub(super) fn rule(&mut self) -> bool {
        match self.grouping.follow(Role::Rule) {
            Place::Opens => self.open_for_all(),
            place => place != Place::Outside && self.applies,
        }
    }

    /// Whether the next rules can be skipped.
    #[inline(always)]
    pub(super) fn ignores_rules(&self) -> bool {
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
    pub(super) fn group_language(&self) -> PatternLanguage {
        self.language.current()
    }

    /// A Sitemap line, which is for every crawler.
    #[inline(always)]
    pub(super) fn sitemap(&mut self) {
        self.grouping.follow(Role::Other);
    }

    // This and the next are kept out of line, so that the loop over the lines stays small: most
    // lines are rules.
    #[inline(never)]
    fn other(&mut self, is_robot_version_2: bool) {
        let place = self.grouping.follow(Role::Other);
        if is_robot_version_2 {
            self.language.robot_version_2(place);
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
    pub(super) fn passes_over_user_agent(&mut self, byte: u8) -> bool {
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
            Place::Joins { .. } => {}
            _ => {
                self.group += 1;
                self.rank = NO_RANK;
            }
        }
        self.language.user_agent();
    }

    /// Whether the crawler's name is a URL, which no group can name. Only looked at if no group
    /// named the crawler, so that other crawlers cost nothing.
    #[inline]
    pub(super) fn agent_is_url(&self) -> bool {
        (self.best.is_none() || self.label == crawler_name::STAR) && self.names.hold_a_url()
    }

    /// The name by which the groups were selected; `None` when none applies.
    pub(super) fn label(&self) -> Option<&'b [u8]> {
        (!self.best.is_none()).then_some(self.label)
    }
}
