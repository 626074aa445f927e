//! One robots.txt and what it means for each crawler.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use robots_exclusion::agents::{Obedience, Purpose};
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::{Audience, Dialect, Group, RobotsTxt, Rule};
use robots_exclusion_analysis::decide::{self, Budget};
use serde::{Serialize, Serializer};

use super::access_column::Access;
use crate::answer::Reader;
use crate::audience::policy;
use crate::crawlers::CrawlerQuery;
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::Input;
use crate::options::Limits;
use crate::report::{Cell, Piece, alike};
use crate::row::reason;
use crate::shortened::cited;
use crate::shown::{first, printable_name};
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
    /// What became of the request if nothing is known about what crawlers get there, but the site
    /// was asked.
    no_answer: Option<String>,
    /// For people: which crawlers ignore groups for `*` that would apply to them otherwise, and
    /// which may ignore the file.
    pub(super) notes: Vec<String>,
}

/// One crawler, as a row has it.
#[derive(Serialize)]
pub(super) struct Audited {
    pub(super) agent: String,
    /// All purposes of a well-known crawler. A row has the first, the main one.
    #[serde(rename = "purpose", serialize_with = "main_purpose")]
    pub(super) purposes: Vec<&'static str>,
    /// The name of the group that applies.
    pub(super) group: Option<String>,
    pub(super) access: Access,
    /// How much it can fetch of each section.
    #[serde(skip)]
    pub(super) sections: Vec<Access>,
    #[serde(flatten)]
    pub(super) ignored: Ignored,
    dialect: &'static str,
    /// Why, if the file could not be fetched.
    reason: Option<&'static str>,
    /// The first of its product tokens.
    crawler: String,
    /// What its operator says about obeying robots.txt.
    #[serde(serialize_with = "identifier")]
    pub(super) obeys: Obedience,
    /// The line that closes the site to it.
    #[serde(skip)]
    pub(super) closed_by: Option<u32>,
}

fn main_purpose<S: Serializer>(purposes: &[&'static str], serializer: S) -> Result<S::Ok, S::Error> {
    purposes.first().serialize(serializer)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn identifier<S: Serializer>(obeys: &Obedience, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(obeys.as_str())
}

/// The rules of `*` that a crawler with a group of its own ignores, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Ignored {
    /// As they are written. None if they are not listed: where thousands of crawlers ignore
    /// thousands of rules, the rows would grow with the product.
    #[serde(rename = "ignored_rules_of_star", serialize_with = "<[String]>::serialize")]
    pub(super) rules: Arc<[String]>,
    /// How many are not listed.
    #[serde(
        rename = "more_ignored_rules_of_star",
        skip_serializing_if = "crate::row::is_zero"
    )]
    pub(super) more: usize,
    /// What `*` says about the use of content, and the groups of the crawler do not: lines, as they
    /// are written.
    #[serde(
        rename = "ignored_preferences_of_star",
        serialize_with = "<[String]>::serialize",
        skip_serializing_if = "<[String]>::is_empty"
    )]
    preferences: Arc<[String]>,
}

impl Ignored {
    /// What a crawler ignores whose own groups are these.
    fn by<'r>(groups: impl Iterator<Item = Group<'r>>, of_star: &OfStar) -> Self {
        let groups: Vec<Group<'r>> = groups.collect();
        let own: HashSet<String> = written(groups.iter().copied()).collect();
        let ignored = of_star.rules.iter().filter(|rule| !own.contains(*rule));
        let rules = ignored.map(|rule| cited(rule.as_bytes())).collect();
        let own: Vec<DirectiveKind> = preferences(groups).map(|(kind, _)| kind).collect();
        let lost = of_star.preferences.iter().filter(|(kind, _)| !own.contains(kind));
        let preferences = lost.map(|(_, line)| cited(line.as_bytes())).collect();
        Self {
            rules,
            more: 0,
            preferences,
        }
    }

    /// With the list, if the budget allows one more row to have it.
    fn within(self, budget: &mut Budget) -> Self {
        match budget.keep(self.rules.iter().map(|rule| rule.len() + RULE).sum()) {
            true => self,
            false => Self {
                more: self.more + self.rules.len(),
                rules: [].into(),
                preferences: self.preferences,
            },
        }
    }

    /// For a table, which says in the list itself that it does not have all.
    pub(super) fn in_table(&mut self) {
        if self.more > 0 {
            self.rules = [format!("and {} more", self.more)].into();
        }
    }

    /// The preferences and the first of these rules, each on a line, and how many more there are.
    pub(super) fn first(&self, count: usize) -> Cell {
        let rules = self.rules.iter().take(count);
        let more = self.rules.len() - rules.len() + self.more;
        let lines = self.preferences.iter().chain(rules);
        let mut lines: Vec<Vec<Piece>> = lines.map(|line| vec![Piece::Code(line.clone())]).collect();
        if more > 0 {
            lines.push(vec![format!("and {more} more").into()]);
        }
        Cell::lines(lines)
    }
}

/// A crawler and the file that it is about.
#[derive(Serialize)]
pub(super) struct CrawlerRow<'a> {
    pub(super) file: &'a str,
    #[serde(flatten)]
    pub(super) crawler: &'a Audited,
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
    "ignored_preferences_of_star",
    "obeys",
];

/// What a listed rule costs besides its text, in bytes.
const RULE: usize = 30;

impl AuditedFile {
    pub(super) fn audit(
        input: &Input,
        agents: &[CrawlerQuery],
        dialect: DialectChoice,
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
        // second. Lists have one of their own, so that they take nothing from decisions.
        let (mut budget, mut lists) = (Budget::default(), Budget::default());
        let of_star: Vec<OfStar> = views.views.iter().map(|view| OfStar::of(&view.robots)).collect();
        // Crawlers to which the same groups apply have the same access, and ignore the same rules.
        let mut known: HashMap<Reader, (Access, Vec<Access>, Ignored)> = HashMap::new();
        let mut crawlers = Vec::new();
        for (crawler, view) in views.by_crawler() {
            let asked = crawler.asked();
            let Some((reader, group)) = crawler.reader() else {
                continue;
            };
            let (number, audience) = reader;
            let (access, of_sections, ignored) = known.entry(reader).or_insert_with(|| {
                let (access, of_sections) = rule(view, audience, &sections, &mut budget);
                let by = || Ignored::by(view.robots.select_audience(audience).groups(), &of_star[number]);
                let ignored = match access {
                    _ if group.is_none() => Ignored::default(),
                    Access::Undecided => Ignored::default(),
                    // Rules that close a part say nothing more.
                    Access::Closed => Ignored {
                        rules: [].into(),
                        ..by()
                    },
                    _ => by(),
                };
                (access, of_sections, ignored)
            });
            *ignored = std::mem::take(ignored).within(&mut lists);
            crawlers.push(Audited {
                agent: asked.name().to_owned(),
                purposes: asked
                    .agent()
                    .into_iter()
                    .flat_map(|agent| agent.purposes().map(Purpose::as_str))
                    .collect(),
                group: group.map(cited),
                access: *access,
                sections: of_sections.clone(),
                ignored: ignored.clone(),
                dialect: view.dialect_name(),
                reason: view.failure().map(|report| match report.is_not_asked {
                    true => "not-asked",
                    false => reason(&view.robots.check("*", "/")),
                }),
                crawler: asked.crawler().to_owned(),
                obeys: asked.obeys(),
                closed_by: (*access == Access::Closed)
                    .then(|| view.robots.select_audience(audience).check("/").line())
                    .flatten(),
            });
        }
        Ok(Self {
            crawlers,
            is_not_fetched: views.is_not_fetched(),
            no_answer: views.views.iter().find_map(|view| {
                let report = view.failure()?;
                let was_asked = report.is_not_asked && !report.is_forbidden;
                report.error.clone().filter(|_| was_asked)
            }),
            sections,
            notes: views.notes(),
            name: views.name,
        })
    }

    /// Whether something is not known about a crawler.
    pub(super) fn is_undecided(&self) -> bool {
        let mut crawlers = self.crawlers.iter();
        crawlers.any(|one| one.access == Access::Undecided || one.sections.contains(&Access::Undecided))
    }

    /// The sentence on the crawlers that read otherwise than the standard says: in which dialects.
    pub(super) fn read_as(&self) -> Option<String> {
        /// How many crawlers of a dialect are named.
        const NAMED: usize = 3;
        let crawlers = self.crawlers.iter().map(|one| (one.dialect, &*one.agent));
        let other = crawlers.filter(|(dialect, _)| *dialect != dialects::name_of(Dialect::RFC_9309));
        let parts = alike(other).into_iter().map(|(dialect, names)| {
            let names = names.iter().map(|name| printable_name(name));
            format!("{dialect} ({})", first(names, NAMED))
        });
        let parts: Vec<String> = parts.collect();
        (!parts.is_empty()).then(|| format!("read as {}", parts.join(", ")))
    }

    /// How many crawlers have this access.
    pub(super) fn count(&self, access: Access) -> usize {
        let alike = |one: &&Audited| one.access == access;
        self.crawlers.iter().filter(alike).count()
    }

    /// How many crawlers are let in, in words.
    pub(super) fn summary(&self) -> String {
        let is_not_asked = |one: &Audited| one.access == Access::NotAsked;
        if !self.crawlers.is_empty() && self.crawlers.iter().all(is_not_asked) {
            return match &self.no_answer {
                Some(error) => format!("no answer ({error})"),
                None => "not asked".to_owned(),
            };
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

/// How much of a site and of its sections the groups of an audience leave open to it, apart from
/// `/robots.txt` itself.
fn rule(view: &View, audience: Audience, sections: &[String], budget: &mut Budget) -> (Access, Vec<Access>) {
    let site = match view.failure() {
        Some(report) if report.is_not_asked => Access::NotAsked,
        Some(_) if view.robots.is_allowed("*", "/") => Access::Open,
        Some(_) => Access::Closed,
        None => decide::Access::of_audience(&view.robots, audience, budget).into(),
    };
    if sections.is_empty() || !matches!(site, Access::Partial | Access::Undecided) {
        return (site, vec![site; sections.len()]);
    }
    let policy = policy(&view.robots, audience, budget);
    let section = |prefix: &String| match &policy {
        Some(policy) => policy.access(prefix, budget).into(),
        None => Access::Undecided,
    };
    (site, sections.iter().map(section).collect())
}

/// What a file says to crawlers that no group names.
struct OfStar {
    /// The rules as they are written, each once.
    rules: Vec<String>,
    /// Preferences about the use of content, as they are written.
    preferences: Vec<(DirectiveKind, String)>,
}

impl OfStar {
    fn of(robots: &RobotsTxt<'_>) -> Self {
        let mut known = HashSet::new();
        let groups: Vec<Group<'_>> = robots
            .groups_for(CrawlerQuery::named("*").list())
            .into_iter()
            .collect();
        let rules = written(groups.iter().copied());
        Self {
            rules: rules.filter(|rule| known.insert(rule.clone())).collect(),
            preferences: preferences(groups.iter().copied()).collect(),
        }
    }
}

/// The preferences about the use of content in groups, as they are written.
fn preferences<'r>(
    groups: impl IntoIterator<Item = Group<'r>>,
) -> impl Iterator<Item = (DirectiveKind, String)> {
    let lines = groups.into_iter().flat_map(|group| group.directives());
    lines.filter_map(|line| {
        let is_preference = matches!(
            line.kind(),
            DirectiveKind::ContentSignal | DirectiveKind::ContentUsage | DirectiveKind::License
        );
        let value = String::from_utf8_lossy(line.value());
        is_preference.then(|| {
            (
                line.kind(),
                format!("{}: {value}", line.kind().key().unwrap_or_default()),
            )
        })
    })
}

/// The rules of groups as they are written.
fn written<'r>(groups: impl IntoIterator<Item = Group<'r>>) -> impl Iterator<Item = String> {
    let rules = groups.into_iter().flat_map(|group| group.rules());
    rules.map(|rule| rule.to_string())
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
    let rules = robots.groups().flat_map(|group| group.rules());
    for section in rules.filter_map(segment) {
        *counts.entry(section).or_default() += 1;
    }
    let mut sections: Vec<(String, u64)> = counts.into_iter().collect();
    sections.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    sections.truncate(SECTIONS);
    sections.into_iter().map(|(section, _)| section).collect()
}
