//! `robots diff`: what a change to a robots.txt changes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use clap::{Args, ValueEnum};
use robots_exclusion::RobotsTxt;
use robots_exclusion::diff::{Change, ChangeKind, Effect, Impact, VerdictDiff, diff};
use serde::Serialize;

use crate::Status;
use crate::answer::Crawler;
use crate::config::Config;
use crate::failure::Failure;
use crate::input::{Input, Urls};
use crate::options::{Reading, UrlList};
use crate::output::{self, Output, RowFormat, printable, verdict_style};
use crate::row::Row;

/// Compares two robots.txt files: what they say to each crawler, and which URLs change, most severe first.
///
/// Reordered lines and split groups are no change if they mean the same. Without -a, URLs are asked about for every name in the files.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots diff old.txt new.txt
  robots diff https://www.example.com robots.txt --fail-on critical
  robots diff old.txt new.txt -a Googlebot --urls sitemap-urls.txt --format csv")]
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

    /// A crawler to ask about URLs for; may be repeated
    #[arg(short, long = "agent", value_name = "AGENT")]
    agents: Vec<String>,

    #[command(flatten)]
    list: UrlList,

    #[command(flatten)]
    reading: Reading,

    /// End with status 1 only for changes of at least this impact
    #[arg(long, value_name = "IMPACT", default_value = "info")]
    fail_on: FailOn,

    /// How to print
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<RowFormat>,
}

/// What makes the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Any change
    Info,
    /// Something opened, or closed to a crawler that is no search engine
    Minor,
    /// Something closed to everyone or a search engine; the whole site opened, or closed to another crawler
    Major,
    /// The whole site closed to everyone or to a search engine
    Critical,
    /// Nothing
    Never,
}

impl FailOn {
    fn includes(self, impact: Impact) -> bool {
        match self {
            Self::Info => true,
            Self::Minor => impact >= Impact::Minor,
            Self::Major => impact >= Impact::Major,
            Self::Critical => impact >= Impact::Critical,
            Self::Never => false,
        }
    }
}

impl Diff {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        let client = self.reading.web.client();
        let Self {
            old,
            new,
            words,
            agents,
            list,
            reading,
            fail_on,
            format,
        } = self;
        if matches!((&old, &new), (Input::Stdin, Input::Stdin)) {
            return Err(Failure::Usage(
                "standard input cannot be both OLD and NEW".to_owned(),
            ));
        }
        let bytes = list.len();
        let mut lines = list.open(&old, &client)?;
        let urls = list.arguments(words)?;
        if lines.is_some() && matches!((&list.urls, &new), (Some(Input::Stdin), Input::Stdin)) {
            return Err(Failure::Usage(
                "standard input cannot be both NEW and the list of URLs".to_owned(),
            ));
        }
        let (old, new) = (reading.parse(&old)?, reading.parse(&new)?);
        let changes = diff(&old, &new);
        let agents = if agents.is_empty() {
            names(&[&old, &new])
        } else {
            agents
        };
        let mut asker = Asker::new(&old, &new, &agents);
        for url in &urls {
            asker.ask(url);
        }
        if let Some(lines) = &mut lines {
            asker.ask_all(lines, bytes)?;
        }
        let verdicts = asker.finish();

        let format = format.unwrap_or(RowFormat::Human);
        let output = Output::new();
        if format == RowFormat::Human {
            print(output, &changes, &verdicts)?;
        } else if matches!(format, RowFormat::Csv | RowFormat::Tsv) {
            let mut rows = output.rows(format);
            for change in &changes {
                rows.write(&FlatRow::of_change(change))?;
            }
            for verdict in &verdicts {
                rows.write(&FlatRow::of_verdict(verdict))?;
            }
            rows.finish()?;
        } else {
            let mut rows = output.rows(format);
            for change in &changes {
                rows.write(&ChangeRow::new(change))?;
            }
            for verdict in &verdicts {
                rows.write(verdict)?;
            }
            rows.finish()?;
        }
        let mut impacts = changes
            .iter()
            .map(Change::impact)
            .chain(verdicts.iter().map(|verdict| verdict.rank));
        Ok(if lines.is_some_and(|lines| lines.has_bad_lines()) {
            Status::BadInput
        } else if impacts.any(|impact| fail_on.includes(impact)) {
            Status::Findings
        } else {
            Status::Clean
        })
    }
}

/// The names in the files, and `*`.
fn names(files: &[&RobotsTxt<'_>]) -> Vec<String> {
    let mut names = BTreeMap::from([("*".to_owned(), "*".to_owned())]);
    for group in files.iter().flat_map(|robots| robots.groups()) {
        for agent in group.agents() {
            let name = String::from_utf8_lossy(agent).into_owned();
            names.entry(name.to_ascii_lowercase()).or_insert(name);
        }
    }
    names.into_values().collect()
}

/// Asks about URLs in both files.
struct Asker<'a> {
    old: &'a RobotsTxt<'a>,
    new: &'a RobotsTxt<'a>,
    diff: VerdictDiff,
    /// By name, to cite rules as they are written.
    crawlers: BTreeMap<&'a str, (Crawler, Crawler)>,
    changed: Vec<VerdictRow>,
    asked: u64,
}

impl<'a> Asker<'a> {
    fn new(old: &'a RobotsTxt<'a>, new: &'a RobotsTxt<'a>, agents: &'a [String]) -> Self {
        let tokens: Vec<&str> = agents.iter().map(String::as_str).collect();
        Self {
            old,
            new,
            diff: VerdictDiff::new(old, new, &tokens),
            crawlers: tokens
                .into_iter()
                .map(|agent| (agent, (Crawler::new(agent), Crawler::new(agent))))
                .collect(),
            changed: Vec::new(),
            asked: 0,
        }
    }

    fn ask(&mut self, url: &[u8]) {
        self.asked += 1;
        let shown = String::from_utf8_lossy(url);
        for change in self.diff.changes(&shown) {
            let Some((old, new)) = self.crawlers.get_mut(change.agent()) else {
                continue;
            };
            self.changed.push(VerdictRow {
                kind: "verdict",
                impact: change.impact().as_str(),
                effect: change.effect().as_str(),
                agent: change.agent().to_owned(),
                url: shown.clone().into_owned(),
                old: Side::new(&old.ask(self.old, url)),
                new: Side::new(&new.ask(self.new, url)),
                rank: change.impact(),
            });
        }
    }

    fn ask_all(&mut self, lines: &mut Urls, bytes: Option<u64>) -> Result<(), Failure> {
        let bar = output::progress(bytes);
        while let Some(url) = lines.next_url()? {
            self.ask(&url);
            bar.set_position(lines.bytes_read());
            bar.set_message(self.asked.to_string());
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// The verdicts that change, most severe first, otherwise in the order in which they were asked for.
    fn finish(mut self) -> Vec<VerdictRow> {
        self.changed.sort_by_key(|row| Reverse(row.rank));
        self.changed
    }
}

/// A change as a row.
#[derive(Serialize)]
struct ChangeRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agents: &'a [String],
    text: &'a str,
    old_line: Option<u32>,
    new_line: Option<u32>,
}

impl<'a> ChangeRow<'a> {
    fn new(change: &'a Change) -> Self {
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents(),
            text: change.text(),
            old_line: change.old_line(),
            new_line: change.new_line(),
        }
    }
}

/// A verdict that changes as a row.
#[derive(Serialize)]
struct VerdictRow {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    agent: String,
    url: String,
    old: Side,
    new: Side,
    #[serde(skip)]
    rank: Impact,
}

/// A verdict in one of the files.
#[derive(Serialize)]
struct Side {
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<String>,
    group: Option<String>,
}

impl Side {
    fn new(row: &Row<'_>) -> Self {
        Self {
            allowed: row.allowed,
            reason: row.reason,
            line: row.line,
            rule: row.rule.as_deref().map(str::to_owned),
            group: row.group.as_deref().map(str::to_owned),
        }
    }
}

/// Either as a row for formats without nesting.
#[derive(Serialize)]
struct FlatRow<'a> {
    kind: &'static str,
    impact: &'static str,
    effect: &'static str,
    /// Separated by spaces.
    agents: String,
    url: Option<&'a str>,
    text: Option<&'a str>,
    old_line: Option<u32>,
    new_line: Option<u32>,
    old_allowed: Option<bool>,
    new_allowed: Option<bool>,
    old_rule: Option<&'a str>,
    new_rule: Option<&'a str>,
}

impl<'a> FlatRow<'a> {
    fn of_change(change: &'a Change) -> Self {
        Self {
            kind: change.kind().as_str(),
            impact: change.impact().as_str(),
            effect: change.effect().as_str(),
            agents: change.agents().join(" "),
            url: None,
            text: Some(change.text()),
            old_line: change.old_line(),
            new_line: change.new_line(),
            old_allowed: None,
            new_allowed: None,
            old_rule: None,
            new_rule: None,
        }
    }

    fn of_verdict(row: &'a VerdictRow) -> Self {
        Self {
            kind: row.kind,
            impact: row.impact,
            effect: row.effect,
            agents: row.agent.clone(),
            url: Some(&row.url),
            text: None,
            old_line: row.old.line,
            new_line: row.new.line,
            old_allowed: Some(row.old.allowed),
            new_allowed: Some(row.new.allowed),
            old_rule: row.old.rule.as_deref(),
            new_rule: row.new.rule.as_deref(),
        }
    }
}

fn style(impact: Impact) -> Style {
    let color = match impact {
        Impact::Critical => AnsiColor::Red,
        Impact::Major => AnsiColor::Yellow,
        _ => return Style::new().bold(),
    };
    Style::new().bold().fg_color(Some(color.into()))
}

/// How severe a change is, and what it does to whom.
fn heading(change: &Change) -> String {
    const MOST: usize = 4;
    let style = style(change.impact());
    let names: Vec<String> = change
        .agents()
        .iter()
        .take(MOST)
        .map(|name| printable(name))
        .collect();
    let names = match change.agents().len().saturating_sub(MOST) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    };
    let what = match change.effect() {
        Effect::ClosesSite => "blocked from the whole site",
        Effect::OpensSite => "can crawl the site again",
        Effect::Closes => "can crawl less",
        Effect::Opens => "can crawl more",
        _ => "no effect found",
    };
    let whom = if names.is_empty() {
        "the file".to_owned()
    } else {
        format!("{names}: {what}")
    };
    format!("{style}{}{style:#} {whom}\n", change.impact())
}

/// A change as a line of a patch, with the number of its line. Long ones are cut.
fn line(change: &Change) -> String {
    const MOST: usize = 300;
    let text = match change.kind() {
        ChangeKind::GroupAdded | ChangeKind::GroupRemoved => "the whole group".to_owned(),
        ChangeKind::RulesReordered => "the rules in another order".to_owned(),
        ChangeKind::FormatChanged => format!("is now {}", change.text()),
        _ => printable(change.text()),
    };
    let text = match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    };
    let (sign, color, number) = match (change.old_line(), change.new_line()) {
        (Some(old), None) => ('-', Some(AnsiColor::Red.into()), Some(old)),
        (None, Some(new)) => ('+', Some(AnsiColor::Green.into()), Some(new)),
        (_, new) => ('~', None, new),
    };
    let style = Style::new().fg_color(color);
    let number = number.map_or(String::new(), |number| number.to_string());
    format!("  {style}{sign}{number:>6} | {text}{style:#}\n")
}

/// Changes and verdicts for people.
fn print(mut output: Output, changes: &[Change], verdicts: &[VerdictRow]) -> Result<(), Failure> {
    if changes.is_empty() && verdicts.is_empty() {
        output.print("no change\n")?;
        return output.flush();
    }
    // Those that do the same to the same crawlers, under one heading.
    let mut sections: Vec<(String, Vec<&Change>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for change in changes {
        let heading = heading(change);
        let place = *places.entry(heading.clone()).or_insert_with(|| {
            sections.push((heading, Vec::new()));
            sections.len() - 1
        });
        sections[place].1.push(change);
    }
    for (heading, changes) in &sections {
        output.print(heading)?;
        for change in changes {
            output.print(&line(change))?;
        }
    }
    if !verdicts.is_empty() {
        output.print(if changes.is_empty() { "" } else { "\n" })?;
    }
    for row in verdicts {
        let style = style(row.rank);
        let mut line = String::new();
        let _ = write!(
            line,
            "{style}{:8}{style:#} {} {}:",
            row.rank,
            printable(&row.agent),
            printable(&row.url)
        );
        let side = |side: &Side| {
            let style = verdict_style(side.allowed);
            let word = if side.allowed { "allowed" } else { "disallowed" };
            let why = match (side.line, &side.rule) {
                (Some(line), Some(rule)) => format!("line {line}, {}", printable(rule)),
                _ => side.reason.to_owned(),
            };
            format!("{style}{word}{style:#} ({why})")
        };
        let sides = format!("{} -> {}", side(&row.old), side(&row.new));
        let plain = anstream::adapter::strip_str(&format!("{line}{sides}")).to_string();
        let gap = if plain.chars().count() > output::width() {
            "\n         "
        } else {
            " "
        };
        let _ = writeln!(line, "{gap}{sides}");
        output.print(&line)?;
    }
    output.flush()
}
