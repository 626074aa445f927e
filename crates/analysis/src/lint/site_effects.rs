//! What the rules mean for those who read them: a site that is blocked, pages that cannot be
//! rendered, secrets that are revealed.

use std::collections::BTreeMap;

use super::Code;
use super::document::{Document, RuleLine, Section, shown, shown_line};
use super::findings::Findings;
use crate::decide::Witness;
use robots_exclusion::RuleKind;
use robots_exclusion::agents;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::companions::offset_in;
use robots_exclusion::companions::pattern;
use robots_exclusion::dialect::PatternLanguage;
use robots_exclusion::{RobotsTxt, Rules};

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        EverythingBlocked = "R028" "everything-blocked"
            title: "the whole site is blocked for all crawlers that follow `*`"
            why: "`Disallow: /` under `*` removes a site from search engines. This is right for a site that is not public yet, and a disaster on a public one."
            source: "RFC 9309 section 2.2.2; Google, How Google interprets the robots.txt specification"
            bad: Whole(b"User-agent: *\nDisallow: /\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        AssetsBlocked = "R029" "assets-blocked"
            title: "style sheets or scripts are blocked for search engines"
            why: "Search engines render pages; without style sheets and scripts they do not see what visitors see."
            source: "Google Search Central, robots.txt introduction: do not block resources that pages need to be understood"
            bad: Whole(b"User-agent: *\nDisallow: /*.css$\n");
            good: Whole(b"User-agent: *\nDisallow: /x\n");
        HintedSecret = "R049" "hinted-secret"
            title: "the rule reveals where something secret may be"
            why: "robots.txt is public, and those who look for secrets do not obey it. Protect such places with a password, and do not name \
                  them here."
            source: "RFC 9309 section 3; draft-koster-robots-00 section 6"
            bad: Whole(b"User-agent: *\nDisallow: /admin-backup-2019/\n");
            good: Whole(b"User-agent: *\nDisallow: /x/\n");
    } };
}
pub(super) use codes;

pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    everything_blocked(document, findings);
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

fn everything_blocked(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    let groups = || document.sections.iter().filter(|section| section.has_star());
    // With an Allow, the group blocks everything except a list, which is probably meant.
    let allows = |section: &Section<'_>| {
        section
            .rules
            .iter()
            .any(|rule| rule.kind == RuleKind::Allow && !is_empty_rule(rule.value))
    };
    if groups().any(allows) {
        return;
    }
    let blocking = groups().find_map(|section| {
        let mut rules = section.rules.iter();
        let rule = rules.find(|rule| {
            rule.kind == RuleKind::Disallow && pattern::matches_all(rule.value, section.language)
        })?;
        Some(rule)
    });
    let Some(rule) = blocking else {
        return;
    };
    findings.report(
        Code::EverythingBlocked,
        document.span_of(rule.value),
        || "this blocks the whole site for all crawlers that follow `*`".into(),
        |finding| finding.help("remove the rule or write `Disallow:` if the site should be found; ignore this finding if this is meant"),
    );
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
    const FOLDERS: [&str; 7] = [
        "css",
        "js",
        "javascript",
        "javascripts",
        "styles",
        "stylesheets",
        "assets",
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
