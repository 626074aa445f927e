//! `robots signals`: what a site says about each use of a page.

use std::fmt::Write;
use std::slice;

use clap::Args;
use robots_exclusion_page::signals::{Permission, Signals, TdmFile, Use, UseAnswer};
use serde::Serialize;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::options::{Reading, header_field};
use crate::output::{Output, verdict_style};
use crate::report::Format;
use crate::report::format::{DOCUMENT, among};
use crate::shown::printable;
use crate::status::Status;

/// Prints what a site says about each use of a page: search, AI input, AI training, text and data
/// mining.
///
/// All sources count: robots.txt, header fields, the page's tags and tdmrep.json. The most
/// restrictive statement wins. The exit status is 1 if a use is refused.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots signals robots.txt Googlebot https://example.com/article
  robots signals https://example.com/ bingbot /article -H 'TDM-Reservation: 1'
  robots signals robots.txt GPTBot /a --html a.html --tdmrep tdmrep.json")]
// Its own --header is something that a page was served with.
#[command(mut_arg("sent_header", |arg| arg.long("send-header")))]
pub(crate) struct SignalsOf {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of
    /// its site
    #[arg(value_name = "FILE")]
    file: Input,

    #[arg(value_name = "AGENT", value_parser = crawlers::name, help = crawlers::help("The crawler"))]
    agent: String,

    #[command(flatten)]
    naming: Naming,

    /// The URL or path of the page
    #[arg(value_name = "URL")]
    url: String,

    /// A line of the page's HTTP header, such as 'Content-Signal: ai-train=no'; may be repeated
    #[arg(short = 'H', long, value_name = "LINE")]
    header: Vec<String>,

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

/// What is said about one use, as a row.
#[derive(Serialize)]
struct UseRow<'a> {
    #[serde(flatten)]
    answer: &'a UseAnswer,
    /// The first of the crawler's product tokens.
    crawler: &'a str,
}

impl SignalsOf {
    pub(crate) fn run(mut self, config: &Config) -> Result<Status, Failure> {
        self.reading.configure(config);
        input::refuse_stdin_twice(&[
            ("FILE", slice::from_ref(&self.file)),
            ("the page", self.html.as_slice()),
            ("tdmrep.json", self.tdmrep.as_slice()),
        ])?;
        let robots = self.reading.parse(&self.file)?;
        let client = self.reading.web.client();
        let crawler = self.naming.user_agent(&self.agent);
        let mut signals = Signals::for_crawler(&crawler);
        signals.robots_txt(&robots, &self.url);
        for line in &self.header {
            let (name, value) = header_field(line, "Content-Signal: ai-train=no")?;
            signals.header(name, value);
        }
        if let Some(html) = &self.html {
            signals.html(&html.read(&client)?);
        }
        if let Some(input) = &self.tdmrep {
            let file = TdmFile::parse(&input.read(&client)?)
                .map_err(|error| Failure::malformed(input.name(), error))?;
            signals.tdm_file(&file, &self.url);
        }
        let answers: Vec<UseAnswer> = Use::ALL.iter().map(|purpose| signals.answer(*purpose)).collect();
        let mut output = Output::new();
        match Format::or_default(self.format, Format::Json) {
            Format::Json => {
                let crawler = crawler.name();
                for answer in &answers {
                    output.json_line(&UseRow { answer, crawler })?;
                }
            }
            _ => {
                let asked = CrawlerQuery::new(&self.agent, &crawler);
                let note = crawlers::ignoring_star_of([(&asked, &robots)]);
                output.print(&(human(&answers) + &note.map_or(String::new(), |note| note + "\n")))?;
            }
        }
        output.flush()?;
        let is_refused = |answer: &UseAnswer| answer.permission() == Permission::Refused;
        Ok(Status::of_findings(answers.iter().any(is_refused)))
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
            let _ = writeln!(
                text,
                "           {}{}: {}",
                statement.source(),
                line.unwrap_or_default(),
                printable(statement.says())
            );
        }
    }
    text
}
