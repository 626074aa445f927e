//! Limits of single crawlers on the number and the length of rules.

use super::document::shown;
use super::{Code, Run};
use robots_exclusion::companions::is_empty_rule;

/// The most rules in a file, by Yandex Webmaster help, robots.txt parsing errors.
const MAX_RULES: usize = 2_048;
/// The most characters in a rule, by the same page.
const MAX_CHARACTERS: usize = 1_024;

/// Checks the limits of Yandex, if the file is read in its dialect or names one of its crawlers.
pub(super) fn check(run: &mut Run<'_, '_>) {
    let (document, findings) = (run.document, &mut run.findings);
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
