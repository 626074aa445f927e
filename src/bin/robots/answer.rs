//! Many questions by one crawler.

use std::borrow::Cow;

use robots_exclusion::{AgentList, Group, GroupIndex, RobotsTxt, Rules, Target, Verdict};

use crate::crawlers::Asked;
use crate::row::Row;

/// A file that answers: itself, or its index, which finds the groups of each of many crawlers without reading the file again.
pub(crate) trait File {
    fn robots(&self) -> &RobotsTxt<'_>;

    fn check(&self, agents: AgentList<'_>, target: Target<'_>) -> Verdict<'_> {
        self.robots().check(agents, target)
    }

    fn groups_for(&self, agents: &AgentList<'_>) -> Vec<Group<'_>> {
        self.robots().groups_for(agents)
    }

    fn rules_for(&self, agents: &AgentList<'_>) -> Rules {
        self.robots().rules_for(agents)
    }
}

impl File for RobotsTxt<'_> {
    fn robots(&self) -> &RobotsTxt<'_> {
        self
    }
}

impl File for GroupIndex<'_> {
    fn robots(&self) -> &RobotsTxt<'_> {
        self.robots()
    }

    fn check(&self, agents: AgentList<'_>, target: Target<'_>) -> Verdict<'_> {
        self.check(agents, target)
    }

    fn groups_for(&self, agents: &AgentList<'_>) -> Vec<Group<'_>> {
        self.groups_for(agents)
    }

    fn rules_for(&self, agents: &AgentList<'_>) -> Rules {
        self.rules_for(agents)
    }
}

/// Answers one crawler's questions about one file: the first straight from its spans, all others from
/// compiled rules.
///
/// The answers are the same either way.
#[derive(Debug)]
pub(crate) struct Crawler {
    asked: Asked,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Nothing was asked.
    New,
    /// One question was asked.
    Asked,
    /// Several were.
    Compiled {
        rules: Box<Rules>,
        /// The rules as written, with their line numbers in ascending order.
        written: Vec<(u32, Box<str>)>,
    },
}

impl Crawler {
    pub(crate) fn new(agent: impl Into<String>) -> Self {
        Self::of(Asked::named(agent))
    }

    /// A crawler that is asked about.
    pub(crate) fn of(asked: Asked) -> Self {
        Self {
            asked,
            state: State::New,
        }
    }

    /// Prepares for one more question. Returns roughly how many bytes that took.
    pub(crate) fn prepare(&mut self, file: &impl File) -> usize {
        match self.state {
            State::New => self.state = State::Asked,
            // Where a line may hold several rules, its number does not tell which of them decided.
            State::Asked if !file.robots().dialect().several_paths() => {
                let agents = self.asked.list();
                let (groups, compiled) = (file.groups_for(&agents), file.rules_for(&agents));
                let rules = groups.iter().flat_map(|group| group.rules());
                let written: Vec<(u32, Box<str>)> =
                    rules.map(|rule| (rule.line(), rule.to_string().into())).collect();
                let text: usize = written.iter().map(|(_, text)| text.len()).sum();
                let bytes = compiled.heap_bytes() + size_of_val(&*written) + text;
                self.state = State::Compiled {
                    rules: Box::new(compiled),
                    written,
                };
                return bytes;
            }
            _ => {}
        }
        0
    }

    /// Whether answers come from compiled rules, in which case reason and line determine the whole answer.
    pub(crate) fn is_compiled(&self) -> bool {
        matches!(self.state, State::Compiled { .. })
    }

    /// The verdict on a URL. `file` is the one that was passed to [`Self::prepare`].
    pub(crate) fn verdict<'a>(&'a self, file: &'a impl File, url: &[u8]) -> Verdict<'a> {
        let target = Target::for_dialect(url, &file.robots().dialect());
        match &self.state {
            State::New | State::Asked => file.check(self.asked.list(), target),
            State::Compiled { rules, .. } => rules.check(target),
        }
    }

    /// The rule that a verdict cites, as it is written in the file.
    pub(crate) fn rule_as_written<'a>(&'a self, verdict: &Verdict<'_>) -> Option<Cow<'a, str>> {
        let rule = verdict.rule()?;
        // Compiled rules cite their canonical form.
        if let State::Compiled { written, .. } = &self.state
            && let Ok(at) = written.binary_search_by_key(&rule.line(), |(line, _)| *line)
        {
            return Some(Cow::Borrowed(&written[at].1));
        }
        Some(Cow::Owned(rule.to_string()))
    }

    /// The verdict on a URL as a row. `file` is the same in every call.
    pub(crate) fn ask<'a>(&'a mut self, file: &'a impl File, url: &'a [u8]) -> Row<'a> {
        self.prepare(file);
        self.row(file, url)
    }

    /// The same with the rules as they are, compiled or not.
    pub(crate) fn row<'a>(&'a self, file: &'a impl File, url: &'a [u8]) -> Row<'a> {
        let verdict = self.verdict(file, url);
        Row {
            agent: self.asked.name().into(),
            url: String::from_utf8_lossy(url),
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: self.rule_as_written(&verdict),
            group: verdict
                .group_name()
                .map(|name| String::from_utf8_lossy(name).into_owned().into()),
        }
    }
}
