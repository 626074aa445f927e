//! Which lines open, join and end groups.

use super::record::Step;
use crate::dialect::{Dialect, GroupEnd};

/// Where the lines of a body stand with regard to groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first group, or behind a blank line that ended one: rules here belong to nobody.
    Outside,
    /// In the User-agent lines of a group.
    Header,
    /// Behind them.
    Body,
}

/// Follows the directives of a body, one call each, and tells which of them begin, join or miss a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupTracker {
    group_end: GroupEnd,
    state: State,
    /// The last directive was a User-agent line.
    fresh: bool,
}

impl GroupTracker {
    pub(crate) fn new(dialect: &Dialect) -> Self {
        Self {
            group_end: dialect.group_end(),
            state: State::Outside,
            fresh: false,
        }
    }

    /// Whether blank lines need be reported.
    pub(crate) fn wants_blank_lines(dialect: &Dialect) -> bool {
        dialect.group_end() == GroupEnd::BlankLine
    }

    /// A User-agent line; `true` if it begins a group.
    #[inline]
    pub(crate) fn user_agent(&mut self) -> bool {
        self.fresh = true;
        let begins = self.state != State::Header;
        self.state = State::Header;
        begins
    }

    /// An Allow or Disallow line; `true` if it belongs to a group.
    #[inline]
    pub(crate) fn rule(&mut self) -> bool {
        self.fresh = false;
        if self.state == State::Header {
            self.state = State::Body;
        }
        self.state == State::Body
    }

    /// Any other directive; `true` if it stands in a group, directly behind its User-agent lines.
    #[inline]
    pub(crate) fn other(&mut self) -> bool {
        let fresh = self.fresh;
        self.fresh = false;
        if self.group_end == GroupEnd::UserAgent && self.state == State::Header {
            self.state = State::Body;
        }
        fresh && self.state != State::Outside
    }

    /// A blank line; `true` if it ends a group.
    #[inline]
    pub(crate) fn blank(&mut self) -> bool {
        if self.group_end != GroupEnd::BlankLine {
            return false;
        }
        let ended = self.state != State::Outside;
        self.state = State::Outside;
        ended
    }

    /// Whether the last directive was a User-agent line.
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Follows one step; `true` if it is a directive other than a User-agent line and a rule, and stands in no group.
    pub(crate) fn is_outside(&mut self, step: Step<'_>) -> bool {
        match step {
            Step::UserAgent(_) => {
                self.user_agent();
            }
            Step::Rule(..) => {
                self.rule();
            }
            Step::Blank => {
                self.blank();
            }
            Step::RobotVersion2 | Step::Other => {
                self.other();
                return !self.is_open();
            }
        }
        false
    }

    /// Whether a group is open.
    pub(crate) fn is_open(&self) -> bool {
        self.state != State::Outside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of a script: `u` User-agent, `r` rule, `o` other, ` ` blank. Each group as the indices of its lines.
    fn groups(group_end: GroupEnd, script: &str) -> alloc::vec::Vec<alloc::string::String> {
        let mut tracker = GroupTracker::new(&Dialect::RFC_9309.with_group_end(group_end));
        let mut groups = alloc::vec::Vec::new();
        for (i, line) in script.chars().enumerate() {
            let index = char::from_digit(i as u32, 36).unwrap();
            match line {
                'u' => {
                    if tracker.user_agent() {
                        groups.push(alloc::string::String::new());
                    }
                    groups.last_mut().unwrap().push(index);
                }
                'r' => {
                    if tracker.rule() {
                        groups.last_mut().unwrap().push(index);
                    }
                }
                'o' => {
                    tracker.other();
                }
                _ => {
                    tracker.blank();
                }
            }
        }
        groups
    }

    #[test]
    fn the_same_lines_under_each_group_end() {
        use GroupEnd::*;
        // lines, user-agent after rule, blank line, user-agent
        let table = [
            ("uru", "01|2", "01|2", "01|2"),
            ("uur", "012", "012", "012"),
            ("u ur", "023", "0|23", "023"),
            ("u r", "02", "0", "02"),
            ("uour", "023", "023", "0|23"),
            ("rur r", "124", "12", "124"),
        ];
        for (script, after_rule, blank_line, user_agent) in table {
            assert_eq!(
                groups(UserAgentAfterRule, script).join("|"),
                after_rule,
                "{script:?}"
            );
            assert_eq!(groups(BlankLine, script).join("|"), blank_line, "{script:?}");
            assert_eq!(groups(UserAgent, script).join("|"), user_agent, "{script:?}");
        }
    }
}
