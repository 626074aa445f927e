//! Proves that an edited file has the effect that was asked for, and no other.

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::agents::{ALL, UserAgent, by_token};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{Audience, Dialect, RobotsTxt, RuleKind};

use super::crawlers::Crawler;
use super::{EditError, Goal, OF_STRANGERS};
use crate::decide::{Assertion, Budget, Conclusion, Policy, differences, equivalent};
use crate::reading::{OtherLine, Reading};

/// The error in a draft.
pub(super) enum Fault {
    /// These well-known crawlers, which are not part of the edit, get different verdicts.
    Others(Vec<Crawler>),
    Error(EditError),
}

/// All crawlers, and the file as each reads it.
pub(super) struct Everyone {
    body: Vec<u8>,
    /// Crawlers that are not part of the edit.
    others: Vec<Crawler>,
}

impl Everyone {
    pub(super) fn of(body: &[u8], edited: &[Crawler]) -> Self {
        let mut others: Vec<Crawler> = OF_STRANGERS.map(Crawler::unnamed).into();
        others.extend(ALL.iter().map(|agent| Crawler::new(&agent.into())));
        let robots = RobotsTxt::parse(body);
        for name in robots.names().filter_map(|name| core::str::from_utf8(name).ok()) {
            if by_token(name).is_none() && name != "*" {
                others.push(Crawler::new(&UserAgent::from(name)));
            }
        }
        others.retain(|other| !edited.iter().any(|edited| edited.is_same(other)));
        Self {
            body: body.to_vec(),
            others,
        }
    }

    /// Whether the file already meets a goal. `None` if this is undecided.
    pub(super) fn holds(&self, goal: &Goal<'_>, budget: &mut Budget) -> Option<bool> {
        let robots = goal.crawler.parse(&self.body);
        let policy = Policy::of(&robots, &goal.crawler.list);
        match policy.holds_for_all(&goal.assertion(), budget) {
            Conclusion::Proved => Some(true),
            Conclusion::Refuted(_) => Some(false),
            Conclusion::Undecided => None,
        }
    }

    /// Whether an edited file meets the goals, and nothing else has changed. `asked` are the lines of
    /// rules that the edit has added.
    pub(super) fn prove(
        &self,
        edited: &[u8],
        goals: &[Goal<'_>],
        asked: &BTreeSet<u32>,
        budget: &mut Budget,
    ) -> Result<(), Fault> {
        for goal in goals {
            let read = goal.crawler.dialect.fetch_policy.max_bytes;
            if edited.len() > read as usize {
                return Err(Fault::Error(EditError::TooLong { read }));
            }
            goal.prove(&self.body, edited, asked, budget)
                .map_err(Fault::Error)?;
        }
        let mut files: BTreeMap<usize, [RobotsTxt<'_>; 2]> = BTreeMap::new();
        let mut dialects: Vec<Dialect> = Vec::new();
        let mut known: BTreeMap<(usize, Audience, Audience), bool> = BTreeMap::new();
        let mut changed = Vec::new();
        for crawler in &self.others {
            let number = dialects.iter().position(|dialect| *dialect == crawler.dialect);
            let number = number.unwrap_or_else(|| {
                dialects.push(crawler.dialect);
                dialects.len() - 1
            });
            let [old, new] = files
                .entry(number)
                .or_insert_with(|| [&self.body[..], edited].map(|body| crawler.parse(body)));
            let audiences = old.audience(&crawler.list).zip(new.audience(&crawler.list));
            let key = audiences.map(|(old, new)| (number, old, new));
            let is_same = match key.and_then(|key| known.get(&key)) {
                Some(is_same) => *is_same,
                None => is_unchanged(crawler, old, new, budget).map_err(Fault::Error)?,
            };
            if let Some(key) = key {
                known.insert(key, is_same);
            }
            if !is_same {
                changed.push(crawler.clone());
            }
        }
        match changed.iter().find(|crawler| crawler.obeys.is_none()) {
            // It has no name, or its name is already in the file.
            Some(stranger) => Err(Fault::Error(EditError::Changes {
                crawler: stranger.name.clone(),
                url: difference(stranger, &self.body, edited, budget),
            })),
            None if changed.is_empty() => Ok(()),
            None => Err(Fault::Others(changed)),
        }
    }
}

/// Whether a crawler gets the same verdicts and other lines from both files.
fn is_unchanged(
    crawler: &Crawler,
    old: &RobotsTxt<'_>,
    new: &RobotsTxt<'_>,
    budget: &mut Budget,
) -> Result<bool, EditError> {
    let [old_lines, new_lines] = [old, new].map(|robots| {
        let groups = crawler.groups(robots);
        Reading::new(robots, groups.into_iter()).lines
    });
    // What its operator says that it ignores changes nothing for it.
    let delays = [DirectiveKind::CrawlDelay, DirectiveKind::RequestRate];
    let is_ignored = |line: &OtherLine| {
        delays
            .iter()
            .any(|kind| line.is_of(*kind) && crawler.ignores(*kind))
    };
    let heeds = |line: &&OtherLine| line.is_for(crawler.list.tokens()) && !is_ignored(line);
    if !old_lines.keys().filter(heeds).eq(new_lines.keys().filter(heeds)) {
        return Ok(false);
    }
    let [old, new] = [old, new].map(|robots| Policy::of(robots, &crawler.list));
    match equivalent(&old, &new, budget) {
        Conclusion::Proved => Ok(true),
        Conclusion::Refuted(_) => Ok(false),
        Conclusion::Undecided => Err(EditError::Undecided(crawler.name.clone())),
    }
}

/// A URL whose verdict changes; `/` if other lines do.
fn difference(crawler: &Crawler, old: &[u8], new: &[u8], budget: &mut Budget) -> String {
    let [old, new] = [old, new].map(|body| Policy::of(&crawler.parse(body), &crawler.list));
    match equivalent(&old, &new, budget) {
        Conclusion::Refuted(witness) => witness.url().to_owned(),
        _ => "/".to_owned(),
    }
}

/// Whether a pattern matches all URLs that another pattern matches.
pub(super) fn covers(pattern: &str, path: &str, dialect: Dialect) -> bool {
    let body = format!("User-agent: *\nDisallow: {pattern}\n");
    let robots = RobotsTxt::options().dialect(dialect).parse(&body);
    let assertion = Assertion::new(RuleKind::Disallow, path, dialect);
    Policy::of_unnamed(&robots)
        .holds_for_all(&assertion, &mut Budget::default())
        .is_proved()
}

impl Goal<'_> {
    fn assertion(&self) -> Assertion {
        let assertion = Assertion::new(self.kind, self.path, self.crawler.dialect);
        let narrower = self.narrower.iter();
        narrower.fold(assertion, |assertion, pattern| assertion.except(pattern))
    }

    /// Whether the goal is met, and no other verdict of its crawler has changed.
    fn prove(
        &self,
        old: &[u8],
        new: &[u8],
        asked: &BTreeSet<u32>,
        budget: &mut Budget,
    ) -> Result<(), EditError> {
        let crawler = self.crawler.name.clone();
        let (old, new) = (self.crawler.parse(old), self.crawler.parse(new));
        let [old, new] = [&old, &new].map(|robots| Policy::of(robots, &self.crawler.list));
        match new.holds_for_all(&self.assertion(), budget) {
            Conclusion::Proved => {}
            Conclusion::Undecided => return Err(EditError::Undecided(crawler)),
            Conclusion::Refuted(witness) => {
                let rule = witness.before().rule();
                return Err(EditError::NotMet {
                    crawler,
                    url: witness.url().to_owned(),
                    rule: rule.map_or_else(|| "no rule".to_owned(), ToString::to_string),
                });
            }
        }
        let mut changes = differences(&old, &new, budget);
        for change in changes.by_ref() {
            // If an added rule decides, the URL matches its pattern and so belongs to the goal. If
            // the goal is a whole site, every URL belongs to it.
            let decides = change.after().and_then(|number| new.rule(number));
            let is_of_goal = self.path == "/" || decides.is_some_and(|rule| asked.contains(&rule.line()));
            if !is_of_goal || change.opens() != (self.kind == RuleKind::Allow) {
                return Err(EditError::Changes {
                    crawler,
                    url: change.witness().url().to_owned(),
                });
            }
        }
        match changes.is_complete() {
            true => Ok(()),
            false => Err(EditError::Undecided(crawler)),
        }
    }
}
