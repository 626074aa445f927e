//! `robots compare`: where dialects disagree on a file.

mod proof;
mod report;

use std::ffi::OsString;
use std::slice;

use clap::Args;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;

use crate::audience::Audiences;
use crate::crawlers::{self, Naming};
use crate::dialects;
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::{self, Input};
use crate::options::{Limits, UrlList};
use crate::output;
use crate::proof_result::WORK_LIMIT;
use crate::report::Format;
use crate::report::format::{ROWS, among};
use crate::status::Status;

use report::DialectReport;

/// Shows where dialects disagree on a file, with URLs, or proves that they agree.
///
/// Each pair of dialects is compared for all URLs, for each crawler that the file names in any
/// dialect, and for all other crawlers (*). In some dialects a group is also for crawlers whose
/// names contain its name, or are part of it: ask about such a crawler with -a. Human output shows
/// up to three examples per kind of disagreement; other formats list all. If you give URLs, only
/// those are asked about.
///
/// "Proved" means for every URL that clients send: the characters of RFC 3986, those that browsers
/// leave raw besides (\ ^ ` { | }), and % with or without two hex digits after it. Spellings such as
/// /%61 are left out: with them, dialects that decode escapes and those that do not would disagree on
/// nearly every file.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots compare robots.txt
  robots compare robots.txt -d rfc9309 -d google -a Googlebot
  robots compare robots.txt -a Googlebot --urls urls.txt --format csv
  robots compare robots.txt -a FooBot /a%2Fb --all")]
pub(crate) struct Compare {
    /// The robots.txt file: a path, - for standard input, or a URL, which means the robots.txt of
    /// its site
    #[arg(value_name = "FILE")]
    file: Input,

    /// URLs or paths to ask about, instead of all
    #[arg(value_name = "URL")]
    words: Vec<OsString>,

    #[arg(short, long = "agent", value_name = "AGENT", help = crawlers::help("A crawler to compare for, or a set such as @search; may be repeated"))]
    agents: Vec<String>,

    /// A dialect to compare; may be repeated [default: all but seznam2, which files opt into]
    #[arg(short, long = "dialect", ignore_case = true, value_parser = dialects::presets())]
    dialects: Vec<Dialect>,

    #[command(flatten)]
    naming: Naming,

    #[command(flatten)]
    list: UrlList,

    #[command(flatten)]
    web: Web,

    #[command(flatten)]
    limits: Limits,

    /// Also print the URLs that you give on which all dialects agree
    #[arg(long)]
    all: bool,

    /// How to print
    #[arg(short, long, value_name = "FORMAT", value_parser = among(ROWS))]
    format: Option<Format>,
}

impl Compare {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        let client = self.web.client();
        input::refuse_stdin_twice(&[("FILE", slice::from_ref(&self.file)), self.list.as_input()])?;
        let mut lines = self.list.open(&client)?;
        let urls = self.list.arguments(self.words)?;
        let file = self.file.existing_robots(Dialect::default(), &client)?;
        // For its warnings.
        self.limits.parse_file(&file, Dialect::default());
        let parse = |dialect| self.limits.parse(&file.body, dialect);
        let mut chosen = dialects::chosen(&self.dialects);
        if self.dialects.is_empty() && opts_in(&parse(Dialect::SEZNAM)) {
            let presets = Dialect::PRESETS.iter().copied();
            chosen.extend(presets.filter(|(_, dialect)| dialect.needs_opt_in()));
        }
        if chosen.len() < 2 {
            return Err(Failure::Usage(
                "there is nothing to compare; give -d at least twice".to_owned(),
            ));
        }
        let dialects: Vec<(&str, RobotsTxt<'_>)> = chosen
            .into_iter()
            .map(|(name, dialect)| (name, parse(dialect).into_indexed()))
            .collect();
        let files: Vec<&RobotsTxt<'_>> = dialects.iter().map(|(_, robots)| robots).collect();
        let mut budget = Budget::default().with_each(proof::STEPS_EACH);
        let (audiences, scope) = if self.agents.is_empty() {
            let everyone = Audiences::of_everyone(&files, self.naming, &mut budget);
            // Not for all others: some dialects also apply a group to crawlers whose names contain
            // its own, or are part of it.
            (everyone, "each crawler that it names, and for `*`")
        } else {
            let asked = self.naming.expand(&self.agents)?;
            let given = Audiences::of(&files, asked, &mut budget);
            (given, "the crawlers that were asked about")
        };
        if audiences.skipped > 0 {
            output::warn(&format!("skipped {} crawlers: {WORK_LIMIT}", audiences.skipped));
        }
        let format = Format::or_default(self.format, Format::Jsonl);
        let mut report = DialectReport::new(&dialects, &audiences, self.all, format);
        if urls.is_empty() && lines.is_none() {
            let proof = proof::compare(&dialects, &audiences, &mut budget);
            return report.prove(&proof, scope);
        }
        for url in &urls {
            report.ask_all(url)?;
        }
        if let Some(lines) = &mut lines {
            lines.for_each(|line| line.url().map_or(Ok(()), |url| report.ask_all(url)))?;
        }
        let mut status = report.finish()?;
        status.raise_if(lines.is_some_and(|lines| lines.has_bad_lines()), Status::BadInput);
        Ok(status)
    }
}

/// Whether the file opts into dialects that are compared only then.
fn opts_in(robots: &RobotsTxt<'_>) -> bool {
    let language = robots.dialect().pattern_language;
    robots.groups().any(|group| group.pattern_language() != language)
}
