//! Findings as a page: the file with findings at their lines, and corrections as patches.

use std::collections::BTreeMap;
use std::fmt::Write;

use robots_exclusion::lint::{Diagnostic, Outcome, Severity};
use robots_exclusion::{Dialect, RobotsTxt};

use super::Report;
use super::collapse::{Collapsed, collapse};
use super::lines::is_line_end;
use super::outcome;
use crate::failure::Failure;
use crate::output::Output;
use crate::report::html::{self, prose, text};
use crate::snippet::Source;

/// Lines without findings are shown up to this far from one; the rest is folded.
const CONTEXT: usize = 3;

/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    sections: String,
    files: u64,
    clean: u64,
    /// Errors, warnings, infos.
    counts: [u64; 3],
}

impl Page {
    /// Adds a file.
    pub(super) fn add(&mut self, report: &Report, outcomes: &[Outcome], dialect: Dialect) {
        self.files += 1;
        if report.found.is_empty() {
            self.clean += 1;
        }
        let mut counts = [0; 3];
        for finding in &report.found {
            counts[place(finding.severity())] += 1;
        }
        for (sum, count) in self.counts.iter_mut().zip(counts) {
            *sum += count;
        }
        let html = &mut self.sections;
        // Writing to a string cannot fail.
        let _ = write!(html, "<section>\n<h2>{}</h2>\n", text(&report.file.name));
        tags(html, counts);
        if !outcomes.is_empty() {
            html.push_str("<ul class=\"outcomes\">\n");
            for line in outcome::lines(outcomes) {
                let _ = writeln!(html, "<li>{}</li>", prose(&line));
            }
            html.push_str("</ul>\n");
        }
        if !report.found.is_empty() {
            let robots = RobotsTxt::options().dialect(dialect).parse(&report.file.body);
            file(html, &robots, &report.found);
        }
        html.push_str("</section>\n");
    }

    /// Prints the whole page.
    pub(super) fn finish(self, output: Output) -> Result<(), Failure> {
        let files = match self.files {
            1 => "1 file".to_owned(),
            files => format!("{files} files, {} without findings", self.clean),
        };
        let mut head = format!("<h1>robots.txt report</h1>\n<p class=\"soft\">{files}</p>\n");
        if self.files > 1 {
            tags(&mut head, self.counts);
        }
        let foot = format!(
            "<footer class=\"soft\">Made with robots {}. <code>robots lint --explain CODE</code> says more about a code.</footer>\n",
            env!("CARGO_PKG_VERSION")
        );
        html::print(output, "robots.txt report", &[&head, &self.sections, &foot])
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

/// The lines of a file with the findings below theirs.
fn file(html: &mut String, robots: &RobotsTxt<'_>, found: &[Diagnostic]) {
    let source = Source::new(robots);
    let lines: Vec<&str> = source.text().lines().collect();
    let mut by_line: BTreeMap<usize, Vec<Collapsed<'_>>> = BTreeMap::new();
    for collapsed in collapse(found) {
        let line = (collapsed.finding.line() as usize).clamp(1, lines.len().max(1));
        by_line.entry(line).or_default().push(collapsed);
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
            for collapsed in by_line.get(&line).into_iter().flatten() {
                note(html, robots, collapsed);
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
        for line in first..=last {
            row(html, line, lines[line - 1], severities.get(&line));
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

/// A finding with its help and its correction.
fn note(html: &mut String, robots: &RobotsTxt<'_>, collapsed: &Collapsed<'_>) {
    let finding = collapsed.finding;
    let severity = finding.severity();
    let _ = writeln!(
        html,
        "<div class=\"note {severity}\"><p><span class=\"tag {severity}\">{} {}</span> {}</p>",
        finding.code(),
        finding.code().name(),
        prose(&collapsed.message)
    );
    let _ = writeln!(html, "<p>{}</p>", prose(&collapsed.help));
    for related in finding.related() {
        let _ = writeln!(
            html,
            "<p class=\"soft\">Line {}: {}</p>",
            related.line(),
            prose(related.message())
        );
    }
    if let Some(also) = collapsed.note() {
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
    const MOST: usize = 2_000;
    let correction = finding.correction()?;
    let (start, end) = (correction.span().start as usize, correction.span().end as usize);
    // Only as far as it is shown: there may be thousands of findings on a long line.
    let (first, last) = (start.saturating_sub(MOST + 1), body.len().min(end + MOST + 1));
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
    if before.len() > MOST || after.len() > MOST {
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
