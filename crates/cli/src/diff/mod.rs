//! `robots diff`: what an edit of a robots.txt changes.

mod human;
mod page;
mod place;
mod row;
mod section;
mod tally;

use std::cmp::Reverse;
use std::ffi::OsString;
use std::rc::Rc;
use std::slice;

use clap::{Args, ValueEnum};
use robots_exclusion::RobotsTxt;
use robots_exclusion_analysis::diff::{
    AgentEffect, Change, Diff as Comparison, DiffOptions, Effect, Impact, UrlDiff,
};
use robots_exclusion_analysis::lint::Severity;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::options::{Reading, UrlList};
use crate::output::warn;
use crate::readings::{self, Readings, other_dialects};
use crate::report::format::{CSV, Choice, GITHUB, JUNIT, MARKDOWN, TSV, among};
use crate::report::{Finding, Format, Sink};
use crate::shown::first;
use crate::status::Status;
use crate::urls::Urls;

use place::Places;
use row::ChangedVerdict;
use section::sections;
pub(crate) use section::{OTHERS, names, undecided_of_others};
use tally::Tally;

/// Shows what an edit of a robots.txt changes, for each crawler, most severe first.
///
/// The effect of each change is proved for all URLs, and shown with URLs whose verdict changes.
/// Differences in the order of lines and the layout of groups are ignored if they have no effect.
/// Every crawler that either file names is compared, and * for all other crawlers. For a crawler
/// with several names, give its User-Agent header with -a: the two files may name it differently.
/// URLs that you give are asked about as well, and counted: if they are an export with clicks, visits
/// or views, the report says how many of them the edit opens and closes.
///
/// Each well-known crawler reads the files as its operator documents, unless -d chooses a dialect for
/// all.
///
/// "Proved" means for every URL that clients send: the characters of RFC 3986, those that browsers
/// leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots diff old.txt new.txt
  robots diff https://www.example.com robots.txt --fail-on critical
  robots diff old.txt new.txt --fail-on-open @ai-training
  robots diff old.txt new.txt -a Googlebot --urls sitemap-urls.txt --format csv
  robots diff old.txt new.txt -a Googlebot --urls search-console-pages.csv
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
    /// [default: info, or never with one of the next two]
    #[arg(long, value_name = "IMPACT")]
    fail_on: Option<FailOn>,

    /// End with status 1 if the edit opens any URL to this crawler, or to one of a set such as
    /// @ai-training; may be repeated
    #[arg(long, value_name = "SET")]
    fail_on_open: Vec<String>,

    /// End with status 1 if the edit closes any URL to this crawler, or to one of a set such as
    /// @search; may be repeated
    #[arg(long, value_name = "SET")]
    fail_on_closed: Vec<String>,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(FORMATS), default_value = "human")]
    format: Format,
}

const FORMATS: &[Choice] = &[
    Format::Human.help("As a patch with explanations; the default"),
    Format::Concise.help("One line each: FILE:LINE:COLUMN: severity KIND message"),
    Format::Json.help("One JSON document: an array with an object for each row, the last a summary"),
    Format::Jsonl.help("JSON Lines: one object per line, the last a summary"),
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
    /// A crawler that is not of a search engine can crawl more or less, or a line about the use of
    /// pages changes
    Minor,
    /// All crawlers or a search engine can crawl more or less; any crawler is no longer blocked
    /// from the whole site, or one that is not of a search engine is; a use is no longer refused,
    /// or a license is on another host; the file has lost its groups
    Major,
    /// All crawlers or a search engine are blocked from the whole site
    Critical,
    /// Nothing
    Never,
}

/// What is reported of two files.
struct Report<'d> {
    old: &'d RobotsTxt<'d>,
    new: &'d RobotsTxt<'d>,
    /// The names of the files, in the same order.
    names: [String; 2],
    naming: Naming,
    choice: DialectChoice,
    diff: Comparison,
    /// The most severe first, otherwise in the order in which they were asked.
    verdicts: Vec<ChangedVerdict<'d>>,
    /// The sums of the URLs that were asked about, if there were any.
    tally: Option<Tally>,
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
        let names = [self.old.name(), self.new.name()];
        let asked = self.naming.expand(&self.agents)?;
        let choice = self.reading.choice();
        let files = [&self.old, &self.new].map(|file| file.existing_robots(choice.for_file(), &client));
        let [old_file, new_file] = files;
        let files = [old_file?, new_file?];
        let limits = &self.reading.limits;
        let [old, new] = [0, 1].map(|side: usize| limits.parse_file(&files[side], choice.for_file()));
        let others = other_dialects(choice, self.naming).into_iter().map(|dialect| {
            let [old, new] = [0, 1].map(|side: usize| limits.parse_again(&files[side], dialect));
            (dialect, old, new)
        });
        let others: Vec<_> = others.collect();
        let readings = Readings {
            choice,
            naming: self.naming,
            of_file: (&old, &new),
            others: others
                .iter()
                .map(|(dialect, old, new)| (*dialect, old, new))
                .collect(),
        };
        let compare = |asked: &[CrawlerQuery]| readings.compare(asked, &mut DiffOptions::budget());
        let diff = compare(&asked);
        let guards = [
            ("--fail-on-open", &self.fail_on_open, true),
            ("--fail-on-closed", &self.fail_on_closed, false),
        ];
        let [opened, closed] = guards.map(|(option, guarded, opens)| -> Result<bool, Failure> {
            let guarded = self.naming.expand(guarded)?;
            let is_unnamed = |asked: &&CrawlerQuery| !asked.is_named_in(&old) && !asked.is_named_in(&new);
            crawlers::warn_of_guarded_nobody(option, guarded.iter().filter(is_unnamed));
            Ok(!guarded.is_empty() && is_breached(&compare(&guarded), &guarded, opens))
        });
        let is_breached = opened? | closed?;
        let is_guarded = !self.fail_on_open.is_empty() || !self.fail_on_closed.is_empty();
        let fail_on = self.fail_on.unwrap_or(match is_guarded {
            true => FailOn::Never,
            false => FailOn::Info,
        });
        let has_urls = !urls.is_empty() || lines.is_some();
        let named: Vec<CrawlerQuery> = match &asked[..] {
            _ if !has_urls => Vec::new(),
            [] => diff.agents().map(|(agent, _)| self.naming.read(agent)).collect(),
            asked => asked.to_vec(),
        };
        let of_dialect = |dialect| {
            let crawlers = named.iter().filter(move |asked| asked.dialect(choice) == dialect);
            crawlers.map(|asked| (asked.name(), asked.list()))
        };
        let in_dialects = [(choice.for_file(), &old, &new)]
            .into_iter()
            .chain(readings.others);
        let of_urls = in_dialects
            .filter(|_| has_urls)
            .map(|(dialect, old, new)| UrlDiff::new(old, new, of_dialect(dialect)));
        let of_urls: Vec<UrlDiff<'_>> = of_urls.collect();
        let mut verdicts: Vec<ChangedVerdict<'_>> = Vec::new();
        let mut tally = Tally::new(lines.as_ref().and_then(Urls::unit));
        let mut ask = |url: &[u8], weight: Option<f64>| {
            let shown: Rc<str> = String::from_utf8_lossy(url).into();
            let is_new = tally.url(url);
            for change in of_urls.iter().flat_map(|of_urls| of_urls.changes(url)) {
                tally.change(&change, is_new, weight);
                if !is_new {
                    continue;
                }
                let url = shown.clone();
                verdicts.push(ChangedVerdict { url, change });
            }
        };
        urls.iter().for_each(|url| ask(url, None));
        if let Some(lines) = &mut lines {
            lines.for_each(|line| {
                line.url().into_iter().for_each(|url| ask(url, line.weight));
                Ok(())
            })?;
        }
        verdicts.sort_by_cached_key(|verdict| Reverse(verdict.change.impact()));
        let report = Report {
            old: &old,
            new: &new,
            names,
            naming: self.naming,
            choice,
            diff,
            verdicts,
            tally: has_urls.then_some(tally),
        };
        report.print(self.format)?;
        let mut status = Status::of_findings(is_breached | report.fails(fail_on));
        status.raise_if(lines.is_some_and(|lines| lines.has_bad_lines()), Status::BadInput);
        Ok(status)
    }
}

/// Whether an edit opens, or closes, any URL to one of some crawlers, or may do so. Warns of each.
fn is_breached(diff: &Comparison, guarded: &[CrawlerQuery], opens: bool) -> bool {
    let (verb, to) = if opens { ("opens", "to") } else { ("closes", "for") };
    let mut is_breached = false;
    for (agent, effect) in diff.agents() {
        if !guarded
            .iter()
            .any(|asked| readings::name(asked).eq_ignore_ascii_case(agent))
        {
            continue;
        }
        let mut witnesses = effect.witnesses().iter();
        let breach = match witnesses.find(|witness| witness.after().is_allowed() == opens) {
            Some(witness) => format!("the edit {verb} {} {to} {agent}", witness.url()),
            None if effect.effect() == Effect::Undecided => {
                format!("it is undecided whether the edit {verb} anything {to} {agent}")
            }
            None => continue,
        };
        warn(&breach);
        is_breached = true;
    }
    is_breached
}

impl Report<'_> {
    fn fails(&self, fail_on: FailOn) -> bool {
        // Changes and verdicts begin with the most severe.
        let change = self.diff.changes().first().map(Change::impact);
        let verdict = self.verdicts.first().map(|verdict| verdict.change.impact());
        let effects = self.diff.effects().iter();
        let effects = effects.filter(|effect| effect.effect() != Effect::None);
        let worst = effects.map(AgentEffect::impact).max().max(change).max(verdict);
        // An undecided effect may have the worst impact.
        let least = crate::severity::least(fail_on);
        least.is_some() && (self.diff.is_undecided() || worst >= least)
    }

    fn print(&self, format: Format) -> Result<(), Failure> {
        let mut sink = Sink::new(format, "robots diff");
        match sink.text() {
            Some(output) if format == Format::Html => self.page(output)?,
            Some(output) => self.human(output)?,
            None => {}
        }
        if let Some(rows) = sink.rows() {
            self.rows(rows)?;
        }
        let is_removed = |change: &&Change| change.line_after().is_none() && change.line_before().is_some();
        let (removed, others): (Vec<_>, Vec<_>) = self.diff.changes().iter().partition(is_removed);
        // Pull requests have no lines of the old file, which often is a temporary one there.
        let is_of_new_alone = matches!(format, Format::Github | Format::Markdown);
        let findings = |changes: &[&Change]| -> Vec<Finding> {
            match is_of_new_alone {
                true => {
                    let sections = sections(changes.iter().copied());
                    sections
                        .iter()
                        .map(|(_, changes)| self.finding(changes))
                        .collect()
                }
                false => changes.iter().map(|change| self.finding(&[change])).collect(),
            }
        };
        let [old, new] = &self.names;
        sink.findings(new, || {
            let mut found = findings(&others);
            if is_of_new_alone && !removed.is_empty() {
                let places = Places::new(self.old.body(), self.new.body());
                found.extend(
                    findings(&removed)
                        .into_iter()
                        .map(|removed| removed.moved(&places)),
                );
            }
            found.extend(self.verdicts.iter().map(|verdict| self.verdict_finding(verdict)));
            found
        })?;
        if !is_of_new_alone && !removed.is_empty() {
            sink.findings(old, || findings(&removed))?;
        }
        sink.finish()
    }

    /// Changes in one file that do the same to the same crawlers, as all commands report findings:
    /// the first, and the lines of the rest.
    fn finding(&self, changes: &[&Change]) -> Finding {
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
        if let Some(sentence) = self.read_as(change.agents()) {
            message.push_str(&format!("; {sentence}"));
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
    fn verdict_finding(&self, verdict: &ChangedVerdict<'_>) -> Finding {
        let ChangedVerdict { url, change } = verdict;
        let agent = change.agent();
        let line = change.after().line().unwrap_or(1);
        let is_allowed = change.after().is_allowed();
        let read_as = self.read_as(&[agent.to_owned()]);
        let read_as = read_as.map_or(String::new(), |sentence| format!("; {sentence}"));
        let no_longer = if is_allowed { "" } else { "no longer " };
        Finding {
            severity: severity(change.impact()),
            code: "verdict",
            name: change.effect().as_str(),
            start: (line, 1),
            end: (line, 1),
            message: format!("{agent} may {no_longer}fetch {url}{read_as}"),
            help: "".into(),
            test: format!("verdict on {url} for {agent}"),
        }
    }

    /// In which dialects crawlers read, in words, if any of them reads otherwise than the file is read.
    fn read_as(&self, agents: &[String]) -> Option<String> {
        let names = agents.iter().map(|agent| self.dialect_of(agent));
        let is_own = names.clone().any(|name| name != self.file_dialect());
        is_own.then(|| dialects::read_as(names)).flatten()
    }
}

impl Finding {
    /// The finding about a line of the old file, at its place in the new one.
    fn moved(mut self, places: &Places) -> Self {
        let (line, _) = self.start;
        self.message
            .push_str(&format!("; was line {line} of the old file"));
        let place = places.of(line);
        self.start.0 = place;
        self.end.0 = place;
        self
    }
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
