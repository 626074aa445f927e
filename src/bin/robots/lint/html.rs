//! Findings as a page: the file with findings at their lines, and corrections as patches.

use std::collections::BTreeMap;
use std::fmt::Write;

use robots_exclusion::agents::Purpose;
use robots_exclusion::decide::Access;
use robots_exclusion::lint::{Diagnostic, FindingSummary, Outcome, Severity, outcome_lines, summarize};
use robots_exclusion::{Dialect, RobotsTxt};

use super::Report;
use crate::failure::Failure;
use crate::lines::is_line_end;
use crate::output::Output;
use crate::report::html::{self, prose, text};
use crate::report::sections::{Section, Sections};
use crate::snippet::Source;

/// Lines without findings are shown up to this far from one; the rest is folded.
const CONTEXT: usize = 3;
/// How many lines of a folded part are on the page at most.
const FOLDED: usize = 100;
/// How many errors and warnings are listed before the lines of a file.
const LISTED: usize = 20;
/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    /// The worst are those that shut out most, and then those with the worst findings.
    sections: Sections<(Closes, Counts)>,
    files: u64,
    clean: u64,
    counts: Counts,
    dialect: Option<Dialect>,
}

/// Errors, warnings, infos.
type Counts = [u64; 3];

/// Whom a file shuts out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closes {
    NobodyOfThese,
    ModelOperator,
    SearchEngine,
    Everyone,
}

impl Closes {
    fn of(outcome: &Outcome) -> Self {
        match outcome.purpose() {
            _ if outcome.access() != Access::Closed => Self::NobodyOfThese,
            None => Self::Everyone,
            Some(Purpose::Search) => Self::SearchEngine,
            Some(_) => Self::ModelOperator,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::NobodyOfThese => "",
            Self::ModelOperator => "blocks AI crawlers",
            Self::SearchEngine => "blocks a search engine",
            Self::Everyone => "blocks everyone",
        }
    }
}

impl Page {
    /// Adds a file.
    pub(super) fn add(&mut self, report: &Report, outcomes: &[Outcome], dialect: Dialect) {
        self.files += 1;
        self.dialect = Some(dialect);
        if report.found.is_empty() {
            self.clean += 1;
        }
        let mut counts = Counts::default();
        for finding in &report.found {
            counts[place(finding.severity())] += 1;
        }
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum += count;
        }
        let closes = outcomes.iter().map(Closes::of).max();
        let mut html = String::new();
        tags(&mut html, counts);
        if !outcomes.is_empty() {
            html.push_str("<ul class=\"outcomes\">\n");
            for line in outcome_lines(outcomes) {
                // Writing to a string cannot fail.
                let _ = writeln!(html, "<li>{}</li>", prose(&line));
            }
            html.push_str("</ul>\n");
        }
        if !report.found.is_empty() {
            let robots = RobotsTxt::options().dialect(dialect).parse(&report.file.body);
            file(&mut html, &robots, &report.found, self.files);
        }
        let closes = closes.unwrap_or(Closes::NobodyOfThese);
        let [errors, warnings, infos] = counts;
        self.sections.add(Section {
            name: report.file.name.clone(),
            // What an author says of crawlers of AI models is seldom a mistake.
            weight: (closes.max(Closes::ModelOperator), counts),
            is_listed: counts != Counts::default() || closes != Closes::NobodyOfThese,
            cells: format!(
                "<td>{}</td><td>{errors}</td><td>{warnings}</td><td>{infos}</td>",
                closes.words()
            ),
            html: Some(html),
        });
    }

    /// Prints the whole page.
    pub(super) fn finish(self, output: Output) -> Result<(), Failure> {
        let files = match self.files {
            1 => "1 file".to_owned(),
            files => format!("{files} files, {} without findings", self.clean),
        };
        let mut head = format!("<h1>robots.txt report</h1>\n{}", html::made(&files, self.dialect));
        if self.files > 1 {
            tags(&mut head, self.counts);
        }
        let (list, body) = self.sections.finish(&["Outcome", "Errors", "Warnings", "Infos"]);
        let foot = format!(
            "<footer class=\"soft\">Made with robots {}. <code>robots lint --explain CODE</code> says more about a code.</footer>\n",
            env!("CARGO_PKG_VERSION")
        );
        html::print(output, "robots.txt report", &[&head, &list, &body, &foot])
    }
}

fn place(severity: Severity) -> usize {
    match severity {
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Info => 2,
    }
}

/// How much was found, as labels.
fn tags(html: &mut String, counts: [u64; 3]) {
    html.push_str("<ul class=\"counts\">");
    for (count, name) in counts.into_iter().zip(["error", "warning", "info"]) {
        if count > 0 {
            let s = if count == 1 || name == "info" { "" } else { "s" };
            let _ = write!(html, "<li class=\"tag {name}\">{count} {name}{s}</li>");
        }
    }
    if counts == [0; 3] {
        html.push_str("<li class=\"tag good\">nothing found</li>");
    }
    html.push_str("</ul>\n");
}

/// The lines of a file with the findings below theirs. Before them, errors and warnings with links,
/// the worst first, where the lines do not have them in this order.
fn file(html: &mut String, robots: &RobotsTxt<'_>, found: &[Diagnostic], number: u64) {
    let source = Source::new(robots);
    let lines: Vec<&str> = source.text().lines().collect();
    let mut by_line: BTreeMap<usize, Vec<FindingSummary<'_>>> = BTreeMap::new();
    let summaries = summarize(found);
    let is_worst_first = summaries.is_sorted_by_key(|one| one.finding().line());
    let mut worst = String::new();
    for (index, summary) in summaries.into_iter().enumerate() {
        let finding = summary.finding();
        let line = (finding.line() as usize).clamp(1, lines.len().max(1));
        let same_line = by_line.entry(line).or_default();
        if !is_worst_first && finding.severity() > Severity::Info && index < LISTED {
            let id = note_id(number, line, same_line.len());
            // Writing to a string cannot fail.
            let _ = writeln!(
                worst,
                "<li>{} {}, <a href=\"#{id}\">line {line}</a></li>",
                tag(finding.severity()),
                prose(summary.message()),
            );
        }
        same_line.push(summary);
    }
    if !worst.is_empty() {
        html.extend(["<ul class=\"outcomes\">\n", &worst, "</ul>\n"]);
    }
    // The lines that have a finding, also those that are not shown again.
    let mut severities: BTreeMap<usize, Severity> = BTreeMap::new();
    for finding in found {
        let severity = severities
            .entry(finding.line() as usize)
            .or_insert(finding.severity());
        *severity = (*severity).max(finding.severity());
    }
    let is_shown = |line: usize| {
        by_line
            .range(line.saturating_sub(CONTEXT)..=line + CONTEXT)
            .next()
            .is_some()
    };
    html.push_str("<div class=\"src\">\n");
    let mut line = 1;
    while line <= lines.len() {
        if is_shown(line) {
            row(html, line, lines[line - 1], severities.get(&line));
            for (index, summary) in by_line.get(&line).into_iter().flatten().enumerate() {
                note(html, robots, summary, &note_id(number, line, index));
            }
            line += 1;
            continue;
        }
        let first = line;
        while line <= lines.len() && !is_shown(line) {
            line += 1;
        }
        let last = line - 1;
        let name = if first == last {
            format!("line {first}")
        } else {
            format!("lines {first}\u{2013}{last}")
        };
        let _ = writeln!(html, "<details><summary>{name}</summary>");
        for line in (first..=last).take(FOLDED) {
            row(html, line, lines[line - 1], severities.get(&line));
        }
        let more = (last - first + 1).saturating_sub(FOLDED);
        if more > 0 {
            let _ = writeln!(
                html,
                "<p class=\"soft\">{more} more lines without findings of their own</p>"
            );
        }
        html.push_str("</details>\n");
    }
    html.push_str("</div>\n");
}

fn row(html: &mut String, number: usize, line: &str, severity: Option<&Severity>) {
    let class = severity.map_or(String::new(), |severity| format!(" {severity}"));
    let _ = writeln!(
        html,
        "<div class=\"row{class}\"><span class=\"ln\">{number}</span><span class=\"tx\">{}</span></div>",
        text(line)
    );
}

/// Where a finding is on the page: that of this number on a line of a file.
fn note_id(file: u64, line: usize, index: usize) -> String {
    format!("finding-{file}-{line}-{index}")
}

fn tag(severity: Severity) -> String {
    format!("<span class=\"tag {severity}\">{severity}</span>")
}

/// A finding with its help and its correction.
fn note(html: &mut String, robots: &RobotsTxt<'_>, summary: &FindingSummary<'_>, id: &str) {
    let finding = summary.finding();
    let severity = finding.severity();
    let _ = writeln!(
        html,
        "<div class=\"note {severity}\" id=\"{id}\"><p><span class=\"tag {severity}\">{severity} {} {}</span> {}</p>",
        finding.code(),
        finding.code().name(),
        prose(summary.message())
    );
    let _ = writeln!(html, "<p>{}</p>", prose(summary.help()));
    for related in finding.related() {
        let _ = writeln!(
            html,
            "<p class=\"soft\">Line {}: {}</p>",
            related.line(),
            prose(related.message())
        );
    }
    if let Some(also) = summary.note() {
        let _ = writeln!(html, "<p class=\"soft\">{}</p>", text(&also));
    }
    if let Some((before, after)) = patch(robots.body(), finding) {
        html.push_str("<div class=\"patch\">");
        for (sign, class, lines) in [('-', "del", before), ('+', "ins", after)] {
            for line in lines {
                let _ = write!(html, "<div class=\"{class}\">{sign} {}</div>", text(&line));
            }
        }
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
}

/// The lines that a correction changes, before and after.
fn patch(body: &[u8], finding: &Diagnostic) -> Option<(Vec<String>, Vec<String>)> {
    const MAX: usize = 2_000;
    let correction = finding.correction()?;
    let (start, end) = (correction.span().start as usize, correction.span().end as usize);
    // Lines are not read beyond what can be shown: a long line may have thousands of findings.
    let (first, last) = (start.saturating_sub(MAX + 1), body.len().min(end + MAX + 1));
    let from = body[first..start]
        .iter()
        .rposition(is_line_end)
        .map_or(first, |at| first + at + 1);
    let to = body[end..last]
        .iter()
        .position(is_line_end)
        .map_or(last, |at| end + at);
    let before = &body[from..to];
    let after = [&body[from..start], correction.text(), &body[end..to]].concat();
    if before.len() > MAX || after.len() > MAX {
        return None;
    }
    let lines = |part: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(part)
            .replace('\r', "\n")
            .replace("\n\n", "\n");
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
