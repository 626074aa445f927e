//! Which corrections change no verdict, together.
//!
//! What corrections of rules do is proved by [`redundancy`](super::redundancy). Many other corrections leave every rule as it is, only written
//! differently. That is not assumed, but checked: all corrections are made, and the rules of the result
//! compared with those expected. That also shows whether a correction affects other groups than expected.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::document::{Canonical, Document, RuleLine};
use super::fix;
use super::redundancy::groups_by_name;
use super::{Code, Diagnostic};
use crate::sorting::gathered;
use crate::syntax::directive::RuleKind;

/// Codes whose corrections write the same thing in another way, or remove what is not read.
///
/// Not among them are corrections after which a line means something else to a person, such as those of a misplaced `#`.
const PRESERVING: [Code; 15] = [
    Code::ByteOrderMark,
    Code::CarriageReturn,
    Code::ForgivenKey,
    Code::ForgivenColon,
    Code::StrayText,
    Code::BlankLineInGroup,
    Code::RepeatedName,
    Code::EmptyRule,
    Code::UnescapedBlank,
    Code::UnescapedNonAscii,
    Code::LowerCaseEscape,
    Code::NeedlessEscape,
    Code::NameSuffix,
    Code::RepeatedSitemap,
    Code::RepeatedExtension,
];

/// Says of each correction whether it changes no verdict. The findings are in the order of their places.
pub(super) fn mark(document: &Document<'_>, found: &mut [Diagnostic]) {
    let is_proved = |finding: &Diagnostic| {
        let correction = finding.correction.as_ref();
        correction.is_some_and(|correction| correction.changes_no_verdict)
    };
    let is_candidate = |finding: &Diagnostic| {
        finding.correction.is_some() && (is_proved(finding) || PRESERVING.contains(&finding.code))
    };
    // Those that are proved are proved together: none of them may be left out.
    let proved: Vec<usize> = (0..found.len()).filter(|&at| is_proved(&found[at])).collect();
    let others = (0..found.len()).filter(|&at| is_candidate(&found[at]) && !is_proved(&found[at]));
    let mut chosen = fix::without_overlaps(found, proved.iter().copied().chain(others));
    if proved.iter().any(|at| chosen.binary_search(at).is_err()) {
        chosen.clear();
    }
    let mut interned = Interned::default();
    let holds = |chosen: &[usize], interned: &mut Interned| {
        let corrections = chosen.iter().filter_map(|&at| found[at].correction.as_ref());
        let after = fix::apply(document.body, corrections);
        let after = Document::read(&after, document.dialect);
        let edits = edits(document, chosen.iter().map(|&at| &found[at]));
        skeleton(document, &edits, interned) == skeleton(&after, &BTreeMap::new(), interned)
    };
    if !chosen.is_empty() && !holds(&chosen, &mut interned) {
        // One kind is to blame: usually a single one.
        let code_of = |at: &usize| {
            if is_proved(&found[*at]) {
                None
            } else {
                Some(found[*at].code)
            }
        };
        let codes: BTreeSet<Option<Code>> = gathered(chosen.iter().map(code_of));
        for code in codes {
            let own: Vec<usize> = chosen.iter().copied().filter(|at| code_of(at) == code).collect();
            if !holds(&own, &mut interned) {
                chosen.retain(|at| code_of(at) != code);
            }
        }
        if !holds(&chosen, &mut interned) {
            chosen.clear();
        }
    }
    for (at, finding) in found.iter_mut().enumerate() {
        if let Some(correction) = &mut finding.correction {
            correction.changes_no_verdict = chosen.binary_search(&at).is_ok();
        }
    }
}

/// What a proved correction does to the rules of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edit {
    Remove,
    Shorten,
}

/// What proved corrections do, by the index of the line.
fn edits<'f>(
    document: &Document<'_>,
    findings: impl Iterator<Item = &'f Diagnostic>,
) -> BTreeMap<usize, Edit> {
    let mut edits = BTreeMap::new();
    for finding in findings {
        let Some(correction) = finding.correction.as_ref().filter(|own| own.changes_no_verdict) else {
            continue;
        };
        let edit = match finding.code {
            Code::TrailingStar => Edit::Shorten,
            _ => Edit::Remove,
        };
        let line = document.position(correction.span.start).line;
        edits.insert(line as usize - 1, edit);
    }
    edits
}

/// A number for each list of rules.
#[derive(Default)]
struct Interned(BTreeMap<Vec<(RuleKind, Canonical)>, usize>);

/// The rules for each name; or, where names contain one another, of each group in order.
#[derive(PartialEq, Eq)]
enum Skeleton {
    Names(Vec<(Vec<u8>, Vec<usize>)>),
    Groups(Vec<(BTreeSet<Vec<u8>>, usize)>),
}

fn skeleton(document: &Document<'_>, edits: &BTreeMap<usize, Edit>, interned: &mut Interned) -> Skeleton {
    let rules_of = |rules: &[RuleLine<'_>], language| {
        let mut seen = BTreeSet::new();
        let mut list = Vec::new();
        let counts = |rule: &&RuleLine<'_>| !rule.value.is_empty();
        for rule in rules.iter().filter(counts) {
            let value = match edits.get(&rule.entry) {
                Some(Edit::Remove) => continue,
                Some(Edit::Shorten) => super::patterns::without_trailing_star(rule, language),
                None => None,
            };
            let rule = RuleLine {
                value: value.unwrap_or(rule.value),
                ..*rule
            };
            let key = (rule.kind, rule.canonical(document, language));
            // A repeated rule adds nothing, in any dialect.
            if seen.insert(key.clone()) {
                list.push(key);
            }
        }
        list
    };
    let numbers: Vec<usize> = document
        .sections
        .iter()
        .map(|section| {
            let list = rules_of(&section.rules, section.language);
            let next = interned.0.len();
            *interned.0.entry(list).or_insert(next)
        })
        .collect();
    if document.dialect.name_test().is_by_containment() {
        let labels = |section: &super::document::Section<'_>| {
            gathered(section.labels().map(<[u8]>::to_ascii_lowercase))
        };
        let groups = document.sections.iter().zip(&numbers);
        return Skeleton::Groups(
            groups
                .map(|(section, number)| (labels(section), *number))
                .collect(),
        );
    }
    let empty = interned.0.get(&Vec::new()).copied();
    let names = groups_by_name(document, &[]).into_iter().map(|(name, groups)| {
        let mut own: Vec<usize> = Vec::new();
        let mut seen = BTreeSet::new();
        for group in groups {
            // Groups without rules, and groups that say the same, add nothing to others.
            if Some(numbers[group]) != empty && seen.insert(numbers[group]) {
                own.push(numbers[group]);
            }
        }
        (name, own)
    });
    Skeleton::Names(names.collect())
}
