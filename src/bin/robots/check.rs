//! `robots check`: may these crawlers fetch these URLs?

use std::ffi::OsString;
use std::fmt::Write;

use clap::Args;
use comfy_table::{Cell, Color, Table};
use robots_exclusion::RobotsTxt;
use robots_exclusion::fetch::in_scope;
use url::Url;

use crate::Status;
use crate::answer::Crawler;
use crate::explain::explain;
use crate::failure::Failure;
use crate::input::{Input, Lines, RobotsFile};
use crate::options::{Reading, UrlList};
use crate::output::{self, Output, RowFormat, Rows};

/// Tells whether crawlers may fetch URLs, and why.
///
/// For one question, the verdict is shown in the file: the deciding rule, the group it stands in, and the rule that would
/// have decided without it. For several, one row or table cell each is printed, or a list where the terminal has no room for the table.
#[derive(Args)]
#[command(
    override_usage = "robots check [OPTIONS] FILE AGENT URL...\n       robots check [OPTIONS] FILE -a AGENT... [URL...] [--urls LIST]",
    after_long_help = "\
Examples:
  robots check robots.txt FooBot https://example.com/x
  robots check https://example.com/ FooBot /x
  robots check robots.txt -a Googlebot -a Bingbot /x /y
  robots check robots.txt FooBot --urls urls.txt --format csv
  robots check - FooBot /x --dialect google < robots.txt"
)]
pub(crate) struct Check {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of its site
    #[arg(value_name = "FILE")]
    file: Input,

    /// The crawler (its product token or whole User-Agent) unless -a is given, then URLs or paths
    #[arg(value_name = "AGENT URL")]
    words: Vec<OsString>,

    /// A crawler to ask for; may be repeated
    #[arg(short, long = "agent", value_name = "AGENT")]
    agents: Vec<String>,

    #[command(flatten)]
    list: UrlList,

    #[command(flatten)]
    reading: Reading,

    /// How to print
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<RowFormat>,
}

impl Check {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let Self {
            file,
            words,
            mut agents,
            list,
            reading,
            format,
        } = self;
        let mut words = words.into_iter();
        if agents.is_empty() {
            let agent = words.next().ok_or_else(|| {
                Failure::Usage("no crawler is given: robots check FILE AGENT URL...".to_owned())
            })?;
            agents.push(
                agent.into_string().map_err(|agent| {
                    Failure::Usage(format!("the crawler {} is not UTF-8", agent.display()))
                })?,
            );
        }
        let urls: Vec<OsString> = words.collect();
        if urls.is_empty() && list.urls.is_none() {
            return Err(Failure::Usage(
                "no URL is given: name some behind the crawler, or a file of them with --urls".to_owned(),
            ));
        }
        let bytes = list.len();
        let lines = list.open(&file)?;
        let (robots, file) = reading.parse_file(&file)?;
        warn_out_of_scope(&file, &urls);
        let format = RowFormat::or_default(format);

        let mut output = Output::new();
        if let ([agent], [url], None) = (&agents[..], &urls[..], &lines) {
            let url = url.as_encoded_bytes();
            let mut crawler = Crawler::new(agent);
            let row = crawler.ask(&robots, url);
            match format {
                RowFormat::Human => output.print(&explain(&file.name, &robots, agent, url))?,
                RowFormat::Json => output.json_line(&row)?,
                _ => {
                    let mut rows = output.rows(format);
                    rows.write(&row)?;
                    rows.finish()?;
                    return Ok(status(row.allowed));
                }
            }
            output.flush()?;
            return Ok(status(row.allowed));
        }
        let questions = Questions {
            robots,
            crawlers: agents.into_iter().map(Crawler::new).collect(),
            urls,
            lines,
            bytes,
        };
        if format != RowFormat::Human {
            questions.rows(output.rows(format))
        } else if questions.fit_across() {
            questions.table(output)
        } else {
            questions.listing(output)
        }
    }
}

/// Says which URLs the file does not speak for, as it was fetched from another site.
fn warn_out_of_scope(file: &RobotsFile, urls: &[OsString]) {
    let Some(robots) = file
        .fetched
        .as_ref()
        .and_then(|report| Url::parse(&report.url).ok())
    else {
        return;
    };
    let parsed = urls.iter().filter_map(|url| Url::parse(url.to_str()?).ok());
    for url in parsed.filter(|url| !in_scope(url, &robots)) {
        output::warn(&format_args!("{robots} does not speak for {url}"));
    }
}

fn status(all_allowed: bool) -> Status {
    if all_allowed {
        Status::Clean
    } else {
        Status::Findings
    }
}

/// A verdict in words.
fn verdict(allowed: bool, line: Option<u32>) -> String {
    let word = if allowed { "allowed" } else { "disallowed" };
    match line {
        Some(line) => format!("{word} by line {line}"),
        None => word.to_owned(),
    }
}

/// Every crawler's question about every URL.
struct Questions {
    robots: RobotsTxt<'static>,
    crawlers: Vec<Crawler>,
    urls: Vec<OsString>,
    lines: Option<Lines>,
    /// The size of the list that `lines` reads.
    bytes: Option<u64>,
}

impl Questions {
    /// Calls `each` with every URL, those of the command line first.
    fn for_each_url(
        &mut self,
        mut each: impl FnMut(&RobotsTxt<'_>, &mut [Crawler], &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for url in &self.urls {
            each(&self.robots, &mut self.crawlers, url.as_encoded_bytes())?;
        }
        let Some(lines) = &mut self.lines else {
            return Ok(());
        };
        let bar = output::progress(self.bytes);
        let mut count: u64 = 0;
        while let Some(url) = lines.next_line()? {
            each(&self.robots, &mut self.crawlers, url)?;
            count += 1;
            if count.is_multiple_of(1024) {
                bar.set_position(lines.bytes_read());
                bar.set_message(count.to_string());
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn rows(mut self, mut rows: Rows) -> Result<Status, Failure> {
        let mut all_allowed = true;
        self.for_each_url(|robots, crawlers, url| {
            for crawler in crawlers {
                let row = crawler.ask(robots, url);
                all_allowed &= row.allowed;
                rows.write(&row)?;
            }
            Ok(())
        })?;
        rows.finish()?;
        Ok(status(all_allowed))
    }

    /// Whether a table has room for every crawler.
    fn fit_across(&self) -> bool {
        const URL: usize = 24;
        const VERDICT: usize = "disallowed by line 123".len();
        const GAP: usize = 2;
        let widths = self
            .crawlers
            .iter()
            .map(|crawler| crawler.agent().chars().count().max(VERDICT) + GAP);
        URL + widths.sum::<usize>() <= output::width()
    }

    /// Under each URL the verdicts, with the crawlers that get them.
    fn listing(mut self, mut output: Output) -> Result<Status, Failure> {
        let mut all_allowed = true;
        self.for_each_url(|robots, crawlers, url| {
            let mut verdicts: Vec<(bool, Option<u32>, Vec<String>)> = Vec::new();
            for crawler in crawlers {
                let row = crawler.ask(robots, url);
                let (allowed, line) = (row.allowed, row.line);
                all_allowed &= allowed;
                let agent = output::printable(crawler.agent());
                match verdicts
                    .iter_mut()
                    .find(|verdict| (verdict.0, verdict.1) == (allowed, line))
                {
                    Some((_, _, agents)) => agents.push(agent),
                    None => verdicts.push((allowed, line, vec![agent])),
                }
            }
            let mut text = output::printable(&String::from_utf8_lossy(url));
            text.push('\n');
            let words = verdicts.iter().map(|(allowed, line, _)| verdict(*allowed, *line));
            let words: Vec<String> = words.collect();
            let column = words.iter().map(String::len).max().unwrap_or_default();
            for ((allowed, _, agents), word) in verdicts.iter().zip(words) {
                let style = output::verdict_style(*allowed);
                // Writing to a string cannot fail.
                let _ = write!(text, "  {style}{word:column$}{style:#}  ");
                output::fill(&mut text, &agents.join(", "), column + 4, output::width());
                text.push('\n');
            }
            output.print(&text)
        })?;
        output.flush()?;
        Ok(status(all_allowed))
    }

    /// URLs down, crawlers across; in parts, so that a list of any length can be shown.
    fn table(mut self, mut output: Output) -> Result<Status, Failure> {
        const ROWS: usize = 500;
        let header: Vec<Cell> = [Cell::new("URL")]
            .into_iter()
            .chain(
                self.crawlers
                    .iter()
                    .map(|crawler| Cell::new(output::printable(crawler.agent()))),
            )
            .map(|cell| cell.add_attribute(comfy_table::Attribute::Bold))
            .collect();
        let new_table = || {
            let mut table = output::table();
            table.set_header(header.clone());
            table
        };
        let print = |output: &mut Output, table: Table| output.print(&format!("{table}\n"));
        let mut table = new_table();
        let mut all_allowed = true;
        self.for_each_url(|robots, crawlers, url| {
            let mut cells = vec![Cell::new(output::printable(&String::from_utf8_lossy(url)))];
            for crawler in crawlers {
                let row = crawler.ask(robots, url);
                all_allowed &= row.allowed;
                let color = if row.allowed { Color::Green } else { Color::Red };
                cells.push(Cell::new(verdict(row.allowed, row.line)).fg(color));
            }
            table.add_row(cells);
            if table.row_count() == ROWS {
                print(&mut output, std::mem::replace(&mut table, new_table()))?;
            }
            Ok(())
        })?;
        if table.row_count() > 0 {
            print(&mut output, table)?;
        }
        output.flush()?;
        Ok(status(all_allowed))
    }
}
