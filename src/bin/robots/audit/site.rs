//! One site and its crawlers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use robots_exclusion::decide::Budget;
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, Rule};
use serde::Serialize;

use super::access::Access;
use crate::audience::policy;
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::fetch::{Client, SubstituteVerdict};
use crate::input::{Input, RobotsFile};
use crate::options::Limits;

/// How many sections of a site are distinguished.
const SECTIONS: usize = 16;

/// What a site's robots.txt means for each crawler.
pub(super) struct Site {
    pub(super) name: String,
    pub(super) crawlers: Vec<Audited>,
    /// The first segments of paths in rules, most frequent first.
    pub(super) sections: Vec<String>,
    pub(super) is_not_fetched: bool,
}

/// One crawler.
pub(super) struct Audited {
    pub(super) agent: String,
    crawler: String,
    /// Whether it ignores groups for `*` that would apply to it otherwise.
    ignores_star: bool,
    pub(super) purpose: Option<String>,
    dialect: &'static str,
    /// The name of the group that applies.
    pub(super) group: Option<String>,
    pub(super) ruled: Arc<Ruled>,
    pub(super) ignored: Ignored,
    /// Why, if the file could not be fetched.
    reason: Option<&'static str>,
}

/// What groups leave open to the crawlers that they apply to.
pub(super) struct Ruled {
    pub(super) access: Access,
    /// In the order of the sections.
    pub(super) sections: Vec<Access>,
}

/// The rules of `*` that a crawler with a group of its own ignores, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Ignored {
    /// As they are written. None if they are not listed: where thousands of crawlers ignore
    /// thousands of rules, the rows would grow with the product.
    pub(super) rules: Arc<[String]>,
    /// How many are not listed.
    pub(super) more: usize,
}

/// A crawler as a row.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    file: &'a str,
    agent: &'a str,
    purpose: Option<&'a str>,
    group: Option<&'a str>,
    access: &'static str,
    ignored_rules_of_star: &'a [String],
    /// Those that are not listed.
    #[serde(skip_serializing_if = "crate::row::is_zero")]
    more_ignored_rules_of_star: usize,
    dialect: &'static str,
    reason: Option<&'static str>,
    /// The token by which it goes first.
    crawler: &'a str,
}

/// A crawler for formats without nesting.
#[derive(Serialize)]
pub(super) struct FlatRow<'a> {
    file: &'a str,
    agent: &'a str,
    purpose: Option<&'a str>,
    group: Option<&'a str>,
    access: &'static str,
    /// One a line.
    ignored_rules_of_star: String,
    dialect: &'static str,
    reason: Option<&'static str>,
    /// The token by which it goes first.
    crawler: &'a str,
}

/// What a listed rule costs besides its text, in bytes.
const RULE: usize = 30;

impl Site {
    pub(super) fn audit(
        input: &Input,
        agents: &[CrawlerQuery],
        dialect: Option<Dialect>,
        limits: &Limits,
        client: &Client,
        with_sections: bool,
    ) -> Result<Self, Failure> {
        let mut views: Vec<View> = Vec::new();
        let mut name = input.name();
        let mut crawlers = Vec::new();
        for asked in agents {
            let dialect = dialect.unwrap_or_else(|| asked.documented_dialect());
            let view = match views.iter().position(|view| view.robots.dialect() == dialect) {
                Some(place) => &views[place],
                None => {
                    let view = View::read(input, dialect, views.first(), limits, client)?;
                    name.clone_from(&view.file.name);
                    views.push(view);
                    &views[views.len() - 1]
                }
            };
            crawlers.push((asked, view.robots.dialect()));
        }
        let sections = match views.first() {
            Some(view) if with_sections => sections(&view.robots),
            _ => Vec::new(),
        };
        // For all questions about the site, so that no hostile file takes longer than about a
        // second.
        let mut budget = Budget::default();
        // By the number of the view, and the audience in it.
        let mut known: HashMap<(usize, Audience), Arc<Ruled>> = HashMap::new();
        let audited = crawlers.into_iter().filter_map(|(asked, dialect)| {
            let number = views.iter().position(|view| view.robots.dialect() == dialect)?;
            let view = &views[number];
            // Crawlers to which the same groups apply have the same access.
            let (audience, group) = view.robots.audience_and_name(asked.list())?;
            let ruled = known.entry((number, audience));
            let ruled = ruled.or_insert_with(|| Arc::new(view.rule(audience, &sections, &mut budget)));
            let audited = Audited {
                agent: asked.name().to_owned(),
                crawler: asked.crawler().to_owned(),
                ignores_star: view.substitute.is_none() && asked.ignores_star(&view.robots),
                purpose: asked.agent().map(|agent| agent.purpose().to_string()),
                dialect: dialect.name().unwrap_or("custom"),
                group: group.map(|group| String::from_utf8_lossy(group).into_owned()),
                ruled: ruled.clone(),
                ignored: Ignored::default(),
                reason: match view.substitute {
                    Some(_) if view.is_not_asked => Some("not-asked"),
                    substitute => substitute.map(|substitute| substitute.reason),
                },
            };
            Some((audited, number, audience))
        });
        // Lists come after all decisions, so that they take nothing from these.
        let audited: Vec<_> = audited.collect();
        let mut lists: HashMap<(usize, Audience), Arc<[String]>> = HashMap::new();
        let mut is_full = false;
        let audited = audited.into_iter().map(|(audited, number, audience)| {
            let has_own_group = audited.group.as_ref().is_some_and(|group| group != "*");
            if !has_own_group || audited.ruled.access == Access::Undecided {
                return audited;
            }
            let view = &views[number];
            if !is_full {
                let rules = lists
                    .entry((number, audience))
                    .or_insert_with(|| view.ignored(audience));
                is_full = !budget.keep(rules.iter().map(|rule| rule.len() + RULE).sum());
            }
            let ignored = if is_full {
                Ignored {
                    rules: [].into(),
                    more: view.ignored_count(audience),
                }
            } else {
                Ignored {
                    rules: lists[&(number, audience)].clone(),
                    more: 0,
                }
            };
            Audited { ignored, ..audited }
        });
        Ok(Self {
            name,
            crawlers: audited.collect(),
            is_not_fetched: views.iter().any(|view| view.substitute.is_some()),
            sections,
        })
    }

    /// Whether something is not known about a crawler.
    pub(super) fn is_undecided(&self) -> bool {
        let mut ruled = self.crawlers.iter().map(|one| &one.ruled);
        ruled.any(|ruled| ruled.access == Access::Undecided || ruled.sections.contains(&Access::Undecided))
    }

    /// The crawlers that ignore the groups for `*`, which would apply to them otherwise.
    pub(super) fn ignoring_star(&self) -> impl Iterator<Item = &str> {
        let ignoring = self.crawlers.iter().filter(|one| one.ignores_star);
        ignoring.map(|one| &*one.crawler)
    }

    /// How many crawlers have this access.
    pub(super) fn count(&self, access: Access) -> usize {
        let alike = |one: &&Audited| one.ruled.access == access;
        self.crawlers.iter().filter(alike).count()
    }

    /// How many crawlers are let in, in words.
    pub(super) fn summary(&self) -> String {
        let is_not_asked = |one: &Audited| one.ruled.access == Access::NotAsked;
        if !self.crawlers.is_empty() && self.crawlers.iter().all(is_not_asked) {
            return ": not asked".to_owned();
        }
        let undecided = match self.count(Access::Undecided) {
            0 => String::new(),
            undecided => format!(", undecided for {undecided}"),
        };
        let reason = self
            .crawlers
            .iter()
            .find_map(|one| one.reason)
            .map_or(String::new(), |reason| format!(" (robots.txt {reason})"));
        format!(
            ": open to {}, partly open to {}, closed to {}{undecided} of {} crawlers{reason}",
            self.count(Access::Open),
            self.count(Access::Partial),
            self.count(Access::Closed),
            self.crawlers.len()
        )
    }
}

impl Audited {
    pub(super) fn row<'a>(&'a self, site: &'a Site) -> Row<'a> {
        Row {
            file: &site.name,
            agent: &self.agent,
            crawler: &self.crawler,
            purpose: self.purpose.as_deref(),
            group: self.group.as_deref(),
            access: self.ruled.access.as_str(),
            ignored_rules_of_star: &self.ignored.rules,
            more_ignored_rules_of_star: self.ignored.more,
            dialect: self.dialect,
            reason: self.reason,
        }
    }

    pub(super) fn flat_row<'a>(&'a self, site: &'a Site) -> FlatRow<'a> {
        let Ignored { rules, more } = &self.ignored;
        let mut ignored = rules.join("\n");
        if *more > 0 {
            ignored.push_str(&format!("\nand {more} more"));
        }
        FlatRow {
            file: &site.name,
            agent: &self.agent,
            crawler: &self.crawler,
            purpose: self.purpose.as_deref(),
            group: self.group.as_deref(),
            access: self.ruled.access.as_str(),
            ignored_rules_of_star: ignored,
            dialect: self.dialect,
            reason: self.reason,
        }
    }
}

/// A file as one dialect reads it.
struct View {
    file: RobotsFile,
    robots: RobotsTxt<'static>,
    substitute: Option<SubstituteVerdict>,
    is_not_asked: bool,
    /// The rules for crawlers that no group names, as they are written, each once.
    of_star: Vec<String>,
    /// The same, to look for one.
    known_of_star: HashSet<String>,
}

impl View {
    /// Reads a file. Its contents are taken from another view unless the file was fetched: what a
    /// site's answer means depends on the dialect.
    fn read(
        input: &Input,
        dialect: Dialect,
        other: Option<&Self>,
        limits: &Limits,
        client: &Client,
    ) -> Result<Self, Failure> {
        let (file, robots) = match other {
            Some(other) if other.file.fetched.is_none() => {
                let file = RobotsFile {
                    name: other.file.name.clone(),
                    body: other.file.body.clone(),
                    fetched: None,
                };
                let robots = limits.parse(&file.body, dialect).into_owned().into_indexed();
                (file, robots)
            }
            _ => {
                // That there is no file, or less than all of it, is said once, whatever it means in
                // each dialect.
                let file = match other {
                    None => input.robots(dialect, client)?,
                    Some(_) => input.robots_quietly(dialect, client)?,
                };
                let robots = limits.parse_file(&file, dialect).into_indexed();
                (file, robots)
            }
        };
        let mut of_star = written(&robots.groups_for(CrawlerQuery::named("*").list()));
        let mut known_of_star = HashSet::new();
        of_star.retain(|rule| known_of_star.insert(rule.clone()));
        Ok(Self {
            substitute: file.fetched.as_ref().and_then(|report| report.substitute),
            is_not_asked: file.fetched.as_ref().is_some_and(|report| report.is_not_asked),
            of_star,
            known_of_star,
            file,
            robots,
        })
    }

    /// What the groups of an audience leave open to it.
    fn rule(&self, audience: Audience, sections: &[String], budget: &mut Budget) -> Ruled {
        let policy = policy(&self.robots, audience, budget);
        let mut access = |prefix: &str| match (self.substitute, &policy) {
            (Some(_), _) if self.is_not_asked => Access::NotAsked,
            (Some(substitute), _) => Access::of(substitute.allowed),
            (None, Some(policy)) => Access::to(prefix, policy, budget),
            (None, None) => Access::Undecided,
        };
        Ruled {
            access: access("/"),
            sections: sections.iter().map(|section| access(section)).collect(),
        }
    }

    /// How many rules of `*` are none of the groups of an audience. Linear in those groups.
    fn ignored_count(&self, audience: Audience) -> usize {
        let own = self.own_rules(audience);
        let followed = own.iter().filter(|rule| self.known_of_star.contains(*rule));
        self.of_star.len() - followed.count()
    }

    /// These rules. Linear in the rules of `*` too.
    fn ignored(&self, audience: Audience) -> Arc<[String]> {
        let own = self.own_rules(audience);
        let ignored = self.of_star.iter().filter(|rule| !own.contains(*rule));
        ignored.cloned().collect()
    }

    fn own_rules(&self, audience: Audience) -> HashSet<String> {
        let groups: Vec<Group<'_>> = self.robots.groups_of(audience).collect();
        written(&groups).into_iter().collect()
    }
}

/// The rules that apply to a crawler, as they are written.
fn written(groups: &[Group<'_>]) -> Vec<String> {
    let rules = groups.iter().flat_map(|group| group.rules());
    rules.map(|rule| rule.to_string()).collect()
}

/// The first segments of the paths that rules name, most frequent first: `/shop/` and the like.
fn sections(robots: &RobotsTxt<'_>) -> Vec<String> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    let segment = |rule: Rule<'_>| {
        let pattern = String::from_utf8_lossy(rule.pattern()).into_owned();
        let path = pattern.strip_prefix('/')?;
        let end = path.find(['/', '?', '*', '$']).unwrap_or(path.len());
        let is_section = end > 0 && path != "robots.txt";
        let slash = if path[end..].starts_with('/') { "/" } else { "" };
        is_section.then(|| format!("/{}{slash}", &path[..end]))
    };
    for group in robots.groups() {
        for section in group.rules().filter_map(segment) {
            *counts.entry(section).or_default() += 1;
        }
    }
    let mut sections: Vec<(String, u64)> = counts.into_iter().collect();
    sections.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sections.truncate(SECTIONS);
    sections.into_iter().map(|(section, _)| section).collect()
}
