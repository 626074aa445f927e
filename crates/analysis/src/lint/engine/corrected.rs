//! Whether a rule without effect has one once a mistake is corrected.
//!
//! A mistake that touches a group is only to be corrected before a rule of the group is removed if the
//! rule has an effect then. So each correction that is offered for the mistake is tried: the file with it
//! is checked for rules without effect, and the rule is looked for among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::Budget;
use crate::lint::engine::document::Document;
use crate::lint::engine::findings::Findings;
use crate::lint::engine::marks::Marks;
use crate::lint::engine::mistakes::Mistakes;
use crate::lint::engine::readings::Readings;
use crate::lint::{Code, Edit, LintOptions, fixes};
use robots_exclusion::syntax::Span;

/// The findings of a rule without effect.
const CODES: [Code; 6] = [
    Code::EmptyRule,
    Code::DuplicateRule,
    Code::UnreachableRule,
    Code::RedundantRule,
    Code::FailedException,
    Code::Contradiction,
];

/// How many bytes the corrected files that are checked have together: enough for many mistakes of an
/// ordinary file, and none of a longer one.
const MAX_BYTES: usize = 125_000;

/// The corrections of mistakes that were tried.
#[derive(Debug)]
pub(in crate::lint) struct Corrected {
    /// By the index of the line with the mistake, the lines that have no effect whichever correction is
    /// made. `None` if there is no correction to try, or no steps to try it.
    known: BTreeMap<usize, Option<BTreeSet<usize>>>,
    /// How many bytes of corrected files may still be checked.
    bytes_left: usize,
}

impl Default for Corrected {
    fn default() -> Self {
        Self {
            known: BTreeMap::new(),
            bytes_left: MAX_BYTES,
        }
    }
}

impl Corrected {
    /// For a file that is itself a trial: no correction is tried in it.
    fn none() -> Self {
        Self {
            bytes_left: 0,
            ..Self::default()
        }
    }

    /// Whether the rule in a line has no effect either once the mistake in another line is corrected,
    /// in each of the ways that are offered. False if that is not known, as in files of more than
    /// [`MAX_BYTES`].
    pub(in crate::lint) fn is_needless(
        &mut self,
        line: usize,
        mistake: usize,
        mistakes: Mistakes,
        findings: &Findings<'_, '_>,
        budget: &mut Budget,
    ) -> bool {
        let bytes_left = &mut self.bytes_left;
        let lines = self.known.entry(mistake).or_insert_with(|| {
            let document = findings.document();
            if *bytes_left < document.body.len() {
                return None;
            }
            let edits = match mistakes.is_closing(mistake) {
                true => vec![Edit {
                    span: document.lines_span(mistake, mistake, true),
                    text: Vec::new(),
                }],
                false => corrections(findings, mistake),
            };
            let mut needless: Option<BTreeSet<usize>> = None;
            for edit in &edits {
                *bytes_left = bytes_left.checked_sub(document.body.len())?;
                let own = needless_after(document, edit, budget);
                needless = Some(match needless {
                    Some(lines) => lines.intersection(&own).copied().collect(),
                    None => own,
                });
            }
            needless
        });
        lines.as_ref().is_some_and(|lines| lines.contains(&line))
    }
}

/// The corrections that the findings at a line offer. Two groups that run together have none that is
/// offered; they are divided by a rule between them.
fn corrections(findings: &Findings<'_, '_>, line: usize) -> Vec<Edit> {
    let document = findings.document();
    let mut edits: Vec<Edit> = findings.changes_at(line).cloned().collect();
    let is_fused = |(code, span): (Code, Span)| {
        code == Code::FusedGroups && document.position(span.start).line as usize == line + 1
    };
    if edits.is_empty() && findings.places().any(is_fused) {
        let start = document.entry(line).line.span().start;
        edits.push(Edit {
            span: Span { start, end: start },
            text: [b"Disallow:", document.line_end().as_bytes()].concat(),
        });
    }
    edits
}

/// The lines, by their index in the file before it, that have no effect after an edit.
fn needless_after(document: &Document<'_>, edit: &Edit, budget: &mut Budget) -> BTreeSet<usize> {
    let body = fixes::apply(document.body, core::iter::once(edit));
    let mut options = LintOptions::new().dialect(document.dialect);
    for code in Code::ALL.iter().filter(|code| !CODES.contains(code)) {
        options = options.disable(*code);
    }
    let readings = Readings::new(&body, Some(document.dialect));
    let after = readings.file();
    let mut marks = Marks::new(after);
    marks.corrected = Corrected::none();
    let found = options.find_with(after, &readings, marks, budget);
    // The lines above the one where the edit begins keep their numbers, and those from there on that the
    // edit leaves are as many from the end.
    let (before, end) = (document.line_count(), document.lines_until(edit.span.end));
    let start = document.lines_until(edit.span.start);
    let lines = found.iter().map(|finding| finding.line() as usize - 1);
    lines
        .filter_map(|line| match line + 1 < start {
            true => Some(line),
            false => (line + before)
                .checked_sub(after.line_count())
                .filter(|line| *line + 1 >= end),
        })
        .collect()
}
