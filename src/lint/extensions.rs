//! The values of the lines beside the rules.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use crate::extension::{
    CleanParam, ContentSignal, CrawlDelay, HostLine, RequestRate, RobotVersion, VisitTime,
};
use crate::syntax::directive::{Directive, DirectiveKind};
use crate::syntax::keys::{Key, Repeats};

pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>, spoilt: &[bool]) {
    for (index, entry) in document.entries.iter().enumerate() {
        if !spoilt[index]
            && let Some(directive) = entry.directive
            && let Some(error) = error(directive)
        {
            findings.report(
                Code::BadExtensionValue,
                directive.value_span(),
                || {
                    if directive.value().is_empty() {
                        format!("`{}` has no value", shown(directive.key()))
                    } else {
                        format!("`{}` is not understood: {error}", shown(directive.value()))
                    }
                },
                |finding| match salvage(directive) {
                    Some(text) => finding.write(
                        index,
                        document.line_with(index, directive.value(), text.as_bytes()),
                    ),
                    None => finding.remove(index),
                },
            );
        }
    }
    // Where groups are read as one, the second value is that of the second group, and the fusion is what to report.
    for section in document
        .sections
        .iter()
        .filter(|section| section.fusions.is_empty())
    {
        let mut first: BTreeMap<DirectiveKind, usize> = BTreeMap::new();
        for &index in &section.others {
            let Some(directive) = document.entries[index].directive else {
                continue;
            };
            // A broken value counts as none, and a version in the wrong place is reported as such.
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
                        || format!("the group has a `{}` already", shown(directive.key())),
                        |finding| {
                            finding
                                .related(document.entries[above].line.span(), "the first is here")
                                .remove(index);
                        },
                    );
                }
            }
        }
    }
    for &index in &document.misplaced_versions {
        let Some(directive) = document.entries[index].directive else {
            continue;
        };
        findings.report(
            Code::MisplacedVersion,
            directive.key_span(),
            || "it counts only directly behind a User-agent line".into(),
            |finding| finding.help("move it up to the line behind the group's last User-agent line"),
        );
    }
}

/// Why a value is not understood.
fn error(directive: Directive<'_>) -> Option<String> {
    let value = directive.value();
    match directive.kind() {
        DirectiveKind::CrawlDelay => CrawlDelay::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::RequestRate => RequestRate::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::VisitTime => VisitTime::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::RobotVersion => RobotVersion::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::CleanParam => CleanParam::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::Host => HostLine::parse(value).err().map(|error| error.to_string()),
        DirectiveKind::ContentSignal => ContentSignal::items(value)
            .find_map(|(item, signal)| Some(format!("{} (`{}`)", signal.err()?, shown(item)))),
        #[cfg(feature = "content-usage")]
        DirectiveKind::ContentUsage => {
            let usage = crate::extension::ContentUsage::parse(value);
            usage.error().map(|error| error.to_string())
        }
        _ => None,
    }
}

/// What was probably meant.
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
        DirectiveKind::ContentSignal => {
            let items =
                ContentSignal::items(value.as_bytes()).filter_map(|(item, signal)| signal.ok().map(|_| item));
            let items: alloc::vec::Vec<_> = items.map(String::from_utf8_lossy).collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        _ => None,
    }
}
