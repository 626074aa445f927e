//! Many questions by one crawler.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use robots_exclusion::syntax::Span;
use robots_exclusion::{
    AgentList, Dialect, Group, GroupIndex, RobotsTxt, Rule, RuleKind, Rules, Target, Verdict,
};

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

/// How many bytes of compiled rules are kept. Where groups overlap, and where thousands of lines outside groups count for every crawler,
/// those of all crawlers would take memory quadratic in the file.
const MOST_COMPILED: usize = 40_000_000;

/// Compiled rules of a file, or of the same file in several dialects. Crawlers to which the same groups apply by the same name share them.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// By the name by which the groups apply.
    rules: HashMap<Applying, BTreeMap<Option<Vec<u8>>, Rc<Prepared>>>,
    bytes: usize,
}

/// The groups that apply to a crawler.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Applying {
    dialect: Dialect,
    /// Their lines.
    groups: Vec<u32>,
}

#[derive(Debug)]
struct Prepared {
    rules: Rules,
    /// The rules as written, in the order of their lines. Few of them are ever cited, so their texts are made when they are.
    written: Vec<Written>,
}

#[derive(Debug)]
struct Written {
    line: u32,
    kind: RuleKind,
    pattern: Span,
}

impl Written {
    fn new(rule: &Rule<'_>) -> Option<Self> {
        Some(Self {
            line: rule.line(),
            kind: rule.kind(),
            pattern: rule.span()?,
        })
    }
}

impl Compiled {
    /// Roughly how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The rules of a crawler; `None` if it is better answered from the file.
    fn rules_for(&mut self, file: &impl File, agents: &AgentList<'_>) -> Option<Rc<Prepared>> {
        let dialect = file.robots().dialect();
        if dialect.several_paths() {
            // The number of a line does not tell which of its rules decided.
            return None;
        }
        let groups = file.groups_for(agents);
        let applying = Applying {
            dialect,
            groups: groups.iter().map(Group::line).collect(),
        };
        let name_in = |verdict: Verdict<'_>| verdict.group_name().map(<[u8]>::to_vec);
        // By which name they apply takes reading them, for which most crawlers have no reason: they are the first.
        if let Some(by_name) = self.rules.get(&applying)
            && let Some(prepared) = by_name.get(&name_in(file.check(agents.clone(), Target::new("/"))))
        {
            return Some(prepared.clone());
        }
        if self.bytes >= MOST_COMPILED {
            return None;
        }
        let rules = file.rules_for(agents);
        let name = name_in(rules.check("/"));
        let written = groups.iter().flat_map(|group| group.rules());
        let written: Vec<Written> = written.filter_map(|rule| Written::new(&rule)).collect();
        self.bytes += rules.heap_bytes() + size_of_val(&*written) + size_of_val(&*applying.groups);
        self.bytes += size_of::<(Applying, Prepared)>();
        let prepared = Rc::new(Prepared { rules, written });
        let by_name = self.rules.entry(applying).or_default();
        by_name.insert(name, prepared.clone());
        Some(prepared)
    }
}

/// Answers one crawler's questions about one file: the first straight from its spans, all others from
/// compiled rules, if there is room for them.
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
    /// Several were, and its rules are not compiled.
    Written,
    /// Several were.
    Compiled(Rc<Prepared>),
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

    /// Prepares for one more question.
    pub(crate) fn prepare(&mut self, file: &impl File, compiled: &mut Compiled) {
        match self.state {
            State::New => self.state = State::Asked,
            State::Asked => {
                let rules = compiled.rules_for(file, &self.asked.list());
                self.state = rules.map_or(State::Written, State::Compiled);
            }
            State::Written | State::Compiled(_) => {}
        }
    }

    /// Whether answers come from compiled rules, in which case reason and line determine the whole answer.
    pub(crate) fn is_compiled(&self) -> bool {
        matches!(self.state, State::Compiled(_))
    }

    /// The verdict on a URL. `file` is the one that was passed to [`Self::prepare`].
    pub(crate) fn verdict<'a>(&'a self, file: &'a impl File, url: &[u8]) -> Verdict<'a> {
        let target = Target::for_dialect(url, &file.robots().dialect());
        match &self.state {
            State::New | State::Asked | State::Written => file.check(self.asked.list(), target),
            State::Compiled(prepared) => prepared.rules.check(target),
        }
    }

    /// The rule that a verdict cites, as it is written in the file.
    pub(crate) fn rule_as_written(&self, file: &impl File, verdict: &Verdict<'_>) -> Option<String> {
        let rule = verdict.rule()?;
        // Compiled rules cite their canonical form.
        if let State::Compiled(prepared) = &self.state
            && let written = &prepared.written
            && let Ok(at) = written.binary_search_by_key(&rule.line(), |written| written.line)
        {
            let Written { kind, pattern, .. } = &written[at];
            let pattern = String::from_utf8_lossy(&file.robots().body()[pattern.range()]);
            return Some(format!("{kind}: {pattern}"));
        }
        Some(rule.to_string())
    }

    /// The verdict on a URL as a row. `file` and `compiled` are the same in every call.
    pub(crate) fn ask<'a>(
        &'a mut self,
        file: &'a impl File,
        compiled: &mut Compiled,
        url: &'a [u8],
    ) -> Row<'a> {
        self.prepare(file, compiled);
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
            rule: self.rule_as_written(file, &verdict),
            group: verdict
                .group_name()
                .map(|name| String::from_utf8_lossy(name).into_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &[u8] =
        b"User-agent: a\nUser-agent: b\nDisallow: /%78\nAllow: /x/y$\n\nUser-agent: *\nDisallow: /\n";

    /// What is said about each of some crawlers, asked three times, and how much was compiled.
    fn asked(mut compiled: Compiled) -> (Vec<String>, usize) {
        let robots = RobotsTxt::parse(BODY);
        let mut crawlers = ["a", "b", "c", "d"].map(Crawler::new);
        let mut said = Vec::new();
        for url in ["/x", "/x/y", "/"] {
            for crawler in &mut crawlers {
                let row = crawler.ask(&robots, &mut compiled, url.as_bytes());
                said.push(format!(
                    "{} {:?} {:?} {:?}",
                    row.allowed, row.line, row.rule, row.group
                ));
            }
        }
        (said, compiled.rules.values().map(BTreeMap::len).sum())
    }

    #[test]
    fn crawlers_share_what_is_compiled_if_there_is_room() {
        let (said, count) = asked(Compiled::default());
        // Those that no group names.
        assert_eq!(count, 3);
        let full = Compiled {
            bytes: MOST_COMPILED,
            ..Compiled::default()
        };
        assert_eq!(asked(full), (said, 0));
    }
}
