//! Findings as a page: the file with findings at their lines, and corrections as patches.

use std::collections::BTreeMap;

use robots_exclusion::agents::Purpose;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::lint::{
    Diagnostic, Edit, FindingSummary, Outcome, Severity, outcome_lines, summarize,
};

use super::LintedFile;
use super::human::Summary;
use crate::failure::Failure;
use crate::lines::is_line_end;
use crate::output::Output;
use crate::report::page::sections::{Section, Sections};
use crate::report::page::{self, Markup};
use crate::report::{Piece, Tone};
use crate::shown::count;
use crate::snippet::Source;

/// Lines without findings are shown up to this far from one; the rest is folded.
const CONTEXT: usize = 3;
/// How many lines of a folded part are on the page at most.
const FOLDED: usize = 100;
/// How many findings of a file are on the page, the worst: 500 KiB may have tens of thousands, too
/// many to scroll through.
const MAX_NOTES: usize = 5_000;
/// How many errors and warnings are listed before the lines of a file.
const LISTED: usize = 20;

/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    /// The files that shut out most come first, and then the files with the worst findings.
    sections: Sections<(u8, Counts)>,
    dialect: Option<Dialect>,
}

/// Errors, warnings, infos.
type Counts = [u64; 3];

/// The crawlers that the file shuts out according to an outcome, with a number that grows with how
/// bad this is.
fn shut_out(outcome: &Outcome) -> (u8, &'static str) {
    match outcome.purpose() {
        _ if !outcome.is_closed() => (0, ""),
        None => (2, "blocks everyone"),
        Some(Purpose::Search) => (1, "blocks a search engine"),
        // Shutting out these crawlers is usually deliberate, so it ranks like blocking no crawler.
        Some(_) => (0, "blocks AI crawlers"),
    }
}

impl Page {
    /// Adds a file.
    pub(super) fn add(&mut self, report: &LintedFile, dialect: Dialect) {
        let outcomes = &report.outcomes;
        self.dialect = Some(dialect);
        let mut summary = Summary::default();
        summary.add(&report.found, outcomes);
        let counts = summary.counts();
        let (rank, whom) = outcomes.iter().map(shut_out).max().unwrap_or_default();
        let mut content = Markup::default();
        content.labels(labels(&summary));
        let lines = outcome_lines(outcomes).into_iter();
        content.points(lines.map(|line| vec![Piece::Prose(line)]));
        if !report.found.is_empty() {
            let robots = RobotsTxt::options().dialect(dialect).parse(&report.file.body);
            file(&mut content, &robots, &report.found, self.sections.files() + 1);
        }
        let mut cells = vec![whom.into()];
        cells.extend(counts.map(|count| count.to_string().into()));
        let section = Section {
            name: report.file.name.clone(),
            is_listed: counts != Counts::default() || !whom.is_empty(),
            cells,
        };
        self.sections.add((rank, counts), section, content);
    }

    /// Prints the whole page, with the summary of all files.
    pub(super) fn finish(self, output: &mut Output, summary: &Summary) -> Result<(), Failure> {
        const HEADING: &str = "robots.txt report";
        let (files, without) = summary.files();
        let about = match files {
            1 => "1 file".to_owned(),
            files => format!("{files} files, {without} without findings"),
        };
        let mut head = Markup::default();
        head.heading(HEADING, &[about.into()], self.dialect);
        if files > 1 {
            head.labels(labels(summary));
        }
        let (list, body) = self.sections.finish(&["Outcome", "Errors", "Warnings", "Infos"]);
        let remark = "`robots lint --explain CODE` says more about a code.";
        page::print(output, HEADING, &[&head, &list, &body], Some(remark))
    }
}

/// How much was found, as labels.
fn labels(summary: &Summary) -> Vec<(Tone, String)> {
    let labels = summary.in_words(("info", "info"));
    if labels.is_empty() && summary.closes() {
        return Vec::new();
    }
    if labels.is_empty() {
        return vec![(Tone::Good, "nothing found".to_owned())];
    }
    labels
}

/// The lines of a file with the findings below theirs. Before them, errors and warnings with links,
/// the worst first, where the lines do not have them in this order.
fn file(content: &mut Markup, robots: &RobotsTxt<'_>, found: &[Diagnostic], number: u64) {
    let source = Source::new(robots);
    let lines: Vec<&str> = source.text().lines().collect();
    let mut by_line: BTreeMap<usize, Vec<FindingSummary<'_>>> = BTreeMap::new();
    let mut summaries = summarize(found);
    let left_out = summaries.len().saturating_sub(MAX_NOTES);
    summaries.truncate(MAX_NOTES);
    let is_in_order = summaries.is_sorted_by_key(|one| one.finding().line());
    let mut worst = Vec::new();
    for (index, summary) in summaries.into_iter().enumerate() {
        let finding = summary.finding();
        let line = (finding.line() as usize).clamp(1, lines.len().max(1));
        let same_line = by_line.entry(line).or_default();
        if !is_in_order && finding.severity() > Severity::Info && index < LISTED {
            worst.push(vec![
                Piece::Label(finding.severity().into(), finding.severity().to_string()),
                " ".into(),
                Piece::Prose(summary.message().to_owned()),
                ", ".into(),
                Piece::Link {
                    to: note_name(number, line, same_line.len()),
                    text: format!("line {line}"),
                },
            ]);
        }
        same_line.push(summary);
    }
    content.points(worst);
    // The lines that have a finding, including lines that are not shown again.
    let mut severities: BTreeMap<usize, Severity> = BTreeMap::new();
    for finding in found {
        let severity = severities.entry(finding.line() as usize);
        let severity = severity.or_insert(Severity::Info);
        *severity = finding.severity().max(*severity);
    }
    let is_near = |line: usize| {
        let mut near = by_line.range(line.saturating_sub(CONTEXT)..=line + CONTEXT);
        near.next().is_some()
    };
    let add = |shown: &mut Markup, line: usize| {
        let tone = severities.get(&line).map(|severity| Tone::from(*severity));
        shown.line(&line.to_string(), lines[line - 1], tone);
    };
    let numbers: Vec<usize> = (1..=lines.len()).collect();
    content.lines(|shown| {
        for part in numbers.chunk_by(|line, next| is_near(*line) == is_near(*next)) {
            let (first, last) = (part[0], part[part.len() - 1]);
            if is_near(first) {
                for line in part {
                    add(shown, *line);
                    for (index, summary) in by_line.get(line).into_iter().flatten().enumerate() {
                        note(shown, robots, summary, &note_name(number, *line, index));
                    }
                }
                continue;
            }
            let name = if first == last {
                format!("line {first}")
            } else {
                format!("lines {first}\u{2013}{last}")
            };
            shown.folded(&name, |shown| {
                part.iter().take(FOLDED).for_each(|line| add(shown, *line));
                let more = part.len().saturating_sub(FOLDED);
                if more > 0 {
                    shown.remark(&[format!("{more} more lines without findings of their own").into()]);
                }
            });
        }
    });
    if left_out > 0 {
        let left_out = count(left_out as u64, "more finding is", "more findings are");
        content.remark(&[format!("{left_out} not shown; the other formats have all of them.").into()]);
    }
}

/// Where the finding of this number on a line of a file is on the page.
fn note_name(file: u64, line: usize, index: usize) -> String {
    format!("finding-{file}-{line}-{index}")
}

/// A finding with its help and its correction.
fn note(shown: &mut Markup, robots: &RobotsTxt<'_>, summary: &FindingSummary<'_>, name: &str) {
    let finding = summary.finding();
    let (severity, code) = (finding.severity(), finding.code());
    shown.note(severity.into(), Some(name), |note| {
        note.paragraph(&[
            Piece::Label(severity.into(), format!("{severity} {code} {}", code.name())),
            " ".into(),
            Piece::Prose(summary.message().to_owned()),
        ]);
        note.paragraph(&[Piece::Prose(summary.help().to_owned())]);
        for related in finding.related() {
            let line = format!("Line {}: ", related.line());
            note.remark(&[line.into(), Piece::Prose(related.message().to_owned())]);
        }
        if let Some(also) = summary.note() {
            note.remark(&[also.into()]);
        }
        let suggestions = finding.suggestions();
        for edit in finding.correction().into_iter().chain(suggestions) {
            let Some((before, after)) = patch(robots.body(), edit) else {
                continue;
            };
            let what = match suggestions {
                [] => "Correction, which `--fix` makes:",
                [_] => "Suggestion:",
                _ => "One of the suggestions:",
            };
            note.remark(&[Piece::Prose(what.to_owned())]);
            note.patch(&before, &after);
        }
    });
}

/// The lines that an edit changes, before and after.
fn patch(body: &[u8], edit: &Edit) -> Option<(Vec<String>, Vec<String>)> {
    const MAX: usize = 2_000;
    let (start, end) = (edit.span().start as usize, edit.span().end as usize);
    // Lines are not read beyond what can be shown: a long line may have thousands of findings.
    let (first, last) = (start.saturating_sub(MAX + 1), body.len().min(end + MAX + 1));
    let line_end = body[first..start].iter().rposition(is_line_end);
    let from = line_end.map_or(first, |at| first + at + 1);
    let line_end = body[end..last].iter().position(is_line_end);
    let to = line_end.map_or(last, |at| end + at);
    let before = &body[from..to];
    let after = [&body[from..start], edit.text(), &body[end..to]].concat();
    if before.len() > MAX || after.len() > MAX {
        return None;
    }
    let lines = |part: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(part)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        text.lines().map(str::to_owned).collect()
    };
    let (mut before, mut after) = (lines(before), lines(&after));
    // A removed line takes its line end along, so the next line is touched but stays.
    while before.last().is_some_and(|line| Some(line) == after.last()) {
        before.pop();
        after.pop();
    }
    Some((before, after))
}
