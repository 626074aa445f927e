//! Which groups apply to a crawler.

use crate::dialect::{Dialect, GroupChoice, PatternLanguage};
use crate::syntax::grouping::GroupTracker;
use crate::syntax::names::{AgentList, Names, Rank};
use crate::syntax::record::Step;

/// Follows the groups of a stream of directives and tells which rules speak for the crawler.
#[derive(Clone, Debug)]
pub(crate) struct Selection<'q, 'b> {
    names: Names<'q>,
    choice: GroupChoice,
    language: PatternLanguage,
    honours_robot_version: bool,
    tracker: GroupTracker,
    /// Number of the current group.
    group: u32,
    rank: Rank,
    /// That of the last run of User-agent lines without another directive between them.
    run_rank: Rank,
    group_language: PatternLanguage,
    /// The best rank so far, the first group that has it and the name by which.
    best: Rank,
    first_group: u32,
    label: &'b [u8],
    /// The current group speaks for the crawler.
    speaks: bool,
}

/// No group speaks.
const NO_RANK: Rank = Rank::MAX;

/// What a step meant to a [`Selection`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selected {
    /// A group of a better rank began: what was heard so far counts for nothing.
    Restart,
    /// The rule speaks for the crawler.
    Speaks(PatternLanguage),
    /// Another line of a group that speaks for the crawler, behind User-agent lines that name it.
    Within,
    /// Another line that stands in no group.
    Outside,
    /// Nothing to the crawler.
    Nothing,
}

impl<'q, 'b> Selection<'q, 'b> {
    pub(crate) fn new(dialect: &Dialect, list: AgentList<'q>) -> Self {
        Self {
            names: Names::new(dialect, list),
            choice: dialect.group_choice(),
            language: dialect.pattern_language(),
            honours_robot_version: dialect.robot_version(),
            tracker: GroupTracker::new(dialect),
            group: 0,
            rank: NO_RANK,
            run_rank: NO_RANK,
            group_language: dialect.pattern_language(),
            best: NO_RANK,
            first_group: 0,
            label: b"",
            speaks: false,
        }
    }

    #[inline(always)]
    pub(crate) fn step(&mut self, step: Step<'b>) -> Selected {
        match step {
            Step::UserAgent(value) => self.user_agent(value),
            Step::Rule(..) => {
                if self.rule() {
                    Selected::Speaks(self.group_language)
                } else {
                    Selected::Nothing
                }
            }
            Step::RobotVersion2 | Step::Other => self.other(step == Step::RobotVersion2),
            Step::Blank => {
                self.tracker.blank();
                Selected::Nothing
            }
        }
    }

    /// A rule; whether it speaks for the crawler. To say so twice changes nothing.
    #[inline(always)]
    pub(crate) fn rule(&mut self) -> bool {
        self.tracker.rule() && self.speaks
    }

    /// Whether the current group speaks for the crawler.
    #[inline(always)]
    pub(crate) fn speaks(&self) -> bool {
        self.speaks
    }

    /// That of the current group's patterns.
    #[inline]
    pub(crate) fn group_language(&self) -> PatternLanguage {
        self.group_language
    }

    /// A Sitemap line, which speaks to every crawler.
    #[inline(always)]
    pub(crate) fn sitemap(&mut self) {
        self.tracker.other();
    }

    // This and the next are kept out of line, so that the loop over the lines stays small: most lines are rules.
    #[inline(never)]
    fn other(&mut self, is_robot_version_2: bool) -> Selected {
        let directly = self.tracker.other();
        if is_robot_version_2 && self.honours_robot_version && directly {
            self.group_language = PatternLanguage::Glob;
        }
        if !self.tracker.is_open() {
            Selected::Outside
        } else if self.run_rank == self.best && self.speaks {
            Selected::Within
        } else {
            Selected::Nothing
        }
    }

    #[inline(never)]
    fn user_agent(&mut self, value: &'b [u8]) -> Selected {
        self.begin_names();
        let mut selected = Selected::Nothing;
        if let Some((rank, name)) = self.names.rank(value) {
            self.rank = self.rank.min(rank);
            self.run_rank = self.run_rank.min(rank);
            if rank < self.best {
                self.best = rank;
                self.first_group = self.group;
                self.label = self.names.label(name);
                selected = Selected::Restart;
            }
        }
        self.decide_who_speaks();
        selected
    }

    /// Whether the first byte of a User-agent value, or of what stands in its place, tells that the line is for others; then it was heard.
    #[inline]
    pub(crate) fn passes_over_user_agent(&mut self, byte: u8) -> bool {
        let is_for_another = byte > b'#' && self.names.is_for_another(byte);
        // Behind another User-agent line it changes nothing.
        if is_for_another && !(self.tracker.is_fresh() && self.tracker.is_open()) {
            self.user_agent_for_another();
        }
        is_for_another
    }

    #[inline(never)]
    fn user_agent_for_another(&mut self) {
        self.begin_names();
        self.decide_who_speaks();
    }

    /// A User-agent line, whatever name it holds.
    #[inline]
    fn begin_names(&mut self) {
        if !self.tracker.is_fresh() {
            self.run_rank = NO_RANK;
        }
        if self.tracker.user_agent() {
            self.group += 1;
            self.rank = NO_RANK;
            self.run_rank = NO_RANK;
        }
        // A mark counts behind the last of the group's User-agent lines alone.
        self.group_language = self.language;
    }

    #[inline]
    fn decide_who_speaks(&mut self) {
        self.speaks = self.rank == self.best
            && self.best != NO_RANK
            && (self.choice == GroupChoice::Merge || self.group == self.first_group);
    }

    /// The name by which the speaking groups speak; `None` when none does.
    pub(crate) fn label(&self) -> Option<&'b [u8]> {
        (self.best != NO_RANK).then_some(self.label)
    }
}
