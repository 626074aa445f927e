//! Groups with a mistake in what they say or whom they name: no correction removes their rules as
//! redundant.
//!
//! If a rule is lost because of a misspelled key, if a value holds two paths or another directive,
//! if two groups run together by accident, or if everything is blocked by mistake, then other rules
//! for the same crawlers may have no effect. They would have an effect again once the mistake is
//! corrected, so they should not be removed before.

use std::collections::BTreeSet;

use super::Code;
use super::document::{Document, RuleLine};
use super::findings::Findings;
use super::marks::Marks;
use robots_exclusion::companions::gathered;

/// What to do about a rule that has no effect in such a group.
pub(super) const HELP: &str =
    "first correct the other findings on its group: then the rule may have an effect";

/// Mistakes after which a group does not say what was meant, besides those in values: lines with
/// such values are [marked](Marks::skip_checks).
const CODES: [Code; 5] = [
    Code::MisspelledKey,
    Code::MissingColon,
    Code::RuleOutsideGroup,
    Code::FusedGroups,
    Code::EverythingBlocked,
];

/// The numbers of the groups that mistakes found so far touch, and of all groups that share a name
/// with one of these, ascending.
pub(super) fn sections(document: &Document<'_>, findings: &Findings<'_, '_>, marks: &Marks) -> Vec<usize> {
    let mut mistaken: BTreeSet<usize> = BTreeSet::new();
    for (code, span) in findings.places().filter(|(code, _)| CODES.contains(code)) {
        let line = document.position(span.start).line as usize - 1;
        let after = document.sections.partition_point(|section| section.first <= line);
        mistaken.extend(after.checked_sub(1));
        // A line that opens no group may belong to the next one.
        let is_between = matches!(
            code,
            Code::RuleOutsideGroup | Code::MisspelledKey | Code::MissingColon
        );
        mistaken.extend(Some(after).filter(|after| is_between && *after < document.sections.len()));
    }
    for (number, section) in document.sections.iter().enumerate() {
        // The rules of a group that should be removed are marked too.
        let stays = marks.duplicate_groups.binary_search(&number).is_err();
        let is_marked = |rule: &RuleLine<'_>| marks.skip_checks[rule.entry];
        mistaken.extend(Some(number).filter(|_| stays && section.rules.iter().any(is_marked)));
    }
    if mistaken.is_empty() {
        return Vec::new();
    }
    let lower = |label: &[u8]| label.to_ascii_lowercase();
    let names: BTreeSet<Vec<u8>> = gathered(
        mistaken
            .iter()
            .flat_map(|number| document.sections[*number].labels().map(lower)),
    );
    let shares = |number: &usize| {
        let mut labels = document.sections[*number].labels();
        mistaken.contains(number) || labels.any(|label| names.contains(&lower(label)))
    };
    (0..document.sections.len()).filter(shares).collect()
}
