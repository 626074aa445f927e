//! The access of crawlers to many sites in a compact form: a row for each file, or their shares.

use std::cmp::Reverse;
use std::collections::HashMap;

use clap::ValueEnum;
use robots_exclusion::Dialect;
use robots_exclusion::agents::{self, SETS};
use robots_exclusion::fetch::Reply;
use robots_exclusion_analysis::decide::{Census, CrawlerAccess};
use serde::Serialize;
use serde_json::{Map, Value};

use super::access_column::Access;
use crate::crawlers::CrawlerQuery;
use crate::dialects::DialectChoice;
use crate::failure::Failure;
use crate::fetch::Client;
use crate::input::Input;
use crate::options::Limits;
use crate::output::{self, Output};
use crate::report::page::{self, Markup, Part};
use crate::report::{Rows, Table, Tone};
use crate::shown::{count, printable};
use crate::warc::{self, Capture};

/// What shares are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum By {
    /// Of each crawler
    Crawler,
    /// Of each set of crawlers, by purpose: a site is open or closed to a set if it is to all of it
    Set,
}

/// Asks about files.
pub(super) struct Asker<'a> {
    census: Census,
    crawlers: &'a [CrawlerQuery],
    is_warc: bool,
}

/// What one file says, or one capture.
pub(super) struct SiteRow {
    file: String,
    host: Option<String>,
    date: Option<String>,
    status: Option<u16>,
    is_truncated: bool,
    /// For each crawler; none where a redirect leads to another answer.
    access: Vec<(Access, bool)>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        crawlers: &'a [CrawlerQuery],
        dialect: DialectChoice,
        limits: &Limits,
        is_warc: bool,
    ) -> Self {
        let chosen = dialect.preset();
        let mut census = crawlers.iter().fold(Census::new(chosen), |census, asked| {
            census.crawler(asked.list(), asked.documented_dialect())
        });
        if let Some(max_bytes) = limits.max_bytes {
            census = census.max_bytes(max_bytes.get());
        }
        Self {
            census,
            crawlers,
            is_warc,
        }
    }

    /// The rows of a file: one, or one for each capture in an archive.
    pub(super) fn rows(&self, input: &Input, client: &Client) -> Result<Vec<SiteRow>, Failure> {
        if let Input::Url(_) = input {
            return Err(Failure::Usage(format!(
                "{} is a URL; --warc and --by are about files",
                printable(&input.name())
            )));
        }
        let bytes = input.read(client)?;
        let mut rows = Vec::new();
        if !self.is_warc {
            rows.push(self.row(input.name(), &bytes, None));
            return Ok(rows);
        }
        let skipped = warc::captures(&bytes, |capture| {
            rows.push(self.row(input.name(), &capture.body, Some(&capture)));
            Ok::<(), Failure>(())
        })?;
        for (number, one, several) in [
            (
                skipped.damaged,
                "damaged part was skipped",
                "damaged parts were skipped",
            ),
            (
                skipped.encoded,
                "body is in a coding that is not decoded",
                "bodies are in a coding that is not decoded",
            ),
            (
                skipped.revisits,
                "record of an unchanged answer has no body",
                "records of unchanged answers have no body",
            ),
        ] {
            if number > 0 {
                output::warn(&format_args!(
                    "{}: {}",
                    printable(&input.name()),
                    count(number, one, several)
                ));
            }
        }
        Ok(rows)
    }

    fn row(&self, file: String, body: &[u8], capture: Option<&Capture>) -> SiteRow {
        let mut access = Vec::with_capacity(self.crawlers.len());
        let tell = |one: CrawlerAccess<'_>| access.push((one.access.into(), one.is_named()));
        match capture.map(|capture| capture.status) {
            None => self.census.access(body, tell),
            // The archive has the answer of the place to which it leads.
            Some(Some(300..=303 | 305..=399)) => {}
            Some(Some(status)) => self.census.access_after(Reply::Status(status), body, tell),
            Some(None) => self.census.access_after(Reply::Unreachable, body, tell),
        }
        SiteRow {
            file,
            host: capture.map(|capture| capture.host.clone()),
            date: capture.and_then(|capture| capture.date.clone()),
            status: capture.and_then(|capture| capture.status),
            is_truncated: capture.is_some_and(|capture| capture.is_truncated),
            access,
        }
    }
}

impl SiteRow {
    /// Whether something about it was not decided.
    pub(super) fn is_undecided(&self) -> bool {
        self.access.iter().any(|(access, _)| *access == Access::Undecided)
    }

    /// Writes the row, with a column for each crawler.
    pub(super) fn write(&self, rows: &mut Rows, crawlers: &[CrawlerQuery]) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Row<'r> {
            file: &'r str,
            host: Option<&'r str>,
            date: Option<&'r str>,
            status: Option<u16>,
            truncated: bool,
            access: Map<String, Value>,
        }
        let names = crawlers.iter().map(CrawlerQuery::name);
        let access = names.clone().zip(&self.access);
        let row = Row {
            file: &self.file,
            host: self.host.as_deref(),
            date: self.date.as_deref(),
            status: self.status,
            truncated: self.is_truncated,
            access: access
                .map(|(name, (access, _))| (name.to_owned(), access.as_str().into()))
                .collect(),
        };
        if !rows.is_flat() {
            return rows.write(&row);
        }
        // A column is a name without spaces, and the place of its value.
        let mut columns = ["file", "host", "date", "status", "truncated"]
            .map(str::to_owned)
            .to_vec();
        columns.extend(names.map(|name| {
            let place = name.replace('~', "~0").replace('/', "~1");
            format!("{} /access/{place}", name.replace(' ', "_"))
        }));
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        rows.write_columns(&row, &columns)
    }
}

/// How many sites are open, and to whom.
pub(super) struct Shares<'a> {
    crawlers: &'a [CrawlerQuery],
    by: By,
    /// The last answer of each site.
    sites: HashMap<String, LastAnswer>,
    truncated: u64,
    redirects: u64,
}

/// The last answer of a site.
struct LastAnswer {
    date: Option<String>,
    /// What it says to each crawler, and whether it names it.
    access: Vec<(Access, bool)>,
}

/// A line of the table of shares.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Share {
    /// A crawler or a set of them.
    name: String,
    sites: u64,
    open: u64,
    partial: u64,
    closed: u64,
    undecided: u64,
    /// On how many sites a group names it.
    named: u64,
    /// Of those that are partly open, and of those that are closed, so many name it.
    #[serde(skip)]
    partial_named: u64,
    #[serde(skip)]
    closed_named: u64,
}

impl Share {
    /// The parts of its bar. Without numbers, what each part is.
    fn parts(&self) -> [Part; 6] {
        let part = |label, access: Access, is_light, number| Part {
            label,
            tone: access.tone(),
            is_light,
            number,
        };
        [
            part("closed by name", Access::Closed, false, self.closed_named),
            part(
                "closed by *",
                Access::Closed,
                true,
                self.closed - self.closed_named,
            ),
            part("partly open by name", Access::Partial, false, self.partial_named),
            part(
                "partly open by *",
                Access::Partial,
                true,
                self.partial - self.partial_named,
            ),
            part("open", Access::Open, true, self.open),
            Part {
                tone: Tone::Info,
                ..part("undecided", Access::Undecided, false, self.undecided)
            },
        ]
    }
}

impl<'a> Shares<'a> {
    pub(super) fn new(crawlers: &'a [CrawlerQuery], by: By) -> Self {
        Self {
            crawlers,
            by,
            sites: HashMap::new(),
            truncated: 0,
            redirects: 0,
        }
    }

    /// Adds a file. Of several captures of a host, the last counts. What a file that is cut says at
    /// its end is unknown, so that it does not count; nor does a redirect, whose end does.
    pub(super) fn add(&mut self, row: SiteRow) {
        if row.is_truncated {
            self.truncated += 1;
        } else if row.access.is_empty() {
            self.redirects += 1;
        } else {
            self.add_site(row.host.unwrap_or(row.file), row.date, row.access);
        }
    }

    /// Adds what a site says to each crawler, and whether it names it.
    pub(super) fn add_site(&mut self, site: String, date: Option<String>, access: Vec<(Access, bool)>) {
        let known = self.sites.get(&site);
        if known.is_none_or(|known| known.date <= date) {
            self.sites.insert(site, LastAnswer { date, access });
        }
    }

    fn shares(&self) -> Vec<Share> {
        // The crawlers of each line.
        let lines: Vec<(String, Vec<usize>)> = match self.by {
            By::Crawler => {
                let crawlers = self.crawlers.iter().enumerate();
                crawlers
                    .map(|(number, asked)| (asked.name().to_owned(), vec![number]))
                    .collect()
            }
            By::Set => {
                let of = |name: &str| {
                    let members = agents::set(name).into_iter().flatten();
                    let is_of = |asked: &CrawlerQuery| members.clone().any(|one| asked.agent() == Some(one));
                    (0..self.crawlers.len())
                        .filter(|number| is_of(&self.crawlers[*number]))
                        .collect::<Vec<_>>()
                };
                let sets = SETS.iter().map(|(name, _)| (format!("@{name}"), of(name)));
                sets.filter(|(_, crawlers)| !crawlers.is_empty()).collect()
            }
        };
        let share = |(name, crawlers): (String, Vec<usize>)| {
            let mut share = Share {
                name,
                ..Share::default()
            };
            for LastAnswer { access, .. } in self.sites.values() {
                let all = |wanted| crawlers.iter().all(|number| access[*number].0 == wanted);
                let any = |wanted| crawlers.iter().any(|number| access[*number].0 == wanted);
                let is_named = crawlers.iter().any(|number| access[*number].1);
                let named = u64::from(is_named);
                share.sites += 1;
                share.named += named;
                if any(Access::Undecided) {
                    share.undecided += 1;
                } else if all(Access::Open) {
                    share.open += 1;
                } else if all(Access::Closed) {
                    share.closed += 1;
                    share.closed_named += named;
                } else {
                    share.partial += 1;
                    share.partial_named += named;
                }
            }
            share
        };
        lines.into_iter().map(share).collect()
    }

    /// Writes a row for each line.
    pub(super) fn write(&self, rows: &mut Rows) -> Result<(), Failure> {
        self.shares().iter().try_for_each(|share| rows.write(share))
    }

    /// The table for people.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new([
            match self.by {
                By::Crawler => "Crawler",
                By::Set => "Set",
            },
            "Open",
            "Partly open",
            "Closed",
            "Named",
        ]);
        table.rows.extend(self.shares().into_iter().map(|share| {
            let percent = |number: u64| match share.sites {
                0 => "–".to_owned(),
                sites => format!("{number} ({:.1} %)", 100.0 * number as f64 / sites as f64),
            };
            let numbers = [share.open, share.partial, share.closed, share.named].map(percent);
            std::iter::once(share.name)
                .chain(numbers)
                .map(Into::into)
                .collect()
        }));
        table
    }

    /// The picture, the most closed first, with the table of its numbers.
    pub(super) fn markup(&self) -> Markup {
        let mut shares = self.shares();
        shares.sort_by_key(|share| Reverse((share.closed, share.partial)));
        let mut markup = Markup::default();
        markup.legend(&Share::default().parts());
        let rows = shares
            .iter()
            .map(|share| (share.name.clone(), share.parts().to_vec()));
        markup.bars(&rows.collect::<Vec<_>>());
        markup.table(&self.table());
        markup
    }

    /// Prints the picture as a page.
    pub(super) fn print(&self, output: &mut Output, dialect: Option<Dialect>) -> Result<(), Failure> {
        const HEADING: &str = "To whom sites are open";
        let mut head = Markup::default();
        head.heading(HEADING, &[self.summary().into()], dialect);
        head.remark(&[
            "Proved for all URLs of a site. By name: in a group that names the crawler; by *: in the group for all others. Open: \
             all may be fetched; partly open: some of it; closed: nothing."
                .into(),
        ]);
        page::print(output, HEADING, &[&head, &self.markup()], None)
    }

    /// How many sites there are.
    pub(super) fn sites(&self) -> usize {
        self.sites.len()
    }

    /// The sentence above the table.
    pub(super) fn summary(&self) -> String {
        let mut summary = count(self.sites.len() as u64, "site", "sites");
        for (number, one, several) in [
            (self.redirects, "redirect", "redirects"),
            (
                self.truncated,
                "file that is cut does not count",
                "files that are cut do not count",
            ),
        ] {
            if number > 0 {
                summary.push_str(", ");
                summary.push_str(&count(number, one, several));
            }
        }
        summary
    }
}
