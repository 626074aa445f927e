//! No correction removes a refusal, which is a Disallow or the name of a crawler that it applies
//! to, unless that is proved to change no verdict, or another line says the same.
//!
//! A line that has no effect may be removed where that is proved for every crawler. Where it is
//! proved in one dialect only, the line may refuse something to the crawlers of another, and stays.

use super::document::Document;
use super::{Code, Diagnostic};
use robots_exclusion::Dialect;
use robots_exclusion::syntax::Lines;
use robots_exclusion::syntax::{Directive, DirectiveKind};

/// What to do about a line that has no effect for some crawlers, and may have one for others.
const HELP: &str = "keep it: it may have an effect for crawlers that use another dialect";

/// The same if the work allowed was spent before this was known.
const UNDECIDED: &str =
    "keep it: it is undecided whether it has an effect in other dialects: work limit reached";

/// Takes back the corrections that remove a refusal and are not proved to change no verdict.
/// `is_spent` says that no more could be proved.
pub(super) fn keep(document: &Document<'_>, found: &mut [Diagnostic], is_spent: bool) {
    for finding in found {
        if is_said_twice(document, finding) {
            continue;
        }
        let removes = finding.correction.as_ref().is_some_and(|correction| {
            let replaced = &document.body[correction.span.range()];
            // A correction of a part of a line keeps the line, so it is not looked at: there may be
            // thousands on one line.
            let is_of_lines = correction.text.is_empty() && is_at_line(document, correction.span.start)
                || replaced.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
            if !is_of_lines || correction.changes_no_verdict {
                return false;
            }
            let index = |offset: u32| document.lines_until(offset).saturating_sub(1);
            let last = index(correction.span.end.max(correction.span.start + 1) - 1);
            let lines = document.lines_span(index(correction.span.start), last, true);
            let after = [
                &document.body[lines.start as usize..correction.span.start as usize],
                &correction.text,
                &document.body[correction.span.end as usize..lines.end as usize],
            ]
            .concat();
            refusals(&after, &document.dialect) < refusals(&document.body[lines.range()], &document.dialect)
        });
        if removes {
            finding.correction = None;
            // Of two rules that contradict each other, a person knows which is meant, so the help,
            // which names both, stays.
            if finding.code != Code::Contradiction {
                finding.help = if is_spent { UNDECIDED } else { HELP }.into();
            }
        }
    }
}

/// Whether another line says the same in every dialect, so that this one may go. Whether the other
/// one may go too is a question of its own.
fn is_said_twice(document: &Document<'_>, finding: &Diagnostic) -> bool {
    let value = |offset: u32| {
        let line = document.lines_until(offset).checked_sub(1)?;
        Some(document.entry(line).directive?.value())
    };
    match finding.code {
        Code::RepeatedName => true,
        Code::DuplicateRule => {
            let mut others = finding.related.iter().map(|related| related.span.start);
            others.any(|other| value(other) == value(finding.span.start))
        }
        _ => false,
    }
}

/// Whether a line begins at an offset.
fn is_at_line(document: &Document<'_>, offset: u32) -> bool {
    let line = document.lines_until(offset).checked_sub(1);
    line.is_some_and(|line| document.entry(line).line.span().start == offset)
}

/// The number of lines that refuse something, or say whom something is refused.
fn refusals(lines: &[u8], dialect: &Dialect) -> usize {
    let directives = Lines::new(lines, *dialect).filter_map(|line| Directive::of(&line, dialect));
    let refuses = |directive: &Directive<'_>| {
        let kind = directive.kind();
        matches!(kind, DirectiveKind::Disallow | DirectiveKind::UserAgent) && !directive.value().is_empty()
    };
    directives.filter(refuses).count()
}
