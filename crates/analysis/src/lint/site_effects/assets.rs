//! Rules that keep search engines from the style sheets and scripts of pages.

use std::collections::BTreeMap;

use crate::decide::Witness;
use crate::lint::engine::document::{Document, RuleLine, Section, shown, shown_line};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::openings::is_of_assets;
use crate::lint::whole_file::templates::is_of_squarespace;
use crate::lint::{Code, Severity};
use robots_exclusion::RobotsTxt;
use robots_exclusion::RuleKind;
use robots_exclusion::Rules;
use robots_exclusion::agents;
use robots_exclusion::agents::Purpose;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::dialect::PatternLanguage;

/// How many rules of one group that are about style sheets or scripts are tried at most.
const TRIED: usize = 32;

/// Reports, for each group of search engines, the first rule that may block such files, with the
/// other such rules of the group.
pub(in crate::lint) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
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
        // What is closed altogether is reported as that.
        if sections.iter().any(|section| section.closes_everything()) {
            continue;
        }
        // Compiled once for each name, and only if its groups have such rules.
        let mut compiled: Option<Rules> = None;
        for section in sections {
            let system = System::of(section);
            let samples = section
                .rules
                .iter()
                .filter(|rule| {
                    rule.kind == RuleKind::Disallow && !rule.value.iter().any(u8::is_ascii_whitespace)
                })
                .filter_map(|rule| {
                    let sample = match system {
                        Some(system) => system.asset(rule.value),
                        None => Sample::Unknown,
                    };
                    let sample = match sample {
                        Sample::None => None,
                        Sample::File(file) => Some(file.to_string()),
                        Sample::Unknown => asset(rule.value, section.language),
                    };
                    Some((rule, sample?))
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
            if let (Some(system), false) = (system, blocked.is_empty()) {
                let of_extensions = section.rules.iter().filter_map(|rule| {
                    let sample = system.asset_of_extensions(rule)?;
                    (!rules.is_allowed(sample)).then(|| (rule, sample.to_string()))
                });
                blocked.extend(of_extensions.take(TRIED));
            }
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
                1 => " (as may another rule of the group)".into(),
                count => format!(" (as may {count} other rules of the group)"),
            };
            let folder = sample.rfind('/').map_or(&sample[..], |slash| &sample[..=slash]);
            match is_any_query(rule.value) {
                true => format!("this may block CSS or JavaScript, e.g. `{sample}`{more}"),
                false => format!(
                    "this may block CSS or JavaScript, e.g. under `{}`{more}",
                    shown(folder.as_bytes())
                ),
            }
        },
        |finding| {
            let mut finding = finding.witness(Some(format!("{}{sample}", Witness::ORIGIN)));
            for (other, _) in others {
                let line = document.entry(other.entry).line.span();
                finding = finding.related(line, "so may this rule");
            }
            // The styles and scripts of these sites are on other hosts.
            if others.is_empty() && is_of_squarespace(section) {
                finding
                    .weighing(Severity::Info)
                    .help("remove the rule only if pages need files there: sites of Squarespace have their styles on another host");
                return;
            }
            let likewise = match others.len() {
                0 => "",
                1 => "; decide likewise about the other rule",
                _ => "; decide likewise about the other rules",
            };
            if is_any_query(rule.value) {
                let finding = match others.is_empty() {
                    true => finding.weighing(Severity::Info),
                    false => finding,
                };
                finding.help(format!(
                    "add `Allow: /*.css?` and `Allow: /*.js?` if pages need files with a version in the query{likewise}"
                ));
                return;
            }
            // If the rule blocks a folder, an Allow that is longer than the rule wins.
            let folder = rule.value.strip_suffix(b"*").unwrap_or(rule.value);
            if folder.ends_with(b"/") {
                let shown = shown_line(folder);
                let [css, js] = ["css", "js"].map(|extension| format!("`Allow: {shown}*.{extension}`"));
                let allows = match only_kind(folder) {
                    Some("css") => css,
                    Some(_) => js,
                    None => format!("{css} and {js}"),
                };
                finding.help(format!(
                    "remove the rule, or add {allows}, if pages need them{likewise}"
                ));
            } else {
                finding.help(format!("remove the rule if pages need such files{likewise}"));
            }
        },
    );
}

/// Folders whose names say nothing alone: those of WordPress's extensions and of the files that they
/// put together, and the one in which Drupal does.
const PATHS: [&str; 3] = ["/wp-content/plugins", "/wp-content/cache", "/sites/default/files"];

/// A style sheet that a pattern about all addresses with a query matches, or about all that have a
/// version there, as style sheets and scripts do: `/*?`, `*=`, `/*?ver=`.
fn versioned(value: &[u8]) -> Option<&'static str> {
    let start = value.strip_prefix(b"/").unwrap_or(value);
    let part: Vec<u8> = start
        .strip_prefix(b"*")?
        .iter()
        .copied()
        .filter(|byte| *byte != b'*')
        .collect();
    match &part[..] {
        b"?" | b"=" | b"?=" | b"ver=" | b"?ver" | b"?ver=" => Some("/x.css?ver=1"),
        b"?v=" | b"v=" => Some("/x.css?v=1"),
        _ => None,
    }
}

/// Whether a pattern is about all addresses with a query, or with a version there.
fn is_any_query(value: &[u8]) -> bool {
    versioned(value).is_some()
}

/// Whether the query of a pattern is that of any file of a kind, or of any version of it:
/// `/*.css?`, `/*.js?ver=*`.
fn is_any_version(query: &str) -> bool {
    matches!(query.trim_end_matches('*'), "" | "v=" | "ver=" | "version=")
}

/// A style sheet or script that a pattern matches, if it is about such files.
fn asset(value: &[u8], language: PatternLanguage) -> Option<String> {
    if language == PatternLanguage::Glob {
        return None;
    }
    let text = core::str::from_utf8(value).ok()?;
    let stem = text.strip_suffix('$').unwrap_or(text);
    let sample = |text: &str| {
        // `*/css/` matches `/css/` too, and most sites have no other.
        let text = text
            .strip_prefix("*")
            .filter(|rest| rest.starts_with('/'))
            .unwrap_or(text);
        let text = text.replace('*', "x");
        if text.starts_with('/') {
            text
        } else {
            format!("/{text}")
        }
    };
    let lower = stem.to_ascii_lowercase();
    let file = match lower.split_once('?') {
        Some((file, query)) if is_any_version(query) => file,
        _ => &lower[..],
    };
    let (query, file) = (&stem[file.len()..], file.trim_end_matches(['*', '?', '/']));
    let is_of_type = [".css", ".js", "*css", "*js"]
        .iter()
        .any(|end| file.ends_with(end));
    if !file.contains('?') && is_of_type {
        // A pattern with the name of a file, such as `/old/menu.js` or `*/menu-*.js`, is about that
        // file, and not about the style of the site.
        let name = file.rsplit('/').next()?;
        let is_any = name.starts_with('*') && matches!(name.trim_start_matches('*'), "css" | "js")
            || name.trim_start_matches('*').starts_with('.') && name.starts_with('*');
        let query = match query {
            "" => "",
            query if query.trim_end_matches('*') == "?" => "?ver=1",
            query => &format!("{}1", query.trim_end_matches('*')),
        };
        let path = stem[..file.len()].trim_end_matches('*');
        return is_any.then(|| format!("{}{query}", sample(path)));
    }
    // A folder: `/css/`, `/static/js/*`, `/css`.
    if text.ends_with('$') {
        return None;
    }
    let folder = lower.trim_end_matches('*');
    if let Some(sample) = versioned(value) {
        return Some(sample.into());
    }
    let folder = folder.strip_suffix('/').unwrap_or(folder);
    let name = folder.rsplit('/').next()?;
    let extension = if name.ends_with("js") || name.contains("script") {
        "js"
    } else {
        "css"
    };
    // A page can be understood without them.
    if matches!(name, "fonts" | "font") {
        return None;
    }
    (is_of_assets(name) || is_of_assets(name.trim_start_matches('_')) || PATHS.contains(&folder)).then(|| {
        format!(
            "{}/x.{extension}",
            sample(stem.trim_end_matches('*').trim_end_matches('/'))
        )
    })
}

/// The kind of files that a folder holds by its name, if that is one kind.
fn only_kind(folder: &[u8]) -> Option<&'static str> {
    let name = folder.strip_suffix(b"/").unwrap_or(folder);
    let name = name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    let is_any = |known: &[&str]| {
        known
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
    };
    if is_any(&["css", "styles", "stylesheets"]) {
        Some("css")
    } else if is_any(&["js", "javascript", "javascripts", "scripts"]) {
        Some("js")
    } else {
        None
    }
}

/// A content management system, as the rules of a group show it: it has folders whose names say
/// nothing on other sites.
#[derive(Clone, Copy, Debug)]
enum System {
    /// Up to version 7.
    Drupal,
    /// Since version 8, whose own files are below `/core/`.
    DrupalWithCore,
    Joomla,
    /// It keeps uploaded documents where others have styles.
    Ektron,
}

/// A style sheet or script that a rule blocks, by what is known of a system.
enum Sample {
    /// The folder has no such files.
    None,
    File(&'static str),
    /// The folder does not belong to the system.
    Unknown,
}

impl System {
    fn of(section: &Section<'_>) -> Option<Self> {
        /// Paths that only the files of one system have together.
        const CORE_OF_DRUPAL: &[u8] = b"/core/";
        const OF_DRUPAL: [&[u8]; 2] = [b"/node/add/", b"/filter/tips/"];
        const AROUND_MISC: [&[u8]; 5] = [
            b"/includes/",
            b"/modules/",
            b"/profiles/",
            b"/scripts/",
            b"/themes/",
        ];
        const AROUND_SITES: [&[u8]; 2] = [b"/user/", b"/modules/"];
        const OF_JOOMLA: [&[u8]; 2] = [b"/administrator/", b"/components/"];
        let has = |path: &&[u8]| section.rules.iter().any(|rule| rule.value == *path);
        if has(&&b"/WorkArea/"[..]) {
            Some(Self::Ektron)
        } else if OF_JOOMLA.iter().all(has) {
            Some(Self::Joomla)
        } else if has(&CORE_OF_DRUPAL) {
            Some(Self::DrupalWithCore)
        } else if OF_DRUPAL.iter().any(has)
            || has(&&b"/sites/"[..]) && AROUND_SITES.iter().any(has)
            || has(&&b"/misc/"[..]) && AROUND_MISC.iter().any(has)
        {
            Some(Self::Drupal)
        } else {
            None
        }
    }

    fn asset(self, path: &[u8]) -> Sample {
        let folder = path.strip_suffix(b"*").unwrap_or(path);
        match (self, folder.strip_suffix(b"/").unwrap_or(folder)) {
            // Combined style sheets, modules and themes.
            (Self::Drupal | Self::DrupalWithCore, b"/sites") => {
                Sample::File("/sites/default/files/css/x.css")
            }
            (Self::DrupalWithCore, b"/core") => Sample::File("/core/misc/x.js"),
            (Self::DrupalWithCore, b"/misc") | (Self::Ektron, b"/assets") => Sample::None,
            (Self::Drupal, b"/misc") => Sample::File("/misc/x.js"),
            (Self::Drupal | Self::DrupalWithCore, b"/modules") => Sample::File("/modules/x.css"),
            (Self::Drupal, b"/sites/all/modules") => Sample::File("/sites/all/modules/x.css"),
            // Programs for the shell.
            (Self::Drupal | Self::DrupalWithCore, b"/scripts") => Sample::None,
            // Pages of the core and of most extensions have their files there.
            (Self::Joomla, b"/media") => Sample::File("/media/x.js"),
            _ => Sample::Unknown,
        }
    }

    /// A style sheet or script that a rule blocks and that only some extensions have: it is
    /// mentioned beside a rule that concerns all sites, and is not a finding of its own.
    fn asset_of_extensions(self, rule: &RuleLine<'_>) -> Option<&'static str> {
        match (self, rule.kind, rule.value) {
            (Self::Joomla, RuleKind::Disallow, b"/modules/") => Some("/modules/x.js"),
            (Self::Joomla, RuleKind::Disallow, b"/plugins/") => Some("/plugins/x.js"),
            // Distributions of Drupal have modules and themes of their own there.
            (Self::Drupal | Self::DrupalWithCore, RuleKind::Disallow, b"/profiles/") => {
                Some("/profiles/x/x.css")
            }
            _ => None,
        }
    }
}
