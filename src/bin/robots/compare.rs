//! `robots compare`: the same questions under every dialect.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::fmt::Write;

use clap::Args;
use robots_exclusion::{Dialect, RobotsTxt};
use serde::Serialize;

use crate::Status;
use crate::answer::Crawler;
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::options::UrlList;
use crate::output::{self, Output, RowFormat, Rows, fill, printable, verdict_style, width};
use crate::row::Row;

/// Asks the same questions under every dialect, and prints those on which dialects disagree.
///
/// Without -a, every product token in the file is asked for; without URLs, some for each rule in the file. Human output shows up to three examples per kind of disagreement; other formats list all.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots compare robots.txt
  robots compare robots.txt -a Googlebot --urls urls.txt --format csv
  robots compare robots.txt -a FooBot /a%2Fb --all")]
pub(crate) struct Compare {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of its site
    #[arg(value_name = "FILE")]
    file: Input,

    /// URLs or paths to ask about
    #[arg(value_name = "URL")]
    words: Vec<OsString>,

    /// A crawler to ask for; may be repeated
    #[arg(short, long = "agent", value_name = "AGENT")]
    agents: Vec<String>,

    #[command(flatten)]
    list: UrlList,

    #[command(flatten)]
    web: Web,

    /// Convert UTF-16 files; without this none of their lines are understood
    #[arg(long)]
    transcode_utf16: bool,

    /// Also print questions on which all dialects agree
    #[arg(long)]
    all: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<RowFormat>,
}

/// A question and what every dialect says.
#[derive(Serialize)]
struct Comparison<'a> {
    agent: &'a str,
    url: &'a str,
    /// Whether the dialects disagree.
    differs: bool,
    verdicts: Vec<DialectVerdict<'a>>,
}

#[derive(Serialize)]
struct DialectVerdict<'a> {
    dialect: &'static str,
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
}

/// One dialect's verdict, for formats without nesting.
#[derive(Serialize)]
struct FlatRow<'a> {
    agent: &'a str,
    url: &'a str,
    dialect: &'static str,
    allowed: bool,
    reason: &'static str,
    line: Option<u32>,
    rule: Option<&'a str>,
    group: Option<&'a str>,
}

impl Compare {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let Self {
            file,
            words,
            mut agents,
            list,
            web,
            transcode_utf16,
            all,
            format,
        } = self;
        let bytes = list.len();
        let client = web.client();
        let mut lines = list.open(&file, &client)?;
        let mut urls = list.arguments(words)?;
        let body = file
            .robots_quietly(Dialect::default(), &client)?
            .or_failure()?
            .body;
        let parse = |dialect| {
            let options = RobotsTxt::options().dialect(dialect);
            options.transcode_utf16(transcode_utf16).parse(&body)
        };
        let dialects: Vec<(&str, RobotsTxt<'_>)> = Dialect::PRESETS
            .iter()
            .copied()
            .map(|(name, dialect)| (name, parse(dialect)))
            .collect();
        if agents.is_empty() {
            agents = names(&parse(Dialect::RFC_9309));
        }
        let are_probes = urls.is_empty() && lines.is_none();
        if are_probes {
            urls = probes(&dialects);
        }

        let format = RowFormat::or_default(format);
        let mut asker = Asker {
            crawlers: agents
                .iter()
                .map(|agent| dialects.iter().map(|_| Crawler::new(agent)).collect())
                .collect(),
            dialects,
            sink: match format {
                RowFormat::Human => Sink::Human(Output::new()),
                RowFormat::Csv | RowFormat::Tsv => Sink::Flat(Output::new().rows(format)),
                RowFormat::Json | RowFormat::Jsonl => Sink::Nested(Output::new().rows(format)),
            },
            all,
            divisions: (are_probes && !all).then(HashMap::new),
            left_out: 0,
            asked: 0,
            differing: 0,
        };
        for url in &urls {
            asker.ask(url)?;
        }
        if let Some(lines) = &mut lines {
            let bar = output::progress(bytes);
            while let Some(url) = lines.next_url()? {
                asker.ask(&url)?;
                bar.set_position(lines.bytes_read());
                bar.set_message(asker.asked.to_string());
            }
            bar.finish_and_clear();
        }
        let has_bad_lines = lines.is_some_and(|lines| lines.has_bad_lines());
        let status = asker.finish()?;
        Ok(if has_bad_lines { Status::BadInput } else { status })
    }
}

/// The product tokens in the file. (Dialects that compare whole lines would name the same crawlers in more ways.)
fn names(robots: &RobotsTxt<'_>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for group in robots.groups() {
        for agent in group.agents() {
            let name = String::from_utf8_lossy(agent).into_owned();
            if seen.insert(name.to_ascii_lowercase()) {
                names.push(name);
            }
        }
    }
    names
}

/// A path for each rule: its pattern without what is special, which the rule matches wherever nothing is; and
/// the pattern as written.
fn probes(dialects: &[(&str, RobotsTxt<'_>)]) -> Vec<Vec<u8>> {
    let mut seen = BTreeSet::new();
    let mut probes = Vec::new();
    for group in dialects.iter().flat_map(|(_, robots)| robots.groups()) {
        for rule in group.rules() {
            let pattern = rule.pattern();
            let plain = pattern.strip_suffix(b"$").unwrap_or(pattern);
            let mut plain: Vec<u8> = plain.iter().copied().filter(|byte| *byte != b'*').collect();
            if plain.first() != Some(&b'/') {
                plain.insert(0, b'/');
            }
            let longer = [&plain[..], b"x"].concat();
            let mut written = pattern.to_vec();
            if written.first() != Some(&b'/') {
                written.insert(0, b'/');
            }
            for probe in [plain, longer, written] {
                if seen.insert(probe.clone()) {
                    probes.push(probe);
                }
            }
        }
    }
    probes
}

/// How many questions from the file that divide the dialects in the same way are printed for people.
const ALIKE: u32 = 3;

enum Sink {
    Human(Output),
    Flat(Rows),
    Nested(Rows),
}

struct Asker<'b> {
    dialects: Vec<(&'static str, RobotsTxt<'b>)>,
    /// For each crawler, one a dialect.
    crawlers: Vec<Vec<Crawler>>,
    sink: Sink,
    all: bool,
    /// How often people were shown that dialects are divided in one way, unless they are shown everything.
    divisions: Option<HashMap<Vec<bool>, u32>>,
    left_out: u64,
    asked: u64,
    differing: u64,
}

/// What people are told about crawlers that get the same answers.
struct Shared {
    agents: Vec<String>,
    answers: String,
    /// Which dialects allow it.
    division: Vec<bool>,
}

impl Asker<'_> {
    /// Asks every crawler's question about a URL.
    fn ask(&mut self, url: &[u8]) -> Result<(), Failure> {
        let shown = String::from_utf8_lossy(url);
        // For people, crawlers that get the same answers share them.
        let mut shared: Vec<Shared> = Vec::new();
        for crawlers in &mut self.crawlers {
            self.asked += 1;
            let agent = crawlers
                .first()
                .map_or(String::new(), |crawler| crawler.agent().to_owned());
            let rows: Vec<(&'static str, Row<'_>)> = crawlers
                .iter_mut()
                .zip(&self.dialects)
                .map(|(crawler, (name, robots))| (*name, crawler.ask(robots, url)))
                .collect();
            let differs = rows.windows(2).any(|pair| pair[0].1.allowed != pair[1].1.allowed);
            self.differing += u64::from(differs);
            if !differs && !self.all {
                continue;
            }
            match &mut self.sink {
                Sink::Human(_) => {
                    let answers = human(&rows);
                    match shared.iter_mut().find(|shared| shared.answers == answers) {
                        Some(shared) => shared.agents.push(printable(&agent)),
                        None => shared.push(Shared {
                            agents: vec![printable(&agent)],
                            answers,
                            division: rows.iter().map(|(_, row)| row.allowed).collect(),
                        }),
                    }
                }
                Sink::Flat(output) => {
                    for (dialect, row) in &rows {
                        output.write(&FlatRow {
                            agent: &agent,
                            url: &shown,
                            dialect,
                            allowed: row.allowed,
                            reason: row.reason,
                            line: row.line,
                            rule: row.rule.as_deref(),
                            group: row.group.as_deref(),
                        })?;
                    }
                }
                Sink::Nested(output) => output.write(&Comparison {
                    agent: &agent,
                    url: &shown,
                    differs,
                    verdicts: rows
                        .iter()
                        .map(|(dialect, row)| DialectVerdict {
                            dialect,
                            allowed: row.allowed,
                            reason: row.reason,
                            line: row.line,
                            rule: row.rule.as_deref(),
                            group: row.group.as_deref(),
                        })
                        .collect(),
                })?,
            }
        }
        if let Sink::Human(output) = &mut self.sink {
            for Shared {
                agents,
                answers,
                division,
            } in shared
            {
                if let Some(divisions) = &mut self.divisions {
                    let count = divisions.entry(division).or_default();
                    *count += 1;
                    if *count > ALIKE {
                        self.left_out += agents.len() as u64;
                        continue;
                    }
                }
                let mut text = String::new();
                fill(
                    &mut text,
                    &format!("{} {}", agents.join(", "), printable(&shown)),
                    0,
                    width(),
                );
                output.print(&format!("{text}\n{answers}\n"))?;
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Status, Failure> {
        match self.sink {
            Sink::Human(mut output) => {
                let (asked, differing) = (self.asked, self.differing);
                if self.left_out > 0 {
                    output.print(&format!(
                        "{} more divide the dialects in one of these ways; --format csv prints them all\n",
                        self.left_out
                    ))?;
                }
                output.print(&format!(
                    "{asked} questions, {differing} on which dialects disagree\n"
                ))?;
                output.flush()?;
            }
            Sink::Flat(rows) | Sink::Nested(rows) => rows.finish()?,
        }
        Ok(if self.differing == 0 {
            Status::Clean
        } else {
            Status::Findings
        })
    }
}

/// The answers to one question for people: the dialects that say the same on one line.
fn human(rows: &[(&'static str, Row<'_>)]) -> String {
    let mut answers: Vec<(&Row<'_>, Vec<&str>)> = Vec::new();
    for (dialect, row) in rows {
        // Neither agent nor group are shown.
        let is_same = |answer: &Row<'_>| {
            (answer.allowed, answer.reason, answer.line, &answer.rule)
                == (row.allowed, row.reason, row.line, &row.rule)
        };
        match answers.iter_mut().find(|(answer, _)| is_same(answer)) {
            Some((_, dialects)) => dialects.push(dialect),
            None => answers.push((row, vec![dialect])),
        }
    }
    // After a verdict.
    const INDENT: usize = 13;
    answers.sort_by_key(|(row, _)| row.allowed);
    let mut text = String::new();
    for (row, dialects) in answers {
        let style = verdict_style(row.allowed);
        let word = if row.allowed { "allowed" } else { "disallowed" };
        let why = match (row.line, &row.rule) {
            (Some(line), Some(rule)) => format!("line {line}, {}", printable(rule)),
            _ => row.reason.to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "  {style}{word:10}{style:#} ");
        fill(
            &mut text,
            &format!("{why} ({})", dialects.join(", ")),
            INDENT,
            width(),
        );
        text.push('\n');
    }
    text
}
