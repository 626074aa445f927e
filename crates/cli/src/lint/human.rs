//! Findings as compilers print them, and what codes are about.

use std::collections::BTreeMap;
use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Snippet};
use anstyle::Style;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::lint::{
    Code, Diagnostic, FindingSummary, LintOptions, Outcome, Severity, summarize, summarize_outcomes,
};

use crate::failure::Failure;
use crate::input::RobotsFile;
use crate::output::{Output, before_note, fill, paragraph, report_lines, width};
use crate::shown::{count, printable};
use crate::snippet::{self, Source};
use crate::tone::Tone;

const HEADING: Style = Style::new().bold();

/// In lists of codes, the columns before the title.
const BEFORE_CODE_TITLE: usize = 39;

/// Of a line, more findings are counted and not shown: each shows the line again, and one of 500 KB may have
/// 50,000.
const PER_LINE: usize = 100;

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Info => Level::INFO,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

fn style(severity: Severity) -> Style {
    Tone::from(severity).style()
}

/// Prints the findings of one file.
pub(super) fn print(
    output: &mut Output,
    file: &RobotsFile,
    found: &[FindingSummary<'_>],
    outcomes: &[Outcome],
    dialect: Dialect,
) -> Result<(), Failure> {
    for alike in summarize_outcomes(outcomes) {
        let (mut text, line) = (String::new(), format!("{}: {alike}", file.name));
        fill(&mut text, &printable(&line), 2, width());
        output.print(&format!("{HEADING}{text}{HEADING:#}\n"))?;
    }
    if !outcomes.is_empty() {
        output.print("\n")?;
    }
    if found.is_empty() {
        return Ok(());
    }
    let robots = RobotsTxt::options().dialect(dialect).parse(&file.body);
    let source = Source::new(&robots);
    let name = printable(&file.name);
    for of_line in found.chunk_by(|one, next| one.finding().line() == next.finding().line()) {
        let (shown, others) = of_line.split_at(of_line.len().min(PER_LINE));
        for summary in shown {
            output.print(&render(&name, &source, summary))?;
        }
        if let [first, ..] = others {
            // Each stands for its like on other lines too.
            let number: usize = others.iter().map(|summary| 1 + summary.also().len()).sum();
            let others = count(number as u64, "finding", "findings");
            output.print(&format!(
                "{name}: another {others} in line {} and the same on others, which `--format json` lists\n\n",
                first.finding().line()
            ))?;
        }
    }
    Ok(())
}

/// One finding with its lines.
fn render(name: &str, source: &Source<'_>, summary: &FindingSummary<'_>) -> String {
    let finding = summary.finding();
    // Lines further apart are shown one by one, so that the time does not grow with the file.
    const NEAR: u32 = 40;
    // `warning[R012]: `
    const BEFORE_TITLE: usize = 15;
    let text = source.text();
    let related = finding.related().iter();
    let (mut near, far): (Vec<_>, Vec<_>) = related
        .map(|related| (related.line(), related.span(), Some(related.message())))
        .partition(|(line, ..)| line.abs_diff(finding.line()) <= NEAR);
    near.insert(0, (finding.line(), finding.span(), None));
    let parts = std::iter::once(near).chain(far.into_iter().map(|place| vec![place]));
    let snippets = parts.map(|places| {
        let ranges = || places.iter().map(|(_, span, _)| source.range(*span));
        let start = ranges().map(|range| range.start).min().unwrap_or_default();
        let end = ranges().map(|range| range.end).max().unwrap_or_default();
        let first_line = places.iter().map(|(line, ..)| *line).min().unwrap_or_default();
        // Whole lines.
        let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let annotations = places.iter().zip(ranges()).map(|((.., label), range)| {
            let range = range.start - start..range.end - start;
            match label {
                None => AnnotationKind::Primary.span(range),
                Some(label) => AnnotationKind::Context.span(range).label(*label),
            }
        });
        Snippet::source(&text[start..end])
            .line_start(first_line as usize)
            .path(name)
            .annotations(annotations)
    });
    let mut report = level(finding.severity())
        .primary_title(report_lines(summary.message(), BEFORE_TITLE))
        .id(finding.code().as_str())
        .elements(snippets);
    let lines = finding.related().iter().map(|related| related.line());
    let before_help = before_note(lines.fold(finding.end_line(), u32::max));
    if let Some(also) = summary.note() {
        report = report.element(Level::NOTE.message(report_lines(&also, before_help)));
    }
    let report: Group<'_> = report.element(Level::HELP.message(report_lines(summary.help(), before_help)));
    snippet::render(report) + "\n"
}

/// How much was found.
#[derive(Default)]
pub(super) struct Summary {
    by_code: BTreeMap<Code, (Severity, u64)>,
    files: u64,
    files_without: u64,
    /// How many of the findings have a correction.
    corrections: u64,
    /// Whether anybody is shut out of a whole site.
    closes: bool,
}

impl Summary {
    pub(super) fn add(&mut self, found: &[Diagnostic], outcomes: &[Outcome]) {
        self.closes |= outcomes.iter().any(Outcome::is_closed);
        let corrected = found.iter().filter(|finding| finding.correction().is_some());
        self.corrections += corrected.count() as u64;
        self.files += 1;
        self.files_without += u64::from(found.is_empty());
        for finding in found {
            let entry = self.by_code.entry(finding.code());
            entry.or_insert((finding.severity(), 0)).1 += 1;
        }
    }

    /// How many errors, warnings and infos were found.
    pub(super) fn counts(&self) -> [u64; 3] {
        [Severity::Error, Severity::Warning, Severity::Info].map(|severity| {
            let codes = self.by_code.values().filter(|(own, _)| *own == severity);
            codes.map(|(_, count)| count).sum()
        })
    }

    /// How many errors, warnings and infos were found, in words; the last are called as is given.
    pub(super) fn in_words(&self, (info, infos): (&str, &str)) -> Vec<(Tone, String)> {
        let kinds = [
            (Tone::Error, "error", "errors"),
            (Tone::Warning, "warning", "warnings"),
            (Tone::Info, info, infos),
        ];
        let counts = self.counts().into_iter().zip(kinds);
        let counts = counts.filter(|(number, _)| *number > 0);
        counts
            .map(|(number, (tone, one, several))| (tone, count(number, one, several)))
            .collect()
    }

    /// Whether anybody is shut out of a whole site.
    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    /// The severity of each code that was found.
    pub(super) fn severities(&self) -> impl Iterator<Item = Severity> {
        self.by_code.values().map(|(severity, _)| *severity)
    }

    /// The number of files, and of those without findings.
    pub(super) fn files(&self) -> (u64, u64) {
        (self.files, self.files_without)
    }

    /// The summary for people; of several files, with the most frequent codes.
    pub(super) fn text(&self) -> String {
        let files = self.files;
        let of_files = |files: String| if self.files == 1 { String::new() } else { files };
        if self.by_code.is_empty() && self.closes {
            // "Nothing found" below a site that is closed would sound like praise.
            return format!("no other findings{}\n", of_files(format!(" in {files} files")));
        }
        if self.by_code.is_empty() {
            return format!("nothing found{}\n", of_files(format!(" in {files} files")));
        }
        let mut text = String::new();
        if files > 1 {
            let mut codes: Vec<_> = self.by_code.iter().collect();
            codes.sort_by_key(|(code, (_, count))| (std::cmp::Reverse(*count), **code));
            for (code, (severity, count)) in codes.iter().take(10) {
                let style = style(*severity);
                // Writing to a string cannot fail.
                let _ = write!(text, "{count:>8} {style}{code}{style:#} {:24} ", code.name());
                paragraph(&mut text, code.title(), BEFORE_CODE_TITLE);
            }
            if codes.len() > 10 {
                let _ = writeln!(text, "         and {} more codes", codes.len() - 10);
            }
        }
        let counts = self.in_words(("info finding", "info findings")).into_iter();
        let counts = counts.map(|(tone, words)| format!("{0}{words}{0:#}", tone.style()));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let with = files - self.files_without;
        let of_files = of_files(format!(" in {with} of {files} files"));
        let _ = writeln!(text, "{counts}{of_files}");
        if self.corrections > 0 {
            let corrections = count(self.corrections, "finding", "findings");
            let _ = writeln!(
                text,
                "`robots lint --fix` corrects {corrections} without changing a verdict"
            );
        }
        if let Some(code) = self.by_code.keys().next() {
            let _ = writeln!(text, "`robots lint --explain {code}` describes a code");
        }
        text
    }
}

/// Every code in a line.
pub(super) fn list() -> String {
    let mut text = String::new();
    for code in Code::ALL {
        let severity = code.default_severity();
        let style = style(severity);
        let name = code.name();
        text += &format!("{HEADING}{code}{HEADING:#} {name:24} {style}{severity:8}{style:#} ");
        paragraph(&mut text, code.title(), BEFORE_CODE_TITLE);
    }
    text
}

/// The explanation of a code, with its example as it is reported.
pub(super) fn explain(code: Code) -> String {
    let severity = code.default_severity();
    let style = style(severity);
    let (name, title) = (code.name(), code.title());
    let mut text = format!("{style}{severity}[{code}]{style:#} {HEADING}{name}{HEADING:#}: {title}\n\n");
    wrap(&mut text, code.explanation());
    text.push('\n');
    wrap(&mut text, &format!("Remedy: {}.", code.remedy().description()));
    wrap(&mut text, &format!("Source: {}.", code.source()));
    let example = code.example();
    let dialect = example.dialect();
    if !example.is_short() {
        return text;
    }
    let bad = example.bad();
    let mut options = LintOptions::new().dialect(dialect);
    if let Some(Ok(url)) = example.url().map(url::Url::parse) {
        options = options.url(url);
    }
    let name = example.url().unwrap_or("robots.txt");
    let in_dialect = match dialect {
        dialect if dialect == Dialect::default() => String::new(),
        dialect => format!(" (--dialect {dialect})"),
    };
    let _ = write!(text, "\n{HEADING}Example{HEADING:#}{in_dialect}\n\n");
    let robots = RobotsTxt::options().dialect(dialect).parse(&bad[..]);
    let source = Source::new(&robots);
    for summary in summarize(&options.lint(&bad)) {
        text.push_str(&render(name, &source, &summary));
    }
    let _ = write!(text, "{HEADING}Without the finding{HEADING:#}\n\n");
    for line in String::from_utf8_lossy(&example.good()).lines() {
        let _ = writeln!(text, "  {}", printable(line));
    }
    text
}

/// Appends a paragraph, broken into lines as wide as the terminal, at most 100.
fn wrap(text: &mut String, paragraph: &str) {
    fill(text, paragraph, 0, width().min(100));
    text.push('\n');
}
