//! One robots.txt and what it means for each crawler.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use robots_exclusion::decide::Budget;
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, Rule};
use serde::Serialize;

use super::access::Access;
use crate::audience::policy;
use crate::crawlers::CrawlerQuery;
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::Input;
use crate::options::Limits;
use crate::report::{Cell, Piece};
use crate::views::{View, Views};

/// How many sections of a site are distinguished.
const SECTIONS: usize = 16;

/// What a robots.txt means for each crawler.
pub(super) struct AuditedFile {
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

impl Ignored {
    /// The first of these rules, each on a line, and how many more there are.
    pub(super) fn first(&self, count: usize) -> Cell {
        let rules = self.rules.iter().take(count);
        let mut lines: Vec<Vec<Piece>> = rules.map(|rule| vec![Piece::Code(rule.clone())]).collect();
        let more = self.rules.len() - lines.len() + self.more;
        if more > 0 {
            lines.push(vec![format!("and {more} more").into()]);
        }
        Cell::lines(lines)
    }
}

/// A crawler as a row.
#[derive(Serialize)]
pub(super) struct CrawlerRow<'a> {
    file: &'a str,
    agent: &'a str,
    purpose: Option<&'a str>,
    group: Option<&'a str>,
    access: &'static str,
    ignored_rules_of_star: Cow<'a, [String]>,
    /// Those that are not listed.
    #[serde(skip_serializing_if = "crate::row::is_zero")]
    more_ignored_rules_of_star: usize,
    dialect: &'static str,
    reason: Option<&'static str>,
    /// The first of its product tokens.
    crawler: &'a str,
}

/// The columns of a crawler in a table.
pub(super) const COLUMNS: &[&str] = &[
    "file",
    "agent",
    "purpose",
    "group",
    "access",
    "ignored_rules_of_star",
    "dialect",
    "reason",
    "crawler",
];

/// What a listed rule costs besides its text, in bytes.
const RULE: usize = 30;

impl AuditedFile {
    pub(super) fn audit(
        input: &Input,
        agents: &[CrawlerQuery],
        dialect: Option<Dialect>,
        limits: &Limits,
        client: &Client,
        with_sections: bool,
    ) -> Result<Self, Failure> {
        let views = Views::read(input, agents, dialect, limits, client)?;
        let sections = match views.views.first() {
            Some(view) if with_sections => sections(&view.robots),
            _ => Vec::new(),
        };
        // For all questions about the site, so that no hostile file takes longer than about a
        // second.
        let mut budget = Budget::default();
        // By the number of the view, and the audience in it.
        let mut known: HashMap<(usize, Audience), Arc<Ruled>> = HashMap::new();
        let audited = agents
            .iter()
            .zip(&views.of_crawlers)
            .filter_map(|(asked, number)| {
                let view = &views.views[*number];
                // Crawlers to which the same groups apply have the same access.
                let (audience, group) = view.robots.audience_and_name(asked.list())?;
                let ruled = known.entry((*number, audience));
                let ruled = ruled.or_insert_with(|| Arc::new(rule(view, audience, &sections, &mut budget)));
                let audited = Audited {
                    agent: asked.name().to_owned(),
                    crawler: asked.crawler().to_owned(),
                    ignores_star: view.substitute.is_none() && asked.ignores_star(&view.robots),
                    purpose: asked.agent().map(|agent| agent.purpose().to_string()),
                    dialect: view.dialect_name(),
                    group: group.map(|group| String::from_utf8_lossy(group).into_owned()),
                    ruled: ruled.clone(),
                    ignored: Ignored::default(),
                    reason: match view.substitute {
                        Some(_) if view.is_not_asked => Some("not-asked"),
                        substitute => substitute.map(|substitute| substitute.reason),
                    },
                };
                Some((audited, *number, audience))
            });
        // Lists come after all decisions, so that they take nothing from these.
        let audited: Vec<_> = audited.collect();
        let of_star: Vec<StarRules<'_>> = views.views.iter().map(StarRules::of).collect();
        let mut lists: HashMap<(usize, Audience), Arc<[String]>> = HashMap::new();
        let mut is_full = false;
        let audited = audited.into_iter().map(|(audited, number, audience)| {
            let has_own_group = audited.group.as_ref().is_some_and(|group| group != "*");
            if !has_own_group || audited.ruled.access == Access::Undecided {
                return audited;
            }
            let of_star = &of_star[number];
            if !is_full {
                let rules = lists
                    .entry((number, audience))
                    .or_insert_with(|| of_star.ignored_by(audience));
                is_full = !budget.keep(rules.iter().map(|rule| rule.len() + RULE).sum());
            }
            let ignored = if is_full {
                Ignored {
                    rules: [].into(),
                    more: of_star.count_ignored_by(audience),
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
            crawlers: audited.collect(),
            is_not_fetched: views.views.iter().any(|view| view.substitute.is_some()),
            sections,
            name: views.name,
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
            return "not asked".to_owned();
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
            "open to {}, partly open to {}, closed to {}{undecided} of {} crawlers{reason}",
            self.count(Access::Open),
            self.count(Access::Partial),
            self.count(Access::Closed),
            self.crawlers.len()
        )
    }
}

impl Audited {
    /// As a row of JSON or of a table, which says in the list itself that it does not have all.
    pub(super) fn row<'a>(&'a self, site: &'a AuditedFile, is_flat: bool) -> CrawlerRow<'a> {
        let Ignored { rules, more } = &self.ignored;
        CrawlerRow {
            file: &site.name,
            agent: &self.agent,
            crawler: &self.crawler,
            purpose: self.purpose.as_deref(),
            group: self.group.as_deref(),
            access: self.ruled.access.as_str(),
            ignored_rules_of_star: match is_flat && *more > 0 {
                true => vec![format!("and {more} more")].into(),
                false => Cow::Borrowed(rules),
            },
            more_ignored_rules_of_star: *more,
            dialect: self.dialect,
            reason: self.reason,
        }
    }
}

/// What the groups of an audience leave open to it.
fn rule(view: &View, audience: Audience, sections: &[String], budget: &mut Budget) -> Ruled {
    let policy = policy(&view.robots, audience, budget);
    let mut access = |prefix: &str| match (view.substitute, &policy) {
        (Some(_), _) if view.is_not_asked => Access::NotAsked,
        (Some(substitute), _) => Access::of(substitute.allowed),
        (None, Some(policy)) => Access::to(prefix, policy, budget),
        (None, None) => Access::Undecided,
    };
    Ruled {
        access: access("/"),
        sections: sections.iter().map(|section| access(section)).collect(),
    }
}

/// The rules of a file for crawlers that no group names, as they are written, each once.
struct StarRules<'v> {
    robots: &'v RobotsTxt<'static>,
    rules: Vec<String>,
    /// The same, to look for one.
    known: HashSet<String>,
}

impl<'v> StarRules<'v> {
    fn of(view: &'v View) -> Self {
        let robots = &view.robots;
        let mut rules = written(robots.groups_for(CrawlerQuery::named("*").list()));
        let mut known = HashSet::new();
        rules.retain(|rule| known.insert(rule.clone()));
        Self { robots, rules, known }
    }

    /// How many of them are none of the groups of an audience. Linear in those groups.
    fn count_ignored_by(&self, audience: Audience) -> usize {
        let own = self.own_rules(audience);
        let followed = own.iter().filter(|rule| self.known.contains(*rule));
        self.rules.len() - followed.count()
    }

    /// These rules. Linear in the rules of `*` too.
    fn ignored_by(&self, audience: Audience) -> Arc<[String]> {
        let own = self.own_rules(audience);
        let ignored = self.rules.iter().filter(|rule| !own.contains(*rule));
        ignored.cloned().collect()
    }

    fn own_rules(&self, audience: Audience) -> HashSet<String> {
        written(self.robots.groups_of(audience)).into_iter().collect()
    }
}

/// The rules that apply to a crawler, as they are written.
fn written<'r>(groups: impl IntoIterator<Item = Group<'r>>) -> Vec<String> {
    let mut rules = Vec::new();
    for group in groups {
        rules.extend(group.rules().map(|rule| rule.to_string()));
    }
    rules
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
