//! Keys that no crawler reads any more, and keys that few crawlers read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::lint::Code;
use crate::lint::engine::document::{Document, Name, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::search_engines::crawler_of;
use crate::lint::groups::is_of_group;
use crate::lint::keys::extensions::{concerns_search, is_long};
use robots_exclusion::RobotsTxt;
use robots_exclusion::Rules;
use robots_exclusion::agents::{self, Agent};
use robots_exclusion::extension::{CrawlDelay, RequestRate};
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;

/// A key that once was proposed or read.
pub(in crate::lint) struct Retired {
    name: &'static str,
    instead: Instead,
}

/// What is written today in place of a retired key.
enum Instead {
    /// A rule for search engines, of this name, in the page or its headers. The line refuses something, so it
    /// is not removed: the refusal must first be written in the other way.
    PageRule(&'static str),
    /// Something else, in words.
    Other(&'static str),
    /// The rules that all crawlers read. The line may refuse something, and is not removed.
    Rules,
}

impl Retired {
    /// The retired key of this name, in any case.
    pub(in crate::lint) fn of(key: &[u8]) -> Option<&'static Self> {
        let is_acap = key
            .get(..ACAP.name.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(ACAP.name.as_bytes()));
        RETIRED
            .iter()
            .find(|retired| key.eq_ignore_ascii_case(retired.name.as_bytes()))
            .or(is_acap.then_some(&ACAP))
    }
}

/// The beginning of the keys of the Automated Content Access Protocol of 2007.
const ACAP: Retired = Retired {
    name: "ACAP-",
    instead: Instead::Rules,
};

const RETIRED: [Retired; 7] = {
    use Instead::{Other, PageRule};
    const REDIRECT: Instead = Other("redirect the other hosts to the main one");
    const fn retired(name: &'static str, instead: Instead) -> Retired {
        Retired { name, instead }
    }
    [
        retired("noindex", PageRule("noindex")),
        retired("nofollow", PageRule("nofollow")),
        retired("noarchive", PageRule("noarchive")),
        retired("host", REDIRECT),
        retired("domain", REDIRECT),
        retired("revisit-after", Other("sitemaps have `lastmod`")),
        retired("hosts", REDIRECT),
    ]
};

/// Reports a key that is retired, or probably a misspelling of a retired one.
pub(in crate::lint) fn retired_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    key: &[u8],
    retired: &Retired,
    closed: &mut ClosedPaths,
) {
    let is_exact =
        key.eq_ignore_ascii_case(retired.name.as_bytes()) || matches!(retired.instead, Instead::Rules);
    findings.report(
        Code::RetiredKey,
        document.span_of(key),
        || match is_exact {
            true => format!("`{}` in robots.txt is no longer supported", shown(key)),
            false => format!(
                "`{}` is read by nobody, and `{}` in robots.txt is no longer supported",
                shown(key),
                retired.name
            ),
        },
        |finding| match &retired.instead {
            // As long as the path is closed, crawlers do not see what the page says.
            Instead::PageRule(rule) => match closed.line(document, index) {
                Some(line) => finding.help(format!(
                    "remove the line: the Disallow in line {line} keeps crawlers away already; to keep the page out of search results too, write {} and \
                     let no rule disallow the page, since a crawler must fetch it to see that",
                    in_page(rule)
                )),
                None => finding.help(format!("write {} if that is still wanted, and then remove the line", in_page(rule))),
            },
            Instead::Rules => finding.help(
                "remove the line once the file says with `User-agent`, `Allow` and `Disallow` what it says: crawlers read only those",
            ),
            Instead::Other(instead) => finding.remove_because(format!("remove the line; {instead}"), index),
        },
    );
}

/// How a page says a rule for search engines, in words.
fn in_page(rule: &str) -> String {
    format!(
        "`<meta name=\"robots\" content=\"{rule}\">` into the page, or send it with `X-Robots-Tag: {rule}`,"
    )
}

/// Whether the paths of lines are disallowed in the groups where they are, compiled once for each of
/// the first few groups.
#[derive(Default)]
pub(in crate::lint) struct ClosedPaths(BTreeMap<usize, Rules>);

impl ClosedPaths {
    /// The line of the rule of its group that disallows the path in line `index`.
    fn line(&mut self, document: &Document<'_>, index: usize) -> Option<u32> {
        /// Each takes time that is linear in the file.
        const GROUPS: usize = 8;
        let number = document.section_at(index)?;
        let text = document.entry(index).line.text();
        let value = memchr::memchr(b':', text).map_or(&b""[..], |colon| text[colon + 1..].trim_ascii());
        let path = core::str::from_utf8(value)
            .ok()
            .filter(|path| path.starts_with(['/', '*']));
        let (path, label) = (path?, document.sections[number].labels().next()?);
        if !self.0.contains_key(&number) && self.0.len() == GROUPS {
            return None;
        }
        let rules = self.0.entry(number).or_insert_with(|| {
            let options = RobotsTxt::options().dialect(document.dialect);
            options.rules_for(document.body, core::str::from_utf8(label).unwrap_or_default())
        });
        let sample = path.trim_end_matches('$').replace('*', "x");
        let slash = if sample.starts_with('/') { "" } else { "/" };
        let verdict = rules.check(&format!("{slash}{sample}"));
        (!verdict.is_allowed()).then(|| verdict.line())?
    }
}

/// Reports a key that few crawlers read, once for each kind, but not in a group that names one of
/// these crawlers, nor in a group of crawlers about which nothing is known.
pub(in crate::lint) fn niche_key(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    index: usize,
    directive: Directive<'_>,
    niche: &mut Niche,
) {
    let kind = directive.kind();
    let Some(readers) = readers(kind) else {
        return;
    };
    // That nobody can read its value is what is reported.
    let is_unreadable = match kind {
        DirectiveKind::CrawlDelay => CrawlDelay::parse(directive.value()).is_err(),
        DirectiveKind::RequestRate => RequestRate::parse(directive.value()).is_err(),
        _ => false,
    };
    if is_unreadable {
        return;
    }
    // Of a line outside the groups, that it is there is what is reported.
    let is_outside = is_of_group(kind) && document.outside.binary_search(&index).is_ok();
    // A line that nobody reads is told of beside one that some read.
    let is_ignored = niche.is_ignored_by_all(document, index, kind);
    let told = (kind, is_ignored);
    if is_outside || niche.reported.contains(&told) || niche.is_for_readers(document, index, kind) {
        return;
    }
    niche.reported.push(told);
    findings.report(
        Code::NicheKey,
        directive.key_span(),
        || {
            if is_ignored {
                return format!("the crawlers of this group ignore `{}`, and it is for no others", shown(directive.key()));
            }
            // Of these keys, the readers are listed.
            let few = if is_for_crawlers(kind) { "not all" } else { "few" };
            format!("{few} crawlers read `{}`: {readers}", shown(directive.key()))
        },
        |finding| match is_ignored {
            true => {
                finding.help(match only_yandex(document, index) {
                    true => "remove the line: it slows nobody down; Yandex Webmaster has a setting for the speed of Yandex's crawlers",
                    false => "remove the line: it does nothing for these crawlers",
                })
            }
            false if is_long_delay(document, index, directive) => {
                finding.help("shorten it for the crawlers that read it; the others are not slowed down by it")
            }
            false if is_for_crawlers(kind) && is_for_some(document, index) => {
                finding.help("remove the line: no crawler that this group names is known to read it")
            }
            false => finding.help(match kind {
                DirectiveKind::CrawlDelay | DirectiveKind::RequestRate => {
                    "keep it for the crawlers that read it; the others are not slowed down by it"
                }
                _ => "keep it for the crawlers that read it; the others do as they would without it",
            }),
        },
    );
}

/// Whether a line is in a group that is for Yandex's crawlers alone.
fn only_yandex(document: &Document<'_>, index: usize) -> bool {
    let number = document.section_at(index);
    number.is_some_and(|number| {
        let mut names = document.sections[number].names.iter();
        names.all(|name| crawler_of(name.label).is_some_and(|agent| agent.operator() == "Yandex"))
    })
}

/// Whether the record of crawlers says which of them read the key.
fn is_for_crawlers(kind: DirectiveKind) -> bool {
    matches!(
        kind,
        DirectiveKind::CrawlDelay | DirectiveKind::RequestRate | DirectiveKind::CleanParam
    )
}

/// Whether a line is in a group that is for known crawlers alone.
fn is_for_some(document: &Document<'_>, index: usize) -> bool {
    let section = document
        .section_at(index)
        .map(|number| &document.sections[number]);
    section.is_some_and(|section| {
        !section.names.is_empty() && section.names.iter().all(|name| crawler_of(name.label).is_some())
    })
}

/// Whether a line is a delay for which [`LongDelay`](Code::LongDelay) is reported too.
fn is_long_delay(document: &Document<'_>, index: usize, directive: Directive<'_>) -> bool {
    let concerns = || concerns_search(document, index);
    directive.kind() == DirectiveKind::CrawlDelay
        && CrawlDelay::parse(directive.value()).is_ok_and(|delay| is_long(delay.duration(), concerns))
}

/// The crawlers that read a key which few crawlers read.
fn readers(kind: DirectiveKind) -> Option<Cow<'static, str>> {
    let text = match kind {
        DirectiveKind::CrawlDelay | DirectiveKind::RequestRate | DirectiveKind::CleanParam => {
            return Some(Cow::Owned(as_documented(kind)));
        }
        DirectiveKind::VisitTime | DirectiveKind::RobotVersion => {
            "it comes from Conner's extended standard of 1996"
        }
        DirectiveKind::Comment => "it comes from Conner's extended standard of 1996 and is meant for people",
        DirectiveKind::ContentSignal => "it is a preference about the use of content, by Cloudflare",
        DirectiveKind::ContentUsage => "it is a preference about the use of content, from an Internet-Draft",
        DirectiveKind::License => "AI crawlers that take part in RSL read it",
        DirectiveKind::Agentmap => "some AI agents are meant to read it",
        DirectiveKind::Schemamap => "some search engines are meant to read it",
        DirectiveKind::LlmPolicy => "some operators of AI models are meant to read it",
        _ => return None,
    };
    Some(Cow::Borrowed(text))
}

/// Which operators say that their crawlers read a key, and which say that they ignore it.
fn as_documented(kind: DirectiveKind) -> String {
    let operators = |is_so: fn(&Agent, DirectiveKind) -> bool| {
        let mut operators: Vec<&str> = Vec::new();
        for agent in agents::ALL
            .iter()
            .filter(|agent| !agent.is_former() && is_so(agent, kind))
        {
            if !operators.contains(&agent.operator()) {
                operators.push(agent.operator());
            }
        }
        operators
    };
    let says = |operators: Vec<&str>, one: &str, several: &str| {
        let (last, others) = operators.split_last()?;
        Some(match others {
            [] => format!("{last} {one} it"),
            others => format!("{} and {last} {several} it", others.join(", ")),
        })
    };
    let read = says(operators(Agent::reads_key), "reads", "read");
    let ignore = says(operators(Agent::ignores_key), "ignores", "ignore");
    let parts: Vec<String> = read.into_iter().chain(ignore).collect();
    parts.join("; ")
}

/// Whether a line is in a group that is for known crawlers alone, none of which is known to read it.
pub(in crate::lint) fn is_read_by_none(document: &Document<'_>, index: usize, kind: DirectiveKind) -> bool {
    let reads = |name: &Name<'_>| crawler_of(name.label).is_some_and(|agent| agent.reads_key(kind));
    let section = document
        .section_at(index)
        .map(|number| &document.sections[number]);
    is_for_some(document, index) && section.is_some_and(|section| !section.names.iter().any(reads))
}

/// Lines that few crawlers read.
#[derive(Default)]
pub(in crate::lint) struct Niche {
    pub(in crate::lint) closed: ClosedPaths,
    /// Kinds that were reported, each with whether nobody reads such a line: once is enough.
    reported: Vec<(DirectiveKind, bool)>,
    /// By group and kind, whether the group names a crawler that reads such lines, or whether they
    /// have no effect there.
    for_readers: BTreeMap<(usize, DirectiveKind), bool>,
    /// By group and kind, whether all crawlers of the group ignore such lines.
    ignored: BTreeMap<(usize, DirectiveKind), bool>,
}

impl Niche {
    /// Whether a line is in a group that is only for crawlers whose operators say that they ignore it.
    fn is_ignored_by_all(&mut self, document: &Document<'_>, index: usize, kind: DirectiveKind) -> bool {
        let Some(number) = document.section_at(index) else {
            return false;
        };
        let section = &document.sections[number];
        if section.others.binary_search(&index).is_err() {
            return false;
        }
        let ignores = |name: &Name<'_>| crawler_of(name.label).is_some_and(|agent| agent.ignores_key(kind));
        *self.ignored.entry((number, kind)).or_insert_with(|| {
            !section.has_star() && !section.names.is_empty() && section.names.iter().all(ignores)
        })
    }

    /// Whether a line is in a group that names a crawler which reads it, or only crawlers about
    /// which nothing is known: `usasearch` does read a `Crawl-delay`, and what other crawlers do
    /// with it does not concern that group.
    fn is_for_readers(&mut self, document: &Document<'_>, index: usize, kind: DirectiveKind) -> bool {
        if !is_for_crawlers(kind) {
            return false;
        }
        let sections = &document.sections;
        let Some(number) = document.section_at(index) else {
            return false;
        };
        if sections[number].others.binary_search(&index).is_err() {
            return false;
        }
        let reads = |name: &Name<'_>| crawler_of(name.label).is_some_and(|agent| agent.reads_key(kind));
        let section = &sections[number];
        let is_unknown = |name: &Name<'_>| crawler_of(name.label).is_none();
        *self.for_readers.entry((number, kind)).or_insert_with(|| {
            // If nothing may be fetched, a delay has no effect on any crawler.
            let is_vain = kind == DirectiveKind::CrawlDelay && sections[number].closes_everything();
            is_vain
                || section.names.iter().any(reads)
                || !section.has_star() && section.names.iter().all(is_unknown)
        })
    }
}
