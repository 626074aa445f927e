//! Which lines open, join and end groups: the grammar of groups, followed one line at a time.
//!
//! Two callers use it: the [list of groups](super::groups), which answers all questions about a
//! parsed file, and the question that is answered straight from a body.

use super::record::Role;
use crate::dialect::{Dialect, GroupEnd, PatternLanguage};

/// Whether a group is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first group, in dialects in which a rule opens it.
    Start,
    /// In the User-agent lines of a group.
    Header,
    /// Before the first group in other dialects, or after a blank line that ended a group.
    Outside,
    /// After the User-agent lines of a group: the next User-agent line opens another group.
    Body,
}

/// The place of a line among the groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A User-agent line that opens a group, and ends the previous group; or a rule that opens the
    /// first group, which is for `*` ([`Dialect::rules_before_groups`]).
    Opens,
    /// A User-agent line that joins the open group.
    Joins {
        /// Whether the last line with a key was a User-agent line too.
        directly: bool,
    },
    /// A rule or another line of the open group.
    Within {
        /// The last line with a key was a User-agent line.
        directly: bool,
    },
    /// A blank line that ends the open group.
    Ends,
    /// A line outside any group, or a blank line that does not end a group.
    Outside,
}

/// Follows the lines of a body and finds the place of each among the groups.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grouping {
    group_end: GroupEnd,
    state: State,
    /// The last line with a key was a User-agent line.
    after_user_agent: bool,
}

impl Grouping {
    /// Before the first line of a file.
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            group_end: dialect.group_end,
            state: if dialect.rules_before_groups {
                State::Start
            } else {
                State::Outside
            },
            after_user_agent: false,
        }
    }

    /// Whether blank lines make a difference; otherwise there is no need to follow them.
    pub(crate) fn wants_blank_lines(dialect: &Dialect) -> bool {
        dialect.group_end.is_at_blank_lines()
    }

    /// Follows one line.
    // Inlined, so that a caller that knows the role compiles only the code for this role: most
    // lines are rules.
    #[inline(always)]
    pub(crate) fn follow(&mut self, role: Role) -> Place {
        let directly = self.after_user_agent;
        match role {
            Role::UserAgent => {
                self.after_user_agent = true;
                let joins = self.state == State::Header;
                self.state = State::Header;
                if joins {
                    Place::Joins { directly }
                } else {
                    Place::Opens
                }
            }
            Role::Rule => {
                self.after_user_agent = false;
                // One test rules out both states, since nearly all rules follow another rule.
                if matches!(self.state, State::Start | State::Header) {
                    let opens = self.state == State::Start;
                    self.state = State::Body;
                    if opens {
                        return Place::Opens;
                    }
                }
                self.within(directly)
            }
            Role::Other => {
                self.after_user_agent = false;
                if self.state == State::Header && self.group_end.is_header_ended_by_any_key() {
                    self.state = State::Body;
                }
                self.within(directly)
            }
            Role::Blank
                if self.group_end.is_at_blank_lines()
                    && matches!(self.state, State::Header | State::Body) =>
            {
                self.state = State::Outside;
                Place::Ends
            }
            Role::Blank => Place::Outside,
        }
    }

    #[inline(always)]
    fn within(self, directly: bool) -> Place {
        match self.state {
            State::Start | State::Outside => Place::Outside,
            State::Header | State::Body => Place::Within { directly },
        }
    }

    /// Whether another User-agent line would change nothing but the names of the open group,
    /// because the last line was a User-agent line too.
    #[inline]
    pub(crate) fn is_among_user_agents(&self) -> bool {
        self.after_user_agent && matches!(self.state, State::Header | State::Body)
    }

    /// Whether only a User-agent line or a blank line can make a difference: a group has a rule, or
    /// no group is open and a rule cannot open one.
    #[inline(always)]
    pub(crate) fn awaits_mark(&self) -> bool {
        matches!(self.state, State::Body | State::Outside)
    }

    /// Whether a rule would open a group. Then no rule may be skipped.
    #[inline]
    pub(crate) fn awaits_rule(&self) -> bool {
        self.state == State::Start
    }
}

/// The pattern language of the current group: the dialect's own, or globs if `Robot-version: 2.0`
/// directly follows the group's User-agent lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupLanguage {
    unmarked: PatternLanguage,
    honors_robot_version: bool,
    current: PatternLanguage,
}

impl GroupLanguage {
    /// Before the first line of a file.
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            unmarked: dialect.pattern_language,
            honors_robot_version: dialect.robot_version,
            current: dialect.pattern_language,
        }
    }

    /// Follows a User-agent line: only a `Robot-version` line after the last of them counts.
    #[inline(always)]
    pub(crate) fn user_agent(&mut self) {
        self.current = self.unmarked;
    }

    /// Follows a `Robot-version: 2.0` line at this place.
    #[inline]
    pub(crate) fn robot_version_2(&mut self, place: Place) {
        if self.honors_robot_version && place == (Place::Within { directly: true }) {
            self.current = PatternLanguage::Glob;
        }
    }

    /// The language of the patterns on the next rule line.
    #[inline(always)]
    pub(crate) fn current(self) -> PatternLanguage {
        self.current
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Groups of a script: `u` User-agent, `r` rule, `o` other, ` ` blank. Each group as the
    /// indices of its names and rules.
    fn groups(group_end: GroupEnd, script: &str) -> Vec<String> {
        let mut grouping = Grouping::new(&Dialect::RFC_9309.with(|custom| custom.group_end = group_end));
        let mut groups: Vec<String> = Vec::new();
        for (i, line) in script.chars().enumerate() {
            let role = match line {
                'u' => Role::UserAgent,
                'r' => Role::Rule,
                'o' => Role::Other,
                _ => Role::Blank,
            };
            let place = grouping.follow(role);
            if place == Place::Opens {
                groups.push(String::new());
            }
            if role != Role::Other && !matches!(place, Place::Outside | Place::Ends) {
                groups
                    .last_mut()
                    .unwrap()
                    .push(char::from_digit(i as u32, 36).unwrap());
            }
        }
        groups
    }

    #[test]
    fn the_same_lines_under_each_group_end() {
        use GroupEnd::*;
        // lines, user-agent after rule, blank line, blank line or user-agent, user-agent
        let table = [
            ("uru", "01|2", "01|2", "01|2", "01|2"),
            ("uur", "012", "012", "012", "012"),
            ("u ur", "023", "0|23", "0|23", "023"),
            ("u r", "02", "0", "0", "02"),
            ("uour", "023", "023", "0|23", "0|23"),
            ("rur r", "124", "12", "12", "124"),
        ];
        for (script, after_rule, blank_line, either, user_agent) in table {
            for (group_end, expected) in [
                (UserAgentAfterRule, after_rule),
                (BlankLine, blank_line),
                (BlankLineOrUserAgent, either),
                (UserAgent, user_agent),
            ] {
                assert_eq!(groups(group_end, script).join("|"), expected, "{script:?}");
            }
        }
    }

    #[test]
    fn the_place_of_each_line() {
        let mut grouping =
            Grouping::new(&Dialect::RFC_9309.with(|custom| custom.group_end = GroupEnd::BlankLine));
        let mut after = |role| grouping.follow(role);
        assert_eq!(after(Role::Other), Place::Outside);
        assert_eq!(after(Role::UserAgent), Place::Opens);
        assert_eq!(after(Role::UserAgent), Place::Joins { directly: true });
        assert_eq!(after(Role::Other), Place::Within { directly: true });
        assert_eq!(after(Role::UserAgent), Place::Joins { directly: false });
        assert_eq!(after(Role::Rule), Place::Within { directly: true });
        assert_eq!(after(Role::Other), Place::Within { directly: false });
        assert_eq!(after(Role::Blank), Place::Ends);
        assert_eq!(after(Role::Blank), Place::Outside);
        assert_eq!(after(Role::Rule), Place::Outside);
    }
}
