//! `robots diff`: what an edit of a robots.txt changes.

mod human;
mod page;
mod row;
mod section;

use std::cmp::Reverse;
use std::ffi::OsString;
use std::rc::Rc;
use std::slice;

use clap::{Args, ValueEnum};
use robots_exclusion::decide::Budget;
use robots_exclusion::diff::{AgentEffect, Change, Diff as Comparison, DiffOptions, Effect, Impact, UrlDiff};
use robots_exclusion::lint::Severity;
use robots_exclusion::{AgentList, Dialect};

use crate::config::Config;
use crate::crawlers::{self, Naming};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::options::{Reading, UrlList};
use crate::report::format::{CSV, Choice, GITHUB, JUNIT, MARKDOWN, TSV, among};
use crate::report::{Finding, Format, Sink};
use crate::shown::first;
use crate::status::Status;

use row::{ChangeRow, ChangedVerdict, FlatRow, SummaryRow, VerdictRow};
pub(crate) use section::{OTHERS, names, undecided_of_others};

/// Shows what an edit of a robots.txt changes, for each crawler, most severe first.
///
/// The effect of each change is proved for all URLs, and shown with URLs whose verdict changes.
/// Differences in the order of lines and the layout of groups are ignored if they have no effect.
/// Every crawler that either file names is compared, and * for all others. For a crawler with
/// several names, give its User-Agent header with -a: the two files may name it differently. URLs
/// that you give are asked about as well.
///
/// "Proved" means for every valid URL (RFC 3986), including spellings such as /%61 if the dialect
/// decodes no escapes (google).
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots diff old.txt new.txt
  robots diff https://www.example.com robots.txt --fail-on critical
  robots diff old.txt new.txt -a Googlebot --urls sitemap-urls.txt --format csv
  robots diff old.txt new.txt --format html > edit.html")]
pub(crate) struct Diff {
    /// The old file: a path, - for standard input, or a URL, which means the robots.txt of its site
    #[arg(value_name = "OLD")]
    old: Input,

    /// The new file
    #[arg(value_name = "NEW")]
    new: Input,

    /// URLs or paths to ask about
    #[arg(value_name = "URL")]
    words: Vec<OsString>,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("Also compare for this crawler, or a set such as @search, and ask about URLs for it; may be repeated"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    list: UrlList,

    #[command(flatten)]
    reading: Reading,

    /// End with status 1 only for changes of at least this impact, or whose effect is undecided
    #[arg(long, value_name = "IMPACT", default_value = "info")]
    fail_on: FailOn,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS), default_value = "human")]
    format: Format,
}

const FORMATS: &[Choice] = &[
    Format::Human.help("As a patch with explanations; the default"),
    Format::Concise.help("One line each: FILE:LINE:COLUMN: severity KIND message"),
    Format::Jsonl.help("One JSON object per line, the last a summary"),
    CSV,
    TSV,
    GITHUB,
    JUNIT,
    MARKDOWN,
    Format::Html.help("One page that loads nothing else: what opens and what closes, with URLs that show it"),
];

/// What makes the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Any change
    Info,
    /// A crawler can crawl more, or one that is not of a search engine can crawl less
    Minor,
    /// All crawlers or a search engine can crawl less; the whole site is unblocked, or blocked for
    /// a crawler that is not of a search engine
    Major,
    /// All crawlers or a search engine are blocked from the whole site
    Critical,
    /// Nothing
    Never,
}

impl FailOn {
    /// The least impact that does.
    fn threshold(self) -> Option<Impact> {
        match self {
            Self::Info => Some(Impact::Info),
            Self::Minor => Some(Impact::Minor),
            Self::Major => Some(Impact::Major),
            Self::Critical => Some(Impact::Critical),
            Self::Never => None,
        }
    }
}

impl Diff {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let client = self.reading.web.client();
        input::refuse_stdin_twice(&[
            ("OLD", slice::from_ref(&self.old)),
            ("NEW", slice::from_ref(&self.new)),
            self.list.as_input(),
        ])?;
        let mut lines = self.list.open(&client)?;
        let urls = self.list.arguments(self.words)?;
        let names = (self.old.name(), self.new.name());
        let (old, new) = (self.reading.parse(&self.old)?, self.reading.parse(&self.new)?);
        let asked = self.naming.expand(&self.agents)?;
        let options = asked
            .iter()
            .fold(DiffOptions::new(), |options, asked| match asked.agent() {
                Some(agent) => options.agent(agent.token()),
                None => options.crawler(asked.name(), &asked.list()),
            })
            .as_tokens(self.naming.as_token);
        let diff = options.compare(&old, &new);
        let has_urls = !urls.is_empty() || lines.is_some();
        let crawlers: Vec<(&str, AgentList<'_>)> = match &asked[..] {
            _ if !has_urls => Vec::new(),
            [] => diff.agents().map(|(agent, _)| (agent, agent.into())).collect(),
            asked => asked.iter().map(|asked| (asked.name(), asked.list())).collect(),
        };
        let of_urls = UrlDiff::new(&old, &new, crawlers);
        let mut verdicts: Vec<ChangedVerdict<'_>> = Vec::new();
        let mut ask = |url: &[u8]| {
            let mut shown: Option<Rc<str>> = None;
            verdicts.extend(of_urls.changes(url).map(|change| {
                let shown = shown.get_or_insert_with(|| String::from_utf8_lossy(url).into());
                let url = shown.clone();
                ChangedVerdict { url, change }
            }));
        };
        urls.iter().for_each(|url| ask(url));
        if let Some(lines) = &mut lines {
            lines.for_each(|line| {
                line.url().into_iter().for_each(&mut ask);
                Ok(())
            })?;
        }
        // The most severe first, otherwise in the order in which they were asked.
        verdicts.sort_by_cached_key(|verdict| Reverse(verdict.change.impact()));

        // Only people are told, and a file may name thousands of crawlers.
        let note = || {
            let ignoring = diff.agents().filter_map(|(name, _)| {
                let asked = self.naming.read(name);
                let ignores = asked.ignores_star(&old) || asked.ignores_star(&new);
                ignores.then(|| asked.crawler().to_owned())
            });
            crawlers::ignoring_star(&ignoring.collect::<Vec<_>>())
        };
        print(
            self.format,
            &diff,
            &verdicts,
            &names,
            self.naming,
            old.dialect(),
            note,
        )?;
        let effects = diff.effects().iter();
        let effects = effects.filter(|effect| effect.effect() != Effect::None);
        let mut impacts = diff
            .changes()
            .iter()
            .map(Change::impact)
            .chain(effects.map(AgentEffect::impact))
            .chain(verdicts.iter().map(|verdict| verdict.change.impact()));
        // What is undecided may have the worst impact.
        let fails = self
            .fail_on
            .threshold()
            .is_some_and(|least| diff.is_undecided() || impacts.any(|impact| impact >= least));
        let mut status = Status::of_findings(fails);
        status.raise_if(lines.is_some_and(|lines| lines.has_bad_lines()), Status::BadInput);
        Ok(status)
    }
}

fn print(
    format: Format,
    diff: &Comparison,
    verdicts: &[ChangedVerdict<'_>],
    names: &(String, String),
    naming: Naming,
    dialect: Dialect,
    note: impl FnOnce() -> Option<String>,
) -> Result<(), Failure> {
    let proved = section::nothing_changes(dialect, naming);
    let mut sink = Sink::new(format, "robots diff");
    match sink.text() {
        Some(output) if format == Format::Html => {
            page::print(output, diff, verdicts, names, dialect, &proved)?;
        }
        Some(output) => human::print(output, diff, verdicts, &proved, note().as_deref())?,
        None => {}
    }
    if let Some(rows) = sink.rows() {
        let mut names = Budget::default();
        if rows.is_flat() {
            for change in diff.changes() {
                rows.write(&FlatRow::of_change(change, &mut names))?;
            }
            for verdict in verdicts {
                rows.write(&FlatRow::of_verdict(VerdictRow::new(verdict, naming)))?;
            }
            for effect in diff.effects() {
                rows.write(&FlatRow::of_effect(effect, &mut names))?;
            }
        } else {
            for change in diff.changes() {
                rows.write(&ChangeRow::new(change, &mut names, naming))?;
            }
            for verdict in verdicts {
                rows.write(&VerdictRow::new(verdict, naming))?;
            }
            rows.write(&SummaryRow::new(diff.agents(), naming))?;
        }
    }
    let is_removed = |change: &&Change| change.line_after().is_none() && change.line_before().is_some();
    let (removed, others): (Vec<&Change>, Vec<&Change>) = diff.changes().iter().partition(is_removed);
    let findings = |changes: &[&Change]| -> Vec<Finding> {
        match format {
            Format::Github | Format::Markdown => {
                let sections = section::sections(changes.iter().copied());
                sections.iter().map(|section| finding(&section.changes)).collect()
            }
            _ => changes.iter().map(|change| finding(&[change])).collect(),
        }
    };
    sink.findings(&names.1, || {
        let mut found = findings(&others);
        found.extend(verdicts.iter().map(verdict_finding));
        found
    })?;
    if !removed.is_empty() {
        sink.findings(&names.0, || findings(&removed))?;
    }
    sink.finish()
}

/// How bad a change is, in the formats of findings.
fn severity(impact: Impact) -> Severity {
    match impact {
        Impact::Critical => Severity::Error,
        Impact::Major => Severity::Warning,
        _ => Severity::Info,
    }
}

fn line(change: &Change) -> u32 {
    change.line_after().or(change.line_before()).unwrap_or(1)
}

/// Changes in one file that do the same to the same crawlers, as all commands report findings: the
/// first, and the lines of the others.
fn finding(changes: &[&Change]) -> Finding {
    let change = changes[0];
    let text = change.to_string();
    let prefix = format!("{}: ", change.impact());
    let mut message = text.strip_prefix(&prefix).unwrap_or(&text).to_owned();
    for witness in change.witnesses() {
        message.push_str(&format!("; e.g. {witness}"));
    }
    let others: Vec<u32> = changes[1..].iter().map(|change| line(change)).collect();
    if !others.is_empty() {
        let s = if others.len() == 1 { "" } else { "s" };
        message.push_str(&format!(
            "; the same effect: line{s} {}",
            first(others.iter(), 12)
        ));
    }
    let line = line(change);
    Finding {
        severity: severity(change.impact()),
        code: change.kind().as_str(),
        name: change.effect().as_str(),
        start: (line, 1),
        end: (line, 1),
        message,
        help: "".into(),
        test: format!(
            "{} `{}` for {}",
            change.kind().as_str(),
            change.text(),
            names(change.agents())
        ),
    }
}

/// A verdict that changes as all commands report findings.
fn verdict_finding(verdict: &ChangedVerdict<'_>) -> Finding {
    let ChangedVerdict { url, change } = verdict;
    let agent = change.agent();
    let line = change.after().line().unwrap_or(1);
    let verb = if change.after().is_allowed() {
        "may fetch"
    } else {
        "may no longer fetch"
    };
    Finding {
        severity: severity(change.impact()),
        code: "verdict",
        name: change.effect().as_str(),
        start: (line, 1),
        end: (line, 1),
        message: format!("{agent} {verb} {url}"),
        help: "".into(),
        test: format!("verdict on {url} for {agent}"),
    }
}
