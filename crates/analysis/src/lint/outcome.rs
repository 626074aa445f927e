//! How much of a site the crawlers of search engines, AI operators and web archives may fetch, each
//! in the dialect in which its operator reads the file.

use core::fmt;
use std::sync::Arc;

use super::{LintOptions, STEPS_EACH};
use crate::decide::{Access, Budget};
use crate::lint::engine::document::{Document, first_of, shown};
use crate::lint::engine::extent::{Extent, PlacedRule};
use crate::lint::engine::readings::{Extents, Readings};
use robots_exclusion::AgentList;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::within_reach;
use robots_exclusion::syntax::BodyFormat;

/// How much of the site a crawler may fetch, and which line is the reason. Made by [`outcomes`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` for all crawlers that follow `*`.
    agent: Option<&'static Agent>,
    access: Access,
    because: Option<(u32, String)>,
    joined: Option<Joined>,
    but_for: Arc<[(u32, String)]>,
    is_closed: bool,
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

    /// Whether the site is closed to the crawler: it may fetch nothing, or only what some [Allow
    /// rules](Self::closed_but_for) open, and that is no page, but style sheets, icons and
    /// sitemaps, for example.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion_analysis::decide::Access;
    /// use robots_exclusion_analysis::lint::outcomes;
    ///
    /// let body = b"User-agent: *\nDisallow: /\nAllow: /wp-admin/admin-ajax.php\n";
    /// let everyone = &outcomes(body)[0];
    /// assert_eq!((everyone.access(), everyone.is_closed()), (Access::Partial, true));
    /// let rules: Vec<_> = everyone.closed_but_for().collect();
    /// assert_eq!(rules, [(3, "Allow: /wp-admin/admin-ajax.php")]);
    /// // Who opens a section has made a decision.
    /// let body = b"User-agent: *\nDisallow: /\nAllow: /public/\n";
    /// assert!(!outcomes(body)[0].is_closed());
    /// ```
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// If everything is disallowed except what some Allow rules open: these rules, each with the number
    /// of its line, counted from 1.
    pub fn closed_but_for(&self) -> impl ExactSizeIterator<Item = (u32, &str)> {
        self.but_for.iter().map(|(line, rule)| (*line, &rule[..]))
    }

    /// The number, counted from 1, and the text of the line with the rule that is the reason: it
    /// disallows everything, if nothing else or only what Allow rules open may be fetched, or allows
    /// everything.
    #[must_use]
    pub fn because(&self) -> Option<(u32, &str)> {
        self.because.as_ref().map(|(line, rule)| (*line, &rule[..]))
    }

    /// The outcome in words that follow the crawler's name: ``may crawl nothing, because of line 2
    /// (`Disallow: /`)``.
    #[must_use]
    pub fn reason(&self) -> String {
        /// How many rules are named.
        const NAMED: usize = 3;
        let openings = |before: &str| {
            let rules = self.but_for.iter().map(|(_, rule)| format!("`{rule}`"));
            let rules = first_of(rules, self.but_for.len(), NAMED);
            let open = if self.but_for.len() == 1 { "opens" } else { "open" };
            format!("may crawl {before} what {rules} {open}")
        };
        let what = match self.access {
            Access::Open => "may crawl everything".into(),
            Access::Closed => "may crawl nothing".into(),
            Access::Partial if self.but_for.is_empty() => "may crawl a part of the site".into(),
            Access::Partial if self.is_closed => openings("no page, only"),
            Access::Partial => openings("only"),
        };
        match (&self.joined, &self.because) {
            (Some(Joined { line, key, to }), _) => {
                format!("{what}, because of line {line} (`{key}` joins it to the group of {to})")
            }
            (None, Some((line, rule))) => format!("{what}, because of line {line} (`{rule}`)"),
            (None, None) => what,
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
    LintOptions::new().outcomes(body)
}

impl LintOptions {
    /// The [`outcomes`] of a file: for each crawler as it reads the file, or for all in the
    /// [dialect](Self::dialect) of the options.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_exclusion::Dialect;
    /// use robots_exclusion_analysis::lint::LintOptions;
    ///
    /// // A blank line ends a group of Yandex, but is nothing to most crawlers.
    /// let body = b"User-agent: *\nAllow: /a\n\nDisallow: /\n";
    /// let closed = |options: LintOptions| options.outcomes(body).iter().any(|outcome| outcome.is_closed());
    /// assert!(!closed(LintOptions::new().dialect(Dialect::YANDEX)));
    /// let body = b"User-agent: *\n\nDisallow: /\n";
    /// let closed = |options: LintOptions| options.outcomes(body).iter().any(|outcome| outcome.is_closed());
    /// assert!(closed(LintOptions::new()));
    /// assert!(!closed(LintOptions::new().dialect(Dialect::YANDEX)));
    /// ```
    #[must_use]
    pub fn outcomes(&self, body: &[u8]) -> Vec<Outcome> {
        let mut budget = Budget::default().with_each(STEPS_EACH);
        let readings = Readings::new(within_reach(body), self.dialect);
        let file = readings.file().robots();
        if file.format() != BodyFormat::Text {
            return Vec::new();
        }
        let names: Vec<String> = file
            .names()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        let mut extents = Extents::new(&readings);
        let mut outcome = |agent: Option<&'static Agent>| {
            let extent = extents.of(agent, &mut budget)?;
            let document = agent.map_or(readings.file(), |agent| readings.of(agent));
            Some(outcome_of(document, agent, &extent))
        };
        let everyone = outcome(None);
        let extent_of = |outcome: &Outcome| (outcome.access, outcome.but_for.is_empty());
        let of_everyone = everyone.as_ref().map_or((Access::Open, true), extent_of);
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
        let tells = |outcome: &Outcome| {
            let is_told = outcome.is_closed || !outcome.but_for.is_empty();
            is_told || extent_of(outcome) != of_everyone
        };
        everyone.into_iter().chain(named).filter(tells).collect()
    }
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

    /// Whether the site is closed to these crawlers; see [`Outcome::is_closed`].
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.alike[0].is_closed
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
fn outcome_of(document: &Document<'_>, agent: Option<&'static Agent>, extent: &Extent) -> Outcome {
    let because = match extent.access {
        Access::Open => opening(document, agent),
        _ => extent.closing.as_ref().map(PlacedRule::cited),
    };
    let joined = because
        .as_ref()
        .and_then(|(line, _)| joined(document, agent?, *line));
    Outcome {
        agent,
        access: extent.access,
        because,
        joined,
        but_for: extent.cited_openings(),
        is_closed: extent.is_closed(agent.and_then(|agent| agent.only_fetches())),
    }
}

/// The line and the text of the rule that allows everything, if there is one. A rule that matches only
/// the home page is not the reason why everything is open.
fn opening(document: &Document<'_>, agent: Option<&Agent>) -> Option<(u32, String)> {
    let list = agent.map_or(AgentList::from("*"), Agent::list);
    let verdict = document.robots().check(list, "/");
    let rule = verdict.rule()?;
    let language = document.language_at(rule.line() as usize - 1);
    let text = || format!("{}: {}", rule.kind(), shown(rule.pattern()));
    pattern::matches_all(rule.pattern(), language).then(|| (rule.line(), text()))
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
