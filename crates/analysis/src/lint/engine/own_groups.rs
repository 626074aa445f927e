//! Groups that only name crawlers of another dialect.
//!
//! A group is judged in the dialect of the crawlers that it names: what RFC 9309 makes of a group for
//! SeznamBot alone concerns nobody. So the file is checked in that dialect too, and the findings in
//! these groups are taken from there.

use core::ops::RangeInclusive;
use std::collections::BTreeMap;

use crate::lint::engine::document::{Document, Section};
use crate::lint::engine::meant;
use crate::lint::engine::readings::Readings;
use crate::lint::engine::search_engines::crawler_of;
use crate::lint::{Code, Diagnostic};
use robots_exclusion::Dialect;
use robots_exclusion::agents;
use robots_exclusion::companions::sort_by_key;

/// Puts the findings of each dialect in place of those in the groups of its crawlers. Returns whether
/// there is any such group.
pub(in crate::lint) fn judge<'b>(
    readings: &Readings<'b>,
    found: &mut Vec<Diagnostic>,
    mut find: impl FnMut(&Document<'b>) -> Vec<Diagnostic>,
) -> bool {
    let mut is_merged = false;
    let file = readings.file();
    for dialect in readings
        .others()
        .filter(|dialect| groups_otherwise(dialect, &file.dialect))
    {
        // Most files name none of its crawlers, and need not be read in it.
        // Names that other dialects add to its groups do not hide them.
        let mut labels = file.sections.iter().flat_map(Section::labels);
        if !labels.any(|label| reads_in(label, dialect)) {
            continue;
        }
        let Some(document) = readings.in_dialect(dialect) else {
            continue;
        };
        let own = own_lines(document);
        if own.is_empty() {
            continue;
        }
        // Of each group of the file, once: a group may have thousands of names and of findings.
        let are_of: Vec<bool> = file
            .sections
            .iter()
            .map(|section| is_of(section, dialect))
            .collect();
        is_merged = true;
        let living = agents::ALL.iter().filter(|agent| !agent.is_former());
        let readers = meant::operators(living.filter(|agent| agent.dialect() == *dialect), "");
        let is_own = |finding: &Diagnostic| {
            let line = finding.line() as usize - 1;
            let after = own.partition_point(|lines| *lines.start() <= line);
            // Who reads a key is no matter of dialects, and said once of a file.
            finding.code() != Code::NicheKey && after > 0 && own[after - 1].contains(&line)
        };
        let others: Vec<Diagnostic> = find(document).into_iter().filter(is_own).collect();
        let key = |finding: &Diagnostic| (finding.code(), finding.span().start, finding.span().end);
        // The places of findings with the same code and text, the first place last.
        let mut places: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (place, other) in others.iter().enumerate().rev() {
            places.entry(key(other)).or_default().push(place);
        }
        let mut others: Vec<Option<Diagnostic>> = others.into_iter().map(Some).collect();
        found.retain_mut(|finding| {
            if !is_own(finding) {
                return true;
            }
            let same = places.get_mut(&key(finding));
            let other = same.and_then(|same| others[same.pop()?].take());
            // To others the line is in a group with names of theirs.
            let is_shared = file
                .section_at(finding.line() as usize - 1)
                .is_some_and(|number| !are_of[number]);
            let other = match other {
                _ if is_shared => return true,
                None => return false,
                Some(other) => other,
            };
            // What is said is what this dialect makes of the line. A change is kept as it is if both agree
            // on it: whether it is a correction is decided for all dialects.
            let agree = finding.correction == other.correction && finding.suggestions == other.suggestions;
            let changes = (
                finding.correction.take(),
                core::mem::take(&mut finding.suggestions),
                finding.is_proved,
            );
            let is_said_otherwise = finding.message != other.message;
            *finding = other;
            if is_said_otherwise {
                name_readers(finding, &readers);
            }
            match agree {
                true => (finding.correction, finding.suggestions, finding.is_proved) = changes,
                false => leave_to_a_person(finding),
            }
            true
        });
        let mut others: Vec<Diagnostic> = others.into_iter().flatten().collect();
        for other in &mut others {
            leave_to_a_person(other);
            name_readers(other, &readers);
        }
        found.append(&mut others);
    }
    if is_merged {
        sort_by_key(found, |found| (found.span.start, found.code, found.span.end));
    }
    is_merged
}

/// Says in whose reading a finding is true that is not true of the file as others read it.
fn name_readers(finding: &mut Diagnostic, readers: &str) {
    if !readers.is_empty() && !finding.message.contains(readers) {
        finding.message.insert_str(0, &format!("for {readers}, "));
    }
}

/// A correction was proved in a run of the checks of which the other findings are not used.
fn leave_to_a_person(finding: &mut Diagnostic) {
    finding.is_proved = false;
    finding.suggestions.extend(finding.correction.take());
}

/// Whether a dialect makes other groups or other patterns of the same lines than another: it does more
/// than to accept lines that the other ignores.
fn groups_otherwise(dialect: &Dialect, other: &Dialect) -> bool {
    let what = |dialect: &Dialect| {
        (
            dialect.group_end,
            dialect.group_choice,
            dialect.rule_choice,
            dialect.pattern_language,
            dialect.robot_version,
        )
    };
    what(dialect) != what(other)
}

/// Whether a group names crawlers, and only ones that read in a dialect.
fn is_of(section: &Section<'_>, dialect: &Dialect) -> bool {
    !section.names.is_empty() && section.labels().all(|label| reads_in(label, dialect))
}

/// Whether a name is that of a crawler that reads in a dialect.
fn reads_in(label: &[u8], dialect: &Dialect) -> bool {
    crawler_of(label).is_some_and(|agent| !agent.is_former() && agent.dialect() == *dialect)
}

/// The lines of the groups that only name crawlers of the dialect of a document, by index: each from its
/// first line to the last one before the next group.
fn own_lines(document: &Document<'_>) -> Vec<RangeInclusive<usize>> {
    let sections = document.sections.iter().enumerate();
    let own = sections.filter(|(_, section)| is_of(section, &document.dialect));
    let lines = own.map(|(number, section)| {
        let next = document.sections.get(number + 1);
        let end = next.map_or(document.line_count(), |next| next.first);
        section.first..=end.max(section.first + 1) - 1
    });
    lines.collect()
}
