//! The values of lines other than rules.

use std::collections::BTreeMap;

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use super::meant;
use robots_exclusion::companions::whitespace::is_blank;
use robots_exclusion::companions::{Key, Repeats};
use robots_exclusion::extension::{ContentSignal, CrawlDelay};
use robots_exclusion::syntax::{Directive, DirectiveKind};
use robots_exclusion_page::ContentUsage;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        RelativeLicense = "R066" "relative-license"
            title: "a License line without an absolute URL"
            why: "The URL of the license terms must be complete, with scheme and host; readers ignore others."
            source: "RSL 1.0, robots.txt: the License directive holds an absolute URL"
            bad: Whole(b"License: /license.xml\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"License: https://www.example.com/license.xml\n\nUser-agent: *\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        BadExtensionValue = "R070" "bad-extension-value"
            title: "the value cannot be read"
            why: "Crawlers ignore a line whose value they cannot read."
            source: "Conner, An Extended Standard for Robot Exclusion (1996); Seznam help; Yandex Webmaster help: Clean-param; draft-ietf-aipref-attach"
            bad: Whole(b"User-agent: *\nCrawl-delay: 10s\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        RepeatedExtension = "R072" "repeated-extension"
            title: "several values of which only one counts"
            why: "A group has one `Crawl-delay` and one `Robot-version`, and a file one `Host`. The first valid one counts; crawlers differ on further ones."
            source: "Conner, An Extended Standard for Robot Exclusion (1996)"
            bad: Whole(b"User-agent: *\nCrawl-delay: 10\nCrawl-delay: 20\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nCrawl-delay: 10\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        MisplacedVersion = "R073" "misplaced-version"
            title: "`Robot-version` does not follow its User-agent line"
            why: "It counts only as the second line of a group, directly after the User-agent line; elsewhere it is ignored, and patterns are those of version 1."
            source: "Seznam help, robots.txt 2.0"
            dialect: "seznam"
            bad: Whole(b"User-agent: *\nDisallow: /x\nRobot-version: 2.0\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nRobot-version: 2.0\nDisallow: /x\n# robots-lint: ignore-file R017\n");
        UnknownUsage = "R074" "unknown-usage"
            title: "a category of use that the current draft does not have"
            why: "`Content-Usage` has the categories `train-ai` and `search`. Earlier drafts had others; preferences about those are ignored."
            source: "draft-ietf-aipref-vocab-08"
            bad: Whole(b"User-agent: *\nContent-Usage: genai=n\nDisallow: /x\n# robots-lint: ignore-file R017\n");
            good: Whole(b"User-agent: *\nContent-Usage: train-ai=n\nDisallow: /x\n# robots-lint: ignore-file R017\n");
    } };
}
pub(super) use codes;

pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
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
                            DirectiveKind::ContentUsage => "write a list such as `search=y, train-ai=n`",
                            _ => "write a list such as `search=yes, ai-train=no`",
                        });
                    }
                    None => finding.remove(index),
                },
            );
        }
    }
    signals(document, findings, skip_checks);
    hosts(document, findings, skip_checks);
    unknown_usage(document, findings, skip_checks);
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
                            finding
                                .related(document.entry(above).line.span(), "the first is here")
                                .remove(index);
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

/// Whether a line says what may be done with content, and so may refuse something. If its value
/// cannot be read, it is not removed, unless it is empty.
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
                finding
                    .related(first.line.span(), "the first one is here")
                    .remove(index)
            },
        );
    }
}

/// Reports labels of `Content-Usage` that are those of no category.
fn unknown_usage(document: &Document<'_>, findings: &mut Findings<'_, '_>, skip_checks: &[bool]) {
    for (index, entry) in document.entries().enumerate() {
        let Some(directive) = entry.of_kind(DirectiveKind::ContentUsage) else {
            continue;
        };
        if skip_checks[index] || error(directive).is_some() {
            continue;
        }
        for item in directive.value().split(|byte| *byte == b',') {
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
            let is_preference = matches!(item[equals + 1..].trim_ascii(), b"y" | b"n");
            if !is_preference || USAGE_LABELS.contains(&label) {
                continue;
            }
            findings.report(
                Code::UnknownUsage,
                document.span_of(label),
                || format!("`{}` is no category of the current draft", shown(label)),
                |finding| finding.help("write `train-ai` or `search`, whichever is meant"),
            );
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
        DirectiveKind::ContentUsage => ContentUsage::parse(directive.value())
            .error()
            .map(|error| error.to_string()),
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
