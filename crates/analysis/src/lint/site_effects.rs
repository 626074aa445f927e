//! What the rules mean for those who read them: a site that is blocked, pages that cannot be
//! rendered, secrets that are revealed.

use std::collections::BTreeMap;

use super::document::{Document, RuleLine, Section, shown, shown_line};
use super::findings::Findings;
use super::{Code, Run};
use crate::decide::Witness;
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::Rules;
use robots_exclusion::agents;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::offset_in;
use robots_exclusion::companions::pattern;
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

/// The rule that blocks everything for the crawlers of some groups, if no Allow of them lets these
/// read a page.
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

/// Whether a path is that of files for machines, which are no pages of a site: it stays closed if
/// only they are allowed.
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

/// Reports a file that blocks everybody whom no group names. Returns whether it does.
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
        |finding| finding.help("remove the rule or write `Disallow:` if the site should be found; ignore this finding if this is meant"),
    );
    true
}

/// Reports rules that block search engines from the whole site, which others may read.
fn search_engines_blocked(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    if !findings.wants(Code::SearchEngineBlocked) {
        return;
    }
    // Crawlers of one rule are one finding.
    let mut blocked: Vec<(&RuleLine<'_>, Vec<&'static str>)> = Vec::new();
    let engines = agents::ALL
        .iter()
        .filter(|agent| agent.purpose() == Purpose::Search && agent.crawls() && !agent.is_former());
    for agent in engines {
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
        let Some(token) = tokens.find(|token| of_token(token).next().is_some()) else {
            continue;
        };
        let Some(rule) = blocking(of_token(token)) else {
            continue;
        };
        let name = agent.name();
        match blocked.iter_mut().find(|(other, _)| other.entry == rule.entry) {
            Some((_, names)) => names.push(name),
            None => blocked.push((rule, vec![name])),
        }
    }
    for (rule, names) in blocked {
        const NAMED: usize = 4;
        findings.report(
            Code::SearchEngineBlocked,
            document.span_of(rule.value),
            || {
                let more = match names.len().saturating_sub(NAMED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let names = names[..names.len().min(NAMED)].join("`, `");
                format!("this blocks the whole site for `{names}`{more}, while others may crawl it")
            },
            |finding| {
                finding.help("name the parts that should stay closed if the site should be found there; ignore this finding if this is meant");
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
        // Compiled once for each name, and only for those whose groups have such rules.
        let mut compiled: Option<Rules> = None;
        for section in sections {
            let samples = section
                .rules
                .iter()
                .filter(|rule| {
                    rule.kind == RuleKind::Disallow && !rule.value.iter().any(u8::is_ascii_whitespace)
                })
                .filter_map(|rule| Some((rule, asset(rule.value, section.language)?)))
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
            report_assets(document, findings, &blocked);
        }
    }
}

fn report_assets(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
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
        // Those of frameworks and content management systems, in which pages have their styles,
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
    // A folder: `/css/`, `/static/js/*`.
    if text.ends_with('$') {
        return None;
    }
    let folder = lower.trim_end_matches('*');
    let folder = folder.strip_suffix('/')?;
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
    // What follows a star may be anywhere, so it says nothing about where files are either.
    let named = path.split('*').next().unwrap_or(path);
    // The start of the segment that the current word is in, and whether that segment is a title, if
    // this was found out.
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
