//! `robots signals`: what a site says about each use of a page.

use std::fmt::Write;
use std::slice;

use clap::Args;
use robots_exclusion::agents::{ALL, ANNOUNCED, Agent, NoArchive, Purpose, TRAINING_PREFERENCE};
use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use, UseAnswer};
use serde::Serialize;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::credentials::remove_credentials;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::options::{Reading, header_field, old_header};
use crate::output::{self, Output, verdict_style};
use crate::report::format::{DOCUMENT, among};
use crate::report::{Format, alike};
use crate::shown::{first, printable};
use crate::status::Status;
use crate::views::Views;

/// Prints what a site says about each use of a page: search, AI input, AI training, text and data
/// mining.
///
/// All sources count: robots.txt, header fields, the page's tags and tdmrep.json. The most
/// restrictive statement wins. Without a crawler, a table has every operator of AI crawlers. The
/// exit status is 1 if a use is refused.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots signals robots.txt
  robots signals robots.txt Googlebot https://example.com/article
  robots signals robots.txt @ai-training /article
  robots signals https://example.com/ bingbot /article -H 'TDM-Reservation: 1'
  robots signals robots.txt GPTBot /a --html a.html --tdmrep tdmrep.json")]
// A call with --header may mean a header of the response.
#[command(mut_arg("sent_header", |arg| arg.long("send-header")))]
pub(crate) struct SignalsOf {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of
    /// its site
    #[arg(value_name = "FILE")]
    file: Input,

    #[arg(value_name = "AGENT", value_parser = crawlers::name, help = crawlers::help("The crawler, or a set such as @ai-training [default: the crawlers of all operators that use pages for AI]"))]
    agent: Option<String>,

    #[command(flatten)]
    naming: Naming,

    /// The URL or path of the page
    #[arg(value_name = "URL", default_value = "/")]
    url: String,

    /// A line of the HTTP header that the page was served with, such as 'Content-Signal: ai-train=no'; may be repeated
    #[arg(short = 'H', long, value_name = "LINE")]
    response_header: Vec<String>,

    /// Refused: it is a header of a request everywhere, and was one of the response here
    #[arg(long = "header", value_name = "LINE", hide = true, value_parser = old_header)]
    _header: Option<String>,

    /// The page, to read its tags from: a path, - for standard input, or a URL
    #[arg(long, value_name = "FILE")]
    html: Option<Input>,

    /// The site's /.well-known/tdmrep.json: a path or - for standard input
    #[arg(long, value_name = "FILE")]
    tdmrep: Option<Input>,

    #[command(flatten)]
    reading: Reading,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(DOCUMENT))]
    format: Option<Format>,
}

/// The statements to one crawler, as a document.
#[derive(Serialize)]
struct SignalsDocument<'a> {
    /// As it was written.
    agent: &'a str,
    /// The first of the crawler's product tokens.
    crawler: &'a str,
    /// Present in the table of operators.
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<&'a str>,
    url: &'a str,
    answers: Vec<UseAnswer>,
    /// What the operator says about obeying robots.txt.
    obeys: &'static str,
}

impl SignalsOf {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        input::refuse_stdin_twice(&[
            ("FILE", slice::from_ref(&self.file)),
            ("the page", self.html.as_slice()),
            ("tdmrep.json", self.tdmrep.as_slice()),
        ])?;
        self.reading.configure(config);
        let mut url = self.url.into_bytes();
        remove_credentials(&mut url);
        self.url = String::from_utf8_lossy(&url).into_owned();
        let client = self.reading.web.client();
        let asked = match &self.agent {
            Some(agent) => self.naming.expand(slice::from_ref(agent))?,
            None => ai_crawlers(),
        };
        let reading = &self.reading;
        let mut views = Views::read(&self.file, &asked, reading.choice(), &reading.limits, &client)?;
        let failed = views.views.iter().position(|view| view.failure().is_some());
        if let Some(report) = failed.and_then(|view| views.views.swap_remove(view).fetched) {
            return Err(Failure::NotFetched(Box::new(report)));
        }
        let mut fields = Vec::new();
        for line in &self.response_header {
            fields.push(header_field(line, "Content-Signal: ai-train=no")?);
        }
        let html = match &self.html {
            Some(input) => Some(input.read(&client)?),
            None => None,
        };
        let tdm_file = match &self.tdmrep {
            Some(input) => {
                let file = TdmFile::parse(&input.read(&client)?);
                Some(file.map_err(|error| Failure::malformed(input.name(), error))?)
            }
            None => None,
        };
        let documents: Vec<SignalsDocument<'_>> = views
            .by_crawler()
            .map(|(crawler, view)| {
                let asked = crawler.asked();
                let mut signals = Signals::new(self.naming.user_agent(asked.name()));
                signals.robots_txt(&view.robots, &self.url);
                for (name, value) in &fields {
                    signals.header(name, value);
                }
                if let Some(html) = &html {
                    signals.html(html);
                }
                if let Some(file) = &tdm_file {
                    signals.tdm_file(file, &self.url);
                }
                SignalsDocument {
                    agent: asked.name(),
                    crawler: asked.crawler(),
                    operator: asked
                        .agent()
                        .map(Agent::operator)
                        .filter(|_| self.agent.is_none()),
                    url: &self.url,
                    answers: Use::ALL.iter().map(|purpose| signals.answer(*purpose)).collect(),
                    obeys: asked.obeys().as_str(),
                }
            })
            .collect();
        let mut output = Output::new();
        match (Format::or_default(self.format, Format::Json), &documents[..]) {
            (Format::Json, [document]) => output.json(document)?,
            (Format::Json, documents) => output.json(&documents)?,
            (Format::Jsonl, documents) => {
                for document in documents {
                    output.json_line(document)?;
                }
            }
            (_, documents) if self.agent.is_none() => {
                output.print(&table_of_operators(documents))?;
                for control in ANNOUNCED {
                    output.print(&entry(&format!("{}: ", control.operator()), control.what()))?;
                }
                output.print(&unconfirmed(documents))?;
            }
            (_, documents) => {
                for (number, document) in documents.iter().enumerate() {
                    if documents.len() > 1 {
                        let gap = if number > 0 { "\n" } else { "" };
                        output.print(&format!("{gap}{}", entry("", &printable(document.agent))))?;
                    }
                    output.print(&human(&document.answers))?;
                }
                output.print(&by_use(documents))?;
                for note in views.notes() {
                    output.print(&entry("", &note))?;
                }
                output.print(&unconfirmed(documents))?;
            }
        }
        output.flush()?;
        let is_refused = |answer: &UseAnswer| answer.permission() == Permission::Refused;
        let mut answers = documents.iter().flat_map(|document| &document.answers);
        Ok(Status::of_findings(answers.any(is_refused)))
    }
}

/// The crawlers of operators that use pages for AI, if AI models are trained on the pages that
/// these crawlers fetch, or answer from them: AI crawlers, and search crawlers if a token without a
/// crawler, or a rule of pages, governs the further use of their pages.
fn ai_crawlers() -> Vec<CrawlerQuery> {
    let is_for_ai = |agent: &Agent| {
        agent.purposes().any(|purpose| {
            matches!(
                purpose,
                Purpose::AiTraining | Purpose::AiSearch | Purpose::Assistant
            )
        })
    };
    let is_governed = |agent: &Agent| {
        let governs = |token: &&Agent| !token.crawls() && token.operator() == agent.operator();
        let has_control = agent.noarchive() != NoArchive::Copies || agent.noindex_refuses_answers();
        agent.purpose() == Purpose::Search && (has_control || ALL.iter().any(|token| governs(&token)))
    };
    let mut crawlers: Vec<&Agent> = ALL
        .iter()
        .filter(|agent| agent.crawls() && !agent.is_former() && (is_for_ai(agent) || is_governed(agent)))
        .collect();
    // Operators stay in the order of the table.
    let order = |operator: &str| ALL.iter().position(|agent| agent.operator() == operator);
    crawlers.sort_by_key(|agent| order(agent.operator()));
    crawlers
        .iter()
        .map(|agent| CrawlerQuery::resolved(agent.name()))
        .collect()
}

/// A table of operators and uses. Crawlers of an operator that get the same answers share a row.
fn table_of_operators(documents: &[SignalsDocument<'_>]) -> String {
    let permissions = |document: &SignalsDocument<'_>| -> Vec<Permission> {
        document.answers.iter().map(UseAnswer::permission).collect()
    };
    let rows = alike(documents.iter().map(|document| {
        (
            (document.operator.unwrap_or_default(), permissions(document)),
            document.crawler,
        )
    }));
    /// The columns of a use, and the least of the column of crawlers.
    const USE: usize = 10;
    const NAMES: usize = 24;
    let operator_width = rows
        .iter()
        .map(|((operator, _), _)| operator.chars().count())
        .max();
    let operator_width = operator_width.unwrap_or_default();
    let room = output::width().saturating_sub(operator_width + 2 + USE * Use::ALL.len());
    let of_rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(_, names)| lines_of_names(names, room.max(NAMES)))
        .collect();
    let crawler_width = of_rows.iter().flatten().map(|line| line.chars().count()).max();
    let crawler_width = crawler_width.unwrap_or_default();
    let mut text = format!("{:operator_width$}  {:crawler_width$}", "", "");
    for purpose in Use::ALL {
        // Writing to a string cannot fail.
        let _ = write!(text, "  {:8}", purpose.as_str());
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (((operator, permissions), _), names) in rows.iter().zip(&of_rows) {
        let (first, others) = names
            .split_first()
            .map_or(("", &[][..]), |(first, others)| (first, others));
        let mut line = format!("{operator:operator_width$}  {first:crawler_width$}");
        for permission in permissions {
            let word = match permission {
                Permission::Unsaid => "-",
                permission => permission.as_str(),
            };
            let style = match permission {
                Permission::Unsaid => anstyle::Style::new(),
                permission => verdict_style(*permission == Permission::Allowed),
            };
            let _ = write!(line, "  {style}{word:8}{style:#}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
        for other in others {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:operator_width$}  {other}", "");
        }
    }
    text.push_str("-: nothing is said\n");
    text
}

/// What is said after the words before it, as wide as the terminal. Further lines begin below the
/// first word that is said. A word stays whole, since it may be a URL.
fn entry(before: &str, said: &str) -> String {
    let mut text = before.to_owned();
    output::paragraph(&mut text, said, before.chars().count());
    text
}

/// Names in lines of at most so many columns, unless one name is longer.
fn lines_of_names(names: &[&str], max: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let comma = if at + 1 < names.len() { "," } else { "" };
        let has_room = |line: &String| line.chars().count() + 1 + name.chars().count() + comma.len() <= max;
        match lines.last_mut().filter(|line| has_room(line)) {
            Some(line) => line.push_str(&format!(" {name}{comma}")),
            None => lines.push(format!("{name}{comma}")),
        }
    }
    lines
}

/// A line for each use that is refused to some of several crawlers: to how many, and by what.
fn by_use(documents: &[SignalsDocument<'_>]) -> String {
    /// How many crawlers are named.
    const NAMED: usize = 5;
    let mut text = String::new();
    if documents.len() < 2 {
        return text;
    }
    for (number, purpose) in Use::ALL.iter().enumerate() {
        let refused = documents.iter().filter_map(|document| {
            let answer = &document.answers[number];
            let mut seen = answer.statements().iter().filter(|statement| statement.is_seen());
            let refuses = seen.find(|statement| statement.permission() == Permission::Refused)?;
            let line = refuses
                .line()
                .map_or(String::new(), |line| format!(" by line {line}"));
            Some(format!("{}{line}", printable(document.crawler)))
        });
        let refused: Vec<String> = refused.collect();
        let (count, all) = (refused.len(), documents.len());
        let said = match count {
            0 => format!("refused to none of {all}"),
            _ => format!(
                "refused to {count} of {all}: {}",
                first(refused.into_iter(), NAMED)
            ),
        };
        text.push_str(&entry(&format!("{purpose}: "), &said));
    }
    format!("\n{text}")
}

/// What is not known about a token that decided something.
fn unconfirmed(documents: &[SignalsDocument<'_>]) -> String {
    let answers = documents.iter().flat_map(|document| &document.answers);
    let mut says = answers
        .flat_map(UseAnswer::statements)
        .map(|statement| statement.says());
    match says.any(|says| says.starts_with(TRAINING_PREFERENCE)) {
        true => entry(
            &format!("{TRAINING_PREFERENCE}: "),
            "that this is the spelling, and that a group of * does not count, is not confirmed from the draft",
        ),
        false => String::new(),
    }
}

/// The answers for people.
fn human(answers: &[UseAnswer]) -> String {
    let mut text = String::new();
    for answer in answers {
        let permission = answer.permission();
        let word = match permission {
            Permission::Unsaid => "nothing is said".to_owned(),
            _ => {
                let style = verdict_style(permission == Permission::Allowed);
                format!("{style}{permission}{style:#}")
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:10} {word}", answer.purpose());
        for statement in answer.statements() {
            let line = statement.line().map(|line| format!(", line {line}"));
            let unseen = match statement.is_seen() {
                true => "",
                false => " (not seen, as the crawler may not fetch the page)",
            };
            let said = format!(
                "{}{}: {}{unseen}",
                statement.source(),
                line.unwrap_or_default(),
                printable(statement.says()),
            );
            text.push_str(&entry("           ", &said));
        }
    }
    text
}
