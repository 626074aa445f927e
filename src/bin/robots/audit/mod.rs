//! `robots audit`: which crawlers a site lets in.

mod access;
mod html;
mod site;

use std::collections::HashMap;

use clap::{Args, ValueEnum};
use comfy_table::{Cell, Color};
use robots_exclusion::Dialect;

use crate::config::Config;
use crate::crawlers::{self, CrawlerQuery, Naming};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::files::{self, Files};
use crate::options::{Limits, dialects};
use crate::output::{self, Output, RowFormat, Rows};
use crate::shown::printable;
use crate::status::Status;

use access::Access;
use site::{Audited, Ignored, Site};

/// Shows which known crawlers can fetch all of a site, some of it, or nothing.
///
/// For each crawler: the group that applies to it, and the rules of the groups for * that it ignores because it has a group of
/// its own. Each file is read for each crawler as its operator documents, unless --dialect says otherwise.
///
/// "Open" and "closed" are proved for every request target that the dialect can receive, including spellings such as /%61 in a dialect that decodes no escapes (google).
#[derive(Args)]
#[command(after_long_help = "\
Sets of crawlers for -a, by purpose: @search, @ai-training, @ai-search, @user,
@preview, @seo, @archive, @ads; @all is every crawler that is known.

Examples:
  robots audit robots.txt
  robots audit https://www.example.com -a @ai-training
  robots audit --files sites.txt --format csv > crawlers.csv
  robots audit robots.txt --format html > crawlers.html")]
pub(crate) struct Audit {
    #[command(flatten)]
    files: Files,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("A crawler to ask about, or a set such as @search; may be repeated [default: @all, and * for all others]"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    /// Read the files as this dialect for all crawlers
    #[arg(short, long, value_parser = dialects())]
    dialect: Option<Dialect>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", default_value = "human")]
    format: AuditFormat,
}

/// How the audit is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AuditFormat {
    /// A table for each file, with crawlers that have the same access in one row; the default
    Human,
    /// One JSON object per line
    #[value(alias = "jsonl")]
    Json,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// Markdown tables
    Markdown,
    /// One self-contained page: crawlers and sections of each site as a colored grid
    Html,
}

enum Sink {
    Human(Output),
    Nested(Rows),
    Flat(Rows),
    Markdown(Output),
    Html(Output, html::Page),
}

impl Audit {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        let client = self.files.client(&self.web);
        let mut status = Status::default();
        let inputs = self.files.expand("audit", &client, &mut status)?;
        let agents = match (&self.agents[..], &config.agents[..]) {
            ([], []) => {
                let mut all = crawlers::expand(&["@all".to_owned()])?;
                all.push(CrawlerQuery::named("*"));
                all
            }
            ([], configured) => self.naming.expand(configured)?,
            (asked, _) => self.naming.expand(asked)?,
        };
        let rows = |format| Output::new().rows(format);
        let mut sink = match self.format {
            AuditFormat::Human => Sink::Human(Output::new()),
            AuditFormat::Json => Sink::Nested(rows(RowFormat::Jsonl)),
            AuditFormat::Csv => Sink::Flat(rows(RowFormat::Csv)),
            AuditFormat::Tsv => Sink::Flat(rows(RowFormat::Tsv)),
            AuditFormat::Markdown => Sink::Markdown(Output::new()),
            AuditFormat::Html => Sink::Html(Output::new(), html::Page::default()),
        };
        let with_sections = self.format == AuditFormat::Html;
        let (dialect, limits) = (self.dialect, self.limits);
        files::for_each(
            &inputs,
            |input| Site::audit(input, &agents, dialect, &limits, &client, with_sections),
            |site| match site {
                Ok(site) => {
                    status.raise_if(site.is_not_fetched, Status::NotFetched);
                    status.raise_if(site.is_undecided(), Status::Findings);
                    sink.site(&site)
                }
                Err(failure) => {
                    output::complain(&failure);
                    status.raise(Status::BadInput);
                    Ok(())
                }
            },
        )?;
        sink.finish()?;
        Ok(status)
    }
}

impl Sink {
    fn site(&mut self, site: &Site) -> Result<(), Failure> {
        match self {
            Self::Human(output) => output.print(&human(site)),
            Self::Nested(rows) => site
                .crawlers
                .iter()
                .try_for_each(|one| rows.write(&one.row(site))),
            Self::Flat(rows) => site
                .crawlers
                .iter()
                .try_for_each(|one| rows.write(&one.flat_row(site))),
            Self::Markdown(output) => output.write(markdown(site).as_bytes()),
            Self::Html(_, page) => {
                page.add(site);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Human(mut output) | Self::Markdown(mut output) => output.flush(),
            Self::Nested(rows) | Self::Flat(rows) => rows.finish(),
            Self::Html(output, page) => page.finish(output),
        }
    }
}

/// Crawlers with the same access, most restricted first.
struct Alike<'s> {
    access: Access,
    group: Option<&'s str>,
    ignored: &'s Ignored,
    crawlers: Vec<&'s Audited>,
}

fn alike(site: &Site) -> Vec<Alike<'_>> {
    let mut kinds: Vec<Alike<'_>> = Vec::new();
    let mut known: HashMap<(Access, Option<&str>, &Ignored), usize> = HashMap::new();
    for one in &site.crawlers {
        let (access, group, ignored) = (one.ruled.access, one.group.as_deref(), &one.ignored);
        let kind = *known.entry((access, group, ignored)).or_insert_with(|| {
            kinds.push(Alike {
                access,
                group,
                ignored,
                crawlers: Vec::new(),
            });
            kinds.len() - 1
        });
        kinds[kind].crawlers.push(one);
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.access));
    kinds
}

impl Alike<'_> {
    fn names(&self) -> String {
        let names: Vec<String> = self.crawlers.iter().map(|one| printable(&one.agent)).collect();
        names.join(", ")
    }

    /// The rules of `*` that they ignore: the first few, and how many more.
    fn ignored(&self) -> String {
        const SHOWN: usize = 3;
        let mut text: Vec<String> = self
            .ignored
            .rules
            .iter()
            .take(SHOWN)
            .map(|rule| printable(rule))
            .collect();
        let more = self.ignored.rules.len() - text.len() + self.ignored.more;
        if more > 0 {
            text.push(format!("and {more} more"));
        }
        text.join("\n")
    }
}

fn human(site: &Site) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}{}\n", printable(&site.name), site.summary());
    let mut table = output::table();
    table.set_header(
        ["Access", "Group", "Crawlers", "Ignored rules of *"]
            .map(|head| Cell::new(head).add_attribute(comfy_table::Attribute::Bold)),
    );
    for kind in alike(site) {
        let color = match kind.access {
            Access::Open => Color::Green,
            Access::Partial | Access::Undecided | Access::NotAsked => Color::Yellow,
            Access::Closed => Color::Red,
        };
        table.add_row([
            Cell::new(kind.access.as_str()).fg(color),
            output::cell(&printable(kind.group.unwrap_or("none"))),
            output::cell(&kind.names()),
            output::cell(&kind.ignored()),
        ]);
    }
    text.push_str(&format!("{table}\n"));
    let ignoring: Vec<&str> = site.ignoring_star().collect();
    if let Some(sentence) = crawlers::ignoring_star(&ignoring) {
        output::fill(&mut text, &sentence, 0, output::width());
        text.push('\n');
    }
    text.push('\n');
    text
}

fn markdown(site: &Site) -> String {
    let mut text = format!(
        "## {}\n\n| Access | Group | Crawlers | Ignored rules of `*` |\n|---|---|---|---|\n",
        crate::report::markdown_text(&site.name)
    );
    for kind in alike(site) {
        text.push_str(&format!(
            "| {} | {} | {} | {} |\n",
            kind.access.as_str(),
            crate::report::markdown_text(kind.group.unwrap_or("none")),
            crate::report::markdown_text(&kind.names()),
            crate::report::markdown_text(&kind.ignored().replace('\n', ", ")),
        ));
    }
    text.push('\n');
    text
}
