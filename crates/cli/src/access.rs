//! `robots block` and `robots allow`: a file in which crawlers are blocked, or allowed.

use std::time::Duration;

use clap::Args;
use robots_exclusion::agents::UserAgent;
use robots_exclusion::{Dialect, RobotsTxt};
use robots_exclusion_analysis::decide::Budget;
use robots_exclusion_analysis::edit::{AccessEdit, EditError, Edited};
use similar::TextDiff;

use crate::crawlers;
use crate::failure::Failure;
use crate::fetch::Web;
use crate::input::Input;
use crate::output::{self, Output, inform, warn};
use crate::replace::replace;
use crate::rewrite::refuse_other_format;
use crate::shown::printable;
use crate::status::Status;

/// Blocks crawlers, and changes nothing for other crawlers.
///
/// Writes the file with groups added or changed, so that these crawlers may not fetch the site, or what
/// --path names. Whatever else their groups say stays, and so do comments and the order of lines. Other
/// crawlers that would follow a new group get a group of their own, with the rules that they had.
///
/// The result is proved before it is written: for these crawlers, for every other known crawler, for
/// each name in the file and for crawlers that no group names, on all URLs. The exit status is 1,
/// with the reason, if there is no such file.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots block robots.txt GPTBot CCBot --diff
  robots block robots.txt @ai-training --write
  robots block robots.txt Googlebot-Image --path /photos/ > new.txt")]
pub(crate) struct Block {
    #[command(flatten)]
    edit: Edit,
}

/// Allows crawlers, and changes nothing for other crawlers.
///
/// Writes the file with groups added or changed, so that these crawlers may fetch the site, or what
/// --path names, apart from what narrower Disallow rules keep closed to them: if `*` has `Disallow: /`
/// and `Disallow: /admin/`, they get a group with the second alone. Comments and the order of lines stay.
/// Other crawlers that would follow a new group get a group of their own, with the rules that they had.
///
/// The result is proved before it is written: for these crawlers, for every other known crawler, for
/// each name in the file and for crawlers that no group names, on all URLs. The exit status is 1,
/// with the reason, if there is no such file.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  robots allow robots.txt Googlebot --diff
  robots allow robots.txt @search --write
  robots allow robots.txt Googlebot --path /blog/ > new.txt")]
pub(crate) struct Allow {
    #[command(flatten)]
    edit: Edit,
}

/// Which file, which crawlers, and where the result goes.
#[derive(Args)]
struct Edit {
    /// The robots.txt: a path, - for standard input, or a URL, which means the robots.txt of its
    /// site
    #[arg(value_name = "FILE")]
    file: Input,

    /// Crawlers, each by its product token or its whole User-Agent header, and sets such as
    /// @ai-training
    #[arg(value_name = "CRAWLER", required = true)]
    crawlers: Vec<String>,

    /// Only the URLs that this pattern matches
    #[arg(long, value_name = "PATTERN", default_value = "/")]
    path: String,

    /// Print what would change, as a patch
    #[arg(long, conflicts_with = "write")]
    diff: bool,

    /// Write the result to FILE instead of standard output
    #[arg(short, long)]
    write: bool,

    #[command(flatten)]
    web: Web,
}

impl Block {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        self.edit.run(AccessEdit::block(), "blocked")
    }
}

impl Allow {
    pub(crate) fn run(self) -> Result<Status, Failure> {
        self.edit.run(AccessEdit::allow(), "allowed")
    }
}

impl Edit {
    fn run(self, edit: AccessEdit, done: &str) -> Result<Status, Failure> {
        if self.write && !matches!(self.file, Input::Path(_)) {
            return Err(Failure::Usage(
                "--write needs a FILE that is a path; leave it out to write to standard output".to_owned(),
            ));
        }
        let mut edit = edit.path(&self.path);
        for argument in &self.crawlers {
            crawlers::name(argument).map_err(Failure::Usage)?;
            // A group for it would be a group for nobody.
            if let Some(message) = crawlers::set_without_sign(argument) {
                return Err(Failure::Usage(message));
            }
            let found =
                UserAgent::resolve_all(argument).map_err(|error| Failure::Usage(error.to_string()))?;
            let is_set = argument.trim_ascii().starts_with('@');
            for crawler in found {
                if let Some(warning) = crawler.warning().filter(|_| !is_set) {
                    warn(&printable(&warning));
                }
                edit = edit.crawler(crawler);
            }
        }
        let file = self
            .file
            .existing_robots(Dialect::default(), &self.web.client())?;
        refuse_other_format(&file, &RobotsTxt::parse(&file.body))?;
        let edited = match edit.apply(&file.body, &mut Budget::default()) {
            Ok(edited) => edited,
            Err(error @ (EditError::Path(_) | EditError::Star | EditError::Name(_))) => {
                return Err(Failure::Usage(error.to_string()));
            }
            Err(error) => {
                warn(&printable(&format!("nothing is written: {error}")));
                return Ok(Status::Findings);
            }
        };
        tell(&edited, done);
        if self.diff {
            let mut output = Output::new();
            // If nearly all lines change, finding the shortest patch may take long.
            TextDiff::configure()
                .timeout(Duration::from_secs(1))
                .diff_lines(&file.body[..], edited.body())
                .unified_diff()
                .header(&file.name, &file.name)
                .to_writer(&mut output.writer)
                .map_err(Failure::Output)?;
            output.flush()?;
        } else if !self.write {
            output::write_alone(edited.body())?;
        } else if let Input::Path(path) = &self.file
            && edited.body() != file.body
        {
            replace(path, &file.body, edited.body())?;
        }
        Ok(Status::Clean)
    }
}

/// What people should know about the result.
fn tell(edited: &Edited, done: &str) {
    let list = |names: &[String]| printable(&names.join(", "));
    if !edited.unchanged().is_empty() {
        inform(&format!("{done} already: {}", list(edited.unchanged())));
    }
    if !edited.separated().is_empty() {
        inform(&format!(
            "groups of their own, with the rules that they had, since they would follow a new group: {}",
            list(edited.separated())
        ));
    }
    for prefix in edited.families() {
        inform(&format!(
            "crawlers whose names begin with {prefix} and that have no group follow a group of these too"
        ));
    }
    if !edited.nameless().is_empty() {
        inform(&format!(
            "{done} too, since they read by a name of these and have none of their own: {}",
            printable(&edited.nameless().join(", "))
        ));
    }
    if !edited.left_out().is_empty() {
        inform(&format!(
            "not {done}, since they have no name of their own and do what is written for others: {}",
            list(edited.left_out())
        ));
    }
    if !edited.may_ignore().is_empty() {
        inform(&format!(
            "may ignore robots.txt, by their operators: {}",
            list(edited.may_ignore())
        ));
    }
}
