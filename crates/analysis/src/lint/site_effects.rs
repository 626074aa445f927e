//! The consequences of rules for a site: it is blocked, its pages cannot be rendered, or its
//! secrets are revealed.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, RuleLine, Section, first_of, shown, shown_line};
use super::findings::Findings;
use super::{Code, Run, Severity};
use crate::decide::Witness;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::Rules;
use robots_exclusion::agents;
use robots_exclusion::agents::Agent;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::gathered;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::offset_in;
use robots_exclusion::companions::pattern;
use robots_exclusion::companions::{Reach, reach_of};
use robots_exclusion::dialect::PatternLanguage;

pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
    if !everything_blocked(document, findings) {
        search_engines_blocked(document, findings);
    }
    assets_blocked(document, findings);
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

/// The rule that blocks everything for the crawlers of some groups, unless an Allow of these groups
/// opens a page.
fn blocking<'s, 'b>(groups: impl Iterator<Item = &'s Section<'b>> + Clone) -> Option<&'s RuleLine<'b>>
where
    'b: 's,
{
    let opens = |section: &Section<'_>| {
        section.rules.iter().any(|rule| {
            rule.kind == RuleKind::Allow && !is_empty_rule(rule.value) && !is_of_machines(rule.value)
        })
    };
    if groups.clone().any(opens) {
        return None;
    }
    groups.into_iter().find_map(|section| {
        let mut rules = section.rules.iter();
        rules.find(|rule| {
            rule.kind == RuleKind::Disallow && pattern::matches_all(rule.value, section.language)
        })
    })
}

/// Whether a path leads to files for machines, which are not pages of a site: a site that allows
/// only such files is still closed.
pub(super) fn is_of_machines(path: &[u8]) -> bool {
    const FILES: [&[u8]; 6] = [
        b"/robots.txt",
        b"/ads.txt",
        b"/app-ads.txt",
        b"/sellers.json",
        b"/security.txt",
        b"/.well-known",
    ];
    let end = path.iter().rposition(|byte| !matches!(byte, b'$' | b'*' | b'/'));
    let path = &path[..end.map_or(0, |end| end + 1)];
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    FILES.contains(&&lower[..])
        || lower.starts_with(b"/.well-known/")
        || memchr::memmem::find(name, b"sitemap").is_some()
}

/// Reports a file that blocks all crawlers that no group names. Returns whether it does.
fn everything_blocked(document: &Document<'_>, findings: &mut Findings<'_, '_>) -> bool {
    // With an Allow, the group blocks everything except a list, which is probably meant.
    let groups = document.sections.iter().filter(|section| section.has_star());
    let Some(rule) = blocking(groups) else {
        return false;
    };
    findings.report(
        Code::EverythingBlocked,
        document.span_of(rule.value),
        || "this blocks the whole site for all crawlers that follow `*`".into(),
        |finding| {
            // A file that lets a search engine in by name and closes the rest does so on purpose.
            let is_open = |agent: &Agent| matches!(closing_by_name(document, agent), Some(None));
            match search_engines().any(is_open) {
                true => finding
                    .weighing(Severity::Warning)
                    .help("ignore this finding if only the crawlers that a group names should read the site; remove the rule if others should too"),
                false => finding.help("remove the rule or write `Disallow:` if the site should be found; ignore this finding if this is meant"),
            }
        },
    );
    true
}

/// The crawlers of search engines that are active today.
fn search_engines() -> impl Iterator<Item = &'static Agent> {
    let is_engine =
        |agent: &&Agent| agent.purpose() == Purpose::Search && agent.crawls() && !agent.is_former();
    agents::ALL.iter().filter(is_engine)
}

/// Whether a name belongs to the crawler of a search engine.
pub(super) fn is_search_engine(label: &[u8]) -> bool {
    let token = core::str::from_utf8(label).unwrap_or_default();
    agents::by_token(token).is_some_and(|agent| agent.purpose() == Purpose::Search && !agent.is_former())
}

/// The rule that closes the whole site to the crawler of a search engine, if the file names it.
/// `None` within if nothing closes it.
fn closing_by_name<'s, 'b>(document: &'s Document<'b>, agent: &Agent) -> Option<Option<&'s RuleLine<'b>>> {
    // The groups of the first of its tokens that any group names.
    let of_token = |token: &'static str| {
        let is_named = move |section: &&Section<'_>| {
            section
                .labels()
                .any(|label| label.eq_ignore_ascii_case(token.as_bytes()))
        };
        document.sections.iter().filter(is_named)
    };
    let mut tokens = agent.tokens().iter();
    let token = tokens.find(|token| of_token(token).next().is_some())?;
    Some(blocking(of_token(token)))
}

/// The names of the search engines that may crawl nothing.
pub(super) fn closed_engines(document: &Document<'_>) -> BTreeSet<&'static str> {
    let of_star = document.sections.iter().filter(|section| section.has_star());
    let closes_star = blocking(of_star).is_some();
    let is_closed = |agent: &&Agent| match closing_by_name(document, agent) {
        Some(rule) => rule.is_some(),
        None => closes_star && agent.obeys_star(),
    };
    gathered(search_engines().filter(is_closed).map(Agent::name))
}

/// The severity of closing a site to a search engine.
pub(super) fn weight_of(agent: &Agent) -> Severity {
    match reach_of(agent) {
        Reach::Most => Severity::Error,
        Reach::Many => Severity::Warning,
        Reach::Few => Severity::Info,
    }
}

/// Reports rules that block search engines from the whole site, while others may read it. The
/// severity depends on how many people search there. Lists of bad bots, and templates of some
/// hosters, close a site to the search engines of other countries on purpose: these are one
/// finding, of low severity.
fn search_engines_blocked(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !findings.wants(Code::SearchEngineBlocked) {
        return;
    }
    // All crawlers that one rule blocks are one finding, as severe as for the most used of them.
    let mut blocked: Vec<(Severity, &RuleLine<'_>, Vec<&'static str>)> = Vec::new();
    for agent in search_engines() {
        let Some(Some(rule)) = closing_by_name(document, agent) else {
            continue;
        };
        let (name, weight) = (agent.name(), weight_of(agent));
        match blocked.iter_mut().find(|(_, other, _)| other.entry == rule.entry) {
            Some((most, _, names)) => {
                *most = weight.max(*most);
                names.push(name);
            }
            None => blocked.push((weight, rule, vec![name])),
        }
    }
    // Search engines that few people use are one finding of the file, at the first of their rules,
    // and the crawlers of that rule are named first.
    let (mut few, mut blocked): (Vec<_>, Vec<_>) = blocked
        .into_iter()
        .partition(|(weight, _, _)| *weight == Severity::Info);
    few.sort_by_key(|(_, rule, _)| rule.entry);
    blocked.extend(few.first().map(|(_, rule, _)| *rule).map(|rule| {
        let names = few.into_iter().flat_map(|(_, _, names)| names).collect();
        (Severity::Info, rule, names)
    }));
    for (weight, rule, names) in blocked {
        const NAMED: usize = 4;
        findings.report(
            Code::SearchEngineBlocked,
            document.span_of(rule.value),
            || {
                let named = names.iter().map(|name| format!("`{name}`"));
                let named = first_of(named, names.len(), NAMED);
                format!("the whole site is blocked for {named}, while others may crawl it")
            },
            |finding| {
                finding.weighing(weight).help("name the parts that should stay closed if the site should be found there; ignore this finding if this is meant");
            },
        );
    }
}

/// How many rules of one group that are about style sheets or scripts are tried at most.
const TRIED: usize = 32;

fn assets_blocked(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !findings.wants(Code::AssetsBlocked) {
        return;
    }
    let searches = |label: &&[u8]| {
        *label == crawler_name::STAR
            || core::str::from_utf8(label).is_ok_and(|token| {
                agents::by_token(token).is_some_and(|agent| agent.purpose() == Purpose::Search)
            })
    };
    // For `*` and each name of a search engine, the groups in which it is the first such name.
    let mut groups: BTreeMap<Vec<u8>, Vec<&Section<'_>>> = BTreeMap::new();
    for section in &document.sections {
        if let Some(label) = section.labels().find(searches) {
            groups
                .entry(label.to_ascii_lowercase())
                .or_default()
                .push(section);
        }
    }
    for (name, sections) in groups {
        let Ok(name) = core::str::from_utf8(&name) else {
            continue;
        };
        // Compiled once for each name, and only if its groups have such rules.
        let mut compiled: Option<Rules> = None;
        for section in sections {
            let samples = section
                .rules
                .iter()
                .filter(|rule| {
                    rule.kind == RuleKind::Disallow && !rule.value.iter().any(u8::is_ascii_whitespace)
                })
                .filter_map(|rule| {
                    let sample = asset(rule.value, section.language);
                    Some((rule, sample.or_else(|| drupal_sites(section, rule))?))
                })
                .take(TRIED);
            let mut blocked: Vec<(&RuleLine<'_>, String)> = samples.collect();
            if blocked.is_empty() {
                continue;
            }
            let rules = compiled.get_or_insert_with(|| {
                RobotsTxt::options()
                    .dialect(document.dialect)
                    .rules_for(document.body, name)
            });
            blocked.retain(|(_, sample)| !rules.is_allowed(sample));
            report_assets(document, findings, section, &blocked);
        }
    }
}

fn report_assets(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'_>,
    blocked: &[(&RuleLine<'_>, String)],
) {
    let [(rule, sample), others @ ..] = blocked else {
        return;
    };
    findings.report(
        Code::AssetsBlocked,
        document.span_of(rule.value),
        || {
            let more = match others.len() {
                0 => String::new(),
                1 => " (as does another rule of the group)".into(),
                count => format!(" (as do {count} other rules of the group)"),
            };
            let folder = sample.rfind('/').map_or(&sample[..], |slash| &sample[..=slash]);
            format!(
                "this may block CSS or JavaScript, e.g. under `{}`{more}",
                shown(folder.as_bytes())
            )
        },
        |finding| {
            let finding = finding.witness(Some(format!("{}{sample}", Witness::ORIGIN)));
            // The template of Squarespace, which its customers cannot change. The styles and scripts
            // of these sites are on other hosts.
            let is_template = others.is_empty()
                && [&b"/static/"[..], b"/config", b"/api/"].iter().all(|path| section.rules.iter().any(|rule| rule.value == *path));
            let finding = match is_template {
                true => finding.weighing(Severity::Info),
                false => finding,
            };
            if is_template {
                finding.help("leave it as it is unless pages need files there: it is a part of the template of Squarespace, whose styles are on another host");
                return;
            }
            // If the rule blocks a folder, an Allow that is longer than the rule wins.
            let folder = rule.value.strip_suffix(b"*").unwrap_or(rule.value);
            if folder.ends_with(b"/") {
                let folder = shown_line(folder);
                finding.help(format!(
                    "remove the rule, or add `Allow: {folder}*.css` and `Allow: {folder}*.js`, if pages need them"
                ));
            } else {
                finding.help("remove the rule if pages need such files");
            }
        },
    );
}

/// A style sheet or script that a pattern matches, if it is about such files.
fn asset(value: &[u8], language: PatternLanguage) -> Option<String> {
    const FOLDERS: [&str; 22] = [
        "css",
        "js",
        "javascript",
        "javascripts",
        "styles",
        "stylesheets",
        "assets",
        // Folders of frameworks and content management systems, in which pages have their styles,
        // scripts and themes.
        "static",
        "dist",
        "build",
        "_next",
        "_nuxt",
        "_astro",
        "wp-content",
        "wp-includes",
        "skin",
        "skins",
        "theme",
        "themes",
        "templates",
        "fonts",
        "bundles",
    ];
    if language == PatternLanguage::Glob {
        return None;
    }
    let text = core::str::from_utf8(value).ok()?;
    let stem = text.strip_suffix('$').unwrap_or(text);
    let sample = |text: &str| {
        let text = text.replace('*', "x");
        if text.starts_with('/') {
            text
        } else {
            format!("/{text}")
        }
    };
    let lower = stem.to_ascii_lowercase();
    let file = lower.trim_end_matches(['*', '?', '/']);
    if !file.contains('?') && (file.ends_with(".css") || file.ends_with(".js")) {
        // A pattern with the name of a file, such as `/old/menu.js` or `*/menu-*.js`, is about that
        // file, and not about the style of the site.
        let name = file.rsplit('/').next()?;
        let is_any = name.trim_start_matches('*').starts_with('.') && name.starts_with('*');
        return is_any.then(|| sample(stem.trim_end_matches('*')));
    }
    // A folder: `/css/`, `/static/js/*`, `/css`.
    if text.ends_with('$') {
        return None;
    }
    let folder = lower.trim_end_matches('*');
    let folder = folder.strip_suffix('/').unwrap_or(folder);
    let name = folder.rsplit('/').next()?;
    let extension = if name.ends_with("js") || name.contains("script") {
        "js"
    } else {
        "css"
    };
    FOLDERS.contains(&name).then(|| {
        format!(
            "{}/x.{extension}",
            sample(stem.trim_end_matches('*').trim_end_matches('/'))
        )
    })
}

/// A style sheet below `/sites/`, where Drupal keeps combined style sheets, modules and themes.
/// Other sites have pages of that name, so the group must look like one for Drupal.
fn drupal_sites(section: &Section<'_>, rule: &RuleLine<'_>) -> Option<String> {
    const OF_DRUPAL: [&[u8]; 6] = [
        b"/core/",
        b"/misc/",
        b"/modules/",
        b"/node/add/",
        b"/filter/tips/",
        b"/user/",
    ];
    let is_sites =
        rule.kind == RuleKind::Disallow && matches!(rule.value, b"/sites/" | b"/sites" | b"/sites/*");
    let is_drupal = || section.rules.iter().any(|rule| OF_DRUPAL.contains(&rule.value));
    (is_sites && is_drupal()).then(|| "/sites/default/files/css/x.css".to_string())
}

/// The name of a secret folder or file has at most this many words.
const MAX_SECRET_WORDS: usize = 4;

fn hinted_secret(document: &Document<'_>, findings: &mut Findings<'_, '_>, rule: &RuleLine<'_>) {
    const HINTS: [&str; 18] = [
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
        "phpmyadmin",
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
            words.filter(|word| !word.is_empty()).count() > MAX_SECRET_WORDS
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
