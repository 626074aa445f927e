//! Many questions by one crawler.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

use robots_exclusion::{AgentList, Dialect, Group, GroupIndex, RobotsTxt, Rules, Target, Verdict};

use crate::crawlers::Asked;
use crate::row::{Row, cited, cited_rule};

/// A file that answers: itself, or its index, which finds the groups of each of many crawlers without reading the file again.
pub(crate) trait File {
    /// Whether groups and names are found without reading the file.
    const IS_INDEX: bool;

    fn robots(&self) -> &RobotsTxt<'_>;

    /// The name by which groups apply to a crawler.
    fn name_for(&self, agents: &AgentList<'_>) -> Option<Vec<u8>> {
        let verdict = self.robots().check(agents.clone(), Target::new("/"));
        verdict.group_name().map(<[u8]>::to_vec)
    }

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
    const IS_INDEX: bool = false;

    fn robots(&self) -> &RobotsTxt<'_> {
        self
    }
}

impl File for GroupIndex<'_> {
    const IS_INDEX: bool = true;

    fn robots(&self) -> &RobotsTxt<'_> {
        self.robots()
    }

    fn name_for(&self, agents: &AgentList<'_>) -> Option<Vec<u8>> {
        self.name_for(agents.clone()).map(<[u8]>::to_vec)
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
const MOST_COMPILED: usize = 25_000_000;

/// Compiled rules of a file, or of the same file in several dialects. Crawlers to which the same groups apply share them.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// Those in which questions were asked.
    dialects: Vec<Dialect>,
    /// `None` after the first question about the groups.
    rules: HashMap<Applying, Option<Arc<Prepared>>>,
    bytes: usize,
}

/// The groups that apply to a crawler.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Applying {
    /// The number of the dialect among those of [`Compiled`]: a dialect is large, and there may be thousands of groups.
    dialect: usize,
    /// Their lines; `None` for the groups of `*`, where that is known.
    groups: Option<Vec<u32>>,
}

/// The compiled rules of one crawler.
#[derive(Debug)]
struct Shared {
    prepared: Arc<Prepared>,
    /// The name by which the groups apply to it. The rules cite that of the crawler for which they were compiled.
    name: Option<Vec<u8>>,
}

#[derive(Debug)]
struct Prepared {
    rules: Rules,
    /// The last URL that one of several crawlers asked about. The others ask about the same one next. Nobody waits for the lock: all of a
    /// [`Compiled`] belongs to one thread at a time.
    last: Mutex<Option<(Vec<u8>, Said)>>,
}

/// What a row says besides the question.
#[derive(Clone, Debug)]
struct Said {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
}

impl Compiled {
    /// Roughly how many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The rules of a crawler; `None` if it is better answered from the file. For the first question of the first crawler nothing is compiled.
    fn shared<F: File>(&mut self, file: &F, agents: &AgentList<'_>, is_first: bool) -> Option<Shared> {
        let dialect = file.robots().dialect();
        let name = F::IS_INDEX.then(|| file.name_for(agents));
        // Most crawlers that no group names have the groups of `*`, and there may be thousands of both.
        let is_star = matches!(name.as_ref().map(Option::as_deref), Some(Some(b"*")));
        let groups = (!is_star).then(|| file.groups_for(agents));
        let number = self.dialects.iter().position(|known| *known == dialect);
        let applying = Applying {
            dialect: number.unwrap_or_else(|| {
                self.dialects.push(dialect);
                self.dialects.len() - 1
            }),
            groups: groups
                .as_ref()
                .map(|groups| groups.iter().map(Group::line).collect()),
        };
        let known = match self.rules.entry(applying) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let lines = new.key().groups.as_ref().map_or(0, |lines| size_of_val(&**lines));
                self.bytes += lines + size_of::<(Applying, Prepared)>();
                let known = new.insert(None);
                if is_first {
                    return None;
                }
                known
            }
        };
        if let Some(prepared) = known {
            return Some(Shared {
                prepared: prepared.clone(),
                name: name.unwrap_or_else(|| file.name_for(agents)),
            });
        }
        if self.bytes >= MOST_COMPILED {
            return None;
        }
        let rules = file.rules_for(agents);
        let name = rules.check("/").group_name().map(<[u8]>::to_vec);
        self.bytes += rules.heap_bytes();
        let prepared = Arc::new(Prepared {
            rules,
            last: Mutex::default(),
        });
        *known = Some(prepared.clone());
        Some(Shared { prepared, name })
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
    Compiled(Shared),
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

    /// Whether nothing was asked.
    pub(crate) fn is_new(&self) -> bool {
        matches!(self.state, State::New)
    }

    /// Prepares for one more question.
    pub(crate) fn prepare<F: File>(&mut self, file: &F, compiled: &mut Compiled) {
        match self.state {
            State::New => {
                // What was compiled for others serves this one too, if it is found at once.
                let found = F::IS_INDEX.then(|| compiled.shared(file, &self.asked.list(), true));
                self.state = found.flatten().map_or(State::Asked, State::Compiled);
            }
            State::Asked => {
                let shared = compiled.shared(file, &self.asked.list(), false);
                self.state = shared.map_or(State::Written, State::Compiled);
            }
            State::Written | State::Compiled(_) => {}
        }
    }

    /// Whether the reason and the place of the rule determine the whole answer: if it comes from compiled rules.
    pub(crate) fn is_told_by_place(&self) -> bool {
        matches!(&self.state, State::Compiled(_))
    }

    /// The verdict on a URL. `file` is the one that was passed to [`Self::prepare`].
    pub(crate) fn verdict<'a>(&'a self, file: &'a impl File, url: &[u8]) -> Verdict<'a> {
        let target = Target::for_dialect(url, &file.robots().dialect());
        match &self.state {
            State::New | State::Asked | State::Written => file.check(self.asked.list(), target),
            State::Compiled(shared) => shared.prepared.rules.check(target),
        }
    }

    /// The rule that a verdict cites, as it is written in the file.
    pub(crate) fn rule_as_written(&self, file: &impl File, verdict: &Verdict<'_>) -> Option<String> {
        let rule = verdict.rule()?;
        let found = match &self.state {
            State::Compiled(_) => file.robots().rule_as_written(rule),
            State::New | State::Asked | State::Written => None,
        };
        Some(cited_rule(found.as_ref().unwrap_or(rule)))
    }

    /// The name of the groups that a verdict cites.
    pub(crate) fn group_name(&self, verdict: &Verdict<'_>) -> Option<String> {
        let of_verdict = verdict.group_name()?;
        let name = match &self.state {
            State::Compiled(shared) => shared.name.as_deref().unwrap_or(of_verdict),
            State::New | State::Asked | State::Written => of_verdict,
        };
        Some(cited(name))
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
        let Said {
            allowed,
            reason,
            line,
            rule,
            group,
        } = match &self.state {
            // Those who share rules: this crawler, what is compiled, and others.
            State::Compiled(Shared { prepared, name }) if Arc::strong_count(prepared) > 2 => {
                let mut last = prepared.last.lock().unwrap_or_else(PoisonError::into_inner);
                let own = || name.as_deref().map(cited);
                match &*last {
                    Some((asked, said)) if asked == url => Said {
                        group: said.group.as_ref().and_then(|_| own()),
                        ..said.clone()
                    },
                    _ => {
                        let said = self.say(file, url);
                        *last = Some((url.to_vec(), said.clone()));
                        said
                    }
                }
            }
            _ => self.say(file, url),
        };
        Row {
            agent: self.asked.name().into(),
            url: String::from_utf8_lossy(url),
            allowed,
            reason,
            line,
            rule,
            group,
        }
    }

    fn say(&self, file: &impl File, url: &[u8]) -> Said {
        let verdict = self.verdict(file, url);
        Said {
            allowed: verdict.is_allowed(),
            reason: verdict.reason().as_str(),
            line: verdict.line(),
            rule: self.rule_as_written(file, &verdict),
            group: self.group_name(&verdict),
        }
    }
}

#[cfg(test)]
mod tests {
    use robots_exclusion::agents;

    use super::*;

    const BODY: &[u8] =
        b"User-agent: a\nUser-agent: b\nDisallow: /%78\nAllow: /x/y$\n\nUser-agent: *\nDisallow: /\n";

    /// What is said about each of some crawlers, asked three times, and how often rules were compiled.
    fn asked(file: &impl File, mut compiled: Compiled) -> (Vec<String>, usize) {
        let mut crawlers = ["a", "b", "c", "d"].map(Crawler::new);
        let mut said = Vec::new();
        for url in ["/x", "/x/y", "/", "/robots.txt"] {
            for crawler in &mut crawlers {
                let row = crawler.ask(file, &mut compiled, url.as_bytes());
                said.push(format!(
                    "{} {:?} {:?} {:?}",
                    row.allowed, row.line, row.rule, row.group
                ));
            }
        }
        (said, compiled.rules.values().flatten().count())
    }

    #[test]
    fn crawlers_share_what_is_compiled_if_there_is_room() {
        let robots = RobotsTxt::parse(BODY);
        let full = || Compiled {
            bytes: MOST_COMPILED,
            ..Compiled::default()
        };
        let (said, count) = asked(&robots, full());
        assert_eq!(count, 0);
        assert_eq!(
            said[..3],
            [
                r#"false Some(3) Some("Disallow: /%78") Some("a")"#,
                r#"false Some(3) Some("Disallow: /%78") Some("b")"#,
                r#"false Some(7) Some("Disallow: /") Some("*")"#,
            ]
        );
        // Those of one group, and those that no group names.
        assert_eq!(asked(&robots, Compiled::default()), (said.clone(), 2));
        let index = GroupIndex::new(&robots);
        assert_eq!(asked(&index, Compiled::default()), (said.clone(), 2));
        assert_eq!(asked(&index, full()), (said, 0));
    }

    #[test]
    fn who_ignores_star_shares_nothing_with_those_whom_it_names() {
        let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n");
        let index = GroupIndex::new(&robots);
        let ads = || Crawler::of(Asked::known(&agents::ADSBOT_GOOGLE));
        for mut crawlers in [
            [ads(), Crawler::new("a"), Crawler::new("b")],
            [Crawler::new("a"), ads(), Crawler::new("b")],
            [Crawler::new("a"), Crawler::new("b"), ads()],
        ] {
            let mut compiled = Compiled::default();
            for _ in 0..3 {
                for crawler in &mut crawlers {
                    let row = crawler.ask(&index, &mut compiled, b"/x");
                    assert_eq!(row.allowed, row.agent == "AdsBot-Google", "{}", row.agent);
                }
            }
        }
    }

    #[test]
    fn crawlers_that_share_rules_are_told_what_each_alone_is() {
        let body = b"User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nUser-agent: a\nDisallow: /y\n\nUser-agent: bingbot\nAllow: /\n";
        for (name, dialect) in Dialect::PRESETS {
            let robots = RobotsTxt::options().dialect(*dialect).parse(body);
            let index = GroupIndex::new(&robots);
            let known = agents::ALL.iter().map(Asked::known);
            let all: Vec<Asked> = known.chain(["a", "b", "c", "*"].map(Asked::named)).collect();
            let backwards: Vec<Asked> = all.iter().rev().cloned().collect();
            for all in [all, backwards] {
                let mut compiled = Compiled::default();
                let mut crawlers: Vec<Crawler> = all.into_iter().map(Crawler::of).collect();
                for url in ["/x", "/y", "/x"] {
                    for crawler in &mut crawlers {
                        let alone = robots.check(crawler.asked.list(), url);
                        let expected = (alone.is_allowed(), alone.reason().as_str(), alone.line());
                        let group = alone.group_name().map(cited);
                        let row = crawler.ask(&index, &mut compiled, url.as_bytes());
                        let said = (row.allowed, row.reason, row.line);
                        assert_eq!(
                            (said, row.group),
                            (expected, group),
                            "{name}, {} {url}",
                            row.agent
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn of_several_rules_on_a_line_the_one_that_decides_is_cited() {
        let body = b"User-agent: a\nDisallow: /x /%79 /y/z /y /w/%7a\nDisallow: /v\n";
        let robots = RobotsTxt::options().dialect(Dialect::REVISITED).parse(body);
        let mut crawler = Crawler::new("a");
        let mut compiled = Compiled::default();
        for url in ["/y", "/y/", "/x", "/y/z", "/w/z", "/v", "/u"].repeat(2) {
            let from_file = robots.check("a", url);
            let row = crawler.ask(&robots, &mut compiled, url.as_bytes());
            assert_eq!(row.rule, from_file.rule().map(ToString::to_string), "{url}");
            assert_eq!(row.line, from_file.line(), "{url}");
        }
        assert!(matches!(crawler.state, State::Compiled(_)));
        assert!(crawler.is_told_by_place());
    }

    #[test]
    fn what_is_compiled_is_counted() {
        let robots = RobotsTxt::parse(BODY);
        let mut compiled = Compiled::default();
        assert_eq!(compiled.bytes(), 0);
        let mut held = 0;
        for name in ["a", "c"] {
            let mut crawler = Crawler::new(name);
            for _ in 0..2 {
                crawler.prepare(&robots, &mut compiled);
            }
            let heap_bytes = robots.rules_for(name).heap_bytes();
            assert!(heap_bytes > 0);
            held += heap_bytes + size_of::<Prepared>();
            let counted = compiled.bytes();
            assert!((held..2 * held).contains(&counted), "{counted} for {held}");
        }
    }

    #[test]
    fn the_place_of_the_rule_tells_the_answer_of_compiled_rules() {
        let robots = RobotsTxt::parse(BODY);
        let mut compiled = Compiled::default();
        let mut crawler = Crawler::new("a");
        let is_told = [(); 3].map(|()| {
            crawler.prepare(&robots, &mut compiled);
            crawler.is_told_by_place()
        });
        assert_eq!(is_told, [false, true, true]);
    }

    #[test]
    fn an_answer_is_kept_only_for_crawlers_that_share_rules() {
        let robots = RobotsTxt::parse(BODY);
        let mut compiled = Compiled::default();
        let mut crawlers = ["a", "b", "c"].map(Crawler::new);
        for _ in 0..2 {
            for crawler in &mut crawlers {
                crawler.ask(&robots, &mut compiled, b"/x");
            }
        }
        let is_kept = crawlers.map(|crawler| match crawler.state {
            State::Compiled(shared) => shared.prepared.last.lock().unwrap().is_some(),
            _ => false,
        });
        assert_eq!(is_kept, [true, true, false]);
    }

    #[test]
    fn an_index_compiles_rules_for_the_second_crawler() {
        let robots = RobotsTxt::parse(BODY);
        let index = GroupIndex::new(&robots);
        let mut compiled = Compiled::default();
        let mut is_compiled = |name| {
            let mut crawler = Crawler::new(name);
            crawler.prepare(&index, &mut compiled);
            matches!(crawler.state, State::Compiled(_))
        };
        assert_eq!(
            ["a", "c", "b", "d"].map(&mut is_compiled),
            [false, false, true, true]
        );
    }
}
