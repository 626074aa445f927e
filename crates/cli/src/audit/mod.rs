//! `robots audit`: which crawlers a site lets in.

mod access_column;
mod audited_file;
mod census;
mod explain;
mod page;

use std::cmp::Reverse;

use clap::Args;
use robots_exclusion::agents::Obedience;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::{Client, Web};
use crate::files::{self, Files};
use crate::input::Input;
use crate::options::Limits;
use crate::output::{self, Output};
use crate::report::format::{CSV, Choice, JSON, JSON_LINES, TSV, among};
use crate::report::{Cell, Format, Piece, Sink, Table, alike, markdown};
use crate::shown::{first, printable};
use crate::status::Status;

use access_column::Access;
use audited_file::{Audited, AuditedFile, COLUMNS, CrawlerRow};
use census::{Asker, By, Shares};

/// Shows which known crawlers can fetch all of a site, some of it, or nothing.
///
/// For each crawler: the group that applies to it, and the rules of the groups for * that it
/// ignores because it has a group of its own. Each file is read for each crawler as its operator
/// documents, unless --dialect says otherwise.
///
/// "Open" and "closed" are proved for every URL that clients send: the characters of RFC 3986, those
/// that browsers leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it.
#[derive(Args)]
#[command(after_long_help = "\
Sets of crawlers for -a, by purpose: @search, @ai-training, @ai-search, @user,
@preview, @seo, @archive, @ads; @all is every crawler that is known.

Examples:
  robots audit robots.txt
  robots audit https://www.example.com -a @ai-training
  robots audit --files sites.txt --format csv > crawlers.csv
  robots audit robots.txt --format html > crawlers.html
  robots audit folder --by set
  robots audit --warc CC-MAIN-*.warc.gz -a @ai-training --format csv > sites.csv
  robots audit --explain ChatGPT-User")]
#[command(mut_arg("files", |arg| arg.required_unless_present("explain")))]
pub(crate) struct Audit {
    #[command(flatten)]
    files: Files,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("A crawler to ask about, or a set such as @search; may be repeated [default: @all, and * for crawlers that no group names]"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    /// FILEs are WARC files with the robots.txt of many sites, such as Common Crawl's: a row for each
    /// capture, or the share of sites
    #[arg(long)]
    warc: bool,

    /// Say to how many sites crawlers have access, instead of to which; of several captures of a
    /// host, the last counts
    #[arg(long, value_name = "WHAT")]
    by: Option<By>,

    /// Read the files as this dialect for all crawlers
    #[arg(short, long, ignore_case = true, value_parser = dialects::choices())]
    dialect: Option<DialectChoice>,

    /// Print what is known about a crawler, what that rests on, and how its visits are verified,
    /// instead of auditing files
    #[arg(long, value_name = "CRAWLER")]
    explain: Option<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "human", value_parser = among(FORMATS))]
    format: Format,
}

const FORMATS: &[Choice] = &[
    Format::Human
        .help("A table for each file, with crawlers that have the same access in one row; the default"),
    JSON,
    JSON_LINES,
    CSV,
    TSV,
    Format::Markdown.help("Markdown tables"),
    Format::Html.help(
        "One self-contained page: a colored grid of crawlers and sections for each site, and for several sites how many each \
         crawler may fetch, as a picture",
    ),
];

impl Audit {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        if let Some(crawler) = &self.explain {
            explain::explain(crawler, self.naming, self.format)?;
            return Ok(Status::default());
        }
        let client = self.files.client(&self.web);
        let mut status = Status::default();
        let inputs = match self.warc {
            true => self.files.archives(&client, &mut status)?,
            false => self.files.expand("audit", &client, &mut status)?,
        };
        let mut agents = self.naming.expand_or_configured(&self.agents, config)?;
        if agents.is_empty() {
            agents = Naming { as_token: false }.expand(&["@all".to_owned()])?;
            agents.push(CrawlerQuery::named("*"));
        }
        if self.warc || self.by.is_some() {
            return self.census(config, &inputs, &agents, &client, status);
        }
        let mut sink = match self.format {
            // Tables of its own, not of findings.
            Format::Markdown => Sink::Text(Output::new()),
            format => Sink::new(format, "robots audit"),
        };
        let mut page = page::Page::new(&agents);
        let with_sections = self.format == Format::Html;
        let dialect = self.dialect.or(config.dialect).unwrap_or_default();
        let limits = self.limits;
        let read = files::for_each(
            &inputs,
            false,
            |input| AuditedFile::audit(input, &agents, dialect, &limits, &client, with_sections),
            |mut site| {
                status.raise_if(site.is_not_fetched, Status::NotFetched);
                status.raise_if(site.is_undecided(), Status::Findings);
                if let Some(rows) = sink.rows() {
                    for one in &mut site.crawlers {
                        if rows.is_flat() {
                            one.ignored.in_table();
                        }
                        let (file, crawler) = (&*site.name, &*one);
                        rows.write_columns(&CrawlerRow { file, crawler }, COLUMNS)?;
                    }
                }
                match (self.format, sink.text()) {
                    (Format::Html, _) => page.add(&site),
                    (Format::Markdown, Some(output)) => {
                        let (heading, table) =
                            (markdown::heading(&site.name), markdown::table(&table(&site)));
                        let read_as = site
                            .read_as()
                            .map_or(String::new(), |sentence| format!("\n{sentence}\n"));
                        output.print(&format!("{heading}{table}{read_as}\n"))?;
                    }
                    (_, Some(output)) => output.print(&human(&site))?,
                    _ => {}
                }
                Ok(())
            },
        )?;
        status.raise(read);
        if let Some(output) = sink.text().filter(|_| self.format == Format::Html) {
            page.finish(output, dialect.preset())?;
        }
        sink.finish()?;
        Ok(status)
    }
}

impl Audit {
    /// Audits many sites in the compact form.
    fn census(
        self,
        config: &Config,
        inputs: &[Input],
        agents: &[CrawlerQuery],
        client: &Client,
        mut status: Status,
    ) -> Result<Status, Failure> {
        if self.limits.transcode_utf16 {
            return Err(Failure::Usage(
                "--transcode-utf16 does not go with --warc and --by; leave it out".to_owned(),
            ));
        }
        let mut sink = match self.format {
            Format::Markdown => Sink::Text(Output::new()),
            format => Sink::new(format, "robots audit"),
        };
        let dialect = self.dialect.or(config.dialect).unwrap_or_default();
        let asker = Asker::new(agents, dialect, &self.limits, self.warc);
        let mut shares = Shares::new(agents, self.by.unwrap_or(By::Crawler));
        let has_rows = self.by.is_none();
        let read = files::for_each(
            inputs,
            false,
            |input| asker.rows(input, client),
            |found| {
                for row in found {
                    status.raise_if(row.is_undecided(), Status::Findings);
                    match sink.rows().filter(|_| has_rows) {
                        Some(rows) => row.write(rows, agents)?,
                        None => shares.add(row),
                    }
                }
                Ok(())
            },
        )?;
        status.raise(read);
        if let Some(rows) = sink.rows().filter(|_| !has_rows) {
            shares.write(rows)?;
        }
        if let Some(output) = sink.text() {
            let (summary, table) = (shares.summary(), shares.table());
            match self.format {
                Format::Html => shares.print(output, dialect.preset())?,
                Format::Markdown => output.print(&format!("{summary}\n\n{}", markdown::table(&table)))?,
                _ => output.print(&format!("{summary}\n{}", table.on_terminal()))?,
            }
        }
        sink.finish()?;
        Ok(status)
    }
}

/// Crawlers with the same access in one row, the most restricted first.
fn table(site: &AuditedFile) -> Table {
    /// How many rules of `*` that they ignore are shown.
    const IGNORED: usize = 3;
    let crawlers = site.crawlers.iter();
    // Nothing is said of a crawler of which nothing is known.
    let obeys = |one: &Audited| match one.obeys {
        Obedience::MayIgnore => "may ignore",
        _ => "",
    };
    let mut kinds =
        alike(crawlers.map(|one| ((one.access, &one.group, &one.ignored, obeys(one)), &*one.agent)));
    kinds.sort_by_key(|((access, ..), _)| Reverse(*access));
    let mut table = Table::new(["Access", "Group", "Crawlers", "Obeys"]);
    table
        .headings
        .push(Piece::Prose("Ignored rules of `*`".to_owned()));
    table
        .rows
        .extend(kinds.into_iter().map(|((access, group, ignored, obeys), names)| {
            vec![
                Cell::from(access.as_str()).with_tone(access.tone()),
                group.as_deref().unwrap_or("none").into(),
                names.join(", ").into(),
                obeys.into(),
                ignored.first(IGNORED),
            ]
        }));
    table
}

/// A line for each purpose of several crawlers: to how many of them the site is closed, and by what.
fn by_purpose(site: &AuditedFile) -> String {
    /// How many crawlers are named.
    const NAMED: usize = 5;
    let asked = site.crawlers.iter().filter(|one| one.access != Access::NotAsked);
    let known = asked.flat_map(|one| one.purposes.iter().map(move |purpose| (*purpose, one)));
    let mut text = String::new();
    for (purpose, crawlers) in alike(known)
        .into_iter()
        .filter(|(_, crawlers)| crawlers.len() > 1)
    {
        let closed = crawlers.iter().filter(|one| one.access == Access::Closed);
        let closed = closed.map(|one| {
            let line = one
                .closed_by
                .map_or(String::new(), |line| format!(" by line {line}"));
            format!("{}{line}", printable(&one.agent))
        });
        let closed: Vec<String> = closed.collect();
        let line = match (closed.len(), crawlers.len()) {
            (0, all) => format!("{purpose}: closed to none of {all}"),
            (count, all) => format!(
                "{purpose}: closed to {count} of {all}: {}",
                first(closed.into_iter(), NAMED)
            ),
        };
        output::paragraph(&mut text, &line, 0);
    }
    text
}

fn human(site: &AuditedFile) -> String {
    let bold = anstyle::Style::new().bold();
    let (name, summary, table) = (printable(&site.name), site.summary(), table(site).on_terminal());
    let mut text = format!("{bold}{name}{bold:#}: {summary}\n{table}{}", by_purpose(site));
    for sentence in site.notes.iter().cloned().chain(site.read_as()) {
        output::paragraph(&mut text, &sentence, 0);
    }
    text.push('\n');
    text
}
