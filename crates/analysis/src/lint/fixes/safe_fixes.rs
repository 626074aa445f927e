//! Finds the changes that may be made without asking because, made together, they change no
//! verdict. Only these become corrections; the rest are suggestions.
//!
//! The effect of corrections of rules is proved by [`redundancy`](crate::lint::rules::redundancy). Many other
//! corrections should leave every rule as it is, only written differently. This is not assumed, but
//! checked: all corrections are made, and the rules of the result are compared with the expected
//! rules. That also shows whether a correction affects other groups than it should.
//!
//! [`decide`](crate::decide) would not suffice for that: it compares two lists of rules, and takes
//! many steps for each, but does not know which crawlers read which list, and this is exactly what
//! corrections of names and blank lines change. Here every crawler must have the same rules in both
//! files, which is checked by reading both ([`have_rules_alike`]), even if there are too many rules
//! to decide about.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::Budget;
use crate::lint::engine::document::Document;
use crate::lint::engine::readings::Readings;
use crate::lint::fixes;
use crate::lint::rules::redundancy::{Confirmed, unconfirmed};
use crate::lint::{Code, Diagnostic, Edit, STEPS_EACH};
use crate::reading::have_rules_alike;
use robots_exclusion::Dialect;
use robots_exclusion::RobotsTxt;
use robots_exclusion::agents;
use robots_exclusion::companions::gathered;
use robots_exclusion::companions::is_empty_rule;
use robots_exclusion::syntax::{Directive, DirectiveKind, Lines};

/// The maximum number of proofs. After each one, the corrections for which it failed are left out.
/// If the last one fails for some, no correction is called proved.
const PASSES: usize = 4;

/// The help for a rule that has no effect in the dialect that was asked for, and may have one in
/// another.
const HELP: &str = "keep it: it may have an effect for crawlers that use another dialect";

/// The same if the work allowed was spent before this was known.
const UNDECIDED: &str =
    "keep it: it is undecided whether it has an effect in other dialects: work limit reached";

/// Keeps corrections that are safe in all `dialects`, the first of which is the dialect of the file;
/// the rest become suggestions. A rule that has no effect in one dialect, and may have one in another,
/// should stay, so there is nothing to say about it, unless the first dialect was asked for, or the group
/// only names crawlers that do not read in the other one. A change that a check has proved, but leaves to a person, is proved in the
/// other dialects in the same way, and then is a suggestion. The findings are in the order of their
/// places. `is_merged` says that they are not all from one run of the checks, so that what these
/// have proved together is to be proved again.
pub(in crate::lint) fn decide<'b>(
    readings: &Readings<'b>,
    dialects: impl FnOnce() -> Vec<Dialect>,
    found: &mut Vec<Diagnostic>,
    is_merged: bool,
    budget: &mut Budget,
) {
    let document = readings.file();
    let mut asked: BTreeSet<usize> = BTreeSet::new();
    for (at, finding) in found.iter_mut().enumerate() {
        if finding.is_proved
            && finding.correction.is_none()
            && let [_] = finding.suggestions[..]
        {
            finding.correction = finding.suggestions.pop();
            asked.insert(at);
        }
    }
    let is_candidate = |finding: &Diagnostic| finding.correction.is_some();
    // Corrections of rules are proved as a whole. If any of them is left out because it overlaps
    // with another, the proof is not about the rest, so no correction is called proved.
    let proved: Vec<usize> = (0..found.len()).filter(|&at| is_proved(&found[at])).collect();
    let others = (0..found.len()).filter(|&at| is_candidate(&found[at]) && !is_proved(&found[at]));
    let mut chosen = fixes::without_overlaps(found, proved.iter().copied().chain(others));
    if proved.iter().any(|at| chosen.binary_search(at).is_err()) {
        chosen.clear();
    }
    let dialects = if chosen.is_empty() { Vec::new() } else { dialects() };
    within_limit(document, &dialects, found, &mut chosen);
    // If only a part of the changes that were proved together is left, that part has to be proved
    // again. Some of it may only be made by a person.
    let is_held = |finding: &Diagnostic| finding.is_proved && finding.correction.is_none();
    let is_part =
        is_merged || found.iter().any(is_held) || proved.iter().any(|at| chosen.binary_search(at).is_err());
    let others = || dialects.iter().skip(1);
    let unknown = others().filter(|dialect| readings.in_dialect(dialect).is_none());
    let read: Vec<Document<'b>> = unknown
        .map(|dialect| Document::read(document.body, *dialect))
        .collect();
    let own = |dialect: &Dialect| read.iter().find(|document| document.dialect == *dialect);
    let documents: Vec<&Document<'b>> = others()
        .filter_map(|dialect| readings.in_dialect(dialect).or_else(|| own(dialect)))
        .collect();
    let mut proof = Proof {
        document,
        documents: &documents,
        asked: &asked,
        confirmed: Confirmed::new(),
        failed: BTreeMap::new(),
        budget,
    };
    proof.keep_proved(found, &mut chosen, is_part);
    let (failed, is_spent) = (proof.failed, proof.budget.remaining() == 0);
    let is_of_others = |at: usize, finding: &Diagnostic| {
        let proved = failed.get(&at).map_or(&[][..], |count| &dialects[..*count]);
        names_readers_alone(document, edited_line(document, finding), proved)
    };
    let (offered, made): (Vec<usize>, Vec<usize>) = chosen.into_iter().partition(|at| asked.contains(at));
    let mut at = 0;
    found.retain_mut(|finding| {
        let number = at;
        at += 1;
        if made.binary_search(&number).is_ok() {
            return true;
        }
        let keeps_rule = is_proved(finding)
            && edit(finding) == RuleEdit::Remove
            && offered.binary_search(&number).is_err()
            && !is_of_others(number, finding);
        let change = finding.correction.take();
        if keeps_rule {
            finding.help = if is_spent { UNDECIDED } else { HELP }.into();
        } else {
            finding.suggestions.extend(change);
        }
        // The rule has an effect in another dialect, and there is nothing to do. What was not
        // decided stays.
        let is_needed = !is_spent && failed.get(&number).is_some_and(|count| *count > 0);
        !(keeps_rule && is_needed && readings.chosen().is_none())
    });
}

/// Whether the group of a line names crawlers, and only ones that read in these dialects.
fn names_readers_alone(document: &Document<'_>, line: usize, dialects: &[Dialect]) -> bool {
    let Some(number) = document.section_at(line) else {
        return false;
    };
    let reads = |label: &[u8]| {
        let agent = core::str::from_utf8(label).ok().and_then(agents::by_token);
        agent.is_some_and(|agent| dialects.contains(&agent.dialect()))
    };
    let section = &document.sections[number];
    !section.names.is_empty() && section.labels().all(reads)
}

/// The file that the proof is about, as it is read in each dialect.
struct Proof<'p, 'b> {
    document: &'p Document<'b>,
    /// The file in the other dialects.
    documents: &'p [&'p Document<'b>],
    /// Findings whose changes are left to a person, who makes them one at a time.
    asked: &'p BTreeSet<usize>,
    confirmed: Confirmed,
    /// For each finding whose change was left out: how many of the dialects, from the first on, it
    /// was proved in before.
    failed: BTreeMap<usize, usize>,
    budget: &'p mut Budget,
}

impl Proof<'_, '_> {
    /// Keeps the changes of `chosen` that change no verdict in any of the dialects. `is_part` says
    /// that they are only a part of the changes that were proved together in the dialect of the
    /// document.
    fn keep_proved(&mut self, found: &[Diagnostic], chosen: &mut Vec<usize>, is_part: bool) {
        // Changes that are left to a person are not part of the changes that are made.
        let mut is_part = is_part || chosen.iter().any(|at| self.asked.contains(at));
        for pass in 0.. {
            if pass == PASSES {
                self.failed.extend(chosen.iter().map(|at| (*at, 0)));
                chosen.clear();
            }
            let count = chosen.len();
            for (number, document) in core::iter::once(self.document)
                .chain(self.documents.iter().copied())
                .enumerate()
            {
                let before = chosen.clone();
                chosen.retain(|&at| is_read_alike(self.document, document, &found[at]));
                if number > 0 || is_part {
                    self.retain_confirmed(document, found, chosen, number == 0);
                }
                // Corrections are tried alone in the first pass only, since that does not depend on
                // what else is chosen.
                same_rules(document, found, chosen, pass == 0, self.budget);
                for at in before {
                    if chosen.binary_search(&at).is_err() {
                        self.failed.entry(at).or_insert(number);
                    }
                }
            }
            if chosen.len() == count {
                return;
            }
            is_part = true;
        }
    }

    /// Keeps the changes that are proved in the dialect of a document. If this is the dialect of
    /// the file, changes that are left to a person are proved already.
    fn retain_confirmed(
        &mut self,
        document: &Document<'_>,
        found: &[Diagnostic],
        chosen: &mut Vec<usize>,
        is_own: bool,
    ) {
        let is_open = |at: &&usize| !(is_own && self.asked.contains(at));
        let edits = edits(document, chosen.iter().filter(is_open).map(|&at| &found[at]));
        let lines_asked = self.asked.iter().filter(|at| chosen.binary_search(at).is_ok());
        let alone: BTreeSet<usize> = lines_asked.map(|at| edited_line(document, &found[*at])).collect();
        let lost = unconfirmed(document, &edits, &alone, &mut self.confirmed, self.budget);
        chosen.retain(|&at| {
            let finding = &found[at];
            !is_proved(finding) || !lost.contains(&edited_line(document, finding))
        });
    }
}

/// Whether a check has proved, in the dialect of the file, that what it offers changes no verdict.
fn is_proved(finding: &Diagnostic) -> bool {
    finding.correction.is_some() && finding.is_proved
}

/// Whether another dialect reads the line that a correction shortens as the dialect of the file does,
/// before and after. A dialect that takes other text for the value makes another rule of what is left:
/// of `Disallow /:*`, where `Disallow` is the key to one and `Disallow /` to another.
fn is_read_alike(own: &Document<'_>, other: &Document<'_>, finding: &Diagnostic) -> bool {
    let Some(correction) = finding.correction.as_ref() else {
        return true;
    };
    if own.dialect == other.dialect || !finding.is_proved || edit(finding) != RuleEdit::Shorten {
        return true;
    }
    let index = edited_line(own, finding);
    let (Some(line), Some(in_other)) = (own.get_entry(index), other.get_entry(index)) else {
        return false;
    };
    let text = correction.lines(own.body).join("\n");
    let read = |dialect: &Dialect| -> Vec<(DirectiveKind, Vec<u8>)> {
        let lines = Lines::new(text.as_bytes(), *dialect);
        let directives = lines.filter_map(|line| Directive::of(&line, dialect));
        directives
            .map(|directive| (directive.kind(), directive.value().to_vec()))
            .collect()
    };
    let before = |directive: Option<Directive<'_>>| {
        directive.map(|directive| (directive.kind(), directive.value().to_vec()))
    };
    before(line.directive) == before(in_other.directive) && read(&own.dialect) == read(&other.dialect)
}

/// Crawlers read only the beginning of a long file. Leaves out corrections that could move a rule
/// across that limit, in either direction: in a file beyond the limit, corrections that change its
/// length; in a file that all corrections together might lengthen beyond the limit, corrections
/// that lengthen it.
fn within_limit(
    document: &Document<'_>,
    dialects: &[Dialect],
    found: &[Diagnostic],
    chosen: &mut Vec<usize>,
) {
    let limits = dialects
        .iter()
        .map(|dialect| dialect.fetch_policy.max_bytes as usize);
    let Some(limit) = limits.min() else { return };
    let growth = |at: usize| {
        let correction = found[at].correction.as_ref();
        correction.map_or(0, |own| own.text.len() as i64 - own.span.range().len() as i64)
    };
    let grown: i64 = chosen.iter().map(|&at| growth(at).max(0)).sum();
    if document.body.len() > limit {
        chosen.retain(|&at| growth(at) == 0);
    } else if document.body.len() as i64 + grown > limit as i64 {
        chosen.retain(|&at| growth(at) <= 0);
    }
}

/// Leaves out corrections after which the rules of a document are not the expected ones: the
/// present rules without the ones that are proved to do nothing. All corrections are made together;
/// if `alone`, corrections that may change groups are also tried as if each were the only one.
fn same_rules(
    document: &Document<'_>,
    found: &[Diagnostic],
    chosen: &mut Vec<usize>,
    alone: bool,
    budget: &mut Budget,
) {
    let options = RobotsTxt::options().dialect(document.dialect);
    let mut holds = |chosen: &[usize]| {
        let corrections = chosen.iter().filter_map(|&at| found[at].correction.as_ref());
        let after = fixes::apply(document.body, corrections);
        let proved: Vec<Edit> = chosen
            .iter()
            .filter_map(|&at| in_place(document, &found[at]))
            .collect();
        let expected = fixes::apply(document.body, proved.iter());
        let mut spend = |steps| {
            budget.spend(steps);
            budget.remaining() > 0
        };
        if !spend(reading(document)) {
            return false;
        }
        let (expected, after) = (options.parse(&expected[..]), options.parse(&after[..]));
        have_rules_alike(&expected, &after, &mut spend)
    };
    if chosen.is_empty() {
        return;
    }
    if !holds(chosen) {
        without_culprits(found, chosen, &mut holds);
    }
    if !alone {
        return;
    }
    for round in one_by_one(document, found, chosen) {
        let kept = fixes::largest(&round, &mut holds, &mut { fixes::MAX_TRIES });
        chosen.retain(|at| round.binary_search(at).is_err() || kept.binary_search(at).is_ok());
    }
}

/// The cost of making corrections and of reading and comparing the files before and after, in steps
/// of a [`Budget`]: about 50 nanoseconds a byte.
fn reading(document: &Document<'_>) -> u64 {
    const STEPS: u64 = 4;
    STEPS * document.body.len() as u64
}

/// Leaves out corrections that cannot be made together with the rest.
fn without_culprits(found: &[Diagnostic], chosen: &mut Vec<usize>, holds: &mut impl FnMut(&[usize]) -> bool) {
    // Corrections are tried by code, since usually the corrections of a single code are to blame.
    // The proved ones count as one code.
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
        let kept = fixes::largest(&own, holds, &mut { fixes::MAX_TRIES });
        chosen.retain(|at| code_of(at) != code || kept.binary_search(at).is_ok());
    }
    if !holds(chosen) {
        chosen.clear();
    }
}

/// Codes whose corrections decide to which group a line belongs.
const OF_GROUPS: [Code; 6] = [
    Code::ForgivenKey,
    Code::ForgivenColon,
    Code::StrayText,
    Code::BlankLineInGroup,
    Code::RepeatedName,
    Code::EmptyRule,
];

/// Corrections that decide about groups must also hold when made alone. To save questions they are
/// tried in sets, each of which has at most one correction between two consecutive rules that are
/// not empty. Which groups the lines between two rules form does not depend on corrections beyond
/// these rules, so in such a set each correction is tried as if it were alone. In `User-agent: *|//
/// x: y|User-agent: *|User-agent: b`, the second `*` is no repetition to Seznam unless the line
/// above it is made a comment.
///
/// The number of sets is limited by the steps of one question: a file of up to 7,812 bytes may have
/// 64 sets, and one of more than 250,000 bytes only one. Corrections that fit into no set are
/// removed from `chosen`, which is ascending, as the sets are.
fn one_by_one(document: &Document<'_>, found: &[Diagnostic], chosen: &mut Vec<usize>) -> Vec<Vec<usize>> {
    let max = (STEPS_EACH / reading(document).max(1)).clamp(1, 64) as usize;
    let rules = document.sections.iter().flat_map(|section| &section.rules);
    let rules = rules
        .chain(&document.orphans)
        .filter(|rule| !is_empty_rule(rule.value));
    let mut rules: Vec<usize> = rules.map(|rule| rule.entry).collect();
    rules.sort_unstable();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut rounds: Vec<Vec<usize>> = Vec::new();
    chosen.retain(|&at| {
        if !OF_GROUPS.contains(&found[at].code) {
            return true;
        }
        let line = edited_line(document, &found[at]);
        let count = counts
            .entry(rules.partition_point(|rule| *rule < line))
            .or_default();
        if *count == rounds.len() && *count < max {
            rounds.push(Vec::new());
        }
        let round = rounds.get_mut(*count);
        *count += 1;
        round.map(|round| round.push(at)).is_some()
    });
    // A set that is all of `chosen` was tried already.
    rounds.retain(|round| *round != *chosen);
    rounds
}

/// The effect of a proved correction on the rules of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::lint) enum RuleEdit {
    Remove,
    Shorten,
}

/// The correction that makes the *expected* file: it does to the rules what a proved correction
/// does, and certainly nothing else. A rule is not removed but replaced with an empty one, so that
/// every other line and all groups stay as they are.
fn in_place(document: &Document<'_>, finding: &Diagnostic) -> Option<Edit> {
    let correction = finding.correction.as_ref().filter(|_| finding.is_proved)?;
    Some(match edit(finding) {
        RuleEdit::Shorten => correction.clone(),
        RuleEdit::Remove => Edit {
            span: document.entry(edited_line(document, finding)).line.span(),
            text: b"Disallow:".to_vec(),
        },
    })
}

/// The effect of a proved correction.
fn edit(finding: &Diagnostic) -> RuleEdit {
    match finding.code {
        Code::TrailingStar => RuleEdit::Shorten,
        _ => RuleEdit::Remove,
    }
}

/// The effects of proved corrections, by the index of the line.
fn edits<'f>(
    document: &Document<'_>,
    findings: impl Iterator<Item = &'f Diagnostic>,
) -> BTreeMap<usize, RuleEdit> {
    let mut edits = BTreeMap::new();
    for finding in findings.filter(|finding| is_proved(finding)) {
        edits.insert(edited_line(document, finding), edit(finding));
    }
    edits
}

/// The index of the line that a correction changes.
fn edited_line(document: &Document<'_>, finding: &Diagnostic) -> usize {
    let span = finding
        .correction
        .as_ref()
        .map_or(finding.span, |correction| correction.span);
    document.position(span.start).line as usize - 1
}
