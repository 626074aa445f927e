//! `robots sitemap`: the entries of sitemaps, and what is wrong with them.

mod crossing;
mod paces;
mod queue;
mod told;
mod writing;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{HumanDuration, ProgressBar};
use robots_exclusion::RobotsTxt;
use robots_exclusion::extension::SitemapLine;
use robots_exclusion::fetch::robots_url;
use robots_exclusion_sitemap::{
    Entry, EntryKind, Error, Item, Limits as FileLimits, Problem, ProblemKind, ReadOptions, ReturnLinks,
    Scope,
};
use serde::Serialize;
use url::Url;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::credentials::url_of_place;
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::{Client, Leader, Opened, Web, seconds_or_none};
use crate::input::{self, Input};
use crate::options::Limits;
use crate::output;
use crate::report::format::{ROWS, among};
use crate::report::{Format, Sink};
use crate::shown::{count, printable};
use crate::status::Status;
use crate::views::Views;

use crossing::Crossing;
use paces::Paces;
use queue::{Queue, Task};
use told::ProblemRow;
use writing::Writing;

/// Prints the entries of sitemaps; with --check, what breaks the protocol; with --robots, what
/// crawlers may not fetch. With --write, writes the entries into new sitemaps.
///
/// Reads XML (a urlset or an index), plain text, RSS and Atom, each also compressed with gzip, as a
/// stream. What cannot be read is skipped. The address of a site, or a robots.txt, stands for all
/// sitemaps that the robots.txt names. An entry without a priority (null) has the default, 0.5.
///
/// The sitemaps of an index that you name are read as submitted: they may list the whole site. A sitemap
/// from the web may also list the URLs of a site whose robots.txt names it.
///
/// What --check reads: the protocol, XML, and Google's documentation of images, videos, news and the
/// versions of a page in other languages. Whether versions link back to each other is checked within
/// all files that are read. What is not checked is named on standard error.
///
/// The first file of a site is requested at once. Before further files, the site's robots.txt is
/// read, and requests are as far apart as it asks, a second at least (see --pace), longer after
/// failures. After a Retry-After of more than a minute, after five failures in a row, or if robots.txt
/// cannot be reached, no more of the site is read.
///
/// --write makes sitemaps of a list of URLs, one on each line, or of other sitemaps and feeds: as many as
/// the limits of the protocol require (sitemap-1.xml, …) and their index (sitemap-index.xml), whose
/// address is to be submitted. Files of these names are replaced, once all are complete; if something
/// cannot be read, nothing is written. Entries that are not below --at are left out, and elements that
/// search engines do not read.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots sitemap sitemap.xml --format csv
  robots sitemap https://example.com/ --check --follow
  robots sitemap https://example.com/sitemap.xml.gz --check
  robots sitemap sitemap.xml --check --at https://example.com/sitemap.xml
  robots sitemap en.xml de.xml --check
  robots sitemap sitemap.xml --robots robots.txt -a Googlebot
  robots sitemap https://example.com/sitemap.xml --robots https://example.com/
  robots sitemap urls.txt --write public --at https://example.com/")]
pub(crate) struct Sitemap {
    /// The sitemaps: paths, - for standard input, or URLs; or a robots.txt or the address of a
    /// site, to find its sitemaps
    #[arg(value_name = "FILE", required = true)]
    files: Vec<Input>,

    /// Print what breaks the protocol, XML or Google's documentation instead of the entries: what
    /// an XML parser refuses, size and count limits, scope, dates, encodings, images, videos, news,
    /// languages, repeated URLs
    #[arg(short, long)]
    check: bool,

    /// The address of the sitemap, which decides which URLs it may list, and what the links of a
    /// feed are relative to; with --write, the address of the folder
    #[arg(long, value_name = "URL", value_parser = url_of_place)]
    at: Option<Url>,

    /// Write the entries into sitemaps in this folder, which is made if it is not there
    #[arg(long, value_name = "FOLDER", requires = "at", conflicts_with_all = ["check", "robots"])]
    write: Option<PathBuf>,

    /// With --write: compress the files
    #[arg(long, requires = "write")]
    gzip: bool,

    /// Also read the sitemaps that an index lists [default with --robots and --write]
    #[arg(long)]
    follow: bool,

    /// Do not read the sitemaps that an index lists
    #[arg(long, conflicts_with = "follow")]
    no_follow: bool,

    /// Leave at least this many seconds between two requests to a site; more where its robots.txt asks for
    /// it, or after failures
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds_or_none, help_heading = "Fetching")]
    pace: Duration,

    /// The limits of a file: today's, or the limits of 2007 (10 MB, 1,000 sitemaps in an index)
    #[arg(long, value_name = "YEAR", default_value = "current")]
    profile: Profile,

    /// Print the entries that this robots.txt disallows, and those that it does not apply to; also
    /// images and videos, for crawlers that fetch them
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    robots: Option<Input>,

    #[arg(short, long = "agent", value_name = "AGENT", requires = "robots", help = crawlers::help("With --robots: a crawler to ask about, or a set such as @search; may be repeated [default: *, those that no group names]"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    /// With --robots: the dialect to read the robots.txt in [default: auto]
    #[arg(short, long, ignore_case = true, value_parser = dialects::choices(), requires = "robots")]
    dialect: Option<DialectChoice>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(ROWS))]
    format: Option<Format>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Profile {
    Current,
    #[value(name = "2007")]
    Of2007,
}

/// The columns of an entry in a table. In JSON it also has its line, images, videos and other
/// languages.
const COLUMNS: &[&str] = &["loc", "lastmod", "changefreq", "priority", "kind"];
const COLUMNS_OF_FILES: &[&str] = &["file", "loc", "lastmod", "changefreq", "priority", "kind"];

/// The columns of a problem in a table.
const PROBLEM: &[&str] = &["code", "line", "message", "entry_dropped", "excerpt"];
const PROBLEM_OF_FILES: &[&str] = &["file", "code", "line", "message", "entry_dropped", "excerpt"];

impl Sitemap {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        input::refuse_stdin_twice(&[
            ("the sitemap", self.files.as_slice()),
            ("the robots.txt", self.robots.as_slice()),
        ])?;
        // Of what is read, or of what is written.
        let (read_at, written_at) = match self.write {
            None => (self.at.as_ref(), None),
            Some(_) => (None, self.at.as_ref()),
        };
        if read_at.is_some() && self.files.len() > 1 {
            let message = "--at is the address of one sitemap; give one FILE with it".to_owned();
            return Err(Failure::Usage(message));
        }
        let client = self.web.client();
        let dialect = self.dialect.or(config.dialect).unwrap_or_default();
        let mut queue = Queue::default();
        let mut paces = Paces::new(self.pace);
        for file in &self.files {
            queue.add_argument(file, read_at, dialect.for_file(), &client, &mut paces)?;
        }
        let crossing = match &self.robots {
            Some(robots) => {
                let mut asked = self.naming.expand_or_configured(&self.agents, config)?;
                if asked.is_empty() {
                    asked.push(CrawlerQuery::named("*"));
                }
                let views = Views::read(robots, &asked, dialect, &self.limits, &client)?;
                Some(Crossing::new(views))
            }
            None => None,
        };
        let limits = match self.profile {
            Profile::Current => FileLimits::CURRENT,
            Profile::Of2007 => FileLimits::PROFILE_2007,
        };
        let writing = match self.write.as_ref().zip(written_at) {
            Some((folder, at)) => Some(Writing::new(folder, at, self.gzip, limits)?),
            None => None,
        };
        let follows_unasked = crossing.is_some() || writing.is_some();
        let format = Format::or_default(self.format, Format::Jsonl);
        let run = Run {
            check: self.check,
            follows: self.follow || (follows_unasked && !self.no_follow),
            names_files: queue.has_robots() || self.files.len() > 1 || self.follow,
            limits,
            sink: Sink::new(format, "robots sitemap"),
            paces,
            submissions: BTreeMap::new(),
            crossing,
            writing,
            links: ReturnLinks::new(),
            names: Vec::new(),
            unread: BTreeMap::new(),
            entries: 0,
            problems: 0,
            not_followed: 0,
            given_up: 0,
            is_time_said: false,
            status: Status::Clean,
        };
        run.read_all(queue, &client, self.no_follow)
    }
}

/// Limits without those of how much there may be in a file.
fn without_numbers(mut limits: FileLimits) -> FileLimits {
    (limits.urls, limits.index_entries, limits.bytes) = (u64::MAX, u64::MAX, u64::MAX);
    limits
}

/// The reading of all files, and the results so far.
struct Run {
    check: bool,
    /// Whether the sitemaps that an index lists are read.
    follows: bool,
    /// Whether rows name their file.
    names_files: bool,
    limits: FileLimits,
    sink: Sink,
    paces: Paces,
    /// The sitemaps that the robots.txt files of other sites name.
    submissions: BTreeMap<Url, Vec<Url>>,
    crossing: Option<Crossing>,
    writing: Option<Writing>,
    links: ReturnLinks,
    /// The files that were read.
    names: Vec<String>,
    /// The names of elements that are not checked, each with how often it occurred.
    unread: BTreeMap<String, u64>,
    entries: u64,
    problems: u64,
    /// Sitemaps that an index lists and that are not read.
    not_followed: u64,
    /// Those that are not read because their site was given up.
    given_up: u64,
    /// Whether it was said how long the reading takes.
    is_time_said: bool,
    status: Status,
}

impl Run {
    fn read_all(
        mut self,
        mut queue: Queue,
        client: &Client,
        is_index_alone: bool,
    ) -> Result<Status, Failure> {
        let bar = output::progress_of_reading();
        while let Some(task) = queue.next() {
            if task.url().is_some_and(|url| self.paces.is_stopped(&url)) {
                self.given_up += 1;
                continue;
            }
            let mut is_refused = false;
            match self.read(&task, &mut queue, client, &bar, &mut is_refused) {
                Ok(()) => {}
                // The other files are read nevertheless.
                Err(failure) if queue.added() > 1 && !matches!(failure, Failure::Output(_)) => {
                    output::complain(&failure);
                    self.status.raise(match is_refused {
                        true => Status::NotFetched,
                        false => failure.status(),
                    });
                }
                Err(failure) => {
                    self.sink.finish()?;
                    return Err(failure);
                }
            }
        }
        bar.finish_and_clear();
        self.not_followed += queue.skipped();
        if self.given_up > 0 {
            let files = count(self.given_up, "sitemap was", "sitemaps were");
            let read = count(self.entries, "entry", "entries");
            output::warn(&format_args!(
                "{files} not read because of that; {read} had been read"
            ));
        }
        self.finish(is_index_alone)
    }

    /// Reads one file.
    fn read(
        &mut self,
        task: &Task,
        queue: &mut Queue,
        client: &Client,
        bar: &ProgressBar,
        is_refused: &mut bool,
    ) -> Result<(), Failure> {
        let number = self.names.len();
        let name = task.input.name();
        self.names.push(name.clone());
        let file = (self.names_files || task.depth > 0).then_some(name.as_str());
        let mut options = ReadOptions::new()
            .strict(true)
            .limits(match (&self.writing, &task.input) {
                // A list of pages at hand is no sitemap yet.
                (Some(_), Input::Path(_) | Input::Stdin) => without_numbers(self.limits),
                _ => self.limits,
            })
            .in_index(task.depth > 0);
        if let Some(at) = &task.at {
            let scope = Scope::of(at);
            options = options.base(at.clone()).scope(match &task.robots_url {
                Some(robots_url) => scope.allow_site_of(robots_url),
                None => scope,
            });
        }
        let opened = match &task.input {
            Input::Url(url) => {
                let mut turn = self.paces.turn(client, bar, task.depth == 0);
                let opened = client.open_in_turn(url, task.leader.as_ref(), &mut turn);
                *is_refused = turn.is_refused;
                opened.map_err(|error| task.input.failure(std::io::Error::other(error)))?
            }
            input => Opened {
                reader: input.open(client)?,
                leader: None,
            },
        };
        let (head_and_rest, what) =
            told::another_document(opened.reader).map_err(|error| task.input.failure(error))?;
        if let Some(what) = what {
            return self.another_document(&name, what, file);
        }
        let mut reader = options.read(head_and_rest);
        let mut submitted: u64 = 0;
        let mut stopped_by = None;
        while let Some(item) = reader.next_item() {
            match item {
                Ok(Item::Entry(entry)) => {
                    if self.writing.is_none() {
                        self.links.add(number, &entry);
                    }
                    if entry.kind == EntryKind::Sitemap {
                        match entry.url().filter(|_| self.follows) {
                            Some(url) => queue.add_listed(url, task, opened.leader.as_ref()),
                            None => self.not_followed += 1,
                        }
                    }
                    self.entry(entry, file)?;
                }
                Ok(Item::Problem(problem)) if self.check => {
                    match self.is_submitted(&problem, task, opened.leader.as_ref(), client, bar) {
                        true => submitted += 1,
                        false => self.problem(&problem, task.at.as_ref(), file)?,
                    }
                }
                Ok(Item::Problem(problem)) => {
                    if let Some(writing) = &mut self.writing {
                        writing.unread(&problem);
                    }
                }
                Ok(_) => {}
                // That is not the sitemap's fault, unless it is compressed.
                Err(Error::Io(error)) => return Err(task.input.failure(error)),
                Err(error) => {
                    if self.check {
                        let text = format!("{}{error} [{}]\n", prefix(file), error.code());
                        let columns = self.columns(PROBLEM, PROBLEM_OF_FILES);
                        print(&mut self.sink, file, &error, columns, &text)?;
                    }
                    stopped_by = Some(error);
                }
            }
            if reader.entries().is_multiple_of(1024) {
                bar.set_message(queue.progress(self.entries + reader.entries(), number + 1));
            }
        }
        self.entries += reader.entries();
        if let Some(url) = task.url().filter(|_| queue.left() > 0) {
            self.say_time(queue.left(), &url, bar);
        }
        // The reader does not count what stopped it.
        self.problems += (reader.problems() + u64::from(stopped_by.is_some())).saturating_sub(submitted);
        for (name, count) in reader.unread() {
            *self.unread.entry(name.to_owned()).or_default() += count;
        }
        match stopped_by {
            Some(error) if !self.check => Err(Failure::malformed(name, error)),
            _ => Ok(()),
        }
    }

    /// Says how long the files take that are still to be read: once, if it is more than a minute,
    /// and in the progress.
    fn say_time(&mut self, files: usize, url: &Url, bar: &ProgressBar) {
        let time = self.paces.time_for(files, url);
        bar.set_message(format!(
            "{}, {} left, about {}",
            count(self.entries, "entry", "entries"),
            count(files as u64, "file", "files"),
            HumanDuration(time)
        ));
        if time > Duration::from_secs(60) && !std::mem::replace(&mut self.is_time_said, true) {
            output::inform(&format_args!(
                "{} to read, as fast as the site asks: about {}",
                count(files as u64, "sitemap", "sitemaps"),
                HumanDuration(time)
            ));
        }
    }

    fn entry(&mut self, entry: Entry, file: Option<&str>) -> Result<(), Failure> {
        if self.check {
            return Ok(());
        }
        match (&mut self.crossing, &mut self.writing) {
            (Some(crossing), _) => crossing.entry(&entry, file, self.names_files, &mut self.sink),
            (None, Some(writing)) if entry.kind == EntryKind::Page => writing.entry(entry),
            (None, Some(_)) => Ok(()),
            (None, None) => {
                let columns = self.columns(COLUMNS, COLUMNS_OF_FILES);
                print(&mut self.sink, file, &entry, columns, &entry_text(&entry))
            }
        }
    }

    fn problem(&mut self, problem: &Problem, at: Option<&Url>, file: Option<&str>) -> Result<(), Failure> {
        self.row(&ProblemRow::new(problem, at), file)
    }

    fn row(&mut self, row: &ProblemRow<'_>, file: Option<&str>) -> Result<(), Failure> {
        let columns = self.columns(PROBLEM, PROBLEM_OF_FILES);
        let text = format!("{}{}", prefix(file), problem_text(row));
        print(&mut self.sink, file, row, columns, &text)
    }

    /// Reports a file that is no sitemap.
    fn another_document(&mut self, name: &str, what: &str, file: Option<&str>) -> Result<(), Failure> {
        let row = ProblemRow::of_another_document(what);
        if !self.check {
            return Err(Failure::malformed(name, row.message));
        }
        self.problems += 1;
        self.row(&row, file)
    }

    /// Whether a URL of another site may be listed, since the robots.txt there names this sitemap.
    fn is_submitted(
        &mut self,
        problem: &Problem,
        task: &Task,
        leader: Option<&Leader>,
        client: &Client,
        bar: &ProgressBar,
    ) -> bool {
        /// So many other sites are asked.
        const SITES: usize = 10;
        /// So much of a robots.txt is read.
        const BYTES: u64 = 500 << 10;
        let url = Url::parse(&problem.excerpt).ok();
        let (ProblemKind::OutOfScope, Some(at), Some(url), Input::Url(_)) =
            (problem.kind, &task.at, url, &task.input)
        else {
            return false;
        };
        let Ok(robots_url) = robots_url(&url) else {
            return false;
        };
        if url.origin() == at.origin() {
            return false;
        }
        if !self.submissions.contains_key(&robots_url) {
            if self.submissions.len() >= SITES {
                return false;
            }
            let mut turn = self.paces.turn(client, bar, false);
            let opened = client.open_in_turn(robots_url.as_str(), leader, &mut turn);
            let mut body = Vec::new();
            // A site without a robots.txt submits nothing.
            if let Ok(opened) = opened {
                let _ = opened.reader.take(BYTES).read_to_end(&mut body);
            }
            let robots = RobotsTxt::parse(&body);
            let named = robots
                .sitemaps()
                .filter_map(|value| SitemapLine::parse(value).ok()?.url().ok());
            self.submissions.insert(robots_url.clone(), named.collect());
        }
        self.submissions[&robots_url].contains(at)
    }

    fn columns(
        &self,
        alone: &'static [&'static str],
        of_files: &'static [&'static str],
    ) -> &'static [&'static str] {
        if self.names_files { of_files } else { alone }
    }

    /// Reports the results that are only known once all files were read.
    fn finish(mut self, is_index_alone: bool) -> Result<Status, Failure> {
        let missing = self.links.missing();
        self.problems += missing.len() as u64;
        if self.check {
            for (number, problem) in &missing {
                let name = self.names[*number].clone();
                let file = (self.names.len() > 1).then_some(name.as_str());
                self.problem(problem, None, file)?;
            }
        }
        let is_writing = self.writing.is_some();
        // Half a site in place of a whole one would lose pages.
        let lacks_sitemaps = self.not_followed > 0 && !is_index_alone;
        let is_whole = self.status < Status::NotFetched && self.given_up == 0 && !lacks_sitemaps;
        match self.writing.take() {
            Some(writing) if is_whole => {
                let is_clean = writing.finish(&mut self.sink)?;
                self.status.raise_if(!is_clean, Status::Findings);
            }
            Some(_) => {
                output::warn(&"nothing was written, as not everything was read");
                self.status.raise(Status::Findings);
            }
            None => {}
        }
        let entries = count(self.entries, "entry", "entries");
        let problems = count(self.problems, "problem", "problems");
        let not_read = count(
            self.not_followed,
            "sitemap of an index was not read",
            "sitemaps of an index were not read",
        );
        if let Some(output) = self.sink.text() {
            let found = match &self.crossing {
                _ if self.check => Some(problems.clone()),
                Some(crossing) => Some(crossing.summary(self.not_followed > 0)),
                None => None,
            };
            if let Some(found) = found {
                let rest = if self.not_followed > 0 {
                    format!(", {not_read}")
                } else {
                    String::new()
                };
                output.print(&format!("{entries}, {found}{rest}\n"))?;
            }
        }
        self.sink.finish()?;
        if self.check {
            let unread: Vec<String> = self
                .unread
                .iter()
                .map(|(name, count)| format!("{name} ({count})"))
                .collect();
            if !unread.is_empty() {
                let unread = printable(&unread.join(", "));
                output::inform(&format_args!(
                    "not checked, as search engines do not read it (any more), or not documented: {unread}"
                ));
            }
            let unknown = self.links.unknown();
            if unknown > 0 {
                let links = count(unknown, "link leads", "links lead");
                output::inform(&format_args!(
                    "{links} to versions of a page that none of these files lists, so it is not known whether those link back"
                ));
            }
        } else if self.problems > 0 && !is_writing {
            let name = if self.names.len() == 1 {
                self.names[0].clone()
            } else {
                "the sitemaps".to_owned()
            };
            let have = if self.names.len() == 1 { "has" } else { "have" };
            output::warn(&format_args!("{name} {have} {problems} (see --check)"));
        }
        if self.not_followed > 0 && (self.check || self.crossing.is_some()) && !is_index_alone {
            output::warn(&format_args!(
                "{not_read}; read them with --follow, or check the index alone with --no-follow"
            ));
            self.status.raise(Status::Findings);
        }
        // A file that could not be read at all has not been listed.
        self.status.raise_if(
            self.problems > 0 && (self.check || self.entries == 0),
            Status::Findings,
        );
        if let Some(crossing) = &self.crossing {
            self.status.raise(crossing.status());
        }
        Ok(self.status)
    }
}

/// A row about a file, which is named if there are several.
#[derive(Serialize)]
struct InFile<'a, R: Serialize> {
    file: Option<&'a str>,
    #[serde(flatten)]
    row: &'a R,
}

/// What comes before a text about a file.
fn prefix(file: Option<&str>) -> String {
    file.map_or(String::new(), |file| format!("{}: ", printable(file)))
}

fn entry_text(entry: &Entry) -> String {
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
    text
}

fn problem_text(row: &ProblemRow<'_>) -> String {
    let line = row.line.map_or(String::new(), |line| format!("line {line}: "));
    let excerpt = row
        .excerpt
        .map_or(String::new(), |excerpt| format!(": {}", printable(excerpt)));
    let dropped = if row.entry_dropped { " (entry skipped)" } else { "" };
    format!(
        "{line}{} [{}]{excerpt}{dropped}\n",
        printable(&row.message),
        row.code
    )
}

/// Prints a row, which has these columns in a table, or a text in its place.
fn print(
    sink: &mut Sink,
    file: Option<&str>,
    row: &impl Serialize,
    columns: &[&str],
    text: &str,
) -> Result<(), Failure> {
    match sink {
        Sink::Rows(rows) if file.is_some() => rows.write_columns(&InFile { file, row }, columns),
        Sink::Rows(rows) => rows.write_columns(row, columns),
        Sink::Text(output) => output.print(text),
        _ => Ok(()),
    }
}
