//! The values of lines other than rules.

use core::time::Duration;
use robots_exclusion_page::ContentUsage;
use std::collections::BTreeMap;

use crate::lint::engine::document::{Document, shown};
use crate::lint::engine::findings::Findings;
use crate::lint::engine::meant;
use crate::lint::engine::search_engines::is_search_engine;
use crate::lint::keys::unsupported_keys::is_read_by_none;
use crate::lint::preferences;
use crate::lint::preferences::vocabulary::{self, Item, Vocabulary, Word};
use crate::lint::{Code, Run, Severity};
use robots_exclusion::companions::Key;
use robots_exclusion::companions::Repeats;
use robots_exclusion::companions::crawler_name;
use robots_exclusion::extension::ContentSignal;
use robots_exclusion::extension::CrawlDelay;
use robots_exclusion::extension::RequestRate;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;

pub(in crate::lint) fn check(run: &mut Run<'_, '_>) {
    let (document, findings, skip_checks) = (run.document, &mut run.findings, &run.marks.skip_checks);
    unreadable(document, findings, skip_checks);
    signals(document, findings, skip_checks);
    unknown_usage(document, findings, skip_checks);
    delays_and_rates(document, findings, skip_checks);
    preferences::stray(document, findings);
    preferences::outside_groups(document, findings);
    preferences::policy_without_signal(document, findings);
    repeated(document, findings);
    for &index in &document.misplaced_versions {
        let Some(directive) = document.entry(index).directive else {
            continue;
        };
        findings.report(
            Code::MisplacedVersion,
            directive.key_span(),
            || "`Robot-version` only counts directly after a User-agent line".into(),
            |finding| finding.help("move it to the line after the group's last User-agent line"),
        );
    }
}

/// Reports values that cannot be read.
fn unreadable(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        if !skip_checks[index]
            && let Some(directive) = entry.directive
            && let Some(error) = error(directive)
        {
            let code = match directive.kind() {
                DirectiveKind::License => Code::RelativeLicense,
                _ => Code::BadExtensionValue,
            };
            findings.report(
                code,
                directive.value_span(),
                || {
                    if directive.value().is_empty() {
                        format!("`{}` has no value", shown(directive.key()))
                    } else {
                        format!("`{}` cannot be read: {error}", shown(directive.value()))
                    }
                },
                |finding| match salvage(directive) {
                    Some(text) => finding.write(
                        index,
                        document.line_with(index, directive.value(), text.as_bytes()),
                    ),
                    None if code == Code::RelativeLicense && !directive.value().is_empty() => {
                        finding.help("write the whole URL, with scheme and host");
                    }
                    None if is_preference(directive) && !directive.value().is_empty() => {
                        finding.help(match directive.kind() {
                            DirectiveKind::ContentUsage => "write each preference as a category, an equals sign, and `y` or `n`, with commas between them",
                            _ => "write each signal with an equals sign and `yes` or `no`, with commas between them",
                        });
                    }
                    // `10` of `Request-rate: 10` may be pages a minute, or seconds.
                    None if directive.kind() == DirectiveKind::RequestRate && !directive.value().is_empty() => {
                        finding.help("write pages and a time, such as `10/1m` for ten pages in a minute, or remove the line");
                    }
                    None => finding.remove(index),
                },
            );
        }
    }
}

/// Reports values of a group of which only the first one counts.
fn repeated(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    // If two groups are read as one by mistake, the second value belongs to the second group. Then
    // the fusion is reported, not the value.
    for section in document
        .sections
        .iter()
        .filter(|section| section.fusions.is_empty())
    {
        let mut first: BTreeMap<DirectiveKind, usize> = BTreeMap::new();
        for &index in &section.others {
            let Some(directive) = document.entry(index).directive else {
                continue;
            };
            // Only values that can be read count. A Robot-version in the wrong place is reported as
            // such, not as repeated.
            let counts_once = Key::of(directive.kind()).is_some_and(|key| key.repeats == Repeats::FirstValid);
            if !counts_once
                || error(directive).is_some()
                || document.misplaced_versions.binary_search(&index).is_ok()
            {
                continue;
            }
            match first.get(&directive.kind()) {
                None => {
                    first.insert(directive.kind(), index);
                }
                Some(&above) => {
                    findings.report(
                        Code::RepeatedExtension,
                        directive.key_span(),
                        || format!("the group already has a `{}`", shown(directive.key())),
                        |finding| {
                            let first = document.entry(above);
                            let finding = finding.related(first.line.span(), "the first is here");
                            let value = first.directive.map(|first| first.value());
                            if value == Some(directive.value()) {
                                finding.unasked().remove(index);
                            } else {
                                finding.help(format!(
                                    "keep the one that is meant, that of line {} or this one, and remove the other",
                                    above + 1
                                ));
                            }
                        },
                    );
                }
            }
        }
    }
}

/// Whether a line says what may be done with content, and so may refuse a use. If its value cannot
/// be read, it is not removed, unless it is empty.
fn is_preference(directive: Directive<'_>) -> bool {
    matches!(
        directive.kind(),
        DirectiveKind::ContentSignal | DirectiveKind::ContentUsage
    )
}

/// Reports signals that no crawler knows.
fn signals(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::ContentSignal) else {
            continue;
        };
        if skip_checks[index] || error(directive).is_some() {
            continue;
        }
        let value = directive.value();
        let mended = core::str::from_utf8(value)
            .ok()
            .and_then(|value| vocabulary::mended(Vocabulary::Signals, value));
        let items = ContentSignal::items(value).filter_map(|(item, signal)| Some((item, signal.ok()?.0)));
        for (item, key) in items {
            let word = Vocabulary::Signals.word(key);
            let meant = match &word {
                Word::Known => continue,
                Word::Variant(known) => format!("; did you mean `{known}`?"),
                Word::Unknown(_) => String::new(),
            };
            findings.report(
                Code::BadExtensionValue,
                document.span_of(&item[..key.len()]),
                || format!("no crawler knows the signal `{}`{meant}", shown(key.as_bytes())),
                |finding| match (word, &mended) {
                    (Word::Variant(_), Some(mended)) => {
                        finding.write(index, document.line_with(index, value, mended.as_bytes()));
                    }
                    (Word::Variant(known), None) => finding.help(format!(
                        "write `{known}`, and make sure that what the list refuses beside it is read too, and that it says one thing about each use"
                    )),
                    (Word::Unknown(help), _) => finding.help(help),
                    (Word::Known, _) => {}
                },
            );
        }
    }
}

/// Reports items of `Content-Usage` that say nothing: another category, or another preference, than the
/// current draft has.
fn unknown_usage(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::ContentUsage) else {
            continue;
        };
        if skip_checks[index] || error(directive).is_some() {
            continue;
        }
        let value = directive.value();
        let Ok(text) = core::str::from_utf8(value) else {
            continue;
        };
        let mended = vocabulary::mended(Vocabulary::Usage, text);
        for Item { key, said } in vocabulary::items(text) {
            let word = Vocabulary::Usage.word(key);
            let reads = Vocabulary::Usage.reads(key, said);
            let (part, message) = match (&word, reads) {
                (Word::Known, true) => continue,
                // `train-ai=` may be a path with a query.
                _ if said.is_empty() => continue,
                (Word::Known, false) => (
                    said,
                    format!(
                        "`{}` says nothing: a preference is `y` or `n`",
                        shown(said.as_bytes())
                    ),
                ),
                (_, true) => (
                    key,
                    format!("`{}` is no category of the current draft", shown(key.as_bytes())),
                ),
                (_, false) => (
                    key,
                    format!(
                        "`{}` is no category of the current draft, and `{}` is no preference: that is `y` or `n`",
                        shown(key.as_bytes()),
                        shown(said.as_bytes())
                    ),
                ),
            };
            findings.report(
                Code::UnknownUsage,
                document.span_of(part.as_bytes()),
                || message,
                |finding| {
                    // An item that cannot be corrected keeps its finding, even if other items are
                    // corrected.
                    let is_mended = !matches!(word, Word::Unknown(_)) && (reads || Vocabulary::Usage.said(said).is_some());
                    match (word, &mended) {
                        (_, Some(mended)) if is_mended => finding.rewrite(index, value, mended.clone().into_bytes()),
                        (Word::Unknown(help), _) => finding.help(help),
                        (Word::Known | Word::Variant(_), _) if is_mended => finding.help(
                            "write it in the words of the draft, together with what the list refuses beside it, and say one thing about each use",
                        ),
                        (Word::Variant(known), _) => finding.help(format!("write `{known}`, with `n` if it is refused, or `y` if it is permitted")),
                        (Word::Known, _) => finding.help("write `n` if it is refused, or `y` if it is permitted"),
                    }
                },
            );
        }
        // In a dictionary, the text after a semicolon is a parameter of the item before it.
        let semicolon = memchr::memchr(b';', value).filter(|at| value[*at..].contains(&b'='));
        if let Some(at) = semicolon {
            findings.report(
                Code::UnknownUsage,
                document.span_of(&value[at..=at]),
                || "what follows a `;` is no preference: commas separate them".into(),
                |finding| match &mended {
                    Some(mended) => finding.rewrite(index, value, mended.clone().into_bytes()),
                    None => finding.help(
                        "write a comma in its place, once each preference is in the words of the draft",
                    ),
                },
            );
        }
    }
}

/// A number of things to the nearest tenth: `1 hour`, `2.5 hours`.
fn in_tenths(count: f64, what: &str) -> String {
    let text = format!("{count:.1}");
    match text.strip_suffix(".0").unwrap_or(&text) {
        "1" => format!("1 {what}"),
        "0" => format!("less than 0.1 {what}s"),
        text => format!("{text} {what}s"),
    }
}

const HOUR: Duration = Duration::from_secs(3_600);

/// Whether a delay is so long that a crawler fetches no more than a few hundred pages a day. Below an hour,
/// that only matters to those who want to be found.
pub(in crate::lint) fn is_long(delay: Duration, concerns_search: impl FnOnce() -> bool) -> bool {
    const LONG: Duration = Duration::from_secs(300);
    delay >= HOUR || delay >= LONG && concerns_search()
}

/// Reports long delays, and rates below the slowest one that the crawlers of the dialect
/// accept.
fn delays_and_rates(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    // By the number of the group.
    let mut for_search: BTreeMap<Option<usize>, bool> = BTreeMap::new();
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.directive.filter(|_| !skip_checks[index]) else {
            continue;
        };
        let value = directive.value();
        match directive.kind() {
            DirectiveKind::CrawlDelay => {
                let Ok(delay) = CrawlDelay::parse(value) else {
                    continue;
                };
                let delay = delay.duration();
                let section = document.section_at(index);
                let concerns_search = || {
                    *for_search
                        .entry(section)
                        .or_insert_with(|| concerns_search(document, index))
                };
                if !is_long(delay, concerns_search) {
                    continue;
                }
                findings.report(
                    Code::LongDelay,
                    directive.value_span(),
                    || {
                        let seconds = delay.as_secs_f64();
                        let time = match delay < HOUR {
                            true => in_tenths(seconds / 60.0, "minute"),
                            false => in_tenths(seconds / 3_600.0, "hour"),
                        };
                        let a_day = in_tenths(86_400.0 / seconds, "page");
                        format!(
                            "this is {time} between two requests, {a_day} a day: the value is in seconds"
                        )
                    },
                    |finding| match delay < HOUR {
                        true => finding
                            .weighing(Severity::Info)
                            .help("write a shorter delay, such as 10, if a crawler should fetch more pages than that"),
                        false => finding
                            .help("write a number of seconds, such as 10; to close the site, disallow it"),
                    },
                );
            }
            DirectiveKind::RequestRate => {
                let (Ok(rate), Some(slowest)) =
                    (RequestRate::parse(value), document.dialect.slowest_request_rate)
                else {
                    continue;
                };
                if rate.delay() <= slowest.delay() {
                    continue;
                }
                findings.report(
                    Code::RateBelowMinimum,
                    directive.value_span(),
                    || {
                        format!(
                            "the crawlers of this dialect raise this rate to {} in {} seconds",
                            slowest.documents(),
                            slowest.period().as_secs()
                        )
                    },
                    |finding| {
                        finding.help(
                            "write no slower rate than that; close the parts that should not be crawled",
                        )
                    },
                );
            }
            _ => {}
        }
    }
}

/// Whether a `Crawl-delay` is for all crawlers or for a search engine, which read it and may fetch something.
/// A delay for other crawlers is intended.
pub(in crate::lint) fn concerns_search(document: &Document<'_>, index: usize) -> bool {
    let section = document
        .section_at(index)
        .map(|number| &document.sections[number]);
    section.is_none_or(|section| {
        let is_search = |label: &[u8]| label == crawler_name::STAR || is_search_engine(label);
        section.labels().any(is_search)
            && !section.closes_everything()
            && !is_read_by_none(document, index, DirectiveKind::CrawlDelay)
    })
}

/// Why a value cannot be read; `None` if it can, or if nothing is known about values of its kind.
fn error(directive: Directive<'_>) -> Option<String> {
    let value = directive.value();
    match directive.kind() {
        // Sitemaps have codes of their own, and policies for AI models have none.
        DirectiveKind::Sitemap | DirectiveKind::LlmPolicy => None,
        DirectiveKind::ContentSignal => ContentSignal::items(value).find_map(|(item, signal)| {
            let error = signal.err()?;
            let signs = item.iter().filter(|byte| matches!(byte, b'=' | b':'));
            let reason = match signs.count() {
                0 | 1 => error.to_string(),
                _ => "signals are separated by commas".into(),
            };
            let is_whole = item.len() == value.trim_ascii().len();
            Some(if is_whole {
                reason
            } else {
                format!("{reason} (`{}`)", shown(item))
            })
        }),
        DirectiveKind::ContentUsage => ContentUsage::parse(value).error().map(|error| error.to_string()),
        _ => directive.value_error().map(|error| error.to_string()),
    }
}

/// What a value that cannot be read was probably meant to be; `None` if that is unclear.
fn salvage(directive: Directive<'_>) -> Option<String> {
    let value = core::str::from_utf8(directive.value()).ok()?;
    match directive.kind() {
        // `10s`, `10 seconds`, `1,5`, `[10]`.
        DirectiveKind::CrawlDelay => {
            let number = value
                .trim_start_matches(['[', '(', '"', '\''])
                .replacen(',', ".", 1);
            let end = number.find(|c: char| !(c.is_ascii_digit() || c == '.'));
            let number = number[..end.unwrap_or(number.len())].trim_end_matches('.');
            CrawlDelay::parse(number.as_bytes()).ok()?;
            Some(number.into())
        }
        DirectiveKind::ContentSignal => meant::signals(value),
        // A list without commas: `search=y train-ai=n`.
        DirectiveKind::ContentUsage if !value.contains(',') => {
            let words = || value.split_ascii_whitespace();
            let is_list = words().filter(|word| word.contains('=')).count() > 1;
            let mut text = String::new();
            let mut has_item = false;
            for word in words() {
                if !text.is_empty() {
                    text.push_str(if has_item { ", " } else { " " });
                }
                text.push_str(word.trim_end_matches([';', '|', '&']));
                has_item |= word.contains('=');
            }
            (is_list && !vocabulary::loses_refusal(Vocabulary::Usage, &text)).then_some(text)
        }
        _ => None,
    }
}
