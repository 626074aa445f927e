//! `robots check`: may these crawlers fetch these URLs?

mod explain;
mod report;

use std::ffi::OsString;
use std::path::Path;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use robots_exclusion::Target;

use crate::config::Config;
use crate::crawlers::{self, Naming};
use crate::credentials::hide_credentials;
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::Web;
use crate::files;
use crate::input::{self, Input};
use crate::options::{Limits, UrlList};
use crate::report::format::{ROWS, among};
use crate::report::{Format, Sink};
use crate::shown::printable;
use crate::status::Status;
use crate::views::Views;

use report::{Layout, VerdictPrinter};

/// Tells whether crawlers may fetch URLs, and why.
///
/// For one question, prints the verdict with lines of the file: the deciding rule, its group, and
/// the rule that would decide next. For several, prints a table, or a list if the table is too wide.
#[derive(Args)]
#[command(
    override_usage = "robots check [OPTIONS] FILE AGENT URL...\n       robots check [OPTIONS] FILE -a AGENT... [URL...] [--urls LIST]\n       robots check [OPTIONS] --files LIST -a AGENT... [URL...] [--urls LIST]",
    after_long_help = "\
Sets of crawlers for -a, by purpose: @search, @ai-training, @ai-search, @user,
@preview, @seo, @archive, @ads; @all is every crawler that is known. The
crawlers of a set are asked for as their operators document: Googlebot-Image
falls back to Googlebot, AdsBot-Google ignores the groups for *.

Examples:
  robots check robots.txt FooBot https://example.com/x
  robots check https://example.com/ FooBot /x
  robots check robots.txt -a Googlebot -a Bingbot /x /y
  robots check robots.txt -a @search --dialect rfc9309 /x
  robots check robots.txt FooBot /checkout --expect disallowed
  robots check sites/ FooBot / --format csv
  robots check robots.txt FooBot --urls urls.txt --format csv
  robots check - FooBot /x --dialect google < robots.txt"
)]
pub(crate) struct Check {
    /// The robots.txt file (a path, a folder of such files, - for standard input, or a URL, which
    /// means the robots.txt of its site); then, if -a is not given, the crawler (see -a); then
    /// URLs, or paths that begin with /
    #[arg(value_name = "FILE AGENT URL")]
    words: Vec<OsString>,

    /// Another robots.txt file; may be repeated. With it, FILE may be left out
    #[arg(long = "file", value_name = "FILE")]
    more_files: Vec<Input>,

    /// Ask about the files and sites in this list, one per line, instead of FILE
    #[arg(long, value_name = "LIST")]
    files: Option<Input>,

    /// In a folder, take all files, not only those whose names end in robots.txt
    #[arg(long)]
    any_name: bool,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("A crawler to ask about, or a set such as @search; may be repeated"))]
    agents: Vec<String>,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    list: UrlList,

    /// The dialect to read the file in [default: auto]
    #[arg(short, long, ignore_case = true, value_parser = dialects::choices())]
    dialect: Option<DialectChoice>,

    /// End with status 0 if every verdict is this, and with 1 otherwise
    #[arg(long, value_name = "VERDICT", value_parser = expected())]
    expect: Option<bool>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    web: Web,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(ROWS))]
    format: Option<Format>,
}

/// Whether `--expect` wants a URL to be allowed.
fn expected() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["allowed", "disallowed"]).map(|verdict| verdict == "allowed")
}

fn is_url(word: &OsString) -> bool {
    Target::parse_bytes(word.as_encoded_bytes()).is_ok()
}

/// Whether the first of these words is FILE where --file gives one already: it is there, or without
/// it there would be no crawler.
fn is_file(mut words: impl Iterator<Item = OsString>, has_agent: bool) -> bool {
    let Some(first) = words.next() else {
        return false;
    };
    let is_there = first == "-" || Path::new(&first).exists();
    is_there || !has_agent && words.next().is_some_and(|second| !is_url(&second))
}

/// Refuses the name of a file where a crawler or a URL is due.
///
/// # Errors
///
/// If it is one.
fn refuse_file(word: &OsString) -> Result<(), Failure> {
    let path = Path::new(word);
    let is_named_so = path.extension().is_some_and(|extension| extension == "txt");
    if is_named_so || path.is_file() {
        let name = printable(&path.to_string_lossy());
        return Err(Failure::Usage(format!(
            "{name} is a file; name every file but the first with --file {name}"
        )));
    }
    Ok(())
}

/// Refuses a file where a crawler is due and the only file is not there: `check Googlebot robots.txt /x`.
///
/// # Errors
///
/// If it is so.
fn refuse_swapped(inputs: &[Input], word: &OsString) -> Result<(), Failure> {
    match inputs {
        [Input::Path(crawler)] if !crawler.exists() && Path::new(word).is_file() => {
            let [crawler, file] = [crawler, Path::new(word)].map(|path| printable(&path.to_string_lossy()));
            Err(Failure::Usage(format!(
                "there is no file {crawler}, and {file} is one: the file comes first; write robots check {file} {crawler} URL"
            )))
        }
        _ => Ok(()),
    }
}

/// Refuses a URL where a crawler is due.
///
/// # Errors
///
/// If it is one.
fn refuse_url(word: &OsString) -> Result<(), Failure> {
    let name = printable(&hide_credentials(&word.to_string_lossy()));
    match is_url(word) {
        true => Err(Failure::Usage(format!(
            "{name} is a URL, and the crawler comes first; write robots check FILE AGENT {name}"
        ))),
        false => Ok(()),
    }
}

impl Check {
    pub(crate) fn run(self, config: &Config) -> Result<Status, Failure> {
        let client = self.web.client_for(self.files.as_ref());
        let file_list_as_input = ("the list of files", self.files.as_slice());
        // Before the list is read.
        input::refuse_stdin_twice(&[file_list_as_input, self.list.as_input()])?;
        let missing =
            |what: &str| Failure::Usage(format!("no {what} is given; write robots check FILE AGENT URL"));
        let mut words = self.words.into_iter().peekable();
        let mut inputs = self.more_files;
        let mut agents = self.agents;
        match &self.files {
            Some(list) => inputs.extend(files::listed(list, &client)?),
            None => {
                let has_agent = !agents.is_empty() || !config.agents.is_empty();
                if inputs.is_empty() || is_file(words.clone(), has_agent) {
                    let file = words.next().ok_or_else(|| missing("FILE"))?;
                    inputs.insert(0, Input::from(file));
                }
            }
        }
        if agents.is_empty() {
            if !config.agents.is_empty() && words.peek().is_none_or(is_url) {
                agents.clone_from(&config.agents);
            } else {
                let agent = words.next().ok_or_else(|| missing("crawler"))?;
                refuse_swapped(&inputs, &agent)?;
                refuse_file(&agent)?;
                refuse_url(&agent)?;
                // No name contains bytes that are not UTF-8, so only a group for `*` applies.
                agents.push(agent.to_string_lossy().into_owned());
            }
        }
        let words: Vec<OsString> = words.collect();
        for word in words.iter().filter(|word| !is_url(word)) {
            refuse_file(word)?;
        }
        let mut urls = self.list.arguments(words)?;
        if urls.is_empty() && self.list.urls.is_none() {
            return Err(Failure::Usage(
                "no URL is given; name some after the crawler, or a file of them with --urls".to_owned(),
            ));
        }

        let dialect = self.dialect.or(config.dialect).unwrap_or_default();
        let asked = self.naming.expand(&agents)?;
        let mut status = Status::default();
        let are_folders = inputs.iter().any(files::is_folder);
        let others = [file_list_as_input, self.list.as_input()];
        let inputs = files::expand(&inputs, self.any_name, "check", &others, &mut status)?;
        let mut lines = self.list.open(&client)?;
        let are_several = are_folders || inputs.len() > 1;
        if are_several && let Some(mut lines) = lines.take() {
            lines.for_each(|line| {
                urls.extend(line.url().map(<[u8]>::to_vec));
                Ok(())
            })?;
            status.raise_if(lines.has_bad_lines(), Status::BadInput);
        }
        let layout = match urls.len() == 1 && asked.len() == 1 && lines.is_none() {
            true if are_several => Layout::Line,
            true => Layout::Explanation,
            false => Layout::of_many(&asked, dialect.is_auto()),
        };
        let format = match Format::or_default(self.format, Format::Jsonl) {
            // One object and not an array of one.
            Format::Json if matches!(layout, Layout::Explanation) => Format::Jsonl,
            format => format,
        };
        let mut report = VerdictPrinter {
            sink: Sink::new(format, "robots check"),
            layout,
            are_several,
            is_auto: dialect.is_auto(),
            expect: self.expect,
            status: Status::default(),
        };
        let read = files::for_each(
            &inputs,
            !are_several,
            |input| Views::read(input, &asked, dialect, &self.limits, &client),
            |views| report.file(&views, &urls, lines.as_mut()),
        )?;
        status.raise(read);
        status.raise(report.finish()?);
        Ok(status)
    }
}
