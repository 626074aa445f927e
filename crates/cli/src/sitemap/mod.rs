//! `robots sitemap`: the entries of a sitemap, and what is wrong with it.

mod crossing;

use std::fmt::Write;
use std::slice;

use clap::Args;
use robots_exclusion::Dialect;
use robots_exclusion_sitemap::{Entry, Error, Item, Problem, ReadOptions, Scope};
use serde::Serialize;
use url::Url;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::credentials::url_of_place;
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::{self, Input};
use crate::options::{Limits, dialects};
use crate::output;
use crate::report::format::{ROWS, among};
use crate::report::{Format, Sink};
use crate::shown::{count, printable};
use crate::status::Status;
use crate::views::Views;

use crossing::Crossing;

/// Prints the entries of a sitemap; with --check, what breaks the protocol; with --robots, what
/// crawlers may not fetch.
///
/// Reads XML (a urlset or an index), plain text, RSS and Atom, each also compressed with gzip, as a
/// stream. What cannot be read is skipped.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots sitemap sitemap.xml --format csv
  robots sitemap https://example.com/sitemap.xml.gz --check
  robots sitemap sitemap.xml --check --at https://example.com/sitemap.xml
  robots sitemap sitemap.xml --robots robots.txt -a Googlebot
  robots sitemap https://example.com/sitemap.xml --robots https://example.com/")]
pub(crate) struct Sitemap {
    /// The sitemap: a path, - for standard input, or its URL
    #[arg(value_name = "FILE")]
    file: Input,

    /// Print what breaks the protocol or XML instead of the entries: what an XML parser refuses,
    /// size and count limits, scope, dates, encodings, languages, repeated URLs
    #[arg(short, long)]
    check: bool,

    /// The address of the sitemap, which decides which URLs it may list
    #[arg(long, value_name = "URL", value_parser = url_of_place)]
    at: Option<Url>,

    /// Print the entries that this robots.txt disallows, and those that it does not apply to
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    robots: Option<Input>,

    #[arg(short, long = "agent", value_name = "AGENT", requires = "robots", help = crawlers::help("With --robots: a crawler to ask about, or a set such as @search; may be repeated [default: *, those that no group names]"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    /// With --robots: the dialect to read the robots.txt in [default: rfc9309]
    #[arg(short, long, value_parser = dialects(), requires = "robots")]
    dialect: Option<Dialect>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(ROWS))]
    format: Option<Format>,
}

/// The columns of an entry in a table. In JSON it also has its line, images, videos and other
/// languages.
const COLUMNS: &[&str] = &["loc", "lastmod", "changefreq", "priority", "kind"];

impl Sitemap {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        input::refuse_stdin_twice(&[
            ("the sitemap", slice::from_ref(&self.file)),
            ("the robots.txt", self.robots.as_slice()),
        ])?;
        let client = self.web.client();
        let dialect = self.dialect.or(config.dialect).unwrap_or_default();
        let mut crossing = match &self.robots {
            Some(robots) => {
                let mut asked = self.naming.expand_or_configured(&self.agents, config)?;
                if asked.is_empty() {
                    asked.push(CrawlerQuery::named("*"));
                }
                let views = Views::read(robots, &asked, Some(dialect), &self.limits, &client)?;
                Some(Crossing::new(views))
            }
            None => None,
        };
        let own = match &self.file {
            Input::Url(url) => url_of_place(url).ok(),
            _ => None,
        };
        let mut options = ReadOptions::new().strict(self.check);
        if let Some(at) = self.at.as_ref().or(own.as_ref()) {
            options = options.scope(Scope::of(at));
        }
        let mut reader = options.read(self.file.open(&client)?);
        let format = Format::or_default(self.format, Format::Jsonl);
        let mut sink = Sink::new(format, "robots sitemap");
        let bar = output::progress(None);
        let mut stopped_by = None;
        while let Some(item) = reader.next_item() {
            match item {
                Ok(Item::Entry(entry)) if !self.check => match &mut crossing {
                    Some(crossing) => crossing.entry(&entry, &mut sink)?,
                    None => print_entry(&mut sink, &entry)?,
                },
                Ok(Item::Problem(problem)) if self.check => print_problem(&mut sink, &problem)?,
                Ok(_) => {}
                // That is not the sitemap's fault, unless it is compressed.
                Err(Error::Io(error)) => {
                    sink.finish()?;
                    return Err(self.file.failure(error));
                }
                Err(error) => {
                    if self.check {
                        print(&mut sink, &error, &format!("{error} [{}]\n", error.code()))?;
                    }
                    stopped_by = Some(error);
                }
            }
            if reader.entries().is_multiple_of(1024) {
                bar.set_message(reader.entries().to_string());
            }
        }
        bar.finish_and_clear();
        let entries = count(reader.entries(), "entry", "entries");
        // The reader does not count what stopped it.
        let found = reader.problems() + u64::from(stopped_by.is_some());
        let problems = count(found, "problem", "problems");
        if let Some(output) = sink.text() {
            match &crossing {
                _ if self.check => output.print(&format!("{entries}, {problems}\n"))?,
                Some(crossing) => output.print(&format!("{entries}, {}\n", crossing.summary()))?,
                None => {}
            }
        }
        sink.finish()?;
        let name = self.file.name();
        match (stopped_by, self.check) {
            (Some(error), false) => Err(Failure::malformed(name, error)),
            (None, false) => {
                if found > 0 {
                    output::warn(&format_args!("{name} has {problems} (see --check)"));
                }
                Ok(crossing.map_or(Status::Clean, |crossing| crossing.status()))
            }
            (_, true) => Ok(Status::of_findings(found > 0)),
        }
    }
}

fn print_entry(sink: &mut Sink, entry: &Entry) -> Result<(), Failure> {
    if let Some(rows) = sink.rows() {
        rows.write_columns(entry, COLUMNS)?;
    }
    let Some(output) = sink.text() else {
        return Ok(());
    };
    let mut text = printable(&entry.loc);
    // Writing to a string cannot fail.
    if let Some(lastmod) = entry.lastmod {
        let _ = write!(text, "  {lastmod}");
    }
    if let Some(frequency) = entry.change_frequency {
        let _ = write!(text, "  {}", frequency.as_str());
    }
    if let Some(priority) = entry.priority {
        let _ = write!(text, "  priority {}", priority.get());
    }
    text.push('\n');
    output.print(&text)
}

fn print_problem(sink: &mut Sink, problem: &Problem) -> Result<(), Failure> {
    let Problem { kind, line, .. } = problem;
    let excerpt = match problem.excerpt.as_str() {
        "" => String::new(),
        excerpt => format!(": {}", printable(excerpt)),
    };
    let dropped = if problem.entry_dropped {
        " (entry skipped)"
    } else {
        ""
    };
    let text = format!("line {line}: {} [{kind}]{excerpt}{dropped}\n", kind.message());
    print(sink, problem, &text)
}

/// Prints a row, or a text in its place.
fn print(sink: &mut Sink, row: &impl Serialize, text: &str) -> Result<(), Failure> {
    match sink {
        Sink::Rows(rows) => rows.write(row),
        Sink::Text(output) => output.print(text),
        _ => Ok(()),
    }
}
