//! How much of a site the crawlers of search engines, AI operators and web archives may fetch, each
//! in the dialect in which its operator reads the file.

use core::fmt;
use std::collections::BTreeMap;

use super::STEPS_EACH;
use super::document::{Document, first_of, shown};
use super::site_effects::is_of_machines;
use crate::decide::{Access, Budget, Policy};
use robots_exclusion::AgentList;
use robots_exclusion::Audience;
use robots_exclusion::Dialect;
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::pattern;
use robots_exclusion::syntax::BodyFormat;

/// How much of the site a crawler may fetch, and which line is the reason. Made by [`outcomes`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` for all crawlers that follow `*`.
    agent: Option<&'static Agent>,
    access: Access,
    because: Option<(u32, String)>,
    joined: Option<Joined>,
}

/// How rules that were written for another crawler came to apply to this one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Joined {
    line: u32,
    key: String,
    to: String,
}

impl Outcome {
    /// The product token of the crawler, or `*` for all that no group names.
    #[must_use]
    pub fn agent(&self) -> &'static str {
        self.agent.map_or("*", Agent::name)
    }

    /// The name that people know the crawler by.
    fn name(&self) -> &'static str {
        self.agent.map_or("crawlers that follow `*`", Agent::name)
    }

    /// What the crawler fetches pages for; `None` for `*`.
    #[must_use]
    pub fn purpose(&self) -> Option<Purpose> {
        self.agent.map(Agent::purpose)
    }

    /// How much it may fetch.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// The number, counted from 1, and the text of the line with the rule that is the reason: it
    /// disallows the home page, if everything is disallowed, or allows everything.
    #[must_use]
    pub fn because(&self) -> Option<(u32, &str)> {
        self.because.as_ref().map(|(line, rule)| (*line, &rule[..]))
    }

    /// The outcome in words that follow the crawler's name: ``may crawl nothing, because of line 2
    /// (`Disallow: /`)``.
    #[must_use]
    pub fn reason(&self) -> String {
        let what = match self.access {
            Access::Open => "may crawl everything",
            Access::Partial => "may crawl a part of the site",
            Access::Closed => "may crawl nothing",
        };
        match (&self.joined, &self.because) {
            (Some(Joined { line, key, to }), _) => {
                format!("{what}, because of line {line} (`{key}` joins it to the group of {to})")
            }
            (None, Some((line, rule))) => format!("{what}, because of line {line} (`{rule}`)"),
            (None, None) => what.into(),
        }
    }
}

impl fmt::Display for Outcome {
    /// ``bingbot: may crawl nothing, because of line 2 (`Disallow: /`)``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name(), self.reason())
    }
}

/// The outcomes of a file for the crawlers that matter most to a site. First come all crawlers that
/// no group names, if they may crawl nothing. Then come search engines, crawlers of operators of AI
/// models and web archives, each if it may crawl nothing, or if its [`Access`] differs from the
/// access of crawlers that no group names. For each crawler, the file is read as its operator
/// documents, and for crawlers that no group names, as RFC 9309 says; everything is proved for all
/// URLs. A body that is not a robots.txt, such as an HTML page, has no outcomes.
///
/// # Complexity
///
/// Parses the file once for each dialect in use today, and asks some questions about all URLs for
/// each list of groups that applies to any of these crawlers. The questions have a budget; outcomes
/// that are not decided within it are left out.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::lint::outcomes;
///
/// let body = b"User-agent: bingbot\nCrawl-delay: 5\nUser-agent: Genieo\nDisallow: /\n";
/// let said: Vec<String> = outcomes(body).iter().map(ToString::to_string).collect();
/// assert_eq!(said, ["bingbot: may crawl nothing, because of line 2 (`Crawl-delay` joins it to the group of Genieo)"]);
/// ```
#[must_use]
pub fn outcomes(body: &[u8]) -> Vec<Outcome> {
    let mut budget = Budget::default().with_each(STEPS_EACH);
    let files = agents::living_dialects().map(|(_, dialect)| Document::read(body, dialect));
    let files: Vec<Document<'_>> = files.collect();
    if files[0].robots().format() != BodyFormat::Text {
        return Vec::new();
    }
    let names: Vec<String> = files[0]
        .robots()
        .names()
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    let mut known: BTreeMap<(usize, Audience), Option<Access>> = BTreeMap::new();
    let mut outcome = |agent: Option<&'static Agent>| {
        let dialect = agent.map_or(Dialect::RFC_9309, Agent::dialect);
        let number = files.iter().position(|file| file.dialect == dialect)?;
        outcome_of(&files[number], agent, |policy, audience| {
            *known
                .entry((number, audience))
                .or_insert_with(|| policy().access("/", &mut budget))
        })
    };
    let everyone = outcome(None);
    let of_everyone = everyone.as_ref().map_or(Access::Open, Outcome::access);
    let matters = |agent: &&Agent| {
        let purpose = agent.purpose();
        let of_ai = matches!(
            purpose,
            // Archives are included because models are trained on their contents, and files that
            // refuse training name them.
            Purpose::AiTraining | Purpose::AiSearch | Purpose::Assistant | Purpose::Archive
        );
        !agent.is_former() && (of_ai || purpose == Purpose::Search)
    };
    let named = agents::ALL.iter().filter(matters).filter(|agent| {
        // Crawlers that ignore `*` are only affected by a file that names them.
        let is_named = |token: &&str| names.iter().any(|name| name.eq_ignore_ascii_case(token));
        agent.obeys_star() || agent.tokens().iter().any(is_named)
    });
    let named = named.filter_map(|agent| outcome(Some(agent)));
    let tells = |outcome: &Outcome| outcome.access == Access::Closed || outcome.access != of_everyone;
    everyone.into_iter().chain(named).filter(tells).collect()
}

/// [`outcomes`] in words, with a line for all crawlers with the same outcome. Crawlers with the
/// same outcome as everyone are not named again.
///
/// # Complexity
///
/// Quadratic in the number of different outcomes; there are few.
///
/// # Examples
///
/// ```
/// use robots_exclusion_analysis::lint::{outcome_lines, outcomes};
///
/// let body = b"User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nUser-agent: bingbot\nDisallow: /x\n";
/// let lines = outcome_lines(&outcomes(body));
/// assert_eq!(lines[0], "crawlers that follow `*`: may crawl nothing, because of line 2 (`Disallow: /`)");
/// assert!(lines[1].starts_with("Googlebot, ") && lines[1].ends_with(": may crawl a part of the site"));
/// ```
#[must_use]
pub fn outcome_lines(outcomes: &[Outcome]) -> Vec<String> {
    let alike = summarize_outcomes(outcomes);
    alike.iter().map(ToString::to_string).collect()
}

/// Outcomes that are alike. Made by [`summarize_outcomes`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OutcomeSummary<'o> {
    reason: String,
    alike: Vec<&'o Outcome>,
}

impl<'o> OutcomeSummary<'o> {
    /// The outcomes, at least one.
    #[must_use]
    pub fn outcomes(&self) -> &[&'o Outcome] {
        &self.alike
    }

    /// How much these crawlers may fetch.
    #[must_use]
    pub fn access(&self) -> Access {
        self.alike[0].access
    }

    /// The number, counted from 1, of the line that is the reason, if a single line is.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        let first = self.alike[0];
        let joined = first.joined.as_ref().map(|joined| joined.line);
        joined.or(first.because.as_ref().map(|(line, _)| *line))
    }
}

impl fmt::Display for OutcomeSummary<'_> {
    /// ``Googlebot, bingbot: may crawl nothing, because of line 2 (`Disallow: /`)``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many crawlers a line names at most.
        const NAMED: usize = 8;
        let names = self.alike.iter().map(|outcome| outcome.name());
        write!(f, "{}: {}", first_of(names, self.alike.len(), NAMED), self.reason)
    }
}

/// Joins outcomes that are alike. Crawlers with the same outcome as everyone are left out.
///
/// # Complexity
///
/// Quadratic in the number of different outcomes; there are few.
#[must_use]
pub fn summarize_outcomes(outcomes: &[Outcome]) -> Vec<OutcomeSummary<'_>> {
    let mut summaries: Vec<OutcomeSummary<'_>> = Vec::new();
    for outcome in outcomes {
        let reason = outcome.reason();
        match summaries.iter_mut().find(|other| other.reason == reason) {
            Some(OutcomeSummary { alike, .. }) if alike[0].agent.is_none() => {}
            Some(OutcomeSummary { alike, .. }) => alike.push(outcome),
            None => summaries.push(OutcomeSummary {
                reason,
                alike: vec![outcome],
            }),
        }
    }
    summaries
}

/// The outcome of a file for a crawler.
fn outcome_of(
    document: &Document<'_>,
    agent: Option<&'static Agent>,
    mut access: impl FnMut(&dyn Fn() -> Policy, Audience) -> Option<Access>,
) -> Option<Outcome> {
    let robots = document.robots();
    let list = agent.map_or(AgentList::from("*"), Agent::list);
    let audience = robots.audience(&list)?;
    // A site is closed if crawlers may fetch only files for machines.
    let of_machines = robots
        .select_audience(audience)
        .groups()
        .flat_map(|group| group.rules())
        .filter(|rule| rule.kind() == RuleKind::Allow && is_of_machines(rule.pattern()));
    let of_machines: Vec<u32> = of_machines.map(|rule| rule.line()).collect();
    let policy = || match &of_machines[..] {
        [] => Policy::of_audience(robots, audience),
        lines => Policy::of_audience(robots, audience).without_lines(lines),
    };
    let access = access(&policy, audience)?;
    let verdict = robots.select_audience(audience).check("/");
    let because = verdict.rule().filter(|rule| match access {
        Access::Closed => true,
        // A rule that matches only the home page is not the reason why everything is open.
        Access::Open => {
            let language = document.language_at(rule.line() as usize - 1);
            pattern::matches_all(rule.pattern(), language)
        }
        Access::Partial => false,
    });
    let because = because.map(|rule| {
        let text = format!("{}: {}", rule.kind(), shown(rule.pattern()));
        (rule.line(), text)
    });
    let joined = because
        .as_ref()
        .and_then(|(line, _)| joined(document, agent?, *line));
    Some(Outcome {
        agent,
        access,
        because,
        joined,
    })
}

/// If the rule in line `line` applies to a crawler because its group was joined to the group of
/// another: the line that joins the two.
fn joined(document: &Document<'_>, agent: &Agent, line: u32) -> Option<Joined> {
    let section = &document.sections[document.section_at(line as usize - 1)?];
    let is_own = |label: &[u8]| {
        agent
            .tokens()
            .iter()
            .any(|token| label.eq_ignore_ascii_case(token.as_bytes()))
    };
    let own = section.names.iter().rfind(|name| is_own(name.label))?;
    let fusion = section.fusions.iter().find(|fusion| fusion.between > own.entry)?;
    let to = section.names.iter().find(|name| name.entry >= fusion.joining)?;
    let key = document.entry(fusion.between).directive?.key();
    Some(Joined {
        line: fusion.between as u32 + 1,
        key: String::from_utf8_lossy(key).into_owned(),
        to: match to.label {
            b"*" => "all crawlers".into(),
            label => format!("{}", shown(label)),
        },
    })
}
