//! Options that several commands share.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::Args;
use robots_exclusion::syntax::BodyFormat;
use robots_exclusion::{Dialect, RobotsTxt, Target};

use crate::config::Config;
use crate::credentials::remove_credentials;
use crate::dialects::{self, DialectChoice};
use crate::failure::Failure;
use crate::fetch::{Client, Web};
use crate::input::{Input, RobotsFile, not_a_url};
use crate::output;
use crate::shown::printable;
use crate::urls::{ListOptions, Urls};

/// How robots.txt files are read, whatever the dialect.
#[derive(Args, Clone, Debug)]
pub(crate) struct Limits {
    /// Read at most this many bytes of the file, dropping a partial last line [default: as many as
    /// each crawler reads, mostly 512000]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_bytes: Option<NonZeroUsize>,

    /// Convert UTF-16 files; without this none of their lines are understood
    #[arg(long)]
    pub(crate) transcode_utf16: bool,
}

fn bytes(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| format!("write a whole number of bytes from 1 to {}", usize::MAX))
}

impl Limits {
    /// How much of a file is read: as much as was said, or as the crawlers of the dialect read.
    fn max_bytes(&self, dialect: Dialect) -> usize {
        let documented = dialect.fetch_policy.max_bytes as usize;
        self.max_bytes.map_or(documented, NonZeroUsize::get)
    }

    /// Whether a body means the same in both dialects: they differ at most in what crawlers make of
    /// other answers of a server.
    pub(crate) fn reads_alike(&self, one: Dialect, other: Dialect) -> bool {
        let policy = one.fetch_policy;
        one == other.with(|custom| custom.fetch_policy = policy)
            && self.max_bytes(one) == self.max_bytes(other)
            && policy.oversized_allows == other.fetch_policy.oversized_allows
    }

    /// Parses a body, as much of it as crawlers of the dialect read.
    pub(crate) fn parse<'b>(&self, body: &'b [u8], dialect: Dialect) -> RobotsTxt<'b> {
        RobotsTxt::options()
            .dialect(dialect)
            .transcode_utf16(self.transcode_utf16)
            .max_bytes(self.max_bytes(dialect))
            .parse(body)
    }

    /// Parses a file, or takes what decides if it could not be fetched.
    pub(crate) fn parse_again(&self, file: &RobotsFile, dialect: Dialect) -> RobotsTxt<'static> {
        let substitute = file.fetched.as_ref().and_then(|report| report.substitute.clone());
        substitute.unwrap_or_else(|| self.parse(&file.body, dialect).into_owned())
    }

    /// Like [`Self::parse_again`]. A warning says if it looks like something other than a
    /// robots.txt, or was read in part.
    pub(crate) fn parse_file(&self, file: &RobotsFile, dialect: Dialect) -> RobotsTxt<'static> {
        let robots = self.parse_again(file, dialect);
        if file.fetched.is_none()
            && let Some(outcome) = robots.outcome()
        {
            output::warn(&format_args!(
                "{}, read as {}: {outcome}",
                printable(&file.name),
                dialects::name_of(dialect)
            ));
        } else if robots.is_truncated() && file.fetched.is_none() {
            let name = printable(&file.name);
            match self.max_bytes {
                Some(max) => output::warn(&format_args!(
                    "{name} was read up to --max-bytes {max}, and later lines are ignored"
                )),
                None => output::warn(&format_args!(
                    "{name} is longer than the {} bytes that crawlers read; later lines are ignored (--max-bytes reads more)",
                    self.max_bytes(dialect)
                )),
            }
        }
        let has_rules = robots.groups().next().is_some();
        let what = match robots.format() {
            // Such as a warning of PHP before the rules, which count nevertheless.
            BodyFormat::Text => return robots,
            BodyFormat::Html if has_rules => "contains HTML; those lines are ignored".to_owned(),
            BodyFormat::Utf16Le | BodyFormat::Utf16Be if self.transcode_utf16 => return robots,
            BodyFormat::Utf16Le | BodyFormat::Utf16Be => {
                "looks like UTF-16, so that no line is understood; read it with --transcode-utf16".to_owned()
            }
            format => format!("is no robots.txt but {}", format.description()),
        };
        output::warn(&format_args!("{} {what}", printable(&file.name)));
        robots
    }
}

/// How robots.txt files are read.
#[derive(Args, Clone, Debug)]
pub(crate) struct Reading {
    /// The dialect to read the file in [default: auto]
    #[arg(short, long, ignore_case = true, value_parser = dialects::choices())]
    dialect: Option<DialectChoice>,

    #[command(flatten)]
    pub(crate) limits: Limits,

    #[command(flatten)]
    pub(crate) web: Web,
}

impl Reading {
    /// Takes options from the configuration that the command line does not set.
    pub(crate) fn configure(&mut self, config: &Config) {
        self.dialect = self.dialect.or(config.dialect);
    }

    /// The chosen value, or else the default.
    pub(crate) fn choice(&self) -> DialectChoice {
        self.dialect.unwrap_or_default()
    }

    /// The dialect in which the file is read where no crawler is asked about.
    pub(crate) fn dialect(&self) -> Dialect {
        self.choice().for_file()
    }
}

/// Name and value of a line of an HTTP header, such as the example.
///
/// # Errors
///
/// If it has no colon.
pub(crate) fn header_field<'l>(line: &'l str, example: &str) -> Result<(&'l str, &'l str), Failure> {
    line.split_once(':').ok_or_else(|| {
        Failure::Usage(format!(
            "the header {line:?} has no colon; write it as '{example}'"
        ))
    })
}

/// Refuses `--header` in commands where it was a header of the response, and is to be one of the request.
pub(crate) fn old_header(_: &str) -> Result<String, String> {
    Err(
        "write --response-header for a header that the page was served with, \
         or --send-header for one to request it with"
            .to_owned(),
    )
}

/// Refuses a text that is not a URL which a crawler can be asked about, unless any string
/// `is_accepted`.
///
/// # Errors
///
/// The error in it.
pub(crate) fn refuse_other_than_url(url: &[u8], is_accepted: bool) -> Result<(), String> {
    match Target::parse_bytes(url) {
        Err(error) if !is_accepted => Err(not_a_url(url, error)),
        _ => Ok(()),
    }
}

/// The URLs that are asked about.
#[derive(Args, Clone, Debug)]
pub(crate) struct UrlList {
    /// Also ask about the URLs in this file (- for standard input): one per line, or an export of a
    /// crawler or of statistics, whose delimiter, heading and column of URLs are found. Blank lines
    /// and lines that begin with # are skipped
    #[arg(short, long, value_name = "LIST")]
    pub(crate) urls: Option<Input>,

    /// The list is a table, and its URLs are in this column: its name in the heading, or its number,
    /// counted from 1, if no line is a heading
    #[arg(long, value_name = "COLUMN", requires = "urls")]
    csv: Option<String>,

    /// Each line of the list is a URL, also if it looks like a row of a table
    #[arg(long, requires = "urls", conflicts_with = "csv")]
    lines: bool,

    /// Accept any string as the library does, even if it is neither an http(s) URL nor a path that
    /// begins with /
    #[arg(long)]
    pub(crate) lenient_urls: bool,
}

impl UrlList {
    /// The URLs among the arguments, without users and passwords.
    ///
    /// # Errors
    ///
    /// If one of them is not a URL.
    pub(crate) fn arguments(&self, words: Vec<OsString>) -> Result<Vec<Vec<u8>>, Failure> {
        let mut urls: Vec<Vec<u8>> = words.into_iter().map(OsString::into_encoded_bytes).collect();
        for url in &urls {
            refuse_other_than_url(url, self.lenient_urls).map_err(Failure::Usage)?;
        }
        urls.iter_mut().for_each(remove_credentials);
        Ok(urls)
    }

    /// The list as [`refuse_stdin_twice`](crate::input::refuse_stdin_twice) takes it.
    pub(crate) fn as_input(&self) -> (&'static str, &[Input]) {
        ("the list of URLs", self.urls.as_slice())
    }

    /// Opens the list, if there is one.
    pub(crate) fn open(&self, client: &Client) -> Result<Option<Urls>, Failure> {
        let urls = self.urls.as_ref();
        let options = || ListOptions {
            column: self.csv.clone(),
            as_lines: self.lines,
            is_lenient: self.lenient_urls,
        };
        urls.map(|list| Urls::open(list, options(), client)).transpose()
    }
}
