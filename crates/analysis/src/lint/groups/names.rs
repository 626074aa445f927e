//! The names on User-agent lines: which crawlers they name, and which crawlers their author
//! intended.

use std::collections::{BTreeMap, BTreeSet};

use crate::lint::engine::document::{Document, Name, Section, shown};
use crate::lint::engine::findings::{Finding, Findings};
use crate::lint::engine::meant;
use crate::lint::groups::differing;
use crate::lint::{Code, Severity};
use robots_exclusion::agents;
use robots_exclusion::agents::{ADSBOT_GOOGLE, Agent, Purpose, Retired, Undocumented, UserAgent};
use robots_exclusion::companions::crawler_name;
use robots_exclusion::companions::whitespace::{is_blank, trim_unseen};
use robots_exclusion::dialect::NameTest;
use robots_exclusion::syntax::DirectiveKind;
use robots_exclusion::syntax::Span;

/// Reports names that name no crawler, or fewer than intended. Returns whether the part that counts
/// is the name that was probably intended, so that it can be compared with other names.
pub(in crate::lint) fn name_is_whole(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    let test = document.dialect.name_test;
    let value = name.value;
    let is_void = |label: &[u8]| match test {
        // `.*` is not a name either, though tokens may contain a dot.
        NameTest::ProductToken | NameTest::LettersWhole => {
            let is_of_token = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            label != b"*" && !label.iter().any(is_of_token)
        }
        NameTest::ValueInName => label.is_empty() || label.starts_with(b"/"),
        NameTest::NameInValue => label.is_empty(),
    };
    let entry = &document.entry(name.entry);
    if is_address(value) {
        findings.report(
            Code::UnmatchableName,
            document.span_of(value),
            || format!("`{}` is an address, and no name of a crawler", shown(value)),
            |finding| {
                finding.help("write the crawler's product token; an address is kept out by the server, and not by robots.txt");
            },
        );
        return false;
    }
    if is_void(name.label) {
        let span = if value.is_empty() {
            entry.line.span()
        } else {
            document.span_of(value)
        };
        // A token in quotes, between stars or after another mark was probably intended; the rest of
        // an HTML tag was not.
        let outer = meant::unquoted(meant::without_spelled_ends(without_tags(trim_unseen(value))));
        let inner = trim_matches(outer, b"*\"'`<>()[].:+~ ");
        let is_token = !is_void(inner) && crawler_name::label(test, inner) == inner;
        let message = || {
            if value.is_empty() {
                "this line names no crawler".into()
            } else if let Some(unseen) = meant::unseen(value) {
                format!(
                    "there is an invisible character in the name `{}`: {unseen}",
                    shown(inner)
                )
            } else {
                format!("no crawler can have the name `{}`", shown(value))
            }
        };
        findings.report(Code::UnmatchableName, span, message, |finding| match inner {
            // `*bot*` stands for many names.
            _ if is_token && value.contains(&b'*') && is_word_for_crawlers(inner) => {
                finding.help(
                    "name each crawler that is meant, or write `*` alone for all of them: a name is not a pattern",
                );
            }
            // Another word may stand for many names too.
            _ if is_token && value.contains(&b'*') && !is_name_of_crawler(inner) => {
                finding.help("name the crawler that is meant: a name is not a pattern");
            }
            inner if is_token => finding.write(name.entry, document.line_with(name.entry, value, inner)),
            [] if value.contains(&b'*') => {
                finding.write(name.entry, document.line_with(name.entry, value, b"*"))
            }
            // That would close the site for everybody.
            _ if closes_everything(document, name) => {
                finding.help("write the crawler's product token, or remove the group if it is not known");
            }
            _ => finding.help("write the crawler's product token, or `*` for all crawlers"),
        });
        return false;
    }
    if matches!(test, NameTest::ProductToken | NameTest::LettersWhole) && name.label.len() < value.len() {
        if name_pattern(document, findings, name, labels) {
            return false;
        }
        // A suffix such as `/1.0` or `*` is ignored by all crawlers, so nothing is lost. But a star
        // may show that more names were intended.
        let is_suffix = name.label != b"*"
            && !is_browser(name.label)
            && matches!(value[name.label.len()..], [b'/', ..] | [b'*'])
            && !lists_by_slashes(test, value)
            && !value.iter().any(|byte| is_blank(*byte) || *byte == b',');
        cut_name(
            document,
            findings,
            name,
            if is_suffix {
                Code::NameSuffix
            } else {
                Code::CutName
            },
            labels,
        );
        // If another name was probably intended, this one is not compared with other names.
        return is_suffix || meant(test, name) == [name.label];
    }
    !everybody(document, findings, name, labels)
}

/// Whether a value is a list of known crawlers with slashes between: `GPTBot/ClaudeBot`.
fn lists_by_slashes(test: NameTest, value: &[u8]) -> bool {
    let is_known = |part: &[u8]| crawler_name::label(test, part) == part && is_known_crawler(part);
    value.contains(&b'/') && value.split(|byte| *byte == b'/').all(is_known)
}

/// Words that people write when they mean all crawlers. No crawler has such a name.
const EVERYBODY: [&str; 10] = [
    "all",
    "any",
    "robots",
    "robot",
    "bots",
    "crawlers",
    "spiders",
    "everyone",
    "everybody",
    "everything",
];

/// Words with which the names of crawlers end.
const ENDINGS: [&str; 3] = ["bot", "spider", "crawler"];

/// Whether a word is said of all crawlers, or of any of them: `bot`.
fn is_word_for_crawlers(word: &[u8]) -> bool {
    let is_word = |known: &str| word.eq_ignore_ascii_case(known.as_bytes());
    ENDINGS.into_iter().chain(EVERYBODY).any(is_word)
}

/// Whether a word is the name of a known crawler, or looks like that of another.
pub(in crate::lint) fn is_name_of_crawler(word: &[u8]) -> bool {
    is_known_crawler(word) || sounds_like_crawler(word)
}

/// Whether a word is the name of a known crawler.
fn is_known_crawler(word: &[u8]) -> bool {
    let token = core::str::from_utf8(word).ok();
    token.is_some_and(|token| agents::by_token(token).is_some())
}

fn everybody(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    let is_word = |word: &&str| name.label.eq_ignore_ascii_case(word.as_bytes());
    if !EVERYBODY.iter().any(is_word) {
        return false;
    }
    findings.report(
        Code::MisspelledName,
        document.span_of(name.value),
        || {
            format!(
                "no crawler has the name `{}`; all crawlers are `*`",
                shown(name.label)
            )
        },
        |finding| match named_already(document, labels, name, &["*"]) {
            Some(known) => known.tell(finding),
            None => finding.write(name.entry, document.line_with(name.entry, name.value, b"*")),
        },
    );
    true
}

/// Whether the group of a name closes the whole site.
fn closes_everything(document: &Document<'_>, name: &Name<'_>) -> bool {
    let section = document.section_at(name.entry);
    section.is_some_and(|number| document.sections[number].closes_everything())
}

/// For each name in lower case, how often it appears, and the numbers of the first and the last group
/// that have it.
pub(in crate::lint) struct Labels(BTreeMap<Vec<u8>, (u32, usize, usize)>);

impl Labels {
    pub(in crate::lint) fn of(document: &Document<'_>) -> Self {
        let mut labels = BTreeMap::new();
        for (number, section) in document.sections.iter().enumerate() {
            for label in section.labels() {
                let (times, _, last) = labels
                    .entry(label.to_ascii_lowercase())
                    .or_insert((0, number, number));
                *times += 1;
                *last = number;
            }
        }
        Self(labels)
    }

    pub(in crate::lint) fn times(&self, name: &[u8]) -> u32 {
        self.0
            .get(&name.to_ascii_lowercase())
            .map_or(0, |(times, ..)| *times)
    }

    fn group(&self, name: &[u8]) -> Option<usize> {
        self.0.get(&name.to_ascii_lowercase()).map(|(_, group, _)| *group)
    }

    /// The first group that has a name, or else the last one, if it is not this one.
    fn other_group(&self, name: &[u8], own: usize) -> Option<usize> {
        let (_, first, last) = self.0.get(&name.to_ascii_lowercase())?;
        [*first, *last].into_iter().find(|group| *group != own)
    }
}

/// What there is to say about a name if the file has the name that it stands for.
struct NamedAlready {
    help: String,
    /// Whether the file says the same without the name.
    is_same: bool,
}

impl NamedAlready {
    fn tell(self, finding: Finding<'_, '_, '_>) {
        let finding = match self.is_same {
            true => finding.weighing(Severity::Info),
            false => finding,
        };
        finding.help(self.help);
    }
}

/// Returns the help for a name that stands for other names, if the file already has one of these:
/// writing it a second time would be no better.
fn named_already(
    document: &Document<'_>,
    labels: &Labels,
    name: &Name<'_>,
    meant: &[&str],
) -> Option<NamedAlready> {
    let mut groups = meant
        .iter()
        .filter_map(|token| Some((token, labels.group(token.as_bytes())?)));
    let (token, group) = groups.next()?;
    let is_same_group = document.section_at(name.entry) == Some(group);
    let is_same = is_same_group || has_rules_of(document, name, group);
    let help = match is_same {
        true if is_same_group => {
            format!("this group names `{token}` already; remove the line if that is meant")
        }
        true => format!("remove this group if `{token}` is meant, whose own group has these rules"),
        false => format!("there is a group for `{token}`; move these rules there if that is meant"),
    };
    Some(NamedAlready { help, is_same })
}

/// The help for a name of several words, if the file has it as one word elsewhere, with the same
/// rules: `Web Fuck` and `WebFuck`.
fn joined_elsewhere(document: &Document<'_>, labels: &Labels, name: &Name<'_>) -> Option<String> {
    let words: Vec<&[u8]> = name.value.split(|byte| is_blank(*byte)).collect();
    if words.len() < 2 {
        return None;
    }
    ["", "-", "_"].iter().find_map(|between| {
        let joined = words.join(between.as_bytes());
        let group = labels.group(&joined)?;
        let is_same = document.section_at(name.entry) == Some(group);
        (is_same || has_rules_of(document, name, group)).then(|| {
            format!(
                "remove {}: the file names `{}` with the same rules, and a name is one word",
                what_goes(document, name),
                shown(&joined)
            )
        })
    })
}

/// The help for a name of which only the beginning counts, if that is the whole of a name elsewhere in
/// the file: `Openfind data gatherer` beside `Openfind`.
fn beginning_elsewhere(document: &Document<'_>, labels: &Labels, name: &Name<'_>) -> Option<NamedAlready> {
    const FEW: usize = 100;
    let own = document.section_at(name.entry)?;
    let is_plain = |other: &&Name<'_>| other.value.eq_ignore_ascii_case(name.label);
    let plain_of = |group: usize| document.sections[group].names.iter().take(FEW).find(is_plain);
    let label = shown(name.label);
    if let Some(plain) = plain_of(own) {
        return Some(NamedAlready {
            help: format!(
                "remove the line: this group names `{label}` in line {} too",
                plain.entry + 1
            ),
            is_same: true,
        });
    }
    let group = labels.other_group(name.label, own)?;
    let line = plain_of(group)?.entry + 1;
    let is_same = has_rules_of(document, name, group);
    let help = match is_same {
        true => format!("remove this group: that of `{label}` in line {line} has the same rules"),
        false => format!(
            "move these rules to the group of `{label}` in line {line} if they are for it, or write the name as the crawler's operator documents it"
        ),
    };
    Some(NamedAlready { help, is_same })
}

/// Whether a group has all rules of the group of a name. False if it has so many rules that the file
/// could have thousands of names to be compared with it.
fn has_rules_of(document: &Document<'_>, name: &Name<'_>, group: usize) -> bool {
    const MANY: usize = 512;
    let Some(own) = document.section_at(name.entry) else {
        return false;
    };
    if document.sections[own].names.len() != 1 || document.sections[group].rules.len() > MANY {
        return false;
    }
    let rules = |group: usize| {
        document.sections[group]
            .rules
            .iter()
            .map(|rule| (rule.kind as u8, rule.value))
    };
    // A set is not worth it for a few rules, and there may be thousands of such groups.
    const FEW: usize = 8;
    if document.sections[own].rules.len() <= FEW {
        return rules(own).all(|rule| rules(group).any(|other| other == rule));
    }
    let others: BTreeSet<(u8, &[u8])> = rules(group).collect();
    rules(own).all(|rule| others.contains(&rule))
}

/// The names of known crawlers that begin like this.
fn beginning_with(stem: &str) -> Vec<&'static str> {
    let begins = |name: &&str| {
        let head = name.get(..stem.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(stem))
    };
    agents::ALL.iter().map(Agent::name).filter(begins).collect()
}

/// The help for a name that is the beginning of several names.
fn name_each(known: &[&str]) -> String {
    name_each_of(known, "names that begin like this")
}

fn name_each_of(known: &[&str], which: &str) -> String {
    const NAMED: usize = 5;
    format!(
        "name each crawler that is meant on a line of its own; {which} are `{}`",
        known[..known.len().min(NAMED)].join("`, `")
    )
}

/// Reports `GPT*` or `Googlebot-*`: names are not patterns. Returns whether the value is such a
/// pattern, that is, whether a known crawler has a name that begins like that. A star after the
/// whole name of a crawler does no harm.
fn name_pattern(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    labels: &Labels,
) -> bool {
    let stem = name
        .value
        .strip_suffix(b"*")
        .and_then(|stem| core::str::from_utf8(stem).ok());
    let Some(stem) = stem.filter(|stem| stem.len() > 1 && agents::by_token(stem).is_none()) else {
        return false;
    };
    let known = beginning_with(stem);
    if known.is_empty() {
        // The star after a whole name does no harm. Any other word with a star probably stands for
        // all names that begin with the word.
        let is_whole = sounds_like_crawler(stem.as_bytes());
        return !is_whole && stem_of_none(document, findings, name);
    }
    findings.report(
        Code::MisspelledName,
        document.span_of(name.value),
        || {
            format!(
                "`{}` names no crawler: a name is not a pattern",
                shown(name.value)
            )
        },
        |finding| match named_already(document, labels, name, &known) {
            Some(known) => known.tell(finding),
            None => finding.help(name_each(&known)),
        },
    );
    true
}

/// Reports `AWS*`, with which no name of a known crawler begins. Returns whether the value is one
/// word and a star.
fn stem_of_none(document: &Document<'_>, findings: &mut Findings<'_, '_>, name: &Name<'_>) -> bool {
    if name.value.len() != name.label.len() + 1 {
        return false;
    }
    findings.report(
        Code::NameSuffix,
        document.span_of(name.value),
        || {
            format!(
                "`{}` is read as `{}`: a name is not a pattern",
                shown(name.value),
                shown(name.label)
            )
        },
        |finding| {
            finding.help(format!(
                "write `User-agent: {}` if that is the whole name; if the names of several crawlers begin so, name each on a line of its own",
                shown(name.label)
            ));
        },
    );
    true
}

/// The name before the first HTML tag: `*` in `*<BR>`. The whole text if it has no tag, or nothing
/// before the tag.
fn without_tags(text: &[u8]) -> &[u8] {
    match memchr::memchr(b'<', text) {
        Some(tag) if text[tag..].contains(&b'>') && !text[..tag].trim_ascii().is_empty() => {
            text[..tag].trim_ascii()
        }
        _ => text,
    }
}

/// Reports names that known crawlers no longer have, that no operator documents, or that known
/// crawlers nearly have. Each retired or undocumented name, and each spelling of a misspelled one, is
/// reported once.
pub(in crate::lint) fn known_name<'b>(
    document: &Document<'b>,
    findings: &mut Findings<'_, '_>,
    section: &Section<'b>,
    name: &Name<'b>,
    labels: &Labels,
    reported: &mut BTreeSet<&'b [u8]>,
) {
    let Ok(token) = core::str::from_utf8(name.label) else {
        return;
    };
    let span = document.span_of(name.value);
    if let Some(retired) = agents::retired(token) {
        if reported.insert(retired.name().as_bytes()) {
            let what = what_is_for_it(document, section, name);
            retired_name(document, findings, span, section, labels, retired, what);
        }
    } else if let Some(row) = agents::undocumented(token) {
        if reported.insert(row.name().as_bytes()) {
            let what = what_is_for_it(document, section, name);
            undocumented_name(document, findings, span, section, labels, row, what);
        }
    } else if let Some(agent) = operator_of_host(token)
        && reported.insert(name.label)
    {
        findings.report(
            Code::MisspelledName,
            span,
            || format!("`{token}` is the host of a site, and no name of a crawler"),
            |finding| {
                finding.help(format!(
                    "write the product token of the crawler that is meant, such as `{}`: a name is never looked up as a host",
                    agent.name()
                ));
            },
        );
    } else if let Some(agent) = agents::near_miss(token)
        && reported.insert(name.label)
    {
        nearly_a_name(document, findings, name, token, labels, agent);
    } else if is_of_browsers(token) && reported.insert(name.label) {
        findings.report(
            Code::MisspelledName,
            span,
            || format!("`{token}` is what browsers and apps send, and is no name of a crawler"),
            |finding| {
                finding.help(format!(
                    "remove {}, or name a crawler: browsers do not read robots.txt, and are only kept out by the server",
                    what_goes(document, name)
                ));
            },
        );
    }
}

/// What goes with a name that nobody has, in words.
fn what_is_for_it(document: &Document<'_>, section: &Section<'_>, name: &Name<'_>) -> &'static str {
    let next = section
        .names
        .iter()
        .map(|own| own.entry)
        .find(|entry| *entry > name.entry);
    match next {
        None if section.names.len() == 1 => "this group",
        // A line such as `Crawl-delay` was written for it, and does not end its group.
        Some(next)
            if document
                .entries_in(name.entry + 1..next)
                .into_iter()
                .any(|entry| entry.directive.is_some()) =>
        {
            "the line and those below it, up to the next User-agent line"
        }
        _ => "the line",
    }
}

/// Reports a name that its operator no longer uses.
fn retired_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    span: Span,
    section: &Section<'_>,
    labels: &Labels,
    retired: &Retired,
    what: &str,
) {
    let message = || {
        let (operator, token) = (retired.operator(), retired.name());
        match retired.successors() {
            [] => format!("{operator} documents no crawler of the name `{token}`"),
            _ => format!("{operator} no longer uses the name `{token}`"),
        }
    };
    findings.report(Code::RetiredName, span, message, |finding| {
        let successors = retired.successors();
        let names: Vec<String> = successors.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        let is_named = |token: &&str| labels.times(token.as_bytes()) > 0;
        // `bingbot` obeys the groups of `msnbot`.
        let is_obeyed = |token: &&str| UserAgent::resolve(token).tokens().contains(&retired.name());
        finding.help(if successors.is_empty() {
            match section.has_star() {
                true => format!("remove {what}: the group is for `*` too"),
                false => format!("remove {what}, unless you know another program of this name"),
            }
        } else if successors.iter().all(is_named) {
            format!(
                "remove {what}, unless you know another program of this name; its successor is named already: {names}"
            )
        } else if successors.iter().all(is_obeyed) {
            let obey = if successors.len() == 1 { "obeys" } else { "obey" };
            format!(
                "write {names} instead, which today {obey} this group because the file has none of that name"
            )
        } else if let Some(help) = needless_beside_star(section, labels, successors) {
            help
        } else if opens_what_is_open(document, section) {
            may_go(what)
        } else {
            // Who opens pages to a crawler of old should know if they are used for training today.
            let mut agents = successors.iter().filter_map(|token| agents::by_token(token));
            let trains = agents.any(|agent| agent.purpose() == Purpose::AiTraining);
            let purpose = match trains && !section.restricts() {
                true => format!(" ({})", Purpose::AiTraining.description()),
                false => String::new(),
            };
            // The crawler that people mean by the name of the social network.
            let previews = match retired.name() == "FacebookBot" && !section.restricts() {
                true => "; previews of links on Facebook are made by `facebookexternalhit`",
                false => "",
            };
            format!("name its successor too if the group is meant for it: {names}{purpose}{previews}")
        });
    });
}

/// Whether a group disallows nothing and asks for nothing, and the file nothing of crawlers that it does not
/// name.
fn opens_what_is_open(document: &Document<'_>, section: &Section<'_>) -> bool {
    let asks = |group: &Section<'_>| group.restricts() || !group.others.is_empty();
    let mut groups = document.sections.iter();
    !asks(section) && !groups.any(|group| group.has_star() && asks(group))
}

/// The help for a name whose group makes no difference to anybody.
fn may_go(what: &str) -> String {
    format!(
        "remove {what} if you like: the file disallows nothing to crawlers that it does not name, so it does nothing"
    )
}

/// Reports a name that its operator does not document.
fn undocumented_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    span: Span,
    section: &Section<'_>,
    labels: &Labels,
    row: &Undocumented,
    what: &str,
) {
    let message = || {
        format!(
            "{} documents no crawler of the name `{}`",
            row.operator(),
            row.name()
        )
    };
    findings.report(Code::RetiredName, span, message, |finding| {
        let help = needless_beside_star(section, labels, row.instead());
        finding.help(match (row.instead(), help) {
            ([], _) => {
                format!("remove {what}, unless you know another program of this name")
            }
            (names, _) if names.iter().all(|name| labels.times(name.as_bytes()) > 0) => format!(
                "remove {what}, unless you know another program of this name; what it documents is named already: `{}`",
                names.join("`, `")
            ),
            (_, Some(help)) => help,
            _ if opens_what_is_open(document, section) => may_go(what),
            (names, None) => format!(
                "name what it documents if the group is meant for it: `{}`",
                names.join("`, `")
            ),
        });
    });
}

/// Reports a name that is nearly that of a known crawler.
fn nearly_a_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    token: &str,
    labels: &Labels,
    agent: &Agent,
) {
    let beginning = beginning_with(&format!("{token}-"));
    // `AdsBot`, which an SEO plugin writes, and which keeps nobody out.
    let is_adsbot = beginning.contains(&ADSBOT_GOOGLE.name()) && closes_everything(document, name);
    let message = || match is_adsbot {
        true => format!(
            "no crawler has the name `{token}`, so this group does nothing; Google's are `{}`",
            beginning.join("` and `")
        ),
        false => format!(
            "no known crawler has the name `{token}`; did you mean `{}`?",
            agent.name()
        ),
    };
    let span = document.span_of(name.value);
    findings.report(Code::MisspelledName, span, message, |finding| {
        match named_already(document, labels, name, &[agent.name()]) {
            Some(known) => known.tell(finding),
            // `OpenAI`, which has several crawlers.
            None if crawlers_of(token.as_bytes()).len() > 1 => {
                let which = format!("those of {}", agent.operator());
                finding.help(name_each_of(&crawlers_of(token.as_bytes()), &which));
            }
            // `AdsBot`, the beginning of `AdsBot-Google` and `AdsBot-Google-Mobile`.
            None if !beginning.is_empty() => {
                match is_adsbot {
                    true => finding.weighing(Severity::Info).help(
                        "leave it: Yoast SEO writes this group if its setting for AdsBot is on. Do not write Google's names if you advertise with Google \
                         Ads: advertisements that lead to closed pages may be refused",
                    ),
                    false => finding.help(name_each(&beginning)),
                }
            }
            None => {
                let line = document.line_with(name.entry, name.label, agent.name().as_bytes());
                finding.write(name.entry, line);
            }
        }
    });
}

/// The crawlers of the company of this name, in any case.
fn crawlers_of(company: &[u8]) -> Vec<&'static str> {
    let own = agents::ALL
        .iter()
        .filter(|agent| agent.operator().as_bytes().eq_ignore_ascii_case(company));
    own.map(|agent| agent.name()).collect()
}

/// The crawler that is most often meant by the host of its operator: `google.com`. Other names with
/// dots in them are in lists of crawlers, such as `panscient.com`.
fn operator_of_host(token: &str) -> Option<&'static Agent> {
    let host = token.strip_prefix("www.").unwrap_or(token);
    let (operator, ending) = host.split_once('.')?;
    let is_ending = matches!(ending, "com" | "org" | "net" | "ai" | "cn" | "ru" | "cz");
    agents::near_miss(operator).filter(|_| is_ending)
}

/// What to do with a name in a group that names `*` too, if the crawlers that have taken its place
/// obey that group already: no group names them, and they obey `*`.
fn needless_beside_star(section: &Section<'_>, labels: &Labels, crawlers: &[&str]) -> Option<String> {
    let is_reached = |token: &&str| {
        labels.times(token.as_bytes()) == 0 && agents::by_token(token).is_none_or(Agent::obeys_star)
    };
    let are_reached = section.has_star() && !crawlers.is_empty() && crawlers.iter().all(is_reached);
    are_reached.then(|| {
        let (names, follows) = (crawlers.join("`, `"), if crawlers.len() == 1 { "follows" } else { "follow" });
        format!(
            "remove the line: `{names}`, which took its place, {follows} this group too, as does whoever else has the name, through the line for `*`"
        )
    })
}

/// Whether a value is an address or a range of addresses of IPv4: `192.0.2.0/24`.
fn is_address(value: &[u8]) -> bool {
    let text = core::str::from_utf8(value).unwrap_or_default();
    let address = text.split('/').next().unwrap_or_default();
    address.parse::<core::net::Ipv4Addr>().is_ok()
}

/// `text` without these bytes at its ends.
fn trim_matches<'t>(mut text: &'t [u8], bytes: &[u8]) -> &'t [u8] {
    while let [first, rest @ ..] = text
        && bytes.contains(first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && bytes.contains(last)
    {
        text = rest;
    }
    text
}

fn cut_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    code: Code,
    labels: &Labels,
) {
    let value = name.value;
    let is_browser = is_browser(name.label);
    // Some accounts of these crawlers give one word as their token, others the whole name.
    let is_sogou = name.label.eq_ignore_ascii_case(b"Sogou") && value.contains(&b' ');
    let elsewhere = joined_elsewhere(document, labels, name);
    let is_beside_sogou = || {
        const FEW: usize = 100;
        let section = document
            .section_at(name.entry)
            .map(|number| &document.sections[number]);
        let is_plain = |other: &Name<'_>| other.value.eq_ignore_ascii_case(b"Sogou");
        section.is_some_and(|section| section.names.iter().take(FEW).any(is_plain))
    };
    if is_sogou && is_beside_sogou() {
        return;
    }
    findings.report(
        code,
        document.span_of(value),
        || {
            let remark = if is_browser {
                ", which is the name of no crawler"
            } else if is_sogou {
                ", which is a name of Sogou's crawlers"
            } else {
                ""
            };
            format!("`{}` is read as `{}`{remark}", shown(value), shown(name.label))
        },
        |finding| {
            let names = meant(document.dialect.name_test, name);
            if names.is_empty() && is_browser {
                finding.help(format!(
                    "remove {}, or name a crawler: browsers do not read robots.txt, and are only kept out by the server",
                    what_goes(document, name)
                ));
                return;
            }
            if is_sogou {
                finding.weighing(Severity::Info).help(
                    "leave it as it is, or add a line `User-agent: Sogou` beside it to be safe: it is not documented whether Sogou's crawlers look for one \
                     word or for all",
                );
                return;
            }
            if let Some(help) = &elsewhere {
                finding.weighing(Severity::Info).help(help);
                return;
            }
            if let Some(known) = beginning_elsewhere(document, labels, name).filter(|_| names.is_empty()) {
                known.tell(finding);
                return;
            }
            let of_company = crawlers_of(name.label);
            // `Microsoft Office Protocol Discovery`, a program in a list of what is kept out.
            if names.is_empty() && !of_company.is_empty() && closes_everything(document, name) {
                finding.weighing(Severity::Info).help(format!(
                    "leave it, or remove {}: no crawler has the name `{}`; a program that does not read robots.txt is only kept out by the server",
                    what_goes(document, name),
                    shown(name.label)
                ));
                return;
            }
            // `Yahoo!`, whose crawler has another name.
            if names.is_empty() && !of_company.is_empty() {
                finding.help(name_each_of(&of_company, &format!("those of {}", shown(name.label))));
                return;
            }
            if names.is_empty() {
                let how = match value.iter().any(|byte| is_blank(*byte)) {
                    true => " (a few document several words; then leave it)",
                    false => ", without other characters than letters, digits, `-` and `_`",
                };
                finding.help(format!(
                    "write the name as the crawler's operator documents it{how}, or remove {} if there is no such crawler any more",
                    what_goes(document, name)
                ));
                return;
            }
            let others = names.iter().filter(|other| **other != name.label);
            let others: Vec<&str> = others
                .filter_map(|other| core::str::from_utf8(other).ok())
                .collect();
            if let Some(known) = named_already(document, labels, name, &others).filter(|_| names.len() == 1) {
                known.tell(finding);
                return;
            }
            let mut first = names[0].to_vec();
            // In `FooBot (https://example.com/#about)`, `#about)` is a comment.
            let end = document.span_of(value).end as usize;
            if document.body.get(end) == Some(&b'#') {
                first.push(b' ');
            }
            let mut text = document.line_with(name.entry, value, &first);
            for other in &names[1..] {
                text.extend_from_slice(document.line_end().as_bytes());
                text.extend_from_slice(b"User-agent: ");
                text.extend_from_slice(other);
            }
            // A version means nothing; a star or another name, as in `toCrawl/UrlDispatcher`, does.
            let rest = value[name.label.len()..].strip_prefix(b"/").unwrap_or_default();
            let number = rest.strip_prefix(b"v").or(rest.strip_prefix(b"V")).unwrap_or(rest);
            let is_version = code == Code::NameSuffix && number.first().is_some_and(u8::is_ascii_digit);
            let finding = if is_version { finding.unasked() } else { finding };
            // `FooBot (7.15.1)`: nothing is lost but a remark.
            let is_remark = names == [name.label] && value[name.label.len()..].trim_ascii_start().starts_with(b"(");
            let finding = match is_remark {
                true => finding.weighing(Severity::Info),
                false => finding,
            };
            finding.write(name.entry, text);
        },
    );
}

/// The lines to remove with a name: without its line alone, the rules below it would belong to the
/// group above.
fn what_goes(document: &Document<'_>, name: &Name<'_>) -> &'static str {
    let section = document.section_at(name.entry);
    match section.map(|number| document.sections[number].names.len()) {
        Some(2..) => "the line",
        _ => "this group",
    }
}

/// Whether this is the word with which the User-Agent headers of nearly all browsers and crawlers
/// begin.
fn is_browser(label: &[u8]) -> bool {
    label.eq_ignore_ascii_case(b"Mozilla")
}

/// Whether this is a name that browsers send, and so the name of no crawler.
fn is_of_browsers(token: &str) -> bool {
    let is_word = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word && UserAgent::parse(&format!("{token}/1.0")).tokens().is_empty()
}

/// The product tokens that a value is probably intended to name; empty if that is unclear.
fn meant<'b>(test: NameTest, name: &Name<'b>) -> Vec<&'b [u8]> {
    let (value, label) = (name.value, name.label);
    let label_of = |word: &'b [u8]| crawler_name::label(test, word);
    let is_known = |word: &&[u8]| is_known_crawler(word);
    let rest = &value[label.len()..];
    if label == b"*" || without_tags(value) == label {
        return [label].into();
    }
    // The address of a page about a crawler, whose name is only there.
    if memchr::memmem::find(value, b"://").is_some_and(|at| at == label.len()) {
        return Vec::new();
    }
    // `FooBot, BarBot/1.0`, `FooBot | BarBot`
    let is_separator = |byte: &u8| matches!(byte, b',' | b';' | b'|' | b'&');
    let parts = || {
        value
            .split(is_separator)
            .map(<[u8]>::trim_ascii)
            .filter(|part| !part.is_empty())
    };
    let is_name = |part: &'b [u8]| {
        let version = &part[label_of(part).len()..];
        version.len() < part.len()
            && version.iter().all(u8::is_ascii_graphic)
            && matches!(version, [] | [b'/', ..] | [b'*'])
    };
    if value.iter().any(is_separator) && parts().all(is_name) {
        return parts().map(label_of).collect();
    }
    if lists_by_slashes(test, value) {
        return value.split(|byte| *byte == b'/').collect();
    }
    // `Claude Bot`, `Google Extended`
    let joined = |between: &str| {
        let words: Vec<&[u8]> = value.split(|byte| is_blank(*byte)).collect();
        let joined = words.join(between.as_bytes());
        agents::by_token(core::str::from_utf8(&joined).ok()?)
    };
    if let Some(agent) = joined("").or_else(|| joined("-")) {
        return [agent.name().as_bytes()].into();
    }
    // `FooBot BarBot`, `FooBot and BarBot`, if all words are known or look like crawlers.
    let is_between = |word: &[u8]| {
        matches!(word, b"+" | b"/") || word.eq_ignore_ascii_case(b"and") || word.eq_ignore_ascii_case(b"or")
    };
    let and = |word: &&[u8]| !word.is_empty() && !is_between(word);
    let listed: Vec<&[u8]> = value.split(|byte| is_blank(*byte)).filter(and).collect();
    let is_crawler = |word: &'b [u8]| is_name(word) && is_name_of_crawler(label_of(word));
    if listed.len() > 1 && listed.iter().all(|word| is_crawler(word)) {
        return listed.into_iter().map(label_of).collect();
    }
    if is_known(&label) {
        // The rest, which would be dropped, must not contain another name, unless a parenthesis
        // makes it a remark.
        let others = rest
            .split(|byte| is_blank(*byte) || is_separator(byte))
            .map(label_of);
        let is_lost = others.into_iter().any(sounds_like_crawler) && !rest.contains(&b'(');
        return if is_lost { Vec::new() } else { [label].into() };
    }
    // `Yahoo! Slurp`, or `Mozilla/5.0 (compatible; bingbot/2.0; ...)`. Names in parentheses do not
    // count, except in a browser's header, where the crawler's name is in parentheses.
    let outside = memchr::memchr(b'(', value)
        .filter(|_| !is_browser(label))
        .unwrap_or(value.len());
    let words = value[..outside].split(|byte| is_blank(*byte) || matches!(byte, b';' | b'(' | b')' | b','));
    let words: Vec<&[u8]> = words.map(label_of).collect();
    let known: Vec<&[u8]> = words.iter().copied().filter(is_known).collect();
    if !known.is_empty() {
        return known;
    }
    // The header of another crawler, which names it as the known ones are named.
    if is_browser(label)
        && let Some(name) = words
            .iter()
            .find(|word| sounds_like_crawler(word) && !is_word_for_crawlers(word))
    {
        return [*name].into();
    }
    // `Google (images)`: several names begin so, and it is unclear which one is intended.
    if outside < value.len()
        && agents::ALL
            .iter()
            .any(|agent| agent.name().as_bytes().starts_with(label))
    {
        return Vec::new();
    }
    // `FooBot/1.0 Unix`, `FooBot 2.0`, `FooBot (https://example.com/bot)`
    let is_version = |word: &[u8]| {
        let number = word
            .strip_prefix(b"v")
            .or(word.strip_prefix(b"V"))
            .unwrap_or(word);
        word.is_empty() || number.first().is_some_and(u8::is_ascii_digit)
    };
    // `FooBot - https://example.com/bot`, `FooBot [info@example.com]`
    let is_address = |word: &[u8]| {
        let word = trim_matches(word, b"()[]<>,;+");
        word.contains(&b'@')
            || memchr::memmem::find(word, b"://").is_some()
            || word.starts_with(b"www.")
            || matches!(word, b"-")
    };
    let is_plain = match rest.trim_ascii_start() {
        [b'/', ..] => rest[0] == b'/',
        [b'(', ..] | [b'*'] => true,
        rest => rest
            .split(|byte| is_blank(*byte))
            .all(|word| is_version(word) || is_address(word)),
    };
    if is_plain && !is_browser(label) {
        [label].into()
    } else {
        Vec::new()
    }
}

/// Whether a word looks like the name of a crawler.
fn sounds_like_crawler(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    ENDINGS
        .iter()
        .any(|end| lower.ends_with(end.as_bytes()) && lower.len() > end.len())
}

pub(in crate::lint) fn repeated_name(
    document: &Document<'_>,
    findings: &mut Findings<'_, '_>,
    name: &Name<'_>,
    first: usize,
) -> bool {
    // The same line names it twice, so it cannot be removed.
    if first == name.entry {
        return false;
    }
    findings.report(
        Code::RepeatedName,
        document.span_of(name.value),
        || match differing(document, name, first) {
            None => format!("`{}` is already named above", shown(name.label)),
            Some(differing) => format!("{differing} `{}`, so this group names it twice", shown(name.label)),
        },
        |finding| {
            let finding = finding.related(document.entry(first).line.span(), "it is named here");
            // A comment at the line is about it. And below lines that are not names, as in
            // `User-agent: *`, `Crawl-delay: 10`, `User-agent: *`, it was written to begin a group,
            // perhaps by a program.
            let above = document
                .entries_in(0..name.entry)
                .rev()
                .find(|above| !above.line.is_blank());
            let is_first = above
                .as_ref()
                .is_none_or(|above| above.of_kind(DirectiveKind::UserAgent).is_none());
            let kind = above.and_then(|above| above.directive).map(|directive| directive.kind());
            let ends_group = matches!(kind, Some(DirectiveKind::CrawlDelay | DirectiveKind::RequestRate));
            let has_comment = document.entry(name.entry).line.comment().is_some();
            match is_first || has_comment {
                true if ends_group => {
                    finding.remove_because(
                        "remove the line: crawlers that follow RFC 9309 read the same either way, but to parsers for which the line above ends the \
                         group, such as Python's `urllib.robotparser`, this is a second group for the name, which they ignore",
                        name.entry,
                    )
                }
                true => finding.remove_because(
                    "remove the line, or leave it if it keeps two parts of the file apart for people: crawlers that follow RFC 9309 read them as one \
                     group",
                    name.entry,
                ),
                false => finding.unasked().remove(name.entry),
            }
        },
    )
}
