//! Limits of single crawlers on the number and the length of rules.

use super::Code;
use super::document::{Document, shown};
use super::findings::Findings;
use robots_exclusion::companions::is_empty_rule;

// The codes of this file; `code_row.rs` explains how they become the type `Code`.
macro_rules! codes {
    ($next:ident $($rest:tt)*) => { $crate::lint::$next::codes! { $($rest)*
        TooManyRules = "R009" "too-many-rules"
            title: "more rules than a crawler reads"
            why: "Yandex reads no more than 2,048 rules of a file. Join rules by their common beginning, and remove those that have no effect."
            source: "Yandex Webmaster help, robots.txt parsing errors: the number of rules in the file exceeds 2048"
            dialect: "yandex"
            bad: Long { head: b"User-agent: *\n# robots-lint: ignore-file R035, R037\n", filler: b"Disallow: /y\n", times: 2_048, tail: b"Disallow: /z\n" };
            good: Whole(b"User-agent: *\nDisallow: /y\n");
        LongRule = "R056" "long-rule"
            title: "a rule longer than a crawler reads"
            why: "Yandex reports rules of more than 1,024 characters as errors."
            source: "Yandex Webmaster help, robots.txt parsing errors: the rule exceeds the length limit"
            dialect: "yandex"
            bad: Long { head: b"User-agent: *\nDisallow: /", filler: b"abcdefgh", times: 128, tail: b"\n" };
            good: Whole(b"User-agent: *\nDisallow: /abcdefgh\n");
    } };
}
pub(super) use codes;

/// The most rules in a file, by Yandex Webmaster help, robots.txt parsing errors.
const MAX_RULES: usize = 2_048;
/// The most characters in a rule, by the same page.
const MAX_CHARACTERS: usize = 1_024;

/// Checks the limits of Yandex, if the file is read in its dialect or names one of its crawlers.
pub(super) fn check(document: &Document<'_>, findings: &mut Findings<'_, '_>) {
    const FAMILY: &[u8] = b"yandex";
    let is_family = |name: &[u8]| {
        let head = name.get(..FAMILY.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(FAMILY))
    };
    let of_dialect = document.dialect.family.map(str::as_bytes);
    let mut names = document.sections.iter().flat_map(|section| &section.names);
    if !of_dialect.is_some_and(is_family) && !names.any(|name| is_family(name.label)) {
        return;
    }
    let groups = document.sections.iter().flat_map(|section| &section.rules);
    let mut rules = groups.filter(|rule| !is_empty_rule(rule.value));
    if let Some(rule) = rules.clone().nth(MAX_RULES) {
        let count = rules.clone().count();
        findings.report(
            Code::TooManyRules,
            document.entry(rule.entry).line.span(),
            || format!("the file has {count} rules; Yandex reads the first {MAX_RULES}, and not this one"),
            |finding| {
                finding.help("join rules by their common beginning, and remove those that have no effect");
            },
        );
    }
    while let Some(rule) = rules.find(|rule| characters(rule.value) > MAX_CHARACTERS) {
        let count = characters(rule.value);
        findings.report(
            Code::LongRule,
            document.span_of(rule.value),
            || {
                format!(
                    "`{}` has {count} characters; Yandex reads rules of up to {MAX_CHARACTERS}",
                    shown(rule.value)
                )
            },
            |finding| finding.help("cut the pattern down to the part that tells the URLs apart"),
        );
    }
}

/// The number of characters of a value in UTF-8, in which only the second and further bytes of a
/// character are between 0x80 and 0xBF. In another encoding, bytes in that range do not count.
fn characters(value: &[u8]) -> usize {
    value.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}
