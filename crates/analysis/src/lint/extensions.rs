//! The values of lines other than rules.

use core::time::Duration;
use robots_exclusion_page::ContentUsage;
use std::collections::BTreeMap;

use super::document::{Document, shown};
use super::findings::Findings;
use super::meant;
use super::preferences;
use super::{Code, Run};
use robots_exclusion::companions::Key;
use robots_exclusion::companions::Repeats;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::extension::ContentSignal;
use robots_exclusion::extension::CrawlDelay;
use robots_exclusion::extension::RequestRate;
use robots_exclusion::syntax::Directive;
use robots_exclusion::syntax::DirectiveKind;

pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings, skip_checks) = (run.document, &mut run.findings, &run.marks.skip_checks);
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
                            DirectiveKind::ContentUsage => "write each preference as a category and `y` or `n`, such as `train-ai=n`, with commas between them",
                            _ => "write each signal with `yes` or `no`, such as `ai-train=no`, with commas between them",
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
    signals(document, findings, skip_checks);
    hosts(document, findings, skip_checks);
    unknown_usage(document, findings, skip_checks);
    delays_and_rates(document, findings, skip_checks);
    preferences::stray(document, findings);
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

/// Whether a line says what may be done with content, and so may refuse a use. If its value cannot
/// be read, it is not removed, unless it is empty.
fn is_preference(directive: Directive<'_>) -> bool {
    matches!(
        directive.kind(),
        DirectiveKind::ContentSignal | DirectiveKind::ContentUsage
    )
}

/// Reports signals whose names are variants of known ones.
fn signals(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::ContentSignal) else {
            continue;
        };
        if skip_checks[index] || error(directive).is_some() {
            continue;
        }
        let items =
            ContentSignal::items(directive.value()).filter_map(|(item, signal)| Some((item, signal.ok()?.0)));
        let near = items.filter_map(|(item, key)| Some((item, key, meant::signal(key)?)));
        for (item, key, known) in near {
            findings.report(
                Code::BadExtensionValue,
                document.span_of(&item[..key.len()]),
                || {
                    format!(
                        "no crawler knows the signal `{}`; did you mean `{known}`?",
                        shown(key.as_bytes())
                    )
                },
                |finding| {
                    finding.write(
                        index,
                        document.line_with(index, &item[..key.len()], known.as_bytes()),
                    )
                },
            );
        }
    }
}

/// Reports further `Host` lines: Yandex, the only reader of `Host`, took the first one.
fn hosts(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    let entries = document.entries().enumerate();
    let mut hosts = entries.filter(|(index, entry)| {
        let directive = entry.of_kind(DirectiveKind::Host);
        directive.is_some_and(|directive| !skip_checks[*index] && error(directive).is_none())
    });
    let Some((_, first)) = hosts.next() else {
        return;
    };
    for (index, entry) in hosts {
        findings.report(
            Code::RepeatedExtension,
            entry.line.span(),
            || format!("only one `Host` counts, that of line {}", first.line.number()),
            |finding| {
                let finding = finding.related(first.line.span(), "the first one is here");
                match entry.directive.map(|own| own.value()) == first.directive.map(|first| first.value()) {
                    true => finding.unasked().remove(index),
                    false => finding.remove(index),
                }
            },
        );
    }
}

/// Reports labels of `Content-Usage` that are not the label of any category.
fn unknown_usage(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::ContentUsage) else {
            continue;
        };
        if skip_checks[index] || error(directive).is_some() {
            continue;
        }
        for item in directive.value().split(|byte| matches!(byte, b',' | b';')) {
            // A path may come first: `/x train-ai=n`.
            let Some(equals) = memchr::memchr(b'=', item) else {
                continue;
            };
            let label = item[..equals].trim_ascii();
            let start = label
                .iter()
                .rposition(|byte| is_blank(*byte))
                .map_or(0, |blank| blank + 1);
            let label = &label[start..];
            let said = item[equals + 1..].trim_ascii();
            let is_preference = matches!(said, b"y" | b"n");
            if !USAGE_LABELS.contains(&label) && is_preference {
                findings.report(
                    Code::UnknownUsage,
                    document.span_of(label),
                    || format!("`{}` is no category of the current draft", shown(label)),
                    |finding| finding.help("write `train-ai` or `search`, whichever is meant"),
                );
            } else if USAGE_LABELS.contains(&label) && !is_preference && !said.is_empty() {
                findings.report(
                    Code::UnknownUsage,
                    document.span_of(said),
                    || format!("`{}` says nothing: a preference is `y` or `n`", shown(said)),
                    |finding| match meant_preference(said) {
                        Some(meant) => finding.rewrite(index, said, meant.into()),
                        None => finding.help("write `n` if it is refused, or `y` if it is permitted"),
                    },
                );
            }
        }
        let value = directive.value();
        // In a dictionary, the text after a semicolon is a parameter of the item before it.
        let semicolon = memchr::memchr(b';', value).filter(|at| value[*at..].contains(&b'='));
        if let Some(at) = semicolon {
            findings.report(
                Code::UnknownUsage,
                document.span_of(&value[at..=at]),
                || "what follows a `;` is no preference: commas separate them".into(),
                |finding| {
                    let text: Vec<u8> = value
                        .iter()
                        .map(|byte| if *byte == b';' { b',' } else { *byte })
                        .collect();
                    finding.rewrite(index, value, text);
                },
            );
        }
    }
}

/// The value that an unknown preference was probably meant to be: words for no and yes.
fn meant_preference(said: &[u8]) -> Option<&'static [u8]> {
    let is_any = |words: &[&str]| {
        words
            .iter()
            .any(|word| said.eq_ignore_ascii_case(word.as_bytes()))
    };
    if is_any(&["n", "no", "false", "disallow", "deny", "none", "?0"]) {
        Some(b"n")
    } else if is_any(&["y", "yes", "true", "allow", "?1"]) {
        Some(b"y")
    } else {
        None
    }
}

/// Reports delays of hours, and rates below the slowest one that the crawlers of the dialect
/// accept.
fn delays_and_rates(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    /// An hour.
    const LONG: Duration = Duration::from_secs(3_600);
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
                if delay < LONG {
                    continue;
                }
                findings.report(
                    Code::LongDelay,
                    directive.value_span(),
                    || {
                        let hours = delay.as_secs_f64() / 3_600.0;
                        let a_day = 86_400.0 / delay.as_secs_f64();
                        format!("this is {hours:.1} hours between two requests, {a_day:.1} pages a day: the value is in seconds")
                    },
                    |finding| finding.help("write a number of seconds, such as 10; to close the site, disallow it"),
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

/// The categories of draft-ietf-aipref-vocab-08.
const USAGE_LABELS: [&[u8]; 2] = [b"train-ai", b"search"];

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
            is_list.then_some(text)
        }
        _ => None,
    }
}
