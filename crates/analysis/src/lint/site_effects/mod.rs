//! The consequences of rules for a site: it is blocked, its pages cannot be rendered, or its
//! secrets are revealed.

pub(super) mod assets;
pub(super) mod revealed;
pub(super) mod services;

use std::rc::Rc;

use super::{Code, Run, Severity};
use crate::lint::engine::document::{Document, RuleLine, Section, first_of, shown};
use crate::lint::engine::extent::{Extent, PlacedRule};
use crate::lint::engine::findings::{Finding, Findings};
use crate::lint::engine::readings::Extents;
use crate::lint::engine::search_engines::{search_engines, weight_of};
use robots_exclusion::RuleKind;
use robots_exclusion::agents::Agent;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::offset_in;
use robots_exclusion::companions::{Reach, engine_of, reach_of};
use robots_exclusion::syntax::Span;

pub(super) fn check(run: &mut Run<'_, '_>) {
    let mut extents = Extents::new(run.readings);
    if !everything_blocked(run, &mut extents) {
        search_engines_blocked(run, &mut extents);
    }
    let (document, findings) = (run.document, &mut run.findings);
    assets::check(document, findings);
    services::check(document, run.readings, findings, &mut extents, run.budget);
    revealed::check(document, findings);
    if findings.wants(Code::HintedSecret) {
        for section in &document.sections {
            for rule in section
                .rules
                .iter()
                .filter(|rule| rule.kind == RuleKind::Disallow)
            {
                hinted_secret(document, findings, rule);
            }
        }
    }
}

/// Reports a file that blocks all crawlers that no group names. Returns whether it does.
fn everything_blocked(run: &mut Run<'_, '_>, extents: &mut Extents<'_, '_>) -> bool {
    let (document, findings) = (run.document, &mut run.findings);
    // With an Allow that opens pages, the group blocks everything except a list, which is probably
    // intended.
    let extent = extents.of_closed(None, run.budget);
    let Some(extent) = extent.filter(|extent| extent.is_closed(None)) else {
        return false;
    };
    let Some(rule) = &extent.closing else {
        return false;
    };
    // A file that lets a search engine in by name and closes the rest does so on purpose. Whether it
    // forgot one that most people search with is the question then.
    let mut open: Vec<String> = Vec::new();
    for agent in search_engines().filter(|agent| run.readings.name(agent)) {
        if !extents.is_closed(agent, run.budget) {
            add_name(document, agent, &mut open);
        }
    }
    let is_left_out =
        |agent: &&Agent| weight_of(agent) == Severity::Error && extents.is_closed(agent, run.budget);
    let left_out: Vec<String> = match open.is_empty() {
        true => Vec::new(),
        false => search_engines()
            .filter(is_left_out)
            .map(|agent| format!("`{}`", agent.name()))
            .collect(),
    };
    let is_meant = left_out.is_empty() || is_announced(document, rule);
    findings.report(
        Code::EverythingBlocked,
        span_of(document, rule),
        || {
            const SHOWN: usize = 6;
            let but = match left_out.len() {
                0 => String::new(),
                count => format!(", but not {}", first_of(&left_out, count, SHOWN)),
            };
            let let_in = match open.len() {
                0 => String::new(),
                count => format!(
                    "; of the search engines, the file lets in {} by name{but}",
                    first_of(&open, count, SHOWN)
                ),
            };
            let openings = except_openings(&extent);
            format!("this blocks the whole site for all crawlers that follow `*`{openings}{let_in}")
        },
        |finding| {
            let finding = pointing_at(document, finding, &extent);
            if let Some(line) = joined_at(document, rule, None) {
                return finding.help(divide(line));
            }
            let finding = match (open.is_empty(), is_meant) {
                (true, _) => finding,
                (false, true) => finding.weighing(Severity::Info),
                (false, false) => finding.weighing(Severity::Warning),
            };
            finding.help(match open.is_empty() {
                false => format!(
                    "name the other crawlers that should read the site too; if there are none, {}",
                    how_to_ignore(Code::EverythingBlocked)
                ),
                true => {
                    let ignore = how_to_ignore(Code::EverythingBlocked);
                    match explained_at(document, rule) {
                        Some(line) => format!(
                            "if what the comment in line {line} says still holds, {ignore}; if the site should be found, remove the rule or write `Disallow:`"
                        ),
                        None => format!(
                            "remove the rule or write `Disallow:` if the site should be found; if this is meant, {ignore}"
                        ),
                    }
                }
            })
        },
    );
    true
}

/// The line of a comment above a rule that gives a reason why a site should be closed: that it is being
/// developed. Whether the reason still holds, only a person knows.
fn explained_at(document: &Document<'_>, rule: &PlacedRule) -> Option<u32> {
    // Of words such as `private` and `internal`, comments on single folders are full.
    const REASONS: [&[u8]; 7] = [
        b"staging",
        b"development",
        b"testing",
        b"test site",
        b"under construction",
        b"not for public",
        b"pre-launch",
    ];
    // It is given at the top.
    const LOOKED_AT: usize = 50;
    let above = (rule.line as usize - 1).min(LOOKED_AT);
    let mut lines = (0..above).map(|index| document.entry(index).line);
    let gives_reason = |comment: &[u8]| {
        let comment = comment.to_ascii_lowercase();
        REASONS
            .iter()
            .any(|reason| memchr::memmem::find(&comment, reason).is_some())
    };
    let found = lines.find(|line| line.text().is_empty() && line.comment().is_some_and(gives_reason));
    found.map(|line| line.number())
}

/// What to write for a finding that is meant.
fn how_to_ignore(code: Code) -> String {
    format!("write `# robots-lint: ignore {}` above the rule", code.as_str())
}

/// Where a rule is: its pattern, or its line where the dialect of the document does not read it as
/// the dialect of the crawler does.
pub(super) fn span_of(document: &Document<'_>, rule: &PlacedRule) -> Span {
    let entry = document.entry(rule.line as usize - 1);
    let value = entry
        .directive
        .map(|directive| directive.value())
        .unwrap_or_default();
    match memchr::memmem::find(value, &rule.pattern) {
        Some(at) if !rule.pattern.is_empty() => document.span_of(&value[at..at + rule.pattern.len()]),
        _ => entry.line.span(),
    }
}

/// The line by which the names above it join the group of a rule that was written for others, if one of
/// these names is the crawler's; `None` stands for all crawlers that no group names.
fn joined_at(document: &Document<'_>, rule: &PlacedRule, agent: Option<&Agent>) -> Option<usize> {
    let section = &document.sections[document.section_at(rule.line as usize - 1)?];
    let is_own = |label: &[u8]| match agent {
        Some(agent) => {
            let mut tokens = agent.tokens().iter();
            tokens.any(|token| label.eq_ignore_ascii_case(token.as_bytes()))
        }
        None => label == crawler_name::STAR,
    };
    let own = section.names.iter().rfind(|name| is_own(name.label))?;
    let mut fusions = section.fusions.iter();
    let fusion = fusions.find(|fusion| own.entry < fusion.between)?;
    Some(fusion.joining)
}

/// What to do about a rule that closes the site to crawlers of a group that should have ended above it.
fn divide(line: usize) -> String {
    format!(
        "first divide the two groups that line {} joins ({}): then the rule is not for the first one",
        line + 1,
        Code::FusedGroups.as_str()
    )
}

/// Says in a message about a closed site which Allow rules open something, though no page.
fn except_openings(extent: &Extent) -> String {
    const SHOWN: usize = 3;
    let rules = extent.openings.iter();
    let rules = rules.map(|rule| format!("`{}: {}`", rule.kind, shown(&rule.pattern)));
    match extent.openings.len() {
        0 => String::new(),
        1 => format!("; {} opens no page", first_of(rules, 1, SHOWN)),
        count => format!("; {} open no page", first_of(rules, count, SHOWN)),
    }
}

/// Points at the Allow rules that open something of a closed site.
fn pointing_at<'f, 'd, 'b>(
    document: &Document<'_>,
    mut finding: Finding<'f, 'd, 'b>,
    extent: &Extent,
) -> Finding<'f, 'd, 'b> {
    const SHOWN: usize = 8;
    for rule in extent.openings.iter().take(SHOWN) {
        let line = document.entry(rule.line as usize - 1).line.span();
        finding = finding.related(line, "this rule opens no page");
    }
    finding
}

/// Adds the name by which the file names a crawler, as it is written there, unless it is among the
/// names already: `Yandex` names several.
fn add_name(document: &Document<'_>, agent: &Agent, names: &mut Vec<String>) {
    let labels = || document.sections.iter().flat_map(Section::labels);
    let named = agent
        .tokens()
        .iter()
        .find_map(|token| labels().find(|label| label.eq_ignore_ascii_case(token.as_bytes())));
    let name = named.map(|label| format!("`{}`", shown(label)));
    let is_known = |name: &String| {
        let begins = |other: &String| {
            let head = other.get(..name.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        names.iter().any(begins)
    };
    if let Some(name) = name.filter(|name| !is_known(name)) {
        names.push(name);
    }
}

/// Whether the comment above the group of a rule says that the group blocks somebody: `# Block
/// PetalBot`.
pub(super) fn is_announced(document: &Document<'_>, rule: &PlacedRule) -> bool {
    const WORDS: [&str; 12] = [
        "block", "blocks", "blocked", "blocking", "ban", "banned", "deny", "denied", "disallow", "exclude",
        "refuse", "reject",
    ];
    let section = document
        .section_at(rule.line as usize - 1)
        .map(|number| &document.sections[number]);
    let Some(first) = section.map(|section| section.first) else {
        return false;
    };
    if !document.has_comment_above(first) {
        return false;
    }
    let comment = document.entry(first - 1).line.comment().unwrap_or_default();
    let text = comment.trim_ascii_start();
    let start = text.iter().position(|byte| !matches!(byte, b'#' | b' ' | b'\t'));
    let text = &text[start.unwrap_or(text.len())..];
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    // A rule that is commented out, `#Disallow: /`, announces nothing.
    let is_rule = rest.starts_with(b":") && word.eq_ignore_ascii_case(b"disallow");
    !is_rule
        && WORDS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

/// The crawlers of search engines that some rules block.
struct BlockedEngines {
    weight: Severity,
    /// For the rules that block them, in the order in which they were found. Invariant: not empty, and
    /// each has a rule that closes.
    extents: Vec<Rc<Extent>>,
    agents: Vec<&'static Agent>,
}

impl BlockedEngines {
    /// The lines of the rules that block them.
    fn lines(&self) -> impl Iterator<Item = &PlacedRule> {
        self.extents.iter().filter_map(|extent| extent.closing.as_ref())
    }

    /// The line of the first rule.
    fn first_line(&self) -> u32 {
        self.lines().next().map_or(1, |rule| rule.line)
    }

    /// The crawlers by the names that the file has for them, each with its search engine, and their
    /// number.
    fn named(&self, document: &Document<'_>) -> (String, usize) {
        const NAMED: usize = 4;
        let mut names: Vec<String> = Vec::new();
        for agent in &self.agents {
            let count = names.len();
            add_name(document, agent, &mut names);
            if let Some(engine) = engine_of(agent).filter(|_| names.len() > count) {
                let name = &mut names[count];
                // Bingbot needs no such remark.
                if reach_of(agent) == Reach::Few {
                    // `Yandex` (Russia)
                    let (head, place) = engine.split_once(", ").unwrap_or((engine, ""));
                    let is_named = name.trim_matches('`').eq_ignore_ascii_case(head);
                    name.push_str(&match (is_named, place) {
                        (true, "") => String::new(),
                        (true, place) => format!(" ({place})"),
                        (false, _) => format!(" ({engine})"),
                    });
                }
            }
        }
        // `Googlebot.com` is no name of the crawler that reads it as one.
        if names.is_empty() {
            names.extend(self.agents.iter().map(|agent| format!("`{}`", agent.name())));
        }
        (first_of(&names, names.len(), NAMED), names.len())
    }
}

/// Reports rules that block search engines from the whole site, while others may read it. The
/// severity depends on how many people search there. Lists of bad bots, and templates of some
/// hosters, close a site to the search engines of other countries on purpose: these are one
/// finding, of low severity, and none where a comment says so.
fn search_engines_blocked(run: &mut Run<'_, '_>, extents: &mut Extents<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    if !findings.wants(Code::SearchEngineBlocked) {
        return;
    }
    // All crawlers that one rule blocks are one finding, as severe as for the most used of them.
    let mut blocked: Vec<BlockedEngines> = Vec::new();
    for agent in search_engines().filter(|agent| run.readings.name(agent)) {
        let extent = extents.of_closed(Some(agent), run.budget);
        let Some(extent) = extent.filter(|extent| extent.is_closed(agent.only_fetches())) else {
            continue;
        };
        let Some(rule) = &extent.closing else {
            continue;
        };
        let mut weight = weight_of(agent);
        if is_announced(document, rule) {
            match weight {
                Severity::Info => continue,
                _ => weight = Severity::Info,
            }
        }
        match blocked.iter_mut().find(|known| known.first_line() == rule.line) {
            Some(known) => {
                known.weight = weight.max(known.weight);
                known.agents.push(agent);
            }
            None => blocked.push(BlockedEngines {
                weight,
                extents: vec![Rc::clone(&extent)],
                agents: vec![agent],
            }),
        }
    }
    // Search engines that few people use are one finding of the file, at the first of their rules,
    // and the crawlers of that rule are named first.
    let (mut few, mut blocked): (Vec<_>, Vec<_>) = blocked
        .into_iter()
        .partition(|known| known.weight == Severity::Info);
    few.sort_by_key(BlockedEngines::first_line);
    blocked.extend(few.into_iter().reduce(|mut all, next| {
        all.extents.extend(next.extents);
        all.agents.extend(next.agents);
        all
    }));
    for engines in blocked {
        let Some(rule) = engines.lines().next() else {
            continue;
        };
        findings.report(
            Code::SearchEngineBlocked,
            span_of(document, rule),
            || {
                let (named, _) = engines.named(document);
                let openings = except_openings(&engines.extents[0]);
                format!("the whole site is blocked for {named}, while others may crawl it{openings}")
            },
            |mut finding| {
                for other in engines.lines().skip(1) {
                    let line = document.entry(other.line as usize - 1).line.span();
                    finding = finding.related(line, "this rule blocks others of these");
                }
                finding = pointing_at(document, finding, &engines.extents[0]);
                let there = match engines.named(document) {
                    (_, 1) => "in this search engine",
                    _ => "in these search engines",
                };
                let open = format!(
                    "if the site should be found {there}, name only the parts that should stay closed"
                );
                let leave = format!("if this is meant, {}", how_to_ignore(Code::SearchEngineBlocked));
                let joined = engines
                    .agents
                    .iter()
                    .map(|agent| joined_at(document, rule, Some(agent)));
                let joined: Option<Vec<usize>> = joined.collect();
                if let Some([line, ..]) = joined.as_deref() {
                    let line = *line;
                    return finding.weighing(engines.weight).help(divide(line));
                }
                // The likely meaning comes first.
                finding.weighing(engines.weight).help(match engines.weight {
                    Severity::Info => format!("{leave}; {open}"),
                    _ => format!("{open}; {leave}"),
                });
            },
        );
    }
}

/// Whether a word in a name shows that it is a form for everybody, whose answers are confidential:
/// `/Confidential-Morbidity-Report.pdf`, `/confidential-inquiry/`.
fn is_of_form(word: &str) -> bool {
    const WORDS: [&str; 14] = [
        "application",
        "complaint",
        "doc",
        "docx",
        "feedback",
        "form",
        "forms",
        "inquiry",
        "pdf",
        "questionnaire",
        "report",
        "request",
        "rtf",
        "survey",
    ];
    WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The name of a secret folder or file has at most this many words.
const MAX_SECRET_WORDS: usize = 4;

fn hinted_secret(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    // Not `phpmyadmin`, which scanners try on every host: a rule about it gives nothing away.
    const HINTS: [&str; 17] = [
        "backup",
        "backups",
        "bak",
        "dump",
        "dumps",
        "secret",
        "secrets",
        "passwd",
        "passwords",
        "htpasswd",
        "credentials",
        "confidential",
        "sql",
        "git",
        "svn",
        "env",
        "topsecret",
    ];
    // Words that count only right after a dot, as in `.git` and `x.sql`.
    const ENDINGS: [&str; 4] = ["sql", "git", "svn", "env"];
    let Some(value) = core::str::from_utf8(rule.value).ok() else {
        return;
    };
    // A query says nothing about where files are.
    let path = value.split('?').next().unwrap_or(value);
    // The text after a star may be anywhere, so it says nothing about where files are either.
    let named = path.split('*').next().unwrap_or(path);
    // The start of the segment that the current word is in, and whether that segment is a title,
    // once this is known.
    let (mut head, mut is_title) = (0, None);
    for word in named.split(|c: char| !c.is_ascii_alphanumeric()) {
        let start = offset_in(named.as_bytes(), word.as_bytes());
        if named[..start].ends_with('/') {
            (head, is_title) = (start, None);
        }
        let hint = HINTS.iter().find(|hint| word.eq_ignore_ascii_case(hint));
        let Some(hint) = hint else {
            continue;
        };
        if ENDINGS.contains(hint) && !named[..start].ends_with('.') {
            continue;
        }
        // The title of an article, such as `/nine-secrets-to-a-good-soup`.
        let is_title = *is_title.get_or_insert_with(|| {
            let segment = path[head..].split('/').next().unwrap_or_default();
            let words = segment.split(|c: char| !c.is_ascii_alphanumeric());
            let words = words.filter(|word| !word.is_empty());
            if word.eq_ignore_ascii_case("confidential") && words.clone().any(is_of_form) {
                return true;
            }
            words.count() > MAX_SECRET_WORDS
        });
        if is_title {
            continue;
        }
        findings.report(
            Code::HintedSecret,
            document.span_of(&rule.value[start..start + word.len()]),
            || format!("`{}` tells everyone where to look", shown(rule.value)),
            |finding| {
                finding.help("protect it with a password or take it off the server, and do not name it here")
            },
        );
        return;
    }
}
