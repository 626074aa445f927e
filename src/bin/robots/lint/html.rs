//! Findings as a page: the file with findings at their lines, and corrections as patches.

use std::collections::BTreeMap;
use std::fmt::Write;

use robots_exclusion::agents::Purpose;
use robots_exclusion::decide::Access;
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
/// Of a part that is folded, so many lines are there to be unfolded.
const FOLDED: usize = 100;
/// How many bytes the files take together. Those with the worst findings are shown, the others only
/// listed.
const MOST_BYTES: usize = 3_500_000;
/// How many files are listed.
const MOST_LISTED: usize = 5_000;

/// The page being built.
#[derive(Default)]
pub(super) struct Page {
    sections: Vec<Section>,
    /// How many bytes these take.
    bytes: usize,
    files: u64,
    clean: u64,
    counts: Counts,
    dialect: Option<Dialect>,
}

/// Errors, warnings, infos.
type Counts = [u64; 3];

/// A file with findings, or that blocks a crawler.
struct Section {
    name: String,
    closes: Closes,
    counts: Counts,
    /// What is below its heading; `None` if it was given up for worse ones.
    html: Option<String>,
}

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

impl Section {
    /// The worst come first.
    fn weight(&self) -> impl Ord + use<> {
        // What an author says of crawlers of AI models is seldom a mistake.
        let shuts_out = self.closes.max(Closes::ModelOperator);
        std::cmp::Reverse((shuts_out, self.counts))
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
            for line in outcome::lines(outcomes) {
                // Writing to a string cannot fail.
                let _ = writeln!(html, "<li>{}</li>", prose(&line));
            }
            html.push_str("</ul>\n");
        }
        if !report.found.is_empty() {
            let robots = RobotsTxt::options().dialect(dialect).parse(&report.file.body);
            file(&mut html, &robots, &report.found);
        }
        self.bytes += html.len();
        self.sections.push(Section {
            name: report.file.name.clone(),
            closes: closes.unwrap_or(Closes::NobodyOfThese),
            counts,
            html: Some(html),
        });
        // Sorting them again and again would take longer than making them.
        if self.bytes > 4 * MOST_BYTES {
            self.keep_the_worst();
        }
    }

    /// Gives up the sections for which there is no room. One is always shown.
    fn keep_the_worst(&mut self) {
        self.sections.sort_by_cached_key(Section::weight);
        self.bytes = 0;
        for (number, section) in self.sections.iter_mut().enumerate() {
            let size = section.html.as_ref().map_or(0, String::len);
            if number > 0 && self.bytes + size > MOST_BYTES {
                section.html = None;
            } else {
                self.bytes += size;
            }
        }
    }

    /// Prints the whole page.
    pub(super) fn finish(mut self, output: Output) -> Result<(), Failure> {
        self.keep_the_worst();
        let files = match self.files {
            1 => "1 file".to_owned(),
            files => format!("{files} files, {} without findings", self.clean),
        };
        let dialect = self.dialect.map_or_else(String::new, |dialect| {
            format!(", read as <code>{}</code>", text(&dialect.to_string()))
        });
        let mut head = format!(
            "<h1>robots.txt report</h1>\n<p class=\"soft\">{files}{dialect}, {}</p>\n",
            html::today()
        );
        let names = public_names(self.sections.iter().map(|section| &section.name[..]));
        if self.files > 1 {
            tags(&mut head, self.counts);
            self.contents(&mut head, &names);
        }
        let mut body = String::new();
        for ((section, name), number) in self.sections.iter().zip(&names).zip(1..) {
            if let Some(html) = section
                .html
                .as_ref()
                .filter(|_| self.files == 1 || section.is_shown())
            {
                // Writing to a string cannot fail.
                let _ = write!(
                    body,
                    "<section id=\"file-{number}\">\n<h2>{}</h2>\n{html}</section>\n",
                    text(name)
                );
            }
        }
        let foot = format!(
            "<footer class=\"soft\">Made with robots {}. <code>robots lint --explain CODE</code> says more about a code.</footer>\n",
            env!("CARGO_PKG_VERSION")
        );
        html::print(output, "robots.txt report", &[&head, &body, &foot])
    }

    /// The files that something is said of, the worst first.
    fn contents(&self, html: &mut String, names: &[String]) {
        let count = self.sections.iter().filter(|section| section.is_shown()).count();
        if count == 0 {
            return;
        }
        html.push_str(html::SCROLL);
        html.push_str(
            "<table class=\"contents\">\n<thead><tr><th>File</th><th>Errors</th><th>Warnings</th><th>Infos</th><th>Outcome</th></tr></thead>\n<tbody>\n",
        );
        let sections = self.sections.iter().zip(names).zip(1..);
        let shown = sections.filter(|((section, _), _)| section.is_shown());
        for ((section, name), number) in shown.take(MOST_LISTED) {
            let name = text(name);
            let name = match section.html {
                Some(_) => format!("<a href=\"#file-{number}\">{name}</a>"),
                None => name,
            };
            let [errors, warnings, infos] = section.counts;
            // Writing to a string cannot fail.
            let _ = writeln!(
                html,
                "<tr><th scope=\"row\">{name}</th><td>{errors}</td><td>{warnings}</td><td>{infos}</td><td>{}</td></tr>",
                section.closes.words()
            );
        }
        html.push_str("</tbody></table></div>\n");
        let without = self
            .sections
            .iter()
            .filter(|section| section.html.is_none())
            .count();
        if without > 0 {
            let _ = writeln!(
                html,
                "<p class=\"soft\">The findings of {without} more files are not shown: lint fewer files at a time to see them.</p>"
            );
        }
        if count > MOST_LISTED {
            let _ = writeln!(
                html,
                "<p class=\"soft\">{} more files are not listed.</p>",
                count - MOST_LISTED
            );
        }
    }
}

impl Section {
    /// Whether there is anything to be said of the file.
    fn is_shown(&self) -> bool {
        self.counts != Counts::default() || self.closes != Closes::NobodyOfThese
    }
}

/// Names of files as others may read them: without the folders that all have in common, and never
/// with more than one of the others, if it is not known from where they are counted. URLs stay as
/// they are.
fn public_names<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let is_url = |name: &str| name.contains("://");
    let folders = |name: &'n str| -> Vec<&'n str> { name.split(['/', '\\']).collect() };
    let local = names.clone().filter(|name| !is_url(name)).map(folders);
    let common = local.reduce(|mut common, name| {
        let same = common.iter().zip(&name).take_while(|(a, b)| a == b).count();
        common.truncate(same);
        common
    });
    let common = common.map_or(0, |common| common.len());
    let name = |name: &'n str| {
        if is_url(name) {
            return name.to_owned();
        }
        let parts = folders(name);
        let is_absolute = std::path::Path::new(name).is_absolute();
        let first = common.min(parts.len() - 1);
        let first = if is_absolute {
            first.max(parts.len().saturating_sub(2))
        } else {
            first
        };
        parts[first..].join("/")
    };
    names.map(name).collect()
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

/// A finding with its help and its correction.
fn note(html: &mut String, robots: &RobotsTxt<'_>, collapsed: &Collapsed<'_>) {
    let finding = collapsed.finding;
    let severity = finding.severity();
    let _ = writeln!(
        html,
        "<div class=\"note {severity}\"><p><span class=\"tag {severity}\">{severity} {} {}</span> {}</p>",
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
    const MAX: usize = 2_000;
    let correction = finding.correction()?;
    let (start, end) = (correction.span().start as usize, correction.span().end as usize);
    // Only as far as it is shown: there may be thousands of findings on a long line.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_nothing_of_the_machine() {
        for (names, expected) in [
            (&["/home/ann/site/robots.txt"][..], &["robots.txt"][..]),
            (&["public/robots.txt"], &["robots.txt"]),
            (
                &["/home/ann/sites/a/robots.txt", "/home/ann/sites/b/c/robots.txt"],
                &["a/robots.txt", "c/robots.txt"],
            ),
            (
                &["a/robots.txt", "b/c/robots.txt"],
                &["a/robots.txt", "b/c/robots.txt"],
            ),
            (
                &[
                    "/home/ann/robots.txt",
                    "/srv/www/robots.txt",
                    "https://a.example/x/robots.txt",
                ],
                &[
                    "ann/robots.txt",
                    "www/robots.txt",
                    "https://a.example/x/robots.txt",
                ],
            ),
            (&["standard input"], &["standard input"]),
        ] {
            assert_eq!(public_names(names.iter().copied()), expected, "{names:?}");
        }
    }
}
